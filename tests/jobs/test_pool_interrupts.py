"""Whatever ends the program that runs jobs, no process and no file outlives it."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from support.interrupted import Running, after, interrupted, says
from support.processes import linux_only, workers_of

pytestmark = linux_only

# The scripts have no main guard: a worker that imported them would run them again.
BEGIN = """
from ilpuzzles.jobs.job import Job
from ilpuzzles.jobs.pool import Pool
jobs = (Job(str(number), number) for number in range(10**9))
"""
WAITING = """
def received(key, data):
    print(data, flush=True)
with Pool("support.pool_functions:waits", {how!r}, 2) as pool:
    list(pool.run(jobs, received=received))
"""
# As on systems without prctl, where a thread looks after it.
WITHOUT_HELP = """
import os, shutil
from pathlib import Path
from ilpuzzles.jobs import process
copy = Path("copy", "ilpuzzles").absolute()
shutil.copytree(Path(process.__file__).parent.parent, copy)
for name in [name for name in sys.modules if name.startswith("ilpuzzles")]:
    del sys.modules[name]
(copy / "jobs" / "process.py").write_text(
    (copy / "jobs" / "process.py").read_text().replace('"linux"', '"none"')
)
sys.path.insert(0, str(copy.parent))
"""


def both_work(running: Running) -> bool:
    """Both workers have said who they are."""
    said = {int(pid) for pid in running.said.split("\n")[:-1]}
    return len(said) == 2 and set(workers_of(running.pid)) == said


@pytest.mark.exhaustive
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("how", ["sleeping", "spinning", "in native code", "deaf"])
def test_workers_die_with_a_killed_parent(how: str, sent: signal.Signals, tmp_path: Path) -> None:
    came = interrupted(BEGIN + WAITING.format(how=how), tmp_path, both_work, sent)
    assert came.code == -sent


def test_workers_notice_without_the_help_of_the_system(tmp_path: Path) -> None:
    program = WITHOUT_HELP + BEGIN + WAITING.format(how="sleeping")
    assert interrupted(program, tmp_path, both_work, signal.SIGKILL).code == -signal.SIGKILL


INTERRUPTED = """
try:
    print("ready", flush=True)
    with Pool({function!r}, {shared!r}, 3) as pool:
        for outcome in pool.run(jobs):
            pass
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(8))
def test_ctrl_c_ends_everything(seed: int, tmp_path: Path) -> None:
    choice = random.Random(seed)
    kinds: list[tuple[str, object]] = [("pauses", 0.01), ("square", 1)]
    kinds += [("waits", "spinning"), ("waits", "in native code")]
    function, shared = kinds[seed % 4]
    pause = choice.choice([0.01, 0.1, 0.4]) * choice.random()
    program = INTERRUPTED.format(function=f"support.pool_functions:{function}", shared=shared)
    came = interrupted(BEGIN + program, tmp_path, after(says("ready"), pause))
    assert (came.code, came.said, came.left) == (0, "ready\ninterrupted\n", set())


# Signals hit some places hardly ever. This comes between any two steps of the calling thread.
AT_A_STEP = """
import gc, os, random, tempfile
from pathlib import Path
from support.processes import wait_until, workers_of

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
print("done", interrupted > {turns} / 2)
"""


@pytest.mark.exhaustive
def test_an_interruption_between_any_two_steps_leaves_nothing(tmp_path: Path) -> None:
    came = interrupted(BEGIN + AT_A_STEP.format(seed=0, turns=30), tmp_path, None)
    assert (came.said, came.left) == ("done True\n", set()), came.complaints


NEVER_CLOSED = """
pool = Pool("support.pool_functions:pauses", 0.01, 2)
run = pool.run(jobs)
print(next(run).value in range(4))
"""
DROPPED = """
import os
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
print(going.wait())
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


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "program", [NEVER_CLOSED, DROPPED, IN_A_THREAD, FORKED], ids=["open", "drop", "thread", "fork"]
)
def test_pools_that_are_not_closed_end_with_the_program(program: str, tmp_path: Path) -> None:
    came = interrupted(BEGIN + program, tmp_path, None)
    assert (came.code, came.said) == (0, "True\n"), came.complaints


# A single program, and a run in a copy of a process that has it loaded.

CHILD = """
import threading
from pathlib import Path
from ilpuzzles.jobs.forking import run_program
from ilpuzzles.jobs.process import run_child
from ilpuzzles.jobs.temporary_files import private_folder
begun = Path("begun").absolute()

def solve():
    with private_folder() as folder:
        run_child(["/bin/sh", "-c", f"touch {begun}; exec sleep 60"], folder)
"""
COPY = f"""
{CHILD}
Path("loaded.py").write_text(
    "def prepare(): pass\\ndef run(): exec(open('what.py').read(), globals())"
)
def solve():
    for does in ("pass", f"import time; open('{{begun}}', 'w').close(); time.sleep(60)"):
        with private_folder() as folder:
            (folder / "what.py").write_text(does)
            run_program(Path("loaded.py").absolute(), folder)
"""
HERE = "solve()"
THERE = "threading.Thread(target=solve, daemon=True).start(); threading.Event().wait()"


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill -9"])
@pytest.mark.parametrize("where", [HERE, THERE], ids=["here", "in a thread"])
@pytest.mark.parametrize("program", [CHILD, COPY], ids=["child", "copy"])
def test_nothing_that_runs_survives_the_parent(
    program: str, where: str, sent: signal.Signals, tmp_path: Path
) -> None:
    came = interrupted(program + where, tmp_path, lambda _: (tmp_path / "begun").exists(), sent)
    assert came.code == -sent
