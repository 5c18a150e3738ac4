"""Reads a ledger without opening it, also while another process writes it."""

from __future__ import annotations

import errno
import json
import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ilpuzzles.errors import BackendError, InputError, Problem
from ilpuzzles.jobs.folder import no_room, private_folder
from ilpuzzles.jobs.ledger import require_closed
from ilpuzzles.jobs.ledger_file import SCHEMA, damaged, ensure_ledger, require_same

_LOG = "-wal"
_TURNS = 20

_FULL = {errno.ENOSPC, errno.EDQUOT}
# What SQLite says where it cannot write beside the copy, which is no fault of the ledger.
_NO_ROOM = ("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_IOERR")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a ledger has.

    Attributes:
        finished: The value of each finished job, in the order of recording.
        seconds: How long they took, all together.
        failures: The jobs that failed and are not finished, with the reasons.
    """

    finished: dict[str, Any]
    seconds: float
    failures: dict[str, str]


def read_ledger(path: str | Path, identity: str, *, version: str = "") -> Contents:
    """Reads what a ledger has; it is neither made nor changed, and may be in use.

    Args:
        path: The file.
        identity: What is being run, as for `Ledger`.
        version: The version, as for `Ledger`.

    Raises:
        InputError: If there is no such file, it is something else, or this process has it open.
        BackendError: If the temporary folder has no room for a copy.

    Example:
        >>> from ilpuzzles.jobs import Ledger, private_folder
        >>> with private_folder() as folder:
        ...     with Ledger(folder / "run.db", "squares") as ledger:
        ...         ledger.record("3", 9, seconds=1.5)
        ...     read_ledger(folder / "run.db", "squares")
        Contents(finished={'3': 9}, seconds=1.5, failures={})
    """
    path = Path(path)
    if not path.is_file():
        raise InputError(Problem("there is no such ledger", "check the name", str(path)))
    require_closed(path)
    ensure_ledger(path)
    with private_folder() as folder:
        # SQLite's locks keep everybody else out; what it writes may be copied all the same.
        for _ in range(_TURNS):
            before = _looks(path)
            copy = _copied(path, folder)
            if _looks(path) == before:
                break
        return _read(path, copy, {"schema": SCHEMA, "identity": identity, "version": version})


def _looks(path: Path) -> list[tuple[int, int] | None]:
    """What changes when something is written."""
    found: list[tuple[int, int] | None] = []
    for name in (path, path.with_name(path.name + _LOG)):
        try:
            state = name.stat()
        except OSError:
            found.append(None)
        else:
            found.append((state.st_size, state.st_mtime_ns))
    return found


def _copied(path: Path, folder: Path) -> Path:
    """A copy of both files."""
    copy = folder / "ledger"
    log, log_copy = path.with_name(path.name + _LOG), copy.with_name(copy.name + _LOG)
    log_copy.unlink(missing_ok=True)
    try:
        shutil.copyfile(path, copy)
        if log.exists():
            shutil.copyfile(log, log_copy)
    except FileNotFoundError:
        pass  # it was there a moment ago: the other process has just ended
    except OSError as error:
        if error.errno in _FULL:
            raise BackendError(no_room(error.strerror)) from error
        what = f"the ledger cannot be read ({error.strerror})"
        raise InputError(Problem(what, "name another file", str(path))) from None
    return copy


def _read(path: Path, copy: Path, wanted: dict[str, str]) -> Contents:
    import sqlite3  # noqa: PLC0415 - 4 ms that a program without a ledger is spared

    if not copy.stat().st_size:
        return Contents({}, 0.0, {})
    try:
        with closing(sqlite3.connect(copy)) as connection:
            meta = dict(connection.execute("SELECT name, value FROM meta"))
            require_same(path, meta, wanted)
            rows = connection.execute("SELECT key, value, seconds FROM jobs ORDER BY number")
            jobs = rows.fetchall()
            failures = dict(connection.execute("SELECT key, text FROM failures ORDER BY key"))
        finished = {key: json.loads(value) for key, value, _ in jobs}
    except (sqlite3.Error, ValueError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        if getattr(error, "sqlite_errorname", "").startswith(_NO_ROOM):
            raise BackendError(no_room(str(error))) from error
        raise damaged(path) from None
    return Contents(finished, float(sum(seconds for *_, seconds in jobs)), failures)
