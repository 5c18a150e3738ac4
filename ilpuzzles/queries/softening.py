"""A program some of whose rows may be given up, at a price each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ilpuzzles.modelling import (
    MINUS_INFINITY,
    NO_GROUP,
    PLUS_INFINITY,
    IntArray,
    Kind,
    Objective,
    Program,
    Rows,
    linearised,
)
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.operations import LazyConstraint, Outcome
from ilpuzzles.modelling.rows import joined


def can_be_softened(program: Program, members: Sequence[IntArray]) -> bool:
    """Whether `softened` can state this: there are bounds wherever a row has to give way."""
    soft = np.zeros(len(program.rows), dtype=bool)
    for rows in members:
        soft[rows] = True
    columns = program.rows.keep(soft).columns
    unlimited = (program.lower == MINUS_INFINITY) | (program.upper == PLUS_INFINITY)
    return not unlimited[columns].any()


@dataclass(frozen=True, slots=True)
class Waived(LazyConstraint):
    """A row by cuts that may be given up.

    Attributes:
        row: The row.
        given_up: Whether it is.
    """

    row: LazyConstraint
    given_up: Literal

    @property
    def word(self) -> str:
        """What the row is called."""
        return self.row.word

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return (*self.row.parts(), self.given_up)

    def outcome(self, values: Sequence[int]) -> Outcome:
        """What the row comes to; anything will do where it is given up."""
        outcome = self.row.outcome(values)
        return Outcome(outcome.value, None, None) if self.given_up.true(values) else outcome

    def cuts(self, values: Sequence[int]) -> list[list[Literal]]:
        """The clauses of the row, or it is given up."""
        if self.given_up.true(values):
            return []
        return [[*clause, self.given_up] for clause in self.row.cuts(values)]


def softened(
    program: Program, members: Sequence[IntArray], prices: Sequence[int], least: int = 0
) -> Program:
    """States that each member holds or is given up, and asks for the cheapest of these.

    A row gives way by as much as the bounds of its own variables call for. Rows by cuts stay what
    they are, as the last rows.

    Args:
        program: A program for which `can_be_softened`.
        members: The rows of each member, which are given up together. Rows of no member hold.
        prices: What it costs to give each member up.
        least: How many have to be given up at least, as far as that is known; it ends the search
            as soon as there are no more.

    Returns:
        A program in linear rows and rows by cuts. Its first columns are those of the given one; the
        last ones say, for each member, whether it is given up.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x")
        >>> rows = model.add(x == 0), model.add(x == 1)
        >>> soft = softened(model.program(), [np.array([0]), np.array([1])], [1, 1])
        >>> soft.variables, len(soft.rows), soft.objective.coefficients.tolist()
        (3, 3, [1, 1])
    """
    separated = program.separated()
    stated = np.ones(len(program.rows), dtype=bool)
    stated[list(separated)] = False
    program = replace(program, row_numbers=np.arange(len(program.rows)))
    numbered = linearised(program.keep(stated))
    member_of = np.full(len(program.rows), -1, dtype=np.int64)
    for number, rows in enumerate(members):
        member_of[rows] = number
    owner = member_of[numbered.row_numbers]
    hard = numbered.keep(owner < 0)
    more = LinearRows(numbered.lower, numbered.upper)
    given_up = [more.binary() for _ in members]
    soft = numbered.rows
    for row in np.nonzero(owner >= 0)[0].tolist():
        entries = slice(int(soft.starts[row]), int(soft.starts[row + 1]))
        columns, coefficients = soft.columns[entries].tolist(), soft.coefficients[entries].tolist()
        lower, upper = int(soft.lower[row]), int(soft.upper[row])
        more.implied(
            [given_up[int(owner[row])].opposite],
            Affine.of(columns, coefficients),
            None if lower == MINUS_INFINITY else lower,
            None if upper == PLUS_INFINITY else upper,
        )
    more.row(total(literal.affine for literal in given_up), least, None)
    giving_way = hard.extended(more).unnamed()
    by_cuts = tuple(
        operation if member_of[row] < 0 else Waived(operation, given_up[int(member_of[row])])
        for row, operation in separated.items()
    )
    together = joined([giving_way.rows, _by_cuts(by_cuts)])
    return replace(
        giving_way,
        rows=together,
        row_numbers=np.arange(len(together)),
        operations=by_cuts,
        objective=Objective(
            columns=np.array([literal.column for literal in given_up], dtype=np.int64),
            coefficients=np.array(prices, dtype=np.int64),
            constant=0,
            maximize=False,
        ),
    )


def _by_cuts(operations: Sequence[LazyConstraint]) -> Rows:
    """The rows of some operations."""
    columns = [operation.columns() for operation in operations]
    entries = np.array([column for row in columns for column in row], dtype=np.int64)
    count = len(operations)
    return Rows(
        starts=np.cumsum([0, *map(len, columns)]),
        columns=entries,
        coefficients=np.ones(len(entries), dtype=np.int64),
        lower=np.full(count, MINUS_INFINITY, dtype=np.int64),
        upper=np.full(count, PLUS_INFINITY, dtype=np.int64),
        kinds=np.full(count, Kind.OPERATION, dtype=np.uint8),
        groups=np.full(count, NO_GROUP, dtype=np.int64),
        targets=np.arange(count),
        aggregated=np.zeros(count, dtype=bool),
    )
