"""The layout of an array: its shape, and the labels and the name of each axis.

Labels tell the elements along one axis apart (`"Mon"`), a name tells the axes apart (`"day"`). No
argument takes both: an index takes labels, and whatever takes an axis, such as `x.sum("day")`,
takes its name or its number. Names are what xarray and linopy call `dims`.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product as every_combination
from operator import index
from typing import Any, NamedTuple, SupportsIndex, TypeAlias, overload

import numpy as np

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.rows import IntArray

Labels: TypeAlias = tuple[Sequence[Hashable] | None, ...]
"""The labels of every axis; None for one that is counted."""

Dims: TypeAlias = tuple[str, ...]
"""The name of every axis; empty for one that has none."""

Axes: TypeAlias = int | str | Sequence[int | str] | None
"""An axis or several, by name or by number; None for all of them."""


JOINED_NAMES = ", "
"""What stands between the names of an axis whose labels are tuples: `from, to`."""


class Keys(Sequence[Hashable]):
    """The labels of all elements of an array, as the keys of rows, made when they are looked at.

    Example:
        >>> keys = Keys((["a", "b"], range(3)))
        >>> len(keys), keys[4], keys[:2], list(Keys((["a", "b"],)))
        (6, ('b', 1), [('a', 0), ('a', 1)], ['a', 'b'])
    """

    __slots__ = ("axes",)

    def __init__(self, axes: tuple[Sequence[Hashable], ...]) -> None:
        self.axes = axes

    def __len__(self) -> int:
        return math.prod(map(len, self.axes))

    @overload
    def __getitem__(self, number: int) -> Hashable: ...

    @overload
    def __getitem__(self, number: slice) -> list[Hashable]: ...

    def __getitem__(self, number: int | slice) -> Hashable | list[Hashable]:
        if isinstance(number, slice):
            return [self[place] for place in range(len(self))[number]]
        left = range(len(self))[number]
        labels: list[Hashable] = []
        for axis in reversed(self.axes):
            left, place = divmod(left, len(axis))
            labels.append(axis[place])
        return labels[0] if len(labels) == 1 else tuple(reversed(labels))

    def __iter__(self) -> Iterator[Hashable]:
        if len(self.axes) == 1:
            return iter(self.axes[0])
        return every_combination(*self.axes)


class _Axis(NamedTuple):
    """The labels of an axis, None if it is counted, and its name."""

    labels: Sequence[Hashable] | None
    name: str


@dataclass(frozen=True, slots=True)
class ArrayLayout:
    """The shape of an array, and the labels and the name of each of its axes.

    Attributes:
        shape: How many elements there are along each axis.
        labels: The labels of each axis, None for one that is counted.
        dims: The name of each axis, empty for one that has none.

    Example:
        >>> layout = ArrayLayout((2, 3), (["Ann", "Bob"], None), ("nurse", "day"))
        >>> layout.places_of("day"), layout.without((1,)), print(layout)
        (2, 3) of nurse, day
        ((1,), ArrayLayout(shape=(2,), labels=(['Ann', 'Bob'],), dims=('nurse',)), None)
    """

    shape: tuple[int, ...]
    labels: Labels
    dims: Dims

    @staticmethod
    def counted(shape: tuple[int, ...]) -> ArrayLayout:
        """Returns a layout without labels and names."""
        return ArrayLayout(shape, (None,) * len(shape), ("",) * len(shape))

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def is_named(self) -> bool:
        """Whether every axis has a name."""
        return bool(self.dims) and all(self.dims)

    def numbers(self) -> IntArray:
        """The number of each element in an array of this shape, counted as numpy does it."""
        return np.arange(self.size).reshape(self.shape)

    def names_of_axes(self) -> list[Sequence[Hashable]]:
        """The labels of each axis; of one that is counted, its numbers."""
        axes = zip(self.labels, self.shape, strict=True)
        return [range(size) if labels is None else labels for labels, size in axes]

    def keys(self) -> Keys | None:
        """The labels of each element, as keys of rows; None where these only count one axis."""
        if self.labels in ((), (None,)):
            return None
        return Keys(tuple(self.names_of_axes()))

    # Axes

    def place_of(self, axis: int | str) -> int:
        """The place of an axis, by its name or its number.

        Raises:
            ModelError: If there is no such axis.
        """
        if isinstance(axis, str):
            if axis and axis in self.dims:
                return self.dims.index(axis)
            raise self._no_axis(axis)
        given: object = axis
        is_whole = isinstance(given, SupportsIndex) and not isinstance(given, bool)
        if not is_whole or not -self.ndim <= index(axis) < self.ndim:
            raise self._no_axis(axis)
        return index(axis) % self.ndim

    def _no_axis(self, axis: object) -> ModelError:
        named = [name for name in self.dims if name]
        what = f"an array with {self.ndim} axes has no axis {axis}"
        advice = f"give {-self.ndim} to {self.ndim - 1}"
        if isinstance(axis, str):
            what = f"the array has no axis {quoted(axis)}"
            advice = "name the axes where the variables are made, dims=['nurse', 'day']"
        if named:
            advice = f"its axes are {', '.join(map(quoted, named))}"
        labelled = [labels for labels in self.labels if labels is not None]
        if isinstance(axis, str) and any(axis in labels for labels in labelled):
            advice += f"; {quoted(axis)} is a label, which an index takes"
        return ModelError(what, advice)

    def places_of(self, axes: Axes) -> tuple[int, ...]:
        """The places of some axes, ascending.

        Raises:
            ModelError: If an axis is not there, or is named twice.
        """
        if axes is None:
            return tuple(range(self.ndim))
        given: Any = axes
        if hasattr(given, "tolist"):
            given = given.tolist()
        several = [given] if isinstance(given, str) or not isinstance(given, Sequence) else given
        places = [self.place_of(axis) for axis in several]
        if len(set(places)) != len(places):
            raise ModelError(f"the axes {given} name one twice", "name each once")
        return tuple(sorted(places))

    def without(self, places: Sequence[int]) -> ArrayLayout:
        """The layout of the axes that are left when some are gone."""
        return self.transposed([place for place in range(self.ndim) if place not in places])

    def transposed(self, order: Sequence[int]) -> ArrayLayout:
        """The layout of some of the axes, in another order."""
        return ArrayLayout(
            tuple(self.shape[place] for place in order),
            tuple(self.labels[place] for place in order),
            tuple(self.dims[place] for place in order),
        )

    def kept(self, places: Sequence[int]) -> ArrayLayout:
        """The layout with some axes of size 1, without labels, as `keepdims` asks for it."""
        shape = tuple(1 if n in places else size for n, size in enumerate(self.shape))
        labels = tuple(None if n in places else names for n, names in enumerate(self.labels))
        return ArrayLayout(shape, labels, self.dims)

    def replaced(self, place: int, size: int, labels: Sequence[Hashable] | None) -> ArrayLayout:
        """The layout with another number of elements along one axis."""
        shape = (*self.shape[:place], size, *self.shape[place + 1 :])
        named = (*self.labels[:place], labels, *self.labels[place + 1 :])
        return ArrayLayout(shape, named, self.dims)

    # What an index picks

    def at(self, key: Any, shape: tuple[int, ...]) -> ArrayLayout:
        """The layout of what an index picks, which has a shape; without labels where unclear."""
        parts = self._index_parts(key)
        if parts is None:
            return ArrayLayout.counted(shape)
        kept: list[_Axis] = []
        # The axis of the only list, mask or array. Numbers beside it are broadcast with it, so that
        # its place depends on theirs: it stands where the first of them all stands, but in front of
        # all other axes if a slice or a new axis is between two of them.
        listed: _Axis | None = None
        broadcast_parts: list[int] = []
        first_place = 0
        axis = 0
        for number, part in enumerate(parts):
            if part is None:
                kept.append(_Axis(None, ""))
                continue
            if isinstance(part, slice):
                kept.append(self._axis_at(axis, part))
            else:
                if not broadcast_parts:
                    first_place = len(kept)
                broadcast_parts.append(number)
                if np.ndim(part) == 1:
                    listed = self._axis_at(axis, part)
            axis += 1
        if listed is not None:
            span = broadcast_parts[-1] - broadcast_parts[0] + 1
            is_together = span == len(broadcast_parts)
            kept.insert(first_place if is_together else 0, listed)
        if len(kept) != len(shape):
            return ArrayLayout.counted(shape)
        labels = tuple(one.labels for one in kept)
        dims = tuple(one.name for one in kept)
        return ArrayLayout(shape, labels, dims)

    def _axis_at(self, axis: int, part: Any) -> _Axis:
        """An axis of which a slice, a mask or a list picks some elements."""
        return _Axis(picked_labels(self.labels[axis], part), self.dims[axis])

    def _index_parts(self, key: Any) -> list[Any] | None:
        """An index with one part for each axis, and None for each new one; None if not that."""
        parts = list(key) if isinstance(key, tuple) else [key]
        arrays = [part for part in parts if part is not None and np.ndim(part) > 0]
        if len(arrays) > 1 or any(np.ndim(part) > 1 for part in arrays):
            return None
        if any(isinstance(part, bool | np.bool_) for part in parts):
            return None
        given = sum(part is not None and part is not Ellipsis for part in parts)
        rest: list[Any] = [slice(None)] * (self.ndim - given)
        if not any(part is Ellipsis for part in parts):
            return parts + rest
        if arrays and any(np.ndim(part) == 0 and isinstance(part, SupportsIndex) for part in parts):
            # For numpy, an ellipsis stands between the two even where it stands for no axis.
            return None
        place = next(n for n, part in enumerate(parts) if part is Ellipsis)
        return parts[:place] + rest + parts[place + 1 :]

    # Two arrays

    def in_order_of(self, other: ArrayLayout) -> list[int | None] | None:
        """The axes of this layout in the order of another one, None for those it does not have.

        Only where every axis of both has a name, and the other one has all of these; else None, and
        axes fit each other by where they stand, as in numpy.
        """
        if not (self.is_named and other.is_named and {*self.dims} <= {*other.dims}):
            return None
        mine = {name: place for place, name in enumerate(self.dims)}
        return [mine.get(name) for name in other.dims]

    def widened(self, shape: tuple[int, ...]) -> ArrayLayout:
        """The layout after broadcasting; an axis that was repeated has no labels."""
        added = len(shape) - self.ndim
        labels: list[Sequence[Hashable] | None] = [None] * added
        for names, size, mine in zip(self.labels, shape[added:], self.shape, strict=True):
            labels.append(names if mine == size else None)
        return ArrayLayout(shape, tuple(labels), ("",) * added + self.dims)

    def merged(self, other: ArrayLayout, *, counts: bool = True) -> ArrayLayout:
        """The layout of two arrays that are combined element by element.

        `counts` is whether an axis without labels has the labels 0, 1, 2 where the other one has
        these in another order: two families have, a list of numbers has not.

        Raises:
            ModelError: If the shapes do not fit each other, or labels or names of an axis differ.
        """
        shape = broadcast_shape(self.shape, other.shape)
        one, two = self.widened(shape), other.widened(shape)
        # Names first: if two axes differ, the error about their names says more than the one about
        # their labels.
        dims = tuple(map(merge_names, one.dims, two.dims))
        pairs = zip(one.labels, two.labels, strict=True)
        labels = tuple(_merged_labels(mine, theirs, counts=counts) for mine, theirs in pairs)
        return ArrayLayout(shape, labels, dims)

    def __str__(self) -> str:
        named = [name or "?" for name in self.dims]
        return f"{self.shape} of {', '.join(named)}" if any(self.dims) else f"{self.shape}"


def broadcast_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of several arrays that are combined element by element.

    Raises:
        ModelError: If they do not fit each other.
    """
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        what = f"arrays of shapes {' and '.join(map(str, shapes))} do not fit each other"
        raise ModelError(what, "reshape one of them") from None


def names_or_none(labels: Sequence[Hashable]) -> Sequence[Hashable] | None:
    """Labels, or None for those that only count from 0."""
    if isinstance(labels, range):
        return None if labels == range(len(labels)) else labels
    return None if tuple(labels) == tuple(range(len(labels))) else labels


def counted_labels(
    mine: Sequence[Hashable] | None, theirs: Sequence[Hashable] | None
) -> Sequence[Hashable] | None:
    """The labels of an axis: its numbers, where the other labels are these in another order."""
    if mine is None and theirs is not None and {*theirs} == {*range(len(theirs))}:
        return range(len(theirs))
    return mine


def require_same(
    mine: Sequence[Hashable], theirs: Sequence[Hashable], *, of_table: bool = False
) -> None:
    """Raises unless two axes have the same labels in the same order.

    `of_table` is whether the other labels are those of a table rather than of an array.
    """
    owners = ("the array", "the table") if of_table else ("the first", "the second")
    whose = "an array and a table" if of_table else "two arrays"
    advice = "use the same labels, the elements before by x.shift(1, axis), or x.positions()"
    if of_table:
        advice = "give a number for each label of the array, and none for another one"
    found = ""
    for owner, one, other in ((owners[0], mine, theirs), (owners[1], theirs, mine)):
        alone = _alone(one, other)
        if alone and not found:
            found = f"only {owner} has {quoted(alone[0])}"
    for one_label, other_label in zip(mine, theirs, strict=False):
        if not found and one_label != other_label:
            found = f"{quoted(one_label)} and {quoted(other_label)} stand in the same place"
    if not found and len(mine) != len(theirs):
        found = "one names a label more than once"
    if found and {*mine} == {*theirs}:
        advice = "put the labels of one in the order of the other, as in x[['b', 'a']]"
    if found:
        raise ModelError(f"the labels of {whose} differ: {found}", advice)


def _alone(mine: Sequence[Hashable], theirs: Sequence[Hashable]) -> list[Hashable]:
    """The labels that the other side lacks."""
    known = {*theirs}
    return [label for label in mine if label not in known]


def _merged_labels(
    mine: Sequence[Hashable] | None, theirs: Sequence[Hashable] | None, *, counts: bool
) -> Sequence[Hashable] | None:
    one, other = mine, theirs
    if counts:
        one, other = counted_labels(mine, theirs), counted_labels(theirs, mine)
    if one is not None and other is not None:
        require_same(one, other)
    return theirs if mine is None else mine


def merge_names(mine: str, theirs: str) -> str:
    """The name of an axis that two arrays have; raises if the names differ."""
    if mine and theirs and mine != theirs:
        what = f"axis {quoted(mine)} stands where the other side has axis {quoted(theirs)}"
        advice = "add an axis by x[:, None], name axes alike, or take names off by x.positions()"
        raise ModelError(what, advice)
    return mine or theirs


def picked_labels(labels: Sequence[Hashable] | None, part: Any) -> Sequence[Hashable] | None:
    """The labels that a slice, a mask or a list of numbers picks; None if one comes twice."""
    if labels is None or (isinstance(part, slice) and part == slice(None)):
        return labels
    chosen = [labels[place] for place in np.arange(len(labels))[part].tolist()]
    return chosen if len({*chosen}) == len(chosen) else None
