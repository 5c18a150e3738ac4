"""States global constraints in rules of clingo: a function for each class that has such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ilpuzzles.constraints.acyclicity import Acyclic
from ilpuzzles.constraints.circuits import Circuit
from ilpuzzles.constraints.connectivity import Connected
from ilpuzzles.constraints.regions import Division
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.solvers.clingo.rules import Rules

NATIVE: dict[type[GlobalConstraint], Callable[[Any, Rules], None]] = {
    Acyclic: Acyclic.rules,
    Circuit: Circuit.rules,
    Connected: Connected.rules,
    Division: Division.rules,
}
"""The function that states each class of global constraint."""
