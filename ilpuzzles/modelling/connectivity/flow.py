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

    The flow does not follow from the active vertices; it is marked so.
    """
    count = len(network.active)
    size = max(count - 1, 1)
    start = starts(model, network)
    edges = len(network.edges)
    flow = model.auxiliaries("flow", 2 * edges, 0, size, determined=False)
    balance = [model.sum([]) for _ in network.active]
    for edge, (one, other) in enumerate(network.edges):
        limits = [network.active[one], network.active[other]]
        if network.open is not None:
            limits.append(network.open[edge])
        for tail, head, along in ((one, other, flow[edge]), (other, one, flow[edges + edge])):
            for limit in limits:
                # Where it is always on, the bound of the flow says as much.
                if limit is not True:
                    model.add(along <= size * handle(model, limit), name)
            balance[tail] = balance[tail] - along
            balance[head] = balance[head] + along
    for vertex, net in enumerate(balance):
        model.add(net >= handle(model, network.active[vertex]) - count * start[vertex], name)
