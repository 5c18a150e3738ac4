"""Compiles kernels when they are first called, and keeps them for the next time."""

from __future__ import annotations

import logging
import os
import pickle
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
            result = self.compiled()(*arguments)
        self._called = True
        return result

    def compiled(self) -> Any:
        """The function compiled by numba for every kind of arguments that it is called with."""
        with _SETTING:
            if self._compiled is None:
                _leave_terminal_alone()
                _listen()
                names = self.function.__globals__
                # Numba looks parts up by their names, and knows its own ones only.
                for name in self.function.__code__.co_names:
                    if isinstance(names.get(name), Kernel):
                        names[name] = names[name].compiled()
                self._compiled = _compile(self.function, part=self.part)
            return self._compiled


def kernel(function: Callable[..., Any]) -> Kernel:
    """Makes a function that numba compiles, with the lock of the interpreter released.

    What is compiled is kept in the user's cache directory, or in `NUMBA_CACHE_DIR`. Where nothing
    can be kept, it is compiled in every process.
    """
    return Kernel(function)


kernel_part = partial(Kernel, part=True)
"""Makes a function that becomes a part of every kernel that calls it."""


def _compile(function: Callable[..., Any], *, part: bool) -> Any:
    import numba  # noqa: PLC0415 - a quarter of a second that only this engine needs

    if part:
        return numba.njit(nogil=True, inline="always", **_LEAN)(function)
    config: Any = numba.config  # its settings are made at run time
    before = config.CACHE_DIR
    folder = folder_of_cache(before)
    config.CACHE_DIR = str(folder)
    try:
        compiled: Any = numba.njit(nogil=True, **_LEAN)(function)
        # Where it cannot write, numba would write beside the sources.
        if folder is None:
            _say_once(_NOT_KEPT.format("no folder for it can be written"))
        else:
            compiled._cache = _careful_cache()(function)  # noqa: SLF001 - where numba has its own
    except (RuntimeError, OSError) as error:
        _say_once(_NOT_KEPT.format(_reason(error)))
    finally:
        config.CACHE_DIR = before
    return compiled


_NOT_KEPT = "the compiled engine cannot be kept ({}); set NUMBA_CACHE_DIR to a folder with room"
_ANEW = "the compiled engine that was kept is damaged, and compiled anew"


@cache
def _say_once(text: str) -> None:
    """Logs a line, in a process once."""
    _LOG.info(text)


def _reason(error: Exception) -> str:
    """Why something was not written, in a few words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error).split(":")[0]


@cache
def _careful_cache() -> Any:
    """Numba's cache, but for what is damaged or cannot be written: it is as if nothing were kept.

    Numba reads what it has written with pickle, and runs the machine code in it, whatever has
    become of both. So here its contents have a checksum.
    """
    from numba.core import caching, serialize, sigutils  # noqa: PLC0415 - as above

    dumps: Any = serialize.dumps
    normalize: Any = sigutils.normalize_signature
    contents: Any = caching.CompileResultCacheImpl
    kept: Any = caching.FunctionCache

    class Contents(contents):  # type: ignore[misc] # numba has no types
        def reduce(self, cres: Any) -> tuple[bytes, bytes]:
            content: bytes = dumps(super().reduce(cres))
            return sha256(content).digest(), content

        def rebuild(self, target_context: Any, payload: tuple[bytes, bytes]) -> Any:
            digest, content = payload
            if sha256(content).digest() != digest:
                raise ValueError(_ANEW)
            return super().rebuild(target_context, pickle.loads(content))  # noqa: S301 - our own

    class Careful(kept):  # type: ignore[misc] # as above
        _impl_class = Contents

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                found = super().load_overload(sig, target_context)
                # The index may name the file of another kind of arguments.
                if found is None or found.signature.args == normalize(sig)[0]:
                    return found
            except Exception:  # noqa: BLE001 - whatever comes of reading what is no pickle
                _LOG.debug("what is kept cannot be read", exc_info=True, extra={"lasts": False})
            _say_once(_ANEW)
            with suppress(OSError):
                self.flush()
            return None

        def save_overload(self, sig: Any, data: Any) -> None:
            try:
                super().save_overload(sig, data)
            except OSError as error:
                _say_once(_NOT_KEPT.format(_reason(error)))

    return Careful


@cache
def _digest() -> str:
    """Tells the sources of all kernels apart.

    Numba compiles a kernel anew when its own file has changed, and knows nothing of its parts.
    """
    sources = sorted(Path(__file__).parent.glob("*_kernel.py"))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def folder_of_cache(chosen: str = "") -> Path | None:
    """Where what belongs to these kernels is kept; it is made. None where nothing can be written.

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
    kept_in: str | None = begun.data["dispatcher"]._cache.cache_path  # noqa: SLF001 - as above
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
