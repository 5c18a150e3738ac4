"""The common part of the readers of model files: text with places, exact numbers, contents.

A reader goes from the text of a file to a model in four steps, and this file has what the first
three have in common:

1. `FileText` has the lines, and makes the errors that name a place in them.
2. `Lexicon` numbers the different words of the text, and `Tokens` finds them and their places.
   `read_number` and `read_bound` say what a word means as an exact number.
3. The reader fills a `ParsedModel`: columns, rows and entries in the order of the file.
4. `build_model` (in `stating.py`) makes of it a `FileModel`.

`plain_run` finds the long stretches of a file that are read in arrays rather than word by word.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, UnknownNameError, quoted, unknown_name
from ilpuzzles.lazy_imports import former_names
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.column_store import Traits
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number, plain, size_of, text_of
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.row_builder import RowTraits
from ilpuzzles.modelling.rows import LARGEST, Group, IntArray
from ilpuzzles.modelling.store import Store
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.modelling.written import WrittenRows

# Any character that is neither visible, nor a blank, a tab or a line break.
_JUNK = re.compile(r"[^\S\t\n ]|[\x00-\x08\x0e-\x1f\x7f\ufeff\ufffe\uffff]")
_PLAIN_BYTES = bytes([*b"\t\n", *range(0x20, 0x7F)])


TRUNCATED = "it seems truncated: get a complete copy"
"""Advice where a file ends before its format says that it may."""


@dataclass(frozen=True, slots=True)
class FileText:
    r"""A text in lines, for messages that name the place.

    Attributes:
        source: What to call the file.
        lines: Its lines, without line breaks.

    Example:
        >>> print(FileText.of("ROWS\n N obj\n", "a.mps").at_field(1, 1, "wrong", "correct it"))
        a.mps:2:4: wrong; correct it
    """

    source: str
    lines: list[str]

    @classmethod
    def of(cls, text: str, source: str) -> FileText:
        """Splits a text into lines; raises if it is empty, or has a character that no text has."""
        text = text.replace("\r\n", "\n")
        # Deleting all that is plain from bytes is the quickest test there is; most files pass it.
        clean = text.isascii() and not text.encode("ascii").translate(None, _PLAIN_BYTES)
        junk = None if clean else _JUNK.search(text)
        file = cls(source, text.split("\n"))
        if junk is not None:
            line = text.count("\n", 0, junk.start())
            column = junk.start() - text.rfind("\n", 0, junk.start()) - 1
            what = f"the character {quoted(junk[0])} has no place in a model file"
            raise file.at(line, column, what, "check that this is a text file")
        if not text.strip():
            raise file.at(0, 0, "the file is empty", "get it again")
        return file

    def at(self, line: int, column: int, what: str, advice: str) -> InputError:
        """Returns an error at a place; line and column count from 0."""
        return InputError(what, advice, f"{self.source}:{line + 1}:{column + 1}")

    def at_field(self, line: int, number: int, what: str, advice: str) -> InputError:
        """Returns an error about a field: one of the words between blanks in a line, from 0."""
        starts = [match.start() for match in re.finditer(r"\S+", self.lines[line])]
        return self.at(line, starts[number] if number < len(starts) else 0, what, advice)

    def number(self, line: int, place: int, written: str) -> Number:
        """The number in a field; raises if it is none."""
        number = read_number(written)
        if number is None:
            what = f"{quoted(written)} is not a number"
            raise self.at_field(line, place, what, "give a finite number")
        return number

    def at_name(self, line: int, name: str, what: str, advice: str) -> InputError:
        """Returns an error at the last place in a line where a name stands."""
        word = re.compile(rf"(?<!\S){re.escape(name)}(?![^\s:])")
        starts = [match.start() for match in word.finditer(self.lines[line])]
        return self.at(line, starts[-1] if starts else 0, what, advice)

    def at_end(self, what: str, advice: str) -> InputError:
        """Returns an error about the end of the text."""
        last = max(number for number, line in enumerate(self.lines) if line.strip())
        return self.at(last, len(self.lines[last]), what, advice)


# ASCII digits only; int() would take 1_000 and the digits of other scripts too.
# D is Fortran's letter for an exponent, and fractions are what exact solvers write.
_NUMBER = re.compile(
    r"([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eEdD]([+-]?[0-9]+))?(?:/([0-9]*[1-9][0-9]*))?"
)
# A number of 63 bits has 19 digits, and the shortest text of a double 17 and an exponent. Three
# times as many are for zeros, and for decimals beside whole digits.
_MOST_CHARACTERS_OF_NUMBER = 60
# A bound from 1e20 on is infinite, and readers take coefficients below 1e-9 for 0. Within this
# range a number can still be refused as too large, with its digits, instead of as no number at all.
_LARGEST_POWER_OF_TEN = 60


@lru_cache(maxsize=1 << 16)
def read_number(token: str) -> Number | None:
    """Reads a number without rounding: an `int`, or a `Fraction` where it is not whole.

    None if it is no finite number, or has more than 60 characters or an exponent beyond 60, since
    sums of such numbers would take for ever. Files repeat few numbers many times, hence the cache.

    Example:
        >>> read_number("-3.0e1"), read_number("0.25"), read_number("nan"), read_number("1e999999")
        (-30, Fraction(1, 4), None, None)
        >>> read_number("1.5D2"), read_number("2/3")
        (150, Fraction(2, 3))
    """
    match = _NUMBER.fullmatch(token) if len(token) <= _MOST_CHARACTERS_OF_NUMBER else None
    if match is None:
        return None
    sign, whole, decimals, exponent, divisor = match.groups(default="")
    power = int(exponent or 0)
    if abs(power) > _LARGEST_POWER_OF_TEN:
        return None
    shift = power - len(decimals)
    size = int(whole + decimals)
    value = Fraction(size) * Fraction(10) ** shift if shift < 0 else size * 10**shift
    signed = Fraction(-value if sign == "-" else value) / int(divisor or 1)
    return signed.numerator if signed.denominator == 1 else signed


def too_large(number: Number) -> bool:
    """Whether a number has 63 bits or more, which no model can hold."""
    return not -LARGEST < number < LARGEST


Limit: TypeAlias = Number | float
"""A bound as a file states it: an exact number, or a float that is infinite."""


def rounded_up(limit: Limit) -> Limit:
    """The least whole number that is not below a bound; infinity stays."""
    return limit if isinstance(limit, float) else math.ceil(limit)


def rounded_down(limit: Limit) -> Limit:
    """The greatest whole number that is not above a bound; infinity stays."""
    return limit if isinstance(limit, float) else math.floor(limit)


def limit_text(limit: Limit) -> str:
    """A bound as people write it."""
    return str(limit) if isinstance(limit, float) else text_of(limit)


def finite_bound(limit: Limit) -> Number | None:
    """A bound as models have it: None where it is infinite."""
    return None if isinstance(limit, float) else limit


INFINITY_WORDS = {"inf", "infinity"}

SMALLEST_INFINITE_BOUND = 10**20
"""Bounds from here on are none: HiGHS and SCIP read 1e20 as infinity."""

SMALLER_BOUND = "give a number with fewer than 63 bits, or inf for none"
"""Advice about a bound that is too large."""

# The largest double has 309 digits where it is written without an exponent, and may have decimals.
_MOST_CHARACTERS_OF_BOUND = 400
_DECIMAL = re.compile(r"[+-]?(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?(?:[eEdD][+-]?[0-9]+)?")


def _is_infinite(written: str, number: Number | None) -> bool:
    """Whether a bound is a word for infinity, or a number that stands for it."""
    word = written[written[:1] in {"+", "-"} :]
    if word.lower() in INFINITY_WORDS:
        return True
    if number is not None:
        return size_of(number) >= SMALLEST_INFINITE_BOUND
    # `read_number` takes none of absurd size; in many files 1.797e308 stands for infinity.
    if len(written) > _MOST_CHARACTERS_OF_BOUND or _DECIMAL.fullmatch(written) is None:
        return False
    return float(word.lower().replace("d", "e")) >= SMALLEST_INFINITE_BOUND


def read_bound(written: str, sign: str = "") -> Limit | None:
    """Reads a number or an infinity behind a sign; None if it is neither, or has 63 bits or more.

    Example:
        >>> read_bound("2.5", "-"), read_bound("-1e30"), read_bound("Inf", "-")
        (Fraction(-5, 2), -inf, -inf)
        >>> read_bound("1.797e+308"), read_bound("1e19")
        (inf, None)
    """
    number = read_number(written)
    if _is_infinite(written, number):
        return -math.inf if f"{sign}{written}".startswith("-") else math.inf
    if number is None or too_large(number):
        return None
    return -number if sign == "-" else number


# Words are split for so many lines at a time. A file of 4.7 MB takes 17 MB so, and 72 MB if it is
# split at once; from 64 lines to 4,096 there is no difference in time.
_LINES_AT_ONCE = 512


class Lexicon(dict[str, int]):
    """The different words of a text, each with the number of its first appearance.

    A million entries have a few thousand different words: what a word means is found out once, and
    all else is done with arrays of the numbers of words.

    Example:
        >>> lexicon = Lexicon()
        >>> codes, starts = lexicon.coded(["+ 3 x", "", "+ 3 y"])
        >>> list(lexicon), codes.tolist(), starts.tolist()
        (['+', '3', 'x', 'y'], [0, 1, 2, 0, 1, 3], [0, 3, 3, 6])
    """

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number

    def coded(
        self, lines: Iterable[str], apart: str = ""
    ) -> tuple[npt.NDArray[np.int32], IntArray]:
        """The numbers of all words, and where each line begins among them; the end comes last.

        The signs in `apart` are words wherever they stand, else words have blanks around them.
        """
        codes = array("i")
        starts = [np.zeros(1, dtype=np.int64)]
        remaining = iter(lines)
        while batch := list(islice(remaining, _LINES_AT_ONCE)):
            text = "\n".join(batch)
            for sign in apart:
                text = text.replace(sign, f" {sign} ")
            starts.append(_words_before_line_ends(text) + len(codes))
            codes.extend(map(self.__getitem__, text.split()))
        return np.array(codes, dtype=np.int32), np.concatenate(starts)


def _words_before_line_ends(text: str) -> IntArray:
    """The number of words of a text that stand before the end of each of its lines."""
    characters = np.frombuffer(f"\n{text}\n".encode(), dtype=np.uint8)
    # Of all bytes up to the blank, a file that is read has blanks, tabs and line breaks.
    is_blank = characters <= ord(" ")
    word_begins = np.nonzero(is_blank[:-1] & ~is_blank[1:])[0]
    # The first line break was put before the text.
    line_ends = np.nonzero(characters == ord("\n"))[0][1:]
    return np.searchsorted(word_begins, line_ends)


@dataclass(frozen=True, slots=True)
class Tokens:
    """All words of a text, as numbers of the different ones.

    Attributes:
        text: The text.
        pattern: The pattern of a word; it matches every identifier of Python, and no blank.
        words: The different words, and pieces between blanks that are several words, as 3x+y.
        numbers: The place in `words` of each word of the text.
        starts: Where each line begins among the words of the text; the end comes last.
    """

    text: FileText
    pattern: re.Pattern[str]
    words: list[str]
    numbers: npt.NDArray[np.int32]
    starts: IntArray

    @classmethod
    def of(
        cls, text: FileText, pattern: re.Pattern[str], lines: Iterable[str], apart: str
    ) -> Tokens:
        """Finds the words in the lines of a text without comments.

        Args:
            text: The text, with its comments.
            pattern: The pattern of a word.
            lines: Its lines without comments.
            apart: Signs that are words wherever they stand.
        """
        lexicon = Lexicon()
        piece_codes, starts = lexicon.coded(lines, apart)
        words_of_pieces = _split_pieces(lexicon, pattern)
        if not words_of_pieces:
            return cls(text, pattern, list(lexicon), piece_codes, starts)
        split = _Split.of(len(lexicon), words_of_pieces)
        codes, word_starts = split.words_of(piece_codes)
        return cls(text, pattern, list(lexicon), codes, word_starts[starts])

    def lines(self, numbers: IntArray) -> IntArray:
        """The lines in which some words stand."""
        return np.searchsorted(self.starts, numbers, side="right") - 1

    def line(self, number: int) -> int:
        """The line in which a word stands."""
        return int(self.starts.searchsorted(number, side="right")) - 1

    def place(self, number: int) -> tuple[int, int]:
        """The line and the column of a word, counted from 0."""
        line = self.line(number)
        matches = self.pattern.finditer(self.text.lines[line])
        words_before = number - int(self.starts[line])
        return line, next(islice(matches, words_before, None)).start()

    def number_at(self, line: int, column: int) -> int:
        """The number of the first word of a line from a column on, where a word may begin."""
        before = self.pattern.finditer(self.text.lines[line], 0, column)
        return int(self.starts[line]) + sum(1 for _ in before)

    def wrong(self, number: int, what: str, advice: str) -> InputError:
        """Returns an error at a word."""
        return self.text.at(*self.place(number), what, advice)

    def letters(self, letters: Iterable[str]) -> bytes:
        """The letter of every word, from those of the different words: `plain_run` reads these."""
        table = np.frombuffer("".join(letters).encode("ascii"), dtype=np.uint8)
        return table[self.numbers].tobytes()


def _split_pieces(lexicon: Lexicon, pattern: re.Pattern[str]) -> dict[int, list[int]]:
    """The words of each piece that is not one word, such as 3x+y; adds them to the lexicon."""
    words_of_pieces: dict[int, list[int]] = {}
    # The lexicon grows while words are added.
    pieces = list(enumerate(lexicon))
    for code, piece in pieces:
        # Nearly all pieces are names, which are one word.
        if piece.isidentifier():
            continue
        words = [match[0] for match in pattern.finditer(piece)]
        if words != [piece]:
            words_of_pieces[code] = [lexicon[word] for word in words]
    return words_of_pieces


@dataclass(frozen=True, slots=True)
class _Split:
    """The words of each different piece between blanks, one piece after the other in one array.

    Attributes:
        words: The numbers of the words of all pieces.
        starts: Where those of each piece begin in `words`.
        lengths: The number of words of each piece.
    """

    words: npt.NDArray[np.int32]
    starts: IntArray
    lengths: IntArray

    @classmethod
    def of(cls, pieces: int, words_of_pieces: dict[int, list[int]]) -> _Split:
        """The words of some pieces, of which all that are not in the dictionary are one word."""
        lengths = np.ones(pieces, dtype=np.int64)
        for code, words in words_of_pieces.items():
            lengths[code] = len(words)
        starts = np.append(0, np.cumsum(lengths))
        all_words = np.repeat(np.arange(pieces, dtype=np.int32), lengths)
        for code, words in words_of_pieces.items():
            all_words[starts[code] : starts[code + 1]] = words
        return cls(all_words, starts[:-1], lengths)

    def words_of(self, pieces: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], IntArray]:
        """The words of a text of pieces, and where those of each piece begin; the end comes last.

        Example:
            >>> split = _Split.of(2, {1: [5, 6, 7]})
            >>> words, starts = split.words_of(np.array([1, 0, 1], dtype=np.int32))
            >>> words.tolist(), starts.tolist()
            ([5, 6, 7, 0, 5, 6, 7], [0, 3, 4, 7])
        """
        lengths = self.lengths[pieces]
        text_starts = np.append(0, np.cumsum(lengths))
        # A word that is the third of its piece in the text is the third of that piece in `words`.
        shifts = self.starts[pieces] - text_starts[:-1]
        places = np.arange(text_starts[-1]) + np.repeat(shifts, lengths)
        return self.words[places], text_starts


_FEWEST_PLAIN_WORDS = 64
"""To read fewer words than these in arrays takes as long as to read them one by one.

Of a file whose plain runs have 60 words each, both take 0.14 s; with 120 words a run, arrays take
0.09 s; with 10 words a run, they take three times as long.
"""


def plain_run(pattern: re.Pattern[bytes], letters: bytes, first: int, end: int) -> slice:
    """The words from `first` on that a pattern matches; an empty slice if they are few.

    In a file of a million words nearly all statements are plain: these are read in arrays, and what
    is unusual between them, or wrong, word by word.

    Example:
        >>> plain_run(re.compile(b"(?>1x;)*"), b"1x;" * 30 + b"1xx;" + b"1x;", 0, 97)
        slice(0, 90, None)
    """
    match = pattern.match(letters, first, end)
    if match is None or match.end() - first < _FEWEST_PLAIN_WORDS:
        return slice(first, first)
    return slice(first, match.end())


OBJECTIVE = -1
"""The number of the objective among the rows."""


@dataclass(frozen=True, slots=True)
class OrderedSet:
    """A special ordered set: at most one, or two neighbours, of some columns are not zero.

    Attributes:
        name: Its name in the file.
        most: 1 or 2.
        columns: Its columns, by weight.
        line: The line that it begins in, counted from 0.
    """

    name: str
    most: int
    columns: list[int]
    line: int


@dataclass(frozen=True, slots=True)
class Indicator:
    """The condition of an indicator row, which holds only if a binary column has a value.

    Attributes:
        column: The column.
        value: The value: whether it is 1.
        line: The line that says so, counted from 0.
    """

    column: int
    value: bool
    line: int


def whole_numbers() -> array[int]:
    """A new array of whole numbers, which the garbage collector never looks into."""
    return array("q")


def _chosen(numbers: array[int], is_chosen: npt.NDArray[np.bool_]) -> array[int]:
    return array("q", np.array(numbers, dtype=np.int64)[is_chosen].tobytes())


@dataclass(slots=True)
class ParsedModel:
    """The contents of a model file: columns, rows and entries in the order of the file.

    Attributes:
        exact: Whether numbers are exact whatever their digits; else those with more than 12 are
            measured.
        column_lines: The line in which each column stands first.
        lower: The least value of each column, minus infinity for none.
        upper: The greatest value, infinity for none.
        continuous: The numbers of the columns that take any number within their bounds.
        rows: The number of every row by its name; the objective may be one of them.
        row_lines: The line in which each row stands first, without the objective.
        sides: The least and the greatest value of each row, None for none.
        entry_rows: The row of every entry, or `OBJECTIVE`.
        entry_values: The place of the coefficient of every entry among the different ones.
        values: The different coefficients, as numerators and denominators, and their places.
        auxiliary: The numbers of the columns that do not tell solutions apart.
        semi: The columns that may also be 0 (semi-continuous, semi-integer), with the lines that
            say so.
        sets: The special ordered sets.
        indicators: The rows that hold only if a binary column has a value, by their numbers.
        groups: The groups of rows that the file names in comments, by their names.
        row_groups: The numbers of the groups of rows that are in one, by their own numbers.
        adds_terms: Whether the coefficients of a column that a row names several times are added,
            as in LP files; else that is refused.
        below_zero: The upper bounds below 0 of columns whose file states no lower bound, and the
            line of each. The lower bound is 0 then, and no value is left.
        notes: How the file was read where the user should know, with places.
    """

    text: FileText
    exact: bool = False
    adds_terms: bool = False
    columns: dict[str, int] = field(default_factory=dict)
    column_lines: list[int] = field(default_factory=list)
    lower: list[Limit] = field(default_factory=list)
    upper: list[Limit] = field(default_factory=list)
    continuous: set[int] = field(default_factory=set)
    rows: dict[str, int] = field(default_factory=dict)
    row_lines: list[int] = field(default_factory=list)
    sides: list[tuple[Number | None, Number | None]] = field(default_factory=list)
    entry_columns: array[int] = field(default_factory=whole_numbers)
    entry_rows: array[int] = field(default_factory=whole_numbers)
    entry_lines: array[int] = field(default_factory=whole_numbers)
    entry_values: array[int] = field(default_factory=whole_numbers)
    values: dict[tuple[int, int], int] = field(default_factory=dict)
    constant: Number = 0
    maximize: bool = False
    auxiliary: set[int] = field(default_factory=set)
    semi: dict[int, int] = field(default_factory=dict)
    sets: list[OrderedSet] = field(default_factory=list)
    indicators: dict[int, Indicator] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    row_groups: dict[int, int] = field(default_factory=dict)
    below_zero: dict[int, tuple[Number, int]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def note(self, line: int, text: str) -> None:
        """Adds a note about a line, which counts from 0."""
        self.notes.append(f"{self.text.source}:{line + 1}: {text}")

    def add_group(self, name: str, why: str, rows: Iterable[int]) -> None:
        """Adds a group of some rows, if there are any."""
        numbers = list(rows)
        if numbers:
            self.groups[name] = Group(name, why)
            self.row_groups.update(dict.fromkeys(numbers, len(self.groups) - 1))

    def add_column(self, name: str, line: int) -> int:
        """Adds a column without bounds of its own, and returns its number."""
        number = self.columns[name] = len(self.columns)
        self.column_lines.append(line)
        self.lower.append(0)
        self.upper.append(math.inf)
        return number

    def add_row(self, name: str, line: int) -> int:
        """Adds a row without entries or bounds, and returns its number."""
        number = self.rows[name] = len(self.sides)
        self.row_lines.append(line)
        self.sides.append((None, None))
        return number

    def value(self, number: Number) -> int:
        """The place of a number, which is below `LARGEST`, among the different coefficients."""
        # To hash a Fraction takes longer than all else about an entry.
        pair = (number.numerator, number.denominator)
        return self.values.setdefault(pair, len(self.values))

    def add_entry(self, column: int, row: int, coefficient: Number, line: int) -> None:
        """Adds an entry."""
        self.entry_columns.append(column)
        self.entry_rows.append(row)
        self.entry_values.append(self.value(coefficient))
        self.entry_lines.append(line)

    def add_entries(
        self, columns: IntArray, rows: IntArray, values: IntArray, lines: IntArray
    ) -> None:
        """Adds many entries, in arrays of 64 bits; `values` are those of their coefficients."""
        self.entry_columns.frombytes(columns.tobytes())
        self.entry_rows.frombytes(rows.tobytes())
        self.entry_values.frombytes(values.tobytes())
        self.entry_lines.frombytes(lines.tobytes())

    def keep_entries(self, is_kept: npt.NDArray[np.bool_]) -> None:
        """Drops all entries but some."""
        self.entry_columns = _chosen(self.entry_columns, is_kept)
        self.entry_rows = _chosen(self.entry_rows, is_kept)
        self.entry_lines = _chosen(self.entry_lines, is_kept)
        self.entry_values = _chosen(self.entry_values, is_kept)

    def drop_entry(self) -> int:
        """Removes the last entry, and returns its column."""
        self.entry_rows.pop()
        self.entry_values.pop()
        self.entry_lines.pop()
        return self.entry_columns.pop()

    def add_set(self, name: str, most: int, weights: dict[int, Number], line: int) -> None:
        """Adds a special ordered set of some columns, in the order of their weights."""
        if most == 2 and len(set(weights.values())) < len(weights):
            what = f"two variables of {quoted(name)} have the same weight"
            advice = "give each its own weight, since weights put them in order"
            raise self.text.at_field(line, 0, what, advice)
        columns = sorted(weights, key=weights.__getitem__)
        self.sets.append(OrderedSet(name, most, columns, line))

    def multiply_objective(self, factor: Fraction) -> None:
        """Multiplies the objective by a number."""
        is_cost = np.array(self.entry_rows, dtype=np.int64) == OBJECTIVE
        values = np.array(self.entry_values, dtype=np.int64)
        pairs = list(self.values)
        multiplied = np.zeros(len(pairs), dtype=np.int64)
        for value in np.unique(values[is_cost]).tolist():
            multiplied[value] = self.value(Fraction(*pairs[value]) * factor)
        values[is_cost] = multiplied[values[is_cost]]
        self.entry_values = array("q", values.tobytes())
        self.constant = plain(self.constant * factor)


USER_CUTS = "user cuts"
"""The group of the rows that a file calls so."""

WHY_USER_CUTS = "the file calls these rows user cuts: the other rows imply them"
"""The reason for that group."""


class FileModelBase(ModelBase):
    """The statements of a model of a file: variables and rows have names of their own, as there.

    Names of columns, and those of rows, stand once each; `deciding` is None if all whole columns
    decide, and `continuous` if there are no others. `ilpuzzles.asking.FileModel` can be asked.
    """

    def __init__(
        self,
        name: str,
        columns: list[str],
        *,
        lower: Bounds,
        upper: Bounds,
        row_names: list[str],
        rows: WrittenRows,
        traits: RowTraits,
        objective: Objective | None = None,
        deciding: npt.NDArray[np.bool_] | None = None,
        continuous: npt.NDArray[np.bool_] | None = None,
        groups: Iterable[Group] = (),
        exact: bool = False,
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__(name, exact=exact)
        self._notes = tuple(notes)
        self._column_names = columns
        self._column_numbers = {name: number for number, name in enumerate(columns)}
        store = Store.of(self)
        # One family for every run of columns of the same kind and with the same bounds.
        any_number = np.zeros(len(columns), bool) if continuous is None else continuous
        decides = ~any_number if deciding is None else deciding & ~any_number
        kinds = lower, upper, decides, any_number
        begins = np.ones(len(columns), dtype=bool)
        begins[1:] = np.any([kind[1:] != kind[:-1] for kind in kinds], axis=0)
        for first, end in pairwise([*np.nonzero(begins)[0].tolist(), len(columns)]):
            # Labels of a family without a name are names.
            family = VariableFamily(self, "", first, (columns[first:end],))
            is_deciding, is_continuous = bool(decides[first]), bool(any_number[first])
            bounds = lower.at(first), upper.at(first)
            store.columns.add_family(family, Traits(is_deciding, *bounds, is_continuous))
        store.set_groups(groups)
        store.extend(rows, traits, binary=(lower == 0) & (upper == 1) & ~any_number)
        store.rows.name_rows(0, "", row_names)
        store.objective = objective

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on how the file was read where programs differ: sentences with their places."""
        return self._notes

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the variables in the file, by column."""
        return tuple(self._column_names)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Says where the variables of the file are, if it has one of that name."""
            if name in self.__dict__.get("_column_numbers", ()):
                what = f"{type(self).__name__}: the variables of a file are not attributes"
                raise AttributeError(f"{what}; write model.variable({name!r})", name=name, obj=self)
            return super().__getattr__(name)

    def variable(self, name: str) -> Variable:
        """The variable of that name.

        Raises:
            UnknownNameError: If the file has none.
        """
        column = self._column_numbers.get(name)
        if column is None:
            if len(self._column_names) > MOST_NAMES_COMPARED:
                raise UnknownNameError(f"unknown variable {name!r}", "check its name")
            raise UnknownNameError(unknown_name("variable", name, self._column_names))
        return Variable(self, column)


AnyFileModel = TypeVar("AnyFileModel", bound=FileModelBase)
"""The class that the model of a file is to have."""

MOST_NAMES_COMPARED = 10_000
"""Of more names, none is suggested for one that is wrong: to compare 10,000 takes 0.1 s."""


if not TYPE_CHECKING:  # which would find any name here
    __getattr__ = former_names(__name__, {"FileModel": "ilpuzzles.asking:FileModel"})
