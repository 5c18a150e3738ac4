"""The size of a model or a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ilpuzzles.errors import counted


@dataclass(frozen=True, slots=True)
class Statistics:
    """The size of a model.

    Attributes:
        variables: How many variables there are.
        deciding: How many of them distinguish solutions; the others are auxiliary.
        rows: How many rows there are.
        nonzeros: How many entries the rows have in all.
        rows_by_kind: How many rows there are of each kind that occurs.
        rows_by_group: How many rows there are in each group that has any; `""` is for the rows
            that belong to no group.
        ways: How each global constraint is stated, by the name of its row, where a backend was
            named.
        measured: How many rows are measured.
        measured_by: The number that made one of them so, and the name of the row.
    """

    variables: int
    deciding: int
    rows: int
    nonzeros: int
    rows_by_kind: dict[str, int]
    rows_by_group: dict[str, int]
    ways: Mapping[str, str] = field(default_factory=dict)
    measured: int = 0
    measured_by: str = ""

    def __str__(self) -> str:
        sizes = (self.variables, "variable"), (self.rows, "row"), (self.nonzeros, "nonzero")
        parts = [counted(number, what) for number, what in sizes]
        parts += [f"{name} as {way}" for name, way in self.ways.items()]
        if self.measured:
            are = "is" if self.measured == 1 else "are"
            measured = f"{self.measured:,} of {counted(self.rows, 'row')} {are} measured"
            parts.append(f"{measured}: {self.measured_by}" if self.measured_by else measured)
        return ", ".join(parts)
