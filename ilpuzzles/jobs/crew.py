"""The workers of a pool: who is there, who does what, and what becomes of the jobs of the dead.

Everything here happens in the manager's thread.
"""

from __future__ import annotations

import os
import selectors
import time
from collections import deque
from pathlib import Path

from ilpuzzles.errors import Problem
from ilpuzzles.jobs.frames import Frame, Kind
from ilpuzzles.jobs.handover import Handover
from ilpuzzles.jobs.job import JobError
from ilpuzzles.jobs.process import WorkerProcess
from ilpuzzles.jobs.task import Arrived, Failed, Lost, Plan, Task

_LOOK = 0.25
_SHORT = 0.005
_LONGEST_FAREWELL = 5.0
_SPARE_STARTS = 10


class Crew:
    """Workers, each of which is starting, idle, busy or leaving.

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
        self._tasks: deque[Task] = deque()
        self._run: Handover | None = None
        self._held_back = False
        self._room = plan.workers
        self._stillborn = 0
        self._next_look = 0.0

    # What the caller asks for.

    def begin(self, run: Handover) -> None:
        """Events go there from now on."""
        if self._run is not None:
            # An interruption kept its end from being told.
            self.end(self._run)
        self._run = run
        self._room = self._plan.workers
        self._stillborn = 0

    def submit(self, task: Task) -> None:
        """Another job for the run."""
        if self._run is not None:
            self._tasks.append(task)

    def end(self, run: Handover) -> None:
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
            frames, more = worker.channel.receive()
            for frame in frames:
                self._take(worker, frame)
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

    def _take(self, worker: WorkerProcess, frame: Frame) -> None:
        task = worker.task
        if frame.kind is Kind.READY:
            worker.ready = True
            self._stillborn = 0
            self._starting.discard(worker)
            self._idle.add(worker)
        elif frame.kind is Kind.UNFIT:
            self._fail(
                f"the workers cannot begin ({frame.payload.decode()})",
                "look whether the function, and what all jobs share, can be imported",
            )
        # A thread that a job left behind may go on emitting.
        elif task is not None and task.serial == frame.serial and self._run is not None:
            self._run.put(Arrived(frame, task.tries))
            if frame.kind is not Kind.EMITTED:
                worker.task = None
                self._busy.discard(worker)
                self._idle.add(worker)

    def _look(self) -> None:
        """Finds workers that ended while a process that they forked holds their line."""
        if self._held_back:
            return
        for worker in self._present():
            if worker not in self._leaving and worker.has_ended():
                for frame in worker.channel.drain():
                    self._take(worker, frame)
                self._see_off(worker)

    def _dismiss(self, worker: WorkerProcess) -> None:
        """Tells a worker to end; what it was at is forgotten."""
        self._see_off(worker)
        worker.dismiss()

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
