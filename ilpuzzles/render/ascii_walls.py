"""Walls and marks in ASCII, for a terminal or a file whose encoding has no others.

A Windows console writes cp1252 into a file or a pipe, and `LANG=C` means ASCII.
"""

from __future__ import annotations

import codecs

ASCII = "ilpuzzles.ascii"
"""The error handler of streams that writes them so; see `codecs.register_error`."""

_WALLS = "─━╴╶│╵╷┌┐└┘├┤┬┴┼═║┈┊╱╲╳∧∨≠░■●○·…–"  # noqa: RUF001 - they do look alike
_LOOKS_LIKE = dict(zip(_WALLS, "----|||+++++++++=H.:/\\X^v#:#@o..-", strict=True))
"""One character for each, so that what stands below each other still does."""


def in_ascii(text: str) -> str:
    r"""Text with walls and marks in ASCII; of other characters a question mark is left.

    Example:
        >>> print(in_ascii("┌───●\n│ 3 │"))
        +---@
        | 3 |
        >>> in_ascii("Übung")
        '?bung'
    """
    return "".join(c if c.isascii() else _LOOKS_LIKE.get(c, "?") for c in text)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that an encoding does not have, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


def register_ascii() -> None:
    """Makes the error handler known, under the name `ASCII`."""
    codecs.register_error(ASCII, _replaced)
