"""Models as matrices of exact covers, written (`cover_of`) and read (`parse_matrix`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, ModelError, counted, quoted
from ilpuzzles.formats.names import FileNames, readable_names
from ilpuzzles.formats.reading import FileModelBase, FileText
from ilpuzzles.lazy_imports import former_names
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_builder import RowTraits
from ilpuzzles.modelling.rows import Group, IntArray, Kind
from ilpuzzles.modelling.store import Store
from ilpuzzles.modelling.written import WrittenRows
from ilpuzzles.passes.cover_form import CoverForm, cover_form, with_matches

MAX_CHARACTERS = 1 << 29
"""The longest text of a matrix, in characters: as large as the largest file that is read."""

# A matrix is written in blocks of 4 MB, so that it is not in memory twice.
_BYTES_AT_ONCE = 1 << 22


def cover_of(program: Program) -> CoverForm:
    """Finds the matrix that says the same as a program.

    A line stands for a variable that may be 1, and a column for a row that says exactly one or at
    most one, in the order of the rows. A row that fixes a variable to 1 becomes a column with a
    single 1, and one that nothing satisfies a column without any; last come variables that their
    bounds fix to 1.

    Args:
        program: The program, as it is or in linear rows.

    Returns:
        The matrix: its options are the lines, and its items the columns. With lines for unused
        columns it has as many exact covers as the program has solutions.

    Raises:
        ModelError: If it has a variable, a row or an objective that no matrix can express; the
            first such row is named.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> with model.group("pairs"):
        ...     rows = model.exactly_one(x[:2]), model.at_most_one(x[1:])
        ...     fixed = model.add(x[0] == 0)
        >>> print(*matrix_lines(cover_of(model.program())), sep=" / ")
        1 1 / 0 1 / 0 1
        >>> row = model.at_least_one(x)
        >>> cover_of(model.program())
        Traceback (most recent call last):
        ilpuzzles.errors.ModelError: a 0-1 matrix cannot state 'at least one of x[0], x[1], x[2]' \
(row at_least_one[0]); write LP or MPS
    """
    form = cover_form(program, matrix=True)
    if isinstance(form, CoverForm):
        if program.objective is None:
            return form
        raise ModelError("a 0-1 matrix has no place for an objective", "write LP or MPS")
    program, (row, column) = with_matches(program), form
    unfit = advice = what = ""
    if column is not None:
        here = slice(column, column + 1)
        within = (program.lower[here] >= 0) & (program.upper[here] <= 1)
        binary = bool(within.all()) and not program.is_continuous(column)
        why = "is auxiliary: it does not tell solutions apart" if binary else "is not binary"
        unfit = f"{quoted(program.names.name_of(column))} {why}"
    if row is not None:
        advice = program.names.advice_without(int(program.rows.groups[row]))
        said, where = quoted(program.row_text(row)), program.where(row)
        what = f"a 0-1 matrix cannot state {said} ({where})" + ": " * bool(unfit)
    raise ModelError(what + unfit, "write LP or MPS" + advice)


def matrix_lines(
    form: CoverForm, *, unused_rows: bool = True, names: FileNames | None = None
) -> Iterator[str]:
    """The lines of a matrix that `cover_of` has found, without line breaks.

    Args:
        form: The matrix; its lines and columns are numbered from 0.
        unused_rows: Whether to end with a line for every column that may stay empty, with a
            single 1 in it; it is chosen where nothing else covers the column.
        names: What comments call the columns and rows of the program; None for no comments.

    Raises:
        ModelError: If there is no line, no column, or too much of both.
    """
    width, (optional,) = len(form.primary), np.nonzero(~form.primary & unused_rows)
    used = len(form.columns)
    height = used + len(optional)
    _refuse_shape(height, width)
    if names is not None:
        for line, column in enumerate(form.columns.tolist()):
            yield f"# row {line} = {names.columns[column]}"
        for line, place in enumerate(optional.tolist(), start=used):
            yield f"# row {line} = nothing else in column {place}"
        for place, origin in enumerate(form.origins.tolist()):
            name = names.rows[origin] if origin >= 0 else f"{names.columns[-1 - origin]} = 1"
            yield f"# column {place} = {name}"
    starts = np.append(form.starts, form.starts[-1] + 1 + np.arange(len(optional)))
    places = np.append(form.items, optional)
    step = max(1, _BYTES_AT_ONCE // (2 * width))
    for first in range(0, height, step):
        ends = starts[first : first + step + 1]
        block = np.full((len(ends) - 1, 2 * width - 1), ord(" "), dtype=np.uint8)
        block[:, ::2] = ord("0")
        lines = np.repeat(np.arange(len(block)), np.diff(ends))
        block[lines, 2 * places[ends[0] : ends[-1]]] = ord("1")
        yield from (line.tobytes().decode("ascii") for line in block)


def _refuse_shape(height: int, width: int) -> None:
    what = ""
    if not width:
        what = "the model has no rows, so the matrix would have no columns"
    elif not height:
        what = "no variable can be 1, so the matrix would have no lines"
    elif 2 * height * width > MAX_CHARACTERS:
        what = f"the matrix would have {counted(height, 'line')} and {counted(width, 'column')}"
        what += f", more than {MAX_CHARACTERS:,} characters"
    if what:
        raise ModelError(what, "write LP or MPS")


def matrix_text(program: Program, *, unused_rows: bool = True, names: bool = False) -> str:
    """Writes a program as the matrix of an exact cover problem; see `cover_of`.

    Args:
        program: The program.
        unused_rows: Whether to end with a line for every column that may stay empty.
        names: Whether comments say what each line and column stands for.

    Raises:
        ModelError: If the program has something that no matrix can express.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> row = model.at_most_one(model.binary("x", 1))
        >>> print(matrix_text(model.program(), names=True), end="")
        # row 0 = x_0
        # row 1 = nothing else in column 0
        # column 0 = at_most_one_0
        1
        1
    """
    form = cover_of(program)
    named = readable_names(program) if names else None
    return "\n".join([*matrix_lines(form, unused_rows=unused_rows, names=named), ""])


def ranges(numbers: npt.ArrayLike) -> str:
    """Ascending numbers in a few words.

    Example:
        >>> ranges([0, 1, 2, 5, 7, 8]), ranges(np.arange(0, 20, 2))
        ('0 to 2, 5, 7 to 8', '0, 2, 4 and more, up to 18')
    """
    array = np.asarray(numbers, dtype=np.int64)
    runs = np.split(array, np.nonzero(np.diff(array) != 1)[0] + 1)
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs if len(run)]
    if len(texts) > _RUNS_SHOWN + 1:
        return f"{', '.join(texts[:_RUNS_SHOWN])} and more, up to {array[-1]}"
    return ", ".join(texts)


_RUNS_SHOWN = 3
"""Of more runs of numbers, only these are listed, so that messages stay in one line."""


GROUP = Group("each column once", "exactly one chosen row has a 1 in it")
"""The group that all rows of the model belong to."""


@dataclass(frozen=True, slots=True)
class ChosenRows:
    """An exact cover: the numbers of its rows, from 0 and ascending.

    Example:
        >>> print(ChosenRows((0, 3, 4)), ChosenRows((0, 3, 4)).to_json())
        0 3 4 [0, 3, 4]
    """

    rows: tuple[int, ...]

    def to_json(self) -> list[int]:
        """The numbers as a list."""
        return list(self.rows)

    def differences(self, other: ChosenRows) -> list[int]:
        """The rows that are in one of two covers only."""
        return sorted(set(self.rows) ^ set(other.rows))

    def __str__(self) -> str:
        return " ".join(map(str, self.rows)) or "no row"


@dataclass(frozen=True, slots=True)
class KnownRows:
    """The backbone of all exact covers: the rows that are in every one, and those in none.

    Example:
        >>> print(KnownRows((3,), (0, 5)))
        in every solution: 3
        in none: 0 5
    """

    chosen: tuple[int, ...]
    left_out: tuple[int, ...]

    def to_json(self) -> dict[str, list[int]]:
        """Both as lists."""
        return {"chosen": list(self.chosen), "left_out": list(self.left_out)}

    def __str__(self) -> str:
        return f"in every solution: {ChosenRows(self.chosen)}\nin none: {ChosenRows(self.left_out)}"


class CoverModelBase(FileModelBase):
    """The statements of a model of a matrix, its exact covers; see `ilpuzzles.asking.CoverModel`.

    `shape` is how many rows and columns there are; `rows` and `columns` are the places of every 1.
    """

    def __init__(
        self, name: str, shape: tuple[int, int], rows: IntArray, columns: IntArray
    ) -> None:
        height, width = shape
        # By column, and within each by row; numbers sort faster than pairs.
        places = np.sort(columns * height + rows)
        starts = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=width))])
        ones = np.ones(len(places), dtype=np.int64)
        super().__init__(
            name,
            [f"row[{number}]" for number in range(height)],
            lower=Bounds.every(Side.LOWER, 0, height),
            upper=Bounds.every(Side.UPPER, 1, height),
            row_names=[f"column[{number}]" for number in range(width)],
            rows=WrittenRows(
                starts,
                places % height,
                ones,
                Bounds.every(Side.LOWER, 1, width),
                Bounds.every(Side.UPPER, 1, width),
            ),
            traits=RowTraits(kinds=Kind.EXACTLY_ONE, groups=0),
        )
        self._height = height
        Store.of(self).add_group(GROUP)

    def chosen(self, values: IntArray) -> ChosenRows:
        """The rows of the matrix that a solution, the values of all variables, chooses."""
        return ChosenRows(tuple(np.nonzero(values[: self._height])[0].tolist()))

    def known(self, values: Mapping[str, int]) -> KnownRows:
        """The rows chosen in all solutions and in none, from values that hold in all, by name."""
        columns = {self.variable(name).column: value for name, value in values.items()}
        return KnownRows(
            tuple(sorted(column for column, value in columns.items() if value)),
            tuple(sorted(column for column, value in columns.items() if not value)),
        )


# A matrix with a million rows and four million ones takes 2 s and 560 MB to read, and no count of
# its covers would end.
MAX_ROWS = 1_000_000
MAX_COLUMNS = 1_000_000
MAX_ONES = 4_000_000

# So many digits are looked at together: the array of truths for them has 16 MB.
_DIGITS_AT_ONCE = 1 << 24
_DECIMAL = re.compile(r"[-+]?[0-9]*\.[0-9]*([eE][-+]?[0-9]+)?")


AnyCoverModel = TypeVar("AnyCoverModel", bound=CoverModelBase)
"""The class that the model of a matrix is to have."""


def parse_matrix(text: str, kind: type[AnyCoverModel], source: str) -> AnyCoverModel:
    """Reads the matrix of an exact cover problem; see `ilpuzzles.read_matrix`."""
    file = FileText.of(text, source)
    rows = _rows_of(file)
    if not rows:
        raise file.at_end("the matrix has no rows", "write a line of 0 and 1 for every option")
    height, width = len(rows), len(rows[0])
    places = _places_of_ones(rows, width)
    return kind(PurePath(source).stem, (height, width), places // width, places % width)


def _rows_of(file: FileText) -> list[str]:
    """The digits of every row of a matrix, without blanks and all equally many."""
    rows: list[str] = []
    ones = first = 0
    blank: int | None = None
    for number, line in enumerate(file.lines):
        row, written = _row(line), line.strip()
        if row:
            if blank is not None:
                what = "a blank line stands inside the matrix"
                raise file.at(blank, 0, what, "remove it, or put one matrix in a file")
            first = first if rows else number
            if rows and len(row) != len(rows[0]):
                raise _unequal(file, number, first)
            rows.append(row)
            ones += row.count("1")
            _refuse_many(file, number, len(row), len(rows), ones)
        elif written and not written.startswith("#"):
            raise _not_binary(file, number)
        elif not written and rows and blank is None:
            blank = number
    return rows


def _refuse_many(file: FileText, line: int, columns: int, rows: int, ones: int) -> None:
    sizes = (
        ("columns", columns, MAX_COLUMNS),
        ("rows", rows, MAX_ROWS),
        ("entries of 1", ones, MAX_ONES),
    )
    for what, count, most in sizes:
        if count > most:
            advice = "solve it with a program made for that, or split it"
            raise file.at(line, 0, f"more than {most:,} {what}", advice)


def _row(line: str) -> str:
    r"""The digits in a line, without blanks; empty if there are none or anything else.

    Example:
        >>> [_row(line) for line in ("0 1 1", "011", " 0\t1   1 ", "01 1", "0 2", "# 1", "")]
        ['011', '011', '011', '', '', '', '']
        >>> _row("0   1 1")
        '011'
    """
    line = line.strip()
    row = line
    if " " in line or "\t" in line:
        gaps = line[1::2]
        # Single blanks are what programs write, and this is many times faster than to split.
        regular = len(line) % 2 == 1 and gaps.count(" ") == len(gaps) and " " not in line[::2]
        numbers = [] if regular else line.split()
        row = line[::2] if regular else "".join(numbers)
        if not regular and len(row) != len(numbers):
            return ""
    return "" if row.strip("01") else row


def _places_of_ones(rows: list[str], width: int) -> IntArray:
    """Where 1 stands, if all places are numbered row by row."""
    found = []
    height = max(1, _DIGITS_AT_ONCE // width)
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
    """Returns an error about what in a line is neither 0 nor 1."""
    line = file.lines[number]
    if "#" in line:
        advice = "put comments on lines of their own"
        return file.at(number, line.index("#"), "a comment follows numbers", advice)
    column, piece = next(pair for pair in _pieces(line) if pair[1] not in {"0", "1"})
    advice = "write 0 and 1 with blanks between them, or without"
    if _DECIMAL.fullmatch(piece):
        advice = 'write whole numbers: numpy.savetxt with fmt="%d"'
    return file.at(number, column, f"{quoted(piece)} is not 0 or 1", advice)


def _unequal(file: FileText, number: int, first: int) -> InputError:
    """Returns an error about a line that is longer or shorter than the first one."""
    pieces = _pieces(file.lines[number])
    wanted = len(_row(file.lines[first]))
    too_long = len(pieces) > wanted
    column = pieces[wanted][0] if too_long else len(file.lines[number].rstrip())
    what = f"the row has {len(pieces):,} numbers, but line {first + 1} has {wanted:,}"
    return file.at(number, column, what, "give all rows the same length")


if not TYPE_CHECKING:  # which would find any name here
    __getattr__ = former_names(__name__, {"CoverModel": "ilpuzzles.asking:CoverModel"})
