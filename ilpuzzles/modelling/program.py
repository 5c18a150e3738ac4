"""A program: a model, or a part of one, as arrays; this is what solvers and questions get.

Its methods `without`, `only`, `fix`, `keep`, `within` and `extended` return other programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from operator import index
from typing import Any, Protocol, Self, SupportsIndex, TypeVar, cast

import numpy as np
import numpy.typing as npt

from ilpuzzles.dice import Dice
from ilpuzzles.errors import (
    CheckError,
    InputError,
    ModelError,
    counted,
    one_line,
    quoted,
    require_known,
)
from ilpuzzles.modelling.affine import LinearRows
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.determination import Together, are_determined
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.modelling.names import Names, name_of_group
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Numeric,
    Value,
    as_value,
    exact,
    fractions_of,
    size_of,
    stored,
    text_of,
    whole,
)
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.operations import LazyConstraint, Operation
from ilpuzzles.modelling.ownership import Extent, foreign, is_same_model, require_same_model
from ilpuzzles.modelling.precision import TOLERANCE, Precision, has_measured
from ilpuzzles.modelling.row_check import (
    OneRow,
    Row,
    RowList,
    Violation,
    WrongRow,
    bounds_of,
    interval_text,
    row_text,
    rows_hold,
    wrong_rows,
)
from ilpuzzles.modelling.rows import (
    DEFINITION,
    NO_GROUP,
    NO_ORIGIN,
    NO_TARGET,
    Group,
    IntArray,
    Kind,
    Rows,
    in_doubles,
    joined,
    with_bounds,
    with_changed,
)
from ilpuzzles.modelling.statistics import Statistics
from ilpuzzles.modelling.text_tables import table_html
from ilpuzzles.modelling.variables import single_values
from ilpuzzles.modelling.written import WrittenRows


class Assigned(Protocol):
    """Values of all variables of a program, such as a result has them."""

    @property
    def program(self) -> Program | None:
        """The program that they are of."""

    @property
    def values(self) -> NumberArray | None:
        """The values, or None."""


AnyProgram = TypeVar("AnyProgram", bound="Program")
"""A program of some class, such as one that can be asked; what is made of it has the same class."""

AnyProgram_co = TypeVar("AnyProgram_co", bound="Program", covariant=True)


class HasProgram(Protocol[AnyProgram_co]):
    """An object with a program of some class, so that programs made of it have the same class."""

    def program(self) -> AnyProgram_co:
        """The program."""


class ProgramView:
    """The common base of models and programs: a program, whose groups may be switched off."""

    __slots__ = ()

    def program(self) -> Program:
        """The program as arrays, which is what solvers get."""
        raise NotImplementedError

    # Other programs

    def without(self: HasProgram[AnyProgram], *groups: str | Group) -> AnyProgram:
        """Switches off groups of rows.

        Raises:
            UnknownNameError: If the model has no group of such a name.
        """
        program = self.program()
        numbers = program.names.group_numbers(groups)
        return program.part(program.switched_off.union(numbers), program.fixed)

    def only(self: HasProgram[AnyProgram], *groups: str | Group) -> AnyProgram:
        """Switches off all groups but these; rows that belong to no group stay.

        Raises:
            UnknownNameError: If the model has no group of such a name.
        """
        program = self.program()
        kept = program.names.group_numbers(groups)
        others = frozenset(range(len(program.names.groups))).difference(kept)
        return program.part(program.switched_off | others, program.fixed)

    def fix(self: HasProgram[AnyProgram], values: Mapping[Any, Any]) -> AnyProgram:
        """Fixes variables, or negated ones, to values.

        Args:
            values: A number for each variable, or an array of them for a family; variables may be
                given by their names.

        Raises:
            ModelError: If a value lies outside the variable's bounds, differs from an earlier
                fixing, or the variable is of another model.
            UnknownNameError: If there is no variable of a name.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> model.fix({x: [1, 0, 1]}).fixed == model.fix({"x[0]": 1, x[1]: 0, ~x[2]: 0}).fixed
            True
        """
        program = self.program()
        entire, fixed = program.entire or program, dict(program.fixed)
        sizes = program.sizes_of_model()
        for given in values:
            # A name is one of this program, which may have variables on top of its model.
            if sizes is not None and isinstance(given, Variable) and given.column >= sizes[0]:
                raise ModelError("a variable is newer than this program", "extend the model again")
        each = {program.look_up(k) if isinstance(k, str) else k: v for k, v in values.items()}
        for literal, value in single_values(each).items():
            variable, number = literal, exact(as_value(value, decimals=_reads_decimals(program)))
            if isinstance(literal, Negation):
                variable, number = literal.variable, 1 - number
            owner, used = program.names.owner, Extent.of_columns([variable.column])
            require_same_model(variable, variable.owner, owner, "this is the model", used=used)
            if variable.column >= program.variables:
                raise ModelError(
                    f"{variable!r} is newer than this program", "make a new one from the model"
                )
            if not entire.is_continuous(variable.column):
                number = whole(number)
            lower, upper = entire.lower.at(variable.column), entire.upper.at(variable.column)
            earlier = fixed.setdefault(variable.column, number)
            too_low = lower is not None and number < lower
            too_high = upper is not None and number > upper
            if too_low or too_high or earlier != number:
                allowed = text_of(earlier) if earlier != number else interval_text(lower, upper)
                what = f"{variable!r} cannot be fixed to {text_of(number)}"
                raise ModelError(what, f"it is {allowed}")
        return program.part(program.switched_off, fixed)

    # What needs no solver

    def check(self, values: NumberArray | Sequence[Numeric] | Assigned) -> tuple[Violation, ...]:
        """The faults of an assignment: variables out of bounds and broken rows.

        Args:
            values: One whole number per column, shape (columns,). Where there are continuous
                columns, exact numbers (`int` and `Fraction`) in an array of objects. A list of
                them will do, and so will a result.

        Returns:
            What is wrong: variables first, then rows.

        Raises:
            CheckError: If a value is missing, or is not a whole number where it has to be.
            ModelError: If it is a result of another model.
        """
        program = self.program()
        return _violations(program, _assignment(program, values))

    def statistics(self) -> Statistics:
        """Returns the size of the program."""
        program = self.program()
        kinds = np.bincount(program.rows.kinds, minlength=len(Kind)).tolist()
        names = ["", *(group.name for group in program.names.groups)]
        # The first bin is for rows without a group, definitions included.
        bins = program.rows.groups + 1
        bins = np.where((bins > 0) & (bins < len(names)), bins, 0)
        members = np.bincount(bins, minlength=len(names)).tolist()
        return Statistics(
            variables=program.variables,
            deciding=int(program.deciding.sum()),
            rows=len(program.rows),
            nonzeros=program.nonzeros,
            rows_by_kind={kind.name.lower(): kinds[kind] for kind in Kind if kinds[kind]},
            rows_by_group={name: n for name, n in zip(names, members, strict=True) if n},
            ways=program.ways,
            measured=int(program.rows.measured.sum()),
            measured_by=program.measured_by(),
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        program = self.program()
        size = f"<p>{escape(program.names.title)}: {self.statistics()}</p>"
        return {"text/plain": repr(self), "text/html": size + table_html(program.group_table())}


def program_of(model: ProgramView) -> Program:
    """The program of a model, and a program as it is; every question begins with this.

    Raises:
        InputError: If it is neither.
    """
    given: object = model
    if isinstance(given, ProgramView):
        return given.program()
    kind = type(given)
    advice = "give a Model, or what read_model has read"
    if kind.__module__.partition(".")[0] == "pulp":
        advice = "take it over: ilpuzzles.from_pulp(problem)"
    raise InputError(f"expected a model, got {kind.__name__}", advice)


def _assignment(program: Program, given: Any) -> NumberArray:
    """The values of an assignment, which may be a list, truths, or a result with them."""
    theirs = getattr(given, "program", None)
    if isinstance(theirs, Program):
        place, use = "it is checked by", "a result"
        owners, used = (theirs.names.owner, program.names.owner), Extent(theirs.variables, 0)
        require_same_model("the result", *owners, place, use, used=used)
        if given.values is None:
            raise CheckError("there is nothing to check", "the result has no values")
        return cast("NumberArray", given.values[: program.variables])
    if isinstance(given, list | tuple):
        given = stored([exact(one) for one in given])
    if not isinstance(given, np.ndarray):
        what = f"expected {program.variables} numbers, got {type(given).__name__}"
        raise CheckError(what, "give an array of them, or a result")
    return given.astype(np.int64) if given.dtype == bool else given


def _violations(program: Program, values: NumberArray) -> tuple[Violation, ...]:
    """The bounds and rows that values in an array break; see `ProgramView.check`."""
    kinds = "iufO" if program.is_mixed() else "iu"
    if values.shape != (program.variables,) or values.dtype.kind not in kinds:
        got = f"got {values.dtype} of shape {values.shape}"
        numbers = "exact" if program.is_mixed() else "whole"
        raise CheckError(f"expected {program.variables} {numbers} numbers, {got}")
    if values.dtype.kind == "f":
        values = fractions_of(values)
    numbers = values.tolist()
    lower, upper, name_of = program.lower, program.upper, program.names.name_of
    found = []
    for column in np.nonzero((lower > values) | (upper < values))[0].tolist():
        number, least, most = numbers[column], lower.at(column), upper.at(column)
        size: Number = 0
        if program.is_continuous(column):
            missed = least if least is not None and number < least else most
            ends = [size_of(end) for end in (least, most) if end]
            size = max(size_of(missed or 0), min(1, max(ends, default=1)))
            beyond = size_of(number - (missed or 0))
            if has_measured([_as_double(missed)]) and beyond <= TOLERANCE * size:
                continue
        found.append(Violation(name_of(column), number, least, most, size=size))
    if values.dtype == object and program.continuous is not None:
        for column in np.nonzero(~program.continuous)[0].tolist():
            if type(numbers[column]) is not int:
                name, got = name_of(column), text_of(exact(numbers[column]))
                raise CheckError(f"{name} must be a whole number, got {got}")
    for row, outcome, size in program.wrong_rows(values):
        found.append(Violation(program.row_name(row), *outcome, size=size))
    return tuple(found)


def require_own_rows(
    rows: Row | RowList, owner: object, place: str, *, used: Extent | None = None
) -> None:
    """Raises a `ModelError` unless rows are of a model, wherever they are looked up.

    With `used`, those of a copy will do as well; see `is_same_model`.
    """
    source = rows.source
    theirs = source.names.owner if isinstance(source, Program) else source
    if not is_same_model(theirs, owner, used):
        first = rows[0] if isinstance(rows, RowList) else rows.parts[0]
        raise ModelError(foreign(f"row {first.name}", theirs, owner, place, "a row"))


def _reads_decimals(program: Program) -> bool:
    """Whether the model of a program takes every float for its shortest decimal."""
    return program.names.owner is not None and program.names.owner.is_exact


def _as_double(bound: Number | None) -> float | None:
    """The double that a bound of a column is, None if it is none."""
    if bound is None or float(bound) != bound:
        return None
    return float(bound)


@dataclass(frozen=True, slots=True, eq=False)
class Program(ProgramView):
    """A mixed-integer program in arrays, with the names of the model that it comes from.

    Its methods return other programs; it never changes, and the columns stay what they are.

    Attributes:
        lower: The least value of each column, shape (columns,).
        upper: The greatest value of each column.
        deciding: Whether a column distinguishes solutions; auxiliary and continuous ones do not.
        rows: The rows.
        row_numbers: Which row of the model each row is, or -1.
        written: The rows of the model as they were written, by the origins of `rows`; others, too.
            Every check of an answer is made with them. None where nobody wrote any.
        objective: What to optimise, or None.
        operations: The operations; a row of kind operation has the number of one in
            `rows.operations`.
        together: What several rows define at once.
        names: What its columns, rows and groups are called.
        switched_off: The numbers of the groups that `without` and `only` have left out.
        fixed: The columns that `fix` has fixed, and their values.
        entire: The program that these were applied to; None if none of them was.
        ways: How global constraints are stated, by the names of their rows, where that is settled.
        continuous: Whether a column takes any number within its bounds; None if all are whole.
            Then bounds with fractions are objects, `Fraction` and `int`.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> with model.group("pair", why="one of the two"):
        ...     row = model.exactly_one([x, y])
        >>> model.without("pair").statistics().rows, model.statistics().rows
        (0, 1)
        >>> print(*model.fix({x: 1}).check(np.array([0, 1])))
        x is 0, not 1
    """

    lower: Bounds
    upper: Bounds
    deciding: npt.NDArray[np.bool_]
    rows: Rows
    row_numbers: IntArray
    objective: Objective | None
    operations: tuple[Operation, ...] = ()
    together: tuple[Together, ...] = ()
    names: Names = field(default_factory=Names)
    switched_off: frozenset[int] = frozenset()
    fixed: Mapping[int, Number] = field(default_factory=dict)
    entire: Self | None = None
    continuous: npt.NDArray[np.bool_] | None = None
    ways: Mapping[str, str] = field(default_factory=dict)
    written: WrittenRows | None = None

    @property
    def variables(self) -> int:
        """The number of columns."""
        return len(self.lower)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of rows of the model, also those that are switched off."""
        return self.names.groups

    @property
    def nonzeros(self) -> int:
        """The number of entries of all rows, targets included."""
        return len(self.rows.columns) + int((self.rows.targets != NO_TARGET).sum())

    def separated(self) -> dict[int, LazyConstraint]:
        """The rows whose cuts are found as they are needed, by their numbers here."""
        return {
            row: one
            for row, one in self._stated_operations()
            if isinstance(one, LazyConstraint) and one.by_cuts
        }

    def global_constraints(self) -> dict[int, GlobalConstraint]:
        """The global constraints, by the numbers of their rows here."""
        stated = self._stated_operations()
        return {row: one for row, one in stated if isinstance(one, GlobalConstraint)}

    def _stated_operations(self) -> Iterator[tuple[int, Operation]]:
        """The rows that are operations, and these."""
        for row in np.nonzero(self.rows.kinds == Kind.OPERATION)[0].tolist():
            yield row, self.operations[int(self.rows.operations[row])]

    def has_global_constraints(self) -> bool:
        """Whether there are global constraints, in rows of this program or among those left out."""
        return any(isinstance(one, GlobalConstraint) for one in self.operations)

    def has_open_ways(self) -> bool:
        """Whether some global constraint needs variables that do not follow from the others."""
        return any(one.is_open for one in self.global_constraints().values())

    # Other programs

    def whole(self) -> npt.NDArray[np.bool_]:
        """A mask of the columns that take whole numbers only, shape (columns,)."""
        return np.ones(self.variables, bool) if self.continuous is None else ~self.continuous

    def is_continuous(self, column: int) -> bool:
        """Whether a column takes any number within its bounds."""
        return self.continuous is not None and bool(self.continuous[column])

    def unbounded(self) -> npt.NDArray[np.bool_]:
        """A mask of the columns without a lower or an upper bound, shape (columns,)."""
        return ~(self.lower.finite & self.upper.finite)

    def is_mixed(self) -> bool:
        """Whether some column is continuous."""
        return self.continuous is not None and bool(self.continuous.any())

    def is_linear(self) -> bool:
        """Whether it is a linear program: linear rows, and columns that are continuous or fixed."""
        if not self.is_mixed() or not bool((self.rows.kinds == Kind.LINEAR).all()):
            return False
        is_whole = self.whole()
        if not is_whole.any():
            return True
        lower, upper = self.lower[is_whole], self.upper[is_whole]
        is_fixed = lower.finite & upper.finite & np.asarray(lower.numbers == upper.numbers)
        return bool(is_fixed.all())

    def part(self, switched_off: Iterable[int], fixed: Mapping[int, Number]) -> Self:
        """The program with just these groups switched off and these columns fixed within bounds."""
        entire, off = self.entire or self, frozenset(switched_off)
        part = entire
        if off:
            on = np.ones(len(self.names.groups) - DEFINITION, dtype=bool)
            # The last places of the table are for rows without a group: their numbers are below 0.
            on[list(off)] = False
            part = part.keep(on[part.rows.groups])
        if fixed:
            part = part.within({column: (value, value) for column, value in fixed.items()})
        return replace(part, switched_off=off, fixed=fixed, entire=entire)

    def keep(self, kept: npt.NDArray[np.bool_]) -> Self:
        """The same program with some of its rows only; `kept` has shape (rows,)."""
        if kept.all():
            return self
        return self.having(rows=self.rows.keep(kept), row_numbers=self.row_numbers[kept])

    def shuffled(self, seed: int) -> Self:
        """The same program with its rows in a random order, which a seed brings back."""
        places = list(range(len(self.rows)))
        Dice(seed).shuffle(places)
        order = np.array(places, dtype=np.int64)
        return self.having(rows=self.rows.ordered(order), row_numbers=self.row_numbers[order])

    def within(self, bounds: Mapping[int, tuple[Number | None, Number | None]]) -> Self:
        """The same program with other bounds, or none, for some of its columns."""
        columns = np.array(list(bounds), dtype=np.int64)
        lower = Bounds.lower([least for least, _ in bounds.values()])
        upper = Bounds.upper([most for _, most in bounds.values()])
        return self.having(
            lower=self.lower.replaced(columns, lower), upper=self.upper.replaced(columns, upper)
        )

    def unrounded(self) -> Self:
        """The same program with bounds of sums as they were written, not rounded inwards.

        For whole columns that makes no difference, but a relaxation has other solutions.
        """
        rows, written = self.rows, self.written
        if written is None or written.is_whole():
            return self
        changed: dict[int, Rows] = {}
        is_sum = (rows.origins != NO_ORIGIN) & (rows.kinds == Kind.LINEAR) & ~rows.measured
        for row in is_sum.nonzero()[0].tolist():
            origin = int(rows.origins[row])
            bounds = written.bounds(origin)
            if written.precisions()[origin] == Precision.BOUND:
                changed[row] = in_doubles(rows.one(row), *bounds)
            elif bounds != bounds_of(rows, row):
                changed[row] = with_bounds(rows.one(row), *bounds)
        return self.having(rows=with_changed(rows, changed)) if changed else self

    def extended(
        self, more: LinearRows, *, groups: IntArray | int = NO_GROUP, numbers: IntArray | int = -1
    ) -> Self:
        """The same program with further rows, and the auxiliary columns that these need.

        `more` begins with this program's columns; `groups` and `numbers` are the group of each row,
        or that of all of them, and its number in the model, or -1.
        """
        count, columns = more.count, len(more.lower) - self.variables
        if not (count or columns):
            return self
        rows = more.rows(np.full(count, groups, dtype=np.int64))
        lower, upper, deciding = self.lower, self.upper, self.deciding
        continuous = self.continuous
        if columns:
            lower, upper = Bounds.lower(more.lower), Bounds.upper(more.upper)
            deciding = np.concatenate([deciding, np.zeros(columns, dtype=bool)])
        if columns and (more.continuous or continuous is not None):
            continuous = np.concatenate([~self.whole(), np.zeros(columns, dtype=bool)])
            continuous[list(more.continuous)] = True
        return self.having(
            lower=lower,
            upper=upper,
            deciding=deciding,
            continuous=continuous,
            rows=joined([self.rows, rows]),
            row_numbers=np.concatenate([self.row_numbers, np.full(count, numbers, np.int64)]),
        )

    def append_program(self, grown: Program, first: int) -> Self:
        """The same program with what its model has become since: columns, and some of its rows.

        These are the definitions of auxiliary variables, and all rows from the number `first` on.
        """
        known, rows = self.variables, grown.rows
        new = (
            (rows.targets != NO_TARGET) | (rows.groups == DEFINITION) | (grown.row_numbers >= first)
        )
        new &= grown.row_numbers > self.row_numbers.max(initial=-1)
        more, numbers = rows.keep(new), grown.row_numbers[new]
        more = replace(more, groups=np.where(numbers < first, DEFINITION, more.groups))
        whole = np.concatenate([self.whole(), grown.whole()[known:]])
        return self.having(
            lower=Bounds.joined([self.lower, grown.lower[known:]]),
            upper=Bounds.joined([self.upper, grown.upper[known:]]),
            deciding=np.concatenate([self.deciding, grown.deciding[known:]]),
            continuous=None if whole.all() else ~whole,
            rows=joined([self.rows, more]),
            row_numbers=np.concatenate([self.row_numbers, numbers]),
            operations=grown.operations,
            names=replace(grown.names, title=self.names.title),
            # What was written is only added to: the origins of the older rows stay right.
            written=grown.written,
        )

    def unnamed(self) -> Self:
        """The same program with numbers for names, which another process can be sent."""
        return self.having(names=Names())

    def having(self, **changed: Any) -> Self:
        """The same program with something else in it; which groups are off matters no more."""
        return replace(self, **changed, switched_off=frozenset(), fixed={}, entire=None)

    def is_measured(self) -> bool:
        """Whether a row is measured, so that it holds within a tolerance."""
        return bool(self.rows.measured.any())

    def objective_values(self, values: NumberArray, *, exactly: bool = True) -> tuple[Value, ...]:
        """The values of its objectives in their order, as people get them.

        They are floats where a cost is measured, or where a continuous column has what a solver in
        doubles has found: because rows are measured, or values are not exact.
        """
        goal = self.objective
        if goal is None:
            return ()
        is_found_in_doubles = not exactly or (self.is_measured() and self.is_mixed())
        numbers: list[Value] = []
        for each in goal.in_order():
            value = each.value(values)
            is_float = each.is_measured or (is_found_in_doubles and type(value) is Fraction)
            numbers.append(float(value) if is_float else value)
        return tuple(numbers)

    def measured_by(self) -> str:
        """The first measured number of the first measured row, and the name of that row.

        Empty where no row is measured.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> row = model.add(model.binary("x", 2) @ [0.5, 0.1 + 0.2] <= 1, "budget")
            >>> model.program().measured_by()
            '0.30000000000000004 in budget[0]'
        """
        for row in self.rows.measured.nonzero()[0].tolist()[:1]:
            numbers: list[Any] = self.rows.coefficients[self.rows.entries(row)].tolist()
            numbers += [self.rows.lower.at(row), self.rows.upper.at(row)]
            measured = (number for number in numbers if has_measured([number]))
            return f"{next(measured, '')!r} in {self.row_name(row)}"
        return ""

    def reaching(self, lower: Number | None, upper: Number | None) -> Self:
        """The same program with a row that its (first) objective lies within two bounds."""
        goal = self.objective
        if goal is None:
            return self
        more = LinearRows(self.lower, self.upper, self.continuous)
        more.row(goal.form(), lower, upper)
        return self.extended(more)

    # What needs no solver

    def broken_rows(self, values: NumberArray) -> list[int]:
        """The numbers here of all rows that do not hold; `values` has shape (columns,)."""
        return [wrong.row for wrong in self.wrong_rows(values)]

    def wrong_rows(self, values: NumberArray) -> Iterator[WrongRow]:
        """The rows that do not hold, judged as they were written; `values` as in `check`."""
        return wrong_rows(self.rows, self.operations, values, self.written, self.continuous)

    def rows_hold(self, batch: NumberArray) -> npt.NDArray[np.bool_]:
        """A mask of the assignments, shape (assignments, columns), that hold exactly."""
        inside = np.ones(len(batch), dtype=bool)
        for bounds in (self.lower, self.upper):
            columns = bounds.finite.nonzero()[0]
            values, ends = batch[:, columns], bounds.numbers[columns]
            kept = values >= ends if bounds.side is Side.LOWER else values <= ends
            inside &= np.logical_and.reduce(kept, axis=1)
        return inside & rows_hold(self.rows, self.operations, batch, self.written)

    def rows_of(self, *groups: str | Group) -> RowList:
        """The rows of some groups, or of some names, or all rows, to be looked at.

        Raises:
            UnknownNameError: If the model has no group and no rows of such a name.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", ["a", "b"])
            >>> row = model.add(x <= [0, 1], "limit")
            >>> len(model.rows("limit")), model.rows("limit[b]")[0]
            (2, limit[b]: x[b] <= 1)
        """
        chosen = np.zeros(len(self.rows), bool) if groups else np.ones(len(self.rows), bool)
        known = {group.name for group in self.names.groups}
        for one in groups:
            name, store = name_of_group(one), self.names.rows
            named = [] if store is None or name in known else store.numbers_named(name)
            is_meant = np.isin(self.row_numbers, named)
            if not is_meant.any():
                is_meant = np.isin(self.rows.groups, self.names.group_numbers([one]))
            chosen |= is_meant
        return RowList(self, self.row_numbers[chosen].tolist())

    def sizes_of_model(self) -> tuple[int, int] | None:
        """The numbers of columns and rows of its model, if it has others on top of these.

        What the model gets later has the numbers of those, and is something else.
        """
        rows = self.names.rows
        return None if rows is None else rows.sizes_of_model()

    def place_of_row(self, row: SupportsIndex) -> int:
        """The place of a row of the model among the rows of the program.

        Raises:
            ModelError: If it has become several rows, or none, or is not linear.
        """
        return int(self.places_of_rows([index(row)])[0])

    def places_of_rows(self, numbers: Sequence[int]) -> IntArray:
        """The places of rows of the model, by their numbers, among the rows of the program.

        Raises:
            ModelError: If one has become several rows, or none, or is not linear.
        """
        wanted, known = np.array(numbers, dtype=np.int64), self.row_numbers
        if len(wanted) == 1:
            places = (known == wanted[0]).nonzero()[0]
            counts = np.array([len(places)])
        else:
            order = np.argsort(known, kind="stable")
            ordered = known[order]
            firsts = np.searchsorted(ordered, wanted, "left")
            counts = np.searchsorted(ordered, wanted, "right") - firsts
            places = order[firsts[counts > 0]] if not (counts == 0).any() else order[:0]
        is_single = counts == 1
        if is_single.all():
            is_single = ~self.rows.defining()[places]
        if not is_single.all():
            wrong = int(is_single.argmin())
            what = f"row {wanted[wrong]} is {counts[wrong]} rows here, or not linear"
            raise ModelError(what, "look at 'program.row_numbers'")
        return cast("IntArray", places)

    def _one_row(self, number: int) -> OneRow | None:
        """A row by itself, by its number in the model; None if it is not there."""
        places, names = np.nonzero(self.row_numbers == number)[0].tolist(), self.names
        if not places or names.rows is None or names.owner is None:
            return None
        row = self.rows.one(places[0])
        group = self.groups[int(row.groups[0])] if row.groups[0] >= 0 else None
        origin = int(row.origins[0])
        bounds = None
        if self.written is not None and origin != NO_ORIGIN:
            bounds = self.written.bounds_as_given(origin)
        named = names.rows.called(number)
        return OneRow(*named, group, row, self.operations, names.owner, bounds)

    def _table(self) -> Program:
        return self

    def row_name(self, row: int) -> str:
        """The name that a row has in the model."""
        return self.names.row_name(int(self.row_numbers[row]))

    def where(self, row: int) -> str:
        """The same, for messages: `row each cell once[(0, 3)]`; of one without a name, `row 3`."""
        if self.names.rows is not None and self.row_numbers[row] < 0:
            return "a row that the question adds"
        name = self.row_name(row)
        return name if self.names.rows is None else f"row {name}"

    def row_text(self, row: SupportsIndex) -> str:
        """A row as a person would write it down; of a long one its beginning and its length.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
            >>> number = model.add(3 * x - y <= 2)
            >>> model.program().row_text(number)
            '3 x - y <= 2'
        """
        place = index(row)
        origin = int(self.rows.origins[place])
        written = None
        if self.written is not None and origin != NO_ORIGIN:
            written = self.written.bounds_as_given(origin)
        return row_text(self.rows, self.operations, place, self.names.name_of, written)

    def by_name(self, columns: Iterable[int]) -> dict[str, int]:
        """Columns by their names; equal names are distinguished by the column's number."""
        found: dict[str, int] = {}
        for column in columns:
            name = self.names.name_of(column)
            found[f"{name} (column {column})" if name in found else name] = column
        return found

    def look_up(self, name: str) -> Any:
        """The family of a name, or the variable, as it was stated.

        Raises:
            UnknownNameError: If there is neither.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> model.program().look_up("x[2]"), model.program().look_up("x") is x
            (x[2], True)
        """
        names = self.names
        families = names.families_named(name)
        if families:
            family = families[0]
            return family if family.axes else Variable(family.owner, family.first)
        column = names.column_named(name, self.variables)
        if column is None:
            # Of equal names, those after the first one have the numbers of their columns.
            columns = self.by_name(range(self.variables))
            require_known("variable", name, columns)
            column = columns[name]
        return Variable(names.families[0].owner, column)

    def shown(self) -> npt.NDArray[np.bool_]:
        """The columns that solutions are shown with: deciding ones, and those that are continuous.

        Auxiliary ones that follow from logic are not among them.
        """
        return self.deciding | ~self.whole()

    def values_by_name(self, values: NumberArray) -> dict[str, Number]:
        """The deciding and the continuous variables that are not 0, by their names.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", ["a", "b"])
            >>> model.program().values_by_name(np.array([0, 1]))
            {'x[b]': 1}
        """
        # Equal names are distinguished among all, so that names are the same in every solution.
        named, numbers = self.by_name(self.shown().nonzero()[0].tolist()), values.tolist()
        return {name: numbers[column] for name, column in named.items() if numbers[column]}

    def text_by_name(self, values: NumberArray) -> str:
        """The same in one line: binary variables by their names alone.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
            >>> model.program().text_by_name(np.array([1, 4]))
            'x, y = 4'
        """
        parts = []
        binary = self.whole() & (self.lower >= 0) & (self.upper <= 1)
        for column in (self.shown() & (values != 0)).nonzero()[0].tolist():
            name, value = self.names.name_of(column), values[column : column + 1].tolist()[0]
            parts.append(name if binary[column] else f"{name} = {text_of(value)}")
        return one_line(", ".join(parts)) or "all variables are 0"

    # How it shows itself

    def remarks(self) -> list[str]:
        """Remarks for comments in files: how this differs from the model."""
        groups = self.names.groups
        remarks = [f"without the group {quoted(groups[n].name)}" for n in sorted(self.switched_off)]
        if self.fixed:
            remarks.append(f"variables fixed: {len(self.fixed)}")
        for row, one in self.global_constraints().items():
            remarks.append(f"{self.row_name(row)} is stated as {one.in_rows}")
        return remarks

    def group_table(self) -> list[list[str]]:
        """The groups of rows, what they say, and how many rows they have; its head first."""
        sizes = self.statistics().rows_by_group
        table = [["group", "rows", "says"]]
        for number, group in enumerate(self.names.groups):
            rows = "off" if number in self.switched_off else f"{sizes.get(group.name, 0):,}"
            table.append([group.name, rows, group.why])
        if "" in sizes:
            table.append(["", f"{sizes['']:,}", "rows without a group, and definitions"])
        return table

    def __repr__(self) -> str:
        groups, entire = self.names.groups, self.entire or self
        off = ", ".join(quoted(groups[number].name) for number in sorted(self.switched_off))
        fixed = f" with {counted(len(self.fixed), 'variable')} fixed" if self.fixed else ""
        model = f"<model {self.names.title}: {entire.statistics()}>"
        return f"<program of {model}{f' without {off}' if off else ''}{fixed}>"

    def program(self) -> Self:
        """Itself: a question takes a model or a program."""
        return self

    # What follows from what

    def determined(self) -> bool:
        """Whether the deciding columns determine every other, as far as single rows show.

        If they do not, a solution may have many completions; see `are_determined`.
        """
        if self.has_open_ways():
            return False
        open_columns = ~self.deciding & (self.lower < self.upper)
        if not open_columns.any():
            return True
        operations = [operation for _, operation in self._stated_operations()]
        return are_determined(self.rows, operations, self._defined_together(), open_columns)

    def _defined_together(self) -> list[Together]:
        """Which rows define columns together, of those that are all there."""
        if not self.together:
            return []
        numbers = set(self.row_numbers.tolist())
        return [known for known in self.together if numbers.issuperset(known.rows)]
