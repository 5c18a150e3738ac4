"""Connected parts of graphs."""

from __future__ import annotations

from ilpuzzles.graphs import parts_along, parts_of


def test_edges_lead_both_ways() -> None:
    assert parts_along([2, 0, 1, 3], [(0, 2), (3, 1)]) == [[0, 2], [1, 3]]
    assert parts_along([], []) == []


def test_parts_are_in_the_order_in_which_they_are_reached() -> None:
    neighbours = {"a": ["c", "b", "c"], "b": [], "c": ["d", "a"], "d": [], "e": []}
    assert parts_of("ead", neighbours.__getitem__) == [["e"], ["a", "c", "b", "d"]]
