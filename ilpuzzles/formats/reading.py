"""The common part of readers of model files: text with places, exact numbers, contents."""

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
from ilpuzzles.modelling.numbers import Number, plain, text_of
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.row_builder import RowTraits
from ilpuzzles.modelling.rows import LARGEST, Group, IntArray
from ilpuzzles.modelling.store import Store
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.modelling.written import WrittenRows

# Whatever is neither a character that can be seen, nor a blank, a tab or a line break.
_JUNK = re.compile(r"[^\S\t\n ]|[\x00-\x08\x0e-\x1f\x7f\ufeff\ufffe\uffff]")
_PLAIN = bytes([*b"\t\n", *range(0x20, 0x7F)])


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
        """Takes a text apart; raises if nothing stands in it, or something that no text has."""
        text = text.replace("\r\n", "\n")
        # Deleting all that is plain from bytes is the quickest test there is; most files pass it.
        clean = text.isascii() and not text.encode("ascii").translate(None, _PLAIN)
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
        """Says what is wrong at a place; line and column count from 0."""
        return InputError(what, advice, f"{self.source}:{line + 1}:{column + 1}")

    def at_field(self, line: int, number: int, what: str, advice: str) -> InputError:
        """Says what is wrong with one of the texts between blanks in a line, counted from 0."""
        starts = [match.start() for match in re.finditer(r"\S+", self.lines[line])]
        return self.at(line, starts[number] if number < len(starts) else 0, what, advice)

    def number(self, line: int, place: int, written: str) -> Number:
        """What such a text says, which has to be a number."""
        number = read_number(written)
        if number is None:
            what = f"{quoted(written)} is not a number"
            raise self.at_field(line, place, what, "give a finite number")
        return number

    def at_name(self, line: int, name: str, what: str, advice: str) -> InputError:
        """Says what is wrong where a name stands last in a line."""
        word = re.compile(rf"(?<!\S){re.escape(name)}(?![^\s:])")
        starts = [match.start() for match in word.finditer(self.lines[line])]
        return self.at(line, starts[-1] if starts else 0, what, advice)

    def at_end(self, what: str, advice: str) -> InputError:
        """Says what is wrong with where the text ends."""
        last = max(number for number, line in enumerate(self.lines) if line.strip())
        return self.at(last, len(self.lines[last]), what, advice)


# ASCII digits only; int() would take 1_000 and the digits of other scripts too.
# D is Fortran's letter for an exponent, and fractions are what exact solvers write.
_NUMBER = re.compile(
    r"([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eEdD]([+-]?[0-9]+))?(?:/([0-9]*[1-9][0-9]*))?"
)
_LONGEST = 60
_LARGEST_EXPONENT = 60


@lru_cache(maxsize=1 << 16)
def read_number(token: str) -> Number | None:
    """A number without rounding: an `int`, or a `Fraction` where it is not whole.

    None if it is no finite number, or one of absurd length, which would take for ever to compute
    with. Files repeat few numbers many times, hence the cache.

    Example:
        >>> read_number("-3.0e1"), read_number("0.25"), read_number("nan"), read_number("1e999999")
        (-30, Fraction(1, 4), None, None)
        >>> read_number("1.5D2"), read_number("2/3")
        (150, Fraction(2, 3))
    """
    found = _NUMBER.fullmatch(token) if len(token) <= _LONGEST else None
    if found is None:
        return None
    sign, whole, decimals, exponent, divisor = found.groups(default="")
    power = int(exponent or 0)
    if abs(power) > _LARGEST_EXPONENT:
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

INFINITE = 10**20
"""Bounds from here on are none, as HiGHS and SCIP read them too."""

SMALLER_BOUND = "give a number with fewer than 63 bits, or inf for none"
"""Advice about a bound that is too large."""

# The largest double has 309 digits where it is written without an exponent.
_LONGEST_BOUND = 400
_DECIMAL = re.compile(r"[+-]?(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?(?:[eEdD][+-]?[0-9]+)?")


def _is_infinite(written: str, number: Number | None) -> bool:
    """Whether a bound is none: a word for infinity, or a number as large as programs write then."""
    word = written[written[:1] in {"+", "-"} :]
    if word.lower() in INFINITY_WORDS:
        return True
    if number is not None:
        return not -INFINITE < number < INFINITE
    # `read_number` takes none of absurd size; in many files 1.797e308 stands for infinity.
    is_decimal = len(written) <= _LONGEST_BOUND and _DECIMAL.fullmatch(written) is not None
    return is_decimal and float(word.lower().replace("d", "e")) >= INFINITE


def read_bound(written: str, sign: str = "") -> Limit | None:
    """A number, or an infinity, behind a sign; None if it is neither, or has 63 bits or more.

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


_LINES = 1 << 9


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
        codes, starts, lines = array("i"), [np.zeros(1, dtype=np.int64)], iter(lines)
        while batch := list(islice(lines, _LINES)):
            text = "\n".join(batch)
            for sign in apart:
                text = text.replace(sign, f" {sign} ")
            # Of all bytes up to the blank, a file that is read has blanks, tabs and line breaks.
            signs = np.frombuffer(f"\n{text}\n".encode(), dtype=np.uint8)
            blank = signs <= ord(" ")
            begins = np.nonzero(blank[:-1] & ~blank[1:])[0]
            ends = np.nonzero(signs == ord("\n"))[0][1:]
            starts.append(np.searchsorted(begins, ends) + len(codes))
            codes.extend(map(self.__getitem__, text.split()))
        return np.array(codes, dtype=np.int32), np.concatenate(starts)


@dataclass(frozen=True, slots=True)
class Tokens:
    """All words that a pattern finds in a text, and what they are as numbers.

    Attributes:
        text: The text.
        pattern: What a word is; blanks are in none, and whatever could be a name in Python is one.
        words: The different words, and texts of several that have no blanks between them.
        numbers: Which of these each word of the text is.
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
        """The words of the lines of a text without comments; signs in `apart` are words."""
        lexicon = Lexicon()
        codes, starts = lexicon.coded(lines, apart)
        # What stands between two blanks is often one word, but there may be more, as in 3x+y.
        parts: dict[int, list[int]] = {}
        for code, word in [pair for pair in enumerate(lexicon) if not pair[1].isidentifier()]:
            found = [one[0] for one in pattern.finditer(word)]
            if found != [word]:
                parts[code] = [lexicon[part] for part in found]
        if not parts:
            return cls(text, pattern, list(lexicon), codes, starts)
        lengths = np.ones(len(lexicon), dtype=np.int64)
        lengths[list(parts)] = list(map(len, parts.values()))
        begins = np.append(0, np.cumsum(lengths))
        inner = np.repeat(np.arange(len(lexicon), dtype=np.int32), lengths)
        for code, inside in parts.items():
            inner[begins[code] : begins[code + 1]] = inside
        places = np.append(0, np.cumsum(lengths[codes]))
        at = np.repeat(begins[codes] - places[:-1], lengths[codes]) + np.arange(places[-1])
        return cls(text, pattern, list(lexicon), inner[at], places[starts])

    def lines(self, numbers: IntArray) -> IntArray:
        """The lines in which some words stand."""
        return np.searchsorted(self.starts, numbers, side="right") - 1

    def line(self, number: int) -> int:
        """The line in which a word stands."""
        return int(self.starts.searchsorted(number, side="right")) - 1

    def place(self, number: int) -> tuple[int, int]:
        """The line and the column of a word, counted from 0."""
        line = self.line(number)
        found = self.pattern.finditer(self.text.lines[line])
        return line, next(islice(found, number - int(self.starts[line]), None)).start()

    def number_at(self, line: int, column: int) -> int:
        """The number of the first word of a line from a column on, where a word may begin."""
        before = self.pattern.finditer(self.text.lines[line], 0, column)
        return int(self.starts[line]) + sum(1 for _ in before)

    def wrong(self, number: int, what: str, advice: str) -> InputError:
        """Says what is wrong with a word."""
        return self.text.at(*self.place(number), what, advice)

    def letters(self, letters: Iterable[str]) -> bytes:
        """One for every word, by those for the different words: what `plain_run` reads."""
        table = np.frombuffer("".join(letters).encode("ascii"), dtype=np.uint8)
        return table[self.numbers].tobytes()


_FEW_WORDS = 64
"""To read fewer than these in arrays takes longer than one after the other."""


def plain_run(pattern: re.Pattern[bytes], letters: bytes, first: int, end: int) -> slice:
    """The words from one on that a pattern finds; none if they are few.

    In a file of a million words nearly all statements are plain: these are read in arrays, and what
    is unusual between them, or wrong, word by word.

    Example:
        >>> plain_run(re.compile(b"(?>1x;)*"), b"1x;" * 30 + b"1xx;" + b"1x;", 0, 97)
        slice(0, 90, None)
    """
    found = pattern.match(letters, first, end)
    return slice(first, found.end() if found and found.end() - first >= _FEW_WORDS else first)


OBJECTIVE = -1
"""The number of the objective among the rows."""


@dataclass(frozen=True, slots=True)
class OrderedSet:
    """A special ordered set: at most one, or two neighbours, of some columns are not zero.

    Attributes:
        name: What the file calls it.
        most: 1 or 2.
        columns: Its columns, by weight.
        line: Where it stands.
    """

    name: str
    most: int
    columns: list[int]
    line: int


@dataclass(frozen=True, slots=True)
class Indicator:
    """When a row holds: only if a binary column has a value.

    Attributes:
        column: The column.
        value: The value: whether it is 1.
        line: Where that stands.
    """

    column: int
    value: bool
    line: int


def whole_numbers() -> array[int]:
    """A new array of whole numbers, which the garbage collector never looks into."""
    return array("q")


def _kept(numbers: array[int], kept: npt.NDArray[np.bool_]) -> array[int]:
    return array("q", np.array(numbers, dtype=np.int64)[kept].tobytes())


@dataclass(slots=True)
class Gathered:
    """Columns, rows and entries in the order in which a file names them.

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
        entry_values: Which of the different coefficients every entry has.
        values: These, as numerators and denominators, and the place of each.
        auxiliary: The numbers of the columns that do not tell solutions apart.
        semi: The columns that may also be 0 (semi-continuous, semi-integer), and where it says so.
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
        pair = number.numerator, number.denominator
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

    def keep_entries(self, kept: npt.NDArray[np.bool_]) -> None:
        """Drops all entries but some."""
        self.entry_columns = _kept(self.entry_columns, kept)
        self.entry_rows = _kept(self.entry_rows, kept)
        self.entry_lines = _kept(self.entry_lines, kept)
        self.entry_values = _kept(self.entry_values, kept)

    def drop_entry(self) -> int:
        """Takes the last entry away again; returns its column."""
        for part in (self.entry_rows, self.entry_values, self.entry_lines):
            part.pop()
        return self.entry_columns.pop()

    def add_set(self, name: str, most: int, weights: dict[int, Number], line: int) -> None:
        """Adds a special ordered set of some columns, which their weights put in order."""
        if most == 2 and len(set(weights.values())) < len(weights):
            what = f"two variables of {quoted(name)} have the same weight"
            raise self.text.at_field(line, 0, what, "give each its own, since they make the order")
        self.sets.append(OrderedSet(name, most, sorted(weights, key=weights.__getitem__), line))

    def multiply_objective(self, factor: Fraction) -> None:
        """Multiplies the objective by a number."""
        costs = np.array(self.entry_rows, dtype=np.int64) == OBJECTIVE
        values, pairs = np.array(self.entry_values, dtype=np.int64), list(self.values)
        changed = np.zeros(len(pairs), dtype=np.int64)
        for value in np.unique(values[costs]).tolist():
            changed[value] = self.value(Fraction(*pairs[value]) * factor)
        values[costs] = changed[values[costs]]
        self.entry_values = array("q", values.tobytes())
        self.constant = plain(self.constant * factor)


USER_CUTS = "user cuts"
"""The group of the rows that a file calls so."""

WHY_USER_CUTS = "the file calls these rows user cuts: the other rows imply them"
"""The reason for that group."""


class FileModelBase(ModelBase):
    """What a model of a file states: variables and rows have names of their own, as in the file.

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
        """How the file was read where programs may differ: a sentence each, with its place."""
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
            # To look for near names among hundreds of thousands would take minutes.
            if len(self._column_names) > _FEW:
                raise UnknownNameError(f"unknown variable {name!r}", "check its name")
            raise UnknownNameError(unknown_name("variable", name, self._column_names))
        return Variable(self, column)


AnyFileModel = TypeVar("AnyFileModel", bound=FileModelBase)
"""The class that the model of a file is to have."""

_FEW = 10_000


if not TYPE_CHECKING:  # which would find any name here
    __getattr__ = former_names(__name__, {"FileModel": "ilpuzzles.asking:FileModel"})
