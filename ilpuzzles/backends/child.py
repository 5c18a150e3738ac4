"""Runs a solver program in a process of its own, so that nothing of it is left behind.

The child gets a private temporary folder and a process group. It is killed at the limit, on
Ctrl-C, and on Linux also by the system when this process dies. Its output goes to a file in the
folder, so a noisy solver can neither block nor write into the answer.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.jobs import run_interruptibly


def with_grace(limit: float) -> float:
    """When to kill a solver that has a limit of its own: it needs time to notice, and to write."""
    return 1.1 * limit + 1.0


_LOG_TAIL = 20_000
# Between two looks whether a child has ended there is this share of its time until then: the time
# of a short run is to be known as closely as that of a long one.
_SHARE = 0.01
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.02

# Asks Linux to kill the child when the thread that started it ends, then becomes the solver. This
# is a program of its own because code between fork and exec is unsafe beside other threads.
_TETHER = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)
if os.getppid() != int(sys.argv[1]):
    sys.exit(1)
os.execv(sys.argv[2], sys.argv[2:])
"""


@dataclass(frozen=True, slots=True)
class ChildRun:
    """How a child process ended.

    Attributes:
        returncode: Its exit code; negative for the signal that ended it.
        log: The end of what it wrote to standard output and error.
        killed: Whether we ended it at the limit.
        seconds: How long it ran, on the wall clock.
        cpu_seconds: How much processor time it took.
        memory: The most memory it took, in bytes.
    """

    returncode: int
    log: str
    killed: bool
    seconds: float
    cpu_seconds: float
    memory: int


# What is in use now. Daemon threads are cut off at exit without their clean-up.
_groups: set[int] = set()


@atexit.register
def _clean_up() -> None:
    for group in sorted(_groups):
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


def run_child(
    command: Sequence[str], folder: Path, *, limit: float | None = None, verbose: bool = False
) -> ChildRun:
    """Runs a program to its end, or to the limit.

    Args:
        command: The program, as a full path, and its arguments.
        folder: Its working folder, from `private_folder`.
        limit: Seconds on the wall clock after which it is killed; see `with_grace`.
        verbose: Whether what it prints is passed on to standard error as it comes.

    Returns:
        How it ended.

    Raises:
        BackendError: If it cannot be started.
    """
    stop = threading.Event()
    # In a thread of its own, where no signal can cut in between starting a process and noting it.
    return run_interruptibly(lambda: _run(command, folder, limit, verbose, stop), stop.set)


def _run(
    command: Sequence[str],
    folder: Path,
    limit: float | None,
    verbose: bool,
    stop: threading.Event,
) -> ChildRun:
    log_path = folder / "log.txt"
    if sys.platform == "linux":
        tether = [sys.executable, "-I", "-S", "-c", _TETHER, str(os.getpid())]
        command = [*tether, *command]
    start = time.perf_counter()
    try:
        with log_path.open("wb") as log:
            process = subprocess.Popen(  # noqa: S603 - an argument list, never a shell
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
    except OSError as error:
        raise BackendError(
            Problem(f"{command[0]} cannot be started ({error.strerror})", "check the program")
        ) from None
    passed_on = 0
    _groups.add(process.pid)
    usage, killed = None, False
    try:
        while usage is None:
            pause = _SHARE * (time.perf_counter() - start)
            stop.wait(min(max(pause, _SHORTEST_PAUSE), _LONGEST_PAUSE))
            if verbose:
                passed_on = _pass_on(log_path, passed_on)
            late = limit is not None and time.perf_counter() - start > limit
            if (late or stop.is_set()) and not killed:
                killed = True
                _kill(process)
            usage = _ended(process)
    finally:
        if process.returncode is None:
            _kill(process)
            process.wait()
        _groups.discard(process.pid)
    seconds = time.perf_counter() - start
    if verbose:
        _pass_on(log_path, passed_on)
    cpu_seconds, memory = usage
    return ChildRun(process.returncode, _tail(log_path), killed, seconds, cpu_seconds, memory)


def _ended(process: subprocess.Popen[bytes]) -> tuple[float, int] | None:
    """The processor time and memory of a child that has ended, or None while it runs."""
    pid, status, usage = os.wait4(process.pid, os.WNOHANG)
    if pid == 0:
        return None
    process.returncode = os.waitstatus_to_exitcode(status)
    # Linux counts kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kills the child and everything it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _pass_on(log_path: Path, position: int) -> int:
    """Copies what is new in the log to standard error and returns how far it was read."""
    with log_path.open("rb") as log:
        log.seek(position)
        new = log.read()
    sys.stderr.write(new.decode("utf-8", "replace"))
    sys.stderr.flush()
    return position + len(new)


def _tail(log_path: Path) -> str:
    with log_path.open("rb") as log:
        log.seek(max(log_path.stat().st_size - _LOG_TAIL, 0))
        return log.read().decode("utf-8", "replace")
