"""Stating logic: variables that are defined by others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.modelling.statements import RowStatements
from ilpuzzles.modelling.truths import Logical


class LogicStatements(RowStatements):
    """The part of a model that states logic. A negation needs no statement: it is `~x`."""

    def conjunction(
        self,
        literals: Iterable[Logical],
        *,
        target: Variable | None = None,
        aggregated: bool = False,
        name: str = "",
        key: Hashable = None,
    ) -> Variable:
        """A variable that is 1 exactly if all of some literals are true.

        CP-SAT gets it as it is. A MIP solver gets, for z = a and b and c, either one row for each
        literal and one more, which cuts off more fractions,

            z <= a,  z <= b,  z <= c,  a + b + c - z <= 2

        or, aggregated, a single row: `0 <= a + b + c - 3 z <= 2`.

        Args:
            literals: Variables and negated variables; none at all are always all true.
            target: The variable to define; by default a new auxiliary one.
            aggregated: Whether a MIP solver gets one row or one for each literal.
            name: The name of the row; by default that of its group.
            key: What follows the name in brackets.

        Returns:
            The variable.

        Raises:
            ModelError: If something is not a literal of this model.

        Example:
            >>> import numpy as np
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.binary("y")
            >>> both = model.conjunction([x, ~y])
            >>> model.check(np.array([1, 0, 1]))
            ()
            >>> print(*model.check(np.array([1, 1, 1])))
            conjunction[0] is 1, not 0
        """
        return self._define(Kind.CONJUNCTION, literals, target, aggregated, (name, key))

    def disjunction(
        self,
        literals: Iterable[Logical],
        *,
        target: Variable | None = None,
        aggregated: bool = False,
        name: str = "",
        key: Hashable = None,
    ) -> Variable:
        """A variable that is 1 exactly if at least one of some literals is true.

        CP-SAT gets it as it is. A MIP solver gets, for z = a or b or c, either one row for each
        literal and one more, which cuts off more fractions,

            z >= a,  z >= b,  z >= c,  a + b + c - z >= 0

        or, aggregated, a single row: `-2 <= a + b + c - 3 z <= 0`.

        Args:
            literals: Variables and negated variables; of none, none is true.
            target: The variable to define; by default a new auxiliary one.
            aggregated: Whether a MIP solver gets one row or one for each literal.
            name: The name of the row; by default that of its group.
            key: What follows the name in brackets.

        Returns:
            The variable.

        Raises:
            ModelError: If something is not a literal of this model.

        Example:
            >>> import numpy as np
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.binary("y")
            >>> either = model.disjunction([x, y])
            >>> print(*model.check(np.array([0, 1, 0])))
            disjunction[0] is 0, not 1
        """
        return self._define(Kind.DISJUNCTION, literals, target, aggregated, (name, key))

    def _define(
        self,
        kind: Kind,
        literals: Iterable[Logical],
        target: Variable | None,
        aggregated: bool,
        label: tuple[str, Hashable],
    ) -> Variable:
        columns, coefficients = self._literals(literals)
        # A literal that stands twice says nothing new; one beside its negation decides the matter.
        distinct = dict.fromkeys(zip(columns, coefficients, strict=True))
        columns = [column for column, _ in distinct]
        coefficients = [sign for _, sign in distinct]
        if target is None:
            target = self.auxiliary("and" if kind is Kind.CONJUNCTION else "or", 0, 1)
        else:
            self._literals([target])
            if target.column in columns:
                raise ModelError(
                    Problem(f"{target!r} is defined by itself", "leave it out of the literals")
                )
        name, key = label
        if len(set(columns)) == len(columns):
            self._append(
                kind,
                columns,
                coefficients,
                kind.bounds,
                name=name,
                key=key,
                target=target.column,
                aggregated=aggregated,
            )
        else:
            decided = int(kind is Kind.DISJUNCTION)
            self.add(target == decided, name or self._store.row_family_name(kind), key)
        return target
