"""Solutions that solvers have written to files, checked row by row against a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ilpuzzles.document.source import read_source
from ilpuzzles.errors import Exit, InputError, Problem, counted, nearest, quoted
from ilpuzzles.formats.model_files import MAX_BYTES
from ilpuzzles.formats.names import readable_names
from ilpuzzles.formats.sol import SolverSolution, read_sol
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.numbers import Number, NumberArray, data_of, size_of, text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Violation, beyond

# How far a value of a whole variable may be from a whole number.
_CLOSE = 1e-5

_SHOWN = 20


@dataclass(frozen=True, slots=True, eq=False)
class CheckedValues:
    """What came out for the values in a solution file.

    Attributes:
        source: What the file is called.
        values: One number per column; those of whole columns are rounded.
        fractions: The values of whole variables that are not close to a whole number, by name.
        broken: The rows and bounds that they break; those that they miss by a share of 1e-9 or less
            are not among them.
        missed: The row or bound that is missed by most, if any is.
        objective: The objective of the values, or None without one.
        stated: The objective that the file states, if it does.
    """

    source: str
    values: NumberArray
    fractions: tuple[tuple[str, Number], ...]
    broken: tuple[Violation, ...]
    missed: Violation | None
    objective: Number | None
    stated: Number | None

    def __bool__(self) -> bool:
        """Whether they satisfy every row, and the objective is what the file says."""
        return not (self.broken or self.fractions) and not self.misstated()

    def misstated(self) -> bool:
        """Whether the file states another objective than that of its values."""
        if self.stated is None or self.objective is None:
            return False
        # Solvers print six digits or more.
        return size_of(self.stated - self.objective) > 1e-5 * max(1, float(size_of(self.stated)))

    def exit_code(self) -> Exit:
        """The exit code of a command that checked them."""
        return Exit.ANSWERED if self else Exit.CHECK_FAILED

    def text(self) -> str:
        """The outcome: the objective, or what is wrong, a line each."""
        wrong = [f"{name} is {text_of(n)}, not a whole number" for name, n in self.fractions]
        wrong += [str(violation) for violation in self.broken]
        rest = len(wrong) - _SHOWN
        lines = wrong if rest <= 0 else [*wrong[:_SHOWN], f"and {rest} more"]
        if not wrong:
            lines = ["every row is satisfied"]
            if self.missed is not None:
                lines = [f"every row is satisfied within 1e-9: {self.missed}"]
        if self.objective is not None:
            said = f", not {text_of(self.stated or 0)}" if self.misstated() else ""
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


def check_sol(program: Program, path: str | Path, names: Sequence[str] = ()) -> CheckedValues:
    """Checks the values in a solver's solution file against every row of a program.

    Args:
        program: The program.
        path: A solution file of CBC, HiGHS, SCIP or Gurobi.
        names: What the file calls the columns; by default as the LP and MPS files that are written
            of the program do.

    Raises:
        InputError: If the file is wrong, or names a variable that the model has not.
    """
    source = str(path)
    found = read_sol(read_source(Path(path), MAX_BYTES), source)
    numbers = _by_column(program, found, names, source)
    whole = program.whole().tolist()
    fractions: list[tuple[str, Number]] = []
    values: list[Number] = []
    for column, number in enumerate(numbers):
        nearest_one = round(number)
        if whole[column] and size_of(number - nearest_one) > _CLOSE:
            fractions.append((program.names.name_of(column), number))
        values.append(nearest_one if whole[column] else number)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    if not program.is_mixed():
        array = array.astype(np.int64)
    wrong = program.check(array)
    broken = tuple(beyond(wrong) if program.is_mixed() else wrong)
    goal = program.objective
    return CheckedValues(
        source,
        array,
        tuple(fractions),
        broken,
        max(wrong, key=Violation.by, default=None),
        None if goal is None else goal.value(array),
        found.objective,
    )


def _by_column(
    program: Program, found: SolverSolution, names: Sequence[str], source: str
) -> list[Number]:
    """The value of every column; those that the file leaves out are 0."""
    known = names or readable_names(linearised(program)).columns
    number_of = {name: column for column, name in enumerate(known)}
    values: list[Number] = [0] * program.variables
    for name, value in found.values.items():
        column = number_of.get(name)
        if column is None:
            near = nearest(name, list(number_of)) if len(number_of) < 10_000 else None
            advice = f"did you mean {quoted(near)}?" if near else "is it the file of another model?"
            raise InputError(Problem(f"the model has no variable {quoted(name)}", advice, source))
        # Columns beyond the model's own follow from logic, and are in no row of it.
        if column < program.variables:
            values[column] = value
    return values
