"""Limits that are just reached, by every engine: item 0, option 0, no solution more than asked."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ilpuzzles.exactcover.engine import best_covers, count_covers, first_covers, visit_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Run, SearchEnding, Settings
from support.covering import Visitor, as_set, rows_of, total
from support.random_covers import all_covers, random_cover

# Item 0 alone, option 0 alone, both under a bound that is met, and with a colour.
TINY = [
    (CoverProblem.of([[0]], 1), 1),
    (CoverProblem.of([[0]], 1, secondary=[0]), 2),
    (CoverProblem.of([[]], 0), 2),
    (CoverProblem.of([], 0), 1),
    (CoverProblem.of([], 1), 0),
    (CoverProblem.of([[0], [0]], 1), 2),
    (CoverProblem.of([[0], [0]], 1, bounds={0: (2, 2)}), 1),
    (CoverProblem.of([[0], [0], [0]], 1, bounds={0: (1, 2)}), 6),
    (CoverProblem.of([[0], [0]], 1, bounds={0: (0, 0)}), 1),
    (CoverProblem.of([[(0, 0)], [(0, 0)], [(0, 1)]], 1, secondary=[0]), 5),
    (CoverProblem.of([[(0, 0)], [(0, 0)], [0]], 1, secondary=[0]), 5),
]


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("engine", list(Engine))
def test_the_first_item_and_the_first_option_count(engine: Engine, workers: int) -> None:
    for problem, number in TINY:
        settings = Settings(engine=engine, workers=workers)
        run = count_covers(problem, settings)
        assert (run.found, run.complete, run.ending) == (number, True, SearchEnding.NONE)
        visitor = Visitor()
        assert visit_covers(problem, visitor, settings).complete
        assert len(as_set(visitor.found)) == number


@pytest.mark.parametrize("workers", [1, 2])
def test_as_many_come_as_were_asked_for(workers: int, seeds: range) -> None:
    """Also where that is all there are; and of a visitor that has had enough, never more."""
    for seed in seeds:
        problem = random_cover(seed + 70_000)
        expected = all_covers(problem)
        count = len(expected)
        for number in {1, max(count - 1, 1), max(count, 1), count + 1}:
            settings = Settings(workers=workers)
            covers = as_set(rows_of(first_covers(problem, number, settings)))
            assert len(covers) == min(number, count)
            assert covers <= expected
            visitor = Visitor(number)
            run = visit_covers(problem, visitor, settings, few=True)
            assert len(as_set(visitor.found)) >= min(number, count)
            assert as_set(visitor.found) <= expected
            if number > count:
                assert (run.complete, run.ending) == (True, SearchEnding.NONE)
                assert run.found == count


def test_the_nodes_that_a_search_takes_are_just_enough(seeds: range) -> None:
    for seed in seeds:
        problem = random_cover(seed + 80_000)
        settings = Settings(engine=Engine.SEARCH)
        whole = count_covers(problem, settings)
        nodes = whole.statistics.nodes
        enough = count_covers(problem, settings, Run(node_limit=nodes + 1))
        assert (enough.found, enough.complete) == (whole.found, True)
        for limit in {0, max(nodes - 1, 0)} - {nodes}:
            short = count_covers(problem, settings, Run(node_limit=limit))
            assert (short.complete, short.ending) == (False, SearchEnding.NODES)
            assert short.statistics.nodes == limit
            assert short.found <= whole.found


@pytest.mark.parametrize("workers", [1, 2])
def test_the_best_few_are_the_best_of_all(workers: int, seeds: range) -> None:
    """With costs of 0, below it, and the same for many; all that are as good, where all are asked
    for."""
    for seed in seeds:
        problem = random_cover(seed + 90_000)
        dice = random.Random(seed)
        weights = np.array([dice.randint(-2, 2) for _ in range(problem.options)], dtype=np.int64)
        costs = sorted(total(weights, chosen) for chosen in all_covers(problem))
        for number in {1, max(len(costs), 1), len(costs) + 1}:
            covers, run = best_covers(problem, weights, number, Settings(workers=workers))
            found = [total(weights, chosen) for chosen in rows_of(covers)]
            assert found == costs[:number]
            assert run.complete
            assert run.best == (costs[0] if costs else None)
        covers, _ = best_covers(problem, weights, None, Settings(workers=workers))
        as_good = [cost for cost in costs if cost == costs[0]]
        assert [total(weights, chosen) for chosen in rows_of(covers)] == as_good
