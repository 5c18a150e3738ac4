"""The right-hand sides and the ranges of an MPS file."""

from __future__ import annotations

from ilpuzzles.errors import quoted
from ilpuzzles.modelling.formats.file_text import FileText
from ilpuzzles.modelling.formats.gathered import OBJECTIVE, Gathered
from ilpuzzles.modelling.formats.mps_sections import Section
from ilpuzzles.modelling.formats.numbers import Number, read_number, too_large


def read_sides(gathered: Gathered, kinds: list[str], sections: dict[str, Section]) -> None:
    """Sets the sides of all rows and the constant of the objective.

    Args:
        gathered: What has been read so far; gets the sides.
        kinds: The kind of each row.
        sections: The sections of the file; RHS and RANGES may be missing.

    Raises:
        InputError: If a number is wrong, or stands where it means nothing.
    """
    right: dict[int, Number] = {}
    ranges: dict[int, Number] = {}
    for keyword, found in (("RHS", right), ("RANGES", ranges)):
        if keyword in sections:
            _read_vector(gathered, kinds, sections[keyword], found)
    gathered.constant = -int(right.pop(OBJECTIVE, 0))
    for row, kind in enumerate(kinds):
        gathered.sides[row] = _sides(kind, right.get(row, 0), ranges.get(row))


def _sides(kind: str, side: Number, width: Number | None) -> tuple[Number | None, Number | None]:
    """The least and the greatest value of a row."""
    if kind == "N":
        return None, None
    if kind == "E":
        # The sign of the range says on which side of the right-hand side it lies.
        width = width or 0
        return side + min(width, 0), side + max(width, 0)
    if width is None:
        return (None, side) if kind == "L" else (side, None)
    width = max(width, -width)
    return (side - width, side) if kind == "L" else (side, side + width)


def _read_vector(
    gathered: Gathered, kinds: list[str], section: Section, found: dict[int, Number]
) -> None:
    """Reads lines of an optional set name and one or two rows with numbers."""
    file = gathered.text
    chosen: str | None = None
    for line, fields in section.data():
        if not 2 <= len(fields) <= 5:
            raise file.at_field(
                line,
                0,
                f"{len(fields)} fields, not 2 to 5",
                "give the name of the set and one or two rows with numbers",
            )
        first = len(fields) % 2
        chosen = section.set_name(line, fields[0] if first else "", chosen)
        for place in range(first, len(fields), 2):
            name = fields[place]
            row = gathered.rows.get(name)
            if row is None:
                raise file.at_field(line, place, f"unknown row {quoted(name)}", "name it in ROWS")
            number = read_number(fields[place + 1])
            if number is None:
                raise file.not_a_number(line, place + 1)
            if row in found:
                what = f"a second number for row {quoted(name)}"
                raise file.at_field(line, place, what, "keep one of the two")
            if row == OBJECTIVE and section.keyword == "RHS":
                _require_whole(file, line, place + 1, number)
            elif row == OBJECTIVE or kinds[row] == "N":
                what = f"row {quoted(name)} has no side, being of kind N"
                raise file.at_field(line, place, what, "take this out")
            found[row] = number


def _require_whole(file: FileText, line: int, place: int, number: Number) -> None:
    if not isinstance(number, int) or too_large(number):
        written = quoted(file.lines[line].split()[place])
        what = f"the constant {written} of the objective"
        raise file.at_field(line, place, what, "make it a whole number of less than 63 bits")
