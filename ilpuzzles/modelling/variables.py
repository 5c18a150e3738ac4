"""Families of variables: arrays of columns, addressed by labels or by position."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import prod
from operator import index
from typing import Any, SupportsIndex, TypeAlias

import numpy as np

from ilpuzzles.errors import ModelError, ModelKeyError, Problem, quoted
from ilpuzzles.modelling.expressions import Expression, Operand, Owner, Variable
from ilpuzzles.modelling.numbers import exact
from ilpuzzles.modelling.rows import IntArray, render_key

Axis: TypeAlias = SupportsIndex | Iterable[Hashable]


class VariableArray:
    """Variables in an array of any shape, addressed by position as in numpy.

    Args:
        owner: The model of the variables.
        columns: Their columns; the array has this shape.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> queen = Model().binary("queen", 2, 3)
        >>> queen[0, :].sum() <= 1
        queen[0, 0] + queen[0, 1] + queen[0, 2] <= 1
        >>> queen.positions()[:, ::2].T.shape
        (2, 2)
    """

    __slots__ = ("columns", "owner")

    def __init__(self, owner: Owner, columns: IntArray) -> None:
        self.owner = owner
        self.columns = columns

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.columns.shape

    @property
    def size(self) -> int:
        """How many variables there are."""
        return self.columns.size

    # The transpose is called T wherever there are arrays.
    @property
    def T(self) -> VariableArray:  # noqa: N802
        """The transposed array."""
        return VariableArray(self.owner, self.columns.T)

    # What numpy accepts as an index has no better type.
    def __getitem__(self, key: Any) -> Any:
        """The variable, or the array of variables, at some positions."""
        return self._wrap(self.columns[key])

    def _wrap(self, columns: Any) -> Variable | VariableArray:
        if np.ndim(columns) == 0:
            return Variable(self.owner, int(columns))
        return VariableArray(self.owner, columns)

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[Any]:
        owner = self.owner
        if self.columns.ndim == 1:
            return (Variable(owner, column) for column in self.columns.tolist())
        return (VariableArray(owner, part) for part in self.columns)

    def flat(self) -> Iterator[Variable]:
        """Every variable, in the order of the array."""
        return (Variable(self.owner, column) for column in self.columns.ravel().tolist())

    def sum(self) -> Expression:
        """The sum of all variables."""
        columns = self.columns.ravel().tolist()
        return Expression(self.owner, columns, [1] * len(columns), len(columns), 0)

    def dot(self, weights: Any) -> Expression:
        """The sum of all variables, each times its weight.

        Args:
            weights: Numbers, an array of the same shape.

        Raises:
            ModelError: If the shape differs or a weight is not a finite number.
        """
        array = np.asarray(weights)
        if array.shape != self.shape:
            got = f"got {array.dtype} of shape {array.shape}"
            raise ModelError(f"weights must be numbers of shape {self.shape}, {got}")
        columns = self.columns.ravel().tolist()
        numbers = [exact(weight) for weight in array.ravel().tolist()]
        return Expression(self.owner, columns, numbers, len(columns), 0)

    def __add__(self, other: Operand) -> Expression:
        raise ModelError(Problem("an array of variables is not a number", "use its .sum()"))

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __le__ = __ge__ = __lt__ = __gt__ = __add__
    # Arrays are told apart by identity; that `array == 1` is no row must not pass in silence.
    __eq__ = __ne__ = __add__  # type: ignore[assignment]
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<{self.size} variables of shape {self.shape}>"


class VariableFamily(VariableArray):
    """A named family of variables, one for every combination of labels.

    Indexing is by label; a slice or a list of labels takes a part. With a single axis, a tuple is
    one label.

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

    __slots__ = ("_positions", "axes", "first", "name")

    def __init__(self, owner: Owner, name: str, first: int, axes: Sequence[Axis]) -> None:
        self.name = name
        self.first = first
        self.axes: tuple[Sequence[Hashable], ...] = tuple(_labels(name, axis) for axis in axes)
        self._positions = [_positions(name, axis) for axis in self.axes]
        shape = tuple(len(axis) for axis in self.axes)
        size = prod(shape)
        super().__init__(owner, np.arange(first, first + size, dtype=np.int64).reshape(shape))

    def positions(self) -> VariableArray:
        """The same variables, addressed by position."""
        return VariableArray(self.owner, self.columns)

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
        """The variable of a label, or the array of variables of several."""
        parts = key if isinstance(key, tuple) and len(self.axes) != 1 else (key,)
        if len(parts) > len(self.axes):
            what = f"family {quoted(self.name)} has {len(self.axes)} axes, got {len(parts)} labels"
            raise ModelKeyError(Problem(what, "give one label per axis"))
        columns: Any = self.columns
        axis = 0
        for number, part in enumerate(parts):
            where: Any = part if isinstance(part, slice) else self._where(number, part)
            columns = columns[(slice(None),) * axis + (where,)]
            axis += not isinstance(where, int)
        return self._wrap(columns)

    def _where(self, axis: int, part: Any) -> int | list[int]:
        if isinstance(part, list):
            return [self._position(axis, label) for label in part]
        return self._position(axis, part)

    def _position(self, axis: int, label: Hashable) -> int:
        labels, positions = self.axes[axis], self._positions[axis]
        try:
            return labels.index(label) if positions is None else positions[label]
        except (KeyError, ValueError, TypeError):
            known = ", ".join(str(name) for name in labels[:12]) + (", ..." * (len(labels) > 12))
            what = f"family {quoted(self.name)} has no label {quoted(label)} on axis {axis}"
            raise ModelKeyError(Problem(what, f"known: {known}")) from None

    def __repr__(self) -> str:
        return f"<family {self.name}: {self.size} variables of shape {self.shape}>"


def _labels(name: str, axis: Axis) -> Sequence[Hashable]:
    """The labels of an axis: a range as it is, anything else with an order as a tuple."""
    if isinstance(axis, SupportsIndex):
        if index(axis) < 0:
            what = f"the size of an axis of {quoted(name)} must be 0 or more, got {axis}"
            raise ModelError(what)
        return range(index(axis))
    if isinstance(axis, range):
        return axis
    if isinstance(axis, (set, frozenset)) or not isinstance(axis, Iterable):
        what = f"family {quoted(name)} has {quoted(axis)} for labels"
        raise ModelError(Problem(what, "give a number or a list"))
    return tuple(axis)


def _positions(name: str, axis: Sequence[Hashable]) -> dict[Hashable, int] | None:
    """Where each label stands; None for a range, which knows that by itself."""
    if isinstance(axis, range):
        return None
    try:
        positions = {label: number for number, label in enumerate(axis)}
    except TypeError:
        what = f"a label of family {quoted(name)} cannot be looked up"
        raise ModelError(Problem(what, "use strings or numbers")) from None
    if len(positions) != len(axis):
        what = f"a label appears twice on an axis of family {quoted(name)}"
        raise ModelError(Problem(what, "name each once"))
    return positions
