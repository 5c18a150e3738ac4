"""Linear rows and rows of literals in CP-SAT's protocol, with its literals and domains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.rows import Kind, Rows

# The constraints of rows of literals; a look at members of `Kind` takes longer than the rest.
_OF_LITERALS = {
    int(Kind.EXACTLY_ONE): "exactly_one",
    int(Kind.AT_MOST_ONE): "at_most_one",
    int(Kind.AT_LEAST_ONE): "bool_or",
}
_LINEAR = int(Kind.LINEAR)
PLAIN_KINDS = {_LINEAR, *_OF_LITERALS}
"""The kinds of rows that `fill_row` takes."""

ROWS_AT_ONCE = 64
"""How many rows are looked at together, between two looks at the clock."""

RowParts: TypeAlias = tuple[int, list[int], Sequence[int], Sequence[int]]
"""The kind of a row, with its columns, coefficients and domain, or with its literals alone."""


def row_parts(rows: Rows, numbers: range) -> Iterator[RowParts]:
    """The parts of some rows, one row after the other.

    The arrays become lists block by block: the numbers of a block are still in the processor's
    cache when CP-SAT reads them, and all at once would take more room than the model.
    """
    for first in range(numbers.start, numbers.stop, ROWS_AT_ONCE):
        block = slice(first, min(first + ROWS_AT_ONCE, numbers.stop))
        starts = rows.starts[block.start : block.stop + 1]
        entries = slice(starts[0], starts[-1])
        columns = rows.columns[entries]
        factors = rows.coefficients[entries]
        # CP-SAT writes the negation of variable v as -v - 1.
        literals = np.where(factors > 0, columns, -columns - 1).tolist()
        terms = columns.tolist()
        coefficients = factors.tolist()
        kinds = rows.kinds[block].tolist()
        lower: list[Any] = rows.lower[block].tolist()
        upper: list[Any] = rows.upper[block].tolist()
        ends = pairwise((starts - starts[0]).tolist())
        for kind, (begin, end), least, most in zip(kinds, ends, lower, upper, strict=True):
            if kind == _LINEAR:
                domain = domain_ends([least, most])
                yield kind, terms[begin:end], coefficients[begin:end], domain
            else:
                yield kind, literals[begin:end], (), ()


def fill_row(
    constraint: Any, kind: int, terms: list[int], factors: Sequence[int], domain: Sequence[int]
) -> None:
    """Makes an empty constraint of a linear row, or of one of literals (see `RowParts`)."""
    if kind in _OF_LITERALS:
        getattr(constraint, _OF_LITERALS[kind]).literals.extend(terms)
    else:
        linear = constraint.linear
        linear.vars.extend(terms)
        linear.coeffs.extend(factors)
        linear.domain.extend(domain)


def negated(literal: int) -> int:
    """Returns the negation of a literal as CP-SAT writes it: -1 for 0, -2 for 1, and back."""
    return -literal - 1


def literal_number(literal: Literal) -> int:
    """Returns a literal as CP-SAT writes it."""
    return literal.column if literal.positive else negated(literal.column)


def fill_expression(expression: Any, form: Affine) -> None:
    """Makes an empty `LinearExpressionProto` of a number."""
    if form.columns:
        expression.vars.extend(form.columns)
        expression.coeffs.extend(form.coefficients)
    expression.offset = form.constant


def fill_expressions(constraint: Any, forms: Iterable[Affine]) -> None:
    """Adds numbers to those that a constraint is about."""
    for form in forms:
        fill_expression(constraint.exprs.add(), form)


def domain_of(
    lower: Number | None, upper: Number | None, *, outside: bool = False
) -> list[int | None]:
    """The ends of the intervals within two bounds, or outside of them; None where there is none."""
    least = None if lower is None else int(lower)
    most = None if upper is None else int(upper)
    if least is not None and most is not None and least > most:
        # Nothing lies within, and everything outside.
        return [None, None] if outside else []
    if not outside:
        return [least, most]
    below = [] if least is None else [None, least - 1]
    above = [] if most is None else [most + 1, None]
    return [*below, *above]


_LEAST = -(1 << 63)
_MOST = (1 << 63) - 1
"""The ends of a domain in CP-SAT's protocol, where they stand for no end."""


def domain_ends(ends: Iterable[int | None], less: int = 0) -> list[int]:
    """The ends of intervals, less a constant, as CP-SAT's protocol has them.

    Sums stay below 62 bits (`_refuse_large_sums`), so an end beyond 64 bits says the same as none,
    or leaves nothing, as the last number of 64 bits does.
    """
    found = []
    for place, end in enumerate(ends):
        if end is None:
            found.append(_MOST if place % 2 else _LEAST)
        else:
            found.append(min(max(end - less, _LEAST + 1), _MOST - 1))
    return found
