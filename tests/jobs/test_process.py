"""Nothing of a child process is left behind, whatever happens."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from ilpuzzles.errors import BackendError
from ilpuzzles.jobs.process import run_child
from ilpuzzles.jobs.temporary_files import private_folder
from support.processes import is_running, wait_until

SLEEPER = (
    "import subprocess; child = subprocess.Popen(['sleep', '60']); print(child.pid, flush=True)"
)


def python(code: str) -> list[str]:
    return [sys.executable, "-X", "utf8", "-c", code]


def test_a_run_is_measured() -> None:
    with private_folder() as folder:
        run = run_child(python("print('x' * 10); raise SystemExit(3)"), folder)
        assert (run.returncode, run.log, run.killed) == (3, "xxxxxxxxxx\n", False)
        assert run.memory > 1_000_000
        assert 0 < run.cpu_seconds <= run.seconds + 1
    assert folder.name.startswith("ilpuzzles-")
    assert not folder.exists()


def test_a_run_is_killed_at_its_limit_or_when_it_is_stopped_with_all_it_started() -> None:
    with private_folder() as folder:
        run = run_child(["/bin/sleep", "60"], folder, limit=0.1)
        assert (run.killed, run.returncode) == (True, -signal.SIGKILL)
        log = folder / "log.txt"
        run = run_child(
            python(f"{SLEEPER}; child.wait()"), folder, stopped=lambda: "\n" in log.read_text()
        )
    assert (run.killed, run.returncode) == (True, -signal.SIGKILL)
    assert wait_until(lambda: not is_running(int(run.log)))


def test_no_temporary_folder_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/dev/null")
    with pytest.raises(BackendError, match="no temporary folder can be made"), private_folder():
        pass


def test_what_a_child_leaves_in_its_group_ends_with_it() -> None:
    with private_folder() as folder:
        run = run_child(python(SLEEPER), folder)
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


def test_verbose_passes_the_log_on_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    with private_folder() as folder:
        run_child(python("print('said by the child')"), folder, verbose=True)
    assert capfd.readouterr() == ("", "said by the child\n")


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
def test_lines_are_heard_while_it_runs(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
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

        run = run_child(python(script), folder, limit=60.0, heard=heard)
        assert (folder / "log.txt").read_text(encoding="utf-8") == run.log
    assert not run.killed
    assert said == [f"one {terminal}", "two \N{LATIN SMALL LETTER A WITH DIAERESIS}"]
    assert run.log == "\n".join([*said, "the rest"])


def test_a_long_log_is_heard_as_a_whole() -> None:
    said: list[str] = []
    with private_folder() as folder:
        code = "for number in range(20_000): print(number, 'x' * 40)"
        run_child(python(code), folder, heard=said.append)
        assert said == (folder / "log.txt").read_text().splitlines()
    assert said[-1] == f"19999 {'x' * 40}"


def test_without_a_hearer_there_is_no_terminal() -> None:
    with private_folder() as folder:
        run = run_child(python("import sys; print(sys.stdout.isatty())"), folder)
    assert run.log == "False\n"


def test_an_error_while_hearing_ends_the_program() -> None:
    child: list[int] = []

    def heard(line: str) -> None:
        child.append(int(line))
        raise ZeroDivisionError

    descriptors = len([*Path("/dev/fd").iterdir()])
    with private_folder() as folder, pytest.raises(ZeroDivisionError):
        run_child(["/bin/sh", "-c", "echo $$; exec sleep 60"], folder, heard=heard)
    assert not folder.exists()
    assert wait_until(lambda: not is_running(child[0]))
    assert len([*Path("/dev/fd").iterdir()]) == descriptors
