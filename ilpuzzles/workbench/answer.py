"""Answers: the outcome, how it was checked, how a command ends. They draw themselves."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from typing import Any, TypeVar

from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import Exit, InputError, Problem, counted
from ilpuzzles.modelling.numbers import Number, data_of
from ilpuzzles.modelling.program import Statistics
from ilpuzzles.modelling.rows import Group
from ilpuzzles.modelling.text_tables import table_html, table_text
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.puzzles.position import Position
from ilpuzzles.queries.causes import Cause
from ilpuzzles.queries.query_results import (
    Correction,
    Explanation,
    VariantTable,
    ending,
    score_text,
)
from ilpuzzles.render.page.html_page import MOST as MOST_ON_PAGE, Fact, MadePage
from ilpuzzles.render.pdf_book import BookPicture, Chapter, MadeBook, pdf_book
from ilpuzzles.render.svg import MOST, PictureView, sheet_svg
from ilpuzzles.render.text import Drawing, as_plain, sheet_text
from ilpuzzles.rules.plain_tiling import RuleViolation
from ilpuzzles.workbench.own_puzzles import solution_json

_Thing = TypeVar("_Thing")

_SHOWN = 3
_PICTURES = 12
_SHORT, _LONG = 10, 600  # seconds that are said with tenths, and in minutes
_OURS = 'class="ilpuzzles'

_PROVED = {
    Status.INFEASIBLE: "proved: there is no solution",
    Status.UNBOUNDED: "proved: there is no best solution, they get better without end",
}


class Question(StrEnum):
    """What was asked."""

    SOLVE = "solve"
    SOLUTIONS = "solutions"
    BEST = "best"
    OPTIMAL = "optimal"
    COUNT = "count"
    UNIQUE = "unique"
    FORCED = "forced"
    RANDOM = "random"


_ASKED = {
    Question.SOLVE: "a solution",
    Question.SOLUTIONS: "solutions",
    Question.BEST: "the best solutions",
    Question.OPTIMAL: "all optimal solutions",
    Question.COUNT: "the number of solutions",
    Question.UNIQUE: "whether there is exactly one solution",
    Question.FORCED: "what all solutions share",
    Question.RANDOM: "solutions drawn at random",
}


def conclusion(result: Result, found: str = "", *, settled: bool) -> tuple[str, Exit]:
    """How a question ended: a sentence, and the exit code of a command that asked it.

    `found` is what was found, in words; it is `settled` if that is all that was asked for.
    """
    if result.status is Status.ERROR:
        return f"{result.backend} failed: {result.message}", Exit.BACKEND
    if not found and result.status in _PROVED:
        opinion, proved = result.opinion, _PROVED[result.status]
        if opinion is not None and not opinion.agrees:
            wait = " (--verify waits)" if opinion.backend else ""
            claim = proved.removeprefix("proved: ")
            proved = f"{result.backend} says that {claim}; {opinion}{wait}"
        return proved, Exit.NO_SOLUTION
    code = Exit.ANSWERED if settled else Exit.LIMIT
    if not found and result.limit is Limit.INTERRUPTED:
        return "unknown: interrupted", code
    return found or f"unknown: {ending(result.limit)}; allow more, or try another backend", code


@dataclass(frozen=True, slots=True)
class Times:
    """Where the time went, in seconds on the wall clock.

    `load` is for reading and checking the files, `build` for stating the model and handing it over,
    `solve` for waiting for the solver, `total` for all of it, with decoding and checking.
    """

    load: float
    build: float
    solve: float
    total: float


@dataclass(frozen=True, slots=True, eq=False)
class About:
    """What an answer is about: a puzzle, how it is stated, and `why` by this backend."""

    subject: Position
    formulation: str
    without: tuple[str, ...]
    why: str
    statistics: Statistics
    seconds: Times

    def title(self) -> str:
        """The puzzle and the preset."""
        return " ".join(filter(None, (self.subject.name, self.subject.preset)))

    def identity(self) -> dict[str, Any]:
        """Which model it is, as plain data."""
        return {
            "puzzle": self.subject.name,
            "preset": self.subject.preset,
            "parameters": dict(self.subject.parameters),
            "formulation": self.formulation,
            "without": list(self.without),
        }

    def figures(self) -> dict[str, Any]:
        """Sizes and times, as plain data."""
        names = ("variables", "rows", "nonzeros")
        times = ("load", "build", "solve", "total")
        return {
            "model": {name: getattr(self.statistics, name) for name in names},
            "seconds": {name: round(getattr(self.seconds, name), 6) for name in times},
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnyAnswer:
    """What all answers have in common: what they are about, and the result, checked by rows."""

    about: About
    result: Result

    @property
    def subject(self) -> Position:
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

    def describe_answer(self) -> str:
        """What was found, in words; empty for nothing."""
        raise NotImplementedError

    def is_settled(self) -> bool:
        """Whether the question is fully answered."""
        return self.complete

    def verdict(self) -> str:
        """The outcome in a sentence."""
        return conclusion(self.result, self.describe_answer(), settled=self.is_settled())[0]

    def exit_code(self) -> Exit:
        """The exit code of a command that asked this."""
        return conclusion(self.result, self.describe_answer(), settled=self.is_settled())[1]

    def text(self) -> str:
        """All of the answer in letters and lines."""
        return self.verdict()

    def verified_by(self) -> list[str]:
        """Which checks the answer has passed, and the backends that have confirmed it."""
        return self.confirmed_by()

    def confirmed_by(self) -> list[str]:
        """The backend that has confirmed what cannot be checked, if that was necessary."""
        opinion = self.result.opinion
        return [opinion.backend] if opinion is not None and opinion.agrees else []

    def summary(self) -> str:
        """The outcome and its origin, in a line."""
        verdict, origin = self.verdict(), self.origin()
        if self.status in {Status.ERROR, Status.UNKNOWN, *_PROVED}:
            agrees = ", confirmed by " if self.confirmed_by() else ""
            who = f"{self.result.backend}{agrees}{' and '.join(self.confirmed_by())}"
            return f"{verdict} ({who}, {_lasting(self.about.seconds.total)})"
        # Once is enough: not "solved, solved by".
        return origin if origin.startswith(f"{verdict} by ") else f"{verdict}, {origin}"

    def origin(self) -> str:
        """Which backend found this, how long that took, and whether it was checked, in words.

        Example:
            >>> from ilpuzzles import solve
            >>> origin = solve("lonpos", "8pieces").origin()
            >>> origin.startswith("solved by cpsat in "), origin.endswith(" s; checked")
            (True, True)
        """
        checks = self.describe_checks()
        how = self.describe_search()
        work = f"{how} by {self.result.backend} {'for' if how == 'searched' else 'in'} "
        return f"{work}{_lasting(self.about.seconds.total)}{f'; {checks}' if checks else ''}"

    def describe_search(self) -> str:
        """What the backend did, as a participle: found, proved, ..."""
        if self.status in _PROVED:
            return "proved"
        return (
            "found" if self.describe_answer() and self.status is not Status.UNKNOWN else "searched"
        )

    def describe_question(self) -> str:
        """What was asked, in words."""
        raise NotImplementedError

    def describe_checks(self) -> str:
        """A word or two to say that the answer was checked, or nothing."""
        opinion = self.result.opinion
        words = ["checked"] if set(self.verified_by()) - set(self.confirmed_by()) else []
        # Of values that satisfy every row, it goes without saying that nobody could be asked.
        words += [str(opinion)] if opinion is not None and opinion.backend else []
        return ", ".join(words)

    def details(self) -> list[Fact]:
        """How the answer was found, for those who want to know: solver, model, times, checks."""
        about, seconds = self.about, self.about.seconds
        times = (("read", seconds.load), ("build", seconds.build), ("solve", seconds.solve))
        parts = ", ".join(f"{time:.2f} s to {what}" for what, time in times)
        facts = {
            "Solver": f"{self.result.backend} {self.result.version} ({about.why})",
            "Formulation": about.formulation,
            "Without": ", ".join(about.without),
            "Model": str(about.statistics),
            "Time": f"{seconds.total:.2f} s: {parts}",
            "Checked": " and ".join(self.verified_by()),
        }
        return [Fact(name, value) for name, value in facts.items() if value]

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        raise NotImplementedError

    def outcome(self) -> dict[str, Any]:
        """Who answered, and how that ended, as plain data."""
        result = self.result
        return {
            "backend": result.backend,
            "backend_version": result.version,
            "status": result.status.value,
            "limit": result.limit.value,
            "complete": result.complete,
        }

    def svg(self, *, view: PictureView = "all") -> str:  # noqa: ARG002 - those with a picture use it
        """The picture as an SVG document; empty where there is none."""
        return ""

    def html(self) -> str:
        """The answer, with solutions or else the starting position, as a page without network.

        Example:
            >>> from ilpuzzles import solve
            >>> page = solve("lonpos", "8pieces").html()
            >>> page.startswith("<!doctype html>"), len(page) < 100_000
            (True, True)
        """
        return self.make_page().html

    def make_page(self) -> MadePage:
        """The same, with how many solutions are on it."""
        first, *rest = self.text().splitlines()
        return self._page(first, "\n".join(rest), *self._pictures_to_show())

    def _pictures_to_show(self) -> tuple[list[Any], list[Any]]:
        """The solutions that a page shows, None for the start, and the keys that it marks."""
        return [None], []

    def _page(
        self,
        verdict: str,
        remarks: str,
        solutions: Iterable[Any | None],
        marked: Sequence[Any] = (),
        *,
        number: int = 1,
    ) -> MadePage:
        return self.drawn().page(
            verdict,
            remarks,
            solutions,
            marked,
            asked=self.describe_question(),
            facts=self.details(),
            number=number,
        )

    def drawn(self) -> Position:
        """What pictures and pages show: what was asked about, or what it has become."""
        return self.subject

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<answer to {self.about.title()}: {self.verdict()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        text, picture = self.text(), self.svg()
        bundle = {"text/plain": text}
        if picture:
            bundle["text/html"] = f"{picture_html(picture)}<pre>{escape(text)}</pre>"
        return bundle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Answer(AnyAnswer):
    """The answer to a question about the solutions of an instance.

    Attributes:
        about: What was asked about, in which form, and how long it took.
        result: What the backend answered, checked row by row.
        question: What was asked.
        solutions: The solutions; for a count none are kept.
        broken: The rules that they break; none unless groups were switched off, or the formulation
            is not sound.
        count: How many solutions were found, if that was asked for.
        count_up_to_symmetry: How many classes of equivalent solutions, if that was asked for.
        unique: Whether there is exactly one, if that was asked for and is known.
        forced: What is the same in all solutions, as a part of one, if that was asked for.
        facts: How many facts are the same in all solutions, and how many there are.
        looked_at: Whether every solution that was counted was also checked.
        objectives: The objective of each solution, if the best ones were asked for; of several
            objectives, all values.
        ranking: How many of the best solutions there are, in words, if these were asked for.
    """

    question: Question
    solutions: tuple[Any, ...] = ()
    broken: tuple[RuleViolation, ...] = ()
    count: int | None = None
    count_up_to_symmetry: int | None = None
    unique: bool | None = None
    forced: Any | None = None
    facts: tuple[int, int] = (0, 0)
    looked_at: bool = True
    objectives: tuple[Number | tuple[Number, ...], ...] | None = None
    ranking: str = ""

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return bool(self.solutions or self.count or self.forced is not None)

    def shown(self) -> list[Any]:
        """What there is to draw: the solutions, or what is forced."""
        return list(self.solutions) if self.forced is None else [self.forced]

    def found(self) -> int:
        """How many there are of what is worth a picture, of which perhaps none are kept.

        Example:
            >>> from ilpuzzles import experiment
            >>> listed = experiment("tetrahexes").solutions(each=lambda solution: None)
            >>> len(listed.shown()), listed.found()
            (0, 18)
        """
        number = self.count if self.count_up_to_symmetry is None else self.count_up_to_symmetry
        return max(len(self.shown()), number or 0)

    def differences(self) -> list[Any]:
        """Where the two solutions differ that show that there is not exactly one."""
        if self.unique is not False or len(self.solutions) != 2:
            return []
        first, second = self.solutions
        return list(first.differences(second)) if hasattr(first, "differences") else []

    def is_settled(self) -> bool:
        """Whether the question is fully answered."""
        # Of a best solution any will do, as far as the exit code goes.
        solved = self.question is Question.SOLVE and bool(self.solutions)
        return self.complete or solved or self.limit is Limit.SOLUTIONS

    def describe_answer(self) -> str:
        """What was found, in words; empty for nothing."""
        if self.status is Status.INFEASIBLE:
            return ""
        if self.objectives is not None:
            return self.ranking if self.objectives else ""
        if self.count is not None:
            so_far = "" if self.complete else f" so far, incomplete: {ending(self.limit)}"
            if self.limit is Limit.SOLUTIONS:
                so_far = f", {ending(self.limit)}"
            different = self.count_up_to_symmetry
            orbits = "" if different is None else f", {different:,} up to symmetry"
            return f"{counted(self.count, 'solution')}{orbits}{so_far}"
        if self.unique is not None:
            number = len(self.differences())
            places = f"; these two differ in {counted(number, 'place')}" if number else ""
            return "unique" if self.unique else f"not unique: there are several solutions{places}"
        if self.forced is not None:
            known, total = self.facts
            undecided = f"nothing is proved yet of {total:,} facts: {ending(self.limit)}"
            proved = f"{known:,} of {total:,} are the same in every solution"
            return proved if self.complete else undecided
        solved = "solved, but against the rules" if self.broken else "solved"
        drawn_ones = f"{len(self.solutions):,} drawn at random"
        words = {Question.SOLVE: solved, Question.RANDOM: drawn_ones}
        return words.get(self.question, "") if self.solutions else ""

    def text(self) -> str:
        """The drawings as text, with the verdict where it adds something."""
        pictures = [as_plain(drawing) for drawing in self.drawings()]
        if self.objectives is not None:
            pictures = [f"{a}\n{b}" for a, b in zip(self.captions(), pictures, strict=True)]
        # A solution alone speaks for itself.
        sentence = [] if self.question is Question.SOLVE and self.solutions else [self.verdict()]
        return "\n".join([*pictures, *self.broken_rules(), *sentence])

    def _objectives(self) -> list[Any] | None:
        """The objectives of all solutions where these say more than the objective of one."""
        if self.objectives is None and self.result.objective is not None and self.result.further:
            return [[data_of(n) for n in (self.result.objective, *self.result.further)]]
        if self.objectives is None:
            return None
        scores = self.objectives
        return [list(map(data_of, s)) if isinstance(s, tuple) else data_of(s) for s in scores]

    def captions(self) -> list[str]:
        """What to say above each solution: its objective, if the best ones were asked for."""
        return [f"objective: {score_text(score)}" for score in self.objectives or ()]

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

    def verified_by(self) -> list[str]:
        """Which checks the solutions have passed."""
        # A count of many at once looks at none.
        if not self or (self.question is Question.COUNT and not self.looked_at):
            return self.confirmed_by()
        judged = self.subject.judges and self.question not in {Question.COUNT, Question.FORCED}
        rules = ["rules"] if judged and not self.broken else []
        return ["rows", *rules, *self.confirmed_by()]

    def describe_search(self) -> str:
        """What the backend did, as a participle: solved, counted, ..."""
        proof = self.unique or (self.forced is not None and self.complete)
        if self.status in _PROVED or proof:
            return "proved"
        known = {Question.SOLVE: "solved", Question.COUNT: "counted", Question.RANDOM: "drawn"}
        return known.get(self.question, "found") if self and not self.broken else "found"

    def describe_question(self) -> str:
        """What was asked, in words."""
        every = self.question is Question.SOLUTIONS and self.limit is not Limit.SOLUTIONS
        return f"{'all ' if every else ''}{_ASKED[self.question]}"

    def describe_checks(self) -> str:
        """A word or two to say that the answer was checked, or nothing."""
        return f"{'rows ' if self.broken else ''}{AnyAnswer.describe_checks(self)}"

    def details(self) -> list[Fact]:
        """How the answer was found; with the engine, and which equivalent solutions are left."""
        breaking, engine = self.subject.breaking, self.result.details
        facts = AnyAnswer.details(self)
        facts += [Fact("Search", _engine(engine))] if engine else []
        facts += [Fact("Symmetry", str(engine["symmetry"]))] if "symmetry" in engine else []
        return facts if breaking is None else [*facts, Fact("Symmetry", breaking.text)]

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
            **self.about.identity(),
            **self.outcome(),
            "symmetry_breaking": self.subject.breaking and self.subject.breaking.to_json(),
            "count": self.count,
            "count_up_to_symmetry": self.count_up_to_symmetry,
            "unique": self.unique,
            "forced": forced,
            "objective": None if result.objective is None else data_of(result.objective),
            "objectives": self._objectives(),
            "solutions": [solution_json(solution) for solution in self.solutions],
            "broken_rules": [str(violation) for violation in self.broken],
            **self.about.figures(),
            "checked": bool(self.verified_by()),
            "verified_by": self.verified_by(),
            "engine": dict(result.details) or None,
        }

    def drawing(self, solution: Any | None = None) -> Drawing:
        """A solution (by default the first one, or the starting position) in lines of segments."""
        first = next(iter(self.shown()), None)
        return self.subject.drawing(first if solution is None else solution)

    def drawings(self, width: int | None = None) -> list[Drawing]:
        """All that is worth a picture; of two solutions that differ, it is marked where."""
        marks = self.differences()
        return [self.subject.drawing(solution, marks, width=width) for solution in self.shown()]

    def sheet_drawing(self, width: int = 80) -> Drawing:
        """Many solutions: small pictures side by side, with numbers, in lines of segments."""
        return sheet_text((self.subject.small(solution) for solution in self.shown()), width)

    def svg(self, *, view: PictureView = "all", animated: bool = False) -> str:
        """The first solution, what is forced, or else the starting position, as an SVG document.

        Empty if the puzzle has no picture.

        Args:
            view: What to draw of a board that is not plane; see `PictureView`.
            animated: Whether the pieces appear one after the other.
        """
        first = next(iter(self.shown()), None)
        return self.subject.svg(first, view=view, animated=animated)

    def sheet(
        self, *, columns: int | None = None, most: int = MOST, view: PictureView = "flat"
    ) -> str:
        """All that is worth a picture on one sheet, numbered, as an SVG document.

        Empty if the puzzle has no picture.

        Args:
            columns: How many in a row; by default as many as suit a page.
            most: How many at most. The sheet says so if there are more solutions.
            view: What to draw of a board that is not plane; see `PictureView`.

        Raises:
            InputError: If an argument makes no sense.

        Example:
            >>> from ilpuzzles import experiment
            >>> two = experiment("lonpos", "3pieces").solutions(limit=2)
            >>> two.sheet().count("<svg")
            3
        """
        for name, number in (("columns", columns), ("most", most)):
            if number is not None and (type(number) is not int or number < 1):
                raise InputError(Problem(f"{name} {number!r}", "give a whole number from 1"))
        marks, shown = self.differences(), self.shown()
        pictures = [self.subject.picture(one, marks, view=view) for one in shown[:most]]
        drawn_ones = [picture for picture in pictures if picture is not None]
        if not drawn_ones:
            return ""
        found = self.found()
        note = f"The first {len(drawn_ones):,} of {found:,}." if found > len(drawn_ones) else ""
        return sheet_svg(self.about.title(), drawn_ones, columns=columns, note=note)

    def pdf(self, *, view: PictureView = "flat", foot: str = "") -> bytes:
        """All that is worth a picture as A4 pages of a PDF file; empty where there is no picture.

        Args:
            view: What to draw of a board that is not plane; see `PictureView`.
            foot: The text at the bottom of every page, beside its number.

        Raises:
            ExtraMissingError: If the extra `viz` is not installed.

        Example:
            >>> from ilpuzzles import experiment
            >>> experiment("lonpos", "3pieces").solutions().pdf()[:5]
            b'%PDF-'
        """
        book = self.make_pdf(view=view, foot=foot)
        return b"" if book is None else book.data

    def make_pdf(
        self, solutions: Sequence[Any] = (), *, view: PictureView = "flat", foot: str = ""
    ) -> MadeBook | None:
        """The same, with the number of pages; `solutions` where the answer keeps none."""
        marks, shown = self.differences(), self.shown() or list(solutions)
        pictures = []
        for number, solution in enumerate(shown or [None], start=1):
            picture = self.subject.picture(solution, marks, view=view)
            if picture is not None:
                caption = str(number) if len(shown) > 1 else ""
                pictures.append(BookPicture(caption, picture))
        if not pictures:
            return None
        return pdf_book(self.subject.title, [Chapter("", pictures)], [self._sentence()], foot=foot)

    def _sentence(self) -> str:
        verdict = self.verdict()
        return f"{verdict[:1].upper()}{verdict[1:]}."

    def page(self, *, height: int = 900) -> Frame:
        """The same, to be shown inside a notebook, so many pixels high."""
        return Frame(self.html(), height)

    def make_page(self, solutions: Sequence[Any] = (), *, watch: Watch | None = None) -> MadePage:
        """The same, with how many solutions are on it; `solutions` where the answer keeps none.

        `watch` is called with the progress now and then.
        """
        shown = self.shown() or list(solutions)
        return self._page(
            self.verdict(),
            "\n".join(self.broken_rules()),
            _with_progress(shown[:MOST_ON_PAGE] or [None], watch),
            self.differences(),
            number=self.found() if shown else 1,
        )

    def __str__(self) -> str:
        return self.verdict()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        marks, shown = self.differences(), self.shown()
        first = shown[:_PICTURES] or [None]
        pictures = [self.subject.svg(solution, marks) for solution in first]
        rest = f" (the first {len(first)} are shown)" if len(shown) > len(first) else ""
        lines = [*self.broken_rules(), f"{self.verdict()}{rest}"]
        letters = [as_plain(self.subject.drawing(solution, marks)) for solution in first]
        bundle = {"text/plain": "\n".join([*letters, *lines])}
        if all(pictures):
            boxes = "".join(
                f"<div style='margin:4px'>{picture_html(one)}</div>" for one in pictures
            )
            below = "<br/>".join(escape(line) for line in lines)
            html = f"<div style='display:flex;flex-wrap:wrap'>{boxes}</div><p>{below}</p>"
            bundle["text/html"] = html
        if len(first) == 1 and pictures[0]:
            bundle["image/svg+xml"] = pictures[0]
        return bundle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Explained(AnyAnswer):
    """Why an instance has no solution, or that it has one."""

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

    def describe_question(self) -> str:
        """What was asked, in words."""
        return "why there is no solution"

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
                {"row": row.name, "group": row.group.name, "says": row.text}
                for row in explanation.rows
            ],
            "given": None if self.given is None else list(self.given),
            "take_back": None if self.taken_back is None else list(self.taken_back),
            "take_back_at_least": None if taken is None else taken.least,
            "minimal": explanation.minimal,
            "bounds_refused_by": list(explanation.bounds_refused),
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

    def _marks(self) -> list[Any]:
        return [row.key for row in self.rows]

    def drawing(self, width: int | None = None) -> Drawing:
        """The starting position, with marks on the cells and tiles that clash."""
        return self.subject.drawing(None, self._marks(), width=width)

    def svg(self, *, view: PictureView = "flat") -> str:
        """The same as an SVG document, or empty; only flat drawings have marks."""
        return self.subject.svg(None, self._marks(), view=view)

    def _pictures_to_show(self) -> tuple[list[Any], list[Any]]:
        return [None], self._marks()

    def __repr__(self) -> str:
        return f"<explanation of {self.about.title()}: {self.verdict()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = AnyAnswer._repr_mimebundle_(self)
        return bundle | {"text/plain": f"{as_plain(self.drawing())}\n{self.text()}"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Relaxed(AnyAnswer):
    """The least to give up so that there is a solution, that solution, and the rules it breaks."""

    relaxation: Correction
    solution: Any | None = None
    broken: tuple[RuleViolation, ...] = ()

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

    def describe_question(self) -> str:
        """What was asked, in words."""
        return "what to give up for a solution"

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
        return AnyAnswer._repr_mimebundle_(self)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compared(AnyAnswer):
    """Variants of an instance; each has its first solution, or None, and the rules it breaks."""

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

    def describe_question(self) -> str:
        """What was asked, in words."""
        return "what becomes of it without some of its rules"

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


@dataclass(frozen=True, slots=True)
class Frame:
    """A page that shows itself in Jupyter, isolated from everything around it."""

    html: str
    height: int = 900

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<page of {len(self.html.encode()):,} bytes>"


def picture_html(svg: str) -> str:
    """A picture as an element; one that is not ours stands apart, so that nothing in it can run.

    Example:
        >>> picture_html("<svg/>")
        '<img alt="" src="data:image/svg+xml;base64,PHN2Zy8+"/>'
    """
    if _OURS in svg.partition(">")[0]:
        return svg
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="" src="data:image/svg+xml;base64,{data}"/>'


def _lasting(seconds: float) -> str:
    """A length of time for those who waited.

    Example:
        >>> _lasting(0.01), _lasting(2.345), _lasting(75.4), _lasting(3675)
        ('0.1 s', '2.3 s', '75 s', '61 min')
    """
    if seconds < _SHORT:
        return f"{max(seconds, 0.1):.1f} s"
    return f"{seconds:.0f} s" if seconds < _LONG else f"{seconds / 60:.0f} min"


def _engine(details: Mapping[str, str | int]) -> str:
    """What the engine did, in words."""
    figures = [
        f"{number:,} {name.replace('_', ' ')}"
        for name, number in details.items()
        if isinstance(number, int) and name != "options"
    ]
    why = f": {details['why']}" if details.get("why") else ""
    return f"by {details['engine']}{why}; {', '.join(figures)}"


def _with_progress(things: Sequence[_Thing], watch: Watch | None) -> Iterator[_Thing]:
    """Each of some things, with the progress before each."""
    report = Reporter(watch)
    for number, thing in enumerate(things):
        report(Progress(number, share=number / len(things)))
        yield thing
