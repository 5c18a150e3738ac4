"""Compiles kernels when they are first called, and keeps them for the next time."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial, update_wrapper
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any

from ilpuzzles.extras import require_extra
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
    really is: what is kept from an earlier time is just read. The first time in an installation,
    that is at level INFO. Further beginnings and all ends are records of level DEBUG; `lasts` is
    true for the beginnings, and false for the ends.

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
            self._compile_for(arguments)
            result = self._compiled(*arguments)
        self._called = True
        return result

    def compiled(self) -> Any:
        """The function compiled by numba for every kind of arguments that it is called with."""
        with _SETTING:
            if self._compiled is None:
                self._compiled = self._dispatcher()
            return self._compiled

    def _dispatcher(self, *, keeping: bool = True) -> Any:
        """A new function of numba's, of which nothing is compiled yet."""
        _require_numba()
        _listen()
        names = self.function.__globals__
        # Numba looks parts up by their names, and knows its own ones only.
        for name in self.function.__code__.co_names:
            if isinstance(names.get(name), Kernel):
                names[name] = names[name].compiled()
        return _dispatcher_of(self.function, part=self.part, keeping=keeping)

    def _compile_for(self, arguments: tuple[Any, ...]) -> None:
        """Reads what is kept for such arguments, or compiles it, and keeps that if it can be.

        Numba reads and writes files while it is asked for the first time, and passes on whatever
        comes of that: a pickle that is cut, a full disk. It is as if nothing were kept then.
        """
        with _SETTING:
            compiled = self.compiled()
            import numba  # noqa: PLC0415 - a quarter of a second that only this engine needs

            types = tuple(map(numba.typeof, arguments))
            try:
                compiled.compile(types)
            except Exception as error:
                if types in compiled.signatures:
                    # It is compiled, and only the writing failed.
                    _say_once(_NOT_KEPT.format(_reason(error)))
                    return
                if types in compiled.stats.cache_misses:
                    # Nothing was kept for them, so this is an error of the compiler.
                    raise
                self._compile_anew(types, error)

    def _compile_anew(self, types: tuple[Any, ...], error: Exception) -> None:
        """Compiles it after reading what is kept has failed, and keeps that instead, if it can."""
        _LOG.debug("what is kept cannot be read", exc_info=error, extra={"lasts": False})
        folder: str | None = self._compiled.stats.cache_path
        if folder is not None:
            # All of it: what has happened to one file may have happened to others.
            shutil.rmtree(folder, ignore_errors=True)
        emptied = folder is not None and not Path(folder).exists()
        _say_once(_ANEW if emptied else _NOT_KEPT.format(_reason(error)))
        self._compiled = self._dispatcher(keeping=emptied)
        try:
            self._compiled.compile(types)
        except OSError as failed:
            _say_once(_NOT_KEPT.format(_reason(failed)))
            if types not in self._compiled.signatures:
                self._compiled = self._dispatcher(keeping=False)


def kernel(function: Callable[..., Any]) -> Kernel:
    """Makes a function that numba compiles, with the lock of the interpreter released.

    What is compiled is kept in the user's cache directory, or in `NUMBA_CACHE_DIR`. Where nothing
    can be kept, it is compiled in every process.
    """
    return Kernel(function)


kernel_part = partial(Kernel, part=True)
"""Makes a function that becomes a part of every kernel that calls it."""


def _dispatcher_of(function: Callable[..., Any], *, part: bool, keeping: bool) -> Any:
    """Hands a function to numba, which keeps what it compiles in our folder, or nowhere."""
    import numba  # noqa: PLC0415 - as above

    if part:
        return numba.njit(nogil=True, inline="always", **_LEAN)(function)
    config: Any = numba.config  # its settings are made at run time
    chosen_folder = config.CACHE_DIR
    chosen_locators = getattr(config, "CACHE_LOCATOR_CLASSES", "")
    folder = folder_of_cache(chosen_folder) if keeping else None
    if folder is not None:
        config.CACHE_DIR = str(folder)
        # Numba's next places would be beside the sources, and in a folder of its own.
        config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"
        try:
            return numba.njit(nogil=True, cache=True, **_LEAN)(function)
        except (RuntimeError, OSError) as error:
            _LOG.debug("numba refuses the folder", exc_info=error, extra={"lasts": False})
        finally:
            config.CACHE_DIR = chosen_folder
            config.CACHE_LOCATOR_CLASSES = chosen_locators
    if keeping:
        _say_once(_NOT_KEPT.format("no folder for it can be written"))
    return numba.njit(nogil=True, **_LEAN)(function)


_NOT_KEPT = "the compiled engine cannot be kept ({}); set NUMBA_CACHE_DIR to a folder with room"
_ANEW = "the compiled engine that was kept is damaged, and compiled anew"


@cache
def _say_once(text: str) -> None:
    """Logs a line, in a process once."""
    _LOG.info(text)


def _reason(error: Exception) -> str:
    """The reason of an error of the system, in a few words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error).split(":")[0]


@cache
def _digest() -> str:
    """Tells the sources of all kernels apart.

    Numba compiles a kernel anew when its own file has changed, and knows nothing of its parts.
    """
    sources = sorted(Path(__file__).parent.glob("*_kernel.py"))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def folder_of_cache(chosen: str = "") -> Path | None:
    """Makes and returns the folder of these compiled kernels; None where none can be written.

    It is in the folder that was chosen, or in `NUMBA_CACHE_DIR`, or in `cache_folder`.
    """
    # No home: containers have users that the system does not know (RuntimeError).
    with suppress(OSError, RuntimeError):
        above = chosen or os.environ.get("NUMBA_CACHE_DIR") or cache_folder()
        folder = Path(above) / _digest()
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    return None


def cache_folder() -> Path:
    """The folder of compiled kernels, unless the user says otherwise."""
    if sys.platform == "darwin":
        caches = Path.home() / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "ilpuzzles" / "numba"


@cache
def _require_numba() -> None:
    """Imports numba, and keeps it from colouring its errors.

    It raises and catches many of them while it compiles. Where colorama is installed, the first one
    would have it write an escape sequence to the terminal when the process ends.

    Raises:
        ExtraMissingError: If it is not installed here.
    """
    name = "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"
    before = os.environ.get(name)
    # It is read when numba is first imported.
    os.environ[name] = "1"
    try:
        require_extra("numba", None, "the engine for exact covers")
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
        has_said = False

        def on_start(self, begun: Any) -> None:
            if not _is_ours(begun):
                return
            is_first = _is_first_ever(begun) and not self.has_said
            self.has_said = True
            level = logging.INFO if is_first else logging.DEBUG
            _LOG.log(level, _FIRST if is_first else _FURTHER, extra={"lasts": True})

        def on_end(self, ended: Any) -> None:
            if _is_ours(ended):
                _LOG.debug("compiled", extra={"lasts": False})

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call] # numba has none


_FIRST = "compiling the engine (once per installation) ..."
_FURTHER = "compiling another part of the engine ..."
"""A question compiles what it needs, so the whole engine may take several questions."""


def _is_first_ever(begun: Any) -> bool:
    """Whether this installation has compiled nothing yet; from now on it has.

    A file among the compiled kernels remembers it. Where nothing can be kept, every process is the
    first.
    """
    kept_in: str | None = begun.data["dispatcher"].stats.cache_path
    if kept_in is None:
        return True
    # Numba has a folder for each folder of sources, all of them in the one of this engine.
    try:
        Path(kept_in).parent.joinpath("begun").touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:
        return True
    return True


def _is_ours(compiled: Any) -> bool:
    """Whether an event of numba's is about one of our kernels."""
    module: str = compiled.data["dispatcher"].py_func.__module__
    return module.startswith(str(__package__))
