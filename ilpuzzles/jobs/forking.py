"""Runs of a Python program, in copies of a process that has it loaded; see `fork_server`."""

from __future__ import annotations

import atexit
import json
import os
import sys
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from ilpuzzles.jobs.process import (
    ChildRun,
    Hearer,
    Supervision,
    descendants_of,
    run_child,
    watched,
)
from ilpuzzles.jobs.server_process import (
    ForkedRun,
    ServerProcess,
    ServerPurpose,
    ServerState,
    Suspect,
    module_path,
    python_command,
)

# The number of servers that are kept for one purpose: more threads rarely solve at a time.
_MOST_WAITING = 4
# The program that runs another one without a fork server. Where the package lies may be known to
# the running process only.
_WITHOUT_SERVER = """
import json, runpy, sys
sys.path[:] = json.loads(sys.argv[3])
program = runpy.run_path(sys.argv[1])
program["prepare"](sys.argv[2])
program["run"]()
"""

# The servers that wait for work. What is taken from a list at its end is taken by one thread alone.
_idle: list[ServerProcess] = []

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
        prepared: The argument of `prepare`, if it has one. Such a program may import this package,
            is started as this process was, not isolated from its environment, and gets a new copy
            for every run.
        write: Writes the files that the program reads into the folder. It gets notes, which it may
            change: these are there again when the next run is made by the same process.
        alike: A value that runs of the same process have in common.
        limit: The seconds on the wall clock after which it is killed.
        most_memory: The memory, in bytes, beyond which it is killed, all that it starts included.
        verbose: Whether its output is passed on to standard error.
        heard: Called with every line of its output as it comes.
        stopped: Asked now and then whether to kill it.
        parting: The seconds that it has on Ctrl-C to leave what it has found in its folder; the
            file `server_process.STOP` there asks it to.
    """
    if sys.platform != "linux":
        write({})
        arguments = [str(program)]
        if prepared is not None:
            arguments = ["-c", _WITHOUT_SERVER, str(program), prepared, json.dumps(module_path())]
        command = [*python_command(prepared), *arguments]
        return run_child(
            command, folder, limit=limit, verbose=verbose, heard=heard, stopped=stopped
        )
    supervision = Supervision(limit, most_memory, verbose, heard, stopped, parting)
    request = _Request(program, prepared, folder, write, supervision)
    attempt = request.attempt(repr(alike) if prepared is None else None)
    is_failure = attempt.run.returncode != 0 and not attempt.run.killed
    if is_failure and attempt.suspect is not Suspect.NOBODY:
        # If somebody has killed a server that waited, others may be dead as well.
        in_new_server = attempt.suspect is Suspect.SERVER
        attempt = request.attempt(None, in_new_server=in_new_server)
    return attempt.run


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The end of a run, and the process that may be to blame if that is a failure."""

    run: ChildRun
    suspect: Suspect


@dataclass(frozen=True, slots=True)
class _Request:
    """A run as it was requested; see `run_program`."""

    program: Path
    prepared: str | None
    folder: Path
    write: Callable[[Notes], None]
    supervision: Supervision

    def attempt(self, alike: str | None, *, in_new_server: bool = False) -> _Attempt:
        """Makes it once; in a new copy if it has nothing in common with others."""
        purpose = ServerPurpose.of(self.program, self.prepared)
        servers: list[ServerProcess] = []
        runs: list[ForkedRun] = []

        def start(_written: BinaryIO) -> ForkedRun:
            server = ServerProcess(purpose) if in_new_server else _free_server(purpose)
            servers.append(server)
            server.prepare(alike)
            try:
                self.write(server.notes)
            except BaseException:
                server.forget()
                raise
            runs.append(ForkedRun(server, self.folder))
            return runs[0]

        try:
            ended = watched(start, str(self.program), self.folder, self.supervision)
        finally:
            for server in servers:
                _put_back(server)
        return _Attempt(ended, runs[0].suspect)


def _free_server(purpose: ServerPurpose) -> ServerProcess:
    """A server for a purpose that waits for work, or a new one."""
    for server in reversed(_idle.copy()):
        is_ours = server.purpose.process == purpose.process
        if is_ours and not server.purpose.is_of_same_program(purpose):
            continue
        with suppress(ValueError):  # another thread was quicker
            _idle.remove(server)
            if server.purpose == purpose and not server.has_ended():
                return server
            if is_ours:
                server.end()
    return ServerProcess(purpose)


def _put_back(server: ServerProcess) -> None:
    """Lets a server wait for more work, or ends it if it cannot or others do."""
    waiting = sum(other.purpose == server.purpose for other in _idle)
    is_free = server.state in {ServerState.NEW, ServerState.WAITING}
    if is_free and waiting < _MOST_WAITING:
        server.state = ServerState.WAITING
        _idle.append(server)
    else:
        server.end()


def server_seconds() -> float:
    """The processor time of the processes that wait for work, and of what they have run."""
    ticks = 0
    servers = [server.pid for server in _idle.copy()]
    copies = [copy for pid in servers for copy in descendants_of(pid)]
    for process in [*servers, *copies]:
        with suppress(OSError, IndexError):
            line = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
            # The name of the program, in brackets, may have spaces.
            fields = line.rpartition(")")[2].split()
            # Of itself, and of those that it has waited for, in user code and in the system.
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


@atexit.register
def end_servers() -> None:
    """Ends the processes that wait for work, as is done when this one ends by itself."""
    for server in _idle:
        if server.purpose.process == os.getpid():
            server.end()
