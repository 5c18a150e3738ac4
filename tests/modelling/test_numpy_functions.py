"""Numpy's functions and methods, with their arguments, against numpy on arrays of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ilpuzzles import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expression_array import LinearArray, LogicalArray
from ilpuzzles.modelling.expressions import Linear
from ilpuzzles.modelling.layouts import ArrayLayout
from ilpuzzles.modelling.numpy_functions import _COMPUTING, _JOINING, _MOVING, _TURNING

SHAPES: list[tuple[int, ...]] = [(4,), (1,), (2, 3), (3, 3), (1, 4), (2, 3, 4), (2, 1, 3)]

Call = Callable[[Any], Any]
"""A line of numpy with an array in it; whatever numpy refuses, it has to refuse as well."""


def mask_of(shape: tuple[int, ...]) -> Any:
    """A mask that is true in some places and false in others."""
    return np.arange(int(np.prod(shape))).reshape(shape) % 3 != 1


def numbers_of(shape: tuple[int, ...]) -> Any:
    """Small numbers that differ."""
    return np.arange(int(np.prod(shape))).reshape(shape) % 7 - 2


def by_position(array: Any) -> Any:
    """An array as numpy indexes it; in an index of a family, lists are those of labels."""
    return array.positions() if isinstance(array, LinearArray) else array


LINES: dict[str, list[Call]] = {
    "sum": [
        np.sum,
        lambda a: np.sum(a, 0),
        lambda a: np.sum(a, axis=-1),
        lambda a: np.sum(a, axis=(0, -1)),
        lambda a: np.sum(a, axis=()),
        lambda a: np.sum(a, axis=(0, 0)),
        lambda a: np.sum(a, keepdims=True),
        lambda a: np.sum(a, axis=1, keepdims=True),
        lambda a: np.sum(a, axis=0, keepdims=False),
        lambda a: np.sum(a, where=mask_of(a.shape)),
        lambda a: np.sum(a, axis=0, where=mask_of(a.shape), keepdims=True),
        lambda a: np.sum(a, where=mask_of(a.shape[-1:])),
        lambda a: np.sum(a, axis=7),
        lambda a: a.sum(axis=1, keepdims=True),
        lambda a: a.sum(0),
    ],
    "mean": [
        np.mean,
        lambda a: np.mean(a, 0),
        lambda a: np.mean(a, axis=-1, keepdims=True),
        lambda a: np.mean(a, axis=(0, -1)),
    ],
    "cumsum": [
        np.cumsum,
        lambda a: np.cumsum(a, 0),
        lambda a: np.cumsum(a, axis=-1),
        lambda a: np.cumsum(a, axis=5),
        lambda a: a.cumsum(axis=0),
    ],
    "diff": [
        np.diff,
        lambda a: np.diff(a, 1),
        lambda a: np.diff(a, n=1),
        lambda a: np.diff(a, 2),
        lambda a: np.diff(a, 0),
        lambda a: np.diff(a, -1),
        lambda a: np.diff(a, axis=0),
        lambda a: np.diff(a, 2, 0),
        lambda a: np.diff(a, 2, axis=-1),
        lambda a: np.diff(a, prepend=0),
        lambda a: np.diff(a, append=5, axis=0),
        lambda a: np.diff(a, prepend=a[..., :1]),
        lambda a: np.diff(a, n=2, prepend=1, append=2),
        lambda a: np.diff(a, 9),
    ],
    "dot": [
        lambda a: np.dot(a, numbers_of(a.shape[-1:])) if a.ndim < 3 else a,
        lambda a: np.dot(numbers_of((2, a.shape[0])), a) if a.ndim < 3 else a,
        lambda a: np.dot(a, 3),
        lambda a: np.dot(3, a),
    ],
    "inner": [lambda a: np.inner(a, numbers_of(a.shape)) if a.ndim == 1 else a],
    "outer": [lambda a: np.outer(a, [1, 2]), lambda a: np.outer([1, 2], a)],
    "trace": [
        np.trace,
        lambda a: np.trace(a, 1),
        lambda a: np.trace(a, offset=-1),
        lambda a: np.trace(a, 0, 1, 0),
        lambda a: np.trace(a, axis1=-1, axis2=0),
    ],
    "reshape": [
        lambda a: np.reshape(a, -1),
        lambda a: np.reshape(a, (-1, 1)),
        lambda a: np.reshape(a, (1, -1), order="F"),
        lambda a: np.reshape(a, (-1, a.shape[0]), "F"),
        lambda a: np.reshape(a, (5, 5)),
        lambda a: a.reshape(-1, a.shape[0], order="F"),
        lambda a: a.reshape((a.shape[-1], -1)),
        lambda a: a.reshape(-1, order="K"),
    ],
    "expand_dims": [
        lambda a: np.expand_dims(a, 0),
        lambda a: np.expand_dims(a, axis=-1),
        lambda a: np.expand_dims(a, (0, 2)),
        lambda a: np.expand_dims(a, 9),
    ],
    "squeeze": [
        np.squeeze,
        lambda a: np.squeeze(a, 0),
        lambda a: np.squeeze(a, axis=(1,)),
    ],
    "where": [
        lambda a: np.where(mask_of(a.shape), a, 0),
        lambda a: np.where(mask_of(a.shape), 2 * a, a + 1),
        lambda a: np.where([True] * a.shape[-1], a, 7),
    ],
    "shape": [lambda a: np.array(np.shape(a))],
    "size": [lambda a: np.array(np.size(a)), lambda a: np.array(np.size(a, 0))],
    "ndim": [lambda a: np.array(np.ndim(a))],
    "transpose": [
        np.transpose,
        lambda a: np.transpose(a, range(a.ndim)[::-1]),
        lambda a: np.transpose(a, (1, 0)),
        lambda a: np.transpose(a, axes=(2, 0, 1)),
        lambda a: np.transpose(a, (1, 2, 0)),
        lambda a: np.transpose(a, (0, 0)),
        lambda a: a.transpose(1, 0),
        lambda a: a.transpose((0, 2, 1)),
        lambda a: a.transpose(),
        lambda a: a.T,
    ],
    "swapaxes": [lambda a: np.swapaxes(a, 0, -1), lambda a: np.swapaxes(a, 1, 2)],
    "moveaxis": [lambda a: np.moveaxis(a, 0, -1), lambda a: np.moveaxis(a, [0, 1], [-1, 0])],
    "rollaxis": [lambda a: np.rollaxis(a, a.ndim - 1), lambda a: np.rollaxis(a, 1, 0)],
    "ravel": [np.ravel, lambda a: np.ravel(a, order="F")],
    "roll": [
        lambda a: np.roll(a, 1),
        lambda a: np.roll(a, -2, axis=0),
        lambda a: np.roll(a, (1, 2), axis=(0, 1)),
    ],
    "rot90": [np.rot90, lambda a: np.rot90(a, 3, axes=(1, 0))],
    "repeat": [lambda a: np.repeat(a, 2), lambda a: np.repeat(a, 3, axis=0)],
    "tile": [lambda a: np.tile(a, 2), lambda a: np.tile(a, (2, 1))],
    "take": [lambda a: np.take(a, [0, 0]), lambda a: np.take(a, [0], axis=-1)],
    "take_along_axis": [
        lambda a: np.take_along_axis(a, np.zeros(a.shape, dtype=int), 0),
    ],
    "compress": [lambda a: np.compress([True], a, axis=0)],
    "delete": [lambda a: np.delete(a, 0), lambda a: np.delete(a, [0], axis=0)],
    "broadcast_to": [lambda a: np.broadcast_to(a, (2, *a.shape))],
    "atleast_1d": [np.atleast_1d],
    "atleast_2d": [np.atleast_2d],
    "atleast_3d": [np.atleast_3d],
    "flip": [np.flip, lambda a: np.flip(a, 0), lambda a: np.flip(a, axis=(0, 1))],
    "fliplr": [np.fliplr],
    "flipud": [np.flipud],
    "resize": [lambda a: np.resize(a, (2, 2))],
    "diagonal": [
        np.diagonal,
        lambda a: np.diagonal(a, 1),
        lambda a: np.diagonal(a, offset=-1, axis1=1, axis2=0),
        lambda a: a.diagonal(),
        lambda a: a.diagonal(1),
        lambda a: a.diagonal(0, 1, 0),
        lambda a: a.diagonal(axis1=-1, axis2=0),
    ],
    "array_split": [lambda a: np.array_split(a, 2)[0], lambda a: np.array_split(a, 2, axis=-1)[1]],
    "split": [lambda a: np.split(a, [1])[0], lambda a: np.split(a, 7)[0]],
    "hsplit": [lambda a: np.hsplit(a, [1])[1]],
    "vsplit": [lambda a: np.vsplit(a, [1])[0]],
    "dsplit": [lambda a: np.dsplit(a, [1])[0]],
    "stack": [
        lambda a: np.stack([a, 2 * a]),
        lambda a: np.stack([a, a], -1),
        lambda a: np.stack(arrays=[a, numbers_of(a.shape)], axis=1),
    ],
    "concatenate": [
        lambda a: np.concatenate([a, a]),
        lambda a: np.concatenate((a, a[..., :1]), axis=-1),
        lambda a: np.concatenate([a, a], axis=None),
        lambda a: np.concatenate([a, numbers_of((1, 9))], 0),
    ],
    "vstack": [lambda a: np.vstack([a, a])],
    "hstack": [lambda a: np.hstack([a, a])],
    "dstack": [lambda a: np.dstack([a, a])],
    "column_stack": [lambda a: np.column_stack([a, a])],
    "operators": [
        lambda a: np.add(a, 2),
        lambda a: np.subtract(2, a),
        lambda a: np.multiply(numbers_of(a.shape), a),
        lambda a: np.divide(a, 2),
        np.negative,
        np.positive,
        lambda a: +a - a[::-1],
        lambda a: numbers_of(a.shape) * a + a.T if a.ndim == 1 else a,
        lambda a: a[np.newaxis, ...] + a,
        lambda a: a[..., None] * [1, 2],
        lambda a: a[mask_of(a.shape)],
        lambda a: by_position(a)[0, ..., [0, 0]],
        lambda a: by_position(a)[0, :, [0, 1]],
        lambda a: by_position(a)[:, 0, [0, 1]],
        lambda a: by_position(a)[[0, 1], [0, 1]],
        lambda a: a[np.array([0, 1]), np.array([0, 1])],
    ],
}


def test_every_function_that_is_known_is_tried() -> None:
    known = {*_COMPUTING, *_JOINING, *_MOVING, *_TURNING}
    assert known - {*LINES} <= {"any", "all", "permute_dims"}
    if hasattr(np, "permute_dims"):
        LINES.setdefault("permute_dims", [lambda a: np.permute_dims(a, range(a.ndim)[::-1])])


def values_of(made: Any, assigned: Any) -> Any:
    """The values of an array of expressions, or of a single one, or numbers as they are."""
    if isinstance(made, LinearArray):
        return made.expressions().affine.values(assigned)
    if isinstance(made, Linear):
        form = made.expression()
        terms = zip(form.columns, form.coefficients, strict=True)
        return np.array(form.constant + sum(factor * assigned[column] for column, factor in terms))
    return np.asarray(made)


def outcome(line: Call, array: Any, *errors: type[Exception]) -> Any:
    """What a line comes to; None if it is refused."""
    try:
        return line(array)
    except errors:
        return None


@pytest.mark.every("name")
@pytest.mark.parametrize("name", list(LINES))
@pytest.mark.parametrize("labelled", [False, True])
def test_a_line_of_numpy_means_what_it_means_for_numbers(name: str, labelled: bool) -> None:
    """Values and shape; and labels, where there are any, are those of the elements."""
    rng = np.random.default_rng(5)
    for shape in SHAPES:
        axes: list[Any] = [*shape]
        if labelled:
            axes = [[f"{axis}{place}" for place in range(size)] for axis, size in enumerate(shape)]
        dims = [f"axis{number}" for number in range(len(shape))] if labelled else None
        x = Model().integer("x", *axes, lower=-9, upper=9, dims=dims)
        array = x if not labelled else x[(slice(None),) * len(shape)]
        assigned = rng.integers(-9, 10, x.size)
        for number, line in enumerate(LINES[name]):
            wanted = outcome(line, assigned.reshape(shape), ValueError, IndexError, TypeError)
            found = outcome(line, array, ModelError)
            if found is None and labelled and wanted is not None and name == "operators":
                continue  # labels that differ are refused
            assert (found is None) == (wanted is None), (name, number, shape)
            if found is None:
                continue
            values = values_of(found, assigned)
            assert values.shape == np.shape(wanted), (name, number, shape)
            assert np.allclose(values.astype(float), wanted), (name, number, shape)
            require_true_labels(found, x, name)


def require_true_labels(made: Any, family: Any, name: str) -> None:
    """Wherever an array of single variables has labels, they are those of its variables."""
    if name == "roll" or not isinstance(made, LinearArray):
        return
    affine = made.expressions().affine
    if not affine.is_plain():
        return
    for axis, (labels, dim) in enumerate(zip(made.labels, made.dims, strict=True)):
        if labels is None or not dim:
            continue
        mine = family.layout.place_of(dim)
        columns = affine.columns.reshape(made.shape)
        for place, label in enumerate(labels):
            line = np.take(columns, place, axis=axis).ravel().tolist()
            assert {family.label(column)[mine] for column in line} <= {label}


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
        (lambda a: np.power(2, a), "not linear"),
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
def test_what_is_refused_says_what_to_write(line: Call, message: str) -> None:
    x = Model().binary("x", 2, 3)
    with pytest.raises(ModelError, match=message):
        line(x)


def test_truths_are_joined_as_numpy_joins_them() -> None:
    model = Model()
    x = model.binary("x", 2, 3)
    mask = mask_of((2, 3))
    for joined in (np.any, np.all):
        for options in (
            {},
            {"axis": 0},
            {"axis": -1, "keepdims": True},
            {"where": mask},
            {"axis": 1, "where": mask},
            {"axis": (0, 1), "keepdims": True},
        ):
            for bits in range(1 << 6):
                assigned = np.array([bits >> place & 1 for place in range(6)])
                wanted = joined(assigned.reshape(2, 3).astype(bool), **options)
                made = joined(x, **options)
                assert np.shape(wanted) == (made.shape if isinstance(made, LinearArray) else ())
                truths = made.truths() if isinstance(made, LogicalArray) else [made]
                found = [truth_of(one, assigned) for one in truths]
                assert found == np.ravel(wanted).tolist(), (joined, options, bits)


def truth_of(truth: Any, assigned: Any) -> bool:
    """Whether a truth of variables holds, read off what it is made of."""
    parts = getattr(truth, "parts", None)
    if parts is None:
        return bool(assigned[truth.column])
    values = [truth_of(part, assigned) for part in parts]
    return all(values) if truth.connective.value == "&" else any(values)


def test_shift_and_rolling_are_those_of_pandas() -> None:
    rng = np.random.default_rng(3)
    for shape in SHAPES:
        x = Model().integer("x", *shape, lower=-9, upper=9)
        assigned = rng.integers(-9, 10, x.size)
        table = pd.DataFrame(assigned.reshape(-1, shape[-1]).T)
        for periods in range(-5, 6):
            wanted = table.shift(periods).fillna(0).to_numpy().T.reshape(shape)
            assert np.array_equal(values_of(x.shift(periods), assigned), wanted)
        for window in range(1, 6):
            wanted = table.rolling(window, min_periods=1).sum().to_numpy().T.reshape(shape)
            made = x.rolling(window).sum()
            assert np.array_equal(values_of(made, assigned), wanted)
            assert len(made.affine.columns) <= window * x.size


def test_a_layout_without_axes_has_no_keys() -> None:
    assert ArrayLayout.counted(()).keys() is None
