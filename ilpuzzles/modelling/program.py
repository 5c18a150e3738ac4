"""A program: what a solver gets to see of a model, as arrays and without names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.basics import IntArray
from ilpuzzles.modelling.operations import Operation, Separated
from ilpuzzles.modelling.rows import NO_TARGET, Kind, Rows


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """What is to be made small or large.

    Attributes:
        columns: The columns of its terms, each once.
        coefficients: Their coefficients, none of them 0.
        constant: What is added to the terms.
        maximize: Whether large is good.
    """

    columns: IntArray
    coefficients: IntArray
    constant: int
    maximize: bool

    def value(self, values: IntArray) -> int:
        """The exact value for some values of all columns."""
        factors: list[int] = self.coefficients.tolist()
        numbers: list[int] = values[self.columns].tolist()
        return self.constant + sum(a * b for a, b in zip(factors, numbers, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """An integer program in arrays.

    Attributes:
        lower: The least value of each column, shape (columns,).
        upper: The greatest value of each column.
        deciding: Whether a column counts when solutions are told apart; auxiliary ones do not.
        rows: The rows.
        row_numbers: Which row of the model each row is.
        objective: What to optimise, or None.
        operations: The operations; a row of kind operation has the number of one as its target.
        determined: Whether all columns follow from the deciding ones.
    """

    lower: IntArray
    upper: IntArray
    deciding: npt.NDArray[np.bool_]
    rows: Rows
    row_numbers: IntArray
    objective: Objective | None
    operations: tuple[Operation, ...] = ()
    determined: bool = True

    @property
    def variables(self) -> int:
        """How many columns there are."""
        return len(self.lower)

    @property
    def nonzeros(self) -> int:
        """How many entries the rows have in all, targets included."""
        kinds = self.rows.kinds
        defined = (kinds == Kind.CONJUNCTION) | (kinds == Kind.DISJUNCTION)
        return len(self.rows.columns) + int(defined.sum())

    def separated(self) -> dict[int, Separated]:
        """The rows whose cuts are found as they are needed, by their numbers here."""
        found: dict[int, Separated] = {}
        for row in np.nonzero(self.rows.kinds == Kind.OPERATION)[0].tolist():
            operation = self.operations[int(self.rows.targets[row])]
            if isinstance(operation, Separated):
                found[row] = operation
        return found

    def keep(self, kept: npt.NDArray[np.bool_]) -> Program:
        """The same program with some of its rows only; `kept` has shape (rows,)."""
        if kept.all():
            return self
        return replace(self, rows=self.rows.keep(kept), row_numbers=self.row_numbers[kept])

    def regrouped(self, groups: IntArray) -> Program:
        """The same program with other group numbers, shape (rows,)."""
        return replace(self, rows=replace(self.rows, groups=groups))

    def within(self, bounds: Mapping[int, tuple[int, int]]) -> Program:
        """The same program with other bounds for some of its columns."""
        lower, upper = self.lower.copy(), self.upper.copy()
        for column, (least, most) in bounds.items():
            lower[column], upper[column] = least, most
        return replace(self, lower=lower, upper=upper)

    def weakened(self, kept: npt.NDArray[np.bool_]) -> Program:
        """The same program with some of its rows only, which may have said what a column is.

        Args:
            kept: Which rows stay, shape (rows,).
        """
        weaker = self.keep(kept)
        if weaker is self or not self.determined or self.deciding.all():
            return weaker
        dropped = self.rows.keep(~kept)
        targets = dropped.targets[dropped.kinds != Kind.OPERATION]
        spoken_of = np.concatenate([dropped.columns, targets[targets != NO_TARGET]])
        return replace(weaker, determined=bool(self.deciding[spoken_of].all()))
