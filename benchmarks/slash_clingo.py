"""Surasshupakku in answer set programming, for clingo: the reference of the benchmark."""

from __future__ import annotations

import time
from typing import Any

from ilpuzzles.puzzles.surasshupakku.borders import Borders
from ilpuzzles.puzzles.surasshupakku.labels_model import cuts_at, inner_points
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import FORWARD, NO_CLUE, SlashInstance

_RULES = """
edge(U, V, R, C, D) :- join(U, V, R, C, D).
edge(V, U, R, C, D) :- join(U, V, R, C, D).
in(V, P) :- root(V, P).
in(U, P) :- in(V, P), edge(U, V, R, C, D), not cut(R, C, D).
:- vertex(V), not 1 #count { P : in(V, P) } 1.
:- part(P), letter(L), not 1 #count { R, C : clue(V, R, C, L), in(V, P) } 1.
#show cut/3.
"""
_NO_BRIDGES = ":- cut(R, C, D), join(U, V, R, C, D), in(U, P), in(V, P).\n"


def program(instance: SlashInstance) -> str:
    """A board without hidden clues as a program."""
    borders = Borders.of(instance)
    lines = []
    for row, column in instance.free_cells():
        lines.append(f"{{ cut({row},{column},f) ; cut({row},{column},b) }} 1.")
    for join in borders.joins:
        row, column = join.cell
        lines.append(f"join({join.one},{join.other},{row},{column},{_sign(join.cut)}).")
    for part, cell in enumerate(instance.cells_of(instance.leading_letter)):
        lines.append(f"root({borders.vertex(cell)},{part}).")
    for row, column in instance.clue_cells():
        clue = instance.clue((row, column))
        lines.append(f"clue({borders.vertex((row, column))},{row},{column},{clue}).")
    for point in inner_points(instance):
        touching = [key for key in cuts_at(point) if instance.clue(key[0]) == NO_CLUE]
        for key in touching:
            others = "".join(f", not {_cut(other)}" for other in touching if other != key)
            lines.append(f":- {_cut(key)}{others}.")
    lines.append(f"vertex(0..{len(borders.names) - 1}).")
    lines.append(f"part(0..{instance.parts - 1}). letter(1..{instance.letters}).")
    bridges = "" if instance.puzzle.bridges else _NO_BRIDGES
    return "\n".join(lines) + _RULES + bridges


def _sign(cut: str) -> str:
    return "f" if cut == FORWARD else "b"


def _cut(key: tuple[tuple[int, int], str]) -> str:
    (row, column), cut = key
    return f"cut({row},{column},{_sign(cut)})"


def seconds(instance: SlashInstance, solutions: int) -> tuple[float, int]:
    """Seconds to write, ground and solve a board for so many solutions, and how many it has."""
    import clingo  # noqa: PLC0415 - it is in the extra 'peers'

    begun = time.perf_counter()
    control = clingo.Control([str(solutions)])
    control.add("base", [], program(instance))
    control.ground([("base", [])])
    found = 0
    handle: Any
    with control.solve(yield_=True) as handle:
        for _ in handle:
            found += 1
    return time.perf_counter() - begun, found
