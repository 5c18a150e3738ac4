"""A program with further clauses, for questions that are answered in several searches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling import MINUS_INFINITY, PLUS_INFINITY, IntArray, Program
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total

CutPool: TypeAlias = dict[int, list[Sequence[Literal]]]
"""Clauses that follow from an operation, by its `id`."""


class Restricted:
    """A program, less the rows that are stated by cuts, plus cuts and excluded solutions.

    Its columns are those of the program and, after them, what excluding needs; see `values_of`.

    Args:
        program: The program.
        objective: Whether to keep its objective.
        pool: The cuts that are known of each operation, by its `id`. Those that are found later are
            added, so that the next search of rows with the same operation begins with them.

    Attributes:
        whole: The program itself, which solutions have to satisfy.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 2)
        >>> restricted = Restricted(model.program())
        >>> restricted.exclude(np.array([1, 0]))
        >>> restricted.program().rows.coefficients.tolist()
        [-1, 1]
    """

    def __init__(
        self, program: Program, *, objective: bool = True, pool: CutPool | None = None
    ) -> None:
        if not objective and program.objective is not None:
            program = replace(program, objective=None)
        self.whole = program
        self._separated = program.separated()
        kept = np.ones(len(program.rows), dtype=bool)
        kept[list(self._separated)] = False
        self._base = program.keep(kept)
        self._more = LinearRows(program.lower, program.upper)
        self._excluded: set[bytes] = set()
        self._demanded: list[list[tuple[Affine, int]]] = []
        self._changes: dict[tuple[Affine, int], tuple[Affine, ...]] = {}
        # The row of the program that each further row follows from.
        self._cut_from: dict[int, int] = {}
        self._pool = {} if pool is None else pool
        for row, operation in self._separated.items():
            self._add_cuts(row, self._pool.get(id(operation), ()))

    @property
    def by_cuts(self) -> bool:
        """Whether rows are left out that cuts have to make up for."""
        return bool(self._separated)

    def program(self) -> Program:
        """What a solver gets."""
        return self._base.extended(self._more)

    def values_of(self, values: IntArray) -> IntArray:
        """The values of the program's own columns."""
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
        """The rows of `program()` that some rows of the whole program have become, with cuts."""
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
        """A part of the program, with other bounds for some of its columns.

        It has no objective, the cuts that are known, and nothing excluded yet.
        """
        return Restricted(self.whole.within(bounds), objective=False, pool=self._pool)

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
