"""Programs in the LP format, which people can read and most solvers too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from ilpuzzles.modelling.formats.names import FileNames, readable_names, second_name
from ilpuzzles.modelling.formats.notes import auxiliary_lines, comment_line
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY

_WIDTH = 96


def lp_text(program: Program) -> str:
    """Writes a program in the LP format, with readable names.

    Rows with two different bounds become two rows, since readers differ in how they take them.
    Comments say how it differs from its model, and which columns are auxiliary.

    Raises:
        ModelError: If a row is stated by cuts.
    """
    comments = [program.names.title, *program.remarks()]
    linear = linearised(program)
    return "\n".join([*_lines(linear, readable_names(linear), comments), ""])


def _lines(program: Program, names: FileNames, comments: Sequence[str]) -> Iterator[str]:
    objective = program.objective
    # CBC drops a constant in the objective; a variable that is 1 does the same everywhere.
    constant = "constant"
    while constant in names.columns:
        constant = f"_{constant}"
    yield from (comment_line("\\", comment) for comment in comments if comment)
    yield from auxiliary_lines(program, names.columns, "\\")
    yield "Maximize" if objective is not None and objective.maximize else "Minimize"
    terms = []
    if objective is not None:
        terms = list(_terms(objective.columns.tolist(), objective.coefficients.tolist(), names))
        if objective.constant:
            sign = "-" if objective.constant < 0 else "+"
            terms.append(f"{sign} {abs(objective.constant)} {constant}")
    # Some readers want at least one term.
    yield from _wrapped("obj:", terms or [f"0 {name}" for name in names.columns[:1]])
    yield "Subject To"
    yield from _rows(program, names)
    yield "Bounds"
    yield from _bounds(program, names)
    if objective is not None and objective.constant:
        yield f" {constant} = 1"
    binary = [name for name, lower, upper in _columns(program, names) if lower >= 0 and upper <= 1]
    general = [name for name, lower, upper in _columns(program, names) if lower < 0 or upper > 1]
    for section, members in (("Binaries", binary), ("Generals", general)):
        if members:
            yield section
            yield from _wrapped("", members)
    yield "End"


def _columns(program: Program, names: FileNames) -> Iterable[tuple[str, int, int]]:
    return zip(names.columns, program.lower.tolist(), program.upper.tolist(), strict=True)


def _terms(columns: list[int], coefficients: list[int], names: FileNames) -> Iterator[str]:
    for column, coefficient in zip(columns, coefficients, strict=True):
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} "
        yield f"{'-' if coefficient < 0 else '+'} {size}{names.columns[column]}"


def _wrapped(start: str, parts: list[str]) -> list[str]:
    """Lines that no reader finds too long, broken between terms only."""
    # A term holds blanks of its own; a line must not be broken there.
    text = " ".join(part.replace(" ", "\0") for part in parts)
    lines = wrap(
        f"{start} {text}".strip(),
        _WIDTH,
        initial_indent=" ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]


def _rows(program: Program, names: FileNames) -> Iterator[str]:
    rows = program.rows
    starts, columns = rows.starts.tolist(), rows.columns.tolist()
    coefficients = rows.coefficients.tolist()
    lower, upper = rows.lower.tolist(), rows.upper.tolist()
    taken = set(names.rows)
    for row, name in enumerate(names.rows):
        first, last = starts[row], starts[row + 1]
        terms = list(_terms(columns[first:last], coefficients[first:last], names))
        # A row needs at least one term here.
        terms = terms or [f"0 {column}" for column in names.columns[:1]]
        if lower[row] == upper[row]:
            yield from _wrapped(f"{name}:", [*terms, f"= {lower[row]}"])
            continue
        both = lower[row] > MINUS_INFINITY and upper[row] < PLUS_INFINITY
        if upper[row] < PLUS_INFINITY:
            yield from _wrapped(f"{name}:", [*terms, f"<= {upper[row]}"])
        if lower[row] > MINUS_INFINITY:
            second = second_name(name, taken) if both else name
            yield from _wrapped(f"{second}:", [*terms, f">= {lower[row]}"])


def _bounds(program: Program, names: FileNames) -> Iterator[str]:
    for name, lower, upper in _columns(program, names):
        if (lower, upper) == (0, 1):
            continue
        if lower == upper:
            yield f" {name} = {lower}"
        elif lower == MINUS_INFINITY and upper == PLUS_INFINITY:
            yield f" {name} free"
        else:
            least = "-inf" if lower == MINUS_INFINITY else str(lower)
            most = "+inf" if upper == PLUS_INFINITY else str(upper)
            yield f" {least} <= {name} <= {most}"
