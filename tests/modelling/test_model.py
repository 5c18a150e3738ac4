from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import CheckError, ModelError, UnknownNameError
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import Kind
from support.random_models import sample


def test_cardinality_rows_count_literals() -> None:
    model = Model()
    x = list(model.binary("x", 3).flat())
    model.exactly_one([x[0], ~x[1]])
    model.at_most_one([~x[0], ~x[1], ~x[2]])
    model.at_least_one(x)
    rows = model.program().rows
    assert rows.kinds.tolist() == [Kind.EXACTLY_ONE, Kind.AT_MOST_ONE, Kind.AT_LEAST_ONE]
    assert rows.lower.tolist()[0] == rows.upper.tolist()[0] == 0
    assert rows.upper.tolist()[1] == -2
    assert rows.lower.tolist()[2] == 1
    assert rows.coefficients.tolist() == [1, -1, -1, -1, -1, 1, 1, 1]


def test_repeated_literals_keep_their_meaning() -> None:
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    model.exactly_one([x, x, y])
    model.exactly_one([x, ~x])
    model.at_most_one([x, ~x, y])
    rows = model.program().rows
    assert set(rows.kinds.tolist()) == {Kind.LINEAR}
    assert model.check(np.array([0, 1])) != ()
    assert model.only().check(np.array([1, 0])) != ()
    assert str(model.check(np.array([1, 0]))[0]) == "exactly_one[0] is 2, not 1"


def test_along_an_axis_and_one_by_one_are_the_same() -> None:
    bulk, single = Model(), Model()
    x, y = bulk.binary("x", 3, 4), single.binary("x", 3, 4)
    bulk.at_most_one(x, axis=0)
    bulk.exactly_one(x, axis=1)
    for column in range(4):
        single.at_most_one(y[:, column])
    for row in range(3):
        single.exactly_one(y[row, :])
    one, other = bulk.program().rows, single.program().rows
    for part in ("starts", "columns", "coefficients", "lower", "upper", "kinds"):
        assert (getattr(one, part) == getattr(other, part)).all()


@given(st.lists(st.lists(st.tuples(st.integers(0, 4), st.integers(-2, 2)), max_size=6), max_size=5))
def test_bulk_rows_equal_single_rows(table: list[list[tuple[int, int]]]) -> None:
    bulk, single = Model(), Model()
    bulk.binary("x", 5)
    y = list(single.binary("x", 5).flat())
    lengths = [len(row) for row in table]
    entries = [entry for row in table for entry in row]
    bulk.add_rows(
        Kind.LINEAR,
        np.cumsum([0, *lengths]),
        np.array([column for column, _ in entries], dtype=np.int64),
        coefficients=np.array([factor for _, factor in entries], dtype=np.int64),
        upper=1,
    )
    for row in table:
        single.add(single.sum(factor * y[column] for column, factor in row) <= 1)
    for number in range(32):
        values = np.array([number >> bit & 1 for bit in range(5)])
        assert [v.value for v in bulk.check(values)] == [v.value for v in single.check(values)]
    assert (bulk.program().rows.coefficients != 0).all()
    assert bulk.statistics().nonzeros == single.statistics().nonzeros


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"starts": [0, 2], "columns": [0]}, "'starts' does not ascend"),
        ({"starts": [0, 2, 1], "columns": [0]}, "'starts' does not ascend"),
        ({"starts": [1, 1], "columns": [0]}, "'starts' does not ascend"),
        ({"starts": [0, 1], "columns": [3]}, "not of this model"),
        ({"starts": [0, 1], "columns": [-1]}, "not of this model"),
        (
            {"starts": [0, 1], "columns": [0], "coefficients": ["much"]},
            "must be whole numbers in one dimension",
        ),
        ({"starts": [0, 1], "columns": [0.5]}, "'columns' must be whole numbers in one dimension"),
        ({"starts": [0, 1], "columns": [[0]]}, "'columns' must be whole numbers in one dimension"),
        ({"starts": [], "columns": []}, "'starts' is empty"),
        (
            {"starts": [0, 1], "columns": [0], "upper": "much"},
            "'much' is not a finite number",
        ),
        (
            {"starts": [0, 1], "columns": [0], "lower": np.array([1 << 63], dtype=np.uint64)},
            "'bounds' must be whole numbers in one dimension",
        ),
        ({"starts": [0, 1], "columns": [0], "coefficients": [1, 2]}, "one number per entry"),
        ({"starts": [0, 1], "columns": [0], "keys": []}, "one per row"),
        ({"starts": [0, 1], "columns": [0], "upper": np.array([1, 2])}, "one number per row"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arguments: dict[str, object], message: str) -> None:
    model = Model()
    model.binary("x", 3)
    with pytest.raises(ModelError, match=message):
        model.add_rows(Kind.LINEAR, **arguments)  # type: ignore[arg-type] # deliberately wrong


def test_rows_of_a_kind_take_no_coefficients() -> None:
    model = Model()
    model.binary("x", 3)
    with pytest.raises(ModelError, match="use LINEAR"):
        model.add_rows(Kind.AT_MOST_ONE, np.array([0, 1]), np.array([0]), upper=2)


def test_names() -> None:
    model = Model()
    x = model.binary("x", 2)
    with model.group("pair", why="they go together"):
        model.add(x[0] == x[1])
        model.add(x[0] <= x[1], name="order", key=("a", 1))
        model.exactly_one(x, axis=0)
    model.add(x[0] >= 0)
    names = [model.row_name(row) for row in range(4)]
    assert names == ["pair[0]", "order[a, 1]", "pair[1]", "linear[0]"]
    assert [model.name_of(column) for column in range(2)] == ["x[0]", "x[1]"]


def test_views_leave_the_model_alone() -> None:
    model = Model()
    x = model.binary("x", 3)
    with model.group("first", why="one"):
        model.exactly_one(x)
    with model.group("second"):
        model.add(x[0] == 1)
        model.add(x[1] == 1)
    model.add(x[2] == 0)
    before = model.program()
    assert model.without("second").statistics().rows_by_group == {"": 1, "first": 1}
    assert model.only("second").statistics().rows_by_group == {"": 1, "second": 2}
    assert model.only().statistics().rows == 1
    assert model.without("first").without("second").statistics().rows == 1
    fixed = model.fix({x[0]: 1}).without("second").fix({x[1]: 0})
    assert fixed.lower.tolist() == [1, 0, 0]
    assert fixed.upper.tolist() == [1, 0, 1]
    assert fixed.check(np.array([1, 0, 0])) == ()
    # Names are those of the model's rows, whatever is switched off.
    (violation,) = model.without("first").check(np.array([1, 0, 0]))
    assert violation.name == "second[1]"
    assert model.program() is before
    assert before.upper.tolist() == [1, 1, 1]
    assert repr(fixed) == (
        "<program of <model model: 3 variables, 4 rows, 6 nonzeros> without 'second' "
        "with 2 variables fixed>"
    )


def test_views_refuse_what_does_not_exist() -> None:
    model = Model()
    x = model.binary("x")
    with model.group("no tearing"):
        model.add(x == 1)
    with pytest.raises(UnknownNameError, match="did you mean 'no tearing'"):
        model.without("no tearin")
    with pytest.raises(UnknownNameError):
        model.only("other")
    with pytest.raises(ModelError, match="cannot be fixed to 2"):
        model.fix({x: 2})
    with pytest.raises(ModelError, match="it is 1"):
        model.fix({x: 1}).fix({x: 0})
    with pytest.raises(ModelError, match="another model"):
        model.fix({Model().binary("x"): 1})


def test_groups_can_be_reopened_but_not_nested() -> None:
    model = Model()
    x = model.binary("x")
    with model.group("a", why="because"):
        model.add(x == 1)
    with model.group("a"):
        model.add(x == 0)
    assert model.statistics().rows_by_group == {"a": 2}
    with pytest.raises(ModelError, match="already has a reason"), model.group("a", why="other"):
        pass
    with pytest.raises(ModelError, match="inside group 'a'"), model.group("a"), model.group("b"):
        pass
    # An error inside leaves no group open.
    with model.group("c"):
        model.add(x == 1)
    assert [group.name for group in model.groups] == ["a", "c"]


def test_auxiliary_variables_do_not_decide() -> None:
    model = Model()
    model.binary("x", 2)
    model.binary("helper", 3, auxiliary=True)
    assert model.program().deciding.tolist() == [True, True, False, False, False]
    assert model.statistics().deciding == 2


def test_misuse_is_refused() -> None:
    model = Model()
    x = model.binary("x", 2)
    with pytest.raises(ModelError, match="already a family"):
        model.binary("x")
    with pytest.raises(ModelError, match="label appears twice"):
        model.binary("y", ["a", "a"])
    with pytest.raises(ModelError, match="is not a row"):
        model.add(True)  # type: ignore[arg-type] # what a chained comparison would give
    with pytest.raises(ModelError, match="not a literal"):
        model.exactly_one([x[0] + x[1]])
    with pytest.raises(ModelError, match="another model"):
        model.exactly_one(Model().binary("z", 3))
    with pytest.raises(ModelError, match="63 bits"):
        model.add(x[0] * (1 << 62) <= 1)
    with pytest.raises(ModelError, match="63 bits"):
        model.add(x[0] <= 1 << 70)


def test_odd_uses_are_refused_or_right() -> None:
    model = Model()
    x = model.binary("x", np.int64(3))
    assert x.shape == (3,)
    assert model.fix({~x[0]: 1}).upper.tolist() == [0, 1, 1]
    assert model.binary("g", (letter for letter in "ab")).shape == (2,)
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: model.fix({x[0] + x[1]: 1}), "is not a variable"),
        (lambda: model.binary("n", -1), "must be 0 or more, got -1"),
        (lambda: model.binary("s", {"a", "b"}), "give a number or a list"),
        (lambda: model.binary("l", [["a"]]), "cannot be looked up"),  # type: ignore[list-item]
        (lambda: model.binary("", 2), "give it one"),
        (lambda: model.add(x == 1), r"use its \.sum"),  # type: ignore[arg-type]
        (lambda: model.exactly_one([x[0]], axis=0), "needs an array"),
        (lambda: model.exactly_one(x, axis=1), "expected an axis of"),
        (lambda: model.exactly_one(x, axis=0, key="k"), "no key"),
        (lambda: (x[0] + x[1]).between("half", 1), "not a finite number"),
        (lambda: model.minimize(x[0] * (1 << 70)), "a number of 63 bits"),
        (lambda: model.integer("i", lower=0.5, upper=None), "not a whole"),  # type: ignore[call-overload]
        (lambda: model.group("").__enter__(), "a group of rows needs a name"),
    ]
    for statement, message in wrong:
        with pytest.raises(ModelError, match=message):
            statement()
    with pytest.raises(ValueError, match="read-only"):
        model.program().lower[0] = 1


def test_check_needs_every_value() -> None:
    model = Model()
    model.binary("x", 2)
    for wrong in (np.array([1]), np.array([1, 0, 0]), np.array([1.0, 0.0]), np.array([True, True])):
        with pytest.raises(CheckError, match="expected 2 whole numbers, got"):
            model.check(wrong)
    assert [str(v) for v in model.check(np.array([2, -1]))] == [
        "x[0] is 2, not within 0 and 1",
        "x[1] is -1, not within 0 and 1",
    ]


def test_check_is_exact_beyond_64_bits() -> None:
    model = Model()
    x = list(model.binary("x", 8).flat())
    large = (1 << 61) + 1
    model.add(model.sum(large * variable for variable in x[:7]) - 7 * x[7] >= 1 << 61)
    values = np.ones(8, dtype=np.int64)
    assert model.check(values) == ()
    values[:7] = 0
    (violation,) = model.check(values)
    assert violation.value == -7
    model.add(model.sum(large * variable for variable in x) <= 5)
    (violation,) = model.check(np.ones(8, dtype=np.int64))
    assert violation.value == 8 * large


@pytest.mark.parametrize("seed", range(60))
def test_check_agrees_with_trying_everything(seed: int) -> None:
    made = sample(seed, objective=False)
    accepted = [
        values
        for number in range(1 << made.variables)
        if not made.model.check(
            np.array(values := tuple(number >> bit & 1 for bit in range(made.variables)))
        )
    ]
    assert sorted(accepted) == sorted(made.solutions())


def test_adding_after_looking_is_seen() -> None:
    model = Model()
    x = model.binary("x", 2)
    assert model.statistics().rows == 0
    model.add(x[0] == 1)
    assert model.statistics().rows == 1
    y = model.binary("y")
    model.add(y + x[1] == 1)
    assert str(model.statistics()) == "3 variables, 2 rows, 3 nonzeros"
    model.maximize(2 * y + y - x[0] * 0 + 5)
    objective = model.program().objective
    assert objective is not None
    assert objective.columns.tolist() == [2]
    assert objective.value(np.array([0, 0, 1])) == 8


def test_a_row_that_was_cut_short_by_an_interruption_is_not_there() -> None:
    model = Model()
    x = model.binary("x", 3)
    model.exactly_one([x[0], x[1]])
    singles = model._store.rows._singles
    # As if Ctrl-C had come between the lists of a second row.
    singles.columns.fromlist([0, 2])
    assert model.statistics().rows == 1
    assert model.check(np.array([1, 0, 0])) == ()
    model.at_least_one([x[2]])
    singles = model._store.rows._singles
    singles.columns.fromlist([0, 2])
    singles.coefficients.fromlist([1])
    model.at_most_one([x[0], x[2]])
    assert model.program().rows.columns.tolist() == [0, 1, 2, 0, 2]
    assert model.program().rows.coefficients.tolist() == [1] * 5


@pytest.mark.parametrize("seed", range(60))
def test_many_assignments_are_checked_as_each_is(seed: int) -> None:
    dice = random.Random(seed)
    model = Model()
    x = model.integer("x", dice.randint(1, 7), lower=-3, upper=5)
    for _ in range(dice.randint(0, 5)):
        terms = [dice.randint(-3, 3) * x[place] for place in range(len(x))]
        model.add(sum(terms[1:], start=terms[0]) <= dice.randint(-5, 8))
    program = model.program()
    shape = dice.randint(0, 12), program.variables
    batch = np.random.default_rng(seed).choice([0, 0, 0, -2, 3, 5, 6], shape)
    alone = [not program.broken_rows(values) and values.max() <= 5 for values in batch]
    assert program.rows_hold(batch).tolist() == alone
