"""How questions end: one sentence and one exit code, for puzzles and for model files alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ilpuzzles import Model, own_puzzle
from ilpuzzles.backends.result import Limit, Opinion, Result, Status
from ilpuzzles.errors import Exit
from ilpuzzles.experiments.answer import Answer, conclusion


def result(status: Status, limit: Limit = Limit.NONE) -> Result:
    complete = limit is Limit.NONE
    ended = Result(status=status, limit=limit, complete=complete, backend="none", version="0")
    return replace(ended, message="it broke")


@pytest.mark.parametrize("limit", Limit)
@pytest.mark.parametrize("status", Status)
def test_every_end_has_a_sentence_and_an_exit_code(status: Status, limit: Limit) -> None:
    for found in ("", "seven"):
        for settled in (True, False):
            sentence, code = conclusion(result(status, limit), found, settled=settled)
            assert sentence
            if status is Status.ERROR:
                assert (sentence, code) == ("none failed: it broke", Exit.BACKEND)
            elif found:
                assert (sentence, code) == (found, Exit.ANSWERED if settled else Exit.LIMIT)
            elif status in {Status.INFEASIBLE, Status.UNBOUNDED}:
                assert sentence.startswith("proved: ")
                assert code is Exit.NO_SOLUTION
            else:
                assert sentence.startswith("unknown: ")
                assert code is (Exit.ANSWERED if settled else Exit.LIMIT)


@pytest.mark.parametrize("backend", ["", "cbc"])
def test_what_nobody_has_confirmed_is_not_called_proved(backend: str) -> None:
    none = result(Status.INFEASIBLE)
    doubted = replace(none, opinion=Opinion(backend, agrees=False, seconds=2.0))
    sentence, code = conclusion(doubted, settled=True)
    assert sentence.startswith("none says that there is no solution; not confirmed")
    assert sentence.endswith(" (--verify waits)") == bool(backend)
    assert code is Exit.NO_SOLUTION
    sure = replace(none, opinion=Opinion("cbc", agrees=True, seconds=2.0))
    assert conclusion(sure, settled=True)[0] == conclusion(none, settled=True)[0]


def unbounded() -> Model:
    model = Model()
    x = model.integer("x", lower=0, upper=None)
    model.maximize(x)
    return model


def pair() -> Model:
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    with model.group("one"):
        model.add(x + y >= 1)
    return model


def nothing() -> Model:
    model = pair()
    with model.group("none"):
        model.add(model.families[0].sum() + model.families[1].sum() == 0)
    return model


ANSWERS: dict[str, tuple[Callable[[], Answer], Exit]] = {
    "enough": (lambda: own_puzzle(pair()).count(2), Exit.ANSWERED),
    "several": (lambda: own_puzzle(pair()).unique(), Exit.ANSWERED),
    "unbounded": (lambda: own_puzzle(unbounded()).solve(), Exit.NO_SOLUTION),
    "no count": (lambda: own_puzzle(nothing()).count(), Exit.NO_SOLUTION),
    "nothing unique": (lambda: own_puzzle(nothing()).unique(), Exit.NO_SOLUTION),
    "a reason": (lambda: own_puzzle(nothing()).explain(), Exit.ANSWERED),
    "no reason": (lambda: own_puzzle(pair()).explain(), Exit.ANSWERED),
    "a way out": (lambda: own_puzzle(nothing()).relax(), Exit.ANSWERED),
    "variants": (lambda: own_puzzle(nothing()).whatif(without=["none"]), Exit.ANSWERED),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_of_all_kinds_say_how_they_ended(name: str) -> None:
    ask, code = ANSWERS[name]
    answer = ask()
    assert answer.exit_code() is code
    assert all((answer.verdict(), answer.text(), answer.summary(), repr(answer)))
    assert answer.to_json()["complete"] is (name != "enough")
    assert answer._repr_mimebundle_()["text/plain"]
    assert answer.html().startswith("<!doctype html>")
    if name == "unbounded":
        assert answer.verdict() == (
            "proved: there is no best solution, they get better without end"
        )
