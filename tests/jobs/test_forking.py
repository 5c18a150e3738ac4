"""Runs of a program in copies of a process that has it loaded."""

from __future__ import annotations

import os
import random
import resource
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ilpuzzles.errors import BackendError
from ilpuzzles.jobs import forking, server_process
from ilpuzzles.jobs.forking import run_program
from ilpuzzles.jobs.frames import Message, MessageKind
from ilpuzzles.jobs.process import ChildRun, descendants_of
from ilpuzzles.jobs.server_process import (
    ForkedRun,
    ServerProcess,
    ServerPurpose,
    ServerState,
    Suspect,
)
from ilpuzzles.jobs.temporary_files import private_folder
from support.processes import is_running, linux_only, wait_until

pytestmark = linux_only

PROGRAM = """
import os, sys
loaded = []

def prepare():
    loaded.append(os.getpid())
    print("loading")

def run():
    print("loaded by", loaded, "runs in", os.getpid(), flush=True)
    exec(open("what.py").read(), globals())
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Where a program is that does what its folder says; no server is left in the end."""
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    # Others may have left some.
    end_all()
    yield file
    end_all()


def end_all() -> None:
    while forking._idle:
        forking._idle.pop().end()


def ran(file: Path, does: str, **how: object) -> tuple[ChildRun, dict[str, str]]:
    """What became of a run of a program, and the files that it has left."""
    with private_folder() as folder:
        (folder / "what.py").write_text(does)
        run = run_program(file, folder, **how)  # type: ignore[arg-type] # checked when called
        ours = {"log.txt", "what.py"}
        left = {item.name: item.read_text() for item in folder.iterdir() if item.name not in ours}
    return run, left


@pytest.mark.exhaustive
def test_one_copy_makes_one_run_after_the_other(file: Path) -> None:
    logs = []
    for text in ("one", "two"):
        run, left = ran(file, f"open('found', 'w').write('{text}')")
        assert (run.returncode, run.killed, left) == (0, False, {"found": text})
        logs.append(run.log)
        assert run.memory > 1 << 20
    (server,) = forking._idle
    first, second = logs
    assert first == f"loading\n{second}"
    assert second.startswith(f"loaded by [{server.pid}] runs in ")
    assert int(second.split()[-1]) != server.pid


def copies(file: Path, *what: str, **how: object) -> list[int]:
    """The numbers of the processes in which some runs took place."""
    return [int(ran(file, does, **how)[0].log.split()[-1]) for does in what]


@pytest.mark.exhaustive
def test_a_copy_is_replaced_when_it_is_large_old_or_not_alone(file: Path) -> None:
    small, large = "kept = bytearray(1 << 20)", "kept = bytearray(300 << 20)"
    one, other, *_ = copies(file, small, large)
    assert one == other
    third = copies(file, "pass")[0]
    assert third != one
    starts = "import subprocess; subprocess.Popen(['sleep', '60'])"
    assert copies(file, starts, "pass")[0] == third != copies(file, "pass")[0]
    copies(file, "os._exit(1)")
    found = copies(file, *["pass"] * 201)
    assert len(set(found[:200])) == 1
    assert found[200] not in found[:200]


def test_runs_that_have_nothing_in_common_share_no_copy(file: Path) -> None:
    one, other, again = (copies(file, "pass", alike=workers)[0] for workers in (1, 2, 2))
    assert one != other == again
    # A limit of processor time is for one run.
    before = resource.getrlimit(resource.RLIMIT_CPU)
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (10_000, before[1]))
        assert len(set(copies(file, "pass", "pass"))) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, before)


def test_memory_is_that_of_one_run(file: Path) -> None:
    large, _ = ran(file, "bytearray(200 << 20)")
    small, _ = ran(file, "pass")
    assert large.memory - small.memory > 150 << 20


def test_what_a_used_copy_fails_at_a_new_one_tries(file: Path) -> None:
    once = "loaded.append(7); assert len(loaded) == 2; open('found', 'w').write('yes')"
    assert ran(file, once)[1] == {"found": "yes"}
    run, left = ran(file, once)
    assert (run.returncode, left) == (0, {"found": "yes"})
    assert "AssertionError" not in run.log
    # What fails in a new one fails.
    run, _ = ran(file, "raise ValueError('no way')")
    assert run.returncode == 1


def test_notes_are_about_one_copy(file: Path) -> None:
    seen: list[bool] = []

    def write(notes: forking.Notes) -> None:
        seen.append("known" in notes)
        notes["known"] = True

    def full(_: forking.Notes) -> None:
        raise OSError("full")

    for does in ("pass", "pass", "os._exit(3)", "pass", "pass"):
        ran(file, does, write=write)
    assert seen == [False, True, True, False, False, True]
    with pytest.raises(BackendError):
        ran(file, "pass", write=full)
    ran(file, "pass", write=write)
    assert seen[-1] is False


def test_a_copy_that_died_while_it_waited_is_noticed(file: Path) -> None:
    seen: list[bool] = []

    def write(notes: forking.Notes) -> None:
        seen.append("known" in notes)
        notes["known"] = True

    first = int(ran(file, "pass", write=write)[0].log.split()[-1])
    os.kill(first, signal.SIGKILL)
    # The server has collected it, and said so before.
    assert wait_until(lambda: not Path(f"/proc/{first}").exists())
    time.sleep(0.1)
    # All is written for the new one, not only what is other than before.
    run, left = ran(file, "open('found', 'w').write('yes')", write=write)
    assert (run.returncode, left, seen) == (0, {"found": "yes"}, [False, False])


def test_a_copy_that_closes_its_line_is_ended(file: Path) -> None:
    run, _ = ran(file, "os.closerange(3, 1000); import time; time.sleep(60)")
    assert (run.returncode, run.killed) == (-signal.SIGKILL, False)
    assert ran(file, "pass")[0].returncode == 0


def test_an_environment_that_no_socket_holds_comes_through(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies(file, "pass")
    for number in range(12):
        monkeypatch.setenv(f"LARGE_{number}", str(number) * (100 << 10))
    does = "open('found', 'w').write(os.environ['LARGE_7'][:3] + os.environ['LARGE_11'][-2:])"
    for _ in range(2):
        assert ran(file, does)[1] == {"found": "77711"}


def test_a_server_that_waits_ends_its_copy_first(file: Path) -> None:
    copy = copies(file, "pass")[0]
    server = forking._idle.pop()
    assert is_running(copy)
    server.end()
    assert (server.returncode, is_running(copy)) == (0, False)
    assert not Path(f"/proc/{copy}").exists()


def test_a_process_that_was_forked_has_a_server_of_its_own(file: Path) -> None:
    ran(file, "pass")
    (server,) = forking._idle
    pid = os.fork()
    if pid == 0:
        try:
            run, _ = ran(file, "pass")
            mine = forking._idle[0]
            fine = run.returncode == 0 and mine.pid != server.pid
            mine.end()
            os._exit(0 if fine else 1)
        finally:
            os._exit(2)
    assert os.waitpid(pid, 0)[1] == 0
    assert ran(file, "pass")[0].log.startswith(f"loaded by [{server.pid}]")


def test_a_run_gets_what_a_new_process_gets(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tell = (
        "import resource\n"
        "files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]\n"
        "cores = len(os.sched_getaffinity(0))\n"
        "open('said', 'w').write(f\"{os.environ.get('FLAVOUR')} {files} {cores}\")"
    )
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    cores = os.sched_getaffinity(0)
    assert ran(file, tell)[1] == {"said": f"None {before[0]} {len(cores)}"}
    monkeypatch.setenv("FLAVOUR", "sour")
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before[0] - 1, before[1]))
        os.sched_setaffinity(0, {min(cores)})
        assert ran(file, tell)[1] == {"said": f"sour {before[0] - 1} 1"}
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        os.sched_setaffinity(0, cores)


def test_an_end_of_a_run_is_not_that_of_the_next(file: Path) -> None:
    for does, code, says in [
        ("os.abort()", -signal.SIGABRT, ""),
        ("os._exit(3)", 3, ""),
        ("raise ValueError('no way')", 1, "ValueError: no way"),
        ("pass", 0, ""),
    ]:
        run, _ = ran(file, does)
        assert (run.returncode, run.killed) == (code, False)
        assert says in run.log
    assert len(forking._idle) == 1


def test_a_run_is_killed_with_all_it_started(file: Path) -> None:
    with private_folder() as folder:
        (folder / "what.py").write_text(
            "import subprocess; child = subprocess.Popen(['sleep', '60'])\n"
            "with open('child', 'w') as said: print(child.pid, file=said)\n"
            "child.wait()"
        )
        said = folder / "child"
        run = run_program(file, folder, stopped=lambda: said.exists() and "\n" in said.read_text())
        child = int(said.read_text())
    assert (run.returncode, run.killed) == (-signal.SIGKILL, True)
    assert wait_until(lambda: not is_running(child))
    (server,) = forking._idle
    # The server goes on, also after being asked to kill a run that had ended.
    for copy in (1, 1, 2):
        server._channel.send_message(Message(MessageKind.KILL, copy))
        run, left = ran(file, "open('found', 'w').write('yes')")
        assert (run.returncode, left, forking._idle) == (0, {"found": "yes"}, [server])


def test_a_copy_that_is_killed_as_its_run_ends_gets_no_other(file: Path) -> None:
    server = ServerProcess(ServerPurpose.of(file, None))
    try:
        with private_folder() as folder:
            for name, text in {"what.py": "pass", "log.txt": ""}.items():
                (folder / name).write_text(text)
            server.prepare("alike")
            run = ForkedRun(server, folder)
            server.wait(60.0)  # until the report is there
            run.kill()
            assert wait_until(run.has_ended)
        assert (run.returncode, run.suspect, server.copy) == (0, Suspect.NOBODY, None)
        assert server.state is ServerState.WAITING
    finally:
        server.end()


def test_a_limit_of_memory_is_for_all_that_a_run_starts(file: Path) -> None:
    greedy = "kept = bytearray(b'x') * (150 << 20); import time; time.sleep(20)"
    does = f"import subprocess; subprocess.run([sys.executable, '-S', '-c', {greedy!r}])"
    run, _ = ran(file, does, most_memory=120 << 20, alike=None)
    assert (run.killed, run.beyond, run.returncode) == (True, True, -signal.SIGKILL)
    assert run.memory > 120 << 20


def test_a_run_neither_reads_nor_writes_what_the_server_does(file: Path) -> None:
    does = (
        "open('in', 'w').write(repr(os.read(0, 99)))\n"
        "for number in range(3, 20):\n"
        "    try: os.write(number, b'[9, 9, 9]\\n')\n"
        "    except OSError: pass\n"
    )
    for _ in range(2):
        run, left = ran(file, does)
        assert (run.returncode, left["in"]) == (0, "b''")
    assert len(forking._idle) == 1


def test_what_does_not_load_is_no_answer(file: Path) -> None:
    for text, says in [("import no_such_module", "No module named"), ("", "attribute 'prepare'")]:
        file.write_text(text)
        with private_folder() as folder:
            run = run_program(file, folder)
        assert run.returncode == 1
        assert says in run.log
    file.write_text("import time; time.sleep(60)")
    with private_folder() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(server_process, "_KILL_SECONDS", 0.2)
        run = run_program(file, folder, limit=0.3)
    assert (run.returncode, run.killed) == (-signal.SIGKILL, True)
    assert forking._idle == []


def test_a_server_may_die(file: Path) -> None:
    ran(file, "pass")
    (server,) = forking._idle
    os.kill(server.pid, signal.SIGKILL)
    assert wait_until(server.has_ended)
    assert ran(file, "pass")[0].returncode == 0
    (other,) = forking._idle
    assert other is not server

    run, _ = ran(file, "os.kill(os.getppid(), 9); import time; time.sleep(60)")
    assert (run.returncode, run.killed) == (-signal.SIGKILL, False)
    assert forking._idle == []


@pytest.fixture
def killed_behind_the_request(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Kills the next server that gets a run, after a pause of the seconds in the list."""
    pauses: list[float] = []
    ask = ServerProcess.begin

    def ask_and_kill(self: ServerProcess, folder: Path) -> None:
        ask(self, folder)
        if pauses:
            time.sleep(pauses.pop())
            os.kill(self.pid, signal.SIGKILL)

    monkeypatch.setattr(ServerProcess, "begin", ask_and_kill)
    yield pauses
    assert pauses == []


def test_a_server_that_is_killed_just_before_its_request_is_replaced(file: Path) -> None:
    copies(file, "pass")
    (server,) = forking._idle
    kills = [server.pid]

    def write(_: forking.Notes) -> None:
        # It was seen alive a moment ago.
        while kills:
            os.kill(kills.pop(), signal.SIGKILL)

    run, left = ran(file, "open('found', 'w').write('yes')", write=write, alike="others")
    assert (run.returncode, run.killed, left) == (0, False, {"found": "yes"})
    (other,) = forking._idle
    assert other.pid != server.pid


def test_a_server_that_is_killed_just_behind_its_request_is_replaced(
    file: Path, killed_behind_the_request: list[float]
) -> None:
    copies(file, "pass")
    (server,) = forking._idle
    killed_behind_the_request.append(0.0)
    # Its copy may be made, and end, before anybody hears of its death; the next run hears of it.
    for _ in range(2):
        run, left = ran(file, "open('found', 'w').write('yes')", alike="others")
        assert (run.returncode, run.killed, left) == (0, False, {"found": "yes"})
    (other,) = forking._idle
    assert other.pid != server.pid


@pytest.mark.parametrize("at_once", [True, False])
def test_servers_that_wait_may_all_be_killed(*, at_once: bool, file: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: ran(file, "import time; time.sleep(0.2)"), range(3)))
    # The last one is used first.
    kills = [server.pid for server in forking._idle]
    assert len(kills) > 1

    def write(_: forking.Notes) -> None:
        for _kill in range(len(kills) if at_once else 1):
            os.kill(kills.pop(), signal.SIGKILL)

    assert ran(file, "pass", write=write, alike="others")[0].returncode == 0


def test_a_run_that_ends_its_server_is_made_twice_at_most(file: Path, tmp_path: Path) -> None:
    times = tmp_path / "times"
    kills = f"open({str(times)!r}, 'a').write('I'); os.kill(os.getppid(), 9)\nwhile True: pass"
    for expected in ("I", "II"):
        run, _ = ran(file, kills)
        assert (run.returncode, run.killed) == (-signal.SIGKILL, False)
        assert times.read_text() == expected
        times.unlink()
        # The server of the second try has waited, so it may be to blame.
        assert ran(file, "pass")[0].returncode == 0


def test_what_a_program_ends_with_is_said_although_its_server_has_waited(file: Path) -> None:
    for alike in ("some", "others"):
        copies(file, "pass", alike=alike)
        assert ran(file, "os.kill(os.getpid(), 11)", alike=alike)[0].returncode == -signal.SIGSEGV
        assert ran(file, "os._exit(3)", alike="none")[0].returncode == 3
    assert len(forking._idle) == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("with_copies", [False, True])
def test_killing_servers_at_any_moment_while_they_wait_is_no_error(
    *, with_copies: bool, file: Path, killed_behind_the_request: list[float]
) -> None:
    dice = random.Random(with_copies)
    # What has begun goes on for longer than any pause.
    does = "import time; time.sleep(0.01); open('found', 'w').write('yes')"
    for behind in [False, True] * 30:
        # The last copy is used again, or not, as it happens.
        copies(file, "pass", alike=dice.choice(["some", "others"]))
        if not forking._idle:
            # The server was that of the last turn, which died only after its copy had replied.
            copies(file, "pass")
        (server,) = forking._idle
        pause = dice.choice([0.0, dice.uniform(0.0, 0.003)])
        if behind:
            killed_behind_the_request.append(pause)
        else:
            for one in [server.pid, *(descendants_of(server.pid) if with_copies else [])]:
                os.kill(one, signal.SIGKILL)
            time.sleep(pause)
        run, left = ran(file, does, alike="others")
        assert (run.returncode, run.killed, left) == (0, False, {"found": "yes"})


def test_several_at_once(file: Path) -> None:
    def run(number: int) -> dict[str, str]:
        does = f"import time; time.sleep(0.05); open('x', 'w').write('{number}')"
        return ran(file, does)[1]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, range(40))) == [{"x": str(number)} for number in range(40)]
    assert 1 <= len(forking._idle) <= forking._MOST_WAITING


def test_a_log_is_passed_on(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    ran(file, "os.system('echo a line of its own')", verbose=True)
    caught = capfd.readouterr()
    assert caught.out == ""
    assert caught.err.startswith("loading\nloaded by [")
    assert caught.err.endswith("a line of its own\n")
