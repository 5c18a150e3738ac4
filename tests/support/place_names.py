"""Reads places out of sentences, by the grammar of their names: rows and columns count from 1.

A place is what stands there in half cells, as in `support.seen`: the cell `row 2, column 3` is
(3, 5), the line below it (4, 5), its upper left corner (2, 4). A clue beside the board is its side
and the number of its line from 0.
"""

from __future__ import annotations

import re
from typing import TypeAlias

Named: TypeAlias = tuple[int, int] | tuple[str, int]

_CELL = r"row (\d+), column (\d+)"
_STEPS = {"above": (-1, 0), "below": (1, 0), "left of": (0, -1), "right of": (0, 1)}
_LINES = {"above": "column", "below": "column", "left of": "row", "right of": "row"}
_PLACE = re.compile(
    rf"(?P<pair>from {_CELL} to {_CELL})"
    rf"|(?P<corner>the (upper|lower) (left|right) corner of {_CELL})"
    rf"|(?P<side>(above|below|left of|right of) {_CELL})"
    r"|(?P<beside>(above|below) column (\d+)|(left of|right of) row (\d+)(?!, column))"
    rf"|(?P<cell>{_CELL})"
)
_NUMBERED = re.compile(rf"the (\d+) at {_CELL}")


def _middle(row: str, column: str) -> tuple[int, int]:
    return 2 * int(row) - 1, 2 * int(column) - 1


def places_in(sentence: str) -> list[Named]:
    """The places that a sentence names, in their order; rows and columns as a whole are none."""
    return [_place(found) for found in _PLACE.finditer(sentence)]


def _place(found: re.Match[str]) -> Named:
    text = found[0]
    cells = re.findall(_CELL, text)
    if found["beside"]:
        side = next(side for side in _LINES if text.startswith(side))
        assert _LINES[side] in text
        return side.removesuffix(" of"), int(text.split()[-1]) - 1
    middles = [_middle(*cell) for cell in cells]
    if found["pair"]:
        (a, b), (u, v) = middles
        return (a + u) // 2, (b + v) // 2
    ((y, x),) = middles
    if found["corner"]:
        return y + (1 if "lower" in text else -1), x + (1 if " right corner" in text else -1)
    if found["side"]:
        down, right = next(step for way, step in _STEPS.items() if text.startswith(way))
        return y + down, x + right
    return y, x


def numbers_in(sentence: str) -> list[tuple[str, tuple[int, int]]]:
    """The numbers that a sentence names with their cells: `the 3 at row 1, column 2`."""
    return [(found[1], _middle(found[2], found[3])) for found in _NUMBERED.finditer(sentence)]
