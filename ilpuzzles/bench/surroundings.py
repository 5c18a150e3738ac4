"""What is wrong around a run, and not with it: such runs come to no result, and are tried again.

A full disk, too many open files, a file or a library that is missing here: the same run may succeed
once that is mended. What a run does by itself is a result, however bad: a wrong answer, a solver
that gives up, more memory than there is.
"""

from __future__ import annotations

import os
from pathlib import Path

from ilpuzzles.errors import BackendError, BackendMissingError
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.jobs import files as folders

HINDERED = 75
"""The exit code of a process whose surroundings were at fault: EX_TEMPFAIL of sysexits.h."""


class HinderedError(BackendError):
    """A run could not be made as it should be, for a reason that lies around it."""


def is_hindrance(error: BaseException) -> bool:
    """Whether something around a run was at fault: the system has refused it, or it is not there.

    What was said on the way hardly matters: a solver's "the model cannot be written" comes from the
    same full disk. An `OSError` without a number is somebody's own, and says nothing of the system.
    An error that is no other's reason, but went before it, has been dealt with: whoever does
    without a library that is missing may fail by themselves later on.

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
        # "from error" and "from None" say that one is the other's reason; the latter hides it from
        # readers alone.
        found = found.__cause__ or (found.__context__ if found.__suppress_context__ else None)
    return False


def require_room(folder: Path) -> None:
    """Raises unless something can be written into a folder.

    Raises:
        HinderedError: If it cannot.
    """
    try:
        folders.require_room(folder)
    except BackendError as error:
        raise HinderedError(*error.problems) from error


def no_room(error: OSError) -> HinderedError:
    """What to say where nothing can be written into a temporary folder."""
    return HinderedError(folders.no_room(error.strerror))


def without_paths(text: str, *paths: Path) -> str:
    """A text in which files are called by their names alone, as results are for others to read.

    Example:
        >>> without_paths("/own/a/my.py:3: an error", Path("/own/a/my.py"))
        'my.py:3: an error'
    """
    for path in paths:
        text = text.replace(f"{path.parent}{os.sep}", "")
    return text
