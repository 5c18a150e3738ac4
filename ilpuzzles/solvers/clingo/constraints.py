"""States global constraints in rules of clingo: a function for each class that has such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ilpuzzles.constraints.acyclicity import Acyclic
from ilpuzzles.constraints.circuits import Circuit
from ilpuzzles.constraints.connectivity import Connected
from ilpuzzles.constraints.reach import state_reach
from ilpuzzles.constraints.regions import Division
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.solvers.clingo.rules import Rules


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
    state_reach(to, active, row.edges, chosen)


NATIVE: dict[type[GlobalConstraint], Callable[[Any, Rules], None]] = {
    Acyclic: Acyclic.rules,
    Circuit: circuit,
    Connected: Connected.rules,
    Division: Division.rules,
}
"""The function that states each class of global constraint."""
