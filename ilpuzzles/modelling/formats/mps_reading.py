"""Reads models in the MPS format, in the free and in the fixed form, strictly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import PurePath
from typing import TYPE_CHECKING

from ilpuzzles.errors import quoted
from ilpuzzles.modelling.formats.file_text import FileText
from ilpuzzles.modelling.formats.gathered import OBJECTIVE, Gathered
from ilpuzzles.modelling.formats.mps_bounds import read_bounds
from ilpuzzles.modelling.formats.mps_sections import Section, read_sections
from ilpuzzles.modelling.formats.mps_sense import read_sense
from ilpuzzles.modelling.formats.mps_sides import read_sides
from ilpuzzles.modelling.formats.notes import Notes
from ilpuzzles.modelling.formats.numbers import Number, read_number, too_large
from ilpuzzles.modelling.rows import LARGEST

if TYPE_CHECKING:
    from ilpuzzles.modelling.formats.file_model import FileModel

_ROW_KINDS = {"N", "L", "G", "E"}
_MARKER = "'MARKER'"


def read_mps(text: str, source: str = "model.mps") -> FileModel:
    r"""Reads a model in the MPS format.

    Where readers differ, this one does as follows. Names are separated by blanks, in the fixed
    form too, so that they have none in them. A column that is declared integer has the bounds 0
    and infinity unless BOUNDS says otherwise; MI leaves the upper bound as it is; an upper bound
    below 0 is refused where no lower bound is stated. All variables have to be integer: between
    the markers INTORG and INTEND, by a bound of type BV, LI or UI, or fixed to a whole number.
    The first N row is the objective, any other one is kept as a row without bounds. The right-hand
    side of the objective is what is subtracted from it. Rows with fractions are multiplied by
    their common denominator. Bounds from 1e20 on are infinite. The objective is minimised unless
    a section OBJSENSE or PuLP's comment `*SENSE:Maximize` says otherwise. Comments of `mps_text`
    that say which columns are auxiliary, or that it has changed the signs of a maximum, count; in
    files without them all columns tell solutions apart.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.

    Returns:
        The model, with the names of the file.

    Raises:
        InputError: With the place of the first thing that is wrong.

    Example:
        >>> model = read_mps(
        ...     "NAME two\nROWS\n N cost\n E one\nCOLUMNS\n x cost 2 one 1\n y cost 1 one 1\n"
        ...     "RHS\n RHS one 1\nBOUNDS\n BV BND x\n BV BND y\nENDATA\n"
        ... )
        >>> model.name, str(model.statistics()), model.row_name(0)
        ('two', '2 variables, 1 rows, 2 nonzeros', 'one')
        >>> read_mps("NAME two\nROWS\n X cost\nCOLUMNS\nENDATA\n", "two.mps")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: two.mps:3:2: unknown kind of row 'X'; known: N, L, G, E
    """
    # The class of the result is a Model, and the module of that imports the formats.
    from ilpuzzles.modelling.formats.stating import stated  # noqa: PLC0415

    file = FileText.of(text, source)
    sections = read_sections(file)
    gathered = Gathered(file)
    gathered.maximize = read_sense(file, sections)
    kinds = _read_rows(gathered, sections["ROWS"])
    integer = _read_columns(gathered, sections["COLUMNS"])
    read_sides(gathered, kinds, sections)
    read_bounds(gathered, integer, sections.get("BOUNDS"))
    notes = Notes(file)
    for line, written in enumerate(file.lines):
        if written[:1] == "*":
            notes.read(line, 1)
    notes.settle(gathered)
    words = sections["NAME"].words if "NAME" in sections else []
    return stated(gathered, words[0] if words else PurePath(source).stem)


def _read_rows(gathered: Gathered, section: Section) -> list[str]:
    """Reads the names of the rows; returns the kinds of all but the objective."""
    file, rows = gathered.text, gathered.rows
    kinds: list[str] = []
    for line, fields in section.data():
        if len(fields) != 2:
            raise file.at_field(
                line, 0, f"{len(fields)} fields, not 2", "give a kind and a name without blanks"
            )
        kind, name = fields
        if kind not in _ROW_KINDS:
            raise file.at_field(line, 0, f"unknown kind of row {quoted(kind)}", "known: N, L, G, E")
        if name in rows or name == _MARKER:
            raise file.at_field(line, 1, f"a second row {quoted(name)}", "give it another name")
        if kind == "N" and OBJECTIVE not in rows.values():
            rows[name] = OBJECTIVE
        else:
            gathered.add_row(name, line)
            kinds.append(kind)
    return kinds


def _read_columns(gathered: Gathered, section: Section) -> list[bool]:
    """Reads the entries; returns which columns are declared integer."""
    file, rows = gathered.text, gathered.rows
    lines = file.lines
    integer: list[bool] = []
    marked = False
    current, column = "", -1
    # A file may have millions of these lines, hence the local names and the order of the tests.
    add_column, add_row = gathered.entry_columns.append, gathered.entry_rows.append
    add_line, add_coefficient = gathered.entry_lines.append, gathered.coefficients.append
    for line in section.body():
        fields = lines[line].split()
        if not fields or lines[line][0] == "*":
            continue
        pairs = _PAIRS.get(len(fields))
        if pairs is None:
            raise file.at_field(
                line,
                0,
                f"{len(fields)} fields, not 3 or 5",
                "give a column and one or two rows with numbers; names have no blanks",
            )
        if fields[1] == _MARKER:
            marked = _read_marker(file, line, fields, marked=marked)
            current = ""
            continue
        if fields[0] != current:
            current = fields[0]
            column = _begin_column(gathered, line, current)
            integer.append(marked)
        for place in pairs:
            row = rows.get(fields[place])
            if row is None:
                what = f"unknown row {quoted(fields[place])}"
                raise file.at_field(line, place, what, "name it in ROWS")
            number = read_number(fields[place + 1])
            if type(number) is not int or not -LARGEST < number < LARGEST:
                number = _unusual(gathered, row, line, place + 1, number)
            add_column(column)
            add_row(row)
            add_line(line)
            add_coefficient(number)
    if marked:
        raise file.at_field(section.end, 0, "INTORG without INTEND", "add the marker INTEND")
    return integer


# Where the names of rows stand in a line, by the number of its fields.
_PAIRS = {3: (1,), 5: (1, 3)}


def _begin_column(gathered: Gathered, line: int, name: str) -> int:
    if name in gathered.columns:
        what = f"column {quoted(name)} is continued after another one"
        raise gathered.text.at_field(line, 0, what, "put all its lines together")
    return gathered.add_column(name, line)


def _read_marker(file: FileText, line: int, fields: list[str], *, marked: bool) -> bool:
    """Whether the columns from here on are integer."""
    word = fields[2].strip("'")
    if len(fields) != 3 or word not in {"INTORG", "INTEND"}:
        raise file.at_field(
            line, 2, f"unknown marker {quoted(fields[2])}", "known: 'INTORG', 'INTEND'"
        )
    if (word == "INTORG") == marked:
        what = "a second INTORG" if marked else "INTEND without INTORG"
        raise file.at_field(line, 2, what, "let INTORG and INTEND take turns")
    return word == "INTORG"


def _unusual(gathered: Gathered, row: int, line: int, place: int, number: Number | None) -> int:
    """Deals with a coefficient that is not a small whole number: notes a fraction, or raises."""
    file = gathered.text
    written = quoted(file.lines[line].split()[place])
    if number is None:
        raise file.not_a_number(line, place)
    if too_large(number):
        raise file.at_field(line, place, f"{written} has 63 bits or more", "scale it down")
    if row == OBJECTIVE:
        raise file.at_field(
            line,
            place,
            f"the objective has the fraction {written}",
            "scale it so that all its coefficients are whole numbers",
        )
    gathered.fractions[len(gathered.coefficients)] = Fraction(number)
    return 1
