"""Shows on standard error how far long work is, where a person looks at it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ilpuzzles.queries import Progress

_PATIENCE = 1.0


class Meter:
    """One line that is written over again and again.

    Args:
        quiet: Whether to say nothing.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._silent = quiet or not sys.stderr.isatty()
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Shows the progress, once the work has taken longer than a moment."""
        if self._silent or progress.seconds < _PATIENCE:
            return
        parts = f", {progress.done} of {progress.parts} parts" if progress.parts else ""
        text = f"{progress.found:,} found{parts}, {progress.seconds:.0f} s"
        sys.stderr.write(f"\r{text.ljust(self._width)}")
        sys.stderr.flush()
        self._width = len(text)

    def clear(self) -> None:
        """Takes the line away."""
        if self._width:
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()
            self._width = 0
