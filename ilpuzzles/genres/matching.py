"""Matching: what is left over where each thing needs a partner of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


def without_partner(options: Mapping[Any, Collection[Any]]) -> list[Any]:
    """Returns what is left over by a largest matching, such as trees without a tent of their own.

    Args:
        options: For each thing, its possible partners. The things that come first are matched
            first.

    Example:
        >>> without_partner({"a": [1, 2], "b": [1], "c": [2]})
        ['c']
    """
    partner_of: dict[Any, Any] = {}

    def finds_partner(thing: Any, asked: set[Any]) -> bool:
        """Returns whether a thing gets a partner; another thing may have to take a different one.

        This is a search for an augmenting path.
        """
        for partner in options[thing]:
            if partner in asked:
                continue
            asked.add(partner)
            if partner not in partner_of or finds_partner(partner_of[partner], asked):
                partner_of[partner] = thing
                return True
        return False

    return [thing for thing in options if not finds_partner(thing, set())]
