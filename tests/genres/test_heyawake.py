"""Heyawake: its model against all shadings, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import InputError
from ilpuzzles.grid import Grid
from ilpuzzles.grid.grid import Cell
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.workbench.python_puzzle import FilePosition
from support.genres import (
    Plain,
    broken,
    brute_force,
    changed,
    counted,
    fillings,
    opened,
    random_walls,
    solved,
)


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    rows, columns = [(3, 3), (2, 5), (2, 4), (1, 6)][seed % 4]
    regions = ["".join(dice.choice("ABC") for _ in range(columns)) for _ in range(rows)]
    places = {letter: (r, c) for r, row in enumerate(regions) for c, letter in enumerate(row)}
    sizes = {letter: "".join(regions).count(letter) for letter in places}
    clues = [
        [*place, str(dice.randint(0, min(2, sizes[letter])))] for letter, place in places.items()
    ]
    fields = {"regions": regions, "given": clues[: dice.randint(0, 3)]}
    every = fillings(rows, columns, "-x")
    assert counted("heyawake", fields) == brute_force("heyawake", fields, every)


@pytest.mark.parametrize("seed", range(6))
def test_counts_with_walls_are_those_of_brute_force(seed: int) -> None:
    dice, (rows, columns) = Random(seed), [(3, 3), (2, 4), (1, 6), (4, 2)][seed % 4]
    regions = ["".join(dice.choice("AAB") for _ in range(columns)) for _ in range(rows)]
    fields = {"regions": regions, "walls": random_walls(dice, rows, columns)}
    every = fillings(rows, columns, "-x")
    assert counted("heyawake", fields) == brute_force("heyawake", fields, every)


def test_a_wall_inside_a_room_is_a_border() -> None:
    room = {"board": ["?----"], "regions": ["AAAAA"]}
    assert broken("heyawake", room, {"rows": ["- - - - -"]}) == []
    walls = {**room, "walls": ["- e - e -"]}
    assert broken("heyawake", walls, {"rows": ["- - - - -"]}) == [
        "the line from (0, 0) to (0, 4) crosses two borders"
    ]
    assert broken("heyawake", walls, {"rows": ["- - - - x"]}) == []
    # Said from both sides, a wall is one.
    assert broken("heyawake", {**room, "walls": ["- e w - -"]}, {"rows": ["- - - - -"]}) == []


def shadings(rows: int, columns: int) -> Iterator[set[tuple[int, int]]]:
    """All that two rules allow: no two shaded cells touch, and the others are connected."""
    grid = Grid.of(rows, columns)

    def chosen(left: list[Cell], shaded: set[Cell]) -> Iterator[set[Cell]]:
        if not left:
            if len(grid.parts(grid.all - shaded)) < 2:
                yield shaded
            return
        cell, *rest = left
        yield from chosen(rest, shaded)
        if shaded.isdisjoint(grid.near(cell)):
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
    regions = ["".join(dice.choice("AAB") for _ in range(columns)) for _ in range(rows)]
    places = {letter: (r, c) for r, row in enumerate(regions) for c, letter in enumerate(row)}
    sizes = {letter: "".join(regions).count(letter) for letter in places}
    clues = [[*place, str(dice.randint(0, sizes[one] // 2))] for one, place in places.items()]
    position = opened("heyawake", {"regions": regions, "given": clues[: 1 + seed % 2]})
    numbers = []
    for stated in (False, True):
        monkeypatch.setitem(functions(position), "is_nearly_full", lambda *_, here=stated: here)
        model = position.family.build(position.instance).model.program()
        assert ("rests on" in {one.name for one in model.names.families}) == stated
        # Without one of the rules it no longer follows.
        parts = [model, *map(model.without, ("apart", "connected", "clues"))]
        numbers.append([count_solutions(part).number for part in parts])
    assert numbers[0] == numbers[1]


def test_a_number_that_fills_the_board_is_proved_at_once() -> None:
    for number, verdict in ((17, Verdict.UNIQUE), (18, Verdict.NONE)):
        fields = {"regions": ["AAAAAAA"] * 7, "given": [[0, 0, str(number)]]}
        position = opened("heyawake", fields)
        model = position.family.build(position.instance).model
        for backend in ("clingo", "cpsat"):
            options = Options(work_limit=1.0)
            assert check_uniqueness(model, backend=backend, options=options).verdict is verdict


def test_a_long_board_of_one_row_has_no_squares() -> None:
    assert counted("heyawake", {"regions": ["A" * 25], "given": [[0, 0, "12"]]}) == 0


def functions(position: FilePosition) -> Plain:
    """All names of the genre's file."""
    return position.family.functions["build"].function.__globals__


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("heyawake", "small")
    assert broken("heyawake", fields, solution) == []
    empty = {"rows": ["- - - - -"] * 5}
    faults = broken("heyawake", fields, empty)
    assert "(0, 0) has 0 shaded cells instead of 1" in faults
    assert "the line from (0, 0) to (0, 4) crosses two borders" in faults
    full = broken("heyawake", fields, {"rows": ["x x x x x"] * 5})
    assert "(0, 0) and (0, 1) touch" in full
    corner = {"rows": ["- x -", "x - -"]}
    assert broken("heyawake", {"regions": ["AAA", "AAA"]}, corner) == ["(0, 2) is cut off"]
    odd = broken("heyawake", fields, changed(solution, (0, 0), "?"))
    assert odd[0] == "(0, 0) has '?', which is none of - x"


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="no regions"):
        opened("heyawake", {"board": ["1-", "--"]})
    with pytest.raises(InputError, match="region A has 2 clues"):
        opened("heyawake", {"board": ["1-", "-0"], "regions": ["AA", "AA"]})
    with pytest.raises(InputError, match="row 1, column 3 counts 2, and there are 1"):
        opened("heyawake", {"board": ["--2"], "regions": ["AAB"]})
    with pytest.raises(InputError, match="a clue is a"):
        opened("heyawake", {"board": ["x-"], "regions": ["AB"]})
    with pytest.raises(InputError, match="other rows and columns"):
        opened("heyawake", {"board": ["---"], "regions": ["AB"]})
