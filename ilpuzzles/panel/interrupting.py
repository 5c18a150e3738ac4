"""Runs what a click asks for where an interruption of the kernel arrives.

JupyterLab hands clicks to a thread of their own where it can (a subshell of the kernel), and an
interruption comes to the main thread alone. There, it is ignored while no cell runs.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


def run_interruptible(do: Callable[[], object]) -> None:
    """Runs something in the main thread of the kernel, and waits for its end.

    In the main thread, and where there is no kernel, it is simply called.

    Raises:
        BaseException: What `do` raises, a `KeyboardInterrupt` of the main thread included.

    Example:
        >>> run_interruptible(lambda: print("done"))
        done
    """
    loop = None if threading.current_thread() is threading.main_thread() else _kernel_loop()
    if loop is None:
        do()
        return
    ended: Future[None] = Future()

    def run() -> None:
        try:
            before = signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                do()
            finally:
                signal.signal(signal.SIGINT, before)
        except BaseException as error:  # noqa: BLE001 - it is raised again by the waiting thread
            ended.set_exception(error)
        else:
            ended.set_result(None)

    loop.add_callback(run)
    ended.result()


def _kernel_loop() -> Any | None:
    """The event loop of the main thread of this kernel, if this is one."""
    # A kernel has imported it: nothing else needs it.
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    return getattr(getattr(shell, "kernel", None), "io_loop", None)
