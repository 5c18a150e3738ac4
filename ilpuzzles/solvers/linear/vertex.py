"""Linear programs, exactly: the vertex of a solver's basis and its duals, in rational numbers.

A simplex solver says which bounds are tight (a basis). These form equations with a single solution,
which is found in rational numbers; whether it satisfies all other bounds, and whether its duals
prove that nothing is better, is then a matter of arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import lcm

import numpy as np

from ilpuzzles.modelling.numbers import Number, NumberArray, exact_objects, plain
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray

SMALL = 450
"""The steps that the exact vertex of a linear program may take where nobody has asked for it.

That is a few milliseconds, for programs that somebody reads: up to some 150 variables and entries.
"""

_MOST_BITS = 14_000
"""Longer numbers are no answer: they have more than 4,200 digits, which Python does not print."""


class BasisStatus(IntEnum):
    """Whether a column or row is basic, or which of its bounds is tight; numbered as by MathOpt."""

    FREE = 1
    LOWER = 2
    UPPER = 3
    FIXED = 4
    BASIC = 5


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """A simplex basis: a `BasisStatus` for every column and every row."""

    columns: IntArray
    rows: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Vertex:
    """The solution in which the bounds of a basis are tight, and what it proves.

    Attributes:
        values: The value of every column.
        duals: By how much the objective changes for each unit that the tight bound of a row moves.
        reduced: The same for the bounds of columns: what is left of the cost of each column once
            the duals of its rows are paid.
        proved: Whether the signs of these prove that no solution is better.
    """

    values: NumberArray
    duals: NumberArray
    reduced: NumberArray
    proved: bool


def vertex_of(program: Program, basis: Basis, steps: int | None = None) -> Vertex | None:
    """Solves the equations of a basis exactly.

    Args:
        program: Linear rows; all columns count as continuous.
        basis: The basis, which need not be right.
        steps: The work that it may take, with that of a check of the values; None for no limit.

    Returns:
        The vertex, which may break bounds that are not tight; None if the equations have no single
        solution, or it takes more work than that.

    Example:
        Of 2 x + y, subject to x + y <= 4 and x <= 3, the maximum is 7:

        >>> import numpy as np
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y = model.continuous("x", upper=3), model.continuous("y")
        >>> row = model.add(x + y <= 4)
        >>> model.maximize(2 * x + y)
        >>> upper, basic = BasisStatus.UPPER, BasisStatus.BASIC
        >>> basis = Basis(np.array([upper, basic]), np.array([upper]))
        >>> vertex = vertex_of(model.program(), basis)
        >>> [part.tolist() for part in (vertex.values, vertex.duals, vertex.reduced)]
        [[3, 1], [1], [1, 0]]
        >>> vertex.proved
        True
    """
    if steps is not None and _least_work(program) > steps:
        return None
    limit = WorkLimit(None if steps is None else steps - _least_work(program))
    basic = (basis.columns == BasisStatus.BASIC).nonzero()[0].tolist()
    tight = (basis.rows != BasisStatus.BASIC).nonzero()[0].tolist()
    stated = _equations(program, basis, basic, tight)
    if stated is None:
        return None
    equations, sides, values = stated
    turned: list[dict[int, Number]] = [{} for _ in basic]
    for place, equation in enumerate(equations):
        for unknown, number in equation.items():
            turned[unknown][place] = number
    costs = _costs(program)
    found = solved(equations, sides, limit)
    if found is None:
        return None
    paid = solved(turned, [costs[column] for column in basic], limit)
    if paid is None:
        return None
    for column, number in zip(basic, found, strict=True):
        values[column] = number
    try:
        return _priced(program, basis, values, costs, dict(zip(tight, paid, strict=True)))
    except _NotSolvedError:
        return None


def _priced(
    program: Program,
    basis: Basis,
    values: list[Number],
    costs: list[Number],
    paid: dict[int, Number],
) -> Vertex:
    """The vertex with its prices; `paid` has the dual of every tight row, of its stored form."""
    rows = program.rows
    duals: list[Number] = [0] * len(rows)
    for row, number in paid.items():
        duals[row] = number
    factors = exact_objects(rows.coefficients).tolist()
    columns = rows.columns.tolist()
    for row, column, factor in zip(rows.owners().tolist(), columns, factors, strict=True):
        if duals[row]:
            costs[column] -= factor * duals[row]
    scales = rows.scales.tolist()
    return Vertex(
        _numbers(values),
        _numbers([dual * scale for dual, scale in zip(duals, scales, strict=True)]),
        _numbers(costs),
        _proves(program, basis, duals, costs),
    )


def is_small(program: Program) -> bool:
    """Whether the exact vertex of a program may be found where nobody has asked for it."""
    return _least_work(program) <= SMALL


def _least_work(program: Program) -> int:
    """The steps that every exact vertex takes, however simple its equations are.

    Each entry is looked at for the equations, for the reduced costs, and for the check.
    """
    return 3 * (program.nonzeros + program.variables)


def _equations(
    program: Program, basis: Basis, basic: list[int], tight: list[int]
) -> tuple[list[dict[int, Number]], list[Number], list[Number]] | None:
    """The equations of the tight rows in the basic columns, numbered, and what they come to.

    Also the values of the columns that are not basic. None if there is no such system.
    """
    rows, values = program.rows, _resting(program, basis)
    starts, columns = rows.starts.tolist(), rows.columns.tolist()
    factors = exact_objects(rows.coefficients).tolist()
    bounds = rows.lower.tolist(), rows.upper.tolist()
    number_of = {column: number for number, column in enumerate(basic)}
    equations: list[dict[int, Number]] = []
    sides: list[Number] = []
    for row in tight:
        side = bounds[int(basis.rows[row] == BasisStatus.UPPER)][row]
        if len(basic) != len(tight) or side is None:
            return None
        entries = [(columns[e], factors[e]) for e in range(starts[row], starts[row + 1])]
        equations.append({number_of[c]: factor for c, factor in entries if c in number_of})
        sides.append(side - sum(factor * values[c] for c, factor in entries if c not in number_of))
    return None if len(basic) != len(tight) else (equations, sides, values)


def _numbers(numbers: Sequence[Number]) -> NumberArray:
    """Exact numbers in an array of objects; raises where one is longer than any program takes."""
    if any(_bits(number) > _MOST_BITS for number in numbers):
        raise _NotSolvedError
    found = np.empty(len(numbers), dtype=object)
    found[:] = [plain(number) for number in numbers]
    return found


def _resting(program: Program, basis: Basis) -> list[Number]:
    """The values of the columns that are not basic: at a bound, or 0."""
    lower, upper = program.lower.tolist(), program.upper.tolist()
    resting: list[Number] = []
    for place, least, most in zip(basis.columns.tolist(), lower, upper, strict=True):
        bound = most if place == BasisStatus.UPPER else least
        is_free = place in {BasisStatus.FREE, BasisStatus.BASIC}
        resting.append(0 if bound is None or is_free else bound)
    return resting


def _costs(program: Program) -> list[Number]:
    costs: list[Number] = [0] * program.variables
    goal = program.objective
    if goal is not None:
        for column, factor in zip(goal.columns.tolist(), goal.coefficients.tolist(), strict=True):
            # A measured cost is the fraction that the double is.
            costs[column] = plain(Fraction(factor) / goal.scale)
    return costs


def _proves(
    program: Program, basis: Basis, duals: Sequence[Number], reduced: Sequence[Number]
) -> bool:
    """Whether no column and no row gains by leaving its bound."""
    sign = -1 if program.objective is not None and program.objective.maximize else 1
    rows = program.rows
    for places, prices, lower, upper in (
        (basis.columns, reduced, program.lower, program.upper),
        (basis.rows, duals, rows.lower, rows.upper),
    ):
        sides = zip(places.tolist(), prices, lower.tolist(), upper.tolist(), strict=True)
        for place, price, least, most in sides:
            is_fixed = least is not None and least == most
            if place == BasisStatus.BASIC or is_fixed or not price:
                continue
            named = most if place == BasisStatus.UPPER else least
            if named is None:
                return False
            gains = sign * price < 0 if place == BasisStatus.LOWER else sign * price > 0
            if gains or place not in {BasisStatus.LOWER, BasisStatus.UPPER}:
                return False
    return True


def solved(
    rows: list[dict[int, Number]], right: Sequence[Number], limit: WorkLimit | None = None
) -> list[Number] | None:
    """Solves as many equations as there are unknowns, exactly.

    The equations of most bases are nearly triangular. So those with a single unknown are used up
    first, one by one; then those that alone have some unknown are put aside, which is found from
    all others at the end. What remains in the middle is solved by FLINT.

    Args:
        rows: The coefficients of each equation, by unknown.
        right: The right side of each.
        limit: The work that it may take; without one, there is none.

    Returns:
        The unknowns; None if they are not determined, or the limit is reached.

    Example:
        >>> solved([{0: 2, 1: 1}, {0: 1, 1: -1}], [5, 1])
        [Fraction(2, 1), Fraction(1, 1)]
        >>> solved([{0: 1, 1: 1}, {0: 2, 1: 2}], [5, 1]) is None
        True
    """
    equations = _Equations(rows, right, limit or WorkLimit(None))
    try:
        return equations.solve()
    except _NotSolvedError:
        return None


class _NotSolvedError(Exception):
    """Equations do not determine their unknowns, or take too much work."""


class WorkLimit:
    """Work that may be spent, in steps with numbers of up to 64 bits; longer ones count more.

    Not in seconds: whether numbers are exact must not depend on the load of a machine.
    """

    def __init__(self, steps: int | None) -> None:
        self._left = steps

    def spend(self, steps: int) -> None:
        """Takes some steps away; raises if there are not as many left."""
        if self._left is None:
            return
        self._left -= steps
        if self._left < 0:
            raise _NotSolvedError

    def spend_on(self, number: Number) -> None:
        """Takes away the steps of one operation with a number."""
        self.spend(1 + _bits(number) // 64)


def _bits(number: Number) -> int:
    """The length of a number: that of its numerator and of its denominator."""
    return number.numerator.bit_length() + number.denominator.bit_length()


class _Equations:
    """Equations, of which one after the other is used up."""

    def __init__(
        self, rows: list[dict[int, Number]], right: Sequence[Number], limit: WorkLimit
    ) -> None:
        self._rows = [dict(row) for row in rows]
        self._right = list(right)
        self._limit = limit
        self._found: list[Number] = [0] * len(rows)
        # The equations in use that have each unknown.
        self._users: list[set[int]] = [set() for _ in rows]
        for number, row in enumerate(rows):
            for unknown in row:
                self._users[unknown].add(number)
        self._open = set(range(len(rows)))
        self._unknown = set(range(len(rows)))
        # What is found at the end: an unknown, and the equation that alone has it.
        self._aside: list[tuple[int, int]] = []

    def solve(self) -> list[Number]:
        self._use_up_single_unknowns()
        self._put_aside_single_users()
        self._solve_middle()
        for unknown, number in reversed(self._aside):
            row = self._rows[number]
            rest = self._right[number]
            for other, factor in row.items():
                if other != unknown:
                    self._limit.spend_on(self._found[other])
                    rest -= factor * self._found[other]
            self._found[unknown] = Fraction(rest) / row[unknown]
        return self._found

    def _use_up_single_unknowns(self) -> None:
        """Finds the unknowns of equations that have one alone, and inserts them elsewhere."""
        waiting = [number for number in sorted(self._open) if len(self._rows[number]) <= 1]
        heapify(waiting)
        while waiting:
            number = heappop(waiting)
            if number not in self._open:
                continue
            if not self._rows[number]:
                raise _NotSolvedError
            ((unknown, factor),) = self._rows[number].items()
            value = Fraction(self._right[number]) / factor
            self._found[unknown] = value
            self._open.discard(number)
            self._unknown.discard(unknown)
            for other in sorted(self._users[unknown] - {number}):
                self._limit.spend_on(value)
                self._right[other] -= self._rows[other].pop(unknown) * value
                if len(self._rows[other]) <= 1:
                    heappush(waiting, other)

    def _put_aside_single_users(self) -> None:
        """Puts aside the equations that alone have some unknown, and so determine nothing else."""
        users = {unknown: self._users[unknown] & self._open for unknown in self._unknown}
        waiting = sorted(unknown for unknown in users if len(users[unknown]) <= 1)
        heapify(waiting)
        while waiting:
            unknown = heappop(waiting)
            if unknown not in self._unknown:
                continue
            if not users[unknown]:
                raise _NotSolvedError
            (number,) = users[unknown]
            self._aside.append((unknown, number))
            self._open.discard(number)
            self._unknown.discard(unknown)
            for other in self._rows[number]:
                if other in self._unknown:
                    users[other].discard(number)
                    if len(users[other]) <= 1:
                        heappush(waiting, other)

    def _solve_middle(self) -> None:
        """Solves the equations in the middle together, each of them in whole numbers."""
        size = len(self._open)
        if not size:
            return
        place_of = {unknown: place for place, unknown in enumerate(sorted(self._unknown))}
        matrix: list[list[int]] = []
        sides: list[list[int]] = []
        longest = 1
        for number in sorted(self._open):
            row, side = self._rows[number], self._right[number]
            parts = [*row.values(), side]
            multiple = lcm(*(part.denominator for part in parts))
            line = [0] * size
            for unknown, factor in row.items():
                line[place_of[unknown]] = int(factor * multiple)
                longest = max(longest, line[place_of[unknown]].bit_length())
            matrix.append(line)
            sides.append([int(side * multiple)])
        # By Hadamard, no determinant is longer than that.
        length = size * (longest + size.bit_length() // 2 + 1)
        self._limit.spend(size * size * (1 + length // 640))
        import flint  # noqa: PLC0415 - most programs have no such middle

        try:
            solution = flint.fmpz_mat(matrix).solve(flint.fmpz_mat(sides))
        except ZeroDivisionError:
            raise _NotSolvedError from None
        for unknown, place in place_of.items():
            value = solution[place, 0]
            self._found[unknown] = Fraction(int(value.p), int(value.q))
