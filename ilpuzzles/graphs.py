"""Connected parts of graphs, whether of atoms, cells, variables or anything else."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

_Vertex = TypeVar("_Vertex", bound=Hashable)


def parts_of(
    starts: Iterable[_Vertex], beyond: Callable[[_Vertex], Iterable[_Vertex]]
) -> list[list[_Vertex]]:
    """The connected parts that hold some vertices, each in the order in which it is reached.

    Args:
        starts: The vertices to start from, one after the other.
        beyond: The neighbours of a vertex.

    Example:
        >>> parts_of([1, 5, 2], lambda number: [number + 1] if number < 3 else [])
        [[1, 2, 3], [5]]
    """
    seen: set[_Vertex] = set()
    parts: list[list[_Vertex]] = []
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        # The list grows while it is gone through: breadth first.
        for vertex in part:
            for neighbour in beyond(vertex):
                if neighbour not in seen:
                    seen.add(neighbour)
                    part.append(neighbour)
        parts.append(part)
    return parts


def parts_along(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The connected parts of a graph, from its vertices in their order, each part ascending.

    Example:
        >>> parts_along([2, 0, 1, 3], [(0, 2), (3, 1)])
        [[0, 2], [1, 3]]
    """
    neighbours: dict[int, list[int]] = {}
    for start, end in edges:
        neighbours.setdefault(start, []).append(end)
        neighbours.setdefault(end, []).append(start)
    parts = parts_of(vertices, lambda vertex: neighbours.get(vertex, ()))
    return [sorted(part) for part in parts]
