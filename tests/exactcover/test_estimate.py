"""How long a search would be, estimated by random dives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.exactcover.engine import count_covers
from ilpuzzles.exactcover.estimate import Estimate, estimate_search, mean_of_dives, measure_search
from ilpuzzles.exactcover.problem import CoverProblem, Prepared, words_for
from ilpuzzles.exactcover.settings import Engine, Settings
from support.covering import dominoes
from support.random_covers import random_cover
from support.rings import examples


def pairs(number: int) -> CoverProblem:
    """So many items, each with two options of its own."""
    return CoverProblem.of([[option // 2] for option in range(2 * number)], items=number)


def whole_tree(problem: CoverProblem) -> Estimate:
    """What a search looks at, in plain Python."""
    options = [frozenset(problem.option(number).tolist()) for number in range(problem.options)]
    width = words_for(len(problem.primary))

    def below(left: list[frozenset[int]], items: list[int]) -> tuple[int, int]:
        branches = min(
            ([option for option in left if item in option] for item in items), key=len, default=[]
        )
        nodes, looked = len(branches), len(branches) * len(left) * width
        for chosen in branches:
            deeper = below(
                [option for option in left if not option & chosen],
                [item for item in items if item not in chosen],
            )
            nodes, looked = nodes + deeper[0], looked + deeper[1]
        return nodes, looked

    return Estimate(*below(options, np.nonzero(problem.primary)[0].tolist()))


@pytest.mark.parametrize("number", [0, 1, 5, 16, 70])
def test_an_estimate_is_exact_where_all_branches_are_alike(number: int) -> None:
    """Up to 10^12 nodes, beyond which there are just more."""
    problem, estimate = pairs(number), estimate_search(pairs(number))
    if number > 40:
        assert estimate.nodes > 1e12
        assert estimate.placements == "more than 1,000,000,000,000 placements"
        return
    assert estimate.nodes == 2 ** (number + 1) - 2
    levels = ((2 ** (level + 1), 2 * (number - level)) for level in range(number))
    assert estimate.looked == sum(nodes * left for nodes, left in levels)
    if number < 10:
        assert whole_tree(problem) == estimate


@examples(4)
@given(st.integers(0, 1_000_000))
def test_the_mean_of_many_dives_is_the_search(seed: int) -> None:
    problem = Prepared.of(random_cover(seed)).problem
    expected, estimate = whole_tree(problem), mean_of_dives(problem, 8_000, seed + 1)
    assert estimate.nodes == pytest.approx(expected.nodes, rel=0.25)
    assert estimate.looked == pytest.approx(expected.looked, rel=0.25)


@pytest.mark.parametrize(("rows", "columns"), [(4, 6), (6, 6), (5, 8), (6, 8)])
def test_the_standard_error_says_how_far_an_estimate_is_off(rows: int, columns: int) -> None:
    problem = dominoes(rows, columns)
    nodes = count_covers(problem, Settings(engine=Engine.SEARCH)).statistics.nodes
    estimate = estimate_search(problem)
    assert nodes / 1.5 < estimate.nodes < nodes * 1.5
    assert estimate_search(problem) == estimate
    measured = measure_search(problem)
    assert 0 < measured.error < 0.06 * nodes
    assert abs(measured.nodes - nodes) < 3 * measured.error


@pytest.mark.parametrize("items", [0, 3, 64, 65])
def test_without_options_there_is_no_search(items: int) -> None:
    assert estimate_search(CoverProblem.of([], items=items)) == Estimate(0, 0)
    assert estimate_search(CoverProblem.of([[0]] * (items > 1), items=items)) == Estimate(0, 0)
