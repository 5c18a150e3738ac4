"""What proves a move of a tiling, by CP-SAT from the table of its moves alone, without the engine.

A set of moves, spots and pieces proves a move if these spots cannot be covered, and these pieces
cannot be laid, beside the moves without it. Everything else may stay empty.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any

from ortools.sat.python import cp_model

from ilpuzzles import experiment
from ilpuzzles.hints.hint_finder import Reason
from ilpuzzles.hints.solution_counter import CoverCounter, SolutionCounter, WorkBudget
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.program import Program
from ilpuzzles.play.game import Game
from ilpuzzles.puzzles.playground import PlayData, Playground
from support.slashed import hidden_but, rows_of_clues


class TilingOracle:
    """Asks whether some spots can be covered and some pieces laid on a board."""

    def __init__(self, data: PlayData) -> None:
        table = data.moves
        self._pieces = data.pieces
        self._piece: list[int] = table.piece.tolist()
        self._spots = [frozenset(table.covered(move).tolist()) for move in range(len(table))]
        self._touching = data.touching
        self._shown = [self._shown_by(move) for move in range(len(table))]

    def _shown_by(self, move: int) -> list[tuple[int, int]]:
        """Where a move shows a colour, and which."""
        touching = self._touching
        if touching is None:
            return []
        entries = slice(touching.starts[move], touching.starts[move + 1])
        return list(
            zip(touching.sides[entries].tolist(), touching.colours[entries].tolist(), strict=True)
        )

    def _is_possible(self, move: int) -> bool:
        """Whether a move has the colours that the board demands, and meets itself nowhere."""
        touching, shown = self._touching, self._shown[move]
        if touching is None:
            return True
        sides = [side for side, _ in shown]
        demanded = all(touching.demands[side] in {-1, colour} for side, colour in shown)
        return demanded and len(set(sides)) == len(sides)

    def _useful_moves(
        self, placed: Collection[int], spots: Collection[int], pieces: Collection[int]
    ) -> list[int]:
        """Some moves, and those that fit beside them and do something that is needed."""
        taken = frozenset[int]().union(*(self._spots[move] for move in placed))
        found = list(placed)
        for move, own in enumerate(self._spots):
            is_needed = self._piece[move] in pieces or not own.isdisjoint(spots)
            if is_needed and own.isdisjoint(taken) and self._is_possible(move):
                found.append(move)
        return found

    def can_do(
        self,
        placed: Collection[int],
        spots: Collection[int],
        pieces: Collection[int],
        never: int,
    ) -> bool:
        """Whether spots can be covered and pieces laid beside some moves without a certain one."""
        model = cp_model.CpModel()
        laid = {
            move: model.new_bool_var("")
            for move in self._useful_moves(placed, spots, pieces)
            if move != never
        }
        covering = defaultdict(list)
        copies = defaultdict(list)
        for move, is_laid in laid.items():
            copies[self._piece[move]].append(is_laid)
            for spot in self._spots[move]:
                covering[spot].append(is_laid)
        for some in covering.values():
            model.add_at_most_one(some)
        for piece, some in copies.items():
            most = self._pieces[piece].most
            if most is not None:
                model.add(sum(some) <= most)
        for spot in spots:
            model.add(sum(covering[spot]) == 1)
        for piece in pieces:
            model.add(sum(copies[piece]) >= max(1, self._pieces[piece].least))
        for move in placed:
            model.add(laid[move] == 1)
        self._add_colours(model, laid)
        return is_satisfiable(model)

    def _add_colours(self, model: Any, laid: dict[int, Any]) -> None:
        """Moves show the same colour where they meet, or different ones where they have to."""
        touching = self._touching
        if touching is None:
            return
        showing = defaultdict(list)
        for move, is_laid in laid.items():
            for side, colour in self._shown[move]:
                showing[side, colour].append(is_laid)
        sides = {side for side, _ in showing}
        for side in sides:
            colours = [colour for other, colour in showing if other == side]
            if touching.unlike[side]:
                for colour in colours:
                    model.add_at_most_one(showing[side, colour])
                continue
            chosen = {colour: model.new_bool_var("") for colour in colours}
            model.add_at_most_one(chosen.values())
            for colour in colours:
                for is_laid in showing[side, colour]:
                    model.add_implication(is_laid, chosen[colour])


class RowOracle:
    """The same for boards with rules of their own: asks the rows of the model.

    What an item is may be a rule, which no table of moves knows.
    """

    def __init__(self, counter: CoverCounter) -> None:
        self._program: Program = counter.asked.model
        self._ground = counter.ground
        self._row_of: list[int] = counter.origins.tolist()

    def can_do(self, placed: Collection[int], items: Collection[int], never: int) -> bool:
        """Whether the rows of some items can be kept beside some moves without a certain one.

        Of all other rows, only that they are not exceeded has to hold.
        """
        program = self._program
        rows = program.rows
        required = {self._row_of[item] for item in items}
        model = cp_model.CpModel()
        columns = [model.new_bool_var("") for column in range(program.variables)]
        for row in range(len(rows)):
            entries = slice(rows.starts[row], rows.starts[row + 1])
            coefficients = rows.coefficients[entries].tolist()
            terms = zip(coefficients, rows.columns[entries].tolist(), strict=True)
            total = sum(int(factor) * columns[column] for factor, column in terms)
            if row in required:
                model.add(total >= int(rows.lower.numbers[row]))
            if row in required or all(factor >= 0 for factor in coefficients):
                model.add(total <= int(rows.upper.numbers[row]))
        for move in placed:
            for column, value in self._ground.values(move).items():
                model.add(columns[column] == value)
        ((column, value),) = self._ground.values(never).items()
        model.add(columns[column] == 1 - value)
        return is_satisfiable(model)


def is_satisfiable(model: Any) -> bool:
    """Whether CP-SAT finds a solution."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.symmetry_level = 0
    status = solver.solve(model)
    assert status in {cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE}
    return status != cp_model.INFEASIBLE


def wrong_with(oracle: TilingOracle, move: int, reason: Reason) -> list[str]:
    """What is wrong with a reason: it proves nothing, or not all of it is needed."""
    assert not reason.rules
    parts = (reason.moves, reason.spots, reason.pieces)

    def can_do(moves: Sequence[int], spots: Sequence[int], pieces: Sequence[int]) -> bool:
        return oracle.can_do(moves, spots, pieces, move)

    return wrong_parts(can_do, parts, ("move", "spot", "piece"), minimal=reason.minimal)


def wrong_parts(
    can_do: Callable[..., bool],
    parts: Sequence[tuple[int, ...]],
    names: Sequence[str],
    *,
    minimal: bool,
) -> list[str]:
    """The same, by a question about parts of several sorts."""
    if can_do(*parts):
        return ["it proves nothing"]
    found = []
    for place, name in enumerate(names if minimal else ()):
        for one in parts[place]:
            fewer = list(parts)
            fewer[place] = tuple(other for other in parts[place] if other != one)
            if not can_do(*fewer):
                found.append(f"{name} {one} is not needed")
    return found


def positions_of(
    counter: SolutionCounter, ground: Playground, number: int, dice: Random
) -> Iterator[list[int]]:
    """What lies on a board: what is given at first, and then random parts of random solutions."""
    given = list(ground.given)
    yield given
    for _ in range(number):
        solution: list[int] | None = None
        for _ in range(6):
            any_move = dice.randrange(len(ground.data.moves))
            solution = solution or counter.find([*given, any_move], WorkBudget(work=0.3))
        solution = solution or counter.find(given, WorkBudget(work=20.0))
        assert solution
        own = [move for move in solution if move >= 0 and move not in given]
        yield [*given, *dice.sample(own, dice.randrange(len(own)))]


class SlashOracle:
    """The same for boards that are cut: clues that are not named may be any letter."""

    def __init__(self, game: Game) -> None:
        assert game.puzzle_position is not None
        self._loaded: Any = game.puzzle_position
        self._ground = game.ground
        rows = rows_of_clues(self._loaded)
        self._columns = len(rows[0])
        cells = enumerate(clue for row in rows for clue in row)
        self.clues = tuple(number for number, clue in cells if clue)

    def can_do(self, placed: Collection[int], clues: Collection[int], never: int) -> bool:
        """Whether there is a solution with some cuts in which a cell is not cut in one way."""
        hidden = hidden_but(self._loaded, clues, self._columns)
        asked = experiment(hidden, backend="cpsat")
        model = asked.formulated.model
        known: dict[Variable | Negation, int] = {
            Variable(model, column): value
            for move in placed
            for column, value in self._ground.values(move).items()
        }
        for column, value in self._ground.values(never).items():
            denied = asked.fix({**known, Variable(model, column): 1 - value})
            if denied.solve().solutions:
                return True
        return False
