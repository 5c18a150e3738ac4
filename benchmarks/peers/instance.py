"""The model that every peer states, as plain arrays: a random exact cover, like a tiling.

Every variable is the placement of a tile. It has an entry in the row of its tile, which says
`<= 1`, and in the rows of the cells that it covers, which say `== 1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Size:
    """How large an instance is.

    Attributes:
        variables: How many placements there are.
        tiles: How many rows say `<= 1`.
        cells: How many rows say `== 1`.
        covered: How many cells each placement covers.
    """

    variables: int
    tiles: int
    cells: int
    covered: int

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.tiles + self.cells

    @property
    def nonzeros(self) -> int:
        """How many entries the rows have in all."""
        return self.variables * (self.covered + 1)


SIZES = {
    "small": Size(variables=2_000, tiles=12, cells=58, covered=4),
    "large": Size(variables=200_000, tiles=200, cells=1_800, covered=5),
}


@dataclass(frozen=True, slots=True)
class Instance:
    """The rows in compressed form, those of the tiles first.

    Attributes:
        size: How large it is.
        starts: Where each row begins among the entries, and their number, shape (rows + 1,).
        columns: The variables of all entries, ascending within each row.
        weights: A number from 1 to 9 for every entry, for the styles that write `c * x`.
    """

    size: Size
    starts: IntArray
    columns: IntArray
    weights: IntArray

    def arrays(self) -> Iterator[tuple[bool, IntArray]]:
        """Whether a row says `<= 1`, and its variables; row by row."""
        starts = self.starts.tolist()
        for row, (first, last) in enumerate(pairwise(starts)):
            yield row < self.size.tiles, self.columns[first:last]

    def lists(self) -> Iterator[tuple[bool, list[int]]]:
        """The same with lists, for peers that index variables one by one."""
        return ((at_most, columns.tolist()) for at_most, columns in self.arrays())

    def weighted(self) -> Iterator[tuple[bool, list[int], list[int]]]:
        """The same with the weights of the entries."""
        starts = self.starts.tolist()
        for row, (at_most, columns) in enumerate(self.lists()):
            yield at_most, columns, self.weights[starts[row] : starts[row + 1]].tolist()


def make(size: Size) -> Instance:
    """Makes the instance of a size; always the same one."""
    random = np.random.default_rng(505)
    tile = random.integers(0, size.tiles, (size.variables, 1))
    # Sorted numbers, each raised by its place, are cells that differ.
    free = random.integers(0, size.cells - size.covered + 1, (size.variables, size.covered))
    cells = np.sort(free, axis=1) + np.arange(size.covered) + size.tiles
    rows = np.concatenate([tile, cells], axis=1).ravel()
    order = np.argsort(rows, kind="stable")
    lengths = np.bincount(rows, minlength=size.rows)
    return Instance(
        size=size,
        starts=np.concatenate([[0], np.cumsum(lengths)]),
        columns=np.repeat(np.arange(size.variables), size.covered + 1)[order],
        weights=random.integers(1, 10, size.nonzeros),
    )
