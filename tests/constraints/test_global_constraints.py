"""Global constraints: each in every way and on every backend, against what they mean."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, cast

import numpy as np
import pytest

from ilpuzzles import (
    Interval,
    Model,
    acyclic,
    automaton,
    circuit,
    connected,
    cumulative,
    division,
    inverse,
    no_overlap,
    path,
    table,
)
from ilpuzzles.constraints.acyclicity import Acyclic
from ilpuzzles.constraints.automata import Automaton
from ilpuzzles.constraints.circuits import Circuit
from ilpuzzles.constraints.connectivity import Connected
from ilpuzzles.constraints.intervals import NoOverlap
from ilpuzzles.constraints.inverses import Inverse
from ilpuzzles.constraints.lexicographic_order import Lexicographic
from ilpuzzles.constraints.regions import Division
from ilpuzzles.constraints.resources import Cumulative
from ilpuzzles.constraints.tables import AllowedTuples
from ilpuzzles.errors import ModelError, UnknownNameError
from ilpuzzles.modelling.affine import Affine
from ilpuzzles.modelling.global_constraint import LAZY, NATIVE, GlobalConstraint, Purpose
from ilpuzzles.modelling.program import program_of
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.ways import LINEAR_ROWS, Ways, choose_way, choose_ways, purpose_of
from ilpuzzles.solvers.clingo.ways import WAYS as WAYS_OF_CLINGO
from ilpuzzles.solvers.cpsat.ways import WAYS as WAYS_OF_CPSAT
from ilpuzzles.solvers.registry import get_backend, ways_of
from support.fuzz.constraints import constrained
from support.fuzz.questions import IN_PROCESS, QUESTIONS, Case, wrong

CLASSES: dict[str, type[GlobalConstraint]] = {
    "connected": Connected,
    "circuit": Circuit,
    "path": Circuit,
    "acyclic": Acyclic,
    "division": Division,
    "no_overlap": NoOverlap,
    "cumulative": Cumulative,
    "inverse": Inverse,
    "table": AllowedTuples,
    "automaton": Automaton,
    "lexicographic": Lexicographic,
}
BACKENDS = ("cpsat", "clingo", "cbc", "highs", "scip")
WAYS = (LINEAR_ROWS, WAYS_OF_CPSAT, WAYS_OF_CLINGO)


def ways(kind: str, backend: str) -> list[str | None]:
    """The encodings of a constraint that a backend can be told."""
    constraint = CLASSES[kind]
    found: list[str | None] = [None, *constraint.LINEAR, *([LAZY] if constraint.HAS_CUTS else [])]
    return [*found, NATIVE] if constraint in ways_of(get_backend(backend)).native else found


CASES = [(k, b, e) for k, b in product(CLASSES, BACKENDS) for e in ways(k, b)]


def findings(kind: str, backend: str, encoding: str | None, seed: int, asked: Any) -> list[str]:
    """What is wrong with the answers about a model."""
    case = Case(constrained(seed, kind, encoding), backend, seed)
    return [f"{seed} {question}: {what}" for question in asked if (what := wrong(case, question))]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("kind", "backend", "encoding"), CASES)
def test_every_question_is_answered_in_every_way(
    kind: str, backend: str, encoding: str | None
) -> None:
    some = range(20, 22) if backend in IN_PROCESS else range(20, 21)
    asked = QUESTIONS if backend in IN_PROCESS else ("solve", "list", "forced", "explain")
    assert [one for seed in some for one in findings(kind, backend, encoding, seed, asked)] == []


def test_the_way_is_chosen_when_the_backend_is_known() -> None:
    model = Model()
    x = model.binary("x", [(0, 1), (1, 2), (2, 0)])
    circuit(model, x)
    program = model.program()
    (row,) = program.operations
    assert isinstance(row, Circuit)
    assert (row.way, program.separated()) == (None, {})
    chosen = {one.language: choose_way(row, one).way for one in WAYS}
    assert chosen == {"linear rows": LAZY, "CP-SAT's constraints": NATIVE, "rules": NATIVE}
    assert choose_way(choose_way(row, LINEAR_ROWS), WAYS_OF_CPSAT).way == NATIVE
    # A tour with costs is left to cuts; what was chosen stays until another solver is asked.
    tour = Model()
    y = tour.binary("y", [(0, 1), (1, 2), (2, 0)])
    circuit(tour, y, active=True)
    tour.minimize(y.sum())
    priced = choose_ways(tour.program(), WAYS_OF_CPSAT, purpose_of(tour.program()))
    assert priced.separated()
    (stated,) = priced.operations
    assert isinstance(stated, Circuit)
    assert choose_way(stated, WAYS_OF_CPSAT) is stated
    assert choose_ways(priced, WAYS_OF_CPSAT, Purpose.BEST) is priced
    assert not choose_ways(priced, WAYS_OF_CLINGO, Purpose.BEST).separated()


def test_a_constraint_has_a_native_encoding_if_some_solver_takes_it_whole() -> None:
    taken = {*WAYS_OF_CPSAT.native, *WAYS_OF_CLINGO.native}
    assert {kind for kind in CLASSES.values() if kind.HAS_NATIVE} == taken & {*CLASSES.values()}
    for ways_of_one in WAYS:
        assert {*ways_of_one.opens} <= {*ways_of_one.native}
        assert {*ways_of_one.preferred} <= {*CLASSES.values()}


def test_a_class_is_stated_by_its_own_function_alone() -> None:
    """`Cumulative` is a `NoOverlap`: where it was stated as one, its capacity was lost."""
    without = Ways("some words", native={NoOverlap: lambda *_: None})
    row = Cumulative((), (), (), (), Affine.number(1))
    assert choose_way(row, without).way == "rows"
    with pytest.raises(ModelError, match="'cumulative' has no native encoding in some words"):
        choose_way(replace(row, encoding=NATIVE), without)


@pytest.mark.parametrize("is_directed", [True, False])
def test_what_a_way_leaves_open_is_known_once_the_solver_is(is_directed: bool) -> None:
    """CP-SAT goes round a loop in one of two directions, and clingo's edges get one."""
    loop = Circuit(2, ((0, 1), (1, 0)), (True, True), None, is_directed)
    forest = Acyclic(2, ((0, 1),), (True,), is_directed)
    assert choose_way(loop, WAYS_OF_CPSAT).is_open is not is_directed
    assert not choose_way(loop, WAYS_OF_CLINGO).is_open
    assert choose_way(forest, WAYS_OF_CLINGO).is_open is not is_directed
    assert choose_way(forest, WAYS_OF_CPSAT).way == "ranks"
    assert choose_way(forest, WAYS_OF_CPSAT).is_open
    assert not choose_way(forest, WAYS_OF_CPSAT, Purpose.ALL).is_open
    assert choose_way(replace(loop, encoding="flow"), WAYS_OF_CLINGO).is_open
    assert not choose_way(replace(loop, encoding="bfs"), WAYS_OF_CPSAT).is_open
    # As long as nobody knows the solver, it is the encoding in linear rows that counts.
    assert loop.is_open
    assert not replace(loop, encoding="bfs").is_open


def test_a_program_says_how_a_backend_is_told() -> None:
    model = Model()
    x = model.binary("x", [(0, 1), (1, 2), (2, 0)])
    with model.group("loop"):
        circuit(model, x)
    table(model, list(x.flat), [(0, 0, 0), (1, 1, 1)], name="rows")
    plain, told = model.statistics(), {b: model.statistics(b) for b in ("cpsat", "clingo", "cbc")}
    assert plain.ways == {}
    assert told["cpsat"].ways == {"circuit[0]": "native", "rows[0]": "native"}
    assert told["clingo"].ways == {"circuit[0]": "native", "rows[0]": "rows"}
    assert told["cbc"].ways == {"circuit[0]": "lazy", "rows[0]": "rows"}
    assert (told["cbc"].variables, told["cbc"].rows) == (plain.variables + 2, 13)
    assert told["clingo"].variables == plain.variables + 2
    assert "circuit[0] as lazy, rows[0] as rows" in str(told["cbc"])
    assert "circuit[0] is stated as flow" in model.to_lp()


def test_files_hold_linear_rows() -> None:
    model = Model()
    x = model.binary("x", [(0, 1), (1, 2), (2, 0)])
    circuit(model, x, encoding="lazy")
    rows = linearised(program_of(model)).rows
    assert len(rows) > 3
    assert "operation" not in linearised(program_of(model)).statistics().rows_by_kind


def test_vertices_may_be_anything_that_can_be_looked_up() -> None:
    for vertices in (["a", "b", "c"], [(0, 1), (5, "x"), None], [7, 3, 5]):
        model = Model()
        edges = list(zip(vertices, vertices[1:] + vertices[:1], strict=True))
        on = {vertex: model.binary(f"v {vertex}") for vertex in vertices}
        connected(model, edges[:2], on)
        assert model.count().number == 7
        loop = Model()
        circuit(loop, {edge: loop.binary(f"e {edge}") for edge in edges})
        assert loop.count().number == 2
    cells = Model()
    land = cells.binary("land", 2, 2)
    connected(cells, [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((1, 0), (1, 1))], land)
    assert cells.count().number == 11
    table_of_all = Model()
    road = table_of_all.binary("road", ["a", "b", "c"], ["a", "b", "c"])
    circuit(table_of_all, road, active=True, directed=True)
    assert table_of_all.count().number == 2


@pytest.mark.every("message")
@pytest.mark.parametrize(
    ("say", "message"),
    [
        (lambda m, x: circuit(m, [("a", "b")], [x[0]], encoding="flows"), "did you mean 'flow'"),
        (lambda m, x: circuit(m, [("a", "b")]), "nothing says which edges are chosen; give edges="),
        (lambda m, x: circuit(m, [("a", "b")], [x[0], x[1]]), "expected 1 edges, got 2"),
        (lambda m, x: circuit(m, {("a", "b"): x[0]}, [x[0]]), "edges= says so as well; leave one"),
        (
            lambda m, x: circuit(m, [cast("Any", "ab")], [x[0]]),
            "'ab' is not an edge; give the two vertices",
        ),
        (lambda m, x: circuit(m, {("a", "b")}, [x[0]]), "is not a list of edges; give a list"),
        (lambda m, x: connected(m, [("a", "b")], cast("Any", None)), "nothing says which vertices"),
        (lambda m, x: table(m, x, cast("Any", [1])), "'1' is not a list of values"),
        (lambda m, x: automaton(m, x, cast("Any", [1]), 0, [0]), "has no transitions; give a dict"),
        (lambda m, x: no_overlap(m, cast("Any", Interval(1, 2))), "is not a list of intervals"),
        (lambda m, x: division(m, [], cast("Any", {"a": [1]})), "in which regions a vertex can be"),
        (lambda m, x: circuit(m, [("a", "a")], [1]), "joins a vertex to itself; leave it out"),
        (lambda m, x: path(m, [("a", "b")], "a", "c", [x[0]]), "'c' is not a vertex of the graph"),
        (lambda m, x: path(m, [("a", "b")], "a", "a", [x[0]]), "starts and ends at 'a'; name two"),
        (lambda m, x: connected(m, [("a", "b")], {"a": x[0]}), "vertex 'b', for which there is no"),
        (lambda m, x: acyclic(m, [("a", "b")]), "nothing says which edges are chosen"),
        (lambda m, x: division(m, [], x), "must be an array of vertices and regions"),
        (lambda m, x: division(m, [], {"a": {}}), "'a' can be in no region; give it one"),
        (
            lambda m, x: division(m, [], {"a": {1: x[0]}}, sizes={2: 1}),
            "sizes names '2', which is not a region",
        ),
        (
            lambda m, x: no_overlap(m, [cast("Any", (1, 2))]),
            r"\(1, 2\) is not an interval; give Interval",
        ),
        (lambda m, x: no_overlap(m, [Interval(x[0], -1)]), "a size can be below 0; give it a"),
        (lambda m, x: no_overlap(m, [Interval(x[0], 1 << 60)]), "more than 60 bits; scale them"),
        (lambda m, x: cumulative(m, [Interval(0, 1)], [], 1), "expected 1 demands, got 0"),
        (lambda m, x: inverse(m, x, [0]), "expected 3 holders, got 1; give one for each"),
        (lambda m, x: table(m, x, [(1, 2)]), "expected 3 values in a tuple, got 2"),
        (
            lambda m, x: automaton(m, x, {("q", cast("Any", 0.5)): "q"}, "q", ["q"]),
            "'0.5' is not a whole number; use",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(say: Any, message: str) -> None:
    model = Model()
    with pytest.raises((ModelError, UnknownNameError), match=message):
        say(model, model.binary("x", 3))


def test_a_way_that_a_solver_does_not_have_is_refused() -> None:
    model = Model()
    circuit(model, model.binary("x", [(0, 1), (1, 2), (2, 0)]), encoding="native")
    with pytest.raises(ModelError, match="'circuit' has no native encoding in linear rows; leave"):
        model.solve("cbc")
    assert model.solve("cpsat").complete


def test_what_lasts_no_time_is_not_within_another_interval() -> None:
    point = Model()
    at = point.integer("at", lower=0, upper=3)
    no_overlap(point, [Interval(0, 3), Interval(at, 0)])
    assert sorted(values.tolist() for values in point.solutions()) == [[0], [3]]


def test_an_empty_sum_in_an_equation_is_named() -> None:
    model = Model()
    model.binary("x")
    with pytest.raises(ModelError, match="an empty sum is 0, not 1; state what should hold"):
        model.add(model.sum([]) == 1)
    model.add(model.sum([]) <= 1)
    assert np.all(model.solve().values == 0)
