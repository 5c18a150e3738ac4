"""Causes of infeasibility: groups, rows, givens and bounds that hold or go together.

A group, a single row, a given and the bound of a variable are causes alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import require_known
from ilpuzzles.formats.reading import FileModelBase
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.names import name_of_group
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program, ProgramView, program_of
from ilpuzzles.modelling.rows import (
    DEFINITION,
    NO_GROUP,
    Group,
    IntArray,
    Kind,
)

FIXED = Group("fixed values", "the variables that were fixed have these values")
"""Stands for the group of all variables that are fixed."""

UNGROUPED = Group("rows without a group", "they were stated outside of any group")
"""Stands for the group of the rows that belong to none."""

BOUNDS = Group("bounds", "no variable leaves its bounds")
"""Stands for the group of the bounds of variables, each of which is a row."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Cause:
    """Rows that hold, or are given up, together: a group, a row, a part of the givens, or a bound.

    Attributes:
        program: The program that has the rows; see `Demands`.
        rows: Their numbers in it.
        group: The group that this is, or that its rows belong to.
        label: The name of a group or a given; empty for a single row, which has its own.
        called: Its name in sentences, if that is another one.
    """

    program: Program
    rows: IntArray
    group: Group
    label: str = ""
    called: str = ""

    @property
    def name(self) -> str:
        """The name; that of a fixed variable, or a bound, is its text."""
        if self.label:
            return self.label
        number = self._number()
        return self.text if number < 0 else self.program.names.row_name(number)

    @property
    def text(self) -> str:
        """The row in mathematics; empty for a group or a given."""
        return "" if self.label else self.program.row_text(int(self.rows[0]))

    @property
    def key(self) -> Hashable:
        """The key of a row among those of the same name, such as a cell; None for other causes."""
        number = self._number()
        return None if self.label or number < 0 else self.program.names.row_key(number)

    @property
    def keys(self) -> list[Hashable]:
        """The keys of all its rows."""
        numbers = self.program.row_numbers[self.rows].tolist()
        return [self.program.names.row_key(number) for number in numbers if number >= 0]

    def _identity(self) -> tuple[Hashable, ...]:
        return self.group, self.name, self.text, self.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cause) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _number(self) -> int:
        return int(self.program.row_numbers[self.rows[0]])

    def __str__(self) -> str:
        name, text = self.name, self.text
        return f"{name}: {text}" if text not in {"", name} else name

    __repr__ = __str__


@dataclass(frozen=True, slots=True, eq=False)
class Demands:
    """The demands of a model; definitions are apart, since they restrict nothing.

    The program has the rows of a model, and after them a row for every variable that is fixed; the
    groups are causes in the order of the model.
    """

    program: Program
    groups: tuple[Cause, ...]

    @classmethod
    def of(cls, model: ProgramView) -> Demands:
        """Returns the demands of a model."""
        stated = program_of(model)
        groups = stated.names.groups
        without_fixing = stated.part(stated.switched_off, {})
        fixing = LinearRows(without_fixing.lower, without_fixing.upper, without_fixing.continuous)
        for column, value in stated.fixed.items():
            fixing.row(Affine.column(column), value, value)
        program = without_fixing.extended(fixing, groups=len(groups))
        numbered = [*enumerate(groups), (NO_GROUP, UNGROUPED), (len(groups), FIXED)]
        causes: list[Cause] = []
        for number, group in numbered:
            rows = (program.rows.groups == number).nonzero()[0]
            if len(rows):
                causes.append(Cause(program, rows, group, group.name))
        return cls(program, tuple(causes))

    def singly(self, causes: Iterable[Cause]) -> list[Cause]:
        """Returns every row of some causes as a cause, in the order of the rows."""
        owners = {row: cause.group for cause in self.groups for row in cause.rows.tolist()}
        rows = sorted(row for cause in causes for row in cause.rows.tolist())
        return [Cause(self.program, np.array([row]), owners[row]) for row in rows]

    def parts(self, given: Given) -> list[Cause]:
        """Returns the givens, in the order of the model."""
        rows_of_given: dict[str, list[Cause]] = {}
        for group in self.groups:
            if group.group is not FIXED and group.name not in given.groups:
                continue
            for row in self.singly([group]):
                name = row.text if row.group is FIXED else given.part(row.key)
                rows_of_given.setdefault(name, []).append(row)
        parts: list[Cause] = []
        for name, rows in rows_of_given.items():
            numbers = np.concatenate([row.rows for row in rows])
            called = name if rows[-1].group is FIXED else given.called(name)
            parts.append(Cause(self.program, numbers, rows[0].group, name, called))
        return parts

    def but(self, causes: Iterable[Cause]) -> IntArray:
        """Returns all rows but those of some causes; definitions are always among them."""
        kept = np.ones(len(self.program.rows), dtype=bool)
        for cause in causes:
            kept[cause.rows] = False
        return np.nonzero(kept)[0]

    def among(self, names: Sequence[str | Group]) -> Sequence[Cause]:
        """Returns groups by their names, or all of them if none is named."""
        if not names:
            return self.groups
        several = (names,) if isinstance(names, str | Group) else names
        wanted = [name_of_group(group) for group in several]
        all_names = [cause.group.name for cause in self.groups]
        for name in wanted:
            require_known("group", name, all_names)
        return tuple(cause for cause in self.groups if cause.group.name in wanted)


@dataclass(frozen=True, slots=True, eq=False)
class Bounding:
    """The bounds of variables as rows of a program whose columns are free of them.

    Attributes:
        demands: The program, with the rows that it was made of, and after them a row for each
            bound; the bounds that may be left out are its only group.
        granted: The bounds that stay in force because logic rests on them, such as the big M of an
            implication. Bounds of auxiliary variables are not listed: they follow from these.
        binary: Whether a binary variable stands in a row; all of them stay 0 or 1.
        undeclared: The columns that are fixed at a whole number, and free here to take any other
            number: readers of files take fixed columns for whole, though they may be continuous.
    """

    demands: Demands
    granted: tuple[Cause, ...]
    binary: bool
    undeclared: IntArray

    @classmethod
    def of(cls, program: Program) -> Bounding:
        """Returns the bounds of the columns that stand in the rows of a program."""
        rows = program.rows
        linear = np.repeat(rows.kinds == Kind.LINEAR, rows.lengths())
        in_rows = _marked(program, rows.columns)
        in_logic = _marked(program, rows.columns[~linear]) | _marked(program, rows.targets)
        whole = program.whole()
        binary = whole & (program.lower == 0) & (program.upper == 1)
        # A truth that was narrowed, such as one that is fixed at 0, stays one: 0 or 1.
        narrowed = in_logic & whole & (program.lower >= 0) & (program.upper <= 1) & ~binary
        resting = in_logic & ~binary & ~narrowed
        freed = in_rows & ~in_logic & ~binary
        fixed = np.asarray(program.lower == program.upper, dtype=bool)
        undeclared = freed & whole & fixed & isinstance(program.names.owner, FileModelBase)

        ends: dict[int, tuple[int | None, int | None]] = dict.fromkeys(
            _numbers(freed), (None, None)
        )
        ends |= dict.fromkeys(_numbers(narrowed), (0, 1))
        free = program.within(ends)
        if undeclared.any():
            free = free.having(
                continuous=~whole | undeclared, deciding=program.deciding & ~undeclared
            )

        bounding = LinearRows(free.lower, free.upper, free.continuous)
        for column in _numbers(freed):
            _add_bounds(bounding, program, column)
        for column in _numbers(narrowed):
            _add_bounds(bounding, program, column, in_force=(0, 1))
        first = len(rows)
        end = first + bounding.count
        is_stated = program.deciding | ~whole
        for column in _numbers(resting & is_stated):
            _add_bounds(bounding, program, column)
        bounded = free.extended(bounding)

        named = Cause(bounded, np.arange(first, end), BOUNDS, BOUNDS.name)
        granted = range(end, first + bounding.count)
        return cls(
            Demands(bounded, (named,)),
            tuple(Cause(bounded, np.array([row]), BOUNDS) for row in granted),
            bool((in_rows & (binary | narrowed)).any()),
            undeclared.nonzero()[0],
        )

    def as_stored(self, program: Program) -> Program:
        """Returns the program in which the undeclared columns are whole, as they were stored."""
        continuous = ~program.whole()
        continuous[self.undeclared] = False
        return program.having(continuous=continuous if continuous.any() else None)


def _marked(program: Program, columns: IntArray) -> npt.NDArray[np.bool_]:
    """Returns marks of some columns, shape (columns,); numbers below 0 are ignored."""
    marks = np.zeros(program.variables, dtype=bool)
    marks[columns[columns >= 0]] = True
    return marks


def _numbers(marks: npt.NDArray[np.bool_]) -> list[int]:
    """Returns the columns that are marked."""
    numbers: list[int] = marks.nonzero()[0].tolist()
    return numbers


def _add_bounds(
    bounding: LinearRows,
    program: Program,
    column: int,
    *,
    in_force: tuple[Number | None, Number | None] = (None, None),
) -> None:
    """Adds a row for each bound of a column, except for one that stays in force."""
    lower = program.lower.at(column)
    upper = program.upper.at(column)
    if lower not in {None, in_force[0]}:
        bounding.row(Affine.column(column), lower, None)
    if upper not in {None, in_force[1]}:
        bounding.row(Affine.column(column), None, upper)


def without_idle_definitions(program: Program) -> Program:
    """Returns the program without definitions of auxiliary variables that no other row needs.

    Definitions restrict nothing: one that matters defines a variable of a row that does.
    """
    rows = program.rows
    defining = rows.groups == DEFINITION
    if not defining.any():
        return program
    owners = rows.owners()
    auxiliary = program.whole() & ~program.deciding
    kept = ~defining
    while True:
        needed = np.zeros(program.variables, dtype=bool)
        needed[rows.columns[kept[owners]]] = True
        targets = rows.targets[kept]
        needed[targets[targets >= 0]] = True
        needed &= auxiliary
        reached = kept.copy()
        reached[owners[needed[rows.columns]]] = True
        has_target = rows.targets >= 0
        reached[has_target] |= needed[rows.targets[has_target]]
        if (reached == kept).all():
            return program.keep(kept)
        kept = reached
