"""The process that has a program loaded, and makes a copy of itself for every run of it.

Loading OR-Tools takes a tenth of a second, more than many a search; a copy is made in a few
milliseconds. It is started by its path, and imports nothing of this package. See
`ilpuzzles.jobs.forking` for the process that it serves.

The first line that comes in says which program it is, what it is to prepare for and where modules
are found; every other line asks for a run, or is `kill`. For each run one line goes out: the status
that the copy has ended with, its processor time and the most memory that it had.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import sys
import traceback
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any, NoReturn

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
# So often it is looked whether the parent is there: its end of the pipe may have been inherited.
_LOOK = 2.0


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

    def serve(self) -> None:
        """Makes one run after the other, until there is no parent."""
        while (line := self._line()) is not None:
            if line == "kill":
                continue  # it had ended by itself
            request = json.loads(line)
            if self._program is None:
                # If that fails, the log of this run says why.
                _write_to(f"{request['folder']}/log.txt")
                self._program = _loaded(self._file, self._prepared)
                sys.stdout.flush()
                _write_to(os.devnull)
            pid = os.fork()
            if pid == 0:
                self._run(request)
            self._wait(pid)

    def _line(self, pid: int = 0) -> str | None:
        """The next line, or None without a parent, or, if there is a run, without that."""
        while b"\n" not in self._unread:
            ready, _, _ = select.select([0, self._woken], [], [], _LOOK)
            if self._woken in ready:
                os.read(self._woken, 512)
            if pid and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
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

    def _wait(self, pid: int) -> None:
        """Waits for a run, which whatever comes in but its own end puts an end to."""
        self._line(pid)
        # Its number can belong to nobody else before it is collected.
        for kill in (os.kill, os.killpg):
            with suppress(OSError):
                kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        said = [os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss]
        os.write(self._replies, f"{json.dumps(said)}\n".encode())

    def _run(self, request: dict[str, Any]) -> NoReturn:
        """Runs the program, in the copy, with what the parent would hand down to a new process."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            # What the program reads or writes by mistake must not be what the server does.
            os.close(self._replies)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.setsid()
            server = os.getppid()
            _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            # It may have ended before that.
            if request["server"] == server:
                _write_to(f"{request['folder']}/log.txt")
                os.environ.clear()
                os.environ.update(request["environment"])
                with suppress(OSError):  # cores may have been taken away since
                    os.sched_setaffinity(0, request["cores"])
                for number, limits in request["limits"]:
                    with suppress(ValueError, OSError):
                        resource.setrlimit(number, limits)
                os.chdir(request["folder"])
                self._program.run()
                code = 0
        except BaseException:  # noqa: BLE001 - whatever it is, the copy ends, and its log says why
            traceback.print_exc()
        finally:
            with suppress(OSError):  # a full disk
                sys.stdout.flush()
            with suppress(OSError):
                sys.stderr.flush()
            _LIBC.fflush(None)
            os._exit(code)


def _loaded(file: str, prepared: list[str]) -> Any:
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
