"""Solutions that somebody has written down row by row, and addresses of boards.

Addresses are those of puzz.link, see `ilpuzzles.grid.addresses`: a clue in a cell is a number, `.`
is one that may be any letter.
"""

from __future__ import annotations

from typing import Any

from ilpuzzles.document.json_text import JsonPart
from ilpuzzles.errors import InputError, counted
from ilpuzzles.grid.addresses import address_of_clues, clues_of_address
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import (
    ANY,
    BACK,
    FORWARD,
    NO_CLUE,
    UNCUT,
    SlashInstance,
    SlashPuzzle,
)
from ilpuzzles.puzzles.surasshupakku.slash_schema import letter_names, require_size
from ilpuzzles.rules.places import name_of_cell

_MOST = 10_000
GENRE = "slashpack"
_CODE, _ADDRESS = "number16", "the address"


def read_solution(instance: SlashInstance, part: JsonPart) -> dict[str, Any]:
    """Reads `rows`, and perhaps `parts`, as `SlashSolution.to_json` writes them.

    An `InputError` has the path to the first thing that has another form.
    """
    plain = {**part.keys(("rows",), ("parts",))}
    for row in part.at("rows").several(instance.rows, f"{counted(instance.rows, 'row')} of cuts"):
        for character in row.text("a row of cuts"):
            if character not in {FORWARD, BACK, UNCUT}:
                raise row.wrong(f"{character!r} is not a cut", r"write '/', '\\' or '.'")
        if len(row.value) != instance.columns:
            what = f"{counted(len(row.value), 'cell')} instead of {instance.columns}"
            raise row.wrong(what, "write a character for every cell")
    for cells in _few(part.at("parts")) if "parts" in plain else ():
        for cell in _few(cells):
            for number in cell.several(2, "[row, column]"):
                number.whole()
    return plain


def _few(part: JsonPart) -> list[JsonPart]:
    """The items of a list that is not too long."""
    found = list(part.items())
    if len(found) > _MOST:
        raise part.wrong(f"a list of {len(found):,}", f"at most {_MOST:,} are allowed")
    return found


def read_address(puzzle: SlashPuzzle, address: str) -> SlashInstance:
    """Reads the board in an address; an `InputError` has the number of the character that is wrong.

    Example:
        >>> puzzle = SlashPuzzle("surasshupakku", "Surasshupakku", "", "")
        >>> read_address(puzzle, "https://puzz.link/p?slashpack/3/2/12h12").clues
        ((1, 2, 0), (0, 1, 2))
        >>> read_address(puzzle, "slashpack/3/2/12h")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: the address: it ends before the board does; copy the whole address
    """  # noqa: E501 - an error is one line
    rows, columns, words = clues_of_address(GENRE, _CODE, address)
    require_size(rows, columns, _ADDRESS)
    for cell, word in words.items():
        if word == "0":
            what = f"clue 0 in {name_of_cell(cell)}"
            raise InputError(what, "numbers begin with 1", _ADDRESS)
    known = {"-": NO_CLUE, "?": ANY}
    clues = [known[word] if word in known else int(word) for word in words.values()]
    board = tuple(tuple(clues[row * columns : (row + 1) * columns]) for row in range(rows))
    return SlashInstance(puzzle, board, letter_names(board, (), _ADDRESS))


def address_of(instance: SlashInstance) -> str:
    """The address of a board, without a host; an `InputError` if the last letter is hidden.

    Example:
        >>> puzzle = SlashPuzzle("surasshupakku", "Surasshupakku", "", "")
        >>> address_of(SlashInstance(puzzle, ((1, 0), (0, -1)), ("1",)))
        'slashpack/2/2/1h.'
    """
    if not instance.cells_of(instance.letters):
        what = f"an address of a board whose letter {instance.names[-1]} is hidden everywhere"
        raise InputError(what, "show it once, or use 'show --yaml'")
    cells = ((r, c) for r in range(instance.rows) for c in range(instance.columns))
    clues = {(r, c): instance.clues[r][c] for r, c in cells}
    words = {c: "?" if clue == ANY else str(clue) for c, clue in clues.items() if clue != NO_CLUE}
    return address_of_clues(GENRE, _CODE, (instance.rows, instance.columns), words)
