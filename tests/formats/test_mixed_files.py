"""Random mixed models as files: what was written is read again, number by number."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.mps import read_mps
from ilpuzzles.formats.names import FileNames, readable_names
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.numbers import Number, decimal_text, exact
from ilpuzzles.modelling.pieces import (
    piecewise_linear,
    semi_continuous,
    special_ordered_1,
    special_ordered_2,
)
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY
from ilpuzzles.queries.solve import solve_model
from support.mixed_models import mixed_sample

FORMATS: dict[str, tuple[Callable[[Model], str], Callable[[str], FileModel]]] = {
    "lp": (Model.to_lp, read_lp),
    "mps": (Model.to_mps, read_mps),
}


def data(program: Program, names: FileNames) -> dict[str, object]:
    """All that a program says, by names, in exact numbers; rows without bounds say nothing."""
    rows = program.rows
    objective = program.objective
    lower, upper = rows.lower.tolist(), rows.upper.tolist()
    halves = set()
    for row, scale in enumerate(rows.scales.tolist()):
        entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
        columns = [names.columns[column] for column in rows.columns[entries].tolist()]
        # A row with thirds is written three times as large.
        factors = rows.coefficients[entries].tolist()
        shared = math.gcd(*factors) or scale
        terms = frozenset(zip(columns, [factor // shared for factor in factors], strict=True))
        if not terms:
            # Such a row holds always or never.
            halves.add((terms, "0", Fraction(lower[row] <= 0 <= upper[row])))
            continue
        if lower[row] > MINUS_INFINITY:
            halves.add((terms, ">=", Fraction(lower[row], shared)))
        if upper[row] < PLUS_INFINITY:
            halves.add((terms, "<=", Fraction(upper[row], shared)))
    form = None if objective is None else objective.form()
    costs = {} if form is None else dict(zip(form.columns, form.coefficients, strict=True))
    ends = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    bounds = [(written(low), written(high)) for low, high in ends]
    kinds = program.whole().tolist()
    return {
        "rows": halves,
        "bounds": dict(zip(names.columns, bounds, strict=True)),
        # A fixed variable that is whole anyway may be called whole.
        "whole": {
            name
            for name, kind, (low, high) in zip(names.columns, kinds, bounds, strict=True)
            if kind and low < high
        },
        "costs": {names.columns[column]: written(cost) for column, cost in costs.items()},
        "constant": 0 if form is None else written(form.constant),
        "sense": objective is not None and objective.maximize,
    }


def written(number: Number) -> Number:
    """What files hold of a number outside of rows: a double if it has no last digit."""
    return number if decimal_text(number) is not None else exact(float(number))


def own_names(model: FileModel) -> FileNames:
    rows = [model.row_name(row) for row in range(model.statistics().rows)]
    return FileNames(list(model.names), rows)


@pytest.mark.parametrize("form", FORMATS)
def test_mixed_models_are_read_as_they_were_written(form: str) -> None:
    write, read = FORMATS[form]
    for seed in range(60):
        model = mixed_sample(seed).model
        again = read(write(model))
        program = linearised(model.program())
        found = data(again.program(), own_names(again))
        assert found == data(program, readable_names(program)), f"seed {seed}"
        third = read(write(again))
        assert data(third.program(), own_names(third)) == found


def random_pieces(seed: int) -> Model:
    """A model with something of everything that is no linear row, in continuous numbers."""
    dice = random.Random(seed)
    model = Model("pieces")
    x = [
        model.continuous(f"x{n}", lower=-dice.randint(0, 3), upper=Fraction(dice.randint(1, 9), 2))
        for n in range(4)
    ]
    b = model.binary("b")
    model.add(semi_continuous(x[0], Fraction(dice.randint(1, 4), 2)))
    model.add((special_ordered_1 if seed % 2 else special_ordered_2)(x[1:]))
    model.add(b.implies(x[1] + x[2] - x[3] <= Fraction(dice.randint(-3, 5), 2)))
    points = [(-3 + 4 * n, Fraction(dice.randint(-6, 6), 2)) for n in range(4)]
    cost = piecewise_linear(x[3], points)
    model.add(model.sum(x) <= dice.randint(1, 8))
    worth = model.sum(dice.randint(-4, 4) * one for one in [*x, b]) - cost
    (model.maximize if seed % 3 else model.minimize)(worth)
    return model


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
def test_models_with_pieces_have_the_same_optimum_in_files(backend: str) -> None:
    for seed in range(10):
        model = random_pieces(seed)
        best = solve_model(model, backend).objective
        assert best is not None
        for write, read in FORMATS.values():
            assert solve_model(read(write(model)), backend).objective == best, f"seed {seed}"
