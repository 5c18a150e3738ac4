"""Counts up to symmetry without a list, against a list of which equivalents are put together."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ilpuzzles.errors import CheckError, InputError, ModelError
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.modelling.model import Model
from ilpuzzles.puzzles.tiling.placement_model import placement
from ilpuzzles.puzzles.tiling.placement_table import PlacementTable
from ilpuzzles.puzzles.tiling.tiling_symmetry import Moves, TilingSymmetries
from ilpuzzles.queries.orbits import can_be_moved, count_orbits
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.workbench.experiments import experiment
from support.random_tilings import random_tiling


@pytest.mark.parametrize("lattice", list(LATTICES))
@pytest.mark.parametrize("reduce", [False, True])
def test_random_tilings(lattice: str, reduce: bool) -> None:
    orders: Counter[int] = Counter()
    for seed in range(40):
        instance = random_tiling(seed, lattice)
        symmetries = TilingSymmetries.of(instance)
        formulated = placement(instance, reduce=reduce)
        assert formulated.moves is not None
        moves = formulated.moves(symmetries)
        if not can_be_moved(formulated.model, moves):
            assert instance.conditions, seed
            continue
        solutions = [
            formulated.decode(values)
            for values in list_solutions(formulated.model, 400, backend="cpsat")
        ]
        if len(solutions) == 400:
            continue
        different = {symmetries.orbit(solution)[0] for solution in solutions}
        for backend in ("exactcover", "cpsat") if len(moves) <= 4 else ("exactcover",):
            found = count_orbits(formulated.model, moves, backend=backend)
            assert found.count.number == len(solutions), seed
            assert found.orbits == len(different), (seed, backend)
        orders[len(moves)] += len(different) < len(solutions)
    assert sum(orders.values()) > 3


@pytest.mark.parametrize("name", ["soma", "cube", "pyramid"])
def test_rotations_alone_are_fewer_symmetries(name: str) -> None:
    """Soma's chiral tiles change places in a mirror: 240 with mirrors, 480 without."""
    expected = {"soma": (240, 480), "cube": (111, 222), "pyramid": (306, 612)}[name]
    asked = experiment(name)
    found = [asked.count(up_to_symmetry=True), asked.count(up_to_symmetry="rotations")]
    assert tuple(answer.count_up_to_symmetry for answer in found) == expected


def test_moves_that_are_none() -> None:
    instance = random_tiling(3, "square")
    table, symmetries = PlacementTable.of(instance), TilingSymmetries.of(instance)
    model = placement(instance).model
    moves = Moves.of(table, symmetries).among(np.arange(len(table)))
    assert (moves[0] == np.arange(len(table))).all()
    with pytest.raises(InputError, match="the moves must begin with the identity"):
        count_orbits(model, moves[:0])
    turned = np.stack([moves[0], np.roll(moves[0], 1)])
    with pytest.raises(ModelError, match="does not map the rows"):
        count_orbits(model, turned)


def test_moves_that_are_no_group_are_found_out_where_numbers_tell() -> None:
    model = Model()
    x = model.binary("x", 3)
    model.exactly_one(x)
    moves: Any = np.array([[0, 1, 2], [1, 2, 0]])
    with pytest.raises(
        CheckError, match="2 symmetries leave 3 solutions unchanged, which is not a multiple"
    ):
        count_orbits(model, moves)
    group = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    assert count_orbits(model, group).orbits == 1
