"""Reasons from cores, and what an explanation says first: what was given."""

from __future__ import annotations

import random
from collections.abc import Sequence
from threading import Event

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.backends.interface import Backend, FindsCores, Interrupted, Options
from ilpuzzles.backends.registry import get_backend
from ilpuzzles.backends.result import Result, Status
from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import Given
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.iis import conflict_from_cores
from ilpuzzles.queries.query_results import Explanation
from ilpuzzles.queries.restricted_search import Restricted, out_of_time
from ilpuzzles.queries.solve import Inquiry
from support.rings import examples

SIZE = 50
FAMILIES = st.lists(
    st.frozensets(st.integers(0, SIZE - 1), min_size=1, max_size=6), min_size=1, max_size=8
)


@examples(200, derandomize=True)
@given(FAMILIES, st.integers(0, 2**32), st.floats(0, 1))
def test_wrong_cores_cost_time_and_change_nothing(
    family: list[frozenset[int]], seed: int, wrong: float
) -> None:
    dice = random.Random(seed)
    asked: list[int] = []

    def impossible(some: Sequence[int]) -> bool:
        asked.append(len(some))
        return any(conflict <= set(some) for conflict in family)

    def core(some: Sequence[int]) -> list[int] | None:
        if dice.random() < wrong:
            return sorted(dice.sample(list(some), dice.randrange(len(some) + 1)))
        found = next((conflict for conflict in family if conflict <= set(some)), None)
        return None if found is None else sorted(found)

    found = frozenset(conflict_from_cores(range(SIZE), impossible, core))
    assert found in family or any(conflict <= found for conflict in family)
    assert not any(conflict < found for conflict in family)
    if wrong == 0:
        # The first core is proved, and then every one of its members is tried.
        assert len(asked) <= 2 * 6 + 2


def crowd() -> Model:
    """Among 300 rows that hold, three that do not."""
    model = Model()
    x = model.binary("x", 303)
    with model.group("wishes"):
        for place in range(100):
            model.add(x[place] + x[place + 1] >= 1, key=place)
        for one, other in ((300, 301), (301, 302), (300, 302)):
            model.add(x[one] + x[other] == 1, key=one + other)
        for place in range(100, 299):
            model.at_most_one([x[place], x[place + 1]], key=place)
    return model


def test_a_core_names_its_members() -> None:
    backend = get_backend("cpsat")
    assert isinstance(backend, FindsCores)
    model = crowd()
    members = [np.array([row]) for row in range(302)]
    found, result = backend.core(model.program(), Options(), members)
    assert (found, result.status) == ([100, 101, 102], Status.INFEASIBLE)
    found, result = backend.core(model.program(), Options(), members[:100])
    # The three rows hold in any case now.
    assert (found, result.status) == ([], Status.INFEASIBLE)


def test_few_searches_find_few_of_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    spend = Inquiry.spend

    def spent(self: Inquiry, result: Result) -> None:
        counted.append(1)
        spend(self, result)

    monkeypatch.setattr(Inquiry, "spend", spent)
    answer = explain(crowd(), backend="cpsat")
    assert (answer.minimal, [row.key for row in answer.rows]) == (True, [601, 603, 602])
    # QuickXplain alone takes 19.
    assert len(counted) <= 13


def pieces() -> Model:
    """Of five wishes, the second and the fourth clash, whatever becomes of the others."""
    model = Model()
    x = model.binary("x", 5)
    with model.group("rule", why="not both"):
        model.add(x[1] + x[3] <= 1)
    with model.group("wishes", why="they are on"):
        for place in range(5):
            model.add(x[place] == 1, key=place)
    return model


WISHES = Given(("wishes",), lambda key: "abcde"[key])


def test_what_was_given_comes_first(backend: Backend) -> None:
    answer = explain(pieces(), given=WISHES, rows=False, backend=backend.name)
    assert answer.given is not None
    assert answer.taken_back is not None
    assert [part.name for part in answer.given] == ["b", "d"]
    assert [part.name for part in answer.taken_back.parts or ()] == ["d"]
    assert [group.name for group in answer.groups] == ["wishes"]
    assert (answer.minimal, answer.complete, len(answer.confirmed_by)) == (True, True, 2)
    assert all(witness is not None for witness in answer.witnesses)


def test_what_was_given_may_be_right() -> None:
    model = pieces()
    with model.group("never"):
        model.add(model.families[0][0] * 2 == 1)
    answer = explain(model, given=WISHES, rows=False, backend="cpsat")
    assert (answer.given, answer.taken_back, answer.rows) == ((), None, ())
    assert ([group.name for group in answer.groups], answer.complete) == (["never"], True)
    assert "the rules alone rule it out" in str(answer)
    assert explain(model.without("never", "rule"), given=WISHES).solution is not None


def test_an_interruption_leaves_what_clashes(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Inquiry.look
    number = 0
    while True:
        left = [number]

        def look(self: Inquiry, restricted: Restricted, left: list[int] = left) -> Result:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return looked(self, restricted)

        monkeypatch.setattr(Inquiry, "look", look)
        try:
            explain(pieces(), given=WISHES, rows=False, backend="cpsat")
        except Interrupted as interruption:
            answer: Explanation = interruption.answer
        else:
            break
        assert not answer.complete
        if number:
            assert {"b", "d"} <= {part.name for part in answer.given or ()}
            assert answer.result.status is Status.INFEASIBLE
        number += 1
    assert number > 4


def test_a_search_that_takes_too_long_leaves_the_reason_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = Inquiry.look
    asked: list[float | None] = []

    def look(self: Inquiry, restricted: Restricted) -> Result:
        asked.append(self.clock.patience)
        if len(asked) == 1:
            return looked(self, restricted)
        return out_of_time(self.backend, None)

    monkeypatch.setattr(Inquiry, "look", look)
    answer = explain(pieces(), given=WISHES, rows=False, backend="cpsat")
    # The proof may take as long as it likes, and nothing after it.
    assert asked[0] is None
    assert all(seconds is not None for seconds in asked[1:])
    assert (answer.minimal, answer.complete) == (False, False)
    assert [part.name for part in answer.given or ()] == list("abcde")
    assert "some searches took too long, so perhaps not all of these are needed\n" in str(answer)


def test_a_long_step_is_told_of_again_and_again() -> None:
    told = Event()

    def watch(progress: Progress) -> None:
        if progress.found == 3:
            told.set()

    report = Reporter(watch)
    report(Progress(3))
    with report.beating():
        assert told.wait(30)


def nurikabe(encoding: str) -> Model:
    """Two islands of two cells in 4 x 3, which leave a square of sea wherever they lie."""
    cells = [(row, column) for row in range(4) for column in range(3)]
    clues = {(0, 0): 2, (3, 2): 2}
    number = {cell: place for place, cell in enumerate(cells)}
    beside = [
        (cell, other)
        for cell in cells
        for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if other in number
    ]
    graph = np.array([(number[one], number[other]) for one, other in beside])
    model = Model("nurikabe")
    sea, island = model.binary("sea", cells), model.binary("island", cells, list(clues))
    with model.group("one of", why="a cell is sea, or of one island"):
        for cell in cells:
            model.exactly_one([sea[cell], *island[cell, :]], key=cell)
    with model.group("sizes", why="an island has as many cells as its clue says"):
        for clue, size in clues.items():
            model.add(island[:, clue].sum() == size, key=clue)
    with model.group("no pools", why="no square of 2 x 2 cells is all sea"):
        for row, column in cells:
            if row < 3 and column < 2:
                square = [sea[row + r, column + c] for r in range(2) for c in range(2)]
                model.add(model.sum(square) <= 3, key=(row, column))
    with model.group("islands", why="an island hangs together with its clue"):
        for clue in clues:
            active = [island[cell, clue] for cell in cells]
            roots = [int(cell == clue) for cell in cells]
            connected(model, graph, active, roots=roots, encoding=encoding)
    with model.group("sea", why="the sea is in one piece"):
        connected(model, graph, list(sea.flat()), encoding=encoding)
    return model


@pytest.mark.parametrize(("encoding", "most"), [("flow", 200), ("bfs", 110), ("lazy", 60)])
def test_few_searches_explain_connected_models(
    encoding: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    spend = Inquiry.spend

    def spent(self: Inquiry, result: Result) -> None:
        counted.append(1)
        spend(self, result)

    monkeypatch.setattr(Inquiry, "spend", spent)
    answer = explain(nurikabe(encoding), backend="cpsat")
    assert (answer.minimal, answer.complete) == (True, True)
    assert {group.name for group in answer.groups} == {"one of", "sizes", "no pools", "islands"}
    assert len(counted) <= most
