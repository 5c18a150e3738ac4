"""Compiles kernels when they are first called, and keeps them for the next time."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial, update_wrapper
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any

from ilpuzzles.jobs.threads import signals_deferred

_LOG = logging.getLogger("ilpuzzles.exactcover")
# Numba has one cache folder for all threads: taken back by one while another is about to use it, it
# would be the working folder.
_SETTING = RLock()


# Nothing counts references to arrays, so a kernel cannot make any, and nothing in C calls it: there
# is a third less to compile.
_LEAN: dict[str, Any] = {"_nrt": False, "no_cfunc_wrapper": True}


class Kernel:
    """A function that numba compiles when it is first called, and not before that is imported.

    That it is compiled is said then to the logger `ilpuzzles.exactcover`, and only when something
    really is: what is kept from an earlier time is just read. The first time in a process, that is
    at level INFO. Further beginnings and all ends are records of level DEBUG; `lasts` is true for
    the beginnings, and false for the ends.

    Kernels that it calls have to be parts. A part becomes one of every kernel that calls it: a call
    of a compiled function costs as much as going over a dozen options.
    """

    def __init__(self, function: Callable[..., Any], *, part: bool = False) -> None:
        self.function = function
        self.part = part
        self._compiled: Any = None
        self._called = False
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        """Calls it, compiled."""
        if self._called:
            return self._compiled(*arguments)
        # What numba does, it does not do well with an exception in the middle of it.
        with signals_deferred():
            result = self.compiled()(*arguments)
        self._called = True
        return result

    def compiled(self) -> Any:
        """What numba makes of it: compiled for every kind of arguments that it is called with."""
        with _SETTING:
            if self._compiled is None:
                _leave_terminal_alone()
                _listen()
                names = self.function.__globals__
                # Numba looks parts up by their names, and knows its own ones only.
                for name in self.function.__code__.co_names:
                    if isinstance(names.get(name), Kernel):
                        names[name] = names[name].compiled()
                self._compiled = _compiled(self.function, part=self.part)
            return self._compiled


def kernel(function: Callable[..., Any]) -> Kernel:
    """Makes a function that numba compiles, with the lock of the interpreter released.

    What is compiled is kept in the user's cache directory, or in `NUMBA_CACHE_DIR`. Where nothing
    can be kept, it is compiled in every process.
    """
    return Kernel(function)


kernel_part = partial(Kernel, part=True)
"""Makes a function that becomes a part of every kernel that calls it."""


def _compiled(function: Callable[..., Any], *, part: bool) -> Any:
    import numba  # noqa: PLC0415 - a quarter of a second that only this engine needs

    if part:
        return numba.njit(nogil=True, inline="always", **_LEAN)(function)
    config: Any = numba.config  # its settings are made at run time
    before = config.CACHE_DIR
    folder = kept_folder(before)
    config.CACHE_DIR = str(folder)
    try:
        # Where it cannot write, numba would write beside the sources.
        if folder is None:
            raise PermissionError
        return numba.njit(cache=True, nogil=True, **_LEAN)(function)
    except (RuntimeError, OSError):
        return numba.njit(nogil=True, **_LEAN)(function)
    finally:
        config.CACHE_DIR = before


@cache
def _digest() -> str:
    """Tells the sources of all kernels apart.

    Numba compiles a kernel anew when its own file has changed, and knows nothing of its parts.
    """
    sources = sorted(Path(__file__).parent.glob("*_kernel.py"))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def kept_folder(chosen: str = "") -> Path | None:
    """Where what belongs to these kernels is kept; it is made. None where nothing can be written.

    It is in the folder that was chosen, or in `NUMBA_CACHE_DIR`, or in `cache_folder`.
    """
    above = chosen or os.environ.get("NUMBA_CACHE_DIR") or cache_folder()
    folder = Path(above) / _digest()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    return None


def cache_folder() -> Path:
    """Where compiled kernels are kept, unless the user says otherwise."""
    if sys.platform == "darwin":
        caches = Path.home() / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "ilpuzzles" / "numba"


@cache
def _leave_terminal_alone() -> None:
    """Keeps numba from colouring its errors, many of which it raises and catches while it compiles.

    Where colorama is installed, the first of them would have it write an escape sequence to the
    terminal when the process ends.
    """
    name = "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        import numba.core.errors  # noqa: F401, PLC0415 - as below; read when it is first imported
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@cache
def _listen() -> None:
    """Says so, from now on, when numba begins and ends to compile a kernel that it has not kept."""
    from numba.core import event  # noqa: PLC0415 - as above

    class Listener(event.Listener):
        level = logging.INFO

        def on_start(self, begun: Any) -> None:
            if _is_ours(begun):
                level, self.level = self.level, logging.DEBUG
                what = "compiling the engine (once per installation) ..."
                _LOG.log(level, what, extra={"lasts": True})

        def on_end(self, ended: Any) -> None:
            if _is_ours(ended):
                _LOG.debug("compiled", extra={"lasts": False})

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call] # numba has none


def _is_ours(compiled: Any) -> bool:
    """Whether an event of numba's is about one of our kernels."""
    module: str = compiled.data["dispatcher"].py_func.__module__
    return module.startswith(str(__package__))
