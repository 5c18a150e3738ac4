"""Axes: where a value stands, and which values are written beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import ceil, floor, inf, log, log10

from ilpuzzles.bench.charts.letters import SIZE, text_width

_APART = 12.0  # pixels between two labels, at least
_WIDEN = 1.12
_FEW = 12


@dataclass(frozen=True, slots=True)
class Axis:
    """A straight axis.

    Attributes:
        low: The value at its start.
        high: The value at its end.
        start: Where it starts, in pixels.
        end: Where it ends; less than `start` for an axis that goes up.
        logarithmic: Whether equal factors are equally far apart.
        ticks: The values that are written beside it, with what is written.
    """

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool
    ticks: tuple[tuple[float, str], ...] = ()

    def place(self, value: float) -> float:
        """Where a value stands; one beyond the axis stands at its end.

        Example:
            >>> Axis(1, 100, 0, 200, logarithmic=True).place(10)
            100.0
        """
        value = min(max(value, self.low), self.high)
        if self.logarithmic:
            part = log(value / self.low) / log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * part


def time_axis(values: Iterable[float], start: float, end: float) -> Axis:
    """An axis for times in seconds, logarithmic, with some room at both ends.

    Example:
        >>> [text for _, text in time_axis([0.02, 3.0], 0, 400).ticks]
        ['100 ms', '1 s']
    """
    return _logarithmic(values, start, end, _time_label)


def size_axis(values: Iterable[float], start: float, end: float, *, logarithmic: bool) -> Axis:
    """An axis for sizes; a few of them are written as they are.

    Example:
        >>> [text for _, text in size_axis([6, 8, 11], 0, 300, logarithmic=False).ticks]
        ['6', '8', '11']
    """
    known = sorted(set(values))
    low, high = known[0], known[-1]
    room = (high - low) * 0.04 or 1.0
    if logarithmic:
        axis = _logarithmic(known, start, end, _plain)
    else:
        axis = _linear(low - room, high + room, start, end)
    if len(known) > _FEW:
        return axis
    exact = replace(axis, ticks=tuple((size, _plain(size)) for size in known))
    return exact if _apart(exact) else axis


def count_axis(most: int, start: float, end: float) -> Axis:
    """An axis for whole numbers from 0.

    Example:
        >>> [text for _, text in count_axis(3, 0, 300).ticks]
        ['0', '1', '2', '3']
    """
    return _linear(0, max(most, 1), start, end, least_step=1)


def share_axis(start: float, end: float) -> Axis:
    """An axis from 0% to 100%."""
    ticks = tuple((part / 5, f"{part * 20}%") for part in range(6))
    return Axis(0, 1, start, end, logarithmic=False, ticks=ticks)


def factor_axis(most: float, start: float, end: float) -> Axis:
    """An axis for factors from 1, with powers of 2.

    Example:
        >>> [text for _, text in factor_axis(5.0, 0, 300).ticks]
        ['1', '2', '4', '8']
    """
    powers = max(ceil(log(most, 2) - 1e-9), 1)
    ticks = [(2.0**power, f"{2**power:,}") for power in range(powers + 1)]
    return thinned(Axis(1, 2.0**powers, start, end, True, tuple(ticks)))


def thinned(axis: Axis) -> Axis:
    """The axis with every second, third, ... label only, where they would touch otherwise."""
    for step in range(1, len(axis.ticks) + 1):
        fewer = replace(axis, ticks=axis.ticks[::step])
        if _apart(fewer):
            return fewer
    return axis


def _apart(axis: Axis) -> bool:
    """Whether the labels do not touch."""
    upright = axis.end < axis.start
    end = -inf
    for value, text in axis.ticks[::-1] if upright else axis.ticks:
        half = SIZE / 2 if upright else text_width(text) / 2
        if axis.place(value) - half < end + (2.0 if upright else _APART):
            return False
        end = axis.place(value) + half
    return True


def _logarithmic(
    values: Iterable[float], start: float, end: float, label: Callable[[float], str]
) -> Axis:
    known = list(values)
    low, high = min(known) / _WIDEN, max(known) * _WIDEN
    if high < 10 * low:  # at least one power of ten shows, and small differences look small
        middle = (low * high) ** 0.5
        low, high = middle / 10**0.5, middle * 10**0.5
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    for parts in ((1,), (1, 2, 5)):
        marks = [part * 10.0**power for power in powers for part in parts]
        marks = [mark for mark in marks if low <= mark <= high]
        if len(marks) > 1:
            break
    ticks = tuple((mark, label(mark)) for mark in marks)
    return thinned(Axis(low, high, start, end, True, ticks))


def _linear(low: float, high: float, start: float, end: float, least_step: float = 0) -> Axis:
    step = 10.0 ** floor(log10((high - low) / 4))
    step = max(next(step * part for part in (1, 2, 5, 10) if (high - low) / (step * part) <= 6), 0)
    step = max(step, least_step)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    ticks = tuple((number * step, _plain(number * step)) for number in range(first, last + 1))
    return thinned(Axis(low, high, start, end, False, ticks))


def _plain(value: float) -> str:
    return f"{value:,.10g}"


def _time_label(seconds: float) -> str:
    if seconds < 0.9995:
        return f"{seconds * 1000:,.4g} ms"
    return f"{seconds:,.10g} s"
