"""Makes starting positions: a random solution, a random choice of its tiles, and a proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ilpuzzles.backends import Options
from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, InputError, Problem
from ilpuzzles.generate.collecting import Difficulty, collect
from ilpuzzles.generate.difficulty import difficulty
from ilpuzzles.generate.effort import Effort, Ending, StopError
from ilpuzzles.generate.ground import FORMULATION, Ground
from ilpuzzles.generate.outcome import Generated
from ilpuzzles.generate.position import Spare, StartingPosition
from ilpuzzles.generate.rivals import Rivals
from ilpuzzles.generate.wish import Wish
from ilpuzzles.generate.writing import position_text, read_back, require_unique
from ilpuzzles.library import Library
from ilpuzzles.puzzles.tiling import PlacedTile, TilingSolution
from ilpuzzles.puzzles.tiling.tiling_symmetry import TilingSymmetries
from ilpuzzles.queries.progress import Watch
from ilpuzzles.workbench import Loaded, experiment

_MOST_COUNTED = 1000
"""Up to so many solutions are counted, where there may be several."""

_MOST_IN_VAIN = 100
"""After so many solutions in a row that gave no new starting position, there is no point."""


def generate(
    loaded: Loaded,
    wish: Wish,
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
        wish: What they should be like.
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
        >>> from ilpuzzles.generate import bare
        >>> made = generate(bare("soma"), Wish(placed=4, unique=True, seed=3))
        >>> made.verdict().split(" found")[0], made.positions[0].unique
        ('1 starting position with 4 tiles placed and one solution', True)
    """
    instance = Ground.instance_of(loaded)
    wish.require_possible(instance)
    effort = Effort(options or Options(), watch=watch)
    work = _Work(Ground.of(loaded, effort, backend), wish, backend, library)

    def generated(found: tuple[StartingPosition, ...], ending: Ending) -> Generated:
        return Generated(loaded, wish, found, ending, effort.tries, effort.seconds)

    return collect(work.next_position, wish.number, each, generated)


@dataclass(slots=True, eq=False)
class _Work:
    """What is found, and what is known that helps to find more."""

    ground: Ground
    wish: Wish
    backend: str
    library: Library | None
    found: list[StartingPosition] = field(default_factory=list)
    _dice: Dice = field(init=False)
    _symmetries: TilingSymmetries | None = field(init=False, default=None)
    _seen: set[object] = field(default_factory=set)
    _rivals: dict[frozenset[int], Rivals] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._dice = Dice(self.wish.seed)
        if self.wish.number > 1:
            try:
                self._symmetries = TilingSymmetries.of(self.ground.instance)
            except InputError:
                # A board with very many symmetries: then equivalents count as different.
                self._symmetries = None

    def next_position(self) -> StartingPosition:
        """The next starting position that is not equivalent to one that was found.

        Raises:
            StopError: If there is none, or it is not found.
        """
        before = self.ground.effort.tries
        for _ in range(_MOST_IN_VAIN):
            solution = self.ground.random_solution(self._dice)
            if solution is None:
                raise StopError(Ending.NO_SOLUTION)
            rivals = self._rivals_of(solution)
            kept = self._chosen(rivals)
            if kept is None:
                continue
            numbers = rivals.chosen(kept)
            key = self._key(numbers)
            if key not in self._seen:
                position = self._position(rivals, kept, before)
                self._seen.add(key)
                self.found.append(position)
                self.ground.effort.found += 1
                return position
        raise StopError(Ending.TRIES)

    def _rivals_of(self, solution: TilingSolution) -> Rivals:
        key = self.ground.numbers(solution)
        if key not in self._rivals:
            self._rivals[key] = Rivals(self.ground, solution)
        return self._rivals[key]

    def _chosen(self, rivals: Rivals) -> int | None:
        """Some tiles of a solution that are as wished for, or None if there are none."""
        size, everything = self.wish.placed, (1 << rivals.count) - 1
        if size is None:
            return rivals.shrunk(everything, self._dice)
        if size > rivals.count:
            return None
        if self.wish.minimal:
            return rivals.minimal_set(size, self._dice)
        if self.wish.unique:
            return rivals.unique_set(size, self._dice)
        return sum(1 << number for number in self._dice.sample(range(rivals.count), size))

    def _key(self, numbers: list[int]) -> object:
        """What equivalent starting positions have in common."""
        if self._symmetries is None:
            return tuple(numbers)
        return self._symmetries.orbit(TilingSolution(self.ground.instance, self._tiles(numbers)))[0]

    def _tiles(self, numbers: list[int]) -> tuple[PlacedTile, ...]:
        tiles = [self.ground.table.placed(number) for number in numbers]
        return tuple(sorted(tiles, key=lambda placed: (placed.tile, placed.points)))

    def _position(self, rivals: Rivals, kept: int, before: int) -> StartingPosition:
        """The starting position with these tiles, written, read back and checked."""
        ground, wish, effort = self.ground, self.wish, self.ground.effort
        givens = self._tiles(rivals.chosen(kept))
        again = read_back(ground.loaded, givens, self._text(givens, [], {}), self.library)
        hard = difficulty(Ground.instance_of(again))
        solutions = self._solutions(again, hard)
        needed = None
        if wish.minimal:
            others = {ground.table.placed(n): other for n, other in rivals.why_needed(kept)}
            needed = tuple(Spare(given, others[given]) for given in givens)
        unique = True if wish.unique else None if solutions is None else solutions == 1
        if unique is None and hard.solutions > 1:
            unique = False
        position = StartingPosition(
            givens,
            rivals.solution,
            unique,
            solutions,
            needed,
            hard if unique else None,
            "",
            effort.tries - before,
        )
        text = self._text(givens, *self._said(position))
        again = read_back(ground.loaded, givens, text, self.library)
        if unique:
            require_unique(again, rivals.solution, self.backend, effort.next_try())
        return replace(position, text=text, tries=effort.tries - before)

    def _solutions(self, again: Loaded, hard: Difficulty) -> int | None:
        """How many solutions there are, if two ways to count them are through in time."""
        if self.wish.unique:
            if hard.solutions > 1 or (hard.complete and hard.solutions != 1):
                raise _disagreement("one solution", f"{hard.solutions}")
            return 1
        if not hard.complete or hard.solutions > _MOST_COUNTED:
            return None
        options = self.ground.effort.options()
        answer = experiment(again, backend=self.backend, options=options).count()
        if not answer.complete:
            raise StopError(Ending.TIME)
        if answer.count != hard.solutions:
            raise _disagreement(f"{answer.count} solutions", f"{hard.solutions}")
        return hard.solutions

    def _text(
        self, givens: tuple[PlacedTile, ...], comments: list[str], fields: dict[str, str | int]
    ) -> str:
        return position_text(self.ground.loaded, givens, comments, fields)

    def _said(self, position: StartingPosition) -> tuple[list[str], dict[str, str | int]]:
        """What the file says about the starting position: comments, and fields."""
        which = f", number {len(self.found) + 1}" if self.found else ""
        comments = [f"Made by '{self._command()}'{which}."]
        if self.ground.helpers:
            helpers = " and ".join(self.ground.helpers)
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
        wish, loaded = self.wish, self.ground.loaded
        words = ["ilpuzzles generate", loaded.name]
        words += [f"--{name} {value}" for name, value in loaded.parameters.items()]
        if self.ground.instance.puzzle.region is None:
            words.append(f"--preset {loaded.preset}" if loaded.preset else "--file FILE")
        if wish.placed is not None:
            words.append(f"--placed {wish.placed}")
        words += ["--minimal"] if wish.minimal else ["--unique"] if wish.unique else []
        return " ".join([*words, f"--seed {wish.seed}"])


def _disagreement(one: str, other: str) -> CheckError:
    return CheckError(
        Problem(f"{FORMULATION} has {one}, a search over the cells {other}", "please report this")
    )
