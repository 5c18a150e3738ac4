"""Connected parts of graphs."""

from __future__ import annotations

import random

import numpy as np
from scipy import sparse

from ilpuzzles.graphs import parts_along, parts_of


def test_parts_of_random_graphs_are_those_of_scipy() -> None:
    for seed in range(60):
        dice = random.Random(seed)
        number = dice.randint(1, 12)
        edges = [
            (dice.randrange(number), dice.randrange(number)) for _ in range(dice.randint(0, 12))
        ]
        vertices = dice.sample(range(number), number)
        first, second = np.array(edges, dtype=np.int64).reshape(-1, 2).T
        graph = sparse.coo_array((np.ones(len(edges)), (first, second)), shape=(number, number))
        _, labels = sparse.csgraph.connected_components(graph, directed=False)
        expected: dict[int, list[int]] = {}
        for vertex in vertices:
            expected.setdefault(int(labels[vertex]), []).append(vertex)
        assert parts_along(vertices, edges) == [sorted(part) for part in expected.values()]


def test_edges_lead_both_ways() -> None:
    assert parts_along([2, 0, 1, 3], [(0, 2), (3, 1)]) == [[0, 2], [1, 3]]
    assert parts_along([], []) == []


def test_parts_are_in_the_order_in_which_they_are_reached() -> None:
    neighbours = {"a": ["c", "b", "c"], "b": [], "c": ["d", "a"], "d": [], "e": []}
    assert parts_of("ead", neighbours.__getitem__) == [["e"], ["a", "c", "b", "d"]]
