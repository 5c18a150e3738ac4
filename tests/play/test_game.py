"""The answers of a board: counts, hints whose reasons hold, conflicts, files, and nonsense."""

from __future__ import annotations

import base64
import json
import re
from contextlib import nullcontext
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ilpuzzles import Experiment, Model, experiment, own_puzzle
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.check_files import check_solutions
from ilpuzzles.experiments.loading import load
from ilpuzzles.hints import solution_counter
from ilpuzzles.hints.solution_counter import (
    CancelledError,
    CoverCounter,
    Limits,
    ModelCounter,
    WorkBudget,
)
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.play import solution_pages
from ilpuzzles.play.game import Game, position_of_key
from ilpuzzles.play.saved_position import read_saved_position
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.kinds import get_kind
from ilpuzzles.puzzles.playground import grid_data
from ilpuzzles.reading.tree import read_tree
from support.begun_models import with_rooks
from support.reasons import BOARDS as ALL_BOARDS, UNHURRIED, Table, wrong_with
from support.slashed import hidden_but, rows_of_clues

BOARDS = {**ALL_BOARDS, "lonpos": "5pieces", "surasshupakku": "5x5"}
del BOARDS["tritetratan"]
KNOWN = {"chequered": 2}

NOTHING = Limits(**{limit.name: 1e-9 for limit in fields(Limits)})
"""Limits within which nothing is found out."""


def played(asked: PuzzlePosition | Experiment) -> Game:
    """A board."""
    return Game(asked, limits=UNHURRIED)


def game(name: str, preset: str = "") -> Game:
    """The board of a puzzle; without a preset, the one that stands above."""
    return played(load(name, preset or BOARDS[name]))


def counted(one: Game, moves: list[int]) -> int | None:
    """The number of solutions as the command line counts them."""
    asked = one.counter.asked
    return asked.fix(meant(one, asked, moves)).count().count


def meant(one: Game, asked: Experiment, moves: list[int]) -> dict[Variable | Negation, int]:
    """What moves are in a model."""
    model = asked.formulated.model
    both = [pair for move in moves for pair in one.ground.values(move).items()]
    return {Variable(model, column): value for column, value in both}


def ask(one: Game, question: str, placed: list[int], **more: Any) -> dict[str, Any]:
    """An answer, which is plain data."""
    plain = one.answer({"ask": question, "placed": placed, **more})
    found: dict[str, Any] = json.loads(json.dumps(plain))
    return found


def random_moves(one: Game, dice: Random, steps: int) -> list[list[int]]:
    """Positions of a random game, some of which have no solution."""
    table, placed, found = Table(one.board()), list(one.ground.given), []
    for _ in range(steps):
        fitting = [m for m in range(len(table.piece)) if table.fits(m, placed)]
        own = [move for move in placed if move not in one.ground.given]
        if own and (not fitting or dice.random() < 0.4):
            placed.remove(dice.choice(own))
        elif fitting:
            placed.append(dice.choice(fitting))
        found.append(placed[len(one.ground.given) :])
    return found


@pytest.mark.exhaustive
@pytest.mark.every("name")
@pytest.mark.parametrize("name", [name for name in BOARDS if name not in {"macmahon", "wang"}])
def test_counts_are_those_of_the_command_line(name: str) -> None:
    """Each position of a random game is counted twice."""
    one, cold = game(name), game(name)
    one.precompute()
    for placed in random_moves(one, Random(name), 8):
        answer, again = ask(one, "status", placed), ask(cold, "status", placed)
        expected = counted(one, [*one.ground.given, *placed])
        assert answer["exact"] is again["exact"] is True
        assert answer["count"] == again["count"] == expected
        assert answer["solvable"] == bool(expected)
        assert not answer["dead"] or not expected
    # The rules of a board stay when nothing is given.
    assert KNOWN.get(name) in {None, ask(one, "status", [])["count"]}


WAYS = {
    "spot": re.compile(r"(?:whatever else covers )?(.+?) (?:can be covered|leaves no way)"),
    "piece": re.compile(r"(.+?) (?:fits nowhere else|anywhere else)"),
}


def check_words(one: Game, hint: dict[str, Any]) -> None:
    """What is said to be done by the move alone is done by it; no more is named than is needed."""
    data, why, move = one.ground.data, hint["why"], hint["move"]
    spots = {data.spots[spot].name for spot in data.moves.covered(move).tolist()}
    piece = data.pieces[int(data.moves.piece[move])].title.split(",")[0]
    if why.startswith("without it"):
        return
    if found := WAYS["piece"].match(why):
        assert found[1] == piece
    else:
        found = WAYS["spot"].match(why)
        assert found is not None
        assert found[1] in spots


@pytest.mark.parametrize("name", ["lonpos", "soma", "surasshupakku"])
def test_the_command_line_gives_the_hint_of_the_board(name: str) -> None:
    one, answer = game(name), experiment(load(name, BOARDS[name])).hint()
    hint = ask(one, "hint", [])
    assert answer.state == hint["state"]
    if answer.step is None or answer.step.proof is None:
        assert (answer.step, hint["move"], name) == (None, None, "soma")
        return
    reason, proof, spots = hint["reason"], answer.step.proof, one.ground.data.spots
    assert (answer.step.move, answer.step.what) == (hint["move"], hint["what"])
    assert list(proof.spots) == [spots[spot].name for spot in reason["spots"]]
    assert list(proof.pieces) == one.ground.name_moves(reason["moves"])
    assert (len(proof.to_lay), proof.minimal) == (len(reason["pieces"]), reason["minimal"])


BEGUN = {"macmahon": 19} | dict.fromkeys(("cube", "hexiamonds", "pentominoes", "pyramid"), 5)
"""How many pieces lie there already: on an emptier board, the oracle would take long."""


@pytest.mark.exhaustive
@pytest.mark.every("name")
@pytest.mark.parametrize("name", [name for name in BOARDS if name != "surasshupakku"])
def test_every_hint_is_proved_by_its_reason_and_nothing_in_it_can_be_left_out(name: str) -> None:
    """Plays to a solution by hints; what is not sure is taken from a solution."""
    one, sure = game(name), 0
    one.precompute()
    placed: list[int] = []
    solution = ask(one, "solution", [])["moves"]
    placed += [move for move in solution if move not in one.ground.given][: BEGUN.get(name, 1)]
    while (hint := ask(one, "hint", placed))["state"] != "complete":
        if hint["state"] == "sure":
            assert hint["move"] not in placed
            all_moves = [*one.ground.given, *placed]
            without, _ = one.counter.first(all_moves, 500, WorkBudget())
            assert all(hint["move"] in moves for moves in without)
            assert hint["reason"]["minimal"]
            assert not wrong_with(one, hint)
            check_words(one, hint)
            sure += 1
            placed.append(hint["move"])
        else:
            assert hint["state"] == "nothing sure"
            known = ask(one, "solution", placed)["moves"]
            left = [move for move in known if move not in {*placed, *one.ground.given}]
            others = ask(one, "solutions", placed, number=20)["moves"]
            open_ = [move for move in left if any(move not in moves for moves in others)]
            placed.append([*open_, left[0]][0])
    assert ask(one, "status", placed)["complete"]
    assert sure


@pytest.mark.exhaustive
@pytest.mark.every("name")
@pytest.mark.parametrize("name", ["chequered", "lonpos", "macmahon"])
def test_a_reason_that_is_not_finished_is_told_and_then_made_smaller(name: str) -> None:
    told = list[dict[str, Any]]()
    one = Game(load(name, BOARDS[name]), limits=replace(UNHURRIED, each=0.0))
    (*placed, _, _, _) = ask(one, "solution", [])["moves"]
    placed = [move for move in placed if move not in one.ground.given]
    last = one.answer({"ask": "hint", "placed": placed}, told.append)
    (first,) = told
    assert first["partial"]
    assert "partial" not in last
    assert first["move"] == last["move"]
    assert [first["reason"]["minimal"], last["reason"]["minimal"]] == [False, True]
    sizes = []
    for said in (last, first):
        assert not wrong_with(one, said)
        check_words(one, said)
        sizes.append(sum(len(said["reason"][part]) for part in ("moves", "spots", "pieces")))
    assert sizes == sorted(sizes)


@pytest.mark.exhaustive
def test_hints_of_a_cut_board_say_what_is_wrong_with_other_cuts() -> None:
    one = game("surasshupakku", "6x6")
    one.precompute()
    placed: list[int] = []
    reasons = 0
    (only,) = ask(one, "solutions", [], number=2)["moves"]
    while (hint := ask(one, "hint", placed))["state"] != "complete":
        assert hint["move"] in only
        if hint["others"]:
            reasons += 1
            check_cut(one, hint)
        placed.append(hint["move"])
    assert reasons > 10
    checked = ask(one, "check", placed)
    assert checked["ok"]
    assert not checked["problems"]
    assert not checked["spots"]


def check_cut(one: Game, hint: dict[str, Any]) -> None:
    """The cuts and clues of a reason alone prove it, where all other clues may be any letter."""
    loaded: Any = one.puzzle_position
    clues, spots = rows_of_clues(loaded), set(hint["reason"]["spots"])
    asked = experiment(hidden_but(loaded, spots, len(clues[0])))
    values = meant(one, asked, hint["reason"]["moves"])
    for variable, value in meant(one, asked, [hint["move"]]).items():
        assert asked.fix({**values, variable: 1 - value}).count(limit=1).count == 0


@pytest.mark.exhaustive
def test_what_cannot_stay_is_a_smallest_set() -> None:
    one = game("lonpos")
    one.precompute()
    given, dice = list(one.ground.given), Random(7)
    tried = 0
    for placed in random_moves(one, dice, 16):
        answer = ask(one, "why-not", placed)
        if counted(one, [*given, *placed]):
            assert answer["conflict"] == answer["take_back"] == []
            continue
        tried += 1
        conflict = answer["conflict"]
        assert set(conflict) <= {*given, *placed}
        assert counted(one, conflict) == 0
        for move in conflict:
            assert one.counter.solvable([m for m in conflict if m != move], WorkBudget())
        back = answer["take_back"]
        assert set(back) <= set(placed)
        assert one.counter.solvable([m for m in [*given, *placed] if m not in back], WorkBudget())
        assert answer["text"].endswith("and there is a solution again.")
    assert tried > 2


def test_a_spot_that_nothing_covers_shows_what_cannot_stay() -> None:
    one = game("dominoes")
    covered = one.ground.data.moves.covered
    placed = [move for move in range(24) if covered(move).tolist() in ([1, 2], [4, 8])]
    assert len(placed) == 2
    answer = ask(one, "why-not", placed)
    assert answer["spots"] == [0]
    assert sorted(answer["conflict"]) == sorted(placed)
    assert len(answer["take_back"]) == 1
    assert ask(one, "status", placed)["dead"] == [0]


def test_what_is_forced_is_in_every_solution() -> None:
    one = game("lonpos", "8pieces")
    answer = ask(one, "forced", [])
    assert set(answer["moves"]) == {*ask(one, "solution", [])["moves"]} - {*one.ground.given}
    assert len(answer["moves"]) == 4
    assert len(answer["spots"]) == 18
    hinted = one.ground.describe(ask(one, "hint", [])["move"])
    assert answer["text"].startswith("4 more pieces are forced: in every solution. ")
    assert f"The easiest is to {hinted}: " in answer["text"]
    assert ask(game("soma"), "forced", [])["moves"] == []
    wrong = next(
        move
        for move in range(len(one.ground.data.moves))
        if ask(one, "status", [move])["solvable"] is False
    )
    assert ask(one, "forced", [wrong])["text"] == "There is no solution from here."


def test_a_check_says_what_is_left_as_the_board_calls_it() -> None:
    lonpos = ask(game("lonpos", "8pieces"), "check", [])
    assert lonpos["problems"] == []
    assert lonpos["unfinished"] == ["18 cells open", "4 pieces left: B, C, F, H"]
    cuts = ask(game("surasshupakku"), "check", [])
    assert cuts["problems"] == []
    assert cuts["unfinished"] == ["3 repeated letters"]


def pages_of(one: Game, end: int) -> list[dict[str, Any]]:
    """The pages of solutions, with twenty on each."""
    starts = range(0, end, 20)
    return [ask(one, "solutions", [], **{"from": start, "number": 20}) for start in starts]


def test_the_first_few_of_many_solutions_are_enough() -> None:
    rows, enough = game("lonpos", "7pieces").counter.first([], 2, WorkBudget())
    assert (len(rows), enough) == (2, True)


def test_two_who_ask_for_a_board_at_once_get_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    one, made, honest = game("lonpos", "7pieces"), list[Game](), Game.new_game

    def slow(self: Game, key: str) -> Game:
        monkeypatch.setattr(Game, "new_game", honest)
        made.append(self.game_of(key))
        return honest(self, key)

    monkeypatch.setattr(Game, "new_game", slow)
    assert one.game_of("preset:8pieces") is made[0]
    assert one.game_of("preset:8pieces") is made[0]
    assert one.game_of(one.board_key) is one


@pytest.mark.exhaustive
def test_solutions_come_in_pages() -> None:
    pages = pages_of(game("tower"), 560)
    assert [len(page["moves"]) for page in pages] == [20] * 27 + [12]
    assert [page["more"] for page in pages] == [True] * 27 + [False]
    assert len({tuple(moves) for page in pages for moves in page["moves"]}) == 552


def test_pages_show_each_solution_once_though_all_are_counted_in_between() -> None:
    one = game("soma")
    (first,) = pages_of(one, 20)
    assert (first["more"], first["complete"], first["count"]) == (True, True, None)
    assert ask(one, "status", [])["count"] == 11_520
    rows, enough = one.counter.first([], 20, WorkBudget())
    assert rows != first["moves"]  # the list's own order
    assert (len(rows), enough) == (20, True)
    pages = pages_of(one, 100)
    assert pages[0]["moves"] == first["moves"]
    assert len({tuple(moves) for page in pages for moves in page["moves"]}) == 100
    assert [page["digits"] for page in pages] == ["11,520"] * 5


def test_one_long_list_of_solutions_is_kept_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_pages, "LONG", 100)
    one = game("tower")
    other = one.new_game(one.board_key)
    kept = one._solution_pages._lists
    assert other._solution_pages is one._solution_pages
    for board, placed in ((one, []), (one, [0]), (other, [1]), (other, [2])):
        assert ask(board, "solutions", placed, **{"from": 5, "number": 20})["from"] == 5
        ask(board, "solutions", placed, **{"from": 500, "number": 20})
        kept = one._solution_pages._lists
        assert sum(len(some) > 100 for some in kept.values()) <= 1
    assert 0 < len(kept) <= 8


def test_long_lists_of_solutions_are_made_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_pages, "LONG", 100)
    one = game("tower")
    with one._solution_pages.turn(101, lambda: True):
        # A short one does not wait, and one that nobody waits for any more ends.
        assert len(ask(one, "solutions", [], **{"from": 20, "number": 20})["moves"]) == 20
        asked = {"ask": "solutions", "placed": [], "from": 500, "number": 20}
        with pytest.raises(CancelledError):
            one.answer(asked, lambda _: None, lambda: False)
    assert len(ask(one, "solutions", [], **{"from": 500, "number": 20})["moves"]) == 20


@pytest.mark.parametrize(("name", "state"), [("soma", "unknown"), ("surasshupakku", "sure")])
def test_what_is_not_found_in_time_is_not_denied(name: str, state: str) -> None:
    one = Game(load(name, BOARDS[name]), limits=NOTHING)
    status = ask(one, "status", [])
    assert (status["exact"], status["solvable"], status["state"]) == (False, None, "unknown")
    assert ask(one, "solution", []) == {"moves": [], "text": "No solution was found in time."}
    page = ask(one, "solutions", [], number=20)
    assert (page["moves"], page["complete"], page["count"]) == ([], False, None)
    # The logic of a puzzle takes no search.
    assert ask(one, "hint", [])["state"] == state
    assert "a longer search to say whether" in ask(one, "why-not", [])["text"]
    assert ask(one, "forced", [])["complete"] is False


def test_nothing_is_sure_that_was_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """One solution is known: each of its moves may be in all of them, or not."""
    one = game("dominoes")
    known = one.counter.position([], WorkBudget()).solutions[:1]
    monkeypatch.setattr(CoverCounter, "some", lambda *_: (known, False))
    for answer, sure in ((None, 0), ([-1], 0), ([], 8)):
        monkeypatch.setattr(CoverCounter, "find", lambda *_, answer=answer, **__: answer)
        moves, complete = one.finder.find_forced_moves([], WorkBudget())
        assert (len(moves), complete) == (sure, answer is not None)


def test_a_solution_that_breaks_the_rules_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    one = game("dominoes")
    monkeypatch.setattr(CoverCounter, "first", lambda *_: ([[0, 1]], True))
    for question in ("solution", "solutions"):
        with pytest.raises(InputError, match="a solution breaks a rule"):
            ask(one, question, [], number=1)


def test_sums_of_a_board_count_what_lies_on_it() -> None:
    """Bars of up to four cells on a strip of seven; the values of those laid add up to 2."""
    family = get_kind("tiling")
    bars = "".join(f"  {n}: {{optional: true, shape: {n * i}}}\n" for i, n in enumerate("ABCD", 1))
    text = "puzzle: bars\nfamily: tiling\ntitle: Bars\nlattice: square\n"
    board = "region: {rows: 1, columns: 7}\ntiles:\n"
    sums = "conditions: {sum: {values: {A: 3, B: -1, C: 2}, target: 2}}\n"
    puzzle = family.read_puzzle(read_tree(text + board + bars, "bars.yaml"))
    instance = family.read_instance(puzzle, read_tree(f"puzzle: bars\n{sums}", "f.yaml"))
    one = played(family.position(instance))
    assert isinstance(one.counter, CoverCounter)
    everything = one.counter.position([], WorkBudget())
    # C and D, or A, B and D, in any order.
    assert everything.count == 2 + 6
    for move in range(len(one.ground.data.moves)):
        expected = sum(move in row for row in everything.solutions.tolist())
        assert one.counter.position([move], WorkBudget()).count == expected
        # Searched for beside what lies there, and not looked up.
        cold = played(family.position(instance))
        assert cold.counter.position([move], WorkBudget()).count == expected
        assert bool(cold.counter.first([move], 1, WorkBudget())[0]) == bool(expected)


def test_counts_that_a_page_would_round_are_written_out() -> None:
    board = {"puzzle": "dominoes", "region": {"rows": 12, "columns": 12}}
    answer = ask(played(load("dominoes", text=json.dumps(board))), "status", [])
    assert answer["count"] == 53_060_477_521_960_000
    assert answer["digits"] == "53,060,477,521,960,000"


@pytest.mark.exhaustive
@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_a_new_position_has_one_solution(difficulty: str) -> None:
    one = game("soma")
    answer = ask(one, "new", [], difficulty=difficulty)
    given = answer["given"]
    assert answer["board"]["given"] == given
    assert answer["text"] == f"A new position, {difficulty}, with a single solution."
    assert answer["board"]["title"] == "Soma cube: A new position"
    assert ask(one, "status", given, given=given)["count"] == 1
    other = game("surasshupakku")
    made = ask(other, "new", [], difficulty="easy")["board"]
    assert made["key"].startswith("slashpack/5/5/")
    assert made["drag"] == "cut"


@pytest.mark.exhaustive
def test_a_position_is_written_in_all_formats_and_read_again() -> None:
    for name in ("macmahon", "lonpos"):
        one = game(name)
        placed = [m for m in ask(one, "solution", [])["moves"] if m not in one.ground.given]
        text = ask(one, "export", placed[:2], format="yaml")["data"]
        again = load(name, text=text)
        assert set(Game(again).ground.given) == {*one.ground.given, *placed[:2]}
    placed = placed[:2]
    plain = json.loads(ask(one, "export", placed, format="json")["data"])
    assert set(plain["moves"]) == {*one.ground.given, *placed}
    assert not check_solutions("lonpos", plain)
    whole = ask(one, "solution", [])["moves"]
    solved = json.loads(ask(one, "export", whole, format="json")["data"])
    assert check_solutions("lonpos", solved).text() == "accepted"
    assert ask(one, "export", placed, format="svg")["data"].startswith("<svg ")
    for form, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        answer = ask(one, "export", placed, format=form)
        assert answer["base64"] is True
        assert base64.b64decode(answer["data"]).startswith(magic)
    with pytest.raises(InputError, match="cannot be written as an address"):
        ask(one, "export", placed, format="address")
    cut = game("surasshupakku")
    address = ask(cut, "export", [], format="address")["data"].strip()
    assert Game(load("surasshupakku", url=address)).board()["marks"] == cut.board()["marks"]
    whole = ask(cut, "solution", [])["moves"]
    solved = json.loads(ask(cut, "export", whole, format="json")["data"])
    assert check_solutions("surasshupakku", solved).text() == "accepted"
    assert "JSON has that as well" in ask(cut, "export", whole, format="yaml")["text"]


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ({"ask": "nonsense"}, "a question 'nonsense'; ask one of board, status"),
        ({"ask": "status", "placed": [-1]}, "'placed' is no list of moves; give whole numbers"),
        ({"ask": "status", "placed": [1.0]}, "'placed' is no list of moves"),
        ({"ask": "status", "placed": [True]}, "'placed' is no list of moves"),
        ({"ask": "status", "placed": [0] * 100}, "'placed' is no list of moves"),
        ({"ask": "status", "given": None}, "'given' is no list of moves"),
        ({"ask": "status", "puzzle": "soma"}, "this page shows another board; reload it"),
        ({"ask": "status", "puzzle": "dominoes", "size": 25}, "this page shows another board"),
        ({"ask": "solutions", "number": 10**9}, "'number' is '1000000000'"),
        ({"ask": "new", "difficulty": "impossible"}, "difficulty 'impossible'; choose one of easy"),
        ({"ask": "preset", "name": "../../etc"}, "preset '../../etc'; choose one of 4x4"),
        ({"ask": "export", "format": "exe"}, "format 'exe'; choose one of yaml"),
        ({"ask": "picture", "view": {}}, "view"),
    ],
)
def test_nonsense_is_answered_in_a_line(question: dict[str, Any], wrong: str) -> None:
    with pytest.raises(InputError) as raised:
        game("dominoes").answer(question)
    assert str(raised.value).startswith(wrong)
    assert "\n" not in str(raised.value)


def test_clashing_moves_have_no_solution() -> None:
    one = game("dominoes")
    answer = ask(one, "status", [0, 1])
    assert (answer["solvable"], answer["count"], answer["exact"]) == (False, 0, True)
    assert ask(one, "why-not", [0, 1])["conflict"] == [0, 1]
    assert ask(one, "hint", [0, 1])["state"] == "no solution"


def at(one: Game, name: str, spot: int, shape: int = 0) -> int:
    """The move of a piece of one cell."""
    data = one.ground.data
    piece = [piece.name for piece in data.pieces].index(name)
    moves = np.nonzero((data.moves.piece == piece) & (data.moves.shape == shape))[0].tolist()
    return next(move for move in moves if data.moves.covered(move).tolist() == [spot])


@pytest.mark.exhaustive
def test_moves_whose_colours_do_not_match_cannot_stay() -> None:
    one = game("macmahon")
    table, first = Table(one.board()), ask(one, "solution", [])["moves"][0]
    beside = next(
        move
        for move in range(len(table.piece))
        if table.piece[move] != table.piece[first]
        and table.fits(move, [])
        and table.spots[move] != table.spots[first]
        and not table.agree(first, move)
        and one.counter.solvable([move], WorkBudget())
    )
    yellow = at(one, "X", 0)
    for placed, conflict in (([first, beside], [first, beside]), ([first, yellow], [yellow])):
        assert ask(one, "status", placed)["solvable"] is False
        assert ask(one, "hint", placed)["state"] == "no solution"
        answer = ask(one, "why-not", placed)
        assert sorted(answer["conflict"]) == sorted(conflict)
        assert len(answer["take_back"]) == 1
    placed = [at(one, "A", 7), at(one, "S", 8)]
    check = ask(one, "check", placed)["problems"]
    assert any("row 2, column 2 shows r where row 2, column 3 shows g" in w for w in check)
    check = ask(one, "check", [yellow])["problems"]
    assert any("row 1, column 1 shows y at the border instead of r" in w for w in check)


def test_answers_that_nobody_waits_for_end() -> None:
    one = game("pyramid")
    told: list[dict[str, Any]] = []
    with pytest.raises(CancelledError):
        one.answer({"ask": "status"}, told.append, lambda: len(told) < 1)
    assert told[0]["partial"] is True
    assert told[0]["solvable"] is None


def test_a_model_of_your_own_gets_a_board() -> None:
    model, rook = with_rooks(4)
    cells = [(row, column) for row in range(4) for column in range(4)]
    data = grid_data(4, 4, {"R": {"least": 4, "most": 4}}, [("R", [cell]) for cell in cells])
    meaning = [{rook[cell]: 1} for cell in cells]
    one = played(own_puzzle(model, board=(data, meaning)))
    assert isinstance(one.counter, CoverCounter)
    assert ask(one, "status", [])["count"] == 24
    assert ask(one, "status", [0, 5])["count"] == 2
    hint = ask(one, "hint", [0, 5, 10])
    assert (hint["move"], hint["state"]) == (15, "sure")
    with pytest.raises(InputError, match="the board has 16 moves, but meanings of 1"):
        own_puzzle(model, board=(data, meaning[:1]))
    with pytest.raises(InputError, match="rooks has no board to play on"):
        Game(own_puzzle(model))


def lamps(model: Model, lamp: VariableFamily) -> Game:
    """A board of lamps in a row."""
    data = grid_data(1, 4, {"L": {}}, [("L", [(0, column)]) for column in range(4)])
    return played(own_puzzle(model, board=(data, [{lamp[n]: 1} for n in range(4)])))


@pytest.mark.parametrize("grouped", [(), (1,), (0, 2)])
def test_a_hint_about_a_row_of_no_group_has_no_words_of_a_group(grouped: tuple[int, ...]) -> None:
    model = Model("lamps")
    lamp = model.binary("lamp", 4)
    for first in range(3):
        with model.group("pairs", why="a pair has one lamp") if first in grouped else nullcontext():
            model.exactly_one([lamp[first], lamp[first + 1]])
    one = lamps(model, lamp)
    assert ask(one, "status", [])["count"] == 2
    # Either lamp leaves one way for the next row but one.
    for placed, move, row in (([0], 2, 1), ([1], 3, 2), ([2], 0, 0), ([3], 1, 1)):
        hint = ask(one, "hint", placed)
        assert (hint["state"], hint["move"]) == ("sure", move)
        words = "a pair has one lamp" if row in grouped else "a rule of the puzzle"
        assert hint["reason"]["rules"] == [words]


def test_a_model_that_is_no_exact_cover_is_played_with_a_solver() -> None:
    model = Model("sums")
    lamp = model.binary("lamp", 4)
    model.add(lamp[0] + 2 * lamp[1] + 3 * lamp[2] + lamp[3] == 3)
    one = lamps(model, lamp)
    assert isinstance(one.counter, ModelCounter)
    assert ask(one, "status", [])["count"] == 3
    assert ask(one, "status", [1])["count"] == 2
    assert ask(one, "status", [2, 1])["solvable"] is False
    assert sorted(ask(one, "why-not", [2, 1])["conflict"]) == [1, 2]
    assert ask(one, "hint", [1])["state"] == "nothing sure"


def test_what_was_not_listed_may_be_sure_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_counter, "_MOST_LISTED", 5)
    monkeypatch.setattr(solution_counter, "_COMPARED", 3)
    model = Model("sums")
    lamp = model.binary("lamp", 4)
    model.add(3 * lamp[0] + lamp[1] + lamp[2] >= 3)
    one = lamps(model, lamp)
    hint = ask(one, "hint", [])
    assert (hint["state"], hint["what"]) == ("sure", "place L in row 1, column 1")
    assert one.counter.asked.hint().describe_answer() == "place L in row 1, column 1"


@pytest.mark.parametrize("name", ["lonpos", "nurikabe"])
def test_a_position_saved_as_json_is_opened_with_what_lies_there(name: str, tmp_path: Path) -> None:
    one = game(name, "small" if name == "nurikabe" else "")
    placed = [m for m in ask(one, "solution", [])["moves"] if m not in one.ground.given][:2]
    file = tmp_path / "saved.json"
    file.write_text(ask(one, "export", placed, format="json")["data"])
    saved = read_saved_position(file)
    assert saved is not None
    again = Game(position_of_key(saved.puzzle, saved.board, one.library))
    board = again.with_position(saved)
    assert {*board["placed"]} == {*one.ground.given, *placed}
    assert board["backdrop" if name == "nurikabe" else "spots"]
    with pytest.raises(InputError, match="no list of moves"):
        again.with_position(replace(saved, moves=(10**6,)))


def test_notes_and_tints_are_saved_as_json_and_opened_again(tmp_path: Path) -> None:
    one = game("sudoku", "small")
    notes = {
        "candidates": {"1": ["2", "4"]},
        "corners": {"0": ["3"]},
        "tints": {"5": "green"},
    }
    wrong = {"candidates": {"x": ["1"], "9999": ["1"], "2": "1"}, "other": {"1": ["1"]}}
    for given, saved_notes in ((notes, notes), (wrong, {}), ("none", {})):
        file = tmp_path / "saved.json"
        file.write_text(ask(one, "export", [], format="json", notes=given)["data"])
        saved = read_saved_position(file)
        assert saved is not None
        assert dict(saved.notes) == saved_notes
        board = one.with_position(saved)
        assert {name: board[name] for name in notes if name in board} == saved_notes
    # Nothing is said of notes where there are none.
    assert "notes" not in json.loads(ask(one, "export", [], format="json")["data"])


@pytest.mark.parametrize("text", ['{"moves": [1]}', '{"puzzle": "a", "board": "b", "moves": 1}'])
def test_a_saved_position_without_a_board_or_moves_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    file.write_text(text)
    with pytest.raises(InputError, match=r"does not say which board|no list of moves"):
        read_saved_position(file)
    file.write_text('{"puzzle": "sudoku"}')
    assert read_saved_position(file) is None
    assert read_saved_position(tmp_path / "saved.yaml") is None
