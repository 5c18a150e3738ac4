"""Which columns follow from the others: then each solution has one completion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.rows import NO_TARGET, Rows


@dataclass(frozen=True, slots=True)
class Together:
    """Rows, by their numbers in the model, that leave columns one choice, as none does alone."""

    columns: tuple[int, ...]
    given: tuple[int, ...]
    rows: tuple[int, ...]

    @staticmethod
    def of(
        rows: Rows, columns: tuple[int, ...], given: tuple[int, ...], numbers: Sequence[int]
    ) -> Together:
        """Takes those of some rows that speak of more than what is given."""
        if not len(numbers):
            return Together(columns, given, ())
        first, last = min(numbers), max(numbers) + 1
        starts, targets = rows.starts[first : last + 1], rows.targets[first:last]
        part = rows.columns[starts[0] : starts[-1]]
        known = np.zeros(1 + max(part.max(initial=0), targets.max(), *given, 0), dtype=bool)
        known[[*given]] = True
        # How many columns beside those given there are up to each place.
        beyond = np.concatenate([[0], np.cumsum(~known[part])])[starts - starts[0]]
        speaking = (np.diff(beyond) > 0) | ((targets != NO_TARGET) & ~known[targets])
        return Together(columns, given, tuple(n for n in numbers if speaking[n - first]))


def are_determined(
    rows: Rows,
    operations: Sequence[Operation],
    together: Sequence[Together],
    open_columns: npt.NDArray[np.bool_],
) -> bool:
    """Whether all open columns follow from the others, as far as single rows show.

    A column is determined if some row holds for at most one of its values and all other columns of
    that row are determined, or if several rows together are known to define it.

    Args:
        rows: The rows.
        operations: What those of kind operation are.
        together: What several of the rows define at once.
        open_columns: A mask of the columns that may follow from the others, shape (columns,).
    """
    left_open = open_columns.copy()
    # Most are defined by several rows together, which is quicker to see than by single rows.
    for joint in together:
        if not left_open[[*joint.given]].any():
            left_open[[*joint.columns]] = False
    unknown = set(np.nonzero(left_open)[0].tolist())
    if not unknown:
        return True

    definitions = list(_definitions(rows, operations, together, left_open))
    definitions_of: dict[int, list[_Definition]] = {column: [] for column in unknown}
    for definition in definitions:
        for column in definition.missing:
            definitions_of[column].append(definition)
    # What follows from one definition may be what another one still misses.
    while definitions:
        determined = definitions.pop().found() & unknown
        unknown -= determined
        for column in determined:
            for definition in definitions_of[column]:
                definition.missing.discard(column)
                definitions.append(definition)
    return not unknown


def _definitions(
    rows: Rows,
    operations: Sequence[Operation],
    together: Sequence[Together],
    open_columns: npt.NDArray[np.bool_],
) -> Iterator[_Definition]:
    """The definitions of open columns."""
    yield from _equations(rows, open_columns)
    is_open = set(np.nonzero(open_columns)[0].tolist()).intersection
    defining = rows.targets != NO_TARGET
    stated = defining & open_columns[np.where(defining, rows.targets, 0)]
    for row in np.nonzero(stated)[0].tolist():
        target = int(rows.targets[row])
        given = rows.columns[rows.entries(row)].tolist()
        if target not in given:
            yield _Definition(is_open((target, *given)), {target})
    for operation in operations:
        spoken = Counter(operation.mentions())
        # What is defined by itself may have several values, or none.
        once = {column for column in operation.definitions() if spoken[column] == 1}
        if is_open(once):
            yield _Definition(is_open(spoken), once)
    for known in together:
        columns = (*known.columns, *known.given)
        yield _Definition(is_open(columns), set(known.columns), at_once=True)


def _equations(rows: Rows, open_columns: npt.NDArray[np.bool_]) -> Iterator[_Definition]:
    """Equations: each column follows from all others."""
    variables = len(open_columns)
    owners = rows.owners()
    equations = (rows.lower == rows.upper) & ~rows.defining()
    entries = np.nonzero(equations[owners] & open_columns[rows.columns])[0]
    # A column that stands in a row several times may cancel out.
    pairs, place = np.unique(
        owners[entries] * variables + rows.columns[entries], return_inverse=True
    )
    factors = np.zeros(len(pairs), dtype=rows.coefficients.dtype)
    np.add.at(factors, place, rows.coefficients[entries])
    of_row: dict[int, set[int]] = {}
    for pair in pairs[factors != 0].tolist():
        row, column = divmod(pair, variables)
        of_row.setdefault(row, set()).add(column)
    for columns in of_row.values():
        yield _Definition(columns, set(columns))


@dataclass(slots=True)
class _Definition:
    """A row that can determine the columns in `able`; those in `missing` are not known yet.

    `at_once` is whether it determines several at once, not only the last one that is missing.
    """

    missing: set[int]
    able: set[int]
    at_once: bool = False

    def found(self) -> set[int]:
        """The columns that follow now."""
        enough = self.missing <= self.able and (self.at_once or len(self.missing) == 1)
        return set(self.missing) if enough else set()
