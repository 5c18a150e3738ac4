"""Searches that are repeated until nothing is left to cut off."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace

from ilpuzzles.backends import Backend, Limit, Options, Result, Seconds, Status
from ilpuzzles.queries.restricted import Restricted


class Clock:
    """The time that all searches of one question have together.

    Args:
        options: How to search, with the time limit of the question.

    Attributes:
        patience: How many seconds a single search may take, or None for all that there are.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._start = time.perf_counter()
        self.patience: float | None = None

    def with_nodes(self, limit: int | None) -> Clock:
        """The same clock with another limit of nodes."""
        other = Clock(replace(self._options, node_limit=limit))
        other._start, other.patience = self._start, self.patience
        return other

    @property
    def everything(self) -> Options:
        """The options of the whole question."""
        return self._options

    def options(self) -> Options | None:
        """The options for the next search, or None if the time is over."""
        limit = self._options.time_limit
        if limit is None and self.patience is None:
            return self._options
        left = math.inf if limit is None else limit - (time.perf_counter() - self._start)
        most = min(left, self.patience or math.inf)
        return replace(self._options, time_limit=most) if left > 0 else None

    @property
    def over(self) -> bool:
        """Whether the time of the question is over."""
        return self.options() is None


def search(restricted: Restricted, backend: Backend, clock: Clock) -> Result:
    """Looks for a solution; as often as cuts are broken, they are added and it looks again.

    Args:
        restricted: The program; the cuts stay in it.
        backend: The backend.
        clock: The time there is.

    Returns:
        The last result, with the times and nodes of all searches added up. Its values are those
        of the program's own columns, and break no cut.
    """
    spent: list[Result] = []
    options = clock.options()
    while options is not None:
        result = backend.solve(restricted.program(), options)
        spent.append(result)
        if result.values is None or not restricted.cut(result.values):
            values = None if result.values is None else restricted.values_of(result.values)
            return summed(replace(result, values=values), spent)
        options = clock.options()
    return summed(out_of_time(backend, spent[-1] if spent else None), spent)


def out_of_time(backend: Backend, last: Result | None) -> Result:
    """What is known if the time is over before anything was found."""
    return Result(
        status=Status.UNKNOWN,
        limit=Limit.TIME,
        bound=last.bound if last else None,
        backend=backend.name,
        version=last.version if last else backend.version(),
    )


def summed(result: Result, spent: Sequence[Result]) -> Result:
    """A result with what several searches have taken: time and nodes all together, memory the most.

    Args:
        result: The result of the last search.
        spent: The results of all of them.
    """
    if len(spent) == 1:
        return result
    nodes = [one.nodes for one in spent if one.nodes is not None]
    memory = [one.memory for one in spent if one.memory is not None]
    seconds = Seconds(
        sum(one.seconds.build for one in spent),
        sum(one.seconds.hand_over for one in spent),
        sum(one.seconds.solve for one in spent),
    )
    return replace(
        result,
        seconds=seconds,
        nodes=sum(nodes) if nodes else None,
        memory=max(memory) if memory else None,
    )
