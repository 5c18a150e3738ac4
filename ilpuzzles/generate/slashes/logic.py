r"""How hard a board is: a search by plain logic, and what it does wrong before it is through.

Cells with a clue are decided: they are not cut. The three ways to cut a cell, `.`, `/` and `\`, are
its values. Pieces are what hangs together for certain, because the cells in between are decided. A
value of a cell is plainly impossible if, together with what is decided so far, it

- leaves a point inside the board where exactly one cut ends, and all four cells around are decided;
- makes a piece that has a letter twice, or more clues than there are letters;
- closes a piece with fewer clues than letters: no cell at its borders is left to be decided; or
- makes a piece that lies on both sides of a cut, where bridges are forbidden.

The search always looks at the cell with the fewest values that are not plainly impossible; of
several, at the first in reading order. If it has none, the search goes back. Otherwise it decides
for each of them in turn and goes on. Every value decided for is a node of the search tree. Of a
board with one solution, the nodes on the way to that are right, one for every cell without a clue,
and all others wrong; in which order values are tried does not matter, since all of them are.

What is known is kept in plain lists and in whole numbers whose bits are cells or borders. That is
what makes a copy, and so a step back, cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from ilpuzzles.generate.budget import Difficulty
from ilpuzzles.generate.slashes.cutting import PIECES, VALUES, Corner, Grid
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import ANY, FORWARD, NO_CLUE, UNCUT, SlashInstance

_OFTEN = 64
"""After so many values somebody is told that the search goes on."""

MOST_WRONG = 20_000
"""After so many wrong values the search is given up."""

_WORK = 5_000_000
"""On large boards it is given up earlier: after so many wrong values, divided by the cells."""


_BIT = {value: 1 << number for number, value in enumerate(VALUES)}
_SPLIT = {
    value: tuple((group[0], group[1:]) for group in groups) for value, groups in PIECES.items()
}
_LEFT = [tuple(value for value in VALUES if bits & _BIT[value]) for bits in range(8)]
_ALL = len(_LEFT) - 1


class Rules:
    """What does not change while a board is searched."""

    def __init__(self, instance: SlashInstance) -> None:
        self.grid = Grid(instance.rows, instance.columns)
        self.letters = instance.letters
        self.bridges = instance.puzzle.bridges
        self.clues = [clue for row in instance.clues for clue in row]
        self.corners_at: list[list[Corner]] = [[] for _ in self.clues]
        """For every cell the points at its corners: the cells around each, and their cuts there."""
        self.around: list[int] = [0] * self.grid.cells
        """For every cell those that have such a point in common with it, as bits."""
        for corner in self.grid.corners:
            for cell in corner.cells:
                self.corners_at[cell].append(corner)
                for other in corner.cells:
                    self.around[cell] |= 1 << other


class Knowledge:
    """What is known of a board; `undecided` are the cells that are not decided, as bits.

    A piece is known by the number of one of its borders, and everything about it is kept there.
    """

    __slots__ = (
        "_at",
        "_clues",
        "_decided",
        "_ends",
        "_fewest",
        "_known",
        "_left",
        "_members",
        "_opposite",
        "_piece",
        "_rules",
        "undecided",
    )

    def __init__(self, rules: Rules) -> None:
        grid = rules.grid
        self._rules = rules
        self.undecided = (1 << grid.cells) - 1
        self._decided = [""] * grid.cells
        self._left = [_ALL] * grid.cells
        self._fewest = [0, 0, 0, self.undecided]
        """The cells that are not decided and have 0, 1, 2 or 3 values left, as bits."""
        self._piece = list(range(grid.border_count))
        self._members = [1 << border for border in range(grid.border_count)]
        """The borders of every piece, as bits."""
        self._opposite = [0] * grid.border_count
        """The borders across the cuts of every piece, as bits."""
        self._known = [0] * grid.border_count
        """The letters of every piece, as bits."""
        self._clues = [0] * grid.border_count
        """How many clues it has."""
        self._ends = [len(cells) for cells in grid.beside]
        """How many of its borders are those of cells that are not decided; some count twice."""
        self._at = [sum(1 << cell for cell, _ in cells) for cells in grid.beside]
        """The cells at its borders, as bits."""

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """What is known at first: that cells with a clue are not cut."""
        known = cls(rules)
        cells = [cell for cell, clue in enumerate(rules.clues) if clue != NO_CLUE]
        for cell in cells:
            known._decide_only(cell, UNCUT)
        for cell in cells:
            clue, piece = rules.clues[cell], known._piece[rules.grid.borders[cell][0]]
            known._clues[piece] += 1
            if clue != ANY:
                # A letter that is there twice counts as too many clues.
                twice = known._known[piece] >> clue & 1
                known._clues[piece] += twice * rules.letters
                known._known[piece] |= 1 << clue
        known._look_again(known.undecided)
        return known

    def copy(self) -> Self:
        """The same, which may change without this one."""
        other = object.__new__(type(self))
        other._rules = self._rules
        other.undecided = self.undecided
        other._decided = self._decided[:]
        other._left = self._left[:]
        other._fewest = self._fewest[:]
        other._piece = self._piece[:]
        other._members = self._members[:]
        other._opposite = self._opposite[:]
        other._known = self._known[:]
        other._clues = self._clues[:]
        other._ends = self._ends[:]
        other._at = self._at[:]
        return other

    def is_possible(self) -> bool:
        """Whether no piece has too many clues, or is closed with too few; asked once, at first."""
        letters = self._rules.letters
        return all(
            self._clues[piece] <= letters and (self._ends[piece] or self._clues[piece] == letters)
            for piece in set(self._piece)
        )

    def open_cells(self) -> int:
        """How many cells are not decided."""
        return self.undecided.bit_count()

    def values(self) -> list[str]:
        """How every cell is cut, once all are decided."""
        return self._decided

    def next_choice(self) -> tuple[int, tuple[str, ...]]:
        """The first cell with the fewest values left, and these."""
        cells = next(cells for cells in self._fewest if cells)
        cell = (cells & -cells).bit_length() - 1
        return cell, _LEFT[self._left[cell]]

    def decide(self, cell: int, value: str) -> None:
        """Decides for a value that is not plainly impossible."""
        changed = self._rules.around[cell]
        for piece in self._decide_only(cell, value):
            changed |= self._at[piece]
        self._look_again(changed & self.undecided)

    def _decide_only(self, cell: int, value: str) -> list[int]:
        """Decides a cell, and says which pieces have changed."""
        bit = 1 << cell
        self.undecided &= ~bit
        self._fewest[self._left[cell].bit_count()] &= ~bit
        self._decided[cell] = value
        borders, piece = self._rules.grid.borders[cell], self._piece
        changed = []
        for first, others in _SPLIT[value]:
            self._ends[piece[borders[first]]] -= 1
            for other in others:
                self._ends[piece[borders[other]]] -= 1
                self._join(piece[borders[first]], piece[borders[other]])
            changed.append(piece[borders[first]])
        if value != UNCUT:
            one, other = changed
            self._opposite[one] |= self._members[other]
            self._opposite[other] |= self._members[one]
        return changed

    def _join(self, one: int, other: int) -> None:
        if one == other:
            return
        if self._members[one].bit_count() < self._members[other].bit_count():
            one, other = other, one
        members = self._members[other]
        self._members[one] |= members
        self._opposite[one] |= self._opposite[other]
        self._known[one] |= self._known[other]
        self._clues[one] += self._clues[other]
        self._ends[one] += self._ends[other]
        self._at[one] |= self._at[other]
        while members:
            lowest = members & -members
            self._piece[lowest.bit_length() - 1] = one
            members ^= lowest

    def _look_again(self, cells: int) -> None:
        """Strikes off the values of some cells that have become impossible."""
        while cells:
            bit = cells & -cells
            cells ^= bit
            cell = bit.bit_length() - 1
            before = self._left[cell]
            left = before
            for value in _LEFT[before]:
                if not self._is_possible(cell, value):
                    left ^= _BIT[value]
            if left != before:
                self._left[cell] = left
                self._fewest[before.bit_count()] &= ~bit
                self._fewest[left.bit_count()] |= bit

    def _is_possible(self, cell: int, value: str) -> bool:
        piece = self._piece
        north, east, south, west = self._rules.grid.borders[cell]
        north, east, south, west = piece[north], piece[east], piece[south], piece[west]
        if value == UNCUT:
            pieces = {north, east, south, west}
            return not self._is_dangling(cell, value) and self._can_join(pieces, 4)
        if value == FORWARD:
            one, other = {north, west}, {east, south}
        else:
            one, other = {north, east}, {south, west}
        if one & other:
            # A bridge, and one piece in the end.
            possible = self._rules.bridges and self._can_join(one | other, 4)
        else:
            possible = self._can_join(one, 2) and self._can_join(other, 2)
        return possible and not self._is_dangling(cell, value)

    def _can_join(self, pieces: set[int], ends: int) -> bool:
        """Whether pieces may become one, when so many of their ends are used up."""
        known = clues = 0
        ends = -ends
        for piece in pieces:
            if known & self._known[piece]:
                return False
            known |= self._known[piece]
            clues += self._clues[piece]
            ends += self._ends[piece]
        if clues > self._rules.letters or (not ends and clues < self._rules.letters):
            return False
        if self._rules.bridges:
            return True
        members = opposite = 0
        for piece in pieces:
            members |= self._members[piece]
            opposite |= self._opposite[piece]
        return not members & opposite

    def _is_dangling(self, cell: int, value: str) -> bool:
        """Whether exactly one cut ends at a point whose cells are all decided then."""
        decided = self._decided
        for cells, cuts in self._rules.corners_at[cell]:
            ends = 0
            for other, cut in zip(cells, cuts, strict=True):
                shown = value if other == cell else decided[other]
                if not shown:
                    break
                ends += shown == cut
            else:
                if ends == 1:
                    return True
        return False


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found.

    Attributes:
        solutions: The solutions, row by row.
        complete: Whether there are no others.
        wrong: For how many values it decided that do not lead to the one solution; if it is not
            complete, at least so many. Where there are several solutions, this means little.
        forced: How many cells it decided before it had a choice for the first time.
    """

    solutions: tuple[tuple[str, ...], ...]
    complete: bool
    wrong: int
    forced: int


def search(
    instance: SlashInstance,
    *,
    most_wrong: int,
    most_solutions: int | None = None,
    near: Sequence[str] = (),
    tick: Callable[[], object] | None = None,
) -> Found:
    """Looks for solutions by plain logic.

    Args:
        instance: The board.
        most_wrong: After how many wrong values to give up.
        most_solutions: How many solutions are enough, or None for all.
        near: A solution that is known, row by row; it is found first, and then those that are
            like it.
        tick: Called now and then; what it raises ends the search.

    Example:
        >>> from ilpuzzles.workbench.loading import load
        >>> bridge = load("surasshupakku", "bridge", parameters={"bridges": "allowed"}).instance
        >>> found = search(bridge, most_wrong=1000)
        >>> len(found.solutions), found.complete
        (9, True)
    """
    rules = Rules(instance)
    start = Knowledge.of(rules)
    free = len(instance.free_cells())
    known_values = "".join(near)
    solutions: list[tuple[str, ...]] = []
    right = nodes = forced = 0
    chosen = False
    waiting = [(start, -1, "")] if start.is_possible() else []
    while waiting:
        known, cell, value = waiting.pop()
        while True:
            if cell >= 0:
                nodes += 1
                known.decide(cell, value)
                if tick is not None and not nodes % _OFTEN:
                    tick()
                on_the_way = free - known.undecided.bit_count()
                if nodes - max(right, on_the_way) > most_wrong:
                    return Found(tuple(solutions), False, most_wrong, forced)
            if not known.undecided:
                solutions.append(rules.grid.lines(known.values()))
                right += free
                if len(solutions) == most_solutions:
                    return Found(tuple(solutions), False, max(nodes - right, 0), forced)
                break
            cell, values = known.next_choice()
            chosen = chosen or len(values) != 1
            forced += not chosen
            if not values:
                break
            value = values[0]
            if known_values and known_values[cell] in values:
                value = known_values[cell]
            others = [other for other in reversed(values) if other != value]
            waiting += [(known.copy(), cell, other) for other in others]
    return Found(tuple(solutions), True, max(nodes - right, 0), forced)


def board_difficulty(
    instance: SlashInstance, most: int = MOST_WRONG, tick: Callable[[], object] | None = None
) -> Difficulty:
    """Searches for all solutions of a board, and counts what it does wrong; see `search`."""
    found = search(instance, most_wrong=min(most, most_wrong(instance)), tick=tick)
    return Difficulty(found.wrong, found.complete, len(found.solutions), found.forced)


def most_wrong(instance: SlashInstance) -> int:
    """After how many wrong values a search of a board is given up."""
    return min(MOST_WRONG, _WORK // (instance.rows * instance.columns))
