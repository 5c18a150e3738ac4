"""Small random models with continuous variables, and their best values by trying every vertex."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product

from ilpuzzles.asking.model import Model

MixedRow = tuple[list[Fraction], Fraction | None, Fraction | None]
"""The factors of all columns, and the bounds."""

Line = tuple[tuple[Fraction, ...], Fraction]
"""What the continuous variables are multiplied by, and what that comes to at most."""


@dataclass
class MixedSample:
    """A model, and the same as plain data: whole columns first, then continuous ones."""

    model: Model
    whole: list[tuple[int, int]]
    continuous: list[tuple[Fraction, Fraction]]
    rows: list[MixedRow] = field(default_factory=list)
    costs: list[Fraction] = field(default_factory=list)
    maximize: bool = False

    def assignments(self) -> Iterator[tuple[int, ...]]:
        """All values of the whole columns for which some continuous values satisfy every row."""
        for values in self._all():
            if next(self._vertices(values), None) is not None:
                yield values

    def best(self) -> Fraction | None:
        """The best objective, or None without a solution: it is at a vertex of some assignment."""
        found = [
            3 + _sum(self.costs, [*map(Fraction, values), *point])
            for values in self._all()
            for point in self._vertices(values)
        ]
        if not found:
            return None
        return max(found) if self.maximize else min(found)

    def _all(self) -> Iterator[tuple[int, ...]]:
        return product(*(range(low, high + 1) for low, high in self.whole))

    def _vertices(self, values: Sequence[int]) -> Iterator[tuple[Fraction, ...]]:
        lines = list(self._lines(values))
        for tight in combinations(lines, len(self.continuous)):
            point = _crossing(tight)
            if point is not None and all(_sum(factors, point) <= most for factors, most in lines):
                yield point

    def _lines(self, values: Sequence[int]) -> Iterator[Line]:
        """Everything that bounds the continuous variables, for some values of the others."""
        number = len(self.continuous)
        for place, (low, high) in enumerate(self.continuous):
            unit = tuple(Fraction(place == other) for other in range(number))
            yield unit, high
            yield tuple(-one for one in unit), -low
        for factors, lower, upper in self.rows:
            given = sum(a * b for a, b in zip(factors, values, strict=False))
            rest = tuple(factors[len(values) :])
            if upper is not None:
                yield rest, upper - given
            if lower is not None:
                yield tuple(-factor for factor in rest), given - lower


def _sum(factors: Sequence[Fraction], point: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(factors, point, strict=True)), Fraction(0))


def _crossing(lines: Sequence[Line]) -> tuple[Fraction, ...] | None:
    """Where some lines, as many as there are unknowns, meet; None unless in one point."""
    rows = [[*factors, most] for factors, most in lines]
    size = len(rows)
    for place in range(size):
        pivot = next((row for row in range(place, size) if rows[row][place]), None)
        if pivot is None:
            return None
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [number / rows[place][place] for number in rows[place]]
        for row in range(size):
            if row != place and rows[row][place]:
                factor = rows[row][place]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place], strict=True)]
    return tuple(row[-1] for row in rows)


def mixed_sample(seed: int) -> MixedSample:
    """A random model of up to three whole and up to three continuous variables."""
    dice = random.Random(seed)

    def number() -> Fraction:
        size = dice.choice([1, 1, 2, 4, 10, 100, 3, 7])
        return Fraction(dice.randint(-9 * size, 9 * size), size)

    model = Model("mixed")
    whole = [dice.choice([(0, 1), (0, 1), (0, 3), (-2, 2)]) for _ in range(dice.randint(0, 3))]
    ends = [sorted((number(), number())) for _ in range(dice.randint(1, 3))]
    made = MixedSample(model, whole, [(low, high) for low, high in ends])
    columns = [model.integer(f"n{n}", lower=low, upper=high) for n, (low, high) in enumerate(whole)]
    columns += [
        model.continuous(f"x{place}", lower=low, upper=high)
        for place, (low, high) in enumerate(made.continuous)
    ]
    for _ in range(dice.randint(1, 3)):
        factors = [number() if dice.random() < 0.7 else Fraction(0) for _ in columns]
        inside = [Fraction(dice.randint(low, high)) for low, high in whole]
        shares = [Fraction(dice.randint(0, 4), 4) for _ in ends]
        inside += [a + (b - a) * share for (a, b), share in zip(ends, shares, strict=True)]
        reached = _sum(factors, inside) + dice.choice([0, 0, 0, 1, -1]) * number()
        kind = dice.choice(["<=", ">=", "=", "<=", ">="])
        lower = None if kind == "<=" else reached
        upper = None if kind == ">=" else reached
        made.rows.append((factors, lower, upper))
        total = model.sum(factor * column for factor, column in zip(factors, columns, strict=True))
        model.add({"<=": total <= reached, ">=": total >= reached, "=": total == reached}[kind])
    made.costs = [number() for _ in columns]
    made.maximize = bool(dice.randint(0, 1))
    goal = 3 + model.sum(cost * column for cost, column in zip(made.costs, columns, strict=True))
    (model.maximize if made.maximize else model.minimize)(goal)
    return made
