"""JSON that a user gives is read strictly, and what is wrong has a place."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.reading.json_text import JsonPart, json_excerpt, read_json

ADVICE = "fix it there, or write the file again with a program"

BAD = {
    "": "f: the file is empty; write the JSON of a solution into it",
    " \n\t": "f: the file is empty; write the JSON of a solution into it",
    '{"a": 1,\n "b" 2}': f"f:2:6: not JSON: expecting ':' delimiter; {ADVICE}",
    "[1] 2": f"f:1:5: not JSON: extra data; {ADVICE}",
    "{'a': 1}": f"f:1:2: not JSON: expecting property name enclosed in double quotes; {ADVICE}",
    '["NaN",\n  NaN]': f"f:2:3: not JSON: NaN; {ADVICE}",
    '["\\"NaN", -Infinity]': f"f:1:11: not JSON: -Infinity; {ADVICE}",
    '[{"a": 1, "b": 2, "a": 3}]': "f: key 'a' appears twice; delete one",
    '{"\\u001b": 1, "\\u001b": 2}': "f: key '\\x1b' appears twice; delete one",
    "[" * 100_000: "f: the JSON is nested too deeply; make it flatter",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:20]))
def test_what_is_wrong_has_a_place(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_json(text, "f")
    assert str(caught.value) == BAD[text]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.exhaustive
@given(JSON)
def test_everything_is_read_as_it_is(data: Any) -> None:
    assert read_json(json.dumps(data), "f") == data
    assert read_json(json.dumps(data, ensure_ascii=False, indent=1), "f") == data


@pytest.mark.exhaustive
@given(st.text(alphabet='[]{}",:0123456789.eE-+ \n\\ntruefalsNI') | st.text())
def test_no_text_ends_in_a_traceback(text: str) -> None:
    try:
        read_json(text, "f")
    except InputError as error:
        assert "\n" not in str(error)


def test_numbers_of_many_digits_are_floats() -> None:
    assert read_json("[123456789012345678, 1e2]", "f") == [123456789012345678, 100.0]
    huge, negative = read_json(f"[{'9' * 5000}, -{'9' * 5000}]", "f")
    assert (huge, negative) == (float("inf"), -float("inf"))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        ("a\n\x1b", '"a\\n\\u001b"'),
        ("x" * 100, '"' + "x" * 59 + "..."),
        (1.5, "1.5"),
        (float("nan"), "NaN"),
        ({}, "an object"),
        ((1, 2), "a list"),
        (np.int64(3), "a value of type int64"),
    ],
)
def test_values_are_shown_in_a_few_words(value: Any, shown: str) -> None:
    assert json_excerpt(value) == shown
    # Python itself would not write this one.
    assert json_excerpt(10**5000) == "a number with too many digits"


def test_places_add_up() -> None:
    part = JsonPart("f", [0, 1, 2, {"tiles": {"cells": 5}}])
    assert (str(part), str(part.at(3).at("tiles"))) == ("f", "f: [3].tiles")
    cells = part.at(3).at("tiles").at("cells")
    assert str(cells.wrong("wrong", "mend it")) == "f: [3].tiles.cells: wrong; mend it"


KEYS: list[tuple[Any, str]] = [
    ([], "expected an object with rows and name, got a list; write it again"),
    ({}, "key 'rows' is missing; write it again"),
    ({"rows": 1, "nam": 2}, "unknown key 'nam'; did you mean 'name'?"),
]


@pytest.mark.parametrize(("value", "line"), KEYS)
def test_objects_have_the_keys_that_they_need(value: Any, line: str) -> None:
    with pytest.raises(InputError) as caught:
        JsonPart("f", value).keys(("rows", "name"), ("size",))
    assert str(caught.value) == f"f: {line}"


@pytest.mark.parametrize("count", [0, 1, 3])
def test_numbers_of_columns_are_those_that_there_are(count: int) -> None:
    for number in range(-2, count + 3):
        is_there = number in range(count)
        for value in ([number], [*range(count), number], [number, *range(count)]):
            part = JsonPart("m", value)
            if is_there:
                assert part.numbered(count, "column", once=False) == value
                continue
            with pytest.raises(InputError, match=f"there is no column {number}: there are {count}"):
                part.numbered(count, "column", once=False)
        if is_there:
            assert JsonPart("m", number).number_of(count, "column") == number
            with pytest.raises(InputError, match=f"column {number} appears twice"):
                JsonPart("m", [*range(count), number]).numbered(count, "column")
        else:
            with pytest.raises(InputError, match=f"there is no column {number}"):
                JsonPart("m", number).number_of(count, "column")
    assert JsonPart("m", [*range(count)]).numbered(count, "column") == [*range(count)]
