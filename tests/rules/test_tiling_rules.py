"""The rule checker must accept right solutions and name the rule that a wrong one breaks."""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


def chiral(motions: str, atoms: list[list[int]]) -> tuple[Data, Data]:
    """An S tetromino alone in a region of its own cells."""
    s_shape = [[0, 1], [0, 2], [1, 0], [1, 1]]
    instance = {
        "region": atoms,
        "tiles": {"S": {"shape": s_shape, "motions": motions}},
        "givens": [],
    }
    return instance, {"tiles": [{"tile": "S", "atoms": atoms}]}


def test_mirrors_are_told_from_rotations() -> None:
    z_shape = [[0, 0], [0, 1], [1, 1], [1, 2]]
    turned = [[0, 0], [1, 0], [1, 1], [2, 1]]
    assert broken_rules(*chiral("all", z_shape)) == set()
    assert broken_rules(*chiral("rotations", z_shape)) == {"shape"}
    assert broken_rules(*chiral("rotations", turned)) == set()


def test_mirrors_in_space_are_told_from_rotations() -> None:
    screw = [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]]
    mirrored = [[0, 0, 0], [0, 0, 1], [0, 1, 1], [-1, 1, 1]]
    turned = [[-c, b, a] for a, b, c in screw]
    for atoms, expected in [(screw, set()), (turned, set()), (mirrored, {"shape"})]:
        instance = {
            "region": atoms,
            "tiles": {"A": {"shape": screw, "motions": "rotations"}},
            "givens": [],
        }
        assert broken_rules(instance, {"tiles": [{"tile": "A", "atoms": atoms}]}) == expected


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
