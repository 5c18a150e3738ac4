"""Lines that people type: each works, or says in one sentence what to do.

Half are a stranger's; the others are what the front pages of linopy, CPMpy, PuLP, JuMP and gurobipy
make one expect.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ilpuzzles as ip
from ilpuzzles.errors import IlpuzzlesError

LINES = {
    "x[:2]": "<2 variables of shape (2,)>",
    "list(x)": "[x[0], x[1], x[2]]",
    "len(x)": "3",
    "x[-1]": "x[2]",
    "x[0:2].sum()": "x[0] + x[1]",
    "x.sum(axis=0)": "x[0] + x[1] + x[2]",
    "m.family('x') is x": "True",
    "m.x is x": "True",
    "m.y": "AttributeError: Model: unknown method or family 'y'",
    "r[x]": "[0 1 1]",
    "r['x[1]']": "1",
    "r['x[7]']": "UnknownNameError: unknown variable 'x[7]'; did you mean 'x[2]'",
    "r.value('x[1]')": "1",
    "r.value(x)": "[0 1 1]",
    "r.value(x.sum())": "2",
    "r[2 * x + 1]": "[1 3 3]",
    "r[x[0] + c[1]]": "4",
    "r[x[0] == 1]": "False",
    "r.values": "[0 1 1 4 4 0]",
    "r.seconds < 60": "True",
    "r.times.solve <= r.seconds": "True",
    "r.to_dict()": "{'x[0]': 0, 'x[1]': 1, 'x[2]': 1, 'c[0]': 4, 'c[1]': 4}",
    "r.series(x).sum()": "2",
    "r.frame(x)": "ModelError: an array of shape (3,) makes no such table",
    "r.slack(m.add(x.sum() <= 3))": "ModelError: row 2 is 0 rows here",
    "m.add(x <= 1)": "3 rows",
    "m.exactly_one(x, axis=0)": "exactly_one[0]: exactly one of x[0], x[1], x[2]",
    "ip.solve_model(m, 'highs', time_limit=3)": "optimal",
    "ip.solve_model(m, 'highs', ip.Options(time_limit=3)).seconds < 3": "True",
    "ip.solve_model(m, timelimit=3)": "UnknownNameError: unknown option 'timelimit'; did you mean",
    "ip.Options(timelimit=3)": "unknown option 'timelimit'; did you mean 'time_limit'?",
    "ip.Options(presolve=0)": "UnknownNameError: unknown option 'presolve'",
    "ip.solve_model(m, options=3)": "InputError: expected options, got '3'",
    "ip.count_solutions(m, 'cpsat')": "BackendError: backend cpsat does not support the continuous",
    "ip.solve(m)": "optimal",
    "ip.solve(m, 'highs', seed=3)": "result of highs: optimal",
    "m.solve('scip', hint=r)": "result of scip: optimal",
    "m.solve('scip', hint={x: [0, 1, 1], c[0]: 4})": "result of scip: optimal",
    "m.solve('scip', hint={'x': 1})": "InputError: the hint: 'x' is not a variable",
    "m.solve(5)": "UnknownNameError: unknown backend '5'",
    "m.best('cbc', number=2).objectives": "(17, 14)",
    "m.relaxation().status": "optimal",
    "m.relaxation()[x]": "[0 1 1]",
    "m.unique('cbc').verdict": "several",
    "m.binary('q', 2, 3).T": "<6 variables of shape (3, 2)>",
    "m.binary('w', pd.Index(list('ab')))['b']": "w[b]",
    "x + x": "x[0] + x[0]",
    "2 * x": "2 x[2]",
    "-x": "- x[0]",
    "x * [1, 2, 3]": "3 x[2]",
    "x @ [1, 2, 3]": "x[0] + 2 x[1] + 3 x[2]",
    "[1, 2, 3] @ x": "x[0] + 2 x[1] + 3 x[2]",
    "x[[0, 2]]": "<2 variables of shape (2,)>",
    "m.bounds(m.continuous('b', 3, upper=[1, 2, 3])[2])": "(0, 3)",
    "m.bounds(m.integer('u', ['a', 'b'], lower=0, upper={'a': 1, 'b': 2})['b'])": "(0, 2)",
    "m.integer('k', lower=0, upper=3)": "k",
    "ip.product(c[0], c[1])": "ModelError: the product of 'c[0]' and 'c[1]' is not linear",
    "c[0] * c[1]": "ModelError: a product of two variables is not linear; use product(x, y)",
    "m.add(ip.product(x[0], c[1]) <= 3)": "<= 3",
    "m.bounds(x[0])": "(0, 1)",
    "m.add(sum(x) <= 2, 'cap')": "cap[0]: x[0] + x[1] + x[2] <= 2",
    "m.delete('cap')": "ModelError: expected a row, got 'cap'; give what add or rows has returned",
    "m.rows('cap')": "UnknownNameError: unknown group 'cap'",
    "x == 0": "<rows of shape (3,)>",
    "x != 0": "x[0] != 0",
    "x[0] == x[1]": "x[0] - x[1] == 0",
    "abs(c[0])": "absolute value",
    "m.add(abs(c[0] - c[1]) <= 2)": "<= 2",
    "k // 2": "quotient",
    "k % 2": "remainder",
    "k ** 2": "element",
    "2 ** k": "element",
    "7 // (k + 1)": "quotient",
    "c[0] ** 2": "ModelError: 'c[0]' is not always a whole number",
    "max(c[0], c[1])": "maximum(x, y)",
    "max(k, x[0])": "maximum(x, y)",
    "ip.maximum(c)": "maximum",
    "min(x)": "maximum(x, y)",
    "x[0] ^ x[1]": "x[0] ^ x[1]",
    "x[0] and x[1]": "ModelError: 'x[0]' has a truth value only in a solution; write x & y",
    "not x[0]": "ModelError: 'x[0]' has a truth value only in a solution",
    "1 <= k <= 2": "ModelError: 'k >= 1' is a row, not a yes or no",
    "x.any()": "x[0] | x[1] | x[2]",
    "x[:0].any(), m.binary('none', 2, 0).all(axis=1)[1]": "(False, True)",
    "m.binary('none', 0, 2).all(axis=1)": "<truths of shape (0,)>",
    "~x": "~x[0]",
    "x.implies(k >= 2)": "~x[0] | (k >= 2)",
    "np.sum(x)": "x[0] + x[1] + x[2]",
    "np.dot(np.array([1, 2, 3]), x)": "x[0] + 2 x[1] + 3 x[2]",
    "np.array([1, 2, 3]) * x <= 2": "3 x[2] <= 2",
    "np.sqrt(x)": "ModelError: numpy's sqrt is not linear",
    "np.float64(2) * x[0]": "2 x[0]",
    "pd.Series([1, 2, 3]) * x": "3 x[2]",
    "(x * pd.Series([1, 2, 3])).sum() >= k": "x[0] + 2 x[1] + 3 x[2] - k >= 0",
    "x.fix(1)": "AttributeError: 'VariableFamily' object has no attribute 'fix'",
    "m.fix({x: [1, 0, 0]}).fixed": "{0: 1, 1: 0, 2: 0}",
    "m.fix({'x[0]': 1}).fixed": "{0: 1}",
    "m.fix({'x': 1}).fixed": "{0: 1, 1: 1, 2: 1}",
    "m.fix({'z': 1})": "UnknownNameError: unknown variable 'z'",
    "m.fix({3: 1})": "ModelError: '3' is not a variable",
    "m.sum([x[0], 2 * k])": "x[0] + 2 k",
    "m.minimize(x)": "ModelError: '<family x: 3 variables of shape (3,)>' is an array",
    "m.minimize(x @ [3, 2, 1])": "None",
    "m.add(x)": "ModelError: <family x: 3 variables of shape (3,)> is no row; write x == 1",
    "m.add(x[0])": "x[0]",
    "str(m.statistics())": "6 variables, 2 rows, 5 nonzeros",
    "m.to_lp()[:3]": "\\ a",
    "r": "<result of scip: optimal, objective 17>",
    "str(r).splitlines()[2]": "x[1] = 1",
    "m": "<model a: 6 variables, 2 rows, 5 nonzeros>",
    "x": "<family x: 3 variables of shape (3,)>",
    "m.fix({m.continuous('z'): 0.25}).fixed": "Fraction(1, 4)",
    "m.integer('w', range(1, 5), lower=0, upper=3)[np.array([1, 2])].sum()": "w[1] + w[2]",
    "m.binary('p', list('AB'))[pd.Index(['B'])].sum()": "p[B]",
    "m.binary('p', (3, 3))": "a shape is written 3, 3",
    "m.binary('p', list('AB'))['A':'B']": "slices are by position; give a list of labels",
    "m.integer('p', ['a', 'b'], lower=0, upper={'a': 1})": "differ: only one has 'b'",
    "x[None, :].shape": "(1, 3)",
    "m.binary('p', np.array([10, 20]))[20]": "p[20]",
    "m.binary('p', np.array([[1, 2], [3, 4]]))": "cannot be looked up; use strings or numbers",
    "m.solve(time_limit='3')": "InputError: time limit must be a number, got '3'",
    "m.solve('cpsat', seed=1.5)": "InputError: seed must be a number, got '1.5'",
    "x[..., 0]": "x[0]",
    "+x": "x[2]",
    "x.positions()[1:] - x.positions()[:-1]": "x[1] - x[0]",
    "np.ones((2, 3)).dot(x)": "is no array of numbers; write matrix @ x",
    "np.array(x)": "is no array of numbers; write matrix @ x",
    "r[x >= 1]": "[False  True  True]",
    "r[x.sum() >= 2], r[x.sum() != 2]": "(True, False)",
    "r[ip.maximum(x)]": "ModelError: a variable is newer than these values; solve again",
    "r[x.any()]": "has no value here; look up variables",
    "r[x | x]": "<truths of shape (3,)> have no value here",
    "r.frame(x.reshape(1, 1, 3))": "series needs one axis, frame two",
    "x[0] & x": "x[0] & x[1]",
    "x[0].implies(x >= 1)": "~x[0] | (x[1] >= 1)",
    "ip.absolute(x)": "stands among single numbers; give its elements",
    "m.add(x[0] <= 1, x[1] <= 1)": "several are given as a list",
    "m.best(3)": "unknown backend '3'; a number is named, as number=3",
    "m.relaxation().reduced_cost(x).shape": "(3,)",
    "ip.solve_model(m).found": "AttributeError",
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_works_or_says_what_to_do(line: str) -> None:
    m = ip.Model("a")
    x, c = m.binary("x", 3), m.continuous("c", 2, upper=4)
    k = m.integer("k", lower=0, upper=3, auxiliary=True)
    m.add(x.sum() <= 2)
    m.add(c.sum() <= 8)
    m.maximize(x @ [1, 4, 5] + c.sum())
    r = m.solve("scip")
    known = {"m": m, "x": x, "c": c, "k": k, "r": r, "ip": ip, "np": np, "pd": pd}
    try:
        said: Any = eval(line, known)  # noqa: S307 - it is a line of this file
        shown = str(said) if isinstance(said, np.ndarray) else repr(said)
        shown = shown if not isinstance(said, str) else said
    except (IlpuzzlesError, AttributeError) as error:
        shown = f"{type(error).__name__}: {error}"
        assert "\n" not in shown
    assert LINES[line] in shown


def test_a_saved_model_opens(tmp_path: Path) -> None:
    model = ip.Model("a")
    model.continuous("c", ["u", "v"], lower=[0, 0.5], upper=[1, None])
    model.integer("n", 2, lower=[None, -3], upper={1: 4, 0: 7})
    model.save(tmp_path / "a.ilp.json")
    opened = ip.open_model(tmp_path / "a.ilp.json").program()
    for name in ("lower", "upper", "continuous"):
        assert getattr(opened, name).tolist() == getattr(model.program(), name).tolist()
    assert opened.lower.tolist()[1:] == [Fraction(1, 2), None, -3]
