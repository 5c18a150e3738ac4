"""Hints of tilings: each follows from what it names, and from no less; and is always the same."""

from __future__ import annotations

import json
import time
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

from ilpuzzles import experiment, load, own_puzzle
from ilpuzzles.asking.model import Model
from ilpuzzles.hints.hint_finder import HintFinder, Reason
from ilpuzzles.hints.hint_words import HintWords
from ilpuzzles.hints.solution_counter import (
    CoverCounter,
    Limits,
    ModelCounter,
    WorkBudget,
)
from ilpuzzles.play.game import Game
from ilpuzzles.puzzles.playground import grid_data
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.cover.backend import ExactCoverBackend
from support.tiling_proofs import (
    RowOracle,
    SlashOracle,
    TilingOracle,
    positions_of,
    wrong_parts,
    wrong_with,
)

TILINGS = [
    "chequered",
    "cube",
    "dominoes",
    "hexiamonds",
    "lonpos",
    "macmahon",
    "pentominoes",
    "pyramid",
    "soma",
    "tetrahexes",
    "tower",
    "tritetratan",
    "wang",
]
BOARDS = [(name, preset) for name in TILINGS for preset in Library.standard().presets(name)]
CUT = [("surasshupakku", preset) for preset in Library.standard().presets("surasshupakku")]
QUICK = [("dominoes", "4x4"), ("tower", "height-2")]


def steps_of(game: Game, moves: list[int]) -> list[tuple[int, Reason]]:
    """The hint for a position as a board gives it, and one other step that is as easy."""
    limits, finder = game.limits, game.finder
    found, _ = finder.hint(moves, WorkBudget(work=limits.hint))
    if found is None:
        return []
    move, reason = found
    easiest, _ = finder.easiest_steps(moves, WorkBudget(work=limits.hint))
    assert easiest[0] == found
    assert len({other for other, _ in easiest}) == len(easiest)
    assert {other.kind for _, other in easiest} == {reason.kind}
    if not reason.minimal:
        reason = finder.minimise(move, reason, WorkBudget(work=limits.reason))
    return [(move, reason), *easiest[-1:]]


def require_holds(name: str, preset: str, number: int) -> int:
    """Proves the steps of random positions again; how many there were."""
    game = Game(load(name, preset))
    oracle = TilingOracle(game.ground.data)
    tried = 0
    for moves in positions_of(game.counter, game.ground, number, Random(f"{name} {preset}")):
        for move, reason in steps_of(game, moves):
            assert not wrong_with(oracle, move, reason), (moves, move, reason)
            tried += 1
    return tried


@pytest.mark.every("name")
@pytest.mark.parametrize(("name", "preset"), QUICK)
def test_a_step_of_a_tiling_follows_from_what_it_names_and_from_no_less(
    name: str, preset: str
) -> None:
    assert require_holds(name, preset, 2)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "preset"), BOARDS)
def test_steps_of_random_positions_of_tilings_hold(name: str, preset: str) -> None:
    require_holds(name, preset, 6)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "preset"), CUT)
def test_cuts_of_random_positions_hold(name: str, preset: str) -> None:
    """Every other clue may be any letter then."""
    game = Game(load(name, preset))
    oracle = SlashOracle(game)
    for moves in positions_of(game.counter, game.ground, 6, Random(f"{name} {preset}")):
        for move, reason in steps_of(game, moves)[:1]:
            # Where a list of all solutions is the reason, all clues are needed for it.
            clues = reason.spots if reason.others else oracle.clues
            assert not oracle.can_do(reason.moves, clues, move)
            for left_out in reason.moves if reason.minimal else ():
                kept = [other for other in reason.moves if other != left_out]
                assert oracle.can_do(kept, clues, move)


def rows_of_lamps(seed: int) -> tuple[Game, CoverCounter]:
    """A board of lamps, of which random sets have one that is lit, and the sum is limited."""
    dice = Random(seed)
    number = dice.randint(5, 8)
    model = Model("lamps")
    lamp = model.binary("lamp", number)
    lit = set(dice.sample(range(number), number // 2))
    for _ in range(number):
        one, dark = dice.choice(sorted(lit)), sorted(set(range(number)) - lit)
        chosen = [one, *dice.sample(dark, dice.randint(1, 2))]
        with model.group(f"rule {chosen}", why=f"one of {sorted(chosen)} is lit"):
            model.exactly_one([lamp[n] for n in chosen])
    data = grid_data(1, number, {"L": {"least": 0}}, [("L", [(0, n)]) for n in range(number)])
    game = Game(own_puzzle(model, board=(data, [{lamp[n]: 1} for n in range(number)])))
    assert isinstance(game.counter, CoverCounter)
    return game, game.counter


@pytest.mark.parametrize("seed", range(5))
def test_rules_of_a_reason_are_needed_and_enough(seed: int) -> None:
    game, counter = rows_of_lamps(seed)
    oracle = RowOracle(counter)
    tried = 0
    for moves in positions_of(counter, game.ground, 6, Random(seed)):
        for move, reason in steps_of(game, moves):
            parts = (reason.moves, reason.items)

            def can_do(placed: Any, items: Any, move: int = move) -> bool:
                return oracle.can_do(placed, items, move)

            assert not wrong_parts(can_do, parts, ("move", "item"), minimal=reason.minimal)
            tried += 1
    assert tried


@pytest.mark.parametrize("seed", range(5))
def test_moves_that_every_solution_has_are_so_for_another_solver(seed: int) -> None:
    """Sums of lamps are no exact cover: all solutions are looked at, in plain Python here."""
    dice = Random(seed)
    weights = [dice.randint(1, 6) for _ in range(5)]
    model = Model("sums")
    lamp = model.binary("lamp", 5)
    model.add(sum(weight * lamp[n] for n, weight in enumerate(weights)) >= sum(weights) - 3)
    data = grid_data(1, 5, {"L": {"least": 0}}, [("L", [(0, n)]) for n in range(5)])
    game = Game(own_puzzle(model, board=(data, [{lamp[n]: 1} for n in range(5)])))
    assert isinstance(game.counter, ModelCounter)
    lit = [{n for n in range(5) if number >> n & 1} for number in range(32)]
    solutions = [one for one in lit if sum(weights[n] for n in one) >= sum(weights) - 3]
    for moves in ([], [0], [0, 1]):
        having = [one for one in solutions if {*moves} <= one]
        forced = set.intersection(*having) - {*moves}
        assert set(game.finder.find_forced_moves(moves, WorkBudget(work=9.0))[0]) == forced
        for move, reason in steps_of(game, moves)[:1]:
            assert all(move in one for one in solutions if {*reason.moves} <= one)
            assert reason.minimal
            for left_out in reason.moves:
                kept = {*reason.moves} - {left_out}
                assert any(move not in one for one in solutions if kept <= one)


def hint_in_json(game: Game, placed: list[int]) -> str:
    """All answers about a position that teach, as a page gets them."""
    asked = ("hint", "why-not", "forced")
    return json.dumps([game.answer({"ask": ask, "placed": placed}) for ask in asked])


DEAR = [
    ("chequered", "6x10"),
    ("cube", "empty"),
    ("dominoes", "8x8"),
    ("lonpos", "3pieces"),
    ("lonpos", "empty"),
    ("macmahon", "4x6"),
    ("soma", "cube"),
    ("surasshupakku", "5x5"),
    ("surasshupakku", "7x7"),
    ("tower", "height-2"),
    ("wang", "4x8"),
]
SAME = [
    ("dominoes", "4x4"),
    *(pytest.param(*board, marks=pytest.mark.exhaustive) for board in DEAR),
]


def some_positions(name: str, preset: str) -> list[list[int]]:
    """What is placed in some positions of a board, and one that has no solution."""
    game = Game(load(name, preset))
    given = len(game.ground.given)
    dice = Random(f"{name} {preset}")
    found = [moves[given:] for moves in positions_of(game.counter, game.ground, 2, dice)]
    (*_, placed) = found
    other = dice.randrange(len(game.ground.data.moves))
    # Whatever that may be, it is wrong beside others now and then.
    return [*found, [*placed, other]]


@cache
def fresh_hints(name: str, preset: str) -> tuple[str, ...]:
    """The answers about some positions of a board, each from a game of its own."""
    return tuple(
        hint_in_json(Game(load(name, preset)), placed) for placed in some_positions(name, preset)
    )


@pytest.mark.parametrize(("name", "preset"), SAME)
def test_hints_of_tilings_do_not_depend_on_the_clock(
    name: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    positions = some_positions(name, preset)
    before = fresh_hints(name, preset)
    ticks = count()
    # To whoever looks at the clock, ten seconds pass from one look to the next.
    monkeypatch.setattr(time, "perf_counter", lambda: 10.0 * next(ticks))
    monkeypatch.setattr(time, "monotonic", lambda: 10.0 * next(ticks))
    after = tuple(hint_in_json(Game(load(name, preset)), placed) for placed in positions)
    assert after == before


@pytest.mark.parametrize(("name", "preset"), SAME)
def test_hints_do_not_depend_on_what_was_asked_before(name: str, preset: str) -> None:
    positions = some_positions(name, preset)
    before = fresh_hints(name, preset)
    game = Game(load(name, preset), limits=Limits(status=2.0, listed=2.0))
    game.precompute()
    for placed in reversed(positions):
        for ask in ("status", "solutions", "solution", "hint", "forced"):
            game.answer({"ask": ask, "placed": placed})
    assert tuple(hint_in_json(game, placed) for placed in positions) == before


@pytest.mark.parametrize(("name", "preset"), SAME)
def test_the_command_line_and_the_board_give_the_same_hint(name: str, preset: str) -> None:
    """With a count of solutions beforehand, and without; on any backend."""
    answers = [experiment(name, preset, backend=backend).hint() for backend in ("auto", "cpsat")]
    game = Game(load(name, preset))
    hints = [game.answer({"ask": "hint", "placed": []})]
    game.answer({"ask": "status", "placed": []})
    hints.append(game.answer({"ask": "hint", "placed": []}))
    assert hints[0] == hints[1]
    hint = hints[0]
    for answer in answers:
        assert answer.state == hint["state"]
        step = answer.step
        assert (None if step is None else step.move) == hint["move"]
        if step is None or step.proof is None:
            continue
        data, reason = game.ground.data, hint["reason"]
        assert step.proof.pieces == tuple(game.ground.name_moves(reason["moves"]))
        assert step.proof.spots == tuple(data.spots[spot].name for spot in reason["spots"])
        assert step.proof.to_lay == tuple(data.pieces[piece].called for piece in reason["pieces"])
        assert step.proof.minimal == reason["minimal"]


def test_what_is_plain_is_said_where_nobody_knows_whether_there_is_a_solution() -> None:
    """The command line may know a solution that the board does not find within its work."""
    board = load("lonpos", "5pieces")
    hurried = Game(board, limits=Limits(solvable=1e-9))
    assert hurried.answer({"ask": "why-not"})["conflict"] == []
    assert hurried.answer({"ask": "hint"}) == Game(board).answer({"ask": "hint"})


def test_a_reason_that_may_be_too_large_says_so() -> None:
    game = Game(load("lonpos", "5pieces"))
    limits = Limits(each=0.0, reasons=0.0)
    finder = HintFinder(game.counter, limits)
    found, _ = finder.hint(game.ground.given, WorkBudget(work=limits.hint))
    assert found is not None
    move, reason = found
    words = HintWords(finder)
    assert not reason.minimal
    assert words.why(reason).endswith(" (perhaps less would do)")
    smaller = finder.minimise(move, reason, WorkBudget(work=limits.reason))
    assert smaller.minimal
    assert "perhaps" not in words.why(smaller)


def test_a_budget_of_work_is_that_of_all_its_parts() -> None:
    whole = WorkBudget(work=1.0)
    first = whole.part(0.4)
    first.spend(0.4)
    assert (first.is_spent, whole.is_spent) == (True, False)
    second = whole.part(5.0)
    assert second.work_left == pytest.approx(0.6)
    second.part(2.0).spend(0.6)
    assert whole.is_spent
    assert second.is_spent
    assert WorkBudget().work_left is None
    assert WorkBudget(seconds=0.0).part(1.0).is_spent


@pytest.mark.parametrize(("preset", "count"), [("8pieces", 1), ("3pieces", 7)])
def test_without_the_engine_another_backend_counts(
    preset: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExactCoverBackend, "available", lambda _: False)
    game = Game(load("lonpos", preset))
    assert isinstance(game.counter, ModelCounter)
    solutions, complete = game.counter.some(list(game.ground.given), WorkBudget(work=9.0))
    assert (len(solutions), complete) == (count, True)
