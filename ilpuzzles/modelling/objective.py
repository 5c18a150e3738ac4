"""The objective: a linear expression to minimise or maximise, and those that follow it in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import fsum, isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.affine import Affine
from ilpuzzles.modelling.expressions import Operand, Owner, linear_sum
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Value,
    as_value,
    common_denominator,
    doubles,
    exact,
    plain,
    size_of,
    stored,
)
from ilpuzzles.modelling.precision import has_measured, tolerance_of
from ilpuzzles.modelling.rows import LARGEST, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """The objective: a linear expression to minimise or maximise.

    Attributes:
        columns: The columns of its terms, each once.
        coefficients: Their coefficients, none of them 0; whole numbers, as those of `Rows`, or
            doubles if one of its numbers is measured.
        constant: What is added to the terms, a whole number or a float likewise.
        maximize: Whether to maximise it.
        then: What to optimise next, among the solutions that are best by this one; or None.
        tolerance: By how much the objective before this one may be worse than its best.
        share: By which share of its best; of this and the tolerance, the larger one counts.
        scale: What its fractions were multiplied by to make coefficients and constant whole.
    """

    columns: IntArray
    coefficients: NumberArray
    constant: int | float
    maximize: bool
    then: Objective | None = None
    tolerance: Number = 0
    share: Fraction = Fraction(0)
    scale: int = 1

    @staticmethod
    def of(form: Affine, *, maximize: bool) -> Objective:
        """An objective of terms and a constant; in doubles if one of the numbers is measured."""
        columns = np.array(form.columns, dtype=np.int64)
        if has_measured([*form.coefficients, form.constant]):
            costs = np.array([float(factor) for factor in form.coefficients], dtype=np.float64)
            return Objective(columns, costs, float(form.constant), maximize)
        factors, constant = [exact(factor) for factor in form.coefficients], exact(form.constant)
        scale = common_denominator([*factors, constant])
        return Objective(
            columns=columns,
            coefficients=stored([int(factor * scale) for factor in factors]),
            constant=int(constant * scale),
            maximize=maximize,
            scale=scale,
        )

    @staticmethod
    def stated(owner: Owner, objective: Operand, *, maximize: bool) -> Objective:
        """The objective that an expression of a model is; raises if its numbers are too large."""
        expression = linear_sum(owner, [objective])
        terms = Affine.of(expression.columns, expression.coefficients, expression.constant)
        found = Objective.of(terms, maximize=maximize)
        large = max(map(size_of, (*terms.coefficients, terms.constant)))
        if not isfinite(large):
            raise ModelError(f"the objective has the number {large}", "scale its numbers down")
        if found.scale == 1 and not found.is_measured and large >= LARGEST:
            raise ModelError("the objective has a number of 63 bits or more", "scale it down")
        return found

    @property
    def is_measured(self) -> bool:
        """Whether one of its numbers is measured, so that it is in doubles."""
        return self.coefficients.dtype == np.float64

    def form(self) -> Affine:
        """Its terms and its constant, as they were stated."""
        factors: list[Any] = self.coefficients.tolist()
        constant: Any = self.constant
        if self.scale != 1:
            constant = Fraction(int(constant), self.scale)
        if self.is_measured:
            factors, constant = [as_value(factor) for factor in factors], as_value(constant)
        elif self.scale != 1:
            factors = [Fraction(factor, self.scale) for factor in factors]
        return Affine.of(self.columns.tolist(), factors, constant)

    def largest(self) -> Value:
        """Its largest coefficient without its sign, once it is whole."""
        return max(map(abs, self.coefficients.tolist()), default=0)

    def in_doubles(self) -> tuple[npt.NDArray[np.float64], float]:
        """Its coefficients and its constant as they were stated, for a solver with doubles."""
        return doubles(self.coefficients, self.scale), self.constant / self.scale

    def in_order(self) -> Iterator[Objective]:
        """This one, and those after it."""
        yield self
        if self.then is not None:
            yield from self.then.in_order()

    def with_last(self, last: Objective) -> Objective:
        """The same with one more objective at the end."""
        return replace(self, then=last if self.then is None else self.then.with_last(last))

    def is_better(self, value: Number, other: Number) -> bool:
        """Whether a value is better than another one."""
        return value > other if self.maximize else value < other

    def gap(self, values: NumberArray) -> Number:
        """The difference up to which two objectives count as equally good in doubles.

        That is 1e-9 of the largest of its value, its largest term, and its largest coefficient or
        1, whichever is less; for the values of all columns, and exactly.
        """
        return self._gap_at(self.value(values), values)

    def _gap_at(self, value: Number, values: NumberArray) -> Number:
        numbers: list[Number] = values[self.columns].tolist()
        costs = np.abs(self.in_doubles()[0]).tolist()
        terms = (cost * abs(float(number)) for cost, number in zip(costs, numbers, strict=True))
        return tolerance_of(value, max(costs, default=0), max(terms, default=0))

    def margin(self, values: NumberArray) -> Number:
        """The least difference by which another solution is better or worse beyond doubt.

        The least that whole variables allow; where numbers are measured, twice the gap, since the
        row that demands it holds within a gap itself. The constant is no part of that row: a gap
        is that of its other terms if they are larger.
        """
        if not self.is_measured:
            return Fraction(1, self.scale)
        value = self.value(values)
        without_constant = plain(value - Fraction(self.constant))
        return 2 * max(self._gap_at(value, values), self._gap_at(without_constant, values))

    def at_best(self, best: Number, gap: Number = 0) -> tuple[Number | None, Number | None]:
        """The bounds of what is good enough for what comes next, where the best is known.

        `gap` is how far from the best it may be in any case.
        """
        slack = gap
        if self.then is not None:
            slack = max(slack, self.then.tolerance, self.then.share * size_of(best))
        return (plain(best - slack), None) if self.maximize else (None, plain(best + slack))

    def no_better(self, value: Number) -> tuple[Number | None, Number | None]:
        """The bounds of what is as good as a value, or worse."""
        return (None, value) if self.maximize else (value, None)

    def worse(self, value: Number, margin: Number) -> tuple[Number | None, Number | None]:
        """The bounds of what is worse than a value by a margin at least."""
        return (None, plain(value - margin)) if self.maximize else (plain(value + margin), None)

    def better(self, value: Number, margin: Number) -> tuple[Number | None, Number | None]:
        """The bounds of what is better than a value, likewise."""
        return replace(self, maximize=not self.maximize).worse(value, margin)

    def score(self, values: NumberArray) -> Number | tuple[Number, ...]:
        """Its value, or the values of all objectives in their order if there are several."""
        scores = tuple(objective.value(values) for objective in self.in_order())
        return scores if len(scores) > 1 else scores[0]

    def value(self, values: NumberArray) -> Number:
        """The value for some values of all columns; exact, unless these are a solver's doubles."""
        if values.dtype == np.float64:
            costs, constant = self.in_doubles()
            return Fraction(fsum([*(costs * values[self.columns]).tolist(), constant]))
        if self.is_measured:
            return self._sum_of_doubles(values)
        total = self.whole_value(values)
        whole_one = type(total) is int and self.scale == 1
        return total if whole_one else plain(Fraction(total) / self.scale)

    def _sum_of_doubles(self, values: NumberArray) -> Number:
        """The exact value where the costs are doubles, each of which means itself here."""
        total = Fraction(self.constant)
        numbers: list[Number] = values[self.columns].tolist()
        for cost, number in zip(self.coefficients.tolist(), numbers, strict=True):
            if number:
                total += Fraction(cost) * number
        return plain(total)

    def whole_value(self, values: NumberArray) -> Number:
        """The same before it is divided by the scale, of exact numbers; whole for whole values."""
        factors: list[int] = self.coefficients.tolist()
        numbers: list[Number] = values[self.columns].tolist()
        return int(self.constant) + sum(a * b for a, b in zip(factors, numbers, strict=True))
