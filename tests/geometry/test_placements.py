"""Placements on every lattice, against a finder that tries everything in real coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.geometry.lattice import Lattice, motion_names
from ilpuzzles.geometry.placements import Placements, place
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import orientations
from ilpuzzles.geometry.standard_lattices import CUBIC, LATTICES, SQUARE
from support.oracles import Board
from support.rings import examples


def drawn_atoms(draw: st.DrawFn, lattice: Lattice, most: int, reach: int) -> list[tuple[int, ...]]:
    step = st.tuples(*[st.integers(0, reach)] * lattice.dimension)
    atom = st.tuples(step, st.integers(0, len(lattice.base) - 1))
    chosen = draw(st.lists(atom, min_size=1, max_size=most, unique=True))
    return [
        tuple((lattice.base[number] + np.array(k) @ lattice.translations).tolist())
        for k, number in chosen
    ]


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """A lattice, a region, perhaps wrapped, and a tile."""
    lattice = LATTICES[draw(st.sampled_from(list(LATTICES)))]
    side = int(lattice.translations[0, 0])
    wraps = draw(st.sampled_from(["no", "last", "first", "both", "sheared"]))
    widths = [side * draw(st.integers(1, 4)) for _ in range(2)]
    corner = [0] * (lattice.dimension - 2)
    first, last = (widths[0], *corner, 0), (0, *corner, widths[1])
    sheared = (widths[0], *corner, side * draw(st.integers(-1, 1)))
    periods = {
        "no": [],
        "last": [last],
        "first": [first],
        "both": [first, last],
        "sheared": [sheared, last],
    }[wraps]
    names: list[Any] = ["all", "rotations", "shifts"]
    if lattice.dimension == 2:
        names.append(draw(st.lists(st.sampled_from(motion_names(lattice)), min_size=1, max_size=3)))
    return {
        "lattice": lattice,
        "region": Region.of(lattice, drawn_atoms(draw, lattice, 24, 3), periods=periods),
        "shape": drawn_atoms(draw, lattice, 4, 2),
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
        atoms = without.covered(number).tolist()
        touched = {values.index(region.points[atom, axis]) + line.first for atom in atoms}
        assert filled.covered(number).tolist() == [*atoms, *sorted(touched)]


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


def test_tiles_keep_to_the_classes_of_their_atoms() -> None:
    """A lattice whose columns are of two classes by turns: shifts go by two columns."""
    striped = Lattice(
        name="striped",
        dimension=2,
        base=np.array([[0, 0], [0, 1]]),
        translations=np.array([[1, 0], [0, 2]]),
        point_group=np.eye(2, dtype=np.int64)[None],
        neighbours=np.zeros((2, 0, 2), dtype=np.int64),
        chart_base=np.array([[0, 0], [0, 1]]),
        chart_steps=np.array([[1, 0], [0, 2]]),
        corners=np.zeros((2, 0, 2), dtype=np.int64),
        drawing=np.zeros((2, 2), dtype=np.int64),
        unit=(1.0, 1.0),
    )
    region = Region.of(striped, np.ndindex(2, 5))
    names = [tuple(point) for point in region.points.tolist()]

    def atoms(shape: list[tuple[int, int]]) -> set[frozenset[tuple[int, ...]]]:
        placements = place(region, orientations(striped, np.array(shape)).shapes)
        found = covered(region, placements)
        assert len(found) == len(set(found))
        return set(found)

    assert atoms([(0, 0)]) == {frozenset([name]) for name in names if name[1] % 2 == 0}
    assert atoms([(0, 1)]) == {frozenset([name]) for name in names if name[1] % 2 == 1}
    assert atoms([(0, 1), (0, 2)]) == {
        frozenset([(row, column), (row, column + 1)]) for row in range(2) for column in (1, 3)
    }


def test_placements_in_space() -> None:
    region = Region.of(CUBIC, np.ndindex(3, 3, 3))
    tromino = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0]])
    # FACTS of the L-tromino cube: 144 placements.
    assert len(place(region, orientations(CUBIC, tromino).shapes)) == 144


def test_nowhere_is_no_placement() -> None:
    region = Region.of(SQUARE, [(0, 0)], further={"ring": 0})
    placements = place(region, orientations(SQUARE, bar(2)).shapes, ["ring"])
    assert len(placements) == 0
    assert placements.starts.tolist() == [0]
    assert placements.atoms.tolist() == []
