"""Temporary folders that go away, however the process that made them ends."""

from __future__ import annotations

import atexit
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ilpuzzles.errors import BackendError, Problem


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
        shutil.rmtree(folder, ignore_errors=True)
        _folders.discard(folder)


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
        shutil.rmtree(folder, ignore_errors=True)
