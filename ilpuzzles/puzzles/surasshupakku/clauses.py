"""Many clauses at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ilpuzzles.modelling import Kind, Model


def add_clauses(model: Model, clauses: Mapping[Any, Sequence[int]]) -> None:
    """States that some literal of every clause is true; `~column` is the opposite of a column.

    Args:
        model: The model.
        clauses: The literals of each clause, by the key of its row.
    """
    listed = list(clauses.values())
    literals = np.array([literal for clause in listed for literal in clause], dtype=np.int64)
    opposite = literals < 0
    model.add_rows(
        Kind.AT_LEAST_ONE,
        np.cumsum([0, *(len(clause) for clause in listed)]),
        np.where(opposite, ~literals, literals),
        coefficients=np.where(opposite, -1, 1),
        keys=list(clauses),
    )
