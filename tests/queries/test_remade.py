"""What clashes, where models know of what is given without its rows: models are made again."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from itertools import combinations
from random import Random

import numpy as np
import pytest

from ilpuzzles import Model, Options, solve_model
from ilpuzzles.backends.result import Limit
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.corrections import take_back
from ilpuzzles.queries.explanation import explain

PEGS = 6


def pegs(wanted: dict[int, int], forbidden: Collection[int]) -> Model:
    """A model of pegs in holes, of which a peg that is given has variables near its hole alone.

    Args:
        wanted: The hole of each peg that is given.
        forbidden: Holes that nobody may be in.
    """
    model = Model("pegs")
    holes = range(PEGS)
    near = {
        peg: [hole for hole in holes if peg not in wanted or abs(hole - wanted[peg]) <= 1]
        for peg in range(PEGS)
    }
    pairs = [(peg, hole) for peg in range(PEGS) for hole in near[peg]]
    sits = model.binary("sits", pairs)
    with model.group("rules"):
        for peg in range(PEGS):
            model.exactly_one([sits[peg, hole] for hole in near[peg]])
        for hole in holes:
            here = [sits[peg, hole] for peg in range(PEGS) if hole in near[peg]]
            model.at_most_one(here)
            if hole in forbidden:
                model.add(model.sum(here) == 0)
    with model.group("given"):
        for peg, hole in wanted.items():
            model.add(sits[peg, hole] == 1, key=peg)
    return model


def given_of(wanted: dict[int, int], forbidden: Collection[int]) -> Given:
    """What is given, of which the model can be made again."""

    def remake(kept: Collection[Hashable]) -> Program:
        fewer = {peg: hole for peg, hole in wanted.items() if peg in kept}
        return pegs(fewer, forbidden).program()

    return Given(("given",), remake=remake)


def has_solution(wanted: dict[int, int], kept: Collection[int], forbidden: Collection[int]) -> bool:
    """Whether pegs can sit in these holes, and all others anywhere: decided by counting alone."""
    holes = [wanted[peg] for peg in kept]
    is_free = len(set(holes)) == len(holes) and not set(holes) & set(forbidden)
    return is_free and len(set(range(PEGS)) - set(forbidden)) >= PEGS


def example(seed: int) -> dict[int, int]:
    """Holes of some pegs, of which two pegs or more want the same."""
    dice = Random(seed)
    chosen = dice.sample(range(PEGS), 4)
    wanted = {peg: dice.randrange(PEGS) for peg in chosen}
    wanted[chosen[0]] = wanted[chosen[1]]
    return wanted


@pytest.mark.parametrize("seed", range(12))
def test_what_clashes_clashes_by_itself_and_not_without_any_of_it(seed: int) -> None:
    wanted = example(seed)
    answer = explain(pegs(wanted, ()), given=given_of(wanted, ()))
    assert answer.given is not None
    assert answer.minimal
    named = [int(part.name) for part in answer.given]
    assert named
    assert not has_solution(wanted, named, ())
    assert all(has_solution(wanted, [one for one in named if one != gone], ()) for gone in named)


@pytest.mark.parametrize("seed", range(12))
def test_the_fewest_to_take_back_are_found_in_all_ways(seed: int) -> None:
    wanted = example(seed)
    answer = take_back(pegs(wanted, ()), given_of(wanted, ()))
    sizes = range(len(wanted) + 1)
    ways = [
        [
            set(gone)
            for gone in combinations(wanted, size)
            if has_solution(wanted, set(wanted) - {*gone}, ())
        ]
        for size in sizes
    ]
    fewest = next(some for some in ways if some)
    found = [{int(part.name) for part in one} for one in answer.sets]
    assert sorted(map(sorted, found)) == sorted(map(sorted, fewest))
    assert answer.all_known


def test_rows_alone_would_name_too_few() -> None:
    """Of two pegs that want one hole, the rows of one are enough: the model knows of the other."""
    wanted = {0: 0, 1: 0, 2: 0}
    model = pegs(wanted, ())
    by_rows = explain(model, given=Given(("given",)))
    assert by_rows.given is not None
    assert len(by_rows.given) < 2
    remade = explain(model, given=given_of(wanted, ()))
    assert remade.given is not None
    assert len(remade.given) == 2
    assert remade.witnesses == (None, None)


def test_where_the_rules_are_to_blame_nothing_given_is() -> None:
    wanted = {0: 0, 1: 5}
    answer = explain(pegs(wanted, (2,)), given=given_of(wanted, (2,)))
    assert answer.given == ()
    assert "rules" in answer.text()


def test_values_that_are_fixed_are_judged_by_rows() -> None:
    wanted = {0: 0, 1: 5}
    model = pegs(wanted, ())
    column = model.families[0][0, 1].column
    program = model.program().part((), {column: 1})
    answer = explain(program, given=given_of(wanted, ()))
    assert answer.given is not None
    assert len(answer.given) >= 1
    assert answer.minimal


def test_a_model_that_cannot_be_made_again_leaves_all_of_it_named() -> None:
    wanted = {0: 0, 1: 0, 2: 5}
    answer = explain(pegs(wanted, ()), given=Given(("given",), remake=lambda _kept: None))
    assert answer.given is not None
    assert len(answer.given) == len(wanted)
    assert not answer.minimal
    assert answer.result.limit is Limit.NONE


def test_solutions_of_what_is_left_solve_the_model_that_is_made_again() -> None:
    wanted = {0: 2, 1: 2, 3: 4}
    answer = take_back(pegs(wanted, ()), given_of(wanted, ()))
    for parts, values in zip(answer.sets, answer.solutions, strict=True):
        gone = {int(part.name) for part in parts}
        rest = pegs({peg: hole for peg, hole in wanted.items() if peg not in gone}, ())
        bounds = {column: (value, value) for column, value in enumerate(values.tolist())}
        found = solve_model(rest.program().within(bounds), "highs", Options())
        assert found.values is not None
        assert np.array_equal(found.values, values)


def test_no_model_is_made_again_twice_for_the_same_answer() -> None:
    wanted = {0: 0, 1: 0, 2: 2, 3: 3, 4: 4}
    asked: list[frozenset[Hashable]] = []
    whole = given_of(wanted, ())
    assert whole.remake is not None
    remake = whole.remake

    def counted_remake(kept: Collection[Hashable]) -> Program | None:
        asked.append(frozenset(kept))
        return remake(kept)

    answer = explain(pegs(wanted, ()), given=Given(("given",), remake=counted_remake))
    assert answer.minimal
    # The proof that is confirmed by other backends makes its model once more.
    assert len(asked) <= len(set(asked)) + 1
