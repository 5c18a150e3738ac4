"""Puzzles as pages of HTML: starting positions, and what pages of answers have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.render.page.document import Fact, Page, Shown, page_html, require_plotly
from ilpuzzles.render.text import as_plain
from ilpuzzles.workbench.loading import Loaded
from ilpuzzles.workbench.own_puzzles import Subject

if TYPE_CHECKING:
    from ilpuzzles.puzzles.family import Keys
    from ilpuzzles.render.solid import Body


def left_out_of(subject: Subject, *, start: bool = False) -> str:
    """What a page of this puzzle has to do without here, in a line; empty if nothing.

    Where pieces lie in space and plotly is missing, a page has their pictures, which do not turn.

    Args:
        subject: The puzzle.
        start: Whether the starting position is all that the page shows.

    Example:
        >>> from ilpuzzles import load
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


def position_page(loaded: Loaded) -> str:
    """A starting position as a page."""
    instance, facts = loaded.instance, identity_facts(loaded)
    if instance.solutions is not None:
        different = instance.solutions_up_to_symmetry
        orbits = "" if different is None else f", {different:,} up to symmetry"
        facts.append(Fact("Solutions", f"{instance.solutions:,}{orbits}"))
    if instance.source:
        facts.append(Fact("Source", instance.source))
    facts += left_out_facts(loaded, start=True)
    page = Page(
        title=page_title(loaded),
        verdict="The starting position.",
        remarks="",
        facts=tuple(facts),
        solutions=drawn(loaded, [None], ()),
        number=1,
    )
    return page_html(page)


def drawn(subject: Subject, solutions: Iterable[Any], marked: Keys) -> Iterator[Shown]:
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


def page_title(subject: Subject) -> str:
    """The puzzle and the instance, as the title of a page."""
    if not isinstance(subject, Loaded):
        return subject.name
    return ": ".join(filter(None, (subject.puzzle.title, subject.instance.title)))


def page_sentence(text: str) -> str:
    """A text that begins and ends as sentences do."""
    end = "" if text.endswith((".", ":", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{end}"


def identity_facts(subject: Subject) -> list[Fact]:
    """Which puzzle, preset and parameters a page is about."""
    values = ", ".join(f"{name} {value}" for name, value in subject.parameters.items())
    found = [("Puzzle", subject.name), ("Preset", subject.preset or ""), ("Parameters", values)]
    return [Fact(name, value) for name, value in found if value]


def left_out_facts(subject: Subject, *, start: bool = False) -> list[Fact]:
    """What a page of this puzzle has to do without here, if anything; see `left_out_of`."""
    left_out = left_out_of(subject, start=start)
    return [Fact("Not here", left_out)] if left_out else []
