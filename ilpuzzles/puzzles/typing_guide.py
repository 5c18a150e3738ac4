"""How a board is typed: its text, the words for clues, and the fields of its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TypingGuide:
    """What somebody has to know who types a board.

    Attributes:
        rows: The rows of a text that is this board; an empty one stands between two drawings.
        parts: What the text has, part by part, in words.
        words: What stands in cells, and what each of it means.
        fields: The fields that a file may have.
    """

    rows: tuple[str, ...]
    parts: tuple[str, ...]
    words: tuple[tuple[str, str], ...]
    fields: tuple[str, ...]

    @property
    def one_line(self) -> str:
        """The text as it is typed behind `--board`.

        Example:
            >>> TypingGuide(("1-", "--", "", "AA", "BB"), (), (), ()).one_line
            '1-/--//AA/BB'
        """
        return "/".join(self.rows)

    def to_json(self) -> dict[str, Any]:
        """The guide as plain data."""
        return {
            "rows": list(self.rows),
            "parts": list(self.parts),
            "words": dict(self.words),
            "fields": list(self.fields),
        }
