"""What a model demands: its rows and fixed variables as things that can be given up."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.errors import UnknownNameError, unknown_name
from ilpuzzles.modelling import NO_GROUP, Given, Group, IntArray, Model, Program, program_of
from ilpuzzles.modelling.affine import Affine, LinearRows

FIXED = Group("fixed values", "the variables that were fixed have these values")
"""Stands for the group of all variables that are fixed."""

UNGROUPED = Group("rows without a group", "they were stated outside of any group")
"""Stands for the group of the rows that belong to none."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A row, or a variable that is fixed.

    Attributes:
        name: The name of the row, or of the variable.
        text: What it demands, in mathematics.
        group: Its group.
        key: What tells the row from others of the same name, such as a cell; None for a variable.
    """

    name: str
    text: str
    group: Group
    key: Hashable

    def __str__(self) -> str:
        return f"{self.name}: {self.text}" if self.text != self.name else self.name


@dataclass(frozen=True, slots=True)
class Part:
    """Rows that are given, or taken back, together, such as those of a tile on the board.

    Attributes:
        name: What it is called.
        rows: What it demands.
    """

    name: str
    rows: tuple[Demand, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """All demands of a group.

    Attributes:
        group: The group.
        rows: Their numbers in the program of `Demands`.
    """

    group: Group
    rows: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Demands:
    """Everything that a model demands; definitions are apart, since they restrict nothing.

    Attributes:
        program: The rows of a model, and after them a row for every variable that is fixed.
        bundles: The demands by groups, in the order of the model.
    """

    program: Program
    bundles: tuple[Bundle, ...]

    @classmethod
    def of(cls, model: Model | Program) -> Demands:
        """Collects the demands of a model.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x")
            >>> with model.group("nothing", why="x stays out"):
            ...     row = model.add(x == 0)
            >>> demands = Demands.of(model.fix({x: 1}))
            >>> [(str(demands[row]), demands[row].group.name) for row in range(2)]
            [('nothing[0]: x = 0', 'nothing'), ('x = 1', 'fixed values')]
        """
        asked = program_of(model)
        groups = asked.names.groups
        open_ = asked.part(asked.switched_off, {})
        fixing = LinearRows(open_.lower, open_.upper)
        for column, value in asked.fixed.items():
            fixing.row(Affine.column(column), value, value)
        program = open_.extended(fixing, groups=len(groups))
        named = [*enumerate(groups), (NO_GROUP, UNGROUPED), (len(groups), FIXED)]
        bundles = [
            Bundle(group, np.nonzero(program.rows.groups == number)[0]) for number, group in named
        ]
        return cls(program, tuple(bundle for bundle in bundles if len(bundle.rows)))

    def __getitem__(self, row: int) -> Demand:
        """A row of the program as a demand."""
        number, names = int(self.program.row_numbers[row]), self.program.names
        text = self.program.row_text(row)
        group = next(bundle.group for bundle in self.bundles if row in bundle.rows)
        if number < 0:
            return Demand(text, text, group, None)
        return Demand(names.row_name(number), text, group, names.row_key(number))

    def parts(self, given: Given) -> dict[str, IntArray]:
        """The rows of every part of what was given, in the order of the model."""
        found: dict[str, list[int]] = {}
        for bundle in self.bundles:
            fixed = bundle.group is FIXED
            if not fixed and bundle.group.name not in given.groups:
                continue
            for row in bundle.rows.tolist():
                demand = self[row]
                name = demand.text if fixed else given.part(demand.key)
                found.setdefault(name, []).append(row)
        return {name: np.array(rows, dtype=np.int64) for name, rows in found.items()}

    def but(self, members: Iterable[IntArray]) -> IntArray:
        """All rows but those of some members; definitions are always among them."""
        kept = np.ones(len(self.program.rows), dtype=bool)
        for rows in members:
            kept[rows] = False
        return np.nonzero(kept)[0]

    def among(self, names: Sequence[str]) -> tuple[Bundle, ...]:
        """The bundles of some groups, or all of them if none is named.

        Raises:
            UnknownNameError: If there is no such group with rows in it.
        """
        if not names:
            return self.bundles
        known = {bundle.group.name: bundle for bundle in self.bundles}
        for name in names:
            if name not in known:
                raise UnknownNameError(unknown_name("group", name, known))
        return tuple(bundle for bundle in self.bundles if bundle.group.name in names)
