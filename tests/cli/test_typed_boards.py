"""Boards that are typed, come from standard input, or stand alone in a file, in every command."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import ilpuzzles
from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.tilings.tiling_puzzle import TilingInstance
from support.commands import Asked, Call
from support.rings import examples

ROWS = [".....AAAEEE", ".....ALEE.D", "GGG..LLL..D", "KKGI.IL..DD", "KKGIIIJJJJD"]
BOARD = "/".join(ROWS)
"""The preset 8pieces."""

FORMS = {
    "typed": ("", BOARD),
    "in small letters": ("", BOARD.lower()),
    "with blanks": ("", " " + " / ".join(" ".join(row) for row in ROWS) + "  "),
    "in lines": ("", "\n" + "\n".join(f"    {row}" for row in ROWS) + "\n"),
    "as pictures show it": ("", BOARD.replace(".", "·")),
    "in a file": ("my.txt", "\n".join(ROWS)),
    "in one line of a file": ("my.txt", BOARD + "\n"),
    "as YAML": ("my.yaml", "puzzle: lonpos\nboard: |\n  " + "\n  ".join(ROWS).lower()),
    "on standard input": ("-", "\r\n".join(ROWS)),
    "as YAML on standard input": ("-", "puzzle: lonpos\nboard: |\n  " + "\n  ".join(ROWS)),
}


def tiling(loaded: PuzzlePosition) -> TilingInstance:
    assert isinstance(loaded.instance, TilingInstance)
    return loaded.instance


def send(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize("form", FORMS)
def test_a_board_is_the_same_in_every_form(
    form: str, asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, text = FORMS[form]
    send(monkeypatch, text)
    if file not in {"", "-"}:
        (tmp_path / file).write_text(text, encoding="utf-8")
    found = asked("show", "lonpos", *(["--file", file] if file else ["--board", text]))
    assert found["givens"] == asked("show lonpos --preset 8pieces")["givens"]
    assert found["preset"] is None


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("lonpos BOARD --count", "1\n"),
        ("explain lonpos BOARD", "there is a solution, so there is nothing to explain\n"),
        ("whatif lonpos BOARD --without 'starting position'", "as it is"),
        ("export lonpos BOARD --format opb", "* #variable= 1789"),
        ("show lonpos BOARD --yaml", "board: |\n  .....AAAEEE\n"),
        ("generate lonpos BOARD --placed 12", "board: |\n"),
    ],
)
def test_every_command_takes_a_board(command: str, expected: str, call: Call) -> None:
    code, said, noted = call(command.replace("BOARD", f"--board {BOARD}"))
    assert code == 0, noted
    assert expected in said


DRAWN = """\
┌───────────┬───────┬───────────┬───────────┐
│ B   B   B │ C   C │ A   A   A │ E   E   E │
│       ┌───┴───┐   │   ┌───┬───┘   ┌───┬───┤
│ B   B │ F   F │ C │ A │ L │ E   E │ H │ D │
├───────┴───┐   │   ├───┘   └───┬───┘   │   │
│ G   G   G │ F │ C │ L   L   L │ H   H │ D │
├───────┐   ├───┤   ├───┐   ┌───┘   ┌───┘   │
│ K   K │ G │ I │ C │ I │ L │ H   H │ D   D │
│       │   │   └───┘   ├───┴───────┴───┐   │
│ K   K │ G │ I   I   I │ J   J   J   J │ D │
└───────┴───┴───────────┴───────────────┴───┘
placed: A B C D E F G H I J K L
"""
"""The solution of the board."""

MARKED = """\
┌───────────┬───────┬───────────┬───────────┐
│ B   B   B │ C   C │ A   A   A │[E] [E]  E │
│       ┌───┴───┐   │   ┌───┬───┘   ┌───┬───┤
│ B   B │ F   F │ C │ A │ L │ E  [E]│[H]│[D]│
├───────┴───┐   │   ├───┘   └───┬───┘   │   │
│ G   G   G │ F │ C │ L   L   L │ H   H │ D │
├───────┐   ├───┤   ├───┐   ┌───┘   ┌───┘   │
│ K   K │ G │ I │ C │ I │ L │ H   H │ D   D │
│       │   │   └───┘   ├───┴───────┴───┐   │
│ K   K │ G │ I   I   I │ J   J   J   J │ D │
└───────┴───┴───────────┴───────────────┴───┘
placed: A B C D E F G H I J K L
"""
"""The same, with marks where B should lie on another board."""


def test_solutions_are_checked_against_a_board(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    _, answer, _ = call(f"lonpos --board {BOARD} --json")
    other = "........bb./........bbb" + 3 * "/..........."
    no = "solution 1: givens: tile B is not where it was given\n"
    # On the second board fewer pieces are given.
    for board, ended in (
        (BOARD, (0, "accepted\n")),
        (BOARD.replace("K", "."), (0, "accepted\n")),
        (other, (6, no + MARKED)),
    ):
        send(monkeypatch, answer)
        assert call(f"check lonpos - --board {board}")[:2] == ended


SLASH = "write a slash or a line break between rows"
WRONG = {
    "KKDDDD.EAAA/KKHHD./GHHLLIIEE../GHLLLIE..../GGGLII.....": [
        "board:2:7: a row of 6 cells, where the board of lonpos has 11; write 5 more"
    ],
    "KKDDDD.EAAA/KKHHD..EA..": [
        "board:3:1: a board of 2 rows and 11 columns; the board of lonpos has 5 rows and 11 columns"
    ],
    "KKD/KKH/GHH/GHL/GGG": [
        "board:1:4: a board of 5 rows and 3 columns; the board of lonpos has 5 rows and 11 columns"
    ],
    f"{BOARD}/...../...........": [
        "board:6:1: row 6, where the board of lonpos has 5 rows; leave it out"
    ],
    BOARD.replace("/", " "): [f"board:1:12: 5 rows of 11 cells with blanks between them; {SLASH}"],
    BOARD.replace("/", "  ") + " ....": [
        "board:1:12: a board of 1 row and 68 columns; the board of lonpos has 5 rows and 11 columns"
    ],
    BOARD.replace("GGG", "GGGG"): [
        "board:3:12: a row of 12 cells, where the board of lonpos has 11; delete 1"
    ],
    BOARD.replace("LLL", "LZL"): [
        "board:3:7: unknown tile 'Z'; known: A, B, C, D, E, F, G, H, I, J, K, L",
        "board:2:7: tile L has 5 cells, and 4 are marked; mark the whole tile once, or none of it",
    ],
    BOARD.replace("..LLL..", ". LLL ."): [
        "board:3:5: ' ' on a place inside the region; write . or a tile",
        "board:3:9: ' ' on a place inside the region; write . or a tile",
    ],
    "": ["board: the board is empty; draw its rows: 'AA./A..'"],
}
CLUES = {
    "1.1.. ..23. 32..2 ..... .3..1": [
        f"board:1: 5 rows of 5 cells with blanks between them; {SLASH}"
    ],
    "ab. ..? c..": [f"board:1: 3 rows of 3 cells with blanks between them; {SLASH}"],
    "1.1../..23/32..2": [
        "board:2: row 2 of 'board' has 4 cells, and row 1 has 5; draw rows of the same length"
    ],
    # Numbers of several digits are cells as well, even where nothing else stands in a row.
    "10 . 10": ["board:1: 2 clues, where every part takes 10; write 10"],
    "10 10 10": ["board:1: 3 clues, where every part takes 10; write 10"],
}


@pytest.mark.parametrize(
    ("puzzle", "text", "lines"),
    [
        *(("lonpos", text, lines) for text, lines in WRONG.items()),
        *(("surasshupakku", text, lines) for text, lines in CLUES.items()),
    ],
)
@pytest.mark.every("text")
def test_mistakes_have_row_and_column(puzzle: str, text: str, lines: list[str], call: Call) -> None:
    code, said, noted = call(puzzle, "--board", text)
    assert (code, said, noted.splitlines()) == (2, "", lines)


@pytest.mark.parametrize("board", ["1 . 1 .", "1 . 1 ./. . . 1", "a ? . a"])
def test_blanks_between_clues_are_all_right(board: str, call: Call) -> None:
    assert call("show", "surasshupakku", "--board", board)[0] == 0


def test_what_is_wrong_on_stdin_has_its_line(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    send(monkeypatch, "\n" + BOARD.replace("/", "\n").replace("GGG..LLL..D", "GGG..LLL"))
    assert call("lonpos --file -")[2] == (
        "standard input:4:9: a row of 8 cells, where the board of lonpos has 11; write 3 more\n"
    )
    for puzzle in ("lonpos", "sudoku"):
        send(monkeypatch, "")
        assert call(f"{puzzle} --file -")[2] == (
            "standard input: the file is empty; "
            f"'ilpuzzles show {puzzle} --preset NAME --yaml' prints an example\n"
        )


@pytest.mark.parametrize("puzzle", ["lonpos", "sudoku"])
def test_an_empty_file_names_the_puzzle_at_hand(call: Call, puzzle: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("")
    assert call(f"{puzzle} --file {path}")[2] == (
        f"{path}: the file is empty; "
        f"'ilpuzzles show {puzzle} --preset NAME --yaml' prints an example\n"
    )


def test_a_board_is_one_of_several_ways_to_name_an_instance() -> None:
    with pytest.raises(InputError, match="a preset, a file, a board, an address and a text cannot"):
        ilpuzzles.load("lonpos", "8pieces", board=BOARD)


@pytest.mark.parametrize("puzzle", ["cube", "hexiamonds", "pentominoes", "tetrahexes", "tower"])
def test_every_tiling_has_boards_that_can_be_typed(puzzle: str) -> None:
    parameters = {"height": 3} if puzzle == "tower" else {}
    preset = "6x10" if puzzle == "pentominoes" else None
    empty = ilpuzzles.load(puzzle, preset, parameters=parameters)
    solved = ilpuzzles.experiment(empty).solve().solutions[0]
    # Some of the tiles of a solution are given, and their board is typed as it is drawn in YAML.
    tiles = solved.tiles[:: len(solved.tiles) - 1]
    instance = replace(tiling(empty), givens=tuple(tiles))
    text = empty.with_instance(instance).to_yaml(parameters)
    drawing = text[text.index("board: |") :].split("\n", 1)[1]
    rows = [line[2:] for line in drawing.split("\ngivens", 1)[0].splitlines()]
    typed = tiling(ilpuzzles.load(puzzle, board="/".join(rows), parameters=parameters))
    assert typed.givens == instance.givens
    assert typed.region.cells() == instance.region.cells()


def test_a_board_without_a_region_is_the_region() -> None:
    dominoes = tiling(ilpuzzles.load("dominoes", board="dd../.##./..dd"))
    assert len(dominoes.region) == 10
    assert [one.points for one in dominoes.givens] == [((0, 0), (0, 1)), ((2, 2), (2, 3))]
    with pytest.raises(
        InputError, match=r"^board:1:1: the tiles cover 60 cells, the region has 12;"
    ):
        ilpuzzles.load("pentominoes", board="..../..../....")


def test_boards_of_surasshupakku_can_be_typed(call: Call) -> None:
    assert call("surasshupakku --board a.a../..bc./cb..b/...../.c..a --count")[:2] == (0, "1\n")


def test_a_puzzle_of_ones_own_may_have_no_boards(call: Call, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        "import ilpuzzles\nfrom ilpuzzles.genres import Genre\n\ngenre = Genre()\n\n\n"
        "@genre.model\ndef build(board):\n    return ilpuzzles.Model('one')\n"
    )
    code, _, noted = call("--puzzle one.py --board AB/CD")
    assert code == 2
    assert noted.startswith("one cannot read a board alone; give a YAML file")


SOLVED = ["BBBCCAAAEEE", "BBFFCALEEHD", "GGGFCLLLHHD", "KKGICILHHDD", "KKGIIIJJJJD"]


@examples(25)
@given(
    st.sets(st.sampled_from("ABCDEFGHIJKL")),
    st.sampled_from(["/", "\n", " / ", "/ ", "  /"]),
    st.sampled_from([".", "·"]),
    st.sampled_from(["", " "]),
    st.randoms(use_true_random=False),
)
def test_any_position_may_be_typed_in_any_way(
    kept: set[str], between: str, dot: str, gap: str, dice: random.Random
) -> None:
    def shown(letter: str) -> str:
        if letter not in kept:
            return dot
        return dice.choice([letter, letter.lower()])

    text = between.join(gap.join(map(shown, row)) for row in SOLVED)
    givens = tiling(ilpuzzles.load("lonpos", board=text)).givens
    assert {one.tile for one in givens} == kept
    for one in givens:
        assert {SOLVED[row][column] for row, column in one.points} == {one.tile}
