"""All right cuttings of small Surasshupakku boards, and random boards.

The oracle goes through the cells in reading order. Its parts are sets of the centres of borders, as
in union-find, each with the clues that it has and the number of ends where it may still grow.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

Clues = list[list[int]]
"""For every cell the number of a letter, 0 for no clue, or -1 for any letter."""


@dataclass
class _Parts:
    """Parts so far; entries of other borders than the leaders mean nothing."""

    leader: list[int]
    known: list[int]
    """The known letters of each part, as bits."""
    clues: list[int]
    ends: list[int]
    """How many sides of the borders in each part lie in cells that are still to come."""

    def copy(self) -> _Parts:
        return _Parts(self.leader[:], self.known[:], self.clues[:], self.ends[:])

    def find(self, border: int) -> int:
        while self.leader[border] != border:
            border = self.leader[border]
        return border

    def join(self, one: int, other: int) -> bool:
        """Whether no known letter is in both, unless they are one part already."""
        one, other = self.find(one), self.find(other)
        if one == other:
            return True
        self.leader[other] = one
        once = not self.known[one] & self.known[other]
        self.known[one] |= self.known[other]
        self.clues[one] += self.clues[other]
        self.ends[one] += self.ends[other]
        return once

    def add_clue(self, border: int, clue: int) -> bool:
        """Whether the part of the border has not got that letter yet."""
        part = self.find(border)
        bit = 0 if clue < 0 else 1 << clue
        once = not self.known[part] & bit
        self.known[part] |= bit
        self.clues[part] += 1
        return once


def _no_parts(rows: int, columns: int) -> _Parts:
    """Every border alone."""
    count = rows * (2 * columns + 1) + columns
    return _Parts(list(range(count)), [0] * count, [0] * count, [0] * count)


def _borders(columns: int, row: int, column: int) -> tuple[int, int, int, int]:
    """The numbers of the north, west, east and south border of a cell."""
    north = row * (2 * columns + 1) + column
    return north, north + columns, north + columns + 1, north + 2 * columns + 1


def _joins(around: tuple[int, int, int, int], how: str) -> list[tuple[int, int]]:
    """The borders of a cell that hang together, however it is cut."""
    north, west, east, south = around
    if how == "/":
        return [(north, west), (south, east)]
    if how == "\\":
        return [(north, east), (south, west)]
    return [(north, west), (west, south), (south, east)]


def all_cuttings(clues: Clues, letters: int, *, bridges: bool) -> set[tuple[str, ...]]:
    r"""Every right way to cut a board, by trying all of them.

    Args:
        clues: For every cell the number of a letter, 0 for no clue, or -1 for any letter.
        letters: How many letters there are.
        bridges: Whether both sides of a cut may lie in the same part.

    Returns:
        For every cutting its rows, of `/`, `\` and `.`.
    """
    rows, columns = len(clues), len(clues[0])
    search = _Search(clues, letters, bridges)
    parts = _no_parts(rows, columns)
    for row in range(rows):
        for column in range(columns):
            for border in _borders(columns, row, column):
                parts.ends[border] += 1
    search.go_on((0, 0), parts)
    return search.found


class _Search:
    """Goes through all ways to cut the cells from some cell on."""

    def __init__(self, clues: Clues, letters: int, bridges: bool) -> None:
        self.clues, self.letters, self.bridges = clues, letters, bridges
        self.cut: dict[tuple[int, int], str] = {}
        self.found: set[tuple[str, ...]] = set()

    def go_on(self, cell: tuple[int, int], before: _Parts) -> None:
        row, column = cell
        if column == len(self.clues[0]):
            row, column = row + 1, 0
        if row == len(self.clues):
            lines = [[self.cut[r, c] for c in range(len(self.clues[0]))] for r in range(row)]
            self.found.add(tuple("".join(line) for line in lines))
            return
        for how in "." if self.clues[row][column] else "./\\":
            self.cut[row, column] = how
            parts = before.copy()
            if not self.is_loose(row, column) and self.is_right(row, column, parts):
                self.go_on((row, column + 1), parts)
            del self.cut[row, column]

    def is_loose(self, row: int, column: int) -> bool:
        """Whether exactly one cut ends in the upper left corner of a cell."""
        if row == 0 or column == 0:
            return False
        falling = [self.cut[row - 1, column - 1], self.cut[row, column]]
        rising = [self.cut[row - 1, column], self.cut[row, column - 1]]
        return falling.count("\\") + rising.count("/") == 1

    def is_right(self, row: int, column: int, parts: _Parts) -> bool:
        """Adds a cell to the parts; whether these may still become right."""
        clue, around = self.clues[row][column], _borders(len(self.clues[0]), row, column)
        for border in around:
            parts.ends[parts.find(border)] -= 1
        for one, other in _joins(around, self.cut[row, column]):
            if not parts.join(one, other):
                return False
        if clue and not parts.add_clue(around[0], clue):
            return False
        for part in {parts.find(border) for border in around}:
            if parts.clues[part] > self.letters:
                return False
            if parts.ends[part] == 0 and parts.clues[part] < self.letters:
                return False
        return self.bridges or not self.has_bridge(parts)

    def has_bridge(self, parts: _Parts) -> bool:
        for (row, column), how in self.cut.items():
            north, _, _, south = _borders(len(self.clues[0]), row, column)
            if how != "." and parts.find(north) == parts.find(south):
                return True
        return False


def random_board(seed: int) -> tuple[Clues, int]:
    """A board of at most 4 x 4 cells and 9 without clues, and the number of its letters.

    Every other board has a solution. On the others the clues may fail to go round.
    """
    dice = random.Random(seed)
    rows, columns = dice.randint(1, 4), dice.randint(1, 4)
    if dice.random() < 0.7:
        rows, columns = max(rows, 3), max(columns, 3)
    board = _with_solution(dice, rows, columns) if seed % 2 else None
    clues, letters = board or _anyhow(dice, rows, columns)
    if dice.random() < 0.4:
        share = dice.choice([0.1, 0.3, 1.0])
        clues = [[-1 if one and dice.random() < share else one for one in row] for row in clues]
    return clues, letters


def bridge_board(seed: int) -> tuple[Clues, int]:
    """A board of 5 x 5 cells and one letter, a board of least size where bridges can be right.

    One of its two or three clues is in the middle. A bridge ties a ring around it to the border.
    """
    dice = random.Random(seed)
    clues = [[0] * 5 for _ in range(5)]
    clues[2][2] = 1
    others = [(row, column) for row in range(5) for column in range(5) if (row, column) != (2, 2)]
    for row, column in dice.sample(others, dice.choice([1, 2])):
        clues[row][column] = dice.choice([1, 1, -1])
    return clues, 1


def _anyhow(dice: random.Random, rows: int, columns: int) -> tuple[Clues, int]:
    """Clues anywhere; most of the time each letter as often as every other."""
    cells = rows * columns
    letters = dice.randint(1, min(4, cells))
    least, most = max(1, -(-max(1, cells - 9) // letters)), cells // letters
    if most < least:
        letters, least, most = 1, max(1, cells - 9), cells
    parts = min(dice.randint(least, most), max(least, 4))
    shown = [letter for letter in range(1, letters + 1) for _ in range(parts)]
    if dice.random() < 0.2:
        shown = [dice.randint(1, letters) for _ in shown]
    values = shown + [0] * (cells - len(shown))
    dice.shuffle(values)
    return [values[row * columns : (row + 1) * columns] for row in range(rows)], letters


def _with_solution(dice: random.Random, rows: int, columns: int) -> tuple[Clues, int] | None:
    """Clues in the parts of a random cutting, if one is found that has room for them."""
    cells = rows * columns
    for _ in range(200):
        cut: dict[tuple[int, int], str] = {}
        ends: set[tuple[int, int]] = set()
        for _ in range(dice.randint(0, 3)):
            _walk(dice, (rows, columns), cut, ends)
        room = _room(rows, columns, cut)
        smallest = min(map(len, room))
        fitting = [m for m in range(1, min(4, smallest) + 1) if m * len(room) >= cells - 9]
        if not fitting:
            continue
        letters = dice.choice(fitting)
        clues = [[0] * columns for _ in range(rows)]
        for part in room:
            for letter, (row, column) in enumerate(dice.sample(part, letters), 1):
                clues[row][column] = letter
        return clues, letters
    return None


def _walk(
    dice: random.Random,
    size: tuple[int, int],
    cut: dict[tuple[int, int], str],
    ends: set[tuple[int, int]],
) -> None:
    """Cuts from the outer border to the outer border or another cut, unless it is lost before."""
    rows, columns = size
    points = [(row, column) for row in range(rows + 1) for column in range(columns + 1)]
    outer = {(row, column) for row, column in points if row in (0, rows) or column in (0, columns)}
    row, column = dice.choice(sorted(outer))
    mine: dict[tuple[int, int], str] = {}
    seen = [(row, column)]
    while len(seen) == 1 or (row, column) not in outer | ends:
        steps = [
            (down, right)
            for down in (-1, 1)
            for right in (-1, 1)
            if (row + down, column + right) in points
            and (row + down, column + right) not in seen
            and (row + min(down, 0), column + min(right, 0)) not in cut
        ]
        if not steps:
            return
        down, right = dice.choice(steps)
        mine[row + min(down, 0), column + min(right, 0)] = "\\" if down == right else "/"
        row, column = row + down, column + right
        seen.append((row, column))
    cut.update(mine)
    ends.update(seen)


def _room(rows: int, columns: int, cut: dict[tuple[int, int], str]) -> list[list[tuple[int, int]]]:
    """The cells that are not cut in each part; there may be none."""
    parts = _no_parts(rows, columns)
    whole: dict[tuple[int, int], int] = {}
    for row in range(rows):
        for column in range(columns):
            how = cut.get((row, column), ".")
            for one, other in _joins(_borders(columns, row, column), how):
                parts.join(one, other)
            if how == ".":
                whole[row, column] = _borders(columns, row, column)[0]
    room: dict[int, list[tuple[int, int]]] = {parts.find(border): [] for border in parts.leader}
    for cell, border in whole.items():
        room[parts.find(border)].append(cell)
    return list(room.values())
