"""The backend `exactcover`: what it recognises, and its answers against trying everything."""

from __future__ import annotations

import gc
import random
import weakref
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import (
    BackendError,
    BackendMissingError,
    CheckError,
    LargeNumbersError,
    ModelError,
)
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.experiments.experiments import experiment, formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes import cover_form
from ilpuzzles.passes.cover_form import MOST_CONDITIONS, Meaning, meanings
from ilpuzzles.progress import Progress
from ilpuzzles.queries.best import best_solutions, optimal_solutions
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.solvers import registry
from ilpuzzles.solvers.cover.backend import ExactCoverBackend, covering_of
from ilpuzzles.solvers.registry import AUTO, Task, choose, get_backend
from support.begun_models import with_binaries, with_rooks
from support.random_covers import all_covers, random_cover

NAME = "exactcover"


def test_fixed_variables_and_groups_that_are_off() -> None:
    model, x = with_binaries(6)
    with model.group("pairs"):
        for pair in (x[:2], x[2:4], x[4:]):
            model.exactly_one(pair)
    with model.group("clash"):
        model.add(x[0] + 2 * model.binary("free") >= 1)
    with pytest.raises(BackendError, match=r"without \"clash\""):
        count_solutions(model, backend=NAME)
    whole = model.without("clash")
    assert count_solutions(whole, backend=NAME).number == 16
    assert count_solutions(whole.fix({x[0]: 1}), backend=NAME).number == 8
    assert count_solutions(whole.fix({x[0]: 0, x[1]: 0}), backend=NAME).number == 0
    assert solve_model(whole.fix({x[0]: 1, x[1]: 1}), NAME).status is Status.INFEASIBLE
    assert count_solutions(model.without("clash", "pairs"), backend=NAME).number == 128
    # More than the variables can add up to is never met, as much as they can, is.
    for least, number in ((3, 4), (4, 0)):
        with model.group(f"at least {least}"):
            model.add(x[0] + 2 * x[2] >= least)
        asked = model.without("clash", *(["at least 3"] if least == 4 else []))
        assert count_solutions(asked, backend=NAME).number == number


@pytest.mark.parametrize(
    ("stop", "says"),
    [
        (
            lambda model, x: model.add(x[0] + 2 * model.binary("y") <= 2),
            r"got 'x\[0\] \+ 2 y <= 2'",
        ),
        (lambda model, x: model.exactly_one([x[0], ~x[1]]), "one', 'at most one' and 'between m"),
        (lambda model, x: model.add((x[0] & x[1]) | x[2]), "takes rows"),
        (
            lambda model, x: model.add(model.integer("n", lower=0, upper=3) + x[0] <= 3),
            r"\(row linear\[0\]\); use cpsat",
        ),
    ],
)
def test_what_stops_it_is_named(stop: Any, says: str) -> None:
    model, x = with_binaries(3)
    model.at_most_one(x)
    stop(model, x)
    for ask in (solve_model, lambda m, b: count_solutions(m, backend=b)):
        with pytest.raises(BackendError, match=says):
            ask(model, NAME)
    assert choose(AUTO, model.program(), Task.ALL).backend.name == "cpsat"


def test_other_sums_are_conditions_as_long_as_they_are_few() -> None:
    model, x = with_binaries(4, 3)
    model.exactly_one(x, axis=1)
    for number in range(MOST_CONDITIONS):
        model.add(x[0, 0] + 2 * x[1, 1] <= 2 + number % 2)
    assert count_solutions(model, backend=NAME).number == 72
    model.add(x[0, 0] + 2 * x[1, 1] <= 2)
    with pytest.raises(BackendError, match="takes rows 'exactly one'"):
        count_solutions(model, backend=NAME)


@pytest.mark.exhaustive
def test_sums_that_follow_from_the_rows_are_found() -> None:
    """A sum of rows is known; with a column changed, it is not, unless no solution has it."""
    seen = set()
    for seed in range(60):
        dice = random.Random(seed)
        problem = random_cover(seed)
        model, x = with_binaries(problem.options)
        worths = [dice.randint(-9, 9) * primary for primary in problem.primary.tolist()]
        totals = [sum(worths[i] for i in problem.option(o)) for o in range(problem.options)]
        bare = [not problem.primary[problem.option(o)].any() for o in range(problem.options)]
        if not any(totals) or any(bare):
            continue
        if dice.random() < 0.3:
            totals[dice.randrange(problem.options)] += dice.choice([-1, 1, 2**31])
        for item in np.nonzero(problem.primary)[0].tolist():
            model.exactly_one(x[o] for o in range(problem.options) if item in problem.option(o))
        known = sum(worths) + dice.choice([0, 0, 1])
        model.add(x.dot(totals) == known)
        only = CoverProblem.of(
            [[i for i in problem.option(o).tolist() if problem.primary[i]] for o in range(len(x))],
            len(problem.primary),
            np.nonzero(~problem.primary)[0].tolist(),
        )
        covers = all_covers(only)
        right = [cover for cover in covers if sum(totals[o] for o in cover) == known]
        said = meanings(model.program())[-1]
        seen.add((Meaning(said), bool(covers), len(right) == len(covers)))
        if said == Meaning.NOTHING:
            assert right == list(covers)
        if said == Meaning.NEVER:
            assert not right
        assert count_solutions(model, backend=NAME).number == len(right)
    for case in ((Meaning.NOTHING, True, True), (Meaning.NEVER, True, False)):
        assert case in seen
    assert Meaning.OTHER in {said for said, *_ in seen}


def test_cuts_and_limits_come_between_the_solutions_of_a_batch() -> None:
    model, x = with_rooks(5)
    model.lazy(lambda now: [x[0, 0] == 0] if now[x[0, 0]] else [])
    assert count_solutions(model, backend=NAME).number == 96
    for limit in (1, 5, 40, 95):
        answer = list_solutions(model, limit=limit, backend=NAME)
        assert (len(answer), answer.complete) == (limit, False)
    assert check_uniqueness(model, backend=NAME).verdict is Verdict.SEVERAL


def test_a_program_is_recognised_once_while_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Program] = []
    find = cover_form._find_totals

    def counted(program: Program, meaning: Any) -> None:
        looked.append(program)
        find(program, meaning)

    monkeypatch.setattr(cover_form, "_find_totals", counted)
    model, x = with_binaries(4)
    model.exactly_one(x[:2])
    model.exactly_one(x[2:])
    program = model.program()
    assert count_solutions(program).number == 4
    assert len(looked) == 1
    goal = Objective(np.array([0, 2]), np.array([1, 1]), constant=0, maximize=False)
    best = best_solutions(replace(program, objective=goal), number=1, backend=NAME)
    assert best[0].tolist() == [0, 1, 0, 1]
    assert (count_solutions(program).number, len(looked)) == (4, 1)
    assert count_solutions(program.fix({x[0]: 1})).number == 2
    assert len(looked) > 1
    # Only the columns are others here.
    with pytest.raises(BackendError, match="continuous"):
        solve_model(program.relaxed(), NAME)
    with pytest.raises(ModelError, match="is not binary"):
        program.relaxed().to_matrix()
    with pytest.raises(ModelError, match="variables are relaxed"):
        count_solutions(program.relaxed())
    rows = weakref.ref(program.rows)
    assert rows() is not None
    looked.clear()
    del model, x, program, best
    gc.collect()
    assert rows() is None


@pytest.mark.exhaustive
def test_the_best_of_a_weighted_board_are_those_of_the_list() -> None:
    program = weighted(experiment("pentominoes", "6x10").model, seed=5)
    goal = program.objective
    assert goal is not None
    totals = np.zeros(program.variables, dtype=np.int64)
    totals[goal.columns] = goal.coefficients
    values: list[int] = []

    def visit(batch: IntArray) -> bool:
        values.extend((batch @ totals).tolist())
        return True

    ExactCoverBackend().enumerate(program, Options(), visit)
    assert len(values) == 9356
    assert choose(AUTO, program, Task.ONE, Options(gap=0.5)).backend.name != NAME
    answer = best_solutions(program, number=20)
    assert answer.objectives == tuple(sorted(values)[:20])
    assert answer.result.backend == NAME


def weighted(program: Program, seed: int) -> Program:
    """A program that minimises a sum with random weights from 1 to 100."""
    weights = np.random.default_rng(seed).integers(1, 101, program.variables)
    goal = Objective(np.arange(program.variables), weights, 0, maximize=False)
    return replace(program, objective=goal)


def test_a_limit_leaves_the_best_so_far_and_a_bound() -> None:
    program = weighted(experiment("soma", "cube").model, seed=0)
    whole = solve_model(program, NAME)
    best = whole.objective
    assert best is not None
    assert (whole.bound, whole.complete, whole.limit) == (best, True, Limit.NONE)
    seen: list[Progress] = []
    result = solve_model(program, NAME, Options(node_limit=2_000))
    assert (result.status, result.limit, result.complete) == (Status.FEASIBLE, Limit.NODES, False)
    assert result.checked
    assert result.bound is not None
    assert result.objective is not None
    assert 0 < result.bound < best <= result.objective
    ExactCoverBackend().solve(program, Options(node_limit=2_000, watch=seen.append))
    assert (seen[-1].best, seen[-1].bound) == (result.objective, result.bound)
    assert solve_model(program, NAME, Options(node_limit=1)).status is Status.UNKNOWN
    few = best_solutions(program, number=5, backend=NAME, options=Options(node_limit=2_000))
    assert (len(few), few.result.complete, few.result.limit) == (0, False, Limit.NODES)
    # What is proved to come first is listed, though others are missing.
    some = best_solutions(program, number=2_000, backend=NAME, options=Options(node_limit=100_000))
    assert not some.result.complete
    assert some.objectives == best_solutions(program, number=len(some), backend=NAME).objectives
    assert 0 < len(some) < 2_000


@pytest.mark.parametrize("number", [1, 500])
def test_an_interruption_leaves_the_best_so_far(number: int) -> None:
    program = weighted(experiment("soma", "cube").model, seed=0)

    def watch(now: Progress) -> None:
        if now.best is not None and now.bound is not None:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as raised:
        ExactCoverBackend().rank(program, Options(watch=watch), number)
    result = raised.value.answer
    assert (result.limit, result.complete) == (Limit.INTERRUPTED, False)
    assert result.status is Status.FEASIBLE
    assert program.check(result.values) == ()
    assert result.bound < result.objective


def test_objectives_in_order_and_large_ones() -> None:
    model, x = with_rooks(4)
    model.maximize(x[0, 0] + x[1, 1])
    model.then_minimize(2 * x[2, 2] + x[2, 3])
    for backend in (NAME, "cpsat"):
        result = solve_model(model, backend)
        assert (result.objective, result.further) == (2, (1,))
    assert best_solutions(model, number=3, backend=NAME).objectives == ((2, 1), (2, 2), (1, 0))
    # Held at its best, the first objective is a row; its variables are covered once, or need not.
    model.maximize(x[0, 0] + 2 * model.binary("free"))
    model.then_minimize(x[2, 2])
    for ask in (solve_model, best_solutions, optimal_solutions):
        with pytest.raises(BackendError) as refused:
            ask(model, backend=NAME)
        says = "got 'rook[0, 0] + 2 free >= 3' (a row that the question adds); use cpsat"
        assert says in str(refused.value)
    model.minimize(10**14 * x[0, 0])
    with pytest.raises(BackendError, match="exactcover does not support a gap; use cpsat"):
        solve_model(model, NAME, Options(gap=0.1))
    with pytest.raises(LargeNumbersError, match="sums are limited to 44 bits"):
        solve_model(model, NAME)
    assert ExactCoverBackend().estimate(model.program()) is None


def test_a_wrong_answer_of_the_engine_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions are turned into values and checked against the rows, whatever the engine says."""
    model, x = with_binaries(4, 3)
    model.exactly_one(x, axis=1)
    whole = covering_of

    def mistaken(asked: Any, backend: str) -> Any:
        found = whole(asked, backend)
        columns = found.columns.copy()
        columns[:3] = columns[3]
        object.__setattr__(found, "columns", columns)
        return found

    monkeypatch.setattr("ilpuzzles.solvers.cover.backend.covering_of", mistaken)
    for ask in (
        lambda: solve_model(model, NAME),
        lambda: list_solutions(model, backend=NAME),
        lambda: check_uniqueness(model, backend=NAME),
        lambda: sample_solutions(model, number=3, backend=NAME),
    ):
        with pytest.raises(CheckError, match="the answer of exactcover is wrong"):
            ask()
    model.minimize(x[0, 0])
    for ask in (lambda: solve_model(model, NAME), lambda: best_solutions(model, backend=NAME)):
        with pytest.raises(CheckError, match="the answer of exactcover is wrong"):
            ask()


def test_auto_picks_by_the_task() -> None:
    model, x = with_binaries(4, 3)
    model.exactly_one(x, axis=1)
    program, wanted = model.program(), Settings(engine=Engine.SEARCH)
    assert choose(AUTO, program, Task.ALL).backend.name == NAME
    assert choose(AUTO, program, Task.ONE).backend.name == "cpsat"
    assert choose(AUTO, program, Task.ONE, Options(cover=wanted)).backend.name == NAME
    assert choose(AUTO, program, Task.OTHER).backend.name == "cpsat"
    assert choose(AUTO).backend.name == "cpsat"
    assert count_solutions(model).result.backend == NAME
    # Questions that add rows of their own are for others.
    assert explain(model).result.backend == relax(model).result.backend == "cpsat"


def test_who_finds_nothing_in_a_moment_lets_another_try(monkeypatch: pytest.MonkeyPatch) -> None:
    model, x = with_binaries(40, 10)
    model.exactly_one(x, axis=1)
    model.exactly_one(x[:10], axis=0)
    monkeypatch.setattr(registry, "_FEWEST_ENTRIES_FOR_SECOND", 1)
    chosen = choose(AUTO, model.program(), Task.ONE)
    assert chosen.then is not None
    assert (chosen.backend.name, chosen.then.backend.name) == ("cpsat", NAME)
    assert solve_model(model).backend == "cpsat"
    without_luck = replace(chosen, work=1e-9)
    assert solve_model(model, without_luck).backend == NAME
    last = replace(without_luck, then=replace(chosen.then, work=1e-9))
    result = solve_model(model, last)
    assert (result.backend, result.status) == ("cpsat", Status.OPTIMAL)
    asked = solve_model(model, options=Options(node_limit=3))
    assert (asked.backend, asked.status, asked.limit) == (NAME, Status.UNKNOWN, Limit.NODES)


def test_a_second_solution_is_looked_for_by_another_if_a_moment_was_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_WORK_OF_TRY", 1e-9)
    model = formulate(load("lonpos", "2pieces"))[1].model
    found = check_uniqueness(model)
    assert (found.verdict, found.result.backend) == (Verdict.SEVERAL, "cpsat")
    found = check_uniqueness(model, node_limit=3)
    assert (found.verdict, found.result.limit) == (Verdict.UNKNOWN, Limit.NODES)
    assert found.result.backend == NAME


def test_without_numba_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    model.exactly_one(model.binary("x", 3))
    monkeypatch.setattr(ExactCoverBackend, "available", lambda _: False)
    assert count_solutions(model).result.backend == "cpsat"
    with pytest.raises(
        BackendMissingError, match="backend exactcover is not installed; pip install"
    ):
        count_solutions(model, backend=NAME)
    with pytest.raises(BackendMissingError, match="backend exactcover is not installed"):
        get_backend(NAME).solve(model.program(), Options())


Points = set[tuple[int, ...]]


def assert_all_questions(model: Model, expected: Points, options: Options, width: int) -> None:
    """Every answer about a model is what follows from its solutions, which has so many columns."""
    asked: dict[str, Any] = {"backend": NAME, "options": options}
    count = count_solutions(model, **asked)
    assert (count.number, count.complete) == (len(expected), True)
    found = [tuple(values.tolist()) for values in list_solutions(model, **asked)]
    assert (len(found), set(found)) == (len(expected), expected)
    assert (solve_model(model, NAME, options).status is Status.OPTIMAL) == bool(expected)
    verdict = check_uniqueness(model, **asked).verdict
    assert verdict is [Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL][min(len(expected), 2)]
    if expected:
        drawn = sample_solutions(model, number=3, **asked)
        assert {tuple(values.tolist()) for values in drawn} <= expected
        same = {f"x[{n}]" for n in range(width) if len({values[n] for values in expected}) == 1}
        assert set(find_forced(model, **asked).values) == same


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10))
def test_rows_that_match_two_sums_are_colours(seed: int) -> None:
    """Random groups, of which exactly one is chosen, overlapping or not, against all there is."""
    dice = random.Random(seed)
    model, x = with_binaries(8)
    groups = [sorted(dice.sample(range(8), dice.randint(2, 5))) for _ in range(3)]
    for group in groups:
        model.exactly_one([x[n] for n in group])
    parts = []
    for _ in range(dice.randint(1, 4)):
        one, other = dice.choice(groups), dice.choice(groups)
        if dice.random() < 0.2:
            other = list(range(8))
        both = [dice.sample(part, dice.randint(1, 2)) for part in (one, other)]
        if set(both[0]) & set(both[1]):
            continue
        parts.append(both)
        model.add(model.sum(x[n] for n in both[0]) == model.sum(x[n] for n in both[1]))
    expected = {
        values
        for values in product((0, 1), repeat=8)
        if all(sum(values[n] for n in group) == 1 for group in groups)
        and all(sum(values[n] for n in a) == sum(values[n] for n in b) for a, b in parts)
    }
    assert_all_questions(model, expected, Options(), 8)
    for column, value in product(range(8), (0, 1)):
        # What two sums forbid may be given all the same.
        fixed = model.fix({x[column]: value})
        number = sum(one[column] == value for one in expected)
        assert count_solutions(fixed, backend=NAME).number == number
        assert (solve_model(fixed, NAME).values is None) == (number == 0)
    weights = [Fraction(dice.randint(-5, 5), dice.choice([1, 6])) for _ in range(8)]
    constant, maximize = dice.randint(-3, 3), dice.random() < 0.5
    goal = model.sum(w * x[n] for n, w in enumerate(weights)) + constant
    (model.maximize if maximize else model.minimize)(goal)
    sums = [sum(w * v for w, v in zip(weights, one, strict=True)) for one in expected]
    worth = tuple(sorted((constant + one for one in sums), reverse=maximize))
    result = solve_model(model, NAME, Options(workers=dice.choice([1, 2])))
    best = worth[0] if worth else None
    assert (result.objective, result.bound) == (best, None if best is None else float(best))
    assert result.complete
    assert best_solutions(model, number=3, backend=NAME).objectives == worth[:3]
    optimal = optimal_solutions(model, backend=NAME)
    assert optimal.objectives == tuple(one for one in worth if one == best)
    # All solutions are all solutions, whatever the best one is.
    assert count_solutions(model, backend=NAME).number == len(worth)


@pytest.mark.parametrize(("total", "number"), [(2, 4), (4, 0)])
def test_sums_that_follow_from_rows_that_match_are_found(total: int, number: int) -> None:
    model, x = with_binaries(6)
    model.exactly_one(x[:2])
    model.exactly_one(x[2:4])
    model.add(x[0] == x[2])
    # One of these two is 1: that follows from the row before it alone.
    model.add(2 * x[1] + 2 * x[2] == total)
    model.at_most_one(x[4:5])
    for backend in (NAME, AUTO):
        assert count_solutions(model, backend=backend).number == 2 * number
        assert len(list_solutions(model, backend=backend).solutions) == 2 * number


Sums = list[tuple[list[int], float, float]]
"""Some columns of nine, and between which numbers their sum is."""


def with_sums(dice: random.Random, *, matched: bool = False) -> tuple[Model, Sums]:
    """Random rows of any numbers, among others."""
    model, x = with_binaries(9)
    said: Sums = []
    for _ in range(dice.randint(1, 5)):
        some = dice.sample(range(9), dice.randint(2, 6))
        least = dice.choice([-3, 0, 0, 1, 1, 2])
        most = dice.choice([least, least + 1, least + 2, float("inf")])
        total = model.sum(x[n] for n in some)
        if least == most:
            model.add(total == least)
        else:
            model.add(total >= least)
            model.add(total <= int(min(most, 9)))
        said.append((some, least, most))
    for _ in range(dice.randint(0, 2)):
        some, least = dice.sample(range(9), dice.randint(2, 4)), dice.randint(0, 1)
        (model.exactly_one if least else model.at_most_one)([x[n] for n in some])
        said.append((some, least, 1))
    if dice.random() < 0.3:
        fixed, value = dice.randrange(9), dice.randint(0, 1)
        model.add(x[fixed] == value)
        said.append(([fixed], value, value))
    if matched:
        # Parts of what is chosen once are equal: a colour.
        for some in ([0, 1, 2], [3, 4, 5]):
            model.exactly_one([x[n] for n in some])
            said.append((some, 1, 1))
        model.add(x[0] + x[1] == x[3] + x[4])
        # It says, beside those, that just one of these is chosen.
        said.append(([0, 1, 5], 1, 1))
    return model, said


SEARCHES = [
    Options(),
    Options(workers=2),
    Options(cover=Settings(engine=Engine.TABLE)),
    Options(cover=Settings(symmetry=True)),
    Options(cover=Settings(reduce=False, dead_ends=False, safety=False, minimal_depth=2)),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(30))
def test_rows_that_say_between_are_bounds(seed: int) -> None:
    """Against all there is, and CP-SAT; each model by the usual search and by one other."""
    model, said = with_sums(random.Random(f"between {seed}"), matched=seed % 3 == 0)
    expected = {
        values
        for values in product((0, 1), repeat=9)
        if all(least <= sum(values[n] for n in some) <= most for some, least, most in said)
    }
    for backend in (AUTO, "cpsat"):
        assert count_solutions(model, backend=backend).number == len(expected)
    for options in (SEARCHES[0], SEARCHES[1 + seed % (len(SEARCHES) - 1)]):
        assert_all_questions(model, expected, options, 9)


def test_most_random_rows_are_bounds() -> None:
    programs = [with_sums(random.Random(f"between {seed}"))[0].program() for seed in range(60)]
    bounded = [covering_of(one, NAME).bounds is not None for one in programs]
    assert sum(bounded) > 40


def test_bounds_are_for_all_solutions_and_not_for_the_best() -> None:
    model, x = with_binaries(4, 4)
    for n in range(4):
        model.add(x[n, :].sum() == 2)
        model.add(x[:, n].sum() == 2)
    found = count_solutions(model, backend=NAME)
    assert found.number == 90
    assert found.result.details["why"] == "bounds of items are checked by the search"
    # Where nothing is covered once, a solver that learns is the safer one.
    assert choose(AUTO, model.program(), Task.ALL).backend.name == "cpsat"
    once, y = with_binaries(4, 4, name="y")
    once.exactly_one(y, axis=0)
    once.add(y[0, :].sum() + once.binary("free") >= 1)
    assert choose(AUTO, once.program(), Task.ALL).backend.name == "cpsat"
    for n in range(4):
        once.add(y[n, :].sum() <= 2)
    once.maximize(y[0, :].sum() + 2 * y[1, :].sum())
    with pytest.raises(BackendError, match="does not support the best solution where rows say"):
        solve_model(once, NAME)
    assert solve_model(once).objective == 6
    assert best_solutions(once, number=2).result.backend == "cpsat"


def test_representatives_are_named_by_their_columns_whatever_stands_between_them() -> None:
    for seed in range(12):
        dice = random.Random(seed)
        found = []
        for is_padded in (False, True):
            model = Model()
            columns, known = [], {}
            for place in range(9):
                if is_padded and dice.random() < 0.5:
                    idle = model.binary(f"idle{place}")
                    known[idle] = 0
                columns.append(model.binary(f"rook{place}"))
            for line in range(3):
                model.exactly_one(columns[line::3])
                model.exactly_one(columns[3 * line : 3 * line + 3])
            program = model.fix(known) if known else model.program()
            numbers = {int(rook.column): place for place, rook in enumerate(columns)}
            standing = get_backend("exactcover").representatives(program, Options())  # type: ignore[attr-defined] # the engine has it
            found.append([(numbers[column], number) for column, number in standing])
        # One of the rooks of the first line stands for all three.
        assert found == [[(0, 3)], [(0, 3)]], seed
