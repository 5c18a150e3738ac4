"""The textbook's models of `benchmarks`, worked out by hand: every choice is tried.

Each function has the name of a family, throws the same dice in the same order, and returns the best
objective, or the number of solutions where there is no objective.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, pairwise, permutations, product
from random import Random
from typing import Any, TypeAlias

from scipy import optimize

Edge: TypeAlias = tuple[Any, Any]
Chosen: TypeAlias = tuple[int, ...]


def truths(number: int) -> Iterator[Chosen]:
    """All ways to choose some of so many things."""
    return product((0, 1), repeat=number)


def total(values: Iterable[int], chosen: Iterable[int]) -> int:
    """The sum of values, each as often as is chosen."""
    return sum(value * times for value, times in zip(values, chosen, strict=True))


def numbers(dice: Random, count: int, least: int, most: int) -> list[int]:
    """So many random numbers."""
    return [dice.randint(least, most) for _ in range(count)]


def table(dice: Random, rows: int, columns: int, least: int, most: int) -> list[list[int]]:
    """The same in rows."""
    return [numbers(dice, columns, least, most) for _ in range(rows)]


def picked(things: Sequence[Any], chosen: Chosen) -> list[Any]:
    """The chosen things."""
    return [thing for thing, truth in zip(things, chosen, strict=True) if truth]


def is_disjoint(parts: Sequence[Iterable[Any]]) -> bool:
    """Whether no thing is in two of the parts."""
    things = [thing for part in parts for thing in part]
    return len(things) == len(set(things))


def random_edges(nodes: int, edges: int, dice: Random) -> list[Edge]:
    """So many different pairs of nodes, sorted."""
    return _with_more_edges(set(), nodes, edges, dice)


def _with_more_edges(found: set[Edge], nodes: int, edges: int, dice: Random) -> list[Edge]:
    while len(found) < edges:
        one, other = sorted(dice.sample(range(nodes), 2))
        found.add((one, other))
    return sorted(found)


def random_network(nodes: int, edges: int, dice: Random) -> list[Edge]:
    """The same, with a tree among them."""
    tree = {(dice.randrange(node), node) for node in range(1, nodes)}
    return _with_more_edges(tree, nodes, edges, dice)


def board(side: int) -> tuple[list[Edge], list[tuple[Edge, Edge]]]:
    """The cells of a square, and the pairs that share a side: those of the columns first."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    down = [(cell, (cell[0] + 1, cell[1])) for cell in cells]
    right = [(cell, (cell[0], cell[1] + 1)) for cell in cells]
    return cells, [pair for pair in down + right if pair[1] in cells]


def in_one_piece(vertices: Iterable[Any], edges: Iterable[Edge]) -> bool:
    """Whether edges between the vertices connect them all."""
    piece_of = {vertex: frozenset([vertex]) for vertex in vertices}
    for one, other in edges:
        if one in piece_of and other in piece_of:
            both = piece_of[one] | piece_of[other]
            piece_of.update(dict.fromkeys(both, both))
    return len(set(piece_of.values())) <= 1


def independent_sets(nodes: int, edges: Iterable[Edge]) -> Iterator[Chosen]:
    """All sets of nodes without neighbours."""
    pairs = list(edges)
    for chosen in truths(nodes):
        if not any(chosen[one] and chosen[other] for one, other in pairs):
            yield chosen


def colourings(nodes: int, edges: Iterable[Edge], colours: int) -> Iterator[Chosen]:
    """All ways to give neighbours different colours."""
    pairs = list(edges)
    for colour in product(range(colours), repeat=nodes):
        if all(colour[one] != colour[other] for one, other in pairs):
            yield colour


def linear(costs: Sequence[float], equal: Any, at_most: Any, bounds: Any) -> float:
    """The least cost of a linear program, whose rows have their right sides as last numbers."""
    left, right = [row[:-1] for row in at_most], [row[-1] for row in at_most]
    found = optimize.linprog(
        costs,
        A_ub=left or None,
        b_ub=right or None,
        A_eq=[row[:-1] for row in equal] or None,
        b_eq=[row[-1] for row in equal] or None,
        bounds=bounds,
    )
    return float(found.fun) if found.status == 0 else math.inf


# Of `classical_models`.


def knapsacks(items: int, sacks: int, dice: Random) -> int:
    weights, worth = table(dice, sacks, items, 10, 99), numbers(dice, items, 10, 99)
    fitting = (
        chosen
        for chosen in truths(items)
        if all(total(row, chosen) <= sum(row) // 2 for row in weights)
    )
    return max(total(worth, chosen) for chosen in fitting)


def set_cover(sets: int, places: int, dice: Random) -> int:
    having = [sorted(dice.sample(range(sets), sets // 10)) for _ in range(places)]
    costs = numbers(dice, sets, 1, 20)
    return min(sum(costs[one] for one in set(chosen)) for chosen in product(*having))


def set_partition(sets: int, places: int, dice: Random) -> int:
    parts = [dice.sample(range(places), dice.randint(2, 6)) for _ in range(sets)]
    parts += [[place] for place in range(places)]
    costs = [30 + dice.randint(5, 15) * len(part) for part in parts]
    whole = (
        chosen
        for chosen in truths(len(parts))
        if sorted(chain(*picked(parts, chosen))) == list(range(places))
    )
    return min(total(costs, chosen) for chosen in whole)


def set_packing(sets: int, places: int, dice: Random) -> int:
    parts = [dice.sample(range(places), dice.randint(2, 6)) for _ in range(sets)]
    worth = [len(part) * dice.randint(5, 15) for part in parts]
    apart = (chosen for chosen in truths(sets) if is_disjoint(picked(parts, chosen)))
    return max(total(worth, chosen) for chosen in apart)


def independent_set(nodes: int, degree: int, dice: Random) -> int:
    edges = dice.sample(list(combinations(range(nodes), 2)), nodes * degree // 2)
    return max(map(sum, independent_sets(nodes, edges)))


def colouring(nodes: int, degree: int, dice: Random) -> int:
    edges = dice.sample(list(combinations(range(nodes), 2)), nodes * degree // 2)
    return min(len(set(colour)) for colour in colourings(nodes, edges, degree + 1))


def bin_packing(items: int, bins: int, dice: Random) -> int:
    sizes = numbers(dice, items, 20, 70)
    fitting = (
        inside
        for inside in product(range(bins), repeat=items)
        if all(total(sizes, (box == one for box in inside)) <= 150 for one in range(bins))
    )
    return min(len(set(inside)) for inside in fitting)


def assignment(jobs: int, agents: int, dice: Random) -> int:
    times, costs = table(dice, agents, jobs, 5, 25), table(dice, agents, jobs, 10, 50)
    possible = (
        does
        for does in product(range(agents), repeat=jobs)
        if all(
            total(row, (one == agent for one in does)) <= sum(row) * 8 // (10 * agents)
            for agent, row in enumerate(times)
        )
    )
    return min(sum(costs[agent][job] for job, agent in enumerate(does)) for does in possible)


def latin_square(size: int, given: int, dice: Random) -> int:
    cells = dice.sample(list(product(range(size), repeat=2)), given)
    rows = list(permutations(range(size)))
    diagonals = []
    for square in product(rows, repeat=size):
        columns = [len(set(column)) == size for column in zip(*square, strict=True)]
        if all(columns) and all(square[r][c] == (r + 2 * c) % size for r, c in cells):
            diagonals.append(sum(square[place][place] for place in range(size)))
    return max(diagonals)


def satisfiability(variables: int, clauses: int, dice: Random) -> int:
    given = [_clause(variables, dice) for _ in range(clauses)]
    return sum(not any(_is_broken(one, values) for one in given) for values in truths(variables))


def most_clauses(variables: int, clauses: int, dice: Random) -> int:
    given = [_clause(variables, dice) for _ in range(clauses)]
    costs = numbers(dice, clauses, 1, 9)
    return min(
        total(costs, (_is_broken(one, values) for one in given)) for values in truths(variables)
    )


def _clause(variables: int, dice: Random) -> list[tuple[int, int]]:
    """Variables, and what they are to be."""
    return [(one, int(dice.random() < 0.5)) for one in dice.sample(range(variables), 3)]


def _is_broken(clause: list[tuple[int, int]], values: Chosen) -> bool:
    return all(values[one] != wanted for one, wanted in clause)


def coins(kinds: int, rows: int, dice: Random) -> int:
    sums = []
    for _ in range(rows):
        worth = numbers(dice, kinds, 5, 60)
        sums.append((worth, sum(value * dice.randint(0, 9) for value in worth)))
    costs = numbers(dice, kinds, 10, 30)
    enough = (
        number
        for number in product(range(41), repeat=kinds)
        if all(total(worth, number) >= reached for worth, reached in sums)
    )
    return min(total(costs, number) for number in enough)


def travelling(towns: int, _: int, dice: Random) -> int:
    place = [(dice.randint(0, 99), dice.randint(0, 99)) for _ in range(towns)]
    tours = ([0, *others, 0] for others in permutations(range(1, towns)))
    return min(
        sum(round(math.dist(place[one], place[other])) for one, other in pairwise(tour))
        for tour in tours
    )


def one_machine(jobs: int, _: int, dice: Random) -> int:
    times = numbers(dice, jobs, 2, 12)
    due = numbers(dice, jobs, 5, sum(times))
    costs = numbers(dice, jobs, 1, 5)
    return min(
        sum(costs[job] * max(0, end - due[job]) for job, end in _ends(order, times, [0] * jobs))
        for order in permutations(range(jobs))
    )


def _ends(order: Sequence[int], times: list[int], dates: list[int]) -> Iterator[tuple[int, int]]:
    """When jobs end that one machine does in an order, none before its date."""
    now = 0
    for job in order:
        now = max(now, dates[job]) + times[job]
        yield job, now


def facilities(depots: int, shops: int, dice: Random) -> int:
    wanted = numbers(dice, shops, 5, 30)
    rooms = [sum(wanted) * dice.randint(3, 6) // depots for _ in range(depots)]
    costs = [[needs * dice.randint(1, 20) for needs in wanted] for _ in range(depots)]
    fixed = numbers(dice, depots, 300, 600)
    pairs = list(product(range(depots), range(shops)))
    whole = [[*(shop == one for _, shop in pairs), 1] for one in range(shops)]
    loads = [
        [*(wanted[shop] * (depot == one) for depot, shop in pairs), rooms[one]]
        for one in range(depots)
    ]
    least = math.inf
    for opened in truths(depots):
        bounds = [(0, opened[depot]) for depot, _ in pairs]
        sent = linear(list(chain(*costs)), whole, loads, bounds)
        least = min(least, total(fixed, opened) + sent)
    return round(least)


def lot_sizes(goods: int, weeks: int, dice: Random) -> int:
    pairs = list(product(range(goods), range(weeks)))
    wanted = {pair: dice.randint(5, 40) for pair in pairs}
    fixed = numbers(dice, len(pairs), 40, 120)
    # What is made of each good in each week, and then what is stored.
    columns = [("made", *pair) for pair in pairs] + [("stored", *pair) for pair in pairs]
    kept = []
    for good, week in pairs:
        signs = {("made", good, week): 1, ("stored", good, week - 1): 1, ("stored", good, week): -1}
        kept.append([*(signs.get(column, 0) for column in columns), wanted[good, week]])
    room = [
        [*(column[0] == "made" and column[2] == week for column in columns), 45 * goods]
        for week in range(weeks)
    ]
    least = math.inf
    for changed in truths(len(pairs)):
        bounds = [(0, 200 * truth) for truth in changed] + [(0, 500)] * len(pairs)
        costs = [column[0] == "stored" for column in columns]
        least = min(least, total(fixed, changed) + linear(costs, kept, room, bounds))
    return round(least)


def network(nodes: int, arcs: int, dice: Random) -> int:
    pairs = [(place, (place + 1) % nodes) for place in range(nodes)]
    pairs += dice.sample([(a, b) for a in range(nodes) for b in range(nodes) if a != b], arcs)
    wanted = numbers(dice, nodes - 1, 1, 9)
    costs, fixed = numbers(dice, len(pairs), 1, 9), numbers(dice, len(pairs), 20, 80)
    kept = [
        [*((end == node) - (begin == node) for begin, end in pairs), needs]
        for node, needs in enumerate([-sum(wanted), *wanted])
    ]
    return round(
        min(
            total(fixed, used) + linear(costs, kept, [], [(0, 100 * truth) for truth in used])
            for used in truths(len(pairs))
        )
    )


# Of `graph_models`.


def packing(things: int, pairs: int, dice: Random) -> int:
    return sum(1 for _ in independent_sets(things, random_edges(things, pairs, dice)))


def path_packing(nodes: int, _: Random) -> int:
    return sum(1 for _ in independent_sets(nodes, pairwise(range(nodes))))


def sparse_independent_set(nodes: int, edges: int, dice: Random) -> int:
    return max(map(sum, independent_sets(nodes, random_edges(nodes, edges, dice))))


def domination(side: int, _: Random) -> int:
    cells, edges = board(side)
    near = {
        cell: {cell} | {other for pair in edges for other in pair if cell in pair} for cell in cells
    }
    covering = (
        chosen
        for chosen in truths(len(cells))
        if all(near[cell] & set(picked(cells, chosen)) for cell in cells)
    )
    return min(map(sum, covering))


def bipartite_matching(people: int, pairs: int, dice: Random) -> int:
    possible = sorted(dice.sample(list(product(range(people), repeat=2)), pairs))
    return _heaviest([(person, people + job) for person, job in possible], dice)


def matching(nodes: int, edges: int, dice: Random) -> int:
    return _heaviest(random_edges(nodes, edges, dice), dice)


def _heaviest(edges: list[Edge], dice: Random) -> int:
    worth = numbers(dice, len(edges), 1, 50)
    apart = (chosen for chosen in truths(len(edges)) if is_disjoint(picked(edges, chosen)))
    return max(total(worth, chosen) for chosen in apart)


def triple_matching(size: int, triples: int, dice: Random) -> int:
    second, third = dice.sample(range(size), size), dice.sample(range(size), size)
    found = set(zip(range(size), second, third, strict=True))
    while len(found) < triples:
        found.add((dice.randrange(size), dice.randrange(size), dice.randrange(size)))
    costs = dict(zip(sorted(found), numbers(dice, triples, 1, 50), strict=True))
    best = math.inf
    for seconds, thirds in product(permutations(range(size)), repeat=2):
        chosen = list(zip(range(size), seconds, thirds, strict=True))
        if set(chosen) <= set(costs):
            best = min(best, sum(costs[triple] for triple in chosen))
    return int(best)


def graph_colours(nodes: int, edges: int, colours: int, dice: Random) -> int:
    planted = [dice.randrange(colours) for _ in range(nodes)]
    pairs: set[Edge] = set()
    while len(pairs) < edges:
        one, other = sorted(dice.sample(range(nodes), 2))
        if planted[one] != planted[other]:
            pairs.add((one, other))
    found = list(colourings(nodes, pairs, colours))
    assert tuple(planted) in found
    return len(found)


def maximum_cut(nodes: int, edges: int, dice: Random) -> int:
    pairs = random_edges(nodes, edges, dice)
    weights = numbers(dice, edges, 1, 20)
    return max(
        total(weights, (side[one] != side[other] for one, other in pairs)) for side in truths(nodes)
    )


def graph_partitioning(nodes: int, edges: int, dice: Random) -> int:
    pairs = random_edges(nodes, edges, dice)
    halves = (side for side in truths(nodes) if sum(side) == nodes // 2)
    return min(sum(side[one] != side[other] for one, other in pairs) for side in halves)


def shortest_path(nodes: int, arcs: int, dice: Random) -> int:
    pairs = set(pairwise(range(nodes)))
    while len(pairs) < arcs:
        begin, end = dice.sample(range(nodes), 2)
        pairs.add((begin, end))
    lengths = dict(zip(sorted(pairs), numbers(dice, arcs, 10, 99), strict=True))
    far = [0, *[10**6] * (nodes - 1)]
    for _ in range(nodes):
        for (begin, end), length in lengths.items():
            far[end] = min(far[end], far[begin] + length)
    return far[-1]


def steiner_tree(nodes: int, edges: int, dice: Random) -> int:
    pairs = random_network(nodes, edges, dice)
    costs = numbers(dice, edges, 5, 30)
    wanted = set(range(0, nodes, 4))
    connecting = (
        built
        for built in truths(edges)
        if in_one_piece(wanted.union(*picked(pairs, built)), picked(pairs, built))
    )
    return min(total(costs, built) for built in connecting)


connected_tree = steiner_tree


def districting(side: int, districts: int, dice: Random) -> int:
    cells, edges = board(side)
    people = numbers(dice, len(cells), 10, 30)
    best = len(edges)
    for number in product(range(districts), repeat=len(cells)):
        of = dict(zip(cells, number, strict=True))
        inside = [
            total(people, (one == district for one in number)) for district in range(districts)
        ]
        borders = sum(of[one] != of[other] for one, other in edges)
        if borders >= best or not all(
            9 * sum(people) <= 10 * districts * one <= 11 * sum(people) for one in inside
        ):
            continue
        regions = [[cell for cell in cells if of[cell] == one] for one in range(districts)]
        if all(in_one_piece(region, edges) for region in regions):
            best = borders
    return best


def most_shaded(side: int, _: Random) -> int:
    cells, edges = board(side)
    best = 0
    for chosen in truths(len(cells)):
        shaded = set(picked(cells, chosen))
        if sum(chosen) > best and not any(shaded.issuperset(pair) for pair in edges):
            best = sum(chosen) if in_one_piece(set(cells) - shaded, edges) else best
    return best


def smallest_island(side: int, wanted: int, dice: Random) -> int:
    cells, edges = board(side)
    values = numbers(dice, len(cells), 1, 9)
    best = len(cells)
    for chosen in truths(len(cells)):
        if sum(chosen) < best and total(values, chosen) >= wanted:
            best = sum(chosen) if in_one_piece(picked(cells, chosen), edges) else best
    return best


# Of `planning_models`.


def roster(nurses: int, days: int, dice: Random) -> int:
    dislike = [[dice.choices(range(1, 10), k=3) for _ in range(days)] for _ in range(nurses)]
    free, night = 3, 2
    one_day = [
        shifts
        for shifts in product(range(4), repeat=nurses)
        if all(shifts.count(shift) >= nurses // 5 for shift in range(3))
    ]
    # The least that ends with each way to spend the last day.
    least = dict.fromkeys(one_day, 0)
    for day in range(days):
        before, least = least, {}
        for shifts in one_day:
            rested = (
                cost
                for earlier, cost in before.items()
                if not day
                or all(
                    then != night or now in {night, free}
                    for then, now in zip(earlier, shifts, strict=True)
                )
            )
            costs = ([*row[day], 0][shift] for row, shift in zip(dislike, shifts, strict=True))
            least[shifts] = min(rested, default=10**6) + sum(costs)
    return min(least.values())


def staffing(hours: int, shift: int, dice: Random) -> int:
    wanted = numbers(dice, hours, 5, 40)
    costs = numbers(dice, hours, 10, 15)
    there = [[0] * hours for _ in range(hours)]
    for hour, since in product(range(hours), range(shift)):
        there[hour][hour - since] += since != shift // 2
    return _least_whole(costs, there, wanted)


def cutting_stock(kinds: int, bar: int, dice: Random) -> int:
    lengths = sorted(dice.sample(range(bar // 6, bar // 2), kinds), reverse=True)
    wanted = numbers(dice, kinds, 10, 60)
    fitting = (
        number for number in product(range(7), repeat=kinds) if total(lengths, number) <= bar
    )
    columns = list(zip(*fitting, strict=True))
    return _least_whole([1] * len(columns[0]), columns, wanted)


def _least_whole(costs: Sequence[int], rows: Any, least: list[int]) -> int:
    """The least cost of an integer program whose rows have lower bounds."""
    found = optimize.milp(
        costs,
        integrality=[1] * len(costs),
        bounds=optimize.Bounds(0, 60),
        constraints=optimize.LinearConstraint(rows, lb=least),
    )
    return round(float(found.fun))


def transport(plants: int, shops: int, dice: Random) -> int:
    wanted = numbers(dice, shops, 5, 50)
    made = [sum(wanted) // plants + dice.randint(1, 30) for _ in range(plants)]
    costs = table(dice, plants, shops, 5, 99)
    pairs = list(product(range(plants), range(shops)))
    rows = [[*(plant == one for plant, _ in pairs), made[one]] for one in range(plants)]
    rows += [[*(-(shop == one) for _, shop in pairs), -wanted[one]] for one in range(shops)]
    return round(linear(list(chain(*costs)), [], rows, (0, None)))


def release_dates(jobs: int, dice: Random) -> int:
    times = numbers(dice, jobs, 2, 12)
    dates = numbers(dice, jobs, 0, sum(times) // 2)
    return min(
        sum(end for _, end in _ends(order, times, dates)) for order in permutations(range(jobs))
    )


def job_shop(jobs: int, machines: int, dice: Random) -> int:
    order = [dice.sample(range(machines), machines) for _ in range(jobs)]
    times = table(dice, jobs, machines, 1, 20)
    steps = [job for job in range(jobs) for _ in range(machines)]
    best = sum(map(sum, times))
    # Whoever is next in a list of all steps begins as soon as the job and the machine are free.
    for sequence in set(permutations(steps)):
        free, done, ready = [0] * machines, [0] * jobs, [0] * jobs
        for job in sequence:
            machine = order[job][done[job]]
            end = max(free[machine], ready[job]) + times[job][machine]
            free[machine] = ready[job] = end
            done[job] += 1
        best = min(best, max(ready))
    return best


def flow_shop(jobs: int, machines: int, dice: Random) -> int:
    times = table(dice, jobs, machines, 1, 20)
    ends = []
    for order in permutations(range(jobs)):
        free = [0] * machines
        for job in order:
            now = 0
            for machine in range(machines):
                now = free[machine] = max(now, free[machine]) + times[job][machine]
        ends.append(free[-1])
    return min(ends)


# Of `recreational_models`.


def queens(side: int, _: Random) -> int:
    return sum(
        len({place + row for row, place in enumerate(line)}) == side
        and len({place - row for row, place in enumerate(line)}) == side
        for line in permutations(range(side))
    )


def golomb_ruler(marks: int, longest: int, _: Random) -> int:
    return min(
        ruler[-1]
        for ruler in combinations(range(longest + 1), marks)
        if ruler[0] == 0
        and len({b - a for a, b in combinations(ruler, 2)}) == marks * (marks - 1) // 2
    )
