"""The twelve models with ilpuzzles, solved by what it picks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.twelve import data
from ilpuzzles import Model, all_different, element, maximum

PACKAGES = ("ilpuzzles",)

# A list that takes a place in it as an index.
DISTANCES = data.CITY_DISTANCES.ravel()


def knapsack(backend: str = "auto") -> Any:
    """The dearest items."""
    model = Model()
    take = model.binary("take", len(data.VALUES))
    model.add(take @ data.WEIGHTS <= data.CAPACITY)
    model.maximize(take @ data.VALUES)
    return model.solve(backend).objective


def diet(backend: str = "auto") -> Any:
    """The cheapest portions."""
    model = Model()
    portions = model.continuous("portions", data.FOODS)
    model.add(portions @ data.NUTRIENTS >= data.NEEDS)
    model.minimize(portions @ data.PRICES)
    return model.solve(backend).objective


def assignment(backend: str = "auto") -> Any:
    """A task for each worker."""
    model = Model()
    does = model.binary("does", *data.TASK_COSTS.shape)
    model.add([does.sum(axis=0) == 1, does.sum(axis=1) == 1])
    model.minimize((does * data.TASK_COSTS).sum())
    return model.solve(backend).objective


def transport(backend: str = "auto") -> Any:
    """Cases from plants to markets."""
    model = Model()
    cases = model.continuous("cases", data.SUPPLY.index, data.DEMAND.index)
    model.add([cases.sum(axis=1) <= data.SUPPLY, cases.sum(axis=0) >= data.DEMAND])
    model.minimize((cases * data.DISTANCES).sum())
    return model.solve(backend).objective


def facility_location(backend: str = "auto") -> Any:
    """Sites to open."""
    model = Model()
    opens = model.binary("opens", len(data.OPENING_COSTS))
    serves = model.binary("serves", *data.SERVING_COSTS.shape)
    model.add([serves.sum(axis=0) == 1, opens >= serves.T])
    model.minimize(opens @ data.OPENING_COSTS + (serves * data.SERVING_COSTS).sum())
    return model.solve(backend).objective


def job_shop(backend: str = "auto") -> Any:
    """The least time in which all jobs are done."""
    model = Model()
    start = model.integer("start", *data.DURATIONS.shape, lower=0, upper=data.HORIZON)
    end, jobs = start + data.DURATIONS, np.arange(len(data.ROUTES))
    one, other = np.triu_indices(len(jobs), 1)
    model.add(end[jobs, data.ROUTES.T[:-1]] <= start[jobs, data.ROUTES.T[1:]])
    model.add((end[one] <= start[other]) | (end[other] <= start[one]))
    model.minimize(maximum(end))
    return model.solve(backend).objective


def tour(backend: str = "auto") -> Any:
    """The shortest round trip: which city comes first, which one second, and so on."""
    model = Model()
    city = model.integer("city", 8, lower=0, upper=7 * (np.arange(8) > 0))
    model.add(all_different(city))
    model.minimize(sum(element(8 * a + b, DISTANCES) for a, b in pairwise([*city, city[0]])))
    return model.solve(backend).objective


def colouring(backend: str = "auto") -> Any:
    """The fewest colours."""
    model = Model()
    colour = model.integer("colour", data.NODES, lower=1, upper=data.COLOURS)
    model.add(np.diff(colour[np.array(data.EDGES)]) != 0)
    model.minimize(maximum(colour))
    return model.solve(backend).objective


def sudoku(backend: str = "auto") -> Any:
    """The grid."""
    model = Model()
    digit = model.binary("digit", 9, 9, range(1, 10))
    model.add([digit.sum(axis=axis) == 1 for axis in (0, 1, 2)])
    model.add(digit.reshape(3, 3, 3, 3, 9).sum(axis=(1, 3)) == 1)
    model.add([digit[(*cell, clue)] == 1 for cell, clue in np.ndenumerate(data.CLUES) if clue])
    return (model.solve(backend)[digit].argmax(axis=2) + 1).tolist()


def queens(backend: str = "auto") -> Any:
    """The dearest squares for eight queens."""
    model = Model()
    column = model.integer("column", 8, lower=0, upper=7)
    model.add([all_different(column + slope * np.arange(8)) for slope in (-1, 0, 1)])
    model.maximize(sum(map(element, column, data.SQUARE_VALUES)))
    return model.solve(backend).objective


def magic_square(backend: str = "auto") -> Any:
    """The least number in the first corner."""
    model = Model()
    n, d = data.ORDER, np.arange(data.ORDER)
    square = model.integer("square", n, n, lower=1, upper=n * n)
    lines = np.vstack([square, square.T, square[d, d], square[d, -1 - d]])
    model.add([all_different(square), lines.sum(axis=1) == n * (n * n + 1) // 2])
    model.minimize(square[0, 0])
    return model.solve(backend).objective


def cutting_stock(backend: str = "auto") -> Any:
    """The fewest rolls."""
    model = Model()
    used = model.binary("used", data.ROLLS)
    cuts = model.integer("cuts", data.ROLLS, len(data.PIECES), lower=0, upper=data.PIECES)
    model.add([cuts.sum(axis=0) >= data.PIECES, cuts @ data.PIECE_WIDTHS <= 100 * used])
    model.minimize(used.sum())
    return model.solve(backend).objective
