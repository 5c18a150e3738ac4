"""Names of other packages: errors say what is called so here, and nothing else changes."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any, NamedTuple

import numpy as np
import pytest

import ilpuzzles
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options, OptionWords
from ilpuzzles.backends.result import Result
from ilpuzzles.errors import UnknownNameError
from ilpuzzles.modelling.expressions import Linear
from ilpuzzles.modelling.pointers import (
    MODEL,
    OPTIONS,
    RELAXATION,
    RESULT,
    ROW,
    VARIABLE,
    Pointers,
    pointer,
)
from ilpuzzles.modelling.row_check import Row
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.queries.linear_relaxation import LinearRelaxation


class Objects(NamedTuple):
    """One object of each class that has a table."""

    model: Model
    x: VariableFamily
    row: Row
    result: Result
    relaxation: LinearRelaxation


@pytest.fixture(scope="module")
def objects() -> Objects:
    model = Model("plan")
    x = model.binary("x", 3)
    row = model.add(x.sum() <= 1, "once")
    model.maximize(x @ [1, 2, 3])
    return Objects(model, x, row, model.solve("cpsat"), model.relaxation())


def with_tables(objects: Objects) -> list[tuple[Any, Pointers]]:
    """The objects, with the tables for each."""
    model, x, row, result, relaxation = objects
    linear = [x[0], ~x[0], x[0] + 1, 2 * x[0], x.sum() <= 1, x[0] | x[1] & x[2], x, 2 * x, x <= 1]
    return [
        (model, MODEL),
        *((one, VARIABLE) for one in linear),
        *((one, ROW) for one in (row, row.parts)),
        (result, RESULT),
        (relaxation, RELAXATION),
    ]


CALLS: list[tuple[str, str]] = [
    ("model.objective", "set it by model.minimize or model.maximize"),
    ("model.variables", "use model.families"),
    ("model.constraints", "use model.rows()"),
    ("model.write('plan.lp')", "use model.save('model.ilp.json'), model.to_lp()"),
    ("model.status", "it is in what solve returns"),
    ("model.addVar(name='x')", "use model.binary, model.integer or model.continuous"),
    ("model.addVars(3)", "use model.binary"),
    ("model.add_variables(name='x')", "use model.binary"),
    ("model.NewBoolVar('x')", "use model.binary"),
    ("model.new_bool_var('x')", "use model.binary"),
    ("model.addConstr(x[0] <= 1)", "use model.add"),
    ("model.addConstrs(x <= 1)", "use model.add"),
    ("model.add_constraints(x <= 1)", "use model.add"),
    ("model.add_objective(x[0])", "use model.minimize or model.maximize"),
    ("model.setObjective(x[0])", "use model.minimize or model.maximize"),
    ("model.optimize()", "use model.solve()"),
    ("model.computeIIS()", "use model.explain()"),
    ("model.feasRelaxS()", "use model.relax()"),
    ("model.minimse(x[0])", "did you mean 'minimize'?"),
    ("result.dual(row)", "duals are those of the linear relaxation: model.relaxation().dual(row)"),
    ("result.x", "use result[x]"),
    ("result.X", "use result[x]"),
    ("result.objVal", "use result.objective"),
    ("result.obj", "use result.objective"),
    ("result.solution", "use result[x]"),
    ("result.variables", "use result[x]"),
    ("relaxation.pi", "use relaxation.dual(row)"),
    ("relaxation.objVal", "use result.objective"),
    ("x[0].X", "a value is one of a result: result[x]"),
    ("x[0].value()", "a value is one of a result: result[x]"),
    ("x[0].varValue", "a value is one of a result: result[x]"),
    ("x[0].solution_value()", "a value is one of a result: result[x]"),
    ("x.sum().getValue()", "a value is one of a result: result[x]"),
    ("x.X", "a value is one of a result: result[x]"),
    ("x.solution", "a value is one of a result: result[x]"),
    ("x[0].rc", "use model.relaxation().reduced_cost(x)"),
    ("x[0].ub", "use model.bounds(x)"),
    ("(x[0] <= 1).pi", "its dual is model.relaxation().dual(row)"),
    ("(x <= 1).dual", "its dual is model.relaxation().dual(row)"),
    ("row.pi", "use model.relaxation().dual(row)"),
    ("row.dual", "use model.relaxation().dual(row)"),
    ("row.slack", "use result.slack(row)"),
    ("row.Slack", "use result.slack(row)"),
    ("row.OnlyEnforceIf(x[0])", "write model.add(x.implies(y <= 3))"),
    ("model.solve(timeout=3)", "use time_limit, in seconds"),
    ("model.solve(timeLimit=3)", "did you mean 'time_limit'?"),
    ("model.solve(TimeLimit=3)", "did you mean 'time_limit'?"),
    ("model.solve(threads=3)", "use workers"),
    ("model.solve(Threads=3)", "use workers"),
    ("model.solve(solver='cbc')", "the backend is the first argument"),
    ("model.solve(solver_name='cbc')", "the backend is the first argument"),
    ("model.solve(mip_gap=0.1)", "use gap, such as 0.01 for one percent"),
    ("model.solve(MIPGap=0.1)", "use gap, such as 0.01 for one percent"),
    ("model.solve(gapRel=0.1)", "use gap, such as 0.01 for one percent"),
    ("model.solve(msg=0)", "use verbose=True"),
    ("model.solve(log_output=True)", "use verbose=True"),
    ("model.solve(io_api='direct')", "leave it out"),
    ("model.solve(warmStart=True)", "use hint"),
    ("model.best(PoolSolutions=3)", "use model.solutions(limit=10)"),
    ("model.count(max_time_in_seconds=3)", "use time_limit, in seconds"),
    ("ilpuzzles.Options(timeout=3)", "use time_limit, in seconds"),
]


@pytest.mark.every("call")
@pytest.mark.parametrize(("call", "advice"), CALLS)
def test_a_name_of_another_package_gets_the_one_of_ours(
    objects: Objects, call: str, advice: str
) -> None:
    with pytest.raises((AttributeError, UnknownNameError)) as refused:
        eval(call, {"ilpuzzles": ilpuzzles, **objects._asdict()})  # noqa: S307 - a line of ours
    assert advice in str(refused.value)
    assert "\n" not in str(refused.value)


def test_no_pointer_stands_where_there_is_something(objects: Objects) -> None:
    """Whatever has a pointer is missing, to `hasattr` as well, and no completion offers it."""
    unused = {(id(table), name) for _, table in with_tables(objects) for name in table}
    for thing, table in with_tables(objects):
        offered = dir(thing)
        for name, advice in table.items():
            if name in offered:
                # Not in all classes of a table: a comparison has bounds, a family a name.
                continue
            unused.discard((id(table), name))
            assert not hasattr(thing, name)
            with pytest.raises(AttributeError, match=re.escape(advice)) as refused:
                getattr(thing, name)
            assert refused.value.name == name
            assert refused.value.obj is thing
    # A relaxation knows its solver, and no backend.
    assert unused == {(id(RELAXATION), "solver")}
    known = {*OptionWords.__annotations__, *Options.__dataclass_fields__}
    assert not any(pointer(word, OPTIONS) for word in known)


def test_what_pointers_name_exists(objects: Objects) -> None:
    tables = (OPTIONS, MODEL, VARIABLE, ROW, RESULT, RELAXATION)
    names = {**objects._asdict(), "ilpuzzles": ilpuzzles}
    named = 0
    for advice in {advice for table in tables for advice in table.values()}:
        assert "\n" not in advice
        for thing, attribute in re.findall(r"(?<!')\b(\w+)\.([a-z]\w+)", advice):
            if thing in names:
                assert attribute in dir(names[thing])
                named += 1
    assert named > 40
    for advice in OPTIONS.values():
        for word in re.findall(r"use (\w+)(?:,|=|$)", advice):
            assert word in OptionWords.__annotations__


def test_pointers_are_silent_where_python_asks(objects: Objects) -> None:
    for thing, _ in with_tables(objects):
        for name in ("_repr_html_x_", "__array_interface__", "_ipython_display_", "__deep__"):
            assert not hasattr(thing, name)
            with pytest.raises(AttributeError) as refused:
                getattr(thing, name)
            assert ";" not in str(refused.value)
        copy.copy(thing)
        copy.deepcopy(thing)
        pickle.loads(pickle.dumps(thing))  # noqa: S301 - made here
    x = objects.x
    assert np.array([x[0], x[1] + 1, ~x[2]]).tolist()[0] is not None
    # What numpy asks each element for is answered without a function of ours.
    assert not hasattr(Linear, "__getattr__")
    assert "X" not in dir(x[0])
    assert {"expression", "between", "implies"} <= {*dir(x[0])}


def test_methods_that_are_misspelt_are_found(objects: Objects) -> None:
    model = objects.model
    for name, near in {"solv": "solve", "exactly_on": "exactly_one", "qq": None}.items():
        with pytest.raises(AttributeError) as refused:
            getattr(model, name)
        advice = "known: x" if near is None else f"did you mean '{near}'?"
        assert str(refused.value) == f"Model: unknown method or family '{name}'; {advice}"
