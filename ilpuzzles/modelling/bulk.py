"""Stating many rows at once, from arrays."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import index
from typing import SupportsIndex

import numpy as np

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.basics import LARGEST, MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.modelling.rows import NO_TARGET, Kind, Rows
from ilpuzzles.modelling.store import Store


class BulkStatements:
    """The part of a model that states rows by the thousand.

    Args:
        store: What the model remembers.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def name_of(self, column: int) -> str:
        """The name of a column: `place[A, 3]`."""
        return self._store.column_name(column)

    def row_name(self, row: int) -> str:
        """The name of a row: `each cell once[(0, 3)]`."""
        return self._store.rows.name_of(row)

    def row_key(self, row: int) -> Hashable:
        """The key of a row, which tells it from others of the same name: `(0, 3)`."""
        return self._store.rows.key_of(row)[1]

    def add_rows(
        self,
        kind: Kind,
        starts: IntArray,
        columns: IntArray,
        *,
        coefficients: IntArray | None = None,
        lower: IntArray | int | None = None,
        upper: IntArray | int | None = None,
        targets: IntArray | None = None,
        aggregated: bool = False,
        name: str = "",
        keys: Sequence[Hashable] | None = None,
    ) -> int:
        """Adds many rows at once, from arrays.

        Args:
            kind: What every one of the rows means.
            starts: Row i has the entries from `starts[i]` to `starts[i + 1]`, shape (rows + 1,).
            columns: The columns of all entries.
            coefficients: The coefficients of all entries; 1 by default. In a row of literals, -1
                negates one; any others are for linear rows only.
            lower: The least value of the rows, one for all or one for each. Only for linear rows.
            upper: The greatest value likewise.
            targets: The column that each row defines, for conjunctions and disjunctions.
            aggregated: Whether such a row becomes one linear row, or one for each literal.
            name: The name of the rows; by default that of their group.
            keys: What follows the name in brackets, one per row; by default 0, 1, 2, ...

        Returns:
            The number of the first row.

        Raises:
            ModelError: If the arrays do not fit each other or the model.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> model.add_rows(Kind.EXACTLY_ONE, np.array([0, 2, 4]), np.array([0, 1, 1, 2]))
            0
            >>> model.row_name(1)
            'exactly_one[1]'
        """
        kind = Kind(kind)
        starts, columns = _whole_array(starts, "starts"), _whole_array(columns, "columns")
        if not len(starts):
            raise ModelError(Problem("starts is empty", "it ends with the number of entries"))
        count = len(starts) - 1
        if kind is not Kind.LINEAR and not (lower is None and upper is None):
            raise ModelError(Problem(f"bounds for rows of kind {kind.name}", "use LINEAR"))
        if kind.defines != (targets is not None):
            needed = "one per row" if kind.defines else "none"
            raise ModelError(Problem(f"wrong targets for rows of kind {kind.name}", needed))
        if coefficients is None:
            coefficients = np.ones(len(columns), dtype=np.int64)
        if targets is None:
            targets = np.full(count, NO_TARGET, dtype=np.int64)
        coefficients = _whole_array(coefficients, "coefficients")
        self._fits(starts, columns, coefficients, keys)
        if kind is not Kind.LINEAR:
            self._are_literals(columns, coefficients)
            least, most = kind.bounds
            # The bounds count true literals; a negated one counts as 1 - x.
            negated = np.concatenate([[0], np.cumsum(coefficients < 0)])
            constants = negated[starts[1:]] - negated[starts[:-1]]
            lower = None if least is None else least - constants
            upper = None if most is None else most - constants
        if kind.defines:
            targets = _whole_array(targets, "targets")
            if targets.shape != (count,):
                raise ModelError(Problem("targets are not one per row", "mend the arrays"))
            self._are_literals(targets, np.ones(count, dtype=np.int64))
            if (np.repeat(targets, np.diff(starts)) == columns).any():
                raise ModelError(Problem("a variable is defined by itself", "mend the arrays"))
        rows = Rows(
            starts=starts,
            columns=columns,
            coefficients=coefficients.astype(np.int64),
            lower=_bounds_array(lower, MINUS_INFINITY, count),
            upper=_bounds_array(upper, PLUS_INFINITY, count),
            kinds=np.full(count, kind, dtype=np.uint8),
            groups=np.full(count, self._store.open_group, dtype=np.int64),
            targets=np.asarray(targets, dtype=np.int64),
            aggregated=np.full(count, aggregated, dtype=bool),
        )
        first = self._store.rows.extend(rows)
        self._store.rows.call(first, name or self._store.row_family_name(kind), keys)
        return first

    def _own(self, owner: object) -> None:
        if owner is not self:
            raise ModelError(Problem("a variable of another model", "use those of this one"))

    def _are_literals(self, columns: IntArray, coefficients: IntArray) -> None:
        """Raises unless some columns are binary, and their coefficients 1 or -1."""
        wrong = ""
        if not (np.abs(coefficients) == 1).all():
            wrong = "a literal whose coefficient is not 1 or -1"
        elif len(columns) and (columns.min() < 0 or columns.max() >= self._store.variables):
            wrong = "a column that is not of this model"
        elif not self._store.all_binary():
            binary = self._store.binary()
            if not binary[columns].all():
                column = int(columns[~binary[columns]][0])
                wrong = f"{self.name_of(column)} is not binary"
        if wrong:
            raise ModelError(Problem(wrong, "mend the arrays, or use linear rows"))

    def _fits(
        self,
        starts: IntArray,
        columns: IntArray,
        coefficients: IntArray,
        keys: Sequence[Hashable] | None,
    ) -> None:
        """Raises unless the arrays of `add_rows` fit each other and the model."""
        wrong = ""
        if starts[0] != 0 or starts[-1] != len(columns) or (np.diff(starts) < 0).any():
            wrong = "starts do not ascend from 0 to the number of entries"
        elif len(columns) and (columns.min() < 0 or columns.max() >= self._store.variables):
            wrong = "a column that is not of this model"
        elif coefficients.shape != columns.shape or coefficients.dtype.kind not in "iub":
            wrong = "coefficients are not one whole number per entry"
        elif len(columns) and max(-int(coefficients.min()), int(coefficients.max())) >= LARGEST:
            wrong = "a coefficient of 63 bits or more"
        elif keys is not None and len(keys) != len(starts) - 1:
            wrong = "keys are not one per row"
        if wrong:
            raise ModelError(Problem(wrong, "mend the arrays given to add_rows"))


def _whole_array(numbers: object, name: str) -> IntArray:
    """Whole numbers as an array of its own, one-dimensional and of 64 bits."""
    array = np.asarray(numbers)
    fits = array.dtype.kind in "iu" or not array.size
    if array.ndim != 1 or not fits or (array.dtype == np.uint64 and (array >= LARGEST).any()):
        raise ModelError(
            Problem(
                f"{name} of shape {array.shape} and type {array.dtype}",
                "give one whole number after the other",
            )
        )
    return array.astype(np.int64)


def _bounds_array(bound: IntArray | int | None, infinity: int, count: int) -> IntArray:
    if bound is None:
        return np.full(count, infinity, dtype=np.int64)
    if not isinstance(bound, np.ndarray) and isinstance(bound, SupportsIndex):
        return np.full(count, index(bound), dtype=np.int64)
    array = _whole_array(bound, "bounds")
    if array.shape != (count,):
        raise ModelError(Problem("bounds that are not one whole number per row", "mend them"))
    return array
