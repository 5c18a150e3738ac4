"""The ways in which CP-SAT is told global constraints, and those that it is quickest with."""

from __future__ import annotations

from ilpuzzles.constraints.acyclicity import Acyclic
from ilpuzzles.constraints.circuits import Circuit
from ilpuzzles.constraints.connectivity import Connected
from ilpuzzles.modelling.affine import Literal
from ilpuzzles.modelling.global_constraint import LAZY, NATIVE, Purpose
from ilpuzzles.passes.ways import Language, Ways
from ilpuzzles.solvers.cpsat import constraints


def _acyclic(row: Acyclic, purpose: Purpose) -> str:  # noqa: ARG001 - it is the same for all
    """The best of `benchmarks.loops`."""
    return "ranks" if purpose is Purpose.ONE else LAZY


def _circuit(row: Circuit, purpose: Purpose) -> str:
    """The best of `benchmarks.loops`."""
    if purpose is Purpose.ALL:
        return LAZY
    # Tours with costs: 50 cities take CP-SAT 0.8 s by cuts; by its own circuit, 20 take 0.3 s.
    is_tour = row.active is not None and all(switch is True for switch in row.active)
    return LAZY if is_tour and purpose is Purpose.BEST else NATIVE


def _connected(row: Connected, purpose: Purpose) -> str:
    """The encoding that is least often hopeless in `benchmarks.connectivity`."""
    if purpose is Purpose.ALL:
        return LAZY
    # With roots, CP-SAT proves in 0.3 s with distances what it does not in 5 s with cuts; so it is
    # with the best without roots: of 20 models, cuts were never quicker, and six had no solution in
    # 8 s, which distances took 0.1 to 3 s for (`benchmarks.connectivity`).
    network = row.network
    is_switched = any(isinstance(switch, Literal) for switch in network.active)
    if is_switched and (network.roots is not None or purpose is Purpose.BEST):
        return "bfs"
    return LAZY if purpose is Purpose.BEST else "flow"


def _goes_both_ways(row: Circuit) -> bool:
    """Whether CP-SAT may go round the loop in either direction, which nobody has asked for."""
    return not row.directed


WAYS = Ways(
    Language.CPSAT,
    native=constraints.NATIVE,
    preferred={Acyclic: _acyclic, Circuit: _circuit, Connected: _connected},
    opens={Circuit: _goes_both_ways},
)
"""The ways of CP-SAT."""
