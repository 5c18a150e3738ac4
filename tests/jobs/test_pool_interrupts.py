"""Whatever ends the program that runs a pool, no worker outlives it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.places import PATHS
from support.processes import linux_only, wait_until, workers_of

# The scripts have no main guard: a worker that imported them would run them again.
BEGIN = f"""
import sys
sys.path[:0] = {PATHS!r}
from ilpuzzles.jobs.job import Job
from ilpuzzles.jobs.pool import Pool
jobs = (Job(str(number), number) for number in range(10**9))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the program puts its temporary files."""
    made = tmp_path / "temporary"
    made.mkdir()
    return made


def started(script: str, folder: Path) -> subprocess.Popen[str]:
    file = folder.with_name("script.py")
    file.write_text(BEGIN + script)
    return subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(folder)},
        encoding="utf-8",
    )


def ended(parent: subprocess.Popen[str]) -> tuple[str, float]:
    """What else it prints, and how long that takes."""
    start = time.monotonic()
    try:
        text, _ = parent.communicate(timeout=20)
    finally:
        parent.kill()
        parent.wait()
    return text, time.monotonic() - start


WAITING = """
def received(key, data):
    print(data, flush=True)
with Pool("support.pool_functions:waits", {how!r}, 2) as pool:
    list(pool.run(jobs, received=received))
"""


@linux_only
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("how", ["sleeping", "spinning", "in native code", "deaf"])
def test_workers_die_with_a_parent_that_is_killed(
    how: str, sent: signal.Signals, folder: Path
) -> None:
    parent = started(WAITING.format(how=how), folder)
    assert parent.stdout is not None
    try:
        pids = {int(parent.stdout.readline()) for _ in range(2)}
        assert set(workers_of(parent.pid)) == pids
        parent.send_signal(sent)
    finally:
        ended(parent)
    assert wait_until(lambda: not workers_of(parent.pid))


@linux_only
def test_workers_notice_without_the_help_of_the_system(folder: Path) -> None:
    # As on systems without prctl, where a thread looks after it.
    script = """
import os
from pathlib import Path
from ilpuzzles.jobs import process
copy = Path(os.environ["TMPDIR"], "copy", "ilpuzzles")
import shutil
shutil.copytree(Path(process.__file__).parent.parent, copy)
for name in [name for name in sys.modules if name.startswith("ilpuzzles")]:
    del sys.modules[name]
(copy / "jobs" / "process.py").write_text(
    (copy / "jobs" / "process.py").read_text().replace('"linux"', '"none"')
)
sys.path.insert(0, str(copy.parent))
from ilpuzzles.jobs.job import Job
from ilpuzzles.jobs.pool import Pool
assert sys.modules["ilpuzzles"].__file__.startswith(str(copy))
"""
    parent = started(script + WAITING.format(how="sleeping"), folder)
    assert parent.stdout is not None
    try:
        pids = {int(parent.stdout.readline()) for _ in range(2)}
        assert set(workers_of(parent.pid)) == pids
        parent.kill()
    finally:
        ended(parent)
    assert wait_until(lambda: not workers_of(parent.pid))


INTERRUPTED = """
import time
try:
    print("ready", flush=True)
    with Pool({function!r}, {shared!r}, 3) as pool:
        for outcome in pool.run(jobs):
            pass
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@linux_only
@pytest.mark.parametrize("seed", range(12))
def test_ctrl_c_ends_everything(seed: int, folder: Path) -> None:
    choice = random.Random(seed)
    function, shared = choice.choice(
        [("pauses", 0.01), ("square", 1), ("waits", "spinning"), ("waits", "in native code")]
    )
    script = INTERRUPTED.format(function=f"support.pool_functions:{function}", shared=shared)
    parent = started(script, folder)
    assert parent.stdout is not None
    try:
        assert parent.stdout.readline() == "ready\n"
        time.sleep(choice.choice([0.01, 0.1, 0.4]) * choice.random())
        parent.send_signal(signal.SIGINT)
    finally:
        text, seconds = ended(parent)
    assert text == "interrupted\n"
    assert parent.returncode == 0
    # It takes 0.4 s if a worker has to be killed; the machine may be busy.
    assert seconds < 5
    assert not workers_of(parent.pid)
    assert list(folder.iterdir()) == []


# Signals hit some places hardly ever. This comes between any two steps of the calling thread.
AT_A_STEP = """
import gc, random, tempfile, time
from pathlib import Path
from support.processes import wait_until, workers_of
import os

def work():
    with Pool("support.pool_functions:emits", b"", 2) as pool:
        run = pool.run((Job(str(n), 2) for n in range(8)), received=lambda key, data: None)
        return sum(outcome.value for outcome in run)

def trace(frame, event, argument):
    global left
    code = frame.f_code
    if code is not work.__code__ and not code.co_filename.startswith(OURS):
        return None
    frame.f_trace_opcodes = True
    if event == "opcode":
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
    return trace

import ilpuzzles.jobs.pool
OURS = str(Path(ilpuzzles.jobs.pool.__file__).parent)
assert work() == 16
left = 10**9
sys._getframe().f_trace_opcodes = True  # Python 3.12 looks for it here
sys.settrace(trace)
work()
sys.settrace(None)
steps = 10**9 - left
choice = random.Random({seed})
interrupted = 0
for turn in range({turns}):
    # The beginning and the end are the same every time.
    left = choice.choice([turn * 7, choice.randrange(steps), max(steps - turn * 5, 1)])
    sys.settrace(trace)
    try:
        work()
    except KeyboardInterrupt:
        interrupted += 1
    finally:
        sys.settrace(None)
    gc.collect()
    assert wait_until(lambda: not workers_of(os.getpid())), left
    assert wait_until(lambda: not list(Path(tempfile.gettempdir()).iterdir())), left
print("done", interrupted)
"""


@linux_only
@pytest.mark.parametrize("seed", range(2))
def test_an_interruption_between_any_two_steps_leaves_nothing(seed: int, folder: Path) -> None:
    turns = 25
    parent = started(AT_A_STEP.format(seed=seed, turns=turns), folder)
    text, _ = ended(parent)
    assert text.split()[0] == "done"
    assert int(text.split()[1]) > turns / 2
    assert not workers_of(parent.pid)
    assert list(folder.iterdir()) == []


NEVER_CLOSED = """
pool = Pool("support.pool_functions:pauses", 0.01, 2)
run = pool.run(jobs)
print(next(run).value in range(4))
"""
DROPPED = """
import os, time
from support.processes import wait_until, workers_of
next(Pool("support.pool_functions:pauses", 0.01, 2).run(jobs))
print(wait_until(lambda: not workers_of(os.getpid())))
"""
IN_A_THREAD = """
import threading
def work():
    with Pool("support.pool_functions:pauses", 0.01, 2) as pool:
        list(pool.run(jobs, received=lambda key, data: data == 3 and going.set()))
going = threading.Event()
threading.Thread(target=work, daemon=True).start()
print(going.wait(10))
"""
FORKED = """
import os
with Pool("support.pool_functions:pauses", 0.01, 2) as pool:
    run = pool.run(jobs)
    next(run)
    copy = os.fork()
    if copy == 0:
        sys.exit()  # closes what it believes to be its pool
    assert os.waitpid(copy, 0)[1] == 0
    print(next(run).tries == 1)
"""


@linux_only
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize(
    "script", [NEVER_CLOSED, DROPPED, IN_A_THREAD, FORKED], ids=["open", "drop", "thread", "fork"]
)
def test_pools_that_are_not_closed_end_with_the_program(script: str, folder: Path) -> None:
    parent = started(script, folder)
    text, _ = ended(parent)
    assert (text, parent.returncode) == ("True\n", 0)
    assert wait_until(lambda: not workers_of(parent.pid))
    assert wait_until(lambda: not list(folder.iterdir()))
