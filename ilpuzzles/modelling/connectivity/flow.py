"""Connectivity by a flow of a single commodity."""

from __future__ import annotations

from ilpuzzles.modelling.connectivity.network import Network
from ilpuzzles.modelling.connectivity.roots import handle, starts
from ilpuzzles.modelling.model import Model


def state_flow(model: Model, network: Network, name: str) -> None:
    """States that a flow from the starts reaches every active vertex.

    With f(u, v) the flow from u to v along an edge, n vertices, and s(v) whether a part starts at
    v, the rows are

        f(u, v) <= (n - 1) * (u is active), likewise for v and for the edge being open
        flow into v - flow out of v >= (v is active) - n * s(v)

    The flow does not follow from the active vertices: there are many for the same ones.
    """
    count = len(network.active)
    size = max(count - 1, 1)
    start = starts(model, network)
    # No flow has to lead to where one starts in any case.
    arcs = [
        (edge, tail, head)
        for edge, (one, other) in enumerate(network.edges)
        for tail, head in ((one, other), (other, one))
        if start[head] is not True
    ]
    flow = model.auxiliaries("flow", len(arcs), 0, size)
    balance = [model.sum([]) for _ in network.active]
    for along, (edge, tail, head) in zip(flow, arcs, strict=True):
        limits = [network.active[tail], network.active[head]]
        if network.open is not None:
            limits.append(network.open[edge])
        for limit in limits:
            # Where it is always on, the bound of the flow says as much.
            if limit is not True:
                model.add(along <= size * handle(model, limit), name)
        balance[tail] = balance[tail] - along
        balance[head] = balance[head] + along
    for vertex, net in enumerate(balance):
        model.add(net >= handle(model, network.active[vertex]) - count * start[vertex], name)
