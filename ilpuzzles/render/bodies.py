"""Pieces in space: what a solution of a solid, or of a board around a cylinder, looks like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ilpuzzles.geometry import Lattice
from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.board import Board, board_of
from ilpuzzles.render.body_faces import Face, TowerShape, Vertex, cube_faces

BALL = 0.5
"""The radius of a ball, where balls that touch are 1 apart."""

# Where a ball of the packing stands: rows and columns lie in the plane, and each layer is lower.
_LAYER = 0.5**0.5


@dataclass(frozen=True, slots=True)
class Body:
    """A piece in space.

    Attributes:
        number: When it is placed; see `Board.order`.
        name: What marks its cells.
        colour: Its colour.
        given: Whether it lay there from the start.
        faces: Its faces, without those between its own cells; none for one made of balls.
        balls: The centres of its balls, of radius `BALL`.
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

    def edges(self) -> list[tuple[Vertex, Vertex]]:
        """The lines where its surfaces meet, each once."""
        found = dict.fromkeys(edge for face in sharp_edges(self.faces) for edge in face)
        return sorted(found)

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


def sharp_edges(faces: Sequence[Face]) -> list[list[tuple[Vertex, Vertex]]]:
    """For every face those of its sides at which a surface ends.

    Example:
        >>> [len(sides) for sides in sharp_edges(tuple(cube_faces(0, 0, 0)))]
        [4, 4, 4, 4, 4, 4]
    """
    surfaces: dict[tuple[Vertex, Vertex], list[tuple[str | float, ...]]] = defaultdict(list)
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
        if place in kept:
            del kept[place]
        else:
            kept[place] = face
    return tuple(kept.values())


def has_bodies(instance: TilingInstance) -> bool:
    """Whether the pieces of an instance lie in space, or around a cylinder that stands upright."""
    region = instance.region
    if region.lattice.name in {"cubic", "fcc"}:
        return not len(region.periods)
    return region.lattice.name == "square" and _around(region.periods.tolist()) > 0


def bodies_of(instance: TilingInstance, solution: TilingSolution | None = None) -> tuple[Body, ...]:
    """The pieces of a solution, or of the starting position, in space.

    Args:
        instance: The instance.
        solution: The solution, or None.

    Returns:
        The pieces that lie somewhere, in the order of placing; none where the board is plane.

    Example:
        >>> from ilpuzzles.workbench import solve
        >>> solution = solve("cube").solutions[0]
        >>> [len(body.faces) for body in bodies_of(solution.instance, solution)]
        [14, 14, 14, 14, 14, 14, 14, 14, 14]
    """
    if not has_bodies(instance):
        return ()
    board = board_of(instance, solution)
    bodies = [_body(board, instance, number) for number in range(len(board.tiles))]
    return tuple(sorted(bodies, key=lambda body: body.number))


def exploded(bodies: Sequence[Body], factor: float = 0.6) -> tuple[Body, ...]:
    """The same bodies, pulled apart from their common middle.

    Args:
        bodies: The bodies.
        factor: How far each goes, as a part of how far it is from the middle.
    """
    if not bodies:
        return ()
    middles = np.array([body.middle() for body in bodies])
    steps = (middles - middles.mean(axis=0)) * factor
    return tuple(
        body.moved((x, y, z)) for body, (x, y, z) in zip(bodies, steps.tolist(), strict=True)
    )


def _sides(face: Face) -> list[tuple[Vertex, Vertex]]:
    """The sides of a face, the same for both faces that share one."""
    corners = face.corners
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    return [(min(pair), max(pair)) for pair in ends]


def _around(periods: Sequence[Sequence[int]]) -> int:
    """How many columns go around, or 0 if the board does not close to an upright cylinder."""
    if len(periods) != 1 or periods[0][0] != 0:
        return 0
    return abs(periods[0][1])


def _body(board: Board, instance: TilingInstance, number: int) -> Body:
    points = board.tiles[number].points
    if board.lattice.dimension == 3:
        faces, balls = solid_at(board.lattice, points)
    else:
        shape = TowerShape(_around(instance.region.periods.tolist()))
        parts = [face for row, column in points for face in shape.cell_faces(row, column)]
        for atom in board.further:
            if atom.owner == number and atom.axis == 0:
                parts += shape.disc_faces(atom.value)
        faces, balls = without_inner(parts), ()
    return Body(
        board.order[number],
        board.marks[number],
        board.colours[number],
        board.given[number],
        faces,
        balls,
    )


def solid_at(
    lattice: Lattice, points: Iterable[Point]
) -> tuple[tuple[Face, ...], tuple[Vertex, ...]]:
    """The faces, or the balls, of some cells of a lattice in space.

    Args:
        lattice: The cubic lattice, or that of packed balls.
        points: The cells.
    """
    if lattice.name == "fcc":
        return (), tuple(_ball(*point) for point in points)
    cubes = (cube_faces(column, -row - 1, -layer - 1) for layer, row, column in points)
    return without_inner(face for cube in cubes for face in cube), ()


def _ball(layer: int, row: int, column: int) -> Vertex:
    return column - layer / 2, layer / 2 - row, -layer * _LAYER
