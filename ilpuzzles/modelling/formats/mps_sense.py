"""Whether the objective of an MPS file is to be made small or large."""

from __future__ import annotations

from ilpuzzles.errors import quoted
from ilpuzzles.modelling.formats.file_text import FileText
from ilpuzzles.modelling.formats.mps_sections import Section

_SENSES = {"MAX": True, "MAXIMIZE": True, "MIN": False, "MINIMIZE": False}
_PULP = "*SENSE:"


def read_sense(file: FileText, sections: dict[str, Section]) -> bool:
    """Whether to maximise: what OBJSENSE says, or the comment that PuLP writes instead of it.

    PuLP's comment says what the coefficients in the file are meant for: where it is asked for the
    other sense than the problem's, it changes the comment and the signs together.

    Args:
        file: The file.
        sections: Its sections.

    Returns:
        Whether large is good; without a word about it, small is.

    Raises:
        InputError: If a word is unknown, or two of them contradict each other.
    """
    section = sections.get("OBJSENSE")
    sense = None if section is None else _of_section(section)
    first = 0 if section is None else section.line + 1
    for line in range(sections["ROWS"].line):
        written = file.lines[line]
        if not written.upper().startswith(_PULP):
            continue
        word = written[len(_PULP) :].strip()
        said = _SENSES.get(word.upper())
        if said is None:
            what = f"{quoted(word)} in a comment {_PULP}"
            raise file.at(line, 0, what, "give Maximize or Minimize, or take the comment out")
        if sense is not None and said is not sense:
            what = f"{quoted(word)} in a comment contradicts line {first}"
            raise file.at(line, 0, what, "keep one of the two")
        sense, first = said, first or line + 1
    return bool(sense)


def _of_section(section: Section) -> bool:
    """What the section says; the word stands in the same line or in the next."""
    found = [(section.line, place, word) for place, word in enumerate(section.words, start=1)]
    for line, words in section.data():
        found += [(line, place, word) for place, word in enumerate(words)]
    if not found:
        raise section.text.at_field(section.line, 0, "OBJSENSE without a word", "add MAX or MIN")
    for number, (line, place, word) in enumerate(found):
        if number or word.upper() not in _SENSES:
            what = f"{quoted(word)} in OBJSENSE"
            raise section.text.at_field(line, place, what, "give MAX or MIN, and nothing else")
    return _SENSES[found[0][2].upper()]
