"""A program in smaller numbers with the same solutions, for solvers that compute in doubles.

Bound propagation in whole numbers, shifted variables, rows divided by their common divisor.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias, cast

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

_MOST_ROUNDS = 50
"""Two rows can push bounds on and on, by 1 each time: so many rounds are enough."""

_MOST_ENTRIES_READ = 1_000_000
"""A look at so many entries takes some seconds, and is enough."""

_LARGEST_NEW_BOUND = 1 << 60
"""There is no new bound beyond this: numbers have to fit into the arrays again."""

Term: TypeAlias = tuple[int, int]
"""A column and its coefficient."""


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


def _sides(
    terms: Sequence[Term], least: int | None, most: int | None
) -> tuple[tuple[Sequence[Term], int | None], ...]:
    """A row as two sums, each with the most that it may be, or None."""
    if least is None:
        return (terms, most), ((), None)
    return (terms, most), ([(column, -factor) for column, factor in terms], -least)


class _Narrowing:
    """Bounds and rows in Python's own numbers; None stands for no bound."""

    def __init__(self, program: Program) -> None:
        self._given = program
        rows = program.rows
        self._lower, self._upper, *bounds = (
            # Every column is whole, and so is every row.
            cast("list[int | None]", side.tolist())
            for side in (program.lower, program.upper, rows.lower, rows.upper)
        )
        entries = list(zip(rows.columns.tolist(), rows.coefficients.tolist(), strict=True))
        parts = [entries[start:end] for start, end in pairwise(rows.starts.tolist())]
        self._rows = list(zip(parts, *bounds, strict=True))

    def _bounds(self, terms: Iterable[Term]) -> list[tuple[int | None, int | None]]:
        return [(self._lower[column], self._upper[column]) for column, _ in terms]

    def tighten(self) -> bool:
        """Draws from every row what it says of bounds; returns whether they leave a solution."""
        work = _MOST_ENTRIES_READ
        rounds = _MOST_ROUNDS
        changed = True
        while changed and work > 0 and rounds > 0:
            rounds -= 1
            changed = False
            for terms, least, most in self._rows:
                work -= len(terms)
                before = self._bounds(terms)
                if not all(self._at_most(*side) for side in _sides(terms, least, most)):
                    return False
                changed |= before != self._bounds(terms)
        return True

    def _at_most(self, terms: Sequence[Term], limit: int | None) -> bool:
        """Tightens bounds by a sum that is to be at most so large; returns whether it can be."""
        if limit is None:
            return True
        least = [self._least(term) for term in terms]
        endless = least.count(None)
        spare = limit - sum(part for part in least if part is not None)
        if not endless and spare < 0:
            return False
        if endless > 1:
            return True
        for (column, factor), part in zip(terms, least, strict=True):
            # All others at their least leave so much for this one.
            if part is None or not endless:
                self._note_bound(column, factor, spare + (part or 0))
        return all(low is None or high is None or low <= high for low, high in self._bounds(terms))

    def _note_bound(self, column: int, factor: int, most: int) -> None:
        """Notes that a factor times a variable is at most so large."""
        bound = most // factor if factor > 0 else -(most // -factor)
        lower, upper = self._lower[column], self._upper[column]
        if abs(bound) >= _LARGEST_NEW_BOUND:
            return
        if factor > 0 and (upper is None or bound < upper):
            self._upper[column] = bound
        elif factor < 0 and (lower is None or bound > lower):
            self._lower[column] = bound

    def _least(self, term: Term) -> int | None:
        column, factor = term
        end = self._lower[column] if factor > 0 else self._upper[column]
        return None if end is None else factor * end

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
            above, below = (self._can_exceed(*side) for side in _sides(terms, least, most))
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

    def _can_exceed(self, terms: Sequence[Term], limit: int | None) -> bool:
        """Whether the bounds let a sum be more than some number."""
        if limit is None:
            return False
        most = [self._least((column, -factor)) for column, factor in terms]
        return None in most or -sum(part for part in most if part is not None) > limit


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
