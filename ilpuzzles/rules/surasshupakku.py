"""The rules of Surasshupakku, which is Slash Pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ilpuzzles.errors import quoted
from ilpuzzles.rules.plain import Point, RuleViolation, points_of
from ilpuzzles.rules.slash_pieces import Cell, Piece, pieces_of

_NO_CLUE, _ANY = 0, -1
_CUTS = ("/", "\\")
_UNCUT = "."

_AROUND = ((-1, -1, "\\"), (-1, 0, "/"), (0, -1, "/"), (0, 0, "\\"))
"""The steps from a cell to those around its upper left corner, and their cuts that end there."""


def check_surasshupakku(instance: dict[str, Any], solution: dict[str, Any]) -> list[RuleViolation]:
    r"""Checks that every part of a board has each letter once, and that all cuts separate.

    Parts are what hangs together when all cuts are made (see `slash_pieces`). A `?` stands for any
    letter: a part is right if it has as many clues as there are letters, and no letter twice. A cut
    through a clue, or a character that is no cut, is reported and then taken for no cut.

    Args:
        instance: The board:

            - `clues`: for every row the number of the letter in each cell, from 1; 0 is no clue,
              and -1 a `?`;
            - `letters`: their names, in the order of their numbers;
            - `bridges`: whether both sides of a cut may lie in the same part; without it they
              may not.
        solution: The answer:

            - `rows`: for every row the cuts of its cells: `/`, `\` or `.`;
            - `parts`, which may be left out: for every part its cells with clues, an empty list
              for a part without any; in any order.

    Returns:
        The broken rules: `size` (alone), `known cut`, `cut on a clue`, `letter twice`, `letter
        missing`, `too many clues`, `no letters`, `dead end`, `bridge`, `parts`.

    Example:
        >>> board = {"clues": [[1, 0], [0, 1]], "letters": ["A"], "bridges": False}
        >>> check_surasshupakku(board, {"rows": ["./", "/."]})
        []
        >>> for violation in check_surasshupakku(board, {"rows": ["..", "/."]}):
        ...     print(violation)
        letter twice: A is in the part with (0, 0) 2 times
        dead end: only one cut ends in the upper left corner of (1, 1)
        bridge: both sides of the cut in (1, 0) are in the part with (0, 0)
    """
    clues, rows = instance["clues"], solution["rows"]
    found = _size(clues, rows)
    if found:
        return found
    known = {
        (row, column): clue
        for row, line in enumerate(clues)
        for column, clue in enumerate(line)
        if clue != _NO_CLUE
    }
    cuts = {
        (row, column): cut
        for row, line in enumerate(rows)
        for column, cut in enumerate(line)
        if cut in _CUTS and (row, column) not in known
    }
    made = [
        "".join(cuts.get((row, column), _UNCUT) for column in range(len(line)))
        for row, line in enumerate(rows)
    ]
    pieces = pieces_of(made, known)
    return [
        *_characters(known, rows),
        *(
            violation
            for piece in pieces
            for violation in _letters(piece, [known[cell] for cell in piece.clues], instance)
        ),
        *_dead_ends(cuts, made),
        *([] if instance.get("bridges") else _bridges(cuts, pieces)),
        *([] if solution.get("parts") is None else _parts(pieces, solution["parts"])),
    ]


def _size(clues: Sequence[Sequence[int]], rows: Sequence[str]) -> list[RuleViolation]:
    if len(rows) != len(clues):
        return [RuleViolation("size", f"the number of rows is {len(rows)} instead of {len(clues)}")]
    return [
        RuleViolation("size", f"the length of row {row} is {len(line)} instead of {len(right)}")
        for row, (line, right) in enumerate(zip(rows, clues, strict=True))
        if len(line) != len(right)
    ]


def _characters(known: dict[Cell, int], rows: Sequence[str]) -> list[RuleViolation]:
    found: list[RuleViolation] = []
    for row, line in enumerate(rows):
        for column, cut in enumerate(line):
            if cut == _UNCUT:
                continue
            if cut not in _CUTS:
                found.append(RuleViolation("known cut", f"{row, column} is {quoted(cut)}"))
            elif (row, column) in known:
                found.append(RuleViolation("cut on a clue", f"{row, column} is cut"))
    return found


def _letters(piece: Piece, clues: list[int], instance: dict[str, Any]) -> list[RuleViolation]:
    names: list[str] = instance["letters"]
    if not clues:
        return [RuleViolation("no letters", f"{piece.name} has no clue")]
    shown = Counter(clue for clue in clues if clue != _ANY)
    open_clues = len(clues) - shown.total()
    twice = [
        RuleViolation("letter twice", f"{names[letter - 1]} is in {piece.name} {times} times")
        for letter, times in sorted(shown.items())
        if times > 1
    ]
    absent = [name for number, name in enumerate(names, 1) if number not in shown]
    missing = len(absent) - open_clues
    if missing > 0:
        what = f"{missing} of " if open_clues else ""
        what += f"{', '.join(absent)} missing in {piece.name}"
        return [*twice, RuleViolation("letter missing", what)]
    if len(clues) > len(names) and not twice:
        what = f"{piece.name} has {len(clues)} instead of {len(names)}"
        return [RuleViolation("too many clues", what)]
    return twice


def _dead_ends(cuts: dict[Cell, str], rows: Sequence[str]) -> list[RuleViolation]:
    """All inner points are upper left corners, of cells that are neither in row 0 nor column 0."""
    found: list[RuleViolation] = []
    for row in range(1, len(rows)):
        for column in range(1, len(rows[row])):
            ends = [cuts.get((row + r, column + c)) == cut for r, c, cut in _AROUND]
            if sum(ends) == 1:
                what = f"only one cut ends in the upper left corner of {row, column}"
                found.append(RuleViolation("dead end", what))
    return found


def _bridges(cuts: dict[Cell, str], pieces: Sequence[Piece]) -> list[RuleViolation]:
    around = {quarter: piece for piece in pieces for quarter in piece.quarters}
    return [
        RuleViolation("bridge", f"both sides of the cut in {cell} are in {around[*cell, 0].name}")
        for cell in sorted(cuts)
        if around[*cell, 0] is around[*cell, 2]
    ]


def _parts(
    pieces: Sequence[Piece], parts: Sequence[Sequence[Sequence[int]]]
) -> list[RuleViolation]:
    made = Counter(points_of(piece.clues) for piece in pieces)
    given = Counter(tuple(sorted(points_of(part))) for part in parts)
    differences = [(given - made, "many"), (made - given, "few")]
    return [
        RuleViolation("parts", f"a part with {_listed(part)} too {how}")
        for surplus, how in differences
        for part in sorted(surplus.elements())
    ]


def _listed(cells: Sequence[Point]) -> str:
    return f"just {', '.join(map(str, cells))}" if cells else "no clues"
