"""What is wrong around a run, and not with it: such runs come to no result, and are tried again.

A full disk, too many open files, a file or a library that is missing here: the same run may succeed
once that is mended. What a run does by itself is a result, however bad: a wrong answer, a solver
that gives up, more memory than there is.
"""

from __future__ import annotations

import os
from pathlib import Path

from ilpuzzles.errors import BackendError, BackendMissingError, Problem
from ilpuzzles.extras import ExtraMissingError

HINDERED = 75
"""The exit code of a process whose surroundings were at fault: EX_TEMPFAIL of sysexits.h."""

_PROBE = "room.probe"
_PROBE_BYTES = 1 << 16


class HinderedError(BackendError):
    """A run could not be made as it should be, for a reason that lies around it."""


def is_hindrance(error: BaseException) -> bool:
    """Whether something around a run was at fault: the system has refused it, or it is not there.

    What was said on the way hardly matters: a solver's "the model cannot be written" comes from the
    same full disk. An `OSError` without a number is somebody's own, and says nothing of the system.

    Args:
        error: What went wrong.

    Example:
        >>> is_hindrance(OSError(28, "No space left on device")), is_hindrance(MemoryError())
        (True, False)
    """
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        if isinstance(found, (HinderedError, BackendMissingError, ExtraMissingError, ImportError)):
            return True
        if isinstance(found, OSError) and found.errno is not None:
            return True
        # Also where it is "from None": that hides it from readers alone.
        found = found.__cause__ or found.__context__
    return False


def require_room(folder: Path) -> None:
    """Raises unless something can be written into a folder.

    Raises:
        HinderedError: If it cannot.
    """
    probe = folder / _PROBE
    try:
        probe.write_bytes(bytes(_PROBE_BYTES))
        probe.unlink()
    except OSError as error:
        raise no_room(error) from error


def no_room(error: OSError) -> HinderedError:
    """What to say where nothing can be written into a temporary folder."""
    what = f"the temporary folder cannot be written ({error.strerror})"
    advice = "free some space, or set TMPDIR to a folder that can be written"
    return HinderedError(Problem(what, advice))


def without_paths(text: str, *paths: Path) -> str:
    """A text in which files are called by their names alone, as results are for others to read.

    Example:
        >>> without_paths("/own/a/my.py:3: an error", Path("/own/a/my.py"))
        'my.py:3: an error'
    """
    for path in paths:
        text = text.replace(f"{path.parent}{os.sep}", "")
    return text
