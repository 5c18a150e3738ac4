"""Solutions that are excluded from the searches after them, in boxes with few of them."""

from __future__ import annotations

import numpy as np
import pytest

from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError
from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries import enumeration, second_opinion
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.enumeration import Box
from ilpuzzles.queries.restricted_search import Clock, Restricted
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions

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


def test_few_solutions_are_excluded_from_each_search(
    excluded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_what_has_few_completions_is_listed(excluded: list[int]) -> None:
    model = Model()
    x = model.binary("x", 8)
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


def test_boxes_hold_all_solutions(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "_CROWD", 2)
    for encoding in ("flow", "lazy"):
        model = Model()
        x, n = model.binary("x", 3), model.integer("n", lower=-2, upper=3)
        connected(model, np.array([[0, 1], [1, 2]]), x, encoding=encoding)
        model.add(x.sum() == n)
        listed = list_solutions(model, backend=backend.name)
        assert listed.complete
        found = {tuple(values[:4].tolist()) for values in listed.found}
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
