"""Turns and mirrors of boards, against the ends of cuts moved one by one."""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

import pytest

from ilpuzzles.puzzles.surasshupakku.slash_puzzle import SlashInstance, SlashPuzzle
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution
from ilpuzzles.puzzles.surasshupakku.slash_symmetry import SlashSymmetries
from ilpuzzles.workbench.experiments import experiment
from ilpuzzles.workbench.loading import Loaded, load
from support.slash_oracle import all_cuttings

Cut: TypeAlias = frozenset[tuple[int, int]]
Motion: TypeAlias = tuple[bool, bool, bool]
BOARDS = {
    "1.1 ... 1.1": 8,
    "1.. .1. ..1": 4,
    "1.2 ... 2.1": 8,
    "1.2 ... 1.2": 4,
    "1... .11. ...1": 2,
    "12. ... ...": 1,
    "1..1 ....": 2,
    "1.": 2,
}


def ends(cuts: tuple[str, ...]) -> frozenset[Cut]:
    """The two ends of every cut, as points of the grid."""
    found = set()
    for row, line in enumerate(cuts):
        for column, cut in enumerate(line):
            if cut == "\\":
                found.add(frozenset({(row, column), (row + 1, column + 1)}))
            elif cut == "/":
                found.add(frozenset({(row, column + 1), (row + 1, column)}))
    return frozenset(found)


def moves(clues: list[list[int]]) -> list[Motion]:
    """The motions of points that take cells to cells, and letters always to the same letter."""
    rows, columns = len(clues), len(clues[0])
    found = []
    truths = (False, True)
    for motion in product(truths, truths, truths):
        if motion[0] and rows != columns:
            continue
        pairs = set()
        for row, column in product(range(rows), range(columns)):
            # The middle of a cell, in half cells.
            to = moved((2 * row + 1, 2 * column + 1), motion, (2 * rows, 2 * columns))
            pairs.add((clues[row][column], clues[to[0] // 2][to[1] // 2]))
        one_way = len({old for old, _ in pairs}) == len({new for _, new in pairs}) == len(pairs)
        if one_way and all(new == old for old, new in pairs if old < 1 or new < 1):
            found.append(motion)
    return found


def moved(point: tuple[int, int], motion: Motion, size: tuple[int, int]) -> tuple[int, int]:
    """Where a point of a board goes: rows and columns change places, or run the other way."""
    row, column = point[::-1] if motion[0] else point
    return size[0] - row if motion[1] else row, size[1] - column if motion[2] else column


@pytest.mark.parametrize("text", BOARDS)
def test_equivalents_are_what_moved_cuts_make(text: str) -> None:
    clues = [
        [0 if character == "." else int(character) for character in row] for row in text.split()
    ]
    letters = max(map(max, clues))
    puzzle = SlashPuzzle("surasshupakku", "Surasshupakku", "", "")
    names = tuple(str(letter + 1) for letter in range(letters))
    instance = SlashInstance(puzzle, tuple(map(tuple, clues)), names)
    symmetries, size = SlashSymmetries.of(instance), (len(clues), len(clues[0]))
    assert symmetries.order == len(moves(clues)) == BOARDS[text]
    solutions = all_cuttings(clues, letters, bridges=False)
    orbits = set()
    for cuts in solutions:
        expected = frozenset(
            frozenset(frozenset(moved(point, motion, size) for point in cut) for cut in ends(cuts))
            for motion in moves(clues)
        )
        found = [same.cuts for same in symmetries.equivalents(SlashSolution(instance, cuts))]
        assert found[0] == cuts
        assert {ends(same) for same in found} == expected
        assert set(found) <= solutions
        orbits.add(expected)
    family = load("surasshupakku", "5x5").family
    answer = experiment(Loaded(family, instance, None, {})).count(up_to_symmetry=True)
    assert (answer.count, answer.count_up_to_symmetry) == (len(solutions), len(orbits))
