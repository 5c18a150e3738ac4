"""Corners of the questions that were wrong once; and solvers and workers that lie."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ilpuzzles import Formulated, own_puzzle
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Interrupted, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import BackendError, CheckError, InputError, ModelError, UnknownNameError
from ilpuzzles.queries import parallel
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.parallel import PartJob, Shared, SolutionRelay, search_part
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import Inquiry, solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif
from support.begun_models import with_binaries, with_binary


def test_a_solution_that_was_excluded_is_no_second_one() -> None:
    """Doubles cannot tell 2^30 - 1 from 2^30 beside a coefficient of 2^30, so SCIP repeats it."""
    model = Model()
    x = model.integer("x", lower=0, upper=2**30)
    model.add(x >= 2**30)
    model.add(x <= 2**30)
    for question, right in ((check_uniqueness, "exactly one solution"), (find_forced, "1 of 1")):
        try:
            text = str(question(model, backend="scip"))
        except CheckError as error:
            text = right
            assert "returned a solution that a no-good cut excludes" in str(error)
        assert text.startswith(right)
    assert check_uniqueness(model, backend="cpsat").unique


@pytest.mark.exhaustive
def test_solutions_that_all_break_cuts_are_none(backend: Backend) -> None:
    model, x = with_binaries(3)
    model.add(x[0] & ~x[1] & x[2])
    connected(model, np.array([[0, 1], [1, 2]]), x, encoding="lazy")
    listed = list_solutions(model, backend=backend)
    counted = count_solutions(model, backend=backend)
    drawn = sample_solutions(model, number=3, backend=backend)
    for answer in (listed, counted, drawn):
        assert answer.result.status is Status.INFEASIBLE
        assert answer.complete
    assert (len(listed), int(counted), len(drawn)) == (0, 0, 0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("group", ["", "connected"])
def test_rows_by_cuts_are_relaxed_in_one_search(
    group: str, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Conflict by conflict, 30 rows took 685 searches; and such a row may be given up, too."""
    model, x = with_binaries(9)
    path = np.array([[i, i + 1] for i in range(8)])
    if group:
        with model.group(group):
            connected(model, path, x, encoding="lazy")
    else:
        connected(model, path, x, encoding="lazy")
    with model.group("wishes"):
        for place in range(9):
            model.add(x[place] == place % 2)
    searches: list[object] = []
    look = Inquiry.look

    def counted(self: Inquiry, restricted: Restricted) -> Result:
        searches.append(restricted)
        return look(self, restricted)

    monkeypatch.setattr(Inquiry, "look", counted)
    answer = relax(model, by="rows", backend=backend)
    assert (answer.complete, answer.least, len(searches)) == (True, 1, 3)
    assert next(str(row) for row in answer.given_up or ()).startswith("connected")
    searches.clear()
    answer = relax(model, by="rows", among=["wishes"], backend=backend)
    assert (answer.complete, answer.least, len(searches)) == (True, 3, 3)


def test_labels_that_read_alike_are_told_apart() -> None:
    model, x = with_binaries(["1", 1])
    model.add(x["1"] == 1)
    forced = find_forced(model)
    assert dict(forced.values) == {"x[1]": 1}
    assert forced.facts == 2
    solutions = own_puzzle(model).solutions().solutions
    assert {str(solution.to_json()) for solution in solutions} == {
        "{'values': {'x[1]': 1}}",
        "{'values': {'x[1]': 1, 'x[1] (column 1)': 1}}",
    }
    assert check_uniqueness(model).differences().keys() == {"x[1] (column 1)"}


def test_what_is_taken_for_granted_may_be_the_reason() -> None:
    model, x = with_binary()
    for name, row in (("a", x == 1), ("b", x == 0), ("c", x <= 1)):
        with model.group(name):
            model.add(row)
    assert "the rest has none already" in str(explain(model, among=["c"]))
    # A name alone is a list of one.
    assert {group.name for group in explain(model, among="a").groups} == {"a"}
    assert relax(model, by="rows", among="a").least == 1
    assert [variant.name for variant in whatif(model, without="a")] == ["as it is", "without a"]
    with pytest.raises(UnknownNameError, match="unknown variant 'withut a'; did you mean"):
        whatif(model, without="a")["withut a"]


def test_hints_and_gaps_of_a_question_stay_with_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    model, x = with_binaries(9)
    with model.group("few"):
        model.add(model.sum(x.flat) <= 1)
    with model.group("wishes"):
        for variable in x.flat:
            model.add(variable == 1)
    options = Options(hint={x[8]: 1}, gap=0.9)
    monkeypatch.setattr("ilpuzzles.queries.corrections.can_be_softened", lambda *_: False)
    found = relax(model, by="rows", among=["wishes"], options=options)
    assert (found.complete, found.least) == (True, 8)


def test_variables_without_bounds_are_refused_before_anything_is_shown() -> None:
    model = Model()
    x = model.integer("x", lower=0, upper=None)
    row = model.add(x <= 3)
    visited: list[int] = []
    for question in (count_solutions, list_solutions, check_uniqueness, find_forced):
        with pytest.raises(ModelError, match="has no bounds"):
            question(model, backend="cbc")
    with pytest.raises(ModelError, match="has no bounds"):
        own_puzzle(model, backend="cbc").solutions(each=visited.append)
    assert visited == []
    # A row of its own would bound it in all parts.
    model.delete(row)
    with pytest.raises((ModelError, BackendError), match="bounds"):
        count_solutions(model, backend="cbc", options=Options(workers=2))


@pytest.mark.parametrize(
    "question", [list_solutions, count_solutions, check_uniqueness, find_forced, explain, relax]
)
def test_a_question_about_something_else(question: object) -> None:
    with pytest.raises(InputError, match="expected a model, got str"):
        question("abc")  # type: ignore[operator] # each of them is a function


def test_facts_need_numbers_of_the_model_and_a_way_back() -> None:
    model, x = with_binary()
    with pytest.raises(ModelError, match="give both or neither"):
        Formulated(model, str, lambda _: {"x": x.expression()})
    with pytest.raises(InputError, match="fact 'x' must be a number of the model, got '5'"):
        find_forced(model, facts=lambda _: {"x": 5})  # type: ignore[dict-item] # that is the point
    with pytest.raises(InputError, match="facts must map names to numbers of the model, got list"):
        find_forced(model, facts=lambda _: [x])  # type: ignore[arg-type, return-value] # likewise


def test_the_best_so_far_goes_with_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    model, x = with_binaries(3)
    model.add(model.sum(x.flat) <= 2)
    model.maximize(model.sum(x.flat))

    def stopped(work: object, *_others: object) -> None:
        work()  # type: ignore[operator] # it is a function
        raise KeyboardInterrupt

    # Brief searches are not interrupted.
    monkeypatch.setattr("ilpuzzles.solvers.cpsat.backend._MOST_VARIABLES_FOR_A_BRIEF_SEARCH", 0)
    monkeypatch.setattr("ilpuzzles.solvers.cpsat.backend.run_interruptibly", stopped)
    with pytest.raises(Interrupted) as interruption:
        solve_model(model, "cpsat")
    found = interruption.value.answer
    assert (found.status, found.limit) == (Status.FEASIBLE, Limit.INTERRUPTED)
    assert (found.objective, found.complete, found.checked) == (2, False, True)
    with pytest.raises(Interrupted) as interruption:
        own_puzzle(model, backend="cpsat").solve()
    assert interruption.value.answer.solutions


def some_of_four() -> Model:
    """At most one of four, all of which are wished for in pairs."""
    model, x = with_binaries(4)
    with model.group("few"):
        model.at_most_one(x)
    with model.group("wishes"):
        model.add(x[0] + x[1] >= 1)
        model.add(x[2] + x[3] >= 1)
    return model


def test_a_model_that_is_called_impossible_and_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    model.at_least_one(model.binary("x", 2))

    def denied(self: Inquiry, _restricted: Restricted) -> Result:
        return self.result(Status.INFEASIBLE, Limit.NONE, complete=True)

    monkeypatch.setattr(Inquiry, "look", denied)
    # A search that is told that nothing is possible would drop every row; here they are kept.
    monkeypatch.setattr("ilpuzzles.queries.mus.minimal_conflict", lambda some, _: list(some))
    with pytest.raises(CheckError, match="cpsat found no solution, but cpsat did"):
        explain(model, backend="cpsat")


def test_an_optimum_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Inquiry.look

    def exaggerated(self: Inquiry, restricted: Restricted) -> Result:
        result = looked(self, restricted)
        goal = restricted.program().objective
        return result if goal is None else replace(result, objective=10**6)

    assert relax(some_of_four(), by="rows", backend="cpsat").least == 1
    monkeypatch.setattr(Inquiry, "look", exaggerated)
    with pytest.raises(CheckError, match="cpsat missed a better solution"):
        relax(some_of_four(), by="rows", backend="cpsat")


def test_a_part_that_is_listed_again_from_its_beginning() -> None:
    visited: list[list[int]] = []
    listing = SolutionRelay(lambda values: visited.append(values.tolist()))
    assert listing.receive("x0=1..1", np.array([[1, 0]])) == 1
    # The worker was killed; another one begins anew.
    assert listing.receive("x0=1..1", np.array([[1, 0]])) == 1
    assert listing.receive("x0=1..1", np.array([[1, 1]])) == 2
    assert visited == [[1, 0], [1, 1]]
    with pytest.raises(CheckError, match="a part has 3 solutions, and 2 were listed"):
        listing.finish("x0=1..1", 3)
    with pytest.raises(CheckError, match="outside its part"):
        listing.receive("x1=1..1", np.array([[0, 1], [1, 0]]))


def test_a_part_that_is_split_again_and_again_is_listed_once() -> None:
    visited: list[list[int]] = []
    listing = SolutionRelay(lambda values: visited.append(values.tolist()))
    listing.receive("x0=0..1", np.array([[0, 0, 0]]))
    listing.split("x0=0..1", ["x0=0..0", "x0=1..1"])
    listing.receive("x0=0..0", np.array([[0, 0, 1]]))
    listing.split("x0=0..0", ["x0=0..0 x1=0..0", "x0=0..0 x1=1..1"])
    listing.receive("x0=0..0 x1=0..0", np.array([[0, 0, 0], [0, 0, 1]]))
    assert visited == [[0, 0, 0], [0, 0, 1]]


def test_solutions_with_the_same_deciding_values_are_listed_once() -> None:
    """A worker that begins anew may complete a solution in another way."""
    visited: list[list[Any]] = []
    deciding = np.array([True, False])
    listing = SolutionRelay(lambda values: visited.append(values.tolist()), deciding)
    listing.receive("everything", np.array([[1000, Fraction(1, 3)]], dtype=object))
    listing.receive("everything", np.array([[1000, 0], [2000, 0]]))
    assert visited == [[1000, Fraction(1, 3)], [2000, 0]]


def test_a_visitor_that_has_had_enough() -> None:
    listing = SolutionRelay(lambda _: False)
    assert listing.receive("everything", np.array([[1], [0]])) == 1
    assert listing.stopped
    listing.finish("everything", 2)


@pytest.mark.parametrize("status", [Status.ERROR, Status.UNKNOWN])
def test_a_part_that_was_left_unfinished(status: Status, monkeypatch: pytest.MonkeyPatch) -> None:
    """It must not count as one that has no solutions."""

    def given_up(*_: Any) -> Result:
        return Result(status=status, backend="cpsat", version="1", message="no memory")

    monkeypatch.setattr(parallel, "enumerate_alone", given_up)
    shared = Shared(some_of_four().program(), "cpsat", Options(), listing=False)
    with pytest.raises(BackendError, match=f"did not finish one part .*: {status}, no memory"):
        search_part(shared, PartJob({}), lambda _: None)


@pytest.mark.parametrize("backend", ["cpsat", "clingo"])
def test_a_list_that_ends_at_its_limit_is_not_complete_even_if_nothing_was_searched(
    backend: str,
) -> None:
    model = Model()
    x, n = model.binary("x", 3), model.integer("n", lower=4, upper=4)
    model.exactly_one(x)
    model.add(x[1] == 1)
    assert solve_model(model, backend).nodes == 0
    whole, some = (model.count(backend, limit=limit) for limit in (2, 1))
    assert (whole.number, whole.complete) == (1, True)
    assert (some.number, some.complete) == (1, False)
    model.minimize(n + x[0])
    assert solve_model(model, backend).objective == 4
    with pytest.raises(BackendError):
        solve_model(model, backend, params={backend: {"nonsense": 1}})
    # Where a column is free, somebody has to look for its values.
    model.binary("free")
    assert model.count(backend).number == 2
