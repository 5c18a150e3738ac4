"""Cells, sides and corners of square, hexagonal and triangular grids."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Grid

GRIDS = st.builds(
    Grid.of,
    st.integers(1, 5),
    st.integers(1, 5),
    st.sampled_from(["square", "hexagonal", "triangular"]),
)


@given(GRIDS)
def test_neighbours_have_one_side_in_common(grid: Grid) -> None:
    for cell in grid.cells:
        for other in grid.neighbours(cell):
            assert cell in grid.neighbours(other)
            assert len({*grid.sides_of(cell)} & {*grid.sides_of(other)}) == 1
    shared = [cells for cells in grid.cells_by_side.values() if len(cells) > 1]
    assert sorted(map(sorted, shared)) == sorted(map(list, grid.neighbour_pairs))
    assert max(map(len, grid.cells_by_side.values())) <= 2


@given(GRIDS)
def test_corners_sides_and_cells_obey_euler(grid: Grid) -> None:
    # Without the outside: corners - sides + cells is 1, for a board in one piece without a hole.
    if grid.columns > 1:
        assert len(grid.corners) - len(grid.sides) + len(grid.cells) == 1


@given(GRIDS)
def test_cells_that_touch_have_a_corner_in_common(grid: Grid) -> None:
    for cell in grid.cells:
        touching = set(grid.neighbours_with_corners(cell))
        assert touching >= set(grid.neighbours(cell))
        corners = set(grid.corners_of(cell))
        assert touching == {
            one for one in grid.cells if one != cell and corners & set(grid.corners_of(one))
        }


@given(GRIDS, st.randoms(use_true_random=False))
def test_what_is_inside_is_what_the_border_surrounds(grid: Grid, dice: Random) -> None:
    chosen = {cell for cell in grid.cells if dice.random() < 0.5}
    sides = grid.cells_by_side.items()
    line = [side for side, cells in sides if len(chosen.intersection(cells)) == 1]
    outside = grid.cells_inside(line)
    # What is chosen cannot be reached from outside; what is enclosed by it cannot either.
    assert chosen <= set(outside)


def test_the_number_of_neighbours_of_an_inner_cell() -> None:
    for shape, number in (("square", 4), ("hexagonal", 6), ("triangular", 3)):
        grid = Grid.of(5, 7, shape)
        assert len(grid.neighbours((2, 3))) == len(grid.sides_of((2, 3))) == number


def test_a_ray_goes_to_the_border() -> None:
    grid = Grid.of(6, 7)
    assert grid.ray((0, 0), "e") == [(0, c) for c in range(1, 7)]
    assert grid.ray((5, 3), "n") == [(r, 3) for r in range(4, -1, -1)]
    assert len(grid.ray((2, 2), "nesw")) == 6 + 7 - 2


def test_holes_and_lines() -> None:
    grid = Grid.with_cells([(0, 0), (0, 1), (0, 3), (1, 1)])
    assert grid.ray((0, 0), "e") == [(0, 1)]
    assert grid.ray((1, 1), "n") == [(0, 1)]
    assert grid.windows(2, 1) == [[(0, 1), (1, 1)]]
    assert grid.rows_and_columns["row", 0] == [(0, 0), (0, 1), (0, 3)]
    assert grid.rows_and_columns["column", 2] == []
    assert not grid.is_whole
    assert Grid.of(2, 2).is_whole
    assert grid.rows_of_words({(0, 0): "a"}, hole="#") == ["a - # -", "# - # #"]
    assert grid.cells_by_name(dict.fromkeys(grid.cells, "A")) == {"A": list(grid.cells)}


def test_wrong_grids_are_told() -> None:
    with pytest.raises(InputError, match="unknown shape of cells 'round'"):
        Grid.of(1, 1, "round")
    with pytest.raises(InputError, match="the board has no cells"):
        Grid.of(0, 3)
    with pytest.raises(InputError, match="expected 1 row of 2 words"):
        Grid.of(1, 2).read_rows(["- - -"])
