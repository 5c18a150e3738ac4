"""How cost grows with size: a power of it or an exponential, whichever fits better."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, fsum, log

FEWEST = 4
"""Through fewer sizes than this no growth is fitted."""


@dataclass(frozen=True, slots=True)
class Growth:
    """A fitted growth.

    Attributes:
        exponential: Whether the cost is factor * rate ** size, not factor * size ** rate.
        factor: The factor.
        rate: The exponent of a power, the base of an exponential.
        fit: The part of the variance of log cost that it explains (R squared), 1 at best.
    """

    exponential: bool
    factor: float
    rate: float
    fit: float

    def cost(self, size: float) -> float:
        """The cost that it predicts."""
        grown: float = self.rate**size if self.exponential else size**self.rate
        return self.factor * grown

    def __str__(self) -> str:
        """The growth in words."""
        law = f"{self.rate:.3g}^size" if self.exponential else f"size^{self.rate:.2f}"
        return f"∝ {law}, R² {self.fit:.3f}"


def growth(points: Iterable[tuple[float, float]]) -> Growth | None:
    """Fits a power and an exponential to sizes and costs by least squares of log cost.

    Args:
        points: Sizes with their costs, all above 0.

    Returns:
        The one that explains more, a power if both explain the same; None for less than `FEWEST`
        different sizes.

    Example:
        >>> str(growth((size, 2 * size**3) for size in (1, 2, 3, 5, 8)))
        '∝ size^3.00, R² 1.000'
        >>> str(growth((size, 5 * 2**size) for size in (1, 2, 3, 5, 8)))
        '∝ 2^size, R² 1.000'
    """
    known = sorted(points)
    if len({size for size, _ in known}) < FEWEST:
        return None
    costs = [log(cost) for _, cost in known]
    start, slope, fit = _line([log(size) for size, _ in known], costs)
    power = Growth(False, exp(start), slope, fit)
    start, slope, fit = _line([size for size, _ in known], costs)
    # Rounding must not decide between two that fit equally well.
    return Growth(True, exp(start), exp(slope), fit) if fit > power.fit + 1e-9 else power


def _line(across: list[float], up: list[float]) -> tuple[float, float, float]:
    """The line of least squares: where it starts, its slope, and R squared."""
    number = len(across)
    middle, height = fsum(across) / number, fsum(up) / number
    width = fsum((x - middle) ** 2 for x in across)
    slope = fsum((x - middle) * (y - height) for x, y in zip(across, up, strict=True)) / width
    start = height - slope * middle
    missed = fsum((y - start - slope * x) ** 2 for x, y in zip(across, up, strict=True))
    spread = fsum((y - height) ** 2 for y in up)
    # Costs that are all the same leave nothing to explain, but for rounding.
    return start, slope, 1 - missed / spread if spread > 1e-12 * number else 1.0
