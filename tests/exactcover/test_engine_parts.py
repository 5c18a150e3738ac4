"""The parts of the engine on their own: layouts, orders, reduction, splitting, shares."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.exactcover.diagram import (
    MOST_BITS,
    Diagram,
    Layout,
    OutOfMemoryError,
    Paths,
    filled_diagram,
    static_order,
)
from ilpuzzles.exactcover.engine import useful_options
from ilpuzzles.exactcover.problem import CoverProblem, Prepared, WordArray
from ilpuzzles.exactcover.search import shares_of, split_search
from ilpuzzles.exactcover.settings import Settings
from support.covering import dominoes, widened
from support.random_covers import all_covers, is_cover, random_cover
from support.rings import examples

SEEDS = st.integers(0, 1_000_000)
FEW = examples(120)


def prepared(seed: int) -> CoverProblem:
    """A random problem in which every option has a primary item."""
    return Prepared.of(random_cover(seed)).problem


def sets(problem: CoverProblem) -> list[set[int]]:
    return [set(problem.option(number).tolist()) for number in range(problem.options)]


@FEW
@given(SEEDS, st.data())
def test_a_static_order_has_every_primary_item_once(seed: int, data: st.DataObject) -> None:
    problem = prepared(seed)
    items = range(len(problem.primary))
    first = data.draw(st.lists(st.sampled_from(items), max_size=5)) if items else []
    order = static_order(problem, first)
    assert sorted(order) == np.nonzero(problem.primary)[0].tolist()
    named = [item for item in dict.fromkeys(first) if problem.primary[item]]
    assert order[: len(named)] == named
    assert static_order(problem, first) == order


def spans_of(problem: CoverProblem, order: list[int]) -> dict[int, tuple[int, int]]:
    """From which position to which each item matters, if an option has it.

    From the turn of the first option that has it to its own turn; a secondary one has none, so to
    the turn of the last option.
    """
    turn = {item: place for place, item in enumerate(order)}
    spans: dict[int, tuple[int, int]] = {}
    for option in sets(problem):
        anchor = min(turn[item] for item in option if item in turn)
        for item in option:
            begin, end = spans.get(item, (anchor, turn.get(item, anchor)))
            spans[item] = min(begin, anchor), max(end, anchor)
    return spans


def numbers_of(words: WordArray) -> list[int]:
    """The bits of each column as a number."""
    return [int.from_bytes(column.tobytes(), "little") for column in words.T]


def bits_of(problem: CoverProblem, layout: Layout, spans: dict[int, tuple[int, int]]) -> list[int]:
    """The bits that all options with an item have; only its own is sure to be among them."""
    masks = dict(zip(layout.options.tolist(), numbers_of(layout.masks), strict=True))
    everything = (1 << 64 * len(layout.masks)) - 1
    common = [everything if item in spans else 0 for item in range(len(problem.primary))]
    for number, option in enumerate(sets(problem)):
        assert masks[number].bit_count() == len(option)
        for item in option:
            common[item] &= masks[number]
    for item, own in zip(layout.order.tolist(), numbers_of(layout.own)[:-1], strict=True):
        assert own.bit_count() == (item in spans)
        assert own & common[item] == own
        common[item] = own
    return common


@FEW
@given(SEEDS, st.booleans(), st.sampled_from([0, 0, 60, 125, 186]))
def test_a_layout_gives_every_item_a_bit_of_its_own(seed: int, shuffled: bool, more: int) -> None:
    problem = Prepared.of(widened(random_cover(seed), more)).problem
    order = static_order(problem)
    if shuffled:
        order = np.random.default_rng(seed).permutation(order).tolist()
    spans = spans_of(problem, order)
    alive = [[i for i, (a, b) in spans.items() if a <= place <= b] for place in range(len(order))]
    widest = max(map(len, alive), default=0)
    layout = Layout.of(problem, order)
    if isinstance(layout, int):
        assert layout == widest > MOST_BITS
        return
    assert layout.width == widest <= MOST_BITS
    assert len(layout.masks) == max(1, -(-widest // 64))
    assert sorted(layout.options.tolist()) == list(range(problem.options))
    common, kept = bits_of(problem, layout, spans), numbers_of(layout.alive)
    for place, items in enumerate(alive):
        required = [common[item] for item in items if problem.primary[item]]
        assert len(set(required)) == len(required)
        # Those that were reached before matter now, and no bit besides theirs does.
        old = sum(common[i] for i in items if spans[i][0] < place and problem.primary[i])
        assert kept[place] & old == old
        number = sum(spans[item][0] < place for item in items)
        assert kept[place].bit_count() == number
    assert kept[-1] == 0


@FEW
@given(SEEDS)
def test_prepared_problems_have_the_same_solutions(seed: int) -> None:
    problem = random_cover(seed)
    ready = Prepared.of(problem)
    assert all(
        ready.problem.primary[ready.problem.option(n)].any() for n in range(ready.problem.options)
    )
    assert ready.numbers.tolist()[: problem.options] == list(range(problem.options))
    covers = sorted(map(sorted, all_covers(ready.problem)))
    width = max(map(len, covers), default=0)
    rows = np.array([one + [-1] * (width - len(one)) for one in covers], dtype=np.int64).reshape(
        len(covers), width
    )
    found = [frozenset(n for n in row if n >= 0) for row in ready.original(rows).tolist()]
    assert len(set(found)) == len(found)
    assert set(found) == all_covers(problem)
    for row in ready.original(rows).tolist():
        assert all(a >= 0 or b < 0 for a, b in pairwise(row))


@FEW
@given(SEEDS)
def test_scarce_options_first_are_the_same_options(seed: int) -> None:
    ready = Prepared.of(random_cover(seed))
    other = ready.scarce_first()
    assert sorted(other.numbers.tolist()) == sorted(ready.numbers.tolist())
    before = {number: one for number, one in zip(ready.numbers.tolist(), sets(ready.problem))}  # noqa: B905, C416 - options of the table have one number
    for number, one in zip(other.numbers.tolist(), sets(other.problem), strict=True):
        assert number < 0 or before[number] == one


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
def test_parts_are_disjoint_and_complete(
    seed: int, wanted: int, way: Settings, ordered: bool
) -> None:
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


@FEW
@given(SEEDS, st.integers(0, 3))
def test_shares_of_an_option_add_up(seed: int, conditions: int) -> None:
    problem = prepared(seed)
    dice = np.random.default_rng(seed)
    totals = dice.integers(-50, 51, (conditions, problem.options))
    scale, shares = shares_of(problem, totals)
    assert scale.shape == (conditions,)
    assert (scale >= 1).all()
    assert shares.shape == (conditions, len(problem.items))
    for option in range(problem.options):
        own = slice(problem.starts[option], problem.starts[option + 1])
        assert (shares[:, own].sum(axis=1) == totals[:, option] * scale).all()
    assert not shares[:, ~problem.primary[problem.items]].any()


def test_shares_of_tilings_fall_on_the_tiles() -> None:
    plain = CoverProblem.of([[0, 1, 4], [2, 3, 4], [0, 2, 5], [1, 3, 5]], items=6)
    scale, shares = shares_of(plain, np.array([[1, 2, 3, 4]]))
    assert scale.tolist() == [1]
    assert np.count_nonzero(shares) == 4
    # Here there is no such sort, so all items get the same, in sixths.
    mixed = CoverProblem.of([[0, 1], [0, 2, 3], [1, 3], [1, 2, 0]], items=4)
    scale, shares = shares_of(mixed, np.array([[1, 1, 1, 1]]))
    assert scale.tolist() == [math.lcm(2, 3)]
    assert sorted(set(shares.ravel().tolist())) == [2, 3]


@pytest.mark.parametrize("storing", [False, True])
@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("more", [0, 64, 128])
def test_a_table_stays_below_its_memory(storing: bool, words: int, more: int) -> None:
    problem = widened(dominoes(7, 8, "corner"), more)
    layout = Layout.of(problem, static_order(problem, [56] if more else []))
    assert isinstance(layout, Layout)
    assert len(layout.masks) == 1 + more // 64
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
    kept = filled_diagram(layout, 1 << 28, storing=True, go_on=lambda diagram: True)
    forgot = filled_diagram(layout, 1 << 28, storing=False, go_on=lambda diagram: True)
    assert kept is not None
    assert forgot is not None
    assert kept.total == forgot.total == 258_584_046_368
    assert (kept.states, kept.transitions) == (forgot.states, forgot.transitions)
    assert forgot.peak < kept.peak


@FEW
@given(SEEDS)
def test_masks_are_the_items_of_options(seed: int) -> None:
    problem = random_cover(seed)
    marks = problem.marks()
    masks, forbids = marks.masks()
    assert forbids is masks
    for number, option in enumerate(sets(problem)):
        words = masks[:, number].tolist()
        assert option == {
            64 * w + b for w, word in enumerate(words) for b in range(64) if word >> b & 1
        }
    required = {
        64 * w + b
        for w, word in enumerate(marks.required(problem.primary).tolist())
        for b in range(64)
        if word >> b & 1
    }
    assert required == set(np.nonzero(problem.primary)[0].tolist())
    kept = np.random.default_rng(seed).random(problem.options) < 0.5
    assert sets(problem.keep(kept)) == [o for o, k in zip(sets(problem), kept, strict=True) if k]
    order = np.random.default_rng(seed).permutation(problem.options)
    assert sets(problem.reordered(order)) == [sets(problem)[n] for n in order.tolist()]
    assert is_cover(problem, []) == (not problem.primary.any())
