"""Norinori: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres.layers import INK
from ilpuzzles.genres.pencil_board import PencilPlayground
from support.genres import Plain, broken, changed, counted, opened, solved

BANDS = {"regions": ["AAAA", "BBBB", "CCCC"]}


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("norinori", "small")
    assert broken("norinori", fields, solution) == []
    odd = broken("norinori", fields, changed(solution, (0, 0), "?"))
    assert odd[0] == "open: row 1, column 1 is open"
    odd = broken("norinori", fields, changed(solution, (0, 0), "y"))
    assert odd[0] == "known word: row 1, column 1 has 'y', which is none of - x"
    assert broken("norinori", BANDS, {"rows": ["x x - -", "- - x x", "- - - -"]}) == [
        "shaded cell count: region C has 0 shaded cells instead of 2"
    ]
    assert broken("norinori", BANDS, {"rows": ["x - - x", "x - - -", "- x x -"]}) == [
        "shaded cell count: region B has 1 shaded cell instead of 2",
        "domino: row 1, column 4 touches no shaded cell",
    ]
    (fault,) = opened("norinori", BANDS).judge({"rows": ["x x - -", "- x x -", "- - x x"]})
    assert str(fault) == "domino: the part at row 1, column 1 has 6 shaded cells instead of 2"
    assert fault.places[0].cells == ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3))
    given = {**BANDS, "given": [[0, 1, "x"]]}
    assert broken("norinori", given, {"rows": ["x - - x", "x - - x", "- x x -"]}) == [
        "clue stays: the shaded cell at row 1, column 2 is missing"
    ]
    void = {"regions": ["AA#", "AA@"]}
    assert broken("norinori", void, {"rows": ["x x -", "- - -"]}) == []
    assert broken("norinori", void, {"rows": ["x - x", "x - x"]}) == [
        "void cells: row 1, column 3 is shaded, but belongs to no region",
        "void cells: row 2, column 3 is shaded, but belongs to no region",
    ]


def test_dominoes_may_lie_across_borders() -> None:
    assert broken("norinori", BANDS, {"rows": ["x - - x", "x - - x", "- x x -"]}) == []
    # Two upright ones at the sides and a level one above or below, or three level ones by turns.
    assert counted("norinori", BANDS) == 4


def test_cells_that_are_given_are_black() -> None:
    sketch = opened("norinori", {"regions": ["AAA"], "given": [[0, 1, "x"]]}).sketch()
    assert sketch is not None
    assert sketch.shaded == {(0, 1): INK}
    assert sketch.texts == {}


@pytest.mark.parametrize(
    ("genre", "fields"),
    [
        ("norinori", {"regions": ["AABB"], "given": [[0, 0, "x"]]}),
        ("norinori", {"regions": ["#AABB"]}),
        ("star-battle", {"stars": 1, "regions": ["AB", "AB"], "given": [[0, 0, "*"]]}),
        ("yin-yang", {"board": ["w--", "---"]}),
    ],
)
def test_marks_do_not_depend_on_what_the_first_cell_has(genre: str, fields: Plain) -> None:
    """A mark looks otherwise in a cell that is given, and that says nothing of other cells."""
    ground = opened(genre, fields).playground()
    assert isinstance(ground, PencilPlayground)
    places = {ground.marked(move).place for move in range(len(ground.data.moves))}
    cells = opened(genre, fields).instance.data.grid.cells
    assert places >= {*cells[1:]}


def test_wrong_boards_are_told() -> None:
    for fields, what in (
        ({"board": ["--", "--"]}, "there are no regions"),
        ({"regions": ["##"]}, "there are no regions"),
        ({"regions": ["AB", "BB"]}, "region A has a single cell, and needs two to shade"),
        ({"regions": ["AAB", "BBA"]}, "region A is in 2 parts"),
        ({"regions": ["AA"], "given": [[0, 0, "y"]]}, "has 'y'; a clue is x"),
    ):
        with pytest.raises(InputError, match=what):
            opened("norinori", fields)
