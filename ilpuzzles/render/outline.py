"""Cells of a lattice as polygons: the outline of a set of them, and where its letter stands."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

import numpy as np

from ilpuzzles.geometry.lattice import Lattice

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")
Corner: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[int, ...]
Place: TypeAlias = tuple[float, float]
"""A place on paper: x to the right and y downwards, in pixels."""
Loop: TypeAlias = list[Place]

SIDE = 44
"""The side of a square cell in pixels."""

_LEAST_REACH = 17.0


def outline(polygons: Iterable[Sequence[Corner]]) -> list[list[Corner]]:
    """Joins polygons that share whole sides into closed loops without needless corners.

    Corners go clockwise on a screen whose y runs downwards, so the inside is always to the right;
    holes run the other way. Where polygons touch in a corner only, the loops stay apart.

    Example:
        >>> outline([[(0, 0), (2, 0), (2, 2), (0, 2)], [(2, 0), (4, 0), (4, 2), (2, 2)]])
        [[(0, 0), (4, 0), (4, 2), (0, 2)]]
    """
    sides: set[tuple[Corner, Corner]] = set()
    for polygon in polygons:
        for start, end in sides_of(polygon):
            if (end, start) in sides:
                sides.remove((end, start))
            else:
                sides.add((start, end))
    onward: dict[Corner, list[Corner]] = defaultdict(list)
    for start, end in sorted(sides):
        onward[start].append(end)
    loops = []
    while sides:
        loop, side = [], min(sides)
        while side in sides:
            sides.remove(side)
            loop.append(side[0])
            start, corner = side
            open_ends = [end for end in onward[corner] if (corner, end) in sides]
            if not open_ends:
                break
            side = corner, max(open_ends, key=lambda end: _right_turn(start, corner, end))
        loops.append([turn[1] for turn in _turns(loop) if _right_turn(*turn) != 0])
    return loops


def joined(polygons: Mapping[Key, Sequence[Corner]]) -> list[list[Key]]:
    """The keys of polygons, those together that hang together by whole sides."""
    owners: dict[frozenset[Corner], list[Key]] = defaultdict(list)
    for key, polygon in polygons.items():
        for side in sides_of(polygon):
            owners[frozenset(side)].append(key)
    part = {key: number for number, key in enumerate(polygons)}
    for one, *others in owners.values():
        for other in others:
            old, new = part[other], part[one]
            part = {key: new if number == old else number for key, number in part.items()}
    parts: dict[int, list[Key]] = defaultdict(list)
    for key, number in part.items():
        parts[number].append(key)
    return list(parts.values())


def sides_of(polygon: Sequence[Item]) -> list[tuple[Item, Item]]:
    """The sides of a polygon, each from one corner to the next."""
    return list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def _right_turn(start: Corner, corner: Corner, end: Corner) -> float:
    """How far one turns to the right at a corner, in radians; negative to the left."""
    ax, ay = corner[0] - start[0], corner[1] - start[1]
    bx, by = end[0] - corner[0], end[1] - corner[1]
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def _turns(loop: Sequence[Item]) -> Iterator[tuple[Item, Item, Item]]:
    """Every corner of a loop between the one before and the one after it."""
    return zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)


def pull_in(loop: Sequence[Place], distance: float) -> Loop:
    """Moves every side of a loop to its inside, which is to the right, by a distance."""
    moved = []
    for before, here, after in _turns(loop):
        (ax, ay), (bx, by) = _inwards(before, here), _inwards(here, after)
        scale = distance / (1 + ax * bx + ay * by)
        moved.append((here[0] + scale * (ax + bx), here[1] + scale * (ay + by)))
    return moved


def _inwards(start: Place, end: Place) -> Place:
    """The direction of length 1 from a side to the inside."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return -dy / length, dx / length


def round_path(loops: Iterable[Loop], radius: float) -> str:
    """Writes loops as the path of an SVG element (its attribute `d`), with rounded corners.

    The rounding begins at the radius from a corner, or less on short sides.
    """
    parts = []
    for loop in loops:
        for number, (before, here, after) in enumerate(_turns(loop)):
            enter, leave = _towards(here, before, radius), _towards(here, after, radius)
            sign = "L" if number else "M"
            parts.append(f"{sign}{_point(enter)}Q{_point(here)} {_point(leave)}")
        parts.append("Z")
    return "".join(parts)


def _towards(start: Place, end: Place, distance: float) -> Place:
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    share = min(distance / length, 0.5) if length else 0.0
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _point(point: Place) -> str:
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in point)


def middle_of(points: Sequence[Place]) -> Place:
    """The mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def bounds(loops: Iterable[Sequence[Place]]) -> tuple[Place, Place]:
    """The least x and y of some loops, and their width and height."""
    xs, ys = zip(*(corner for loop in loops for corner in loop), strict=True)
    low = min(xs), min(ys)
    return low, (max(xs) - low[0], max(ys) - low[1])


class Cells:
    """The cells of a lattice, or of the layers of one in space.

    `radius` is that of the circle that fits into the smallest cell, in pixels, and `reach` about
    how far a letter reaches, and the ring of a given tile round it.
    """

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._scale = (SIDE * lattice.unit[0], SIDE * lattice.unit[1])
        self._known: dict[Point, list[Corner]] = {}
        self.radius = min(
            self._radius([(x, y) for x, y in corners]) for corners in lattice.corners.tolist()
        )
        self.reach = max(self.radius, _LEAST_REACH)

    def corners(self, place: Point) -> list[Corner]:
        """The corners of a cell, clockwise on a screen, in the units of the lattice."""
        if place not in self._known:
            array = np.array(place, dtype=np.int64)
            kind = int(self.lattice.classes(array)) if len(self.lattice.base) > 1 else 0
            corners = self.lattice.corners[kind] + self.lattice.drawing @ array
            self._known[place] = [(x, y) for x, y in corners.tolist()]
        return self._known[place]

    def polygons(self, places: Iterable[Point]) -> dict[Point, list[Corner]]:
        """The corners of several cells."""
        return {place: self.corners(place) for place in places}

    def scaled(self, corners: Iterable[Corner]) -> Loop:
        """Takes corners to pixels."""
        return [(x * self._scale[0], y * self._scale[1]) for x, y in corners]

    def loop(self, place: Point) -> Loop:
        """The corners of a cell, in pixels."""
        return self.scaled(self.corners(place))

    def centre(self, place: Point) -> Place:
        """The middle of a cell, in pixels."""
        return middle_of(self.loop(place))

    def _radius(self, corners: list[Corner]) -> float:
        """The radius of the circle that touches all sides: twice the area by the perimeter."""
        sides = sides_of([*corners])
        area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in sides) / 2
        around = sum(math.dist(*self.scaled(side)) for side in sides)
        return 2 * area * self._scale[0] * self._scale[1] / around


def letter_place(cells: Cells, part: Sequence[Point], *, in_cell: bool) -> Place:
    """Finds a place (x, y) near the middle of a part, well inside it, in pixels.

    Of the places with room enough it is the nearest to the middle, or else the one with most room;
    with `in_cell`, only the middle of a cell will do.
    """
    centres = [cells.centre(place) for place in part]
    middle = middle_of(centres)
    if in_cell:
        return min(centres, key=lambda centre: round(math.dist(centre, middle) ** 2, 6))
    loops = [cells.scaled(loop) for loop in outline(cells.corners(place) for place in part)]
    polygons = [cells.loop(place) for place in part]
    halfway = [middle_of(side) for polygon in polygons for side in sides_of(polygon)]
    room: dict[Place, float] = {}
    for place in [middle, *centres, *halfway]:
        if any(_inside(place, polygon) for polygon in polygons):
            room[place] = min(_distance(place, side) for loop in loops for side in sides_of(loop))
    enough = cells.reach * 0.9
    roomy = [place for place in room if room[place] >= enough]
    if not roomy:
        return max(room, key=lambda place: (round(room[place], 6), -math.dist(place, middle)))
    return min(roomy, key=lambda place: round(math.dist(place, middle), 6))


def _inside(place: Place, polygon: Loop) -> bool:
    """Whether a place lies in a convex polygon whose inside is to the right, or on its border."""
    x, y = place
    return all(
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= -1e-6
        for (x1, y1), (x2, y2) in sides_of(polygon)
    )


def _distance(place: Place, side: tuple[Place, Place]) -> float:
    (x1, y1), (x2, y2) = side
    dx, dy = x2 - x1, y2 - y1
    share = ((place[0] - x1) * dx + (place[1] - y1) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return math.dist(place, (x1 + share * dx, y1 + share * dy))
