"""Models with structure whose answer is known by how they were made, whatever a solver says.

Random sentences never have the structure of a real puzzle or plan: a loop, a matching, a schedule.
Into each of these a solution is planted, so that "there is none" is wrong, and an optimum that is
worse; or an obstacle is, which proves that there is none.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, pairwise, product

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Feature, Options
from ilpuzzles.backends.result import Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import get_backend

Edge = tuple[int, int]


@dataclass(frozen=True)
class Planted:
    """A model, and values of some of its variables that a solution has; none, and there is none.

    Variables that are not named follow from the others.
    """

    model: Model
    solution: dict[Variable, int] | None

    def cost(self) -> int | None:
        """The objective of the planted solution."""
        goal = self.model.program().objective
        if goal is None or self.solution is None:
            return None
        values = {variable.column: value for variable, value in self.solution.items()}
        terms = zip(goal.columns.tolist(), goal.coefficients.tolist(), strict=True)
        return int(goal.constant + sum(factor * values[column] for column, factor in terms))


def _costs(dice: random.Random, model: Model, solution: dict[Variable, int]) -> None:
    """Gives some models an objective."""
    if dice.random() < 0.5:
        goal = model.sum(dice.randint(-9, 9) * variable for variable in solution)
        (model.maximize if dice.random() < 0.5 else model.minimize)(goal)


def grid(rows: int, columns: int) -> tuple[list[Edge], dict[tuple[int, int], list[Edge]]]:
    """The edges between corners of a grid of cells, and the four around each cell."""
    corner = {(r, c): r * (columns + 1) + c for r in range(rows + 1) for c in range(columns + 1)}
    across = [(corner[r, c], corner[r, c + 1]) for r in range(rows + 1) for c in range(columns)]
    down = [(corner[r, c], corner[r + 1, c]) for r in range(rows) for c in range(columns + 1)]
    around = {
        (r, c): [
            (corner[r, c], corner[r, c + 1]),
            (corner[r + 1, c], corner[r + 1, c + 1]),
            (corner[r, c], corner[r + 1, c]),
            (corner[r, c + 1], corner[r + 1, c + 1]),
        ]
        for r, c in product(range(rows), range(columns))
    }
    return [*across, *down], around


def _winding(dice: random.Random, rows: int, columns: int) -> set[tuple[int, int]]:
    """Cells whose border is a single winding loop: each new one touches one of the others, mostly.

    Around it, those inside are one run, so that the border never meets itself.
    """
    cells = list(product(range(rows), range(columns)))
    inside = {dice.choice(cells)}
    for _ in range(8 * len(cells)):
        r, c = dice.choice(cells)
        ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
        near = [(r + down, c + right) in inside for down, right in ring]
        changes = sum(one != other for one, other in pairwise([*near, near[0]]))
        touching = sum(near[1::2])
        if changes == 2 and (touching == 1 or (touching and dice.random() < 0.02)):
            inside.add((r, c))
    return inside


def loop(dice: random.Random, *, possible: bool) -> Planted:
    """A loop through corners of a grid, with the number of its edges around some cells.

    The obstacle: a cell with all four edges beside one with three more, whose corner has three.
    """
    # The best of many large loops takes some backends minutes.
    costly = dice.random() < 0.3
    most = 5 if costly else 10
    rows, columns = dice.randint(3, most), dice.randint(3, most)
    edges, around = grid(rows, columns)
    inside = _winding(dice, rows, columns)
    sides: dict[Edge, int] = dict.fromkeys(edges, 0)
    for cell in inside:
        for edge in around[cell]:
            sides[edge] += 1
    on = {edge: int(number == 1) for edge, number in sides.items()}
    model = Model("loop")
    drawn = {edge: model.binary(f"edge {edge}") for edge in edges}
    corners = sorted({corner for edge in edges for corner in edge})
    through = {corner: model.binary(f"corner {corner}") for corner in corners}
    for corner in corners:
        model.add(model.sum(drawn[edge] for edge in edges if corner in edge) == 2 * through[corner])
    clues = [cell for cell in sorted(around) if dice.random() < 0.4]
    for cell in clues:
        number = sum(on[edge] for edge in around[cell])
        model.add(model.sum(drawn[edge] for edge in around[cell]) == number)
    if dice.random() < 0.4:
        # By flows, clingo takes minutes.
        encoding = "lazy" if max(rows, columns) > 5 else dice.choice(["flow", "bfs", "lazy"])
        vertices = [through[corner] for corner in corners]
        lines = [drawn[edge] for edge in edges]
        connected(model, np.array(edges), vertices, edges=lines, encoding=encoding)
    touched = {corner for edge in edges if on[edge] for corner in edge}
    solution = {drawn[edge]: on[edge] for edge in edges}
    solution |= {through[corner]: int(corner in touched) for corner in corners}
    if costly:
        _costs(dice, model, solution)
    if not possible:
        cell = dice.choice([cell for cell in around if (cell[0], cell[1] + 1) in around])
        beside = cell[0], cell[1] + 1
        model.add(model.sum(drawn[edge] for edge in around[cell]) == 4)
        model.add(model.sum(drawn[edge] for edge in around[beside]) >= 3)
    return Planted(model, solution if possible else None)


def parity(dice: random.Random, *, possible: bool) -> Planted:
    """Sums that are even or odd. The obstacle: one of them is the sum of the others, plus one."""
    count = dice.randint(4, 14)
    model = Model("parity")
    x = list(model.binary("x", count).flat)
    bits = [dice.randint(0, 1) for _ in x]
    solution = dict(zip(x, bits, strict=True))
    members = [dice.sample(range(count), dice.randint(2, min(count, 6))) for _ in range(count // 2)]
    odd: set[int] = set()
    for some in members:
        odd ^= set(some)
    right = [sum(bits[one] for one in some) % 2 for some in members]
    members.append(sorted(odd))
    right.append(sum(right) % 2 if possible else 1 - sum(right) % 2)
    for number, (some, bit) in enumerate(zip(members, right, strict=True)):
        half = model.integer(f"half {number}", lower=0, upper=count)
        model.add(model.sum(x[one] for one in some) - 2 * half == bit)
        solution[half] = (sum(bits[one] for one in some) - bit) // 2
    _costs(dice, model, dict.fromkeys(x, 0))
    return Planted(model, solution if possible else None)


def matching(dice: random.Random, *, possible: bool) -> Planted:
    """Every vertex has one partner. The obstacle: a bipartite graph with one side too many."""
    count = 2 * dice.randint(2, 9)
    order = dice.sample(range(count), count)
    partners = {tuple(sorted(order[place : place + 2])) for place in range(0, count, 2)}
    edges = {edge for edge in combinations(range(count), 2) if dice.random() < 0.3} | partners
    if not possible:
        side = count // 2 - 1
        edges = {(a, b) for a, b in product(range(side), range(side, count)) if dice.random() < 0.7}
    model = Model("matching")
    paired = {edge: model.binary(f"pair {edge}") for edge in sorted(edges)}
    for vertex in range(count):
        at = [paired[edge] for edge in sorted(edges) if vertex in edge]
        if dice.random() < 0.5:
            model.exactly_one(at)
        else:
            model.add(model.sum([*at, 0]) == 1)
    solution = {variable: int(edge in partners) for edge, variable in paired.items()}
    _costs(dice, model, solution)
    return Planted(model, solution if possible else None)


def tour(dice: random.Random, *, possible: bool) -> Planted:
    """A tour through all vertices, numbered on its way. The obstacle: two parts and one bridge."""
    count = dice.randint(4, 7)
    order = dice.sample(range(count), count)
    steps = set(zip(order, [*order[1:], order[0]], strict=True))
    arcs = {arc for arc in product(range(count), repeat=2) if arc[0] != arc[1]}
    arcs = {arc for arc in arcs if dice.random() < 0.5} | steps
    if not possible:
        arcs = {(a, b) for a, b in arcs if (a < count // 2) == (b < count // 2)} | {(0, count - 1)}
    model = Model("tour")
    goes = {arc: model.binary(f"goes {arc}") for arc in sorted(arcs)}
    place = [model.integer(f"place {vertex}", lower=0, upper=count - 1) for vertex in range(count)]
    for vertex in range(count):
        model.add(model.sum([0, *(goes[arc] for arc in sorted(arcs) if arc[0] == vertex)]) == 1)
        model.add(model.sum([0, *(goes[arc] for arc in sorted(arcs) if arc[1] == vertex)]) == 1)
    model.add(place[order[0]] == 0)
    for (one, other), variable in goes.items():
        if other != order[0]:
            model.add(place[one] - place[other] + count * variable <= count - 1)
    solution = {variable: int(arc in steps) for arc, variable in goes.items()}
    _costs(dice, model, solution)
    solution |= {place[vertex]: order.index(vertex) for vertex in range(count)}
    return Planted(model, solution if possible else None)


def flow(dice: random.Random, *, possible: bool) -> Planted:
    """Whole amounts on arcs. The obstacle: a cut has less room than what must pass it."""
    count = dice.randint(3, 8)
    arcs = [arc for arc in product(range(count), repeat=2) if arc[0] != arc[1]]
    arcs = dice.sample(arcs, min(len(arcs), 3 * count))
    amounts = {arc: dice.choice([0, 0, 1, 2, 7, 30]) for arc in arcs}
    model = Model("flow")
    room = {arc: amount + dice.choice([0, 0, 1, 5]) for arc, amount in amounts.items()}
    goes = {arc: model.integer(f"flow {arc}", lower=0, upper=room[arc]) for arc in arcs}
    for vertex in range(count):
        out = [arc for arc in arcs if arc[0] == vertex]
        into = [arc for arc in arcs if arc[1] == vertex]
        spare = sum(amounts[arc] for arc in out) - sum(amounts[arc] for arc in into)
        if vertex == 0 and not possible:
            spare = sum(room[arc] for arc in out) + 1
        terms = [*(goes[arc] for arc in out), *(-goes[arc] for arc in into)]
        model.add(model.sum([0, *terms]) == spare)
    solution = {goes[arc]: amount for arc, amount in amounts.items()}
    _costs(dice, model, solution)
    return Planted(model, solution if possible else None)


def partition(dice: random.Random, *, possible: bool) -> Planted:
    """Sets that cover each item once. The obstacle: all have two items, and these are odd."""
    count = dice.randint(4, 20)
    order = dice.sample(range(count), count)
    chosen, rest = [], order
    while rest:
        size = dice.randint(1, min(4, len(rest)))
        chosen.append(tuple(sorted(rest[:size])))
        rest = rest[size:]
    others = [tuple(sorted(dice.sample(range(count), dice.randint(1, 4)))) for _ in range(count)]
    sets = sorted({*chosen, *others})
    if not possible:
        # Of more, a search that knows nothing of odd numbers takes minutes.
        count = dice.choice([5, 7, 9])
        sets = [pair for pair in combinations(range(count), 2) if dice.random() < 0.5]
    model = Model("partition")
    taken = {one: model.binary(f"set {one}") for one in sets}
    for item in range(count):
        model.exactly_one([taken[one] for one in sets if item in one])
    solution = {variable: int(one in chosen) for one, variable in taken.items()}
    _costs(dice, model, solution)
    return Planted(model, solution if possible else None)


def colouring(dice: random.Random, *, possible: bool) -> Planted:
    """Neighbours have different colours. The obstacle: one vertex too many that all are."""
    count, colours = dice.randint(4, 12), dice.randint(2, 3)
    colour = [dice.randrange(colours) for _ in range(count)]
    apart = [(a, b) for a, b in combinations(range(count), 2) if colour[a] != colour[b]]
    edges = [pair for pair in apart if dice.random() < 0.6]
    if not possible:
        clique = sorted(dice.sample(range(count), colours + 1))
        edges = sorted({*edges, *combinations(clique, 2)})
    model = Model("colouring")
    has = model.binary("has", count, colours)
    for vertex in range(count):
        model.exactly_one(has[vertex])
    for a, b in edges:
        for one in range(colours):
            if dice.random() < 0.5:
                model.at_most_one([has[a, one], has[b, one]])
            else:
                model.add(has[a, one] + has[b, one] <= 1)
    solution = {
        has[vertex, one]: int(colour[vertex] == one)
        for vertex, one in product(range(count), range(colours))
    }
    _costs(dice, model, solution)
    return Planted(model, solution if possible else None)


def knapsack(dice: random.Random, *, possible: bool) -> Planted:
    """So many things of this weight. The obstacle: even weights, and an odd sum."""
    count = dice.randint(4, 18)
    most = dice.choice([10, 100, 5000])
    weights = [2 * dice.randint(1, most) + int(possible) * dice.randint(0, 1) for _ in range(count)]
    bits = [dice.randint(0, 1) for _ in weights]
    model = Model("knapsack")
    x = list(model.binary("x", count).flat)
    weight = sum(w * bit for w, bit in zip(weights, bits, strict=True))
    weight += 0 if possible else 1
    model.add(model.sum(w * one for w, one in zip(weights, x, strict=True)) == weight)
    model.add(model.sum(x).between(sum(bits) - dice.randint(0, 2), sum(bits) + dice.randint(0, 2)))
    solution = dict(zip(x, bits, strict=True))
    _costs(dice, model, solution)
    return Planted(model, solution if possible else None)


def schedule(dice: random.Random, *, possible: bool) -> Planted:
    """Jobs one after the other on a machine. The obstacle: they take longer than there is time."""
    count = dice.randint(2, 6)
    lengths = [dice.randint(1, 9) for _ in range(count)]
    starts, now = [], dice.randint(0, 3)
    for length in lengths:
        starts.append(now)
        now += length + dice.choice([0, 0, 2])
    end = now if possible else sum(lengths) - 1
    model = Model("schedule")
    begins = [
        model.integer(
            f"begin {job}",
            lower=max(0, start - dice.randint(0, 9)) if possible else 0,
            upper=end - lengths[job],
        )
        for job, start in enumerate(starts)
    ]
    solution = dict(zip(begins, starts, strict=True))
    for a, b in combinations(range(count), 2):
        first = model.binary(f"{a} before {b}")
        model.add(first.implies(begins[a] + lengths[a] <= begins[b]))
        model.add((~first).implies(begins[b] + lengths[b] <= begins[a]))
        solution[first] = 1
    _costs(dice, model, solution)
    return Planted(model, solution if possible else None)


STRUCTURES: dict[str, Callable[..., Planted]] = {
    one.__name__: one
    for one in (*(loop, parity, matching, tour, flow), *(partition, colouring, knapsack, schedule))
}
COVERS = ("matching", "partition")
"""Those that the engine for exact covers takes."""


def planted(seed: int, backend: str) -> Planted:
    """The model with that seed, of a structure that the backend takes; one in three has none."""
    dice = random.Random(f"planted {seed}")
    names = COVERS if backend == "exactcover" else tuple(STRUCTURES)
    return STRUCTURES[dice.choice(names)](dice, possible=dice.random() < 0.67)


def options_of(seed: int, backend: str, asked: Planted) -> Options:
    """Switches for a search, all that the backend honours in turn."""
    dice = random.Random(f"switches {seed}")
    features = frozenset[Feature]() if backend == "auto" else get_backend(backend).features
    hint: dict[Variable, int] = {}
    if Feature.HINT in features and dice.random() < 0.4:
        hint = dict(asked.solution or {})
        hint = {variable: value for variable, value in hint.items() if dice.random() < 0.8}
    return Options(
        time_limit=120.0,
        seed=dice.randint(0, 999) if Feature.SEED in features else 0,
        workers=dice.choice([1, 1, 2]) if Feature.WORKERS in features else 1,
        hint=hint,
    )


def wrong_answer(seed: int, backend: str) -> str:
    """What is wrong with the answers to the model with that seed; empty for nothing."""
    asked = planted(seed, backend)
    options = options_of(seed, backend, asked)
    result = solve_model(asked.model, backend, options)
    if asked.solution is None:
        right = result.status is Status.INFEASIBLE
        return "" if right else f"{result.status}, but there is no solution"
    if result.status is not Status.OPTIMAL:
        return f"{result.status}, but there is a solution"
    cost, goal = asked.cost(), asked.model.program().objective
    if goal is not None and result.objective is not None and cost is not None:
        worse = result.objective < cost if goal.maximize else result.objective > cost
        if worse:
            return f"{result.objective} is called the best, but {cost} is better"
    if seed % 4 == 0:
        two = list_solutions(asked.model, limit=2, backend=backend, options=options)
        if not two.solutions:
            return "no solution is listed, but there is one"
    return ""
