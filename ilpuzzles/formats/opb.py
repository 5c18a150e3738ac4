"""Programs in the OPB format of the pseudo-Boolean competitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.formats.names import FileNames, auxiliary_lines, comment_line, readable_names
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY


def opb_text(program: Program) -> str:
    r"""Writes a program in the OPB format.

    The variables are x1, x2, ...; comments say which is which, which are auxiliary, and how the
    program differs from its model. The objective is always to be minimised, without its constant;
    a comment says so where that makes a difference.

    Raises:
        ModelError: If a variable can be anything else than 0 and 1, or a row is stated by cuts.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model("")
        >>> x = model.binary("x", 2)
        >>> row = model.at_most_one(x)
        >>> model.maximize(x.sum() + 4)
        >>> print(opb_text(model.program()), end="")
        * #variable= 2 #constraint= 1
        * x1 = x_0
        * x2 = x_1
        * to be maximised: the signs of the objective are changed
        * the constant 4 of the objective is left out
        min: -1 x1 -1 x2 ;
        -1 x1 -1 x2 >= -1 ;
    """
    comments = [program.names.title, *program.remarks()]
    linear = linearised(program)
    return "\n".join([*_lines(linear, readable_names(linear), comments), ""])


def _lines(program: Program, names: FileNames, comments: Sequence[str]) -> Iterator[str]:
    beyond = np.nonzero((program.lower < 0) | (program.upper > 1))[0]
    if len(beyond):
        name = quoted(names.columns[int(beyond[0])])
        raise ModelError(
            Problem(f"{name} is not binary, and OPB has only binary variables", "use LP or MPS")
        )
    # One constraint for every variable that has a single value, and those of the rows.
    fixed = np.nonzero(program.lower == program.upper)[0].tolist()
    constraints = [f"+1 x{column + 1} = {program.lower[column]} ;" for column in fixed]
    constraints += _rows(program)
    # A model without variables that nothing satisfies still has to name one.
    variables = max(program.variables, 1 if constraints else 0)
    yield f"* #variable= {variables} #constraint= {len(constraints)}"
    yield from (comment_line("*", comment) for comment in comments if comment)
    for number, name in enumerate(names.columns, start=1):
        yield f"* x{number} = {name}"
    numbered = (f"x{number}" for number in range(1, program.variables + 1))
    yield from auxiliary_lines(program, numbered, "*")
    yield from _objective(program)
    yield from constraints


def _objective(program: Program) -> Iterator[str]:
    objective = program.objective
    if objective is None:
        return
    sign = 1
    if objective.maximize:
        yield "* to be maximised: the signs of the objective are changed"
        sign = -1
    if objective.constant:
        yield f"* the constant {objective.constant} of the objective is left out"
    terms = _terms(objective.columns.tolist(), objective.coefficients.tolist(), sign)
    if terms:
        yield f"min: {terms} ;"


def _rows(program: Program) -> Iterator[str]:
    """One constraint for every row, two for one with two bounds; there is no <= here."""
    rows = program.rows
    columns, coefficients = rows.columns.tolist(), rows.coefficients.tolist()
    sides = zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)
    for (first, last), (lower, upper) in zip(pairwise(rows.starts.tolist()), sides, strict=True):
        if first == last:
            # The format wants a term in every constraint; without any, the row is settled.
            if not lower <= 0 <= upper:
                yield "+1 x1 >= 2 ;"
            continue
        entries = columns[first:last], coefficients[first:last]
        if lower == upper:
            yield f"{_terms(*entries, 1)} = {lower} ;"
            continue
        if lower > MINUS_INFINITY:
            yield f"{_terms(*entries, 1)} >= {lower} ;"
        if upper < PLUS_INFINITY:
            yield f"{_terms(*entries, -1)} >= {-upper} ;"


def _terms(columns: list[int], coefficients: list[int], sign: int) -> str:
    return " ".join(
        f"{sign * coefficient:+d} x{column + 1}"
        for column, coefficient in zip(columns, coefficients, strict=True)
    )
