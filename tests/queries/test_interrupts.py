"""Ctrl-C while a question is being answered: what was found is handed over, and nothing is left."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from support.places import PATHS
from support.processes import is_running, linux_only, wait_until
from support.question_oracles import QUEENS

SCRIPT = """
import sys
sys.path[:0] = {paths!r}
import json
import signal
from ilpuzzles.backends import Options
from ilpuzzles.modelling import IntArray, Model
from ilpuzzles import *
from ilpuzzles.queries.query_results import *
from support.question_oracles import queens

model = queens({size})
queen = model.families[0]
with model.group("wishes"):
    for place in range({wishes}):
        model.add(queen[place, place] == 1, key=place)
options = Options(workers={workers})

def told(answer):
    found = getattr(answer, "found", getattr(answer, "solutions", ()))
    if isinstance(answer, VariantTable):
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(json.dumps(["interrupted", told(interruption.answer)]), flush=True)
except KeyboardInterrupt:
    print(json.dumps(["bare", {{}}]), flush=True)
else:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(json.dumps(["finished", told(answer)]), flush=True)
"""

COUNT = "count_solutions(model, backend={backend!r}, options=options)"
LIST = "list_solutions(model, backend={backend!r}, options=options)"
BEST = "(model.minimize(queen.sum()), {ask}(model, 10**6, backend={{backend!r}}))[1]"
QUESTIONS = {
    # The question, the backend, workers, the size of the board, and how many wishes there are.
    "count": (COUNT, "cpsat", 1, 12, 0),
    "count on cbc": (COUNT, "cbc", 1, 9, 0),
    "count by two": (COUNT, "cpsat", 2, 12, 0),
    "count by two on cbc": (COUNT, "cbc", 2, 9, 0),
    "list": (LIST, "cpsat", 1, 12, 0),
    "list by two": (LIST, "cpsat", 2, 12, 0),
    "list on cbc": (LIST, "cbc", 1, 9, 0),
    "best": (BEST.format(ask="best_solutions"), "cpsat", 1, 12, 0),
    "best on cbc": (BEST.format(ask="best_solutions"), "cbc", 1, 9, 0),
    "best, all optimal": (BEST.format(ask="optimal_solutions"), "highs", 1, 9, 0),
    "explain": ("explain(model, backend={backend!r})", "cbc", 1, 9, 9),
    "explain with scip": ("explain(model, backend={backend!r})", "scip", 1, 9, 9),
    "relax": ("relax(model, 'rows', backend={backend!r})", "cbc", 1, 9, 9),
    "relax with scip": ("relax(model, 'rows', backend={backend!r})", "scip", 1, 9, 9),
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
            paths=PATHS,
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
        assert wait_until(lambda: not children(started.pid))
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
    ending, told = interrupted(name, 0, tmp_path)
    if ending == "finished":
        # A fast machine.
        assert told["limit"] == "none"
        return
    assert ending == "interrupted"
    if told["limit"] == "none":
        # The signal came when all was known.
        assert told["complete"] is True
        return
    assert told["limit"] == "interrupted"
    assert told["complete"] is False
    assert told["minimal"] is False
    if name.startswith(("count", "list", "best")):
        assert 0 <= told["number"] <= QUEENS[size]
        status = "optimal" if told["number"] else "unknown"
        assert told["status"] == status
    elif name == "unique":
        assert told["number"] < 2
    elif name == "forced":
        assert told["status"] in {"unknown", "optimal"}
    elif name.startswith("explain"):
        assert told["status"] in {"unknown", "infeasible"}
