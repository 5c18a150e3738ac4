"""Reachability from the starts of a network in linear rows: by a flow, or by distances."""

from __future__ import annotations

from ilpuzzles.constraints.networks import Network, affine, all_of, literals_of, opposite
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.global_constraint import Switch
from ilpuzzles.modelling.numbers import Number


def state_flow(into: LinearRows, network: Network, *, directed: bool = False) -> None:
    """States that a flow from the starts reaches every active vertex.

    With f(u, v) the flow from u to v along an edge, n vertices, and s(v) whether a part starts at
    v, the rows are

        f(u, v) <= (n - 1) * (u is active), likewise for v and for the edge being open
        flow into v - flow out of v >= (v is active) - n * s(v)

    The flow does not follow from the active vertices: there are many for the same ones.
    """
    count = len(network.active)
    size = max(count - 1, 1)
    start = network.start_numbers(into)
    always = Affine.number(1)
    # The columns of the flows at each vertex, with 1 for those that lead in and -1 for others.
    columns: list[list[int]] = [[] for _ in network.active]
    signs: list[list[Number]] = [[] for _ in network.active]
    for edge, (one, other) in enumerate(network.edges):
        is_open: Switch = True if network.open is None else network.open[edge]
        needed_switches = (network.active[one], network.active[other], is_open)
        if False in needed_switches:
            continue
        limits = list(dict.fromkeys(literals_of(needed_switches)))
        arcs = [(one, other)] if directed else [(one, other), (other, one)]
        for tail, head in arcs:
            # No flow has to lead to where one starts in any case.
            if start[head] == always:
                continue
            flow = into.variable(0, size, continuous=False)
            for limit in limits:
                into.at_most(flow, size, limit)
            columns[tail].append(flow.columns[0])
            signs[tail].append(-1)
            columns[head].append(flow.columns[0])
            signs[head].append(1)
    for vertex, active in enumerate(network.active):
        needed = affine(active).minus(start[vertex].times(count))
        into.row(Affine.of(columns[vertex], signs[vertex]).minus(needed), 0, None)


def state_distances(into: LinearRows, network: Network) -> None:
    """States that every active vertex has a distance from the nearest start.

    With d(v) the distance of v, the rows are

        d(v) = 0 where a part starts, and where v is not active
        -1 <= d(u) - d(v) <= 1 along a usable edge
        some neighbour u along a usable edge has d(u) = d(v) - 1, if v is active and no start

    An active vertex without a path to a start would need ever nearer neighbours, without end. So
    the rows together say what the distances are.
    """
    active = network.active
    start = network.starts(into)
    distance: list[Affine] = []
    for on, begins in zip(active, start, strict=True):
        most = 0 if on is False or begins is True else len(active) - 1
        distance.append(into.variable(0, most, continuous=False))
    # For each vertex and each of its neighbours, whether the neighbour is nearer by one.
    nearer: list[list[Switch]] = [[] for _ in active]
    for edge, (one, other) in enumerate(network.edges):
        is_open: Switch = True if network.open is None else network.open[edge]
        usable = all_of(into, (active[one], active[other], is_open))
        if usable is False:
            continue
        conditions = list(literals_of((usable,)))
        into.implied(conditions, distance[one].minus(distance[other]), -1, 1)
        for vertex, neighbour in ((one, other), (other, one)):
            farther = distance[vertex].minus(distance[neighbour])
            step = into.binary()
            into.implied([step], farther, 1, None)
            into.implied([step.opposite, *conditions], farther, None, 0)
            for condition in conditions:
                into.clause((step.opposite, condition))
            nearer[vertex].append(step)
    for vertex, (on, begins) in enumerate(zip(active, start, strict=True)):
        for is_zero in literals_of((opposite(on), begins)):
            into.implied([is_zero], distance[vertex], 0, 0)
        one_is_on = (opposite(on), begins, *nearer[vertex])
        if True not in one_is_on:
            into.clause(literals_of(one_is_on))
