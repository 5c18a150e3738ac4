"""What readers of model files share: text with places, exact numbers, the model that is made."""

from __future__ import annotations

import math
import re
from array import array
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, Problem, UnknownNameError, quoted, unknown_name
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.numbers import Number, NumberArray, common_denominator, stored
from ilpuzzles.modelling.program import Objective
from ilpuzzles.modelling.rows import (
    LARGEST,
    MINUS_INFINITY,
    PLUS_INFINITY,
    IntArray,
    Kind,
    Rows,
    numbers,
)
from ilpuzzles.modelling.store import Traits
from ilpuzzles.modelling.variables import VariableFamily

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
        plain = text.isascii() and not text.encode("ascii").translate(None, _PLAIN)
        junk = None if plain else _JUNK.search(text)
        lines = text.split("\n")
        file = cls(source, lines)
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
        return InputError(Problem(what, advice, f"{self.source}:{line + 1}:{column + 1}"))

    def at_field(self, line: int, number: int, what: str, advice: str) -> InputError:
        """Says what is wrong with one of the texts between blanks in a line, counted from 0."""
        starts = [match.start() for match in re.finditer(r"\S+", self.lines[line])]
        return self.at(line, starts[number] if number < len(starts) else 0, what, advice)

    def not_a_number(self, line: int, number: int) -> InputError:
        """Says that such a text is not a number where one has to be."""
        written = quoted(self.lines[line].split()[number])
        return self.at_field(line, number, f"{written} is not a number", "give a finite number")

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
_NUMBER = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")
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
    """
    found = _NUMBER.fullmatch(token) if len(token) <= _LONGEST else None
    if found is None:
        return None
    sign, whole, decimals, exponent = found.groups(default="")
    power = int(exponent or 0)
    if abs(power) > _LARGEST_EXPONENT:
        return None
    shift = power - len(decimals)
    size = int(whole + decimals)
    value = Fraction(size) * Fraction(10) ** shift if shift < 0 else size * 10**shift
    signed = -value if sign == "-" else value
    return signed.numerator if signed.denominator == 1 else signed


def too_large(number: Number) -> bool:
    """Whether a number has 63 bits or more, which no model can hold."""
    return not -LARGEST < number < LARGEST


INFINITY_WORDS = {"inf", "infinity"}

INFINITE = 10**20
"""Bounds of variables from here on are none."""

OBJECTIVE = -1
"""The number of the objective among the rows."""


@dataclass(slots=True)
class Gathered:
    """Columns, rows and entries in the order in which a file names them.

    Attributes:
        column_lines: The line in which each column stands first.
        continuous: The numbers of the columns that take any number within their bounds.
        rows: The number of every row by its name; the objective may be one of them.
        row_lines: The line in which each row stands first, without the objective.
        sides: The least and the greatest value of each row, None for none.
        entry_rows: The row of every entry, or `OBJECTIVE`.
        coefficients: The coefficient of every entry, 1 in place of a fraction.
        fractions: The other coefficients, by the number of the entry.
        auxiliary: The numbers of the columns that do not tell solutions apart.
    """

    text: FileText
    columns: dict[str, int] = field(default_factory=dict)
    column_lines: list[int] = field(default_factory=list)
    lower: list[Number] = field(default_factory=list)
    upper: list[Number] = field(default_factory=list)
    continuous: set[int] = field(default_factory=set)
    rows: dict[str, int] = field(default_factory=dict)
    row_lines: list[int] = field(default_factory=list)
    sides: list[tuple[Number | None, Number | None]] = field(default_factory=list)
    entry_columns: array[int] = field(default_factory=numbers)
    entry_rows: array[int] = field(default_factory=numbers)
    entry_lines: array[int] = field(default_factory=numbers)
    coefficients: array[int] = field(default_factory=numbers)
    fractions: dict[int, Fraction] = field(default_factory=dict)
    constant: Number = 0
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
            if row == OBJECTIVE and entry in self.fractions:
                self.fractions[entry] = -self.fractions[entry]
            elif row == OBJECTIVE:
                self.coefficients[entry] = -self.coefficients[entry]
        self.constant, self.maximize = -self.constant, True

    def row_error(self, row: int, what: str) -> InputError:
        """Says what is wrong with a row as a whole."""
        name = next(name for name, number in self.rows.items() if number == row)
        what = f"row {quoted(name)} {what}"
        return self.text.at_name(self.row_lines[row], name, what, "scale it to whole numbers")


class FileModel(Model):
    r"""A model whose variables and rows have names of their own, as in the file it came from.

    It is a `Model` like any other: variables and rows can be added, and they are named as usual.
    Names of columns, and those of rows, stand once each; `deciding` is None if all whole columns
    decide, and `continuous` if there are no others.

    Example:
        >>> from ilpuzzles.formats import read_lp
        >>> model = read_lp(
        ...     "Minimize\n obj: left\nSubject To\n one: left + right = 1\n"
        ...     "Binaries\n left right\nEnd\n"
        ... )
        >>> model.variable("right"), model.row_name(0)
        (right, 'one')
    """

    def __init__(
        self,
        name: str,
        columns: list[str],
        *,
        lower: NumberArray,
        upper: NumberArray,
        row_names: list[str],
        rows: Rows,
        objective: Objective | None = None,
        deciding: npt.NDArray[np.bool_] | None = None,
        continuous: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        super().__init__(name)
        self._column_names = columns
        self._column_numbers = {name: number for number, name in enumerate(columns)}
        store = self._store
        # One family for every run of columns of the same kind and with the same bounds.
        any_number = np.zeros(len(columns), bool) if continuous is None else continuous
        decides = ~any_number if deciding is None else deciding & ~any_number
        traits = lower, upper, decides, any_number
        begins = np.ones(len(columns), dtype=bool)
        begins[1:] = np.any([trait[1:] != trait[:-1] for trait in traits], axis=0)
        for first, end in pairwise([*np.nonzero(begins)[0].tolist(), len(columns)]):
            least, most, decided, any_one = (
                trait[first : first + 1].tolist()[0] for trait in traits
            )
            # Labels of a family without a name are names.
            family = VariableFamily(self, "", first, (columns[first:end],))
            store.add_family(family, Traits(decided, least, most, any_one))
        store.rows.extend(rows)
        store.rows.call(0, "", row_names)
        store.objective = objective

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the variables in the file, by column."""
        return tuple(self._column_names)

    def variable(self, name: str) -> Variable:
        """The variable of that name.

        Raises:
            UnknownNameError: If the file has none.
        """
        column = self._column_numbers.get(name)
        if column is None:
            # To look for near names among hundreds of thousands would take minutes.
            if len(self._column_names) > _FEW:
                raise UnknownNameError(Problem(f"unknown variable {name!r}", "check its name"))
            raise UnknownNameError(unknown_name("variable", name, self._column_names))
        return Variable(self, column)


_FEW = 10_000


def _scales(gathered: Gathered) -> dict[int, int]:
    """What makes each row with fractions whole, by the number of the row.

    The sides of an inequality in whole columns do not matter: they are rounded.
    """
    scales: dict[int, int] = {}
    for entry, number in gathered.fractions.items():
        row = gathered.entry_rows[entry]
        scales[row] = math.lcm(scales.get(row, 1), number.denominator)
    if gathered.constant.denominator != 1:
        denominator = gathered.constant.denominator
        scales[OBJECTIVE] = math.lcm(scales.get(OBJECTIVE, 1), denominator)
    mixed = _rows_with(gathered, gathered.continuous)
    for row, sides in enumerate(gathered.sides):
        if row in mixed or sides[0] == sides[1]:
            scale = math.lcm(scales.get(row, 1), common_denominator(sides))
            if scale != 1:
                scales[row] = scale
    return scales


def _rows_with(gathered: Gathered, columns: set[int]) -> set[int]:
    """The rows that have one of some columns."""
    if not columns:
        return set()
    chosen = np.isin(np.array(gathered.entry_columns), list(columns))
    return set(np.array(gathered.entry_rows)[chosen].tolist())


def _whole_coefficients(gathered: Gathered, scales: dict[int, int]) -> NumberArray:
    """The coefficients of all entries, those of scaled rows scaled."""
    coefficients = np.array(gathered.coefficients, dtype=np.int64)
    if not scales:
        return coefficients
    scaled = {
        entry: int(fraction * scales[gathered.entry_rows[entry]])
        for entry, fraction in gathered.fractions.items()
    }
    # The last place is the objective's, whose number is -1.
    factors = [scales.get(row, 1) for row in range(len(gathered.sides))]
    factor = stored([*factors, scales.get(OBJECTIVE, 1)])
    factor = factor[np.array(gathered.entry_rows, dtype=np.int64)]
    largest = max(map(abs, scaled.values()), default=0)
    if factor.dtype == object or largest >= LARGEST or _overflows(coefficients, factor):
        coefficients, factor = coefficients.astype(object), factor.astype(object)
    coefficients *= factor
    for entry, number in scaled.items():
        coefficients[entry] = number
    return coefficients


def _overflows(coefficients: IntArray, factors: IntArray) -> bool:
    return bool((np.abs(coefficients) > (LARGEST - 1) // factors).any())


def _whole_sides(gathered: Gathered, scales: dict[int, int]) -> tuple[NumberArray, NumberArray]:
    """The least and the greatest value of every row, those of scaled rows scaled."""
    least: list[Number] = [MINUS_INFINITY] * len(gathered.sides)
    most: list[Number] = [PLUS_INFINITY] * len(gathered.sides)
    for row, (lower, upper) in enumerate(gathered.sides):
        scale = scales.get(row, 1)
        if scale == 1 and any(side is not None and too_large(side) for side in (lower, upper)):
            raise gathered.row_error(row, "has a bound of 63 bits or more")
        if lower is not None:
            least[row] = math.ceil(lower * scale)
        if upper is not None:
            most[row] = math.floor(upper * scale)
    return stored(least), stored(most)


def stated(gathered: Gathered, name: str) -> FileModel:
    """States what stands in a file as a model; rows that count literals have the kind that says so.

    Raises if an entry stands twice.
    """
    order = _order(gathered)
    scales = _scales(gathered)
    coefficients = _whole_coefficients(gathered, scales)[order]
    row_of = np.array(gathered.entry_rows, dtype=np.int64)[order]
    columns = np.array(gathered.entry_columns, dtype=np.int64)[order]
    if not coefficients.all():
        nonzero = coefficients != 0
        row_of, columns, coefficients = row_of[nonzero], columns[nonzero], coefficients[nonzero]
    costs = int(np.searchsorted(row_of, OBJECTIVE, side="right"))
    objective = None
    if costs or gathered.constant:
        scale = scales.get(OBJECTIVE, 1)
        objective = Objective(
            columns[:costs],
            coefficients[:costs],
            int(gathered.constant * scale),
            gathered.maximize,
            scale=scale,
        )
    lower, upper = stored(gathered.lower), stored(gathered.upper)
    least, most = _whole_sides(gathered, scales)
    continuous = np.zeros(len(lower), dtype=bool)
    continuous[list(gathered.continuous)] = True
    row_of, columns, coefficients = row_of[costs:], columns[costs:], coefficients[costs:]
    binary = ((lower == 0) & (upper == 1) & ~continuous)[columns]
    kinds = _kinds(row_of, coefficients, binary, (least, most))
    starts = np.searchsorted(row_of, np.arange(len(least) + 1))
    row_scales = stored([scales.get(row, 1) for row in range(len(least))]) if scales else 1
    rows = Rows.of(starts, columns, coefficients, least, most, kinds=kinds, scales=row_scales)
    row_names = [row for row, number in gathered.rows.items() if number != OBJECTIVE]
    deciding = np.ones(len(lower), dtype=bool)
    deciding[list(gathered.auxiliary)] = False
    return FileModel(
        name,
        list(gathered.columns),
        lower=lower,
        upper=upper,
        row_names=row_names,
        rows=rows,
        objective=objective,
        deciding=deciding,
        continuous=continuous if gathered.continuous else None,
    )


def _order(gathered: Gathered) -> IntArray:
    """The entries row by row, the objective first, each row by its columns."""
    row_of = np.array(gathered.entry_rows, dtype=np.int64)
    columns = np.array(gathered.entry_columns, dtype=np.int64)
    keys = (row_of - OBJECTIVE) * len(gathered.columns) + columns
    order: IntArray = np.argsort(keys, kind="stable")
    again = np.nonzero(np.diff(keys[order]) == 0)[0]
    if len(again):
        # Of all entries that stand again, the one that does so first in the file.
        entry = int(order[again + 1].min())
        column = list(gathered.columns)[gathered.entry_columns[entry]]
        number = gathered.entry_rows[entry]
        row = next((row for row, known in gathered.rows.items() if known == number), "objective")
        what = f"{quoted(column)} has two coefficients in {quoted(row)}"
        advice = "keep one of the two"
        raise gathered.text.at_name(gathered.entry_lines[entry], column, what, advice)
    return order


def _kinds(
    row_of: IntArray,
    coefficients: NumberArray,
    binary: npt.NDArray[np.bool_],
    sides: tuple[NumberArray, NumberArray],
) -> npt.NDArray[np.uint8]:
    """The kind of each row: finds those that say how many of some literals are true.

    `row_of`, `coefficients` and `binary`, whether the column is, have a value for every entry;
    `sides` are the least and the greatest value of each row.
    """
    lower, upper = sides
    literal = binary & (np.abs(coefficients) == 1)
    others = np.bincount(row_of[~literal], minlength=len(lower))
    # One true literal: every negated one, 1 - x, moves its 1 to the other side.
    one = 1 - np.bincount(row_of[coefficients < 0], minlength=len(lower))
    at_least, at_most = (others == 0) & (lower == one), (others == 0) & (upper == one)
    kinds = np.full(len(lower), Kind.LINEAR, dtype=np.uint8)
    kinds[at_least & at_most] = Kind.EXACTLY_ONE
    kinds[at_most & (lower == MINUS_INFINITY)] = Kind.AT_MOST_ONE
    kinds[at_least & (upper == PLUS_INFINITY)] = Kind.AT_LEAST_ONE
    return kinds
