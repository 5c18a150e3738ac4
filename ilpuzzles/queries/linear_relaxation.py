"""The linear relaxation: the best value if every variable may take any number within its bounds.

It bounds the objective, its duals price the rows, and the tighter a formulation is, the closer its
relaxation comes to the best whole solution.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from html import escape
from typing import Any, ClassVar, SupportsIndex, Unpack

import numpy as np

from ilpuzzles.backends.interface import (
    Clock,
    Options,
    OptionWords,
    installed,
    options_with,
    require_honour,
)
from ilpuzzles.backends.result import Limit, Result, Seconds, Status, Valued
from ilpuzzles.errors import BackendError, CheckError, InputError, ModelError, quoted
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.judging import dual_bound, judged
from ilpuzzles.modelling.numbers import NumberArray, Value, doubles, text_of
from ilpuzzles.modelling.pointers import RELAXATION, Pointers
from ilpuzzles.modelling.program import Program, ProgramView, program_of
from ilpuzzles.modelling.row_check import Row, RowList, Violation, activities
from ilpuzzles.modelling.text_tables import table_html
from ilpuzzles.modelling.variables import VariableArray
from ilpuzzles.passes.pipelines import RELAXATION_PASSES
from ilpuzzles.passes.step import run_passes
from ilpuzzles.queries.ranging import Optimum, Ranging, ranging_of
from ilpuzzles.solvers.linear.run import LinearAnswer, Method, exact_vertex, solve_linear
from ilpuzzles.solvers.linear.vertex import SMALL, Basis, Vertex, vertex_of

_MOST_LINES_SHOWN = 30


def _no_numbers() -> NumberArray:
    return np.zeros(0, dtype=object)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LinearRelaxation(Valued):
    """The result of a linear relaxation: its optimum, or its status where there is none.

    A *dual* says by how much the objective changes for each unit that the bound of a row moves
    upwards; a *reduced cost* says the same of the bound of a variable. Both are 0 where the bound
    is not tight. So in a minimum the dual of a tight `>=` is 0 or more, in a maximum 0 or less.

    Attributes:
        program: The program that was solved: linear rows, and continuous columns. Its first columns
            are those of the model.
        status: Optimal, infeasible, unbounded, or unknown at a time limit.
        objective: The best value; None without one.
        values: The value of every column.
        duals: The dual of every row of the program.
        reduced: The reduced cost of every column.
        activities: The activity of every row: the value of its sum.
        basis: Which bounds are tight.
        exact: Whether all these numbers are exact, and the duals prove that no value is better;
            else they are the solver's doubles.
        missed: Where they are not exact, the bound that the values miss by most, if any.
        checked: Whether the values satisfy all rows, within a share of 1e-9, and the duals prove
            the optimum, within 1e-6. Those of PDLP seldom do; no others come without.
        solver: The name of the solver.
        method: The method that it has used.
        seconds: The wall-clock time in seconds.
    """

    _POINTERS: ClassVar[Pointers] = RELAXATION

    program: Program
    status: Status
    objective: Value | None = None
    values: NumberArray = field(default_factory=_no_numbers)
    duals: NumberArray = field(default_factory=_no_numbers)
    reduced: NumberArray = field(default_factory=_no_numbers)
    activities: NumberArray = field(default_factory=_no_numbers)
    basis: Basis | None = None
    exact: bool = False
    missed: Violation | None = None
    checked: bool = True
    solver: str = ""
    method: Method = Method.SIMPLEX
    seconds: float = 0.0

    def __bool__(self) -> bool:
        """Whether there is an optimum."""
        return self.objective is not None

    def _require_optimum(self) -> None:
        if not len(self.values) and self.program.variables:
            advice = "ask model.explain()" if self.status is Status.INFEASIBLE else "see its status"
            raise ModelError(f"there is no optimum: the status is {self.status.value}", advice)

    @property
    def result(self) -> Result:
        """The end of the search, as a result."""
        return Result(
            status=self.status,
            limit=Limit.TIME if self.status is Status.UNKNOWN else Limit.NONE,
            objective=self.objective,
            complete=self.status is not Status.UNKNOWN,
            times=Seconds(solve=self.seconds),
            backend=self.solver,
            version=f"in OR-Tools {installed('ortools')}",
            checked=self.checked and bool(self),
            exact=self.exact,
            missed=self.missed,
        )

    def reduced_cost(self, variable: Variable | VariableArray) -> Any:
        """Returns the reduced cost of a variable, or those of an array in its shape.

        Raises:
            ModelError: If it is not a variable, or one of another model.
        """
        self._require_optimum()
        if isinstance(variable, VariableArray):
            self._require_own("the array", variable.owner, variable.columns.ravel().tolist())
            return self.reduced[variable.columns]
        given: object = variable
        if not isinstance(given, Variable):
            raise ModelError(f"{quoted(given)} has no reduced cost", "give a variable, or an array")
        self._require_own(variable, variable.owner, [variable.column])
        return self.reduced[variable.column]

    def dual(self, row: Row | RowList | SupportsIndex | str) -> Any:
        """Returns the dual of a row of the model, also by its name; of several rows, an array.

        Raises:
            ModelError: If a row has become several linear rows, or none.
        """
        self._require_optimum()
        duals = self.duals[self._places(row)]
        is_single = not isinstance(row, (RowList, str)) and len(duals) == 1
        return duals.tolist()[0] if is_single else duals

    def ranging(self) -> Ranging:
        """Returns the ranges of costs and right sides within which the basis stays optimal.

        Raises:
            BackendError: If there is no optimum or no basis, or the program is too large.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.continuous("x", 2)
            >>> row = model.add(x.sum() <= 4, "both")
            >>> model.maximize(x @ [3, 2])
            >>> ranges = model.relaxation().ranging()
            >>> ranges.cost(x[0]).lower, ranges.cost(x[0]).upper, ranges.side(row).lower
            (2, None, 0)
        """
        if self.objective is None:
            what = f"there is no optimum to range about: {self.status.value}"
            raise BackendError(what, "change the model until it has one")
        if self.basis is None:
            what = f"{self.method} finds no basis, so there is no ranging"
            raise BackendError(what, "use simplex, interior-point or glop")
        optimum = Optimum(self.basis, self.values, self.duals, self.reduced, self.exact)
        return ranging_of(self.program, optimum)

    def text(self) -> str:
        """Returns the bound on the objective, and the variables that are not 0."""
        if self.objective is None:
            return f"relaxation: {self.status.value}"
        kind = "exact" if self.exact else f"in doubles of {self.solver}"
        if self.missed is not None and not self.checked:
            kind += f", which miss {self.missed.name} by {float(self.missed.by()):.1g}"
        lines = [f"relaxation: {text_of(self.objective)} ({kind})"]
        shown = (self.values != 0).nonzero()[0].tolist()
        for column in shown[:_MOST_LINES_SHOWN]:
            name = self.program.names.name_of(column)
            lines.append(f"{name} = {text_of(self.values[column])}")
        if len(shown) > _MOST_LINES_SHOWN:
            lines.append(f"and {len(shown) - _MOST_LINES_SHOWN:,} more that are not 0")
        return "\n".join(lines)

    def table(self) -> list[list[str]]:
        """Returns the names, activities and duals of rows whose dual is not 0; head first."""
        lines = [["row", "comes to", "dual"]]
        for row in (self.duals != 0).nonzero()[0].tolist():
            activity = text_of(self.activities[row])
            dual = text_of(self.duals[row])
            lines.append([self.program.row_name(row), activity, dual])
        return lines

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{self.text().splitlines()[0]}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        head = f"<p>{escape(self.text().splitlines()[0])}</p>"
        return {"text/plain": self.text(), "text/html": head + table_html(self.table())}


def solve_relaxation(
    model: ProgramView,
    options: Options | None = None,
    *,
    method: Method | str = Method.SIMPLEX,
    **words: Unpack[OptionWords],
) -> LinearRelaxation:
    """Solves the linear relaxation of a model.

    Rows that are not linear become the rows that a MIP solver gets. A simplex solver says which
    bounds are tight at the optimum. Where all rows are exact and it is little work, or exact
    numbers are asked for, the equations of these are solved in rationals, and the signs of the
    duals prove the optimum. Otherwise the numbers are the solver's doubles.

    Solved again after a change, HiGHS's simplex method starts where it ended.

    Args:
        model: A model or a program; several objectives count as the first one.
        options: A limit of time, and whether numbers are to be `exact`.
        method: `simplex` or `interior-point` of HiGHS, or one of the solvers `glop` and `pdlp`.

    Returns:
        The optimum, with duals, reduced costs and the basis.

    Raises:
        InputError: If there is no such method.
        ModelError: If a row is stated by cuts.
        BackendError: If OR-Tools is missing, the solver fails, there are options for a search, or
            exact numbers are asked for that the method does not give.

    Example:
        Three items weigh 4, 5 and 6, and 10 can be carried. The dual of the row says what one more
        would be worth:

        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.add(x.dot([4, 5, 6]) <= 10)
        >>> model.maximize(x.dot([4, 6, 9]))
        >>> relaxation = solve_relaxation(model)
        >>> print(relaxation)
        relaxation: 13.8 (exact)
        x[1] = 0.8
        x[2] = 1
        >>> relaxation.dual(row), relaxation.reduced_cost(x[2]), relaxation.slack(row)
        (Fraction(6, 5), Fraction(9, 5), 0)
    """
    options = options_with(options, words)
    method = method_named(method or Method.SIMPLEX)
    begun = time.perf_counter()
    require_honour(method.value, frozenset(), options)
    if options.exact and not method.has_basis:
        what = f"{method} finds no basis, so there are no exact values"
        raise BackendError(what, "use simplex, interior-point or glop")
    trace = run_passes(RELAXATION_PASSES, program_of(model))
    ready = trace.program
    if trace.is_refuted:
        return LinearRelaxation(ready, Status.INFEASIBLE, method=method, seconds=_since(begun))
    if not ready.variables:
        return _without_columns(ready, method, begun)
    clock = Clock(options, begun)
    answer = _answer_of(ready, clock, method)
    if answer.status is not Status.OPTIMAL:
        return LinearRelaxation(
            ready, answer.status, solver=answer.solver, method=method, seconds=_since(begun)
        )
    vertex = _exact_optimum(ready, answer, clock)
    numbers = answer if vertex is None else vertex
    wrong, missed = judged(ready, numbers.values)
    if wrong and method is not Method.PDLP:
        what = f"the solution of {answer.solver} does not satisfy the rows: {wrong[0]}"
        raise CheckError(what, "scale the numbers")
    goal = ready.objective
    objective: Value = 0 if goal is None else goal.value(numbers.values)
    is_best = vertex is not None or _is_proved(ready, answer, float(objective))
    if not is_best and method is not Method.PDLP:
        what = f"the duals of {answer.solver} do not prove its optimum of {text_of(objective)}"
        raise CheckError(what, "try another method, or scale the numbers")
    duals = numbers.duals
    reduced = numbers.reduced
    has_measured_goal = goal is not None and goal.is_measured
    if vertex is None or has_measured_goal:
        objective = float(objective)
        duals = doubles(duals)
        reduced = doubles(reduced)
    return LinearRelaxation(
        program=ready,
        status=Status.OPTIMAL,
        objective=objective,
        values=numbers.values,
        duals=duals,
        reduced=reduced,
        activities=activities(ready.rows, numbers.values),
        basis=answer.basis,
        exact=vertex is not None and not has_measured_goal,
        missed=missed,
        checked=not wrong and is_best,
        solver=answer.solver,
        method=method,
        seconds=_since(begun),
    )


def method_named(name: Method | str) -> Method:
    """Returns the method of a name.

    Example:
        >>> method_named("pdlp").has_basis
        False
    """
    names = [method.value for method in Method]
    if name not in names:
        raise InputError(f"there is no method {quoted(name)}", f"use {', '.join(names)}")
    return Method(name)


_SHARE_OF_OBJECTIVE = 1e-6
"""The share of an objective by which the bound of the duals may miss it, in doubles."""


def _is_proved(program: Program, answer: LinearAnswer, objective: float) -> bool:
    """Whether the duals of an answer prove that no value is better, in doubles."""
    distance = abs(dual_bound(program, answer.duals) - objective)
    return distance <= _SHARE_OF_OBJECTIVE * max(1.0, abs(objective))


def _without_columns(program: Program, method: Method, begun: float) -> LinearRelaxation:
    """Returns the relaxation of a program without variables."""
    goal = program.objective
    return LinearRelaxation(
        program,
        Status.OPTIMAL,
        objective=0 if goal is None else goal.value(_no_numbers()),
        exact=True,
        method=method,
        seconds=_since(begun),
    )


def _since(begun: float) -> float:
    return time.perf_counter() - begun


def _answer_of(program: Program, clock: Clock, method: Method) -> LinearAnswer:
    """Returns the answer of a method; where HiGHS fails, that of GLOP."""
    try:
        return solve_linear(program, clock.everything, method=method)
    except BackendError:
        left = clock.options()
        if left is None or method in {Method.GLOP, Method.PDLP}:
            raise
        return solve_linear(program, left, method=Method.GLOP)


def _exact_optimum(program: Program, answer: LinearAnswer, clock: Clock) -> Vertex | None:
    """Returns the exact vertex of an answer, if it is wanted, found, and proved to be the best."""
    wanted = clock.everything.exact
    # Where rows are measured, nothing is more exact than doubles.
    if answer.basis is None or program.is_measured() or wanted is False:
        return None
    if wanted:
        left = clock.options()
        vertex = None if left is None else exact_vertex(program, answer.basis, left)
    else:
        vertex = vertex_of(program, answer.basis, SMALL)
    if vertex is None or not vertex.proved or program.check(vertex.values):
        return None
    return vertex
