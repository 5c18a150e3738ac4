"""Reads matrices of exact cover problems: text files of 0 and 1, a line for every option."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.modelling.formats.file_text import FileText
from ilpuzzles.modelling.rows import IntArray

if TYPE_CHECKING:
    from ilpuzzles.modelling.formats.cover_model import CoverModel

MAX_ROWS = 1_000_000
"""How many rows a matrix may have."""

MAX_COLUMNS = 1_000_000
"""How many columns a matrix may have."""

MAX_ONES = 4_000_000
"""How often 1 may stand in a matrix."""

# So many digits are turned into numbers at a time: enough for speed, little enough for memory.
_BLOCK = 1 << 24

_DECIMAL = re.compile(r"[-+]?[0-9]*\.[0-9]*([eE][-+]?[0-9]+)?")


def read_matrix(text: str, source: str = "matrix.txt") -> CoverModel:
    r"""Reads the matrix of an exact cover problem.

    Every line is an option, and every column has to be covered exactly once. The numbers 0 and 1
    stand with blanks between them, as `numpy.savetxt(file, matrix, fmt="%d")` writes them, or with
    nothing. Lines that begin with # are comments; blank lines may stand before and after the
    matrix. Rows and columns are numbered from 0.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.

    Returns:
        The model, with a variable for every row and an exactly one row for every column.

    Raises:
        InputError: With the place of the first thing that is wrong.

    Example:
        >>> model = read_matrix("# three options\n1 0 1\n010\n1 0 0\n")
        >>> model.names, str(model.statistics())
        (('row[0]', 'row[1]', 'row[2]'), '3 variables, 3 rows, 4 nonzeros')
        >>> [model.name_of(column) for column in model.program().rows.columns.tolist()]
        ['row[0]', 'row[2]', 'row[1]', 'row[0]']
        >>> read_matrix("1 0\n1 2\n", "a.txt")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a.txt:2:3: '2' is not 0 or 1; write 0 and 1 with blanks ...
    """
    # The class of the result is a Model, and the module of that imports the formats.
    from ilpuzzles.modelling.formats.cover_model import CoverModel  # noqa: PLC0415

    file = FileText.of(text, source)
    matrix = _Matrix(file)
    for number, line in enumerate(file.lines):
        matrix.add_line(number, line)
    if not matrix.rows:
        raise file.at_end("a matrix without rows", "write a line of 0 and 1 for every option")
    height, width = len(matrix.rows), len(matrix.rows[0])
    places = _ones(matrix.rows, width)
    return CoverModel(PurePath(source).stem, (height, width), places // width, places % width)


@dataclass(slots=True)
class _Matrix:
    """The rows of a matrix as they are found.

    Attributes:
        file: The file.
        rows: The digits of every row, without blanks and all equally many.
        first: The line of the first row.
        blank: The first blank line after it, or None.
        ones: How often 1 stands in the rows.
    """

    file: FileText
    rows: list[str] = field(default_factory=list)
    first: int = 0
    blank: int | None = None
    ones: int = 0

    def add_line(self, number: int, line: str) -> None:
        """Adds a line, whatever stands in it."""
        row = _row(line)
        if row:
            self._add_row(number, row)
            return
        written = line.strip()
        if written and not written.startswith("#"):
            raise _not_binary(self.file, number)
        if not written and self.rows and self.blank is None:
            self.blank = number

    def _add_row(self, number: int, row: str) -> None:
        file = self.file
        if self.blank is not None:
            what = "a blank line inside the matrix"
            raise file.at(self.blank, 0, what, "take it out, or put one matrix in a file")
        if not self.rows:
            self.first = number
        elif len(row) != len(self.rows[0]):
            raise _unequal(file, number, self.first)
        self.rows.append(row)
        self.ones += row.count("1")
        for count, most, what in (
            (len(row), MAX_COLUMNS, "columns"),
            (len(self.rows), MAX_ROWS, "rows"),
            (self.ones, MAX_ONES, "entries of 1"),
        ):
            if count > most:
                advice = "solve it with a program of its own, or split it"
                raise file.at(number, 0, f"more than {most:,} {what}", advice)


def _row(line: str) -> str:
    r"""The digits in a line, without blanks; empty if there are none or anything else.

    Example:
        >>> [_row(line) for line in ("0 1 1", "011", " 0\t1  1 ", "01 1", "0 2", "# 1", "")]
        ['011', '011', '011', '', '', '', '']
    """
    line = line.strip()
    row = line
    if " " in line or "\t" in line:
        gaps = line[1::2]
        # Single blanks are what programs write, and this is many times faster than to split.
        regular = len(line) % 2 == 1 and gaps.count(" ") == len(gaps)
        numbers = [] if regular else line.split()
        row = line[::2] if regular else "".join(numbers)
        if not regular and len(row) != len(numbers):
            return ""
    return "" if row.strip("01") else row


def _ones(rows: list[str], width: int) -> IntArray:
    """Where 1 stands, if all places are numbered row by row."""
    found = []
    height = max(1, _BLOCK // width)
    for first in range(0, len(rows), height):
        block = "".join(rows[first : first + height]).encode("ascii")
        ones = np.frombuffer(block, dtype=np.uint8) == ord("1")
        found.append(np.flatnonzero(ones) + first * width)
    return np.concatenate(found)


def _pieces(line: str) -> list[tuple[int, str]]:
    """The numbers in a line and where they stand; of one without blanks all characters."""
    words = [(match.start(), match[0]) for match in re.finditer(r"\S+", line)]
    if len(words) == 1 and not _DECIMAL.fullmatch(words[0][1]):
        start, word = words[0]
        return [(start + place, character) for place, character in enumerate(word)]
    return words


def _not_binary(file: FileText, number: int) -> InputError:
    """Says what in a line is neither 0 nor 1."""
    line = file.lines[number]
    if "#" in line:
        advice = "put comments into lines of their own"
        return file.at(number, line.index("#"), "a comment behind numbers", advice)
    column, piece = next(pair for pair in _pieces(line) if pair[1] not in {"0", "1"})
    advice = "write 0 and 1 with blanks between them, or with nothing"
    if _DECIMAL.fullmatch(piece):
        advice = 'write whole numbers: numpy.savetxt with fmt="%d"'
    return file.at(number, column, f"{quoted(piece)} is not 0 or 1", advice)


def _unequal(file: FileText, number: int, first: int) -> InputError:
    """Says that a line is longer or shorter than the first one."""
    pieces = _pieces(file.lines[number])
    wanted = len(_row(file.lines[first]))
    too_long = len(pieces) > wanted
    column = pieces[wanted][0] if too_long else len(file.lines[number].rstrip())
    what = f"a row of {len(pieces):,} numbers, after one of {wanted:,} in line {first + 1}"
    return file.at(number, column, what, "give all rows the same length")
