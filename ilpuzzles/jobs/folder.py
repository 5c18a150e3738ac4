"""Temporary folders that go away, however the process that made them ends."""

from __future__ import annotations

import atexit
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ilpuzzles.errors import BackendError, Problem

_PAUSES = (0.01, 0.02, 0.05)
_PROBE = "room.probe"
_PROBE_BYTES = 1 << 16
_ADVICE = "free some space, or set TMPDIR to a folder that can be written"


@contextmanager
def private_folder() -> Iterator[Path]:
    """A temporary folder that is gone afterwards, whatever happens."""
    try:
        folder = Path(tempfile.gettempdir(), f"ilpuzzles-{secrets.token_hex(8)}")
    except OSError as error:
        raise _no_folder(error) from None
    # It is known before it is made: an interruption in between must not leave it behind.
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
    for pause in _PAUSES:
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(pause)
    shutil.rmtree(folder, ignore_errors=True)


def require_room(folder: Path) -> None:
    """Raises unless something can be written into a temporary folder.

    Ask while what has filled it is still there.

    Args:
        folder: The folder.

    Raises:
        BackendError: If it cannot.

    Example:
        >>> with private_folder() as folder:
        ...     require_room(folder)
        ...     list(folder.iterdir())
        []
    """
    probe = folder / _PROBE
    try:
        probe.write_bytes(bytes(_PROBE_BYTES))
    except OSError as error:
        raise BackendError(no_room(error.strerror)) from error
    finally:
        # What could be written of it stands in the way of all others.
        with suppress(OSError):
            probe.unlink()


def no_room(reason: str | None) -> Problem:
    """What to say where a temporary folder cannot be written.

    Args:
        reason: What the system says.

    Example:
        >>> print(no_room("No space left on device"))  # doctest: +ELLIPSIS
        the temporary folder cannot be written (No space left on device); free some space, or ...
    """
    return Problem(f"the temporary folder cannot be written ({reason})", _ADVICE)


def _no_folder(error: OSError) -> BackendError:
    return BackendError(Problem(f"no temporary folder can be made ({error.strerror})", _ADVICE))


# What is in use now. Daemon threads are cut off at exit without their clean-up.
_folders: set[Path] = set()


@atexit.register
def _clean_up() -> None:
    for folder in sorted(_folders):
        remove_folder(folder)
