"""Networks: graphs with switches, which all constraints on graphs have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, pairwise

from ilpuzzles.errors import ModelError
from ilpuzzles.graphs import parts_along
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.global_constraint import Switch
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Conditional


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

    def parts(self, values: Sequence[Number]) -> list[list[int]]:
        """The connected parts of the active vertices, for some values of all columns."""
        is_active = [is_on(switch, values) for switch in self.active]
        is_usable = []
        for edge, (one, other) in enumerate(self.edges):
            is_open = self.open is None or is_on(self.open[edge], values)
            is_usable.append(is_active[one] and is_active[other] and is_open)
        vertices = [vertex for vertex, active in enumerate(is_active) if active]
        return parts_along(vertices, compress(self.edges, is_usable))

    def starts(self, into: LinearRows) -> list[Switch]:
        """For every vertex, whether a part starts there: a root that is active.

        Where there is to be one part, it starts at a vertex that is always active, or else at the
        first one that is, so that nothing is left open.
        """
        begins: Sequence[Switch] = self.roots or self._none_before(into)[:-1]
        return [all_of(into, pair) for pair in zip(begins, self.active, strict=True)]

    def start_numbers(self, into: LinearRows) -> list[Affine]:
        """For every vertex the same as a number, 1 or 0, which may need fewer rows."""
        if self.roots is not None or True in self.active:
            return list(map(affine, self.starts(into)))
        none_before = list(map(affine, self._none_before(into)))
        return [before.minus(after) for before, after in pairwise(none_before)]

    def _none_before(self, into: LinearRows) -> list[Switch]:
        """For every vertex, and after the last, whether no vertex before it is active."""
        if True in self.active:
            first = self.active.index(True)
            return [vertex == first for vertex in range(len(self.active) + 1)]
        none_before: list[Switch] = [True]
        for active in self.active:
            none_before.append(all_of(into, (none_before[-1], opposite(active))))
        return none_before


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
    """The switches that are literals, not constants."""
    return (switch for switch in switches if isinstance(switch, Literal))


def all_of(into: LinearRows, switches: Iterable[Switch]) -> Switch:
    """Whether all of some switches are on, as a switch."""
    different = list(dict.fromkeys(switches))
    literals = list(literals_of(different))
    if False in different:
        return False
    if len(literals) < 2:
        return literals[0] if literals else True
    return into.conjunction(literals)


def clause(switches: Iterable[Switch]) -> Conditional:
    """A cut: at least one of some switches is on; those that are constant are all off."""
    literals = dict.fromkeys(literals_of(switches))
    return Conditional((), total(literal.affine for literal in literals), 1, None)


def incident(vertices: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The edges at every vertex; a loop stands there twice."""
    edges_at: list[list[int]] = [[] for _ in range(vertices)]
    for edge, ends in enumerate(edges):
        for vertex in ends:
            edges_at[vertex].append(edge)
    return edges_at


def require_ends(edges: Iterable[tuple[int, int]], vertices: int) -> None:
    """Raises a `ModelError` if an edge names a vertex that is not there."""
    wrong = [vertex for edge in edges for vertex in edge if not 0 <= vertex < vertices]
    if wrong:
        raise ModelError(f"there is no vertex {wrong[0]}: there are {vertices:,}")


def without_loops(network: Network) -> Network:
    """The network without edges from a vertex to itself."""
    kept = [edge for edge, (one, other) in enumerate(network.edges) if one != other]
    edges = tuple(network.edges[edge] for edge in kept)
    is_open = None
    if network.open is not None:
        is_open = tuple(network.open[edge] for edge in kept)
    return replace(network, edges=edges, open=is_open)
