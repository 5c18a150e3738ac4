"""What the tests ask the system about processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc about processes")


def is_running(pid: int) -> bool:
    """Whether a process runs (and is not merely waiting to be collected)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def workers_of(pid: int) -> list[int]:
    """The workers that a process started, also if it has died since."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            command = (folder / "cmdline").read_bytes() if folder.name.isdigit() else b""
        except OSError:
            continue
        # Its arguments end with the line, the number of the parent, and the lifeline.
        words = command.split(b"\0")
        if b"ilpuzzles.jobs.worker_main" in command and words[-3] == str(pid).encode():
            found.append(int(folder.name))
    return [worker for worker in found if is_running(worker)]


def is_writing(pid: int, folder: Path) -> bool:
    """Whether a process has open files in a folder with something in them, named or not."""
    try:
        files = [*Path(f"/proc/{pid}/fd").iterdir()]
    except OSError:
        return False
    for file in files:
        # What it has closed since is none.
        with suppress(OSError):
            if file.readlink().parent == folder and file.stat().st_size:
                return True
    return False


# Long, since a machine may be busy, but shorter than what sleeps for a minute in these tests.
_PATIENCE = 45.0  # seconds


def wait_until(condition: Callable[[], object]) -> bool:
    """Waits for a condition; whether it came."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False
