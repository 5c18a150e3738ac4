"""Classical models of PuLP's users, stated with PuLP: a name, the problem, and its best value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pulp


def feed(*foods: str) -> Any:
    """The cheapest mixture of 100 grams of cat food: cost, protein, fat, fibre and salt."""
    table = {
        "chicken": (0.013, 0.100, 0.080, 0.001, 0.002),
        "beef": (0.008, 0.200, 0.100, 0.005, 0.005),
        "mutton": (0.010, 0.150, 0.110, 0.003, 0.007),
        "rice": (0.002, 0.000, 0.010, 0.100, 0.002),
        "wheat bran": (0.005, 0.040, 0.010, 0.150, 0.008),
        "gel": (0.001, 0.000, 0.000, 0.000, 0.000),
    }
    problem = pulp.LpProblem("cat_food", pulp.LpMinimize)
    grams = problem.add_variable_dicts("grams", list(foods or table), 0)

    def total(column: int) -> Any:
        return pulp.lpSum(table[food][column] * amount for food, amount in grams.items())

    problem += total(0), "cost of a tin"
    problem += pulp.lpSum(grams.values()) == 100, "a tin"
    problem += total(1) >= 8, "protein"
    problem += total(2) >= 6, "fat"
    problem += total(3) <= 2, "fibre"
    problem += total(4) <= 0.4, "salt"
    return problem


def beer() -> Any:
    """Crates of beer from two breweries to five bars."""
    supply = {"A": 1000, "B": 4000}
    demand = {1: 500, 2: 900, 3: 1800, 4: 200, 5: 700}
    costs = {"A": (2, 4, 5, 2, 1), "B": (3, 1, 3, 2, 3)}
    problem = pulp.LpProblem("beer", pulp.LpMinimize)
    routes = list(product(supply, demand))
    crates = problem.add_variable_dicts("route", routes, 0, None, pulp.LpInteger)
    problem += pulp.lpSum(costs[a][b - 1] * crates[a, b] for a, b in routes)
    for brewery, most in supply.items():
        problem += pulp.lpSum(crates[brewery, bar] for bar in demand) <= most, f"from {brewery}"
    for bar, least in demand.items():
        problem += pulp.lpSum(crates[brewery, bar] for brewery in supply) >= least
    return problem


def steel() -> Any:
    """Steel from two works through three depots to four towns, with a least and a most per line."""
    supply = {"Youngstown": 10_000, "Pittsburgh": 15_000}
    demand = {"Albany": 3000, "Houston": 7000, "Tempe": 4000, "Gary": 6000}
    lines = {
        ("Youngstown", "Albany"): (0.5, 0, 1000),
        ("Youngstown", "Cincinnati"): (0.35, 0, 3000),
        ("Youngstown", "Kansas City"): (0.45, 1000, 5000),
        ("Youngstown", "Chicago"): (0.375, 0, 5000),
        ("Pittsburgh", "Cincinnati"): (0.35, 0, 2000),
        ("Pittsburgh", "Kansas City"): (0.45, 2000, 3000),
        ("Pittsburgh", "Chicago"): (0.4, 0, 4000),
        ("Pittsburgh", "Gary"): (0.45, 0, 2000),
        ("Cincinnati", "Albany"): (0.35, 1000, 5000),
        ("Cincinnati", "Houston"): (0.55, 0, 6000),
        ("Kansas City", "Houston"): (0.375, 0, 4000),
        ("Kansas City", "Tempe"): (0.65, 0, 4000),
        ("Chicago", "Tempe"): (0.6, 0, 2000),
        ("Chicago", "Gary"): (0.12, 0, 4000),
    }
    problem = pulp.LpProblem("steel", pulp.LpMinimize)
    tons = {
        line: problem.add_variable(f"{line[0]}->{line[1]}", least, most, pulp.LpInteger)
        for line, (_, least, most) in lines.items()
    }
    problem += pulp.lpSum(cost * tons[line] for line, (cost, *_) in lines.items())
    for place in dict.fromkeys(town for line in lines for town in line):
        into = pulp.lpSum(tons[line] for line in lines if line[1] == place)
        out = pulp.lpSum(tons[line] for line in lines if line[0] == place)
        problem += into + supply.get(place, 0) >= out + demand.get(place, 0), f"flow in {place}"
    return problem


def plants() -> Any:
    """Which of four computer plants to open, each at a cost of its own, and what each delivers."""
    shops = {"San Diego": 1700, "Barstow": 1000, "Tucson": 1500, "Dallas": 1200}
    plants = {
        "San Francisco": (1700, 70_000, (5, 3, 2, 6)),
        "Los Angeles": (2000, 70_000, (4, 7, 8, 10)),
        "Phoenix": (1700, 65_000, (6, 5, 3, 8)),
        "Denver": (2000, 70_000, (9, 8, 6, 5)),
    }
    problem = pulp.LpProblem("plants", pulp.LpMinimize)
    sent = problem.add_variable_dicts("sent", (plants, shops), 0, None, pulp.LpInteger)
    opened = problem.add_variable_dicts("open", plants, cat=pulp.LpBinary)
    problem += pulp.lpSum(cost * opened[plant] for plant, (_, cost, _) in plants.items()) + (
        pulp.lpSum(
            cost * sent[plant][shop]
            for plant, (*_, costs) in plants.items()
            for shop, cost in zip(shops, costs, strict=True)
        )
    )
    for plant, (most, *_) in plants.items():
        problem += pulp.lpSum(sent[plant].values()) <= most * opened[plant]
    for shop, least in shops.items():
        problem += pulp.lpSum(sent[plant][shop] for plant in plants) >= least
    return problem


def wedding() -> Any:
    """Ten guests at three tables of at most four; neighbours in the alphabet like each other."""
    guests = "ABCDEFGHIJ"
    tables = [table for size in range(1, 5) for table in combinations(guests, size)]
    problem = pulp.LpProblem("wedding", pulp.LpMinimize)
    chosen = problem.add_variable_dicts("table", tables, cat=pulp.LpBinary)
    problem += pulp.lpSum((ord(table[-1]) - ord(table[0])) * chosen[table] for table in tables)
    problem += pulp.lpSum(chosen.values()) <= 3, "number of tables"
    for guest in guests:
        problem += pulp.lpSum(chosen[table] for table in tables if guest in table) == 1, guest
    return problem


GRID = (
    "53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1",
    "7...2...6", ".6....28.", "...419..5", "....8..79",
)  # fmt: skip
"""A sudoku with one solution."""


def sudoku() -> Any:
    """A sudoku; it has no objective."""
    problem = pulp.LpProblem("sudoku")
    nine = range(9)
    is_ = problem.add_variable_dicts("is", (nine, nine, range(1, 10)), cat=pulp.LpBinary)
    places = list(product(nine, nine))
    units = [[(row, column) for column in nine] for row in nine]
    units += [[(row, column) for row in nine] for column in nine]
    units += [
        [(r, c) for r, c in places if (r // 3, c // 3) == box]
        for box in product(range(3), range(3))
    ]
    for row, column in places:
        problem += pulp.lpSum(is_[row][column].values()) == 1
    for unit, digit in product(units, range(1, 10)):
        problem += pulp.lpSum(is_[row][column][digit] for row, column in unit) == 1
    for row, column in places:
        if GRID[row][column] != ".":
            problem += is_[row][column][int(GRID[row][column])] == 1
    return problem


CASES: dict[str, tuple[Callable[[], Any], Fraction | int | None]] = {
    "two foods": (lambda: feed("chicken", "beef"), Fraction(29, 30)),
    "six foods": (feed, Fraction(13, 25)),
    "beer": (beer, 8600),
    "steel": (steel, 15_005),
    "plants": (plants, 228_100),
    "wedding": (wedding, 7),
    "sudoku": (sudoku, None),
}
"""How to state each, and the value of its best solutions."""
