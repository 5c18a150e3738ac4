"""Clues in words, and what is a clue."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Board
from ilpuzzles.genres.clue_words import clue_in_words, clue_meanings, clues_in_words, is_clue


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("[0-4x]", "a number from 0 to 4 or x"),
        ("[12]", "1 or 2"),
        ("[w1]", "w or 1"),
        ("[1-N]", "a number from 1 to 6"),
        ("[1-9][0-9]?", "a number from 1 to 99"),
        ("[1-9][0-9]*", "a number from 1 on"),
        ("[0-9]+|[A-Za-z]", "a number or a letter"),
        (r"[1-8]|\?", "a number from 1 to 8 or ?"),
        ("[0-9]+[nesw]", "a number with n, e, s or w behind it"),
        ("[1-9][0-9]*[+x]?", "a number from 1 on, perhaps with '+' or x behind it"),
        (",[1-9][0-9]?", "',' with a number from 1 to 99 behind it"),
        ("[1-9],[1-9]", "a number from 1 to 9 with ',' and a number from 1 to 9 behind it"),
        ("[1-5?]{2,4}", "a text like [1-5?]{2,4}"),
        ("x?", "a text like x?"),
        ("(a|b)", "a text like (a|b)"),
    ],
)
@pytest.mark.every("pattern")
def test_patterns_have_words(pattern: str, words: str) -> None:
    assert clue_in_words(pattern, 6) == words


def test_patterns_without_a_meaning_count_and_are_not_told() -> None:
    patterns = {"0": "a white cell", "[1-9],": "a sum", "[0-9],[0-9]": ""}
    assert clues_in_words(patterns, 3) == "0 or a number from 1 to 9 with ',' behind it"
    assert [word for word in ("0", "8,", "8,0", "8", "0x") if is_clue(patterns, word, 3)] == [
        *("0", "8,", "8,0")
    ]


SUMS = {
    "0": "a white cell",
    "[1-9][0-9]?,": "a sum below",
    ",[1-9][0-9]?": "a sum to the right",
    "[1-9][0-9]?,[1-9][0-9]?": "both",
    "-": "a black cell",
}


def test_clues_of_many_parts_are_told_by_examples() -> None:
    assert clues_in_words(SUMS, 9) == "0, or like '8,', ',16' or '4,11'"
    assert clue_meanings(SUMS, 9) == {
        "0": "a white cell",
        "like '8,'": "a sum below",
        "like ',16'": "a sum to the right",
        "like '4,11'": "both",
        "- or .": "a black cell",
    }
    signs = {"[1-9][0-9]*[+]": "a", "[1-9][0-9]*[*x]": "b", "[1-9][0-9]*-": "c", "[1-9]": "d"}
    assert clues_in_words(signs, 9) == "a number from 1 to 9, or like '8+', '16*' or '4-'"
    # An example that is no clue is none.
    small = {"[1-4]a": "a", "[1-4]b": "b", "[1-4]c": "c"}
    assert "'" not in clues_in_words(small, 9)


def test_what_an_open_cell_means_is_no_clue() -> None:
    assert not is_clue(SUMS, "-", 9)
    assert clue_meanings("[1-4]", 9) == {"a number from 1 to 4": "a clue"}
    with pytest.raises(InputError, match="column 1 of the board has '-'; a clue is 0, or like"):
        Board.read({"board": ["0"], "given": [[0, 0, "-"]]}, clues=SUMS)


def test_a_number_up_to_the_rows_needs_a_square() -> None:
    with pytest.raises(
        InputError, match="column 2 of the board has '3'; a clue is a number from 1 t"
    ):
        Board.read({"board": ["-3", "--"]}, clues="[1-N]")
    with pytest.raises(InputError, match="the board has 1 row and 2 columns; draw a square"):
        Board.read({"board": ["-3"]}, clues={"[1-N]": "a digit"})
