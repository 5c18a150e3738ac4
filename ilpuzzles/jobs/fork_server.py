"""The process that has a program loaded, and makes copies of itself that run it.

Loading OR-Tools takes a tenth of a second, more than many a search; a copy is made in a few
milliseconds, and serves one run after the other. It is started by its path, and imports nothing of
this package. See `ilpuzzles.jobs.forking` for the process that it serves.

The first line that comes in says which program it is, what it is to prepare for and where modules
are found; every other line asks for a run, or is `kill` or `end`. For each run one line goes out:
the status that it, or the copy, has ended with, its processor time, the most memory that it had,
and whether the copy stays.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import sys
import traceback
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
# So often it is looked whether the parent is there: its end of the pipe may have been inherited.
_LOOK = 2.0
# After so many runs, or with so much more memory than at first, in kilobytes, a copy ends. With
# less than that it only gives back what is free.
_RUNS, _GROWTH, _FREED = 200, 1 << 18, 1 << 16
_STATUS, _RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
# Pipes get such numbers: the lower ones are those that a program may write to by mistake.
_HIGH = 100


class Copy:
    """A process that is ready to run the program, or that does."""

    def __init__(self, pid: int, requests: int, replies: int) -> None:
        self.pid = pid
        self.requests = requests
        self.replies = replies

    def has_died(self) -> bool:
        """Whether it has; its number stays its own."""
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def end(self) -> tuple[int, float, int]:
        """Kills it and everything in its group; the status, seconds and memory of all its runs."""
        # Its number can belong to nobody else before it is collected.
        for kill in (os.kill, os.killpg):
            with suppress(OSError):
                kill(self.pid, signal.SIGKILL)
        os.close(self.requests)
        os.close(self.replies)
        _, status, usage = os.wait4(self.pid, 0)
        return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss


class Server:
    """What is loaded, and the parent, which sends folders and waits for the ends of runs."""

    def __init__(self) -> None:
        self._parent = os.getppid()
        self._replies = os.dup(1)
        self._unread = b""
        self._woken, waking = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(waking, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
        # What anything prints is not to come between the replies.
        _write_to(os.devnull)
        first = self._line()
        request = {} if first is None else json.loads(first)
        sys.path[:] = request.get("path", sys.path)
        self._file: str = request.get("program", "")
        self._prepared: list[str] = request.get("prepared", [])
        self._program: Any = None
        self._copy: Copy | None = None

    def serve(self) -> None:
        """Has one run after the other made, until there is no parent."""
        while (line := self._line()) not in {None, "end"}:
            if line == "kill":
                continue  # it had ended by itself
            request = json.loads(line or "")
            if self._program is None:
                # If that fails, the log of this run says why.
                _write_to(f"{request['folder']}/log.txt")
                self._program = _load(self._file, self._prepared)
                sys.stdout.flush()
                _write_to(os.devnull)
            if self._copy is not None and (request["new"] or self._copy.has_died()):
                self._copy.end()
                self._copy = None
            copy = self._copy = self._copy or self._fork(request)
            with suppress(BrokenPipeError):
                os.write(copy.requests, f"{line}\n".encode())
            os.write(self._replies, f"{json.dumps(self._end_of_run(copy))}\n".encode())
        if self._copy is not None:
            self._copy.end()

    def _line(self, copy: Copy | None = None) -> str | None:
        """The next line; None without a parent, or once a copy that runs has replied or died."""
        heard = [0, self._woken, *([] if copy is None else [copy.replies])]
        while b"\n" not in self._unread:
            ready, _, _ = select.select(heard, [], [], _LOOK)
            if self._woken in ready:
                os.read(self._woken, 512)
            if copy is not None and (copy.replies in ready or copy.has_died()):
                return None
            if os.getppid() != self._parent:
                return None
            if 0 in ready:
                more = os.read(0, 1 << 16)
                if not more:
                    return None
                self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()

    def _end_of_run(self, copy: Copy) -> list[Any]:
        """Waits for a run, which whatever comes in but its own end puts an end to."""
        self._line(copy)
        ready, _, _ = select.select([copy.replies], [], [], 0)
        said = os.read(copy.replies, 1 << 12) if ready else b""
        if said.endswith(b"\n"):
            code, seconds, memory, stays = json.loads(said)
            if not stays:
                copy.end()
                self._copy = None
            return [code, seconds, memory, stays]
        self._copy = None
        return [*copy.end(), False]

    def _fork(self, request: dict[str, Any]) -> Copy:
        requests, ours = os.pipe()
        replies, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(ours)
            os.close(replies)
            self._work(request, requests, theirs)
        os.close(requests)
        os.close(theirs)
        return Copy(pid, ours, replies)

    def _work(self, request: dict[str, Any], requests: int, replies: int) -> NoReturn:
        """Runs the program, in the copy, with what the parent would hand down to a new process."""
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            # What the program reads or writes by mistake must not be what the server does.
            os.close(self._replies)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            high = fcntl.fcntl(replies, fcntl.F_DUPFD_CLOEXEC, _HIGH)
            os.close(replies)
            os.setsid()
            server = os.getppid()
            _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            # It may have ended before that.
            if request["server"] == server:
                os.environ.clear()
                os.environ.update(request["environment"])
                with suppress(OSError):  # cores may have been taken away since
                    os.sched_setaffinity(0, request["cores"])
                for number, limits in request["limits"]:
                    with suppress(ValueError, OSError):
                        resource.setrlimit(number, limits)
                first = _memory("VmRSS")
                with os.fdopen(requests) as lines:
                    for number, line in enumerate(lines, 1):
                        said = self._run(json.loads(line)["folder"])
                        wanted = request["alike"] is not None and number < _RUNS
                        stays = wanted and said[0] == 0 and _is_alone()
                        if stays and _memory("VmRSS") > first + _FREED:
                            _LIBC.malloc_trim(0)
                            stays = _memory("VmRSS") <= first + _GROWTH
                        os.write(high, f"{json.dumps([*said, stays])}\n".encode())
        finally:
            os._exit(0)

    def _run(self, folder: str) -> list[Any]:
        """One run: its status, its processor time, and the most memory that it had."""
        code, before = 1, _seconds()
        _write_to(f"{folder}/log.txt")
        with suppress(OSError):  # then it is the most of all runs
            _RESET.write_text("5")
        try:
            os.chdir(folder)
            self._program.run()
            code = 0
        except BaseException:  # noqa: BLE001 - whatever it is, the run ends, and its log says why
            traceback.print_exc()
        finally:
            with suppress(OSError):  # a full disk
                sys.stdout.flush()
            with suppress(OSError):
                sys.stderr.flush()
            _LIBC.fflush(None)
        _write_to(os.devnull)
        os.chdir("/")
        return [code, _seconds() - before, _memory("VmHWM")]


def _seconds() -> float:
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


def _load(file: str, prepared: list[str]) -> Any:
    """The program, a Python file, with all that it says it needs for this."""
    spec = spec_from_file_location("program", file)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(file)
    program = module_from_spec(spec)
    spec.loader.exec_module(program)
    program.prepare(*prepared)
    return program


def _write_to(path: str) -> None:
    """Makes a file standard output and error, at whose end is written."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)


if __name__ == "__main__":
    Server().serve()
    os._exit(0)  # there is nothing left to do but to unload what was loaded
