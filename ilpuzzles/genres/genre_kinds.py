"""The kinds of puzzles in Python files: each file is run once, and again when it has changed."""

from __future__ import annotations

from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.genres.genre_kind import GenreKind
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.reading.python_source import Script

_KINDS: dict[str, tuple[str, GenreKind]] = {}
"""The kind that each file made, by its path, with the text that the file had then."""


def genre_kind(name: str, script: Script) -> GenreKind:
    """Returns the kind of puzzle that a Python file describes."""
    path = str(script.path.absolute())
    text, kind = _KINDS.get(path, ("", None))
    if kind is None or text != script.text or kind.puzzle.name != name:
        kind = GenreKind(name, GenreFile.read(script), GenrePosition)
        _KINDS[path] = (script.text, kind)
    return kind
