"""Boards without YAML around them: what is one, and where each of their characters stands."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.reading.source import MAX_BYTES
from ilpuzzles.reading.tree import Scalar
from ilpuzzles.reading.typed_board import instance_tree, is_drawing


def drawing(text: str, file: str = "") -> Scalar:
    """The drawing in the tree."""
    (_, name), (key, board) = instance_tree("small", "cells", text, file).entries
    assert isinstance(name, Scalar)
    assert isinstance(board, Scalar)
    assert (name.text, key.text) == ("small", "cells")
    return board


def lines(text: str, file: str = "") -> list[tuple[str, str]]:
    return [(line.text, str(line.place)) for line in drawing(text, file).lines]


def test_rows_are_separated_by_slashes_or_line_breaks() -> None:
    numbered = [("AB", "board:1:1"), ("..", "board:2:1"), (".C", "board:3:1")]
    for text in ("AB/../.C", "AB\n..\n.C", "AB/..\n.C", "AB/../.C/", "AB\r\n..\r\n.C\r\n"):
        assert lines(text) == numbered


def test_blanks_around_slashes_belong_to_no_row() -> None:
    assert lines("AB / .. / .C") == [("AB", "board:1:1"), ("..", "board:2:2"), (".C", "board:3:2")]
    # Where rows are moved against each other, their blanks mean something.
    assert [text for text, _ in lines("A A/ A A/  A")] == ["A A", " A A", "  A"]
    assert [text for text, _ in lines("  A/ AA")] == [" A", "AA"]
    # An empty row separates layers, and dots may stand as pictures show them.
    assert [text for text, _ in lines("AA/../\n/BB/..//")] == ["AA", "..", "", "", "BB", ".."]
    assert lines("A\t·/· A")[0] == ("A .", "board:1:1")


@pytest.mark.parametrize("text", ["", " ", "/", " / \n/", "\t\n"])
def test_nothing_is_no_board(text: str) -> None:
    with pytest.raises(InputError, match=r"^board: the board is empty; draw its rows"):
        instance_tree("small", "board", text)


def test_a_board_has_bounds() -> None:
    with pytest.raises(InputError, match=r"^f: the board is larger than 1,048,576 bytes"):
        instance_tree("small", "board", "." * (MAX_BYTES + 1), "f")


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("AA.\n...", True),
        ("# A A\n A A", True),
        ("?.1\n..2", True),
        ("nonsense", True),
        ("board: |\n  AA.", False),
        ("{a, b}", False),
        ("- a\n- b", True),
        ("'AA'", False),
        ("", False),
        ("# only a comment\n", False),
    ],
)
def test_what_is_a_drawing(text: str, alone: bool) -> None:
    assert is_drawing(text) is alone


@given(
    st.lists(st.text("AB.", min_size=1, max_size=5), min_size=1, max_size=6),
    st.sampled_from(["/", "\n", " / ", "\n\t"]),
    st.integers(0, 3),
    st.sampled_from(["", "my file"]),
)
def test_characters_are_in_place(rows: list[str], between: str, margin: int, file: str) -> None:
    text = " " * margin + between.join(rows)
    found = drawing(text, file).lines
    assert [line.text.strip() for line in found] == rows
    whole = text.splitlines()
    if not file:
        whole = [part for one in whole for part in one.split("/")]
    for line in found:
        at = whole[line.place.line - 1].replace("\t", " ")[line.place.column - 1 :]
        assert at.startswith(line.text)
        assert line.place.file == (file or "board")


@given(
    st.lists(st.text("AB. ", max_size=4), min_size=1, max_size=5).map(
        # The first row has no margin, and the last one is not empty.
        lambda rows: ["A", *(row.rstrip() for row in rows), "B"]
    ),
    st.lists(st.sampled_from(["/", " / "]), min_size=7, max_size=7),
)
def test_blanks_belong_to_slashes_where_every_slash_has_some(
    rows: list[str], between: list[str]
) -> None:
    used = between[: len(rows) - 1]
    text = rows[0] + "".join(one + row for one, row in zip(used, rows[1:], strict=True))
    if "/" in used:
        # There, a blank behind a slash is the first cell of a row.
        rows = rows[:1] + [one[2:] + row for one, row in zip(used, rows[1:], strict=True)]
    # A slash before a row that begins with a blank may look as if it stood between blanks.
    if "/" not in used or not all(row.startswith(" ") for row in rows[1:]):
        assert [line.text for line in drawing(text).lines] == [row.rstrip() for row in rows]


@given(
    st.lists(st.text("AB. ", max_size=4).map(str.rstrip), max_size=5).map(
        lambda rows: ["A", *rows, ".B"]
    ),
    st.integers(0, 3),
)
def test_a_margin_that_all_rows_have_is_no_part_of_them(rows: list[str], margin: int) -> None:
    """Empty rows, as between layers, have none."""
    text = "\n".join(" " * margin + row if row else "" for row in rows)
    assert [line.text for line in drawing(text).lines] == rows
