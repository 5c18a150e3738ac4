"""Text pictures: lines of coloured segments, put side by side, wrapped, and many on one sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ilpuzzles.errors import one_line
from ilpuzzles.render.svg import ink_on

if TYPE_CHECKING:
    from rich.text import Text

_GAP = 3


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
    return "\n".join(
        one_line("".join(segment.text for segment in line)).rstrip() for line in drawing
    )


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
            text.append(one_line(segment.text), style.strip() or None)
    return text


def line_width(line: Sequence[Segment]) -> int:
    """The number of characters in a line."""
    return sum(len(segment.text) for segment in line)


def block_width(block: Drawing) -> int:
    """The number of characters in the longest line.

    Example:
        >>> block_width([[Segment("ab"), Segment("c")], [Segment("d")]])
        3
    """
    return max((line_width(line) for line in block), default=0)


def beside(blocks: Sequence[Drawing], gap: int) -> Drawing:
    """Puts pictures side by side, with a gap between them; shorter ones end earlier."""
    widths = [block_width(block) for block in blocks]
    lines: Drawing = []
    for number in range(max(map(len, blocks), default=0)):
        line: list[Segment] = []
        for block, width in zip(blocks, widths, strict=True):
            if line:
                line.append(Segment(" " * gap))
            part = block[number] if number < len(block) else []
            line += part
            missing = width - line_width(part)
            if missing:
                line.append(Segment(" " * missing))
        lines.append(line)
    return lines


def arrange(blocks: Sequence[Drawing], gap: int, width: int | None) -> Drawing:
    """Puts pictures side by side, as many in a row as fit into a width, with a gap between them.

    A picture that is wider by itself stands alone.
    """
    rows: list[list[Drawing]] = []
    used = 0
    for block in blocks:
        needed = block_width(block)
        if rows and (width is None or used + gap + needed <= width):
            rows[-1].append(block)
            used += gap + needed
        else:
            rows.append([block])
            used = needed
    return [line for row in rows for line in beside(row, gap)]


def wrapped(text: str, width: int | None) -> list[str]:
    """A line, or several where it is longer than there is room: it is broken between words.

    Example:
        >>> wrapped("to place: A B C D", 12), wrapped("to place: A B", None)
        (['to place: A', '  B C D'], ['to place: A B'])
    """
    if width is None or len(text) <= width:
        return [text]
    return wrap(
        text, max(width, 3), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


class Sheet:
    """Pictures side by side, as many as fit into a width, row after row as they come."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._waiting: list[Drawing] = []
        self._number = 0
        self._begun = False

    def add(self, picture: Drawing) -> Drawing:
        """Takes a picture; returns the lines of the rows that are full by then, if any."""
        self._number += 1
        block = [[Segment(str(self._number), bold=True)], *picture]
        lines = [] if self._has_room(block) else self.rest()
        self._waiting.append(block)
        # Pictures of a puzzle are all of one size, so the next one would not fit either.
        return lines if self._has_room(block) else [*lines, *self.rest()]

    def _has_room(self, block: Drawing) -> bool:
        widths = [block_width(other) for other in [*self._waiting, block]]
        return len(widths) == 1 or sum(widths) + _GAP * (len(widths) - 1) <= self._width

    def rest(self) -> Drawing:
        """The lines of the last row, which is not full; none if nothing waits."""
        row = beside(self._waiting, _GAP)
        if row and self._begun:
            row.insert(0, [])
        self._begun = self._begun or bool(row)
        self._waiting = []
        return row


def sheet_text(pictures: Iterable[Drawing], width: int) -> Drawing:
    """A sheet of pictures, such as those of `small_text`; one that is too wide stands alone."""
    sheet = Sheet(width)
    lines = [line for picture in pictures for line in sheet.add(picture)]
    return [*lines, *sheet.rest()]
