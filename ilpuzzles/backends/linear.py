"""Linear programs, exactly: the vertex of a solver's basis and its duals, in rational numbers.

GLOP, the simplex solver of OR-Tools, says which bounds are tight (a basis). The equations that
these are have one solution, which is found by elimination in fractions; whether it satisfies all
other bounds, and whether its duals prove that nothing is better, is then a matter of arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from heapq import heapify, heappop, heappush

from ilpuzzles.modelling.numbers import Number, NumberArray, exact_objects, plain, stored
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray

_WORK = 1_000_000
"""So many steps of an elimination, some seconds, are enough."""


class BasisStatus(IntEnum):
    """Whether a column or row is basic, or which of its bounds is tight; numbered as by MathOpt."""

    FREE = 1
    LOWER = 2
    UPPER = 3
    FIXED = 4
    BASIC = 5


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """Which bounds are tight: a `BasisStatus` for every column and for every row."""

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


def vertex_of(program: Program, basis: Basis) -> Vertex | None:
    """Solves the equations of a basis.

    Args:
        program: Linear rows; all columns count as continuous.
        basis: The basis, which need not be right.

    Returns:
        The vertex, which may break bounds that are not tight; None if the equations have no single
        solution, or there are too many of them.

    Example:
        Of 2 x + y, subject to x + y <= 4 and x <= 3, the maximum is 7:

        >>> import numpy as np
        >>> from ilpuzzles.modelling import Model
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
    costs, found = _costs(program), solved(equations, sides)
    paid = None if found is None else solved(turned, [costs[column] for column in basic])
    if found is None or paid is None:
        return None
    for column, number in zip(basic, found, strict=True):
        values[column] = number
    rows = program.rows
    duals: list[Number] = [0] * len(rows)
    for row, number in zip(tight, paid, strict=True):
        duals[row] = number
    factors = exact_objects(rows.coefficients).tolist()
    entries = rows.owners().tolist(), rows.columns.tolist(), factors
    for row, column, factor in zip(*entries, strict=True):
        if duals[row]:
            costs[column] -= factor * duals[row]
    scales = rows.scales.tolist()
    return Vertex(
        _numbers(values),
        _numbers([dual * scale for dual, scale in zip(duals, scales, strict=True)]),
        _numbers(costs),
        _proves(program, basis, duals, costs),
    )


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
    return exact_objects(stored([plain(number) for number in numbers]))


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
            if place == BasisStatus.BASIC or least == most or not price:
                continue
            gains = sign * price < 0 if place == BasisStatus.LOWER else sign * price > 0
            if gains or place not in {BasisStatus.LOWER, BasisStatus.UPPER}:
                return False
    return True


def solved(rows: list[dict[int, Number]], right: Sequence[Number]) -> list[Number] | None:
    """Solves as many equations as there are unknowns, by elimination.

    The shortest equation comes next, for that of its unknowns which the fewest others have: the
    equations of most bases are nearly triangular, and stay as sparse as they are.

    Args:
        rows: The coefficients of each equation, by unknown.
        right: What each comes to.

    Returns:
        The unknowns; None if they are not determined, or it takes too long.

    Example:
        >>> solved([{0: 2, 1: 1}, {0: 1, 1: -1}], [5, 1])
        [Fraction(2, 1), Fraction(1, 1)]
        >>> solved([{0: 1, 1: 1}, {0: 2, 1: 2}], [5, 1]) is None
        True
    """
    elimination = _Elimination(rows, right)
    while elimination.waiting:
        if not elimination.step() or elimination.work > _WORK:
            return None
    return elimination.unknowns()


class _Elimination:
    """Equations, of which one after the other is used up to remove an unknown from the others."""

    def __init__(self, rows: list[dict[int, Number]], right: Sequence[Number]) -> None:
        self._rows, self._right = [dict(row) for row in rows], list(right)
        # The equations in use that have each unknown.
        self._users: list[set[int]] = [set() for _ in rows]
        for number, row in enumerate(rows):
            for unknown in row:
                self._users[unknown].add(number)
        # By length; one that has changed since is there again.
        self.waiting = [(len(row), number) for number, row in enumerate(rows)]
        heapify(self.waiting)
        self._used: dict[int, int] = {}
        self.work = 0

    def step(self) -> bool:
        """Uses up the shortest equation; returns whether it has an unknown left."""
        length, number = heappop(self.waiting)
        row = self._rows[number]
        if number in self._used or length != len(row):
            return True
        if not row:
            return False
        pivot = min(row, key=lambda unknown: (len(self._users[unknown]), unknown))
        self._used[number] = pivot
        for unknown in row:
            self._users[unknown].discard(number)
        for other in sorted(self._users[pivot]):
            self._remove(pivot, number, other)
            heappush(self.waiting, (len(self._rows[other]), other))
        return True

    def _remove(self, pivot: int, number: int, other: int) -> None:
        """Removes an unknown from another equation by a multiple of one."""
        row, target = self._rows[number], self._rows[other]
        self._users[pivot].discard(other)
        factor = Fraction(target.pop(pivot)) / row[pivot]
        self._right[other] -= factor * self._right[number]
        self.work += len(row)
        for unknown, size in row.items():
            if unknown == pivot:
                continue
            left = target.get(unknown, 0) - factor * size
            if left:
                target[unknown] = left
                self._users[unknown].add(other)
            elif target.pop(unknown, None) is not None:
                self._users[unknown].discard(other)

    def unknowns(self) -> list[Number]:
        """The unknowns, once all equations are used up."""
        found: list[Number] = [0] * len(self._rows)
        for number, pivot in reversed(self._used.items()):
            row = self._rows[number]
            rest = sum(row[other] * found[other] for other in row if other != pivot)
            found[pivot] = Fraction(self._right[number] - rest) / row[pivot]
        return found
