"""Auxiliary variables: what they stand for, and the rows that say so.

A definition belongs to no group and is always on: it restricts nothing but the new variable.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.affine import Affine
from ilpuzzles.modelling.basics import MINUS_INFINITY, PLUS_INFINITY
from ilpuzzles.modelling.bulk import BulkStatements
from ilpuzzles.modelling.expressions import Negation, Variable, linear_sum
from ilpuzzles.modelling.families import Family, VariableArray
from ilpuzzles.modelling.linear import Operand
from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.rows import DEFINITION, NO_TARGET, Kind
from ilpuzzles.modelling.store import Traits
from ilpuzzles.modelling.truths import Comparison, Logical

_LARGEST_NUMBER = 1 << 60
"""What numbers in operations stay below, so that the rows they become fit into 64 bits."""


class Definitions(BulkStatements):
    """The part of a model that defines variables by others."""

    @abstractmethod
    def literal(self, truth: Logical) -> Variable | Negation:
        """The binary variable, or the negation of one, that says whether something is true."""

    def affine(self, number: Operand) -> Affine:
        """A number in plain figures.

        Raises:
            ModelError: If a variable is of another model or has no bounds.
        """
        expression = linear_sum(self, [number])
        form = Affine.of(expression.columns, expression.coefficients, expression.constant)
        for column in form.columns:
            if {MINUS_INFINITY, PLUS_INFINITY} & set(self._store.bounds(column)):
                raise ModelError(
                    Problem(f"{self.name_of(column)} has no bounds here", "give it both bounds")
                )
        least, most = self.range_of(form)
        if max(-least, most) >= _LARGEST_NUMBER:
            raise ModelError(
                Problem(f"numbers up to {max(-least, most)}", "operations take 60 bits; scale down")
            )
        return form

    def range_of(self, form: Affine) -> tuple[int, int]:
        """The least and the greatest value that a number can have, by its variables' bounds."""
        bounds = [self._store.bounds(column) for column in form.columns]
        here = Affine(tuple(range(len(bounds))), form.coefficients, form.constant)
        return here.range([lower for lower, _ in bounds], [upper for _, upper in bounds])

    def auxiliary(self, word: str, lower: int, upper: int) -> Variable:
        """A new variable that follows from others, and does not tell solutions apart."""
        return Variable(self, self._auxiliaries(word, (), lower, upper).first)

    def auxiliaries(self, word: str, count: int, lower: int, upper: int) -> VariableArray:
        """New variables that do not tell solutions apart.

        Args:
            word: What to call them; a number makes the name their own.
            count: How many.
            lower: Their least value.
            upper: Their greatest value.
        """
        return self._auxiliaries(word, (count,), lower, upper).positions()

    def _auxiliaries(self, word: str, axes: tuple[int, ...], lower: int, upper: int) -> Family:
        store = self._store
        if max(-lower, upper) >= _LARGEST_NUMBER:
            raise ModelError(
                Problem(f"{word}: numbers up to {max(-lower, upper)}", "scale its parts down")
            )
        family = Family(self, f"{word} {len(store.families)}", store.variables, axes)
        store.add_family(family, Traits(False, lower, upper))
        return family

    def define(self, definition: Operation | Comparison) -> None:
        """Adds a row that holds always, since it only says what an auxiliary variable is."""
        with self.definitions():
            if isinstance(definition, Operation):
                self.operate(definition)
            else:
                form = self.affine(definition.subject)
                bounds = (definition.lower, definition.upper)
                columns, coefficients = list(form.columns), list(form.coefficients)
                self._append(Kind.LINEAR, columns, coefficients, bounds, name="definition")

    def operate(self, operation: Operation, name: str = "", key: Hashable = None) -> int:
        """Adds the row of an operation to the open group, and returns its number."""
        columns = operation.columns()
        number = len(self._store.operations)
        self._store.operations.append(operation)
        return self._append(
            Kind.OPERATION,
            columns,
            [1] * len(columns),
            (None, None),
            name=name,
            key=key,
            word=operation.word,
            target=number,
        )

    @contextmanager
    def defining(self, *given: Operand, since: int | None = None) -> Iterator[list[Operand]]:
        """Vouches for the rows that are added inside: together they say what some variables are.

        No single row does. What one row says is found out without this; see
        `Program.determined`. Rows about the given numbers alone do not matter.

        Args:
            *given: The numbers that these variables follow from.
            since: The number of the first row, if it was added before.

        Yields:
            A list to put the variables in. For any values of the given numbers that are those of a
            solution, they have one value each.
        """
        first = self._store.rows.count if since is None else since
        numbers: list[Operand] = []
        yield numbers
        columns, known = (tuple(linear_sum(self, part).columns) for part in (numbers, given))
        self._store.together.append((columns, known, range(first, self._store.rows.count)))

    @contextmanager
    def definitions(self) -> Iterator[None]:
        """Marks rows as definitions, which belong to no group."""
        outer = self._store.open_group
        self._store.open_group = DEFINITION
        try:
            yield
        finally:
            self._store.open_group = outer

    def _append(
        self,
        kind: Kind,
        columns: list[int],
        coefficients: list[int],
        bounds: tuple[int | None, int | None],
        *,
        name: str = "",
        key: Hashable = None,
        word: str = "",
        target: int = NO_TARGET,
        aggregated: bool = False,
    ) -> int:
        """Adds a row."""
        store = self._store
        row = store.rows.append(
            kind,
            store.open_group,
            columns,
            coefficients,
            bounds,
            target=target,
            aggregated=aggregated,
        )
        name = name or store.row_family_name(kind, word)
        store.rows.call(row, name, None if key is None else (key,))
        return row
