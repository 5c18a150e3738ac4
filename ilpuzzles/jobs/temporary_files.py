"""Temporary folders that go away, and files that are there as a whole or not at all."""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ilpuzzles.errors import BackendError, InputError, OutputError, Problem

# The pauses between two tries to remove a folder: a process that was killed ends within some
# milliseconds, or a few more on a busy machine.
_PAUSES_SECONDS = (0.01, 0.02, 0.05, 0.0)
_PROBE = "room.probe"
# A disk without room for an answer or a log refuses this much.
_PROBE_BYTES = 1 << 16
_ADVICE = "free some space, or set TMPDIR to a folder that can be written"


@contextmanager
def private_folder() -> Iterator[Path]:
    """A temporary folder that is removed afterwards, whatever happens."""
    import tempfile  # noqa: PLC0415 - most commands make no file

    try:
        # With TMPDIR=. it is a relative one, and processes that stay work in a folder of their own.
        parent = Path(tempfile.gettempdir()).absolute()
        folder = parent / f"ilpuzzles-{os.urandom(8).hex()}"
    except OSError as error:
        raise _no_folder(error) from None
    # It is noted before it is made: an interruption in between must not leave it behind.
    _folders.add(folder)
    try:
        try:
            folder.mkdir(mode=0o700)
        except OSError as error:
            raise _no_folder(error) from None
        yield folder
    finally:
        remove_folder(folder)
        _folders.discard(folder)


def remove_folder(folder: Path) -> None:
    """Removes a folder, into which a process that was just killed may still be writing."""
    for pause in _PAUSES_SECONDS:
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(pause)


def require_room(folder: Path) -> None:
    """Raises a `BackendError` unless something can be written into a temporary folder.

    That is to be asked before the files are removed that may have filled the disk.
    """
    probe = folder / _PROBE
    try:
        probe.write_bytes(bytes(_PROBE_BYTES))
    except OSError as error:
        raise BackendError(no_room(error.strerror)) from error
    finally:
        # The part of it that could be written takes room from all others.
        with suppress(OSError):
            probe.unlink()


@contextmanager
def model_written(solver: str) -> Iterator[None]:
    """Makes a `BackendError` of a failure to write the model for a solver's own process."""
    try:
        yield
    except OSError as error:
        what = f"the model for {solver} cannot be written ({error.strerror})"
        raise BackendError(what, "free some space") from None


def no_room(reason: str | None) -> Problem:
    """The problem that a temporary folder cannot be written, with the reason of the system."""
    return Problem(f"the temporary folder cannot be written ({reason})", _ADVICE)


def _no_folder(error: OSError) -> BackendError:
    return BackendError(f"no temporary folder can be made ({error.strerror})", _ADVICE)


# The folders that are in use. Daemon threads are cut off at exit without their clean-up.
_folders: set[Path] = set()


@atexit.register
def _clean_up() -> None:
    for folder in sorted(_folders):
        remove_folder(folder)


_DEVICES = ("/", "dev")
_OPEN_FILES = "/proc/self/fd"


def require_ending(path: Path, kind: str, *endings: str, or_else: str = "") -> None:
    """Raises an `InputError` unless the name of a file of some kind has one of its endings.

    Devices and pipes may have any name; `or_else` is added to the advice.
    """
    has = {path.suffix.lower(), "".join(path.suffixes[-2:]).lower()}
    if not has.isdisjoint(endings) or path.absolute().parts[:2] == _DEVICES:
        return
    if path.exists() and not path.is_file():
        return
    called = f"may end in {path.suffix}" if path.suffix else "may have a name without an ending"
    names = " or ".join(f"*{ending}" for ending in endings)
    advice = f"name a file {names}{or_else and f', or {or_else}'}"
    raise InputError(f"no {kind} {called}", advice, str(path))


class Replacement:
    """A file that is written beside another one, and takes its place once it is finished.

    Where the name is a link, the file that it leads to is replaced. The same people may read it as
    before. A device or a pipe is written to, not replaced. Until it is finished, the new file has
    no name where the system knows such, so that a process that is killed leaves nothing behind. A
    failure to write is an `OutputError`.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     replacement = Replacement(Path(folder, "a.txt"))
        ...     replacement.write(b"all of it")
        ...     before = Path(folder, "a.txt").exists()
        ...     replacement.finish()
        ...     before, Path(folder, "a.txt").read_text()
        (False, 'all of it')
    """

    def __init__(self, path: Path) -> None:
        self._name = path
        self._path = path.resolve()
        self._temporary: Path | None = None
        self._replaces = False
        try:
            # A pipe that /dev/stdout leads to has no name of its own.
            if path.exists() and not path.is_file():
                self.file: IO[bytes] = path.open("wb")
                return
            handle = self._without_name()
            self.file = self._beside() if handle is None else os.fdopen(handle, "w+b")
            self._replaces = True
        except OSError as error:
            raise self.unwritten(error) from None

    def write(self, data: bytes) -> None:
        """Writes more of its content."""
        try:
            self.file.write(data)
        except OSError as error:
            raise self.unwritten(error) from None

    def finish(self) -> None:
        """Puts the file in its place."""
        try:
            if self._replaces:
                self.file.flush()
                if self._temporary is None:
                    self._give_name()
                self._give_access(self.file.fileno())
            self.file.close()
            if self._temporary is not None:
                self._temporary.replace(self._path)
                self._temporary = None
        except OSError as error:
            raise self.unwritten(error) from None

    def discard(self) -> None:
        """Removes the file if it is not finished; may be called at any time."""
        with suppress(OSError):
            self.file.close()
        if self._temporary is not None:
            with suppress(OSError):
                self._temporary.unlink()
            self._temporary = None

    def _without_name(self) -> int | None:
        """The handle of a file in the folder without a name; None if the system has none."""
        unnamed: int | None = getattr(os, "O_TMPFILE", None)
        if unnamed is not None and Path(_OPEN_FILES).is_dir():
            with suppress(OSError):
                return os.open(self._path.parent, unnamed | os.O_RDWR, 0o600)
        return None

    def _beside(self) -> IO[bytes]:
        """A file in the folder with a name of its own."""
        self._temporary = self._free_name()
        return os.fdopen(os.open(self._temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")

    def _free_name(self) -> Path:
        """A name in the folder that no file has; it is short, however long the other one is."""
        return self._path.with_name(f".ilpuzzles-{os.urandom(8).hex()}")

    def _give_name(self) -> None:
        """Gives the file a name of its own in the folder; where it can have none, a copy of it."""
        handle = self.file.fileno()
        open_file = f"{_OPEN_FILES}/{handle}"
        # It is noted before it is there: an interruption in between must not leave it behind.
        self._temporary = self._free_name()
        try:
            # With a folder, which is not looked at, Python has the system follow the link.
            os.link(open_file, self._temporary, src_dir_fd=handle, follow_symlinks=True)
        except OSError:
            self.file.seek(0)
            with self.file as unnamed:
                self.file = self._beside()
                shutil.copyfileobj(unnamed, self.file)
            self.file.flush()

    def _give_access(self, handle: int) -> None:
        """Gives it the rights of the file that it replaces, or those that new files have."""
        try:
            before = self._path.stat()
        except FileNotFoundError:
            umask = os.umask(0)
            os.umask(umask)
            os.fchmod(handle, 0o666 & ~umask)
            return
        for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
            with suppress(OSError):
                os.fchown(handle, owner, group)
        # If its group cannot be given, that of this process gets no rights; and never set-user-id.
        others = 0o777 if os.fstat(handle).st_gid == before.st_gid else 0o707
        os.fchmod(handle, stat.S_IMODE(before.st_mode) & others)

    def unwritten(self, error: OSError) -> OutputError:
        """The error that it cannot be written."""
        what = f"cannot be written ({error.strerror})"
        return OutputError(what, "name another file", str(self._name))


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a file as a whole or not at all."""
    replacement = Replacement(path)
    try:
        replacement.write(data)
        replacement.finish()
    finally:
        replacement.discard()
