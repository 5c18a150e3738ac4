"""Compiles kernels when they are first called, and keeps them for the next time."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from ilpuzzles.jobs import signals_deferred

_LOG = logging.getLogger("ilpuzzles.exactcover")

# Numba has one cache folder for all threads: taken back by one while another is about to use it, it
# would be the working folder.
_SETTING = Lock()


def kernel(function: Callable[..., Any]) -> Any:
    """Makes a function that numba compiles, with the lock of the interpreter released.

    What is compiled is kept in the user's cache directory, or in `NUMBA_CACHE_DIR`. Where nothing
    can be kept, it is compiled in every process.
    """
    import numba  # noqa: PLC0415 - a quarter of a second that only this engine needs

    with _SETTING:
        config: Any = numba.config  # its settings are made at run time
        before = config.CACHE_DIR
        config.CACHE_DIR = str(Path(before or cache_folder()) / _digest())
        try:
            # Where it cannot write, numba would write beside the sources.
            _make_writable(Path(config.CACHE_DIR))
            made = numba.njit(cache=True, nogil=True)(function)
        except (RuntimeError, OSError):
            made = numba.njit(nogil=True)(function)
        finally:
            config.CACHE_DIR = before
    return made


@cache
def _digest() -> str:
    """Tells the sources of all kernels apart.

    Numba compiles a kernel anew when its own file has changed, and knows nothing of its parts.
    """
    sources = sorted(Path(__file__).parent.glob("*_kernel.py"))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def _make_writable(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(str(folder))


def kernel_part(function: Callable[..., Any]) -> Any:
    """Makes a function that becomes a part of every kernel that calls it.

    A call of a compiled function costs as much as going over a dozen options.
    """
    import numba  # noqa: PLC0415 - as above

    return numba.njit(nogil=True, inline="always")(function)


def cache_folder() -> Path:
    """Where compiled kernels are kept, unless the user says otherwise."""
    if sys.platform == "darwin":
        caches = Path.home() / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "ilpuzzles" / "numba"


@cache
def _say() -> None:
    _LOG.info("compiling the engine exactcover; this happens once and takes some seconds")


@cache
def _listen() -> None:
    """Says so, from now on, when numba begins to compile a kernel that it has not kept."""
    from numba.core import event  # noqa: PLC0415 - as above

    class Listener(event.Listener):
        def on_start(self, begun: Any) -> None:
            compiled = begun.data["dispatcher"].py_func
            if compiled.__module__.startswith(__package__):
                _say()

        def on_end(self, ended: Any) -> None:
            """Nothing more is said."""

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call] # numba has none


class Compiling:
    """Entered before a kernel is called that numba may have to compile, which it says then.

    It says so to the logger `ilpuzzles.exactcover` at level INFO, and only when something really is
    compiled: what is kept from an earlier time is just read.

    Args:
        name: Of what may have to be compiled; only the first time is watched.
    """

    _known: set[str] = set()  # noqa: RUF012 - what this process has entered before

    def __init__(self, name: str) -> None:
        self._name = name
        self._signals = ExitStack()

    def __enter__(self) -> None:
        if self._name not in self._known:
            # What numba does, it does not do well with an exception in the middle of it.
            self._signals.enter_context(signals_deferred())
            _listen()

    def __exit__(self, *_: object) -> None:
        self._known.add(self._name)
        self._signals.close()


@cache
def load_kernels() -> None:
    """Imports numba and everything that it compiles, which is not compiled yet."""
    with signals_deferred():
        for name in ("search", "table", "path", "probe", "reduction"):
            import_module(f"ilpuzzles.exactcover.{name}_kernel")
