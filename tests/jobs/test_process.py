"""Nothing of a child process is left behind, whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ilpuzzles.errors import BackendError
from ilpuzzles.jobs.process import run_child
from ilpuzzles.jobs.temporary_files import private_folder
from support.processes import is_running, linux_only, wait_until

SLEEPER = "import time; time.sleep(60)"


def test_a_run_is_measured() -> None:
    with private_folder() as folder:
        run = run_child([sys.executable, "-c", "print('x' * 10); raise SystemExit(3)"], folder)
        assert run.returncode == 3
        assert run.log == "xxxxxxxxxx\n"
        assert not run.killed
        assert run.memory > 1_000_000
        assert 0 < run.cpu_seconds <= run.seconds + 1
    assert not folder.exists()


def test_the_folder_goes_even_after_an_error() -> None:
    kept = Path()

    def fail() -> None:
        nonlocal kept
        with private_folder() as kept:
            (kept / "file").write_text("x")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert kept.name.startswith("ilpuzzles-")
    assert not kept.exists()


def test_no_temporary_folder_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    monkeypatch.setattr("tempfile.tempdir", str(blocked))
    with pytest.raises(BackendError, match="no temporary folder can be made"), private_folder():
        pass


def test_a_run_is_killed_at_the_limit_with_all_it_started() -> None:
    script = (
        "import os, subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {SLEEPER!r}])\n"
        "print(os.getpid(), child.pid, flush=True)\n"
        "child.wait()\n"
    )
    with private_folder() as folder:
        run = run_child([sys.executable, "-c", script], folder, limit=1.5)
    assert run.killed
    assert run.returncode == -signal.SIGKILL
    pids = [int(pid) for pid in run.log.split()]
    assert len(pids) == 2
    assert wait_until(lambda: not any(is_running(pid) for pid in pids))


def test_what_a_child_leaves_in_its_group_ends_with_it() -> None:
    script = (
        "import subprocess, sys\n"
        f"print(subprocess.Popen([sys.executable, '-c', {SLEEPER!r}]).pid)\n"
    )
    with private_folder() as folder:
        run = run_child([sys.executable, "-c", script], folder)
    assert (run.returncode, run.killed) == (0, False)
    assert wait_until(lambda: not is_running(int(run.log)))


def test_a_program_that_cannot_be_started_fails() -> None:
    with private_folder() as folder:
        try:
            run = run_child([str(folder / "none")], folder)
        except BackendError as error:
            assert "cannot be started" in str(error)
        else:
            assert run.returncode != 0


SOLVING = """
import sys
from ilpuzzles.jobs.process import run_child
from ilpuzzles.jobs.temporary_files import private_folder
with private_folder() as folder:
    print(folder, flush=True)
    script = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    run_child([sys.executable, "-c", script], folder)
"""


@linux_only
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill -9"])
def test_no_child_survives_its_parent(sent: signal.Signals) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", SOLVING],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    assert parent.stdout is not None
    try:
        folder = Path(parent.stdout.readline().strip())
        log = folder / "log.txt"
        assert wait_until(lambda: log.exists() and log.read_text().endswith("\n"))
        child = int(log.read_text())
        assert is_running(child)
        os.kill(parent.pid, sent)
        parent.wait(10)
    finally:
        parent.kill()
        parent.stdout.close()
    assert wait_until(lambda: not is_running(child))
    if sent is signal.SIGINT:
        assert not folder.exists()
    else:
        # Nobody is left to delete it; what matters is that nothing runs on.
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


IN_A_THREAD = """
import threading, time
from ilpuzzles.jobs.process import run_child
from ilpuzzles.jobs.temporary_files import private_folder
def solve():
    with private_folder() as folder:
        print(folder, flush=True)
        run_child(["/bin/sh", "-c", "echo $$; exec sleep 60"], folder)
threading.Thread(target=solve, daemon=True).start()
time.sleep(60)
"""


@linux_only
def test_a_search_in_a_thread_ends_with_the_program() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", IN_A_THREAD],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    assert parent.stdout is not None
    try:
        folder = Path(parent.stdout.readline().strip())
        log = folder / "log.txt"
        assert wait_until(lambda: log.exists() and log.read_text().endswith("\n"))
        child = int(log.read_text())
        parent.send_signal(signal.SIGINT)
        parent.wait(10)
    finally:
        parent.kill()
        parent.stdout.close()
    assert wait_until(lambda: not is_running(child))
    assert not folder.exists()


def test_verbose_passes_the_log_on_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    with private_folder() as folder:
        run_child([sys.executable, "-c", "print('said by the child')"], folder, verbose=True)
    caught = capfd.readouterr()
    assert caught.out == ""
    assert caught.err == "said by the child\n"


WAITS = """
import sys
from pathlib import Path
print("one", sys.stdout.isatty())
while not Path("heard").exists():
    pass
print("two", chr(0xe4), flush=True)
print("the rest", end="")
"""


@pytest.mark.parametrize("terminal", [True, False])
def test_lines_are_heard_while_the_program_runs(
    monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    if not terminal:

        def refuse() -> tuple[int, int]:
            raise OSError

        monkeypatch.setattr(os, "openpty", refuse)
    script = WAITS if terminal else WAITS.replace("tty())", "tty(), flush=True)")
    said: list[str] = []
    with private_folder() as folder:

        def heard(line: str) -> None:
            said.append(line)
            (folder / "heard").touch()

        command = [sys.executable, "-X", "utf8", "-c", script]
        run = run_child(command, folder, limit=60.0, heard=heard)
        assert (folder / "log.txt").read_text(encoding="utf-8") == run.log
    assert not run.killed
    assert said == [f"one {terminal}", "two \N{LATIN SMALL LETTER A WITH DIAERESIS}"]
    assert run.log == "\n".join([*said, "the rest"])


def test_a_long_log_is_heard_as_a_whole() -> None:
    script = "for number in range(20_000): print(number, 'x' * 40)"
    said: list[str] = []
    with private_folder() as folder:
        run_child([sys.executable, "-c", script], folder, heard=said.append)
        lines = (folder / "log.txt").read_text().splitlines()
    assert said == lines
    assert said[-1] == f"19999 {'x' * 40}"


def test_without_a_hearer_there_is_no_terminal() -> None:
    with private_folder() as folder:
        run = run_child([sys.executable, "-c", "import sys; print(sys.stdout.isatty())"], folder)
    assert run.log == "False\n"


def test_an_error_while_hearing_ends_the_program() -> None:
    script = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    child: list[int] = []

    def heard(line: str) -> None:
        child.append(int(line))
        raise ZeroDivisionError

    descriptors = len([*Path("/dev/fd").iterdir()])
    with private_folder() as folder, pytest.raises(ZeroDivisionError):
        run_child([sys.executable, "-c", script], folder, heard=heard)
    assert wait_until(lambda: not is_running(child[0]))
    assert len([*Path("/dev/fd").iterdir()]) == descriptors
