"""Models: their rows, checks, groups and parts, what is an expression, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import CheckError, ModelError, ModelKeyError, UnknownNameError
from ilpuzzles.modelling.lazy_rows import Assignment
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.rows import Kind
from support.begun_models import with_binaries, with_binary
from support.random_models import sample
from support.same_programs import described


def test_cardinality_rows_count_literals() -> None:
    model = Model()
    x = list(model.binary("x", 3).flat)
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
    y = list(single.binary("x", 5).flat)
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


ROW = {"starts": [0, 1], "columns": [0]}
HUGE = np.array([1 << 63], dtype=np.uint64)


@pytest.mark.every("arguments")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"starts": [0, 2], "columns": [0]}, "'starts' does not ascend"),
        ({"starts": [0, 2, 1], "columns": [0]}, "'starts' does not ascend"),
        ({"starts": [1, 1], "columns": [0]}, "'starts' does not ascend"),
        ({"starts": [0, 1], "columns": [3]}, "not of this model"),
        ({"starts": [0, 1], "columns": [-1]}, "not of this model"),
        ({**ROW, "coefficients": ["much"]}, "must be whole numbers in one dimension"),
        ({"starts": [0, 1], "columns": [0.5]}, "'columns' must be whole numbers in one dimension"),
        ({"starts": [0, 1], "columns": [[0]]}, "'columns' must be whole numbers in one dimension"),
        ({"starts": [], "columns": []}, "'starts' is empty"),
        ({**ROW, "upper": "much"}, "'much' is not a finite number"),
        ({**ROW, "lower": HUGE}, "'bounds' must be whole numbers in one dimension"),
        ({**ROW, "coefficients": [1, 2]}, "one number per entry"),
        ({**ROW, "keys": []}, "one per row"),
        ({**ROW, "upper": np.array([1, 2])}, "one number per row"),
        ({**ROW, "coefficients": [float("nan")]}, "row 0 has the number nan; give finite"),
        ({**ROW, "coefficients": [float("inf")]}, "row 0 has the number inf"),
        ({**ROW, "upper": np.array([np.nan])}, "row 0 has the number nan"),
        ({**ROW, "lower": np.array([np.inf])}, "row 0 has the number inf"),
        ({**ROW, "upper": float("nan")}, "nan is not a finite number"),
        ({**ROW, "coefficients": [[1.0]]}, "'coefficients' must be whole numbers in one dimension"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arguments: dict[str, object], message: str) -> None:
    model = Model()
    model.continuous("x", 3)
    with pytest.raises(ModelError, match=message):
        model.add_rows(Kind.LINEAR, **arguments)  # type: ignore[arg-type] # deliberately wrong


def test_rows_of_a_kind_take_no_coefficients() -> None:
    model = Model()
    model.binary("x", 3)
    with pytest.raises(ModelError, match="use LINEAR"):
        model.add_rows(Kind.AT_MOST_ONE, np.array([0, 1]), np.array([0]), upper=2)


def test_names() -> None:
    model, x = with_binaries(2)
    with model.group("pair", why="they go together"):
        model.add(x[0] == x[1])
        model.add(x[0] <= x[1], name="order", key=("a", 1))
        model.exactly_one(x, axis=0)
    model.add(x[0] >= 0)
    names = [model.row_name(row) for row in range(4)]
    assert names == ["pair[0]", "order[a, 1]", "pair[1]", "linear[0]"]
    assert [model.name_of(column) for column in range(2)] == ["x[0]", "x[1]"]


def test_views_leave_the_model_alone() -> None:
    model, x = with_binaries(3)
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


def test_views_of_views_have_the_rows_that_none_has_switched_off() -> None:
    for seed in range(20):
        dice = random.Random(seed)
        model = Model()
        x = model.binary("x", 6)
        groups = {name: dice.randint(1, 3) for name in "abcd"}
        for name, rows in groups.items():
            with model.group(name):
                for _ in range(rows):
                    model.add(x[0] + x[1] >= 1)
        model.add(x[2] == 0)
        view, left, fixed = model.program(), {*groups}, dict[int, int]()
        for _ in range(dice.randint(1, 4)):
            chosen = dice.sample(sorted(groups), dice.randint(0, 3))
            way = dice.choice(["without", "only", "fix"])
            if way == "without":
                view, left = view.without(*chosen), left - {*chosen}
            elif way == "only":
                view, left = view.only(*chosen), left & {*chosen}
            else:
                place = dice.randint(2, 5)
                fixed.setdefault(place, dice.randint(0, 1))
                view = view.fix({x[place]: fixed[place]})
        expected = {"": 1} | {name: groups[name] for name in "abcd" if name in left}
        assert view.statistics().rows_by_group == expected, seed
        bounds = [(fixed.get(place, 0), fixed.get(place, 1)) for place in range(6)]
        assert list(zip(view.lower.tolist(), view.upper.tolist(), strict=True)) == bounds, seed


def test_views_refuse_what_does_not_exist() -> None:
    model, x = with_binary()
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
    model, x = with_binary()
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


def test_misuse_is_refused() -> None:
    model, x = with_binaries(np.int64(3))
    assert x.shape == (3,)
    assert model.fix({~x[0]: 1}).upper.tolist() == [0, 1, 1]
    assert model.binary("g", (letter for letter in "ab")).shape == (2,)
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: model.binary("x"), "already a family"),
        (lambda: model.binary("y", ["a", "a"]), "label appears twice"),
        # What a chained comparison would give.
        (lambda: model.add(True), "is not a row"),  # type: ignore[arg-type]
        (lambda: model.exactly_one([x[0] + x[1]]), "not a literal"),
        (lambda: model.exactly_one(Model().binary("z", 3)), "another model"),
        (lambda: model.add(x[0] * (1 << 62) <= 1), "63 bits"),
        (lambda: model.add(x[0] <= 1 << 70), "63 bits"),
        (lambda: model.fix({x[0] + x[1]: 1}), "is not a variable"),
        (lambda: model.binary("n", -1), "must be 0 or more, got -1"),
        (lambda: model.binary("s", {"a", "b"}), "give a number or a list"),
        (lambda: model.binary("l", [["a"]]), "cannot be looked up"),  # type: ignore[list-item]
        (lambda: model.binary("", 2), "give it one"),
        (lambda: model.add(x), r"write x == 1"),
        (lambda: model.exactly_one([x[0]], axis=0), "needs an array"),
        (lambda: model.exactly_one(x, axis=1), "has no axis 1"),
        (lambda: model.exactly_one(x, axis=0, key=(1, 2)), "1 row needs as many keys"),
        (lambda: (x[0] + x[1]).between("half", 1), "not a finite number"),
        (lambda: model.minimize(x[0] * (1 << 70)), "a number of 63 bits"),
        (lambda: model.integer("i", lower=0.5, upper=None), "not a whole"),
        (lambda: model.group("").__enter__(), "a group of rows needs a name"),
    ]
    for statement, message in wrong:
        with pytest.raises(ModelError, match=message):
            statement()
    with pytest.raises(ValueError, match="read-only"):
        model.program().lower.numbers[0] = 1


def test_check_needs_every_value() -> None:
    model = Model()
    model.binary("x", 2)
    for wrong in (np.array([1]), np.array([1, 0, 0]), np.array([1.0, 0.0]), np.array(["1", "0"])):
        with pytest.raises(CheckError, match="expected 2 whole numbers, got"):
            model.check(wrong)
    assert [str(v) for v in model.check(np.array([2, -1]))] == [
        "x[0] is 2, not within 0 and 1",
        "x[1] is -1, not within 0 and 1",
    ]


def test_check_is_exact_beyond_64_bits() -> None:
    model = Model()
    x = list(model.binary("x", 8).flat)
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


@pytest.mark.parametrize("seed", range(40))
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
    model, x = with_binaries(2)
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


def test_an_answer_has_no_value_of_a_variable_that_is_new() -> None:
    model, x = with_binaries(2)
    values = Assignment(model, (1, 0))
    assert (values[x[0] + 2 * x[1]], values[x].tolist()) == (1, [1, 0])
    for number in (model.binary("new"), model.binary("more", 2), x[0] + model.binary("last")):
        with pytest.raises(
            ModelError,
            match=r"a variable is newer than the lazy rows; add all",
        ):
            values[number]


def test_a_row_that_was_cut_short_by_an_interruption_is_not_there() -> None:
    model, x = with_binaries(3)
    model.exactly_one([x[0], x[1]])
    pending = model._store.rows._pending
    # As if Ctrl-C had come between the lists of a second row.
    pending.columns.fromlist([0, 2])
    assert model.statistics().rows == 1
    assert model.check(np.array([1, 0, 0])) == ()
    model.at_least_one([x[2]])
    pending = model._store.rows._pending
    pending.columns.fromlist([0, 2])
    pending.numbers.fromlist([1])
    pending.others[4] = Fraction(1, 2)
    model.at_most_one([x[0], x[2]])
    assert model.program().rows.columns.tolist() == [0, 1, 2, 0, 2]
    assert model.program().rows.coefficients.tolist() == [1] * 5


@pytest.mark.parametrize("seed", range(40))
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


def test_whole_numbers() -> None:
    model = Model()
    n = model.integer("n", lower=-3, upper=None)
    pair = model.integer("pair", "ab", lower=2, upper=4)
    model.add(n + pair["a"] == 0)
    assert model.check(np.array([-2, 2, 4])) == ()
    assert [str(v) for v in model.check(np.array([-5, 5, 3]))] == [
        "n is -5, not at least -3",
        "pair[a] is 5, not within 2 and 4",
    ]
    assert model.fix({n: 100}).upper.at(0) == 100
    with pytest.raises(ModelError, match="not binary"):
        model.at_most_one([n])
    with pytest.raises(ModelError, match="not binary"):
        model.at_most_one(pair)
    with pytest.raises(ModelError, match="must ascend, got 3 and 2"):
        model.integer("m", lower=3, upper=2)
    with pytest.raises(ModelError, match="must lie between"):
        model.integer("m", lower=0, upper=1 << 62)


def row_of(model: Model) -> tuple[dict[int, int], Number | None, Number | None]:
    """The only row of a model: its terms and bounds."""
    rows = model.program().rows
    assert len(rows) == 1
    terms = dict(zip(rows.columns.tolist(), rows.coefficients.tolist(), strict=True))
    return terms, rows.lower.at(0), rows.upper.at(0)


def test_every_comparison_becomes_its_row() -> None:
    cases: list[tuple[Callable[[Any, Any], Any], dict[int, int], int | None, int | None]] = [
        (lambda x, y: x + 2 * y <= 2, {0: 1, 1: 2}, None, 2),
        (lambda x, y: x < y, {0: 1, 1: -1}, None, -1),
        (lambda x, y: x - 3 >= -2 * y, {0: 1, 1: 2}, 3, None),
        (lambda x, y: x + y < 1, {0: 1, 1: 1}, None, 0),
        (lambda x, y: ~x == y, {0: -1, 1: -1}, -1, -1),
        (lambda x, y: 5 - x == y + 4, {0: -1, 1: -1}, -1, -1),
        (lambda x, y: -(x - y) * 3 <= 0, {0: -3, 1: 3}, None, 0),
        (lambda x, y: (x + y).between(1, 2), {0: 1, 1: 1}, 1, 2),
        (lambda x, y: sum([x, y, x]) == 2, {0: 2, 1: 1}, 2, 2),
        (lambda x, y: x + y - x <= 0, {1: 1}, None, 0),
        (lambda x, y: np.int64(3) * x <= np.int32(2) + y, {0: 3, 1: -1}, None, 2),
    ]
    for statement, terms, lower, upper in cases:
        model = Model()
        x, y = model.binary("x"), model.binary("y")
        model.add(statement(x, y))
        assert row_of(model) == (terms, lower, upper)


def test_adding_to_an_expression_twice_leaves_it_alone() -> None:
    model = Model()
    x = list(model.binary("x", 4).flat)
    base = x[0] + x[1]
    one, other = base + x[2], base + x[3]
    first = "x[0] + x[1]"
    assert [repr(e) for e in (base, one, other)] == [first, f"{first} + x[2]", f"{first} + x[3]"]
    assert repr(base + base) == "x[0] + x[1] + x[0] + x[1]"


@pytest.mark.every("message")
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda x, y: x * y, "product of two variables"),
        (lambda x, y: x + float("nan"), "nan is not a finite number"),
        (lambda x, y: float("inf") * x, "inf is not a finite number"),
        (lambda x, y: x + "one", "'one' is not a finite number"),
        (lambda x, y: x * 1e300, "too large or too fine"),
        (lambda x, y: x / 0, "divided by 0"),
        (lambda x, y: 1 / x, "divided by 'x' is not linear"),
        (lambda x, y: x / y, "'x' divided by 'y' is not linear"),
        (lambda x, y: bool(x + y <= 1), "is a row, not a yes or no"),
        (lambda x, y: 0 <= x + y <= 1, "is a row, not a yes or no"),
        (lambda x, y: x + Model().binary("z"), "variables of two models"),
    ],
)
def test_what_has_no_meaning_is_refused(wrong: object, message: str) -> None:
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    with pytest.raises(ModelError, match=message):
        wrong(x, y)  # type: ignore[operator] # the parameters are functions


def test_handles_work_as_keys() -> None:
    _, x = with_binaries(3)
    chosen = {x[0]: "a", x[2]: "c"}
    assert chosen[x[2]] == "c"
    assert x[1] not in chosen
    assert x[0] in {x[1], x[0]}
    assert x[0] not in {x[1], x[2]}
    assert x[0] in [x[0], x[1]]
    with pytest.raises(ModelError, match=r"is a row, not a yes or no; write .* x in \{y, z\}"):
        # A "no" of the first comparison would be the one that `x == y or x == z` asks for.
        assert x[0] in [x[1], x[0]]


def test_families_are_indexed_by_labels() -> None:
    model, place = with_binaries("AB", [10, 20, 30], name="place")
    assert repr(place["B", 20]) == "place[B, 20]"
    assert place["B"].shape == (3,)
    assert place[:, 30].columns.tolist() == [2, 5]
    assert place[["B", "A"], 1:].columns.tolist() == [[4, 5], [1, 2]]
    assert place.positions()[1, 1].column == place["B", 20].column
    assert [repr(variable) for variable in place["A", :2]] == ["place[A, 10]", "place[A, 20]"]
    assert repr(model.binary("spot", [("A", 1, (0, 2))])["A", 1, (0, 2)]) == "spot[A, 1, (0, 2)]"
    assert repr(model.binary("alone")) == "alone"


def test_unknown_labels_are_refused() -> None:
    place = Model().binary("place", "AB", [10, 20, 30])
    for key in (("C", 10), ("A", 11), ("A", 10, 0), "C", ("A", [10, 11])):
        with pytest.raises(ModelKeyError, match="family 'place'"):
            place[key]


def test_array_operations() -> None:
    model, x = with_binaries(2, 3)
    assert repr(x.T[2].sum()) == "x[0, 2] + x[1, 2]"
    assert repr(x[0, :].dot([1, -2, 0])) == "x[0, 0] - 2 x[0, 1]"
    assert repr(x[0, :].dot([0.5, 1, 2])) == "0.5 x[0, 0] + x[0, 1] + 2 x[0, 2]"
    with pytest.raises(ModelError, match="nan is among weights"):
        x[0, :].dot([float("nan"), 1, 2])
    with pytest.raises(ModelError, match="numbers of shape"):
        x.dot([1, 2, 3])
    with pytest.raises(ModelError, match=r"use its \.sum"):
        model.maximize(x + 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("arrays", [True, False])
@pytest.mark.parametrize("kind", ["exactly_one", "at_most_one", "at_least_one"])
def test_a_mapping_adds_the_rows_that_its_parts_add(kind: str, arrays: bool) -> None:
    def stated(add: Callable[[Model, dict[Any, Any]], None]) -> Model:
        model = Model()
        x, n = model.binary("x", 5), model.integer("n", lower=0, upper=3)
        with model.group("rows"):
            part = x[:3] if arrays else iter(x[:3])
            add(model, {"truth": [x[0], n >= 2], "a": part, (1, 2): [x[3], ~x[4]], "none": []})
        return model

    def one_by_one(model: Model, parts: dict[Any, Any]) -> None:
        for key, part in parts.items():
            getattr(model, kind)(part, key=key)

    def at_once(model: Model, parts: dict[Any, Any]) -> None:
        assert len(getattr(model, kind)(parts).parts) == 4

    assert described(stated(at_once).program()) == described(stated(one_by_one).program())


def test_cells_in_a_list_keep_its_order() -> None:
    model = Model()
    cells = [(0, 0), (0, 1), (1, 0)]
    x = model.binary("x", cells)
    chosen = x[[cells[2], cells[0]]]
    assert chosen.columns.tolist() == [2, 0]
    assert [*chosen.labels[0]] == [cells[2], cells[0]]
    assert chosen.sum().columns == [2, 0]
    assert [one.column for one in (x[1, 0], x[(0, 1)])] == [2, 1]
    for wrong in ([cells[0], (5, 5)], (5, 5), "x", True):
        with pytest.raises(ModelKeyError, match="no label"):
            x[wrong]


def test_what_rows_define_together_is_known_as_long_as_all_of_them_are_there() -> None:
    model = Model()
    x = model.binary("x", 2)
    with model.defining(x) as made:
        y = model.integer("y", 2, lower=0, upper=9, auxiliary=True)
        made.append(y)
        with model.group("sum"):
            model.add(y[0] + y[1] == 3 + x[0])
        with model.group("about x alone"):
            model.add(x[0] + x[1] <= 2)
        with model.group("difference"):
            model.add(y[0] - y[1] == 1 - x[0])
    assert model.program().determined()
    assert model.without("about x alone").determined()
    assert not model.without("sum").determined()
    assert not model.without("difference").determined()


def test_what_rows_define_by_something_unknown_is_unknown_as_well() -> None:
    model = Model()
    x = model.binary("x")
    free = model.binary("free", auxiliary=True)
    with model.defining(free) as made:
        y = model.binary("y", 2, auxiliary=True)
        made.append(y)
        model.add(y[0] + y[1] == 1)
        model.add(y[0] - y[1] == 2 * free - 1)
    assert not model.program().determined()
    with model.group("link"):
        model.add(free == x)
    assert model.program().determined()
    assert not model.without("link").determined()


def test_a_mapping_takes_no_other_key_and_no_axis() -> None:
    model = Model()
    x = model.binary("x", 2)
    assert not len(model.exactly_one({}).parts)
    refused: list[dict[str, Any]] = [{"key": 3}, {"axis": 0}]
    for more in refused:
        with pytest.raises(ModelError, match="leave it out"):
            model.exactly_one({1: x}, **more)
    wrong: Any = {x[0]: 1}
    with pytest.raises(ModelError, match="give a list of literals for every key"):
        model.exactly_one(wrong)
    with pytest.raises(ModelError, match="model"):
        model.exactly_one({1: x, 2: Model().binary("y", 2)})
