"""Shows solutions side by side, row after row as they are found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ilpuzzles.cli.output import line_width, say_drawing
from ilpuzzles.render import Sheet

if TYPE_CHECKING:
    from ilpuzzles.cli.progress_line import ProgressLine
    from ilpuzzles.workbench.own_puzzles import Subject


_USUAL = 80


def sheet_width() -> int:
    """How wide a sheet is: like the terminal, or 80 where nobody looks at it."""
    return line_width() or _USUAL


class SheetOfSolutions:
    """A sheet of small pictures, each of which is shown when its row is full.

    Args:
        subject: What draws the solutions.
        line: A line that has to make room for pictures.
    """

    def __init__(self, subject: Subject, line: ProgressLine) -> None:
        self._subject = subject
        self._line = line
        self._sheet = Sheet(sheet_width())

    def add(self, solution: Any) -> None:
        """Takes a solution."""
        lines = self._sheet.add(self._subject.small(solution))
        if lines:
            self._line.clear()
            say_drawing(lines)

    def finish(self) -> None:
        """Shows the last row."""
        lines = self._sheet.rest()
        if lines:
            say_drawing(lines)
