"""Symmetries of exact cover problems, and what is counted, listed and drawn with them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from ilpuzzles.exactcover import engine as engine_module
from ilpuzzles.exactcover.automorphisms import Automorphisms
from ilpuzzles.exactcover.engine import count_covers, visit_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Condition, Engine, Settings
from support.covering import Visitor, as_set, dominoes, listed, rows_of, total
from support.random_covers import all_covers

SYMMETRIC = Settings(symmetry=True)
WAYS = (
    SYMMETRIC,
    replace(SYMMETRIC, engine=Engine.SEARCH),
    replace(SYMMETRIC, engine=Engine.SEARCH, reduce=False),
    replace(SYMMETRIC, engine=Engine.SEARCH, workers=2),
    replace(SYMMETRIC, engine=Engine.TABLE),
)


def symmetric_cover(seed: int, most: int = 8) -> CoverProblem:
    """A random problem with options that some permutations of its items take to each other."""
    dice = random.Random(f"symmetric {seed}")
    items = dice.randint(2, most)
    ring = list(range(dice.randint(2, items)))
    turned = [*ring[1:], ring[0]] if dice.random() < 0.7 else ring[::-1]
    moves = [[*turned, *range(len(ring), items)]]
    if dice.random() < 0.4:
        moves.append([*ring[::-1], *range(len(ring), items)])
    if dice.random() < 0.3:
        moves.append(dice.sample(range(items), items))
    options: list[tuple[int, ...]] = []
    while len(options) < dice.randint(2, 20):
        waiting = [tuple(sorted(dice.sample(range(items), dice.randint(1, min(items, 4)))))]
        orbit = set(waiting)
        while waiting:
            one = waiting.pop()
            images = {tuple(sorted(move[item] for item in one)) for move in moves}
            waiting += images - orbit
            orbit |= images
        if len(options) + len(orbit) > 30:
            break
        options += sorted(orbit)
    options = options or [(item,) for item in range(items)]
    dice.shuffle(options)
    fixed = range(len(ring), items)
    secondary = [item for item in fixed if dice.random() < 0.3]
    if dice.random() < 0.2:
        secondary += ring
    return CoverProblem.of(options, items, secondary)


def every_automorphism(problem: CoverProblem) -> list[tuple[int, ...]]:
    """All permutations of items that keep the options and what is primary, by trying them all."""
    options = Counter(frozenset(problem.option(n).tolist()) for n in range(problem.options))
    primary = problem.primary.tolist()
    return [
        moved
        for moved in permutations(range(len(primary)))
        if all(primary[item] == primary[to] for item, to in enumerate(moved))
        and Counter(frozenset(moved[i] for i in option) for option in options.elements()) == options
    ]


def orbits_of(
    problem: CoverProblem, moves: list[tuple[int, ...]], item: int
) -> set[frozenset[frozenset[int]]]:
    """The options of an item, as sets of items, that moves which keep it take to each other."""
    keeping = [move for move in moves if move[item] == item]
    options = {frozenset(problem.option(n).tolist()) for n in range(problem.options)}
    return {
        frozenset(frozenset(move[i] for i in option) for move in keeping)
        for option in options
        if item in option
    }


@pytest.mark.parametrize("first", [0, 100])
def test_the_orbits_are_those_of_all_permutations(first: int) -> None:
    orders = set()
    for seed in range(first, first + 100):
        problem = symmetric_cover(seed, 5)
        found, every = Automorphisms.of(problem), every_automorphism(problem)
        assert found.items[0].tolist() == list(range(len(problem.primary)))
        known = set(every)
        for items, options in zip(found.items.tolist(), found.options.tolist(), strict=True):
            assert tuple(items) in known
            assert sorted(options) == list(range(problem.options))
            for number, image in enumerate(options):
                moved = {items[item] for item in problem.option(number).tolist()}
                assert moved == set(problem.option(image).tolist())
        for item in range(len(problem.primary)):
            expected = orbits_of(problem, every, item)
            own = [tuple(items) for items in found.items.tolist()]
            assert orbits_of(problem, own, item) == expected, seed
        orders.add(len(every))
    assert {2, 4, 6} <= orders


@pytest.mark.exhaustive
def test_counts_and_lists_with_symmetries() -> None:
    spared = larger = 0
    for seed in range(100):
        problem = symmetric_cover(seed)
        expected = all_covers(problem)
        for settings in (SYMMETRIC, WAYS[seed % len(WAYS)]):
            run = count_covers(problem, settings)
            assert (run.found, run.complete) == (len(expected), True), (seed, settings)
            assert as_set(listed(problem, settings)) == expected, (seed, settings)
        spared += run.statistics.spared is not None
        larger += run.statistics.spared is not None and len(expected) > 3
        plain = count_covers(problem, Settings(symmetry=False))
        assert (plain.found, plain.statistics.symmetry) == (len(expected), "not wanted")
    assert spared > 20
    assert larger > 10


def test_a_search_for_few_looks_for_symmetries_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "_WORDS_BEFORE_SYMMETRY", 200)
    late = 0
    for seed in range(100):
        problem, visitor = symmetric_cover(seed), Visitor()
        run = visit_covers(problem, visitor, few=True)
        assert run.complete
        assert (run.ending, run.work_limit) == ("none", None)
        assert as_set(visitor.found) == all_covers(problem), seed
        late += run.statistics.spared is not None
    assert late > 3


@pytest.mark.exhaustive
def test_symmetries_keep_conditions_and_weights() -> None:
    kept = 0
    for seed in range(120):
        problem, dice = symmetric_cover(seed), random.Random(seed)
        found = Automorphisms.of(problem).options.min(axis=0)
        # What is the same for equivalent options, or for nearly all of them, or by chance.
        totals = np.random.default_rng(seed).integers(0, 3, problem.options)
        if seed % 3:
            totals = totals[found]
        if seed % 3 == 2:
            totals[dice.randrange(problem.options)] += 1
        lower = dice.randint(0, 3)
        condition = Condition(totals, lower, lower + dice.randint(0, 2))
        expected = {
            one
            for one in all_covers(problem)
            if condition.lower <= total(totals, one) <= condition.upper
        }
        settings = replace(SYMMETRIC, conditions=(condition,))
        run = count_covers(problem, settings)
        assert run.found == len(expected), seed
        assert as_set(listed(problem, settings)) == expected, seed
        kept += run.statistics.spared is not None and len(expected) > 1
        weights = 1 + totals
        number = sum(int(weights[list(one)].prod()) for one in all_covers(problem))
        for engine in (Engine.SEARCH, Engine.TABLE):
            weighted = replace(SYMMETRIC, engine=engine, weights=weights)
            assert count_covers(problem, weighted).found == number, seed
    assert kept > 5


def test_a_list_can_be_stopped_among_equivalent_solutions() -> None:
    found: list[tuple[int, ...]] = []

    def visit(batch: np.ndarray) -> bool:
        found.extend(rows_of(batch))
        return len(found) < 3

    for engine in (Engine.SEARCH, Engine.TABLE):
        found.clear()
        run = visit_covers(dominoes(4, 4), visit, replace(SYMMETRIC, engine=engine))
        assert 3 <= run.found == len(set(found)) < 36 or engine is Engine.TABLE
        assert not run.complete


def test_what_is_not_spared_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(problem: CoverProblem, settings: Settings | None = None) -> str:
        return count_covers(problem, settings).statistics.symmetry

    board = dominoes(4, 4)
    assert said(board) == "the search takes a moment"
    monkeypatch.setattr(engine_module, "_WORDS_OF_A_MOMENT", 0)
    assert said(board) == ""
    assert said(board, Settings(symmetry=False)) == "not wanted"
    assert said(board, Settings(engine=Engine.SEARCH)) == "how to search is given"
    assert said(board, Settings(order=(1, 2))) == "how to search is given"
    lonely = CoverProblem.of([[0], [0, 1], [1]], items=2, secondary=[1])
    assert said(lonely) == "none was found that spares anything"


def test_colours_go_to_colours() -> None:
    # In each, options would be taken to others that go with less, if items and colours were alike.
    cases: list[tuple[list[list[int | tuple[int, int]]], int, int]] = [
        ([[0, 2, 3], [1, 2, 3], [0, (4, 0)], [1, (4, 0)]], 5, 3),
        ([[0, 3, (4, 0)], [1, 5, (4, 0)], [0, 2, (4, 1)], [1, 2, (4, 2)]], 6, 1),
    ]
    for options, items, number in cases:
        problem = CoverProblem.of(options, items, secondary=range(2, items))
        for engine in (Engine.SEARCH, Engine.TABLE):
            for symmetry in (True, False):
                settings = Settings(engine=engine, symmetry=symmetry)
                assert count_covers(problem, settings).found == number


def test_of_some_options_the_symmetries_stay_that_keep_them() -> None:
    found = Automorphisms.of(CoverProblem.of([[0], [0, 1], [1]], 2))
    assert len(found) == 2
    assert len(found.among(np.array([True, False, True]))) == 2
    assert len(found.among(np.array([True, True, False]))) == 1


def test_many_symmetries_are_not_all_listed() -> None:
    # Any of 40! permutations keeps these: some of them are enough.
    pairs = [[one, other] for one in range(40) for other in range(one)]
    found = Automorphisms.of(CoverProblem.of(pairs, items=40))
    assert 1 < len(found) <= 512
    six = CoverProblem.of([[a, b] for a in range(10) for b in range(a)], items=10)
    run = count_covers(six, SYMMETRIC)
    assert run.found == 945
    assert run.statistics.spared is not None
    assert len(listed(six, SYMMETRIC)) == 945


def test_large_problems_are_searched_without_symmetries() -> None:
    many = CoverProblem.of([[n, n + 1] for n in range(0, 1400, 2)] * 2, items=1400)
    assert len(Automorphisms.of(many)) == 1
