"""Hints of pages without a server: all solutions have them, and their reasons are short."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ilpuzzles import load
from ilpuzzles.play.game import Game
from ilpuzzles.reading.tree import read_tree
from ilpuzzles.tilings.tiling_kind import TILING
from support.offline import offline_answers
from support.reasons import UNHURRIED, Table

STRIPES = """
puzzle: stripes
family: tiling
title: Stripes
lattice: square
cells: {d: "#7a5230", e: "#8a6240"}
tiles:
  A: {count: any, shape: de}
  B: {count: any, shape: ded}
region: {rows: 3, columns: 6}
wrap: {columns: 6}
colouring: alternating
"""
"""Where tiles touch, their cells differ, on a board that is closed."""


def offline_game(puzzle: str) -> Game:
    """A game whose page needs no server."""
    if puzzle != "stripes":
        return Game(load(puzzle, PRESETS.get(puzzle)), limits=UNHURRIED)
    fields = STRIPES.partition("region:")
    read = TILING.read_puzzle(read_tree(fields[0], "stripes.yaml"))
    text = "puzzle: stripes\nregion:" + fields[2]
    instance = TILING.read_instance(read, read_tree(text, "board.yaml"))
    return Game(replace(load("wang"), instance=instance, preset=None), limits=UNHURRIED)


PRESETS = {"lonpos": "empty", "dominoes": "4x4"}
OFFLINE = ["lonpos", "cube", "dominoes", "chequered", "macmahon", "stripes", "wang"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("puzzle", OFFLINE)
def test_hints_of_a_page_alone_are_proved_by_their_reasons(puzzle: str, tmp_path: Path) -> None:
    """Counts are the engine's; hints are in all solutions, and their reasons can't be shorter."""
    game, random = offline_game(puzzle), Random(7)
    board = game.board() | {"preset": "other"}
    table = Table(board)
    found = game.answer({"ask": "solutions", "placed": [], "from": 0, "number": 20})["moves"]
    positions: list[list[int]] = []
    for _ in range(6):
        whole = random.choice(found)
        placed = random.sample(whole, random.randint(len(whole) * 2 // 5, len(whole) - 1))
        # Every second position has a move of somebody who errs.
        free = [move for move in range(len(table.piece)) if table.fits(move, placed)]
        positions.append([*placed, *random.sample(free, len(positions) % 2)])
    questions: list[dict[str, Any]] = [
        {"ask": ask, "id": number, "placed": placed, "given": []}
        for number, (placed, ask) in enumerate(product(positions, ("status", "hint")))
    ]
    # However slow this machine is, nothing ends for lack of time.
    limits = {"counting": 60_000, "deciding": 60_000}
    answers = offline_answers(board, questions, tmp_path, limits)
    assert len(answers) == len(questions)
    assert any(answer.get("move") is not None for answer in answers)
    for asked, answer in zip(questions, answers, strict=True):
        placed = asked["placed"]
        if asked["ask"] == "status":
            expected = game.answer({"ask": "status", "placed": placed})
            assert all(answer[name] == expected[name] for name in ("count", "exact", "complete"))
        elif answer["move"] is not None:
            assert _is_in_all(game, placed, answer["move"])
            kept = answer["reason"]["moves"]
            assert set(kept) <= set(placed)
            assert _is_in_all(game, kept, answer["move"])
            ways = _ways(table, answer["reason"], kept)
            if "leaves a spot that nothing can cover" in answer["text"]:
                others = [move for move in ways if move != answer["move"]]
                assert others
                assert all(_leaves_a_hole(table, board, [*kept, move]) for move in others)
            elif "as a search shows" not in answer["text"]:
                assert ways == [answer["move"]]
                fewer = ([other for other in kept if other != one] for one in kept)
                assert all(len(_ways(table, answer["reason"], some)) > 1 for some in fewer)


def _ways(table: Table, reason: dict[str, Any], placed: list[int]) -> list[int]:
    """The moves that do what a reason is about, and fit beside others."""
    spots, pieces = reason["spots"], reason["pieces"]
    own = (
        move
        for move, piece in enumerate(table.piece)
        if piece in pieces or not table.spots[move].isdisjoint(spots)
    )
    return [move for move in own if table.possible[move] and table.fits(move, placed)]


def _leaves_a_hole(table: Table, board: dict[str, Any], placed: list[int]) -> bool:
    """Whether nothing can cover some spot any more, or a piece that is needed fits nowhere."""
    left = [
        move
        for move in range(len(table.piece))
        if table.possible[move] and table.fits(move, placed)
    ]
    reached = {spot for move in [*placed, *left] for spot in table.spots[move]}
    needed = {
        number
        for number, piece in enumerate(board["pieces"])
        if piece["copies"] == 1 and piece["least"]
    }
    there = {table.piece[move] for move in [*placed, *left]}
    return len(reached) < len(board["spots"]["name"]) or not needed <= there


def _is_in_all(game: Game, placed: list[int], move: int) -> bool:
    """Whether some moves have as many solutions as they have with one more."""
    asked = [{"ask": "status", "placed": moves} for moves in (placed, [*placed, move])]
    counts = [game.answer(one)["count"] for one in asked]
    return bool(counts[0] == counts[1] > 0)
