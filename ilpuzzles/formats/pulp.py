"""Programs as problems of the library PuLP, problems of PuLP as models, and answers both ways."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ilpuzzles.errors import InputError, ModelError, counted, quoted
from ilpuzzles.extras import require_extra
from ilpuzzles.formats.names import (
    FileNames,
    file_scales,
    halves,
    readable_names,
    require_small,
    with_sizes_for_readers,
)
from ilpuzzles.formats.reading import (
    OBJECTIVE,
    SMALLEST_INFINITE_BOUND,
    AnyFileModel,
    FileModelBase,
    FileText,
    Limit,
    ParsedModel,
    rounded_down,
    rounded_up,
    too_large,
)
from ilpuzzles.formats.sol import INTEGRALITY_TOLERANCE
from ilpuzzles.formats.stating import build_model
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    as_value,
    data_of,
    exact,
    plain,
    size_of,
    stored,
)
from ilpuzzles.modelling.operations import over_scale
from ilpuzzles.modelling.program import Program, ProgramView, program_of
from ilpuzzles.passes.linearisation import linearised

# Where a problem of ours keeps the names of the variables that tell no solutions apart.
_AUXILIARY = "ilpuzzles_auxiliary"
# The names of variables and of constraints that PuLP leaves as they are.
_KEPT = r"[^-+\[\] >/]+", r"[^-+\[\] ]+"
_NO_NAME = "a variable has no name", "give each one of its own"


def pulp_problem(program: Program) -> Any:
    """Makes a `pulp.LpProblem` with readable names.

    Rows with two different bounds become two constraints. Every variable is in the problem: one
    that is in no row and has no cost has a term in its objective, with the coefficient 0. The
    problem remembers which are auxiliary, for `from_pulp`.

    Raises:
        ModelError: If a row is stated by cuts, a number has 63 bits or more, or solvers would take
            a coefficient for 0.
        ExtraMissingError: If PuLP is missing.
    """
    # PuLP is slow to import, and imports highspy where that is installed.
    pulp = require_extra("pulp", None, "a PuLP problem")

    title = program.names.title
    program = with_sizes_for_readers(linearised(program).unrounded())
    require_small(program, file_scales(program.rows))
    names, objective = _names(program), program.objective
    maximize = objective is not None and objective.maximize
    problem = pulp.LpProblem(
        title.replace(" ", "_"), pulp.LpMaximize if maximize else pulp.LpMinimize
    )
    lower, upper = (_limits(bounds) for bounds in (program.lower, program.upper))
    kinds = program.whole().tolist()
    variables = [
        problem.add_variable(name, *sides, pulp.LpInteger if whole else pulp.LpContinuous)
        for name, *sides, whole in zip(names.columns, lower, upper, kinds, strict=True)
    ]
    starts, columns = program.rows.starts.tolist(), program.rows.columns.tolist()
    costs: dict[int, int | float] = dict.fromkeys(set(range(len(variables))).difference(columns), 0)
    constant: Number = 0
    if objective is not None:
        form = objective.form()
        costs |= {c: data_of(n) for c, n in zip(form.columns, form.coefficients, strict=True)}
        constant = form.constant
    if costs or constant:
        problem += pulp.LpAffineExpression(
            [(variables[column], costs[column]) for column in sorted(costs)], data_of(constant)
        )
    factors, scales = program.rows.coefficients.tolist(), file_scales(program.rows).tolist()
    compare = {"<=": operator.le, ">=": operator.ge, "=": operator.eq}
    for name, row, sign, side in halves(program, names):
        entries = slice(starts[row], starts[row + 1])
        terms = [
            (variables[column], data_of(over_scale(factor, scales[row])))
            for column, factor in zip(columns[entries], factors[entries], strict=True)
        ]
        # The constant of PuLP's own is a double, and would make one of the side.
        problem += compare[sign](pulp.LpAffineExpression(terms, 0), data_of(side)), name
    auxiliary = np.nonzero(~program.deciding)[0].tolist()
    setattr(problem, _AUXILIARY, frozenset(names.columns[column] for column in auxiliary))
    return problem


def _names(program: Program) -> FileNames:
    """Readable names; those that a file or a problem has given stay, if PuLP leaves them alone."""
    kept = _KEPT if isinstance(program.names.owner, FileModelBase) else ()
    return readable_names(program, *kept)


def _limits(bounds: Bounds) -> list[int | float | None]:
    return [None if bound is None else data_of(bound) for bound in bounds.tolist()]


class _ProblemText(FileText):
    """A stand-in for the text of a file in messages: a problem has no lines."""

    __slots__ = ()

    def at(self, line: int, column: int, what: str, advice: str) -> InputError:  # noqa: ARG002
        """Returns an error about the problem."""
        return InputError(what, advice, self.source)


def pulp_model(problem: Any, kind: type[AnyFileModel], *, exact: bool) -> AnyFileModel:
    """Makes a model of a `pulp.LpProblem`; see `ilpuzzles.from_pulp`."""
    pulp = _pulp_of(problem)
    reader = _Reader(pulp, ParsedModel(_ProblemText(_title(problem), [""]), exact))
    reader.columns(_own_variables(pulp, problem))
    columns, auxiliary = reader.parsed.columns, getattr(problem, _AUXILIARY, ())
    reader.parsed.auxiliary |= {columns[name] for name in auxiliary if name in columns}
    reader.objective(problem)
    # The constraints themselves have no names where PuLP has made some up.
    for name, constraint in zip(problem.normalisedNames()[0], problem.constraints(), strict=True):
        reader.row(name, constraint)
    for most, sets in ((1, problem.sos1), (2, problem.sos2)):
        for name, weights in sets.items():
            reader.add_ordered_set(str(name), most, weights)
    return build_model(reader.parsed, kind, problem.name or "model")


def _pulp_of(problem: Any) -> Any:
    """The module of a problem: it is imported, or this is none."""
    pulp = sys.modules.get("pulp")
    if pulp is None or not isinstance(problem, pulp.LpProblem):
        what = f"expected a PuLP problem, got {type(problem).__name__}"
        raise InputError(what, "give a pulp.LpProblem")
    return pulp


def _own_variables(pulp: Any, problem: Any) -> list[Any]:
    """The variables of a problem in its order, without the one that PuLP itself adds to solve."""
    objective = problem.objective
    if not isinstance(objective, pulp.LpAffineExpression | pulp.LpConstraint | None):
        what = f"the objective has the type {type(objective).__name__}"
        raise _unlike(problem, what, "state it by problem += ...")
    try:
        found = problem.variables()
    except TypeError:
        raise _unlike(problem, *_NO_NAME) from None
    known = dict.fromkeys(v for v in found if v is not problem.dummyVar)
    for sets in (problem.sos1, problem.sos2):
        for name, weights in sets.items():
            if not isinstance(weights, Mapping):
                what = f"the set {quoted(name)} has the type {type(weights).__name__}"
                raise _unlike(problem, what, "give a dict of variables and weights")
            known |= dict.fromkeys(weights)
    return list(known)


class _Reader:
    """Reads the variables, the objective, the constraints and the sets of a problem."""

    def __init__(self, pulp: Any, parsed: ParsedModel) -> None:
        self._pulp, self.parsed = pulp, parsed
        # A variable is found by its identity: PuLP compares them by making constraints.
        self._columns: dict[int, int] = {}
        self._numbers: dict[Any, Number] = {}

    def columns(self, variables: Iterable[Any]) -> None:
        """Adds the variables."""
        parsed = self.parsed
        for variable in variables:
            if not isinstance(variable, self._pulp.LpVariable):
                what = f"{quoted(variable)} has the type {type(variable).__name__}"
                raise self._wrong(what, "give an LpVariable")
            name, category = variable.name, variable.cat
            if not name:
                raise self._wrong(*_NO_NAME)
            if name in parsed.columns:
                what = f"two variables are called {quoted(name)}"
                raise self._wrong(what, "give each its own name")
            if category not in self._pulp.LpCategories:
                what = f"{quoted(name)} has the unknown category {quoted(category)}"
                raise self._wrong(what, f"known: {', '.join(self._pulp.LpCategories)}")
            column = self._columns[id(variable)] = parsed.add_column(name, 0)
            lower = self._bound_value(variable.lowBound, -math.inf, name)
            upper = self._bound_value(variable.upBound, math.inf, name)
            if category == self._pulp.LpContinuous:
                parsed.continuous.add(column)
            else:
                lower, upper = rounded_up(lower), rounded_down(upper)
            if category == self._pulp.LpBinary:
                lower, upper = max(lower, 0), min(upper, 1)
            if lower > upper or lower == math.inf or upper == -math.inf:
                what = f"the bounds leave no value for {quoted(name)}"
                sides = f"its bounds are {variable.lowBound} and {variable.upBound}"
                raise self._wrong(what, sides)
            parsed.lower[column], parsed.upper[column] = lower, upper

    def objective(self, problem: Any) -> None:
        """Adds the objective, if there is one."""
        if problem.sense not in self._pulp.LpSenses:
            what = f"the problem has the unknown sense {quoted(problem.sense)}"
            raise self._wrong(what, "set it to pulp.LpMinimize or pulp.LpMaximize")
        self.parsed.maximize = problem.sense == self._pulp.LpMaximize
        if problem.objective is not None:
            self._terms(problem.objective, OBJECTIVE, "the objective")
            constant = self._number(problem.objective.constant, "the constant of the objective")
            self.parsed.constant = constant

    def row(self, name: str, constraint: Any) -> None:
        """Adds a constraint."""
        if constraint.sense not in self._pulp.LpConstraintSenses:
            what = f"{quoted(name)} has the unknown sense {quoted(constraint.sense)}"
            advice = "set it to pulp.LpConstraintLE, LpConstraintEQ or LpConstraintGE"
            raise self._wrong(what, advice)
        row = self.parsed.add_row(name, 0)
        self._terms(constraint, row, name)
        side = -self._number(constraint.constant, name)
        lower = None if constraint.sense == self._pulp.LpConstraintLE else side
        upper = None if constraint.sense == self._pulp.LpConstraintGE else side
        self.parsed.sides[row] = lower, upper

    def add_ordered_set(self, name: str, most: int, weights: Mapping[Any, Any]) -> None:
        """Adds a special ordered set of the first or the second type."""
        found = {self._columns[id(v)]: self._number(n, name) for v, n in weights.items()}
        self.parsed.add_set(name, most, found, 0)

    def _terms(self, terms: Any, row: int, name: str) -> None:
        for variable, factor in terms.items():
            column, number = self._columns.get(id(variable)), self._number(factor, name)
            # PuLP's own variable is always 0.
            if column is not None:
                self.parsed.add_entry(column, row, number, 0)

    def _bound_value(self, bound: Any, none: float, name: str) -> Limit:
        if bound is None:
            return none
        number = self._exact(bound, name)
        if size_of(number) >= SMALLEST_INFINITE_BOUND:
            return math.inf if number > 0 else -math.inf
        return self._small(number, name)

    def _number(self, written: Any, name: str) -> Number:
        """A number of what is called so; problems repeat few numbers many times."""
        try:
            return self._numbers[written]
        except (KeyError, TypeError):
            number = self._small(self._exact(written, name), name)
        self._numbers[written] = number
        return number

    def _exact(self, written: Any, name: str) -> Number:
        try:
            return exact(as_value(written, decimals=self.parsed.exact))
        except ModelError as error:
            (problem,) = error.problems
            raise self._wrong(f"{problem.what}, in {quoted(name)}", problem.advice) from None

    def _small(self, number: Number, name: str) -> Number:
        if too_large(number):
            raise self._wrong(f"{number} in {quoted(name)} has 63 bits or more", "scale it down")
        return number

    def _wrong(self, what: str, advice: str) -> InputError:
        return self.parsed.text.at(0, 0, what, advice)


# The status of the problem in PuLP, and that of its solution.
_STATUSES = {
    "optimal": ("LpStatusOptimal", "LpSolutionOptimal"),
    "feasible": ("LpStatusNotSolved", "LpSolutionIntegerFeasible"),
    "infeasible": ("LpStatusInfeasible", "LpSolutionInfeasible"),
    "unbounded": ("LpStatusUnbounded", "LpSolutionUnbounded"),
    "unknown": ("LpStatusNotSolved", "LpSolutionNoSolutionFound"),
    "error": ("LpStatusUndefined", "LpSolutionNoSolutionFound"),
}


def assign_to_pulp(model: ProgramView, result: Any, problem: Any) -> None:
    """Hands a result to a PuLP problem, as if one of PuLP's solvers had found it.

    Every `varValue` is set, whole numbers as `int`, and so are `status`, `sol_status` and the
    slacks of the constraints. A solution that is not known to be the best has the status "Not
    Solved" and the solution status "Solution Found". Without a solution the values are None, and
    what an earlier solver said (`dj`, `pi`) is always None again.

    Args:
        model: The model that was solved.
        result: Its `Result`.
        problem: The problem that `from_pulp` made the model of, or that `to_pulp` made of it.

    Raises:
        InputError: If the problem lacks a variable of the model.

    Example:
        >>> import pulp
        >>> from ilpuzzles import assign_to_pulp, from_pulp
        >>> problem = pulp.LpProblem("snack", pulp.LpMaximize)
        >>> nuts = problem.add_variable("nuts", 0, 5, pulp.LpInteger)
        >>> problem += 3 * nuts
        >>> problem += 0.5 * nuts <= 1.25, "weight"
        >>> model = from_pulp(problem)
        >>> assign_to_pulp(model, model.solve("cpsat"), problem)
        >>> nuts.varValue, pulp.LpStatus[problem.status], pulp.value(problem.objective)
        (2, 'Optimal', 6)
    """
    pulp, program = _pulp_of(problem), program_of(model)
    variables = _link_variables(pulp, program, problem)
    statuses = _STATUSES.get(str(getattr(result, "status", "")))
    if statuses is None or not hasattr(result, "values"):
        what = f"expected a result, got {type(result).__name__}"
        raise InputError(what, "give what solve_model returns")
    values = result.values
    if values is not None and len(values) != len(variables):
        of_result = counted(len(values), "value")
        what = f"the result has {of_result}, the model {counted(len(variables), 'variable')}"
        raise InputError(what, "give the result of this model")
    for variable in _own_variables(pulp, problem):
        variable.varValue = variable.dj = None
    if values is not None:
        for variable, number in zip(variables, values.tolist(), strict=True):
            variable.varValue = data_of(number)
    for constraint in problem.constraints():
        total = constraint.value()
        constraint.pi, constraint.slack = None, None if total is None else -total
    problem.assignStatus(*(getattr(pulp, name) for name in statuses))


def values_from_pulp(model: ProgramView, problem: Any) -> NumberArray:
    """The values of the model's variables that a solver of PuLP has found, in their order.

    PuLP's word is not taken: `model.check(values)` says which rows and bounds do not hold.

    Args:
        model: The model that `to_pulp` made the problem of, or that `from_pulp` made of it.
        problem: The problem, solved.

    Returns:
        One number per variable. Whole variables have whole numbers, and others the shortest
        decimals of their floats; those are in an array of objects.

    Raises:
        InputError: If it has no solution, a variable of the model is missing, or the value of a
            whole variable is not close to a whole number.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model("two of three")
        >>> x = model.binary("x", 3)
        >>> row = model.add(x.sum() == 2)
        >>> model.minimize(x.dot([5, 3, 4]))
        >>> problem = model.to_pulp()
        >>> import pulp
        >>> _ = problem.solve(pulp.COIN_CMD(path=pulp.PULP_CBC_CMD.pulp_cbc_path, msg=False))
        >>> values_from_pulp(model, problem)
        array([0, 1, 1])
    """
    pulp, program = _pulp_of(problem), program_of(model)
    variables = _link_variables(pulp, program, problem)
    if problem.sol_status not in {pulp.LpSolutionOptimal, pulp.LpSolutionIntegerFeasible}:
        what = f"it holds no solution: PuLP says {quoted(pulp.LpSolution[problem.sol_status])}"
        raise _unlike(problem, what, "solve it first")
    values: list[Number] = []
    for variable, whole in zip(variables, program.whole().tolist(), strict=True):
        if variable.varValue is None:
            raise _unlike(problem, f"{quoted(variable.name)} has no value", "solve it first")
        value = exact(variable.varValue)
        if whole:
            nearest = round(value)
            if size_of(value - nearest) > INTEGRALITY_TOLERANCE:
                what = f"{quoted(variable.name)} is {variable.varValue}, not a whole number"
                raise _unlike(problem, what, "solve it with smaller tolerances")
            value = nearest
        values.append(plain(value))
    return stored(values)


def _link_variables(pulp: Any, program: Program, problem: Any) -> list[Any]:
    """The variable of every column, which has the name that `to_pulp` gives it."""
    known = {variable.name: variable for variable in _own_variables(pulp, problem)}
    names = _names(program).columns
    missing = next((name for name in names if name not in known), None)
    if missing is not None:
        what = f"it has no variable {quoted(missing)}"
        raise _unlike(problem, what, "give the problem that belongs to this model")
    return [known[name] for name in names]


def _unlike(problem: Any, what: str, advice: str) -> InputError:
    return InputError(what, advice, _title(problem))


def _title(problem: Any) -> str:
    return f"PuLP problem {quoted(problem.name or '')}"
