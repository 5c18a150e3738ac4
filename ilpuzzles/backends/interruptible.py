"""Runs native code so that Ctrl-C and other signals still reach Python."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


def run_interruptibly(work: Callable[[], _T], stop: Callable[[], None]) -> _T:
    """Runs `work` in a thread while this one waits, ready for signals.

    Native code that runs in the main thread keeps Python's signal handlers from being called
    until it returns.

    Args:
        work: What to run.
        stop: Makes `work` return soon; called if waiting is interrupted.

    Returns:
        What `work` returned.

    Raises:
        BaseException: What `work` raised, or what interrupted the waiting, once `work` has ended.
    """
    outcome: list[_T] = []
    failure: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:  # noqa: BLE001 - it is raised again by the waiting thread
            failure.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=run, name="ilpuzzles solver", daemon=True)
    thread.start()
    try:
        # With a time-out, since not every way to interrupt Python ends a wait without one.
        while not done.wait(0.1):
            pass
    except BaseException:
        stop()
        while not done.wait(0.05):
            # A stop that came before the search had begun was lost.
            stop()
        raise
    finally:
        if done.is_set():
            thread.join()
    if failure:
        raise failure[0]
    return outcome[0]
