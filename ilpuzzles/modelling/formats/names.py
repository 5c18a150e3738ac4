"""Names that every reader of LP and MPS files accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ilpuzzles.modelling.program import Program

_LONGEST = 100
_OTHER = re.compile(r"[^A-Za-z0-9_.]+")
# LP readers take these for numbers or for sections.
_NUMBER = re.compile(r"[0-9.]|[eE][0-9+.-]*\Z|[eE][0-9]")
_RESERVED = {
    "bin", "binaries", "binary", "bound", "bounds", "end", "free", "gen", "general", "generals",
    "inf", "infinity", "int", "integer", "integers", "max", "maximise", "maximize", "min",
    "minimise", "minimize", "obj", "rhs", "semi", "sos", "st", "subject", "such",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FileNames:
    """What to call columns and rows in a file.

    Attributes:
        columns: A name for every column.
        rows: A name for every row.
    """

    columns: list[str]
    rows: list[str]


def numbered_names(program: Program) -> FileNames:
    """x0, x1, ... and r0, r1, ...: no reader mixes these up."""
    return FileNames(
        [f"x{column}" for column in range(program.variables)],
        [f"r{row}" for row in range(len(program.rows))],
    )


def readable_names(program: Program) -> FileNames:
    """The program's own names in letters, digits and underscores, made different where needed.

    Columns that only its linearisation has are auxiliary_0, auxiliary_1, ...
    """
    names = program.names
    own = min(names.columns or program.variables, program.variables)
    columns = [names.name_of(column) for column in range(own)]
    columns += [f"auxiliary_{number}" for number in range(program.variables - own)]
    return FileNames(
        _distinct(columns),
        _distinct(names.row_name(row) for row in program.row_numbers.tolist()),
    )


def second_name(name: str, taken: set[str]) -> str:
    """The name of the lower half of a row that has to be written as two rows.

    Args:
        name: The name of the row.
        taken: The names of all rows.

    Example:
        >>> second_name("sum", {"sum"}), second_name("sum", {"sum", "sum__low"})
        ('sum__low', 'sum__low_')
    """
    second = f"{name}__low"
    while second in taken:
        second += "_"
    return second


def _distinct(names: Iterable[str]) -> list[str]:
    """Makes names plain, and appends a number where one has been used.

    Example:
        >>> _distinct(["place[A, (0, 1)]", "place[A, 0, 1]", "e12", "end"])
        ['place_A_0_1', 'place_A_0_1__2', '_e12', '_end']
    """
    taken: set[str] = set()
    found = []
    for name in names:
        plain = _OTHER.sub("_", name).strip("_")[:_LONGEST] or "_"
        if _NUMBER.match(plain) or plain.lower() in _RESERVED:
            plain = f"_{plain}"
        candidate, number = plain, 1
        while candidate in taken:
            number += 1
            candidate = f"{plain}__{number}"
        taken.add(candidate)
        found.append(candidate)
    return found
