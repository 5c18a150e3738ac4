"""Labels and names of axes: they stay with their elements, and pair arrays as people mean it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ilpuzzles import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expression_array import LinearArray

NURSES, DAYS, SHIFTS = ["Ann", "Bob"], ["Mon", "Tue", "Wed"], ["day", "night"]


def roster() -> tuple[Model, Any]:
    """Who works when, with names for the axes."""
    model = Model("roster")
    dims = ["nurse", "weekday", "shift"]
    return model, model.binary("works", NURSES, DAYS, SHIFTS, dims=dims)


def values_of(array: Any, assigned: Any) -> Any:
    """The values of an array for some values of all variables."""
    return array.expressions().affine.values(assigned)


# What an index picks


def random_part(rng: Any, size: int) -> Any:
    """A part of an index of one axis."""
    kind = rng.integers(5)
    if kind == 0:
        return int(rng.integers(size))
    if kind == 1:
        return slice(*sorted(rng.integers(-size, size + 1, 2).tolist()))
    if kind == 2:
        return slice(None, None, -1)
    if kind == 3:
        return rng.integers(size, size=rng.integers(1, 4)).tolist()
    return rng.integers(2, size=size).astype(bool)


@pytest.mark.parametrize("seed", range(20))
def test_labels_are_those_of_the_elements_that_an_index_picks(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 4, rng.integers(1, 4)).tolist()
    axes = [[f"{axis}:{place}" for place in range(size)] for axis, size in enumerate(sizes)]
    family = Model().binary("x", *axes, dims=[f"axis {n}" for n in range(len(sizes))])
    for _ in range(30):
        key: list[Any] = [random_part(rng, size) for size in sizes[: rng.integers(1, 4)]]
        if rng.integers(3) == 0:
            key.insert(int(rng.integers(len(key) + 1)), None)
        if rng.integers(3) == 0:
            key.insert(int(rng.integers(len(key) + 1)), Ellipsis)
        try:
            wanted = family.columns[tuple(key)]
        except IndexError:
            continue
        found = LinearArray.__getitem__(family, tuple(key))
        if not np.ndim(wanted):
            assert found.column == wanted
            continue
        assert found.columns.tolist() == wanted.tolist()
        require_own_labels(found, family)


def test_numpy_puts_the_axis_of_a_list_in_front_where_a_slice_is_in_between() -> None:
    _, x = roster()
    full = slice(None)
    keys: list[tuple[Any, ...]] = [
        (0, full, [1, 0]),
        (full, 1, [1, 0]),
        ([1, 0], full, 0),
        (full, 1, None, [1, 0]),
    ]
    for key in keys:
        found = LinearArray.__getitem__(x, key)
        assert found.columns.tolist() == x.columns[key].tolist()
        require_own_labels(found, x)
        assert found.dims.count("") == key.count(None)
    assert LinearArray.__getitem__(x, (0, slice(None), [1, 0])).dims == ("shift", "weekday")


def test_an_element_that_is_picked_twice_has_no_label() -> None:
    _, x = roster()
    assert x[["Ann", "Ann"]].labels[0] is None
    assert LinearArray.__getitem__(x, [1, 1]).labels[0] is None
    repeated: Any = np.repeat(x, 2, axis=0)
    assert repeated.labels[0] is None


def require_own_labels(array: Any, family: Any) -> None:
    """Each label of a named axis is the label of the variables that stand there."""
    for axis, (labels, dim) in enumerate(zip(array.labels, array.dims, strict=True)):
        if labels is None or not dim:
            continue
        assert len(labels) == array.shape[axis]
        mine = family.layout.place_of(dim)
        for place, label in enumerate(labels):
            line = np.take(array.columns, place, axis=axis).ravel().tolist()
            assert {family.label(column)[mine] for column in line} <= {label}


# Names


def test_axes_are_named_wherever_one_is_asked_for() -> None:
    model, x = roster()
    assert x.dims == ("nurse", "weekday", "shift")
    assert x.sum("shift").dims == ("nurse", "weekday")
    assert x.sum(["nurse", "shift"]).dims == ("weekday",)
    assert x["Ann"].dims == ("weekday", "shift")
    assert x[:, "Mon"].T.dims == ("shift", "nurse")
    assert (x >= 1).any("nurse").shape == (3, 2)
    assert x.cumsum("weekday").dims == x.dims
    assert x.sum("shift", keepdims=True).dims == x.dims
    assert x.positions().dims == ("", "", "")
    assert repr(x) == "<family works: 12 variables of shape (2, 3, 2) of nurse, weekday, shift>"
    assert repr(x["Ann"]).startswith("<6 variables of shape (3, 2) of weekday, shift>")
    row = model.at_most_one(x, "one shift", axis="shift")
    assert [part.name for part in row.parts][:2] == ["one shift[Ann, Mon]", "one shift[Ann, Tue]"]


def test_the_names_of_indexes_of_pandas_are_names_of_axes() -> None:
    days = pd.Index(DAYS, name="weekday")
    x = Model().binary("x", NURSES, days)
    assert x.dims == ("", "weekday")
    assert Model().binary("y", days, days).dims == ("", "")
    assert Model().binary("z", days, dims=["day"]).dims == ("day",)
    assert Model().binary("w", pd.Index(DAYS, name=3)).dims == ("",)


def test_the_names_of_a_multiindex_come_back() -> None:
    arcs = pd.MultiIndex.from_tuples([("a", "b"), ("b", "c"), ("c", "a")], names=["from", "to"])
    model = Model()
    flow = model.integer("flow", arcs, lower=0, upper=9)
    assert flow.dims == ("from, to",)
    model.add(flow == pd.Series([1, 2, 3], index=arcs[::-1]))
    series = model.solve("cpsat").series(flow)
    assert series.index.names == ["from", "to"]
    assert series[("c", "a")] == 1
    assert series.groupby("from").sum().to_dict() == {"a": 3, "b": 2, "c": 1}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (lambda m, x: x.sum("week"), "no axis 'week'; its axes are 'nurse', 'weekday', 'shift'"),
        (lambda m, x: x.sum("Ann"), "'Ann' is a label, which an index takes"),
        (lambda m, x: x.sum(["shift", "shift"]), "name one twice"),
        (lambda m, x: x.sum([2, "shift"]), "name one twice"),
        (lambda m, x: x["Zoe"], "no label 'Zoe' on axis 'nurse'; known: Ann, Bob"),
        (lambda m, x: x["nurse"], "no label 'nurse' on axis 'nurse'"),
        (lambda m, x: m.binary("y", 2, 3, dims=["row"]), "2 axes, but 1 names of axes"),
        (lambda m, x: m.binary("y", 2, 3, dims=["a", "a"]), "two axes with the name 'a'"),
        (lambda m, x: x[:, "Mon", "day"] + m.binary("y", 2, dims=["k"]), "'nurse' stands where"),
        (lambda m, x: x.transpose("nurse"), "is not an order of 3 axes"),
        (lambda m, x: m.at_most_one(x, axis="shift", key=["a"]), "6 rows need as many keys"),
    ],
)
def test_what_is_wrong_with_an_axis_is_said(line: Any, said: str) -> None:
    model, x = roster()
    with pytest.raises(ModelError, match=said):
        line(model, x)


SUBSETS = [
    (),
    ("a",),
    ("b",),
    ("c",),
    ("a", "b"),
    ("b", "a"),
    ("c", "a"),
    ("b", "c"),
    ("c", "b", "a"),
]
SIZES = {"a": 2, "b": 3, "c": 2}


@pytest.mark.parametrize("mine", list(permutations("abc")))
def test_arrays_with_named_axes_fit_each_other_by_name(mine: tuple[str, ...]) -> None:
    """Sums, products with tables, comparisons and truths against einsum."""
    rng = np.random.default_rng(7)
    model = Model()
    x = model.binary("x", *(SIZES[name] for name in mine), dims=mine)
    for number, theirs in enumerate(subset for subset in SUBSETS if subset):
        y = model.binary(f"y{number}", *(SIZES[name] for name in theirs), dims=theirs)
        assigned = rng.integers(0, 2, y.first + y.size)
        values = assigned[x.columns], assigned[y.columns]
        subscripts = f"{''.join(mine)},{''.join(theirs)}->{''.join(mine)}"
        ones = [np.ones(one.shape, dtype=int) for one in values]
        spread = np.einsum(subscripts, ones[0], values[1])
        for made in (x + 2 * y, 2 * y + x):
            order = [made.dims.index(name) for name in mine]
            assert np.array_equal(
                values_of(made, assigned).transpose(order), values[0] + 2 * spread
            )
        rows = x >= y
        assert rows.dims == mine
        assert np.array_equal(values_of(rows.subject, assigned), values[0] - spread)
        both = x & y
        assert both.dims == mine
        for place, truth in zip(product(*map(range, both.shape)), both.truths(), strict=True):
            columns = {part.column for part in getattr(truth, "parts", [truth])}
            of_y = tuple(place[mine.index(name)] for name in theirs)
            assert columns == {int(x.columns[place]), int(y.columns[of_y])}


def test_tables_with_names_are_paired_by_name_and_label() -> None:
    model, x = roster()
    assigned = np.arange(12)
    values = assigned.reshape(2, 3, 2)
    pay = pd.Series({"Bob": 3, "Ann": 2}).rename_axis("nurse")
    assert np.array_equal(values_of(x * pay, assigned), values * np.array([2, 3])[:, None, None])
    need = pd.DataFrame(
        [[1, 2, 3], [4, 5, 6]],
        index=pd.Index(["night", "day"], name="shift"),
        columns=pd.Index(["Tue", "Mon", "Wed"], name="weekday"),
    )
    wanted = np.array([[5, 2], [4, 1], [6, 3]])
    assert np.array_equal(values_of(x.sum("nurse") * need, assigned), values.sum(0) * wanted)
    model.add(x.sum("nurse") >= need, "need")
    assert model.rows()[0].text.endswith(">= 5")
    stacked = need.stack()
    assert np.array_equal(values_of(x * stacked, assigned), values * wanted.T.T)
    by_pair = {(day, shift): int(need.loc[shift, day]) for day in DAYS for shift in SHIFTS}
    assert np.array_equal(values_of(x * by_pair, assigned), values * wanted)
    bounds = model.integer("n", DAYS, SHIFTS, lower=0, upper=stacked, dims=["weekday", "shift"])
    assert model.bounds(bounds["Mon", "day"]) == (0, 5)


SQUARE = pd.Index(["A", "B", "C"])


@pytest.mark.parametrize(
    "line",
    [
        lambda f, x, t: f.sum("from") <= t.rename_axis("from"),
        lambda f, x, t: f.sum("to") * t.rename_axis("to"),
        lambda f, x, t: f @ t.rename_axis("from"),
        lambda f, x, t: f.T @ t.rename_axis("to"),
        lambda f, x, t: x * t.rename_axis("id"),
        lambda f, x, t: f * pd.DataFrame(1, index=SQUARE.rename("to"), columns=SQUARE),
        lambda f, x, t: f * pd.DataFrame(1, SQUARE.rename("to"), SQUARE).stack(),
        lambda f, x, t: x.between(0, t.rename_axis("from")),
        lambda f, x, t: x.sum(where=t.rename_axis("to") > 1),
        lambda f, x, t: x[t.rename_axis("to") > 1],
        lambda f, x, t: (2 * x)[t.rename_axis("to") > 1],
        lambda f, x, t: (x >= 1) & (t.rename_axis("to") > 1),
        lambda f, x, t: Model().integer(
            "n", SQUARE.rename("node"), lower=0, upper=t.rename_axis("from")
        ),
    ],
)
def test_a_table_whose_axis_has_another_name_is_refused(line: Any) -> None:
    """Labels that are the same on two axes must not pair numbers of one with the other."""
    model = Model()
    f = model.binary("f", SQUARE, SQUARE, dims=["from", "to"])
    x = model.binary("x", SQUARE, dims=["node"])
    with pytest.raises(ModelError, match=r"axis '\w+' stands where the other side has axis"):
        line(f, x, pd.Series([1, 2, 3], index=SQUARE))


def test_numbers_from_0_are_labels_where_somebody_gives_them_or_a_name() -> None:
    model = Model()
    series = pd.Series([5, 6, 7, 8])
    made = [
        model.integer("a", pd.RangeIndex(4), lower=0, upper=9),
        model.integer("b", [0, 1, 2, 3], lower=0, upper=9),
        model.integer("c", 4, lower=0, upper=9, dims=["hour"]),
        model.integer("d", series.rename_axis("hour").index, lower=0, upper=9),
    ]
    for family in made:
        model.add(family == series)
        assert [row.text[-1] for row in model.add(family[1:] <= series[1:]).parts] == list("678")
        assert family.diff().labels == ([1, 2, 3],)
        lines: list[Callable[[Any], Any]] = [
            lambda f: f[1:] <= series[:-1],
            lambda f: f[[1, 3]] <= series[[0, 1]],
        ]
        for wrong in lines:
            with pytest.raises(ModelError, match="labels of an array and a table differ"):
                wrong(family)
    # Only a number without a name counts.
    counted = model.integer("e", 4, lower=0, upper=9)
    assert counted.labels == (None,)
    assert (counted[1:] - counted[:-1]).shape == (3,)
    model.add(counted <= series)
    result = model.solve("cpsat")
    for family in made:
        assert result.series(family[[1, 3]]).to_dict() == {1: 6, 3: 8}
    # An index that only counts says nothing to years.
    years = model.integer("y", [2020, 2021], lower=0, upper=9)
    assert model.add(years <= pd.Series([1, 2])).parts[1].text.endswith("<= 2")


def test_indexes_in_a_key_are_crossed_as_lists_are() -> None:
    _, x = roster()
    crossed = x[pd.Index(["Bob", "Ann"]), ["Tue", "Mon"]]
    assert crossed.shape == (2, 2, 2)
    assert crossed.labels[:2] == (["Bob", "Ann"], ["Tue", "Mon"])
    mask = pd.Series({"Tue": True, "Mon": False, "Wed": True})
    assert x[:, mask].labels[1] == ["Tue", "Wed"]
    assert x["Ann", mask, "day"].shape == (2,)
    assert x[np.array(["Ann", "Bob"]), np.array(["Mon", "Tue"])].shape == (2, 2)
    table = pd.DataFrame(True, index=["Bob", "Ann"], columns=["Wed", "Tue", "Mon"])
    table.loc["Ann", "Mon"] = False
    assert x[:, :, "day"][table].shape == (5,)
    square = Model().binary("s", ["Ann", "Bob"], ["Mon", "Tue", "Wed"])
    assert "s[Ann, Mon]" not in repr(square[table])
    assert square[table].shape == (5,)
    hours = Model().binary("h", range(10, 14))
    assert hours[1:].labels == ([11, 12, 13],)
    with pytest.raises(ModelError, match="11:13 is a slice of labels"):
        hours[11:13]


def test_an_answer_of_several_axes_is_a_table_that_is_taken_back() -> None:
    model, x = roster()
    model.add(x["Ann", :, "day"] == [1, 0, 1])
    result = model.solve("cpsat")
    frame = result.frame(x)
    assert (result.array(x * frame) == result[x] ** 2).all()
    assert model.fix({x: frame}).count("cpsat").number == 1
    assert model.solve("cpsat", hint={x: frame}).status == "optimal"


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({("Mon", "day"): 1}, r"only the array has '\('Mon', 'night'\)'"),
        ({(d, s): 1 for d in [*DAYS, "Thu"] for s in SHIFTS}, r"only the table has '\('Thu'"),
        (pd.Series({"day": 1, "night": 2, "late": 3}), "only the table has 'late'"),
        (pd.Series([1, 2], index=["day", "day"]), "names 'day' more than once"),
        ({"day": 1}, "only the array has 'night'"),
    ],
)
def test_tables_that_lack_labels_are_refused(numbers: Any, said: str) -> None:
    _, x = roster()
    with pytest.raises(ModelError, match=said):
        _ = x * numbers


# The rows that every roster writes


def test_slices_with_different_labels_have_a_way_with_good_names() -> None:
    model, x = roster()
    with pytest.raises(ModelError, match=r"only the first has 'Mon'.*x\.shift\(1, axis\)"):
        _ = x[:, :-1, "night"] + x[:, 1:, "day"] <= 1
    rows = x[:, :, "night"].shift(weekday=1) + x[:, :, "day"] <= 1
    added = model.add(rows[:, 1:], "rest")
    assert [part.name for part in added.parts] == [
        "rest[Ann, Tue]",
        "rest[Ann, Wed]",
        "rest[Bob, Tue]",
        "rest[Bob, Wed]",
    ]
    assert added.parts[0].text == "works[Ann, Mon, night] + works[Ann, Tue, day] <= 1"
    # As rows in bulk: a part of an array of rows is one again.
    assert type(rows[:, 1:]) is type(rows)


@pytest.mark.parametrize("kind", ["exactly_one", "at_most_one", "at_least_one"])
def test_rows_along_an_axis_are_called_by_labels(kind: str) -> None:
    model, x = roster()
    state = getattr(model, kind)
    assert [part.name for part in state(x, "k", axis=(1, 2)).parts] == ["k[Ann]", "k[Bob]"]
    assert [part.name for part in state(x["Ann"], "l", axis=0, key=[7, 8]).parts] == [
        "l[7]",
        "l[8]",
    ]
    counted = model.binary(f"c {kind}", 2, 3)
    assert [part.name for part in state(counted, "m", axis=1).parts] == ["m[0]", "m[1]"]
    assert state(x[:, "Mon", "day"], "n", axis=0).name == "n[0]"


def test_masks_of_tables_go_by_label_whatever_their_type() -> None:
    x = Model().binary("x", ["a", "b", "c"])
    masks = [
        pd.Series({"c": True, "b": False, "a": False}),
        pd.Series({"c": True, "b": False, "a": False}, dtype=object),
        pd.Series({"c": True, "b": False, "a": False}, dtype="boolean"),
    ]
    for mask in masks:
        assert repr(x[mask].sum()) == repr(x.sum(where=mask)) == "x[c]"
        assert repr((2 * x)[mask].sum()) == "2 x[c]"
        assert [str(one) for one in np.where(mask, x, 7).flat] == ["7", "7", "x[c]"]
    by_label: Any = {"c": True, "a": False, "b": False}
    assert repr(np.where(by_label, x, 0).sum()) == "x[c]"
    flags = Model().binary("f", [False, True])
    assert repr(flags[[True, False]].sum()) == "f[True] + f[False]"


@pytest.mark.parametrize(
    "line",
    [
        lambda x, y: y[[True, False]],
        lambda x, y: y[pd.Series([True])],
        lambda x, y: y.sum(where=np.ones((2, 3), bool)),
        lambda x, y: np.mean(y, where=np.ones((2, 3), bool)),
        lambda x, y: y.any(where=[True, False]),
        lambda x, y: np.where(["no", "no", "no"], x, 0),
        lambda x, y: np.where([np.nan, 0, 0], x, 0),
        lambda x, y: y[-1.0],
        lambda x, y: y[::0],
        lambda x, y: (y + 0)[::0],
        lambda x, y: (y + 0)[[[0], [1, 2]]],
        lambda x, y: y.shift(3, day=1),
        lambda x, y: x.shift(axis="node", day=1),
        lambda x, y: x.shift(2, node=1),
        lambda x, y: x.rolling(3, "node", node=1),
        lambda x, y: y.sum(""),
        lambda x, y: 1 & y,
        lambda x, y: y | 0,
        lambda x, y: y >= 1 & y,
        lambda x, y: x * pd.Series([1, 2, 3, 4], index=["a", "b", "c", "a"]),
    ],
)
def test_what_cannot_be_meant_is_refused(line: Any) -> None:
    model = Model()
    x = model.binary("x", ["a", "b", "c"], dims=["node"])
    with pytest.raises((ModelError, KeyError)) as found:
        line(x, model.binary("y", 3))
    assert isinstance(found.value, ModelError)


def test_products_with_tables_go_by_label_as_sums_of_products_do() -> None:
    model = Model()
    series = pd.Series([10, 20, 30])
    turned = model.binary("turned", [2, 1, 0])
    assert (
        repr(turned @ series)
        == repr((turned * series).sum())
        == ("30 turned[2] + 20 turned[1] + 10 turned[0]")
    )
    assert repr(turned.dot({0: 30, 1: 20, 2: 10})) == ("10 turned[2] + 20 turned[1] + 30 turned[0]")
    assert repr(turned * [1, 2, 3] @ [1, 1, 1]) == "turned[2] + 2 turned[1] + 3 turned[0]"
    assert repr(turned.sum(where={0: True, 1: False, 2: True})) == "turned[2] + turned[0]"
    beginning = model.binary("x", [1, 2, 3])
    lines: list[Callable[[], Any]] = [lambda: beginning * series, lambda: beginning @ series]
    for line in lines:
        with pytest.raises(ModelError, match="an array and a table differ"):
            line()
    mixed = model.binary("mixed", [1, "1"])
    assert repr((mixed * {"1": 5, 1: 6}).sum()) == "6 mixed[1] + 5 mixed[1]"
    twice = pd.MultiIndex.from_tuples([("a", "p"), ("b", "p"), ("a", "p")])
    pairs = model.binary("pairs", ["a", "b"], ["p"])
    with pytest.raises(ModelError, match="more than once"):
        _ = pairs * pd.Series([1, 2, 3], index=twice)


class LabelledArray:
    """An array with coordinates as xarray has it, which the tests do without."""

    def __init__(self, numbers: Any, **coords: Any) -> None:
        self.numbers = np.array(numbers)
        self.dims = tuple(coords)
        self.coords = self.indexes = {name: pd.Index(labels) for name, labels in coords.items()}

    @property
    def shape(self) -> tuple[int, ...]:
        return self.numbers.shape

    @property
    def ndim(self) -> int:
        return self.numbers.ndim

    @property
    def T(self) -> LabelledArray:  # noqa: N802 - as it is called there
        turned = {name: self.coords[name] for name in self.dims[::-1]}
        return LabelledArray(self.numbers.T, **turned)

    def to_numpy(self) -> Any:
        return self.numbers

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.numbers


def test_arrays_with_coordinates_are_paired_by_name_and_label() -> None:
    _, x = roster()
    pay = LabelledArray([3, 2], nurse=["Bob", "Ann"])
    values, assigned = np.arange(12).reshape(2, 3, 2), np.arange(12)
    wanted = values * np.array([2, 3])[:, None, None]
    assert np.array_equal(values_of(x * pay, assigned), wanted)
    nights = x[:, "Mon", "night"]
    assert repr(nights @ pay) == repr((nights * pay).sum())
    assert repr(nights @ pay) == "2 works[Ann, Mon, night] + 3 works[Bob, Mon, night]"
    with pytest.raises(ModelError, match="stands where"):
        _ = x["Ann", :, "day"] * LabelledArray([1, 2, 3], nurse=DAYS)


def test_tables_of_several_levels_fit_what_they_are_made_of() -> None:
    model = Model()
    levels = pd.MultiIndex.from_product([["u", "v"], [1, 2]])
    wide = pd.DataFrame([[1, 2, 3, 4], [5, 6, 7, 8]], index=["b", "a"], columns=levels)
    x = model.binary("x", ["a", "b"], levels)
    assert np.array_equal(values_of(x * wide, np.ones(8, int)), [[5, 6, 7, 8], [1, 2, 3, 4]])
    y = model.binary("y", ["a", "b"], ["u", "v"], [1, 2])
    assert values_of(y * wide, np.ones(16, int)).tolist() == [[[5, 6], [7, 8]], [[1, 2], [3, 4]]]
    single = model.binary("single")
    assert (single + pd.DataFrame([[1, 2]], columns=["p", "q"])).shape == (1, 2)
    day = model.binary("day", ["Mon", "Tue"], dims=["day"])
    frame = pd.DataFrame(
        [[1, 2], [3, 4]],
        index=pd.Index(["Tue", "Mon"], name="day"),
        columns=pd.Index(["Ann", "Bob"], name="nurse"),
    )
    made = day * frame
    assert made.dims == ("day", "nurse")
    assert repr(made[0, 1]) in {"2 day[Tue]", "4 day[Mon]"}
    assert sorted(map(repr, made.flat)) == ["2 day[Tue]", "3 day[Mon]", "4 day[Mon]", "day[Tue]"]


def test_answers_are_tables_with_the_names_of_the_axes() -> None:
    model, x = roster()
    model.add(x["Ann", :, "day"] == [1, 0, 1])
    model.add(x.sum() == 2)
    result = model.solve("cpsat")
    frame = result.frame(x)
    assert frame.index.names == ["nurse", "weekday"]
    assert frame.columns.name == "shift"
    assert frame.loc[("Ann", "Wed"), "day"] == 1
    series = result.series(x)
    assert series.index.names == ["nurse", "weekday", "shift"]
    assert series[("Ann", "Mon", "day")] == 1
    assert result.series(x["Ann", :, "day"]).to_dict() == {"Mon": 1, "Tue": 0, "Wed": 1}
    assert result.frame(x["Ann"]).index.name == "weekday"
    assert series.unstack("shift").equals(frame)
    assert np.array_equal(
        values_of(x * series, np.arange(12)).ravel(), series.to_numpy() * np.arange(12)
    )


def test_formulas_have_the_names_of_the_axes() -> None:
    model, x = roster()
    model.at_most_one(x, "one shift", axis="shift")
    shown = str(model.latex())
    assert r"n \in \mathit{nurse}" in shown
    assert r"w \in \mathit{weekday} = \{\text{Mon}, \text{Tue}, \text{Wed}\}" in shown
