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

MEMORY_UNIT_BYTES = 1 if sys.platform == "darwin" else 1024
"""The unit in which the system counts memory: kilobytes on Linux, bytes on macOS."""
PARTING_SECONDS = 1.5
"""The time that a solver has after Ctrl-C to hand over what it has found.

It looks 20 times a second whether it is to stop, and then writes its values. Nobody should wait
much longer for a program to end that they have interrupted.
"""
# The part of a log that is kept is its end, where errors stand.
_LOG_TAIL_BYTES = 20_000
# The pause between two checks whether a child has ended is this share of the time that it has run:
# so the time of a short run is measured as closely as that of a long one.
_PAUSE_SHARE = 0.01
# A run takes a millisecond or more, and people notice a delay of a tenth of a second.
_SHORTEST_PAUSE_SECONDS = 0.0005
_LONGEST_PAUSE_SECONDS = 0.02
# A terminal is read in pieces of this size.
_READ_BYTES = 1 << 16

# The child processes that run. Daemon threads are cut off at exit without their clean-up.
_running: set[ChildProcess] = set()


class ChildProcess:
    """A process in a group of its own, which is killed with all that it started.

    That happens as soon as it has ended itself, and at the latest when this process ends, or, on
    Linux, the thread that started it, whatever ends them. One that is not `tied` so by the system
    is to call `tie.tie_to` itself. Once it has ended, `cpu_seconds` is the processor time that it
    took, and `memory` the most that it had, in bytes. The options are for `subprocess.Popen`;
    standard input is empty if they do not say otherwise. The command begins with a full path.

    Example:
        >>> child = ChildProcess([sys.executable, "-c", "raise SystemExit(3)"])
        >>> while not child.has_ended():
        ...     time.sleep(0.01)
        >>> ending(child.returncode)
        'exit code 3'
    """

    def __init__(self, command: Sequence[str], *, tied: bool = True, **options: Any) -> None:
        self._parent = os.getpid()
        self.cpu_seconds = 0.0
        self.memory = 0
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
        """Whether it has ended; if so, everything that it left in its process group is killed.

        It is not collected before that: until then its number, and that of its group, can belong
        to nobody else.
        """
        if self.returncode is None:
            if not hasattr(os, "waitid"):  # macOS before Python 3.13
                return self._collect(os.WNOHANG)
            # Other code of the program may have collected it, by waiting for any child.
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
        """Waits for some seconds."""
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
        """Collects the process, with the options of `wait4`; returns whether it has ended."""
        try:
            pid, status, usage = os.wait4(self.pid, options)
        except ChildProcessError:
            self._process.wait()  # sets the exit code to 0, since nobody knows it
        else:
            if pid == 0:
                return False
            self.cpu_seconds = usage.ru_utime + usage.ru_stime
            self.memory = usage.ru_maxrss * MEMORY_UNIT_BYTES
            self._process.returncode = os.waitstatus_to_exitcode(status)
        _running.discard(self)
        return True


# The place of the flags for output among the attributes of a terminal.
_OUTPUT_FLAGS = 1


def _open_terminal() -> tuple[int, int] | None:
    """Both ends of a new terminal, in which lines end as in a file; None if the system has none."""
    ends: list[int] = []
    try:
        ends += os.openpty()
        attributes = termios.tcgetattr(ends[1])
        attributes[_OUTPUT_FLAGS] &= ~termios.OPOST
        termios.tcsetattr(ends[1], termios.TCSANOW, attributes)
    except (OSError, termios.error):
        for end in ends:
            os.close(end)
        return None
    os.set_blocking(ends[0], False)
    return ends[0], ends[1]


class _OnTerminal(ChildProcess):
    """A child process that writes to a terminal of its own, from which all is copied into a file.

    Into a file, a C program writes blocks of 4 kB: the log of CBC, which is short, would come after
    minutes. To a terminal it writes each line as it comes. The terminal does not control the
    process: nothing that anybody types, or closes, reaches it.
    """

    def __init__(
        self, command: Sequence[str], folder: Path, written: BinaryIO, ends: tuple[int, int]
    ) -> None:
        self._terminal, theirs = ends
        self._written = written
        self._open = True
        try:
            super().__init__(command, cwd=folder, stdout=theirs, stderr=theirs)
        except BaseException:
            self._close()
            raise
        finally:
            os.close(theirs)

    def has_ended(self) -> bool:
        """Whether it has ended, with all that it has written copied."""
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
            while self._open and (text := os.read(self._terminal, _READ_BYTES)):
                os.write(self._written.fileno(), text)

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
        """Whether it has ended."""

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
    """The end of a program that was run by `run_child`, and what it took."""

    returncode: int  # negative for the signal that ended it
    log: str  # the end of what it wrote to standard output and error
    killed: bool  # whether we ended it, at the limit or because it was stopped
    seconds: float  # on the wall clock
    cpu_seconds: float
    memory: int  # the most that it took, in bytes
    beyond: bool = False  # whether we ended it because it took more memory than it was allowed


def with_grace(limit: float | None) -> float | None:
    """The limit after which a program is killed that has one of its own.

    It needs some time to notice that, and to write: 5 % and 0.3 seconds. So who asks for an answer
    within some time gets it within a tenth of that and half a second more.
    """
    return None if limit is None else 1.05 * limit + 0.3


@dataclass(frozen=True, slots=True)
class Supervision:
    """The limits of a child process, and the receivers of its output.

    Attributes:
        limit: The seconds on the wall clock after which it is killed.
        most_memory: The memory, in bytes, beyond which it is killed, with all that it starts; only
            Linux says how much that is.
        verbose: Whether its output is passed on to standard error.
        heard: Called with every line of its output as it comes.
        stopped: Asked now and then whether to kill it.
        parting: The seconds that it has on Ctrl-C to leave what it has found.
    """

    limit: float | None = None
    most_memory: int | None = None
    verbose: bool = False
    heard: Hearer | None = None
    stopped: Callable[[], bool] = lambda: False
    parting: float = 0.0


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

    supervision = Supervision(
        limit=limit, verbose=verbose, heard=heard, stopped=stopped, parting=parting
    )
    return watched(start, command[0], folder, supervision)


def watched(
    start: Callable[[BinaryIO], Child], name: str, folder: Path, supervision: Supervision
) -> ChildRun:
    """Runs a child process to its end, or to a limit; see `run_child`.

    It is what `start` returns, given the file that takes its output. The name is for an error.
    """
    interruptions: list[bool] = []

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
            watch = _Watch(child, _News(log, supervision), supervision, interruptions, begun)
            watch.wait_for_end()
            return watch.outcome(_end_of(log))

    # In a thread of its own, where no signal can cut in between starting a process and noting it.
    return run_interruptibly(run, lambda: interruptions.append(True))


def _end_of(log: BinaryIO) -> str:
    """The last part of a log."""
    size = log.seek(0, os.SEEK_END)
    log.seek(max(size - _LOG_TAIL_BYTES, 0))
    return log.read().decode("utf-8", "replace")


class _Watch:
    """The wait for the end of a child process, which is killed beyond its limits.

    Its time begins at `begun`, by `time.perf_counter`; `interruptions` has an entry once somebody
    has pressed Ctrl-C.
    """

    def __init__(
        self,
        child: Child,
        news: _News,
        supervision: Supervision,
        interruptions: Sequence[bool],
        begun: float,
    ) -> None:
        self._child = child
        self._news = news
        self._supervision = supervision
        self._interruptions = interruptions
        self._begun = begun
        self._seconds = 0.0
        self._killed = False
        # The memory of a child that is killed because it has too much.
        self._excess = 0
        # The time when a child is killed that was asked to stop.
        self._last_moment: float | None = None

    def wait_for_end(self) -> None:
        """Waits until the child has ended, or ends it."""
        while not self._child.has_ended():
            pause = _PAUSE_SHARE * self._passed()
            self._child.wait(min(max(pause, _SHORTEST_PAUSE_SECONDS), _LONGEST_PAUSE_SECONDS))
            self._news.pass_on()
            if not self._killed:
                self._look_at_memory()
                self._look_at_interruptions()
                if self._is_over():
                    self._killed = True
                    self._child.kill()
        self._seconds = self._passed()
        self._news.pass_on()

    def outcome(self, log: str) -> ChildRun:
        """The end of the child, and what it took."""
        return ChildRun(
            returncode=self._child.returncode or 0,
            log=log,
            killed=self._killed,
            seconds=self._seconds,
            cpu_seconds=self._child.cpu_seconds,
            memory=max(self._child.memory, self._excess),
            beyond=self._excess > 0,
        )

    def _passed(self) -> float:
        """The seconds since the beginning."""
        return time.perf_counter() - self._begun

    def _look_at_memory(self) -> None:
        """Notes the memory of the child if it is more than allowed."""
        most = self._supervision.most_memory
        if most is not None:
            memory = memory_of(self._child.processes(), most)
            self._excess = memory if memory > most else 0

    def _look_at_interruptions(self) -> None:
        """Asks the child to stop on Ctrl-C, if it is to leave what it has found."""
        parting = self._supervision.parting
        if self._interruptions and parting and self._last_moment is None:
            self._last_moment = time.perf_counter() + parting
            self._child.ask_to_stop()

    def _is_over(self) -> bool:
        """Whether it is to be killed now."""
        limit = self._supervision.limit
        if limit is not None and self._passed() > limit:
            return True
        if self._excess or self._supervision.stopped():
            return True
        is_parting = self._last_moment is not None and time.perf_counter() < self._last_moment
        return bool(self._interruptions) and not is_parting


class _News:
    """The news of a log: for standard error if `verbose`, and in whole lines for a hearer."""

    def __init__(self, log: BinaryIO, supervision: Supervision) -> None:
        self._log = log
        self._heard = supervision.heard
        self._verbose = supervision.verbose
        self._line_begun = b""
        # A character may come in two parts.
        self._decoded = getincrementaldecoder("utf-8")("replace").decode

    def pass_on(self) -> None:
        """Passes on what has come since the last time."""
        if not self._verbose and self._heard is None:
            return
        new = self._log.read()
        if self._verbose:
            sys.stderr.write(visible(self._decoded(new)))
            sys.stderr.flush()
        if self._heard is not None and new:
            *lines, self._line_begun = (self._line_begun + new).split(b"\n")
            for line in lines:
                self._heard(line.decode("utf-8", "replace"))


def descendants_of(process: int) -> list[int]:
    """The numbers of all processes that one has started, directly or not, and that still run.

    Only Linux says so; elsewhere there are none.
    """
    children: list[int] = []
    with suppress(OSError):  # it has ended
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                children += map(int, (thread / "children").read_text(encoding="utf-8").split())
    descendants = children.copy()
    for child in children:
        descendants += descendants_of(child)
    return descendants


def memory_of(processes: Sequence[int], enough: int = 0) -> int:
    """The memory of processes, in bytes; what one shares with n others counts as a share of it.

    That takes some time to find out. If they have no more than `enough` even where all that is
    shared counts whole, that is returned.

    Example:
        >>> memory_of([os.getpid()]) > 1 << 20 or sys.platform != "linux"
        True
    """
    upper_bound = sum(_read_count(process, "status", "VmRSS") for process in processes)
    if upper_bound <= enough:
        return upper_bound
    return sum(_read_count(process, "smaps_rollup", "Pss") for process in processes)


def _read_count(process: int, file: str, name: str) -> int:
    """A count of memory, in bytes, in a file of `/proc` about a process; 0 if that has ended."""
    with suppress(OSError):
        text = Path(f"/proc/{process}/{file}").read_text(encoding="utf-8")
        count = re.search(rf"^{name}:\s*(\d+) kB$", text, re.MULTILINE)
        return int(count[1]) * 1024 if count else 0
    return 0


def peak_memory() -> int:
    """The most memory that this process or one of its children that ended has had, in bytes.

    On Linux, `getrusage` counts for a process what its parent had when it started it. So this one
    is looked up in `/proc`; of the children nothing else is known: none of them seems smaller than
    this process was when it started it.
    """
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * MEMORY_UNIT_BYTES
    of_this = _read_count(os.getpid(), "status", "VmHWM")
    if not of_this:
        of_this = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MEMORY_UNIT_BYTES
    return max(of_this, of_children)
