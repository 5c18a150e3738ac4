"""Connectivity: cuts, constants, and graphs as they are handed over."""

from __future__ import annotations

import numpy as np
import pytest

from ilpuzzles.asking.files import read_lp
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.result import Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import ModelError, UnknownNameError
from ilpuzzles.modelling.functions import conjunction
from ilpuzzles.modelling.operations import LazyConstraint
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.queries.solve import solve_model
from support.begun_models import with_binaries


def test_a_list_ends_though_there_are_ever_more_flows() -> None:
    """Of 32 sets, CP-SAT goes on with flows for hours: that they repeat is counted."""
    model, x = with_binaries(5)
    edges = np.array([(1, 2), (1, 2), (3, 2), (4, 0), (4, 2)])
    connected(model, edges, x, roots=[True] * 5, encoding="flow")
    listed = list_solutions(model, backend="cpsat", time_limit=60)
    assert (listed.complete, len(listed)) == (True, 32)


def test_a_cut_names_what_a_way_from_the_goal_meets_first() -> None:
    """Vertex 5 borders on the part that is cut off, but only a way through 1 leads there."""
    model = Model()
    x = model.binary("x", 6)
    connected(model, [(0, 1), (0, 5), (1, 5), (1, 2), (2, 3), (3, 4)], x, encoding="lazy")
    (connection,) = model.program().operations
    assert isinstance(connection, LazyConstraint)
    (cut,) = connection.cuts([1, 0, 0, 1, 1, 0])
    assert cut.subject.columns == (0, 1, 3)


def test_lazy_rows_are_checked_and_are_a_flow_in_files() -> None:
    path = np.array([(0, 1), (1, 2)])
    model, x = with_binaries(3)
    connected(model, path, x, encoding="lazy")
    assert model.check(np.array([1, 1, 0])) == ()
    assert [*map(str, model.check(np.array([1, 0, 1])))] == ["connected[0] is 2, not at most 1"]
    assert list_solutions(read_lp(model.to_lp()), backend="cbc").number == 7
    fixed = solve_model(model.fix({x[0]: 1, x[1]: 0, x[2]: 1}), "cpsat")
    assert (fixed.status, fixed.complete) == (Status.INFEASIBLE, True)
    rooted, y = with_binaries(3)
    connected(rooted, path, y, roots=[0, 0, 1], encoding="lazy")
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
