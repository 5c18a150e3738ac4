"""Heyawake: every rule broken by name, and wrong boards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import InputError
from ilpuzzles.genres import Grid
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.grid import Cell
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.unique import check_uniqueness
from support.genres import (
    Plain,
    broken,
    changed,
    counted,
    opened,
    solved,
    with_whole_regions,
)


def test_a_wall_inside_a_room_is_a_border() -> None:
    room = {"board": ["?----"], "regions": ["AAAAA"]}
    assert broken("heyawake", room, {"rows": ["- - - - -"]}) == []
    walls = {**room, "walls": ["- e - e -"]}
    (fault,) = opened("heyawake", walls).judge({"rows": ["- - - - -"]})
    told = "the line from row 1, column 1 to row 1, column 5 crosses 2 borders"
    assert str(fault) == f"two borders: {told}"
    assert fault.places[0].cells == ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))
    assert broken("heyawake", walls, {"rows": ["- - - - x"]}) == []
    # Said from both sides, a wall is one.
    assert broken("heyawake", {**room, "walls": ["- e w - -"]}, {"rows": ["- - - - -"]}) == []


def shadings(rows: int, columns: int) -> Iterator[set[tuple[int, int]]]:
    """All that two rules allow: no two shaded cells touch, and the others are connected."""
    grid = Grid.of(rows, columns)

    def chosen(left: list[Cell], shaded: set[Cell]) -> Iterator[set[Cell]]:
        if not left:
            if len(grid.connected_parts(grid.cell_set - shaded)) < 2:
                yield shaded
            return
        cell, *rest = left
        yield from chosen(rest, shaded)
        if shaded.isdisjoint(grid.neighbours(cell)):
            yield from chosen(rest, shaded | {cell})

    return chosen([*grid.cells], set())


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 2), (2, 5), (3, 3), (4, 3), (4, 4), (5, 3)])
def test_shaded_cells_take_up_no_more_squares_than_there_are(size: tuple[int, int]) -> None:
    grid, names = Grid.of(*size), functions(opened("heyawake", {"regions": ["A"]}))
    takes, squares, least = names["taken"](grid), [*grid.windows(2, 2)], []
    for shaded in shadings(*size):
        empty = sum(shaded.isdisjoint(square) for square in squares)
        least.append(len(squares) - empty - sum(takes[cell] for cell in shaded))
    # On the smallest boards it is never less, on others sometimes as many.
    assert min(least) == 0


@pytest.mark.parametrize("seed", range(6))
def test_what_follows_from_large_numbers_changes_no_solutions(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = Random(seed)
    rows, columns = [(3, 3), (2, 4), (2, 5), (1, 6)][seed % 4]
    letters = ["".join(dice.choice("AAB") for _ in range(columns)) for _ in range(rows)]
    regions = with_whole_regions(letters)
    places = {letter: (r, c) for r, row in enumerate(regions) for c, letter in enumerate(row)}
    sizes = {letter: "".join(regions).count(letter) for letter in places}
    clues = [[*place, str(dice.randint(0, sizes[one] // 2))] for one, place in places.items()]
    position = opened("heyawake", {"regions": regions, "given": clues[: 1 + seed % 2]})
    numbers = []
    for stated in (False, True):
        monkeypatch.setitem(functions(position), "is_nearly_full", lambda *_, here=stated: here)
        model = position.kind.build(position.instance).model.program()
        assert ("rests on" in {one.name for one in model.names.families}) == stated
        # Without one of the rules it no longer follows.
        parts = [model, *map(model.without, ("apart", "connected", "clues"))]
        numbers.append([count_solutions(part).number for part in parts])
    assert numbers[0] == numbers[1]


def test_a_number_that_fills_the_board_is_proved_at_once() -> None:
    for number, verdict in ((17, Verdict.UNIQUE), (18, Verdict.NONE)):
        fields = {"regions": ["AAAAAAA"] * 7, "given": [[0, 0, str(number)]]}
        position = opened("heyawake", fields)
        model = position.kind.build(position.instance).model
        for backend in ("clingo", "cpsat"):
            options = Options(work_limit=1.0)
            assert check_uniqueness(model, backend=backend, options=options).verdict is verdict


def test_a_long_board_of_one_row_has_no_squares() -> None:
    assert counted("heyawake", {"regions": ["A" * 25], "given": [[0, 0, "12"]]}) == 0


def functions(position: GenrePosition) -> Plain:
    """All names of the genre's file."""
    return position.kind.file.genre.formulations["own"].build.__globals__


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("heyawake", "small")
    assert broken("heyawake", fields, solution) == []
    empty = {"rows": ["- - - - -"] * 5}
    faults = broken("heyawake", fields, empty)
    room = "the room at row 1, column 1 has 0 shaded cells instead of 1"
    assert f"shaded cell count: {room}" in faults
    across = "the line from row 1, column 1 to row 1, column 5 crosses 2 borders"
    assert f"two borders: {across}" in faults
    down = "the line from row 1, column 1 to row 5, column 1 crosses 2 borders"
    assert f"two borders: {down}" in faults
    full = broken("heyawake", fields, {"rows": ["x x x x x"] * 5})
    assert "apart: row 1, column 1 and row 1, column 2 touch" in full
    corner = {"rows": ["- x -", "x - -"]}
    (fault,) = opened("heyawake", {"regions": ["AAA", "AAA"]}).judge(corner)
    assert str(fault) == "cut off: the part at row 1, column 1 is cut off"
    assert fault.places[0].cells == ((0, 0),)
    odd = broken("heyawake", fields, changed(solution, (0, 0), "?"))
    assert odd[0] == "open: row 1, column 1 is open"
    odd = broken("heyawake", fields, changed(solution, (0, 0), "y"))
    assert odd[0] == "known word: row 1, column 1 has 'y', which is none of - x"


def test_faults_have_the_cells_of_rooms_and_lines() -> None:
    fields = {"board": ["1--", "---"], "regions": ["ABC", "ABC"]}
    faults = opened("heyawake", fields).judge({"rows": ["- - -", "- - -"]})
    cells = {str(fault.places[0]): fault.places[0].cells for fault in faults}
    assert cells == {
        "the line from row 1, column 1 to row 1, column 3": ((0, 0), (0, 1), (0, 2)),
        "the line from row 2, column 1 to row 2, column 3": ((1, 0), (1, 1), (1, 2)),
        "the room at row 1, column 1": ((0, 0), (1, 0)),
    }


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="no regions"):
        opened("heyawake", {"board": ["1-", "--"]})
    with pytest.raises(InputError, match="room A has 2 clues, at row 1, column 1 and at row 2"):
        opened("heyawake", {"board": ["1-", "-0"], "regions": ["AA", "AA"]})
    with pytest.raises(InputError, match="row 1, column 3 counts 2, and there are 1"):
        opened("heyawake", {"board": ["--2"], "regions": ["AAB"]})
    with pytest.raises(InputError, match="a clue is a"):
        opened("heyawake", {"board": ["x-"], "regions": ["AB"]})
    with pytest.raises(InputError, match="and 2 columns, and 'board' has 1 row and 3 co"):
        opened("heyawake", {"board": ["---"], "regions": ["AB"]})
