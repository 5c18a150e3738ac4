"""The rule checker must accept right solutions and name the rule that a wrong one breaks."""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.rules.tiling import check_tiling

Data = dict[str, Any]


SHAPES = {
    "A": ["AAA", "A"], "B": ["BBB", "BB"], "C": ["CCCC", "C"], "D": ["DDDD", " D"],
    "E": ["EEE", "  EE"], "F": ["FF", "F"], "G": ["GGG", "G", "G"], "H": ["HH", " HH", "  H"],
    "I": ["III", "I I"], "J": ["JJJJ"], "K": ["KK", "KK"], "L": [" L", "LLL", " L"],
}  # fmt: skip
ROWS = ["BBBCCAAAEEE", "BBFFCALEEHD", "GGGFCLLLHHD", "KKGICILHHDD", "KKGIIIJJJJD"]


def marked(rows: list[str], letter: str) -> list[list[int]]:
    """The cells that show a letter."""
    return [[r, c] for r, row in enumerate(rows) for c, shown in enumerate(row) if shown == letter]


def placed(letters: str) -> list[Data]:
    """Tiles of the right solution."""
    return [{"tile": letter, "atoms": marked(ROWS, letter)} for letter in letters]


@pytest.fixture
def instance() -> Data:
    """Lonpos with eight pieces given."""
    return {
        "region": [[row, column] for row in range(5) for column in range(11)],
        "tiles": {
            letter: {"shape": marked(rows, letter), "motions": "all"}
            for letter, rows in SHAPES.items()
        },
        "givens": placed("ADEGIJKL"),
    }


@pytest.fixture
def solution() -> Data:
    """Its solution."""
    return {"tiles": placed("ABCDEFGHIJKL"), "rows": list(ROWS)}


def tile(solution: Data, name: str) -> Data:
    found: Data = next(entry for entry in solution["tiles"] if entry["tile"] == name)
    return found


def broken(instance: Data, solution: Data) -> list[str]:
    return [str(violation) for violation in check_tiling(instance, solution)]


def broken_rules(instance: Data, solution: Data) -> set[str]:
    return {violation.rule for violation in check_tiling(instance, solution)}


def test_the_right_solution_is_accepted(instance: Data, solution: Data) -> None:
    assert check_tiling(instance, solution) == []


def test_changing_any_one_cell_of_the_drawing_is_noticed(instance: Data, solution: Data) -> None:
    for row in range(5):
        for column in range(11):
            wrong = copy.deepcopy(solution)
            line = wrong["rows"][row]
            other = "A" if line[column] != "A" else "B"
            wrong["rows"][row] = line[:column] + other + line[column + 1 :]
            (violation,) = check_tiling(instance, wrong)
            assert violation.rule == "drawing"
            assert f"({row}, {column})" in violation.what


def test_moving_any_one_cell_of_any_tile_is_noticed(instance: Data, solution: Data) -> None:
    for number, entry in enumerate(solution["tiles"]):
        for atom in range(len(entry["atoms"])):
            wrong = copy.deepcopy(solution)
            wrong["tiles"][number]["atoms"][atom] = [9, 9]
            assert {"inside", "cell once", "drawing"} <= broken_rules(instance, wrong)


CORRUPTIONS: list[tuple[str, Callable[[Data], object], str]] = [
    ("a tile is missing", lambda s: s["tiles"].remove(tile(s, "B")), "tile once"),
    ("a tile lies there twice", lambda s: s["tiles"].append(tile(s, "B")), "tile once"),
    ("a tile has another name", lambda s: tile(s, "B").update(tile="Z"), "known tile"),
    ("two tiles are exchanged", lambda s: _exchange(s, "B", "C"), "shape"),
    ("a tile loses a cell", lambda s: tile(s, "B")["atoms"].pop(), "shape"),
    ("a tile is shifted", lambda s: _shift(s, "K", 1), "givens"),
    ("a tile lies outside", lambda s: _shift(s, "J", 20), "inside"),
    ("a cell is covered twice", lambda s: _shift(s, "B", 1), "cell once"),
]


def _exchange(solution: Data, one: str, other: str) -> None:
    a, b = tile(solution, one), tile(solution, other)
    a["atoms"], b["atoms"] = b["atoms"], a["atoms"]


def _shift(solution: Data, name: str, columns: int) -> None:
    entry = tile(solution, name)
    entry["atoms"] = [[row, column + columns] for row, column in entry["atoms"]]


@pytest.mark.parametrize(
    ("corrupt", "rule"),
    [pytest.param(corrupt, rule, id=name) for name, corrupt, rule in CORRUPTIONS],
)
def test_every_corruption_names_its_rule(
    corrupt: Callable[[Data], object], rule: str, instance: Data, solution: Data
) -> None:
    corrupt(solution)
    assert rule in broken_rules(instance, solution)


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
    assert lying("A", "B") == ["edges match: (0, 0) shows b where (0, 1) shows a"]
    assert lying("B", "A") == ["edges match: (0, 0) shows a where (0, 1) shows b"]


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


def test_a_tower_is_accepted() -> None:
    assert broken(*logiq()) == []


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
    assert broken(instance, solution) == ["further: ring 0 is filled 0 times"]
    instance["tiles"]["Y"]["fills"] = ["ring"]
    assert broken(instance, solution) == ["further: ring 1 is filled 2 times"]


def test_further_atoms_of_other_coordinates() -> None:
    instance, solution = logiq()
    instance["further"] = {"spoke": 1}
    for name, tile in instance["tiles"].items():
        tile["fills"] = ["spoke"] if name in "YLQ" else ["ring"]
    # Q covers columns 11, 0, 1; L 5 to 8; Y 7 to 10.
    assert broken(instance, solution) == [
        *(f"further: spoke {column} is filled 0 times" for column in (2, 3, 4)),
        *(f"further: spoke {column} is filled 2 times" for column in (7, 8)),
    ]


def test_optional_tiles_may_be_left_out_but_not_repeated() -> None:
    instance, solution = logiq()
    instance["tiles"]["J"] = {**copy.deepcopy(instance["tiles"]["Y"])}
    assert broken(instance, solution) == []
    solution["tiles"].append(solution["tiles"][0])
    assert "tile count: tile Y is used 2 times, at most 1 allowed" in broken(instance, solution)


# Whatever is said to be a solution, the rules answer.

FLAT = {
    "square": [[0, 0], [0, 1], [1, 1]],
    "hexagonal": [[0, 0], [0, 1], [1, 1]],
    "triangular": [[1, 1], [2, 2], [1, 4]],
    "tan": [[0, -2], [-2, 0], [4, 0]],
}
SOLID = {
    "cubic": [[0, 0, 0], [0, 0, 1], [0, 1, 1]],
    "fcc": [[0, 0, 0], [0, 0, 1], [1, 1, 1]],
}
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
    rules = {violation.rule for violation in check_tiling(instance, solution)}
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
        rules = {violation.rule for violation in check_tiling(instance, solution)}
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
