"""`connected`: the active vertices of a graph are in one part, or each part has a root."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ilpuzzles.constraints.graphs import Graph, GraphReader, Switches
from ilpuzzles.constraints.networks import (
    Network,
    clause,
    incident,
    is_on,
    literals_of,
    opposite,
    require_ends,
    without_loops,
)
from ilpuzzles.constraints.reach import state_distances, state_flow
from ilpuzzles.errors import ModelError
from ilpuzzles.graphs import parts_along
from ilpuzzles.modelling.affine import LinearRows, Literal
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.global_constraint import (
    LAZY,
    GlobalConstraint,
    Purpose,
    Switch,
    require_number,
)
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Conditional, Outcome


def connected(
    model: ModelBase,
    graph: Graph,
    active: Switches,
    *,
    edges: Switches | None = None,
    roots: Switches | None = None,
    encoding: str | None = None,
    name: str = "connected",
) -> None:
    """States that the active vertices of a graph are connected.

    Without roots, all active vertices form one connected part (or there are none). With roots,
    every active vertex is in a part that has an active root.

        # # . .        # # . .
        . # # .        . # . .
        . . # #        . . # #
        connected      not connected

    Encodings, of which the solver decides unless one is named:

    - `flow`: every active vertex but a root takes one unit or more of a flow that starts at the
      roots. Small; there are many flows for one set of vertices.
    - `bfs`: every active vertex has its distance from the nearest root, as in the Surasshupakku
      article; the active vertices determine all distances.
    - `lazy`: cuts against what a solver finds: some vertex between two parts has to be active too.
    - `native`: rules of clingo, which knows what is reached from where.

    Args:
        model: The model.
        graph: The edges: pairs of vertices, which are the labels of what is active, or an array of
            whole numbers, shape (edges, 2), which count them from 0.
        active: For every vertex whether it is active: truths, or constants.
        edges: For every edge whether it can be used; by default all can. An edge with an end that
            is not active is never used.
        roots: For every vertex whether it is a root.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If the graph does not fit the vertices, or something is not true or false.
        UnknownNameError: If there is no such encoding.

    Example:
        Of a path of four vertices, the ends can be active only together with the middle:

        >>> from ilpuzzles import Model
        >>> import numpy as np
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b", "c", "d"])
        >>> connected(model, [("a", "b"), ("b", "c"), ("c", "d")], x)
        >>> model.check(np.array([1, 1, 0, 0])), str(model.check(np.array([1, 0, 0, 1]))[0])
        ((), 'connected[0] is 2, not at most 1')
    """
    encoder = Encoder.of(model)
    read = GraphReader(encoder, graph, edges, active)
    begin = None if roots is None else read.each(roots, read.vertices, "roots", read.names)
    if read.active is None:
        raise ModelError("nothing says which vertices are active", "give a truth for each")
    network = Network(read.active, read.edges, read.open, begin)
    encoder.state_global(Connected(network, encoding=encoding), name)


@dataclass(frozen=True, slots=True)
class Connected(GlobalConstraint):
    """The active vertices of a network are connected; see `connected`."""

    word: ClassVar[str] = "connected"
    LINEAR: ClassVar[tuple[str, ...]] = ("flow", "bfs")
    HAS_CUTS: ClassVar[bool] = True
    HAS_NATIVE: ClassVar[bool] = True
    OPEN: ClassVar[frozenset[str]] = frozenset({"flow"})
    network: Network

    def require_shape(self) -> None:
        """Raises a `ModelError` unless edges and truths fit the vertices."""
        network, count = self.network, len(self.network.active)
        require_ends(network.edges, count)
        if network.open is not None:
            require_number("edges", len(network.open), len(network.edges))
        if network.roots is not None:
            require_number("roots", len(network.roots), count)

    def choose(self, purpose: Purpose) -> str:  # noqa: ARG002 - it is the same for all
        """The encoding that is least often hopeless in `benchmarks.connectivity`."""
        return LAZY

    def parts(self) -> Iterator[Literal]:
        """The literals of vertices, edges and roots."""
        network = self.network
        return literals_of((*network.active, *(network.open or ()), *(network.roots or ())))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of connected parts, or of those without a root."""
        if self.network.roots is None:
            return Outcome(len(self.network.parts(values)), None, 1)
        return Outcome(len(self._rootless(values)), 0, 0)

    def rows(self, into: LinearRows, encoding: str) -> None:
        """Adds a flow, or distances."""
        state = state_flow if encoding == "flow" else state_distances
        state(into, without_loops(self.network))

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """Clauses that some values break, and that hold wherever the vertices are connected.

        For a part that is cut off, either its first vertex is not active, or something that
        borders on it is; without roots, or the first vertex of the largest part is not active.
        """
        network = self.network
        if network.roots is None:
            parts = sorted(network.parts(values), key=lambda part: (-len(part), part))
            # Within the largest part is where all others must get to.
            goal = parts[0][0] if parts else 0
            return [
                clause([*self._gates(part, goal, values), opposite(network.active[goal])])
                for part in parts[1:]
            ]
        return [
            clause([*self._gates(part, None, values), *(network.roots[v] for v in part)])
            for part in self._rootless(values)
        ]

    def _rootless(self, values: Sequence[Number]) -> list[list[int]]:
        """The connected parts without a root."""
        rooted = {v for v, root in enumerate(self.network.roots or ()) if is_on(root, values)}
        return [part for part in self.network.parts(values) if rooted.isdisjoint(part)]

    def _gates(self, part: list[int], goal: int | None, values: Sequence[Number]) -> list[Switch]:
        """The first vertex of a part is not active, or else one of the gates around it is open."""
        network = self.network
        inside = set(part)
        edges_at = incident(len(network.active), network.edges)
        # The vertices beside the part, and the edges that lead there.
        border: dict[int, list[int]] = {}
        for vertex in part:
            for edge in edges_at[vertex]:
                one, other = network.edges[edge]
                beyond = other if one == vertex else one
                if beyond not in inside:
                    border.setdefault(beyond, []).append(edge)
        if goal is not None and network.open is None:
            border = self._border_by_goal(border, inside, goal, edges_at)
        gates: list[Switch] = [opposite(network.active[part[0]])]
        for beyond, edges in sorted(border.items()):
            if is_on(network.active[beyond], values) and network.open is not None:
                # It is active already: what is missing is an edge.
                gates += [network.open[edge] for edge in edges]
            else:
                gates.append(network.active[beyond])
        return gates

    def _border_by_goal(
        self,
        border: dict[int, list[int]],
        inside: set[int],
        goal: int,
        edges_at: Sequence[Sequence[int]],
    ) -> dict[int, list[int]]:
        """The vertices of the border that a way from the goal meets first."""
        edges = self.network.edges
        outside = [v for v in range(len(edges_at)) if v not in inside and v not in border]
        free = set(outside)
        usable = [(one, other) for one, other in edges if one in free and other in free]
        reached = next(part for part in parts_along(outside, usable) if goal in part)
        met: set[int] = set()
        for vertex in reached:
            for edge in edges_at[vertex]:
                met.update(edges[edge])
        return {vertex: leading for vertex, leading in border.items() if vertex in met}
