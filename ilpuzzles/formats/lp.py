"""The LP format: files with named rows, bounds and integer variables, written and read strictly.

Writing begins at `lp_text`. Reading begins at `read_lp`, in this order:

1. `lp_words.read_sections` splits the file into sections, by their titles.
2. `_read_declarations` reads Binaries, Generals, Bounds and the like; `_declare` adds the columns.
3. `_Reader` reads the objective and the rows. Long stretches of plain terms and rows are read in
   arrays (`_add_plain_rows`), all else word by word (`_row`, `_terms`).
4. Special ordered sets and comments follow, and `build_model` makes the model.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import PurePath
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.formats.lp_words import (
    CONSTANT,
    PLAIN_ROWS,
    PLAIN_TERMS,
    ROWS,
    TITLES,
    LpSection,
    Token,
    read_sections,
)
from ilpuzzles.formats.names import (
    LINE_CHARACTERS,
    FileNames,
    apply_notes,
    auxiliary_lines,
    comment_line,
    exact_lines,
    file_scales,
    group_lines,
    halves,
    is_note,
    objective_lines,
    readable_names,
    require_small,
    text_in_file,
    with_sizes_for_readers,
    with_written_objective,
    wrap_lines,
)
from ilpuzzles.formats.reading import (
    INFINITY_WORDS,
    OBJECTIVE,
    SMALLER_BOUND,
    USER_CUTS,
    WHY_USER_CUTS,
    AnyFileModel,
    FileText,
    Indicator,
    Limit,
    ParsedModel,
    Tokens,
    finite_bound,
    limit_text,
    plain_run,
    read_bound,
    read_number,
    rounded_down,
    rounded_up,
    too_large,
)
from ilpuzzles.formats.stating import build_model
from ilpuzzles.modelling.numbers import Number, Value, size_of, text_of
from ilpuzzles.modelling.operations import over_scale
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.linearisation import linearised

_COMPARE = {"<": "<=", "=<": "<=", "<=": "<=", ">": ">=", "=>": ">=", ">=": ">=", "=": "="}
_TURNED = {"<=": ">=", ">=": "<=", "=": "="}


@dataclass(slots=True)
class Declared:
    """A variable that a section behind the rows names, with its bounds.

    Attributes:
        name: The word that names it first.
        lower: Its lower bound, None where none is stated.
        upper: Its upper bound likewise.
        title: The section that says that it is integer, or empty.
        semi: The word that calls it semi-continuous, if any does.
        limited: The word that names it where it gets its upper bound.
    """

    name: Token
    lower: Limit | None = None
    upper: Limit | None = None
    title: str = ""
    semi: Token | None = None
    limited: Token | None = None

    def is_continuous(self) -> bool:
        """Whether it takes any number within its bounds; one that is fixed may be whole anyway."""
        lower = self.lower
        if self.title:
            return False
        return lower is None or lower != self.upper or rounded_up(lower) != lower

    def is_below_zero(self) -> bool:
        """Whether its upper bound is below 0, and it has no lower bound, which is 0 then."""
        if self.upper is None or self.lower is not None or self.semi is not None:
            return False
        return self.title != "Binaries" and self.upper < 0

    def bounds(self, words: Tokens) -> tuple[Limit, Limit]:
        """Its bounds, 0 and infinity (or 1) where nothing is stated; whole if it is integer."""
        name = self.name.written
        place = self.name.number
        most: Limit = 1 if self.title == "Binaries" else math.inf
        lower: Limit = 0 if self.lower is None else self.lower
        upper = most if self.upper is None else self.upper
        if self.title:
            lower, upper = rounded_up(lower), rounded_down(upper)
        if self.is_below_zero():
            # A row states the upper bound, so that an explanation can name it.
            return 0, math.inf
        if self.title == "Binaries" and not 0 <= lower <= upper <= 1:
            shown = f"{limit_text(lower)} and {limit_text(upper)}"
            what = f"the binary variable {quoted(name)} has the bounds {shown}"
            raise words.wrong(place, what, "keep them within 0 and 1, or list it under Generals")
        if lower > upper:
            advice = f"its bounds are {limit_text(lower)} and {limit_text(upper)}"
            raise words.wrong(place, f"the bounds leave no value for {quoted(name)}", advice)
        return lower, upper


def _read_declarations(sections: Sequence[LpSection]) -> dict[str, Declared]:
    """All variables that are named behind the rows: integer ones first, then those with bounds."""
    declarations: dict[str, Declared] = {}
    for title in ("Binaries", "Generals"):
        for section, token in _names(sections, title):
            declared = declarations.setdefault(token.written, Declared(token, title=title))
            if declared.title != title:
                what = f"{quoted(token.written)} is declared twice"
                advice = "keep one of the two; programs read that differently"
                raise section.wrong(token, what, advice)
    for section in sections:
        if section.title == "Bounds":
            _read_bounds(section, declarations)
    for section, token in _names(sections, "Semi-Continuous"):
        declared = declarations.setdefault(token.written, Declared(token))
        if declared.semi is not None:
            what = f"{quoted(token.written)} appears twice in {section.title}"
            raise section.wrong(token, what, "keep one of the two")
        declared.semi = token
    return declarations


def _names(sections: Sequence[LpSection], title: str) -> Iterator[tuple[LpSection, Token]]:
    """The names in all sections of a title that are lists."""
    for section in sections:
        if section.title == title:
            *names, _ = section.tokens()
            for token in names:
                if token.kind != "name":
                    what = f"{quoted(token.written)} does not belong in {title}"
                    advice = "give names with blanks between them"
                    if section.is_glued(token.number + 1):
                        advice = "the name of a variable cannot begin with a digit"
                    raise section.wrong(token, what, advice)
                yield section, token


_BOUND_ADVICE = "write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free"
_BOUND_SHAPES = (
    ["value", "compare", "name", "compare", "value"],
    ["value", "compare", "name"],
    ["name", "compare", "value"],
    ["name", "free"],
)
_LONGEST_SHAPE = max(map(len, _BOUND_SHAPES))


def _read_bounds(section: LpSection, declarations: dict[str, Declared]) -> None:
    """Reads `1 <= x <= 3`, either half of it, `x = 3` or `x free`, one after the other."""
    parts = _bound_parts(section)
    place = 0
    while place < len(parts):
        shape = _bound_shape(section, parts, place)
        bound = parts[place : place + len(shape)]
        place += len(shape)
        name = bound[shape.index("name")].token
        declared = declarations.setdefault(name.written, Declared(name))
        if shape[-1] == "free":
            declared.lower = -math.inf
            declared.upper = math.inf
        if shape[0] == "value":
            compare = _TURNED[_COMPARE[bound[1].token.written]]
            _set_bound(section, name, declared, compare, bound[0].value)
        if shape[-1] == "value":
            compare = _COMPARE[bound[-2].token.written]
            _set_bound(section, name, declared, compare, bound[-1].value)


def _bound_shape(section: LpSection, parts: list[_BoundPart], place: int) -> list[str]:
    """The shape of the bound that begins at a place; raises if none does."""
    kinds = [part.kind for part in parts[place : place + _LONGEST_SHAPE]]
    for shape in _BOUND_SHAPES:
        if kinds[: len(shape)] == shape:
            return shape
    what = "this is not a bound of a variable"
    advice = _BOUND_ADVICE
    first = parts[place].token
    if kinds[:2] == ["value", "name"]:
        what = f"the number {quoted(first.written)} stands before a name in a bound"
        advice = f"the name of a variable cannot begin with a digit; {_BOUND_ADVICE}"
    elif first.kind == "name" and kinds[:2] == ["value", "compare"]:
        what = f"{quoted(first.written)} is a number here, not a variable"
        advice = f"give the variable another name; {_BOUND_ADVICE}"
    raise section.wrong(first, what, advice)


def _set_bound(
    section: LpSection, name: Token, declared: Declared, compare: str, value: Limit
) -> None:
    """Sets one bound, or both to the same number; the last one counts."""
    sets_lower = compare in {">=", "="}
    sets_upper = compare in {"<=", "="}
    if (sets_lower and value == math.inf) or (sets_upper and value == -math.inf):
        what = f"the bounds leave no value for {quoted(name.written)}"
        raise section.wrong(name, what, "give a finite number")
    if sets_lower:
        declared.lower = value
    if sets_upper:
        declared.upper = value
        declared.limited = name


class _BoundPart(NamedTuple):
    """A part of a bound: its kind, its word, and its value, 0 where it is no number."""

    kind: str
    token: Token
    value: Limit = 0


def _bound_parts(section: LpSection) -> list[_BoundPart]:
    """The parts of the bounds of a section; a sign and its number are one."""
    parts: list[_BoundPart] = []
    sign: Token | None = None
    for token in section.tokens():
        if token.kind == "sign" and sign is None:
            sign = token
            continue
        value = read_bound(token.written, sign.written if sign else "")
        if value is None and token.kind == "number":
            what = f"the bound {quoted(token.written)} has 63 bits or more"
            raise section.wrong(token, what, SMALLER_BOUND)
        if value is not None:
            parts.append(_BoundPart("value", token, value))
        elif sign is not None:
            raise section.wrong(sign, "the sign has no number", "write x <= -3")
        elif token.kind != "end":
            is_free = token.written.lower() == "free" and parts and parts[-1].kind == "name"
            parts.append(_BoundPart("free" if is_free else token.kind, token))
        sign = None
    return parts


def parse_lp(text: str, kind: type[AnyFileModel], source: str, *, exact: bool) -> AnyFileModel:
    """Reads a model in the LP format; see `ilpuzzles.read_lp`."""
    file = FileText.of(text, source)
    try:
        return _read(file, kind, exact=exact)
    except InputError:
        if _LP_SOLVE.search(text) and not _ROWS_TITLE.search(text):
            what = "this is the LP format of lp_solve, which differs from CPLEX's"
            name = PurePath(source).stem
            advice = f"convert it: lp_solve -S1 -parse {source} -wfmps {name}.mps"
            raise InputError(what, advice, source) from None
        raise


# Statements end with semicolons there; in the format that is read here, nothing does.
_LP_SOLVE = re.compile(r";[ \t]*(?://.*|/\*.*)?$", re.MULTILINE)
_ROWS_TITLE = re.compile(r"^\s*(?:subject\s+to|such\s+that|st|s\.t\.)\s*$", re.IGNORECASE | re.M)


def _read(file: FileText, kind: type[AnyFileModel], *, exact: bool) -> AnyFileModel:
    objective, *sections = read_sections(file)
    parsed = ParsedModel(file, exact, adds_terms=True)
    declarations = _read_declarations(sections)
    constant = _declare(parsed, objective.words, declarations)
    parsed.maximize = objective.title == "Maximize"
    reader = _Reader(parsed, objective, constant)
    reader.objective()
    cuts: list[int] = []
    for section in sections:
        if section.title in ROWS:
            rows = reader.rows(section)
            cuts += rows if section.title == "User Cuts" else ()
    parsed.add_group(USER_CUTS, WHY_USER_CUTS, cuts)
    reader.note_names()
    _name_rows(parsed)
    for section in sections:
        if section.title == "SOS":
            _read_sets(parsed, section)
    _refuse_unknown_titles(parsed, objective.words, declarations)
    commented = ((line, text) for line, text in enumerate(file.lines) if "\\" in text)
    apply_notes(parsed, ((line, text.index("\\") + 1) for line, text in commented))
    title = file.lines[0].strip()
    titled = title.startswith("\\") and not is_note(title[1:])
    name = title.strip("\\* \t") if titled else ""
    return build_model(parsed, kind, name or PurePath(file.source).stem)


def _declare(parsed: ParsedModel, words: Tokens, declarations: dict[str, Declared]) -> str:
    """Adds all columns; returns the name of the variable that stands for a constant, if any."""
    constant = ""
    places = np.array([declared.name.number for declared in declarations.values()], dtype=np.int64)
    lines = words.lines(places).tolist()
    for (name, declared), line in zip(declarations.items(), lines, strict=True):
        lower, upper = declared.bounds(words)
        if not declared.title and (lower, upper) == (1, 1) and name.lstrip("_") == CONSTANT:
            constant = name
            continue
        column = parsed.add_column(name, line)
        parsed.lower[column] = lower
        parsed.upper[column] = upper
        if declared.is_continuous():
            parsed.continuous.add(column)
        if declared.is_below_zero():
            bound = finite_bound(declared.upper or 0) or 0
            limited = declared.name if declared.limited is None else declared.limited
            parsed.below_zero[column] = (bound, words.line(limited.number))
        if declared.semi is not None:
            parsed.semi[column] = words.line(declared.semi.number)
    return constant


def _name_rows(parsed: ParsedModel) -> None:
    """Names rows that have no name in the file: c1, c2, ... by their number among all rows."""
    new_names: dict[int, str] = {}
    for placeholder, row in parsed.rows.items():
        if placeholder.startswith(" "):
            name = f"c{row + 1}"
            while name in parsed.rows:
                name = f"{name}_"
            new_names[row] = name
    if new_names:
        parsed.rows = {new_names.get(row, name): row for name, row in parsed.rows.items()}


def _read_sets(parsed: ParsedModel, section: LpSection) -> None:
    """Reads special ordered sets: `name: S1:: x:1 y:2`; the name may be missing."""
    tokens = list(section.tokens())
    place = 0

    def kinds(count: int) -> list[str]:
        return [token.kind for token in tokens[place : place + count]]

    while tokens[place].kind != "end":
        first = tokens[place]
        name = f"sos{len(parsed.sets) + 1}"
        if kinds(4) == ["name", "colon", "name", "colon"]:
            name = first.written
            place += 2
        kind = tokens[place].written.upper()
        if kind not in {"S1", "S2"} or kinds(3) != ["name", "colon", "colon"]:
            what = f"{quoted(tokens[place].written)} does not begin a special ordered set"
            raise section.wrong(tokens[place], what, "write name: S1:: x:1 y:2, or S2")
        place += 3
        weights: dict[int, Number] = {}
        while kinds(2) == ["name", "colon"] and kinds(3)[2] in {"number", "sign"}:
            member = tokens[place]
            column = parsed.columns.get(member.written)
            if column is None:
                what = f"unknown variable {quoted(member.written)}"
                raise section.wrong(member, what, "name it in a row or in Bounds")
            place += 2
            is_negative = tokens[place].written == "-"
            if tokens[place].kind == "sign":
                place += 1
            weight = read_number(tokens[place].written)
            if weight is None:
                what = f"expected a weight, got {quoted(tokens[place].written)}"
                raise section.wrong(tokens[place], what, "write a number behind the colon")
            place += 1
            if column in weights:
                what = f"{quoted(member.written)} appears twice in this set"
                raise section.wrong(member, what, "keep one of the two")
            weights[column] = -weight if is_negative else weight
        parsed.add_set(name, int(kind[1]), weights, section.words.line(first.number))


def _refuse_unknown_titles(
    parsed: ParsedModel, words: Tokens, declarations: dict[str, Declared]
) -> None:
    """Raises if a word among the variables looks like a title that was not understood.

    Were it taken for a variable that nothing uses, those below it would be of the wrong kind.
    """
    is_used = np.zeros(len(parsed.columns), dtype=bool)
    is_used[np.array(parsed.entry_columns, dtype=np.int64)] = True
    for name, declared in declarations.items():
        is_bounded = declared.lower is not None or declared.upper is not None
        if is_bounded or is_used[parsed.columns[name]]:
            continue
        if words.place(declared.name.number)[1] == 0:
            what = f"{quoted(name)} is neither a section nor a variable in use"
            advice = f"known sections: {', '.join(TITLES)}; put a blank before a variable"
            raise words.wrong(declared.name.number, what, advice)


class _Side(NamedTuple):
    """A number that a row is compared with.

    `compare` is the comparison as if the number were on the right, and `token` its word.
    """

    compare: str
    value: Limit
    token: Token


class _PlainRows(NamedTuple):
    """Where plain rows begin among some words, and where their comparisons and last words are."""

    begins: IntArray
    compares: IntArray
    ends: IntArray


class _Reader:
    """Reads the terms of the objective, and of the rows in sections, one after the other."""

    def __init__(self, parsed: ParsedModel, section: LpSection, constant: str) -> None:
        self._parsed = parsed
        self._constant = constant
        # The rows that have the name of another row, with their lines.
        self._repeated_names: list[tuple[int, str]] = []
        self._uses: dict[str, int] = {}
        # The first word of a row without a name that may be the rest of the row before it.
        self._behind: Token | None = None
        # The comparison on the left side of the row.
        self._compared: Token | None = None
        # The column that each different word names; -1 for none, and before it is first used.
        self._columns = np.full(len(section.kinds), -1)
        # The place of each different word among the coefficients, behind + and behind -. A word
        # that is no number stands for 1: a variable without a factor is taken once.
        self._values = np.tile([parsed.value(1), parsed.value(-1)], (len(section.kinds), 1))
        self._numbers: dict[int, Number] = {}
        for code, kind in enumerate(section.kinds):
            number = read_number(section.words.words[code]) if kind == "number" else None
            if number is not None and not too_large(number):
                self._numbers[code] = number
                self._values[code] = (parsed.value(number), parsed.value(-number))
        self._begin(section)

    def _begin(self, section: LpSection) -> None:
        self._section = section
        self._token = section.token(section.span[0])

    def _take(self) -> Token:
        token = self._token
        self._token = self._next()
        return token

    def _next(self, number: int = 1) -> Token:
        """A word that comes later, or the end."""
        return self._section.token(self._token.number + number)

    def _line(self, token: Token) -> int:
        return self._section.words.line(token.number)

    def objective(self) -> None:
        """Reads the objective: a name if it has one, and terms."""
        self._parsed.rows[self._name() or "obj"] = OBJECTIVE
        self._terms(OBJECTIVE)
        if self._token.kind != "end":
            what = f"{quoted(self._token.written)} does not belong in the objective"
            raise self._section.wrong(self._token, what, "give only terms")

    def rows(self, section: LpSection) -> range:
        """Reads the rows of a section; returns their numbers."""
        self._begin(section)
        begin = len(self._parsed.sides)
        while self._token.kind != "end":
            if self._add_plain_rows():
                continue
            first = self._token
            name = self._name()
            row = self._add_row(name, self._line(first))
            self._behind = None if name or first.number == section.span[0] else first
            self._row(row, name)
            if self._token.kind == "implies":
                self._indicate(row, first)
                self._row(row, name)
        return range(begin, len(self._parsed.sides))

    def _add_row(self, name: str, line: int) -> int:
        """Adds a row, which begins in a line."""
        parsed = self._parsed
        if parsed.rows.get(name) == OBJECTIVE:
            # An objective and a row may have one name: that of the former says nothing.
            del parsed.rows[name]
            parsed.rows[f" {name}"] = OBJECTIVE
        elif name in parsed.rows:
            self._repeated_names.append((line, name))
            name = self._another_name(name)
        # A blank, which no name in a file has, keeps the place of a name that is made up later.
        return parsed.add_row(name or f" {len(parsed.sides)}", line)

    def _another_name(self, name: str) -> str:
        """A name for a row that is called like another one, as exports number them."""
        number = self._uses.get(name, 1)
        candidate = name
        while candidate in self._parsed.rows:
            number += 1
            candidate = f"{name}__{number}"
        self._uses[name] = number
        return candidate

    def note_names(self) -> None:
        """Notes that rows were called like others, if any were."""
        if self._repeated_names:
            line, name = self._repeated_names[0]
            count = len(self._repeated_names)
            rows = "a row has" if count == 1 else f"{count:,} rows have"
            new_name = f"the second {quoted(name)} is {quoted(f'{name}__2')} here"
            self._parsed.note(line, f"{rows} the name of another row; {new_name}")

    def _name(self) -> str:
        """The name of what comes next, before a colon, or empty."""
        count = self._words_of_name()
        name = "".join(self._take().written for _ in range(count))
        if name:
            self._take()
        return name

    def _words_of_name(self) -> int:
        """The number of words of the name before a colon; `2nd` is two, a number and a name."""
        if self._token.kind not in {"name", "number"}:
            return 0
        count = 1
        while self._next(count).kind in {"name", "number"} and self._token.kind == "number":
            count += 1
        if self._next(count).kind != "colon":
            return 0
        if count == 1:
            return 1
        words = self._section.words
        line, begin = words.place(self._token.number)
        name = "".join(self._next(number).written for number in range(count))
        return count if words.text.lines[line].startswith(name, begin) else 0

    def _row(self, row: int, name: str) -> None:
        """Reads terms, and a comparison with a number on either side, or on both."""
        left = self._left_side() if self._side_is_next() else None
        self._compared = None if left is None else left.token
        entries_before = len(self._parsed.entry_rows)
        self._terms(row)
        if not name and len(self._parsed.entry_rows) == entries_before:
            advice = "begin it with terms, such as 3 x + y"
            raise self._section.wrong(self._token, "the row has no terms", advice)
        lower: Number | None = None
        upper: Number | None = None
        if left is not None:
            lower, upper = self._limits(left)
        if left is None or self._token.kind == "compare":
            right = self._right_side(name)
            least, most = self._limits(right)
            if left is not None and left.compare != _TURNED[right.compare]:
                both = f"{quoted(left.token.written)} and {quoted(right.token.written)}"
                advice = "write a range as 2 <= x + y <= 8"
                raise self._section.wrong(right.token, f"the row has both {both}", advice)
            lower = lower if least is None else least
            upper = upper if most is None else most
        if lower is not None and upper is not None and lower > upper:
            what = f"no number lies between {text_of(lower)} and {text_of(upper)}"
            raise self._section.wrong(self._token, what, "write a range as 2 <= x + y <= 8")
        self._parsed.sides[row] = (lower, upper)

    def _left_side(self) -> _Side:
        """The number before the terms of a row, and the comparison behind it."""
        value = self._number_of_side()
        compare = self._take()
        return _Side(_TURNED[_COMPARE[compare.written]], value, compare)

    def _right_side(self, name: str) -> _Side:
        """The comparison behind the terms of a row, and the number behind it."""
        compare = self._take()
        if compare.kind != "compare":
            self._refuse_rest()
            what = f"{f'row {quoted(name)}' if name else 'the row'} has no comparison"
            advice = "end it with <=, >= or = and a number"
            if not name:
                advice += "; variables stand on its left side only"
            raise self._section.wrong(compare, what, advice)
        return _Side(_COMPARE[compare.written], self._number_of_side(), compare)

    def _refuse_left_alone(self, compare: Token) -> None:
        """Raises if a row with a number on its left side alone seems to end with its line."""
        before = self._section.token(self._token.number - 1)
        if self._line(before) < self._line(self._token):
            turned = _TURNED[_COMPARE[compare.written]]
            what = "the row has a number on its left side only"
            advice = f"write it behind the terms, as in x + y {turned} 2"
            raise self._section.wrong(compare, what, advice)

    def _refuse_rest(self) -> None:
        """Raises if what was read for a row without a name goes on with the line of the last one.

        It is the rest of a right side such as `2 + z`, of which only the number is one.
        """
        first = self._behind
        if first is None:
            return
        before = self._section.token(first.number - 1)
        if self._line(before) == self._line(first):
            what = f"{quoted(first.written)} follows the number on the right side of a row"
            advice = "leave only the number there, and move all variables to the left: v - w <= 0"
            raise self._section.wrong(first, what, advice)

    def _side_is_next(self) -> bool:
        """Whether a number and a comparison come next."""
        signed = self._token.kind == "sign"
        number = self._next() if signed else self._token
        is_number = number.kind == "number" or number.written.lower() in INFINITY_WORDS
        return is_number and self._next(1 + signed).kind == "compare"

    def _number_of_side(self) -> Limit:
        """A number with or without a sign, or an infinity."""
        sign = self._take().written if self._token.kind == "sign" else ""
        token = self._take()
        number = read_bound(token.written, sign)
        if number is None and token.kind == "name":
            what = f"{quoted(token.written)} does not belong on the right side of a row"
            raise self._section.wrong(token, what, "move all variables to the left: v - w <= 0")
        return self._value(token) if number is None else number

    def _limits(self, side: _Side) -> tuple[Number | None, Number | None]:
        """The least and the greatest value of a row by one of its sides; None for none."""
        bound = finite_bound(side.value)
        # Nothing is as large as infinity, nor as small as minus infinity.
        unreachable = math.inf if side.compare == ">=" else -math.inf
        if side.value == unreachable or (bound is None and side.compare == "="):
            what = "a row cannot be compared with this infinity"
            raise self._section.wrong(side.token, what, "give a finite number")
        lower = None if side.compare == "<=" else bound
        upper = None if side.compare == ">=" else bound
        return lower, upper

    def _indicate(self, row: int, first: Token) -> None:
        """Takes the row just read for the condition of the one that comes next."""
        parsed = self._parsed
        arrow = self._take()
        has_one_term = parsed.entry_rows[-2:].count(row) == 1
        is_switch = parsed.sides[row] in {(0, 0), (1, 1)}
        if not (has_one_term and is_switch and parsed.entry_values[-1] == parsed.value(1)):
            what = "this is not the condition of an indicator row"
            raise self._section.wrong(arrow, what, "write b = 1 -> x + y <= 3")
        value = parsed.sides[row][0] == 1
        column = parsed.drop_entry()
        parsed.indicators[row] = Indicator(column, value, self._line(first))

    def _terms(self, row: int) -> None:
        """Reads terms up to the first word that belongs to none."""
        begin = self._token.number
        while self._token.kind in {"sign", "number", "name"}:
            sign = 1
            if self._token.kind == "sign" or self._token.number == begin:
                run = self._plain_run(PLAIN_TERMS)
                if run.start < run.stop:
                    rows = np.full(run.stop - run.start, row)
                    self._add_plain_terms(run, self._letters(run), rows)
                    continue
                if self._token.kind == "sign":
                    sign = -1 if self._take().written == "-" else 1
            elif self._compared is not None and self._words_of_name():
                # A row with a number on its left side alone ends before the name of the next one.
                return
            else:
                raise self._unexpected(row)
            self._term(row, sign)

    def _term(self, row: int, sign: int) -> None:
        """Reads a term behind its sign: a number, a variable, or both."""
        factor: Number = sign
        size = self._take() if self._token.kind == "number" else None
        if size is not None:
            factor *= self._value(size)
            if self._token.kind in {"sign", "end", "compare"}:
                self._add_constant(row, factor, size)
                return
        name = self._take()
        if name.kind != "name":
            raise self._no_variable(size, name)
        self._add(row, factor, name)

    def _unexpected(self, row: int) -> InputError:
        """Says that two terms follow each other without a sign, or what else the reason may be."""
        if row != OBJECTIVE:
            self._refuse_rest()
        if self._compared is not None:
            self._refuse_left_alone(self._compared)
        what = f"expected a sign or a comparison, got {quoted(self._token.written)}"
        return self._section.wrong(self._token, what, "write + or - between terms")

    def _no_variable(self, size: Token | None, behind: Token) -> InputError:
        """Says that no variable stands behind a number or a sign."""
        what = "the term has no variable"
        advice = "write numbers before variables"
        if size is not None and self._section.is_glued(behind.number + 1):
            what = f"the number {quoted(behind.written)} stands between another number and a name"
            advice = "the name of a variable cannot begin with a digit"
        return self._section.wrong(size or behind, what, advice)

    def _plain_run(self, pattern: re.Pattern[bytes]) -> slice:
        """The words that come next, if many are plain."""
        return plain_run(pattern, self._section.letters, self._token.number, self._section.span[1])

    def _letters(self, run: slice) -> npt.NDArray[np.uint8]:
        return np.frombuffer(bytearray(self._section.letters[run]), dtype=np.uint8)

    def _add_plain_terms(self, run: slice, letters: npt.NDArray[np.uint8], rows: IntArray) -> None:
        """Adds the terms among plain words to rows, and goes on behind these words.

        Args:
            run: The words.
            letters: The letter of each, which may have been changed so that it is in no term.
            rows: The row that each word belongs to.
        """
        words = self._section.words
        codes = words.numbers[run]
        # A term is `x`, `1x`, or either behind a sign. The first word has none before it, and index
        # -1 is the last word then, which is neither a sign nor a factor.
        names = np.nonzero(letters == ord("x"))[0]
        has_factor = letters[names - 1] == ord("1")
        factors = np.where(has_factor, names - 1, names)
        is_negative = letters[factors - 1] == ord("-")
        values = self._values[codes[factors], is_negative.astype(int)]
        lines = words.lines(names + run.start)
        columns = self._columns_of(codes[names], lines)
        self._parsed.add_entries(columns, rows[names], values, lines)
        self._token = self._section.token(run.stop)

    def _columns_of(self, codes: npt.NDArray[np.int32], lines: IntArray) -> IntArray:
        """The columns of names, by the codes of these; new ones in the order of the file."""
        words = self._section.words.words
        new_places = np.nonzero(self._columns[codes] < 0)[0]
        _, first_places = np.unique(codes[new_places], return_index=True)
        for place in np.sort(new_places[first_places]).tolist():
            code = codes[place]
            self._columns[code] = self._column(words[code], int(lines[place]))
        return self._columns[codes]

    def _add_plain_rows(self) -> bool:
        """Adds the rows that come next, if many words are plain; returns whether it did.

        The words of a row such as `r: 2 x - y <= -3` have the letters `l:1x-x<-1`.
        """
        run = self._plain_run(PLAIN_ROWS)
        if run.start == run.stop:
            return False
        letters = self._letters(run)
        compares = np.nonzero(np.isin(letters, list(b"<>=")))[0]
        has_sign = letters[compares + 1] != ord("1")
        # A row ends with the number behind its comparison, which may have a sign.
        ends = compares + 1 + has_sign
        begins = np.append(0, ends[:-1] + 1)
        rows = _PlainRows(begins, compares, ends)
        first = self._add_rows_of(run, letters, rows)
        # Else the number behind a comparison would be the factor of a row without a name.
        letters[ends] = 0
        row_of_words = first + np.searchsorted(ends, np.arange(len(letters)))
        self._add_plain_terms(run, letters, row_of_words)
        return True

    def _add_rows_of(self, run: slice, letters: npt.NDArray[np.uint8], rows: _PlainRows) -> int:
        """Adds plain rows with sides, but without entries; returns the number of the first."""
        words = self._section.words
        parsed = self._parsed
        codes = words.numbers[run]
        first = len(parsed.sides)
        has_name = letters[rows.begins] == ord("l")
        columns = (
            words.lines(rows.begins + run.start),
            np.where(has_name, codes[rows.begins], -1),
            letters[rows.compares],
            letters[rows.ends - 1],
            codes[rows.ends],
        )
        for line, name, compare, sign, number in np.stack(columns).T.tolist():
            row = self._add_row("" if name < 0 else words.words[name], line)
            side = -self._numbers[number] if sign == ord("-") else self._numbers[number]
            lower = None if compare == ord("<") else side
            upper = None if compare == ord(">") else side
            parsed.sides[row] = (lower, upper)
        return first

    def _add_constant(self, row: int, value: Number, token: Token) -> None:
        if row != OBJECTIVE:
            self._refuse_rest()
            what = f"the constant {token.written} stands on the left side of a row"
            advice = "programs read that differently; move it to the right"
            raise self._section.wrong(token, what, advice)
        self._parsed.constant += value

    def _add(self, row: int, factor: Number, name: Token) -> None:
        parsed = self._parsed
        if row == OBJECTIVE and name.written == self._constant:
            if parsed.constant:
                raise self._section.wrong(
                    name, "the objective has a second constant", "keep one of the two"
                )
            parsed.constant = factor
            return
        line = self._line(name)
        parsed.add_entry(self._column(name.written, line), row, factor, line)

    def _column(self, name: str, line: int) -> int:
        """The column of a name; what no section declares is continuous, and at least 0."""
        column = self._parsed.columns.get(name)
        if column is None:
            column = self._parsed.add_column(name, line)
            self._parsed.continuous.add(column)
        return column

    def _value(self, token: Token) -> Number:
        number = read_number(token.written) if token.kind == "number" else None
        if number is None or too_large(number):
            what = "a number is missing"
            if token.written:
                what = f"expected a number, got {quoted(token.written)}"
            raise self._section.wrong(token, what, "give one with fewer than 63 bits")
        return number


def lp_text(program: Program) -> str:
    """Writes a program in the LP format, with readable names.

    Rows with two different bounds become two rows, since readers treat them differently.
    Comments say how it differs from its model, and which columns are auxiliary; an objective with
    thirds, say, is multiplied by three, and another comment, which `read_lp` honours, says so.

    Raises:
        ModelError: If a row is stated by cuts, a number would have 63 bits or more, or readers
            would take a coefficient for 0.
    """
    comments = [program.names.title, *program.remarks()]
    linear, scale = with_written_objective(with_sizes_for_readers(linearised(program).unrounded()))
    require_small(linear, file_scales(linear.rows))
    lines = [comment_line("\\", comment) for comment in comments if comment]
    lines += objective_lines("\\", scale=scale)
    lines += exact_lines(linear, "\\")
    return "\n".join([*lines, *_lines(linear, readable_names(linear)), ""])


def _lines(program: Program, names: FileNames) -> Iterator[str]:
    objective = program.objective
    # CBC drops a constant in the objective; a variable that is 1 does the same everywhere.
    constant = CONSTANT
    while constant in names.columns:
        constant = f"_{constant}"
    yield from auxiliary_lines(program, names.columns, "\\")
    if program.groups:
        stated_rows = ((name, row) for name, row, *_ in halves(program, names))
        yield from group_lines(program, stated_rows, "\\")
    yield "Maximize" if objective is not None and objective.maximize else "Minimize"
    terms = []
    if objective is not None:
        form = objective.form()
        terms = list(_terms(form.columns, form.coefficients, names))
        if form.constant:
            terms += _terms([0], [form.constant], FileNames([constant], []))
    # SCIP knows a column only if a row or the objective names it, and some want a term in any case.
    unused = np.ones(program.variables, dtype=bool)
    unused[program.rows.columns] = False
    if objective is not None:
        unused[objective.columns] = False
    zeros = [f"+ 0 {names.columns[column]}" for column in unused.nonzero()[0].tolist()]
    if not (terms or zeros):
        zeros = [f"0 {name}" for name in names.columns[:1]]
    yield from _wrap_terms("obj:", [*terms, *zeros])
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
            yield from _wrap_terms("", members)
    yield "End"


def _terms(
    columns: Sequence[int], coefficients: Sequence[Value], names: FileNames
) -> Iterator[str]:
    for column, coefficient in zip(columns, coefficients, strict=True):
        size = size_of(coefficient)
        factor = "" if size == 1 else f"{text_in_file(size)} "
        yield f"{'-' if coefficient < 0 else '+'} {factor}{names.columns[column]}"


def _wrap_terms(start: str, parts: list[str]) -> list[str]:
    """Lines that no reader finds too long, broken between terms only."""
    line = " ".join([start, *parts]).strip()
    if len(line) < LINE_CHARACTERS:
        # Most rows are short, and 'wrap' takes long.
        return [f" {line}"]
    # A term holds blanks of its own; a line must not be broken there.
    text = " ".join(part.replace(" ", "\0") for part in parts)
    return [line.replace("\0", " ") for line in wrap_lines(f"{start} {text}".strip(), " ", "  ")]


def _rows(program: Program, names: FileNames) -> Iterator[str]:
    starts, columns = program.rows.starts.tolist(), program.rows.columns.tolist()
    coefficients, scales = program.rows.coefficients.tolist(), file_scales(program.rows).tolist()
    # A row needs at least one term here.
    empty = [f"0 {column}" for column in names.columns[:1]]
    for name, row, compare, side in halves(program, names):
        entries = slice(starts[row], starts[row + 1])
        factors = coefficients[entries]
        factors = [over_scale(factor, scales[row]) for factor in factors]
        terms = list(_terms(columns[entries], factors, names)) or empty
        yield from _wrap_terms(f"{name}:", [*terms, f"{compare} {text_in_file(side)}"])


def _bounds(program: Program, names: FileNames) -> Iterator[str]:
    bounds = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    pairs = zip(names.columns, bounds, program.whole().tolist(), strict=True)
    for name, (lower, upper), whole in pairs:
        if (lower, upper) == (0, 1 if whole else None):
            continue
        if lower is None and upper is None:
            yield f" {name} free"
        elif lower == upper and lower is not None:
            yield f" {name} = {text_in_file(lower)}"
        else:
            least = "-inf" if lower is None else text_in_file(lower)
            most = "+inf" if upper is None else text_in_file(upper)
            yield f" {least} <= {name} <= {most}"
