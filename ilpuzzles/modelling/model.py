"""The model: variables, rows and groups, stated by a person or by a formulation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, overload

import numpy as np

from ilpuzzles.errors import InputError, ModelError, Problem, quoted
from ilpuzzles.modelling.basics import LARGEST, MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.modelling.check import Violation
from ilpuzzles.modelling.expressions import Negation, Variable, linear_sum
from ilpuzzles.modelling.families import Axis, Family
from ilpuzzles.modelling.linear import Operand, whole
from ilpuzzles.modelling.logic import LogicStatements
from ilpuzzles.modelling.program import Objective, Program, Statistics
from ilpuzzles.modelling.rows import NO_GROUP, Group
from ilpuzzles.modelling.store import Store, Traits


class Model(LogicStatements):
    """A 0-1 model: families of binary variables, rows over them, and named groups of rows.

    Args:
        name: What to call it.

    Example:
        Two queens that do not attack each other along a row or column of a 2 x 2 board:

        >>> model = Model("rooks")
        >>> rook = model.binary("rook", 2, 2)
        >>> with model.group("rows", why="one rook in every row"):
        ...     _ = model.exactly_one(rook, axis=1)
        >>> with model.group("columns", why="one rook in every column"):
        ...     _ = model.exactly_one(rook, axis=0)
        >>> print(model.statistics())
        4 variables, 4 rows, 8 nonzeros
        >>> model.check(np.array([1, 0, 0, 1]))
        ()
        >>> print(*model.check(np.array([1, 0, 1, 0])), sep="; ")
        columns[0] is 2, not 1; columns[1] is 0, not 1
    """

    def __init__(self, name: str = "model") -> None:
        super().__init__(Store())
        self.name = name

    # Variables

    @overload
    def binary(self, name: str, /, *, auxiliary: bool = ...) -> Variable: ...

    @overload
    def binary(self, name: str, axis: Axis, /, *axes: Axis, auxiliary: bool = ...) -> Family: ...

    def binary(self, name: str, /, *axes: Axis, auxiliary: bool = False) -> Variable | Family:
        """Adds a family of binary variables, one for every combination of labels.

        Args:
            name: The name of the family.
            *axes: The labels of each axis: a sequence, or n for 0 to n - 1.
            auxiliary: Whether the variables follow from others and must not tell solutions apart.

        Returns:
            The family, to be indexed by labels; without any axis the one variable itself.

        Raises:
            ModelError: If the name is taken, or a label stands twice.
        """
        return self._add_family(name, axes, Traits(deciding=not auxiliary))

    @overload
    def integer(
        self, name: str, /, *, lower: int | None, upper: int | None, auxiliary: bool = ...
    ) -> Variable: ...

    @overload
    def integer(
        self,
        name: str,
        axis: Axis,
        /,
        *axes: Axis,
        lower: int | None,
        upper: int | None,
        auxiliary: bool = ...,
    ) -> Family: ...

    def integer(
        self,
        name: str,
        /,
        *axes: Axis,
        lower: int | None,
        upper: int | None,
        auxiliary: bool = False,
    ) -> Variable | Family:
        """Adds a family of variables that take whole numbers; see `binary`.

        Args:
            name: The name of the family.
            *axes: The labels of each axis.
            lower: The least value of every variable, or None; CP-SAT needs one.
            upper: The greatest value likewise.
            auxiliary: Whether the variables must not tell solutions apart.

        Raises:
            ModelError: If the name is taken, a label stands twice, or no value is left.
        """
        least = MINUS_INFINITY if lower is None else whole(lower)
        most = PLUS_INFINITY if upper is None else whole(upper)
        if least > most or any(b is not None and abs(b) >= LARGEST for b in (lower, upper)):
            raise ModelError(
                Problem(f"{quoted(name)} within {lower} and {upper}", "give ascending bounds")
            )
        return self._add_family(name, axes, Traits(not auxiliary, least, most))

    def _add_family(self, name: str, axes: tuple[Axis, ...], traits: Traits) -> Variable | Family:
        store = self._store
        if not str(name).strip():
            raise ModelError(Problem("a family without a name", "name it with a text"))
        if any(family.name == name for family in store.families):
            raise ModelError(Problem(f"a second family {quoted(name)}", "give it another name"))
        family = Family(self, str(name), store.variables, axes)
        store.add_family(family, traits)
        return family if axes else Variable(self, family.first)

    def bounds(self, variable: Variable) -> tuple[int, int]:
        """The least and the greatest value of a variable."""
        self._own(variable.owner)
        return self._store.bounds(variable.column)

    @property
    def families(self) -> tuple[Family, ...]:
        """The families, in the order in which they were added."""
        return tuple(self._store.families)

    # Groups

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups, in the order in which they were opened first."""
        return tuple(self._store.groups)

    @contextmanager
    def group(self, name: str, why: str = "") -> Iterator[Group]:
        """Puts all rows that are added inside the `with` block into a group.

        Opening a group again adds to it.

        Args:
            name: The name, by which it can be switched off.
            why: In a sentence, what its rows say.

        Raises:
            ModelError: If a group is open already, or has another `why`.
        """
        store = self._store
        if not name.strip():
            raise ModelError(Problem("a group without a name", "give it one"))
        if store.open_group != NO_GROUP:
            outer = store.groups[store.open_group].name
            raise ModelError(
                Problem(f"group {quoted(name)} inside {quoted(outer)}", "close the outer one first")
            )
        number = next((n for n, group in enumerate(store.groups) if group.name == name), None)
        if number is None:
            number = len(store.groups)
            store.groups.append(Group(name, why))
        elif why and why != store.groups[number].why:
            raise ModelError(Problem(f"a second reason for group {quoted(name)}", "give it once"))
        store.open_group = number
        try:
            yield store.groups[number]
        finally:
            store.open_group = NO_GROUP

    # Objective

    def minimize(self, objective: Operand) -> None:
        """Asks for the smallest value of an expression."""
        self._set_objective(objective, maximize=False)

    def maximize(self, objective: Operand) -> None:
        """Asks for the greatest value of an expression."""
        self._set_objective(objective, maximize=True)

    # Programs, and questions that need no solver

    def program(self) -> Program:
        """The model as arrays, which is what solvers get; made once as long as nothing is added."""
        return self._store.program(self, self.name)

    def without(self, *names: str) -> Program:
        """The model with some groups switched off; see `Program.without`."""
        return self.program().without(*names)

    def only(self, *names: str) -> Program:
        """The model with all groups switched off but these; see `Program.only`."""
        return self.program().only(*names)

    def fix(self, values: Mapping[Variable | Negation, int]) -> Program:
        """The model with some variables fixed; see `Program.fix`."""
        return self.program().fix(values)

    def check(self, values: IntArray) -> tuple[Violation, ...]:
        """What is wrong with an assignment; see `Program.check`."""
        return self.program().check(values)

    def statistics(self) -> Statistics:
        """How large the model is."""
        return self.program().statistics()

    def to_lp(self) -> str:
        """The model in the LP format; see `Program.to_lp`."""
        return self.program().to_lp()

    def to_mps(self) -> str:
        """The model in the MPS format; see `Program.to_mps`."""
        return self.program().to_mps()

    def to_opb(self) -> str:
        """The model in the OPB format; see `Program.to_opb`."""
        return self.program().to_opb()

    def to_matrix(self, *, unused_rows: bool = True, names: bool = False) -> str:
        """The model as the matrix of an exact cover problem; see `Program.to_matrix`."""
        return self.program().to_matrix(unused_rows=unused_rows, names=names)

    def to_pulp(self) -> Any:
        """The model as a `pulp.LpProblem`; see `Program.to_pulp`."""
        return self.program().to_pulp()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.program()._repr_mimebundle_() | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<model {self.name}: {self.statistics()}>"

    def _set_objective(self, objective: Operand, *, maximize: bool) -> None:
        expression = linear_sum(self, [objective])
        total: dict[int, int] = {}
        for column, factor in zip(expression.columns, expression.coefficients, strict=True):
            total[column] = total.get(column, 0) + factor
        terms = {column: factor for column, factor in sorted(total.items()) if factor}
        if any(abs(number) >= LARGEST for number in (*terms.values(), expression.constant)):
            raise ModelError(Problem("an objective of 63 bits or more", "scale it down"))
        self._store.objective = Objective(
            columns=np.array(list(terms), dtype=np.int64),
            coefficients=np.array(list(terms.values()), dtype=np.int64),
            constant=expression.constant,
            maximize=maximize,
        )


def program_of(model: Model | Program) -> Program:
    """The program of a model, and a program as it is; every question begins with this.

    Raises:
        InputError: If it is neither.
    """
    if isinstance(model, Program):
        return model
    if isinstance(model, Model):
        return model.program()
    raise InputError(Problem(f"a question about {type(model).__name__}", "ask about a model"))
