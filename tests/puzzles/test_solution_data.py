"""Solutions as data: in space, too, and in a form in which equal ones are equal."""

from __future__ import annotations

from typing import Any

import pytest

from ilpuzzles.document import JsonPlace, read_tree
from ilpuzzles.errors import InputError
from ilpuzzles.puzzles import get_family
from ilpuzzles.rules import check_rules

FAMILY = get_family("tiling")
SLAB = FAMILY.read_puzzle(
    read_tree(
        """\
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
""",
        "slab.yaml",
    )
)
PLACE = JsonPlace("f")


def read(data: Any) -> dict[str, Any]:
    return FAMILY.read_solution(SLAB, data, PLACE)


def test_layers_of_rows_are_read() -> None:
    plain = read({"rows": [["BB", "AB"], ["##", "AB"]]})
    assert plain["tiles"] == [
        {"tile": "A", "atoms": [[0, 1, 0], [1, 1, 0]]},
        {"tile": "B", "atoms": [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]]},
    ]
    puzzle = FAMILY.plain_puzzle(SLAB)
    right = read({"rows": [["AB", "AB"], ["A#", "BB"]]})
    assert check_rules("tiling", puzzle, right) == []
    shown = {str(violation) for violation in check_rules("tiling", puzzle, plain)}
    assert "cell once: (1, 0, 0) is covered 0 times" in shown
    assert "drawing: (1, 0, 0) shows # instead of ." in shown


def test_equal_solutions_are_equal_data() -> None:
    one = {"tile": "A", "atoms": [[0, 0, 0], [0, 1, 0]]}
    other = {"tile": "B", "atoms": [[1, 1, 0], [0, 0, 1]]}
    turned = {"tile": "B", "atoms": [[0, 0, 1], [1, 1, 0]]}
    assert read({"tiles": [one, other]}) == read({"tiles": [turned, one], "rows": None})


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ({"rows": ["AB"]}, 'f: rows[0]: "AB" is not a list; write [...]'),
        ({"rows": [["AB"], [["AB"]]]}, "f: rows[1][0]: a list is not a text; write a row of "),
        ({"tiles": [{"tile": "A", "atoms": [[0, 0]]}]},
         "f: tiles[0].atoms[0]: a point of length 2; write [layer, row, column]"),
        ({"tiles": [{"tile": "A", "atoms": [[0, 0, None]]}]},
         "f: tiles[0].atoms[0]: null is not a whole number; write [layer, row, column]"),
    ],
)  # fmt: skip
def test_what_does_not_fit_into_space(data: Any, line: str) -> None:
    with pytest.raises(InputError) as caught:
        read(data)
    assert str(caught.value).startswith(line)
