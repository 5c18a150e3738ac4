"""Connectivity by cuts that are found as they are needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.connectivity.network import (
    Network,
    Switch,
    is_on,
    opposite,
    parts_of,
)
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.operations import Outcome, Separated


def state_lazily(model: Model, network: Network, name: str) -> None:
    """States connectivity as one row, whose cuts are found as they are needed."""
    model.operate(Connected(network), name)


@dataclass(frozen=True, slots=True)
class Connected(Separated):
    """The active vertices of a network are connected; see `connected`.

    Attributes:
        network: The network.
    """

    network: Network

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "connected"

    def parts(self) -> Iterable[Affine | Literal]:
        """The literals that it speaks of."""
        return self.network.literals()

    def outcome(self, values: Sequence[int]) -> Outcome:
        """How many parts there are, or how many without a root."""
        if self.network.roots is None:
            return Outcome(len(self.network.parts(values)), None, 1)
        return Outcome(len(self._rootless(values)), 0, 0)

    def cuts(self, values: Sequence[int]) -> list[list[Literal]]:
        """Clauses that some values break, and that hold wherever the vertices are connected.

        For a part that is cut off, either its first vertex is not active, or something that
        borders on it is; without roots, or the first vertex of the largest part is not active.
        """
        network = self.network
        if network.roots is None:
            parts = sorted(network.parts(values), key=lambda part: (-len(part), part))
            # Within the largest part is where all others must get to.
            return [
                _clause(
                    [*self._gates(part, parts[0][0], values), opposite(network.active[parts[0][0]])]
                )
                for part in parts[1:]
            ]
        return [
            _clause([*self._gates(part, None, values), *(network.roots[v] for v in part)])
            for part in self._rootless(values)
        ]

    def _rootless(self, values: Sequence[int]) -> list[list[int]]:
        roots = self.network.roots or ()
        return [
            part
            for part in self.network.parts(values)
            if not any(is_on(roots[vertex], values) for vertex in part)
        ]

    def _gates(self, part: list[int], goal: int | None, values: Sequence[int]) -> list[Switch]:
        """The first vertex of a part is not active, or else one of the gates around it is open."""
        network = self.network
        inside, incident = set(part), network.incident()
        border: dict[int, list[int]] = {}
        for vertex in part:
            for edge in incident[vertex]:
                one, other = network.edges[edge]
                beyond = other if one == vertex else one
                if beyond not in inside:
                    border.setdefault(beyond, []).append(edge)
        if goal is not None and network.open is None:
            border = self._needed(border, inside, goal, incident)
        gates: list[Switch] = [opposite(network.active[part[0]])]
        for beyond, edges in sorted(border.items()):
            if is_on(network.active[beyond], values) and network.open is not None:
                # It is active already: what is missing is an edge.
                gates += [network.open[edge] for edge in edges]
            else:
                gates.append(network.active[beyond])
        return gates

    def _needed(
        self,
        border: dict[int, list[int]],
        inside: set[int],
        goal: int,
        incident: Sequence[Sequence[int]],
    ) -> dict[int, list[int]]:
        """The vertices of the border that a way from the goal meets first."""
        edges = self.network.edges
        outside = [v for v in range(len(incident)) if v not in inside and v not in border]
        free = set(outside)
        usable = [one in free and other in free for one, other in edges]
        reached = next(p for p in parts_of(outside, edges, incident, usable) if goal in p)
        ends = {vertex for start in reached for edge in incident[start] for vertex in edges[edge]}
        return {vertex: edges for vertex, edges in border.items() if vertex in ends}


def _clause(switches: Iterable[Switch]) -> list[Literal]:
    """The literals of some switches; those that are constant are all off."""
    literals = (switch for switch in switches if isinstance(switch, Literal))
    return list(dict.fromkeys(literals))
