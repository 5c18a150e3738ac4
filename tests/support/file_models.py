"""What a model that was read from a file says, by its names; and what CBC makes of such a file."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from ilpuzzles.asking.files import FileModel
from ilpuzzles.errors import InputError
from ilpuzzles.formats.names import FileNames
from ilpuzzles.jobs.process import run_child
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.modelling.numbers import Number, decimal_text, exact
from ilpuzzles.modelling.program import Program
from ilpuzzles.solvers.cbc.backend import CbcBackend

Read: TypeAlias = Callable[[str, str], FileModel]
Sides: TypeAlias = tuple[Number | None, Number | None]
NamedRow: TypeAlias = tuple[dict[str, int], Number | None, Number | None]

LP = """\
Maximize
 profit: 3 beer + 5 ale - 10 open
Subject To
 malt: 2 beer + 4.5 ale <= 40
 open = 0 -> beer + ale <= 0
 1 <= beer + ale <= 30
Bounds
 5 <= beer <= 12
 ale <= 6
Binaries
 open
Semi-Continuous
 beer
SOS
 kinds: S1:: beer:1 ale:2
End
"""
"""An LP file with every section."""

MPS = """\
NAME a
OBJSENSE
 MAX
ROWS
 N cost
 L cap
 E both $ a comment
COLUMNS
 x cost -1 cap 1
 x both 1
 y cost -1 cap 1
 b cost 3
RHS
 R cap 2.5 both 7
RANGES
 R cap 1.5
BOUNDS
 SC B x 9
 LO B x 1
 UP B y 9
 BV B b
SOS
 S2 set
 x 1
 y 2
 b 3
INDICATORS
 IF cap b 1
ENDATA
"""
"""An MPS file with every section."""


def bounds(model: FileModel) -> dict[str, Sides]:
    """The bounds of all variables by name."""
    return {name: model.bounds(model.variable(name)) for name in model.names}


def names_of(model: FileModel) -> FileNames:
    """The names in a file."""
    rows = [model.row_name(row) for row in range(model.statistics().rows)]
    return FileNames(list(model.names), rows)


def named_rows(model: FileModel) -> dict[str, NamedRow]:
    """The rows by name: coefficients by name, and the bounds."""
    rows, names = model.program().rows, names_of(model)
    found: dict[str, NamedRow] = {}
    for row, name in enumerate(names.rows):
        entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
        columns = [names.columns[column] for column in rows.columns[entries].tolist()]
        factors = dict(zip(columns, rows.coefficients[entries].tolist(), strict=True))
        found[name] = factors, rows.lower.at(row), rows.upper.at(row)
    return found


def everything(program: Program, names: FileNames) -> dict[str, object]:
    """All that a program says, by names, in exact numbers; rows without bounds say nothing."""
    rows = program.rows
    objective = program.objective
    lower, upper = rows.lower.tolist(), rows.upper.tolist()
    halves = set()
    for row, scale in enumerate(rows.scales.tolist()):
        # A row with two bounds is two of an LP file.
        name = names.rows[row].removesuffix("__low")
        entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
        columns = [names.columns[column] for column in rows.columns[entries].tolist()]
        # A row with thirds is written three times as large.
        factors = rows.coefficients[entries].tolist()
        shared = math.gcd(*factors) or scale
        terms = frozenset(zip(columns, [factor // shared for factor in factors], strict=True))
        if not terms:
            # Such a row holds always or never.
            holds = (rows.lower <= 0) & (rows.upper >= 0)
            halves.add((name, terms, "0", Fraction(int(holds[row]))))
            continue
        least, most = lower[row], upper[row]
        if least is not None:
            halves.add((name, terms, ">=", Fraction(least) / shared))
        if most is not None:
            halves.add((name, terms, "<=", Fraction(most) / shared))
    form = None if objective is None else objective.form()
    costs = {} if form is None else dict(zip(form.columns, form.coefficients, strict=True))
    ends = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    limits = [(_written(low), _written(high)) for low, high in ends]
    whole, deciding = program.whole().tolist(), program.deciding.tolist()
    kinds = zip(names.columns, whole, deciding, limits, strict=True)
    return {
        "rows": halves,
        "bounds": dict(zip(names.columns, limits, strict=True)),
        # A fixed variable that is whole anyway may be called whole.
        "whole": {
            name: told
            for name, kind, told, (low, high) in kinds
            if kind and (low is None or high is None or low < high)
        },
        "costs": {names.columns[column]: _written(cost) for column, cost in costs.items()},
        "constant": 0 if form is None else _written(form.constant),
        "sense": objective is not None and objective.maximize,
    }


def _written(number: Number | None) -> Number | None:
    """What files hold of a number outside of rows: a double if it has no last digit."""
    if number is None or decimal_text(number) is not None:
        return number
    return exact(float(number))


def complaint(read: Read, text: str) -> str:
    """What is wrong with a text, without the name of the file."""
    try:
        read(text, "a")
    except InputError as error:
        return str(error).removeprefix("a:")
    return "nothing"


def best_by_cbc(text: str, suffix: str) -> float | None:
    """What CBC says of a file: its objective, or None for infeasible."""
    program = CbcBackend()._find()
    assert program is not None
    with private_folder() as folder:
        Path(folder, f"model.{suffix}").write_text(text)
        command = [program, f"model.{suffix}", "-solve", "-solution", "s.txt", "-quit"]
        run = run_child(command, folder)
        assert not re.search("[1-9][0-9]* errors", run.log), run.log
        header = Path(folder, "s.txt").read_text().splitlines()[0]
    if header.startswith(("Infeasible", "Integer infeasible")):
        return None
    assert header.startswith("Optimal"), header
    return float(header.split()[-1])
