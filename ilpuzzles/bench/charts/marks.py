"""How solvers are told apart: by colour, by lightness, by the mark and by the line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.render.svg import GROUND

MOST = 12
"""How many solvers can be told apart in one chart."""

# Each differs in lightness from the ones beside it, and is at least 3 to 1 against the ground.
COLOURS = ("#0a4a8f", "#d9730d", "#16191d", "#2b8a3e", "#5b1a80", "#b3261e")
_DASHES = ("", "7 3", "2 2.5", "9 3 2 3")
_RADIUS = 4.2


@dataclass(frozen=True, slots=True)
class Look:
    """How one solver looks.

    Attributes:
        number: Its number in the order of the solvers.
    """

    number: int

    @property
    def colour(self) -> str:
        """The colour of its line and its marks."""
        return COLOURS[self.number % len(COLOURS)]

    @property
    def hollow(self) -> bool:
        """Whether its marks are not filled: the colours come again then."""
        return self.number // len(COLOURS) % 2 == 1

    def line(self, points: Sequence[tuple[float, float]], width: float = 2) -> str:
        """A line through points."""
        dash = _DASHES[self.number % len(_DASHES)]
        pattern = f' stroke-dasharray="{dash}"' if dash else ""
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        return (
            f'<path d="M{path}" fill="none" stroke="{self.colour}" stroke-width="{width:g}"'
            f' stroke-linejoin="round"{pattern}/>'
        )

    def mark(self, x: float, y: float, label: str = "") -> str:
        """A mark.

        Args:
            x: Where its middle is.
            y: Likewise.
            label: What it stands for, escaped; shown under the pointer.
        """
        inside = f"<title>{label}</title>" if label else ""
        fill = GROUND if self.hollow else self.colour
        path = "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in _shape(self.number))
        return (
            f'<path d="M{path}z" fill="{fill}" stroke="{self.colour}" stroke-width="1.5"'
            f' stroke-linejoin="round">{inside}</path>'
        )

    def whisker(self, one: tuple[float, float], other: tuple[float, float]) -> str:
        """A thin line from the least to the greatest of some values, with short ends."""
        (x, y), (to_x, to_y) = one, other
        across, up = (0, 3) if y == to_y else (3, 0)
        ends = "".join(
            f"M{at_x - across:.1f} {at_y - up:.1f}L{at_x + across:.1f} {at_y + up:.1f}"
            for at_x, at_y in (one, other)
        )
        path = f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}{ends}"
        return f'<path d="{path}" fill="none" stroke="{self.colour}" stroke-width="1.2"/>'

    def sample(self, x: float, y: float, *, lined: bool = True) -> list[str]:
        """A piece of its line with its mark, for a legend."""
        line = [self.line([(x, y), (x + 28, y)])] if lined else []
        return [*line, self.mark(x + 14, y)]


def looks(solvers: Iterable[str]) -> dict[str, Look]:
    """Gives every solver a look; the same in all charts that have the same solvers."""
    return {solver: Look(number) for number, solver in enumerate(solvers)}


def _shape(number: int) -> list[tuple[float, float]]:
    """The corners of a mark around (0, 0)."""
    r = _RADIUS
    shapes: tuple[list[tuple[float, float]], ...] = (
        _turned([(0.9 * r, 0.0), (0.78 * r, 0.45 * r), (0.45 * r, 0.78 * r)]),
        [
            (-0.85 * r, -0.85 * r),
            (0.85 * r, -0.85 * r),
            (0.85 * r, 0.85 * r),
            (-0.85 * r, 0.85 * r),
        ],
        [(0, -1.15 * r), (1.1 * r, 0.85 * r), (-1.1 * r, 0.85 * r)],
        [(0, -1.25 * r), (1.1 * r, 0), (0, 1.25 * r), (-1.1 * r, 0)],
        [(0, 1.15 * r), (1.1 * r, -0.85 * r), (-1.1 * r, -0.85 * r)],
        _turned([(0.45 * r, 0.0), (1.2 * r, 0.75 * r), (0.75 * r, 1.2 * r)]),
    )
    return shapes[number % len(shapes)]


def _turned(quarter: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Corners in a quarter of a turn, and the same in the three others."""
    half = [*quarter, *((-y, x) for x, y in quarter)]
    return [*half, *((-x, -y) for x, y in half)]
