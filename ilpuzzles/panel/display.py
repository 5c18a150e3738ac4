"""What a panel says, in plain text and as a picture; made anew after every step."""

from __future__ import annotations

from base64 import b64encode
from html import escape

from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.experiments.solution_answers import ListAnswer, SolveAnswer
from ilpuzzles.panel.session import Session
from ilpuzzles.progress import Progress
from ilpuzzles.queries.query_results import ending
from ilpuzzles.render.text import as_plain

_LONGEST = 300
_NOTHING_ASKED = "nothing asked yet: press Solve"
_STALE = "this was asked before the choices changed: press Solve to ask anew"
_HOW_TO_STOP = "interrupt the kernel (the square button) to stop and keep what was found"


class Display:
    """Everything that is shown below the choices; texts are empty where there is nothing to say.

    `verdict` is the outcome, `notes` how it was found, `page` which known solution is shown,
    `count` how many there are as far as was asked, `stale` that the choices have changed since,
    `broken` a line for each rule that the solution breaks. `letters` are the picture as text, and
    `played` says that a board to play on shows the same.
    """

    def __init__(self, session: Session, *, board: bool = False) -> None:
        shown, reason = session.shown, session.explained
        self.played = board and reason is None
        self.title, self.svg, self.letters = _picture(session)
        self.verdict = _verdict(session)
        self.notes = _notes(session)
        self.page = _page(session)
        self.count = _count(session)
        self.stale = _STALE if session.stale else ""
        self.broken = shown.broken_rules() if shown is not None and reason is None else []
        self.reason = "" if reason is None else reason.text()

    def text(self) -> str:
        """All of it in letters and lines."""
        below = (self.verdict, self.stale, self.page, self.count, self.notes)
        lines = [self.letters, *self.broken, self.reason, *below]
        return "\n".join(line for line in lines if line)


def progress_text(doing: str, progress: Progress | None = None, what: str = "solution") -> str:
    """What is being done, how far it is, counted in `what`, and how to stop it.

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
    if shown is None or not isinstance(answer, SolveAnswer | ListAnswer):
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
    answer, number = session.answer, len(session.solutions)
    if answer is None or not number or session.explained is not None:
        return ""
    here = f"solution {session.page + 1:,} of {number:,} found"
    if session.has_all_solutions:
        return f"{here}, there are no others"
    if isinstance(answer, ListAnswer) and answer.limit is not Limit.SOLUTIONS:
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
        return f"{name}: solution {session.page + 1}", shown.svg(), as_plain(shown.drawing())
    return f"{name}: the start", subject.svg(), as_plain(subject.drawing())


STYLE = """<style>
.ilpuzzles-panel { max-width: 100%; gap: 6px; padding: 4px; overflow: hidden; }
.ilpuzzles-panel .widget-html, .ilpuzzles-panel .widget-html-content {
  height: auto; min-height: 0; line-height: 1.4; overflow-wrap: anywhere; }
.ilpuzzles-panel .widget-html-content:empty { display: none; }
.ilpuzzles-panel .widget-html { margin: 0 2px; max-width: 100%; }
.ilpuzzles-panel .ilpuzzles-row { gap: 2px 12px; flex-flow: row wrap; align-items: center; }
.ilpuzzles-panel .ilpuzzles-group { gap: 0 10px; flex-flow: row wrap; align-items: center; }
.ilpuzzles-panel .ilpuzzles-group .widget-checkbox { height: auto; margin: 2px 0; }
.ilpuzzles-panel .ilpuzzles-group .widget-label-basic input { margin: 0 8px 0 2px; }
.ilpuzzles-panel .ilpuzzles-group .widget-label-basic,
.ilpuzzles-panel .ilpuzzles-group .widget-label-basic span {
  height: auto; white-space: normal; line-height: 1.4; align-items: center; font-weight: 600; }
.ilpuzzles-panel .ilpuzzles-beside { gap: 8px 24px; align-items: flex-start; }
.ilpuzzles-panel .ilpuzzles-model { flex: 1 1 300px; min-width: 0; }
.ilpuzzles-panel .ilpuzzles-play { flex: 2 1 440px; min-width: 0; }
.ilpuzzles-head { font-weight: 600; margin-top: 4px; }
.ilpuzzles-off, .ilpuzzles-bad, .ilpuzzles-told {
  display: inline-block; border-radius: 4px; padding: 1px 8px; margin: 1px 0; }
.ilpuzzles-off { background: #fff3cd; color: #5c4400; }
.ilpuzzles-bad { background: #fde8e8; color: #8f1218; }
.ilpuzzles-told { background: #e7f1fb; color: #123f6d; }
.ilpuzzles-outcome { font-size: 1.15em; font-weight: 600; }
.ilpuzzles-picture img { max-width: 100%; height: auto; display: block; background: #fff;
  border-radius: 10px; }
.ilpuzzles-picture pre, .ilpuzzles-reason pre { margin: 0; white-space: pre-wrap;
  overflow-wrap: anywhere; color: inherit; background: transparent; }
.ilpuzzles-picture pre { white-space: pre; overflow-x: auto; }
</style>"""

_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def head(text: str) -> str:
    """A heading."""
    return f"<div class='ilpuzzles-head'>{escape(text)}</div>"


def why(text: str, *, on: bool) -> str:
    """What a group says, and whether it is off."""
    off = "" if on else "<span class='ilpuzzles-off'>off</span> "
    return f"{off}{escape(text)}"


def outcome(text: str) -> str:
    """The verdict; it is read out when it changes."""
    return f"<div role='status' class='ilpuzzles-outcome'>{escape(text)}</div>"


def remark(text: str) -> str:
    """A remark that stands out."""
    return f"<span class='ilpuzzles-told'>{escape(text)}</span>" if text else ""


def bad(*texts: str) -> str:
    """What is wrong, a box for each."""
    return "".join(
        f"<div><span class='ilpuzzles-bad'>{escape(text)}</span></div>" for text in texts
    )


def lines(text: str) -> str:
    """Several lines as they are."""
    return f"<pre>{escape(text)}</pre>" if text else ""


def picture(title: str, svg: str, letters: str) -> str:
    """A picture, or where there is none, its letters.

    An image of its own: the style sheets of several documents in one page would mix.
    """
    if not svg:
        return lines(letters)
    start = svg.find("<svg")
    if start >= 0 and _NAMESPACE[:6] not in svg[start : svg.find(">", start)]:
        svg = svg.replace("<svg", f"<svg {_NAMESPACE}", 1)
    data = b64encode(svg.encode()).decode()
    return f"<img alt='{escape(title)}' src='data:image/svg+xml;base64,{data}'>"
