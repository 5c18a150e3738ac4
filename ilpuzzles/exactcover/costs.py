"""The choice of the quicker engine, by the costs of their steps and a trial of a table."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ilpuzzles.exactcover.diagram import Diagram, Layout
from ilpuzzles.exactcover.estimate import Estimate, rounded

# A table of so many states is in the processor's caches, mostly.
_STATES_IN_CACHE = 1 << 18
# Whenever it is twice as large, a state costs this part of its cost more: measured up to 40 million
# states.
_COST_PER_DOUBLING = 0.2
# The share of all states that there is when so much of the way is done, on boards where tables pay:
# measured on the pentomino boards, Lonpos and TriTetraTan.
_PARTS_OF_WAY = (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7)
_SHARES_OF_STATES = (0.0005, 0.002, 0.007, 0.022, 0.05, 0.1, 0.28, 0.55, 0.85, 1.0)
# A table that seems to take up to four times as long as the search is given some time: a twentieth
# of what the search takes, at the end of which it has to seem quicker by far. All are parts of the
# time of the search.
_TIME_AT_FIRST = 4.0
_TIME_IN_THE_END = 0.6
_TIME_OF_TRIAL = 0.05
# A table that is likely to outgrow its memory is tried all the same where the search takes so many
# times as long as filling that memory: what it needs is mostly estimated too high. One-sided
# pentominoes on 5 by 18 need 0.7 GB, not 1.8, and 30 s; the search, so dives say, 4 to 50 minutes.
_SEARCH_PER_FILLING = 10.0
# So many states are made in half a millisecond, and say nothing of how many there will be.
_STATES_TOO_EARLY = 2000
# After this part of the way, more than half of all states are there: it is too late to give up.
_WAY_DECIDED = 0.5


class Costs(NamedTuple):
    """The costs of steps, in seconds."""

    placement: float  # to choose an option
    word: float  # to look at a word of an option that is left
    state: float  # to make a state of a table, and to go on from it

    def of_search(self, search: Estimate) -> float:
        """The time of a search.

        Example:
            >>> round(USUAL.of_search(Estimate(1e7, 1e9)), 3)
            1.3
        """
        return search.nodes * self.placement + search.looked * self.word

    def of_table(self, states: float) -> float:
        """The time of a table that has so many states in the end.

        Example:
            >>> [round(USUAL.of_table(states), 3) for states in (1e5, 1e6, 1e7)]
            [0.022, 0.305, 4.512]
        """
        farther = math.log2(max(1.0, states / _STATES_IN_CACHE))
        return states * self.state * (1 + _COST_PER_DOUBLING * farther)

    def shared_by(self, workers: int) -> Costs:
        """The same where so many threads share a search."""
        return Costs(self.placement / workers, self.word / workers, self.state)


USUAL = Costs(placement=85e-9, word=0.45e-9, state=220e-9)
"""Not measured, so that a problem is estimated alike everywhere; it is their ratio that decides.

They agree with what the boards of `benchmarks.exact_covers` take on one machine: from 28 ns for a
placement of dominoes to 500 for one of TriTetraTan, which looks at many words, and from 130 to 500
ns for a state."""


class Trial:
    """The beginning of a table, and what the search would take, or None if there is no choice.

    The table may take `memory` bytes, `positions` of it have options, and `why` says what has
    decided against it, once it is given up. What the search would take is `refined`, which takes
    some milliseconds, where small tables are complete before.
    """

    def __init__(
        self,
        layout: Layout,
        search: Estimate | None,
        memory: int,
        costs: Costs,
        refined: Callable[[], Estimate] | None = None,
    ) -> None:
        used = np.nonzero(np.diff(layout.at.starts))[0]
        self.positions = int(used[-1]) + 1 if len(used) else 1
        self._search, self._memory, self._refined = search, memory, refined
        self._costs = costs
        self.why = ""

    def gives_up(self, diagram: Diagram) -> bool:
        """Whether there are likely to be so many states that the search is quicker.

        Or else that they outgrow their memory, where the search comes to an end as well.
        """
        way = diagram.position / self.positions
        if self._search is None or diagram.states < _STATES_TOO_EARLY or way >= _WAY_DECIDED:
            return False
        if self._refined is not None:
            self._search, self._refined = self._refined(), None
        costs, search = self._costs, self._search
        states = diagram.states / float(np.interp(way, _PARTS_OF_WAY, _SHARES_OF_STATES))
        searching = max(1e-9, costs.of_search(search))
        spent = costs.of_table(diagram.states)
        patience = min(1.0, spent / (_TIME_OF_TRIAL * searching))
        most = _TIME_AT_FIRST + patience * (_TIME_IN_THE_END - _TIME_AT_FIRST)
        slower = costs.of_table(states) - spent > most * searching
        grown = diagram.peak * states / diagram.states > self._memory
        filling = costs.of_table(diagram.states * self._memory / max(1, diagram.peak))
        if not slower and not (grown and searching <= _SEARCH_PER_FILLING * filling):
            return False
        room = "" if slower else f", more than {self._memory >> 20:,} MB hold"
        self.why = (
            f"the table would have about {rounded(states)} states{room}, "
            f"the search {search.placements}"
        )
        return True

    def reason(self, diagram: Diagram) -> str:
        """The reason for a table, in words."""
        if self._search is None:
            return "asked for"
        return f"{diagram.states:,} states instead of {self._search.placements}"
