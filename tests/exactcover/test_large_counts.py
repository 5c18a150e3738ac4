"""Counts of more than 64 bits, and of boards whose counts are known."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from ilpuzzles.exactcover.compiling import kernel
from ilpuzzles.exactcover.diagram_kernel import add
from ilpuzzles.exactcover.engine import count_covers, sample_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Run, Settings
from support.covering import dominoes
from support.random_covers import board, count_by_memory, is_cover

TABLE = Settings(engine=Engine.TABLE)


def fibonacci(number: int) -> int:
    one, other = 0, 1
    for _ in range(number):
        one, other = other, one + other
    return one


@pytest.mark.parametrize("length", [1, 2, 3, 46, 91, 92, 93, 94, 400])
def test_dominoes_on_two_rows(length: int) -> None:
    # At 64 bits: fibonacci(93) is the last number that fits.
    run = count_covers(dominoes(2, length), TABLE)
    assert (run.found, run.complete) == (fibonacci(length + 1), True)
    assert run.statistics.engine is Engine.TABLE


@pytest.mark.parametrize(
    ("side", "number"),
    [
        (8, 12_988_816),
        (10, 258_584_046_368),
        (12, 53_060_477_521_960_000),
        (16, 2_444_888_770_250_892_795_802_079_170_816),
    ],
)
def test_dominoes_on_squares(side: int, number: int) -> None:
    """The last count has 78 bits."""
    seen: list[int] = []
    run = Run(watch=lambda now: seen.append(now.found))
    count_covers(dominoes(side, side), run=run)
    assert (run.found, run.complete) == (number, True)
    assert (run.statistics.engine, run.statistics.nodes) == (Engine.TABLE, 0)
    assert run.statistics.memory > 0
    assert seen == sorted(seen)


@pytest.mark.parametrize("shapes", [("bar",), ("corner",), ("domino", "bar"), ("single", "corner")])
def test_other_shapes(shapes: tuple[str, ...]) -> None:
    for rows, columns in ((6, 6), (30, 3)):
        options = board(rows, columns, shapes)
        problem = CoverProblem.of(options, rows * columns)
        for reduce in (True, False):
            run = count_covers(problem, Settings(engine=Engine.TABLE, reduce=reduce))
            assert run.found == count_by_memory(options, rows * columns)
            assert run.statistics.engine is Engine.TABLE


@pytest.mark.parametrize("options", [5, 70, 300])
def test_free_options(options: int) -> None:
    problem = CoverProblem.of([[]] * options, items=0)
    run = count_covers(problem, TABLE)
    assert (run.found, run.complete) == (2**options, True)
    found, run = sample_covers(problem, 50, settings=TABLE)
    assert run.found == 2**options
    assert len(found) == 50
    sizes = [int((row >= 0).sum()) for row in found]
    assert options / 4 < sum(sizes) / 50 < 3 * options / 4


@pytest.mark.exhaustive
def test_counts_that_grow_by_factors_of_three() -> None:
    # Every word of a count is passed on with what it carries: 3 ** 600 has 951 bits.
    options = [[item] for item in range(600) for _ in range(3)]
    problem = CoverProblem.of(options, items=600)
    for layers in (40, 41, 81, 161, 162, 600):
        some = CoverProblem.of(options[: 3 * layers], items=layers)
        assert count_covers(some, TABLE).found == 3**layers
    found, run = sample_covers(problem, 3, settings=TABLE)
    assert run.found == 3**600
    assert all(is_cover(problem, row.tolist()) for row in found)


@kernel
def added(words: Any) -> Any:
    """Adds the second row to the first; whether that has become too large."""
    return add(words, 0, words, 1)


def test_sums_carry_through_words_that_are_full() -> None:
    full = 2**64 - 1
    edges = [0, 1, full - 1, full]
    for low, middle, high in product(product(edges, repeat=2), repeat=3):
        words = np.array([low, middle, high], dtype=np.uint64).T.copy()
        one, other = (int.from_bytes(row.tobytes(), "little") for row in words)
        over = added(words)
        assert over == (one + other >= 2**192)
        assert int.from_bytes(words[0].tobytes(), "little") == (one + other) % 2**192


def test_many_states_need_room() -> None:
    # The first arrays have room for 32,768 states and twice as many transitions.
    problem = dominoes(8, 8, "corner", "bar")
    expected = count_by_memory(board(8, 8, ["domino", "corner", "bar"]), 64)
    run = count_covers(problem, TABLE)
    assert (run.found, run.complete) == (expected, True)
    assert run.statistics.states > 1 << 16
    found, stored = sample_covers(problem, 5, settings=TABLE)
    assert (stored.found, stored.complete) == (expected, True)
    assert stored.statistics.states == run.statistics.states
    assert stored.statistics.edges == run.statistics.edges > 1 << 17
    assert all(is_cover(problem, [o for o in row if o >= 0]) for row in found.tolist())
