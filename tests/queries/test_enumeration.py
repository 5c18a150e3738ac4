"""Solutions listed one by one and in boxes, once each however many completions they have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import product
from operator import attrgetter
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Clock, Options
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import CheckError, ModelError
from ilpuzzles.modelling.expressions import Logical
from ilpuzzles.modelling.functions import (
    absolute,
    element,
    maximum,
    product as times,
    quotient,
    remainder,
)
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries import enumeration, second_opinion
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.enumeration import Box
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.solvers.cbc.backend import CbcBackend
from ilpuzzles.solvers.cpsat.backend import CpSatBackend
from support.begun_models import with_binaries
from support.fuzz.generator import described
from support.fuzz.questions import Case, wrong
from support.wide_models import LENGTHS, wide_sum, with_wide_coefficients

GRID = [(i, i + 1) for i in range(9) if i % 3 < 2] + [(i, i + 3) for i in range(6)]


def grid(encoding: str) -> Model:
    """The connected sets of a grid of 3 x 3."""
    model = Model()
    connected(model, np.array(GRID), model.binary("x", 9), encoding=encoding)
    return model


@pytest.fixture
def excluded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many solutions every search of CP-SAT had to exclude."""
    seen: list[int] = []
    search = second_opinion.search_soundly

    def counted(restricted: Restricted, backend: Backend, clock: Clock) -> Result:
        seen.append(len(restricted._excluded))
        return search(restricted, backend, clock)

    monkeypatch.setattr(enumeration, "search_soundly", counted)
    return seen


@pytest.mark.exhaustive
def test_few_are_excluded_each_time(excluded: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "_FEW", 0)
    monkeypatch.setattr(enumeration, "_CROWD", 8)
    monkeypatch.setattr(enumeration, "_REPEATS", 1)
    monkeypatch.setattr(enumeration, "_REPEATS_EACH", 0)
    model = grid("flow")
    count = count_solutions(model, backend="cpsat")
    assert (int(count), count.complete) == (219, True)
    assert max(excluded) < 8
    # A search for every solution, and one for every box that there is nothing more in it.
    assert len(excluded) < 219 * 3 // 2


@pytest.mark.exhaustive
def test_what_has_few_completions_is_listed(excluded: list[int]) -> None:
    model, x = with_binaries(8)
    free = model.integer("free", 1, lower=0, upper=3, auxiliary=True)
    model.add(x.sum() + free[0] >= 2)
    assert int(count_solutions(model, backend="cpsat")) == 256
    # Some are searched for first, in case there are few.
    assert max(excluded) < enumeration._FEW
    excluded.clear()
    endless = model.integer("endless", 3, lower=0, upper=10**9, auxiliary=True)
    model.add(endless.sum() >= 7)
    assert int(count_solutions(model, backend="cpsat")) == 256
    assert max(excluded) < 64


@pytest.mark.exhaustive
def test_boxes_hold_all_solutions(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "_CROWD", 2)
    for encoding in ("flow", "lazy"):
        model = Model()
        x, n = model.binary("x", 3), model.integer("n", lower=-2, upper=3)
        connected(model, np.array([[0, 1], [1, 2]]), x, encoding=encoding)
        model.add(x.sum() == n)
        listed = list_solutions(model, backend=backend)
        assert listed.complete
        found = {tuple(values[:4].tolist()) for values in listed.solutions}
        everything = {(a, b, c, a + b + c) for a in (0, 1) for b in (0, 1) for c in (0, 1)}
        assert found == everything - {(1, 0, 1, 2)}
        assert len(listed) == 7


def test_boxes_end_when_they_are_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "_CROWD", 4)
    model = grid("flow")
    found: list[IntArray] = []

    def visit(values: IntArray) -> bool:
        found.append(values)
        return len(found) < 30

    result = enumerate_solutions(model, visit, "cpsat")
    assert (len(found), result.limit, result.complete) == (30, Limit.SOLUTIONS, False)
    late = list_solutions(model, backend="cpsat", options=Options(time_limit=1e-9))
    assert (len(late), late.result.status, late.result.limit) == (0, Status.UNKNOWN, Limit.TIME)


def test_an_assignment_that_comes_again_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Restricted, "exclude", lambda *_: None)
    with pytest.raises(CheckError, match="cbc returned a solution that a no-good cut excludes"):
        count_solutions(grid("flow"), backend="cbc")


def test_uneven_boxes_are_cut_all_the_same() -> None:
    model = Model()
    model.integer("n", 9, lower=0, upper=9)
    box = Box({}, list(np.eye(9, dtype=np.int64) * 9))
    parts = []
    while len(box.known) > 1:
        small, box = sorted(box.halves(model.program()), key=lambda half: len(half.known))
        assert small.known
        parts.append(small)
    assert sum(len(part.known) for part in parts) == 8


def noting(patched: pytest.MonkeyPatch, backend: type[Any], name: str) -> list[Result]:
    """The results of all searches of a backend."""
    spent: list[Result] = []
    search = getattr(backend, name)

    def noted(*given: object) -> Result:
        spent.append(search(*given))
        return spent[-1]

    patched.setattr(backend, name, noted)
    return spent


def total(results: list[Result]) -> Seconds:
    every = [one.times for one in results]
    return Seconds(
        *(sum(map(attrgetter(n), every)) for n in ("build", "hand_over", "solve", "confirm"))
    )


@pytest.mark.parametrize("most", [2, 100])
def test_solutions_that_are_excluded_one_by_one(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    found: list[object] = []
    model.at_most_one(model.binary("x", 3))
    spent = noting(monkeypatch, CbcBackend, "solve")

    def visit(values: object) -> bool:
        found.append(values)
        return len(found) < most

    result = enumerate_solutions(model, visit, "cbc")
    assert (len(found), len(spent)) == ((2, 2) if most == 2 else (4, 5))
    assert result.times == total(spent)
    assert result.nodes == sum(one.nodes or 0 for one in spent)


def test_a_listing_that_begins_again_with_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two thirds of all sets of these nodes are not connected: more than a listing bears with.
    model = Model()
    found: list[object] = []
    nodes, edges = model.binary("node", 6), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    connected(model, np.array(edges), nodes, encoding="lazy")
    spent = noting(monkeypatch, CpSatBackend, "enumerate")
    result = enumerate_solutions(model, found.append, "cpsat")
    assert len(found) == 1 + 6 * 7 // 2  # no node, and each of the ways on the path
    assert len(spent) > 1
    assert result.times == total(spent)


def reported(encoding: str) -> Model:
    """The completion of (b, c) = (0, 1) by a = 1 breaks a cut, and that by a = 3 does not."""
    model = Model()
    a = model.integer("a", lower=1, upper=3, auxiliary=True)
    b, c = model.binary("b"), model.binary("c")
    active: list[Logical] = [2 * b + 4 >= 7 * a - 4, b | c | ~c, 5 * a - 14 < c]
    connected(model, np.array([(0, 2)]), active, encoding=encoding)
    return model


@pytest.mark.parametrize("encoding", ["flow", "bfs", "lazy"])
def test_a_completion_that_breaks_a_cut_hides_no_solution(encoding: str) -> None:
    assert int(count_solutions(reported(encoding), backend="cpsat")) == 4


def test_a_free_auxiliary_variable_is_not_listed_value_by_value() -> None:
    model, x = with_binaries(3)
    n = model.integer("n", lower=0, upper=10**9, auxiliary=True)
    model.add(n >= x.sum())
    assert int(count_solutions(model, backend="cpsat")) == 8


@pytest.mark.exhaustive
@pytest.mark.parametrize("most", [9, 10**9])
def test_more_solutions_than_a_few_with_some_completions_or_with_very_many(most: int) -> None:
    model, x = with_binaries(7)
    n = model.integer("n", lower=0, upper=most, auxiliary=True)
    model.add(n >= x.sum())
    found = list_solutions(model, backend="cpsat")
    assert found.complete
    assert len({tuple(values[:7].tolist()) for values in found}) == len(found) == 2**7


# How many solutions are searched for one by one, and how many completions may repeat them.
PATIENCE = [(32, 1_000, 50), (0, 1_000, 50), (1, 2, 0)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("patience", PATIENCE)
def test_however_soon_solutions_are_searched_for_one_by_one(
    patience: tuple[int, int, int], seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, most in zip(("_FEW", "_REPEATS", "_REPEATS_EACH"), patience, strict=True):
        monkeypatch.setattr(enumeration, name, most)
    for case in cases(seeds[::3]):
        for question in ("list", "count", "unique", "forced", "random"):
            assert not wrong(case, question), (case.seed, question)


def cases(seeds: Iterable[int]) -> Iterator[Case]:
    """Models of the fuzz that have auxiliary variables."""
    for seed in seeds:
        description = described(seed, "any")
        if any(column.auxiliary for column in description.columns):
            with suppress(ModelError):
                yield Case(description, "cpsat", seed)


@pytest.mark.exhaustive
def test_what_is_called_determined_has_one_completion_at_most() -> None:
    said = Counter[bool]()
    for case in cases(range(150)):
        determined = case.view.determined()
        said[determined] += 1
        meaning = case.meaning
        solutions = [meaning.points[number] for number in meaning.holding(meaning.all())]
        assert not determined or len(case.solutions) == len(solutions), case.seed
    assert min(said[True], said[False]) > 15


def test_every_operation_says_what_it_defines() -> None:
    model = Model()
    n, d = model.integer("n", lower=-3, upper=3), model.integer("d", lower=1, upper=2)
    x = model.binary("x", 2)
    results = [
        *(absolute(n), maximum(n, d), times(n, d), element(d, [4, n, 2])),
        *(quotient(n, d), remainder(n, 2), quotient(n, -2)),
        *((n >= d) + 0, (x[0] ^ x[1]) + 0, (x[0] & (n == 1)) + 0),
    ]
    assert model.program().determined()
    last = model.integer("last", lower=-9, upper=9, auxiliary=True)
    model.add(last <= results[0])
    assert not model.program().determined()
    with model.group("link"):
        model.add(last == model.sum(results))
    assert model.program().determined()
    assert not model.without("link").determined()
    assert model.without("link").fix({last: 1}).determined()


def test_what_defines_itself_defines_nothing() -> None:
    model = Model()
    x, u, w = model.binary("x"), *model.binary("u", 2, auxiliary=True)
    # u is w, and w is u: both 0 or both 1.
    model.add(u == w)
    model.add(x >= u)
    assert not model.program().determined()
    # A variable that cancels out is not defined by the row.
    other = Model()
    free, y = other.binary("free", auxiliary=True), other.binary("y")
    other.add(free - free + y == 1)
    assert not other.program().determined()


def test_distances_follow_and_flows_do_not() -> None:
    for encoding, follows in (("bfs", True), ("flow", False), ("lazy", True)):
        model, x = with_binaries(4)
        with model.group("in one piece"):
            connected(model, np.array([(0, 1), (1, 2), (2, 3)]), x, encoding=encoding)
        assert model.program().determined() is follows
        assert model.without("in one piece").determined()
    # What is active, if that is auxiliary, follows from nothing.
    circle = Model()
    y, u = circle.binary("y"), circle.binary("u", auxiliary=True)
    connected(circle, np.array([(0, 1)]), [1, u], roots=[1, y], encoding="bfs")
    assert not circle.program().determined()


@pytest.mark.parametrize("backend", ["highs", "scip"])
def test_a_row_with_coefficients_beyond_64_bits_and_an_auxiliary_variable_is_counted(
    backend: str,
) -> None:
    values = product(range(6), range(4), range(4), range(4))
    solutions = [(n, d, k) for n, d, k, b in values if wide_sum(n, d, k, b, LENGTHS) == 0]
    assert len(set(solutions)) == 4
    model = with_wide_coefficients()
    assert model.program().rows.coefficients.dtype == object
    assert model.program().determined()
    assert int(count_solutions(model, backend=backend)) == 4
