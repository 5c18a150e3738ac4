"""A program: what a solver gets to see of a model, as arrays and without names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.basics import IntArray
from ilpuzzles.modelling.operations import Operation, Separated
from ilpuzzles.modelling.rows import Kind, Rows


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


@dataclass(frozen=True, slots=True)
class Together:
    """Rows that leave some columns one choice of values, although none of them does so alone.

    Attributes:
        columns: The columns.
        given: The columns that they follow from.
        rows: The numbers of these rows in the model, ascending.
    """

    columns: tuple[int, ...]
    given: tuple[int, ...]
    rows: tuple[int, ...]

    @staticmethod
    def of(
        rows: Rows, columns: tuple[int, ...], given: tuple[int, ...], numbers: range
    ) -> Together:
        """Takes those of some rows that speak of more than what is given."""
        beyond = ~np.isin(rows.columns, given)
        speaking = np.bincount(rows.owners()[beyond], minlength=len(rows)) > 0
        defining = np.isin(rows.kinds, (Kind.CONJUNCTION, Kind.DISJUNCTION))
        speaking |= defining & ~np.isin(rows.targets, given)
        return Together(columns, given, tuple(number for number in numbers if speaking[number]))


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
        together: What several rows define at once.
    """

    lower: IntArray
    upper: IntArray
    deciding: npt.NDArray[np.bool_]
    rows: Rows
    row_numbers: IntArray
    objective: Objective | None
    operations: tuple[Operation, ...] = ()
    together: tuple[Together, ...] = ()

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

    def determined(self) -> bool:
        """Whether every column follows from the deciding ones, as far as single rows can tell.

        A column follows from others if it has one value only, if a row that holds for one of its
        values at most speaks of it and else of such columns alone, or if several rows together are
        known to define it. Where this says no, a solution may have many completions.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x, y = model.binary("x", 2), model.binary("y", auxiliary=True)
            >>> row = model.add(x[0] + x[1] >= y)
            >>> model.program().determined()
            False
            >>> row = model.add(x[0] - x[1] == y)
            >>> model.program().determined()
            True
        """
        open_columns = ~self.deciding & (self.lower < self.upper)
        unknown = set(np.nonzero(open_columns)[0].tolist())
        if not unknown:
            return True
        definitions = list(self._definitions(open_columns))
        speaking: dict[int, list[_Definition]] = {column: [] for column in unknown}
        for definition in definitions:
            for column in definition.missing:
                speaking[column].append(definition)
        while definitions:
            found = definitions.pop().found() & unknown
            unknown -= found
            for column in found:
                for definition in speaking[column]:
                    definition.missing.discard(column)
                    definitions.append(definition)
        return not unknown

    def _definitions(self, open_columns: npt.NDArray[np.bool_]) -> Iterator[_Definition]:
        """What can say what open columns are."""
        yield from self._equations(open_columns)
        rows, is_open = self.rows, set(np.nonzero(open_columns)[0].tolist()).intersection
        defining = np.isin(rows.kinds, (Kind.CONJUNCTION, Kind.DISJUNCTION))
        for row in np.nonzero(defining & open_columns[np.where(defining, rows.targets, 0)])[0]:
            target = int(rows.targets[row])
            given = rows.columns[rows.starts[row] : rows.starts[row + 1]].tolist()
            if target not in given:
                yield _Definition(is_open((target, *given)), {target})
        for row in np.nonzero(rows.kinds == Kind.OPERATION)[0]:
            operation = self.operations[int(rows.targets[row])]
            spoken = Counter(operation.mentions())
            # What is defined by itself may have several values, or none.
            once = {column for column in operation.defined() if spoken[column] == 1}
            if is_open(once):
                yield _Definition(is_open(spoken), once)
        here = set(self.row_numbers.tolist()) if self.together else set()
        for known in self.together:
            if here.issuperset(known.rows):
                columns = (*known.columns, *known.given)
                yield _Definition(is_open(columns), set(known.columns), at_once=True)

    def _equations(self, open_columns: npt.NDArray[np.bool_]) -> Iterator[_Definition]:
        """Equations: each column follows from all others."""
        rows = self.rows
        owners = rows.owners()
        others = (Kind.CONJUNCTION, Kind.DISJUNCTION, Kind.OPERATION)
        equations = (rows.lower == rows.upper) & ~np.isin(rows.kinds, others)
        entries = np.nonzero(equations[owners] & open_columns[rows.columns])[0]
        # A column that stands in a row several times may cancel out.
        pairs, place = np.unique(
            owners[entries] * self.variables + rows.columns[entries], return_inverse=True
        )
        factors = np.zeros(len(pairs), dtype=np.int64)
        np.add.at(factors, place, rows.coefficients[entries])
        of_row: dict[int, set[int]] = {}
        for pair in pairs[factors != 0].tolist():
            row, column = divmod(pair, self.variables)
            of_row.setdefault(row, set()).add(column)
        for columns in of_row.values():
            yield _Definition(columns, set(columns))


@dataclass(slots=True)
class _Definition:
    """What can say what some columns are.

    Attributes:
        missing: The columns that it speaks of and that are not known yet.
        able: Those that it can say something of.
        at_once: Whether it says it of several at once, not only of the last one that is missing.
    """

    missing: set[int]
    able: set[int]
    at_once: bool = False

    def found(self) -> set[int]:
        """The columns that follow now."""
        enough = self.missing <= self.able and (self.at_once or len(self.missing) == 1)
        return set(self.missing) if enough else set()
