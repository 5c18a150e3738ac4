"""The store of rows: threads, interruptions, and numbers that do not fit 64-bit integers."""

from __future__ import annotations

import sys
import threading
from fractions import Fraction

import numpy as np
import pytest

from ilpuzzles import Model
from ilpuzzles.backends.result import Status
from ilpuzzles.modelling.row_store import RowStore
from ilpuzzles.modelling.rows import NO_GROUP, Kind
from ilpuzzles.queries.solve import solve_model

LEAST = -(1 << 63)


def test_threads_that_ask_for_the_program_at_once_find_each_row_once() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            model = Model()
            x = model.integer("x", 20, lower=0, upper=9)
            for number in range(60):
                model.add(0.5 * x[number % 20] + x[(number + 1) % 20] <= 5 + number % 3)
            barrier = threading.Barrier(3)
            sizes: list[int] = []

            def ask(model: Model = model, barrier: threading.Barrier = barrier) -> None:
                barrier.wait()
                sizes.append(len(model.program().rows))  # noqa: B023 - joined before the next one

            threads = [threading.Thread(target=ask) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sizes == [60, 60, 60]
            assert len(model.program().rows) == 60
    finally:
        sys.setswitchinterval(interval)


def test_what_an_interruption_leaves_of_a_row_without_entries_is_not_in_the_next_one() -> None:
    store = RowStore()
    # As if Ctrl-C had come after the bound of a row without entries was kept.
    store._pending.upper_others.without(0, Fraction(1, 2))
    store._pending.lower_others.without(0, 0.1 + 0.2)
    store._pending.repeating.add(0)
    store.append(Kind.LINEAR, NO_GROUP, [0], [1], (None, 7))
    rows = store.all()
    assert (rows.upper.tolist(), rows.scales.tolist()) == ([7], [1])
    assert store.written().bounds(0) == (None, 7)


def test_whole_bounds_keep_their_digits_beside_doubles() -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=(1 << 61))
    row = model.add(n >= (1 << 60) + 1)
    k = model.integer("k", 2, lower=0, upper=9)
    model.add_rows(Kind.LINEAR, np.array([0, 1, 2]), np.array([1, 2]), upper=np.array([0.5, 1.5]))
    assert row.bounds == ((1 << 60) + 1, None)
    right, wrong = (np.array([(1 << 60) + more, 0, 0]) for more in (1, 0))
    assert model.check(right) == ()
    assert [str(one) for one in model.check(wrong)] == [
        f"linear[0] is {1 << 60}, not at least {(1 << 60) + 1}"
    ]
    model.minimize(n + k.sum())
    assert solve_model(model, "cpsat").objective == (1 << 60) + 1


@pytest.mark.parametrize("bound", [LEAST, LEAST + 1, -LEAST, -LEAST - 1])
def test_numbers_at_the_end_of_64_bits_stay_what_they_are_beside_fractions(bound: int) -> None:
    model = Model()
    n = model.integer("n", lower=-20, upper=20)
    k = model.integer("k", lower=0, upper=1)
    lower = model.add(0.5 * n + 0.25 * k >= min(bound, -bound))
    upper = model.add(0.5 * n + 0.25 * k <= max(bound, -bound))
    assert (lower.bounds, upper.bounds) == (
        (-abs(bound), None),
        (None, abs(bound)),
    )
    model.minimize(n)
    result = solve_model(model, "highs")
    assert (result.status, result.objective) == (Status.OPTIMAL, -20)
    other = model.add(bound * n + 0.5 * k <= 0)
    assert other.coefficients == {n: bound, k: Fraction(1, 2)}
    assert bool(model.check(np.array([1, 0]))) is (bound > 0)


def test_single_rows_with_fractions_are_looked_at_one_by_one() -> None:
    model = Model()
    x = model.integer("x", 3, lower=0, upper=9)
    for number in range(200):
        bound = Fraction(number, 3)
        row = model.add(Fraction(1, 7) * x[0] + x[1] + 0 * x[2] <= bound)
        assert row.bounds == (None, bound)
        assert row.coefficients == {x[0]: Fraction(1, 7), x[1]: 1}


def test_values_in_narrow_arrays_are_checked_as_the_numbers_that_they_are() -> None:
    model = Model()
    n = model.integer("n", 2, lower=0, upper=100)
    model.add(100 * n[0] + n[1] <= 50)
    for kind in (np.int8, np.uint8, np.int16, np.int64):
        values = np.array([3, 0], dtype=kind)
        assert [str(one) for one in model.check(values)] == ["linear[0] is 300, not at most 50"]
        assert not model.program().rows_hold(values[np.newaxis])[0]


@pytest.mark.parametrize("in_bulk", [False, True])
def test_a_continuous_variable_that_cancels_out_leaves_a_whole_row(in_bulk: bool) -> None:
    model = Model()
    n = model.integer("n", 2, lower=0, upper=9)
    c = model.continuous("c", 1, lower=0, upper=9)
    if in_bulk:
        model.add(np.array([[0.5, 0.25]]) @ n + np.array([[0.0]]) @ c <= 1.3)
    else:
        model.add(n[0] / 2 + n[1] / 4 + 0.3 * c[0] - 0.3 * c[0] <= 1.3)
    rows = model.program().rows
    assert rows.coefficients.tolist() == [2, 1]
    assert (rows.scales.tolist(), rows.upper.tolist()) == ([4], [5])
