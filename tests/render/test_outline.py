from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.render.outline import joined, outline, pulled_in, rounded_path


def square(row: int, column: int) -> list[tuple[int, int]]:
    x, y = 2 * column, 2 * row
    return [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)]


def area(loop: list[tuple[int, int]]) -> float:
    """The signed area: positive for loops with the inside to the right on a screen."""
    around = zip(loop, [*loop[1:], loop[0]], strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in around) / 2


cells = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=20)


@given(cells)
def test_outlines_enclose_the_area_of_their_cells(chosen: set[tuple[int, int]]) -> None:
    loops = outline(square(*cell) for cell in sorted(chosen))
    assert sum(area(loop) for loop in loops) == 4 * len(chosen)
    for loop in loops:
        assert len(loop) >= 4
        sides = list(zip(loop, [*loop[1:], loop[0]], strict=True))
        assert len(set(sides)) == len(sides)


@given(cells)
def test_pulling_in_makes_every_side_shorter_by_what_the_corners_take(
    chosen: set[tuple[int, int]],
) -> None:
    loops = outline(square(*cell) for cell in sorted(chosen))
    for loop in loops:
        moved = pulled_in(loop, 0.25)
        for (x, y), (a, b) in zip(loop, moved, strict=True):
            assert math.isclose(abs(x - a), 0.25)
            assert math.isclose(abs(y - b), 0.25)


def test_cells_that_touch_in_a_corner_stay_apart() -> None:
    loops = outline([square(0, 0), square(1, 1)])
    assert sorted(len(loop) for loop in loops) == [4, 4]
    assert len(outline([square(0, 1), square(1, 0)])) == 2


def test_a_ring_has_a_hole() -> None:
    ring = [square(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    outer, inner = sorted(outline(ring), key=area, reverse=True)
    assert (area(outer), area(inner)) == (36, -4)


@pytest.mark.parametrize("radius", [0, 1, 5])
def test_paths_are_closed(radius: float) -> None:
    path = rounded_path([[(0, 0), (4, 0), (4, 4), (0, 4)]], radius)
    assert path.startswith("M")
    assert path.endswith("Z")
    assert path.count("Q") == 4


def test_parts_hang_together_by_sides_alone() -> None:
    chosen = [(0, 0), (0, 1), (1, 2), (2, 2), (4, 4)]
    parts = joined({cell: square(*cell) for cell in chosen})
    assert parts == [[(0, 0), (0, 1)], [(1, 2), (2, 2)], [(4, 4)]]


@given(cells)
def test_there_are_as_many_parts_as_outlines_with_the_inside_inside(
    chosen: set[tuple[int, int]],
) -> None:
    polygons = {cell: square(*cell) for cell in sorted(chosen)}
    outer = [loop for loop in outline(polygons.values()) if area(loop) > 0]
    assert len(outer) == len(joined(polygons))
