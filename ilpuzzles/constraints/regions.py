"""`division`: the vertices of a graph are divided into regions, each of them connected."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ilpuzzles.constraints.connectivity import Connected
from ilpuzzles.constraints.graphs import Graph, GraphReader
from ilpuzzles.constraints.networks import Network, affine, all_of, literals_of, require_ends
from ilpuzzles.constraints.reach import state_distances, state_flow
from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.affine import LinearRows, Literal, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expression_array import LinearArray
from ilpuzzles.modelling.expressions import Expression, Logical, Operand, TruthValue
from ilpuzzles.modelling.functions import count
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


def division(
    model: ModelBase,
    graph: Graph,
    labels: LinearArray | Mapping[Any, Mapping[Any, TruthValue]],
    *,
    sizes: Mapping[Any, Operand | tuple[int, int]] | None = None,
    roots: Mapping[Any, Hashable] | None = None,
    encoding: str | None = None,
    name: str = "division",
) -> None:
    """States that the vertices of a graph are divided into regions, each of them connected.

    Every vertex is in exactly one region. A region may be empty, unless its size or its root says
    otherwise.

        A A B        A A B
        A B B        B A B
        A C C        A C C
        a division   not one: A and B fall apart

    Encodings, of which the solver decides unless one is named: as in `connected`, of every region.
    Where each has a root, `flow` and `bfs` are one for all, along edges within a region.

    Args:
        model: The model.
        graph: The edges: pairs of vertices, or whole numbers as in `connected`.
        labels: Which vertex is in which region: truths in an array, shape (vertices, regions), or
            for every vertex a dictionary with those regions that it can be in.
        sizes: By region: how many vertices it has, a number, two bounds, or an expression.
        roots: By region, a vertex that is in it.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the rows.

    Raises:
        ModelError: If the graph does not fit the labels.
        UnknownNameError: If there is no such encoding.

    Example:
        Four cells in a row, halved:

        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> of = model.binary("of", ["a", "b", "c", "d"], ["left", "right"])
        >>> halves = {"left": 2, "right": 2}
        >>> division(model, [("a", "b"), ("b", "c"), ("c", "d")], of, sizes=halves)
        >>> model.count().number
        2
    """
    encoder = Encoder.of(model)
    table = _table(labels)
    regions = list(dict.fromkeys(region for row in table.values() for region in row))
    read = GraphReader(encoder, graph, None, dict.fromkeys(table, 1))
    for vertex, truths in table.items():
        if not truths:
            raise ModelError(f"the vertex {quoted(vertex)} can be in no region", "give it one")
        model.add(_number_of(model, truths.values()) == 1, name=name, key=vertex)
    for what, given in (("sizes", sizes), ("roots", roots)):
        unknown = [region for region in given or () if region not in regions]
        if unknown:
            wrong = f"{what} names {quoted(unknown[0])}, which is not a region"
            raise ModelError(wrong, "use those of the labels")
    for region, size in (sizes or {}).items():
        inside = (row[region] for row in table.values() if region in row)
        members = _number_of(model, inside)
        row = members.between(*size) if isinstance(size, tuple) else members == size
        model.add(row, name=name, key=("size", region))
    begins = {region: read.number(vertex) for region, vertex in (roots or {}).items()}
    members_of = tuple(
        read.each([row.get(region, 0) for row in table.values()], len(table), "vertices", None)
        for region in regions
    )
    begin = tuple(begins.get(region, -1) for region in regions)
    row_of_all = Division(members_of, read.edges, begin, encoding=encoding)
    encoder.state_global(row_of_all, name)


def _number_of(model: ModelBase, truths: Iterable[TruthValue]) -> Expression:
    """The number of truths that hold, some of which may be constants."""
    given = list(truths)
    open_ones = [truth for truth in given if isinstance(truth, Logical)]
    known = sum(bool(truth) for truth in given if not isinstance(truth, Logical))
    return (count(open_ones) if open_ones else model.sum([])) + known


def _table(labels: Any) -> dict[Hashable, dict[Hashable, TruthValue]]:
    """The regions that each vertex can be in, and the truths that say so."""
    if isinstance(labels, Mapping):
        wrong = next((row for row in labels.values() if not isinstance(row, Mapping)), None)
        if wrong is not None:
            what = f"{quoted(wrong)} does not say in which regions a vertex can be"
            raise ModelError(what, "give a truth for each region, in a dictionary")
        return {vertex: dict(row) for vertex, row in labels.items()}
    if not isinstance(labels, LinearArray) or labels.ndim != 2:
        what = f"the labels must be an array of vertices and regions, got {quoted(labels)}"
        raise ModelError(what, "or give a dictionary for every vertex")
    vertices, regions = labels.layout.names_of_axes()
    rows = (dict(zip(regions, row, strict=True)) for row in labels.positions())
    return dict(zip(vertices, rows, strict=True))


@dataclass(frozen=True, slots=True)
class Division(GlobalConstraint):
    """The vertices of each region are connected, and in no other; see `division`.

    Attributes:
        members: For every region and every vertex, whether it is in the region.
        edges: The two ends of every edge.
        roots: For every region a vertex that is in it, or -1.
    """

    word: ClassVar[str] = "division"
    LINEAR: ClassVar[tuple[str, ...]] = ("flow", "bfs")
    HAS_CUTS: ClassVar[bool] = True
    HAS_NATIVE: ClassVar[bool] = True
    OPEN: ClassVar[frozenset[str]] = frozenset({"flow"})
    members: tuple[tuple[Switch, ...], ...]
    edges: tuple[tuple[int, int], ...]
    roots: tuple[int, ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` unless edges and roots fit the vertices."""
        count = len(self.members[0]) if self.members else 0
        require_ends(self.edges, count)
        require_number("roots", len(self.roots), len(self.members))
        for region, root in zip(self.members, self.roots, strict=True):
            require_number("vertices", len(region), count)
            require_ends([(root, root)] if root >= 0 else [], count)

    def choose(self, purpose: Purpose) -> str:
        """The best of `benchmarks.loops`."""
        return LAZY if purpose is Purpose.ALL else "flow"

    def parts(self) -> Iterator[Literal]:
        """The literals of all regions."""
        for region in self.members:
            yield from literals_of(region)

    def parts_connected(self) -> Iterator[Connected]:
        """Of each region, that it is connected: among the vertices that may be in it."""
        number_of_vertices = len(self.members[0]) if self.members else 0
        # The second ends of the edges of which a vertex is the first one.
        beyond: list[list[int]] = [[] for _ in range(number_of_vertices)]
        for tail, head in self.edges:
            beyond[tail].append(head)
        for region, root in zip(self.members, self.roots, strict=True):
            possible = [vertex for vertex, switch in enumerate(region) if switch is not False]
            place = {vertex: number for number, vertex in enumerate(possible)}
            edges: list[tuple[int, int]] = []
            for tail in possible:
                edges += [(place[tail], place[head]) for head in beyond[tail] if head in place]
            active = tuple(region[vertex] for vertex in possible)
            roots = None if root < 0 else tuple(vertex == root for vertex in possible)
            yield Connected(Network(active, tuple(edges), None, roots))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of wrong rows of vertices and roots, and of regions that are disconnected."""
        wrong = sum(not cut.outcome(values).right for cut in self.first_cuts())
        apart = sum(not row.outcome(values).right for row in self.parts_connected())
        return Outcome(wrong + apart, 0, 0)

    def first_cuts(self) -> Iterator[Conditional]:
        """No vertex is in two regions, and each root is in its own."""
        for regions in zip(*self.members, strict=True):
            yield Conditional((), total(map(affine, regions)), None, 1)
        for region, root in zip(self.members, self.roots, strict=True):
            if root >= 0:
                yield Conditional((), affine(region[root]), 1, None)

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """Cuts for disconnected regions, and for vertices in several of them."""
        cuts = [cut for cut in self.first_cuts() if not cut.outcome(values).right]
        for part in self.parts_connected():
            cuts += part.cuts(values)
        return cuts

    def rows(self, into: LinearRows, encoding: str) -> None:
        """Adds flows or distances: one for all regions if each has a root, or one for each."""
        for cut in self.first_cuts():
            cut.linearise(into)
        state = state_flow if encoding == "flow" else state_distances
        if -1 in self.roots:
            for row in self.parts_connected():
                state(into, row.network)
            return
        # For every edge whether it is within a region, and for every vertex whether it is in one.
        is_within: list[Switch] = []
        for one, other in self.edges:
            both = [all_of(into, (region[one], region[other])) for region in self.members]
            literals = list(literals_of(both))
            if True in both or not literals:
                is_within.append(True in both)
                continue
            # Of two vertices, at most one region has both.
            within = into.binary()
            is_within.append(within)
            regions_with_both = total(literal.affine for literal in literals)
            into.row(regions_with_both.minus(within.affine), 0, 0)
        is_inside: list[Switch] = []
        for regions in zip(*self.members, strict=True):
            inside = into.binary()
            is_inside.append(inside)
            into.row(total(map(affine, regions)).minus(inside.affine), 0, 0)
        roots = tuple(vertex in self.roots for vertex in range(len(is_inside)))
        state(into, Network(tuple(is_inside), self.edges, tuple(is_within), roots))
