"""`circuit`: the chosen edges of a graph are one loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import ClassVar

from ilpuzzles.constraints.graphs import Graph, GraphReader, Switches
from ilpuzzles.constraints.networks import (
    Network,
    affine,
    incident,
    is_on,
    literals_of,
    require_ends,
)
from ilpuzzles.constraints.reach import state_distances, state_flow
from ilpuzzles.errors import ModelError
from ilpuzzles.graphs import parts_along
from ilpuzzles.modelling.affine import LinearRows, Literal, total
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


def circuit(
    model: ModelBase,
    graph: Graph,
    edges: Switches | None = None,
    *,
    active: Switches | bool | None = None,
    directed: bool = False,
    encoding: str | None = None,
    name: str = "circuit",
) -> None:
    """States that the chosen edges of a graph form one loop, or that there are none.

    Every vertex is on none or two of the chosen edges, and all of these hang together. An edge from
    a vertex to itself is never chosen.

        +--+  +--+      +--+  +--+
        |  +--+  |      |  |  |  |
        +--------+      +--+  +--+
        a circuit       not one

    Encodings, of which the solver decides unless one is named; all have the degrees of vertices:

    - `native`: CP-SAT's own circuit; rules of clingo.
    - `lazy`: cuts against each loop that a solver finds beside another: two edges lead out of it.
    - `flow`, `bfs`: as in `connected`; of a directed graph, flows and ranks go along its edges.

    Args:
        model: The model.
        graph: The edges: pairs of vertices, or whole numbers as in `connected`. A dictionary, or a
            family of variables, which has a truth for each pair, needs no `edges`.
        edges: For every edge whether it is chosen.
        active: For every vertex whether it is on the loop, or True for a tour of all; by default
            any vertex may be.
        directed: Whether edges lead from the first vertex to the second, and the loop along them.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If the graph does not fit the truths.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> road = model.binary("road", [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
        >>> circuit(model, road)
        >>> found = sorted(model.solutions(), key=lambda values: values.sum())
        >>> [model.program().text_by_name(values) for values in found]
        ['all variables are 0', 'road[a, b], road[b, c], road[c, a]']
    """
    encoder = Encoder.of(model)
    read = GraphReader(encoder, graph, edges, active)
    state_circuit(encoder, read, (), directed=directed, encoding=encoding, name=name)


def state_circuit(
    encoder: Encoder,
    read: GraphReader,
    more: tuple[tuple[int, int], ...],
    *,
    directed: bool,
    encoding: str | None,
    name: str,
) -> None:
    """States a circuit, with further edges that are always chosen."""
    edges: list[tuple[int, int]] = []
    chosen: list[Switch] = []
    every_edge = (*read.edges, *more)
    every_switch = (*read.chosen, *(True for _ in more))
    for ends, switch in zip(every_edge, every_switch, strict=True):
        if ends[0] != ends[1]:
            edges.append(ends)
            chosen.append(switch)
        elif isinstance(switch, Literal):
            # As in a table of all pairs: no loop goes from a vertex to itself.
            encoder.state(~encoder.handle(switch), name)
        elif switch:
            raise ModelError("an edge joins a vertex to itself", "leave it out")
    row = Circuit(
        read.vertices, tuple(edges), tuple(chosen), read.active, directed, encoding=encoding
    )
    encoder.state_global(row, name)


@dataclass(frozen=True, slots=True)
class Circuit(GlobalConstraint):
    """The chosen edges are one loop, or there are none; see `circuit`.

    Attributes:
        vertices: How many vertices there are.
        edges: The two ends of every edge.
        chosen: For every edge, whether it is chosen.
        active: For every vertex, whether it is on the loop; None if any may be.
        directed: Whether edges lead from their first end to the second.
    """

    word: ClassVar[str] = "circuit"
    LINEAR: ClassVar[tuple[str, ...]] = ("flow", "bfs")
    HAS_CUTS: ClassVar[bool] = True
    HAS_NATIVE: ClassVar[bool] = True
    OPEN: ClassVar[frozenset[str]] = frozenset({"flow"})
    vertices: int
    edges: tuple[tuple[int, int], ...]
    chosen: tuple[Switch, ...]
    active: tuple[Switch, ...] | None
    directed: bool

    def require_shape(self) -> None:
        """Raises a `ModelError` unless edges and truths fit the vertices."""
        require_ends(self.edges, self.vertices)
        require_number("edges", len(self.chosen), len(self.edges))
        if self.active is not None:
            require_number("vertices", len(self.active), self.vertices)

    def choose(self, purpose: Purpose) -> str:  # noqa: ARG002 - it is the same for all
        """The best of `benchmarks.loops`."""
        return LAZY

    # Degrees

    def sides(self) -> list[list[list[int]]]:
        """For every vertex the edges there: all of them, or those that lead in, and out."""
        if not self.directed:
            return [[edges] for edges in incident(self.vertices, self.edges)]
        sides: list[list[list[int]]] = [[[], []] for _ in range(self.vertices)]
        for edge, (tail, head) in enumerate(self.edges):
            _, leading_out = sides[tail]
            leading_in, _ = sides[head]
            leading_out.append(edge)
            leading_in.append(edge)
        return sides

    @property
    def degree(self) -> int:
        """The number of edges on one side of a vertex of the loop."""
        return 1 if self.directed else 2

    def first_cuts(self) -> Iterator[Conditional]:
        """Rows of the edges at each vertex: none or so many of them are chosen."""
        for vertex, sides in enumerate(self.sides()):
            edges_of_sides = [[affine(self.chosen[edge]) for edge in edges] for edges in sides]
            if self.active is not None:
                needed = affine(self.active[vertex]).times(-self.degree)
                for edges in edges_of_sides:
                    yield Conditional((), total([*edges, needed]), 0, 0)
            elif self.directed:
                leading_in, leading_out = map(total, edges_of_sides)
                yield Conditional((), leading_in.minus(leading_out), 0, 0)
                yield Conditional((), leading_in, None, 1)
            else:
                (edges,) = edges_of_sides
                number = total(edges)
                yield Conditional((), number, None, 2)
                # No edge is the only one.
                for edge in edges:
                    yield Conditional((), number.minus(edge.times(2)), 0, None)

    # Meaning

    def _loops(self, values: Sequence[Number]) -> list[list[int]]:
        """The connected parts of the chosen edges, and of the vertices that have to be there."""
        is_chosen = [is_on(switch, values) for switch in self.chosen]
        edges = list(compress(self.edges, is_chosen))
        vertices = {vertex for ends in edges for vertex in ends}
        if self.active is not None:
            vertices |= {v for v, switch in enumerate(self.active) if is_on(switch, values)}
        return parts_along(sorted(vertices), edges)

    def _wrong_degrees(self, values: Sequence[Number]) -> int:
        """The number of vertices with a wrong degree."""
        wrong = 0
        for vertex, sides in enumerate(self.sides()):
            numbers = {sum(is_on(self.chosen[edge], values) for edge in edges) for edges in sides}
            allowed = {0, self.degree}
            if self.active is not None:
                allowed = {self.degree * is_on(self.active[vertex], values)}
            wrong += len(numbers) > 1 or not numbers <= allowed
        return wrong

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of vertices with a wrong degree, and of loops beyond the first."""
        wrong = self._wrong_degrees(values) + max(len(self._loops(values)) - 1, 0)
        return Outcome(wrong, 0, 0)

    # Ways

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """The degrees that are wrong; or of each loop beside another, that two edges leave it."""
        if self._wrong_degrees(values):
            return [cut for cut in self.first_cuts() if not cut.outcome(values).right]
        loops = sorted(self._loops(values), key=lambda loop: (-len(loop), loop))
        if len(loops) < 2:
            return []
        signs = [self._sign(loop, values) for loop in loops]
        cuts = []
        for loop, sign in zip(loops, signs, strict=True):
            inside = set(loop)
            leaving = [
                affine(self.chosen[edge])
                for edge, (one, other) in enumerate(self.edges)
                if (one in inside) is not (other in inside)
            ]
            sign_of_other = signs[0] if sign is not signs[0] else signs[1]
            both_there = dict.fromkeys(literals_of((sign, sign_of_other)))
            cuts.append(Conditional(tuple(both_there), total(leaving), 2, None))
        return cuts

    def _sign(self, loop: list[int], values: Sequence[Number]) -> Switch:
        """A switch that is on only if something of a part is on the loop."""
        if self.active is not None:
            on = [self.active[vertex] for vertex in loop if is_on(self.active[vertex], values)]
            return True if True in on else on[0]
        inside = set(loop)
        return next(
            switch
            for switch, (one, _) in zip(self.chosen, self.edges, strict=True)
            if one in inside and is_on(switch, values)
        )

    def rows(self, into: LinearRows, encoding: str) -> None:
        """Adds the degrees, and a flow or distances."""
        active = self.active
        if active is None:
            active = tuple(into.binary() for _ in range(self.vertices))
        for cut in replace(self, active=active).first_cuts():
            cut.linearise(into)
        network = Network(active, self.edges, self.chosen)
        if encoding == "flow":
            state_flow(into, network, directed=self.directed)
        else:
            state_distances(into, network)
