"""Stating that something is true."""

from __future__ import annotations

from collections.abc import Hashable

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.affine import Literal
from ilpuzzles.modelling.literals import Literals, reduced
from ilpuzzles.modelling.operations import Conditional, Parity
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.modelling.truths import Comparison, Connective, Junction, Logical, Relation


class TruthStatements(Literals):
    """The part of a model that states truths."""

    def add(self, row: Logical, name: str = "", key: Hashable = None) -> int:
        """States that something is true.

        A comparison becomes a linear row. Truths joined by `&` are stated one by one; of those
        joined by `|`, all but one comparison get a variable each, and the row says that one of
        them is true, or that this comparison holds where none is. So `x.implies(n <= 3)` takes no
        variable beyond its own.

        Args:
            row: What must hold, such as `x + 2 * y <= 2`, `x | ~y` or `x.implies(n != 4)`.
            name: The name of the row; by default that of its group.
            key: What follows the name in brackets; by default the number within the call.

        Returns:
            The number of the row, the last one if there are several.

        Raises:
            ModelError: If it is not true or false, or has variables of another model.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x, y, n = model.binary("x"), model.binary("y"), model.integer("n", lower=0, upper=9)
            >>> rows = [model.add(x.implies(n <= 3)), model.add(x ^ y), model.add(n != 5)]
            >>> print(model.statistics())
            3 variables, 3 rows, 5 nonzeros
            >>> import numpy as np
            >>> print(*model.check(np.array([1, 1, 5])), sep="; ")
            conditional[0] is 5, not at most 3; exclusive disjunction[0] is 0, not 1; \
not equal[0] is 5, and must not be 5
        """
        if isinstance(row, Comparison) and not row.outside:
            expression = row.subject
            self._own(expression.owner)
            columns, coefficients = expression.columns, expression.coefficients
            bounds = (row.lower, row.upper)
            return self._append(Kind.LINEAR, columns, coefficients, bounds, name=name, key=key)
        if not isinstance(row, Logical):
            raise ModelError(
                Problem(f"{quoted(row)} is not a row", "compare with ==, <= or >=, or use logic")
            )
        self._state(row, (), (name, key))
        return self._store.rows.count - 1

    def _state(
        self, truth: Logical, conditions: tuple[Literal, ...], label: tuple[str, Hashable]
    ) -> None:
        """States that something is true if all conditions are."""
        if isinstance(truth, Comparison):
            self._own(truth.owner)
            form = self.affine(truth.subject)
            compared = Conditional(conditions, form, truth.lower, truth.upper, truth.outside)
            self.operate(compared, *label)
        elif isinstance(truth, Junction) and truth.connective is Connective.AND:
            for part in truth.parts:
                if conditions:
                    self._state(part, conditions, label)
                else:
                    self.add(part, *label)
        elif isinstance(truth, Junction) and truth.connective is Connective.OR:
            self._state_any(truth.parts, conditions, label)
        elif isinstance(truth, Relation):
            if conditions:
                self._state(truth.equivalent(), conditions, label)
            else:
                self._own(truth.owner)
                self.operate(truth.operation, *label)
        elif isinstance(truth, Junction) and not conditions:
            self._state_parity([self.plain_literal(part) for part in truth.parts], label)
        else:
            self._clause([*(c.opposite for c in conditions), self.plain_literal(truth)], label)

    def _state_parity(self, literals: list[Literal], label: tuple[str, Hashable]) -> None:
        """States that an odd number of literals is true."""
        turned, columns = reduced(literals)
        if len(columns) > 1:
            self.operate(Parity(tuple(map(Literal, columns)), not turned), *label)
        elif columns:
            self._clause([Literal(columns[0], not turned)], label)
        elif not turned:
            self._clause([], label)

    def _state_any(
        self,
        parts: tuple[Logical, ...],
        conditions: tuple[Literal, ...],
        label: tuple[str, Hashable],
    ) -> None:
        """States that one of several truths holds if all conditions do."""
        numeric = [
            part for part in parts if isinstance(part, Comparison) and not self._of_binaries(part)
        ]
        held = numeric[-1] if numeric else None
        others = [self.plain_literal(part) for part in parts if part is not held]
        if held is None:
            self._clause([*(c.opposite for c in conditions), *others], label)
            return
        distinct = dict.fromkeys([*conditions, *(other.opposite for other in others)])
        if any(condition.opposite in distinct for condition in distinct):
            return
        self._state(held, tuple(distinct), label)

    def _of_binaries(self, comparison: Comparison) -> bool:
        """Whether a comparison is logic in disguise: one of at most two binary variables."""
        columns = self.affine(comparison.subject).columns
        return len(columns) <= 2 and all(self._store.bounds(c) == (0, 1) for c in columns)

    def _clause(self, literals: list[Literal], label: tuple[str, Hashable]) -> None:
        """At least one of some literals is true."""
        distinct = dict.fromkeys(literals)
        if any(literal.opposite in distinct for literal in distinct):
            return
        name, key = label
        negated = sum(not literal.positive for literal in distinct)
        self._append(
            Kind.AT_LEAST_ONE,
            [literal.column for literal in distinct],
            [1 if literal.positive else -1 for literal in distinct],
            (1 - negated, None),
            name=name,
            key=key,
        )
