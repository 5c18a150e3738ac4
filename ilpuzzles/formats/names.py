"""What files call columns and rows, and the comments that say what a format cannot express."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import quoted
from ilpuzzles.formats.reading import FileText, Gathered
from ilpuzzles.modelling.numbers import Number, NumberArray, decimal_text, plain
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, Rows

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


def readable_names(
    program: Program, kept_columns: str | None = None, kept_rows: str | None = None
) -> FileNames:
    """The program's own names in letters, digits and underscores, made different where needed.

    Columns that only its linearisation has are auxiliary_0, auxiliary_1, ... Names of columns, or
    of rows, that match a regular expression stay as they are.
    """
    names = program.names
    own = min(names.columns or program.variables, program.variables)
    columns = [names.name_of(column) for column in range(own)]
    columns += [f"auxiliary_{number}" for number in range(program.variables - own)]
    return FileNames(
        _distinct(columns, kept_columns),
        _distinct((names.row_name(row) for row in program.row_numbers.tolist()), kept_rows),
    )


def written_scales(rows: Rows) -> NumberArray:
    """What the numbers of each row are divided by in files: its scale, if this makes decimals."""
    found = np.unique(rows.scales).tolist()
    other = [scale for scale in found if decimal_text(Fraction(1, scale)) is None]
    return np.where(np.isin(rows.scales, other), 1, rows.scales) if other else rows.scales


def number_texts(numbers: NumberArray, scales: NumberArray) -> npt.NDArray[np.object_]:
    """Numbers over their scales as texts, each after a blank; one scale may be for all."""
    if (scales == 1).all():
        different, which = np.unique(numbers, return_inverse=True)
        texts = np.array([f" {number}" for number in different.tolist()], dtype=object)
        return texts[which.ravel()] if len(texts) else texts
    pairs = [part.tolist() for part in np.broadcast_arrays(numbers, scales)]
    known: dict[tuple[int, int], str] = {}
    found = np.empty(len(numbers), dtype=object)
    for place, pair in enumerate(zip(*pairs, strict=True)):
        text = known.get(pair)
        if text is None:
            text = known[pair] = f" {text_in_file(Fraction(*pair))}"
        found[place] = text
    return found


_MOST_DIGITS = 40


def text_in_file(number: Number) -> str:
    """A number with all its digits or, if they are too many, as the nearest double."""
    text = decimal_text(number)
    return repr(float(number)) if text is None or len(text) > _MOST_DIGITS else text


Half: TypeAlias = tuple[str, int, str, Number]
"""The name of a row, its number, `<=`, `>=` or `=`, and the bound as files state it."""


def halves(program: Program, names: FileNames) -> Iterator[Half]:
    """Every row with one comparison: one that has two different bounds becomes two rows."""
    taken = set(names.rows)
    rows, scales = program.rows, written_scales(program.rows).tolist()
    sides = zip(rows.lower.tolist(), rows.upper.tolist(), scales, strict=True)
    for row, (name, (lower, upper, scale)) in enumerate(zip(names.rows, sides, strict=True)):
        least = lower if scale == 1 else plain(Fraction(lower, scale))
        most = upper if scale == 1 else plain(Fraction(upper, scale))
        if lower == upper:
            yield name, row, "=", least
            continue
        if upper < PLUS_INFINITY:
            yield name, row, "<=", most
        if lower > MINUS_INFINITY:
            second = name
            if upper < PLUS_INFINITY:
                second = f"{name}__low"
                while second in taken:
                    second += "_"
            yield second, row, ">=", least


def _distinct(names: Iterable[str], kept: str | None = None) -> list[str]:
    """Makes names plain, but for those that are kept, and appends a number where one has been used.

    Example:
        >>> _distinct(["place[A, (0, 1)]", "place[A, 0, 1]", "e12", "end"])
        ['place_A_0_1', 'place_A_0_1__2', '_e12', '_end']
        >>> _distinct(["f(2)", "f[2]"], r"[a-z()0-9]+")
        ['f(2)', 'f_2']
    """
    stays = re.compile(kept).fullmatch if kept else None
    taken: set[str] = set()
    found = []
    for name in names:
        if stays is not None and stays(name):
            plain = name
        else:
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


_WIDTH = 96
_TAG = "ilpuzzles:"
_AUXILIARY = "auxiliary"
_NEGATED = "to be maximised: the signs of the objective are changed"

_NOTE = re.compile(rf"[ \t]*{_TAG}", re.IGNORECASE)
_WORD = re.compile(r"\S+")


def auxiliary_lines(program: Program, names: Iterable[str], mark: str) -> Iterator[str]:
    r"""Comments that say which columns, named as in the file, are auxiliary; none if all decide."""
    listed = np.array(list(names), dtype=object)[~program.shown()].tolist()
    begin = f"{mark} {_TAG} {_AUXILIARY}"
    yield from wrap(
        " ".join(listed),
        _WIDTH,
        initial_indent=f"{begin} ",
        subsequent_indent=f"{begin} ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def negated_line(mark: str) -> str:
    """The comment that a maximum was made a minimum by changing the signs."""
    return f"{mark} {_TAG} {_NEGATED}"


def comment_line(mark: str, text: str) -> str:
    r"""A comment of a single line that nobody takes for anything else."""
    text = "".join(c if c.isprintable() else " " for c in text)
    text = " ".join(text.split())
    return f"{mark} {quoted(text) if _NOTE.match(text) else text}"


def is_note(comment: str) -> bool:
    """Whether a comment, without its mark, is one of ours."""
    return _NOTE.match(comment) is not None


def heed_notes(gathered: Gathered, comments: Iterable[tuple[int, int]]) -> None:
    """Says which of the gathered columns are auxiliary, and turns a maximum back.

    `comments` are the line of each comment and where it begins there, behind its mark. One that is
    ours and says nothing that we know is wrong.
    """
    file = gathered.text
    auxiliary: dict[str, tuple[int, int]] = {}
    negated: int | None = None
    for line, begin in comments:
        found = _NOTE.match(file.lines[line], begin)
        if found is None:
            continue
        words = [(word.start(), word[0]) for word in _WORD.finditer(found.string, found.end())]
        said = " ".join(word for _, word in words)
        if words and words[0][1] == _AUXILIARY:
            _gather_names(file, line, words, auxiliary)
        elif said == _NEGATED and negated is None:
            negated = line
        else:
            what = f"{quoted(said)} {'again' if said == _NEGATED else 'in a comment of ilpuzzles'}"
            advice = f"known: '{_AUXILIARY}' with names of columns, and once '{_NEGATED}'"
            raise file.at(line, words[0][0] if words else begin, what, advice)
    for name, place in auxiliary.items():
        if name not in gathered.columns:
            what = f"there is no column {quoted(name)}"
            raise file.at(*place, what, "name a column of the file, or remove it")
        gathered.auxiliary.add(gathered.columns[name])
    if negated is not None:
        if gathered.maximize:
            what = "signs are changed for a minimum, and yet the file says to maximise"
            raise file.at(negated, 0, what, "keep one of the two")
        gathered.turn_objective()


def _gather_names(
    file: FileText, line: int, words: list[tuple[int, str]], known: dict[str, tuple[int, int]]
) -> None:
    """Adds the names behind the first word, and where they stand, to those that are known."""
    if len(words) == 1:
        raise file.at(line, words[0][0], "'auxiliary' names no column", "name one after it")
    for column, name in words[1:]:
        if name in known:
            what = f"{quoted(name)} is called auxiliary twice"
            raise file.at(line, column, what, f"the first is on line {known[name][0] + 1}")
        known[name] = (line, column)
