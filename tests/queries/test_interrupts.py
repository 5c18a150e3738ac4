"""Ctrl-C while a question is being answered: what was found is handed over, and nothing is left."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.backends import Limit, Result, Status
from ilpuzzles.modelling import Model
from ilpuzzles.queries import (
    Explanation,
    Interrupted,
    Relaxation,
    Uniqueness,
    Verdict,
    check_uniqueness,
    explain,
    find_forced,
    relax,
)
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.restricted import Restricted
from ilpuzzles.queries.searching import out_of_time
from jobs.processes import is_running, linux_only, wait_until
from question_oracles import QUEENS, queens

TESTS = Path(__file__).parent.parent

SCRIPT = """
import sys
sys.path[:0] = {paths!r}
import json
from ilpuzzles.backends import Options
from ilpuzzles.modelling import IntArray, Model
from ilpuzzles.queries import *
from question_oracles import queens

model = queens({size})
queen = model.families[0]
with model.group("wishes"):
    for place in range({wishes}):
        model.add(queen[place, place] == 1, key=place)
options = Options(workers={workers})

def told(answer):
    found = getattr(answer, "found", getattr(answer, "solutions", ()))
    if isinstance(answer, Comparison):
        last = answer.variants[-1]
        found, result = last.solutions, last.result
        assert all(one.result.complete for one in answer.variants[:-1])
        model_of = last.model
    else:
        result, model_of = answer.result, model
    assert str(answer) and repr(answer) and answer._repr_mimebundle_() if hasattr(
        answer, "_repr_mimebundle_") else str(answer)
    assert all(model_of.check(values) == () for values in found)
    assert len({{values.tobytes() for values in found}}) == len(found)
    return {{
        "kind": type(answer).__name__,
        "complete": getattr(answer, "complete", result.complete) or result.complete,
        "limit": result.limit.value,
        "status": result.status.value,
        "number": int(answer) if isinstance(answer, Count) else len(found),
        "rows": len(getattr(answer, "rows", ())),
        "minimal": bool(getattr(answer, "minimal", False)),
    }}

# The test of imports is another one.
count_solutions(queens(4), backend={backend!r})
print("ready", flush=True)
try:
    answer = {question}
except Interrupted as interruption:
    print(json.dumps(["interrupted", told(interruption.answer)]), flush=True)
except KeyboardInterrupt:
    print(json.dumps(["bare", {{}}]), flush=True)
else:
    print(json.dumps(["finished", told(answer)]), flush=True)
"""

COUNT = "count_solutions(model, backend={backend!r}, options=options)"
LIST = "list_solutions(model, backend={backend!r}, options=options)"
QUESTIONS = {
    # The question, the backend, workers, the size of the board, and how many wishes there are.
    "count": (COUNT, "cpsat", 1, 12, 0),
    "count on cbc": (COUNT, "cbc", 1, 9, 0),
    "count by two": (COUNT, "cpsat", 2, 12, 0),
    "count by two on cbc": (COUNT, "cbc", 2, 9, 0),
    "list": (LIST, "cpsat", 1, 12, 0),
    "list by two": (LIST, "cpsat", 2, 12, 0),
    "list on cbc": (LIST, "cbc", 1, 9, 0),
    "explain": ("explain(model, backend={backend!r})", "cbc", 1, 9, 9),
    "explain with scip": ("explain(model, backend={backend!r})", "scip", 1, 7, 5),
    "relax": ("relax(model, 'rows', backend={backend!r})", "cbc", 1, 9, 9),
    "relax with scip": ("relax(model, 'rows', backend={backend!r})", "scip", 1, 7, 7),
    "forced": ("find_forced(model, backend={backend!r})", "cbc", 1, 10, 0),
    "unique": ("check_uniqueness(model, backend={backend!r})", "cbc", 1, 20, 0),
    "whatif": (
        "whatif(model, without=['rows', 'diagonals'], limit=999, backend={backend!r})",
        "cbc",
        1,
        6,
        0,
    ),
    "whatif with cpsat": (
        "whatif(model, without=['columns'], limit=10**6, backend={backend!r})",
        "cpsat",
        1,
        9,
        0,
    ),
}


def children(pid: int) -> list[int]:
    """All processes in the session of a process, itself included."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[3]) == pid and is_running(int(folder.name)):
            found.append(int(folder.name))
    return found


def interrupted(name: str, seed: int, folder: Path) -> tuple[str, dict[str, Any]]:
    """Asks a question in a process of its own and interrupts it at some moment."""
    question, backend, workers, size, wishes = QUESTIONS[name]
    temporary = folder / f"temporary {seed}"
    temporary.mkdir()
    file = folder / f"script{seed}.py"
    file.write_text(
        SCRIPT.format(
            paths=[str(TESTS.parent), str(TESTS)],
            size=size,
            wishes=wishes,
            workers=workers,
            question=question.format(backend=backend),
            backend=backend,
        )
    )
    started = subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(temporary)},
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        assert started.stdout is not None
        assert started.stdout.readline() == "ready\n"
        dice = random.Random(f"{name} {seed}")
        time.sleep(0.05 + dice.random() * dice.choice([0.2, 0.5, 1.0]))
        started.send_signal(signal.SIGINT)
        text, complaints = started.communicate(timeout=15)
        assert wait_until(lambda: not children(started.pid), 5)
    finally:
        for pid in children(started.pid):
            os.kill(pid, signal.SIGKILL)
        started.wait()
    assert complaints == ""
    assert list(temporary.iterdir()) == []
    ending, told = json.loads(text)
    # The signal may have come when all was over.
    assert started.returncode == 0 or ending == "finished"
    return str(ending), told


@linux_only
@pytest.mark.parametrize("name", QUESTIONS)
def test_ctrl_c_hands_over_what_was_found(name: str, tmp_path: Path) -> None:
    size = QUESTIONS[name][3]
    for seed in range(2):
        ending, told = interrupted(name, seed, tmp_path)
        if ending == "finished":
            # A fast machine.
            assert told["limit"] == "none"
            continue
        assert ending == "interrupted"
        assert told["limit"] == "interrupted"
        assert told["complete"] is False
        assert told["minimal"] is False
        if name.startswith(("count", "list")):
            assert 0 <= told["number"] <= QUEENS[size]
            status = "optimal" if told["number"] else "unknown"
            assert told["status"] == status
        elif name == "unique":
            assert told["number"] < 2
        elif name == "forced":
            assert told["status"] in {"unknown", "optimal"}
        elif name.startswith("explain"):
            assert told["status"] in {"unknown", "infeasible"}


# Signals hit some places hardly ever. This comes at any line of the package's questions.
AT_A_LINE = """
import sys
sys.path[:0] = {paths!r}
import random
from pathlib import Path
import ilpuzzles.queries.solving
from ilpuzzles.modelling import Model
from ilpuzzles.queries import *
from question_oracles import queens

OURS = str(Path(ilpuzzles.queries.solving.__file__).parent)
model, impossible = queens(5), queens(4)
queen = impossible.families[0]
with impossible.group("wishes"):
    for place in range(3):
        impossible.add(queen[place, place] == 1, key=place)

def trace(frame, event, argument):
    global left
    if not frame.f_code.co_filename.startswith(OURS):
        return None
    if event == "line":
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
    return trace

def settled(answer):
    if isinstance(answer, Relaxation):
        assert answer.least == len(answer.given_up) == 2
    else:
        assert answer.minimal and len(answer.rows) == 3
        assert all(witness is not None for witness in answer.witnesses)

QUESTIONS = [
    (10, lambda: count_solutions(model, backend="cpsat")),
    (10, lambda: list_solutions(model, backend="cpsat")),
    (2, lambda: check_uniqueness(model, backend="cpsat")),
    (1, lambda: find_forced(model, backend="cpsat")),
    (0, lambda: explain(impossible, backend="cpsat")),
    (0, lambda: relax(impossible, "rows", backend="cpsat")),
    (10, lambda: whatif(model, without=["rows"], limit=10, backend="cpsat")),
]
dice, seen = random.Random({seed}), dict.fromkeys(range(len(QUESTIONS)), 0)
for number, (most, question) in enumerate(QUESTIONS):
    left = 10**9
    sys.settrace(trace)
    question()
    sys.settrace(None)
    steps = 10**9 - left
    for turn in range(12):
        left = dice.randrange(1, steps + 1)
        where = left
        sys.settrace(trace)
        try:
            question()
        except Interrupted as interruption:
            sys.settrace(None)
            seen[number] += 1
            answer = interruption.answer
            last = answer.variants[-1] if isinstance(answer, Comparison) else answer
            assert str(answer), (number, where)
            if last.result.complete:
                # At the very end, all was known.
                assert isinstance(answer, Explanation | Relaxation), (number, where)
                assert last.result.limit.value == "none", (number, where)
                settled(answer)
            else:
                assert last.result.limit.value == "interrupted", (number, where)
            found = getattr(answer, "found", getattr(answer, "solutions", ()))
            assert len(found) <= most
            assert all(model.check(values) == () for values in found)
            if isinstance(answer, Count):
                assert 0 <= int(answer) <= most
        except KeyboardInterrupt:
            sys.settrace(None)
        finally:
            sys.settrace(None)
print("done", all(seen.values()))
"""


@pytest.mark.parametrize("seed", range(2))
def test_an_interruption_at_any_line(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(AT_A_LINE.format(paths=[str(TESTS.parent), str(TESTS)], seed=seed))
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    assert (done.stdout, done.stderr) == ("done True\n", "")


def wishful() -> Model:
    """Four queens that are wished onto the long diagonal."""
    model = queens(4)
    queen = model.families[0]
    with model.group("wishes"):
        for place in range(4):
            model.add(queen[place, place] == 1, key=place)
    return model


@pytest.mark.parametrize("question", [explain, relax, check_uniqueness, find_forced])
def test_an_interruption_at_any_search(
    question: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not proved yet is not said to be."""
    model = wishful() if question in {explain, relax} else queens(5)
    looked = Inquiry.look
    for number in range(100):
        left = [number]

        def look(self: Inquiry, restricted: Restricted, left: list[int] = left) -> Result:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return looked(self, restricted)

        monkeypatch.setattr(Inquiry, "look", look)
        try:
            question(model, backend="cpsat")
        except Interrupted as interruption:
            answer, text = interruption.answer, str(interruption)
        else:
            break
        assert answer.result.complete is False
        assert answer.result.limit is Limit.INTERRUPTED
        assert text.startswith("interrupted; so far: ")
        if isinstance(answer, Explanation):
            assert answer.minimal is False
            if answer.rows:
                # Whatever is said so far has no solution.
                numbers = [row for row in answer.rows if row.group.name == "wishes"]
                assert len(numbers) >= 2
        elif isinstance(answer, Relaxation):
            assert answer.given_up is None or len(answer.given_up) >= answer.least
        elif isinstance(answer, Uniqueness):
            assert (answer.verdict, len(answer.solutions)) == (Verdict.UNKNOWN, number)
        else:
            assert answer.values == {}
    assert number > 1


def test_an_interruption_after_something_was_left_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """That nothing can be left out is said only once it is proved."""
    model = wishful()
    looked = Inquiry.look
    partly = 0
    for unknown in range(4, 22):
        for last in range(unknown + 1, 30):
            asked: list[int] = []

            def look(
                self: Inquiry,
                restricted: Restricted,
                asked: list[int] = asked,
                unknown: int = unknown,
                last: int = last,
            ) -> Result:
                asked.append(len(asked))
                if asked[-1] == last:
                    raise KeyboardInterrupt
                if asked[-1] == unknown:
                    return out_of_time(self.backend, None)
                return looked(self, restricted)

            monkeypatch.setattr(Inquiry, "look", look)
            try:
                answer = explain(model, backend="cpsat")
            except Interrupted as interruption:
                answer = interruption.answer
                assert (answer.minimal, answer.complete) == (False, False)
                assert answer.result.limit is Limit.INTERRUPTED
                partly += answer.result.status is Status.INFEASIBLE
            else:
                break
            assert answer.complete == answer.minimal
            if answer.minimal:
                assert all(witness is not None for witness in answer.witnesses)
    assert partly > 5


# Native code that is being loaded turns an interruption into an ImportError of its own.
AT_AN_IMPORT = """
import os, sys
from ilpuzzles.modelling import Model
from ilpuzzles.queries import count_solutions

class Finder:
    def __init__(self, left):
        self.left = left

    def find_spec(self, name, path=None, target=None):
        self.left -= 1
        if self.left == 0:
            self.name = name
            raise KeyboardInterrupt

model = Model()
model.at_least_one(model.binary("x", 3))
for number in range(1, 1000):
    sys.stdout.flush()
    child = os.fork()
    if not child:
        finder = Finder(number)
        sys.meta_path.insert(0, finder)
        try:
            count_solutions(model, backend="cpsat")
        except KeyboardInterrupt:
            os._exit(0)
        except BaseException as error:
            print(finder.name, error, flush=True)
            os._exit(0)
        os._exit(7)
    if os.waitpid(child, 0)[1]:
        break
"""


@linux_only
def test_an_interruption_while_the_solver_is_loaded() -> None:
    """FAILS: `_helper` in `backends/cpsat.py` says then that the backend is missing."""
    done = subprocess.run(
        [sys.executable, "-c", AT_AN_IMPORT],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        cwd=TESTS.parent,
    )
    assert (done.stdout, done.stderr) == ("", "")
