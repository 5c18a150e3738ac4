"""Where the letter of a part of a tile stands."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.cells import Cells
from ilpuzzles.render.outline import Loop, outline, sides_of

Place = tuple[float, float]


def letter_place(cells: Cells, part: Sequence[Point], *, in_cell: bool) -> Place:
    """Finds a place near the middle of a part, well inside it.

    Args:
        cells: The cells of the lattice.
        part: The cells of the part.
        in_cell: Whether only the middle of a cell will do.

    Returns:
        The place (x, y), in pixels: of those with room enough the nearest to the middle, or else
        the one with most room.
    """
    centres = [cells.centre(place) for place in part]
    middle = (
        sum(x for x, _ in centres) / len(centres),
        sum(y for _, y in centres) / len(centres),
    )
    if in_cell:
        return min(centres, key=lambda centre: round(math.dist(centre, middle) ** 2, 6))
    loops = [cells.scaled(loop) for loop in outline(cells.corners(place) for place in part)]
    polygons = [cells.loop(place) for place in part]
    room: dict[Place, float] = {}
    for place in [middle, *centres, *_between(polygons)]:
        if any(_inside(place, polygon) for polygon in polygons):
            room[place] = min(_distance(place, side) for loop in loops for side in sides_of(loop))
    enough = cells.reach * 0.9
    roomy = [place for place in room if room[place] >= enough]
    if not roomy:
        return max(room, key=lambda place: (round(room[place], 6), -math.dist(place, middle)))
    return min(roomy, key=lambda place: round(math.dist(place, middle), 6))


def _between(polygons: Sequence[Loop]) -> list[Place]:
    """The middles of all sides."""
    sides = [side for polygon in polygons for side in sides_of(polygon)]
    return [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in sides]


def _inside(place: Place, polygon: Loop) -> bool:
    """Whether a place lies in a convex polygon whose inside is to the right, or on its border."""
    x, y = place
    return all(
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= -1e-6
        for (x1, y1), (x2, y2) in sides_of(polygon)
    )


def _distance(place: Place, side: tuple[Place, Place]) -> float:
    """How far a place is from a side."""
    (x1, y1), (x2, y2) = side
    dx, dy = x2 - x1, y2 - y1
    share = ((place[0] - x1) * dx + (place[1] - y1) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return math.dist(place, (x1 + share * dx, y1 + share * dy))
