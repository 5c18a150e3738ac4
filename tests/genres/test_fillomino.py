"""Fillomino: every rule broken by name, and wrong boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import pytest

from ilpuzzles.errors import InputError
from support.genres import (
    broken,
    changed,
    counted,
    opened,
    solved,
)


def test_a_wall_parts_large_regions() -> None:
    # Seven cells in a row with a wall in the middle: regions of more than five cells cross it.
    fields = {"rows": 1, "columns": 13, "walls": ["------e------"]}
    wanted = sum(1 for parts in compositions(13) if 7 in {*accumulate(parts)})
    assert counted("fillomino", fields) == wanted


def compositions(total: int, before: int = 0) -> Iterator[list[int]]:
    """All sums in which no number comes twice in a row, or is the one before."""
    if not total:
        yield []
    for one in range(1, total + 1):
        if one != before:
            yield from ([one, *rest] for rest in compositions(total - one, one))


def sums(total: int, before: int = 0) -> int:
    """How many sums there are in which no number comes twice in a row, or is the one before."""
    parts = (one for one in range(1, total + 1) if one != before)
    return sum(sums(total - one, one) for one in parts) if total else 1


def test_larger_regions_that_touch_are_as_many_as_sums() -> None:
    # With 13 cells, two regions can touch that are larger than those that are listed.
    assert counted("fillomino", {"rows": 1, "columns": 13}) == sums(13) == 661
    # One that is not listed touches one of 6 with a clue.
    wanted = sum(sums(left, 6) * sums(7 - left, 6) for left in range(6))
    assert counted("fillomino", {"board": ["-----6-------"]}) == wanted


def test_a_wall_inside_a_region_is_told() -> None:
    fields = {"board": ["2-"], "walls": ["e-"]}
    assert broken("fillomino", fields, {"rows": ["2 2"]}) == [
        "walls: the wall between row 1, column 1 and row 1, column 2 lies inside a region"
    ]


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("fillomino", "hidden")
    assert broken("fillomino", fields, solution) == []
    other = broken("fillomino", fields, changed(solution, (1, 0), "1"))
    assert "region size: the region at row 1, column 1 has 1 cell but the number 3" in other
    assert not any("region at row 2, column 1" in told for told in other)
    given = broken("fillomino", fields, changed(solution, (0, 1), "4"))
    assert "clue stays: row 1, column 2 has 4 instead of 1" in given
    (fault,) = opened("fillomino", {"board": ["--"]}).judge({"rows": ["1 1"]})
    told = "the region at row 1, column 1 has 2 cells but the number 1"
    assert str(fault) == f"region size: {told}"
    assert fault.places[0].cells == ((0, 0), (0, 1))
    assert broken("fillomino", {"board": ["--"]}, {"rows": ["x 1"]}) == [
        "region size: the region at row 1, column 1 has 1 cell but the number x"
    ]


def test_open_cells_are_told_once() -> None:
    board = {"board": ["1--2"], "walls": ["- e - -"]}
    assert broken("fillomino", board, {"rows": ["1 ? ? ?"]}) == [
        "open: row 1, column 2 is open",
        "open: row 1, column 3 is open",
        "open: row 1, column 4 is open",
    ]


def test_neighbours_of_one_size_are_in_one_region_whatever_its_first_clue() -> None:
    for board, count in ((["4-444", "--4-4"], 0), (["55---5", "55-5--"], 1)):
        assert counted("fillomino", {"board": board}) == count


def test_clues_that_clash_leave_no_solution() -> None:
    for board in (["11"], ["222"], ["11-", "---"], ["3--", "333"], ["4-", "1-"]):
        assert counted("fillomino", {"board": board}) == 0


def test_wrong_boards_are_told() -> None:
    for board, what in (
        (["1-", "-5"], "row 2, column 2 counts 5, and there are 4"),
        (["1-", "-x"], "row 2, column 2 of the board has 'x'"),
    ):
        with pytest.raises(InputError, match=what):
            opened("fillomino", {"board": board})
