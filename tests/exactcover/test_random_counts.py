"""Counts and sets of solutions against trying everything, in every way to search."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.exactcover.engine import count_covers, dominoes
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Figures, Run, SearchStatistics, Settings
from support.covering import as_set, listed, solved, widened
from support.random_covers import all_covers, is_cover, random_cover, random_plain


def test_the_oracle_agrees_with_the_definition() -> None:
    sizes = []
    for seed in range(0, 400, 3):
        problem = random_cover(seed)
        found = all_covers(problem)
        sizes.append(len(found))
        assert all(is_cover(problem, chosen) for chosen in found)
        if problem.options <= 9:
            subsets = range(1 << problem.options)
            every = [{n for n in range(problem.options) if s >> n & 1} for s in subsets]
            assert found == {frozenset(one) for one in every if is_cover(problem, one)}
    assert 0 in sizes
    assert 1 in sizes
    assert max(sizes) > 50


def test_the_random_problems_are_of_all_sorts() -> None:
    plain = [random_plain(seed) for seed in range(400)]
    assert {-(-items // 64) for _, items, _ in plain} >= set(range(7))
    assert any(not option for options, _, _ in plain for option in options)
    assert any(not options for options, _, _ in plain)
    assert any(len({frozenset(o) for o in options}) < len(options) for options, _, _ in plain)
    assert any(set(o) and set(o) <= set(s) for options, _, s in plain for o in options)


@pytest.mark.exhaustive
def test_counts_and_sets_of_every_engine(seeds: range) -> None:
    for seed in seeds:
        problem, expected = solved(seed)
        for engine in Engine:
            settings = Settings(engine=engine)
            run = count_covers(problem, settings)
            assert (run.found, run.complete, run.ending) == (len(expected), True, "none"), seed
            assert as_set(listed(problem, settings)) == expected, (seed, engine)


def test_every_way_to_search(seeds: range) -> None:
    for seed in seeds:
        dice = random.Random(seed)
        problem, expected = solved(seed + 10_000)
        items = len(problem.primary)
        for _ in range(4):
            settings = Settings(
                engine=Engine.SEARCH,
                reduce=dice.random() < 0.5,
                dead_ends=dice.random() < 0.5,
                safety=dice.random() < 0.5,
                minimal_depth=dice.choice([None, 0, 1, 3]),
                order=tuple(dice.sample(range(items), dice.randint(0, min(items, 3)))),
            )
            run = count_covers(problem, settings)
            assert (run.found, run.complete) == (len(expected), True), (seed, settings)
            assert as_set(listed(problem, settings)) == expected, (seed, settings)


@pytest.mark.exhaustive
def test_a_count_takes_solutions_as_often_as_their_options_say(seeds: range) -> None:
    larger = 0
    for seed in seeds[::5]:
        problem, expected = solved(seed + 50_000)
        dice = random.Random(seed)
        weights = np.ones(problem.options, dtype=np.int64)
        weights[dice.sample(range(problem.options), problem.options // 4)[:9]] = 7
        number = sum(int(weights[list(chosen)].prod()) for chosen in expected)
        larger += number > len(expected) > 0
        for settings in (
            Settings(weights=weights),
            Settings(Engine.SEARCH, weights=weights),
            Settings(Engine.SEARCH, workers=3, weights=weights),
            Settings(Engine.TABLE, weights=weights),
        ):
            run = count_covers(problem, settings)
            assert (run.found, run.complete) == (number, True), (seed, settings)
            assert as_set(listed(problem, settings)) == expected, (seed, settings)
    assert larger
    for weight in (0, 2**20 + 1):
        with pytest.raises(
            InputError, match=f"a weight must be between 1 and 1,048,576, got {weight}"
        ):
            Settings(weights=np.array([1, weight]))


def test_parts_of_a_search_count_what_they_began_with_as_often_as_it_says() -> None:
    problem = dominoes(6)
    weights = np.ones(problem.options, dtype=np.int64)
    weights[random.Random(1).sample(range(problem.options), 20)] = 2
    found = {
        count_covers(problem, settings).found
        for settings in (
            Settings(Engine.TABLE, weights=weights),
            Settings(Engine.SEARCH, weights=weights),
            Settings(Engine.SEARCH, workers=3, weights=weights),
        )
    }
    assert len(found) == 1


def test_figures_of_searches_are_added_up_and_memory_is_the_most() -> None:
    figures = SearchStatistics()
    figures.add(Figures(1, 2, 3, 4, 5), 90)
    figures.add(Figures(1, 20, 30, 40, 50), 60)
    assert (figures.nodes, figures.dead_ends, figures.cut_off) == (22, 33, 44)
    assert (figures.looked, figures.memory) == (55, 90)


def test_a_search_ends_with_any_limit_of_its_work() -> None:
    """Also where less than a word is left, in which nothing can be done."""
    problem = dominoes(8)
    settings = Settings(Engine.SEARCH, symmetry=False)
    first = Run(work_limit=5000)
    count_covers(problem, settings, first)
    looked = first.statistics.looked
    for limit in (looked - 0.5, looked, looked + 0.5, 0.001):
        run = Run(work_limit=limit)
        count_covers(problem, settings, run)
        assert run.ending == "work"
        assert run.statistics.looked >= limit


def test_weighted_counts_outgrow_a_word() -> None:
    problem = dominoes(12)
    run = count_covers(problem, Settings(Engine.TABLE, weights=np.full(problem.options, 3)))
    # 72 dominoes cover 12 x 12 squares.
    assert run.found == 53_060_477_521_960_000 * 3**72
    # Where a product of weights may be too large for a search, there is a table, or nothing.
    row = CoverProblem.of([[2 * n, 2 * n + 1] for n in range(64)], 128)
    weights = np.full(64, 3)
    assert count_covers(row, Settings(weights=weights)).found == 3**64
    with pytest.raises(
        InputError, match="the weights are too large for a search; give smaller ones"
    ):
        count_covers(row, Settings(Engine.SEARCH, weights=weights))


@pytest.mark.exhaustive
def test_a_search_counts_beyond_64_bits() -> None:
    pairs = CoverProblem.of([[item] for item in range(25) for _ in range(2)], 25)
    weights = np.ones(50, dtype=np.int64)
    weights[[0, 2]] = 2**20
    run = count_covers(pairs, Settings(Engine.SEARCH, symmetry=False, weights=weights))
    assert run.found == (2**20 + 1) ** 2 * 2**23 > 2**63


def test_any_order_of_the_table(seeds: range) -> None:
    tables = 0
    for seed in seeds:
        dice = random.Random(seed)
        problem, expected = solved(seed + 20_000)
        items = len(problem.primary)
        for reduce in (True, False):
            order = tuple(dice.sample(range(items), dice.randint(0, items)))
            settings = Settings(engine=Engine.TABLE, order=order, reduce=reduce)
            run = count_covers(problem, settings)
            tables += run.statistics.engine is Engine.TABLE
            assert (run.found, run.complete) == (len(expected), True), (seed, order)
            assert as_set(listed(problem, settings)) == expected, (seed, order)
    assert tables > len(seeds)


@pytest.mark.parametrize(
    "more", [62, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (50, 118, 126, 182))]
)
def test_tables_of_several_words(more: int, seeds: range) -> None:
    """Bits of the items lie in the last words, and across them."""
    tables = 0
    for seed in seeds:
        plain, expected = solved(seed + 40_000)
        problem, items = widened(plain, more), len(plain.primary)
        settings = Settings(engine=Engine.TABLE, order=(items, *range(items)), reduce=False)
        run = count_covers(problem, settings)
        tables += run.statistics.engine is Engine.TABLE
        assert (run.found, run.complete) == (2 * len(expected), True), seed
        together = {one for one in as_set(listed(problem, settings)) if plain.options in one}
        assert together == {one | {plain.options} for one in expected}, seed
    assert tables > len(seeds) // 2
