"""What several test modules share."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from ilpuzzles.backends.interface import Backend
from ilpuzzles.backends.registry import general_backends, get_backend
from ilpuzzles.cli.main import main
from support.commands import OURS, Run, caught
from support.fuzz.questions import CHILDREN, IN_PROCESS


@pytest.fixture(params=general_backends())
def backend(request: pytest.FixtureRequest) -> Backend:
    """Every backend that takes rows of all kinds, in turn."""
    found = get_backend(request.param)
    assert found.available(), f"the tests need {request.param}: {found.needs}"
    return found


CHUNK = 25


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--models 2000` makes the random tests ten times as long."""
    parser.addoption(
        "--models", type=int, default=200, help="how many random models each backend solves"
    )
    parser.addoption(
        "--fuzz",
        type=int,
        default=30,
        help="how many models the fuzz asks about; a sixth of that where a search is a process",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives a test that asks for `seeds` all seeds, in chunks; likewise the fuzz its backends."""
    if "seeds" in metafunc.fixturenames:
        count = metafunc.config.getoption("--models")
        chunks = [range(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
        metafunc.parametrize("seeds", chunks, ids=lambda chunk: f"{chunk.start}")
    if "fuzzed" in metafunc.fixturenames:
        count = metafunc.config.getoption("--fuzz")
        metafunc.parametrize(
            ("fuzzed", "seeds_of_fuzz"),
            [
                pytest.param(name, range(first, min(first + CHUNK, most)), id=f"{name}-{first}")
                for names, most in ((IN_PROCESS, count), (CHILDREN, -(-count // 6)))
                for name in names
                for first in range(0, most, CHUNK)
            ],
        )


@pytest.fixture
def run_process(tmp_path: Path) -> Run:
    """Runs `python -m ilpuzzles` in an empty folder, as a user would."""

    def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        inherited = {name: value for name, value in os.environ.items() if name not in OURS}
        return subprocess.run(
            [sys.executable, "-m", "ilpuzzles", *arguments],
            cwd=tmp_path,
            env=inherited | {"PYTHONIOENCODING": "utf-8"} | environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

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
            return subprocess.CompletedProcess(arguments, code, *said)

    return start
