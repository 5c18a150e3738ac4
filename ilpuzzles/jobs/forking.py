"""Runs of a Python program, in copies of a process that has it loaded; see `fork_server`."""

from __future__ import annotations

import atexit
import json
import os
import resource
import select
import sys
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from ilpuzzles.jobs.process import (
    MEMORY_UNIT,
    ChildProcess,
    ChildRun,
    Hearer,
    descendants_of,
    run_child,
    watched,
)

_LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
_SERVER = Path(__file__).resolve().with_name("fork_server.py")
_SPARE = 4
# The seconds that a server may take to see that its run is to end; while it loads, it does not.
_PATIENCE = 5.0
# And those in which one that waits ends its copy, and itself.
_FAREWELL = 1.0
# Where the package lies may be known to the running process only.
_ALONE = """
import json, runpy, sys
sys.path[:] = json.loads(sys.argv[3])
program = runpy.run_path(sys.argv[1])
program["prepare"](sys.argv[2])
program["run"]()
"""

# Those that wait for work. What is taken from a list at its end is taken by one thread alone.
_idle: list[_Server] = []


STOP = "stop"
"""A file of this name in the folder of a run asks it to leave what it has found, and to end."""

Notes: TypeAlias = dict[str, Any]
"""Notes about the process that runs a program; empty for a new process."""


def run_program(
    program: Path,
    folder: Path,
    *,
    prepared: str | None = None,
    write: Callable[[Notes], None] = lambda _: None,
    alike: Hashable = None,
    limit: float | None = None,
    most_memory: int | None = None,
    verbose: bool = False,
    heard: Hearer | None = None,
    stopped: Callable[[], bool] = lambda: False,
    parting: float = 0.0,
) -> ChildRun:
    """Runs a Python program that works in its current folder; see `run_child`.

    On Linux, runs take place in the copy of a process that has everything loaded that the program
    needs, and stays until this process ends. A copy makes one run after the other; it is replaced
    once a run fails or is killed, when it has become large, and now and then. A run that fails in a
    copy that is not new is made once more in a new one; likewise where the process that had waited
    to make the copy has died. No run is made a third time. Threads have copies of their own.
    Elsewhere forking is not safe with every library, and each run begins anew.

    Args:
        program: A file that imports nothing of this package. Its function `prepare` imports what
            takes long, and its function `run` does the work; as a script, it does both.
        folder: The folder to work in, from `private_folder`.
        prepared: What `prepare` is given, if anything. Such a program may import this package, is
            started as this process was, not isolated from its environment, and gets a new copy for
            every run.
        write: Writes what the program reads into the folder. What it notes, it finds there again
            when the next run is made by the same process.
        alike: What runs in the same process must have in common.
        limit: The seconds on the wall clock after which it is killed.
        most_memory: The memory, in bytes, beyond which it is killed, all that it starts included.
        verbose: Whether its output is passed on to standard error.
        heard: Called with every line of its output as it comes.
        stopped: Asked now and then whether to kill it.
        parting: So many seconds it has on Ctrl-C to leave what it has found in its folder; it is
            asked to by the file `STOP` there.
    """
    how: dict[str, Any] = {"limit": limit, "verbose": verbose, "heard": heard, "stopped": stopped}
    if sys.platform != "linux":
        write({})
        given = [str(program)]
        if prepared is not None:
            given = ["-c", _ALONE, str(program), prepared, json.dumps(_module_path())]
        return run_child([*_python(prepared), *given], folder, **how)
    how["most_memory"] = most_memory
    how["parting"] = parting
    wanted = repr(alike) if prepared is None else None
    run, server = _run_once(program, prepared, folder, write, wanted, **how)
    may_be_blamed = server.was_used or server.was_lost
    if run.returncode and may_be_blamed and not run.killed:
        # What has killed a server that waited may have killed all of them.
        anew = server.was_lost
        run, _ = _run_once(program, prepared, folder, write, None, anew=anew, **how)
    return run


def _run_once(
    program: Path,
    prepared: str | None,
    folder: Path,
    write: Callable[[Notes], None],
    alike: str | None,
    *,
    anew: bool = False,
    **how: Any,
) -> tuple[ChildRun, _Server]:
    """One run, and its server.

    `alike` is None if its copy has to be new, and `anew` says that its server has to be, too.
    """
    servers: list[_Server] = []

    def start(_written: BinaryIO) -> _Run:
        servers.append(_Server(program, prepared) if anew else _server(program, prepared))
        servers[0].prepare(alike)
        try:
            write(servers[0].notes)
        except BaseException:
            servers[0].forget()
            raise
        return _Run(servers[0], folder)

    try:
        return watched(start, str(program), folder, **how), servers[0]
    finally:
        for server in servers:
            spare = sum(other.serves == server.serves for other in _idle)
            if server.is_idle and spare < _SPARE:
                server.has_waited = True
                _idle.append(server)
            else:
                server.end()


class _Server(ChildProcess):
    """The process that makes the copies, one at a time.

    Attributes:
        serves: What it is there for; see `_server_key`.
        notes: What is noted about its copy.
        is_idle: Whether it waits for work.
        has_waited: Whether it has waited for work after a run.
        was_used: Whether the last run was not the first one of its copy.
        was_lost: Whether it died before the last run had ended, and had waited before. It may have
            been killed while it waited: that shows a moment later, when it has got the run.
    """

    def __init__(self, program: Path, prepared: str | None) -> None:
        replies, theirs = os.pipe()
        requests, ours = os.pipe()
        self._pipes = [ours, replies]
        try:
            command = [*_python(prepared), str(_SERVER)]
            # Not tied to this thread, which may end before it: it sees the pipe end.
            super().__init__(command, tied=False, stdin=requests, stdout=theirs)
        except BaseException:
            self._close()
            raise
        finally:
            os.close(requests)
            os.close(theirs)
        self.serves = _server_key(program, prepared)
        self.notes: Notes = {}
        self.is_idle = True
        self.has_waited = False
        self.was_used = False
        self.was_lost = False
        # What the copy was made with, if there is one.
        self._given: dict[str, Any] = {}
        self._unread = b""
        said = [] if prepared is None else [prepared]
        path = sys.path if prepared is None else _module_path()
        self.send(json.dumps({"path": path, "program": str(program), "prepared": said}))

    def send(self, line: str) -> None:
        """Sends it a line; if it has died, that shows when it is to answer."""
        with suppress(BrokenPipeError):
            os.write(self._pipes[0], f"{line}\n".encode())

    def prepare(self, alike: str | None) -> None:
        """Sees to it that the next run gets what a new process would get."""
        given = {
            "server": self.pid,
            "environment": dict(os.environ),
            "cores": sorted(os.sched_getaffinity(0)),
            "limits": [(number, resource.getrlimit(number)) for number in _LIMITS],
            "alike": alike,
        }
        # A limit of processor time is for all that a process does.
        endless = resource.getrlimit(resource.RLIMIT_CPU)[0] == resource.RLIM_INFINITY
        self.was_used = endless and alike is not None and given == self._given
        if not self.was_used:
            self.notes.clear()
        self._given = given

    def run(self, folder: Path) -> None:
        self.is_idle = False
        self.send(json.dumps({"folder": str(folder), "new": not self.was_used, **self._given}))

    def forget(self) -> None:
        """Takes it that there is no copy any more."""
        self._given = {}
        self.notes.clear()

    def wait(self, seconds: float) -> None:
        """Waits so long, or until it says something."""
        select.select([self._pipes[1]], [], [], seconds)

    def reply(self) -> list[Any] | None:
        """What it says of a run that has ended; nothing while that runs, or if it has died."""
        ready, _, _ = select.select([self._pipes[1]], [], [], 0)
        if ready:
            self._unread += os.read(self._pipes[1], 1 << 12)
        if b"\n" not in self._unread:
            return None
        line, _, self._unread = self._unread.partition(b"\n")
        said: list[Any] = json.loads(line)
        return said

    def end(self) -> None:
        """Kills it, and with it the copy that runs; one that waits ends by itself, and its copy."""
        if self.is_idle and self.returncode is None:
            self.send("end")
            select.select([self._pipes[1]], [], [], _FAREWELL)
        super().end()
        self._close()

    def _close(self) -> None:
        while self._pipes:
            os.close(self._pipes.pop())


class _Run:
    """One run, in the copy of a server."""

    def __init__(self, server: _Server, folder: Path) -> None:
        self.returncode: int | None = None
        self.cpu_seconds, self.memory = 0.0, 0
        self._server = server
        self._killed: float | None = None
        self._folder = folder
        server.run(folder)

    def processes(self) -> list[int]:
        """The numbers of its process, and of all that it has started."""
        return descendants_of(self._server.pid)

    def has_ended(self) -> bool:
        """Whether it has; if so, everything that it left in its process group is killed."""
        if self.returncode is None:
            if self._killed is not None and time.monotonic() - self._killed > _PATIENCE:
                self._server.kill()
            # If the server has ended, its last words may still be there.
            dead = self._server.has_ended()
            said = self._server.reply()
            if said is not None:
                self.returncode, self.cpu_seconds, memory, stays = said
                self.memory = memory * MEMORY_UNIT
                if not stays:
                    self._server.forget()
                self._server.is_idle = not dead
            elif dead:
                self._server.was_lost = self._server.has_waited
                self.returncode = self._server.returncode or 1
                self.memory = self._server.memory
        return self.returncode is not None

    def wait(self, seconds: float) -> None:
        """Waits so long, or until it has ended."""
        self._server.wait(seconds)

    def ask_to_stop(self) -> None:
        """Lets it stop with what it has found."""
        with suppress(OSError):
            (self._folder / STOP).touch()

    def kill(self) -> None:
        """Kills it and everything in its process group."""
        if self.returncode is None:
            self._killed = time.monotonic()
            self._server.send("kill")

    def end(self) -> None:
        """Kills it if it still runs, with its server."""
        if self.returncode is None:
            self._server.end()


def _python(prepared: str | None) -> list[str]:
    """The command that starts Python: for a program that is alone, without all that is around."""
    return [sys.executable, *(["-I", "-S"] if prepared is None else ["-P"])]


def _module_path() -> list[str]:
    """Where modules are found, wherever a process works."""
    return [str(Path(path).resolve()) for path in sys.path]


def _server_key(program: Path, prepared: str | None) -> tuple[int, Path, str | None, list[str]]:
    """What a server is there for: this process, a program, and where its modules are found."""
    return os.getpid(), program, prepared, list(sys.path)


def _server(program: Path, prepared: str | None) -> _Server:
    """A server for a program that waits for work, or a new one."""
    wanted = _server_key(program, prepared)
    for server in reversed(_idle.copy()):
        is_ours = server.serves[0] == os.getpid()
        if is_ours and server.serves[:3] != wanted[:3]:
            continue  # it has another program loaded
        with suppress(ValueError):  # another thread was quicker
            _idle.remove(server)
            if server.serves == wanted and not server.has_ended():
                return server
            if is_ours:
                server.end()
    return _Server(program, prepared)


def server_seconds() -> float:
    """The processor time of the processes that wait for work, and of what they have run."""
    found = 0.0
    waiting = [server.pid for server in _idle.copy()]
    for process in [*waiting, *(copy for pid in waiting for copy in descendants_of(pid))]:
        with suppress(OSError, IndexError):
            said = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
            # Of itself, and of those that it has waited for, in user code and in the system.
            found += sum(map(int, said.rpartition(")")[2].split()[11:15]))
    return found / os.sysconf("SC_CLK_TCK")


@atexit.register
def end_servers() -> None:
    """Ends the processes that wait for work, as is done when this one ends by itself."""
    for server in _idle:
        if server.serves[0] == os.getpid():
            server.end()
