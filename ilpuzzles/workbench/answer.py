"""An answer: what was asked, what came out, how it was checked. It draws itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ilpuzzles.backends import Limit, Result, Status
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import Statistics
from ilpuzzles.render import Drawing, PictureView, as_plain, sheet_text
from ilpuzzles.render.svg import MOST, sheet_svg
from ilpuzzles.rules import RuleViolation
from ilpuzzles.workbench.about import About
from ilpuzzles.workbench.frame import Frame
from ilpuzzles.workbench.html_pictures import pictures_html
from ilpuzzles.workbench.own_puzzles import Subject, solution_json
from ilpuzzles.workbench.verdict import Question, verdict_of

_SHOWN = 3
_PICTURES = 12


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The answer to a question about an instance.

    Attributes:
        about: What was asked about, in which form, and how long it took.
        question: What was asked.
        result: What the backend answered, checked row by row.
        solutions: The solutions; for a count none are kept.
        broken: The rules that they break; none unless groups were switched off.
        count: How many solutions were found, if that was asked for.
        count_up_to_symmetry: How many of them there are of which no two are equivalent, likewise.
        unique: Whether there is exactly one, if that was asked for and is known.
        forced: What is the same in all solutions, as a part of one, if that was asked for.
        facts: How many facts are the same in all solutions, and how many there are.
        looked_at: Whether every solution that is counted was looked at.
    """

    about: About
    question: Question
    result: Result
    solutions: tuple[Any, ...] = ()
    broken: tuple[RuleViolation, ...] = ()
    count: int | None = None
    count_up_to_symmetry: int | None = None
    unique: bool | None = None
    forced: Any | None = None
    facts: tuple[int, int] = (0, 0)
    looked_at: bool = True

    @property
    def subject(self) -> Subject:
        """What was asked about."""
        return self.about.subject

    @property
    def statistics(self) -> Statistics:
        """How large the model is."""
        return self.about.statistics

    @property
    def status(self) -> Status:
        """What is known; see `Status`."""
        return self.result.status

    @property
    def limit(self) -> Limit:
        """The limit that was hit, if any."""
        return self.result.limit

    @property
    def complete(self) -> bool:
        """Whether the question is settled."""
        return self.result.complete

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return bool(self.solutions or self.count or self.forced is not None)

    def shown(self) -> list[Any]:
        """What is worth a picture: the solutions, or what is forced."""
        return list(self.solutions) if self.forced is None else [self.forced]

    def found(self) -> int:
        """How many there are of what is worth a picture, of which perhaps none are kept.

        Example:
            >>> from ilpuzzles.workbench import experiment
            >>> listed = experiment("tetrahexes").solutions(each=lambda solution: None)
            >>> len(listed.shown()), listed.found()
            (0, 18)
        """
        number = self.count if self.count_up_to_symmetry is None else self.count_up_to_symmetry
        return max(len(self.shown()), number or 0)

    def drawing(self, solution: Any | None = None) -> Drawing:
        """A solution (by default the first one, or the starting position) in lines of segments."""
        first = next(iter(self.shown()), None)
        return self.subject.drawing(first if solution is None else solution)

    def drawings(self, width: int | None = None) -> list[Drawing]:
        """All that is worth a picture; of two solutions that differ, it is marked where.

        Args:
            width: How many characters a line may have, or None for any number.
        """
        marks = self.differences()
        return [self.subject.drawing(solution, marks, width=width) for solution in self.shown()]

    def sheet_drawing(self, width: int = 80) -> Drawing:
        """Many solutions: small pictures side by side, with numbers, in lines of segments.

        Args:
            width: How many characters a line may have.
        """
        return sheet_text((self.subject.small(solution) for solution in self.shown()), width)

    def differences(self) -> list[Any]:
        """Where the two solutions differ that show that there is not exactly one."""
        if self.unique is not False or len(self.solutions) != 2:
            return []
        first, second = self.solutions
        return list(first.differences(second)) if hasattr(first, "differences") else []

    def text(self) -> str:
        """All that there is to show, in letters and lines, and the verdict where that says more."""
        pictures = [as_plain(drawing) for drawing in self.drawings()]
        # A solution alone speaks for itself.
        sentence = [] if self.question is Question.SOLVE and self.solutions else [self.verdict()]
        return "\n".join([*pictures, *self.broken_rules(), *sentence])

    def broken_rules(self) -> list[str]:
        """The rules that are broken: the first three cases of each, and how many more."""
        cases: dict[str, list[str]] = {}
        for violation in self.broken:
            cases.setdefault(violation.rule, []).append(violation.what)
        lines = []
        for rule, found in cases.items():
            rest = len(found) - _SHOWN
            more = f"; and {rest} more" if rest > 0 else ""
            lines.append(f"broken rule '{rule}': {'; '.join(found[:_SHOWN])}{more}")
        return lines

    def svg(self, *, view: PictureView = "all", animated: bool = False) -> str:
        """The first solution, what is forced, or else the starting position, as an SVG document.

        Empty where a puzzle of one's own has no picture.

        Args:
            view: What to draw of a board that is not plane; see `PictureView`.
            animated: Whether the pieces appear one after the other.
        """
        first = next(iter(self.shown()), None)
        return self.subject.svg(first, view=view, animated=animated) or ""

    def html(self) -> str:
        """The solutions, or else the starting position, as a page that needs no network.

        Example:
            >>> from ilpuzzles.workbench import solve
            >>> page = solve("lonpos", "8pieces").html()
            >>> page.startswith("<!doctype html>"), len(page) < 100_000
            (True, True)
        """
        from ilpuzzles.workbench.pages import answer_page  # noqa: PLC0415 - which needs this file

        return answer_page(self).html

    def page(self, *, height: int = 900) -> Frame:
        """The same, to be shown inside a notebook.

        Args:
            height: How high it is, in pixels.
        """
        return Frame(self.html(), height)

    def sheet(
        self, *, columns: int | None = None, most: int = MOST, view: PictureView = "flat"
    ) -> str:
        """All that is worth a picture on one sheet, numbered, as an SVG document.

        Empty where a puzzle of one's own has no picture.

        Args:
            columns: How many stand in a row; by default as many as make a page.
            most: How many there are at most. The sheet says so if there are more solutions.
            view: What to draw of a board that is not plane; see `PictureView`.

        Raises:
            InputError: If an argument makes no sense.

        Example:
            >>> from ilpuzzles.workbench import experiment
            >>> two = experiment("lonpos", "3pieces").solutions(limit=2)
            >>> two.sheet().count("<svg")
            3
        """
        for name, number in (("columns", columns), ("most", most)):
            if number is not None and (type(number) is not int or number < 1):
                raise InputError(Problem(f"{name} {number!r}", "give a whole number from 1"))
        marks, shown = self.differences(), self.shown()
        pictures = [self.subject.picture(one, marks, view=view) for one in shown[:most]]
        drawn = [picture for picture in pictures if picture is not None]
        if not drawn:
            return ""
        number = self.found()
        note = f"The first {len(drawn):,} of {number:,}." if number > len(drawn) else ""
        return sheet_svg(self.about.title(), drawn, columns=columns, note=note)

    def verdict(self) -> str:
        """The outcome in a sentence."""
        return verdict_of(self)

    def verified_by(self) -> list[str]:
        """Which checks the solutions have passed."""
        # Whoever counts many at once, looks at none.
        if not self or (self.question is Question.COUNT and not self.looked_at):
            return []
        judged = self.subject.judges and self.question not in {Question.COUNT, Question.FORCED}
        return ["rows", "rules"] if judged and not self.broken else ["rows"]

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data; keys that were not asked for are None."""
        result = self.result
        forced = None
        if self.question is Question.FORCED and self.forced is not None:
            known, total = self.facts
            forced = {
                "known": known if self.complete else None,
                "facts": total,
                "solution": solution_json(self.forced),
            }
        return {
            **self.about.outcome(result),
            "symmetry_breaking": self.subject.breaking and self.subject.breaking.to_json(),
            "count": self.count,
            "count_up_to_symmetry": self.count_up_to_symmetry,
            "unique": self.unique,
            "forced": forced,
            "objective": result.objective,
            "solutions": [solution_json(solution) for solution in self.solutions],
            "broken_rules": [str(violation) for violation in self.broken],
            **self.about.figures(),
            "checked": bool(self.verified_by()),
            "verified_by": self.verified_by(),
            "engine": dict(result.details) or None,
        }

    def __str__(self) -> str:
        return self.verdict()

    def __repr__(self) -> str:
        return f"<answer to {self.about.title()}: {self.verdict()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        marks, shown = self.differences(), self.shown()
        first = shown[:_PICTURES] or [None]
        pictures = [self.subject.svg(solution, marks) or "" for solution in first]
        rest = f" (the first {len(first)} are shown)" if len(shown) > len(first) else ""
        said = [*self.broken_rules(), f"{self.verdict()}{rest}"]
        letters = [as_plain(self.subject.drawing(solution, marks)) for solution in first]
        bundle = {"text/plain": "\n".join([*letters, *said])}
        if all(pictures):
            bundle["text/html"] = pictures_html(pictures, said)
        if len(first) == 1 and pictures[0]:
            bundle["image/svg+xml"] = pictures[0]
        return bundle
