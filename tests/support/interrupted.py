"""Programs that are interrupted or killed at some moment: what came, and that nothing is left.

A moment is an event, such as a line that is printed or a library that is loaded, and a pause after
it at most, whose length no answer may depend on.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from support.places import PATHS
from support.processes import is_running, wait_until, workers_of

# Anything that hangs is ended by pytest.
_PATIENCE = 250.0  # seconds


@dataclass(frozen=True)
class Running:
    """A program that runs, in a session of its own, and the folder that it works in."""

    pid: int
    folder: Path

    @property
    def said(self) -> str:
        """What it has printed so far."""
        return (self.folder / "said.txt").read_text(encoding="utf-8")

    @property
    def complaints(self) -> str:
        """What it has written to standard error."""
        return (self.folder / "complaints.txt").read_text(encoding="utf-8")

    @property
    def family(self) -> set[int]:
        """Its session, its workers, and all that they have started in sessions of their own."""
        parents, sessions = {}, {}
        for folder in Path("/proc").iterdir():
            try:
                words = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if folder.name.isdigit():
                parents[int(folder.name)], sessions[int(folder.name)] = int(words[1]), int(words[3])
        found = {one for one, session in sessions.items() if session == self.pid} | {self.pid}
        found |= set(workers_of(self.pid))
        while more := {one for one, parent in parents.items() if parent in found} - found:
            found |= more
        return {one for one in found if is_running(one)}

    def has_loaded(self, library: str) -> bool:
        """Whether it has loaded a library, or is gone."""
        try:
            return library in Path(f"/proc/{self.pid}/maps").read_text()
        except OSError:
            return True


class Came(NamedTuple):
    """The exit code of a program, what it has printed, and which processes it has left running.

    These have ended a little later, and no temporary file is there.
    """

    code: int
    said: str
    complaints: str
    left: set[int]


Moment: TypeAlias = Callable[[Running], object]
Send: TypeAlias = Callable[[int, int], None]


def says(*lines: str) -> Moment:
    """The moment in which a program has printed some lines."""
    return lambda running: running.said.startswith("".join(f"{line}\n" for line in lines))


def has_child(running: Running) -> bool:
    """The moment in which a program has started another one."""
    return len(running.family) > 1


def after(moment: Moment, seconds: float) -> Moment:
    """Some time after another moment."""

    def came(running: Running) -> bool:
        if not moment(running):
            return False
        time.sleep(seconds)
        return True

    return came


@contextmanager
def _started(program: str | Sequence[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    (folder / "temporary").mkdir(exist_ok=True)
    if isinstance(program, str):
        (folder / "program.py").write_text(f"import sys\nsys.path[:0] = {PATHS!r}\n{program}")
    with (
        (folder / "said.txt").open("wb") as said,
        (folder / "complaints.txt").open("wb") as complaints,
        subprocess.Popen(
            [sys.executable, *(["program.py"] if isinstance(program, str) else program)],
            cwd=folder,
            env=os.environ | {"TMPDIR": str(folder / "temporary"), "PYTHONIOENCODING": "utf-8"},
            stdout=said,
            stderr=complaints,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def interrupted(
    program: str | Sequence[str],
    folder: Path,
    when: Moment | None,
    sent: int = signal.SIGINT,
    send: Send = os.kill,
) -> Came:
    """Runs a program (its text, or what `python` is given) and sends it a signal at some moment.

    Without a moment, it runs to its end.
    """
    with _started(program, folder) as process:
        running = Running(process.pid, folder)
        family: set[int] = set()
        try:
            if when is not None:
                assert wait_until(lambda: when(running)), running.complaints
                family |= running.family
                send(process.pid, sent)
            code = process.wait(_PATIENCE)
            family |= running.family
            left = {one for one in family if is_running(one)}
            assert wait_until(lambda: not any(map(is_running, family)))
        finally:
            for one in family | running.family:
                if is_running(one):
                    os.kill(one, signal.SIGKILL)
    # Nobody is left to remove the files of a program that was killed.
    if code not in {-signal.SIGKILL, -signal.SIGTERM}:
        assert list((folder / "temporary").iterdir()) == []
    return Came(code, running.said, running.complaints, left)
