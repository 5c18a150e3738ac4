"""Pages that need no server: what stands in them, and what they say that they leave out."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from ilpuzzles import load
from ilpuzzles.play.page import playable_page, read_scripts, without_types

_BOARD = re.compile(r'<script type="application/json" id="board">(.*?)</script>', re.DOTALL)
_SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)


def board_in(page: str) -> dict[str, Any]:
    """The board of a page."""
    found = _BOARD.search(page)
    assert found is not None
    board: dict[str, Any] = json.loads(found[1])
    return board


@pytest.mark.parametrize(("puzzle", "preset"), [("lonpos", "8pieces"), ("slitherlink", "small")])
def test_a_page_says_what_it_leaves_out(puzzle: str, preset: str) -> None:
    board = board_in(playable_page(load(puzzle, preset)))
    command = f"ilpuzzles play {puzzle}"
    assert board["command"] == command
    assert board["about"].endswith(
        "This page plays, counts, hints and checks by itself. New positions, other presets and "
        f"proofs by search: '{command}'."
    )
    assert {"hint", "check", "status", "solution"} <= {*board["questions"]}
    assert "new" not in board["questions"]


def test_comments_about_types_stay_at_home() -> None:
    scripts = read_scripts("board.js", "answer_key.js", "start.js")
    short = without_types(scripts)
    assert len(short) < 0.85 * len(scripts)
    code = [line for line in scripts.splitlines() if line and line.lstrip()[:2] not in {"/*", "*"}]
    assert [line for line in code if line.startswith(("function", "class"))] == [
        line for line in short.splitlines() if line.startswith(("function", "class"))
    ]
    (script,) = _SCRIPT.findall(playable_page(load("slitherlink", "small")))
    assert "@param" not in script


def test_drawings_share_what_they_look_like() -> None:
    ground = load("slitherlink", "small").playground()
    assert ground is not None
    whole = ground.data.to_json()["moves"]["drawings"]
    board = board_in(playable_page(load("slitherlink", "small")))
    looks = board["looks"]
    assert len(looks) < 5
    for each, shared in zip(whole, board["moves"]["drawings"], strict=True):
        for element, other in zip(each, shared, strict=True):
            number = int(other["set"].pop("look"))
            assert other["set"] | looks[number] == element["set"]
