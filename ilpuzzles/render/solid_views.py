"""From where solids are looked at."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.render.bodies import Body, bodies_of, exploded
from ilpuzzles.render.camera import Camera
from ilpuzzles.render.solid_svg import solid_block
from ilpuzzles.render.svg_document import Block

CUBES = Camera(turn=34, height=30, scale=42)
BALLS = Camera(turn=28, height=26, scale=40)
_TOWER = (
    ("from the front", Camera(turn=0, height=24, scale=100)),
    ("from behind", Camera(turn=180, height=24, scale=100)),
)


def solid_blocks(
    instance: TilingInstance, solution: TilingSolution | None, *, apart: bool = False
) -> list[Block]:
    """Draws the pieces of a solid, or of a tower from both sides; nothing where none lies.

    Args:
        instance: The instance.
        solution: The solution, or None for the starting position.
        apart: Whether the pieces are pulled apart.
    """
    bodies = bodies_of(instance, solution)
    if not bodies:
        return []
    if apart:
        bodies = exploded(bodies)
    return [solid_block(bodies, camera, title) for title, camera in _cameras(bodies)]


def _cameras(bodies: Sequence[Body]) -> Sequence[tuple[str, Camera]]:
    if any(face.surface == ("outer",) for body in bodies for face in body.faces):
        return _TOWER
    return (("", BALLS if bodies[0].balls else CUBES),)
