"""The textbook's models of integer programming in several sizes, at random but always the same.

They are those own models, besides the puzzles, on which `benchmarks.backend_choice` measures.
More builders are in `graph_models`, `planning_models` and `recreational_models`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, product

from benchmarks.graph_models import (
    bipartite_matching,
    connected_tree,
    districting,
    domination,
    graph_colours,
    graph_partitioning,
    matching,
    maximum_cut,
    most_shaded,
    packing,
    path_packing,
    shortest_path,
    smallest_island,
    sparse_independent_set,
    steiner_tree,
    triple_matching,
)
from benchmarks.planning_models import (
    cutting_stock,
    flow_shop,
    job_shop,
    release_dates,
    roster,
    staffing,
    transport,
)
from benchmarks.recreational_models import (
    exact_cover,
    golomb_ruler,
    knights_tour,
    magic_square,
    pentominoes,
    queens,
    sudoku,
)
from ilpuzzles.asking.model import Model


def knapsacks(items: int, sacks: int, dice: random.Random) -> Model:
    """Things of some worth, which several resources bound."""
    model = Model("knapsacks")
    take = model.binary("take", items)
    for _ in range(sacks):
        weights = [dice.randint(10, 99) for _ in range(items)]
        model.add(take.dot(weights) <= sum(weights) // 2)
    model.maximize(take.dot([dice.randint(10, 99) for _ in range(items)]))
    return model


def set_cover(sets: int, places: int, dice: random.Random) -> Model:
    """The cheapest sets that cover every place."""
    model = Model("set cover")
    take = model.binary("take", sets)
    for _ in range(places):
        model.at_least_one([take[one] for one in sorted(dice.sample(range(sets), sets // 10))])
    model.minimize(take.dot([dice.randint(1, 20) for _ in range(sets)]))
    return model


def set_partition(sets: int, places: int, dice: random.Random) -> Model:
    """The cheapest sets that cover every place just once; single places are dear."""
    model = Model("set partition")
    parts = [dice.sample(range(places), dice.randint(2, 6)) for _ in range(sets)]
    parts += [[place] for place in range(places)]
    take = model.binary("take", len(parts))
    for place in range(places):
        model.exactly_one([take[number] for number, part in enumerate(parts) if place in part])
    model.minimize(take.dot([30 + dice.randint(5, 15) * len(part) for part in parts]))
    return model


def set_packing(sets: int, places: int, dice: random.Random) -> Model:
    """The sets of most worth that have no place in common."""
    model = Model("set packing")
    parts = [dice.sample(range(places), dice.randint(2, 6)) for _ in range(sets)]
    take = model.binary("take", sets)
    for place in range(places):
        model.at_most_one([take[number] for number, part in enumerate(parts) if place in part])
    model.maximize(take.dot([len(part) * dice.randint(5, 15) for part in parts]))
    return model


def independent_set(nodes: int, degree: int, dice: random.Random) -> Model:
    """The most nodes of a graph of which no two are neighbours."""
    model = Model("independent set")
    take = model.binary("take", nodes)
    edges = list(combinations(range(nodes), 2))
    for one, other in dice.sample(edges, nodes * degree // 2):
        model.at_most_one([take[one], take[other]])
    model.maximize(take.sum())
    return model


def colouring(nodes: int, degree: int, dice: random.Random) -> Model:
    """The fewest colours for a graph."""
    model = Model("colouring")
    colours = degree + 1
    colour, used = model.binary("colour", nodes, colours), model.binary("used", colours)
    for node in range(nodes):
        model.exactly_one(colour[node])
    edges = list(combinations(range(nodes), 2))
    for one, other in dice.sample(edges, nodes * degree // 2):
        for shade in range(colours):
            model.add(colour[one, shade] + colour[other, shade] <= used[shade])
    for earlier, later in pairwise(range(colours)):
        model.add(used[later] <= used[earlier])
    model.minimize(used.sum())
    return model


def bin_packing(items: int, bins: int, dice: random.Random) -> Model:
    """The fewest boxes for things of given sizes."""
    model = Model("bin packing")
    sizes = [dice.randint(20, 70) for _ in range(items)]
    inside, used = model.binary("inside", items, bins), model.binary("used", bins)
    for item in range(items):
        model.exactly_one(inside[item])
    for box in range(bins):
        model.add(inside[:, box].dot(sizes) <= 150 * used[box])
    for earlier, later in pairwise(range(bins)):
        model.add(used[later] <= used[earlier])
    model.minimize(used.sum())
    return model


def assignment(jobs: int, agents: int, dice: random.Random) -> Model:
    """Jobs for agents of limited time (generalised assignment)."""
    model = Model("assignment")
    does = model.binary("does", agents, jobs)
    for job in range(jobs):
        model.exactly_one(does[:, job])
    for agent in range(agents):
        times = [dice.randint(5, 25) for _ in range(jobs)]
        model.add(does[agent].dot(times) <= sum(times) * 8 // (10 * agents))
    model.minimize(does.dot([[dice.randint(10, 50) for _ in range(jobs)] for _ in range(agents)]))
    return model


def latin_square(size: int, given: int, dice: random.Random) -> Model:
    """A Latin square with some numbers given, and the largest sum on its diagonal."""
    model = Model("latin square")
    has = model.binary("has", size, size, size)
    for one, other in product(range(size), repeat=2):
        model.exactly_one(has[one, other])
        model.exactly_one(has[one, :, other])
        model.exactly_one(has[:, one, other])
    for row, column in dice.sample(list(product(range(size), repeat=2)), given):
        model.add(has[row, column, (row + 2 * column) % size] == 1)
    model.maximize(model.sum(n * has[p, p, n] for p in range(size) for n in range(size)))
    return model


def satisfiability(variables: int, clauses: int, dice: random.Random) -> Model:
    """Random clauses of three literals, no objective."""
    model = Model("satisfiability")
    x = model.binary("x", variables)
    for _ in range(clauses):
        chosen = dice.sample(range(variables), 3)
        model.at_least_one([x[one] if dice.random() < 0.5 else ~x[one] for one in chosen])
    return model


def most_clauses(variables: int, clauses: int, dice: random.Random) -> Model:
    """As many of the random clauses as can hold together, each with a weight."""
    model = Model("most clauses")
    x, broken = model.binary("x", variables), model.binary("broken", clauses)
    for number in range(clauses):
        chosen = dice.sample(range(variables), 3)
        literals = [x[one] if dice.random() < 0.5 else ~x[one] for one in chosen]
        model.at_least_one([*literals, broken[number]])
    model.minimize(broken.dot([dice.randint(1, 9) for _ in range(clauses)]))
    return model


def coins(kinds: int, rows: int, dice: random.Random) -> Model:
    """The fewest coins of each kind that come to given sums in several currencies."""
    model = Model("coins")
    number = model.integer("number", kinds, lower=0, upper=40)
    for _ in range(rows):
        worth = [dice.randint(5, 60) for _ in range(kinds)]
        reached = sum(value * dice.randint(0, 9) for value in worth)
        model.add(number.dot(worth) >= reached)
    model.minimize(number.dot([dice.randint(10, 30) for _ in range(kinds)]))
    return model


def travelling(towns: int, _: int, dice: random.Random) -> Model:
    """A shortest tour, whose towns are numbered in their order (Miller, Tucker, Zemlin)."""
    model = Model("travelling")
    place = [(dice.randint(0, 99), dice.randint(0, 99)) for _ in range(towns)]
    goes = model.binary("goes", towns, towns)
    order = model.integer("order", towns, lower=0, upper=towns - 1)
    for town in range(towns):
        model.exactly_one(goes[town])
        model.exactly_one(goes[:, town])
        model.add(goes[town, town] == 0)
    for one, other in product(range(towns), range(1, towns)):
        if one != other:
            model.add(order[other] >= order[one] + 1 - towns * (1 - goes[one, other]))
    lengths = [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in place] for a, b in place]
    model.minimize(goes.dot(lengths))
    return model


def one_machine(jobs: int, _: int, dice: random.Random) -> Model:
    """Jobs one after the other; weighted delays, and a big M for each pair."""
    model = Model("one machine")
    times = [dice.randint(2, 12) for _ in range(jobs)]
    whole = sum(times)
    start = model.integer("start", jobs, lower=0, upper=whole)
    late = model.integer("late", jobs, lower=0, upper=whole)
    first = model.binary("first", jobs, jobs)
    for one, other in combinations(range(jobs), 2):
        model.exactly_one([first[one, other], first[other, one]])
        model.add(start[other] >= start[one] + times[one] - whole * first[other, one])
        model.add(start[one] >= start[other] + times[other] - whole * first[one, other])
    for job in range(jobs):
        model.add(first[job, job] == 0)
        model.add(late[job] >= start[job] + times[job] - dice.randint(5, whole))
        model.add(start[job] + times[job] <= whole)
    model.minimize(late.dot([dice.randint(1, 5) for _ in range(jobs)]))
    return model


def facilities(depots: int, shops: int, dice: random.Random) -> Model:
    """Depots to open, each with a capacity, and what they send to every shop."""
    model = Model("facilities")
    opened = model.binary("opened", depots)
    share = model.continuous("share", depots, shops, upper=1)
    wanted = [dice.randint(5, 30) for _ in range(shops)]
    for shop in range(shops):
        model.add(share[:, shop].sum() == 1)
    for depot in range(depots):
        room = sum(wanted) * dice.randint(3, 6) // depots
        model.add(share[depot].dot(wanted) <= room * opened[depot])
        for shop in range(shops):
            model.add(share[depot, shop] <= opened[depot])
    costs = [[needs * dice.randint(1, 20) for needs in wanted] for _ in range(depots)]
    fixed = [dice.randint(300, 600) for _ in range(depots)]
    model.minimize(opened.dot(fixed) + share.dot(costs))
    return model


def lot_sizes(goods: int, weeks: int, dice: random.Random) -> Model:
    """When to make how much of what: a change of goods costs, so does a full store."""
    model = Model("lot sizes")
    made = model.continuous("made", goods, weeks, upper=200)
    stored = model.continuous("stored", goods, weeks, upper=500)
    changed = model.binary("changed", goods, weeks)
    for good, week in product(range(goods), range(weeks)):
        before = stored[good, week - 1] if week else 0
        model.add(before + made[good, week] == stored[good, week] + dice.randint(5, 40))
        model.add(made[good, week] <= 200 * changed[good, week])
    for week in range(weeks):
        model.add(made[:, week].sum() <= 45 * goods)
    fixed = [[dice.randint(40, 120) for _ in range(weeks)] for _ in range(goods)]
    model.minimize(changed.dot(fixed) + stored.sum())
    return model


def network(nodes: int, arcs: int, dice: random.Random) -> Model:
    """A flow through arcs, each of which costs something once it is used."""
    model = Model("network")
    pairs = [(place, (place + 1) % nodes) for place in range(nodes)]
    pairs += dice.sample([(a, b) for a in range(nodes) for b in range(nodes) if a != b], arcs)
    flow = model.continuous("flow", len(pairs), upper=100)
    used = model.binary("used", len(pairs))
    wanted = [dice.randint(1, 9) for _ in range(nodes - 1)]
    for node in range(nodes):
        into = model.sum(flow[number] for number, (_, end) in enumerate(pairs) if end == node)
        out = model.sum(flow[number] for number, (begin, _) in enumerate(pairs) if begin == node)
        model.add(into - out == (wanted[node - 1] if node else -sum(wanted)))
    for number in range(len(pairs)):
        model.add(flow[number] <= 100 * used[number])
    costs, fixed = ([dice.randint(*ends) for _ in pairs] for ends in ((1, 9), (20, 80)))
    model.minimize(flow.dot(costs) + used.dot(fixed))
    return model


Size = tuple[int, ...]

FIRST, BEST, COUNT = "first", "best", "count"
"""What a model is asked: any solution, the best one, or how many there are."""


@dataclass(frozen=True, slots=True)
class Family:
    """Models that one function builds in several sizes, and what these are asked.

    Attributes:
        build: The function; it takes the numbers of a size, and dice.
        sizes: The sizes, the smallest first.
        tasks: What is asked in every size.
        counted: The sizes that are small enough for counting all solutions.
    """

    build: Callable[..., Model]
    sizes: tuple[Size, ...]
    tasks: tuple[str, ...] = (FIRST, BEST)
    counted: tuple[Size, ...] = ()

    @property
    def name(self) -> str:
        """What the family is called: as its function."""
        return self.build.__name__


FAMILIES: tuple[Family, ...] = (
    Family(knapsacks, ((30, 5), (60, 5), (100, 5)), (BEST,)),
    Family(set_cover, ((100, 100), (200, 150), (400, 200)), (BEST,)),
    Family(set_partition, ((300, 40), (800, 60), (2000, 80))),
    Family(independent_set, ((60, 6), (100, 6), (140, 8)), (BEST,)),
    Family(colouring, ((20, 6), (30, 7), (40, 8))),
    Family(bin_packing, ((12, 6), (18, 9), (24, 12))),
    Family(assignment, ((30, 5), (40, 8), (60, 10))),
    Family(latin_square, ((9, 20), (15, 60), (21, 150))),
    Family(satisfiability, ((150, 600), (250, 1050), (200, 880)), (FIRST,)),
    Family(most_clauses, ((30, 160), (40, 240), (60, 330)), (BEST,)),
    Family(coins, ((10, 3), (20, 5), (30, 8)), (BEST,)),
    Family(travelling, ((9, 0), (12, 0), (15, 0))),
    Family(one_machine, ((6, 0), (8, 0), (10, 0))),
    Family(facilities, ((10, 20), (20, 40), (30, 60))),
    Family(lot_sizes, ((4, 8), (6, 12), (8, 16))),
    Family(network, ((12, 40), (20, 80), (30, 120))),
    Family(packing, ((500, 1000), (1000, 2000), (2500, 5000)), (FIRST,)),
    Family(set_packing, ((80, 50), (150, 80), (200, 100)), (BEST,)),
    Family(path_packing, ((500,), (2000,), (8000,)), (FIRST,)),
    Family(sparse_independent_set, ((500, 600), (1500, 1800), (3000, 3600)), (BEST,)),
    Family(domination, ((5,), (8,), (10,)), (BEST,)),
    Family(bipartite_matching, ((30, 200), (100, 1000), (300, 4000)), (BEST,)),
    Family(matching, ((40, 200), (100, 600), (200, 1500)), (BEST,)),
    Family(triple_matching, ((10, 60), (20, 160), (25, 220)), counted=((10, 60),)),
    Family(graph_colours, ((100, 400, 5), (200, 900, 5), (300, 1500, 6)), (FIRST,)),
    Family(maximum_cut, ((20, 50), (40, 100), (50, 140)), (BEST,)),
    Family(graph_partitioning, ((12, 30), (20, 50), (30, 75))),
    Family(shortest_path, ((50, 200), (200, 1000), (1000, 5000))),
    Family(steiner_tree, ((15, 30), (25, 60), (40, 100))),
    Family(connected_tree, ((12, 20), (20, 45), (30, 70))),
    Family(districting, ((4, 2), (5, 3), (7, 2))),
    Family(most_shaded, ((5,), (6,), (7,)), (BEST,)),
    Family(smallest_island, ((4, 60), (6, 80), (8, 120)), counted=((4, 60),)),
    Family(magic_square, ((3,), (4,), (5,)), (FIRST,), ((3,),)),
    Family(queens, ((8,), (20,), (50,)), (FIRST,), ((8,),)),
    Family(golomb_ruler, ((6, 25), (7, 36), (8, 49)), counted=((6, 25),)),
    Family(sudoku, ((2, 5), (3, 25), (4, 110)), (FIRST,), ((2, 5), (3, 25), (4, 110))),
    Family(exact_cover, ((30, 150), (60, 300), (90, 400)), (FIRST,), ((30, 150), (60, 300))),
    Family(pentominoes, ((3, 20), (4, 15), (6, 10)), (FIRST,), ((3, 20), (4, 15), (6, 10))),
    Family(knights_tour, ((5, 6), (6, 6), (16, 16)), (FIRST,), ((5, 6),)),
    Family(roster, ((8, 7), (15, 14), (25, 28))),
    Family(staffing, ((24, 8), (84, 9), (168, 9)), (BEST,)),
    Family(cutting_stock, ((6, 100), (10, 120), (14, 150)), (BEST,)),
    Family(transport, ((5, 10), (20, 50), (50, 150))),
    Family(release_dates, ((6,), (8,), (10,))),
    Family(job_shop, ((4, 4), (6, 6), (10, 10))),
    Family(flow_shop, ((6, 4), (8, 6), (10, 8))),
)
"""All families, with their sizes and tasks; the names of the models are made of these."""

_BY_NAME = {family.name: family for family in FAMILIES}


def classical_names() -> Iterator[str]:
    """What the models are called, such as `knapsacks-30x5`, in a fixed order."""
    for family in FAMILIES:
        for size in family.sizes:
            yield f"{family.name}-{'x'.join(map(str, size))}"


def classical_model(name: str) -> Model:
    """The model of such a name."""
    family, size = _family_and_size(name)
    return family.build(*size, random.Random(name))


def classical_tasks(name: str) -> tuple[str, ...]:
    """What the model of such a name is asked: `first`, `best` and `count`, as far as they fit."""
    family, size = _family_and_size(name)
    return (*family.tasks, COUNT) if size in family.counted else family.tasks


def _family_and_size(name: str) -> tuple[Family, Size]:
    family, size = name.split("-")
    return _BY_NAME[family], tuple(map(int, size.split("x")))
