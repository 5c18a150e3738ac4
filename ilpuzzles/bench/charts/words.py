"""Times, sizes and numbers as people read them."""

from __future__ import annotations

from math import inf

_MINUTE = 60.0


def seconds_text(seconds: float) -> str:
    """A time with three figures, or minutes and hours.

    Example:
        >>> [seconds_text(time) for time in (0.00012, 0.0123, 1.234, 75, 5000)]
        ['0.12 ms', '12.3 ms', '1.23 s', '75.0 s', '83.3 min']
        >>> seconds_text(float("inf"))
        'not solved'
    """
    if seconds == inf:
        return "not solved"
    if seconds < 0.9995:
        return f"{_figures(seconds * 1000)} ms"
    if seconds < 5 * _MINUTE:
        return f"{_figures(seconds)} s"
    minutes = seconds / _MINUTE
    return f"{_figures(minutes)} min" if minutes < 2 * _MINUTE else f"{_figures(minutes / 60)} h"


def limit_text(seconds: float) -> str:
    """A time limit, as it was written.

    Example:
        >>> limit_text(60.0), limit_text(0.5)
        ('60 s', '0.5 s')
    """
    return f"{seconds:,.10g} s"


def bytes_text(number: float) -> str:
    """A size of memory.

    Example:
        >>> bytes_text(215_000_000)
        '205 MiB'
    """
    mebibytes = number / (1 << 20)
    if mebibytes >= 10_000:
        return f"{mebibytes / 1024:,.1f} GiB"
    return f"{mebibytes:,.0f} MiB" if mebibytes >= 10 else f"{mebibytes:.1f} MiB"


def number_text(number: float) -> str:
    """A number with its thousands apart.

    Example:
        >>> number_text(69625204), number_text(2.5)
        ('69,625,204', '2.5')
    """
    return f"{number:,.0f}" if number == round(number) else f"{number:,.6g}"


def plural(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    Example:
        >>> plural(1, "run"), plural(2, "run"), plural(3, "query", "queries")
        ('1 run', '2 runs', '3 queries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def instance_text(instance: tuple[str, str]) -> str:
    """A case with its question.

    Example:
        >>> instance_text(("cube empty", "solve")), instance_text(("cube empty", "count"))
        ('cube empty', 'cube empty, count')
    """
    case, question = instance
    return case if question == "solve" else f"{case}, {question}"


def _figures(number: float) -> str:
    places = 2 if number < 9.995 else 1 if number < 99.95 else 0
    return f"{number:.{places}f}"
