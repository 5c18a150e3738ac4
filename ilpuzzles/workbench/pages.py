"""Answers, starting positions and reasons as pages of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.render import as_plain
from ilpuzzles.render.page import (
    MOST,
    Fact,
    MadePage,
    Page,
    Shown,
    made_page,
    page_html,
    require_plotly,
)
from ilpuzzles.workbench.about import About
from ilpuzzles.workbench.findings import Explained, Relaxed
from ilpuzzles.workbench.loading import Loaded
from ilpuzzles.workbench.own_puzzles import Subject

if TYPE_CHECKING:
    from ilpuzzles.backends import Result
    from ilpuzzles.puzzles.family import Keys
    from ilpuzzles.render.solid import Body
    from ilpuzzles.workbench.answer import Answer


def left_out_of(subject: Subject, *, start: bool = False) -> str:
    """What a page of this puzzle has to do without here, in a line; empty if nothing.

    Where pieces lie in space and plotly is missing, a page has their pictures, which do not turn.

    Args:
        subject: The puzzle.
        start: Whether the starting position is all that the page shows.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> left_out_of(load("lonpos", "empty"))
        ''
    """
    if not isinstance(subject, Loaded) or not subject.family.has_bodies(subject.instance):
        return ""
    if start and not subject.family.bodies(subject.instance):
        return ""
    try:
        require_plotly()
    except ExtraMissingError as error:
        return str(error)
    return ""


def answer_page(answer: Answer, solutions: Sequence[Any] = ()) -> MadePage:
    """The solutions of an answer as a page; without any, the starting position.

    Args:
        answer: The answer.
        solutions: The solutions to show, where the answer itself keeps none.
    """
    subject, shown = answer.subject, answer.shown() or list(solutions)
    facts = _facts(answer.about, answer.result)
    if subject.breaking is not None:
        facts.append(Fact("Symmetry", subject.breaking.text))
    if answer.verified_by():
        facts.append(Fact("Checked", " and ".join(answer.verified_by())))
    page = Page(
        title=_title(subject),
        verdict=_sentence(answer.verdict()),
        remarks="\n".join(answer.broken_rules()),
        facts=tuple(facts),
        solutions=_drawn(subject, shown[:MOST] or [None], answer.differences()),
        number=answer.found() if shown else 1,
    )
    return made_page(page)


def position_page(loaded: Loaded) -> str:
    """A starting position as a page."""
    instance, facts = loaded.instance, _identity(loaded)
    if instance.solutions is not None:
        different = instance.solutions_up_to_symmetry
        orbits = "" if different is None else f", {different:,} up to symmetry"
        facts.append(Fact("Solutions", f"{instance.solutions:,}{orbits}"))
    if instance.source:
        facts.append(Fact("Source", instance.source))
    facts += _missing(left_out_of(loaded, start=True))
    page = Page(
        title=_title(loaded),
        verdict="The starting position.",
        remarks="",
        facts=tuple(facts),
        solutions=_drawn(loaded, [None], ()),
        number=1,
    )
    return page_html(page)


def finding_page(finding: Explained | Relaxed) -> str:
    """A reason why there is no solution, or what to give up for one, as a page."""
    subject = finding.about.subject
    solution = finding.solution if isinstance(finding, Relaxed) else None
    marked = [row.key for row in finding.rows] if isinstance(finding, Explained) else []
    first, *reason = finding.text().splitlines()
    page = Page(
        title=_title(subject),
        verdict=_sentence(first),
        remarks="\n".join(reason),
        facts=tuple(_facts(finding.about, finding.result)),
        solutions=_drawn(subject, [solution], marked),
        number=1,
    )
    return page_html(page)


def _drawn(subject: Subject, solutions: Iterable[Any], marked: Keys) -> Iterator[Shown]:
    """Solutions as they are shown, each drawn when it is asked for."""
    flat = bool(left_out_of(subject))
    for solution in solutions:
        bodies: tuple[Body, ...] = ()
        if isinstance(subject, Loaded) and not flat:
            bodies = subject.family.bodies(subject.instance, solution)
        picture = subject.svg(solution, marked, view="all" if flat else "flat") or ""
        # Letters stand in where somebody's own picture is none.
        text = "" if picture and isinstance(subject, Loaded) else _text(subject, solution)
        caption = "The starting position" if solution is None else ""
        yield Shown(picture, text, caption, bodies)


def _text(subject: Subject, solution: Any) -> str:
    return as_plain(subject.drawing(solution))


def _title(subject: Subject) -> str:
    if not isinstance(subject, Loaded):
        return subject.name
    return ": ".join(filter(None, (subject.puzzle.title, subject.instance.title)))


def _sentence(text: str) -> str:
    """A text that begins and ends as sentences do."""
    end = "" if text.endswith((".", ":", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{end}"


def _identity(subject: Subject) -> list[Fact]:
    values = ", ".join(f"{name} {value}" for name, value in subject.parameters.items())
    found = [("Puzzle", subject.name), ("Preset", subject.preset or ""), ("Parameters", values)]
    return [Fact(name, value) for name, value in found if value]


def _facts(about: About, result: Result) -> list[Fact]:
    """Which model was asked, who answered, and how long that took."""
    seconds = about.seconds
    facts = _identity(about.subject)
    facts.append(Fact("Solver", f"{result.backend} {result.version} ({about.why})"))
    facts.append(Fact("Formulation", about.formulation))
    if about.without:
        facts.append(Fact("Without", ", ".join(about.without)))
    facts.append(Fact("Model", str(about.statistics)))
    facts.append(Fact("Time", f"{seconds.total:.2f} s, of which {seconds.solve:.2f} s to solve"))
    return facts + _missing(left_out_of(about.subject))


def _missing(left_out: str) -> list[Fact]:
    return [Fact("Not here", left_out)] if left_out else []
