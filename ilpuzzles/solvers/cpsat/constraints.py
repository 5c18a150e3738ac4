"""States global constraints to CP-SAT: a function for each class that CP-SAT takes whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ilpuzzles.constraints.automata import Automaton
from ilpuzzles.constraints.circuits import Circuit
from ilpuzzles.constraints.intervals import NoOverlap
from ilpuzzles.constraints.inverses import Inverse
from ilpuzzles.constraints.resources import Cumulative
from ilpuzzles.constraints.tables import AllowedTuples
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.solvers.cpsat.statements import Statements

NATIVE: dict[type[GlobalConstraint], Callable[[Any, Statements], None]] = {
    AllowedTuples: AllowedTuples.cpsat,
    Automaton: Automaton.cpsat,
    Circuit: Circuit.cpsat,
    Cumulative: Cumulative.cpsat,
    Inverse: Inverse.cpsat,
    NoOverlap: NoOverlap.cpsat,
}
"""The function that states each class of global constraint."""
