"""Facts that the fewest clues prove: what is denied, which one is chosen, and what proves it."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations
from random import Random

import pytest

from ilpuzzles import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.modelling.given import Given
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.reasons import easiest_fact
from ilpuzzles.queries.solve import solve_model

CLUES = Given(("clues",))


def test_the_easiest_fact_is_not_the_first() -> None:
    model = Model()
    x = model.binary("x", 4)
    with model.group("clues"):
        model.add(x[0] + x[1] == 1, key="a")
        model.add(x[1] + x[2] == 1, key="b")
        model.add(x[2] + x[0] >= 1, key="c")
        model.add(x[3] == 1, key="d")
    found = easiest_fact(model, {"long": [(0, 1)], "short": [(3, 1)]}, CLUES)
    assert found is not None
    assert (found.fact, [part.name for part in found.parts], found.minimal) == (
        "short",
        ["d"],
        True,
    )
    long = easiest_fact(model, {"long": [(0, 1)]}, CLUES)
    assert long is not None
    assert [part.name for part in long.parts] == ["a", "b", "c"]


def test_rules_alone_need_no_clue() -> None:
    model = Model()
    x = model.binary("x", 2)
    with model.group("rule"):
        model.add(x[0] == 0)
    with model.group("clues"):
        model.add(x[1] == 1, key="a")
    found = easiest_fact(model, {"none": [(0, 0)], "one": [(1, 1)]}, CLUES)
    assert found is not None
    assert (found.fact, found.parts) == ("none", ())


def test_what_is_not_sure_is_not_found() -> None:
    model = Model()
    x = model.binary("x", 2)
    with model.group("clues"):
        model.at_least_one(x, key="a")
    assert easiest_fact(model, {"x": [(0, 1)]}, CLUES) is None
    assert easiest_fact(model, {}, CLUES) is None
    assert easiest_fact(model, {"x": [(0, 1)]}, CLUES, options=Options(time_limit=1e-9)) is None


@pytest.mark.parametrize("seed", range(10))
def test_its_parts_prove_the_fact_and_none_is_in_vain(seed: int) -> None:
    dice = Random(seed)
    planted = [dice.randint(0, 1) for _ in range(6)]
    chosen = {str(number): dice.sample(range(6), 3) for number in range(8)}

    def stated(names: set[str]) -> Model:
        model = Model()
        x = model.binary("x", 6)
        with model.group("clues"):
            for name in sorted(names):
                total = sum(planted[n] for n in chosen[name])
                model.add(model.sum(x[n] for n in chosen[name]) == total, key=name)
        return model

    model = stated({*chosen})
    values = find_forced(model).values
    names = [f"x[{n}]" for n in range(6)]
    sure = [(n, planted[n]) for n, name in enumerate(names) if name in values]
    # Facts of one variable and of two, in any order.
    facts: dict[Hashable, list[tuple[int, int]]] = {
        tuple(some): some for some in ([*map(list, combinations(sure, 1 + seed % 2))])
    }
    found = easiest_fact(model, facts, CLUES)
    assert (found is None) is not bool(facts)
    if found is not None:
        parts = {part.name for part in found.parts}

        def possible(names: set[str]) -> bool:
            denied = stated(names)
            x = denied.families[0]
            others = ({x[column]: 1 - value} for column, value in facts[found.fact])
            return any(solve_model(denied.fix(other)).values is not None for other in others)

        assert not possible(parts)
        assert all(possible(parts - {part}) for part in parts)


def test_values_that_were_fixed_are_given() -> None:
    model = Model()
    x = model.binary("x", 3)
    with model.group("clues", why="these are given"):
        model.add(x[0] + x[1] == 1, key="first")
        model.add(x[1] + x[2] == 1, key="second")
    found = easiest_fact(model.fix({x[0]: 1}), {"x[1]": [(1, 0)]}, CLUES)
    assert found is not None
    assert [part.name for part in found.parts] == ["first", "x[0] = 1"]
