"""Connectivity as one named constraint."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ilpuzzles.errors import ModelError, Problem, UnknownNameError, unknown_name
from ilpuzzles.modelling.basics import IntArray
from ilpuzzles.modelling.connectivity.breadth import state_distances
from ilpuzzles.modelling.connectivity.flow import state_flow
from ilpuzzles.modelling.connectivity.lazy import state_lazily
from ilpuzzles.modelling.connectivity.network import Network, Switch
from ilpuzzles.modelling.functions.arguments import Truths, all_truths
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.truths import Logical, TruthValue

ENCODINGS: dict[str, Callable[[Model, Network, str], None]] = {
    "flow": state_flow,
    "bfs": state_distances,
    "lazy": state_lazily,
}
"""The encodings by name."""


def connected(
    model: Model,
    graph: IntArray,
    active: Truths,
    *,
    edges: Truths | None = None,
    roots: Truths | None = None,
    encoding: str | None = None,
    name: str = "connected",
) -> None:
    """States that the active vertices of a graph are connected.

    Without roots, all active vertices form one connected part (or there are none). With roots,
    every active vertex is in a part that has an active root. Three encodings say the same:

    - `flow`: every active vertex but a root takes one unit or more of a flow that starts at the
      roots; two flow variables an edge. Small, and the best on most MIP solvers. There are many
      flows for one set of vertices, so every further solution takes a search of its own.
    - `bfs`: every active vertex has its distance from the nearest root. Distances across an edge
      differ by at most one, and every vertex but a root has a neighbour that is nearer by one.
      This is the encoding of the Surasshupakku article; its variables follow from the active ones.
    - `lazy`: nothing is stated at first. `solve_model` and `enumerate_solutions` ask for cuts
      against what they find: some vertex between two parts has to be active too. Files cannot
      hold it.

    By default the graph decides, and mostly well. These are multiples of the least processor time
    in a line, which is in seconds; a dash is 20 seconds and more. There are more sizes and solvers
    in `python -m benchmarks.connectivity`.

    | question | backend | flow | bfs | lazy | default |
    | --- | --- | --- | --- | --- | --- |
    | Nurikabe 7 x 7, a solution and no other | cpsat | 0.063 s | 3.1 | 1.6 | 1.6 |
    | | cbc | 1.6 | - | 0.63 s | 2.7 |
    | | highs | 1.3 | 4.4 | 4.2 | 0.86 s |
    | Nurikabe 10 x 10, a solution | cpsat | 2.2 | 0.57 s | - | 1.8 |
    | | cbc | 5.4 s | - | - | - |
    | the best region of 8 x 8 cells | cpsat | 8.4 | 3.2 | 0.14 s | flow |
    | | cbc | - | - | 0.88 s | flow |
    | the fewest of 6 x 6 cells, three roots | cpsat | - | 0.81 s | - | bfs |
    | | highs | 1.4 | - | 3.1 s | bfs |
    | the fewest of 5 x 5 cells, three roots | cbc | 0.78 s | - | 3.3 | bfs |
    | all 218 regions of 3 x 3 cells | cpsat | 31 | 2.1 | 0.058 s | flow |

    Name one where it matters: `bfs` on CP-SAT where solutions are many and all are wanted, or the
    graph is large; `flow` on the other solvers; `lazy` for a best region, and where few answers
    fall to pieces by themselves, since every one that does costs a search.

    Args:
        model: The model.
        graph: The two ends of every edge, shape (edges, 2); vertices are numbered from 0.
        active: For every vertex whether it is active: truths, or constants.
        edges: For every edge whether it can be used; by default all can. An edge with an end that
            is not active is never used.
        roots: For every vertex whether it is a root.
        encoding: The name of the encoding, or None: `bfs` where vertices come and go and parts
            start at roots, `flow` everywhere else.
        name: What to call the rows.

    Raises:
        ModelError: If the graph does not fit the vertices, or something is not true or false.
        UnknownNameError: If there is no such encoding.

    Example:
        Of a path of four vertices, the ends can be active only together with the middle:

        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> connected(model, np.array([[0, 1], [1, 2], [2, 3]]), x, encoding="lazy")
        >>> model.check(np.array([1, 1, 0, 0])), str(model.check(np.array([1, 0, 0, 1]))[0])
        ((), 'connected[0] is 2, not at most 1')
    """
    if encoding is not None and encoding not in ENCODINGS:
        raise UnknownNameError(unknown_name("encoding", encoding, ENCODINGS))
    vertices = _switches(model, active)
    ends = np.asarray(graph)
    if ends.size == 0:
        ends = np.zeros((0, 2), dtype=np.int64)
    if ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu":
        raise ModelError(
            Problem(f"a graph of shape {ends.shape}", "give whole numbers of shape (edges, 2)")
        )
    if len(ends) and (ends.min() < 0 or ends.max() >= len(vertices)):
        raise ModelError(
            Problem(
                f"a graph with vertices {ends.min()} to {ends.max()}",
                f"{len(vertices)} vertices were given, numbered from 0",
            )
        )
    network = Network(
        active=vertices,
        edges=tuple((int(one), int(other)) for one, other in ends),
        open=None if edges is None else _switches(model, edges),
        roots=None if roots is None else _switches(model, roots),
    )
    for what, given, wanted in (
        ("edges", network.open, len(network.edges)),
        ("roots", network.roots, len(vertices)),
    ):
        if given is not None and len(given) != wanted:
            raise ModelError(
                Problem(f"{len(given)} {what} instead of {wanted}", "give one for each")
            )
    ENCODINGS[encoding or _chosen(network)](model, network, name)


def _chosen(network: Network) -> str:
    """The encoding that is least often hopeless in `benchmarks.connectivity`.

    With roots and vertices that come and go, CP-SAT proves in 0.8 s with distances what it does not
    with a flow in 20 s; without roots, CBC takes 4 to 13 times as long with distances.
    """
    switched = any(not isinstance(switch, bool) for switch in network.active)
    return "bfs" if network.roots is not None and switched else "flow"


def _switches(model: Model, truths: Truths) -> tuple[Switch, ...]:
    return tuple(_switch(model, truth) for truth in all_truths((truths,)))


def _switch(model: Model, truth: TruthValue) -> Switch:
    if isinstance(truth, Logical):
        return model.plain_literal(truth)
    if truth not in {0, 1}:
        raise ModelError(Problem(f"{truth!r} is not true or false", "give a truth, or 0 or 1"))
    return bool(truth)
