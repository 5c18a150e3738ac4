from __future__ import annotations

import random
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from itertools import product
from statistics import geometric_mean
from time import sleep
from types import ModuleType
from typing import Any

import pytest

from benchmarks.backend_choice import cases, described, lines_of, report
from benchmarks.classical_models import classical_model
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Feature, Interrupted, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import BackendError, BackendMissingError, Problem, UnknownNameError
from ilpuzzles.jobs.threads import run_interruptibly
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.best import best_solutions
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.solvers.cbc.backend import CbcBackend
from ilpuzzles.solvers.clingo.backend import ClingoBackend
from ilpuzzles.solvers.cpsat.backend import CpSatBackend
from ilpuzzles.solvers.mathopt.backend import MathOptBackend
from ilpuzzles.solvers.registry import (
    Choice,
    Task,
    backend_names,
    choose,
    general_backends,
    get_backend,
)
from ilpuzzles.solvers.structure import ranked
from support.places import DOCS


def test_all_backends_are_found_by_name() -> None:
    assert backend_names() == ("cbc", "clingo", "cpsat", "exactcover", "highs", "scip")
    assert general_backends() == ("cbc", "clingo", "cpsat", "highs", "scip")
    for name in backend_names():
        backend = get_backend(name)
        assert backend.name == name
        assert backend.version()
        assert Feature.OPTIMISE in backend.features
        assert (Feature.ANY_ROWS in backend.features) == (name in general_backends())


def test_cpsat_is_not_chosen_where_highspy_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy._core", ModuleType("highspy._core"))
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model_helper", ModuleType("loaded"))
    assert choose().backend.name == "cpsat"
    monkeypatch.delitem(sys.modules, "ortools.sat.python.cp_model_helper")
    assert choose().backend.name == "scip"
    with pytest.raises(BackendMissingError, match="use highs, scip or cbc: with highspy, which"):
        choose("cpsat")


def test_auto_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'cpsat'"):
        choose("cp-sat")
    assert (choose().backend.name, choose().why) == ("cpsat", "the usual one")
    monkeypatch.setattr(CpSatBackend, "available", lambda _: False)
    assert (choose().backend.name, choose().why) == ("scip", "cpsat missing")
    with pytest.raises(BackendMissingError, match="backend cpsat is not installed; pip install"):
        choose("cpsat")
    monkeypatch.setattr(MathOptBackend, "available", lambda _: False)
    assert (choose().backend.name, choose().why) == ("cbc", "cpsat, scip, highs missing")
    monkeypatch.setattr(CbcBackend, "available", lambda _: False)
    monkeypatch.setattr(ClingoBackend, "available", lambda _: False)
    for name in ("scip", "highs"):
        with pytest.raises(
            BackendMissingError, match=f"backend {name} is not installed; pip install"
        ):
            get_backend(name).solve(Model().program(), Options())
    with pytest.raises(BackendMissingError, match="no backend is installed"):
        choose()


def _in_general(choice: Choice) -> Choice:
    """The choice after all short tries."""
    return choice if choice.then is None else _in_general(choice.then)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        # All has a price, and nothing is logic; few prices; order; and delays in whole numbers.
        ("knapsacks-30x5", "cbc", "cpsat"),
        ("colouring-20x6", "cpsat", "scip"),
        ("one_machine-6x0", "cpsat", "scip"),
        ("facilities-10x20", "highs", "scip"),
    ],
)
def test_auto_looks_at_the_structure(name: str, one: str, other: str) -> None:
    program = classical_model(name).program()
    choice = _in_general(choose("auto", program, Task.ONE))
    assert choice.backend.name == one
    assert choice.otherwise[0] == other
    # Questions that ask for any solution have no use for prices.
    if not program.is_mixed():
        assert choose("auto", program, Task.OTHER).backend.name == "cpsat"


def test_auto_leaves_to_others_what_a_backend_cannot_do() -> None:
    model = Model()
    x = model.binary("x", 5)
    model.add(x.dot([10**8, 1, 1, 1, 1]) <= 10**8)
    model.maximize(x.sum())
    assert choose("auto", model.program(), Task.ONE).backend.name == "cpsat"
    model = Model()
    number = model.integer("number", lower=3, upper=None)
    model.minimize(number)
    choice = choose("auto", model.program(), Task.ONE)
    assert (choice.backend.name, choice.why) == ("cbc", "it takes variables without bounds")
    for name, options, one in (
        ("facilities-10x20", Options(workers=2), "highs"),
        ("colouring-20x6", Options(node_limit=10), "scip"),
    ):
        choice = choose("auto", classical_model(name).program(), Task.ONE, options)
        assert choice.backend.name == one
        assert "scip" not in choice.otherwise


def _pairs(number: int) -> Model:
    """A packing: of many pairs, one at most."""
    dice = random.Random(number)
    model = Model("pairs")
    x = model.binary("x", number)
    for _ in range(2 * number):
        one, other = dice.sample(range(number), 2)
        model.at_most_one([x[one], x[other]])
    return model


def test_auto_tries_no_engine_where_nothing_has_to_be_covered() -> None:
    """Of 2,500 variables and 5,000 rows, it had no solution after 30 s, and CP-SAT has in 0.1."""
    for number in (400, 2500):
        for task in (Task.ONE, Task.TWO):
            choice = choose("auto", _pairs(number).program(), task)
            assert (choice.backend.name, choice.then) == ("cpsat", None)
    assert solve_model(_pairs(2500)).status is Status.OPTIMAL


def test_auto_tries_no_engine_where_its_lists_would_take_much_memory() -> None:
    """Colours for a large graph: each node has one, and each edge a row for each colour."""
    for nodes, is_tried in ((100, True), (300, False)):
        dice = random.Random(nodes)
        model = Model("colours")
        colour = model.binary("colour", nodes, 6)
        model.exactly_one(colour, axis=1)
        for _ in range(5 * nodes):
            one, other = dice.sample(range(nodes), 2)
            for shade in range(6):
                model.at_most_one([colour[one, shade], colour[other, shade]])
        choice = choose("auto", model.program(), Task.ONE)
        assert choice.backend.name == "cpsat"
        assert (choice.then is not None) is is_tried


def _most_shaded(size: int) -> Model:
    """The most shaded cells of which no two touch, while the others are connected."""
    cells = list(product(range(size), repeat=2))
    steps = [(0, 1), (1, 0)]
    sides = [(c, (c[0] + d[0], c[1] + d[1])) for c in cells for d in steps]
    sides = [side for side in sides if side[1] in cells]
    model = Model("most shaded")
    x = model.binary("x", cells)
    for one, other in sides:
        model.at_most_one([x[one], x[other]])
    connected(model, sides, ~x)
    model.maximize(x.sum())
    return model


@pytest.mark.parametrize(("size", "most"), [(6, 12), (7, 17), (8, 21)])
def test_auto_finds_the_most_shaded_cells(size: int, most: int) -> None:
    """The figures are those of OEIS A239231."""
    model = _most_shaded(size)
    choice = choose("auto", model.program(), Task.ONE)
    names, one = [], choice
    while one.then is not None:
        names.append(one.backend.name)
        one = one.then
    assert names == ["clingo", "cpsat"] * (len(names) // 2)
    assert one.backend.name == "cpsat"
    assert model.statistics("auto").ways == model.statistics("clingo").ways
    found = solve_model(model)
    assert (found.status, found.objective) == (Status.OPTIMAL, most)


def test_questions_of_many_searches_make_no_short_tries() -> None:
    """The next best solution, and the one after it, are looked for by the backend in general."""
    model = classical_model("knapsacks-30x5")
    assert choose("auto", model.program(), Task.ONE).backend.name == "cpsat"
    assert best_solutions(model, number=2).result.backend == "cbc"
    assert best_solutions(_most_shaded(4), number=2).result.backend == "cpsat"


def test_what_a_short_try_has_found_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time may be over before the next backend has found anything, or anything as good."""
    model = _most_shaded(5)
    choice = choose("auto", model.program(), Task.ONE)
    solve = ClingoBackend.solve

    def unproved(self: ClingoBackend, program: Program, options: Options) -> Result:
        found = solve(self, program, replace(options, work_limit=None))
        return replace(found, status=Status.FEASIBLE, limit=Limit.WORK, bound=None, complete=False)

    def nothing(self: CpSatBackend, *_: object) -> Result:
        return Result(status=Status.UNKNOWN, limit=Limit.TIME, backend=self.name, version="1")

    monkeypatch.setattr(ClingoBackend, "solve", unproved)
    assert solve_model(model, choice).status is Status.OPTIMAL
    monkeypatch.setattr(CpSatBackend, "solve", nothing)
    found = solve_model(model, choice)
    assert (found.status, found.limit, found.objective) == (Status.FEASIBLE, Limit.TIME, 9)
    assert found.complete is False


def test_ctrl_c_hands_over_what_a_short_try_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The backend that is interrupted may have found nothing by then, or nothing as good."""
    model = _most_shaded(5)
    choice = choose("auto", model.program(), Task.ONE)
    solve = ClingoBackend.solve

    def unproved(self: ClingoBackend, program: Program, options: Options) -> Result:
        found = solve(self, program, replace(options, work_limit=None))
        return replace(found, status=Status.FEASIBLE, limit=Limit.WORK, bound=None, complete=False)

    def interrupted(_: CpSatBackend, __: Program, ___: Options) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr(ClingoBackend, "solve", unproved)
    monkeypatch.setattr(CpSatBackend, "solve", interrupted)
    with pytest.raises(Interrupted) as caught:
        solve_model(model, choice)
    answer = caught.value.answer
    assert (answer.status, answer.limit, answer.objective) == (
        Status.FEASIBLE,
        Limit.INTERRUPTED,
        9,
    )
    assert model.check(answer.values) == ()


def test_the_clock_starts_when_the_question_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """To choose a backend may take a while, and a model has to be made into a program."""
    program_of = Model.program

    def slowly(model: Model) -> Program:
        sleep(0.3)
        return program_of(model)

    monkeypatch.setattr(Model, "program", slowly)
    model = Model()
    model.exactly_one(model.binary("x", 3))
    questions: tuple[Callable[..., Any], ...] = (
        solve_model,
        count_solutions,
        check_uniqueness,
        find_forced,
        list_solutions,
    )
    for ask in questions:
        answer = ask(model, options=Options(time_limit=0.2))
        result = answer if isinstance(answer, Result) else answer.result
        assert result.limit is Limit.TIME


@pytest.mark.parametrize("raised", [True, False])
def test_another_takes_over_if_one_fails(monkeypatch: pytest.MonkeyPatch, *, raised: bool) -> None:
    def fail(self: CbcBackend, *_: object) -> Result:
        if raised:
            raise BackendError(Problem("out of order"))
        return Result(status=Status.ERROR, backend=self.name, version="1", message="out of order")

    monkeypatch.setattr(CbcBackend, "solve", fail)
    model = classical_model("knapsacks-30x5")
    choice = _in_general(choose("auto", model.program(), Task.ONE))
    found = solve_model(model, choice)
    assert (found.backend, found.status) == ("cpsat", Status.OPTIMAL)
    assert choice.why_of("cpsat") == "cbc had failed"
    with pytest.raises(BackendError, match="out of order") if raised else nullcontext():
        assert solve_model(model, "cbc").status is Status.ERROR


def test_what_auto_takes_beside_the_best_choice() -> None:
    """The table of measurements: the rule picks as good a backend as it did when they were made."""
    measured = cases(lines_of(DOCS / "benchmarks" / "backend_choice.jsonl"))
    assert len(measured) >= 150
    ratios = [case.ratio(ranked(case.structure)[0][0]) for case in measured]
    assert geometric_mean(ratios) <= 1.3
    assert max(ratios) <= 10


class Interruption(BaseException):
    """What the alarm of the next test raises."""


@pytest.mark.usefixtures("untraced")
def test_native_code_is_never_left_behind() -> None:
    """Whenever the interruption comes, the work has ended before anything else goes on."""
    dice = random.Random(1)

    def interrupt(_number: int, _frame: object) -> None:
        raise Interruption

    before = signal.signal(signal.SIGALRM, interrupt)
    interrupted = 0
    try:
        for _ in range(300):
            begun: list[int] = []
            ended: list[int] = []
            stopped = threading.Event()

            def work(
                begun: list[int] = begun,
                ended: list[int] = ended,
                stopped: threading.Event = stopped,
            ) -> None:
                begun.append(1)
                stopped.wait(30)
                ended.append(1)

            try:
                signal.setitimer(signal.ITIMER_REAL, dice.uniform(0.00001, 0.001))
                run_interruptibly(work, stopped.set)
            except Interruption:
                interrupted += 1
            assert ended == begun
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert interrupted == 300


def test_errors_of_native_code_come_through() -> None:
    with pytest.raises(ZeroDivisionError):
        run_interruptibly(lambda: 1 // 0, lambda: None)
    assert run_interruptibly(lambda: 7, lambda: None) == 7


def test_the_table_has_the_structure_of_models_as_it_is_counted() -> None:
    """The rule is judged by what stands in the table: it has to be what the code counts."""
    lines = lines_of(DOCS / "benchmarks" / "backend_choice.jsonl")
    stored = {line["name"]: line["structure"] for line in lines if "structure" in line}
    own = [name for name in stored if name.startswith("own:")]
    assert len(own) == 48
    for name in [*own, "puzzle:cube empty", "puzzle:surasshupakku 5x5", "puzzle:tower height-3"]:
        assert described(name) == {"name": name, "structure": stored[name]}


def test_the_page_says_what_was_measured() -> None:
    table = DOCS / "benchmarks" / "backend_choice.jsonl"
    written = table.with_suffix(".md").read_text(encoding="utf-8")
    assert written == "\n".join(report(table)) + "\n"
