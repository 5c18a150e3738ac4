"""Names and labels: variables are looked up by them, whichever library a label came from."""

from __future__ import annotations

from datetime import date, datetime
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ilpuzzles.asking.files import read_mps
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError, ModelKeyError, UnknownNameError
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.queries.solve import solve_model


class Level(IntEnum):
    """Members that are numbers."""

    LOW = 1


class Shade(str, Enum):  # noqa: UP042 - its text is no name, unlike that of a StrEnum
    """Members that are texts."""

    DARK = "dark"


# Looking variables up by their names


def count_names(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The columns whose names are rendered from now on."""
    rendered: list[int] = []
    original = VariableFamily.label_name

    def label_name(family: VariableFamily, column: int) -> str:
        rendered.append(column)
        return original(family, column)

    monkeypatch.setattr(VariableFamily, "label_name", label_name)
    return rendered


def test_names_are_rendered_once_however_many_are_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = Model()
    x, y = model.binary("x", 400), model.binary("y", ["a", "b"], 300)
    model.maximize(x.sum() + y.sum())
    result = solve_model(model, "highs")
    program = model.program()
    rendered = count_names(monkeypatch)
    names = [f"x[{number}]" for number in range(400)]
    assert [program.look_up(name).column for name in names] == list(range(400))
    assert all(model.fix({name: 0}).fixed == {number: 0} for number, name in enumerate(names))
    assert [result[name] for name in names] == [1] * 400
    assert len(rendered) == 400, "those of the other family are not asked for"
    model.add(y["a", 0] <= 0)
    assert model.fix(dict.fromkeys(names, 1)).fixed == dict.fromkeys(range(400), 1)
    assert len(rendered) == 400, "a row more changes no name"


def test_every_name_leads_to_its_column() -> None:
    """Also where a name has brackets, and where several columns would have the same one."""
    model = Model()
    model.binary("x", ["a", "a]", "1", 1, ("b", 2), None, "[", ""])
    model.binary("x[a]")
    model.binary("[")
    model.binary("x[", ["a"])
    model.binary("x[a", [1], ["]"])
    model.binary("x19")
    program = model.program()
    names = program.by_name(range(program.variables))
    assert len(names) == program.variables
    assert "x[1] (column 3)" in names
    families = {family.name: family for family in model.families}
    for name, column in names.items():
        found = program.look_up(name)
        if name in families:
            assert found.column == families[name].first
        else:
            assert found.column == column
    for unknown in ("x[c]", "x1", "x[1] (column 2)", "x[1", "x²", "x[a]]]"):
        with pytest.raises(UnknownNameError, match="unknown variable"):
            program.look_up(unknown)


def test_names_of_a_file_lead_to_their_columns() -> None:
    fields = [f"    {name:<8}  most      1" for name in ("y", "x[1]", "3", "x", "MARKER")]
    head = ["NAME n", "ROWS", " N  cost", " L  most", "COLUMNS"]
    tail = ["RHS", "    rhs       most      3", "BOUNDS", " UP bnd  x  2.5", "ENDATA", ""]
    model = read_mps("\n".join([*head, *fields, *tail]))
    program = model.program()
    assert [program.look_up(name).column for name in ("y", "x[1]", "3", "x", "MARKER")] == [
        *range(5)
    ]


# Labels


@pytest.mark.parametrize(
    ("labels", "plain"),
    [
        (np.array(["u", "v"]), ("u", "v")),
        (np.unique([3, 1, 3]), (1, 3)),
        (np.array([0.5, 2]), (0.5, 2.0)),
        ([np.True_, np.False_], (True, False)),
        ([Level.LOW, Shade.DARK], (1, "dark")),
        ([(np.str_("u"), (np.int64(1),))], (("u", (1,)),)),
        (np.array(["2024-05-17"], dtype="datetime64[D]"), (datetime(2024, 5, 17),)),
        (pd.Index(["u", "v"], name="which"), ("u", "v")),
        (pd.Series(["u", "v"]).unique(), ("u", "v")),
    ],
)
def test_labels_are_kept_as_the_plain_ones_that_they_equal(
    labels: Any, plain: tuple[Any, ...]
) -> None:
    x = Model().binary("x", labels)
    assert x.axes == (plain,)
    assert [*map(type, x.axes[0])] == [*map(type, plain)]
    for number, (label, other) in enumerate(zip(labels, plain, strict=True)):
        assert x[label].column == x[other].column == number
        assert x[[label]].columns.tolist() == [number]


def test_dates_are_looked_up_as_any_library_writes_them() -> None:
    model = Model()
    days = np.arange("2024-05-17", "2024-05-20", dtype="datetime64[D]")
    x, y = model.binary("x", days), model.binary("y", pd.date_range("2024-05-17", periods=3))
    second = datetime(2024, 5, 18)
    written = [
        second,
        pd.Timestamp(second),
        np.datetime64(second),
        days[1],
        days.astype("M8[s]")[1],
    ]
    for family in (x, y):
        assert [family[day].column for day in written] == [family.first + 1] * len(written)
        for dates in (days, days.astype("M8[ns]"), pd.Series(days)):
            assert family[dates].columns.tolist() == family.columns.tolist()
        assert repr(family[second]) == f"{family.name}[2024-05-18 00:00:00]"
    with pytest.raises(ModelKeyError, match="has no label '2024-05-18'"):
        x[date(2024, 5, 18)]
    model.add(x <= pd.Series([1, 0, 1], index=pd.to_datetime(days)))
    assert [row.bounds[1] for row in model.rows()] == [1, 0, 1]


def test_nothing_may_be_a_label() -> None:
    """A label None is one, and elsewhere None makes a new axis, as in numpy."""
    model = Model()
    x, y = model.binary("x", [None, ("a", None), "a"]), model.binary("y", ["a", "b"])
    assert (x[None].column, x["a", None].column, x["a"].column) == (0, 1, 2)
    assert y[None].shape == (1, 2)
    assert y[None, :].shape == (1, 2)
    assert x[None, :].shape == (1, 3)


def test_tuples_show_their_labels_as_others_are_shown() -> None:
    x = Model().binary("x", [(date(2024, 5, 17), "a"), (Fraction(1, 2), ("b",))], 1)
    assert [*map(repr, x.flat)] == ["x[(2024-05-17, 'a'), 0]", "x[(1/2, ('b',)), 0]"]


@pytest.mark.parametrize(
    "missing", [float("nan"), np.nan, np.float32("nan"), np.datetime64("NaT"), pd.NaT, pd.NA]
)
def test_what_is_missing_is_no_label(missing: Any) -> None:
    for labels in (["a", missing], [("a", (missing,))]):
        with pytest.raises(ModelError, match=r"family 'x' has '.*' for a label; leave it out or"):
            Model().binary("x", labels)


@pytest.mark.parametrize("label", [[1, 2], {"a": 1}, ("a", [1]), np.zeros(2)])
def test_what_cannot_be_looked_up_is_no_label(label: Any) -> None:
    with pytest.raises(ModelError, match="a label of family 'x' cannot be looked up: '") as found:
        Model().binary("x", ["a", label])
    assert "use strings, numbers, dates, or tuples of these" in str(found.value)


def test_a_table_with_more_labels_than_variables_names_one_of_them() -> None:
    model = Model()
    x = model.integer("x", ["a", "b"], lower=0, upper=9)
    table = pd.Series({"a": 1, "b": 2, "z": 3})
    with pytest.raises(ModelError, match="only the table has 'z'"):
        model.add(x <= table)
    with pytest.raises(ModelError, match="only the table has 'z'"):
        x + table
    with pytest.raises(ModelError, match="only the table has 'z'"):
        model.integer("y", ["a", "b"], lower=0, upper=table)
