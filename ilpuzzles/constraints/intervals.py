"""`no_overlap`: intervals of which no two share a time, as jobs on one machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, ClassVar, cast

from ilpuzzles.constraints.graphs import read_switch
from ilpuzzles.constraints.networks import is_on, literals_of
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expressions import Operand, TruthValue
from ilpuzzles.modelling.global_constraint import (
    GlobalConstraint,
    Switch,
    listed,
    require_number,
)
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Outcome


@dataclass(frozen=True, slots=True)
class Interval:
    """A time from a start on, of some size: it lasts up to `end`, which is not part of it.

    Attributes:
        start: When it starts: a variable, an expression or a number.
        size: How long it lasts, likewise; not below 0.
        present: Whether it takes place at all: a truth, or a constant.

    Example:
        >>> from ilpuzzles import Model
        >>> start = Model().integer("start", lower=0, upper=9)
        >>> Interval(start, 3).end
        start + 3
    """

    start: Operand
    size: Operand
    present: TruthValue = True

    @property
    def end(self) -> Operand:
        """When it ends: its start and its size together."""
        return cast("Operand", cast("Any", self.start) + self.size)


def no_overlap(
    model: ModelBase,
    intervals: Iterable[Interval],
    *,
    encoding: str | None = None,
    name: str = "no overlap",
) -> None:
    """States that of any two intervals that are present, one ends before the other starts.

        [ 1 ][   2   ]  [3]      [ 1 ]
                                    [   2   ]
        no overlap               overlap

    Encodings, of which the solver decides unless one is named:

    - `native`: CP-SAT's own constraint of intervals.
    - `rows`: for any two of them, a binary variable says which one comes first, with a big M.

    Args:
        model: The model.
        intervals: The intervals.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If a size can be below 0, or a number has no bounds.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> from ilpuzzles import Model, maximum
        >>> model = Model()
        >>> start = model.integer("start", 2, lower=0, upper=4)
        >>> no_overlap(model, [Interval(start[0], 3), Interval(start[1], 2)])
        >>> model.minimize(maximum(start[0] + 3, start[1] + 2))
        >>> model.solve().objective
        5
    """
    encoder = Encoder.of(model)
    row = NoOverlap(*read_intervals(encoder, intervals), encoding=encoding)
    encoder.state_global(row, name)


def read_intervals(
    encoder: Encoder, intervals: Iterable[Interval]
) -> tuple[tuple[Affine, ...], tuple[Affine, ...], tuple[Switch, ...]]:
    """The starts and the sizes of intervals in plain numbers, and whether they take place."""
    given = listed(intervals, "intervals")
    for one in given:
        if not isinstance(one, Interval):
            raise ModelError(f"{one!r} is not an interval", "give Interval(start, size)")
    starts = tuple(encoder.affine(one.start) for one in given)
    sizes = tuple(not_negative(encoder, one.size, "size") for one in given)
    present = tuple(read_switch(encoder, one.present) for one in given)
    return starts, sizes, present


def not_negative(encoder: Encoder, number: Operand, noun: str) -> Affine:
    """A number in plain figures; a `ModelError` if it can be below 0."""
    form = encoder.affine(number)
    if encoder.range_of(form)[0] < 0:
        raise ModelError(f"a {noun} can be below 0", "give it a lower bound")
    return form


@dataclass(frozen=True, slots=True)
class NoOverlap(GlobalConstraint):
    """Of any two intervals that are present, one ends before the other starts."""

    word: ClassVar[str] = "no overlap"
    HAS_NATIVE: ClassVar[bool] = True
    OPEN: ClassVar[frozenset[str]] = frozenset({"rows"})
    starts: tuple[Affine, ...]
    sizes: tuple[Affine, ...]
    present: tuple[Switch, ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` unless each interval has a size, and whether it is present."""
        for noun, given in (("sizes", self.sizes), ("truths", self.present)):
            require_number(noun, len(given), len(self.starts))

    def times(self, values: Sequence[Number]) -> list[tuple[int, Number, Number]]:
        """The number, the start and the end of each interval that is present."""
        times = []
        for number, (start, size) in enumerate(zip(self.starts, self.sizes, strict=True)):
            if is_on(self.present[number], values):
                begin = start.value(values)
                times.append((number, begin, begin + size.value(values)))
        return times

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of overlapping pairs."""
        times = sorted((begin, end) for _, begin, end in self.times(values))
        if all(end <= other for (_, end), (other, _) in pairwise(times)):
            return Outcome(0, 0, 0)
        pairs = combinations(times, 2)
        overlaps = sum(end > other and last > begin for (begin, end), (other, last) in pairs)
        return Outcome(overlaps, 0, 0)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds for any two which one comes first."""
        for one, other in combinations(range(len(self.starts)), 2):
            if False in (self.present[one], self.present[other]):
                continue
            both = list(literals_of((self.present[one], self.present[other])))
            is_first = into.binary()
            orders = ((is_first, one, other), (is_first.opposite, other, one))
            for condition, first, second in orders:
                gap = self.starts[second].minus(self.starts[first]).minus(self.sizes[first])
                into.implied([condition, *both], gap, 0, None)
