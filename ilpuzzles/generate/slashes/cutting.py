r"""Random cuttings of a board into parts of about the same size.

A part is cut in two along a path of diagonals that begins and ends on the border of the board, or
on cuts that are there, and visits no such point in between, and no other one twice. So the cuts and
the border of the board always hang together: no cut ends inside the board, no part has a hole, and
every cut has different parts on both sides. That goes on until there are as many parts as wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ilpuzzles.dice import Dice
from ilpuzzles.generate.slashes.grid import Grid
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import BACK, FORWARD, UNCUT

_PATHS = 40
"""So many paths are tried to cut a part in two; the best one is taken."""

_RESTARTS = 10
"""So often a cutting is begun before it is given up."""

_TURN = 0.65
"""How likely a path is to turn where it might."""

_WINDING = 0.015
"""What a further cut on a path is worth, next to the share by which parts have the wrong size."""


@dataclass(frozen=True, slots=True)
class Cutting:
    r"""A board that is cut.

    Attributes:
        cuts: How every cell is cut: `/`, `\\` or `.`.
        parts: The cells of every part that are not cut.
    """

    cuts: tuple[str, ...]
    parts: tuple[tuple[int, ...], ...]


class _Part(NamedTuple):
    """A part, and into how many it is still to be cut."""

    borders: set[int]
    number: int


class _Halves(NamedTuple):
    """How good a path is, its cuts, and the parts on both sides."""

    score: float
    cuts: dict[int, str]
    sides: tuple[_Part, _Part]


def random_cutting(
    grid: Grid,
    parts: int,
    room: int,
    dice: Dice,
    *,
    tick: Callable[[], object] | None = None,
) -> Cutting | None:
    """A random cutting into so many parts.

    Args:
        grid: The board.
        parts: How many parts there are.
        room: How many cells that are not cut every part has at least.
        dice: What is random comes from here.
        tick: Called now and then; what it raises ends the search.

    Returns:
        The cutting, or None if none was found.

    Example:
        >>> cutting = random_cutting(Grid(4, 5), 3, 3, Dice(1))
        >>> len(cutting.parts), min(map(len, cutting.parts)) >= 3
        (3, True)
    """
    for _ in range(_RESTARTS):
        if tick is not None:
            tick()
        cutting = _Cutter(grid, room, dice).cut(parts)
        if cutting is not None:
            return cutting
    return None


class _Cutter:
    def __init__(self, grid: Grid, room: int, dice: Dice) -> None:
        self.grid, self.room, self.dice = grid, room, dice
        self.cuts = [UNCUT] * grid.cells
        rows, columns = grid.rows, grid.columns
        self.wide = columns + 1
        points = range((rows + 1) * (columns + 1))
        self.taken = [
            point // self.wide in {0, rows} or point % self.wide in {0, columns} for point in points
        ]

    def cut(self, parts: int) -> Cutting | None:
        waiting, done = [_Part(set(range(self.grid.border_count)), parts)], []
        while waiting:
            part = waiting.pop()
            if part.number == 1:
                done.append(part)
                continue
            found = [self._halves(part) for _ in range(_PATHS)]
            best = max((one for one in found if one), key=lambda one: one.score, default=None)
            if best is None:
                return None
            for cell, cut in best.cuts.items():
                self.cuts[cell] = cut
                for point in self._ends(cell, cut):
                    self.taken[point] = True
            waiting += best.sides
        cells = [tuple(self._whole(part.borders)) for part in done]
        if any(len(part) < self.room for part in cells):
            return None
        return Cutting(tuple(self.cuts), tuple(sorted(cells)))

    def _whole(self, borders: set[int]) -> list[int]:
        """The cells of a part that are not cut."""
        return sorted(
            cell
            for border in borders
            for cell, place in self.grid.beside[border]
            if place == 0 and self.cuts[cell] == UNCUT
        )

    def _ends(self, cell: int, cut: str) -> tuple[int, int]:
        point = cell // self.grid.columns * self.wide + cell % self.grid.columns
        return (point, point + self.wide + 1) if cut == BACK else (point + 1, point + self.wide)

    def _halves(self, part: _Part) -> _Halves | None:
        """A random path through a part, unless it is a bad one."""
        whole = self._whole(part.borders)
        if not whole:
            return None
        path = self._path(set(whole))
        if path is None:
            return None
        for cell, cut in path.items():
            self.cuts[cell] = cut
        first = next(iter(path))
        north, south = self.grid.borders[first][0], self.grid.borders[first][2]
        one, other = (self.grid.piece(border, self.cuts) for border in (north, south))
        sizes = len(self._whole(one)), len(self._whole(other))
        for cell in path:
            self.cuts[cell] = UNCUT
        share = sizes[0] / max(sum(sizes), 1)
        number = min(max(round(part.number * share), 1), part.number - 1)
        numbers = number, part.number - number
        if any(size < wanted * self.room for size, wanted in zip(sizes, numbers, strict=True)):
            return None
        score = min(len(path), 12) * _WINDING - abs(share * part.number - number) / number
        return _Halves(score, path, (_Part(one, numbers[0]), _Part(other, numbers[1])))

    def _path(self, whole: set[int]) -> dict[int, str] | None:
        """A random path, as cells and their cuts; None if it is lost before it ends."""
        starts = sorted(
            point
            for cell in whole
            for cut in (FORWARD, BACK)
            for point in self._ends(cell, cut)
            if self.taken[point]
        )
        point, before = self.dice.choice(starts), (0, 0)
        path: dict[int, str] = {}
        seen: set[int] = set()
        columns = self.grid.columns
        while True:
            steps, straight = [], None
            row, column = divmod(point, self.wide)
            for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                r, c = row + min(down, 0), column + min(right, 0)
                cell = r * columns + c
                if not (0 <= r < self.grid.rows and 0 <= c < columns):
                    continue
                step = (cell, BACK if down == right else FORWARD, down, right)
                after = (row + down) * self.wide + column + right
                if cell not in whole or cell in path or after in seen:
                    continue
                if (down, right) == before:
                    straight = step
                else:
                    steps.append(step)
            if straight and (not steps or self.dice.fraction() > _TURN):
                steps = [straight]
            if not steps:
                return None
            cell, cut, down, right = self.dice.choice(steps)
            path[cell], before = cut, (down, right)
            point = (row + down) * self.wide + column + right
            if self.taken[point]:
                return path
            seen.add(point)
