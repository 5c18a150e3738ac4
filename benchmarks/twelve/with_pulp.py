"""The twelve models with PuLP, solved by CBC."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np
from pulp import PULP_CBC_CMD, LpMaximize, LpProblem, lpDot, lpSum

from benchmarks.twelve import data

PACKAGES = ("pulp",)
CBC = PULP_CBC_CMD(msg=False)


def knapsack() -> Any:
    """The dearest items."""
    problem = LpProblem("knapsack", LpMaximize)
    take = problem.add_variable_matrix("take", range(len(data.VALUES)), cat="Binary")
    problem += lpDot(data.VALUES, take)
    problem += lpDot(data.WEIGHTS, take) <= data.CAPACITY
    problem.solve(CBC)
    return problem.objective.value()


def diet() -> Any:
    """The cheapest portions."""
    problem = LpProblem("diet")
    portions = problem.add_variable_dict("portions", data.FOODS, lowBound=0)
    problem += lpSum(data.PRICES[food] * portions[food] for food in data.FOODS)
    for nutrient, need in data.NEEDS.items():
        problem += lpDot(data.NUTRIENTS[nutrient], portions.values()) >= need
    problem.solve(CBC)
    return problem.objective.value()


def assignment() -> Any:
    """A task for each worker."""
    problem = LpProblem("assignment")
    workers, tasks = map(range, data.TASK_COSTS.shape)
    does = problem.add_variable_matrix("does", (workers, tasks), cat="Binary")
    problem += lpDot(data.TASK_COSTS, does)
    for line in [*does, *zip(*does, strict=True)]:
        problem += lpSum(line) == 1
    problem.solve(CBC)
    return problem.objective.value()


def transport() -> Any:
    """Cases from plants to markets."""
    problem = LpProblem("transport")
    distances = data.DISTANCES.stack()
    cases = problem.add_variable_dicts("cases", distances.index, lowBound=0)
    problem += lpDot(distances, cases.values())
    for plant, supply in data.SUPPLY.items():
        problem += lpSum(cases[plant, market] for market in data.DEMAND.index) <= supply
    for market, demand in data.DEMAND.items():
        problem += lpSum(cases[plant, market] for plant in data.SUPPLY.index) >= demand
    problem.solve(CBC)
    return problem.objective.value()


def facility_location() -> Any:
    """Sites to open."""
    problem = LpProblem("facility_location")
    sites, customers = map(range, data.SERVING_COSTS.shape)
    opens = problem.add_variable_matrix("opens", sites, cat="Binary")
    serves = problem.add_variable_matrix("serves", (sites, customers), cat="Binary")
    problem += lpDot(data.OPENING_COSTS, opens) + lpDot(data.SERVING_COSTS, serves)
    for customer in customers:
        problem += lpSum(serves[site][customer] for site in sites) == 1
        for site in sites:
            problem += serves[site][customer] <= opens[site]
    problem.solve(CBC)
    return problem.objective.value()


def job_shop() -> Any:
    """The least time in which all jobs are done."""
    problem = LpProblem("job_shop")
    jobs, machines = map(range, data.DURATIONS.shape)
    pairs = list(combinations(jobs, 2))
    start = problem.add_variable_dict("start", (jobs, machines), lowBound=0)
    before = problem.add_variable_dicts("before", (pairs, machines), cat="Binary")
    makespan = problem.add_variable("makespan")
    end = {each: start[each] + data.DURATIONS[each] for each in start}
    problem += makespan
    for job in jobs:
        for one, other in pairwise(data.ROUTES[job]):
            problem += end[job, one] <= start[job, other]
        problem += end[job, data.ROUTES[job, -1]] <= makespan
    for one, other in pairs:
        for machine in machines:
            first = before[one, other][machine]
            problem += end[one, machine] <= start[other, machine] + data.HORIZON * (1 - first)
            problem += end[other, machine] <= start[one, machine] + data.HORIZON * first
    problem.solve(CBC)
    return problem.objective.value()


def tour() -> Any:
    """The shortest round trip; numbers forbid smaller ones (Miller, Tucker and Zemlin)."""
    problem = LpProblem("tour")
    cities = range(len(data.CITY_DISTANCES))
    goes = problem.add_variable_dicts("goes", list(permutations(cities, 2)), cat="Binary")
    number = problem.add_variable_matrix("number", cities, 0, len(cities) - 1)
    problem += lpSum(data.CITY_DISTANCES[leg] * goes[leg] for leg in goes)
    for city in cities:
        problem += lpSum(goes[city, other] for other in cities if other != city) == 1
        problem += lpSum(goes[other, city] for other in cities if other != city) == 1
    for one, other in permutations(cities[1:], 2):
        problem += number[one] + 1 <= number[other] + len(cities) * (1 - goes[one, other])
    problem.solve(CBC)
    return problem.objective.value()


def colouring() -> Any:
    """The fewest colours."""
    problem = LpProblem("colouring")
    nodes, colours = range(data.NODES), range(data.COLOURS)
    has = problem.add_variable_matrix("has", (nodes, colours), cat="Binary")
    used = problem.add_variable_matrix("used", colours, cat="Binary")
    problem += lpSum(used)
    for node in nodes:
        problem += lpSum(has[node]) == 1
    for one, other in data.EDGES:
        for colour in colours:
            problem += has[one][colour] + has[other][colour] <= used[colour]
    problem.solve(CBC)
    return problem.objective.value()


def sudoku() -> Any:
    """The grid."""
    problem = LpProblem("sudoku")
    lines, digits = range(9), range(1, 10)
    has = problem.add_variable_dict("has", (lines, lines, digits), cat="Binary")
    for one in lines:
        for other in lines:
            problem += lpSum(has[one, other, digit] for digit in digits) == 1
        for digit in digits:
            problem += lpSum(has[one, column, digit] for column in lines) == 1
            problem += lpSum(has[row, one, digit] for row in lines) == 1
            top, left = 3 * (one // 3), 3 * (one % 3)
            problem += lpSum(has[top + i, left + j, digit] for i in range(3) for j in range(3)) == 1
    for row, column in np.argwhere(data.CLUES):
        problem += has[row, column, data.CLUES[row, column]] == 1
    problem.solve(CBC)
    return [[sum(d * round(has[r, c, d].value()) for d in digits) for c in lines] for r in lines]


def queens() -> Any:
    """The dearest squares for eight queens."""
    problem = LpProblem("queens", LpMaximize)
    lines = range(len(data.SQUARE_VALUES))
    queen = problem.add_variable_dict("queen", (lines, lines), cat="Binary")
    problem += lpSum(data.SQUARE_VALUES[square] * queen[square] for square in queen)
    for line in lines:
        problem += lpSum(queen[line, column] for column in lines) == 1
        problem += lpSum(queen[row, line] for row in lines) == 1
    for number in range(-len(lines), 2 * len(lines)):
        problem += lpSum(queen[row, column] for row, column in queen if row + column == number) <= 1
        problem += lpSum(queen[row, column] for row, column in queen if row - column == number) <= 1
    problem.solve(CBC)
    return problem.objective.value()


def magic_square() -> Any:
    """The least number in the first corner."""
    problem = LpProblem("magic_square")
    n, numbers = data.ORDER, range(1, data.ORDER**2 + 1)
    has = problem.add_variable_matrix("has", (range(n), range(n), numbers), cat="Binary")
    square = [[lpDot(numbers, cell) for cell in row] for row in has]
    problem += square[0][0]
    cells = [cell for row in has for cell in row]
    for line in [*cells, *zip(*cells, strict=True)]:
        problem += lpSum(line) == 1
    diagonals = [[square[i][i] for i in range(n)], [square[i][-1 - i] for i in range(n)]]
    for line in [*square, *zip(*square, strict=True), *diagonals]:
        problem += lpSum(line) == n * (n * n + 1) // 2
    problem.solve(CBC)
    return problem.objective.value()


def cutting_stock() -> Any:
    """The fewest rolls."""
    problem = LpProblem("cutting_stock")
    rolls, widths = range(data.ROLLS), range(len(data.PIECES))
    used = problem.add_variable_matrix("used", rolls, cat="Binary")
    cuts = problem.add_variable_matrix("cuts", (rolls, widths), lowBound=0, cat="Integer")
    problem += lpSum(used)
    for roll in rolls:
        problem += lpDot(data.PIECE_WIDTHS, cuts[roll]) <= data.ROLL_WIDTH * used[roll]
    for width in widths:
        problem += lpSum(cuts[roll][width] for roll in rolls) >= data.PIECES[width]
    problem.solve(CBC)
    return problem.objective.value()
