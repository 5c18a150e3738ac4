"""Small cases of each global constraint, with what its documentation says they mean.

A case draws first and last members, constants, negations, nothing at all and exact limits on
purpose. `CASES` has all kinds with few enough points to try them all; `PLANTED` has larger ones
with a point that is right by the way it was made.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles import (
    Interval,
    Model,
    acyclic,
    automaton,
    circuit,
    connected,
    cumulative,
    division,
    inverse,
    lexicographic,
    no_overlap,
    path,
    table,
)

Point = Sequence[int]
Edge = tuple[int, int]

MOST_POINTS = 300
"""So many points are tried, of every case that is no larger than that."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A 0-1 column, its negation, or a constant."""

    column: int
    positive: bool
    constant: bool | None = None

    def given(self, x: Sequence[Any]) -> Any:
        """The truth as it is handed to a constraint."""
        if self.constant is not None:
            return self.constant
        return x[self.column] if self.positive else ~x[self.column]

    def on(self, values: Point) -> bool:
        """Whether it is true."""
        if self.constant is not None:
            return self.constant
        return bool(values[self.column]) is self.positive


@dataclass(frozen=True, slots=True)
class Number:
    """A sum of columns and a constant."""

    terms: tuple[tuple[int, int], ...]
    constant: int

    def given(self, x: Sequence[Any]) -> Any:
        """The number as it is handed to a constraint."""
        form: Any = self.constant
        for column, factor in self.terms:
            form = form + (x[column] if factor == 1 else factor * x[column])
        return form

    def value(self, values: Point) -> int:
        """Its value."""
        return self.constant + sum(factor * values[column] for column, factor in self.terms)


@dataclass(frozen=True)
class Case:
    """A constraint about some columns.

    Attributes:
        bounds: The bounds of every column.
        state: States the constraint in a model about its columns, in an encoding.
        holds: What it means, for a value of every column.
        planted: A point that is right, of a case with too many to try them all.
    """

    bounds: tuple[Edge, ...]
    state: Callable[[Model, Sequence[Any], str | None], None]
    holds: Callable[[Point], bool]
    planted: tuple[int, ...] | None = None

    def points(self) -> list[tuple[int, ...]]:
        """All points."""
        return list(product(*(range(least, most + 1) for least, most in self.bounds)))

    def model(self, encoding: str | None) -> tuple[Model, list[Any]]:
        """A model with this constraint alone, and its columns."""
        model = Model()
        x = self.columns(model, "x")
        self.state(model, x, encoding)
        return model, x

    def columns(self, model: Model, name: str) -> list[Any]:
        """New columns for this constraint."""
        return [
            model.binary(f"{name}{number}")
            if ends == (0, 1)
            else model.integer(f"{name}{number}", lower=ends[0], upper=ends[1])
            for number, ends in enumerate(self.bounds)
        ]


@dataclass
class Draw:
    """Draws the parts of a case, and remembers its columns."""

    dice: random.Random
    most: int = MOST_POINTS
    bounds: list[Edge] = field(default_factory=list)
    points: int = 1

    def chance(self, share: float) -> bool:
        """Whether something happens that does so with this probability."""
        return self.dice.random() < share

    def column(self, least: int, most: int) -> int | None:
        """A new column, or None if there would be too many points."""
        size = most - least + 1
        if self.points * size > self.most:
            return None
        self.points *= size
        self.bounds.append((least, most))
        return len(self.bounds) - 1

    def truth(self, *, constant: float = 0.1, sign: float = 0.15) -> Truth:
        """A truth: of a new column, a negation, an older one, or a constant."""
        if self.chance(constant):
            return Truth(-1, True, self.chance(0.5))
        binary = [place for place, ends in enumerate(self.bounds) if ends == (0, 1)]
        column = None if binary and self.chance(0.05) else self.column(0, 1)
        if column is None:
            if not binary:
                return Truth(-1, True, self.chance(0.5))
            column = self.dice.choice(binary)
        return Truth(column, not self.chance(sign))

    def truths(self, count: int, *, constant: float = 0.1) -> list[Truth]:
        """So many truths."""
        return [self.truth(constant=constant) for _ in range(count)]

    def number(self, least: int, most: int, *, constant: float = 0.15) -> Number:
        """A number with at least some values between two bounds: a column, or a sum of some."""
        fixed = Number((), self.dice.randint(least, most))
        if least == most or self.chance(constant):
            return fixed
        kind = self.dice.choice(["plain", "plain", "plain", "reversed", "sum", "doubled"])
        if kind == "sum" and most - least > 1:
            one, other = self.column(0, 1), self.column(0, most - least - 1)
            if one is not None and other is not None:
                return Number(((one, 1), (other, 1)), least)
        if kind == "doubled":
            half = self.column(0, (most - least) // 2)
            return fixed if half is None else Number(((half, 2),), least)
        low = self.column(0, most - least) if kind == "reversed" else self.column(least, most)
        if low is None:
            return fixed
        return Number(((low, -1),), most) if kind == "reversed" else Number(((low, 1),), 0)


# Graphs


def turned(draw: Draw, pair: Edge) -> Edge:
    """An edge, or the same the other way round."""
    return pair if draw.chance(0.5) else (pair[1], pair[0])


def parts(vertices: Iterable[int], edges: Iterable[Edge]) -> list[set[int]]:
    """The connected parts of some vertices."""
    found = [{vertex} for vertex in vertices]
    for ends in edges:
        joined = set().union(*(part for part in found if part & {*ends}))
        found = [*(part for part in found if not part & {*ends}), joined]
    return found


def is_loop(used: Sequence[Edge], *, directed: bool) -> bool:
    """Whether edges are one loop, or there are none."""
    if any(one == other for one, other in used):
        return False
    ends = Counter(end for pair in used for end in pair)
    if any(number != 2 for number in ends.values()):
        return False
    if directed and len({one for one, _ in used}) < len(used):
        return False
    return len(parts(ends, used)) <= 1


def has_loop(used: Sequence[Edge], *, directed: bool) -> bool:
    """Whether edges contain a loop."""
    if not directed:
        # A forest has as many edges as vertices, less one for each part.
        ends = {end for pair in used for end in pair}
        return len(used) > len(ends) - len(parts(ends, used))
    left = list(used)
    while left:
        tails = {one for one, _ in left}
        kept = [pair for pair in left if pair[1] in tails]
        if len(kept) == len(left):
            return True
        left = kept
    return False


def chosen_of(edges: Sequence[Edge], used: Sequence[Truth], values: Point) -> list[Edge]:
    """The edges whose truth is on."""
    return [pair for pair, truth in zip(edges, used, strict=True) if truth.on(values)]


@dataclass(frozen=True)
class Given:
    """How a graph is handed over: by numbers or by names, lists or dictionaries in any order."""

    names: list[Hashable]
    named: bool
    as_pairs: bool
    order: random.Random

    @staticmethod
    def of(draw: Draw, count: int) -> Given:
        """Some way to hand over a graph."""
        names: list[Hashable] = [f"v{n}" if n % 2 else (n, "v") for n in range(count)]
        draw.dice.shuffle(names)
        return Given(names, draw.chance(0.6), draw.chance(0.5), random.Random(draw.dice.random()))

    def graph(self, edges: Sequence[Edge]) -> Any:
        """The edges alone."""
        if self.named:
            return [(self.names[one], self.names[other]) for one, other in edges]
        return np.array(edges, dtype=np.int64).reshape(-1, 2)

    def by_vertex(self, truths: Sequence[Truth], x: Sequence[Any], *, first: bool) -> Any:
        """A truth for every vertex; the first of such decides which number a vertex gets."""
        given = [truth.given(x) for truth in truths]
        if not self.named:
            return given
        items = list(zip(self.names, given, strict=True))
        if first or self.as_pairs:
            self.order.shuffle(items)
            return dict(items)
        return dict(items)

    def by_edge(self, edges: Sequence[Edge], used: Sequence[Truth], x: Sequence[Any]) -> Any:
        """A truth for every edge, by name where each pair is there once."""
        given = [truth.given(x) for truth in used]
        if not (self.named and self.as_pairs) or len(set(edges)) < len(edges):
            return given
        items = list(zip(self.graph(edges), given, strict=True))
        self.order.shuffle(items)
        return dict(items)


def some_edges(draw: Draw, count: int, most: int) -> list[Edge]:
    """Edges in both directions, some of them twice, and now and then a loop."""
    dice = draw.dice
    if not count:
        return []
    pairs = list(combinations(range(count), 2))
    edges = dice.sample(pairs, min(len(pairs), dice.randint(0, most)))
    edges = [turned(draw, pair) for pair in edges]
    if edges and dice.random() < 0.4:
        edges += [turned(draw, dice.choice(edges))]
    if dice.random() < 0.3:
        edges += [(count - 1, count - 1)]
    dice.shuffle(edges)
    return edges


def grid(rows: int, columns: int) -> list[Edge]:
    """The pairs of neighbouring cells, which are counted row by row."""
    cells = product(range(rows), range(columns))
    return [
        (r * columns + c, (r + down) * columns + c + right)
        for r, c in cells
        for down, right in ((0, 1), (1, 0))
        if r + down < rows and c + right < columns
    ]


def renamed(draw: Draw, count: int, edges: Sequence[Edge]) -> list[Edge]:
    """The same graph with other numbers, and edges the other way round."""
    numbers = list(range(count))
    draw.dice.shuffle(numbers)
    found = [(numbers[one], numbers[other]) for one, other in edges]
    draw.dice.shuffle(found)
    return found


def _connection(
    draw: Draw,
    edges: Sequence[Edge],
    active: list[Truth],
    *,
    used: list[Truth] | None = None,
    roots: list[Truth] | None = None,
    planted: tuple[int, ...] | None = None,
) -> Case:
    count = len(active)
    way = Given.of(draw, count)

    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        more: dict[str, Any] = {}
        if used is not None:
            more["edges"] = way.by_edge(edges, used, x)
        if roots is not None:
            more["roots"] = way.by_vertex(roots, x, first=False)
        given = way.by_vertex(active, x, first=True)
        connected(model, way.graph(edges), given, encoding=encoding, **more)

    def holds(values: Point) -> bool:
        there = {n for n in range(count) if active[n].on(values)}
        open_ones = edges if used is None else chosen_of(edges, used, values)
        usable = [pair for pair in open_ones if there >= {*pair}]
        every = parts(there, usable)
        if roots is None:
            return len(every) <= 1
        begins = {n for n in there if roots[n].on(values)}
        return all(part & begins for part in every)

    return Case(tuple(draw.bounds), state, holds, planted)


def a_connection(draw: Draw) -> Case:
    """Vertices of a graph, perhaps with edges and roots."""
    dice = draw.dice
    if draw.chance(0.2):
        # A ring of eight cells, in which what is apart can meet on two sides.
        edges = renamed(draw, 9, [pair for pair in grid(3, 3) if 4 not in pair])
        return _connection(draw, edges, draw.truths(9, constant=0.05))
    count = dice.choice([1, 2, 3, 4, 5, 6])
    edges = some_edges(draw, count, 6)
    active = draw.truths(count)
    used = draw.truths(len(edges)) if draw.chance(0.4) else None
    roots = draw.truths(count, constant=dice.choice([0.1, 0.2, 1.0])) if draw.chance(0.6) else None
    return _connection(draw, edges, active, used=used, roots=roots)


def a_planted_connection(draw: Draw) -> Case:
    """A snake with U-turns of five cells and more on a board of 5 x 5."""
    cells = [0, 1, 2, 3, 4, 9, 14, 13, 12, 11, 10, 15, 20, 21, 22, 23, 24]
    columns = [draw.column(0, 1) or 0 for _ in range(25)]
    active = [Truth(column, True) for column in columns]
    planted = tuple(int(cell in cells) for cell in range(25))
    return _connection(draw, grid(5, 5), active, planted=planted)


def _loop_case(
    draw: Draw,
    edges: Sequence[Edge],
    used: list[Truth],
    active: list[Truth] | bool | None,
    *,
    count: int,
    directed: bool,
    ends: Edge | None = None,
    planted: tuple[int, ...] | None = None,
) -> Case:
    """A circuit; or a path, between two ends."""
    way = Given.of(draw, count)
    # What names the vertices, where no truth does, are the edges.
    by_names = way.named and edges
    as_graph = by_names and way.as_pairs and len(set(edges)) == len(edges)
    names = {end for pair in edges for end in pair} if not isinstance(active, list) else None

    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        more: dict[str, Any] = {"directed": directed, "encoding": encoding}
        if isinstance(active, list):
            more["active"] = way.by_vertex(active, x, first=True)
        elif active:
            more["active"] = True
        given = way.by_edge(edges, used, x)
        graph = way.graph(edges)
        if as_graph and isinstance(given, dict):
            graph, given = given, None
        if ends is None:
            circuit(model, graph, given, **more)
        else:
            start, end = (way.names[n] if way.named else n for n in ends)
            path(model, graph, start, end, given, **more)

    def holds(values: Point) -> bool:
        chosen = chosen_of(edges, used, values)
        if ends is not None:
            chosen.append(ends[::-1])
        if not is_loop(chosen, directed=directed):
            return False
        met = {end for pair in chosen for end in pair}
        if isinstance(active, list):
            return met == {n for n in range(count) if active[n].on(values)}
        return not active or met == (names if way.named else {*range(1 + max(names or {-1}))})

    return Case(tuple(draw.bounds), state, holds, planted)


def _two_loops(sizes: Edge, *, shared: bool) -> list[Edge]:
    """Two loops, with a vertex of both or with ways from one to the other."""
    first = list(range(sizes[0]))
    second = [sizes[0] + place for place in range(sizes[1])]
    if shared:
        second[0] = first[0]
    edges = [pair for loop in (first, second) for pair in pairwise([*loop, loop[0]])]
    return edges if shared else [*edges, (first[0], second[1]), (second[0], first[1])]


def _loop_edges(draw: Draw, *, directed: bool) -> tuple[int, list[Edge]]:
    """A graph: a random one, or two loops with a vertex of both, or with ways across."""
    dice = draw.dice
    if draw.chance(0.5):
        count = dice.choice([2, 3, 4, 5])
        return count, some_edges(draw, count, 7)
    sizes = (2, 2) if directed and draw.chance(0.4) else (3, 3)
    edges = _two_loops(sizes, shared=draw.chance(0.4))
    if not directed:
        edges = [turned(draw, pair) for pair in edges]
    edges += [(0, 0)] * draw.chance(0.2)
    return sum(sizes), renamed(draw, sum(sizes), edges)


def _no_constant_loops(edges: Sequence[Edge], used: list[Truth]) -> list[Truth]:
    """The same truths, but for loops that are always chosen, which are refused."""
    return [
        Truth(-1, True, False) if one == other and truth.constant else truth
        for (one, other), truth in zip(edges, used, strict=True)
    ]


def a_circuit(draw: Draw) -> Case:
    """Edges of a graph, perhaps with vertices."""
    directed = draw.chance(0.5)
    count, edges = _loop_edges(draw, directed=directed)
    used = _no_constant_loops(edges, draw.truths(len(edges), constant=0.15))
    kind = draw.dice.choice(["any", "any", "all", "some"])
    active = draw.truths(count) if kind == "some" else kind == "all" or None
    return _loop_case(draw, edges, used, active, count=count, directed=directed)


def a_path(draw: Draw) -> Case:
    """A way from one vertex to another, perhaps with a loop beside it."""
    directed = draw.chance(0.5)
    count, edges = _loop_edges(draw, directed=directed)
    ends = draw.dice.sample(range(count), 2)
    edges += [(ends[0], ends[1])] if draw.chance(0.4) else []
    met = sorted({*range(count)} - {end for pair in edges for end in pair})
    # Edges alone name the vertices, if nothing else does: each has to have one.
    edges += [(vertex, (vertex + 1) % count) for vertex in met]
    used = _no_constant_loops(edges, draw.truths(len(edges), constant=0.15))
    kind = draw.dice.choice(["any", "any", "all", "some"])
    active = draw.truths(count) if kind == "some" else kind == "all" or None
    return _loop_case(
        draw, edges, used, active, count=count, directed=directed, ends=(ends[0], ends[1])
    )


def two_loops(draw: Draw, *, directed: bool, ends: Edge | None = None) -> Case:
    """Two loops of four and five vertices, with ways across: the planted loop takes two of them."""
    first, second = [0, 1, 2, 3], [4, 5, 6, 7, 8]
    loops = [pair for loop in (first, second) for pair in pairwise([*loop, loop[0]])]
    across = [(0, 5), (4, 1), (2, 7), (6, 3), (1, 8)]
    if not directed:
        across = [(0, 4), (5, 1), (7, 2), (6, 3), (1, 8)]
    edges = [*loops, *across]
    left = {(0, 1), (4, 5), *across[2:]}
    if ends is not None:
        left |= {ends[::-1]}
        edges.remove(ends[::-1])
    if not directed:
        edges = [turned(draw, pair) for pair in edges]
    order = list(range(len(edges)))
    draw.dice.shuffle(order)
    edges = [edges[place] for place in order]
    planted = tuple(int(not {pair, pair[::-1]} & left) for pair in edges)
    used = [Truth(draw.column(0, 1) or 0, True) for _ in edges]
    active: bool | None = True if draw.chance(0.4) else None
    return _loop_case(
        draw, edges, used, active, count=9, directed=directed, ends=ends, planted=planted
    )


def a_planted_circuit(draw: Draw) -> Case:
    """Two loops, of which one is made by ways across."""
    return two_loops(draw, directed=draw.chance(0.5))


def a_planted_path(draw: Draw) -> Case:
    """The same with an edge of the loop that is always there: the ends are joined."""
    return two_loops(draw, directed=draw.chance(0.5), ends=(3, 2))


def _forest(
    draw: Draw,
    edges: Sequence[Edge],
    used: list[Truth],
    count: int,
    *,
    directed: bool,
    planted: tuple[int, ...] | None = None,
) -> Case:
    way = Given.of(draw, count)

    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        given = way.by_edge(edges, used, x)
        acyclic(model, way.graph(edges), given, directed=directed, encoding=encoding)

    def holds(values: Point) -> bool:
        return not has_loop(chosen_of(edges, used, values), directed=directed)

    return Case(tuple(draw.bounds), state, holds, planted)


def a_forest(draw: Draw) -> Case:
    """Edges of a graph."""
    directed = draw.chance(0.5)
    count, edges = draw.dice.choice([1, 2, 3, 4, 5]), []
    edges = some_edges(draw, count, 7)
    if draw.chance(0.4):
        count, edges = _loop_edges(draw, directed=directed)
    used = draw.truths(len(edges), constant=0.15)
    return _forest(draw, edges, used, count, directed=directed)


def a_planted_forest(draw: Draw) -> Case:
    """A long way through all vertices, and edges that close loops of four and more."""
    directed = draw.chance(0.5)
    order = draw.dice.sample(range(9), 9)
    along = list(pairwise(order))
    closing = [(order[one], order[other]) for one, other in ((4, 0), (8, 5), (8, 0), (6, 3))]
    edges = draw.dice.sample([*along, *closing], 12)
    used = [Truth(draw.column(0, 1) or 0, True) for _ in edges]
    planted = [int(pair in along) for pair in edges]
    return _forest(draw, edges, used, 9, directed=directed, planted=tuple(planted))


Size: TypeAlias = tuple[int, int] | int | Number
"""The size of a region: two bounds, or a number."""


def _fits(number: int, size: Size, values: Point) -> bool:
    """Whether a region has the size that it is to have."""
    if isinstance(size, tuple):
        return size[0] <= number <= size[1]
    return number == (size.value(values) if isinstance(size, Number) else size)


def _regions(  # noqa: C901 - all that a division says stands here together
    draw: Draw,
    edges: Sequence[Edge],
    cells: dict[tuple[int, int], Truth],
    *,
    count: int,
    regions: int,
    roots: dict[int, int],
    sizes: dict[int, Size],
    planted: tuple[int, ...] | None = None,
) -> Case:
    way = Given.of(draw, count)
    labels: list[Hashable] = ["A", 2, ("C", 3), "D"][:regions]

    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        rows = [
            (name, {labels[r]: cells[v, r].given(x) for r in range(regions) if (v, r) in cells})
            for v, name in enumerate(way.names if way.named else range(count))
        ]
        if way.named:
            way.order.shuffle(rows)
        ends = {
            labels[r]: size.given(x) if isinstance(size, Number) else size
            for r, size in sizes.items()
        }
        begin = {labels[r]: way.names[v] if way.named else v for r, v in roots.items()}
        if way.as_pairs:
            begin = dict(reversed(begin.items()))
        division(model, way.graph(edges), dict(rows), sizes=ends, roots=begin, encoding=encoding)

    def holds(values: Point) -> bool:
        inside: list[set[int]] = [set() for _ in range(regions)]
        for (vertex, region), truth in cells.items():
            if truth.on(values):
                inside[region].add(vertex)
        if sorted(vertex for region in inside for vertex in region) != [*range(count)]:
            return False
        for region, members in enumerate(inside):
            if len(parts(members, [pair for pair in edges if members >= {*pair}])) > 1:
                return False
            if region in roots and roots[region] not in members:
                return False
            if not _fits(len(members), sizes.get(region, (0, count)), values):
                return False
        return True

    return Case(tuple(draw.bounds), state, holds, planted)


def a_division(draw: Draw) -> Case:
    """Regions of a small graph."""
    dice = draw.dice
    count, regions = dice.choice([(1, 1), (2, 2), (3, 2), (4, 2), (4, 2), (2, 3)])
    edges = [turned(draw, pair) for pair in pairwise(range(count)) if draw.chance(0.9)]
    edges += some_edges(draw, count, 2)
    cells = {(v, r): draw.truth(constant=0.15) for v in range(count) for r in range(regions)}
    for cell in [cell for cell in cells if cell[1] and draw.chance(0.1)]:
        del cells[cell]
    share = dice.choice([0.0, 0.4, 1.0])
    roots = {r: dice.randrange(count) for r in range(regions) if draw.chance(share)}
    sizes: dict[int, Size] = {}
    seen = sorted({region for _, region in cells})
    for region in seen:
        kind = dice.choice(["none", "none", "exact", "between", "open"])
        if kind == "exact":
            sizes[region] = dice.choice([0, 1, count])
        elif kind == "between":
            least = dice.randint(0, count)
            sizes[region] = least, dice.randint(least, count)
        elif kind == "open":
            sizes[region] = draw.number(0, count)
    roots = {region: vertex for region, vertex in roots.items() if region in seen}
    return _regions(draw, edges, cells, count=count, regions=regions, roots=roots, sizes=sizes)


def a_planted_division(draw: Draw) -> Case:
    """Three regions of a board of 4 x 4, one of them round a corner."""
    text = "AAAB CCAB CAAB CBBB"
    board = ["ABC".index(letter) for letter in text.replace(" ", "")]
    cells = {(v, r): Truth(draw.column(0, 1) or 0, True) for v in range(16) for r in range(3)}
    planted = tuple(int(board[vertex] == region) for vertex, region in cells)
    rooted = draw.dice.sample(range(3), draw.dice.randint(0, 3))
    roots = {r: draw.dice.choice([v for v in range(16) if board[v] == r]) for r in rooted}
    return _regions(
        draw, grid(4, 4), cells, count=16, regions=3, roots=roots, sizes={}, planted=planted
    )


# Intervals


@dataclass(frozen=True, slots=True)
class Times:
    """Intervals: where each starts, how long it lasts, and whether it is there."""

    starts: list[Number]
    sizes: list[Number]
    present: list[Truth | None]

    def given(self, x: Sequence[Any]) -> list[Interval]:
        """The intervals as they are handed to a constraint."""
        found = []
        for start, size, there in zip(self.starts, self.sizes, self.present, strict=True):
            more = () if there is None else (there.given(x),)
            found.append(Interval(start.given(x), size.given(x), *more))
        return found

    def at(self, values: Point) -> list[tuple[int, int, int]]:
        """The number, start and end of each that is there."""
        found = []
        for number, there in enumerate(self.present):
            if there is None or there.on(values):
                begin = self.starts[number].value(values)
                found.append((number, begin, begin + self.sizes[number].value(values)))
        return found


def some_times(draw: Draw) -> Times:
    """Up to three intervals: which of them may be absent is drawn, and sizes that can be 0."""
    count = draw.dice.choice([0, 1, 2, 2, 2, 3, 3])
    which = draw.dice.choice(["none", "first", "last", "all", "all"])
    present: list[Truth | None] = [None] * count
    for number in range(count):
        is_asked = {"first": number == 0, "last": number == count - 1, "all": True}
        if is_asked.get(which, False):
            present[number] = draw.truth(constant=0.4)
    starts = [draw.number(draw.dice.choice([-1, 0, 0]), draw.dice.randint(1, 3)) for _ in present]
    sizes = [
        draw.number(0, 2) if draw.chance(0.3) else Number((), draw.dice.choice([0, 1, 2, 2, 3]))
        for _ in present
    ]
    return Times(starts, sizes, present)


def _no_overlap(draw: Draw, times: Times, planted: tuple[int, ...] | None = None) -> Case:
    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        no_overlap(model, times.given(x), encoding=encoding)

    def holds(values: Point) -> bool:
        return all(
            end <= begin or last <= start
            for (_, start, end), (_, begin, last) in combinations(times.at(values), 2)
        )

    return Case(tuple(draw.bounds), state, holds, planted)


def a_no_overlap(draw: Draw) -> Case:
    """A few intervals on one machine."""
    return _no_overlap(draw, some_times(draw))


def a_planted_no_overlap(draw: Draw) -> Case:
    """Six intervals, each of which starts where another one ends."""
    lengths = [3, 1, 0, 2, 4, 1]
    begins = [sum(lengths[:place]) for place in range(6)]
    order = list(range(6))
    draw.dice.shuffle(order)
    columns = [draw.column(begins[n] - 2, begins[n] + 2) or 0 for n in order]
    there = [draw.column(0, 1) or 0 for _ in order]
    times = Times(
        [Number(((column, 1),), 0) for column in columns],
        [Number((), lengths[n]) for n in order],
        [Truth(column, True) for column in there],
    )
    return _no_overlap(draw, times, (*(begins[n] for n in order), *(1 for _ in order)))


def _cumulative(
    draw: Draw,
    times: Times,
    demands: list[Number],
    capacity: Number,
    planted: tuple[int, ...] | None = None,
) -> Case:
    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        needed = [demand.given(x) for demand in demands]
        cumulative(model, times.given(x), needed, capacity.given(x), encoding=encoding)

    def holds(values: Point) -> bool:
        every = times.at(values)
        moments = {begin for _, begin, _ in every}
        needed = [
            sum(demands[n].value(values) for n, begin, end in every if begin <= now < end)
            for now in moments
        ]
        return max(needed, default=0) <= capacity.value(values) >= 0

    return Case(tuple(draw.bounds), state, holds, planted)


def a_cumulative(draw: Draw) -> Case:
    """A few intervals and what they need, now and then more than there is."""
    capacity = Number((), draw.dice.choice([0, 1, 2, 2, 3, 4]))
    if draw.chance(0.4):
        capacity = draw.number(draw.dice.choice([-1, 0]), 3, constant=0.0)
    times = some_times(draw)
    demands = [
        draw.number(0, 3) if draw.chance(0.25) else Number((), draw.dice.randint(0, 4))
        for _ in times.starts
    ]
    return _cumulative(draw, times, demands, capacity)


def a_planted_cumulative(draw: Draw) -> Case:
    """Six intervals in two rows, which need exactly what there is all the time."""
    plan = [(0, 3, 2), (3, 2, 2), (5, 1, 2), (0, 1, 3), (1, 4, 3), (5, 1, 3)]
    draw.dice.shuffle(plan)
    columns = [draw.column(begin - 2, begin + 2) or 0 for begin, _, _ in plan]
    there = [draw.column(0, 1) or 0 for _ in plan]
    times = Times(
        [Number(((column, 1),), 0) for column in columns],
        [Number((), size) for _, size, _ in plan],
        [Truth(column, True) for column in there],
    )
    demands = [Number((), demand) for _, _, demand in plan]
    planted = (*(begin for begin, _, _ in plan), *(1 for _ in plan))
    return _cumulative(draw, times, demands, Number((), 5), planted)


# Numbers


def _inverse(
    draw: Draw, ones: list[Number], others: list[Number], planted: tuple[int, ...] | None = None
) -> Case:
    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        given = ([number.given(x) for number in some] for some in (ones, others))
        inverse(model, *given, encoding=encoding)

    def holds(values: Point) -> bool:
        p, q = ([number.value(values) for number in some] for some in (ones, others))
        numbers = range(len(p))
        # Each number is one of theirs, and whoever is at a place, that place is theirs.
        if not {*p, *q} <= {*numbers}:
            return False
        return all((p[i] == j) is (q[j] == i) for i in numbers for j in numbers)

    return Case(tuple(draw.bounds), state, holds, planted)


def an_inverse(draw: Draw) -> Case:
    """Two sequences, whose numbers may be too small or too large."""
    count = draw.dice.choice([0, 1, 2, 2, 3])
    room = draw.dice.choice([(0, 0), (1, 0), (0, 1)]) if count < 3 else (0, 0)
    ones, others = (
        [draw.number(-room[0], count - 1 + room[1], constant=0.1) for _ in range(count)]
        for _ in range(2)
    )
    return _inverse(draw, ones, others)


def a_planted_inverse(draw: Draw) -> Case:
    """A permutation of seven, and its inverse."""
    order = list(range(7))
    draw.dice.shuffle(order)
    columns = [draw.column(0, 6) or 0 for _ in range(14)]
    ones, others = ([Number(((c, 1),), 0) for c in some] for some in (columns[:7], columns[7:]))
    return _inverse(draw, ones, others, (*order, *(order.index(j) for j in range(7))))


def _table(
    draw: Draw,
    numbers: list[Number],
    allowed: list[tuple[int, ...]],
    planted: tuple[int, ...] | None = None,
) -> Case:
    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        table(model, [number.given(x) for number in numbers], allowed, encoding=encoding)

    def holds(values: Point) -> bool:
        return tuple(number.value(values) for number in numbers) in allowed

    return Case(tuple(draw.bounds), state, holds, planted)


def a_table(draw: Draw) -> Case:
    """Some tuples: none at all, some twice, and some out of reach."""
    numbers = [draw.number(draw.dice.choice([-1, 0]), 3) for _ in range(draw.dice.randint(0, 3))]
    allowed = [
        tuple(draw.dice.randint(-1, 4) for _ in numbers)
        for _ in range(draw.dice.choice([0, 1, 5, 9, 20]))
    ]
    return _table(draw, numbers, [*allowed, *allowed[:1]])


def a_planted_table(draw: Draw) -> Case:
    """Sixty tuples of six numbers."""
    numbers = [Number(((draw.column(0, 3) or 0, 1),), 0) for _ in range(6)]
    first = tuple(draw.dice.randint(0, 3) for _ in numbers)
    allowed = [
        tuple(n if draw.chance(0.7) else draw.dice.randint(0, 3) for n in first) for _ in range(60)
    ]
    return _table(draw, numbers, [*allowed, first], first)


def _automaton(
    draw: Draw,
    numbers: list[Number],
    arcs: dict[tuple[Hashable, int], Hashable],
    start: Hashable,
    ends: list[Hashable],
    *,
    planted: tuple[int, ...] | None = None,
) -> Case:
    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        given = [number.given(x) for number in numbers]
        automaton(model, given, arcs, start, ends, encoding=encoding)

    def holds(values: Point) -> bool:
        at: Hashable = start
        for number in numbers:
            step = at, number.value(values)
            if step not in arcs:
                return False
            at = arcs[step]
        return at in ends

    return Case(tuple(draw.bounds), state, holds, planted)


def an_automaton(draw: Draw) -> Case:
    """A random automaton, which starts anywhere, and may have no end."""
    dice = draw.dice
    numbers = [draw.number(draw.dice.choice([-1, 0]), 2) for _ in range(dice.randint(0, 4))]
    states: list[Hashable] = [f"q{n}" for n in range(dice.randint(1, 4))]
    arcs: dict[tuple[Hashable, int], Hashable] = {
        (state, value): dice.choice(states)
        for state in states
        for value in range(-1, 3)
        if draw.chance(0.7)
    }
    if draw.chance(0.15):
        arcs = {}
    ends = [state for state in states if draw.chance(0.6)]
    ends += ends[:1] if draw.chance(0.2) else []
    return _automaton(draw, numbers, arcs, dice.choice(states), ends)


def a_planted_automaton(draw: Draw) -> Case:
    """Runs of one or two ones, apart by two zeros or more."""
    arcs: dict[tuple[Hashable, int], Hashable] = {
        ("free", 0): "free",
        ("free", 1): "one",
        ("one", 1): "two",
        ("one", 0): "tired",
        ("two", 0): "tired",
        ("tired", 0): "free",
    }
    planted = (1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0)
    numbers = [Number(((draw.column(0, 1) or 0, 1),), 0) for _ in planted]
    return _automaton(draw, numbers, arcs, "free", ["free", "one"], planted=planted)


def _lexicographic(
    draw: Draw,
    one: list[Number],
    other: list[Number],
    *,
    strict: bool,
    planted: tuple[int, ...] | None = None,
) -> Case:
    def state(model: Model, x: Sequence[Any], encoding: str | None) -> None:
        given = ([number.given(x) for number in some] for some in (one, other))
        lexicographic(model, *given, strict=strict, encoding=encoding)

    def holds(values: Point) -> bool:
        left, right = ([number.value(values) for number in some] for some in (one, other))
        for first, second in zip(left, right, strict=False):
            if first != second:
                return first < second
        return len(left) < len(right) or (len(left) == len(right) and not strict)

    return Case(tuple(draw.bounds), state, holds, planted)


def a_lexicographic(draw: Draw) -> Case:
    """Two sequences, of different lengths now and then."""
    dice = draw.dice
    length = dice.randint(0, 3)
    other = max(0, length + dice.choice([-1, 0, 0, 0, 1]))
    ones, others = ([draw.number(0, 2) for _ in range(n)] for n in (length, other))
    return _lexicographic(draw, ones, others, strict=draw.chance(0.5))


def a_planted_lexicographic(draw: Draw) -> Case:
    """Two sequences of ten that differ near their ends alone."""
    planted = [draw.dice.randint(0, 2) for _ in range(10)]
    later = [*planted[:8], min(planted[8] + 1, 2), 0]
    columns = [draw.column(0, 2) or 0 for _ in range(20)]
    one, other = ([Number(((c, 1),), 0) for c in some] for some in (columns[:10], columns[10:]))
    strict = later != planted and draw.chance(0.5)
    if later < planted:
        planted, later = later, planted
    return _lexicographic(draw, one, other, strict=strict, planted=(*planted, *later))


# Corners


def spelled(draw: Draw, text: str) -> list[Truth]:
    """Truths by letters: x is a new column, n the negation of one, and 1 and 0 are constants."""
    made = {"1": Truth(-1, True, True), "0": Truth(-1, True, False)}
    return [
        made[letter] if letter in made else Truth(draw.column(0, 1) or 0, letter == "x")
        for letter in text
    ]


def _of_two_intervals(draw: Draw, text: str) -> Times:
    """Two intervals that overlap wherever both are there, unless one starts late."""
    starts = [draw.column(0, 2) or 0 for _ in text]
    present = spelled(draw, text)
    return Times(
        [Number(((column, 1),), 0) for column in starts], [Number((), 2) for _ in text], [*present]
    )


def corners(kind: str) -> list[Case]:  # noqa: C901, PLR0912 - a case for each kind
    """Cases with a constant, a negation or a root in each place, one after the other."""
    pairs = ["".join(pair) for pair in product("xn10", repeat=2)]
    triangle = [(0, 1), (1, 2), (2, 0)]
    found: list[Case] = []

    def draw() -> Draw:
        return Draw(random.Random(f"corner {kind} {len(found)}"))

    if kind == "no_overlap":
        for text in pairs:
            made = draw()
            found.append(_no_overlap(made, _of_two_intervals(made, text)))
    elif kind == "cumulative":
        for text in pairs:
            made = draw()
            times = _of_two_intervals(made, text)
            demands = [Number((), 1), Number((), 2)]
            found.append(_cumulative(made, times, demands, Number((), 2)))
    elif kind == "acyclic":
        for text, directed in product(["0xx", "x0x", "xx0", "1x1", "n1x"], [False, True]):
            made = draw()
            used = spelled(made, text)
            found.append(_forest(made, triangle, used, 3, directed=directed))
    elif kind == "lexicographic":
        for length, other, strict in product(range(3), range(3), [False, True]):
            made = draw()
            columns = [made.column(0, 1) or 0 for _ in range(length + other)]
            numbers = [Number(((column, 1),), 0) for column in columns]
            one, second = numbers[:length], numbers[length:]
            found.append(_lexicographic(made, one, second, strict=strict))
    elif kind == "connected":
        for text in ["1xx", "x1x", "xx1", "0xx", "xx0", "x00"]:
            made = draw()
            active = spelled(made, "xxx")
            found.append(_connection(made, triangle[:2], active, roots=spelled(made, text)))
            made = draw()
            active, used = spelled(made, text), spelled(made, "xx")
            found.append(_connection(made, triangle[:2], active, used=used))
    elif kind == "circuit":
        for text, directed in product(["1xx", "xx1", "0xx", "xx0"], [False, True]):
            made = draw()
            used, active = spelled(made, "xxx"), spelled(made, text)
            found.append(_loop_case(made, triangle, used, active, count=3, directed=directed))
    elif kind == "division":
        for roots in ({0: 0}, {1: 0}, {0: 2}, {1: 2}, {0: 0, 1: 2}, {0: 1, 1: 1}):
            made = draw()
            cells = dict(zip(product(range(3), range(2)), spelled(made, "xxxxxx"), strict=True))
            found.append(
                _regions(made, triangle[:2], cells, count=3, regions=2, roots=dict(roots), sizes={})
            )
    return found


CASES: dict[str, Callable[[Draw], Case]] = {
    "acyclic": a_forest,
    "automaton": an_automaton,
    "circuit": a_circuit,
    "connected": a_connection,
    "cumulative": a_cumulative,
    "division": a_division,
    "inverse": an_inverse,
    "lexicographic": a_lexicographic,
    "no_overlap": a_no_overlap,
    "path": a_path,
    "table": a_table,
}
"""A small case for the name of each global constraint."""

PLANTED: dict[str, Callable[[Draw], Case]] = {
    "acyclic": a_planted_forest,
    "automaton": a_planted_automaton,
    "circuit": a_planted_circuit,
    "connected": a_planted_connection,
    "cumulative": a_planted_cumulative,
    "division": a_planted_division,
    "inverse": a_planted_inverse,
    "lexicographic": a_planted_lexicographic,
    "no_overlap": a_planted_no_overlap,
    "path": a_planted_path,
    "table": a_planted_table,
}
"""A larger one, with a point that is right."""


def small(kind: str, seed: int) -> Case:
    """A case with few points, most often with some that are right and some that are wrong."""
    dice = random.Random(f"{kind} {seed}")
    for _ in range(4):
        case = CASES[kind](Draw(dice))
        number = len({case.holds(point) for point in case.points()})
        if number > 1 or dice.random() < 0.15:
            break
    return case


def planted(kind: str, seed: int) -> Case:
    """A case with many points, and a planted one."""
    return PLANTED[kind](Draw(random.Random(f"planted {kind} {seed}"), most=10**40))
