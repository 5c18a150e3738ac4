"""The text of a model file, and the places in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ilpuzzles.errors import InputError, Problem, quoted

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
        >>> print(FileText.of("ROWS\n N obj\n", "a.mps").at_field(1, 1, "wrong", "mend it"))
        a.mps:2:4: wrong; mend it
    """

    source: str
    lines: list[str]

    @classmethod
    def of(cls, text: str, source: str) -> FileText:
        """Takes a text apart.

        Raises:
            InputError: If nothing stands in it, or something that no text has.
        """
        text = text.replace("\r\n", "\n")
        # Deleting all that is plain from bytes is the quickest test there is; most files pass it.
        plain = text.isascii() and not text.encode("ascii").translate(None, _PLAIN)
        junk = None if plain else _JUNK.search(text)
        lines = text.split("\n")
        file = cls(source, lines)
        if junk is not None:
            line = text.count("\n", 0, junk.start())
            column = junk.start() - text.rfind("\n", 0, junk.start()) - 1
            raise file.at(
                line,
                column,
                f"the character {quoted(junk[0])}, which no model file has",
                "check that this is a text file",
            )
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
