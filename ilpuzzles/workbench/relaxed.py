"""The linear relaxation of a puzzle or of a model in a file, as an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ilpuzzles.errors import counted, one_line
from ilpuzzles.modelling.numbers import NumberArray, data_of, text_of
from ilpuzzles.queries.linear_relaxation import LinearRelaxation
from ilpuzzles.workbench.answer import AnyAnswer

_SHOWN = 40


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RelaxationAnswer(AnyAnswer):
    """What the linear relaxation says: a bound on the objective, or that there is no solution.

    Attributes:
        found: The relaxation, with the values, duals and reduced costs.
    """

    found: LinearRelaxation = field()

    def describe_answer(self) -> str:
        """The bound, in words; empty without one."""
        if not self.found:
            return ""
        if self.found.program.objective is None:
            return f"the relaxation has a solution{self._fractions()}"
        return f"{self.found}".splitlines()[0] + self._fractions()

    def _fractions(self) -> str:
        """How many of the columns that are whole in the model are not."""
        numbers = self.found.values[self.whole()].tolist()
        split = sum(number.denominator != 1 for number in numbers)
        return f", {counted(split, 'whole variable')} split" if split else ""

    def whole(self) -> NumberArray:
        """Which columns of the relaxation are whole in the model."""
        names, program = self.found.program.names, self.found.program
        found = np.ones(program.variables, dtype=bool)
        owner = names.owner
        if owner is not None:
            known = range(min(names.columns, program.variables))
            found[[column for column in known if owner.is_continuous([column])]] = False
        return found

    def verified_by(self) -> list[str]:
        """Which checks it has passed."""
        proof = ["duals"] if self.found.exact else []
        return ["rows", *proof] if self.found else []

    def describe_search(self) -> str:
        """What the solver did, as a participle."""
        return "relaxed"

    def describe_question(self) -> str:
        """What was asked, in words."""
        return "the linear relaxation"

    def text(self) -> str:
        """The bound, the variables that are not 0, and the rows that have a dual."""
        if not self.found:
            return self.verdict()
        found, program = self.found, self.found.program
        shown = [(program.names.name_of(c), found.values[c]) for c in _nonzero(found.values)]
        lines = [
            self.describe_answer(),
            *_list_lines(f"{name} = {text_of(n)}" for name, n in shown),
        ]
        prices = [f"dual of {name}: {dual} (at {level})" for name, level, dual in found.table()[1:]]
        return "\n".join([*lines, *_list_lines(prices)])

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data; what is not listed is 0."""
        found, program = self.found, self.found.program
        named = program.names.name_of
        return {
            **self.about.identity(),
            **self.outcome(),
            "objective": None if found.objective is None else data_of(found.objective),
            "exact": found.exact,
            "values": {named(c): data_of(found.values[c]) for c in _nonzero(found.values)},
            "reduced_costs": {named(c): data_of(found.reduced[c]) for c in _nonzero(found.reduced)},
            "duals": {
                program.row_name(row): data_of(found.duals[row]) for row in _nonzero(found.duals)
            },
            **self.about.figures(),
            "verified_by": self.verified_by(),
        }


def _nonzero(numbers: NumberArray) -> list[int]:
    found: list[int] = (numbers != 0).nonzero()[0].tolist()
    return found


def _list_lines(lines: Iterable[str]) -> list[str]:
    lines = list(map(one_line, lines))
    rest = len(lines) - _SHOWN
    return lines if rest <= 1 else [*lines[:_SHOWN], f"... and {rest:,} more; --json has all"]
