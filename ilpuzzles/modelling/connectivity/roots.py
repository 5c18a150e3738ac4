"""Where parts start, and switches as the variables of a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ilpuzzles.modelling.connectivity.network import Network, Switch
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.functions import conjunction
from ilpuzzles.modelling.model import Model

Handle: TypeAlias = Variable | Negation | bool
"""A variable, a negated one, or a constant."""


def handle(model: Model, switch: Switch) -> Handle:
    """A switch as the variable, or negated variable, of a model."""
    if isinstance(switch, bool):
        return switch
    variable = Variable(model, switch.column)
    return variable if switch.positive else ~variable


def all_of(model: Model, handles: Iterable[Handle]) -> Handle:
    """Whether all of some are on."""
    truths: list[Variable | Negation] = []
    for one in handles:
        if not isinstance(one, bool):
            truths.append(one)
        elif not one:
            return False
    return model.literal(conjunction(*truths)) if truths else True


def either(model: Model, one: Handle, other: Handle) -> Handle:
    """Whether one of two is on."""
    return negated(all_of(model, (negated(one), negated(other))))


def negated(one: Handle) -> Handle:
    """The opposite."""
    return not one if isinstance(one, bool) else ~one


def starts(model: Model, network: Network) -> list[Handle]:
    """For every vertex, whether a part starts there: a root that is active.

    Where there is to be one part, it starts at its first vertex, so that nothing is left open.
    """
    active = [handle(model, switch) for switch in network.active]
    if network.roots is not None:
        pairs = zip(network.roots, active, strict=True)
        return [all_of(model, (handle(model, root), on)) for root, on in pairs]
    found: list[Handle] = []
    earlier: Handle = False
    for on in active:
        found.append(all_of(model, (on, negated(earlier))))
        earlier = either(model, earlier, on)
    return found


def usable(model: Model, network: Network) -> list[Handle]:
    """For every edge, whether it can be used: it is open and both its ends are active."""
    found = []
    for edge, (one, other) in enumerate(network.edges):
        needed = [network.active[one], network.active[other]]
        if network.open is not None:
            needed.append(network.open[edge])
        found.append(all_of(model, (handle(model, switch) for switch in needed)))
    return found
