"""The parts of the engine on their own: layouts, orders, reduction, splitting, shares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.exactcover.diagram import (
    Diagram,
    Layout,
    OutOfMemoryError,
    Paths,
    fill_diagram,
    static_order,
)
from ilpuzzles.exactcover.engine import useful_options
from ilpuzzles.exactcover.problem import CoverProblem, Prepared
from ilpuzzles.exactcover.search import split_search
from ilpuzzles.exactcover.settings import Settings
from support.covering import dominoes, widened
from support.random_covers import all_covers, random_cover
from support.rings import examples

SEEDS = st.integers(0, 1_000_000)
FEW = examples(120)


def prepared(seed: int) -> CoverProblem:
    """A random problem in which every option has a primary item."""
    return Prepared.of(random_cover(seed)).problem


def sets(problem: CoverProblem) -> list[set[int]]:
    return [set(problem.option(number).tolist()) for number in range(problem.options)]


@FEW
@given(SEEDS)
def test_only_useless_options_are_dropped(seed: int) -> None:
    problem = prepared(seed)
    kept = useful_options(problem)
    used = {option for chosen in all_covers(problem) for option in chosen}
    assert used <= set(np.nonzero(kept)[0].tolist())
    # What stays leaves something for every item that is open.
    options = sets(problem)
    staying = [options[number] for number in np.nonzero(kept)[0].tolist()]
    required = set(np.nonzero(problem.primary)[0].tolist())
    for one in staying:
        beside = [other for other in staying if not other & one]
        assert required - one <= set().union(*beside) if beside else required <= one
    again = useful_options(problem.keep(kept))
    assert again.all()


@FEW
@given(
    SEEDS,
    st.integers(1, 40),
    st.builds(
        Settings,
        minimal_depth=st.sampled_from([None, 0, 1, 3]),
        safety=st.booleans(),
        dead_ends=st.booleans(),
    ),
    st.booleans(),
)
def test_parts_are_a_partition(seed: int, wanted: int, way: Settings, ordered: bool) -> None:
    problem = prepared(seed)
    if ordered:
        items = np.random.default_rng(seed).permutation(len(problem.primary))[:3]
        way = replace(way, order=tuple(items.tolist()))
    parts = split_search(problem, way, wanted)
    beginnings = [frozenset(one) for one in parts.beginnings]
    options = sets(problem)
    for one in beginnings:
        assert len(one) == 0 or sum(len(options[n]) for n in one) == len(
            set().union(*(options[n] for n in one))
        )
    for chosen in all_covers(problem):
        assert sum(one <= chosen for one in beginnings) == 1
    assert parts.nodes >= len(beginnings) - 1
    assert parts.dead_ends == 0 or way.dead_ends
    assert parts == split_search(problem, way, wanted)
    # They weigh as much as the whole.
    assert len(parts.weights) == len(beginnings)
    assert all(weight > 0 for weight in parts.weights)
    assert not parts.weights or abs(sum(parts.weights) - 1) < 1e-9


@pytest.mark.parametrize("storing", [False, True])
@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("more", [0, 64, 128])
def test_a_table_stays_below_its_memory(storing: bool, words: int, more: int) -> None:
    problem = widened(dominoes(7, 8, "corner"), more)
    layout = Layout.of(problem, static_order(problem, [56] if more else []))
    assert isinstance(layout, Layout)
    assert len(layout.at.masks) == 1 + more // 64
    outcomes = set()
    for memory in (3 << 19, 4 << 20, 1 << 24, 1 << 28):
        try:
            diagram = Diagram(layout, memory, storing=storing, words=words)
            while diagram.run().name != "DONE":
                assert diagram.peak <= memory
        except OutOfMemoryError:
            outcomes.add("too little")
            continue
        outcomes.add("enough")
        arrays: list[np.ndarray] = [*diagram.kept, diagram.finding.table, *diagram.edges]
        assert sum(array.nbytes for array in arrays) <= diagram.peak <= memory
        if storing:
            # Edges that lead to solutions, and to states that have some.
            paths = Paths(diagram)
            assert paths.number == diagram.total
            assert len(next(paths.batches())) == 4096
    assert "enough" in outcomes
    assert not storing or len(outcomes) == 2


def test_a_table_forgets_what_it_has_passed() -> None:
    problem = dominoes(10, 10)
    layout = Layout.of(problem, static_order(problem))
    assert isinstance(layout, Layout)
    kept = fill_diagram(layout, 1 << 28, storing=True, go_on=lambda diagram: True)
    forgot = fill_diagram(layout, 1 << 28, storing=False, go_on=lambda diagram: True)
    assert kept is not None
    assert forgot is not None
    assert kept.total == forgot.total == 258_584_046_368
    assert (kept.states, kept.transitions) == (forgot.states, forgot.transitions)
    assert forgot.peak < kept.peak
