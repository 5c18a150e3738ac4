"""Counts up to symmetry without a list, against a list of which equivalents are put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ilpuzzles.backends.exactcover import ExactCoverBackend
from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError, InputError, ModelError
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.modelling.cover_form import Meaning, meanings
from ilpuzzles.modelling.model import Model
from ilpuzzles.progress import Progress
from ilpuzzles.puzzles.tiling.placement_model import placement
from ilpuzzles.puzzles.tiling.placement_table import PlacementTable
from ilpuzzles.puzzles.tiling.tiling_symmetry import Moves, TilingSymmetries
from ilpuzzles.queries import count, moves as queries_moves
from ilpuzzles.queries.count import count_orbits, count_solutions
from ilpuzzles.queries.moves import can_be_moved, shares_of
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


def look_for_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts take symmetries into account however short they are."""
    late = Result(status=Status.UNKNOWN, limit=Limit.TIME, backend="exactcover", version="")
    monkeypatch.setattr(count, "_LONG", 0)
    monkeypatch.setattr(count, "_counted_at_once", lambda *_: (late, False))


@pytest.mark.parametrize("lattice", list(LATTICES))
def test_one_of_several_equivalent_choices_counts_for_all(
    lattice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every row of which exactly one is true, and in the one that a count takes."""
    look_for_symmetries(monkeypatch)
    monkeypatch.setattr(queries_moves, "_WORTH", 1e9)
    spared = unequal = 0
    for seed in range(40):
        instance = random_tiling(seed, lattice)
        formulated = placement(instance)
        assert formulated.moves is not None
        program = formulated.model.program()
        moves = formulated.moves(TilingSymmetries.of(instance))
        if len(moves) == 1 or not can_be_moved(program, moves):
            continue
        whole = count_solutions(program, backend="exactcover")
        shared = count_solutions(program, backend="exactcover", moves=moves.copy)
        assert (shared.number, shared.complete) == (whole.number, True), seed
        assert shared.result.status == whole.result.status
        spared += "symmetry" in shared.result.details
        for row in np.nonzero(meanings(program) == Meaning.EXACTLY_ONE)[0].tolist():
            found = shares_of(program, moves, row)
            unequal += len(found.parts) > 1
            parts = [
                weight * count_solutions(program.within(part), backend="exactcover").number
                for part, weight in found.parts
            ]
            assert sum(parts) == whole.number, (seed, row)
    assert spared > 3
    assert unequal > 3


def test_moves_of_a_model_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooks on a board, and the turns and mirrors of the board; in one row, orbits of 1 and 2."""
    look_for_symmetries(monkeypatch)
    model = Model()
    rook = model.binary("rook", 5, 5)
    model.exactly_one(rook, axis=0, name="column")
    model.exactly_one(rook, axis=1, name="row")
    board = np.arange(25).reshape(5, 5)
    turned = [np.rot90(one, k) for one in (board, board.T) for k in range(4)]
    moves = np.array([one.ravel() for one in turned])
    found = count_solutions(model, backend="exactcover", moves=moves)
    assert found.number == 120
    assert found.result.details["symmetry"] == (
        "3 of 5 choices in column[0] were searched, and count for all"
    )
    with pytest.raises(ModelError, match="does not map the rows"):
        count_solutions(
            model, backend="exactcover", moves=np.array([np.arange(25), (np.arange(25) + 1) % 25])
        )
    # Nothing is spared where a search ends before all is found, or one choice is made already.
    few = count_solutions(model, backend="exactcover", moves=moves, limit=7)
    assert (few.number, few.complete) == (7, False)
    corner = model.fix({rook[0, 0]: 1})
    diagonal = np.array([board.ravel(), board.T.ravel()])
    assert count_solutions(corner, backend="exactcover", moves=diagonal).number == 24


def test_a_count_in_shares_says_what_is_known_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look_for_symmetries(monkeypatch)
    asked = experiment("tower", "height-4")
    seen: list[int] = []

    def stop(progress: Progress) -> None:
        seen.append(progress.found)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interruption:
        asked.count(watch=stop)
    assert seen == sorted(seen)
    assert interruption.value.answer.count == seen[-1]
    assert seen[-1] % 12 == 0
    answer = asked.count()
    assert (answer.count, answer.complete) == (326_112, True)
    assert "5 of 60 choices in each ring once[3]" in str(answer.result.details["symmetry"])


def test_little_time_is_spent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found by then is the answer; nothing begins again without symmetries."""
    limits: list[float | None] = []
    real = ExactCoverBackend.count

    def counted(self: Any, program: Any, options: Options, watch: Any) -> Any:
        limits.append(options.time_limit)
        found, result = real(self, program, replace(options, time_limit=1e-9), watch)
        return found + 7, replace(result, complete=False, limit=Limit.TIME)

    monkeypatch.setattr(ExactCoverBackend, "count", counted)
    asked = experiment("tower", "height-4", options=Options(time_limit=0.1))
    answer = asked.count()
    assert (answer.complete, len(limits)) == (False, 1)
    assert answer.count is not None
    assert answer.count >= 7


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([0, 1, 2, 3], r"of shape \(symmetries, 4\), got int64 of shape \(4,\)"),
        ([[0, 1, 2]], r"got int64 of shape \(1, 3\)"),
        ([[0.0, 1.0, 2.0, 3.0]], "got float64"),
        ([[0, 1, 2, 3], [0, 1, 2, 9]], "does not map the rows"),
        ([[0, 1, 2, 3], [0, 0, 2, 3]], "does not map the rows"),
    ],
)
def test_moves_of_another_shape(moves: Any, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    look_for_symmetries(monkeypatch)
    model = Model()
    model.exactly_one(model.binary("x", 3))
    # A column of no row: where it goes makes no difference to any row.
    model.binary("y")
    for ask in (count_orbits, count_solutions):
        with pytest.raises((InputError, ModelError), match=message):
            ask(model, moves=moves, backend="exactcover")


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
