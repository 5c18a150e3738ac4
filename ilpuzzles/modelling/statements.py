"""Stating rows one at a time, as a person would."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import numpy as np

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.expressions import Expression, Variable, linear_sum
from ilpuzzles.modelling.families import VariableArray
from ilpuzzles.modelling.linear import Operand
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.modelling.stating import TruthStatements
from ilpuzzles.modelling.truths import Logical


class RowStatements(TruthStatements):
    """The part of a model that states how many of some literals are true."""

    def exactly_one(
        self,
        literals: Iterable[Logical] | VariableArray,
        name: str = "",
        key: Hashable = None,
        *,
        axis: int | None = None,
    ) -> int:
        """Exactly one of some literals is true: their sum is 1.

        Args:
            literals: Variables, negated ones and other truths, or an array of variables.
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
        literals: Iterable[Logical] | VariableArray,
        name: str = "",
        key: Hashable = None,
        *,
        axis: int | None = None,
    ) -> int:
        """At most one of some literals is true; see `exactly_one`."""
        return self._cardinality(Kind.AT_MOST_ONE, literals, name, key, axis)

    def at_least_one(
        self,
        literals: Iterable[Logical] | VariableArray,
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

    def _cardinality(
        self,
        kind: Kind,
        literals: Iterable[Logical] | VariableArray,
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
        negated = coefficients.count(-1)
        least, most = kind.bounds
        lower = None if least is None else least - negated
        upper = None if most is None else most - negated
        return self._append(kind, columns, coefficients, (lower, upper), name=name, key=key)

    def _literals(self, literals: Iterable[Logical]) -> tuple[list[int], list[int]]:
        literals = list(literals)
        if self._store.all_binary():
            # The usual case: nothing but variables, in a model of nothing but binary ones.
            columns = [x.column for x in literals if type(x) is Variable and x.owner is self]
            if len(columns) == len(literals):
                return columns, [1] * len(columns)
        columns, coefficients = [], []
        for literal in literals:
            plain = self.plain_literal(literal)
            columns.append(plain.column)
            coefficients.append(1 if plain.positive else -1)
        return columns, coefficients
