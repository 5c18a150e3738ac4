"""Words and sections of LP files.

Titles are taken as the readers of CPLEX, Gurobi, HiGHS and SCIP take them: also in the middle of a
line, in any order behind the objective, and several times; never where a colon follows, since that
makes a name of any word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.formats.reading import (
    INFINITY_WORDS,
    FileText,
    Gathered,
    Tokens,
    parts_of,
    read_number,
)
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.rows import IntArray

TITLES = {
    "Minimize": ("minimize", "minimise", "minimum", "min"),
    "Maximize": ("maximize", "maximise", "maximum", "max"),
    "Subject To": ("subject to", "such that", "st", "s.t.", "st.", "lazy constraints"),
    "Bounds": ("bounds", "bound"),
    "Binaries": ("binaries", "binary", "bin"),
    "Generals": ("generals", "general", "gen", "integers", "integer", "int"),
    "Semi-Continuous": ("semi-continuous", "semis", "semi"),
    "SOS": ("sos",),
    "End": ("end",),
}
"""The titles of sections, spelt as we do, and the words that stand for them in files."""

_REFUSED = ("user cuts", "general constraints", "pwlobj", "multi-objectives", "scenario")
OBJECTIVES = ("Minimize", "Maximize")

_SECTIONS = {word: title for title, words in TITLES.items() for word in words}
_WORDS = sorted([*_SECTIONS, *_REFUSED], key=len, reverse=True)
_TITLE = re.compile(
    r"(?<!\S)(" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in _WORDS) + r")(?!\S)",
    re.IGNORECASE,
)
_TITLE_WORDS = {re.split(r"[\s-]", word)[0] for word in _WORDS}
_SIZE = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:/[0-9]+)?"
# What makes the next word a part of a term: a sign, or a number that is not a right-hand side.
_TERM_BEFORE = re.compile(rf"[+-]\s*\Z|(?<![<>=+\-\s])\s+[+-]?\s*{_SIZE}\s*\Z|\A\s*{_SIZE}\s*\Z")
_OPERATOR_BEHIND = re.compile(r"\s*(:|<|>|=|[+-])")
_TOKEN = re.compile(
    rf"(?P<number>{_SIZE})"
    r"|(?P<implies>->)"
    r"|(?P<sign>[+-])"
    r"|(?P<compare><=|>=|=<|=>|[<>=])"
    r"|(?P<colon>:)"
    r"|(?P<quadratic>[\[\]*^])"
    r"|(?P<name>[^\s0-9./][^\s+\-*^<>=:]*)"
    r"|(?P<other>\S)"
)


# Terms that begin with a sign each: a line of these has no title. Groups are atomic: 3e5 without a
# name is no 3 with the name e5.
_NAME = r"[^\s0-9./\[\]*^+\-<>=:][^\s+\-*^<>=:]*+"
_TERMS = re.compile(rf"(?>\s*[+-]\s*(?>{_SIZE}\s+)?{_NAME})+\s*")


_ODD, _SIGN, _NUMBER, _WORD, _COMPARE, _COLON, _END = range(7)


def _kind(word: str) -> int:
    """What a word is in plain terms and rows."""
    if word.lower() in INFINITY_WORDS:
        return _ODD
    if word.isidentifier():
        return _WORD
    found = _TOKEN.match(word)
    return _KINDS.get(found.lastgroup or "", _ODD) if found else _ODD


_FEW = 16
"""To add fewer words than these at once takes longer than one after the other."""

_KINDS = {"sign": _SIGN, "number": _NUMBER, "name": _WORD, "compare": _COMPARE, "colon": _COLON}


class Token(NamedTuple):
    """A word of an LP file, its kind (a group of `_TOKEN`; `end` behind the last) and its place.

    Line and column count from 0.
    """

    kind: str
    written: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class LpSection:
    """A section of a file, from behind its title to the next one.

    Attributes:
        text: The file.
        title: Its title, spelt as we do.
        place: Where the title begins.
        begin: Where it ends.
        end: Where the next title begins.
        words: The words of the file.
        kinds: What the different words are in plain terms and rows, such as `_NUMBER`.
        span: The numbers of the first word of the section, and of the first one behind it.
    """

    text: FileText
    title: str
    place: tuple[int, int]
    begin: tuple[int, int]
    end: tuple[int, int]
    words: Tokens
    kinds: npt.NDArray[np.uint8]
    span: tuple[int, int]

    def tokens(self, number: int = 0) -> Iterator[Token]:
        """The words of the section from a number on, and a last token of the kind `end`."""
        words, (first, last) = self.words, self.span
        line, _ = self.begin
        behind = number
        if number:
            line = int(words.lines(np.array(first + number)))
            behind -= 0 if line == self.begin[0] else int(words.starts[line]) - first
        for at in range(line, self.end[0] + 1):
            written = self.text.lines[at]
            start = self.begin[1] if at == self.begin[0] else 0
            end = self.end[1] if at == self.end[0] else _length(written)
            for found in islice(_TOKEN.finditer(written, start, end), behind, None):
                kind = found.lastgroup or ""
                token = Token(kind, found[0], at, found.start())
                if kind not in {"quadratic", "other"}:
                    yield token
                    continue
                if kind == "quadratic":
                    advice = "only linear rows and objectives are read"
                    raise self.wrong(token, f"quadratic terms: the character {found[0]!r}", advice)
                what = f"the character {quoted(found[0])}"
                raise self.wrong(token, what, "give terms such as 3 x")
            behind = 0
        line, column = self.place if first == last else (words.place(last - 1)[0] + 1, 0)
        yield Token("end", "", min(line, len(self.text.lines) - 1), column)

    def lines(self, numbers: IntArray) -> IntArray:
        """The lines in which some words of the section stand."""
        return self.words.lines(numbers + self.span[0])

    def wrong(self, token: Token, what: str, advice: str) -> InputError:
        """Says what is wrong with a word."""
        return self.text.at(token.line, token.column, what, advice)


def read_sections(text: FileText) -> list[LpSection]:
    """The sections of a file in its order, without End; the first one is the objective."""
    written: Iterable[str] = text.lines
    if any("\\" in line for line in text.lines):
        written = (line[: _length(line)] for line in text.lines)
    # If a colon had to stand alone, c1: and c2: would not be two words more.
    words = Tokens.of(text, _TOKEN, written, ":")
    longest = max(map(len, _TITLE_WORDS))
    begins = [
        len(word) <= longest and (word.lower() in _TITLE_WORDS or not word.isascii())
        for word in words.words
    ]
    titled = np.nonzero(np.array(begins, dtype=bool)[words.numbers])[0]
    titles = list(_titles(text, np.unique(words.lines(titled)).tolist()))
    kinds = np.array([_kind(word) for word in words.words], dtype=np.uint8)
    if titles and titles[0][0] not in OBJECTIVES:
        title, line, start, _ = titles[0]
        raise text.at(line, start, f"{title} before the objective", "the objective comes first")
    for (title, *_), (again, line, start, _) in pairwise(titles):
        if title == "End":
            raise text.at(line, start, "text after End", "remove it")
        if again in OBJECTIVES:
            raise text.at(line, start, "a second objective", "keep one of the two")
    ends = [(line, start) for _, line, start, _ in titles[1:]]
    ends.append((len(text.lines) - 1, _length(text.lines[-1])))
    lasts = [words.number_at(line, start) for _, line, start, _ in titles]
    lasts.append(len(words.numbers))
    if lasts[0]:
        advice = "start with Minimize or Maximize"
        raise text.at(*words.place(0), "text before the objective", advice)
    found = []
    for (title, line, start, end), stop, last in zip(titles, ends, lasts[1:], strict=False):
        span = words.number_at(line, end), last
        found.append(LpSection(text, title, (line, start), (line, end), stop, words, kinds, span))
    if not found or found[-1].title != "End":
        raise text.at_end("the file ends without End", "it was cut off; get it again")
    first, last = found[-1].span
    if first < last:
        raise text.at(*words.place(first), "text after End", "remove it")
    return found[:-1]


def _length(written: str) -> int:
    """How much of a line comes before its comment."""
    place = written.find("\\")
    return len(written) if place < 0 else place


def _titles(text: FileText, lines: Iterable[int]) -> Iterator[tuple[str, int, int, int]]:
    """All titles in some lines: spelt as we do, with line, and from where to where in it."""
    stated = False
    for line in lines:
        written = text.lines[line]
        length = _length(written)
        if _TERMS.fullmatch(written, 0, length):
            # Behind a sign there is no title.
            continue
        for match in _TITLE.finditer(written, 0, length):
            word = " ".join(match[0].lower().split())
            title = _SECTIONS.get(word, "")
            if _TERM_BEFORE.search(written, 0, match.start()):
                continue
            behind = _OPERATOR_BEHIND.match(written, match.end(), length)
            # A row may begin with a sign, but only where the first one can: else the word is a
            # variable, and the row has no name.
            signed = title in OBJECTIVES or (title == "Subject To" and not stated)
            if behind is not None and not (behind[1] in "+-" and signed):
                continue
            if not title:
                what = f"the section {quoted(match[0])}"
                raise text.at(line, match.start(), what, "only linear rows are read; remove it")
            stated = stated or title == "Subject To"
            yield title, line, match.start(), match.end()


def column_of(gathered: Gathered, name: str, line: int) -> int:
    """The column of a name; what no section declares is continuous, and at least 0."""
    column = gathered.columns.get(name)
    if column is None:
        column = gathered.add_column(name, line)
        gathered.continuous.add(column)
    return column


@dataclass(frozen=True, slots=True)
class PlainTerms:
    """The terms and rows of a section in which nothing is unusual, by the numbers of their words.

    A term is a name behind a sign or a number or both. A row is a name, if it has one, terms, and a
    comparison with a number. All else is left to whoever reads word by word.

    Attributes:
        section: The section.
        columns: The columns of names, by their numbers, as far as terms were added; -1 for others.
        ends: The number of the word behind every term.
        signed: Whether it has a sign.
        names: The number of the variable's name among the different words of the file.
        numerators: The numerator of its coefficient.
        denominators: The denominator.
        runs: Where long runs of terms begin and end among all, by the number of the first word.
        row_begins: The number of the first word of every row, -1 where that is not known.
        row_ends: That of the word behind it.
        row_names: Its name, or empty.
        terms: Where the terms of each row begin, and end, among all, shape (2, rows).
        sides: The least and the greatest value of each row, None for none.
        places: The numbers of the comparisons among the words.
        stops: The rows that are not plain, and the number of all rows.
    """

    section: LpSection
    columns: IntArray
    ends: IntArray
    signed: npt.NDArray[np.bool_]
    names: npt.NDArray[np.int32]
    numerators: IntArray
    denominators: IntArray
    runs: dict[int, tuple[int, int]]
    row_begins: IntArray
    row_ends: IntArray
    row_names: list[str]
    terms: IntArray
    sides: list[tuple[Number | None, Number | None]]
    places: IntArray
    stops: IntArray

    def rows_from(self, number: int) -> tuple[int, int]:
        """Which rows follow the word before a number and are plain; none if they are short."""
        first = int(np.searchsorted(self.places, number))
        last = int(self.stops[np.searchsorted(self.stops, first)])
        if first == last or self.row_begins[first] != number:
            return first, first
        return first, first if self.row_ends[last - 1] - number < _FEW else last

    def add(self, gathered: Gathered, rows: IntArray, terms: slice) -> None:
        """Adds some terms, each to a row."""
        names, columns, words = self.names[terms], self.columns, self.section.words.words
        lines = self.section.lines(self.ends[terms] - 1)
        unknown = np.nonzero(columns[names] < 0)[0]
        _, firsts = np.unique(names[unknown], return_index=True)
        for place in np.sort(unknown[firsts]).tolist():
            columns[names[place]] = column_of(gathered, words[names[place]], int(lines[place]))
        coefficients = self.numerators[terms], self.denominators[terms]
        gathered.add_entries(columns[names], rows, coefficients, lines)

    @staticmethod
    def of(section: LpSection, odd: Collection[str]) -> PlainTerms:
        """Finds them; what has one of the odd words is not plain."""
        words = section.words
        tokens = words.numbers[slice(*section.span)]
        parts = np.zeros((2, len(words.words)), dtype=np.int64)
        table = section.kinds.copy()
        table[[words.words.index(word) for word in odd if word in words.words]] = _ODD
        for word in np.unique(tokens[table[tokens] == _NUMBER]).tolist():
            parts[:, word] = parts_of(read_number(words.words[word]))
        table[(table == _NUMBER) & (parts[1] == 0)] = _ODD
        minus = words.words.index("-") if "-" in words.words else -1
        # What stands behind the end stands before the beginning as well, at place -1.
        kinds = np.append(table[tokens], np.full(4, _END, dtype=np.uint8))
        tokens = np.append(tokens, np.zeros(4, dtype=np.int32))

        compare = np.nonzero(kinds == _COMPARE)[0]
        negative = kinds[compare + 1] == _SIGN
        right = compare + 1 + negative
        bounded = kinds[right] == _NUMBER
        is_right = np.zeros(len(kinds), dtype=bool)
        is_right[right[bounded]] = True
        numerators, denominators = parts[:, tokens[right]]
        numerators = np.where(negative & (tokens[compare + 1] == minus), -numerators, numerators)
        row_ends = right + 1
        bounded &= kinds[row_ends] != _ODD
        row_begins = np.append(0, np.where(bounded, row_ends, -1))[:-1]
        named = (kinds[row_begins] == _WORD) & (kinds[row_begins + 1] == _COLON)

        places = np.nonzero(kinds == _WORD)[0]
        places = places[kinds[places + 1] != _COLON]
        sized = (kinds[places - 1] == _NUMBER) & ~is_right[places - 1]
        begins = places - sized
        signed = kinds[begins - 1] == _SIGN
        begins -= signed
        sizes = np.where(sized, parts[:, tokens[places - 1]], 1)
        sizes[0, signed & (tokens[begins] == minus)] *= -1
        joined = signed.copy()
        joined[1:] &= begins[1:] == places[:-1] + 1
        joined[:1] = False

        first, last = np.searchsorted(places, row_begins), np.searchsorted(places, compare)
        plain = bounded & (row_begins >= 0) & (first < last)
        plain[plain] &= begins[first[plain]] == (row_begins + 2 * named)[plain]
        plain[plain] &= places[last[plain] - 1] + 1 == compare[plain]
        breaks = np.append(0, np.cumsum(~joined))
        plain[plain] &= breaks[last[plain]] == breaks[first[plain] + 1]

        starts = np.append(np.nonzero(~joined)[0], len(places))
        long = np.nonzero(np.diff(starts) >= _FEW)[0]
        runs = zip(starts[long].tolist(), starts[long + 1].tolist(), strict=True)
        titles = np.where(named & plain, tokens[row_begins], -1).tolist()
        pairs = zip(numerators.tolist(), denominators.tolist(), strict=True)
        right_sides = [above if below <= 1 else Fraction(above, below) for above, below in pairs]
        bounds = ([sign in words.words[word] for word in tokens[compare].tolist()] for sign in "<>")
        return PlainTerms(
            section=section,
            columns=np.full(len(words.words), -1),
            ends=places + 1,
            signed=signed,
            names=tokens[places],
            numerators=sizes[0],
            denominators=sizes[1],
            runs=dict(zip(begins[starts[long]].tolist(), runs, strict=True)),
            row_begins=row_begins,
            row_ends=row_ends,
            row_names=["" if word < 0 else words.words[word] for word in titles],
            terms=np.stack([first, last]),
            sides=[
                (None if least else side, None if most else side)
                for side, least, most in zip(right_sides, *bounds, strict=True)
            ],
            places=compare,
            stops=np.append(np.nonzero(~plain)[0], len(compare)),
        )
