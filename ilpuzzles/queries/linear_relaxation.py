"""The linear relaxation: the best value if every variable may take any number within its bounds.

It bounds the objective, its duals price the rows, and the tighter a formulation is, the closer its
relaxation comes to the best whole solution.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from html import escape
from typing import Any, SupportsIndex, Unpack

import numpy as np

from ilpuzzles.backends.interface import (
    Options,
    OptionWords,
    installed,
    options_with,
    require_honour,
    settled,
)
from ilpuzzles.backends.linear import Basis, vertex_of
from ilpuzzles.backends.mathopt_run import solve_linear
from ilpuzzles.backends.result import Limit, Result, Seconds, Status, Valued
from ilpuzzles.errors import CheckError
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.linearisation import relaxed
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.numbers import NumberArray, Value, doubles, text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Row, Violation, activities, larger_than_tolerance
from ilpuzzles.modelling.text_tables import table_html
from ilpuzzles.modelling.variables import VariableArray

_SHOWN = 30


def _no_numbers() -> NumberArray:
    return np.zeros(0, dtype=object)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LinearRelaxation(Valued):
    """The optimum of a linear relaxation, or that there is none.

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
        activities: What every row comes to.
        basis: Which bounds are tight.
        exact: Whether all these numbers are exact, and the duals prove that no value is better;
            else they are the solver's doubles.
        missed: Where they are not exact, the bound that the values miss by most, if any.
        seconds: How long it took, on the wall clock.
    """

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
    seconds: float = 0.0

    def __bool__(self) -> bool:
        """Whether there is an optimum."""
        return self.objective is not None

    @property
    def result(self) -> Result:
        """How the search ended."""
        return Result(
            status=self.status,
            limit=Limit.TIME if self.status is Status.UNKNOWN else Limit.NONE,
            objective=self.objective,
            complete=self.status is not Status.UNKNOWN,
            times=Seconds(solve=self.seconds),
            backend="glop",
            version=f"in OR-Tools {installed('ortools')}",
            checked=bool(self),
            missed=self.missed,
        )

    def reduced_cost(self, variable: Variable | VariableArray) -> Any:
        """The reduced cost of a variable, or those of an array in its shape."""
        columns = variable.columns if isinstance(variable, VariableArray) else variable.column
        return self.reduced[columns]

    def dual(self, row: Row | SupportsIndex) -> Any:
        """The dual of a row of the model; of several rows, a list.

        Raises:
            ModelError: If the row has become several linear rows, or none.
        """
        if isinstance(row, Row) and len(row.parts) != 1:
            return [self.dual(part) for part in row.parts]
        return self.duals[self._place(row)]

    def text(self) -> str:
        """The bound on the objective, and the variables that are not 0."""
        if self.objective is None:
            return f"relaxation: {self.status.value}"
        kind = "exact" if self.exact else "within 1e-9" if self.missed else "in doubles"
        lines = [f"relaxation: {text_of(self.objective)} ({kind})"]
        shown = (self.values != 0).nonzero()[0].tolist()
        names = self.program.names.name_of
        lines += [f"{names(column)} = {text_of(self.values[column])}" for column in shown[:_SHOWN]]
        if len(shown) > _SHOWN:
            lines.append(f"and {len(shown) - _SHOWN:,} more that are not 0")
        return "\n".join(lines)

    def table(self) -> list[list[str]]:
        """The rows that have a dual: their names, what they come to and their duals; head first."""
        lines = [["row", "comes to", "dual"]]
        for row in (self.duals != 0).nonzero()[0].tolist():
            numbers = text_of(self.activities[row]), text_of(self.duals[row])
            lines.append([self.program.row_name(row), *numbers])
        return lines

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{self.text().splitlines()[0]}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        head = f"<p>{escape(self.text().splitlines()[0])}</p>"
        return {"text/plain": self.text(), "text/html": head + table_html(self.table())}


def solve_relaxation(
    model: Model | Program, options: Options | None = None, **words: Unpack[OptionWords]
) -> LinearRelaxation:
    """Solves the linear relaxation of a model, exactly where that is possible.

    What is not linear becomes the rows that a MIP solver gets. GLOP finds the optimal basis; its
    equations are solved in rationals, and the signs of the duals prove the optimum.

    Args:
        model: A model or a program; several objectives count as the first one.
        options: A time limit, if there is to be one.

    Returns:
        The optimum, with duals, reduced costs and the basis.

    Raises:
        ModelError: If a row is stated by cuts.
        BackendError: If OR-Tools is missing, GLOP fails, or there are options for a search.

    Example:
        Three items weigh 4, 5 and 6, and 10 can be carried. The dual of the row says what one more
        would be worth:

        >>> from ilpuzzles.modelling import Model
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
    begun = time.perf_counter()
    require_honour("glop", frozenset(), options)
    program = relaxed(program_of(model))
    ready = settled(program)
    if ready is None:
        return LinearRelaxation(program, Status.INFEASIBLE, seconds=time.perf_counter() - begun)
    answer = solve_linear(ready, options)
    if answer.status is not Status.OPTIMAL:
        return LinearRelaxation(ready, answer.status, seconds=time.perf_counter() - begun)
    # Where rows are measured, nothing is more exact than doubles.
    goal, is_measured = ready.objective, ready.is_measured()
    vertex = None
    if answer.basis is not None and not is_measured:
        vertex = vertex_of(ready, answer.basis)
    exact = vertex is not None and vertex.proved and not ready.check(vertex.values)
    found = vertex if vertex is not None and exact else answer
    wrong = ready.check(found.values)
    if larger_than_tolerance(wrong):
        raise CheckError(f"GLOP's values miss what they should be: {wrong[0]}", "scale the numbers")
    objective: Value = 0 if goal is None else goal.value(found.values)
    is_priced = is_measured or (goal is not None and goal.is_measured)
    prices = (found.duals, found.reduced)
    if is_priced:
        objective = float(objective)
        prices = doubles(found.duals), doubles(found.reduced)
    return LinearRelaxation(
        program=ready,
        status=Status.OPTIMAL,
        objective=objective,
        values=doubles(found.values) if is_measured else found.values,
        duals=prices[0],
        reduced=prices[1],
        activities=activities(ready.rows, found.values),
        basis=answer.basis,
        exact=exact,
        missed=max(wrong, key=Violation.by, default=None),
        seconds=time.perf_counter() - begun,
    )
