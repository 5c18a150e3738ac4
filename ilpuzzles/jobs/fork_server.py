"""The fork server: a process that has a program loaded, and makes copies of itself that run it.

Loading OR-Tools takes a tenth of a second, more than many a search; a copy is made in a few
milliseconds, and serves one run after the other. It is started by its path, and imports nothing of
this package but two files that stand alone. `ilpuzzles.jobs.server_process` is its other end.

Standard input is the line to its parent (`frames`). `FORK` comes with a socket and says what the
copy gets: the program and what that is to prepare for, where modules are found, the file that takes
what it prints, its environment, cores and limits. The copy serves the parent over that socket:
`JOB` names the folder of a run, and `VALUE` says how it went. `KILL` ends a copy. However it ends,
`ENDED` says so, and how; the fork server alone can tell, as its parent.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import socket
import sys
from contextlib import suppress
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

_LIBC = ctypes.CDLL(None)
# The pause between two checks that the parent is alive: a process that it forked may hold its end
# of the line.
_PARENT_CHECK_SECONDS = 2.0
# The number of runs after which a copy is replaced, whatever they may have left behind in it.
_MOST_RUNS = 200
# A copy is also replaced when it has this much more memory than at first, although it has returned
# to the system what is free.
_MOST_GROWTH_KB = 256 << 10
# Below this growth it does not try to: that takes a few milliseconds.
_SMALL_GROWTH_KB = 64 << 10
_STATUS = Path("/proc/self/status")
_CLEAR_REFS = Path("/proc/self/clear_refs")
# "5" makes Linux forget the most memory that a process has had.
_FORGET_PEAK = "5"
# Lines get numbers from here on: the lower ones are those that a program may write to by mistake.
_FIRST_LINE_NUMBER = 100
_RECEIVED_BYTES = 1 << 16
# Every signal leaves a byte; all of them are read at once.
_WAKING_BYTES = 512


def _module_of(name: str, file: Path) -> Any:
    """The module that a file makes, wherever modules are looked for."""
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(file)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if TYPE_CHECKING:
    from ilpuzzles.jobs import frames, tie
else:
    _FOLDER = Path(__file__).resolve().parent
    frames = _module_of("fork_server_frames", _FOLDER / "frames.py")
    tie = _module_of("fork_server_tie", _FOLDER / "tie.py")


class Copy:
    """A copy, as the fork server sees it: the number that its parent gave it, and its process."""

    def __init__(self, serial: int, pid: int) -> None:
        self.serial = serial
        self.pid = pid

    def has_died(self) -> bool:
        """Whether it has; its number stays its own."""
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def end(self) -> frames.Report:
        """Kills it and everything in its group; how it ended, with all its runs."""
        # Its number can belong to nobody else before it is collected.
        for kill in (os.kill, os.killpg):
            with suppress(OSError):
                kill(self.pid, signal.SIGKILL)
        _, status, usage = os.wait4(self.pid, 0)
        seconds = usage.ru_utime + usage.ru_stime
        status = os.waitstatus_to_exitcode(status)
        return frames.Report(status, seconds, usage.ru_maxrss, False)


class ForkServer:
    """The program, once it is loaded, the copy of the moment, and the line to the parent."""

    def __init__(self) -> None:
        self._parent = os.getppid()
        self._link = socket.socket(fileno=os.dup(0))
        _read_nothing()
        # Output is dropped, except that of a run, which has a log.
        _write_to(os.devnull)
        self._received = bytearray()
        self._sockets: list[int] = []
        self._woken, waking = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(waking, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
        self._program: Any = None
        self._copy: Copy | None = None

    def serve(self) -> None:
        """Does as it is told, and says when a copy has ended, until there is no parent."""
        while (messages := self._next_messages()) is not None:
            if self._copy is not None and self._copy.has_died():
                self._end_copy()
            for message in messages:
                if message.kind is frames.MessageKind.FORK:
                    self._fork(message)
                elif message.kind is frames.MessageKind.KILL:
                    self._kill(message.serial)
        if self._copy is not None:
            self._copy.end()

    def _next_messages(self) -> list[frames.Message] | None:
        """Waits for messages or the death of a copy; None without a parent."""
        line = self._link.fileno()
        ready, _, _ = select.select([line, self._woken], [], [], _PARENT_CHECK_SECONDS)
        if self._woken in ready:
            os.read(self._woken, _WAKING_BYTES)
        if tie.is_orphan_of(self._parent):
            return None
        if line not in ready:
            return []
        content, sockets, _, _ = socket.recv_fds(
            self._link, _RECEIVED_BYTES, 1, socket.MSG_CMSG_CLOEXEC
        )
        if not content:
            return None
        self._sockets += sockets
        self._received += content
        return frames.whole_messages(self._received)

    def _kill(self, serial: int) -> None:
        """Kills the copy of that number, unless it has ended and another one is there."""
        if self._copy is not None and self._copy.serial == serial:
            self._end_copy()

    def _end_copy(self) -> None:
        """Kills the copy, if it has not ended by itself, and tells the parent."""
        if self._copy is not None:
            report = self._copy.end()
            kind = frames.MessageKind.ENDED
            message = frames.Message(kind, self._copy.serial, report.packed())
            self._copy = None
            # A parent that has ended shows when there is nothing more to read.
            with suppress(OSError):
                frames.send_message(self._link, message)

    def _fork(self, message: frames.Message) -> None:
        """Makes a copy, in the place of the one before."""
        self._end_copy()
        request = json.loads(message.payload)
        line = self._sockets.pop(0)
        if self._program is None:
            # If that fails, the log of the run says why.
            _write_to(request["log"])
            self._program = _load(request)
            sys.stdout.flush()
            _write_to(os.devnull)
        own_pid = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._become_copy(own_pid, line, request)
        os.close(line)
        self._copy = Copy(message.serial, pid)

    def _become_copy(self, server: int, line: int, request: dict[str, Any]) -> NoReturn:
        """Serves the parent of the fork server, with what that would hand down to a new process."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            # The program must not be able to read or write the lines of others by mistake.
            self._link.close()
            high = fcntl.fcntl(line, fcntl.F_DUPFD_CLOEXEC, _FIRST_LINE_NUMBER)
            os.close(line)
            os.setsid()
            tie.tie_to(server)
            os.environ.clear()
            os.environ.update(request["environment"])
            with suppress(OSError):  # cores may have been taken away since
                os.sched_setaffinity(0, request["cores"])
            for number, limits in request["limits"]:
                with suppress(ValueError, OSError):
                    resource.setrlimit(number, limits)
            link = socket.socket(fileno=high)
            runs = Runs(self._program, stays=request["stays"])
            frames.serve(link.makefile("rb"), partial(frames.send_message, link), runs.answer)
            status = 0
        finally:
            os._exit(status)


class Runs:
    """The runs of a copy, in which the program is run."""

    def __init__(self, program: Any, *, stays: bool) -> None:
        self._program = program
        self._stays = stays
        self._made = 0
        self._memory_at_first = _memory("VmRSS")

    def answer(self, message: frames.Message) -> frames.Message:
        """Runs the program in the folder that a message names."""
        self._made += 1
        seconds_before = _seconds()
        with suppress(OSError):  # then it is the most of all runs
            _CLEAR_REFS.write_text(_FORGET_PEAK)
        status = self._run(os.fsdecode(message.payload))
        seconds = _seconds() - seconds_before
        # Asked before memory is given back.
        memory = _memory("VmHWM")
        stays = status == 0 and self._may_stay()
        report = frames.Report(status, seconds, memory, stays)
        return frames.Message(frames.MessageKind.VALUE, message.serial, report.packed())

    def _run(self, folder: str) -> int:
        """One run, and its status."""
        status = 1
        _write_to(f"{folder}/log.txt")
        try:
            os.chdir(folder)
            self._program.run()
            status = 0
        except BaseException as error:  # noqa: BLE001 - it ends the run, and its log says why
            # As `traceback` would print it, which takes some milliseconds to import.
            sys.__excepthook__(type(error), error, error.__traceback__)
        finally:
            with suppress(OSError):  # a full disk
                sys.stdout.flush()
            with suppress(OSError):
                sys.stderr.flush()
            _LIBC.fflush(None)
        _write_to(os.devnull)
        os.chdir("/")
        return status

    def _may_stay(self) -> bool:
        """Whether the next run may take place here, too."""
        if not self._stays or self._made >= _MOST_RUNS or not _is_alone():
            return False
        if _memory("VmRSS") <= self._memory_at_first + _SMALL_GROWTH_KB:
            return True
        _LIBC.malloc_trim(0)
        return _memory("VmRSS") <= self._memory_at_first + _MOST_GROWTH_KB


def _seconds() -> float:
    """The processor time of this process until now."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _memory(which: str) -> int:
    """The most memory that this process has had (`VmHWM`), or that it has (`VmRSS`), in kB."""
    for line in _STATUS.read_text().splitlines():
        if line.startswith(which):
            return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _is_alone() -> bool:
    """Whether nothing runs that this process has started."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def _load(request: dict[str, Any]) -> Any:
    """The program, a Python file, with all that it says it needs for what it is to prepare for."""
    sys.path[:] = request["module_path"]
    program = _module_of("program", Path(request["program"]))
    program.prepare(*request["prepared"])
    return program


def _read_nothing() -> None:
    """Makes standard input empty."""
    file = os.open(os.devnull, os.O_RDONLY)
    os.dup2(file, 0)
    os.close(file)


def _write_to(path: str) -> None:
    """Makes a file standard output and error, at whose end is written."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)


if __name__ == "__main__":
    ForkServer().serve()
    os._exit(0)  # there is nothing left to do but to unload what was loaded
