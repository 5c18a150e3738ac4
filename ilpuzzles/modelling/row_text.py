"""Rows as a person would write them down, for explanations."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.modelling.basics import MINUS_INFINITY, PLUS_INFINITY
from ilpuzzles.modelling.linear import Names
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind

_SHOWN = 4

_LEADS = {
    Kind.EXACTLY_ONE: "exactly one of",
    Kind.AT_MOST_ONE: "at most one of",
    Kind.AT_LEAST_ONE: "at least one of",
    Kind.CONJUNCTION: "all of",
    Kind.DISJUNCTION: "one or more of",
}


def row_text(program: Program, row: int, names: Names) -> str:
    """Writes a row down; of a long one its beginning and how long it is.

    Args:
        program: The program.
        row: The number of the row in it.
        names: The model, for the names of the variables.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
        >>> number = model.add(3 * x - y <= 2)
        >>> row_text(model.program(), number, model)
        '3 x - y <= 2'
    """
    rows = program.rows
    kind = Kind(int(rows.kinds[row]))
    entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
    columns: list[int] = rows.columns[entries].tolist()
    coefficients: list[int] = rows.coefficients[entries].tolist()
    if kind is Kind.OPERATION:
        operation = program.operations[int(rows.targets[row])]
        return f"{operation.word} of {_listed([names.name_of(column) for column in columns])}"
    if kind is Kind.LINEAR:
        lower, upper = int(rows.lower[row]), int(rows.upper[row])
        return _linear([names.name_of(c) for c in columns[:_SHOWN]], coefficients, lower, upper)
    literals = [
        f"{'~' if factor < 0 else ''}{names.name_of(column)}"
        for column, factor in zip(columns, coefficients, strict=True)
    ]
    text = f"{_LEADS[kind]} {_listed(literals)}"
    return f"{names.name_of(int(rows.targets[row]))} = {text}" if kind.defines else text


def _listed(parts: Sequence[str]) -> str:
    rest = len(parts) - _SHOWN
    # To leave out a single one saves nothing.
    if rest <= 1:
        return ", ".join(parts) or "nothing"
    return f"{', '.join(parts[:_SHOWN])} and {rest} more"


def _linear(names: list[str], coefficients: list[int], lower: int, upper: int) -> str:
    terms = []
    for name, factor in zip(names, coefficients, strict=False):
        size = "" if abs(factor) == 1 else f"{abs(factor)} "
        terms.append(f"{'-' if factor < 0 else '+'} {size}{name}")
    rest = len(coefficients) - len(names)
    if rest:
        terms.append(f"+ ... ({rest} more)")
    total = " ".join(terms).removeprefix("+ ") or "0"
    if lower == upper:
        return f"{total} = {lower}"
    if lower == MINUS_INFINITY:
        return f"{total} <= {upper}" if upper != PLUS_INFINITY else f"{total} is free"
    if upper == PLUS_INFINITY:
        return f"{total} >= {lower}"
    return f"{lower} <= {total} <= {upper}"
