"""The textbook's models of planning: rosters, cutting stock, transport, machines and their jobs.

`benchmarks.classical_models` gives them their sizes and their dice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise, product

from ilpuzzles.asking.model import Model

EARLY, LATE, NIGHT = range(3)


def roster(nurses: int, days: int, dice: random.Random) -> Model:
    """The roster of three shifts, with rest after a night, that is least disliked."""
    model = Model("roster")
    works = model.binary("works", nurses, days, 3)
    for nurse, day in product(range(nurses), range(days)):
        model.at_most_one(works[nurse, day])
    for day, shift in product(range(days), range(3)):
        model.add(works[:, day, shift].sum() >= nurses // 5)
    for nurse, day in product(range(nurses), range(1, days)):
        for shift in (EARLY, LATE):
            model.at_most_one([works[nurse, day - 1, NIGHT], works[nurse, day, shift]])
    for nurse, day in product(range(nurses), range(days - 6)):
        model.add(works[nurse, day : day + 7].sum() <= 5)
    dislike = [[dice.choices(range(1, 10), k=3) for _ in range(days)] for _ in range(nurses)]
    model.minimize(works.dot(dislike))
    return model


def staffing(hours: int, shift: int, dice: random.Random) -> Model:
    """The cheapest numbers of people who begin each hour, in shifts with a break in the middle."""
    model = Model("staffing")
    begin = model.integer("begin", hours, lower=0, upper=50)
    for hour in range(hours):
        there = [begin[hour - since] for since in range(shift) if since != shift // 2]
        model.add(model.sum(there) >= dice.randint(5, 40))
    model.minimize(begin.dot([dice.randint(10, 15) for _ in range(hours)]))
    return model


def cutting_patterns(lengths: list[int], room: int) -> Iterator[list[int]]:
    """How many pieces of each length, the longest first, are cut from a bar; none more fits."""
    longest, *others = lengths
    if not others:
        yield [room // longest]
        return
    for number in range(room // longest + 1):
        for rest in cutting_patterns(others, room - number * longest):
            yield [number, *rest]


def cutting_stock(kinds: int, bar: int, dice: random.Random) -> Model:
    """The fewest bars to cut, each by a pattern, into enough pieces of each length."""
    model = Model("cutting stock")
    lengths = sorted(dice.sample(range(bar // 6, bar // 2), kinds), reverse=True)
    patterns = list(cutting_patterns(lengths, bar))
    wanted = [dice.randint(10, 60) for _ in range(kinds)]
    cut = model.integer("cut", len(patterns), lower=0, upper=max(wanted))
    for kind in range(kinds):
        model.add(cut.dot([pattern[kind] for pattern in patterns]) >= wanted[kind])
    model.minimize(cut.sum())
    return model


def transport(plants: int, shops: int, dice: random.Random) -> Model:
    """The cheapest transport of whole cases from plants to shops."""
    model = Model("transport")
    wanted = [dice.randint(5, 50) for _ in range(shops)]
    made = [sum(wanted) // plants + dice.randint(1, 30) for _ in range(plants)]
    sent = model.integer("sent", plants, shops, lower=0, upper=50)
    for plant in range(plants):
        model.add(sent[plant].sum() <= made[plant])
    for shop in range(shops):
        model.add(sent[:, shop].sum() >= wanted[shop])
    model.minimize(sent.dot([[dice.randint(5, 99) for _ in range(shops)] for _ in range(plants)]))
    return model


def release_dates(jobs: int, dice: random.Random) -> Model:
    """Jobs of one machine with release dates, and the least sum of their ends (a big M)."""
    model = Model("release dates")
    times = [dice.randint(2, 12) for _ in range(jobs)]
    dates = [dice.randint(0, sum(times) // 2) for _ in range(jobs)]
    whole = max(dates) + sum(times)
    latest = [whole - time for time in times]
    start = model.integer("start", jobs, lower=dates, upper=latest)
    pairs = list(combinations(range(jobs), 2))
    before = model.binary("before", pairs)
    for one, other in pairs:
        model.add(start[other] >= start[one] + times[one] - whole * (1 - before[one, other]))
        model.add(start[one] >= start[other] + times[other] - whole * before[one, other])
    model.minimize(start.sum() + sum(times))
    return model


def job_shop(jobs: int, machines: int, dice: random.Random) -> Model:
    """A job shop: each job visits all machines in an order of its own; a big M per pair (Manne)."""
    model = Model("job shop")
    order = [dice.sample(range(machines), machines) for _ in range(jobs)]
    times = [[dice.randint(1, 20) for _ in range(machines)] for _ in range(jobs)]
    whole = sum(map(sum, times))
    start = model.integer("start", jobs, machines, lower=0, upper=whole)
    end = model.integer("end", lower=0, upper=whole)
    for job in range(jobs):
        for machine, following in pairwise(order[job]):
            model.add(start[job, following] >= start[job, machine] + times[job][machine])
        last = order[job][-1]
        model.add(end >= start[job, last] + times[job][last])
    pairs = list(combinations(range(jobs), 2))
    before = model.binary("before", pairs, machines)
    for (one, other), machine in product(pairs, range(machines)):
        first = before[(one, other), machine]
        gap = start[other, machine] - start[one, machine]
        model.add(gap >= times[one][machine] - whole * (1 - first))
        model.add(-gap >= times[other][machine] - whole * first)
    model.minimize(end)
    return model


def flow_shop(jobs: int, machines: int, dice: random.Random) -> Model:
    """A flow shop: the order in which jobs pass all machines and are done soonest (Wagner)."""
    model = Model("flow shop")
    times = [[dice.randint(1, 20) for _ in range(machines)] for _ in range(jobs)]
    whole = sum(map(sum, times))
    has = model.binary("has", jobs, jobs)
    end = model.integer("end", jobs, machines, lower=0, upper=whole)
    for one in range(jobs):
        model.exactly_one(has[one])
        model.exactly_one(has[:, one])
    for place, machine in product(range(jobs), range(machines)):
        long = has[:, place].dot([times[job][machine] for job in range(jobs)])
        model.add(end[place, machine] >= long)
        if place:
            model.add(end[place, machine] >= end[place - 1, machine] + long)
        if machine:
            model.add(end[place, machine] >= end[place, machine - 1] + long)
    model.minimize(end[jobs - 1, machines - 1])
    return model
