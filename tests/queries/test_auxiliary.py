"""Auxiliary variables of a user's own: whether they follow from the deciding ones is found out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.modelling.connectivity import ENCODINGS, connected
from ilpuzzles.modelling.expressions import Logical, Variable
from ilpuzzles.modelling.functions import (
    absolute,
    element,
    maximum,
    product as times,
    quotient,
    remainder,
)
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries import enumeration
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.unique import check_uniqueness

Condition = Callable[..., bool]


def reported(encoding: str) -> Model:
    """The completion of (b, c) = (0, 1) by a = 1 breaks a cut, and that by a = 3 does not."""
    model = Model()
    a = model.integer("a", lower=1, upper=3, auxiliary=True)
    b, c = model.binary("b"), model.binary("c")
    active: list[Logical] = [2 * b + 4 >= 7 * a - 4, b | c | ~c, 5 * a - 14 < c]
    connected(model, np.array([(0, 2)]), active, encoding=encoding)
    return model


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_completion_that_breaks_a_cut_hides_no_solution(encoding: str) -> None:
    assert int(count_solutions(reported(encoding), backend="cpsat")) == 4


def test_a_free_auxiliary_variable_is_not_listed_value_by_value() -> None:
    model = Model()
    x = model.binary("x", 3)
    n = model.integer("n", lower=0, upper=10**9, auxiliary=True)
    model.add(n >= x.sum())
    assert int(count_solutions(model, backend="cpsat")) == 8


@pytest.mark.parametrize("most", [9, 10**9])
def test_more_solutions_than_a_few_with_some_completions_or_with_very_many(most: int) -> None:
    model = Model()
    x = model.binary("x", 7)
    n = model.integer("n", lower=0, upper=most, auxiliary=True)
    model.add(n >= x.sum())
    found = list_solutions(model, backend="cpsat")
    assert found.complete
    assert len({tuple(values[:7].tolist()) for values in found}) == len(found) == 2**7


# How many solutions are searched for one by one, and how many completions may repeat them.
PATIENCE = [(32, 1_000, 50), (0, 1_000, 50), (1, 2, 0)]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A model, and what its own variables may be."""

    model: Model
    deciding: tuple[Variable, ...]
    expected: frozenset[tuple[int, ...]]

    def decided(self, found: Iterable[np.ndarray]) -> Counter[tuple[int, ...]]:
        """How often each choice of the deciding variables was found."""
        columns = [variable.column for variable in self.deciding]
        return Counter(tuple(values[columns].tolist()) for values in found)


def sketch(seed: int, encoding: str) -> Sketch:
    """A random graph whose vertices are switched by comparisons, also of auxiliary variables."""
    dice = random.Random(seed)
    model = Model()
    deciding = [model.binary("b"), model.binary("c"), model.integer("d", lower=0, upper=2)]
    auxiliary = [
        model.integer("e", lower=dice.choice([0, 1]), upper=3, auxiliary=True),
        model.binary("f", auxiliary=True),
    ]
    variables = [*deciding, *auxiliary]

    def comparison() -> tuple[Logical, Condition]:
        factors = [dice.choice([-3, -2, -1, 0, 0, 1, 2, 3]) for _ in variables]
        side, sign = dice.randint(-4, 4), dice.choice(["<=", ">=", "!=", "=="])
        number = model.sum(f * v for f, v in zip(factors, variables, strict=True))
        means: dict[str, tuple[Logical, Callable[[int], bool]]] = {
            "<=": (number <= side, lambda value: value <= side),
            ">=": (number >= side, lambda value: value >= side),
            "!=": (number != side, lambda value: value != side),
            "==": (number == side, lambda value: value == side),
        }
        truth, holds = means[sign]
        return truth, lambda *values: holds(
            sum(f * v for f, v in zip(factors, values, strict=True))
        )

    vertices = [comparison() for _ in range(dice.randint(2, 5))]
    pairs = list(combinations(range(len(vertices)), 2))
    edges = dice.sample(pairs, dice.randint(0, len(pairs)))
    roots = [dice.random() < 0.4 for _ in vertices] if dice.random() < 0.4 else None
    connected(
        model,
        np.array(edges).reshape(-1, 2),
        [truth for truth, _ in vertices],
        roots=roots,
        encoding=encoding,
    )
    conditions: list[Condition] = [
        lambda *values: hangs_together(
            [v for v, (_, on) in enumerate(vertices) if on(*values)], edges, roots
        )
    ]
    for _ in range(dice.randint(0, 2)):
        truth, holds = comparison()
        model.add(truth)
        conditions.append(holds)
    ranges = [range(int(lower), int(upper) + 1) for lower, upper in map(model.bounds, variables)]
    expected = frozenset(
        values[: len(deciding)]
        for values in product(*ranges)
        if all(condition(*values) for condition in conditions)
    )
    return Sketch(model, tuple(deciding), expected)


def hangs_together(
    active: list[int], edges: list[tuple[int, int]], roots: list[bool] | None
) -> bool:
    """Whether all active vertices are reached from an active root, or from the first of them."""
    reached = {v for v in active if roots[v]} if roots is not None else set(active[:1])
    for _ in active:
        for one, other in edges:
            if one in active and other in active and {one, other} & reached:
                reached |= {one, other}
    return reached.issuperset(active)


def test_all_questions_about_random_models(
    seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in seeds[::2]:
        few, repeats, of_each = PATIENCE[seed % len(PATIENCE)]
        monkeypatch.setattr(enumeration, "_FEW", few)
        monkeypatch.setattr(enumeration, "_REPEATS", repeats)
        monkeypatch.setattr(enumeration, "_REPEATS_EACH", of_each)
        case = sketch(seed, list(ENCODINGS)[seed // len(PATIENCE) % len(ENCODINGS)])
        model, expected = case.model, case.expected
        found = list_solutions(model, backend="cpsat")
        assert found.complete, seed
        assert case.decided(found) == Counter(expected), seed
        assert int(count_solutions(model, backend="cpsat")) == len(expected), seed
        unique = check_uniqueness(model, backend="cpsat")
        assert unique.unique == (len(expected) == 1), seed
        forced = find_forced(model, backend="cpsat")
        shared = [
            place
            for place in range(len(case.deciding))
            if len({choice[place] for choice in expected}) == 1
        ]
        assert len(forced.values) == len(shared), seed
        drawn = case.decided(sample_solutions(model, 9, backend="cpsat"))
        assert sum(drawn.values()) == (9 if expected else 0), seed
        assert expected.issuperset(drawn), seed
        if seed % 25 == 0:
            parts = list_solutions(model, backend="cpsat", options=Options(workers=2))
            assert case.decided(parts) == Counter(expected), seed
            counted = count_solutions(model, backend="cpsat", ledger=tmp_path / f"{seed}")
            assert int(counted) == len(expected), seed


def completions(model: Model | Program) -> Counter[tuple[int, ...]]:
    """How many completions each choice of the deciding variables has, by trying all."""
    program = program_of(model)
    ranges = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    everything = np.array(
        list(product(*(range(least, most + 1) for least, most in ranges))), dtype=np.int64
    )
    right = everything[program.rows_hold(everything)]
    return Counter(map(tuple, right[:, program.deciding].tolist()))


def random_rows(seed: int) -> Model:
    """Rows of all kinds about two deciding variables and three auxiliary ones."""
    dice = random.Random(seed)
    model = Model()
    x, y = model.binary("x", 2), model.integer("n", lower=0, upper=2)
    e, f = (
        model.binary("e", 2, auxiliary=True),
        model.integer("m", lower=0, upper=2, auxiliary=True),
    )
    literals = [x[0], x[1], e[0], e[1]]
    numbers = [*literals, y, f]
    for _ in range(dice.randint(3, 7)):
        target = dice.choice([e[0], e[1]])
        others = [v for v in dice.sample(literals, 2) if v is not target]
        others = [v for v in others if v.column != target.column]
        some = model.sum(dice.choice([-2, -1, 1, 1]) * v for v in dice.sample(numbers, 3))
        match dice.randrange(7):
            case 0:
                model.conjunction(others, target=target)
            case 1:
                model.disjunction([~v for v in others], target=target)
            case 2:
                model.exactly_one(dice.sample(literals, 3))
            case 3:
                model.add(some == dice.randint(-1, 2))
            case 4:
                model.add(some <= dice.randint(-1, 2))
            case 5:
                model.add(literals[0] ^ literals[2] ^ dice.choice([literals[1], literals[3]]))
            case _:
                model.add(some != dice.randint(-1, 1))
    return model


def test_what_is_called_determined_has_one_completion_at_most() -> None:
    said = Counter[bool]()
    for seed in range(400):
        model = random_rows(seed)
        program = model.program()
        said[program.determined()] += 1
        if program.determined():
            assert max(completions(model).values(), default=0) <= 1, seed
    assert min(said[True], said[False]) > 40


def test_every_operation_says_what_it_defines() -> None:
    model = Model()
    n, d = model.integer("n", lower=-3, upper=3), model.integer("d", lower=1, upper=2)
    x = model.binary("x", 2)
    results = [
        absolute(n),
        maximum(n, d),
        times(n, d),
        element(d, [4, n, 2]),
        quotient(n, d),
        remainder(n, 2),
        quotient(n, -2),
        (n >= d) + 0,
        (x[0] ^ x[1]) + 0,
        (x[0] & (n == 1)) + 0,
    ]
    assert model.program().determined()
    last = model.integer("last", lower=-9, upper=9, auxiliary=True)
    model.add(last <= results[0])
    assert not model.program().determined()
    with model.group("link"):
        model.add(last == model.sum(results))
    assert model.program().determined()
    assert not model.without("link").determined()
    assert model.without("link").fix({last: 1}).determined()


def test_what_defines_itself_defines_nothing() -> None:
    model = Model()
    x, u, w = model.binary("x"), *model.binary("u", 2, auxiliary=True)
    # u is w, and w is u: both 0 or both 1.
    model.add(u == w)
    model.add(x >= u)
    assert not model.program().determined()
    # A variable that cancels out is not defined by the row.
    other = Model()
    free, y = other.binary("free", auxiliary=True), other.binary("y")
    other.add(free - free + y == 1)
    assert not other.program().determined()


def test_distances_follow_only_while_all_their_rows_are_there() -> None:
    model = Model()
    x = model.binary("x", 4)
    with model.group("in one piece"):
        connected(model, np.array([(0, 1), (1, 2), (2, 3)]), x, encoding="bfs")
    assert model.program().determined()
    assert not model.without("in one piece").determined()
    # A vertex that is active only if its own distance is 1 follows from nothing.
    circle = Model()
    y, u = circle.binary("y"), circle.binary("u", auxiliary=True)
    connected(circle, np.array([(0, 1)]), [1, u], roots=[1, y], encoding="bfs")
    assert not circle.program().determined()
    distance = next(f for f in circle.families if f.name.startswith("distance"))
    circle.add(u == distance[1])
    assert not circle.program().determined()
