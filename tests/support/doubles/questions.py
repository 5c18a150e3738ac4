"""The questions that a model in doubles is asked, and the judgements of their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, TypeVar

import numpy as np
import pulp

from ilpuzzles.asking.files import open_model
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import BackendError, CheckError, InputError, LargeNumbersError, ModelError
from ilpuzzles.formats.pulp import values_from_pulp
from ilpuzzles.queries.causes import BOUNDS
from support.doubles.comparing import differences
from support.doubles.data import SHARE, DoubleModel, Point, faults, tightened
from support.doubles.doors import pulp_problem, sides_of, stated
from support.doubles.judging import (
    FEASIBLE,
    RIGHT,
    Claim,
    Judgement,
    Outcome,
    agree,
    claim_of,
    judge,
    point_of,
)
from support.doubles.oracle import INFEASIBLE, OPTIMAL, UNBOUNDED, UNKNOWN, Truth, oracle
from support.doubles.peers import LEAST_ENTRY, UNREADABLE, PeerAnswer, Peers, number_in
from support.doubles.plain_mps import plain_mps

SECONDS = 5.0
"""The time limit of each question, so that slow models are undecided and not waited for."""

_BEST = 3
"""How many of the best solutions are asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A model as it was stated, with its data and what the oracle says of it."""

    data: DoubleModel
    model: Model
    truth: Truth
    backend: str


Question: TypeAlias = Callable[[], Judgement]
_T = TypeVar("_T")


def _or_refusal(function: Callable[[], _T]) -> _T | Judgement:
    """What a function returns, or the judgement of the error that came instead."""
    try:
        return function()
    except (LargeNumbersError, ModelError, InputError) as error:
        return Judgement(Outcome.REFUSED, f"{type(error).__name__}: {error}")
    except (CheckError, BackendError) as error:
        # A backend that declines numbers says so before it searches.
        refused = isinstance(error, BackendError) and "failed" not in str(error)
        outcome = Outcome.REFUSED if refused else Outcome.FAILED
        return Judgement(outcome, f"{type(error).__name__}: {error}")
    # Whatever else it is, it is a finding.
    except Exception as error:  # noqa: BLE001
        return Judgement(Outcome.WRONG, f"{type(error).__name__}: {error}")


def judged(question: Question) -> Judgement:
    """The judgement of an answer, or of the error that came instead of it."""
    return _or_refusal(question)


def stated_or_refused(
    data: DoubleModel, door: str, dice: np.random.Generator, peers: Peers | None
) -> tuple[Model | None, Judgement]:
    """The model as it is stated, or the judgement of the error that came instead of it."""
    found = _or_refusal(lambda: stated(data, door, dice, peers))
    return (None, found) if isinstance(found, Judgement) else (found, RIGHT)


def ask_solve(case: Case) -> Judgement:
    """The answer of the backend."""
    result = case.model.solve(case.backend, time_limit=SECONDS)
    return judge(case.data, claim_of(case.data, result), case.truth)


def further_questions(case: Case) -> Iterator[tuple[str, Question]]:
    """All other questions that fit a model, by name."""
    data = case.data
    yield "relaxation", partial(_ask_relaxation, case)
    if data.is_whole_and_bounded() and data.costs.any():
        yield "best", partial(_ask_best, case)
    if case.truth.status == INFEASIBLE:
        yield "explain", partial(_ask_explain, case, bounds=False)
        if not data.is_whole_and_bounded():
            yield "explain with bounds", partial(_ask_explain, case, bounds=True)
    endings = [".lp", ".mps", ".ilp.json"]
    if data.is_binary().all():
        endings.append(".opb")
    for ending in endings:
        yield f"{ending} and back", partial(_ask_file, case, ending)
    yield "PuLP's CBC", partial(_ask_pulp, case)


def questions_of_peers(case: Case, peers: Peers) -> Iterator[tuple[str, Question]]:
    """The questions about our exports to other programs, by name."""
    for ending in (".lp", ".mps"):
        yield f"the numbers in {ending}", partial(_ask_numbers, case, peers, ending)
        for program in ("highs", "scip"):
            yield f"{program} about {ending}", partial(_ask_peer, case, peers, program, ending)


def _ask_relaxation(case: Case) -> Judgement:
    relaxed = case.data.relaxed()
    relaxation = case.model.relaxation(time_limit=SECONDS)
    claim = Claim(str(relaxation.status.value))
    if claim.status == OPTIMAL:
        claim = claim_of(relaxed, relaxation)
    judgement = judge(relaxed, claim, oracle(relaxed))
    if judgement.outcome is Outcome.WRONG and _is_of_tighter_rows(case.data, claim):
        return Judgement(Outcome.BORDERLINE, f"of tighter rows: {judgement.text}")
    return judgement


def _is_of_tighter_rows(data: DoubleModel, claim: Claim) -> bool:
    """Whether the bound lies between those of the rows as stated, and without unreachable sides.

    `4 x + 6 y <= 9.5` may be kept as `4 x + 6 y <= 8`, where both are whole.
    """
    ends = [oracle(model.relaxed()) for model in (data, tightened(data))]
    if claim.status != OPTIMAL or claim.objective is None:
        return claim.status == ends[1].status
    if any(end.status != OPTIMAL for end in ends):
        return False
    least, most = sorted(end.objective for end in ends)
    room = SHARE * max(abs(least), abs(most))
    return least - room <= claim.objective <= most + room


# Several best solutions


def _ask_best(case: Case) -> Judgement:
    data = case.data
    best = case.model.best(case.backend, number=_BEST, time_limit=SECONDS)
    points = [_point_of_model(case, values.tolist()) for values in best.solutions]
    if len({tuple(point.tolist()) for point in points}) < len(points):
        return Judgement(Outcome.WRONG, "a solution comes twice")
    claims = []
    for point, objective in zip(points, best.objectives, strict=True):
        assert not isinstance(objective, tuple)
        claims.append(Claim(OPTIMAL, float(objective), point))
    if best.complete and len(claims) < _BEST:
        claims.append(Claim(INFEASIBLE))
    left, truth = data, case.truth
    for number, claim in enumerate(claims, 1):
        judgement = judge(left, claim, truth)
        if judgement.outcome is not Outcome.RIGHT:
            return replace(judgement, text=f"solution {number}: {judgement.text}")
        if claim.point is None or not data.is_binary().all():
            # The oracle has no rows that leave out a point of other columns.
            break
        left = _without_point(left, claim.point)
        truth = oracle(left)
    if not best.complete:
        return Judgement(Outcome.UNDECIDED, f"{len(points)} of the best")
    return RIGHT


def _point_of_model(case: Case, values: list[Any]) -> Point:
    """The values of the columns of a model, in its order, as a point of the data."""
    names = [case.model.name_of(column) for column in range(case.data.columns)]
    return point_of(case.data, dict(zip(names, values, strict=True)))


def _without_point(data: DoubleModel, point: Point) -> DoubleModel:
    """The model without one of its points, for binary columns: another one differs somewhere."""
    row = 1.0 - 2.0 * point
    return replace(
        data,
        matrix=np.concatenate([data.matrix, row[None, :]]),
        row_lower=np.append(data.row_lower, 1.0 - point.sum()),
        row_upper=np.append(data.row_upper, inf),
        planted=None,
    )


# Causes of infeasibility


def _ask_explain(case: Case, *, bounds: bool) -> Judgement:
    found = case.model.explain(case.backend, bounds=bounds, time_limit=SECONDS)
    if found.solution is not None:
        point = _point_of_model(case, found.solution.tolist())
        return judge(case.data, Claim(FEASIBLE, None, point), case.truth)
    if not found.rows:
        return Judgement(Outcome.UNDECIDED, "no rows are named")
    all_bounds = not bounds or bool(found.bounds_refused)
    judgement = _judge_cause(case.data, found.rows, all_bounds=all_bounds, minimal=found.minimal)
    if judgement.outcome is Outcome.RIGHT and not found.minimal:
        return Judgement(Outcome.UNDECIDED, "not known to be minimal")
    return judgement


def _judge_cause(
    data: DoubleModel, causes: Sequence[Any], *, all_bounds: bool, minimal: bool
) -> Judgement:
    """Judges rows and bounds that are said to contradict each other, all of which are needed."""
    members = [_member(cause) for cause in causes]
    together = oracle(_part(data, members, all_bounds=all_bounds))
    if together.status == UNKNOWN:
        return Judgement(Outcome.UNJUDGED, "the oracle is not sure")
    if together.status != INFEASIBLE:
        return Judgement(Outcome.WRONG, f"these can hold together: {causes}")
    for place, cause in enumerate(causes if minimal else ()):
        others = members[:place] + members[place + 1 :]
        left = oracle(_part(data, others, all_bounds=all_bounds))
        if left.status == INFEASIBLE:
            return Judgement(Outcome.WRONG, f"without {cause}, it is infeasible as well: {causes}")
    return RIGHT


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of a cause: sides of a row, or a bound of a column."""

    number: int
    is_bound: bool
    lower: bool
    upper: bool


def _member(cause: Any) -> _Member:
    """The member that a cause names, by its name or, for a bound, by what it says."""
    number = number_in(cause.name)
    assert number is not None, f"{cause} has no number"
    if cause.group == BOUNDS:
        text = cause.text
        assert ("<=" in text) != (">=" in text), text
        return _Member(number, is_bound=True, lower=">=" in text, upper="<=" in text)
    lower, upper = sides_of(cause.name)
    return _Member(number, is_bound=False, lower=lower, upper=upper)


def _part(data: DoubleModel, members: list[_Member], *, all_bounds: bool) -> DoubleModel:
    """The model with some sides of rows and some bounds; those of binary columns always hold."""
    row_lower, row_upper = np.full(data.rows, -inf), np.full(data.rows, inf)
    # A whole column that is fixed at 0 or 1 is no binary one: its bounds are members.
    binary = data.whole & (data.lower == 0) & (data.upper == 1)
    granted = np.full(data.columns, all_bounds) | binary
    lower, upper = np.where(granted, data.lower, -inf), np.where(granted, data.upper, inf)
    for member in members:
        number = member.number
        at_least, at_most = (lower, upper) if member.is_bound else (row_lower, row_upper)
        least, most = (
            (data.lower, data.upper) if member.is_bound else (data.row_lower, data.row_upper)
        )
        if member.lower:
            at_least[number] = least[number]
        if member.upper:
            at_most[number] = most[number]
    return replace(
        data.without_costs(),
        row_lower=row_lower,
        row_upper=row_upper,
        lower=lower,
        upper=upper,
        planted=None,
    )


# Files and problems of PuLP


def _text(model: Model, ending: str) -> str:
    writers = {".lp": model.to_lp, ".mps": model.to_mps, ".opb": model.to_opb}
    return writers[ending]()


def _ask_file(case: Case, ending: str) -> Judgement:
    """The answer about the model that a file of ours says, read by ourselves."""
    with TemporaryDirectory() as folder:
        path = Path(folder, f"model{ending}")
        if ending == ".ilp.json":
            case.model.save(path)
        else:
            path.write_text(_text(case.model, ending), "utf-8")
        again = open_model(path)
    result = again.solve(case.backend, time_limit=SECONDS)
    if ending != ".opb":
        return judge(case.data, claim_of(case.data, result), case.truth)
    # Its columns are numbered from 1, in the order of the model.
    point = None if result.values is None else _point_of_model(case, result.values.tolist())
    return judge(case.data, Claim(str(result.status.value), None, point), case.truth)


def _ask_numbers(case: Case, peers: Peers, ending: str) -> Judgement:
    """The numbers of a file of ours, as HiGHS reads them."""
    found = peers.read(_text(case.model, ending), ending)
    if isinstance(peers.read(plain_mps(case.data), ".mps"), str):
        return Judgement(Outcome.UNJUDGED, "HiGHS reads no file with these numbers")
    if isinstance(found, str):
        return Judgement(Outcome.WRONG, found)
    sizes = np.abs(case.data.matrix[case.data.matrix != 0])
    if sizes.min(initial=1.0) <= LEAST_ENTRY:
        return Judgement(Outcome.UNJUDGED, "HiGHS leaves out such small coefficients")
    lost = differences(case.data, found)
    return Judgement(Outcome.WRONG, lost[0]) if lost else RIGHT


def _ask_peer(case: Case, peers: Peers, program: str, ending: str) -> Judgement:
    """The answer of a peer about a file of ours; its tolerances are its own.

    It is right if the oracle says the same, or if the peer does of a file that is none of ours.
    """
    data = case.data
    answer = peers.solve(program, _text(case.model, ending), ending)
    claim = _claim_of_peer(data, answer)
    judgement = judge(data, claim, case.truth)
    if answer.status == UNREADABLE:
        judgement = Judgement(Outcome.WRONG, answer.error)
    if judgement.outcome is not Outcome.WRONG:
        return judgement
    reference = peers.solve(program, plain_mps(data), ".mps")
    if reference.status == UNREADABLE:
        return Judgement(Outcome.UNJUDGED, f"{program} reads no file with these numbers")
    return _as_reference(data, claim, _claim_of_peer(data, reference), judgement)


def _claim_of_peer(data: DoubleModel, answer: PeerAnswer) -> Claim:
    if answer.status != OPTIMAL or answer.values is None:
        return Claim(UNKNOWN if answer.status == UNREADABLE else answer.status)
    return Claim(OPTIMAL, None, _rounded(data, point_of(data, answer.values)))


def _rounded(data: DoubleModel, point: Point) -> Point:
    """The point with its whole columns rounded, as far as a solver's tolerance goes."""
    nearest = np.round(point)
    close = data.whole & (np.abs(point - nearest) <= 1e-5)
    return np.where(close, nearest, point)


def _as_reference(
    data: DoubleModel, claim: Claim, reference: Claim, judgement: Judgement
) -> Judgement:
    """The judgement of a program that is as inaccurate about the data as about our export."""
    if reference.status == UNKNOWN or agree(data, claim, reference):
        return Judgement(Outcome.BORDERLINE, f"as without us: {judgement.text}")
    if reference.point is not None and faults(data, reference.point):
        return Judgement(Outcome.BORDERLINE, f"inaccurate without us, too: {judgement.text}")
    return judgement


def _ask_pulp(case: Case) -> Judgement:
    """The answer of PuLP's CBC about our problem."""
    data = case.data
    problem = case.model.to_pulp()
    status = _status_of_cbc(problem)
    claim = Claim(status)
    if status == OPTIMAL:
        values = values_from_pulp(case.model, problem).tolist()
        claim = Claim(status, None, _point_of_model(case, values))
    judgement = judge(data, claim, case.truth)
    if judgement.outcome is not Outcome.WRONG:
        return judgement
    other = pulp_problem(data)
    reference = Claim(_status_of_cbc(other))
    if reference.status == OPTIMAL:
        named = {variable.name: variable.varValue for variable in other.variables()}
        reference = Claim(OPTIMAL, None, _rounded(data, point_of(data, named)))
    return _as_reference(data, claim, reference, judgement)


def _status_of_cbc(problem: Any) -> str:
    """How the CBC that PuLP brings solves a problem."""
    solver = pulp.COIN_CMD(
        path=pulp.PULP_CBC_CMD.pulp_cbc_path,
        msg=False,
        timeLimit=SECONDS,
        options=["preprocess off", "ratioGap 0", "allowableGap 0"],
    )
    try:
        problem.solve(solver)
    except pulp.PulpSolverError:
        return UNKNOWN
    if problem.sol_status == pulp.LpSolutionOptimal:
        return OPTIMAL
    words = {pulp.LpStatusInfeasible: INFEASIBLE, pulp.LpStatusUnbounded: UNBOUNDED}
    return words.get(problem.status, UNKNOWN)
