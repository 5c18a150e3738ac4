"""A graph whose vertices and edges are switched on and off by literals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ilpuzzles.modelling.affine import Literal

Switch: TypeAlias = Literal | bool
"""What switches a vertex or an edge: a literal, or a constant that costs no row."""


@dataclass(frozen=True, slots=True)
class Network:
    """A graph with a switch for every vertex, and perhaps for every edge.

    Attributes:
        active: For every vertex, whether it takes part.
        edges: The ends of every edge.
        open: For every edge, whether it can be used beyond both its ends being active; None if
            every edge can.
        roots: For every vertex, whether parts may start there; None if there is to be one part.
    """

    active: tuple[Switch, ...]
    edges: tuple[tuple[int, int], ...]
    open: tuple[Switch, ...] | None
    roots: tuple[Switch, ...] | None

    def literals(self) -> list[Literal]:
        """All literals of vertices and edges."""
        switches = [*self.active, *(self.open or ()), *(self.roots or ())]
        return [switch for switch in switches if isinstance(switch, Literal)]

    def incident(self) -> list[list[int]]:
        """The edges at every vertex."""
        found: list[list[int]] = [[] for _ in self.active]
        for edge, ends in enumerate(self.edges):
            for vertex in ends:
                found[vertex].append(edge)
        return found

    def parts(self, values: Sequence[int]) -> list[list[int]]:
        """The connected parts of the active vertices, for some values of all columns."""
        active = [is_on(switch, values) for switch in self.active]
        usable = [
            active[one] and active[other] and (self.open is None or is_on(self.open[edge], values))
            for edge, (one, other) in enumerate(self.edges)
        ]
        return parts_of(
            [v for v, on in enumerate(active) if on], self.edges, self.incident(), usable
        )


def is_on(switch: Switch, values: Sequence[int]) -> bool:
    """Whether something is switched on for some values of all columns."""
    return switch if isinstance(switch, bool) else switch.true(values)


def opposite(switch: Switch) -> Switch:
    """The negation of a switch."""
    return not switch if isinstance(switch, bool) else switch.opposite


def parts_of(
    vertices: Sequence[int],
    edges: Sequence[tuple[int, int]],
    incident: Sequence[Sequence[int]],
    usable: Sequence[bool],
) -> list[list[int]]:
    """The connected parts of some vertices along usable edges, each in ascending order.

    Example:
        >>> edges = [(0, 1), (1, 2), (2, 3)]
        >>> parts_of(range(4), edges, [[0], [0, 1], [1, 2], [2]], [True, False, True])
        [[0, 1], [2, 3]]
    """
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in vertices:
        if start in seen:
            continue
        part, waiting = [], [start]
        seen.add(start)
        while waiting:
            vertex = waiting.pop()
            part.append(vertex)
            for edge in incident[vertex]:
                one, other = edges[edge]
                beyond = other if vertex == one else one
                if usable[edge] and beyond not in seen:
                    seen.add(beyond)
                    waiting.append(beyond)
        found.append(sorted(part))
    return found
