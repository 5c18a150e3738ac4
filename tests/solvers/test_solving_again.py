"""Programs that follow one another: what is unchanged is kept, and nothing is out of date."""

from __future__ import annotations

import gc
import json
import os
import random
import signal
from array import array
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ortools.sat.python import cp_model_helper

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.jobs import forking
from ilpuzzles.jobs.process import ChildRun
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.functions import maximum
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.settled import settled
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.cpsat import rows as cpsat_model
from ilpuzzles.solvers.mathopt import child as mathopt_child, run as mathopt_run
from ilpuzzles.solvers.registry import get_backend
from support.processes import linux_only


def stated(dice: random.Random, *, operations: bool) -> Model:
    """A model with groups, in which rows are linear, or of literals, or stand for other things."""
    model = Model()
    x, n = model.binary("x", 12), model.integer("n", 3, lower=-2, upper=5)
    for group in "abc":
        with model.group(group):
            for _ in range(4):
                kind = dice.choice([model.at_most_one, model.at_least_one])
                kind([x[k] for k in dice.sample(range(12), 4)])
                model.add(x.dot([dice.randint(-9, 9) for _ in range(12)]) + n[0] <= 20)
    model.disjunction([x[0], ~x[1]])
    if operations:
        model.add(maximum(n[0], n[1]) >= n[2])
    return model


def changed(dice: random.Random, model: Model, program: Program) -> Program:
    """The program, or that of the model, with something else in it."""
    what, rows = dice.randrange(9), program.rows
    # What was written does not say what these rows say.
    unwritten = np.full(len(rows), NO_ORIGIN)
    linear = np.repeat(rows.kinds == 0, rows.lengths()).nonzero()[0]
    column = dice.randrange(15)
    if what == 0 and len(linear):
        coefficients = rows.coefficients.copy()
        coefficients[dice.choice(linear)] = dice.choice([-3, 2, 8])
        return replace(program, rows=replace(rows, coefficients=coefficients, origins=unwritten))
    if what == 1 and len(linear):
        row = np.array([rows.owners()[dice.choice(linear)]])
        lower = rows.lower.replaced(row, Bounds.lower([-dice.randint(30, 99)]))
        return replace(program, rows=replace(rows, lower=lower, origins=unwritten))
    if what == 8:
        # A coefficient that becomes 0 is one entry less.
        entry = dice.randrange(len(rows.columns))
        starts = rows.starts - (rows.starts > entry)
        columns, numbers = (np.delete(part, entry) for part in (rows.columns, rows.coefficients))
        others = replace(
            rows, starts=starts, columns=columns, coefficients=numbers, origins=unwritten
        )
        program = replace(program, rows=others)
    x = model.family("x")
    if what == 2:
        with model.group(dice.choice("abc")):
            model.add(x.dot([dice.randint(0, 3) for _ in range(12)]) >= 0)
        program = model.program()
    elif what == 3:
        model.maximize(x.dot([dice.randint(-9, 9) for _ in range(12)]))
        program = model.program()
    elif what == 4:
        program = program.within({column: (int(program.upper.numbers[column]),) * 2})
    elif what == 5:
        program = model.without(dice.choice("abc"))
    elif what == 6:
        program = program.keep(np.array([dice.random() < 0.9 for _ in range(len(rows))]))
    return program


def sequence(seed: int, length: int) -> Iterator[Program]:
    """Programs of a model, one made of the other, and now and then those of another model."""
    dice = random.Random(seed)
    model = stated(dice, operations=bool(seed % 2))
    program: Program = model.program()
    for _ in range(length):
        yield program
        if dice.random() < 0.1:
            model = stated(dice, operations=bool(seed % 2))
            program = model.program()
        program = changed(dice, model, program)


@pytest.mark.parametrize("seed", range(8))
def test_cp_sat_gets_what_it_would_get_anew(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat_model, "_ENTRIES_WORTH_KEEPING", 0)
    became: list[bool] = []
    become = cpsat_model._Filled.become

    def noted(self: Any, program: Program) -> bool:
        became.append(become(self, program))
        return became[-1]

    monkeypatch.setattr(cpsat_model._Filled, "become", noted)
    for program in sequence(seed, 40):
        ready = settled(program)
        assert ready is not None
        fresh = cp_model_helper.CpModelProto()
        cpsat_model.fill(fresh, ready)
        with cpsat_model.filled(cp_model_helper.CpModelProto, ready) as proto:
            assert str(proto) == str(fresh)
            proto.solution_hint.vars.append(0)
            proto.solution_hint.values.append(1)
    assert became.count(True) > 10
    cpsat_model._kept.clear()


def test_a_model_is_kept_for_as_long_as_somebody_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat_model, "_ENTRIES_WORTH_KEEPING", 0)
    cpsat_model._kept.clear()
    model = stated(random.Random(1), operations=False)
    first = solve_model(model, "cpsat")
    assert len(cpsat_model._kept) == 1
    # What is in use is nobody else's.
    new, program = cp_model_helper.CpModelProto, model.program()
    with cpsat_model.filled(new, program) as proto, cpsat_model.filled(new, program) as other:
        assert str(other) == str(proto)
        assert other is not proto
    second = solve_model(model, "cpsat")
    assert first.values is not None
    assert second.values is not None
    assert second.values.tolist() == first.values.tolist()
    with pytest.raises(KeyboardInterrupt), cpsat_model.filled(new, program):
        raise KeyboardInterrupt
    assert cpsat_model._kept == []
    solve_model(model, "cpsat")
    del model, first, second, proto, other, program
    gc.collect()
    assert cpsat_model._kept == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(8))
def test_mathopt_gets_what_it_would_get_anew(seed: int, tmp_path: Path) -> None:
    notes: forking.Notes = {}
    sent = []
    mathopt_child._before.clear()
    for program in sequence(seed, 60):
        linear = linearised(program)
        arrays, goal = mathopt_run.arrays_of(linear), mathopt_run.goal_of(linear)
        mathopt_run._write(tmp_path, goal, arrays, notes)
        request = json.loads((tmp_path / "request.json").read_text())
        proto = mathopt_child._read(tmp_path, request)
        kinds = mathopt_child.ARRAYS
        whole = {name: array(kinds[name], one.tolist()) for name, one in arrays.items()}
        assert proto == mathopt_child.model_proto(whole, **goal)
        mathopt_child._before.append(proto)
        sent.append((tmp_path / "arrays.bin").stat().st_size)
    assert sum(size < sent[0] / 4 for size in sent) > 15
    mathopt_child._before.clear()


def test_rows_ascend_for_mathopt() -> None:
    program = stated(random.Random(5), operations=False).program()
    rows, expected = program.rows, mathopt_run.arrays_of(linearised(program))
    dice, order = random.Random(6), np.arange(len(program.rows.columns))
    for first, end in pairwise(rows.starts.tolist()):
        if dice.random() < 0.5:
            order[first:end] = dice.sample(range(first, end), end - first)
    parts = {name: getattr(rows, name)[order] for name in ("columns", "coefficients")}
    assert (parts["columns"] != rows.columns).any()
    found = mathopt_run.arrays_of(linearised(replace(program, rows=replace(rows, **parts))))
    assert {name: part.tolist() for name, part in found.items()} == {
        name: part.tolist() for name, part in expected.items()
    }


@pytest.mark.exhaustive
@linux_only
@pytest.mark.parametrize("name", ["scip", "highs"])
def test_a_process_that_was_used_answers_like_a_new_one(name: str) -> None:
    backend, told = get_backend(name), []
    for number, program in enumerate(sequence(3, 15)):
        answers = []
        for _ in range(2):
            result = backend.solve(program, Options(seed=number % 3))
            values = None if result.values is None else result.values.tolist()
            answers.append((result.status, result.objective, result.nodes, values))
            for server in forking._idle:
                server.forget()
        told += answers
        assert answers[0] == answers[1]
        backend.solve(program, Options(seed=1))
    assert len({str(answer) for answer in told}) > 5


@linux_only
@pytest.mark.parametrize("name", ["scip", "highs"])
def test_a_death_between_two_runs_costs_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = stated(random.Random(2), operations=False)
    model.maximize(model.family("x").sum())
    runs: list[ChildRun] = []

    def noted(*given: Any, **how: Any) -> ChildRun:
        runs.append(forking.run_program(*given, **how))
        return runs[-1]

    monkeypatch.setattr(mathopt_run, "run_program", noted)
    expected = solve_model(model, name).objective
    assert solve_model(model, name).objective == expected
    server = forking._idle[-1].pid
    (copy,) = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    os.kill(int(copy), signal.SIGKILL)
    # The one that comes instead knows nothing of the model, of which it gets what has changed.
    assert solve_model(model, name).objective == expected
    assert forking._idle[-1].pid == server
    assert [run.returncode for run in runs] == [0, 0, 0]


@pytest.mark.exhaustive
@linux_only
@pytest.mark.parametrize("name", ["scip", "highs"])
def test_a_crash_costs_one_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(mathopt_child.__file__).read_text(encoding="utf-8")
    crashing = tmp_path / "crashing.py"
    begins = 'request = json.loads((folder / "request.json").read_text())\n'
    assert begins in source
    crash = "    if request['seed'] == 7: import os; os.abort()\n"
    crashing.write_text(source.replace(begins, begins + crash), encoding="utf-8")
    monkeypatch.setattr(mathopt_child, "__file__", str(crashing))
    backend, program = get_backend(name), stated(random.Random(2), operations=False).program()
    found = [backend.solve(program, Options(seed=seed)) for seed in (0, 0, 7, 0, 0)]
    statuses = [result.status for result in found]
    assert statuses == [*[Status.OPTIMAL] * 2, Status.ERROR, *[Status.OPTIMAL] * 2]
    assert f"{name} ended with exit code -6 (SIGABRT)" in found[2].message
    while forking._idle:
        forking._idle.pop().end()


def test_workers_of_highs_may_differ_from_run_to_run() -> None:
    model = stated(random.Random(4), operations=False)
    model.maximize(model.family("x").sum())
    ways = [Options(workers=workers) for workers in (1, 2, 3, 1, 2)]
    found = {solve_model(model, "highs", options).objective for options in ways}
    assert len(found) == 1
