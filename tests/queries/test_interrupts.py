"""Interruptions of a question at any step: by Ctrl-C, between lines, while modules load.

What was found is handed over, and nothing is left; `test_limits.py` stops between searches.
"""

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
from ilpuzzles import Model
from ilpuzzles.modelling import IntArray
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
    if isinstance(answer, Correction):
        found = ()  # of what is left
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
BEST = "(model.minimize(queen.sum()), {ask}(model, number=10**6, backend={{backend!r}}))[1]"
WHATIF = "whatif(model, without=['rows', 'diagonals'], limit=999, backend={backend!r})"
QUESTIONS = {
    # The question, the backend, workers, the size of the board, and how many wishes there are.
    "count on cbc": (COUNT, "cbc", 1, 9, 0),
    "list": (LIST, "cpsat", 1, 12, 0),
    "list by two": (LIST, "cpsat", 2, 12, 0),
    "best": (BEST.format(ask="best_solutions"), "cpsat", 1, 12, 0),
    "relax": ("relax(model, by='rows', backend={backend!r})", "scip", 1, 9, 9),
    "whatif": (WHATIF, "cbc", 1, 6, 0),
}


@pytest.mark.exhaustive
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
    moment = after(says("ready"), 0.05 + dice.random() * dice.choice([0.1, 0.2, 0.5]))
    came = interrupted(program, tmp_path, moment)
    _, *answers = came.said.splitlines()
    if not answers:
        # The signal came when the answer was there, and before the script ignored it.
        assert "KeyboardInterrupt" in came.complaints
        return
    ending, told = json.loads(answers[0])
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


# Signals hit some places hardly ever. This comes at any line of the package's questions.
AT_A_LINE = """
import random
from pathlib import Path
import ilpuzzles.queries.solve
from ilpuzzles import Model
from ilpuzzles import *
from ilpuzzles.queries.query_results import *
from support.question_oracles import queens

OURS = str(Path(ilpuzzles.queries.solve.__file__).parent)
model, impossible, rated = queens(5), queens(4), queens(5)
rated.minimize(rated.families[0][0, 0] + 2 * rated.families[0][1, 3])
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
    if isinstance(answer, Correction):
        assert answer.least == len(answer.given_up) == 1
    elif isinstance(answer, Uniqueness):
        assert answer.unique is False and len(answer.solutions) == 2
    else:
        assert answer.minimal and len(answer.rows) == 3
        assert all(witness is not None for witness in answer.witnesses)

QUESTIONS = [
    (10, lambda: count_solutions(model, backend="cpsat")),
    (10, lambda: list_solutions(model, backend="cpsat")),
    (10, lambda: best_solutions(rated, number=20, backend="cpsat")),
    (10, lambda: optimal_solutions(rated, backend="cpsat")),
    (2, lambda: check_uniqueness(model, backend="cpsat")),
    (1, lambda: find_forced(model, backend="cpsat")),
    (0, lambda: explain(impossible, backend="cpsat")),
    (0, lambda: relax(impossible, by="rows", backend="cpsat")),
    (10, lambda: whatif(model, without=["rows"], limit=10, backend="cpsat")),
]
dice, seen = random.Random(0), dict.fromkeys(range(len(QUESTIONS)), 0)
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
            last = answer.variants[-1] if isinstance(answer, VariantTable) else answer
            assert str(answer), (number, where)
            if last.result.complete:
                # At the very end, all was known.
                settleable = Explanation | Correction | Uniqueness
                assert isinstance(answer, settleable), (number, where)
                assert last.result.limit.value == "none", (number, where)
                settled(answer)
            else:
                assert last.result.limit.value == "interrupted", (number, where)
            found = getattr(answer, "found", getattr(answer, "solutions", ()))
            if isinstance(answer, Correction):
                # These are of what is left, and there may be one at any moment.
                assert len(found) == len(answer.sets) <= 1
                found = ()
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


@pytest.mark.exhaustive
@linux_only
def test_an_interruption_at_any_line(tmp_path: Path) -> None:
    came = interrupted(AT_A_LINE, tmp_path, None)
    assert (came.said, came.complaints) == ("done True\n", "")


# Native code that is being loaded turns an interruption into an ImportError of its own.
AT_AN_IMPORT = """
import os
from ilpuzzles import Model
from ilpuzzles import count_solutions

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


@pytest.mark.exhaustive
@linux_only
def test_an_interruption_while_the_solver_is_loaded(tmp_path: Path) -> None:
    """OR-Tools makes an ImportError of it, which is not taken for a missing backend."""
    came = interrupted(AT_AN_IMPORT, tmp_path, None)
    assert (came.said, came.complaints) == ("", "")
