"""Random calls of numpy's functions: on arrays of a model, and on the numbers that these stand for.

A call is drawn once and made twice. What differs between the two sides, such as the array itself or
a table that is put in order by its labels, is a `Both`; everything else is the same on both sides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pandas as pd

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expression_array import LinearArray
from ilpuzzles.modelling.expressions import Comparison, Connective, Junction, Linear, Negation

NUMPY_REFUSES = (ValueError, IndexError, TypeError, ZeroDivisionError)


@dataclass(frozen=True)
class Both:
    """Something that is one thing beside an array of a model, and another beside its numbers."""

    ours: Any
    numbers: Any

    def map(self, step: Callable[[Any], Any]) -> Both:
        """The same step on both sides."""
        return Both(step(self.ours), step(self.numbers))


def side_of(part: Any, *, ours: bool) -> Any:
    """A part of a call, as it is on one side."""
    if isinstance(part, Both):
        return part.ours if ours else part.numbers
    if isinstance(part, list | tuple):
        return type(part)(side_of(each, ours=ours) for each in part)
    if isinstance(part, dict):
        return {name: side_of(each, ours=ours) for name, each in part.items()}
    return part


# Values


@dataclass
class Point:
    """A model, and a value for each of its variables."""

    model: Model
    values: list[Any]

    def completed(self) -> list[Any]:
        """The values with those of the variables that the model has made meanwhile."""
        count = self.model.statistics().variables
        if count > len(self.values):
            found = self.model.solve("cpsat").values
            assert found is not None
            assert found[: len(self.values)].tolist() == self.values
            return list(found.tolist())
        return self.values

    def of(self, made: Any) -> Any:
        """What numpy would have made: an array of numbers or of truths, or several arrays."""
        if isinstance(made, list):
            return [self.of(part) for part in made]
        if isinstance(made, LinearArray):
            elements = made.reshape(-1)
            found = np.empty(made.size, object)
            found[:] = [self._of_one(elements[place]) for place in range(made.size)]
            return found.reshape(made.shape)
        return np.array(self._of_one(made) if isinstance(made, Linear) else made, dtype=object)

    def _of_one(self, element: Any) -> Any:
        if isinstance(element, Negation):
            return 1 - self._of_one(element.variable)
        if isinstance(element, Comparison):
            value = self._of_one(element.subject)
            above = element.lower is None or value >= Fraction(element.lower)
            below = element.upper is None or value <= Fraction(element.upper)
            return (above and below) is not element.outside
        if isinstance(element, Junction):
            parts = [bool(self._of_one(part)) for part in element.parts]
            if element.connective is Connective.XOR:
                return sum(parts) % 2 == 1
            return all(parts) if element.connective is Connective.AND else any(parts)
        form = element.expression()
        values = self.completed()
        terms = zip(form.columns, form.coefficients, strict=True)
        return Fraction(form.constant) + sum(Fraction(n) * values[column] for column, n in terms)


# What calls are made of


class Dice:
    """Draws an array, and arguments for calls with it.

    Attributes:
        array: The array of a model, and its numbers.
        point: The values of the variables.
        is_labelled: Whether the axes have labels.
    """

    def __init__(self, seed: str, *, kinds: Sequence[str], largest: int = 3) -> None:
        self.random = random.Random(seed)
        self.kind = self.random.choice(kinds)
        ndim = self.random.choice([1, 1, 2, 2, 2, 3, 3])
        sizes = [self.random.choice([0, 1, 1, 2, 2, 2, 3, 3, 3, 3]) for _ in range(ndim)]
        if self.random.random() < 0.15:
            sizes = [self.random.choice([1, 1, size]) for size in sizes]
        self.shape = tuple(min(size, largest) for size in sizes)
        self.is_labelled = self.random.random() < 0.4
        model = Model()
        self.labels = [
            [f"{'abc'[axis]}{place}" for place in range(size)]
            for axis, size in enumerate(self.shape)
        ]
        self.point = Point(model, [])
        self.array = _KINDS[self.kind](self)

    def family(self, shape: tuple[int, ...], *, binary: bool, labelled: bool = False) -> Both:
        """A new family of variables, and their values."""
        model, values = self.point.model, self.point.values
        name = f"x{len(model.families)}"
        axes: list[Any] = [*self.labels] if labelled else [*shape]
        least, most = (0, 1) if binary else (-4, 5)
        family = model.integer(name, *axes, lower=least, upper=most)
        given = [self.random.randint(least, most) for _ in range(prod(shape))]
        values += given
        if given:
            # What a function defines by auxiliary variables follows from these rows.
            model.add(family.positions() == np.array(given).reshape(shape))
        # As in an index, but with the labels.
        array = LinearArray.__getitem__(family, ...)
        return Both(array, np.array(given, dtype=np.int64).reshape(shape))

    def single(self) -> Both:
        """A single variable of the model."""
        return self.family((1,), binary=False).map(lambda a: a[0])

    def another(self, *, binary: bool | None = None) -> Both:
        """Another array of the model, whose shape fits by broadcasting."""
        is_binary = self.kind in TRUTHS if binary is None else binary
        return self.family(self.fitting(), binary=is_binary)

    # Axes

    @property
    def ndim(self) -> int:
        """The number of axes of the array."""
        return len(self.shape)

    def axis(self) -> int:
        """An axis, now and then one that is not there."""
        if self.random.random() < 0.08:
            return self.random.choice([self.ndim, -self.ndim - 1])
        return self.random.randrange(-self.ndim, self.ndim)

    def axes(self) -> Any:
        """None, one axis or several, now and then one of them twice."""
        kind = self.random.choice(["none", "one", "several", "several"])
        if kind == "none":
            return None
        if kind == "one":
            return self.axis()
        chosen = self.random.sample(range(self.ndim), self.random.randint(0, self.ndim))
        signed = [axis - self.ndim * self.random.randint(0, 1) for axis in chosen]
        if signed and self.random.random() < 0.08:
            signed.append(signed[0])
        return tuple(signed)

    def order_of_axes(self) -> Any:
        """All axes in some order, now and then not quite."""
        order = self.random.sample(range(self.ndim), self.ndim)
        if self.random.random() < 0.1:
            order[0] = self.axis()
        return [axis - self.ndim * self.random.randint(0, 1) for axis in order]

    # Plain values

    def one_of(self, *choices: Any) -> Any:
        """One of some values."""
        return self.random.choice(choices)

    def flag(self) -> bool:
        """True or False."""
        return self.random.random() < 0.5

    def number(self) -> Any:
        """A number, of one type or another."""
        return self.one_of(0, 1, -2, 3, np.int64(2), np.float64(0.5), 0.25, Fraction(1, 3))

    def fitting(self, *, wider: bool = True) -> tuple[int, ...]:
        """A shape that fits that of the array by broadcasting."""
        given = [self.one_of(1, size, size, size) for size in self.shape]
        given = given[self.random.randint(0, self.ndim - 1) :]
        if wider and self.random.random() < 0.25:
            # The array itself is repeated.
            given = [self.random.randint(1, 2) if size == 1 else size for size in given]
            given = [self.random.randint(1, 2)] * (self.ndim - len(given) + 1) + given
            given = given[-3:]
        if self.random.random() < 0.04:
            given[-1] += 1
        return tuple(given)

    def in_memory(self, numbers: Any) -> Any:
        """The same numbers, in an order in memory of one sort or another, or as lists."""
        # Numpy takes no masks that are objects.
        kind = self.random.choice("CFRL" if np.asarray(numbers).dtype == bool else "CFRLO")
        if kind == "F":
            return np.asfortranarray(numbers)
        if kind == "R":
            return numbers[::-1].copy()[::-1]
        if kind == "L":
            return numbers.tolist()
        return numbers.astype(object) if kind == "O" else np.ascontiguousarray(numbers)

    def numbers(self, shape: tuple[int, ...], *, nonzero: bool = False) -> Any:
        """Numbers in a shape."""
        choices = [-3, -2, -1, 1, 2, 3, 4] if nonzero else [-3, -2, -1, 0, 0, 1, 2, 3]
        made = np.array([self.one_of(*choices) for _ in range(prod(shape))], dtype=np.int64)
        made = made.reshape(shape)
        return made / 4 if self.random.random() < 0.2 else made

    def bits(self, shape: tuple[int, ...]) -> Any:
        """Truths in a shape."""
        made = np.array([self.flag() for _ in range(prod(shape))], dtype=bool)
        return made.reshape(shape)

    def table(self, numbers: Any) -> Any:
        """Numbers for the last axis, or the last two, as a table whose labels are shuffled."""
        if not self.is_labelled or numbers.ndim > 2 or 0 in numbers.shape:
            return self.in_memory(numbers)
        if numbers.shape != self.shape[self.ndim - numbers.ndim :]:
            return self.in_memory(numbers)
        labels = self.labels[self.ndim - numbers.ndim :]
        orders = [self.random.sample(range(len(axis)), len(axis)) for axis in labels]
        shuffled = numbers[np.ix_(*orders)]
        named = [
            [axis[place] for place in order] for axis, order in zip(labels, orders, strict=True)
        ]
        if numbers.ndim == 1 and self.flag():
            return Both(dict(zip(named[0], shuffled.tolist(), strict=True)), numbers)
        make = pd.Series if numbers.ndim == 1 else pd.DataFrame
        return Both(make(shuffled, *named), numbers)

    def mask(self, *, wider: bool = False) -> Any:
        """A mask that fits by broadcasting, or a single truth."""
        if self.random.random() < 0.1:
            return self.flag()
        return self.table(self.bits(self.fitting(wider=wider)))

    def operand(self, *, nonzero: bool = False) -> Any:
        """Numbers that fit by broadcasting, of one sort or another."""
        kind = self.random.choice(["one", "array", "array", "array", "without axes"])
        if kind == "one":
            return self.number() if not nonzero else self.one_of(2, -3, 0.5, Fraction(2, 3))
        if kind == "without axes":
            return np.array(3)
        return self.table(self.numbers(self.fitting(), nonzero=nonzero))

    def truth_operand(self) -> Any:
        """Truths that fit by broadcasting: constants, or those of the model."""
        kind = self.random.choice(["one", "array", "array", "model"])
        if kind == "one":
            return self.one_of(True, False, 1, 0, np.True_)
        return self.another() if kind == "model" else self.table(self.bits(self.fitting()))

    def index(self) -> Any:
        """What numpy takes as an index."""
        parts: list[Any] = []
        for size in self.shape[: self.random.randint(0, self.ndim)]:
            kind = self.random.choice(["number", "slice", "slice", "list", "mask", "array"])
            bound = max(size, 1)
            if kind == "number":
                parts.append(self.random.randint(-bound, bound - (self.random.random() < 0.95)))
            elif kind == "slice":
                first, last = (self.one_of(None, self.random.randint(-3, 4)) for _ in range(2))
                parts.append(slice(first, last, self.one_of(None, 1, 2, -1, -2)))
            elif kind == "mask":
                parts.append(self.bits((size,)))
            else:
                shape = (2,) if kind == "list" else self.one_of((2,), (1, 2), (2, 1))
                places = np.array([self.random.randrange(-bound, bound) for _ in range(2)])
                parts.append(places.tolist() if kind == "list" else places.reshape(shape))
        for extra in (None, Ellipsis):
            if self.random.random() < 0.25:
                parts.insert(self.random.randint(0, len(parts)), extra)
        if self.random.random() < 0.1:
            return self.bits(self.shape)
        return parts[0] if len(parts) == 1 and self.flag() else tuple(parts)


NUMBERS = ("family", "sums", "turned", "sliced", "opposites")
"""Arrays whose elements count as numbers."""

TRUTHS = ("binaries", "opposites", "rows", "outside", "joined")
"""Arrays of truths; opposites of binaries are both."""


def _sums(dice: Dice) -> Both:
    one = dice.family(dice.shape, binary=False, labelled=dice.is_labelled)
    other = dice.family(dice.shape, binary=True, labelled=dice.is_labelled)
    ours = 2 * one.ours - other.ours + Fraction(1, 2)
    return Both(ours, 2 * one.numbers - other.numbers + 0.5)


def _turned(dice: Dice) -> Both:
    dice.is_labelled = False
    return dice.family(dice.shape[::-1], binary=False).map(lambda a: a.T)


def _sliced(dice: Dice) -> Both:
    dice.is_labelled = False
    wide = (*(2 * size for size in dice.shape[:-1]), dice.shape[-1])
    key = (*(slice(None, None, 2) for _ in wide[:-1]), slice(None, None, -1))
    return dice.family(wide, binary=False).map(lambda a: a[key])


def _opposites(dice: Dice) -> Both:
    made = dice.family(dice.shape, binary=True, labelled=dice.is_labelled)
    return Both(~made.ours, 1 - made.numbers)


def _rows(dice: Dice) -> Both:
    made = dice.family(dice.shape, binary=False, labelled=dice.is_labelled)
    sides = dice.numbers(dice.shape)
    way = dice.one_of(np.less, np.less_equal, np.greater, np.greater_equal)
    return made.map(lambda a: way(2 * a + 1, sides))


def _outside(dice: Dice) -> Both:
    made = dice.family(dice.shape, binary=False, labelled=dice.is_labelled)
    return made.map(lambda a: a != dice_sides(made.numbers))


def dice_sides(numbers: Any) -> Any:
    """Numbers of which every second one is the given one."""
    places = np.arange(numbers.size).reshape(numbers.shape)
    return numbers + places % 2


def _joined(dice: Dice) -> Both:
    one = dice.family(dice.shape, binary=True, labelled=dice.is_labelled)
    other = dice.family(dice.shape, binary=True, labelled=dice.is_labelled)
    other_way = dice.one_of(np.logical_and, np.logical_or, np.logical_xor)
    return Both(other_way(one.ours, other.ours), other_way(one.numbers, other.numbers))


_KINDS: dict[str, Callable[[Dice], Both]] = {
    "family": lambda dice: dice.family(dice.shape, binary=False, labelled=dice.is_labelled),
    "sums": _sums,
    "turned": _turned,
    "sliced": _sliced,
    "binaries": lambda dice: dice.family(dice.shape, binary=True, labelled=dice.is_labelled),
    "opposites": _opposites,
    "rows": _rows,
    "outside": _outside,
    "joined": _joined,
}


@dataclass
class Outcome:
    """What a call has come to: a value, or the words of a refusal."""

    value: Any = None
    refusal: str = ""


def outcome_of(call: Callable[..., Any], args: Any, options: Any, *, ours: bool) -> Outcome:
    """Makes a call on one side."""
    positional, named = side_of(args, ours=ours), side_of(options, ours=ours)
    refusals: tuple[type[Exception], ...] = (ModelError,) if ours else NUMPY_REFUSES
    try:
        return Outcome(call(*positional, **named))
    except refusals as error:
        said = f"{error}" or type(error).__name__
        assert not ours or "\n" not in said
        return Outcome(refusal=said)


def require_equal(found: Any, wanted: Any, note: object) -> None:
    """Shapes and values are the same; of several arrays, those of each."""
    if isinstance(wanted, list | tuple) and any(isinstance(part, np.ndarray) for part in wanted):
        assert isinstance(found, list), note
        assert len(found) == len(wanted), note
        for one, other in zip(found, wanted, strict=True):
            require_equal(one, other, note)
        return
    expected = np.asarray(wanted)
    assert np.shape(found) == expected.shape, (note, found, expected)
    assert np.all(found == expected) or np.allclose(
        found.astype(float), expected.astype(float), rtol=0, atol=1e-9
    ), (note, found, expected)
