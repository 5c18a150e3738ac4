"""What the tests take, at the end of a run with `--durations N`: by folder, and the expensive ones.

A test is expensive if all its cases in the quick ring take half a second of processor time or more.
That does not depend on what else a computer does. Such a test gets the mark `exhaustive`.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable

import pytest

from support.rings import QUICK_RING

LIMIT = 0.5  # seconds
_SPENT = "processor time"
_start = pytest.StashKey[float]()


def _now() -> float:
    """The processor time of this process and of the children that have ended, in seconds."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Notes when a test began."""
    item.stash[_start] = _now()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes in the last report of a test what it took."""
    report = yield
    if call.when == "teardown":
        report.user_properties.append((_SPENT, _now() - item.stash[_start]))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Shows what each folder took, and which tests of the quick ring are expensive."""
    config = terminalreporter.config
    if not config.getoption("durations"):
        return
    reports = [
        report
        for group in terminalreporter.stats.values()
        for report in group
        if isinstance(report, pytest.TestReport)
    ]
    _show_folders(terminalreporter, reports)
    if config.getoption("markexpr") == QUICK_RING:
        _show_expensive_tests(terminalreporter, reports)


def _show_folders(
    terminalreporter: pytest.TerminalReporter, reports: Iterable[pytest.TestReport]
) -> None:
    seconds: defaultdict[str, float] = defaultdict(float)
    tests: Counter[str] = Counter()
    for report in reports:
        folder = "/".join(report.nodeid.partition("::")[0].split("/")[:2])
        seconds[folder] += report.duration
        tests[folder] += report.when == "call"
    terminalreporter.section("seconds by folder, of all processes")
    for folder, taken in sorted(seconds.items(), key=lambda entry: -entry[1]):
        terminalreporter.write_line(f"{taken:7.1f} s {tests[folder]:5} tests  {folder}")


def _show_expensive_tests(
    terminalreporter: pytest.TerminalReporter, reports: Iterable[pytest.TestReport]
) -> None:
    spent: defaultdict[str, float] = defaultdict(float)
    for report in reports:
        name = report.nodeid.partition("[")[0]
        spent[name] += sum(
            value
            for key, value in report.user_properties
            if key == _SPENT and isinstance(value, float)
        )
    expensive = [name for name in spent if spent[name] >= LIMIT]
    terminalreporter.section(f"tests that take {LIMIT} s of processor time or more, in all cases")
    for name in sorted(expensive, key=lambda name: -spent[name]):
        terminalreporter.write_line(f"{spent[name]:7.1f} s  {name}")
