"""Boards of Surasshupakku: the answers of those that come with the package, turns and mirrors."""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

import pytest

from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.registry import backend_names
from support.rings import is_wider
from support.slash_oracle import all_cuttings
from support.slashed import ANSWERS, letters_of, made, rows_of, rows_of_clues, solution
from support.spread import spread

PUZZLE = "surasshupakku"
PRESETS = Library.standard().presets(PUZZLE)

CLAIMED = [
    (preset, name, backend)
    for preset in PRESETS
    for name, formulation in load(PUZZLE, preset).kind.formulations.items()
    for backend in backend_names()
    if name != "seed" and formulation.claims(load(PUZZLE, preset).instance, backend)
]


def test_there_are_boards_of_every_size() -> None:
    assert {*ANSWERS, "bridge", "10x10", "10x10-2", "12x12", "15x15"} <= set(PRESETS)


def test_claims_cover_what_was_promised() -> None:
    for preset in PRESETS:
        assert {(preset, name, "cpsat") for name in ("flow", "bfs", "lazy")} <= set(CLAIMED)
    for preset in ("5x5", "5x5-2", "6x6", "6x6-2", "7x7", "bridge"):
        assert {(preset, "flow", "cbc"), (preset, "lazy", "cbc")} <= set(CLAIMED)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the test of all claims some of them, or all."""
    if "claim" in metafunc.fixturenames:
        # Each board in each formulation, and each of these on each backend; those of a MIP solver
        # on the boards that are small.
        few = spread(
            sorted(CLAIMED, key=lambda one: one[2] not in {"cpsat", "clingo"}), (0, 1), (1, 2)
        )
        claims = CLAIMED if is_wider(metafunc.config) else few
        metafunc.parametrize("claim", claims, ids="-".join)


@pytest.mark.exhaustive
def test_every_board_has_one_answer(claim: tuple[str, str, str]) -> None:
    preset, formulation, backend = claim
    answer = experiment(PUZZLE, preset, formulation=formulation, backend=backend).unique()
    assert (answer.unique, answer.complete) == (True, True)
    # Other backends than CP-SAT and clingo have their "no other" confirmed, if there is time.
    assert answer.verified_by()[:2] == ["rows", "rules"]
    expected = ANSWERS.get(preset)
    assert expected is None or " ".join(rows_of(answer.solutions[0])) == expected


@pytest.mark.exhaustive
@pytest.mark.parametrize("preset", [*ANSWERS, "bridge"])
def test_trying_everything_finds_the_same(preset: str) -> None:
    for bridges in ("forbidden", "allowed"):
        loaded = load(PUZZLE, preset, parameters={"bridges": bridges})
        clues, letters = rows_of_clues(loaded), len(letters_of(loaded))
        found = all_cuttings(clues, letters, bridges=bridges == "allowed")
        assert (
            len(found)
            == loaded.instance.solutions
            == (9 if preset + bridges == "bridgeallowed" else 1)
        )


@pytest.mark.exhaustive
@pytest.mark.parametrize("formulation", ["flow", "bfs", "lazy"])
def test_a_bridge_makes_nine_of_one(formulation: str) -> None:
    for bridges, number in (("forbidden", 1), ("allowed", 9)):
        parameters = {"bridges": bridges}
        asked = experiment(PUZZLE, "bridge", parameters=parameters, formulation=formulation)
        assert asked.count().count == number
        assert len(asked.solutions().solutions) == number


def test_sizes_are_no_larger_than_those_of_others() -> None:
    """A model of the same kind, without presolve: 257 variables and 648 rows for 5x5, and so on."""
    for preset, variables, rows in (
        ("5x5", 257, 648),
        ("7x7", 584, 1602),
        ("8x8", 854, 2473),
        ("10x10", 1666, 5446),
    ):
        size = experiment(PUZZLE, preset).model.statistics()
        assert (size.variables <= variables, size.rows <= rows) == (True, True), (preset, size)


# Turns and mirrors of boards, against the ends of cuts moved one by one.

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


def test_no_clue_and_any_letter_stay_what_they_are() -> None:
    """Here a letter would change places with them; of turns and mirrors, half are turns."""
    for clues, letters, order, rotations in (
        ([[1, 0]], 1, 2, 1),
        ([[1, -1]], 2, 2, 1),
        ([[1, 2]], 2, 4, 2),
        ([[1, 1], [1, 1]], 1, 8, 4),
        ([[1, 0], [0, 0]], 1, 2, 1),
    ):
        symmetries = made(clues, letters).symmetries()
        assert (symmetries.order, symmetries.rotations().order) == (order, rotations), clues


@pytest.mark.parametrize("text", BOARDS)
def test_equivalents_are_what_moved_cuts_make(text: str) -> None:
    clues = [[0 if sign == "." else int(sign) for sign in row] for row in text.split()]
    letters = max(map(max, clues))
    position = made(clues, letters)
    symmetries, size = position.symmetries(), (len(clues), len(clues[0]))
    assert symmetries.order == len(moves(clues)) == BOARDS[text]
    solutions = all_cuttings(clues, letters, bridges=False)
    orbits = set()
    for cuts in solutions:
        expected = frozenset(
            frozenset(frozenset(moved(point, motion, size) for point in cut) for cut in ends(cuts))
            for motion in moves(clues)
        )
        equivalents = symmetries.equivalents(solution(position, *cuts))
        found = [tuple(rows_of(same)) for same in equivalents]
        assert found[0] == cuts
        assert {ends(same) for same in found} == expected
        assert set(found) <= solutions
        orbits.add(expected)
    answer = experiment(position).count(up_to_symmetry=True)
    assert (answer.count, answer.count_up_to_symmetry) == (len(solutions), len(orbits))
