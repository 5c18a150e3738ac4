"""Expressions made at random, with their values in fractions and in doubles beside them."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.modelling.numbers import NumberArray


def meaning(number: Any, *, decimals: bool = True) -> Fraction:
    """The exact number: a double means the decimal that it prints, or itself if it is measured.

    With `decimals`, as in a `Model(exact=True)`, none is measured.
    """
    if isinstance(number, float) and not decimals and is_long(number):
        return Fraction(float(number))
    return Fraction(repr(float(number)) if isinstance(number, float) else number)


def is_long(number: Any) -> bool:
    """Whether a number is measured: a double that prints more than 12 digits, and is not whole."""
    if not isinstance(number, float) or (float(number).is_integer() and abs(number) < 2**53):
        return False
    digits = Decimal(repr(float(number))).normalize().as_tuple().digits
    return len(digits) > 12


def allowance(terms: list[Fraction], factors: list[Fraction], bound: Fraction) -> Fraction:
    """By how much a measured row may miss a bound, for the values of its terms."""
    largest = max(map(abs, factors), default=Fraction(0))
    sizes = [abs(bound), *map(abs, terms), min(Fraction(1), largest)]
    return max(sizes) / 10**9


def rational(numbers: Any) -> NumberArray:
    """An array of objects with the exact numbers of another one, in its shape."""
    array = np.asarray(numbers, dtype=object)
    made = np.empty(array.size, dtype=object)
    made[:] = [meaning(number) for number in array.ravel().tolist()]
    return made.reshape(array.shape)


@dataclass(frozen=True)
class Traced:
    """Something stated, and its value: in fractions, in doubles, and the size of all terms."""

    stated: Any
    exact: Any
    double: Any
    size: Any


Binary: TypeAlias = Callable[[Any, Any], Any]


def combined(operation: Binary, one: Traced, two: Traced) -> Traced:
    """An operation done in all ways."""
    sizes = operator.add if operation is operator.sub else operation
    return Traced(
        operation(one.stated, two.stated),
        operation(one.exact, two.exact),
        operation(one.double, two.double),
        sizes(one.size, two.size),
    )


def negated(one: Traced) -> Traced:
    """The negative in all ways."""
    return Traced(-one.stated, -one.exact, -one.double, one.size)


def mapped(one: Traced, change: Callable[[Any], Any]) -> Traced:
    """A change of shape, or a sum, in all ways."""
    return Traced(change(one.stated), change(one.exact), change(one.double), change(one.size))


def close(one: Traced) -> bool:
    """Whether doubles agree with fractions, by the size of the terms."""
    difference = np.abs(np.asarray(one.exact, dtype=float) - np.asarray(one.double, dtype=float))
    return bool((difference <= 1e-9 * np.asarray(one.size, dtype=float)).all())


def shape_of(one: Traced) -> tuple[int, ...]:
    """The shape of an array, () of a single expression."""
    return np.shape(one.exact)


def variable(stated: Any, value: Fraction) -> Traced:
    """A variable and its value."""
    return Traced(stated, value, float(value), abs(float(value)))


def _stated_number(dice: random.Random, digits: int) -> Any:
    kind = dice.choice(["int", "double", "long", "fraction", "Decimal", "numpy"])
    if kind == "double":
        return digits / 100
    if kind == "long":
        return digits * 0.12345678901234567
    if kind == "fraction":
        return Fraction(digits, dice.randint(1, 9))
    if kind == "Decimal":
        return Decimal(digits).scaleb(-dice.randint(0, 4))
    return dice.choice([np.float64(digits / 8), np.int64(digits)]) if kind == "numpy" else digits


def constant(dice: random.Random, *, zero: bool = True) -> Traced:
    """A number of some kind that people write."""
    stated = _stated_number(dice, dice.randint(0 if zero else 1, 60) * dice.choice([1, -1]))
    number = meaning(int(stated) if isinstance(stated, np.integer) else stated)
    return Traced(stated, number, float(number), abs(float(number)))


def _sum_of_several(one: Traced, dice: random.Random, some: list[Traced]) -> Traced:
    several = [one, constant(dice), *(dice.choice(some) for _ in range(3))]
    return Traced(
        one.stated.owner.sum([part.stated for part in several]),
        sum(part.exact for part in several),
        sum(part.double for part in several),
        sum(part.size for part in several),
    )


def single(dice: random.Random, some: list[Traced], depth: int) -> Traced:
    """A linear expression made of variables by operators."""
    if depth == 0 or dice.random() < 0.1:
        return dice.choice(some)
    kind = dice.choice(["two", "two", "number", "turned", "times", "over", "negated", "sum"])
    one = single(dice, some, depth - 1)
    operation = dice.choice([operator.add, operator.sub])
    factors = operator.mul, operator.truediv
    if kind == "two":
        made = combined(operation, one, single(dice, some, depth - 1))
    elif kind == "number":
        made = combined(operation, one, constant(dice))
    elif kind == "turned":
        made = combined(dice.choice([operation, operator.mul]), constant(dice), one)
    elif kind in {"times", "over"}:
        made = combined(factors[kind == "over"], one, constant(dice, zero=False))
    elif kind == "negated":
        made = negated(one)
    else:
        made = _sum_of_several(one, dice, some)
    return made


def numbers_of_shape(dice: random.Random, shape: tuple[int, ...], *, zero: bool = True) -> Traced:
    """Numbers in an array of numpy, of one kind or several, or in lists."""
    size = int(np.prod(shape, dtype=int))
    digits = [dice.randint(0 if zero else 1, 60) * dice.choice([1, -1]) for _ in range(size)]
    kind = dice.choice(["int", "double", "long", "float32", "objects"])
    flat: Any = np.array(digits)
    if kind == "double":
        flat = np.array(digits) / 100
    elif kind == "long":
        flat = np.array(digits) * 0.12345678901234567
    elif kind == "float32":
        flat = np.array(digits, dtype=np.float32) / np.float32(8)
    elif kind == "objects":
        flat = np.empty(size, dtype=object)
        flat[:] = [dice.choice([n, Fraction(n, 3), n / 10, Decimal(n) / 5]) for n in digits]
    array = flat.reshape(shape)
    exact = rational(array)
    doubled = exact.astype(float)
    stated = array if dice.random() < 0.8 or kind == "float32" else array.tolist()
    return Traced(stated, exact, doubled, np.abs(doubled))


def _broadcast(dice: random.Random, shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape that is broadcast to another one."""
    kept = shape[dice.randint(0, len(shape)) :]
    return tuple(1 if dice.random() < 0.2 else size for size in kept)


def _with_other(dice: random.Random, one: Traced, pool: list[Traced]) -> Traced | None:
    two = dice.choice(pool)
    try:
        np.broadcast_shapes(shape_of(one), shape_of(two))
    except ValueError:
        return None
    return combined(dice.choice([operator.add, operator.sub]), one, two)


def _with_numbers(dice: random.Random, one: Traced, _: list[Traced]) -> Traced:
    numbers = numbers_of_shape(dice, _broadcast(dice, shape_of(one)))
    operation = dice.choice([operator.add, operator.sub, operator.mul])
    pair = (one, numbers) if dice.random() < 0.5 else (numbers, one)
    return combined(operation, *pair)


def _with_number(dice: random.Random, one: Traced, _: list[Traced]) -> Traced:
    operation = dice.choice([operator.add, operator.sub, operator.mul])
    pair = (one, constant(dice)) if dice.random() < 0.5 else (constant(dice), one)
    return combined(operation, *pair)


def _over(dice: random.Random, one: Traced, _: list[Traced]) -> Traced:
    divisors = numbers_of_shape(dice, _broadcast(dice, shape_of(one)), zero=False)
    return combined(operator.truediv, one, divisors)


def _negative(_: random.Random, one: Traced, __: list[Traced]) -> Traced:
    return negated(one)


def _axis(dice: random.Random, one: Traced) -> int:
    return dice.randrange(-len(shape_of(one)), len(shape_of(one)))


def _summed(dice: random.Random, one: Traced, _: list[Traced]) -> Traced:
    both = [(0, 1)] if len(shape_of(one)) > 1 else []
    axes = dice.choice([None, _axis(dice, one), *both])
    return mapped(one, lambda part: part.sum(axis=axes))


def _running(dice: random.Random, one: Traced, _: list[Traced]) -> Traced:
    axis = _axis(dice, one)
    return mapped(one, lambda part: part.cumsum(axis=axis))


def _differences(dice: random.Random, one: Traced, _: list[Traced]) -> Traced | None:
    axis = _axis(dice, one)
    if shape_of(one)[axis] < 2:
        return None
    made = mapped(one, lambda part: np.diff(part, axis=axis))
    size = np.delete(one.size, 0, axis=axis) + np.delete(one.size, -1, axis=axis)
    return Traced(made.stated, made.exact, made.double, size)


_SHAPES: list[Callable[[Any], Any]] = [
    lambda part: part.T,
    lambda part: part.reshape(-1),
    lambda part: part[::-1],
    lambda part: part[0:1],
]


def _reshaped(dice: random.Random, one: Traced, _: list[Traced]) -> Traced:
    return mapped(one, dice.choice(_SHAPES))


def _product(dice: random.Random, one: Traced, _: list[Traced]) -> Traced | None:
    shape = shape_of(one)
    if len(shape) > 2:
        return None
    if dice.random() < 0.5:
        matrix = numbers_of_shape(dice, (dice.randint(1, 3), shape[0]))
        return combined(operator.matmul, matrix_of(matrix), one)
    matrix = numbers_of_shape(dice, (shape[-1], dice.randint(1, 3)))
    return combined(operator.matmul, one, matrix_of(matrix))


def matrix_of(numbers: Traced) -> Traced:
    """The same with an array of numpy, since lists have no products."""
    stated: Any = numbers.stated
    if isinstance(stated, list):
        stated = np.array(stated, dtype=object)
    return Traced(stated, numbers.exact, numbers.double, numbers.size)


def _dot(dice: random.Random, one: Traced, _: list[Traced]) -> Traced:
    weights = numbers_of_shape(dice, shape_of(one))
    return Traced(
        one.stated.dot(weights.stated),
        (one.exact * weights.exact).sum(),
        (one.double * weights.double).sum(),
        (one.size * weights.size).sum(),
    )


Step: TypeAlias = Callable[[random.Random, Traced, list[Traced]], Traced | None]

_STEPS: list[Step] = [
    _with_other,
    _with_numbers,
    _with_number,
    _over,
    _negative,
    _summed,
    _running,
    _differences,
    _reshaped,
    _product,
    _dot,
]


def array_step(dice: random.Random, pool: list[Traced]) -> Traced | None:
    """One more array, or a single expression, made of arrays; None where shapes do not fit."""
    return dice.choice(_STEPS)(dice, dice.choice(pool), pool)
