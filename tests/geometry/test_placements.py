"""Placements on every lattice, against a finder that tries everything in real coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.geometry.lattice import motion_names
from ilpuzzles.geometry.placements import Placements, place
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import orientations
from ilpuzzles.geometry.standard_lattices import SQUARE
from support.lattice_points import atoms, lattices, period
from support.oracles import Board
from support.rings import examples


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """A lattice, a region, perhaps wrapped, and a tile."""
    lattice = draw(lattices())
    first = period(lattice, draw(st.integers(1, 4)), 0)
    last = period(lattice, 0, draw(st.integers(1, 4)))
    sheared = tuple(np.add(first, period(lattice, 0, draw(st.integers(-1, 1)))).tolist())
    periods = draw(st.sampled_from([[], [last], [first], [first, last], [sheared, last]]))
    names: list[Any] = ["all", "rotations", "shifts"]
    if lattice.dimension == 2:
        names.append(draw(st.lists(st.sampled_from(motion_names(lattice)), min_size=1, max_size=3)))
    return {
        "lattice": lattice,
        "region": Region.of(lattice, draw(atoms(lattice, 0, 3, 24)), periods=periods),
        "shape": draw(atoms(lattice, 0, 2, 4)),
        "motions": draw(st.sampled_from(names)),
    }


def covered(region: Region, placements: Placements) -> list[frozenset[tuple[int, ...]]]:
    points = [tuple(point) for point in region.points.tolist()]
    return [
        frozenset(points[atom] for atom in placements.covered(number).tolist())
        for number in range(len(placements))
    ]


@examples(200)
@given(cases())
def test_placements_agree_with_trying_everything(case: dict[str, Any]) -> None:
    lattice, region, shape = case["lattice"], case["region"], case["shape"]
    turned = orientations(lattice, np.array(shape), case["motions"]).shapes
    placements = place(region, turned)
    board = Board(lattice.name, region.points.tolist(), region.periods.tolist())
    found = covered(region, placements)
    assert len(found) == len(set(found))
    assert set(found) == board.placements([shape], case["motions"])
    # Every placement is its orientation, shifted to its anchor.
    assert len(placements) == len(placements.orientation) == len(placements.anchor)
    assert placements.starts.tolist() == [n * len(shape) for n in range(len(found) + 1)]
    for number in range(len(placements)):
        copy = turned[placements.orientation[number]]
        moved = region.numbers(copy - copy[0] + region.points[placements.anchor[number]])
        assert sorted(moved.tolist()) == placements.covered(number).tolist()
        assert moved[0] == placements.anchor[number]
    order = list(zip(placements.orientation.tolist(), placements.anchor.tolist(), strict=True))
    assert order == sorted(order)


@examples(100)
@given(cases(), st.integers(0, 1))
def test_tiles_fill_every_line_that_they_touch(case: dict[str, Any], axis: int) -> None:
    lattice, plain = case["lattice"], case["region"]
    region = Region.of(
        lattice,
        plain.points.tolist(),
        periods=plain.periods.tolist(),
        further={"other": 1 - axis, "line": axis},
    )
    turned = orientations(lattice, np.array(case["shape"]), case["motions"]).shapes
    without, filled = place(region, turned), place(region, turned, ["line"])
    other, line = region.further
    assert line.first == len(plain) + len(other.values)
    assert (filled.orientation == without.orientation).all()
    values = line.values.tolist()
    for number in range(len(filled)):
        lying = without.covered(number).tolist()
        touched = {values.index(region.points[atom, axis]) + line.first for atom in lying}
        assert filled.covered(number).tolist() == [*lying, *sorted(touched)]


def bar(length: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array([(0, column) for column in range(length)])


@pytest.mark.parametrize(
    ("length", "count"),
    # In each of the two rows: at 6 columns, or all around, or nowhere, as it would lie on itself.
    [(1, 12), (2, 12), (5, 12), (6, 2), (7, 0), (12, 0)],
)
def test_bars_around_a_cylinder(length: int, count: int) -> None:
    region = Region.of(SQUARE, np.ndindex(2, 6), periods=[(0, 6)])
    placements = place(region, orientations(SQUARE, bar(length), "rotations").shapes[:1])
    assert len(placements) == count
    upright = place(region, orientations(SQUARE, bar(length)).shapes)
    assert len(upright) == count + (6 if length == 2 else 0)


def test_a_bar_once_around_a_torus_lies_once_in_each_line() -> None:
    region = Region.of(SQUARE, np.ndindex(4, 4), periods=[(4, 0), (0, 4)])
    assert len(place(region, orientations(SQUARE, bar(4)).shapes)) == 8
    assert len(place(region, orientations(SQUARE, bar(3)).shapes)) == 32
    # With a shifted seam, a line down goes through all columns before it comes back.
    sheared = Region.of(SQUARE, np.ndindex(4, 4), periods=[(4, 1), (0, 4)])
    down = orientations(SQUARE, bar(4), ["90"]).shapes
    assert len(place(sheared, down)) == 16
    everything = orientations(SQUARE, bar(16), ["90"]).shapes
    assert len(place(sheared, everything)) == 1


def test_a_core_piece_opposite_to_itself_counts_once() -> None:
    """Two cells with five between them, on a ring of twelve: the turned one is the same."""
    region = Region.of(SQUARE, np.ndindex(1, 12), periods=[(0, 12)], further={"ring": 0})
    half = np.array([[[0, 0], [0, 6]]])
    placements = place(region, half, ["ring"])
    assert len(placements) == 6
    assert all(placements.covered(number).tolist()[-1] == 12 for number in range(6))


def test_nowhere_is_no_placement() -> None:
    region = Region.of(SQUARE, [(0, 0)], further={"ring": 0})
    placements = place(region, orientations(SQUARE, bar(2)).shapes, ["ring"])
    assert len(placements) == 0
    assert placements.starts.tolist() == [0]
    assert placements.atoms.tolist() == []
