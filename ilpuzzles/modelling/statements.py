"""Stating rows: one at a time as a person would, or many at once from arrays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from operator import index

import numpy as np

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.basics import LARGEST, MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.modelling.expressions import (
    Comparison,
    Expression,
    Negation,
    Operand,
    Variable,
    linear_sum,
)
from ilpuzzles.modelling.families import VariableArray
from ilpuzzles.modelling.rows import Kind, Rows
from ilpuzzles.modelling.store import Store


class RowStatements:
    """The part of a model that states rows.

    Args:
        store: What the model remembers.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def name_of(self, column: int) -> str:
        """The name of a column: `place[A, 3]`."""
        return self._store.column_name(column)

    def row_name(self, row: int) -> str:
        """The name of a row: `each cell once[(0, 3)]`."""
        return self._store.rows.name_of(row)

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

    def add_rows(
        self,
        kind: Kind,
        starts: IntArray,
        columns: IntArray,
        *,
        coefficients: IntArray | None = None,
        lower: IntArray | int | None = None,
        upper: IntArray | int | None = None,
        name: str = "",
        keys: Sequence[Hashable] | None = None,
    ) -> int:
        """Adds many rows at once, from arrays.

        Args:
            kind: What every one of the rows means.
            starts: Row i has the entries from `starts[i]` to `starts[i + 1]`, shape (rows + 1,).
            columns: The columns of all entries.
            coefficients: The coefficients of all entries; 1 by default. Only for linear rows.
            lower: The least value of the rows, one for all or one for each. Only for linear rows.
            upper: The greatest value likewise.
            name: The name of the rows; by default that of their group.
            keys: What follows the name in brackets, one per row; by default 0, 1, 2, ...

        Returns:
            The number of the first row.

        Raises:
            ModelError: If the arrays do not fit each other or the model.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> model.add_rows(Kind.EXACTLY_ONE, np.array([0, 2, 4]), np.array([0, 1, 1, 2]))
            0
            >>> model.row_name(1)
            'exactly_one[1]'
        """
        count = len(starts) - 1
        columns = np.array(columns, dtype=np.int64)
        starts = np.array(starts, dtype=np.int64)
        if kind is not Kind.LINEAR:
            if not (coefficients is None and lower is None and upper is None):
                raise ModelError(
                    Problem(f"coefficients or bounds for rows of kind {kind.name}", "use LINEAR")
                )
            lower, upper = kind.bounds
        if coefficients is None:
            coefficients = np.ones(len(columns), dtype=np.int64)
        coefficients = np.asarray(coefficients)
        self._fits(starts, columns, coefficients, keys)
        rows = Rows(
            starts=starts,
            columns=columns,
            coefficients=coefficients.astype(np.int64),
            lower=_bounds_array(lower, MINUS_INFINITY, count),
            upper=_bounds_array(upper, PLUS_INFINITY, count),
            kinds=np.full(count, kind, dtype=np.uint8),
            groups=np.full(count, self._store.open_group, dtype=np.int64),
        )
        first = self._store.rows.extend(rows)
        self._store.rows.call(first, name or self._store.row_family_name(kind), keys)
        return first

    def sum(self, terms: Iterable[Operand]) -> Expression:
        """Adds up variables, negations, expressions and whole numbers."""
        return linear_sum(self, terms)

    def _own(self, owner: object) -> None:
        if owner is not self:
            raise ModelError(Problem("a variable of another model", "use those of this one"))

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
    ) -> int:
        """Adds a row whose left side has a constant too."""
        lower, upper = (None if bound is None else bound - constant for bound in bounds)
        store = self._store
        row = store.rows.append(kind, store.open_group, columns, coefficients, (lower, upper))
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
                lines = np.moveaxis(literals.columns, axis, -1)
                length = lines.shape[-1]
                count = lines.size // length if length else int(np.prod(lines.shape[:-1]))
                starts = np.arange(count + 1, dtype=np.int64) * length
                return self.add_rows(kind, starts, lines.reshape(-1), name=name)
            columns = literals.columns.ravel().tolist()
            coefficients = [1] * len(columns)
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
            columns.append(variable.column)
            coefficients.append(coefficient)
        return columns, coefficients

    def _fits(
        self,
        starts: IntArray,
        columns: IntArray,
        coefficients: IntArray,
        keys: Sequence[Hashable] | None,
    ) -> None:
        """Raises unless the arrays of `add_rows` fit each other and the model."""
        wrong = ""
        if starts[0] != 0 or starts[-1] != len(columns) or (np.diff(starts) < 0).any():
            wrong = "starts do not ascend from 0 to the number of entries"
        elif len(columns) and (columns.min() < 0 or columns.max() >= self._store.variables):
            wrong = "a column that is not of this model"
        elif coefficients.shape != columns.shape or coefficients.dtype.kind not in "iub":
            wrong = "coefficients are not one whole number per entry"
        elif len(columns) and max(-int(coefficients.min()), int(coefficients.max())) >= LARGEST:
            wrong = "a coefficient of 63 bits or more"
        elif keys is not None and len(keys) != len(starts) - 1:
            wrong = "keys are not one per row"
        if wrong:
            raise ModelError(Problem(wrong, "mend the arrays given to add_rows"))


def _bounds_array(bound: IntArray | int | None, infinity: int, count: int) -> IntArray:
    if bound is None:
        return np.full(count, infinity, dtype=np.int64)
    if isinstance(bound, np.ndarray):
        if bound.shape != (count,) or bound.dtype.kind not in "iu":
            raise ModelError(Problem("bounds that are not one whole number per row", "mend them"))
        return bound.astype(np.int64)
    return np.full(count, index(bound), dtype=np.int64)
