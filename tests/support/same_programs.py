"""Whether two programs are the same, field by field, names included."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_store import Sides
from ilpuzzles.modelling.rows import NO_ORIGIN


def _objective(one: Objective) -> tuple[Any, ...]:
    terms = one.columns.tolist(), one.coefficients.tolist(), one.constant
    return (*terms, one.maximize, one.tolerance, one.share, one.scale)


def described(program: Program) -> dict[str, Any]:
    """All that a program is made of, in plain data; equal programs are described equally."""
    names, rows = program.names, program.rows
    assert names.rows is not None
    found: dict[str, Any] = {
        name: getattr(program, name).tolist() for name in ("lower", "upper", "deciding")
    }
    # One that leaves nothing out and fixes nothing is the model itself.
    not_all = program.switched_off or program.fixed
    # Where a row was written is no part of what it says; what was written is.
    parts = [field.name for field in fields(rows) if field.name != "origins"]
    found |= {name: getattr(rows, name).tolist() for name in parts}
    return found | {
        "written": [_written(program, origin) for origin in rows.origins.tolist()],
        "whole": program.whole().tolist(),
        "row numbers": program.row_numbers.tolist(),
        "objectives": [*map(_objective, program.objective.in_order() if program.objective else ())],
        "operations": program.operations,
        "together": program.together,
        "off": program.switched_off,
        "fixed": dict(program.fixed),
        "title": names.title,
        "groups": names.groups,
        "families": [(one.name, one.first, one.axes) for one in names.families],
        "columns": [names.name_of(column) for column in range(program.variables)],
        "rows": [names.rows.key_of(row) for row in program.row_numbers.tolist()],
        "entire": described(program.entire) if program.entire and not_all else None,
    }


def _written(program: Program, origin: int) -> tuple[dict[int, Number], Sides] | None:
    """A row as it was written: the coefficient of each column, and both bounds."""
    if origin == NO_ORIGIN or program.written is None:
        return None
    total: dict[int, Number] = {}
    for column, number in program.written.terms(origin):
        total[column] = total.get(column, 0) + number
    terms = {column: number for column, number in sorted(total.items()) if number}
    return terms, program.written.bounds(origin)
