"""Shows on standard error how far long work is, where a person looks at it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ilpuzzles.cli.meter_line import MeterLine
from ilpuzzles.cli.output import console_of

if TYPE_CHECKING:
    from rich.live import Live

    from ilpuzzles.queries import Progress

_PATIENCE = 1.0


class Meter:
    """A line that is written over again and again, and is gone in the end.

    Whoever writes anything else while the work goes on calls `clear` before.

    Args:
        quiet: Whether to say nothing.
        what: What is counted, such as `found`.
    """

    def __init__(self, *, quiet: bool, what: str = "found") -> None:
        # A dumb terminal cannot take a line back.
        dumb = os.environ.get("TERM", "").lower() in {"dumb", "unknown"}
        self._silent = quiet or dumb or not sys.stderr.isatty()
        self._line = MeterLine(what)
        self._live: Live | None = None

    def __call__(self, progress: Progress) -> None:
        """Shows the progress, once the work has taken longer than a moment."""
        if self._silent:
            return
        self._line.notice(progress)
        if progress.seconds < _PATIENCE:
            return
        if self._live is None:
            self._live = self._new_live()
        self._live.start()
        shown = self._line.drawn(progress, self._live.console.width)
        self._live.update(shown, refresh=True)

    def clear(self) -> None:
        """Takes the line away, until there is something new to show."""
        if self._live is not None:
            self._live.stop()

    def _new_live(self) -> Live:
        # Most answers come before anything is shown, and rich is slow to import.
        from rich.live import Live  # noqa: PLC0415

        # Standard output is left alone: answers are written to it as they are.
        return Live(
            console=console_of(sys.stderr),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
