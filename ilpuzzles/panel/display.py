"""What a panel says, in plain text and as a picture; made anew after every step."""

from __future__ import annotations

from dataclasses import dataclass

from ilpuzzles.backends import Limit, Status
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.panel.session import Session
from ilpuzzles.progress import Progress
from ilpuzzles.queries import ending
from ilpuzzles.render import as_plain
from ilpuzzles.workbench.answer import Question

_LONGEST = 300
_NOTHING_ASKED = "nothing asked yet: press Solve"
_STALE = "this was asked before the choices changed: press Solve to ask anew"
_HOW_TO_STOP = "interrupt the kernel (the square button) to stop and keep what was found"


@dataclass(frozen=True, slots=True)
class Display:
    """Everything that is shown below the choices; texts are empty where there is nothing to say.

    Attributes:
        verdict: The outcome in a sentence.
        notes: Who answered, how large the model is, how long it took.
        page: Which of the known solutions is shown.
        count: How many solutions there are, as far as was asked.
        stale: That the choices have changed since.
        broken: The rules that the solution breaks, a line for each, with its first cases.
        reason: Why there is no solution.
        title: What the picture shows.
        svg: The picture.
        letters: The picture as text.
    """

    verdict: str
    notes: str
    page: str
    count: str
    stale: str
    broken: tuple[str, ...]
    reason: str
    title: str
    svg: str
    letters: str

    @classmethod
    def of(cls, session: Session) -> Display:
        """What there is to show of a session."""
        title, svg, letters = _picture(session)
        shown, reason = session.shown, session.explained
        return cls(
            verdict=_verdict(session),
            notes=_notes(session),
            page=_page(session),
            count=_count(session),
            stale=_STALE if session.stale else "",
            broken=tuple(shown.broken_rules()) if shown is not None and reason is None else (),
            reason="" if reason is None else reason.text(),
            title=title,
            svg=svg,
            letters=letters,
        )

    def text(self) -> str:
        """All of it in letters and lines."""
        told = (self.verdict, self.stale, self.page, self.count, self.notes)
        lines = [self.letters, *self.broken, self.reason, *told]
        return "\n".join(line for line in lines if line)


def progress_text(doing: str, progress: Progress | None = None, what: str = "solution") -> str:
    """What is being done, how far it is, and how to stop it.

    Args:
        doing: What is being done.
        progress: How far it is, if that is known.
        what: What is counted.

    Example:
        >>> progress_text("counting", Progress(found=1200, done=2, parts=8, seconds=3.4))
        'counting: 1,200 solutions so far, 2 of 8 parts, 3 s; interrupt the kernel (the square \
button) to stop and keep what was found'
    """
    if progress is None:
        return f"{doing}; {_HOW_TO_STOP}"
    parts = f", {progress.done:,} of {progress.parts:,} parts" if progress.parts else ""
    many = {"search": "searches"}.get(what, f"{what}s")
    found = f"{progress.found:,} {what if progress.found == 1 else many} so far"
    return f"{doing}: {found}{parts}, {progress.seconds:.0f} s; {_HOW_TO_STOP}"


def in_a_line(error: Exception) -> str:
    """What went wrong, without a traceback and not longer than needed.

    Example:
        >>> in_a_line(ZeroDivisionError("division by zero"))
        'ZeroDivisionError: division by zero'
    """
    kind = "" if isinstance(error, IlpuzzlesError) else f"{type(error).__name__}: "
    line = " ".join(f"{kind}{error}".split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."


def _verdict(session: Session) -> str:
    answer, shown = session.answer, session.shown
    if session.explained is not None:
        return session.explained.explanation.verdict()
    if answer is None:
        return _NOTHING_ASKED
    if shown is None or answer.question is Question.COUNT:
        return answer.verdict()
    return shown.verdict()


def _count(session: Session) -> str:
    counted = session.counted
    if counted is None:
        return ""
    none = counted.status is Status.INFEASIBLE
    return f"count: {'0 solutions' if none else counted.verdict()}"


def _page(session: Session) -> str:
    """Which solution is shown, and whether there are others."""
    answer, number = session.answer, len(session.known)
    if answer is None or not number or session.explained is not None:
        return ""
    here = f"solution {session.page + 1:,} of {number:,} found"
    if session.all_known:
        return f"{here}, there are no others"
    if answer.question is Question.SOLUTIONS and answer.limit is not Limit.SOLUTIONS:
        return f"{here}; no further one yet: {ending(answer.limit)}"
    return here


def _notes(session: Session) -> str:
    """Who answered about which model, and how long that took; before that, which model it is."""
    last = session.explained or session.answer
    if last is None:
        return f"formulation {session.formulation}: {session.size}"
    about, result = last.about, last.result
    without = f" without {', '.join(about.without)}" if about.without else ""
    checks = "" if session.shown is None else session.shown.verified_by()
    checked = f"; checked: {' and '.join(checks)}" if checks else ""
    return (
        f"{result.backend} ({about.why}); formulation {about.formulation}{without}: "
        f"{about.statistics}; {about.seconds.total:.2f} s{checked}"
    )


def _picture(session: Session) -> tuple[str, str, str]:
    """What is drawn: a title, an SVG document, and the same in letters."""
    subject, reason, shown = session.subject, session.explained, session.shown
    name = " ".join(filter(None, (subject.name, subject.preset)))
    if reason is not None:
        return f"{name}: what clashes", reason.svg(), as_plain(reason.drawing())
    if shown is not None:
        title = f"{name}: solution {session.page + 1}"
        return title, shown.svg(), as_plain(shown.drawing())
    return f"{name}: the start", subject.svg() or "", as_plain(subject.drawing())
