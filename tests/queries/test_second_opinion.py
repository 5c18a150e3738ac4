"""What a solver that computes in doubles claims, another backend confirms or refutes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.files import read_model
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Interrupted, Options
from ilpuzzles.backends.result import Limit, Opinion, Result, Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import CheckError
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.best import best_solutions
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.solvers.cpsat.backend import CpSatBackend
from ilpuzzles.solvers.registry import choose, get_backend
from support.commands import Run
from support.plain_backend import PlainBackend


class Doubles(PlainBackend):
    """CP-SAT, as if it computed in doubles."""

    name = "doubles"

    def solve(self, program: Program, options: Options) -> Result:
        return replace(get_backend("cpsat").solve(program, options), backend=self.name)


class Denying(Doubles):
    """It never finds anything."""

    name = "denying"

    def solve(self, program: Program, options: Options) -> Result:
        result = super().solve(program, options)
        return replace(result, status=Status.INFEASIBLE, values=None, complete=True)


class Tiring(Doubles):
    """It finds the first solution, and denies that there is another one."""

    name = "tiring"

    def solve(self, program: Program, options: Options) -> Result:
        if len(program.rows) > 1:
            return replace(Denying().solve(program, options), backend=self.name)
        return super().solve(program, options)


class Easily(Doubles):
    """It takes the first solution for the best one."""

    name = "easily"

    def solve(self, program: Program, options: Options) -> Result:
        return super().solve(replace(program, objective=None), options)


class Gapped(Easily):
    """Likewise, but it tells how good a solution could be, as a solver with a gap does."""

    name = "gapped"

    def solve(self, program: Program, options: Options) -> Result:
        result = super().solve(program, options)
        if program.objective is None or result.values is None:
            return result
        value = program.objective.value(result.values)
        return replace(result, bound=float(value) + (1 if program.objective.maximize else -1))


class Breaking(Doubles):
    """Its values break rows."""

    name = "breaking"

    def solve(self, program: Program, options: Options) -> Result:
        values = np.ones(program.variables, dtype=np.int64)
        return replace(super().solve(program, options), values=values)


def choices(number: int = 3) -> Model:
    model = Model("choices")
    x = model.binary("x", number)
    with model.group("one", why="one of them"):
        model.exactly_one(x)
    return model


def rated() -> Model:
    model = choices()
    model.maximize(model.families[0].dot([1, 2, 3]))
    return model


def impossible() -> Model:
    model = choices()
    model.add(model.families[0].sum() == 2)
    return model


SILENT, PATIENT = Options(verify=False), Options(verify=True)


@pytest.mark.parametrize("name", ["scip", "highs", "cbc"])
def test_a_no_is_confirmed(name: str) -> None:
    result = solve_model(impossible(), name, PATIENT)
    assert result.status is Status.INFEASIBLE
    assert result.opinion is not None
    assert (result.opinion.backend, result.opinion.agrees) == ("cpsat", True)
    best = solve_model(rated(), name, PATIENT)
    assert (best.objective, best.opinion and best.opinion.agrees) == (3, True)
    assert solve_model(choices(), name).opinion is None


@pytest.mark.parametrize("name", ["cpsat", "clingo", "exactcover"])
def test_whole_numbers_need_no_second_opinion(name: str) -> None:
    assert solve_model(rated(), name).opinion is None
    assert count_solutions(choices(), backend=name).result.opinion is None
    if name != "exactcover":
        assert solve_model(impossible(), name).opinion is None


def _by_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said to compute in doubles is clingo, and CP-SAT's values break rows."""

    def doubles(self: Doubles, program: Program, options: Options) -> Result:
        return replace(get_backend("clingo").solve(program, options), backend=self.name)

    def breaking(self: CpSatBackend, program: Program, _: Options) -> Result:
        values = np.ones(program.variables, dtype=np.int64)
        return Result(status=Status.OPTIMAL, values=values, backend=self.name, version="1")

    monkeypatch.setattr(Doubles, "solve", doubles)
    monkeypatch.setattr(CpSatBackend, "solve", breaking)


@pytest.fixture
def wrong_opinions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may be asked to confirm answers with values that break rows."""

    _by_clingo(monkeypatch)
    monkeypatch.setattr("ilpuzzles.queries.second_opinion.exact_backends", lambda: ("cpsat",))


ASKED: dict[str, Callable[[], Any]] = {
    "no solution": lambda: solve_model(impossible(), Doubles),
    "the best": lambda: solve_model(rated(), Doubles),
    "no other best": lambda: best_solutions(rated(), number=9, backend=Doubles),
    "no second one": lambda: check_uniqueness(choices(1), Doubles),
    "what is forced": lambda: find_forced(choices(1), backend=Doubles),
}


@pytest.mark.usefixtures("wrong_opinions")
@pytest.mark.parametrize("question", ASKED)
def test_a_wrong_opinion_is_no_objection(question: str) -> None:
    """The first proof stands; the opinion says what happened."""
    found = ASKED[question]()
    result = found if isinstance(found, Result) else found.result
    assert result.status in {Status.OPTIMAL, Status.INFEASIBLE}
    assert result.opinion is not None
    assert not result.opinion.agrees
    assert str(result.opinion).startswith("not confirmed, since cpsat answered wrongly: ")


@pytest.mark.parametrize("shown", [0, 1, 9])
@pytest.mark.parametrize("ask", [count_solutions, list_solutions])
def test_who_denies_a_solution_that_was_checked_is_no_judge(
    ask: Callable[..., Any], shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may list some of them only, or what is no solution."""

    def listing(
        self: CpSatBackend, program: Program, _: Options, visit: Callable[[Any], bool]
    ) -> Result:
        rows = np.zeros((shown, program.variables), dtype=np.int64)
        if shown == 1:
            rows[:, 0] = 1
        if shown:
            visit(rows)
        return Result(status=Status.OPTIMAL, backend=self.name, version="1", complete=True)

    monkeypatch.setattr(CpSatBackend, "enumerate", listing)
    monkeypatch.setattr("ilpuzzles.queries.second_opinion.exact_backends", lambda: ("cpsat",))
    monkeypatch.setattr("ilpuzzles.queries.second_opinion.choose", lambda **_: choose("cpsat"))
    found = ask(choices(), backend=Doubles)
    assert found.complete
    assert len(found) == 3 if ask is list_solutions else found.number == 3
    assert str(found.result.opinion).startswith("not confirmed, since cpsat answered wrongly: ")


def test_a_third_backend_is_asked_after_a_wrong_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    _by_clingo(monkeypatch)
    result = solve_model(impossible(), Doubles)
    assert result.status is Status.INFEASIBLE
    assert str(result.opinion) == "confirmed by clingo"


def test_a_wrong_no_is_no_answer() -> None:
    model = choices()
    wrong = "denying says that there is no solution, but cpsat has found one; ask a third backend"
    with pytest.raises(CheckError, match=wrong) as caught:
        solve_model(model, Denying)
    assert solve_model(caught.value.program, "cpsat").status is Status.OPTIMAL
    believed = solve_model(model, Denying, SILENT)
    assert believed.status is Status.INFEASIBLE
    assert believed.opinion == Opinion("", agrees=False, seconds=0)
    for ask in (find_forced, check_uniqueness, list_solutions, count_solutions):
        with pytest.raises(CheckError, match="denying says that there is no solution"):
            ask(model, backend=Denying, options=PATIENT)


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (check_uniqueness, "there is no solution, but cpsat has found one"),
        (list_solutions, "the number of solutions is 1, but exactcover has found 3 or more"),
        (count_solutions, "the number of solutions is 1, but exactcover has found 3 or more"),
    ],
)
def test_a_further_solution_is_found(ask: Callable[..., Any], what: str) -> None:
    with pytest.raises(CheckError, match=f"tiring says that {what}"):
        ask(choices(), backend=Tiring, options=PATIENT)
    ask(choices(), backend=Tiring, options=SILENT)


@pytest.mark.parametrize("denying", ["cbc", "scip"])
def test_who_denies_solutions_that_were_checked_is_no_judge(
    denying: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deny(self: Backend, *_: object) -> Result:
        return Result(status=Status.INFEASIBLE, complete=True, backend=self.name, version="1")

    model = Model()
    x, c = model.binary("x", 2), model.continuous("c", lower=0, upper=5)
    model.add(2 * c == x.sum())
    monkeypatch.setattr(type(get_backend(denying)), "solve", deny)
    found = count_solutions(model, backend="highs", options=Options(verify=True))
    opinion = found.result.opinion
    assert found.number == 4
    assert opinion is not None
    assert (opinion.backend in {"cbc", "scip"} - {denying}, opinion.agrees) == (True, True)


def test_a_count_of_several_workers_is_confirmed() -> None:
    found = count_solutions(choices(9), backend="scip", options=Options(workers=2, verify=True))
    assert found.number == 9
    assert found.result.opinion is not None
    assert found.result.opinion.agrees


def test_a_wrong_optimum_is_no_answer() -> None:
    model, plain = rated(), choices()
    first = solve_model(plain, "cpsat").value(plain.families[0].dot([1, 2, 3]))
    assert first < 3
    with pytest.raises(CheckError, match=f"easily says that {first} is the best, but cpsat has f"):
        solve_model(model, Easily)
    with pytest.raises(CheckError, match="easily says that"):
        best_solutions(model, number=2, backend=Easily)


def test_optimal_is_what_the_bound_says() -> None:
    result = solve_model(rated(), Gapped)
    assert (result.status, result.limit, result.complete) == (Status.FEASIBLE, Limit.GAP, False)
    assert (result.bound, result.opinion) == (3.0, None)
    # The test that every backend has to pass, fails it.
    with pytest.raises(AssertionError):
        leave_no_gap(Gapped())


def leave_no_gap(backend: Backend) -> None:
    """A best value of 1,000 beside a first solution of 999, within the gap of most solvers."""
    model = Model()
    x = model.binary("x", 12)
    model.add(x.sum() == 6)
    model.maximize(x.dot([100 + place for place in range(12)]) + 10_000)
    result = solve_model(model, backend, SILENT)
    assert (result.status, result.objective) == (Status.OPTIMAL, 10_651)


def test_no_backend_leaves_a_gap(backend: Backend) -> None:
    leave_no_gap(backend)


def test_values_that_break_rows_are_no_answer() -> None:
    model = choices()
    result = solve_model(model, Breaking)
    assert (result.status, result.backend, result.checked) == (Status.OPTIMAL, "cpsat", True)
    with pytest.raises(CheckError, match=r"the answer of breaking is wrong: one\[0\] is 3, not 1"):
        solve_model(model, Breaking, SILENT)
    assert count_solutions(model, backend=Breaking, options=PATIENT).number == 3


def test_cuts_and_no_goods_are_known_to_the_second_backend() -> None:
    model = Model("ring")
    x = model.binary("x", 5)
    connected(model, np.array([[0, 1], [1, 2], [2, 3], [3, 4]]), x, encoding="lazy")
    model.add(x.sum() == 4)
    found = list_solutions(model, backend="scip", options=PATIENT)
    assert (len(found), found.complete) == (2, True)
    assert found.result.opinion is not None
    assert found.result.opinion.agrees
    forced = find_forced(model, backend="scip", options=PATIENT)
    assert dict(forced.values) == {"x[1]": 1, "x[2]": 1, "x[3]": 1}
    assert forced.result.opinion is not None
    assert forced.result.opinion.agrees


def test_continuous_variables_are_confirmed_by_nobody() -> None:
    """Another one that computes in doubles says the same, which is no proof."""
    model = Model()
    y = model.continuous("y", upper=3)
    model.add(2 * y >= 7)
    opinion = solve_model(model, "highs").opinion
    assert opinion is not None
    assert (str(opinion), opinion.agrees, opinion.confirms) == ("cbc says so too", True, False)
    assert solve_model(model, "highs", verify=False).opinion == Opinion("", False, 0)
    bounded = Model()
    z = bounded.continuous("z", upper=3)
    bounded.maximize(z)
    assert solve_model(bounded, "highs").opinion == Opinion("", False, 0)


def test_a_solution_that_another_one_finds_refutes_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    y, n = model.continuous("y", upper=3), model.integer("n", lower=0, upper=3)
    model.add(2 * y + n == 7)
    backend = get_backend("scip")
    monkeypatch.setattr(
        type(backend),
        "solve",
        lambda *_: Result(status=Status.INFEASIBLE, backend="scip", version="1"),
    )
    wrong = "scip says that there is no solution, but cbc has found one; ask a third backend"
    with pytest.raises(CheckError, match=wrong):
        solve_model(model, "scip")


class _Late:
    """CP-SAT comes to no end; how long it was given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.limits: list[float | None] = []
        self.options: list[Options] = []
        monkeypatch.setattr(CpSatBackend, "solve", lambda _, __, options: self.late(options))

    def late(self, options: Options) -> Result:
        self.limits.append(options.time_limit)
        self.options.append(options)
        return Result(status=Status.UNKNOWN, limit=Limit.TIME, backend="cpsat", version="1")


def test_the_second_backend_has_a_moment_or_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    late = _Late(monkeypatch)
    result = solve_model(impossible(), "scip", Options(gap=0.5, seed=3))
    assert result.status is Status.INFEASIBLE
    assert result.opinion is not None
    assert (result.opinion.backend, result.opinion.agrees) == ("cpsat", False)
    assert late.limits[0] is not None
    assert late.limits[0] > 0.9
    solve_model(impossible(), "scip", Options(verify=True))
    solve_model(impossible(), "scip", Options(time_limit=0.5))
    assert late.limits[1] is None
    assert late.limits[2] is not None
    assert late.limits[2] < 0.5
    # What is meant for the first backend would make the second one's word worth less.
    solve_model(impossible(), "scip", Options(gap=0.5, node_limit=7, seed=3, verify=True))
    assert (late.options[0].gap, late.options[3].node_limit, late.options[3].seed) == (0, None, 3)


def test_ctrl_c_in_the_second_search_leaves_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr(CpSatBackend, "solve", interrupted)
    with pytest.raises(Interrupted) as stopped:
        solve_model(rated(), "scip")
    answer = stopped.value.answer
    assert (answer.objective, answer.status) == (3, Status.FEASIBLE)
    assert answer.limit is Limit.INTERRUPTED
    with pytest.raises(KeyboardInterrupt) as ended:
        solve_model(impossible(), "scip")
    assert not isinstance(ended.value, Interrupted)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    path = tmp_path / "a.lp"
    path.write_text(choices().to_lp())
    return path


def test_a_contradiction_ends_with_6_and_is_kept(run: Run, file: Path) -> None:
    arguments = ["solve-model", str(file), "--backend", "test_second_opinion:Denying"]
    done = run(*arguments, "--report", "it.lp")
    wrong = "denying says that there is no solution, but cpsat has found one; ask a third backend\n"
    assert (done.returncode, done.stdout) == (6, "")
    assert done.stderr == f"it.lp: this model shows the contradiction\n{wrong}"
    assert solve_model(read_model(file.with_name("it.lp"))).status is Status.OPTIMAL
    done = run(*arguments, "--no-verify")
    assert done.returncode == 3
    assert done.stderr.startswith("denying says that there is no solution; not confirmed (")
    done = run(*arguments, "--report", "it.txt")
    assert done.returncode == 2
    assert "no report may end in .txt; name a file *.lp or *.ilp.json" in done.stderr


@pytest.mark.engine
def test_who_agrees_is_said(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = tmp_path / "none.lp"
    none.write_text(impossible().to_lp())
    done = run("solve-model", str(none), "--backend", "scip", "--verify")
    assert done.stderr.startswith("proved: there is no solution (scip, confirmed by cpsat, ")
    done = run("solve-model", str(file), "--count", "--backend", "scip", "--json", "--verify")
    assert json.loads(done.stdout)["verified_by"] == ["rows", "exactcover"]
    _Late(monkeypatch)
    done = run("solve-model", str(none), "--backend", "scip")
    assert done.returncode == 3
    said = r"scip says that there is no solution; not confirmed in \d s \(--verify waits\) \(scip, "
    assert re.match(said, done.stderr)
