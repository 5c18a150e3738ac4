"""The exact row check: does an assignment satisfy every row? And rows as people write them.

No solver's word is taken for it. All arithmetic is in whole numbers; where 64 bits might not be
enough, Python's own integers are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.operations import Operation, Outcome
from ilpuzzles.modelling.rows import (
    LARGEST,
    MINUS_INFINITY,
    NO_TARGET,
    PLUS_INFINITY,
    IntArray,
    Kind,
    Rows,
    signed_term,
)

_SHOWN = 4

_LEADS = {
    Kind.EXACTLY_ONE: "exactly one of",
    Kind.AT_MOST_ONE: "at most one of",
    Kind.AT_LEAST_ONE: "at least one of",
    Kind.CONJUNCTION: "all of",
    Kind.DISJUNCTION: "one or more of",
}


@dataclass(frozen=True, slots=True)
class Violation:
    """A row or a variable that is not within its bounds.

    Attributes:
        name: The name of the row or variable.
        value: What it comes to.
        lower: The least allowed value, or None.
        upper: The greatest allowed value, or None.
        outside: Whether the value must not lie within these bounds, instead.

    Example:
        >>> print(Violation("each cell once[(0, 3)]", 2, 1, 1))
        each cell once[(0, 3)] is 2, not 1
    """

    name: str
    value: int
    lower: int | None
    upper: int | None
    outside: bool = False

    def __str__(self) -> str:
        if self.lower == self.upper:
            bounds = f"{self.lower}"
        elif self.outside or None not in {self.lower, self.upper}:
            bounds = f"within {self.lower} and {self.upper}"
        else:
            bounds = f"at most {self.upper}" if self.lower is None else f"at least {self.lower}"
        not_ = "and must not be" if self.outside else "not"
        return f"{self.name} is {self.value}, {not_} {bounds}"


def hold(rows: Rows, operations: Sequence[Operation], batch: IntArray) -> npt.NDArray[np.bool_]:
    """Which of many assignments, shape (assignments, columns), satisfy all rows."""
    small = 1 << 20
    sizes = (rows.coefficients, batch, rows.lengths())
    simple = all(not part.size or int(np.abs(part).max()) < small for part in sizes)
    if not (simple and (rows.targets == NO_TARGET).all()):
        return np.array([not any(wrong_rows(rows, operations, one)) for one in batch], dtype=bool)
    terms = rows.coefficients * batch[:, rows.columns]
    totals = np.zeros((len(batch), len(rows.columns) + 1), dtype=np.int64)
    np.cumsum(terms, axis=1, out=totals[:, 1:])
    sums = totals[:, rows.starts[1:]] - totals[:, rows.starts[:-1]]
    held: npt.NDArray[np.bool_] = np.logical_and.reduce(
        (rows.lower <= sums) & (sums <= rows.upper), axis=1
    )
    return held


def wrong_rows(
    rows: Rows, operations: Sequence[Operation], values: IntArray
) -> Iterator[tuple[int, Outcome]]:
    """The rows that do not hold for values, shape (columns,): what they come to, and should.

    A row that defines a variable comes to the value of that variable.
    """
    numbers: list[int] = values.tolist()
    kinds, targets = rows.kinds.tolist(), rows.targets.tolist()
    lengths = rows.lengths().tolist()
    negated = np.bincount(rows.owners()[rows.coefficients < 0], minlength=len(rows)).tolist()
    bounds = zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)
    for row, (activity, (lower, upper)) in enumerate(
        zip(_activities(rows, values), bounds, strict=True)
    ):
        if targets[row] == NO_TARGET:
            # An activity may lie beyond the numbers that stand for infinity.
            if lower <= activity <= upper:
                continue
            outcome = Outcome(activity, finite(lower), finite(upper))
        elif kinds[row] == Kind.OPERATION:
            outcome = operations[targets[row]].outcome(numbers)
        else:
            true = activity + negated[row]
            wanted = int(true == lengths[row] if kinds[row] == Kind.CONJUNCTION else true > 0)
            outcome = Outcome(numbers[targets[row]], wanted, wanted)
        if not outcome.right:
            yield row, outcome


def finite(bound: int) -> int | None:
    """A bound, or None for one that stands for none."""
    return None if bound in {MINUS_INFINITY, PLUS_INFINITY} else bound


def _activities(rows: Rows, values: IntArray) -> list[int]:
    """What each row comes to."""
    lengths = rows.lengths()
    largest = 1
    for part in (rows.coefficients, values, lengths):
        if len(part):
            # abs() of the least 64-bit number overflows; Python's does not.
            largest *= max(abs(int(part.min())), abs(int(part.max())), 1)
    if largest < LARGEST:
        totals = np.concatenate([[0], np.cumsum(rows.coefficients * values[rows.columns])])
        exact: list[int] = (totals[rows.starts[1:]] - totals[rows.starts[:-1]]).tolist()
        return exact
    coefficients, columns = rows.coefficients.tolist(), rows.columns.tolist()
    numbers, starts = values.tolist(), rows.starts.tolist()
    return [
        sum(coefficients[entry] * numbers[columns[entry]] for entry in range(first, last))
        for first, last in pairwise(starts)
    ]


def row_text(
    rows: Rows, operations: Sequence[Operation], row: int, name_of: Callable[[int], str]
) -> str:
    """A row as people write it; of a long one its beginning and how long it is."""
    kind = Kind(int(rows.kinds[row]))
    entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
    columns: list[int] = rows.columns[entries].tolist()
    coefficients: list[int] = rows.coefficients[entries].tolist()
    if kind is Kind.OPERATION:
        operation = operations[int(rows.targets[row])]
        if not columns:
            return operation.word
        return f"{operation.word} of {_listed([name_of(column) for column in columns])}"
    if kind is Kind.LINEAR:
        lower, upper = int(rows.lower[row]), int(rows.upper[row])
        return _linear([name_of(c) for c in columns[:_SHOWN]], coefficients, lower, upper)
    literals = [
        f"{'~' if factor < 0 else ''}{name_of(column)}"
        for column, factor in zip(columns, coefficients, strict=True)
    ]
    text = f"{_LEADS[kind]} {_listed(literals)}"
    return f"{name_of(int(rows.targets[row]))} = {text}" if kind.defines else text


def _listed(parts: Sequence[str]) -> str:
    rest = len(parts) - _SHOWN
    # To leave out a single one saves nothing.
    if rest <= 1:
        return ", ".join(parts) or "nothing"
    return f"{', '.join(parts[:_SHOWN])} and {rest} more"


def _linear(names: list[str], coefficients: list[int], lower: int, upper: int) -> str:
    terms = [signed_term(*pair) for pair in zip(coefficients, names, strict=False)]
    rest = len(coefficients) - len(names)
    if rest:
        terms.append(f"+ ... ({rest} more)")
    total = " ".join(terms).removeprefix("+ ") or "0"
    if lower == upper:
        return f"{total} = {lower}"
    if lower == MINUS_INFINITY:
        return f"{total} <= {upper}" if upper != PLUS_INFINITY else f"{total} is free"
    if upper == PLUS_INFINITY:
        return f"{total} >= {lower}"
    return f"{lower} <= {total} <= {upper}"
