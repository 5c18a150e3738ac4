"""Solution files of solvers and of MIPLIB: read, and checked row by row against a model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from ilpuzzles.errors import Exit, InputError, counted, nearest, quoted
from ilpuzzles.formats.model_files import MAX_BYTES
from ilpuzzles.formats.names import readable_names, with_written_objective
from ilpuzzles.formats.reading import (
    MOST_NAMES_COMPARED,
    TRUNCATED,
    FileModelBase,
    FileText,
    read_number,
)
from ilpuzzles.modelling.numbers import Number, NumberArray, data_of, size_of, stored, text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Violation, larger_than_tolerance
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.reading.source import read_unpacked

_CBC = re.compile(r"(?P<status>.+?) - objective value (?P<objective>\S+)$")
_SCIP = re.compile(r"solution status:\s*(?P<status>.*)$")
_STATED = re.compile(
    r"(?:# Objective value =|objective value:|Objective|=obj=)\s*(?P<objective>\S+)$"
)
_HIGHS, _COLUMNS = "Model status", "# Columns"
_NOTHING = re.compile(r"infeasible|unbounded|no solution|not available|none", re.IGNORECASE)
# MIPLIB writes these for an instance without a solution.
_NO_MIPLIB = re.compile(r"=(?:infeas|unbd|unkn)=")
# CPLEX writes XML: tags with attributes, and no text between them.
_XML = re.compile(r"\s*<(?:\?xml|CPLEXSolution)")
_SOLUTION = re.compile(r"<CPLEXSolution[\s>]")
_HEADER = re.compile(r"<header\s+(?P<attributes>[^>]*?)/?>", re.DOTALL)
_VARIABLE = re.compile(r"<variable\s+(?P<attributes>[^>]*?)/?>", re.DOTALL)
_ATTRIBUTE = re.compile(r"""(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


@dataclass(frozen=True, slots=True)
class SolverSolution:
    """The contents of a solution file.

    Attributes:
        values: The value of each variable that it lists; solvers may leave out those that are 0.
        objective: The objective that it states, or None.
    """

    values: Mapping[str, Number]
    objective: Number | None


def read_sol(text: str, source: str = "answer.sol") -> SolverSolution:
    r"""Reads the solution file of a solver, or of MIPLIB; its first line says which.

    CBC writes a line with number, name, value and reduced cost for each variable, HiGHS a section
    `# Columns`, SCIP a name, a value and the share of the objective, Gurobi a name and a value, and
    CPLEX XML. Files of MIPLIB have names and values below a line `=obj=` with the objective.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.

    Returns:
        The values by the names of the variables.

    Raises:
        InputError: If it is wrong, or holds no solution; the message names the place.

    Example:
        >>> read_sol("# Objective value = 2.5\nx 1\ny 1.5\n").values["y"]
        Fraction(3, 2)
        >>> read_sol("=obj= 2.5\nx 1\ny 1.5\n").objective
        Fraction(5, 2)
        >>> read_sol("Optimal - objective value 2\n  0 x  1  0\n  2 y  1  1\n").objective
        2
        >>> try:
        ...     read_sol("Infeasible - objective value 2\n", "a")
        ... except InputError as error:
        ...     print(error.problems[0].what)
        the file says 'Infeasible', so there is no solution
    """
    file = FileText.of(text, source)
    if _XML.match(text) is not None:
        return _of_cplex(file, text)
    first = next(number for number, line in enumerate(file.lines) if line.strip())
    cbc, scip = (pattern.match(file.lines[first].strip()) for pattern in (_CBC, _SCIP))
    said = cbc or scip
    if _NO_MIPLIB.match(file.lines[first].strip()):
        what = f"the file says {quoted(file.lines[first].strip())}, so there is no solution"
        raise file.at_field(first, 0, what, "let a solver find one")
    if file.lines[first].strip() == _HIGHS:
        status = file.lines[first + 1].strip() if first + 1 < len(file.lines) else ""
        _refuse_nothing(file, first + 1, status)
        entries = _of_highs(file, first)
    else:
        _refuse_nothing(file, first, said["status"] if said else "")
        entries = _of_lines(file, first + (said is not None), numbered=cbc is not None)
    values: dict[str, Number] = {}
    for line, place, name, written in entries:
        number = file.number(line, place, written)
        if name in values:
            raise file.at_field(
                line, place - 1, f"{quoted(name)} appears twice", "keep one of them"
            )
        values[name] = number
    # Where a line of its own says it.
    found = (_STATED.match(line.strip()) for line in file.lines)
    objective = cbc["objective"] if cbc else next((one["objective"] for one in found if one), None)
    return SolverSolution(values, None if objective is None else read_number(objective))


def _of_cplex(file: FileText, text: str) -> SolverSolution:
    """The solution in an XML file of CPLEX."""

    def wrong(place: int, what: str, advice: str) -> InputError:
        line = text.count("\n", 0, place)
        return file.at(line, place - text.rfind("\n", 0, place) - 1, what, advice)

    # The text of a file has no other line breaks.
    text = "\n".join(file.lines)
    begins = [found.start() for found in _SOLUTION.finditer(text)]
    if not begins:
        what = "the XML has no CPLEXSolution"
        raise wrong(0, what, "give a solution file of CPLEX, HiGHS, SCIP, CBC or Gurobi")
    if len(begins) > 1:
        raise wrong(begins[1], "the file has a second solution", "write one solution to the file")
    if "</CPLEXSolution>" not in text:
        raise file.at_end("the file ends without </CPLEXSolution>", TRUNCATED)
    header = _HEADER.search(text)
    said = {} if header is None else _attributes(header["attributes"])
    status = said.get("solutionStatusString", "")
    if header is not None and _NOTHING.search(status):
        what = f"the file says {quoted(status)}, so there is no solution"
        raise wrong(header.start(), what, "let the solver find one")
    values: dict[str, Number] = {}
    for found in _VARIABLE.finditer(text):
        known = _attributes(found["attributes"])
        name, written = known.get("name"), known.get("value", "")
        number = read_number(written)
        if name is None or number is None:
            what = f"{quoted(written)} is not a number" if name else "the variable has no name"
            raise wrong(found.start(), what, "give a name and a finite number")
        if name in values:
            raise wrong(found.start(), f"{quoted(name)} appears twice", "keep one of them")
        values[name] = number
    if not values:
        what = "there is no tag <variable> in the CPLEXSolution"
        raise wrong(begins[0], what, "write the values of the variables as well")
    return SolverSolution(values, read_number(said.get("objectiveValue", "")))


def _attributes(text: str) -> dict[str, str]:
    """The attributes of a tag."""
    return {name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(text)}


def _refuse_nothing(file: FileText, line: int, status: str) -> None:
    if _NOTHING.search(status):
        raise file.at_field(
            line,
            0,
            f"the file says {quoted(status)}, so there is no solution",
            "let the solver find one",
        )


_Entry = tuple[int, int, str, str]
"""A line, the field of the value, the name, and the value."""


def _of_highs(file: FileText, first: int) -> Iterator[_Entry]:
    """The lines below `# Columns`, of which there are as many as it says."""
    starts = [n for n, line in enumerate(file.lines) if n > first and line.startswith(_COLUMNS)]
    if not starts:
        raise file.at(first, 0, "there is no section '# Columns'", TRUNCATED)
    begin = starts[0]
    count = file.lines[begin].split()[-1]
    if not count.isdecimal() or begin + int(count) >= len(file.lines):
        raise file.at(begin, 0, "fewer columns than this line says", TRUNCATED)
    for line in range(begin + 1, begin + 1 + int(count)):
        fields = file.lines[line].split()
        if len(fields) != 2:
            raise _unlike(file, line, "a name and a value")
        yield line, 1, fields[0], fields[1]


def _of_lines(file: FileText, begin: int, *, numbered: bool) -> Iterator[_Entry]:
    """A variable in each line; comments and statements of the objective are not among them."""
    for line in range(begin, len(file.lines)):
        written = file.lines[line].strip()
        if not written or written.startswith("#") or _STATED.match(written):
            continue
        fields = written.removeprefix("**").split()
        # CBC marks variables that break a bound by stars, which are a field of their own or not.
        shift = len(file.lines[line].split()) - len(fields)
        if numbered:
            if len(fields) != 4 or not fields[0].isdecimal():
                raise _unlike(file, line, "a number, a name, a value and a reduced cost")
            yield line, 2 + shift, fields[1], fields[2]
        elif len(fields) < 2 or (len(fields) > 2 and not fields[2].startswith("(obj:")):
            raise _unlike(file, line, "a name and a value")
        else:
            yield line, 1, fields[0], fields[1]


def _unlike(file: FileText, line: int, form: str) -> InputError:
    what = f"this is not a line of a solution file: {quoted(file.lines[line].strip()[:40])}"
    return file.at_field(line, 0, what, f"expected {form}, as CBC, HiGHS, SCIP or Gurobi write")


INTEGRALITY_TOLERANCE = 1e-5
"""The largest distance of a whole variable's value from a whole number.

It is the default of CPLEX and Gurobi; HiGHS and SCIP have 1e-6.
"""

_OBJECTIVE_TOLERANCE = 1e-5
"""The largest relative error of an objective in a file: solvers print six digits or more."""

_VIOLATIONS_SHOWN = 20
"""Of more violations, these and the number of the others are told: a screen has 24 lines."""


@dataclass(frozen=True, slots=True, eq=False)
class CheckedValues:
    """The check of the values in a solution file.

    Attributes:
        source: What the file is called.
        values: One number per column; those of whole columns are rounded.
        fractions: The values of whole variables that are not close to a whole number, by name.
        broken: The rows and bounds that they break; those that they miss by a share of 1e-9 or less
            are not among them.
        missed: The row or bound that is missed by most, if any is.
        objective: The objective of the values, or None without one.
        stated: The objective that the file states, if it does.
        factors: What the objective may be multiplied by in the file that the solver was given.
    """

    source: str
    values: NumberArray
    fractions: tuple[tuple[str, Number], ...]
    broken: tuple[Violation, ...]
    missed: Violation | None
    objective: Number | None
    stated: Number | None
    factors: tuple[int, ...] = (1,)

    def __bool__(self) -> bool:
        """Whether they satisfy every row, and the objective is what the file says."""
        return not (self.broken or self.fractions) and not self.misstatement()

    def misstatement(self) -> bool:
        """Whether the file states another objective than that of its values."""
        if self.stated is None or self.objective is None:
            return False
        most = _OBJECTIVE_TOLERANCE * max(1, float(size_of(self.stated)))
        return all(size_of(self.stated - n * self.objective) > most for n in self.factors)

    def exit_code(self) -> Exit:
        """The exit code of a command that checked them."""
        return Exit.ANSWERED if self else Exit.CHECK_FAILED

    def text(self) -> str:
        """The outcome: the objective, or what is wrong, a line each."""
        wrong = [f"{name} is {text_of(n)}, not a whole number" for name, n in self.fractions]
        wrong += [str(violation) for violation in self.broken]
        rest = len(wrong) - _VIOLATIONS_SHOWN
        lines = wrong if rest <= 0 else [*wrong[:_VIOLATIONS_SHOWN], f"and {rest} more"]
        if not wrong:
            lines = ["every row is satisfied"]
            if self.missed is not None:
                lines = [f"every row is satisfied within 1e-9: {self.missed}"]
        if self.objective is not None:
            said = f", not {text_of(self.stated or 0)}" if self.misstatement() else ""
            lines.append(f"objective: {text_of(self.objective)}{said}")
        return "\n".join(lines)

    def summary(self) -> str:
        """The outcome in a line."""
        number = counted(len(self.broken) + len(self.fractions), "violation")
        return f"{self.source}: {'accepted' if self else f'refused, {number}'}"

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "file": self.source,
            "accepted": bool(self),
            "objective": None if self.objective is None else data_of(self.objective),
            "stated": None if self.stated is None else data_of(self.stated),
            "violations": self.text().splitlines() if self.broken or self.fractions else [],
        }


def sol_values(program: Program, path: str | Path) -> list[Number]:
    """The value of every column in a solver's solution file, 0 for what it leaves out.

    Raises:
        InputError: If the file is wrong, or names a variable that the model has not.
    """
    return _by_column(program, _read_file(path), str(path))


def _read_file(path: str | Path) -> SolverSolution:
    """The text of a solution file, which may be packed, as those of MIPLIB are."""
    return read_sol(read_unpacked(Path(path), MAX_BYTES), str(path))


def check_sol(program: Program, path: str | Path) -> CheckedValues:
    """Checks the values in a solver's solution file against every row of a program.

    Args:
        program: The program.
        path: A solution file of CBC, CPLEX, Gurobi, HiGHS, SCIP or MIPLIB, perhaps packed. It calls
            the columns as the file does that the model was read from, or as the LP and MPS files
            that are written of it.

    Raises:
        InputError: If the file is wrong, or names a variable that the model has not.
    """
    found, source = _read_file(path), str(path)
    numbers = _by_column(program, found, source)
    return check_values(program, numbers, source, found.objective)


def check_values(
    program: Program, numbers: Iterable[Number], source: str, stated: Number | None = None
) -> CheckedValues:
    """Checks values against every row of a program.

    Args:
        program: The program.
        numbers: One number for each column.
        source: What to call the file that they are from.
        stated: The objective that the file states, if it does.
    """
    whole = program.whole().tolist()
    fractions: list[tuple[str, Number]] = []
    values: list[Number] = []
    for column, number in enumerate(numbers):
        nearest_one = round(number)
        if whole[column] and size_of(number - nearest_one) > INTEGRALITY_TOLERANCE:
            fractions.append((program.names.name_of(column), number))
        values.append(nearest_one if whole[column] else number)
    array = stored(values)
    wrong = program.check(array)
    broken = tuple(larger_than_tolerance(wrong) if program.is_mixed() else wrong)
    goal = program.objective
    return CheckedValues(
        source,
        array,
        tuple(fractions),
        broken,
        max(wrong, key=Violation.by, default=None),
        None if goal is None else goal.value(array),
        stated,
        _factors(program),
    )


def _factors(program: Program) -> tuple[int, ...]:
    """The factors by which an objective may be multiplied in the LP and MPS files of a program."""
    _, scale = with_written_objective(program)
    signs = (1, -1) if program.objective is not None and program.objective.maximize else (1,)
    return tuple(dict.fromkeys(sign * factor for factor in (1, scale) for sign in signs))


def _by_column(program: Program, found: SolverSolution, source: str) -> list[Number]:
    """The value of every column; those that the file leaves out are 0."""
    model = program.names.owner
    names = model.names if isinstance(model, FileModelBase) else ()
    known = names or readable_names(linearised(program)).columns
    number_of = {name: column for column, name in enumerate(known)}
    values: list[Number] = [0] * program.variables
    for name, value in found.values.items():
        column = number_of.get(name)
        if column is None:
            near = nearest(name, list(number_of)) if len(number_of) <= MOST_NAMES_COMPARED else None
            advice = f"did you mean {quoted(near)}?" if near else "is it the file of another model?"
            raise InputError(f"the model has no variable {quoted(name)}", advice, source)
        # Columns beyond the model's own follow from logic, and are in no row of it.
        if column < program.variables:
            values[column] = value
    return values
