from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.geometry.lattice import IntArray, Lattice, motion_names
from ilpuzzles.geometry.shapes import is_connected, normalised, orientations
from ilpuzzles.geometry.standard_lattices import CUBIC, LATTICES, SQUARE
from support.oracles import turned_copies


@st.composite
def shapes(draw: st.DrawFn, names: tuple[str, ...] = tuple(LATTICES)) -> tuple[Lattice, IntArray]:
    """A few atoms of a lattice, connected or not."""
    lattice = LATTICES[draw(st.sampled_from(names))]
    step = st.tuples(*[st.integers(-2, 2)] * lattice.dimension)
    atom = st.tuples(step, st.integers(0, len(lattice.base) - 1))
    chosen = draw(st.lists(atom, min_size=1, max_size=6, unique=True))
    points = [lattice.base[number] + np.array(k) @ lattice.translations for k, number in chosen]
    return lattice, np.array(points, dtype=np.int64)


def boxed(lattice: Lattice, copies: IntArray) -> set[tuple[tuple[int, ...], ...]]:
    """The copies, shifted near the origin, as the oracle writes them."""
    side = int(lattice.translations[0, 0])
    corner = copies.min(axis=1, keepdims=True) // side * side
    return {tuple(sorted(map(tuple, copy))) for copy in (copies - corner).tolist()}


@given(shapes())
def test_orientations_agree_with_turning_in_real_coordinates(
    pair: tuple[Lattice, IntArray],
) -> None:
    lattice, shape = pair
    for motions in ("all", "rotations", "shifts"):
        found = orientations(lattice, shape, motions)
        expected = turned_copies(shape.tolist(), lattice.name, motions)
        assert boxed(lattice, found.shapes) == {tuple(copy) for copy in expected}
        assert len(found.shapes) == len(found.matrices) == len(expected)


@given(shapes(("square", "triangular", "hexagonal", "tan")), st.data())
def test_chosen_motions_agree_with_their_names(
    pair: tuple[Lattice, IntArray], data: st.DataObject
) -> None:
    lattice, shape = pair
    names = data.draw(st.lists(st.sampled_from(motion_names(lattice)), min_size=1, max_size=4))
    found = orientations(lattice, shape, names)
    expected = turned_copies(shape.tolist(), lattice.name, names)
    assert boxed(lattice, found.shapes) == {tuple(copy) for copy in expected}
    assert len(found.shapes) == len(expected)


@given(shapes())
def test_every_orientation_names_the_first_matrix_that_leads_to_it(
    pair: tuple[Lattice, IntArray],
) -> None:
    lattice, shape = pair
    found = orientations(lattice, shape)
    assert (np.diff(found.matrices) > 0).all()
    turned = [normalised(lattice, shape @ matrix.T) for matrix in lattice.point_group]
    for copy, number in zip(found.shapes, found.matrices.tolist(), strict=True):
        equal = [matrix for matrix, other in enumerate(turned) if (other == copy).all()]
        assert equal[0] == number


@given(shapes(), st.data())
def test_turning_first_gives_the_same_set(
    pair: tuple[Lattice, IntArray], data: st.DataObject
) -> None:
    lattice, shape = pair
    turn = data.draw(st.integers(0, len(lattice.point_group) - 1))
    step = data.draw(st.tuples(*[st.integers(-9, 9)] * lattice.dimension))
    moved = shape @ lattice.point_group[turn].T + np.array(step) @ lattice.translations
    moved = moved[data.draw(st.permutations(range(len(moved))))]
    plain, other = orientations(lattice, shape), orientations(lattice, moved)
    assert {copy.tobytes() for copy in plain.shapes} == {copy.tobytes() for copy in other.shapes}


@given(shapes())
def test_mirrors_double_exactly_the_one_sided_shapes(pair: tuple[Lattice, IntArray]) -> None:
    lattice, shape = pair
    mirrored = shape @ lattice.point_group[-1].T
    turned = {copy.tobytes() for copy in orientations(lattice, shape, "rotations").shapes}
    flipped = {copy.tobytes() for copy in orientations(lattice, mirrored, "rotations").shapes}
    everything = {copy.tobytes() for copy in orientations(lattice, shape).shapes}
    assert everything == turned | flipped
    assert turned == flipped or not turned & flipped


@given(shapes(), st.data())
def test_normal_forms_forget_shifts_and_orders_only(
    pair: tuple[Lattice, IntArray], data: st.DataObject
) -> None:
    lattice, shape = pair
    step = np.array(data.draw(st.tuples(*[st.integers(-9, 9)] * lattice.dimension)))
    moved = (shape + step @ lattice.translations).astype(np.int64)
    normal = normalised(lattice, shape)
    assert (normalised(lattice, moved[::-1]) == normal).all()
    assert (normalised(lattice, normal) == normal).all()
    # The first atom is a base point, and all atoms are still there.
    assert normal[0].tolist() in lattice.base.tolist()
    shift = normal[0] - shape
    assert any(
        {tuple(point) for point in (shape + one).tolist()} == set(map(tuple, normal.tolist()))
        for one in shift
    )


@pytest.mark.parametrize(
    ("rows", "all_ways", "turned_only"),
    [
        ("AAA/A..", 8, 4),
        ("KK/KK", 1, 1),
        (".L./LLL/.L.", 1, 1),
        ("JJJJ", 2, 2),
        ("F./FF", 4, 4),
        ("SS./.SS", 4, 2),
        (".FF/FF./.F.", 8, 4),
    ],
)
def test_orientation_counts_of_known_polyominoes(
    rows: str, all_ways: int, turned_only: int
) -> None:
    shape = np.array(
        [
            (row, column)
            for row, line in enumerate(rows.split("/"))
            for column, mark in enumerate(line)
            if mark != "."
        ]
    )
    assert len(orientations(SQUARE, shape).shapes) == all_ways
    assert len(orientations(SQUARE, shape, "rotations").shapes) == turned_only


@pytest.mark.parametrize(
    ("lattice", "shape", "all_ways", "turned_only"),
    [
        # A triangle, a rhombus, a trapezium, and the hexiamonds: hexagon, bar, sphinx.
        ("triangular", [(1, 1)], 2, 2),
        ("triangular", [(1, 1), (2, 2)], 3, 3),
        ("triangular", [(1, 1), (2, 2), (1, 4)], 6, 6),
        ("triangular", [(1, 4), (2, 2), (2, 5), (4, 1), (4, 4), (5, 2)], 1, 1),
        ("triangular", [(1, 1), (2, 2), (1, 4), (2, 5), (1, 7), (2, 8)], 6, 3),
        ("triangular", [(1, 1), (2, 2), (1, 4), (2, 5), (1, 7), (4, 1)], 12, 6),
        # Hexagons: one, a bar, a bent one, three around a corner.
        ("hexagonal", [(0, 0)], 1, 1),
        ("hexagonal", [(0, 0), (0, 1)], 3, 3),
        ("hexagonal", [(0, 0), (0, 1), (1, 1)], 6, 6),
        ("hexagonal", [(0, 0), (0, 1), (1, 0)], 2, 2),
        # A quarter of a square, a half, and the whole.
        ("tan", [(0, 2)], 4, 4),
        ("tan", [(0, 2), (2, 0)], 4, 4),
        ("tan", [(0, 2), (2, 0), (0, -2), (-2, 0)], 1, 1),
        # Balls: one, two in touch, a square, a tetrahedron.
        ("fcc", [(0, 0, 0)], 1, 1),
        ("fcc", [(0, 0, 0), (0, 0, 1)], 6, 6),
        ("fcc", [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)], 3, 3),
        ("fcc", [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1)], 2, 2),
        # Cubes: a screw has no mirror image among its turned copies.
        ("cubic", [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)], 24, 12),
        ("cubic", [(0, 0, 0), (0, 0, 1), (0, 1, 0)], 12, 12),
    ],
)
def test_orientation_counts_of_known_shapes(
    lattice: str, shape: list[tuple[int, ...]], all_ways: int, turned_only: int
) -> None:
    points = np.array(shape)
    assert len(orientations(LATTICES[lattice], points).shapes) == all_ways
    assert len(orientations(LATTICES[lattice], points, "rotations").shapes) == turned_only


def test_the_given_orientation_comes_first() -> None:
    shape = np.array([[5, 5], [5, 6], [6, 5]])
    found = orientations(SQUARE, shape)
    assert (found.shapes[0] == normalised(SQUARE, shape)).all()
    assert found.matrices.tolist() == [0, 1, 2, 3]


def test_the_drawn_orientation_may_be_left_out() -> None:
    shape = np.array([[0, 0], [0, 1], [0, 2], [1, 0]])
    found = orientations(SQUARE, shape, ["180"])
    assert found.matrices.tolist() == [2]
    assert found.shapes.tolist() == [[[0, 0], [1, -2], [1, -1], [1, 0]]]


def test_unknown_motions_are_refused() -> None:
    with pytest.raises(InputError, match="mirror 30"):
        orientations(SQUARE, np.array([[0, 0]]), ["mirror 30"])


def test_connected_means_across_sides() -> None:
    assert is_connected(SQUARE, np.array([[0, 0], [1, 0], [1, 1]]))
    assert not is_connected(SQUARE, np.array([[0, 0], [0, 2]]))
    assert is_connected(CUBIC, np.array([[0, 0, 0], [1, 0, 0]]))


@pytest.mark.parametrize(
    ("lattice", "shape", "connected"),
    [
        ("triangular", [(1, 1), (2, 2), (4, 1)], True),
        ("triangular", [(1, 1), (1, 4)], False),
        ("hexagonal", [(0, 1), (1, 0)], True),
        ("hexagonal", [(0, 0), (1, 1)], False),
        ("tan", [(0, 2), (0, 4)], True),
        ("tan", [(0, 2), (-2, 0)], True),
        ("tan", [(0, 2), (0, -2)], False),
        ("fcc", [(0, 0, 0), (1, 1, 1)], True),
        ("fcc", [(0, 0, 0), (0, 1, 1)], False),
        ("fcc", [(0, 0, 0), (1, 0, 0), (1, 1, 1), (2, 2, 2)], True),
    ],
)
def test_connected_on_other_lattices(
    lattice: str, shape: list[tuple[int, ...]], connected: bool
) -> None:
    assert is_connected(LATTICES[lattice], np.array(shape)) is connected
