"""The line that shows how far long work is."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest

from ilpuzzles.cli.meter import Meter
from ilpuzzles.cli.meter_line import MeterLine, clock_text
from ilpuzzles.queries import Progress
from terminal import screen


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
    monkeypatch.setattr("ilpuzzles.cli.meter.sys", SimpleNamespace(stderr=terminal))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return terminal


HALF = Progress(5000, 0, 0, 10.0, 0.5)


def shown(meter: Meter, terminal: Terminal, *steps: Progress) -> list[str]:
    """What stands in the terminal after some steps."""
    for step in steps:
        meter(step)
    return screen(terminal.getvalue())


def test_a_line_is_written_over_and_taken_away(stderr: Terminal) -> None:
    meter = Meter(quiet=False)
    (line,) = shown(meter, stderr, Progress(0, 0, 0, 0.5, 0.0), HALF)
    assert line.startswith("5,000 found  500/s  ━")
    assert line.endswith("━  50.0%  0:10  0:09 left")
    (line,) = shown(meter, stderr, Progress(7000, 0, 0, 11.0, 0.75))
    assert "7,000 found" in line
    meter.clear()
    assert screen(stderr.getvalue()) == []
    meter.clear()
    stderr.write("a picture\n")
    lines = shown(meter, stderr, Progress(7001, 0, 0, 12.0, 0.8))
    assert lines[0] == "a picture"
    assert lines[1].startswith("7,001 found")
    meter.clear()
    assert screen(stderr.getvalue()) == ["a picture"]
    written = stderr.getvalue()
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h") == 2


def test_nothing_is_shown_at_first(stderr: Terminal) -> None:
    meter = Meter(quiet=False)
    meter(Progress(3, 0, 0, 0.9, 0.1))
    meter.clear()
    assert not stderr.getvalue()


def test_nothing_is_shown_where_nobody_wants_it(
    stderr: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    Meter(quiet=True)(HALF)
    monkeypatch.setenv("TERM", "dumb")
    Meter(quiet=False)(HALF)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(stderr, "isatty", lambda: False)
    Meter(quiet=False)(HALF)
    assert not stderr.getvalue()


def test_no_colour_where_it_is_not_wanted(
    stderr: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    (line,) = shown(Meter(quiet=False), stderr, HALF)
    assert "50.0%" in line
    assert "m" not in {code[-1] for code in stderr.getvalue().split("\x1b[")[1:] if code[:1] != "?"}
    assert "\x1b[1m" not in stderr.getvalue()


@pytest.mark.parametrize("columns", [10, 15, 20, 30, 40, 50, 60, 80, 200])
def test_the_line_fits(stderr: Terminal, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = shown(
        Meter(quiet=False),
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


def test_without_a_share_there_is_no_bar() -> None:
    line = MeterLine("searches")
    words = line.words(Progress(7, 3, 12, 70.0))
    assert words == {
        "found": "7 searches",
        "rate": "0.1/s",
        "parts": "3 of 12 parts",
        "elapsed": "1:10",
    }
    assert "rate" not in line.words(Progress(0, 0, 0, 70.0))
    assert "parts" not in line.words(Progress(0, 0, 0, 70.0))


def test_time_left_counts_from_where_the_share_is_known() -> None:
    line = MeterLine("found")
    for seconds, share, left in (
        (100.0, None, None),
        (100.0, 0.0, None),
        (110.0, 0.1, 90.0),
        (120.0, 0.5, 20.0),
        (140.0, 1.0, 0.0),
        (141.0, None, None),
        (142.0, 0.5, None),
        (143.0, 0.75, 1.0),
    ):
        progress = Progress(1, 0, 0, seconds, share)
        line.notice(progress)
        known = line.seconds_left(progress)
        assert known == (left if left is None else pytest.approx(left))


def test_a_hundred_percent_are_all_of_it() -> None:
    line = MeterLine("found")
    assert line.words(Progress(1, 0, 0, 1.0, 0.99999))["percent"] == "99.9%"
    assert line.words(Progress(1, 0, 0, 1.0, 1.0))["percent"] == "100.0%"
    assert line.words(Progress(1, 0, 0, 1.0, 0.0))["percent"] == "0.0%"


def test_lengths_of_time() -> None:
    known = [clock_text(seconds) for seconds in (0, 59.9, 3600, 86_399, 86_400, 4e7, 1e9, 1e300)]
    assert known == [
        "0:00", "0:59", "1:00:00", "23:59:59", "1 d 0 h",
        "a year or more", "31 years or more", "100 years or more",
    ]  # fmt: skip
