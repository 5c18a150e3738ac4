"""Views: a model with some groups switched off or some variables fixed, at next to no cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ilpuzzles.errors import ModelError, Problem, UnknownNameError, quoted, unknown_name
from ilpuzzles.modelling.basics import IntArray
from ilpuzzles.modelling.check import Violation, violations
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.formats import (
    lp_lines,
    matrix_lines,
    mps_text,
    opb_lines,
    pulp_problem,
    readable_names,
)
from ilpuzzles.modelling.linear import whole
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import DEFINITION
from ilpuzzles.modelling.statistics import Statistics
from ilpuzzles.modelling.tables import table_html

if TYPE_CHECKING:
    from ilpuzzles.modelling.model import Model


class Solvable(Protocol):
    """What can be handed to a backend: a `Model`, or a `View` of one."""

    def program(self) -> Program:
        """The arrays that a solver gets."""

    def check(self, values: IntArray) -> tuple[Violation, ...]:
        """What is wrong with an assignment, as exact as Python's integers."""

    def statistics(self) -> Statistics:
        """How large it is."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A model as seen with some groups off and some variables fixed; the model does not change.

    Made by `without`, `only` and `fix` of a model or of another view.

    Attributes:
        model: The model.
        switched_off: The numbers of the groups that are off.
        fixed: The fixed columns and their values.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> with model.group("pair", why="one of the two"):
        ...     row = model.exactly_one([x, y])
        >>> model.without("pair").statistics().rows, model.statistics().rows
        (0, 1)
        >>> print(*model.fix({x: 1}).check(np.array([0, 1])))
        x is 0, not 1
    """

    model: Model
    switched_off: frozenset[int] = frozenset()
    fixed: Mapping[int, int] = field(default_factory=dict)

    def without(self, *names: str) -> View:
        """Switches groups off.

        Raises:
            UnknownNameError: If the model has no group of such a name.
        """
        numbers = {self._number(name) for name in names}
        return replace(self, switched_off=self.switched_off | numbers)

    def only(self, *names: str) -> View:
        """Switches all groups off but these; rows that belong to no group stay.

        Raises:
            UnknownNameError: If the model has no group of such a name.
        """
        kept = {self._number(name) for name in names}
        others = frozenset(range(len(self.model.groups))) - kept
        return replace(self, switched_off=self.switched_off | others)

    def fix(self, values: Mapping[Variable | Negation, int]) -> View:
        """Fixes variables, or negated ones, to values.

        Raises:
            ModelError: If a value lies outside the variable's bounds, differs from an earlier
                fixing, or the variable is of another model.
        """
        fixed = dict(self.fixed)
        for literal, value in values.items():
            variable, number = literal, whole(value)
            if isinstance(literal, Negation):
                variable, number = literal.variable, 1 - number
            if not isinstance(variable, Variable):
                raise ModelError(Problem(f"{quoted(literal)} is not a variable", "fix variables"))
            lower, upper = self.model.bounds(variable)
            earlier = fixed.setdefault(variable.column, number)
            if not lower <= number <= upper or earlier != number:
                allowed = f"{earlier}" if earlier != number else f"within {lower} and {upper}"
                raise ModelError(
                    Problem(f"{variable!r} cannot be fixed to {number}", f"it is {allowed}")
                )
        return replace(self, fixed=fixed)

    def _number(self, name: str) -> int:
        names = [group.name for group in self.model.groups]
        if name not in names:
            raise UnknownNameError(unknown_name("group", name, names))
        return names.index(name)

    def program(self) -> Program:
        """The arrays that a solver gets; see `Program`."""
        program = self.model.program()
        if self.switched_off:
            on = np.ones(len(self.model.groups) - DEFINITION, dtype=bool)
            # The last places of the table are for rows without a group: their numbers are below 0.
            on[list(self.switched_off)] = False
            program = program.keep(on[program.rows.groups])
        if self.fixed:
            program = program.within({c: (value, value) for c, value in self.fixed.items()})
        return program

    def check(self, values: IntArray) -> tuple[Violation, ...]:
        """What is wrong with an assignment: variables out of bounds and rows that do not hold.

        Args:
            values: One whole number per variable of the model.

        Raises:
            CheckError: If a value is missing or is not a whole number.
        """
        return violations(self.program(), values, self.model)

    def statistics(self) -> Statistics:
        """How large the model is as seen here."""
        return Statistics.of(self.program(), list(self.model.groups))

    def to_lp(self) -> str:
        """The model in the LP format, with readable names.

        Comments say which columns are auxiliary, and `read_model` heeds them: what is read has as
        many solutions as the model. Other programs pass over them, and count assignments of all
        variables.

        Raises:
            ModelError: If a row is stated by cuts, which no file can hold.
        """
        program = linearised(self.program())
        names = readable_names(program, self.model)
        return "\n".join(lp_lines(program, names, self.model.name, self._remarks())) + "\n"

    def to_mps(self) -> str:
        """The model in the free MPS format, with readable names; maxima change sign.

        Comments say so, and which columns are auxiliary; `read_model` heeds them, as in `to_lp`.

        Raises:
            ModelError: If a row is stated by cuts, which no file can hold.
        """
        program = linearised(self.program())
        return mps_text(program, readable_names(program, self.model), self._remarks())

    def to_opb(self) -> str:
        """The model in the OPB format of the pseudo-Boolean competitions, for binary variables.

        Comments say which columns are auxiliary.

        Raises:
            ModelError: If a variable is not binary, or a row is stated by cuts.
        """
        program = linearised(self.program())
        names = readable_names(program, self.model)
        return "\n".join(opb_lines(program, names, self.model.name, self._remarks())) + "\n"

    def to_matrix(self, *, unused_rows: bool = True, names: bool = False) -> str:
        """The model as the matrix of an exact cover problem: 0 and 1, a line for every variable.

        Args:
            unused_rows: Whether to end with a line for every column that may stay empty, with a
                single 1 in it; then the matrix has as many exact covers as the model solutions.
            names: Whether comments say what every line and column stands for.

        Raises:
            ModelError: If a row says anything else than exactly one, at most one, or the value of
                a variable; it is named.
        """
        program = self.program()
        named = readable_names(program, self.model) if names else None
        lines = matrix_lines(program, self.model, named, unused_rows=unused_rows)
        return "\n".join(lines) + "\n"

    def to_pulp(self) -> Any:
        """The model as a `pulp.LpProblem`, with readable names.

        PuLP knows no auxiliary variables: the problem has the same best solutions, but files that
        PuLP writes of it say nothing of which variables tell solutions apart.

        Raises:
            ModelError: If a row is stated by cuts, which PuLP cannot hold.
        """
        program = linearised(self.program())
        return pulp_problem(program, readable_names(program, self.model), self.model.name)

    def _remarks(self) -> list[str]:
        """What files say in comments: how this differs from the model."""
        remarks = [f"without the group {quoted(name)}" for name in self._names_off()]
        if self.fixed:
            remarks.append(f"variables fixed: {len(self.fixed)}")
        return remarks

    def _names_off(self) -> list[str]:
        return [self.model.groups[number].name for number in sorted(self.switched_off)]

    def group_table(self) -> list[list[str]]:
        """The groups of rows, what they say, and how many rows they have; its head first."""
        sizes = View(self.model).statistics().rows_by_group
        table = [["group", "rows", "says"]]
        for number, group in enumerate(self.model.groups):
            rows = "off" if number in self.switched_off else f"{sizes.get(group.name, 0):,}"
            table.append([group.name, rows, group.why])
        if "" in sizes:
            table.append(["", f"{sizes['']:,}", "rows without a group, and definitions"])
        return table

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        size = f"<p>{escape(self.model.name)}: {self.statistics()}</p>"
        return {"text/plain": repr(self), "text/html": size + table_html(self.group_table())}

    def __repr__(self) -> str:
        names = self._names_off()
        without = f" without {', '.join(map(quoted, names))}" if names else ""
        fixed = f" with {len(self.fixed)} variables fixed" if self.fixed else ""
        return f"<view of {self.model!r}{without}{fixed}>"
