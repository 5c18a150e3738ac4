"""What the line says that shows how far long work is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ilpuzzles.queries import Progress

_GAP = 2
_BAR = (8, 30)
_MINUTE, _HOUR, _DAY, _YEAR = 60, 3600, 86_400, 365 * 86_400
_FEW = 10
# As long as less is done, what is left is anybody's guess.
_TELLING = 0.001


class MeterLine:
    """How far some work is, in a line that fits into a terminal.

    Args:
        what: What is counted, such as `found`.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._first: tuple[float, float] | None = None

    def notice(self, progress: Progress) -> None:
        """Keeps in mind when the share of the work was first known, and how much it was."""
        if progress.share is None:
            self._first = None
        elif self._first is None:
            self._first = (progress.seconds, progress.share)

    def seconds_left(self, progress: Progress) -> float | None:
        """How long the rest will take at the same speed, or None where nobody knows."""
        if progress.share is None or self._first is None:
            return None
        begun, share = self._first
        done = progress.share - share
        if done < _TELLING:
            return None
        return (progress.seconds - begun) * (1 - progress.share) / done

    def words(self, progress: Progress) -> dict[str, str]:
        """What there is to say, in the order of the line, by what it is.

        Example:
            >>> from ilpuzzles.queries import Progress
            >>> " ".join(MeterLine("found").words(Progress(1200, 3, 64, 75.0)).values())
            '1,200 found 16.0/s 3 of 64 parts 1:15'
        """
        rate = progress.found / progress.seconds if progress.seconds > 0 else 0.0
        left = self.seconds_left(progress)
        words = {"found": f"{progress.found:,} {self._what}"}
        if rate:
            words["rate"] = f"{rate:,.0f}/s" if rate >= 10 * _FEW else f"{rate:,.1f}/s"
        if progress.share is not None:
            # Rounded down, since 100% would say that nothing is left.
            words["percent"] = f"{int(1000 * progress.share) / 10:.1f}%"
        elif progress.parts:
            words["parts"] = f"{progress.done:,} of {progress.parts:,} parts"
        words["elapsed"] = clock_text(progress.seconds)
        if left is not None:
            words["left"] = f"{clock_text(left)} left"
        return words

    def drawn(self, progress: Progress, width: int) -> RenderableType:
        """The line, with a bar where the share is known; what matters least goes if it is long."""
        from rich.progress_bar import ProgressBar  # noqa: PLC0415 - slow to import; seldom shown
        from rich.table import Table  # noqa: PLC0415 - likewise
        from rich.text import Text  # noqa: PLC0415 - likewise

        words = self.words(progress)
        for name in ("rate", "parts", "elapsed", "left", "percent"):
            if _length(words) >= width:
                words.pop(name, None)
        line = Table.grid(padding=(0, _GAP, 0, 0))
        cells: list[RenderableType] = []
        # The last column of a terminal stays free, where some of them begin a new line.
        room = width - 1 - _length(words) - _GAP
        for name, text in words.items():
            if name == "percent" and progress.share is not None and room >= _BAR[0]:
                cells.append(ProgressBar(1.0, progress.share, width=min(room, _BAR[1])))
            style = {"found": "bold", "percent": "cyan"}.get(name, "")
            cells.append(Text(text, style, no_wrap=True, overflow="crop"))
        for _ in cells:
            line.add_column(no_wrap=True)
        line.add_row(*cells)
        return line


def _length(words: dict[str, str]) -> int:
    return sum(len(text) + _GAP for text in words.values()) - _GAP


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
