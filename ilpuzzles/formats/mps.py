"""The MPS format: read strictly, in the free and in the fixed form, and written in the free one.

Reading begins at `read_mps`, whose `_read` goes through the sections in their order; those with
more to them are read in `mps_sections.py`. Writing begins at `mps_text`; `_pieces` writes the
sections, most of them in arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.formats.mps_sections import (
    JOIN,
    MARKER,
    FirstSet,
    MpsSection,
    join_names,
    read_columns,
    read_indicators,
    read_sections,
    read_sets,
)
from ilpuzzles.formats.names import (
    DIGITS_OF_DOUBLE,
    MOST_CHARACTERS_OF_NUMBER,
    FileNames,
    apply_notes,
    auxiliary_lines,
    comment_line,
    exact_lines,
    file_scales,
    group_lines,
    number_texts,
    numbered_names,
    objective_lines,
    readable_names,
    readable_title,
    require_small,
    text_in_file,
    with_sizes_for_readers,
    with_written_objective,
)
from ilpuzzles.formats.reading import (
    OBJECTIVE,
    SMALLER_BOUND,
    USER_CUTS,
    WHY_USER_CUTS,
    AnyFileModel,
    FileText,
    Limit,
    ParsedModel,
    finite_bound,
    limit_text,
    read_bound,
    rounded_down,
    rounded_up,
    too_large,
)
from ilpuzzles.formats.stating import build_model
from ilpuzzles.modelling.numbers import Number, NumberArray, numbers_joined, size_of, stored
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray, Rows
from ilpuzzles.passes.linearisation import linearised

_TYPES = ("LO", "UP", "FX", "LI", "UI", "BV", "FR", "MI", "PL", "SC", "SI")
_SET_LOWER = {"LO", "LI", "FX"}
_SET_UPPER = {"UP", "UI", "FX", "SC", "SI"}
_INTEGER = {"LI", "UI", "BV", "SI"}
_SEMI = {"SC", "SI"}
# Types that need no number, and the bounds that they set; None leaves one as it is.
_UNVALUED: dict[str, tuple[Limit | None, Limit | None]] = {
    "BV": (0, 1),
    "FR": (-math.inf, math.inf),
    "MI": (-math.inf, None),
    "PL": (None, math.inf),
}


_Seen: TypeAlias = tuple[dict[int, int], dict[int, int]]
"""The lines that state lower and upper bounds, by column."""


def read_bounds(parsed: ParsedModel, integer: list[bool], section: MpsSection | None) -> None:
    """Sets the bounds of all columns; those that are not integer in the end are continuous.

    `integer` says which columns are declared integer between markers.
    """
    lines: _Seen = ({}, {})
    if section is not None:
        chosen = FirstSet(section)
        for line, fields in section.data(parsed.columns):
            place = _column_place(parsed, line, fields)
            if not chosen.has(line, fields[1] if place == 2 else ""):
                continue
            _read_bound(parsed, line, fields, place, lines)
            column = parsed.columns[fields[place]]
            if fields[0] in _INTEGER:
                integer[column] = True
            if fields[0] in _SEMI:
                parsed.semi[column] = line
                integer[column] = fields[0] == "SI"
        chosen.note(parsed)
    _check(parsed, integer, lines)


def _column_place(parsed: ParsedModel, line: int, fields: list[str]) -> int:
    """Which field is the column: the one behind the name of the set, if there is one."""
    file, columns, kind = parsed.text, parsed.columns, fields[0]
    if kind not in _TYPES:
        known = f"known: {', '.join(_TYPES)}"
        raise file.at_field(line, 0, f"unknown type of bound {quoted(kind)}", known)
    valued = kind not in _UNVALUED
    if not 2 + valued <= len(fields) <= 4:
        form = "a type, the name of the set and a column" + (", and a number" if valued else "")
        raise file.at_field(line, 0, f"{len(fields)} fields", f"give {form}")
    place = 2 if len(fields) == 4 else 1
    if not valued and len(fields) == 3 and (fields[2] in columns or fields[1] not in columns):
        # A set and a column; a column and a number that says nothing may stand there as well.
        place = 2
    if fields[place] not in columns:
        what = f"unknown column {quoted(fields[place])}"
        raise file.at_field(line, place, what, "name it in COLUMNS")
    return place


def _read_bound(
    parsed: ParsedModel, line: int, fields: list[str], place: int, lines: _Seen
) -> None:
    """Reads one line; the column is the field at `place`."""
    file, kind, column = parsed.text, fields[0], parsed.columns[fields[place]]
    lower, upper = _UNVALUED.get(kind, (None, None))
    if len(fields) > place + 1:
        value = _read_value(parsed, line, place + 1, fields[place + 1])
        if kind not in _UNVALUED:
            lower = value if kind in _SET_LOWER else None
            upper = value if kind in _SET_UPPER else None
    if lower == math.inf or upper == -math.inf:
        what = f"{quoted(fields[place + 1])} leaves no value"
        raise file.at_field(line, place + 1, what, "give a finite number")
    for bound, bounds, known, side in (
        (lower, parsed.lower, lines[0], "lower"),
        (upper, parsed.upper, lines[1], "upper"),
    ):
        if bound is not None:
            if column in known and bounds[column] != bound:
                what = f"a second {side} bound for {quoted(fields[place])}"
                advice = f"keep it or that of line {known[column] + 1}: HiGHS takes the first, SCIP"
                raise file.at_field(line, place, what, f"{advice} the last")
            known[column], bounds[column] = line, bound


def _read_value(parsed: ParsedModel, line: int, place: int, written: str) -> Limit:
    """A number or an infinity."""
    number = read_bound(written)
    if number is None:
        parsed.text.number(line, place, written)
        what = f"the bound {quoted(written)} has 63 bits or more"
        raise parsed.text.at_field(line, place, what, SMALLER_BOUND)
    return number


def _check(parsed: ParsedModel, integer: list[bool], lines: _Seen) -> None:
    """Says which columns are continuous; raises unless all have values left."""
    file, (lower_lines, upper_lines) = parsed.text, lines
    for number, name in enumerate(parsed.columns):
        lower, upper = parsed.lower[number], parsed.upper[number]
        bounded = number in lower_lines, number in upper_lines
        if integer[number] and bounded == (False, False):
            parsed.upper[number] = 1
        if upper < 0 and bounded == (False, True) and number not in parsed.semi:
            bound = finite_bound(upper)
            if bound is not None:
                parsed.below_zero[number] = bound, upper_lines[number]
                upper = parsed.upper[number] = math.inf
        if integer[number]:
            lower = parsed.lower[number] = rounded_up(parsed.lower[number])
            upper = parsed.upper[number] = rounded_down(parsed.upper[number])
        elif lower != upper or rounded_up(lower) != lower:
            parsed.continuous.add(number)
        if lower > upper:
            line = max(lines[number] for lines in (lower_lines, upper_lines) if number in lines)
            what = f"the bounds leave no value for {quoted(name)}"
            advice = f"its bounds are {limit_text(lower)} and {limit_text(upper)}"
            raise file.at_name(line, name, what, advice)


def read_sides(parsed: ParsedModel, kinds: list[str], sections: dict[str, MpsSection]) -> None:
    """Sets the sides of all rows, which are of some kinds, and the constant of the objective."""
    right = _Sides(parsed, kinds, sections.get("RHS")).read()
    ranges = _Sides(parsed, kinds, sections.get("RANGES")).read()
    parsed.constant = -(finite_bound(right.pop(OBJECTIVE, 0)) or 0)
    for row, kind in enumerate(kinds):
        side, width = finite_bound(right.get(row, 0)), ranges.get(row)
        if side is not None:
            parsed.sides[row] = _sides(kind, side, width)
        elif width is not None:
            name = next(name for name, number in parsed.rows.items() if number == row)
            what = f"row {quoted(name)} has a range, and its right-hand side is infinite"
            line = parsed.row_lines[row]
            raise parsed.text.at_name(line, name, what, "leave one of the two out")


def _sides(kind: str, side: Number, width: Limit | None) -> tuple[Number | None, Number | None]:
    """The least and the greatest value of a row."""
    if kind == "N":
        return None, None
    if kind == "E":
        # The sign of the range says on which side of the right-hand side it lies.
        width = 0 if width is None else width
        other = None if isinstance(width, float) else side + width
        return (other, side) if width < 0 else (side, other)
    if width is None or isinstance(width, float):
        return (None, side) if kind == "L" else (side, None)
    width = size_of(width)
    return (side - width, side) if kind == "L" else (side, side + width)


@dataclass(frozen=True, slots=True)
class _Sides:
    """Reads right-hand sides, or ranges, of rows, which are of some kinds."""

    parsed: ParsedModel
    kinds: list[str]
    section: MpsSection | None

    def read(self) -> dict[int, Limit]:
        """The numbers of all rows in lines of an optional set name and one or two such pairs."""
        parsed, file = self.parsed, self.parsed.text
        found: dict[int, Limit] = {}
        if self.section is None:
            return found
        is_right = self.section.keyword == "RHS"
        chosen = FirstSet(self.section)
        for line, fields in self.section.data(parsed.rows):
            if not 2 <= len(fields) <= 5:
                advice = "give the name of the set and one or two rows with numbers"
                raise file.at_field(line, 0, f"expected 2 to 5 fields, got {len(fields)}", advice)
            first = len(fields) % 2
            if not chosen.has(line, fields[0] if first else ""):
                continue
            for place in range(first, len(fields), 2):
                row, number = self._pair(line, fields, place, is_right=is_right)
                if row in found and found[row] != number:
                    what = f"row {quoted(fields[place])} has a number here already"
                    advice = "keep one of the two; HiGHS takes the first, SCIP the last"
                    raise file.at_field(line, place, what, advice)
                found[row] = number
        chosen.note(parsed)
        return found

    def _pair(
        self, line: int, fields: list[str], place: int, *, is_right: bool
    ) -> tuple[int, Limit]:
        """A row, whose name is the field at a place, and the number behind it, or an infinity."""
        file, name, written = self.parsed.text, fields[place], fields[place + 1]
        row = self.parsed.rows.get(name)
        if row is None:
            raise file.at_field(line, place, f"unknown row {quoted(name)}", "name it in ROWS")
        side = read_bound(written)
        if side is None:
            # Rows of fractions may have one with 63 bits or more.
            side = file.number(line, place + 1, written)
        if row == OBJECTIVE and is_right:
            if isinstance(side, float) or too_large(side):
                what = f"the objective has the constant {quoted(written)}"
                raise file.at_field(line, place + 1, what, "give one with fewer than 63 bits")
        elif row == OBJECTIVE or self.kinds[row] == "N":
            what = f"row {quoted(name)} is of kind N and has no right-hand side"
            raise file.at_field(line, place, what, "remove this")
        elif is_right and isinstance(side, float) and side != _NO_SIDE.get(self.kinds[row]):
            what = f"row {quoted(name)} has the right-hand side {quoted(written)}"
            raise file.at_field(line, place + 1, what, "give a finite number")
        return row, side


_NO_SIDE = {"L": math.inf, "G": -math.inf}
"""The right-hand side with which a row of each kind says nothing."""

_SENSES = {
    "MAX": True, "MAXIMIZE": True, "MAXIMISE": True, "MAXIMUM": True,
    "MIN": False, "MINIMIZE": False, "MINIMISE": False, "MINIMUM": False,
}  # fmt: skip
_PULP = "*SENSE:"


def read_sense(file: FileText, sections: dict[str, MpsSection]) -> bool:
    """Whether to maximise: what OBJSENSE says, or the comment that PuLP writes instead of it.

    PuLP's comment says what the coefficients in the file are meant for: where it is asked for the
    other sense than the problem's, it changes the comment and the signs together.
    """
    sense, first = None, 0
    if "OBJSENSE" in sections:
        sense, first = _of_section(sections["OBJSENSE"]), sections["OBJSENSE"].line + 1
    for line in range(sections["ROWS"].line):
        written = file.lines[line]
        if not written.upper().startswith(_PULP):
            continue
        word = written[len(_PULP) :].strip()
        said = _SENSES.get(word.upper())
        if said is None:
            what = f"the comment {_PULP} says {quoted(word)}"
            raise file.at(line, 0, what, "write Maximize or Minimize, or remove the comment")
        if sense is not None and said is not sense:
            what = f"{quoted(word)} in this comment contradicts line {first}"
            raise file.at(line, 0, what, "keep one of the two")
        sense, first = said, first or line + 1
    return bool(sense)


def _of_section(section: MpsSection) -> bool:
    """The sense that the section states, in the same line or in the next."""
    found = [(section.line, place, word) for place, word in enumerate(section.words, start=1)]
    for line, words in section.data():
        found += [(line, place, word) for place, word in enumerate(words)]
    if not found:
        raise section.text.at_field(section.line, 0, "OBJSENSE has no word", "add MAX or MIN")
    for number, (line, place, word) in enumerate(found):
        if number or word.upper() not in _SENSES:
            what = f"OBJSENSE says {quoted(word)}"
            raise section.text.at_field(line, place, what, "give MAX or MIN, and nothing else")
    return _SENSES[found[0][2].upper()]


def parse_mps(text: str, kind: type[AnyFileModel], source: str, *, exact: bool) -> AnyFileModel:
    """Reads a model in the MPS format; see `ilpuzzles.read_mps`."""
    file = FileText.of(text, source)
    try:
        return _read(file, kind, exact=exact)
    except InputError:
        joined = join_names(file)
        if joined is None:
            raise
        try:
            return _read(joined, kind, exact=exact)
        except InputError:
            pass
        # What is wrong in both forms is said of the free one, which nearly all files have.
        raise


def _read(file: FileText, kind: type[AnyFileModel], *, exact: bool) -> AnyFileModel:
    """Reads a file, in whose names `JOIN` stands for blanks."""
    sections = read_sections(file)
    parsed = ParsedModel(file, exact)
    parsed.maximize = read_sense(file, sections)
    kinds = _read_rows(parsed, sections["ROWS"], sections.get("OBJNAME"))
    for keyword in ("LAZYCONS", "USERCUTS"):
        if keyword in sections:
            _read_more_rows(parsed, kinds, sections[keyword])
    integer = read_columns(parsed, sections["COLUMNS"])
    read_sides(parsed, kinds, sections)
    read_bounds(parsed, integer, sections.get("BOUNDS"))
    for keyword in ("SOS", "SOS1", "SOS2"):
        read_sets(parsed, sections.get(keyword))
    read_indicators(parsed, kinds, sections.get("INDICATORS"))
    comments = ((line, 1) for line, written in enumerate(file.lines) if written[:1] == "*")
    apply_notes(parsed, comments)
    parsed.columns = {name.replace(JOIN, " "): n for name, n in parsed.columns.items()}
    parsed.rows = {name.replace(JOIN, " "): n for name, n in parsed.rows.items()}
    words = sections["NAME"].words if "NAME" in sections else []
    return build_model(parsed, kind, words[0] if words else PurePath(file.source).stem)


def _read_rows(parsed: ParsedModel, section: MpsSection, chosen: MpsSection | None) -> list[str]:
    """Reads the names of the rows; returns the kinds of all but the objective.

    That is the first one of kind N, or the one that OBJNAME names.
    """
    file, rows = parsed.text, parsed.rows
    kinds: list[str] = []
    objective = None if chosen is None else _objective_name(chosen)
    for line, kind, name in _named_rows(parsed, section, "NLGE"):
        if kind == "N" and OBJECTIVE not in rows.values() and objective in {None, name}:
            rows[name] = OBJECTIVE
        else:
            parsed.add_row(name, line)
            kinds.append(kind)
    if chosen is not None and OBJECTIVE not in rows.values():
        what = f"OBJNAME: {quoted(objective)} is not a row of kind N"
        raise file.at_field(chosen.line, 0, what, "name one of ROWS")
    return kinds


def _named_rows(
    parsed: ParsedModel, section: MpsSection, kinds: str
) -> Iterator[tuple[int, str, str]]:
    """The line, the kind and the name of every row in a section."""
    file = parsed.text
    for line, fields in section.data():
        if len(fields) != 2:
            what = f"expected 2 fields, got {len(fields)}"
            raise file.at_field(line, 0, what, "give a kind and a name without blanks")
        kind, name = fields
        if kind not in set(kinds):
            advice = f"known: {', '.join(kinds)}"
            raise file.at_field(line, 0, f"unknown kind of row {quoted(kind)}", advice)
        if name in parsed.rows or name == MARKER:
            what = f"there is already a row {quoted(name)}"
            raise file.at_field(line, 1, what, "choose another name")
        yield line, kind, name


def _read_more_rows(parsed: ParsedModel, kinds: list[str], section: MpsSection) -> None:
    """Reads the names of rows that solvers may look at late, or leave out: these are rows, too."""
    begin = len(parsed.sides)
    for line, kind, name in _named_rows(parsed, section, "LGE"):
        parsed.add_row(name, line)
        kinds.append(kind)
    if section.keyword == "USERCUTS":
        parsed.add_group(USER_CUTS, WHY_USER_CUTS, range(begin, len(parsed.sides)))


def _objective_name(section: MpsSection) -> str:
    """The name in the line of OBJNAME, or in the next."""
    words = section.words + [word for _, fields in section.data() for word in fields]
    if len(words) != 1:
        raise section.text.at_field(section.line, 0, f"OBJNAME with {len(words)} names", "give one")
    return words[0]


# So many entries are turned into text at a time: 300,000 of them take 28 MB so, and 45 MB at once,
# in the same time.
_ENTRIES_AT_ONCE = 1 << 16


def mps_text(
    program: Program, *, numbered: bool = False, tick: Callable[[], None] = lambda: None
) -> str:
    """Writes a program as free-format MPS.

    The objective is always to be minimised: the coefficients of a maximum change sign, and a
    comment, which `read_mps` honours, says so. So does another where it is multiplied, since it has
    thirds, say. The file states every bound, since readers differ in what they assume. Sections
    RANGES and BOUNDS that would be empty are left out. A row whose
    bounds contradict each other, which the format cannot say, becomes 0 = 1. Comments say how the
    program differs from its model, and which columns are auxiliary.

    Args:
        program: The program.
        numbered: Whether columns and rows are called x0, r0, ..., and the file ilpuzzles, without
            comments on them.
        tick: Called now and then while it is written; what it raises comes through.

    Returns:
        The text of the file.

    Raises:
        ModelError: If a row is stated by cuts, or, if it is not numbered, a number would have 63
            bits or more, or readers would take a coefficient for 0.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 2))
        >>> print(mps_text(model.program(), numbered=True), end="")
        NAME ilpuzzles FREE
        ROWS
         N obj
         E r0
        COLUMNS
         MARK 'MARKER' 'INTORG'
         x0 r0 1
         x1 r0 1
         MARK 'MARKER' 'INTEND'
        RHS
         RHS r0 1
        BOUNDS
         BV B x0
         BV B x1
        ENDATA
    """
    linear = linearised(program)
    if numbered:
        # CBC cannot read numbers of more than 24 characters.
        pieces = []
        for piece in _pieces(linear, "ilpuzzles", numbered_names(linear), DIGITS_OF_DOUBLE):
            tick()
            pieces.append(piece)
        return "".join(pieces)
    linear, scale = with_written_objective(with_sizes_for_readers(linear.unrounded()))
    require_small(linear, file_scales(linear.rows))
    names = readable_names(linear)
    notes = [comment_line("*", remark) for remark in program.remarks()]
    notes += objective_lines("*", scale=scale)
    notes += exact_lines(linear, "*")
    notes += auxiliary_lines(linear, names.columns, "*")
    if linear.groups:
        rows = linear.rows
        says = rows.lower.finite | rows.upper.finite
        notes += group_lines(
            linear, ((names.rows[n], n) for n in np.nonzero(says)[0].tolist()), "*"
        )
    title = readable_title(program)
    return "".join(
        [
            *(f"{note}\n" for note in notes),
            *_pieces(linear, title, names, MOST_CHARACTERS_OF_NUMBER),
        ]
    )


def _pieces(program: Program, title: str, names: FileNames, most_digits: int) -> Iterator[str]:
    """The text in pieces; every one begins a new line or goes on with the last."""
    sets = _SetNames.of(names)
    if program.objective is not None and program.objective.maximize:
        yield from (f"{note}\n" for note in objective_lines("*", negated=True))
    yield f"NAME {title} FREE\nROWS\n N obj"
    yield from _row_kinds(program, names)
    yield "\nCOLUMNS"
    yield from _columns(program, names, most_digits)
    # CBC reads no file without this section, and PuLP none with RANGES, be they empty.
    yield "\nRHS"
    yield from _right_hand_sides(program, names, most_digits, sets.sides)
    ranges = _ranges(program, names, most_digits, sets.ranges)
    if ranges:
        yield "\nRANGES"
        yield from ranges
    bounds = _bounds(program, names, most_digits, sets.bounds)
    if bounds:
        yield "\nBOUNDS"
        yield from bounds
    yield "\nENDATA\n"


@dataclass(frozen=True, slots=True)
class _SetNames:
    """The names of the sets of right-hand sides, of ranges and of bounds.

    HiGHS takes ` LO B B -2` for a bound without a set where a column is called B.
    """

    sides: str
    ranges: str
    bounds: str

    @classmethod
    def of(cls, names: FileNames) -> _SetNames:
        """Names that no column and no row has."""
        taken = {*names.columns, *names.rows}

        def free(name: str) -> str:
            while name in taken:
                name = f"_{name}"
            return name

        return cls(free("RHS"), free("RNG"), free("B"))


def _file_scales(rows: Rows, most_digits: int) -> NumberArray:
    """The divisor of the numbers of each row: solvers get doubles, whatever their decimals."""
    return rows.scales if most_digits == DIGITS_OF_DOUBLE else file_scales(rows)


def _row_kinds(program: Program, names: FileNames) -> list[str]:
    rows = program.rows
    # One that nothing satisfies is 0 = 1, whatever its entries are.
    kinds = np.where(rows.lower >= rows.upper, "E", np.where(rows.upper.finite, "L", "G"))
    # A row without bounds at all says nothing; as a further N row it is ignored.
    free = ~rows.lower.finite & ~rows.upper.finite
    kinds = np.where(free, "N", kinds)
    return [f"\n {kind} {name}" for name, kind in zip(names.rows, kinds.tolist(), strict=True)]


def _columns(program: Program, names: FileNames, most_digits: int) -> Iterator[str]:
    """The entries column by column, two in a line, since readers take no more.

    Texts are put together in arrays of Python strings: every name and every number is made into
    text once, and then only pointed at.
    """
    columns, rows, coefficients, scales = _entries(program, most_digits)
    column_texts = np.array([f"\n {name}" for name in names.columns], dtype=object)
    row_texts = np.array([" obj", *(f" {name}" for name in names.rows)], dtype=object)
    markers, last = _markers(program)
    place = np.arange(len(columns))
    # Where the first entry of the column stands, so that every second one begins a new line.
    first = np.searchsorted(columns, np.arange(program.variables))
    begins = (place - first[columns]) % 2 == 0
    for start in range(0, len(columns), _ENTRIES_AT_ONCE):
        block = slice(start, start + _ENTRIES_AT_ONCE)
        parts = np.full((len(columns[block]), 4), "", dtype=object)
        new = first[columns[block]] == place[block]
        parts[new, 0] = markers[columns[block][new]]
        parts[begins[block], 1] = column_texts[columns[block][begins[block]]]
        parts[:, 2] = row_texts[rows[block]]
        parts[:, 3] = number_texts(coefficients[block], scales[block], most_digits)
        yield "".join(parts.ravel().tolist())
    yield last


def _markers(program: Program) -> tuple[npt.NDArray[np.object_], str]:
    """The markers before each column, between integer and continuous ones, and after the last."""
    whole = program.whole()
    before = np.concatenate([[False], whole[:-1]])
    markers = np.full(program.variables, "", dtype=object)
    markers[whole & ~before] = "\n MARK 'MARKER' 'INTORG'"
    markers[~whole & before] = "\n MARK 'MARKER' 'INTEND'"
    return markers, "\n MARK 'MARKER' 'INTEND'" if whole[-1:].any() else ""


def _entries(
    program: Program, most_digits: int
) -> tuple[IntArray, IntArray, NumberArray, NumberArray]:
    """Columns, rows, coefficients and scales of all entries by column; row 0 is the objective."""
    rows = program.rows
    owners, row_columns, factors = rows.owners(), rows.columns, rows.coefficients
    impossible = rows.lower > rows.upper
    if impossible.any():
        kept = ~impossible[owners]
        owners, row_columns, factors = owners[kept], row_columns[kept], factors[kept]
    costs, cost_scale = np.zeros(program.variables, dtype=np.int64), 1
    objective = program.objective
    if objective is not None:
        costs, cost_scale = costs.astype(objective.coefficients.dtype), objective.scale
        costs[objective.columns] = objective.coefficients * (-1 if objective.maximize else 1)
    unused = np.ones(program.variables, dtype=bool)
    unused[row_columns] = False
    # A column without any entry is still a column: it costs 0.
    listed = np.nonzero((costs != 0) | unused)[0]
    columns = np.concatenate([listed, row_columns])
    order = _stable_order(columns)
    rows_of = np.concatenate([np.zeros(len(listed), dtype=np.int64), owners + 1])
    numbers = numbers_joined([costs[listed], factors])
    cost_scales = np.repeat(stored([cost_scale]), len(listed))
    scales = numbers_joined([cost_scales, _file_scales(rows, most_digits)[owners]])
    return columns[order], rows_of[order], numbers[order], scales[order]


def _stable_order(columns: IntArray) -> IntArray:
    """A stable `argsort`; sorting numbers with their places in them is many times faster."""
    bits = len(columns).bit_length()
    keyed = (columns << bits) | np.arange(len(columns))
    keyed.sort()
    order: IntArray = keyed & ((1 << bits) - 1)
    return order


def _right_hand_sides(
    program: Program, names: FileNames, most_digits: int, in_set: str
) -> list[str]:
    rows = program.rows
    # Where there is no bound at all, its number is 0.
    upper, lower = rows.upper.numbers, rows.lower.numbers
    if upper.dtype != lower.dtype:
        upper, lower = upper.astype(object), lower.astype(object)
    sides = np.where(rows.upper.finite, upper, lower)
    sides = np.where(rows.lower > rows.upper, 1, sides)
    scales = np.where(rows.lower > rows.upper, 1, _file_scales(rows, most_digits))
    texts = number_texts(sides, scales, most_digits)
    chosen = np.nonzero(sides)[0].tolist()
    lines = [f"\n {in_set} {names.rows[row]}{texts[row]}" for row in chosen]
    objective = program.objective
    if objective is not None and objective.constant:
        # The right-hand side of the objective is what is subtracted from it.
        sign = 1 if objective.maximize else -1
        constant, scale = stored([sign * objective.constant]), stored([objective.scale])
        (text,) = number_texts(constant, scale, most_digits)
        lines.append(f"\n {in_set} obj{text}")
    return lines


def _ranges(program: Program, names: FileNames, most_digits: int, in_set: str) -> list[str]:
    rows = program.rows
    both = rows.lower.finite & rows.upper.finite & (rows.lower < rows.upper)
    chosen = np.nonzero(both)[0]
    # As Python's own numbers: the difference may have more than 64 bits.
    lower, upper = (side.numbers[chosen].astype(object) for side in (rows.lower, rows.upper))
    widths = upper - lower
    texts = number_texts(widths, _file_scales(rows, most_digits)[chosen], most_digits)
    pairs = zip(chosen.tolist(), texts, strict=True)
    return [f"\n {in_set} {names.rows[row]}{text}" for row, text in pairs]


def _bounds(program: Program, names: FileNames, most_digits: int, in_set: str) -> list[str]:
    whole = program.whole()
    lower, upper = program.lower, program.upper
    binary = whole & (lower == 0) & (upper == 1)
    lines = [f"\n BV {in_set} {name}" for name in names.columns]
    for column in np.nonzero(~binary)[0].tolist():
        name = names.columns[column]
        least, most = lower.at(column), upper.at(column)
        lowest = "" if least is None else text_in_file(least, most_digits)
        highest = "" if most is None else text_in_file(most, most_digits)
        if lowest and least == most:
            parts = [f"FX {in_set} {name} {lowest}"]
        elif lowest and highest:
            parts = [f"LO {in_set} {name} {lowest}", f"UP {in_set} {name} {highest}"]
        # For PuLP, PL makes the lower bound 0, and MI the upper one: what counts comes last.
        elif lowest:
            parts = [f"PL {in_set} {name}", f"LO {in_set} {name} {lowest}"]
        elif highest:
            parts = [f"MI {in_set} {name}", f"UP {in_set} {name} {highest}"]
        else:
            parts = [f"FR {in_set} {name}"]
        lines[column] = "".join(f"\n {line}" for line in parts)
    return lines
