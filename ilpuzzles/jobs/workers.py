"""The worker processes of a pool, seen from the manager's thread, where all this happens."""

from __future__ import annotations

import errno
import os
import pickle
import resource
import selectors
import socket
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

from ilpuzzles.errors import Problem
from ilpuzzles.jobs.job import (
    Arrived,
    EventQueue,
    Failed,
    JobError,
    Lost,
    Message,
    MessageKind,
    PendingJob,
    Plan,
    whole_messages,
)
from ilpuzzles.jobs.process import ChildProcess

GRACE = 0.3
_SPARE_FILES = 64
_LOOK = 0.25
_SHORT = 0.005
_LONGEST_FAREWELL = 5.0
_SPARE_STARTS = 10
_MOST_AT_ONCE = 1 << 18
# A program may have turned the signal for broken pipes on, as command line tools do.
_QUIETLY = getattr(socket, "MSG_NOSIGNAL", 0)


class Channel:
    """The pool's end of the line to one worker: a socket that never waits.

    A `multiprocessing` connection blocks until a message is through. A worker that stands still in
    the middle of one would then hold up the others, and Ctrl-C.
    """

    def __init__(self, link: socket.socket) -> None:
        link.setblocking(False)
        self._link = link
        self._unsent: deque[memoryview] = deque()
        self._received = bytearray()

    def fileno(self) -> int:
        """Its number, for a selector."""
        return self._link.fileno()

    @property
    def unsent(self) -> bool:
        """Whether `flush` has something to do once the socket can be written to."""
        return bool(self._unsent)

    def send(self, *parts: bytes) -> None:
        """Sends what goes through now; the rest is left to `flush`."""
        self._unsent.extend(memoryview(part) for part in parts if part)
        self.flush()

    def flush(self) -> None:
        """Goes on sending."""
        while self._unsent:
            part = self._unsent.popleft()
            try:
                sent = self._link.send(part, _QUIETLY)
            except BlockingIOError:
                sent = 0
            except OSError:
                # The worker is gone, which `receive` will find out, too.
                self._unsent.clear()
                return
            if sent < len(part):
                self._unsent.appendleft(part[sent:])
                return

    def receive(self) -> tuple[list[Message], bool]:
        """The messages that are complete now, and whether more can come."""
        try:
            chunk = self._link.recv(_MOST_AT_ONCE)
        except BlockingIOError:
            return [], True
        except OSError:
            return [], False
        self._received += chunk
        return whole_messages(self._received), bool(chunk)

    def drain(self) -> list[Message]:
        """The messages that are complete after everything was taken that is there now."""
        messages: list[Message] = []
        before = -1
        while len(messages) + len(self._received) > before:
            before = len(messages) + len(self._received)
            messages += self.receive()[0]
        return messages

    def close(self) -> None:
        """Lets go of the socket."""
        self._unsent.clear()
        self._link.close()


# Not "-m ilpuzzles.jobs.worker_main": where the package lies may be known to the running parent
# only, so its path comes first over the line. What was put there by hand has to be found, too. "-P"
# keeps a file pickle.py in the current folder from being taken for the real one until then.
_BOOTSTRAP = """
import os, pickle, signal, socket, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
link = socket.socket(fileno=int(sys.argv[1]))
stream = link.makefile("rb")
try:
    sys.path[:] = pickle.load(stream)
except (EOFError, OSError, pickle.UnpicklingError):
    os._exit(1) # the parent is gone
from ilpuzzles.jobs.worker_main import main
main(link, stream, int(sys.argv[2]), int(sys.argv[3]))
"""


class WorkerProcess(ChildProcess):
    """A process, the line to it, and what it is doing.

    Args:
        plan: What it is to do.
        folder: Where it and what it starts put temporary files.
        lifeline: The reading end of a pipe that ends with the pool.

    Attributes:
        channel: The line.
        task: The job that it is at.
        ready: Whether it got as far as waiting for jobs.
        deadline: When it is killed if it is still there, by `time.monotonic`; None if it may stay.

    Raises:
        OSError: If the system gives no process or no socket.
    """

    def __init__(self, plan: Plan, folder: Path, lifeline: int) -> None:
        self.task: PendingJob | None = None
        self.ready = False
        self.deadline: float | None = None
        beginning = pickle.dumps(sys.path) + pickle.dumps(plan.function)
        near, far = socket.socketpair()
        link = far.fileno()
        try:
            _leave_some(link)
            super().__init__(
                # Options such as -O or -X utf8, as multiprocessing has it; their name is private.
                [
                    sys.executable,
                    *subprocess._args_from_interpreter_flags(),  # type: ignore[attr-defined] # noqa: SLF001
                    *("-P", "-c", _BOOTSTRAP, str(link), str(os.getpid()), str(lifeline)),
                ],
                tied=False,
                # Standard output is for answers: what jobs print goes to standard error.
                stdout=2 if _is_open(2) else subprocess.DEVNULL,
                pass_fds=(link, lifeline),
                env=os.environ | {"TMPDIR": str(folder)},
            )
        except BaseException:
            near.close()
            raise
        finally:
            far.close()
        self.channel = Channel(near)
        self.channel.send(beginning, plan.shared)

    def give(self, task: PendingJob) -> None:
        """Starts a job in it."""
        self.task = task
        task.tries += 1
        task.begun = time.monotonic()
        self.channel.send(*task.parts())

    def leave(self) -> None:
        """Hangs up: it ends, or has ended; if not soon it will be killed."""
        self.deadline = time.monotonic() + GRACE
        self.channel.close()

    def kill_when_late(self) -> None:
        """Kills it and everything in its process group if the deadline has passed."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            self.kill()


def _leave_some(number: int) -> None:
    """Refuses to take the last open files that the program may have."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Each new one gets the lowest number that is free.
    if limit != resource.RLIM_INFINITY and number + _SPARE_FILES > limit:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


class Workers:
    """Who is there, who does what, and what becomes of the jobs of the dead.

    Each worker is starting, idle, busy or leaving.

    Args:
        selector: What the manager waits with; the lines to the workers are added to it.
        plan: What they are to do.
        folder: Where they put temporary files.
    """

    def __init__(self, selector: selectors.BaseSelector, plan: Plan, folder: Path) -> None:
        self._selector = selector
        self._plan = plan
        self._folder = folder
        self._lifeline, self._lifeline_held = os.pipe()
        self._starting: set[WorkerProcess] = set()
        self._idle: set[WorkerProcess] = set()
        self._busy: set[WorkerProcess] = set()
        self._leaving: set[WorkerProcess] = set()
        self._tasks: deque[PendingJob] = deque()
        self._run: EventQueue | None = None
        self._held_back = False
        self._room = plan.workers
        self._stillborn = 0
        self._next_look = 0.0

    # What the caller asks for.

    def begin(self, run: EventQueue) -> None:
        """Events go there from now on."""
        if self._run is not None:
            # An interruption kept its end from being told.
            self.end(self._run)
        self._run = run
        self._room = self._plan.workers
        self._stillborn = 0

    def submit(self, task: PendingJob) -> None:
        """Another job for the run."""
        if self._run is not None:
            self._tasks.append(task)

    def end(self, run: EventQueue) -> None:
        """Gives up what is not finished."""
        if self._run is run:
            self._run = None
            self._tasks.clear()
            for worker in list(self._busy):
                self._dismiss(worker)
            for worker in self._leaving:
                worker.task = None

    def close(self) -> None:
        """Ends all workers and waits for them."""
        self._run = None
        self._tasks.clear()
        for worker in self._present():
            self._dismiss(worker)
        os.close(self._lifeline_held)
        os.close(self._lifeline)
        end = time.monotonic() + _LONGEST_FAREWELL
        while self._leaving and time.monotonic() < end:
            self._collect()
            time.sleep(0.002)

    # One round after the other.

    def prepare(self) -> float:
        """Starts workers and jobs; returns how long the manager may wait for something to do."""
        if self._held_back is not self._filled():
            self._held_back = not self._held_back
            for worker in self._busy:
                self._listen(worker)
        self._staff()
        while self._tasks and self._idle:
            worker = self._idle.pop()
            self._busy.add(worker)
            worker.give(self._tasks.popleft())
            self._listen(worker)
        if self._short_of_staff():
            return 0.0
        if self._leaving:
            return _SHORT
        return _LOOK

    def serve(self, worker: WorkerProcess, ready: int) -> None:
        """Sends and receives what goes through now."""
        if worker in self._leaving:
            return  # what another one said a moment ago ended the run
        if ready & selectors.EVENT_WRITE:
            worker.channel.flush()
        # Others may have filled the queue in this round; `prepare` will see to it.
        if ready & selectors.EVENT_READ and not (worker in self._busy and self._filled()):
            messages, more = worker.channel.receive()
            for message in messages:
                self._take(worker, message)
            if not more:
                self._see_off(worker)
                return
        self._listen(worker)

    def look_after(self) -> None:
        """Collects those who have ended."""
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + _LOOK
            self._look()
        self._collect()

    def _listen(self, worker: WorkerProcess) -> None:
        wanted = 0 if self._held_back and worker in self._busy else selectors.EVENT_READ
        wanted |= selectors.EVENT_WRITE if worker.channel.unsent else 0
        known = self._selector.get_map().get(worker.channel.fileno())
        if known is None:
            if wanted:
                self._selector.register(worker.channel, wanted, worker)
        elif not wanted:
            self._selector.unregister(worker.channel)
        elif wanted != known.events:
            self._selector.modify(worker.channel, wanted, worker)

    def _filled(self) -> bool:
        """Whether the caller has to catch up before busy workers are listened to."""
        return self._run is not None and self._run.hold_back()

    def _present(self) -> list[WorkerProcess]:
        return [*self._starting, *self._idle, *self._busy]

    def _short_of_staff(self) -> bool:
        there = len(self._starting) + len(self._idle) + len(self._busy)
        return len(self._tasks) > len(self._starting) + len(self._idle) and there < self._room

    def _staff(self) -> None:
        """Starts one worker if one is missing; the others are served before the next."""
        if not self._short_of_staff():
            return
        try:
            worker = WorkerProcess(self._plan, self._folder, self._lifeline)
        except OSError as error:
            # Those who are there can do the work.
            self._room = len(self._present())
            if not self._room:
                self._fail(
                    f"no worker process can be started ({error.strerror})",
                    "close other programs, or raise the limits of the system",
                )
            return
        self._starting.add(worker)
        self._listen(worker)

    def _take(self, worker: WorkerProcess, message: Message) -> None:
        task = worker.task
        if message.kind is MessageKind.READY:
            worker.ready = True
            self._stillborn = 0
            self._starting.discard(worker)
            self._idle.add(worker)
        elif message.kind is MessageKind.UNFIT:
            self._fail(
                f"the workers cannot begin ({message.payload.decode()})",
                "look whether the function, and what all jobs share, can be imported",
            )
        # A thread that a job left behind may go on emitting.
        elif task is not None and task.serial == message.serial and self._run is not None:
            self._run.put(Arrived(message, task.tries))
            if message.kind is not MessageKind.EMITTED:
                worker.task = None
                self._busy.discard(worker)
                self._idle.add(worker)

    def _look(self) -> None:
        """Finds workers that ended while a process that they forked holds their line."""
        if self._held_back:
            return
        for worker in self._present():
            if worker not in self._leaving and worker.has_ended():
                for message in worker.channel.drain():
                    self._take(worker, message)
                self._see_off(worker)

    def _dismiss(self, worker: WorkerProcess) -> None:
        """Tells a worker to clean up and end; what it was at is forgotten."""
        self._see_off(worker)
        worker.task = None
        worker.ask_to_end()

    def _see_off(self, worker: WorkerProcess) -> None:
        """A worker is about to end; its job stays with it until it is collected."""
        for group in (self._starting, self._idle, self._busy):
            group.discard(worker)
        self._leaving.add(worker)
        if worker.channel.fileno() in self._selector.get_map():
            self._selector.unregister(worker.channel)
        worker.leave()

    def _collect(self) -> None:
        for worker in list(self._leaving):
            if worker.has_ended():
                self._leaving.discard(worker)
                self._bury(worker)
            else:
                worker.kill_when_late()

    def _bury(self, worker: WorkerProcess) -> None:
        """Sees to it that the job of a worker that ended is done all the same."""
        task = worker.task
        if self._run is None:
            return
        if task is None:
            self._stillborn += not worker.ready
            if self._stillborn > self._plan.workers + _SPARE_STARTS:
                self._fail(
                    f"the workers end before they begin (the last one by {worker.ending()})",
                    "import the module of the function in a Python of your own to see why",
                )
        elif task.tries < self._plan.tries:
            self._tasks.appendleft(task)
        else:
            seconds = time.monotonic() - task.begun
            self._run.put(Lost(task.serial, task.tries, seconds, worker.ending()))

    def _fail(self, what: str, advice: str) -> None:
        """Ends the run with an error."""
        if self._run is not None:
            self._run.put(Failed(JobError(Problem(what, advice))))
            self.end(self._run)
