"""A file of finished jobs, so that a long run can be resumed after whatever ended it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from weakref import WeakValueDictionary

from ilpuzzles.errors import IlpuzzlesError, InputError, OutputError, Problem, quoted
from ilpuzzles.jobs.ledger_file import (
    APPLICATION,
    SCHEMA,
    damaged,
    ensure_ledger,
    ensure_there,
    require_same,
)

if TYPE_CHECKING:
    import sqlite3

_CREATE = [
    f"PRAGMA application_id = {APPLICATION}",
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE jobs (
        number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL,
        seconds REAL NOT NULL, tries INTEGER NOT NULL
    )""",
    "CREATE TABLE failures (key TEXT PRIMARY KEY, text TEXT NOT NULL, tries INTEGER NOT NULL)",
]

# The open ledgers of this process, by the place of their file on the disk.
_open: WeakValueDictionary[tuple[int, int], Ledger] = WeakValueDictionary()
_opening = Lock()


def require_closed(path: Path) -> None:
    """Raises if a ledger of this process has a file open; reading it would undo its locks.

    Raises:
        InputError: If one has.
    """
    if ensure_there(path) in _open:
        raise _in_use(path)


def _in_use(path: Path) -> InputError:
    advice = "end the program that has it open, or name another file"
    return InputError(Problem("the ledger is in use", advice, str(path)))


class Ledger:
    """Finished jobs in a SQLite file: one writer, one row per finished job.

    What was recorded is there after the program is killed; after a power failure the last rows may
    be missing. While a ledger is open nobody else can open it.

    Args:
        path: The file. It is made if there is none; its folder has to be there.
        identity: A text that says what is being run, such as a hash of the model and the question.
            A file with another identity is refused.
        version: What the meaning of the records depends on, such as the version of the program. A
            file with another one is refused, too.

    Raises:
        InputError: If the file is something else, belongs to another run, or is in use.
        OutputError: If it cannot be made or written.

    Example:
        >>> from ilpuzzles.jobs import private_folder
        >>> with private_folder() as folder:
        ...     with Ledger(folder / "run.db", "squares") as ledger:
        ...         ledger.record("3", 9)
        ...     with Ledger(folder / "run.db", "squares") as ledger:
        ...         ledger.finished()
        {'3': 9}
    """

    def __init__(self, path: str | Path, identity: str, *, version: str = "") -> None:
        self._path = Path(path)
        self._meta = (("schema", SCHEMA), ("identity", identity), ("version", version))
        self._connection: sqlite3.Connection | None = None
        self._failed: set[str] = set()
        with _opening:
            # SQLite's locks belong to the process, and are gone when anything in it closes the
            # file. So before this looks into the file, it makes sure that no ledger here has it.
            self._place = ensure_there(self._path)
            if self._place in _open:
                raise _in_use(self._path)
            ensure_ledger(self._path)
            try:
                self._connect()
            except BaseException:
                self.close()
                raise
            _open[self._place] = self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def finished(self) -> dict[str, Any]:
        """What is recorded: the value of each finished job, in the order of recording."""
        rows = self._execute("SELECT key, value FROM jobs ORDER BY number")
        try:
            return {key: json.loads(value) for key, value in rows}
        except (ValueError, TypeError):
            raise damaged(self._path) from None

    def record(self, key: str, value: Any, *, seconds: float = 0.0, tries: int = 1) -> None:
        """Adds a finished job; it is in the file when this returns.

        Args:
            key: The name of the job.
            value: What came of it, as JSON data.
            seconds: How long it took.
            tries: How often it was started.

        Raises:
            InputError: If the job is recorded already, or its value is no JSON data.
            OutputError: If the file cannot be written; what it has is kept.
        """
        import sqlite3  # noqa: PLC0415 - 4 ms that a program without a ledger is spared

        try:
            row = (key, json.dumps(value, allow_nan=False), seconds, tries)
            key.encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(
                Problem(f"job {quoted(key)} cannot be recorded ({error})", "record JSON data")
            ) from None
        try:
            self._execute("INSERT INTO jobs (key, value, seconds, tries) VALUES (?, ?, ?, ?)", row)
        except sqlite3.IntegrityError:
            what = f"job {quoted(key)} is recorded already"
            raise InputError(Problem(what, "record each job once", str(self._path))) from None
        self.settle(key)

    def fail(self, key: str, text: str, *, tries: int = 1) -> None:
        """Notes that a job failed. It is not finished: another run will try it again.

        Args:
            key: The name of the job.
            text: Why.
            tries: How often it was started.

        Raises:
            OutputError: If the file cannot be written; what it has is kept.
        """
        row = (key, text.encode("utf-8", "replace").decode(), tries)
        self._execute("INSERT OR REPLACE INTO failures VALUES (?, ?, ?)", row)
        self._failed.add(key)

    def settle(self, key: str) -> None:
        """Forgets that a job failed: it is finished, or others have taken its place."""
        if key in self._failed:
            self._execute("DELETE FROM failures WHERE key = ?", (key,))
            self._failed.discard(key)

    def failures(self) -> dict[str, str]:
        """The jobs that failed and are not finished by now, in order, with the reasons."""
        return dict(self._execute("SELECT key, text FROM failures ORDER BY key"))

    def close(self) -> None:
        """Closes the file; may be called again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            _open.pop(self._place, None)
            connection.close()

    def _connect(self) -> None:
        import sqlite3  # noqa: PLC0415 - as above

        try:
            # Each statement is a transaction; a lock is not waited for. One connection may be used
            # by several threads, since SQLite itself lets in one at a time.
            self._connection = sqlite3.connect(
                self._path.absolute(), timeout=0, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise self._translated(error) from None
        # The lock is held until the end, not only while something is written, and the system takes
        # it back when the process dies. A lock of our own (flock) would be one more thing that
        # network disks know in their own way, and would not keep sqlite3 the program out.
        self._execute("PRAGMA locking_mode = EXCLUSIVE")
        self._execute("BEGIN EXCLUSIVE")
        if not self._execute("SELECT name FROM sqlite_master"):
            for statement in _CREATE:
                self._execute(statement)
            for row in self._meta:
                self._execute("INSERT INTO meta VALUES (?, ?)", row)
        self._execute("COMMIT")
        found = dict(self._execute("SELECT name, value FROM meta"))
        require_same(self._path, found, dict(self._meta))
        # Only now: in this mode, too, what lies in the file itself shows what it is. Rows go to a
        # second file and need no waiting for the disk, which power failures alone would ask for.
        self._execute("PRAGMA journal_mode = WAL")
        self._execute("PRAGMA synchronous = NORMAL")
        self._failed = set(self.failures())

    def _execute(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        import sqlite3  # noqa: PLC0415 - as above

        if self._connection is None:
            raise InputError(Problem("the ledger is closed", "open it again", str(self._path)))
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            # Some failures end a transaction by themselves, others leave it open.
            with suppress(sqlite3.Error):
                self._connection.rollback()
            raise self._translated(error) from None

    def _translated(self, error: sqlite3.Error) -> IlpuzzlesError:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return _in_use(self._path)
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")):
            return damaged(self._path)
        what = f"the ledger cannot be written ({error})"
        advice = "make room, or see whether the file and its folder can be written"
        return OutputError(Problem(what, advice, str(self._path)))
