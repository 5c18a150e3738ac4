"""The bounds of the columns of an MPS file."""

from __future__ import annotations

from dataclasses import dataclass, field

from ilpuzzles.errors import quoted
from ilpuzzles.modelling.formats.gathered import Gathered
from ilpuzzles.modelling.formats.mps_sections import Section
from ilpuzzles.modelling.formats.numbers import read_number, too_large
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY

_TYPES = ("LO", "UP", "FX", "LI", "UI", "BV", "FR", "MI", "PL")
_SET_LOWER = {"LO", "LI", "FX"}
_SET_UPPER = {"UP", "UI", "FX"}
_INTEGER = {"LI", "UI", "BV"}
# Types that need no number, and the bounds that they set; None leaves one as it is.
_UNVALUED: dict[str, tuple[int | None, int | None]] = {
    "BV": (0, 1),
    "FR": (MINUS_INFINITY, PLUS_INFINITY),
    "MI": (MINUS_INFINITY, None),
    "PL": (None, PLUS_INFINITY),
}

_INFINITE = 10**20
_INFINITY_WORDS = {"inf", "infinity"}


@dataclass(slots=True)
class _Bounds:
    """Bounds while they are read.

    Attributes:
        gathered: The columns.
        integer: Which of them are integer.
        lower_lines: The lines that state lower bounds, by column.
        upper_lines: The lines that state upper bounds, by column.
    """

    gathered: Gathered
    integer: list[bool]
    lower_lines: dict[int, int] = field(default_factory=dict)
    upper_lines: dict[int, int] = field(default_factory=dict)


def read_bounds(gathered: Gathered, integer: list[bool], section: Section | None) -> None:
    """Sets the bounds of all columns.

    Args:
        gathered: What has been read so far; gets the bounds.
        integer: Which columns are declared integer between markers.
        section: The section BOUNDS, if there is one.

    Raises:
        InputError: If a bound is wrong, or a column is not integer in the end.
    """
    bounds = _Bounds(gathered, integer)
    if section is not None:
        chosen: str | None = None
        for line, fields in section.data():
            place = _column_place(gathered, line, fields)
            chosen = section.set_name(line, fields[1] if place == 2 else "", chosen)
            _read_bound(bounds, line, fields, place)
    _check(bounds)


def _column_place(gathered: Gathered, line: int, fields: list[str]) -> int:
    """Which field is the column: the one behind the name of the set, if there is one."""
    file, columns, kind = gathered.text, gathered.columns, fields[0]
    if kind not in _TYPES:
        known = f"known: {', '.join(_TYPES)}"
        raise file.at_field(line, 0, f"unknown type of bound {quoted(kind)}", known)
    valued = kind not in _UNVALUED
    if not 2 + valued <= len(fields) <= 4:
        form = "a type, the name of the set and a column" + (", and a number" if valued else "")
        raise file.at_field(line, 0, f"{len(fields)} fields", f"give {form}")
    place = 2 if len(fields) == 4 else 1
    if not valued and len(fields) == 3 and (fields[2] in columns or fields[1] not in columns):
        # A set and a column; a column and a number that says nothing may stand there as well.
        place = 2
    if fields[place] not in columns:
        what = f"unknown column {quoted(fields[place])}"
        raise file.at_field(line, place, what, "name it in COLUMNS")
    return place


def _read_bound(bounds: _Bounds, line: int, fields: list[str], place: int) -> None:
    """Reads one line; the column is the field at `place`."""
    gathered, kind = bounds.gathered, fields[0]
    file, column = gathered.text, gathered.columns[fields[place]]
    lower, upper = _UNVALUED.get(kind, (None, None))
    if len(fields) > place + 1:
        value = _read_value(gathered, line, place + 1, fields[place + 1])
        if kind not in _UNVALUED:
            lower = value if kind in _SET_LOWER else None
            upper = value if kind in _SET_UPPER else None
    if lower == PLUS_INFINITY or upper == MINUS_INFINITY:
        what = f"no value is left by {quoted(fields[place + 1])}"
        raise file.at_field(line, place + 1, what, "give a finite number")
    if kind in _INTEGER:
        bounds.integer[column] = True
    for bound, stored, lines, side in (
        (lower, gathered.lower, bounds.lower_lines, "lower"),
        (upper, gathered.upper, bounds.upper_lines, "upper"),
    ):
        if bound is not None:
            if column in lines:
                what = f"a second {side} bound of {quoted(fields[place])}"
                raise file.at_field(line, place, what, f"the first is in line {lines[column] + 1}")
            lines[column] = line
            stored[column] = bound


def _read_value(gathered: Gathered, line: int, place: int, written: str) -> int:
    """A whole number or an infinity."""
    file = gathered.text
    sign, word = (-1, written[1:]) if written[:1] == "-" else (1, written.removeprefix("+"))
    if word.lower() in _INFINITY_WORDS:
        return PLUS_INFINITY if sign > 0 else MINUS_INFINITY
    number = read_number(written)
    if number is None:
        raise file.not_a_number(line, place)
    if not -_INFINITE < number < _INFINITE:
        return PLUS_INFINITY if number > 0 else MINUS_INFINITY
    if not isinstance(number, int) or too_large(number):
        what = f"the bound {quoted(written)}"
        raise file.at_field(line, place, what, "give a whole number of less than 63 bits")
    return number


def _check(bounds: _Bounds) -> None:
    """Raises unless all columns are integer and have values left."""
    gathered = bounds.gathered
    file = gathered.text
    for number, name in enumerate(gathered.columns):
        lower, upper = gathered.lower[number], gathered.upper[number]
        line = bounds.upper_lines.get(number, gathered.column_lines[number])
        if lower > upper:
            if number not in bounds.lower_lines:
                advice = "readers differ in what that means: state the lower bound too"
                what = f"an upper bound of {quoted(name)} below 0, and no lower one"
            else:
                line = max(line, bounds.lower_lines[number])
                what = f"no value is left for {quoted(name)}"
                advice = f"its bounds are {lower} and {upper}"
            raise file.at_name(line, name, what, advice)
        if not bounds.integer[number] and lower != upper:
            raise file.at_name(
                gathered.column_lines[number],
                name,
                f"the variable {quoted(name)} is continuous, and ilpuzzles solves integer models",
                "put it between the markers INTORG and INTEND, or give it a bound BV, LI or UI",
            )
