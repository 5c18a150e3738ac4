"""Nurikabe: every rule broken by name, and wrong boards."""

from __future__ import annotations

from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.queries.count import count_solutions
from support.genres import broken, changed, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("nurikabe", "small")
    assert broken("nurikabe", fields, solution) == []
    flooded = broken("nurikabe", fields, {"rows": ["x x x x x"] * 5})
    block = "2x2 block: the square of 2x2 cells at row 1, column 1 is all shaded"
    assert block in flooded
    assert "clue cell: row 1, column 5 has a clue, but it is shaded" in flooded
    dry = broken("nurikabe", fields, {"rows": ["- - - - -"] * 5})
    assert dry == ["number count: the island at row 1, column 5 has 5 numbers instead of 1"]
    board = {"board": ["3--", "--?"]}
    assert broken("nurikabe", board, {"rows": ["- - x", "- x -"]}) == [
        "cut off: the sea at row 2, column 2 is cut off"
    ]
    assert broken("nurikabe", board, {"rows": ["- x -", "x x -"]}) == [
        "island size: the island at row 1, column 1 has 1 cell instead of 3"
    ]
    assert broken("nurikabe", {"board": ["1--"]}, {"rows": ["- x -"]}) == [
        "number count: the island at row 1, column 3 has 0 numbers instead of 1"
    ]
    odd = broken("nurikabe", fields, changed(solution, (0, 0), "o"))
    assert odd[0] == "known word: row 1, column 1 has 'o', which is none of - x"
    unfinished = broken("nurikabe", fields, changed(solution, (0, 0), "?"))
    assert unfinished[0] == "open: row 1, column 1 is open"


def test_faults_have_the_cells_of_islands_squares_and_the_sea() -> None:
    position = opened("nurikabe", {"board": ["--2-", "----"]})
    assert [
        fault.places[0].cells for fault in position.judge({"rows": ["x x - x", "x x x -"]})
    ] == [
        ((0, 3),),
        ((0, 0), (0, 1), (1, 0), (1, 1)),
        ((0, 2),),
        ((1, 3),),
    ]


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="the islands have 7 cells, and the board has 6"):
        opened("nurikabe", {"board": ["4--", "--3"]})
    with pytest.raises(InputError, match="a clue is a"):
        opened("nurikabe", {"board": ["01 -", "- -"]})
    with pytest.raises(InputError, match="a clue is a"):
        opened("nurikabe", {"board": ["x-", "--"]})


def numbered(side: int, numbers: dict[tuple[int, int], int]) -> dict[str, Any]:
    """A board with these numbers."""
    rows = [[str(numbers.get((r, c), "-")) for c in range(side)] for r in range(side)]
    return {"board": [" ".join(row) for row in rows]}


@pytest.mark.parametrize(
    ("pair", "number"),
    [((6, 5), 4), ((7, 5), 2), ((9, 4), 2), ((10, 4), 1), ((11, 4), 0), ((4, 10), 0)],
)
def test_that_the_sea_closes_round_one_of_two_numbers_costs_no_solution(
    pair: tuple[int, int], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = opened("nurikabe", numbered(5, dict(zip([(1, 1), (2, 2)], pair, strict=True))))
    names = position.kind.file.genre.formulations["own"].build.__globals__
    models = []
    for bound_lines_at_corners in (names["bound_lines_at_corners"], lambda *_: None):
        monkeypatch.setitem(names, "bound_lines_at_corners", bound_lines_at_corners)
        model = position.kind.build(position.instance).model
        assert count_solutions(model, "cpsat").number == number
        models.append(model)
    assert len(models[0].rows()) > len(models[1].rows())


def test_a_board_of_two_numbers_has_a_proof() -> None:
    """Without a row about how much sea closes round an island, it would take hours."""
    position = opened("nurikabe", numbered(9, {(1, 1): 33, (2, 2): 25}))
    answer = experiment(position).unique()
    assert answer.unique
    (solution,) = answer.solutions
    assert [row.count("x") for row in solution.plain["rows"]] == [0, 6, 2, 2, 2, 2, 2, 7, 0]
