"""Lets signals wait while code runs that an exception in the middle of it would harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def signals_deferred() -> Iterator[None]:
    """While it is entered, Ctrl-C and the request to end wait; they come when it is left.

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
    arrived: list[int] = []

    def remember(number: int, _frame: FrameType | None) -> None:
        arrived.append(number)

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    handlers = {number: signal.getsignal(number) for number in numbers}
    # What is no function, ends the process or is left alone as before.
    ours = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in ours:
        signal.signal(number, remember)
    try:
        yield
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
        for came in dict.fromkeys(arrived):
            signal.raise_signal(came)
