"""Reads models in the LP format as we write it, strictly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from ilpuzzles.errors import quoted
from ilpuzzles.modelling.formats.file_text import FileText
from ilpuzzles.modelling.formats.gathered import OBJECTIVE, Gathered
from ilpuzzles.modelling.formats.lp_bounds import Declarations
from ilpuzzles.modelling.formats.lp_tokens import TITLES, Section, Token, read_sections
from ilpuzzles.modelling.formats.notes import Notes, is_note
from ilpuzzles.modelling.formats.numbers import Number, read_number, too_large

if TYPE_CHECKING:
    from ilpuzzles.modelling.formats.file_model import FileModel

# How we write the constant of an objective: times a variable that is always 1.
_CONSTANT = re.compile(r"_*constant")


def read_lp(text: str, source: str = "model.lp") -> FileModel:
    r"""Reads a model in the LP format.

    What `lp_text` writes is read, and what people write in the same style: an objective, rows
    with names, bounds, and all variables listed as Binaries or Generals (or fixed to a whole
    number). A general variable has the bounds 0 and infinity unless Bounds says otherwise. Rows
    with fractions are multiplied by their common denominator. Comments of `lp_text` that say
    which columns are auxiliary count; in files without them all columns tell solutions apart.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.

    Returns:
        The model, with the names of the file. A row that `lp_text` has split is two rows.

    Raises:
        InputError: With the place of the first thing that is wrong.

    Example:
        >>> model = read_lp(
        ...     "\\ two\nMaximize\n obj: 3 x + n\nSubject To\n most: x + 2 n <= 7\n"
        ...     "Bounds\n n <= 5\nBinaries\n x\nGenerals\n n\nEnd\n"
        ... )
        >>> model.name, model.names, str(model.statistics())
        ('two', ('x', 'n'), '2 variables, 1 rows, 2 nonzeros')
        >>> read_lp("Minimize\n obj: y\nSubject To\nEnd\n", "a")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a:2:7: 'y' is not declared; list it under Binaries or Generals
    """
    # The class of the result is a Model, and the module of that imports the formats.
    from ilpuzzles.modelling.formats.stating import stated  # noqa: PLC0415

    file = FileText.of(text, source)
    sections = read_sections(file)
    gathered = Gathered(file)
    declarations = Declarations()
    for title in ("Binaries", "Generals"):
        if title in sections:
            declarations.read_members(sections[title])
    if "Bounds" in sections:
        declarations.read_bounds(sections["Bounds"])
    constant = _declare(gathered, declarations)
    objective, rows = list(sections.values())[:2]
    gathered.maximize = objective.title == "Maximize"
    _Reader(gathered, objective, constant).objective()
    _Reader(gathered, rows, constant).rows()
    _refuse_unknown_titles(gathered, declarations)
    notes = Notes(file)
    for line, written in enumerate(file.lines):
        if "\\" in written:
            notes.read(line, written.index("\\") + 1)
    notes.settle(gathered)
    title = file.lines[0].strip()
    titled = title.startswith("\\") and not is_note(title[1:])
    name = title.strip("\\* \t") if titled else ""
    return stated(gathered, name or PurePath(source).stem)


def _declare(gathered: Gathered, declarations: Declarations) -> str:
    """Adds all columns; returns the name of the one that stands for the constant, if any."""
    constant = ""
    for name, declared in declarations.known.items():
        lower, upper = declarations.bounds(name, gathered.text)
        if not declared.title and (lower, upper) == (1, 1) and _CONSTANT.fullmatch(name):
            constant = name
            continue
        column = gathered.add_column(name, declared.name.line)
        gathered.lower[column], gathered.upper[column] = lower, upper
    return constant


def _refuse_unknown_titles(gathered: Gathered, declarations: Declarations) -> None:
    """Raises if a word among the variables looks like a title that was not understood.

    Were it taken for a variable that nothing uses, those below it would be of the wrong kind.
    """
    used = set(gathered.entry_columns)
    for name, declared in declarations.known.items():
        word = declared.name
        if word.column == 0 and not declared.bounded and gathered.columns.get(name) not in used:
            what = f"{quoted(name)} is no section, and no variable that anything uses"
            advice = f"known sections: {', '.join(TITLES)}; put a blank before a variable"
            raise gathered.text.at(word.line, word.column, what, advice)


class _Reader:
    """Reads the terms of a section one after the other."""

    def __init__(self, gathered: Gathered, section: Section, constant: str) -> None:
        self._gathered = gathered
        self._section = section
        self._constant = constant
        self._tokens: Iterator[Token] = section.tokens()
        self._token = next(self._tokens)

    def _take(self) -> Token:
        token = self._token
        if token.kind != "end":
            self._token = next(self._tokens)
        return token

    def objective(self) -> None:
        """Reads the objective: a name if it has one, and terms."""
        gathered = self._gathered
        first = self._take() if self._token.kind == "name" else None
        name = "obj"
        if first is not None and self._token.kind == "colon":
            self._take()
            name, first = first.written, None
        gathered.rows[name] = OBJECTIVE
        self._terms(OBJECTIVE, first)
        if self._token.kind != "end":
            what = f"{quoted(self._token.written)} in the objective"
            raise self._section.wrong(self._token, what, "give terms alone")

    def rows(self) -> None:
        """Reads rows: a name, terms, a comparison and a number."""
        gathered, section = self._gathered, self._section
        while self._token.kind != "end":
            name = self._take()
            if name.kind != "name" or self._token.kind != "colon":
                raise section.wrong(
                    name, "a row without a name", "begin it with a name and a colon"
                )
            if name.written in gathered.rows:
                what = f"a second row {quoted(name.written)}"
                raise section.wrong(name, what, "give it another name")
            self._take()
            row = gathered.add_row(name.written, name.line)
            self._terms(row, None)
            compare = self._take()
            if compare.kind != "compare":
                what = f"row {quoted(name.written)} is compared with nothing"
                raise section.wrong(compare, what, "end it with <=, >= or = and a number")
            side = self._number()
            gathered.sides[row] = (
                None if "<" in compare.written else side,
                None if ">" in compare.written else side,
            )

    def _terms(self, row: int, first: Token | None) -> None:
        """Reads terms up to whatever is none; `first` is a name that was read already."""
        needs_sign = False
        if first is not None:
            self._add(row, 1, first)
            needs_sign = True
        while self._token.kind in {"sign", "number", "name"}:
            factor: Number = 1
            if self._token.kind == "sign":
                factor = -1 if self._take().written == "-" else 1
            elif needs_sign:
                what = f"{quoted(self._token.written)} where a sign or a comparison should be"
                raise self._section.wrong(self._token, what, "write + or - between terms")
            size = self._take() if self._token.kind == "number" else None
            if size is not None:
                factor *= self._value(size)
            name = self._take()
            if name.kind != "name":
                what = "a term without a variable"
                raise self._section.wrong(size or name, what, "write numbers before variables")
            if row == OBJECTIVE and not isinstance(factor, int):
                advice = "scale it so that all its coefficients are whole numbers"
                raise self._section.wrong(size or name, "a fraction in the objective", advice)
            self._add(row, factor, name)
            needs_sign = True

    def _add(self, row: int, factor: Number, name: Token) -> None:
        gathered = self._gathered
        if row == OBJECTIVE and name.written == self._constant:
            if gathered.constant:
                what = "a second constant"
                raise self._section.wrong(name, what, "keep one of the two")
            gathered.constant = int(factor)
            return
        column = gathered.columns.get(name.written)
        if column is None:
            what = f"{quoted(name.written)} is not declared"
            raise self._section.wrong(name, what, "list it under Binaries or Generals")
        gathered.add_entry(column, row, factor, name.line)

    def _number(self) -> Number:
        """A number with or without a sign."""
        negative = self._token.kind == "sign" and self._take().written == "-"
        value = self._value(self._take())
        return -value if negative else value

    def _value(self, token: Token) -> Number:
        number = read_number(token.written) if token.kind == "number" else None
        if number is None or too_large(number):
            what = (
                f"{quoted(token.written)} where a number should be"
                if token.written
                else ("a number is missing")
            )
            raise self._section.wrong(token, what, "give one of less than 63 bits")
        return number
