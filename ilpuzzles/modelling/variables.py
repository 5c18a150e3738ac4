"""Families of variables: arrays of columns, addressed by labels or by position."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import prod
from operator import index
from typing import Any, SupportsIndex, TypeAlias

import numpy as np

from ilpuzzles.errors import ModelError, ModelKeyError, quoted
from ilpuzzles.modelling.affine import AffineArray
from ilpuzzles.modelling.expression_array import (
    Axes,
    ExpressionArray,
    Labels,
    LogicalArray,
    Places,
    names_or_none,
)
from ilpuzzles.modelling.expressions import Expression, Logical, Negation, Owner, Variable
from ilpuzzles.modelling.rows import IntArray, render_key

Axis: TypeAlias = SupportsIndex | Iterable[Hashable]


class VariableArray(LogicalArray):
    """Variables in an array of any shape, addressed by position as in numpy.

    Args:
        owner: The model of the variables.
        columns: Their columns; the array has this shape.
        labels: The labels of each axis, None for one that is counted; none by default.

    Example:
        >>> from ilpuzzles.modelling import Model
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

    def __init__(self, owner: Owner, columns: IntArray, labels: Labels | None = None) -> None:
        super().__init__(owner, columns.shape, labels or (None,) * columns.ndim)
        self.columns = columns

    def expressions(self) -> ExpressionArray:
        """The variables as expressions."""
        return ExpressionArray(self.owner, AffineArray.of_columns(self.columns), self.labels)

    def truths(self) -> list[Logical]:
        """Every variable as a truth."""
        return [Variable(self.owner, column) for column in self.columns.ravel().tolist()]

    def _take(self, places: Places, labels: Labels) -> Any:
        columns = self.columns.ravel()[places]
        if np.ndim(columns) == 0:
            return Variable(self.owner, int(columns))
        return VariableArray(self.owner, columns, labels)

    def sum(self, axis: Axes = None, *, where: object = None) -> Any:
        """The sum of all elements, or the sums along one axis or several; see `ExpressionArray`."""
        if axis is not None or where is not None or not self.size:
            return super().sum(axis, where=where)
        columns = self.columns.ravel().tolist()
        return Expression(self.owner, columns, [1] * len(columns), len(columns), 0)

    def positions(self) -> VariableArray:
        """The same variables without labels, addressed by position."""
        return VariableArray(self.owner, self.columns)

    def __iter__(self) -> Iterator[Any]:
        if self.columns.ndim == 1:
            return iter(self.truths())
        return (VariableArray(self.owner, part, self.labels[1:]) for part in self.columns)

    def __str__(self) -> str:
        return repr(self)

    def __repr__(self) -> str:
        return f"<{self.size} variables of shape {self.shape}>"


_LABELS = {int, str, tuple}


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
        >>> from ilpuzzles.modelling import Model
        >>> place = Model().binary("place", ["A", "B"], [(0, 0), (0, 1), (1, 0)])
        >>> place["B", (0, 1)]
        place[B, (0, 1)]
        >>> place["A", :].shape, place[["B", "A"], (1, 0)].shape
        ((3,), (2,))
        >>> place["C", (0, 1)]
        Traceback (most recent call last):
        ilpuzzles.errors.ModelKeyError: family 'place' has no label 'C' on axis 0; known: A, B
    """

    __slots__ = ("_positions", "axes", "first", "name", "word")

    def __init__(
        self, owner: Owner, name: str, first: int, axes: Sequence[Axis], *, word: str = ""
    ) -> None:
        self.name = name
        self.word = word
        self.first = first
        self.axes: tuple[Sequence[Hashable], ...] = tuple(_labels(name, axis) for axis in axes)
        self._positions = [_positions(name, axis) for axis in self.axes]
        shape = tuple(len(axis) for axis in self.axes)
        columns = np.arange(first, first + prod(shape), dtype=np.int64).reshape(shape)
        super().__init__(owner, columns, tuple(map(names_or_none, self.axes)))

    @property
    def number(self) -> int:
        """What follows the word in the name of a family that its model has made."""
        return int(self.name.removeprefix(f"{self.word} "))

    def renamed(self, name: str) -> VariableFamily:
        """The same family with another name."""
        return VariableFamily(self.owner, name, self.first, self.axes, word=self.word)

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

    def __getitem__(self, key: Any) -> Any:
        """The variable of a label, or the array of those of several."""
        # The usual cases, which cannot be meant as anything else: one label per axis, and cells.
        parts = key if isinstance(key, tuple) and len(self.axes) != 1 else (key,)
        inside = key if type(key) is tuple else parts
        if len(parts) == len(self.axes) and {*map(type, inside)} <= _LABELS:
            place = tuple(self._position(axis, label) for axis, label in enumerate(parts))
            return Variable(self.owner, int(self.columns[place]))
        if type(key) is list and key and type(key[0]) is tuple and len(self.axes) == 1:
            places = [self._position(0, label) for label in key]
            return VariableArray(self.owner, self.columns[places], (key[:],))
        if isinstance(key, tuple) and any(part is None or part is Ellipsis for part in key):
            parts = key
        if any(hasattr(part, "dtype") or part is None or part is Ellipsis for part in parts):
            return LogicalArray.__getitem__(self, self._as_places(parts))
        if len(parts) > len(self.axes):
            what = f"family {quoted(self.name)} has {len(self.axes)} axes, got {len(parts)} labels"
            raise ModelKeyError(what, "give one label per axis")
        columns: Any = self.columns
        labels = [*self.labels]
        axis = 0
        for number, part in enumerate(parts):
            if isinstance(part, slice) and isinstance(part.start or part.stop, str):
                what = f"{quoted(part)} is a slice of labels"
                raise ModelError(what, "slices are by position; give a list of labels")
            where: Any = part if isinstance(part, slice) else self._where(number, part)
            columns = columns[(slice(None),) * axis + (where,)]
            if isinstance(where, int):
                del labels[axis]
                continue
            names = labels[axis] or []
            chosen = [names[p] for p in where if names] if isinstance(part, list) else names[where]
            labels[axis] = chosen or None
            axis += 1
        if not columns.ndim:
            return Variable(self.owner, int(columns))
        return VariableArray(self.owner, columns, tuple(labels))

    def _as_places(self, parts: tuple[Any, ...]) -> Any:
        """What numpy takes as an index, as the places of what is named by labels."""
        found, axis = [], 0
        for number, part in enumerate(parts):
            if part is Ellipsis:
                axis = len(self.axes) - sum(one is not None for one in parts[number + 1 :])
            found.append(self._places(axis, part))
            axis += part is not None and part is not Ellipsis
        return tuple(found) if len(found) > 1 else found[0]

    def _places(self, axis: int, part: Any) -> Any:
        """Labels in an array as places, and a mask in the order of its labels; else as it is."""
        known = axis < len(self.axes)
        if not hasattr(part, "dtype") or np.ndim(part) == 0 or not known:
            usual = part is None or part is Ellipsis or isinstance(part, slice) or not known
            return part if usual else self._where(axis, part)
        array = np.asarray(part)
        if array.dtype == bool and hasattr(part, "to_numpy") and array.shape == self.shape:
            return self.numbers_for(part.astype(int), "a mask").astype(bool)
        if array.dtype == bool or self.labels[axis] is None:
            return array
        places = [self._position(axis, label) for label in array.ravel().tolist()]
        return np.array(places, dtype=np.int64).reshape(array.shape)

    def _where(self, axis: int, part: Any) -> int | list[int]:
        if isinstance(part, list):
            if part and {*map(type, part)} <= {bool, np.bool_} and len(part) == self.shape[axis]:
                return np.flatnonzero(part).tolist()
            return [self._position(axis, label) for label in part]
        return self._position(axis, part)

    def _position(self, axis: int, label: Hashable) -> int:
        labels, positions = self.axes[axis], self._positions[axis]
        try:
            if positions is None and self.labels[axis] is None and -len(labels) <= label < 0:  # type: ignore[operator] # or a TypeError
                return len(labels) + label  # type: ignore[operator] # a whole number
            return labels.index(label) if positions is None else positions[label]
        except (KeyError, ValueError, TypeError):
            known = ", ".join(str(name) for name in labels[:12]) + (", ..." * (len(labels) > 12))
            what = f"family {quoted(self.name)} has no label {quoted(label)} on axis {axis}"
            raise ModelKeyError(what, f"known: {known}") from None

    def __repr__(self) -> str:
        return f"<family {self.name}: {self.size} variables of shape {self.shape}>"


def single_values(values: Mapping[Any, Any]) -> dict[Any, Any]:
    """Values by variable, of which some are given as arrays of values by arrays of variables.

    Example:
        >>> from ilpuzzles.modelling import Model
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
    if isinstance(axis, (set, frozenset)) or not isinstance(axis, Iterable):
        what = f"family {quoted(name)} has {quoted(axis)} for labels"
        raise ModelError(what, "give a number or a list")
    return tuple(axis)


def _positions(name: str, axis: Sequence[Hashable]) -> dict[Hashable, int] | None:
    """Where each label stands; None for a range, which knows that by itself."""
    if isinstance(axis, range):
        return None
    try:
        positions = {label: number for number, label in enumerate(axis)}
    except TypeError:
        what = f"a label of family {quoted(name)} cannot be looked up"
        raise ModelError(what, "use strings or numbers") from None
    if len(positions) != len(axis):
        what = f"a label appears twice on an axis of family {quoted(name)}"
        raise ModelError(what, "name each once; a shape is written 3, 3")
    return positions
