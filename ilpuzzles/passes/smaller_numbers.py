"""A program in smaller numbers with the same solutions, for solvers that compute in doubles.

Bound propagation in whole numbers, shifted variables, rows divided by their common divisor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import LargeNumbersError
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.numbers import Numeric, exact
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import LARGEST, IntArray, Rows
from ilpuzzles.passes.bounds import AtMost, BoundedSum, ColumnBox, PropagationLimits, opposite
from ilpuzzles.passes.limits import ADVICE, Trust, activity, too_large
from ilpuzzles.passes.refutation import is_refuted
from ilpuzzles.passes.step import (
    Change,
    NoSolution,
    NotNeeded,
    Outcome,
    Pass,
    PassSettings,
    WayBack,
)

LARGEST_SURE_ACTIVITY = 10**6
"""Up to this activity, no solver has called a program infeasible that was not."""

_LIMITS = PropagationLimits(rounds=50, entries=1_000_000, largest=1 << 60)
"""How far bounds are propagated.

Two rows can push bounds on and on, by 1 each time: so many rounds are enough. A look at so many
entries takes some seconds. And numbers have to fit into the arrays again.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Narrowed(WayBack):
    """A program in smaller numbers, and the way back.

    Attributes:
        program: The program; its columns are those of the given one, less their offsets.
        offsets: The offset of each column.
    """

    program: Program
    offsets: tuple[int, ...]

    def values(self, values: IntArray) -> IntArray:
        """Returns values of the given program's columns."""
        pairs = zip(values.tolist(), self.offsets, strict=True)
        return np.array([value + offset for value, offset in pairs], dtype=np.int64)

    def hint(self, hint: Mapping[Variable, Numeric]) -> dict[Variable, Numeric]:
        """Returns a hint for columns less their offsets; one for another model stays as it is."""
        offsets = dict(enumerate(self.offsets))
        return {
            variable: exact(value) - offsets.get(variable.column, 0)
            for variable, value in hint.items()
        }


def narrow_range(program: Program) -> Narrowed | None:
    """Tightens bounds, lets every variable begin at 0, leaves out decided rows, divides the others.

    All of it in linear rows and whole numbers without an end: no solution is lost, and none is
    added. None if this alone shows that there is no solution.

    Raises:
        LargeNumbersError: If its numbers do not fit into 64 bits even so.
    """
    work = _Narrowing(program)
    return work.program() if work.tighten() else None


class _Narrowing:
    """Bounds and rows in Python's own numbers; None stands for no bound."""

    def __init__(self, program: Program) -> None:
        self._given = program
        rows = program.rows
        entries = list(zip(rows.columns.tolist(), rows.coefficients.tolist(), strict=True))
        parts = [entries[start:end] for start, end in pairwise(rows.starts.tolist())]
        lower = program.lower.tolist()
        upper = program.upper.tolist()
        self._box = ColumnBox(lower, upper, [True] * program.variables)
        # Every column is whole, and so is every row. These are the lists that the box narrows.
        self._lower = cast("list[int | None]", lower)
        self._upper = cast("list[int | None]", upper)
        row_lower = cast("list[int | None]", rows.lower.tolist())
        row_upper = cast("list[int | None]", rows.upper.tolist())
        self._rows = list(zip(parts, row_lower, row_upper, strict=True))

    def tighten(self) -> bool:
        """Draws from every row what it says of bounds; returns whether they leave a solution."""
        sums = [BoundedSum.of(*row) for row in self._rows]
        return self._box.propagate(sums, _LIMITS)

    def program(self) -> Narrowed | None:
        """The rows and columns that are left, in smaller numbers; None if a row cannot hold."""
        given = self._given
        offsets = [
            low if low is not None else high or 0
            for low, high in zip(self._lower, self._upper, strict=True)
        ]
        rows = self._move_rows(offsets)
        if rows is None:
            return None
        built, kept = rows
        lower = Bounds.lower(_moved(self._lower, offsets))
        upper = Bounds.upper(_moved(self._upper, offsets))
        moved = replace(
            given,
            lower=lower,
            upper=upper,
            rows=built,
            row_numbers=given.row_numbers[kept],
            objective=_move_objective(given.objective, offsets, lower < upper),
        )
        return Narrowed(moved, tuple(offsets))

    def _move_rows(self, offsets: Sequence[int]) -> tuple[Rows, IntArray] | None:
        """The rows that bounds do not imply, and their numbers; None if one cannot hold."""
        into = LinearRows(Bounds.lower([]), Bounds.upper([]))
        kept: list[int] = []
        for row, (terms, least, most) in enumerate(self._rows):
            above = most is not None and self._box.can_exceed(AtMost(terms, most))
            below = least is not None and self._box.can_exceed(AtMost(opposite(terms), -least))
            if not below and not above:
                continue
            open_ = [term for term in terms if self._lower[term[0]] != self._upper[term[0]]]
            constant = sum(factor * offsets[column] for column, factor in terms)
            divisor = math.gcd(*(factor for _, factor in open_)) or 1
            lower = -((constant - least) // divisor) if below and least is not None else None
            upper = (most - constant) // divisor if above and most is not None else None
            if lower is not None and upper is not None and lower > upper:
                return None
            if max(abs(lower or 0), abs(upper or 0)) >= LARGEST:
                raise LargeNumbersError("a row adds up to 62 bits or more", ADVICE)
            columns = tuple(column for column, _ in open_)
            factors = tuple(factor // divisor for _, factor in open_)
            into.row(Affine(columns, factors), lower, upper)
            kept.append(row)
        numbers = np.array(kept, dtype=np.int64)
        return into.rows(self._given.rows.groups[numbers]), numbers


def _move_objective(
    objective: Objective | None, offsets: Sequence[int], open_: npt.NDArray[np.bool_]
) -> Objective | None:
    """The objective with the terms of decided variables, and all offsets, in its constant."""
    if objective is None:
        return None
    columns, factors = objective.columns.tolist(), objective.coefficients.tolist()
    more = sum(factor * offsets[column] for column, factor in zip(columns, factors, strict=True))
    kept = open_[objective.columns]
    return replace(
        objective,
        columns=objective.columns[kept],
        coefficients=objective.coefficients[kept],
        constant=objective.constant + more,
    )


def _moved(bounds: Sequence[int | None], offsets: Sequence[int]) -> list[int | None]:
    """Bounds, less the offsets of their columns."""
    pairs = zip(bounds, offsets, strict=True)
    return [None if bound is None else bound - offset for bound, offset in pairs]


def _make_numbers_smaller(program: Program, settings: PassSettings) -> Outcome:
    if program.is_mixed() or program.is_measured():
        return NotNeeded("not all numbers are whole")
    reached = activity(program)
    is_trusted = settings.trust is None or too_large(program, settings.trust, reached) is None
    if reached <= LARGEST_SURE_ACTIVITY and is_trusted:
        return NotNeeded(f"rows add up to {reached:,.0f} at most")
    small = narrow_range(program)
    if small is None:
        if is_refuted(program):
            return NoSolution()
        # Its bounds alone are no proof: the solver has to find out.
        _require_not_too_large(program, settings.refused_above)
        return NotNeeded("bounds contradict each other, which the solver is to find out")
    if len(small.program.rows):
        _require_not_too_large(small.program, settings.refused_above)
    return Change(small.program, small, f"rows added up to {reached:.0e}")


def _require_not_too_large(program: Program, limit: Trust | None) -> None:
    problem = None if limit is None else too_large(program, limit, activity(program))
    if problem is not None:
        raise LargeNumbersError(problem)


SMALLER_NUMBERS = Pass("smaller numbers", _make_numbers_smaller)
"""States a program in smaller numbers where these are large, in whole numbers and exactly."""
