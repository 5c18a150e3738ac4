"""Graphs as users give them, and the truths of their edges and vertices."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expression_array import LinearArray
from ilpuzzles.modelling.expressions import Logical, TruthValue
from ilpuzzles.modelling.functions import Truths, gathered
from ilpuzzles.modelling.global_constraint import Switch, listed, require_number
from ilpuzzles.modelling.rows import IntArray

Graph: TypeAlias = "IntArray | Iterable[tuple[Hashable, Hashable]] | Mapping[Any, TruthValue]"
"""A graph, by its edges.

An array of whole numbers, shape (edges, 2), counts vertices from 0. Pairs name the two ends of each
edge; with a truth for each, in a dictionary or an array with such labels, these say which edges are
used.
"""

Switches: TypeAlias = Truths | Mapping[Any, TruthValue]
"""A truth for each, in order, or by name."""


class GraphReader:
    """Reads a graph and the truths that go with it.

    Args:
        encoder: That of the model.
        graph: The graph.
        edges: For every edge whether it is used, unless the graph says that itself.
        vertices: Truths for the vertices, which may name them, or True for all that edges name;
            None if that is not asked for.
    """

    def __init__(
        self,
        encoder: Encoder,
        graph: Graph,
        edges: Switches | None,
        vertices: Switches | bool | None,
    ) -> None:
        self._encoder = encoder
        self.names: list[Hashable] | None = None
        self.active: tuple[Switch, ...] | None = None
        if vertices is not None and vertices is not True:
            self.names = _labels(vertices)
            self.active = self._switches(vertices)
        pairs: list[Any] = []
        ends = np.zeros((0, 2), dtype=np.int64)
        if isinstance(graph, (Mapping, LinearArray)):
            if edges is not None:
                what = "the graph says which edges are used, and edges= says so as well"
                raise ModelError(what, "leave one of them out")
            edges, pairs = graph, _labels(graph) or []
        elif isinstance(graph, np.ndarray):
            ends = graph
        else:
            pairs = listed(graph, "edges")
        self.edges = self._named(pairs) if pairs else self._counted(ends)
        self.open = (
            None if edges is None else self.each(edges, len(self.edges), "edges", pairs or None)
        )

        if vertices is True:
            self.active = (True,) * self.vertices

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return len(self.names or () if self.active is None else self.active)

    def each(
        self, given: Switches, wanted: int, noun: str, names: Sequence[Hashable] | None
    ) -> tuple[Switch, ...]:
        """A switch for each of so many, in order or by name."""
        if isinstance(given, Mapping) and names is not None:
            missing = [name for name in names if name not in given]
            if missing or len(given) != len(names):
                wrong = missing or [name for name in given if name not in names]
                what = f"expected a truth for each of the {len(names)} {noun}"
                raise ModelError(what, f"look at {quoted(wrong[0])}")
            given = [given[name] for name in names]
        switches = self._switches(given)
        require_number(noun, len(switches), wanted)
        return switches

    @property
    def chosen(self) -> tuple[Switch, ...]:
        """For every edge whether it is used; raises unless something says so."""
        if self.open is None:
            what = "nothing says which edges are chosen"
            raise ModelError(what, "give edges=, or a graph with a truth for each edge")
        return self.open

    def number(self, vertex: Hashable) -> int:
        """The number of a vertex."""
        names: list[Hashable] = list(range(self.vertices)) if self.names is None else self.names
        if vertex not in names:
            what = f"{quoted(vertex)} is not a vertex of the graph"
            raise ModelError(what, "name one that an edge or a truth names")
        return names.index(vertex)

    def _switches(self, given: Switches) -> tuple[Switch, ...]:
        """Truths as switches, in their order."""
        each = given.values() if isinstance(given, Mapping) else given
        return tuple(read_switch(self._encoder, truth) for truth in gathered((each,)))

    def _counted(self, ends: IntArray) -> tuple[tuple[int, int], ...]:
        """The edges of a graph whose vertices are counted from 0."""
        if ends.size == 0:
            ends = np.zeros((0, 2), dtype=np.int64)
        if ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu":
            wanted = "the graph must be an array of whole numbers of shape (edges, 2)"
            raise ModelError(f"{wanted}, got {ends.shape}")
        if self.active is None:
            self.names = list(range(int(ends.max(initial=-1)) + 1))
        count = self.vertices
        if len(ends) and (ends.min() < 0 or ends.max() >= count):
            what = f"the graph names vertices {ends.min()} to {ends.max()}"
            raise ModelError(what, f"{count} vertices were given, numbered from 0")
        return tuple((one, other) for one, other in ends.tolist())

    def _named(self, pairs: list[Any]) -> tuple[tuple[int, int], ...]:
        """The edges of a graph whose vertices have names."""
        for pair in pairs:
            if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
                what = f"{quoted(pair)} is not an edge"
                raise ModelError(what, "give the two vertices that it joins")
        if self.active is None:
            self.names = list(dict.fromkeys(vertex for pair in pairs for vertex in pair))
        elif self.names is None:
            self.names = list(range(len(self.active)))
        place = {name: number for number, name in enumerate(self.names or ())}
        unknown = [vertex for pair in pairs for vertex in pair if vertex not in place]
        if unknown:
            what = f"the graph names the vertex {quoted(unknown[0])}, for which there is no truth"
            raise ModelError(what, "give a dictionary with one for every vertex")
        return tuple((place[one], place[other]) for one, other in pairs)


def _labels(given: object) -> list[Hashable] | None:
    """The names that truths are given with, if any."""
    if isinstance(given, Mapping):
        return list(given)
    if not isinstance(given, LinearArray) or given.ndim == 0:
        return None
    if given.ndim == 1:
        return None if given.labels[0] is None else list(given.labels[0])
    return list(product(*given.layout.names_of_axes()))


def read_switch(encoder: Encoder, truth: TruthValue) -> Switch:
    """A truth as a switch: a literal, or a constant."""
    if isinstance(truth, Logical):
        return encoder.plain_literal(truth)
    if truth not in {0, 1}:
        raise ModelError(f"{truth!r} is not a truth value", "give a truth, or 0 or 1")
    return bool(truth)
