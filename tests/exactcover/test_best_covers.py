"""The best exact covers: against all solutions, with conditions, ties, limits and bounds."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.exactcover import best_cover, engine, search
from ilpuzzles.exactcover.best_cover import LARGEST_SUM, Prices
from ilpuzzles.exactcover.engine import best_covers
from ilpuzzles.exactcover.problem import CoverProblem, IntArray, Prepared
from ilpuzzles.exactcover.search import exclusive_sort
from ilpuzzles.exactcover.settings import Condition, Engine, Run, SearchEnding, Settings
from ilpuzzles.progress import Progress
from support.covering import dominoes, solved, total

SEARCH, TABLE = Settings(engine=Engine.SEARCH), Settings(engine=Engine.TABLE)


class Case(NamedTuple):
    """A random problem with weights, how to search, and the sums of all its solutions."""

    problem: CoverProblem
    weights: IntArray
    settings: Settings
    expected: dict[frozenset[int], int]


def weighted(seed: int, dice: random.Random) -> Case:
    """A random problem; weights are small or large, often equal, often negative, often 0."""
    problem, expected = solved(seed)
    reach = dice.choice([1, 1, 5, 100, 10**6])
    least = dice.choice([-reach, 0, 0, 1])
    some = [dice.randint(min(least, reach), reach) for _ in range(dice.choice([2, 5, 100]))]
    factor = dice.choice([1, 1, 1, 7, 1 << 18])
    numbers = [factor * dice.choice([dice.choice(some), 0, 1]) for _ in range(problem.options)]
    weights = np.array(numbers, dtype=np.int64)
    conditions = []
    for _ in range(dice.choice([0, 0, 0, 1, 2])):
        totals = np.array([dice.randint(-3, 3) for _ in numbers], dtype=np.int64)
        lower = dice.randint(-5, 3)
        conditions.append(Condition(totals, lower, lower + dice.randint(0, 8)))
    settings = Settings(
        engine=dice.choice([Engine.AUTO, Engine.SEARCH, Engine.TABLE]),
        workers=dice.choice([1, 1, 2]),
        reduce=dice.random() < 0.8,
        conditions=tuple(conditions),
    )
    met = {
        chosen: total(weights, chosen)
        for chosen in expected
        if all(one.lower <= total(one.totals, chosen) <= one.upper for one in conditions)
    }
    return Case(problem, weights, settings, met)


def chosen_of(covers: IntArray) -> list[frozenset[int]]:
    return [frozenset(row[row >= 0].tolist()) for row in covers]


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(0, 100, 50))
def test_the_best_are_those_of_all_solutions(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    engines, several = set(), 0
    for seed in range(first, first + 50):
        dice = random.Random(f"best {seed}")
        # Stages, tables and threads come into play on small problems as well.
        monkeypatch.setattr(best_cover, "_NODES_OF_FIRST_LOOK", dice.choice([1, 5, 10_000]))
        monkeypatch.setattr(engine, "_NODES_BEFORE_TABLE", dice.choice([0, 9, 300_000]))
        monkeypatch.setattr(engine, "_WORDS_AT_ONCE", dice.choice([1, 1e9]))
        # Each number of words has a search of its own, which takes seconds to compile.
        monkeypatch.setattr(search, "UNROLLED", 2)
        case, number = weighted(seed, dice), dice.choice([None, 1, 1, 2, 3, 10, 1000])
        covers, run = best_covers(case.problem, case.weights, number, case.settings)
        chosen, sums = chosen_of(covers), sorted(case.expected.values())
        best = sums.count(sums[0]) if number is None and sums else number
        sums, others = sums[:best], sums[best:] if best else []
        assert len(set(chosen)) == len(chosen) == run.found
        assert [case.expected[one] for one in chosen] == sums, seed
        assert (run.complete, run.best) == (True, sums[0] if sums else None)
        assert run.bound is None or all(run.bound <= rest for rest in others), seed
        engines.add(run.statistics.engine)
        several += len(set(sums)) < len(sums)
    assert engines == {Engine.SEARCH, Engine.TABLE}
    assert several


@pytest.mark.parametrize("seed", range(40))
def test_no_solution_costs_less_than_the_prices_say(seed: int) -> None:
    dice = random.Random(seed)
    problem, expected = solved(seed)
    problem = Prepared.of(problem).problem
    counts = np.bincount(problem.items, minlength=len(problem.primary))
    if not problem.options or not counts[problem.primary].all():
        return
    numbers = [dice.randint(-100, 100) for _ in range(problem.options)]
    weights = np.array(numbers, dtype=np.int64)
    prices = Prices.of(problem, weights)
    assert prices.reduced.min() >= 0
    for chosen in expected:
        if len(chosen) and all(len(problem.option(one)) for one in chosen):
            covered = np.concatenate([problem.option(one) for one in chosen])
            rest = np.setdiff1d(np.nonzero(problem.primary)[0], covered)
            if not len(rest):
                spent = total(prices.reduced, chosen)
                assert prices.bound + spent == prices.scale * total(weights, chosen)
                # Of a sum that is no whole number of weights, the next one is meant.
                assert prices.scale > 1
                assert prices.least(spent - 2) == prices.least(spent - 1) == total(weights, chosen)


def test_prices_are_sharp_where_the_linear_relaxation_is() -> None:
    problem = dominoes(8, 8)
    weights = np.random.default_rng(1).integers(1, 101, problem.options)
    prices = Prices.of(problem, weights)
    covers, run = best_covers(problem, weights, settings=SEARCH)
    assert run.best is not None
    assert total(weights, chosen_of(covers)[0]) == run.best
    assert run.best - prices.bound / prices.scale < 0.01 * run.best
    # Of 12,988,816 solutions, hardly any is looked at.
    assert run.statistics.nodes < 10_000


@pytest.mark.parametrize("seed", range(12))
def test_all_ties_are_found_where_the_bound_leaves_no_room(seed: int) -> None:
    """Each item is covered by itself, so that the cheapest ways to do so are the best."""
    dice = random.Random(seed)
    ways = [[dice.randint(1, 2) for _ in range(dice.randint(1, 4))] for _ in range(4)]
    options = [[item] for item, costs in enumerate(ways) for _ in costs]
    problem = CoverProblem.of(options, items=len(ways))
    weights = np.array([cost for costs in ways for cost in costs], dtype=np.int64)
    best = sum(map(min, ways))
    ties = math.prod(costs.count(min(costs)) for costs in ways)
    covers, run = best_covers(problem, weights, None, SEARCH)
    assert {total(weights, chosen) for chosen in chosen_of(covers)} == {best}
    assert len({*chosen_of(covers)}) == len(covers) == ties
    assert (run.complete, run.best) == (True, best)
    for number in {1, max(1, ties - 1), ties}:
        covers, _ = best_covers(problem, weights, number, SEARCH)
        assert [total(weights, chosen) for chosen in chosen_of(covers)] == [best] * number


def test_better_by_one_is_better() -> None:
    ranking = best_cover.Ranking(np.array([3, 2, 1]), 1)
    for option, most in ((0, 2), (1, 1), (2, 0)):
        ranking.record(np.array([[option]]))
        assert (ranking.best, ranking.most) == (most + 1, most)


def test_a_sort_of_items_is_found_behind_cells_with_more_options() -> None:
    # Two tiles, and a cell that nearly every option has.
    options = [[0, 2], [0, 2, 3], [1, 2], [1, 2, 4], [1, 3], [0, 4]]
    found = exclusive_sort(CoverProblem.of(options, items=5))
    assert found is not None
    assert np.nonzero(found)[0].tolist() == [0, 1]
    assert exclusive_sort(CoverProblem.of([[0, 1], [1, 2], [0, 2]], items=3)) is None


@pytest.mark.parametrize("workers", [1, 2])
def test_a_limit_gives_the_best_so_far_and_a_bound(workers: int) -> None:
    problem = dominoes(6, 6)
    weights = np.random.default_rng(2).integers(1, 3, problem.options) ** 5
    best = best_covers(problem, weights, 200, SEARCH)[1].best
    assert best is not None
    limited = Settings(engine=Engine.SEARCH, workers=workers)
    for nodes in (18, 60, 400):
        covers, run = best_covers(problem, weights, 200, limited, Run(node_limit=nodes))
        assert (run.complete, run.ending) == (False, SearchEnding.NODES)
        assert run.found == len(covers) < 200
        assert run.statistics.nodes == nodes
        assert run.bound is not None
        assert run.bound <= best <= (run.best or best)
    covers, run = best_covers(problem, weights, 5, limited, Run(seconds=1e-9))
    assert (run.complete, run.ending, len(covers)) == (False, SearchEnding.TIME, 0)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_leaves_the_best(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_cover, "_NODES_OF_FIRST_LOOK", 20)
    problem = dominoes(6, 6)
    weights = np.random.default_rng(2).integers(0, 2, problem.options)
    seen: list[Progress] = []

    def watch(now: Progress) -> None:
        seen.append(now)
        if now.found > 3:
            raise KeyboardInterrupt

    run = Run(watch=watch)
    with pytest.raises(KeyboardInterrupt):
        best_covers(problem, weights, 50, Settings(engine=Engine.SEARCH, workers=workers), run)
    assert 3 < run.found == len(run.covers) < 50
    assert not run.complete
    assert all(now.bound is not None for now in seen)
    sums = [total(weights, one) for one in chosen_of(run.covers)]
    assert sums == sorted(sums)
    assert sums[0] == run.best


def test_nonsense_is_refused() -> None:
    problem = CoverProblem.of([[0], [0]], items=1)
    large = np.array([LARGEST_SUM, 1])
    with pytest.raises(InputError, match="scale them down"):
        best_covers(problem, large)
    assert best_covers(problem, large - 1)[1].best == 0
    with pytest.raises(InputError, match="scale them down"):
        best_covers(problem, np.array([-(2**63), 1]))
    with pytest.raises(InputError, match="must be 1 or more, got 0"):
        best_covers(problem, np.zeros(2, dtype=np.int64), 0)


def test_what_has_no_solution_has_no_best_one() -> None:
    for options, items in (([[0]], 2), ([[0, 1], [1, 2], [0, 2]], 3), ([], 1)):
        for settings in (SEARCH, TABLE):
            problem = CoverProblem.of(options, items)
            covers, run = best_covers(problem, np.ones(len(options), dtype=np.int64), 2, settings)
            assert (len(covers), run.complete, run.best) == (0, True, None)
    # Where nothing is to be covered, nothing is chosen.
    covers, run = best_covers(CoverProblem.of([], 0), np.zeros(0, dtype=np.int64))
    assert (covers.shape, run.complete, run.best) == ((1, 0), True, 0)
