"""Small models as plain data, and every answer about them by trying everything.

Nothing here asks a solver or reads a stored row: an assignment is a tuple of numbers, and a set of
assignments is a number whose bits say which of them belong to it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from typing import TypeAlias

from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.modelling.expressions import Comparison, Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.solvers.registry import is_installed

Point: TypeAlias = tuple[int, ...]
Members: TypeAlias = dict[str, frozenset[int]]
"""Rows that go together, by the name of what they are."""

BACKEND = "cpsat"
"""The backend that small models are asked of, unless the engine takes them."""

ENGINE = "exactcover"

GIVEN = "given"
FIXED = "fixed values"


@dataclass(frozen=True)
class SmallRow:
    """A sum of columns between two bounds, of which one may be missing.

    The group of givens has parts, and a part may have several rows.
    """

    terms: tuple[tuple[int, int], ...]
    lower: int | None
    upper: int | None
    group: str
    part: str = ""

    def activity(self, point: Point) -> int:
        return sum(factor * point[column] for column, factor in self.terms)

    def missed(self, point: Point) -> int:
        """How far the sum is from the nearest number that is allowed."""
        value = self.activity(point)
        too_small = 0 if self.lower is None else max(0, self.lower - value)
        too_large = 0 if self.upper is None else max(0, value - self.upper)
        return too_small + too_large

    def slack(self, point: Point) -> int | None:
        """How far the sum is from the nearer of its bounds, inside of them."""
        value = self.activity(point)
        ends = [] if self.lower is None else [value - self.lower]
        ends += [] if self.upper is None else [self.upper - value]
        return min(ends, default=None)


@dataclass(frozen=True)
class SmallModel:
    """A model with few assignments."""

    bounds: tuple[tuple[int, int], ...]
    stated: tuple[SmallRow, ...]
    fixed: tuple[tuple[int, int], ...]
    costs: tuple[int, ...]
    maximize: bool
    backend: str = BACKEND

    @cached_property
    def rows(self) -> tuple[SmallRow, ...]:
        """All rows, after those that were stated the values of columns that were fixed."""
        fixings = [
            SmallRow(((column, 1),), value, value, FIXED, f"x[{column}] = {value}")
            for column, value in self.fixed
        ]
        return (*self.stated, *fixings)

    @cached_property
    def points(self) -> list[Point]:
        return list(product(*(range(lower, upper + 1) for lower, upper in self.bounds)))

    @cached_property
    def _holding(self) -> list[int]:
        return [
            sum(1 << place for place, point in enumerate(self.points) if not row.missed(point))
            for row in self.rows
        ]

    def possible(self, rows: Iterable[int]) -> int:
        """The assignments in which some rows hold."""
        left = (1 << len(self.points)) - 1
        for row in rows:
            left &= self._holding[row]
        return left

    def points_of(self, rows: Iterable[int]) -> list[Point]:
        left = self.possible(rows)
        return [point for place, point in enumerate(self.points) if left >> place & 1]

    @cached_property
    def solutions(self) -> list[Point]:
        return self.points_of(range(len(self.rows)))

    def cost(self, point: Point) -> int:
        return 3 + sum(a * b for a, b in zip(self.costs, point, strict=True))

    @cached_property
    def ranked(self) -> list[int]:
        """The objectives of all solutions, the best one first."""
        return sorted(map(self.cost, self.solutions), reverse=self.maximize)

    def groups(self) -> Members:
        """The rows of each group, in the order of the model."""
        return self._members(lambda row: row.group)

    def parts(self) -> Members:
        """The rows of each given; a column that is fixed is one."""
        return self._members(lambda row: row.part)

    def rules(self) -> frozenset[int]:
        """The rows that belong to no given."""
        return frozenset(n for n, row in enumerate(self.rows) if not row.part)

    def _members(self, name_of: Callable[[SmallRow], str]) -> Members:
        names = dict.fromkeys(filter(None, map(name_of, self.rows)))
        return {
            name: frozenset(n for n, row in enumerate(self.rows) if name_of(row) == name)
            for name in names
        }

    def made(self, *, objective: bool = False) -> tuple[AskableProgram, list[Variable]]:
        """The model as people state it, and its variables."""
        model = Model("small")
        x = [
            model.integer(f"x[{column}]", lower=lower, upper=upper)
            for column, (lower, upper) in enumerate(self.bounds)
        ]
        for number, row in enumerate(self.stated):
            total = model.sum(factor * x[column] for column, factor in row.terms)
            with model.group(row.group):
                model.add(_between(total, row.lower, row.upper), key=(row.part, number))
        if objective:
            goal = model.sum(a * one for a, one in zip(self.costs, x, strict=True)) + 3
            (model.maximize if self.maximize else model.minimize)(goal)
        return model.fix({x[column]: value for column, value in self.fixed}), x


def _between(total: Expression, lower: int | None, upper: int | None) -> Comparison:
    if lower is not None and upper is not None:
        return total.between(lower, upper)
    return total >= lower if lower is not None else total <= (upper or 0)


PARTS = Given((GIVEN,), lambda key: str(key[0]), lambda name: f"the {name}")
"""What is given in small models."""


def minimal_conflicts(
    model: SmallModel, members: Members, always: Collection[int] = ()
) -> set[frozenset[str]]:
    """All sets of members that have no solution together, and have one without any of them."""
    found: set[frozenset[str]] = set()
    for size in range(len(members) + 1):
        for names in map(frozenset, combinations(members, size)):
            if any(one <= names for one in found):
                continue
            if not model.possible(rows_of(members, names) | {*always}):
                found.add(names)
    return found


def smallest_corrections(
    model: SmallModel, members: Members, always: Collection[int] = ()
) -> set[frozenset[str]]:
    """All sets of as few members as possible without which the others have a solution."""
    for size in range(len(members) + 1):
        found = {
            names
            for names in map(frozenset, combinations(members, size))
            if model.possible(rows_of(members, members.keys() - names) | {*always})
        }
        if found:
            return found
    return set()


def rows_of(members: Members, names: Collection[str]) -> frozenset[int]:
    return frozenset[int]().union(*(members[name] for name in names))


def singly(model: SmallModel, groups: Collection[str] | None = None) -> Members:
    """Every row by itself, by its number."""
    return {
        str(number): frozenset([number])
        for number, row in enumerate(model.rows)
        if groups is None or row.group in groups
    }


def _row(dice: random.Random, bounds: Sequence[tuple[int, int]], group: str, part: str) -> SmallRow:
    """A row whose bounds are numbers that its sum can have, or those beside the last of them."""
    columns = dice.sample(range(len(bounds)), dice.randint(1, min(3, len(bounds))))
    terms = tuple((column, dice.choice((1, 1, -1, 2))) for column in columns)
    least = sum(min(factor * end for end in bounds[column]) for column, factor in terms)
    most = sum(max(factor * end for end in bounds[column]) for column, factor in terms)
    lower = dice.randint(least, most)
    upper = min(most, lower + dice.choice((0, 0, 1, 3)))
    sides: list[tuple[int | None, int | None]] = [(lower, upper)] * 2
    sides += [(lower, None), (None, upper)]
    low, high = dice.choice(sides)
    return SmallRow(terms, low, high, group, part)


def _drawn(dice: random.Random) -> SmallModel:
    bounds = []
    for _ in range(dice.randint(2, 4)):
        lower = dice.choice((0, 0, -1, 1))
        bounds.append((lower, lower + dice.choice((1, 1, 2, 4))))
    # The rows of a part are not all beside each other, and some parts have several.
    wanted = [("rules", "")] * dice.randint(0, 2) + [("wishes", "")] * dice.randint(0, 2)
    for part in "abcd"[: dice.randint(1, 4)]:
        wanted += [(GIVEN, part)] * dice.choice((1, 2, 3))
    dice.shuffle(wanted)
    fixed = []
    if dice.random() < 0.4:
        column = dice.randrange(len(bounds))
        lower, upper = bounds[column]
        value = 0 if dice.random() < 0.5 and lower <= 0 <= upper else dice.randint(lower, upper)
        fixed.append((column, value))
    return SmallModel(
        tuple(bounds),
        tuple(_row(dice, bounds, group, part) for group, part in wanted),
        tuple(fixed),
        tuple(dice.randint(-3, 3) for _ in bounds),
        dice.random() < 0.5,
    )


def _pieces(dice: random.Random, sort: str) -> SmallModel:
    """Four to six pieces that get in each other's way: many sets of them are as good to take back.

    All of them have little room, or each is in the way of the next one, in a row or a ring: then
    some sets of a size are enough and others are not.
    """
    number = dice.choice((4, 6)) if sort == "row" else dice.randint(4, 6)
    ends = number - (sort == "row")
    clashes = [[place, (place + 1) % number] for place in range(ends)]
    if sort == "room":
        clashes = [[*range(number)]]
    room = dice.choice((1, 2, number - 1)) if sort == "room" else 1
    rules = [
        SmallRow(tuple((column, 1) for column in clash), None, room, "rules") for clash in clashes
    ]
    given = [SmallRow(((column, 1),), 1, None, GIVEN, "abcdef"[column]) for column in range(number)]
    return SmallModel(((0, 1),) * number, (*rules, *given), (), (1,) * number, maximize=True)


def _cover(dice: random.Random) -> SmallModel:
    """Sets of which each has to have one that is chosen, or may have; most have a solution."""
    number = dice.randint(3, 6)
    hidden = [dice.randint(0, 1) for _ in range(number)]
    hidden[dice.randrange(number)] = 1
    stated = []
    for _ in range(dice.randint(2, 4)):
        dark = [column for column in range(number) if not hidden[column]]
        chosen = [dice.choice([column for column in range(number) if hidden[column]])]
        chosen += dice.sample(dark, min(len(dark), dice.randint(0, 3)))
        terms = tuple((column, 1) for column in sorted(chosen))
        stated.append(SmallRow(terms, dice.choice((1, 1, None)), 1, "rules"))
    costs = tuple(dice.randint(0, 3) for _ in range(number))
    bounds = ((0, 1),) * number
    maximize = dice.random() < 0.5
    # The engine is for these; where it is not installed, they are asked of the usual backend.
    backend = ENGINE if is_installed(ENGINE) else BACKEND
    return SmallModel(bounds, tuple(stated), (), costs, maximize, backend)


def _settled(dice: random.Random) -> SmallModel:
    """Every column is fixed, and all rows hold: nothing is left to be searched."""
    bounds = tuple((lower, lower + 2) for lower in (0, -1, 1)[: dice.randint(1, 3)])
    values = [dice.randint(lower, upper) for lower, upper in bounds]
    terms = tuple((column, 1) for column in range(len(bounds)))
    row = SmallRow(terms, None, sum(values), "rules")
    return SmallModel(bounds, (row,), tuple(enumerate(values)), (2,) * len(bounds), maximize=True)


def _is_clash(model: SmallModel) -> bool:
    """Two givens or more cannot stay together."""
    if model.solutions or not model.possible(model.rules()):
        return False
    return any(len(names) > 1 for names in minimal_conflicts(model, model.parts(), model.rules()))


WANTED: dict[str, Callable[[SmallModel], bool]] = {
    "none by the rules": lambda model: not model.possible(model.rules()),
    "clash": _is_clash,
    "one": lambda model: len(model.solutions) == 1,
    "two": lambda model: len(model.solutions) == 2,
    "some": lambda model: 3 <= len(model.solutions) <= 12,
    "20": lambda model: len(model.solutions) == 20,
    "21": lambda model: len(model.solutions) == 21,
}
"""The sorts of small models that are drawn at random, and what each of them is."""

SORTS = (*WANTED, "row", "ring", "room", "cover", "other cover", "settled")


@cache
def small_model(sort: str, seed: int) -> SmallModel:
    """The model of that sort with that seed."""
    dice = random.Random(f"{sort} {seed}")
    if sort == "settled":
        return _settled(dice)
    if sort.endswith("cover"):
        return _cover(dice)
    if sort not in WANTED:
        return _pieces(dice, sort)
    while True:
        model = _drawn(dice)
        if WANTED[sort](model):
            return model
