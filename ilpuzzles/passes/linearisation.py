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

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from ilpuzzles.errors import counted
from ilpuzzles.modelling.affine import LinearRows
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.program import AnyProgram, Program
from ilpuzzles.modelling.rows import IntArray, Kind, Rows, joined
from ilpuzzles.passes.step import Change, NotNeeded, Outcome, Pass, PassSettings, WayBack


def linearised(program: AnyProgram) -> AnyProgram:
    """States a program in linear rows and rows of literals alone.

    Args:
        program: Any program.

    Returns:
        A program with the same solutions. Its first columns are those of the given one; auxiliary
        ones that operations need come after them. Rows that were not linear come last, and
        `row_numbers` says which row of the model each row is a part of.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> both = model.conjunction(model.binary("x", 3).flat)
        >>> either = model.disjunction(model.binary("y", 3).flat, aggregated=True)
        >>> len(model.program().rows), len(linearised(model.program()).rows)
        (2, 5)
    """
    rows = program.rows
    defining = rows.defining()
    if not defining.any():
        return program
    plain = program.keep(~defining)
    numbers, chunks = [plain.row_numbers], [plain.rows]
    for aggregated, kind in product((True, False), (Kind.CONJUNCTION, Kind.DISJUNCTION)):
        chosen = (rows.kinds == kind) & (rows.aggregated == aggregated)
        part, number = rows.keep(chosen), program.row_numbers[chosen]
        conjunction = kind is Kind.CONJUNCTION
        if not aggregated:
            chunks.append(_of_each(part, conjunction=conjunction))
            numbers.append(number[part.owners()])
        chunks.append(_of_all(part, conjunction=conjunction, aggregated=aggregated))
        numbers.append(number)
    into = LinearRows(program.lower, program.upper, program.continuous)
    parents: list[int] = []
    for row in np.nonzero(rows.kinds == Kind.OPERATION)[0].tolist():
        program.operations[int(rows.operations[row])].linearise(into)
        parents += [row] * (into.count - len(parents))
    parent = np.array(parents, dtype=np.int64)
    stated = replace(plain, rows=joined(chunks), row_numbers=np.concatenate(numbers), operations=())
    return stated.extended(into, groups=rows.groups[parent], numbers=program.row_numbers[parent])


def _of_all(part: Rows, *, conjunction: bool, aggregated: bool) -> Rows:
    """One row for each definition, of all its literals and the target.

    Where it is not aggregated, it keeps the target up (conjunction) or down (disjunction).
    """
    length = part.lengths()
    negated = np.bincount(part.owners()[part.coefficients < 0], minlength=len(part))
    lower: IntArray | None
    upper: IntArray | None
    if aggregated:
        least, most = (0, length - 1) if conjunction else (1 - length, 0)
        # Without literals the target is decided: 1 for a conjunction, 0 for a disjunction.
        factor = np.where(length == 0, 1, -length)
        lower, upper = (
            np.where(length == 0, int(conjunction), bound - negated) for bound in (least, most)
        )
    else:
        factor = np.full(len(part), -1)
        lower = None if conjunction else -negated
        upper = length - 1 - negated if conjunction else None
    ends = part.starts[1:]
    return Rows.of(
        part.starts + np.arange(len(part) + 1),
        np.insert(part.columns, ends, part.targets),
        np.insert(part.coefficients, ends, factor),
        lower,
        upper,
        groups=part.groups,
    )


def _of_each(part: Rows, *, conjunction: bool) -> Rows:
    """One row for each literal: at least the target (conjunction), or at most (disjunction)."""
    owner = part.owners()
    constant = (part.coefficients < 0).astype(np.int64)
    return Rows.of(
        2 * np.arange(len(owner) + 1, dtype=np.int64),
        np.stack([part.columns, part.targets[owner]], axis=1).ravel(),
        np.stack([part.coefficients, np.full(len(owner), -1)], axis=1).ravel(),
        -constant if conjunction else None,
        None if conjunction else -constant,
        groups=part.groups[owner],
    )


@dataclass(frozen=True, slots=True, eq=False)
class ColumnsAdded(WayBack):
    """The way back to a program that has only the first columns.

    Duals stay those of the linear rows, of which one row before may have become several.

    Attributes:
        variables: How many these are.
    """

    variables: int

    def values(self, values: NumberArray) -> NumberArray:
        """Returns the values of the first columns."""
        return values[..., : self.variables]


def _make_linear(program: Program, _: PassSettings) -> Outcome:
    linear = linearised(program)
    if linear is program:
        return NotNeeded()
    added = linear.variables - program.variables
    note = f"{counted(added, 'column')} added" if added else ""
    return Change(linear, ColumnsAdded(program.variables), note)


LINEAR_ROWS = Pass("linear rows", _make_linear)
"""States operations and definitions in linear rows, for solvers that know nothing else."""
