"""Truths: how they look, what they become and mean in all assignments, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product as every
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.asking.files import read_lp, read_mps, read_opb
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling import series_names
from ilpuzzles.modelling.encoding import encoder_of
from ilpuzzles.modelling.expressions import Variable
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
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from support.begun_models import with_binaries
from support.vocabulary import DOMAINS, FUNCTIONS, SENTENCES, Sentence, sentence_of, variables


def test_truths_look_as_they_are_written() -> None:
    model = Model()
    x, y, z = (model.binary(name) for name in "xyz")
    n = model.integer("n", lower=0, upper=9)
    for truth, text in [
        (x & (y | z), "x & (y | z)"),
        (~(x & ~y), "~x | y"),
        (~(x | (n <= 3)), "~x & (n >= 4)"),
        (~(x ^ y), "~x ^ y"),
        (~(n != 3), "n == 3"),
        (~n.between(2, 5), "~(2 <= n <= 5)"),
        (x & True, "x"),
        (x & False, "False"),
        (x | True, "True"),
        (True ^ x, "~x"),
        ((x | True) & y, "y"),
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
    model, x = with_binaries(3)
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
    model, x = with_binaries(literals)
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
    for wrong in (lambda: model.add(n != 3), lambda: maximum(n, 3), lambda: count(n == 1)):
        with pytest.raises(ModelError, match="n needs bounds here; give it both bounds"):
            wrong()
    with pytest.raises(ModelError, match=r"^n needs an upper bound here; give it one, which rows"):
        model.add(x.implies(n <= 3))
    # A row that holds only if x does needs no other bound as big M.
    assert model.check(np.array([1, 2])) == ()
    model.add(x.implies(n >= 3))
    assert str(model.check(np.array([1, 2]))[0]) == "conditional[0] is 2, not at least 3"


def up_to(model: Model, most: int) -> Variable:
    """A new variable."""
    return model.integer(f"up to {most}, {len(model.families)}", lower=0, upper=most)


@pytest.mark.every("message")
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda m, x, n: m.add(n), "n is not binary; compare it"),
        (lambda m, x, n: m.add(n & x), "n is not binary"),
        (lambda m, x, n: m.add(x + 1), "is not a row; compare with"),
        (lambda m, x, n: m.add(True), "is not a row"),
        (lambda m, x, n: x & 2, r"2 stands beside &.*write \(n >= 2\) & x"),
        (lambda m, x, n: x | (x + n), "is not a truth value"),
        (lambda m, x, n: x ^ "y", "is not a truth value"),
        (lambda m, x, n: conjunction(True, False), "the expression has no variable"),
        (lambda m, x, n: maximum([]), "the expression has no variable"),
        (lambda m, x, n: m.add(x | Model().binary("y")), "belongs to another model"),
        (lambda m, x, n: product(x, Model().binary("y")), "variables of two models"),
        (lambda m, x, n: quotient(n, x), "divisor must be positive, got 0 to 1; give it a lower"),
        (lambda m, x, n: element(n, [1, 2]), "the index into 2 items may be -3 to 5"),
        (lambda m, x, n: power(n, -1), "the exponent may be negative"),
        (lambda m, x, n: power(n, x), "base and exponent are both variables"),
        (lambda m, x, n: factorial(n), "got -3 to 5"),
        (lambda m, x, n: power(10, up_to(m, 30)), "the value may reach 10000"),
        (lambda m, x, n: tabulated(1000 * up_to(m, 99), abs), "the table would have"),
        (
            lambda m, x, n: greatest_common_divisor(up_to(m, 999), up_to(m, 999)),
            "the table would have 1,000,000 pairs",
        ),
        (lambda m, x, n: product(*[up_to(m, 10**6)] * 4), "60 bits|numbers up"),
        (lambda m, x, n: absolute(up_to(m, 1 << 61)), "60 bits; scale them down"),
        (lambda m, x, n: bool(x & n), "has a truth value only in a solution"),
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
        lambda x, n: conjunction(x, False),
        lambda x, n: (n >= 4) & (n <= 3),
        lambda x, n: all_different(x, ~x, 0),
    ):
        model = Model()
        x, n = model.binary("x"), model.integer("n", lower=0, upper=5)
        model.add(impossible(x, n))
        assert solve_model(model, "cbc").status.value == "infeasible"


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


literals = st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=6)


@given(st.sampled_from(["conjunction", "disjunction"]), literals, st.booleans())
def test_definitions_mean_what_they_say(
    kind: str, terms: list[tuple[int, bool]], aggregated: bool
) -> None:
    model = Model()
    x = list(model.binary("x", 4).flat)
    chosen = [x[column] if sign else ~x[column] for column, sign in terms]
    target = getattr(model, kind)(chosen, aggregated=aggregated)
    assert target.column == 4
    program = model.program()
    linear = linearised(program)
    assert not linear.rows.defining().any()
    for values in every((0, 1), repeat=5):
        truths = [values[column] == sign for column, sign in terms]
        expected = all(truths) if kind == "conjunction" else any(truths)
        right = values[4] == expected
        assert (model.check(np.array(values)) == ()) == right
        assert (linear.check(np.array(values)) == ()) == right
        if not right:
            (violation,) = model.check(np.array(values))
            assert (violation.name, violation.value) == (f"{kind}[0]", values[4])


def test_one_row_for_each_literal_is_tighter_than_one_for_all() -> None:
    """At x = (1, 1, 0) / z = 2/3, the aggregated row holds and the others do not."""
    point = np.array([1, 1, 0, 2 / 3])
    for aggregated, rows, nonzeros in [(True, 1, 4), (False, 4, 10)]:
        model = Model()
        model.conjunction(model.binary("x", 3).flat, aggregated=aggregated)
        linear = linearised(model.program())
        assert (len(linear.rows), linear.nonzeros) == (rows, nonzeros)
        assert str(model.statistics()) == "4 variables, 1 row, 4 nonzeros"
        starts, factors = linear.rows.starts, linear.rows.coefficients
        totals = np.add.reduceat(factors * point[linear.rows.columns], starts[:-1])
        lower, upper = linear.rows.lower.in_doubles(), linear.rows.upper.in_doubles()
        holds = (totals >= lower - 1e-9) & (totals <= upper + 1e-9)
        assert bool(holds.all()) is aggregated


def test_bulk_definitions_equal_single_ones() -> None:
    bulk, single = Model(), Model()
    for model in (bulk, single):
        model.binary("x", 4)
        model.binary("z", 2, auxiliary=True)
    with bulk.group("ands", why="both"):
        bulk.add_rows(
            Kind.CONJUNCTION,
            np.array([0, 2, 5]),
            np.array([0, 1, 1, 2, 3]),
            coefficients=np.array([1, -1, 1, 1, 1]),
            targets=np.array([4, 5]),
            keys=["p", "q"],
        )
    x, z = (family.positions() for family in single.families)
    single.conjunction([x[0], ~x[1]], target=z[0])
    single.conjunction([x[1], x[2], x[3]], target=z[1])
    for values in every((0, 1), repeat=6):
        assert bool(bulk.check(np.array(values))) == bool(single.check(np.array(values)))
    assert bulk.row_name(1) == "ands[q]"
    assert linearised(bulk.program()).row_numbers.tolist() == [0, 0, 1, 1, 1, 0, 1]
    assert bulk.without("ands").statistics().rows == 0


def test_definitions_that_make_no_sense_are_refused() -> None:
    model, x = with_binaries(2)
    count = model.integer("count", lower=0, upper=5)
    with pytest.raises(ModelError, match="defined by itself"):
        model.conjunction([x[0], x[1]], target=x[0])
    with pytest.raises(ModelError, match="count is not binary"):
        model.conjunction([count])
    with pytest.raises(ModelError, match="count is not binary"):
        model.disjunction([x[0]], target=count)
    starts, columns = np.array([0, 2]), np.array([0, 1])
    for arguments, message in [
        ({}, "take one target per row"),
        ({"targets": np.array([0])}, "defined by itself"),
        ({"targets": np.array([2])}, "count is not binary"),
        ({"targets": np.array([7])}, "not of this model"),
        ({"targets": np.array([0, 1])}, "must be one per row"),
        ({"targets": np.array([2]), "coefficients": np.array([2, 1])}, "other than 1 and -1"),
    ]:
        with pytest.raises(ModelError, match=message):
            model.add_rows(Kind.CONJUNCTION, starts, columns, **arguments)  # type: ignore[arg-type] # one signature for all
    single = Model()
    single.binary("x", 2)
    with pytest.raises(ModelError, match="a definition has a variable twice"):
        single.add_rows(Kind.DISJUNCTION, np.array([0, 2]), np.array([0, 0]), targets=np.array([1]))
    with pytest.raises(ModelError, match="take no targets"):
        model.add_rows(Kind.AT_MOST_ONE, starts, columns, targets=np.array([0]))


# How a sentence t is used, beside a further binary variable w, and when that is right.
USES: dict[str, tuple[Callable[[Any, Any], Any], Callable[[bool, bool], bool]]] = {
    "stated": (lambda t, _: t, lambda t, _: t),
    "negated": (lambda t, _: ~t, lambda t, _: not t),
    "reified": (lambda t, w: t + 0 == w, lambda t, w: t == w),
    "implied": (lambda t, w: w.implies(t), lambda t, w: t or not w),
    "implied not": (lambda t, w: w.implies(~t), lambda t, w: not t or not w),
    "implying": (lambda t, w: t.implies(w), lambda t, w: w or not t),
    "nested": (lambda t, w: (t & w) | ~(t | w), lambda t, w: t == w),
    "counted": (lambda t, w: count(t, w, ~t) == 2, lambda _, w: w),
}


def entire(program: Program) -> Program:
    """In which every variable counts, so that CP-SAT lists its solutions in one search."""
    return replace(program, deciding=np.ones(program.variables, dtype=np.bool_))


def solutions(model: Model | Program, width: int) -> list[tuple[int, ...]]:
    """All values of the first columns that some solution has."""
    listed = list_solutions(model, backend="cpsat")
    assert listed.complete
    return sorted(tuple(values[:width].tolist()) for values in listed)


# These are of every sentence; each of the other uses is of every fifth one.
ALWAYS = ["stated", "negated", "reified"]
OTHERS = [use for use in USES if use not in ALWAYS]
USED = [
    pytest.param(sentence, use, id=f"{sentence.text}-{use}")
    for number, sentence in enumerate(SENTENCES)
    for use in (*ALWAYS, OTHERS[(number - 1) % len(OTHERS)])
]


@pytest.mark.parametrize(("sentence", "use"), USED)
def test_every_operation_for_all_assignments(sentence: Sentence, use: str) -> None:
    model = Model()
    v = variables(model, sentence.names)
    w = model.binary("w")
    state, holds = USES[use]
    with model.group("sentence", why="it is used"):
        model.add(state(sentence.build(v), w))
    ranges = [DOMAINS[name] for name in sentence.names]
    expected = [
        (*values, flag)
        for *values, flag in every(*ranges, range(2))
        if holds(
            bool(sentence.value(SimpleNamespace(**dict(zip(sentence.names, values, strict=True))))),
            bool(flag),
        )
    ]
    width = len(ranges) + 1
    assert solutions(model, width) == expected
    linear = linearised(model.program())
    assert not linear.rows.defining().any()
    assert sorted(set(solutions(entire(linear), width))) == expected
    if use in {"stated", "negated"}:
        return
    # Definitions restrict nothing but what they define.
    free = solutions(entire(model.without("sentence")), width)
    assert sorted(set(free)) == list(every(*ranges, range(2)))


SIZE = 6
"""So many sentences are put into one model: all of them are asked in a few searches."""

IN_ORDER = sorted(SENTENCES, key=lambda sentence: (len(sentence.names), sentence.names))


@pytest.mark.every("first")
@pytest.mark.parametrize("first", range(0, len(IN_ORDER), SIZE))
def test_a_literal_says_whether_a_sentence_is_true_for_all_assignments(first: int) -> None:
    """Of some sentences it is one by an equation, of the others by two implications."""
    sentences = IN_ORDER[first : first + SIZE]
    names = [name for name in DOMAINS if any(name in sentence.names for sentence in sentences)]
    model = Model()
    v = variables(model, names)
    literals = model.binary("w", len(sentences))
    for number, sentence in enumerate(sentences):
        truth, literal = sentence.build(v), literals[number]
        if number % 2:
            model.add([literal.implies(truth), (~literal).implies(~truth)])
        else:
            model.add(truth + 0 == literal)
    expected = []
    for values in every(*(DOMAINS[name] for name in names)):
        given = SimpleNamespace(**dict(zip(names, values, strict=True)))
        expected.append((*values, *(int(bool(sentence.value(given))) for sentence in sentences)))
    width = len(names) + len(sentences)
    assert solutions(model, width) == expected
    linear = entire(linearised(model.program()))
    assert sorted(set(solutions(linear, width))) == expected


RELATIONS = [s for s in SENTENCES if s.text.startswith(("all_different", "special", "semi"))]


@pytest.mark.every("sentence")
@pytest.mark.parametrize("sentence", RELATIONS, ids=lambda sentence: sentence.text)
def test_a_relation_that_is_stated_has_rows_of_its_own(sentence: Sentence) -> None:
    model = Model()
    v = variables(model, sentence.names)
    model.add(sentence.build(v))
    expected = []
    for values in every(*(DOMAINS[name] for name in sentence.names)):
        given = SimpleNamespace(**dict(zip(sentence.names, values, strict=True)))
        if sentence.value(given):
            expected.append(values)
    linear = entire(linearised(model.program()))
    assert solutions(model, len(sentence.names)) == expected
    assert sorted(set(solutions(linear, len(sentence.names)))) == expected


def test_empty_ranges_survive_the_formats() -> None:
    """Stated, the file has no solution; negated it has all of them; implied, those without x."""
    for use, expected in (("stated", 0), ("negated", 8), ("implied", 4)):
        model = Model()
        v = variables(model, ["x", "y", "z"])
        sentence = sentence_of("between(v.x + v.y + v.z, 3, 1)").build(v)
        model.add(USES[use][0](sentence, v.x))
        for back in (read_lp(model.to_lp()), read_mps(model.to_mps()), read_opb(model.to_opb())):
            assert len(solutions(back, back.program().variables)) == expected


def test_every_function_occurs_in_a_sentence() -> None:
    texts = " ".join(sentence.text for sentence in SENTENCES)
    assert [name for name in FUNCTIONS if f"{name}(" not in texts] == []
