"""Lines through cells: as words of letters n, e, s and w, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ilpuzzles.geometry.shapes import parts_of
from ilpuzzles.grid.grid import STEPS, Cell, Grid, Pair


def line_words(
    grid: Grid,
    pairs: Sequence[Pair],
    values: Sequence[Any],
    words: Mapping[Cell, str] | None = None,
) -> list[str]:
    """Lines between squares as rows of words: in which directions they leave each cell.

    Args:
        grid: The grid.
        pairs: The pairs of cells between which there may be lines.
        values: For each of them 1 for a line, 0 for none, and None if that is open, which makes a
            `?` at the end of the word.
        words: What to write into cells without lines; `-` if nothing is said.

    Example:
        >>> grid = Grid.of(2, 2)
        >>> line_words(grid, grid.pairs, [1, 0, 1, None])
        ['e sw', '? n?']
    """
    ways: dict[Cell, set[str]] = {cell: set() for cell in grid.cells}
    for pair, value in zip(pairs, values, strict=True):
        one, other = sorted(pair)
        there, back = "??" if value is None else "ew" if one[0] == other[0] else "sn"
        if value != 0:
            ways[one].add(there)
            ways[other].add(back)
    at = {cell: "".join(way for way in "nsew?" if way in found) for cell, found in ways.items()}
    open_ones = {cell: word for cell, word in at.items() if word == "?"}
    lined = {cell: word for cell, word in at.items() if word not in {"", "?"}}
    return grid.tokens({**open_ones, **(words or {}), **lined})


def read_lines(grid: Grid, rows: Sequence[str]) -> dict[Cell, set[Cell]]:
    """Where the lines lead from each cell, in such rows.

    Example:
        >>> read_lines(Grid.of(1, 2), ["e -"])
        {(0, 0): {(0, 1)}, (0, 1): set()}
    """
    found: dict[Cell, set[Cell]] = {}
    for cell, word in grid.read_tokens(rows).items():
        letters = word.removesuffix("?")
        ways = letters if set(letters) <= set(STEPS) else ""
        found[cell] = {grid.step(cell, way) for way in ways}
    return found


def line_pairs(grid: Grid, rows: Sequence[str]) -> list[Pair]:
    """The pairs of cells between which such rows have a line, in either cell."""
    ahead = read_lines(grid, rows)
    return sorted({(min(a, b), max(a, b)) for a, beyond in ahead.items() for b in beyond})


def loop_faults(ahead: Mapping[Any, Collection[Any]], ends: Collection[Any] = ()) -> Iterator[str]:
    """What is wrong with lines that should be one loop, or ways between ends.

    Args:
        ahead: Where the lines lead from each place.
        ends: Places that have one line; there may then be several ways, and no loop. Without any,
            there is to be one loop.

    Example:
        >>> list(loop_faults({"a": {"b"}, "b": {"a", "c"}, "c": set()}))
        ['the line ends at a', 'the line from b to c has no other end']
    """
    for place, beyond in ahead.items():
        wanted = 1 if place in ends else 2
        if len(beyond) > wanted:
            yield f"the line branches at {place}"
        elif len(beyond) < wanted and (beyond or wanted == 1):
            yield f"the line ends at {place}"
        for other in sorted(beyond):
            if place not in ahead.get(other, ()):
                yield f"the line from {place} to {other} has no other end"
    parts = line_parts(ahead)
    loops = [part for part in parts if not set(part).intersection(ends)]
    if ends:
        yield from (f"there is a loop at {part[0]}" for part in loops)
    elif len(loops) > 1:
        yield f"there are {len(loops)} loops"
    elif not loops:
        yield "there is no loop"


def line_parts(ahead: Mapping[Any, Iterable[Any]]) -> list[list[Any]]:
    """The places on lines, sorted into those that lines join."""
    return parts_of((place for place in ahead if ahead[place]), lambda one: ahead.get(one, ()))
