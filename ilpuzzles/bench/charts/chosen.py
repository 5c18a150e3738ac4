"""Which solvers a chart shows, where there are more than can be told apart."""

from __future__ import annotations

from ilpuzzles.bench.charts.figures import Field
from ilpuzzles.bench.charts.ranking import ranking, unranked
from ilpuzzles.bench.charts.words import plural

LINES = 8
"""Lines that can be told apart where they cross again and again."""


def shown(field: Field, most: int) -> tuple[tuple[str, ...], list[str]]:
    """The best solvers in the order of the field, and a note on those that are left out.

    The best are the first in the ranking; after these come the solvers that are not ranked, those
    first that were asked about the most cases.
    """
    if len(field.solvers) <= most:
        return field.solvers, []
    order = [*(solver for _, solver, _ in ranking(field)), *unranked(field)]
    best = set(order[:most])
    chosen = tuple(solver for solver in field.solvers if solver in best)
    total = plural(len(field.solvers), "solver")
    return chosen, [f"Shown are {most} of {total}, the best by PAR-2; the tables have all."]


def steps(
    values: list[float], start: tuple[float, float], end: float, height: float
) -> list[tuple[float, float]]:
    """The corners of a line that goes up by a step at every value.

    Args:
        values: Where it goes up, in ascending order.
        start: Where it starts.
        end: How far across it goes at last.
        height: How high a step is.
    """
    corners, level = [start], start[1]
    number = 0
    while number < len(values):
        value = values[number]
        corners.append((value, level))
        while number < len(values) and values[number] == value:
            number, level = number + 1, level + height
        corners.append((value, level))
    return [*corners, (end, level)]


def some(points: list[tuple[float, float]], most: int = 14) -> list[tuple[float, float]]:
    """Some of many points, spread evenly, the last of them included: where to put marks."""
    if len(points) <= most:
        return points
    last = len(points) - 1
    return [points[round(number * last / (most - 1))] for number in range(most)]
