"""What is small when it is written stays small: nothing here grows as the ways to say it do."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product as assignments
from typing import Any

import numpy as np
import pytest

from benchmarks.growth import CASES
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expressions import Logical
from ilpuzzles.modelling.functions import conditional, different_values, equivalence, power
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.count import count_solutions
from support.begun_models import with_binaries
from support.steps import steps

STEPS: dict[str, tuple[Callable[[Any, Any, Any], Logical], Callable[[int, int, int], object]]] = {
    "a test": (conditional, lambda t, x, y: x if t else y),
    "twice": (lambda t, x, y: equivalence(t, x) | (t & y), lambda t, x, y: t == x or (t and y)),
    "in turn": (lambda t, x, y: ~((t | x) & y), lambda t, x, y: not ((t or x) and y)),
    "taken in": (lambda t, x, y: (t | x) | (t | y), lambda t, x, y: t or x or y),
    "an alternative": (lambda t, x, y: conditional(x, t, y), lambda t, x, y: t if x else y),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("step", [step for step, _ in STEPS.values()], ids=list(STEPS))
def test_a_truth_that_is_used_twice_is_stated_once(step: Callable[..., Logical]) -> None:
    """Each step uses the truth before it once or twice: up to 2^600 ways lead back to the first."""
    sizes = []
    for depth in (300, 600):
        model, x = with_binaries(2 * depth + 1)
        truth: Logical = x[0]
        for number in range(depth):
            truth = step(truth, x[2 * number + 1], x[2 * number + 2])
        model.add(truth)
        model.add(~truth | x[0])
        sizes.append(model.statistics().variables)
    assert sizes[1] <= 2 * sizes[0] <= 5000


@pytest.mark.exhaustive
def test_truths_are_nested_as_deeply_as_one_likes() -> None:
    model, x = with_binaries(2)
    truth: Logical = x[0]
    for _ in range(5000):
        truth = ~((truth | x[0]) & x[1])
    model.add(truth ^ x[0])
    assert model.statistics().rows == 5001


@pytest.mark.parametrize("name", STEPS)
def test_what_is_stated_once_means_the_same(name: str) -> None:
    step, plain = STEPS[name]
    model, x = with_binaries(3)
    truth: Any = x[0]
    values: Any = np.array([*assignments((0, 1), repeat=3)])
    held = values[:, 0]
    for one, other in ((1, 2), (0, 1), (2, 0)):
        truth = step(truth, x[one], x[other])
        held = [bool(plain(*three)) for three in zip(held, *values[:, (one, other)].T, strict=True)]
    model.add(truth)
    assert int(count_solutions(model, backend="cpsat")) == sum(held)


def test_sums_that_double_keep_their_terms() -> None:
    model = Model()
    n = model.integer("n", 900, lower=0, upper=1)
    doubled, summed = n.sum(), n.sum()
    numbers = [n[0] + 0, n[1] + 0]
    for _ in range(40):
        doubled = doubled + doubled
        summed = model.sum([summed, summed])
        numbers.append(numbers[-1] + numbers[-2])
    for total in (doubled, summed):
        assert len(total.columns) == 900
        assert set(total.coefficients) == {1 << 40}
    assert len(numbers[-1].columns) < 4000
    model.add(numbers[-1] == 165_580_141 + 102_334_155)
    assert model.program().rows.coefficients.tolist() == [165_580_141, 102_334_155]


def test_long_sums_are_left_as_they_were_written() -> None:
    _, x = with_binaries(1200)
    total = x.sum() + x[3]
    assert len((total + x[5]).columns) == 1202
    assert len((total + total).columns) == 1200
    # What was added to is as it was.
    assert (len(total.columns), len((total - x[0]).columns)) == (1201, 1202)


def test_different_values_of_numbers_with_very_many() -> None:
    model = Model()
    n = model.integer("n", 3, lower=-(10**9), upper=10**9)
    number = different_values(n[0], n[1], n[2] + 1)
    assert model.statistics().variables < 12
    model.add(number == 2)
    assert model.check(np.array([4, 4, 9, *[0] * 9])[: model.statistics().variables])
    few = Model()
    m = few.integer("m", 3, lower=0, upper=200)
    for value in range(3):
        few.add(m[value] <= 2)
    few.add(different_values(m) == 2)
    assert few.statistics().variables < 20
    assert int(count_solutions(few, backend="cpsat")) == 18
    assert len(linearised(few.program()).rows) < 40


def test_powers_that_cannot_be_are_refused_at_once() -> None:
    model = Model()
    n = model.integer("n", lower=-1, upper=1)
    k = model.integer("k", lower=0, upper=19_999)
    assert model.bounds(model.families[0][()]) == (-1, 1)
    power(n, 10**6)
    power(-1, k)
    for base, exponent in ((n + 1, 10**9), (3, k)):
        with pytest.raises(ModelError, match=r" to the power of .* has more than 60 bits; "):
            power(base, exponent)
    with pytest.raises(ModelError, match="60 bits"):
        power(n + 1, 60)


# Cases of `benchmarks.growth` in which more works than the package's models and files.
ELSEWHERE = re.compile("solve|solution|board|tiles|presets|moves|cuts|formulas")
LINEAR = [name for name in CASES if not ELSEWHERE.search(name)]


@pytest.mark.exhaustive
@pytest.mark.every("name")
@pytest.mark.parametrize("name", LINEAR)
def test_twice_as_much_is_twice_the_work(name: str) -> None:
    """Steps of a size, and of twice that: three times as many would be growth like n^1.6."""
    build = CASES[name]
    steps(build(8))
    few, many = steps(build(60)), steps(build(120))
    assert many <= 2.3 * few
