"""Least and greatest sums, and sideline conditions, against a filter over all solutions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ilpuzzles.exactcover import search_threads
from ilpuzzles.exactcover.engine import count_covers, cover_extremes
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Condition, Engine, Run, Settings
from support.covering import as_set, dominoes, listed, solved, total

TABLE = Settings(engine=Engine.TABLE)


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(0, 100, 50))
def test_extremes_are_those_of_all_solutions(first: int) -> None:
    read = 0
    for seed in range(first, first + 50):
        dice = np.random.default_rng(seed)
        problem, expected = solved(seed)
        weights = dice.integers(-20, 21, (dice.integers(0, 4), problem.options))
        run = Run()
        extremes = cover_extremes(problem, weights, TABLE, run)
        if run.statistics.engine is Engine.SEARCH or not expected:
            assert extremes is None
            continue
        read += 1
        assert extremes is not None
        assert (run.found, run.complete) == (len(expected), True)
        for row, least, most in zip(weights, *extremes, strict=True):
            sums = [total(row, chosen) for chosen in expected]
            assert (least, most) == (min(sums), max(sums)), seed
        # What is in all solutions, and what in none.
        each = cover_extremes(problem, np.eye(problem.options, dtype=np.int64), TABLE)
        assert each is not None
        held = [[option in chosen for chosen in expected] for option in range(problem.options)]
        assert each[0].tolist() == [all(one) for one in held]
        assert each[1].tolist() == [any(one) for one in held]
    assert read > 15


def test_extremes_of_a_larger_board() -> None:
    # Vertical dominoes on a board of 8 x 8: none are needed, all may be.
    problem = dominoes(8, 8)
    vertical = np.array([problem.option(n)[1] - problem.option(n)[0] == 8 for n in range(112)])
    extremes = cover_extremes(problem, vertical[None, :].astype(np.int64), TABLE)
    assert extremes is not None
    assert (extremes[0].tolist(), extremes[1].tolist()) == ([0], [32])


def test_extremes_say_nothing_without_a_table() -> None:
    problem = dominoes(4, 4)
    weights = np.ones((1, problem.options), dtype=np.int64)
    assert cover_extremes(problem, weights, Settings(engine=Engine.SEARCH)) is None
    assert cover_extremes(problem, weights + 2**61, TABLE) is None
    assert cover_extremes(CoverProblem.of([[0]], items=2), np.ones((1, 1)), TABLE) is None  # type: ignore[arg-type] # it has no solution


def random_conditions(dice: random.Random, problem: CoverProblem) -> tuple[Condition, ...]:
    conditions = []
    for _ in range(dice.randint(1, 3)):
        totals = np.array([dice.randint(-3, 5) for _ in range(problem.options)], dtype=np.int64)
        lower = dice.choice([dice.randint(-5, 12), dice.randint(0, 40), -(2**62)])
        upper = dice.choice([lower, lower + dice.randint(0, 9), 2**62, 2**70])
        conditions.append(Condition(totals, lower, upper))
    return tuple(conditions)


def meets(conditions: tuple[Condition, ...], chosen: frozenset[int]) -> bool:
    return all(one.lower <= total(one.totals, chosen) <= one.upper for one in conditions)


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(0, 100, 50))
def test_conditions_are_a_filter(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_threads, "_PARTS_PER_WORKER", 2)
    cut = left = 0
    for seed in range(first, first + 50):
        dice = random.Random(seed)
        problem, everything = solved(seed)
        conditions = random_conditions(dice, problem)
        expected = {chosen for chosen in everything if meets(conditions, chosen)}
        left += len(expected)
        for engine, workers in ((Engine.AUTO, 1), (Engine.TABLE, 1), (Engine.SEARCH, 2)):
            settings = Settings(
                engine=engine,
                workers=workers,
                conditions=conditions,
                reduce=dice.random() < 0.5,
                dead_ends=dice.random() < 0.5,
                minimal_depth=dice.choice([None, 0, 2]),
            )
            run = count_covers(problem, settings)
            cut += run.statistics.cut_off
            assert (run.found, run.complete) == (len(expected), True), (seed, settings)
            assert run.statistics.engine is Engine.SEARCH
            assert as_set(listed(problem, settings)) == expected, (seed, settings)
    assert cut
    assert left


@pytest.mark.parametrize("engine", [Engine.AUTO, Engine.TABLE])
def test_a_table_knows_no_conditions(engine: Engine) -> None:
    problem = dominoes(6, 6)
    condition = Condition(np.ones(problem.options, dtype=np.int64), 0, 17)
    run = count_covers(problem, Settings(engine=engine, conditions=(condition,)))
    assert (run.found, run.statistics.why) == (0, "conditions are checked by the search")


def test_tight_conditions_are_seen_early() -> None:
    # With all sums at their greatest, few beginnings are gone on from.
    problem = dominoes(6, 6)
    dice = random.Random(1)
    totals = np.array([dice.randint(0, 9) for _ in range(problem.options)])
    extremes = cover_extremes(problem, totals[None, :], TABLE)
    assert extremes is not None
    (most,) = extremes[1].tolist()
    plain = count_covers(problem, Settings(engine=Engine.SEARCH))
    for bounds in ((most, most), (most, 2**62), (most, 2**63)):
        run = count_covers(problem, Settings(conditions=(Condition(totals, *bounds),)))
        best = [c for c in listed(problem) if total(totals, c) == most]
        assert run.found == len(best)
        assert run.statistics.nodes < plain.statistics.nodes / 2


@pytest.mark.exhaustive
def test_large_numbers_do_not_overflow() -> None:
    # Options of so many sizes that have no multiple in common within 64 bits.
    sizes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]
    options, first = [], 0
    for size in sizes:
        block = list(range(first, first + size))
        options += [block, block[:1], block[1:]]
        first += size
    options.append([0, first - 1])  # no items of which every option has exactly one
    problem = CoverProblem.of(options, first)
    dice = random.Random(3)
    totals = np.array([dice.randint(-(10**9), 10**9) for _ in options])
    every = listed(problem)
    assert len(every) == 2 ** len(sizes)
    sums = sorted(total(totals, chosen) for chosen in every)
    for lower, upper in ((sums[50], sums[90]), (sums[-3], 2**62), (-(2**62), sums[5])):
        run = count_covers(problem, Settings(conditions=(Condition(totals, lower, upper),)))
        assert run.found == sum(lower <= one <= upper for one in sums)
