"""What is often stated of cells, against all ways to choose some."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from ilpuzzles import Model
from ilpuzzles.grid import Grid, apart, contents, latin, no_full_block

GRIDS = [
    Grid.of(2, 3),
    Grid.of(1, 5),
    Grid.of(3, 3, "hexagonal"),
    Grid.of(2, 3, "triangular"),
    Grid.with_cells([(0, 0), (1, 1), (1, 2), (2, 2), (2, 0)]),
]


def choices(grid: Grid) -> Iterable[set[tuple[int, int]]]:
    """All sets of cells."""
    for number in range(len(grid.cells) + 1):
        yield from map(set, combinations(grid.cells, number))


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.shape} {len(grid.cells)}")
def test_no_two_cells_touch(grid: Grid, corners: bool) -> None:
    model = Model()
    apart(model, grid, model.binary("on", grid.cells), corners=corners)
    beside = grid.touching if corners else grid.near
    free = [one for one in choices(grid) if not any(one.intersection(beside(c)) for c in one)]
    assert model.count().number == len(free)


def test_cells_that_cannot_be_chosen_are_left_out() -> None:
    model, grid = Model(), Grid.of(2, 2)
    some = dict(zip([(0, 0), (1, 1)], model.binary("on", 2), strict=True))
    apart(model, grid, some, corners=True)
    assert model.count().number == 3


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (1, 3), (2, 1)])
def test_no_window_is_full(rows: int, columns: int) -> None:
    model, grid = Model(), Grid.of(3, 3)
    no_full_block(model, grid, model.binary("on", grid.cells), rows, columns)
    windows = grid.windows(rows, columns)
    free = [one for one in choices(grid) if not any(one.issuperset(w) for w in windows)]
    assert model.count().number == len(free)


def test_contents_may_be_stated_twice() -> None:
    model, row = Model(), [(0, 0), (0, 1), (0, 2)]
    digit = latin(model, row, range(1, 4), {("row", 0): row})
    contents(model, digit, [("left", row[:2], [(1, 2), (2, 3)])])
    contents(model, digit, [("right", row[1:], [(1, 3)])])
    assert model.count().number == 2
