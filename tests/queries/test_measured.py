"""Measured numbers: what holds, what is best, how many there are, against plain arithmetic.

The rule is written here once more, in fractions and from the data: a row that has a number with
more than 12 digits may be missed by 1e-9 of the largest of its bound, its terms, and its largest
coefficient or 1, whichever is less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.files import open_model, read_lp
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, LargeNumbersError, ModelError
from ilpuzzles.queries.best import best_solutions, optimal_solutions
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.solvers.registry import Task, choose
from support.traced import allowance, is_long, meaning

DOUBLES = ["highs", "scip", "cbc"]
BACKENDS = ["auto", "cpsat", *DOUBLES]


def exactly(number: Any) -> Fraction:
    """The number that a float of the data stands for."""
    return meaning(float(number), decimals=False)


@dataclass(frozen=True)
class Data:
    """Rows and costs over binary columns, as arrays of numpy."""

    matrix: Any
    upper: Any
    costs: Any
    model: Model

    def holds(self, row: int, values: tuple[int, ...], *, inwards: int = 0) -> bool:
        """Whether a row holds, or would if its bound were moved inwards by so many tolerances."""
        factors = [exactly(factor) for factor in self.matrix[row]]
        terms = [factor * value for factor, value in zip(factors, values, strict=True)]
        bound = exactly(self.upper[row])
        is_measured = any(map(is_long, [*map(float, self.matrix[row]), float(self.upper[row])]))
        allowed = allowance(terms, factors, bound) if is_measured else Fraction(0)
        return sum(terms) - bound <= (1 - inwards) * allowed

    def solutions(self) -> list[tuple[int, ...]]:
        """Every assignment that satisfies all rows."""
        rows = range(len(self.upper))
        every = product((0, 1), repeat=len(self.costs))
        return [values for values in every if all(self.holds(row, values) for row in rows)]

    def worth(self, values: tuple[int, ...]) -> Fraction:
        """The objective."""
        return sum((Fraction(float(c)) * v for c, v in zip(self.costs, values, strict=True)))  # type: ignore[return-value] # of fractions


def data_by_chance(seed: int, *, columns: int = 8) -> Data:
    """Two rows of random doubles, one of which some assignments reach exactly, and random costs."""
    rng = np.random.default_rng(seed)
    scale = [1, 100, 1e-3, 1e6][seed % 4]
    matrix = rng.random((2, columns)) * scale
    hidden = rng.integers(0, 2, columns)
    upper = np.array([matrix[0] @ hidden, matrix[1].sum() * 0.6])
    costs = rng.random(columns)
    model = Model()
    x = model.binary("x", columns)
    model.add(matrix @ x <= upper, "data")
    model.maximize(x @ costs)
    return Data(matrix, upper, costs, model)


@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", range(12))
def test_the_best_by_random_data_is_the_best(seed: int, backend: str) -> None:
    data = data_by_chance(seed)
    result = solve_model(data.model, backend)
    assert result.status is Status.OPTIMAL
    assert result.values is not None
    values = tuple(result.values.tolist())
    assert values in data.solutions()
    best = max(map(data.worth, data.solutions()))
    assert abs(data.worth(values) - best) <= Fraction(2, 10**9) * max(best, Fraction(1))
    assert type(result.objective) is float
    assert result.objective == float(data.worth(values))
    assert 0 < result.gap <= Fraction(1, 10**8) * max(best, Fraction(1))


@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", range(8))
def test_all_backends_list_the_best_alike(seed: int, backend: str) -> None:
    data = data_by_chance(seed)
    found = best_solutions(data.model, backend, number=6)
    expected = sorted(map(data.worth, data.solutions()), reverse=True)[:6]
    assert found.complete
    assert [data.worth(tuple(one.tolist())) for one in found.solutions] == expected
    assert list(found.objectives) == list(map(float, expected))


@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", range(6))
def test_counts_by_random_data_are_right_and_say_what_lies_on_the_border(
    seed: int, backend: str
) -> None:
    data = data_by_chance(seed, columns=5)
    solutions = data.solutions()
    on_border = [v for v in solutions if not all(data.holds(r, v, inwards=2) for r in range(2))]
    counted = count_solutions(data.model, backend)
    assert counted.number == len(solutions)
    border = counted.result.border
    assert (0 if border is None else border.number) == len(on_border)
    if border is not None:
        # An assignment reaches the first row.
        assert "on the border of data[0]" in str(counted)
    listed = list_solutions(data.model, backend)
    assert {tuple(one.tolist()) for one in listed.solutions} == set(solutions)
    assert str(listed.result.border or "") in listed.text()


@pytest.mark.parametrize("backend", BACKENDS)
def test_computed_numbers_mean_what_people_expect(backend: str) -> None:
    def value(state: Any, columns: int = 3) -> Any:
        model = Model()
        x = model.binary("x", columns)
        state(model, x)
        model.maximize(x.sum())
        return solve_model(model, backend).objective

    assert value(lambda m, x: m.add(x.sum() <= 0.29 * 100), 40) == 29
    assert value(lambda m, x: m.add((1 / 3) * (x[0] + x[1] + x[2]) == 1)) == 3
    assert value(lambda m, x: m.add(np.array([1.1, 2.2]) * 3 @ x == 9.9), 2) == 2
    model = Model()
    model.add(0.1 * np.arange(1, 4) @ model.binary("x", 3) <= 0.3)
    assert int(count_solutions(model, backend)) == 5


def test_an_exact_sum_with_a_measured_bound_keeps_its_kind() -> None:
    model = Model()
    x = model.binary("x", 3)
    row = model.add(x.sum() <= 0.1 * 3 + 0.7)
    program = model.program()
    assert not program.is_measured()
    assert row.bounds == (None, 0.1 * 3 + 0.7)
    assert model.check(np.array([1, 0, 0])) == ()
    assert [str(one) for one in model.check(np.array([1, 1, 0]))] == [
        "linear[0] is 2, not at most 1"
    ]


def measured_rows() -> Iterator[tuple[str, Any]]:
    """Comparisons of a whole variable and two binary ones, with their values in plain Python."""
    yield "x[0] * (1 / 3) <= 1 / 3", lambda x: x[0] / 3 <= 1 / 3
    yield "x[0] * (1 / 3) < 1 / 3", lambda x: x[0] < 1
    yield "x[0] * (1 / 3) > 2 / 3", lambda x: x[0] > 2
    yield "x[0] * (1 / 3) != 1.0", lambda x: x[0] != 3
    yield "x[0] * (1 / 3) == 1.0", lambda x: x[0] == 3
    yield "x[1] * 0.1 * 3 + x[2] * 0.7 >= 0.1 + 0.2", lambda x: x[1] or x[2]
    yield "x[0] < 0.29 * 100 - 27", lambda x: x[0] < 2
    yield "x[0] > 0.29 * 100 - 27", lambda x: x[0] > 2
    yield "(x[0] * (1 / 3)).between(1 / 3, 0.1 * 3 + 0.6)", lambda x: 1 <= x[0] <= 2


@pytest.mark.every("text")
@pytest.mark.parametrize("backend", ["cpsat", "highs", "scip", "cbc"])
@pytest.mark.parametrize(("text", "value"), list(measured_rows()), ids=lambda one: str(one)[:40])
@pytest.mark.parametrize("how", ["as a row", "as a truth", "negated", "behind a condition"])
def test_measured_comparisons_mean_what_they_say(
    text: str, value: Any, how: str, backend: str
) -> None:
    model = Model()
    family = [model.integer("n", lower=0, upper=4), *model.binary("b", 2).flat]
    said = eval(text, {"x": family})  # noqa: S307 - of our own making
    switch = model.binary("switch")
    if how == "as a row":
        model.add(said)
    elif how == "negated":
        model.add(~said)
    elif how == "as a truth":
        model.add(switch == said)
    else:
        model.add(switch.implies(said))
    expected = 0
    for values in product(range(5), (0, 1), (0, 1), (0, 1)):
        *x, on = values
        holds = bool(value(x))
        right = {
            "as a row": holds,
            "negated": not holds,
            "as a truth": bool(on) == holds,
            "behind a condition": holds or not on,
        }
        expected += right[how]
    assert int(count_solutions(model, backend)) == expected


def test_uniqueness_is_not_claimed_where_the_last_digits_decide() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x @ [1 / 3, 2 / 3] <= 1 / 3)
    model.add(x.sum() >= 1)
    found = check_uniqueness(model)
    assert found.verdict is Verdict.UNKNOWN
    assert found.result.border is not None
    robust = Model()
    y = robust.binary("y", 2)
    robust.add(y @ [1 / 3, 2 / 3] >= 0.7 + 0.1)
    assert check_uniqueness(robust).verdict is Verdict.UNIQUE


def test_exact_models_read_every_float_as_its_decimal() -> None:
    model = Model(exact=True)
    x = model.binary("x", 3)
    row = model.add((1 / 3) * (x[0] + x[1] + x[2]) == 1)
    assert not model.program().is_measured()
    assert solve_model(model, "cpsat").status is Status.INFEASIBLE
    assert row.coefficients[x[0]] == Fraction("0.3333333333333333")
    text = "Minimize\n obj: x\nSubject To\n c: 0.33333333333333331 x >= 0.3\nBinaries\n x\nEnd\n"
    assert read_lp(text).program().is_measured()
    assert not read_lp(text, exact=True).program().is_measured()


def test_statistics_name_the_number_that_made_a_row_measured() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x.sum() <= 1)
    model.add(x @ [0.5, 0.1 + 0.2] <= 0.6, "budget")
    assert str(model.statistics()).endswith(
        "1 of 2 rows is measured: 0.30000000000000004 in budget[0]"
    )


def test_violations_have_digits_enough_to_tell_both_sides_apart() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x @ [0.1 + 0.2, 1] <= 1.3000000000001)
    model.add(x @ [0.1 + 0.2, 1] <= 1.29999)
    assert [str(one) for one in model.check(np.array([1, 1]))] == [
        "linear[1] is 1.3, not at most 1.29999"
    ]
    fine = Model()
    y = fine.continuous("y")
    fine.add(y <= 1)
    values = np.array([1 + Fraction(1, 10**14)], dtype=object)
    assert [str(one) for one in fine.check(values)] == [
        "linear[0] is 1.00000000000001, not at most 1"
    ]


def test_what_whole_numbers_cannot_hold_is_refused_with_advice() -> None:
    model = Model()
    n = model.integer("n", 3, lower=0, upper=10**9)
    model.add(n @ np.random.default_rng(1).random(3) <= 0.1 + 0.2)
    with pytest.raises(LargeNumbersError, match=r"round the data, as by \.round\(6\)"):
        solve_model(model, "cpsat")
    assert solve_model(model).status is Status.OPTIMAL


def test_numbers_that_become_infinite_are_refused() -> None:
    model = Model()
    x = model.binary("x")
    with pytest.raises(ModelError, match="has the number inf"):
        model.add(x * (1e200 / 3) * (1e200 / 3) <= 1)


@pytest.mark.parametrize("backend", DOUBLES)
def test_optimal_solutions_are_those_within_the_gap(backend: str) -> None:
    model = Model()
    x = model.binary("x", 4)
    model.add(x.sum() == 1)
    model.maximize(x @ [0.1 + 0.2, 0.3 + 1e-15, 0.1, 1 / 7])
    assert len(optimal_solutions(model, backend)) == 2


@pytest.mark.parametrize("seed", range(6))
def test_values_and_prices_of_measured_programs_are_floats(seed: int) -> None:
    rng = np.random.default_rng(seed)
    model = Model()
    x = model.continuous("x", 4)
    rows = model.add(rng.random((3, 4)) @ x >= rng.random(3))
    model.minimize(x @ rng.random(4))
    result = solve_model(model)
    assert {type(value) for value in result[x].tolist()} == {float}
    assert type(result.slack(rows.parts[0])) in {float, int}
    relaxation = model.relaxation()
    assert type(relaxation.objective) is float
    assert relaxation.duals.dtype == np.float64
    assert abs(relaxation.objective - (result.objective or 0)) <= 1e-9
    model.minimize(x.sum())
    assert type(solve_model(model).objective) is float


@pytest.mark.parametrize("backend", BACKENDS)
def test_exact_rows_without_the_measured_ones_are_whole_numbers_again(backend: str) -> None:
    model = Model()
    x = model.binary("x", 3)
    model.add(x.sum() >= 4, "many")
    with model.group("data"):
        model.add(x @ [1 / 3, 1 / 7, 0.1] <= 1)
    explained = model.explain(backend)
    assert list(map(str, explained.rows)) == ["many[0]: x[0] + x[1] + x[2] >= 4"]
    assert solve_model(model.without("data"), backend).status is Status.INFEASIBLE
    changed = Model()
    y = changed.binary("y", 3)
    row = changed.add(y @ [1 / 3, 1 / 7, 0.1] <= 0.4)
    assert int(count_solutions(changed, backend)) == 5
    changed.change(row, dict(zip(y, [5, 7, 2], strict=True)), bounds=(None, 9))
    assert int(count_solutions(changed, backend)) == 6


def test_relaxations_keep_a_measured_bound_of_whole_numbers() -> None:
    model = Model()
    x = model.binary("x", 6)
    model.add(8 * x.sum() <= 14.682018112345678)
    model.maximize(x.sum())
    assert solve_model(model).objective == 1
    assert model.relaxation().objective == pytest.approx(14.682018112345678 / 8, rel=1e-12)
    model.add(x.sum() >= 2)
    assert model.relaxation().status is Status.INFEASIBLE


def test_cbc_is_asked_for_something_better_than_its_optimum() -> None:
    # By itself, CBC 2.10.3 calls 1102.35 the best.
    model = Model()
    x = model.integer("x", 10, lower=0, upper=3)
    weights = np.array([19.98, 79.58, 1.07, 30.84, 0.68, 41.64, 40.87, 1.65, 32.2, 2.26])
    costs = np.array([0.46, 58.04, 53.39, 61.03, 9.21, 70.68, 58.34, 5.83, 36.34, 33.63])
    model.add(x @ (weights + 1e-9) <= 666.69010002131)
    model.maximize(x @ (costs + 1e-9))
    assert solve_model(model, "cbc").objective == pytest.approx(1123.130000026, rel=1e-12)
    assert choose(program=model.program(), task=Task.ONE).backend.name != "cbc"


@pytest.mark.parametrize("backend", DOUBLES)
def test_a_column_that_improves_for_ever_is_found_however_small_its_price(backend: str) -> None:
    model = Model()
    x = model.continuous("x", 3)
    data = np.random.default_rng(1).random((3, 3)) + 1
    data[:, 2] *= 5e8
    model.add(data @ x >= 6e3)
    model.minimize(x @ [2.65, 0.21, -0.1467952812345])
    assert solve_model(model, backend).status is Status.UNBOUNDED


@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", range(6))
def test_large_terms_widen_the_border_of_a_row_with_a_small_bound(seed: int, backend: str) -> None:
    """A balance of large amounts is off by the last digits of its terms, not of its bound."""
    rng = np.random.default_rng(seed)
    weights = rng.random(4) * 4e7
    weights[2] = weights[0] + weights[1] + weights[3]
    matrix = np.array([weights * [1, 1, -1, 1]])
    model = Model()
    x = model.binary("x", 4)
    model.add(matrix @ x == np.zeros(1), "balance")
    model.add(x.sum() >= 1)
    # Missed by 1e-9 and more, which is nothing beside 10^7.
    assert model.check(np.array([1, 1, 1, 1])) == ()
    assert solve_model(model, backend).status is Status.OPTIMAL
    assert int(count_solutions(model, backend)) == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_backend_counts_what_check_accepts(backend: str) -> None:
    model = Model()
    x = model.integer("x", 2, lower=0, upper=3)
    model.add(x @ [1e6 / 3, -1e6 / 3] <= -1e-4 / 3)
    every = [np.array(values) for values in product(range(4), repeat=2)]
    accepted = [values for values in every if not model.check(values)]
    assert int(count_solutions(model, backend)) == len(accepted) == 9


@pytest.mark.parametrize("backend", ["cpsat", "highs", "auto"])
def test_several_objectives_with_ties_in_their_last_digits(backend: str) -> None:
    model = Model()
    x = model.binary("x", 4)
    model.add(x.sum() <= 2)
    model.maximize(x @ [0.3, 0.8, 0.29 * 100 / 29, 0.7 + 0.1])
    model.then_minimize(x @ [1 / 3, 2 / 3, 2 / 3, 2 / 3])
    found = best_solutions(model, backend, number=20)
    assert found.complete
    assert len({tuple(one.tolist()) for one in found.solutions}) == 11
    firsts = [score[0] for score in found.objectives]  # type: ignore[index] # of pairs
    assert all(one >= other - 1e-8 for one, other in pairwise(firsts))


def test_exact_rows_beside_measured_ones_mean_what_they_mean_alone() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x.sum() == 0.1)
    model.add(x @ [1 / 3, 1] <= 1 / 3)
    assert solve_model(model).status is Status.INFEASIBLE
    # Rounded inwards, its bounds would be 1 and 0.
    assert [str(row) for row in model.explain().rows] == ["linear[0]: x[0] + x[1] = 0.1"]
    large = Model()
    y = large.binary("y", 2)
    large.add(1_000_000 * y[0] + y[1] == 1 / 3e4)
    assert solve_model(large).status is Status.INFEASIBLE


def test_tolerances_of_exact_models_are_decimals() -> None:
    model = Model(exact=True)
    x = model.binary("x")
    model.maximize(x * (1 / 7))
    model.then_minimize(x, tolerance=1 / 7)
    assert solve_model(model, "cpsat").objective == 0


def test_cpsat_proves_what_a_hint_decides() -> None:
    """CP-SAT leaves the constant out of an objective of which nothing is open."""
    model = Model()
    x = model.binary("x", 4)
    model.add(x @ np.array([2.3387881969820068e-05, 641317.1944789831, 0, 1.64648312]) <= 1e-8)
    model.minimize(x @ np.array([2.1, 0, 1 / 7, 1 / 7]) + 1 / 3)
    model.then_minimize(x @ np.array([1 / 7, 0.1, 4.8, -1.1]) + 1 / 3)
    assert solve_model(model, "cpsat").status is Status.OPTIMAL


def test_large_exact_bounds_beside_measured_rows_are_saved(tmp_path: Path) -> None:
    model = Model()
    x = model.integer("x", 2, lower=0, upper=3)
    model.add(Fraction(1, 3) * x[0] + 1e-12 * x[1] <= 1e11)
    model.add(x @ [1 / 3, 1 / 7] <= 5)
    model.save(tmp_path / "large.ilp.json")
    again = open_model(tmp_path / "large.ilp.json")
    assert int(count_solutions(again)) == int(count_solutions(model)) == 16
    text = "Maximize\n v: 1152921504606846976 a + 0.3333333333333333 b\nBinaries\n a b\nEnd\n"
    assert "1152921504606846976 a" in read_lp(text).to_lp()


@pytest.mark.exhaustive
def test_too_much_beyond_a_border_is_for_another_backend() -> None:
    model = Model()
    y, z = model.integer("y", lower=0, upper=1000), model.binary("z")
    row = model.add((1e-7 / 3) * y <= (1e5 / 3) * z)
    model.add(z == 0)
    model.maximize(y)
    with pytest.raises(BackendError, match="just outside row linear"):
        solve_model(model, "cpsat")
    assert solve_model(model).objective == 0
    model.change(row, {y: 1e-5 / 3})
    assert solve_model(model, "cpsat").objective == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", ["cpsat", "highs"])
def test_parts_of_measured_programs_are_searched_side_by_side(backend: str) -> None:
    """Presolve leaves them alone, so that two parts of a row had one name: of one true literal."""
    model = Model()
    x = model.binary("x", 4)
    model.exactly_one(x[:2])
    model.exactly_one(x[2:])
    model.add(x @ [1e7 / 3, 2e7 / 3, -1e7 / 3, -2e7 / 3] <= -4e-4 / 3)
    every = [np.array(values) for values in product((0, 1), repeat=4)]
    accepted = [values for values in every if not model.check(values)]
    counted = count_solutions(model, backend, workers=2)
    # Of these, all but one miss the bound by no more than their terms allow.
    assert int(counted) == len(accepted) == 3


@pytest.mark.exhaustive
@pytest.mark.engine
def test_engines_that_know_all_solutions_pass_over_what_lies_beyond_a_border() -> None:
    model = Model()
    x = model.binary("x", 4)
    model.exactly_one(x[:2])
    model.exactly_one(x[2:])
    # Both are 1, and its bound is reached within the tolerance alone.
    model.add(x @ [1 / 3, 1 / 7, 2 / 3, 0] <= 1 - 0.95e-9)
    every = [np.array(values) for values in product((0, 1), repeat=4)]
    accepted = [values.tolist() for values in every if not model.check(values)]
    assert [1, 0, 1, 0] in accepted
    assert int(count_solutions(model, "exactcover")) == len(accepted) == 4
    forced = find_forced(model, "exactcover")
    assert list(forced.values) == []
    model.maximize(x @ [1, 0, 1, 0])
    assert best_solutions(model, "exactcover", number=4).objectives == (2, 1, 1, 0)


@pytest.mark.parametrize("backend", ["cpsat", "highs"])
def test_no_conflict_rests_on_a_row_that_holds_at_its_border(backend: str) -> None:
    model = Model()
    x = model.binary("x", 3)
    with model.group("data"):
        model.add(x[0] * (1 / 3) + x[1] * (2 / 3) >= 1 + 0.95e-9)
    with model.group("both"):
        model.add(x[0] + x[1] >= 2)
    with model.group("none"):
        model.add(x[2] >= 1)
        model.add(x[2] <= 0)
    assert model.without("none").check(np.array([1, 1, 0])) == ()
    assert [group.name for group in model.explain(backend).groups] == ["none"]
