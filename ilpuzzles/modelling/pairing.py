"""Numbers for the elements of an array: by position, or by label where both sides have labels.

Tables of pandas and xarray, dictionaries, lists and arrays of numpy are all read here, so that
coefficients, bounds, weights, masks and values of variables are paired with variables in one way.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product as every_combination
from typing import Any

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.bounds import Side
from ilpuzzles.modelling.layouts import (
    ArrayLayout,
    Dims,
    Labels,
    broadcast_shape,
    counted_labels,
    merge_names,
    names_or_none,
    require_same,
)
from ilpuzzles.modelling.numbers import BoolArray, NumberArray, given_numbers

_SMALLEST_INFINITE_BOUND = 1e20
"""Floats from here on are no bounds: HiGHS and SCIP read 1e20 as infinity."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledNumbers:
    """Numbers as somebody gives them, with their labels.

    Attributes:
        numbers: What numpy makes an array of.
        labels: The labels of each axis, None for one that only counts; nothing of a plain array.
        dims: The name of each axis, empty for none; nothing of a plain array.
        is_mapping: Whether it was a dictionary, whose keys count as labels in any case.
    """

    numbers: Any
    labels: Labels = ()
    dims: Dims = ()
    is_mapping: bool = False


def pair_numbers(
    numbers: object, layout: ArrayLayout, what: str, *, decimals: bool = False
) -> tuple[NumberArray, ArrayLayout]:
    """Returns numbers for an array, in its order where they have labels, and their layout.

    Args:
        numbers: One number, an array, a table of pandas or xarray, or a dictionary: by the labels
            of the last axis, or by tuples with a label for each of several axes.
        layout: The layout of the array.
        what: The name of the numbers in messages.
        decimals: Whether every float means its shortest decimal.

    Raises:
        ModelError: If labels differ, or something is not a finite number.

    Example:
        >>> layout = ArrayLayout((2, 2), (["a", "b"], ["p", "q"]), ("", ""))
        >>> pair_numbers({"q": 1, "p": 2}, layout, "weights")[0].tolist()
        [2, 1]
        >>> by_pair = {("b", "p"): 3, ("a", "p"): 1, ("a", "q"): 2, ("b", "q"): 4}
        >>> pair_numbers(by_pair, layout, "weights")[0].tolist()
        [[1, 2], [3, 4]]
    """
    table = _read_table(numbers, layout)
    given = given_numbers(table.numbers, what, decimals=decimals)
    return _in_order(given, table, layout)


def pair_bounds(
    bounds: object, layout: ArrayLayout, what: str, side: Side, *, decimals: bool = False
) -> tuple[NumberArray, BoolArray]:
    """Returns bounds for an array in its order, and which of them there are.

    None and infinity of the sign of the side stand for none, and so do floats of 1e20 and more; all
    else is as in `pair_numbers`.
    """
    table = _read_table(bounds, layout)
    dense = np.array(table.numbers, dtype=object)
    flat = [one is not None and not is_unlimited(one, side) for one in dense.ravel().tolist()]
    finite = np.array(flat, dtype=bool).reshape(dense.shape)
    dense[~finite] = 0
    kept = given_numbers(dense, what, decimals=decimals)
    numbers, _ = _in_order(kept, table, layout)
    is_there, _ = _in_order(finite, table, layout)
    return numbers, is_there


def is_unlimited(bound: object, side: Side) -> bool:
    """Whether a bound is a float that stands for none: infinity, or 1e20 and more.

    1e20 and 1e30 are what other programs write for it.
    """
    is_float = isinstance(bound, (float, np.floating, Decimal))
    return is_float and bool(side * bound >= _SMALLEST_INFINITE_BOUND)  # type: ignore[operator] # it is a number


def pair_mask(mask: object, layout: ArrayLayout) -> BoolArray:
    """Returns a mask for an array in its order, in the shape in which it is broadcast.

    Raises:
        ModelError: If labels differ, if it is larger, or something is neither true nor false.

    Example:
        >>> layout = ArrayLayout((2,), (["a", "b"],), ("",))
        >>> pair_mask({"b": False, "a": True}, layout).tolist()
        [True, False]
    """
    table = _read_table(mask, layout)
    array = np.asarray(table.numbers)
    if not is_mask(array) and not set(array.ravel().tolist()) <= {True, False}:
        raise ModelError(f"{quoted(mask)} is not a mask", "give True or False for each element")
    found, _ = _in_order(array.astype(bool), table, layout)
    if broadcast_shape(found.shape, layout.shape) != layout.shape:
        what = f"a mask of shape {found.shape} is larger than the array of shape {layout.shape}"
        raise ModelError(what, "give True or False for each element")
    return found


def is_mask(array: npt.NDArray[Any]) -> bool:
    """Whether an array has nothing but True and False in it; tables may keep them as objects."""
    if array.dtype == object and array.size:
        return {*map(type, array.ravel().tolist())} <= {bool, np.bool_}
    return array.dtype == bool


def objects_for(other: object, layout: ArrayLayout) -> tuple[npt.NDArray[np.object_], ArrayLayout]:
    """Returns an array of anything, in the order of the labels of another one, and its layout."""
    table = _read_table(other, layout)
    return _in_order(np.asarray(table.numbers, dtype=object), table, layout)


def layout_of_table(other: object) -> tuple[Labels, Dims]:
    """The labels of a table, None where it only counts, and the names of its axes.

    Nothing of anything else.
    """
    table: Any = other
    if not hasattr(other, "to_numpy"):
        return (), ()
    if hasattr(other, "coords"):
        indexes = [table.indexes.get(dim) for dim in table.dims]
        labels = tuple(None if one is None else names_or_none(tuple(one)) for one in indexes)
        return labels, tuple(map(str, table.dims))
    axes = [getattr(other, name) for name in ("index", "columns") if hasattr(other, name)]
    dims = tuple(axis.name if isinstance(axis.name, str) else "" for axis in axes)
    return tuple(names_or_none(tuple(axis)) for axis in axes), dims


def _read_table(numbers: object, layout: ArrayLayout) -> LabelledNumbers:
    """Numbers in a form that numpy makes an array of, with their labels."""
    if isinstance(numbers, (set, frozenset)) or numbers is None:
        raise ModelError(f"{quoted(numbers)} is not an array of numbers", "give a list")
    if hasattr(numbers, "to_numpy"):
        return _read_frame(numbers, layout)
    if isinstance(numbers, Mapping):
        by_tuples = _by_tuples(numbers, layout, ())
        labels: Labels = (tuple(numbers),)
        return by_tuples or LabelledNumbers(list(numbers.values()), labels, is_mapping=True)
    # Matrices of scipy.
    return LabelledNumbers(numbers.toarray() if hasattr(numbers, "toarray") else numbers)


def _read_frame(frame: Any, layout: ArrayLayout) -> LabelledNumbers:
    """A Series or a DataFrame of pandas, or a DataArray of xarray."""
    numbers = frame.to_numpy()
    if _has_levels(frame, layout):
        # As answers of arrays with several axes are shown.
        frame = frame.stack(list(range(frame.columns.nlevels)), future_stack=True)
        numbers = frame.to_numpy()
    levels = getattr(getattr(frame, "index", None), "names", ())
    if len(levels) > 1 and numbers.ndim == 1:
        keys = frame.index.tolist()
        require_once(keys)
        values = dict(zip(keys, numbers.tolist(), strict=True))
        names = tuple(name if isinstance(name, str) else "" for name in levels)
        by_tuples = _by_tuples(values, layout, names)
        if by_tuples is not None:
            return by_tuples
    return LabelledNumbers(numbers, *layout_of_table(frame))


def _has_levels(frame: Any, layout: ArrayLayout) -> bool:
    """Whether the levels of the indexes of a frame are axes of an array."""
    columns = getattr(frame, "columns", None)
    if columns is None:
        return False
    levels = frame.index.nlevels + columns.nlevels
    last = layout.labels[-1] if layout.labels else None
    are_labels = columns.nlevels > 1 and last is not None and {*last} >= {*columns}
    return 2 < levels <= layout.ndim and not are_labels


def _by_tuples(
    values: Mapping[Any, Any], layout: ArrayLayout, names: Dims
) -> LabelledNumbers | None:
    """Numbers by tuples with a label for each of several axes; None if the keys are none."""
    keys = list(values)
    lengths = {len(key) if isinstance(key, tuple) else 0 for key in keys}
    if len(lengths) != 1 or not 2 <= min(lengths) <= layout.ndim:
        return None
    count = min(lengths)
    last = layout.labels[-1]
    if last is not None and {*last} >= {*keys}:
        return None
    named = bool(names) and all(names) and {*names} <= {*layout.dims}
    places = [layout.place_of(name) for name in names] if named else None
    axes = layout.transposed(places or range(layout.ndim - count, layout.ndim))
    for mine, theirs in zip(axes.dims, names, strict=bool(names)):
        merge_names(mine, theirs)
    wanted = list(every_combination(*axes.names_of_axes()))
    require_same(wanted, [key for key in wanted if key in values], of_table=True)
    if len(values) != len(wanted):
        require_same(wanted, keys, of_table=True)
    numbers = np.empty(len(wanted), dtype=object)
    numbers[:] = [values[key] for key in wanted]
    # Numbers of one sort make an array of that sort, as a list of them does.
    dense = np.array(numbers.tolist()).reshape(axes.shape)
    return LabelledNumbers(dense, axes.labels, axes.dims)


def _in_order(
    array: npt.NDArray[Any], table: LabelledNumbers, layout: ArrayLayout
) -> tuple[npt.NDArray[Any], ArrayLayout]:
    """An array in the order of the labels of another one, and its layout then."""
    plain: Labels = (None,) * array.ndim
    theirs = ArrayLayout(array.shape, table.labels or plain, table.dims or ("",) * array.ndim)
    order = theirs.in_order_of(layout)
    if order is not None:
        array, theirs = spread(array, theirs, order)
    kept = list(theirs.labels)
    for axis, size in enumerate(array.shape):
        place = _place_in(layout, theirs, axis)
        if place is None:
            continue
        labels = order_along(layout.labels[place], theirs.labels[axis], size, table)
        require_labels(labels, theirs.labels[axis], layout.shape[place])
        if labels is not None:
            named_by = theirs.labels[axis] or range(size)
            array = np.take(array, order_of(labels, named_by), axis=axis)
            kept[axis] = labels
    return array, replace(theirs, shape=array.shape, labels=tuple(kept))


def _place_in(layout: ArrayLayout, table: ArrayLayout, axis: int) -> int | None:
    """The axis of an array that an axis of a table meets; None if it meets none."""
    if layout.is_named and table.is_named and {*layout.dims} < {*table.dims}:
        # The array is the smaller one, and is spread over the table by name.
        name = table.dims[axis]
        return layout.dims.index(name) if name in layout.dims else None
    place = layout.ndim - table.ndim + axis
    if place < 0:
        return None
    merge_names(layout.dims[place], table.dims[axis])
    return place


def order_along(
    mine: Sequence[Hashable] | None,
    named_by: Sequence[Hashable] | None,
    size: int,
    table: LabelledNumbers,
) -> Sequence[Hashable] | None:
    """The labels by which an axis of a table is put in order; None if it stays as it is.

    Args:
        mine: The labels of the axis of the array.
        named_by: Those of the table, None if its index only counts, or if it has none.
        size: The number of elements of the table along the axis.
        table: The table.
    """
    if named_by is None and table.labels and _counts_among(size, mine):
        named_by = range(size)
    if named_by is None:
        return None
    found = counted_labels(mine, named_by)
    return range(size) if found is None and table.is_mapping else found


def require_once(labels: Sequence[Hashable]) -> None:
    """Raises if a table has a label twice."""
    if len({*labels}) != len(labels):
        seen: set[Hashable] = set()
        twice = next(label for label in labels if label in seen or seen.add(label))  # type: ignore[func-returns-value] # None
        raise ModelError(f"the table names {quoted(twice)} more than once", "name each once")


def _counts_among(size: int, labels: Sequence[Hashable] | None) -> bool:
    """Whether an index that only counts names some of the labels of an array.

    The index 0, 1, 2 of a table says nothing to labels such as `Ann`, or years; to the labels 1, 2
    and 3 it says that the table begins one before them.
    """
    return labels is not None and any(label in range(size) for label in labels)


def spread(
    array: npt.NDArray[Any], layout: ArrayLayout, order: Sequence[int | None]
) -> tuple[npt.NDArray[Any], ArrayLayout]:
    """Returns an array with its axes in an order, with a new one of size 1 for each None."""
    kept = [place for place in order if place is not None]
    key = tuple(None if place is None else slice(None) for place in order)
    turned = layout.transposed(kept)
    made = array.transpose(kept)[key]
    return made, turned.at(key, made.shape)


def require_labels(
    mine: Sequence[Hashable] | None, theirs: Sequence[Hashable] | None, size: int
) -> None:
    """Raises where a table has labels and an array that it would fit has none."""
    if mine is None and theirs is not None and 1 < size == len(theirs):
        what = f"the table has labels, such as {quoted(theirs[0])}, and the array has none"
        raise ModelError(what, "use table.to_numpy(), or a family with these labels")


def order_of(mine: Sequence[Hashable], theirs: Sequence[Hashable]) -> list[int]:
    """Where each of some labels stands among those of a table; raises unless these are the same."""
    require_once(theirs)
    places = {label: number for number, label in enumerate(theirs)}
    if {*mine} != {*theirs}:
        require_same(mine, theirs, of_table=True)
    return [places[label] for label in mine]
