"""What a file has to be to serve as a ledger, and what is said if it is not."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from ilpuzzles.errors import InputError, OutputError, Problem, quoted

SCHEMA = "2"

# "ILPL"; SQLite keeps it at a fixed place at the beginning of the file.
APPLICATION = 0x494C504C
_APPLICATION_PLACE = slice(68, 72)
_MAGIC = b"SQLite format 3\x00"
_HEAD = 100


def ensure_there(path: Path) -> tuple[int, int]:
    """Makes an empty file if there is none.

    Args:
        path: The file.

    Returns:
        Its place on the disk, which is the same for all its names.

    Raises:
        InputError: If it is a folder or a device.
        OutputError: If it cannot be made.
    """
    try:
        try:
            found = path.stat()
        except FileNotFoundError:
            # Not "exist_ok", which would set the time of a file that somebody else just made.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            found = path.stat()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        what = f"the ledger cannot be made ({reason})"
        advice = "name a file in a folder that is there and can be written"
        raise OutputError(Problem(what, advice, str(path))) from None
    if not stat.S_ISREG(found.st_mode):
        raise InputError(Problem("not a file that can be a ledger", "name another", str(path)))
    return found.st_dev, found.st_ino


def ensure_ledger(path: Path) -> None:
    """Refuses a file that holds something else, before SQLite might write into it.

    An empty one may become a ledger.

    Args:
        path: The file, which no ledger of this process has open.

    Raises:
        InputError: If it holds something else, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        what = f"the ledger cannot be read ({error.strerror})"
        raise InputError(Problem(what, "name another file", str(path))) from None
    if not head:
        return
    if not head.startswith(_MAGIC):
        raise InputError(Problem("not a ledger", "name another file", str(path)))
    if int.from_bytes(head[_APPLICATION_PLACE], "big") != APPLICATION:
        what = "a SQLite file, but not a ledger"
        raise InputError(Problem(what, "name another file", str(path)))


def require_same(path: Path, found: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """Refuses the ledger of something else.

    Args:
        path: The file.
        found: What it says about itself: its schema, the identity of the run, the version.
        wanted: What it should say.

    Raises:
        InputError: If it says something else.
    """
    schema = found.get("schema")
    if schema != wanted["schema"]:
        what = f"a ledger of another version of ilpuzzles (schema {schema}, not {wanted['schema']})"
        advice = "finish it with that version, or name a new file"
        raise InputError(Problem(what, advice, str(path)))
    for name, kind, advice in (
        ("identity", "run", "name the file of this run, or a new one"),
        ("version", "version", "finish it with that version, or name a new file"),
    ):
        known = found.get(name, "")
        if known != wanted[name]:
            what = f"the ledger of another {kind} ({quoted(known)}, not {quoted(wanted[name])})"
            raise InputError(Problem(what, advice, str(path)))


def damaged(path: Path) -> InputError:
    """What to say about a file that holds nonsense."""
    return InputError(Problem("the ledger is damaged", "name another file", str(path)))
