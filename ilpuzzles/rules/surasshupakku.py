r"""The rules of Surasshupakku, which is Slash Pack, and the pieces that cuts make of a board.

Every cell has four quarters, triangles between its centre and its upper, right, lower and left
border. All four hang together in a cell that is not cut. A cut `\` leaves the upper one with the
right one and the lower one with the left one, a cut `/` the upper one with the left one and the
lower one with the right one. A quarter hangs together with the one across its border; what touches
in a point does not hang together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from ilpuzzles.errors import in_words, quoted
from ilpuzzles.rules.faults import Fault, fault
from ilpuzzles.rules.places import CELL, Place, name_of_cell
from ilpuzzles.rules.plain_tiling import Point, points_of

Thing = TypeVar("Thing")

Cell: TypeAlias = tuple[int, int]
"""The row and the column of a cell, from 0."""

Quarter: TypeAlias = tuple[int, int, int]
"""The row, the column, and which border it lies at: 0 upper, 1 right, 2 lower, 3 left."""

_ACROSS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The steps to the cells beyond the four borders."""

_BESIDE = {"\\": (1, 0, 3, 2), "/": (3, 2, 1, 0)}
"""For every cut and every quarter, which other one is on the same side."""

_NO_CLUE, _ANY = 0, -1
_CUTS = ("/", "\\")
_UNCUT = "."

_AROUND = ((-1, -1, "\\"), (-1, 0, "/"), (0, -1, "/"), (0, 0, "\\"))
"""The steps from a cell to those around its upper left corner, and their cuts that end there."""


def check_surasshupakku(instance: dict[str, Any], solution: dict[str, Any]) -> list[Fault]:
    r"""Checks that every part of a board has each letter once, and that all cuts separate.

    Parts are what hangs together when all cuts are made (see `pieces_of`). A `?` stands for any
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
        >>> for found in check_surasshupakku(board, {"rows": ["..", "/."]}):
        ...     print(found)
        letter twice: the part with row 1, column 1 has A 2 times
        dead end: only one cut ends in the lower right corner of row 1, column 1
        bridge: both sides of the cut in row 2, column 1 are in the part with row 1, column 1
    """
    clues, rows = instance["clues"], solution["rows"]
    found = _size(clues, rows)
    if found:
        return found
    known = {cell: clue for cell, clue in _cells(clues) if clue != _NO_CLUE}
    cuts = {cell: cut for cell, cut in _cells(rows) if cut in _CUTS and cell not in known}
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


def _cells(rows: Iterable[Iterable[Thing]]) -> Iterator[tuple[Cell, Thing]]:
    """Every cell, and what stands there, in reading order."""
    for row, line in enumerate(rows):
        yield from (((row, column), thing) for column, thing in enumerate(line))


def _size(clues: Sequence[Sequence[int]], rows: Sequence[str]) -> list[Fault]:
    if len(rows) != len(clues):
        return [fault("size", "the number of rows is {} instead of {}", len(rows), len(clues))]
    return [
        fault("size", "the length of {} is {} instead of {}", ("row", row), len(line), len(right))
        for row, (line, right) in enumerate(zip(rows, clues, strict=True))
        if len(line) != len(right)
    ]


def _characters(known: dict[Cell, int], rows: Sequence[str]) -> Iterator[Fault]:
    for cell, cut in _cells(rows):
        if cut not in {*_CUTS, _UNCUT}:
            yield fault("known cut", "{} is {}", cell, quoted(cut))
        elif cut != _UNCUT and cell in known:
            yield fault("cut on a clue", "{} is cut", cell)


def _letters(piece: Piece, clues: list[int], instance: dict[str, Any]) -> list[Fault]:
    names: list[str] = instance["letters"]
    if not clues:
        return [fault("no letters", "{} has no clue", piece.place)]
    shown = Counter(clue for clue in clues if clue != _ANY)
    open_clues = len(clues) - shown.total()
    twice = [
        fault(
            "letter twice",
            "{} has {} {:time}",
            piece.place,
            names[letter - 1],
            times,
            noun="repeated letter",
        )
        for letter, times in sorted(shown.items())
        if times > 1
    ]
    absent = [name for number, name in enumerate(names, 1) if number not in shown]
    missing = len(absent) - open_clues
    if missing > 0:
        letters = ", ".join(absent)
        if open_clues:
            what = "{} of {} missing in {}"
            return [*twice, fault("letter missing", what, missing, letters, piece.place)]
        return [*twice, fault("letter missing", "{} missing in {}", letters, piece.place)]
    if len(clues) > len(names) and not twice:
        what = "{} has {:clue} instead of {}"
        place = piece.place
        return [fault("too many clues", what, place, len(clues), len(names), noun="large part")]
    return twice


def _dead_ends(cuts: dict[Cell, str], rows: Sequence[str]) -> list[Fault]:
    """All inner points are upper left corners, of cells that are neither in row 0 nor column 0."""
    return [
        fault("dead end", "only one cut ends in {}", Place.corner((row, column)), noun="loose end")
        for (row, column), _ in _cells(rows)
        if row
        and column
        and sum(cuts.get((row + r, column + c)) == cut for r, c, cut in _AROUND) == 1
    ]


def _bridges(cuts: dict[Cell, str], pieces: Sequence[Piece]) -> list[Fault]:
    around = {quarter: piece for piece in pieces for quarter in piece.quarters}
    return [
        fault(
            "bridge",
            "both sides of the cut in {} are in {}",
            cell,
            around[*cell, 0].place,
            noun="unfinished cut",
        )
        for cell in sorted(cuts)
        if around[*cell, 0] is around[*cell, 2]
    ]


def _parts(pieces: Sequence[Piece], parts: Sequence[Sequence[Sequence[int]]]) -> list[Fault]:
    made = Counter(points_of(piece.clues) for piece in pieces)
    given = Counter(tuple(sorted(points_of(part))) for part in parts)
    differences = [(given - made, "one too many"), (made - given, "missing")]
    return [
        _wrong_part(part, how)
        for surplus, how in differences
        for part in sorted(surplus.elements())
    ]


def _wrong_part(cells: Sequence[Point], how: str) -> Fault:
    if not cells:
        return fault("parts", f"a part with no clues is {how}", noun="unfinished part")
    noun = "clue" if len(cells) == 1 else "clues"
    where = in_words(["at {}"] * len(cells))
    places = [Place(CELL, cell) for cell in cells]
    sentence = f"a part with just the {noun} {where} is {how}"
    return fault("parts", sentence, *places, noun="unfinished part")


@dataclass(frozen=True, slots=True)
class Piece:
    """What hangs together: its quarters, and its cells with clues, both in reading order."""

    quarters: tuple[Quarter, ...]
    clues: tuple[Cell, ...]

    @property
    def place(self) -> Place:
        """The part by its first clue or, if it has none, by its first quarter."""
        cells = tuple(sorted({quarter[:2] for quarter in self.quarters}))
        if self.clues:
            called = f"the part with {name_of_cell(self.clues[0])}"
            return Place("part", self.clues[0], cells, called)
        *cell, side = self.quarters[0]
        border = ("upper", "right", "lower", "left")[side]
        called = f"the part at the {border} border of {name_of_cell(cell)}"
        return Place("part", tuple(cell), cells, called)


def pieces_of(rows: Sequence[str], clues: Collection[Cell]) -> list[Piece]:
    r"""The pieces of a board, found by walking from quarter to quarter.

    A cut is `/` or `\`; any other character is none. Pieces come in the order of their first clues;
    then those without any, in reading order.

    Example:
        >>> for piece in pieces_of(["./", "/."], {(0, 0)}):
        ...     print(piece.place, len(piece.quarters))
        the part with row 1, column 1 8
        the part at the right border of row 1, column 2 8
    """
    left = {(*cell, side) for cell, _ in _cells(rows) for side in range(4)}
    found: list[Piece] = []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        quarters, waiting = [first], [first]
        while waiting:
            for quarter in _neighbours(rows, waiting.pop()):
                if quarter in left:
                    left.remove(quarter)
                    quarters.append(quarter)
                    waiting.append(quarter)
        cells = {(row, column) for row, column, _ in quarters}
        found.append(Piece(tuple(sorted(quarters)), tuple(sorted(cells.intersection(clues)))))
    return sorted(found, key=lambda piece: (not piece.clues, piece.clues, piece.quarters))


def _neighbours(rows: Sequence[str], quarter: Quarter) -> list[Quarter]:
    row, column, side = quarter
    down, right = _ACROSS[side]
    cut = rows[row][column]
    inside = (_BESIDE[cut][side],) if cut in _BESIDE else range(4)
    return [
        (row + down, column + right, (side + 2) % 4),
        *((row, column, other) for other in inside),
    ]
