"""Boards and their plain texts: what is read, what is written, and what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Board
from ilpuzzles.genres.boards import rows_of
from ilpuzzles.genres.texts import fields_of_text


def test_a_board_has_clues_regions_and_what_stands_beside_it() -> None:
    fields = {
        "board": ["- 12", "x -"],
        "regions": "AA\nAB",
        "above": ["1 2", "-"],
        "left": "3 4",
        "given": [[1, 1, "7"]],
    }
    board = Board.read(fields)
    assert board.clues == {(0, 1): "12", (1, 0): "x", (1, 1): "7"}
    assert board.numbers == {(0, 1): 12, (1, 1): 7}
    assert board.cells_with_clue("x") == [(1, 0)]
    assert board.regions == {"A": [(0, 0), (0, 1), (1, 0)], "B": [(1, 1)]}
    assert board.numbers_beside == {"above": [[1, 2], []], "left": [[3], [4]]}
    assert board.region_of[1, 1] == "B"


def test_sizes_come_from_whatever_is_there() -> None:
    assert Board.read({"rows": 2, "columns": 3}).grid.cells[-1] == (1, 2)
    assert Board.read({"above": "1 2 3", "left": ["1", "2"]}).grid.cells[-1] == (1, 2)
    board = Board.read({"corners": ["- 1 -", "- - 2"]})
    assert board.grid.cells == ((0, 0), (0, 1))
    assert board.corner_clues == {(0, 1): "1", (1, 2): "2"}
    holes = Board.read({"board": ["#-", "-3"]}, holes=True)
    assert holes.grid.cells == ((0, 1), (1, 0), (1, 1))
    assert Board.read({"shape": "hexagonal", "rows": 2, "columns": 2}).grid.shape == "hexagonal"


def test_a_clue_looks_like_its_pattern_to_the_end() -> None:
    with pytest.raises(InputError, match="row 1, column 1 of the board has '3x'"):
        Board.read({"board": ["3x -"]}, clues="[0-4]")


def test_clues_can_be_put_in_place_of_others() -> None:
    board = Board.read({"board": ["1-", "--"], "stars": 2, "given": [[1, 1, "4"]]})
    assert board.with_clues({(0, 1): "3"}) == {"board": ["- 3", "- -"], "stars": 2}
    corners = Board.read({"corners": ["1-", "--"]})
    assert Board.read({"board": ["1-"], "given": [[0, 0, "4"]]}).clues == {(0, 0): "4"}
    assert corners.with_clues({(1, 1): "2"}) == {"corners": ["- -", "- 2"]}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"board": []}, "'board' is empty"),
        ({"board": 3}, "'board' is no drawing"),
        ({"board": ["-9"]}, "row 1, column 2 of the board has '9'"),
        (
            {"board": ["--"], "regions": ["A"]},
            "'regions' has 1 row and 1 column, and 'board' has 1 row and 2 columns",
        ),
        (
            {"board": ["--"], "regions": ["AA", "AA"]},
            "'regions' has 2 rows and 2 columns, and 'board' has 1 row and 2 columns",
        ),
        ({"board": ["--", "-"]}, "row 2 of 'board' has 1 cell, and row 1 has 2"),
        ({"board": ["--"], "left": "1 2"}, "'left' has 2 entries; give 1"),
        ({"board": ["--"], "above": "1"}, "'above' has 1 entry; give 2, one for each"),
        ({"board": ["--"], "left": ["a"]}, "'left' has 'a'"),
        ({"board": ["--"], "given": [[0, 5, "1"]]}, "in 'given'"),
        ({}, "no board"),
        ({"rows": 0, "columns": 2}, "no board"),
    ],
)
def test_wrong_boards_are_told(fields: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        Board.read(fields, clues="[0-4]")
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)


def test_regions_in_several_parts_are_told_with_the_smaller_part() -> None:
    board = Board.read({"regions": ["AAB", "#BA", "C##"]})
    with pytest.raises(InputError) as caught:
        board.require_whole_regions()
    first, second = str(caught.value).splitlines()
    assert first.startswith(
        "region A is in 2 parts: row 2, column 3 does not hang together with the rest; "
    )
    assert second.startswith("region B is in 2 parts: row 1, column 3 does not hang together")
    # What is no region may lie anywhere.
    Board.read({"regions": ["A#", "#@"]}).require_whole_regions()
    hexagons = {"shape": "hexagonal", "regions": ["AB", "BA"]}
    # Of hexagons, one of the diagonals hangs together.
    with pytest.raises(InputError, match=r"^cage A is in 2 parts: row 1, column 1 does.*\Z"):
        Board.read(hexagons).require_whole_regions("cage")


@pytest.mark.parametrize(
    ("layout", "text", "message"),
    [
        ("board", " ", "the board is empty"),
        ("board regions", "2 x\n- -", "board.txt:1: 2 rows, where board and regions are needed"),
        ("stars: regions", "1 2\nA B", "board.txt:1: the first line has no stars"),
        ("board regions", "1 2\n- -", "0 lines of regions, where 1 is needed"),
        ("board regions", "1 1\n-\nA\nB", "board.txt:4: 'B' after the last row"),
        (
            "stars: regions walls?",
            "2 3 1\nAAA\nBBB\nCCC",
            "board.txt:1: the first line promises 2 rows, and there are 3; correct one of them",
        ),
        (
            "stars: regions walls?",
            "2 3 1\nAAA",
            "board.txt:1: the first line promises 2 rows, and there is 1; correct one of them",
        ),
        (
            "stars: regions walls?",
            "2 3 1\nAAA\nBBB\n\n---\n-s-\n---",
            "board.txt:1: the first line promises 2 rows, and 'walls' has 3; correct one of them",
        ),
        (
            "board regions",
            "1-\n\nAB\nAB",
            "board.txt:2: 'board' above the empty row has 1 row, and 'regions' below it has 2; dr",
        ),
        (
            "board regions?",
            "--1-\n----\n-2--\n\nAABB\nAABB\nCCDD\nCCDD",
            "board.txt:4: 'board' above the empty row has 3 rows, and 'regions' below it has 4; d",
        ),
        (
            "board regions? walls?",
            "--\n1-\n\nAB\nAB\n\nee\n",
            "board.txt:6: 'regions' above the empty row has 2 rows, and 'walls' below it has 1; dr",
        ),
        (
            "board regions?",
            "1-\n--\n\n-2\n--",
            "board.txt:3: row 3 is empty; leave it out, or write - into its cells",
        ),
        (
            "board regions",
            "1-\n--\nAB\nAB",
            "write all of them, with an empty row between drawings (//), such as before row 3",
        ),
    ],
)
def test_wrong_texts_are_told(layout: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        fields_of_text(layout, text, "board.txt")
    assert message in str(caught.value)
    assert "board.txt" in str(caught.value)


def test_a_drawing_with_rows_of_another_length_is_told_by_its_name() -> None:
    fields = fields_of_text("board regions?", "1-\n--\n\nABC\nAB")
    assert fields == {"board": ["1-", "--"], "regions": ["ABC", "AB"]}
    with pytest.raises(InputError, match="row 2 of 'regions' has 2 cells, and row 1 has 3"):
        Board.read(fields)


def test_regions_without_an_empty_row_before_them_are_no_rows_of_the_board() -> None:
    fields = fields_of_text("board regions?", "1-\n--\nAB\nAB")
    with pytest.raises(InputError) as caught:
        Board.read(fields, clues="[1-N]")
    told = "the board has 4 rows and 2 columns; draw a square, and an empty row before row 3 if "
    assert str(caught.value) == f"{told}regions begin there"
    with pytest.raises(InputError, match=r"4 rows and 2 columns; draw a square\Z"):
        Board.read({"board": ["1-", "--", "1-", "--"]}, clues="[1-N]")


def test_a_first_line_is_a_size_only_if_it_fits() -> None:
    assert fields_of_text("board", "2 2\n1 -\n- 1") == {"board": ["1 -", "- 1"]}
    assert fields_of_text("board", "# one\n# two\n1 2\n# -") == {"board": ["# -"]}
    assert fields_of_text("board", "# -\n# #") == {"board": ["# -", "# #"]}
    assert fields_of_text("board", "1 3\n1 -") == {"board": ["1 3", "1 -"]}
    assert fields_of_text("board", "2 2\n1 -\n-") == {"board": ["1 -", "-"]}
    assert fields_of_text("board", "2 2\n1 -") == {"board": ["2 2", "1 -"]}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        # A blank is an open cell where every letter is one.
        ("    \n 2  \n    ", ["----", "-2--", "----"]),
        ("53  7\n6\n\n   28", ["53--7", "6----", "-----", "---28"]),
        ("5 3 \n7   ", ["5-3-", "7---"]),
        (["5 3", "  7", "1"], ["5-3", "--7", "1--"]),
        # An empty line before or after a text means nothing, in the middle it is a row.
        ("\n\n12\n\n34\n\n", ["12", "--", "34"]),
        # A margin is no cell, nor are blanks between words or around rows with open cells.
        (" 531\n 742", ["531", "742"]),
        ("1- \n -1\n", ["1-", "-1"]),
        ("12 3\n4 56", ["12 3", "4 56"]),
        ("\t12\n\t34", ["12", "34"]),
        ("5\t\t7\r\n\t12\t\r\n", ["5 - 7", "- 12 -"]),
        (" 1\t-\n - 2", ["1 -", "- 2"]),
        ([12, 34], ["12", "34"]),
    ],
)
@pytest.mark.every("text")
def test_blanks_are_cells_or_stand_between_words(text: Any, rows: list[str]) -> None:
    expected = [row.split() if " " in row else list(row) for row in rows]
    assert rows_of(text) == expected


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (["- 4 4", "- -"], "row 2 of 'board' has 2 cells, and row 1 has 3"),
        (["12 3 4", "1 2"], "row 2 of 'board' has 2 cells, and row 1 has 3"),
        (["--", "", "--"], "row 2 of 'board' has 0 cells, and row 1 has 2"),
        (["12\t3", "4"], "row 2 of 'board' has 1 cell, and row 1 has 2"),
        (["1   ", " 2"], "row 2 of 'board' has 2 cells, and row 1 has 4"),
    ],
)
def test_a_row_that_is_too_short_is_told(rows: list[str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        Board.read({"board": rows})


def test_every_cell_has_the_name_of_a_region() -> None:
    with pytest.raises(InputError, match="a cell in 'regions' is blank; write the name"):
        Board.read({"regions": ["AAB", "A  "]})


def test_open_cells_may_have_another_letter() -> None:
    assert Board.read({"board": ["0 1", "- 10"]}, clues="[1-9][0-9]*", empty="0").clues == {
        (0, 1): "1",
        (1, 1): "10",
    }


def test_drawings_are_told_apart_by_an_empty_line() -> None:
    board, regions = ["6 -", "- -"], ["AB", "AB"]
    both = {"board": board, "regions": regions}
    assert fields_of_text("board regions", "6 -\n- -\n\nAB\nAB\n") == both
    assert fields_of_text("board regions?", "6 -\n- -\n\nAB\nAB\n") == both
    # Rows of open cells are no further drawing.
    assert fields_of_text("board regions?", "12\n\n 3") == {"board": ["12", "--", "-3"]}
    beside = {"above": ["1", "-"], "left": ["2", "2"], "board": board}
    assert fields_of_text("above left board", "1 -\n2 2\n6 -\n- -") == beside
    assert fields_of_text("above left board", "2 2\n1 -\n2 2\n6 -\n- -") == beside
    lines = {"above": ["1", "1 1"], "left": ["2", "3"]}
    assert fields_of_text("above-lines left-lines", "1\n1 1\n\n2\n3") == lines
    assert fields_of_text("board regions", "2 2\n6 -\n- -\n\nAB\nAB") == both
    assert fields_of_text("board", "2 2\n1 -\n\n- 1") == {"board": ["1 -", "- 1"]}
    # What is given elsewhere does not stand in the text.
    assert fields_of_text("stars: board regions", "AB\nAB", known={"stars", "board"}) == {
        "regions": regions
    }


def test_a_square_may_be_typed_in_a_row() -> None:
    rows = ["1---", "-2--", "--3-", "---4"]
    for text in ("".join(rows), " ".join("".join(rows)), "1    2    3    4"):
        found = rows_of(fields_of_text("board", text)["board"])
        assert found == [list(row) for row in rows], text
    assert fields_of_text("board", "1---2----") == {"board": ["1---2----"]}
    assert fields_of_text("board", "1 16\n" + "".join(rows)) == {"board": ["".join(rows)]}
    words = " ".join(["12", *"-" * 15])
    assert fields_of_text("board", words)["board"][0] == "12 - - -"


def test_a_first_line_that_is_missing_is_told() -> None:
    with pytest.raises(InputError, match="rows, columns and stars, such as '3 3 1'"):
        fields_of_text("stars: regions", "AAB\nAAB\nCCB")
    with pytest.raises(InputError, match="3 rows, where above, left and board are needed"):
        fields_of_text("above left board", "--x\n---\n-x-")


def test_walls_are_drawn_at_the_sides_of_cells() -> None:
    board = Board.read({"board": ["---", "---"], "walls": ["es w -", "- - n"]})
    assert board.walls == {((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 2), (1, 2))}
    assert Board.read({"board": ["--"]}).walls == frozenset()
    assert Board.read({"walls": ["e-"], "rows": 1, "columns": 2}).walls == {((0, 0), (0, 1))}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"board": ["--"], "walls": ["-e"]}, "row 1, column 2 of 'walls' has 'e'"),
        ({"board": ["--"], "walls": ["x-"]}, "row 1, column 1 of 'walls' has 'x'"),
        ({"board": ["--"], "walls": ["-"]}, "'walls' has other cells than the board"),
        ({"board": ["-"], "walls": ["-"], "shape": "hexagonal"}, "draw walls on squares"),
    ],
)
def test_wrong_walls_are_told(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as caught:
        Board.read(fields)
    assert told in str(caught.value)


def test_signs_stand_between_two_cells() -> None:
    board = Board.read({"signs": ["1 < - . 12", ". . v . .", "- x - . -"]})
    assert board.clues == {(0, 0): "1", (0, 2): "12"}
    assert board.signs == {
        ((0, 0), (0, 1)): "<",
        ((0, 1), (1, 1)): "v",
        ((1, 0), (1, 1)): "x",
    }
    assert board.with_clues({**board.clues, **board.signs}) == {"signs": board.fields["signs"]}
    only = board.with_only([(0, 0)], [*board.clues, ((0, 0), (0, 1)), ((1, 0), (1, 1))])
    assert only == {"signs": ["1 . - . -", ". . v . .", "- . - . -"]}
    place = board.place_of(((0, 0), (0, 1)))
    assert str(place) == "the sign between row 1, column 1 and row 1, column 2"
    assert board.place_of(((0, 0), (1, 0))) is None
    with pytest.raises(InputError, match="there is 'x' between row 2, column 1 and row 2, column"):
        _ = board.comparisons


def test_signs_may_stand_in_any_board() -> None:
    regions = {"regions": ["AAB", "ABB"], "signs": ["-o-.-", ".....", "-.-.-"]}
    assert Board.read(regions).signs == {((0, 0), (0, 1)): "o"}
    with pytest.raises(InputError, match="'board' has 2 rows and 3 columns, and 'regions' has 1"):
        Board.read({**regions, "regions": ["AAB"]})
    with pytest.raises(InputError, match=r"there is .<. between .*; there is no cell beside it"):
        Board.read({"signs": ["-<#"]}, holes=True)
    with pytest.raises(InputError, match="signs between hexagonal cells"):
        Board.read({"signs": ["-<-"], "shape": "hexagonal"})


def test_cells_may_be_on_several_paths() -> None:
    paths = Board.read({"paths": ["A1,B2 A2 -", "B1 12.1 12.2"]}).paths
    assert paths == {
        "A": [(0, 0), (0, 1)],
        "B": [(1, 0), (0, 0)],
        "12": [(1, 1), (1, 2)],
    }
    with pytest.raises(InputError, match="'paths' has 1 row and 2 columns, and the board has 1"):
        Board.read({"paths": ["A1 A2"], "board": ["---"]})


@pytest.mark.parametrize("head", ["", "3 3\n"])
@pytest.mark.parametrize("rows", ["- < -\n. . v\n2 . -", "-<-\n..v\n2.-"])
def test_signs_are_typed_with_the_cells(head: str, rows: str) -> None:
    head = head.replace("3", "2")
    assert fields_of_text("signs", head + rows) == {"signs": rows.splitlines()}


def test_paths_are_typed_below_numbers() -> None:
    fields = fields_of_text("above left paths", "2 2\n1 -\n- 2\n1.1 1.2\n2.1 2.2")
    assert fields["paths"] == ["1.1 1.2", "2.1 2.2"]
    assert fields_of_text("above left paths", "1 -\n- 2\nA1 A2\nB1 B2")["paths"] == [
        "A1 A2",
        "B1 B2",
    ]
