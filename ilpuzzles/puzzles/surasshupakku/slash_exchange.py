"""Solutions that somebody has written down row by row, and addresses of boards.

Addresses are those of puzz.link: `slashpack/COLUMNS/ROWS/BODY`. The body goes through the cells in
reading order. `1` to `f` is a clue in hexadecimal digits, `-1f` one with two of them, `+1ff` one
with three, `.` a clue that may be any letter; `g` to `z` leave 1 to 20 cells without a clue. What
stands before the name of the genre, such as `https://puzz.link/p?`, does not matter, nor do `#` or
`&` with what follows them.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from ilpuzzles.document.json_text import JsonPart
from ilpuzzles.errors import InputError, counted, quoted
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

_MOST = 10_000
GENRE = "slashpack"
_FIRST_SKIP = ord("g") - 1
_OPEN_CELLS = re.compile(" {1,20}")
_SIZE = re.compile(r"[0-9]{1,4}\Z")
_BOARD = re.compile(rf"(?<![a-z]){GENRE}/[^#&]*")
_CELL = re.compile(r"-[0-9a-f]{2}|\+[0-9a-f]{3}|[0-9a-f]|[g-z]|\.")
_DIGITS = {"-": 2, "+": 3}
_SIGNS = {1: "", 2: "-", 3: "+"}
_LONGEST = 20_000
_ADDRESS = "the address"


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
        >>> read_address(puzzle, "slashpack/3/2/12i")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: the address: 5 cells, where 3 columns and 2 rows have 6; copy the whole address
    """  # noqa: E501 - an error is one line
    text = unquote(address.strip())
    if len(text) > _LONGEST:
        raise _wrong(f"{len(text):,} characters", f"at most {_LONGEST:,} are allowed")
    found = _BOARD.search(text)
    if found is None:
        genre = text.rpartition("?")[2].split("/")[0]
        what = f"a board of the genre {quoted(genre)}" if genre else "an empty address"
        if ":" in genre:
            what = f"no board in {quoted(text)}"
        raise _wrong(what, f"give one of {GENRE}/...")
    words = found[0].removesuffix("/").split("/")
    if len(words) != 4:
        raise _wrong(f"{len(words)} parts between '/'", f"write {GENRE}/COLUMNS/ROWS/BODY")
    for size in words[1:3]:
        if not _SIZE.match(size):
            raise _wrong(f"size {quoted(size)}", "write a whole number")
    columns, rows, body = int(words[1]), int(words[2]), words[3]
    require_size(rows, columns, _ADDRESS)
    clues = _cells(body, found.start() + len(f"{'/'.join(words[:3])}/"))
    wanted = rows * columns
    if len(clues) != wanted:
        size = f"{counted(columns, 'column')} and {counted(rows, 'row')} have {wanted:,}"
        what = f"{counted(len(clues), 'cell')}, where {size}"
        raise _wrong(what, "copy the whole address")
    board = tuple(tuple(clues[row * columns : (row + 1) * columns]) for row in range(rows))
    return SlashInstance(puzzle, board, letter_names(board, (), _ADDRESS))


def _wrong(what: str, advice: str, at: int | None = None) -> InputError:
    return InputError(what, advice, _ADDRESS if at is None else f"{_ADDRESS}, character {at + 1}")


def _cells(body: str, start: int) -> list[int]:
    """The cells in the body of an address, which begins at a character of the whole."""
    clues: list[int] = []
    at = 0
    while at < len(body):
        place = start + at
        found = _CELL.match(body, at)
        if found is None:
            shown = quoted(body[at : at + 1 + _DIGITS.get(body[at], 0)])
            advice = "write clues 1 to f, -10, +100, '.', or g to z for cells without a clue"
            raise _wrong(f"{shown} in a board", advice, place)
        text, at = found[0], found.end()
        if text == ".":
            clues.append(ANY)
        elif "g" <= text <= "z":
            clues += [NO_CLUE] * (ord(text) - _FIRST_SKIP)
        elif number := int(text.lstrip("-+"), 16):
            clues.append(number)
        else:
            raise _wrong("clue 0", "numbers begin with 1", place)
    return clues


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
    body = "".join(_write_clue(clue) for row in instance.clues for clue in row)
    body = _OPEN_CELLS.sub(lambda cells: chr(_FIRST_SKIP + len(cells[0])), body)
    return f"{GENRE}/{instance.columns}/{instance.rows}/{body}"


def _write_clue(clue: int) -> str:
    if clue in {ANY, NO_CLUE}:
        return "." if clue == ANY else " "
    # No board has so many cells that three digits are not enough.
    return f"{_SIGNS[len(f'{clue:x}')]}{clue:x}"
