"""The LP format: files with named rows, bounds and integer variables, written and read strictly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress, pairwise
from math import ceil, floor
from pathlib import PurePath
from textwrap import wrap

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.formats.names import (
    FileNames,
    auxiliary_lines,
    comment_line,
    halves,
    heed_notes,
    is_note,
    readable_names,
    text_in_file,
    written_scales,
)
from ilpuzzles.formats.reading import (
    INFINITE,
    INFINITY_WORDS,
    OBJECTIVE,
    FileModel,
    FileText,
    Gathered,
    read_number,
    too_large,
)
from ilpuzzles.formats.stating import stated
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.numbers import Number, size_of, text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY

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


@dataclass(frozen=True, slots=True)
class Token:
    """A word of an LP file, its kind (a group of `_TOKEN`; `end` behind the last) and its place.

    Line and column count from 0.
    """

    kind: str
    written: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class LpSection:
    """A section of a file: its title, spelt as we do, and the lines of it and of the next title."""

    text: FileText
    title: str
    line: int
    end: int

    def tokens(self) -> Iterator[Token]:
        """All words of the section, and a last token of the kind `end`."""
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


def read_sections(text: FileText) -> dict[str, LpSection]:
    """The sections of a file by their titles, in its order; the first one is the objective."""
    titles: list[tuple[str, int]] = []
    for line, written in enumerate(text.lines):
        words = _without_comment(written).split()
        title = _SECTIONS.get(" ".join(words).lower()) if len(words) <= 2 else None
        if title is not None:
            titles.append((title, line))
        elif words and (not titles or titles[-1][0] == "End"):
            if titles:
                raise text.at_field(line, 0, "text after End", "remove it")
            advice = "start with Minimize or Maximize"
            raise text.at_field(line, 0, "text before the objective", advice)
    if not titles or titles[-1][0] != "End":
        raise text.at_end("the file ends without End", "it was cut off; get it again")
    sections: dict[str, LpSection] = {}
    for place, ((title, line), (_, end)) in enumerate(pairwise([*titles, ("", len(text.lines))])):
        if title in sections or (place == 0) != (title in {"Minimize", "Maximize"}):
            what = f"the section {title} in this place"
            raise text.at_field(line, 0, what, "each stands once, the objective comes first")
        if (place == 1) != (title == "Subject To"):
            raise text.at_field(line, 0, f"{title} in this place", "Subject To comes second")
        sections[title] = LpSection(text, title, line, end)
    return sections


_COMPARE = {"<": "<=", "=<": "<=", "<=": "<=", ">": ">=", "=>": ">=", ">=": ">=", "=": "="}
_TURNED = {"<=": ">=", ">=": "<=", "=": "="}


@dataclass(slots=True)
class Declared:
    """A variable where it is named first, with what Bounds states of it.

    `title` is the section that says that it is integer, or empty.
    """

    name: Token
    lower: Number | None = None
    upper: Number | None = None
    title: str = ""

    def is_continuous(self) -> bool:
        """Whether it takes any number within its bounds; one that is fixed may be whole anyway."""
        lower = self.lower
        return not self.title and (lower is None or lower != self.upper or lower.denominator != 1)

    def bounds(self, text: FileText) -> tuple[Number, Number]:
        """Its bounds, 0 and infinity (or 1) where nothing is stated; whole if it is integer."""
        name, place = self.name.written, (self.name.line, self.name.column)
        most = 1 if self.title == "Binaries" else PLUS_INFINITY
        lower = 0 if self.lower is None else self.lower
        upper = most if self.upper is None else self.upper
        if self.title:
            lower, upper = ceil(lower), floor(upper)
        if self.title == "Binaries" and not 0 <= lower <= upper <= 1:
            shown = f"{text_of(lower)} and {text_of(upper)}"
            what = f"the binary variable {quoted(name)} has the bounds {shown}"
            raise text.at(*place, what, "keep them within 0 and 1, or list it under Generals")
        if lower > upper:
            advice = f"its bounds are {text_of(lower)} and {text_of(upper)}"
            if self.lower is None:
                advice = "where no lower bound is stated it is 0; state it"
            raise text.at(*place, f"the bounds leave no value for {quoted(name)}", advice)
        return lower, upper


def _read_declarations(sections: dict[str, LpSection]) -> dict[str, Declared]:
    """All variables that are named in Binaries, Generals and Bounds, integer ones first."""
    known: dict[str, Declared] = {}
    for section in (sections[title] for title in ("Binaries", "Generals") if title in sections):
        *names, _ = section.tokens()
        for token in names:
            if token.kind != "name":
                what = f"{quoted(token.written)} among {section.title}"
                raise section.wrong(token, what, "give names with blanks between them")
            if token.written in known:
                what = f"{quoted(token.written)} is declared twice"
                raise section.wrong(token, what, "keep one of the two")
            known[token.written] = Declared(token, title=section.title)
    if "Bounds" in sections:
        bounds = sections["Bounds"]
        for line in range(bounds.line + 1, bounds.end):
            tokens = list(bounds.line_tokens(line))
            if tokens:
                _read_line(bounds, tokens, known)
    return known


def _read_line(section: LpSection, tokens: list[Token], known: dict[str, Declared]) -> None:
    """Reads `1 <= x <= 3`, either half of it, `x = 3` or `x free`."""
    parts = _parts(section, tokens)
    shape = [kind for kind, _, _ in parts]
    name_place = shape.index("name") if "name" in shape else 0
    name = parts[name_place][1]
    bounds: list[tuple[str, Number]]
    if shape == ["name", "free"]:
        bounds = [(">=", MINUS_INFINITY), ("<=", PLUS_INFINITY)]
    elif shape == ["name", "compare", "value"]:
        bounds = [(_COMPARE[parts[1][1].written], parts[2][2])]
    elif shape in (["value", "compare", "name"], ["value", "compare", "name", "compare", "value"]):
        bounds = [(_TURNED[_COMPARE[parts[1][1].written]], parts[0][2])]
        if len(parts) > 3:
            bounds.append((_COMPARE[parts[3][1].written], parts[4][2]))
    else:
        advice = "write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free"
        raise section.wrong(tokens[0], "this is not a bound of a variable", advice)
    declared = known.setdefault(name.written, Declared(name))
    for compare, value in bounds:
        _set(section, name, declared, compare, value)


def _set(section: LpSection, name: Token, declared: Declared, compare: str, value: Number) -> None:
    """Sets one bound, or both to the same number."""
    lower, upper = compare in {">=", "="}, compare in {"<=", "="}
    if (lower and declared.lower is not None) or (upper and declared.upper is not None):
        what = f"{quoted(name.written)} has this bound already"
        raise section.wrong(name, what, "keep one lower and one upper bound")
    if (lower and value == PLUS_INFINITY) or (upper and value == MINUS_INFINITY):
        what = f"the bounds leave no value for {quoted(name.written)}"
        raise section.wrong(name, what, "give a finite number")
    if lower:
        declared.lower = value
    if upper:
        declared.upper = value


def _parts(section: LpSection, tokens: list[Token]) -> list[tuple[str, Token, Number]]:
    """Joins signs with their numbers: kinds, tokens, and values (0 for what has none)."""
    parts: list[tuple[str, Token, Number]] = []
    sign: Token | None = None
    for token in tokens:
        word = token.written.lower()
        if token.kind == "sign" and sign is None:
            sign = token
            continue
        factor = -1 if sign is not None and sign.written == "-" else 1
        if token.kind == "number":
            number = read_number(token.written)
            if number is not None and number >= INFINITE:
                number = PLUS_INFINITY if factor > 0 else MINUS_INFINITY
            elif number is None or too_large(number):
                what = f"the bound {quoted(token.written)}"
                raise section.wrong(token, what, "give a number with fewer than 63 bits")
            else:
                number *= factor
            parts.append(("value", token, number))
        elif word in INFINITY_WORDS:
            parts.append(("value", token, PLUS_INFINITY if factor > 0 else MINUS_INFINITY))
        elif sign is not None:
            raise section.wrong(sign, "the sign has no number", "write x <= -3")
        else:
            kind = "free" if word == "free" and parts else token.kind
            parts.append((kind, token, 0))
        sign = None
    return parts


# How we write the constant of an objective: times a variable that is always 1.
_CONSTANT = re.compile(r"_*constant")


def read_lp(text: str, source: str = "model.lp") -> FileModel:
    r"""Reads a model in the LP format.

    It reads what `lp_text` writes, and what people write in the same style: an objective, rows
    with names, bounds, and the integer variables listed as Binaries or Generals; all others are
    continuous. Variables have the bounds 0 and infinity unless Bounds says otherwise. Numbers are
    exact: 0.1 is one tenth. Comments of `lp_text` that say
    which columns are auxiliary are honoured; in files without them, all columns distinguish
    solutions.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.

    Returns:
        The model, with the names of the file. A row that `lp_text` has split is two rows.

    Raises:
        InputError: If the text is wrong; the message names the place of the first error.

    Example:
        >>> model = read_lp(
        ...     "\\ two\nMaximize\n obj: 3 x + n\nSubject To\n most: x + 2 n <= 7\n"
        ...     "Bounds\n n <= 5\nBinaries\n x\nGenerals\n n\nEnd\n"
        ... )
        >>> model.name, model.names, str(model.statistics())
        ('two', ('x', 'n'), '2 variables, 1 rows, 2 nonzeros')
        >>> read_lp("Minimize\n obj: y\nSubject To\n y >= 1\nEnd\n", "a")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a:4:2: the row has no name; start it with a name and a colon
    """
    file = FileText.of(text, source)
    sections = read_sections(file)
    gathered = Gathered(file)
    declarations = _read_declarations(sections)
    constant = _declare(gathered, declarations)
    objective, rows = list(sections.values())[:2]
    gathered.maximize = objective.title == "Maximize"
    _Reader(gathered, objective, constant).objective()
    _Reader(gathered, rows, constant).rows()
    _refuse_unknown_titles(gathered, declarations)
    commented = ((line, text) for line, text in enumerate(file.lines) if "\\" in text)
    heed_notes(gathered, ((line, text.index("\\") + 1) for line, text in commented))
    title = file.lines[0].strip()
    titled = title.startswith("\\") and not is_note(title[1:])
    name = title.strip("\\* \t") if titled else ""
    return stated(gathered, name or PurePath(source).stem)


def _declare(gathered: Gathered, declarations: dict[str, Declared]) -> str:
    """Adds all columns; returns the name of the one that stands for the constant, if any."""
    constant = ""
    for name, declared in declarations.items():
        lower, upper = declared.bounds(gathered.text)
        if not declared.title and (lower, upper) == (1, 1) and _CONSTANT.fullmatch(name):
            constant = name
            continue
        column = gathered.add_column(name, declared.name.line)
        gathered.lower[column], gathered.upper[column] = lower, upper
        if declared.is_continuous():
            gathered.continuous.add(column)
    return constant


def _refuse_unknown_titles(gathered: Gathered, declarations: dict[str, Declared]) -> None:
    """Raises if a word among the variables looks like a title that was not understood.

    Were it taken for a variable that nothing uses, those below it would be of the wrong kind.
    """
    used = set(gathered.entry_columns)
    for name, declared in declarations.items():
        word, bounded = declared.name, (declared.lower, declared.upper) != (None, None)
        if word.column == 0 and not bounded and gathered.columns.get(name) not in used:
            what = f"{quoted(name)} is neither a section nor a variable in use"
            advice = f"known sections: {', '.join(_TITLES)}; put a blank before a variable"
            raise gathered.text.at(word.line, word.column, what, advice)


class _Reader:
    """Reads the terms of a section one after the other."""

    def __init__(self, gathered: Gathered, section: LpSection, constant: str) -> None:
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
            raise self._section.wrong(self._token, what, "give only terms")

    def rows(self) -> None:
        """Reads rows: a name, terms, a comparison and a number."""
        gathered, section = self._gathered, self._section
        while self._token.kind != "end":
            name = self._take()
            if name.kind != "name" or self._token.kind != "colon":
                what = "the row has no name"
                raise section.wrong(name, what, "start it with a name and a colon")
            if name.written in gathered.rows:
                what = f"there is already a row {quoted(name.written)}"
                raise section.wrong(name, what, "choose another name")
            self._take()
            row = gathered.add_row(name.written, name.line)
            self._terms(row, None)
            compare = self._take()
            if compare.kind != "compare":
                what = f"row {quoted(name.written)} has no comparison"
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
                what = f"expected a sign or a comparison, got {quoted(self._token.written)}"
                raise self._section.wrong(self._token, what, "write + or - between terms")
            size = self._take() if self._token.kind == "number" else None
            if size is not None:
                factor *= self._value(size)
            if row == OBJECTIVE and size is not None and self._token.kind in {"sign", "end"}:
                self._gathered.constant += factor
                needs_sign = True
                continue
            name = self._take()
            if name.kind != "name":
                what = "the term has no variable"
                raise self._section.wrong(size or name, what, "write numbers before variables")
            self._add(row, factor, name)
            needs_sign = True

    def _add(self, row: int, factor: Number, name: Token) -> None:
        gathered = self._gathered
        if row == OBJECTIVE and name.written == self._constant:
            if gathered.constant:
                what = "a second constant"
                raise self._section.wrong(name, what, "keep one of the two")
            gathered.constant = factor
            return
        column = gathered.columns.get(name.written)
        if column is None:
            # What no section declares is continuous, and at least 0.
            column = gathered.add_column(name.written, name.line)
            gathered.continuous.add(column)
        gathered.add_entry(column, row, factor, name.line)

    def _number(self) -> Number:
        """A number with or without a sign."""
        negative = self._token.kind == "sign" and self._take().written == "-"
        value = self._value(self._take())
        return -value if negative else value

    def _value(self, token: Token) -> Number:
        number = read_number(token.written) if token.kind == "number" else None
        if number is None or too_large(number):
            what = "a number is missing"
            if token.written:
                what = f"expected a number, got {quoted(token.written)}"
            raise self._section.wrong(token, what, "give one with fewer than 63 bits")
        return number


_WIDTH = 96


def lp_text(program: Program) -> str:
    """Writes a program in the LP format, with readable names.

    Rows with two different bounds become two rows, since readers treat them differently.
    Comments say how it differs from its model, and which columns are auxiliary.

    Raises:
        ModelError: If a row is stated by cuts.
    """
    comments = [program.names.title, *program.remarks()]
    linear = linearised(program)
    return "\n".join([*_lines(linear, readable_names(linear), comments), ""])


def _lines(program: Program, names: FileNames, comments: Sequence[str]) -> Iterator[str]:
    objective = program.objective
    # CBC drops a constant in the objective; a variable that is 1 does the same everywhere.
    constant = "constant"
    while constant in names.columns:
        constant = f"_{constant}"
    yield from (comment_line("\\", comment) for comment in comments if comment)
    yield from auxiliary_lines(program, names.columns, "\\")
    yield "Maximize" if objective is not None and objective.maximize else "Minimize"
    terms = []
    if objective is not None:
        form = objective.form()
        terms = list(_terms(form.columns, form.coefficients, names))
        if form.constant:
            terms += _terms([0], [form.constant], FileNames([constant], []))
    # Some readers want at least one term.
    yield from _wrapped("obj:", terms or [f"0 {name}" for name in names.columns[:1]])
    yield "Subject To"
    yield from _rows(program, names)
    yield "Bounds"
    yield from _bounds(program, names)
    if objective is not None and objective.constant:
        yield f" {constant} = 1"
    whole = program.whole()
    binary = whole & (program.lower >= 0) & (program.upper <= 1)
    for section, chosen in (("Binaries", binary), ("Generals", whole & ~binary)):
        members = list(compress(names.columns, chosen))
        if members:
            yield section
            yield from _wrapped("", members)
    yield "End"


def _terms(
    columns: Sequence[int], coefficients: Sequence[Number], names: FileNames
) -> Iterator[str]:
    for column, coefficient in zip(columns, coefficients, strict=True):
        size = size_of(coefficient)
        factor = "" if size == 1 else f"{text_in_file(size)} "
        yield f"{'-' if coefficient < 0 else '+'} {factor}{names.columns[column]}"


def _wrapped(start: str, parts: list[str]) -> list[str]:
    """Lines that no reader finds too long, broken between terms only."""
    # A term holds blanks of its own; a line must not be broken there.
    text = " ".join(part.replace(" ", "\0") for part in parts)
    lines = wrap(
        f"{start} {text}".strip(),
        _WIDTH,
        initial_indent=" ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]


def _rows(program: Program, names: FileNames) -> Iterator[str]:
    starts, columns = program.rows.starts.tolist(), program.rows.columns.tolist()
    coefficients, scales = program.rows.coefficients.tolist(), written_scales(program.rows).tolist()
    # A row needs at least one term here.
    empty = [f"0 {column}" for column in names.columns[:1]]
    for name, row, compare, side in halves(program, names):
        entries = slice(starts[row], starts[row + 1])
        factors = coefficients[entries]
        if scales[row] != 1:
            factors = [Fraction(factor, scales[row]) for factor in factors]
        terms = list(_terms(columns[entries], factors, names)) or empty
        yield from _wrapped(f"{name}:", [*terms, f"{compare} {text_in_file(side)}"])


def _bounds(program: Program, names: FileNames) -> Iterator[str]:
    bounds = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    pairs = zip(names.columns, bounds, program.whole().tolist(), strict=True)
    for name, (lower, upper), whole in pairs:
        if (lower, upper) == (0, 1 if whole else PLUS_INFINITY):
            continue
        if lower == upper:
            yield f" {name} = {text_in_file(lower)}"
        elif lower == MINUS_INFINITY and upper == PLUS_INFINITY:
            yield f" {name} free"
        else:
            least = "-inf" if lower == MINUS_INFINITY else text_in_file(lower)
            most = "+inf" if upper == PLUS_INFINITY else text_in_file(upper)
            yield f" {least} <= {name} <= {most}"
