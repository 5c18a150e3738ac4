"""Several threads for code that releases the lock of the interpreter, ready for Ctrl-C."""

from __future__ import annotations

import _thread
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

_Message = TypeVar("_Message")

_WAIT = 0.05


class Line(Generic[_Message]):
    """What a thread has to do with the one that waits for it.

    Attributes:
        stopped: Whether the thread is to end soon.
    """

    def __init__(self) -> None:
        self.stopped = False
        self.messages: SimpleQueue[_Message | BaseException | None] = SimpleQueue()

    def send(self, message: _Message) -> None:
        """Hands something over to the waiting thread."""
        self.messages.put(message)


def run_threads(
    work: Callable[[Line[_Message]], None],
    workers: int,
    receive: Callable[[_Message], bool],
    go_on: Callable[[], bool],
) -> None:
    """Runs the same work in several threads, and deals with what they send in this one.

    Args:
        work: What each thread does. It looks at `Line.stopped` often, and ends soon once it is set.
        workers: How many threads.
        receive: Called in this thread with everything that is sent; says whether to go on.
        go_on: Asked every now and then whether to go on.

    Raises:
        BaseException: What `work` raised in some thread, or what interrupted the waiting, once all
            threads have ended.

    Example:
        >>> found = []
        >>> def work(line):
        ...     line.send("done")
        >>> run_threads(work, 2, lambda word: found.append(word) is None, lambda: True)
        >>> found
        ['done', 'done']
    """
    line: Line[_Message] = Line()
    # Plain lists, since what is appended to them is there at once, whatever interrupts this.
    begun: list[bool] = []
    ended: list[bool] = []

    def run() -> None:
        begun.append(True)
        try:
            if not line.stopped:
                work(line)
        except BaseException as error:  # noqa: BLE001 - it is raised again by the waiting thread
            line.messages.put(error)
        finally:
            ended.append(True)
            line.messages.put(None)

    try:
        for _ in range(workers):
            _thread.start_new_thread(run, ())
        while len(ended) < workers or not line.messages.empty():
            message = None
            with suppress(Empty):
                message = line.messages.get(timeout=_WAIT)
            if isinstance(message, BaseException):
                raise message
            if not ((message is None or receive(message)) and go_on()):
                return
    finally:
        _end(line, begun, ended)


def _end(line: Line[_Message], begun: list[bool], ended: list[bool]) -> None:
    """Stops all threads and waits for their end, however often that is interrupted.

    A thread that was started a moment ago may not have begun; it sees that it is stopped.
    """
    line.stopped = True
    while len(ended) < len(begun):
        with suppress(BaseException):
            line.stopped = True
            time.sleep(0.002)
