"""Ranging, against solving again: at both ends of every range, and a step beyond."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import BackendError, ModelError
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.row_check import Row
from ilpuzzles.modelling.variables import VariableArray
from ilpuzzles.queries.linear_relaxation import LinearRelaxation, solve_relaxation
from ilpuzzles.queries.ranging import Ranging
from ilpuzzles.solvers.linear.run import Method

_BEYOND = Fraction(1, 10**5)


class Data(NamedTuple):
    """A small linear program with whole numbers."""

    costs: list[Number]
    rows: list[list[int]]
    sides: list[tuple[Number | None, Number | None]]
    bounds: list[tuple[int | None, int | None]]
    maximize: bool

    @staticmethod
    def random(seed: int) -> Data:
        """Numbers of few sizes, so that ties, and with them degenerate vertices, are frequent."""
        dice = random.Random(seed)
        columns, count = dice.randint(1, 5), dice.randint(1, 5)
        rows = [[dice.choice((0, 1, 1, 2, -1, 3)) for _ in range(columns)] for _ in range(count)]
        sides: list[tuple[Number | None, Number | None]] = []
        for _ in range(count):
            low = dice.randint(-3, 4)
            kinds = [(None, low + 4), (low - 3, None), (low, low), (low - 2, low + 2)]
            sides.append(dice.choices(kinds, (5, 3, 1, 1))[0])
        bounds = [dice.choice([(0, None), (0, 3), (-2, 2), (None, None)]) for _ in range(columns)]
        costs: list[Number] = [dice.choice((-2, -1, 0, 1, 2, 3)) for _ in range(columns)]
        return Data(costs, rows, sides, bounds, dice.random() < 0.5)

    def with_cost(self, column: int, cost: Number) -> Data:
        costs = list(self.costs)
        costs[column] = cost
        return self._replace(costs=costs)

    def with_side(self, row: int, kind: str, bound: Number) -> Data:
        sides = list(self.sides)
        least, most = sides[row]
        if least == most:
            sides[row] = bound, bound
        else:
            sides[row] = (bound, most) if kind == "lower" else (least, bound)
        return self._replace(sides=sides)

    def stated(self) -> tuple[Model, VariableArray, list[Row]]:
        model = Model()
        x = model.continuous(
            "x",
            len(self.costs),
            lower=[low for low, _ in self.bounds],
            upper=[high for _, high in self.bounds],
        )
        rows = []
        for factors, (low, high) in zip(self.rows, self.sides, strict=True):
            total = sum((f * v for f, v in zip(factors, x, strict=True) if f), 0 * x[0])
            comparison: Any = total == low if low == high else None
            if comparison is None:
                comparison = total >= low if high is None else total <= high
            rows.append(model.add(comparison))
            if low is not None and high is not None and low != high:
                model.change(rows[-1], bounds=(low, high))
        goal = sum((c * v for c, v in zip(self.costs, x, strict=True)), 0 * x[0])
        (model.maximize if self.maximize else model.minimize)(goal)
        return model, x, rows

    def best(self) -> Number | None:
        """The optimum as GLOP's basis has it, in exact numbers."""
        found = solve_relaxation(self.stated()[0], method="glop", exact=True)
        assert found.exact is bool(found)
        return found.objective  # type: ignore[return-value] # it is exact


def is_ahead(data: Data, value: Number | None, predicted: Number) -> bool:
    """Whether a re-solved optimum is strictly better than a line says; no end is better."""
    if value is None:
        return True
    return value > predicted if data.maximize else value < predicted


def check_cost(data: Data, column: int, one: Any, base: Number, *, is_simple: bool) -> None:
    """The optimum is linear up to both ends; beyond, where nothing is degenerate, it is better."""
    for end, step in ((one.lower, -_BEYOND), (one.upper, _BEYOND)):
        if end is None:
            far = one.value + step * 10**8
            assert data.with_cost(column, far).best() == base + one.slope * (far - one.value)
            continue
        assert data.with_cost(column, end).best() == base + one.slope * (end - one.value)
        beyond = end + step
        predicted = base + one.slope * (beyond - one.value)
        value = data.with_cost(column, beyond).best()
        assert is_ahead(data, value, predicted) or (not is_simple and value == predicted)


def check_side(data: Data, row: int, one: Any, base: Number, *, is_simple: bool) -> None:
    """The same of a bound; beyond, the optimum is worse, or there is no solution."""
    for end, step in ((one.lower, -_BEYOND), (one.upper, _BEYOND)):
        if end is None:
            far = one.value + step * 10**8
            moved = data.with_side(row, one.kind, far).best()
            assert moved == base + one.slope * (far - one.value)
            continue
        assert data.with_side(row, one.kind, end).best() == base + one.slope * (end - one.value)
        low, high = data.sides[row]
        beyond = end + step
        other = low if one.kind == "upper" else high
        if other is not None and low != high and (beyond < other) is (one.kind == "upper"):
            continue  # two bounds do not pass each other
        predicted = base + one.slope * (beyond - one.value)
        value = data.with_side(row, one.kind, beyond).best()
        is_worse = value is None or is_ahead(data, predicted, value)
        assert is_worse or (not is_simple and value == predicted)


def has_other_optima(found: LinearRelaxation) -> bool:
    """Whether something at a bound has no price, so that other bases are as good."""
    basis = found.basis
    assert basis is not None
    columns, rows = basis.columns != 5, basis.rows != 5
    return not (found.reduced[columns].all() and found.duals[rows].all())


_PARTS = [0, *(pytest.param(part, marks=pytest.mark.exhaustive) for part in range(1, 10))]


@pytest.mark.parametrize("part", _PARTS)
def test_the_optimum_is_linear_within_each_range_and_not_beyond(part: int) -> None:
    degenerate = simple = 0
    for seed in range(30 * part, 30 * part + 30):
        data = Data.random(seed)
        model, x, rows = data.stated()
        found = solve_relaxation(model, exact=True)
        if not found:
            continue
        base: Any = found.objective  # exact, so neither None nor a float
        ranges = found.ranging()
        assert ranges.exact
        degenerate += ranges.degenerate
        simple += not ranges.degenerate
        is_simple = not ranges.degenerate and not has_other_optima(found)
        for column in range(len(data.costs)):
            check_cost(data, column, ranges.cost(x[column]), base, is_simple=is_simple)
        for row, handle in enumerate(rows):
            place = found.program.place_of_row(handle) if any(data.rows[row]) else None
            for one in ranges.sides.get(place, ()) if place is not None else ():
                check_side(data, row, one, base, is_simple=is_simple)
            if ranges.degenerate and place in ranges.duals:
                check_both_sides(data, row, ranges, place, base)
    assert degenerate
    assert simple > 4


def check_both_sides(data: Data, row: int, ranges: Ranging, place: int, base: Number) -> None:
    """What a unit downwards and upwards is worth, by a small step."""
    kind = ranges.sides[place][0].kind
    low, high = data.sides[row]
    bound = low if kind == "lower" else high
    assert bound is not None
    small = Fraction(1, 10**7)
    for worth, step in zip(ranges.duals[place], (-small, small), strict=True):
        value = data.with_side(row, kind, bound + step).best()
        assert (value is None) is (worth is None)
        if value is not None:
            assert value == base + worth * step  # type: ignore[operator] # it is a number


def test_doubles_say_the_same_as_exact_numbers() -> None:
    compared = 0
    for seed in range(60):
        model, _, _ = Data.random(seed).stated()
        found = solve_relaxation(model, exact=True)
        if not found or found.ranging().degenerate or has_other_optima(found):
            continue
        exactly, nearly = found.ranging(), solve_relaxation(model, exact=False).ranging()
        assert not nearly.exact
        pairs = zip(exactly.costs, nearly.costs, strict=True)
        for one, other in pairs:
            for mine, theirs in ((one.lower, other.lower), (one.upper, other.upper)):
                assert (mine is None) == (theirs is None)
                assert mine is None or theirs == pytest.approx(float(mine), abs=1e-9)
            compared += 1
    assert compared > 30


def test_what_has_no_ranges_says_why() -> None:
    model = Model()
    x = model.continuous("x", 2, upper=3)
    free = model.add(x[0] + x[1] <= 5)
    model.maximize(x.sum())
    with pytest.raises(BackendError, match="pdlp finds no basis, so there is no ranging"):
        solve_relaxation(model, method=Method.PDLP).ranging()
    with pytest.raises(BackendError, match="pdlp finds no basis, so there are no exact values"):
        solve_relaxation(model, method="pdlp", exact=True)
    ranges = model.relaxation().ranging()
    with pytest.raises(ModelError, match="belongs to another model"):
        ranges.cost(Model().continuous("x", 1)[0])
    assert ranges.side(free).value == 5
    model.add(x[0] >= 4)
    with pytest.raises(BackendError, match="no optimum to range about: infeasible"):
        model.relaxation().ranging()


def test_a_degenerate_vertex_says_so() -> None:
    """Three lines meet in one corner: the same unit is worth 3/2 below and nothing above."""
    model = Model()
    x = model.continuous("x", 2)
    both = model.add(x.sum() <= 2, "both")
    model.add(x <= 1, "each")
    model.maximize(x @ [2, 1])
    ranges = model.relaxation().ranging()
    assert ranges.degenerate
    assert "degenerate" in str(ranges)
    place = ranges.program.place_of_row(both)
    if place in ranges.duals:
        assert ranges.duals[place] == (1, 0)
    assert np.asarray(ranges.table()).shape[1] == 6
