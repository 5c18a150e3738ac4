"""Fillomino: its model against all divisions of a board, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, compress, product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Grid, line_parts
from support.genres import (
    broken,
    brute_force,
    changed,
    counted,
    opened,
    random_walls,
    solved,
)


@cache
def divisions(rows: int, columns: int) -> list[list[str]]:
    """All boards whose numbers say how many cells the parts of a division have."""
    grid = Grid.of(rows, columns)
    found: dict[tuple[str, ...], None] = {}
    for on in product((0, 1), repeat=len(grid.neighbour_pairs)):
        ahead = {cell: [cell] for cell in grid.cells}
        for one, other in compress(grid.neighbour_pairs, on):
            ahead[one].append(other)
            ahead[other].append(one)
        numbers = {cell: len(part) for part in line_parts(ahead) for cell in part}
        found[tuple(grid.rows_of_words(numbers))] = None
    return [[*lines] for lines in found]


@pytest.mark.parametrize("seed", range(10))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice, every = Random(seed), divisions(3, 3)
    filled = [row.split() for row in dice.choice(every)]
    kept = [[word if dice.random() < 0.3 else "-" for word in row] for row in filled]
    if seed % 3 == 2:
        kept[dice.randrange(3)][dice.randrange(3)] = dice.choice("1245")
    fields = {"board": ["".join(row) for row in kept]}
    candidates = ({"rows": rows} for rows in every)
    assert counted("fillomino", fields) == brute_force("fillomino", fields, candidates)


@pytest.mark.parametrize("seed", range(8))
def test_counts_with_walls_are_those_of_brute_force(seed: int) -> None:
    dice, every = Random(seed), divisions(3, 3)
    words = ["".join(dice.choice("-----?123") for _ in range(3)) for _ in range(3)]
    fields = {"board": words, "walls": random_walls(dice, 3, 3)}
    candidates = ({"rows": rows} for rows in every)
    assert counted("fillomino", fields) == brute_force("fillomino", fields, candidates)


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
