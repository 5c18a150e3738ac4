"""Words and sections of LP files.

Titles are taken as the readers of CPLEX, Gurobi, HiGHS and SCIP take them: also in the middle of a
line, in any order behind the objective, and several times; never where a colon follows, since that
makes a name of any word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.formats.reading import FileText

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


# Terms that begin with a sign each, in the form that nearly all long rows have. Groups are atomic:
# 3e5 without a name is no 3 with the name e5.
_NAME = r"[^\s0-9./\[\]*^+\-<>=:][^\s+\-*^<>=:]*+"
TERM = re.compile(rf"([+-])\s*(?:({_SIZE})\s+)?({_NAME})")
_TERMS = re.compile(rf"(?>\s*[+-]\s*(?>{_SIZE}\s+)?{_NAME})+\s*")


class Token(NamedTuple):
    """A word of an LP file, its kind (a group of `_TOKEN`; `end` behind the last) and its place.

    Of the kind `terms`, it is a whole line of terms, which `TERM` finds. Line and column count from
    0.
    """

    kind: str
    written: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class LpSection:
    """A section of a file: its title, spelt as we do, and the pieces of lines that are in it.

    A piece is the number of a line, and from where to where in it.
    """

    text: FileText
    title: str
    place: tuple[int, int]
    pieces: list[tuple[int, int, int]]

    def tokens(self, *, terms: bool = False) -> Iterator[Token]:
        """All words of the section, and a last token of the kind `end`.

        Lines that hold nothing but terms are one token each, if `terms` are asked for.
        """
        last, behind = self.place
        for line, start, end in self.pieces:
            written = self.text.lines[line]
            last, behind = line + 1, 0
            if terms and _TERMS.fullmatch(written, start, end):
                piece = written[start:end].lstrip()
                yield Token("terms", piece, line, end - len(piece))
                continue
            for found in _TOKEN.finditer(written, start, end):
                kind = found.lastgroup or ""
                token = Token(kind, found[0], line, found.start())
                if kind == "quadratic":
                    advice = "only linear rows and objectives are read"
                    raise self.wrong(token, f"quadratic terms: the character {found[0]!r}", advice)
                if kind == "other":
                    raise self.wrong(
                        token, f"the character {quoted(found[0])}", "give terms such as 3 x"
                    )
                yield token
        yield Token("end", "", min(last, len(self.text.lines) - 1), behind)

    def wrong(self, token: Token, what: str, advice: str) -> InputError:
        """Says what is wrong with a word."""
        return self.text.at(token.line, token.column, what, advice)


def read_sections(text: FileText) -> list[LpSection]:
    """The sections of a file in its order, without End; the first one is the objective."""
    titles = list(_titles(text))
    if titles and titles[0][0] not in OBJECTIVES:
        title, line, start, _ = titles[0]
        raise text.at(line, start, f"{title} before the objective", "the objective comes first")
    for (title, *_), (again, line, start, _) in pairwise(titles):
        if title == "End":
            raise text.at(line, start, "text after End", "remove it")
        if again in OBJECTIVES:
            raise text.at(line, start, "a second objective", "keep one of the two")
    found = [LpSection(text, title, (line, start), []) for title, line, start, _ in titles]
    marks = [(line, start, end) for _, line, start, end in titles]
    position = 0
    for line, written in enumerate(text.lines):
        begin_column, length = 0, _length(written)
        while position < len(marks) and marks[position][0] == line:
            _, start, end = marks[position]
            _take(text, found, position, (line, begin_column, start))
            begin_column, position = end, position + 1
        _take(text, found, position, (line, begin_column, length))
    if not titles or titles[-1][0] != "End":
        raise text.at_end("the file ends without End", "it was cut off; get it again")
    return found[:-1]


def _take(
    text: FileText, found: list[LpSection], position: int, piece: tuple[int, int, int]
) -> None:
    """Adds a piece of a line to the section that is open there."""
    line, start, end = piece
    if start >= end or not text.lines[line][start:end].strip():
        return
    column = end - len(text.lines[line][start:end].lstrip())
    if position == 0:
        advice = "start with Minimize or Maximize"
        raise text.at(line, column, "text before the objective", advice)
    if found[position - 1].title == "End":
        raise text.at(line, column, "text after End", "remove it")
    found[position - 1].pieces.append(piece)


def _length(written: str) -> int:
    """How much of a line comes before its comment."""
    place = written.find("\\")
    return len(written) if place < 0 else place


def _titles(text: FileText) -> Iterator[tuple[str, int, int, int]]:
    """All titles: spelt as we do, with line, and from where to where in it."""
    stated = False
    for line, written in enumerate(text.lines):
        length = _length(written)
        if _TERMS.fullmatch(written, 0, length):
            # Behind a sign there is no title; to look for one takes six times as long.
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
