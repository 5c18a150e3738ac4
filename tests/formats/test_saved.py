"""Saved models: nothing is lost, the same model gives the same bytes, and damage is refused."""

from __future__ import annotations

import gzip
import random
import re
import sys
from contextlib import suppress
from dataclasses import fields
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest

from ilpuzzles import (
    Interval,
    acyclic,
    automaton,
    circuit,
    connected,
    cumulative,
    division,
    inverse,
    lexicographic,
    no_overlap,
    path,
    table,
)
from ilpuzzles.asking.files import (
    open_model,
    read_lp,
    read_matrix,
    read_model,
    read_mps,
    read_saved,
)
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import InputError, ModelError, OutputError
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.formats.saved import VERSION, saved_text
from ilpuzzles.formats.saved_operations import FIELDS, KNOWN_OPERATIONS
from ilpuzzles.modelling.functions import (
    absolute,
    all_different,
    element,
    exclusive_disjunction,
    maximum,
    minimum,
    product,
    quotient,
)
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.modelling.lazy_rows import LazyRows
from ilpuzzles.modelling.operations import Function, LazyConstraint, Operation
from ilpuzzles.modelling.pieces import piecewise_linear, semi_continuous, special_ordered_2
from ilpuzzles.modelling.program import Program, program_of
from ilpuzzles.queries.corrections import Waived
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library
from support.commands import Run
from support.file_models import LP, MPS
from support.fuzz.descriptions import program as python_of
from support.fuzz.generator import described as fuzzed
from support.mixed_models import mixed_sample
from support.places import TESTS
from support.question_oracles import riddle
from support.same_programs import described

LIBRARY = Library.standard()


TINY = TESTS / "formats" / "data" / "tiny.ilp.json"


def again(model: Model | Program) -> Model | Program:
    """The model, written and read, after a comparison of everything."""
    text = saved_text(program_of(model))
    opened = read_saved(text, "a.ilp.json")
    found, wanted = (described(program_of(one)) for one in (opened, model))
    for key, value in wanted.items():
        assert found[key] == value, key
    assert saved_text(program_of(opened)) == text
    return opened


def tiny() -> Model:
    """A model with something of everything.

    A word that is newer than version 1 is stated here, since the file of that version stays as it
    is.
    """
    return tiny_of_version_1()


def tiny_of_version_1() -> Model:
    """A model with something of everything that version 1 of the format had."""
    model = Model("tiny")
    x = model.binary("x", ["a", ("b", 1)], 2)
    n = model.integer("n", range(1, 6, 2), lower=-3, upper=None)
    m = model.integer("m", 2, lower=0, upper=4, auxiliary=True)
    c = model.continuous("c", lower="1/3", upper=7)
    with model.group("pairs", why="one of two"):
        model.exactly_one(x.positions(), axis=1)
        model.at_most_one([x["a", 0], ~x[("b", 1), 0]], name="not both", key=("k", 2))
    model.add(3 * n[1] - n[3] <= Fraction(5, 2) * n[5])
    model.add(0.1 * c + m[0] >= Fraction(1, 7))
    model.add(c * (10**30 + 1) / 10**31 <= 4)
    both = model.conjunction([x["a", 0], ~x["a", 1]], aggregated=True)
    with model.group("functions"):
        model.add(maximum(m[0], m[1]) >= minimum(m[0], 2))
        model.add(absolute(m[0] - m[1]) + product(m[0], m[1]) <= 9)
        model.add(element(m[0], [3, 1, 4, 1, m[1]]) + quotient(m[1], 2) >= 1)
        model.add(all_different(m[0], m[1] + 1))
        model.add(both.implies(m[0] != 2))
        model.add(exclusive_disjunction(x["a", 0], x["a", 1], m[0] >= 2))
        model.add(piecewise_linear(c, [(0, 0), (2, Fraction(3, 2)), (7, 1)]) <= 5)
        model.add(semi_continuous(c, 2))
        model.add(special_ordered_2(m[0], c, x["a", 0]))
    connected(model, np.array([[0, 1], [1, 2]]), [x["a", 0], True, ~x["a", 1]], encoding="lazy")
    connected(model, np.array([[0, 1]]), [x["a", 0], x["a", 1]], encoding="bfs")
    triangle = {("a", "b"): x["a", 0], ("b", "c"): ~x["a", 1], ("c", "a"): True}
    circuit(model, triangle, encoding="flow")
    path(model, triangle, "a", "b", active={"a": 1, "b": 1, "c": x["a", 0]}, directed=True)
    acyclic(model, triangle, directed=True, encoding="lazy")
    division(model, [("a", "b")], {"a": {1: x["a", 0]}, "b": {1: 1, 2: 0}}, roots={1: "a"})
    whiles = [Interval(m[0], 2), Interval(m[1], m[0], x["a", 0])]
    no_overlap(model, whiles)
    cumulative(model, whiles, [1, m[1]], m[0] + 1, encoding="rows")
    inverse(model, [m[0], m[1]], [m[1], 0], encoding="native")
    table(model, [m[0], m[1] - 1], [(0, 1), (2, -1)])
    automaton(model, m, {("work", 1): "rest", ("rest", 0): "work"}, "work", ["work"])
    lexicographic(model, m, [1, m[0]], strict=True)
    model.maximize(x.sum() + Fraction(1, 3) * c + 2)
    model.then_minimize(m[0] - m[1], tolerance=Fraction(1, 2), share=0.05)
    return model


def stated_in_fractions(statement: str) -> Model:
    """A model with a statement in whose numbers fractions come to whole ones."""
    model = Model("halves")
    b, n = model.binary("b"), model.integer("n", lower=0, upper=2)
    names = {"model": model, "b": b, "n": n, "y": model.continuous("y", upper=2.5)}
    # It is of our own making.
    exec(statement, names | {word.__name__: word for word in WORDS})  # noqa: S102
    return model


WORDS = (absolute, element, maximum, piecewise_linear, product, semi_continuous, special_ordered_2)
IN_FRACTIONS = [
    "model.minimize(n); model.then_maximize(b)",
    "model.minimize(n); model.then_maximize(b, share=2)",
    "model.minimize(n); model.then_maximize(b, tolerance=1.0, share=0.5)",
    "model.add(absolute(2 * y) <= 3)",
    "model.add(absolute(0.5 * n + 0.5 * n) <= 1)",
    "model.add(maximum(2 * y, 3) <= 4)",
    "model.add(element(n, [2 * y, 3, 1]) <= 4)",
    "model.add(product(b, 0.5 * y + 0.5 * y) <= 1)",
    "model.add(semi_continuous(2 * y, 1))",
    "model.add(semi_continuous(2 * y, 0.5, 3.0))",
    "model.add(special_ordered_2(0.5 * y + 1.5 * y, n, b, 2 * y))",
    "model.add(piecewise_linear(2 * y, [(0, 0), (2, 0.5), (5, 1.5)]) <= 1)",
    "model.add(b.implies(0.5 * y + 0.5 * y >= 1))",
    "model.add(b.implies((y + 0.5) / 0.5 <= 3))",
    "model.add(b.implies(~(0.5 * n + 0.5 * n >= 1)))",
    "model.add((0.5 * n + 0.5 == 1) | b)",
]


@pytest.mark.every("statement")
@pytest.mark.parametrize("statement", IN_FRACTIONS)
def test_fractions_that_come_to_whole_numbers_are_saved_as_these(statement: str) -> None:
    model = stated_in_fractions(statement)
    opened = again(model)
    assert solve_model(opened, "scip").objective == solve_model(model, "scip").objective


def test_whole_numbers_as_texts_are_read() -> None:
    """Files that were saved before have them, and could not be opened."""
    model = stated_in_fractions("model.minimize(n); model.then_maximize(b)")
    text = saved_text(model.program())
    assert text.count('"share": 0') == text.count('"upper": "5/2"') == 1
    older = text.replace('"share": 0', '"share": "0"').replace('"upper": "5/2"', '"upper": "-0"')
    assert saved_text(program_of(read_saved(older, "a"))) == text.replace('"5/2"', "0")
    for wrong in ("5/1", "05", "+5", "", "5.0"):
        with pytest.raises(InputError, match=r"families\[2\]\.upper: expected a .*fraction"):
            read_saved(text.replace("5/2", wrong), "a")


def test_what_several_rows_define_is_saved_after_a_row_is_deleted() -> None:
    """The numbers of rows stay where one is gone, and a file counts those that are left."""
    model = Model()
    n, m = (model.integer(name, lower=0, upper=3, auxiliary=True) for name in "nm")
    x = model.binary("x")
    first = model.add(n <= 2)
    with model.defining(x) as defined:
        model.add(n + m == 3)
        last = model.add(n - m == 2 * x - 1)
        defined += [n, m]
    model.delete(first)
    opened = program_of(read_saved(saved_text(model.program()), "a"))
    assert opened.determined() is model.program().determined() is True
    assert saved_text(opened) == saved_text(model.program())
    model.delete(last)
    assert not program_of(read_saved(saved_text(model.program()), "a")).determined()


@pytest.mark.exhaustive
@pytest.mark.parametrize("puzzle", LIBRARY.puzzles())
def test_every_puzzle_is_the_same_again(puzzle: str) -> None:
    presets: list[str | None] = [*LIBRARY.presets(puzzle)] or [None]
    loaded = load(puzzle, presets[len(presets) // 2])
    for name in loaded.kind.formulations:
        with suppress(InputError):
            model = formulate(loaded, name)[1].model
            if model.program().variables <= 1_000:
                again(model)


@pytest.mark.parametrize("seed", range(100))
def test_random_models_are_the_same_again(seed: int) -> None:
    sort = ("any", "cover", "large")[seed % 3]
    names: dict[str, Any] = {}
    with suppress(ModelError):
        # It is of our own making; a few cannot be stated, such as tables of very large numbers.
        exec(python_of(fuzzed(seed, sort)), names)  # noqa: S102
    for model in (names.get("model"), names.get("view"), mixed_sample(seed).model):
        if model is not None:
            again(model)
    again(riddle(seed, connectivity=("", "flow", "bfs", "lazy")[seed % 4], nested=True).model)


def test_a_small_model_has_the_bytes_of_a_file_that_is_kept() -> None:
    assert saved_text(tiny().program()) == TINY.read_text("ascii")


def test_a_file_of_version_1_is_read_as_it_was_meant() -> None:
    first = read_saved(TINY.with_name("tiny_version_1.ilp.json").read_text("ascii"), "a")
    assert described(program_of(first)) == described(tiny_of_version_1().program())


def test_measured_numbers_are_the_same_again() -> None:
    rng = np.random.default_rng(5)
    model = Model()
    x, y = model.binary("x", 3), model.continuous("y", upper=rng.random())
    model.add(x @ rng.random(3) + y <= rng.random(), "data")
    model.add(x.sum() <= 0.29 * 100, "bound")
    model.add(x[0] + 0.5 * x[1] <= 1, "exact")
    model.add(x[0] * (2**53 + 1) + x[1] / 3 >= -(2**60) - 1, "large")
    model.minimize(x @ rng.random(3) + y + rng.random())
    model.then_maximize(0.1 * x[2])
    opened = again(model)
    for one, other in zip(model.rows(), program_of(opened).rows_of(), strict=True):
        assert one.bounds == other.bounds
        assert list(one.coefficients.values()) == list(other.coefficients.values())
    exactly = Model(exact=True)
    exactly.add(exactly.binary("x", 3) @ rng.random(3) <= 1)
    assert not program_of(again(exactly)).is_measured()


def test_everything_that_can_be_stated_is_the_same_again(tmp_path: Path) -> None:
    model = tiny()
    kinds = {type(operation) for operation in model.program().operations}
    assert kinds == set(KNOWN_OPERATIONS.values())
    again(model)
    view = model.without("pairs").fix({model.family("c"): Fraction(7, 2), model.family("n")[3]: 9})
    opened = again(view)
    assert isinstance(opened, Program)
    model.save(tmp_path / "a.ilp.json")
    assert (tmp_path / "a.ilp.json").read_text() == saved_text(model.program())
    assert [path.name for path in tmp_path.iterdir()] == ["a.ilp.json"]
    (tmp_path / "a.ilp.json.gz").write_bytes(gzip.compress((tmp_path / "a.ilp.json").read_bytes()))
    for name in ("a.ilp.json", "a.ilp.json.gz"):
        assert described(program_of(open_model(tmp_path / name))) == described(model.program())
    with pytest.raises(InputError, match="open it with open_model"):
        read_model(tmp_path / "a.ilp.json")


@pytest.mark.exhaustive
def test_models_of_other_files_are_the_same_again() -> None:
    """Their families have no names; indicators, sets and semi-continuous columns became rows."""
    for model in (read_lp(LP, "a.lp"), read_mps(MPS, "a.mps"), read_matrix("1 0\n0 1\n", "a.txt")):
        opened = again(model)
        assert isinstance(opened, Model)
        assert int(count_solutions(opened, limit=3)) == int(count_solutions(model, limit=3))


def test_every_operation_has_a_place_in_files() -> None:
    def below(kind: type) -> set[str]:
        # Dataclasses with slots are classes twice over, of one name.
        own = {kind.__name__} if kind.__module__.startswith("ilpuzzles.") else set()
        return own.union(*map(below, kind.__subclasses__()))

    inner = (Operation, Function, LazyConstraint, LazyRows, Waived, GlobalConstraint)
    others = {kind.__name__ for kind in inner}
    assert below(Operation) - others == {kind.__name__ for kind in KNOWN_OPERATIONS.values()}


def test_every_field_of_an_operation_is_saved_unless_the_solver_decides_it() -> None:
    decided_late = {"way", "language", "opens_natively"}
    assert FIELDS.keys() > set(KNOWN_OPERATIONS.values())
    for kind, forms in FIELDS.items():
        names = [field.name for field in fields(kind) if field.name not in decided_late]
        assert list(forms) == names, kind


def test_an_opened_model_goes_on_like_the_one_that_was_saved() -> None:
    models = [tiny(), tiny()]
    models[1] = read_saved(saved_text(models[0].program()), "a")  # type: ignore[assignment]
    for model in models:
        x = model.family("x")
        with model.group("pairs"):
            model.exactly_one(x, axis=0)
        model.add(x["a", 0] + x["a", 1] <= 1)
    one, other = (described(model.program()) for model in models)
    assert one == other


def test_an_export_is_solved_counted_and_checked(run: Run) -> None:
    wanted = ["export", "surasshupakku", "--preset", "5x5", "--formulation", "lazy"]
    assert run(*wanted, "--format", "ilpuzzles", "--output", "a.ilp.json").returncode == 0
    assert run("solve-model", "a.ilp.json", "--count").stdout == "1\n"
    done = run("solve-model", "a.ilp.json")
    assert "cut[(0, 1), /] = 1" in done.stdout
    done = run(*wanted, "--format", "lp", "--output", "a.ilp.json")
    assert done.returncode == 2
    assert "add --format ilpuzzles" in done.stderr


class Colour(Enum):
    """Members of an enumeration, of which a file cannot say what they are."""

    RED = 1


@pytest.mark.parametrize(
    ("label", "shown", "advice"),
    [
        (frozenset({1}), "frozenset", "use strings, numbers, dates, or tuples of these"),
        ((1, 2j), "2j", "use strings, numbers, dates, or tuples of these"),
        (np.datetime64(1, "ns"), "datetime64", "use strings, numbers, dates, or tuples of these"),
        (pd.Interval(0, 1), "Interval", "use strings, numbers, dates, or tuples of these"),
        (Colour.RED, "'<Colour.RED: 1>' of type Colour", "[one.name for one in Colour]"),
    ],
)
def test_labels_that_files_do_not_have_are_named(label: Any, shown: str, advice: str) -> None:
    model = Model()
    model.binary("x", ["a", label])
    with pytest.raises(ModelError, match=re.escape(shown)) as found:
        saved_text(model.program())
    assert "family 'x'" in str(found.value)
    assert advice in str(found.value)
    keyed = Model()
    keyed.add(keyed.binary("y") >= 1, name="row", key=label)
    with pytest.raises(ModelError, match="a row 'row'"):
        saved_text(keyed.program())


class Trip(NamedTuple):
    """A named tuple, as those of `DataFrame.itertuples`."""

    start: str
    day: date


class Level(IntEnum):
    """Members that are numbers."""

    LOW = 1


class Shade(str, Enum):  # noqa: UP042 - its text is no name, unlike that of a StrEnum
    """Members that are texts."""

    DARK = "dark"


BERLIN = ZoneInfo("Europe/Berlin")
PARTS: dict[str, list[Any]] = {
    "texts of numpy": list(np.array(["u", "v"])),
    "unique texts": list(np.unique(["u", "v", "u"])),
    "whole numbers of numpy": list(np.array([3, 5], dtype=np.uint8)),
    "truths of numpy": list(np.array([True, False])),
    "bytes of numpy": list(np.array([b"a", b"b"])),
    "bytes": [b"", b"\x00\xff"],
    "floats": [0.5, -1e300, 1e-7, float("inf"), 2.0],
    "floats of numpy": list(np.array([0.5, 0.1])),
    "short floats of numpy": list(np.array([0.5, 0.1], dtype=np.float32)),
    "fractions": [Fraction(1, 3), Fraction(-7, 2), Fraction(4)],
    "decimals": [Decimal("1.10"), Decimal("-3")],
    "nothing": [None, "None"],
    "dates": [date(2024, 5, 17), date(2024, 5, 18)],
    "times": [time(12, 30), time(0, 0, 0, 1)],
    "moments": [datetime(2024, 5, 17, 12, 30), datetime(2024, 5, 17, 12, 30, 0, 7)],
    "moments of a zone": [
        datetime(2024, 5, 17, 12, tzinfo=UTC),
        datetime(2024, 1, 1, tzinfo=BERLIN),
    ],
    "durations": [timedelta(1), timedelta(-3, 5, 7)],
    "days of numpy": list(np.arange("2024-05-17", "2024-05-20", dtype="datetime64[D]")),
    "moments of numpy": list(np.array(["2024-05-17T12:30"], dtype="datetime64[ns]")),
    "quarters of hours of numpy": list(np.array(["2024-05-17T12:30"], dtype="datetime64[15m]")),
    "durations of numpy": list(np.array([3, 4], dtype="timedelta64[h]")),
    "timestamps": list(pd.date_range("2024-05-17", periods=3, freq="h")),
    "timestamps of a zone": list(pd.date_range("2024-03-30", periods=3, tz="Europe/Berlin")),
    "timestamps with nanoseconds": [pd.Timestamp("2024-05-17 00:00:00.000000001")],
    "durations of pandas": list(pd.timedelta_range("1D", periods=3)),
    "months": list(pd.period_range("2024-01", periods=3, freq="M")),
    "weeks": list(pd.period_range("2024-01", periods=3, freq="W-TUE")),
    "quarters": list(pd.PeriodIndex(["2024Q1", "2024Q2"], freq="Q-NOV")),
    "named tuples": [Trip("a", date(2024, 5, 17)), Trip("b", date(2024, 5, 18))],
    "rows of a frame": list(pd.DataFrame({"a": [1, 2], "b": ["u", "v"]}).itertuples(index=False)),
    "levels": list(pd.MultiIndex.from_product([["u", "v"], [1, 2]], names=["one", "two"])),
    "levels with dates": list(
        pd.MultiIndex.from_product([pd.date_range("2024-05-17", periods=2), np.array([0.5, 1])])
    ),
    "categories": list(pd.Categorical(["u", "v"])),
    "members that are numbers": [Level.LOW, 2],
    "members that are texts": [Shade.DARK, "light"],
    "tuples of tuples": [(("u", (date(2024, 5, 17), 0.5)), None), (np.str_("v"), np.int64(2))],
}
"""Labels of every kind that files hold."""

KEPT_TYPES = (
    pd.Period,
    pd.Timedelta,
    date,
    time,
    timedelta,
    bytes,
    Fraction,
    Decimal,
)


@pytest.mark.every("kind")
@pytest.mark.parametrize("kind", PARTS)
def test_labels_come_back_equal(kind: str) -> None:
    labels = PARTS[kind]
    model = Model()
    x = model.binary("x", labels)
    y = model.integer("y", 2, [(label, 1) for label in labels], lower=0, upper=len(labels))
    for number, label in enumerate(labels):
        model.add(x[label] + y[0, (label, 1)] <= number, name="row", key=label)
    opened = again(model)
    assert isinstance(opened, Model)
    other, others = opened.family("x"), opened.family("y")
    for label, kept, back in zip(labels, x.axes[0], other.axes[0], strict=True):
        assert back == kept
        # numpy says of a date of Python that it is another one, unless it is made one of numpy.
        assert back == label or np.dtype(type(label)).type(back) == label
        assert hash(back) == hash(kept)
        if isinstance(kept, KEPT_TYPES) and kept != Fraction(4):
            assert isinstance(back, datetime if isinstance(kept, datetime) else type(kept))
        assert other[label].column == x[label].column
        assert other[back].column == x[back].column
        assert others[1, (label, 1)].column == y[1, (label, 1)].column
    assert [opened.name_of(column) for column in range(3 * len(labels))] == [
        model.name_of(column) for column in range(3 * len(labels))
    ]
    names = [[row.name for row in program_of(one).rows_of()] for one in (model, opened)]
    assert names[0] == names[1]
    assert opened.latex() == model.latex()


def test_only_labels_of_new_kinds_make_a_file_that_earlier_releases_refuse() -> None:
    def version(**stated: Any) -> str:
        model = Model()
        x = model.binary("x", stated.get("labels", 2))
        model.add(x.flat[0] <= 0, name="row", key=stated.get("key"))
        return saved_text(model.program()).split("\n")[2]

    assert version() == version(labels=[np.str_("u"), np.int64(2), None, ("a", True)])
    assert version() == '"version": 2,'
    assert version(labels=[date(2024, 5, 17)]) == version(labels=[("a", (0.5, 1))])
    assert version(key=(1, date(2024, 5, 17))) == '"version": 3,'


def test_names_of_axes_come_back() -> None:
    model = Model()
    model.binary("x", ["a", "b"], 3, dims=["who", "day"])
    model.continuous("y", 2, 2, dims=[None, "day"])
    model.integer("z", pd.Index([1, 2], name="day"), lower=0, upper=3)
    opened = again(model)
    assert isinstance(opened, Model)
    assert [family.dims for family in opened.families] == [("who", "day"), ("", "day"), ("day",)]
    assert repr(opened.family("x").sum("day")) == repr(model.family("x").sum("day"))
    text = saved_text(model.program())
    assert text.count('"version": 3,') == 1
    for written, other, said in (
        ('["who", "day"]', "[null, null]", "families[0].dims: a name of an axis is empty"),
        ('["who", "day"]', '["who", ""]', "families[0].dims: a name of an axis is empty"),
        ('["who", "day"]', '["who"]', "families[0]: family 'x' has 2 axes, but 1 names of axes"),
        ('["who", "day"]', '["day", "day"]', "families[0]: family 'x' has two axes with the name"),
        ('[null, "day"]', "[null, 3]", "families[1].dims[1]: expected a text, got 3"),
    ):
        with pytest.raises(InputError, match=re.escape(said)):
            read_saved(text.replace(written, other), "a")


DATED = """{
"format": "ilpuzzles model",
"version": 3,
"name": "dates",
"families": [
{"name": "x", "type": "binary", "axes": [[{"date": "2024-05-17"}, ["a", {"float": "0.5"}]]]}
],
"groups": [
],
"rows": [
{"kind": "linear", "columns": [0, 1], "upper": 1}
],
"row names": [
{"name": "row", "rows": 1, "keys": [{"fraction": "1/3"}]}
],
"together": [
],
"objectives": [
],
"fixed": [
]
}
"""

WRONG_LABELS = {
    '{"date": "2024-05-17"}': (
        '{"date": "2024-5-17"}', '[0].date: expected a date as save writes it, got "2024-5-17"'
    ),
    '"2024-05-17"': ("20240517", "axes[0][0].date: expected a text"),
    '{"date"': ('{"day"', "unknown key 'day'"),
    '{"date": ': ('{"datetime": ', "expected a datetime as save writes it"),
    '{"float": "0.5"}': ('{"float": "nan"}', "axes[0][1][1].float: expected a float as save"),
    '"0.5"': ('"0.50"', 'expected a float as save writes it, got "0.50"'),
    '{"float": "0.5"': ('{"float": "0.5", "date": "2024-05-17"', "expected a label: a text, a"),
    '{"fraction": "1/3"}': ('{"fraction": 2}', "expected a fraction as save writes it"),
    '"1/3"': ('"1e999999999"', "expected a whole number or a fraction"),
    '["a", {"float": "0.5"}]': ('{"period": [3, "M", 1]}', "expected a number and its frequency"),
    '{"float": "0.5"}]': ('{"timestamp": "today"}]', "expected a timestamp as save"),
    '0.5"}]': ('0.5"}], {"nanoseconds": 1.5}', "nanoseconds: expected a whole number, got 1.5"),
    ' {"float"': (' {"bytes"', "expected a bytes as save"),
}  # fmt: skip


@pytest.mark.every("written")
@pytest.mark.parametrize("written", WRONG_LABELS)
def test_a_label_that_is_wrong_is_named_with_its_place(written: str) -> None:
    other, said = WRONG_LABELS[written]
    assert saved_text(program_of(read_saved(DATED, "a"))) == DATED
    assert written in DATED
    with pytest.raises(InputError) as found:
        read_saved(DATED.replace(written, other, 1), "a.ilp.json")
    assert said in str(found.value)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("seed", range(20))
def test_any_token_of_a_label_may_be_changed(seed: int) -> None:
    dice = random.Random(seed)
    model = Model("labels")
    model.binary("x", dict.fromkeys(labels[-1] for labels in PARTS.values()))
    text = saved_text(model.program())
    tokens = list(re.finditer(r'"[^"]*"|-?\d+|null|[\[\]{},:]', text))
    other = ("-1", "0", "7", str(2**63), "1e3", '"1/2"', '"x"', "null", "[]", "{}", '"2024-05-17"',
             '"D"', '"W"', '"float"', '"period"', '"timestamp"', str(10**400))  # fmt: skip
    for _ in range(25):
        token = dice.choice(tokens)
        survives(text[: token.start()] + dice.choice(other) + text[token.end() :])


def test_a_label_of_pandas_asks_for_it_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    model.binary("x", pd.period_range("2024-01", periods=2, freq="M"))
    text = saved_text(model.program())
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ExtraMissingError, match="a label of this file needs pandas"):
        read_saved(text, "a")


def test_what_no_file_can_hold_is_refused(tmp_path: Path) -> None:
    model = Model()
    x = model.binary("x", 3)
    model.lazy(lambda values: (), name="tours")
    with pytest.raises(ModelError, match=r"'tours.*is a Python function; .* add it again"):
        model.save(tmp_path / "a.ilp.json")
    plain = Model()
    plain.add(plain.binary("x", 3).sum() <= 2)
    for program in (plain.relaxed(), plain.program().unnamed(), plain.program().reaching(0, 1)):
        if program is not plain.program():
            with pytest.raises(ModelError, match="cannot be saved"):
                saved_text(program)
    with pytest.raises(InputError, match=re.escape("name a file *.ilp.json")):
        plain.save(tmp_path / "a.json")
    with pytest.raises(OutputError, match="cannot be written"):
        plain.save(tmp_path / "none" / "a.ilp.json")
    assert not list(tmp_path.iterdir())
    assert x.size == 3


WRONG = {
    '"version": 2': ('"version": 4', "the file has version 4 of the format, of a newer release"),
    '"format": "ilpuzzles model"': ('"format": "x"', "not a saved model"),
    '"kind": "exactly_one", "group": 0, "columns": [0, 1]': (
        '"kind": "exactly_one", "group": 9, "columns": [0, 1]', "rows[0].group: there is no group 9"
    ),
    '"group": 0, "columns": [0, 1]': (
        '"group": 0, "columns": [0, 99]', "rows[0].columns[1]: there is no column 99"
    ),
    '"group": 0, "columns": [2, 3]': (
        '"group": 0, "columns": [2, 4]', "rows[1].columns[1]: column 4 is not binary"
    ),
    '"aggregated": true': ('"aggregated": 1', "expected true or false, got 1"),
    '"lower": "1/3"': ('"lower": "2/6"', "families[3].lower: expected a fraction in lowest terms"),
    '"axes": [["a", ["b", 1]], 2]': ('"axes": [["a", "a"], 2]', "a label appears twice"),
    '"name": "m"': ('"name": "n"', "there are two families 'n'"),
    '"together"': ('"togethr"', "unknown key 'togethr'; did you mean 'together'?"),
    '"name": "tiny",': ("", "key 'name' is missing"),
    '"kind": "exactly_one",': ('"kind": "exactly_one", "zzz": 1,', "the nearest of 13: "),
}  # fmt: skip


@pytest.mark.every("written")
@pytest.mark.parametrize("written", WRONG)
def test_what_is_wrong_is_named_with_its_place(written: str) -> None:
    text, (other, said) = TINY.read_text("ascii"), WRONG[written]
    assert written in text
    with pytest.raises(InputError) as found:
        read_saved(text.replace(written, other, 1), "a.ilp.json")
    assert str(found.value).startswith("a.ilp.json: ")
    assert said in str(found.value)
    assert "\n" not in str(found.value)
    assert VERSION == 3


def survives(text: str) -> None:
    """The text is refused in one line, or it is a model that can be solved and saved."""
    try:
        opened = read_saved(text, "a.ilp.json")
    except InputError as error:
        assert str(error).startswith("a.ilp.json")
        assert "\n" not in str(error)
        return
    program = program_of(opened)
    again(opened)
    try:
        solve_model(program, options=Options(time_limit=5))
    except (ModelError, ValueError, RuntimeError) as error:
        assert "\n" not in str(error)


def test_a_file_that_is_cut_off_is_refused() -> None:
    text = TINY.read_text("ascii")
    for end in range(0, len(text) - 2, 7):
        with pytest.raises(InputError) as found:
            read_saved(text[:end], "a.ilp.json")
        assert "\n" not in str(found.value)


@pytest.mark.parametrize("seed", range(20))
def test_any_token_may_be_changed(seed: int) -> None:
    text, dice = TINY.read_text("ascii"), random.Random(seed)
    tokens = list(re.finditer(r'"[^"]*"|-?\d+|true|null|[\[\]{},:]', text))
    other = ("-1", "0", "1", "2", "7", "999", str(2**63), "1e3", '"1/2"', '"x"', "null", "true",
             "[]", "{}", "[0]", '{"not": 0}', "", ",", str(10**400))  # fmt: skip
    for _ in range(25):
        token = dice.choice(tokens)
        survives(text[: token.start()] + dice.choice(other) + text[token.end() :])
