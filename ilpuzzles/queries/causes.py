"""What a model demands, and what may be to blame: causes are rows that hold or go together.

A group, a single row, a part of what was given and the bound of a variable are causes alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.errors import require_known
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import (
    NO_GROUP,
    Given,
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
    def of(cls, model: Model | Program) -> Demands:
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

    @classmethod
    def bounding(cls, program: Program) -> Demands:
        """The bounds of the variables in the rows of a program, which get these for their own.

        Binary variables stay what they are, and so do those of which logic is made.
        """
        rows = program.rows
        linear = np.repeat(rows.kinds == Kind.LINEAR, rows.lengths())
        binary = program.whole() & (program.lower >= 0) & (program.upper <= 1)
        logic = np.concatenate([rows.columns[~linear], rows.targets])
        columns = np.setdiff1d(rows.columns[linear], [*logic, *np.nonzero(binary)[0]]).tolist()
        free = program.within(dict.fromkeys(columns, (None, None)))
        bounding = LinearRows(free.lower, free.upper, free.continuous)
        for column in columns:
            lower, upper = program.lower.at(column), program.upper.at(column)
            if lower is not None:
                bounding.row(Affine.column(column), lower, None)
            if upper is not None:
                bounding.row(Affine.column(column), None, upper)
        bounded = free.extended(bounding)
        numbers = np.arange(len(rows), len(rows) + bounding.count)
        return cls(bounded, (Cause(bounded, numbers, BOUNDS, BOUNDS.name),))

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

    def among(self, names: Sequence[str]) -> Sequence[Cause]:
        """Some groups by their names, or all of them if none is named."""
        if not names:
            return self.groups
        names = (names,) if isinstance(names, str) else names
        known = [cause.group.name for cause in self.groups]
        for name in names:
            require_known("group", name, known)
        return tuple(cause for cause in self.groups if cause.group.name in names)
