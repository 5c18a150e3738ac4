"""How cost grows with size: a power of it or an exponential, where one of them fits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, floor, fsum, log, log10

from ilpuzzles.bench.charts.words import plural

FEWEST = 3
"""Through fewer sizes than this no growth is fitted."""

NOISE = 2.0
"""Costs that differ by no more than this factor are not taken for growth."""

RESOLUTION = 0.02
"""Costs that are all below this many seconds are not, either: they are those of starting."""

_MOST = 700.0  # the exponential of more is no number

EXPLAINED = 0.7
"""The least part of the variance that a law has to explain, corrected for few points."""


@dataclass(frozen=True, slots=True)
class Growth:
    """A fitted growth.

    Attributes:
        exponential: Whether the cost is factor * rate ** size, not factor * size ** rate.
        level: The logarithm of the factor, which itself may be too small for a number.
        rate: The exponent of a power, the base of an exponential.
        fit: The part of the variance of log cost that it explains (R squared), 1 at best.
        other: The same for the other of the two laws.
        points: How many points it was fitted to.
    """

    exponential: bool
    level: float
    rate: float
    fit: float
    other: float
    points: int

    def cost(self, size: float) -> float:
        """The cost that it predicts."""
        grown = size * log(self.rate) if self.exponential else self.rate * log(size)
        return exp(min(self.level + grown, _MOST))

    def __str__(self) -> str:
        """The growth in words."""
        law = f"{_base(self.rate)}^size" if self.exponential else f"size^{self.rate:.2f}"
        other = "power" if self.exponential else "exponential"
        return (
            f"time grows as {law}, {self.points} points, "
            f"R² {_share(self.fit)} ({other}: {_share(self.other)})"
        )


@dataclass(frozen=True, slots=True)
class Flat:
    """No growth that could be named.

    Attributes:
        reason: Why there is none.
    """

    reason: str

    def __str__(self) -> str:
        """The reason."""
        return self.reason


def growth(points: Iterable[tuple[float, float]], noise: float = NOISE) -> Growth | Flat:
    """Fits a power and an exponential to sizes and costs by least squares of log cost.

    Args:
        points: Sizes with their costs in seconds, all above 0.
        noise: By which factor costs have to differ to be taken for growth.

    Returns:
        The one that explains more, a power if both explain the same; or why there is none.

    Example:
        >>> str(growth((size, 2 * size**3) for size in (1, 2, 3, 5, 8)))
        'time grows as size^3.00, 5 points, R² 1.000 (exponential: 0.912)'
        >>> str(growth((size, 0.05 * 1.002**size) for size in (64, 256, 576, 1024)))
        'time grows as 1.00200^size, 4 points, R² 1.000 (power: 0.866)'
        >>> str(growth((size, 0.3 + size / 100) for size in (1, 2, 3, 5, 8)))
        'no growth: 5 points within a factor of 1.23'
        >>> str(growth([(1, 0.3), (2, 1.5)]))
        'no fit: 2 sizes solved, 3 needed'
    """
    known = sorted(points)
    sizes = len({size for size, _ in known})
    if sizes < FEWEST:
        few = f"{plural(sizes, 'size')} solved, {FEWEST} needed" if sizes else "nothing solved"
        return Flat(f"no fit: {few}")
    least, most = min(cost for _, cost in known), max(cost for _, cost in known)
    if most <= RESOLUTION:
        return Flat(f"no fit: {len(known)} points, all within {RESOLUTION * 1000:.0f} ms")
    if most <= noise * least:
        return Flat(f"no growth: {len(known)} points within a factor of {most / least:.3g}")
    costs = [log(cost) for _, cost in known]
    powers = _line([log(size) for size, _ in known], costs)
    exponents = _line([size for size, _ in known], costs)
    # Rounding must not decide between two that fit equally well.
    exponential = exponents[2] > powers[2] + 1e-9
    (start, slope, fit), (_, _, other) = (exponents, powers) if exponential else (powers, exponents)
    if slope <= 0:
        return Flat(f"no growth: the larger of {len(known)} points cost no more")
    # A line through few points explains much of them by chance: R squared, adjusted.
    if 1 - (1 - fit) * (len(known) - 1) / (len(known) - 2) < EXPLAINED:
        return Flat(f"no clear law: {len(known)} points, R² {_share(fit)} at best")
    rate = exp(slope) if exponential else slope
    return Growth(exponential, start, rate, fit, other, len(known))


def _line(across: list[float], up: list[float]) -> tuple[float, float, float]:
    """The line of least squares: where it starts, its slope, and R squared."""
    number = len(across)
    middle, height = fsum(across) / number, fsum(up) / number
    width = fsum((x - middle) ** 2 for x in across)
    slope = fsum((x - middle) * (y - height) for x, y in zip(across, up, strict=True)) / width
    start = height - slope * middle
    missed = fsum((y - start - slope * x) ** 2 for x, y in zip(across, up, strict=True))
    spread = fsum((y - height) ** 2 for y in up)
    return start, slope, 1 - missed / spread


def _base(rate: float) -> str:
    """The base of an exponential, with three digits of what it has beyond 1."""
    places = 2 - floor(log10(max(rate - 1, 1e-9)))
    return f"{rate:.{min(max(places, 2), 9)}f}"


def _share(part: float) -> str:
    # What does not explain everything is not rounded to 1.
    return f"{part:.3f}" if part >= 1 - 1e-9 else f"{min(part, 0.999):.3f}"
