"""Reasons of infeasible linear programs: proved by elimination, and planted ones found."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.result import Status
from ilpuzzles.queries import mus
from ilpuzzles.queries.causes import BOUNDS
from ilpuzzles.queries.explanation import explain
from ilpuzzles.solvers.linear import run as linear_run
from ilpuzzles.solvers.linear.run import LinearConflict
from support.linear_oracle import Inequality, best_of


class Sample:
    """A linear program with whole numbers at random, mostly without a solution."""

    def __init__(self, seed: int) -> None:
        dice = random.Random(seed)
        self.size = dice.choice([2, 2, 3])
        self.model = Model()
        self.lower = [dice.choice([None, 0, dice.randint(-3, 3)]) for _ in range(self.size)]
        self.upper = [None if dice.random() < 0.5 else (low or 0) + 2 for low in self.lower]
        x = self.model.continuous("x", self.size, lower=self.lower, upper=self.upper)
        self.rows: dict[str, list[Inequality]] = {}
        for number in range(dice.randint(3, 7)):
            factors = [dice.randint(-3, 3) for _ in range(self.size)]
            if not any(factors):
                continue
            bound, kind = dice.randint(-6, 6), dice.choice("<>=")
            total = self.model.sum(f * one for f, one in zip(factors, x, strict=True))
            name = f"row {number}"
            stated = total <= bound if kind == "<" else total >= bound
            self.model.add(total == bound if kind == "=" else stated, name)
            at_most = (tuple(map(Fraction, factors)), Fraction(bound))
            at_least = (tuple(-Fraction(f) for f in factors), -Fraction(bound))
            self.rows[f"{name}[0]"] = [at_most] * (kind in "<=") + [at_least] * (kind in ">=")

    def bound(self, text: str) -> Inequality:
        """The bound that a text such as `x[1] <= 2` names."""
        name, sign, number = text.split()
        column = int(name.removeprefix("x[").removesuffix("]"))
        direction = 1 if sign == "<=" else -1
        unit = tuple(Fraction(direction * (column == place)) for place in range(self.size))
        return unit, direction * Fraction(number)

    def possible(self, parts: list[list[Inequality]]) -> bool:
        """Whether some rows and bounds alone have a solution, by elimination."""
        nothing = [Fraction(0)] * self.size
        return best_of([one for part in parts for one in part], nothing)[0] is not Status.INFEASIBLE


@pytest.mark.parametrize("backend", ["highs", "auto"])
def test_reasons_are_proved_by_elimination(backend: str) -> None:
    """Together they have no solution, and all but one of them always have one."""
    explained = with_bounds = 0
    for seed in range(150):
        sample = Sample(seed)
        found = explain(sample.model, backend, bounds=True)
        if found.solution is not None:
            continue
        explained += 1
        assert found.minimal, seed
        parts = []
        for cause in found.rows:
            is_bound = cause.group is BOUNDS
            with_bounds += is_bound
            parts.append([sample.bound(cause.text)] if is_bound else sample.rows[cause.name])
        assert not sample.possible(parts), seed
        for left_out in range(len(parts)):
            assert sample.possible([*parts[:left_out], *parts[left_out + 1 :]]), seed
    assert explained > 50
    assert with_bounds > 20


@pytest.mark.parametrize("length", [3, 12, 40])
def test_a_planted_chain_is_found_among_idle_rows(length: int) -> None:
    """Numbers that grow from one to the next, and end below their start."""
    dice = random.Random(length)
    model = Model()
    x = model.continuous("x", length, lower=None)
    y = model.continuous("y", 30, upper=9)
    for number in range(80):
        chosen = [y[dice.randrange(30)] for _ in range(4)]
        model.add(model.sum(chosen) <= dice.randint(5, 30), f"idle {number}")
    links = [model.add(x[n + 1] - x[n] >= 1, f"link {n}") for n in range(length - 1)]
    end = model.add(x[length - 1] - x[0] <= length - 2, "end")
    found = explain(model, "highs")
    assert found.minimal
    assert {cause.name for cause in found.rows} == {row.name for row in [*links, end]}
    assert found.confirmed_by == ("highs", "glop")
    for cause, witness in zip(found.rows, found.witnesses, strict=True):
        assert witness is not None, cause


def test_a_relaxation_without_solution_is_the_first_guess_for_whole_variables() -> None:
    """What is then left out has to leave whole solutions, too."""
    model = Model()
    x = model.integer("x", 3, lower=0, upper=9)
    model.add(2 * x[0] + 2 * x[1] == 7, "odd")
    model.add(x.sum() >= 20, "many")
    model.add(x.sum() <= 11, "few")
    found = explain(model, "highs")
    assert found.minimal
    assert {cause.name for cause in found.rows} in ({"odd[0]"}, {"many[0]", "few[0]"})


def test_what_the_process_cannot_say_is_found_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    x = model.continuous("x", 2)
    model.add(x.sum() >= 3, "least")
    model.add(x.sum() <= 2, "most")
    named = {cause.name for cause in explain(model, "highs").rows}
    for answer in (None, LinearConflict(None)):
        monkeypatch.setattr(mus, "find_conflict", lambda *_, answer=answer: answer)
        assert {cause.name for cause in explain(model, "highs").rows} == named
    monkeypatch.undo()
    monkeypatch.setattr(linear_run, "highs_library", lambda: None)
    assert (
        {cause.name for cause in explain(model, "highs").rows} == named == {"least[0]", "most[0]"}
    )
