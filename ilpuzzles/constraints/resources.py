"""`cumulative`: intervals that share what there is of something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

from ilpuzzles.constraints.intervals import Interval, NoOverlap, not_negative, read_intervals
from ilpuzzles.constraints.networks import literals_of, opposite
from ilpuzzles.modelling.affine import Affine, LinearRows, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expressions import Operand
from ilpuzzles.modelling.global_constraint import Switch, listed, require_number
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Outcome


def cumulative(
    model: ModelBase,
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
        >>> from ilpuzzles import Model, maximum
        >>> model = Model()
        >>> start = model.integer("start", 3, lower=0, upper=3)
        >>> cumulative(model, [Interval(s, 2) for s in start], [1, 1, 1], 2)
        >>> model.minimize(maximum(start))
        >>> model.solve().objective
        2
    """
    encoder = Encoder.of(model)
    given = listed(demands, "demands")
    times = read_intervals(encoder, intervals)
    needed = tuple(not_negative(encoder, demand, "demand") for demand in given)
    row = Cumulative(*times, needed, encoder.affine(capacity), encoding=encoding)
    encoder.state_global(row, name)


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

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The most that is needed at the start of an interval; no more than there is."""
        times = self.times(values)
        most: Number = 0
        for _, now, _ in times:
            running = [number for number, begin, end in times if begin <= now < end]
            most = max(most, sum(self.demands[number].value(values) for number in running))
        return Outcome(most, None, self.capacity.value(values))

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds for any two whether the one runs when the other starts, and what is needed then."""
        running: list[list[Affine]] = [[] for _ in self.starts]
        for one, other in permutations(range(len(self.starts)), 2):
            if False in (self.present[one], self.present[other]):
                continue
            # It runs, or starts later, or has ended, or is not there.
            runs = into.binary()
            starts_later = into.binary()
            has_ended = into.binary()
            is_away = literals_of((opposite(self.present[one]),))
            into.clause([runs, starts_later, has_ended, *is_away])
            gap = self.starts[one].minus(self.starts[other])
            into.implied([starts_later], gap, 1, None)
            into.implied([has_ended], gap.plus(self.sizes[one]), None, 0)
            demand = self.demands[one]
            if demand.columns:
                running[other].append(into.product(runs, demand))
            else:
                running[other].append(runs.affine.times(demand.constant))
        for number, others in enumerate(running):
            is_present: Switch = self.present[number]
            if is_present is False:
                continue
            conditions = list(literals_of((is_present,)))
            if into.range(self.sizes[number])[0] == 0:
                # What lasts no time needs nothing.
                lasts = into.binary()
                into.implied([lasts.opposite], self.sizes[number], None, 0)
                conditions.append(lasts)
            needed = total([*others, self.demands[number]]).minus(self.capacity)
            into.implied(conditions, needed, None, 0)
        into.row(self.capacity, 0, None)
