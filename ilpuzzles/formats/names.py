"""Names of columns and rows in files, and comments for what a format cannot express.

`readable_names` makes names, `with_sizes_for_readers` and `with_written_objective` programs whose
numbers files can hold. Comments are written by `auxiliary_lines`, `group_lines`, `objective_lines`
and `exact_lines`, and read by `apply_notes`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, islice
from math import ceil, gcd, log2
from textwrap import TextWrapper
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.formats.reading import FileText, ParsedModel, too_large
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import (
    NumberArray,
    Value,
    as_value,
    decimal_text,
    doubles,
    measured_entries,
    plain,
    stored,
)
from ilpuzzles.modelling.operations import over_scale
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import LARGEST, NO_ORIGIN, Group, Rows, with_changed

# CPLEX reads names of up to 255 characters. What is added to make names different needs room.
_MOST_CHARACTERS_OF_NAME = 100
_OTHER = re.compile(r"[^A-Za-z0-9_.]+")
# LP readers take these for numbers or for sections; HiGHS and SCIP do not agree on all of them.
_NUMBER = re.compile(r"[0-9.]|[eE][0-9+.-]*\Z|[eE][0-9]")
_LP_WORDS = {
    "bin", "binaries", "binary", "bound", "bounds", "end", "free", "gen", "general", "generals",
    "inf", "infinity", "int", "integer", "integers", "max", "maximise", "maximize", "maximum",
    "min", "minimise", "minimize", "minimum", "nan", "pwlobj", "s.t", "s.t.", "scenario", "semi",
    "semis", "sos", "st", "st.", "subject", "such",
}  # fmt: skip
# HiGHS takes a line of COLUMNS that begins with one of these for a new section.
_MPS_WORDS = {"csection", "name", "objsense", "qcmatrix", "qsection"}
_RESERVED = _LP_WORDS | _MPS_WORDS | {"obj", "rhs"}


@dataclass(frozen=True, slots=True)
class FileNames:
    """The names of columns and rows in a file.

    Attributes:
        columns: A name for every column.
        rows: A name for every row.
    """

    columns: list[str]
    rows: list[str]


def with_single_objective(program: Program) -> Program:
    """The same program; raises if it asks for more than files can say: several objectives."""
    if program.objective is not None and program.objective.then is not None:
        what = "the model has several objectives in order, which no file can hold"
        raise ModelError(what, "state the first one alone, or let ilpuzzles solve it")
    return program


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
    columns = list(islice(names.column_names(), program.variables))
    columns = columns or [names.name_of(column) for column in range(program.variables)]
    columns += [f"auxiliary_{number}" for number in range(program.variables - len(columns))]
    return FileNames(
        _distinct(columns, kept_columns),
        _distinct((names.row_name(row) for row in program.row_numbers.tolist()), kept_rows),
    )


def readable_title(program: Program) -> str:
    """The name of the model as a line NAME has it, made plain like those of columns and rows."""
    (title,) = _distinct([program.names.title])
    return title


def file_scales(rows: Rows) -> NumberArray:
    """The divisor of the numbers of each row in files: its scale, if this makes decimals."""
    found = np.unique(rows.scales).tolist()
    other = [scale for scale in found if decimal_text(Fraction(1, scale)) is None]
    return np.where(np.isin(rows.scales, other), 1, rows.scales) if other else rows.scales


def with_written_objective(program: Program) -> tuple[Program, int]:
    """The program with the objective as files have it, and what that was multiplied by.

    It is multiplied by its scale, as rows are, if it has fractions that no decimals make.
    """
    objective = program.objective
    if objective is None or decimal_text(Fraction(1, objective.scale)) is not None:
        return program, 1
    return replace(program, objective=replace(objective, scale=1)), objective.scale


MOST_CHARACTERS_OF_NUMBER = 40
"""A number with more characters is written as the nearest double; our readers take up to 60."""

DIGITS_OF_DOUBLE = 17
"""So many digits tell every double from all others (IEEE 754)."""


def number_texts(
    numbers: NumberArray, scales: NumberArray, most_digits: int = MOST_CHARACTERS_OF_NUMBER
) -> npt.NDArray[np.object_]:
    """Numbers over their scales as texts, each after a blank; one scale may be for all."""
    if (scales == 1).all():
        different, which = np.unique(numbers, return_inverse=True)
        in_file = _text_of_double if numbers.dtype == np.float64 else text_in_file
        each = [in_file(number, most_digits) for number in different.tolist()]
        texts = np.array([f" {text}" for text in each], dtype=object)
        return texts[which.ravel()] if len(texts) else texts
    pairs = [part.tolist() for part in np.broadcast_arrays(numbers, scales)]
    known: dict[tuple[int, int], str] = {}
    found = np.empty(len(numbers), dtype=object)
    for place, pair in enumerate(zip(*pairs, strict=True)):
        text = known.get(pair)
        if text is None:
            text = known[pair] = f" {text_in_file(over_scale(*pair), most_digits)}"
        found[place] = text
    return found


def require_small(program: Program, scales: NumberArray) -> None:
    """Raises if a file would have a number of 63 bits or more, which our readers refuse.

    `scales` is what the numbers of each row are divided by; an objective has its own.
    """
    rows, objective = program.rows, program.objective
    parts = [(rows.owners(), rows.coefficients, _large(rows.coefficients))]
    bounds = [side.numbers for side in (rows.lower, rows.upper)]
    parts += [(np.arange(len(rows)), numbers, _large(numbers)) for numbers in bounds]
    found = [
        pair
        for owners, numbers, large in parts
        for pair in zip(owners[large].tolist(), numbers[large].tolist(), strict=True)
    ]
    wrong = [row for row, number in found if abs(number) >= LARGEST * int(scales[row])]
    where = program.where(min(wrong)) if wrong else ""
    if objective is not None:
        most = max(objective.largest(), abs(objective.constant))
        where = "the objective" if most >= LARGEST * objective.scale else where
    if where:
        what = f"{where} has a number of 63 bits or more once it is whole"
        raise ModelError(what, "scale it down, or save the model")


def _large(numbers: NumberArray) -> npt.NDArray[np.bool_]:
    return np.asarray((numbers >= LARGEST) | (numbers <= -LARGEST), dtype=bool)


_COEFFICIENT_TAKEN_FOR_0 = 1e-9
"""HiGHS and SCIP drop coefficients up to this size, whatever the others of the row are."""

_LARGEST_COEFFICIENT_OF_SMALL_ROW = 1e-3
"""A row whose coefficients are all below this is multiplied by a power of ten.

Those of other rows stay as they are: one that is dropped there is a millionth of another.
"""


def with_sizes_for_readers(program: Program) -> Program:
    """Returns the program with small rows scaled up, so that readers do not drop coefficients.

    A row is multiplied by a power of ten, which leaves decimals what they are.

    Raises:
        ModelError: If a row has a coefficient that matters, and that readers would take for 0.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.continuous("x", 2, upper=10)
        >>> row = model.add(1e-10 * x[0] + 2.5e-10 * x[1] >= 1e-9)
        >>> rows = with_sizes_for_readers(model.program()).rows
        >>> [part.tolist() for part in rows.in_doubles()]
        [[1.0, 2.5], [10.0], [inf]]
    """
    rows = program.rows
    if not (rows.is_scaled() or rows.measured.any()):
        # Whole coefficients are 1 at least.
        return program
    owners, sizes = rows.owners(), np.abs(rows.in_doubles()[0])
    largest = np.zeros(len(rows))
    np.maximum.at(largest, owners, sizes)
    is_small = (largest > 0) & (largest < _LARGEST_COEFFICIENT_OF_SMALL_ROW)
    exponents = np.zeros(len(rows), dtype=np.int64)
    exponents[is_small] = np.ceil(-np.log10(largest[is_small]))
    _refuse_lost_coefficients(program, sizes * 10.0 ** exponents[owners])
    places = exponents.nonzero()[0].tolist()
    if not places:
        return program
    larger = {row: _multiplied_row(rows.one(row), 10 ** int(exponents[row])) for row in places}
    return program.having(rows=with_changed(rows, larger))


def _refuse_lost_coefficients(program: Program, sizes: npt.NDArray[np.float64]) -> None:
    """Raises if a coefficient is so small that readers drop it, and its row is another one then.

    `sizes` are those of all coefficients as they are written.
    """
    lost = (sizes <= _COEFFICIENT_TAKEN_FOR_0).nonzero()[0]
    if not len(lost):
        return
    rows, owners = program.rows, program.rows.owners()
    reach = np.maximum(*(np.abs(side.in_doubles()) for side in (program.lower, program.upper)))
    largest = np.zeros(len(rows))
    np.maximum.at(largest, owners, sizes)
    for entry in lost.tolist():
        row, column = int(owners[entry]), int(rows.columns[entry])
        if sizes[entry] * reach[column] > _COEFFICIENT_TAKEN_FOR_0 * largest[row]:
            small, beside = f"{sizes[entry]:.3g}", f"{largest[row]:.3g}"
            name = program.names.name_of(column)
            what = f"{program.where(row)} has {small} {name} beside a coefficient of {beside}"
            advice = "state it in other units, since readers of files treat that as 0"
            raise ModelError(what, advice)


def _multiplied_row(row: Rows, factor: int) -> Rows:
    """A row by itself, multiplied by a number; a measured one by a power of two instead."""
    if row.measured[0]:
        power = 2.0 ** ceil(log2(factor))
        lower, upper = row.lower, row.upper
        return replace(
            row,
            coefficients=row.coefficients * power,
            lower=Bounds(lower.side, lower.numbers * power, lower.finite),
            upper=Bounds(upper.side, upper.numbers * power, upper.finite),
            origins=np.array([NO_ORIGIN]),
        )
    scale = int(row.scales[0])
    shared = gcd(scale, factor)
    times = factor // shared
    coefficients = [int(number) for number in row.coefficients.tolist()]
    least, most = row.lower.at(0), row.upper.at(0)
    return replace(
        row,
        coefficients=stored([number * times for number in coefficients]),
        lower=Bounds.lower([None if least is None else int(least) * times]),
        upper=Bounds.upper([None if most is None else int(most) * times]),
        scales=stored([scale // shared]),
        origins=np.array([NO_ORIGIN]),
    )


def text_in_file(number: Value, most_digits: int = MOST_CHARACTERS_OF_NUMBER) -> str:
    """A number with all its digits or, if they are too many, as the nearest double.

    A measured one has as many as tell it from other doubles.

    Example:
        >>> text_in_file(Fraction(1, 2**60), DIGITS_OF_DOUBLE), text_in_file(Fraction(1, 3))
        ('8.673617379884035e-19', '0.3333333333333333')
    """
    value = as_value(number)
    if type(value) is float and value.is_integer() and abs(value) < LARGEST:
        # All digits of a whole number in a file count.
        return str(int(value))
    text = decimal_text(value)
    return repr(float(number)) if text is None or len(text) > most_digits else text


def _text_of_double(number: float, most_digits: int) -> str:
    """The same for a double: its shortest digits are those of the number that it stands for.

    Millions of them are written so, in a twentieth of the time.
    """
    text = repr(number)
    # Those with an exponent, and whole ones, are written otherwise.
    return text_in_file(number, most_digits) if "e" in text or text.endswith(".0") else text


Half: TypeAlias = tuple[str, int, str, Value]
"""The name of a row, its number, `<=`, `>=` or `=`, and the bound as files state it."""


def halves(program: Program, names: FileNames) -> Iterator[Half]:
    """Every row with one comparison: one that has two different bounds becomes two rows."""
    taken = set(names.rows)
    rows, scales = program.rows, file_scales(program.rows).tolist()
    sides = zip(rows.lower.tolist(), rows.upper.tolist(), scales, strict=True)
    for row, (name, (lower, upper, scale)) in enumerate(zip(names.rows, sides, strict=True)):
        least, most = over_scale(lower, scale), over_scale(upper, scale)
        if least == most and least is not None:
            yield name, row, "=", least
            continue
        if most is not None:
            yield name, row, "<=", most
        if least is not None:
            second = name
            if most is not None:
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
    # How often each has been used, so that many that are alike are not all tried again.
    used: dict[str, int] = {}
    found = []
    for name in names:
        if stays is not None and stays(name):
            plain = name
        else:
            plain = _OTHER.sub("_", name).strip("_")[:_MOST_CHARACTERS_OF_NAME] or "_"
            if _NUMBER.match(plain) or plain.lower() in _RESERVED:
                plain = f"_{plain}"
        candidate, number = plain, used.get(plain, 1)
        while candidate in taken:
            number += 1
            candidate = f"{plain}__{number}"
        used[plain] = number
        taken.add(candidate)
        found.append(candidate)
    return found


LINE_CHARACTERS = 96
"""The longest line of LP files and of our comments: people read it; CPLEX takes 560 characters."""

_TAG = "ilpuzzles:"
_AUXILIARY = "auxiliary"
_EXACT = "exact"
_GROUP = "group"
_ROWS = "rows"
_NEGATED = "to be maximised: the signs of the objective are changed"
_SCALED = "the objective is multiplied by"
_ABOUT_OBJECTIVE = re.compile(
    rf"(?P<sense>{_NEGATED})|{_SCALED} (?P<scale>[1-9][0-9]{{0,89}})"
    r"|the constant (?P<constant>-?[0-9]{1,90}) of the objective is left out"
)
_NOTE = re.compile(rf"[ \t]*{_TAG}", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_TEXT = r'("(?:[^"\\]|\\.)*")'
_TEXTS = re.compile(rf"{_GROUP} {_TEXT} {_TEXT}\s*")


def auxiliary_lines(program: Program, names: Iterable[str], mark: str) -> Iterator[str]:
    r"""Comments that say which columns, named as in the file, are auxiliary; none if all decide."""
    listed = np.array(list(names), dtype=object)[~program.shown()].tolist()
    begin = f"{mark} {_TAG} {_AUXILIARY} "
    yield from wrap_lines(" ".join(listed), begin, begin)


def wrap_lines(text: str, first: str, later: str) -> list[str]:
    """Wraps a text at blanks, in lines that no reader finds too long.

    Args:
        text: The text.
        first: The beginning of the first line.
        later: The beginning of all others.
    """
    wrapper = TextWrapper(
        LINE_CHARACTERS, first, later, break_long_words=False, break_on_hyphens=False
    )
    return wrapper.wrap(text)


def group_lines(program: Program, rows: Iterable[tuple[str, int]], mark: str) -> Iterator[str]:
    """Comments that say which rows are in which group, and why these are there.

    `rows` are the names of all rows that the file has, in its order, with their numbers here. A
    group without rows, as one that is switched off, is left out.
    """
    begin, groups = f"{mark} {_TAG}", program.rows.groups.tolist()
    runs: dict[int, list[str]] = {number: [] for number in range(len(program.groups))}
    for number, run in groupby(rows, key=lambda row: groups[row[1]]):
        names = [name for name, _ in run]
        if number >= 0:
            runs[number].append(f"{begin} {_ROWS} {names[0]} {names[-1]}")
    for number, group in enumerate(program.groups):
        if runs[number]:
            yield f"{begin} {_GROUP} {json.dumps(group.name)} {json.dumps(group.why)}"
            yield from runs[number]


def objective_lines(
    mark: str, *, negated: bool = False, scale: int = 1, constant: int = 0
) -> Iterator[str]:
    """Comments that say what became of the objective.

    A maximum is made a minimum by changing the signs, and one with fractions may be made whole; a
    constant, which is multiplied like its terms, may be left out.
    """
    if negated:
        yield f"{mark} {_TAG} {_NEGATED}"
    if scale != 1:
        yield f"{mark} {_TAG} {_SCALED} {scale}"
    if constant:
        yield f"{mark} {_TAG} the constant {constant} of the objective is left out"


def exact_lines(program: Program, mark: str) -> Iterator[str]:
    """A comment that says that all numbers are exact, where some have more than 12 digits.

    Where there are measured ones as well, nothing can say which is which.
    """
    rows, objective = program.rows, program.objective
    if program.is_measured() or (objective is not None and objective.is_measured):
        return
    scales = file_scales(rows)
    numbers = [doubles(rows.coefficients, scales[rows.owners()])]
    numbers += [side.in_doubles(scales) for side in (rows.lower, rows.upper)]
    if objective is not None:
        costs, constant = objective.in_doubles()
        numbers += [costs, np.array([constant])]
    if any(measured_entries(part[np.isfinite(part)]).any() for part in numbers):
        yield f"{mark} {_TAG} {_EXACT}"


def comment_line(mark: str, text: str) -> str:
    r"""A comment of a single line that nobody takes for anything else."""
    text = "".join(c if c.isprintable() else " " for c in text)
    text = " ".join(text.split())
    return f"{mark} {quoted(text) if _NOTE.match(text) else text}"


def is_note(comment: str) -> bool:
    """Whether a comment, without its mark, is one of ours."""
    return _NOTE.match(comment) is not None


def apply_notes(parsed: ParsedModel, comments: Iterable[tuple[int, int]]) -> None:
    """Reads our comments: auxiliary columns, groups of rows, and what became of the objective.

    `comments` are the line of each comment and where it begins there, behind its mark. One that is
    ours and says nothing that we know is wrong.
    """
    file = parsed.text
    auxiliary: dict[str, tuple[int, int]] = {}
    objective: dict[str, tuple[int, str]] = {}
    for line, begin in comments:
        found = _NOTE.match(file.lines[line], begin)
        if found is None:
            continue
        words = [(word.start(), word[0]) for word in _WORD.finditer(found.string, found.end())]
        said = " ".join(word for _, word in words)
        about = _ABOUT_OBJECTIVE.fullmatch(said)
        key = str(about and about.lastgroup)
        if about is not None and key not in objective:
            objective[key] = line, about[key]
        elif not _gather_note(parsed, line, words, auxiliary):
            what = (
                f"{'a second' if about else 'an unknown'} comment of ilpuzzles says {quoted(said)}"
            )
            known = f"'{_AUXILIARY}', '{_EXACT}', '{_GROUP}', '{_ROWS}'"
            advice = f"known: {known} and, once, '{_NEGATED}'"
            raise file.at(line, words[0][0] if words else begin, what, advice)
    for name, place in auxiliary.items():
        if name not in parsed.columns:
            what = f"there is no column {quoted(name)}"
            raise file.at(*place, what, "name a column of the file, or remove it")
        parsed.auxiliary.add(parsed.columns[name])
    _restore_objective(parsed, objective)


def _restore_objective(parsed: ParsedModel, notes: dict[str, tuple[int, str]]) -> None:
    """Makes the objective what it was before notes, each with its line, say what became of it."""
    file = parsed.text
    if "sense" in notes:
        if parsed.maximize:
            what = "a comment says that signs were changed for a minimum, but the file maximises"
            raise file.at(notes["sense"][0], 0, what, "keep one of the two")
        parsed.maximize = True
    scale = int(notes.get("scale", (0, "1"))[1])
    if "sense" in notes or scale != 1:
        parsed.multiply_objective(Fraction(-1 if "sense" in notes else 1, scale))
    if "constant" in notes:
        line, number = notes["constant"]
        parsed.constant = plain(parsed.constant + Fraction(int(number), scale))
        if too_large(parsed.constant):
            what = f"the objective has the constant {number}"
            raise file.at(line, 0, what, "give one with fewer than 63 bits")


def _gather_note(
    parsed: ParsedModel,
    line: int,
    words: list[tuple[int, str]],
    auxiliary: dict[str, tuple[int, int]],
) -> bool:
    """Takes in what a note says about columns or rows; whether it is about these."""
    begin, first = words[0] if words else (0, "")
    if first == _AUXILIARY:
        _gather_names(parsed.text, line, words, auxiliary)
    elif first == _GROUP:
        _gather_group(parsed, line, begin)
    elif first == _ROWS:
        _gather_rows(parsed, line, words)
    elif [word for _, word in words] == [_EXACT]:
        parsed.exact = True
        return True
    return first in {_AUXILIARY, _GROUP, _ROWS}


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


def _gather_group(parsed: ParsedModel, line: int, begin: int) -> None:
    """Adds a group, to which the rows in the comments that follow belong."""
    file = parsed.text
    found = _TEXTS.fullmatch(file.lines[line], begin)
    try:
        name, why = (json.loads(text) for text in found.groups()) if found else ("", "")
    except ValueError:
        name = ""
    if not name.strip() or name in parsed.groups:
        advice = 'write "name" and "reason", as JSON does'
        raise file.at(line, begin, "a group without a name of its own", advice)
    parsed.groups[name] = Group(name, why)


def _gather_rows(parsed: ParsedModel, line: int, words: list[tuple[int, str]]) -> None:
    """Puts the rows from the first to the last of two names into the last group."""
    file, known = parsed.text, parsed.rows
    if len(words) != 3 or not parsed.groups:
        advice = "name a group before, and the first and the last row"
        raise file.at(line, words[0][0], f"'{_ROWS}' without what belongs to it", advice)
    numbers = []
    for column, name in words[1:]:
        if known.get(name, -1) < 0:
            what = f"there is no row {quoted(name)}"
            raise file.at(line, column, what, "name a row of the file, or remove it")
        numbers.append(known[name])
    first, last = numbers
    if last < first or any(n in parsed.row_groups for n in range(first, last + 1)):
        what = f"{quoted(words[1][1])} to {quoted(words[2][1])} are not rows without a group"
        raise file.at(line, words[1][0], what, "name each row once, the first one first")
    parsed.row_groups.update(dict.fromkeys(range(first, last + 1), len(parsed.groups) - 1))
