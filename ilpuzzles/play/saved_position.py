"""A position that a page has saved as JSON: its board, and what was drawn or laid there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.reading.json_text import read_json
from ilpuzzles.reading.source import read_unpacked

_MOST_BYTES = 4 << 20
_ADVICE = "choose 'Save as JSON' on the page of a board again"


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """A position on a board.

    Attributes:
        puzzle: The name of the puzzle.
        board: The key of the board; see `Game.other`.
        given: The moves that lie there from the start.
        moves: All moves that lie there.
    """

    puzzle: str
    board: str
    given: tuple[int, ...]
    moves: tuple[int, ...]


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
    return SavedPosition(puzzle, board, given, moves)


def _numbers(data: dict[str, Any], name: str, path: Path) -> tuple[int, ...]:
    numbers = data.get(name, [])
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise InputError(f"{name!r} is no list of moves", _ADVICE, str(path))
    return tuple(numbers)
