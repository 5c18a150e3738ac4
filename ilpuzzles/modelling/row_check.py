"""The exact row check: does an assignment satisfy every row? And rows as people write them.

No solver's word is taken for it. All arithmetic is exact: in whole numbers, Python's own where
64 bits might not be enough, and in fractions where variables are continuous.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.numbers import Number, NumberArray, plain, size_of, text_of
from ilpuzzles.modelling.operations import Operation, Outcome
from ilpuzzles.modelling.rows import (
    LARGEST,
    MINUS_INFINITY,
    NO_TARGET,
    PLUS_INFINITY,
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
    value: Number
    lower: Number | None
    upper: Number | None
    outside: bool = False

    def __str__(self) -> str:
        lower, upper = ("" if n is None else text_of(n) for n in (self.lower, self.upper))
        if self.lower == self.upper:
            bounds = lower
        elif self.outside or (lower and upper):
            bounds = f"within {lower} and {upper}"
        else:
            bounds = f"at least {lower}" if lower else f"at most {upper}"
        not_ = "and must not be" if self.outside else "not"
        return f"{self.name} is {text_of(self.value)}, {not_} {bounds}"

    def by(self) -> Number:
        """How far the value is from where it has to be."""
        return size_of(self.value - self.bound())

    def bound(self) -> Number:
        """The bound that the value breaks; of several, the nearest one."""
        bounds = [bound for bound in (self.lower, self.upper) if bound is not None]
        return min(bounds, key=lambda bound: size_of(bound - self.value), default=self.value)


# Rows and bounds of programs with continuous columns may be missed by this share of what they ask
# for, or by this much; what is missed at all is said.
_MISSED = Fraction(1, 10**9)


def beyond(violations: Iterable[Violation]) -> list[Violation]:
    """The violations that are more than digits gone astray."""
    return [one for one in violations if one.by() > _MISSED * max(1, size_of(one.bound()))]


def hold(rows: Rows, operations: Sequence[Operation], batch: NumberArray) -> npt.NDArray[np.bool_]:
    """Which of many assignments, shape (assignments, columns), satisfy all rows."""
    small = 1 << 20
    sizes = (rows.coefficients, batch, rows.lengths())
    simple = batch.dtype != object and all(
        not part.size or int(np.abs(part).max()) < small for part in sizes
    )
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
    rows: Rows, operations: Sequence[Operation], values: NumberArray
) -> Iterator[tuple[int, Outcome]]:
    """The rows that do not hold for values, shape (columns,): what they come to, and should.

    A row that defines a variable comes to the value of that variable.
    """
    numbers: list[Number] = values.tolist()
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
            scale = int(rows.scales[row])
            outcome = Outcome(*(_over(n, scale) for n in (activity, finite(lower), finite(upper))))
        elif kinds[row] == Kind.OPERATION:
            outcome = operations[targets[row]].outcome(numbers)
        else:
            true = activity + negated[row]
            wanted = int(true == lengths[row] if kinds[row] == Kind.CONJUNCTION else true > 0)
            outcome = Outcome(numbers[targets[row]], wanted, wanted)
        if not outcome.right:
            yield row, outcome


def _over(number: Number | None, scale: int) -> Any:
    """A number as it was before its row was multiplied by the scale."""
    return number if scale == 1 or number is None else plain(Fraction(number, scale))


def activities(rows: Rows, values: NumberArray) -> NumberArray:
    """What each row comes to as it was stated, in exact numbers; of linear rows only."""
    found = np.empty(len(rows), dtype=object)
    scales = rows.scales.tolist()
    found[:] = [_over(n, s) for n, s in zip(_activities(rows, values), scales, strict=True)]
    return found


def bounds_of(rows: Rows, row: int) -> tuple[Number | None, Number | None]:
    """The bounds of a row as it was stated, None for none."""
    scale = int(rows.scales[row])
    lower, upper = (_over(finite(int(bounds[row])), scale) for bounds in (rows.lower, rows.upper))
    return lower, upper


def finite(bound: Number) -> Number | None:
    """A bound, or None for one that stands for none."""
    return None if bound in {MINUS_INFINITY, PLUS_INFINITY} else bound


def _activities(rows: Rows, values: NumberArray) -> Sequence[Number]:
    """What each row comes to."""
    lengths = rows.lengths()
    largest = LARGEST if values.dtype == object else 1
    for part in (rows.coefficients, values, lengths):
        if len(part) and largest < LARGEST:
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
        factors = [_over(factor, int(rows.scales[row])) for factor in coefficients]
        return _linear([name_of(c) for c in columns[:_SHOWN]], factors, *bounds_of(rows, row))
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


def _linear(
    names: list[str], coefficients: list[Number], lower: Number | None, upper: Number | None
) -> str:
    terms = [signed_term(*pair) for pair in zip(coefficients, names, strict=False)]
    rest = len(coefficients) - len(names)
    if rest:
        terms.append(f"+ ... ({rest} more)")
    total = " ".join(terms).removeprefix("+ ") or "0"
    least, most = ("" if bound is None else text_of(bound) for bound in (lower, upper))
    if lower is None:
        return f"{total} <= {most}" if most else f"{total} is free"
    if lower == upper:
        return f"{total} = {least}"
    return f"{least} <= {total} <= {most}" if most else f"{total} >= {least}"
