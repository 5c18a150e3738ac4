"""Pieces in space as data for a page: shapes once, and where each piece stands."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

from ilpuzzles.render.bodies import Body
from ilpuzzles.render.body_faces import Vertex

_DIGITS = 4

_Surface = tuple[str | float, ...]
_Numbers = tuple[float, ...]
_Shape = tuple[_Numbers, tuple[int, ...], tuple[int, ...], _Numbers, Vertex]


class Solids:
    """Shapes and pieces, each numbered when it is first seen.

    Example:
        >>> from ilpuzzles.render.bodies import Body
        >>> from ilpuzzles.render.body_faces import cube_faces
        >>> solids = Solids()
        >>> for x in (0, 2):
        ...     cube = Body(x, "AB"[x // 2], "#3066be", False, tuple(cube_faces(x, 0, 0)), ())
        ...     print(solids.placed(cube))
        [0, 0.0, 0.0, 0.0, 0, 0]
        [0, 2.0, 0.0, 0.0, 1, 2]
        >>> [len(numbers) for numbers in solids.data(1, 2)["shapes"][0].values()]
        [72, 36, 24, 0, 3]
    """

    def __init__(self) -> None:
        self._shapes: dict[_Shape, int] = {}
        self._pieces: dict[tuple[str, str, bool], int] = {}

    def placed(self, body: Body) -> list[float]:
        """A body: the number of its shape, where that stands, which piece it is, when it comes."""
        places = [corner for face in body.faces for corner in face.corners] + list(body.balls)
        x, y, z = (_rounded(min(place[axis] for place in places)) for axis in range(3))
        shape = _shape(body.moved((-x, -y, -z)))
        piece = (body.name, body.colour, body.given)
        number = self._shapes.setdefault(shape, len(self._shapes))
        return [number, x, y, z, self._pieces.setdefault(piece, len(self._pieces)), body.number]

    def sizes(self) -> tuple[int, int]:
        """How many shapes and pieces there are."""
        return len(self._shapes), len(self._pieces)

    def data(self, shapes: int, pieces: int) -> dict[str, Any]:
        """The first shapes and pieces as plain data.

        Args:
            shapes: How many shapes.
            pieces: How many pieces.
        """
        keys = ("corners", "triangles", "edges", "balls", "middle")
        return {
            "shapes": [dict(zip(keys, one, strict=True)) for one in islice(self._shapes, shapes)],
            "pieces": [
                {"name": name, "colour": colour, "given": given}
                for name, colour, given in islice(self._pieces, pieces)
            ],
        }


def _shape(body: Body) -> _Shape:
    """The corners of a body in a row, its triangles and edges by their numbers, and its balls."""
    # Surfaces have corners of their own, so that light sees an edge where they meet.
    corners: dict[tuple[Vertex, _Surface], int] = {}
    at: dict[Vertex, int] = {}
    triangles: list[int] = []
    for face in body.faces:
        numbers = []
        for corner in face.corners:
            place = _place(corner)
            numbers.append(corners.setdefault((place, face.surface), len(corners)))
            at.setdefault(place, numbers[-1])
        for second, third in pairwise(numbers[1:]):
            triangles += (numbers[0], second, third)
    edges = [at[_place(end)] for edge in body.edges() for end in edge]
    return (
        tuple(part for corner, _ in corners for part in corner),
        tuple(triangles),
        tuple(edges),
        tuple(part for ball in body.balls for part in _place(ball)),
        _place(body.middle()),
    )


def _place(place: Vertex) -> Vertex:
    x, y, z = place
    return _rounded(x), _rounded(y), _rounded(z)


def _rounded(number: float) -> float:
    return round(number, _DIGITS) + 0.0
