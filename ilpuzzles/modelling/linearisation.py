"""Turns rows that are not linear into linear rows, for solvers that know nothing else.

Each operation knows its own rows; those of conjunctions and disjunctions are made here, in bulk.

With literals l1 ... lk and the target z:

| row | aggregated | one for each literal |
| --- | --- | --- |
| z = l1 and ... and lk | 0 <= l1 + ... + lk - k z <= k - 1 | z <= li, l1 + ... + lk - z <= k - 1 |
| z = l1 or ... or lk | 1 - k <= l1 + ... + lk - k z <= 0 | z >= li, l1 + ... + lk - z >= 0 |

The aggregated form is small; the other one is the tightest there is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ilpuzzles.modelling.affine import LinearRows
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import (
    MINUS_INFINITY,
    NO_TARGET,
    PLUS_INFINITY,
    IntArray,
    Kind,
    Rows,
    joined,
)


def linearised(program: Program) -> Program:
    """States a program in linear rows and rows of literals alone.

    Args:
        program: Any program.

    Returns:
        A program with the same solutions. Its first columns are those of the given one; auxiliary
        ones that operations need come after them. Rows that were not linear come last, and
        `row_numbers` says which row of the model each row is a part of.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> both = model.conjunction(model.binary("x", 3).flat())
        >>> either = model.disjunction(model.binary("y", 3).flat(), aggregated=True)
        >>> len(model.program().rows), len(linearised(model.program()).rows)
        (2, 5)
    """
    rows = program.rows
    defining = rows.defining()
    if not defining.any():
        return program
    plain = program.keep(~defining)
    numbers = [plain.row_numbers]
    chunks = [plain.rows]
    conjunction, disjunction = rows.kinds == Kind.CONJUNCTION, rows.kinds == Kind.DISJUNCTION
    for chosen in (conjunction & rows.aggregated, disjunction & rows.aggregated):
        chunks.append(_aggregated(rows.keep(chosen)))
        numbers.append(program.row_numbers[chosen])
    for chosen in (conjunction & ~rows.aggregated, disjunction & ~rows.aggregated):
        part = rows.keep(chosen)
        number = program.row_numbers[chosen]
        chunks += [_each(part), _together(part)]
        numbers += [number[part.owners()], number]
    into = LinearRows(program.lower, program.upper)
    parents: list[int] = []
    for row in np.nonzero(rows.kinds == Kind.OPERATION)[0].tolist():
        program.operations[int(rows.targets[row])].linearise(into)
        parents += [row] * (into.count - len(parents))
    parent = np.array(parents, dtype=np.int64)
    stated = replace(plain, rows=joined(chunks), row_numbers=np.concatenate(numbers), operations=())
    return stated.extended(into, groups=rows.groups[parent], numbers=program.row_numbers[parent])


def _aggregated(part: Rows) -> Rows:
    """One row each: the number of true literals, less k times the target."""
    length = part.lengths()
    negated = _negated(part)
    if len(part) and part.kinds[0] == Kind.CONJUNCTION:
        lower, upper = -negated, length - 1 - negated
    else:
        lower, upper = 1 - length - negated, -negated
    # Without literals the target is decided: 1 for a conjunction, 0 for a disjunction.
    empty = length == 0
    decided = int(bool(len(part)) and part.kinds[0] == Kind.CONJUNCTION)
    return _linear(
        part,
        factor=np.where(empty, 1, -length),
        lower=np.where(empty, decided, lower),
        upper=np.where(empty, decided, upper),
    )


def _together(part: Rows) -> Rows:
    """The row that keeps the target up (conjunction) or down (disjunction)."""
    length = part.lengths()
    negated = _negated(part)
    none = np.full(len(part), MINUS_INFINITY, dtype=np.int64)
    if len(part) and part.kinds[0] == Kind.CONJUNCTION:
        lower, upper = none, length - 1 - negated
    else:
        lower, upper = -negated, np.full(len(part), PLUS_INFINITY, dtype=np.int64)
    return _linear(part, factor=np.full(len(part), -1), lower=lower, upper=upper)


def _each(part: Rows) -> Rows:
    """For every literal: it is at least the target (conjunction), or at most (disjunction)."""
    owner = part.owners()
    count = len(owner)
    constant = (part.coefficients < 0).astype(np.int64)
    if len(part) and part.kinds[0] == Kind.CONJUNCTION:
        lower, upper = -constant, np.full(count, PLUS_INFINITY, dtype=np.int64)
    else:
        lower, upper = np.full(count, MINUS_INFINITY, dtype=np.int64), -constant
    columns = np.stack([part.columns, part.targets[owner]], axis=1).ravel()
    factors = np.stack([part.coefficients, np.full(count, -1)], axis=1).ravel()
    return Rows(
        starts=2 * np.arange(count + 1, dtype=np.int64),
        columns=columns,
        coefficients=factors,
        lower=lower,
        upper=upper,
        kinds=np.full(count, Kind.LINEAR, dtype=np.uint8),
        groups=part.groups[owner],
        targets=np.full(count, NO_TARGET, dtype=np.int64),
        aggregated=np.zeros(count, dtype=bool),
    )


def _negated(part: Rows) -> IntArray:
    """How many literals of each row are negated."""
    return np.bincount(part.owners()[part.coefficients < 0], minlength=len(part))


def _linear(part: Rows, *, factor: IntArray, lower: IntArray, upper: IntArray) -> Rows:
    """Rows of all literals and the target with a factor."""
    count = len(part)
    ends = part.starts[1:]
    return Rows(
        starts=part.starts + np.arange(count + 1),
        columns=np.insert(part.columns, ends, part.targets),
        coefficients=np.insert(part.coefficients, ends, factor),
        lower=lower,
        upper=upper,
        kinds=np.full(count, Kind.LINEAR, dtype=np.uint8),
        groups=part.groups,
        targets=np.full(count, NO_TARGET, dtype=np.int64),
        aggregated=np.zeros(count, dtype=bool),
    )
