"""The forms of files and their readers say the same: no field is declared that nobody reads."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.bench import spec_schema
from ilpuzzles.bench.spec import ready_specs
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.puzzles.kinds import get_kind, kind_names
from ilpuzzles.reading.fields import Fields, Form, Whole
from ilpuzzles.reading.library import Library
from ilpuzzles.reading.parameters import (
    PARAMETER_FORM,
    Parameter,
    check_parameters,
    read_stated_parameters,
)
from ilpuzzles.reading.tree import ProblemList, read_tree

FORMS = [
    *(form for name in kind_names() for form in get_kind(name).forms),
    PARAMETER_FORM,
    *spec_schema.FORMS,
]

SPACE = """\
puzzle: bar
family: tiling
title: Bar
lattice: cubic
region: {layers: 2, rows: 1, columns: 3}
wrap: {layers: 2, rows: 1, columns: 3}
parameters:
  size: {values: [1, 2], default: 1}
tiles:
  A: {count: 2, shape: AAA}
"""
GIVEN = """\
puzzle: bar
givens:
  - {tile: A, atoms: [[0, 0, 0], [0, 0, 1], [0, 0, 2]]}
conditions:
  worth: {values: {A: 1}, target: 2}
"""


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """The names of the fields that readers have asked for, by the titles of their forms."""
    asked: dict[str, set[str]] = defaultdict(set)
    node = Fields.node

    def noted(fields: Fields, key: str, **others: Any) -> Any:
        asked[fields.form.title].add(key)
        return node(fields, key, **others)

    monkeypatch.setattr(Fields, "node", noted)
    return asked


def test_every_field_that_is_declared_is_read(read: dict[str, set[str]], tmp_path: Path) -> None:
    library = Library.standard()
    for puzzle in library.puzzles():
        for preset in library.presets(puzzle)[:2]:
            load(puzzle, preset, library=library)
    for name in ready_specs():
        spec_schema.find_spec(name)
    for place, text in (("models/bar.yaml", SPACE), ("instances/bar/given.yaml", GIVEN)):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text)
    assert load("bar", "given", library=Library((tmp_path,))).puzzle.title == "Bar"
    load("dominoes", text="region: {rows: 2, columns: 2}\ncovered: {least: 1, most: 2}")
    every = """{
        title: t, cases: [{model: m.lp, options: {gap: 0.1}}, {function: 'f.py:build'},
        {puzzle: cube}]}"""
    (tmp_path / "all.yaml").write_text(every)
    (tmp_path / "f.py").write_text("def build(): ...")
    spec_schema.read_spec(tmp_path / "all.yaml")
    unread = {form.title: set(form.names()) - read[form.title] for form in FORMS}
    assert {title: names for title, names in unread.items() if names} == {}


def test_a_reader_cannot_ask_for_what_is_not_declared() -> None:
    form = Form("a box", "Boxes", (Whole("size", "Its size.", default=3),))
    fields = Fields(read_tree("{}", "f.yaml"), form, ProblemList())
    assert fields["size"] == 3
    with pytest.raises(KeyError, match="the form of a box has no field 'weight'"):
        fields["weight"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.title)
def test_a_form_is_declared_in_full(form: Form) -> None:
    names = form.names()
    assert len(set(names)) == len(names) > 0
    for one in form.fields:
        assert one.value
        assert one.about[0].isupper()
        assert one.about.endswith(".")


SIZES = (Parameter("size", "", (1, 2)),)


@pytest.mark.parametrize("value", [3, 1.0, "1", True])
def test_a_parameter_has_the_values_that_are_declared(value: Any) -> None:
    assert check_parameters(SIZES, {"size": 2}, "bar") == {"size": 2}
    with pytest.raises(InputError, match=f"^size (must be a whole number, got )?'?{value}'?(; |$)"):
        check_parameters(SIZES, {"size": value}, "bar")


@pytest.mark.parametrize("default", [0, -1, 2, "", "no", None])
def test_a_default_is_what_a_parameter_has_where_nothing_is_said(default: int | str | None) -> None:
    values = (0, -1, 2) if isinstance(default, int) else ("", "no")
    declared = (Parameter("size", "", values, default=default),)
    for said in values:
        assert check_parameters(declared, {"size": said}, "bar") == {"size": said}
    if default is None:
        with pytest.raises(InputError, match="the size of bar is missing"):
            check_parameters(declared, {}, "bar")
    else:
        assert check_parameters(declared, {}, "bar") == {"size": default}


def test_a_file_states_values_that_are_declared() -> None:
    stated = read_stated_parameters(read_tree("parameters: {size: 2}", "f.yaml"), SIZES, "bar")
    assert {name: value for name, (value, _) in stated.items()} == {"size": 2}
    with pytest.raises(InputError, match=r"^f\.yaml:1:20: size 3; bar has size 1, 2$"):
        read_stated_parameters(read_tree("parameters: {size: 3}", "f.yaml"), SIZES, "bar")
