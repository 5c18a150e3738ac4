"""`circuit`: the chosen edges of a graph are one loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import ClassVar

from ilpuzzles.constraints.graphs import Graph, GraphReader, Switches
from ilpuzzles.constraints.networks import (
    Network,
    affine,
    incident,
    is_on,
    literals_of,
    opposite,
    require_ends,
)
from ilpuzzles.constraints.reach import state_distances, state_flow, state_reach
from ilpuzzles.errors import ModelError
from ilpuzzles.graphs import parts_along
from ilpuzzles.modelling.affine import LinearRows, Literal, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.global_constraint import (
    LAZY,
    NATIVE,
    CpSatModel,
    GlobalConstraint,
    Language,
    Purpose,
    RuleProgram,
    Switch,
    require_number,
)
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Conditional, Outcome


def circuit(
    model: Model,
    graph: Graph,
    edges: Switches | None = None,
    *,
    active: Switches | bool | None = None,
    directed: bool = False,
    encoding: str | None = None,
    name: str = "circuit",
) -> None:
    """States that the chosen edges of a graph form one loop, or that there are none.

    Every vertex is on none or two of the chosen edges, and all of these hang together. An edge from
    a vertex to itself is never chosen.

        +--+  +--+      +--+  +--+
        |  +--+  |      |  |  |  |
        +--------+      +--+  +--+
        a circuit       not one

    Encodings, of which the solver decides unless one is named; all have the degrees of vertices:

    - `native`: CP-SAT's own circuit; rules of clingo.
    - `lazy`: cuts against each loop that a solver finds beside another: two edges lead out of it.
    - `flow`, `bfs`: as in `connected`; of a directed graph, flows and ranks go along its edges.

    Args:
        model: The model.
        graph: The edges: pairs of vertices, or whole numbers as in `connected`. A dictionary, or a
            family of variables, which has a truth for each pair, needs no `edges`.
        edges: For every edge whether it is chosen.
        active: For every vertex whether it is on the loop, or True for a tour of all; by default
            any vertex may be.
        directed: Whether edges lead from the first vertex to the second, and the loop along them.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If the graph does not fit the truths.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> model = Model()
        >>> road = model.binary("road", [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
        >>> circuit(model, road)
        >>> found = sorted(model.solutions(), key=lambda values: values.sum())
        >>> [model.program().text_by_name(values) for values in found]
        ['all variables are 0', 'road[a, b], road[b, c], road[c, a]']
    """
    encoder = Encoder.of(model)
    read = GraphReader(encoder, graph, edges, active)
    state_circuit(encoder, read, (), directed=directed, encoding=encoding, name=name)


def state_circuit(
    encoder: Encoder,
    read: GraphReader,
    more: tuple[tuple[int, int], ...],
    *,
    directed: bool,
    encoding: str | None,
    name: str,
) -> None:
    """States a circuit, with further edges that are always chosen."""
    edges: list[tuple[int, int]] = []
    chosen: list[Switch] = []
    for ends, switch in zip(
        (*read.edges, *more), (*read.chosen, *(True for _ in more)), strict=True
    ):
        if ends[0] != ends[1]:
            edges.append(ends)
            chosen.append(switch)
        elif isinstance(switch, Literal):
            # As in a table of all pairs: no loop goes from a vertex to itself.
            encoder.state(~encoder.handle(switch), name)
        elif switch:
            raise ModelError("an edge joins a vertex to itself", "leave it out")
    every = (read.vertices, tuple(edges), tuple(chosen), read.active, directed)
    encoder.state_global(Circuit(*every, encoding=encoding), name)


@dataclass(frozen=True, slots=True)
class Circuit(GlobalConstraint):
    """The chosen edges are one loop, or there are none; see `circuit`.

    Attributes:
        vertices: How many vertices there are.
        edges: The two ends of every edge.
        chosen: For every edge, whether it is chosen.
        active: For every vertex, whether it is on the loop; None if any may be.
        directed: Whether edges lead from their first end to the second.
    """

    word: ClassVar[str] = "circuit"
    LINEAR: ClassVar[tuple[str, ...]] = ("flow", "bfs")
    NATIVE_IN: ClassVar[frozenset[Language]] = frozenset({Language.CPSAT, Language.RULES})
    HAS_CUTS: ClassVar[bool] = True
    OPEN: ClassVar[frozenset[str]] = frozenset({"flow"})
    vertices: int
    edges: tuple[tuple[int, int], ...]
    chosen: tuple[Switch, ...]
    active: tuple[Switch, ...] | None
    directed: bool

    def require_shape(self) -> None:
        """Raises a `ModelError` unless edges and truths fit the vertices."""
        require_ends(self.edges, self.vertices)
        require_number("edges", len(self.chosen), len(self.edges))
        if self.active is not None:
            require_number("vertices", len(self.active), self.vertices)

    def choose(self, language: Language, purpose: Purpose) -> str:
        """The best of `benchmarks.loops`."""
        if language is Language.RULES:
            return NATIVE
        # Tours with costs: 50 cities take CP-SAT 0.8 s by cuts; by its own circuit, 20 take 0.3 s.
        tour = self.active is not None and all(switch is True for switch in self.active)
        cuts = language is Language.LINEAR or purpose is Purpose.ALL
        return LAZY if cuts or (tour and purpose is Purpose.BEST) else NATIVE

    @property
    def follows(self) -> bool:
        """Whether what a way needs follows: CP-SAT goes round a loop in one of two directions."""
        both_ways = (self.way, self.language) == (NATIVE, Language.CPSAT) and not self.directed
        return not both_ways and (self.way or self.encoding or self.LINEAR[0]) not in self.OPEN

    # Degrees

    def _sides(self) -> list[list[list[int]]]:
        """For every vertex the edges there: all of them, or those that lead in, and out."""
        if not self.directed:
            return [[edges] for edges in incident(self.vertices, self.edges)]
        found: list[list[list[int]]] = [[[], []] for _ in range(self.vertices)]
        for edge, (tail, head) in enumerate(self.edges):
            found[tail][1].append(edge)
            found[head][0].append(edge)
        return found

    @property
    def _degree(self) -> int:
        """The number of edges on one side of a vertex of the loop."""
        return 1 if self.directed else 2

    def first_cuts(self) -> Iterator[Conditional]:
        """Rows of the edges at each vertex: none or so many of them are chosen."""
        for vertex, sides in enumerate(self._sides()):
            terms = [[affine(self.chosen[edge]) for edge in edges] for edges in sides]
            if self.active is not None:
                on = affine(self.active[vertex]).times(-self._degree)
                for side in terms:
                    yield Conditional((), total([*side, on]), 0, 0)
            elif self.directed:
                yield Conditional((), total(terms[0]).minus(total(terms[1])), 0, 0)
                yield Conditional((), total(terms[0]), None, 1)
            else:
                every = total(terms[0])
                yield Conditional((), every, None, 2)
                for one in terms[0]:
                    yield Conditional((), every.minus(one.times(2)), 0, None)

    # Meaning

    def _loops(self, values: Sequence[Number]) -> list[list[int]]:
        """The connected parts of what is chosen, and of the vertices that have to be there."""
        usable = [is_on(switch, values) for switch in self.chosen]
        ends = {v for edge, on in zip(self.edges, usable, strict=True) if on for v in edge}
        if self.active is not None:
            ends |= {v for v, switch in enumerate(self.active) if is_on(switch, values)}
        return parts_along(sorted(ends), compress(self.edges, usable))

    def _wrong_degrees(self, values: Sequence[Number]) -> int:
        """The number of vertices with a wrong degree."""
        wrong = 0
        for vertex, sides in enumerate(self._sides()):
            numbers = {sum(is_on(self.chosen[edge], values) for edge in edges) for edges in sides}
            allowed = {0, self._degree}
            if self.active is not None:
                allowed = {self._degree * is_on(self.active[vertex], values)}
            wrong += len(numbers) > 1 or not numbers <= allowed
        return wrong

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of vertices with a wrong degree, and of loops beyond the first."""
        wrong = self._wrong_degrees(values) + max(len(self._loops(values)) - 1, 0)
        return Outcome(wrong, 0, 0)

    # Ways

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """The degrees that are wrong; or of each loop beside another, that two edges leave it."""
        if self._wrong_degrees(values):
            return [cut for cut in self.first_cuts() if not cut.outcome(values).right]
        loops = sorted(self._loops(values), key=lambda loop: (-len(loop), loop))
        if len(loops) < 2:
            return []
        signs = [self._sign(loop, values) for loop in loops]
        found = []
        for loop, sign in zip(loops, signs, strict=True):
            inside = set(loop)
            leaving = [
                affine(self.chosen[edge])
                for edge, (one, other) in enumerate(self.edges)
                if (one in inside) is not (other in inside)
            ]
            beside = signs[0] if sign is not signs[0] else signs[1]
            there = list(dict.fromkeys(literals_of((sign, beside))))
            found.append(Conditional(tuple(there), total(leaving), 2, None))
        return found

    def _sign(self, loop: list[int], values: Sequence[Number]) -> Switch:
        """What is on only if something of a part is on the loop."""
        if self.active is not None:
            on = [self.active[vertex] for vertex in loop if is_on(self.active[vertex], values)]
            return True if True in on else on[0]
        inside = set(loop)
        return next(
            switch
            for switch, (one, _) in zip(self.chosen, self.edges, strict=True)
            if one in inside and is_on(switch, values)
        )

    def rows(self, into: LinearRows, encoding: str) -> None:
        """Adds the degrees, and a flow or distances."""
        on = self.active
        if on is None:
            on = tuple(into.binary() for _ in range(self.vertices))
        for cut in replace(self, active=on).first_cuts():
            cut.linearise(into)
        network = Network(on, self.edges, self.chosen)
        if encoding == "flow":
            state_flow(into, network, directed=self.directed)
        else:
            state_distances(into, network)

    def cpsat(self, model: CpSatModel) -> None:
        """Adds CP-SAT's own circuit, with the degrees beside it; without, it is far slower."""
        on = self.active
        if on is None:
            on = tuple(Literal(model.variable(0, 1)) for _ in range(self.vertices))
        for cut in replace(self, active=on).first_cuts():
            model.linear((), cut.subject, (0, 0))
        arcs = [(v, v, model.literal(opposite(switch))) for v, switch in enumerate(on)]
        for (tail, head), switch in zip(self.edges, self.chosen, strict=True):
            if self.directed:
                arcs.append((tail, head, model.literal(switch)))
            elif switch is not False:
                there, back = model.variable(0, 1), model.variable(0, 1)
                either = model.constraint().exactly_one.literals
                either.extend([there, back, model.literal(opposite(switch))])
                arcs += [(tail, head, there), (head, tail, back)]
        if arcs:
            made = model.constraint().circuit
            tails, heads, literals = zip(*arcs, strict=True)
            made.tails.extend(list(tails))
            made.heads.extend(list(heads))
            made.literals.extend(list(literals))

    def rules(self, program: RuleProgram) -> None:
        """Adds the degrees, and the rules for what is reached."""
        chosen = [program.literal(switch) for switch in self.chosen]
        on = [program.literal(switch) for switch in self.active or ()]
        if self.active is None:
            on = program.atoms(self.vertices)
        for vertex, sides in enumerate(self._sides()):
            for side in sides:
                there = [(chosen[edge], 1) for edge in side]
                away = [(-chosen[edge], 1) for edge in side]
                if self.active is None:
                    for edge, _ in there:
                        program.rule(on[vertex], edge)
                program.at_most([*there, (-on[vertex], self._degree)], self._degree)
                program.at_most([*away, (on[vertex], self._degree)], len(side))
        state_reach(program, on, self.edges, chosen)
