"""Arrays of a model against numpy: every function, operator and method, with every argument.

The same random call is made on variables and on the numbers that these stand for. It comes to the
same shape and the same values, or it is refused with a sentence; which calls are refused although
numpy takes them stands in `REFUSED`.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from ilpuzzles import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expression_array import LinearArray, LogicalArray
from ilpuzzles.modelling.layouts import ArrayLayout
from ilpuzzles.modelling.numpy_functions import (
    _COMPUTING,
    _JOINING,
    _MOVING,
    _OPERATORS,
    _TURNING,
)
from ilpuzzles.modelling.variables import VariableArray
from support.array_calls import NUMBERS, TRUTHS, Both, Dice, outcome_of, require_equal

DRAWS = 4
"""So many calls of each function are drawn from a seed."""

CHUNKS = [range(4), pytest.param(range(4, 12), marks=pytest.mark.exhaustive)]

# Numpy itself crashes where the shape of this is wrong.
_OUT = Both(np.zeros(3), None)

Drawn = dict[str, Any]
"""The arguments of a call by name: those that numpy requires, and others that may be left out."""


def _sum(dice: Dice) -> Drawn:
    return {
        "a": dice.array,
        "axis": dice.axes(),
        "dtype": dice.one_of(None, float),
        "out": _OUT,
        "keepdims": dice.flag(),
        "initial": 3,
        "where": dice.mask(),
    }


def _mean(dice: Dice) -> Drawn:
    return {name: given for name, given in _sum(dice).items() if name != "initial"}


def _any(dice: Dice) -> Drawn:
    return {name: given for name, given in _mean(dice).items() if name != "dtype"}


def _cumsum(dice: Dice) -> Drawn:
    return {
        "a": dice.array,
        "axis": dice.one_of(None, dice.axis()),
        "dtype": dice.one_of(None, float),
        "out": _OUT,
    }


def _diff(dice: Dice) -> Drawn:
    axis = dice.axis()

    def beside() -> Any:
        """Something to put before or after the array: a number, an array, a part of itself."""
        shape = list(dice.shape)
        if -dice.ndim <= axis < dice.ndim:
            shape[axis] = dice.one_of(0, 1, 1, 2)
        key = (slice(None),) * (axis % dice.ndim) + (slice(0, 1),)
        part = dice.array.map(lambda a: np.negative(a)[key])
        return dice.one_of(2, np.array(5), dice.in_memory(dice.numbers(tuple(shape))), part)

    return {
        "a": dice.array,
        "n": dice.one_of(0, 1, 1, 2, 3, -1),
        "axis": axis,
        "prepend": beside(),
        "append": beside(),
    }


def _factors(dice: Dice, *, columns: bool) -> Any:
    """Numbers that fit a product with the array, on its right side or its left one."""
    if dice.random.random() < 0.15:
        return dice.number()
    size = dice.shape[-1 if columns else max(dice.ndim - 2, 0)]
    shape: tuple[int, ...] = dice.one_of((size,), (size, 2), (size, 1), (size, 0), (size + 1,))
    return dice.in_memory(dice.numbers(shape if columns else shape[::-1]))


def _dot(dice: Dice) -> Drawn:
    pair = [dice.array, _factors(dice, columns=True)]
    if dice.flag():
        pair = [_factors(dice, columns=False), dice.array]
    return {"a": pair[0], "b": pair[1], "out": _OUT}


def _inner(dice: Dice) -> Drawn:
    shape = dice.one_of(dice.shape[-1:], (2, dice.shape[-1]))
    pair = [dice.array, dice.one_of(2, dice.in_memory(dice.numbers(shape)))]
    return dict(zip("ab", pair if dice.flag() else pair[::-1], strict=True))


def _outer(dice: Dice) -> Drawn:
    pair = [dice.array, dice.one_of([3, -1], 2, dice.in_memory(dice.numbers((2, 2))))]
    one, other = pair if dice.flag() else pair[::-1]
    return {"a": one, "b": other, "out": _OUT}


def _trace(dice: Dice) -> Drawn:
    return {
        "a": dice.array,
        "offset": dice.one_of(0, 1, -1, 2, -5),
        "axis1": dice.axis(),
        "axis2": dice.axis(),
        "dtype": dice.one_of(None, float),
        "out": _OUT,
    }


def _diagonal(dice: Dice) -> Drawn:
    return {name: given for name, given in _trace(dice).items() if name not in {"dtype", "out"}}


def _new_shape(dice: Dice) -> Any:
    """A shape for the elements of the array, with or without -1, or one that they do not fit."""
    size = int(np.prod(dice.shape))
    return dice.one_of(
        -1, size, (size,), (1, -1), (-1, 1), dice.shape[::-1], [-1, dice.shape[0]], (2, -1),
        (-1, -1), (size, 1, 1), (5, 5), (-1, dice.shape[-1], 1),
    )  # fmt: skip


def _reshape(dice: Dice) -> Drawn:
    return {
        "a": dice.array,
        "shape": _new_shape(dice),
        "newshape": None,
        "order": dice.one_of("C", "F", "F", "K", "X"),
        "copy": dice.one_of(None, True),
    }


def _where(dice: Dice) -> Drawn:
    other = dice.one_of(dice.number(), dice.operand(), dice.array.map(np.negative))
    pair = [dice.array, other]
    first, second = pair if dice.flag() else pair[::-1]
    return {"condition": dice.mask(wider=True), "x": first, "y": second}


def _parts(dice: Dice, *, axis: int | None = 0) -> list[Any]:
    """Several arrays to be put side by side: the array, others of the model, and numbers."""
    shape = list(dice.shape)
    if axis is not None and -dice.ndim <= axis < dice.ndim:
        shape[axis] = dice.one_of(0, 1, 2, shape[axis])
    if dice.random.random() < 0.08:
        shape[-1] += 1
    others = [
        dice.family(tuple(shape), binary=dice.flag()),
        dice.in_memory(dice.numbers(tuple(shape))),
        dice.array.map(lambda a: 2 * a + 1),
        dice.array.map(lambda a: np.negative(a)[::-1]),
    ]
    chosen = [dice.array, *dice.random.sample(others, dice.random.randint(0, 3))]
    return dice.random.sample(chosen, len(chosen))


def _concatenate(dice: Dice) -> Drawn:
    axis = dice.one_of(None, dice.axis(), dice.axis())
    return {
        "arrays": dice.one_of(list, tuple)(_parts(dice, axis=axis)),
        "axis": axis,
        "out": _OUT,
        "dtype": dice.one_of(None, float),
        "casting": "same_kind",
    }


def _stack(dice: Dice) -> Drawn:
    drawn = _concatenate(dice)
    return {**drawn, "arrays": _parts(dice, axis=None), "axis": dice.axis()}


def _stacked(dice: Dice) -> Drawn:
    at = dice.one_of(0, 1, dice.ndim - 1)
    return {"tup": _parts(dice, axis=at), "dtype": dice.one_of(None, float), "casting": "no"}


def _column_stack(dice: Dice) -> Drawn:
    return {"tup": _parts(dice, axis=1)}


def _sections(dice: Dice) -> Any:
    return dice.one_of(1, 2, 3, [1], [1, 2], np.array([0, 1]), [2, 1], 0)


def _split(dice: Dice) -> Drawn:
    return {"ary": dice.array, "indices_or_sections": _sections(dice), "axis": dice.axis()}


def _split_of_one_axis(dice: Dice) -> Drawn:
    return {"ary": dice.array, "indices_or_sections": _sections(dice)}


def _places(dice: Dice) -> Any:
    return dice.one_of(0, -1, [0], [0, 0], [-1, 1, 0], np.array([[0, -1]]), 2, [])


def _take(dice: Dice) -> Drawn:
    return {
        "a": dice.array,
        "indices": _places(dice),
        "axis": dice.one_of(None, dice.axis()),
        "out": _OUT,
        "mode": dice.one_of("raise", "wrap", "clip"),
    }


def _take_along_axis(dice: Dice) -> Drawn:
    axis = dice.one_of(None, dice.axis(), dice.axis())
    shape = list(dice.shape)
    if axis is not None and -dice.ndim <= axis < dice.ndim:
        shape[axis] = dice.one_of(1, 2, 3)
    if axis is None:
        shape = [3]
    size = int(np.prod(dice.shape)) if axis is None else dice.shape[axis % dice.ndim]
    rng = np.random.default_rng(dice.random.randrange(1 << 30))
    return {
        "arr": dice.array,
        "indices": rng.integers(-max(size, 1), max(size, 1), shape),
        "axis": axis,
    }


def _compress(dice: Dice) -> Drawn:
    axis = dice.one_of(None, dice.axis())
    return {
        "condition": [dice.flag() for _ in range(dice.random.randint(0, 3))],
        "a": dice.array,
        "axis": axis,
        "out": _OUT,
    }


def _delete(dice: Dice) -> Drawn:
    return {
        "arr": dice.array,
        "obj": dice.one_of(0, -1, [0], [0, 1], slice(0, 2), slice(None, None, 2), 7),
        "axis": dice.one_of(None, dice.axis()),
    }


def _roll(dice: Dice) -> Drawn:
    axes = dice.axes()
    several = isinstance(axes, tuple)
    shift = tuple(dice.random.randint(-3, 3) for _ in axes) if several else 1
    return {"a": dice.array, "shift": dice.one_of(shift, 1, -2), "axis": axes}


def _repeat(dice: Dice) -> Drawn:
    axis = dice.one_of(None, dice.axis())
    count = int(np.prod(dice.shape)) if axis is None else dice.shape[axis % dice.ndim]
    each = [dice.random.randint(0, 2) for _ in range(count)]
    return {"a": dice.array, "repeats": dice.one_of(2, 0, [2], each, -1), "axis": axis}


def _moveaxis(dice: Dice) -> Drawn:
    count = dice.random.randint(1, dice.ndim)
    source, destination = dice.axis(), dice.axis()
    if dice.flag():
        source, destination = dice.order_of_axes()[:count], dice.order_of_axes()[:count]
    return {"a": dice.array, "source": source, "destination": destination}


def _expand_dims(dice: Dice) -> Drawn:
    one = dice.random.randint(-dice.ndim - 1, dice.ndim)
    return {"a": dice.array, "axis": dice.one_of(one, (0, 1), [0, -1], (one, one), 9, ())}


def _broadcast_to(dice: Dice) -> Drawn:
    wide = tuple(dice.random.randint(1, 2) if size == 1 else size for size in dice.shape)
    shape = dice.one_of(dice.shape, wide, (2, *wide), (1, 2, *dice.shape), (7,), 3)
    return {"array": dice.array, "shape": shape, "subok": dice.flag()}


def _arrays(dice: Dice) -> Drawn:
    others = [dice.in_memory(dice.numbers((2,))), dice.array.map(np.negative), 5]
    return {"arys": dice.random.sample(others, dice.one_of(0, 0, 1)), "": dice.array}


def _array_and(**drawers: Callable[[Dice], Any]) -> Callable[[Dice], Drawn]:
    """Draws the array, which numpy calls by the first name, and other arguments."""

    def draw(dice: Dice) -> Drawn:
        return {name: drawer(dice) for name, drawer in drawers.items()}

    return draw


def _itself(dice: Dice) -> Both:
    return dice.array


def _axis(dice: Dice) -> int:
    return dice.axis()


FUNCTIONS: dict[str, Callable[[Dice], Drawn]] = {
    "sum": _sum,
    "mean": _mean,
    "any": _any,
    "all": _any,
    "cumsum": _cumsum,
    "diff": _diff,
    "dot": _dot,
    "inner": _inner,
    "outer": _outer,
    "trace": _trace,
    "reshape": _reshape,
    "expand_dims": _expand_dims,
    "squeeze": _array_and(
        a=lambda dice: dice.array.map(lambda a: np.expand_dims(a, (0, -1))),
        axis=lambda dice: dice.one_of((0, -1), (-1, 0), 0, None, dice.axes()),
    ),
    "compress": _compress,
    "where": _where,
    "shape": _array_and(a=_itself),
    "size": _array_and(a=_itself, axis=lambda dice: dice.axes()),
    "ndim": _array_and(a=_itself),
    "transpose": _array_and(a=_itself, axes=lambda dice: dice.one_of(None, dice.order_of_axes())),
    "permute_dims": _array_and(a=_itself, axes=lambda dice: dice.order_of_axes()),
    "swapaxes": _array_and(a=_itself, axis1=_axis, axis2=_axis),
    "moveaxis": _moveaxis,
    "rollaxis": _array_and(a=_itself, axis=_axis, start=lambda dice: dice.one_of(0, 1, -1, 3)),
    "ravel": _array_and(a=_itself, order=lambda dice: dice.one_of("C", "F", "X")),
    "roll": _roll,
    "rot90": _array_and(
        m=_itself,
        k=lambda dice: dice.one_of(0, 1, 2, 3, -1, 5),
        axes=lambda dice: (dice.axis(), dice.axis()),
    ),
    "repeat": _repeat,
    "tile": _array_and(A=_itself, reps=lambda dice: dice.one_of(2, 0, (2, 1), (1, 2, 2), [])),
    "take": _take,
    "take_along_axis": _take_along_axis,
    "delete": _delete,
    "broadcast_to": _broadcast_to,
    "atleast_1d": _arrays,
    "atleast_2d": _arrays,
    "atleast_3d": _arrays,
    "flip": _array_and(m=_itself, axis=lambda dice: dice.axes()),
    "fliplr": _array_and(m=_itself),
    "flipud": _array_and(m=_itself),
    "resize": _array_and(
        a=_itself, new_shape=lambda dice: dice.one_of(0, 3, (2, 2), (1, 2, 3), (0, 2), -1)
    ),
    "diagonal": _diagonal,
    "array_split": _split,
    "split": _split,
    "hsplit": _split_of_one_axis,
    "vsplit": _split_of_one_axis,
    "dsplit": _split_of_one_axis,
    "stack": _stack,
    "concatenate": _concatenate,
    "vstack": _stacked,
    "hstack": _stacked,
    "dstack": _column_stack,
    "column_stack": _column_stack,
}
"""A drawer for every function that arrays of a model take, which is asked by its name."""

NEVER_TAKEN = {"dtype", "out", "initial", "casting", "copy"}
"""Arguments that are refused, whatever function they are of, unless they are None."""

REFUSED: dict[str, set[str]] = {
    "takes truths": {"any", "all"},
    "is not binary": {"any", "all"},
    # Numpy's second or third argument, such as dtype, given by its place.
    "takes no such arguments": {"sum", "mean", "any", "all", "cumsum", "compress", "outer", "dot"},
    "takes no out": {"take", "concatenate", "stack"},
    "mean of no elements": {"mean"},
    "takes arrays of one axis here": {"inner"},
    "do not fit a product of matrices": {"dot", "matmul"},
    "is larger than the array": {"where"},
    "takes one array of variables": {"atleast_1d", "atleast_2d", "atleast_3d"},
    "has no axis": {"size", "diff"},
    "needs an element to repeat": {"resize"},
    "divided by variables is not linear": {"divide"},
    "must be a whole number here": {"floor_divide", "remainder", "power"},
    "the divisor must be positive": {"floor_divide", "remainder"},
    "the exponent may be negative": {"power"},
    "which Python reads before >=": {
        "bitwise_and", "bitwise_or", "bitwise_xor",
        "logical_and", "logical_or", "logical_xor", "implies",
    },
    "is 1 or 0, but is compared with": {
        "less_equal", "greater_equal", "less", "greater", "equal", "not_equal",
    },
}  # fmt: skip
"""Words of a refusal, and the functions that refuse with them what numpy takes."""


def is_listed(name: str, arguments: object, refusal: str) -> bool:
    """Whether a call is known to be refused, though numpy takes it."""
    if isinstance(arguments, dict) and NEVER_TAKEN & {*arguments}:
        return True
    return any(name in names and words in refusal for words, names in REFUSED.items())


def drawn_call(name: str, dice: Dice) -> tuple[Callable[..., Any], list[Any], Drawn]:
    """A function, its positional arguments, and the named ones."""
    function = getattr(np, name)
    if name in SECONDS:
        return function, drawn_operation(name, dice), {}
    drawn = FUNCTIONS[name](dice)
    if "arys" in drawn:
        return function, [drawn[""], *drawn["arys"]], {}
    kept: Drawn = {}
    parameters = inspect.signature(function).parameters
    for parameter in parameters.values():
        chance = 0.1 if parameter.name in NEVER_TAKEN else 0.6
        needed = parameter.default is inspect.Parameter.empty or name == "where"
        if needed or dice.random.random() < chance:
            kept[parameter.name] = drawn[parameter.name]
    positional: list[Any] = []
    by_place = dice.random.randint(1, 4)
    for parameter in parameters.values():
        is_free = parameter.kind is not inspect.Parameter.KEYWORD_ONLY and parameter.name in kept
        forced = parameter.kind is inspect.Parameter.POSITIONAL_ONLY
        if not is_free or not (forced or len(positional) < by_place):
            break
        positional.append(kept.pop(parameter.name))
    return function, positional, kept


# Functions of elements, and operators


def _other(dice: Dice) -> Any:
    """Numbers or an array of the model, on the other side of an operator."""
    return dice.one_of(dice.operand(), dice.another(binary=dice.flag()), dice.operand())


def _divisor(dice: Dice) -> Any:
    return dice.operand(nonzero=True)


def _matrix(dice: Dice) -> Any:
    """Factors, now and then in a matrix of scipy."""
    made = _factors(dice, columns=dice.flag())
    if isinstance(made, np.ndarray) and made.ndim == 2 and made.dtype != object and dice.flag():
        return Both(dice.one_of(sparse.csr_array, sparse.coo_matrix)(made), made)
    return made


SECONDS: dict[str, Callable[[Dice], Any] | None] = {
    **dict.fromkeys(("add", "subtract"), _other),
    "multiply": lambda dice: dice.operand(),
    "divide": _divisor,
    "floor_divide": lambda dice: dice.one_of(2, 3, np.int64(2), -2),
    "remainder": lambda dice: dice.one_of(2, 3, np.int64(2), -2),
    "power": lambda dice: dice.one_of(2, 3, 1, 0, np.int64(2)),
    "matmul": _matrix,
    **dict.fromkeys(("negative", "positive", "absolute"), None),
    **dict.fromkeys(
        ("less_equal", "greater_equal", "less", "greater", "equal", "not_equal"), _other
    ),
    **dict.fromkeys(
        ("bitwise_and", "bitwise_or", "bitwise_xor", "logical_and", "logical_or", "logical_xor"),
        lambda dice: dice.truth_operand(),
    ),
    **dict.fromkeys(("invert", "logical_not"), None),
}
"""What stands on the other side of each of numpy's functions of elements; None for nothing."""

LOGICAL = {
    *(name for name in SECONDS if name.startswith(("bitwise", "logical", "invert"))),
    *("any", "all", "implies"),
}
SOLVED = {"floor_divide", "remainder", "power", "absolute"}
"""Those that need auxiliary variables, whose values a solver finds."""

WHOLE = [kind for kind in NUMBERS if kind != "sums"]

PYTHON: dict[str, Callable[..., Any]] = {
    name: getattr(operator, name)
    for name in (
        *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"),
        *("le", "ge", "lt", "gt", "eq", "ne", "and_", "or_", "xor", "neg", "pos", "abs", "invert"),
    )
}
NAMES = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "matmul": "matmul",
    "le": "less_equal", "ge": "greater_equal", "lt": "less", "gt": "greater", "eq": "equal",
    "ne": "not_equal", "and_": "bitwise_and", "or_": "bitwise_or", "xor": "bitwise_xor",
    "neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert",
}  # fmt: skip
"""Operators of Python, and the functions of numpy that they stand for."""


def dice_for(name: str, seed: str) -> Dice:
    """Arrays of truths for logic, and arrays of numbers for everything else."""
    return Dice(
        f"{name} {seed}",
        kinds=TRUTHS if name in LOGICAL else WHOLE if name in SOLVED else NUMBERS,
        largest=2 if name in SOLVED else 3,
    )


def drawn_operation(name: str, dice: Dice) -> list[Any]:
    """The sides of an operator, the array on the left or on the right."""
    second = SECONDS[name]
    array = dice.array
    if name in LOGICAL:
        array = Both(array.ours, array.numbers.astype(bool))
    if second is None:
        return [array]
    other = second(dice)
    if name in LOGICAL:
        other = _truths_of(other)
    return [array, other] if dice.flag() else [other, array]


# Methods, and what is asked of an array in another way


def _along(a: Any, axis: int, step: Callable[[pd.DataFrame], pd.DataFrame]) -> Any:
    """What pandas makes of the lines of an array along an axis."""
    if not a.size:
        return a
    lines = np.moveaxis(a, axis, 0)
    table = step(pd.DataFrame(lines.reshape(lines.shape[0], -1)))
    return np.moveaxis(table.fillna(0).to_numpy().reshape(lines.shape), 0, axis)


def _rolled(a: Any, window: int, axis: int) -> Any:
    if not isinstance(a, LinearArray):
        return _along(a, axis, lambda table: table.rolling(window, min_periods=1).sum())
    made = a.rolling(window, axis).sum()
    assert len(made.affine.columns) <= window * len(a.expressions().affine.columns)
    return made


def _shifted(a: Any, periods: int, axis: int) -> Any:
    if isinstance(a, LinearArray):
        return a.shift(periods, axis)
    return _along(a, axis, lambda table: table.shift(periods))


def _between(a: Any, lower: Any, upper: Any) -> Any:
    if isinstance(a, LinearArray):
        return a.between(lower, upper)
    return (np.asarray(lower) <= a) & (a <= np.asarray(upper))


def _implies(a: Any, other: Any) -> Any:
    return a.implies(other) if isinstance(a, LogicalArray) else np.logical_or(~a, other)


def _weighed(a: Any, weights: Any) -> Any:
    """Of several axes, all elements are added up, which numpy's `dot` does for one axis."""
    return a.dot(weights) if isinstance(a, LinearArray) else (a * np.asarray(weights)).sum()


def _named(method: str) -> Callable[..., Any]:
    return lambda a, **options: getattr(a, method)(**options)


def _whole_axis(dice: Dice) -> int:
    """An axis that is there."""
    return dice.random.randrange(-dice.ndim, dice.ndim)


def _kept(dice: Dice, drawn: Drawn) -> Drawn:
    return {name: given for name, given in drawn.items() if dice.flag()}


def _reduced(dice: Dice) -> Drawn:
    drawn = {"axis": dice.axes(), "where": dice.mask(), "keepdims": dice.flag()}
    return _kept(dice, drawn)


METHODS: dict[str, tuple[Callable[..., Any], Callable[[Dice], Drawn]]] = {
    **{name: (operator.attrgetter(name), lambda _: {}) for name in ("T", "ndim", "shape", "size")},
    "flat": (lambda a: a.flat if isinstance(a, LinearArray) else a.reshape(-1), lambda _: {}),
    "sum": (_named("sum"), _reduced),
    "any": (_named("any"), _reduced),
    "all": (_named("all"), _reduced),
    "cumsum": (_named("cumsum"), lambda dice: _kept(dice, {"axis": dice.axis()})),
    "diff": (
        lambda a, n, axis: a.diff(n, axis) if isinstance(a, LinearArray) else np.diff(a, n, axis),
        lambda dice: {"n": dice.one_of(0, 1, 2, 3, -1), "axis": dice.axis()},
    ),
    "diagonal": (_named("diagonal"), lambda dice: _kept(dice, _without(_diagonal(dice), "a"))),
    "dot": (_weighed, lambda dice: {"weights": dice.table(dice.numbers(dice.shape))}),
    "reshape": (
        lambda a, sizes, **options: (
            a.reshape(*sizes, **options)
            if isinstance(sizes, tuple)
            else a.reshape(sizes, **options)
        ),
        lambda dice: {"sizes": _new_shape(dice), "order": dice.one_of("C", "F", "K", "X")},
    ),
    "transpose": (
        lambda a, order: a.transpose(order) if order else a.transpose(*order or ()),
        lambda dice: {"order": dice.one_of(None, tuple(dice.order_of_axes()))},
    ),
    "between": (
        _between,
        lambda dice: {name: dice.operand() for name in ("lower", "upper")},
    ),
    "implies": (_implies, lambda dice: {"other": _truths_of(dice.truth_operand())}),
    "positions": (
        lambda a: a.positions() if isinstance(a, LinearArray) else a,
        lambda _: {},
    ),
    "shift": (
        _shifted,
        lambda dice: {"periods": dice.random.randint(-4, 4), "axis": _whole_axis(dice)},
    ),
    "rolling": (
        _rolled,
        lambda dice: {"window": dice.random.randint(1, 5), "axis": _whole_axis(dice)},
    ),
}
"""Methods: how each is called on either side, and its arguments."""

NOT_OF_NUMBERS = {
    "columns", "dims", "expressions", "labels", "layout", "numbers_for", "operand", "owner",
    "require_truths", "take_places", "truths",
}  # fmt: skip
"""What numbers have nothing like."""


def _without(drawn: Drawn, name: str) -> Drawn:
    return {key: given for key, given in drawn.items() if key != name}


def _truths_of(other: Any) -> Any:
    """An operand of logic, with truths as numpy has them on the side of numbers."""
    if isinstance(other, Both):
        return Both(other.ours, np.asarray(other.numbers).astype(bool))
    return Both(other, np.asarray(other).astype(bool))


# The tables are complete


def test_every_function_that_is_known_is_drawn() -> None:
    known = {*_COMPUTING, *_JOINING, *_MOVING, *_TURNING}
    assert {*FUNCTIONS} == known
    assert {*SECONDS} == {*_OPERATORS}


def test_every_argument_of_numpy_is_drawn() -> None:
    for name, draw in FUNCTIONS.items():
        function = getattr(np, name, None)
        if function is None or name.startswith("atleast"):
            continue
        drawn = draw(Dice(name, kinds=["family"]))
        assert {*inspect.signature(function).parameters} <= {*drawn}, name


def test_every_method_and_operator_is_drawn() -> None:
    offered = {name for name in dir(VariableArray) if not name.startswith("_")}
    assert {*METHODS} == offered - NOT_OF_NUMBERS
    plain = {name.strip("_") for name in (*PYTHON, *(f"r{name}" for name in PYTHON))}
    of_arrays = {"array", "array_function", "array_ufunc", "bool", "getitem", "iter", "len"}
    of_objects = {name.strip("_") for name in dir(object)} - plain
    ours = {
        name.strip("_")
        for kind in VariableArray.__mro__[:-1]
        for name in vars(kind)
        if name.startswith("__") and hasattr(np.ndarray, name)
    }
    assert ours - of_objects - of_arrays - {"doc", "module"} <= plain


# What calls come to


def require_same_outcome(
    name: str, dice: Dice, call: Callable[..., Any], args: Any, options: Drawn
) -> LinearArray | None:
    """A call has the value that numpy gives it, or it is refused as numpy or the list does."""
    note = (name, dice.kind, dice.shape, args, options)
    wanted = outcome_of(getattr(np, name) if name in SECONDS else call, args, options, ours=False)
    found = outcome_of(call, args, options, ours=True)
    if found.refusal:
        assert wanted.refusal or is_listed(name, options, found.refusal), (note, found.refusal)
        return None
    assert not wanted.refusal, (note, wanted.refusal)
    require_equal(dice.point.of(found.value), wanted.value, note)
    return found.value if isinstance(found.value, LinearArray) else None


@pytest.mark.every("name")
@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if hasattr(np, name)])
@pytest.mark.filterwarnings("ignore:Mean of empty slice", "ignore:invalid value encountered")
def test_a_function_of_numpy_means_what_it_means_for_numbers(name: str, chunk: range) -> None:
    for seed in chunk:
        for draw in range(DRAWS):
            dice = dice_for(name, f"{seed} {draw}")
            call, args, options = drawn_call(name, dice)
            made = require_same_outcome(name, dice, call, args, options)
            if made is not None and name in _MOVING | _TURNING and name != "roll":
                require_own_labels(made, dice)


@pytest.mark.every("name")
@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
@pytest.mark.parametrize("name", SECONDS)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_a_function_of_elements_means_what_it_means_for_numbers(name: str, chunk: range) -> None:
    """As numpy's function, and as the operator of Python if there is one."""
    calls = [getattr(np, name), *(PYTHON[sign] for sign, of in NAMES.items() if of == name)]
    for seed in chunk:
        for draw in range(DRAWS if name not in SOLVED else 1):
            for number, call in enumerate(calls):
                dice = dice_for(name, f"{seed} {draw} {number}")
                sides = drawn_operation(name, dice)
                if number and SECONDS[name] is _other and dice.random.random() < 0.2:
                    # A variable leaves numpy's functions alone, and only operators take it.
                    sides = [dice.single() if side is not dice.array else side for side in sides]
                require_same_outcome(name, dice, call, sides, {})


@pytest.mark.every("name")
@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
@pytest.mark.parametrize("name", METHODS)
def test_a_method_means_what_it_means_for_numbers(name: str, chunk: range) -> None:
    call, draw_options = METHODS[name]
    for seed in chunk:
        for draw in range(DRAWS):
            dice = dice_for(name, f"{seed} {draw}")
            array = dice.array
            if name in LOGICAL:
                array = Both(array.ours, array.numbers.astype(bool))
            require_same_outcome(name, dice, call, [array], draw_options(dice))


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_an_index_picks_what_it_picks_of_numbers(chunk: range) -> None:
    for seed in chunk:
        for draw in range(10 * DRAWS):
            dice = Dice(f"index {seed} {draw}", kinds=(*NUMBERS, *TRUTHS))
            key = dice.index()
            made = require_same_outcome(
                "index", dice, lambda a, key=key: picked(a, key), [dice.array], {}
            )
            if made is not None:
                require_own_labels(made, dice)


def picked(array: Any, key: Any) -> Any:
    """What stands at a key, which says places: in an index of a family, lists are of labels."""
    if isinstance(array, LinearArray):
        return LinearArray.__getitem__(array, key)
    return array[key]


def require_own_labels(made: LinearArray, dice: Dice) -> None:
    """Wherever an array has labels, all variables of an element have its labels."""
    if not dice.is_labelled:
        return
    affine = made.expressions().affine if dice.kind in NUMBERS else None
    for axis, labels in enumerate(made.labels):
        if labels is None or affine is None:
            continue
        assert len(labels) == made.shape[axis]
        owners = np.repeat(np.arange(made.size), np.diff(affine.starts))
        places = np.unravel_index(owners, made.shape)[axis]
        for column, place in zip(affine.columns.tolist(), places.tolist(), strict=True):
            assert f"{labels[place]}" in dice.point.model.name_of(column)


def test_what_is_listed_as_refused_is_refused() -> None:
    """So that a line that has become superfluous is found."""
    for words, names in REFUSED.items():
        assert any(words in refusal for refusal in refusals(names)), words


def refusals(names: Iterable[str]) -> Iterator[str]:
    """The words of refusals of some functions, as long as somebody listens."""
    for name, seed in product(sorted(names), range(80)):
        if name in FUNCTIONS or name in SECONDS:
            dice = Dice(f"listed {name} {seed}", kinds=(*NUMBERS, "binaries"), largest=2)
            call, args, options = drawn_call(name, dice)
            yield outcome_of(call, args, options, ours=True).refusal


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (lambda a: np.sum(a, dtype=float), "sum takes no dtype"),
        (lambda a: np.sum(a, out=np.zeros(3)), "sum takes no out"),
        (lambda a: np.sum(a, 1, None), "such arguments|dtype"),
        (lambda a: np.add(a, a, where=[True]), "add takes no where"),
        (np.add.reduce, r"write x.sum\(axis=...\)"),
        (np.add.accumulate, r"write x.cumsum\(axis=...\)"),
        (np.max, r"write maximum\(x\)"),
        (lambda a: np.maximum(a, 3), r"write maximum\(x, y\)"),
        (np.prod, r"write product\(x\)"),
        (np.exp, "numpy's exp is not linear"),
        (lambda a: np.stack([a, a[:1]]), "do not fit"),
        (np.unique, "different_values"),
        (lambda a: np.where(a, 1, 2), "by a mask"),
        (lambda a: np.any(2 * a), "takes truths"),
        (lambda a: np.mean(a, where=False), "no elements"),
        (lambda a: a.sum(axis=0, where="yes"), "is not a mask"),
        (lambda a: a.sum("day"), "has no axis 'day'; name the axes"),
        (lambda a: a.sum(axis=1.5), "no axis 1.5"),
        (lambda a: a.diff("day"), r"write x.diff\(1, 'day'\) or x.diff\(day=1\)"),
        (lambda a: a.shift("day"), r"write x.shift\(1, 'day'\)"),
        (lambda a: a.rolling(), "number of elements"),
        (lambda a: a.rolling(0, 0), "1 or more"),
        (lambda a: a.shift(day=1, shift=1), "takes no day"),
        (lambda a: a.diagonal(0, 0, 0), "no diagonal"),
    ],
)
def test_what_is_refused_says_what_to_write(line: Callable[[Any], Any], message: str) -> None:
    x = Model().binary("x", 2, 3)
    with pytest.raises(ModelError, match=message):
        line(x)


def test_rows_of_logic_are_asked_of_truths_alone() -> None:
    """A single number has been taken for a truth, whatever its bounds."""
    n = Model().integer("n", 2, 1, lower=0, upper=9)
    for line in (lambda: np.any(n, axis=1), lambda: n & True, n.all):
        with pytest.raises(ModelError, match="is not binary; compare it"):
            line()


def test_a_layout_without_axes_has_no_keys() -> None:
    assert ArrayLayout.counted(()).keys() is None
