"""Connectivity by distances, as a breadth-first search finds them."""

from __future__ import annotations

from ilpuzzles.modelling.connectivity.network import Network
from ilpuzzles.modelling.connectivity.roots import Handle, handle, negated, starts, usable
from ilpuzzles.modelling.families import VariableArray
from ilpuzzles.modelling.functions import conjunction, disjunction
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.truths import Logical


def state_distances(model: Model, network: Network, name: str) -> None:
    """States that every active vertex has a distance from the nearest start.

    With d(v) the distance of v, the rows are

        d(v) = 0 where a part starts, and where v is not active
        -1 <= d(u) - d(v) <= 1 along a usable edge
        some neighbour u along a usable edge has d(u) = d(v) - 1, if v is active and no start

    An active vertex without a path to a start would need ever nearer neighbours, without end. So
    the rows together say what the distances are.
    """
    count = len(network.active)
    start, open_edge = starts(model, network), usable(model, network)
    active = [handle(model, switch) for switch in network.active]
    distance = model.auxiliaries("distance", count, 0, max(count - 1, 0))
    with model.defining(*active, *start, *open_edge) as defined:
        defined.extend(distance)
        _state_rows(model, network, name, (active, start, open_edge), distance)


def _state_rows(
    model: Model,
    network: Network,
    name: str,
    switches: tuple[list[Handle], list[Handle], list[Handle]],
    distance: VariableArray,
) -> None:
    """The rows about vertices that are active or starts, and about edges that are usable."""
    active, start, open_edge = switches
    nearer: list[list[Logical]] = [[] for _ in network.active]
    for edge, (one, other) in enumerate(network.edges):
        if one == other:
            continue
        closed, difference = negated(open_edge[edge]), distance[one] - distance[other]
        if closed is True:
            continue
        model.add(disjunction(closed, difference.between(-1, 1)), name)
        nearer[one].append(conjunction(negated(closed), difference >= 1))
        nearer[other].append(conjunction(negated(closed), difference <= -1))
    for vertex, (on, begins) in enumerate(zip(active, start, strict=True)):
        for nowhere in (negated(begins), on):
            if nowhere is not True:
                model.add(disjunction(nowhere, distance[vertex] == 0), name)
        if on is not False and begins is not True:
            model.add(disjunction(negated(on), begins, *nearer[vertex]), name)
