"""Answers that are about the model as much as about solutions: reasons, relaxations, variants."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from ilpuzzles.backends import Limit, Result
from ilpuzzles.modelling import Group
from ilpuzzles.modelling.tables import table_html, table_text
from ilpuzzles.queries import Explanation, Relaxation, VariantTable
from ilpuzzles.queries.demands import Demand
from ilpuzzles.render import Drawing, PictureView, as_plain
from ilpuzzles.rules import RuleViolation
from ilpuzzles.workbench.about import About
from ilpuzzles.workbench.html_pictures import picture_html
from ilpuzzles.workbench.own_puzzles import solution_json


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """Why an instance has no solution, or that it has one.

    Attributes:
        about: What was asked about.
        explanation: The reason.
    """

    about: About
    explanation: Explanation

    @property
    def result(self) -> Result:
        """How the search ended."""
        return self.explanation.result

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups that have no solution together."""
        return self.explanation.groups

    @property
    def rows(self) -> tuple[Demand, ...]:
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
        if taken is None or taken.parts is None:
            return None
        return tuple(part.name for part in taken.parts)

    def _marked(self) -> list[Any]:
        return [row.key for row in self.rows]

    def drawing(self, width: int | None = None) -> Drawing:
        """The starting position, with marks on the cells and tiles that clash.

        Args:
            width: How many characters a line may have, or None for any number.
        """
        return self.about.subject.drawing(None, self._marked(), width=width)

    def svg(self, *, view: PictureView = "flat") -> str:
        """The same as an SVG document; empty where there is no picture.

        Args:
            view: What to draw of a board that is not plane; marks are in flat drawings only.
        """
        return self.about.subject.svg(None, self._marked(), view=view) or ""

    def html(self) -> str:
        """The reason as a page that needs no network."""
        from ilpuzzles.workbench.pages import finding_page  # noqa: PLC0415 - which needs this file

        return finding_page(self)

    def checks(self) -> str:
        """What the reason has passed, for a line of notes."""
        proofs = " and ".join(self.explanation.confirmed_by)
        return f", proved anew by {proofs}" if proofs else ""

    def text(self) -> str:
        """The reason in words."""
        return str(self.explanation)

    def to_json(self) -> dict[str, Any]:
        """The reason as plain data."""
        explanation, result = self.explanation, self.explanation.result
        given, taken = explanation.given, explanation.taken_back
        return {
            **self.about.outcome(result),
            "groups": [{"group": g.name, "why": g.why} for g in explanation.groups],
            "rows": [
                {"row": row.name, "group": row.group.name, "says": row.text}
                for row in explanation.rows
            ],
            "given": None if given is None else [part.name for part in given],
            "take_back": None if self.taken_back is None else list(self.taken_back),
            "take_back_at_least": None if taken is None else taken.least,
            "minimal": explanation.minimal,
            "confirmed_by": list(explanation.confirmed_by),
            **self.about.figures(),
        }

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<explanation of {self.about.title()}: {self.explanation.verdict()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": f"{as_plain(self.drawing())}\n{self.text()}"}
        if self.svg():
            bundle["text/html"] = f"{picture_html(self.svg())}<pre>{escape(self.text())}</pre>"
        return bundle


@dataclass(frozen=True, slots=True, eq=False)
class Relaxed:
    """The least that has to be given up for a solution, and that solution.

    Attributes:
        about: What was asked about.
        relaxation: What to give up.
        solution: The solution of the rest, or None.
        broken: The rules that it breaks.
    """

    about: About
    relaxation: Relaxation
    solution: Any | None
    broken: tuple[RuleViolation, ...]

    @property
    def result(self) -> Result:
        """How the search ended."""
        return self.relaxation.result

    @property
    def given_up(self) -> tuple[Group, ...] | tuple[Demand, ...] | None:
        """What is given up, or None if no such set is known."""
        return self.relaxation.given_up

    def drawing(self, width: int | None = None) -> Drawing | None:
        """The solution of the rest, or None.

        Args:
            width: How many characters a line may have, or None for any number.
        """
        if self.solution is None:
            return None
        return self.about.subject.drawing(self.solution, width=width)

    def svg(self, *, view: PictureView = "all") -> str:
        """The solution of the rest as an SVG document; empty where there is no picture.

        Args:
            view: What to draw of a board that is not plane; see `PictureView`.
        """
        return self.about.subject.svg(self.solution, view=view) or ""

    def html(self) -> str:
        """What to give up, and the solution of the rest, as a page that needs no network."""
        from ilpuzzles.workbench.pages import finding_page  # noqa: PLC0415 - which needs this file

        return finding_page(self)

    def checks(self) -> str:
        """What the solution has passed, for a line of notes."""
        return "" if self.solution is None else ", rows checked"

    def text(self) -> str:
        """What to give up, line by line, and which rules the solution then breaks."""
        broken = ", ".join(dict.fromkeys(violation.rule for violation in self.broken))
        return f"{self.relaxation}{f'{chr(10)}rules that this breaks: {broken}' if broken else ''}"

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        result, given_up = self.relaxation.result, self.relaxation.given_up
        named = None if given_up is None else [part.name for part in given_up]
        return {
            **self.about.outcome(result),
            "give_up": named,
            "at_least": self.relaxation.least,
            "solutions": [] if self.solution is None else [solution_json(self.solution)],
            "broken_rules": [str(violation) for violation in self.broken],
            **self.about.figures(),
        }

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<relaxation of {self.about.title()}: {self.text()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        subject, bundle = self.about.subject, {"text/plain": self.text()}
        picture = None if self.solution is None else subject.svg(self.solution)
        if picture:
            bundle["text/html"] = f"{picture_html(picture)}<pre>{escape(self.text())}</pre>"
        return bundle


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """A table of variants of an instance; every variant has its first solution and what it breaks.

    Attributes:
        about: What was asked about.
        comparison: The variants.
        solutions: For every variant its first solution, or None.
        broken: For every variant the rules that this solution breaks.
    """

    about: About
    comparison: VariantTable
    solutions: tuple[Any | None, ...]
    broken: tuple[tuple[RuleViolation, ...], ...]

    def table(self) -> list[list[str]]:
        """The table as texts, its head first."""
        table = self.comparison.table()
        table[0].append("breaks")
        for line, found in zip(table[1:], self.broken, strict=True):
            line.append(", ".join(dict.fromkeys(violation.rule for violation in found)) or "-")
        return table

    def settled(self) -> bool:
        """Whether every variant is answered, or has as many solutions as were asked for."""
        results = [variant.result for variant in self.comparison.variants]
        return self.comparison.complete and all(
            result.complete or result.limit is Limit.SOLUTIONS for result in results
        )

    def text(self) -> str:
        """The table in columns."""
        return table_text(self.table())

    def to_json(self) -> dict[str, Any]:
        """The table as plain data."""
        rows = zip(self.comparison.variants, self.solutions, self.broken, strict=True)
        return {
            **self.about.identity(),
            "complete": self.settled(),
            "variants": [
                {
                    "variant": variant.name,
                    "backend": variant.result.backend,
                    "status": variant.result.status.value,
                    "limit": variant.result.limit.value,
                    "complete": variant.result.complete,
                    "count": len(variant.solutions),
                    "objective": variant.objective,
                    "variables": variant.statistics.variables,
                    "rows": variant.statistics.rows,
                    "seconds": round(variant.seconds, 6),
                    "solution": None if solution is None else solution_json(solution),
                    "broken_rules": [str(violation) for violation in broken],
                }
                for variant, solution, broken in rows
            ],
        }

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<comparison of {len(self.solutions)} variants of {self.about.title()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": table_html(self.table())}
