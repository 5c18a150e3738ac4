"""Ctrl-C and SIGTERM on the command line: what was found is shown, and nothing is left behind."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
import tomllib
from pathlib import Path

import pytest

from support.interrupted import Came, Moment, Send, after, has_child, interrupted
from support.places import ROOT
from support.processes import linux_only, workers_of

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
# Questions that take minutes, one for each way to search, and what of the solver is there once the
# search has begun. Interruptions of every question are those of `tests/queries/test_interrupts.py`.
TOWER = "tower --height 5"
QUESTIONS = {
    "count": (f"{COUNT} --backend cpsat", "ortools"),
    "count by two": (f"{COUNT} --workers 2 --backend cpsat", "worker"),
    "count of covers by two": (f"{TOWER} --count --workers 2", "llvmlite"),
    "count of covers by table": (f"{TOWER} --count --engine table", "llvmlite"),
    "all covers": (f"{TOWER} --all", "llvmlite"),
    "count on cbc": (f"{COUNT} --backend cbc", "child"),
    "all by two": (f"{EMPTY} --all --workers 2 --backend cpsat", "worker"),
    "unique": (f"{EMPTY} --unique --backend scip --formulation cells", "child"),
    "explain": ("explain lonpos --file bad.yaml --backend scip", "child"),
    "whatif of a model": ("whatif market.lp --fix x0=1 --backend scip", "child"),
    "hint": ("hint lonpos --preset empty --backend scip", "child"),
    "whatif": (
        "whatif lonpos --preset empty --without 'each tile once' --limit 999999 --backend cpsat",
        "ortools",
    ),
}


def has_begun(sign: str) -> Moment:
    """The moment in which a search begins, by what there is of the solver."""
    if sign == "child":
        return has_child
    if sign == "worker":
        return lambda running: workers_of(running.pid)
    return lambda running: running.has_loaded(sign)


def ended(
    arguments: str, folder: Path, when: Moment, sent: int = signal.SIGINT, send: Send = os.kill
) -> Came:
    """Interrupts a command at some moment."""
    (folder / "bad.yaml").write_text(BAD)
    (folder / "market.lp").write_text(market_split())
    words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", arguments)]
    came = interrupted(["-m", "ilpuzzles", *words], folder, when, sent, send)
    assert "Traceback" not in came.complaints
    last = "interrupted" if sent == signal.SIGINT else "terminated"
    assert came.complaints.splitlines()[-1] == last
    return came


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", QUESTIONS)
def test_ctrl_c_shows_what_was_found_as_json(name: str, tmp_path: Path) -> None:
    arguments, sign = QUESTIONS[name]
    dice = random.Random(name)
    # As a terminal does it, all processes of the group hear of it.
    send = dice.choice([os.kill, os.killpg])
    moment = after(has_begun(sign), dice.uniform(0.05, 0.4))
    came = ended(f"{arguments} --json", tmp_path, moment, send=send)
    assert came.code == 130
    data = json.loads(came.said)
    assert data["complete"] is False
    last = data["variants"][-1] if "variants" in data else data
    assert (last["limit"], last["complete"]) == ("interrupted", False)
    if name.startswith("all"):
        assert len(data["solutions"]) == data["count"]
        assert len({tuple(solution["rows"]) for solution in data["solutions"]}) == data["count"]
    if name.startswith(("all", "count")):
        assert data["status"] == ("optimal" if data["count"] else "unknown")
        assert data["checked"] == (bool(data["count"]) and "count of covers" not in name)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "send"), [("count", os.kill), ("count by two", os.kill), ("count on cbc", os.killpg)]
)
def test_sigterm_shows_how_many_there_were(name: str, send: Send, tmp_path: Path) -> None:
    arguments, sign = QUESTIONS[name]
    came = ended(arguments, tmp_path, after(has_begun(sign), 0.3), signal.SIGTERM, send)
    assert came.code == 143
    number = int(came.said)
    plural = "" if number == 1 else "s"
    said = f"{number:,} solution{plural} so far, incomplete: interrupted"
    assert came.complaints.startswith(said)
    assert len(came.complaints.splitlines()) == 2


@pytest.mark.exhaustive
def test_pictures_that_were_shown_are_whole(tmp_path: Path) -> None:
    came = ended(f"{EMPTY} --all --backend cpsat", tmp_path, lambda running: "┌" in running.said)
    pictures = re.split(r"^(?=┌)", came.said, flags=re.MULTILINE)[1:]
    assert came.code == 130
    assert all(len(picture.splitlines()) == 12 for picture in pictures)
    # The last one may have been shown in the moment before it was counted, or not.
    number = int(came.complaints.split(" ", 1)[0].replace(",", ""))
    assert number - len(pictures) in {0, 1}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["count", "count by two", "explain"])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_at_any_time_an_answer_or_nothing(sent: signal.Signals, name: str, tmp_path: Path) -> None:
    # Handlers are there once the package is read.
    moment = after(has_begun("numpy"), random.Random(f"{name} {sent}").uniform(0.0, 0.4))
    came = ended(f"{QUESTIONS[name][0]} --json", tmp_path, moment, sent, os.killpg)
    # A process that a signal ended is told to shells in the same way.
    assert came.code in {128 + sent, -sent}
    if came.said:
        assert json.loads(came.said)["limit"] == "interrupted"


def test_ctrl_c_within_code_made_from_a_text_has_the_same_exit_code(tmp_path: Path) -> None:
    # Such as that of a dataclass, while a module is imported: CPython would end by the signal.
    program = (
        "import signal\n"
        "from ilpuzzles.cli import main\n"
        "main._dispatch = lambda _: exec('signal.raise_signal(signal.SIGINT)')\n"
        "main.entry_point()\n"
    )
    assert interrupted(program, tmp_path, None) == (130, "", "interrupted\n", set())


def test_ctrl_c_while_the_command_is_loaded_is_no_traceback(tmp_path: Path) -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts == {"ilpuzzles": "ilpuzzles.__main__:run"}
    program = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'ilpuzzles.cli.commands': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from ilpuzzles.__main__ import run\n"
        "run()\n"
    )
    assert interrupted(program, tmp_path, None) == (130, "", "", set())


@pytest.mark.parametrize("before", ["", "signal.raise_signal(signal.SIGINT)"])
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM"])
def test_a_signal_that_comes_while_a_command_leaves_is_no_traceback(
    sent: str, before: str, tmp_path: Path
) -> None:
    program = (
        "import signal\n"
        "from ilpuzzles.cli import main\n"
        f"main._dispatch = lambda _: {before or 'main.Exit.ANSWERED'}\n"
        f"main.ignore_signals = lambda: signal.raise_signal(signal.{sent})\n"
        "main.entry_point()\n"
    )
    # What is heard first has ended the command.
    ended = (130, "interrupted") if before or sent == "SIGINT" else (143, "terminated")
    assert interrupted(program, tmp_path, None) == (ended[0], "", f"{ended[1]}\n", set())


@pytest.mark.parametrize("dropping", ["Lock()", "drop()", "wrap()", "replace()"])
@pytest.mark.parametrize(
    ("sent", "code", "word"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_a_signal_is_not_lost_where_exceptions_are_dropped(
    sent: signal.Signals, code: int, word: str, dropping: str, tmp_path: Path
) -> None:
    # As in what Python calls when the lock of a module that was imported goes away, as in code that
    # clears whatever comes, and as in numpy's comparison of records, which says that they differ.
    program = (
        "import signal, time\n"
        "from ilpuzzles.cli import main\n"
        "class Lock:\n"
        f"    def __del__(self): signal.raise_signal({int(sent)})\n"
        "def drop():\n"
        f"    try: signal.raise_signal({int(sent)})\n"
        "    except BaseException: pass\n"
        "def wrap():\n"
        f"    try: signal.raise_signal({int(sent)})\n"
        "    except BaseException as error: raise TypeError('no common type') from error\n"
        "def replace():\n"
        "    drop()\n"
        "    raise TypeError('no common type')\n"
        "def waits(_):\n"
        f"    {dropping}\n"
        "    for _ in range(2000): time.sleep(0.01)\n"
        "main._dispatch = waits\n"
        "main.entry_point()\n"
    )
    assert interrupted(program, tmp_path, None) == (code, "", f"{word}\n", set())


def test_what_goes_wrong_while_a_command_ends_is_said(tmp_path: Path) -> None:
    program = (
        "import signal\n"
        "from ilpuzzles.cli import main\n"
        "from ilpuzzles.errors import InputError\n"
        "def ends(_):\n"
        "    try: signal.raise_signal(signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        "        try: open('/no/such/folder/answer', 'w')\n"
        "        except OSError as error:\n"
        "            raise InputError('the answer cannot be written', 'look there') from error\n"
        "main._dispatch = ends\n"
        "main.entry_point()\n"
    )
    came = interrupted(program, tmp_path, None)
    assert (came.code, came.complaints) == (2, "the answer cannot be written; look there\n")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "pause"), [("count by two", 0.1), ("count", 0.0005), ("whatif", 0.0005)]
)
def test_a_second_ctrl_c_leaves_nothing_either(name: str, pause: float, tmp_path: Path) -> None:
    # `timeout -s INT` sends two at once, for instance.
    def twice(pid: int, sent: int) -> None:
        os.kill(pid, sent)
        time.sleep(pause)
        os.killpg(pid, sent)

    arguments, sign = QUESTIONS[name]
    came = ended(arguments, tmp_path, after(has_begun(sign), 0.2), send=twice)
    assert came.code in {130, -signal.SIGINT}
