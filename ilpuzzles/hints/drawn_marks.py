"""Marks that somebody has drawn on paper, read from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.genres.boards import has_open_blanks, rows_of
from ilpuzzles.reading.json_text import read_json
from ilpuzzles.reading.source import STANDARD_INPUT, read_standard_input, read_unpacked

_MOST_BYTES = 1 << 22


def read_marks(source: str | Path) -> dict[str, Any]:
    """Reads marks: an answer of `hint` or a saved position in JSON, a part of a solution, or rows.

    In rows `.`, `?` and blanks are open cells; what else stands there is what solutions have.

    Raises:
        InputError: If it is none of these.
    """
    if str(source) == STANDARD_INPUT:
        text = read_standard_input(_MOST_BYTES)
        name = "standard input"
    else:
        text = read_unpacked(Path(source), _MOST_BYTES)
        name = str(source)
    if not text.lstrip().startswith("{"):
        if has_open_blanks(text.splitlines()):
            text = text.replace(" ", ".")
        rows = [" ".join("?" if word == "." else word for word in row) for row in rows_of(text)]
        return {"rows": rows}
    data = read_json(text, name)
    if isinstance(data, dict) and "hint" in data:
        hint = data["hint"]
        data = hint.get("board") if isinstance(hint, dict) else None
    elif isinstance(data, dict) and "moves" in data:
        # A position that a page has saved: what is drawn stands there as a part of a solution.
        solutions = data.get("solutions")
        data = solutions[0] if isinstance(solutions, list) and solutions else None
    if not isinstance(data, dict):
        raise InputError("no marks", "give an answer of 'hint --json', or rows of words", name)
    return data
