"""Small random models in groups, and what is true of them by trying everything.

What a row means is asked of plain Python (`vocabulary.py`), never of the package. The assignments
that a row allows are the bits of one whole number, so that rows together are a bitwise "and".
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.expressions import Logical, Negation, Variable
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import DEFINITION, IntArray
from support.random_sentences import truth, whole
from support.vocabulary import DOMAINS, sentence_of, variables

Test: TypeAlias = Callable[[Any], object]
Point: TypeAlias = tuple[int, ...]

GROUPS = ("general", "board", "wishes", "givens")
UNGROUPED = "rows without a group"
FIXED = "fixed values"


@dataclass(frozen=True)
class Stated:
    """A demand: its name, its group, and a bit for every assignment that it allows."""

    name: str
    group: str
    mask: int


@dataclass(frozen=True)
class Riddle:
    """A model, and the same as plain data.

    Attributes:
        model: The model.
        names: Its deciding variables, and after them one that is auxiliary, if there is one.
        v: The variables by their names.
        deciding: How many are deciding.
        points: All assignments of these variables.
        stated: The demands; definitions are not among them.
        single: Whether every demand is a single row of the model.
    """

    model: Model
    names: list[str]
    v: SimpleNamespace
    deciding: int
    points: list[Point]
    stated: list[Stated]
    single: bool

    @property
    def everything(self) -> int:
        """All assignments."""
        return (1 << len(self.points)) - 1

    def mask(self, test: Test) -> int:
        """The assignments for which something is true."""
        return mask(self.names, self.points, test)

    def common(self, stated: Iterable[Stated]) -> int:
        """The assignments that satisfy all of some demands."""
        return reduce(operator.and_, (one.mask for one in stated), self.everything)

    def solutions(self, stated: Iterable[Stated] | None = None) -> list[Point]:
        """The values of the deciding variables in all solutions of some demands."""
        left = self.common(self.stated if stated is None else stated)
        found = {point[: self.deciding] for n, point in enumerate(self.points) if left >> n & 1}
        return sorted(found)

    def projected(self, values: IntArray) -> Point:
        """The values of the deciding variables."""
        return self.point(values)[: self.deciding]

    def point(self, values: IntArray) -> Point:
        """The values of all variables that the demands speak of."""
        return tuple(int(values[getattr(self.v, name).column]) for name in self.names)

    def satisfies(self, values: IntArray, stated: Stated) -> bool:
        """Whether an assignment satisfies a demand."""
        return bool(stated.mask >> self.points.index(self.point(values)) & 1)

    def fixing(self, name: str, value: int) -> Stated:
        """A variable that is fixed, as a demand."""
        return Stated(f"{name} = {value}", FIXED, self.mask(lambda v: getattr(v, name) == value))


def mask(names: Sequence[str], points: Iterable[Point], test: Test) -> int:
    """The assignments for which something is true, as bits."""
    bits = 0
    for number, point in enumerate(points):
        if test(SimpleNamespace(**dict(zip(names, point, strict=True)))):
            bits |= 1 << number
    return bits


def fewest(members: Sequence[Sequence[Stated]], common: Callable[[Iterable[Stated]], int]) -> int:
    """How many members have to be given up so that the others have a solution."""
    for number in range(len(members) + 1):
        for given_up in combinations(range(len(members)), number):
            kept = [one for n, part in enumerate(members) if n not in given_up for one in part]
            if common(kept):
                return number
    raise AssertionError("without any demand there is a solution")


@dataclass
class _Sketch:
    """A demand before it is in a model."""

    names: set[str]
    state: Callable[[Model, Any, str], object]
    value: Test
    group: str = field(default="")


_INTEGERS = ("a", "b", "d")
_BINARIES = ("x", "y", "z")


def _sentence(text: str) -> _Sketch:
    made = sentence_of(text)

    def state(model: Model, v: Any, name: str) -> None:
        built: Logical = made.build(v)
        model.add(built, name=name)

    return _Sketch(set(made.names), state, made.value)


def _linear(dice: random.Random) -> _Sketch:
    names = dice.sample([*_BINARIES, *_INTEGERS[: dice.randint(0, 3)]], dice.randint(1, 3))
    terms = " + ".join(f"{dice.choice([-3, -2, -1, -1, 1, 1, 2, 3])} * v.{name}" for name in names)
    return _sentence(
        f"({terms} {dice.choice(['<=', '>=', '<=', '>=', '=='])} {dice.randint(-2, 3)})"
    )


def _cardinality(dice: random.Random) -> _Sketch:
    kind = dice.choice(["exactly_one", "at_most_one", "at_least_one"])
    literals = [(name, dice.random() < 0.7) for name in dice.sample(_BINARIES, dice.randint(1, 3))]

    def state(model: Model, v: Any, name: str) -> None:
        made: list[Variable | Negation] = [
            getattr(v, one) if sign else ~getattr(v, one) for one, sign in literals
        ]
        getattr(model, kind)(made, name=name)

    def value(v: Any) -> bool:
        true = sum(getattr(v, one) == sign for one, sign in literals)
        return bool({"exactly_one": true == 1, "at_most_one": true < 2}.get(kind, true > 0))

    return _Sketch({name for name, _ in literals}, state, value)


def _function(dice: random.Random) -> _Sketch:
    number = whole(dice, 1)
    if dice.random() < 0.3:
        return _sentence(f"all_different({number}, {whole(dice, 0)}, {dice.randint(-1, 3)})")
    return _sentence(f"({number} {dice.choice(['<=', '>=', '==', '!='])} {dice.randint(-2, 4)})")


def _clause(dice: random.Random) -> _Sketch:
    return _sentence(f"({truth(dice, 0)} | {truth(dice, 0)})")


def _nested(dice: random.Random) -> _Sketch:
    return _sentence(truth(dice, 1))


def _connected(dice: random.Random, encoding: str) -> _Sketch:
    """The binary variables, and a fourth truth, are the vertices of a path or of a star."""
    vertices = ["v.x", "v.y", "v.z", "(v.a >= 1)"]
    dice.shuffle(vertices)
    edges = dice.choice([[(0, 1), (1, 2), (2, 3)], [(0, 1), (0, 2), (0, 3)], [(0, 1), (2, 3)]])
    made = [sentence_of(text) for text in vertices]

    def state(model: Model, v: Any, name: str) -> None:
        active = [part.build(v) for part in made]
        connected(model, np.array(edges), active, encoding=encoding, name=name)

    def value(v: Any) -> bool:
        active = {number for number, part in enumerate(made) if part.value(v)}
        reached = set(sorted(active)[:1])
        for _ in range(4):
            reached |= {
                end for ends in edges if reached & set(ends) and active >= set(ends) for end in ends
            }
        return reached == active

    return _Sketch({"x", "y", "z", "a"}, state, value)


def _link(dice: random.Random) -> _Sketch:
    """A row of a group says what the auxiliary variable u is."""
    kind, signs = dice.choice(["conjunction", "disjunction"]), [dice.random() < 0.7 for _ in "xy"]

    def state(model: Model, v: Any, name: str) -> None:
        literals = [one if sign else ~one for one, sign in zip((v.x, v.y), signs, strict=True)]
        getattr(model, kind)(literals, target=v.u, name=name)

    def value(v: Any) -> bool:
        true = [one == sign for one, sign in zip((v.x, v.y), signs, strict=True)]
        return bool(v.u == (all(true) if kind == "conjunction" else any(true)))

    return _Sketch({"x", "y", "u"}, state, value)


def _of_auxiliary(dice: random.Random) -> _Sketch:
    """A row that speaks of the auxiliary variable u."""
    wanted, other = dice.randint(0, 1), dice.choice(["x", "z", "d"])
    least = 2 if other == "d" else 1

    def state(model: Model, v: Any, name: str) -> None:
        model.add((v.u if wanted else 1 - v.u) + getattr(v, other) >= least, name=name)

    return _Sketch({"u", other}, state, lambda v: (v.u == wanted) + getattr(v, other) >= least)


def _sketches(dice: random.Random, size: int, *, connectivity: str, nested: bool) -> list[_Sketch]:
    sorts = [_linear, _linear, _cardinality, _cardinality, _function, _clause]
    if nested:
        sorts.append(_nested)
    made = [dice.choice(sorts)(dice) for _ in range(size)]
    if connectivity:
        made.append(_connected(dice, connectivity))
    if dice.random() < 0.4:
        made += [_link(dice), _of_auxiliary(dice)]
    groups = [*GROUPS[: dice.randint(2, 4)]]
    for sketch in made:
        sketch.group = dice.choice([*groups, *groups, UNGROUPED])
    dice.shuffle(made)
    return made


@cache
def riddle(
    seed: int, *, size: int = 5, connectivity: str = "", nested: bool = False, small: bool = False
) -> Riddle:
    """Makes a random model.

    Args:
        seed: Where randomness starts.
        size: How many demands, about.
        connectivity: The encoding of a demand that something is connected, or none.
        nested: Whether there are nested sentences, which may take several rows each.
        small: Whether to leave some integers out.
    """
    dice = random.Random(seed)
    while True:
        drawn = _sketches(
            dice, dice.randint(size - 2, size + 1), connectivity=connectivity, nested=nested
        )
        used = set().union(*(sketch.names for sketch in drawn)) | {"x"}
        if not small or len(used & set(_INTEGERS)) < 2:
            return _built(f"riddle {seed}", drawn, used)


def _built(title: str, drawn: Sequence[_Sketch], used: set[str]) -> Riddle:
    model = Model(title)
    names = [name for name in DOMAINS if name in used]
    v = variables(model, names)
    deciding = len(names)
    domains = [list(DOMAINS[name]) for name in names]
    if "u" in used:
        v.u = model.binary("u", auxiliary=True)
        names, domains = [*names, "u"], [*domains, [0, 1]]
    points = list(product(*domains))
    stated = []
    single = True
    for number, sketch in enumerate(drawn):
        name, before = f"demand {number}", _demands(model)
        if sketch.group == UNGROUPED:
            sketch.state(model, v, name)
        else:
            with model.group(sketch.group):
                sketch.state(model, v, name)
        count = _demands(model) - before
        allowed = mask(names, points, sketch.value)
        if count:
            stated.append(Stated(name, sketch.group, allowed))
        else:
            # What goes without saying takes no row.
            assert allowed == (1 << len(points)) - 1, f"{title}, {name}"
        single = single and count < 2
    return Riddle(model, names, v, deciding, points, stated, single)


def _demands(model: Model) -> int:
    return int((model.program().rows.groups != DEFINITION).sum())


def listed(riddle: Riddle, solutions: Iterable[IntArray], model: Model | Program) -> list[Point]:
    """Checks solutions row by row; returns the values of their deciding variables, sorted."""
    found = []
    for values in solutions:
        assert model.check(values) == ()
        found.append(riddle.projected(values))
    return sorted(found)


def queens(size: int) -> Model:
    """Queens that do not attack each other, one in every row and column of a board."""
    model = Model(f"{size} queens")
    queen = model.binary("queen", size, size)
    with model.group("rows", why="one queen in every row"):
        model.exactly_one(queen, axis=1)
    with model.group("columns", why="one queen in every column"):
        model.exactly_one(queen, axis=0)
    with model.group("diagonals", why="no two queens on a diagonal"):
        for total in range(2 * size - 1):
            rows = range(max(0, total - size + 1), min(size, total + 1))
            model.at_most_one([queen[row, total - row] for row in rows])
            model.at_most_one([queen[row, size - 1 - total + row] for row in rows])
    return model


QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}
"""In how many ways that can be done (OEIS A000170)."""
