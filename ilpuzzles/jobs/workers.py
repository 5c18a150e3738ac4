"""The worker processes of a pool: the lines to them, who does what, and the thread that manages.

All of it happens in the manager's thread. A job whose worker dies is started again in another one.
"""

from __future__ import annotations

import _thread
import atexit
import errno
import math
import os
import pickle
import resource
import selectors
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from ilpuzzles.jobs.frames import Channel, Message, MessageKind
from ilpuzzles.jobs.job import (
    Arrived,
    EventQueue,
    Failed,
    JobError,
    Lost,
    PendingJob,
    Plan,
)
from ilpuzzles.jobs.process import ChildProcess, ending
from ilpuzzles.jobs.temporary_files import private_folder

GRACE = 0.3
_SPARE_FILES = 64
_LOOK = 0.25
_SHORT = 0.005
_LONGEST_FAREWELL = 5.0
_SPARE_STARTS = 10


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

    It and what it starts put temporary files into `folder`; `lifeline` is the reading end of a pipe
    that ends with the pool. If the system gives no process or no socket, that is an `OSError`.
    """

    def __init__(self, plan: Plan, folder: Path, lifeline: int) -> None:
        self.task: PendingJob | None = None
        self.ready = False  # whether it got as far as waiting for jobs
        self.deadline = math.inf  # when it is killed if it is still there, by `time.monotonic`
        near, far = socket.socketpair()
        link = far.fileno()
        try:
            # Each new file gets the lowest number that is free. The last ones that the program may
            # have are not taken.
            limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
            if limit != resource.RLIM_INFINITY and link + _SPARE_FILES > limit:
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
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
        self.channel.send(pickle.dumps(sys.path) + pickle.dumps(plan.function), plan.shared)

    def give(self, task: PendingJob) -> None:
        """Starts a job in it."""
        self.task = task
        task.tries += 1
        task.begun = time.monotonic()
        self.channel.send_message(Message(MessageKind.JOB, task.serial, task.argument))


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


class Dispatcher:
    """The run that is served, its jobs that wait for a worker, and what the caller hears of it."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._run: EventQueue | None = None
        self._waiting: deque[PendingJob] = deque()

    def begin(self, run: EventQueue) -> None:
        """Events go there from now on."""
        if self._run is not None:
            # An interruption kept its end from being told.
            self.end(self._run)
        self._run = run

    def submit(self, task: PendingJob) -> None:
        """Another job for the run."""
        if self._run is not None:
            self._waiting.append(task)

    def end(self, run: EventQueue) -> None:
        """Gives up what is not finished of a run."""
        raise NotImplementedError

    def _retry(self, task: PendingJob, ending: str) -> None:
        """Puts a job first whose worker is gone, unless that was its last try."""
        if task.tries < self._plan.tries:
            self._waiting.appendleft(task)
        elif self._run is not None:
            self._run.put(Lost(task.serial, task.tries, time.monotonic() - task.begun, ending))

    def _fail(self, what: str, advice: str) -> None:
        """Ends the run with an error."""
        if self._run is not None:
            self._run.put(Failed(JobError(what, advice)))
            self.end(self._run)


class Workers(Dispatcher):
    """Who is there, who does what, and what becomes of the jobs of the dead.

    Each worker is starting, idle, busy or leaving. The lines to them are added to the selector that
    the manager waits with; they put temporary files into the folder.
    """

    def __init__(self, selector: selectors.BaseSelector, plan: Plan, folder: Path) -> None:
        super().__init__(plan)
        self._selector = selector
        self._folder = folder
        self._lifeline, self._lifeline_held = os.pipe()
        self._starting: set[WorkerProcess] = set()
        self._idle: set[WorkerProcess] = set()
        self._busy: set[WorkerProcess] = set()
        self._leaving: set[WorkerProcess] = set()
        self._held_back = False
        self._room = plan.workers
        self._stillborn = 0
        self._next_look = 0.0

    # What the caller asks for.

    def begin(self, run: EventQueue) -> None:
        """Events go there from now on."""
        super().begin(run)
        self._room = self._plan.workers
        self._stillborn = 0

    def end(self, run: EventQueue) -> None:
        """Gives up what is not finished, and ends who is at it."""
        if self._run is run:
            self._run = None
            self._waiting.clear()
            for worker in list(self._busy):
                self._dismiss(worker)
            for worker in self._leaving:
                worker.task = None

    def close(self) -> None:
        """Ends all workers and waits for them."""
        self._run = None
        self._waiting.clear()
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
        if self._held_back is not self._is_full():
            self._held_back = not self._held_back
            for worker in self._busy:
                self._listen(worker)
        if self._short_of_staff():
            self._start()
        while self._waiting and self._idle:
            worker = self._idle.pop()
            self._busy.add(worker)
            worker.give(self._waiting.popleft())
            self._listen(worker)
        if self._short_of_staff():
            return 0.0
        return _SHORT if self._leaving else _LOOK

    def serve(self, worker: WorkerProcess, ready: int) -> None:
        """Sends and receives what goes through now."""
        if worker in self._leaving:
            return  # what another one said a moment ago ended the run
        if ready & selectors.EVENT_WRITE:
            worker.channel.flush()
        # Others may have filled the queue in this round; `prepare` will see to it.
        if ready & selectors.EVENT_READ and not (worker in self._busy and self._is_full()):
            for message in worker.channel.receive():
                self._take(worker, message)
            if worker.channel.has_ended:
                self._see_off(worker)
                return
        self._listen(worker)

    def look_after(self) -> None:
        """Collects those who have ended."""
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + _LOOK
            # A process that they forked may hold their line.
            for worker in [] if self._held_back else self._present():
                if worker not in self._leaving and worker.has_ended():
                    for message in worker.channel.drain():
                        self._take(worker, message)
                    self._see_off(worker)
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

    def _is_full(self) -> bool:
        """Whether the caller has to catch up before busy workers are listened to."""
        return self._run is not None and self._run.hold_back()

    def _present(self) -> list[WorkerProcess]:
        return [*self._starting, *self._idle, *self._busy]

    def _short_of_staff(self) -> bool:
        coming = len(self._starting) + len(self._idle)
        return len(self._waiting) > coming and coming + len(self._busy) < self._room

    def _start(self) -> None:
        """Starts one worker; the others are served before the next."""
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
                "check that the function and what all jobs share can be imported",
            )
        # A thread that a job left behind may go on emitting.
        elif task is not None and task.serial == message.serial and self._run is not None:
            self._run.put(Arrived(message, task.tries))
            if message.kind is not MessageKind.EMITTED:
                worker.task = None
                self._busy.discard(worker)
                self._idle.add(worker)

    def _dismiss(self, worker: WorkerProcess) -> None:
        """Tells a worker to clean up and end; what it was at is forgotten."""
        self._see_off(worker)
        worker.task = None
        worker.ask_to_end()

    def _see_off(self, worker: WorkerProcess) -> None:
        """A worker ends soon, or is killed; its job stays with it until it is collected."""
        for group in (self._starting, self._idle, self._busy):
            group.discard(worker)
        self._leaving.add(worker)
        if worker.channel.fileno() in self._selector.get_map():
            self._selector.unregister(worker.channel)
        worker.deadline = time.monotonic() + GRACE
        worker.channel.close()

    def _collect(self) -> None:
        for worker in list(self._leaving):
            if worker.has_ended():
                self._leaving.discard(worker)
                self._bury(worker)
            elif time.monotonic() >= worker.deadline:
                worker.kill()

    def _bury(self, worker: WorkerProcess) -> None:
        """Sees to it that the job of a worker that ended is done all the same."""
        if self._run is None:
            return
        if worker.task is not None:
            self._retry(worker.task, ending(worker.returncode))
            return
        self._stillborn += not worker.ready
        if self._stillborn > self._plan.workers + _SPARE_STARTS:
            self._fail(
                f"the workers end before they begin (the last one by {ending(worker.returncode)})",
                "import the module of the function in a Python session to see why",
            )


# Those whose thread is at work.
_open: set[Manager] = set()


class Manager:
    """Starts the workers, talks to them and ends them, all in one thread of its own.

    The caller's thread, where Ctrl-C can come between any two steps, starts no process and waits
    for none. And Linux kills a worker when the *thread* that started it ends.
    """

    ahead = 2
    """How many jobs are taken for each worker: while one runs, the next one waits."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._commands: SimpleQueue[Callable[[Any], Any]] = SimpleQueue()
        self._once = _thread.allocate_lock()
        self._finished = _thread.allocate_lock()
        self._alarm: socket.socket | None = None
        self._process = os.getpid()
        self._begun = False
        self.stopped = False
        self.ended = False
        self.failure: BaseException | None = None

    # In the caller's thread.

    def begin(self, run: EventQueue) -> None:
        """Begins a run, for which the thread is started if it is not there yet."""
        if not self._begun:
            # An interruption may come before or after the thread has begun: it sees to it itself
            # that there is only one.
            _thread.start_new_thread(self._live, ())
        self._tell(lambda workers: workers.begin(run))

    def submit(self, task: PendingJob) -> None:
        """Adds a job to the run."""
        self._tell(lambda workers: workers.submit(task))

    def end(self, run: EventQueue) -> None:
        """Ends a run; jobs that are not finished are given up."""
        self._tell(lambda workers: workers.end(run))

    def wake(self) -> None:
        """Makes the thread look for what is new."""
        alarm = self._alarm
        if alarm is not None:
            # It may be full, which is as good, or closed, since nobody is to be woken.
            with suppress(OSError):
                alarm.send(b"!")

    def stop(self) -> None:
        """Tells the thread to end the workers, the folder, and itself."""
        self.stopped = True
        self.wake()

    def close(self) -> None:
        """Stops the thread and waits until it has ended, however often that is interrupted."""
        interruption: BaseException | None = None
        self.stopped = True
        # One that has not begun will do nothing. Nor is there one in the copy of a forked process.
        while self._begun and not self.ended and self._process == os.getpid():
            try:
                self.stop()
                self._finished.acquire(timeout=0.1)
            except BaseException as error:  # noqa: BLE001 - it is raised again below
                interruption = error
        if interruption is not None:
            raise interruption

    def _tell(self, command: Callable[[Any], Any]) -> None:
        self._commands.put(command)
        self.wake()

    # In the manager's thread.

    def _live(self) -> None:
        if not self._once.acquire(blocking=False):
            return
        self._finished.acquire()
        # In this order: `close` first sets `stopped`, then asks whether it has begun.
        self._begun = True
        _open.add(self)
        try:
            if not self.stopped:
                self._work()
        except BaseException as error:  # noqa: BLE001 - it is raised by the run that waits
            self.failure = error
        finally:
            _open.discard(self)
            self.ended = True
            self._finished.release()

    def _work(self) -> None:
        with ExitStack() as stack:
            folder = stack.enter_context(private_folder())
            selector = stack.enter_context(selectors.DefaultSelector())
            hearing, alarm = map(stack.enter_context, socket.socketpair())
            hearing.setblocking(False)
            alarm.setblocking(False)
            selector.register(hearing, selectors.EVENT_READ)
            workers = Workers(selector, self._plan, folder)
            self._alarm = alarm
            try:
                while not self.stopped:
                    while not self._commands.empty():
                        self._commands.get_nowait()(workers)
                    for key, ready in selector.select(workers.prepare()):
                        if isinstance(key.data, WorkerProcess):
                            workers.serve(key.data, ready)
                        else:
                            hearing.recv(4096)
                    workers.look_after()
            finally:
                self._alarm = None
                workers.close()


@atexit.register
def _close_all() -> None:
    for manager in list(_open):
        manager.close()
