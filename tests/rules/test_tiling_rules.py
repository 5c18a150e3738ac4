"""The rule checker must accept right solutions and name the rule that a wrong one breaks."""

from __future__ import annotations

import ast
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.rules.tiling import check_tiling

Data = dict[str, Any]


def broken(instance: Data, solution: Data) -> list[str]:
    return [str(violation) for violation in check_tiling(instance, solution)]


def test_edges_are_compared_across_the_seam() -> None:
    """Two squares on a cylinder, whose seam is no border."""
    ring: Data = {"region": [[0, 0], [0, 1]], "wrap": [[0, 2]], "match": True, "border": "a"}
    words = {"A": "aaab", "B": "abaa"}
    ring["tiles"] = {
        name: {"shape": [[0, 0]], "motions": "shifts", "colours": [[f".{word}"]]}
        for name, word in words.items()
    }

    def lying(left: str, right: str) -> list[str]:
        placed = [
            {"tile": name, "atoms": [[0, column]], "edges": words[name]}
            for column, name in enumerate(left + right)
        ]
        return broken(ring, {"tiles": placed})

    assert lying("A", "B") == []
    words["B"] = "aaaa"
    ring["tiles"]["B"]["colours"] = [[".aaaa"]]
    assert lying("A", "B") == ["edges match: row 1, column 1 shows b where row 1, column 2 shows a"]
    assert lying("B", "A") == ["edges match: row 1, column 1 shows a where row 1, column 2 shows b"]


# How often tiles are used, givens of repeated tiles, and sums that have to come out.

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


@pytest.mark.parametrize(
    ("count", "tile", "expected"),
    [
        (8, {"least": 9, "most": 9}, ["tile count: tile L is used 8 times instead of 9"]),
        (1, {"least": 9, "most": 9}, ["tile count: tile L is used 1 time instead of 9"]),
        (2, {"least": 0, "most": 1}, ["tile count: tile L is used 2 times, at most 1 allowed"]),
        (2, {"least": 3, "most": 5}, ["tile count: tile L is used 2 times, at least 3 needed"]),
        (3, {"least": 1}, ["tile once: tile L is used 3 times"]),
        (2, {"most": 2}, []),
        (2, {"least": 0, "most": 0}, ["tile count: tile L is used 2 times instead of 0"]),
        (0, {}, ["tile once: tile L is used 0 times"]),
    ],
)
def test_how_often_a_tile_is_used(count: int, tile: Data, expected: list[str]) -> None:
    assert broken(*row_of_dominoes(count, **tile)) == expected


@given(st.integers(0, 5), st.integers(0, 5), st.none() | st.integers(0, 5))
def test_counts_between_bounds_are_right(used: int, least: int, most: int | None) -> None:
    instance, solution = row_of_dominoes(used, least=least, most=most)
    right = used >= least and (most is None or used <= most)
    assert (broken(instance, solution) == []) is right


def test_givens_count_as_often_as_they_are_there() -> None:
    instance, solution = row_of_dominoes(3, least=3, most=3)
    both = [[1, 2], [0, 2]], [[0, 0], [1, 0]]
    instance["givens"] = [{"tile": "L", "atoms": atoms} for atoms in both]
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
        "inside: tile 'Z Z' covers row 1, column 6, which is outside the region",
    ]


def test_copies_are_named_as_they_are_drawn() -> None:
    instance, solution = row_of_dominoes(3, least=3, most=3, marks="ABC")
    wrong = [{"tile": "L", "atoms": [[0, 2], [1, 1]]}, {"tile": "L", "atoms": [[0, 1], [1, 2]]}]
    drawn = {"tiles": [*solution["tiles"][:1], *wrong], "rows": ["ABC", "ACB"]}
    assert broken(instance, drawn) == [
        "shape: the cells of tile L, drawn as C, do not have its shape",
        "shape: the cells of tile L, drawn as B, do not have its shape",
    ]


# Placements over the seam of a wrapped region, and further atoms in its rows.


def shape_of(*rows: str) -> list[list[int]]:
    return [[r, c] for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."]


def logiq() -> tuple[Data, Data]:
    """A tower of two rings around a core: pieces 0 and 2 reach into it, once in every row."""
    shapes = {
        "Y": shape_of("..Y.", "YYYY"),
        "L": shape_of("...L", "LLLL"),
        "U": shape_of("U.U", "UUU"),
        "Q": shape_of(".QQ", "QQQ"),
        "0": shape_of("00"),
        "2": shape_of("2..2"),
    }
    tiles: Data = {
        name: {"shape": shape, "motions": ["0", "180"], "least": 0, "most": 1}
        for name, shape in shapes.items()
    }
    for name in "02":
        tiles[name]["fills"] = ["ring"]
    rows = ["QQUUULLLLY00", "QQU2UL2YYYYQ"]
    instance = {
        "lattice": "square",
        "region": [[row, column] for row in range(2) for column in range(12)],
        "wrap": [[0, 12]],
        "further": {"ring": 0},
        "tiles": tiles,
        "givens": [],
    }
    placed = [
        {"tile": name, "atoms": [[r, c] for r in range(2) for c in range(12) if rows[r][c] == name]}
        for name in shapes
    ]
    return instance, {"tiles": placed, "rows": rows}


def test_a_tower_is_accepted_and_no_change_of_a_cell() -> None:
    instance, solution = logiq()
    assert broken(instance, solution) == []
    rows = solution["rows"]
    for row, column in product(range(2), range(12)):
        line = rows[row][:column] + "#" + rows[row][column + 1 :]
        changed = {**solution, "rows": [*rows[:row], line, *rows[row + 1 :]]}
        (violation,) = broken(instance, changed)
        shown = f"drawing: row {row + 1}, column {column + 1} shows #"
        assert violation == f"{shown} instead of {rows[row][column]}"
    for entry in solution["tiles"]:
        for atom in entry["atoms"]:
            entry["atoms"].remove(atom)
            entry["atoms"].insert(0, [9, 9])
            rules = {line.split(":")[0] for line in broken(instance, solution)}
            assert {"shape", "inside", "cell once", "drawing"} <= rules
            entry["atoms"][0] = atom


def test_a_mirrored_piece_of_the_tower_is_not() -> None:
    instance, solution = logiq()
    instance["tiles"]["L"]["shape"] = shape_of("L...", "LLLL")
    assert broken(instance, solution) == ["shape: the cells of tile L do not have its shape"]


def test_without_the_seam_the_tower_is_not_a_solution() -> None:
    instance, solution = logiq()
    instance["wrap"] = []
    assert broken(instance, solution) == ["shape: the cells of tile Q do not have its shape"]


@given(st.integers(0, 11), st.integers(0, 5))
def test_a_turned_tower_is_a_solution_and_half_a_turn_of_it_is_none(turn: int, number: int) -> None:
    instance, solution = logiq()
    solution["rows"] = [row[-turn:] + row[:-turn] if turn else row for row in solution["rows"]]
    for entry in solution["tiles"]:
        entry["atoms"] = [[row, (column + turn) % 12] for row, column in entry["atoms"]]
    assert broken(instance, solution) == []
    entry = solution["tiles"][number]
    entry["atoms"] = [[row, (column + 1) % 12] for row, column in entry["atoms"]]
    rules = {line.split(":")[0] for line in broken(instance, solution)}
    assert rules == {"cell once", "drawing"}


def test_every_ring_is_filled_once() -> None:
    instance, solution = logiq()
    instance["tiles"]["0"]["fills"] = []
    assert broken(instance, solution) == ["further: ring 1 is filled 0 times"]
    instance["tiles"]["Y"]["fills"] = ["ring"]
    assert broken(instance, solution) == ["further: ring 2 is filled 2 times"]


def test_further_atoms_of_other_coordinates() -> None:
    instance, solution = logiq()
    instance["further"] = {"spoke": 1}
    for name, tile in instance["tiles"].items():
        tile["fills"] = ["spoke"] if name in "YLQ" else ["ring"]
    # Q covers columns 12, 1, 2; L 6 to 9; Y 8 to 11.
    assert broken(instance, solution) == [
        *(f"further: spoke {column} is filled 0 times" for column in (3, 4, 5)),
        *(f"further: spoke {column} is filled 2 times" for column in (8, 9)),
    ]


# Whatever is said to be a solution, the rules answer.

FLAT = {
    "square": [[0, 0], [0, 1], [1, 1]],
    "hexagonal": [[0, 0], [0, 1], [1, 1]],
    "triangular": [[1, 1], [2, 2], [1, 4]],
    "tan": [[0, -2], [-2, 0], [4, 0]],
}
SOLID = {"cubic": [[0, 0, 0], [0, 0, 1], [0, 1, 1]], "fcc": [[0, 0, 0], [0, 0, 1], [1, 1, 1]]}
NAMES = ["A", "B", "Z", "", "two words", "\x00"]


@st.composite
def instances(draw: st.DrawFn) -> Data:
    lattice, region = draw(st.sampled_from(sorted((FLAT | SOLID).items())))
    dimension = len(region[0])
    motions: list[Any] = ["all", "rotations", "shifts"]
    if lattice in FLAT:
        motions += [["0", "180"], ["mirror 90"], []]
    tiles = {
        name: {
            "shape": region[:size],
            "motions": draw(st.sampled_from(motions)),
            "least": draw(st.integers(0, 2)),
            "most": draw(st.none() | st.integers(0, 2)),
            "marks": draw(st.sampled_from(["A", "xyz"])),
            "fills": draw(st.sampled_from([[], ["ring"], ["other"]])),
        }
        for name, size in [("A", 1), ("B", 2)]
    }
    return {
        "lattice": lattice,
        "region": region,
        "wrap": draw(st.sampled_from([[], [[0] * (dimension - 1) + [12]]])),
        "further": draw(st.sampled_from([{}, {"ring": 0}, {"ring": 1}])),
        "tiles": tiles,
        "givens": [{"tile": "A", "atoms": region[:1]}],
        "conditions": [
            {"name": "atoms", "target": 0, "atoms": [1, -1, 0]},
            {"name": "tiles", "target": 1, "tiles": {"A": 1}},
        ],
    }


@st.composite
def solutions(draw: st.DrawFn, region: list[list[int]]) -> Data:
    anywhere = st.lists(
        st.integers(-3, 3) | st.sampled_from([10**9, -(10**9), 10**30]),
        min_size=len(region[0]),
        max_size=len(region[0]),
    )
    atoms = st.lists(st.sampled_from(region) | anywhere, max_size=4)
    entry = st.fixed_dictionaries({"tile": st.sampled_from(NAMES), "atoms": atoms})
    line = st.text("AB.#*x", max_size=4)
    rows = st.lists(line, max_size=3) | st.lists(st.lists(line, max_size=3), max_size=3)
    solution: Data = {"tiles": draw(st.lists(entry, max_size=5))}
    if draw(st.booleans()):
        solution["rows"] = draw(rows)
    if draw(st.booleans()):
        solution["owners"] = draw(line)
    return solution


@given(st.data())
def test_nonsense_is_answered(data: st.DataObject) -> None:
    instance = data.draw(instances())
    solution = data.draw(solutions(instance["region"]))
    rules = {line.split(":")[0] for line in broken(instance, solution)}
    placed = [(entry["tile"], entry["atoms"]) for entry in solution["tiles"]]
    covered = [atom for _, atoms in placed for atom in atoms]
    region, known = instance["region"], set(instance["tiles"])
    assert ("known tile" in rules) is any(name not in known for name, _ in placed)
    assert ("inside" in rules) is any(atom not in region for atom in covered)
    assert ("cell once" in rules) is any(covered.count(atom) != 1 for atom in region)
    assert ("givens" in rules) is (("A", region[:1]) not in placed)
    weight = sum(name == "A" for name, _ in placed)
    balance = covered.count(region[0]) - covered.count(region[1])
    assert ("condition" in rules) is ((balance, weight) != (0, 1))
    if any(name in known and not atoms for name, atoms in placed):
        assert "shape" in rules
    if not any(name in known for name, _ in placed):
        assert "shape" not in rules


def test_points_of_other_dimensions_are_answered() -> None:
    instance = {
        "region": [[0, 0], [0, 1]],
        "wrap": [[0, 12]],
        "further": {"ring": 1},
        "tiles": {"A": {"shape": [[0, 0], [0, 1]], "motions": "all", "fills": ["ring"]}},
        "givens": [{"tile": "A", "atoms": [[0, 0], [0, 1]]}],
    }
    nonsense: list[list[list[int]]] = [
        [[], []],
        [[0], [1]],
        [[0, 0, 0], [0, 0, 1]],
        [[0, 0], [0, 1, 0]],
    ]
    for atoms in nonsense:
        solution = {"tiles": [{"tile": "A", "atoms": atoms}], "rows": ["AA"], "owners": "AA"}
        rules = {line.split(":")[0] for line in broken(instance, solution)}
        assert {"shape", "inside", "cell once", "givens", "drawing"} <= rules


def test_the_rules_use_the_standard_library_only() -> None:
    import ilpuzzles.rules  # noqa: PLC0415

    folder = Path(ilpuzzles.rules.__file__).parent
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom):
                name = node.module or ""
                allowed = name.startswith(("ilpuzzles.rules", "ilpuzzles.errors"))
                assert allowed or name.split(".")[0] in sys.stdlib_module_names, name
            elif isinstance(node, ast.Import):
                assert all(n.name.split(".")[0] in sys.stdlib_module_names for n in node.names)
