"""Ctrl-C in a search of a MIP solver: the best solution so far is handed over."""

from __future__ import annotations

import os
import random
import signal

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.progress import Progress
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.mathopt.backend import read_improving


def market_split() -> Model:
    """A model that has solutions at once, and whose best nobody proves within minutes."""
    dice = random.Random(0)
    model = Model("market")
    x, slack = model.binary("x", 40), model.continuous("slack", 5, 2)
    for row in range(5):
        weights = [dice.randint(0, 99) for _ in range(40)]
        model.add(x.dot(weights) + slack[row, 0] - slack[row, 1] == sum(weights) // 2, "split")
    model.minimize(slack.sum())
    return model


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["cbc", "highs", "scip"])
@pytest.mark.parametrize("verify", [None, False])
def test_ctrl_c_hands_over_the_best_so_far(name: str, verify: bool | None) -> None:
    model, pressed = market_split(), list[bool]()

    def press(progress: Progress) -> None:
        if progress.best is not None and not pressed:
            pressed.append(True)
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Interrupted) as caught:
        solve_model(model, name, watch=press, verify=verify, time_limit=60)
    result = caught.value.answer
    assert (result.status, result.limit) == (Status.FEASIBLE, Limit.INTERRUPTED)
    assert result.checked
    assert not result.complete
    assert result.objective is not None
    again = solve_model(model, name, node_limit=1)
    # Nothing of the interrupted search is left in the process that makes the next one.
    assert again.status in {Status.FEASIBLE, Status.UNKNOWN}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", None),
        ("Objective 1\n# Columns 3\nx 1 0\nx 0 1\ny -2.5 2\n", None),
        ("Objective 1\n# Columns -1\n 4 2\nObjective 0\n# Columns -2\n 1 0\n", [0, 0, 4]),
        ("Objective 1\n# Columns 3\n 1 0\n 0 1\n -2.5 2\n", [1, 0, -2.5]),
        ("Objective 0\n# Columns -0\n", [0, 0, 0]),
    ],
)
def test_the_file_of_better_solutions(text: str, values: list[float] | None) -> None:
    found = None
    try:
        numbers = read_improving(text, 3)
        found = None if numbers is None else numbers.tolist()
    except ValueError:
        assert values is None
    assert found == values
