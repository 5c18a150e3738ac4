"""Counts up to symmetry without a list, against a list of which equivalents are put together."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.errors import InputError, ModelError
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.progress import Progress
from ilpuzzles.queries.count import count_orbits, count_solutions
from ilpuzzles.queries.moves import can_be_moved, conjugacy_classes
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_puzzle import TilingInstance
from ilpuzzles.tilings.tiling_symmetry import Moves, TilingSymmetries
from support.begun_models import with_binaries
from support.random_tilings import random_tiling


def cover(symmetry: bool, engine: Engine = Engine.AUTO) -> Options:
    """Counts with symmetries however short they are, or without."""
    return Options(cover=Settings(engine, symmetry=symmetry))


@pytest.mark.exhaustive
@pytest.mark.parametrize("lattice", list(LATTICES))
@pytest.mark.parametrize("reduce", [False, True])
def test_random_tilings(lattice: str, reduce: bool) -> None:
    """All are listed; one of several equivalent ones is searched; one of each class is counted."""
    fewer = spared = 0
    for seed in range(5):
        instance = random_tiling(seed, lattice)
        symmetries = TilingSymmetries.of(instance)
        formulated = placement(instance, reduce=reduce)
        model = formulated.model
        shared = count_solutions(model, backend="exactcover", options=cover(True))
        spared += "count for all" in str(shared.result.details["symmetry"])
        listed = list_solutions(model, limit=400, backend="cpsat")
        if len(listed) == 400:
            whole = count_solutions(model, backend="exactcover", options=cover(False))
            assert shared.number == whole.number, seed
            continue
        assert (shared.number, shared.complete) == (len(listed), True), seed
        assert shared.result.status == listed.result.status
        engine = Engine.TABLE if seed % 3 else Engine.SEARCH
        again = list_solutions(model, backend="exactcover", options=cover(True, engine))
        assert {one.tobytes() for one in again} == {one.tobytes() for one in listed}, seed
        assert formulated.moves is not None
        moves = formulated.moves(symmetries)
        if not can_be_moved(model, moves):
            assert instance.conditions, seed
            continue
        different = {symmetries.orbit(formulated.decode(values))[0] for values in listed}
        for backend in ("exactcover", "cpsat") if len(moves) <= 4 else ("exactcover",):
            found = count_orbits(model, moves, backend=backend)
            assert (found.count.number, found.orbits) == (len(listed), len(different)), seed
        fewer += len(different) < len(listed)
    assert fewer > 0
    assert spared > 0


@pytest.mark.engine
def test_symmetries_of_a_model_of_ones_own() -> None:
    """Rooks on a board: rows and columns can be exchanged in every way."""
    model, rook = with_binaries(5, 5, name="rook")
    model.exactly_one(rook, axis=0, name="column")
    model.exactly_one(rook, axis=1, name="row")
    found = count_solutions(model, backend="exactcover", options=cover(True))
    assert found.number == 120
    assert str(found.result.details["symmetry"]).startswith(
        "4 of 20 pairs of choices in column[0] and in column[1] were searched, and count for all"
    )
    plain = count_solutions(model, backend="exactcover")
    assert plain.result.details["symmetry"] == "not used: the search takes a moment"
    # The sum of where the first two rooks stand tells them and their columns apart from others.
    model.add(rook[0, 1] + 2 * rook[0, 2] + rook[1, 1] + 2 * rook[1, 2] <= 2)
    for symmetry in (True, False):
        some = count_solutions(model, backend="exactcover", options=cover(symmetry))
        assert some.number == 108
        options = cover(symmetry)
        assert len(list_solutions(model, limit=200, backend="exactcover", options=options)) == 108


@pytest.mark.engine
def test_a_count_by_symmetry_says_what_is_known_when_it_is_interrupted() -> None:
    seen: list[int] = []

    def stop(progress: Progress) -> None:
        seen.append(progress.found)
        if progress.found:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interruption:
        experiment("tower", "height-5").count(watch=stop)
    assert seen == sorted(seen)
    assert interruption.value.answer.count == seen[-1]
    assert seen[-1] % 12 == 0
    answer = experiment("tower", "height-4").count()
    assert (answer.count, answer.complete) == (326_112, True)
    assert str(answer.result.details["symmetry"]) == (
        "120 of 2,880 pairs of choices in each ring once[0] and in each ring once[3] were "
        "searched, and count for all (24 symmetries)"
    )


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([0, 1, 2, 3], r"of shape \(symmetries, 4\), got int64 of shape \(4,\)"),
        ([[0, 1, 2]], r"got int64 of shape \(1, 3\)"),
        ([[0.0, 1.0, 2.0, 3.0]], "got float64"),
        (np.empty((0, 4), dtype=int), "the moves must begin with the identity"),
        ([[1, 0, 2, 3]], "the moves must begin with the identity"),
        ([[0, 1, 2, 3], [0, 1, 2, 9]], "does not map the rows"),
        ([[0, 1, 2, 3], [0, 0, 2, 3]], "does not map the rows"),
    ],
)
def test_moves_of_another_shape(moves: Any, message: str) -> None:
    model = Model()
    model.exactly_one(model.binary("x", 3))
    # A column of no row: where it goes makes no difference to any row.
    model.binary("y")
    with pytest.raises((InputError, ModelError), match=message):
        count_orbits(model, moves=moves, backend="exactcover")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["soma", "cube", "pyramid"])
def test_rotations_alone_are_fewer_symmetries(name: str) -> None:
    """Soma's chiral tiles change places in a mirror: 240 with mirrors, 480 without."""
    expected = {"soma": (240, 480), "cube": (111, 222), "pyramid": (306, 612)}[name]
    asked = experiment(name)
    found = [asked.count(up_to_symmetry=True), asked.count(up_to_symmetry="rotations")]
    assert tuple(answer.count_up_to_symmetry for answer in found) == expected


@pytest.mark.parametrize("backend", ["auto", "exactcover", "cpsat"])
def test_sums_that_match_are_exchanged(backend: str) -> None:
    model = Model()
    x, y = model.binary("x", 3), model.binary("y", 3)
    model.exactly_one(x)
    model.exactly_one(y)
    model.add(x[0] + x[1] == y[0] + y[1])
    exchanged = np.array([[0, 1, 2, 3, 4, 5], [3, 4, 5, 0, 1, 2]])
    found = count_orbits(model, exchanged, backend=backend)
    assert (found.count.number, found.orbits) == (5, 4)
    # Each of the six symmetries of a row of three counts, although some are conjugate.
    row = Model()
    row.exactly_one(row.binary("x", 3))
    every = np.array([*permutations(range(3))])
    assert count_orbits(row, every, backend=backend).orbits == 1
    model.add(x[0] <= y[1])
    assert not can_be_moved(model, exchanged)


def test_moves_keep_the_bounds_of_columns() -> None:
    model, x = with_binaries(3)
    model.exactly_one(x)
    exchanged = np.array([[0, 1, 2], [1, 0, 2]])
    assert can_be_moved(model, exchanged)
    assert not can_be_moved(model.fix({x[0]: 0}), exchanged)
    assert can_be_moved(model.fix({x[2]: 0}), exchanged)


def test_moves_that_are_no_group_are_refused() -> None:
    model, x = with_binaries(4)
    model.exactly_one(x)
    every = np.array([*permutations(range(4))])
    for count in range(1, len(every)):
        some = every[:count]
        products = {tuple(one[other]) for one in some for other in some}
        if products <= {*map(tuple, some)}:
            assert count_orbits(model, some).count.number == 4
            continue
        with pytest.raises(InputError, match="the moves are not a group"):
            count_orbits(model, some)
    # As many of each do no harm, and others do.
    turns = np.array([np.roll(np.arange(4), -step) for step in range(4)])
    assert count_orbits(model, np.concatenate([turns, turns])).orbits == 1
    with pytest.raises(InputError, match="the moves are not a group"):
        count_orbits(model, np.concatenate([turns, turns[1:]]))


_FACTORS = (-3, -2, -1, 1, 1, 2, 60, 1 << 40, 1 << 58)
_DOUBLES = (0.1 + 0.2, 1.0, -0.7, 1 / 3)


def _random_rows(model: Model, x: Any, family: str, dice: Random, images: list[list[int]]) -> None:
    """States random rows, each with its image under every move that is to be one."""
    for _ in range(dice.randint(1, 3)):
        chosen = dice.sample(range(len(x)), dice.randint(1, 4))
        factors = [dice.choice(_DOUBLES if family == "doubles" else _FACTORS) for _ in chosen]
        least, most = sorted(dice.choice([0, 31, 62, 130, 131, 262]) for _ in "ab")
        sort = dice.randrange(5)
        for image in images:
            members = [x[image[column]] for column in chosen]
            if family == "kinds":
                (model.exactly_one, model.at_most_one, model.at_least_one)[sort % 3](members)
                continue
            total = sum(factor * member for factor, member in zip(factors, members, strict=True))
            if sort == 0:
                model.add(total <= most)
            elif sort == 1:
                model.add(total >= least)
            elif sort == 2:
                model.add(total == 0)
            else:
                model.add(total.between(least, most))


@pytest.mark.exhaustive
@pytest.mark.parametrize("family", ["sums", "kinds", "doubles"])
@pytest.mark.parametrize("symmetric", [False, True])
def test_a_move_is_believed_only_if_it_takes_solutions_to_solutions(
    family: str, symmetric: bool
) -> None:
    """A thousand random permutations each; what is planted as a symmetry is recognised."""
    believed = 0
    for seed in range(1000):
        dice = Random(f"{family} {seed}")
        model, x = with_binaries(5)
        identity = [*range(5)]
        move = identity.copy()
        dice.shuffle(move)
        if dice.random() < 0.5:
            # Among random permutations, few are exchanges.
            move = [3, 4, 2, 0, 1]
        images, image = [identity], move
        while symmetric and image != identity:
            images.append(image)
            image = [move[column] for column in image]
        _random_rows(model, x, family, dice, images)
        is_symmetry = can_be_moved(model, np.array([move]))
        assert is_symmetry or not symmetric, seed
        believed += is_symmetry
        if is_symmetry and (seed % 5 == 0 or not symmetric):
            program = model.program()
            inside = {
                values
                for values in product((0, 1), repeat=5)
                if not program.check(np.array(values, dtype=np.int64))
            }
            moved = {tuple(values[column] for column in move) for values in inside}
            assert moved == inside, seed
    assert believed > 5


def test_conjugate_moves_are_counted_once() -> None:
    """The symmetries of a cube have ten classes; without a product, nobody can say."""
    instance = load("cube", "empty").instance
    assert isinstance(instance, TilingInstance)
    moves = Moves.of(PlacementTable.of(instance), TilingSymmetries.of(instance)).images
    classes = conjugacy_classes(moves)
    assert sorted(number for _, number in classes) == [1, 1, 3, 3, 6, 6, 6, 6, 8, 8]
    assert sum(number for _, number in conjugacy_classes(moves[:7])) == 7
