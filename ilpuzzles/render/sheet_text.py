"""Many small pictures in letters on one sheet: side by side, with numbers."""

from __future__ import annotations

from collections.abc import Iterable

from ilpuzzles.render.blocks import beside, block_width
from ilpuzzles.render.segments import Drawing, Segment

_GAP = 3


class Sheet:
    """Pictures side by side, as many as fit, row after row as they come.

    Args:
        width: How many characters there are in a line.

    Example:
        >>> sheet = Sheet(width=7)
        >>> picture = [[Segment("AB")], [Segment("BB")]]
        >>> rows = [sheet.add(picture), sheet.add(picture), sheet.add(picture), sheet.rest()]
        >>> [["".join(segment.text for segment in line) for line in row] for row in rows]
        [[], ['1    2 ', 'AB   AB', 'BB   BB'], [], ['', '3 ', 'AB', 'BB']]
    """

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
    """A sheet of pictures.

    Args:
        pictures: The pictures, such as those of `small_text`.
        width: How many characters there are in a line; a picture that has more stands alone.
    """
    sheet = Sheet(width)
    lines = [line for picture in pictures for line in sheet.add(picture)]
    return [*lines, *sheet.rest()]
