"""How large a model is, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_GROUP, Group, Kind


@dataclass(frozen=True, slots=True)
class Statistics:
    """The size of a model.

    Attributes:
        variables: How many variables there are.
        deciding: How many of them tell solutions apart.
        rows: How many rows there are.
        nonzeros: How many entries the rows have in all.
        rows_by_kind: How many rows there are of each kind that occurs.
        rows_by_group: How many rows there are in each group that has any; `""` is for the rows
            that belong to no group.
    """

    variables: int
    deciding: int
    rows: int
    nonzeros: int
    rows_by_kind: dict[str, int]
    rows_by_group: dict[str, int]

    @classmethod
    def of(cls, program: Program, groups: list[Group]) -> Statistics:
        """Measures a program."""
        kinds = np.bincount(program.rows.kinds, minlength=len(Kind)).tolist()
        # The first bin is for rows without a group, definitions included.
        bins = np.maximum(program.rows.groups, NO_GROUP) - NO_GROUP
        members = np.bincount(bins, minlength=len(groups) + 1).tolist()
        names = ["", *(group.name for group in groups)]
        return cls(
            variables=program.variables,
            deciding=int(program.deciding.sum()),
            rows=len(program.rows),
            nonzeros=program.nonzeros,
            rows_by_kind={kind.name.lower(): kinds[kind] for kind in Kind if kinds[kind]},
            rows_by_group={name: n for name, n in zip(names, members, strict=True) if n},
        )

    def __str__(self) -> str:
        return f"{self.variables:,} variables, {self.rows:,} rows, {self.nonzeros:,} nonzeros"
