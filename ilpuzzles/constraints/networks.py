"""Graphs with switches: what all constraints on them have in common."""

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
        active = [is_on(switch, values) for switch in self.active]
        usable = [
            active[one] and active[other] and (self.open is None or is_on(self.open[edge], values))
            for edge, (one, other) in enumerate(self.edges)
        ]
        chosen = [vertex for vertex, on in enumerate(active) if on]
        return parts_along(chosen, compress(self.edges, usable))

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
    """The switches that are literals, not constants."""
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
