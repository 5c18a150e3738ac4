"""How quickly a board answers: random games of a thousand moves on each puzzle, all recorded.

Run it from the top of the checkout:

    python -m benchmarks.play [MOVES] [FILE.jsonl] [PUZZLE:PRESET ...]

Each game begins with an empty board that is warm. A move lays a random piece that fits, or takes
one back: seldom, but often the last one once there is no solution. After each, the board is asked
how many solutions are left; after every tenth, for a hint; and every fiftieth count is compared
with that of `Experiment.fix(...).count()`, as the command line counts. The table has medians and
the longest times in milliseconds: of the count on the empty board, with three or more pieces laid,
of all; how long it took at most until a first partial answer; of hints as they are first told, and
until their reasons are as small as they get; and how many reasons were proved to be that small, of
all. Without PUZZLE, all puzzles that are included are played; every move and its answer go to the
file, if there is one.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.play.game import Game

PLAYED = (
    "chequered:6x10",
    "cube:empty",
    "dominoes:8x8",
    "hexiamonds:rhombus",
    "lonpos:empty",
    "macmahon:4x6",
    "pentominoes:6x10",
    "pyramid:empty",
    "soma:cube",
    "surasshupakku:8x8",
    "tetrahexes:parallelogram",
    "tower:height-3",
    "tritetratan:form",
    "wang:4x8",
)
MOVES, SEED = 1_000, 16
HINTS, COMPARED = 10, 50
MANY = 3
LATE = 2.0
"""Seconds, within which there has to be some answer."""


@dataclass(slots=True)
class Times:
    """What was measured in a game, in seconds."""

    empty: list[float] = field(default_factory=list)
    many: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    reasons: list[float] = field(default_factory=list)
    minimal: int = 0
    sure: int = 0
    compared: int = 0
    wrong: int = 0


def fitting(game: Game, placed: list[int]) -> list[int]:
    """The moves that fit beside others, as a page knows them."""
    table, pieces = game.ground.data.moves, game.ground.data.pieces
    covered = {spot for move in placed for spot in table.covered(move).tolist()}
    used = [int(table.piece[move]) for move in placed]
    full = {
        n
        for n, piece in enumerate(pieces)
        if piece.most is not None and used.count(n) >= piece.most
    }
    found = [
        move
        for move in range(len(table))
        if int(table.piece[move]) not in full and covered.isdisjoint(table.covered(move).tolist())
    ]
    return [move for move in found if matches(game, move, placed)]


def matches(game: Game, move: int, placed: list[int]) -> bool:
    """Whether the colours of a move are those of the board, and of others beside it."""
    colours = game.ground.data.touching
    if colours is None:
        return True
    shown = dict(enumerate(colours.demands.tolist()))
    for other in [*placed, move]:
        part = slice(int(colours.starts[other]), int(colours.starts[other + 1]))
        entries = zip(colours.sides[part].tolist(), colours.colours[part].tolist(), strict=True)
        for side, colour in entries:
            if shown.setdefault(side, colour) not in {-1, colour}:
                return False
            shown[side] = colour
    return True


def counted(game: Game, placed: list[int]) -> int:
    """The number of solutions as the command line counts them."""
    asked = game.counter.asked
    model = asked.formulated.model
    values: dict[Variable | Negation, int] = {
        Variable(model, column): value
        for move in placed
        for column, value in game.ground.values(move).items()
    }
    return asked.fix(values).count().count


def asked(game: Game, ask: str, placed: list[int]) -> tuple[dict[str, Any], float, float]:
    """An answer, how long it took, and how long until a first one."""
    begun = time.perf_counter()
    told: list[float] = []
    answer = game.answer(
        {"ask": ask, "placed": placed}, lambda _: told.append(time.perf_counter() - begun)
    )
    passed = time.perf_counter() - begun
    return answer, passed, min([passed, *told])


def play(name: str, moves: int, record: list[dict[str, Any]]) -> Times:
    """Plays a game."""
    puzzle, _, preset = name.partition(":")
    game, dice, times = Game(load(puzzle, preset)), Random(SEED), Times()
    game.precompute()
    placed: list[int] = []
    solvable = True
    most = max(4, round(len(game.ground.data.spots) / 5))
    for number in range(moves):
        open_moves = fitting(game, placed)
        back = bool(placed) and (dice.random() < (0.1 if solvable else 0.7) or not open_moves)
        if back or len(placed) > most:
            placed.pop(dice.randrange(len(placed)) if solvable else -1)
        else:
            placed.append(dice.choice(open_moves))
        answer, passed, first = asked(game, "status", placed)
        solvable = answer["solvable"] is not False
        times.all.append(passed)
        times.first.append(first)
        if len(placed) >= MANY:
            times.many.append(passed)
        if not placed:
            times.empty.append(passed)
        line = {"puzzle": name, "placed": list(placed), "seconds": round(passed, 4)}
        line |= {key: answer[key] for key in ("count", "exact", "solvable")}
        if number % HINTS == 0 and solvable:
            hint, whole, told = asked(game, "hint", placed)
            times.hints.append(told)
            times.reasons.append(whole)
            if hint["state"] == "sure":
                times.sure += 1
                times.minimal += hint["reason"]["minimal"]
            line |= {"hint": hint["state"], "move": hint["move"], "reason": hint["reason"]}
            line |= {"told": round(told, 4), "took": round(whole, 4)}
        if number % COMPARED == 0 and answer["exact"]:
            times.compared += 1
            times.wrong += counted(game, placed) != answer["count"]
        record.append(line)
    begun = time.perf_counter()
    game.answer({"ask": "status", "placed": []})
    times.empty.append(time.perf_counter() - begun)
    return times


def row(name: str, times: Times) -> str:
    """A line of the table."""

    def shown(seconds: list[float], *, longest: bool = False) -> str:
        if not seconds:
            return f"{'-':>8}"
        return f"{1000 * (max(seconds) if longest else median(seconds)):8.1f}"

    parts = [shown(times.empty), shown(times.many), shown(times.all)]
    parts += [shown(times.all, longest=True), shown(times.first, longest=True)]
    parts += [shown(times.hints), shown(times.hints, longest=True)]
    parts += [shown(times.reasons, longest=True), f"{times.minimal:4} of {times.sure:3}"]
    return f"{name:26}{''.join(parts)}{times.compared:9}{times.wrong:6}"


def main(arguments: list[str]) -> int:
    """Plays, and prints the table."""
    moves = int(arguments[0]) if arguments else MOVES
    file = Path(arguments[1]) if len(arguments) > 1 else None
    head = ("empty", "3 laid", "all", "longest", "first", "hint", "longest", "reason")
    titles = "".join(f"{title:>8}" for title in head)
    print(f"{'ms':26}{titles}  smallest  compared wrong", flush=True)
    wrong, record = 0, list[dict[str, Any]]()
    for name in arguments[2:] or PLAYED:
        times = play(name, moves, record)
        wrong += times.wrong + (max(times.first) > LATE)
        print(row(name, times), flush=True)
    if file is not None:
        file.write_text("".join(f"{json.dumps(line)}\n" for line in record), encoding="utf-8")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
