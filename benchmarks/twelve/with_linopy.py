"""The twelve models with linopy, solved by HiGHS.

Whoever uses linopy has data whose axes have names, and lets expressions meet along them.
"""

from __future__ import annotations

from typing import Any

import linopy
import numpy as np
from linopy import Model
from xarray import DataArray

from benchmarks.twelve import data

PACKAGES = ("linopy", "highspy")
HIGHS: dict[str, Any] = {
    "solver_name": "highs",
    "io_api": "direct",
    "progress": False,
    "output_flag": False,
}
linopy.options["semantics"] = "v1"  # what is masked is absent; expressions never meet by position


def _named(values: Any, *axes: str) -> DataArray:
    """An array whose axes have names and labels."""
    labels = [(axis, range(size)) for axis, size in zip(axes, np.shape(values), strict=True)]
    return DataArray(values, labels)


VALUES, WEIGHTS = _named(data.VALUES, "item"), _named(data.WEIGHTS, "item")
TASK_COSTS = _named(data.TASK_COSTS, "worker", "task")
OPENING_COSTS = _named(data.OPENING_COSTS, "site")
SERVING_COSTS = _named(data.SERVING_COSTS, "site", "customer")
DURATIONS = _named(data.DURATIONS, "job", "machine")
STEPS = _named(np.argsort(data.ROUTES), "job", "machine")
CITY_DISTANCES = _named(data.CITY_DISTANCES, "city", "next")
ADJACENT = _named(np.zeros((data.NODES, data.NODES), dtype=bool), "node", "neighbour")
ADJACENT.values[tuple(np.transpose(data.EDGES))] = True
COLOURS = _named(range(data.COLOURS), "colour")
CLUES = _named(data.CLUES, "row", "column")
SQUARE_VALUES = _named(data.SQUARE_VALUES, "row", "column")
PIECE_WIDTHS, PIECES = _named(data.PIECE_WIDTHS, "width"), _named(data.PIECES, "width")
ROLLS = _named(range(data.ROLLS), "roll")


def knapsack() -> Any:
    """The dearest items."""
    model = Model()
    take = model.add_variables(coords=VALUES.coords, name="take", binary=True)
    model.add_objective((VALUES * take).sum(), sense="max")
    model.add_constraints((WEIGHTS * take).sum() <= data.CAPACITY)
    model.solve(**HIGHS)
    return model.objective.value


def diet() -> Any:
    """The cheapest portions."""
    model = Model()
    portions = model.add_variables(lower=0, coords=[data.FOODS], name="portions")
    model.add_objective((data.PRICES * portions).sum())
    model.add_constraints((data.NUTRIENTS * portions).sum("food") >= data.NEEDS)
    model.solve(**HIGHS)
    return model.objective.value


def assignment() -> Any:
    """A task for each worker."""
    model = Model()
    does = model.add_variables(coords=TASK_COSTS.coords, name="does", binary=True)
    model.add_objective((TASK_COSTS * does).sum())
    model.add_constraints(does.sum("task") == 1)
    model.add_constraints(does.sum("worker") == 1)
    model.solve(**HIGHS)
    return model.objective.value


def transport() -> Any:
    """Cases from plants to markets."""
    model = Model()
    cases = model.add_variables(lower=0, coords=data.DISTANCES.axes, name="cases")
    model.add_objective((data.DISTANCES * cases).sum())
    model.add_constraints(cases.sum("market") <= data.SUPPLY)
    model.add_constraints(cases.sum("plant") >= data.DEMAND)
    model.solve(**HIGHS)
    return model.objective.value


def facility_location() -> Any:
    """Sites to open."""
    model = Model()
    opens = model.add_variables(coords=OPENING_COSTS.coords, name="opens", binary=True)
    serves = model.add_variables(coords=SERVING_COSTS.coords, name="serves", binary=True)
    model.add_objective((OPENING_COSTS * opens).sum() + (SERVING_COSTS * serves).sum())
    model.add_constraints(serves.sum("site") == 1)
    model.add_constraints(serves <= opens)
    model.solve(**HIGHS)
    return model.objective.value


def job_shop() -> Any:
    """The least time in which all jobs are done."""
    model = Model()
    start = model.add_variables(lower=0, coords=DURATIONS.coords, name="start")
    makespan = model.add_variables(name="makespan")
    jobs = DURATIONS.coords["job"]
    pairs = (jobs < jobs.rename(job="other")) & (DURATIONS > 0)
    before = model.add_variables(coords=pairs.coords, name="before", mask=pairs, binary=True)
    end = start + DURATIONS
    model.add_objective(makespan)
    model.add_constraints(end <= makespan)
    follows = STEPS.rename(machine="next") == STEPS + 1
    model.add_constraints(end <= start.rename(machine="next"), mask=follows)
    model.add_constraints(end <= start.rename(job="other") + data.HORIZON * (1 - before))
    model.add_constraints(end.rename(job="other") <= start + data.HORIZON * before)
    model.solve(**HIGHS)
    return model.objective.value


def tour() -> Any:
    """The shortest round trip; numbers forbid smaller ones (Miller, Tucker and Zemlin)."""
    model = Model()
    legs = CITY_DISTANCES > 0
    goes = model.add_variables(coords=legs.coords, name="goes", mask=legs, binary=True)
    model.add_objective((CITY_DISTANCES * goes).sum())
    model.add_constraints(goes.sum("city") == 1)
    model.add_constraints(goes.sum("next") == 1)
    number = model.add_variables(0, legs.sizes["city"], [legs.indexes["city"][1:]], name="number")
    inner = goes.isel(city=slice(1, None), next=slice(1, None))
    later = number.rename(city="next")
    model.add_constraints(number + 1 <= later + legs.sizes["city"] * (1 - inner))
    model.solve(**HIGHS)
    return model.objective.value


def colouring() -> Any:
    """The fewest colours."""
    model = Model()
    coords = {"node": ADJACENT.coords["node"], **COLOURS.coords}
    has = model.add_variables(coords=coords, name="has", binary=True)
    used = model.add_variables(coords=COLOURS.coords, name="used", binary=True)
    model.add_objective(used.sum())
    model.add_constraints(has.sum("colour") == 1)
    model.add_constraints(has + has.rename(node="neighbour") <= used, mask=ADJACENT)
    model.solve(**HIGHS)
    return model.objective.value


def sudoku() -> Any:
    """The grid."""
    model = Model()
    digits = DataArray(range(1, 10), {"digit": range(1, 10)})
    has = model.add_variables(coords={**CLUES.coords, **digits.coords}, name="has", binary=True)
    model.add_objective(0 * has.sum())
    for axis in ("row", "column", "digit"):
        model.add_constraints(has.sum(axis) == 1)
    box = CLUES.coords["row"] // 3 * 3 + CLUES.coords["column"] // 3
    model.add_constraints(has.groupby(box.rename("box")).sum() == 1)
    model.add_constraints(has >= 1 * (digits == CLUES))
    model.solve(**HIGHS)
    return (has.solution * digits).sum("digit").round().astype(int).values.tolist()


def queens() -> Any:
    """The dearest squares for eight queens."""
    model = Model()
    queen = model.add_variables(coords=SQUARE_VALUES.coords, name="queen", binary=True)
    row, column = queen.coords["row"], queen.coords["column"]
    model.add_objective((SQUARE_VALUES * queen).sum(), sense="max")
    model.add_constraints(queen.sum("row") == 1)
    model.add_constraints(queen.sum("column") == 1)
    for diagonal in (row + column, row - column):
        model.add_constraints(queen.groupby(diagonal.rename("diagonal")).sum() <= 1)
    model.solve(**HIGHS)
    return model.objective.value


def magic_square() -> Any:
    """The least number in the first corner."""
    model = Model()
    n, numbers = data.ORDER, np.arange(1, data.ORDER**2 + 1)
    coords = {"row": range(n), "column": range(n), "number": numbers}
    has = model.add_variables(coords=coords, name="has", binary=True)
    square = (has * has.coords["number"]).sum("number")
    model.add_objective(square.isel(row=0, column=0))
    model.add_constraints(has.sum("number") == 1)
    model.add_constraints(has.sum(["row", "column"]) == 1)
    falling = DataArray(np.eye(n), dims=["row", "column"])
    diagonals = [(falling * square).sum(), (falling[::-1] * square).sum()]
    for line in [square.sum("row"), square.sum("column"), *diagonals]:
        model.add_constraints(line == numbers.sum() // n)
    model.solve(**HIGHS)
    return model.objective.value


def cutting_stock() -> Any:
    """The fewest rolls."""
    model = Model()
    used = model.add_variables(coords=ROLLS.coords, name="used", binary=True)
    coords = {**ROLLS.coords, **PIECES.coords}
    cuts = model.add_variables(lower=0, coords=coords, name="cuts", integer=True)
    model.add_objective(used.sum())
    model.add_constraints((PIECE_WIDTHS * cuts).sum("width") <= data.ROLL_WIDTH * used)
    model.add_constraints(cuts.sum("roll") >= PIECES)
    model.solve(**HIGHS)
    return model.objective.value
