"""Makes a model of what a reader has gathered."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import quoted
from ilpuzzles.modelling.formats.file_model import Contents, FileModel
from ilpuzzles.modelling.formats.gathered import OBJECTIVE, Gathered
from ilpuzzles.modelling.formats.scaling import row_scales, whole_coefficients, whole_sides
from ilpuzzles.modelling.program import Objective
from ilpuzzles.modelling.rows import (
    MINUS_INFINITY,
    NO_GROUP,
    NO_TARGET,
    PLUS_INFINITY,
    IntArray,
    Kind,
    Rows,
)


def stated(gathered: Gathered, name: str) -> FileModel:
    """States a model.

    Args:
        gathered: What stands in the file.
        name: What to call the model.

    Returns:
        The model. Rows that count literals have the kind that says so.

    Raises:
        InputError: If an entry stands twice, or a row has fractions that cannot be scaled away.
    """
    order = _order(gathered)
    scales = row_scales(gathered)
    coefficients = whole_coefficients(gathered, scales)[order]
    row_of = np.array(gathered.entry_rows, dtype=np.int64)[order]
    columns = np.array(gathered.entry_columns, dtype=np.int64)[order]
    if not coefficients.all():
        nonzero = coefficients != 0
        row_of, columns, coefficients = row_of[nonzero], columns[nonzero], coefficients[nonzero]
    costs = int(np.searchsorted(row_of, OBJECTIVE, side="right"))
    objective = None
    if costs or gathered.constant:
        objective = Objective(
            columns[:costs], coefficients[:costs], gathered.constant, gathered.maximize
        )
    lower, upper = np.array(gathered.lower, np.int64), np.array(gathered.upper, np.int64)
    least, most = whole_sides(gathered, scales)
    count = len(least)
    starts = np.searchsorted(row_of[costs:], np.arange(count + 1))
    rows = Rows(
        starts=starts,
        columns=columns[costs:],
        coefficients=coefficients[costs:],
        lower=least,
        upper=most,
        kinds=_kinds(
            row_of[costs:],
            coefficients[costs:],
            ((lower == 0) & (upper == 1))[columns[costs:]],
            (least, most),
        ),
        groups=np.full(count, NO_GROUP, dtype=np.int64),
        targets=np.full(count, NO_TARGET, dtype=np.int64),
        aggregated=np.zeros(count, dtype=bool),
    )
    row_names = [row for row, number in gathered.rows.items() if number != OBJECTIVE]
    deciding = np.ones(len(lower), dtype=bool)
    deciding[list(gathered.auxiliary)] = False
    return FileModel(
        Contents(name, list(gathered.columns), lower, upper, row_names, rows, objective, deciding)
    )


def _order(gathered: Gathered) -> IntArray:
    """The entries row by row, the objective first, each row by its columns."""
    row_of = np.array(gathered.entry_rows, dtype=np.int64)
    columns = np.array(gathered.entry_columns, dtype=np.int64)
    keys = (row_of - OBJECTIVE) * len(gathered.columns) + columns
    order: IntArray = np.argsort(keys, kind="stable")
    again = np.nonzero(np.diff(keys[order]) == 0)[0]
    if len(again):
        # Of all entries that stand again, the one that does so first in the file.
        entry = int(order[again + 1].min())
        column = list(gathered.columns)[gathered.entry_columns[entry]]
        number = gathered.entry_rows[entry]
        row = next((row for row, known in gathered.rows.items() if known == number), "objective")
        raise gathered.text.at_name(
            gathered.entry_lines[entry],
            column,
            f"{quoted(column)} has a second coefficient in {quoted(row)}",
            "keep one of the two",
        )
    return order


def _kinds(
    row_of: IntArray,
    coefficients: IntArray,
    binary: npt.NDArray[np.bool_],
    sides: tuple[IntArray, IntArray],
) -> npt.NDArray[np.uint8]:
    """Finds the rows that say how many of some literals are true.

    Args:
        row_of: The row of every entry.
        coefficients: Its coefficient.
        binary: Whether its column is binary.
        sides: The least and the greatest value of each row.

    Returns:
        The kind of each row.
    """
    lower, upper = sides
    literal = binary & (np.abs(coefficients) == 1)
    others = np.bincount(row_of[~literal], minlength=len(lower))
    # One true literal: every negated one, 1 - x, moves its 1 to the other side.
    one = 1 - np.bincount(row_of[coefficients < 0], minlength=len(lower))
    at_least, at_most = (others == 0) & (lower == one), (others == 0) & (upper == one)
    kinds = np.full(len(lower), Kind.LINEAR, dtype=np.uint8)
    kinds[at_least & at_most] = Kind.EXACTLY_ONE
    kinds[at_most & (lower == MINUS_INFINITY)] = Kind.AT_MOST_ONE
    kinds[at_least & (upper == PLUS_INFINITY)] = Kind.AT_LEAST_ONE
    return kinds
