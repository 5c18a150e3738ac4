"""Whether it is worth while to go on filling a table, seen from its beginning."""

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.estimating import Estimate
from ilpuzzles.exactcover.filling import Filling
from ilpuzzles.exactcover.layout import Layout

FEW_NODES = 20_000
"""A search of so many nodes is over before a table pays."""

MANY_NODES = 1_000_000
"""A search of so many nodes takes a moment, and so does the table that may take its place."""

# What share of all states there is when so much of the way is done, on boards where tables pay:
# measured on the pentomino boards, Lonpos and TriTetraTan.
_WAY = (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7)
_SHARE = (0.0005, 0.002, 0.007, 0.022, 0.05, 0.1, 0.28, 0.55, 0.85, 1.0)

# In words of options that are looked at, 0.8 ns each: choosing an option takes 0.1 us besides, a
# state of a table 0.45 us. Measured on the boards of `benchmarks.exact_covers`, where a node takes
# from 0.05 us (dominoes) to 0.7 (TriTetraTan), since it looks at more or fewer options.
_NODE, _STATE = 125, 560

# A search of so many nodes takes some minutes at most; for longer ones, a large table is tried.
_BEARABLE = 1e9

_TOO_EARLY = 2000
_READABLE = 1e12
_DECIDED = 0.5


class Trial:
    """The beginning of a table, and the estimate of what the search would take.

    Args:
        layout: The layout of the table.
        search: What the search would take, or None if there is to be a table anyway.
        memory: How many bytes the table may take.

    Attributes:
        positions: How many positions have options.
        why: What has decided against the table, once it is given up.
    """

    def __init__(self, layout: Layout, search: Estimate | None, memory: int) -> None:
        used = np.nonzero(np.diff(layout.starts))[0]
        self.positions = int(used[-1]) + 1 if len(used) else 1
        self._nodes, self._memory = None if search is None else search.nodes, memory
        self._most = None if search is None else (search.nodes * _NODE + search.looked) / _STATE
        self.why = ""

    def gives_up(self, filling: Filling) -> bool:
        """Whether there are likely to be so many states that the search is quicker.

        Or else that they outgrow their memory, where the search comes to an end as well.
        """
        way = filling.position / self.positions
        if (
            self._nodes is None
            or self._most is None
            or filling.states < _TOO_EARLY
            or way >= _DECIDED
        ):
            return False
        states = filling.states / float(np.interp(way, _WAY, _SHARE))
        grown = filling.peak * states / filling.states > self._memory
        if states <= self._most and not (grown and self._nodes <= _BEARABLE):
            return False
        room = f", more than {self._memory >> 20:,} MB hold" if states <= self._most else ""
        self.why = (
            f"the table would have about {rounded(states)} states{room}, "
            f"the search about {rounded(self._nodes)} placements"
        )
        return True

    def reason(self, filling: Filling) -> str:
        """Why there is a table."""
        if self._nodes is None:
            return "asked for"
        return f"{filling.states:,} states instead of about {rounded(self._nodes)} placements"


def rounded(number: float) -> str:
    """An estimate in a few digits.

    Example:
        >>> rounded(1234567.8), rounded(3.2e30)
        ('1,200,000', '3.2e+30')
    """
    return f"{float(f'{number:.2g}'):,.0f}" if number < _READABLE else f"{number:.2g}"
