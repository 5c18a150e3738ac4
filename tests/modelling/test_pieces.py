"""Semi-continuous numbers, ordered sets and piecewise functions, against plain arithmetic."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expressions import Operand
from ilpuzzles.modelling.pieces import (
    piecewise_linear,
    semi_continuous,
    special_ordered_1,
    special_ordered_2,
)
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model

SOLVERS = ["cbc", "highs", "scip"]
HALVES = [Fraction(n, 2) for n in range(-6, 13)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", SOLVERS)
@pytest.mark.parametrize(
    ("lower", "upper", "ends"),
    [
        (2, 4, [(0, 0), (2, 4)]),
        (Fraction(1, 2), None, [(0, 0), (Fraction(1, 2), 5)]),
        (-2, Fraction(-3, 2), [(-2, Fraction(-3, 2)), (0, 0)]),
        (-1, 3, [(-1, 3)]),
        (0, 3, [(0, 3)]),
        (3, 2, [(0, 0)]),
    ],
)
def test_semi_continuous_numbers(
    backend: str, lower: Fraction, upper: Fraction | None, ends: list[tuple[Fraction, Fraction]]
) -> None:
    """The values nearest to each of many places, above or below, are those of the pieces."""
    for number, place in enumerate(HALVES[::3]):
        for sense in (("minimize", "maximize")[(number + SOLVERS.index(backend)) % 2],):
            model = Model()
            x = model.continuous("x", lower=-3, upper=5)
            model.add(semi_continuous(x, lower, upper))
            model.add(x >= place if sense == "minimize" else x <= place)
            getattr(model, sense)(x)
            if sense == "minimize":
                beyond = [max(low, place) for low, high in ends if high >= place]
                expected = min(beyond, default=None)
            else:
                before = [min(high, place) for low, high in ends if low <= place]
                expected = max(before, default=None)
            assert solve_model(model, backend).objective == expected, (place, sense)


@pytest.mark.exhaustive
def test_auxiliary_binaries_do_not_tell_solutions_apart() -> None:
    model = Model()
    n, x = model.integer("n", lower=0, upper=4), model.continuous("x", 3, upper=2)
    model.add(semi_continuous(n, 2, 3))
    model.add(special_ordered_2(x))
    model.add(x.sum() == n)
    for backend in SOLVERS:
        assert count_solutions(model, backend=backend).number == 3
        listed = list_solutions(model, backend=backend)
        assert sorted(int(values[0]) for values in listed) == [0, 2, 3]
        assert all(model.check(values) == () for values in listed)
    # The names of a linearised program show that they are auxiliary.
    program = linearised(model.program())
    assert program.deciding.tolist() == [True] + [False] * (program.variables - 1)


RANGES = [
    (Fraction(low, 2), Fraction(high, 2))
    for low, high in ((-4, 6), (0, 5), (2, 8), (-6, -2), (0, 0), (-1, 0))
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", SOLVERS)
@pytest.mark.parametrize("most", [1, 2])
def test_special_ordered_sets_by_trying_every_support(backend: str, most: int) -> None:
    """The optimum is that of the best choice of which numbers may be other than 0."""
    state = special_ordered_1 if most == 1 else special_ordered_2
    for seed in range(12):
        dice = random.Random(100 * most + seed)
        ends = [dice.choice(RANGES) for _ in range(dice.randint(1, 5))]
        costs = [Fraction(dice.randint(-6, 6), 2) for _ in ends]
        model = Model()
        x = [model.continuous(f"x{n}", lower=a, upper=b) for n, (a, b) in enumerate(ends)]
        model.add(state(x))
        model.maximize(model.sum(cost * one for cost, one in zip(costs, x, strict=True)))
        best = [
            sum(
                max(cost * low, cost * high) if place in window else Fraction(0)
                for place, (cost, (low, high)) in enumerate(zip(costs, ends, strict=True))
            )
            for begin in range(max(len(ends) - most, 0) + 1)
            for window in [range(begin, begin + most)]
            if all(low <= 0 <= high or place in window for place, (low, high) in enumerate(ends))
        ]
        found = solve_model(model, backend)
        assert found.objective == max(best, default=None), f"seed {seed}"
        if found.values is not None:
            assert model.check(found.values) == ()


def test_special_ordered_sets_of_numbers_of_both_kinds() -> None:
    model = Model()
    b, x = model.binary("b"), model.continuous("x", 2, upper=2)
    model.add(special_ordered_1(b, x[0] - 1, x[1]))
    model.maximize(3 * b + x[0] + 2 * x[1])
    for backend in SOLVERS:
        assert solve_model(model, backend).objective == 5
    values = np.array([1, Fraction(1, 2), 0], dtype=object)
    assert str(model.check(values)[0]) == "special ordered set 1[0] is 2, not at most 1"


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", SOLVERS)
def test_piecewise_linear_functions(backend: str) -> None:
    """At every place, the function is what interpolation makes of the breakpoints."""
    for seed in range(6):
        dice = random.Random(seed)
        places = sorted(dice.sample(HALVES, dice.randint(2, 5)))
        points = [(x, Fraction(dice.randint(-9, 9), dice.choice([1, 2, 3]))) for x in places]
        known = np.array([[float(number) for number in point] for point in points])
        for _ in range(4):
            part = Fraction(dice.randint(0, 12), 12)
            place = places[0] + part * (places[-1] - places[0])
            model = Model()
            x = model.continuous("x", lower=places[0], upper=places[-1])
            y = piecewise_linear(x, points)
            model.add(x == place)
            (model.minimize if seed % 2 else model.maximize)(y)
            found = solve_model(model, backend)
            assert found.objective is not None
            assert float(found.objective) == pytest.approx(np.interp(float(place), *known.T))
            assert found.values is not None
            assert (found.missed, model.check(found.values)) == (None, ())


def test_piecewise_linear_functions_of_whole_and_of_fixed_numbers() -> None:
    points = [(0, Fraction(0)), (2, Fraction(3)), (5, Fraction(-1, 2))]
    model = Model()
    n = model.integer("n", lower=1, upper=4)
    y = piecewise_linear(n, points)
    assert [model.bounds(family[()]) for family in model.families[1:]] == [(Fraction(2, 3), 3)]
    model.add(y <= 2)
    listed = list_solutions(model, backend="highs")
    assert {(int(v[0]), v[1]) for v in listed} == {
        (1, Fraction(3, 2)),
        (3, Fraction(11, 6)),
        (4, Fraction(2, 3)),
    }
    assert repr(piecewise_linear(0 * n + 1, points)) == "1.5"


def test_what_has_no_meaning_is_refused_with_a_reason() -> None:
    model = Model()
    x, far, b = model.continuous("x", upper=3), model.continuous("far"), model.binary("b")
    close = "since continuous numbers come close to 0; state it by itself: model.add(...)"

    def stated(number: Operand) -> None:
        model.add(special_ordered_1(x, number))

    for wrong, message in (
        (lambda: ~semi_continuous(x, 1, 2),
         f"no variable can say whether semi_continuous(x, 1, 2) holds, {close}"),
        (lambda: model.add(b.implies(special_ordered_2(x, x, x))),
         f"no variable can say whether special_ordered_2(3 numbers) holds, {close}"),
        (lambda: semi_continuous(far, 1), "far needs bounds here; give it both bounds"),
        (lambda: stated(far), "far needs bounds here; give it both bounds"),
        (lambda: piecewise_linear(far, [(0, 0), (1, 1)]),
         "far needs bounds here; give it both bounds"),
        (lambda: piecewise_linear(x, [(0, 0), (2, 1)]),
         "x can be 0 to 3, beyond the breakpoints 0 to 2; add breakpoints, or give it bounds"),
        (lambda: piecewise_linear(x, [(0, 0)]),
         "1 breakpoints make no segment; give at least two points"),
        (lambda: piecewise_linear(x, [(0, 0), (4, 1), (4, 2)]),
         "the breakpoints 4 and 4 do not ascend; sort them, and give each once"),
        (lambda: piecewise_linear(x, [(0, float("inf")), (4, 1)]),
         "inf is not a finite number; give a number such as 3 or 0.25"),
    ):  # fmt: skip
        with pytest.raises(ModelError) as caught:
            wrong()
        assert str(caught.value) == message
    # Two bounds that are given need none of the variable.
    model.add(semi_continuous(far, 1, 2))
    outside: dict[Any, str] = {Fraction(1, 10**12): "1e-12", 3: "3"}
    for value, broken in {0: "", 1: "", Fraction(3, 2): "", **outside}.items():
        found = [str(one) for one in model.check(np.array([0, value, 0], dtype=object))]
        said = f"semi-continuous[0] is {broken}, not within 1 and 2"
        assert found == ([said] if broken else [])
