"""Surasshupakku in answer set programming, for clingo: the reference of the benchmark."""

from __future__ import annotations

import time
from typing import Any

from ilpuzzles.puzzles.kind import PuzzlePosition

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


def program(position: PuzzlePosition) -> str:
    """A board without hidden clues as a program, with the graph of the genre's file."""
    genre: Any = position.kind
    names, board = genre.names, position.instance.data
    sides, letters = names["Sides"].of(board), names["letters_of"](board)
    lines = []
    for row, column in names["open_cells"](board):
        lines.append(f"{{ cut({row},{column},f) ; cut({row},{column},b) }} 1.")
    for join in sides.joins:
        row, column = join.cell
        lines.append(f"join({join.first},{join.second},{row},{column},{_sign(join.cut)}).")
    for part, cell in enumerate(names["leading_cells"](board)):
        lines.append(f"root({sides.of_cell(cell)},{part}).")
    for (row, column), clue in board.clues.items():
        number = letters.index(clue) + 1
        lines.append(f"clue({sides.of_cell((row, column))},{row},{column},{number}).")
    for point in board.grid.corners:
        if len(board.grid.cells_at_corner(point)) < 4:
            continue
        touching = [key for key in names["cuts_at"](point) if key[0] not in board.clues]
        for key in touching:
            others = "".join(f", not {_cut(other)}" for other in touching if other != key)
            lines.append(f":- {_cut(key)}{others}.")
    lines.append(f"vertex(0..{len(sides.names) - 1}).")
    lines.append(f"part(0..{names['part_count'](board) - 1}). letter(1..{len(letters)}).")
    bridges = "" if names["has_bridges"](board) else _NO_BRIDGES
    return "\n".join(lines) + _RULES + bridges


def _sign(cut: str) -> str:
    return "f" if cut == "/" else "b"


def _cut(key: tuple[tuple[int, int], str]) -> str:
    (row, column), cut = key
    return f"cut({row},{column},{_sign(cut)})"


def seconds(position: PuzzlePosition, solutions: int) -> tuple[float, int]:
    """Seconds to write, ground and solve a board for so many solutions, and how many it has."""
    import clingo  # noqa: PLC0415 - it is in the extra 'peers'

    begun = time.perf_counter()
    control = clingo.Control([str(solutions)])
    control.add("base", [], program(position))
    control.ground([("base", [])])
    found = 0
    handle: Any
    with control.solve(yield_=True) as handle:
        for _ in handle:
            found += 1
    return time.perf_counter() - begun, found
