"""Programs in the MPS format, the one that every MIP solver reads."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.formats.names import FileNames, numbered_names, readable_names
from ilpuzzles.modelling.formats.notes import auxiliary_lines, comment_line, negated_line
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, IntArray

# So many entries are turned into text at a time: enough for speed, little enough for memory.
_BLOCK = 1 << 18


def mps_text(program: Program, *, numbered: bool = False) -> str:
    """Writes a program as free-format MPS.

    The objective is always to be minimised: the coefficients of a maximum change sign, and a
    comment, which `read_mps` heeds, says so. The file
    states every bound, since readers differ in what they assume. A row whose bounds contradict
    each other, which the format cannot say, becomes 0 = 1. Comments say how the program differs
    from its model, and which columns are auxiliary.

    Args:
        program: The program.
        numbered: Whether columns and rows are called x0, r0, ..., without comments on them.

    Returns:
        The text of the file.

    Raises:
        ModelError: If a row is stated by cuts.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 2))
        >>> print(mps_text(model.program(), numbered=True), end="")
        NAME ilpuzzles FREE
        ROWS
         N obj
         E r0
        COLUMNS
         MARK 'MARKER' 'INTORG'
         x0 r0 1
         x1 r0 1
         MARK 'MARKER' 'INTEND'
        RHS
         RHS r0 1
        RANGES
        BOUNDS
         BV B x0
         BV B x1
        ENDATA
    """
    linear = linearised(program)
    if numbered:
        return "".join(_pieces(linear, numbered_names(linear)))
    names = readable_names(linear)
    notes = [comment_line("*", remark) for remark in program.remarks()]
    notes += auxiliary_lines(linear, names.columns, "*")
    return "".join([*(f"{note}\n" for note in notes), *_pieces(linear, names)])


def _pieces(program: Program, names: FileNames) -> Iterator[str]:
    """The text in pieces; every one begins a new line or goes on with the last."""
    if program.objective is not None and program.objective.maximize:
        yield f"{negated_line('*')}\n"
    yield "NAME ilpuzzles FREE\nROWS\n N obj"
    yield from _row_kinds(program, names)
    yield "\nCOLUMNS\n MARK 'MARKER' 'INTORG'"
    yield from _columns(program, names)
    yield "\n MARK 'MARKER' 'INTEND'\nRHS"
    yield from _right_hand_sides(program, names)
    yield "\nRANGES"
    yield from _ranges(program, names)
    yield "\nBOUNDS"
    yield from _bounds(program, names)
    yield "\nENDATA\n"


def _row_kinds(program: Program, names: FileNames) -> list[str]:
    rows = program.rows
    fixed = (rows.lower == rows.upper) | _impossible(program)
    kinds = np.where(fixed, "E", np.where(rows.upper < PLUS_INFINITY, "L", "G"))
    # A row without bounds at all says nothing; as a further N row it is ignored.
    free = (rows.lower == MINUS_INFINITY) & (rows.upper == PLUS_INFINITY)
    kinds = np.where(free, "N", kinds)
    return [f"\n {kind} {name}" for name, kind in zip(names.rows, kinds.tolist(), strict=True)]


def _impossible(program: Program) -> npt.NDArray[np.bool_]:
    """Which rows nothing can satisfy, whatever their entries are."""
    impossible: npt.NDArray[np.bool_] = program.rows.lower > program.rows.upper
    return impossible


def _columns(program: Program, names: FileNames) -> Iterator[str]:
    """The entries column by column, two in a line, since readers take no more.

    Texts are put together in arrays of Python strings: every name and every number is made into
    text once, and then only pointed at.
    """
    columns, rows, coefficients = _entries(program)
    column_texts = np.array([f"\n {name}" for name in names.columns], dtype=object)
    row_texts = np.array([" obj", *(f" {name}" for name in names.rows)], dtype=object)
    numbers, which = np.unique(coefficients, return_inverse=True)
    number_texts = np.array([f" {number}" for number in numbers.tolist()], dtype=object)
    place = np.arange(len(columns))
    # Where the first entry of the column stands, so that every second one begins a new line.
    first = np.searchsorted(columns, np.arange(program.variables))
    begins = (place - first[columns]) % 2 == 0
    for start in range(0, len(columns), _BLOCK):
        block = slice(start, start + _BLOCK)
        parts = np.full((len(columns[block]), 3), "", dtype=object)
        parts[begins[block], 0] = column_texts[columns[block][begins[block]]]
        parts[:, 1] = row_texts[rows[block]]
        parts[:, 2] = number_texts[which[block]]
        yield "".join(parts.ravel().tolist())


def _entries(program: Program) -> tuple[IntArray, IntArray, IntArray]:
    """Columns, rows and coefficients of all entries by column; row 0 is the objective."""
    rows = program.rows
    owners, row_columns, factors = rows.owners(), rows.columns, rows.coefficients
    impossible = _impossible(program)
    if impossible.any():
        kept = ~impossible[owners]
        owners, row_columns, factors = owners[kept], row_columns[kept], factors[kept]
    costs = np.zeros(program.variables, dtype=np.int64)
    objective = program.objective
    if objective is not None:
        costs[objective.columns] = objective.coefficients * (-1 if objective.maximize else 1)
    unused = np.ones(program.variables, dtype=bool)
    unused[row_columns] = False
    # A column without any entry is still a column: it costs 0.
    listed = np.nonzero((costs != 0) | unused)[0]
    columns = np.concatenate([listed, row_columns])
    order = _stable_order(columns)
    rows_of = np.concatenate([np.zeros(len(listed), dtype=np.int64), owners + 1])
    return columns[order], rows_of[order], np.concatenate([costs[listed], factors])[order]


def _stable_order(columns: IntArray) -> IntArray:
    """What `argsort` would say; sorting numbers with their places in them is many times faster."""
    bits = len(columns).bit_length()
    keyed = (columns << bits) | np.arange(len(columns))
    keyed.sort()
    order: IntArray = keyed & ((1 << bits) - 1)
    return order


def _right_hand_sides(program: Program, names: FileNames) -> list[str]:
    rows = program.rows
    sides = np.where(rows.upper < PLUS_INFINITY, rows.upper, rows.lower)
    sides = np.where(sides == MINUS_INFINITY, 0, sides)
    sides = np.where(_impossible(program), 1, sides)
    lines = [f"\n RHS {names.rows[row]} {sides[row]}" for row in np.nonzero(sides)[0].tolist()]
    objective = program.objective
    if objective is not None and objective.constant:
        # The right-hand side of the objective is what is subtracted from it.
        lines.append(f"\n RHS obj {objective.constant * (1 if objective.maximize else -1)}")
    return lines


def _ranges(program: Program, names: FileNames) -> list[str]:
    rows = program.rows
    both = (rows.lower > MINUS_INFINITY) & (rows.upper < PLUS_INFINITY) & (rows.lower < rows.upper)
    return [
        f"\n RNG {names.rows[row]} {int(rows.upper[row]) - int(rows.lower[row])}"
        for row in np.nonzero(both)[0].tolist()
    ]


def _bounds(program: Program, names: FileNames) -> list[str]:
    lines = [f"\n BV B {name}" for name in names.columns]
    lower, upper = program.lower, program.upper
    for column in np.nonzero((lower != 0) | (upper != 1))[0].tolist():
        name, least, most = names.columns[column], int(lower[column]), int(upper[column])
        if least == most:
            lines[column] = f"\n FX B {name} {least}"
        else:
            lines[column] = (
                f"\n LO B {name} {least}" if least > MINUS_INFINITY else f"\n MI B {name}"
            )
            lines[column] += f"\n UP B {name} {most}" if most < PLUS_INFINITY else f"\n PL B {name}"
    return lines
