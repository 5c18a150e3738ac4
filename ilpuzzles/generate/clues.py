"""Makes starting positions of a puzzle in a Python file: some of the clues of a random solution."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ilpuzzles.backends.interface import Options
from ilpuzzles.dice import Dice
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.generate.budget import Budget, Ending, StopError, collect
from ilpuzzles.generate.generators import OF_BOARDS, require_none
from ilpuzzles.generate.position import (
    Generated,
    PositionRequest,
    instance_text,
    read_instance_back,
    require_unique,
)
from ilpuzzles.library import Library
from ilpuzzles.progress import Watch
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.workbench.experiments import experiment
from ilpuzzles.workbench.loading import Loaded, load
from ilpuzzles.workbench.python_puzzle import PythonFamily, PythonInstance, PythonSolution

_MOST_IN_VAIN = 100
"""After so many solutions in a row that gave no new starting position, there is no point."""


@dataclass(frozen=True, slots=True, eq=False)
class CluePosition:
    """A starting position.

    Attributes:
        given: The clues.
        solution: A solution; the only one, if `unique`.
        unique: Whether it is; None if that was not asked for.
        text: The file.
        tries: How many questions about solutions were asked to find it.
    """

    given: list[Any]
    solution: PythonSolution
    unique: bool | None
    text: str
    tries: int

    @property
    def verdict(self) -> str:
        """What is known, in a line."""
        return f"{_counted(len(self.given))}{', one solution' if self.unique else ''}"

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "placed": len(self.given),
            "givens": self.given,
            "unique": self.unique,
            "tries": self.tries,
            "text": self.text,
            "solution": self.solution.to_json(),
        }


def clue_positions(
    puzzle: str, options: Mapping[str, Any], library: Library
) -> Callable[..., Generated]:
    """What makes starting positions of a puzzle in a Python file, out of options by their names.

    Raises:
        InputError: If options make no sense.
    """
    require_none(puzzle, options, OF_BOARDS)
    loaded = load(puzzle, options["preset"], file=options["file"], library=library)
    names = ("placed", "unique", "minimal", "number", "seed")
    request = PositionRequest(**{name: options[name] for name in names}, things="clues")
    return partial(generate_clues, loaded, request)


def generate_clues(
    loaded: Loaded,
    request: PositionRequest,
    *,
    backend: str = "auto",
    options: Options | None = None,
    library: Library | None = None,
    each: Callable[[CluePosition], None] | None = None,
    watch: Watch | None = None,
) -> Generated:
    """Makes starting positions: of the clues of a random solution as many as asked for.

    Args:
        loaded: An instance; what it gives is left out.
        request: What the positions should be like.
        backend: What looks for solutions.
        options: How to search; its time limit is that of everything together.
        library: Where the puzzle is found when a file is read back.
        each: Called with every one as it is found.
        watch: Called with the progress now and then.

    Raises:
        InputError: If the puzzle has no clues.
        CheckError: If a position that is written is read as another one.
        Interrupted: On Ctrl-C, with what was found so far.
    """
    family, start = loaded.family, loaded.instance
    if not (isinstance(family, PythonFamily) and isinstance(start, PythonInstance)):
        raise InputError(Problem(f"clues of {loaded.name}", "see 'ilpuzzles.generate.generate'"))
    budget = Budget(options or Options(), watch=watch)
    work = _Work(family, loaded, start, request, backend, library, budget)

    def generated(found: tuple[CluePosition, ...], ending: Ending) -> Generated:
        return Generated(loaded, request, found, ending, budget.tries, budget.seconds)

    return collect(work.next_position, request.number, each, generated)


@dataclass(slots=True, eq=False)
class _Work:
    """What is found, and what it is made of."""

    family: PythonFamily
    loaded: Loaded
    start: PythonInstance
    request: PositionRequest
    backend: str
    library: Library | None
    budget: Budget
    _seen: set[str] = field(default_factory=set)
    _dice: Dice = field(init=False)

    def __post_init__(self) -> None:
        self._dice = Dice(self.request.seed)

    def next_position(self) -> CluePosition:
        """The next starting position that was not found before.

        Raises:
            StopError: If there is none, or it is not found.
        """
        before = self.budget.tries
        for _ in range(_MOST_IN_VAIN):
            solution = self._random_solution()
            clues = self.family.clues(self._given([]), solution)
            self._dice.shuffle(clues)
            given = self._chosen(clues)
            key = json.dumps(sorted(map(json.dumps, given or [])))
            if given is None or key in self._seen:
                continue
            self._seen.add(key)
            self.budget.found += 1
            given = sorted(given, key=json.dumps)
            position = CluePosition(given, solution, self.request.unique or None, "", 0)
            return replace(position, text=self._text(position), tries=self.budget.tries - before)
        raise StopError(Ending.TRIES)

    def _given(self, clues: Sequence[Any]) -> PythonInstance:
        """The instance with these clues, sorted, and without a title."""
        fields = {**self.start.fields, "given": sorted(clues, key=json.dumps)}
        return self.family.with_fields(self.start, fields)

    def _loaded(self, clues: Sequence[Any]) -> Loaded:
        return replace(self.loaded, instance=self._given(clues), preset=None)

    def _random_solution(self) -> PythonSolution:
        """The best solution by random weights, which is the same whoever finds it."""
        formulated = self.family.formulations["own"].build(self._given([]))
        model, program = formulated.model, formulated.model.program()
        if program.objective is not None:
            what = f"starting positions of {self.loaded.name}, whose solutions are not all as good"
            raise InputError(Problem(what, "leave the objective out"))
        flat = (variable for family in model.families for variable in family.flat())
        deciding = [one for one in flat if program.deciding[one.column]]
        model.minimize(model.sum(self._dice.below(10_000) * one for one in deciding))
        result = solve_model(model, self.backend, self.budget.next_try())
        if result.values is None:
            raise StopError(Ending.NO_SOLUTION if result.complete else Ending.TIME)
        solution: PythonSolution = formulated.decode(result.values)
        return solution

    def _chosen(self, clues: list[Any]) -> list[Any] | None:
        """Some clues of a solution that are as asked for, or None if there are none."""
        size = self.request.placed
        if size is not None and size > len(clues):
            what = f"{size} clues placed, where a solution has {len(clues)}"
            raise InputError(Problem(what, f"give 0 to {len(clues)}"))
        if not self.request.unique:
            return clues[:size]
        kept = list(clues)
        if not self._is_unique(kept):
            return None
        for clue in clues:
            if len(kept) == size and not self.request.minimal:
                break
            less = [one for one in kept if one is not clue]
            if self._is_unique(less):
                kept = less
        return kept if size in {None, len(kept)} else None

    def _is_unique(self, clues: list[Any]) -> bool:
        options = self.budget.next_try()
        found = experiment(self._loaded(clues), backend=self.backend, options=options).unique()
        if found.unique is None:
            raise StopError(Ending.TIME)
        return found.unique

    def _text(self, position: CluePosition) -> str:
        """The file of a position, once it is read back and checked."""
        request, given = self.request, self._loaded(position.given)
        words = ["ilpuzzles generate", self.loaded.name]
        words.append(f"--preset {self.loaded.preset}" if self.loaded.preset else "--file FILE")
        words += [] if request.placed is None else [f"--placed {request.placed}"]
        words += ["--minimal"] if request.minimal else ["--unique"] if request.unique else []
        which = f", number {len(self._seen)}" if len(self._seen) > 1 else ""
        comments = [f"Made by '{' '.join([*words, f'--seed {request.seed}'])}'{which}."]
        if request.minimal:
            comments.append("No clue can be left out: there would be several solutions.")
        fields: dict[str, str | int] = {"title": f'"{_counted(len(position.given))}"'}
        if position.unique:
            fields["solutions"] = 1
        text = instance_text(given, {}, comments, fields)
        again = read_instance_back(given, text, self.library)
        if position.unique:
            require_unique(again, position.solution, self.backend, self.budget.next_try())
        return text


def _counted(number: int) -> str:
    return "1 clue given" if number == 1 else f"{number} clues given"
