"""What answers say of as many solutions as there are, of one more, and of one less."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ilpuzzles import own_puzzle
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.result import Limit
from ilpuzzles.errors import Exit
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.rules.faults import Fault


def puzzle(number: int) -> Experiment:
    """A number from 0 on: so many solutions."""
    model = Model("numbers")
    n = model.integer("n", lower=0, upper=99)
    model.add(n <= number - 1)
    model.maximize(n)
    return own_puzzle(model, backend="cpsat")


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_every_number_goes_with_its_words_and_its_exit_code(number: int) -> None:
    asked = puzzle(number)
    code = Exit.ANSWERED if number else Exit.NO_SOLUTION
    for limit in (None, 1, max(1, number - 1), max(1, number), number + 1):
        is_full = limit is not None and limit <= number
        found = min(limit or number, number)
        heard: list[object] = []
        answers = [
            asked.count(limit=limit),
            asked.solutions(limit=limit),
            asked.solutions(limit=limit, each=heard.append),
        ]
        for answer in answers:
            assert (answer.count, answer.found(), bool(answer)) == (found, found, bool(found))
            assert answer.complete is not is_full
            assert answer.limit is (Limit.SOLUTIONS if is_full else Limit.NONE)
            assert answer.exit_code() is code
            assert ("as many as were asked for" in answer.verdict()) is is_full
            assert answer.is_settled()
        assert [len(answer.solutions) for answer in answers] == [0, found, 0]
        assert len(heard) == found
        best = asked.best(limit or 10)
        assert [*best.objectives] == [number - 1 - n for n in range(min(limit or 10, number))]
        assert best.captions() == [f"objective: {score}" for score in best.objectives]
        assert best.exit_code() is code
        assert ("all there are" in best.verdict()) is (0 < number < (limit or 10))
    unique = asked.unique()
    assert unique.unique is (number == 1)
    assert len(unique.solutions) == min(number, 2)
    assert unique.exit_code() is code
    forced = asked.forced()
    assert forced.facts == ((number == 1, 1) if number else (0, 0))
    assert bool(forced) is bool(number)
    drawn = asked.random(3)
    assert len(drawn.solutions) == (3 if number else 0)


@pytest.mark.parametrize(("number", "more"), [(11, False), (12, False), (13, True)])
def test_twelve_pictures_are_shown_and_the_others_are_said_to_be_there(
    number: int, more: bool
) -> None:
    text = puzzle(number).solutions()._repr_mimebundle_()["text/plain"]
    assert ("(the first 12 are shown)" in text) is more
    assert f"{number} solutions" in text


def test_a_number_that_a_file_states_is_contradicted_by_any_other_and_by_no_limit() -> None:
    asked = puzzle(5)
    for limit in (None, 3, 5, 6):
        answer = asked.count(limit=limit)
        for stated in range(8):
            wrong = stated < answer.count or (answer.complete and stated > answer.count)
            said = replace(answer, stated=stated).contradiction()
            assert bool(said) is wrong
            assert not said or f"states {stated} solution" in said
    assert answer.contradiction() == ""


@pytest.mark.parametrize("number", [1, 3, 4, 5])
def test_three_cases_of_a_broken_rule_are_shown(number: int) -> None:
    broken = tuple(Fault("rule", f"case {n}") for n in range(number))
    (line,) = replace(puzzle(1).solve(), broken=broken).broken_rules()
    assert [f"case {n}" in line for n in range(number)] == [n < 3 for n in range(number)]
    assert line.endswith(f"; and {number - 3} more") is (number > 3)
