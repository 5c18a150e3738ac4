"""The worker processes of a pool, and the jobs that they do.

All of it happens in the manager's thread. A job whose worker dies is started again in another one.
"""

from __future__ import annotations

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
from pathlib import Path

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

GRACE_SECONDS = 0.3
"""The time that a worker has to end after it was asked to.

It kills the solvers that it has started and removes its folders; two idle ones end within 17 ms.
"""
# The number of open files that are left to the program, and to the manager, by the workers.
_RESERVED_FILES = 64
# The pause between two checks for workers that have ended although their line is open, because a
# process that they forked has it as well. To check 1,024 workers takes 0.6 ms.
_LIVENESS_CHECK_SECONDS = 0.25
# The pause while some workers are about to end, which takes them a few milliseconds.
_ENDING_CHECK_SECONDS = 0.005
# The time that a closing pool waits for its workers, all of which are killed after their grace.
_CLOSING_SECONDS = 5.0
# The number of workers, beyond the size of the pool, that may end before their first job. A few may
# be killed for lack of memory; if all of them end, the module of the function is to blame.
_FAILED_STARTS_ALLOWED = 10


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
    """A worker process, the line to it, and the job that it does.

    It and what it starts put temporary files into `folder`; `lifeline` is the reading end of a pipe
    that ends with the pool. If the system gives no process or no socket, that is an `OSError`.
    """

    def __init__(self, plan: Plan, folder: Path, lifeline: int) -> None:
        self.task: PendingJob | None = None
        self.has_started = False  # whether it got as far as waiting for jobs
        self.deadline = math.inf  # when it is killed if it has not ended, by `time.monotonic`
        near, far = socket.socketpair()
        link = far.fileno()
        try:
            # Each new file gets the lowest number that is free.
            limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
            if limit != resource.RLIM_INFINITY and link + _RESERVED_FILES > limit:
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
        self.channel.send(pickle.dumps(sys.path))
        for payload in (pickle.dumps(plan.function), plan.shared):
            self.channel.send_message(Message(MessageKind.SETUP, payload=payload))

    def start_job(self, task: PendingJob) -> None:
        """Starts a job in it."""
        self.task = task
        task.tries += 1
        task.begun = time.monotonic()
        self.channel.send_message(Message(MessageKind.JOB, task.serial, task.argument))


def _is_open(number: int) -> bool:
    """Whether this process has a file of that number."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


class Dispatcher:
    """The run that a pool makes, its jobs that wait for a worker, and its events for the caller."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._run: EventQueue | None = None
        self._waiting: deque[PendingJob] = deque()

    def begin(self, run: EventQueue) -> None:
        """Begins a run, whose events go to a queue."""
        if self._run is not None:
            # An interruption kept its end from being told.
            self.end(self._run)
        self._run = run

    def submit(self, task: PendingJob) -> None:
        """Adds a job to the run."""
        if self._run is not None:
            self._waiting.append(task)

    def end(self, run: EventQueue) -> None:
        """Gives up the jobs of a run that are not finished."""
        raise NotImplementedError

    def _retry(self, task: PendingJob, ending: str) -> None:
        """Puts a job whose worker has ended before all others, unless that was its last try."""
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
    """The workers of a pool: started where they are needed, given jobs, replaced when they die.

    Each worker is starting, idle, busy or closing. The lines to them are added to the selector that
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
        self._closing: set[WorkerProcess] = set()
        self._held_back = False
        self._most_workers = plan.workers
        self._failed_starts = 0
        self._next_liveness_check = 0.0

    # At the caller's request.

    def begin(self, run: EventQueue) -> None:
        """Begins a run, whose events go to a queue."""
        super().begin(run)
        self._most_workers = self._plan.workers
        self._failed_starts = 0

    def end(self, run: EventQueue) -> None:
        """Gives up the jobs of a run that are not finished, and ends the workers that do them."""
        if self._run is run:
            self._run = None
            self._waiting.clear()
            for worker in list(self._busy):
                self._dismiss(worker)
            for worker in self._closing:
                worker.task = None

    def close(self) -> None:
        """Ends all workers and waits for them."""
        self._run = None
        self._waiting.clear()
        for worker in self._present():
            self._dismiss(worker)
        os.close(self._lifeline_held)
        os.close(self._lifeline)
        last_moment = time.monotonic() + _CLOSING_SECONDS
        while self._closing and time.monotonic() < last_moment:
            self._reap_ended()
            time.sleep(_ENDING_CHECK_SECONDS / 2)

    # One round after the other.

    def prepare(self) -> float:
        """Starts workers and jobs; returns how many seconds the manager may wait for news."""
        if self._held_back is not self._is_full():
            self._held_back = not self._held_back
            for worker in self._busy:
                self._update_selector(worker)
        if self._needs_worker():
            self._start()
        while self._waiting and self._idle:
            worker = self._idle.pop()
            self._busy.add(worker)
            worker.start_job(self._waiting.popleft())
            self._update_selector(worker)
        if self._needs_worker():
            return 0.0
        return _ENDING_CHECK_SECONDS if self._closing else _LIVENESS_CHECK_SECONDS

    def exchange(self, worker: WorkerProcess, ready: int) -> None:
        """Sends and receives what goes through now."""
        if worker in self._closing:
            return  # a message of another one has just ended the run
        if ready & selectors.EVENT_WRITE:
            worker.channel.flush()
        # Others may have filled the queue in this round; `prepare` will see to it.
        if ready & selectors.EVENT_READ and not (worker in self._busy and self._is_full()):
            for message in worker.channel.receive():
                self._receive(worker, message)
            if worker.channel.has_ended:
                self._close_worker(worker)
                return
        self._update_selector(worker)

    def reap(self) -> None:
        """Sees which workers have ended, and what becomes of their jobs."""
        if time.monotonic() >= self._next_liveness_check and not self._held_back:
            self._next_liveness_check = time.monotonic() + _LIVENESS_CHECK_SECONDS
            # A process that they forked may hold their line.
            for worker in self._present():
                # A message of another one may have ended the run, and this one with it.
                if worker not in self._closing and worker.has_ended():
                    for message in worker.channel.drain():
                        self._receive(worker, message)
                    self._close_worker(worker)
        self._reap_ended()

    def _update_selector(self, worker: WorkerProcess) -> None:
        """Has the manager wait for what can be done with the line to a worker."""
        is_held_back = self._held_back and worker in self._busy
        events = 0 if is_held_back else selectors.EVENT_READ
        if worker.channel.unsent:
            events |= selectors.EVENT_WRITE
        key = self._selector.get_map().get(worker.channel.fileno())
        if key is None:
            if events:
                self._selector.register(worker.channel, events, worker)
        elif not events:
            self._selector.unregister(worker.channel)
        elif events != key.events:
            self._selector.modify(worker.channel, events, worker)

    def _is_full(self) -> bool:
        """Whether the caller has to catch up before busy workers are listened to."""
        return self._run is not None and self._run.hold_back()

    def _present(self) -> list[WorkerProcess]:
        """All workers but those that are closing."""
        return [*self._starting, *self._idle, *self._busy]

    def _needs_worker(self) -> bool:
        """Whether jobs wait for more workers than are free or about to be, and there is room."""
        free = len(self._starting) + len(self._idle)
        return len(self._waiting) > free and free + len(self._busy) < self._most_workers

    def _start(self) -> None:
        """Starts one worker; the others are served before the next."""
        try:
            worker = WorkerProcess(self._plan, self._folder, self._lifeline)
        except OSError as error:
            # The others can do the work.
            self._most_workers = len(self._present())
            if not self._most_workers:
                self._fail(
                    f"no worker process can be started ({error.strerror})",
                    "close other programs, or raise the limits of the system",
                )
            return
        self._starting.add(worker)
        self._update_selector(worker)

    def _receive(self, worker: WorkerProcess, message: Message) -> None:
        """Takes a message of a worker."""
        task = worker.task
        if message.kind is MessageKind.READY:
            worker.has_started = True
            self._failed_starts = 0
            self._starting.discard(worker)
            self._idle.add(worker)
        elif message.kind is MessageKind.UNFIT:
            reason = message.payload.decode()
            self._fail(
                f"the workers cannot load the function or its shared data ({reason})",
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
        """Tells a worker to clean up and end; its job is forgotten."""
        self._close_worker(worker)
        worker.task = None
        worker.ask_to_end()

    def _close_worker(self, worker: WorkerProcess) -> None:
        """Closes the line to a worker, which ends soon or is killed; until then it has its job."""
        for workers in (self._starting, self._idle, self._busy):
            workers.discard(worker)
        self._closing.add(worker)
        if worker.channel.fileno() in self._selector.get_map():
            self._selector.unregister(worker.channel)
        worker.deadline = time.monotonic() + GRACE_SECONDS
        worker.channel.close()

    def _reap_ended(self) -> None:
        """Lets go of the closing workers that have ended, and kills those whose time is over."""
        for worker in list(self._closing):
            if worker.has_ended():
                self._closing.discard(worker)
                self._replace(worker)
            elif time.monotonic() >= worker.deadline:
                worker.kill()

    def _replace(self, worker: WorkerProcess) -> None:
        """Has the job of a worker that has ended done by another one."""
        if self._run is None:
            return
        if worker.task is not None:
            self._retry(worker.task, ending(worker.returncode))
            return
        if not worker.has_started:
            self._failed_starts += 1
        if self._failed_starts > self._plan.workers + _FAILED_STARTS_ALLOWED:
            last = ending(worker.returncode)
            self._fail(
                f"the workers end as soon as they are started (the last one by {last})",
                "import the module of the function in a Python session to see why",
            )
