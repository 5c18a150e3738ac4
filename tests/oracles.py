"""Independent answers to compare with: slow, simple, and without any of the package's code."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any


def turned_copies(shape: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """All rotated and mirrored copies of a shape on a square or cubic lattice, as sorted lists."""
    dimension = len(shape[0])
    found = set()
    for order in permutations(range(dimension)):
        for signs in product((1, -1), repeat=dimension):
            turned = [
                tuple(sign * point[axis] for sign, axis in zip(signs, order, strict=True))
                for point in shape
            ]
            least = tuple(min(column) for column in zip(*turned, strict=True))
            found.add(
                tuple(sorted(tuple(a - b for a, b in zip(p, least, strict=True)) for p in turned))
            )
    return [list(copy) for copy in sorted(found)]


def count_tilings(plain: dict[str, Any]) -> int:
    """Counts the solutions of a two-sided tiling instance, given as plain data.

    Fills the first free cell in all ways, and remembers the count of every state it has seen.
    """
    cells = [tuple(point) for point in plain["region"]]
    # Along the short side first: then few cells are half done, and states meet often.
    extent = [len({cell[axis] for cell in cells}) for axis in range(len(cells[0]))]
    axes = sorted(range(len(extent)), key=lambda axis: -extent[axis])
    cells.sort(key=lambda cell: [cell[axis] for axis in axes])
    number = {cell: bit for bit, cell in enumerate(cells)}
    names = sorted(plain["tiles"])
    placements: list[list[tuple[int, int]]] = [[] for _ in cells]
    for tile, name in enumerate(names):
        shape = [tuple(point) for point in plain["tiles"][name]["shape"]]
        for copy in turned_copies(shape):
            for cell in cells:
                shift = tuple(a - b for a, b in zip(cell, copy[0], strict=True))
                moved = [tuple(a + b for a, b in zip(p, shift, strict=True)) for p in copy]
                if all(point in number for point in moved):
                    mask = sum(1 << number[point] for point in moved)
                    placements[min(number[point] for point in moved)].append((tile, mask))
    filled = used = 0
    for given in plain["givens"]:
        used |= 1 << names.index(given["tile"])
        filled |= sum(1 << number[tuple(point)] for point in given["atoms"])
    everything = (1 << len(cells)) - 1

    @cache
    def count(filled: int, used: int) -> int:
        if filled == everything:
            return 1
        first = (~filled & -~filled).bit_length() - 1
        return sum(
            count(filled | mask, used | 1 << tile)
            for tile, mask in placements[first]
            if not (mask & filled or used >> tile & 1)
        )

    return count(filled, used)
