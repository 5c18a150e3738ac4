"""Families of variables: arrays of columns, addressed by labels or by position."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import prod
from operator import index
from typing import Any, SupportsIndex, TypeAlias

import numpy as np

from ilpuzzles.errors import ModelError, ModelKeyError, quoted
from ilpuzzles.modelling.affine import AffineArray
from ilpuzzles.modelling.expression_array import ExpressionArray, LogicalArray, Places
from ilpuzzles.modelling.expressions import Expression, Logical, Negation, Owner, Variable
from ilpuzzles.modelling.labels import missing_part, plain_label, plain_labels
from ilpuzzles.modelling.layouts import (
    JOINED_NAMES,
    ArrayLayout,
    Axes,
    Dims,
    picked_labels,
)
from ilpuzzles.modelling.pairing import is_mask, pair_mask
from ilpuzzles.modelling.rows import IntArray, render_key

Axis: TypeAlias = SupportsIndex | Iterable[Hashable]


class VariableArray(LogicalArray):
    """Variables in an array of any shape, addressed by position as in numpy.

    Args:
        owner: The model of the variables.
        columns: Their columns; the array has this shape.
        layout: The labels and names of its axes; none by default.

    Example:
        >>> from ilpuzzles import Model
        >>> queen = Model().binary("queen", 2, 3)
        >>> queen[0, :].sum() <= 1
        queen[0, 0] + queen[0, 1] + queen[0, 2] <= 1
        >>> queen.positions()[:, ::2].T.shape
        (2, 2)
        >>> 2 * queen[:, 0] + [0, 3]
        <expressions of shape (2,)>
        2 queen[0, 0]
        2 queen[1, 0] + 3
    """

    __slots__ = ("columns",)

    def __init__(self, owner: Owner, columns: IntArray, layout: ArrayLayout | None = None) -> None:
        super().__init__(owner, layout or ArrayLayout.counted(columns.shape))
        self.columns = columns

    def expressions(self) -> ExpressionArray:
        """The variables as expressions."""
        return ExpressionArray(self.owner, AffineArray.of_columns(self.columns), self.layout)

    def truths(self) -> list[Logical]:
        """Every variable as a truth."""
        return [Variable(self.owner, column) for column in self.columns.ravel().tolist()]

    def require_truths(self) -> list[Logical]:
        """The same; raises where a variable is not binary."""
        self.owner._encoder.require_binary(self.columns)  # noqa: SLF001 - its own
        return self.truths()

    def take_places(self, places: Places, layout: ArrayLayout) -> Any:
        """The variables at places, counted in the order of the array, in the shape of these."""
        columns = self.columns.ravel()[places]
        if np.ndim(columns) == 0:
            return Variable(self.owner, int(columns))
        return VariableArray(self.owner, columns, layout)

    def sum(self, axis: Axes = None, *, where: object = None, keepdims: bool = False) -> Any:
        """The sum of all elements, or the sums along one axis or several; see `ExpressionArray`."""
        if axis is not None or where is not None or keepdims or not self.size:
            return super().sum(axis, where=where, keepdims=keepdims)
        columns = self.columns.ravel().tolist()
        return Expression(self.owner, columns, [1] * len(columns), len(columns), 0)

    def positions(self) -> VariableArray:
        """The same variables without labels and names, addressed by position."""
        return VariableArray(self.owner, self.columns)

    def __iter__(self) -> Iterator[Any]:
        if self.columns.ndim == 1:
            return iter(self.truths())
        rest = self.layout.without((0,))
        return (VariableArray(self.owner, part, rest) for part in self.columns)

    def __str__(self) -> str:
        return repr(self)

    def __repr__(self) -> str:
        return f"<{self.size} variables of shape {self.layout}>"


_PLAIN_LABELS = {int, str, tuple}
"""Types of labels that can be looked up at once, since they cannot be meant as anything else."""

_LABELS_IN_MESSAGES = 12


class VariableFamily(VariableArray):
    """A named family of variables, one for every combination of labels.

    Indexing is by label; a slice, a mask or a list of labels takes a part, and arrays of labels are
    paired as in numpy. With a single axis, a tuple is one label.

    Attributes:
        name: Its name; none in models of files, where the labels are the names.
        first: Its first column.
        axes: The labels of each axis.
        word: What its model has made it for, such as `and`: then its name is this word and a
            number. Empty for a family that somebody has stated, whatever its name is.

    Example:
        >>> from ilpuzzles import Model
        >>> place = Model().binary("place", ["A", "B"], [(0, 0), (0, 1), (1, 0)])
        >>> place["B", (0, 1)]
        place[B, (0, 1)]
        >>> place["A", :].shape, place[["B", "A"], (1, 0)].shape
        ((3,), (2,))
        >>> place["C", (0, 1)]
        Traceback (most recent call last):
        ilpuzzles.errors.ModelKeyError: family 'place' has no label 'C' on axis 0; known: A, B
    """

    __slots__ = ("_columns_by_name", "_positions", "axes", "first", "name", "word")

    def __init__(
        self,
        owner: Owner,
        name: str,
        first: int,
        axes: Sequence[Axis],
        *,
        dims: Iterable[str | None] | None = None,
        word: str = "",
    ) -> None:
        self.name = name
        self.word = word
        self.first = first
        self.axes: tuple[Sequence[Hashable], ...] = tuple(_labels(name, axis) for axis in axes)
        self._positions = [_positions(name, axis) for axis in self.axes]
        # Made once a column is looked up by its name.
        self._columns_by_name: dict[str, int] | None = None
        shape = tuple(len(axis) for axis in self.axes)
        columns = np.arange(first, first + prod(shape), dtype=np.int64).reshape(shape)
        named = _dims(name, axes, dims)
        labels = tuple(map(_labels_of_axis, self.axes, named))
        super().__init__(owner, columns, ArrayLayout(shape, labels, named))

    @property
    def number(self) -> int:
        """The number of a family that its model has made, which follows the word in its name."""
        return int(self.name.removeprefix(f"{self.word} "))

    def renamed(self, name: str) -> VariableFamily:
        """The same family with another name."""
        return VariableFamily(
            self.owner, name, self.first, self.axes, dims=self.dims, word=self.word
        )

    def of_owner(self, owner: Owner) -> VariableFamily:
        """The same family of another model."""
        return VariableFamily(
            owner, self.name, self.first, self.axes, dims=self.dims, word=self.word
        )

    def label(self, column: int) -> tuple[Hashable, ...]:
        """The labels of a column of this family, one per axis."""
        if len(self.axes) < 2:
            return tuple(axis[column - self.first] for axis in self.axes)
        place = np.unravel_index(column - self.first, self.shape)
        return tuple(axis[int(position)] for axis, position in zip(self.axes, place, strict=True))

    def label_name(self, column: int) -> str:
        """The name of a column of this family; the labels of one without a name are names."""
        if not self.name:
            return str(self.axes[0][column - self.first])
        return self.name + render_key(self.label(column))

    def column_named(self, name: str) -> int | None:
        """The first column of this family that has a name; see `label_name`."""
        if self._columns_by_name is None:
            columns = range(self.first, self.first + self.size)
            # The first of equal names is written last, and stays.
            self._columns_by_name = {self.label_name(one): one for one in reversed(columns)}
        return self._columns_by_name.get(name)

    def __getitem__(self, key: Any) -> Any:
        """The variable at a label for each axis, or the array of the variables at several."""
        # With one axis, a tuple is a label; with several, it has a part for each of them.
        parts = key if isinstance(key, tuple) and len(self.axes) != 1 else (key,)
        if len(parts) == len(self.axes):
            inside = key if type(key) is tuple else parts
            are_plain = {*map(type, inside)} <= _PLAIN_LABELS
            if are_plain or (len(parts) == 1 and self._is_label(key)):
                return self._variable_at(parts)
        if any(map(_is_table, parts)):
            return self._at_tables(parts)
        if any(hasattr(part, "dtype") for part in parts):
            return self._at_places(parts)
        if len(self.axes) == 1 and type(key) is list and key and type(key[0]) is tuple:
            return self._at_cells(key)
        # No other label has a slice in it, or is a new axis.
        if isinstance(key, tuple) and any(_is_for_axes(part) for part in key):
            parts = key
        if any(part is None or part is Ellipsis for part in parts):
            return self._at_places(parts)
        return self._at_labels(parts)

    def _variable_at(self, labels: tuple[Hashable, ...]) -> Variable:
        """The variable at one label for each axis."""
        place = tuple(self._position(axis, label) for axis, label in enumerate(labels))
        return Variable(self.owner, int(self.columns[place]))

    def _at_places(self, parts: tuple[Any, ...]) -> Any:
        """The variables at a key of arrays and of whatever numpy takes, by position."""
        return LogicalArray.__getitem__(self, self._as_places(parts))

    def _at_cells(self, cells: list[Hashable]) -> VariableArray:
        """The variables at tuples, which are labels of the only axis."""
        places = [self._position(0, label) for label in cells]
        layout = self.layout.replaced(0, len(places), picked_labels(self.axes[0], places))
        return VariableArray(self.owner, self.columns[places], layout)

    def _at_labels(self, parts: tuple[Any, ...]) -> Variable | VariableArray:
        """The variables at a label, a slice or a list of labels for each of the first axes."""
        if len(parts) > len(self.axes):
            what = f"family {quoted(self.name)} has {len(self.axes)} axes, got {len(parts)} labels"
            raise ModelKeyError(what, "give one label per axis")
        columns: Any = self.columns
        labels: list[Sequence[Hashable] | None] = []
        dims: list[str] = []
        for axis, part in enumerate(parts):
            place = self._slice(axis, part) if isinstance(part, slice) else self._where(axis, part)
            axes_before = (slice(None),) * len(labels)
            columns = columns[(*axes_before, place)]
            # An axis with a single label is gone.
            if not isinstance(place, int):
                labels.append(picked_labels(self.labels[axis], place))
                dims.append(self.dims[axis])
        if not columns.ndim:
            return Variable(self.owner, int(columns))
        labels += self.labels[len(parts) :]
        dims += self.dims[len(parts) :]
        layout = ArrayLayout(columns.shape, tuple(labels), tuple(dims))
        return VariableArray(self.owner, columns, layout)

    def _is_label(self, key: Any) -> bool:
        """Whether None, or a tuple with it, is a label of the only axis, and not a new axis."""
        has_none = key is None or (isinstance(key, tuple) and any(part is None for part in key))
        positions = self._positions[0]
        return has_none and positions is not None and _is_hashable(key) and key in positions

    def _at_tables(self, parts: tuple[Any, ...]) -> Any:
        """The variables at a key with an index, a Series or a frame of pandas in it.

        Labels are crossed, as those in lists are, and masks are taken by label.
        """
        if len(parts) == 1 and np.ndim(parts[0]) == len(self.axes) > 1:
            return LogicalArray.__getitem__(self, parts[0])
        lists: list[Any] = []
        for number, part in enumerate(parts):
            if not _is_table(part):
                lists.append(part)
            elif is_mask(part.to_numpy()):
                axis = self.layout.transposed([self._axis_of_part(parts, number)])
                lists.append(pair_mask(part, axis).tolist())
            else:
                lists.append(list(part))
        return self[tuple(lists) if len(self.axes) > 1 else lists[0]]

    def _axis_of_part(self, parts: tuple[Any, ...], number: int) -> int:
        """The axis that a part of a key is for."""
        before = parts[:number]
        if any(part is Ellipsis for part in before):
            return len(self.axes) - sum(part is not None for part in parts[number:])
        return sum(part is not None for part in before)

    def _slice(self, axis: int, part: slice) -> slice:
        """A slice by position; raises if it is one of labels."""
        ends = (part.start, part.stop, part.step)
        if part.step == 0:
            raise ModelError(f"{_slice_text(part)} has a step of 0", "leave the step out")
        is_of_labels = any(end is not None and not hasattr(end, "__index__") for end in ends)
        labels = self.labels[axis]
        if labels is not None and len(labels) and not is_of_labels:
            # Whole numbers that are labels, and no positions: nothing else is meant so.
            is_of_labels = part.start in labels and not len(range(len(labels))[part])
        if is_of_labels:
            what = f"{_slice_text(part)} is a slice of labels"
            raise ModelError(what, "slice by position, or give a list of labels")
        return part

    def _as_places(self, parts: tuple[Any, ...]) -> Any:
        """An index of numpy: a key in which labels are replaced by their places."""
        places = []
        axis = 0
        for number, part in enumerate(parts):
            if part is Ellipsis:
                axis = len(self.axes) - sum(later is not None for later in parts[number + 1 :])
            places.append(self._places(axis, part))
            if part is not None and part is not Ellipsis:
                axis += 1
        return tuple(places) if len(places) > 1 else places[0]

    def _places(self, axis: int, part: Any) -> Any:
        """The places of labels, and a mask in the order of its labels; anything else as it is."""
        if axis >= len(self.axes) or _is_for_axes(part):
            return part
        if not hasattr(part, "dtype") or np.ndim(part) == 0:
            return self._where(axis, part)
        array = np.asarray(part)
        if array.dtype == bool and hasattr(part, "to_numpy") and array.shape == self.shape:
            return pair_mask(part, self.layout)
        if array.dtype == bool or self.labels[axis] is None:
            return array
        # Of dates with nanoseconds, `tolist` makes numbers.
        is_date = array.dtype.kind in "mM"
        labels = plain_labels(array.ravel()) if is_date else array.ravel().tolist()
        places = [self._position(axis, label) for label in labels]
        return np.array(places, dtype=np.int64).reshape(array.shape)

    def _where(self, axis: int, part: Any) -> int | list[int]:
        """The place of a label on an axis, or the places of a list of labels or of a mask."""
        if isinstance(part, list):
            if self._is_mask(axis, part):
                return np.flatnonzero(part).tolist()
            return [self._position(axis, label) for label in part]
        return self._position(axis, part)

    def _is_mask(self, axis: int, part: list[Any]) -> bool:
        """Whether a list is a mask of an axis; raises if it is one of another size."""
        if not part or not {*map(type, part)} <= {bool, np.bool_}:
            return False
        if any(isinstance(label, bool) for label in self.axes[axis]):
            return False
        if len(part) != self.shape[axis]:
            what = f"a mask of {len(part)} elements does not fit an axis of {self.shape[axis]}"
            raise ModelError(what, "give True or False for each element")
        return True

    def _position(self, axis: int, label: Hashable) -> int:
        """The place of a label on an axis; of the numbers 0, 1, ..., -1 is the last one."""
        labels, positions = self.axes[axis], self._positions[axis]
        try:
            if positions is None:
                # A test with SupportsIndex takes 2 microseconds, this one a hundredth of that.
                number = index(label) if hasattr(label, "__index__") else 0  # type: ignore[arg-type] # so it is
                if number < 0 <= number + len(labels) and labels == range(len(labels)):
                    return number + len(labels)
                return labels.index(label)
            return positions[label] if label in positions else positions[plain_label(label)]
        except (KeyError, ValueError, TypeError):
            known = [str(name) for name in labels[:_LABELS_IN_MESSAGES]]
            if len(labels) > _LABELS_IN_MESSAGES:
                known.append("...")
            axis_name = quoted(self.dims[axis]) if self.dims[axis] else axis
            what = f"family {quoted(self.name)} has no label {quoted(label)} on axis {axis_name}"
            advice = f"known: {', '.join(known) or 'there are none'}"
            raise ModelKeyError(what, advice) from None

    def __repr__(self) -> str:
        return f"<family {self.name}: {self.size} variables of shape {self.layout}>"


def _labels_of_axis(axis: Sequence[Hashable], name: str) -> Sequence[Hashable] | None:
    """The labels of an axis; None where only a number was given, and no name.

    Whoever gives the labels 0, 1, 2 or a name means labels, which stay with their elements.
    """
    is_counted = isinstance(axis, range) and axis == range(len(axis)) and not name
    return None if is_counted else axis


def _is_for_axes(part: object) -> bool:
    """Whether a part of a key is a new axis, an ellipsis or a slice, as in numpy."""
    return part is None or part is Ellipsis or isinstance(part, slice)


def _is_table(part: object) -> bool:
    """Whether a part of a key is an index, a Series or a frame; dates of pandas are none."""
    return hasattr(part, "to_numpy") and np.ndim(part) > 0  # type: ignore[arg-type] # anything


def _slice_text(part: slice) -> str:
    """A slice as it is written."""
    ends = [part.start, part.stop] if part.step is None else [part.start, part.stop, part.step]
    return ":".join("" if end is None else repr(end) for end in ends)


def _name_of_index(axis: Axis) -> str:
    """The name of an index of pandas; those of the levels of a MultiIndex, joined."""
    levels = getattr(axis, "names", None)
    names = [getattr(axis, "name", "")] if levels is None else list(levels)
    return JOINED_NAMES.join(names) if all(isinstance(one, str) for one in names) else ""


def _dims(name: str, axes: Sequence[Axis], dims: Iterable[str | None] | None) -> Dims:
    """The names of axes: as they are given, or those of indexes of pandas."""
    if dims is None:
        names = tuple(map(_name_of_index, axes))
        # Two axes of one index are told apart by their numbers.
        return tuple(axis_name if names.count(axis_name) == 1 else "" for axis_name in names)
    given = [dims] if isinstance(dims, str) else list(dims)
    names = tuple("" if axis_name is None else str(axis_name) for axis_name in given)
    if len(names) != len(axes):
        what = f"family {quoted(name)} has {len(axes)} axes, but {len(names)} names of axes"
        raise ModelError(what, "give one for each, None for an axis without a name")
    for axis_name in names:
        if axis_name and names.count(axis_name) > 1:
            what = f"family {quoted(name)} has two axes with the name {quoted(axis_name)}"
            raise ModelError(what, "name each differently, such as 'from' and 'to'")
    return names


def single_values(values: Mapping[Any, Any]) -> dict[Any, Any]:
    """The values of single variables, of which arrays may have been given an array of values.

    Example:
        >>> from ilpuzzles import Model
        >>> x = Model().binary("x", ["a", "b"])
        >>> single_values({x: {"b": 1, "a": 0}})
        {x[a]: 0, x[b]: 1}

    Raises:
        ModelError: If something else than variables is given values, or these do not fit.
    """
    found: dict[Any, Any] = {}
    for key, value in values.items():
        if isinstance(key, VariableArray):
            numbers = key.numbers_for(value, f"the values of {key}")
            if numbers.ndim and numbers.shape != key.shape:
                what = f"the values of {key} have shape {numbers.shape}"
                raise ModelError(what, "give one for each variable, or one for all")
            wide = np.broadcast_to(numbers, key.shape).ravel().tolist()
            found.update(zip(key.flat, wide, strict=True))
        elif not isinstance(key, (Variable, Negation)):
            raise ModelError(f"{quoted(key)} is not a variable", "name variables")
        else:
            found[key] = value
    return found


def _labels(name: str, axis: Axis) -> Sequence[Hashable]:
    """The labels of an axis: a range as it is, anything else with an order as a tuple."""
    if isinstance(axis, SupportsIndex) and not np.ndim(axis):  # type: ignore[arg-type] # an array may be
        if index(axis) < 0:
            raise ModelError(f"the size of an axis of {quoted(name)} must be 0 or more, got {axis}")
        return range(index(axis))
    if isinstance(axis, range):
        return axis
    if hasattr(axis, "to_numpy") and hasattr(axis, "coords"):
        # The coordinate of an xarray, whose elements are arrays without axes.
        axis = plain_labels(axis.to_numpy())
    if isinstance(axis, (set, frozenset)) or not isinstance(axis, Iterable):
        what = f"family {quoted(name)} has {quoted(axis)} for labels"
        raise ModelError(what, "give a number or a list")
    labels = plain_labels(axis)
    for label in labels:
        missing = missing_part(label)
        if missing is not None:
            what = f"family {quoted(name)} has {quoted(missing)} for a label"
            raise ModelError(what, "leave it out or name it: it equals nothing, not even itself")
    return labels


def _positions(name: str, axis: Sequence[Hashable]) -> dict[Hashable, int] | None:
    """Where each label stands; None for a range, which knows that by itself."""
    if isinstance(axis, range):
        return None
    try:
        positions = {label: number for number, label in enumerate(axis)}
    except TypeError:
        label = next(label for label in axis if not _is_hashable(label))
        what = f"a label of family {quoted(name)} cannot be looked up: {quoted(label)}"
        raise ModelError(what, "use strings, numbers, dates, or tuples of these") from None
    if len(positions) != len(axis):
        what = f"a label appears twice on an axis of family {quoted(name)}"
        raise ModelError(what, "name each once; a shape is written 3, 3")
    return positions


def _is_hashable(label: object) -> bool:
    # A tuple says of itself that it is, whatever is in it.
    try:
        hash(label)
    except TypeError:
        return False
    return True
