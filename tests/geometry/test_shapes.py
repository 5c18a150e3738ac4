from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilpuzzles.geometry import CUBIC, SQUARE, Motions, is_connected, normalised, orientations
from oracles import turned_copies


def points(dimension: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    """Small sets of points."""
    point = st.tuples(*[st.integers(-3, 3)] * dimension)
    return st.lists(point, min_size=1, max_size=6, unique=True)


@given(st.one_of(points(2), points(3)))
def test_orientations_agree_with_signed_permutations(shape: list[tuple[int, ...]]) -> None:
    lattice = SQUARE if len(shape[0]) == 2 else CUBIC
    found = orientations(lattice, np.array(shape))
    boxed = {tuple(map(tuple, (copy - copy.min(axis=0)).tolist())) for copy in found}
    assert boxed == {tuple(copy) for copy in turned_copies(shape)}
    assert len(found) == len(boxed)


@given(points(2), st.integers(0, 7), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_turning_first_gives_the_same_set(
    shape: list[tuple[int, ...]], turn: int, shift: tuple[int, int]
) -> None:
    array = np.array(shape)
    moved = array @ SQUARE.point_group[turn].T + np.array(shift)
    plain, other = orientations(SQUARE, array), orientations(SQUARE, moved)
    assert {copy.tobytes() for copy in plain} == {copy.tobytes() for copy in other}


@given(points(2))
def test_mirrors_double_exactly_the_one_sided_shapes(shape: list[tuple[int, ...]]) -> None:
    array = np.array(shape)
    mirrored = array * np.array([1, -1])
    turned = {copy.tobytes() for copy in orientations(SQUARE, array, Motions.ROTATIONS)}
    flipped = {copy.tobytes() for copy in orientations(SQUARE, mirrored, Motions.ROTATIONS)}
    everything = {copy.tobytes() for copy in orientations(SQUARE, array)}
    assert everything == turned | flipped
    assert turned == flipped or not turned & flipped


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
    assert len(orientations(SQUARE, shape)) == all_ways
    assert len(orientations(SQUARE, shape, Motions.ROTATIONS)) == turned_only


def test_the_given_orientation_comes_first() -> None:
    shape = np.array([[5, 5], [5, 6], [6, 5]])
    assert (orientations(SQUARE, shape)[0] == normalised(SQUARE, shape)).all()


def test_connected_means_across_sides() -> None:
    assert is_connected(SQUARE, np.array([[0, 0], [1, 0], [1, 1]]))
    assert not is_connected(SQUARE, np.array([[0, 0], [0, 2]]))
    assert is_connected(CUBIC, np.array([[0, 0, 0], [1, 0, 0]]))
