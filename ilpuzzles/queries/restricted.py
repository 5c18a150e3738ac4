"""A model with further clauses, for questions that are answered in several searches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling import (
    MINUS_INFINITY,
    PLUS_INFINITY,
    Group,
    IntArray,
    Program,
    Solvable,
    Statistics,
    Violation,
)
from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows, total
from ilpuzzles.modelling.rows import NO_GROUP, joined

CutPool: TypeAlias = dict[int, list[Sequence[Literal]]]
"""Clauses that follow from an operation, by its `id`."""


class Restricted:
    """A model, less the rows that are stated by cuts, plus cuts and excluded solutions.

    Its columns are those of the model and, after them, what excluding needs; see `values_of`.

    Args:
        model: A model, or a view of one.
        objective: Whether to keep its objective.
        bounds: The part of the model to look at: other bounds for some of its columns.
        pool: The cuts that are known of each operation, by its `id`. Those that are found later are
            added, so that the next search of rows with the same operation begins with them.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 2)
        >>> restricted = Restricted(model)
        >>> restricted.exclude(np.array([1, 0]))
        >>> restricted.program().rows.coefficients.tolist()
        [-1, 1]
    """

    def __init__(
        self,
        model: Solvable,
        *,
        objective: bool = True,
        bounds: Mapping[int, tuple[int, int]] | None = None,
        pool: CutPool | None = None,
    ) -> None:
        self._model = model
        whole = model.program()
        if bounds:
            whole = whole.within(bounds)
        self._separated = whole.separated()
        kept = np.ones(len(whole.rows), dtype=bool)
        kept[list(self._separated)] = False
        self._base = whole.keep(kept)
        if not objective and whole.objective is not None:
            self._base = replace(self._base, objective=None)
        self._more = LinearRows(whole.lower, whole.upper)
        self._excluded: set[bytes] = set()
        self._demanded: list[list[tuple[Affine, int]]] = []
        self._changes: dict[tuple[Affine, int], tuple[Affine, ...]] = {}
        # The row of the model that each further row follows from.
        self._cut_from: dict[int, int] = {}
        self._pool = {} if pool is None else pool
        for row, operation in self._separated.items():
            self._add_cuts(row, self._pool.get(id(operation), ()))

    @property
    def whole(self) -> bool:
        """Whether nothing is left out that cuts would have to make up for."""
        return not self._separated

    def program(self) -> Program:
        """The arrays that a solver gets."""
        base, more = self._base, self._more
        if not more.count:
            return base
        rows = more.rows(np.full(more.count, NO_GROUP, dtype=np.int64))
        columns = len(more.lower) - base.variables
        return replace(
            base,
            lower=np.array(more.lower, dtype=np.int64),
            upper=np.array(more.upper, dtype=np.int64),
            deciding=np.concatenate([base.deciding, np.zeros(columns, dtype=bool)]),
            rows=joined([base.rows, rows]),
            # Nobody asks for the names of these rows.
            row_numbers=np.concatenate([base.row_numbers, np.zeros(more.count, dtype=np.int64)]),
        )

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of the model, if it knows them."""
        groups: tuple[Group, ...] = getattr(self._named(), "groups", ())
        return groups

    def _named(self) -> Any:
        """What has names, if anything: the model itself, or the one that it is a view of."""
        return getattr(self._model, "model", self._model)

    def name_of(self, column: int) -> str:
        """The name of a column, or its number."""
        if column < self._base.variables and hasattr(self._named(), "name_of"):
            return str(self._named().name_of(column))
        return f"x{column}"

    def row_name(self, row: int) -> str:
        """The name of a row of the model, or its number."""
        return str(self._named().row_name(row)) if hasattr(self._named(), "row_name") else f"{row}"

    def check(self, values: IntArray) -> tuple[Violation, ...]:
        """What is wrong with an assignment to the columns of the model."""
        return self._model.check(self.values_of(values))

    def statistics(self) -> Statistics:
        """How large the model is."""
        return self._model.statistics()

    def values_of(self, values: IntArray) -> IntArray:
        """The values of the model's own columns."""
        return values[: self._base.variables]

    def cut(self, values: IntArray) -> bool:
        """Adds cuts against an assignment; returns whether there were any."""
        numbers: list[int] = self.values_of(values).tolist()
        found = [
            (row, operation, operation.cuts(numbers)) for row, operation in self._separated.items()
        ]
        for row, operation, clauses in found:
            self._add_cuts(row, clauses)
            self._pool.setdefault(id(operation), []).extend(clauses)
        return any(clauses for _, _, clauses in found)

    def _add_cuts(self, row: int, clauses: Iterable[Sequence[Literal]]) -> None:
        for clause in clauses:
            self._cut_from[self._more.count] = row
            self._clause(literal.affine for literal in dict.fromkeys(clause))

    def rows_of(self, members: Sequence[IntArray]) -> list[IntArray]:
        """The rows of `program()` that some rows of the model have become, cuts included."""
        number = np.full(len(self._base.rows) + len(self._separated), -1, dtype=np.int64)
        stated = np.ones(len(number), dtype=bool)
        stated[list(self._separated)] = False
        number[stated] = np.arange(len(self._base.rows))
        cuts: dict[int, list[int]] = {}
        for more, row in self._cut_from.items():
            cuts.setdefault(row, []).append(len(self._base.rows) + more)
        return [
            np.array(
                [
                    *number[rows][stated[rows]].tolist(),
                    *(cut for row in rows.tolist() for cut in cuts.get(row, ())),
                ],
                dtype=np.int64,
            )
            for rows in members
        ]

    def within(self, bounds: Mapping[int, tuple[int, int]]) -> Restricted:
        """A part of the model without its objective: with the cuts, and nothing excluded yet."""
        return Restricted(self._model, objective=False, bounds=bounds, pool=self._pool)

    def require_bounds(self) -> None:
        """Raises unless solutions can be excluded.

        Raises:
            ModelError: If a deciding variable has no bounds.
        """
        base = self._base
        if ((base.lower == MINUS_INFINITY) | (base.upper == PLUS_INFINITY))[base.deciding].any():
            raise ModelError(
                Problem("solutions of variables without bounds cannot be listed", "give bounds")
            )

    def exclude(self, values: IntArray) -> None:
        """Excludes all assignments with the same values of the deciding variables.

        Raises:
            ModelError: If one of these has no bounds.
        """
        self.require_bounds()
        base = self._base
        columns = np.nonzero(base.deciding)[0].tolist()
        self._excluded.add(values[columns].tobytes())
        numbers = [(Affine.column(column), int(values[column])) for column in columns]
        self._clause(part for number, value in numbers for part in self._changed(number, value))

    def demand_change(self, numbers: Iterable[tuple[Affine, int]]) -> None:
        """Demands that at least one of some numbers has another value than now.

        Args:
            numbers: The numbers and their values; they have bounds.
        """
        numbers = list(numbers)
        self._demanded.append(numbers)
        self._clause(part for number, value in numbers for part in self._changed(number, value))

    def ruled_out(self, values: IntArray) -> bool:
        """Whether an assignment was excluded, or lacks a change that was demanded.

        Solvers that compute in doubles have found such where numbers are large.
        """
        if self._excluded and values[self._base.deciding.nonzero()[0]].tobytes() in self._excluded:
            return True
        found: list[int] = self.values_of(values).tolist()
        return any(
            all(number.value(found) == value for number, value in numbers)
            for numbers in self._demanded
        )

    def _changed(self, number: Affine, value: int) -> tuple[Affine, ...]:
        """What is 1 only if a number has another value, and can be 1 whenever it has."""
        known = self._changes.get((number, value))
        if known is not None:
            return known
        more = self._more
        least, most = more.range(number)
        changed: list[Affine] = []
        if most - least == 1:
            # Of two values, it has to take the other one.
            changed.append(number.minus(Affine.number(value)).times(1 if value < most else -1))
        else:
            for beyond, lower, upper in (
                (value > least, None, value - 1),
                (value < most, value + 1, None),
            ):
                if beyond:
                    aside = more.binary()
                    more.implied([aside], number, lower, upper)
                    changed.append(aside.affine)
        self._changes[number, value] = tuple(changed)
        return tuple(changed)

    def _clause(self, parts: Iterable[Affine]) -> None:
        self._more.row(total(parts), 1, None)
