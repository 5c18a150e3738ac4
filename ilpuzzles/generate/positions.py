"""Makes starting positions: a random solution, a random choice of its tiles, and a proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ilpuzzles.backends.interface import Options
from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, InputError, Problem
from ilpuzzles.generate.budget import Budget, Difficulty, Ending, StopError, collect
from ilpuzzles.generate.choosing import FORMULATION, Alternatives, BaseModel
from ilpuzzles.generate.difficulty import difficulty
from ilpuzzles.generate.position import (
    Generated,
    PositionRequest,
    Spare,
    StartingPosition,
    position_text,
    read_back,
    require_unique,
)
from ilpuzzles.library import Library
from ilpuzzles.progress import Watch
from ilpuzzles.puzzles.tiling.tiling_puzzle import PlacedTile, TilingSolution
from ilpuzzles.puzzles.tiling.tiling_symmetry import TilingSymmetries
from ilpuzzles.workbench.experiments import experiment
from ilpuzzles.workbench.loading import Loaded

_MOST_COUNTED = 1000
"""Up to so many solutions are counted, where there may be several."""

_MOST_IN_VAIN = 100
"""After so many solutions in a row that gave no new starting position, there is no point."""


def generate(
    loaded: Loaded,
    request: PositionRequest,
    *,
    backend: str = "auto",
    options: Options | None = None,
    library: Library | None = None,
    each: Callable[[StartingPosition], None] | None = None,
    watch: Watch | None = None,
) -> Generated:
    """Makes starting positions of a tiling puzzle.

    Args:
        loaded: The puzzle, with nothing given; see `bare`.
        request: What they should be like.
        backend: What proves once more that there is one solution, and counts; it changes no
            starting position.
        options: How to search; its time limit is that of everything together.
        library: Where the puzzle is found when a file is read back.
        each: Called with every one as it is found.
        watch: Called with the progress now and then.

    Returns:
        The starting positions, each checked in the form in which it is written.

    Raises:
        InputError: If the puzzle cannot have such starting positions.
        BackendError: If a solver is missing or fails.
        CheckError: If two ways to check a starting position do not agree.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles.generate.choosing import bare
        >>> made = generate(bare("soma"), PositionRequest(placed=4, unique=True, seed=3))
        >>> made.verdict().split(" found")[0], made.positions[0].unique
        ('1 starting position with 4 tiles placed and one solution', True)
    """
    instance = BaseModel.instance_of(loaded)
    request.require_possible(instance)
    budget = Budget(options or Options(), watch=watch)
    work = _Work(BaseModel.of(loaded, budget, backend), request, backend, library)

    def generated(found: tuple[StartingPosition, ...], ending: Ending) -> Generated:
        return Generated(loaded, request, found, ending, budget.tries, budget.seconds)

    return collect(work.next_position, request.number, each, generated)


@dataclass(slots=True, eq=False)
class _Work:
    """What is found, and what is known that helps to find more."""

    base: BaseModel
    request: PositionRequest
    backend: str
    library: Library | None
    found: list[StartingPosition] = field(default_factory=list)
    _dice: Dice = field(init=False)
    _symmetries: TilingSymmetries | None = field(init=False, default=None)
    _seen: set[object] = field(default_factory=set)
    _alternatives: dict[frozenset[int], Alternatives] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._dice = Dice(self.request.seed)
        if self.request.number > 1:
            try:
                self._symmetries = TilingSymmetries.of(self.base.instance)
            except InputError:
                # A board with very many symmetries: then equivalents count as different.
                self._symmetries = None

    def next_position(self) -> StartingPosition:
        """The next starting position that is not equivalent to one that was found.

        Raises:
            StopError: If there is none, or it is not found.
        """
        before = self.base.budget.tries
        for _ in range(_MOST_IN_VAIN):
            solution = self.base.random_solution(self._dice)
            if solution is None:
                raise StopError(Ending.NO_SOLUTION)
            alternatives = self._alternatives_of(solution)
            kept = self._chosen(alternatives)
            if kept is None:
                continue
            numbers = alternatives.chosen(kept)
            key = self._key(numbers)
            if key not in self._seen:
                position = self._position(alternatives, kept, before)
                self._seen.add(key)
                self.found.append(position)
                self.base.budget.found += 1
                return position
        raise StopError(Ending.TRIES)

    def _alternatives_of(self, solution: TilingSolution) -> Alternatives:
        key = self.base.numbers(solution)
        if key not in self._alternatives:
            self._alternatives[key] = Alternatives(self.base, solution)
        return self._alternatives[key]

    def _chosen(self, alternatives: Alternatives) -> int | None:
        """Some tiles of a solution that are as asked for, or None if there are none."""
        size, everything = self.request.placed, (1 << alternatives.count) - 1
        if size is None:
            return alternatives.shrunk(everything, self._dice)
        if size > alternatives.count:
            return None
        if self.request.minimal:
            return alternatives.minimal_set(size, self._dice)
        if self.request.unique:
            return alternatives.unique_set(size, self._dice)
        return sum(1 << number for number in self._dice.sample(range(alternatives.count), size))

    def _key(self, numbers: list[int]) -> object:
        """What equivalent starting positions have in common."""
        if self._symmetries is None:
            return tuple(numbers)
        return self._symmetries.orbit(TilingSolution(self.base.instance, self._tiles(numbers)))[0]

    def _tiles(self, numbers: list[int]) -> tuple[PlacedTile, ...]:
        tiles = [self.base.table.placed(number) for number in numbers]
        return tuple(sorted(tiles, key=lambda placed: (placed.tile, placed.points)))

    def _position(self, alternatives: Alternatives, kept: int, before: int) -> StartingPosition:
        """The starting position with these tiles, written, read back and checked."""
        base, request, budget = self.base, self.request, self.base.budget
        givens = self._tiles(alternatives.chosen(kept))
        again = read_back(base.loaded, givens, self._text(givens, [], {}), self.library)
        hard = difficulty(BaseModel.instance_of(again))
        solutions = self._solutions(again, hard)
        needed = None
        if request.minimal:
            others = {base.table.placed(n): other for n, other in alternatives.why_needed(kept)}
            needed = tuple(Spare(given, others[given]) for given in givens)
        unique = True if request.unique else None if solutions is None else solutions == 1
        if unique is None and hard.solutions > 1:
            unique = False
        position = StartingPosition(
            givens,
            alternatives.solution,
            unique,
            solutions,
            needed,
            hard if unique else None,
            "",
            budget.tries - before,
        )
        text = self._text(givens, *self._said(position))
        again = read_back(base.loaded, givens, text, self.library)
        if unique:
            require_unique(again, alternatives.solution, self.backend, budget.next_try())
        return replace(position, text=text, tries=budget.tries - before)

    def _solutions(self, again: Loaded, hard: Difficulty) -> int | None:
        """How many solutions there are, if two ways to count them are through in time."""
        if self.request.unique:
            if hard.solutions > 1 or (hard.complete and hard.solutions != 1):
                raise _disagreement("one solution", f"{hard.solutions}")
            return 1
        if not hard.complete or hard.solutions > _MOST_COUNTED:
            return None
        options = self.base.budget.options()
        answer = experiment(again, backend=self.backend, options=options).count()
        if not answer.complete:
            raise StopError(Ending.TIME)
        if answer.count != hard.solutions:
            raise _disagreement(f"{answer.count} solutions", f"{hard.solutions}")
        return hard.solutions

    def _text(
        self, givens: tuple[PlacedTile, ...], comments: list[str], fields: dict[str, str | int]
    ) -> str:
        return position_text(self.base.loaded, givens, comments, fields)

    def _said(self, position: StartingPosition) -> tuple[list[str], dict[str, str | int]]:
        """What the file says about the starting position: comments, and fields."""
        which = f", number {len(self.found) + 1}" if self.found else ""
        comments = [f"Made by '{self._command()}'{which}."]
        if self.base.helpers:
            helpers = " and ".join(self.base.helpers)
            comments.append(
                f"It took {helpers} to find a solution; another version may find another."
            )
        hard = position.difficulty
        if position.needed is not None:
            comments.append("No given tile can be left out: there would be several solutions.")
        if hard is not None:
            comments.append(f"Difficulty {hard.text}; tiles that are forced first: {hard.forced}.")
        placed = len(position.givens)
        fields: dict[str, str | int] = {"title": f"{placed} tiles placed"}
        if placed == 1:
            fields["title"] = "1 tile placed"
        if position.solutions is not None:
            fields["solutions"] = position.solutions
        if hard is not None and hard.complete:
            fields["difficulty"] = hard.wrong
        return comments, fields

    def _command(self) -> str:
        """What makes the same starting position again."""
        request, loaded = self.request, self.base.loaded
        words = ["ilpuzzles generate", loaded.name]
        words += [f"--{name} {value}" for name, value in loaded.parameters.items()]
        if self.base.instance.puzzle.region is None:
            words.append(f"--preset {loaded.preset}" if loaded.preset else "--file FILE")
        if request.placed is not None:
            words.append(f"--placed {request.placed}")
        words += ["--minimal"] if request.minimal else ["--unique"] if request.unique else []
        return " ".join([*words, f"--seed {request.seed}"])


def _disagreement(one: str, other: str) -> CheckError:
    return CheckError(
        Problem(f"{FORMULATION} has {one}, a search over the cells {other}", "please report this")
    )
