"""Answers about a model as a whole: why nothing solves it, what to give up, variants, a bound."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ilpuzzles.backends.result import Limit
from ilpuzzles.errors import counted, one_line
from ilpuzzles.experiments.answer import Answer, BoardAnswer
from ilpuzzles.modelling.numbers import NumberArray, data_of, text_of
from ilpuzzles.modelling.rows import Group
from ilpuzzles.modelling.text_tables import table_html, table_text
from ilpuzzles.puzzles.own_puzzle import solution_json
from ilpuzzles.puzzles.position import Position
from ilpuzzles.queries.causes import Cause
from ilpuzzles.queries.linear_relaxation import LinearRelaxation
from ilpuzzles.queries.query_results import Correction, Explanation, VariantTable
from ilpuzzles.queries.ranging import Ranging
from ilpuzzles.render.svg import PictureView
from ilpuzzles.render.text import Drawing
from ilpuzzles.rules.faults import Fault

_LISTED = 40
_NOTHING = 1e-9
"""A double that is so near to a whole number is meant to be one."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ExplanationAnswer(BoardAnswer):
    """Why an instance has no solution, or that it has one."""

    asks, noun = "why there is no solution", "explanation of"

    explanation: Explanation

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups that have no solution together."""
        return self.explanation.groups

    @property
    def rows(self) -> tuple[Cause, ...]:
        """The rows in them that have no solution together."""
        return self.explanation.rows

    @property
    def given(self) -> tuple[str, ...] | None:
        """What was given and clashes, by its names; see `Explanation.given`."""
        parts = self.explanation.given
        return None if parts is None else tuple(part.name for part in parts)

    @property
    def taken_back(self) -> tuple[str, ...] | None:
        """The fewest of what was given to take back, or None if that is not known."""
        taken = self.explanation.taken_back
        if taken is None or taken.given_up is None:
            return None
        return tuple(part.name for part in taken.given_up)

    @property
    def others(self) -> tuple[tuple[Cause, ...], ...]:
        """Other minimal reasons, if more than one was asked for."""
        return self.explanation.others

    def describe_answer(self) -> str:
        """What was found, in words."""
        return self.explanation.verdict()

    def text(self) -> str:
        """The reason in words."""
        return str(self.explanation)

    def verified_by(self) -> list[str]:
        """The backends that have proved the reason anew."""
        return list(self.explanation.confirmed_by)

    def describe_checks(self) -> str:
        """Which backends have proved the reason anew, in words, or empty."""
        return f"confirmed by {names}" if (names := " and ".join(self.verified_by())) else ""

    def to_json(self) -> dict[str, Any]:
        """The reason as plain data."""
        explanation, taken = self.explanation, self.explanation.taken_back
        return {
            **self.about.identity(),
            **self.outcome(),
            "groups": [{"group": g.name, "why": g.why} for g in explanation.groups],
            "rows": [
                {
                    "row": row.name,
                    "group": row.group.name,
                    "says": row.text,
                    "at": places_json(self.subject, row),
                }
                for row in explanation.rows
            ],
            "given": None if self.given is None else list(self.given),
            "given_at": [places_json(self.subject, part) for part in explanation.given or ()],
            "take_back": None if self.taken_back is None else list(self.taken_back),
            "take_back_at_least": None if taken is None else taken.least,
            "minimal": explanation.minimal,
            "bounds_refused_by": list(explanation.bounds_refused),
            "bounds_granted": [bound.text for bound in explanation.bounds_granted],
            "binary_granted": explanation.binary_granted,
            "confirmed_by": list(explanation.confirmed_by),
            **self._other_reasons(),
            **self.about.figures(),
        }

    def _other_reasons(self) -> dict[str, Any]:
        explanation = self.explanation
        if explanation.all_known is None:
            return {}
        others = [[cause.name for cause in causes] for causes in self.others]
        return {"other_reasons": others, "all_reasons_known": explanation.all_known}

    def board(self) -> tuple[None, list[Any]]:
        """The starting position, with marks on the cells and tiles that clash."""
        return None, [row.key for row in self.rows]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CorrectionAnswer(Answer):
    """The least to give up so that there is a solution, that solution, and the rules it breaks."""

    asks = "what to give up for a solution"

    relaxation: Correction
    solution: Any | None = None
    broken: tuple[Fault, ...] = ()

    @property
    def given_up(self) -> tuple[Cause, ...] | None:
        """What is given up, or None if no such set is known."""
        return self.relaxation.given_up

    def describe_answer(self) -> str:
        """What was found, in words."""
        return str(self.relaxation)

    def text(self) -> str:
        """What to give up, line by line, and which rules the solution then breaks."""
        broken = ", ".join(dict.fromkeys(violation.rule for violation in self.broken))
        return f"{self.relaxation}{f'{chr(10)}rules that this breaks: {broken}' if broken else ''}"

    def verified_by(self) -> list[str]:
        """Which checks the solution has passed."""
        return [] if self.solution is None else ["rows"]

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        given_up = self.given_up
        return {
            **self.about.identity(),
            **self.outcome(),
            "give_up": None if given_up is None else [part.name for part in given_up],
            "at_least": self.relaxation.least,
            "relaxed": [
                {"row": one.violation.name, "by": None if one.by is None else data_of(one.by)}
                for one in self.relaxation.relaxed
            ],
            "relaxed_by_least": self.relaxation.gives_least,
            "solutions": [] if self.solution is None else [solution_json(self.solution)],
            "broken_rules": [str(violation) for violation in self.broken],
            **self.about.figures(),
        }

    def drawing(self, width: int | None = None) -> Drawing | None:
        """The solution of the rest, or None."""
        if self.solution is None:
            return None
        return self.subject.drawing(self.solution, width=width)

    def svg(self, *, view: PictureView = "all") -> str:
        """The solution of the rest as an SVG document; empty where there is no picture."""
        return self.subject.svg(self.solution, view=view)

    def _pictures_to_show(self) -> tuple[list[Any], list[Any]]:
        return [self.solution], []

    def __repr__(self) -> str:
        return f"<relaxation of {self.about.title()}: {self.text()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        if self.solution is None:
            return {"text/plain": self.text()}
        return Answer._repr_mimebundle_(self)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VariantsAnswer(Answer):
    """Variants of an instance; each has its first solution, or None, and the rules it breaks."""

    asks = "what becomes of it without some of its rules"

    comparison: VariantTable
    solutions: tuple[Any | None, ...]
    broken: tuple[tuple[Fault, ...], ...]

    def table(self) -> list[list[str]]:
        """The table as texts, its head first."""
        table = self.comparison.table()
        table[0].append("breaks")
        for line, found in zip(table[1:], self.broken, strict=True):
            line.append(", ".join(dict.fromkeys(violation.rule for violation in found)) or "-")
        return table

    def is_settled(self) -> bool:
        """Whether every variant is answered, or has as many solutions as were asked for."""
        results = [variant.result for variant in self.comparison.variants]
        return self.comparison.complete and all(
            result.complete or result.limit is Limit.SOLUTIONS for result in results
        )

    def describe_answer(self) -> str:
        """What was found, in words."""
        return f"{len(self.solutions)} variants compared"

    def text(self) -> str:
        """The table in columns."""
        return table_text(self.table())

    def to_json(self) -> dict[str, Any]:
        """The table as plain data."""
        rows = zip(self.comparison.variants, self.solutions, self.broken, strict=True)
        return {
            **self.about.identity(),
            "complete": self.is_settled(),
            "variants": [
                {
                    "variant": variant.name,
                    "backend": variant.result.backend,
                    "status": variant.result.status.value,
                    "limit": variant.result.limit.value,
                    "complete": variant.result.complete,
                    "count": len(variant.solutions),
                    "objective": None if variant.objective is None else data_of(variant.objective),
                    "variables": variant.statistics.variables,
                    "rows": variant.statistics.rows,
                    "seconds": round(variant.seconds, 6),
                    "solution": None if solution is None else solution_json(solution),
                    "broken_rules": [str(violation) for violation in broken],
                }
                for variant, solution, broken in rows
            ],
        }

    def __repr__(self) -> str:
        return f"<comparison of {len(self.solutions)} variants of {self.about.title()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": table_html(self.table())}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LinearRelaxationAnswer(Answer):
    """What the linear relaxation says: a bound on the objective, or that there is no solution.

    Attributes:
        found: The relaxation, with the values, duals and reduced costs.
        ranging: How far each cost and each bound may move, if that was asked for.
    """

    asks = "the linear relaxation"

    found: LinearRelaxation = field()
    ranging: Ranging | None = None

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
        split = sum(abs(number - round(number)) > _NOTHING for number in numbers)
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
        return ["rows", *proof] if self.found and self.found.checked else []

    def describe_search(self) -> str:
        """What the solver did, as a participle."""
        return "relaxed"

    def text(self) -> str:
        """The bound, the variables that are not 0, and the rows that have a dual."""
        if not self.found:
            return self.verdict()
        found, program = self.found, self.found.program
        shown = [(program.names.name_of(c), found.values[c]) for c in _nonzero(found.values)]
        values = (f"{name} = {text_of(number)}" for name, number in shown)
        prices = (f"dual of {name}: {dual} (at {level})" for name, level, dual in found.table()[1:])
        parts = [self.describe_answer(), *_list_lines(values), *_list_lines(prices)]
        if self.ranging is not None:
            parts.append(self.ranging.text())
        return "\n".join(parts)

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
            **({} if self.ranging is None else {"ranging": self.ranging.to_json()}),
            **self.about.figures(),
            "verified_by": self.verified_by(),
        }


def places_json(subject: Position, part: Cause) -> list[dict[str, Any]]:
    """Where on a board some rows are, as plain data; empty where that is not known."""
    places = [subject.place_of(key) for key in part.keys]
    return [place.to_json() for place in dict.fromkeys(places) if place is not None]


def _nonzero(numbers: NumberArray) -> list[int]:
    found: list[int] = (numbers != 0).nonzero()[0].tolist()
    return found


def _list_lines(lines: Iterable[str]) -> list[str]:
    lines = list(map(one_line, lines))
    rest = len(lines) - _LISTED
    return lines if rest <= 1 else [*lines[:_LISTED], f"... and {rest:,} more; --json has all"]
