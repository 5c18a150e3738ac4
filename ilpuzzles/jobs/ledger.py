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
# "ILPL"; SQLite keeps it at a fixed place at the beginning of the file.
_APPLICATION = 0x494C504C
_APPLICATION_PLACE = slice(68, 72)
_MAGIC = b"SQLite format 3\x00"
# The head of a SQLite file has so many bytes.
_HEAD_BYTES = 100
# SQLite's second file, to which rows go first, has the name of the ledger and this ending.
_LOG_ENDING = "-wal"
# The number of times that a ledger is copied which its writer changes meanwhile. A copy takes some
# milliseconds, a job usually more; and SQLite sees whether the last copy is sound.
_MOST_COPIES = 20
_DISK_FULL = {errno.ENOSPC, errno.EDQUOT}
# The errors of SQLite where it cannot write beside the copy, which is no fault of the ledger.
_NO_ROOM = ("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_IOERR")
_CHECKSUM_BYTES = 8


# No index stands beside a table: if one of the two were damaged, they would contradict each other,
# and nobody could say which is right. The writer sees to it that keys are unique.
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
_CREATE = [f"PRAGMA application_id = {_APPLICATION}", *_TABLES]

_Ask: TypeAlias = Callable[[str], list[tuple[Any, ...]]]

# The open ledgers of this process, by the place of their file on the disk.
_open: WeakValueDictionary[tuple[int, int], Ledger] = WeakValueDictionary()
_opening = Lock()


class Ledger:
    """Finished jobs in a SQLite file: one writer, one row per finished job.

    Recorded jobs survive when the program is killed; after a power failure the last rows may be
    missing. A ledger that is open cannot be opened a second time. Every row has a checksum; a
    damaged row is left out, and a warning to the logger `ilpuzzles.jobs` says how many are.

    Args:
        path: The file. It is made if there is none; its folder has to be there.
        identity: A string that stands for the run, such as a hash of the model and the question.
            A file with another identity is refused.
        version: The version that the meaning of the records depends on, such as that of the
            program. A file with another version is refused as well.

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
                raise _in_use(self._path)
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
            value: Its result, as JSON data.
            seconds: The time that it took.
            tries: How often it was started.

        Raises:
            InputError: If the job has already been recorded, or its value is no JSON data.
            OutputError: If the file cannot be written; its rows are kept.
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
        # Only now: a ledger that nobody goes on with stays as it is.
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
            OutputError: If the file cannot be written; its rows are kept.
        """
        row = (key, text.encode("utf-8", "replace").decode(), tries)
        checksum = _checksum(self._meta, "failures", row)
        self._execute("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?)", (*row, checksum))
        self._failed.add(key)

    def settle(self, key: str) -> None:
        """Removes the note that a job failed: it is finished, or others have taken its place."""
        if key in self._failed:
            self._execute("DELETE FROM failures WHERE key = ?", (key,))
            self._failed.discard(key)

    def failures(self) -> dict[str, str]:
        """The jobs that failed and are not finished by now, in order, with the reasons."""
        return _contents(self._path, self._execute, self._meta)[0].failures

    def close(self) -> None:
        """Closes the file; may be called again."""
        connection = self._connection
        self._connection = None
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
        # Only now: so the file itself has all that shows that it is a ledger, and of which run. In
        # this mode, rows go to a second file, and nobody waits until they are on the disk, which
        # only a power failure would ask for.
        self._execute("PRAGMA journal_mode = WAL")
        self._execute("PRAGMA synchronous = NORMAL")
        contents, self._damaged = _contents(self._path, self._execute, self._meta)
        self._recorded = set(contents.finished)
        self._failed = set(contents.failures)
        if self._damaged:
            rows = counted(len(self._damaged), "row")
            _LOG.warning("%s: %s damaged; these jobs are done again", self._path, rows)

    def _execute(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Executes a statement; returns its rows."""
        if self._connection is None:
            raise _refusal(self._path, "the ledger is closed", "open it again")
        try:
            return self._connection.execute(statement, values).fetchall()
        except UnicodeDecodeError:
            # The message of SQLite has bytes of the damaged file.
            raise _damage_error(self._path) from None
        except sqlite3.Error as error:
            # Some failures end a transaction by themselves, others leave it open.
            with suppress(sqlite3.Error):
                self._connection.rollback()
            raise self._translate(error) from None

    def _translate(self, error: sqlite3.Error) -> IlpuzzlesError:
        """The error for users that an error of SQLite stands for."""
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return _in_use(self._path)
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")):
            return _damage_error(self._path)
        what = f"the ledger cannot be written ({error})"
        advice = "free some space, or check that the file and its folder are writable"
        return OutputError(what, advice, str(self._path))


@dataclass(frozen=True, slots=True)
class Recorded:
    """The contents of a ledger.

    Attributes:
        finished: The value of each finished job, in the order of recording.
        seconds: The time that all of them took.
        failures: The jobs that failed and are not finished, with the reasons.
    """

    finished: dict[str, Any]
    seconds: float
    failures: dict[str, str]


def read_ledger(path: str | Path, identity: str, *, version: str = "") -> Recorded:
    """Reads the contents of a ledger; it is neither made nor changed, and may be in use.

    Args:
        path: The file.
        identity: The string that stands for the run, as for `Ledger`.
        version: The version, as for `Ledger`.

    Raises:
        InputError: If there is no such file, it is no ledger of the run, or this process has it
            open.
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
        raise _in_use(path)
    _ensure_ledger(path)
    with private_folder() as folder:
        # SQLite's locks keep other connections out, but not a plain copy of the files.
        for _ in range(_MOST_COPIES):
            before = _file_states(path)
            copy = _copy(path, folder)
            if _file_states(path) == before:
                break
        return _read(path, copy, _meta(identity, version))


def _log_of(path: Path) -> Path:
    """The second file of a ledger."""
    return path.with_name(path.name + _LOG_ENDING)


def _file_states(path: Path) -> list[tuple[int, int] | None]:
    """The sizes and times of both files, one of which changes whenever something is written."""
    states: list[tuple[int, int] | None] = []
    for file in (path, _log_of(path)):
        try:
            status = file.stat()
        except OSError:
            states.append(None)
        else:
            states.append((status.st_size, status.st_mtime_ns))
    return states


def _copy(path: Path, folder: Path) -> Path:
    """A copy of both files."""
    copy = folder / "ledger"
    log = _log_of(path)
    log_copy = _log_of(copy)
    log_copy.unlink(missing_ok=True)
    try:
        shutil.copyfile(path, copy)
        if log.exists():
            shutil.copyfile(log, log_copy)
    except FileNotFoundError:
        pass  # it was there a moment ago: the other process has just ended
    except OSError as error:
        if error.errno in _DISK_FULL:
            raise BackendError(no_room(error.strerror)) from error
        raise _refusal(path, f"the ledger cannot be read ({error.strerror})") from None
    return copy


def _read(path: Path, copy: Path, wanted: dict[str, str]) -> Recorded:
    """The contents of a copy, which is to be the ledger of the wanted run."""
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
        if getattr(error, "sqlite_errorname", "").startswith(_NO_ROOM):
            raise BackendError(no_room(str(error))) from error
        raise _damage_error(path) from None


def _meta(identity: str, version: str) -> dict[str, str]:
    """The rows of the table `meta`, which say whose ledger it is."""
    meta = {"schema": _SCHEMA, "identity": identity, "version": version}
    return meta | {"checksum": _checksum(meta, "meta", ())}


def _checksum(meta: Mapping[str, str], table: str, row: tuple[Any, ...]) -> str:
    """The checksum of a row, which depends on its table, and on the run of the ledger."""
    place = [meta["schema"], meta["identity"], meta["version"], table]
    # Damage may make bytes of a text, which JSON does not know.
    content = json.dumps([place, row], default=repr).encode()
    return blake2b(content, digest_size=_CHECKSUM_BYTES).hexdigest()


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
            status = path.stat()
        except FileNotFoundError:
            # Not "exist_ok", which would set the time of a file that somebody else just made.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            status = path.stat()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        what = f"the ledger cannot be made ({reason})"
        advice = "name a file in a folder that exists and is writable"
        raise OutputError(what, advice, str(path)) from None
    if not stat.S_ISREG(status.st_mode):
        raise _refusal(path, "this cannot be a ledger", "name another")
    return status.st_dev, status.st_ino


def _ensure_ledger(path: Path) -> None:
    """Refuses a file that is no ledger, before SQLite might write into it.

    An empty one may become a ledger.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError as error:
        raise _refusal(path, f"the ledger cannot be read ({error.strerror})") from None
    if not head:
        return
    if not head.startswith(_MAGIC):
        raise _refusal(path, "not a ledger")
    if int.from_bytes(head[_APPLICATION_PLACE], "big") != _APPLICATION:
        raise _refusal(path, "a SQLite file, but not a ledger")


def _require_sound(path: Path, ask: _Ask, wanted: Mapping[str, str]) -> None:
    """Refuses the ledger of another run, and one that is damaged beyond its rows."""
    meta: dict[str, str] = dict(ask("SELECT name, value FROM meta"))
    advice = "finish it with that version, or name a new file"
    if not {"schema", "identity", "version"} <= meta.keys():
        raise _damage_error(path)
    schema = meta["schema"]
    # Until schema 2 there was none.
    checksum = None if schema in {"1", "2"} else _checksum(meta, "meta", ())
    if meta.get("checksum") != checksum:
        raise _damage_error(path)
    if schema != wanted["schema"]:
        what = f"this ledger belongs to another version (schema {schema}, not {wanted['schema']})"
        raise _refusal(path, what, advice)
    if meta["identity"] != wanted["identity"]:
        what = "this ledger belongs to another position, question or sweep"
        raise _refusal(path, what, "name the file of this run, or a new one")
    if meta["version"] != wanted["version"]:
        versions = f"{quoted(meta['version'])}, not {quoted(wanted['version'])}"
        what = f"this ledger belongs to another version ({versions})"
        raise _refusal(path, what, advice)
    tables = ask("SELECT sql FROM sqlite_master ORDER BY rowid")
    if tables != [(table,) for table in _TABLES] or ask("PRAGMA integrity_check(1)") != [("ok",)]:
        raise _damage_error(path)


def _refusal(path: Path, what: str, advice: str = "name another file") -> InputError:
    return InputError(what, advice, str(path))


def _damage_error(path: Path) -> InputError:
    return _refusal(path, "the ledger is damaged", "start with a new ledger")


def _in_use(path: Path) -> InputError:
    return _refusal(
        path, "the ledger is in use", "end the program that has it open, or name another file"
    )
