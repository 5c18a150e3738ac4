"""The sections of an LP file, and the words in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.modelling.formats.file_text import FileText

_TITLES = {
    "Minimize": ("minimize", "minimise", "minimum", "min"),
    "Maximize": ("maximize", "maximise", "maximum", "max"),
    "Subject To": ("subject to", "such that", "st", "s.t.", "st."),
    "Bounds": ("bounds", "bound"),
    "Binaries": ("binaries", "binary", "bin"),
    "Generals": ("generals", "general", "gen", "integers", "integer", "int"),
    "End": ("end",),
}
_SECTIONS = {word: title for title, words in _TITLES.items() for word in words}

_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_.,;()\[\]{}!#$%&@?'`\"|~]*)"
    r"|(?P<sign>[+-])"
    r"|(?P<compare><=|>=|=<|=>|[<>=])"
    r"|(?P<colon>:)"
    r"|(?P<other>\S)"
)


TITLES = tuple(_TITLES)
"""The sections that are read, as we spell them."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of an LP file.

    Attributes:
        kind: `number`, `name`, `sign`, `compare` or `colon`; `end` behind the last one.
        written: The word.
        line: The number of its line, from 0.
        column: Where it begins in the line, from 0.
    """

    kind: str
    written: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Section:
    """A section of an LP file.

    Attributes:
        text: The file.
        title: Its title, spelt as we do.
        line: The line of the title.
        end: The line of the next title.
    """

    text: FileText
    title: str
    line: int
    end: int

    def tokens(self) -> Iterator[Token]:
        """All words of the section, and a last token of the kind `end`.

        Raises:
            InputError: If there is a character that means nothing here.
        """
        for line in range(self.line + 1, self.end):
            yield from self.line_tokens(line)
        yield Token("end", "", self.end, 0)

    def line_tokens(self, line: int) -> Iterator[Token]:
        """The words of one line."""
        for found in _TOKEN.finditer(_without_comment(self.text.lines[line])):
            kind = found.lastgroup or ""
            token = Token(kind, found[0], line, found.start())
            if kind == "other":
                raise self.wrong(token, f"the character {quoted(found[0])}", "only linear rows")
            yield token

    def wrong(self, token: Token, what: str, advice: str) -> InputError:
        """Says what is wrong with a word."""
        return self.text.at(token.line, token.column, what, advice)


def _without_comment(line: str) -> str:
    return line.partition("\\")[0]


def read_sections(text: FileText) -> dict[str, Section]:
    """Finds the sections of a file.

    Returns:
        The sections by their titles, in the order of the file; the first is the objective.

    Raises:
        InputError: If one is unknown, stands twice or in the wrong place, or the last is missing.
    """
    titles: list[tuple[str, int]] = []
    for line, written in enumerate(text.lines):
        words = _without_comment(written).split()
        title = _SECTIONS.get(" ".join(words).lower()) if len(words) <= 2 else None
        if title is not None:
            titles.append((title, line))
        elif words and (not titles or titles[-1][0] == "End"):
            where, advice = (
                ("after End", "take it out")
                if titles
                else (
                    "before the objective",
                    "begin with Minimize or Maximize",
                )
            )
            raise text.at_field(line, 0, f"text {where}", advice)
    if not titles or titles[-1][0] != "End":
        raise text.at_end("the file ends without End", "it was cut off: get it again")
    sections: dict[str, Section] = {}
    ends = [line for _, line in titles[1:]] + [len(text.lines)]
    for place, ((title, line), end) in enumerate(zip(titles, ends, strict=True)):
        if title in sections or (place == 0) != (title in {"Minimize", "Maximize"}):
            what = f"the section {title} in this place"
            raise text.at_field(line, 0, what, "each stands once, the objective comes first")
        if (place == 1) != (title == "Subject To"):
            raise text.at_field(line, 0, f"{title} in this place", "Subject To comes second")
        sections[title] = Section(text, title, line, end)
    return sections
