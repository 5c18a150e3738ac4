"""Arrays of variables, expressions, comparisons and truths, against numpy."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from scipy import sparse

from ilpuzzles import Model
from ilpuzzles.errors import IlpuzzlesError, ModelError
from ilpuzzles.modelling.expression_array import ExpressionArray, LinearArray
from ilpuzzles.modelling.numbers import exact
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.queries import count_solutions
from support.begun_models import with_binaries

NUMBERS = [0, 1, -1, 2, 3, Fraction(1, 3), 0.1, -2.5, 7 * 10**17]


class Pair:
    """An array of expressions, and what numpy makes of the values of its variables."""

    def __init__(self, array: Any, values: Any) -> None:
        self.array, self.values = array, values

    def both(self, step: Callable[[Any], Any]) -> Pair:
        """The same step on both sides."""
        return Pair(step(self.array), step(self.values))

    def require_same(self, model: Model, assignment: list[int]) -> None:
        """Shapes and exact values are the same."""
        array = self.array
        if not isinstance(array, LinearArray):
            array = np.array(1) * array if np.ndim(self.values) else array
        elements = list(array.flat) if isinstance(array, LinearArray) else [array]
        shape = array.shape if isinstance(array, LinearArray) else ()
        assert shape == np.shape(self.values)
        found = [
            sum(n * assignment[c] for c, n in zip(e.columns, e.coefficients, strict=True))
            + e.constant
            for e in (model.sum([element]) for element in elements)
        ]
        assert found == np.ravel(self.values).tolist()
        if isinstance(array, ExpressionArray):
            values = np.array(assignment, dtype=object)
            assert array.affine.values(values).ravel().tolist() == found


def constants(draw: Any, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """Numbers in a shape that fits another one, as somebody gives them, and exact."""
    axes = draw(st.integers(0, len(shape)))
    sizes = [draw(st.sampled_from([1, size])) for size in shape[axes:]]
    count = int(np.prod(sizes))
    numbers = draw(st.lists(st.sampled_from(NUMBERS), min_size=count, max_size=count))
    plain = np.empty(count, object)
    plain[:] = [exact(number) for number in numbers]
    given_ones: Any = np.array(numbers, dtype=object).reshape(sizes)
    if Fraction not in set(map(type, numbers)):
        given_ones = draw(st.sampled_from([given_ones, np.array(numbers).reshape(sizes)]))
    return given_ones, plain.reshape(sizes)


WITH_NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "plus": lambda one, numbers: one + numbers,
    "minus": lambda one, numbers: numbers - one,
    "times": lambda one, numbers: numbers * one,
    "into": lambda one, numbers: np.broadcast_to(numbers, one.shape).T @ one,
}
ALONG: dict[str, Callable[[Any, int], Any]] = {
    "sum": lambda one, axis: one.sum(axis=axis) if one.ndim > 1 else one,
    "cumsum": lambda one, axis: one.cumsum(axis=axis),
    "diff": lambda one, axis: np.diff(one, axis=axis) if one.shape[axis] > 1 else one,
    "transposed": lambda one, axis: one.T,
    "reversed": lambda one, axis: one[::-1],
    "beside": lambda one, axis: np.concatenate([one, one[:1]]),
    "twice": lambda one, axis: np.stack([one, 2 * one], axis=axis),
    "in a row": lambda one, axis: one.reshape(-1),
}


def stepped(draw: Any, pair: Pair) -> Pair:
    """One step of numpy's, on expressions and on their values."""
    shape = pair.values.shape
    kind = draw(st.sampled_from([*WITH_NUMBERS, *ALONG]))
    if kind in ALONG:
        axis = draw(st.integers(-len(shape), len(shape) - 1))
        return pair.both(lambda one: ALONG[kind](one, axis))
    one, other = constants(draw, shape)
    step = WITH_NUMBERS["plus" if kind == "into" and len(shape) > 2 else kind]
    return Pair(step(pair.array, one), step(pair.values, other))


@settings(max_examples=60)
@given(st.data())
def test_steps_mean_what_they_mean_for_numbers(data: Any) -> None:
    model = Model()
    shape = tuple(data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3)))
    count = int(np.prod(shape))
    assignment = data.draw(st.lists(st.integers(-9, 9), min_size=count, max_size=count))
    x = model.integer("x", *shape, lower=-9, upper=9).positions()
    pair = Pair(x, np.array(assignment, dtype=object).reshape(shape))
    for _ in range(data.draw(st.integers(1, 4))):
        pair = stepped(data.draw, pair) if np.ndim(pair.values) else pair
    pair.require_same(model, assignment)


def test_rows_of_an_array_are_those_of_its_elements() -> None:
    """In bulk and one by one: the same rows, also with fractions, constants and both bounds."""
    bulk, single = Model(), Model()
    weights = [[0.5, 2, 0], [Fraction(1, 4), 0, 1]]
    for model in (bulk, single):
        n = model.integer("n", 2, 3, lower=0, upper=9)
        sums = (n * weights).sum(axis=1) + np.array([1, 0.25])
        made = [sums <= [3, 4], sums >= 2, sums == 2.5, sums.between(1, [2, 3]), sums < 3, sums > 1]
        for rows in [*made, sums != 2]:
            if model is bulk:
                model.add(rows, "row")
            else:
                for truth in rows.flat:
                    model.add(truth, "row")
    assert str(bulk.rows()) == str(single.rows())
    one, other = bulk.program().rows, single.program().rows
    for name in ("starts", "columns", "coefficients", "lower", "upper", "scales", "kinds"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist(), name


TRUTHS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "and": (lambda x, n: x & (n >= 2), lambda x, n: x & (n >= 2)),
    "or": (lambda x, n: x | ~x.T, lambda x, n: x | ~x.T),
    "xor": (lambda x, n: x ^ [True, False], lambda x, n: x ^ [True, False]),
    "implies": (lambda x, n: x.implies(n != 1), lambda x, n: ~x | (n != 1)),
    "from the left": (lambda x, n: np.array([[1, 0]]) | x, lambda x, n: np.array([[1, 0]]) | x),
    "any": (lambda x, n: x.any(axis=0), lambda x, n: x.any(axis=0)),
    "all": (lambda x, n: (x | (n < 2)).all(axis=1), lambda x, n: (x | (n < 2)).all(axis=1)),
    "counted": (
        lambda x, n: (x & ~x[::-1]).sum(axis=0) >= n,
        lambda x, n: (x & ~x[::-1]).sum(0) >= n,
    ),
}


@pytest.mark.parametrize("kind", TRUTHS)
def test_truths_are_joined_element_by_element(kind: str) -> None:
    """As many assignments make all elements true as numpy says."""
    stated, meant = TRUTHS[kind]
    model = Model()
    x, n = model.binary("x", 2, 2), model.integer("n", 2, lower=0, upper=2)
    model.add(stated(x, n))
    right = sum(
        np.all(meant(np.array(bits).reshape(2, 2) == 1, np.array(numbers)))
        for bits in product((0, 1), repeat=4)
        for numbers in product(range(3), repeat=2)
    )
    assert count_solutions(model).number == right
    assert 0 < right < 144


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (lambda x, n: x.sum(axis=(0, 1)), "x[a, 0] + x[a, 1] + x[b, 0] + x[b, 1]"),
        (lambda x, n: (x @ [2, 3])[1], "2 x[b, 0] + 3 x[b, 1]"),
        (lambda x, n: ([2, 3] @ x)[1], "2 x[a, 1] + 3 x[b, 1]"),
        (lambda x, n: (sparse.csr_matrix([[0, 4], [1, 0]]) @ n)[0], "4 n[q]"),
        (lambda x, n: (n @ sparse.csr_matrix([[0, 4], [1, 0]]))[0], "n[q]"),
        (lambda x, n: n * pd.Series({"q": 0.5, "p": 2}) <= 3, "2 n[p] <= 3|0.5 n[q] <= 3"),
        (lambda x, n: pd.Series({"q": 1, "p": 2}) - n, "- n[p] + 2|- n[q] + 1"),
        (lambda x, n: n * {"q": 5, "p": 6}, "6 n[p]|5 n[q]"),
        (lambda x, n: n["p"] * np.array([1, 2]), "n[p]|2 n[p]"),
        (lambda x, n: x["a", :] * pd.Series([5, 6], index=[1, 0]), "6 x[a, 0]|5 x[a, 1]"),
        (lambda x, n: n[[False, True]], "n[q]"),
        (lambda x, n: n.cumsum() * pd.Series({"q": 1, "p": 2}), "2 n[p]|n[p] + n[q]"),
        (lambda x, n: n @ pd.Series({"q": 1, "p": 2}), "2 n[p] + n[q]"),
        (lambda x, n: x["a", :] @ pd.Series([5, 6], index=[1, 0]), "6 x[a, 0] + 5 x[a, 1]"),
        (lambda x, n: n[pd.Series({"q": False, "p": True})], "n[p]"),
        (lambda x, n: n - [n["q"], 1], "n[p] - n[q]|n[q] - 1"),
        (lambda x, n: n / [2, 4], "0.5 n[p]|0.25 n[q]"),
        (lambda x, n: x[np.array([[True, False], [False, True]])], "x[a, 0]|x[b, 1]"),
        (lambda x, n: x.sum(where=[[1, 0], [1, 1]]), "x[a, 0] + x[b, 0] + x[b, 1]"),
        (lambda x, n: np.stack([n, n[::-1]])[1], "n[q]|n[p]"),
        (lambda x, n: np.hstack([n, 2 * n])[2:], "2 n[p]|2 n[q]"),
        (lambda x, n: x.T.flat[:3], "x[a, 0]|x[b, 0]|x[a, 1]"),
        (lambda x, n: x["a"] & pd.Series([1, 0], index=[1, 0]), "False|x[a, 1]"),
        (lambda x, n: n.sum(where=pd.Series({"q": True, "p": False})), "n[q]"),
        (lambda x, n: n.sum(where={"q": True, "p": False}), "n[q]"),
        (lambda x, n: (2 * n)[pd.Series({"q": True, "p": False})], "2 n[q]"),
        (lambda x, n: n[pd.Series({"q": True, "p": False})], "n[q]"),
        (lambda x, n: n * pd.Series({"q": 3, "p": 2}), "2 n[p]|3 n[q]"),
        (
            lambda x, n: x * {("b", 1): 4, ("a", 0): 1, ("a", 1): 2, ("b", 0): 3},
            "x[a, 0]|2 x[a, 1]|3 x[b, 0]|4 x[b, 1]",
        ),
        (lambda x, n: n % 2, "remainder 3|remainder 5"),
        (lambda x, n: n // 2, "quotient 2|quotient 4"),
        (lambda x, n: abs(n - 1), "absolute value 2|absolute value 3"),
        (lambda x, n: n**2, "element 2|element 3"),
    ],
)
def test_lines_and_what_they_make(line: Callable[[Any, Any], Any], shown: str) -> None:
    model, x = with_binaries(["a", "b"], 2)
    n = model.integer("n", ["p", "q"], lower=0, upper=9)
    made = line(x, n)
    assert "|".join(map(repr, made.flat if isinstance(made, LinearArray) else [made])) == shown


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (lambda m, x, n: x + n, r"shapes \(2, 3\) and \(2,\) do not fit"),
        (lambda m, x, n: n * n, "not linear; use product"),
        (lambda m, x, n: 1 / n, "use quotient"),
        (lambda m, x, n: n / [1, 0], "divided by 0"),
        (
            lambda m, x, n: n + pd.Series({"p": 1, "r": 2}),
            "labels of an array and a table differ: only the array has 'q'",
        ),
        (lambda m, x, n: n + m.binary("y", ["q", "p"]), "labels of two arrays differ: 'p' and 'q'"),
        (lambda m, x, n: n @ pd.Series({"p": 1, "r": 2}), "differ: only the array has 'q'"),
        (lambda m, x, n: m.binary("y", 2) * pd.Series({"q": 1, "p": 2}), "and the array has none"),
        (lambda m, x, n: m.binary("y", 2) @ pd.Series({"q": 1, "p": 2}), "and the array has none"),
        (lambda m, x, n: m.binary("y", 2) & pd.Series({"q": 1, "p": 0}), "and the array has none"),
        (lambda m, x, n: np.stack([n, n]) <= pd.Series({"q": 1, "p": 2}), "the array has none"),
        (lambda m, x, n: n + Model().binary("y", 2), "variables of two models"),
        (lambda m, x, n: n * [1, float("nan")], "nan is among"),
        (lambda m, x, n: n * [[1], [2, 3]], "rows of several lengths"),
        (lambda m, x, n: n + None, "is not an array of numbers"),
        (lambda m, x, n: np.exp(n), "numpy's exp is not linear"),
        (lambda m, x, n: np.sort(n), "numpy's sort is not linear"),
        (lambda m, x, n: [1, 2, 3] @ n, r"shapes \(3,\) and \(2,\) do not fit"),
        (lambda m, x, n: pd.DataFrame([[1, 2]]) @ n, r"table\.to_numpy\(\) @ x"),
        (lambda m, x, n: x.sum(axis=2), "no axis 2; give -2 to 1"),
        (lambda m, x, n: (2 * x)["a"], "is not a position in an array"),
        (lambda m, x, n: x.reshape(4), "6 elements do not fit"),
        (lambda m, x, n: m.minimize(n), r"use its \.sum\(\)"),
        (lambda m, x, n: m.add(n), "is not a row; write x == 1"),
        (lambda m, x, n: m.add(n <= 1, key=["p"]), "2 rows need as many keys"),
        (lambda m, x, n: bool(n == 1), "has no truth value"),
        (lambda m, x, n: m.integer("k", 2, lower=[0, 5], upper=4), r"'k\[1\]' must ascend"),
        (lambda m, x, n: m.integer("k", 2, lower=0, upper=[1, 0.5]), "not a whole number"),
        (lambda m, x, n: m.continuous("k", 2, upper=[1, 2, 3]), r"have shape \(3,\)"),
        (lambda m, x, n: m.continuous("k", ["a"], upper={"b": 3}), "and a table differ"),
        (lambda m, x, n: m.continuous("k", 2, lower=["one", 2]), "not a finite number"),
    ],
)
def test_what_cannot_be_is_said(line: Callable[[Any, Any, Any], Any], said: str) -> None:
    model, x = with_binaries(["a", "b"], 3)
    n = model.integer("n", ["p", "q"], lower=0, upper=9)
    with pytest.raises(ModelError, match=said) as found:
        line(model, x, n)
    assert isinstance(found.value, IlpuzzlesError)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("taken", [np.array([1], np.uint8), np.array([True])])
def test_what_is_taken_off_may_be_an_array_of_any_type(taken: Any) -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=9)
    model.add((n + 2) - taken == 5)
    assert model.solve().value(n) == 4


def test_halves_and_thirds_are_made_whole_by_the_least_factor() -> None:
    model = Model()
    x = model.continuous("x", 2, lower=0, upper=5)
    third = np.array([Fraction(1, 3)], dtype=object)
    halves = np.array([0.5, 0.5])
    model.add_rows(Kind.LINEAR, np.array([0, 2]), x.columns, coefficients=halves, lower=third)
    rows = model.program().rows
    assert (rows.scales.tolist(), rows.coefficients.tolist()) == ([6], [3, 3])


def test_labels_stay_and_name_rows() -> None:
    model = Model()
    flow = model.continuous("flow", ["Ulm", "Bonn"], ["x", "y", "z"])
    assert flow.sum(axis=1).labels == (("Ulm", "Bonn"),)
    assert flow[:, ["z", "x"]].labels == (("Ulm", "Bonn"), ["z", "x"])
    assert (2 * flow)[1:, [True, False, True]].labels == (["Bonn"], ["x", "z"])
    assert repr([2, 1] @ (3 * flow)[:, 0]) == "6 flow[Ulm, x] + 3 flow[Bonn, x]"
    supply = pd.Series({"Bonn": 3, "Ulm": 4})
    rows = model.add(flow.sum(axis=1) <= supply, "supply")
    assert [str(row) for row in rows.parts] == [
        "supply[Ulm]: flow[Ulm, x] + flow[Ulm, y] + flow[Ulm, z] <= 4",
        "supply[Bonn]: flow[Bonn, x] + flow[Bonn, y] + flow[Bonn, z] <= 3",
    ]
    named = model.add(flow.sum(axis=0) >= 1, "demand", key=["A", "B", "C"])
    assert model.row_name(named.parts[0]) == "demand[A]"
    assert model.row_name(model.add(flow <= 9, "cap").parts[-1]) == "cap[Bonn, z]"


@pytest.mark.parametrize(
    "upper", [[3, None, 2.5], np.array([3, np.inf, 2.5]), {2: 2.5, 0: 3, 1: None}]
)
def test_bounds_of_each_variable(upper: Any) -> None:
    model = Model()
    c = model.continuous("c", 3, lower=[0, -1, 0.5], upper=upper)
    b = model.integer("b", 2, lower=0, upper=pd.Series([1, 7]))
    assert [model.bounds(one)[0] for one in c] == [0, -1, Fraction(1, 2)]
    assert [model.bounds(one)[1] for one in c][::2] == [3, Fraction(5, 2)]
    model.exactly_one([b[0], ~b[0]])
    with pytest.raises(ModelError, match=r"b\[1\]"):
        model.exactly_one([b[1]])
    program = model.program()
    assert program.upper[[0, 2, 3, 4]].tolist() == [3, Fraction(5, 2), 1, 7]
    assert program.unbounded().tolist() == [False, True, False, False, False]


@pytest.mark.parametrize("text", ["1e20", "1e30", "inf", "9.999e19", "4e18"])
@pytest.mark.parametrize("kind", [float, np.float64, Decimal], ids=lambda kind: kind.__name__)
def test_what_other_programs_write_for_no_bound_is_none_in_every_way(
    text: str, kind: Callable[[str], Any]
) -> None:
    """HiGHS and SCIP read 1e20 as infinity; less than that is a number, and may be too large."""
    is_none, is_refused = text not in {"9.999e19", "4e18"}, text == "9.999e19"
    for is_upper in (True, False):
        sign = 1 if is_upper else -1
        far = sign * kind(text)
        for ends in (far, [far, 5 * sign], np.array([float(far), 5 * sign]), (far, sign * 5.0)):
            model = Model()
            lower, upper = (0, ends) if is_upper else (ends, 0)
            if is_refused:
                with pytest.raises(ModelError, match="between -2\\^62 and 2\\^62, got"):
                    model.continuous("x", 2, lower=lower, upper=upper)
                continue
            model.continuous("x", 2, lower=lower, upper=upper)
            found = [model.bounds(f"x[{place}]")[is_upper] for place in range(2)]
            far_one = None if is_none else far
            assert found == [far_one, far_one if ends is far else 5 * sign]
