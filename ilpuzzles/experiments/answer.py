"""Answers: the outcome, how it was checked, how a command ends. They draw themselves."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, ClassVar

from ilpuzzles.backends.option_values import Parameter
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import Exit
from ilpuzzles.modelling.statistics import Statistics
from ilpuzzles.puzzles.position import Keys, Position
from ilpuzzles.queries.query_results import ending
from ilpuzzles.render.page.html_page import Fact, MadePage
from ilpuzzles.render.svg import PictureView
from ilpuzzles.render.text import Drawing, as_plain

_SHORT, _LONG = 10, 600  # seconds that are said with tenths, and in minutes
_OURS = 'class="ilpuzzles'

CLAIMS = {
    Status.INFEASIBLE: "there is no solution",
    Status.UNBOUNDED: "there is no best solution, they get better without end",
}
PROVED = {status: f"proved: {claim}" for status, claim in CLAIMS.items()}


def conclusion(result: Result, found: str = "", *, settled: bool) -> tuple[str, Exit]:
    """How a question ended: a sentence, and the exit code of a command that asked it.

    `found` is what was found, in words; it is `settled` if that is all that was asked for.
    """
    if result.status is Status.ERROR:
        return f"{result.backend} failed: {result.message}", Exit.BACKEND
    if not found and result.status in PROVED:
        opinion, proved = result.opinion, PROVED[result.status]
        if opinion is not None and not opinion.confirms:
            wait = " (--verify waits)" if opinion.backend and not opinion.agrees else ""
            claim = CLAIMS[result.status]
            proved = f"{result.backend} says that {claim}; {opinion}{wait}"
        return proved, Exit.NO_SOLUTION
    code = Exit.ANSWERED if settled else Exit.LIMIT
    if not found and result.limit is Limit.INTERRUPTED:
        return "unknown: interrupted", code
    if not found and result.border is not None:
        return f"unknown: it depends on the last digits: {result.border}", code
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
    params: Mapping[str, Mapping[str, Parameter]] = field(default_factory=dict)
    """Parameters of solvers that were given."""

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
            **({"params": self.params} if self.params else {}),
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Answer:
    """What all answers have in common: what they are about, and the result, checked by rows."""

    asks: ClassVar[str] = ""
    """The question in words."""
    noun: ClassVar[str] = "answer to"
    """What this is, before what it is about."""

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
        return [opinion.backend] if opinion is not None and opinion.confirms else []

    def summary(self) -> str:
        """The outcome and its origin, in a line."""
        verdict, origin = self.verdict(), self.origin()
        if self.status in {Status.ERROR, Status.UNKNOWN, *PROVED}:
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
        if self.status in PROVED:
            return "proved"
        return (
            "found" if self.describe_answer() and self.status is not Status.UNKNOWN else "searched"
        )

    def describe_question(self) -> str:
        """The question in words."""
        return self.asks

    def describe_checks(self) -> str:
        """A word or two to say that the answer was checked, or nothing."""
        opinion = self.result.opinion
        words = ["checked"] if set(self.verified_by()) - set(self.confirmed_by()) else []
        # Of values that satisfy every row, it goes without saying that nobody could be asked.
        words += [str(opinion)] if opinion is not None and opinion.backend else []
        words += [str(self.result.border)] if self.result.border is not None else []
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
            "measured": self.statistics.measured,
            "gap": float(result.gap),
            "relative_gap": result.relative_gap,
            "border": None if result.border is None else result.border.to_json(),
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
        return f"<{self.noun} {self.about.title()}: {self.verdict()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        text, picture = self.text(), self.svg()
        bundle = {"text/plain": text}
        if picture:
            bundle["text/html"] = f"{picture_html(picture)}<pre>{escape(text)}</pre>"
        return bundle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BoardAnswer(Answer):
    """An answer that one board shows, with marks."""

    def board(self) -> tuple[Any | None, Keys]:
        """The solution, or a part of one, that is shown, None for the start; and what is marked."""
        raise NotImplementedError

    def drawing(self, width: int | None = None) -> Drawing:
        """The board in lines of segments."""
        return self.drawn().drawing(*self.board(), width=width)

    def svg(self, *, view: PictureView = "flat") -> str:
        """The board as an SVG document, or empty; only flat drawings have marks."""
        return self.drawn().svg(*self.board(), view=view)

    def _pictures_to_show(self) -> tuple[list[Any], list[Any]]:
        shown, marked = self.board()
        return [shown], list(marked)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = Answer._repr_mimebundle_(self)
        return bundle | {"text/plain": f"{as_plain(self.drawing())}\n{self.text()}"}


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
