"""Sections of MPS files: their order, COLUMNS, and those for what is no linear row.

Read `mps.py` first: `read_mps` says how a file is read. Here are the sections that take more than a
line or two: `read_sections` finds them and checks their order, `read_columns` adds all entries,
`read_sets` and `read_indicators` what is no linear row, and `join_names` turns a file in the fixed
form into one in the free form.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import counted, quoted
from ilpuzzles.formats.reading import (
    OBJECTIVE,
    TRUNCATED,
    FileText,
    Indicator,
    Lexicon,
    ParsedModel,
    read_number,
    too_large,
)
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.rows import IntArray

# What must come before each section.
_NEEDS = {
    "NAME": "",
    "OBJSENSE": "",
    "OBJNAME": "",
    "ROWS": "",
    "LAZYCONS": "ROWS",
    "USERCUTS": "ROWS",
    "COLUMNS": "ROWS",
    "RHS": "COLUMNS",
    "RANGES": "COLUMNS",
    "BOUNDS": "COLUMNS",
    "SOS": "COLUMNS",
    "SOS1": "COLUMNS",
    "SOS2": "COLUMNS",
    "INDICATORS": "COLUMNS",
    "ENDATA": "COLUMNS",
}
_HAVE_WORDS = {"NAME", "OBJSENSE", "OBJNAME"}
_QUADRATIC = {"QUADOBJ", "QMATRIX", "QSECTION", "QCMATRIX"}
_CONIC = {"CSECTION"}


@dataclass(frozen=True, slots=True)
class MpsSection:
    """A section of an MPS file, by its keyword.

    It goes from `line`, counted from 0, to the line before `end`.
    """

    text: FileText
    keyword: str
    line: int
    end: int

    @property
    def words(self) -> list[str]:
        """The words behind the keyword in its line."""
        return self.text.lines[self.line].split()[1:]

    def body(self) -> range:
        """The numbers of the lines below the first one."""
        return range(self.line + 1, self.end)

    def data(self, names: Container[str] = ()) -> Iterator[tuple[int, list[str]]]:
        """The lines that say something: their numbers, and their fields.

        `names` are those that may begin with a mark of comments.
        """
        lines = self.text.lines
        for line in self.body():
            fields = lines[line].split()
            if fields and lines[line][0] not in COMMENTS:
                if "$" in lines[line] or "*" in lines[line]:
                    fields = _without_comment(fields, names)
                yield line, fields

    def written(self, names: Container[str] = ()) -> Iterable[str]:
        """The lines below the first one, without comments."""
        body = self.text.lines[self.line + 1 : self.end]
        if not any("$" in line or "*" in line for line in body):
            return body
        fields_of_lines = dict(self.data(names))
        return (" ".join(fields_of_lines.get(line, ())) for line in self.body())


COMMENTS = "*$"
"""The signs that begin a comment."""


@dataclass(slots=True)
class FirstSet:
    """The first set of right-hand sides, ranges or bounds of a file, which is the one that counts.

    A file may have several, each with a name of its own, of which a run on a mainframe chose one.
    SCIP and GLPK take the first one; HiGHS takes from the others what the first says nothing about.

    Attributes:
        section: The section.
        first: The name of the first set, None before any.
        current: The name of the set of the last line.
        left_out: The lines that belong to other sets.
    """

    section: MpsSection
    first: str | None = None
    current: str = ""
    left_out: list[int] = field(default_factory=list)

    def has(self, line: int, name: str) -> bool:
        """Whether a line belongs to it; without a name, a line goes on with the set before it."""
        if self.first is None:
            self.first = self.current = name
        elif name:
            self.current = name
        if self.current == self.first:
            return True
        self.left_out.append(line)
        return False

    def note(self, parsed: ParsedModel) -> None:
        """Notes that lines were left out, if any were."""
        if self.left_out:
            parsed.note(
                self.left_out[0],
                f"a second set in {self.section.keyword}; the first one, {quoted(self.first)}, "
                f"counts, without {counted(len(self.left_out), 'line')} of others (as in SCIP; "
                "HiGHS takes from these what the first says nothing about)",
            )


def _without_comment(fields: list[str], names: Container[str]) -> list[str]:
    """The fields of a line before a comment: a field behind the second that begins with $ or *."""
    for place, written in enumerate(fields):
        if place > 1 and written[0] in "$*" and written not in names:
            return fields[:place]
    return fields


def read_sections(text: FileText) -> dict[str, MpsSection]:
    """The sections of a file by their keywords; ROWS and COLUMNS are among them, ENDATA is last."""
    headers: list[int] = []
    for line, written in enumerate(text.lines):
        if not written or written[0] in " \t" + COMMENTS:
            if not headers and written[:1] not in {"*", "$"} and written.strip():
                raise text.at_field(line, 0, "data before the first section", "start with NAME")
        else:
            headers.append(line)
            if written.split()[0] == "ENDATA":
                # What comes behind it is a comment: readers stop here.
                break
    sections: dict[str, MpsSection] = {}
    for line, end in pairwise([*headers, headers[-1] + 1 if headers else 0]):
        section = MpsSection(text, text.lines[line].split()[0], line, end)
        _accept(section, sections)
        sections[section.keyword] = section
    if "ENDATA" not in sections:
        raise text.at_end("the file ends without ENDATA", TRUNCATED)
    if "NAME" in sections:
        for line, _ in sections["NAME"].data():
            raise text.at_field(line, 0, "text below NAME", "remove it")
    return sections


def _accept(section: MpsSection, sections: dict[str, MpsSection]) -> None:
    """Raises unless a section may follow those before it."""
    text, line, keyword = section.text, section.line, section.keyword
    if keyword in _QUADRATIC | _CONIC:
        what = f"the section {keyword} has {'conic' if keyword in _CONIC else 'quadratic'} terms"
        raise text.at_field(line, 0, what, "only linear rows and objectives are read")
    if keyword not in _NEEDS:
        known = f"known: {', '.join(_NEEDS)}"
        raise text.at_field(line, 0, f"unknown section {quoted(keyword)}", known)
    if keyword in sections:
        raise text.at_field(line, 0, f"section {keyword} appears twice", "join the two")
    needed = _NEEDS[keyword]
    if needed and needed not in sections:
        raise text.at_field(line, 0, f"{keyword} stands before {needed}", f"put {needed} before it")
    if keyword == "NAME" and "ROWS" in sections:
        raise text.at_field(line, 0, f"{keyword} stands after ROWS", "put it before")
    if section.words and keyword not in _HAVE_WORDS:
        what = f"{quoted(section.words[0])} does not belong on the line of {keyword}"
        raise text.at_field(line, 1, what, "start the data on a new line, with a blank")


MARKER = "'MARKER'"


_Codes: TypeAlias = npt.NDArray[np.int32]
"""The numbers of words in a `Lexicon`."""

_ENTRIES_AT_ONCE = 1 << 16
"""So many entries are added at a time, so that a file of millions needs no second copy of them."""

_UNKNOWN = OBJECTIVE - 1
"""The number of a row, or of a coefficient, that a word does not stand for."""


def read_columns(parsed: ParsedModel, section: MpsSection) -> list[bool]:
    """Reads the entries; returns which columns are declared integer.

    A file may have millions of these lines: they are read in arrays, and one after the other only
    if anything in them is unusual or wrong.
    """
    integer = _add_plain_columns(parsed, section)
    return _read_columns(parsed, section) if integer is None else integer


def _add_plain_columns(parsed: ParsedModel, section: MpsSection) -> list[bool] | None:
    """Adds all entries at once; None, and nothing is added, if anything is unusual or wrong."""
    lexicon = Lexicon()
    codes, starts = lexicon.coded(section.written(parsed.rows))
    words = list(lexicon)
    lines = _EntryLines.of(words, codes, starts)
    if lines is None:
        return None
    row_places = lines.row_places()
    row_codes = codes[row_places]
    number_codes = codes[row_places + 1]
    del row_places
    meanings = _Meanings.of(parsed, words, row_codes, number_codes)
    begins = lines.begin_columns()
    column_codes = lines.columns[begins]
    is_column_split = len(np.unique(column_codes)) < len(column_codes)
    if meanings is None or is_column_split:
        return None
    file_lines = lines.numbers + section.line + 1
    for code, line in zip(column_codes.tolist(), file_lines[begins].tolist(), strict=True):
        parsed.add_column(words[code], line)
    columns_of_lines = np.cumsum(begins) - 1
    lines_of_entries = np.repeat(np.arange(len(file_lines), dtype=np.int32), lines.pairs)
    for start in range(0, len(lines_of_entries), _ENTRIES_AT_ONCE):
        block = slice(start, start + _ENTRIES_AT_ONCE)
        owners = lines_of_entries[block]
        rows = meanings.rows[row_codes[block]]
        values = meanings.values[number_codes[block]]
        parsed.add_entries(columns_of_lines[owners], rows, values, file_lines[owners])
    # Between the first and the second marker columns are integer, and so on.
    integer: list[bool] = (lines.markers[begins] % 2 == 1).tolist()
    return integer


@dataclass(frozen=True, slots=True)
class _EntryLines:
    """The lines of COLUMNS that have entries: a column, then one or two pairs of row and number.

    Attributes:
        numbers: The number of each line, counted from the one below the keyword.
        starts: The place of its first word among all words of the section.
        pairs: How many pairs it has.
        columns: The code of the name of its column.
        markers: The number of markers before it.
    """

    numbers: IntArray
    starts: IntArray
    pairs: IntArray
    columns: _Codes
    markers: IntArray

    @classmethod
    def of(cls, words: list[str], codes: _Codes, starts: IntArray) -> _EntryLines | None:
        """Takes the markers out of the lines; None if any line is neither a marker nor entries."""
        lengths = np.diff(starts)
        numbers = np.nonzero(lengths)[0]
        lengths = lengths[numbers]
        starts = starts[numbers]
        if not np.isin(lengths, list(_ROW_PLACES)).all():
            return None
        is_marker = _is_word(words, codes[starts + 1], MARKER)
        markers: IntArray = np.cumsum(is_marker)
        if is_marker.any():
            marker_codes = codes[starts[is_marker] + 2].tolist()
            has_three_words = (lengths[is_marker] == 3).all()
            if not (has_three_words and _alternate([words[code] for code in marker_codes])):
                return None
        is_entry = ~is_marker
        starts = starts[is_entry]
        pairs = lengths[is_entry] // 2
        return cls(numbers[is_entry], starts, pairs, codes[starts], markers[is_entry])

    def row_places(self) -> IntArray:
        """The place of the name of the row of each entry among the words; its number is next."""
        entries_before = np.cumsum(self.pairs) - self.pairs
        # Which pair of its line an entry is: 0 or 1.
        pair_numbers = np.arange(self.pairs.sum())
        pair_numbers -= np.repeat(entries_before, self.pairs)
        places = np.repeat(self.starts + 1, self.pairs)
        places += 2 * pair_numbers
        return places

    def begin_columns(self) -> npt.NDArray[np.bool_]:
        """Whether each line has another column than the one before it; markers end columns, too."""
        begins = np.ones(len(self.columns), dtype=bool)
        is_other_name = self.columns[1:] != self.columns[:-1]
        is_behind_marker = self.markers[1:] != self.markers[:-1]
        begins[1:] = is_other_name | is_behind_marker
        return begins


def _is_word(words: list[str], codes: _Codes, word: str) -> npt.NDArray[np.bool_]:
    """Whether each code is that of a word."""
    if word not in words:
        return np.zeros(len(codes), dtype=bool)
    is_word: npt.NDArray[np.bool_] = codes == words.index(word)
    return is_word


def _alternate(markers: list[str]) -> bool:
    """Whether markers are INTORG, INTEND, INTORG and so on."""
    wanted = ["INTORG" if number % 2 == 0 else "INTEND" for number in range(len(markers))]
    return [marker.strip("'") for marker in markers] == wanted


@dataclass(frozen=True, slots=True)
class _Meanings:
    """The meanings of the words of COLUMNS, by their codes; `_UNKNOWN` for words without one.

    Attributes:
        rows: The number of the row that a word names.
        values: The place of the number that a word is among the different coefficients.
    """

    rows: IntArray
    values: IntArray

    @classmethod
    def of(
        cls, parsed: ParsedModel, words: list[str], row_codes: _Codes, number_codes: _Codes
    ) -> _Meanings | None:
        """Looks up the names of rows and the numbers; None if one is unknown or wrong."""
        rows = np.full(len(words), _UNKNOWN)
        values = np.full(len(words), _UNKNOWN)
        for code in _different(row_codes, len(words)):
            rows[code] = parsed.rows.get(words[code], _UNKNOWN)
            if rows[code] == _UNKNOWN:
                return None
        for code in _different(number_codes, len(words)):
            number = read_number(words[code])
            if number is None or too_large(number):
                return None
            values[code] = parsed.value(number)
        return cls(rows, values)


def _different(codes: _Codes, count: int) -> list[int]:
    """The different ones among codes below a number, ascending; quicker than to sort them."""
    is_used = np.zeros(count, dtype=bool)
    is_used[codes] = True
    return np.nonzero(is_used)[0].tolist()


def _read_columns(parsed: ParsedModel, section: MpsSection) -> list[bool]:
    """Reads the entries one after the other; returns which columns are declared integer."""
    file = parsed.text
    integer: list[bool] = []
    marked = False
    current, column = "", -1
    for line, fields in section.data(parsed.rows):
        if current and _continues(file, line, fields):
            for place in range(0, len(fields), 2):
                _add_pair(parsed, column, line, fields[place : place + 2], place)
            continue
        pairs = _ROW_PLACES.get(len(fields))
        if pairs is None:
            advice = "give a column and one or two rows with numbers; names have no blanks"
            raise file.at_field(line, 0, f"expected 3 or 5 fields, got {len(fields)}", advice)
        if fields[1] == MARKER:
            marked = _read_marker(file, line, fields, marked=marked)
            current = ""
            continue
        if fields[0] != current:
            current = fields[0]
            if current in parsed.columns:
                what = f"column {quoted(current)} continues after another one"
                raise file.at_field(line, 0, what, "put all its lines together")
            column = parsed.add_column(current, line)
            integer.append(marked)
        for place in pairs:
            _add_pair(parsed, column, line, fields[place : place + 2], place)
    return integer


def _continues(file: FileText, line: int, fields: list[str]) -> bool:
    """Whether a line of the fixed form has no column, and so goes on with the one above it.

    GLPK and its examples have that.
    """
    written = file.lines[line]
    is_blank = not written[: _NAMES[0].stop].strip()
    return len(fields) in {2, 4} and is_blank and "\t" not in written


def _add_pair(parsed: ParsedModel, column: int, line: int, pair: list[str], place: int) -> None:
    """Adds an entry: the name of a row, which is the field at a place, and a number."""
    row = parsed.rows.get(pair[0])
    if row is None:
        what = f"unknown row {quoted(pair[0])}"
        raise parsed.text.at_field(line, place, what, "name it in ROWS")
    number = parsed.text.number(line, place + 1, pair[1])
    if too_large(number):
        what = f"{quoted(pair[1])} has 63 bits or more"
        raise parsed.text.at_field(line, place + 1, what, "scale it down")
    parsed.add_entry(column, row, number, line)


# Where the names of rows stand in a line, by the number of its fields.
_ROW_PLACES = {3: (1,), 5: (1, 3)}


def _read_marker(file: FileText, line: int, fields: list[str], *, marked: bool) -> bool:
    """Whether the columns from here on are integer."""
    word = fields[2].strip("'")
    if len(fields) != 3 or word not in {"INTORG", "INTEND"}:
        what = f"unknown marker {quoted(fields[2])}"
        raise file.at_field(line, 2, what, "known: 'INTORG', 'INTEND'")
    if (word == "INTORG") == marked:
        what = "INTORG follows INTORG" if marked else "INTEND has no INTORG before it"
        raise file.at_field(line, 2, what, "let INTORG and INTEND alternate")
    return word == "INTORG"


def read_sets(parsed: ParsedModel, section: MpsSection | None) -> None:
    """Reads special ordered sets: a line with S1 or S2 and a name, then columns with weights.

    Without weights, the columns are in the order of the file. lp_solve writes the word SOS before
    each column, and has sections SOS1 and SOS2, where no line says which kind a set is.
    """
    if section is None:
        return
    text, columns = section.text, parsed.columns
    opened: tuple[str, int, int] | None = None
    weights: dict[int, Number] = {}
    for line, fields in section.data(columns):
        has_column_second = len(fields) == 3 and fields[1] in columns
        kind = fields[0] if section.keyword == "SOS" else f"S{section.keyword[-1]}"
        is_member = has_column_second or fields[0] in columns
        if kind in {"S1", "S2"} and (section.keyword == "SOS" or not is_member):
            _close(parsed, opened, weights)
            names = [name for name in fields[1:] if read_number(name) is None]
            name = names[-1] if names else f"sos{len(parsed.sets) + 1}"
            opened, weights = (name, int(kind[1]), line), {}
            continue
        # The word that lp_solve writes before a column says nothing.
        first = 1 if has_column_second else 0
        if opened is None:
            raise text.at_field(line, 0, "a member of no set", "begin with S1 or S2 and a name")
        name, *written = fields[first:]
        if len(written) > 1:
            what = f"expected 1 or 2 fields, got {len(fields)}"
            raise text.at_field(line, 0, what, "give a column and its weight")
        column = columns.get(name)
        if column is None:
            what = f"unknown column {quoted(name)}"
            raise text.at_field(line, first, what, "name it in COLUMNS")
        weight = text.number(line, first + 1, written[0]) if written else len(weights)
        if column in weights:
            what = f"{quoted(name)} appears twice in this set"
            raise text.at_field(line, first, what, "keep one of the two")
        weights[column] = weight
    _close(parsed, opened, weights)


def _close(
    parsed: ParsedModel, opened: tuple[str, int, int] | None, weights: dict[int, Number]
) -> None:
    if opened is not None:
        name, most, line = opened
        parsed.add_set(name, most, weights, line)


def read_indicators(parsed: ParsedModel, kinds: list[str], section: MpsSection | None) -> None:
    """Reads `IF row column value`: the row holds only if the binary column has the value."""
    if section is None:
        return
    text = section.text
    for line, fields in section.data(parsed.columns):
        if len(fields) != 4 or fields[0] != "IF":
            what = f"{quoted(' '.join(fields))} is not an indicator"
            raise text.at_field(line, 0, what, "write IF, a row, a binary column, and 0 or 1")
        row, column = parsed.rows.get(fields[1]), parsed.columns.get(fields[2])
        if row is None or row < 0 or kinds[row] == "N":
            raise text.at_field(line, 1, f"unknown row {quoted(fields[1])}", "name it in ROWS")
        if column is None:
            what = f"unknown column {quoted(fields[2])}"
            raise text.at_field(line, 2, what, "name it in COLUMNS")
        if fields[3] not in {"0", "1"}:
            raise text.at_field(line, 3, f"the value {quoted(fields[3])}", "give 0 or 1")
        if row in parsed.indicators:
            what = f"row {quoted(fields[1])} has an indicator already"
            raise text.at_field(line, 1, what, "keep one of the two")
        parsed.indicators[row] = Indicator(column, fields[3] == "1", line)


# Where the fields of the fixed form stand, and the columns between them, all from 0.
_NAMES = (slice(4, 12), slice(14, 22), slice(39, 47))
_NUMBERS = (slice(1, 3), slice(24, 36), slice(49, 61))
_BETWEEN = (0, 3, 12, 13, 22, 23, 36, 37, 38, 47, 48)
# The last field ends there; lines were punched cards.
_CARD_CHARACTERS = 61

JOIN = "\x00"
"""What stands for a blank in a name."""


def join_names(text: FileText) -> FileText | None:
    """A file in the fixed form, with `JOIN` for the blanks in its names.

    None if it is not in that form, in which fields are known by the columns they stand in, or if
    no name has a blank.
    """
    lines, changed = [], False
    for written in text.lines:
        if written[:1] in ("*", "") or not written.strip() or written[0] != " ":
            lines.append(written)
            continue
        padded = written.rstrip().ljust(_CARD_CHARACTERS)
        misplaced = "\t" in padded or any(padded[place] != " " for place in _BETWEEN)
        if misplaced or len(padded) > _CARD_CHARACTERS:
            return None
        if any(len(padded[number].split()) > 1 for number in _NUMBERS):
            return None
        parts = list(padded)
        for place in _NAMES:
            name = padded[place]
            start = len(name) - len(name.lstrip())
            inner = name.strip().replace(" ", JOIN)
            changed = changed or JOIN in inner
            parts[place] = name[:start] + inner + " " * (len(name) - start - len(inner))
        lines.append("".join(parts).rstrip())
    return FileText(text.source, lines) if changed else None
