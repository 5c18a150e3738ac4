"""What the tests take: by folder at the end of a run, and the list of those too dear to ask often.

`--durations N` shows the folders. `--sort-rings` runs what the quick ring would have if no test
were dear, and writes `tests/exhaustive.txt` from the processor time of each, in all its cases.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Mapping

import pytest

from support.places import TESTS
from support.rings import dear_tests

_LIMIT = 0.5  # seconds
# What is named stays so until it is clearly cheaper: no two runs take the same.
_STAYS = 0.35
_SPENT = "processor time"
_HEAD = """\
# What the quick ring leaves to the exhaustive one: tests that take half a second of processor time
# or more, in all cases that the quick ring would have. 'python -m pytest --sort-rings' writes this.
"""
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
    """Says what each folder took, and writes the list if that was asked for."""
    option = terminalreporter.config.getoption
    reports = [
        report
        for found in terminalreporter.stats.values()
        for report in found
        if isinstance(report, pytest.TestReport)
    ]
    if option("durations"):
        _show_folders(terminalreporter, reports)
    if option("--sort-rings"):
        taken: defaultdict[str, float] = defaultdict(float)
        for report in reports:
            for name, value in report.user_properties:
                if name == _SPENT and isinstance(value, float):
                    taken[report.nodeid.partition("[")[0]] += value
        (TESTS / "exhaustive.txt").write_text(_HEAD + "".join(f"{name}\n" for name in _dear(taken)))


def _dear(taken: Mapping[str, float]) -> list[str]:
    """The tests that are too dear for the quick ring; those that did not run stay what they are."""
    known = dear_tests()
    least = {name: _STAYS if name in known else _LIMIT for name in taken}
    dear = {name for name, spent in taken.items() if spent >= least[name]}
    return sorted(dear | known - taken.keys())


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
    for folder, taken in sorted(seconds.items(), key=lambda one: -one[1]):
        terminalreporter.write_line(f"{taken:7.1f} s {tests[folder]:5} tests  {folder}")
