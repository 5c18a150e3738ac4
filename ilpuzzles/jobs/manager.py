"""The thread that looks after the workers of a pool."""

from __future__ import annotations

import _thread
import atexit
import os
import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from ilpuzzles.jobs.crew import Crew
from ilpuzzles.jobs.folder import private_folder
from ilpuzzles.jobs.handover import Handover
from ilpuzzles.jobs.process import WorkerProcess
from ilpuzzles.jobs.task import Plan, Task

# Those whose thread is at work.
_open: set[Manager] = set()


class Manager:
    """Starts the workers, talks to them and ends them, all in one thread of its own.

    The caller's thread, where Ctrl-C can come between any two steps, starts no process and waits
    for none. And Linux kills a worker when the *thread* that started it ends.

    Args:
        plan: What the workers are to do.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._commands: SimpleQueue[Callable[[Crew], None]] = SimpleQueue()
        self._once = _thread.allocate_lock()
        self._finished = _thread.allocate_lock()
        self._alarm: socket.socket | None = None
        self._process = os.getpid()
        self._begun = False
        self.stopped = False
        self.ended = False
        self.failure: BaseException | None = None

    # In the caller's thread.

    def begin(self, run: Handover) -> None:
        """Begins a run, for which the thread is started if it is not there yet."""
        self._start()
        self._tell(lambda crew: crew.begin(run))

    def submit(self, task: Task) -> None:
        """Adds a job to the run."""
        self._tell(lambda crew: crew.submit(task))

    def end(self, run: Handover) -> None:
        """Ends a run; jobs that are not finished are given up."""
        self._tell(lambda crew: crew.end(run))

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

    def _start(self) -> None:
        if not self._begun:
            # An interruption may come before or after the thread has begun: it sees to it itself
            # that there is only one.
            _thread.start_new_thread(self._live, ())

    def _tell(self, command: Callable[[Crew], None]) -> None:
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
        with private_folder() as folder, selectors.DefaultSelector() as selector:
            self._manage(folder, selector)

    def _manage(self, folder: Path, selector: selectors.BaseSelector) -> None:
        hearing, alarm = socket.socketpair()
        with hearing, alarm:
            hearing.setblocking(False)
            alarm.setblocking(False)
            selector.register(hearing, selectors.EVENT_READ)
            crew = Crew(selector, self._plan, folder)
            self._alarm = alarm
            try:
                while not self.stopped:
                    self._obey(crew)
                    for key, ready in selector.select(crew.prepare()):
                        if isinstance(key.data, WorkerProcess):
                            crew.serve(key.data, ready)
                        else:
                            hearing.recv(4096)
                    crew.look_after()
            finally:
                self._alarm = None
                crew.close()

    def _obey(self, crew: Crew) -> None:
        with suppress(Empty):
            while True:
                self._commands.get_nowait()(crew)


@atexit.register
def _close_all() -> None:
    for manager in list(_open):
        manager.close()
