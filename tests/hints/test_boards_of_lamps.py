"""Forced moves, solutions, conflicts and what to take back on boards of lamps, by trying all.

A move lights a lamp. On some boards the rules are those of an exact cover; on others a sum is
limited, so that another counter answers. Every move is asked for, the first and the last as well.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import TypeAlias

import pytest

from ilpuzzles import own_puzzle
from ilpuzzles.asking.model import Model
from ilpuzzles.hints.solution_counter import CoverCounter, ModelCounter, WorkBudget
from ilpuzzles.play.game import Game
from ilpuzzles.puzzles.playground import grid_data

Lit: TypeAlias = frozenset[int]


def budget() -> WorkBudget:
    return WorkBudget(work=99.0)


@cache
def board(sort: str, seed: int) -> tuple[Game, int, list[Lit]]:
    """A board of lamps, how many these are, and all solutions: the lamps that are lit."""
    dice = Random(f"{sort} {seed}")
    number = dice.randint(3, 5)
    model = Model("lamps")
    lamp = model.binary("lamp", number)
    boards = [frozenset(n for n in range(number) if word >> n & 1) for word in range(1 << number)]
    if sort == "cover":
        hidden = dice.choice(boards[1:])
        for _ in range(dice.randint(1, 3)):
            one, dark = dice.choice(sorted(hidden)), sorted({*range(number)} - hidden)
            chosen = {one, *dice.sample(dark, min(len(dark), dice.randint(0, 3)))}
            model.exactly_one([lamp[n] for n in sorted(chosen)])
            boards = [lit for lit in boards if len(lit & chosen) == 1]
    else:
        weights = [dice.randint(1, 5) for _ in range(number)]
        most = dice.randint(max(weights), sum(weights))
        least = dice.randint(0, most)
        # Without the first lamp, or the last one, the others are too few.
        if seed % 4 < 2:
            least = 1 + sum(weights) - weights[-(seed % 4)]
            most = dice.randint(least, sum(weights))
        model.add(lamp.dot(weights).between(least, most))
        boards = [lit for lit in boards if least <= sum(weights[n] for n in lit) <= most]
    data = grid_data(1, number, {"L": {"least": 0}}, [("L", [(0, n)]) for n in range(number)])
    game = Game(own_puzzle(model, board=(data, [{lamp[n]: 1} for n in range(number)])))
    assert isinstance(game.counter, CoverCounter if sort == "cover" else ModelCounter)
    return game, number, boards


def positions(number: int, dice: Random) -> list[list[int]]:
    """Nothing, each lamp by itself, all, and some others, in any order."""
    every = [list(some) for size in range(2, number) for some in combinations(range(number), size)]
    chosen = [[], [0], [number - 1], [*range(number)], *dice.sample(every, min(3, len(every)))]
    for moves in chosen:
        dice.shuffle(moves)
    return chosen


def require_right_answers(game: Game, solutions: list[Lit], number: int, moves: list[int]) -> None:
    counter, finder = game.counter, game.finder
    having = [lit for lit in solutions if lit >= {*moves}]
    common = frozenset.intersection(*having) - {*moves} if having else frozenset()
    forced, are_all = finder.find_forced_moves(moves, budget())
    assert (forced, are_all) == (sorted(common), True)
    for move in {*range(number)} - {*moves}:
        without = [lit for lit in having if move not in lit]
        solvable = counter.solvable(moves, budget(), excluding=move)
        assert solvable is bool(without), f"{moves} without {move}"
        found = counter.find(moves, budget(), excluding=move)
        assert found is not None
        assert not found or frozenset({*found} - {-1}) in without
    assert counter.solvable(moves, budget()) is bool(having)
    assert counter.solvable(moves, WorkBudget(work=0.0)) in {None, bool(having)}
    for wanted in {1, max(1, len(having) - 1), max(1, len(having)), len(having) + 1}:
        rows, is_answered = counter.first(moves, wanted, budget())
        lit = {frozenset(row) for row in rows}
        assert (len(rows), is_answered) == (min(wanted, len(having)), True)
        assert len(lit) == len(rows)
        assert lit <= {*having}
    known = counter.position(moves, budget())
    assert (known.count, known.exact) == (len(having), True)
    step, is_known = finder.hint(moves, budget())
    assert is_known
    if having:
        assert (step is None) is (not common)
        assert step is None or step[0] in common
        steps, _ = finder.easiest_steps(moves, budget())
        assert {move for move, _ in steps} <= common
        assert step is None or steps[0][0] == step[0]
    else:
        require_way_back(game, solutions, moves)


def require_way_back(game: Game, solutions: list[Lit], moves: list[int]) -> None:
    """The fewest moves that can be taken back, and a conflict of which none can be left out."""
    conflict = game.finder.conflict(moves, budget())
    assert {*conflict.moves} <= {*moves}
    assert not any(lit >= {*conflict.moves} for lit in solutions)
    for move in conflict.moves if conflict.minimal else ():
        assert any(lit >= {*conflict.moves} - {move} for lit in solutions)
    for kept in ([], moves[:1], moves[-1:]):
        free = [move for move in moves if move not in kept]
        sizes = [
            len(gone)
            for size in range(len(free) + 1)
            for gone in combinations(free, size)
            if any(lit >= {*moves} - {*gone} for lit in solutions)
        ]
        back = game.finder.take_back(moves, kept, budget())
        if not sizes:
            assert back is None
            continue
        assert back is not None
        assert len(back) == len({*back}) == min(sizes)
        assert {*back} <= {*free}
        assert any(lit >= {*moves} - {*back} for lit in solutions)


@pytest.mark.parametrize("compared", [1, 1000])
@pytest.mark.parametrize("sort", ["cover", "sum"])
def test_answers_are_those_of_trying_all_boards(
    sort: str, compared: int, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All solutions are compared, or one alone: then each of its moves is left out in turn."""
    monkeypatch.setattr("ilpuzzles.hints.solution_counter._COMPARED", compared)
    forced = {"first": 0, "last": 0}
    for seed in seeds:
        game, number, solutions = board(sort, seed)
        for moves in positions(number, Random(seed)):
            require_right_answers(game, solutions, number, moves)
        if solutions:
            common = frozenset.intersection(*solutions)
            forced["first"] += 0 in common
            forced["last"] += number - 1 in common
    assert all(forced.values())


@pytest.mark.parametrize("sort", ["cover", "sum"])
def test_a_count_that_was_cut_off_says_nothing_of_positions_that_follow(
    sort: str, seeds: range
) -> None:
    cut_off = 0
    for seed in seeds:
        # Nothing is known of a new board.
        game, number, solutions = board.__wrapped__(sort, seed)
        for moves in positions(number, Random(seed)):
            before = game.counter.position(moves[:-1], WorkBudget(work=0.0))
            game.counter.prepare(moves[:-1], WorkBudget(work=0.0))
            cut_off += not before.exact
            having = [lit for lit in solutions if lit >= {*moves}]
            known = game.counter.position(moves, budget())
            assert (known.count, known.exact) == (len(having), True)
            assert game.counter.solvable(moves, budget()) is bool(having)
    assert cut_off


def test_a_budget_is_spent_exactly_at_its_limit() -> None:
    whole = WorkBudget(work=5.0)
    part = whole.part(3.0)
    assert (part.work_left, whole.work_left) == (3.0, 5.0)
    part.spend(2.0)
    assert (part.work_left, whole.work_left, part.is_spent) == (1.0, 3.0, False)
    part.spend(1.0)
    assert (part.work_left, whole.work_left, part.is_spent) == (0.0, 2.0, True)
    assert not whole.is_spent
    # A part has no more than what is left of the whole.
    other = whole.part(9.0)
    assert other.work_left == 2.0
    other.spend(2.0)
    assert other.is_spent
    assert whole.is_spent
    free = WorkBudget()
    free.spend(99.0)
    assert (free.work_left, free.seconds_left, free.is_spent) == (None, None, False)
    assert WorkBudget(seconds=0.0).is_spent
