"""Connectivity of active vertices in any graph, in three encodings: flow, distances, cuts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ilpuzzles.errors import ModelError, Problem, UnknownNameError, unknown_name
from ilpuzzles.modelling.affine import Literal, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expressions import (
    Connective,
    Junction,
    Logical,
    Negation,
    TruthValue,
    Variable,
)
from ilpuzzles.modelling.functions import Truths, conjunction, disjunction, gathered
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Conditional, LazyConstraint, Outcome
from ilpuzzles.modelling.rows import IntArray

Switch: TypeAlias = Literal | bool
"""What switches a vertex or an edge: a literal, or a constant that costs no row."""


def connected(
    model: Model,
    graph: IntArray,
    active: Truths,
    *,
    edges: Truths | None = None,
    roots: Truths | None = None,
    encoding: str | None = None,
    name: str = "connected",
) -> None:
    """States that the active vertices of a graph are connected.

    Without roots, all active vertices form one connected part (or there are none). With roots,
    every active vertex is in a part that has an active root. There are three encodings:

    - `flow`: every active vertex but a root takes one unit or more of a flow that starts at the
      roots, with two flow variables for each edge. Small, and the best on most MIP solvers. There
      are many flows for one set of vertices, so every further solution takes a search of its own.
    - `bfs`: every active vertex has its distance from the nearest root. Distances across an edge
      differ by at most one, and every vertex but a root has a neighbour that is nearer by one.
      This is the encoding of the Surasshupakku article; the active vertices determine its
      variables.
    - `lazy`: nothing is stated at first. `solve_model` and `enumerate_solutions` ask for cuts
      against what they find: some vertex between two parts has to be active as well. LP and
      MPS files cannot hold it.

    By default the graph decides, and mostly well. In each line of this table, the least processor
    time is in seconds, and the others are multiples of it; a dash is 20 seconds or more. There are
    more sizes and solvers in `python -m benchmarks.connectivity`.

    | question | backend | flow | bfs | lazy | default |
    | --- | --- | --- | --- | --- | --- |
    | Nurikabe 7 x 7, a solution and no other | cpsat | 0.063 s | 3.1 | 1.6 | 1.6 |
    | | cbc | 1.6 | - | 0.63 s | 2.7 |
    | | highs | 1.3 | 4.4 | 4.2 | 0.86 s |
    | Nurikabe 10 x 10, a solution | cpsat | 2.2 | 0.57 s | - | 1.8 |
    | | cbc | 5.4 s | - | - | - |
    | the best region of 8 x 8 cells | cpsat | 8.4 | 3.2 | 0.14 s | flow |
    | | cbc | - | - | 0.88 s | flow |
    | the fewest of 6 x 6 cells, three roots | cpsat | - | 0.81 s | - | bfs |
    | | highs | 1.4 | - | 3.1 s | bfs |
    | the fewest of 5 x 5 cells, three roots | cbc | 0.78 s | - | 3.3 | bfs |
    | all 218 regions of 3 x 3 cells | cpsat | 31 | 2.1 | 0.058 s | flow |

    Name one where it matters: `bfs` on CP-SAT if there are many solutions and you want them all, or
    the graph is large; `flow` on the other solvers; `lazy` for a best region, and where few answers
    fall to pieces by themselves, since every one that does costs a search.

    Args:
        model: The model.
        graph: The two ends of every edge, shape (edges, 2); vertices are numbered from 0.
        active: For every vertex whether it is active: truths, or constants.
        edges: For every edge whether it can be used; by default all can. An edge with an end that
            is not active is never used.
        roots: For every vertex whether it is a root.
        encoding: The name of the encoding, or None: then `bfs` if there are roots and it is not
            known beforehand which vertices are active, and `flow` otherwise.
        name: What to call the rows.

    Raises:
        ModelError: If the graph does not fit the vertices, or something is not true or false.
        UnknownNameError: If there is no such encoding.

    Example:
        Of a path of four vertices, the ends can be active only together with the middle:

        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> connected(model, np.array([[0, 1], [1, 2], [2, 3]]), x, encoding="lazy")
        >>> model.check(np.array([1, 1, 0, 0])), str(model.check(np.array([1, 0, 0, 1]))[0])
        ((), 'connected[0] is 2, not at most 1')
    """
    if encoding is not None and encoding not in ENCODINGS:
        raise UnknownNameError(unknown_name("encoding", encoding, ENCODINGS))
    encoder = Encoder.of(model)

    def switches(truths: Truths) -> tuple[Switch, ...]:
        return tuple(_switch(encoder, truth) for truth in gathered((truths,)))

    vertices = switches(active)
    ends = np.asarray(graph)
    if ends.size == 0:
        ends = np.zeros((0, 2), dtype=np.int64)
    if ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu":
        what = f"the graph must be an array of whole numbers of shape (edges, 2), got {ends.shape}"
        raise ModelError(what)
    if len(ends) and (ends.min() < 0 or ends.max() >= len(vertices)):
        what = f"the graph names vertices {ends.min()} to {ends.max()}"
        raise ModelError(Problem(what, f"{len(vertices)} vertices were given, numbered from 0"))
    network = Network(
        active=vertices,
        edges=tuple((one, other) for one, other in ends.tolist()),
        open=None if edges is None else switches(edges),
        roots=None if roots is None else switches(roots),
    )
    given_and_wanted = {"edges": (network.open, len(ends)), "roots": (network.roots, len(vertices))}
    for noun, (given, wanted) in given_and_wanted.items():
        if given is not None and len(given) != wanted:
            what = f"expected {wanted} {noun}, got {len(given)}"
            raise ModelError(Problem(what, "give one for each"))
    ENCODINGS[encoding or _choose_encoding(network)](encoder, network, name)


def _choose_encoding(network: Network) -> str:
    """The encoding that is least often hopeless in `benchmarks.connectivity`.

    With roots, and vertices that may be active or not, CP-SAT proves in 0.8 s with distances what
    it does not prove in 20 s with a flow; without roots, CBC takes 4 to 13 times as long with
    distances.
    """
    switched = any(not isinstance(switch, bool) for switch in network.active)
    return "bfs" if network.roots is not None and switched else "flow"


def _switch(encoder: Encoder, truth: TruthValue) -> Switch:
    if isinstance(truth, Logical):
        return encoder.plain_literal(truth)
    if truth not in {0, 1}:
        raise ModelError(Problem(f"{truth!r} is not a truth value", "give a truth, or 0 or 1"))
    return bool(truth)


@dataclass(frozen=True, slots=True)
class Network:
    """A graph with a switch for every vertex, and perhaps for every edge.

    Attributes:
        open: For every edge, whether it can be used beyond both its ends being active; None if
            every edge can.
        roots: For every vertex, whether parts may start there; None if there is to be one part.
    """

    active: tuple[Switch, ...]
    edges: tuple[tuple[int, int], ...]
    open: tuple[Switch, ...] | None
    roots: tuple[Switch, ...] | None

    def incident(self) -> list[list[int]]:
        """The edges at every vertex."""
        found: list[list[int]] = [[] for _ in self.active]
        for edge, ends in enumerate(self.edges):
            for vertex in ends:
                found[vertex].append(edge)
        return found

    def parts(self, values: Sequence[Number]) -> list[list[int]]:
        """The connected parts of the active vertices, for some values of all columns."""
        active = [is_on(switch, values) for switch in self.active]
        usable = [
            active[one] and active[other] and (self.open is None or is_on(self.open[edge], values))
            for edge, (one, other) in enumerate(self.edges)
        ]
        return parts_of(
            [v for v, on in enumerate(active) if on], self.edges, self.incident(), usable
        )


def is_on(switch: Switch, values: Sequence[Number]) -> bool:
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
    """The connected parts of some vertices along usable edges, each in ascending order."""
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


def handle(encoder: Encoder, switch: Switch) -> Variable | Negation | bool:
    """A switch as the variable, or the negated variable, that it is."""
    return switch if isinstance(switch, bool) else encoder.handle(switch)


def all_of(encoder: Encoder, switches: Iterable[Switch]) -> Switch:
    """Whether all of some are on."""
    truths = []
    for switch in switches:
        if not isinstance(switch, bool):
            truths.append(encoder.handle(switch))
        elif not switch:
            return False
    return encoder.plain_literal(conjunction(truths)) if truths else True


def starts(encoder: Encoder, network: Network) -> list[Switch]:
    """For every vertex, whether a part starts there: a root that is active.

    Where there is to be one part, it starts at its first vertex, so that nothing is left open.
    """
    if network.roots is not None:
        return [all_of(encoder, pair) for pair in zip(network.roots, network.active, strict=True)]
    found: list[Switch] = []
    none: Switch = True
    for on in network.active:
        found.append(all_of(encoder, (on, none)))
        none = all_of(encoder, (none, opposite(on)))
    return found


def usable(encoder: Encoder, network: Network) -> list[Switch]:
    """For every edge, whether it can be used: it is open and both its ends are active."""
    found = []
    for edge, (one, other) in enumerate(network.edges):
        needed = [network.active[one], network.active[other]]
        if network.open is not None:
            needed.append(network.open[edge])
        found.append(all_of(encoder, needed))
    return found


def state_flow(encoder: Encoder, network: Network, name: str) -> None:
    """States that a flow from the starts reaches every active vertex.

    With f(u, v) the flow from u to v along an edge, n vertices, and s(v) whether a part starts at
    v, the rows are

        f(u, v) <= (n - 1) * (u is active), likewise for v and for the edge being open
        flow into v - flow out of v >= (v is active) - n * s(v)

    The flow does not follow from the active vertices: there are many for the same ones.
    """
    count = len(network.active)
    size = max(count - 1, 1)
    start = starts(encoder, network)
    # No flow has to lead to where one starts in any case.
    arcs = [
        (edge, tail, head)
        for edge, (one, other) in enumerate(network.edges)
        for tail, head in ((one, other), (other, one))
        if start[head] is not True
    ]
    flow = encoder.auxiliaries("flow", (len(arcs),), 0, size).positions()
    balance = [encoder.expression(0) for _ in network.active]
    for along, (edge, tail, head) in zip(flow, arcs, strict=True):
        limits = [network.active[tail], network.active[head]]
        if network.open is not None:
            limits.append(network.open[edge])
        for limit in limits:
            # Where it is always on, the bound of the flow says as much.
            if limit is not True:
                encoder.state(along <= size * handle(encoder, limit), name)
        balance[tail] = balance[tail] - along
        balance[head] = balance[head] + along
    for vertex, net in enumerate(balance):
        on, begins = (handle(encoder, s) for s in (network.active[vertex], start[vertex]))
        encoder.state(net >= on - count * begins, name)


def state_distances(encoder: Encoder, network: Network, name: str) -> None:
    """States that every active vertex has a distance from the nearest start.

    With d(v) the distance of v, the rows are

        d(v) = 0 where a part starts, and where v is not active
        -1 <= d(u) - d(v) <= 1 along a usable edge
        some neighbour u along a usable edge has d(u) = d(v) - 1, if v is active and no start

    An active vertex without a path to a start would need ever nearer neighbours, without end. So
    the rows together say what the distances are.
    """
    count = len(network.active)
    start, open_edge = starts(encoder, network), usable(encoder, network)
    distance = encoder.auxiliaries("distance", (count,), 0, max(count - 1, 0)).positions()
    given = [handle(encoder, switch) for switch in (*network.active, *start, *open_edge)]
    with encoder.defining(given) as defined:
        defined.extend(distance)
        nearer: list[list[Logical]] = [[] for _ in network.active]
        for (one, other), switch in zip(network.edges, open_edge, strict=True):
            if one == other or switch is False:
                continue
            is_open, closed = handle(encoder, switch), handle(encoder, opposite(switch))
            difference = distance[one] - distance[other]
            encoder.state(disjunction(closed, difference.between(-1, 1)), name)
            nearer[one].append(conjunction(is_open, difference >= 1))
            nearer[other].append(conjunction(is_open, difference <= -1))
        # Of constants alone a disjunction knows no model; this one says whose it is.
        nothing = Junction(encoder.owner, Connective.OR, ())
        for vertex, (on, begins) in enumerate(zip(network.active, start, strict=True)):
            for nowhere in (opposite(begins), on):
                if nowhere is not True:
                    at_zero = distance[vertex] == 0
                    encoder.state(disjunction(handle(encoder, nowhere), at_zero), name)
            if on is not False and begins is not True:
                off, root = handle(encoder, opposite(on)), handle(encoder, begins)
                encoder.state(disjunction(nothing, off, root, *nearer[vertex]), name)


@dataclass(frozen=True, slots=True)
class Connected(LazyConstraint):
    """The active vertices of a network are connected; see `connected`."""

    word = "connected"
    is_connected = True
    network: Network

    def taken(self, *, whole: bool) -> Connected:
        """The same for a solver that takes it as it is, or gets its cuts."""
        if whole is not self.by_cuts:
            return self
        return WholeConnected(self.network) if whole else Connected(self.network)

    def parts(self) -> Iterator[Literal]:
        """The literals of vertices and edges."""
        network = self.network
        for switch in (*network.active, *(network.open or ()), *(network.roots or ())):
            if isinstance(switch, Literal):
                yield switch

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """How many parts there are, or how many without a root."""
        if self.network.roots is None:
            return Outcome(len(self.network.parts(values)), None, 1)
        return Outcome(len(self._rootless(values)), 0, 0)

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
                _clause([*self._gates(part, goal, values), opposite(network.active[goal])])
                for part in parts[1:]
            ]
        return [
            _clause([*self._gates(part, None, values), *(network.roots[v] for v in part)])
            for part in self._rootless(values)
        ]

    def _rootless(self, values: Sequence[Number]) -> list[list[int]]:
        rooted = {v for v, root in enumerate(self.network.roots or ()) if is_on(root, values)}
        return [part for part in self.network.parts(values) if rooted.isdisjoint(part)]

    def _gates(self, part: list[int], goal: int | None, values: Sequence[Number]) -> list[Switch]:
        """The first vertex of a part is not active, or else one of the gates around it is open."""
        network = self.network
        inside, incident = set(part), network.incident()
        border: dict[int, list[int]] = {}
        for vertex in part:
            for edge in incident[vertex]:
                one, other = network.edges[edge]
                beyond = other if one == vertex else one
                if beyond not in inside:
                    border.setdefault(beyond, []).append(edge)
        if goal is not None and network.open is None:
            border = self._border_by_goal(border, inside, goal, incident)
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
        incident: Sequence[Sequence[int]],
    ) -> dict[int, list[int]]:
        """The vertices of the border that a way from the goal meets first."""
        edges = self.network.edges
        outside = [v for v in range(len(incident)) if v not in inside and v not in border]
        free = set(outside)
        usable = [one in free and other in free for one, other in edges]
        reached = next(p for p in parts_of(outside, edges, incident, usable) if goal in p)
        ends = {vertex for start in reached for edge in incident[start] for vertex in edges[edge]}
        return {vertex: edges for vertex, edges in border.items() if vertex in ends}


@dataclass(frozen=True, slots=True)
class WholeConnected(Connected):
    """The same for a solver that takes it as it is."""

    by_cuts = False


def _clause(switches: Iterable[Switch]) -> Conditional:
    """At least one of some switches is on; those that are constant are all off."""
    literals = dict.fromkeys(switch for switch in switches if isinstance(switch, Literal))
    return Conditional((), total(literal.affine for literal in literals), 1, None)


ENCODINGS: dict[str, Callable[[Encoder, Network, str], None]] = {
    "flow": state_flow,
    "bfs": state_distances,
    "lazy": lambda encoder, network, name: encoder.state_operation(Connected(network), name),
}
"""The encodings by name."""
