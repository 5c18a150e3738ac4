"""A position that a page has saved as JSON: its board, and what was drawn or laid there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.reading.json_text import read_json
from ilpuzzles.reading.source import read_unpacked

_MOST_BYTES = 4 << 20
_ADVICE = "choose 'Save as JSON' on the page of a board again"

_LISTS_OF_WORDS = ("candidates", "corners")
_LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """A position on a board.

    Attributes:
        puzzle: The name of the puzzle.
        board: The key of the board; see `Game.other`.
        given: The moves that lie there from the start.
        moves: All moves that lie there.
        notes: What is noted beside the marks, and which cells are tinted; see `notes_of`.
    """

    puzzle: str
    board: str
    given: tuple[int, ...]
    moves: tuple[int, ...]
    notes: Mapping[str, Any] = field(default_factory=dict)


def read_saved_position(path: Path) -> SavedPosition | None:
    """Reads a position from a file; None if the file is something else.

    Raises:
        InputError: If the file begins as one, and is none.
    """
    if path.suffix != ".json":
        return None
    data = read_json(read_unpacked(path, _MOST_BYTES), str(path))
    if not isinstance(data, dict) or "moves" not in data:
        return None
    puzzle = data.get("puzzle")
    board = data.get("board")
    if not isinstance(puzzle, str) or not isinstance(board, str) or not board:
        raise InputError("does not say which board it is about", _ADVICE, str(path))
    moves = _numbers(data, "moves", path)
    given = _numbers(data, "given", path)
    return SavedPosition(puzzle, board, given, moves, notes_of(data.get("notes")))


def notes_of(data: object, number_of_spots: int | None = None) -> dict[str, Any]:
    """The notes of a pencil board, as far as data from outside are notes.

    Args:
        data: What a page or a file says: `candidates` in the middle of cells and in their
            `corners`, lists of words by the number of the cell; and `tints`, a word for each cell.
        number_of_spots: How many cells the board has, if that is known.

    Example:
        >>> notes_of({"candidates": {"3": ["1", "2"], "x": ["1"]}, "tints": {"0": "green"}})
        {'candidates': {'3': ['1', '2']}, 'tints': {'0': 'green'}}
    """
    if not isinstance(data, dict):
        return {}
    notes: dict[str, Any] = {}
    for kind in (*_LISTS_OF_WORDS, "tints"):
        by_spot = data.get(kind)
        if not isinstance(by_spot, dict):
            continue
        is_note = _is_list_of_words if kind in _LISTS_OF_WORDS else _is_word
        kept = {
            spot: note
            for spot, note in by_spot.items()
            if _is_spot(spot, number_of_spots) and is_note(note)
        }
        if kept:
            notes[kind] = kept
    return notes


def _is_spot(name: str, number_of_spots: int | None) -> bool:
    """Whether a key of JSON is the number of a cell."""
    if not (name.isascii() and name.isdecimal() and len(name) < 8):
        return False
    return number_of_spots is None or int(name) < number_of_spots


def _is_word(note: object) -> bool:
    return isinstance(note, str) and 0 < len(note) <= _LONGEST_WORD


def _is_list_of_words(note: object) -> bool:
    return isinstance(note, list) and bool(note) and all(map(_is_word, note))


def _numbers(data: dict[str, Any], name: str, path: Path) -> tuple[int, ...]:
    numbers = data.get(name, [])
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise InputError(f"{name!r} is no list of moves", _ADVICE, str(path))
    return tuple(numbers)
