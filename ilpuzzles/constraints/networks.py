"""Graphs with switches: how a user gives them, and what all constraints on them have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expression_array import LinearArray
from ilpuzzles.modelling.expressions import Logical, TruthValue
from ilpuzzles.modelling.functions import Truths, gathered
from ilpuzzles.modelling.global_constraint import Switch, listed
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Conditional
from ilpuzzles.modelling.rows import IntArray

Graph: TypeAlias = "IntArray | Iterable[tuple[Hashable, Hashable]] | Mapping[Any, TruthValue]"
"""A graph, by its edges.

An array of whole numbers, shape (edges, 2), counts vertices from 0. Pairs name the two ends of each
edge; with a truth for each, in a dictionary or an array with such labels, these say which edges are
used.
"""

Switches: TypeAlias = Truths | Mapping[Any, TruthValue]
"""A truth for each, in order, or by name."""


@dataclass(frozen=True, slots=True)
class Network:
    """A graph with a switch for every vertex, and perhaps for every edge.

    Attributes:
        active: For every vertex, whether it is there.
        edges: The two ends of every edge.
        open: For every edge, whether it can be used beyond both its ends being active; None if
            every edge can.
        roots: For every vertex, whether parts may start there; None if there is to be one part.
    """

    active: tuple[Switch, ...]
    edges: tuple[tuple[int, int], ...]
    open: tuple[Switch, ...] | None = None
    roots: tuple[Switch, ...] | None = None

    def incident(self) -> list[list[int]]:
        """The edges at every vertex."""
        return incident(len(self.active), self.edges)

    def literals(self) -> Iterator[Literal]:
        """The literals of vertices, edges and roots."""
        yield from literals_of((*self.active, *(self.open or ()), *(self.roots or ())))

    def parts(self, values: Sequence[Number]) -> list[list[int]]:
        """The connected parts of the active vertices, for some values of all columns."""
        active = [is_on(switch, values) for switch in self.active]
        usable = [
            active[one] and active[other] and (self.open is None or is_on(self.open[edge], values))
            for edge, (one, other) in enumerate(self.edges)
        ]
        chosen = [vertex for vertex, on in enumerate(active) if on]
        return parts_of(chosen, self.edges, self.incident(), usable)

    def starts(self, into: LinearRows) -> list[Switch]:
        """For every vertex, whether a part starts there: a root that is active.

        Where there is to be one part, it starts at a vertex that is always active, or else at the
        first one that is, so that nothing is left open.
        """
        begins: Sequence[Switch] = self.roots or self._none_before(into)[:-1]
        return [all_of(into, pair) for pair in zip(begins, self.active, strict=True)]

    def start_numbers(self, into: LinearRows) -> list[Affine]:
        """The same as numbers, which may need fewer rows."""
        if self.roots is not None or True in self.active:
            return list(map(affine, self.starts(into)))
        none = list(map(affine, self._none_before(into)))
        return [one.minus(other) for one, other in pairwise(none)]

    def _none_before(self, into: LinearRows) -> list[Switch]:
        """For every vertex, and after the last, whether no vertex before it is active."""
        if True in self.active:
            first = self.active.index(True)
            return [vertex == first for vertex in range(len(self.active) + 1)]
        none: list[Switch] = [True]
        for on in self.active:
            none.append(all_of(into, (none[-1], opposite(on))))
        return none


def is_on(switch: Switch, values: Sequence[Number]) -> bool:
    """Whether something is switched on for some values of all columns."""
    return switch if isinstance(switch, bool) else switch.true(values)


def opposite(switch: Switch) -> Switch:
    """The negation of a switch."""
    return not switch if isinstance(switch, bool) else switch.opposite


def affine(switch: Switch) -> Affine:
    """A switch as a number, 1 or 0."""
    return Affine.number(int(switch)) if isinstance(switch, bool) else switch.affine


def literals_of(switches: Iterable[Switch]) -> Iterator[Literal]:
    """Those of some switches that are not constant."""
    return (switch for switch in switches if isinstance(switch, Literal))


def all_of(into: LinearRows, switches: Iterable[Switch]) -> Switch:
    """Whether all of some are on."""
    found = list(dict.fromkeys(switches))
    literals = list(literals_of(found))
    if False in found:
        return False
    if len(literals) < 2:
        return literals[0] if literals else True
    return into.conjunction(literals)


def any_of(into: LinearRows, switches: Iterable[Switch]) -> None:
    """Adds a row: at least one of some is on."""
    found = list(switches)
    if True not in found:
        into.clause(literals_of(found))


def clause(switches: Iterable[Switch]) -> Conditional:
    """A cut: at least one of some is on; those that are constant are all off."""
    literals = dict.fromkeys(literals_of(switches))
    return Conditional((), total(literal.affine for literal in literals), 1, None)


def incident(vertices: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The edges at every vertex; a loop stands there twice."""
    found: list[list[int]] = [[] for _ in range(vertices)]
    for edge, ends in enumerate(edges):
        for vertex in ends:
            found[vertex].append(edge)
    return found


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


# How a user gives a graph


class GraphReader:
    """Reads a graph and the truths that go with it.

    Args:
        encoder: That of the model.
        graph: The graph.
        edges: For every edge whether it is used, unless the graph says that itself.
        vertices: Truths for the vertices, which may name them, or True for all that edges name;
            None if that is not asked for.
    """

    def __init__(
        self,
        encoder: Encoder,
        graph: Graph,
        edges: Switches | None,
        vertices: Switches | bool | None,
    ) -> None:
        self._encoder = encoder
        self.names: list[Hashable] | None = None
        self.active: tuple[Switch, ...] | None = None
        if vertices is not None and vertices is not True:
            self.names = _labels(vertices)
            self.active = self._switches(vertices)
        counted = isinstance(graph, np.ndarray)
        pairs: list[Any] = []
        if isinstance(graph, (Mapping, LinearArray)):
            if edges is not None:
                what = "the graph says which edges are used, and edges= says so as well"
                raise ModelError(Problem(what, "leave one of them out"))
            edges, pairs = graph, _labels(graph) or []
        elif not counted:
            pairs = listed(graph, "edges")
        if counted or not pairs:
            self.edges = self._counted(np.asarray(graph if counted else np.zeros((0, 2), np.int64)))
        else:
            self.edges = self._named(pairs)
        self.open = (
            None if edges is None else self.each(edges, len(self.edges), "edges", pairs or None)
        )

        if vertices is True:
            self.active = (True,) * self.vertices

    @property
    def vertices(self) -> int:
        """How many vertices there are."""
        if self.active is not None:
            return len(self.active)
        return len(self.names) if self.names is not None else 0

    def each(
        self, given: Switches, wanted: int, noun: str, names: Sequence[Hashable] | None
    ) -> tuple[Switch, ...]:
        """A switch for each of so many, in order or by name."""
        if isinstance(given, Mapping) and names is not None:
            missing = [name for name in names if name not in given]
            if missing or len(given) != len(names):
                wrong = missing or [name for name in given if name not in names]
                what = f"expected a truth for each of the {len(names)} {noun}"
                raise ModelError(Problem(what, f"look at {quoted(wrong[0])}"))
            given = [given[name] for name in names]
        found = self._switches(given)
        if len(found) != wanted:
            what = f"expected {wanted} {noun}, got {len(found)}"
            raise ModelError(Problem(what, "give one for each"))
        return found

    def number(self, vertex: Hashable) -> int:
        """The number of a vertex."""
        known: list[Hashable] = list(range(self.vertices)) if self.names is None else self.names
        if vertex not in known:
            what = f"{quoted(vertex)} is no vertex of the graph"
            raise ModelError(Problem(what, "name one that an edge or a truth names"))
        return known.index(vertex)

    def _switches(self, given: Switches) -> tuple[Switch, ...]:
        each = given.values() if isinstance(given, Mapping) else given
        return tuple(read_switch(self._encoder, truth) for truth in gathered((each,)))

    def _counted(self, ends: IntArray) -> tuple[tuple[int, int], ...]:
        if ends.size == 0:
            ends = np.zeros((0, 2), dtype=np.int64)
        if ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu":
            wanted = "the graph must be an array of whole numbers of shape (edges, 2)"
            raise ModelError(f"{wanted}, got {ends.shape}")
        if self.active is None:
            self.names = list(range(int(ends.max(initial=-1)) + 1))
        count = self.vertices
        if len(ends) and (ends.min() < 0 or ends.max() >= count):
            what = f"the graph names vertices {ends.min()} to {ends.max()}"
            raise ModelError(Problem(what, f"{count} vertices were given, numbered from 0"))
        return tuple((one, other) for one, other in ends.tolist())

    def _named(self, pairs: list[Any]) -> tuple[tuple[int, int], ...]:
        for pair in pairs:
            if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
                what = f"{quoted(pair)} is no edge"
                raise ModelError(Problem(what, "give the two vertices that it joins"))
        if self.active is None:
            self.names = list(dict.fromkeys(vertex for pair in pairs for vertex in pair))
        elif self.names is None:
            self.names = list(range(len(self.active)))
        place = {name: number for number, name in enumerate(self.names or ())}
        unknown = [vertex for pair in pairs for vertex in pair if vertex not in place]
        if unknown:
            what = f"the graph names the vertex {quoted(unknown[0])}, for which there is no truth"
            raise ModelError(Problem(what, "give a dictionary with one for every vertex"))
        return tuple((place[one], place[other]) for one, other in pairs)


def _labels(given: object) -> list[Hashable] | None:
    """The names that truths are given with, if any."""
    if isinstance(given, Mapping):
        return list(given)
    if not isinstance(given, LinearArray) or given.ndim == 0:
        return None
    if given.ndim == 1:
        return None if given.labels[0] is None else list(given.labels[0])
    sides = zip(given.labels, given.shape, strict=True)
    return list(product(*(range(size) if axis is None else axis for axis, size in sides)))


def read_switch(encoder: Encoder, truth: TruthValue) -> Switch:
    """What a truth is in plain numbers: a literal, or a constant."""
    if isinstance(truth, Logical):
        return encoder.plain_literal(truth)
    if truth not in {0, 1}:
        raise ModelError(Problem(f"{truth!r} is not a truth value", "give a truth, or 0 or 1"))
    return bool(truth)


def require_ends(edges: Iterable[tuple[int, int]], vertices: int) -> None:
    """Raises a `ModelError` if an edge names a vertex that is not there."""
    wrong = [vertex for edge in edges for vertex in edge if not 0 <= vertex < vertices]
    if wrong:
        raise ModelError(f"there is no vertex {wrong[0]}: there are {vertices:,}")


def without_loops(network: Network) -> Network:
    """The same without edges from a vertex to itself."""
    kept = [edge for edge, (one, other) in enumerate(network.edges) if one != other]
    edges = tuple(network.edges[edge] for edge in kept)
    opened = None if network.open is None else tuple(network.open[edge] for edge in kept)
    return replace(network, edges=edges, open=opened)
