"""The line that shows how far long work is."""

from __future__ import annotations

import io
import logging
from types import SimpleNamespace

import pytest

from ilpuzzles.cli.progress_line import ProgressLine, clear_line, clock_text, note_log
from ilpuzzles.progress import Progress
from support.processes import wait_until
from support.terminal import screen


class Terminal(io.StringIO):
    """What looks like a terminal to those who ask."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def stderr(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error as a terminal of 80 columns."""
    terminal = Terminal()
    # Pytest puts its own standard error back before the test begins.
    monkeypatch.setattr("ilpuzzles.cli.progress_line.sys", SimpleNamespace(stderr=terminal))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return terminal


HALF = Progress(5000, 0, 0, 10.0, 0.5)


def shown(line_shown: ProgressLine, terminal: Terminal, *steps: Progress) -> list[str]:
    """What stands in the terminal after some steps."""
    for step in steps:
        line_shown(step)
    return screen(terminal.getvalue())


def test_a_line_is_written_over_and_taken_away(stderr: Terminal) -> None:
    line_shown = ProgressLine(quiet=False)
    (line,) = shown(
        line_shown, stderr, Progress(0, 0, 0, 1.0, 0.05), Progress(0, 0, 0, 5.5, 0.1), HALF
    )
    assert line.startswith("5,000 found 500/s ━")
    assert line.endswith("━ 50.0% 0:10 0:10 left")
    (line,) = shown(line_shown, stderr, Progress(7000, 0, 0, 11.0, 0.75))
    assert "7,000 found" in line
    line_shown.clear()
    assert screen(stderr.getvalue()) == []
    line_shown.clear()
    stderr.write("a picture\n")
    lines = shown(line_shown, stderr, Progress(7001, 0, 0, 12.0, 0.8))
    assert lines[0] == "a picture"
    assert lines[1].startswith("7,001 found")
    line_shown.clear()
    assert screen(stderr.getvalue()) == ["a picture"]
    written = stderr.getvalue()
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h") == 2


def test_nothing_shows_early_or_unasked(stderr: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    at_first = ProgressLine(quiet=False)
    at_first(Progress(3, 0, 0, 0.9, 0.1))
    at_first.clear()
    ProgressLine(quiet=True)(HALF)
    monkeypatch.setenv("TERM", "dumb")
    ProgressLine(quiet=False)(HALF)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(stderr, "isatty", lambda: False)
    ProgressLine(quiet=False)(HALF)
    assert not stderr.getvalue()


def test_no_colour_where_none_is_wanted(stderr: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    (line,) = shown(ProgressLine(quiet=False), stderr, HALF)
    assert "50.0%" in line
    assert "m" not in {code[-1] for code in stderr.getvalue().split("\x1b[")[1:] if code[:1] != "?"}
    assert "\x1b[1m" not in stderr.getvalue()


@pytest.mark.parametrize("columns", [10, 20, 30, 60, 80])
def test_the_line_fits(stderr: Terminal, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = shown(
        ProgressLine(quiet=False),
        stderr,
        Progress(0, 0, 0, 1.0, 0.0),
        Progress(123_456_789, 0, 0, 5000.0, 0.25),
    )
    (line,) = lines
    assert len(line) <= columns
    assert line.startswith("123,456,789"[:columns])
    assert ("25.0%" in line) == (columns >= 30)
    assert ("━" in line) == (columns >= 80)
    assert ("24,691/s" in line) == (columns >= 60)


def test_without_a_share_there_is_no_bar(stderr: Terminal) -> None:
    line = ProgressLine(quiet=False, what="searches")
    assert shown(line, stderr, Progress(7, 3, 12, 70.0)) == ["7 searches 0.1/s 3 of 12 parts 1:10"]
    assert shown(line, stderr, Progress(0, 0, 0, 70.0)) == ["0 searches 1:10"]


def test_bounds_stand_in_the_line(stderr: Terminal) -> None:
    line = ProgressLine(quiet=False, doing="solving")
    for seconds, best, bound, text in (
        (2.0, None, 1800.5, "solving bound 1,800.5 0:02"),
        (3.0, 1200.0, None, "solving best 1,200 0:03"),
        (4.0, 1200.0, 1800.5, "solving best 1,200, bound 1,800.5, gap 50.04% 0:04"),
        (5.0, 1200.0, 1200.0, "solving best 1,200, bound 1,200, gap 0.00% 0:05"),
        (6.0, 1e-9, 1800.5, "solving best 1e-09, bound 1,800.5, gap large 0:06"),
        (7.0, None, None, "solving 0:07"),
    ):
        step = Progress(0, 0, 0, seconds, best=best, bound=bound)
        assert shown(line, stderr, step) == [text]


def test_the_gap_is_the_last_to_go(stderr: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    step = Progress(0, 0, 0, 4.0, best=1200.0, bound=1800.5)
    assert shown(ProgressLine(quiet=False, doing="solving"), stderr, step) == ["solving gap 50.04%"]
    # A note takes the line away.
    for _ in range(2):
        clear_line()
        assert screen(stderr.getvalue()) == []


def test_silent_work_shows_its_time(stderr: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ilpuzzles.cli.progress_line._PATIENCE", 0.2)
    with ProgressLine(quiet=False, doing="drawing").during():
        assert wait_until(lambda: "drawing" in stderr.getvalue())
    assert screen(stderr.getvalue()) == []


def test_time_left_counts_from_where_the_share_is_known(stderr: Terminal) -> None:
    line = ProgressLine(quiet=False)
    for seconds, share, left in (
        (100.0, None, ""),
        (100.0, 0.001, ""),
        (110.0, 0.101, "1:30 left"),
        (120.0, 0.501, "0:20 left"),
        (140.0, 1.0, "0:00 left"),
        (141.0, None, ""),
        (142.0, 0.5, ""),
        (143.0, 0.75, "0:01 left"),
        (144.0, 0.25, ""),
    ):
        (text,) = shown(line, stderr, Progress(1, 0, 0, seconds, share))
        assert text.endswith(left or clock_text(seconds))


def test_a_hundred_percent_are_all_of_it(stderr: Terminal) -> None:
    # Where a number is asked for, it is the share that is shown.
    for most, share, percent in (
        (None, 0.99999, " 99.9%"),
        (None, 1.0, " 100.0%"),
        (None, 0.0, " 0.0%"),
        (40, 0.001, " 25.0%"),
    ):
        line = ProgressLine(quiet=False, most=most)
        (text,) = shown(line, stderr, Progress(10, 0, 0, 1.0, share))
        assert percent in text
        line.clear()


def test_lengths_of_time() -> None:
    known = [clock_text(seconds) for seconds in (0, 59.9, 3600, 86_399, 86_400, 4e7, 1e9, 1e300)]
    assert known == [
        "0:00", "0:59", "1:00:00", "23:59:59", "1 d 0 h",
        "a year or more", "31 years or more", "100 years or more",
    ]  # fmt: skip


LOG = logging.getLogger("ilpuzzles.something")


def log(*, lasts: bool) -> None:
    LOG.log(logging.INFO if lasts else logging.DEBUG, "compiling ...", extra={"lasts": lasts})


def test_others_wait_for_what_lasts(stderr: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
    around = ProgressLine(quiet=False)
    with note_log(quiet=False):
        assert shown(around, stderr, HALF)[0].startswith("5,000 found")
        for _ in range(2):
            log(lasts=True)
            assert wait_until(lambda: screen(stderr.getvalue()) != [])
            (line,) = shown(around, stderr, HALF)
            assert line.startswith("compiling 0:0")
            log(lasts=False)
            assert screen(stderr.getvalue()) == []
        assert shown(around, stderr, HALF)[0].startswith("5,000 found")
        LOG.info("something else")
        assert screen(stderr.getvalue()) == []
        log(lasts=True)
    # It goes away with the command, even if its end is never said.
    assert screen(stderr.getvalue()) == []
    assert shown(around, stderr, HALF)[0].startswith("5,000 found")
    around.clear()
    assert capsys.readouterr().err == "something else\n"


@pytest.mark.parametrize("where", ["no terminal", "a dumb terminal", "a log of a solver", "quiet"])
def test_what_lasts_is_a_note_where_there_is_no_line(
    stderr: Terminal,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
) -> None:
    if where == "no terminal":
        monkeypatch.setattr(stderr, "isatty", lambda: False)
    if where == "a dumb terminal":
        monkeypatch.setenv("TERM", "dumb")
    with note_log(quiet=where == "quiet", verbose=where == "a log of a solver"):
        log(lasts=True)
        log(lasts=False)
    assert not stderr.getvalue()
    assert capsys.readouterr().err == ("" if where == "quiet" else "compiling ...\n")
