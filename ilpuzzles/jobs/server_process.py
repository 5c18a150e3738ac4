"""A fork server as its parent sees it: what it does, its copy, and the run that the copy makes."""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any, Self

from ilpuzzles.jobs.frames import Channel, Message, MessageKind, Report, wait_for_any
from ilpuzzles.jobs.process import MEMORY_UNIT_BYTES, ChildProcess, descendants_of

STOP = "stop"
"""A file of this name in the folder of a run asks it to leave what it has found, and to end."""

_LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
_SERVER = Path(__file__).resolve().with_name("fork_server.py")
# The time that a fork server has to kill its copy before it is killed itself: it does not hear the
# request while it loads a program.
_KILL_SECONDS = 5.0
# The time that a fork server without work has to end its copy, and itself.
_FAREWELL_SECONDS = 1.0
# That takes one to three milliseconds, and is looked for this often.
_FAREWELL_PAUSE_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class ServerPurpose:
    """The purpose of a fork server: for which process it runs which program.

    Attributes:
        process: The process that it serves, which may have been forked itself since.
        program: The program, a file.
        prepared: What the program is to prepare for; None for one that is isolated.
        module_path: Where modules are found.
    """

    process: int
    program: Path
    prepared: str | None
    module_path: tuple[str, ...]

    @classmethod
    def of(cls, program: Path, prepared: str | None) -> Self:
        """The purpose of a server that runs a program for this process as it is now."""
        return cls(os.getpid(), program, prepared, tuple(sys.path))

    def is_of_same_program(self, other: ServerPurpose) -> bool:
        """Whether both run the same program, wherever they look for modules."""
        return self.program == other.program and self.prepared == other.prepared


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings that a new process would get from this one; runs of a copy share them all.

    Attributes:
        environment: The environment variables.
        cores: The processor cores that it may run on.
        limits: The limits of the system, with their numbers.
        alike: What else runs of the same copy have in common, as text; None for a run that is to
            have a copy of its own.
    """

    environment: dict[str, str]
    cores: list[int]
    limits: list[tuple[int, tuple[int, int]]]
    alike: str | None

    @classmethod
    def now(cls, alike: str | None) -> Self:
        """The surroundings that a process would get that was started now."""
        cores = sorted(os.sched_getaffinity(0))
        limits = [(number, resource.getrlimit(number)) for number in _LIMITS]
        return cls(dict(os.environ), cores, limits, alike)

    @property
    def are_for_one_run(self) -> bool:
        """Whether every run needs a new process."""
        # A limit of processor time is for all that a process does.
        is_timed = resource.getrlimit(resource.RLIMIT_CPU)[0] != resource.RLIM_INFINITY
        return self.alike is None or is_timed


@dataclass(slots=True)
class CopyLink:
    """The line to a copy of a fork server.

    Attributes:
        serial: The number of the copy, which no other one of its server has.
        channel: The line.
        surroundings: The surroundings that the copy was made with.
        runs: The number of runs that were begun.
    """

    serial: int
    channel: Channel
    surroundings: Surroundings
    runs: int = 0


class ServerState(Enum):
    """The states of a fork server."""

    NEW = auto()
    """It was started for the run that comes next."""
    WAITING = auto()
    """It waits for work, or has waited and was chosen for the run that comes next."""
    BUSY = auto()
    """Its copy makes a run."""
    ENDED = auto()
    """It has ended, or is not to be used again."""


class Suspect(Enum):
    """The process that may be to blame where a run has failed, rather than the run itself."""

    NOBODY = auto()
    COPY = auto()
    """It had made other runs before."""
    SERVER = auto()
    """It died, and had waited before.

    It may have been killed while it waited: that shows a moment later, when it has got the run.
    """


class ServerProcess(ChildProcess):
    """A fork server, which has one copy at a time.

    Attributes:
        purpose: The process that it serves, and the program that it has loaded.
        state: Whether it has work.
        copy: The line to its copy, if it has one.
        notes: Notes of its user about the copy, such as the model that this has kept.
    """

    def __init__(self, purpose: ServerPurpose) -> None:
        near, far = socket.socketpair()
        try:
            command = [*python_command(purpose.prepared), str(_SERVER)]
            # Not tied to this thread, which may end before it: it sees the line end.
            super().__init__(command, tied=False, stdin=far, stdout=subprocess.DEVNULL)
        except BaseException:
            near.close()
            raise
        finally:
            far.close()
        self.purpose = purpose
        self.state = ServerState.NEW
        self.copy: CopyLink | None = None
        self.notes: dict[str, Any] = {}
        self._channel = Channel(near)
        self._copies = 0
        # The surroundings for the next run.
        self._surroundings = Surroundings.now(None)

    def prepare(self, alike: str | None) -> None:
        """Forgets the copy unless it has the surroundings that a new process would get now."""
        surroundings = Surroundings.now(alike)
        self._hear_of_death()
        has_fitting_copy = self.copy is not None and self.copy.surroundings == surroundings
        if surroundings.are_for_one_run or not has_fitting_copy:
            self.forget()
        self._surroundings = surroundings

    def begin(self, folder: Path) -> None:
        """Has a run made in a folder, by the copy or, if there is none, a new one."""
        # First of all: if anything fails here, nobody knows what the copy has, and it is ended.
        self.state = ServerState.BUSY
        if self.copy is None:
            self.copy = self._fork(folder)
        self.copy.runs += 1
        job = Message(MessageKind.JOB, self.copy.serial, os.fsencode(folder))
        self.copy.channel.send_message(job)

    def _fork(self, folder: Path) -> CopyLink:
        """A new copy; where the server has to load the program for it, the folder has its log."""
        self._copies += 1
        prepared = self.purpose.prepared
        is_isolated = prepared is None
        surroundings = self._surroundings
        request = {
            "program": str(self.purpose.program),
            "prepared": [] if is_isolated else [prepared],
            "module_path": list(self.purpose.module_path) if is_isolated else module_path(),
            "log": f"{folder}/log.txt",
            "environment": surroundings.environment,
            "cores": surroundings.cores,
            "limits": surroundings.limits,
            "stays": surroundings.alike is not None,
        }
        near, far = socket.socketpair()
        message = Message(MessageKind.FORK, self._copies, json.dumps(request).encode())
        self._channel.send_message(message, handed_over=far)
        return CopyLink(self._copies, Channel(near), surroundings)

    def forget(self) -> None:
        """Lets the copy go, if there is one, which ends when it sees that."""
        if self.copy is not None:
            self.copy.channel.close()
            self.copy = None
        self.notes.clear()

    def kill_copy(self) -> None:
        """Has the copy killed, and everything in its process group."""
        if self.copy is not None:
            self._channel.send_message(Message(MessageKind.KILL, self.copy.serial))

    def report_of_run(self) -> Report | None:
        """The report of the copy on its run; None while that goes on, or if the copy has died."""
        if self.copy is not None:
            self.copy.channel.flush()
            for message in self.copy.channel.receive():
                return Report.unpacked(message.payload)
        return None

    def report_of_death(self) -> Report | None:
        """The report of the server on the end of its copy; None while that lives."""
        self._channel.flush()
        for message in self._channel.drain():
            if self.copy is not None and message.serial == self.copy.serial:
                return Report.unpacked(message.payload)
        return None

    def _hear_of_death(self) -> None:
        """Forgets the copy if it has died while it waited."""
        if self.report_of_death() is not None:
            self.forget()

    @property
    def copy_is_gone(self) -> bool:
        """Whether the copy has closed its line, as it does when it dies."""
        return self.copy is None or self.copy.channel.has_ended

    def wait(self, seconds: float) -> None:
        """Waits so long, or until it or its copy says something."""
        channels = [self._channel]
        if self.copy is not None and not self.copy.channel.has_ended:
            channels.append(self.copy.channel)
        wait_for_any(channels, seconds)

    def end(self) -> None:
        """Kills it, and with it the copy that runs; one that waits ends by itself, and its copy."""
        is_free = self.state in {ServerState.NEW, ServerState.WAITING}
        if is_free and self.returncode is None:
            self._channel.end_sending()
            last_moment = time.monotonic() + _FAREWELL_SECONDS
            while not self.has_ended() and time.monotonic() < last_moment:
                time.sleep(_FAREWELL_PAUSE_SECONDS)
        self.state = ServerState.ENDED
        super().end()
        self.forget()
        self._channel.close()


class ForkedRun:
    """One run, in the copy of a fork server.

    Attributes:
        suspect: The process that may be to blame if it fails.
    """

    def __init__(self, server: ServerProcess, folder: Path) -> None:
        self.returncode: int | None = None
        self.cpu_seconds = 0.0
        self.memory = 0
        self._server = server
        self._folder = folder
        self._had_waited = server.state is ServerState.WAITING
        self._report: Report | None = None
        # The time when the copy was to be killed, by `time.monotonic`.
        self._kill_time: float | None = None
        server.begin(folder)
        is_first = server.copy is None or server.copy.runs == 1
        self.suspect = Suspect.NOBODY if is_first else Suspect.COPY

    def processes(self) -> list[int]:
        """The numbers of its process, and of all that it has started."""
        return descendants_of(self._server.pid)

    def has_ended(self) -> bool:
        """Whether it has ended; if so, everything that it left in its process group is killed."""
        if self.returncode is not None:
            return True
        if self._kill_time is not None and time.monotonic() - self._kill_time > _KILL_SECONDS:
            self._server.kill()
        # In this order: once the server has ended, its last messages can be read, and once it has
        # reported the death of the copy, so can those of the copy.
        server_has_ended = self._server.has_ended()
        report_of_death = self._server.report_of_death()
        self._report = self._report or self._server.report_of_run()
        copy_stays = self._report is not None and self._report.stays and self._kill_time is None
        report = self._report or report_of_death
        if report is not None and (report_of_death is not None or copy_stays):
            self._finish(report, copy_stays=copy_stays)
            if server_has_ended:
                self._server.state = ServerState.ENDED
        elif server_has_ended:
            self._lose_server()
        elif self._report is not None or self._server.copy_is_gone:
            self._end_copy()
        return self.returncode is not None

    def _finish(self, report: Report, *, copy_stays: bool) -> None:
        """Ends the run as a report says."""
        self.returncode = report.status
        self.cpu_seconds = report.cpu_seconds
        self.memory = report.memory * MEMORY_UNIT_BYTES
        if not copy_stays:
            self._server.forget()
        self._server.state = ServerState.WAITING

    def _lose_server(self) -> None:
        """Ends the run with its server, or, if it had ended before, as its report says."""
        if self._report is not None:
            self._finish(self._report, copy_stays=False)
        else:
            self.returncode = self._server.returncode or 1
            self.memory = self._server.memory
            if self._had_waited:
                self.suspect = Suspect.SERVER
        self._server.state = ServerState.ENDED

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
            self._end_copy()

    def _end_copy(self) -> None:
        """Has the copy killed; the server reports when it is gone."""
        if self._kill_time is None:
            self._kill_time = time.monotonic()
            self._server.kill_copy()

    def end(self) -> None:
        """Kills it if it still runs, with its server."""
        if self.returncode is None:
            self._server.end()


def python_command(prepared: str | None) -> list[str]:
    """The command that starts Python: for an isolated program, without all that is around."""
    return [sys.executable, *(["-I", "-S"] if prepared is None else ["-P"])]


def module_path() -> list[str]:
    """The folders in which modules are found, whatever folder a process works in."""
    return [str(Path(path).resolve()) for path in sys.path]
