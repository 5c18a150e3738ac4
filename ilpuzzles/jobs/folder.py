"""Temporary folders that go away, however the process that made them ends."""

from __future__ import annotations

import atexit
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ilpuzzles.errors import BackendError, Problem

_PAUSES = (0.01, 0.02, 0.05)


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


def _no_folder(error: OSError) -> BackendError:
    return BackendError(
        Problem(
            f"no temporary folder can be made ({error.strerror})",
            "free some space, or set TMPDIR to a folder that can be written",
        )
    )


# What is in use now. Daemon threads are cut off at exit without their clean-up.
_folders: set[Path] = set()


@atexit.register
def _clean_up() -> None:
    for folder in sorted(_folders):
        remove_folder(folder)
