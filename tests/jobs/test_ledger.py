"""A ledger keeps what it was told, and harms no file that is none."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.errors import BackendError, InputError, OutputError
from ilpuzzles.jobs import ledger as ledgers
from ilpuzzles.jobs.ledger import Ledger, read_ledger
from support.places import ROOT
from support.processes import wait_until


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.ledger"


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


VALUES: dict[str, Any] = {
    "b": 1,
    "a": None,
    "": [1, 2.5, "text", {"deep": [True]}],
    "grüße\n'; DROP TABLE jobs; --": 10**40,
    "last": "\ud800 \0",
}


def test_what_was_recorded_is_there_in_order(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        assert ledger.finished() == {}
        for key, value in VALUES.items():
            ledger.record(key, value, seconds=1.5, tries=2)
        assert list(ledger.finished().items()) == list(VALUES.items())
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert read_ledger(path, "this run").seconds == 1.5 * len(VALUES)
    with Ledger(str(path), "this run") as ledger:
        assert list(ledger.finished().items()) == list(VALUES.items())
        # Once, also of what stood there before.
        for key in ("a", "more"):
            if key == "more":
                ledger.record(key, 0)
            with pytest.raises(InputError, match=f"job '{key}' has already been recorded"):
                ledger.record(key, 2)
        assert list(ledger.finished().items()) == [*VALUES.items(), ("more", 0)]
    ledger.close()
    for refused in (ledger.finished, partial(ledger.record, "new", 1)):
        with pytest.raises(InputError, match="the ledger is closed"):
            refused()
    # SQLite alone can read it.
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT key, value, seconds, tries FROM jobs").fetchall()
        meta = dict(connection.execute("SELECT name, value FROM meta"))
    assert rows[:2] == [("b", "1", 1.5, 2), ("a", "null", 1.5, 2)]
    assert len(meta.pop("checksum")) == 16
    assert meta == {"schema": "3", "identity": "this run", "version": ""}


@pytest.mark.parametrize(
    "value", [{1, 2}, float("nan"), b"bytes", 10**5000], ids=["set", "nan", "bytes", "huge"]
)
def test_values_are_json(path: Path, value: object) -> None:
    with Ledger(path, "") as ledger:
        with pytest.raises(InputError, match="job 'a' cannot be recorded"):
            ledger.record("a", value)
        with pytest.raises(InputError, match="cannot be recorded"):
            ledger.record("\ud800", 1)
        assert ledger.finished() == {}


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE meta (name, value)")


def damaged(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        ledger.record("a", "x" * 10_000)
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * 3996
    path.write_bytes(content)


def without_checksums(path: Path) -> None:
    """As the last version wrote it."""
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        PRAGMA application_id = 1229738060;
        CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE jobs (
            number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL,
            seconds REAL NOT NULL, tries INTEGER NOT NULL
        );
        CREATE TABLE failures (key TEXT PRIMARY KEY, text TEXT NOT NULL, tries INTEGER NOT NULL);
        INSERT INTO meta VALUES ('schema', '2'), ('identity', 'this run'), ('version', '');
        INSERT INTO jobs VALUES (1, 'a', '7', 0.5, 1);
        """
    )
    connection.close()


def other_meta(name: str, value: str, path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        ledger.record("a", 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE name = ?", (value, name))


def torn_schema(path: Path) -> None:
    """SQLite says what is wrong in the words of the file, which are no text by now."""
    Ledger(path, "this run").close()
    content = path.read_bytes()
    assert content.count(b"CREATE TABLE jobs") == 1
    path.write_bytes(content.replace(b"CREATE TABLE jobs", b"CREATE\xf0\x9f\xc0LE jobs"))


def other_run(path: Path) -> None:
    with Ledger(path, "that\nrun") as ledger:
        ledger.record("a", 1)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda path: path.write_text("no"), "not a ledger; name another file"),
        (lambda path: path.write_bytes(bytes(9999)), "not a ledger"),
        (lambda path: path.write_text("x" * 9999), "not a ledger"),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "a SQLite file, but not a ledger"),
        (other_database, "a SQLite file, but not a ledger"),
        (damaged, "the ledger is damaged"),
        (
            without_checksums,
            "this ledger belongs to another version (schema 2, not 3); finish it with that",
        ),
        (partial(other_meta, "schema", "2"), "the ledger is damaged; start with a new ledger"),
        (partial(other_meta, "identity", "that run"), "the ledger is damaged"),
        (partial(other_meta, "checksum", ""), "the ledger is damaged"),
        (torn_schema, "the ledger is damaged"),
        (other_run, "this ledger belongs to another position, question or sweep; name"),
    ],
    ids=[
        *("text", "zeros", "long", "head", "database", "damaged", "old"),
        *("schema", "identity", "checksum", "torn", "run"),
    ],
)
def test_other_files_are_refused_and_kept(path: Path, make: Any, text: str) -> None:
    make(path)
    before = contents(path.parent)
    for _ in range(2):
        for open_it in (Ledger, read_ledger):
            with pytest.raises(InputError) as caught:
                open_it(path, "this run")
            assert str(caught.value).startswith(f"{path}: {text}")
            assert "\n" not in str(caught.value)
            assert contents(path.parent) == before


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("none/run", OutputError, "the ledger cannot be made (No such file or directory)"),
        ("file/run", OutputError, "the ledger cannot be made (Not a directory)"),
        ("x" * 300, OutputError, "the ledger cannot be made (File name too long)"),
        ("a\0b", OutputError, "embedded null"),
        ("", InputError, "this cannot be a ledger"),
        ("/dev/full", InputError, "this cannot be a ledger"),
    ],
)
def test_places_for_no_ledger(tmp_path: Path, name: str, kind: type[Exception], text: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(kind) as caught:
        Ledger(tmp_path / name, "")
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)
    assert contents(tmp_path) == {"file": b"x"}


WRITER = """
import sys
from ilpuzzles.jobs.ledger import Ledger
with Ledger(sys.argv[1], "this run", version="2") as ledger:
    for number in range(10**9):
        ledger.record(str(number), [number, "x" * 500], seconds=0.5)
        if number == 499:
            ledger.fail("bad", "it died")
            print("there", flush=True)
            sys.stdin.readline()
        if number > 499:
            print(number, flush=True)
"""


@contextmanager
def writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that writes 500 rows, waits for a line, and goes on; it is killed."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.mark.exhaustive
def test_reading_while_another_process_writes(path: Path) -> None:
    read = partial(read_ledger, path, "this run", version="2")
    with writer(path) as process:
        assert line_of(process) == "there"
        before = contents(path.parent)
        found = read()
        assert list(found.finished) == [str(number) for number in range(500)]
        assert (found.seconds, found.failures) == (250.0, {"bad": "it died"})
        assert contents(path.parent) == before
        for _ in range(2):
            with pytest.raises(InputError, match="the ledger is in use; end the program"):
                Ledger(path, "this run", version="2")
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        last = 500
        for _ in range(10):
            written = int(line_of(process))
            finished = read().finished
            assert list(finished) == [str(number) for number in range(len(finished))]
            assert len(finished) >= max(last, written + 1)
            last = len(finished)
    # The writer was killed; what it wrote is there.
    with Ledger(path, "this run", version="2") as ledger:
        finished = ledger.finished()
    assert len(finished) >= last
    assert finished == {str(n): [n, "x" * 500] for n in range(len(finished))}


def test_a_writer_that_dies_while_making_the_file(path: Path) -> None:
    for size in (0, 0, 1, 4096):

        def is_begun(size: int = size) -> bool:
            return path.exists() and path.stat().st_size >= size

        with writer(path) as process:
            assert wait_until(is_begun)
        assert process.returncode == -signal.SIGKILL
        with Ledger(path, "this run", version="2") as ledger:
            finished = ledger.finished()
        assert finished == {str(n): [n, "x" * 500] for n in range(len(finished))}
        path.unlink()


def test_there_is_one_writer_and_no_reader_in_its_process(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        other = path.with_name("link")
        other.symlink_to(path)
        for name in (path, path.parent / "." / path.name, other):
            for open_it in (Ledger, read_ledger):
                with pytest.raises(InputError, match="the ledger is in use; end the program"):
                    open_it(name, "this run")
        # That has not given up its lock.
        with writer(path) as process:
            assert line_of(process) == ""
        ledger.record("a", 1)
    assert read_ledger(path, "this run").finished == {"a": 1}


def fill(ledger: Ledger) -> None:
    for number in range(100):
        ledger.record(str(number), "x" * 1000)


def test_a_full_disk_costs_nothing_that_was_recorded(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        ledger.record("a", 1)
        ledger._execute("PRAGMA max_page_count = 1")
        with pytest.raises(OutputError) as caught:
            fill(ledger)
        assert str(caught.value).startswith(f"{path}: the ledger cannot be written (")
        assert "full" in str(caught.value)
        before = ledger.finished()
        ledger._execute("PRAGMA max_page_count = 100000")
        ledger._execute("PRAGMA query_only = ON")
        with pytest.raises(OutputError, match=r"cannot be written .*readonly"):
            ledger.record("later", 2)
        ledger._execute("PRAGMA query_only = OFF")
        ledger.record("later", 2)
    with Ledger(path, "this run") as ledger:
        assert ledger.finished() == before | {"later": 2}
        assert ledger.finished()["a"] == 1


@pytest.mark.parametrize(
    "change",
    [
        *("key = 'd'", "value = '{'", "value = '9'", "value = x'39'"),
        *("seconds = 3", "seconds = 'x'", "tries = 2", "checksum = ''"),
    ],
)
def test_a_damaged_row_is_not_believed(
    change: str, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(path, "this run") as ledger:
        for key in "abc":
            ledger.record(key, 1)
        ledger._execute(f"UPDATE jobs SET {change} WHERE key = 'b'")  # noqa: S608 - from above
    assert read_ledger(path, "this run").finished == {"a": 1, "c": 1}
    before = path.read_bytes()
    Ledger(path, "this run").close()
    assert path.read_bytes() == before
    with Ledger(path, "this run") as ledger:
        assert ledger.finished() == {"a": 1, "c": 1}
        ledger.record("b", 2)
        with pytest.raises(InputError, match="already been recorded"):
            ledger.record("a", 2)
    assert caplog.messages == 2 * [f"{path}: 1 row damaged; these jobs are done again"]
    caplog.clear()
    with Ledger(path, "this run") as ledger:
        assert ledger.finished() == {"a": 1, "c": 1, "b": 2}
    assert not caplog.messages


def test_a_row_of_another_ledger_is_not_believed(path: Path) -> None:
    mine, yours = path.with_name("mine"), path.with_name("yours")
    for place, number in ((mine, 1), (yours, 2)):
        with Ledger(place, place.name) as ledger:
            ledger.record("a", number)
    with closing(sqlite3.connect(mine)) as connection, connection:
        connection.execute("ATTACH ? AS other", (str(yours),))
        theirs = "(SELECT value, checksum FROM other.jobs)"
        connection.execute(f"UPDATE jobs SET (value, checksum) = {theirs}")  # noqa: S608 - ours
    assert read_ledger(mine, "mine").finished == {}


def test_a_damaged_reason_is_forgotten(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        ledger.fail("a", "it died")
        ledger.fail("b", "it died")
        ledger._execute("UPDATE failures SET text = 'no' WHERE key = 'a'")
        assert ledger.failures() == {"b": "it died"}


def test_what_is_not_there_or_empty(path: Path) -> None:
    with pytest.raises(InputError, match="there is no such ledger; check the name"):
        read_ledger(path, "")
    assert not path.exists()
    # An empty file may become one.
    path.touch()
    assert read_ledger(path, "").finished == {}
    with Ledger(path, "") as ledger:
        ledger.record("a", 1)
    assert read_ledger(path, "").finished == {"a": 1}


def test_another_run_or_version(path: Path) -> None:
    Ledger(path, "this run", version="2").close()
    with pytest.raises(InputError, match="belongs to another position"):
        read_ledger(path, "that run", version="2")
    for open_it in (read_ledger, Ledger):
        with pytest.raises(InputError, match=r"another version \('2', not '3'\); finish it with"):
            open_it(path, "this run", version="3")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE meta")
    with pytest.raises(InputError, match="the ledger is damaged"):
        read_ledger(path, "this run", version="2")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder into which ledgers are copied."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(ledgers, "private_folder", lambda: nullcontext(folder))
    return folder


NO_ROOM = r"^the temporary folder cannot be written \({}\); free some space, or set TMPDIR"


def test_a_sound_ledger_whose_copy_finds_no_room(path: Path, temporary: Path) -> None:
    Ledger(path, "this run").close()
    (temporary / "ledger").symlink_to("/dev/full")
    with pytest.raises(BackendError, match=NO_ROOM.format("No space left on device")):
        read_ledger(path, "this run")
    (temporary / "ledger").unlink()
    assert read_ledger(path, "this run").finished == {}


def test_a_sound_ledger_whose_copy_has_no_room(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Ledger(path, "this run").close()
    copied = ledgers._copy
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def filled(original: Path, folder: Path) -> Path:
        copy = copied(original, folder)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
        return copy

    monkeypatch.setattr(ledgers, "_copy", filled)
    try:
        with pytest.raises(BackendError, match=NO_ROOM.format(".*")):
            read_ledger(path, "this run")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    monkeypatch.undo()
    assert read_ledger(path, "this run").finished == {}


def test_a_full_disk_does_not_make_a_ledger_damaged(path: Path) -> None:
    Ledger(path, "this run").close()
    content = path.read_bytes()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        with Ledger(path, "this run") as ledger:
            with pytest.raises(OutputError, match="the ledger cannot be written"):
                ledger.record("a", 1)
            assert ledger.finished() == {}
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == content
    assert read_ledger(path, "this run").finished == {}


def test_failures_are_forgotten_once_the_job_is_done(path: Path) -> None:
    with Ledger(path, "") as ledger:
        ledger.fail("a", "it died", tries=3)
        ledger.fail("b", "once")
        ledger.fail("b", "twice \ud800")
        assert ledger.failures() == {"a": "it died", "b": "twice ?"}
        assert ledger.finished() == {}
    with Ledger(path, "") as ledger:
        ledger.record("a", 1)
        assert ledger.failures() == {"b": "twice ?"}
    assert read_ledger(path, "").failures == {"b": "twice ?"}
    with Ledger(path, "") as ledger:
        # Others take its place.
        ledger.settle("b")
        ledger.settle("never seen")
        assert ledger.failures() == {}
