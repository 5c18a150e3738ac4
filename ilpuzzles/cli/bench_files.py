"""Whether the files of a sweep or a report are apart, so that none is written over another."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from ilpuzzles.cli.output import require_folder
from ilpuzzles.errors import InputError, Problem

_SQLITE = b"SQLite format 3\0"
_BESIDE = ("-wal", "-shm", "-journal")

Named = tuple[str, Path | None]
"""What a file is called in a message, such as `--csv`, and the file, or None if none was given."""


def require_apart(read: Iterable[Named], written: Sequence[Named]) -> None:
    """Raises unless files can be written that are no other files of the same command.

    Devices and pipes may be named as often as one likes: nothing is lost in them.

    Args:
        read: The files that are read, ledgers among them.
        written: The files that are written as a whole.

    Raises:
        InputError: If one of those is one of the others, or a database.
        OutputError: If its folder is not there.
    """
    others = [(name, path) for name, path in read if path is not None]
    for name, path in written:
        if path is None:
            continue
        require_folder(path)
        for other, its_path in others:
            if same_file(path, its_path):
                what = f"{name} is the same file as {other}"
                raise InputError(Problem(what, "name another file", str(path)))
        if _is_database(path):
            what = f"{name} is a database of SQLite, perhaps a ledger"
            raise InputError(Problem(what, "name another file", str(path)))
        others.append((name, path))


def require_apart_from_ledger(ledger: Path | None, written: Iterable[Named]) -> None:
    """Raises unless files are none of those that SQLite keeps beside a ledger.

    Args:
        ledger: The ledger, or None.
        written: The files that are written as a whole.

    Raises:
        InputError: If one of them is.
    """
    if ledger is None:
        return
    real = os.path.realpath(ledger)
    for name, path in written:
        if path is not None and any(same_file(path, Path(f"{real}{end}")) for end in _BESIDE):
            what = f"{name} is a file of SQLite's beside --ledger"
            raise InputError(Problem(what, "name another file", str(path)))


def same_file(one: Path, other: Path) -> bool:
    """Whether two names are of the same file, or will be once it is there.

    Example:
        >>> same_file(Path("runs.csv"), Path("results/../runs.csv"))
        True
        >>> same_file(Path("/dev/null"), Path("/dev/null"))
        False
    """
    try:
        if one.exists() and other.exists():
            return one.is_file() and one.samefile(other)
    except OSError:
        # Whoever reads or writes the file says better what is wrong with it.
        return False
    return os.path.realpath(one) == os.path.realpath(other)


def _is_database(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False
