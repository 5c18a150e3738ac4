"""Makes starting positions of tilings: a random solution, some of its tiles at random, a proof."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.generate.budget import Difficulty, Ending, SearchStoppedError
from ilpuzzles.generate.building import BuildingSite, Gravity
from ilpuzzles.generate.generator_base import (
    MadePosition,
    PositionRequest,
    PositionSearch,
    Proposal,
)
from ilpuzzles.generate.unique_givens import FORMULATION, Alternatives, BaseModel
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.tilings.placement_bits import PlacementBits
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, TilingInstance, TilingSolution
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries

_MOST_COUNTED = 1000
"""Up to so many solutions are counted, where there may be several."""

MOST_WRONG = 20_000
"""After so many wrong placements the search is given up."""

_WORK = 20_000_000_000
"""On large boards it is given up earlier: so many bits are looked at, at most."""


_MOST_DRAWN = 300
"""So many sets of tiles that can be set up are drawn of a solution, before another one is taken."""


class Spare(NamedTuple):
    """Why a given tile is needed: another solution.

    In that all other given tiles lie where they are, and this one does not.
    """

    tile: PlacedTile
    other: TilingSolution


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StartingPosition(MadePosition):
    """A starting position.

    Attributes:
        givens: The tiles that are given.
        solution: A solution; the only one, if `unique`.
        unique: Whether it is; None if that is not known.
        solutions: How many there are, or None if that is not known.
        needed: For every given tile, why it cannot be left out; None if that was not asked for.
    """

    givens: tuple[PlacedTile, ...]
    solution: TilingSolution
    unique: bool | None
    solutions: int | None
    needed: tuple[Spare, ...] | None

    @property
    def title(self) -> str:
        """How many tiles are given, in words."""
        return f"{len(self.givens)} {'tile' if len(self.givens) == 1 else 'tiles'} placed"

    @property
    def verdict(self) -> str:
        """What is known, in a line."""
        parts = [self.title]
        if self.unique:
            parts.append("one solution")
        elif self.solutions is not None:
            parts.append(f"{self.solutions:,} solutions")
        elif self.unique is False:
            parts.append("several solutions")
        if self.needed is not None:
            parts.append("none can be left out")
        if self.difficulty is not None:
            parts.append(f"difficulty {self.difficulty.text_with_scale}")
            parts.append(f"{self.difficulty.forced} forced first")
        return ", ".join(parts)

    def plain(self) -> dict[str, Any]:
        """What is known, as plain data."""
        needed = [
            {**PlacedTile.to_json(tile), "other_solution": other.to_json()}
            for tile, other in self.needed or ()
        ]
        return {
            "placed": len(self.givens),
            "givens": [PlacedTile.to_json(given) for given in self.givens],
            "unique": self.unique,
            "solutions": self.solutions,
            "minimal": None if self.needed is None else needed,
            "difficulty": None if self.difficulty is None else self.difficulty.to_json(),
        }


class TilingSearch(PositionSearch[PositionRequest, StartingPosition]):
    """Makes starting positions of a tiling puzzle with nothing given; see `without_givens`.

    Example:
        >>> from ilpuzzles.generate.unique_givens import without_givens
        >>> asked = PositionRequest(placed=4, unique=True, seed=3)
        >>> made = TilingSearch(without_givens("soma"), asked).run()
        >>> made.verdict().split(" found")[0], made.positions[0].unique
        ('1 starting position with 4 tiles placed and one solution', True)
    """

    def __init__(self, start: PuzzlePosition, request: PositionRequest) -> None:
        self.puzzle = start.name
        self.parameters = start.parameters
        self.request = request
        self._start = start

    def begin(self) -> None:
        """States the puzzle as a model, and finds its symmetries."""
        instance = BaseModel.instance_of(self._start)
        _require_possible(self.request, instance)
        self._base = BaseModel.of(self._start, self.budget, self.backend)
        self._alternatives: dict[frozenset[int], Alternatives] = {}
        # What has to be needed, each single tile of it, rarely stands as well.
        self._gravity = None if self.request.minimal else Gravity.of(instance)
        self._symmetries: TilingSymmetries | None = None
        if self.request.number > 1:
            # On a board with very many symmetries, equivalents count as different.
            with suppress(InputError):
                self._symmetries = TilingSymmetries.of(instance)

    def propose(self) -> Proposal[StartingPosition] | None:
        """Proposes some tiles of a random solution."""
        solution = self._base.random_solution(self.dice)
        if solution is None:
            raise SearchStoppedError(Ending.NO_SOLUTION)
        numbers = self._base.numbers(solution)
        if numbers not in self._alternatives:
            self._alternatives[numbers] = Alternatives(self._base, solution)
        alternatives = self._alternatives[numbers]
        kept = self._choose(alternatives)
        if kept is None:
            return None
        tiles = map(self._base.table.placed, alternatives.chosen(kept))
        givens = tuple(sorted(tiles, key=lambda placed: (placed.tile, placed.points)))
        essence: object = givens
        if self._symmetries is not None:
            essence, _ = self._symmetries.orbit(TilingSolution(self._base.instance, givens))
        return Proposal(essence, partial(self._make_position, alternatives, kept, givens))

    def _choose(self, alternatives: Alternatives) -> int | None:
        """Some tiles of a solution that are as asked for, or None if there are none."""
        size = self.request.placed
        if size is None:
            everything = (1 << alternatives.count) - 1
            return alternatives.shrunk(everything, self.dice)
        if size > alternatives.count:
            return None
        if self.request.minimal:
            return alternatives.minimal_set(size, self.dice)
        if self._gravity is not None:
            tiles = map(self._base.table.placed, alternatives.placements)
            return self._choose_built(alternatives, BuildingSite(self._gravity, tiles), size)
        if self.request.unique:
            return alternatives.unique_set(size, self.dice)
        return sum(1 << number for number in self.dice.sample(range(alternatives.count), size))

    def _choose_built(
        self, alternatives: Alternatives, site: BuildingSite, size: int
    ) -> int | None:
        """Tiles of a solution that can be set up, or None if none are found."""
        for _ in range(_MOST_DRAWN):
            kept = site.draw(size, self.dice)
            if kept is not None and (not self.request.unique or alternatives.is_unique(kept)):
                return kept
        return None

    def _make_position(
        self, alternatives: Alternatives, kept: int, givens: tuple[PlacedTile, ...]
    ) -> StartingPosition:
        """The starting position with these tiles, written, read back and checked."""
        base = self._base
        request = self.request
        instance = replace(base.instance, givens=givens)
        position = replace(base.position, instance=instance)
        plain_search = difficulty(instance)
        solutions = self._solutions(position, plain_search)
        needed: tuple[Spare, ...] | None = None
        if request.minimal:
            without = {}
            for number, other in alternatives.why_needed(kept):
                without[base.table.placed(number)] = other
            needed = tuple(Spare(given, without[given]) for given in givens)
        unique: bool | None = None
        if request.unique:
            unique = True
        elif solutions is not None:
            unique = solutions == 1
        elif plain_search.solutions > 1:
            unique = False
        made = StartingPosition(
            givens=givens,
            solution=alternatives.solution,
            unique=unique,
            solutions=solutions,
            needed=needed,
            difficulty=plain_search if unique else None,
        )
        comments, fields = self._comments_and_fields(made)
        text, again = self.file_of(position, position.parameters, comments, fields)
        if unique:
            self.require_unique(again, made.solution, self.budget.next_try())
        return replace(made, text=text)

    def _solutions(self, position: PuzzlePosition, plain_search: Difficulty) -> int | None:
        """How many solutions there are, if two ways to count them are through in time."""
        if self.request.unique:
            solutions = plain_search.solutions
            if solutions > 1 or (plain_search.complete and solutions != 1):
                raise _disagreement("one solution", f"{solutions}")
            return 1
        if not plain_search.complete or plain_search.solutions > _MOST_COUNTED:
            return None
        answer = experiment(position, backend=self.backend, options=self.budget.options()).count()
        if not answer.complete:
            raise SearchStoppedError(Ending.TIME)
        if answer.count != plain_search.solutions:
            raise _disagreement(f"{answer.count} solutions", f"{plain_search.solutions}")
        return plain_search.solutions

    def _comments_and_fields(
        self, made: StartingPosition
    ) -> tuple[list[str], dict[str, str | int]]:
        """The comments and the fields of the file that are about the starting position."""
        position = self._base.position
        difficulty_of_position = made.difficulty
        options = [f"--{name} {value}" for name, value in position.parameters.items()]
        if self._base.instance.puzzle.region is None:
            options.append(f"--preset {position.preset}" if position.preset else "--file FILE")
        comments = [self.made_by(*options)]
        if self._base.helpers:
            helpers = " and ".join(self._base.helpers)
            comments.append(
                f"It took {helpers} to find a solution; another version may find another."
            )
        if made.needed is not None:
            comments.append("No given tile can be left out: there would be several solutions.")
        if difficulty_of_position is not None:
            comments.append(f"Difficulty {difficulty_of_position.text_with_scale}.")
            comments.append(f"Tiles that are forced first: {difficulty_of_position.forced}.")
        fields: dict[str, str | int] = {"title": made.title}
        if made.solutions is not None:
            fields["solutions"] = made.solutions
        if difficulty_of_position is not None and difficulty_of_position.complete:
            fields["difficulty"] = difficulty_of_position.wrong
        return comments, fields


def _disagreement(one: str, other: str) -> CheckError:
    return CheckError(
        f"{FORMULATION} has {one}, a search over the cells {other}", "please report this"
    )


def _require_possible(request: PositionRequest, instance: TilingInstance) -> None:
    """Raises if more tiles are to be placed than fit, or all and none could be left out."""
    if instance.rules.most:
        what = "a starting position where cells are not all covered once"
        raise InputError(what, "take a puzzle that covers each cell once")
    # All solutions have the same tiles.
    fixed = all(tile.least == tile.most for tile in instance.tiles)
    most = _most_tiles(instance)
    placed = request.placed
    if placed is not None and placed > most:
        what = f"{placed} tiles placed, where a solution has {most}"
        raise InputError(what if fixed else f"{what} at most", f"give 0 to {most}")
    if request.minimal and fixed and placed == most > 0:
        # One tile less leaves a gap in which just that tile fits.
        what = f"--minimal with all {most} tiles placed, of which one can always be left out"
        raise InputError(what, "place fewer")


def _most_tiles(instance: TilingInstance) -> int:
    """How many tiles a solution has at most, as far as their sizes tell."""
    left = len(instance.region.points)
    number = 0
    for tile in instance.tiles:
        number += tile.least
        left -= tile.least * len(tile.points)
    for tile in sorted(instance.tiles, key=lambda tile: len(tile.points)):
        room = max(left, 0) // len(tile.points)
        more = room if tile.most is None else min(room, tile.most - tile.least)
        number += more
        left -= more * len(tile.points)
    return number


def difficulty(instance: TilingInstance, most: int = MOST_WRONG) -> Difficulty:
    """How hard a position is: what a search by simple logic does wrong before it is through.

    The search always looks at the cell (or other atom), or tile that is used exactly once, which
    has the fewest placements left; of several, tiles come before cells, in the order of their
    names, and cells in that of the region. If that has none, it goes back. Otherwise it lays each
    of them in turn and goes on. Every placement laid is a node of the search tree. What no solution
    has is wrong. After `most` wrong placements it gives up. Conditions are not looked at.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> difficulty(load("lonpos", "8pieces").instance)
        Difficulty(wrong=10, complete=True, solutions=1, forced=0)
    """
    board = PlacementBits(instance)
    most = min(most, _WORK // (len(board.table) * len(board.items) + 1))
    waiting = [board.start()]
    nodes = 0
    solutions = 0
    right = 0
    forced = 0
    has_chosen = False
    while waiting:
        state = waiting.pop()
        nodes += state.laid > 0
        # As long as nothing is solved, only what is laid just now can be right.
        if nodes - (right or state.laid) > most:
            return Difficulty(most, complete=False, solutions=solutions, forced=forced)
        if not state.items:
            if board.is_enough(state.used):
                solutions += 1
                right += state.laid
            continue
        branches = board.branches(state)
        has_chosen = has_chosen or len(branches) != 1
        if not has_chosen:
            forced += 1
        waiting += [board.with_placement(state, placement) for placement in reversed(branches)]
    return Difficulty(max(nodes - right, 0), complete=True, solutions=solutions, forced=forced)
