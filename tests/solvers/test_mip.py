"""What all MIP backends share: what is heard of their logs, and how their answers are judged."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options, judge_by_bound
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.limits import Trust
from ilpuzzles.progress import Progress
from ilpuzzles.queries.solve import Trace, solve_model
from ilpuzzles.solvers.cbc import backend as cbc
from ilpuzzles.solvers.mathopt import backend as mathopt, child as mathopt_child
from ilpuzzles.solvers.mip.solving import MipAnswer, Said, hearer, solve_by_mip, stated
from ilpuzzles.solvers.registry import get_backend
from support.begun_models import with_binaries

CBC = """\
Welcome to the CBC MILP Solver
Coin0008I ilpuzzles read with 0 errors
Continuous objective value is -870.281 - 0.00 seconds
Cbc0038I Solution found of -603
Cbc0038I Rounding solution of -828 is better than previous of -603
Cbc0038I After 0.01 seconds - Feasibility pump exiting with objective of -828 - took 0.00 seconds
Cbc0012I Integer solution of -780 found by feasibility pump after 0 iterations and 0 nodes (0.01 s)
Cbc0013I At root node, 10 cuts changed objective from -870.28096 to -850.96503 in 100 passes
Cbc0010I After 0 nodes, 1 on tree, -780 best solution, best possible -850.96503 (0.16 seconds)
Cbc0010I After 9 nodes, 1 on tree, 1e+50 best solution, best possible -1e+50 (0.16 seconds)
Cbc0004I Integer solution of -814 found after 1593 iterations and 3 nodes (0.20 seconds)
Cbc0016I Integer solution of -828 found by strong branching after 1600 iterations and 9 nodes (0.2)
Cbc0005I Partial search - best objective -828 (best possible -841.5), took 1 iterations and 38 nodes
Cbc0035I Maximum depth 8, 95 variables fixed on reduced cost
Lower bound:                    -830.000
"""

HIGHS = """\
Presolve reductions: rows 5(-0); columns 30(-0); nonzeros 150(-0) - Not reduced
Src  Proc. InQueue |  Leaves   Expl. | BestBound       BestSol              Gap |   Cuts   InLp Time
         0       0         0   0.00%   inf            -inf                  inf        0      0      0         0     0.1s
 z       0       0         0   0.00%   inf             -0                 Large        0      0      0         0     0.0s
 R       0       0         0   0.00%   870.280961      687               26.68%        0      0      0         8     0.0s
 L       0       0         0   0.00%   858.1435085     828                3.64%      216     10      4        37     0.0s
26.7% inactive integer columns, restarting
        77       0        38 100.00%   828             828                0.00%      605     14    582      1829     0.4s
  Primal bound      829
"""  # noqa: E501 - that is how it writes

SCIP = """\
(round 1, fast)       0 del vars, 0 del conss, 0 add conss, 0 chg bounds, 0 chg sides, 0 chg coeffs
 time | node  | left  |LP iter|LP it/n|mem/heur|mdpt |vars |cons |rows |cuts |sepa|confs|strbr|  dualbound   | primalbound  |  gap   | compl.
t 0.0s|     1 |     0 |     0 |     - | trivial|   0 |  30 |   5 |   0 |   0 |  0 |   0 |   0 |      --      |      --      |    Inf | unknown
p 0.0s|     1 |     0 |     0 |     - |   locks|   0 |  30 |   5 |   5 |   0 |  0 |   0 |   0 | 1.859000e+03 | 5.520000e+02 | 236.78%| unknown
  0.0s|     1 |     0 |     7 |     - |  1088k |   0 |  30 |   5 |   5 |   0 |  0 |   0 |   0 | 8.702810e+02 | 5.520000e+02 |  57.66%| unknown
  0.2s|   100 |     6 |   733 |   5.3 |  5126k |  10 |  22 |  52 |   0 |  33 |  0 |  36 |  82 | 8.379180e+02 | 8.280000e+02 |   1.20%|  63.99%
Primal Bound       : +8.29000000000000e+02 (223 solutions)
"""  # noqa: E501 - that is how it writes

NOTHING = [
    *("", "|", "|" * 17, " " * 99, "0 " * 12, "% " * 12),
    *("Cbc0012I", "\0\N{SNOWMAN}", "nan|" * 18),
]


def maximised() -> Program:
    """A program whose objective is maximised."""
    model, x = with_binaries(2)
    model.at_most_one(x)
    model.maximize(x.dot([3, 5]))
    return model.program()


@pytest.mark.parametrize(
    ("read", "log", "told"),
    [
        (
            cbc.read_line,
            CBC,
            [(780, None), (780, 850.96503), (814, 850.96503), (828, 850.96503), (828, 841.5)],
        ),
        (
            mathopt.read_highs_line,
            HIGHS,
            [(0, None), (687, 870.280961), (828, 858.1435085), (828, 828)],
        ),
        (mathopt.read_scip_line, SCIP, [(552, 1859), (552, 870.281), (828, 837.918)]),
    ],
)
def test_a_log_is_read(
    read: Callable[[str], Said], log: str, told: list[tuple[float, float]]
) -> None:
    seen: list[Progress] = []
    minimised = read is cbc.read_line
    hear = hearer(maximised(), Options(watch=seen.append), read, minimised=minimised, until="END")
    assert hear is not None
    # Whatever else comes between says nothing, and after the end nothing is heard.
    for line in [*NOTHING, *log.splitlines(), *NOTHING, "END", *log.replace("8", "9").splitlines()]:
        hear(line)
    assert [(one.best, one.bound) for one in seen] == told


def test_without_a_watch_nobody_listens() -> None:
    assert hearer(maximised(), Options(), cbc.read_line) is None


@pytest.mark.parametrize("name", ["scip", "highs"])
def test_the_search_without_the_objective_is_not_heard(name: str) -> None:
    model = Model()
    n = model.integer("n", lower=3, upper=None)
    x = model.binary("x", 2)
    model.add(n - 2 * x[0] >= 0)
    model.maximize(n)
    trace = Trace()
    assert solve_model(model, name, watch=trace).status is Status.UNBOUNDED
    assert all(one.best is None or one.best >= 3 for one in trace.points)


def test_the_end_of_the_objective_stands_in_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=None)
    model.add(n - 2 * model.binary("x") >= 0)
    model.maximize(n)
    get_backend("highs").solve(model.program(), Options(verbose=True))
    assert mathopt_child.UNHEARD in capfd.readouterr().err.splitlines()


def test_a_second_run_begins_anew() -> None:
    """What a run has told whose values break rows is no incumbent any more."""
    model = Model()
    n, y = model.integer("n", lower=0, upper=10), model.continuous("y", upper=1)
    model.add(n + y <= 5)
    model.maximize(n + 25)
    seen: list[Progress] = []

    def run(program: Program, options: Options, again: bool) -> tuple[MipAnswer, float]:
        hear = hearer(program, options, lambda line: (stated(line), None))
        assert hear is not None
        found = 5 if again else 10
        hear(str(found + 25))
        return MipAnswer(Status.FEASIBLE, values=np.array([found, 0], dtype=object)), 0.0

    how = Options(watch=seen.append)
    result = solve_by_mip(model.program(), how, run, name="double", version="1", trust=TRUST)
    assert result.objective == 30
    assert [one.best for one in seen] == [35, 30]


CONSTANT = 20_000
TRUST = Trust(coefficients=10**9, activity=10**12, costs=10**9)


def costly() -> Model:
    """At least one of three, at different costs beside a large constant."""
    model, x = with_binaries(3)
    model.add(x.sum() >= 1)
    model.minimize(x.dot([7, 4, 3]) + CONSTANT)
    return model


class Hasty:
    """Tries everything; without an objective it takes the dearest solution.

    Its first answer, which has an objective, is one short of the best.
    """

    def __init__(self, after: Status | None = None) -> None:
        self.after, self.runs = after, 0

    def __call__(self, program: Program, _: Options, again: bool) -> tuple[MipAnswer, float]:
        self.runs += 1
        assert self.runs < 9, "it is asked for ever"
        assert not again
        if self.after is not None and self.runs > 1:
            return MipAnswer(self.after, Limit.TIME), 0.0
        fitting = [
            np.array(values)
            for values in product((0, 1), repeat=program.variables)
            if not program.check(np.array(values))
        ]
        ranked = sorted(fitting, key=lambda values: int(values @ [7, 4, 3]))
        if not ranked:
            return MipAnswer(Status.INFEASIBLE), 0.0
        chosen = ranked[1] if program.objective is not None else ranked[-1]
        return MipAnswer(Status.OPTIMAL, values=chosen, bound=float(chosen @ [7, 4, 3])), 0.0


def asked(model: Model, run: Callable[..., tuple[MipAnswer, float]], **options: object) -> Result:
    """What is made of the answers of a solver."""
    given = Options(**options)  # type: ignore[arg-type] # as the tests say
    return solve_by_mip(model.program(), given, run, name="hasty", version="1", trust=TRUST)


def test_a_large_optimum_is_confirmed_until_nothing_is_better() -> None:
    run = Hasty()
    result = asked(costly(), run)
    assert (result.status, result.objective) == (Status.OPTIMAL, CONSTANT + 3)
    # 4 was not the best; 3 was; nothing is below 3.
    assert run.runs == 3


def test_a_large_optimum_in_decimals_is_confirmed_as_well() -> None:
    model, x = with_binaries(3)
    model.add(x.sum() >= 1)
    model.minimize(x.dot([0.07, 0.04, 0.03]) + CONSTANT)
    run = Hasty()
    found = asked(model, run)
    assert run.runs == 3
    assert found.values is not None
    assert found.values.tolist() == [0, 0, 1]


def test_a_confirmation_that_is_stopped_takes_no_proof_away() -> None:
    result = asked(costly(), Hasty(Status.UNKNOWN))
    assert (result.status, result.limit) == (Status.OPTIMAL, Limit.NONE)
    assert result.objective == CONSTANT + 4


def test_once_something_better_was_found_a_confirmation_has_to_come_to_its_end() -> None:
    run = Hasty()

    def stopped_later(*given: Any) -> tuple[MipAnswer, float]:
        return (MipAnswer(Status.UNKNOWN, Limit.TIME), 0.0) if run.runs == 2 else run(*given)

    result = asked(costly(), stopped_later)
    assert (result.status, result.limit) == (Status.FEASIBLE, Limit.TIME)
    assert result.objective == CONSTANT + 3


def test_without_verifying_nobody_is_asked_for_something_better() -> None:
    run = Hasty()
    result = asked(costly(), run, verify=False)
    assert (result.status, result.objective, run.runs) == (Status.OPTIMAL, CONSTANT + 4, 1)


@pytest.mark.parametrize("maximize", [False, True])
def test_what_is_heard_has_the_constant_of_the_objective(*, maximize: bool) -> None:
    model, x = with_binaries(3)
    model.add(x.sum() == 2)
    cost = x.dot([0.5, 1.5, 2]) + 128.5
    (model.maximize if maximize else model.minimize)(cost)
    heard: list[tuple[float | None, float | None]] = []

    def run(program: Program, options: Options, _: object) -> tuple[MipAnswer, float]:
        assert program.objective is not None
        assert options.watch is not None
        assert program.objective.constant == 0
        options.watch(Progress(best=2.0, bound=math.inf))
        options.watch(Progress(bound=1.0))
        values = np.array([0, 1, 1] if maximize else [1, 1, 0])
        return MipAnswer(Status.OPTIMAL, values=values, bound=3.5 if maximize else 2.0), 0.0

    result = asked(model, run, watch=lambda said: heard.append((said.best, said.bound)))
    assert heard == [(130.5, math.inf), (None, 129.5)]
    assert result.objective == (132 if maximize else 130.5)
    assert (result.status, result.bound) == (Status.OPTIMAL, float(result.objective))


@pytest.mark.parametrize(
    ("solver", "answers", "limits", "chosen"),
    [
        ("highs", ["INFEASIBLE", "INFEASIBLE"], [60, 1], 0),
        ("highs", ["INFEASIBLE", "OPTIMAL"], [60, 1], 1),
        ("highs", ["INFEASIBLE", "FEASIBLE", "OPTIMAL"], [60, 1, 60], 2),
        ("highs", ["OPTIMAL"], [60], 0),
        ("scip", ["INFEASIBLE"], [60], 0),
    ],
)
def test_a_no_of_presolve_is_asked_again_and_what_is_found_has_its_time(
    monkeypatch: pytest.MonkeyPatch,
    solver: str,
    answers: list[str],
    limits: list[float],
    chosen: int,
) -> None:
    found = {"OPTIMAL", "FEASIBLE"}
    results = [SimpleNamespace(reason=one, solutions=[1] * (one in found)) for one in answers]
    asked: list[dict[str, Any]] = []

    def solve(_proto: object, request: dict[str, Any]) -> SimpleNamespace:
        asked.append(request)
        return results[len(asked) - 1]

    monkeypatch.setattr(mathopt_child, "_solve", solve)
    monkeypatch.setattr(mathopt_child, "_reason", lambda result: result.reason)
    request = {"solver": solver, "again": False, "confirms": True, "time_limit": 60.0}
    assert mathopt_child._search(None, request) is results[chosen]
    assert [round(one["time_limit"]) for one in asked] == limits
    assert [one["again"] for one in asked] == [False, True, True][: len(asked)]


@pytest.mark.parametrize("bound", [2.5, -40.0, 106.0, 23.4999999999])
@pytest.mark.parametrize("status", [Status.OPTIMAL, Status.FEASIBLE])
@pytest.mark.parametrize("maximize", [False, True])
def test_a_bound_that_the_solution_contradicts_proves_nothing(
    bound: float, status: Status, maximize: bool
) -> None:
    """In the wrong unit, it was taken for a proof, and shown as the value of the solution."""
    model = Model()
    x = model.binary("x", 3)
    model.add(x.sum() >= 1)
    costs = x @ ["3/2", "1/3", 21] + "2/3"
    (model.maximize if maximize else model.minimize)(costs)
    values = np.array([1, 1, 1])
    result = Result(
        status=status,
        values=values,
        bound=bound,
        complete=status is Status.OPTIMAL,
        backend="toy",
        version="1",
    )
    is_wrong = bound < 23.4 if maximize else bound > 23.6
    if is_wrong and status is Status.OPTIMAL:
        told = rf"toy is wrong: its bound on the objective is {bound:g}, but its solution has 23.5"
        with pytest.raises(CheckError, match=told):
            judge_by_bound(model.program(), result)
        return
    judged = judge_by_bound(model.program(), result)
    if is_wrong:
        assert (judged.status, judged.bound) == (Status.FEASIBLE, None)
        assert judged.values is values
    else:
        assert judged.values is values
        assert judged.bound is not None
