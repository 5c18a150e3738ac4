"""Shikaku: every rule broken by name, and wrong boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


@pytest.mark.parametrize("seed", range(8))
def test_a_cell_is_known_as_soon_as_all_rectangles_left_over_it_have_one_number(seed: int) -> None:
    dice = Random(seed)
    position = opened("shikaku", {"board": ["-4--", "6---", "--2-"]})
    clues = [(0, 1), (1, 0), (2, 2)]
    formulated = position.kind.build(position.instance)
    assert formulated.partial is not None
    (rectangle,) = formulated.model.families
    # Most are ruled out, the others are open or chosen.
    said = {int(variable.column): dice.choice([0, 0, 0, 1, None]) for variable in rectangle.flat}
    known = {(rectangle.name, at): value for at, value in said.items() if value is not None}
    over: dict[tuple[int, int], set[int]] = {(r, c): set() for r in range(3) for c in range(4)}
    for variable in rectangle.flat:
        corners: Any = rectangle.label(variable.column)
        ((top, left, bottom, right),) = corners
        cells = [at for at in over if top <= at[0] <= bottom and left <= at[1] <= right]
        (number,) = (n for n, clue in enumerate(clues, 1) if clue in cells)
        for cell in cells if said[int(variable.column)] != 0 else ():
            over[cell].add(number)
    words = {at: str(min(left)) if len(left) == 1 else "?" for at, left in over.items()}
    rows = [" ".join(words[r, c] for c in range(4)) for r in range(3)]
    assert formulated.partial(known).plain == {"rows": rows}


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("shikaku", "small")
    assert broken("shikaku", fields, solution) == []
    last = solution["rows"][4].split()[4]
    other = broken("shikaku", fields, changed(solution, (0, 0), last))
    assert f"rectangle: region {last} is not a rectangle" in other
    board = {"board": ["22", "--"]}
    assert broken("shikaku", board, {"rows": ["1 1", "2 2"]}) == [
        "number count: region 1 has 2 numbers instead of 1",
        "number count: region 2 has 0 numbers instead of 1",
    ]
    assert broken("shikaku", {"board": ["13", "--"]}, {"rows": ["1 2", "1 2"]}) == [
        "region size: region 1 has 2 cells instead of 1",
        "region size: region 2 has 2 cells instead of 3",
    ]


def test_an_unknown_number_is_one_of_any_size() -> None:
    board = {"board": ["1?-", "---"]}
    assert broken("shikaku", board, {"rows": ["1 2 2", "1 2 2"]}) == [
        "region size: region 1 has 2 cells instead of 1"
    ]
    assert broken("shikaku", {"board": ["??"]}, {"rows": ["1 1"]}) == [
        "number count: region 1 has 2 numbers instead of 1"
    ]


def test_an_open_cell_is_in_no_region() -> None:
    board = {"board": ["4-", "--"]}
    assert broken("shikaku", board, {"rows": ["1 1", "1 ?"]}) == [
        "open: row 2, column 2 is open",
        "rectangle: region 1 is not a rectangle",
        "region size: region 1 has 3 cells instead of 4",
    ]


def test_faults_have_the_cells_of_the_regions() -> None:
    position = opened("shikaku", {"board": ["22", "--"]})
    assert [fault.places[0].cells for fault in position.judge({"rows": ["1 1", "2 2"]})] == [
        ((0, 0), (0, 1)),
        ((1, 0), (1, 1)),
    ]


def test_a_number_without_a_rectangle_is_no_solution() -> None:
    assert counted("shikaku", {"board": ["-5", "--", "-1"]}) == 0


def test_wrong_boards_are_told() -> None:
    for board, what in (
        (["2-", "--"], "the numbers add up to 2, and the board has 4 cells"),
        (["4-", "-?"], "the numbers add up to 4, and the board has 4 cells"),
        (["4-", "-x"], "row 2, column 2 of the board has 'x'"),
        (["4 -", "- 01"], "row 2, column 2 of the board has '01'"),
    ):
        with pytest.raises(InputError, match=what):
            opened("shikaku", {"board": board})
