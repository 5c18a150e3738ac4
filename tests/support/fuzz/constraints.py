"""Small models about one global constraint each, with what it means by its definition."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from support.fuzz.descriptions import Column, Description, Statement, Tree

Values = dict[str, int]
Truth = tuple[str, Callable[[Values], bool]]
"""A truth as a program has it, and what it means."""


@dataclass(frozen=True, slots=True)
class Made:
    """A constraint: its variables, how it is called (without a name), and what it means."""

    columns: tuple[Column, ...]
    call: str
    holds: Callable[[Values], bool]


def binaries(count: int, letter: str) -> tuple[Column, ...]:
    """So many binary variables."""
    return tuple(Column(f"{letter}{number}", 0, 1, binary=True) for number in range(count))


def integers(dice: random.Random, count: int, letter: str, most: int) -> tuple[Column, ...]:
    """So many whole numbers, from 0 or so."""
    found = []
    for number in range(count):
        least = dice.choice([0, 0, 0, 1, -1])
        found.append(Column(f"{letter}{number}", least, max(least, dice.randint(1, most))))
    return tuple(found)


def pieces(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> int:
    """How many connected parts some vertices make."""
    left, pairs, number = set(vertices), list(edges), 0
    while left:
        number += 1
        reached = {left.pop()}
        while True:
            more = {end for pair in pairs if reached & {*pair} for end in pair} - reached
            if not more:
                break
            reached |= more
        left -= reached
    return number


def some_edges(dice: random.Random, vertices: int, most: int) -> list[tuple[int, int]]:
    """Edges between different vertices; some may be there twice."""
    if vertices < 2:
        return []
    pairs = [(a, b) for a in range(vertices) for b in range(vertices) if a != b]
    return [dice.choice(pairs) for _ in range(dice.randint(1, most))]


def graph(edges: list[tuple[int, int]], *, named: bool) -> str:
    """A graph as a program has it: by names, or by an array."""
    if named:
        return str([(f"v{one}", f"v{other}") for one, other in edges])
    return f"np.array({[list(edge) for edge in edges]}, dtype=int).reshape(-1, 2)"


def _has(name: str, value: int, values: Values) -> bool:
    return values[name] == value


def truths(dice: random.Random, columns: tuple[Column, ...]) -> list[Truth]:
    """Each column as a truth: itself, its negation, or a constant now and then."""
    found: list[Truth] = []
    for column in columns:
        name, chance = column.name, dice.random()
        if chance < 0.08:
            found.append(("1", lambda _: True))
        elif chance < 0.16:
            found.append(("0", lambda _: False))
        elif chance < 0.26:
            found.append((f"~{name}", partial(_has, name, 0)))
        else:
            found.append((name, partial(_has, name, 1)))
    return found


def listed(some: list[Truth], names: list[str] | None = None) -> str:
    """Truths as a program has them."""
    texts = [text for text, _ in some]
    if names is None:
        return f"[{', '.join(texts)}]"
    return "{" + ", ".join(f"{n!r}: {t}" for n, t in zip(names, texts, strict=True)) + "}"


def a_connected(dice: random.Random) -> Made:
    """Vertices, and now and then edges and roots."""
    count = dice.randint(1, 5)
    vertices, edges = binaries(count, "a"), some_edges(dice, count, 6)
    edges += [(0, 0)] * (dice.random() < 0.1)
    lines = binaries(len(edges), "y") if len(edges) + count < 9 and dice.random() < 0.4 else ()
    named = dice.random() < 0.5
    on = truths(dice, vertices)
    call = f"connected(model, {graph(edges, named=named)}, "
    call += listed(on, [f"v{n}" for n in range(count)] if named else None)
    used = truths(dice, lines)
    call += f", edges={listed(used)}" if lines else ""
    roots = [int(dice.random() < 0.4) for _ in range(count)] if dice.random() < 0.4 else None
    call += f", roots={roots}" if roots is not None else ""

    def holds(values: Values) -> bool:
        there = {n for n, (_, test) in enumerate(on) if test(values)}
        usable = [
            pair
            for n, pair in enumerate(edges)
            if there >= {*pair} and (not lines or used[n][1](values))
        ]
        if roots is None:
            return pieces(there, usable) <= 1
        # All roots are joined to a vertex of their own.
        begin = {n for n in there if roots[n]}
        usable += [(-1, n) for n in begin]
        return pieces({*there, -1}, usable) == 1

    return Made((*vertices, *lines), call, holds)


def one_loop(
    edges: list[tuple[int, int]], chosen: list[bool], *, directed: bool
) -> tuple[bool, set[int]]:
    """Whether chosen edges are one loop or none, and the vertices on it."""
    used = [pair for pair, on in zip(edges, chosen, strict=True) if on]
    if directed:
        out, into = Counter(a for a, _ in used), Counter(b for _, b in used)
        right = out == into and set(out.values()) <= {1}
    else:
        right = set(Counter(end for pair in used for end in pair).values()) <= {2}
    ends = {end for pair in used for end in pair}
    return right and pieces(ends, used) <= 1, ends


def a_circuit(dice: random.Random) -> Made:
    """Edges of a small graph, and now and then vertices."""
    count = dice.randint(2, 5)
    directed = dice.random() < 0.4
    if dice.random() < 0.6:
        pairs = [(a, b) for a in range(count) for b in range(a)]
        edges = dice.sample(pairs, min(len(pairs), 7))
        edges = [pair if dice.random() < 0.5 else pair[::-1] for pair in edges]
    else:
        edges = some_edges(dice, count, 7)
    if len(edges) < 5:
        edges += [dice.choice(edges)[::-1] for _ in range(dice.randint(0, 2))]
    lines = binaries(len(edges), "y")
    used = truths(dice, lines)
    named = dice.random() < 0.5
    kind = dice.choice(["none", "all", "some"]) if len(edges) + count < 10 else "none"
    vertices = binaries(count, "a") if kind == "some" else ()
    on = truths(dice, vertices) if kind == "some" else [("1", lambda _: True)] * count
    call = f"circuit(model, {graph(edges, named=named)}, {listed(used)}, directed={directed}"
    if kind != "none":
        call += f", active={listed(on, [f'v{n}' for n in range(count)] if named else None)}"

    def holds(values: Values) -> bool:
        right, ends = one_loop(edges, [test(values) for _, test in used], directed=directed)
        return right and (kind == "none" or ends == {n for n in range(count) if on[n][1](values)})

    return Made((*lines, *vertices), call, holds)


def a_path(dice: random.Random) -> Made:
    """A path from one vertex to another."""
    count = dice.randint(2, 5)
    edges = [*some_edges(dice, count, 7), (0, 1)]
    edges += [] if count < 3 else [(1, 2)]
    directed = dice.random() < 0.4
    used = truths(dice, binaries(len(edges), "y"))
    ends = {end for pair in edges for end in pair}
    start, end = dice.sample(sorted(ends), 2)
    pairs = [(f"v{a}", f"v{b}") for a, b in edges]
    where = f"{pairs}, 'v{start}', 'v{end}'"
    call = f"path(model, {where}, {listed(used)}, directed={directed}"

    def holds(values: Values) -> bool:
        chosen = [*(test(values) for _, test in used), True]
        return one_loop([*edges, (end, start)], chosen, directed=directed)[0]

    return Made(binaries(len(edges), "y"), call, holds)


def an_acyclic(dice: random.Random) -> Made:
    """Edges of a small graph."""
    count = dice.randint(2, 5)
    edges, directed = some_edges(dice, count, 8), dice.random() < 0.5
    lines = binaries(len(edges), "y")
    used = truths(dice, lines)
    call = f"acyclic(model, {graph(edges, named=dice.random() < 0.5)}, {listed(used)}, "
    call += f"directed={directed}"

    def holds(values: Values) -> bool:
        left = [pair for pair, (_, test) in zip(edges, used, strict=True) if test(values)]
        while left:
            # What no edge leads on from, or only one touches, is on no loop.
            if directed:
                tails = {a for a, _ in left}
                less = [(a, b) for a, b in left if b in tails]
            else:
                touched = Counter(end for pair in left for end in pair)
                less = [(a, b) for a, b in left if min(touched[a], touched[b]) > 1]
            if len(less) == len(left):
                return False
            left = less
        return True

    return Made(lines, call, holds)


def a_division(dice: random.Random) -> Made:
    """Regions of a small graph, each cell in one of them."""
    count, regions = dice.choice([(2, 2), (3, 2), (3, 3), (4, 2), (5, 2)])
    edges = [(n, n + 1) for n in range(count - 1) if dice.random() < 0.9]
    edges += some_edges(dice, count, 3)
    columns = binaries(count * regions, "m")
    cells = [(v, r) for v in range(count) for r in range(regions)]
    used = dict(zip(cells, truths(dice, columns), strict=True))
    sparse = [cell for cell in cells if cell[1] and dice.random() < 0.1]
    for cell in sparse:
        del used[cell]
    rows = ", ".join(
        f"'v{v}': {{"
        + ", ".join(f"{r}: {used[v, r][0]}" for r in range(regions) if (v, r) in used)
        + "}"
        for v in range(count)
    )
    roots = {r: dice.randrange(count) for r in range(regions) if dice.random() < 0.4}
    call = f"division(model, {graph(edges, named=True)}, {{{rows}}}, "
    ends = {r: (n := dice.randint(0, 2), n + dice.randint(0, 3)) for r in range(regions)}
    ends = {r: pair for r, pair in ends.items() if dice.random() < 0.3}
    call += f"roots={ {r: f'v{v}' for r, v in roots.items()} }, sizes={ends}"
    known = {end for pair in edges for end in pair}

    def holds(values: Values) -> bool:
        there = {cell: cell in used and used[cell][1](values) for cell in cells}
        for v in range(count):
            if sum(there[v, r] for r in range(regions)) != 1:
                return False
        for r in range(regions):
            inside = {v for v in range(count) if there[v, r]}
            if pieces(inside, [pair for pair in edges if inside >= {*pair}]) > 1:
                return False
            if r in roots and roots[r] not in inside:
                return False
            if r in ends and not ends[r][0] <= len(inside) <= ends[r][1]:
                return False
        return True

    assert known <= set(range(count))
    return Made(columns, call, holds)


def _intervals(dice: random.Random) -> tuple[tuple[Column, ...], str, Any]:
    """Intervals: their columns, how they are written, and when they are."""
    count = dice.randint(1, 3)
    starts = integers(dice, count, "s", 4)
    sizes: list[int | Column] = [dice.randint(0, 3) for _ in range(count)]
    if dice.random() < 0.3:
        sizes[0] = Column("d0", 0, 2)
    there = binaries(count, "p") if dice.random() < 0.4 else ()
    names = [one.name if isinstance(one, Column) else str(one) for one in sizes]
    on = [f", {one.name}" for one in there] or [""] * count
    made = [f"Interval({s.name}, {n}{p})" for s, n, p in zip(starts, names, on, strict=True)]

    def times(values: Values) -> list[tuple[int, int, int]]:
        found = []
        for n, (start, size) in enumerate(zip(starts, sizes, strict=True)):
            if not there or values[there[n].name]:
                begin = values[start.name]
                long = values[size.name] if isinstance(size, Column) else size
                found.append((n, begin, begin + long))
        return found

    columns = (*starts, *(one for one in sizes if isinstance(one, Column)), *there)
    return columns, f"[{', '.join(made)}]", times


def a_no_overlap(dice: random.Random) -> Made:
    """A few intervals."""
    columns, written, times = _intervals(dice)

    def holds(values: Values) -> bool:
        every = times(values)
        return all(
            one is other or end <= begin or last <= start
            for one in every
            for other in every
            for (_, start, end), (_, begin, last) in [(one, other)]
        )

    return Made(columns, f"no_overlap(model, {written}", holds)


def a_cumulative(dice: random.Random) -> Made:
    """A few intervals, and what they need."""
    columns, written, times = _intervals(dice)
    demands = [dice.randint(0, 3) for _ in range(written.count("Interval"))]
    capacity = dice.randint(1, 4)

    def holds(values: Values) -> bool:
        every = times(values)
        moments = range(-2, 12)
        return all(
            sum(demands[n] for n, begin, end in every if begin <= now < end) <= capacity
            for now in moments
        )

    return Made(columns, f"cumulative(model, {written}, {demands}, {capacity}", holds)


def an_inverse(dice: random.Random) -> Made:
    """Two sequences."""
    count = dice.randint(1, 3)
    columns = [
        (Column(f"p{n}", dice.choice([0, 0, -1]), 2), Column(f"q{n}", 0, dice.choice([2, 3])))
        for n in range(count)
    ]
    ones, others = ([pair[side].name for pair in columns] for side in (0, 1))

    def holds(values: Values) -> bool:
        p, q = ([values[name] for name in names] for names in (ones, others))
        inside = {*p, *q} <= set(range(count))
        return inside and all(q[p[n]] == n and p[q[n]] == n for n in range(count))

    text = f"inverse(model, [{', '.join(ones)}], [{', '.join(others)}]"
    return Made(tuple(column for pair in columns for column in pair), text, holds)


def a_table(dice: random.Random) -> Made:
    """Some tuples."""
    columns = integers(dice, dice.randint(1, 3), "n", 4)
    allowed = [tuple(dice.randint(-1, 4) for _ in columns) for _ in range(dice.randint(0, 9))]
    names = [column.name for column in columns]

    def holds(values: Values) -> bool:
        return tuple(values[name] for name in names) in allowed

    return Made(columns, f"table(model, [{', '.join(names)}], {allowed}", holds)


def an_automaton(dice: random.Random) -> Made:
    """A random automaton."""
    columns = integers(dice, dice.randint(1, 4), "n", 2)
    states, names = dice.randint(1, 4), [column.name for column in columns]
    arcs = {
        (f"q{state}", value): f"q{dice.randrange(states)}"
        for state in range(states)
        for value in range(-1, 3)
        if dice.random() < 0.7
    }
    ends = [f"q{state}" for state in range(states) if dice.random() < 0.6]

    def holds(values: Values) -> bool:
        state: str | None = "q0"
        for name in names:
            state = arcs.get((state or "", values[name]))
        return state in ends

    text = f"automaton(model, [{', '.join(names)}], {arcs}, 'q0', {ends}"
    return Made(columns, text, holds)


def a_lexicographic(dice: random.Random) -> Made:
    """Two sequences, of different lengths now and then."""
    one = integers(dice, dice.randint(0, 3), "n", 2)
    other = integers(dice, max(1, len(one) + dice.choice([-1, 0, 0, 0, 1])), "m", 2)
    strict = dice.random() < 0.4
    ones, others = ([column.name for column in some] for some in (one, other))

    def holds(values: Values) -> bool:
        left, right = ([values[name] for name in names] for names in (ones, others))
        return left < right or (left == right and not strict)

    text = f"lexicographic(model, [{', '.join(ones)}], [{', '.join(others)}], strict={strict}"
    return Made((*one, *other), text, holds)


MAKERS: dict[str, Callable[[random.Random], Made]] = {
    "connected": a_connected,
    "circuit": a_circuit,
    "path": a_path,
    "acyclic": an_acyclic,
    "division": a_division,
    "no_overlap": a_no_overlap,
    "cumulative": a_cumulative,
    "inverse": an_inverse,
    "table": a_table,
    "automaton": an_automaton,
    "lexicographic": a_lexicographic,
}


def constrained(seed: int, kind: str, encoding: str | None) -> Description:
    """A model about a constraint, with a row or two more, and an objective in every other one."""
    dice = random.Random(f"{kind} {seed}")
    made = MAKERS[kind](dice)
    call = f"{made.call}, encoding={encoding!r}"
    statements = [Statement("meant", ("global", call, made.holds))]
    names = [column.name for column in made.columns]
    for _ in range(dice.choice([0, 0, 1, 2])):
        some = dice.sample(names, min(len(names), dice.randint(2, 4)))
        terms: Tree = ("sum", *(("v", name) for name in some))
        sign, bound = dice.choice(["<=", ">="]), dice.randint(0, len(some))
        statements.append(Statement(dice.choice(["more", ""]), (sign, terms, ("k", bound))))
    goal: Tree | None = None
    if dice.random() < 0.5:
        goal = ("sum", *(("*", dice.randint(-3, 3), ("v", name)) for name in names))
    return Description(made.columns, tuple(statements), goal, maximize=dice.random() < 0.5)


def grid_edges(rows: int, columns: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of cells with a common side."""
    cells = list(product(range(rows), range(columns)))
    return [
        ((r, c), beyond) for r, c in cells for beyond in ((r, c + 1), (r + 1, c)) if beyond in cells
    ]
