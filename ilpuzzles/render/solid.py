"""Bodies in space: their faces, the camera (a parallel projection), and the drawing as SVG."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.render.outline import Place, middle_of, sides_of
from ilpuzzles.render.svg import Block, darker, ink_on, piece, shaded

BALL = 0.5
"""The radius of a ball, where balls that touch are 1 apart."""

LETTER = 17
"""The size of letters on bodies, in pixels."""

_HALF = (5.0, 6.5)  # half the width and height of a letter
_AIR = (8.5, 9.5)  # the same, with some room around it

Vertex: TypeAlias = tuple[float, float, float]
"""A place (x, y, z): x to the right, y away from whoever looks, z upwards."""

Side: TypeAlias = tuple[Vertex, Vertex]
"""A line between two corners of a face."""

Surface: TypeAlias = tuple[str | float, ...]
"""What tells a surface from others: between faces of the same one there is no edge."""

INNER = 0.52
"""The radius of what lies inside a tower, where the radius of the tower is 1."""

_ROUND = 24  # sides of a drawn circle, about

_CUBE = (
    ((1, 0, 0), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))),
    ((-1, 0, 0), ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0))),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0))),
    ((0, -1, 0), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
    ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
    ((0, 0, -1), ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0))),
)

_LIGHT = (-0.35, -0.55, 0.76)


@dataclass(frozen=True, slots=True)
class Body:
    """A piece in space.

    `number` is when it is placed, from 0, `name` what marks its cells, and `given` whether it lay
    there from the start. Its faces are without those between its own cells; a piece of balls, of
    radius `BALL`, has the centres of these instead.
    """

    number: int
    name: str
    colour: str
    given: bool
    faces: tuple[Face, ...]
    balls: tuple[Vertex, ...]

    def middle(self) -> Vertex:
        """The middle of all its cells."""
        cells = [*dict.fromkeys(face.middle for face in self.faces), *self.balls]
        x, y, z = np.mean(np.array(cells), axis=0).tolist()
        return x, y, z

    def edges(self) -> list[Side]:
        """The lines where its surfaces meet, each once."""
        return sorted(dict.fromkeys(edge for face in sharp_edges(self.faces) for edge in face))

    def moved(self, step: Vertex) -> Body:
        """The same body somewhere else."""
        x, y, z = step

        def there(place: Vertex) -> Vertex:
            return place[0] + x, place[1] + y, place[2] + z

        faces = tuple(
            Face(tuple(map(there, face.corners)), face.surface, there(face.middle))
            for face in self.faces
        )
        return replace(self, faces=faces, balls=tuple(map(there, self.balls)))


def sharp_edges(faces: Sequence[Face]) -> list[list[Side]]:
    """For every face those of its sides at which a surface ends."""
    surfaces: dict[Side, list[Surface]] = defaultdict(list)
    for face in faces:
        for side in _sides(face):
            surfaces[side].append(face.surface)
    return [
        [side for side in _sides(face) if surfaces[side] != [face.surface] * 2] for face in faces
    ]


def without_inner(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Faces without those that lie on each other, where two cells touch."""
    kept: dict[frozenset[Vertex], Face] = {}
    for face in faces:
        place = frozenset(face.corners)
        if kept.pop(place, None) is None:
            kept[place] = face
    return tuple(kept.values())


def pull_apart(bodies: Sequence[Body], factor: float = 0.6) -> tuple[Body, ...]:
    """The same bodies, pulled apart from their common middle, each by a factor of its distance."""
    if not bodies:
        return ()
    middles = np.array([body.middle() for body in bodies])
    steps = (middles - middles.mean(axis=0)) * factor
    return tuple(
        body.moved((x, y, z)) for body, (x, y, z) in zip(bodies, steps.tolist(), strict=True)
    )


def _sides(face: Face) -> list[Side]:
    """The sides of a face, the same for both faces that share one."""
    return [(min(side), max(side)) for side in sides_of(face.corners)]


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is seen of a face or a ball, on paper.

    `body` is the number of its body among those drawn, and `depth` how near its cell is. `corners`
    are those on paper; of a ball, its middle. `lines` are where its `surface` ends, `box` is how
    far it reaches: left, top, right, bottom. Shapes of one body hang together if their `key`s, the
    sides in space, share a part. The `radius` is 0 for a face.
    """

    body: int
    depth: float
    corners: tuple[Place, ...]
    lines: tuple[tuple[Place, Place], ...]
    colour: str
    radius: float
    surface: Surface
    box: tuple[float, float, float, float]
    key: frozenset[Side]

    def covers(self, place: Place) -> bool:
        """Whether a place on paper lies on it."""
        left, top, right, bottom = self.box
        if not (left <= place[0] <= right and top <= place[1] <= bottom):
            return False
        if self.radius:
            return math.dist(place, self.corners[0]) <= self.radius
        turns = [
            (bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax)
            for (ax, ay), (bx, by) in sides_of(self.corners)
        ]
        return min(turns) >= -1e-6 or max(turns) <= 1e-6


def solid_block(bodies: Sequence[Body], camera: Camera, title: str = "") -> Block:
    """Draws bodies as they are seen by a camera, in a block that is just large enough."""
    shapes = sorted(_shapes(bodies, camera), key=lambda shape: shape.depth)
    boxes = [shape.box for shape in shapes]
    left, top = min(box[0] for box in boxes) - 2, min(box[1] for box in boxes) - 2
    width, height = max(box[2] for box in boxes) + 2 - left, max(box[3] for box in boxes) + 2 - top
    parts = [f'<g transform="translate({-left:.1f} {-top:.1f})" stroke-linejoin="round">']
    for number, group in groupby(shapes, key=lambda shape: shape.body):
        body = bodies[number]
        # A nearer cell covers lines of those behind it, also of its own body.
        cells = groupby(group, key=lambda shape: shape.depth)
        elements = [element for _, cell in cells for element in _draw_shapes(body, list(cell))]
        parts.append(piece(body.number, body.name, elements))
    for number, letters in sorted(_letters(bodies, shapes).items()):
        parts.append(piece(bodies[number].number, bodies[number].name, letters))
    return Block(title, round(width), round(height), (*parts, "</g>"))


def _shapes(bodies: Sequence[Body], camera: Camera) -> Iterator[_Shape]:
    """All that is turned to the camera, except for what lies between two bodies."""
    outer = {frozenset(face.corners) for face in without_inner(f for b in bodies for f in b.faces)}
    for number, body in enumerate(bodies):
        for face, edges in zip(body.faces, sharp_edges(body.faces), strict=True):
            if camera.sees(face.corners) and frozenset(face.corners) in outer:
                corners = tuple(map(camera.place, face.corners))
                yield _Shape(
                    body=number,
                    depth=round(camera.depth(face.middle), 6),
                    corners=corners,
                    lines=tuple((camera.place(start), camera.place(end)) for start, end in edges),
                    colour=shaded(body.colour, light_on(face.corners)),
                    radius=0.0,
                    surface=face.surface,
                    box=_box(corners, 0.0),
                    key=frozenset(_sides(face)),
                )
        for ball in body.balls:
            place, radius = camera.place(ball), BALL * camera.scale
            yield _Shape(
                body=number,
                depth=round(camera.depth(ball), 6),
                corners=(place,),
                lines=(),
                colour=body.colour,
                radius=radius,
                surface=ball,
                box=_box([place], radius),
                key=frozenset({(ball, ball)}),
            )


def _box(corners: Sequence[Place], radius: float) -> tuple[float, float, float, float]:
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across) - radius, min(down) - radius, max(across) + radius, max(down) + radius


def _draw_shapes(body: Body, shapes: Sequence[_Shape]) -> Iterator[str]:
    """Shapes of one body that are equally near."""
    edge = darker(body.colour)
    for shape in shapes:
        if shape.radius:
            (x, y) = shape.corners[0]
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{shape.radius - 0.75:.1f}" '
            yield f'fill="{shape.colour}" stroke="{edge}" stroke-width="1.5"/>'
            # The light on a ball, without a gradient for every colour, and beside its letter.
            x, y, size = x - shape.radius * 0.5, y - shape.radius * 0.54, shape.radius / 5
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="#fff" opacity=".4"/>'
    for colour, faces in groupby((s for s in shapes if not s.radius), key=lambda s: s.colour):
        path = "".join(f"M{'L'.join(map(_point, shape.corners))}z" for shape in faces)
        # The stroke closes the seams between faces.
        yield f'<path class="q" d="{path}" fill="{colour}" stroke="{colour}"/>'
    lines = dict.fromkeys(line for shape in shapes for line in shape.lines)
    if lines:
        yield f'<path class="e" d="{_strokes([*lines])}" stroke="{edge}"/>'


def _strokes(lines: list[tuple[Place, Place]]) -> str:
    """Lines as a path, those that hang together in one stroke."""
    path: list[str] = []
    while lines:
        start, end = lines.pop(0)
        path.append(f"M{_point(start)}L{_point(end)}")
        while onward := next((line for line in lines if end in line), None):
            lines.remove(onward)
            end = onward[1] if onward[0] == end else onward[0]
            path.append(f" {_point(end)}")
    return "".join(path)


def _letters(bodies: Sequence[Body], shapes: Sequence[_Shape]) -> dict[int, list[str]]:
    """For every body a letter in each part of it that is seen, where there is room."""
    found: dict[int, list[str]] = defaultdict(list)
    for number, body in enumerate(bodies):
        own = [shape for shape in shapes if shape.body == number]
        for part in _parts(own):
            places = ((spot, shape) for shape in part for spot in _spots(shape))
            rooms = [(_room(spot, shape, shapes), spot, shape) for spot, shape in places]
            most = max(room for room, _, _ in rooms)
            if not most:
                continue
            spots = [(spot, shape) for room, spot, shape in rooms if room == most]
            middle = middle_of([spot for spot, _ in spots])
            (x, y), best = min(spots, key=lambda pair: round(math.dist(pair[0], middle), 3))
            found[number].append(
                f'<text x="{x:.1f}" y="{y + _HALF[1]:.1f}" fill="{ink_on(best.colour)}" '
                f'style="font-size:{LETTER}px">{escape(body.name)}</text>'
            )
    return found


def _spots(shape: _Shape) -> list[Place]:
    """Where on a shape a letter may stand: in the middle, or off it on a ball that is half seen."""
    x, y = middle_of(shape.corners)
    off = shape.radius * 0.4
    steps = [(0, 0), (off, 0), (0, off), (off, off), (off, -off), (-off, off)]
    return [(x + dx, y + dy) for dx, dy in (steps if off else steps[:1])]


def _room(place: Place, shape: _Shape, shapes: Sequence[_Shape]) -> int:
    """How good a place on a shape is for a letter.

    0 if something else covers a part of it, 1 if it lies on its body alone, 2 if on one surface of
    it, and 3 if there is room around it, too.
    """
    under = _visible_shapes(place, _HALF, shapes)
    if any(top is None or top.body != shape.body for top in under):
        return 0
    if not _is_one_surface(shape, under):
        # A ball that another one of its own covers in part has no room.
        return 0 if shape.radius else 1
    return 3 if _is_one_surface(shape, _visible_shapes(place, _AIR, shapes)) else 2


def _visible_shapes(
    place: Place, half: tuple[float, float], shapes: Sequence[_Shape]
) -> list[_Shape | None]:
    """What is seen in the middle and at the corners of a box around a place."""
    steps = ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
    points = [(place[0] + dx * half[0], place[1] + dy * half[1]) for dx, dy in steps]
    return [next((s for s in reversed(shapes) if s.covers(point)), None) for point in points]


def _is_one_surface(shape: _Shape, under: Sequence[_Shape | None]) -> bool:
    here = shape.body, shape.surface
    return all(top is not None and (top.body, top.surface) == here for top in under)


def _parts(shapes: Sequence[_Shape]) -> list[list[_Shape]]:
    """The shapes of one body, those together that share a side; every ball stands alone."""
    parts: list[tuple[set[Side], list[_Shape]]] = []
    for shape in shapes:
        touching = [part for part in parts if part[0] & shape.key]
        joined = (set(shape.key), [shape])
        for part in touching:
            joined = (joined[0] | part[0], [*part[1], *joined[1]])
            parts.remove(part)
        parts.append(joined)
    return [part[1] for part in parts]


def _point(place: Place) -> str:
    # The sign of a number parts it from the one before, and so saves a blank.
    x, y = (f"{value:.1f}".removesuffix(".0") for value in place)
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


class Face(NamedTuple):
    """A flat side of a cell."""

    corners: tuple[Vertex, ...]
    """Its corners, counterclockwise as seen from outside."""
    surface: Surface
    """Which surface it is a part of."""
    middle: Vertex
    """The middle of its cell."""


def cube_faces(x: int, y: int, z: int) -> Iterator[Face]:
    """The six faces of a unit cube, given its least coordinates."""
    middle = (x + 0.5, y + 0.5, z + 0.5)
    for normal, corners in _CUBE:
        moved = tuple((x + a, y + b, z + c) for a, b, c in corners)
        axis = next(number for number, part in enumerate(normal) if part)
        yield Face(moved, (*normal, moved[0][axis]), middle)


class TowerShape:
    """A board around a cylinder, stood up as a tower of radius 1, so many columns around.

    The height of a row is such that cells are about as wide as high.
    """

    def __init__(self, columns: int) -> None:
        self._columns = columns
        self._arcs = max(round(_ROUND / columns), 1)
        self.height = math.tau / columns * 0.9

    def cell_faces(self, row: int, column: int) -> Iterator[Face]:
        """The faces of a cell of the board, seen from outside with columns to the right."""
        angles = self._angles(column)
        low, high = self._levels(row)
        middle = self._at((INNER + 1) / 2, (angles[0] + angles[-1]) / 2, (low + high) / 2)
        for first, second in pairwise(angles):
            outer = self._wall((1, first), (1, second), row)
            inner = self._wall((INNER, first), (INNER, second), row)
            yield Face(outer, ("outer",), middle)
            yield Face((inner[0], *inner[:0:-1]), ("inner",), middle)
            yield Face((outer[3], outer[2], inner[2], inner[3]), ("top", row), middle)
            yield Face((outer[0], inner[0], inner[1], outer[1]), ("top", row + 1), middle)
        for angle, turn in ((angles[0], 1), (angles[-1], -1)):
            side = self._wall((INNER, angle), (1, angle), row)
            yield Face(side[::turn], ("side", round(angle % math.tau, 6)), middle)

    def disc_faces(self, row: int) -> Iterator[Face]:
        """The faces of what lies inside a row."""
        low, high = self._levels(row)
        middle = (0.0, 0.0, (low + high) / 2)
        for column in range(self._columns):
            for first, second in pairwise(self._angles(column)):
                wall = self._wall((INNER, first), (INNER, second), row)
                yield Face(wall, ("inner",), middle)
                yield Face(((0.0, 0.0, high), wall[3], wall[2]), ("top", row), middle)
                yield Face(((0.0, 0.0, low), wall[1], wall[0]), ("top", row + 1), middle)

    def _levels(self, row: int) -> tuple[float, float]:
        """Where a row begins and ends."""
        low = -(row + 1) * self.height
        return low, low + self.height

    def _wall(self, start: Place, end: Place, row: int) -> tuple[Vertex, ...]:
        """The corners of what stands between two places (radius, angle), as high as a row."""
        low, high = self._levels(row)
        return (
            self._at(*start, low),
            self._at(*end, low),
            self._at(*end, high),
            self._at(*start, high),
        )

    def _angles(self, column: int) -> list[float]:
        """The angles at which the parts of a cell begin and end; the first column is in front."""
        step = math.tau / self._columns
        start = -math.pi / 2 + step * (column - self._columns / 4)
        return [start + step * arc / self._arcs for arc in range(self._arcs + 1)]

    def _at(self, radius: float, angle: float, z: float) -> Vertex:
        # Rounded, so that what is the same place is equal.
        return (
            round(radius * math.cos(angle), 4) + 0.0,
            round(radius * math.sin(angle), 4) + 0.0,
            round(z, 4),
        )


@dataclass(frozen=True, slots=True)
class Camera:
    """A parallel projection.

    `turn` is how far the camera has gone round to the right, in degrees; at 0 it is in front.
    `height` is how far it looks down, in degrees, and `scale` how many pixels a length of 1 has.
    """

    turn: float
    height: float
    scale: float

    def towards(self) -> Vertex:
        """The direction towards the camera, of length 1."""
        turn, height = math.radians(self.turn), math.radians(self.height)
        across = math.cos(height)
        return math.sin(turn) * across, -math.cos(turn) * across, math.sin(height)

    def place(self, vertex: Vertex) -> Place:
        """Where a place stands on paper, x to the right and y downwards, in pixels.

        Example:
            >>> Camera(0, 0, 10).place((1, 5, 2))
            (10.0, -20.0)
        """
        turn, height = math.radians(self.turn), math.radians(self.height)
        right = (math.cos(turn), math.sin(turn), 0.0)
        up = (
            -math.sin(turn) * math.sin(height),
            math.cos(turn) * math.sin(height),
            math.cos(height),
        )
        return self.scale * dot(vertex, right), -self.scale * dot(vertex, up)

    def depth(self, vertex: Vertex) -> float:
        """How near a place is to the camera; nearer ones have more."""
        return dot(vertex, self.towards())

    def sees(self, corners: Sequence[Vertex]) -> bool:
        """Whether a face is turned to the camera."""
        return dot(normal(corners), self.towards()) > 1e-6


def dot(one: Vertex, other: Vertex) -> float:
    """The scalar product."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def normal(corners: Sequence[Vertex]) -> Vertex:
    """The direction of length 1 that a face is turned to.

    Example:
        >>> normal([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)])
        (0.0, 0.0, 1.0)
    """
    first, second, third = corners[0], corners[1], corners[-1]
    ax, ay, az = (second[axis] - first[axis] for axis in range(3))
    bx, by, bz = (third[axis] - first[axis] for axis in range(3))
    cross = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    length = math.sqrt(dot(cross, cross)) or 1.0
    return cross[0] / length, cross[1] / length, cross[2] / length


def light_on(corners: Sequence[Vertex]) -> float:
    """The brightness of a face, from 0.68 to 1."""
    return 0.84 + 0.16 * max(min(dot(normal(corners), _LIGHT) * 1.25, 1.0), -1.0)
