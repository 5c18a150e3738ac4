"""The formulations of Surasshupakku, and what their parts reach, against trying every cutting."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import Experiment, experiment
from support.slash_oracle import all_cuttings, bridge_board, random_board
from support.slashed import FILE, made, rows_of

SOUND = ("flow", "bfs", "lazy")
BOARDS = 24


def asked(
    clues: list[list[int]], letters: int, *, bridges: bool, formulation: str, backend: str = "cpsat"
) -> Experiment:
    """Questions about a board of one's own."""
    own = made(clues, letters, bridges=bridges)
    return experiment(own, formulation=formulation, backend=backend)


@cache
def _cuttings(clues: tuple[tuple[int, ...], ...], letters: int, bridges: bool) -> set[Any]:
    return all_cuttings([*map(list, clues)], letters, bridges=bridges)


def cuttings(clues: list[list[int]], letters: int, *, bridges: bool) -> set[Any]:
    """All right answers of a board, which several formulations are compared with."""
    return _cuttings(tuple(map(tuple, clues)), letters, bridges)


def can_be_shared_out(clues: list[list[int]], letters: int) -> bool:
    """Whether files with such a board are read."""
    try:
        made(clues, letters)
    except InputError:
        return False
    return True


@pytest.mark.exhaustive
@pytest.mark.parametrize("bridges", [False, True])
@pytest.mark.parametrize("formulation", SOUND)
def test_random_boards_have_what_trying_finds(formulation: str, bridges: bool) -> None:
    numbers: Counter[int] = Counter()
    for seed in range(BOARDS):
        clues, letters = random_board(seed)
        expected = cuttings(clues, letters, bridges=bridges)
        if not can_be_shared_out(clues, letters):
            assert not expected
            continue
        questions = asked(clues, letters, bridges=bridges, formulation=formulation)
        found = questions.solutions()
        listed = [tuple(rows_of(solution)) for solution in found.solutions]
        assert (found.complete, len(listed), set(listed)) == (True, len(expected), expected), seed
        numbers[min(len(expected), 2)] += 1
        assert questions.count().count == len(expected), seed
        assert bool(questions.unique().unique) is (len(expected) == 1), seed
        known = questions.forced().forced
        if not expected:
            assert known is None
            continue
        columns = zip(*("".join(cuts) for cuts in expected), strict=True)
        common = "".join(cut[0] if len(set(cut)) == 1 else "?" for cut in columns)
        assert "".join(rows_of(known)) == common, seed
    assert min(numbers[0], numbers[1], numbers[2]) > 1, numbers


@pytest.mark.exhaustive
@pytest.mark.parametrize("formulation", ["flow", "lazy"])
@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
def test_other_backends_agree(formulation: str, backend: str) -> None:
    for seed in range(0, BOARDS, 12):
        clues, letters = random_board(seed)
        if not can_be_shared_out(clues, letters):
            continue
        expected = cuttings(clues, letters, bridges=False)
        questions = asked(clues, letters, bridges=False, formulation=formulation, backend=backend)
        assert questions.count(limit=4).count == min(len(expected), 4), seed


@pytest.mark.parametrize("formulation", SOUND)
@pytest.mark.parametrize(
    "clues",
    [
        # All hidden clues hang together with the one letter that numbers parts.
        [[1, -1, 0], [-1, 0, 2]],
        [[-1, -1, 0], [-1, 0, -1]],
        [[1, 1, 0], [0, 2, 2]],
        [[-1]],
        [[-1, 0, -1]],
    ],
)
def test_boards_of_which_little_is_shown(formulation: str, clues: list[list[int]]) -> None:
    for letters in (1, 2, 4):
        if not can_be_shared_out(clues, letters):
            continue
        expected = cuttings(clues, letters, bridges=False)
        found = asked(clues, letters, bridges=False, formulation=formulation).solutions()
        assert {tuple(rows_of(solution)) for solution in found.solutions} == expected


@pytest.mark.exhaustive
@pytest.mark.parametrize("formulation", ["bfs", "lazy"])
def test_rings_that_hang_on_a_bridge(formulation: str) -> None:
    clues, letters = bridge_board(6)
    for bridges, number in ((False, 49), (True, 60)):
        expected = cuttings(clues, letters, bridges=bridges)
        found = asked(clues, letters, bridges=bridges, formulation=formulation).solutions()
        assert len(expected) == number
        assert {tuple(rows_of(solution)) for solution in found.solutions} == expected


@pytest.mark.exhaustive
@pytest.mark.parametrize("bridges", [False, True])
def test_all_parts_of_all_solutions_are_reached(bridges: bool) -> None:
    pruned = {True: 0, False: 0}
    for seed in range(300):
        clues, letters = random_board(seed)
        solutions = all_cuttings(clues, letters, bridges=bridges)
        if not solutions:
            continue
        board = made(clues, letters, bridges=bridges).instance.data
        sides, names = FILE["Sides"].of(board), FILE["letters_of"](board)
        possible = FILE["reached"](board, sides, names)
        hidden = any(-1 in row for row in clues)
        pruned[hidden] += any(len(part) < len(sides.names) for part in possible)
        leading = [sides.of_cell(cell) for cell in FILE["leading_cells"](board)]
        for cuts in solutions:
            components = sides.components(board.words({"rows": cuts}))
            numbers = {components[vertex]: part for part, vertex in enumerate(leading)}
            for vertex, component in components.items():
                # Parts whose letter is hidden come last, and all of them can get to the same.
                part = numbers.get(component, len(possible) - 1)
                assert vertex in possible[part], seed
    assert min(pruned.values()) > 5, pruned
