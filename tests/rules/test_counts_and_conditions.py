"""How often tiles are used, givens of repeated tiles, and sums that have to come out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.rules.tiling import check_tiling

Data = dict[str, Any]
DOMINO = [[0, 0], [0, 1]]


def row_of_dominoes(count: int, **tile: Any) -> tuple[Data, Data]:
    """A strip of two rows and as many columns, all dominoes upright."""
    instance: Data = {
        "lattice": "square",
        "region": [[row, column] for row in range(2) for column in range(count)],
        "tiles": {"L": {"shape": DOMINO, "motions": "all", **tile}},
        "givens": [],
        "conditions": [],
        "further": {},
        "wrap": [],
    }
    placed = [{"tile": "L", "atoms": [[0, column], [1, column]]} for column in range(count)]
    return instance, {"tiles": placed}


def broken(instance: Data, solution: Data) -> list[str]:
    return [str(violation) for violation in check_tiling(instance, solution)]


@pytest.mark.parametrize(
    ("count", "tile", "expected"),
    [
        (8, {"least": 8, "most": 8}, []),
        (8, {"least": 9, "most": 9}, ["tile count: tile L is used 8 times instead of 9"]),
        (1, {"least": 9, "most": 9}, ["tile count: tile L is used 1 time instead of 9"]),
        (2, {"least": 0, "most": 1}, ["tile count: tile L is used 2 times, at most 1 allowed"]),
        (2, {"least": 3, "most": 5}, ["tile count: tile L is used 2 times, at least 3 needed"]),
        (2, {"least": 3, "most": None}, ["tile count: tile L is used 2 times, at least 3 needed"]),
        (5, {"least": 3, "most": None}, []),
        (4, {"least": 0, "most": None}, []),
        (3, {"least": 1}, ["tile once: tile L is used 3 times"]),
        (3, {}, ["tile once: tile L is used 3 times"]),
        (1, {}, []),
        (2, {"most": 2}, []),
        (2, {"least": 0, "most": 0}, ["tile count: tile L is used 2 times instead of 0"]),
    ],
)
def test_how_often_a_tile_is_used(count: int, tile: Data, expected: list[str]) -> None:
    assert broken(*row_of_dominoes(count, **tile)) == expected


@given(st.integers(0, 5), st.integers(0, 5), st.none() | st.integers(0, 5))
def test_counts_between_bounds_are_right(used: int, least: int, most: int | None) -> None:
    instance, solution = row_of_dominoes(used, least=least, most=most)
    right = used >= least and (most is None or used <= most)
    assert (broken(instance, solution) == []) is right


def test_an_optional_tile_that_is_left_out() -> None:
    instance, solution = row_of_dominoes(2, least=0, most=None)
    instance["tiles"]["Q"] = {"shape": [[0, 0]], "motions": "all", "least": 0, "most": 1}
    assert broken(instance, solution) == []
    instance["tiles"]["Q"]["least"] = 1
    assert broken(instance, solution) == ["tile once: tile Q is used 0 times"]


def test_givens_count_as_often_as_they_are_there() -> None:
    instance, solution = row_of_dominoes(3, least=3, most=3)
    instance["givens"] = [
        {"tile": "L", "atoms": [[1, 2], [0, 2]]},
        {"tile": "L", "atoms": [[0, 0], [1, 0]]},
    ]
    assert broken(instance, solution) == []
    missing = "givens: tile L is not where it was given"
    instance["givens"].append({"tile": "L", "atoms": [[0, 2], [1, 2]]})
    assert broken(instance, solution) == [missing]
    instance["givens"].append({"tile": "L", "atoms": [[0, 0], [0, 1]]})
    assert broken(instance, solution) == [missing] * 2


def test_weights_of_atoms() -> None:
    instance, solution = row_of_dominoes(3, least=0, most=None)
    parity = [1, -1, 1, -1, 1, -1]
    instance["conditions"] = [{"name": "chess parity", "target": 0, "atoms": parity}]
    assert broken(instance, solution) == []
    instance["conditions"][0]["atoms"] = [1, -1, 1, 1, -1, 1]
    assert broken(instance, solution) == ["condition: chess parity is 2 instead of 0"]
    # Weights count for what is covered, as often as it is, and within the region only.
    solution["tiles"] = [
        {"tile": "L", "atoms": [[0, 0], [1, 0]]},
        {"tile": "L", "atoms": [[1, 0], [2, 0]]},
        {"tile": "stranger", "atoms": [[0, 2]]},
    ]
    assert "condition: chess parity is 4 instead of 0" in broken(instance, solution)


def test_weights_of_tiles() -> None:
    instance, solution = row_of_dominoes(4, least=0, most=None)
    instance["conditions"] = [
        {"name": "weight", "target": 20, "tiles": {"L": 5, "Q": 100}},
        {"name": "nothing", "target": 0, "tiles": {}},
    ]
    assert broken(instance, solution) == []
    instance["conditions"][0]["target"] = 21
    instance["conditions"][1]["target"] = -1
    assert broken(instance, solution) == [
        "condition: weight is 20 instead of 21",
        "condition: nothing is 0 instead of -1",
    ]


def test_what_is_said_about_a_tile_that_is_unknown_or_outside() -> None:
    instance, solution = row_of_dominoes(1)
    solution["tiles"].append({"tile": "Z Z", "atoms": [[0, 5]]})
    assert broken(instance, solution) == [
        "known tile: there is no tile 'Z Z'",
        "inside: tile 'Z Z' covers (0, 5), which is outside the region",
    ]


def test_a_hexagon_of_triangles() -> None:
    """Three rhombi around a point, two triangles each; the triangles go round clockwise."""
    region = [[1, 1], [2, -1], [1, -2], [-1, -1], [-2, 1], [-1, 2]]
    rhombus = {"shape": [[1, 1], [2, 2]], "motions": "rotations", "least": 3, "most": 3}
    hexagon: Data = {
        "lattice": "triangular",
        "region": region,
        "tiles": {"A": {**rhombus, "marks": "xyz"}},
        "conditions": [{"name": "up minus down", "target": 0, "atoms": [-1, 1, -1, 1, -1, 1]}],
    }
    for first, owners in [(0, "xxyyzz"), (1, "xyyzzx")]:
        pairs = [[region[(first + n + m) % 6] for m in (0, 1)] for n in (4, 0, 2)]
        solution = {"tiles": [{"tile": "A", "atoms": pair} for pair in pairs], "owners": owners}
        assert broken(hexagon, solution) == []
    # Across the middle there is no rhombus.
    pairs = [[region[n], region[n + 3]] for n in range(3)]
    solution = {"tiles": [{"tile": "A", "atoms": pair} for pair in pairs], "owners": "xyzxyz"}
    assert broken(hexagon, solution) == [
        f"shape: the cells of tile A, drawn as {mark}, do not have its shape" for mark in "xyz"
    ]


def test_a_pyramid_of_balls() -> None:
    """A ball on four others: a pair and a right angle."""
    pyramid = {
        "lattice": "fcc",
        "region": [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]],
        "tiles": {
            "A": {"shape": [[0, 0, 0], [0, 0, 1]], "motions": "rotations"},
            "B": {"shape": [[0, 0, 0], [0, 0, 1], [0, 1, 1]], "motions": "rotations"},
        },
    }
    pair, angle = [[0, 0, 0], [1, 1, 0]], [[1, 0, 0], [1, 0, 1], [1, 1, 1]]
    right = {
        "tiles": [{"tile": "A", "atoms": pair}, {"tile": "B", "atoms": angle}],
        "rows": [["A"], ["BB", "AB"]],
    }
    assert broken(pyramid, right) == []
    wrong = {
        "tiles": [{"tile": "B", "atoms": pair}, {"tile": "A", "atoms": angle}],
        "owners": "ABBAB",
    }
    assert {line.split(":")[0] for line in broken(pyramid, wrong)} == {"shape", "drawing"}


def test_copies_are_named_as_they_are_drawn() -> None:
    instance, solution = row_of_dominoes(3, least=3, most=3, marks="ABC")
    wrong = [{"tile": "L", "atoms": [[0, 2], [1, 1]]}, {"tile": "L", "atoms": [[0, 1], [1, 2]]}]
    drawn = {"tiles": [*solution["tiles"][:1], *wrong], "rows": ["ABC", "ACB"]}
    assert broken(instance, drawn) == [
        "shape: the cells of tile L, drawn as C, do not have its shape",
        "shape: the cells of tile L, drawn as B, do not have its shape",
    ]
