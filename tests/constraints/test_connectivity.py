"""Connectivity against a graph search, in every encoding, on random graphs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.files import read_lp
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend
from ilpuzzles.backends.result import Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import ModelError, UnknownNameError
from ilpuzzles.modelling.functions import conjunction
from ilpuzzles.modelling.operations import LazyConstraint
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.queries.solve import solve_model
from support.begun_models import with_binaries


@dataclass(frozen=True)
class Sample:
    """A random graph, and what is asked of it."""

    vertices: int
    edges: list[tuple[int, int]]
    with_edges: bool
    roots: list[int] | None
    open_roots: bool = False
    """Whether it is open which of the roots there are."""

    @property
    def width(self) -> int:
        """How many deciding variables its model has."""
        edges = len(self.edges) * self.with_edges
        return self.vertices + edges + len(self.roots or ()) * self.open_roots

    def right(self, values: tuple[int, ...]) -> bool:
        """Whether all active vertices are where they have to be, by a search of the graph."""
        active = {vertex for vertex in range(self.vertices) if values[vertex]}
        roots = self.roots
        if roots is not None and self.open_roots:
            chosen = values[self.width - len(roots) :]
            roots = [vertex for vertex, on in zip(roots, chosen, strict=True) if on]
        reached = active & set(roots) if roots is not None else set(sorted(active)[:1])
        usable = [
            ends
            for number, ends in enumerate(self.edges)
            if active >= set(ends) and (not self.with_edges or values[self.vertices + number])
        ]
        while True:
            more = {vertex for ends in usable if reached & set(ends) for vertex in ends}
            if more <= reached:
                return reached == active
            reached |= more

    def expected(self) -> list[tuple[int, ...]]:
        """All right assignments."""
        return [v for v in product((0, 1), repeat=self.width) if self.right(v)]

    def model(self, encoding: str | None) -> Model:
        """The same as a model."""
        model, x = with_binaries(self.vertices)
        on = model.binary("edge", len(self.edges)) if self.with_edges else None
        roots: list[Any] | None = None
        if self.roots is not None:
            roots = [vertex in self.roots for vertex in range(self.vertices)]
            for vertex in self.roots if self.open_roots else ():
                roots[vertex] = model.binary(f"root {vertex}")
        with model.group("connected", why="there is one part"):
            connected(model, np.array(self.edges), x, edges=on, roots=roots, encoding=encoding)
        return model


def random_graph(seed: int) -> Sample:
    """A graph of up to six vertices, with loops and parallel edges."""
    dice = random.Random(seed)
    vertices = dice.randint(1, 6)
    edges = [
        (dice.randrange(vertices), dice.randrange(vertices)) for _ in range(dice.randint(0, 8))
    ]
    with_edges = seed % 3 == 1
    roots = dice.sample(range(vertices), dice.randint(0, vertices)) if seed % 4 > 1 else None
    edges = edges[:4] if with_edges else edges
    open_roots = seed % 8 > 3 and vertices < 5 and not with_edges
    return Sample(vertices, edges, with_edges, roots, open_roots)


@pytest.mark.parametrize(
    ("encoding", "backend"),
    [
        *((encoding, "cpsat") for encoding in ("flow", "bfs", "lazy")),
        ("lazy", "clingo"),
        ("flow", "clingo"),
    ],
    ids="-".join,
)
@pytest.mark.parametrize("seed", range(40))
def test_every_encoding_counts_as_a_search_does(seed: int, encoding: str, backend: str) -> None:
    graph = random_graph(seed)
    listed = list_solutions(graph.model(encoding), backend=backend)
    assert listed.complete
    assert sorted(tuple(values[: graph.width].tolist()) for values in listed) == graph.expected()


def test_a_list_ends_though_there_are_ever_more_flows() -> None:
    """Of 32 sets, CP-SAT goes on with flows for hours: that they repeat is counted."""
    listed = list_solutions(random_graph(35).model("flow"), backend="cpsat", time_limit=60)
    assert (listed.complete, len(listed)) == (True, 32)


def test_cuts_hold_wherever_the_vertices_are_connected() -> None:
    """And the values that they were made for break each of them."""
    for graph in filter(lambda graph: graph.width < 9, map(random_graph, range(40))):
        (connection,) = graph.model("lazy").program().operations
        assert isinstance(connection, LazyConstraint)
        right = graph.expected()
        for values in product((0, 1), repeat=graph.width):
            cuts = connection.cuts(values)
            assert bool(cuts) is (values not in right)
            assert not any(cut.outcome(values).right for cut in cuts)
            assert all(cut.outcome(other).right for cut in cuts for other in right)


def test_a_cut_names_what_a_way_from_the_goal_meets_first() -> None:
    """Vertex 5 borders on the part that is cut off, but only a way through 1 leads there."""
    model = Model()
    x = model.binary("x", 6)
    connected(model, [(0, 1), (0, 5), (1, 5), (1, 2), (2, 3), (3, 4)], x, encoding="lazy")
    (connection,) = model.program().operations
    assert isinstance(connection, LazyConstraint)
    (cut,) = connection.cuts([1, 0, 0, 1, 1, 0])
    assert cut.subject.columns == (0, 1, 3)


@pytest.mark.exhaustive
@pytest.mark.parametrize("encoding", ["flow", "bfs", "lazy"])
def test_the_dearest_connected_set_of_a_grid(backend: Backend, encoding: str) -> None:
    """On 3 x 3 cells, with a gain or a loss for each, against trying all sets."""
    cells = [(row, column) for row in range(3) for column in range(3)]
    edges = [
        (one, other)
        for one, first in enumerate(cells)
        for other, second in enumerate(cells)
        if one < other and abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1
    ]
    grid = Sample(len(cells), edges, with_edges=False, roots=None)
    gains = [3, -2, 3, -1, -4, -2, 4, -3, 5]
    paid = (zip(gains, values, strict=True) for values in grid.expected())
    best = max(sum(gain for gain, on in one if on) for one in paid)
    model = grid.model(encoding)
    model.maximize(model.families[0].dot(gains))
    result = solve_model(model, backend)
    assert (result.status, result.objective, result.checked) == (Status.OPTIMAL, best, True)
    assert result.values is not None
    assert len(result.values) == model.program().variables
    assert grid.right(tuple(result.values[: len(cells)].tolist()))
    without = solve_model(model.without("connected"), backend)
    assert without.objective == sum(gain for gain in gains if gain > 0)


def test_lazy_rows_are_checked_and_are_a_flow_in_files() -> None:
    model = Sample(3, [(0, 1), (1, 2)], with_edges=False, roots=None).model("lazy")
    x = model.families[0]
    assert model.check(np.array([1, 1, 0])) == ()
    assert [*map(str, model.check(np.array([1, 0, 1])))] == ["connected[0] is 2, not at most 1"]
    assert list_solutions(read_lp(model.to_lp()), backend="cbc").number == 7
    fixed = solve_model(model.fix({x[0]: 1, x[1]: 0, x[2]: 1}), "cpsat")
    assert (fixed.status, fixed.complete) == (Status.INFEASIBLE, True)
    rooted = Sample(3, [(0, 1), (1, 2)], with_edges=False, roots=[2]).model("lazy")
    found = rooted.check(np.array([1, 1, 0]))
    assert [str(violation) for violation in found] == ["connected[0] is 1, not 0"]


@pytest.mark.parametrize(
    ("encoding", "variables", "rows"),
    [("flow", 3 + 5, 5 + 4), ("bfs", 3 + 4 + 2 * 3, 25), ("lazy", 3 + 5, 5 + 4)],
)
def test_constants_take_no_variable_and_no_row(encoding: str, variables: int, rows: int) -> None:
    """Four active vertices in a row, of which the first is a root: three edges are left open."""
    model, edges = with_binaries(3, name="open")
    path = np.array([[0, 1], [1, 2], [2, 3]])
    connected(model, path, [1] * 4, edges=edges, roots=[1, 0, 0, 0], encoding=encoding)
    assert (model.statistics().variables, model.statistics().rows) == (3, 1)
    size = linearised(model.program()).statistics()
    assert (size.variables, size.rows) == (variables, rows)
    assert [values[:3].tolist() for values in list_solutions(model)] == [[1, 1, 1]]


def test_what_is_connected_mentions_vertices_edges_and_roots() -> None:
    model = Model()
    active, roots, used = (model.binary(*one) for one in (("active", 3), ("root", 3), ("used", 2)))
    connected(model, [(0, 1), (1, 2)], active, roots=roots, edges=used)
    assert model.program().operations[0].columns() == [*range(8)]


def test_vertices_can_be_any_truths() -> None:
    model = Model()
    n = model.integer("n", 3, lower=0, upper=2)
    connected(model, np.array([[0, 1], [1, 2]]), [n[0] >= 1, conjunction(n[1] == 2), True])
    found: list[tuple[int, ...]] = []
    assert enumerate_solutions(
        model, lambda values: found.append(tuple(values[:2].tolist())), "cpsat"
    ).complete
    assert sorted(set(found)) == [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]
    assert len(found) == 15


def test_graphs_that_make_no_sense_are_refused() -> None:
    model, x = with_binaries(3)
    path = np.array([[0, 1], [1, 2]])
    for graph, message in [
        (np.array([[0, 3]]), "the graph names vertices 0 to 3; 3 vertices were given"),
        (np.array([[-1, 0]]), "the graph names vertices -1 to 0"),
        (np.array([0, 1]), r"got \(2,\)"),
        (np.array([[0.5, 1]]), "an array of whole numbers"),
    ]:
        with pytest.raises(ModelError, match=message):
            connected(model, graph, x)
    with pytest.raises(ModelError, match="expected 2 edges, got 1; give one for each"):
        connected(model, path, x, edges=[x[0]])
    with pytest.raises(ModelError, match="expected 3 roots, got 2"):
        connected(model, path, x, roots=[0, 1])
    with pytest.raises(ModelError, match="7 is not a truth value"):
        connected(model, path, [x[0], x[1], 7])
    with pytest.raises(UnknownNameError, match="flow"):
        connected(model, path, x, encoding="flows")
    assert "operation" not in model.statistics().rows_by_kind


@pytest.mark.parametrize("encoding", ["flow", "bfs", "lazy"])
def test_a_vertex_that_is_always_active_and_reached_by_nothing_is_infeasible(encoding: str) -> None:
    model, x = with_binaries(2)
    graph = np.array([[0, 1], [1, 2]])
    edges, roots = [1, False], [x[0], 0, 0]
    connected(model, graph, [x[0], x[1], 1], edges=edges, roots=roots, encoding=encoding)
    assert solve_model(model).status is Status.INFEASIBLE
