"""Tries a mistake: plants it in a copy of the checkout, asks the tests, and says what became of it.

`scripts/mutate.py` plants mistakes that somebody wrote down, `scripts/draw_mutants.py` those that a
program makes by itself.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

HOME = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "site")
# A search that never ends is noticed as well, but late. pytest ends a single test before this.
PATIENCE = 900.0  # seconds
ENDED_BY_PYTEST = "Timeout ("
# Plug-ins that somebody installs meanwhile are no part of this.
PLUGINS = ("-p", "xdist.plugin", "-p", "no:cacheprovider")
NO_OTHERS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
# Exit codes of pytest.
MISUSED, NO_TESTS = 4, 5
# The exit code of a script that Ctrl-C has ended.
INTERRUPTED = 130
# Rooms, and single files, whose tests do not have their name.
TESTED_ELSEWHERE = {
    "backends": "tests/solvers",
    "__init__": "tests/test_imports.py",
    "__main__": "tests/cli",
    "lazy_imports": "tests/test_imports.py",
}

Mistake = TypeVar("Mistake")

# They have sessions of their own, so that all of one can be ended: Ctrl-C does not reach them.
_RUNNING: set[subprocess.Popen[str]] = set()


class Ending(StrEnum):
    """What became of a mistake."""

    KILLED = "killed"
    HUNG = "hung"
    LIVED = "LIVED"


@dataclass(frozen=True, slots=True)
class Trial:
    """What the tests said of a mistake."""

    ending: Ending
    seconds: float
    by: str = field(default="")  # the test that noticed it

    @property
    def noticed(self) -> bool:
        """Whether the tests failed, or did not end."""
        return self.ending is not Ending.LIVED


def room_of(file: str) -> str:
    """The folder of the package that a file is in; `models` for the file of a puzzle.

    >>> room_of("ilpuzzles/solvers/clingo/backend.py"), room_of("ilpuzzles/graphs.py")
    ('solvers', 'graphs')
    >>> room_of("models/akari.py")
    'models'
    """
    parts = Path(file).with_suffix("").parts
    return "models" if parts[0] == "models" else parts[1]


def room_tests(file: str) -> list[str]:
    """The tests of the room that a file is in, and the examples beside the code.

    Those of a puzzle in `models/` have its name, and stand beside tests of all genres.

    >>> room_tests("ilpuzzles/solvers/clingo/backend.py")
    ['tests/solvers', 'ilpuzzles/solvers']
    >>> room_tests("ilpuzzles/graphs.py")
    ['tests/test_graphs.py', 'ilpuzzles/graphs.py']
    >>> room_tests("models/akari.py")
    ['tests/genres/test_akari.py', 'tests/genres']
    """
    if file.startswith("models/"):
        return [f"tests/genres/test_{Path(file).stem}.py", "tests/genres"]
    room = room_of(file)
    if (HOME / "ilpuzzles" / room).is_dir():
        return [TESTED_ELSEWHERE.get(room, f"tests/{room}"), f"ilpuzzles/{room}"]
    return [TESTED_ELSEWHERE.get(room, f"tests/test_{room}.py"), file]


@contextmanager
def copies(number: int) -> Iterator[SimpleQueue[Path]]:
    """Copies of the checkout, each for one trial at a time."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        free: SimpleQueue[Path] = SimpleQueue()
        for index in range(number):
            copy = Path(folder, str(index))
            shutil.copytree(HOME, copy, ignore=LEFT_OUT)
            free.put(copy)
        yield free


def each_tried(
    mistakes: Sequence[Mistake], attempt: Callable[[Mistake, Path], Trial], workers: int
) -> Iterator[tuple[Mistake, Trial]]:
    """Tries mistakes, several at a time, and yields them in their order, each with its ending."""
    with copies(workers) as free, ThreadPoolExecutor(workers) as pool:

        def in_a_free_copy(mistake: Mistake) -> Trial:
            copy = free.get()
            try:
                return attempt(mistake, copy)
            finally:
                free.put(copy)

        try:
            yield from zip(mistakes, pool.map(in_a_free_copy, mistakes), strict=True)
        except KeyboardInterrupt:
            # Else the pool waits for the tests that run, and begins with those that wait.
            pool.shutdown(wait=False, cancel_futures=True)
            end_tests()
            raise


def tried(file: str, text: str, tests: Sequence[str], copy: Path, ring: str = "quick") -> Trial:
    """Gives a file of a copy another text, asks the tests of a ring, and takes it back."""
    path, start = copy / file, time.monotonic()
    before = path.read_text("utf-8")
    path.write_text(text, "utf-8")
    try:
        code, said = asked(tests, copy, ring)
    finally:
        path.write_text(before, "utf-8")
    seconds = time.monotonic() - start
    if code is None or ENDED_BY_PYTEST in said:
        return Trial(Ending.HUNG, seconds)
    if code == MISUSED:
        raise ValueError(f"{file}: pytest cannot run {' '.join(tests)}:\n{said}")
    if code in {0, NO_TESTS}:
        return Trial(Ending.LIVED, seconds)
    failed = [line for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return Trial(Ending.KILLED, seconds, failed[0].split()[1] if failed else "")


def end_tests() -> None:
    """Ends all tests that run, with the processes that they have started."""
    for process in list(_RUNNING):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def asked(tests: Sequence[str], copy: Path, ring: str) -> tuple[int | None, str]:
    """The exit code of some tests, and what they said; no code if they took too long."""
    there = [name for name in tests if (copy / name.partition("::")[0]).exists()]
    # In the usual order of its words, that of the quick ring asks all cases of a test with a name.
    marks = "exhaustive or external" if ring == "wide" else "not external and not exhaustive"
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-x", "-n", "0", *PLUGINS, "-m", marks, *there],
        cwd=copy,
        env=kept | {"PYTHONPATH": str(copy), "NUMBA_CACHE_DIR": str(copy / "numba")} | NO_OTHERS,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    _RUNNING.add(process)
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""
    finally:
        _RUNNING.discard(process)
    return process.returncode, said
