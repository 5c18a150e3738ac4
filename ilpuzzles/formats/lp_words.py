"""Words and sections of LP files.

Titles are taken as the readers of CPLEX, Gurobi, HiGHS and SCIP take them: also in the middle of a
line, in any order behind the objective, and several times; never where a colon follows, since that
makes a name of any word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.formats.reading import (
    INFINITY_WORDS,
    TRUNCATED,
    FileText,
    Tokens,
    read_number,
    too_large,
)

TITLES = {
    "Minimize": ("minimize", "minimise", "minimum", "min"),
    "Maximize": ("maximize", "maximise", "maximum", "max"),
    "Subject To": ("subject to", "such that", "st", "s.t.", "st.", "lazy constraints"),
    "User Cuts": ("user cuts",),
    "Bounds": ("bounds", "bound"),
    "Binaries": ("binaries", "binary", "bin"),
    "Generals": ("generals", "general", "gen", "integers", "integer", "int"),
    "Semi-Continuous": ("semi-continuous", "semis", "semi"),
    "SOS": ("sos",),
    "End": ("end",),
}
"""The titles of sections, spelt as we do, and the words that stand for them in files."""

_REFUSED = ("general constraints", "pwlobj", "multi-objectives", "scenario")
OBJECTIVES = ("Minimize", "Maximize")
ROWS = ("Subject To", "User Cuts")
"""The sections that have rows."""

_SECTIONS = {word: title for title, words in TITLES.items() for word in words}
_WORDS = sorted([*_SECTIONS, *_REFUSED], key=len, reverse=True)
_TITLE = re.compile(
    r"(?<!\S)(" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in _WORDS) + r")(?!\S)",
    re.IGNORECASE,
)
CONSTANT = "constant"
"""How we write that of an objective, perhaps behind _: times a variable that is always 1."""

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

# The same, and rows, where every word is a letter: x is a name, l that of a row, 1 a number, <, >
# or = a comparison, and ? all that is unusual. Groups are atomic, and not possessive: up to Python
# 3.11.4, (?:ab?c)*+ matches a.
_PLAIN = r"[+-]?1?x(?>[+-]1?x)*"
PLAIN_TERMS = re.compile(_PLAIN.encode())
PLAIN_ROWS = re.compile(rf"(?>(?:l:)?{_PLAIN}[<>=][+-]?1(?!\?))*".encode())


def _kind(word: str) -> str:
    """The kind of a word: a group of `_TOKEN`."""
    found = None if word.isidentifier() else _TOKEN.match(word)
    return "name" if found is None else found.lastgroup or ""


def _letter(word: str, kind: str) -> str:
    """The letter of a word in the patterns of plain terms and rows."""
    if kind == "compare":
        return next(sign for sign in "<>=" if sign in word)
    if kind == "name":
        is_unusual = word.lower() in INFINITY_WORDS or word.lstrip("_") == CONSTANT
        # Behind a number, one that begins with a comma may be the rest of 1,5.
        return "?" if is_unusual or word[0] == "," else "x"
    if kind == "number":
        number = read_number(word)
        return "?" if number is None or too_large(number) else "1"
    return word[0] if kind in {"sign", "colon"} else "?"


_Title: TypeAlias = tuple[str, int, int, int]
"""A title, spelt as we do, with its line, and from where to where it stands in it."""


class Token(NamedTuple):
    """A word of an LP file, its kind (a group of `_TOKEN`; `end` behind the last), its number."""

    kind: str
    written: str
    number: int


@dataclass(frozen=True, slots=True)
class LpSection:
    """A section of a file, from behind its title to the next one.

    Attributes:
        words: The words of the file.
        kinds: The kinds of the different ones.
        letters: What all words are in plain terms and rows.
        title: The title of the section, spelt as we do.
        place: Where the title begins.
        span: The numbers of the first word of the section, and of the first one behind it.
    """

    words: Tokens
    kinds: list[str]
    letters: bytes
    title: str
    place: tuple[int, int]
    span: tuple[int, int]

    def token(self, number: int) -> Token:
        """The word of a number, or what stands for the end behind the last one."""
        if number >= self.span[1]:
            return Token("end", "", self.span[1])
        code = self.words.numbers[number]
        token = Token(self.kinds[code], self.words.words[code], number)
        if token.kind == "quadratic":
            raise self._quadratic(token)
        if token.kind == "name" and token.written[0] == "," and self.is_glued(number):
            written = self.words.words[self.words.numbers[number - 1]] + token.written
            what = f"{quoted(written)} has a decimal comma"
            raise self.wrong(token, what, "write a decimal point, as in 1.5")
        if token.kind == "other":
            what = f"the character {quoted(token.written)} does not belong here"
            raise self.wrong(token, what, "give terms such as 3 x")
        return token

    def _quadratic(self, token: Token) -> InputError:
        """Returns an error about a sign of quadratic terms, which is read nowhere."""
        neighbours = {self.kind_of(token.number - 1), self.kind_of(token.number + 1)}
        if token.written == "*" and "number" in neighbours:
            what = "the sign '*' stands between a number and a variable"
            return self.wrong(token, what, "write a product without a sign, as in 2 x")
        advice = "only linear rows and objectives are read"
        return self.wrong(token, f"the character {token.written!r} makes a quadratic term", advice)

    def kind_of(self, number: int) -> str:
        """The kind of the word of a number; empty outside of the section."""
        first, end = self.span
        return self.kinds[self.words.numbers[number]] if first <= number < end else ""

    def is_glued(self, number: int) -> bool:
        """Whether a number stands before the word of a number, with no blank between."""
        if self.kind_of(number - 1) != "number":
            return False
        (line, begin), (next_line, behind) = map(self.words.place, (number - 1, number))
        length = len(self.words.words[self.words.numbers[number - 1]])
        return (line, begin + length) == (next_line, behind)

    def tokens(self) -> Iterator[Token]:
        """All words of the section, and the end."""
        first, last = self.span
        return map(self.token, range(first, last + 1))

    def wrong(self, token: Token, what: str, advice: str) -> InputError:
        """Returns an error at a word."""
        if token.kind != "end":
            return self.words.wrong(token.number, what, advice)
        text, (first, last) = self.words.text, self.span
        line, column = self.place if first == last else (self.words.line(last - 1) + 1, 0)
        return text.at(min(line, len(text.lines) - 1), column, what, advice)


def read_sections(text: FileText) -> list[LpSection]:
    """The sections of a file in its order, without End; the first one is the objective."""
    written: Iterable[str] = text.lines
    if any("\\" in line for line in text.lines):
        written = (line.partition("\\")[0] for line in text.lines)
    # If a colon had to stand alone, c1: and c2: would not be two words more.
    words = Tokens.of(text, _TOKEN, written, ":")
    longest = max(map(len, _TITLE_WORDS))
    begins = [
        len(word) <= longest and (word.lower() in _TITLE_WORDS or not word.isascii())
        for word in words.words
    ]
    titled = np.nonzero(np.array(begins, dtype=bool)[words.numbers])[0]
    titles = list(_titles(text, np.unique(words.lines(titled)).tolist()))
    _check_order(text, titles)
    _refuse_titles_of_variables(words, titles)
    lasts = [words.number_at(line, start) for _, line, start, _ in titles]
    lasts.append(len(words.numbers))
    if lasts[0]:
        raise words.wrong(
            0, "there is text before the objective", "start with Minimize or Maximize"
        )
    kinds = list(map(_kind, words.words))
    letters = words.letters(map(_letter, words.words, kinds)).replace(b"x:", b"l:")
    found = [
        LpSection(words, kinds, letters, title, (line, start), (words.number_at(line, end), last))
        for (title, line, start, end), last in zip(titles, lasts[1:], strict=True)
    ]
    if not found or found[-1].title != "End":
        raise text.at_end("the file ends without End", TRUNCATED)
    first, last = found[-1].span
    if first < last:
        raise words.wrong(first, "there is text after End", "remove it")
    return found[:-1]


def _check_order(text: FileText, titles: list[_Title]) -> None:
    """Raises unless the objective is the first section, and the only one, and End the last."""
    if titles and titles[0][0] not in OBJECTIVES:
        title, line, start, _ = titles[0]
        raise text.at(line, start, f"{title} before the objective", "the objective comes first")
    for (title, *_), (again, line, start, _) in pairwise(titles):
        if title == "End":
            raise text.at(line, start, "there is text after End", "remove it")
        if again in OBJECTIVES:
            raise text.at(line, start, "a second objective", "keep one of the two")


def _refuse_titles_of_variables(words: Tokens, titles: list[_Title]) -> None:
    """Raises if a title beside other words, or behind a blank, is the name of a variable as well.

    Of `obj: st`, HiGHS makes a term and SCIP the title of the rows. A title that has the line for
    itself, from its first column on, is meant.
    """
    starts = {words.number_at(line, start) for _, line, start, _ in titles}
    for title, line, start, end in titles:
        whole = words.text.lines[line].partition("\\")[0].rstrip()
        written = whole[start:end]
        if whole == written or written not in words.words:
            continue
        code = words.words.index(written)
        for place in np.nonzero(words.numbers == code)[0].tolist():
            behind = words.numbers[place + 1 : place + 2].tolist()
            is_label = any(words.words[following] == ":" for following in behind)
            if place in starts or is_label:
                continue
            what = f"{quoted(written)} is the title {title} here"
            advice = f"give the variable in line {words.line(place) + 1} another name"
            raise words.text.at(line, start, what, advice)


def _titles(text: FileText, lines: Iterable[int]) -> Iterator[_Title]:
    stated = False
    for line in lines:
        written = text.lines[line]
        length = len(written.partition("\\")[0])
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
                what = f"the section {quoted(match[0])} is not supported"
                raise text.at(line, match.start(), what, "only linear rows are read; remove it")
            stated = stated or title == "Subject To"
            yield title, line, match.start(), match.end()
