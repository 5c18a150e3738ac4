"""Keeps a worker from outliving the pool that it belongs to."""

from __future__ import annotations

import _thread
import atexit
import os
import select
import signal
import sys
import time

_PR_SET_PDEATHSIG = 1
_LONGEST_CLEAN_UP = 1.0
_leaving = _thread.allocate_lock()


def put_on(parent: int, lifeline: int) -> None:
    """Makes this process end when its parent ends or tells it to.

    Linux kills it at once, even in the middle of native code that lets no other thread run. On all
    systems a thread watches the lifeline. SIGTERM and the end of the lifeline let the process
    clean up: the solvers that it started are killed, and its folders removed.

    Args:
        parent: The number of the process that it belongs to.
        lifeline: The reading end of a pipe whose other end the parent alone holds.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - other systems do not need it

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # It may have died before that.
    if os.getppid() != parent:
        os._exit(1)
    # Python calls a handler between two steps of the main thread, which may be inside a solver for
    # an hour. The byte in the pipe is written at once.
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, _ignore)
    _thread.start_new_thread(_watch, (parent, lifeline, woken))


def leave(code: int) -> None:
    """Ends this process after its clean-up, which the threads that still run do not hold up."""
    if not _leaving.acquire(blocking=False):
        # Another thread is about to do it.
        time.sleep(10 * _LONGEST_CLEAN_UP)
    _thread.start_new_thread(_leave_late, (code,))
    try:
        # There is no public name for it; an ordinary exit would wait for the other threads.
        atexit._run_exitfuncs()  # noqa: SLF001
    finally:
        os._exit(code)


def _ignore(number: int, frame: object) -> None:
    """A handler is needed for the byte to be written."""


def _watch(parent: int, lifeline: int, woken: int) -> None:
    waiting = select.poll()
    waiting.register(lifeline, select.POLLIN)
    waiting.register(woken, select.POLLIN)
    # A copy of the parent that was forked holds the lifeline, too: so the parent is looked for.
    while os.getppid() == parent:
        ready = {number for number, _ in waiting.poll(1000)}
        if lifeline in ready or (woken in ready and signal.SIGTERM in os.read(woken, 1024)):
            break
    leave(128 + signal.SIGTERM)


def _leave_late(code: int) -> None:
    time.sleep(_LONGEST_CLEAN_UP)
    os._exit(code)
