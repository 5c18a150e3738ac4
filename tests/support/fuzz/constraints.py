"""Small models about one global constraint each, with what it means by its definition."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

from support.fuzz.descriptions import Column, Description, Statement, Tree

Values = dict[str, int]


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


def truths(dice: random.Random, columns: tuple[Column, ...]) -> list[tuple[str, Callable[[Values], bool]]]:
    """Each column as a truth: itself, its negation, or a constant now and then."""
    found: list[tuple[str, Callable[[Values], bool]]] = []
    for column in columns:
        name, chance = column.name, dice.random()
        if chance < 0.08:
            found.append(("1", lambda _: True))
        elif chance < 0.16:
            found.append(("0", lambda _: False))
        elif chance < 0.26:
            found.append((f"~{name}", lambda v, n=name: not v[n]))
        else:
            found.append((name, lambda v, n=name: bool(v[n])))
    return found


def listed(some: list[tuple[str, Callable[[Values], bool]]], names: list[str] | None = None) -> str:
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
    lines = binaries(len(edges), "e") if len(edges) + count < 9 and dice.random() < 0.4 else ()
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
    lines = binaries(len(edges), "e")
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
    edges = some_edges(dice, count, 7) + [(0, 1)]
    edges += [] if count < 3 else [(1, 2)]
    directed = dice.random() < 0.4
    used = truths(dice, binaries(len(edges), "e"))
    ends = {end for pair in edges for end in pair}
    start, end = dice.sample(sorted(ends), 2)
    pairs = [(f"v{a}", f"v{b}") for a, b in edges]
    where = f"{pairs}, 'v{start}', 'v{end}'"
    call = f"path(model, {where}, {listed(used)}, directed={directed}"

    def holds(values: Values) -> bool:
        chosen = [*(test(values) for _, test in used), True]
        return one_loop([*edges, (end, start)], chosen, directed=directed)[0]

    return Made(binaries(len(edges), "e"), call, holds)


MAKERS: dict[str, Callable[[random.Random], Made]] = {
    "connected": a_connected,
    "circuit": a_circuit,
    "path": a_path,
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
        ((r, c), beyond)
        for r, c in cells
        for beyond in ((r, c + 1), (r + 1, c))
        if beyond in cells
    ]
