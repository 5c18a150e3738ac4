"""Rows on a page alone: they hold in every solution, prove what is sure, and say it as we do."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles import load
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import playable_page, require_playground
from ilpuzzles.puzzles.playground import Plain
from ilpuzzles.reading.library import Library
from support.node import node_program, run
from support.places import ROOT

_BOARD = re.compile(r'<script type="application/json" id="board">(.*?)</script>', re.DOTALL)

PUZZLES = ("kakuro", "lits", "slitherlink", "star-battle", "sudoku", "tents")
"""Sums, shapes, a loop, rows and columns alone, givens, and clues beside the board."""

MOST_LETTERS = 60_000
"""How long the rows of a page may be as text."""


@cache
def board_of(puzzle: str, preset: str) -> Plain:
    """What the page of a puzzle knows."""
    found = _BOARD.search(playable_page(load(puzzle, preset)))
    assert found is not None
    board: Plain = json.loads(found[1])
    return board


def walked(puzzle: str, preset: str, folder: Path) -> dict[str, Any]:
    """The hints of the page of a puzzle, each of them taken."""
    path = folder / "board.json"
    path.write_text(json.dumps(board_of(puzzle, preset)), "utf-8")
    said = run(node_program(), str(ROOT / "tests" / "front" / "walked_hints.js"), str(path))
    assert said.returncode == 0, said.stderr
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def violated(proofs: Plain, moves: list[int]) -> list[int]:
    """The rows that cannot hold with some marks, whatever the other variables are."""
    values: dict[int, int] = {}
    for pairs in (proofs["fixed"], *(proofs["values"][move] for move in moves)):
        values |= dict(zip(pairs[::2], pairs[1::2], strict=True))
    rows = proofs["rows"]
    first, wrong = 0, []
    for row, length in enumerate(rows["lengths"]):
        signed = rows["columns"][first : first + length]
        first += length
        factors = rows["factors"].get(str(row)) or [-1 if one < 0 else 1 for one in signed]
        columns = [-1 - one if one < 0 else one for one in signed]
        known = sum(
            factor * values[one]
            for one, factor in zip(columns, factors, strict=True)
            if one in values
        )
        open_factors = [
            factor for one, factor in zip(columns, factors, strict=True) if one not in values
        ]
        low = known + sum(min(factor, 0) for factor in open_factors)
        high = known + sum(max(factor, 0) for factor in open_factors)
        if low > rows["most"][row] or high < rows["least"][row]:
            wrong.append(row)
    return wrong


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_rows_of_a_page_hold_in_its_solutions(puzzle: str) -> None:
    board = board_of(puzzle, "small")
    proofs = board["proofs"]
    assert proofs["rows"]["lengths"]
    assert len(proofs["values"]) == len(board["moves"]["piece"])
    for known in board["known"]:
        assert violated(proofs, known["moves"]) == []


def test_the_opposite_of_a_solution_breaks_rows() -> None:
    board = board_of("star-battle", "small")
    (known,) = board["known"]
    others = [move for move in range(len(board["moves"]["piece"])) if move not in known["moves"]]
    assert violated(board["proofs"], others)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_page_proves_nearly_every_hint_and_ends_with_the_solution(
    puzzle: str, tmp_path: Path
) -> None:
    found = walked(puzzle, "small", tmp_path)
    assert (found["wrong"], found["state"]) == (0, "complete")
    without = [hint for hint in found["hints"] if "no short reason" in hint]
    assert len(without) <= 0.2 * len(found["hints"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("puzzle", ["kakuro", "slitherlink", "star-battle", "tents"])
def test_a_page_says_of_its_first_hint_what_we_say(puzzle: str, tmp_path: Path) -> None:
    hints = walked(puzzle, "small", tmp_path)["hints"]
    board = load(puzzle, "small")
    told = Game(board).answer({"ask": "hint", "placed": []})
    reason = told["text"].partition(": ")[2]
    reasons = [hint.partition(": ")[2] for hint in hints]
    assert reason in reasons, (reason, reasons[:5])


@pytest.mark.exhaustive
def test_rows_are_no_burden() -> None:
    library = Library.standard()
    sizes = {}
    for puzzle in ("numberlink", "fillomino", "killer-sudoku", "skyscrapers", "slitherlink"):
        assert "large" in library.presets(puzzle)
        ground = require_playground(load(puzzle, "large"))
        assert isinstance(ground, PencilPlayground)
        sizes[puzzle] = len(json.dumps(ground.page_rows(), separators=(",", ":")))
    assert {name: size for name, size in sizes.items() if size > MOST_LETTERS} == {}


def test_a_tiling_has_no_rows_for_pages() -> None:
    assert require_playground(load("soma")).page_rows() == {}
