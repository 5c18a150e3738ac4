"""`no_overlap` and `cumulative`: intervals that share a machine, or what there is of something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, ClassVar, cast

from ilpuzzles.constraints.networks import is_on, literals_of, opposite, read_switch
from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expressions import Operand, TruthValue
from ilpuzzles.modelling.global_constraint import (
    CpSatModel,
    GlobalConstraint,
    Switch,
    listed,
    require_number,
)
from ilpuzzles.modelling.model import Model
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
    model: Model,
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
        >>> from ilpuzzles import maximum
        >>> model = Model()
        >>> start = model.integer("start", 2, lower=0, upper=4)
        >>> no_overlap(model, [Interval(start[0], 3), Interval(start[1], 2)])
        >>> model.minimize(maximum(start[0] + 3, start[1] + 2))
        >>> model.solve().objective
        5
    """
    encoder = Encoder.of(model)
    row = NoOverlap(*_read(encoder, intervals), encoding=encoding)
    encoder.state_global(row, name)


def cumulative(
    model: Model,
    intervals: Iterable[Interval],
    demands: Iterable[Operand],
    capacity: Operand,
    *,
    encoding: str | None = None,
    name: str = "cumulative",
) -> None:
    """States that the intervals at any time demand no more together than there is.

        2 |      ###        3 |   ###
        1 | ### ####        2 |   ####
          +---------        1 | #####
                              +---------
        capacity 2          more than 2

    Encodings, of which the solver decides unless one is named:

    - `native`: CP-SAT's own constraint.
    - `rows`: at the start of each interval, binary variables say which others are running.

    Args:
        model: The model.
        intervals: The intervals.
        demands: What each of them needs while it lasts, 0 or more.
        capacity: How much there is.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If there is not one demand for each, or a size or a demand can be below 0.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> from ilpuzzles import maximum
        >>> model = Model()
        >>> start = model.integer("start", 3, lower=0, upper=3)
        >>> cumulative(model, [Interval(s, 2) for s in start], [1, 1, 1], 2)
        >>> model.minimize(maximum(start))
        >>> model.solve().objective
        2
    """
    encoder, needed = Encoder.of(model), listed(demands, "demands")
    read = _read(encoder, intervals)
    needs = tuple(_not_negative(encoder, demand, "demand") for demand in needed)
    row = Cumulative(*read, needs, encoder.affine(capacity), encoding=encoding)
    encoder.state_global(row, name)


def _read(
    encoder: Encoder, intervals: Iterable[Interval]
) -> tuple[tuple[Affine, ...], tuple[Affine, ...], tuple[Switch, ...]]:
    given = listed(intervals, "intervals")
    for one in given:
        if not isinstance(one, Interval):
            what = f"{one!r} is no interval"
            raise ModelError(Problem(what, "give Interval(start, size)"))
    starts = tuple(encoder.affine(one.start) for one in given)
    sizes = tuple(_not_negative(encoder, one.size, "size") for one in given)
    return starts, sizes, tuple(read_switch(encoder, one.present) for one in given)


def _not_negative(encoder: Encoder, number: Operand, noun: str) -> Affine:
    form = encoder.affine(number)
    if encoder.range_of(form)[0] < 0:
        what = f"a {noun} can be below 0"
        raise ModelError(Problem(what, "give it a lower bound"))
    return form


@dataclass(frozen=True, slots=True)
class NoOverlap(GlobalConstraint):
    """Of any two intervals that are present, one ends before the other starts."""

    word: ClassVar[str] = "no overlap"
    OPEN: ClassVar[frozenset[str]] = frozenset({"rows"})
    starts: tuple[Affine, ...]
    sizes: tuple[Affine, ...]
    present: tuple[Switch, ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` unless each interval has a size, and whether it is present."""
        for noun, given in (("sizes", self.sizes), ("truths", self.present)):
            require_number(noun, len(given), len(self.starts))

    def parts(self) -> Iterator[Affine | Literal]:
        """What says when they are, and whether."""
        yield from (*self.starts, *self.sizes)
        yield from literals_of(self.present)

    def times(self, values: Sequence[Number]) -> list[tuple[int, Number, Number]]:
        """The number, the start and the end of each interval that is present."""
        found = []
        for number, (start, size) in enumerate(zip(self.starts, self.sizes, strict=True)):
            if is_on(self.present[number], values):
                begin = start.value(values)
                found.append((number, begin, begin + size.value(values)))
        return found

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """How many pairs overlap."""
        pairs = combinations(self.times(values), 2)
        overlaps = sum(end > other and last > begin for (_, begin, end), (_, other, last) in pairs)
        return Outcome(overlaps, 0, 0)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds for any two which one comes first."""
        for one, other in combinations(range(len(self.starts)), 2):
            if False in (self.present[one], self.present[other]):
                continue
            both = list(literals_of((self.present[one], self.present[other])))
            first = into.binary()
            for literal, here, there in ((first, one, other), (first.opposite, other, one)):
                gap = self.starts[there].minus(self.starts[here]).minus(self.sizes[here])
                into.implied([literal, *both], gap, 0, None)

    def intervals(self, model: CpSatModel) -> list[int]:
        """The intervals as CP-SAT has them."""
        every = zip(self.starts, self.sizes, self.present, strict=True)
        return [model.interval(*one) for one in every]

    def cpsat(self, model: CpSatModel) -> None:
        """Adds CP-SAT's own constraint."""
        model.constraint().no_overlap.intervals.extend(self.intervals(model))


@dataclass(frozen=True, slots=True)
class Cumulative(NoOverlap):
    """The intervals at any time demand no more together than there is."""

    word: ClassVar[str] = "cumulative"
    demands: tuple[Affine, ...]
    capacity: Affine

    def require_shape(self) -> None:
        """Raises a `ModelError` unless each interval has a demand as well."""
        NoOverlap.require_shape(self)
        require_number("demands", len(self.demands), len(self.starts))

    def parts(self) -> Iterator[Affine | Literal]:
        """What says when they are, whether, and what they need."""
        yield from (*self.starts, *self.sizes, *self.demands, self.capacity)
        yield from literals_of(self.present)

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The most that is needed at the start of an interval; no more than there is."""
        times = self.times(values)
        most: Number = 0
        for _, now, _ in times:
            running = (n for n, begin, end in times if begin <= now < end)
            most = max(most, sum(self.demands[n].value(values) for n in running))
        return Outcome(most, None, self.capacity.value(values))

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds for any two whether the one runs when the other starts, and what is needed then."""
        running: list[list[Affine]] = [[] for _ in self.starts]
        for one, other in permutations(range(len(self.starts)), 2):
            if False in (self.present[one], self.present[other]):
                continue
            # It runs, or starts later, or has ended, or is not there.
            runs, later, ended = into.binary(), into.binary(), into.binary()
            away = literals_of((opposite(self.present[one]),))
            into.clause([runs, later, ended, *away])
            gap = self.starts[one].minus(self.starts[other])
            into.implied([later], gap, 1, None)
            into.implied([ended], gap.plus(self.sizes[one]), None, 0)
            running[other].append(_need(into, runs, self.demands[one]))
        for number, others in enumerate(running):
            there: Switch = self.present[number]
            if there is False:
                continue
            conditions = list(literals_of((there,)))
            if into.range(self.sizes[number])[0] == 0:
                # What lasts no time needs nothing.
                lasts = into.binary()
                into.implied([lasts.opposite], self.sizes[number], None, 0)
                conditions.append(lasts)
            needed = total([*others, self.demands[number]]).minus(self.capacity)
            into.implied(conditions, needed, None, 0)
        into.row(self.capacity, 0, None)

    def cpsat(self, model: CpSatModel) -> None:
        """Adds CP-SAT's own constraint."""
        numbers = self.intervals(model)
        capacity, *needed = map(model.expression, (self.capacity, *self.demands))
        made = model.constraint().cumulative
        made.capacity.copy_from(capacity)
        made.intervals.extend(numbers)
        made.demands.extend(needed)


def _need(into: LinearRows, runs: Literal, demand: Affine) -> Affine:
    """What an interval needs if it runs."""
    return into.product(runs, demand) if demand.columns else runs.affine.times(demand.constant)
