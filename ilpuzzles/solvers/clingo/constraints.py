"""States global constraints in rules of clingo: a function for each class that has such."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ilpuzzles.constraints.acyclicity import Acyclic
from ilpuzzles.constraints.circuits import Circuit
from ilpuzzles.constraints.connectivity import Connected
from ilpuzzles.constraints.regions import Division
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.solvers.clingo.rules import Rules


def acyclic(row: Acyclic, to: Rules) -> None:
    """Clingo's acyclic edges; an edge without a direction gets one, and no vertex has two of them.

    So a forest is a set of trees that lead away from their roots.
    """
    chosen = [to.literal(switch) for switch in row.chosen]
    arcs: list[tuple[int, int, int]] = []
    leading: list[list[int]] = [[] for _ in range(row.vertices)]
    for (one, other), edge in zip(row.edges, chosen, strict=True):
        if row.directed:
            arcs.append((one, other, edge))
            continue
        (there,) = to.atoms(1, free=True)
        (back,) = to.atoms(1)
        to.rule(back, edge, -there)
        to.forbid(there, -edge)
        arcs += [(one, other, there), (other, one, back)]
        leading[other].append(there)
        leading[one].append(back)
    for literals in leading:
        to.at_most([(literal, 1) for literal in literals], 1)
    to.acyclic(row.vertices, arcs)


def connected(row: Connected, to: Rules) -> None:
    """The rules for what is reached."""
    network = row.network
    active = [to.literal(switch) for switch in network.active]
    roots = None
    if network.roots is not None:
        roots = [to.literal(switch) for switch in network.roots]
    usable = network.open or (True,) * len(network.edges)
    _reach(to, active, network.edges, [to.literal(switch) for switch in usable], roots)


def division(row: Division, to: Rules) -> None:
    """The rules for what is reached within each region."""
    for regions in zip(*row.members, strict=True):
        to.at_most([(to.literal(switch), 1) for switch in regions], 1)
    for region, root in zip(row.members, row.roots, strict=True):
        if root >= 0:
            to.forbid(-to.literal(region[root]))
    for part in row.parts_connected():
        connected(part, to)


def circuit(row: Circuit, to: Rules) -> None:
    """The degrees, and the rules for what is reached."""
    chosen = [to.literal(switch) for switch in row.chosen]
    if row.active is None:
        active = to.atoms(row.vertices)
    else:
        active = [to.literal(switch) for switch in row.active]
    for vertex, sides in enumerate(row.sides()):
        for edges in sides:
            if row.active is None:
                for edge in edges:
                    to.rule(active[vertex], chosen[edge])
            # As many edges are chosen as a vertex of the loop has, or none.
            there = [(chosen[edge], 1) for edge in edges]
            to.at_most([*there, (-active[vertex], row.degree)], row.degree)
            away = [(-chosen[edge], 1) for edge in edges]
            to.at_most([*away, (active[vertex], row.degree)], len(edges))
    _reach(to, active, row.edges, chosen)


def _reach(
    to: Rules,
    active: Sequence[int],
    edges: Sequence[tuple[int, int]],
    usable: Sequence[int],
    roots: Sequence[int] | None = None,
) -> None:
    """Defines what roots reach along usable edges; no active vertex is out of reach.

    Without roots, there is one part, and starts as in `Network.starts`.
    """
    starts = _first_active(to, active) if roots is None else roots
    reached = to.atoms(len(active))
    for vertex, start in enumerate(starts):
        to.rule(reached[vertex], active[vertex], start)
        to.forbid(active[vertex], -reached[vertex])
    for (one, other), used in zip(edges, usable, strict=True):
        for tail, head in ((one, other), (other, one)):
            to.rule(reached[head], reached[tail], active[head], used)


def _first_active(to: Rules, active: Sequence[int]) -> list[int]:
    """For every vertex a literal that is true only where a single part may start."""
    if to.true in active:
        first = active.index(to.true)
        return [to.true if vertex == first else -to.true for vertex in range(len(active))]
    starts = []
    none_before = to.true
    for vertex in active:
        starts.append(none_before)
        (none_up_to_here,) = to.atoms(1)
        to.rule(none_up_to_here, none_before, -vertex)
        none_before = none_up_to_here
    return starts


NATIVE: dict[type[GlobalConstraint], Callable[[Any, Rules], None]] = {
    Acyclic: acyclic,
    Circuit: circuit,
    Connected: connected,
    Division: division,
}
"""The function that states each class of global constraint."""
