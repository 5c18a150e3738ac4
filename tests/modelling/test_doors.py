"""One model through every door: the same rows as written, the same rows stored, one meaning."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd
from typing import Any

import numpy as np
import pulp
import pytest

from ilpuzzles.asking.files import from_pulp, read_lp, read_mps, read_saved
from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.formats.saved import saved_text
from ilpuzzles.modelling.numbers import Number, NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind
from support.traced import allowance, is_long, meaning

Sides = tuple[Number | None, Number | None]


@dataclass(frozen=True)
class Data:
    """A model in plain data: whole columns within 0 and `most`, and rows of doubles.

    Attributes:
        most: The greatest value of each column.
        terms: The columns and coefficients of each row; a column may come twice.
        senses: How each row compares.
        limits: What it compares with.
    """

    most: list[int]
    terms: list[list[tuple[int, float]]]
    senses: list[str]
    limits: list[float]
    exact: bool = True

    def meaning(self, number: float) -> Fraction:
        """The exact number that a double of the model stands for."""
        return meaning(number, decimals=self.exact)

    def total(self, row: int) -> dict[int, Fraction]:
        """The terms of a row, those of each column added up: in doubles where one is measured."""
        total: dict[int, Any] = {}
        for column, factor in self.terms[row]:
            is_measured = not self.exact and is_long(factor)
            number = factor if is_measured else self.meaning(factor)
            total[column] = total.get(column, 0) + number
        exact_ones = {column: self.meaning(factor) for column, factor in sorted(total.items())}
        return {column: factor for column, factor in exact_ones.items() if factor}

    def is_measured(self, row: int) -> bool:
        """Whether a row holds within a tolerance."""
        numbers = [*self.total(row).values(), meaning(self.limits[row], decimals=self.exact)]
        return not self.exact and any(is_long(float(number)) for number in numbers)

    def sides(self, row: int) -> Sides:
        """Both bounds of a row."""
        limit = self.meaning(self.limits[row])
        number: Number = limit.numerator if limit.denominator == 1 else limit
        lower = None if self.senses[row] == "<=" else number
        return lower, None if self.senses[row] == ">=" else number

    def solutions(self) -> list[tuple[int, ...]]:
        """Every assignment that satisfies every row, in fractions."""
        rows = range(len(self.terms))
        return [
            values
            for values in product(*(range(most + 1) for most in self.most))
            if all(self.holds(row, values) for row in rows)
        ]

    def holds(self, row: int, values: tuple[int, ...]) -> bool:
        """Whether a row holds, in fractions."""
        total = self.total(row)
        terms = [factor * values[column] for column, factor in total.items()]
        in_sum = any(is_long(float(factor)) for factor in total.values())
        for bound, sign in zip(self.sides(row), (1, -1), strict=True):
            if bound is None:
                continue
            missed = sign * (bound - sum(terms, Fraction(0)))
            allowed = Fraction(0)
            if self.is_measured(row):
                spoken = terms if in_sum else []
                allowed = allowance(spoken, list(total.values()), Fraction(bound))
            if missed > allowed:
                return False
        return True


def number_by_chance(dice: random.Random) -> float:
    """A double of few digits or of 17, none of which readers would multiply."""
    kind = dice.choice(["whole", "cents", "long", "large"])
    size = dice.randint(1, 900)
    number = {
        "whole": float(size),
        "cents": size / 100,
        "long": 0.01 + dice.random(),
        "large": size * 1000.5,
    }[kind]
    return dice.choice([1, 1, -1]) * number


def data_by_chance(seed: int, *, repeats: bool, exact: bool) -> Data:
    """A small model; each row holds for one assignment, some with equality."""
    dice = random.Random(seed)
    most = [dice.randint(1, 4) for _ in range(dice.randint(2, 4))]
    hidden = [dice.randint(0, end) for end in most]
    terms, senses, limits = [], [], []
    for _ in range(dice.randint(1, 4)):
        columns = dice.sample(range(len(most)), dice.randint(1, len(most)))
        if repeats and dice.random() < 0.8:
            columns.append(dice.choice(columns))
        row = [(column, number_by_chance(dice)) for column in columns]
        parts = (meaning(factor, decimals=exact) * hidden[column] for column, factor in row)
        activity = sum(parts, Fraction(0))
        limit, sense = float(activity), dice.choice(["<=", ">=", "="])
        if sense == "=" and meaning(limit, decimals=exact) != activity:
            sense = "<="
        if sense != "=" and dice.random() < 0.7:
            limit += dice.choice([1, -1]) * dice.random()
        terms.append(row)
        senses.append(sense)
        limits.append(limit)
    return Data(most, terms, senses, limits, exact)


def compare(left: Any, sense: str, limit: Any) -> Any:
    """A comparison by operators."""
    return {"<=": left <= limit, ">=": left >= limit, "=": left == limit}[sense]


def family(model: Model, data: Data) -> Any:
    return model.integer("x", len(data.most), lower=0, upper=data.most)


def by_operators(data: Data) -> AskableProgram:
    model = Model(exact=data.exact)
    x = [model.integer(f"x{n}", lower=0, upper=most) for n, most in enumerate(data.most)]
    for terms, sense, limit in zip(data.terms, data.senses, data.limits, strict=True):
        model.add(compare(sum(factor * x[column] for column, factor in terms), sense, limit))
    return model.program()


def by_arrays(data: Data) -> Program:
    """Each row is a product with the first terms of its columns, and one with the second ones."""
    model = Model(exact=data.exact)
    x = family(model, data)
    for terms, sense, limit in zip(data.terms, data.senses, data.limits, strict=True):
        matrices = np.zeros((2, 1, len(data.most)))
        for column, factor in terms:
            matrices[int(matrices[0, 0, column] != 0), 0, column] = factor
        left = matrices[0] @ x
        if matrices[1].any():
            left = left + matrices[1] @ x
        model.add(compare(left, sense, np.array([limit])))
    return model.program()


def by_one_product(data: Data) -> Program:
    """All terms in one matrix, over a family in which columns are repeated."""
    model = Model(exact=data.exact)
    x = family(model, data)
    places = [column for terms in data.terms for column, _ in terms]
    chosen = x.positions()[np.array(places)]
    first = 0
    for terms, sense, limit in zip(data.terms, data.senses, data.limits, strict=True):
        part = chosen[first : first + len(terms)]
        model.add(compare(part.dot([factor for _, factor in terms]), sense, limit))
        first += len(terms)
    return model.program()


def by_add_rows(data: Data) -> Program:
    model = Model(exact=data.exact)
    family(model, data)
    inf = float("inf")
    model.add_rows(
        Kind.LINEAR,
        np.cumsum([0, *map(len, data.terms)]),
        np.array([column for terms in data.terms for column, _ in terms]),
        coefficients=np.array([factor for terms in data.terms for _, factor in terms]),
        lower=np.array(
            [-inf if s == "<=" else n for s, n in zip(data.senses, data.limits, strict=True)]
        ),
        upper=np.array(
            [inf if s == ">=" else n for s, n in zip(data.senses, data.limits, strict=True)]
        ),
    )
    return model.program()


def by_lp_text(data: Data) -> Program:
    """Files name a column once in a row, so that its terms are added up in decimals."""
    lines = [
        "Minimize",
        f" obj: {' + '.join(f'0 x{n}' for n in range(len(data.most)))}",
        "Subject To",
    ]
    for row, total in enumerate(data.total(row) for row in range(len(data.terms))):
        left = " ".join(f"{decimal(factor)} x{column}" for column, factor in total.items())
        lines.append(f" c{row}: {left} {data.senses[row]} {data.limits[row]!r}")
    lines += ["Bounds", *(f" 0 <= x{n} <= {most}" for n, most in enumerate(data.most))]
    lines += ["Generals", " ".join(f"x{n}" for n in range(len(data.most))), "End"]
    return read_lp("\n".join(lines), exact=data.exact).program()


def by_mps_text(data: Data) -> Program:
    """Terms are added up here, too."""
    lines = ["NAME doors", "ROWS", " N obj"]
    letters = {"<=": "L", ">=": "G", "=": "E"}
    lines += [f" {letters[sense]} c{row}" for row, sense in enumerate(data.senses)]
    lines += ["COLUMNS", " MARK 'MARKER' 'INTORG'"]
    totals = [data.total(row) for row in range(len(data.terms))]
    for column in range(len(data.most)):
        lines.append(f" x{column} obj 0")
        for row, total in enumerate(totals):
            if column in total:
                lines.append(f" x{column} c{row} {decimal(total[column])}")
    lines += [" MARK 'MARKER' 'INTEND'", "RHS"]
    lines += [f" RHS c{row} {limit!r}" for row, limit in enumerate(data.limits)]
    lines += ["BOUNDS", *(f" UP BND x{n} {most}" for n, most in enumerate(data.most)), "ENDATA"]
    return read_mps("\n".join(lines) + "\n", exact=data.exact).program()


def decimal(number: Fraction) -> str:
    """All digits of a decimal, or those that tell a double."""
    if number.denominator > 10**25 or meaning(float(number), decimals=False) == number:
        sign = "" if number < 0 else "+"
        return f"{sign}{float(number)!r}"
    places = 0
    while number * 10**places % 1:
        places += 1
    digits = abs(int(number * 10**places))
    return f"{'-' if number < 0 else '+'}{digits}e-{places}"


def by_saved_file(data: Data) -> Program:
    return read_saved(saved_text(by_operators(data)), "saved").program()


def by_pulp(data: Data) -> Program:
    """PuLP adds up terms in doubles, so it is given sums that are doubles."""
    problem = pulp.LpProblem("doors", pulp.LpMinimize)
    x = [problem.add_variable(f"x{n}", 0, most, pulp.LpInteger) for n, most in enumerate(data.most)]
    problem += pulp.LpAffineExpression([(column, 0) for column in x])
    for row in range(len(data.terms)):
        terms = [(x[column], float(factor)) for column, factor in data.total(row).items()]
        left = pulp.LpAffineExpression(terms)
        sense, limit = data.senses[row], data.limits[row]
        problem += {"<=": left <= limit, ">=": left >= limit, "=": left == limit}[sense], f"c{row}"
    return from_pulp(problem, exact=data.exact).program()


def by_exported_lp(data: Data) -> Program:
    return read_lp(by_operators(data).to_lp()).program()


def by_exported_mps(data: Data) -> Program:
    return read_mps(by_operators(data).to_mps()).program()


DOORS: dict[str, Callable[[Data], Program]] = {
    "operators": by_operators,
    "arrays": by_arrays,
    "one product": by_one_product,
    "add_rows": by_add_rows,
    "LP text": by_lp_text,
    "MPS text": by_mps_text,
    "a saved file": by_saved_file,
    "exported LP": by_exported_lp,
    "exported MPS": by_exported_mps,
    "from_pulp": by_pulp,
}

ONE_BY_ONE = [door for door in DOORS if door not in {"arrays", "one product", "add_rows"}]
"""The doors that rows go through one by one."""


def numbered(program: Program) -> list[int]:
    """The number in the name of each column; files may have another order."""
    names = [program.names.name_of(column) for column in range(program.variables)]
    return [int(name.strip("x[]")) for name in names]


def written(program: Program, row: int) -> tuple[dict[int, Number], Sides]:
    """A row as it was written, the terms of each column added up."""
    assert program.written is not None
    origin, numbers = int(program.rows.origins[row]), numbered(program)
    total: dict[int, Number] = {}
    for column, factor in program.written.terms(origin):
        number = numbers[column]
        total[number] = added(total[number], factor) if number in total else factor
    terms = {column: factor for column, factor in total.items() if factor}
    return terms, program.written.bounds(origin)


def added(one: Number, other: Number) -> Number:
    """The sum of two factors of a column: in doubles if one is measured."""
    is_measured = any(
        is_long(float(each)) and Fraction(float(each)) == each for each in (one, other)
    )
    return Fraction(float(one) + float(other)) if is_measured else one + other


def in_lowest_terms(program: Program, row: int) -> tuple[dict[int, Any], list[Any], int]:
    """A row as it is stored, with its scale, all divided by what they have in common."""
    rows, numbers = program.rows, numbered(program)
    entries = rows.entries(row)
    columns, factors = rows.columns[entries].tolist(), rows.coefficients[entries].tolist()
    ends, scale = [rows.lower.at(row), rows.upper.at(row)], int(rows.scales[row])
    if rows.measured[row]:
        named = zip((numbers[column] for column in columns), factors, strict=True)
        return dict(sorted(named)), ends, scale
    factors = list(map(int, factors))
    shared = gcd(scale, *factors, *(int(end) for end in ends if end is not None))
    pairs = zip(columns, factors, strict=True)
    terms = {numbers[column]: factor // shared for column, factor in pairs}
    return terms, [None if end is None else int(end) // shared for end in ends], scale // shared


def solutions(program: Program, data: Data) -> list[tuple[int, ...]]:
    """Every assignment that the program allows."""
    every = list(product(*(range(most + 1) for most in data.most)))
    holds: NumberArray = program.rows_hold(np.array(every)[:, numbered(program)])
    return [values for values, right in zip(every, holds.tolist(), strict=True) if right]


def are_doubles(data: Data) -> bool:
    """Whether all sums of terms of the same column are doubles."""
    return all(
        data.meaning(float(factor)) == factor
        for row in range(len(data.terms))
        for factor in data.total(row).values()
    )


def require_the_same(data: Data, door: str) -> None:
    """Asserts that a door leads to the model that the data are."""
    program, first = DOORS[door](data), by_operators(data)
    assert len(program.rows) == len(data.terms)
    for row in range(len(data.terms)):
        assert written(program, row) == (data.total(row), data.sides(row))
        assert in_lowest_terms(program, row) == in_lowest_terms(first, row)
        bounds = program.rows_of()[row].bounds
        assert tuple(None if bound is None else exactly(bound) for bound in bounds) == data.sides(
            row
        )
    assert solutions(program, data) == data.solutions()


def exactly(bound: Any) -> Number | None:
    """A bound as a fraction, also where it is a measured float; None if there is none."""
    if bound is None:
        return None
    number = Fraction(bound)
    return number.numerator if number.denominator == 1 else number


@pytest.mark.every("door")
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("seed", range(30))
def test_a_model_means_the_same_through_every_door(seed: int, door: str, *, exact: bool) -> None:
    require_the_same(data_by_chance(seed, repeats=False, exact=exact), door)


@pytest.mark.every("door")
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("door", ONE_BY_ONE)
@pytest.mark.parametrize("seed", range(30))
def test_terms_of_the_same_column_are_added_up(seed: int, door: str, *, exact: bool) -> None:
    data = data_by_chance(seed, repeats=True, exact=exact)
    if door == "from_pulp" and not are_doubles(data):
        pytest.skip("PuLP has no such numbers")
    if door.startswith("exported") and has_small_rows(data):
        pytest.skip("files have small rows in larger units")
    require_the_same(data, door)


def has_small_rows(data: Data) -> bool:
    """Whether little is left of all terms of a row."""
    return any(
        max(map(abs, data.total(row).values()), default=1) < 1e-3 for row in range(len(data.terms))
    )


def third_by_operators(model: Model) -> None:
    x = model.integer("x0", lower=0, upper=9)
    model.add(x / 2 <= Fraction(5, 3))


def third_by_arrays(model: Model) -> None:
    x = model.integer("x", 1, lower=0, upper=9)
    model.add(x / 2 <= [Fraction(5, 3)])


def third_by_add_rows(model: Model) -> None:
    model.integer("x0", lower=0, upper=9)
    numbers = np.array([Fraction(1, 2)], dtype=object)
    model.add_rows(
        Kind.LINEAR,
        np.array([0, 1]),
        np.array([0]),
        coefficients=numbers,
        upper=np.array([Fraction(5, 3)], dtype=object),
    )


@pytest.mark.parametrize("state", [third_by_operators, third_by_arrays, third_by_add_rows])
@pytest.mark.parametrize("saved", [False, True])
def test_a_bound_that_is_stored_rounded_is_shown_as_it_was_written(
    state: Callable[[Model], None], *, saved: bool
) -> None:
    model = Model()
    state(model)
    program = model.program()
    if saved:
        program = read_saved(saved_text(program), "saved").program()
    assert in_lowest_terms(program, 0) == ({0: 1}, [None, 3], 2)
    (row,) = program.rows_of()
    assert row.bounds == (None, Fraction(5, 3))
    assert written(program, 0) == ({0: Fraction(1, 2)}, (None, Fraction(5, 3)))
    assert [program.check(np.array([n])) == () for n in (3, 4)] == [True, False]
