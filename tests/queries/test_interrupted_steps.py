"""Interruptions at any step of a question: between lines, before searches, while modules load."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.query_results import Explanation, Relaxation, Uniqueness, Verdict
from ilpuzzles.queries.relaxation import relax
from ilpuzzles.queries.restricted_search import Restricted, out_of_time
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.queries.unique import check_uniqueness
from support.interrupted import interrupted
from support.processes import linux_only
from support.question_oracles import queens

Look: TypeAlias = Callable[[Inquiry, Restricted], Result]

# Signals hit some places hardly ever. This comes at any line of the package's questions.
AT_A_LINE = """
import random
from pathlib import Path
import ilpuzzles.queries.solve
from ilpuzzles.modelling import Model
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
    if isinstance(answer, Relaxation):
        assert answer.least == len(answer.given_up) == 1
    elif isinstance(answer, Uniqueness):
        assert answer.unique is False and len(answer.solutions) == 2
    else:
        assert answer.minimal and len(answer.rows) == 3
        assert all(witness is not None for witness in answer.witnesses)

QUESTIONS = [
    (10, lambda: count_solutions(model, backend="cpsat")),
    (10, lambda: list_solutions(model, backend="cpsat")),
    (10, lambda: best_solutions(rated, 20, backend="cpsat")),
    (10, lambda: optimal_solutions(rated, backend="cpsat")),
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
            last = answer.variants[-1] if isinstance(answer, VariantTable) else answer
            assert str(answer), (number, where)
            if last.result.complete:
                # At the very end, all was known.
                settleable = Explanation | Relaxation | Uniqueness
                assert isinstance(answer, settleable), (number, where)
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


@linux_only
@pytest.mark.parametrize("seed", range(2))
def test_an_interruption_at_any_line(seed: int, tmp_path: Path) -> None:
    came = interrupted(AT_A_LINE.format(seed=seed), tmp_path, None)
    assert (came.said, came.complaints) == ("done True\n", "")


def wishful() -> Model:
    """Four queens that are wished onto the long diagonal."""
    model = queens(4)
    queen = model.families[0]
    with model.group("wishes"):
        for place in range(4):
            model.add(queen[place, place] == 1, key=place)
    return model


def look_until(
    last: int, patched: pytest.MonkeyPatch, looked: Look, unknown: int | None = None
) -> None:
    """Interrupts the search of this number, and leaves the result of another one open."""
    asked = count()

    def look(self: Inquiry, restricted: Restricted) -> Result:
        number = next(asked)
        if number == last:
            raise KeyboardInterrupt
        return out_of_time(self.backend, None) if number == unknown else looked(self, restricted)

    patched.setattr(Inquiry, "look", look)


@pytest.mark.parametrize("question", [explain, relax, check_uniqueness, find_forced])
def test_an_interruption_at_any_search(
    question: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not proved yet is not said to be."""
    model = wishful() if question in {explain, relax} else queens(5)
    looked = Inquiry.look
    for number in range(100):
        look_until(number, monkeypatch, looked)
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
            # Whatever is said so far has no solution.
            wishes = [row for row in answer.rows if row.group.name == "wishes"]
            assert len(wishes) >= 2 or not answer.rows
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
    looked, partly = Inquiry.look, 0
    for unknown in range(4, 22, 2):
        for last in range(unknown + 1, 30, 2):
            look_until(last, monkeypatch, looked, unknown)
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
import os
from ilpuzzles.modelling import Model
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


@linux_only
def test_an_interruption_while_the_solver_is_loaded(tmp_path: Path) -> None:
    """OR-Tools makes an ImportError of it, which is not taken for a missing backend."""
    came = interrupted(AT_AN_IMPORT, tmp_path, None)
    assert (came.said, came.complaints) == ("", "")
