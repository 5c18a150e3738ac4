"""Causes of infeasibility: groups, rows, givens and bounds that hold or go together.

A group, a single row, a part of what was given and the bound of a variable are causes alike.
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
        label: The name of a group or a part; empty for a single row, which has its own.
        called: What to call it in sentences, if that is something else.
    """

    program: Program
    rows: IntArray
    group: Group
    label: str = ""
    called: str = ""

    @property
    def name(self) -> str:
        """Its name; a variable that is fixed, and a bound, are called what they say."""
        if self.label:
            return self.label
        number = self._number()
        return self.text if number < 0 else self.program.names.row_name(number)

    @property
    def text(self) -> str:
        """What a row demands, in mathematics; empty for a group or a part."""
        return "" if self.label else self.program.row_text(int(self.rows[0]))

    @property
    def key(self) -> Hashable:
        """What tells a row from others of the same name, such as a cell; None for anything else."""
        number = self._number()
        return None if self.label or number < 0 else self.program.names.row_key(number)

    @property
    def keys(self) -> list[Hashable]:
        """The keys of all its rows."""
        numbers = self.program.row_numbers[self.rows].tolist()
        return [self.program.names.row_key(number) for number in numbers if number >= 0]

    def _row_names(self) -> tuple[Hashable, ...]:
        return self.group, self.name, self.text, self.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cause) and self._row_names() == other._row_names()

    def __hash__(self) -> int:
        return hash(self._row_names())

    def _number(self) -> int:
        return int(self.program.row_numbers[self.rows[0]])

    def __str__(self) -> str:
        name, text = self.name, self.text
        return f"{name}: {text}" if text not in {"", name} else name

    __repr__ = __str__


@dataclass(frozen=True, slots=True, eq=False)
class Demands:
    """Everything that a model demands; definitions are apart, since they restrict nothing.

    The program has the rows of a model, and after them a row for every variable that is fixed; the
    groups are causes in the order of the model.
    """

    program: Program
    groups: tuple[Cause, ...]

    @classmethod
    def of(cls, model: ProgramView) -> Demands:
        """The demands of a model."""
        asked = program_of(model)
        groups = asked.names.groups
        open_ = asked.part(asked.switched_off, {})
        fixing = LinearRows(open_.lower, open_.upper, open_.continuous)
        for column, value in asked.fixed.items():
            fixing.row(Affine.column(column), value, value)
        program = open_.extended(fixing, groups=len(groups))
        named = [*enumerate(groups), (NO_GROUP, UNGROUPED), (len(groups), FIXED)]
        found = [
            Cause(program, np.nonzero(program.rows.groups == number)[0], group, group.name)
            for number, group in named
        ]
        return cls(program, tuple(cause for cause in found if len(cause.rows)))

    def singly(self, causes: Iterable[Cause]) -> list[Cause]:
        """Every row of some causes by itself, in the order of the rows."""
        owners = {row: cause.group for cause in self.groups for row in cause.rows.tolist()}
        rows = sorted(row for cause in causes for row in cause.rows.tolist())
        return [Cause(self.program, np.array([row]), owners[row]) for row in rows]

    def parts(self, given: Given) -> list[Cause]:
        """The parts of what was given, in the order of the model."""
        chosen = [one for one in self.groups if one.group is FIXED or one.name in given.groups]
        found: dict[str, list[Cause]] = {}
        for row in (row for one in chosen for row in self.singly([one])):
            name = row.text if row.group is FIXED else given.part(row.key)
            found.setdefault(name, []).append(row)
        return [
            Cause(
                self.program,
                np.concatenate([row.rows for row in rows]),
                rows[0].group,
                name,
                name if rows[-1].group is FIXED else given.called(name),
            )
            for name, rows in found.items()
        ]

    def but(self, causes: Iterable[Cause]) -> IntArray:
        """All rows but those of some causes; definitions are always among them."""
        kept = np.ones(len(self.program.rows), dtype=bool)
        for cause in causes:
            kept[cause.rows] = False
        return np.nonzero(kept)[0]

    def among(self, names: Sequence[str | Group]) -> Sequence[Cause]:
        """Some groups by their names, or all of them if none is named."""
        if not names:
            return self.groups
        several = (names,) if isinstance(names, str | Group) else names
        wanted = [name_of_group(one) for one in several]
        known = [cause.group.name for cause in self.groups]
        for name in wanted:
            require_known("group", name, known)
        return tuple(cause for cause in self.groups if cause.group.name in wanted)


@dataclass(frozen=True, slots=True, eq=False)
class Bounding:
    """The bounds of variables as rows of a program whose columns are free of them.

    Attributes:
        demands: The program, with the rows that it was made of, and after them a row for each
            bound; the bounds that may be left out are its only group.
        granted: The bounds that stay in force because logic rests on them, such as the big M of an
            implication. Bounds of auxiliary variables are none of them: these follow.
        binary: Whether a binary variable stands in a row; all of them stay 0 or 1.
        undeclared: The columns that are fixed at a whole number, and free here to take any other
            number: readers of files take what is fixed for whole, though it may be continuous.
    """

    demands: Demands
    granted: tuple[Cause, ...]
    binary: bool
    undeclared: IntArray

    @classmethod
    def of(cls, program: Program) -> Bounding:
        """The bounds of the columns that stand in the rows of a program."""
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
            _add_bounds(bounding, program, column, known=(0, 1))
        first = len(rows)
        end = first + bounding.count
        own = program.deciding | ~whole
        for column in _numbers(resting & own):
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
        """The program in which the undeclared columns are whole, as they were stored."""
        continuous = ~program.whole()
        continuous[self.undeclared] = False
        return program.having(continuous=continuous if continuous.any() else None)


def _marked(program: Program, columns: IntArray) -> npt.NDArray[np.bool_]:
    """Marks some columns, shape (columns,); numbers below 0 are none."""
    marks = np.zeros(program.variables, dtype=bool)
    marks[columns[columns >= 0]] = True
    return marks


def _numbers(marks: npt.NDArray[np.bool_]) -> list[int]:
    """The columns that are marked."""
    numbers: list[int] = marks.nonzero()[0].tolist()
    return numbers


def _add_bounds(
    bounding: LinearRows,
    program: Program,
    column: int,
    *,
    known: tuple[Number | None, Number | None] = (None, None),
) -> None:
    """Adds a row for each bound of a column, except for one that it has anyway."""
    lower, upper = program.lower.at(column), program.upper.at(column)
    if lower not in {None, known[0]}:
        bounding.row(Affine.column(column), lower, None)
    if upper not in {None, known[1]}:
        bounding.row(Affine.column(column), None, upper)


def without_idle_definitions(program: Program) -> Program:
    """The program without definitions of auxiliary variables that no other row depends on.

    Definitions restrict nothing: one that matters defines what stands in a row that does.
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
