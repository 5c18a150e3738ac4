"""Exact covers: a matrix of 0 and 1 as a model, and its solutions as lists of rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ilpuzzles.modelling.formats.file_model import Contents, FileModel
from ilpuzzles.modelling.rows import NO_TARGET, Group, IntArray, Kind, Rows

GROUP = Group("each column once", "exactly one chosen row has a 1 in it")
"""The group that all rows of the model belong to."""


@dataclass(frozen=True, slots=True)
class ChosenRows:
    """An exact cover.

    Attributes:
        rows: The numbers of its rows, from 0 and ascending.

    Example:
        >>> print(ChosenRows((0, 3, 4)), ChosenRows((0, 3, 4)).to_json())
        0 3 4 [0, 3, 4]
    """

    rows: tuple[int, ...]

    def to_json(self) -> list[int]:
        """The numbers as a list."""
        return list(self.rows)

    def differences(self, other: ChosenRows) -> list[int]:
        """The rows that are in one of two covers only."""
        return sorted(set(self.rows) ^ set(other.rows))

    def __str__(self) -> str:
        return " ".join(map(str, self.rows)) or "no row"


@dataclass(frozen=True, slots=True)
class KnownRows:
    """What is the same in all exact covers.

    Attributes:
        chosen: The rows that are in all of them.
        left_out: The rows that are in none.

    Example:
        >>> print(KnownRows((3,), (0, 5)))
        in every solution: 3
        in none: 0 5
    """

    chosen: tuple[int, ...]
    left_out: tuple[int, ...]

    def to_json(self) -> dict[str, list[int]]:
        """Both as lists."""
        return {"chosen": list(self.chosen), "left_out": list(self.left_out)}

    def __str__(self) -> str:
        return f"in every solution: {ChosenRows(self.chosen)}\nin none: {ChosenRows(self.left_out)}"


class CoverModel(FileModel):
    """The exact covers of a matrix: chosen rows that have exactly one 1 in every column.

    For every row of the matrix the model has a binary variable, `row[0]`, `row[1]`, ..., and for
    every column a row of kind exactly_one, `column[0]`, `column[1]`, ... in one group. A column
    without any 1 is a row that nothing satisfies; whether a row without any 1 is chosen is free.

    Args:
        name: What to call it.
        shape: How many rows and columns the matrix has.
        rows: The row of every 1 in the matrix.
        columns: The column of every 1, as long as `rows`; no place stands twice.

    Example:
        >>> model = CoverModel("pair", (2, 1), np.array([0, 1]), np.array([0, 0]))
        >>> print(model.statistics(), model.variable("row[1]"), model.row_name(0))
        2 variables, 1 rows, 2 nonzeros row[1] column[0]
        >>> print(*model.check(np.array([1, 1])))
        column[0] is 2, not 1
        >>> model.chosen(np.array([0, 1]))
        ChosenRows(rows=(1,))
    """

    def __init__(
        self, name: str, shape: tuple[int, int], rows: IntArray, columns: IntArray
    ) -> None:
        height, width = shape
        # By column, and within each by row; numbers sort faster than pairs.
        places = np.sort(columns * height + rows)
        lengths = np.bincount(columns, minlength=width)
        once = np.ones(width, dtype=np.int64)
        stated = Rows(
            starts=np.concatenate([[0], np.cumsum(lengths)]),
            columns=places % height,
            coefficients=np.ones(len(places), dtype=np.int64),
            lower=once,
            upper=once,
            kinds=np.full(width, Kind.EXACTLY_ONE, dtype=np.uint8),
            groups=np.zeros(width, dtype=np.int64),
            targets=np.full(width, NO_TARGET, dtype=np.int64),
            aggregated=np.zeros(width, dtype=bool),
        )
        super().__init__(
            Contents(
                name=name,
                column_names=[f"row[{number}]" for number in range(height)],
                lower=np.zeros(height, dtype=np.int64),
                upper=np.ones(height, dtype=np.int64),
                row_names=[f"column[{number}]" for number in range(width)],
                rows=stated,
                objective=None,
            )
        )
        self._height = height
        self._store.groups.append(GROUP)

    def chosen(self, values: IntArray) -> ChosenRows:
        """The rows of the matrix that a solution chooses.

        Args:
            values: The values of all variables.
        """
        return ChosenRows(tuple(np.nonzero(values[: self._height])[0].tolist()))

    def known(self, values: Mapping[str, int]) -> KnownRows:
        """What is known of the rows of the matrix.

        Args:
            values: The values that some variables have in all solutions, by their names.
        """
        columns = {self.variable(name).column: value for name, value in values.items()}
        return KnownRows(
            tuple(sorted(column for column, value in columns.items() if value)),
            tuple(sorted(column for column, value in columns.items() if not value)),
        )
