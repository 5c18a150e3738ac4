"""`path`: the chosen edges of a graph are one way between two ends."""

from __future__ import annotations

from collections.abc import Hashable

from ilpuzzles.constraints.circuits import state_circuit
from ilpuzzles.constraints.graphs import Graph, GraphReader, Switches
from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.model import ModelBase


def path(
    model: ModelBase,
    graph: Graph,
    start: Hashable,
    end: Hashable,
    edges: Switches | None = None,
    *,
    active: Switches | bool | None = None,
    directed: bool = False,
    encoding: str | None = None,
    name: str = "path",
) -> None:
    """States that the chosen edges form one path from a vertex to another.

    It is a circuit with an edge from the end to the start that is always chosen.

        s  +--+  t      s--+  +--t
        |  |  |  |         |  |
        +--+  +--+         +--+

    Args:
        model: The model.
        graph: The edges, as in `circuit`.
        start: The vertex where it starts.
        end: The vertex where it ends.
        edges: For every edge whether it is chosen.
        active: For every vertex whether it is on the path, or True for one through all.
        directed: Whether edges lead from the first vertex to the second, and the path along them.
        encoding: As in `circuit`.
        name: What to call the row.

    Raises:
        ModelError: If the graph does not fit the truths, or has no such vertices.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> road = model.binary("road", [("a", "b"), ("b", "c"), ("a", "c")])
        >>> path(model, road, "a", "c")
        >>> model.count().number
        2
    """
    encoder = Encoder.of(model)
    read = GraphReader(encoder, graph, edges, active)
    ends = read.number(end), read.number(start)
    if start == end:
        what = f"the path starts and ends at {quoted(start)}"
        raise ModelError(what, "name two vertices, or state a circuit")
    state_circuit(encoder, read, (ends,), directed=directed, encoding=encoding, name=name)
