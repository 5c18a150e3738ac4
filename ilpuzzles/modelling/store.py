"""Everything that a model remembers."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np

from ilpuzzles.modelling.families import Family
from ilpuzzles.modelling.program import Objective, Program
from ilpuzzles.modelling.rows import NO_GROUP, Group, Kind, RowStore


@dataclass(slots=True, eq=False)
class Store:
    """The columns, rows and groups of a model.

    Attributes:
        families: The families of variables, ascending by their first columns.
        deciding: For every family, whether its variables tell solutions apart.
        variables: How many columns there are.
        rows: The rows.
        groups: The groups; a group's number is its place in this list.
        open_group: The number of the group that rows go to now, or `NO_GROUP`.
        objective: What to optimise, or None.
    """

    families: list[Family] = field(default_factory=list)
    deciding: list[bool] = field(default_factory=list)
    variables: int = 0
    rows: RowStore = field(default_factory=RowStore)
    groups: list[Group] = field(default_factory=list)
    open_group: int = NO_GROUP
    objective: Objective | None = None
    _program: Program | None = None

    def add_family(self, family: Family, *, deciding: bool) -> None:
        """Appends the columns of a family."""
        self.families.append(family)
        self.deciding.append(deciding)
        self.variables += family.size

    def column_name(self, column: int) -> str:
        """The name of a column."""
        position = bisect_right(self.families, column, key=lambda family: family.first) - 1
        return self.families[position].label_name(column)

    def row_family_name(self, kind: Kind) -> str:
        """What to call rows that are given no name."""
        if self.open_group == NO_GROUP:
            return kind.name.lower()
        return self.groups[self.open_group].name

    def program(self) -> Program:
        """The arrays that a solver gets; made once for as long as nothing is added."""
        known = self._program
        if (
            known is None
            or known.variables != self.variables
            or len(known.rows) != self.rows.count
            or known.objective is not self.objective
        ):
            rows = self.rows.all()
            sizes = [family.size for family in self.families]
            known = self._program = Program(
                lower=np.zeros(self.variables, dtype=np.int64),
                upper=np.ones(self.variables, dtype=np.int64),
                deciding=np.repeat(np.array(self.deciding, dtype=bool), sizes),
                rows=rows,
                row_numbers=np.arange(len(rows)),
                objective=self.objective,
            )
        return known
