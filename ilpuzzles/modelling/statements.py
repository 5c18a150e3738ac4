"""Stating rows one at a time, as a person would."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import numpy as np

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.bulk import BulkStatements
from ilpuzzles.modelling.expressions import (
    Comparison,
    Expression,
    Negation,
    Operand,
    Variable,
    linear_sum,
)
from ilpuzzles.modelling.families import VariableArray
from ilpuzzles.modelling.rows import NO_TARGET, Kind


class RowStatements(BulkStatements):
    """The part of a model that states rows one at a time."""

    def add(self, row: Comparison, name: str = "", key: Hashable = None) -> int:
        """Adds a linear row.

        Args:
            row: What must hold, such as `x + 2 * y <= 2`.
            name: The name of the row; by default that of its group.
            key: What follows the name in brackets; by default the number within the call.

        Returns:
            The number of the row.

        Raises:
            ModelError: If it is not a row, or has variables of another model.
        """
        if not isinstance(row, Comparison):
            raise ModelError(Problem(f"{quoted(row)} is not a row", "compare with ==, <= or >="))
        expression = row.expression
        self._own(expression.owner)
        return self._append(
            Kind.LINEAR,
            expression.columns,
            expression.coefficients,
            (row.lower, row.upper),
            constant=0,
            name=name,
            key=key,
        )

    def exactly_one(
        self,
        literals: Iterable[Variable | Negation] | VariableArray,
        name: str = "",
        key: Hashable = None,
        *,
        axis: int | None = None,
    ) -> int:
        """Exactly one of some literals is true: their sum is 1.

        Args:
            literals: Variables and negated variables, or an array of variables.
            name: The name of the row; by default that of its group.
            key: What follows the name in brackets.
            axis: For an array: add a row for every line along this axis, as numpy's `sum` would.

        Returns:
            The number of the (first) row.

        Raises:
            ModelError: If something is not a literal of this model.
        """
        return self._cardinality(Kind.EXACTLY_ONE, literals, name, key, axis)

    def at_most_one(
        self,
        literals: Iterable[Variable | Negation] | VariableArray,
        name: str = "",
        key: Hashable = None,
        *,
        axis: int | None = None,
    ) -> int:
        """At most one of some literals is true; see `exactly_one`."""
        return self._cardinality(Kind.AT_MOST_ONE, literals, name, key, axis)

    def at_least_one(
        self,
        literals: Iterable[Variable | Negation] | VariableArray,
        name: str = "",
        key: Hashable = None,
        *,
        axis: int | None = None,
    ) -> int:
        """At least one of some literals is true; see `exactly_one`."""
        return self._cardinality(Kind.AT_LEAST_ONE, literals, name, key, axis)

    def sum(self, terms: Iterable[Operand]) -> Expression:
        """Adds up variables, negations, expressions and whole numbers."""
        return linear_sum(self, terms)

    def _append(
        self,
        kind: Kind,
        columns: list[int],
        coefficients: list[int],
        bounds: tuple[int | None, int | None],
        *,
        constant: int,
        name: str,
        key: Hashable,
        target: int = NO_TARGET,
        aggregated: bool = False,
    ) -> int:
        """Adds a row whose left side has a constant too."""
        lower, upper = (None if bound is None else bound - constant for bound in bounds)
        store = self._store
        row = store.rows.append(
            kind,
            store.open_group,
            columns,
            coefficients,
            (lower, upper),
            target=target,
            aggregated=aggregated,
        )
        store.rows.call(row, name or store.row_family_name(kind), None if key is None else (key,))
        return row

    def _cardinality(
        self,
        kind: Kind,
        literals: Iterable[Variable | Negation] | VariableArray,
        name: str,
        key: Hashable,
        axis: int | None,
    ) -> int:
        if isinstance(literals, VariableArray):
            self._own(literals.owner)
            if axis is not None:
                if key is not None or not -literals.columns.ndim <= axis < literals.columns.ndim:
                    raise ModelError(
                        Problem(
                            f"axis {axis} of {literals!r} with key {key!r}",
                            "give an axis that it has, and no key",
                        )
                    )
                lines = np.moveaxis(literals.columns, axis, -1)
                length = lines.shape[-1]
                count = lines.size // length if length else int(np.prod(lines.shape[:-1]))
                starts = np.arange(count + 1, dtype=np.int64) * length
                return self.add_rows(kind, starts, lines.reshape(-1), name=name)
            columns = literals.columns.ravel().tolist()
            coefficients = [1] * len(columns)
            self._are_literals(literals.columns.ravel(), np.ones(1, dtype=np.int64))
        elif axis is not None:
            raise ModelError(Problem("an axis for literals that are no array", "leave it out"))
        else:
            columns, coefficients = self._literals(literals)
        return self._append(
            kind,
            columns,
            coefficients,
            kind.bounds,
            constant=coefficients.count(-1),
            name=name,
            key=key,
        )

    def _literals(self, literals: Iterable[Variable | Negation]) -> tuple[list[int], list[int]]:
        columns, coefficients = [], []
        for literal in literals:
            if isinstance(literal, Variable):
                variable, coefficient = literal, 1
            elif isinstance(literal, Negation):
                variable, coefficient = literal.variable, -1
            else:
                raise ModelError(
                    Problem(f"{quoted(literal)} is not a literal", "use a binary variable or ~x")
                )
            self._own(variable.owner)
            if self._store.bounds(variable.column) != (0, 1):
                raise ModelError(
                    Problem(f"{variable!r} is not binary", "compare it: m.add(x >= 1)")
                )
            columns.append(variable.column)
            coefficients.append(coefficient)
        return columns, coefficients
