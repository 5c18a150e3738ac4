"""Every way of every global constraint, against what its documentation says, in plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import ilpuzzles.constraints
from ilpuzzles import Interval, Model, cumulative, inverse, no_overlap, table
from ilpuzzles.backends.result import Status
from ilpuzzles.modelling.global_constraint import LAZY, NATIVE, GlobalConstraint, Purpose
from ilpuzzles.modelling.operations import Conditional
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.ways import LINEAR_ROWS, choose_way, choose_ways
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import get_backend, ways_of
from support.constraint_cases import CASES, PLANTED, Case, Draw, corners, planted, small, two_loops

IN_ROWS = "rows"
"""Not a backend, but the linear rows that MIP solvers and files get, with their big Ms."""

SOLVERS = ("cpsat", "clingo")
MIP = ("cbc", "highs", "scip")


def more(seeds: range, times: int) -> range:
    """So many times as many seeds, where a case costs little."""
    return range(times * seeds.start, times * seeds.stop)


@cache
def row_of(kind: str) -> GlobalConstraint:
    """Some row of a constraint."""
    model, _ = planted(kind, 0).model(None)
    (row,) = (one for one in model.program().operations if isinstance(one, GlobalConstraint))
    return row


def encodings(kind: str, backend: str) -> list[str | None]:
    """The encodings of a constraint that a backend can be told."""
    constraint = type(row_of(kind))
    if backend == IN_ROWS:
        return [*constraint.LINEAR]
    native = constraint in ways_of(get_backend(backend)).native
    named: list[str | None] = [one for one in constraint.encodings() if one != NATIVE or native]
    return [*named, None] if backend in MIP else named


WAYS = [
    (kind, to, how) for kind in CASES for to in (*SOLVERS, IN_ROWS) for how in encodings(kind, to)
]


def told(program: Program, to: str) -> tuple[Program, str]:
    """A program as it is told in some way, and the backend that is asked."""
    if to != IN_ROWS:
        return program, to
    return linearised(choose_ways(program, LINEAR_ROWS, Purpose.ALL)), "cpsat"


def is_open(case: Case, to: str, encoding: str | None) -> bool:
    """Whether a point may have many values of the variables that the way adds."""
    rows = case.model(encoding)[0].program().operations
    known = LINEAR_ROWS if to == IN_ROWS else ways_of(get_backend(to))
    every = [
        choose_way(one, known, Purpose.ALL) for one in rows if isinstance(one, GlobalConstraint)
    ]
    return any(row.is_open for row in every)


def test_no_constraint_and_no_way_is_forgotten() -> None:
    """What there is to state has a case, and each of its encodings is asked of some solver."""
    offered = {name for name in dir(ilpuzzles.constraints) if name.islower() and name[0] != "_"}
    modules = {type(row_of(kind)).__module__.rpartition(".")[2] for kind in CASES}
    assert (
        {*CASES}
        == {*PLANTED}
        == {name for name in offered if callable(getattr(ilpuzzles.constraints, name))}
    )
    assert modules
    for kind in CASES:
        asked = {how for name, _, how in WAYS if name == kind}
        assert asked == {*type(row_of(kind)).encodings()}


def values_of(model: Model, case: Case, points: Iterable[tuple[int, ...]]) -> Iterator[list[int]]:
    """A value for every column of a model: those of the case are its first ones."""
    others = [0] * (model.program().variables - len(case.bounds))
    for point in points:
        yield [*point, *others]


def constraint_in(model: Model) -> Any:
    """The constraint that a model states."""
    (row,) = (one for one in model.program().operations if isinstance(one, GlobalConstraint))
    return row


def holds_in(cut: Conditional, points: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Whether a cut holds, for each of some points at once."""
    subject = cut.subject
    number = points[:, list(subject.columns)] @ np.array(subject.coefficients, dtype=int)
    number = number + int(subject.constant)
    inside = np.ones(len(points), dtype=bool)
    if cut.lower is not None:
        inside &= number >= int(cut.lower)
    if cut.upper is not None:
        inside &= number <= int(cut.upper)
    met = [points[:, one.column] == int(one.positive) for one in cut.conditions]
    is_asked = np.logical_and.reduce([np.ones(len(points), dtype=bool), *met])
    return np.asarray(inside | ~is_asked)


@pytest.mark.every("kind")
@pytest.mark.parametrize("kind", CASES)
def test_a_check_says_what_a_constraint_means(kind: str, seeds: range) -> None:
    """Of every point, by `Model.check`: the rows beside it, as of a division, count as well."""
    for seed in more(seeds, 4):
        case = small(kind, seed)
        model, _ = case.model(None)
        points = case.points()
        some = random.Random(seed).sample(points, min(len(points), 60))
        for point, values in zip(some, values_of(model, case, some), strict=True):
            found = model.check(np.array(values, dtype=np.int64))
            assert (found == ()) is case.holds(point), (seed, point)


def require_cuts(case: Case, wrong: list[tuple[int, ...]], right: list[tuple[int, ...]]) -> None:
    """Cuts are broken by the point that they were made for, and hold in all right ones."""
    model, _ = case.model(LAZY)
    row = constraint_in(model)
    known = np.array(list(values_of(model, case, right)), dtype=int)
    for values in values_of(model, case, wrong):
        if row.outcome(values).right:
            # What is wrong is another row, as of the sizes of regions.
            assert row.cuts(values) == []
            continue
        cuts = row.cuts(values)
        assert cuts, values
        for cut in cuts:
            assert not holds_in(cut, np.array([values])).any(), (values, cut)
            assert not len(known) or holds_in(cut, known).all(), (values, cut)
    for values in known[:10].tolist():
        assert row.cuts(values) == []


WITH_CUTS = [kind for kind in CASES if type(row_of(kind)).HAS_CUTS]


@pytest.mark.every("kind")
@pytest.mark.parametrize("kind", WITH_CUTS)
def test_a_cut_takes_no_right_point_away(kind: str, seeds: range) -> None:
    for seed in more(seeds, 4):
        case = small(kind, seed)
        points = case.points()
        wrong = [point for point in points if not case.holds(point)]
        some = random.Random(seed).sample(wrong, min(len(wrong), 40))
        require_cuts(case, some, [point for point in points if case.holds(point)])


def found_in(case: Case, to: str, encoding: str | None) -> set[tuple[int, ...]]:
    """The points that a way allows."""
    model, _ = case.model(encoding)
    stated, backend = told(model.program(), to)
    listed = list_solutions(stated, backend=backend)
    assert listed.complete
    # No solution is listed twice, however it was stated.
    assert len({tuple(values.tolist()) for values in listed}) == len(listed)
    return {tuple(values[: len(case.bounds)].tolist()) for values in listed}


def all_at_once(case: Case, right: list[tuple[int, ...]], encoding: str | None) -> Model:
    """A model in which the constraint stands once for each of some points, which are given."""
    model = Model()
    for number, point in enumerate(right):
        x = case.columns(model, f"x{number} ")
        case.state(model, x, encoding)
        for column, value in zip(x, point, strict=True):
            model.add(column == value)
    return model


def allows_all(case: Case, to: str, encoding: str | None) -> bool:
    """Whether a way allows each right point, one model for all, and no wrong one."""
    points = case.points()
    right = [point for point in points if case.holds(point)]
    wrong = [point for point in points if not case.holds(point)]
    some = random.Random(0).sample(right, min(len(right), 30))
    models = [(all_at_once(case, some, encoding), Status.OPTIMAL)]
    if wrong:
        model, x = case.model(encoding)
        table(model, x, wrong)
        models.append((model, Status.INFEASIBLE))
    for model, wanted in models:
        stated, backend = told(model.program(), to)
        if solve_model(stated, backend).status is not wanted:
            return False
    return True


@pytest.mark.first(2)
@pytest.mark.every("kind")
@pytest.mark.parametrize("kind", CASES)
def test_every_way_allows_what_a_constraint_means(kind: str, seeds: range) -> None:
    cases = [small(kind, seed) for seed in seeds]
    for number, case in enumerate([*cases, *(corners(kind) if seeds.start == 0 else ())]):
        right = {point for point in case.points() if case.holds(point)}
        for _, to, encoding in (way for way in WAYS if way[0] == kind):
            if is_open(case, to, encoding):
                assert allows_all(case, to, encoding), (number, to, encoding)
            else:
                assert found_in(case, to, encoding) == right, (number, to, encoding)


def neighbours(case: Case, dice: random.Random, most: int = 64) -> list[int]:
    """Some columns that are left open around the planted point."""
    columns = list(range(len(case.bounds)))
    dice.shuffle(columns)
    left: list[int] = []
    size = 1
    for column in columns:
        least, greatest = case.bounds[column]
        if size * (greatest - least + 1) <= most:
            size *= greatest - least + 1
            left.append(column)
    return left


def around(case: Case, free: list[int]) -> list[tuple[int, ...]]:
    """The points that differ from the planted one in the open columns alone."""
    assert case.planted is not None
    bounds = tuple(
        ends if column in free else (value, value)
        for column, (ends, value) in enumerate(zip(case.bounds, case.planted, strict=True))
    )
    return replace(case, bounds=bounds).points()


# Of 25 vertices, clingo adds up flows for minutes.
AT_SIZE = [way for way in WAYS if way[1:] != ("clingo", "flow")]


@pytest.mark.first(1)
@pytest.mark.every("kind")
@pytest.mark.parametrize("kind", PLANTED)
def test_every_way_allows_a_planted_point_and_no_wrong_one_beside_it(
    kind: str, seeds: range
) -> None:
    for seed in [*seeds][:3]:
        case = planted(kind, seed)
        assert case.planted is not None
        assert case.holds(case.planted)
        dice = random.Random(seed)
        free = neighbours(case, dice)
        points = around(case, free)
        right = {point for point in points if case.holds(point)}
        for _, to, encoding in (way for way in AT_SIZE if way[0] == kind):
            model, x = case.model(encoding)
            if is_open(case, to, encoding):
                for point in (case.planted, *dice.sample(points, 3)):
                    stated, backend = told(model.fix(dict(zip(x, point, strict=True))), to)
                    is_right = solve_model(stated, backend).status is Status.OPTIMAL
                    assert is_right is case.holds(point), (seed, to, encoding, point)
                continue
            given = {x[n]: v for n, v in enumerate(case.planted) if n not in free}
            stated, backend = told(model.fix(given), to)
            listed = list_solutions(stated, backend=backend)
            found = {tuple(values[: len(case.bounds)].tolist()) for values in listed}
            assert found == right, (seed, to, encoding)


@pytest.mark.parametrize("kind", WITH_CUTS)
def test_a_cut_takes_no_planted_point_away(kind: str, seeds: range) -> None:
    """At sizes where loops have four vertices and more, and parts meet on several sides."""
    for seed in seeds:
        case = planted(kind, seed)
        points: list[tuple[int, ...]] = []
        for number in range(4):
            points += around(case, neighbours(case, random.Random(4 * seed + number)))
        right = [point for point in points if case.holds(point)]
        wrong = [point for point in points if not case.holds(point)]
        require_cuts(case, wrong[::4], right)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("kind", ["circuit", "path"])
def test_the_best_loop_is_found_where_two_would_be_better(kind: str, directed: bool) -> None:
    dice = random.Random(f"{kind} {directed}")
    case = two_loops(
        Draw(dice, most=10**40),
        directed=directed,
        ends=(3, 2) if kind == "path" else None,
    )
    right = [point for point in case.points() if case.holds(point)]
    assert case.planted in right
    # The edges of the planted loop gain less, so that both loops together are drawn to.
    assert case.planted is not None
    gains = [4 - on * dice.randint(1, 3) for on in case.planted]
    best = max(sum(g * on for g, on in zip(gains, point, strict=True)) for point in right)
    for _, to, encoding in (way for way in WAYS if way[0] == kind):
        model, x = case.model(encoding)
        model.maximize(model.sum(g * on for g, on in zip(gains, x, strict=True)))
        stated, backend = told(model.program(), to)
        result = solve_model(stated, backend)
        assert (result.status, result.objective) == (Status.OPTIMAL, best), (to, encoding)


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", MIP)
@pytest.mark.parametrize("kind", CASES)
def test_mip_solvers_find_the_best_right_point_in_every_way(kind: str, backend: str) -> None:
    """Rows and cuts at once in one model for each way: its cases share no column."""
    cases = [small(kind, seed) for seed in range(40, 46)]
    cases = [case for case in cases if case.bounds and any(map(case.holds, case.points()))]
    dice = random.Random(f"{kind} {backend}")
    gains = [[dice.randint(-5, 5) for _ in case.bounds] for case in cases]
    best = sum(
        max(dot(gain, point) for point in case.points() if case.holds(point))
        for case, gain in zip(cases, gains, strict=True)
    )
    for encoding in encodings(kind, backend):
        model = Model()
        goal: list[Any] = []
        for number, (case, gain) in enumerate(zip(cases, gains, strict=True)):
            x = case.columns(model, f"x{number} ")
            case.state(model, x, encoding)
            goal += [factor * column for factor, column in zip(gain, x, strict=True)]
        model.maximize(model.sum(goal))
        result = solve_model(model, backend)
        assert (result.status, result.objective) == (Status.OPTIMAL, best), encoding


def dot(gain: Iterable[int], point: Iterable[int]) -> int:
    """What a point gains."""
    return sum(factor * value for factor, value in zip(gain, point, strict=True))


@pytest.mark.parametrize(
    ("state", "point", "message"),
    [
        # By the first two the third is overlapped; that two touch is no overlap.
        (
            lambda m, x: no_overlap(m, [Interval(one, 3) for one in x]),
            (0, 3, 1),
            "no overlap[0] is 2, not 0",
        ),
        (
            lambda m, x: cumulative(m, [Interval(one, 2) for one in x], [1, 2, 4], 3),
            (0, 1, 1),
            "cumulative[0] is 7, not at most 3",
        ),
        (lambda m, x: inverse(m, x, [0, 2, 1]), (0, 1, 2), "inverse[0] is 2, not 0"),
    ],
)
def test_what_is_wrong_is_counted(state: Any, point: tuple[int, ...], message: str) -> None:
    model = Model()
    x = model.integer("x", 3, lower=0, upper=3)
    state(model, x)
    values = np.zeros(model.program().variables, dtype=np.int64)
    values[:3] = point
    assert message in map(str, model.check(values))
