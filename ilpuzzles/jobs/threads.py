"""Work in other threads, so that Ctrl-C and other signals still reach Python; signals that wait."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Generic, TypeVar

_T = TypeVar("_T")
_Message = TypeVar("_Message")

# The pause between two questions whether to go on, of a thread that waits for others.
_WAIT_SECONDS = 0.05
# The pause before threads that were told to end are told again.
_STOP_PAUSE_SECONDS = 0.002


def run_interruptibly(
    work: Callable[[], _T], stop: Callable[[], None], stopped: Callable[[], bool] = lambda: False
) -> _T:
    """Returns what `work` returns, which runs in a thread while this one waits, ready for signals.

    Native code that runs in the main thread keeps Python's signal handlers from being called
    until it returns, and an exception that a handler raises may come between any two steps.
    `stop` makes `work` return soon; it is called if waiting is interrupted, perhaps several times,
    or once `stopped`, which is asked now and then, says so.

    Raises:
        BaseException: What `work` raised, or what interrupted the waiting, once `work` has ended.
    """
    outcome: list[_T] = []
    errors: list[BaseException] = []

    def run(_link: ThreadLink[None]) -> None:
        try:
            outcome.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again below, even if it was stopped
            errors.append(error)

    run_threads(run, 1, lambda _message: True, lambda: not stopped(), stop)
    if errors:
        raise errors[0]
    return outcome[0]


class ThreadLink(Generic[_Message]):
    """The link of a thread to the one that waits for it, which sets `stopped` to end it."""

    def __init__(self) -> None:
        self.stopped = False
        self.messages: SimpleQueue[_Message | BaseException | None] = SimpleQueue()

    def send(self, message: _Message) -> None:
        """Hands a message over to the waiting thread."""
        self.messages.put(message)


def run_threads(  # noqa: C901 - one loop, and what may come in its way
    work: Callable[[ThreadLink[_Message]], None],
    workers: int,
    receive: Callable[[_Message], bool],
    go_on: Callable[[], bool],
    stop: Callable[[], None] = lambda: None,
) -> None:
    """Runs the same work in several threads, and receives their messages in this one.

    Args:
        work: The work of each thread. It looks at `stopped` often, and ends soon once it is set.
        workers: The number of threads.
        receive: Called in this thread with every message; returns whether to go on.
        go_on: Asked every now and then whether to go on.
        stop: Called, perhaps several times, once the work is to end soon.

    Raises:
        BaseException: What `work` raised in some thread, or what interrupted the waiting, once all
            threads have ended.
    """
    line: ThreadLink[_Message] = ThreadLink()
    # Plain lists, since what is appended to them is there at once, whatever interrupts this. And a
    # plain queue: an exception in the middle of waiting for a threading.Event, or for the start of
    # a threading.Thread, leaves these in a state that they complain about.
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
        # With a time-out, since not every way to interrupt Python ends a wait without one.
        while len(ended) < workers or not line.messages.empty():
            message = None
            with suppress(Empty):
                message = line.messages.get(timeout=_WAIT_SECONDS)
            if isinstance(message, BaseException):
                raise message
            if not ((message is None or receive(message)) and go_on()):
                return
    finally:
        over = False
        interruption: BaseException | None = None
        while not over:
            try:
                line.stopped = True
                _wait_for_end(begun, ended, stop)
                over = True
            except BaseException as error:  # noqa: BLE001 - interrupted again, even by the call
                interruption = error
        if interruption is not None:
            raise interruption


def _wait_for_end(begun: list[bool], ended: list[bool], stop: Callable[[], None]) -> None:
    """Waits for all threads, which were told to end, however often that is interrupted.

    Leaving one behind in native code would abort the process at its exit. One that was started a
    moment ago may not have begun; it sees that it is stopped.
    """
    while len(ended) < len(begun):
        with suppress(BaseException):
            # Again and again: a stop that came before the work had begun was lost.
            stop()
            time.sleep(_STOP_PAUSE_SECONDS)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Defers Ctrl-C and the request to end while it is entered; they come when it is left.

    In other threads than the main one, where no signals arrive, it does nothing.

    Example:
        >>> try:
        ...     with signals_deferred():
        ...         signal.raise_signal(signal.SIGINT)
        ...         print("done")
        ... except KeyboardInterrupt:
        ...     print("interrupted")
        done
        interrupted
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    deferred: list[int] = []

    def defer(number: int, _frame: FrameType | None) -> None:
        deferred.append(number)

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    handlers = {number: signal.getsignal(number) for number in numbers}
    # A signal without a function ends the process, or is ignored, as before.
    ours = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in ours:
        signal.signal(number, defer)
    try:
        yield
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(deferred):
            signal.raise_signal(number)
