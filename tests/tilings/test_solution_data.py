"""Solutions as data: in space, too, and in a form in which equal ones are equal."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.check_files import check_solutions
from ilpuzzles.experiments.loading import load
from ilpuzzles.puzzles.kinds import get_kind
from ilpuzzles.reading.json_text import JsonPart
from ilpuzzles.reading.tree import read_tree
from ilpuzzles.rules.tiling import check_tiling

FAMILY = get_kind("tiling")
SLAB_YAML = """\
puzzle: slab
family: tiling
title: Slab
lattice: cubic
motions: rotations
region: |
  ..
  ..

  .#
  ..
tiles:
  A:
    shape: |
      A
      A

      A
      .
  B:
    shape: |
      .B
      .B

      ..
      BB
"""
SLAB = FAMILY.bare_instance(FAMILY.read_puzzle(read_tree(SLAB_YAML, "slab.yaml")))


def read(data: Any) -> dict[str, Any]:
    plain: dict[str, Any] = FAMILY.position(SLAB).read_solution(JsonPart("f", data))
    return plain


def test_layers_of_rows_are_read() -> None:
    plain = read({"rows": [["BB", "AB"], ["##", "AB"]]})
    assert plain["tiles"] == [
        {"tile": "A", "atoms": [[0, 1, 0], [1, 1, 0]]},
        {"tile": "B", "atoms": [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]]},
    ]
    puzzle = FAMILY.plain_puzzle(SLAB.puzzle)
    right = read({"rows": [["AB", "AB"], ["A#", "BB"]]})
    assert check_tiling(puzzle, right) == []
    shown = {str(violation) for violation in check_tiling(puzzle, plain)}
    assert "cell once: layer 2, row 1, column 1 is covered 0 times" in shown
    assert "drawing: layer 2, row 1, column 1 shows # instead of ." in shown


def test_equal_solutions_are_equal_data() -> None:
    one = {"tile": "A", "atoms": [[0, 0, 0], [0, 1, 0]]}
    other = {"tile": "B", "atoms": [[1, 1, 0], [0, 0, 1]]}
    turned = {"tile": "B", "atoms": [[0, 0, 1], [1, 1, 0]]}
    assert read({"tiles": [one, other]}) == read({"tiles": [turned, one], "rows": None})


NO_LAYERS: list[tuple[Any, str]] = [
    ({"rows": ["AB"]}, 'f: rows[0]: expected a list, got "AB"; write it again'),
    ({"rows": [["AB"], [["AB"]]]}, "f: rows[1][0]: expected a row of letters, got a list; write"),
    (
        {"tiles": [{"tile": "A", "atoms": [[0, 0]]}]},
        "f: tiles[0].atoms[0]: a point of length 2; write [layer, row, column]",
    ),
    (
        {"tiles": [{"tile": "A", "atoms": [[0, 0, None]]}]},
        "f: tiles[0].atoms[0][2]: expected a whole number, got null; write it again",
    ),
]


def test_what_does_not_fit_into_space() -> None:
    for data, line in NO_LAYERS:
        with pytest.raises(InputError) as caught:
            read(data)
        assert str(caught.value).startswith(line)


@cache
def solved(puzzle: str) -> dict[str, Any]:
    """A solution of a puzzle, each on another lattice, as plain data."""
    preset = {"hexiamonds": "rhombus", "tetrahexes": "parallelogram"}.get(puzzle)
    answer: dict[str, Any] = ilpuzzles.solve(puzzle, preset).to_json()["solutions"][0]
    return answer


EVERY = ["soma", "tower", "hexiamonds", "tetrahexes", "tritetratan", "pyramid", "cube"]


def checked(puzzle: str, data: Any) -> bool:
    """Whether a solution is accepted."""
    preset = load(puzzle, {"hexiamonds": "rhombus", "tetrahexes": "parallelogram"}.get(puzzle))
    return check_solutions(puzzle, data, preset.preset).accepted


@pytest.mark.exhaustive
@pytest.mark.parametrize("puzzle", EVERY)
def test_what_is_written_is_read_back(puzzle: str) -> None:
    solution = solved(puzzle)
    assert checked(puzzle, solution)
    drawing = "rows" if "rows" in solution else "owners"
    # Either of both is enough.
    assert checked(puzzle, {drawing: solution[drawing]})
    assert checked(puzzle, {"tiles": solution["tiles"]})
    assert not checked(puzzle, {"tiles": solution["tiles"][1:]})
    first, *others = solution["tiles"]
    moved = [[x + 1 for x in atom] for atom in first["atoms"]]
    assert not checked(puzzle, {"tiles": [first | {"atoms": moved}, *others]})
    other = "owners" if drawing == "rows" else "rows"
    with pytest.raises(InputError, match=f"unknown key '{other}'"):
        checked(puzzle, {other: solution[drawing]})


def test_points_that_are_the_same_atom() -> None:
    instance = load("tower").instance
    shifted = [
        entry | {"atoms": [[row, column + 12 * (number - 2)] for row, column in entry["atoms"]]}
        for number, entry in enumerate(solved("tower")["tiles"])
    ]
    assert read_tower({"tiles": shifted})["tiles"] == solved("tower")["tiles"]
    assert checked("tower", {"tiles": shifted})
    both = check_solutions("tower", [{"tiles": shifted}, solved("tower")])
    assert both.solutions[1].repeats == 1
    # Rows are no columns.
    above = [entry | {"atoms": [[r + 2, c] for r, c in entry["atoms"]]} for entry in shifted]
    assert not checked("tower", {"tiles": above})
    moved = FAMILY.position(instance).solution_of(read_tower({"tiles": shifted}))
    assert moved.to_json() == solved("tower")


def read_tower(data: Any) -> dict[str, Any]:
    plain: dict[str, Any] = load("tower").read_solution(JsonPart("f", data))
    return plain


def test_the_copies_of_a_tile_have_marks() -> None:
    rows = solved("cube")["rows"]
    assert {letter for layer in rows for row in layer for letter in row} == set("ABCDEFGHI")
    other = [[row.replace("A", "L") for row in layer] for layer in rows]
    assert not checked("cube", {"rows": other})
    dominoes = ilpuzzles.solve("dominoes", "4x4").to_json()["solutions"][0]
    assert check_solutions("dominoes", dominoes, "4x4").accepted
    with pytest.raises(InputError, match="which atoms marked D are the same copy cannot be seen"):
        check_solutions("dominoes", {"rows": dominoes["rows"]}, "4x4")


NO_ATOMS: list[tuple[str, Any, str]] = [
    ("tritetratan", {"owners": "A" * 135}, "owners: 135 letters for 136 atoms; write a letter for"),
    ("tritetratan", {"owners": ["A" * 136]}, "owners: expected a letter for every atom, got a"),
    (
        "tetrahexes",
        {"tiles": [{"tile": "A", "atoms": [[0, 0, 0]]}]},
        "tiles[0].atoms[0]: a point of length 3; write [row, column]",
    ),
    *(
        (
            "tower",
            {"tiles": [{"tile": "I", "atoms": [[2, 3], point]}]},
            f"tiles[0].atoms[1]: {far} is too far away; write [row, column]",
        )
        for far in (10**10, -(10**10))
        for point in ([far, 1], [0, far])
    ),
    ("pyramid", {"rows": ["A"]}, 'rows[0]: expected a list, got "A"; write it again'),
]


def test_what_does_not_fit_the_lattice() -> None:
    for puzzle, data, line in NO_ATOMS:
        preset = {"tetrahexes": "parallelogram"}.get(puzzle)
        with pytest.raises(InputError) as caught:
            check_solutions(puzzle, data, preset, name="f")
        assert str(caught.value).startswith(f"f: {line}")
