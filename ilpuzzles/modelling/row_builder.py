"""From rows as they were written to rows as solvers get them: one way, for every door of a model.

An exact row with fractions is multiplied by the common denominator of its coefficients. Where all
its columns are whole, so is its left side, and the bounds of an inequality are rounded inwards; in
all other rows the denominators of the bounds count, too. A measured row stays in doubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.numbers import (
    BoolArray,
    Number,
    NumberArray,
    Quotients,
    common_scales,
    exact,
    numbers_joined,
)
from ilpuzzles.modelling.precision import Precision, exact_bounds
from ilpuzzles.modelling.rows import (
    LARGEST,
    NO_GROUP,
    NO_OPERATION,
    NO_TARGET,
    IntArray,
    Kind,
    Rows,
    kinds_of_sums,
    runs_of,
    without_repeats,
)
from ilpuzzles.modelling.written import WrittenRows, doubles_of


@dataclass(frozen=True, slots=True, eq=False)
class RowTraits:
    """The attributes of rows other than their sums: one for each row, or one for all; see `Rows`.

    Attributes:
        kinds: The kind of each row; None to find out which ones count literals.
    """

    kinds: npt.NDArray[np.uint8] | Kind | None = Kind.LINEAR
    groups: IntArray | int = NO_GROUP
    targets: IntArray | int = NO_TARGET
    operations: IntArray | int = NO_OPERATION
    aggregated: npt.NDArray[np.bool_] | bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ScaledRows:
    """The numbers of rows in whole numbers, and the scale that each row was multiplied by."""

    coefficients: NumberArray
    lower: Bounds
    upper: Bounds
    scales: NumberArray


def _scale_exact_rows(written: WrittenRows, whole: BoolArray) -> ScaledRows:
    """Like `scale_rows`, for rows of which only bounds are measured."""
    count = len(written)
    if written.is_whole():
        coefficients = written.numbers.astype(np.int64, copy=False)
        return ScaledRows(coefficients, written.lower, written.upper, np.ones(count, np.int64))
    owners = written.owners()
    factors = Quotients.of(written.numbers)
    written = _with_exact_bounds(written)
    is_rounded = whole & (written.lower != written.upper)
    sides = [_Side.of(bounds) for bounds in (written.lower, written.upper)]
    exactly = [~is_rounded[side.places] for side in sides]
    scales = common_scales(
        np.concatenate([owners, *(s.places[e] for s, e in zip(sides, exactly, strict=True))]),
        np.concatenate(
            [
                factors.denominators,
                *(s.numbers.denominators[e] for s, e in zip(sides, exactly, strict=True)),
            ]
        ),
        count,
    )
    lower, upper = (side.rounded_inwards(scales, count) for side in sides)
    return ScaledRows(factors.floor(scales[owners]), lower, upper, scales)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """The bounds that there are on one side, and their places."""

    side: Side
    places: IntArray
    numbers: Quotients

    @classmethod
    def of(cls, bounds: Bounds) -> _Side:
        places = bounds.finite.nonzero()[0]
        return cls(bounds.side, places, Quotients.of(bounds.numbers[places]))

    def rounded_inwards(self, scales: NumberArray, count: int) -> Bounds:
        """The bounds times the scales of their rows, rounded inwards."""
        round_inwards = self.numbers.ceil if self.side is Side.LOWER else self.numbers.floor
        found = round_inwards(scales[self.places])
        numbers = np.zeros(count, dtype=object if found.dtype == object else np.int64)
        numbers[self.places] = found
        finite = np.zeros(count, dtype=bool)
        finite[self.places] = True
        return Bounds(self.side, numbers, finite)


def build_rows(
    written: WrittenRows,
    traits: RowTraits,
    *,
    origin: int,
    whole: BoolArray | None = None,
    continuous: BoolArray | None = None,
    repeated: Sequence[int] | None = None,
    binary: BoolArray | None = None,
) -> tuple[WrittenRows, Rows]:
    """Rows as solvers get them, each column once, made of rows as they were written.

    Args:
        written: The rows.
        traits: What the rows are besides their sums.
        origin: The number of the first written row among all of a program.
        whole: Whether all columns of a row are whole, once equal columns are added up, shape
            (rows,); None to find it out from `continuous`.
        continuous: Whether each column is continuous; None if none is.
        repeated: The rows that name a column twice, or have a coefficient of 0, if these are known.
        binary: Whether each column is binary; needed where the kinds are to be found.

    Returns:
        The written rows, with the precision of each, and what is made of them.

    Raises:
        ModelError: If a whole number has 63 bits or more.
    """
    is_whole = written.is_whole()
    if repeated is None and not is_whole:
        # Fractions are added up before they are scaled, so that each row has its least scale.
        repeated = _repeating_rows(written)
    source = written if not repeated else written.with_sums(repeated)
    if whole is None:
        whole = _whole_rows(source, continuous)
    source = source.judged(whole)
    scaled = scale_rows(source, whole)
    _require_fit(source, scaled)
    kinds: npt.NDArray[np.uint8] | Kind = Kind.LINEAR
    if traits.kinds is not None:
        kinds = traits.kinds
    if repeated:
        # With equal literals added up, a row no longer counts literals.
        kinds = np.full(len(written), kinds, dtype=np.uint8)
        kinds[repeated] = Kind.LINEAR
    rows = Rows.of(
        source.starts,
        source.columns.astype(np.int64, copy=False),
        scaled.coefficients,
        scaled.lower,
        scaled.upper,
        scales=scaled.scales,
        kinds=kinds,
        groups=traits.groups,
        targets=traits.targets,
        operations=traits.operations,
        aggregated=traits.aggregated,
        origins=np.arange(origin, origin + len(written)),
        measured=source.measured(),
    )
    if repeated is None:
        # In whole numbers, which is many times faster for many rows.
        rows = without_repeats(rows)
    if traits.kinds is None and binary is not None:
        kinds = kinds_of_sums(
            rows.owners(), rows.coefficients, binary[rows.columns], (rows.lower, rows.upper)
        )
        rows = replace(rows, kinds=kinds)
    return replace(written, precision=source.precision), rows


def scale_rows(written: WrittenRows, whole: BoolArray) -> ScaledRows:
    """Multiplies exact rows until their numbers are whole; measured ones stay in doubles.

    Args:
        written: The rows, whose precision is known.
        whole: Whether all columns of a row are whole, shape (rows,).

    Example:
        >>> from fractions import Fraction
        >>> half, bounds = Fraction(1, 2), (None, Fraction(5, 3))
        >>> written = WrittenRows.of([[0, 1], [0, 1]], [[half, 3], [half, 3]], [bounds, bounds])
        >>> scaled = scale_rows(written, np.array([True, False]))
        >>> scaled.coefficients.tolist(), scaled.upper.tolist(), scaled.scales.tolist()
        ([1, 6, 3, 18], [3, 10], [2, 6])
    """
    measured = written.measured()
    if not measured.any():
        return _scale_exact_rows(written, whole)
    if measured.all():
        return _in_doubles(written)
    exact_places, measured_places = (~measured).nonzero()[0], measured.nonzero()[0]
    exactly = _scale_exact_rows(written.chosen(exact_places), whole[exact_places])
    in_doubles = _in_doubles(written.chosen(measured_places))
    places = np.concatenate([exact_places, measured_places])
    order = np.argsort(places)
    starts = np.concatenate([[0], np.cumsum(written.lengths()[places])])
    _, entries = runs_of(starts, order)
    return ScaledRows(
        numbers_joined([exactly.coefficients, in_doubles.coefficients])[entries],
        Bounds.joined([exactly.lower, in_doubles.lower])[order],
        Bounds.joined([exactly.upper, in_doubles.upper])[order],
        np.concatenate([exactly.scales, in_doubles.scales])[order],
    )


def _in_doubles(written: WrittenRows) -> ScaledRows:
    """Measured rows: every number as the nearest double, which a measured one is itself."""
    return ScaledRows(
        doubles_of(written.numbers),
        _bounds_in_doubles(written.lower),
        _bounds_in_doubles(written.upper),
        np.ones(len(written), np.int64),
    )


def _bounds_in_doubles(bounds: Bounds) -> Bounds:
    return Bounds(bounds.side, doubles_of(bounds.numbers), bounds.finite)


def _with_exact_bounds(written: WrittenRows) -> WrittenRows:
    """Rows with exact sums, whose measured bounds are moved out by their tolerance."""
    if written.precision is None:
        return written
    lower, upper = written.lower.tolist(), written.upper.tolist()
    for row in (written.precision == Precision.BOUND).nonzero()[0].tolist():
        coefficients = [number for _, number in written.terms(row)]
        lower[row], upper[row] = exact_bounds(lower[row], upper[row], coefficients)
    # As exact numbers all of them: 1/10 is the double 0.1, but does not equal it.
    lower = [None if bound is None else exact(bound) for bound in lower]
    upper = [None if bound is None else exact(bound) for bound in upper]
    return replace(written, lower=Bounds.lower(lower), upper=Bounds.upper(upper))


def _whole_rows(written: WrittenRows, continuous: BoolArray | None) -> BoolArray:
    """Whether all columns of each row are whole."""
    whole = np.ones(len(written), dtype=bool)
    if continuous is not None:
        whole[written.owners()[continuous[written.columns]]] = False
    return whole


def _repeating_rows(written: WrittenRows) -> list[int]:
    """The rows that name a column twice, or have a coefficient of 0."""
    owners = written.owners()
    ascending = (np.diff(written.columns) > 0) | (np.diff(owners) > 0)
    if ascending.all() and written.numbers.all():
        return []
    order = np.lexsort((written.columns, owners))
    same_column = np.diff(written.columns[order]) == 0
    same_row = np.diff(owners[order]) == 0
    twice = owners[order][1:][same_column & same_row]
    zeros = owners[np.asarray(written.numbers == 0, dtype=bool)]
    rows: list[int] = np.unique(np.concatenate([twice, zeros])).tolist()
    return rows


def round_inwards(
    lower: Number | None, upper: Number | None, scale: int
) -> tuple[int | None, int | None]:
    """Both bounds of a row times its scale, rounded inwards: no other value is allowed by that."""
    least = None if lower is None else ceil(lower * scale)
    return least, None if upper is None else floor(upper * scale)


def _require_fit(written: WrittenRows, scaled: ScaledRows) -> None:
    """Raises if a row that is whole as it was written has a number of 63 bits or more."""
    unscaled = (scaled.scales == 1) & ~written.measured()
    sizes = (
        (scaled.coefficients, "coefficient", written.owners()),
        (scaled.lower.numbers, "bound", None),
        (scaled.upper.numbers, "bound", None),
    )
    for numbers, part, owners in sizes:
        large = np.asarray((numbers >= LARGEST) | (numbers <= -LARGEST), dtype=bool)
        rows = large.nonzero()[0] if owners is None else owners[large]
        if unscaled[rows].any():
            raise ModelError(f"a {part} has 63 bits or more", "scale the row down")


def refuse_large_numbers(coefficients: Sequence[Number], lower: Number, upper: Number) -> None:
    """Raises if a row of whole numbers has one of 63 bits or more; its bounds are 0 for none."""
    if coefficients and not -LARGEST < min(coefficients) <= max(coefficients) < LARGEST:
        raise ModelError("a coefficient has 63 bits or more", "scale the row down")
    if not (-LARGEST < lower < LARGEST and -LARGEST < upper < LARGEST):
        raise ModelError("a bound has 63 bits or more", "scale the row down")
