"""Tilings in space: the pieces of a solid, or of a board around a cylinder, and their cameras."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.render.solid import (
    Body,
    Camera,
    Face,
    TowerShape,
    Vertex,
    cube_faces,
    pull_apart,
    solid_block,
    without_inner,
)
from ilpuzzles.render.svg import Block
from ilpuzzles.tilings.picture_layout import TilingBoard, board_of
from ilpuzzles.tilings.tiling_puzzle import Point, TilingInstance, TilingSolution

# Where a ball of the packing stands: rows and columns lie in the plane, and each layer is lower.
_LAYER = 0.5**0.5

CUBES = Camera(turn=34, height=30, scale=42)
BALLS = Camera(turn=28, height=26, scale=40)

_TOWER = [
    ("from the front", Camera(turn=0, height=24, scale=100)),
    ("from behind", Camera(turn=180, height=24, scale=100)),
]


def has_bodies(instance: TilingInstance) -> bool:
    """Whether the pieces of an instance lie in space, or around a cylinder that stands upright."""
    region = instance.region
    if region.lattice.name in {"cubic", "fcc"}:
        return not len(region.periods)
    return cells_around(instance) > 0


def bodies_of(instance: TilingInstance, solution: TilingSolution | None = None) -> tuple[Body, ...]:
    """The pieces of a solution, or of the starting position, in space; none where it is plane.

    Example:
        >>> from ilpuzzles.experiments.experiments import solve
        >>> solution = solve("cube").solutions[0]
        >>> [len(body.faces) for body in bodies_of(solution.instance, solution)]
        [14, 14, 14, 14, 14, 14, 14, 14, 14]
    """
    if not has_bodies(instance):
        return ()
    board = board_of(instance, solution)
    bodies = [_body(board, instance, number) for number in range(len(board.tiles))]
    # In the order of placing.
    return tuple(sorted(bodies, key=lambda body: body.number))


def _body(board: TilingBoard, instance: TilingInstance, number: int) -> Body:
    points = board.tiles[number].points
    if board.lattice.dimension == 3:
        faces, balls = solid_at(board.lattice, points)
    else:
        shape = TowerShape(cells_around(instance))
        parts = [face for row, column in points for face in shape.cell_faces(row, column)]
        for atom in board.further:
            if atom.owner == number and atom.axis == 0:
                parts += shape.disc_faces(atom.value)
        faces = without_inner(parts)
        balls = ()
    order = board.order[number]
    mark = board.marks[number]
    colour = board.colours[number]
    return Body(order, mark, colour, board.given[number], faces, balls)


def solid_at(
    lattice: Lattice, points: Iterable[Point]
) -> tuple[tuple[Face, ...], tuple[Vertex, ...]]:
    """The faces, or the balls, of some cells of the cubic lattice, or of that of packed balls."""
    if lattice.name == "fcc":
        return (), tuple(
            (column - layer / 2, layer / 2 - row, -layer * _LAYER) for layer, row, column in points
        )
    cubes = (cube_faces(column, -row - 1, -layer - 1) for layer, row, column in points)
    return without_inner(face for cube in cubes for face in cube), ()


def cells_around(instance: TilingInstance) -> int:
    """How many cells stand around a tower; 0 for a board that closes to no upright cylinder."""
    periods = instance.region.periods.tolist()
    if instance.region.lattice.name != "square" or len(periods) != 1:
        return 0
    down, along = periods[0]
    return 0 if down else abs(along)


def places_in_space(instance: TilingInstance) -> list[Vertex]:
    """The middles of all cells of an instance that `has_bodies`; neighbours are 1 apart.

    Those of a tower stand around the axis x = y = 0, the first column on the left, as in pictures.

    Example:
        >>> from ilpuzzles import load
        >>> places_in_space(load("cube").instance)[9]
        (0, 0, -1)
    """
    points = instance.region.cells()
    around = cells_around(instance)
    if instance.region.lattice.name == "fcc":
        return [*solid_at(instance.region.lattice, points)[1]]
    if not around:
        return [(column, -row, -layer) for layer, row, column in points]
    radius = 0.5 / math.sin(math.pi / around)
    found: list[Vertex] = []
    for row, column in points:
        angle = -math.pi / 2 + math.tau * ((column + 0.5) / around - 0.25)
        found.append((radius * math.cos(angle), radius * math.sin(angle), -row))
    return found


def solid_blocks(
    instance: TilingInstance, solution: TilingSolution | None, *, apart: bool = False
) -> list[Block]:
    """Draws the pieces of a solid, or of a tower from both sides; nothing where none lies."""
    bodies = bodies_of(instance, solution)
    if not bodies:
        return []
    if apart:
        bodies = pull_apart(bodies)
    cameras = [("", BALLS if bodies[0].balls else CUBES)]
    if any(face.surface == ("outer",) for body in bodies for face in body.faces):
        cameras = _TOWER
    return [solid_block(bodies, camera, title) for title, camera in cameras]
