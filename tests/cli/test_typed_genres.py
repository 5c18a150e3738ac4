"""Boards of pencil puzzles that are typed: every genre, and what its help says of that."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.genres import Board
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.reading.library import Library
from support.commands import Call, Run

LIBRARY = Library.standard()
GENRES = [name for name in LIBRARY.puzzles() if LIBRARY.model_file(name).suffix == ".py"]
PRESETS = [(genre, preset) for genre in GENRES for preset in LIBRARY.presets(genre)]

GRID = (
    "53  7    ",
    "6  195   ",
    " 98    6 ",
    "8   6   3",
    "4  8 3  1",
    "7   2   6",
    " 6    28 ",
    "   419  5",
    "    8  79",
)
"""The Sudoku of Wikipedia's article, as a newspaper prints it."""

GIVEN = {(r, c): word for r, row in enumerate(GRID) for c, word in enumerate(row) if word != " "}


def data(position: PuzzlePosition) -> Any:
    instance: Any = position.instance
    return instance.data


def said(board: Board) -> list[object]:
    """What a board says, without lines beside it that are empty."""
    beside = {name: lines for name, lines in board.numbers_beside.items() if any(lines)}
    return [board.grid.cells, board.clues, board.regions, board.corner_clues, beside]


@pytest.mark.parametrize(("genre", "preset"), PRESETS)
@pytest.mark.every("preset")
def test_what_the_guide_says_can_be_typed(genre: str, preset: str, tmp_path: Path) -> None:
    position = ilpuzzles.load(genre, preset)
    guide = position.typing_guide()
    assert guide is not None
    file = tmp_path / "board.txt"
    file.write_text("\n".join(guide.rows))
    for again in (
        ilpuzzles.load(genre, board=guide.one_line),
        ilpuzzles.load(genre, file=file),
        ilpuzzles.load(genre, text=position.to_yaml()),
    ):
        assert said(data(again)) == said(data(position))


@pytest.mark.parametrize(("genre", "preset"), PRESETS)
@pytest.mark.every("preset")
def test_an_unknown_field_is_an_error(genre: str, preset: str) -> None:
    position = ilpuzzles.load(genre, preset)
    text, guide = position.to_yaml(), position.typing_guide()
    assert guide is not None
    with pytest.raises(UnknownNameError, match=r"text:\d+:1: unknown field 'foo'"):
        ilpuzzles.load(genre, text=f"{text}\nfoo: bar")
    instance: Any = position.instance
    assert set(instance.fields) - set(position.parameters) <= {*guide.fields}
    for name in guide.fields:
        wrong = f"{name}s" if name[-1] != "s" else name[:-1]
        with pytest.raises(UnknownNameError, match=f"'{wrong}'; did you mean '{name}'?"):
            ilpuzzles.load(genre, text=f"{text}\n{wrong}: 1")


def test_all_unknown_fields_are_told_with_their_lines() -> None:
    text = "puzzle: numberlink\nfill: false\nboard: |\n  1-1\nfoo: bar\n"
    with pytest.raises(UnknownNameError) as caught:
        ilpuzzles.load("numberlink", text=text)
    first, second = str(caught.value).splitlines()
    assert first == "text:2:1: unknown field 'fill'; did you mean 'full'?"
    assert second.startswith("text:5:1: unknown field 'foo'; the nearest of 11: ")


@pytest.mark.parametrize("open_cell", [" ", ".", "0", "-"])
@pytest.mark.parametrize("between", ["", "/", "\n", "\r\n", "\n\n"])
def test_a_sudoku_is_typed_in_any_usual_way(open_cell: str, between: str) -> None:
    text = between.join(GRID).replace(" ", open_cell)
    if between == "\n\n":
        # A line that is empty is a row, of which there are too many then.
        with pytest.raises(InputError):
            ilpuzzles.load("sudoku", board=text)
        return
    assert data(ilpuzzles.load("sudoku", board=text)).clues == GIVEN


def test_a_sudoku_is_read_from_any_usual_file(tmp_path: Path) -> None:
    rows = [list(row) for row in GRID]
    texts = {
        "trimmed": "\n".join(row.rstrip() for row in GRID) + "\n\n",
        "marked": "\ufeff" + "\r\n".join(GRID).replace(" ", ".") + "\r\n",
        "sheet": "\r\n".join("\t".join(row).replace(" ", "") for row in rows) + "\r\n",
        "list": "puzzle: sudoku\nboard:\n"
        + "".join(f"  - {row.replace(' ', '0')}\n" for row in GRID),
    }
    for name, text in texts.items():
        path = tmp_path / f"{name}{'.yaml' if name == 'list' else '.txt'}"
        path.write_bytes(text.encode())
        assert data(ilpuzzles.load("sudoku", file=path)).clues == GIVEN, name


def test_rows_of_open_cells_are_rows() -> None:
    typed = data(ilpuzzles.load("nurikabe", board="    / 2  /    "))
    assert (typed.grid.rows, typed.grid.columns, typed.clues) == (3, 4, {(1, 1): "2"})
    spaced = data(ilpuzzles.load("nurikabe", board="--- / -2- / ---"))
    assert (spaced.grid.rows, spaced.grid.columns) == (3, 3)
    text = "puzzle: nurikabe\nboard: |\n  3   4\n\n    1\n\n"
    assert data(ilpuzzles.load("nurikabe", text=text)).grid.rows == 3


REGIONS = "AAABBB/EEADDB/ECDDDB/EEEFDD/EEFFDD/EEEFFF"


def test_regions_are_typed_where_there_are_no_clues() -> None:
    assert len(data(ilpuzzles.load("star-battle", board=f"6 6 1/{REGIONS}")).regions) == 6
    drawing = REGIONS.replace("/", "\n  ")
    text = f"puzzle: star-battle\nstars: 1\nboard: |\n  {drawing}\n"
    assert len(data(ilpuzzles.load("star-battle", text=text)).regions) == 6
    assert ilpuzzles.load("lits", "small").typing_guide() is not None


WRONG = {
    ("sudoku", "5a--/----/----/----"): "a clue is a number from 1 to 4",
    (
        "sudoku",
        GRID[0].replace(" ", ".") + "." * 71,
    ): "80 cells in one row; a board of 9x9 has 81",
    ("sudoku", " / / "): "board: the board is empty; draw its rows",
    ("sudoku", "5---/--"): "row 2 of 'board' has 2 cells, and row 1 has 4",
    ("akari", "5-/--"): "a clue is a number from 0 to 4 or x",
    ("binairo", "0-/--"): "a clue is 1 or 2",
    ("slitherlink", "-6/--"): "row 1, column 2 counts 6, and there are 4 to count",
    ("star-battle", "AAB/AAB/CCB"): "a first line with rows, columns and stars, such as '3 3 1'",
    ("killer-sudoku", "6---/3-7-/----/6---"): "4 rows, where board and regions are needed",
    ("tents", "---x-/-xx--/x---x/-----"): "4 rows, where above, left and board are needed",
    ("yajilin", "2x -/- -"): "a number with n, e, s or w behind it",
    ("sudoku", "----/----/----/----//AABB/AABB/CCCC/DDDA"): "box A is in 2 parts: row 4, column 4",
    ("star-battle", "3 3 1/ABB/ACB/ACA"): "region A is in 2 parts: row 3, column 3 does not hang",
    ("heyawake", "2--/---//AAB/CCA"): "room A is in 2 parts: row 2, column 3 does not hang",
    ("lits", "AAAAC/BBBBB/CCCCC"): "region C is in 2 parts: row 1, column 5 does not hang",
    ("killer-sudoku", "6---/----/----/----//ABBB/BBBB/CCCC/CCCA"): "cage A is in 2 parts: row",
    ("kenken", "----/----/----/----//ABBB/BBBB/CCCC/CCCA"): "cage A is in 2 parts: row 1, column",
    ("star-battle", "3 3 1/ABB/ACB/ACD"): "3 rows and 3 columns needs 3 regions, and there are 4",
    ("kakuro", "- 3,/17 0"): "has '17'; a clue is 0, or like '8,', ',16' or '4,11'\n",
    ("kenken", "4= -/- -//AA/BB"): "or like '8+', '16*', '4-' or '2/'\n",
}


@pytest.mark.parametrize(("genre", "board"), WRONG)
@pytest.mark.every("board")
def test_a_wrong_board_is_told_in_words(genre: str, board: str, call: Call) -> None:
    code, shown, noted = call(genre, "--board", board)
    assert (code, shown) == (2, "")
    assert WRONG[genre, board] in noted
    assert "[" not in noted
    assert noted.count("\n") == 1


REGIONS_OF_4 = "AABB\nAABB\nCCDD\nCCDD\n"

PLACES = {
    "a clue": ("sudoku", "\n\n----\n--9-\n----\n----\n", "board.txt:4: row 2, column 3 of"),
    "a short row": ("sudoku", "----\n---\n----\n----\n", "board.txt:2: row 2 of 'board' has 3"),
    "a region": (
        "sudoku",
        f"----\n----\n----\n----\n\n{REGIONS_OF_4.replace('CCDD', 'CCDA', 1)}",
        "board.txt:8: box A is in 2 parts: row 3, column 4 does",
    ),
    "a board": ("sudoku", "1-\n-2\n--\n", "board.txt: the board has 3 rows and 2 columns; draw"),
    "its size": ("sudoku", "4 4\n5---\n----\n----\n----\n", "board.txt:2: row 1, column 1 of the"),
    "a stated rule": (
        "sudoku",
        f"----\n----\n----\n----\n\n{REGIONS_OF_4.replace('CCDD', 'CDDD')}",
        "board.txt: box C has 2 cells instead of 4",
    ),
    "beside": ("tents", "2 2\n1 x\n- -\nx-\n--\n", "board.txt:2: 'above' has 'x'; write"),
    "a cage": (
        "killer-sudoku",
        f"6---\n3-7-\n----\n6---\n\n{REGIONS_OF_4}",
        "board.txt:2: cage A has 2 clues, at row 1, column 1 and at row 2, column 1; give it one",
    ),
    "a number": ("slitherlink", "--\n-6\n", "board.txt:2: the clue at row 2, column 2 counts 6"),
    "two given clues": (
        "heyawake",
        "puzzle: heyawake\nregions: [A, A]\ngiven:\n  - [0, 0, '1']\n  - [1, 0, '1']\n",
        "board.yaml:3:1: room A has 2 clues, at row 1, column 1 and at row 2, column 1",
    ),
    "slashes": ("sudoku", "----/----/-9--/----\n", "board.txt:1: row 3, column 2 of the board"),
    "a row of a list": (
        "sudoku",
        "puzzle: sudoku\nboard:\n  - '----'\n  - '9---'\n  - '----'\n  - '----'\n",
        "board.yaml:4:5: row 2, column 1 of",
    ),
    "a row of a block": (
        "sudoku",
        "puzzle: sudoku\ntitle: mine\nboard: |\n  ----\n  9---\n  ----\n  ----\n",
        "board.yaml:5: row 2, column 1 of",
    ),
    "an entry": (
        "star-battle",
        "puzzle: star-battle\nstars: 1\nregions: [AB, AB]\ngiven:\n  - [0, 1, '*']\n  - [0, 0, x]",
        "board.yaml:6:5: row 1, column 1 of the board has 'x'",
    ),
    "no list": (
        "star-battle",
        "puzzle: star-battle\nstars: 1\nregions: [AB, AB]\ngiven: foo\n",
        "board.yaml:4:1: 'given' is 'foo'; write a list of [row, column, clue]",
    ),
    "a field": (
        "sudoku",
        "puzzle: sudoku\nboard: [----, ----, ----, ----]\ndiagonals: 3\n",
        "board.yaml:3:1: 'diagonals' is '3'; write true or false",
    ),
    "a missing field": (
        "star-battle",
        "puzzle: star-battle\nregions: [AB, AB]\n",
        "board.yaml: there is no 'stars'; write a whole number from 1 on",
    ),
    "a field of all": (
        "sudoku",
        "puzzle: sudoku\nboard: [----, ----, ----, ----]\nsolutions: many\n",
        "board.yaml:3:1: 'solutions' is \"many\"; write a whole number",
    ),
}


@pytest.mark.parametrize("what", PLACES)
def test_what_is_wrong_with_a_board_has_its_line(what: str, tmp_path: Path) -> None:
    genre, text, told = PLACES[what]
    file = tmp_path / f"board.{'yaml' if text.startswith('puzzle') else 'txt'}"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        ilpuzzles.load(genre, file=file)
    assert str(caught.value).replace(f"{tmp_path}/", "").startswith(told)


@pytest.mark.parametrize("shape", ["square", "hexagonal"])
def test_a_clue_of_slitherlink_counts_the_sides_there_are(shape: str) -> None:
    most = {"square": 4, "hexagonal": 6}[shape]
    text = "puzzle: slitherlink\nshape: {}\nboard: ['{}-', '--']"
    assert data(ilpuzzles.load("slitherlink", text=text.format(shape, most))).clues
    if most < 6:
        with pytest.raises(InputError, match="there are 4 to count"):
            ilpuzzles.load("slitherlink", text=text.format(shape, most + 1))


@pytest.mark.parametrize("genre", GENRES)
def test_show_and_help_say_how_to_type(genre: str, run: Run, call: Call) -> None:
    shown = run("show", genre).stdout
    [typed] = [line.strip() for line in shown.splitlines() if " --board " in line]
    program, puzzle, option, board = shlex.split(typed)
    assert (program, puzzle, option) == ("ilpuzzles", genre, "--board")
    # In a line of numbers, - is none; in a drawing it is an open cell, which has to be told.
    drawings = [row for row in map(str.strip, board.split("/")) if " " not in row and row != "-"]
    assert "clues:" in shown or not any("-" in row for row in drawings)
    code, found, _ = call(genre, "--board", board, "--count")
    assert (code, found) == (0, "1\n")
    helped = run(genre, "--help").stdout
    assert "AA./A.." not in helped
    assert "tile" not in helped.partition("exact covers")[0]
    assert f"\n  {typed}\n" in helped
    for group in helped.split("\n\n"):
        assert len(group.splitlines()) <= 21, group


def test_the_black_cells_of_kakuro_are_no_open_cells(run: Run) -> None:
    for shown in (run("show", "kakuro").stdout, run("kakuro", "--help").stdout):
        lines = [" ".join(line.replace(": ", " ").split()) for line in shown.splitlines()]
        assert "- or . a black cell without sums" in lines
        assert "0 a white cell, for a digit" in lines
        assert "like ',16' a black cell with the sum to the right" in lines
        assert "open cell" not in shown
    assert "  -, . or a blank       an open cell\n" in run("show", "akari").stdout


def test_the_guide_says_what_stands_between_drawings(run: Run) -> None:
    for genre in ("sudoku", "heyawake", "killer-sudoku"):
        assert "in this order, with an empty row between drawings:" in run("show", genre).stdout
    for genre in ("skyscrapers", "battleships", "tents"):
        assert "in this order:" in run("show", genre).stdout


def test_help_of_other_commands_speaks_of_the_genre(run: Run) -> None:
    for command in ("hint", "play", "explain", "show", "generate"):
        helped = run(command, "akari", "--help").stdout
        assert "tiling" not in helped
        assert "lonpos" not in helped.partition("examples:")[2]
        assert f"ilpuzzles {command} akari --" in helped
    assert "AA./A.." in run("lonpos", "--help").stdout


def test_an_open_cell_that_is_typed_as_zero_is_none_in_an_address() -> None:
    zeros: Any = ilpuzzles.load("sudoku", board="".join(GRID).replace(" ", "0"))
    dashes: Any = ilpuzzles.load("sudoku", board="".join(GRID).replace(" ", "-"))
    assert zeros.address() == dashes.address()
    again = ilpuzzles.load("sudoku", url=zeros.address())
    assert data(again).clues == GIVEN


def test_clues_that_are_given_one_by_one_stand_in_a_text() -> None:
    position = ilpuzzles.load("heyawake", "small")
    again = ilpuzzles.load("heyawake", board=position.to_text())
    assert data(again).clues == data(position).clues != {}


@pytest.mark.parametrize(
    "command",
    [
        "star_battle --preset small --count",
        "hint star_battle --preset small",
        "show star_battle --preset small",
        "star_battle --help",
        "help star_battle",
        "show star_battle --help",
    ],
)
def test_a_name_may_have_an_underscore_for_each_dash(call: Call, command: str) -> None:
    code, answer, _ = call(command)
    assert code == 0
    assert answer == call(command.replace("star_battle", "star-battle"))[1]


def test_load_takes_a_name_with_underscores() -> None:
    assert ilpuzzles.load("star_battle", "small").puzzle.name == "star-battle"
    assert ilpuzzles.load("genius_square", "most").puzzle.name == "genius-square"
