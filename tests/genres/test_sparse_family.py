"""Families with holes: what stands where there is no variable, and what rows make of it."""

from __future__ import annotations

import pytest

from ilpuzzles import Model, connected
from ilpuzzles.errors import InputError
from ilpuzzles.genres import Grid, SparseFamily

REACH = [("A", 0), ("A", 1), ("B", 1), ("B", 2)]


def islands() -> tuple[Model, SparseFamily]:
    """Two islands on three cells in a row."""
    model = Model()
    return model, SparseFamily(model.binary("island", REACH))


def test_a_pair_without_a_variable_is_a_hole() -> None:
    _, island = islands()
    assert str(island["B", 2]) == "island[B, 2]"
    assert island["A", 2] is False
    assert ("A", 2) not in island
    assert island["C", 7] is False


def test_slices_and_lists_leave_holes_out() -> None:
    _, island = islands()
    assert [*island[:, 1]] == ["A", "B"]
    assert [*island["A", :]] == [0, 1]
    assert [str(truth) for truth in island["A", [2, 1, 0]]] == ["island[A, 1]", "island[A, 0]"]
    assert island[:, 7] == {}
    assert island["C", :] == {}
    assert island["C", [0]] == []


def test_a_slice_cannot_be_changed() -> None:
    _, island = islands()
    with pytest.raises(TypeError, match="does not support item assignment"):
        island[:, 1]["C"] = True


def test_only_a_whole_axis_is_a_slice() -> None:
    _, island = islands()
    with pytest.raises(InputError, match="write ':' alone, or a list"):
        island["A", 0:1]
    with pytest.raises(InputError, match="write ':' alone, or a list"):
        island[:1, 0]


def test_it_is_a_mapping_of_the_pairs_that_have_a_variable() -> None:
    _, island = islands()
    assert [*island] == REACH
    assert len(island) == 4
    assert [str(truth) for truth in island.values()][::3] == ["island[A, 0]", "island[B, 2]"]
    assert repr(island) == "<truths of 4 pairs>"


def test_rows_need_not_know_of_holes() -> None:
    model, island = islands()
    # With a cell, an island has the one before it, and both together have two cells.
    for name, cell in island:
        if cell > 0:
            model.add(island[name, cell].implies(island[name, cell - 1]))
    model.add(model.sum(island[name, cell] for name in "AB" for cell in range(3)) == 2)
    # Island B has no first cell, and so no other.
    assert model.count().number == 1


def test_holes_are_not_vertices() -> None:
    model, island = islands()
    pairs = Grid.of(1, 3).neighbour_pairs_by_name([(name, (0, cell)) for name, cell in island])
    edges = [((name, a[1]), (name, b[1])) for (name, a), (_, b) in pairs]
    connected(model, edges, island)
    # Of the four, those of one name are connected, and no others.
    assert model.count().number == 1 + 4 + 2
