"""Every operation of the vocabulary in small sentences, beside what they mean in plain Python."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import isfunction
from itertools import product as every
from types import SimpleNamespace
from typing import Any

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling import functions, pieces

DOMAINS = {
    **dict.fromkeys("xyz", range(2)),
    "a": range(-2, 3),
    "b": range(-1, 3),
    "d": range(1, 4),
}
"""The variables of the sentences, and what values they take."""


@dataclass(frozen=True)
class Sentence:
    """Something that is true or false of a few variables, or a number.

    Attributes:
        text: What it says, in Python; its variables are written v.x, v.y, ...
        build: Makes it out of variables.
        value: What it is for values.
    """

    text: str
    build: Callable[[Any], Any]
    value: Callable[[Any], int]

    @property
    def names(self) -> list[str]:
        """The variables that occur."""
        return [name for name in DOMAINS if f"v.{name}" in self.text]


def assignments(names: list[str]) -> Iterator[dict[str, int]]:
    """All values of some variables."""
    for values in every(*(DOMAINS[name] for name in names)):
        yield dict(zip(names, values, strict=True))


def variables(model: Model, names: list[str], suffix: str = "") -> SimpleNamespace:
    """New variables for sentences."""
    made: dict[str, Any] = {}
    for name in names:
        domain = DOMAINS[name]
        if domain == range(2):
            made[name] = model.binary(name + suffix)
        else:
            made[name] = model.integer(name + suffix, lower=domain[0], upper=domain[-1])
    return SimpleNamespace(**made)


FUNCTIONS = {
    name: function
    for room in (functions, pieces)
    for name, function in vars(room).items()
    if isfunction(function) and function.__module__ == room.__name__
    if not name.startswith("_") and name not in {"gathered", "piecewise_linear"}
}
"""The functions of the vocabulary by their names, but one whose result is never whole."""

_MODEL: dict[str, Any] = FUNCTIONS | {
    "between": lambda number, lower, upper: number.between(lower, upper),
    "implies": lambda one, other: one.implies(other),
}


def _nonzero(*numbers: int) -> list[int]:
    return [place for place, number in enumerate(numbers) if number]


_PYTHON: dict[str, Any] = {
    "absolute": abs,
    "all_different": lambda *n: len(set(n)) == len(n),
    "conditional": lambda test, then, otherwise: then if test else otherwise,
    "conjunction": lambda *t: all(t),
    "count": lambda *t: sum(map(bool, t)),
    "different_values": lambda *n: len(set(n)),
    "disjunction": lambda *t: any(t),
    "element": lambda index, items: items[index],
    "equivalence": lambda one, other: bool(one) == bool(other),
    "exclusive_disjunction": lambda *t: sum(map(bool, t)) % 2 == 1,
    "factorial": math.factorial,
    "greatest_common_divisor": math.gcd,
    "implication": lambda one, other: bool(not one or other),
    "implies": lambda one, other: bool(not one or other),
    "maximum": max,
    "member": lambda n, values: n in values,
    "minimum": min,
    "multiple": lambda n, k: n % k == 0,
    "negation": lambda t: not t,
    "power": pow,
    "product": lambda *n: math.prod(n),
    "quotient": lambda n, k: n // k,
    "remainder": lambda n, k: n % k,
    "semi_continuous": lambda n, lower, upper: n == 0 or lower <= n <= upper,
    "special_ordered_1": lambda *n: len(_nonzero(*n)) <= 1,
    "special_ordered_2": lambda *n: (
        len(_nonzero(*n)) < 2 or (len(_nonzero(*n)) == 2 and _nonzero(*n)[1] - _nonzero(*n)[0] == 1)
    ),
    "tabulated": lambda n, function: function(n),
    "between": lambda number, lower, upper: lower <= number <= upper,
}


def sentence_of(text: str) -> Sentence:
    """A sentence from its text; its variables are written v.x, v.y, ..."""
    code = compile(text, text, "eval")
    # In plain Python, `~` of a truth value is no negation.
    plain = compile(text.replace("~", "1 - "), text, "eval")
    return Sentence(
        text,
        lambda v: eval(code, {**_MODEL, "v": v}),  # noqa: S307 - the sentences below
        lambda v: int(eval(plain, {**_PYTHON, "v": v})),  # noqa: S307 - likewise
    )


SENTENCES = [
    sentence_of(text)
    for text in (
        "conjunction(v.x, ~v.y, v.z)",
        "v.x | v.y",
        "v.x ^ v.y",
        "exclusive_disjunction(v.x, v.y, v.z, v.a >= 1)",
        "negation(v.x | v.y)",
        "implication(v.x, v.y)",
        "implies(v.x, v.a <= v.b)",
        "equivalence(v.x, v.a == 1)",
        "v.a == v.b",
        "v.a != v.b",
        "v.a < v.b",
        "2 * v.a - 3 * v.b <= 1",
        "between(v.a + v.b, 0, 1)",
        "v.a >= 7",
        "conditional(v.x, v.a, v.b) == 1",
        "conditional(v.x, v.y, v.z)",
        "count(v.x, v.y, ~v.z) == 2",
        "between(count(v.x, v.a == 1, v.a < v.b), 1, 2)",
        "all_different(v.a, v.b, v.d)",
        "all_different(v.a, v.b + 1, 2 * v.d - 1, 1)",
        "different_values(v.a, v.b, 1) == 2",
        "element(v.d - 1, [5, -3, 2]) >= 2",
        "element(v.d, [v.a, v.b, 1, v.a - v.b]) == 1",
        "element(v.x + v.y, [v.a, 2, v.b]) <= 0",
        "minimum(v.a, v.b, v.d) == -1",
        "absolute(v.a - 2 * v.b) >= 3",
        "product(v.a, v.a) == 4",
        "product(v.a - 1, v.b, v.d) <= -4",
        "product(3, v.x + 1, v.d) == 12",
        "quotient(v.a, 2) == -1",
        "remainder(v.a, 3) == 1",
        "remainder(v.a, -3) == -2",
        "quotient(v.a, v.d) == -1",
        "remainder(v.a + v.b, v.d) == 1",
        "multiple(v.a + 1, 3)",
        "power(v.a, 3) + v.b == 0",
        "factorial(v.d) == 2",
        "greatest_common_divisor(v.a, v.d) == 1",
        "tabulated(v.a, lambda value: value * value - 1) == 0",
        "member(v.a, (-2, 0, 1))",
        "member(v.a + v.b, ())",
        "semi_continuous(v.a + v.b, 2, 3)",
        "special_ordered_1(v.a, v.b, v.x)",
        "special_ordered_2(v.a, v.x, v.b)",
        # Nested.
        "(v.x & (v.a <= v.b)) | (v.y & (v.a != 1))",
        "(v.x | (v.a <= 0)) & (v.y | (v.b >= 1) | (v.a == 2))",
        "~(v.x ^ (v.a == v.b)) & (v.a + v.b <= 2)",
        "implies(v.x, all_different(v.a, v.b, v.d))",
        "v.x | all_different(v.a, v.b)",
        "(v.a <= v.b) == (v.d >= 2)",
        "(v.a <= v.b) + 2 * (v.x | v.y) + product(v.x, v.a) == 2",
        "maximum(absolute(v.a), product(v.x, v.d)) == 2",
        "element(remainder(v.a, 3), [v.b, v.d, 1]) == maximum(v.b, 1)",
        "count(member(v.a, (0, 2)), v.x & v.y, minimum(v.a, v.b) == v.b) == 2",
        "conditional((v.a == 1) | v.x, absolute(v.a), -v.b) >= 1",
        "implies((v.a >= 1) & (v.b >= 1), implies(v.x, v.a - v.b == 1))",
        # What can never or always be.
        "v.x & ~v.x",
        "v.x ^ v.x",
        "v.a + v.x != v.x + v.a",
        # Empty and full ranges.
        "between(v.a, -2, 2)",
        "between(count(v.x, v.a == 1), 2, 1)",
        "between(conditional(v.x, v.a, v.b), 1, 0)",
        "between(different_values(v.a, v.b), 2, 1)",
        "between(element(v.d - 1, [5, -3, v.a]), 1, 0)",
        "between(maximum(v.a, v.b), 1, 0) | between(minimum(v.a, v.b), 1, 0)",
        "between(absolute(v.a), 2, 1)",
        "between(product(v.x, v.a), 1, -1) ^ v.x",
        "between(quotient(v.a, 2) + remainder(v.a, 3), 1, 0)",
        "~between(v.a, 1, 0) ^ v.x ^ between(v.b, 2, 1)",
        "conditional(between(v.a, 1, 0), v.b, v.a) == 1",
        # Numbers without a variable in them.
        "between(v.a - v.a, -1, -2)",
        "between(v.a - v.a, 0, 0) ^ v.x",
        "implies(v.x, between(v.a - v.a, -1, -2))",
        "all_different(v.a)",
        "all_different(v.a - v.a, 1, v.b)",
        "different_values(v.a - v.a, 0) == 1",
        "element(v.a - v.a, [v.b, 1]) == 1",
        "maximum(v.a - v.a, 1) == minimum(v.b - v.b + 1, 2)",
        "product(v.a - v.a, v.b) == 0",
        "quotient(v.a - v.a + 7, 2) == 3",
        "remainder(v.a - v.a + 7, v.d) == 1",
        "power(v.a - v.a + 2, 3) == 8",
        "factorial(v.a - v.a) == 1",
        "greatest_common_divisor(v.a - v.a, v.d) == 2",
        "tabulated(v.a - v.a, lambda value: value + 1) == v.x",
        "special_ordered_1(v.a - v.a, v.x)",
        "special_ordered_2(v.x, v.a - v.a, v.y)",
        "count(v.a - v.a == 0, v.x) == 1",
        # Bounds that are met, numbers that are never 0, as many values as numbers or one more.
        "all_different(v.x, v.y, v.d - 1)",
        "all_different(v.x, v.y, v.b)",
        "absolute(v.b - 2) == 3",
        "between(2 * v.b - v.a, 0, 1)",
        "between(1 - v.a, 0, 2) == v.x",
        "different_values(200 * v.a, 200 * v.b, 200 * v.d, 0) == 2",
        "exclusive_disjunction(v.x, ~v.y, v.z, v.a == 0, v.b == 1)",
        "greatest_common_divisor(v.x + 1, v.y + 2) == 2",
        "maximum(v.a, v.b, -2) == minimum(v.d, 2, v.a + 3)",
        "member(v.a + v.b, (-3, -1, 0, 3))",
        "product(v.a, -v.b) >= 4",
        "quotient(v.d + 3, v.d) == 2",
        "semi_continuous(v.a - 1, -2, -1)",
        "semi_continuous(v.a, -1, 2)",
        "special_ordered_1(v.d - 4, v.a, v.x)",
        "special_ordered_2(v.a, v.d - 4, v.x, v.b)",
    )
]
