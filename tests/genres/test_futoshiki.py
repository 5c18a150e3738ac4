"""Futoshiki: every rule broken by name, boards of a collection, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles import experiment, load
from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("futoshiki", "small")
    assert broken("futoshiki", fields, solution) == []
    assert solution["rows"][0].split() == ["4", "1", "3", "5", "2"]
    assert broken("futoshiki", fields, changed(solution, (0, 1), "3")) == [
        "repeats: row 1 has the digit 3 more than once",
        "repeats: column 2 has the digit 3 more than once",
        "sign: the sign between row 1, column 2 and row 1, column 3 says that 3 is less than 3",
    ]
    assert broken("futoshiki", fields, changed(solution, (0, 0), "0")) == [
        "known word: row 1, column 1 has '0', which is none of 1 2 3 4 5",
        "clue stays: row 1, column 1 has 0 instead of 4",
    ]


def test_a_sign_is_broken_at_both_of_its_cells() -> None:
    position = opened("futoshiki", {"signs": ["->-", "...", "-.-"]})
    [sign] = [fault for fault in position.judge({"rows": ["1 2", "2 1"]}) if fault.rule == "sign"]
    [place] = [place for place in sign.places if place.kind == "sign"]
    assert place.cells == ((0, 0), (0, 1))
    assert place.to_json() == {
        "place": "the sign between row 1, column 1 and row 1, column 2",
        "sign": [[1, 1], [1, 2]],
    }


def test_signs_point_at_the_smaller_digit() -> None:
    # Of the twelve squares of three digits, two have 1 2 3 in their first row and 1 above in the
    # first column.
    assert counted("futoshiki", {"signs": ["-.-.-", ".....", "-.-.-", ".....", "-.-.-"]}) == 12
    assert counted("futoshiki", {"signs": ["-<-<-", ".....", "-.-.-", ".....", "-.-.-"]}) == 2
    assert counted("futoshiki", {"signs": ["-<-<-", "v....", "-.-.-", ".....", "-.-.-"]}) == 0
    assert counted("futoshiki", {"signs": ["->->-", "v....", "-.-.-", "v....", "-.-.-"]}) == 1


def test_digits_may_stand_with_the_signs_or_beside_them() -> None:
    drawn = {"signs": ["-<2", "...", "-.-"]}
    for fields in (
        {"board": ["-2", "--"], "signs": ["-<-", "...", "-.-"]},
        {"signs": ["-<-", "...", "-.-"], "given": [[0, 1, "2"]]},
        {"signs": ["-.2", "...", "-.-"], "given": [[0, 0, 0, 1, "<"]]},
        {"rows": 2, "columns": 2, "given": [[0, 0, 0, 1, "<"], [0, 1, 2]]},
    ):
        position = opened("futoshiki", fields)
        assert position.to_text() == opened("futoshiki", drawn).to_text()


def test_an_explanation_names_a_sign() -> None:
    board = load("futoshiki", board="->3.-/...../-.-.-/...../-.-.-")
    answer = experiment(board).explain()
    assert "the sign between row 1, column 1 and row 1, column 2" in answer.text()


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"signs": ["-<-"]}, "the board has 1 row and 2 columns"),
        ({"signs": ["-<-", "..."]}, "'signs' has 2 rows and 3 columns; draw the cells and what"),
        ({"signs": ["-^-", "...", "-.-"]}, "there is '\\^' between row 1, column 1 and row 1, col"),
        ({"signs": ["-.-", "<..", "-.-"]}, "there is '<' between row 1, column 1 and row 2, col"),
        ({"signs": ["-=-", "...", "-.-"]}, "a sign is <, >, \\^ or v"),
        ({"signs": ["-.-", ".<.", "-.-"]}, "row 2, column 2 of 'signs' has '<'; four cells meet"),
        ({"signs": ["-.3", "...", "-.-"]}, "row 1, column 2 of the board has '3'; a clue is a num"),
        ({"signs": ["-.1", "...", "-.-"], "board": ["-2", "--"]}, "row 1, column 2 has '2' in"),
        ({"signs": ["-.1", "...", "-.-"], "board": ["-1"]}, "'board' has 1 row and 2 columns, and"),
        ({"signs": ["-.-", "...", "-.-"], "given": [[0, 0, 1, 1, "<"]]}, "is not a clue of the b"),
        ({"signs": ["-.-", "...", "-.-"], "given": [[0, 0, 0, 1, "="]]}, "there is '=' between"),
    ],
)
def test_wrong_boards_are_told(fields: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=told):
        opened("futoshiki", fields)
