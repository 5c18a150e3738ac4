"""Numpy's functions of arrays, for arrays of variables: each means what it means for numbers.

A function that moves elements is asked where each number of the array goes. One that computes has
an operator or a method here. What the two cannot do is refused, with what to write instead; so is
every argument that is not known here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.affine import AffineArray
from ilpuzzles.modelling.expression_array import ExpressionArray, LinearArray, LogicalArray
from ilpuzzles.modelling.layouts import ArrayLayout, Axes
from ilpuzzles.modelling.pairing import pair_mask

# Operators for numpy's functions of elements, for an array on the left and on the right.
_OPERATORS = {
    "add": ("__add__", "__radd__"),
    "subtract": ("__sub__", "__rsub__"),
    "multiply": ("__mul__", "__rmul__"),
    "divide": ("__truediv__", "__rtruediv__"),
    "floor_divide": ("__floordiv__", "__rfloordiv__"),
    "remainder": ("__mod__", "__rmod__"),
    "power": ("__pow__", "__rpow__"),
    "matmul": ("__matmul__", "__rmatmul__"),
    "negative": ("__neg__",),
    "positive": ("__pos__",),
    "absolute": ("__abs__",),
    "less_equal": ("__le__", "__ge__"),
    "greater_equal": ("__ge__", "__le__"),
    "less": ("__lt__", "__gt__"),
    "greater": ("__gt__", "__lt__"),
    "equal": ("__eq__", "__eq__"),
    "not_equal": ("__ne__", "__ne__"),
    "bitwise_and": ("__and__", "__rand__"),
    "bitwise_or": ("__or__", "__ror__"),
    "bitwise_xor": ("__xor__", "__rxor__"),
    "logical_and": ("__and__", "__rand__"),
    "logical_or": ("__or__", "__ror__"),
    "logical_xor": ("__xor__", "__rxor__"),
    "invert": ("__invert__",),
    "logical_not": ("__invert__",),
}

_INSTEAD = {
    "max": "write maximum(x)",
    "amax": "write maximum(x)",
    "maximum": "write maximum(x, y) for two elements",
    "min": "write minimum(x)",
    "amin": "write minimum(x)",
    "minimum": "write minimum(x, y) for two elements",
    "prod": "write product(x)",
    "square": "write x ** 2",
    "einsum": "write products with @ and sums with x.sum(axis=...)",
    "tensordot": "write products with @ and sums with x.sum(axis=...)",
    "clip": "write x.between(lower, upper)",
    "unique": "write different_values(x)",
    "count_nonzero": "write count(x != 0)",
    "isclose": "write (x - y).between(-0.1, 0.1)",
    "allclose": "write (x - y).between(-0.1, 0.1)",
    "array_equal": "write x == y, which states rows",
}
"""Advice on functions that are not linear, or that ask for values."""

_MOVING = frozenset(
    {
        "ravel",
        "roll",
        "rot90",
        "repeat",
        "tile",
        "take",
        "take_along_axis",
        "delete",
        "broadcast_to",
        "atleast_1d",
        "atleast_2d",
        "atleast_3d",
        "flip",
        "fliplr",
        "flipud",
        "resize",
        "diagonal",
        "array_split",
        "split",
        "hsplit",
        "vsplit",
        "dsplit",
    }
)
"""Functions that move elements or leave them out, whatever these are.

Labels stay only where each axis is as it was, in one order or another.
"""

_OF_SEVERAL = frozenset({"atleast_1d", "atleast_2d", "atleast_3d"})
"""Functions that take several arrays, and return one for each."""

_TURNING = frozenset({"transpose", "swapaxes", "moveaxis", "rollaxis", "permute_dims"})
"""Functions that only change the order of the axes."""

_JOINING = frozenset({"stack", "concatenate", "vstack", "hstack", "dstack", "column_stack"})
"""Functions that put arrays side by side."""

_NOT_HERE = ("out", "dtype", "casting", "initial")
"""Arguments of numpy's functions that make no sense for variables; None is no argument."""

_PLACES_OF_OUT = {"take": 3, "concatenate": 2, "stack": 2}
"""Where `out` stands among the arguments of functions that numpy itself is to call."""


def call_ufunc(
    ufunc: object, method: str, inputs: Sequence[Any], options: Mapping[str, object]
) -> Any:
    """Calls one of numpy's functions of elements, which stands for an operator.

    Raises:
        ModelError: If there is no such operator, or it takes no such argument.
    """
    name = getattr(ufunc, "__name__", "this function")
    operators = _OPERATORS.get(name)
    if method != "__call__":
        advice = {"reduce": "write x.sum(axis=...)", "accumulate": "write x.cumsum(axis=...)"}
        raise ModelError(
            f"numpy's {name}.{method} is not supported for variables",
            advice.get(method, "write it with operators"),
        )
    if operators is None or len(inputs) > 2:
        raise _unknown(name)
    if options:
        raise _unknown_argument(name, next(iter(options)))
    first, *others = inputs
    if isinstance(first, LinearArray):
        called = getattr(first, operators[0], None)
        if called is None:
            raise _unknown(name)
        return called(*others)
    called = getattr(others[0], operators[1], None)
    if called is None:
        raise _unknown(name)
    return called(first)


def call_function(function: Any, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Calls one of numpy's functions of arrays for arrays of variables.

    Raises:
        ModelError: If it is not known here, or takes no such argument.

    Example:
        >>> from ilpuzzles import Model
        >>> x = Model().binary("x", 2, 3)
        >>> np.roll(x, 1, axis=1)[0].sum()
        x[0, 2] + x[0, 0] + x[0, 1]
        >>> np.sum(x, axis=1, dtype=float)
        Traceback (most recent call last):
        ilpuzzles.errors.ModelError: numpy's sum takes no dtype for variables; leave it out
    """
    name = getattr(function, "__name__", "this function")
    for argument in _NOT_HERE:
        if options.get(argument) is not None:
            raise _unknown_argument(name, argument)
    place_of_out = _PLACES_OF_OUT.get(name)
    if place_of_out is not None and len(args) > place_of_out and args[place_of_out] is not None:
        raise _unknown_argument(name, "out")
    options = {key: value for key, value in options.items() if key not in _NOT_HERE}
    if name in _JOINING:
        return _joined(function, args, options)
    if name in _MOVING or name in _TURNING:
        return _moved(function, name, args, options)
    called = _COMPUTING.get(name)
    if called is None:
        raise _unknown(name)
    try:
        bound = inspect.signature(called).bind(*args, **options)
    except TypeError:
        known = set(inspect.signature(called).parameters)
        unknown = [argument for argument in options if argument not in known]
        raise _unknown_argument(name, unknown[0] if unknown else "such arguments") from None
    return called(*bound.args, **bound.kwargs)


def _unknown(name: str) -> ModelError:
    known = ", ".join(sorted({*_COMPUTING, *_JOINING, *_TURNING}))
    advice = _INSTEAD.get(name, f"use operators, or {known}")
    return ModelError(f"numpy's {name} is not linear, or not supported here", advice)


def _unknown_argument(name: str, argument: str) -> ModelError:
    return ModelError(f"numpy's {name} takes no {argument} for variables", "leave it out")


# Functions that move elements


def _moved(function: Any, name: str, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """The elements of an array where one of numpy's functions puts them."""
    array, *rest = args or (options.get("a"),)
    options = {key: value for key, value in options.items() if key != "a" or args}
    if not isinstance(array, LinearArray):
        raise ModelError(f"numpy's {name} takes one array of variables", "call it for each")
    if name in _TURNING:
        # The numbers of a shape without equal sizes say where each axis has gone.
        sizes = tuple(range(2, array.ndim + 2))
        turned = _called(function, name, np.empty(sizes), rest, options)
        return array.transpose([size - 2 for size in turned.shape])
    if name in _OF_SEVERAL and rest:
        raise ModelError(f"numpy's {name} takes one array of variables", "call it for each")
    places = _called(function, name, array.layout.numbers(), rest, options)
    if not array.size and isinstance(places, np.ndarray) and places.size:
        what = f"numpy's {name} needs an element to repeat, and the array has none"
        raise ModelError(what, "begin with one that has some")
    if isinstance(places, (list, tuple)):
        return [array.take_places(part, ArrayLayout.counted(part.shape)) for part in places]
    # What is rolled leaves the labels where they are: elements move along them, as by a shift.
    layout = array.layout if name == "roll" else _layout_of(array.layout, places)
    return array.take_places(places, layout)


def _called(
    function: Any, name: str, numbers: Any, rest: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    try:
        return function(numbers, *rest, **options)
    except (TypeError, ValueError, IndexError, ZeroDivisionError) as error:
        raise ModelError(f"numpy's {name} says: {error}", "correct its arguments") from None


def _layout_of(layout: ArrayLayout, places: Any) -> ArrayLayout:
    """The layout of elements that keep their axes in one direction or the other, else a plain one.

    Elements are where they were, or every axis is as it was but for the order along it.
    """
    if np.shape(places) != layout.shape or not layout.size:
        return ArrayLayout.counted(np.shape(places))
    orders = []
    for axis, coordinate in enumerate(np.unravel_index(places, layout.shape)):
        line = np.moveaxis(coordinate, axis, 0).reshape(layout.shape[axis], -1)
        if (line != line[:, :1]).any():
            return ArrayLayout.counted(np.shape(places))
        orders.append(line[:, 0])
    made = layout
    for axis, order in enumerate(orders):
        made = made.at((slice(None),) * axis + (order,), layout.shape)
    return made


def _joined(function: Any, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Arrays side by side, as numpy's functions of these names put them."""
    parts, *rest = args if args else (options.get("arrays", options.get("tup", ())),)
    others = {key: value for key, value in options.items() if key not in {"arrays", "tup"}}
    first = next(part for part in parts if isinstance(part, LinearArray))
    arrays = [first.operand(part) for part in parts]
    ends = np.cumsum([0, *(array.size for array in arrays)])
    numbers = [array.layout.numbers() + end for array, end in zip(arrays, ends[:-1], strict=True)]
    try:
        where = function(numbers, *rest, **others)
    except (ValueError, TypeError, IndexError):
        shapes = " and ".join(str(array.shape) for array in arrays)
        raise ModelError(f"arrays of shapes {shapes} do not fit", "reshape them") from None
    made = AffineArray.joined([array.affine for array in arrays]).take(where)
    return ExpressionArray(first.owner, made, ArrayLayout.counted(where.shape))


# Functions that compute; their arguments are called as numpy calls them


def _sum(a: Any, axis: Axes = None, *, keepdims: bool = False, where: object = None) -> Any:
    return _array(a, "sum").sum(axis, where=where, keepdims=_is_true(keepdims))


def _mean(a: Any, axis: Axes = None, *, keepdims: bool = False, where: object = None) -> Any:
    array = _array(a, "mean")
    counted = np.ones(array.shape, dtype=np.int64)
    if where is not None:
        counted = counted * pair_mask(where, array.layout)
    axes = array.layout.places_of(axis)
    numbers = counted.sum(axis=axes, keepdims=_is_true(keepdims))
    if not np.all(numbers):
        raise ModelError("the mean of no elements is not a number", "leave it out")
    total = array.sum(axis, where=where, keepdims=_is_true(keepdims))
    return total / (numbers if np.ndim(numbers) else int(numbers))


def _any(a: Any, axis: Axes = None, *, keepdims: bool = False, where: object = None) -> Any:
    return _truths(a, "any").any(axis, where=where, keepdims=_is_true(keepdims))


def _all(a: Any, axis: Axes = None, *, keepdims: bool = False, where: object = None) -> Any:
    return _truths(a, "all").all(axis, where=where, keepdims=_is_true(keepdims))


def _cumsum(a: Any, axis: int | str | None = None) -> Any:
    return _array(a, "cumsum").cumsum(axis)


def _diff(
    a: Any, n: int = 1, axis: int | str = -1, prepend: object = None, append: object = None
) -> Any:
    array = _array(a, "diff")
    place = array.layout.place_of(axis)
    thin = (*array.shape[:place], 1, *array.shape[place + 1 :])
    parts: list[Any] = [array]
    # Where nothing is subtracted, numpy leaves the array as it is.
    if prepend is not None and n:
        parts.insert(0, _as_line(prepend, thin))
    if append is not None and n:
        parts.append(_as_line(append, thin))
    joined: Any = np.concatenate(parts, axis=place) if len(parts) > 1 else array
    return joined.diff(n, place)


def _as_line(part: Any, thin: tuple[int, ...]) -> Any:
    """An array to put before or after another one; of a number, one for each line of it."""
    return part if np.ndim(part) else np.broadcast_to(part, thin)


def _dot(a: Any, b: Any) -> Any:
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return a * b
    return a @ b


def _inner(a: Any, b: Any) -> Any:
    if np.ndim(a) != 1 or np.ndim(b) != 1:
        raise ModelError("numpy's inner takes arrays of one axis here", "write x @ y.T")
    return a @ b


def _outer(a: Any, b: Any) -> Any:
    one, other = (part if isinstance(part, LinearArray) else np.asarray(part) for part in (a, b))
    return one.reshape(-1, 1) * other.reshape(1, -1)


def _trace(a: Any, offset: int = 0, axis1: int | str = 0, axis2: int | str = 1) -> Any:
    return _array(a, "trace").diagonal(offset, axis1, axis2).sum(-1)


def _reshape(a: Any, /, shape: Any = None, order: str = "C", *, newshape: Any = None) -> Any:
    return _array(a, "reshape").reshape(newshape if shape is None else shape, order=order)


def _expand_dims(a: Any, axis: int | Sequence[int]) -> Any:
    array = _array(a, "expand_dims")
    thin = _called(np.expand_dims, "expand_dims", np.empty((2,) * array.ndim), [axis], {})
    # By position, also where a family has other labels.
    key = tuple(slice(None) if size == 2 else None for size in thin.shape)
    return LinearArray.__getitem__(array, key)


def _squeeze(a: Any, axis: int | Sequence[int] | None = None) -> Any:
    array = _array(a, "squeeze")
    if axis is None:
        gone = [place for place, size in enumerate(array.shape) if size == 1]
    else:
        gone = list(array.layout.places_of(axis))
        if any(array.shape[place] != 1 for place in gone):
            what = f"an array of shape {array.shape} has more than one element along axis {axis}"
            raise ModelError(what, "name axes of size 1")
    key = tuple(0 if place in gone else slice(None) for place in range(array.ndim))
    return LinearArray.__getitem__(array, key)


def _compress(condition: Any, a: Any, axis: int | None = None) -> Any:
    array = _array(a, "compress")
    places = _called(np.compress, "compress", condition, [array.layout.numbers(), axis], {})
    return array.take_places(places, ArrayLayout.counted(places.shape))


def _where(condition: Any, /, *choices: Any) -> Any:
    if len(choices) != 2 or isinstance(condition, LinearArray):
        raise ModelError("numpy's where chooses by a mask of numbers here", "see conditional")
    first, second = choices
    array = first if isinstance(first, LinearArray) else _array(second, "where")
    mask = pair_mask(condition, array.layout)
    # Tables and dictionaries are put in the order of the labels first, as the mask is.
    where_true = array.operand(first)
    where_false = array.operand(second)
    return where_true * mask.astype(np.int64) + where_false * (~mask).astype(np.int64)


def _shape(a: Any) -> Any:
    return _array(a, "shape").shape


def _size(a: Any, axis: int | str | None = None) -> Any:
    array = _array(a, "size")
    return array.size if axis is None else array.shape[array.layout.place_of(axis)]


def _ndim(a: Any) -> Any:
    return _array(a, "ndim").ndim


def _array(a: Any, name: str) -> LinearArray:
    if not isinstance(a, LinearArray):
        raise ModelError(f"numpy's {name} takes one array of variables", "call it for each")
    return a


def _truths(a: Any, name: str) -> LogicalArray:
    if not isinstance(a, LogicalArray):
        raise ModelError(f"numpy's {name} takes truths", f"write (x >= 1).{name}()")
    return a


def _is_true(keepdims: object) -> bool:
    return bool(keepdims)


_COMPUTING: dict[str, Callable[..., Any]] = {
    "sum": _sum,
    "mean": _mean,
    "any": _any,
    "all": _all,
    "cumsum": _cumsum,
    "diff": _diff,
    "dot": _dot,
    "inner": _inner,
    "outer": _outer,
    "trace": _trace,
    "reshape": _reshape,
    "expand_dims": _expand_dims,
    "squeeze": _squeeze,
    "compress": _compress,
    "where": _where,
    "shape": _shape,
    "size": _size,
    "ndim": _ndim,
}
