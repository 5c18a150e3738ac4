"""Files that a user may get wrong: each is refused with located lines and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ilpuzzles.cli.main import main
from ilpuzzles.document.source import MAX_BYTES
from ilpuzzles.document.tree import MAX_DEPTH

EMPTY = "..........."
SIZE = "the board of lonpos has 5 rows and 11 columns"
TILES = "known: A, B, C, D, E, F, G, H, I, J, K, L"
KEYS = (
    "known: about, board, border, colouring, conditions, covered, difficulty, further, givens, "
    "parameters, puzzle, region, solutions, solutions-up-to-symmetry, source, title, wrap"
)


def board(*rows: str, width: int = 11, height: int = 5, head: str = "puzzle: lonpos") -> bytes:
    """An instance whose first rows are given and whose other rows are open."""
    full = [*rows, *["." * width] * (height - len(rows))]
    return "\n".join([head, "board: |", *(f"  {row}" for row in full), ""]).encode()


# What stands in the file, and the lines that are printed for it, without the file's name.
BAD: dict[str, tuple[bytes, list[str]]] = {
    "a row too few": (
        board(height=4),
        [f"7:3: a board of 4 rows and 11 columns; {SIZE}"],
    ),
    "a row too many": (
        board(height=6),
        ["8:3: row 6, where the board of lonpos has 5 rows; leave it out"],
    ),
    "a column too many": (
        board(width=12),
        [f"3:14: a board of 5 rows and 12 columns; {SIZE}"],
    ),
    "a ragged board": (
        board(EMPTY, "..........", "............"),
        [
            "4:13: a row of 10 cells, where the board of lonpos has 11; write 1 more",
            "5:14: a row of 12 cells, where the board of lonpos has 11; delete 1",
        ],
    ),
    "an empty line in the board": (
        board(EMPTY, "", EMPTY, EMPTY, EMPTY, EMPTY),
        ["4:1: an empty line; delete it"],
    ),
    "an empty board": (
        b"puzzle: lonpos\nboard: ''\n",
        ["2:8: an empty drawing; draw at least one cell"],
    ),
    "a board of blanks": (
        b"puzzle: lonpos\nboard: |\n\n\n",
        ["2:8: an empty drawing; draw at least one cell"],
    ),
    "a board as a list": (
        b"puzzle: lonpos\nboard: [a, b]\n",
        ["2:8: 'board' is not a string; write one value"],
    ),
    "a board as a mapping": (
        b"puzzle: lonpos\nboard: {a: b}\n",
        ["2:8: 'board' is not a string; write one value"],
    ),
    "an unknown letter": (board("...Z......."), [f"3:6: unknown tile 'Z'; {TILES}"]),
    "a small letter": (board("zK.........", ".k........."), [
        f"3:3: unknown tile 'z'; {TILES}",
        "3:4: tile K has 4 cells, and 2 are marked; mark the whole tile once, or none of it",
    ]),
    "a letter of another script": (
        board("..А........"),  # noqa: RUF001 - Cyrillic on purpose
        [f"3:5: unknown tile 'А'; {TILES}"],  # noqa: RUF001 - likewise
    ),
    "a place outside": (
        board("...#......."),
        ["3:6: '#' on a place inside the region; write . or a tile"],
    ),
    "blanks for open cells": (
        board("K K........"),
        [
            "3:4: ' ' on a place inside the region; write . or a tile",
            "3:3: tile K has 4 cells, and 2 are marked; mark the whole tile once, or none of it",
        ],
    ),
    "an incomplete piece": (
        board(".JJJ......."),
        ["3:4: tile J has 4 cells, and 3 are marked; mark the whole tile once, or none of it"],
    ),
    "a piece used twice": (
        board("JJJJ.JJJJ.."),
        ["3:3: tile J has 4 cells, and 8 are marked; mark the whole tile once, or none of it"],
    ),
    "a piece of another shape": (
        board("KKKK......."),
        ["3:3: the cells marked K do not have the shape of tile K; see 'show lonpos'"],
    ),
    "a piece torn apart": (
        board("JJ.JJ......"),
        ["3:3: the cells marked J do not have the shape of tile J; see 'show lonpos'"],
    ),
    "a tab in the board": (
        b"puzzle: lonpos\nboard: |\n\t...........\n",
        [("3:1: not YAML: found a tab character where an indentation space is expected; "
         "check the indentation and the quotes there")],
    ),
    "an unknown key": (
        board(EMPTY, head="puzzle: lonpos\nboad: x"),
        ["2:1: unknown key 'boad'; did you mean 'board'?"],
    ),
    "a missing puzzle": (
        board(EMPTY, head="title: x"),
        ["1:1: key 'puzzle' is missing; add it to the instance"],
    ),
    "everything missing": (
        b"{}\n",
        ["1:1: key 'puzzle' is missing; add it to the instance"],
    ),
    "another puzzle": (
        board(EMPTY, head="puzzle: pyramid"),
        ["1:9: unknown puzzle 'pyramid'; known: lonpos"],
    ),
    "the puzzle as a list": (
        board(EMPTY, head="puzzle: [lonpos]"),
        ["1:9: 'puzzle' is not a string; write one value"],
    ),
    "a key twice": (
        board(EMPTY, head="puzzle: lonpos\npuzzle: lonpos"),
        ["2:1: key 'puzzle' appears twice; delete one; the first is on line 1"],
    ),
    "the board twice": (
        board(EMPTY) + b"board: x\n",
        ["8:1: key 'board' appears twice; delete one; the first is on line 2"],
    ),
    "a count with a leading zero": (
        board(EMPTY, head="puzzle: lonpos\nsolutions: 011"),
        ["2:12: 'solutions' must be a whole number without leading zeros, got '011'"],
    ),
    "a count in words": (
        board(EMPTY, head="puzzle: lonpos\nsolutions: many"),
        ["2:12: 'solutions' must be a whole number without leading zeros, got 'many'"],
    ),
    "a count in quotes": (
        board(EMPTY, head="puzzle: lonpos\nsolutions: '1'"),
        ["2:12: 'solutions' must be a whole number without leading zeros, got '1'"],
    ),
    "a count with a point": (
        board(EMPTY, head="puzzle: lonpos\nsolutions: 1.0"),
        ["2:12: 'solutions' must be a whole number without leading zeros, got '1.0'"],
    ),
    "a negative count": (
        board(EMPTY, head="puzzle: lonpos\nsolutions: -1"),
        ["2:12: 'solutions' must be at least 0, got -1"],
    ),
    "an empty title": (
        board(EMPTY, head="puzzle: lonpos\ntitle: ''"),
        ["2:8: 'title' is empty; write some text"],
    ),
    "an alias": (
        b"puzzle: &x lonpos\nboard: *x\n",
        ["1:9: an anchor (&); delete it", "2:8: an alias (*); write the value again"],
    ),
    "an alias bomb": (
        b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
        [
            "1:4: an anchor (&); delete it",
            "2:4: an anchor (&); delete it",
            "2:8: an alias (*); write the value again",
            "2:12: an alias (*); write the value again",
            "3:5: an alias (*); write the value again",
            "3:9: an alias (*); write the value again",
        ],
    ),
    "a tag": (board(EMPTY, head="puzzle: !!str lonpos"), ["1:9: a tag (!); delete it"]),
    "a tag that runs code": (
        b"puzzle: !!python/object/apply:os.system [ls]\n",
        ["1:9: a tag (!); delete it"],
    ),
    "a merge key": (
        b"<<: {puzzle: lonpos}\n",
        [
            "1:1: key 'puzzle' is missing; add it to the instance",
            f"1:1: unknown key '<<'; {KEYS}",
        ],
    ),
    "two documents": (
        board(EMPTY) + b"---\npuzzle: lonpos\n",
        ["8:1: a second document; keep one document"],
    ),
    "a list": (
        b"- puzzle: lonpos\n",
        ["1:1: the instance is not a mapping; write 'key: value' lines"],
    ),
    "a text": (
        b"lonpos\n",
        [f"1:7: a board of 1 row and 6 columns; {SIZE}"],
    ),
    "a key that is a list": (b"[a]: b\n", ["1:1: a key that is not a string; use a plain word"]),
    "an open bracket": (
        b"puzzle: [lonpos\n",
        [("2:1: not YAML: did not find expected ',' or ']'; "
         "check the indentation and the quotes there")],
    ),
    "an open quote": (
        b"puzzle: 'lonpos\n",
        [("2:1: not YAML: found unexpected end of stream; "
         "check the indentation and the quotes there")],
    ),
    "bad indentation": (
        b"puzzle: lonpos\n board: x\n",
        [("2:7: not YAML: mapping values are not allowed in this context; "
         "check the indentation and the quotes there")],
    ),
    "an empty file": (b"", [" empty file; 'ilpuzzles show lonpos --yaml' prints an example"]),
    "a file of comments": (
        b"# nothing\n",
        [" empty file; 'ilpuzzles show lonpos --yaml' prints an example"],
    ),
    "not UTF-8": (b"puzzle: lonpos\nt: \xe9\n", ["2:4: not UTF-8 text; save it as UTF-8"]),
    "UTF-16": ("puzzle: lonpos".encode("utf-16"), ["1:1: not UTF-8 text; save it as UTF-8"]),
    "a NUL": (
        b"puzzle: lonpos\nt: \0\n",
        [" not a text file; name a file that an editor can show"],
    ),
    "an escape character": (
        b"puzzle: \x1b[31m\n",
        ["1:9: a character that YAML forbids (U+001B); delete it"],
    ),
    "a file too large": (
        b"#" * (MAX_BYTES + 1),
        [" larger than 1,048,576 bytes; no puzzle needs that much"],
    ),
    "nested too deeply": (
        b"a: " + b"[" * 100,
        [f"1:{3 + MAX_DEPTH}: nested deeper than 16 levels; make it flatter"],
    ),
    "too many values": (
        b"a: [" + b"x," * 60_000 + b"]",
        ["1:99999: more than 50,000 values; no puzzle needs that many"],
    ),
    "several things": (
        board("KKKK...Z...", ".JJJ.......", head="puzzle: lonpoz\nmood: red"),
        [
            "1:9: unknown puzzle 'lonpoz'; did you mean 'lonpos'?",
            f"2:1: unknown key 'mood'; {KEYS}",
            f"4:10: unknown tile 'Z'; {TILES}",
            "5:4: tile J has 4 cells, and 3 are marked; mark the whole tile once, or none of it",
            "4:3: the cells marked K do not have the shape of tile K; see 'show lonpos'",
        ],
    ),
}  # fmt: skip


def test_there_are_enough_of_them() -> None:
    assert len(BAD) >= 40


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_their_places(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content, expected = BAD[name]
    monkeypatch.chdir(tmp_path)
    Path("f.yaml").write_bytes(content)
    code = main(["lonpos", "--file", "f.yaml"])
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [f"f.yaml:{line}" for line in expected]
    assert (code, printed.out) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--file", "."], ".: is a folder; name a file in it"),
        (["--file", "none.yaml"], "none.yaml: no such file; check the path"),
        (["--file", "file/none.yaml"], ("file/none.yaml: cannot be read (Not a directory); "
         "check the path")),
        (["--preset", "9pieces"], "unknown preset '9pieces'; did you mean '8pieces'?"),
        (["--preset", "8pieces", "--backend", "cbcc"], ("unknown backend 'cbcc'; "
         "did you mean 'cbc'?")),
        (["--preset", "8pieces", "--formulation", "cellls"], ("unknown formulation 'cellls'; "
         "did you mean 'cells'?")),
        (["--preset", "8pieces", "--without", "each cel once"], ("unknown group 'each cel once'; "
         "did you mean 'each cell once'?")),
    ],
)  # fmt: skip
def test_unknown_names_are_refused(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    assert main(["lonpos", *arguments]) == 2
    assert capsys.readouterr().err == message + "\n"


def test_a_file_without_a_board_gives_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"puzzle: lonpos\n")
    assert main(["show", "lonpos", "--file", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["givens"] == []


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_do_not_matter(ending: str, tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(board("KK.........", "KK.........").replace(b"\n", ending.encode()))
    assert main(["lonpos", "--file", str(path), "--quiet"]) in {0, 3}
