"""Passes: what each leaves as it is, the same solutions, and the way back for all numbers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import LargeNumbersError
from ilpuzzles.modelling.functions import absolute, all_different, maximum
from ilpuzzles.modelling.numbers import Number, NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes import columns as columns_pass, smaller_numbers
from ilpuzzles.passes.columns import FIXED_COLUMNS, IDLE_COLUMNS, ColumnsLeftOut
from ilpuzzles.passes.limits import Trust
from ilpuzzles.passes.linearisation import LINEAR_ROWS, linearised
from ilpuzzles.passes.objective_constant import OBJECTIVE_CONSTANT
from ilpuzzles.passes.pipelines import (
    CORE_PASSES,
    PIPELINES,
    RELAXATION_PASSES,
    Pipeline,
    SolverKind,
)
from ilpuzzles.passes.presolve import PRESOLVE
from ilpuzzles.passes.relaxation import CONTINUOUS, relaxed
from ilpuzzles.passes.settled import SETTLED
from ilpuzzles.passes.smaller_numbers import SMALLER_NUMBERS
from ilpuzzles.passes.step import (
    SAME,
    Change,
    NoSolution,
    NotNeeded,
    Outcome,
    Pass,
    PassSettings,
    PassTrace,
    WayBack,
    run_passes,
)
from ilpuzzles.passes.tolerances import TOLERANCES
from ilpuzzles.passes.unit_sizes import UNIT_SIZES
from ilpuzzles.passes.whole_numbers import WHOLE_OBJECTIVE, WHOLE_ROWS, WHOLE_ROWS_LOOSELY
from ilpuzzles.progress import Progress
from ilpuzzles.queries.handing_over import kind_of
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import backend_names, get_backend
from support.plain_rows import assignments, holding, solutions
from support.random_models import sample

SEEDS = range(30)


def all_passes() -> dict[str, Pass]:
    """Every pass of the table, by its name."""
    found: dict[str, Pass] = {}
    for pipeline in PIPELINES.values():
        groups = (getattr(pipeline, name) for name in Pipeline.__dataclass_fields__)
        found |= {each.name: each for group in groups for each in group}
    return found | {each.name: each for each in RELAXATION_PASSES}


PASSES = all_passes()


def whole_program(seed: int) -> Program:
    """Whole columns with few values, some fixed, some far from 0; rows in various units."""
    dice = random.Random(seed)
    model = Model()
    lowest = [dice.choice([0, 0, 0, -1, 3, 10**7]) for _ in range(dice.randint(1, 4))]
    columns = [
        model.integer(f"n{place}", lower=lower, upper=lower + dice.choice([0, 1, 1, 2]))
        for place, lower in enumerate(lowest)
    ]
    for _ in range(dice.randint(0, 4)):
        unit = dice.choice([Fraction(1), Fraction(1), Fraction(1, 1000), Fraction(10**5)])
        factors = [dice.randint(-4, 4) for _ in columns]
        total = model.sum(
            unit * factor * column for factor, column in zip(factors, columns, strict=True)
        )
        middle = sum(factor * lower for factor, lower in zip(factors, lowest, strict=True))
        limit = unit * (middle + dice.randint(-3, 3))
        model.add(dice.choice([total <= limit, total >= limit]))
    if dice.random() < 0.3:
        model.add(0 * columns[0] <= dice.choice([0, 1, 5]))
    if dice.random() < 0.3:
        weights = [dice.uniform(-1, 1) for _ in columns]
        total = model.sum(a * column for a, column in zip(weights, columns, strict=True))
        model.add(total <= dice.uniform(0, 1) + max(lowest))
    if dice.random() < 0.6:
        unit = dice.choice([Fraction(1), Fraction(1, 100), Fraction(1, 10**6)])
        costs = model.sum(unit * dice.randint(-9, 9) * column for column in columns)
        constant = unit * dice.choice([0, 7, 10**9])
        dice.choice([model.minimize, model.maximize])(costs + constant)
    return model.program()


def measured_program(seed: int) -> Program:
    """Columns of 0 and 1, some of them known, in exact rows and in one or two of measured numbers.

    What a measured row may have at most is just what some columns have together: doubles add up to
    a little more or less.
    """
    dice = random.Random(seed)
    model = Model()
    columns = [model.binary(f"b{place}") for place in range(5)]
    for _ in range(dice.randint(1, 2)):
        weights = [dice.choice([0.1 + 0.2, 0.7 - 0.4, 1.1 * 1.1, 0.3 / 0.7]) for _ in columns]
        touched = sum(dice.sample(weights, dice.randint(1, 4)))
        total = model.sum(a * column for a, column in zip(weights, columns, strict=True))
        model.add(dice.choice([total <= touched, total >= touched]))
    one, other, third = dice.sample(columns, 3)
    model.add(one >= 1 if dice.random() < 0.7 else one <= 0)
    model.add(other + third <= 1)
    return model.program()


BEFORE = {
    **dict.fromkeys(["settled", "smaller numbers", "unit sizes", "tolerances"], LINEAR_ROWS),
    "continuous columns": LINEAR_ROWS,
    "fixed columns": PRESOLVE,
}
"""The pass that others take for granted."""

MOST_COLUMNS = 9
"""Of so many, all assignments are looked at in no time."""


def programs(each: Pass) -> Iterator[Program]:
    """Small programs with rows of every kind that a pass takes, and numbers of various sizes."""
    for seed in SEEDS:
        any_kind = sample(seed, objective=seed % 2 == 0).model.program()
        for program in (whole_program(seed), measured_program(seed), any_kind):
            first = [BEFORE[each.name]] if each.name in BEFORE else []
            made_ready = run_passes(first, program).program
            if made_ready.variables <= MOST_COLUMNS:
                yield made_ready


def rightful(program: Program) -> set[tuple[int, ...]]:
    """Every assignment within the bounds that satisfies all rows."""
    return {tuple(values) for values in solutions(program)}


def changes(each: Pass) -> Iterator[tuple[Program, Change]]:
    """Programs that a pass changes, and what it makes of them."""
    for program in programs(each):
        outcome = outcome_of(each, program)
        if isinstance(outcome, Change):
            yield program, outcome


def outcome_of(each: Pass, program: Program) -> Outcome:
    """The outcome of a pass, as if nothing were to be done where numbers are refused."""
    try:
        return each.run(program, PassSettings())
    except LargeNumbersError:
        return NotNeeded("refused")


@pytest.mark.every("name")
@pytest.mark.parametrize("name", PASSES)
def test_a_pass_changes_a_program_or_leaves_the_same_one(name: str) -> None:
    """What would be equal is no change: solvers and findings compare programs by identity."""
    each = PASSES[name]
    for program in programs(each):
        trace = PassTrace(program)
        outcome = outcome_of(each, program)
        if isinstance(outcome, NotNeeded):
            if outcome.why != "refused":
                trace = run_passes([each], program)
            assert trace.program is program
            assert not any(step.is_needed for step in trace.steps)
        elif isinstance(outcome, Change):
            # The form of a cover is no program; it is made of one that may be the same.
            assert name == "cover form" or parts(outcome.program) != parts(program)


def parts(program: Program) -> list[object]:
    """The numbers of a program, to be compared with those of another one."""
    rows, goal, found = program.rows, program.objective, list[object]()
    while goal is not None:
        found += [goal.columns.tolist(), goal.coefficients.tolist(), goal.constant, goal.scale]
        goal = goal.then
    arrays = rows.starts, rows.columns, rows.coefficients, rows.lower, rows.upper, rows.kinds
    sides = program.lower, program.upper, program.whole(), rows.scales
    return [*found, *(array.tolist() for array in (*arrays, *sides))]


SAME_SOLUTIONS = ["presolve", "linear rows", "settled", "fixed columns", "smaller numbers"]
SAME_SOLUTIONS += ["objective constant", "unit sizes", "whole objective", "cover form"]


@pytest.mark.every("name")
@pytest.mark.parametrize("name", SAME_SOLUTIONS)
def test_after_a_pass_there_are_the_same_solutions_and_objectives(name: str) -> None:
    changed = 0
    for program, change in changes(PASSES[name]):
        changed += 1
        back, goal, goal_after = change.back, program.objective, change.program.objective
        found = set()
        for values in rightful(change.program):
            before = back.values(np.array(values, dtype=np.int64))
            found.add(tuple(int(value) for value in before.tolist()))
            if goal is not None and goal_after is not None and not goal.is_measured:
                reached = back.bound(float(goal_after.value(np.array(values, dtype=np.int64))))
                assert reached == pytest.approx(float(goal.value(before)), rel=1e-9)
        assert found == rightful(program)
    # Here no objective is measured.
    assert changed or name == "whole objective"


KEEPS_ROWS = [name for name in SAME_SOLUTIONS if name != "cover form"]
"""The passes after which a row still says what the row with its number has said."""


@pytest.mark.every("name")
@pytest.mark.parametrize("name", KEEPS_ROWS)
def test_a_row_says_what_the_row_with_its_number_said(name: str) -> None:
    """Names of rows in answers go by these numbers; a row that is gone holds in any case."""
    for program, change in changes(PASSES[name]):
        after = change.program
        points = assignments(after)
        before = [change.back.values(point).astype(np.int64) for point in points]
        table = np.array(before, dtype=np.int64).reshape(len(points), program.variables)
        numbers = {*program.row_numbers.tolist()}
        assert {*after.row_numbers.tolist()} <= numbers
        for number in numbers:
            held = all_hold(program, number, table)
            assert (held == all_hold(after, number, points)).all(), number


def test_the_rows_of_an_operation_have_its_number_and_its_group() -> None:
    """As many as it becomes by itself, wherever it stands among the others."""
    model = Model()
    n, x = model.integer("n", 3, lower=-2, upper=2), model.binary("x", 3)
    with model.group("first"):
        model.add(maximum(n) == 1)
        model.add(n.sum() <= 3)
    with model.group("second"):
        model.add(absolute(n[0]) >= 1)
        model.add(x[0].implies(n[1] + n[2] >= 1))
        model.conjunction(x)
    model.add(all_different(n))
    program = model.program()
    linear = linearised(program)
    for row, number in enumerate(program.row_numbers.tolist()):
        mask = np.arange(len(program.rows)) == row
        alone = linearised(program.keep(mask))
        its_own = linear.row_numbers == number
        assert its_own.sum() == len(alone.rows) > 0
        assert {*linear.rows.groups[its_own].tolist()} == {int(program.rows.groups[row])}


def all_hold(program: Program, number: int, points: IntArray) -> NDArray[np.bool_]:
    """In which points all rows with a number hold."""
    rows = (program.row_numbers == number).nonzero()[0].tolist()
    held = [holding(program.rows, row, points) for row in rows]
    return np.asarray(np.logical_and.reduce([np.ones(len(points), dtype=bool), *held]))


@pytest.mark.every("name")
@pytest.mark.parametrize("name", [*SAME_SOLUTIONS[:3], *SAME_SOLUTIONS[4:]])
def test_a_proof_of_no_solution_is_one(name: str) -> None:
    for program in programs(PASSES[name]):
        if isinstance(outcome_of(PASSES[name], program), NoSolution):
            assert not rightful(program)


class Place(NamedTuple):
    """A variable, of which a hint only needs to know the column."""

    column: int


@pytest.mark.every("name")
@pytest.mark.parametrize("name", [*PASSES])
def test_hints_go_there_and_values_come_back(name: str) -> None:
    """Who hints at all values of a solution gets them back; columns that go take no hints."""
    for program, change in changes(PASSES[name]):
        if isinstance(change.back, ColumnsLeftOut):
            continue
        dice = random.Random(0)
        given: dict[Any, int] = {
            Place(column): dice.randint(0, 9) + int(program.lower.at(column) or 0)
            for column in range(program.variables)
        }
        hint: Mapping[Any, Any] = change.back.hint(given)
        assert hint.keys() == given.keys()
        values = np.zeros(change.program.variables, dtype=object)
        for variable, value in hint.items():
            values[variable.column] = value
        before = change.back.values(values)
        assert {variable: before[variable.column] for variable in given} == given


@pytest.mark.every("name")
@pytest.mark.parametrize("name", PASSES)
def test_a_watch_hears_of_the_same_objective_as_the_result(name: str) -> None:
    for _, change in changes(PASSES[name]):
        heard: list[Progress] = []
        watch = change.back.watch(heard.append)
        assert watch is not None
        watch(Progress(best=3.0, bound=4.0))
        watch(Progress(best=None, bound=0.5))
        told = [(each.best, each.bound) for each in heard]
        bound = change.back.bound
        assert told == [(bound(3.0), bound(4.0)), (None, bound(0.5))]
        assert change.back.watch(None) is None


def linear_program(seed: int) -> Program:
    """Rows of many sizes, some of which say nothing, and columns with small bounds."""
    dice = random.Random(seed)
    model = Model()

    def number() -> Fraction:
        return Fraction(dice.randint(1, 60) * dice.choice([1, -1]), dice.choice([1, 4, 3]))

    x = [
        model.continuous(
            f"x{n}", lower=0, upper=Fraction(dice.choice([1, 10**6, 5 * 10**7]), 10**6)
        )
        for n in range(dice.randint(1, 4))
    ]
    for _ in range(dice.randint(1, 4)):
        unit = Fraction(10) ** dice.choice([0, -9, -4, 6])
        model.add(model.sum(unit * number() * column for column in x) <= unit * number())
        if dice.random() < 0.4:
            model.add(0 * x[0] <= 1)
    unit = Fraction(10) ** dice.choice([0, -8])
    model.minimize(model.sum(unit * number() * column for column in x))
    return model.program()


def row_sums(program: Program, factors: Sequence[Number]) -> list[Number]:
    """The sum of all rows times some factors: a number for each column."""
    rows = program.rows
    found: list[Number] = [Fraction(0)] * program.variables
    for row, factor in enumerate(factors):
        entries = rows.entries(row)
        pairs = zip(
            rows.columns[entries].tolist(), rows.coefficients[entries].tolist(), strict=True
        )
        for column, coefficient in pairs:
            found[column] += Fraction(coefficient) / int(rows.scales[row]) * factor
    return found


def costs_of(program: Program) -> list[Number]:
    """The cost of each column."""
    assert program.objective is not None
    form = program.objective.form()
    found: list[Number] = [Fraction(0)] * program.variables
    for column, cost in zip(form.columns, form.coefficients, strict=True):
        found[column] += cost
    return found


def exactly(numbers: Sequence[Number]) -> NumberArray:
    """Exact numbers in an array of objects."""
    made = np.empty(len(numbers), dtype=object)
    made[:] = numbers
    return made


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_duals_of_a_relaxation_go_back_through_all_its_passes(first: int) -> None:
    """Reduced costs are what is left of costs; a contradiction, and a direction, stay one."""
    steps = 0
    for seed in range(first, first + 20):
        dice, program = random.Random(seed), linear_program(seed)
        trace = run_passes([*RELAXATION_PASSES, UNIT_SIZES], program)
        if trace.is_refuted:
            continue
        steps += sum(step.is_needed for step in trace.steps)
        after = trace.program
        factors = [Fraction(dice.randint(-9, 9)) for _ in range(len(after.rows))]
        priced = row_sums(after, factors)
        reduced = [cost - worth for cost, worth in zip(costs_of(after), priced, strict=True)]
        duals = trace.duals(exactly(factors)).tolist()
        assert len(duals) == len(program.rows)
        worth_before = row_sums(program, duals)
        expected = [
            cost - worth for cost, worth in zip(costs_of(program), worth_before, strict=True)
        ]
        assert trace.reduced_costs(exactly(reduced)).tolist() == expected
        # A multiple of each row: its column sums, in the units of the columns.
        contradiction = trace.contradiction(exactly(factors)).tolist()
        sums = trace.reduced_costs(exactly(priced))
        scale = trace.bound(1.0)
        assert scale is not None
        in_old_units = [number / Fraction(scale) for number in sums.tolist()]
        assert row_sums(program, contradiction) == in_old_units
        way = [Fraction(dice.randint(-9, 9)) for _ in range(after.variables)]
        gain = sum(cost * step for cost, step in zip(costs_of(after), way, strict=True))
        before = trace.direction(exactly(way)).tolist()
        gained = sum(cost * step for cost, step in zip(costs_of(program), before, strict=True))
        assert gained == gain * Fraction(scale)
    assert steps > 20


def test_several_solutions_come_back_at_once() -> None:
    model = Model()
    x = model.binary("x", 4)
    model.add(x[0] == 1)
    model.add(x[3] == 0)
    model.at_least_one(x[1:3])
    trace = run_passes(PIPELINES[SolverKind.CPSAT].of_question, model.program())
    assert trace.program.variables == 2
    assert trace.values(np.array([[0, 1], [1, 1]])).tolist() == [[1, 0, 1, 0], [1, 1, 1, 0]]
    assert trace.values(np.array([1, 0])).tolist() == [1, 1, 0, 0]


class Shift(WayBack):
    """The way back from numbers that are larger by one."""

    def values(self, values: NumberArray) -> NumberArray:
        return values - 1

    def bound(self, bound: float | None) -> float | None:
        return None if bound is None else bound - 1

    def hint(self, hint: Mapping[Any, Any]) -> Mapping[Any, Any]:
        return {variable: value + 1 for variable, value in hint.items()}


class Double(WayBack):
    """The way back from numbers that are twice as large."""

    def values(self, values: NumberArray) -> NumberArray:
        return values / 2

    def bound(self, bound: float | None) -> float | None:
        return None if bound is None else bound / 2

    def hint(self, hint: Mapping[Any, Any]) -> Mapping[Any, Any]:
        return {variable: 2 * value for variable, value in hint.items()}


def made(back: WayBack) -> Callable[[Program, PassSettings], Outcome]:
    """A pass that makes an equal program, and has this way back."""
    return lambda program, _: Change(program.having(), back)


def test_a_trace_undoes_its_steps_in_reverse() -> None:
    model = Model()
    x = model.integer("x", lower=0, upper=9)
    trace = run_passes(
        [Pass("shift", made(Shift())), Pass("double", made(Double()))], model.program()
    )
    assert trace.values(np.array([8])).tolist() == [3]
    assert trace.bound(8.0) == 3
    assert trace.hint({x: 3}) == {x: 8}
    other = run_passes([Pass("shift", made(Shift()))], trace.program)
    assert trace.then(other).bound(9.0) == 3
    assert [step.name for step in trace.then(other).steps] == ["shift", "double", "shift"]
    assert trace.then(other).program is other.program


def test_the_last_pass_is_the_first_that_proves_that_there_is_no_solution() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x[0] == 1)
    model.add(x[0] == 0)
    trace = run_passes(PIPELINES[SolverKind.CPSAT].of_question, model.program())
    assert trace.is_refuted
    assert trace.program is trace.stated
    assert [step.name for step in trace.steps] == [
        "idle columns",
        "whole rows loosely",
        "presolve",
    ]


def test_each_solver_gets_its_passes_in_this_order() -> None:
    doubles = PIPELINES[SolverKind.DOUBLES]
    assert doubles.of_question == (IDLE_COLUMNS,)
    assert doubles.of_solver == (LINEAR_ROWS, SETTLED)
    assert doubles.in_whole_numbers == (SMALLER_NUMBERS, OBJECTIVE_CONSTANT)
    assert doubles.with_tolerances == (TOLERANCES,)
    assert doubles.of_each_run == (UNIT_SIZES,)
    whole = (IDLE_COLUMNS, WHOLE_ROWS_LOOSELY, PRESOLVE, FIXED_COLUMNS)
    for kind in (SolverKind.CPSAT, SolverKind.RULES, SolverKind.EXACT):
        assert PIPELINES[kind].of_question == whole
    assert PIPELINES[SolverKind.CPSAT].of_solver == (WHOLE_ROWS, WHOLE_OBJECTIVE, SETTLED)
    assert PIPELINES[SolverKind.RULES].of_solver == (WHOLE_ROWS, WHOLE_OBJECTIVE)
    cover = PIPELINES[SolverKind.COVER]
    assert cover.of_question == (IDLE_COLUMNS, WHOLE_ROWS_LOOSELY)
    assert [each.name for each in cover.of_solver] == ["whole rows", "cover form"]
    assert [each.name for each in RELAXATION_PASSES] == [
        "linear rows",
        "unrounded bounds",
        "continuous columns",
        "settled",
    ]
    assert CORE_PASSES == (WHOLE_ROWS_LOOSELY,)
    assert len(PASSES) == len({id(each) for each in PASSES.values()})


@pytest.mark.parametrize("kind", [SolverKind.CPSAT, SolverKind.RULES])
def test_what_cpsat_and_clingo_find_needs_no_way_back(kind: SolverKind) -> None:
    """Their folders read values and bounds as they are, so no pass of theirs changes either."""
    for each in PIPELINES[kind].of_solver:
        for program, change in changes(each):
            assert change.program.variables == program.variables
            for method in ("values", "bound", "hint", "watch"):
                assert getattr(type(change.back), method) is getattr(WayBack, method), each.name


def test_every_backend_has_its_kind() -> None:
    kinds = {name: kind_of(get_backend(name)) for name in backend_names()}
    expected = {
        "cpsat": SolverKind.CPSAT,
        "clingo": SolverKind.RULES,
        "exactcover": SolverKind.COVER,
        **dict.fromkeys(["highs", "scip", "cbc"], SolverKind.DOUBLES),
    }
    assert {name: kind for name, kind in kinds.items() if name in expected} == expected


@pytest.mark.parametrize(
    ("settings", "left_out"),
    [
        (PassSettings(), ["presolve", "fixed columns"]),
        (PassSettings(keeps_columns=True), ["presolve"]),
        (PassSettings(keeps_model=True), ["presolve"]),
        (PassSettings(lists_all=True), ["presolve", "fixed columns"]),
    ],
)
def test_columns_stay_where_the_question_names_them(
    settings: PassSettings, left_out: list[str]
) -> None:
    model = Model()
    x = model.binary("x", 9)
    model.exactly_one(x[:4])
    model.add(x[4] == 1)
    model.add(x[5:].sum() >= 4)
    trace = run_passes(PIPELINES[SolverKind.CPSAT].of_question, model.program(), settings)
    assert [step.name for step in trace.steps if step.is_needed] == left_out


def test_a_program_whose_model_a_solver_keeps_is_presolved_if_half_of_it_goes() -> None:
    model = Model()
    x = model.binary("x", 9)
    model.add(x[0] == 1)
    model.exactly_one(x[1:])
    settings = PassSettings(keeps_model=True)
    trace = run_passes([PRESOLVE], model.program(), settings)
    assert not trace.steps[0].is_needed
    assert run_passes([PRESOLVE], model.program()).steps[0].is_needed


def test_objectives_keep_what_the_question_speaks_of() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x.sum() >= 1)
    model.minimize("0.001" * x[0] + "0.002" * x[1] + 5)
    program = model.program()
    each_run = [OBJECTIVE_CONSTANT, UNIT_SIZES]
    assert all(step.is_needed for step in run_passes(each_run, program).steps)
    kept = PassSettings(keeps_constant=True, keeps_objective=True)
    trace = run_passes(each_run, program, kept)
    assert trace.program is program
    assert trace.bound(5.0) == 5.0


def test_what_is_relaxed_already_stays_as_it_is() -> None:
    program = relaxed(whole_program(3))
    trace = run_passes(RELAXATION_PASSES, program)
    assert all(not step.is_needed for step in trace.steps if step.name != "settled")
    assert CONTINUOUS.run(program, PassSettings()) == NotNeeded()
    assert SAME.values(np.arange(3)).tolist() == [0, 1, 2]


def test_only_a_proof_from_the_rows_as_written_says_that_there_is_no_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bounds that seem to contradict each other are no proof: the solver is to find out."""
    monkeypatch.setattr(smaller_numbers, "narrow_range", lambda _: None)
    model = Model()
    n = model.integer("n", lower=10**7, upper=10**7 + 3)
    model.add(7 * n >= 7 * 10**7 + 8)
    trace = run_passes([SMALLER_NUMBERS], model.program())
    assert not trace.is_refuted
    assert trace.program is model.program()
    refused = PassSettings(refused_above=Trust(coefficients=9, activity=10**6, costs=9))
    with pytest.raises(LargeNumbersError, match="a row adds up to 7e"):
        run_passes([SMALLER_NUMBERS], model.program(), refused)
    result = solve_model(model, "highs")
    assert result.values is not None
    assert result[n] >= 10**7 + 2
    model.add(n <= 10**7 + 1)
    assert run_passes([SMALLER_NUMBERS], model.program()).is_refuted


def test_idle_columns_stay_where_all_solutions_or_a_hint_need_them() -> None:
    model = Model()
    x = model.binary("x", 12_000)
    model.add(x[3] + x[4] >= 1)
    program = model.program()
    trace = run_passes([IDLE_COLUMNS], program)
    assert trace.program.variables == 2
    assert trace.steps[0].note == "11,998 are in no row"
    assert trace.values(np.array([0, 1]))[2:6].tolist() == [0, 0, 1, 0]
    for settings in (PassSettings(lists_all=True), PassSettings(keeps_columns=True)):
        assert run_passes([IDLE_COLUMNS], program, settings).program is program


def program_with_idle_columns(seed: int) -> Program:
    """Columns of which some are in no row, and some in no objective, with ends or without."""
    dice = random.Random(seed)
    model = Model()
    ends = [(0, 1), (-3, -1), (2, 5), (-2, 2), (None, -4), (3, None), (None, None), (7, 7)]
    idle = [model.integer(f"i{n}", lower=low, upper=high) for n, (low, high) in enumerate(ends)]
    parts = [model.continuous("part", lower="1/2", upper=1), model.continuous("rest", upper=0)]
    used = [model.integer(f"u{n}", lower=-1, upper=1) for n in range(3)]
    columns = dice.sample([*idle, *parts, *used], 6)
    model.add(used[0] + used[dice.randint(1, 2)] >= 1)
    if dice.random() < 0.8:
        model.minimize(used[1] + 2 * dice.choice(columns) + 3)
        model.then_maximize(used[2] - dice.choice(used))
    if dice.random() < 0.5:
        model.add(used[2] + dice.choice([idle[0], idle[3]]) <= 1)
    return model.program()


def test_idle_columns_take_the_value_nearest_to_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_pass, "_MANY_IDLE_COLUMNS", 1)
    for seed in range(60):
        program = program_with_idle_columns(seed)
        outcome = IDLE_COLUMNS.run(program, PassSettings())
        assert isinstance(outcome, Change)
        back = outcome.back
        assert isinstance(back, ColumnsLeftOut)
        kept = back.columns.tolist()
        small = outcome.program
        assert small.whole().tolist() == program.whole()[kept].tolist()
        dice = random.Random(seed)
        values = exactly([Fraction(dice.randint(-9, 9)) for _ in kept])
        found = back.values(values)
        assert found[kept].tolist() == values.tolist()
        for column in {*range(program.variables)} - {*kept}:
            lower, upper = program.lower.at(column), program.upper.at(column)
            nearest: Number = 0
            if lower is not None and lower > 0:
                nearest = lower
            elif upper is not None and upper < 0:
                nearest = upper
            assert found[column] == nearest
        goals = [] if program.objective is None else list(program.objective.in_order())
        after = [] if small.objective is None else list(small.objective.in_order())
        for goal, goal_after in zip(goals, after, strict=True):
            assert goal.columns.tolist() == [kept[column] for column in goal_after.columns.tolist()]
            assert goal.coefficients.tolist() == goal_after.coefficients.tolist()


def test_an_idle_column_without_any_value_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bounds contradict each other, which rules out every solution."""
    monkeypatch.setattr(columns_pass, "_MANY_IDLE_COLUMNS", 1)
    model = Model()
    x = model.binary("x", 4)
    model.add(x[0] + x[1] >= 1)
    trace = run_passes([IDLE_COLUMNS], model.program().within({3: (1, 0)}))
    assert trace.program.variables == 3
    assert (trace.program.lower > trace.program.upper).any()


def program_with_divisors(seed: int) -> Program:
    """Rows with common divisors, bounds that are no multiples of these, and fixed columns."""
    dice = random.Random(seed)
    model = Model()
    n = []
    for place in range(dice.randint(1, 4)):
        lower = dice.randint(-3, 3)
        n.append(model.integer(f"n{place}", lower=lower, upper=lower + dice.choice([0, 1, 3])))
    for number in range(dice.randint(1, 4)):
        divisor = dice.choice([1, 2, 3, 6])
        total = model.sum(divisor * dice.choice([-2, -1, 1, 1]) * one for one in n)
        least, most = sorted(dice.randint(-9, 9) for _ in range(2))
        with model.group(f"group {number}"):
            model.add(dice.choice([total >= least, total <= most, total.between(least, most)]))
    model.minimize(model.sum(dice.randint(-5, 5) * one for one in n) + 4)
    return model.program()


def test_rows_are_divided_by_their_common_divisor() -> None:
    """In whatever numbers, also small ones: bounds are rounded inwards, on both sides."""
    refuted = 0
    for seed in range(150):
        program = program_with_divisors(seed)
        narrowed = smaller_numbers.narrow_range(program)
        if narrowed is None:
            refuted += 1
            assert not rightful(program)
            continue
        after, goal = narrowed.program, program.objective
        assert goal is not None
        assert after.objective is not None
        found = set()
        for values in solutions(after):
            before = narrowed.values(np.array(values, dtype=np.int64))
            found.add(tuple(before.tolist()))
            assert after.objective.value(np.array(values)) == goal.value(before)
        assert found == rightful(program)
        assert (after.lower >= 0).all()
        rows = after.rows
        factors = [rows.coefficients[rows.entries(row)].tolist() for row in range(len(rows))]
        assert all(gcd(*row) == 1 for row in factors)
        groups = dict(zip(program.row_numbers.tolist(), program.rows.groups.tolist(), strict=True))
        assert rows.groups.tolist() == [groups[one] for one in after.row_numbers.tolist()]
    assert 0 < refuted < 100
