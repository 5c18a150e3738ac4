"""What a backend answers by itself, without the passes and the checks of questions.

Each answer is held against a look at all assignments that no code of the package has a part in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import LargeNumbersError
from ilpuzzles.modelling.functions import all_different
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress
from ilpuzzles.solvers.registry import get_backend
from support.plain_rows import assignments, solutions
from support.rings import chunks

BOUNDS = [(0, 1), (0, 1), (0, 1), (0, 0), (1, 1), (-2, 1), (3, 5), (-4, -3), (-1, 0)]
LISTING = ("cpsat", "clingo")
CHILDREN = ("cbc", "highs", "scip")


def small_program(seed: int, *, wide: bool = False) -> Program:
    """Whole columns, rows of each kind, now and then none of either, and an objective."""
    dice = random.Random(seed)
    model = Model()
    columns: list[Any] = []
    for number in range(dice.choice([0, 1, 2, 3, 4, 5])):
        lower, upper = dice.choice(BOUNDS)
        columns.append(model.integer(f"n{number}", lower=lower, upper=upper))
    if wide:
        # clingo states a number of so many values by its digits.
        lower = dice.choice([-70, -9, 0, 5])
        columns.append(model.integer("w", lower=lower, upper=lower + dice.choice([64, 65, 100])))
    binaries = list(model.binary("x", dice.choice([0, 1, 2, 3])).flat)
    columns += binaries
    for _ in range(dice.choice([0, 1, 1, 2, 3])):
        some = [column for column in columns if dice.random() < 0.7]
        total = model.sum(dice.choice([-3, -1, 1, 1, 2, 5]) * column for column in some)
        if not some:
            continue
        least = dice.choice([None, -3, -1, 0, 1, 2])
        most = dice.choice([None, 0, 1, 1, 4, 9])
        if least is not None and most is not None and least > most:
            least, most = most, least
        model.add(total.between(-99 if least is None else least, 99 if most is None else most))
    for _ in range(dice.choice([0, 0, 1, 2]) if binaries else 0):
        literals = [x if dice.random() < 0.6 else ~x for x in dice.sample(binaries, len(binaries))]
        kind = dice.choice(["exactly_one", "at_most_one", "at_least_one", "conjunction"])
        kind = dice.choice([kind, "disjunction"])
        made = getattr(model, kind)(literals[: dice.randint(0, 3)])
        if kind in {"conjunction", "disjunction"}:
            columns.append(made)
    if dice.random() < 0.7 and columns:
        unit = dice.choice([Fraction(1), Fraction(1), Fraction(1, 4)])
        goal = model.sum(unit * dice.randint(-5, 5) * column for column in columns)
        goal = goal + dice.choice([0, 0, 7, -100])
        dice.choice([model.minimize, model.maximize])(goal)
    return model.program()


def value_of(program: Program, values: list[int]) -> Fraction:
    """The objective of an assignment."""
    goal = program.objective
    assert goal is not None
    terms = zip(goal.columns.tolist(), goal.coefficients.tolist(), strict=True)
    total = sum((Fraction(cost) * values[column] for column, cost in terms), Fraction(0))
    return Fraction(total + Fraction(goal.constant)) / Fraction(goal.scale)


def require_best(program: Program, name: str, *, seed: int) -> None:
    """A backend finds a best solution, or none where there is none."""
    right = solutions(program)
    result = get_backend(name).solve(program, Options(seed=seed))
    if not right:
        assert (result.status, result.limit) == (Status.INFEASIBLE, Limit.NONE)
        assert (result.values, result.objective, result.complete) == (None, None, True)
        return
    assert (result.status, result.limit, result.complete) == (Status.OPTIMAL, Limit.NONE, True)
    assert result.values is not None
    found = result.values.tolist()
    assert found in right
    if program.objective is None:
        assert (result.objective, result.bound) == (None, None)
        return
    reached = [value_of(program, values) for values in right]
    best = max(reached) if program.objective.maximize else min(reached)
    assert value_of(program, found) == best == result.objective
    assert result.bound == pytest.approx(float(best))


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("name", LISTING)
def test_a_backend_finds_the_best_of_all_assignments(name: str, wide: bool, seeds: range) -> None:
    for seed in range(6 * seeds.start, 6 * seeds.stop):
        require_best(small_program(seed, wide=wide), name, seed=seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", CHILDREN)
def test_a_child_finds_the_best_of_all_assignments(name: str) -> None:
    for seed in range(100, 118):
        require_best(small_program(seed, wide=seed % 2 == 0), name, seed=seed)


@pytest.mark.parametrize("name", LISTING)
@pytest.mark.parametrize("drawn", chunks(50, first=20))
def test_a_list_has_each_assignment_once_up_to_any_limit(name: str, drawn: range) -> None:
    """Whoever has had enough at the very last one is not told that this was all."""
    for seed in drawn:
        program = small_program(seed, wide=seed % 4 == 0)
        right = solutions(program)
        for limit in {1, max(len(right), 1), len(right) + 1}:
            found: list[list[int]] = []

            def visit(batch: IntArray, found: list[list[int]] = found, most: int = limit) -> bool:
                found += batch.tolist()
                return len(found) < most

            result = get_backend(name).enumerate(program, Options(seed=seed), visit)  # type: ignore[attr-defined]
            assert len(found) == min(limit, len(right))
            assert all(values in right for values in found)
            assert len({*map(tuple, found)}) == len(found)
            was_stopped = len(right) >= limit
            assert result.complete is not was_stopped
            assert result.limit is (Limit.SOLUTIONS if was_stopped else Limit.NONE)
            assert result.status is (Status.OPTIMAL if right else Status.INFEASIBLE)


@pytest.mark.parametrize("name", LISTING)
def test_a_list_has_the_deciding_values_once(name: str, seeds: range) -> None:
    for seed in range(3 * seeds.start, 3 * seeds.stop):
        program = small_program(seed)
        dice = random.Random(seed)
        deciding = np.array([dice.random() < 0.5 for _ in range(program.variables)], dtype=bool)
        program = program.having(deciding=deciding, objective=None)
        found: list[tuple[int, ...]] = []

        def visit(batch: IntArray, found: list[Any] = found, mask: Any = deciding) -> bool:
            found.extend(tuple(values[mask].tolist()) for values in batch)
            return True

        get_backend(name).enumerate(program, Options(), visit)  # type: ignore[attr-defined]
        right = {tuple(np.array(values)[deciding].tolist()) for values in solutions(program)}
        assert sorted(found) == sorted(right)


def contradiction(seed: int) -> tuple[Program, list[Callable[[Sequence[int]], bool]]]:
    """Tight rows of five columns, most often without a solution, and what each of them means.

    The first one always holds, and has no column; some are no sums.
    """
    dice = random.Random(seed)
    model = Model()
    n = [model.integer(f"n{place}", lower=0, upper=dice.choice([1, 1, 2])) for place in range(5)]
    model.add(model.sum([]) <= 1)
    meant: list[Callable[[Sequence[int]], bool]] = [lambda _: True]
    for _ in range(7):
        one, other, third = dice.sample(range(5), 3)
        kind = dice.choice(["sum", "sum", "different", "greatest"])
        most = dice.randint(0, 2)
        if kind == "sum":
            model.add(n[one] + n[other] - n[third] >= most)
            meant.append(lambda v, a=one, b=other, c=third, k=most: v[a] + v[b] - v[c] >= k)  # type: ignore[misc]
        elif kind == "different":
            model.add(n[one] + n[other] != most)
            meant.append(lambda v, a=one, b=other, k=most: v[a] + v[b] != k)  # type: ignore[misc]
        else:
            model.add(all_different(n[one], n[other]))
            meant.append(lambda v, a=one, b=other: v[a] != v[b])  # type: ignore[misc]
    return model.program(), meant


@pytest.mark.parametrize("name", LISTING)
def test_a_core_rules_out_every_solution(name: str, seeds: range) -> None:
    """Each row is a member, or holds in any case: those of a core and these have no solution."""
    cores = 0
    for seed in range(8 * seeds.start, 8 * seeds.stop):
        program, meant = contradiction(seed)
        assert len(meant) == len(program.rows)
        asked = random.Random(seed).sample(range(len(meant)), 6)
        members = [np.array([row]) for row in asked]
        core, result = get_backend(name).core(program, Options(), members)  # type: ignore[attr-defined]
        points = assignments(program.having(rows=program.rows.keep(np.zeros(len(meant), bool))))
        if core is None:
            assert result.status is Status.OPTIMAL
            assert any(all(holds(point) for holds in meant) for point in points.tolist())
            continue
        cores += 1
        assert result.status is Status.INFEASIBLE
        kept = {*range(len(meant))} - {*asked} | {asked[number] for number in core}
        assert not any(all(meant[row](point) for row in kept) for point in points.tolist())
    assert cores


@pytest.mark.parametrize("name", [*LISTING, "highs"])
def test_bounds_that_contradict_each_other_have_no_solution(name: str) -> None:
    model = Model()
    model.integer("n", lower=0, upper=9)
    model.binary("x")
    for crossed in ({0: (3, 2)}, {0: (9, 0)}, {0: (5, 1)}, {1: (1, 0)}):
        program = model.program().within(crossed)
        result = get_backend(name).solve(program, Options())
        assert (result.status, result.complete) == (Status.INFEASIBLE, True)


def test_a_column_whose_bounds_contradict_each_other_is_in_no_cover() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.at_most_one(x)
    for crossed in ({0: (1, 0)}, {1: (5, 1)}):
        program = model.program().within(crossed)
        assert get_backend("exactcover").solve(program, Options()).status is Status.INFEASIBLE


def test_clingo_begins_with_the_values_of_a_hint() -> None:
    """Also of columns that do not begin at 0, in order or by their digits."""
    model = Model()
    n = model.integer("n", lower=-3, upper=4)
    w = model.integer("w", lower=-50, upper=70)
    for values in ((-3, 70), (4, -50), (2, 13), (0, 0)):
        hint = Options(hint=dict(zip((n, w), values, strict=True)))
        result = get_backend("clingo").solve(model.program(), hint)
        assert result.values is not None
        assert tuple(result.values.tolist()) == values


@pytest.mark.parametrize("counts", [[3], [1024], [1025, 40], [2047, 2048, 5], [1] * 30, []])
def test_cpsat_gets_the_bounds_of_every_column(counts: list[int]) -> None:
    """Those that stand together with the same bounds are added in blocks."""
    model = Model()
    for place, count in enumerate(counts):
        model.integer(f"n{place}", count, lower=-place, upper=place + 1)
    program = model.program()
    proto = get_backend("cpsat").native(program).proto
    found = [tuple(variable.domain) for variable in proto.variables]
    assert found == list(zip(program.lower.tolist(), program.upper.tolist(), strict=True))


@pytest.mark.parametrize("name", LISTING)
def test_a_watch_hears_of_the_objective_as_it_was_stated(name: str, seeds: range) -> None:
    """With its sense, constant and scale: what it hears at last is the best there is."""
    heard = 0
    for seed in range(6 * seeds.start, 6 * seeds.stop):
        program = small_program(seed)
        right = solutions(program)
        goal = program.objective
        if goal is None or not right:
            continue
        told: list[Progress] = []
        shown: list[list[int]] = []

        def show(one: Any, shown: list[list[int]] = shown) -> None:
            shown.append(one.values.tolist())

        options = Options(watch=told.append, on_solution=show)
        result = get_backend(name).solve(program, options)
        reached = [value_of(program, values) for values in right]
        best = max(reached) if goal.maximize else min(reached)
        assert result.objective == best
        bests = [one.best for one in told if one.best is not None]
        bounds = [one.bound for one in told if one.bound is not None]
        assert bests == sorted(bests, reverse=not goal.maximize)
        assert bests[-1:] in ([], [pytest.approx(float(best))])
        room = [bound - best if goal.maximize else best - bound for bound in map(Fraction, bounds)]
        assert all(one >= -1e-6 for one in room)
        assert result.values is not None
        assert all(values in right for values in shown)
        assert not shown or shown[-1] == result.values.tolist()
        heard += len(bests)
    assert heard


@pytest.mark.parametrize("factor", [1 << 30, -(1 << 30)])
@pytest.mark.parametrize("end", [1 << 40, -(1 << 40)])
@pytest.mark.parametrize("where", ["row", "objective"])
def test_what_cpsat_cannot_add_up_is_refused_whatever_its_sign(
    where: str, end: int, factor: int
) -> None:
    model = Model()
    n, x = model.integer("n", lower=min(0, end), upper=max(0, end)), model.binary("x")
    if where == "row":
        model.add(factor * n + x <= 5)
    else:
        model.minimize(factor * n + x)
    with pytest.raises(LargeNumbersError, match=r"may add up to 1\.18e\+21, more than 62 bits"):
        get_backend("cpsat").solve(model.program(), Options())
