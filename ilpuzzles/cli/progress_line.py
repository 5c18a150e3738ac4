"""Shows on standard error how far long work is, where a person looks at it."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING

from ilpuzzles.cli.output import console_of, note
from ilpuzzles.errors import one_line
from ilpuzzles.progress import Progress, Reporter

if TYPE_CHECKING:
    from rich.progress import Progress as Bar, ProgressColumn

_PATIENCE = 1.0
_BAR = (8, 30)
_MINUTE, _HOUR, _DAY, _YEAR = 60, 3600, 86_400, 365 * 86_400
_FEW = 10
# A gap of more than this says no more than that.
_WIDE = 100.0


_shown: list[ProgressLine] = []
"""The lines that stand in the terminal, one at most."""

_alone: list[ProgressLine] = []
"""The line that others wait for before they show anything, if there is one."""

# Lines are shown by threads of their own.
_SHOWING = RLock()


def clear_line() -> None:
    """Takes away the line of progress that stands in the terminal, if there is one."""
    for line in tuple(_shown):
        line.clear()


@contextmanager
def note_log(*, quiet: bool, verbose: bool = False) -> Iterator[None]:
    """Notes what the package logs for those who wait, unless `quiet`: what is compiled once.

    What lasts is a line of progress, where there can be one and no log of a solver (`verbose`).
    """
    log, handler = logging.getLogger("ilpuzzles"), _NoteHandler(verbose=verbose)
    level = log.level
    if not quiet:
        log.addHandler(handler)
        log.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        log.removeHandler(handler)
        handler.close()
        log.setLevel(level)


class _NoteHandler(logging.Handler):
    """Notes what is logged; shows a line from a record that `lasts` to one that does not."""

    def __init__(self, *, verbose: bool) -> None:
        super().__init__()
        self._verbose = verbose
        self._lasting = ExitStack()

    def emit(self, record: logging.LogRecord) -> None:
        text, lasts = record.getMessage(), getattr(record, "lasts", None)
        line = ProgressLine(quiet=self._verbose, doing=text.removesuffix(" ..."), patience=0.0)
        if lasts is not None and line.can_be_shown:
            self._lasting.close()
            if lasts:
                self._lasting.enter_context(line.alone())
        elif record.levelno >= logging.INFO:
            clear_line()
            note(text)

    def close(self) -> None:
        """Takes the line away."""
        self._lasting.close()
        super().close()


class ProgressLine:
    """A line that is written over again and again, and is gone in the end.

    It counts `what`, until there are as many as `most` where that is given; where nothing is
    counted, it says what is being done (`doing`) instead. It comes when the work has taken longer
    than `patience`, in seconds. Before anything else is written while the work goes on, `clear` is
    called.
    """

    def __init__(
        self,
        *,
        quiet: bool,
        what: str = "found",
        doing: str = "",
        most: int | None = None,
        patience: float | None = None,
    ) -> None:
        # A dumb terminal cannot take a line back.
        dumb = os.environ.get("TERM", "").lower() in {"dumb", "unknown"}
        self._silent = quiet or dumb or not sys.stderr.isatty()
        self._what, self._doing, self._most = what, doing, most
        self._patience = _PATIENCE if patience is None else patience
        self._seconds = 0.0
        self._share: float | None = None
        self._bar: Bar | None = None

    @property
    def can_be_shown(self) -> bool:
        """Whether there is a terminal that can show it, and somebody wants to see it."""
        return not self._silent

    def __call__(self, progress: Progress) -> None:
        """Shows the progress, once the work has taken longer than a moment."""
        if self._silent or progress.seconds < self._patience:
            return
        with _SHOWING:
            if not _alone or self in _alone:
                self._show(progress)

    def _show(self, progress: Progress) -> None:
        if self._most:
            found = min(progress.found / self._most, 1.0)
            progress = replace(progress, share=max(progress.share or 0.0, found))
        self._seconds = progress.seconds
        bar = self._bar = self._bar or self._new_bar()
        (task,) = bar.tasks
        if progress.share is None or progress.share < task.completed:
            bar.reset(task.id, total=1.0)
        if progress.share is not None and progress.share != self._share:
            # What is left is estimated from where the share was known first.
            bar.advance(task.id, progress.share - task.completed)
        self._share = progress.share
        bar.columns = self._columns(progress, task.time_remaining, bar.console.width)
        if bar.live.is_started:
            bar.refresh()
        else:
            bar.start()
            _shown.append(self)

    def clear(self) -> None:
        """Takes the line away, until there is something new to show."""
        with _SHOWING:
            if self._bar is not None and self._bar.live.is_started:
                self._bar.stop()
            if self in _shown:
                _shown.remove(self)

    @contextmanager
    def during(self) -> Iterator[None]:
        """Shows the time that a piece of work takes which says nothing of its progress."""
        try:
            with Reporter(None if self._silent else self).beating():
                yield
        finally:
            self.clear()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Like `during`, in the place of the line that is shown around this piece of work."""
        with _SHOWING:
            clear_line()
            _alone.append(self)
        try:
            with self.during():
                yield
        finally:
            _alone.remove(self)

    def _new_bar(self) -> Bar:
        # Most answers come before anything is shown, and rich is slow to import.
        from rich.progress import Progress as Bar  # noqa: PLC0415

        # Standard output is left alone: answers are written to it as they are.
        bar = Bar(
            console=console_of(sys.stderr),
            auto_refresh=False,
            speed_estimate_period=_YEAR,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            get_time=lambda: self._seconds,
        )
        bar.add_task("", total=1.0)
        return bar

    def _columns(
        self, progress: Progress, left: float | None, width: int
    ) -> tuple[ProgressColumn, ...]:
        """What there is to say; what matters least goes if the line is long."""
        from rich.progress import BarColumn, TextColumn  # noqa: PLC0415 - likewise
        from rich.table import Column  # noqa: PLC0415 - likewise

        words = {"found": self._doing or f"{progress.found:,} {self._what}"}
        rate = 0.0 if self._doing else progress.found / progress.seconds
        if rate:
            words["rate"] = f"{rate:,.0f}/s" if rate >= 10 * _FEW else f"{rate:,.1f}/s"
        words |= _bounds(progress)
        if progress.share is not None and "gap" not in words:
            # Rounded down, since 100% would say that nothing is left.
            words["percent"] = f"{int(1000 * progress.share) / 10:.1f}%"
        elif progress.parts:
            words["parts"] = f"{progress.done:,} of {progress.parts:,} parts"
        words["elapsed"] = clock_text(progress.seconds)
        if left is not None and "percent" in words:
            words["left"] = f"{clock_text(left)} left"
        for name in ("rate", "parts", "elapsed", "left", "bounds", "percent", "gap"):
            if len(" ".join(words.values())) >= width:
                words.pop(name, None)
        columns: list[ProgressColumn] = []
        # The last column of a terminal stays free, where some of them begin a new line.
        room = width - 2 - len(" ".join(words.values()))
        for name, text in words.items():
            if name == "percent" and room >= _BAR[0]:
                columns.append(BarColumn(min(room, _BAR[1])))
            style = {"found": "bold", "percent": "cyan"}.get(name, "none")
            cell = Column(no_wrap=True, overflow="crop")
            columns.append(TextColumn(one_line(text), style, markup=False, table_column=cell))
        return tuple(columns)


def _bounds(progress: Progress) -> dict[str, str]:
    """The incumbent, its bound and the gap between them, as far as they are known.

    A gap is no share of the search, so it has no bar: the last of it may take the longest.
    """
    bounds = {"best": progress.best, "bound": progress.bound}
    said = [f"{name} {value:,.8g}" for name, value in bounds.items() if value is not None]
    if progress.gap is None:
        return {"bounds": ", ".join(said)} if said else {}
    gap = f"gap {progress.gap:.2%}" if progress.gap < _WIDE else "gap large"
    return {"bounds": ", ".join([*said, ""]).rstrip(), "gap": gap}


def clock_text(seconds: float) -> str:
    """A length of time as a clock shows it.

    Example:
        >>> clock_text(7.6), clock_text(75), clock_text(3675), clock_text(200_000)
        ('0:07', '1:15', '1:01:15', '2 d 7 h')
    """
    whole = int(min(seconds, 100.0 * _YEAR))
    if whole >= _YEAR:
        return f"{whole // _YEAR} years or more" if whole >= 2 * _YEAR else "a year or more"
    if whole >= _DAY:
        return f"{whole // _DAY} d {whole % _DAY // _HOUR} h"
    if whole >= _HOUR:
        return f"{whole // _HOUR}:{whole % _HOUR // _MINUTE:02}:{whole % _MINUTE:02}"
    return f"{whole // _MINUTE}:{whole % _MINUTE:02}"
