"""Reasons: minimal conflicts by QuickXplain and from cores, bounds in them, and what was given.

The fuzz asks why random models have no solution, and what to give up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from threading import Event
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, FindsCores, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.modelling.given import Given
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.corrections import relax, take_back
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.mus import conflict_from_cores, minimal_conflict
from ilpuzzles.queries.restricted_search import Restricted, out_of_time
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.solvers.registry import get_backend
from support.begun_models import with_binaries, with_binary
from support.rings import examples

FEW, SIZE = 12, 50


def families(size: int, least: int) -> st.SearchStrategy[list[frozenset[int]]]:
    """Conflicts, each of them some of the numbers below a size."""
    conflict = st.frozensets(st.integers(0, size - 1), min_size=least, max_size=6)
    return st.lists(conflict, min_size=1, max_size=8)


def minimal(family: list[frozenset[int]]) -> set[frozenset[int]]:
    """The conflicts that have no other one in them."""
    return {one for one in family if not any(other < one for other in family)}


@examples(400, derandomize=True)
@given(families(FEW, 0))
def test_the_result_is_one_of_the_minimal_conflicts(family: list[frozenset[int]]) -> None:
    asked: list[frozenset[int]] = []

    def impossible(some: Sequence[int]) -> bool:
        assert len(set(some)) == len(some)
        assert set(some) <= set(range(FEW))
        asked.append(frozenset(some))
        return any(conflict <= set(some) for conflict in family)

    found = minimal_conflict(range(FEW), impossible)
    assert frozenset(found) in minimal(family)
    assert found == sorted(set(found))
    # No question is asked twice.
    assert len(set(asked)) == len(asked)
    assert len(asked) <= 2 * (len(found) + 1) * 5 + FEW


@examples(400, derandomize=True)
@given(families(FEW, 0), st.integers(0, 2**32), st.floats(0, 1))
def test_unknowns_leave_a_conflict(family: list[frozenset[int]], seed: int, share: float) -> None:
    dice = random.Random(seed)

    def impossible(some: Sequence[int]) -> bool:
        return any(conflict <= set(some) for conflict in family) and dice.random() >= share

    found = minimal_conflict(range(FEW), impossible)
    assert any(conflict <= set(found) for conflict in family)
    assert found == sorted(set(found))


@examples(200, derandomize=True)
@given(families(SIZE, 1), st.integers(0, 2**32), st.floats(0, 1))
def test_wrong_cores_change_nothing(family: list[frozenset[int]], seed: int, wrong: float) -> None:
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


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Result]:
    """The results of all searches of a question."""
    seen: list[Result] = []
    spend = Inquiry.spend

    def spent(self: Inquiry, result: Result) -> None:
        seen.append(result)
        spend(self, result)

    monkeypatch.setattr(Inquiry, "spend", spent)
    return seen


def crowd() -> Model:
    """Among 300 rows that hold, three that do not."""
    model, x = with_binaries(303)
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


def test_few_searches_find_few_of_many_rows(searches: list[Result]) -> None:
    answer = explain(crowd(), backend="cpsat")
    assert (answer.minimal, [row.key for row in answer.rows]) == (True, [601, 603, 602])
    # QuickXplain alone takes 19.
    assert len(searches) <= 13


def pieces() -> Model:
    """Of five wishes, the second and the fourth clash, whatever becomes of the others."""
    model, x = with_binaries(5)
    with model.group("rule", why="not both"):
        model.add(x[1] + x[3] <= 1)
    with model.group("wishes", why="they are on"):
        for place in range(5):
            model.add(x[place] == 1, key=place)
    return model


WISHES = Given(("wishes",), lambda key: "abcde"[key])


@pytest.mark.exhaustive
def test_what_was_given_comes_first(backend: Backend) -> None:
    answer = explain(pieces(), given=WISHES, rows=False, backend=backend)
    assert answer.given is not None
    assert answer.taken_back is not None
    assert [part.name for part in answer.given] == ["b", "d"]
    # Either is enough; which one it is depends on the solution that a solver comes upon.
    assert [part.name for part in answer.taken_back.given_up or ()] in (["b"], ["d"])
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
    assert "the rules contradict each other, even without the givens" in str(answer)
    granted = explain(model, among=["rule"], reasons=5, backend="cpsat")
    assert (granted.groups, granted.all_known, granted.complete) == ((), True, True)
    assert explain(model.without("never", "rule"), given=WISHES).solution is not None


def test_a_search_that_takes_too_long_leaves_it_right(monkeypatch: pytest.MonkeyPatch) -> None:
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
        assert told.wait(120)


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
        connected(model, graph, list(sea.flat), encoding=encoding)
    return model


@pytest.mark.exhaustive
@pytest.mark.parametrize(("encoding", "most"), [("bfs", 110), ("lazy", 60)])
def test_few_searches_explain_connections(encoding: str, most: int, searches: list[Result]) -> None:
    answer = explain(nurikabe(encoding), backend="cpsat")
    assert (answer.minimal, answer.complete) == (True, True)
    assert {group.name for group in answer.groups} == {"one of", "sizes", "no pools", "islands"}
    assert len(searches) <= most


def test_groups_that_are_not_there_are_refused() -> None:
    model, x = with_binary()
    with model.group("one"):
        model.add(x == 1)
    with model.group("empty"):
        pass
    for among in (["on"], ["empty"], ["fixed values"], ["rows without a group"]):
        with pytest.raises(UnknownNameError):
            explain(model, among=among)
        with pytest.raises(UnknownNameError):
            relax(model, by="rows", among=among)


def subsets_without_a_solution(seed: int) -> tuple[Model, set[frozenset[int]]]:
    """A small model, and all minimal sets of its rows that have no solution, by trying all."""
    dice, points = random.Random(seed), list(product((0, 1), repeat=5))
    model, holding = Model(), list[set[int]]()
    x = model.binary("x", 5)
    for row in range(9):
        columns, least = dice.sample(range(5), 2), dice.randint(0, 1)
        signs = [dice.choice((-1, 1)) for _ in columns]
        with model.group("even" if row % 2 == 0 else "odd"):
            model.add(model.sum(a * x[n] for a, n in zip(signs, columns, strict=True)) >= least)
        sums = [sum(a * point[n] for a, n in zip(signs, columns, strict=True)) for point in points]
        holding.append({number for number, value in enumerate(sums) if value >= least})
    minimal_sets: set[frozenset[int]] = set()
    for size in range(1, 10):
        for some in map(frozenset, combinations(range(9), size)):
            left = set.intersection(*(holding[row] for row in some))
            if not left and not any(one <= some for one in minimal_sets):
                minimal_sets.add(some)
    return model, minimal_sets


def test_all_minimal_reasons_are_found(backend: Backend) -> None:
    several = 0
    for seed in (0, 1, 2) if backend.name == "cpsat" else (2,):
        model, expected = subsets_without_a_solution(seed)
        answer = explain(model, reasons=len(expected) + 1, backend=backend)
        sets = [answer.rows, *answer.others] if answer.rows else []
        found = [frozenset(int(row.rows[0]) for row in causes) for causes in sets]
        assert len(found) == len(expected), seed
        assert set(found) == expected
        assert answer.complete
        assert answer.all_known is (True if expected else None)
        assert not expected or answer.confirmed_by[0] == backend.name
        if len(expected) > 2:
            several += 1
            few = explain(model, reasons=2, backend=backend)
            assert (len(few.others), few.all_known, few.complete) == (1, False, True)
            assert str(few).endswith("\n2 minimal reasons; there may be more")
            assert str(answer).endswith(f"\n{len(expected)} minimal reasons, and no other")
    assert several


def test_groups_and_parts_have_all_their_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    model = pieces()
    x = model.families[0]
    with model.group("rule"):
        model.add(x[0] + x[4] <= 1)
    answer = explain(model, given=WISHES, rows=False, reasons=5, backend="cpsat")
    sets = {tuple(part.name for part in one) for one in [answer.given or (), *answer.others]}
    assert (sets, answer.all_known) == ({("b", "d"), ("a", "e")}, True)
    assert "these cannot stay together either: " in str(answer)
    groups = explain(model, rows=False, reasons=5, backend="cpsat")
    assert ([one.name for one in groups.groups], groups.others) == (["rule", "wishes"], ())
    assert str(groups).endswith("1 minimal reason, and no other")
    with pytest.raises(InputError, match="at least 1, got 0"):
        explain(model, reasons=0)
    monkeypatch.setattr("ilpuzzles.queries.corrections._MOST_SETS", 1)
    assert not take_back(model, WISHES).all_known


def test_other_reasons_have_their_bounds() -> None:
    model = Model()
    x = model.integer("x", lower=0, upper=3)
    model.add(x >= 5, name="a")
    model.add(2 * x <= -1, name="b")
    answer = explain(model, bounds=True, reasons=9, backend="cbc")
    sets = {frozenset(row.name for row in one) for one in [answer.rows, *answer.others]}
    pairs = (("a[0]", "x <= 3"), ("b[0]", "x >= 0"), ("a[0]", "b[0]"))
    assert sets == {frozenset(pair) for pair in pairs}
    assert (answer.all_known, answer.complete) == (True, True)


def test_a_limit_leaves_out_other_reasons_that_may_not_be_minimal(
    monkeypatch: pytest.MonkeyPatch, searches: list[Result]
) -> None:
    model, looked = pieces(), Inquiry.look
    model.add(model.families[0][0] + model.families[0][4] <= 1)
    explain(model, given=WISHES, rows=False, backend="cpsat")
    first, ended = len(searches), set()
    with monkeypatch.context() as late:
        late.setattr(
            "ilpuzzles.queries.mus.solve_model", lambda *_: out_of_time(get_backend("cpsat"), None)
        )
        found = explain(model, given=WISHES, rows=False, reasons=5, backend="cpsat")
    assert (found.all_known, found.complete, found.others) == (False, False, ())
    for most in range(first, first + 12):
        left = iter(range(most))

        def look(self: Inquiry, restricted: Restricted, left: Iterator[int] = left) -> Result:
            over = next(left, None) is None
            return out_of_time(self.backend, None) if over else looked(self, restricted)

        monkeypatch.setattr(Inquiry, "look", look)
        answer = explain(model, given=WISHES, rows=False, reasons=5, backend="cpsat")
        reasons = {frozenset(p.name for p in one) for one in [answer.given or (), *answer.others]}
        assert reasons <= {frozenset("bd"), frozenset("ae")}
        assert (answer.result.limit is Limit.NONE) == answer.complete == answer.all_known
        ended.add((len(reasons), answer.complete))
    assert ended >= {(1, False), (2, True)}


Held: TypeAlias = npt.NDArray[np.bool_]
"""Where something holds, for every point of a box that is wider than all bounds."""


def bounded(seed: int) -> tuple[Model, dict[str, Held]]:
    """A small model of whole numbers, and all that rules something out in it, by its name."""
    dice, box = random.Random(seed), np.indices((51, 51, 51)) - 25
    model, demands = Model(), {}
    # Bounds from 0 to 1 would belong to a binary variable, and always hold.
    ends = [(dice.randint(-4, 0), dice.randint(2, 4)) for _ in box]
    x = [model.integer(f"x{n}", lower=low, upper=high) for n, (low, high) in enumerate(ends)]
    for number, (values, (low, high)) in enumerate(zip(box, ends, strict=True)):
        demands[f"x{number} >= {low}"] = values >= low
        demands[f"x{number} <= {high}"] = values <= high
    for number in range(dice.randint(1, 4)):
        factors, least = [dice.choice([-1, 0, 1, 2]) for _ in x], dice.randint(-2, 14)
        if any(factors):
            terms = (a * b for a, b in zip(factors, x, strict=True) if a)
            model.add(model.sum(terms) >= least, name=f"row{number}")
            demands[f"row{number}"] = np.tensordot(factors, box, 1) >= least
    return model, demands


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["auto", "cpsat", "cbc", "highs"])
def test_bounds_belong_to_the_reason(name: str) -> None:
    """Rows and bounds rule everything out; less any one of them, something is left."""
    found = 0
    for seed in range(12 if name == "auto" else 6):
        model, demands = bounded(seed)
        answer = explain(model, bounds=True, backend=name)
        possible = bool(np.logical_and.reduce([*demands.values()]).any())
        assert (answer.result.status is Status.INFEASIBLE) == (not possible), seed
        reason = {row.name.removesuffix("[0]") for row in answer.rows}
        assert bool(reason) == (not possible)
        assert reason <= demands.keys()
        assert len(reason) == len(answer.rows) == len(answer.witnesses)
        if name == "cpsat":
            # It takes no variables without bounds: these are taken for granted, and that is said.
            assert answer.bounds_refused == (() if possible else ("cpsat",))
            assert str(answer).endswith("cpsat cannot do without them") is not possible
            assert not any("=" in one for one in reason)
            reason |= {one for one in demands if "=" in one}
        else:
            assert (answer.bounds_refused, "for granted" in str(answer)) == ((), False)
        if not possible:
            assert not np.logical_and.reduce([demands[one] for one in reason]).any(), seed
        if not possible:
            found += 1
            assert answer.complete
            for one in {row.name.removesuffix("[0]") for row in answer.rows}:
                rest = [np.ones_like(demands[one]), *(demands[other] for other in reason - {one})]
                assert np.logical_and.reduce(rest).any(), seed
            assert all(witness is not None for witness in answer.witnesses)
    assert found > 2


def test_bounds_are_said_to_be_granted_only_where_they_were_asked_for_and_are_there() -> None:
    model = Model()
    model.add(model.integer("n", lower=0, upper=4) >= 5)
    assert explain(model, bounds=False, backend="cpsat").bounds_refused == ()
    assert explain(model, bounds=True, backend="cpsat").bounds_refused == ("cpsat",)
    binary = Model()
    binary.add(binary.binary("x", 2).sum() >= 3)
    assert explain(binary, bounds=True, backend="cpsat").bounds_refused == ()


def test_another_backend_gets_cuts_for_what_the_first_takes_as_it_is() -> None:
    """Clingo knows what is connected, and takes no variables without bounds; CBC is the reverse."""
    model = Model()
    # The number of what is connected is no column, though it is that of n.
    n, x = model.integer("n", lower=0, upper=4), model.binary("x", 3)
    connected(model, np.array([[0, 1], [1, 2]]), x, encoding="lazy")
    model.add(x[0] + x[2] >= 2)
    model.add(n >= 2 + 3 * x[1])
    inquiry = Inquiry(model, "clingo", None)
    assert not inquiry.program.separated()
    assert inquiry.about(inquiry.program, "cbc").program.separated()
    assert not inquiry.about(model.program(), "clingo").program.separated()
    answer = explain(model, bounds=True, backend="cbc")
    assert [str(row) for row in answer.rows if row.group.name == "bounds"] == ["n <= 4"]
