"""Text pictures as lines of coloured segments, which can be shown with and without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ilpuzzles.render.palette import ink_on

if TYPE_CHECKING:
    from rich.text import Text


class Segment(NamedTuple):
    """A piece of a line."""

    text: str
    """What it says."""
    colour: str = ""
    """What it stands on, as `#rrggbb`; empty for the terminal's own background."""
    bold: bool = False
    """Whether it is bold where the terminal can do that."""


Drawing: TypeAlias = list[list[Segment]]
"""A picture: lines of segments."""


def as_plain(drawing: Drawing) -> str:
    r"""The picture as plain text.

    Example:
        >>> as_plain([[Segment("a", "#ff0000"), Segment("b ")], [Segment("c")]])
        'ab\nc'
    """
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in drawing)


def as_rich(drawing: Drawing) -> Text:
    """The picture as a text of the library rich, with its colours."""
    from rich.text import Text  # noqa: PLC0415 - only colour needs it, and it is slow to import

    text = Text(no_wrap=True, end="")
    for number, line in enumerate(drawing):
        if number:
            text.append("\n")
        for segment in line:
            style = "bold " if segment.bold else ""
            if segment.colour:
                style += f"{ink_on(segment.colour)} on {segment.colour}"
            text.append(segment.text, style.strip() or None)
    return text
