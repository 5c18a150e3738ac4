"""A few of many cases, in which everything meets everything that it should meet."""

from __future__ import annotations

from collections.abc import Sequence


def spread(cases: Sequence[tuple[str, ...]], *meetings: tuple[int, ...]) -> list[tuple[str, ...]]:
    """Enough cases for all values that places have together, such as those of 0 and 2.

    It takes the case that brings most of what is missing, the first of those that bring as many.

    Example:
        >>> spread([("a", "x", "1"), ("a", "y", "1"), ("b", "y", "2"), ("b", "x", "2")], (0,), (1,))
        [('a', 'x', '1'), ('b', 'y', '2')]
    """

    def brought(case: tuple[str, ...]) -> set[tuple[tuple[int, ...], tuple[str, ...]]]:
        return {(places, tuple(case[place] for place in places)) for places in meetings}

    missing = set().union(*map(brought, cases))
    chosen = []
    while missing:
        best = max(cases, key=lambda case: len(brought(case) & missing))
        missing -= brought(best)
        chosen.append(best)
    return chosen
