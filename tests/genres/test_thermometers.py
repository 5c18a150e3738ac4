"""Thermometers: every rule broken by name, paths as collections write them, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved

BENT = {"paths": ["A1 A2 B1", "C1 A3 B2", "C2 - B3"], "left": "2 - -", "above": "- 1 -"}


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("thermometers", "small")
    assert broken("thermometers", fields, solution) == []
    assert broken("thermometers", BENT, {"rows": ["- x x", "- - -", "- - -"]}) == [
        "gap: the thermometer at row 1, column 1 has a gap at row 1, column 1",
    ]
    assert broken("thermometers", BENT, {"rows": ["x - x", "- - -", "- x -"]}) == [
        "no thermometer: row 3, column 2 is filled, and there is no thermometer",
    ]
    assert broken("thermometers", BENT, {"rows": ["x x x", "- x -", "- - -"]}) == [
        "filled cell count: row 1 has 3 filled cells instead of 2",
        "filled cell count: column 2 has 2 filled cells instead of 1",
    ]
    assert broken("thermometers", fields, changed(solution, (0, 0), "?"))[0].startswith("open: ")


def test_a_thermometer_is_filled_from_its_bulb_on() -> None:
    # Thermometers of 3, 3 and 2 cells, each of any height.
    assert counted("thermometers", {"paths": BENT["paths"]}) == 4 * 4 * 3
    # Row 1 has two of thermometer A, the second one in column 2; C may have any height.
    assert counted("thermometers", BENT) == 3


def test_paths_may_have_numbers_for_names_and_go_over_corners() -> None:
    letters = opened("thermometers", {"paths": ["A1 B1", "B2 A2"]})
    numbers = opened("thermometers", {"paths": ["1.1 2.1", "2.2 1.2"]})
    cells = [[(0, 0), (1, 1)], [(0, 1), (1, 0)]]
    assert [*letters.instance.data.paths.values()] == cells
    assert [*numbers.instance.data.paths.values()] == cells


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"paths": ["A1 A3"]}, "path A has no cell 2 of 2; number the cells of a path"),
        ({"paths": ["A1 A1"]}, "row 1, column 1 and row 1, column 2 are both 'A1'"),
        ({"paths": ["A1 - A2"]}, "path A goes from row 1, column 1 to row 1, column 3; write cons"),
        ({"paths": ["A1 AA"]}, "row 1, column 2 of 'paths' has 'AA'; write the name of a path"),
        ({"paths": ["A1 A2"], "rows": 2, "columns": 2, "board": ["--", "--"]}, "'paths' has 1 row"),
        ({"paths": ["A1 A2,B1 B2"]}, "two thermometers have row 1, column 2"),
        ({"paths": ["A1 A2"], "board": ["-3"]}, "there is a clue at row 1, column 2: numbers sta"),
        ({"paths": ["A1 A2 -"], "left": "3"}, "row 1 counts 3, and 2 cells of it can be chosen"),
        (
            {"paths": ["A1 A2", "B1 B2"], "left": "1 1", "above": "2 1"},
            "the columns count 3 cells, and 2 are to be chosen",
        ),
        ({"paths": ["A1 A2"], "right": "1"}, "the field 'right' is not used here"),
    ],
)
def test_wrong_boards_are_told(fields: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=told):
        opened("thermometers", fields)
