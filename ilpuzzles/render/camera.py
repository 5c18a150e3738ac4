"""A camera that looks at bodies from far away: where places stand on paper, and what is near."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ilpuzzles.render.body_faces import Vertex

_LIGHT = (-0.35, -0.55, 0.76)


@dataclass(frozen=True, slots=True)
class Camera:
    """A parallel projection.

    Attributes:
        turn: How far the camera has gone round to the right, in degrees; at 0 it is in front.
        height: How far it looks down, in degrees.
        scale: How many pixels a length of 1 has.
    """

    turn: float
    height: float
    scale: float

    def towards(self) -> Vertex:
        """The direction towards the camera, of length 1."""
        turn, height = math.radians(self.turn), math.radians(self.height)
        across = math.cos(height)
        return math.sin(turn) * across, -math.cos(turn) * across, math.sin(height)

    def place(self, vertex: Vertex) -> tuple[float, float]:
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
    """How bright a face is, from 0.68 to 1."""
    return 0.84 + 0.16 * max(min(dot(normal(corners), _LIGHT) * 1.25, 1.0), -1.0)
