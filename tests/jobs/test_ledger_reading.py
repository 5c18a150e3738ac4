"""A ledger can be looked at without opening it, also while another process has it."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from ilpuzzles.errors import BackendError, InputError, OutputError
from ilpuzzles.jobs import ledger as ledgers
from ilpuzzles.jobs.ledger import Ledger, read_ledger
from support.places import ROOT

WRITER = """
import sys
sys.path.insert(0, {root!r})
from ilpuzzles.jobs.ledger import Ledger
with Ledger({path!r}, "this run", version="2") as ledger:
    for number in range({first}, {first} + 500):
        ledger.record(str(number), "x" * 1000, seconds=0.5)
    ledger.fail("bad", "it died")
    print("there", flush=True)
    sys.stdin.read()
    for number in range({first} + 500, 10_000):
        ledger.record(str(number), 1)
        print(number, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.ledger"


def started(path: Path, first: int) -> subprocess.Popen[str]:
    script = WRITER.format(root=str(ROOT), path=str(path), first=first)
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "there\n"
    return process


def test_reading_while_another_process_writes(path: Path) -> None:
    process = started(path, 0)
    try:
        before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        contents = read_ledger(path, "this run", version="2")
        assert list(contents.finished) == [str(number) for number in range(500)]
        assert contents.seconds == 250.0
        assert contents.failures == {"bad": "it died"}
        assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
        with pytest.raises(InputError, match="the ledger is in use"):
            Ledger(path, "this run", version="2")
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        last = 500
        for _ in range(10):
            written = int(process.stdout.readline())
            found = read_ledger(path, "this run", version="2").finished
            assert list(found) == [str(number) for number in range(len(found))]
            assert len(found) >= max(last, written)
            last = len(found)
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
    # The writer was killed; what it wrote is there.
    assert len(read_ledger(path, "this run", version="2").finished) >= last


def test_a_ledger_that_is_open_here_is_not_read(path: Path) -> None:
    with Ledger(path, "") as ledger:
        with pytest.raises(InputError, match="in use"):
            read_ledger(path, "")
        ledger.record("a", 1)
    assert read_ledger(path, "").finished == {"a": 1}


def test_what_is_no_ledger(path: Path) -> None:
    with pytest.raises(InputError, match="there is no such ledger; check the name"):
        read_ledger(path, "")
    assert not path.exists()
    path.touch()
    assert read_ledger(path, "").finished == {}
    path.write_text("do not lose this")
    with pytest.raises(InputError, match="not a ledger"):
        read_ledger(path, "")
    assert path.read_text() == "do not lose this"


def test_another_run_or_version(path: Path) -> None:
    Ledger(path, "this run", version="2").close()
    with pytest.raises(InputError, match="belongs to another position"):
        read_ledger(path, "that run", version="2")
    for open_it in (read_ledger, Ledger):
        with pytest.raises(InputError, match=r"another version \('2', not '3'\); finish it with"):
            open_it(path, "this run", version="3")
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE meta")
    connection.commit()
    connection.close()
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


def test_a_sound_ledger_beside_whose_copy_is_no_room(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Ledger(path, "this run").close()
    copied = ledgers._copied
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def filled(original: Path, folder: Path) -> Path:
        copy = copied(original, folder)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
        return copy

    monkeypatch.setattr(ledgers, "_copied", filled)
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


def test_failures_are_forgotten_where_others_take_the_place_of_the_job(path: Path) -> None:
    with Ledger(path, "") as ledger:
        ledger.fail("a", "it died")
        ledger.record("split a", ["b", "c"])
        ledger.settle("a")
        ledger.settle("never seen")
        assert ledger.failures() == {}
