"""The plain data of a tiling puzzle, in tuples instead of lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, ...]
"""The integer coordinates of an atom or a vector."""


class Placement(NamedTuple):
    """A copy of a tile that lies somewhere."""

    tile: str
    """The name of the tile."""
    atoms: tuple[Point, ...]
    """The atoms that it covers."""
    colours: tuple[str, ...] = ()
    """A word for each atom, if there are colours: its own, and those of its sides."""


def points_of(rows: Iterable[Iterable[int]]) -> tuple[Point, ...]:
    """Points as tuples."""
    return tuple(tuple(row) for row in rows)


def placements_of(entries: Iterable[dict[str, Any]]) -> list[Placement]:
    """The placements in a solution's `tiles` or an instance's `givens`."""
    return [Placement(entry["tile"], points_of(entry["atoms"]), _words(entry)) for entry in entries]


def _words(entry: dict[str, Any]) -> tuple[str, ...]:
    """The colours of every atom and of its sides; none if the entry has no colours."""
    if "cells" not in entry and "edges" not in entry:
        return ()
    cells = entry.get("cells") or "." * len(entry["atoms"])
    sides = entry.get("edges", "").split()
    return tuple(cell + word for cell, word in zip_longest(cells, sides, fillvalue=""))


def lattice_of(instance: dict[str, Any]) -> str:
    """The name of an instance's lattice; if it is not named, the region's dimension tells it.

    Example:
        >>> lattice_of({"region": [[0, 0, 0]]})
        'cubic'
    """
    named = instance.get("lattice")
    if named:
        return str(named)
    return "cubic" if any(len(point) == 3 for point in instance["region"]) else "square"


def reduced(point: Point, periods: Sequence[Point]) -> Point:
    """The representative of a point where points that differ by periods are the same.

    The periods are in echelon form: the first entry of each that is not zero is positive, and all
    later vectors are zero there and before. The representative's coordinate at that entry, for
    every period, is at least 0 and less than the entry.

    Example:
        >>> reduced((1, 14), [(0, 12)]), reduced((5, 0), [(4, 1)])
        ((1, 2), (1, -1))
    """
    for period in periods:
        pivot = next(axis for axis, entry in enumerate(period) if entry)
        times = point[pivot] // period[pivot]
        point = tuple(a - times * b for a, b in zip(point, period, strict=True))
    return point
