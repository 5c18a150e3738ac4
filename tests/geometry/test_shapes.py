from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.geometry import shapes as shapes_module
from ilpuzzles.geometry.lattice import IntArray, Lattice, motion_names
from ilpuzzles.geometry.shapes import is_connected, normalised, orientations
from ilpuzzles.geometry.standard_lattices import LATTICES
from support.lattice_points import Atom, atoms, lattices
from support.oracles import turned_copies


def shapes(lattice: Lattice) -> st.SearchStrategy[list[Atom]]:
    """A few atoms, connected or not."""
    return atoms(lattice, -2, 2, 6)


def boxed(lattice: Lattice, copies: IntArray) -> set[tuple[tuple[int, ...], ...]]:
    """The copies, shifted near the origin, as the oracle writes them."""
    side = int(lattice.translations[0, 0])
    corner = copies.min(axis=1, keepdims=True) // side * side
    return {tuple(sorted(map(tuple, copy))) for copy in (copies - corner).tolist()}


@given(lattices(), st.data())
def test_orientations_agree_with_real_coordinates(lattice: Lattice, data: st.DataObject) -> None:
    shape = np.array(data.draw(shapes(lattice)))
    asked: list[str | list[str]] = ["all", "rotations", "shifts"]
    if names := motion_names(lattice):
        asked.append(data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=4)))
    for motions in asked:
        found = orientations(lattice, shape, motions)
        expected = turned_copies(shape.tolist(), lattice.name, motions)
        assert boxed(lattice, found.shapes) == {tuple(copy) for copy in expected}
        assert len(found.shapes) == len(found.matrices) == len(expected)


@given(lattices(), st.data())
def test_orientations_name_the_first_matrix_to_them(lattice: Lattice, data: st.DataObject) -> None:
    shape = np.array(data.draw(shapes(lattice)))
    found = orientations(lattice, shape)
    assert (np.diff(found.matrices) > 0).all()
    turned = [normalised(lattice, shape @ matrix.T) for matrix in lattice.point_group]
    for copy, number in zip(found.shapes, found.matrices.tolist(), strict=True):
        equal = [matrix for matrix, other in enumerate(turned) if (other == copy).all()]
        assert equal[0] == number


@given(lattices(), st.data())
def test_normal_forms_forget_shifts_and_orders_only(lattice: Lattice, data: st.DataObject) -> None:
    shape = np.array(data.draw(shapes(lattice)))
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
    ("lattice", "shape", "connected"),
    [
        ("square", [(0, 0), (1, 0), (1, 1)], True),
        ("square", [(0, 0), (0, 2)], False),
        ("cubic", [(0, 0, 0), (1, 0, 0)], True),
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
def test_connected_by_sides(lattice: str, shape: list[tuple[int, ...]], connected: bool) -> None:
    assert is_connected(LATTICES[lattice], np.array(shape)) is connected


def test_connected_parts_are_found_where_they_were_before() -> None:
    former: Any = shapes_module
    with pytest.warns(FutureWarning, match="is now called ilpuzzles.graphs.parts_along"):
        assert former.parts_along([0], []) == [[0]]
