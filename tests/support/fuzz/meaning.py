"""What the models of the fuzz mean, by trying all assignments in plain Python."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import product
from operator import and_
from typing import TypeAlias

from support.fuzz.descriptions import Column, Description, Tree

Point: TypeAlias = tuple[int, ...]
Value: TypeAlias = Callable[[Point], int]

MOST = 20_000
"""So many assignments are tried at most."""


class Meaning:
    """All assignments of a description, and which of its statements each satisfies.

    Assignments are numbered, and what satisfies a statement is a whole number with a bit for each.

    Args:
        description: The description.
    """

    def __init__(self, description: Description) -> None:
        self.description = description
        # Formulas speak of tried variables alone, or of formulas before them.
        tried = [column for column in description.columns if column.formula is None]
        wide = [column for column in description.columns if column.formula is not None]
        self.columns = [*tried, *wide]
        self.place = {column.name: place for place, column in enumerate(self.columns)}
        self.points = [point for first in _assignments(tried) for point in self._whole(first, wide)]
        self.deciding = [p for p, column in enumerate(self.columns) if not column.auxiliary]
        self.masks = [self._mask(self.truth(one.tree)) for one in description.statements]
        self.fixed = [
            self._mask(self.truth(("==", ("v", name), ("k", value))))
            for name, value in description.fixed
        ]
        self.everything = (1 << len(self.points)) - 1

    def _whole(self, first: Point, wide: Sequence[Column]) -> Iterable[Point]:
        """The assignment with what formulas add, if that keeps within bounds."""
        point = first
        for column in wide:
            assert column.formula is not None
            value = self.number(column.formula)(point)
            if column.lower is not None and value < column.lower:
                return
            if column.upper is not None and value > column.upper:
                return
            point = (*point, value)
        yield point

    def _mask(self, test: Callable[[Point], object]) -> int:
        bits = "".join("1" if test(point) else "0" for point in reversed(self.points))
        return int(bits or "0", 2)

    # Sets of statements

    @property
    def on(self) -> list[int]:
        """The numbers of the statements that count."""
        off = self.description.off
        return [n for n, one in enumerate(self.description.statements) if one.group not in off]

    def common(self, masks: Iterable[int]) -> int:
        """The assignments that satisfy all of some statements."""
        return reduce(and_, masks, self.everything)

    def holding(self, mask: int) -> list[int]:
        """The numbers of assignments by their bits."""
        return [number for number in range(len(self.points)) if mask >> number & 1]

    def solutions(self, mask: int | None = None) -> set[Point]:
        """What the deciding variables are in some assignments, by default in all solutions."""
        if mask is None:
            mask = self.all()
        return {self.projected(self.points[number]) for number in self.holding(mask)}

    def all(self) -> int:
        """The assignments that satisfy everything."""
        return self.common([*(self.masks[number] for number in self.on), *self.fixed])

    def projected(self, point: Point) -> Point:
        """The values of the deciding variables."""
        return tuple(point[place] for place in self.deciding)

    @cached_property
    def scores(self) -> list[tuple[int, ...]]:
        """The values of all goals in their order, of every assignment."""
        description = self.description
        assert description.goal is not None
        goals = [self.number(one) for one in (description.goal, *(t for t, *_ in description.then))]
        return [tuple(goal(point) for goal in goals) for point in self.points]

    def best(self, numbers: Iterable[int]) -> set[int]:
        """Which of some assignments are best, by one goal after the other."""
        left, then = [*numbers], self.description.then
        for place, large in enumerate((self.description.maximize, *(one[1] for one in then))):
            values = [self.scores[number][place] for number in left]
            best = max(values) if large else min(values)
            slack = Fraction(0)
            if place < len(then):
                _, _, tolerance, share = then[place]
                slack = max(Fraction(tolerance), Fraction(share) * abs(best))
            near = [abs(value - best) <= slack for value in values]
            left = [number for number, close in zip(left, near, strict=True) if close]
        return set(left)

    # Sentences

    def number(self, tree: Tree) -> Value:
        """A number."""
        word, *parts = tree
        if word in {"k", "constant", "bit"}:
            (constant,) = parts
            return lambda _: int(constant)
        if word in {"count", "num"}:
            tests = [self.truth(truth) for truth in parts]
            return lambda point: sum(map(bool, (test(point) for test in tests)))
        if word in _TRUTHS:
            test = self.truth(tree)
            return lambda point: int(bool(test(point)))
        ways: dict[str, Callable[..., Value]] = {
            "v": self._value,
            "*": self._multiple,
            "over": self._share,
            "table": self._table,
            "if": self._choice,
        }
        if word in ways:
            return ways[word](*parts)
        numbers = [self.number(part) for part in parts]
        of_values = _NUMBERS[word]
        return lambda point: of_values([number(point) for number in numbers])

    def _value(self, name: str) -> Value:
        place = self.place[name]
        return lambda point: point[place]

    def _multiple(self, factor: int, of: Tree) -> Value:
        inner = self.number(of)
        return lambda point: factor * inner(point)

    def _share(self, divisor: int, of: Tree) -> Value:
        inner = self.number(of)
        # A fraction, which everything that a sentence says of a number is said of as well.
        return lambda point: Fraction(inner(point), divisor)  # type: ignore[return-value]

    def _table(self, of: Tree, modulus: int) -> Value:
        inner = self.number(of)
        return lambda point: inner(point) ** 2 % modulus

    def _choice(self, test: Tree, then: Tree, otherwise: Tree) -> Value:
        asked, one, other = self.truth(test), self.number(then), self.number(otherwise)
        return lambda point: one(point) if asked(point) else other(point)

    def truth(self, tree: Tree) -> Value:
        """Something that is true or false."""
        word, *parts = tree
        ways: dict[str, Callable[..., Value]] = {
            "between": self._between,
            "member": self._member,
            "semi": self._semi_continuous,
            "multiple": self._divided,
            "rows": self._rows,
            "lazy": lambda *told: self._rows("LINEAR", *told),
            "connected": self._connected,
            "global": self._global,
            "define": self._defined,
            "let": self._defined,
        }
        if word in ways:
            return ways[word](*parts)
        if word in _OF_TRUTHS:
            tests = [self.truth(part) for part in parts]
            of_truths = _OF_TRUTHS[word]
            return lambda point: of_truths([bool(test(point)) for test in tests])
        if word in _OF_NUMBERS:
            numbers = [self.number(part) for part in parts]
            of_numbers = _OF_NUMBERS[word]
            return lambda point: of_numbers([number(point) for number in numbers])
        value = self.number(tree)
        return lambda point: value(point) == 1

    def _between(self, number: Tree, lower: int, upper: int) -> Value:
        inner = self.number(number)
        return lambda point: lower <= inner(point) <= upper

    def _member(self, number: Tree, *values: int) -> Value:
        inner = self.number(number)
        return lambda point: inner(point) in values

    def _semi_continuous(self, number: Tree, lower: int, upper: int) -> Value:
        inner = self.number(number)
        return lambda point: inner(point) == 0 or lower <= inner(point) <= upper

    def _divided(self, number: Tree, divisor: Tree) -> Value:
        inner, by = self.number(number), self.number(divisor)
        return lambda point: inner(point) % by(point) == 0

    def _defined(self, kind: str, target: str, _: bool, *truths: Tree) -> Value:
        place, tests = self.place[target], [self.truth(truth) for truth in truths]
        every = all if kind == "conjunction" else any
        return lambda point: point[place] == every(test(point) for test in tests)

    def _rows(self, kind: str, lower: int | None, upper: int | None, *rows: Tree) -> Value:
        if kind != "LINEAR":
            lower, upper = (None if kind == "AT_MOST_ONE" else 1), 1
            upper = None if kind == "AT_LEAST_ONE" else upper

        def holds(point: Point) -> bool:
            for row in rows:
                terms = [(factor, point[self.place[name]]) for factor, name in row]
                if kind == "LINEAR":
                    total = sum(factor * value for factor, value in terms)
                else:
                    total = sum(value if factor > 0 else 1 - value for factor, value in terms)
                if (lower is not None and total < lower) or (upper is not None and total > upper):
                    return False
            return True

        return holds

    def _global(self, _call: str, holds: Callable[[dict[str, int]], bool]) -> Value:
        return lambda point: holds({name: point[place] for name, place in self.place.items()})

    def _connected(
        self,
        edges: Sequence[tuple[int, int]],
        active: Sequence[Tree],
        usable: Sequence[Tree] | None,
        roots: Sequence[Tree] | None,
        _encoding: str,
    ) -> Value:
        of_vertices = [self.truth(truth) for truth in active]
        of_edges = None if usable is None else [self.truth(truth) for truth in usable]
        of_roots = None if roots is None else [self.truth(truth) for truth in roots]

        def holds(point: Point) -> bool:
            there = {vertex for vertex, test in enumerate(of_vertices) if test(point)}
            if of_roots is None:
                reached = set(list(there)[:1])
            else:
                reached = {vertex for vertex in there if of_roots[vertex](point)}
            while True:
                more = {
                    end
                    for number, (one, other) in enumerate(edges)
                    if of_edges is None or of_edges[number](point)
                    for start, end in ((one, other), (other, one))
                    if start in reached and end in there
                }
                if more <= reached:
                    return reached == there
                reached |= more

        return holds


def _assignments(columns: Sequence[Column]) -> Iterable[Point]:
    ranges = []
    for column in columns:
        assert column.lower is not None
        assert column.upper is not None
        ranges.append(range(column.lower, column.upper + 1))
    return product(*ranges)


def tried(columns: Iterable[Column]) -> int:
    """How many assignments there are to try."""
    sizes = [
        column.upper - column.lower + 1
        for column in columns
        if column.formula is None and column.lower is not None and column.upper is not None
    ]
    return math.prod(sizes)


def _neighbours(numbers: list[int]) -> bool:
    places = [place for place, number in enumerate(numbers) if number]
    return not places or places[-1] - places[0] <= 1


_NUMBERS: dict[str, Callable[[list[int]], int]] = {
    "+": sum,
    "sum": sum,
    "-": lambda n: n[0] - sum(n[1:]),
    "neg": lambda n: -n[0],
    "halved": lambda n: n[0],
    "max": max,
    "min": min,
    "abs": lambda n: abs(n[0]),
    "prod": math.prod,
    "quo": lambda n: n[0] // n[1],
    "rem": lambda n: n[0] % n[1],
    "pow": lambda n: n[0] ** n[1],
    "fact": lambda n: math.factorial(n[0]),
    "gcd": lambda n: math.gcd(*n),
    "diff": lambda n: len(set(n)),
    "elem": lambda n: n[1 + n[0]],
}

_OF_TRUTHS: dict[str, Callable[[list[bool]], bool]] = {
    "&": all,
    "all": all,
    "|": any,
    "any": any,
    "^": lambda t: sum(t) % 2 == 1,
    "xor": lambda t: sum(t) % 2 == 1,
    "not": lambda t: not t[0],
    "not_of": lambda t: not t[0],
    "then": lambda t: not t[0] or t[1],
    "implies": lambda t: not t[0] or t[1],
    "equiv": lambda t: t[0] == t[1],
    "if": lambda t: t[1] if t[0] else t[2],
    "exactly_one": lambda t: sum(t) == 1,
    "at_most_one": lambda t: sum(t) <= 1,
    "at_least_one": lambda t: sum(t) >= 1,
}

_OF_NUMBERS: dict[str, Callable[[list[int]], bool]] = {
    "<=": lambda n: n[0] <= n[1],
    ">=": lambda n: n[0] >= n[1],
    "<": lambda n: n[0] < n[1],
    ">": lambda n: n[0] > n[1],
    "==": lambda n: n[0] == n[1],
    "!=": lambda n: n[0] != n[1],
    "alldiff": lambda n: len(set(n)) == len(n),
    "sos1": lambda n: sum(map(bool, n)) <= 1,
    "sos2": _neighbours,
}

_TRUTHS = {*_OF_TRUTHS, *_OF_NUMBERS, "between", "member", "multiple", "semi"} - {"if"}
