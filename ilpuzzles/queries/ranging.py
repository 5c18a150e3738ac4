"""Ranging: the intervals of costs and right sides in which the basis stays optimal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from math import inf
from operator import index
from typing import Any, Literal, SupportsIndex

import numpy as np

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, ModelError, counted
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.judging import RowsInDoubles, column_misses
from ilpuzzles.modelling.numbers import (
    NumberArray,
    Value,
    data_of,
    doubles,
    plain,
    size_of,
    text_of,
)
from ilpuzzles.modelling.ownership import Extent, require_same_model
from ilpuzzles.modelling.program import Program, require_own_rows
from ilpuzzles.modelling.row_check import Row, bounds_of, factors_of
from ilpuzzles.modelling.rows import NO_ORIGIN, IntArray
from ilpuzzles.modelling.text_tables import table_html, table_text
from ilpuzzles.solvers.linear.run import exact_vertex, solve_linear
from ilpuzzles.solvers.linear.vertex import Basis, BasisStatus

_MOST_ENTRIES = 20_000_000
"""The entries of the largest matrix that is made: 160 megabytes of doubles."""

_SHARE_OF_ZERO = 1e-9
"""The share of its size up to which a double counts as 0."""

_MOST_ENTRIES_OF_DIRECTIONS = 5_000_000
"""The entries in all linear programs that the duals of a degenerate vertex may take."""

Kind = Literal["cost", "lower", "upper", "right side"]

Steps = tuple[Value, Value]
"""The steps by which a number may fall and rise; infinite for no limit."""


@dataclass(frozen=True, slots=True)
class Range:
    """The range of one number of a linear program within which the basis stays optimal.

    Attributes:
        name: The name of the variable, or of the row.
        kind: A cost, the lower or the upper bound of a row, or the right side of an equation.
        value: The number in the model.
        lower: The lower end of the range; None where there is no limit.
        upper: The upper end, likewise.
        slope: By how much the objective changes for each unit that the number grows, within this
            range: the value of the variable, or the dual of the row.
    """

    name: str
    kind: Kind
    value: Value
    lower: Value | None
    upper: Value | None
    slope: Value

    def to_json(self) -> dict[str, Any]:
        """Returns the range as plain data."""
        numbers = {"value": self.value, "from": self.lower, "to": self.upper, "worth": self.slope}
        data = {
            word: None if number is None else data_of(number) for word, number in numbers.items()
        }
        return {"name": self.name, "number": self.kind, **data}

    def line(self) -> list[str]:
        """Returns the range as a line of a table."""
        is_bound = self.kind in {"lower", "upper"}
        kind = f"{self.kind} bound" if is_bound else self.kind
        lower = "any" if self.lower is None else text_of(self.lower)
        upper = "any" if self.upper is None else text_of(self.upper)
        return [self.name, kind, text_of(self.value), lower, upper, text_of(self.slope)]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ranging:
    """The ranges of all costs and right sides at an optimum of a linear program.

    At a degenerate vertex several bases belong to the same solution, and each has its own ranges
    and duals: those of a right side may hold on one side of it only, or for no change at all. So
    for every right side there, `duals` has what a change downwards and one upwards are worth.

    Attributes:
        program: The linear program.
        costs: The range of the cost of each variable.
        sides: The ranges of the bounds of each row; of a row with two bounds, both.
        degenerate: Whether a variable or a row is at a bound that the basis does not say is tight.
        duals: For each row that is at a bound, what each unit downwards, and upwards, is worth;
            None where such a change leaves no solution. By the place of the row in the program;
            empty unless the vertex is degenerate, and where it would take too much work.
        exact: Whether all numbers are exact.
    """

    program: Program
    costs: tuple[Range, ...]
    sides: dict[int, tuple[Range, ...]]
    degenerate: bool
    duals: dict[int, tuple[Value | None, Value | None]]
    exact: bool

    def cost(self, variable: Variable) -> Range:
        """Returns the range of the cost of a variable.

        Raises:
            ModelError: If it is a variable of another model.
        """
        owner = self.program.names.owner
        used = Extent.of_columns([variable.column])
        require_same_model(variable, variable.owner, owner, "this is a result of", used=used)
        if variable.column >= len(self.costs):
            raise ModelError(f"{variable!r} is newer than this result", "solve again")
        return self.costs[variable.column]

    def side(self, row: Row | SupportsIndex) -> Range:
        """Returns the range of the bound of a row; of two, the tight or else the nearest one.

        Raises:
            ModelError: If the row has no bound, or has become several linear rows.
        """
        numbers = row.numbers() if isinstance(row, Row) else [index(row)]
        if isinstance(row, Row):
            used = Extent.of_rows(row.numbers())
            owner = self.program.names.owner
            require_own_rows(row, owner, "this is a result of", used=used)
        if len(numbers) != 1:
            raise ModelError(
                f"expected one row, got {counted(len(numbers), 'row')}", "look at its 'parts'"
            )
        place = self.program.place_of_row(numbers[0])
        ranges = self.sides.get(place, ())
        if not ranges:
            raise ModelError(f"{self.program.row_name(place)} has no bound", "it cannot move")
        return ranges[0]

    def table(self) -> list[list[str]]:
        """Returns all ranges as a table: name, kind, value, both ends, and the slope."""
        lines = [["name", "number", "value", "from", "to", "worth"]]
        lines += [cost.line() for cost in self.costs]
        for place in sorted(self.sides):
            lines_of_row = [side.line() for side in self.sides[place]]
            if place in self.duals:
                lines_of_row[0][-1] = _both_sides(*self.duals[place])
            lines += lines_of_row
        return lines

    def to_json(self) -> dict[str, Any]:
        """Returns the ranges as plain data; a missing limit is null."""
        sides = [side for row in sorted(self.sides) for side in self.sides[row]]
        one_sided_duals = {}
        for row, duals in self.duals.items():
            numbers = [None if dual is None else data_of(dual) for dual in duals]
            one_sided_duals[self.program.row_name(row)] = numbers
        return {
            "exact": self.exact,
            "degenerate": self.degenerate,
            "costs": [cost.to_json() for cost in self.costs],
            "rows": [side.to_json() for side in sides],
            "one_sided_duals": one_sided_duals,
        }

    def text(self) -> str:
        """Returns the ranges as a table, and whether the vertex is degenerate."""
        precision = "exact" if self.exact else "in doubles"
        head = f"ranging ({precision}): while the basis stays optimal"
        if self.degenerate:
            head += "\nthe vertex is degenerate: other bases of the same solution have other ranges"
        if self.duals:
            head += "\n'a below, b above' is what a unit downwards, and upwards, is worth"
        return f"{head}\n{table_text(self.table())}"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        numbers = counted(len(self.costs), "cost")
        return f"<ranges of {numbers} and of the bounds of {counted(len(self.sides), 'row')}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        head = f"<p>{escape(self.text().split(chr(10), 1)[0])}</p>"
        return {"text/plain": self.text(), "text/html": head + table_html(self.table())}


def _both_sides(below: Value | None, above: Value | None) -> str:
    """Returns the duals of a unit downwards and upwards as text; one where they are the same."""
    text_below = "no solution" if below is None else text_of(below)
    text_above = "no solution" if above is None else text_of(above)
    if text_below == text_above:
        return text_below
    return f"{text_below} below, {text_above} above"


@dataclass(frozen=True, slots=True, eq=False)
class _Tableau:
    """The simplex tableau of a basis, as dense matrices.

    It is that of a minimum: costs and prices of a maximum have their signs changed. With M the
    tight rows of the basic columns, the basic values are M^-1 times the activities that are left
    for them in the tight rows.

    Attributes:
        basic: The basic columns.
        resting: The other columns, which rest at a bound.
        tight: The rows that are not basic.
        loose: The basic rows.
        inverse: M^-1, shape (basic, tight).
        matrix: All coefficients, shape (rows, columns).
        exact: Whether these are fractions, not doubles.
    """

    basic: list[int]
    resting: list[int]
    tight: list[int]
    loose: list[int]
    inverse: NumberArray
    matrix: NumberArray
    exact: bool

    @staticmethod
    def of(program: Program, basis: Basis, *, exact: bool) -> _Tableau:
        """Returns the tableau of a basis."""
        columns = program.variables
        count = len(program.rows)
        if columns * count > _MOST_ENTRIES:
            size = f"{count:,} rows by {columns:,} variables"
            what = f"ranging needs a table of {size}, more than {_MOST_ENTRIES:,} entries"
            raise BackendError(what, "range a smaller part of the model")
        is_basic = basis.columns == BasisStatus.BASIC
        is_loose = basis.rows == BasisStatus.BASIC
        basic = is_basic.nonzero()[0].tolist()
        resting = (~is_basic).nonzero()[0].tolist()
        loose = is_loose.nonzero()[0].tolist()
        tight = (~is_loose).nonzero()[0].tolist()
        if len(basic) != len(tight):
            raise BackendError(
                "the basis has too few, or too many, tight rows", "please report this"
            )
        rows = program.rows
        owners = rows.owners()
        if exact:
            matrix = np.full((count, columns), Fraction(0), dtype=object)
            matrix[owners, rows.columns] = [
                Fraction(factor) for row in range(count) for factor in factors_of(rows, row)
            ]
        else:
            matrix = np.zeros((count, columns))
            matrix[owners, rows.columns] = rows.in_doubles()[0]
        inverse = _inverse(matrix[np.ix_(tight, basic)], exact)
        return _Tableau(basic, resting, tight, loose, inverse, matrix, exact)

    def part(self, rows: list[int], columns: list[int]) -> NumberArray:
        """Returns the coefficients of some rows and columns."""
        return self.matrix[np.ix_(rows, columns)]


def _inverse(matrix: NumberArray, exact: bool) -> NumberArray:
    """Returns the inverse of the tight rows of basic columns."""
    if not len(matrix):
        return matrix.T
    if not exact:
        try:
            return np.linalg.inv(matrix)
        except np.linalg.LinAlgError:
            raise BackendError("the basis is singular", "scale the numbers") from None
    import flint  # noqa: PLC0415 - for exact numbers alone

    rows = [
        [flint.fmpq(number.numerator, number.denominator) for number in row]
        for row in matrix.tolist()
    ]
    try:
        inverse = flint.fmpq_mat(rows).inv()
    except ZeroDivisionError:
        raise BackendError("the basis is singular", "scale the numbers") from None
    fractions = np.empty(matrix.T.shape, dtype=object)
    fractions[:] = [
        [Fraction(int(number.p), int(number.q)) for number in row] for row in inverse.tolist()
    ]
    return fractions


def _steps(changes: NumberArray, below: NumberArray, above: NumberArray, share: Value) -> Steps:
    """Returns the steps down and up until a number meets a bound; infinite for no limit.

    Args:
        changes: By how much each number changes for a unit upwards.
        below: How far each may fall, infinite where there is no bound.
        above: How far each may rise.
        share: Changes up to this share of the largest one are taken for 0.
    """
    smallest = share * max(abs(changes).tolist(), default=0)
    rising = changes > smallest
    falling = changes < -smallest
    up = [*(above[rising] / changes[rising]), *(below[falling] / -changes[falling])]
    down = [*(below[rising] / changes[rising]), *(above[falling] / -changes[falling])]
    return max(min(down, default=inf), 0), max(min(up, default=inf), 0)


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """An optimal basis of a linear program, and its numbers.

    Attributes:
        basis: The basis.
        values: The value of every column.
        duals: The dual of every row.
        reduced: The reduced cost of every column.
        exact: Whether these numbers are exact, so that ranges are.
    """

    basis: Basis
    values: NumberArray
    duals: NumberArray
    reduced: NumberArray
    exact: bool


def ranging_of(program: Program, optimum: Optimum) -> Ranging:
    """Finds all ranges of an optimal basis of a linear program.

    Raises:
        BackendError: If the program is too large, or the basis is singular.
    """
    search = _Search(program, optimum)
    costs = search.costs()
    sides = search.sides()
    degenerate = search.is_degenerate()
    worth = search.one_sided_duals() if degenerate else {}
    one_sided = [dual for both in worth.values() for dual in both]
    is_exact = optimum.exact and not any(isinstance(dual, float) for dual in one_sided)
    return Ranging(program, costs, sides, degenerate, worth, is_exact)


class _Search:
    """The search for the ranges of a basis; costs and prices of a maximum change their signs."""

    def __init__(self, program: Program, optimum: Optimum) -> None:
        basis = optimum.basis
        exact = optimum.exact
        self._program = program
        self._basis = basis
        self._exact = exact
        self._parts = _Tableau.of(program, basis, exact=exact)
        self._share_of_zero: Value = 0 if exact else _SHARE_OF_ZERO
        goal = program.objective
        self._maximize = goal is not None and goal.maximize
        sign = -1 if self._maximize else 1
        self._values = optimum.values.astype(object if exact else np.float64)
        self._duals = optimum.duals
        activity = self._parts.matrix @ self._values
        rows = program.rows
        ends = [bounds_of(rows, row) for row in range(len(rows))]
        row_lower = [end[0] for end in ends]
        row_upper = [end[1] for end in ends]
        self._row_ends = ends
        # Where there is no bound, infinity; with fractions in an array of objects.
        self._row_below = self._gaps(activity, row_lower)
        self._row_above = self._gaps(activity, row_upper, upper=True)
        lower = program.lower.tolist()
        upper = program.upper.tolist()
        self._below = self._gaps(self._values, lower)
        self._above = self._gaps(self._values, upper, upper=True)
        self._activity = activity
        # The distance that counts as none: in doubles, a share of the size of each number.
        in_doubles = doubles(optimum.values)
        bounds_of_columns = program.lower.in_doubles(), program.upper.in_doubles()
        column_sizes = column_misses(in_doubles, *bounds_of_columns).sizes
        row_sizes = RowsInDoubles.of(rows).misses(in_doubles).sizes
        self._near_columns = 0 if exact else _SHARE_OF_ZERO * column_sizes
        self._near_rows = 0 if exact else _SHARE_OF_ZERO * row_sizes
        # Prices of what rests at a bound: how far they may fall and rise before it should leave.
        self._price_below, self._price_above = self._price_gaps(
            sign * optimum.reduced, basis.columns, lower, upper
        )
        self._dual_below, self._dual_above = self._price_gaps(
            sign * optimum.duals, basis.rows, row_lower, row_upper
        )

    def _gaps(
        self, values: NumberArray, ends: Sequence[Value | None], *, upper: bool = False
    ) -> NumberArray:
        """Returns the distances of values from bounds, infinite where there is none."""
        gaps = [
            inf if end is None else (end - value if upper else value - end)
            for value, end in zip(values.tolist(), ends, strict=True)
        ]
        distances = np.empty(len(gaps), dtype=object if self._exact else np.float64)
        distances[:] = gaps
        return distances

    def _price_gaps(
        self,
        prices: NumberArray,
        places: IntArray,
        lower: Sequence[Value | None],
        upper: Sequence[Value | None],
    ) -> tuple[NumberArray, NumberArray]:
        """Returns how far prices may fall and rise, in a minimum, while their bounds stay tight.

        A price at a lower bound has to be at least 0, at an upper bound at most 0. Where both
        bounds are the same, it may be any number.
        """
        dtype = object if self._exact else np.float64
        below = np.full(len(prices), inf, dtype=dtype)
        above = np.full(len(prices), inf, dtype=dtype)
        sides = zip(prices.tolist(), places.tolist(), lower, upper, strict=True)
        for place, (price, status, least, most) in enumerate(sides):
            if status == BasisStatus.BASIC or (least is not None and least == most):
                continue
            if status != BasisStatus.UPPER:
                below[place] = price
            if status != BasisStatus.LOWER:
                above[place] = -price
        return below, above

    def _around(self, value: Value, steps: Steps) -> tuple[Value | None, Value | None]:
        """Returns the least and the greatest that a number may become."""
        down, up = steps
        least = None if down == inf else self._end(value, value - down)
        greatest = None if up == inf else self._end(value, value + up)
        return least, greatest

    def _end(self, value: Value, end: Value) -> Value:
        """Returns the end of a range; a difference of doubles that should be 0 is rounded to 0."""
        is_nothing = not self._exact and abs(float(end)) <= _SHARE_OF_ZERO * abs(float(value))
        return 0.0 if is_nothing else self._number(end)

    def _number(self, number: Value) -> Value:
        return plain(number) if self._exact else float(number)

    # Costs

    def costs(self) -> tuple[Range, ...]:
        """Returns the range of the cost of every column."""
        parts = self._parts
        program = self._program
        resting = parts.resting
        tight = parts.tight
        # By how much a unit more of the cost of a basic column changes duals and reduced costs.
        changes = parts.inverse @ parts.part(tight, resting)
        place_of = {column: place for place, column in enumerate(parts.basic)}
        ranges = []
        for column, cost in enumerate(_costs_of(program)):
            place = place_of.get(column)
            if place is None:
                steps = self._price_below[column], self._price_above[column]
            else:
                of_resting = _steps(
                    -changes[place],
                    self._price_below[resting],
                    self._price_above[resting],
                    self._share_of_zero,
                )
                of_tight = _steps(
                    parts.inverse[place],
                    self._dual_below[tight],
                    self._dual_above[tight],
                    self._share_of_zero,
                )
                steps = min(of_resting[0], of_tight[0]), min(of_resting[1], of_tight[1])
            if self._maximize:
                steps = steps[1], steps[0]
            least, most = self._around(cost, (max(steps[0], 0), max(steps[1], 0)))
            name = program.names.name_of(column)
            value = self._number(self._values[column])
            ranges.append(Range(name, "cost", self._number(cost), least, most, value))
        return tuple(ranges)

    # Right sides

    def sides(self) -> dict[int, tuple[Range, ...]]:
        """Returns the ranges of the bounds of every row, the tight or the nearest bound first."""
        parts = self._parts
        loose_changes = parts.part(parts.loose, parts.basic) @ parts.inverse
        place_of = {row: place for place, row in enumerate(parts.tight)}
        ranges = {}
        for row, (least, most) in enumerate(self._row_ends):
            if least is None and most is None:
                continue
            place = place_of.get(row)
            if place is None:
                ranges[row] = self._loose_sides(row, least, most)
                continue
            of_basic = _steps(
                parts.inverse[:, place],
                self._below[parts.basic],
                self._above[parts.basic],
                self._share_of_zero,
            )
            of_loose = _steps(
                loose_changes[:, place],
                self._row_below[parts.loose],
                self._row_above[parts.loose],
                self._share_of_zero,
            )
            steps = min(of_basic[0], of_loose[0]), min(of_basic[1], of_loose[1])
            ranges[row] = self._tight_sides(row, least, most, steps)
        return ranges

    def _tight_sides(
        self, row: int, least: Value | None, most: Value | None, steps: Steps
    ) -> tuple[Range, ...]:
        """Returns the ranges of the bounds of a tight row; two bounds never pass each other."""
        is_upper = self._basis.rows[row] == BasisStatus.UPPER or least is None
        bound = most if is_upper else least
        other = least if is_upper else most
        dual = self._number(self._duals[row])
        name = self._program.row_name(row)
        assert bound is not None  # noqa: S101 - a tight row has a bound
        if least is not None and least == most:
            # An equation moves as a whole.
            lowest, highest = self._around(bound, steps)
            return (Range(name, "right side", bound, lowest, highest, dual),)
        kinds: tuple[Kind, Kind] = ("upper", "lower") if is_upper else ("lower", "upper")
        lowest, highest = self._around(bound, steps)
        if other is not None and is_upper:
            lowest = other if lowest is None else max(lowest, other)
        if other is not None and not is_upper:
            highest = other if highest is None else min(highest, other)
        ranges = [Range(name, kinds[0], bound, lowest, highest, dual)]
        if other is not None:
            floor, ceiling = (None, bound) if is_upper else (bound, None)
            ranges.append(Range(name, kinds[1], other, floor, ceiling, 0))
        return tuple(ranges)

    def _loose_sides(self, row: int, least: Value | None, most: Value | None) -> tuple[Range, ...]:
        """Returns the ranges of the bounds of a loose row: each may come up to its activity."""
        name = self._program.row_name(row)
        activity = self._number(self._activity[row])
        if least is not None and least == most:
            # An equation that others imply cannot move by itself.
            return (Range(name, "right side", least, least, least, 0),)
        ranges = []
        if least is not None:
            ranges.append(Range(name, "lower", least, None, max(activity, least), 0))
        if most is not None:
            ranges.append(Range(name, "upper", most, min(activity, most), None, 0))
        return tuple(sorted(ranges, key=lambda side: float(size_of(side.value - activity))))

    # Degenerate vertices

    def is_degenerate(self) -> bool:
        """Whether a basic column or row is at a bound."""
        columns = [is_at[self._parts.basic] for is_at in self._columns_at_bounds()]
        rows = [is_at[self._parts.loose] for is_at in self._rows_at_bounds()]
        return any(bool(is_at.any()) for is_at in [*columns, *rows])

    def _columns_at_bounds(self) -> tuple[NumberArray, NumberArray]:
        """Whether each column is at its lower, and at its upper bound."""
        return self._below <= self._near_columns, self._above <= self._near_columns

    def _rows_at_bounds(self) -> tuple[NumberArray, NumberArray]:
        """Whether each row is at its lower, and at its upper bound."""
        return self._row_below <= self._near_rows, self._row_above <= self._near_rows

    def one_sided_duals(self) -> dict[int, tuple[Value | None, Value | None]]:
        """Returns the duals of a unit downwards and upwards, for every row that is at a bound.

        The change of the optimum is a linear program in directions: no row and no column goes
        beyond the bound that it is at; the bound of the row in question moves by one unit.
        """
        at_lower, at_upper = self._rows_at_bounds()
        rows = (at_lower | at_upper).nonzero()[0].tolist()
        if len(rows) * 2 * max(1, self._program.nonzeros) > _MOST_ENTRIES_OF_DIRECTIONS:
            return {}
        columns = self._columns_at_bounds()
        directions = _directions(self._program, columns, (at_lower, at_upper))
        return {
            row: (self._worth(directions, row, -1), self._worth(directions, row, 1)) for row in rows
        }

    def _worth(self, directions: Program, row: int, step: int) -> Value | None:
        """Returns the change of the objective for each unit, if a bound moves by 1 or -1."""
        rows = directions.rows
        moved = replace(
            rows,
            lower=_with_number(rows.lower, row, step * rows.scales[row]),
            upper=_with_number(rows.upper, row, step * rows.scales[row]),
        )
        program = replace(directions, rows=moved)
        answer = solve_linear(program, Options())
        if answer.status is Status.INFEASIBLE:
            return None
        if answer.status is not Status.OPTIMAL:
            what = f"the duals of {self._program.row_name(row)} cannot be found: {answer.status}"
            raise BackendError(what, "scale the numbers")
        values: NumberArray = answer.values
        if self._exact and answer.basis is not None:
            vertex = exact_vertex(program, answer.basis, Options())
            if vertex is not None and vertex.proved:
                values = vertex.values
        goal = program.objective
        if goal is None:
            return 0
        worth = goal.value(values) * step
        return plain(worth) if values.dtype == object else float(worth)


def _with_number(bounds: Bounds, place: int, number: Any) -> Bounds:
    """Returns the bounds with another number in one place."""
    numbers = bounds.numbers.copy()
    numbers[place] = number
    return replace(bounds, numbers=numbers)


def _directions(
    program: Program,
    columns: tuple[NumberArray, NumberArray],
    rows: tuple[NumberArray, NumberArray],
) -> Program:
    """Returns the directions of a program in which nothing goes beyond the bounds that it is at.

    `columns` and `rows` mark those that are at their lower, and at their upper bounds.
    """

    def zero(side: Side, is_at: NumberArray) -> Bounds:
        return Bounds(side, np.zeros(len(is_at), dtype=np.int64), is_at.astype(bool))

    goal = program.objective
    return program.having(
        lower=zero(Side.LOWER, columns[0]),
        upper=zero(Side.UPPER, columns[1]),
        rows=replace(
            program.rows,
            lower=zero(Side.LOWER, rows[0]),
            upper=zero(Side.UPPER, rows[1]),
            origins=np.full(len(program.rows), NO_ORIGIN),
        ),
        objective=None if goal is None else replace(goal, constant=0),
    )


def _costs_of(program: Program) -> list[Value]:
    """Returns the cost of every column."""
    costs: list[Value] = [0] * program.variables
    goal = program.objective
    if goal is not None:
        form = goal.form()
        for column, factor in zip(form.columns, form.coefficients, strict=True):
            costs[column] = factor
    return costs
