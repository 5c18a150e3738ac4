from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.reading.fields import Fields, Form, Text, Whole, Written
from ilpuzzles.reading.tree import (
    MAX_DEPTH,
    MAX_NODES,
    Mapping,
    ProblemList,
    Scalar,
    Sequence,
    read_tree,
)


def problems_of(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_tree(text, "f.yaml")
    return str(caught.value).splitlines()


def value_of(text: str) -> Scalar:
    """The value of the only key of a file."""
    tree = read_tree(text, "f.yaml")
    assert isinstance(tree, Mapping)
    ((_, value),) = tree.entries
    assert isinstance(value, Scalar)
    return value


def test_every_value_knows_its_place() -> None:
    tree = read_tree("a: 1\nb:\n  - x\n  - 'y'\n", "f.yaml")
    assert isinstance(tree, Mapping)
    (_, one), (_, items) = tree.entries
    assert isinstance(items, Sequence)
    places = [str(value.place) for value in (one, *items.items)]
    assert places == ["f.yaml:1:4", "f.yaml:3:5", "f.yaml:4:5"]


@pytest.mark.parametrize("text", ["yes", "011", "1:30", "1_000", "0x1f", "~", "1e3", "2024-01-01"])
def test_nothing_is_guessed(text: str) -> None:
    assert value_of(f"a: {text}").text == text


@pytest.mark.every("text")
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a: |\n    .x\n\n    y.\n", [(".x", 2, 5), ("", 3, 1), ("y.", 4, 5)]),
        ("a: |2\n  ab\n\n  xZ\n", [("ab", 2, 3), ("", 3, 1), ("xZ", 4, 3)]),
        # In these styles a line that follows another goes on with it, and an empty one ends it.
        ("a: >\n  ab\n\n  xZ\n", [("ab", 2, 3), ("xZ", 4, 3)]),
        ("a: ab\n\n  xZ\n", [("ab", 1, 4), ("xZ", 3, 3)]),
        ("a: 'ab\n\n  xZ'\n", [("ab", 1, 5), ("xZ", 3, 3)]),
        ("a: >\n  one\n  two\n\n  three\n", [("one two", 1, 4), ("three", 5, 3)]),
    ],
)
def test_lines_of_any_style_know_their_places(text: str, lines: list[tuple[str, int, int]]) -> None:
    found = value_of(text).lines
    assert [(line.text, line.place.line, line.place.column) for line in found] == lines


EMPTY = "f.yaml: the file is empty; 'ilpuzzles show PUZZLE --preset NAME --yaml' prints an example"


@pytest.mark.every("text")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\na: 2", "f.yaml:2:1: key 'a' appears twice; delete one; the first is on line 1"),
        ("a: &x 1", "f.yaml:1:4: an anchor (&); delete it"),
        ("a: *x", "f.yaml:1:4: an alias (*); write the value again"),
        ("a: !!int 1", "f.yaml:1:4: a tag (!); delete it"),
        ("a: 1\n---\nb: 2", "f.yaml:2:1: a second document; keep one document"),
        ("[a, b]: 1", "f.yaml:1:1: a key that is not a string; use a plain word"),
        ("a: 1\nb: \0x", "f.yaml:2:4: a character that YAML forbids (U+0000); delete it"),
        ("", EMPTY),
        ("# nothing\n", EMPTY),
        ("---\n", EMPTY),
    ],
)
def test_what_is_not_plain_is_refused(text: str, expected: str) -> None:
    assert problems_of(text) == [expected]
    # All problems of a document come at once.
    assert len(problems_of("a: &x 1\nb: !t 2\nb: 3\n")) == 3


@pytest.mark.parametrize("text", ["a: [1", "a: 'x", "a: b: c", "\t- a", "a: |\n b\n  c\n d\n:x: ]"])
def test_what_is_not_yaml_is_refused_with_its_place(text: str) -> None:
    (problem,) = problems_of(text)
    assert problem.startswith("f.yaml:")
    assert "not YAML" in problem


@pytest.mark.exhaustive
def test_limits_hold() -> None:
    assert "nested deeper" in problems_of("[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2))[0]
    assert "nested deeper" in problems_of("[" * 100_000)[0]
    assert "values" in problems_of("[" + "a," * MAX_NODES + "]")[0]


@pytest.mark.exhaustive
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_by_our_own_error(text: str) -> None:
    try:
        read_tree(text, "f.yaml")
    except InputError as error:
        assert all(problem.where.startswith("f.yaml") for problem in error.problems)


FIELDS = {
    "puzle: x\nboard: [1]\nn: -3\n": [
        "f.yaml:1:1: key 'puzzle' is missing; add it to a thing",
        "f.yaml:2:8: 'board' is not a string; write one value",
        "f.yaml:3:4: 'n' must be at least 0, got -3",
        "f.yaml:1:1: unknown key 'puzle'; did you mean 'puzzle'?",
    ],
    "puzzle: x\nboard: y\nn: 0\n": [],
    "just text": ["f.yaml:1:1: a thing is not a mapping; write 'key: value' lines"],
}


@pytest.mark.parametrize("text", FIELDS)
def test_problems_of_fields_are_found_together_and_name_the_nearest_key(text: str) -> None:
    problems = ProblemList()
    puzzle, board = Text("puzzle", required=True), Written("board", required=True)
    form = Form("a thing", "", (puzzle, board, Whole("n", required=True, least=0)))
    Fields(read_tree(text, "f.yaml"), form, problems).rest()
    assert [str(problem) for problem in problems.found] == FIELDS[text]


@pytest.mark.parametrize("text", ["011", "1.0", "yes", "0x10", "'1'", "1_0", "+1", "", "9" * 30])
def test_integers_are_strict(text: str) -> None:
    problems = ProblemList()
    Fields(read_tree(f"n: {text}", "f.yaml"), "a thing", problems).read(Whole("n"))
    assert len(problems.found) == 1
