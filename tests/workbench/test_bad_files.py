"""Files that a user may get wrong: each is refused with located lines and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ilpuzzles.cli.main import main
from ilpuzzles.document.source import MAX_BYTES

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
    "a board as a list": (
        b"puzzle: lonpos\nboard: [a, b]\n",
        ["2:8: 'board' is not a string; write one value"],
    ),
    "a letter of another script": (
        board("..А........"),  # noqa: RUF001 - Cyrillic on purpose
        [f"3:5: unknown tile 'А'; {TILES}"],  # noqa: RUF001 - likewise
    ),
    "blanks for open cells": (
        board("K K........"),
        [
            "3:4: ' ' on a place inside the region; write . or a tile",
            "3:3: tile K has 4 cells, and 2 are marked; mark the whole tile once, or none of it",
        ],
    ),
    "a piece torn apart": (
        board("JJ.JJ......"),
        ["3:3: the cells marked J do not have the shape of tile J; see 'show lonpos'"],
    ),
    "an unknown key": (
        board(EMPTY, head="puzzle: lonpos\nboad: x"),
        ["2:1: unknown key 'boad'; did you mean 'board'?"],
    ),
    "a missing puzzle": (
        board(EMPTY, head="title: x"),
        ["1:1: key 'puzzle' is missing; add it to the instance"],
    ),
    "another puzzle": (
        board(EMPTY, head="puzzle: pyramid"),
        ["1:9: unknown puzzle 'pyramid'; known: lonpos"],
    ),
    "a file too large": (
        b"#" * (MAX_BYTES + 1),
        [" larger than 1,048,576 bytes; no puzzle needs that much"],
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
