"""Makes starting positions of a puzzle in a Python file: some of the clues of a random solution."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.generate.budget import Difficulty, Ending, SearchStoppedError
from ilpuzzles.generate.generator_base import (
    MadePosition,
    PositionRequest,
    PositionSearch,
    Proposal,
)
from ilpuzzles.genres.clue_words import OPEN
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.genre_values import GenreSolution
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.presolve import presolve
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.subproblems import branches

MOST_WRONG = 1_000
"""After so many wrong guesses, a search by simple logic is given up."""

# Wrong choices times the entries of the model: some seconds.
_WORK = 5_000_000


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CluePosition(MadePosition):
    """A starting position; whether its solution is the only one is None if not asked for."""

    given: list[Any]
    solution: GenreSolution
    unique: bool | None

    @property
    def verdict(self) -> str:
        """What is known, in a line."""
        parts = [_clue_count(self.given)]
        if self.unique:
            parts.append("one solution")
        if self.difficulty is not None:
            parts.append(f"difficulty {self.difficulty.text_with_scale}")
        return ", ".join(parts)

    def plain(self) -> dict[str, Any]:
        """What is known, as plain data."""
        return {
            "placed": len(self.given),
            "givens": self.given,
            "unique": self.unique,
            "difficulty": None if self.difficulty is None else self.difficulty.to_json(),
        }


class ClueSearch(PositionSearch[PositionRequest, CluePosition]):
    """Makes starting positions: of the clues of a random solution as many as asked for.

    What the instance gives is left out.
    """

    def __init__(self, position: PuzzlePosition, request: PositionRequest) -> None:
        if not isinstance(position, GenrePosition):
            raise InputError(
                f"clues of {position.name}", "see 'ilpuzzles.generate.position_search'"
            )
        self.puzzle = position.name
        self.parameters = position.parameters
        self.request = request
        self._start = position

    def propose(self) -> Proposal[CluePosition] | None:
        """Proposes some clues of a random solution."""
        solution = self._random_solution()
        clues = self._start.with_clues([]).clues(solution)
        self.dice.shuffle(clues)
        given = self._choose(clues, solution)
        if given is None:
            return None
        given = sorted(given, key=json.dumps)
        return Proposal(json.dumps(given), partial(self._make_position, given, solution))

    def _random_solution(self) -> GenreSolution:
        """A solution that is as random as can be, and the same whoever finds it.

        Variables in a random order get a value at random if that is possible, and the other one
        otherwise; those that are not binary, values that make a random sum the least.
        """
        formulated = self._start.kind.build(self._start.with_clues([]).instance)
        model = formulated.model
        program = model.program()
        if program.objective is not None:
            what = f"starting positions of {self.puzzle} are not possible: it has an objective"
            raise InputError(what, "remove the objective")
        binary = program.whole() & (program.lower >= 0) & (program.upper <= 1)
        variables = (variable for family in model.families for variable in family.flat)
        deciding = [variable for variable in variables if program.deciding[variable.column]]
        is_binary = all(binary[variable.column] for variable in deciding)
        if not is_binary:
            weights = [self.dice.below(20_001) - 10_000 for _ in deciding]
            terms = [weight * variable for weight, variable in zip(weights, deciding, strict=True)]
            model.minimize(model.sum(terms))
            program = model.program()
        values = self._solve(program)
        if values is None:
            raise SearchStoppedError(Ending.NO_SOLUTION)
        if is_binary:
            values = self._randomise(program, deciding, values)
        solution: GenreSolution = formulated.decode(values)
        return solution

    def _randomise(self, program: Program, deciding: list[Variable], values: IntArray) -> IntArray:
        """The solution that has as many as possible of some random values, the first ones first."""
        self.dice.shuffle(deciding)
        fixed: dict[Variable, int] = {}
        left = presolve(program)
        for variable in deciding:
            wanted = self.dice.below(2)
            column = variable.column
            # Most values follow from others by single rows: a Sudoku needs 60 searches, not 370.
            follows = left is not None and left.lower.at(column) == left.upper.at(column)
            if int(values[column]) != wanted and not follows:
                values_as_wanted = self._solve(program.fix({**fixed, variable: wanted}))
                if values_as_wanted is not None:
                    values = values_as_wanted
            value = int(values[column])
            fixed[variable] = value
            if left is not None and not follows:
                left = presolve(left.within({column: (value, value)}))
        return values

    def _solve(self, program: Program) -> IntArray | None:
        """A solution of a program, or None if there is none."""
        result = solve_model(program, self.backend, self.budget.next_try())
        if result.values is None and not result.complete:
            raise SearchStoppedError(Ending.TIME)
        return result.values

    def _choose(self, clues: list[Any], solution: GenreSolution) -> list[Any] | None:
        """Some clues of a solution that are as asked for, or None if there are none."""
        size = self.request.placed
        if size is not None and size > len(clues):
            what = f"{size} clues placed, where a solution has {len(clues)}"
            raise InputError(what, f"give 0 to {len(clues)}")
        if self._start.kind.file.genre.gives_all_clues:
            if size is not None:
                what = f"{size} clues placed, where a board has all that its solution has"
                raise InputError(what, "leave it out")
            return clues if self._other_solution(clues, solution) is None else None
        if not self.request.unique:
            return clues[:size]
        kept = self._enough(clues, solution)
        if kept is None:
            return None
        if size is not None and len(kept) < size:
            kept += [clue for clue in clues if clue not in kept][: size - len(kept)]
        for clue in reversed(kept):
            if len(kept) == size and not self.request.minimal:
                break
            others = [other for other in kept if other is not clue]
            if self._other_solution(others, solution) is None:
                kept = others
        spare = round(self.request.spare * len(kept))
        kept += [clue for clue in clues if clue not in kept][:spare]
        return kept if size in {None, len(kept)} else None

    def _enough(self, clues: list[Any], solution: GenreSolution) -> list[Any] | None:
        """Clues that leave one solution: one against every other that turns up."""
        kept: list[Any] = []
        while (other := self._other_solution(kept, solution)) is not None:
            clues_of_other = self._start.clues(other)
            against = [clue for clue in clues if clue not in clues_of_other and clue not in kept]
            if not against:
                # Even all clues leave several.
                return None
            kept.append(against[0])
        return kept

    def _other_solution(self, clues: list[Any], solution: GenreSolution) -> GenreSolution | None:
        """A solution besides the one that is wanted, or None if there is none."""
        position = self._start.with_clues(clues)
        options = self.budget.next_try()
        answer = experiment(position, backend=self.backend, options=options).unique()
        if answer.unique is None:
            raise SearchStoppedError(Ending.TIME)
        if answer.unique:
            return None
        others: list[GenreSolution] = [
            other for other in answer.solutions if other.plain != solution.plain
        ]
        if not others:
            what = "the clues that are made of a solution do not allow that solution"
            raise InputError(what, "correct the function below @genre.clue_candidates in its file")
        return others[0]

    def _make_position(self, given: list[Any], solution: GenreSolution) -> CluePosition:
        """The position with these clues, once its file is read back and checked."""
        unique = self.request.unique or None
        preset = self._start.preset
        comments = [self.made_by(f"--preset {preset}" if preset else "--file FILE")]
        gives_all = self._start.kind.file.genre.gives_all_clues
        if self.request.minimal and not self.request.spare and not gives_all:
            comments.append("No clue can be left out: there would be several solutions.")
        fields: dict[str, str | int] = {"title": f'"{_clue_count(given)}"'}
        position = self._start.with_clues(given)
        difficulty: Difficulty | None = None
        if unique:
            fields["solutions"] = 1
            program = position.kind.build(position.instance).model.program()
            # Of operations, such as that cells are connected, simple logic knows nothing.
            values = None if program.operations else self._solve(program)
            if values is not None:
                difficulty = clue_difficulty(program, values)
                comments.append(f"Difficulty {difficulty.text_with_scale}.")
        text, again = self.file_of(position, {}, comments, fields)
        if unique:
            self.require_unique(again, solution, self.budget.next_try())
        return CluePosition(
            given=given, solution=solution, unique=unique, difficulty=difficulty, text=text
        )


def clue_difficulty(program: Program, solution: IntArray, most: int = MOST_WRONG) -> Difficulty:
    """How hard a position with one solution is: what simple logic does wrong before it is through.

    Plain logic looks at one row at a time, and at the variables in it that are 0 or 1. Where no row
    says more, it tries all `branches`, and goes on in each. What the solution does not have is
    wrong. After `most` wrong guesses it gives up.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> position = load("sudoku", "small")
        >>> program = position.kind.build(position.instance).model.program()
        >>> clue_difficulty(program, solve_model(program).values).wrong
        0
    """
    most = min(most, _WORK // (program.nonzeros + 1))
    start = presolve(program)
    deciding = program.deciding
    waiting = [] if start is None else [(start, True)]
    wrong = 0
    reached = False
    while waiting:
        left, right = waiting.pop()
        choices = branches(left)
        reached |= right and not choices and bool((left.lower == solution)[deciding].all())
        for choice in choices:
            ends = ((column, *bounds) for column, bounds in choice.items())
            follows = right and all(low <= solution[c] <= high for c, low, high in ends)
            wrong += not follows
            if wrong > most:
                return Difficulty(
                    most, complete=False, solutions=1, forced=_count_forced(program, start)
                )
            within = presolve(left.within(choice))
            if within is not None:
                waiting.append((within, follows))
    if not reached:
        raise CheckError("simple logic rules out the solution", "please report this")
    return Difficulty(wrong, complete=True, solutions=1, forced=_count_forced(program, start))


def _count_forced(program: Program, left: Program | None) -> int:
    """How many deciding variables presolve has fixed."""
    if left is None:
        return 0
    is_fixed_by_presolve = (left.lower == left.upper) & (program.lower < program.upper)
    return int((is_fixed_by_presolve & program.deciding).sum())


def _clue_count(given: list[Any]) -> str:
    """How many clues are given, without the open cells of a board that gives all it has."""
    number = sum(not (isinstance(clue, list) and clue[-1] == OPEN) for clue in given)
    return "1 clue given" if number == 1 else f"{number} clues given"
