"""By how much limits are missed: every question, every backend, models that take far longer.

Run it from the top of the checkout:

    python -m benchmarks.limits [--seconds S ...] [--models NAME ...] [--backends NAME ...]
                                [--questions NAME ...]

Each question is asked in a process of its own. A line says how long the answer took on the clock,
after the model had been stated, and what it was; the last table has the worst of each model. What
is late by more than a tenth of the limit and half a second is marked, and makes the command fail.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from itertools import combinations, product
from multiprocessing import get_context
from typing import Any

import numpy as np

from ilpuzzles.asking.files import read_model
from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.modelling import functions
from ilpuzzles.solvers.registry import AUTO, general_backends

# A question that has not ended by then counts as one that never does.
GRACE = 100.0


def market_split() -> Model:
    """Equations of whole numbers over 0-1 variables: few rows, and no solver gets anywhere."""
    dice = np.random.default_rng(1)
    model = Model("market split")
    take = model.binary("take", 40)
    for row in range(5):
        weights = dice.integers(0, 100, 40)
        model.add(take.dot(weights.tolist()) == int(weights.sum()) // 2, f"market {row}")
    return model


def pigeons() -> Model:
    """More pigeons than holes, pair by pair."""
    model = Model("pigeons")
    sits = model.binary("sits", 14, 13)
    model.at_least_one(sits, axis=1, name="somewhere")
    for hole in range(13):
        for one, other in combinations(range(14), 2):
            model.at_most_one([sits[one, hole], sits[other, hole]])
    return model


def cover() -> Model:
    """The cheapest sets of a large cover: 200,000 entries."""
    dice = random.Random(2)
    model = Model("cover")
    take = model.binary("take", 5000)
    for _ in range(2000):
        model.at_least_one([take[one] for one in dice.sample(range(5000), 100)])
    model.minimize(take.dot([dice.randint(10, 99) for _ in range(5000)]))
    return model


def many_rows() -> Model:
    """A knapsack for each of 60,000 sums of ten of 20,000 things: handing it over takes long."""
    dice = np.random.default_rng(3)
    model = Model("many rows")
    take = model.binary("take", 20_000)
    for _ in range(60):
        chosen = dice.permutation(20_000)[:10_000].reshape(1000, 10)
        weights = dice.integers(1, 100, (1000, 10))
        model.add((take[chosen] * weights).sum(axis=1) <= 250)
    model.maximize(take.dot(dice.integers(1, 100, 20_000).tolist()))
    return model


def mixed() -> Model:
    """Lot sizes with ordinary doubles, which leave a gap for long."""
    dice = np.random.default_rng(4)
    goods, weeks = 12, 24
    model = Model("mixed")
    make = model.continuous("make", goods, weeks, lower=0, upper=1000)
    setup = model.binary("setup", goods, weeks)
    store = model.continuous("store", goods, weeks, lower=0, upper=5000)
    demand = dice.random((goods, weeks)) * 40
    for week in range(weeks):
        before = store[:, week - 1] if week else 0
        model.add(before + make[:, week] - store[:, week] == demand[:, week])
        model.add(make[:, week].sum() <= float(goods * 40))
        model.add(setup[:, week].sum() <= goods // 2)
    model.add(make <= 400.0 * setup)
    model.minimize(
        (setup * (50 + 100 * dice.random((goods, weeks)))).sum()
        + (store * dice.random((goods, weeks))).sum()
    )
    return model


def linear() -> Model:
    """A dense linear program."""
    dice = np.random.default_rng(5)
    model = Model("linear")
    x = model.continuous("x", 2500, lower=0)
    rows = dice.random((1500, 2500))
    model.add(rows @ x >= 10 + dice.random(1500))
    model.minimize(x @ dice.random(2500))
    return model


def shaded() -> Model:
    """The most cells of a board of which no two touch, while the others are connected."""
    cells = list(product(range(14), repeat=2))
    sides = [
        (cell, other)
        for cell in cells
        for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
        if other in set(cells)
    ]
    model = Model("shaded")
    black = model.binary("black", cells)
    for one, other in sides:
        model.at_most_one([black[one], black[other]])
    connected(model, sides, ~black)
    model.maximize(black.sum())
    return model


def partition() -> Model:
    """An exact cover by random sets, of which there is hardly one."""
    dice = random.Random(6)
    model = Model("partition")
    sets = [dice.sample(range(240), 6) for _ in range(3000)]
    take = model.binary("take", len(sets))
    for place in range(240):
        model.exactly_one([take[number] for number, one in enumerate(sets) if place in one])
    return model


def operations() -> Model:
    """Products and elements of whole numbers, of which linear rows are many and loose."""
    dice = random.Random(7)
    model = Model("operations")
    n = model.integer("n", 24, lower=0, upper=40)
    for _ in range(60):
        one, other, third = dice.sample(range(24), 3)
        model.add(functions.product(n[one], n[other]) + n[third] >= dice.randint(200, 900))
        model.add(functions.maximum([n[one], n[third]]) <= n[other] + dice.randint(5, 20))
    model.minimize(n.sum())
    return model


def unused() -> Model:
    """One row of a file that declares a million variables."""
    with private_folder() as folder:
        file = folder / "unused.opb"
        file.write_text("* #variable= 999999 #constraint= 1\n+1 x1 >= 1 ;\n")
        return read_model(file)


MODELS: dict[str, Callable[[], Model]] = {
    state.__name__.replace("_", " "): state
    for state in (
        market_split,
        pigeons,
        cover,
        many_rows,
        mixed,
        linear,
        shaded,
        partition,
        operations,
        unused,
    )
}


QUESTIONS: dict[str, Callable[[Model, str, float], Any]] = {
    "solve": lambda model, backend, limit: model.solve(backend, time_limit=limit),
    "best": lambda model, backend, limit: model.best(backend, number=3, time_limit=limit),
    "count": lambda model, backend, limit: model.count(backend, time_limit=limit),
    "solutions": lambda model, backend, limit: model.solutions(backend, time_limit=limit),
    "unique": lambda model, backend, limit: model.unique(backend, time_limit=limit),
    "forced": lambda model, backend, limit: model.forced(backend, time_limit=limit),
    "explain": lambda model, backend, limit: model.explain(backend, time_limit=limit),
    "sample": lambda model, backend, limit: model.sample(backend, number=2, time_limit=limit),
    "relaxation": lambda model, _, limit: model.relaxation(time_limit=limit),
}


def ask(model: str, backend: str, question: str, limit: float, said: Any) -> None:
    """States a model, asks a question, and says how long the answer took, and what it was."""
    stated = MODELS[model]()
    said.send("stated")
    begun = time.perf_counter()
    try:
        answer = QUESTIONS[question](stated, backend, limit)
        result = getattr(answer, "result", answer)
        told = f"{getattr(result, 'status', '')} {getattr(result, 'limit', '')}"
    except IlpuzzlesError as error:
        told = f"{type(error).__name__}: {' '.join(str(error).split())[:90]}"
    said.send((time.perf_counter() - begun, told))


def measured(model: str, backend: str, question: str, limit: float) -> tuple[float, str]:
    """How long the answer took, in seconds on the clock, and what it was."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=ask, args=(model, backend, question, limit, theirs))
    process.start()
    theirs.close()
    try:
        ours.recv()
        begun = time.perf_counter()
        if ours.poll(limit + GRACE):
            seconds, told = ours.recv()
            return float(seconds), str(told)
        return time.perf_counter() - begun, "no end"
    except EOFError:
        return float("inf"), "the process died"
    finally:
        process.kill()
        process.join()


def main() -> int:
    """Prints a line for each question, and whether any limit was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 5.0])
    parser.add_argument("--models", nargs="+", default=list(MODELS), choices=list(MODELS))
    parser.add_argument("--backends", nargs="+", default=[AUTO, *general_backends()])
    parser.add_argument("--questions", nargs="+", default=list(QUESTIONS), choices=list(QUESTIONS))
    given = parser.parse_args()
    late = 0
    for limit, model, question in product(given.seconds, given.models, given.questions):
        backends = given.backends if question != "relaxation" else given.backends[:1]
        for backend in backends:
            seconds, told = measured(model, backend, question, limit)
            over = seconds - limit
            is_late = over > 0.1 * limit + 0.5
            late += is_late
            mark = "LATE" if is_late else ""
            line = f"{limit:4.0f} {model:13} {question:10} {backend:8} {over:+8.2f} {mark:4} {told}"
            print(line, flush=True)
    print(f"{late} late")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
