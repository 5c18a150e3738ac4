"""Ledgers: SQLite files of finished jobs, so that a long run can be resumed after its end."""

from __future__ import annotations

import errno
import json
import logging
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any, Self, TypeAlias
from weakref import WeakValueDictionary

from ilpuzzles.errors import BackendError, IlpuzzlesError, InputError, OutputError, counted, quoted
from ilpuzzles.jobs.temporary_files import no_room, private_folder

_LOG = logging.getLogger("ilpuzzles.jobs")
# From 3 on, rows have checksums.
_SCHEMA = "3"
# The letters "ILPL". SQLite keeps this number in the header of the file, whose layout is fixed: see
# https://www.sqlite.org/fileformat.html.
_APPLICATION_ID = 0x494C504C
_BYTES_OF_APPLICATION_ID = slice(68, 72)
_FIRST_BYTES = b"SQLite format 3\x00"
_HEADER_BYTES = 100
# What was written last stands in a second file with this ending.
_ENDING_OF_LOG = "-wal"
# A copy is taken again if something was written meanwhile. After so many, the last one is read:
# what is half written has no valid checksum, in SQLite's log or here.
_MOST_COPIES = 20
_DISK_IS_FULL = {errno.ENOSPC, errno.EDQUOT}
# Errors of SQLite where it cannot write beside the copy, which are no fault of the ledger.
_COPY_CANNOT_BE_WRITTEN = ("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_IOERR")


# No index stands beside a table: what is damaged in one place would be contradicted by another, and
# could not be told from what is right. That keys are unique is seen to by the one who writes.
_TABLES = [
    """CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID""",
    """CREATE TABLE jobs (
        number INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL,
        seconds REAL NOT NULL, tries INTEGER NOT NULL, checksum TEXT NOT NULL
    )""",
    """CREATE TABLE failures (
        key TEXT PRIMARY KEY, text TEXT NOT NULL, tries INTEGER NOT NULL, checksum TEXT NOT NULL
    ) WITHOUT ROWID""",
]
_CREATE = [f"PRAGMA application_id = {_APPLICATION_ID}", *_TABLES]

_Ask: TypeAlias = Callable[[str], list[tuple[Any, ...]]]

# The open ledgers of this process, by the place of their file on the disk.
_open: WeakValueDictionary[tuple[int, int], Ledger] = WeakValueDictionary()
_opening = Lock()


class Ledger:
    """Finished jobs in a SQLite file: one writer, one row per finished job.

    What was recorded survives when the program is killed; after a power failure the last rows may
    be missing. A ledger that is open cannot be opened a second time. Every row has a checksum; what
    a damaged one said is not known, and a warning to the logger `ilpuzzles.jobs` says how many are.

    Args:
        path: The file. It is made if there is none; its folder has to be there.
        identity: A string that says what is run, such as a hash of the model and the question.
            A file with another identity is refused.
        version: What the meaning of the records depends on, such as the version of the program. A
            file with another version is refused as well.

    Raises:
        InputError: If the file is not a ledger, is damaged beyond its rows, belongs to another run,
            or is in use.
        OutputError: If it cannot be made or written.

    Example:
        >>> with private_folder() as folder:
        ...     with Ledger(folder / "run.db", "squares") as ledger:
        ...         ledger.record("3", 9)
        ...     with Ledger(folder / "run.db", "squares") as ledger:
        ...         ledger.finished()
        {'3': 9}
    """

    def __init__(self, path: str | Path, identity: str, *, version: str = "") -> None:
        self._path = Path(path)
        self._meta = _meta(identity, version)
        self._connection: sqlite3.Connection | None = None
        self._recorded: set[str] = set()
        self._damaged: list[int] = []
        self._failed: set[str] = set()
        with _opening:
            # SQLite's locks belong to the process, and are gone when anything in it closes the
            # file. So before this looks into the file, it makes sure that no ledger here has it.
            self._place = _ensure_there(self._path)
            if self._place in _open:
                raise _in_use_error(self._path)
            _ensure_ledger(self._path)
            try:
                self._connect()
            except BaseException:
                self.close()
                raise
            _open[self._place] = self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def finished(self) -> dict[str, Any]:
        """The value of each finished job, in the order of recording."""
        return _contents(self._path, self._execute, self._meta)[0].finished

    def record(self, key: str, value: Any, *, seconds: float = 0.0, tries: int = 1) -> None:
        """Adds a finished job; it is in the file when this returns.

        Args:
            key: The name of the job.
            value: What came of it, as JSON data.
            seconds: How long it took.
            tries: How often it was started.

        Raises:
            InputError: If the job has already been recorded, or its value is no JSON data.
            OutputError: If the file cannot be written; what it has is kept.
        """
        try:
            row = (key, json.dumps(value, allow_nan=False), float(seconds), tries)
            key.encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(
                f"job {quoted(key)} cannot be recorded ({error})", "record JSON data"
            ) from None
        if key in self._recorded:
            what = f"job {quoted(key)} has already been recorded"
            raise _refusal(self._path, what, "record each job once")
        # Only now: a ledger that is refused for what is missing stays as it is.
        while self._damaged:
            self._execute("DELETE FROM jobs WHERE number = ?", (self._damaged[-1],))
            self._damaged.pop()
        statement = "INSERT INTO jobs (key, value, seconds, tries, checksum) VALUES (?, ?, ?, ?, ?)"
        self._execute(statement, (*row, _checksum(self._meta, "jobs", row)))
        self._recorded.add(key)
        self.settle(key)

    def fail(self, key: str, text: str, *, tries: int = 1) -> None:
        """Notes why a job failed. It is not finished: another run will try it again.

        Raises:
            OutputError: If the file cannot be written; what it has is kept.
        """
        row = (key, text.encode("utf-8", "replace").decode(), tries)
        checksum = _checksum(self._meta, "failures", row)
        self._execute("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?)", (*row, checksum))
        self._failed.add(key)

    def settle(self, key: str) -> None:
        """Forgets that a job failed: it is finished, or others have taken its place."""
        if key in self._failed:
            self._execute("DELETE FROM failures WHERE key = ?", (key,))
            self._failed.discard(key)

    def failures(self) -> dict[str, str]:
        """The jobs that failed and are not finished by now, in order, with the reasons."""
        return _contents(self._path, self._execute, self._meta)[0].failures

    def close(self) -> None:
        """Closes the file; may be called again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            _open.pop(self._place, None)
            connection.close()

    def _connect(self) -> None:
        try:
            # Each statement is a transaction; a lock is not waited for. One connection may be used
            # by several threads, since SQLite itself lets in one at a time.
            self._connection = sqlite3.connect(
                self._path.absolute(), timeout=0, isolation_level=None, check_same_thread=False
            )
            self._connection.text_factory = _text
        except sqlite3.Error as error:
            raise self._translate(error) from None
        # The lock is held until the end, not only while something is written, and the system takes
        # it back when the process dies. A lock of our own (flock) would be one more thing that
        # network disks know in their own way, and would not keep sqlite3 the program out.
        self._execute("PRAGMA locking_mode = EXCLUSIVE")
        self._execute("BEGIN EXCLUSIVE")
        if not self._execute("SELECT name FROM sqlite_master"):
            for statement in _CREATE:
                self._execute(statement)
            for row in self._meta.items():
                self._execute("INSERT INTO meta VALUES (?, ?)", row)
        self._execute("COMMIT")
        _require_sound(self._path, self._execute, self._meta)
        # Only now: in this mode, too, what lies in the file itself shows what it is. Rows go to a
        # second file and need no waiting for the disk, which power failures alone would ask for.
        self._execute("PRAGMA journal_mode = WAL")
        self._execute("PRAGMA synchronous = NORMAL")
        contents, self._damaged = _contents(self._path, self._execute, self._meta)
        self._recorded, self._failed = set(contents.finished), set(contents.failures)
        if self._damaged:
            rows = counted(len(self._damaged), "row")
            _LOG.warning("%s: %s damaged; what is missing is done again", self._path, rows)

    def _execute(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        if self._connection is None:
            raise _refusal(self._path, "the ledger is closed", "open it again")
        try:
            return self._connection.execute(statement, values).fetchall()
        except UnicodeDecodeError:
            # SQLite says what is wrong in the words of the file.
            raise _damage_error(self._path) from None
        except sqlite3.Error as error:
            # Some failures end a transaction by themselves, others leave it open.
            with suppress(sqlite3.Error):
                self._connection.rollback()
            raise self._translate(error) from None

    def _translate(self, error: sqlite3.Error) -> IlpuzzlesError:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return _in_use_error(self._path)
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")):
            return _damage_error(self._path)
        what = f"the ledger cannot be written ({error})"
        advice = "free some space, or check that the file and its folder are writable"
        return OutputError(what, advice, str(self._path))


@dataclass(frozen=True, slots=True)
class Recorded:
    """The contents of a ledger.

    These are the value of each finished job, in the order of recording, how long all of them took,
    and the jobs that failed and are not finished, with the reasons.
    """

    finished: dict[str, Any]
    seconds: float
    failures: dict[str, str]


def read_ledger(path: str | Path, identity: str, *, version: str = "") -> Recorded:
    """Reads what a ledger has; it is neither made nor changed, and may be in use.

    Args:
        path: The file.
        identity: What is being run, as for `Ledger`.
        version: The version, as for `Ledger`.

    Raises:
        InputError: If there is no such file, it is something else, or this process has it open.
        BackendError: If the temporary folder has no room for a copy.

    Example:
        >>> with private_folder() as folder:
        ...     with Ledger(folder / "run.db", "squares") as ledger:
        ...         ledger.record("3", 9, seconds=1.5)
        ...     read_ledger(folder / "run.db", "squares")
        Recorded(finished={'3': 9}, seconds=1.5, failures={})
    """
    path = Path(path)
    if not path.is_file():
        raise _refusal(path, "there is no such ledger", "check the name")
    # Closing the file that a ledger of this process has open would undo its locks.
    if _ensure_there(path) in _open:
        raise _in_use_error(path)
    _ensure_ledger(path)
    with private_folder() as folder:
        # SQLite's locks keep everybody else out; what it writes may be copied all the same.
        for _ in range(_MOST_COPIES):
            before = _sizes_and_times(path)
            copy = _copy(path, folder)
            if _sizes_and_times(path) == before:
                break
        return _read(path, copy, _meta(identity, version))


def _sizes_and_times(path: Path) -> list[tuple[int, int] | None]:
    """Sizes and times of both files, which change when something is written."""
    found: list[tuple[int, int] | None] = []
    for name in (path, path.with_name(path.name + _ENDING_OF_LOG)):
        try:
            state = name.stat()
        except OSError:
            found.append(None)
        else:
            found.append((state.st_size, state.st_mtime_ns))
    return found


def _copy(path: Path, folder: Path) -> Path:
    """A copy of both files."""
    copy = folder / "ledger"
    log = path.with_name(path.name + _ENDING_OF_LOG)
    log_copy = copy.with_name(copy.name + _ENDING_OF_LOG)
    log_copy.unlink(missing_ok=True)
    try:
        shutil.copyfile(path, copy)
        if log.exists():
            shutil.copyfile(log, log_copy)
    except FileNotFoundError:
        pass  # it was there a moment ago: the other process has just ended
    except OSError as error:
        if error.errno in _DISK_IS_FULL:
            raise BackendError(no_room(error.strerror)) from error
        raise _refusal(path, f"the ledger cannot be read ({error.strerror})") from None
    return copy


def _read(path: Path, copy: Path, wanted: dict[str, str]) -> Recorded:
    if not copy.stat().st_size:
        return Recorded({}, 0.0, {})
    try:
        with closing(sqlite3.connect(copy)) as connection:
            connection.text_factory = _text

            def ask(statement: str) -> list[tuple[Any, ...]]:
                return connection.execute(statement).fetchall()

            _require_sound(path, ask, wanted)
            return _contents(path, ask, wanted)[0]
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if getattr(error, "sqlite_errorname", "").startswith(_COPY_CANNOT_BE_WRITTEN):
            raise BackendError(no_room(str(error))) from error
        raise _damage_error(path) from None


def _meta(identity: str, version: str) -> dict[str, str]:
    """The rows that say whose ledger it is."""
    said = {"schema": _SCHEMA, "identity": identity, "version": version}
    return said | {"checksum": _checksum(said, "meta", ())}


def _checksum(meta: Mapping[str, str], table: str, row: tuple[Any, ...]) -> str:
    """The checksum of a row, by what it says, in which table, and whose ledger that is."""
    whose = [meta["schema"], meta["identity"], meta["version"], table]
    # What was text may be bytes by now.
    return blake2b(json.dumps([whose, row], default=repr).encode(), digest_size=8).hexdigest()


def _text(content: bytes) -> str:
    """Decodes a text of SQLite, even a damaged one."""
    return content.decode(errors="replace")


def _contents(path: Path, ask: _Ask, meta: Mapping[str, str]) -> tuple[Recorded, list[int]]:
    """Reads the intact rows of both tables, and the numbers of the damaged jobs."""
    finished: dict[str, Any] = {}
    failures: dict[str, str] = {}
    damaged: list[int] = []
    seconds = 0.0
    for number, *jobs, checksum in ask("SELECT * FROM jobs ORDER BY number"):
        if checksum != _checksum(meta, "jobs", tuple(jobs)):
            damaged.append(number)
            continue
        key, value, passed, _ = jobs
        try:
            finished[key] = json.loads(value)
        except ValueError:
            raise _damage_error(path) from None
        seconds += passed
    for *failed, checksum in ask("SELECT * FROM failures ORDER BY key"):
        if checksum == _checksum(meta, "failures", tuple(failed)):
            failures[failed[0]] = failed[1]
    return Recorded(finished, seconds, failures), damaged


def _ensure_there(path: Path) -> tuple[int, int]:
    """Makes an empty file if there is none; returns its place on the disk, by whatever name."""
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
        advice = "name a file in a folder that exists and is writable"
        raise OutputError(what, advice, str(path)) from None
    if not stat.S_ISREG(found.st_mode):
        raise _refusal(path, "this cannot be a ledger", "name another")
    return found.st_dev, found.st_ino


def _ensure_ledger(path: Path) -> None:
    """Refuses a file that holds something else, before SQLite might write into it.

    An empty one may become a ledger.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER_BYTES)
    except OSError as error:
        raise _refusal(path, f"the ledger cannot be read ({error.strerror})") from None
    if not head:
        return
    if not head.startswith(_FIRST_BYTES):
        raise _refusal(path, "not a ledger")
    if int.from_bytes(head[_BYTES_OF_APPLICATION_ID], "big") != _APPLICATION_ID:
        raise _refusal(path, "a SQLite file, but not a ledger")


def _require_sound(path: Path, ask: _Ask, wanted: Mapping[str, str]) -> None:
    """Refuses the ledger of something else, and one that is damaged beyond its rows."""
    found: dict[str, str] = dict(ask("SELECT name, value FROM meta"))
    advice = "finish it with that version, or name a new file"
    if not {"schema", "identity", "version"} <= found.keys():
        raise _damage_error(path)
    schema, checksum = found["schema"], found.get("checksum")
    # Until schema 2 there was none.
    if checksum != (None if schema in {"1", "2"} else _checksum(found, "meta", ())):
        raise _damage_error(path)
    if schema != wanted["schema"]:
        what = f"this ledger belongs to another version (schema {schema}, not {wanted['schema']})"
        raise _refusal(path, what, advice)
    if found["identity"] != wanted["identity"]:
        what = "this ledger belongs to another position, question or sweep"
        raise _refusal(path, what, "name the file of this run, or a new one")
    known = found["version"]
    if known != wanted["version"]:
        versions = f"{quoted(known)}, not {quoted(wanted['version'])}"
        what = f"this ledger belongs to another version ({versions})"
        raise _refusal(path, what, advice)
    tables = ask("SELECT sql FROM sqlite_master ORDER BY rowid")
    if tables != [(table,) for table in _TABLES] or ask("PRAGMA integrity_check(1)") != [("ok",)]:
        raise _damage_error(path)


def _refusal(path: Path, what: str, advice: str = "name another file") -> InputError:
    return InputError(what, advice, str(path))


def _damage_error(path: Path) -> InputError:
    return _refusal(path, "the ledger is damaged", "start with a new ledger")


def _in_use_error(path: Path) -> InputError:
    return _refusal(
        path, "the ledger is in use", "end the program that has it open, or name another file"
    )
