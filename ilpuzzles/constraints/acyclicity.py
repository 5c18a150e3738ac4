"""`acyclic`: the chosen edges of a graph contain no loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ilpuzzles.constraints.graphs import Graph, GraphReader, Switches
from ilpuzzles.constraints.networks import affine, is_on, literals_of, require_ends
from ilpuzzles.modelling.affine import LinearRows, Literal, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.global_constraint import (
    LAZY,
    GlobalConstraint,
    Purpose,
    Switch,
    require_number,
)
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Conditional, Outcome


def acyclic(
    model: ModelBase,
    graph: Graph,
    edges: Switches | None = None,
    *,
    directed: bool = False,
    encoding: str | None = None,
    name: str = "acyclic",
) -> None:
    """States that the chosen edges of a graph contain no loop: they are a forest.

    Of a directed graph, there is no loop along the directions of its edges.

        +--+  +--+      +--+  +--+
        |  |     |      |  |     |
        +  +--+--+      +--+--+--+
        acyclic         not acyclic

    Encodings, of which the solver decides unless one is named:

    - `ranks`: every vertex has a rank, and every chosen edge leads to a higher one. Edges without a
      direction get one, so that no vertex has two that lead to it. There are many ranks for one
      set of edges.
    - `lazy`: cuts against what a solver finds: some edge of a loop is not chosen.
    - `native`: clingo's acyclic edges, with directions likewise.

    Args:
        model: The model.
        graph: The edges, as in `circuit`.
        edges: For every edge whether it is chosen.
        directed: Whether edges lead from the first vertex to the second.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If the graph does not fit the truths.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> road = model.binary("road", [("a", "b"), ("b", "c"), ("c", "a")])
        >>> acyclic(model, road)
        >>> model.count().number
        7
    """
    encoder = Encoder.of(model)
    read = GraphReader(encoder, graph, edges, None)
    row = Acyclic(read.vertices, read.edges, read.chosen, directed, encoding=encoding)
    encoder.state_global(row, name)


@dataclass(frozen=True, slots=True)
class Acyclic(GlobalConstraint):
    """The chosen edges contain no loop; see `acyclic`."""

    word: ClassVar[str] = "acyclic"
    LINEAR: ClassVar[tuple[str, ...]] = ("ranks",)
    HAS_CUTS: ClassVar[bool] = True
    HAS_NATIVE: ClassVar[bool] = True
    OPEN: ClassVar[frozenset[str]] = frozenset({"ranks"})
    vertices: int
    edges: tuple[tuple[int, int], ...]
    chosen: tuple[Switch, ...]
    directed: bool

    def require_shape(self) -> None:
        """Raises a `ModelError` unless edges and truths fit the vertices."""
        require_ends(self.edges, self.vertices)
        require_number("edges", len(self.chosen), len(self.edges))

    def choose(self, purpose: Purpose) -> str:  # noqa: ARG002 - it is the same for all
        """The best of `benchmarks.loops`."""
        return LAZY

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of excess edges, or of loops through a vertex."""
        return Outcome(len(self._loops(values)), 0, 0)

    def _loops(self, values: Sequence[Number]) -> list[list[int]]:
        """Loops of chosen edges that share no edge: none if there is none."""
        left = {edge for edge, switch in enumerate(self.chosen) if is_on(switch, values)}
        loops = []
        while loop := self._loop(left):
            loops.append(loop)
            left -= set(loop)
        return loops

    def _loop(self, left: set[int]) -> list[int]:
        """The edges of a loop among some edges: a walk, depth first, that comes back to itself."""
        # The edges that lead away from each vertex, and where they lead.
        steps: list[list[tuple[int, int]]] = [[] for _ in range(self.vertices)]
        for edge in sorted(left):
            tail, head = self.edges[edge]
            steps[tail].append((edge, head))
            if not self.directed:
                steps[head].append((edge, tail))
        # Vertices from which no loop can be reached.
        done: set[int] = set()
        for start in range(self.vertices):
            if start in done:
                continue
            # The edges of the walk, how many of them lead to each of its vertices, and the vertices
            # with the steps that were not yet tried there.
            walk: list[int] = []
            place = {start: 0}
            untried = [(start, iter(steps[start]))]
            while untried:
                vertex, further = untried[-1]
                step = self._next_step(further, walk)
                if step is None:
                    untried.pop()
                    done.add(vertex)
                    del place[vertex], walk[-1:]
                    continue
                edge, head = step
                if head in place:
                    return [*walk[place[head] :], edge]
                if head not in done:
                    walk.append(edge)
                    place[head] = len(walk)
                    untried.append((head, iter(steps[head])))
        return []

    def _next_step(
        self, further: Iterator[tuple[int, int]], walk: list[int]
    ) -> tuple[int, int] | None:
        """The next step of a walk, which does not go back along an edge without a direction."""
        for edge, head in further:
            if self.directed or edge not in walk[-1:]:
                return edge, head
        return None

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """Cuts against loops: of each, some edge is not chosen."""
        cuts = []
        for loop in self._loops(values):
            edges = total(affine(self.chosen[edge]) for edge in loop)
            cuts.append(Conditional((), edges, None, len(loop) - 1))
        return cuts

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds ranks, and for edges without a direction which one they have."""
        most = max(self.vertices - 1, 0)
        rank = [into.variable(0, most, continuous=False) for _ in range(self.vertices)]
        # The directions that lead to each vertex.
        leading: list[list[Literal]] = [[] for _ in range(self.vertices)]
        for (tail, head), switch in zip(self.edges, self.chosen, strict=True):
            if switch is False:
                continue
            upwards = rank[head].minus(rank[tail])
            if self.directed:
                into.implied(list(literals_of((switch,))), upwards, 1, None)
                continue
            there = into.binary()
            back = into.binary()
            # An edge that is not chosen leads nowhere.
            into.row(there.affine.plus(back.affine).minus(affine(switch)), 0, 0)
            leading[head].append(there)
            leading[tail].append(back)
            into.implied([there], upwards, 1, None)
            into.implied([back], rank[tail].minus(rank[head]), 1, None)
        for literals in leading:
            if len(literals) > 1:
                into.at_most_one(literals)
