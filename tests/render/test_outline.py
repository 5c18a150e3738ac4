from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.render.outline import joined, outline, pull_in, round_path


def square(row: int, column: int) -> list[tuple[int, int]]:
    x, y = 2 * column, 2 * row
    return [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)]


def area(loop: Sequence[tuple[float, float]]) -> float:
    """The signed area: positive for loops with the inside to the right on a screen."""
    around = zip(loop, [*loop[1:], loop[0]], strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in around) / 2


cells = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=20)


@given(cells)
def test_outlines_enclose_the_area_of_their_cells(chosen: set[tuple[int, int]]) -> None:
    polygons = {cell: square(*cell) for cell in sorted(chosen)}
    loops = outline(polygons.values())
    assert sum(area(loop) for loop in loops) == 4 * len(chosen)
    for loop in loops:
        sides = list(zip(loop, [*loop[1:], loop[0]], strict=True))
        assert len(set(sides)) == len(sides) >= 4
        # Every side is moved to the inside, which is to the right of it.
        moved = pull_in(loop, 0.25)
        for (x, y), (a, b) in zip(loop, moved, strict=True):
            assert math.isclose(abs(x - a), 0.25)
            assert math.isclose(abs(y - b), 0.25)
        around = sum(abs(u - x) + abs(v - y) for (x, y), (u, v) in sides)
        corners = -4 if area(loop) > 0 else 4
        assert math.isclose(area(loop) - area(moved), around * 0.25 + corners * 0.25**2)
    # There are as many parts as outlines whose inside is inside.
    assert sum(area(loop) > 0 for loop in loops) == len(joined(polygons))


def test_cells_that_touch_in_a_corner_stay_apart() -> None:
    assert [len(loop) for loop in outline([square(0, 0), square(1, 1)])] == [4, 4]
    assert len(outline([square(0, 1), square(1, 0)])) == 2
    chosen = [(0, 0), (0, 1), (1, 2), (2, 2), (4, 4)]
    parts = joined({cell: square(*cell) for cell in chosen})
    assert parts == [[(0, 0), (0, 1)], [(1, 2), (2, 2)], [(4, 4)]]


@pytest.mark.parametrize(("radius", "reach"), [(0, 0), (1, 1), (5, 2)])
def test_paths_are_closed_and_roundings_end_halfway(radius: float, reach: int) -> None:
    path = round_path([[(0, 0), (4, 0), (4, 4), (0, 4)]], radius)
    near, far = reach, 4 - reach
    assert path == (
        f"M0 {near}Q0 0 {near} 0L{far} 0Q4 0 4 {near}L4 {far}Q4 4 {far} 4L{near} 4Q0 4 0 {far}Z"
    )
