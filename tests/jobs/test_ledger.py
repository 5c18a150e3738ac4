"""A ledger keeps what it was told, and harms no file that is none."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.errors import InputError, OutputError
from ilpuzzles.jobs.ledger import Ledger, read_ledger


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
    with Ledger(str(path), "this run") as ledger:
        assert list(ledger.finished().items()) == list(VALUES.items())
        ledger.record("more", 0)
        assert list(ledger.finished()) == [*VALUES, "more"]


def test_a_job_is_recorded_once(path: Path) -> None:
    with Ledger(path, "") as ledger:
        ledger.record("a", 1)
        with pytest.raises(InputError, match="job 'a' is recorded already"):
            ledger.record("a", 2)
        ledger.record("b", 2)
        assert ledger.finished() == {"a": 1, "b": 2}


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


def test_a_closed_ledger_says_so(path: Path) -> None:
    ledger = Ledger(path, "")
    ledger.close()
    ledger.close()
    with pytest.raises(InputError, match="the ledger is closed"):
        ledger.record("a", 1)
    with pytest.raises(InputError, match="the ledger is closed"):
        ledger.finished()


def other_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE meta (name, value)")
    connection.commit()
    connection.close()


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
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value = ? WHERE name = ?", (value, name))
    connection.commit()
    connection.close()


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
            "a ledger of another version of ilpuzzles (schema 2, not 3); finish it with that",
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


def test_an_empty_file_may_become_a_ledger(path: Path) -> None:
    path.touch()
    with Ledger(path, "this run") as ledger:
        ledger.record("a", 1)
    with Ledger(path, "this run") as ledger:
        assert ledger.finished() == {"a": 1}


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
def test_places_where_no_ledger_can_be(
    tmp_path: Path, name: str, kind: type[Exception], text: str
) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(kind) as caught:
        Ledger(tmp_path / name, "")
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)
    assert contents(tmp_path) == {"file": b"x"}


WRITER = """
import sys
from ilpuzzles.jobs.ledger import Ledger
ledger = Ledger(sys.argv[1], "this run")
for number in range(len(ledger.finished()), 10**9):
    ledger.record(str(number), [number, "x" * 500])
    print(number, flush=True)
"""


def writer(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, encoding="utf-8"
    )


def test_there_is_one_writer(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        for name in (path, path.parent / "." / path.name):
            with pytest.raises(InputError, match="the ledger is in use; end the program"):
                Ledger(name, "this run")
        other = path.with_name("link")
        other.symlink_to(path)
        with pytest.raises(InputError, match="the ledger is in use"):
            Ledger(other, "this run")
        ledger.record("a", 1)
    with writer(path) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            for _ in range(2):
                with pytest.raises(InputError, match="the ledger is in use"):
                    Ledger(path, "this run")
            # It was not disturbed.
            assert process.stdout.readline()
        finally:
            process.kill()


def test_two_processes_cannot_both_have_it(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        for _ in range(2):
            with pytest.raises(InputError):
                Ledger(path, "this run")
        done = subprocess.run(
            [sys.executable, "-c", WRITER, str(path)],
            capture_output=True,
            encoding="utf-8",
            timeout=20,
            check=False,
        )
        assert "InputError" in done.stderr
        assert "the ledger is in use" in done.stderr
        ledger.record("a", 1)
    with Ledger(path, "this run") as ledger:
        assert ledger.finished() == {"a": 1}


def test_what_was_recorded_survives_the_death_of_the_writer(path: Path) -> None:
    printed = 0
    for seconds in (0.0, 0.01, 0.03, 0.1, 0.3):
        with writer(path) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(seconds)
            process.send_signal(signal.SIGKILL)
            numbers = [int(line) for line in process.stdout.read().split("\n")[:-1]]
        printed = max([printed, *(number + 1 for number in numbers)])
        with Ledger(path, "this run") as ledger:
            finished = ledger.finished()
        assert len(finished) >= printed
        assert finished == {str(n): [n, "x" * 500] for n in range(len(finished))}


def test_a_writer_that_dies_while_making_the_file(path: Path) -> None:
    for turn in range(15):
        with writer(path) as process:
            time.sleep(0.02 + 0.004 * turn)
            process.kill()
        with Ledger(path, "this run") as ledger:
            finished = ledger.finished()
        assert finished == {str(n): [n, "x" * 500] for n in range(len(finished))}
        path.unlink()


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
        ledger.record("later", 2)
    with Ledger(path, "this run") as ledger:
        assert ledger.finished() == before | {"later": 2}
        assert ledger.finished()["a"] == 1


def test_a_read_only_file(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        ledger._execute("PRAGMA query_only = ON")
        with pytest.raises(OutputError, match=r"cannot be written .*readonly"):
            ledger.record("a", 1)
        ledger._execute("PRAGMA query_only = OFF")
        ledger.record("a", 1)
        assert ledger.finished() == {"a": 1}


@pytest.mark.parametrize(
    "change",
    [
        "key = 'd'",
        "value = '{'",
        "value = '9'",
        "value = x'39'",
        "seconds = 3",
        "seconds = 'x'",
        "tries = 2",
        "checksum = ''",
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
        with pytest.raises(InputError, match="recorded already"):
            ledger.record("a", 2)
    assert caplog.messages == 2 * [f"{path}: 1 row damaged; what is missing is done again"]
    caplog.clear()
    with Ledger(path, "this run") as ledger:
        assert ledger.finished() == {"a": 1, "c": 1, "b": 2}
    assert not caplog.messages


def test_a_row_of_another_ledger_is_not_believed(path: Path) -> None:
    mine, yours = path.with_name("mine"), path.with_name("yours")
    for place, number in ((mine, 1), (yours, 2)):
        with Ledger(place, place.name) as ledger:
            ledger.record("a", number)
    connection = sqlite3.connect(mine)
    connection.execute("ATTACH ? AS other", (str(yours),))
    connection.execute(
        "UPDATE jobs SET (value, checksum) = (SELECT value, checksum FROM other.jobs)"
    )
    connection.commit()
    connection.close()
    with Ledger(mine, "mine") as ledger:
        assert ledger.finished() == {}


def test_a_damaged_reason_is_forgotten(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        ledger.fail("a", "it died")
        ledger.fail("b", "it died")
        ledger._execute("UPDATE failures SET text = 'no' WHERE key = 'a'")
        assert ledger.failures() == {"b": "it died"}


def test_sqlite_alone_can_read_it_afterwards(path: Path) -> None:
    with Ledger(path, "this run") as ledger:
        ledger.record("a", [1], seconds=2.5, tries=3)
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT key, value, seconds, tries FROM jobs").fetchall()
    meta = dict(connection.execute("SELECT name, value FROM meta"))
    connection.close()
    assert rows == [("a", json.dumps([1]), 2.5, 3)]
    assert len(meta.pop("checksum")) == 16
    assert meta == {"schema": "3", "identity": "this run", "version": ""}
