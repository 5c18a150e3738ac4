"""Runs native code so that Ctrl-C and other signals still reach Python."""

from __future__ import annotations

import _thread
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

_T = TypeVar("_T")


def run_interruptibly(work: Callable[[], _T], stop: Callable[[], None]) -> _T:
    """Runs `work` in a thread while this one waits, ready for signals.

    Native code that runs in the main thread keeps Python's signal handlers from being called
    until it returns, and an exception that a handler raises may come between any two steps.

    Args:
        work: What to run.
        stop: Makes `work` return soon; called if waiting is interrupted, perhaps several times.

    Returns:
        What `work` returned.

    Raises:
        BaseException: What `work` raised, or what interrupted the waiting, once `work` has ended.
    """
    outcome: list[_T] = []
    failure: list[BaseException] = []
    begun: list[bool] = []
    ended: list[bool] = []
    # Locks are used as they are: an exception in the middle of waiting for a threading.Event, or
    # for the start of a threading.Thread, leaves these in a state that they complain about.
    finished = _thread.allocate_lock()

    def run() -> None:
        begun.append(True)
        try:
            outcome.append(work())
        except BaseException as error:  # noqa: BLE001 - it is raised again by the waiting thread
            failure.append(error)
        finally:
            ended.append(True)
            finished.release()

    finished.acquire()
    try:
        _thread.start_new_thread(run, ())
        # With a time-out, since not every way to interrupt Python ends a wait without one.
        while not ended:
            finished.acquire(timeout=0.1)
    except BaseException:
        over = False
        while not over:
            try:
                _end(begun, ended, stop)
                over = True
            except BaseException:  # noqa: BLE001, S112 - interrupted again, even by the call
                continue
        raise
    if failure:
        raise failure[0]
    return outcome[0]


def _end(begun: list[bool], ended: list[bool], stop: Callable[[], None]) -> None:
    """Stops the work and waits for its end, however often that is interrupted.

    Leaving the thread behind in native code would abort the process at its exit. If the
    interruption came just before the thread was started, it never begins.
    """
    patience = 100
    while not ended and (begun or patience):
        with suppress(BaseException):
            patience = max(patience - 1, 0)
            # Again and again: a stop that came before the work had begun was lost.
            stop()
            time.sleep(0.01)
