"""Child processes that leave nothing behind, whatever becomes of them or of this one."""

from __future__ import annotations

import atexit
import os
import re
import resource
import signal
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeAlias

from ilpuzzles.errors import BackendError, visible
from ilpuzzles.jobs import tie
from ilpuzzles.jobs.threads import run_interruptibly

_TIE = str(Path(tie.__file__).resolve())

Hearer: TypeAlias = Callable[[str], None]
"""A callback for every line that a program writes, in another thread, as it comes."""

MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024
"""What the system counts memory in, in bytes: Linux in kilobytes, macOS in bytes."""
PARTING = 1.5
"""The seconds that a solver has after Ctrl-C to hand over what it has found."""
_LOG_TAIL = 20_000
# Between two looks whether a child has ended there is this share of its time until then: the time
# of a short run is to be known as closely as that of a long one.
_SHARE = 0.01
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.02

# Those that run. Daemon threads are cut off at exit without their clean-up.
_running: set[ChildProcess] = set()


class ChildProcess:
    """A process in a group of its own, which is killed with all that it started.

    That happens as soon as it has ended itself, and at the latest when this process ends, or, on
    Linux, the thread that started it, whatever ends them. One that is not `tied` so by the system
    is to call `tie.tie_to` itself. Once it has ended, it is known how much processor time
    it took, and the most memory, in bytes. The options are for `subprocess.Popen`; nothing comes
    in, if they do not say otherwise. The command begins with a full path.

    Example:
        >>> child = ChildProcess([sys.executable, "-c", "raise SystemExit(3)"])
        >>> while not child.has_ended():
        ...     time.sleep(0.01)
        >>> ending(child.returncode)
        'exit code 3'
    """

    def __init__(self, command: Sequence[str], *, tied: bool = True, **options: Any) -> None:
        self._parent = os.getpid()
        self.cpu_seconds, self.memory = 0.0, 0
        if tied and sys.platform == "linux":
            command = [sys.executable, "-I", "-S", _TIE, str(self._parent), *command]
        options.setdefault("stdin", subprocess.DEVNULL)
        self._process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603 - a list, no shell
            command, start_new_session=True, **options
        )
        self.pid = self._process.pid
        _running.add(self)

    @property
    def returncode(self) -> int | None:
        """Its exit code once it has ended, negative for the signal that ended it."""
        return self._process.returncode

    def has_ended(self) -> bool:
        """Whether it has; if so, everything that it left in its process group is killed.

        It is not collected before that: until then its number, and that of its group, can belong
        to nobody else.
        """
        if self.returncode is None:
            if not hasattr(os, "waitid"):  # macOS before Python 3.13
                return self._collect(os.WNOHANG)
            # Another may have collected it: the program waits for all its children.
            with suppress(ChildProcessError):
                if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                    return False
            self.kill()
            self._collect(0)
        return True

    def processes(self) -> list[int]:
        """The numbers of its process, and of all that it has started."""
        return [self.pid, *descendants_of(self.pid)]

    def wait(self, seconds: float) -> None:
        """Waits so long."""
        time.sleep(seconds)

    def ask_to_end(self) -> None:
        """Lets it clean up and end."""
        if self.returncode is None:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGTERM)

    def ask_to_stop(self) -> None:
        """Lets it stop as on Ctrl-C, with what it has found."""
        if self.returncode is None:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGINT)

    def kill(self) -> None:
        """Kills it and everything in its process group."""
        if self.returncode is None:
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kills it if it still runs, and waits for it."""
        self.kill()
        if self.returncode is None:
            self._collect(0)

    def _collect(self, options: int) -> bool:
        try:
            pid, status, usage = os.wait4(self.pid, options)
        except ChildProcessError:
            self._process.wait()  # knows what to make of it
        else:
            if pid == 0:
                return False
            self.cpu_seconds = usage.ru_utime + usage.ru_stime
            self.memory = usage.ru_maxrss * MEMORY_UNIT
            self._process.returncode = os.waitstatus_to_exitcode(status)
        _running.discard(self)
        return True


def _open_terminal() -> tuple[int, int] | None:
    """Both ends of a new terminal, in which lines end as in a file; None if the system has none."""
    ends: list[int] = []
    try:
        ends += os.openpty()
        how = termios.tcgetattr(ends[1])
        how[1] &= ~termios.OPOST
        termios.tcsetattr(ends[1], termios.TCSANOW, how)
    except (OSError, termios.error):
        for end in ends:
            os.close(end)
        return None
    os.set_blocking(ends[0], False)
    return ends[0], ends[1]


class _OnTerminal(ChildProcess):
    """One that writes to a terminal of its own, from which all is copied into a file.

    Into a file, a C program writes blocks of 4 kB: CBC, which says little, would be heard after
    minutes. To a terminal it writes each line as it comes. It is no terminal that controls the
    process: nothing that anybody types, or closes, reaches it.
    """

    def __init__(
        self, command: Sequence[str], folder: Path, written: BinaryIO, ends: tuple[int, int]
    ) -> None:
        self._terminal, theirs = ends
        self._written, self._open = written, True
        try:
            super().__init__(command, cwd=folder, stdout=theirs, stderr=theirs)
        except BaseException:
            self._close()
            raise
        finally:
            os.close(theirs)

    def has_ended(self) -> bool:
        """Whether it has, with all that it has written copied."""
        ended = super().has_ended()
        self._copy()
        if ended:
            self._close()
        return ended

    def end(self) -> None:
        """Kills it if it still runs, and waits for it."""
        super().end()
        self._close()

    def _copy(self) -> None:
        # Nothing new is an error, and so is the end, on some systems; or the disk is full.
        with suppress(OSError):
            while self._open and (said := os.read(self._terminal, 1 << 16)):
                os.write(self._written.fileno(), said)

    def _close(self) -> None:
        if self._open:
            self._open = False
            os.close(self._terminal)


class Child(Protocol):
    """A process that `watched` waits for."""

    cpu_seconds: float
    memory: int

    @property
    def returncode(self) -> int | None:
        """Its exit code once it has ended, negative for the signal that ended it."""

    def processes(self) -> list[int]:
        """The numbers of its process, and of all that it has started."""

    def has_ended(self) -> bool:
        """Whether it has."""

    def wait(self, seconds: float) -> None:
        """Waits so long, or until it has ended, if the system says so at once."""

    def ask_to_stop(self) -> None:
        """Lets it stop with what it has found."""

    def kill(self) -> None:
        """Kills it and everything in its process group."""

    def end(self) -> None:
        """Kills it if it still runs, and waits for it."""


@atexit.register
def _kill_all() -> None:
    for child in list(_running):
        if child._parent == os.getpid():  # not in the copy of a process that has forked  # noqa: SLF001
            child.kill()


def ending(returncode: int | None) -> str:
    """The ending of a process, in words.

    Example:
        >>> ending(-9), ending(3), ending(-63)
        ('SIGKILL', 'exit code 3', 'signal 63')
    """
    if returncode is None or returncode >= 0:
        return f"exit code {returncode}"
    try:
        return signal.Signals(-returncode).name
    except ValueError:
        return f"signal {-returncode}"


@dataclass(frozen=True, slots=True)
class ChildRun:
    """How a program ended that was run by `run_child`, and what it took."""

    returncode: int  # negative for the signal that ended it
    log: str  # the end of what it wrote to standard output and error
    killed: bool  # whether we ended it, at the limit or because it was stopped
    seconds: float  # on the wall clock
    cpu_seconds: float
    memory: int  # the most that it took, in bytes
    beyond: bool = False  # whether we ended it since it took more memory than it was allowed


def with_grace(limit: float | None) -> float | None:
    """When to kill a program that has a limit of its own: it needs time to notice, and to write.

    Who asks for an answer within some time gets it within a tenth of that and half a second more.
    """
    return None if limit is None else 1.05 * limit + 0.3


def run_child(
    command: Sequence[str],
    folder: Path,
    *,
    limit: float | None = None,
    verbose: bool = False,
    heard: Hearer | None = None,
    stopped: Callable[[], bool] = lambda: False,
    parting: float = 0.0,
) -> ChildRun:
    """Runs a program to its end, or to the limit.

    The command begins with a full path; the folder, from `private_folder`, is where it works. Its
    output goes to a file there, so a noisy program can neither block nor write into the answer; if
    `verbose`, it is passed on to standard error as it comes, and if somebody has to hear it, line
    by line. Ctrl-C kills the program, and so does the limit, in seconds on the wall clock (see
    `with_grace`), or `stopped`, which is asked now and then. On Ctrl-C, one that is to leave what
    it has found is asked to stop first, and has `parting` seconds for that. One that cannot be
    started is a `BackendError`.
    """

    def start(written: BinaryIO) -> ChildProcess:
        ends = _open_terminal() if verbose or heard is not None else None
        if ends is not None:
            return _OnTerminal(command, folder, written, ends)
        return ChildProcess(command, cwd=folder, stdout=written, stderr=written)

    how: dict[str, Any] = {"limit": limit, "verbose": verbose, "heard": heard, "stopped": stopped}
    how["parting"] = parting
    return watched(start, command[0], folder, **how)


def watched(
    start: Callable[[BinaryIO], Child],
    name: str,
    folder: Path,
    *,
    limit: float | None = None,
    most_memory: int | None = None,
    verbose: bool = False,
    heard: Hearer | None = None,
    stopped: Callable[[], bool] = lambda: False,
    parting: float = 0.0,
) -> ChildRun:
    """Runs what `start` starts, which writes into the file that it is given; see `run_child`.

    It is killed, too, when it takes more than `most_memory`, in bytes, with all that it starts;
    only Linux says how much that is.
    """
    stops: list[bool] = []

    def run() -> ChildRun:
        log_path = folder / "log.txt"
        begun = time.perf_counter()
        with ExitStack() as stack:
            try:
                written = stack.enter_context(log_path.open("wb"))
                log = stack.enter_context(log_path.open("rb"))
                child = start(written)
            except OSError as error:
                what = f"{name} cannot be started ({error.strerror})"
                raise BackendError(what, "check the program") from None
            stack.callback(child.end)
            news, killed, beyond = _News(log, heard, verbose=verbose), False, 0
            last_moment: float | None = None
            while not child.has_ended():
                pause = _SHARE * (time.perf_counter() - begun)
                child.wait(min(max(pause, _SHORTEST_PAUSE), _LONGEST_PAUSE))
                news.pass_on()
                late = limit is not None and time.perf_counter() - begun > limit
                if most_memory is not None and not killed:
                    taken = memory_of(child.processes(), most_memory)
                    beyond = taken if taken > most_memory else 0
                if stops and parting and last_moment is None:
                    last_moment = time.perf_counter() + parting
                    child.ask_to_stop()
                is_parting = last_moment is not None and time.perf_counter() < last_moment
                is_over = late or beyond or stopped() or (stops and not is_parting)
                if is_over and not killed:
                    killed = True
                    child.kill()
            seconds = time.perf_counter() - begun
            news.pass_on()
            log.seek(max(log.seek(0, os.SEEK_END) - _LOG_TAIL, 0))
            tail = log.read().decode("utf-8", "replace")
        code = child.returncode or 0
        memory = max(child.memory, beyond)
        return ChildRun(code, tail, killed, seconds, child.cpu_seconds, memory, beyond > 0)

    # In a thread of its own, where no signal can cut in between starting a process and noting it.
    return run_interruptibly(run, lambda: stops.append(True))


class _News:
    """What is new in a log, for standard error if `verbose`, and, in whole lines, for a hearer."""

    def __init__(self, log: BinaryIO, heard: Hearer | None, *, verbose: bool) -> None:
        self._log, self._heard, self._verbose = log, heard, verbose
        self._begun = b""
        # A character may come in two parts.
        self._decoded = getincrementaldecoder("utf-8")("replace").decode

    def pass_on(self) -> None:
        if not self._verbose and self._heard is None:
            return
        new = self._log.read()
        if self._verbose:
            sys.stderr.write(visible(self._decoded(new)))
            sys.stderr.flush()
        if self._heard is not None and new:
            *lines, self._begun = (self._begun + new).split(b"\n")
            for line in lines:
                self._heard(line.decode("utf-8", "replace"))


def descendants_of(process: int) -> list[int]:
    """The numbers of all processes that one has started, directly or not, and that still run.

    Only Linux says so; elsewhere there are none.
    """
    found: list[int] = []
    with suppress(OSError):  # it has ended
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                found += map(int, (thread / "children").read_text(encoding="utf-8").split())
    return found + [below for child in found for below in descendants_of(child)]


def memory_of(processes: Sequence[int], enough: int = 0) -> int:
    """The memory of processes in bytes, in which what they share with others counts in parts.

    That takes some time to find out; if they cannot have more than is `enough`, it is more or less.

    Example:
        >>> memory_of([os.getpid()]) > 1 << 20 or sys.platform != "linux"
        True
    """
    most = sum(_read_count(process, "status", "VmRSS") for process in processes)
    if most <= enough:
        return most
    return sum(_read_count(process, "smaps_rollup", "Pss") for process in processes)


def _read_count(process: int, file: str, what: str) -> int:
    """What a file says of the memory of a process, in bytes; 0 if it has ended."""
    with suppress(OSError):
        said = Path(f"/proc/{process}/{file}").read_text(encoding="utf-8")
        found = re.search(rf"^{what}:\s*(\d+) kB$", said, re.MULTILINE)
        return int(found[1]) * 1024 if found else 0
    return 0


def peak_memory() -> int:
    """The most memory that this process or one of its children that ended has had, in bytes.

    What Linux says of a process that has just been started includes what its parent had then; so
    there the process itself is looked at elsewhere. Of the children it says no more than that: none
    of them seems smaller than this process was when it started it.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * MEMORY_UNIT
    own = _read_count(os.getpid(), "status", "VmHWM")
    if own:
        return max(own, children)
    return max(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MEMORY_UNIT, children)
