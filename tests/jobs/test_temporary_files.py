"""Files that are there as a whole or not at all, whoever ends the process that writes them."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import OutputError
from ilpuzzles.jobs import temporary_files
from ilpuzzles.jobs.temporary_files import Replacement
from ilpuzzles.reading.source import read_at_most
from support.commands import run_python


@pytest.fixture(params=["without a name", "with one"])
def _named(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every system has files without a name."""
    if request.param == "with one":
        monkeypatch.setattr(temporary_files, "_OPEN_FILES", "/no/such/folder")


WRITING = "import os, sys\nfrom pathlib import Path\nfrom ilpuzzles.jobs.temporary_files import *\n"


def ran(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_python("-c", WRITING + code, *arguments)


def replace(path: Path, data: bytes = b"new") -> None:
    replacement = Replacement(path)
    replacement.write(data)
    replacement.finish()


@pytest.mark.usefixtures("_named")
def test_who_may_read_a_file_stays_as_it_is(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    before = os.umask(0o027)
    try:
        replace(path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        link.symlink_to(path)
        for mode in (0o600, 0o664):
            path.chmod(mode)
            replace(link, b"newer")
            assert stat.S_IMODE(path.stat().st_mode) == mode
    finally:
        os.umask(before)
    assert link.is_symlink()
    assert path.read_bytes() == b"newer"
    assert sorted(tmp_path.iterdir()) == [path, link]


@pytest.mark.usefixtures("_named")
def test_what_is_not_finished_leaves_nothing(tmp_path: Path) -> None:
    replacement = Replacement(tmp_path / "a.txt")
    replacement.write(b"half")
    replacement.discard()
    replacement.discard()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OutputError, match="cannot be written"):
        Replacement(tmp_path / "no" / "a.txt")


@pytest.mark.usefixtures("_named")
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("a" * os.pathconf(tmp_path, "PC_NAME_MAX"))
    replace(path)
    assert path.read_bytes() == b"new"
    # One that is longer is refused before anything is looked for.
    with pytest.raises(OutputError, match="cannot be written"):
        Replacement(tmp_path / f"{path.name}a")


def test_without_a_name_the_file_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    replace(tmp_path / "a.txt", bytes(100_000))
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_bytes() == bytes(100_000)


@pytest.mark.skipif(os.geteuid() != 0, reason="gives files to others")
@pytest.mark.usefixtures("_named")
def test_whose_a_file_is_stays_as_it_is_and_no_program_gets_another_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def access() -> tuple[int, int, int]:
        found = path.stat()
        return found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)

    path = tmp_path / "a.txt"
    path.touch()
    os.chown(path, 1234, 1235)
    path.chmod(0o6750)
    replace(path)
    assert access() == (1234, 1235, 0o750)

    def refuse(*_: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", refuse)
    replace(path)
    assert access() == (os.geteuid(), tmp_path.stat().st_gid, 0o700)


@pytest.mark.skipif(os.geteuid() != 0, reason="becomes somebody else")
def test_a_folder_that_cannot_be_listed_gets_its_file() -> None:
    code = (
        "folder = os.open(sys.argv[1], os.O_RDONLY)\nos.fchdir(folder)\nos.setuid(1234)\n"
        "one = Replacement(Path('a.txt'))\none.write(b'new')\none.finish()\n"
    )
    # Nobody else gets into the folders of pytest.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chown(folder, 1234, 1234)
        Path(folder).chmod(0o300)
        assert ran(code, folder).returncode == 0
        assert Path(folder, "a.txt").read_bytes() == b"new"


def test_who_types_says_once_that_this_was_all() -> None:
    """A terminal ends what it gives at Ctrl-D, and would begin anew."""

    class Terminal(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            assert not ended, "it was asked for more"
            ended.append(True)
            return super().read(size)

    ended: list[bool] = []
    assert read_at_most(Terminal(b"abc\n"), 100) == b"abc\n"


def test_a_process_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    """Where files without a name are known; else its unfinished file stays."""
    code = (
        "one = Replacement(Path(sys.argv[1]))\none.write(bytes(100_000))\nos.kill(os.getpid(), 9)\n"
    )
    assert ran(code, str(tmp_path / "a.jsonl")).returncode == -signal.SIGKILL
    left = list(tmp_path.iterdir())
    assert left == [] or not hasattr(os, "O_TMPFILE")


@pytest.mark.exhaustive
def test_a_line_that_a_full_disk_has_cut_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "moves.jsonl"
    code = (
        "import resource\nfrom ilpuzzles.cli.play_command import _recording\n"
        "from ilpuzzles.errors import OutputError\n"
        "with _recording(Path(sys.argv[1])) as record:\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (25, 25))\n"
        "    for line in ('0123456789', 'abcdefghij', 'too long', 'xy'):\n"
        "        try:\n            record(line)\n"
        "        except OutputError as error:\n            print(line)\n"
    )
    done = ran(code, str(path))
    assert path.read_text() == "0123456789\nabcdefghij\nxy\n"
    assert done.stdout == "too long\n"
    # Whoever plays hears of it at the end.
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ilpuzzles.errors.OutputError: {path}: lacks moves that could not be")


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much there is")
def test_a_small_model_needs_little_memory(tmp_path: Path) -> None:
    """A single read of as much as a file may have asks for that at once."""
    path = tmp_path / "k.lp"
    path.write_text("Maximize\n 2 a + 3 b\nSubject To\n a + b <= 1\nBinaries\n a b\nEnd\n")
    code = (
        "from ilpuzzles.formats.model_files import _text\n"
        "from ilpuzzles.reading.source import read_source\nimport resource\n"
        "pages = int(Path('/proc/self/statm').read_text().split()[0])\n"
        "most = pages * resource.getpagesize() + (100 << 20)\n"
        "resource.setrlimit(resource.RLIMIT_AS, (most, most))\n"
        "print(len(_text(Path(sys.argv[1]), packed=False)))\n"
        "print(len(read_source(Path(sys.argv[1]), 1 << 29)))\n"
    )
    done = ran(code, str(path))
    size = path.stat().st_size
    assert (done.stdout, done.stderr) == (f"{size}\n{size}\n", "")


def test_a_relative_temporary_folder_is_found_by_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python leaves `TMPDIR=.` as it is, and a solver's process that stays works elsewhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", ".")
    with temporary_files.private_folder() as folder:
        assert folder.is_absolute()
        assert folder.parent == tmp_path
    model = Model()
    x = model.binary("x", 3)
    model.maximize(x.sum())
    for name in ("highs", "scip", "highs", "scip", "cbc"):
        assert model.solve(name).objective == 3
    assert list(tmp_path.iterdir()) == []
