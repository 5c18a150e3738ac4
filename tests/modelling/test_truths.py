"""Truths as a person writes them: how they look, what they become, and what is refused."""

from __future__ import annotations

from itertools import product as every

import numpy as np
import pytest

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling import series_names
from ilpuzzles.modelling.encoding import encoder_of
from ilpuzzles.modelling.functions import (
    absolute,
    all_different,
    conditional,
    conjunction,
    count,
    disjunction,
    element,
    exclusive_disjunction,
    factorial,
    greatest_common_divisor,
    maximum,
    member,
    minimum,
    power,
    product,
    quotient,
    tabulated,
)
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.queries.solve import solve_model


def test_truths_look_as_they_are_written() -> None:
    model = Model()
    x, y, z = (model.binary(name) for name in "xyz")
    n = model.integer("n", lower=0, upper=9)
    for truth, text in [
        (x & y & z, "x & y & z"),
        (x & (y | z), "x & (y | z)"),
        (~(x & ~y), "~x | y"),
        (~(x | (n <= 3)), "~x & (n >= 4)"),
        (~(x ^ y), "~x ^ y"),
        (~(n == 3), "n != 3"),
        (~(n != 3), "n == 3"),
        (~n.between(2, 5), "~(2 <= n <= 5)"),
        (~~n.between(2, 5), "2 <= n <= 5"),
        (x & True, "x"),
        (True & x, "x"),
        (x & False, "False"),
        (x | 1, "True"),
        (0 | x, "x"),
        (True ^ x, "~x"),
        (x ^ False, "x"),
        ((x | True) & y, "y"),
        ((x & False) & y, "False"),
        ((x & False) | y, "y"),
        (x.implies(y.implies(z)), "~x | ~y | z"),
        (all_different(x, n), "all_different(2 numbers)"),
    ]:
        assert repr(truth) == text
    assert model.statistics().rows == 0


def test_a_plain_statement_needs_no_further_variable() -> None:
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    n = model.integer("n", 2, lower=0, upper=9)
    model.add(x)
    model.add(~x | y)
    model.add(x ^ y)
    model.add(x.implies(n[0] <= 3))
    model.add((x & y).implies(n[0] != n[1]))
    model.add((n[0] >= 2) & (n[1] >= 2) & y)
    model.add(x == y)
    model.add(x | True)
    assert model.statistics().variables == 4
    kinds = model.statistics().rows_by_kind
    assert kinds == {"linear": 3, "at_least_one": 3, "operation": 3}
    # Of two comparisons, one stays a comparison.
    model.add((n[0] <= 3) | (n[1] <= 3))
    assert model.statistics().variables == 5


def test_the_same_truth_has_the_same_variable() -> None:
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    n = model.integer("n", lower=0, upper=9)
    literal = encoder_of([x]).literal
    for one, other in [
        (x & y, y & x),
        (n <= 3, -n >= -3),
        (n <= 3, 2 * n + 1 <= n + 4),
        (x ^ y, y ^ x),
        (x ^ ~y, ~x ^ y),
        (n == 3, ~(n != 3)),
        (x + y >= 2, x & y),
        (x - y == 1, x & ~y),
    ]:
        assert repr(literal(one)) == repr(literal(other))
        assert repr(literal(~one)) == repr(~literal(one))
    assert repr(literal(x + 2 * y >= 2)) == "y"
    assert repr(literal(x <= 0)) == "~x"
    before = model.statistics().variables
    with model.group("late"):
        model.add(count(x & y, n <= 3) <= 1)
    assert model.statistics().variables == before
    assert model.statistics().rows_by_group["late"] == 1


def test_definitions_stay_when_the_group_of_their_first_use_goes() -> None:
    model = Model()
    x = model.binary("x", 3)
    with model.group("first"):
        model.add(count(x[0] & x[1], x[2]) <= 1)
    with model.group("second"):
        model.add(count(x[0] & x[1], x[2]) >= 1)
    left = model.without("first")
    assert left.statistics().rows_by_group == {"": 1, "second": 1}
    solved = solve_model(left.fix({x[0]: 1, x[1]: 0}))
    assert solved.value(x[2]) == 1


@pytest.mark.parametrize("literals", range(1, 7))
def test_parity_rows_cut_off_every_fraction(literals: int) -> None:
    """Up to three literals in a row, the corners of the rows are whole: 1 or 4 rows."""
    model = Model()
    x = model.binary("x", literals)
    model.add(exclusive_disjunction(x))
    linear = linearised(model.program())
    sizes = {1: (1, 1), 2: (2, 1), 3: (3, 4), 4: (5, 8), 5: (6, 12), 6: (8, 16)}
    variables, rows = sizes[literals] if literals < 4 else (literals + literals - 3, 0)
    assert linear.variables == variables
    assert not rows or len(linear.rows) == rows


def test_how_far_a_row_gives_way_comes_from_the_bounds() -> None:
    model = Model()
    x, n = model.binary("x"), model.integer("n", lower=-4, upper=7)
    model.add(x.implies(n <= 3))
    assert linearised(model.program()).rows.coefficients.max() == 4
    assert linearised(model.fix({n: 5})).rows.coefficients.max() == 2
    small = Model()
    y, m = small.binary("y"), small.integer("m", lower=0, upper=3)
    small.add(y.implies(m <= 3))
    assert len(linearised(small.program()).rows) == 0


def test_unbounded_numbers_stay_in_linear_rows() -> None:
    model = Model()
    x, n = model.binary("x"), model.integer("n", lower=0, upper=None)
    model.add(n >= x)
    for wrong in (
        lambda: model.add(n != 3),
        lambda: maximum(n, 3),
        lambda: count(n == 1),
    ):
        with pytest.raises(ModelError, match="n needs bounds here; give it both bounds"):
            wrong()
    with pytest.raises(ModelError, match=r"^n needs an upper bound here; give it one, which rows"):
        model.add(x.implies(n <= 3))
    # A row that holds only if x does needs no other bound as big M.
    assert model.check(np.array([1, 2])) == ()
    model.add(x.implies(n >= 3))
    assert str(model.check(np.array([1, 2]))[0]) == "conditional[0] is 2, not at least 3"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda m, x, n: m.add(n), "n is not binary; compare it"),
        (lambda m, x, n: m.add(n & x), "n is not binary"),
        (lambda m, x, n: m.add(x + 1), "is not a row; compare with"),
        (lambda m, x, n: m.add(True), "is not a row"),
        (lambda m, x, n: x & 2, "'2' is not a truth value"),
        (lambda m, x, n: x | (x + n), "is not a truth value"),
        (lambda m, x, n: x ^ "y", "is not a truth value"),
        (lambda m, x, n: conjunction(True, False), "only constants"),
        (lambda m, x, n: maximum([]), "only constants"),
        (lambda m, x, n: maximum(1, 2), "only constants"),
        (lambda m, x, n: m.add(x | Model().binary("y")), "the variable belongs to another model"),
        (lambda m, x, n: product(x, Model().binary("y")), "variables of two models"),
        (
            lambda m, x, n: quotient(n, 0),
            "the divisor must be positive, got 0 to 0; give it a lower bound of 1",
        ),
        (lambda m, x, n: quotient(n, x), "the divisor must be positive, got 0 to 1"),
        (lambda m, x, n: element(n, [1, 2]), "the index into 2 items may be -3 to 5"),
        (lambda m, x, n: element(n, []), "the index into 0 items may be -3 to 5"),
        (lambda m, x, n: power(n, -1), "the exponent may be negative"),
        (lambda m, x, n: power(n, x), "base and exponent are both variables"),
        (lambda m, x, n: factorial(n), "got -3 to 5"),
        (lambda m, x, n: power(10, m.integer("k", lower=0, upper=30)), "numbers reach 10000"),
        (
            lambda m, x, n: tabulated(1000 * m.integer("k", lower=0, upper=99), abs),
            "the table would have",
        ),
        (
            lambda m, x, n: greatest_common_divisor(
                m.integer("k", lower=0, upper=999), m.integer("l", lower=0, upper=999)
            ),
            "the table would have 1,000,000 pairs",
        ),
        (
            lambda m, x, n: product(*[m.integer("k", lower=0, upper=10**6)] * 4),
            "60 bits|numbers up",
        ),
        (
            lambda m, x, n: absolute(m.integer("k", lower=0, upper=1 << 61)),
            "60 bits; scale them down",
        ),
        (lambda m, x, n: n + "half", "'half' is not a finite number"),
        (lambda m, x, n: bool(x & n), "has a truth value only in a solution"),
        (lambda m, x, n: 1 if x else 0, "has a truth value only in a solution"),
    ],
)
def test_what_has_no_meaning_is_refused(wrong: object, message: str) -> None:
    model = Model()
    x, n = model.binary("x"), model.integer("n", lower=-3, upper=5)
    with pytest.raises(ModelError, match=message):
        wrong(model, x, n)  # type: ignore[operator] # a table of functions


def test_constants_are_folded() -> None:
    model = Model()
    x, n = model.binary("x"), model.integer("n", lower=0, upper=5)
    assert repr(product(2, n, 3)) == "6 n"
    assert repr(conditional(x, 5, 2)) == "3 x + 2"
    assert repr(maximum(n, n)) == "n"
    assert repr(member(n, [2, 3, 5])) == "(2 <= n <= 3) | (n == 5)"
    assert repr(count(x, True, ~x)) == "x - x + 2"
    assert repr(disjunction([x])) == "x"
    assert model.statistics().rows == 0
    assert minimum(n, n + 1).columns == [2]


def test_truths_that_cannot_hold_make_the_model_infeasible() -> None:
    for impossible in (
        lambda x, n: x & ~x,
        lambda x, n: x ^ x,
        lambda x, n: n == 7,
        lambda x, n: member(n, []),
        lambda x, n: conjunction(x, False),
        lambda x, n: (n >= 4) & (n <= 3),
        lambda x, n: n + x != x + n,
        lambda x, n: all_different(x, ~x, 0),
    ):
        for backend in ("cpsat", "cbc"):
            model = Model()
            x, n = model.binary("x"), model.integer("n", lower=0, upper=5)
            model.add(impossible(x, n))
            assert solve_model(model, backend).status.value == "infeasible"


def test_the_row_check_names_operations() -> None:
    model = Model()
    n = model.integer("n", 2, lower=-5, upper=5)
    with model.group("spread", why="they differ"):
        model.add(n[0] != n[1])
        model.add(all_different(n[0], n[1], 0))
    maximum(n)
    product(n[0], n[1])
    assert [str(violation) for violation in model.check(np.array([2, 2, 3, 5]))] == [
        "spread[0] is 0, and must not be 0",
        "spread[1] is 2, not 3",
        "maximum[0] is 3, not 2",
        "product[0] is 5, not 4",
    ]
    assert model.check(np.array([2, -1, 2, -2])) == ()
    assert model.program().rows.kinds.tolist() == [Kind.OPERATION] * 4


def test_the_names_of_the_series() -> None:
    """The series' names in a small model, against trying everything."""
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    n = model.integer("n", lower=0, upper=6)
    model.add(series_names.MaterialImplication(x, series_names.IsGreaterThan(n, 3)))
    model.add(series_names.Cardinality([x, y, series_names.MultipleOf(n, 2)], 1, 2))
    model.add(series_names.NotFromSet(n, [6]))
    model.add(
        series_names.IsLessOrEqual(series_names.AbsoluteValue(series_names.Subtraction(n, 4)), 3)
    )
    series_names.maximin(
        model,
        [series_names.Remainder(n, 5), series_names.Condition(y, 1, series_names.Addition(x, 3))],
    )
    expected = max(
        min(n % 5, 1 if y else x + 3)
        for x, y, n in every((0, 1), (0, 1), range(7))
        if (not x or n > 3) and 1 <= x + y + (n % 2 == 0) <= 2 and n != 6 and abs(n - 4) <= 3
    )
    assert solve_model(model, "cpsat").objective == expected == solve_model(model, "cbc").objective
    series_names.minimax(model, [n, series_names.Multiplication(x, 3)])
    assert solve_model(model).objective == 1
