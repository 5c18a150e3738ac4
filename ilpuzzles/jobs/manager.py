"""The manager of a pool: the thread that starts its workers, talks to them and ends them."""

from __future__ import annotations

import _thread
import atexit
import os
import selectors
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from typing import Any

from ilpuzzles.jobs.job import EventQueue, PendingJob, Plan
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.jobs.workers import WorkerProcess, Workers

# One byte wakes the manager; all of them are read at once.
_WAKING_BYTES = 4096

# The managers whose thread is at work.
_open: set[Manager] = set()


class Manager:
    """Starts the workers, talks to them and ends them, all in one thread of its own.

    The caller's thread, where Ctrl-C can come between any two steps, starts no process and waits
    for none. And Linux kills a worker when the *thread* that started it ends.
    """

    ahead = 2
    """The number of jobs taken for each worker: while one runs, the next one waits."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._commands: SimpleQueue[Callable[[Any], Any]] = SimpleQueue()
        self._is_only_thread = _thread.allocate_lock()
        self._finished = _thread.allocate_lock()
        self._wake_line: socket.socket | None = None
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
            _thread.start_new_thread(self._run_thread, ())
        self._tell(lambda workers: workers.begin(run))

    def submit(self, task: PendingJob) -> None:
        """Adds a job to the run."""
        self._tell(lambda workers: workers.submit(task))

    def end(self, run: EventQueue) -> None:
        """Ends a run; jobs that are not finished are given up."""
        self._tell(lambda workers: workers.end(run))

    def wake(self) -> None:
        """Makes the thread look for what is new."""
        wake_line = self._wake_line
        if wake_line is not None:
            # It may be full, which is as good, or closed, since nobody is to be woken.
            with suppress(OSError):
                wake_line.send(b"!")

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

    def _run_thread(self) -> None:
        if not self._is_only_thread.acquire(blocking=False):
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
            woken, wake_line = map(stack.enter_context, socket.socketpair())
            woken.setblocking(False)
            wake_line.setblocking(False)
            selector.register(woken, selectors.EVENT_READ)
            workers = Workers(selector, self._plan, folder)
            self._wake_line = wake_line
            try:
                while not self.stopped:
                    while not self._commands.empty():
                        self._commands.get_nowait()(workers)
                    for key, ready in selector.select(workers.prepare()):
                        if isinstance(key.data, WorkerProcess):
                            workers.exchange(key.data, ready)
                        else:
                            woken.recv(_WAKING_BYTES)
                    workers.reap()
            finally:
                self._wake_line = None
                workers.close()


@atexit.register
def _close_all() -> None:
    for manager in list(_open):
        manager.close()
