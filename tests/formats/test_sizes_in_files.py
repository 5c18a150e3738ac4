"""Numbers of any size in files: rows in tiny units, coefficients that readers lose, many digits."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from ilpuzzles.asking.files import from_pulp, read_lp, read_mps
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.formats.lp import lp_text
from ilpuzzles.formats.mps import mps_text
from ilpuzzles.formats.names import text_in_file
from ilpuzzles.formats.pulp import pulp_problem
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.solve import solve_model

WRITERS: dict[str, Callable[[Program], Any]] = {
    "LP": lp_text,
    "MPS": mps_text,
    "PuLP": pulp_problem,
}
READERS: dict[str, Callable[[Any], Model]] = {"LP": read_lp, "MPS": read_mps, "PuLP": from_pulp}


def read_back(program: Program, form: str) -> Program:
    """The program as a reader of a format gets it."""
    return READERS[form](WRITERS[form](program)).program()


Sums = list[tuple[dict[str, Fraction], Fraction | None, Fraction | None]]


def ratios(program: Program) -> Sums:
    """Every row as it was written, divided by the size of its largest coefficient."""
    assert program.written is not None
    found: Sums = []
    for origin in program.rows.origins.tolist():
        terms = {
            program.names.name_of(column): Fraction(factor)
            for column, factor in sorted(program.written.terms(origin))
        }
        size = max(map(abs, terms.values()))
        lower, upper = program.written.bounds(origin)
        found.append(
            (
                {name: factor / size for name, factor in terms.items()},
                None if lower is None else lower / size,
                None if upper is None else upper / size,
            )
        )
    return found


def tiny_model(seed: int) -> Model:
    """Rows of decimals, in units between 1 and 1e-13."""
    dice = random.Random(seed)
    model = Model()
    names = [model.continuous(f"x{n}", upper=10) for n in range(3)]
    names.append(model.integer("n", lower=0, upper=9))
    for _ in range(4):
        unit = Fraction(1, 10 ** dice.choice([0, 4, 7, 10, 13]))
        some = dice.sample(names, dice.randint(1, 4))
        left = model.sum(Fraction(dice.randint(1, 999), 100) * unit * name for name in some)
        limit = Fraction(dice.randint(100, 5000), 100) * unit
        model.add(dice.choice([left <= limit, left <= limit, left >= limit / 50]))
    model.maximize(model.sum(dice.randint(1, 9) * name for name in names))
    return model


@pytest.mark.every("form")
@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("seed", range(20))
def test_rows_in_tiny_units_mean_the_same_when_they_are_read_back(seed: int, form: str) -> None:
    model = tiny_model(seed)
    program = model.program()
    again = read_back(program, form)
    assert again.written is not None
    for origin in again.rows.origins.tolist():
        sizes = [abs(float(factor)) for _, factor in again.written.terms(origin)]
        assert max(sizes) >= 1e-3
    if form != "PuLP":
        assert ratios(again) == ratios(program)
        return
    # PuLP keeps doubles.
    for (terms, *sides), (others, *ends) in zip(ratios(again), ratios(program), strict=True):
        assert terms.keys() == others.keys()
        for name, factor in terms.items():
            assert float(factor) == pytest.approx(float(others[name]), rel=1e-15)
        for end, other in zip(sides, ends, strict=True):
            assert (end is None) == (other is None)
            assert end is None or float(end) == pytest.approx(float(other or 0), rel=1e-15)


@pytest.mark.parametrize("form", WRITERS)
def test_the_answer_of_a_model_in_tiny_units_survives_a_file(form: str) -> None:
    model = Model()
    x, y = model.continuous("x", upper=10), model.continuous("y", upper=1)
    unit = Fraction(1, 10**10)
    model.add(unit * x + unit * y >= unit * Fraction(5, 2))
    model.minimize(3 * x + y)
    assert solve_model(read_back(model.program(), form)).objective == Fraction(11, 2)
    text = WRITERS[form](model.program())
    if form != "PuLP":
        assert "e-10" not in text
        assert "0.0000000001" not in text


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("small", [1e-10, 1e-9, Fraction(-1, 10**12), 1e-13])
def test_a_coefficient_that_readers_would_lose_is_an_error_that_names_its_row(
    small: Any, form: str
) -> None:
    model = Model()
    x = model.continuous("x", upper=10)
    y = model.continuous("y", upper=10**15)
    with model.group("budget"):
        model.add(x + y <= 10**15)
        model.add(5 * x + small * y <= 20)
    with pytest.raises(ModelError, match=r"row budget\[1\] has .* y beside a coefficient of 5"):
        WRITERS[form](model.program())


@pytest.mark.parametrize("form", WRITERS)
def test_a_lost_coefficient_of_a_column_without_bounds_is_an_error(form: str) -> None:
    model = Model()
    x, y = model.continuous("x", lower=None), model.continuous("y", lower=0)
    model.add(x + 1e-11 * y >= 1)
    with pytest.raises(ModelError, match=r"row linear\[0\] has 1e-11 y beside a coefficient of 1"):
        WRITERS[form](model.program())


@pytest.mark.parametrize("form", WRITERS)
def test_a_small_coefficient_that_cannot_matter_is_written(form: str) -> None:
    """All that it can add is less than readers tell apart."""
    model = Model()
    x, y = model.continuous("x", upper=10), model.continuous("y", upper=10)
    model.add(500 * x + 1e-10 * y <= 20)
    model.add(x + y <= 15)
    again = read_back(model.program(), form)
    assert again.written is not None
    assert again.written.terms(0) == [(0, 500), (1, Fraction(1, 10**10))]


@pytest.mark.parametrize("form", WRITERS)
def test_bounds_are_exported_as_they_were_written(form: str) -> None:
    """As stored, they are rounded, since the sums are whole."""
    model = Model()
    x, y = model.integer("x", lower=0, upper=9), model.integer("y", lower=0, upper=9)
    model.add(2 * x + 4 * y <= 7.5)
    model.add(x / 2 >= 0.3)
    model.add((x + y).between(0.25, 16.75))
    again = read_back(model.program(), form)
    sides: set[Number | None] = set()
    assert again.written is not None
    for origin in again.rows.origins.tolist():
        sides.update(again.written.bounds(origin))
    expected = {None, Fraction(15, 2), Fraction(3, 10), Fraction(1, 4), Fraction(67, 4)}
    assert sides - {None} == expected - {None}


_NUMBER = re.compile(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?\Z")


def long_numbers(dice: random.Random) -> Any:
    """A number with more digits than a double, perhaps."""
    kind = dice.choice(["product", "binary", "tiny", "double", "large"])
    if kind == "product":
        return Fraction(repr(dice.random())) * Fraction(repr(dice.random()))
    if kind == "binary":
        return Fraction(dice.randint(1, 99), dice.choice([2**40, 2**60]))
    if kind == "tiny":
        return Fraction(dice.randint(1, 10**17), 10**20)
    return dice.random() if kind == "double" else dice.randint(1, 2**60)


@pytest.mark.parametrize("seed", range(30))
def test_numbers_for_cbc_have_at_most_24_characters(seed: int) -> None:
    dice = random.Random(seed)
    model = Model()
    x = [
        model.continuous(f"x{n}", lower=-long_numbers(dice), upper=long_numbers(dice))
        for n in range(3)
    ]
    for _ in range(3):
        left = model.sum(dice.choice([1, -1]) * long_numbers(dice) * name for name in x)
        limit = long_numbers(dice)
        model.add(dice.choice([left <= limit, left >= -limit, left.between(-limit, limit + 1)]))
    model.minimize(model.sum(long_numbers(dice) * name for name in x) + long_numbers(dice))
    text = mps_text(model.program(), numbered=True)
    numbers = [word for line in text.splitlines() for word in line.split() if _NUMBER.match(word)]
    assert numbers
    assert max(map(len, numbers)) <= 24


def test_a_number_is_written_with_all_its_digits_or_as_a_double() -> None:
    dice = random.Random(1)
    for _ in range(300):
        number = Fraction(long_numbers(dice)) * dice.choice([1, -1])
        for most in (17, 40):
            text = text_in_file(number, most)
            assert Fraction(text) == number or float(text) == float(number)
            if len(text) > 24:
                assert Fraction(text) == number
            assert len(text) <= max(24, most)
