"""Lines through cells: as words and back, and everything that can be wrong with them."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from ilpuzzles.genres import (
    Grid,
    line_pairs,
    loop_faults,
    read_lines,
    rows_of_lines,
    without_partner,
)
from ilpuzzles.genres.grid import Cell

RING = [(0, 0), (0, 1), (1, 1), (1, 0)]


def ahead_of(*loops: list[tuple[int, int]]) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Where lines lead that go round some cells."""
    found: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for loop in loops:
        for n, cell in enumerate(loop):
            found[cell] = {loop[n - 1], loop[(n + 1) % len(loop)]}
    return found


def far(loop: list[tuple[int, int]], right: int) -> list[tuple[int, int]]:
    return [(r, c + right) for r, c in loop]


def told(ahead: dict[Cell, set[Cell]], ends: list[Cell] | None = None) -> list[str]:
    """The faults of lines, each as its rule and a sentence."""
    return [str(found) for found in loop_faults(ahead, ends or ())]


def test_a_loop_has_no_fault_and_two_have_one() -> None:
    assert list(loop_faults(ahead_of(RING))) == []
    assert told(ahead_of(RING, far(RING, 3))) == [
        "one loop: there are 2 loops: at row 1, column 1 and at row 1, column 4"
    ]
    assert told(ahead_of(RING, far(RING, 3), far(RING, 6))) == [
        "one loop: there are 3 loops: at row 1, column 1, at row 1, column 4 and at row 1, column 7"
    ]
    assert told({**ahead_of(RING), (0, 3): {(0, 4)}, (0, 4): {(0, 3)}}) == [
        "line ends: the line ends at row 1, column 4",
        "line ends: the line ends at row 1, column 5",
        "one loop: the line is in 2 parts: at row 1, column 1 and at row 1, column 4",
        "one loop: the loop at row 1, column 1 leaves out other lines",
    ]
    assert told({(0, 0): set()}) == ["one loop: there is no loop"]


def test_a_line_that_leads_nowhere_is_told() -> None:
    beyond = {**ahead_of(RING), (1, 1): {(0, 1), (1, 0), (2, 1)}}
    assert told(beyond) == [
        "line branches: the line branches at row 2, column 2",
        "line ends: the line leaves the board at row 2, column 2",
    ]
    one_sided = {**ahead_of(RING), (2, 1): set(), (1, 1): {(0, 1), (1, 0), (2, 1)}}
    assert told(one_sided) == [
        "line branches: the line branches at row 2, column 2",
        "line ends: the line from row 2, column 2 to row 3, column 2 has no other end",
    ]


def test_ways_between_ends_have_to_have_both_and_no_loop_beside() -> None:
    way = {(0, 0): {(0, 1)}, (0, 1): {(0, 0), (0, 2)}, (0, 2): {(0, 1)}}
    ends = [(0, 0), (0, 2)]
    assert list(loop_faults(way, ends)) == []
    assert told({**way, (5, 5): set()}, [*ends, (5, 5)]) == [
        "line ends: the line ends at row 6, column 6"
    ]
    both = {**way, **ahead_of(far(RING, 5))}
    assert told(both, ends) == ["loop: there is a loop at row 1, column 6"]


@pytest.mark.parametrize("seed", range(5))
def test_words_say_which_pairs_are_joined(seed: int) -> None:
    dice, grid = Random(seed), Grid.of(3, 4)
    on = [dice.randint(0, 1) for _ in grid.neighbour_pairs]
    rows = rows_of_lines(grid, grid.neighbour_pairs, on)
    joined = [pair for pair, value in zip(grid.neighbour_pairs, on, strict=True) if value]
    assert line_pairs(grid, rows) == sorted(joined)
    ahead = read_lines(grid, rows)
    assert {frozenset((a, b)) for a, others in ahead.items() for b in others} == set(
        map(frozenset, joined)
    )


@pytest.mark.parametrize("seed", range(20))
def test_as_many_as_can_be_get_a_partner(seed: int) -> None:
    dice = Random(seed)
    options = {one: dice.sample("ABCD", dice.randint(0, 3)) for one in range(4)}
    most = max(
        sum(partner in options[one] for one, partner in enumerate(order))
        for order in permutations("ABCD")
    )
    assert len(without_partner(options)) == 4 - most
