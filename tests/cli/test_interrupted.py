"""Ctrl-C and SIGTERM on the command line: what was found is shown, and nothing is left behind."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.processes import is_running, linux_only, wait_until, workers_of

pytestmark = linux_only

BAD = """\
puzzle: lonpos
board: |
  .F.........
  FF.........
  ...........
  ...........
  ...........
"""


def market_split() -> str:
    """Four equations of 40 binary variables, at which any solver works for long (an LP file)."""
    dice = random.Random(1)
    rows = [[dice.randint(1, 99) for _ in range(40)] for _ in range(4)]
    stated = [" + ".join(f"{a} x{n}" for n, a in enumerate(row)) for row in rows]
    lines = [f"{left} = {sum(row) // 2}" for left, row in zip(stated, rows, strict=True)]
    names = " ".join(f"x{n}" for n in range(40))
    return "\n".join(["Minimize", "x0", "Subject To", *lines, "Binaries", names, "End", ""])


EMPTY = "lonpos --preset empty"
COUNT = f"{EMPTY} --count"
# Questions that take long, and what of the solver is there once the search has begun.
TOWER = "tower --height 5"
QUESTIONS = {
    "count": (f"{COUNT} --backend cpsat", "ortools"),
    "count by two": (f"{COUNT} --workers 2 --backend cpsat", "worker"),
    "count of covers": (f"{TOWER} --count", "llvmlite"),
    "count of covers by two": (f"{TOWER} --count --workers 2", "llvmlite"),
    "count of covers by table": (f"{TOWER} --count --engine table", "llvmlite"),
    "all covers": (f"{TOWER} --all", "llvmlite"),
    "count on cbc": (f"{COUNT} --backend cbc", "child"),
    "all": (f"{EMPTY} --all --backend cpsat", "ortools"),
    "all by two": (f"{EMPTY} --all --workers 2 --backend cpsat", "worker"),
    "forced": ("lonpos --preset 2pieces --forced --backend scip", "child"),
    "unique": (f"{EMPTY} --unique --backend scip --formulation cells", "child"),
    "explain": ("explain lonpos --file bad.yaml --backend scip", "child"),
    "give up": ("explain lonpos --file bad.yaml --give-up rows --backend highs", "child"),
    "explain a model": ("explain market.lp --backend highs", "child"),
    "whatif of a model": ("whatif market.lp --fix x0=1 --backend scip", "child"),
    "hint": ("hint lonpos --preset empty --backend scip", "child"),
    "undo": ("undo lonpos --file bad.yaml --backend scip", "child"),
    "whatif": (
        "whatif lonpos --preset empty --without 'each tile once' --limit 999999 --backend cpsat",
        "ortools",
    ),
}


def relatives(pid: int) -> set[int]:
    """All processes that belong to one: its session, and its descendants in sessions of theirs."""
    parents, sessions = {}, {}
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if folder.name.isdigit():
            parents[int(folder.name)], sessions[int(folder.name)] = int(words[1]), int(words[3])
    found = {one for one, session in sessions.items() if session == pid} | {pid}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def has_begun(pid: int, sign: str) -> bool:
    """Whether the search has begun, by what there is of the solver."""
    if sign == "worker":
        return bool(workers_of(pid))
    if sign == "child":
        return len(relatives(pid)) > 1
    try:
        return sign in Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return True


@contextmanager
def started(arguments: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A command in a session of its own; in the end it has to be gone, with all that it started."""
    (folder / "bad.yaml").write_text(BAD)
    (folder / "market.lp").write_text(market_split())
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", arguments)]
    process = subprocess.Popen(
        [sys.executable, "-m", "ilpuzzles", *words],
        cwd=folder,
        env=os.environ | {"TMPDIR": str(temporary), "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    known: set[int] = set()
    try:
        with process:
            known |= relatives(process.pid)
            yield process
            known |= relatives(process.pid)
        assert wait_until(lambda: not any(map(is_running, known | relatives(process.pid))))
        assert list(temporary.iterdir()) == []
    finally:
        for pid in known | relatives(process.pid):
            if is_running(pid):
                os.kill(pid, signal.SIGKILL)


def ended(
    arguments: str,
    folder: Path,
    *,
    sign: str,
    pause: float,
    send: Callable[[int, int], None] = os.kill,
    sent: signal.Signals = signal.SIGINT,
) -> tuple[int, str, str]:
    """Interrupts a command some time after its search has begun."""
    with started(arguments, folder) as process:
        assert wait_until(lambda: has_begun(process.pid, sign))
        time.sleep(pause)
        family = relatives(process.pid)
        send(process.pid, sent)
        text, complaints = process.communicate(timeout=20)
        assert wait_until(lambda: not any(map(is_running, family)))
    return process.returncode, text, complaints


@pytest.mark.parametrize("name", QUESTIONS)
def test_ctrl_c_shows_what_was_found_as_json(name: str, tmp_path: Path) -> None:
    arguments, sign = QUESTIONS[name]
    dice = random.Random(name)
    # As a terminal does it, all processes of the group hear of it.
    send = dice.choice([os.kill, os.killpg])
    code, text, complaints = ended(
        f"{arguments} --json", tmp_path, sign=sign, pause=dice.uniform(0.1, 1), send=send
    )
    assert (code, "Traceback" in complaints) == (130, False)
    assert complaints.splitlines()[-1] == "interrupted"
    data = json.loads(text)
    assert data["complete"] is False
    last = data["variants"][-1] if "variants" in data else data
    assert (last["limit"], last["complete"]) == ("interrupted", False)
    if name.startswith("all"):
        assert len(data["solutions"]) == data["count"]
        assert len({tuple(solution["rows"]) for solution in data["solutions"]}) == data["count"]
    if name.startswith(("all", "count")):
        assert data["status"] == ("optimal" if data["count"] else "unknown")
        assert data["checked"] == (bool(data["count"]) and "count of covers" not in name)


@pytest.mark.parametrize("send", [os.kill, os.killpg], ids=["process", "group"])
@pytest.mark.parametrize("name", ["count", "count by two", "count on cbc"])
def test_sigterm_shows_how_many_there_were(
    name: str, send: Callable[[int, int], None], tmp_path: Path
) -> None:
    arguments, sign = QUESTIONS[name]
    code, text, complaints = ended(
        arguments, tmp_path, sign=sign, pause=0.7, send=send, sent=signal.SIGTERM
    )
    assert (code, complaints.splitlines()[-1]) == (143, "terminated")
    number = int(text)
    plural = "" if number == 1 else "s"
    assert complaints.startswith(f"{number:,} solution{plural} so far, incomplete: interrupted")
    assert len(complaints.splitlines()) == 2


def test_pictures_that_were_shown_are_whole(tmp_path: Path) -> None:
    code, text, complaints = ended(
        f"{EMPTY} --all --backend cpsat", tmp_path, sign="ortools", pause=1.0
    )
    pictures = re.split(r"^(?=┌)", text, flags=re.MULTILINE)[1:]
    assert code == 130
    assert all(len(picture.splitlines()) == 12 for picture in pictures)
    # The last one may have been shown in the moment before it was counted, or not.
    number = int(complaints.split(" ", 1)[0].replace(",", ""))
    assert number - len(pictures) in {0, 1}
    assert complaints.splitlines()[-1] == "interrupted"


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_at_any_moment_there_is_an_answer_or_nothing(sent: signal.Signals, tmp_path: Path) -> None:
    dice = random.Random(sent)
    for name in ("count", "count by two", "explain"):
        arguments, _ = QUESTIONS[name]
        with started(f"{arguments} --json", tmp_path) as process:
            # Handlers are there once the package is read.
            assert wait_until(lambda: "numpy" in loaded(process.pid))
            time.sleep(dice.uniform(0.0, 0.4))
            os.killpg(process.pid, sent)
            text, complaints = process.communicate(timeout=20)
        # A process that a signal ended is told to shells in the same way.
        assert process.returncode in {128 + sent, -sent}
        word = "interrupted" if sent is signal.SIGINT else "terminated"
        assert complaints.splitlines()[-1] == word
        assert "Traceback" not in complaints
        if text:
            assert json.loads(text)["limit"] == "interrupted"


def test_ctrl_c_within_code_made_from_a_text_has_the_same_exit_code(tmp_path: Path) -> None:
    # Such as that of a dataclass, while a module is imported: CPython would end by the signal.
    (tmp_path / "interrupted.py").write_text(
        "import signal\n"
        "from ilpuzzles.cli import main\n"
        "main._dispatch = lambda _: exec('signal.raise_signal(signal.SIGINT)')\n"
        "main.entry_point()\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def loaded(pid: int) -> str:
    """The libraries that a process has loaded, and nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return ""


@pytest.mark.parametrize(
    ("name", "pause"), [("count by two", 0.1), ("count", 0.0005), ("whatif", 0.0005)]
)
def test_a_second_ctrl_c_leaves_nothing_either(name: str, pause: float, tmp_path: Path) -> None:
    # `timeout -s INT` sends two at once, for instance.
    arguments, sign = QUESTIONS[name]
    for _ in range(3):
        with started(arguments, tmp_path) as process:
            assert wait_until(lambda: has_begun(process.pid, sign))
            time.sleep(0.2)
            os.kill(process.pid, signal.SIGINT)
            time.sleep(pause)
            os.killpg(process.pid, signal.SIGINT)
            _, complaints = process.communicate(timeout=20)
        assert process.returncode in {130, -signal.SIGINT}
        assert "Traceback" not in complaints
        assert complaints.splitlines()[-1] == "interrupted"


def test_killed_workers_cost_nothing_but_time(tmp_path: Path) -> None:
    killed: set[int] = set()
    with started(
        "lonpos --preset 2pieces --count --workers 2 --backend cpsat", tmp_path
    ) as process:
        while len(killed) < 2 and process.poll() is None:
            for worker in workers_of(process.pid)[:1]:
                if worker not in killed and "ortools" in loaded(worker):
                    killed.add(worker)
                    os.kill(worker, signal.SIGKILL)
            time.sleep(0.01)
        text, _ = process.communicate(timeout=60)
    assert (process.returncode, text) == (0, "834\n")
    assert killed


def test_a_command_that_is_killed_leaves_no_process(tmp_path: Path) -> None:
    with started(f"{COUNT} --workers 2 --backend cpsat", tmp_path) as process:
        assert wait_until(lambda: len(workers_of(process.pid)) == 2)
        workers = workers_of(process.pid)
        process.kill()
        process.communicate(timeout=20)
        assert wait_until(lambda: not any(map(is_running, workers)))
        # Nobody was left to remove the folder of the workers.
        for folder in (tmp_path / "temporary").iterdir():
            folder.rename(tmp_path / f"left {folder.name}")
