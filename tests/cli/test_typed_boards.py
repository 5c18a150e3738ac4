"""Boards that are typed, come from standard input, or stand alone in a file, in every command."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import ilpuzzles
from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingInstance
from ilpuzzles.workbench.loading import Loaded
from support.commands import Run

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


def tiling(loaded: Loaded) -> TilingInstance:
    assert isinstance(loaded.instance, TilingInstance)
    return loaded.instance


def send(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize("form", FORMS)
def test_a_board_is_the_same_in_every_form(
    form: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, text = FORMS[form]
    send(monkeypatch, text)
    if file not in {"", "-"}:
        (tmp_path / file).write_text(text, encoding="utf-8")
    options = ["--file", file] if file else ["--board", text]
    printed = run("show", "lonpos", *options, "--json")
    expected = json.loads(run("show", "lonpos", "--preset", "8pieces", "--json").stdout)
    assert printed.returncode == 0, printed.stderr
    found = json.loads(printed.stdout)
    assert found["givens"] == expected["givens"]
    assert found["preset"] is None


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("lonpos BOARD --count", "1\n"),
        ("explain lonpos BOARD", "there is a solution, so there is nothing to explain\n"),
        ("whatif lonpos BOARD --without FIRST", "as it is"),
        ("export lonpos BOARD --format opb", "* #variable= 1789"),
        ("show lonpos BOARD --yaml", "board: |\n  .....AAAEEE\n"),
        ("generate lonpos BOARD --placed 12", "board: |\n"),
    ],
)
def test_every_command_takes_a_board(command: str, expected: str, run: Run) -> None:
    named = {"BOARD": ["--board", BOARD], "FIRST": ["starting position"]}
    words = [one for word in command.split() for one in named.get(word, [word])]
    printed = run(*words)
    assert printed.returncode == 0, printed.stderr
    assert expected in printed.stdout


def test_solutions_are_checked_against_a_board(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = run("lonpos", "--board", BOARD, "--json").stdout
    send(monkeypatch, answer)
    assert run("check", "lonpos", "-", "--board", BOARD).stdout == "accepted\n"
    send(monkeypatch, answer)
    moved = run("check", "lonpos", "-", "--board", BOARD.replace("K", "."))
    assert moved.stdout == "accepted\n", "fewer pieces are given"
    send(monkeypatch, answer)
    other = "........bb./........bbb" + 3 * "/..........."
    refused = run("check", "lonpos", "-", "--board", other)
    assert (refused.returncode, refused.stdout) == (
        6,
        "solution 1: givens: tile B is not where it was given\n",
    )
    both = run("check", "lonpos", "-", "--instance", "-")
    assert both.returncode == 2
    assert both.stderr == (
        "solutions and instance both on standard input; put one of them into a file\n"
    )


WRONG = {
    "KKDDDD.EAAA/KKHHD./GHHLLIIEE../GHLLLIE..../GGGLII.....": [
        "board:2:7: a row of 6 cells, where the board of lonpos has 11; write 5 more"
    ],
    "KKDDDD.EAAA/KKHHD..EA": [
        "board:2:10: a row of 9 cells, where the board of lonpos has 11; write 2 more"
    ],
    "KKDDDD.EAAA/KKHHD..EA..": [
        "board:3:1: a board of 2 rows and 11 columns; the board of lonpos has 5 rows and 11 columns"
    ],
    "KKD/KKH/GHH/GHL/GGG": [
        "board:1:4: a board of 5 rows and 3 columns; the board of lonpos has 5 rows and 11 columns"
    ],
    f"{BOARD}/...........": [
        "board:6:1: row 6, where the board of lonpos has 5 rows; leave it out"
    ],
    f"{BOARD}/...../...........": [
        "board:6:1: row 6, where the board of lonpos has 5 rows; leave it out"
    ],
    BOARD.replace("/", " "): [
        (
            "board:1:12: 5 rows of 11 cells with blanks between them; "
            "write a slash or a line break between rows"
        )
    ],
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
    "": ["board: an empty board; draw its rows: 'AA./A..'"],
}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "1.1.. ..23. 32..2 ..... .3..1",
            "board:1:6: 5 rows of 5 cells with blanks between them; ",
        ),
        ("ab. ..? c..", "board:1:4: 3 rows of 3 cells with blanks between them; "),
        ("1.1.. ..23. 32.2", "board:1:6: 3 rows with blanks between them; "),
    ],
)
def test_rows_of_clues_need_something_between_them(text: str, line: str, run: Run) -> None:
    wrong = run("surasshupakku", "--board", text)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == f"{line}write a slash or a line break between rows\n"


def test_blanks_between_clues_are_all_right(run: Run) -> None:
    for board in ("1 . 1 .", "1 . 1 ./. . . 1", "a ? . a"):
        assert run("show", "surasshupakku", "--board", board).returncode == 0
    # Numbers of several digits are cells as well, even where nothing else stands in a row.
    for board in ("10 . 10", "10 10 10"):
        line = f"board:1:1: {board.count('10')} clues, where every part takes 10; write 10\n"
        assert run("show", "surasshupakku", "--board", board).stderr == line


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_has_its_row_and_column(text: str, run: Run) -> None:
    printed = run("lonpos", "--board", text)
    assert (printed.returncode, printed.stdout) == (2, "")
    assert printed.stderr.splitlines() == WRONG[text]


def test_what_is_wrong_on_standard_input_has_its_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(monkeypatch, "\n" + BOARD.replace("/", "\n").replace("GGG..LLL..D", "GGG..LLL"))
    printed = run("lonpos", "--file", "-")
    assert printed.stderr == (
        "standard input:4:9: a row of 8 cells, where the board of lonpos has 11; write 3 more\n"
    )
    send(monkeypatch, "")
    assert run("lonpos", "--file", "-").stderr.startswith("standard input: empty file; ")


def test_a_board_is_one_of_several_ways_to_name_an_instance(run: Run) -> None:
    printed = run("lonpos", "--board", BOARD, "--preset", "8pieces")
    assert printed.returncode == 2
    assert printed.stderr == "--preset with --board; leave one of them out\n"
    with pytest.raises(InputError, match="a preset, a file, a board, an address and a text cannot"):
        ilpuzzles.load("lonpos", "8pieces", board=BOARD)


@pytest.mark.parametrize(
    "puzzle",
    [
        *("cube", "hexiamonds", "pentominoes", "pyramid"),
        *("soma", "tetrahexes", "tower", "tritetratan"),
    ],
)
def test_every_tiling_has_boards_that_can_be_typed(puzzle: str) -> None:
    parameters = {"height": 3} if puzzle == "tower" else {}
    preset = "6x10" if puzzle == "pentominoes" else None
    empty = ilpuzzles.load(puzzle, preset, parameters=parameters)
    solved = ilpuzzles.experiment(empty).solve().solutions[0]
    # Some of the tiles of a solution are given, and their board is typed as it is drawn in YAML.
    tiles = solved.tiles[:: len(solved.tiles) - 1]
    instance = replace(tiling(empty), givens=tuple(tiles))
    text = empty.family.instance_text(instance, parameters)
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


def test_boards_of_surasshupakku_can_be_typed(run: Run) -> None:
    printed = run("surasshupakku", "--board", "a.a../..bc./cb..b/...../.c..a", "--count")
    assert (printed.returncode, printed.stdout) == (0, "1\n")
    wrong = run("surasshupakku", "--board", "1.1../..23/32..2")
    assert wrong.stderr.splitlines() == [
        "board:2:5: a row of 4 cells, where the first has 5; make them equal"
    ]


def test_a_puzzle_of_ones_own_may_have_no_boards(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        "import ilpuzzles\n\n\ndef build(board):\n    model = ilpuzzles.Model('one')\n"
        "    model.binary('x')\n    return model\n"
    )
    printed = run("--puzzle", "one.py", "--board", "AB/CD")
    assert printed.returncode == 2
    assert printed.stderr.startswith("one cannot read a board alone; give a YAML file")


SOLVED = ["BBBCCAAAEEE", "BBFFCALEEHD", "GGGFCLLLHHD", "KKGICILHHDD", "KKGIIIJJJJD"]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
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
