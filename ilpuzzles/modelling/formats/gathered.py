"""What readers of model files gather."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from fractions import Fraction

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.modelling.formats.file_text import FileText
from ilpuzzles.modelling.formats.numbers import Number
from ilpuzzles.modelling.rows import PLUS_INFINITY

OBJECTIVE = -1
"""The number of the objective among the rows."""


def _numbers() -> array[int]:
    return array("q")


@dataclass(slots=True)
class Gathered:
    """Columns, rows and entries in the order in which a file names them.

    Attributes:
        text: The file.
        columns: The number of every column by its name.
        column_lines: The line in which each column stands first.
        lower: The least value of each column.
        upper: The greatest value of each column.
        rows: The number of every row by its name; the objective may be one of them.
        row_lines: The line in which each row stands first, without the objective.
        sides: The least and the greatest value of each row, None for none.
        entry_columns: The column of every entry.
        entry_rows: The row of every entry, or `OBJECTIVE`.
        entry_lines: The line in which it stands.
        coefficients: Its coefficient, if that is a whole number.
        fractions: The other coefficients, by the number of the entry.
        constant: What is added to the objective.
        maximize: Whether large is good.
        auxiliary: The numbers of the columns that do not tell solutions apart.
    """

    text: FileText
    columns: dict[str, int] = field(default_factory=dict)
    column_lines: list[int] = field(default_factory=list)
    lower: list[int] = field(default_factory=list)
    upper: list[int] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    row_lines: list[int] = field(default_factory=list)
    sides: list[tuple[Number | None, Number | None]] = field(default_factory=list)
    entry_columns: array[int] = field(default_factory=_numbers)
    entry_rows: array[int] = field(default_factory=_numbers)
    entry_lines: array[int] = field(default_factory=_numbers)
    coefficients: array[int] = field(default_factory=_numbers)
    fractions: dict[int, Fraction] = field(default_factory=dict)
    constant: int = 0
    maximize: bool = False
    auxiliary: set[int] = field(default_factory=set)

    def add_column(self, name: str, line: int) -> int:
        """Adds a column without bounds of its own, and returns its number."""
        number = self.columns[name] = len(self.columns)
        self.column_lines.append(line)
        self.lower.append(0)
        self.upper.append(PLUS_INFINITY)
        return number

    def add_row(self, name: str, line: int) -> int:
        """Adds a row without entries or bounds, and returns its number."""
        number = self.rows[name] = len(self.sides)
        self.row_lines.append(line)
        self.sides.append((None, None))
        return number

    def add_entry(self, column: int, row: int, coefficient: Number, line: int) -> None:
        """Adds an entry; `coefficient` is below `LARGEST`."""
        if not isinstance(coefficient, int):
            self.fractions[len(self.coefficients)] = coefficient
            coefficient = 1
        self.coefficients.append(coefficient)
        self.entry_columns.append(column)
        self.entry_rows.append(row)
        self.entry_lines.append(line)

    def turn_objective(self) -> None:
        """Makes a minimum the maximum that it has been, whose signs were changed."""
        for entry, row in enumerate(self.entry_rows):
            if row == OBJECTIVE:
                self.coefficients[entry] = -self.coefficients[entry]
        self.constant, self.maximize = -self.constant, True

    def row_error(self, row: int, what: str) -> InputError:
        """Says what is wrong with a row as a whole."""
        name = next(name for name, number in self.rows.items() if number == row)
        return self.text.at_name(
            self.row_lines[row], name, f"row {quoted(name)} {what}", "scale it to whole numbers"
        )
