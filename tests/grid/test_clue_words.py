"""Clues in words, and what is a clue."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.grid import Board
from ilpuzzles.grid.clue_words import clue_in_words, clues_in_words, is_clue


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


def test_a_number_up_to_the_rows_needs_a_square() -> None:
    with pytest.raises(
        InputError, match="column 2 of the board has '3'; a clue is a number from 1 t"
    ):
        Board.read({"board": ["-3", "--"]}, clues="[1-N]")
    with pytest.raises(InputError, match="the board has 1 row and 2 columns; draw a square"):
        Board.read({"board": ["-3"]}, clues={"[1-N]": "a digit"})
