"""Pages that need no server: what stands in them, and what they say that they leave out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from ilpuzzles import load
from ilpuzzles.hints.solution_counter import WorkBudget
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import playable_page, read_scripts, without_types
from support.offline import offline_answers

Plain: TypeAlias = dict[str, Any]

_BOARD = re.compile(r'<script type="application/json" id="board">(.*?)</script>', re.DOTALL)
LIMITS = {"counting": 60_000, "deciding": 60_000}
"""However slow this machine is, nothing ends for lack of time."""

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


def positions_of(game: Game, board: Plain, rng: Random, number: int) -> list[list[int]]:
    """Positions on a board: its first one, parts of solutions, and some with wrong moves."""
    covered = game.ground.data.moves.covered
    solutions, _ = game.counter.first(board["given"], 3, WorkBudget())
    positions = [list(board["given"])]
    for _ in range(number):
        kept = rng.sample(chosen := rng.choice(solutions), rng.randint(0, len(chosen)))
        moves = list(dict.fromkeys([*board["given"], *kept]))
        taken = {spot for move in moves for spot in covered(move).tolist()}
        for move in rng.sample(range(len(game.ground.data.moves)), rng.choice([0, 0, 1, 2])):
            if taken.isdisjoint(spots := covered(move).tolist()):
                moves.append(move)
                taken.update(spots)
        positions.append(moves)
    return positions


def as_sets(lists: list[list[int]]) -> set[frozenset[int]]:
    return set(map(frozenset, lists))


class BothAnswers:
    """What a page alone and the server answer to one question."""

    def __init__(self, game: Game, board: Plain, question: Plain, alone: Plain) -> None:
        self.game = game
        self.given: list[int] = board["given"]
        self.is_drawn = "known" in board
        self.question = question
        self.placed: list[int] = question["placed"]
        self.alone = alone
        self.served = game.answer(question)

    def agree_on(self, *names: str) -> bool:
        return all(self.alone[name] == self.served[name] for name in names)

    def has_every_solution(self, move: int, placed: list[int]) -> bool:
        """Whether a move is in all solutions of a position."""
        solutions, _ = self.game.counter.first(placed, 1_000, WorkBudget())
        return all(move in moves for moves in solutions)

    def status_agrees(self) -> bool:
        level = self.question["help"]
        told = ["count"] if level == "count" else []
        if not self.is_drawn and level != "off":
            told.append("dead")
        silent = level != "off" or not (self.alone["dead"] or self.alone["pieces"])
        return silent and self.agree_on("solvable", "complete", *told)

    def hint_agrees(self) -> bool:
        if self.alone["state"] != "sure":
            return self.agree_on("state")
        move = self.alone["move"]
        # On a board of pieces, those that are marked are enough to know it.
        marked = [*self.given, *self.alone["reason"]["moves"]]
        kept = self.placed if self.is_drawn else marked
        return self.agree_on("state") and self.has_every_solution(move, kept)

    def check_agrees(self) -> bool:
        return self.agree_on("ok")

    def solution_agrees(self) -> bool:
        moves = self.alone["moves"]
        if not moves:
            return not self.served["moves"]
        return bool(self.served["moves"]) and {*self.placed} <= {*moves}

    def solutions_agree(self) -> bool:
        if self.alone["more"]:
            return bool(self.served["more"])
        listed = as_sets([[*self.placed, *moves] for moves in self.alone["moves"]])
        return self.agree_on("more", "count") and listed == as_sets(self.served["moves"])

    def forced_agrees(self) -> bool:
        nothing = "No other mark is forced."
        said = [answer["text"].startswith(nothing) for answer in (self.alone, self.served)]
        same = {*self.alone["moves"]} == {*self.served["moves"]}
        return same and said[0] == said[1] and self.agree_on("single")


AGREES = {
    "status": BothAnswers.status_agrees,
    "hint": BothAnswers.hint_agrees,
    "check": BothAnswers.check_agrees,
    "solution": BothAnswers.solution_agrees,
    "solutions": BothAnswers.solutions_agree,
    "forced": BothAnswers.forced_agrees,
}


@pytest.mark.parametrize(
    "name",
    [
        *("lonpos 8pieces", "kakuro small"),
        *(
            pytest.param(name, marks=pytest.mark.exhaustive)
            for name in (
                *("dominoes 4x4", "slitherlink small", "nurikabe small", "masyu small"),
                *("hashi small", "tapa small", "shikaku small", "sudoku small"),
            )
        ),
    ],
)
def test_a_page_alone_answers_as_the_server_does(name: str, tmp_path: Path) -> None:
    subject = load(*name.split())
    game, board = Game(subject), board_in(playable_page(subject))
    asked: list[Plain] = [{"ask": "status", "help": level} for level in ("count", "rules", "off")]
    asked += [{"ask": kind} for kind in ("hint", "check", "solution")]
    asked.append({"ask": "solutions", "from": 0, "number": 20})
    if "known" in board:
        asked.append({"ask": "forced"})
    questions = [
        {**question, "placed": placed, "id": number}
        for number, placed in enumerate(positions_of(game, board, Random(name), 5))
        for question in asked
    ]
    answers = offline_answers(board, questions, tmp_path, LIMITS)
    for question, alone in zip(questions, answers, strict=True):
        both = BothAnswers(game, board, question, alone)
        assert AGREES[question["ask"]](both), (question, both.alone, both.served)
