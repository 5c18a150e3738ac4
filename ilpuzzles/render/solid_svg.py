"""Bodies in space as SVG: from the farthest face to the nearest, with letters where they show."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from ilpuzzles.render.bodies import BALL, Body, sharp_edges, without_inner
from ilpuzzles.render.body_faces import Face, Vertex
from ilpuzzles.render.camera import Camera, light_on
from ilpuzzles.render.palette import darker, ink_on, shaded
from ilpuzzles.render.svg_document import Block, piece

Place = tuple[float, float]

LETTER = 17
"""The size of letters on bodies, in pixels."""

_HALF = (5.0, 6.5)  # half the width and height of a letter
_AIR = (8.5, 9.5)  # the same, with some room around it


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is seen of a face or a ball.

    Attributes:
        body: The number of its body among those drawn.
        depth: How near its cell is.
        corners: The corners on paper; of a ball, its middle.
        lines: The lines where its surface ends.
        colour: Its colour, with light and shade.
        radius: The radius of a ball, or 0.
        surface: The surface that it is a part of.
        box: How far it reaches on paper: left, top, right, bottom.
        key: What shapes of one body that hang together share a part of: its sides in space.
    """

    body: int
    depth: float
    corners: tuple[Place, ...]
    lines: tuple[tuple[Place, Place], ...]
    colour: str
    radius: float
    surface: tuple[str | float, ...]
    box: tuple[float, float, float, float]
    key: frozenset[frozenset[Vertex]]

    def middle(self) -> Place:
        return (
            sum(x for x, _ in self.corners) / len(self.corners),
            sum(y for _, y in self.corners) / len(self.corners),
        )

    def covers(self, place: Place) -> bool:
        """Whether a place on paper lies on it."""
        left, top, right, bottom = self.box
        if not (left <= place[0] <= right and top <= place[1] <= bottom):
            return False
        if self.radius:
            return math.dist(place, self.corners[0]) <= self.radius
        turns = [
            (bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax)
            for (ax, ay), (bx, by) in zip(
                self.corners, (*self.corners[1:], self.corners[0]), strict=True
            )
        ]
        return min(turns) >= -1e-6 or max(turns) <= 1e-6


def solid_block(bodies: Sequence[Body], camera: Camera, title: str = "") -> Block:
    """Draws bodies as they are seen by a camera.

    Args:
        bodies: The bodies.
        camera: Where they are seen from.
        title: What stands above them.

    Returns:
        The drawing, just large enough.
    """
    shapes = sorted(_shapes(bodies, camera), key=lambda shape: shape.depth)
    boxes = [shape.box for shape in shapes]
    left, top = min(box[0] for box in boxes) - 2, min(box[1] for box in boxes) - 2
    width, height = max(box[2] for box in boxes) + 2 - left, max(box[3] for box in boxes) + 2 - top
    parts = [f'<g transform="translate({-left:.1f} {-top:.1f})" stroke-linejoin="round">']
    for number, group in groupby(shapes, key=lambda shape: shape.body):
        body = bodies[number]
        # A nearer cell covers lines of those behind it, also of its own body.
        cells = groupby(group, key=lambda shape: shape.depth)
        elements = [element for _, cell in cells for element in _drawn(body, list(cell))]
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
                    key=_sides(face),
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
                key=frozenset({frozenset({ball})}),
            )


def _box(corners: Sequence[Place], radius: float) -> tuple[float, float, float, float]:
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across) - radius, min(down) - radius, max(across) + radius, max(down) + radius


def _sides(face: Face) -> frozenset[frozenset[Vertex]]:
    corners = face.corners
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    return frozenset(frozenset(pair) for pair in ends)


def _drawn(body: Body, shapes: Sequence[_Shape]) -> Iterator[str]:
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
        while True:
            onward = next((line for line in lines if end in line), None)
            if onward is None:
                break
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
            rooms = [
                (_room(spot, shape, shapes), spot, shape)
                for shape in part
                for spot in _spots(shape)
            ]
            most = max(room for room, _, _ in rooms)
            if not most:
                continue
            spots = [(spot, shape) for room, spot, shape in rooms if room == most]
            middle = (
                sum(x for (x, _), _ in spots) / len(spots),
                sum(y for (_, y), _ in spots) / len(spots),
            )
            (x, y), best = min(spots, key=lambda pair: round(math.dist(pair[0], middle), 3))
            found[number].append(
                f'<text x="{x:.1f}" y="{y + _HALF[1]:.1f}" fill="{ink_on(best.colour)}" '
                f'style="font-size:{LETTER}px">{escape(body.name)}</text>'
            )
    return found


def _spots(shape: _Shape) -> list[Place]:
    """Where on a shape a letter may stand: in the middle, or off it on a ball that is half seen."""
    x, y = shape.middle()
    off = shape.radius * 0.4
    steps = [(0, 0), (off, 0), (0, off), (off, off), (off, -off), (-off, off)]
    return [(x + dx, y + dy) for dx, dy in (steps if off else steps[:1])]


def _room(place: Place, shape: _Shape, shapes: Sequence[_Shape]) -> int:
    """How good a place on a shape is for a letter.

    Returns:
        0 if something else covers a part of it, 1 if it lies on its body alone, 2 if on one surface
        of it, and 3 if there is room around it, too.
    """
    under = _seen_under(place, _HALF, shapes)
    if any(top is None or top.body != shape.body for top in under):
        return 0
    if not _is_one_surface(shape, under):
        # A ball that another one of its own covers in part has no room.
        return 0 if shape.radius else 1
    return 3 if _is_one_surface(shape, _seen_under(place, _AIR, shapes)) else 2


def _seen_under(
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
    parts: list[tuple[set[frozenset[Vertex]], list[_Shape]]] = []
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
