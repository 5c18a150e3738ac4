"""Everything that a model remembers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.affine import Literal
from ilpuzzles.modelling.families import Family
from ilpuzzles.modelling.linear import Owner
from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.program import Names, Objective, Program, Together
from ilpuzzles.modelling.row_store import RowStore
from ilpuzzles.modelling.rows import NO_GROUP, Group, Kind


@dataclass(frozen=True, slots=True)
class Traits:
    """What all variables of a family have in common.

    Attributes:
        deciding: Whether they tell solutions apart.
        lower: Their least value, `MINUS_INFINITY` for none.
        upper: Their greatest value, `PLUS_INFINITY` for none.
    """

    deciding: bool
    lower: int = 0
    upper: int = 1


@dataclass(slots=True, eq=False)
class Store:
    """The columns, rows and groups of a model.

    Attributes:
        families: The families of variables, ascending by their first columns.
        traits: For every family, what all its variables have in common.
        variables: How many columns there are.
        rows: The rows.
        groups: The groups; a group's number is its place in this list.
        open_group: The number of the group that rows go to now, `NO_GROUP`, or `DEFINITION`.
        objective: What to optimise, or None.
        operations: The rows that are not linear; a row's target is its place in this list.
        literals: The literals that say whether something is true, so that each is made once.
        together: Columns that several rows define at once, what they follow from, and the rows.
    """

    families: list[Family] = field(default_factory=list)
    traits: list[Traits] = field(default_factory=list)
    variables: int = 0
    rows: RowStore = field(default_factory=RowStore)
    groups: list[Group] = field(default_factory=list)
    open_group: int = NO_GROUP
    objective: Objective | None = None
    operations: list[Operation] = field(default_factory=list)
    literals: dict[Hashable, Literal] = field(default_factory=dict)
    together: list[tuple[tuple[int, ...], tuple[int, ...], range]] = field(default_factory=list)
    only_binary: bool = True
    _program: Program | None = None

    def add_family(self, family: Family, traits: Traits) -> None:
        """Appends the columns of a family."""
        self.families.append(family)
        self.traits.append(traits)
        self.variables += family.size
        self.only_binary = self.only_binary and (traits.lower, traits.upper) == (0, 1)

    def column_name(self, column: int) -> str:
        """The name of a column."""
        return self.families[self._position(column)].label_name(column)

    def bounds(self, column: int) -> tuple[int, int]:
        """The least and the greatest value of a column."""
        traits = self.traits[self._position(column)]
        return traits.lower, traits.upper

    def all_binary(self) -> bool:
        """Whether every variable is binary."""
        return self.only_binary

    def binary(self) -> npt.NDArray[np.bool_]:
        """Which columns are binary."""
        flags = [(traits.lower, traits.upper) == (0, 1) for traits in self.traits]
        return np.repeat(np.array(flags, dtype=bool), [f.size for f in self.families])

    def _position(self, column: int) -> int:
        return bisect_right(self.families, column, key=lambda family: family.first) - 1

    def row_family_name(self, kind: Kind, word: str = "") -> str:
        """What to call rows that are given no name; `word` is that of an operation."""
        if self.open_group < 0:
            return word or kind.name.lower()
        return self.groups[self.open_group].name

    def program(self, owner: Owner, title: str) -> Program:
        """All of it as arrays; made once for as long as nothing is added."""
        known = self._program
        if (
            known is None
            or known.names.title != title
            or len(known.names.groups) != len(self.groups)
            or known.variables != self.variables
            or len(known.rows) != self.rows.count
            or known.objective is not self.objective
        ):
            rows = self.rows.all()
            sizes = [family.size for family in self.families]
            known = self._program = Program(
                lower=np.repeat(np.array([t.lower for t in self.traits], np.int64), sizes),
                upper=np.repeat(np.array([t.upper for t in self.traits], np.int64), sizes),
                deciding=np.repeat(np.array([t.deciding for t in self.traits], bool), sizes),
                rows=rows,
                row_numbers=np.arange(len(rows)),
                objective=self.objective,
                operations=tuple(self.operations),
                together=tuple(Together.of(rows, *known) for known in self.together),
                names=Names(title, tuple(self.families), tuple(self.groups), self.rows, owner),
            )
            for part in (known.lower, known.upper, known.deciding, known.row_numbers):
                part.setflags(write=False)
        return known
