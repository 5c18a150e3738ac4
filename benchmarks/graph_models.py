"""The textbook's models of graphs: packings, matchings, colours, cuts, paths, trees, islands.

`benchmarks.classical_models` gives them their sizes and their dice.
"""

from __future__ import annotations

import random
from itertools import pairwise, product

from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.constraints.regions import division

Cell = tuple[int, int]
Edge = tuple[int, int]


def random_edges(nodes: int, edges: int, dice: random.Random) -> list[Edge]:
    """So many different pairs of nodes."""
    found: set[Edge] = set()
    while len(found) < edges:
        one, other = sorted(dice.sample(range(nodes), 2))
        found.add((one, other))
    return sorted(found)


def random_network(nodes: int, edges: int, dice: random.Random) -> list[Edge]:
    """So many different pairs of nodes, among them those of a tree that reaches all nodes."""
    found = {(dice.randrange(node), node) for node in range(1, nodes)}
    while len(found) < edges:
        one, other = sorted(dice.sample(range(nodes), 2))
        found.add((one, other))
    return sorted(found)


def square(side: int) -> tuple[list[Cell], list[tuple[Cell, Cell]]]:
    """The cells of a square board, and the pairs of those that share a side."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    down = [((row, column), (row + 1, column)) for row, column in cells if row + 1 < side]
    right = [((row, column), (row, column + 1)) for row, column in cells if column + 1 < side]
    return cells, down + right


def packing(things: int, pairs: int, dice: random.Random) -> Model:
    """A packing of pairs: any choice of things of which some exclude each other, two by two."""
    model = Model("packing")
    take = model.binary("take", things)
    for one, other in random_edges(things, pairs, dice):
        model.add(take[one] + take[other] <= 1)
    return model


def path_packing(nodes: int, _: random.Random) -> Model:
    """Any independent set of a path: nodes of which no two are neighbours."""
    model = Model("path packing")
    take = model.binary("take", nodes)
    for one, other in pairwise(range(nodes)):
        model.add(take[one] + take[other] <= 1)
    return model


def sparse_independent_set(nodes: int, edges: int, dice: random.Random) -> Model:
    """The largest independent set of a large graph with few edges."""
    model = Model("sparse independent set")
    take = model.binary("take", nodes)
    for one, other in random_edges(nodes, edges, dice):
        model.at_most_one([take[one], take[other]])
    model.maximize(take.sum())
    return model


def domination(side: int, _: random.Random) -> Model:
    """The smallest dominating set of a square board: each cell is in it, or beside one that is."""
    model = Model("domination")
    cells, edges = square(side)
    take = model.binary("take", cells)
    near = {cell: [cell] for cell in cells}
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    for cell in cells:
        model.at_least_one([take[other] for other in near[cell]])
    model.minimize(take.sum())
    return model


def bipartite_matching(people: int, pairs: int, dice: random.Random) -> Model:
    """The heaviest matching of people and jobs."""
    model = Model("bipartite matching")
    possible = sorted(dice.sample(list(product(range(people), repeat=2)), pairs))
    take = model.binary("take", pairs)
    for one in range(people):
        model.at_most_one([take[n] for n, (person, _) in enumerate(possible) if person == one])
        model.at_most_one([take[n] for n, (_, job) in enumerate(possible) if job == one])
    model.maximize(take.dot([dice.randint(1, 50) for _ in possible]))
    return model


def matching(nodes: int, edges: int, dice: random.Random) -> Model:
    """The heaviest matching of a graph: edges of which no two meet."""
    model = Model("matching")
    pairs = random_edges(nodes, edges, dice)
    take = model.binary("take", edges)
    for node in range(nodes):
        model.at_most_one([take[n] for n, pair in enumerate(pairs) if node in pair])
    model.maximize(take.dot([dice.randint(1, 50) for _ in pairs]))
    return model


def triple_matching(size: int, triples: int, dice: random.Random) -> Model:
    """The cheapest perfect matching in three dimensions: triples with each thing just once."""
    model = Model("triple matching")
    second, third = dice.sample(range(size), size), dice.sample(range(size), size)
    found = set(zip(range(size), second, third, strict=True))
    while len(found) < triples:
        found.add((dice.randrange(size), dice.randrange(size), dice.randrange(size)))
    possible = sorted(found)
    take = model.binary("take", triples)
    for kind, thing in product(range(3), range(size)):
        model.exactly_one([take[n] for n, triple in enumerate(possible) if triple[kind] == thing])
    model.minimize(take.dot([dice.randint(1, 50) for _ in possible]))
    return model


def graph_colours(nodes: int, edges: int, colours: int, dice: random.Random) -> Model:
    """A colouring of a graph with a given number of colours, which has been made from one."""
    model = Model("graph colours")
    planted = [dice.randrange(colours) for _ in range(nodes)]
    pairs: set[Edge] = set()
    while len(pairs) < edges:
        one, other = sorted(dice.sample(range(nodes), 2))
        if planted[one] != planted[other]:
            pairs.add((one, other))
    colour = model.binary("colour", nodes, colours)
    for node in range(nodes):
        model.exactly_one(colour[node])
    for one, other in sorted(pairs):
        for shade in range(colours):
            model.at_most_one([colour[one, shade], colour[other, shade]])
    return model


def maximum_cut(nodes: int, edges: int, dice: random.Random) -> Model:
    """The maximum cut of a graph: two sides with the heaviest edges between them."""
    model = Model("maximum cut")
    pairs = random_edges(nodes, edges, dice)
    side, cut = model.binary("side", nodes), model.binary("cut", edges)
    for number, (one, other) in enumerate(pairs):
        model.add(cut[number] <= side[one] + side[other])
        model.add(cut[number] <= 2 - side[one] - side[other])
    model.maximize(cut.dot([dice.randint(1, 20) for _ in pairs]))
    return model


def graph_partitioning(nodes: int, edges: int, dice: random.Random) -> Model:
    """The minimum bisection of a graph: two halves with the fewest edges between them."""
    model = Model("graph partitioning")
    pairs = random_edges(nodes, edges, dice)
    side, cut = model.binary("side", nodes), model.binary("cut", edges)
    model.add(side.sum() == nodes // 2)
    for number, (one, other) in enumerate(pairs):
        model.add(cut[number] >= side[one] - side[other])
        model.add(cut[number] >= side[other] - side[one])
    model.minimize(cut.sum())
    return model


def shortest_path(nodes: int, arcs: int, dice: random.Random) -> Model:
    """The shortest path from the first node to the last, as a flow of one unit."""
    model = Model("shortest path")
    pairs = set(pairwise(range(nodes)))
    while len(pairs) < arcs:
        begin, end = dice.sample(range(nodes), 2)
        pairs.add((begin, end))
    goes = model.binary("goes", sorted(pairs))
    leaving: dict[int, list[Edge]] = {node: [] for node in range(nodes)}
    coming: dict[int, list[Edge]] = {node: [] for node in range(nodes)}
    for begin, end in sorted(pairs):
        leaving[begin].append((begin, end))
        coming[end].append((begin, end))
    for node in range(nodes):
        out = model.sum(goes[arc] for arc in leaving[node])
        into = model.sum(goes[arc] for arc in coming[node])
        model.add(out - into == (node == 0) - (node == nodes - 1))
    model.minimize(goes.dot([dice.randint(10, 99) for _ in pairs]))
    return model


def steiner_tree(nodes: int, edges: int, dice: random.Random) -> Model:
    """The cheapest Steiner tree of every fourth node, to each of which a flow leads."""
    model = Model("Steiner tree")
    pairs = random_network(nodes, edges, dice)
    wanted = range(0, nodes, 4)
    built = model.binary("built", edges)
    there = model.continuous("there", edges, upper=len(wanted))
    back = model.continuous("back", edges, upper=len(wanted))
    for number in range(edges):
        model.add(there[number] + back[number] <= (len(wanted) - 1) * built[number])
    for node in range(1, nodes):
        gains = [there[n] - back[n] for n, (_, end) in enumerate(pairs) if end == node]
        losses = [there[n] - back[n] for n, (begin, _) in enumerate(pairs) if begin == node]
        model.add(model.sum(gains) - model.sum(losses) == (node in wanted))
    model.minimize(built.dot([dice.randint(5, 30) for _ in pairs]))
    return model


def connected_tree(nodes: int, edges: int, dice: random.Random) -> Model:
    """The cheapest Steiner tree of every fourth node, by the global constraint `connected`."""
    model = Model("connected tree")
    pairs = random_network(nodes, edges, dice)
    node, built = model.binary("node", nodes), model.binary("built", edges)
    for wanted in range(0, nodes, 4):
        model.add(node[wanted] == 1)
    connected(model, pairs, node, edges=built)
    model.minimize(built.dot([dice.randint(5, 30) for _ in pairs]))
    return model


def districting(side: int, districts: int, dice: random.Random) -> Model:
    """Connected districts of about as many people each (within a tenth), with short borders."""
    model = Model("districting")
    cells, edges = square(side)
    people = [dice.randint(10, 30) for _ in cells]
    of, border = model.binary("of", cells, districts), model.binary("border", edges)
    division(model, edges, of)
    for district in range(districts):
        inside = of[:, district].dot(people)
        model.add(10 * districts * inside >= 9 * sum(people))
        model.add(10 * districts * inside <= 11 * sum(people))
    for (one, other), district in product(edges, range(districts)):
        model.add(border[one, other] >= of[one, district] - of[other, district])
    model.minimize(border.sum())
    return model


def most_shaded(side: int, _: random.Random) -> Model:
    """The most cells to shade so that no two of them are neighbours and the rest is connected."""
    model = Model("most shaded")
    cells, edges = square(side)
    shaded = model.binary("shaded", cells)
    for one, other in edges:
        model.at_most_one([shaded[one], shaded[other]])
    connected(model, edges, {cell: ~shaded[cell] for cell in cells})
    model.maximize(shaded.sum())
    return model


def smallest_island(side: int, wanted: int, dice: random.Random) -> Model:
    """The fewest connected cells whose numbers come to what is wanted."""
    model = Model("smallest island")
    cells, edges = square(side)
    land = model.binary("land", cells)
    connected(model, edges, land)
    model.add(land.dot([dice.randint(1, 9) for _ in cells]) >= wanted)
    model.minimize(land.sum())
    return model
