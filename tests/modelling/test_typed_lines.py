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
    "r.frame(x)": "ModelError: a frame needs two axes or more, got shape (3,)",
    "r.slack(m.add(x.sum() <= 3))": "ModelError: row 2 is 0 rows here",
    "m.add(x <= 1)": "3 rows",
    "m.exactly_one(x, axis=0)": "exactly_one[0]: exactly one of x[0], x[1], x[2]",
    "ip.solve_model(m, 'highs', time_limit=3)": "optimal",
    "ip.solve_model(m, 'highs', ip.Options(time_limit=60)).seconds < 60": "True",
    "ip.solve_model(m, timelimit=3)": "UnknownNameError: unknown option 'timelimit'; did you mean",
    "ip.Options(timelimit=3)": "unknown option 'timelimit'; did you mean 'time_limit'?",
    "ip.Options(presolve=0)": "UnknownNameError: unknown option 'presolve'",
    "ip.solve_model(m, options=3)": "InputError: expected options, got '3'",
    "ip.count_solutions(m, 'cpsat')": "BackendError: backend cpsat does not support the continuous",
    "ip.solve(m)": "optimal",
    "ip.solve(m, 'highs', seed=3)": "result of highs: optimal",
    "m.solve('scip', hint=r)": "result of scip: optimal",
    "m.solve('scip', hint={x: [0, 1, 1], c[0]: 4})": "result of scip: optimal",
    "m.solve('scip', hint={'x': 1, 'c[0]': 4})": "result of scip: optimal",
    "m.solve('scip', hint={'z': 1})": "UnknownNameError: unknown variable 'z'",
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
    "m.delete('cap')": "ModelError: expected a row, got 'cap'; give what add or rows returned",
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
    "c[0] ** 2": "ModelError: 'c[0]' must be a whole number here",
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
    "m.add(x)": "ModelError: <family x: 3 variables of shape (3,)> is not a row; write x == 1",
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
    "m.binary('p', list('AB'))['A':'B']": "slice by position, or give a list of labels",
    "m.integer('p', ['a', 'b'], lower=0, upper={'a': 1})": "differ: only the array has 'b'",
    "x[None, :].shape": "(1, 3)",
    "m.binary('p', np.array([10, 20]))[20]": "p[20]",
    "m.binary('p', np.array([[1, 2], [3, 4]]))": "cannot be looked up: '[1 2]'; use strings",
    "m.solve(time_limit='3')": "InputError: time limit must be a number, got '3'",
    "m.solve('cpsat', seed=1.5)": "InputError: seed must be a whole number, got '1.5'",
    "x[..., 0]": "x[0]",
    "+x": "x[2]",
    "x.positions()[1:] - x.positions()[:-1]": "x[1] - x[0]",
    "np.ones((2, 3)).dot(x)": "is not an array of numbers; write matrix @ x",
    "np.array(x)": "is not an array of numbers; write matrix @ x",
    "r[x >= 1]": "[False  True  True]",
    "r[x.sum() >= 2], r[x.sum() != 2]": "(True, False)",
    "r[ip.maximum(x)]": "ModelError: a variable is newer than these values; solve again",
    "r[x.any()]": "has no value here; look up variables",
    "r[x | x]": "<truths of shape (3,)> have no value here",
    "r.frame(x.reshape(1, 1, 3))": "0  1  2",
    "x[0] & x": "x[0] & x[1]",
    "x[0].implies(x >= 1)": "~x[0] | (x[1] >= 1)",
    "ip.absolute(x)": "is an array among single numbers; give its elements",
    "m.add(x[0] <= 1, x[1] <= 1)": "give several rows as a list",
    "m.best(3)": "unknown backend '3'; write a number with its name, number=3",
    "m.relaxation().reduced_cost(x).shape": "(3,)",
    "ip.solve_model(m).found": "AttributeError",
}


OTHER_PACKAGES = {
    "m.add(k == c[0] == x[0])": "write (x == y) & (y == z), (x == y) | (x == z), or for a s",
    "m.add(k == c[0] or k == c[1])": "write (x == y) & (y == z), (x == y) | (x == z), or for a s",
    "m.add(k != x[0] and k != x[1])": "write (x == y) & (y == z), (x == y) | (x == z), or for a s",
    "m.add(-10 <= (k - 2 <= -1))": "write x.between(1, 2) for two bounds, and ~row for a row t",
    "m.add(0 <= (k <= 2))": "write x.between(1, 2) for two bounds, and ~row for a row t",
    "m.add((k <= 2) <= 5)": "write x.between(1, 2) for two bounds, and ~row for a row t",
    "(k <= 2) == 2": "write x.between(1, 2) for two bounds, and ~row for a row t",
    "(k <= 2) == 1": "comparison 4 == 1",
    "k in [c[0], k + 1]": "write (x == y) & (y == z), (x == y) | (x == z), or for a s",
    "k in {k, c[0]}": "True",
    "{k: 'a'}[k]": "a",
    "not k == 2": "write (x == y) & (y == z), (x == y) | (x == z), or for a s",
    "k >= 1 if x[0] else k <= 2": "write x & y, x | y and ~x for and, or and not",
    "-1 <= (x <= 5)": "write x.between(1, 2) for two bounds, and ~row for a row t",
    "w.sum('nurse')": "w[Ann, Mon, D] + w[Bob, Mon, D]",
    "w.sum(['nurse', 'day']).dims": "('shift',)",
    "w.shift(day=1)[0, 0, 0], w.shift(day=1)[0, 1, 0]": "(0, w[Ann, Mon, D])",
    "w.rolling(day=2).sum()[0, 1, 0]": "w[Ann, Mon, D] + w[Ann, Tue, D]",
    "m.add(w.sum('nurse') >= need, 'cover')": "cover[Mon, D]: w[Ann, Mon, D] + w[Bob, Mon, D] >= 1",
    "w.loc['Ann']": "a family is indexed by labels, x['Ann', :, ['day']]",
    "w.sel(nurse='Ann')": "a family is indexed by labels, x['Ann', :, ['day']]",
    "w.isel(day=0)": "an index of x.positions() takes positions",
    "w.groupby('day')": "add up by a matrix: x @ membership, or sums of x[labels]",
    "w.diff('day')": "write x.diff(1, 'day') or x.diff(day=1)",
    "m.add_variables(name='z')": "use model.binary, model.integer or model.continuous",
    "m.add_constraints(x <= 1)": "use model.add, as in model.add(x + y <= 1)",
    "m.add_objective(x.sum())": "use model.minimize or model.maximize",
    "w.coords": "use x.labels, or family.axes",
    "w['Ann', 'Mon']": "<2 variables of shape (2,) of shift>",
    "w.diff(axis='day').labels": "(('Ann', 'Bob'), ['Tue'], ('D', 'N'))",
    "m += x[0] + x[1] <= 1": "write model.add(row), model.minimize(cost) or model.maximi",
    "ip.LpVariable('z')": "use model = ilpuzzles.Model(), then model.binary, model.in",
    "ip.LpProblem('p')": "use model = ilpuzzles.Model()",
    "ip.lpSum(x)": "use model.sum(terms), x.sum() or x @ costs",
    "m.sum(x[i] for i in range(3)) <= 2": "x[0] + x[1] + x[2] <= 2",
    "ip.value(x[0])": "a value is one of a result: result[x]",
    "x[0].varValue": "a value is one of a result: result[x]",
    "m.constraints": "use model.rows() and model.statistics()",
    "m.objective": "result.objective is its value",
    "m.writeLP('a.lp')": "use model.save('model.ilp.json'), model.to_lp() or model.t",
    "m.status": "it is in what solve returns: result = model.solve(), then",
    "m.x[0].value": "a value is one of a result: result[x]",
    "m.obj": "result.objective is its value",
    "ip.ConcreteModel()": "use model = ilpuzzles.Model()",
    "ip.value(m)": "a value is one of a result: result[x]",
    "ip.inequality(1, k, 2)": "n.between(1, 3) has two bounds",
    "m.addVar()": "use model.binary, model.integer or model.continuous",
    "m.addVars(3)": "use model.binary, model.integer or model.continuous",
    "m.addConstr(x[0] <= 1)": "use model.add, as in model.add(x + y <= 1)",
    "m.setObjective(x.sum())": "use model.minimize or model.maximize",
    "m.optimize()": "use model.solve()",
    "m.update()": "leave it out: a model is always up to date",
    "x[0].X": "a value is one of a result: result[x]",
    "m.ObjVal": "it is in what solve returns: result = model.solve(), then",
    "m.Params.TimeLimit": "options are given with the question: model.solve(time_limi",
    "ip.quicksum(x)": "use model.sum(terms), x.sum() or x @ costs",
    "x.sum('*')": "name the axes where the variables are made, dims=['nurse',",
    "m.computeIIS()": "use model.explain()",
    "m.write('a.lp')": "use model.save('model.ilp.json'), model.to_lp() or model.t",
    "ip.boolvar(3)": "use model = ilpuzzles.Model(), then model.binary, model.in",
    "ip.intvar(0, 9)": "use model = ilpuzzles.Model(), then model.binary, model.in",
    "(k == 1).implies(x[0])": "(k != 1) | x[0]",
    "ip.all_different([k, x[0]])": "all_different(2 numbers)",
    "ip.AllDifferent([k, x[0]])": "use all_different(numbers)",
    "sum(x) == 2": "x[0] + x[1] + x[2] == 2",
    "m += [x[0] | x[1]]": "write model.add(row), model.minimize(cost) or model.maximi",
    "k.value()": "a value is one of a result: result[x]",
    "m.solve(solver='ortools')": "the backend is the first argument, as in model.solve('high",
    "m.solveAll()": "use model.solutions(limit=10) or model.count()",
    "any(x)": "write x & y, x | y and ~x for and, or and not",
    "all([x[0], x[1]])": "write x & y, x | y and ~x for and, or and not",
    "x[0] != x[1]": "x[0] - x[1] != 0",
    "ip.cpm_array([1])": "use model = ilpuzzles.Model(), then model.binary, model.in",
    "m.value(x)": "it is in what solve returns: result = model.solve(), then",
    "r.objective_value": "use result.objective",
    "r.relative_gap": "0.0",
    "m.sum({1: x[0], 2: x[1]})": "give its values: costs.values()",
    "ip.maximum({1: x[0], 2: x[1]})": "give its values: costs.values()",
    "m.sum(x[0], x[1], 2)": "x[0] + x[1] + 2",
    "m.sum(x[0])": "x[0]",
    "m.exactly_one(x[0], x[1])": "give a list: model.exactly_one([x, y])",
    "m.add(k >= 1 & x[0])": "write (n >= 1) & x",
    "m.add(x[0] + x[1] == 1 | x[2])": "write (n >= 1) | x",
    "x[0] & True": "x[0]",
    "+x[0]": "x[0]",
    "m.add(k in {2, 3})": "n in {2, 3} is member(n, {2, 3})",
    "m.bounds('k'), m.bounds('x[1]')": "((0, 3), (0, 1))",
    "m.bounds(x)": "ask for each: model.bounds(x[0])",
    "m.bounds(m.continuous('q', lower=-1e30, upper=1e20))": "(None, None)",
    "m.bounds(m.integer('q', 2, lower=0, upper=[np.inf, 1e20])[0])": "(0, None)",
    "setattr(m, 'objective', 3 * x[0])": "cannot be set; set it by model.minimize",
    "setattr(m, 'ModelSense', -1)": "cannot be set; call model.minimize(cost)",
    "r[{'a': x[0], 'b': x[1] + 1}]": "{'a': 0, 'b': 2}",
    "r[[x[0], x[1]]]": "[0, 1]",
    "[row.name for row in m.add({'u': x[0] <= 1, 'v': x[1] <= 1}, 'k')]": "['k[u]', 'k[v]']",
    "m.add([x[0] <= 1, x[1] <= 1], 'k', key=['u', 'v'])": "k[u]: x[0] <= 1",
    "m.add_max_equality": "write model.add(z == maximum(x, y))",
    "ip.LpStatus": "use result.status",
    "r.slack('linear[0]')": "[0]",
    "len(m.rows('linear'))": "2",
    "[row.name for row in m.add(x <= 1, 'k')]": "['k[0]', 'k[1]', 'k[2]']",
    "m.binary(3, 4)": "the name comes first: model.binary('x', 3)",
    "r.series('x').tolist()": "[0, 1, 1]",
    "r.series(m.rows())": "duals and slacks of rows are arrays",
    "m.relaxation().dual('linear').shape": "(2,)",
    "x.diff(day=1)": "name the axes where the variables are made",
    "w.diff(day=1).shape": "(2, 1, 2)",
    "w.shift(day=1, fill_value=1)": "missing elements count as 0",
    "r.dual(m.rows())": "duals are those of the linear relaxation: model.relaxation",
    "r.shadow_price": "duals are those of the linear relaxation: model.relaxation",
    "r.termination_status": "use result.status, result.limit and result.complete",
    "m.set_objective(x.sum())": "use model.minimize or model.maximize",
    "m.unfix(x[0])": "is a program of its own, and the model stays as it is",
    "m.set_silent()": "a solver is silent unless it is given verbose=True",
    "np.transpose(w, (2, 0, 1)).shape": "(2, 2, 2)",
    "np.diff(x, 1)": "x[1] - x[0]",
    "np.diff(x, n=2)": "x[2] - x[1] - x[1] + x[0]",
    "np.sum(w, axis=1, keepdims=True).shape": "(2, 1, 2)",
    "np.reshape(w, (2, -1), order='F').shape": "(2, 4)",
    "x.sum(where={0: True, 1: False, 2: True})": "x[0] + x[2]",
    "x.sum(where=pd.Series([True, False, True], index=[2, 1, 0]))": "x[0] + x[2]",
    "np.max(x)": "write maximum(x)",
    "x * {'a': 1}": "give a number for each label of the array",
    "w[:, :1] * {('Mon', 'D'): 2, ('Mon', 'N'): 1}": "2 w[Ann, Mon, D]",
    "np.bool_(True) * x[0]": "x[0]",
    "x[0] == np.True_": "x[0] == 1",
    "x[0] & np.True_": "x[0]",
    "m.fix({x[0]: np.True_}).fixed": "{0: 1}",
    "m.solve('highs', workers=np.int64(1), seed=None)": "<result of highs: optimal, objective 17>",
    "m.solve('highs', time_limit=1e20)": "<result of highs: optimal, objective 17>",
    "m.solve('highs', timeout=3)": "use time_limit, in seconds",
    "m.solve(threads=2)": "use workers",
    "m.solve(TimeLimit=3)": "did you mean 'time_limit'?",
    "m.solve(mip_gap=0.1)": "use gap, such as 0.01 for one percent",
    "m.solve(solver='highs')": "the backend is the first argument, as in model.solve('high",
    "m.at_most_one(w, 'one', axis='shift')": "one[Ann, Mon]: at most one of w[Ann, Mon, D]",
    "w[:, :-1, 'N'] + w[:, 1:, 'D'] <= 1": "the elements before by x.shift(1, axis)",
    "w[:, :, 'N'].shift(day=1) + w[:, :, 'D'] <= 1": "w[Ann, Mon, D] <= 1",
    "w.diagonal(0, 'nurse', 'day').shape": "(2, 2)",
    "w.transpose('day', 'nurse', 'shift').dims": "('day', 'nurse', 'shift')",
    "other.counterpart(x)[0] + 1": "x[0] + 1",
    "m.add(other.x[0] <= 1)": "use model.counterpart(x)",
    "r[other.x]": "[0 1 1]",
    "m.solve('scip', hint={other.x[0]: 1})": "<result of scip: optimal, objective 17>",
    "r.slack(other.rows())": "[0 0]",
}
"""Lines that lose a part, and those of the front pages of other packages; what helps is said."""


@pytest.mark.parametrize("line", OTHER_PACKAGES)
def test_a_line_of_another_package_means_what_it_says_or_is_pointed_on(line: str) -> None:
    m = ip.Model("a")
    x, c = m.binary("x", 3), m.continuous("c", 2, upper=4)
    k = m.integer("k", lower=0, upper=3, auxiliary=True)
    dims = ["nurse", "day", "shift"]
    w = m.binary("w", ["Ann", "Bob"], ["Mon", "Tue"], ["D", "N"], dims=dims)
    days, shifts = pd.Index(["Tue", "Mon"], name="day"), pd.Index(["N", "D"], name="shift")
    need = pd.DataFrame(1, index=days, columns=shifts)
    m.add(x.sum() <= 2)
    m.add(c.sum() <= 8)
    m.maximize(x @ [1, 4, 5] + c.sum())
    other, r = m.copy("b"), m.solve("scip")
    known = {"m": m, "x": x, "c": c, "k": k, "w": w, "r": r, "need": need, "other": other}
    known |= {"ip": ip, "np": np, "pd": pd}
    shown = outcome_of(line, known)
    assert OTHER_PACKAGES[line] in shown
    assert "\n" not in shown or "Error: " not in shown


def outcome_of(line: str, known: dict[str, Any]) -> str:
    """What a line comes to, as a person sees it; an error with its name."""
    try:
        if " += " in line:
            exec(line, known)  # noqa: S102 - it is a line of this file
            return ""
        said: Any = eval(line, known)  # noqa: S307 - likewise
    except (IlpuzzlesError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"
    return str(said) if isinstance(said, np.ndarray | str) else repr(said)


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
