"""Solution files of CBC, HiGHS, SCIP and Gurobi: variables by name, and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.formats.reading import FileText, read_number
from ilpuzzles.modelling.numbers import Number

_CBC = re.compile(r"(?P<status>.+?) - objective value (?P<objective>\S+)$")
_SCIP = re.compile(r"solution status:\s*(?P<status>.*)$")
_STATED = re.compile(r"(?:# Objective value =|objective value:|Objective)\s*(?P<objective>\S+)$")
_HIGHS, _COLUMNS = "Model status", "# Columns"
_NOTHING = re.compile(r"infeasible|unbounded|no solution|not available|none", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SolverSolution:
    """What a solution file says.

    Attributes:
        values: The value of each variable that it lists; solvers may leave out those that are 0.
        objective: The objective that it states, or None.
    """

    values: Mapping[str, Number]
    objective: Number | None


def read_sol(text: str, source: str = "answer.sol") -> SolverSolution:
    r"""Reads the solution file of a solver; its first line says which.

    CBC writes a line with number, name, value and reduced cost for each variable, HiGHS a section
    `# Columns`, SCIP a name, a value and the share of the objective, Gurobi a name and a value.

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
        >>> read_sol("Optimal - objective value 2\n  0 x  1  0\n  2 y  1  1\n").objective
        2
        >>> read_sol("Infeasible - objective value 2\n", "a")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a:1:1: 'Infeasible': no solution; let the solver find one
    """
    file = FileText.of(text, source)
    first = next(number for number, line in enumerate(file.lines) if line.strip())
    cbc, scip = (pattern.match(file.lines[first].strip()) for pattern in (_CBC, _SCIP))
    said = cbc or scip
    if file.lines[first].strip() == _HIGHS:
        status = file.lines[first + 1].strip() if first + 1 < len(file.lines) else ""
        _refuse_nothing(file, first + 1, status)
        entries = _of_highs(file, first)
    else:
        _refuse_nothing(file, first, said["status"] if said else "")
        entries = _of_lines(file, first + (said is not None), numbered=cbc is not None)
    values: dict[str, Number] = {}
    for line, place, name, written in entries:
        number = read_number(written)
        if number is None:
            raise file.not_a_number(line, place)
        if name in values:
            raise file.at_field(line, place - 1, f"{quoted(name)} stands twice", "keep one of them")
        values[name] = number
    objective = cbc["objective"] if cbc else _stated(file)
    return SolverSolution(values, None if objective is None else read_number(objective))


def _refuse_nothing(file: FileText, line: int, status: str) -> None:
    if _NOTHING.search(status):
        what = f"{quoted(status)}: no solution"
        raise file.at_field(line, 0, what, "let the solver find one")


def _stated(file: FileText) -> str | None:
    """The objective, where a line of its own says it."""
    for line in file.lines:
        found = _STATED.match(line.strip())
        if found is not None:
            return found["objective"]
    return None


_Entry = tuple[int, int, str, str]
"""A line, the field of the value, the name, and the value."""


def _of_highs(file: FileText, first: int) -> Iterator[_Entry]:
    """The lines below `# Columns`, of which there are as many as it says."""
    starts = [n for n, line in enumerate(file.lines) if n > first and line.startswith(_COLUMNS)]
    if not starts:
        raise file.at(first, 0, "there is no section '# Columns'", "it was cut off; get it again")
    begin = starts[0]
    count = file.lines[begin].split()[-1]
    if not count.isdecimal() or begin + int(count) >= len(file.lines):
        raise file.at(begin, 0, "fewer columns than this line says", "it was cut off; get it again")
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
    what = f"this is no line of a solution file: {quoted(file.lines[line].strip()[:40])}"
    return file.at_field(line, 0, what, f"expected {form}, as CBC, HiGHS, SCIP or Gurobi write")
