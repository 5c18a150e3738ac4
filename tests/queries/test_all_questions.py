"""Every question about small models, against trying everything; whole, at a limit, and cut short.

A new question is a method of models, and fails here until it has a line in `QUESTIONS`.
"""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.asking.questions import Questions
from ilpuzzles.backends.interface import Backend, Feature, Interrupted
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError
from ilpuzzles.modelling.expressions import Expression
from ilpuzzles.queries.corrections import take_back
from ilpuzzles.queries.count import count_orbits, count_status
from ilpuzzles.queries.query_results import Explanation, Solutions
from ilpuzzles.queries.restricted_search import Restricted, out_of_time
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.queries.solve import Core, Inquiry
from ilpuzzles.solvers.registry import general_backends, get_backend
from support.rings import chunks
from support.small_answers import points, require_answer, require_table
from support.small_models import (
    BACKEND,
    ENGINE,
    PARTS,
    SORTS,
    SmallModel,
    minimal_conflicts,
    singly,
    small_model,
    smallest_corrections,
)


def limits(number: int) -> list[int]:
    """One, all but one, exactly all, and one more than there are."""
    return sorted({1, max(1, number - 1), max(1, number), number + 1})


def require_end(model: SmallModel, answer: Any, number: int, limit: int | None = None) -> None:
    """Whatever there is was found, and the limit is named exactly where it was reached."""
    is_full = limit is not None and number >= limit
    assert answer.result.limit is (Limit.SOLUTIONS if is_full else Limit.NONE)
    assert answer.status is (Status.OPTIMAL if model.solutions else Status.INFEASIBLE)


def ask_solve(model: SmallModel) -> None:
    view, x = model.made(objective=True)
    told: list[Result] = []
    tells = Feature.INCUMBENTS in get_backend(model.backend).features
    result = view.solve(model.backend, on_solution=told.append if tells else None)
    assert result.status is (Status.OPTIMAL if model.solutions else Status.INFEASIBLE)
    assert result.complete
    assert bool(told) is (tells and bool(model.solutions))
    if not model.solutions:
        assert result.values is None
        return
    best = model.ranked[0]
    point = tuple(int(result[one]) for one in x)
    assert point in model.solutions
    assert (result.objective, result.bound, model.cost(point)) == (best, best, best)
    for number, row in enumerate(model.stated):
        assert result.slack(number) == (row.slack(point) or 0)
        assert result.residual(number) == 0
    scores: list[Any] = [one.objective for one in told]
    assert scores == sorted({*scores}, reverse=not model.maximize)
    assert scores[-1:] == [best] * bool(told)
    plain = model.made()[0].solve(model.backend)
    assert plain.values is not None
    assert points([plain.values])[0] in model.solutions


def ask_count(model: SmallModel) -> None:
    view, _ = model.made(objective=True)
    number = len(model.solutions)
    for limit in (None, *limits(number)):
        answer = view.count(model.backend, limit=limit)
        require_answer(model, answer, limit=limit)
        assert answer.complete is (limit is None or number < limit)
        require_end(model, answer, number, limit)
    if number not in {0, 1, 20}:
        return
    with TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger"
        assert int(view.count(model.backend, ledger=ledger)) == number
        status = count_status(view, ledger)
        assert (status.complete, status.found, status.failed) == (True, number, {})
        assert status.text().startswith("complete: ")


def ask_solutions(model: SmallModel) -> None:
    view, _ = model.made(objective=True)
    number = len(model.solutions)
    for limit in (None, *limits(number)):
        answer = view.solutions(model.backend, limit=limit)
        require_answer(model, answer, limit=limit)
        assert answer.complete is (limit is None or number < limit)
        require_end(model, answer, number, limit)
        found: list[np.ndarray] = []

        def visit(
            values: np.ndarray, found: list[np.ndarray] = found, most: float = limit or math.inf
        ) -> bool:
            found.append(values)
            return len(found) < most

        visited = enumerate_solutions(view, visit, model.backend)
        assert len({*points(found)}) == len(found) == min(number, limit or number)
        assert visited.complete is (number < (limit or math.inf))


def ask_best(model: SmallModel) -> None:
    view, _ = model.made(objective=True)
    for wanted in limits(len(model.solutions)):
        answer = view.best(model.backend, number=wanted)
        require_answer(model, answer)
        require_end(model, answer, len(model.solutions), wanted)
        assert answer.complete


def ask_optimal(model: SmallModel) -> None:
    view, _ = model.made(objective=True)
    number = model.ranked.count(model.ranked[0]) if model.ranked else 0
    for limit in (None, *limits(number)):
        answer = view.optimal(model.backend, limit=limit)
        require_answer(model, answer)
        require_end(model, answer, number, limit)


def ask_unique(model: SmallModel) -> None:
    answer = model.made()[0].unique(model.backend)
    require_answer(model, answer)
    assert answer.complete


def ask_forced(model: SmallModel) -> None:
    view, x = model.made(objective=True)
    answer = view.forced(model.backend)
    require_answer(model, answer)
    assert answer.complete
    assert answer.facts == (len(x) if model.solutions else 0)
    if model.backend != BACKEND:
        # The engine takes facts of two values alone.
        return

    def facts(_values: Any) -> dict[Any, Expression]:
        return {0: x[0] - x[-1] + 1, "all": sum(x, start=0 * x[0]) + 0}

    answer = view.forced(model.backend, facts=facts)
    numbers = [{point[0] - point[-1] + 1 for point in model.solutions}]
    numbers.append({sum(point) for point in model.solutions})
    same = zip((0, "all"), numbers, strict=True)
    assert answer.values == {name: min(found) for name, found in same if len(found) == 1}


def ask_sample(model: SmallModel) -> None:
    view, _ = model.made(objective=True)
    for wanted in (1, 21):
        answer = view.sample(model.backend, number=wanted, seed=wanted)
        assert {*points(answer)} <= {*model.solutions}
        assert len(answer) == (wanted if model.solutions else 0)
        assert answer.complete
        assert answer.result.limit is Limit.NONE
        assert points(view.sample(model.backend, number=wanted, seed=wanted)) == points(answer)


def ask_explain(model: SmallModel) -> None:
    """By groups, by rows, among one group, and by what was given; one reason, or exactly all."""
    view, _ = model.made(objective=True)
    groups, parts = model.groups(), model.parts()
    for rows in (True, False):
        members = singly(model) if rows else groups
        number = len(minimal_conflicts(model, members))
        for reasons in limits(number) if rows else [number + 1]:
            answer = view.explain(BACKEND, rows=rows, reasons=reasons)
            require_answer(model, answer, rows=rows, reasons=reasons)
            assert answer.complete
            if reasons > number and not model.solutions:
                assert answer.all_known
    for among in groups:
        if not model.solutions:
            answer = view.explain(BACKEND, among=[among], rows=False)
            require_answer(model, answer, rows=False, among=among)
            assert answer.complete
    number = len(minimal_conflicts(model, parts, model.rules()))
    for reasons in limits(number):
        answer = view.explain(BACKEND, given=PARTS, rows=False, reasons=reasons)
        require_answer(model, answer, given=True, rows=False, reasons=reasons)
        assert answer.complete


def ask_relax(model: SmallModel) -> None:
    view, _ = model.made(objective=True)
    groups = model.groups()
    everything = frozenset(range(len(model.rows)))
    for by, among in product(("groups", "rows"), [[], [*groups][:1], [*groups][-1:]]):
        open_groups = {name: rows for name, rows in groups.items() if not among or name in among}
        members = open_groups if by == "groups" else singly(model, open_groups)
        always = everything.difference(*open_groups.values())
        answer = view.relax(BACKEND, by=by, among=among)  # type: ignore[arg-type] # one of two
        require_answer(model, answer, members=members, always=always)
        assert answer.complete
        assert answer.gives_least or not answer.relaxed
    answer = take_back(view, PARTS, backend=BACKEND)
    require_answer(model, answer, members=model.parts(), always=model.rules())
    assert answer.complete
    assert {frozenset(cause.name for cause in causes) for causes in answer.sets} == (
        smallest_corrections(model, model.parts(), model.rules())
    )
    assert answer.all_known is bool(answer.sets and answer.sets != ((),)) or answer.sets == ((),)


def ask_whatif(model: SmallModel) -> None:
    """Without each group, and with the first and the last column at each end of its bounds."""
    view, x = model.made()
    models = {"as it is": model}
    stated = dict.fromkeys(row.group for row in model.stated)
    for group in stated:
        rows = tuple(row for row in model.stated if row.group != group)
        models[f"without {group}"] = _changed(model, rows, model.fixed)
    fix: list[Any] = []
    for column in {0, len(x) - 1} - dict(model.fixed).keys():
        for value in {*model.bounds[column]}:
            fix.append({x[column]: value})
            fixed = (*model.fixed, (column, value))
            models[f"x[{column}] = {value}"] = _changed(model, model.stated, fixed)
    for limit in limits(len(model.solutions)):
        table = view.whatif(BACKEND, without=[*stated], fix=fix, limit=limit)
        require_table(table, models, limit)
        assert table.complete


def _changed(model: SmallModel, rows: Any, fixed: Any) -> SmallModel:
    return SmallModel(model.bounds, rows, fixed, model.costs, model.maximize)


def ask_relaxation(model: SmallModel) -> None:
    """It is no worse than the best solution, and what it says of its rows is true of its values."""
    view, x = model.made(objective=True)
    answer = view.relaxation()
    if not answer:
        assert answer.status is Status.INFEASIBLE
        assert not model.solutions
        return
    assert answer.exact
    values = tuple(answer[one] for one in x)
    assert answer.objective == model.cost(values)
    if model.solutions:
        best = model.ranked[0]
        assert answer.objective >= best if model.maximize else answer.objective <= best
    for number, row in enumerate(model.stated):
        slack = row.slack(values) or 0
        assert answer.slack(number) == slack >= 0
        assert not answer.dual(number) or slack == 0


def ask_statistics(model: SmallModel) -> None:
    size = model.made()[0].statistics()
    assert (size.variables, size.rows) == (len(model.bounds), len(model.stated))


QUESTIONS: dict[str, Callable[[SmallModel], None]] = {
    "solve": ask_solve,
    "count": ask_count,
    "solutions": ask_solutions,
    "best": ask_best,
    "optimal": ask_optimal,
    "unique": ask_unique,
    "forced": ask_forced,
    "sample": ask_sample,
    "explain": ask_explain,
    "relax": ask_relax,
    "whatif": ask_whatif,
    "relaxation": ask_relaxation,
    "statistics": ask_statistics,
}


def test_every_question_is_asked() -> None:
    named = dict(inspect.getmembers(Questions, inspect.isfunction)).items()
    inherited = dict(inspect.getmembers(Questions.__base__, inspect.isfunction))
    own = {name for name, one in named if inherited.get(name) is not one}
    assert {name for name in own if not name.startswith("_")} == QUESTIONS.keys()


# The quick ring has one model of each sort; with seven more, the dearest question takes a minute.
some_models = pytest.mark.parametrize("drawn", chunks(12))


@some_models
@pytest.mark.every("question")
@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_those_of_trying_everything(question: str, drawn: range) -> None:
    for number, sort in enumerate(SORTS):
        for seed in drawn if drawn.start else [drawn[number % 2]]:
            QUESTIONS[question](small_model(sort, seed))


CUT_SHORT: dict[str, tuple[str, Callable[[AskableProgram], Any], dict[str, Any]]] = {
    "best": ("some", lambda view: view.best(BACKEND, number=4), {}),
    "optimal": ("20", lambda view: view.optimal(BACKEND), {}),
    "unique": ("one", lambda view: view.unique("cbc"), {}),
    "no solution": ("clash", lambda view: view.unique("highs"), {}),
    "not unique": ("two", lambda view: view.unique("highs"), {}),
    "forced": ("some", lambda view: view.forced(BACKEND), {}),
    "forced by exactcover": ("cover", lambda view: view.forced(ENGINE), {}),
    "forced by changes": ("two", lambda view: view.forced("clingo"), {}),
    "groups": (
        "clash",
        lambda view: view.explain(BACKEND, rows=False, reasons=2),
        {"rows": False, "reasons": 2},
    ),
    "rows": ("none by the rules", lambda view: view.explain(BACKEND, reasons=3), {"reasons": 3}),
    "given": (
        "clash",
        lambda view: view.explain(BACKEND, given=PARTS, rows=False, reasons=2),
        {"given": True, "rows": False, "reasons": 2},
    ),
    "relaxed groups": ("clash", lambda view: view.relax(BACKEND), {"by": "groups"}),
    "relaxed rows": ("clash", lambda view: view.relax(BACKEND, by="rows"), {"by": "rows"}),
    "taken back": ("row", lambda view: take_back(view, PARTS, backend=BACKEND), {"by": "given"}),
}


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """How many searches are left, and how the next one ends; the last entry counts them."""
    state: list[Any] = [math.inf, Limit.TIME]
    looked, cored = Inquiry.look, Inquiry.core

    def is_over() -> bool:
        state[0] -= 1
        if state[0] < 0 and state[1] is Limit.INTERRUPTED:
            raise KeyboardInterrupt
        return bool(state[0] < 0)

    def look(self: Inquiry, restricted: Restricted, nodes: int | None = None) -> Result:
        return out_of_time(self.backend, None) if is_over() else looked(self, restricted, nodes)

    def core(self: Inquiry, restricted: Restricted, members: Any) -> Core:
        return Core(None, None) if is_over() else cored(self, restricted, members)

    monkeypatch.setattr(Inquiry, "look", look)
    monkeypatch.setattr(Inquiry, "core", core)
    return state


@some_models
@pytest.mark.every("name")
@pytest.mark.parametrize("name", CUT_SHORT)
def test_what_is_cut_short_anywhere_claims_nothing_that_is_not_true(
    name: str, drawn: range, searches: list[Any]
) -> None:
    """Out of time or interrupted after any search, first and last of all."""
    sort, ask, asked = CUT_SHORT[name]
    incomplete = 0
    for seed in drawn if drawn.start else drawn[:2]:
        model = small_model(sort, seed)
        view, _ = model.made(objective=True)
        if "by" in asked:
            by = asked["by"]
            members = {
                "groups": model.groups(),
                "rows": singly(model),
                "given": model.parts(),
            }[by]
            always = model.rules() if by == "given" else frozenset()
            told = {"members": members, "always": always}
        else:
            told = asked
        for left, limit in product(range(60), (Limit.TIME, Limit.INTERRUPTED)):
            searches[:] = [left, limit]
            try:
                answer = ask(view)
            except Interrupted as interruption:
                answer = interruption.answer
            require_answer(model, answer, **told)
            if searches[0] >= 0:
                assert answer.complete
                break
            incomplete += not answer.complete
            if not answer.complete:
                assert answer.result.limit is limit
            assert left or not answer.complete or isinstance(answer, Explanation)
    assert incomplete


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_list_that_is_cut_short_proves_no_uniqueness(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some backends list two solutions: one of them alone, before a limit, may have others."""
    model = small_model("two", 0)

    def listed(*asked: Any, **how: Any) -> Solutions:
        whole = list_solutions(*asked, **how)
        limit = Limit.SOLUTIONS if number == 2 else Limit.TIME
        stopped = replace(whole.result, limit=limit, complete=False)
        return replace(whole, solutions=whole.solutions[:number], result=stopped)

    monkeypatch.setattr("ilpuzzles.queries.unique.list_solutions", listed)
    answer = model.made()[0].unique(BACKEND)
    require_answer(model, answer)
    assert len(answer.solutions) == number
    assert answer.complete is (number == 2)


@pytest.mark.parametrize("name", ["_MOST_SETS", "_MOST_SEARCHES_FOR_OTHERS"])
def test_all_ways_to_take_back_are_known_only_where_all_were_looked_at(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = small_model("row", 0)
    parts = model.parts()
    smallest = smallest_corrections(model, parts, model.rules())
    sets = math.comb(len(parts), len(next(iter(smallest))))
    known = []
    for most in range(sets + 2):
        monkeypatch.setattr(f"ilpuzzles.queries.corrections.{name}", most)
        answer = take_back(model.made()[0], PARTS, backend=BACKEND)
        require_answer(model, answer, members=parts, always=model.rules())
        known.append(answer.all_known)
    assert known == sorted(known)
    assert known[-1]
    if name == "_MOST_SETS":
        assert known == [most >= sets for most in range(sets + 2)]


TELLING = [name for name in general_backends() if Feature.INCUMBENTS in get_backend(name).features]


@pytest.mark.parametrize("backend", TELLING, indirect=True)
def test_whoever_watches_solutions_hears_the_best_however_little_is_left(backend: Backend) -> None:
    """Presolve leaves nothing, one value or all; there are no terms, or no variables at all."""
    for wanted in (None, 1, 2):
        for objective in (True, False):
            model = Model()
            x = model.binary("x", 3)
            model.add(x[0] == 1)
            if wanted is not None:
                model.add(x[0] + x[1] + x[2] == wanted)
            if objective:
                model.maximize(2 * x[1] + x[2] + 4)
            told: list[Result] = []
            result = model.solve(backend, on_solution=told.append)
            assert told
            assert (told[-1].objective, told[-1].checked) == (result.objective, True)
            assert result.objective == ({None: 7, 1: 4, 2: 6}[wanted] if objective else None)
            assert all(one.values is not None and one.values[0] == 1 for one in told)
    told = []
    Model().solve(backend, on_solution=told.append)
    assert len(told) == 1


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_orbits_are_those_of_moving_every_solution(size: int) -> None:
    """Of a ring that may be turned, and turned over: bracelets (OEIS A000029) and necklaces."""
    turns = [[(place + turn) % size for place in range(size)] for turn in range(size)]
    turned_over = [[(-place - turn) % size for place in range(size)] for turn in range(size)]
    groups = [
        turns[:1],
        turns,
        [list(one) for one in dict.fromkeys(map(tuple, turns + turned_over))],
    ]
    for most in range(size + 1):
        model = Model()
        ring = model.binary("ring", size)
        model.add(model.sum(ring.flat) <= most)
        known = [point for point in product((0, 1), repeat=size) if sum(point) <= most]
        for moves in groups:
            orbits = {
                min(tuple(point[move[place]] for place in range(size)) for move in moves)
                for point in known
            }
            answer = count_orbits(model, np.array(moves))
            assert (answer.count.number, answer.orbits) == (len(known), len(orbits))
    known_rings = {1: (2, 2, 2), 2: (4, 3, 3), 3: (8, 4, 4), 4: (16, 6, 6)}
    found = [count_orbits(model, np.array(moves)).orbits for moves in groups]
    assert tuple(found) == known_rings[size]


@pytest.mark.parametrize("name", ["cpsat", "exactcover"])
def test_facts_over_a_row_of_which_one_is_true_are_refused_or_right(name: str) -> None:
    """The engine decides facts of two values, which is what most sums over such a row are."""
    refused = 0
    for seed in range(40):
        dice = random.Random(seed)
        model = Model()
        x = model.binary("x", 4)
        model.exactly_one(x)
        able = dice.sample(range(4), dice.randint(1, 4))
        for place in {*range(4)} - {*able}:
            model.add(x[place] == 0)
        factors = {place: dice.choice([1, 1, 2, -1]) for place in dice.sample(range(4), 2)}
        constant = dice.choice([0, 1])

        def fact(
            _values: Any, x: Any = x, factors: Any = factors, constant: int = constant
        ) -> dict[Any, Any]:
            return {"sum": sum(a * x[place] for place, a in factors.items()) + constant}

        values = {factors.get(place, 0) + constant for place in able}
        try:
            answer = model.forced(name, facts=fact)
        except BackendError as error:
            assert "more than two values" in str(error)
            refused += 1
            continue
        assert answer.values == ({"sum": min(values)} if len(values) == 1 else {}), seed
    assert (refused > 0) == (name == "exactcover")
    assert refused < 30
