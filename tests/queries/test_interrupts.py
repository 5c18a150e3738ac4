"""Ctrl-C while a question is being answered: what was found is handed over, and nothing is left."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from support.interrupted import after, interrupted, says
from support.processes import linux_only
from support.question_oracles import QUEENS

SCRIPT = """
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
        "complete": getattr(answer, "complete", result.complete) or result.complete,
        "limit": result.limit.value,
        "status": result.status.value,
        "number": int(answer) if isinstance(answer, Count) else len(found),
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
WHATIF = "whatif(model, without=['rows', 'diagonals'], limit=999, backend={backend!r})"
QUESTIONS = {
    # The question, the backend, workers, the size of the board, and how many wishes there are.
    "count on cbc": (COUNT, "cbc", 1, 9, 0),
    "count by two": (COUNT, "cpsat", 2, 12, 0),
    "list": (LIST, "cpsat", 1, 12, 0),
    "list by two": (LIST, "cpsat", 2, 12, 0),
    "list on cbc": (LIST, "cbc", 1, 9, 0),
    "best": (BEST.format(ask="best_solutions"), "cpsat", 1, 12, 0),
    "best on cbc": (BEST.format(ask="best_solutions"), "cbc", 1, 9, 0),
    "best, all optimal": (BEST.format(ask="optimal_solutions"), "highs", 1, 9, 0),
    "explain": ("explain(model, backend={backend!r})", "cbc", 1, 9, 9),
    "relax": ("relax(model, 'rows', backend={backend!r})", "scip", 1, 9, 9),
    "forced": ("find_forced(model, backend={backend!r})", "cbc", 1, 10, 0),
    "unique": ("check_uniqueness(model, backend={backend!r})", "cbc", 1, 20, 0),
    "whatif": (WHATIF, "cbc", 1, 6, 0),
}


@linux_only
@pytest.mark.parametrize("name", QUESTIONS)
def test_ctrl_c_hands_over_what_was_found(name: str, tmp_path: Path) -> None:
    question, backend, workers, size, wishes = QUESTIONS[name]
    program = SCRIPT.format(
        size=size,
        wishes=wishes,
        workers=workers,
        question=question.format(backend=backend),
        backend=backend,
    )
    dice = random.Random(name)
    moment = after(says("ready"), 0.05 + dice.random() * dice.choice([0.2, 0.5, 1.0]))
    came = interrupted(program, tmp_path, moment)
    ending, told = json.loads(came.said.splitlines()[1])
    assert (came.complaints, ending in {"interrupted", "finished"}) == ("", True)
    # The signal may have come when all was over.
    assert came.code == 0 or ending == "finished"
    if ending == "finished" or told["limit"] == "none":
        # A fast machine, or the signal came when all was known.
        assert (told["limit"], told["complete"]) == ("none", True)
        return
    assert (told["limit"], told["complete"], told["minimal"]) == ("interrupted", False, False)
    if name.startswith(("count", "list", "best")):
        assert 0 <= told["number"] <= QUEENS[size]
        assert told["status"] == ("optimal" if told["number"] else "unknown")
    elif name == "unique":
        assert told["number"] < 2
    elif name == "forced":
        assert told["status"] in {"unknown", "optimal"}
    elif name == "explain":
        assert told["status"] in {"unknown", "infeasible"}
