"""What a search for the best solution says of its progress."""

from __future__ import annotations

import random

from ilpuzzles.backends import Options, Status
from ilpuzzles.modelling import Model
from ilpuzzles.progress import Progress
from ilpuzzles.queries import solve_model, whatif


def knapsacks(size: int) -> Model:
    """Several knapsacks with the same things, which are hard to fill best."""
    dice, model = random.Random(3), Model()
    chosen = model.binary("x", size)
    for _ in range(20):
        weights = [dice.randint(10, 100) for _ in range(size)]
        model.add(sum(a * b for a, b in zip(weights, chosen, strict=True)) <= sum(weights) // 3)
    model.maximize(sum(dice.randint(10, 100) * one for one in chosen))
    return model


def test_cpsat_tells_its_bounds() -> None:
    seen: list[Progress] = []
    result = solve_model(knapsacks(120), "cpsat", Options(time_limit=2.0), watch=seen.append)
    assert result.status in {Status.OPTIMAL, Status.FEASIBLE}
    told = [one for one in seen if one.best is not None and one.bound is not None]
    assert told
    assert result.objective is not None
    assert all(one.best <= result.objective <= one.bound + 1e-6 for one in told)  # type: ignore[operator]
    shares = [one.share for one in told if one.share is not None]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)


def test_others_tell_the_time() -> None:
    seen: list[Progress] = []
    solve_model(knapsacks(120), "cbc", Options(time_limit=1.5), watch=seen.append)
    assert [one.seconds for one in seen] == sorted(one.seconds for one in seen)
    assert seen[-1].seconds > 0.5
    assert all(one.best is None and one.share is None for one in seen)


def test_variants_are_counted() -> None:
    seen: list[Progress] = []
    model = knapsacks(60)
    with model.group("one more"):
        model.at_least_one(model.binary("y", 2))
    options = Options(time_limit=1.0)
    table = whatif(
        model, without=["one more"], limit=1, backend="cbc", options=options, watch=seen.append
    )
    assert len(list(table)) == 2
    assert {one.parts for one in seen} == {2}
    assert {one.share for one in seen} <= {0.0, 0.5}
    assert seen[-1].share == 0.5
