"""Answers to questions about solutions: one class for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import InputError, counted
from ilpuzzles.experiments.answer import PROVED, Answer, Frame, picture_html
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.numbers import Number, data_of
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.puzzles.own_puzzle import solution_json
from ilpuzzles.queries.query_results import ending, score_text
from ilpuzzles.render.page.html_page import MOST as MOST_ON_PAGE, Fact, MadePage
from ilpuzzles.render.svg import MOST, PictureView, sheet_svg
from ilpuzzles.render.text import Drawing, as_plain, sheet_text
from ilpuzzles.rules.faults import Fault

if TYPE_CHECKING:
    from ilpuzzles.render.pdf_book import MadeBook

_Thing = TypeVar("_Thing")

_SHOWN = 3
_PICTURES = 12


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SolutionAnswer(Answer):
    """The answer to a question about the solutions of an instance.

    Attributes:
        about: What was asked about, in which form, and how long it took.
        result: What the backend answered, checked row by row.
        solutions: The solutions; for a count none are kept.
        broken: The rules that they break; none unless groups were switched off, or the formulation
            is not sound.
    """

    done: ClassVar[str] = "found"
    """What the backend has done, as a participle."""

    solutions: tuple[Any, ...] = ()
    broken: tuple[Fault, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return bool(self.solutions)

    def shown(self) -> list[Any]:
        """What there is to draw: the solutions, or what is forced."""
        return list(self.solutions)

    def found(self) -> int:
        """How many there are of what is worth a picture, of which perhaps none are kept.

        Example:
            >>> from ilpuzzles import experiment
            >>> listed = experiment("tetrahexes").solutions(each=lambda solution: None)
            >>> len(listed.shown()), listed.found()
            (0, 18)
        """
        return len(self.shown())

    def differences(self) -> list[Any]:
        """Where the two solutions differ that show that there is not exactly one."""
        return []

    def marks_on(self, solution: Any | None) -> list[Any]:
        """Where two solutions differ; or where one breaks rules, as it may without some rows."""
        if not self.broken or solution is None:
            return self.differences()
        return list(self.subject.marks_of(self.subject.violations(solution)))

    def captions(self) -> list[str]:
        """What to say above each solution."""
        return []

    def is_settled(self) -> bool:
        """Whether the question is fully answered."""
        return self.complete or self.limit is Limit.SOLUTIONS

    def is_proof(self) -> bool:
        """Whether the answer is a proof about all solutions."""
        return self.status in PROVED

    def is_judged(self) -> bool:
        """Whether the rules have looked at the solutions."""
        return self.subject.judges and not self.broken

    def text(self) -> str:
        """The drawings as text, with the verdict where it adds something."""
        pictures = [as_plain(drawing) for drawing in self.drawings()]
        captions = self.captions()
        if captions:
            pictures = [f"{a}\n{b}" for a, b in zip(captions, pictures, strict=True)]
        return "\n".join([*pictures, *self.broken_rules(), *self._sentences()])

    def _sentences(self) -> list[str]:
        """What a text says below the drawings."""
        return [self.verdict()]

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
        checks = ["rows", *(["rules"] if self.is_judged() else [])] if self else []
        return [*checks, *self.confirmed_by()]

    def describe_search(self) -> str:
        """What the backend did, as a participle: solved, counted, ..."""
        if self.is_proof():
            return "proved"
        return self.done if self and not self.broken else "found"

    def describe_checks(self) -> str:
        """A word or two to say that the answer was checked, or nothing."""
        words = Answer.describe_checks(self)
        # Of a count, nothing is kept that the rules of the puzzle could look at.
        are_rules_asked = self.is_judged() or not self.subject.judges
        is_checked = words.startswith("checked")
        return f"rows {words}" if is_checked and not are_rules_asked else words

    def details(self) -> list[Fact]:
        """How the answer was found; with the engine, and which equivalent solutions are left."""
        breaking, engine = self.subject.breaking, self.result.details
        facts = Answer.details(self)
        facts += [Fact("Search", _engine(engine))] if engine else []
        facts += [Fact("Symmetry", str(engine["symmetry"]))] if "symmetry" in engine else []
        return facts if breaking is None else [*facts, Fact("Symmetry", breaking.text)]

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data; keys that were not asked for are None."""
        result = self.result
        return {
            **self.about.identity(),
            **self.outcome(),
            "symmetry_breaking": self.subject.breaking and self.subject.breaking.to_json(),
            "count": None,
            "count_up_to_symmetry": None,
            "stated": None,
            "unique": None,
            "forced": None,
            "objective": None if result.objective is None else data_of(result.objective),
            "objectives": self._objectives(),
            "solutions": [solution_json(solution) for solution in self.solutions],
            "broken_rules": [str(violation) for violation in self.broken],
            **self.about.figures(),
            "checked": bool(self.verified_by()),
            "verified_by": self.verified_by(),
            "engine": dict(result.details) or None,
            **self.own_json(),
        }

    def own_json(self) -> dict[str, Any]:
        """What only this question is about, as plain data."""
        return {}

    def _objectives(self) -> list[Any] | None:
        """The objectives of a solution where these are several."""
        if self.result.objective is None or not self.result.further:
            return None
        return [[data_of(number) for number in (self.result.objective, *self.result.further)]]

    def drawing(self, solution: Any | None = None) -> Drawing:
        """A solution (by default the first one, or the starting position) in lines of segments."""
        first = next(iter(self.shown()), None)
        return self.subject.drawing(first if solution is None else solution)

    def drawings(self, width: int | None = None) -> list[Drawing]:
        """All that is worth a picture, with marks; see `marks_on`."""
        return [
            self.subject.drawing(solution, self.marks_on(solution), width=width)
            for solution in self.shown()
        ]

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
        marks = self.marks_on(first) if self.broken else ()
        return self.subject.svg(first, marks, view=view, animated=animated)

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
                raise InputError(f"{name} must be a whole number from 1, got {number!r}")
        shown = self.shown()
        pictures = [
            self.subject.picture(solution, self.marks_on(solution), view=view)
            for solution in shown[:most]
        ]
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
            ExtraMissingError: If a slim installation has left out `pydyf`.

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
        shown = self.shown() or list(solutions)
        pictures = []
        for number, solution in enumerate(shown or [None], start=1):
            picture = self.subject.picture(solution, self.marks_on(solution), view=view)
            if picture is not None:
                pictures.append((str(number) if len(shown) > 1 else "", picture))
        if not pictures:
            return None
        make: Callable[..., MadeBook] = named("ilpuzzles.render.pdf_book:book_of_pictures")
        return make(self.subject.title, pictures, [self._sentence()], foot=foot)

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
        marks = self.marks_on(shown[0]) if len(shown) == 1 else self.differences()
        return self._page(
            self.verdict(),
            "\n".join(self.broken_rules()),
            _with_progress(shown[:MOST_ON_PAGE] or [None], watch),
            marks,
            number=self.found() if shown else 1,
        )

    def __str__(self) -> str:
        return self.verdict()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        shown = self.shown()
        first = shown[:_PICTURES] or [None]
        pictures = [self.subject.svg(solution, self.marks_on(solution)) for solution in first]
        rest = f" (the first {len(first)} are shown)" if len(shown) > len(first) else ""
        lines = [*self.broken_rules(), f"{self.verdict()}{rest}"]
        letters = [
            as_plain(self.subject.drawing(solution, self.marks_on(solution))) for solution in first
        ]
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


class SolveAnswer(SolutionAnswer):
    """A solution, the best one if there is an objective."""

    __slots__ = ()

    asks = "a solution"
    done = "solved"

    def is_settled(self) -> bool:
        """Whether there is a solution: of a best one any will do, as far as the exit code goes."""
        return SolutionAnswer.is_settled(self) or bool(self.solutions)

    def describe_answer(self) -> str:
        """What was found, in words; empty for nothing."""
        if not self.solutions:
            return ""
        return "solved, but against the rules" if self.broken else "solved"

    def _sentences(self) -> list[str]:
        # A solution alone speaks for itself.
        return [] if self.solutions else [self.verdict()]


class SampleAnswer(SolutionAnswer):
    """Solutions drawn at random; the same one may be among them several times."""

    __slots__ = ()

    asks = "solutions drawn at random"
    done = "drawn"

    def describe_answer(self) -> str:
        """How many were drawn, in words; empty for none."""
        return f"{len(self.solutions):,} drawn at random" if self.solutions else ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CountAnswer(SolutionAnswer):
    """How many solutions there are.

    Attributes:
        count: How many were found.
        count_up_to_symmetry: How many classes of equivalent ones, if that was asked for.
        looked_at: Whether every solution that was counted was also checked.
        stated: How many solutions the file of the instance says that there are; None if it says
            nothing, or if the question was about others than those of the instance as it is.
    """

    asks = "the number of solutions"
    done = "counted"

    count: int = field(default=0)
    count_up_to_symmetry: int | None = None
    looked_at: bool = True
    stated: int | None = None

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return bool(self.count)

    def found(self) -> int:
        """How many there are of what is worth a picture, of which perhaps none are kept."""
        number = self.count if self.count_up_to_symmetry is None else self.count_up_to_symmetry
        return max(len(self.shown()), number)

    def is_judged(self) -> bool:
        """Whether the rules have looked at them: a count keeps none."""
        return False

    def describe_answer(self) -> str:
        """The number, in words; empty where it is proved that there is none."""
        if self.status is Status.INFEASIBLE:
            return ""
        so_far = "" if self.complete else f" so far, incomplete: {ending(self.limit)}"
        if self.limit is Limit.SOLUTIONS:
            so_far = f", {ending(self.limit)}"
        different = self.count_up_to_symmetry
        orbits = "" if different is None else f", {different:,} up to symmetry"
        return f"{counted(self.count, 'solution')}{orbits}{so_far}"

    def verified_by(self) -> list[str]:
        """Which checks the solutions have passed; a count of many at once looks at none."""
        return SolutionAnswer.verified_by(self) if self.looked_at else self.confirmed_by()

    def own_json(self) -> dict[str, Any]:
        """The numbers, as plain data."""
        return {
            "count": self.count,
            "count_up_to_symmetry": self.count_up_to_symmetry,
            "stated": self.stated,
        }

    def contradiction(self) -> str:
        """A sentence if the file states another number than was counted; empty if it does not.

        A search that was cut short may have found more already than the file states.
        """
        if self.stated is None:
            return ""
        has_too_many = self.count > self.stated
        has_too_few = self.complete and self.count < self.stated
        if has_too_many or has_too_few:
            return f"the file states {counted(self.stated, 'solution')}"
        return ""


class ListAnswer(CountAnswer):
    """Solutions: all of them, or as many as were asked for."""

    __slots__ = ()

    asks = "solutions"
    done = "found"

    def is_judged(self) -> bool:
        """Whether the rules have looked at them."""
        return SolutionAnswer.is_judged(self)

    def describe_question(self) -> str:
        """The question in words."""
        return self.asks if self.limit is Limit.SOLUTIONS else f"all {self.asks}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BestAnswer(SolutionAnswer):
    """The best solutions, best first.

    Attributes:
        objectives: The objective of each; of several objectives, all values.
        ranking: How many of the best solutions these are, in words.
    """

    asks = "the best solutions"

    objectives: tuple[Number | tuple[Number, ...], ...] = ()
    ranking: str = ""

    def describe_answer(self) -> str:
        """How many there are, in words; empty for none."""
        return self.ranking if self.objectives and self.status is not Status.INFEASIBLE else ""

    def captions(self) -> list[str]:
        """The objective of each solution."""
        return [f"objective: {score_text(score)}" for score in self.objectives]

    def _objectives(self) -> list[Any]:
        scores = self.objectives
        return [list(map(data_of, s)) if isinstance(s, tuple) else data_of(s) for s in scores]


class OptimalAnswer(BestAnswer):
    """All solutions that are as good as the best one."""

    __slots__ = ()

    asks = "all optimal solutions"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class UniqueAnswer(SolutionAnswer):
    """Whether there is exactly one solution; if there are more, two of them.

    Attributes:
        unique: Whether there is exactly one, or None if that is not known.
    """

    asks = "whether there is exactly one solution"

    unique: bool | None = None

    def differences(self) -> list[Any]:
        """Where the two solutions differ that show that there is not exactly one."""
        if self.unique is not False or len(self.solutions) != 2:
            return []
        first, second = self.solutions
        return list(first.differences(second)) if hasattr(first, "differences") else []

    def describe_answer(self) -> str:
        """What was found, in words; empty for nothing."""
        if self.unique is None or self.status is Status.INFEASIBLE:
            return ""
        number = len(self.differences())
        places = f"; these two differ in {counted(number, 'place')}" if number else ""
        return "unique" if self.unique else f"not unique: there are several solutions{places}"

    def is_proof(self) -> bool:
        """Whether it is proved that there is exactly one."""
        return bool(self.unique) or SolutionAnswer.is_proof(self)

    def own_json(self) -> dict[str, Any]:
        """Whether there is exactly one, as plain data."""
        return {"unique": self.unique}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ForcedAnswer(SolutionAnswer):
    """What all solutions share.

    Attributes:
        forced: What is the same in all, as a part of a solution; None where there is none.
        facts: How many facts are the same in all solutions, and how many there are.
    """

    asks = "what all solutions share"

    forced: Any | None = None
    facts: tuple[int, int] = (0, 0)

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return self.forced is not None

    def shown(self) -> list[Any]:
        """What is forced."""
        return [] if self.forced is None else [self.forced]

    def is_judged(self) -> bool:
        """Whether the rules have looked at it: a part of a solution breaks them."""
        return False

    def is_proof(self) -> bool:
        """Whether it is proved that these facts are in all solutions."""
        return (self.forced is not None and self.complete) or SolutionAnswer.is_proof(self)

    def describe_answer(self) -> str:
        """What was found, in words; empty for nothing."""
        if self.forced is None or self.status is Status.INFEASIBLE:
            return ""
        known, total = self.facts
        if self.complete:
            return f"{known:,} of {total:,} are the same in every solution"
        return f"nothing is proved yet of {total:,} facts: {ending(self.limit)}"

    def own_json(self) -> dict[str, Any]:
        """What is forced, as plain data."""
        if self.forced is None:
            return {}
        known, total = self.facts
        found = {"known": known if self.complete else None, "facts": total}
        return {"forced": {**found, "solution": solution_json(self.forced)}}


def _engine(details: Mapping[str, str | int]) -> str:
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
