"""Names of places, checked against where they lie; and faults as sentences, as marks, as data."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest

from ilpuzzles.genres import Board, Grid
from ilpuzzles.genres.grid import Cell, Corner
from ilpuzzles.rules.faults import OPEN_RULE, PLAIN, Fault, as_fault, fault, marks_of
from ilpuzzles.rules.places import Place, is_place, name_of_cell, names_of_cells

# Cells


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ((0, 0), "row 1, column 1"),
        ((3, 11), "row 4, column 12"),
        ((0, 0, 0), "layer 1, row 1, column 1"),
        ((2, 0, 1), "layer 3, row 1, column 2"),
        # Outside a board numbers go on.
        ((-1, 0), "row 0, column 1"),
    ],
)
def test_cells_are_named_from_1(cell: tuple[int, ...], name: str) -> None:
    assert name_of_cell(cell) == name
    assert Place("cell", cell).name == name
    assert str(Place.of(cell)) == name
    assert Place.of(cell).where == f"at {name}"


@pytest.mark.parametrize(
    ("at", "name"),
    [
        ((), "the point ()"),
        ((0,), "the point (1)"),
        ((0, 0, 0, 4), "the point (1, 1, 1, 5)"),
    ],
)
def test_points_of_other_dimensions_have_names(at: tuple[int, ...], name: str) -> None:
    assert Place("cell", at).name == name


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        ([(0, 0)], "row 1, column 1"),
        ([(0, 1), (0, 0)], "row 1, columns 1 and 2"),
        ([(0, 0), (0, 1), (0, 2)], "row 1, columns 1 to 3"),
        ([(0, 0), (0, 2), (0, 3)], "row 1, columns 1, 3 and 4"),
        ([(2, 0), (0, 4), (2, 1)], "row 1, column 5; row 3, columns 1 and 2"),
        (
            [(1, 0, 0), (0, 0, 0), (1, 0, 1)],
            "layer 1, row 1, column 1; layer 2, row 1, columns 1 and 2",
        ),
    ],
)
def test_several_cells_are_named_row_by_row(cells: list[tuple[int, ...]], names: str) -> None:
    assert names_of_cells(cells) == names
    assert names_of_cells(cells, "cell") == names.replace("column", "cell")


# Corners and sides, against geometry

TURNS = {
    "right": 0,
    "lower right": 45,
    "lower": 90,
    "lower left": 135,
    "left": 180,
    "upper left": -135,
    "upper": -90,
    "upper right": -45,
}
"""The angles of directions from the middle of a cell, clockwise from the right."""

BESIDE = {
    "right of": "right",
    "below": "lower",
    "left of": "left",
    "above": "upper",
    "at the lower right of": "lower right",
    "at the lower left of": "lower left",
    "at the upper left of": "upper left",
    "at the upper right of": "upper right",
}

REAL = {"square": (1.0, 1.0), "hexagonal": (sqrt(3), 2.0), "triangular": (1.0, sqrt(3) / 2)}
"""The width and the height of a cell with equal sides and angles."""

GRIDS = {
    "squares": Grid.of(3, 4),
    "one square": Grid.of(1, 1),
    "squares with holes": Grid.with_cells([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (3, 3)]),
    "hexagons": Grid.of(4, 3, "hexagonal"),
    "hexagons with holes": Grid.with_cells([(0, 1), (1, 0), (2, 1), (2, 2)], "hexagonal"),
    "triangles": Grid.of(3, 5, "triangular"),
    "triangles with holes": Grid.with_cells([(0, 1), (1, 2), (1, 3), (2, 0)], "triangular"),
}

Spot = tuple[float, float]
"""A point of a drawing: how far right and how far down."""


def spots(grid: Grid, corners: Sequence[Corner]) -> list[Spot]:
    """Corners where they lie if all cells have equal sides and angles."""
    own = grid.corners_of(grid.cells[0])
    width = max(x for _, x in own) - min(x for _, x in own)
    height = max(y for y, _ in own) - min(y for y, _ in own)
    wide, high = REAL[grid.shape]
    return [(x * wide / width, y * high / height) for y, x in corners]


def middle(points: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def turn_between(grid: Grid, cell: Cell, corners: Sequence[Corner], way: str) -> float:
    """By how many degrees corners lie off a direction, seen from the middle of a cell."""
    x, y = middle(spots(grid, grid.corners_of(cell)))
    there = middle(spots(grid, corners))
    turn = degrees(atan2(there[1] - y, there[0] - x)) - TURNS[way]
    return abs((turn + 180) % 360 - 180)


def cell_named(name: str) -> Cell:
    found = re.fullmatch(r"row (\d+), column (\d+)", name)
    assert found is not None, name
    return int(found[1]) - 1, int(found[2]) - 1


def test_cells_have_equal_sides_where_they_are_measured() -> None:
    for grid in GRIDS.values():
        for cell in grid.cells:
            own = spots(grid, grid.corners_of(cell))
            lengths = [
                hypot(x - u, y - v) for (x, y), (u, v) in zip(own, [*own[1:], own[0]], strict=True)
            ]
            assert lengths == pytest.approx([1] * len(own))


@pytest.mark.parametrize("name", GRIDS)
def test_corners_lie_where_their_names_say(name: str) -> None:
    grid = GRIDS[name]
    # A corner of a hexagon lies 15 degrees off the diagonal that it has its name from.
    most = 15 if grid.shape != "square" else 0
    names = []
    for corner in grid.corners:
        place = grid.corner_place(corner)
        way, _, cell_name = place.name.removeprefix("the ").partition(" corner of ")
        cell = cell_named(cell_name)
        assert corner in grid.corners_of(cell), place.name
        assert cell == min(grid.cells_at_corner(corner)), place.name
        assert turn_between(grid, cell, [corner], way) <= most + 1e-9, place.name
        assert (place.kind, place.at, place.marks) == ("corner", corner, (place,))
        assert place.where == f"at {place.name}"
        names.append(place.name)
    assert len(set(names)) == len(grid.corners)


@pytest.mark.parametrize("name", GRIDS)
def test_sides_lie_where_their_names_say(name: str) -> None:
    grid = GRIDS[name]
    most = 15 if grid.shape != "square" else 0
    names = []
    for side in grid.sides:
        place = grid.side_place(side)
        beyond, _, cell_name = place.name.rpartition(" row ")
        cell = cell_named(f"row {cell_name}")
        assert side in grid.sides_of(cell), place.name
        assert cell == min(grid.cells_by_side[side]), place.name
        assert turn_between(grid, cell, side, BESIDE[beyond]) <= most + 1e-9, place.name
        assert (place.kind, place.at, place.cells) == ("side", side, (cell,))
        names.append(place.name)
    assert len(set(names)) == len(grid.sides)


CORNERS = {
    (0, 0): "the upper left corner of row 1, column 1",
    (0, 1): "the upper right corner of row 1, column 1",
    (0, 3): "the upper right corner of row 1, column 3",
    (1, 0): "the lower left corner of row 1, column 1",
    (1, 2): "the lower right corner of row 1, column 2",
    (1, 3): "the lower right corner of row 1, column 3",
    (2, 0): "the lower left corner of row 2, column 1",
    (2, 1): "the lower right corner of row 2, column 1",
    (2, 3): "the lower right corner of row 2, column 3",
}
"""Corners of 2 rows and 3 columns: those of the board, on each of its borders, and inside."""


def test_corners_at_every_border_have_names() -> None:
    grid = Grid.of(2, 3)
    for corner, name in CORNERS.items():
        assert Place.corner(corner).name == name
        assert grid.corner_place(corner).name == name
    for corner in grid.corners:
        assert Place.corner(corner).name == grid.corner_place(corner).name


def test_sides_of_squares_have_names() -> None:
    grid = Grid.of(2, 2)
    names = [grid.side_place(side).name for side in grid.sides_of((0, 0))]
    assert names == [
        "above row 1, column 1",
        "right of row 1, column 1",
        "below row 1, column 1",
        "left of row 1, column 1",
    ]
    # The first of two cells has the side.
    assert grid.side_place(((1, 1), (2, 1))).name == "right of row 2, column 1"
    assert grid.side_place(((1, 1), (1, 2))).name == "below row 1, column 2"


def test_sides_of_hexagons_have_names() -> None:
    grid = Grid.of(3, 3, "hexagonal")
    names = {grid.side_place(side).name for side in grid.sides_of((1, 1))}
    assert names == {
        "at the lower right of row 1, column 2",
        "at the lower left of row 1, column 3",
        "right of row 2, column 1",
        "right of row 2, column 2",
        "at the lower right of row 2, column 2",
        "at the lower left of row 2, column 2",
    }


@pytest.mark.parametrize("way", TURNS)
def test_every_direction_has_a_name(way: str) -> None:
    side = Place.side(((0, 0), (0, 1)), (0, 0), way)
    (beyond,) = [words for words, known in BESIDE.items() if known == way]
    assert side.name == f"{beyond} row 1, column 1"
    corner = Place.corner((0, 0), (4, 5), way)
    assert corner.name == f"the {way} corner of row 5, column 6"
    # The angles here are those of a clock that goes right, down, left, up.
    turn = TURNS[way] * pi / 180
    x, y = cos(turn), sin(turn)
    assert ("right" in way, "left" in way) == (x > 0.1, x < -0.1)
    assert ("lower" in way, "upper" in way) == (y > 0.1, y < -0.1)


# Lines, clues beside the board, regions


@pytest.mark.parametrize(
    ("kind", "at", "name", "where"),
    [
        ("row", 0, "row 1", "of row 1"),
        ("column", 9, "column 10", "of column 10"),
        ("diagonal", "down", "the diagonal from the upper left corner", None),
        ("diagonal", "up", "the diagonal from the lower left corner", None),
        ("above", 2, "the clue above column 3", "above column 3"),
        ("below", 0, "the clue below column 1", "below column 1"),
        ("left", 0, "the clue left of row 1", "left of row 1"),
        ("right", 4, "the clue right of row 5", "right of row 5"),
        ("region", "A", "region A", "of region A"),
        # The name of a box is what people call it already.
        ("box", "2", "box 2", "of box 2"),
        ("ring", 0, "ring 1", "of ring 1"),
        ("island", (1, 0), "the island at row 2, column 1", None),
        ("cage", (0, 0, 2), "the cage at layer 1, row 1, column 3", None),
    ],
)
def test_lines_clues_and_regions_have_names(
    kind: str, at: Any, name: str, where: str | None
) -> None:
    place = Place(kind, at)
    assert (place.name, str(place)) == (name, name)
    assert Place.of((kind, at)) == place
    assert place.where == (where or f"of {name}")


def test_the_cells_of_lines_clues_and_regions_are_known_to_a_board() -> None:
    board = Board.read({"board": ["---", "---"], "regions": ["AAB", "ABB"]})
    rows = [(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)]
    for kind in ("row", "left", "right"):
        for number, cells in enumerate(rows):
            assert list(board.with_cells(Place(kind, number)).cells) == cells
    for kind in ("column", "above", "below"):
        assert board.with_cells(Place(kind, 2)).cells == ((0, 2), (1, 2))
    assert board.with_cells(Place("region", "A")).cells == ((0, 0), (0, 1), (1, 0))
    # Cells that a place has already are kept.
    some = Place("row", 0, ((0, 1),))
    assert board.with_cells(some) is some


def test_pairs_of_cells_have_names() -> None:
    pair = Place.pair((0, 0), (0, 1))
    assert str(pair) == "from row 1, column 1 to row 1, column 2"
    assert pair.marks == ((0, 0), (0, 1))


# Keys


def test_keys_stand_for_places() -> None:
    keys: list[object] = [(0, 1), (0, 1, 2), ("row", 0), ("region", "A"), Place("row", 0)]
    for key in keys:
        assert is_place(key), key
    others: list[object] = ["A", 3, None, (), (1,), (1, 2, 3, 4), (1, "row"), [0, 1]]
    others += [(True, False), (0.5, 1)]
    for key in others:
        assert not is_place(key), key
        with pytest.raises(TypeError, match=re.escape(f"no place has the key {key!r}")):
            Place.of(key)
    place = Place("row", 0)
    assert Place.of(place) is place


def test_numbers_of_numpy_are_numbers() -> None:
    """As loops over `np.argwhere` have them."""
    zero, one, two = np.arange(3)
    found = fault("stars", "{} and {} have {:star}", (zero, one), ("row", zero), two)
    assert found.what == "row 1, column 2 and row 1 have 2 stars"
    assert found == fault("stars", "{} and {} have {:star}", (0, 1), ("row", 0), 2)
    assert json.dumps(found.to_json()["at"]) == json.dumps(
        [{"place": "row 1, column 2", "cell": [1, 2]}, {"place": "row 1", "row": 1}]
    )
    assert marks_of([found]) == [(0, 1), Place("row", 0)]


def test_places_are_equal_by_what_they_are() -> None:
    assert Place("row", 0, ((0, 0),)) == Place("row", 0)
    assert len({Place("row", 0, ((0, 0),)), Place("row", 0), Place("row", 1)}) == 2
    assert Place("row", 0) != Place("column", 0)


# Data


@pytest.mark.parametrize(
    ("place", "plain"),
    [
        (Place("cell", (0, 1)), {"place": "row 1, column 2", "cell": [1, 2]}),
        (
            Place("cell", (2, 0, 1)),
            {"place": "layer 3, row 1, column 2", "cell": [3, 1, 2]},
        ),
        (Place("row", 0), {"place": "row 1", "row": 1}),
        (Place("above", 2), {"place": "the clue above column 3", "above": 3}),
        (Place("region", "A"), {"place": "region A", "region": "A"}),
        (Place("box", "2"), {"place": "box 2", "box": "2"}),
        (Place("island", (1, 1)), {"place": "the island at row 2, column 2", "island": [2, 2]}),
        (
            Place.corner((1, 2)),
            {"place": "the lower right corner of row 1, column 2", "corner": [2, 3]},
        ),
        (
            Place.side(((1, 0), (1, 1)), (0, 0), "lower"),
            {"place": "below row 1, column 1", "side": [[2, 1], [2, 2]]},
        ),
        (
            Place.pair((0, 0), (0, 1)),
            {"place": "from row 1, column 1 to row 1, column 2", "pair": [[1, 1], [1, 2]]},
        ),
    ],
)
def test_data_count_from_1(place: Place, plain: dict[str, Any]) -> None:
    assert place.to_json() == plain
    assert json.loads(json.dumps(place.to_json())) == plain


# Marks


def test_places_are_marked_by_their_cells_or_by_themselves() -> None:
    row = Place("row", 0)
    corner = Place.corner((1, 1))
    assert Place("cell", (0, 1)).marks == ((0, 1),)
    assert row.marks == (row,)
    assert Place("row", 0, ((0, 0), (0, 2))).marks == ((0, 0), (0, 2))
    assert corner.marks == (corner,)
    assert Place.side(((1, 0), (1, 1)), (0, 0), "lower").marks == ((0, 0),)
    # A cell may stand for what is drawn elsewhere, such as one of a lattice.
    assert Place("cell", (0, 3), ((1, 7),)).marks == ((1, 7),)


def test_marks_of_faults_come_once_and_in_order() -> None:
    faults = [
        fault("apart", "{} and {} touch", (1, 1), (0, 0)),
        fault("open", "{} is open", (0, 0)),
        fault("loop", "there is no loop"),
        fault("row", "{} has {:star}", ("row", 2), 3),
    ]
    assert marks_of(faults) == [(1, 1), (0, 0), Place("row", 2)]
    assert marks_of([]) == []


def test_faults_of_one_line_mark_the_cells_of_each() -> None:
    """Of two words that stand twice in a row, both are marked."""
    faults = [
        fault("repeats", "{} has {} more than once", Place("row", 0, ((0, 0), (0, 1))), 1),
        fault("repeats", "{} has {} more than once", Place("row", 0, ((0, 2), (0, 3))), 2),
    ]
    assert marks_of(faults) == [(0, 0), (0, 1), (0, 2), (0, 3)]


# Faults


def test_faults_are_sentences_with_names() -> None:
    found = fault("star count", "{} has {:star} instead of {}", ("row", 0), 2, 1)
    assert found.what == "row 1 has 2 stars instead of 1"
    assert str(found) == "star count: row 1 has 2 stars instead of 1"
    assert found.places == (Place("row", 0),)
    assert found.to_json() == {
        "rule": "star count",
        "what": "row 1 has 2 stars instead of 1",
        "at": [{"place": "row 1", "row": 1}],
    }


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 stars"), (1, "1 star"), (2, "2 stars"), ("?", "?")]
)
def test_numbers_have_their_noun(number: int | str, words: str) -> None:
    assert fault("stars", "there are {:star}", number).what == f"there are {words}"


def test_places_come_in_the_order_of_the_sentence() -> None:
    found = fault("edges", "{} shows {} where {} shows {}", (1, 1), "a", (0, 0), "b")
    assert found.what == "row 2, column 2 shows a where row 1, column 1 shows b"
    assert found.places == (Place("cell", (1, 1)), Place("cell", (0, 0)))


def test_braces_in_sentences_and_in_words_stay() -> None:
    plain = Fault("rules", "the set {1, 2} has {} and { in it")
    assert plain.what == "the set {1, 2} has {} and { in it"
    assert plain.to_json()["at"] == []
    assert fault("rules", "{0}").what == "{0}"
    assert as_fault("the set {1, 2}").what == "the set {1, 2}"
    word = fault("known word", "{} has {}", (0, 0), "'{}'")
    assert word.what == "row 1, column 1 has '{}'"
    region = fault("region", "{} is empty", ("region", "{0}"))
    assert region.what == "region {0} is empty"


def test_what_is_neither_a_place_nor_a_number_is_a_word() -> None:
    found = fault("word", "{} {} {} {}", "A", True, None, 1.5)
    assert found.parts == ("A", "True", "None", "1.5")
    assert found.what == "A True None 1.5"
    assert found.places == ()


def test_sentences_alone_are_faults_of_a_rule() -> None:
    assert str(as_fault("the tower is too high")) == f"{PLAIN}: the tower is too high"
    assert str(as_fault("c1 misses 3", "row")) == "row: c1 misses 3"
    found = fault("apart", "{} touches", (0, 0))
    assert as_fault(found, "row") is found


def test_open_faults_are_told_from_broken_rules() -> None:
    assert fault(OPEN_RULE, "{} is open", (0, 0)).is_open
    assert not fault("sum", "{} has {} instead of {}", ("row", 0), "?", 3).is_open
    assert not fault("known word", "{} has {}", (0, 0), "?").is_open


def test_places_of_faults_can_be_moved() -> None:
    def below(place: Place) -> Place:
        (row, column) = place.marks[0]
        return Place("cell", (row + 1, column))

    found = fault("apart", "{} has {:star}, {} has {}", (0, 0), 2, (0, 1), "none")
    moved = found.moved(below)
    assert moved.what == "row 2, column 1 has 2 stars, row 2, column 2 has none"
    assert marks_of([moved]) == [(1, 0), (1, 1)]
    assert (moved.rule, moved.parts[1::2]) == ("apart", (2, "none"))
