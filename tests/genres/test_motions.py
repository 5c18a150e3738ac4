"""The motions of a square, by where they take its corners."""

from __future__ import annotations

from ilpuzzles.genres.motions import MOTIONS

CORNERS = {"a": (0, 0), "b": (0, 1), "c": (1, 1), "d": (1, 0)}
"""By the way round: from the upper left one."""


def places_of(rows: list[list[str]]) -> dict[str, tuple[int, int]]:
    return {word: (r, c) for r, row in enumerate(rows) for c, word in enumerate(row)}


def test_each_motion_takes_corners_to_corners_of_its_own() -> None:
    taken = {str(motion.moved(["ab", "dc"])) for motion in MOTIONS}
    assert len(taken) == len(MOTIONS) == 8
    assert MOTIONS[0].moved(["ab", "dc"]) == [["a", "b"], ["d", "c"]]


def test_rotations_keep_the_way_round_and_reflections_turn_it() -> None:
    for motion in MOTIONS:
        places = places_of(motion.moved(["ab", "dc"]))
        order = [*CORNERS.values()]
        steps = {
            (order.index(places[other]) - order.index(places[one])) % 4
            for one, other in zip("abcd", "bcda", strict=True)
        }
        assert steps == ({1} if motion.is_rotation else {3})


def test_a_diagonal_is_turned_where_its_ends_lie_on_the_other_one() -> None:
    for motion in MOTIONS:
        places = places_of(motion.moved(["ab", "dc"]))
        falls = {places["a"], places["c"]} == {(0, 0), (1, 1)}
        rises = {places["a"], places["c"]} == {(0, 1), (1, 0)}
        assert falls is not rises
        assert motion.turns_diagonals is rises


def test_boards_that_are_no_squares_are_turned_as_well() -> None:
    for motion in MOTIONS:
        rows = motion.moved(["abc", "def"])
        size = len(rows), len(rows[0])
        assert size == ((3, 2) if motion.transposed else (2, 3))
        corners = {rows[r][c] for r in (0, -1) for c in (0, -1)}
        assert corners == {*"acdf"}
