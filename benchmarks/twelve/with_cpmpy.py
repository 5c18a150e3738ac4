"""The twelve models with CPMpy, solved by OR-Tools' CP-SAT."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cpmpy as cp
import numpy as np

from benchmarks.twelve import data

PACKAGES = ("cpmpy", "ortools")

# Arrays that take a variable as their index.
TASK_COSTS = cp.cpm_array(data.TASK_COSTS)
CITY_DISTANCES = cp.cpm_array(data.CITY_DISTANCES)
SQUARE_VALUES = cp.cpm_array(data.SQUARE_VALUES)


def knapsack() -> Any:
    """The dearest items."""
    take = cp.boolvar(shape=len(data.VALUES))
    weight, value = cp.sum(data.WEIGHTS * take), cp.sum(data.VALUES * take)
    model = cp.Model(weight <= data.CAPACITY, maximize=value)
    model.solve()
    return model.objective_value()


def diet() -> Any:
    """Portions need not be whole, and CPMpy has no continuous variables."""
    return None


def assignment() -> Any:
    """A task for each worker."""
    workers = range(len(TASK_COSTS))
    task = cp.intvar(0, len(workers) - 1, shape=len(workers))
    model = cp.Model(cp.AllDifferent(task))
    model.minimize(cp.sum(TASK_COSTS[worker, task[worker]] for worker in workers))
    model.solve()
    return model.objective_value()


def transport() -> Any:
    """Cases from plants to markets, in whole numbers: that is no loss here."""
    supply, demand = data.SUPPLY.to_numpy(), data.DEMAND.to_numpy()
    cases = cp.intvar(0, max(supply), shape=data.DISTANCES.shape)
    model = cp.Model(cases.sum(axis=1) <= supply, cases.sum(axis=0) >= demand)
    model.minimize(cp.sum(data.DISTANCES.to_numpy() * cases))
    model.solve()
    return model.objective_value()


def facility_location() -> Any:
    """Sites to open."""
    sites, customers = data.SERVING_COSTS.shape
    opens = cp.boolvar(shape=sites)
    serves = cp.boolvar(shape=(sites, customers))
    model = cp.Model(serves.sum(axis=0) == 1, opens >= serves.T)
    model.minimize(cp.sum(data.OPENING_COSTS * opens) + cp.sum(data.SERVING_COSTS * serves))
    model.solve()
    return model.objective_value()


def job_shop() -> Any:
    """The least time in which all jobs are done."""
    start = cp.intvar(0, data.HORIZON, shape=data.DURATIONS.shape)
    end = start + data.DURATIONS
    model = cp.Model(minimize=cp.max(end))
    for job, route in enumerate(data.ROUTES):
        model += [end[job, one] <= start[job, other] for one, other in pairwise(route)]
    for machine, durations in enumerate(data.DURATIONS.T):
        model += cp.NoOverlap(start[:, machine], durations)
    model.solve()
    return model.objective_value()


def tour() -> Any:
    """The shortest round trip."""
    cities = range(len(CITY_DISTANCES))
    after = cp.intvar(0, len(cities) - 1, shape=len(cities))
    model = cp.Model(cp.Circuit(after))
    model.minimize(cp.sum(CITY_DISTANCES[city, after[city]] for city in cities))
    model.solve()
    return model.objective_value()


def colouring() -> Any:
    """The fewest colours."""
    colour = cp.intvar(1, data.COLOURS, shape=data.NODES)
    differ = [colour[one] != colour[other] for one, other in data.EDGES]
    model = cp.Model(differ, minimize=cp.max(colour))
    model.solve()
    return model.objective_value()


def sudoku() -> Any:
    """The grid."""
    digit = cp.intvar(1, 9, shape=(9, 9))
    model = cp.Model(digit[data.CLUES > 0] == data.CLUES[data.CLUES > 0])
    model += [cp.AllDifferent(line) for line in [*digit, *digit.T]]
    model += [cp.AllDifferent(digit[i : i + 3, j : j + 3]) for i in (0, 3, 6) for j in (0, 3, 6)]
    model.solve()
    return digit.value().tolist()


def queens() -> Any:
    """The dearest squares for eight queens."""
    rows = np.arange(len(SQUARE_VALUES))
    column = cp.intvar(0, len(rows) - 1, shape=len(rows))
    model = cp.Model([cp.AllDifferent(column + slope * rows) for slope in (-1, 0, 1)])
    model.maximize(cp.sum(SQUARE_VALUES[row, column[row]] for row in rows))
    model.solve()
    return model.objective_value()


def magic_square() -> Any:
    """The least number in the first corner."""
    n = data.ORDER
    square = cp.intvar(1, n * n, shape=(n, n))
    model = cp.Model(cp.AllDifferent(square), minimize=square[0, 0])
    for line in [*square, *square.T, square.diagonal(), square[::-1].diagonal()]:
        model += cp.sum(line) == n * (n * n + 1) // 2
    model.solve()
    return model.objective_value()


def cutting_stock() -> Any:
    """The fewest rolls."""
    used = cp.boolvar(shape=data.ROLLS)
    cuts = cp.intvar(0, max(data.PIECES), shape=(data.ROLLS, len(data.PIECES)))
    model = cp.Model(cuts.sum(axis=0) >= data.PIECES, minimize=cp.sum(used))
    model += (cuts * data.PIECE_WIDTHS).sum(axis=1) <= data.ROLL_WIDTH * used
    model.solve()
    return model.objective_value()
