"""How much a board says while somebody plays: nothing, broken rules, or what is counted."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from ilpuzzles import load
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import puzzle_kind
from ilpuzzles.play.game import Game
from ilpuzzles.reading.library import Library

LIBRARY = Library.standard()
GENRES = [name for name in LIBRARY.puzzles() if puzzle_kind(name).name == "python"]


@cache
def game(name: str, preset: str | None = None) -> Game:
    return Game(load(name, preset))


def ask(one: Game, what: str, moves: list[int], **more: object) -> dict[str, Any]:
    return one.answer({"ask": what, "placed": moves, **more})


def move_of(one: Game, place: object, mark: str) -> int:
    """The move that makes a mark in a place."""
    marks = map(one.ground.marked, range(len(one.ground.data.moves)))  # type: ignore[attr-defined]
    found = [move for move, one in enumerate(marks) if (one.place, one.name) == (place, mark)]
    return found[0]


@pytest.mark.exhaustive
@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", [*GENRES, "surasshupakku"])
def test_nothing_is_called_wrong_that_a_solution_has(genre: str) -> None:
    one = game(genre, "5x5" if genre == "surasshupakku" else None)
    solution = ask(one, "solution", [])["moves"]
    rng = Random(genre)
    for _ in range(6):
        share = rng.random()
        some = [move for move in solution if rng.random() < share]
        for moves in (some, [move for move in some if one.ground.is_positive(move)]):
            status = ask(one, "status", moves, help="rules")
            assert status["dead"] == status["pieces"] == status["beside"] == []
            assert status["solvable"] in {None, True}
            checked = ask(one, "check", moves)
            assert checked["problems"] == checked["spots"] == checked["beside"] == []
            assert checked["ok"] or checked["unfinished"]


def test_a_level_tells_no_more_than_it_says() -> None:
    one = game("sudoku", "small")
    solution = ask(one, "solution", [])["moves"]
    # No rule is broken yet, and no solution is left.
    wrong = next(
        move
        for move in range(len(one.ground.data.moves))
        if move not in solution
        and not ask(one, "status", [move], help="rules")["dead"]
        and ask(one, "status", [move])["solvable"] is False
    )
    assert ask(one, "status", [wrong], help="rules")["solvable"] is None
    assert ask(one, "status", [wrong], help="off")["solvable"] is None
    clash = [move_of(one, (0, 0), "1"), move_of(one, (0, 3), "1")]
    assert len(ask(one, "status", clash, help="rules")["dead"]) == 2
    assert "dead" not in ask(one, "status", clash, help="off")
    for level in ("off", "rules", "count"):
        answer = ask(one, "status", solution, help=level)
        assert (answer["solvable"], answer["complete"]) == (True, True)
    with pytest.raises(InputError, match="help 'all'; choose one of off, rules, count"):
        ask(one, "status", [], help="all")


def test_of_pieces_the_rules_alone_say_which_cells_nothing_can_cover() -> None:
    one = game("lonpos", "8pieces")
    spots = range(len(one.ground.data.spots))
    found = next(
        answer
        for move in range(len(one.ground.data.moves))
        if (answer := ask(one, "status", [move, *one.ground.given], help="rules"))["dead"]
    )
    assert set(found["dead"]) <= set(spots)
    assert (found["solvable"], found["state"]) == (None, "broken")
    assert "count" not in found


def test_three_equal_digits_are_all_marked() -> None:
    one = game("sudoku", "large")
    moves = [move for move in range(len(one.ground.data.moves)) if one.ground.is_positive(move)]
    row = [move for move in moves if one.ground.marked(move).place[0] == 4]  # type: ignore[attr-defined]
    nines = [move for move in row if one.ground.marked(move).name == "9"][:3]  # type: ignore[attr-defined]
    assert len(ask(one, "status", nines, help="rules")["dead"]) >= 3


@pytest.mark.exhaustive
def test_clues_beside_a_board_are_marked() -> None:
    one = game("nonogram", "boat")
    hint = ask(one, "hint", [])
    beside = hint["reason"]["beside"]
    assert beside
    assert set(beside) <= set(one.board()["beside"])
    # The sixth row has one cell.
    shaded = [move_of(one, (5, column), "shaded") for column in (4, 6)]
    assert "left 5" in ask(one, "status", shaded, help="rules")["beside"]
    assert "left 5" in ask(one, "check", shaded)["beside"]
    why_not = ask(one, "why-not", shaded)["beside"]
    assert why_not
    assert set(why_not) <= set(one.board()["beside"])


def test_digits_of_a_row_are_no_matter_of_the_clue_at_its_end() -> None:
    one = game("skyscrapers", "small")
    assert one.board()["beside"]
    twice = [move_of(one, (0, column), "1") for column in (0, 1)]
    checked = ask(one, "check", twice)
    assert any("has the digit 1 more than once" in problem for problem in checked["problems"])
    assert checked["beside"] == []


def test_loose_ends_are_counted_and_two_lines_are_no_two_loops() -> None:
    one = game("slitherlink", "large")
    solution = ask(one, "solution", [])["moves"]
    lines = [move for move in solution if one.ground.is_positive(move)][::7]
    checked = ask(one, "check", lines)
    assert checked["problems"] == []
    assert any(words.endswith("loose ends") for words in checked["unfinished"])
    assert not any("loops" in words for words in checked["unfinished"])


def test_a_closed_loop_that_leaves_a_line_out_is_wrong() -> None:
    one = game("slitherlink", "large")
    grid = one.ground._board.grid  # type: ignore[attr-defined]
    around = [*grid.sides_of((4, 5)), grid.sides_of((8, 1))[0]]
    lines = [move_of(one, side, "line") for side in around]
    problems = ask(one, "check", lines)["problems"]
    assert any("leaves out other lines" in words for words in problems)
    assert ask(one, "status", lines, help="rules")["dead"]


@pytest.mark.parametrize(("puzzle", "preset"), [("slitherlink", "small"), ("lonpos", "8pieces")])
def test_that_everything_is_forced_is_found_afresh(puzzle: str, preset: str) -> None:
    one = game(puzzle, preset)
    forced = ask(one, "forced", list(one.ground.given))
    is_single = ask(one, "status", list(one.ground.given))["count"] == 1
    assert forced["single"] is is_single


def test_rules_for_players_say_nothing_of_files() -> None:
    for genre in GENRES:
        position = load(genre)
        rules = position.rules_to_play
        assert "`" not in rules
        assert not any(word in rules for word in ("(0)", "puzz.link", "(w)", "# or @"))
        assert position.about.startswith(rules)
    assert game("kakuro").board()["about"] == load("kakuro").rules_to_play != load("kakuro").about


@pytest.mark.parametrize(
    "genre", ["nurikabe", "hitori", "heyawake", "star-battle", "akari", "lits"]
)
def test_a_board_that_is_barely_begun_is_open_and_nothing_is_wrong(genre: str) -> None:
    one = game(genre, "large")
    solution = ask(one, "solution", [])["moves"]
    first = next(move for move in solution if one.ground.is_positive(move))
    checked = ask(one, "check", [first])
    assert checked["problems"] == checked["spots"] == checked["last"]["spots"] == []
    assert not any("instead of" in words for words in checked["unfinished"])


def test_cells_that_nobody_has_touched_are_open_and_no_island() -> None:
    one = game("nurikabe", "large")
    shaded = [move_of(one, (0, 0), "shaded")]
    assert ask(one, "check", shaded)["unfinished"] == ["81 cells open"]


def test_an_island_that_is_nearly_done_is_told_and_marked() -> None:
    one = game("nurikabe", "large")
    solution = ask(one, "solution", [])["moves"]
    left = next(move for move in reversed(solution) if one.ground.is_positive(move))
    checked = ask(one, "check", [move for move in solution if move != left])
    assert len(checked["unfinished"]) <= 2
    assert "instead of" in checked["unfinished"][-1]
    assert checked["last"]["spots"]


def test_a_mistake_is_told_once() -> None:
    one = game("nurikabe", "large")
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    checked = ask(one, "check", [move_of(one, cell, "shaded") for cell in square])
    assert checked["problems"] == [
        "the square of 2x2 cells at row 1, column 1 is all shaded",
    ]
