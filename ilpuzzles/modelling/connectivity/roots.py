"""Where parts start, and literals as the variables of a model."""

from __future__ import annotations

from ilpuzzles.modelling.affine import Literal
from ilpuzzles.modelling.connectivity.network import Network
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.truths import Logical


def handle(model: Model, literal: Literal) -> Variable | Negation:
    """A literal as the variable, or negated variable, of a model."""
    variable = Variable(model, literal.column)
    return variable if literal.positive else ~variable


def starts(model: Model, network: Network) -> list[Variable | Negation]:
    """For every vertex, whether a part starts there: a root that is active.

    Where there is to be one part, it starts at its first vertex, so that nothing is left open.
    """
    active = [handle(model, literal) for literal in network.active]
    if network.roots is not None:
        pairs = zip(network.roots, active, strict=True)
        return [model.literal(handle(model, root) & on) for root, on in pairs]
    found: list[Variable | Negation] = []
    earlier: Logical | None = None
    for on in active:
        found.append(on if earlier is None else model.literal(on & ~earlier))
        earlier = on if earlier is None else model.literal(earlier | on)
    return found


def usable(model: Model, network: Network) -> list[Variable | Negation]:
    """For every edge, whether it can be used: it is open and both its ends are active."""
    found = []
    for edge, (one, other) in enumerate(network.edges):
        both = handle(model, network.active[one]) & handle(model, network.active[other])
        if network.open is not None:
            both = both & handle(model, network.open[edge])
        found.append(model.literal(both))
    return found
