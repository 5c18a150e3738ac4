"""What several test modules share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path

import pytest

from ilpuzzles.backends.interface import Backend
from ilpuzzles.cli.main import main
from ilpuzzles.solvers.registry import general_backends, get_backend, is_installed
from support import durations
from support.commands import OURS, Run, caught, run_python, without_notice
from support.doubles.sums import lines_of_reports
from support.fuzz.questions import CHILDREN, IN_PROCESS
from support.rings import (
    FIRST,
    SEEDS,
    chunks,
    is_asked_for,
    load_profile,
    mark_rings,
    not_drawn,
    widen,
    width,
)

pytest_runtest_setup = durations.pytest_runtest_setup
pytest_runtest_makereport = durations.pytest_runtest_makereport

# How many random models each test has, of each sort.
MODELS = 40
FUZZ = 20
PLANTED = 30
DOUBLES = 60
# The first imports highspy, which stands in an environment of its own; the second hides numba.
FOR_OTHER_PROCESSES = {"peer_program.py", "sitecustomize.py"}


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> Backend:
    """Every backend that takes rows of all kinds, in turn; or the one that `--backend` names."""
    found = get_backend(request.param)
    assert found.available(), f"the tests need {request.param}: {found.needs}"
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--wider 100` makes the random tests a hundred times as long."""
    parser.addoption("--backend", help="test one backend alone: cbc, or my_package:MyBackend")
    parser.addoption(
        "--wider",
        type=int,
        metavar="N",
        help="leave out no case and no pair of a preset and a way to solve or to play it, and try "
        "N times as many random models and examples",
    )
    parser.addoption(
        "--one-in",
        type=int,
        metavar="N",
        help="of the many cases of a test in the wide rings, one in N, as the date draws them",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Chooses how many examples of each property there are, the seeds of the day, and signals.

    Processes that the tests are shared out to get the same seeds, even at midnight.
    """
    widen(config)
    load_profile(config)
    # What is started beside something, or by nohup, passes on that it ignores signals.
    for sent, usual in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGHUP, signal.SIG_DFL),
    ):
        if signal.getsignal(sent) is signal.SIG_IGN:
            signal.signal(sent, usual)
    os.environ.setdefault(SEEDS, str(date.today().toordinal()))


def pytest_report_header() -> str:
    """Says which seeds are those of the day."""
    return f"seeds of the day: {SEEDS}={os.environ[SEEDS]}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says what the tests took, and the sums of models in doubles."""
    durations.pytest_terminal_summary(terminalreporter)
    lines = lines_of_reports(
        report.user_properties
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
    )
    if lines:
        terminalreporter.section("models in doubles")
        terminalreporter.write_line("\n".join(lines))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One file is faster without workers, which have to start and to import everything."""
    files = {argument.partition("::")[0] for argument in config.args}
    return 0 if len(files) == 1 and all(Path(file).is_file() for file in files) else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A ring of a few files does not import the others, and none what another process runs."""
    if collection_path.name in FOR_OTHER_PROCESSES:
        return True
    if collection_path.name == "test_without_numba.py" and is_installed("exactcover"):
        return True
    if collection_path.suffix == ".py" and not is_asked_for(collection_path, config):
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what the quick ring leaves to the exhaustive one, before marks are looked at.

    With `--backend`, only the tests stay that this backend takes part in. Where numba is not there,
    those are left out that need the engine: they have a mark, or name it in an argument.
    """
    mark_rings(items, config)
    left_out = set(map(id, not_drawn(items, config)))
    items[:] = [one for one in items if id(one) not in left_out]
    if not is_installed("exactcover"):
        items[:] = [
            one
            for one in items
            if one.get_closest_marker("engine") is None and "exactcover" not in one.name
        ]
    asked = config.getoption("--backend")
    if asked is not None:
        calls = [(one, getattr(one, "callspec", None)) for one in items]
        # Some parameters are arrays, which are equal to nothing as a whole.
        items[:] = [
            one
            for one, call in calls
            if call and any(isinstance(v, str) and v == asked for v in call.params.values())
        ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives a test that asks for `seeds` all seeds, in chunks; likewise those for backends."""
    named = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "backend" in metafunc.fixturenames and not any("backend" in names for names in named):
        only = metafunc.config.getoption("--backend")
        names = general_backends() if only is None else (only,)
        metafunc.parametrize("backend", names, indirect=True)
    times = width(metafunc.config)
    since = 1000 * int(os.environ[SEEDS])
    if "seeds" in metafunc.fixturenames:
        fewer = metafunc.definition.get_closest_marker("first")
        metafunc.parametrize("seeds", chunks(MODELS * times, *(fewer.args if fewer else ())))
    if "seeds_of_doubles" in metafunc.fixturenames:
        metafunc.parametrize("seeds_of_doubles", chunks(DOUBLES * times, since=since))
    for fixture, usual, less in (("fuzzed", FUZZ, 6), ("planted", PLANTED, 3)):
        if fixture in metafunc.fixturenames:
            most = usual * times
            only = metafunc.config.getoption("--backend")
            # A backend that is none of ours may be a process of its own.
            others = () if only in {None, *IN_PROCESS, *CHILDREN} else (only,)
            metafunc.parametrize(
                (fixture, f"seeds_of_{fixture}"),
                [
                    pytest.param(name, *chunk.values, marks=chunk.marks, id=f"{name}-{chunk.id}")
                    for names, number, few in (
                        (IN_PROCESS, most, FIRST),
                        ((*CHILDREN, *others), -(-most // less), 1),
                    )
                    for name in names
                    for chunk in chunks(number, few, since)
                ],
            )


@pytest.fixture
def untraced() -> Iterator[None]:
    """For tests that interrupt this process at any point.

    Coverage would be interrupted as well: it waits for its own lock from then on, or measures
    nothing more in this process.
    """
    before = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(before)


@pytest.fixture
def run_process(tmp_path: Path) -> Run:
    """Runs `python -m ilpuzzles` in an empty folder, as a user would."""

    def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        inherited = {name: value for name, value in os.environ.items() if name not in OURS}
        whole = inherited | {"PYTHONIOENCODING": "utf-8"} | environment
        done = run_python("-m", "ilpuzzles", *arguments, cwd=tmp_path, env=whole, timeout=120)
        if "NUMBA_CACHE_DIR" not in environment:
            done.stderr = without_notice(done.stderr)
        return done

    return start


@pytest.fixture
def run(tmp_path: Path, run_process: Run) -> Run:
    """The same in this process, which spares the second that one of its own takes to begin.

    What is called with an environment gets a process. `tests/cli/test_processes.py` sees to it that
    both say the same.
    """

    def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        if environment:
            return run_process(*arguments, **environment)
        with pytest.MonkeyPatch.context() as patched, ExitStack() as stack:
            for name in OURS:
                patched.delenv(name, raising=False)
            patched.chdir(tmp_path)
            files = [stack.enter_context(caught(descriptor)) for descriptor in (1, 2)]
            try:
                code = int(main(arguments))
            except SystemExit as ended:
                # Whoever asks for help.
                code = int(ended.code or 0)
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            said = []
            for file in files:
                file.seek(0)
                said.append(file.read().decode())
            out, err = said
            return subprocess.CompletedProcess(arguments, code, out, without_notice(err))

    return start
