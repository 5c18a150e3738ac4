"""By how much rows have to give: against all assignments one by one, and planted amounts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend
from ilpuzzles.backends.result import Limit
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries import corrections, elastic
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.query_results import Correction

WEIGHTS = ["1", "2", "-3", "0.5", "-1.5"]


def overfull(seed: int) -> Model:
    """Small whole variables, and rows that can hardly hold all together."""
    dice = random.Random(seed)
    model = Model("overfull")
    x = model.integer("x", 3, lower=[0, -1, 0], upper=[3, 2, 1])
    for name in ("few", "many", "other"):
        with model.group(name):
            for _ in range(2):
                weights = [Fraction(dice.choice(WEIGHTS)) for _ in range(3)]
                bound = Fraction(dice.randint(2, 20), dice.choice([1, 2, 4]))
                total = x @ weights
                model.add(total >= bound if name == "many" else total <= -bound)
    with model.group("logic"):
        model.add((x[0] >= 2) | (x[2] == 1))
    return model


def assignments(program: Program) -> Iterator[np.ndarray[Any, Any]]:
    """All values of all columns within their bounds; auxiliary ones as well."""
    lows: list[int] = program.lower.numbers.tolist()
    highs: list[int] = program.upper.numbers.tolist()
    for values in product(*(range(a, b + 1) for a, b in zip(lows, highs, strict=True))):
        yield np.array(values)


def missed(model: Model, names: set[str], values: np.ndarray[Any, Any]) -> Fraction | None:
    """What values miss of some rows in all; None if they break another one."""
    sum_of_all = Fraction(0)
    for violation in model.check(values):
        if violation.name not in names:
            return None
        if not violation.name.startswith("logic"):
            sum_of_all += Fraction(violation.by())
    return sum_of_all


def given_up_rows(model: Model, found: Correction) -> set[str]:
    """The names of all rows that are given up."""
    names = set()
    for cause in found.given_up or ():
        rows = model.rows(cause.name) if found.by == "groups" else [cause]
        names |= {row.name for row in rows}
    return names


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("by", ["groups", "rows"])
def test_no_assignment_misses_the_rows_by_less(
    backend: Backend, by: Any, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elastic, "_LEAST_SECONDS", 250.0)
    model = overfull(seed)
    found = relax(model, backend, by=by)
    assert found.complete
    assert found.solution is not None
    names = given_up_rows(model, found)
    sums = [missed(model, names, values) for values in assignments(model.program())]
    least = min(one for one in sums if one is not None)
    amounts = [row.by for row in found.relaxed if row.by is not None]
    assert sum(amounts) == least
    assert found.gives_least
    assert missed(model, names, found.solution) == least
    assert {row.violation.name for row in found.relaxed} <= names
    for row in found.relaxed:
        assert row.row.name == row.violation.name
        assert (row.by is None) == row.row.name.startswith("logic")
        assert row.by is None or (type(row.by) in {int, Fraction} and row.by > 0)


@pytest.mark.parametrize("name", ["highs", "scip", "cbc", "auto"])
@pytest.mark.parametrize("seed", range(6))
def test_planted_amounts_of_continuous_rows_are_found_exactly(name: str, seed: int) -> None:
    """Of `a x >= b` and x at most u, the row misses b - a u, if a is positive."""
    dice = random.Random(seed)
    model = Model()
    most = [Fraction(dice.randint(1, 40), 4) for _ in range(3)]
    x = model.continuous("x", 3, upper=most)
    amounts = [Fraction(dice.randint(1, 99), 10) for _ in range(2)]
    with model.group("wanted"):
        for amount in amounts:
            weights = [Fraction(dice.randint(1, 9), 2) for _ in range(3)]
            reach = sum(a * u for a, u in zip(weights, most, strict=True))
            model.add(x @ weights >= reach + amount)
    with model.group("idle"):
        model.add(x.sum() >= 0)
    found = relax(model, name)
    assert [cause.name for cause in found.given_up or ()] == ["wanted"]
    assert [row.by for row in found.relaxed] == amounts
    assert found.gives_least
    by_rows = relax(model, name, by="rows")
    assert [row.by for row in by_rows.relaxed] == amounts


def plan(bound: object = 12) -> Model:
    """More is wanted on Monday than there can be."""
    model = Model("plan")
    crew = model.integer("crew", ["Mon", "Tue"], lower=0, upper=9)
    with model.group("demand", why="enough people"):
        model.add(crew >= [bound, 3], "demand")
    with model.group("budget"):
        model.add(crew @ [100, 80] <= 3000, "budget")
    return model


def test_the_text_says_by_how_much() -> None:
    model = plan()
    assert str(relax(model)).splitlines() == [
        "give up 1 (the fewest):",
        "  demand",
        "    demand[Mon] is 9, not at least 12 (by 3)",
    ]
    assert str(relax(model, by="rows")).splitlines() == [
        "give up 1 (the fewest):",
        "  demand[Mon]: crew[Mon] >= 12 (by 3)",
    ]
    model.change(model.rows("demand")[1], bounds=(11.5, None))
    assert str(relax(model)).splitlines() == [
        "give up 1 (the fewest):",
        "  demand",
        "    demand[Mon] is 9, not at least 12 (by 3)",
        "    demand[Tue] is 9, not at least 11.5 (by 2.5)",
        "by 5.5 in all, the least",
    ]


def test_measured_rows_give_by_floats() -> None:
    model = plan(12.345678901234567)
    found = relax(model, "cpsat")
    (row,) = found.relaxed
    assert type(row.by) is float
    assert row.by == pytest.approx(3.345678901234567)
    assert (found.gives_least, row.violation.name) == (True, "demand[Mon]")


def test_logic_and_choices_have_no_amount_to_show() -> None:
    model = Model()
    x = model.binary("x", 4)
    with model.group("logic"):
        model.add(x[0] ^ x[1])
        model.add(x[2] | x[3])
    with model.group("wish"):
        model.add(x[2] == 1, "wish")
    fixed = model.fix({x: 0})
    found = relax(fixed, among=["logic"])
    assert str(found).splitlines() == [
        "there is no solution even if all of these are given up",
    ]
    found = relax(fixed, among=["logic", "wish"])
    assert [row.by for row in found.relaxed] == [None, None, 1]
    assert [row.is_choice for row in found.relaxed] == [False, False, True]
    assert "(by" not in str(found)
    assert " in all" not in str(found)
    # Of the values that are fixed, as few as possible go.
    found = relax(fixed, among=["fixed values"])
    assert [row.by for row in found.relaxed] == [1, 1]
    assert {row.violation.name for row in found.relaxed} in ({"x[0]", "x[2]"}, {"x[1]", "x[2]"})


def test_counts_of_literals_are_amounts() -> None:
    model = Model()
    x = model.binary("x", 5)
    with model.group("one"):
        model.exactly_one(x)
    with model.group("many"):
        model.add(x.sum() >= 4)
    assert str(relax(model, among=["one"])).splitlines()[2] == "    one[0] is 4, not 1 (by 3)"


def test_where_less_may_do_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corrections, "least_violation", lambda *_: None)
    found = relax(plan())
    assert not found.gives_least
    assert str(found).splitlines()[-1].endswith(" in all; perhaps less would do")
    assert sum(row.by for row in found.relaxed if row.by is not None) >= 3
    assert found.complete
    # With a limit before that, the set is still the smallest.
    nothing = elastic.LeastViolation(None, Limit.TIME)
    monkeypatch.setattr(corrections, "least_violation", lambda *_: nothing)
    found = relax(plan())
    assert (found.complete, found.result.limit, found.gives_least) == (False, Limit.TIME, False)
    assert str(found).startswith("give up 1 (the fewest):")


def test_no_search_is_made_where_no_amount_could_be_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def least_violation(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(corrections, "least_violation", least_violation)
    model = Model()
    x = model.binary("x", 3)
    model.add(x[0] | x[1])
    found = relax(model.fix({x[0]: 0, x[1]: 0}), "cpsat", by="rows")
    assert (found.gives_least, len(found.relaxed)) == (True, 1)


def test_an_answer_without_a_conflict_gives_nothing() -> None:
    found = relax(plan(3))
    assert (found.given_up, found.relaxed) == ((), ())
    assert str(found) == "there is a solution, so nothing has to be given up"


def test_a_binary_with_a_factor_may_miss_by_less_than_it_does() -> None:
    model = Model()
    b = model.binary("b")
    model.add(5 * b >= 6)
    found = relax(model, by="rows")
    assert [row.by for row in found.relaxed] == [1]
    assert found.gives_least


@pytest.mark.parametrize("backend", ["cpsat", "cbc", "highs"])
def test_the_least_amounts_are_claimed_where_there_are_none_smaller(
    backend: str, seeds: range
) -> None:
    """Some rows can be missed by 1 alone, and others by any amount."""
    claimed = 0
    for seed in range(3 * seeds.start, 3 * seeds.stop):
        dice = random.Random(seed)
        model = Model()
        x = model.binary("x")
        n, k = (model.integer(name, lower=0, upper=60) for name in "nk")
        least = dice.randint(20, 90)
        factors = dice.choice([(2, 1), (3, 1), (3, 2), (1, 1)])
        most = dice.randint(0, 5)
        with model.group("rules"):
            model.add(n + k >= least)
            model.add(n - k >= -50)
            model.add(x == 0)
        with model.group("wishes"):
            model.add(x == 1)
            model.add(factors[0] * n + factors[1] * k <= most)
        found = relax(model, backend, by="rows", among=["wishes"])
        total = min(
            factors[0] * n + factors[1] * k
            for n, k in product(range(61), repeat=2)
            if n + k >= least and n - k >= -50
        )
        amounts = {row.violation.name: row.by for row in found.relaxed}
        missed_by = amounts["wishes[1]"]
        assert missed_by is not None
        assert missed_by >= total - most, seed
        if found.gives_least:
            claimed += 1
            assert missed_by == total - most, seed
    assert claimed
