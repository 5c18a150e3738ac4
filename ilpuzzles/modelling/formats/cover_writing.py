"""Models as matrices of exact cover problems: which ones are, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.formats.cover_rows import Meaning, meanings, refuse_others
from ilpuzzles.modelling.formats.names import FileNames, readable_names
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray

MAX_CHARACTERS = 1 << 29
"""How long the text of a matrix may get."""

# So many characters are made at a time: enough for speed, little enough for memory.
_BLOCK = 1 << 22


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """A model as a matrix of 0 and 1; lines and columns are numbered from 0.

    Attributes:
        variables: For every line the column of the program that it stands for, ascending.
        width: How many columns the matrix has.
        lines: The line of every 1.
        places: The column of every 1.
        optional: The columns that may stay empty, ascending.
        origins: For every column of the matrix the row of the program that it stands for; for one
            that stands for a variable fixed by its bounds -1 - its column.
    """

    variables: IntArray
    width: int
    lines: IntArray
    places: IntArray
    optional: IntArray
    origins: IntArray

    def written(self, *, unused_rows: bool = True, names: FileNames | None = None) -> Iterator[str]:
        """The lines of the file.

        Args:
            unused_rows: Whether to end with a line for every column that may stay empty, with a
                single 1 in it; it is chosen where nothing else covers the column.
            names: What to call the columns and rows of the program in comments; None for no
                comments.

        Yields:
            The lines, without line breaks.

        Raises:
            ModelError: If there is no line, no column, or too much of both.
        """
        used = len(self.variables)
        height = used + (len(self.optional) if unused_rows else 0)
        self._refuse_shape(height)
        if names is not None:
            yield from self._comments(names, unused_rows=unused_rows)
        lines, places = self.lines, self.places
        if unused_rows:
            lines = np.concatenate([lines, np.arange(used, height)])
            places = np.concatenate([places, self.optional])
        order = np.argsort(lines, kind="stable")
        lines, places = lines[order], places[order]
        step = max(1, _BLOCK // (2 * self.width))
        for first in range(0, height, step):
            last = min(first + step, height)
            block = np.full((last - first, 2 * self.width - 1), ord(" "), dtype=np.uint8)
            block[:, ::2] = ord("0")
            begin, end = np.searchsorted(lines, [first, last])
            block[lines[begin:end] - first, 2 * places[begin:end]] = ord("1")
            yield from (line.tobytes().decode("ascii") for line in block)

    def _refuse_shape(self, height: int) -> None:
        what = ""
        if not self.width:
            what = "a model without rows, and so a matrix without columns"
        elif not height:
            what = "no variable can be 1: a matrix without lines"
        elif 2 * height * self.width > MAX_CHARACTERS:
            what = f"a matrix of {height:,} lines and {self.width:,} columns"
            what += f": more than {MAX_CHARACTERS:,} characters"
        if what:
            raise ModelError(Problem(what, "write LP or MPS"))

    def _comments(self, names: FileNames, *, unused_rows: bool) -> Iterator[str]:
        """What every line and every column stands for."""
        for line, column in enumerate(self.variables.tolist()):
            yield f"# row {line} = {names.columns[column]}"
        if unused_rows:
            for line, place in enumerate(self.optional.tolist(), start=len(self.variables)):
                yield f"# row {line} = nothing else in column {place}"
        for place, origin in enumerate(self.origins.tolist()):
            name = names.rows[origin] if origin >= 0 else f"{names.columns[-1 - origin]} = 1"
            yield f"# column {place} = {name}"


def cover_of(program: Program) -> Cover:
    """Finds the matrix that says the same as a program.

    A line stands for a variable that may be 1; a column for a row that says exactly one or at most
    one, in the order of the rows. A row that fixes a variable to 1 is a column with a single 1, and
    one that nothing satisfies a column without any; last come variables that their bounds fix to 1.

    Args:
        program: The program, as it is or in linear rows.

    Returns:
        The matrix. With its lines for unused columns it has as many exact covers as the program
        has solutions.

    Raises:
        ModelError: If it has a variable, a row or an objective that no matrix can express; the
            first such row is named.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> with model.group("pairs"):
        ...     rows = model.exactly_one(x[:2]), model.at_most_one(x[1:])
        ...     fixed = model.add(x[0] == 0)
        >>> print(*cover_of(model.program()).written(), sep=" / ")
        1 1 / 0 1 / 0 1
        >>> row = model.at_least_one(x)
        >>> cover_of(model.program())
        Traceback (most recent call last):
        ilpuzzles.errors.ModelError: no matrix can say 'at least one of x[0], x[1], x[2]' \
(row at_least_one[0]); write LP or MPS
    """
    meaning = meanings(program)
    refuse_others(program, meaning)
    rows = program.rows
    owners = rows.owners()
    possible = program.upper >= 1
    possible[rows.columns[meaning[owners] == Meaning.ALL_ZERO]] = False
    stays = np.isin(meaning, _COLUMNS)
    numbers = np.cumsum(stays) - 1
    ones = np.isin(meaning[owners], _WITH_ONES) & possible[rows.columns]
    variables = np.nonzero(possible)[0]
    fixed = np.nonzero(program.lower >= 1)[0]
    width = int(stays.sum())
    line_of = np.cumsum(possible) - 1
    settled = np.arange(width, width + len(fixed))[possible[fixed]]
    return Cover(
        variables=variables,
        width=width + len(fixed),
        lines=np.concatenate([line_of[rows.columns[ones]], line_of[fixed[possible[fixed]]]]),
        places=np.concatenate([numbers[owners[ones]], settled]),
        optional=numbers[meaning == Meaning.AT_MOST_ONE],
        origins=np.concatenate([np.nonzero(stays)[0], -1 - fixed]),
    )


_WITH_ONES: Sequence[int] = (Meaning.EXACTLY_ONE, Meaning.AT_MOST_ONE, Meaning.IS_ONE)
_COLUMNS: Sequence[int] = (*_WITH_ONES, Meaning.NEVER)


def matrix_text(program: Program, *, unused_rows: bool = True, names: bool = False) -> str:
    """Writes a program as the matrix of an exact cover problem; see `cover_of`.

    Args:
        program: The program.
        unused_rows: Whether to end with a line for every column that may stay empty.
        names: Whether comments say what every line and column stands for.

    Raises:
        ModelError: If the program has something that no matrix can express.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.at_most_one(model.binary("x", 1))
        >>> print(matrix_text(model.program(), names=True), end="")
        # row 0 = x_0
        # row 1 = nothing else in column 0
        # column 0 = at_most_one_0
        1
        1
    """
    cover = cover_of(program)
    named = readable_names(program) if names else None
    return "\n".join([*cover.written(unused_rows=unused_rows, names=named), ""])


def ranges(numbers: npt.ArrayLike) -> str:
    """Ascending numbers in a few words.

    Example:
        >>> ranges([0, 1, 2, 5, 7, 8]), ranges(np.arange(0, 20, 2))
        ('0 to 2, 5, 7 to 8', '0, 2, 4 and more, up to 18')
    """
    array = np.asarray(numbers, dtype=np.int64)
    runs = np.split(array, np.nonzero(np.diff(array) != 1)[0] + 1)
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs if len(run)]
    if len(texts) > _SHOWN + 1:
        return f"{', '.join(texts[:_SHOWN])} and more, up to {array[-1]}"
    return ", ".join(texts)


_SHOWN = 3
