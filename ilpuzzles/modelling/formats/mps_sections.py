"""The sections of an MPS file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ilpuzzles.errors import quoted
from ilpuzzles.modelling.formats.file_text import FileText

# What must come before each section; NAME and OBJSENSE come before ROWS if at all.
_NEEDS = {
    "NAME": "",
    "OBJSENSE": "",
    "ROWS": "",
    "COLUMNS": "ROWS",
    "RHS": "COLUMNS",
    "RANGES": "COLUMNS",
    "BOUNDS": "COLUMNS",
    "ENDATA": "COLUMNS",
}
_HAVE_WORDS = {"NAME", "OBJSENSE"}


@dataclass(frozen=True, slots=True)
class Section:
    """A section of an MPS file.

    Attributes:
        text: The file.
        keyword: What its first line begins with.
        line: The number of its first line, from 0.
        end: The number of the line behind its last one.
    """

    text: FileText
    keyword: str
    line: int
    end: int

    @property
    def words(self) -> list[str]:
        """What follows the keyword in its line."""
        return self.text.lines[self.line].split()[1:]

    def body(self) -> range:
        """The numbers of the lines below the first one."""
        return range(self.line + 1, self.end)

    def data(self) -> Iterator[tuple[int, list[str]]]:
        """The lines that say something: their numbers, and their fields."""
        lines = self.text.lines
        for line in self.body():
            fields = lines[line].split()
            if fields and lines[line][0] != "*":
                yield line, fields

    def set_name(self, line: int, name: str, first: str | None) -> str:
        """The name of the set of right-hand sides, ranges or bounds; there can be only one.

        Raises:
            InputError: If another set than the first begins here.
        """
        if first is not None and name != first:
            raise self.text.at_field(
                line,
                0,
                f"a second set of {self.keyword}, {quoted(name)} after {quoted(first)}",
                "keep one of the sets",
            )
        return name


def read_sections(text: FileText) -> dict[str, Section]:
    """Finds the sections of a file.

    Returns:
        The sections by their keywords; ROWS and COLUMNS are among them.

    Raises:
        InputError: If a section is unknown, stands twice or in the wrong place, or the file does
            not end with ENDATA.
    """
    headers: list[int] = []
    for line, written in enumerate(text.lines):
        if not written or written[0] in " \t*":
            if not headers and written[:1] != "*" and written.strip():
                raise text.at_field(line, 0, "data before the first section", "begin with NAME")
        else:
            headers.append(line)
    sections: dict[str, Section] = {}
    for line, end in pairwise([*headers, len(text.lines)]):
        section = Section(text, text.lines[line].split()[0], line, end)
        _accept(section, sections)
        sections[section.keyword] = section
    if "ENDATA" not in sections:
        raise text.at_end("the file ends without ENDATA", "it was cut off: get it again")
    for keyword in ("NAME", "ENDATA"):
        if keyword in sections:
            _refuse_body(sections[keyword])
    return sections


def _accept(section: Section, sections: dict[str, Section]) -> None:
    """Raises unless a section may follow those before it."""
    text, line, keyword = section.text, section.line, section.keyword
    if "ENDATA" in sections:
        raise text.at_field(line, 0, "text after ENDATA", "end the file there")
    if keyword not in _NEEDS:
        known = f"known: {', '.join(_NEEDS)}"
        raise text.at_field(line, 0, f"unknown section {quoted(keyword)}", known)
    if keyword in sections:
        raise text.at_field(line, 0, f"a second section {keyword}", "join the two")
    needed = _NEEDS[keyword]
    if needed and needed not in sections:
        raise text.at_field(line, 0, f"{keyword} before {needed}", f"put {needed} before it")
    if keyword in _HAVE_WORDS and "ROWS" in sections:
        raise text.at_field(line, 0, f"{keyword} after ROWS", "put it before")
    if section.words and keyword not in _HAVE_WORDS:
        what = f"{quoted(section.words[0])} in the line of {keyword}"
        raise text.at_field(line, 1, what, "begin the data in a new line, with a blank")


def _refuse_body(section: Section) -> None:
    """Raises if anything stands below a section that is a single line."""
    for line, _ in section.data():
        what = f"text below {section.keyword}"
        raise section.text.at_field(line, 0, what, "take it out")
