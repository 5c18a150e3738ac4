"""Pictures in letters side by side, and below each other where there is no room."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from ilpuzzles.render.segments import Drawing, Segment


def line_width(line: Sequence[Segment]) -> int:
    """How many characters a line has."""
    return sum(len(segment.text) for segment in line)


def block_width(block: Drawing) -> int:
    """How many characters the longest line has.

    Example:
        >>> block_width([[Segment("ab"), Segment("c")], [Segment("d")]])
        3
    """
    return max((line_width(line) for line in block), default=0)


def beside(blocks: Sequence[Drawing], gap: int) -> Drawing:
    """Puts pictures side by side; shorter ones end earlier.

    Example:
        >>> left, right = [[Segment("ab")], [Segment("cd")]], [[Segment("e")]]
        >>> ["".join(segment.text for segment in line) for line in beside([left, right], 2)]
        ['ab  e', 'cd   ']
    """
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


def arranged(blocks: Sequence[Drawing], gap: int, width: int | None) -> Drawing:
    """Puts pictures side by side, as many in a row as fit.

    Args:
        blocks: The pictures.
        gap: How many characters are between two of them.
        width: How many characters a line may have, or None for any number. A picture that has more
            by itself stands alone.

    Example:
        >>> [len(arranged([[[Segment("ab")]]] * 5, 1, width)) for width in (None, 8, 5, 1)]
        [1, 2, 3, 5]
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
