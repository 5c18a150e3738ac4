from __future__ import annotations

import math
from dataclasses import replace

import pytest

from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.geometry.standard_lattices import HEXAGONAL, TAN, TRIANGULAR
from ilpuzzles.puzzles.tiling.tiling_puzzle import PlacedTile, Point, TilingSolution
from ilpuzzles.render.outline import Cells, letter_place
from ilpuzzles.workbench.experiments import solve
from support.drawn import (
    LIBRARY,
    SVG,
    laid,
    letters,
    lines,
    loops,
    paths,
    picture,
    solved,
    started,
    texts,
    tiling,
)

PUZZLES = ["columns", "triangles", "hexagons", "quarters", "five-balls", "solitary"]


TRIANGLES = "\n AABBB\n  ACCC"
HEXAGONS = "A A B\n A B B"
QUARTERS = " A  C\nA AB C\n A  B"


@pytest.mark.parametrize(
    ("puzzle", "drawing", "text"),
    [
        ("triangles", TRIANGLES, " A A B B B\n   A C C C\nplaced: A B C"),
        ("hexagons", HEXAGONS, " A   A   B\n   A   B   B\nplaced: A B"),
        ("quarters", QUARTERS, "   A     C\n A   A B   C\n   A     B\nplaced: A B C"),
    ],
)
def test_letters_stand_where_the_chart_says(puzzle: str, drawing: str, text: str) -> None:
    solution = laid(puzzle, drawing)
    assert "\n".join(lines(solution.instance, solution)) == text


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_part_has_an_outline_and_a_letter(puzzle: str) -> None:
    solution = solved(puzzle)
    root = picture(solution.instance, solution)
    bars = len(list(root.iter(f"{SVG}rect"))) - 1
    assert len(letters(root)) == loops(root) + bars
    assert set(letters(root)) == set(solution.marks())


def test_colours_show_on_every_lattice_without_changing_the_text() -> None:
    for puzzle in ("triangles", "hexagons", "quarters"):
        answer = solve(puzzle, library=LIBRARY)
        coloured = [segment for line in answer.drawing() for segment in line if segment.colour]
        for mark in answer.solutions[0].marks():
            assert any(mark in segment.text and segment.bold for segment in coloured)


@pytest.mark.parametrize(
    ("puzzle", "drawing", "tile", "text"),
    [
        ("triangles", TRIANGLES, 0, "[A A]B B B\n  [A]C C C"),
        ("triangles", TRIANGLES, 1, " A A[B B B]\n   A C C C"),
        ("hexagons", HEXAGONS, 1, " A   A  [B]\n   A  [B] [B]"),
        ("quarters", QUARTERS, 0, "  [A]    C\n[A] [A]B   C\n  [A]    B"),
    ],
)
def test_marked_cells_stand_in_brackets(puzzle: str, drawing: str, tile: int, text: str) -> None:
    solution = laid(puzzle, drawing)
    marked = solution.tiles[tile].points
    shown = lines(solution.instance, solution, marked)
    assert "\n".join(shown[:-1]) == text


def test_a_pair_marks_a_copy_where_there_are_several() -> None:
    solution = laid("triangles", TRIANGLES)
    copy = solution.tiles[0]
    text = "\n".join(lines(solution.instance, solution, ((copy.tile, copy.points[0]),)))
    assert text.count("[") == text.count("]") > 0
    root = picture(solution.instance, solution, ((copy.tile, copy.points[0]),))
    assert loops(root, "m") == 1


@pytest.mark.parametrize("puzzle", ["triangles", "hexagons", "quarters"])
def test_marked_cells_of_a_tile_have_one_dashed_outline(puzzle: str) -> None:
    solution = solved(puzzle)
    root = picture(solution.instance, solution, (solution.tiles[-1].tile,))
    marked = [tile for tile in solution.tiles if tile.tile == solution.tiles[-1].tile]
    assert loops(root, "m") == loops(root, "n") == len(marked)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_givens_have_rings_and_open_cells_frames_on_every_lattice(puzzle: str) -> None:
    solution = solved(puzzle)
    instance = replace(solution.instance, givens=solution.tiles[:1])
    root = picture(instance)
    (tile,) = instance.givens
    assert len(list(root.iter(f"{SVG}circle"))) == loops(root)
    assert loops(root, "c") == len(instance.region.points) - len(tile.points)
    text = "\n".join(lines(instance))
    assert text.count("·") >= len(instance.region.points) - len(tile.points)
    assert "given: " in text


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_clashes_have_stars_and_no_letter_on_another(puzzle: str) -> None:
    solution = solved(puzzle)
    first = solution.tiles[0]
    doubled = PlacedTile(solution.tiles[-1].tile, first.points)
    bad = tiling(puzzle, *sorted([*solution.tiles[:-1], doubled], key=lambda t: (t.tile, t.points)))
    root = picture(bad.instance, bad)
    assert len(texts(root, "s")) == len(first.points)
    assert "\n".join(lines(bad.instance, bad)).count("*") >= len(first.points)
    places = [
        (float(text.get("x") or 0), float(text.get("y") or 0))
        for text in root.iter(f"{SVG}text")
        if text.get("class") is None
    ]
    # Layers have systems of their own; in one of them, no two letters are closer than this.
    if puzzle != "five-balls":
        assert all(math.dist(a, b) > 9 for n, a in enumerate(places) for b in places[:n])


@pytest.mark.parametrize(
    ("lattice", "part"),
    [
        (TRIANGULAR, [(2, 2)]),
        (TRIANGULAR, [(2, 2), (1, 4), (2, 5)]),
        (HEXAGONAL, [(0, 1), (0, 2), (1, 0), (2, 0)]),
        (TAN, [(0, -2), (-2, 0)]),
    ],
)
def test_letters_stand_inside_their_part(lattice: Lattice, part: list[Point]) -> None:
    cells = Cells(lattice)
    place = letter_place(cells, part, in_cell=False)
    nearest = min(math.dist(place, cells.centre(cell)) for cell in part)
    assert nearest <= cells.radius * 1.2


def test_the_letter_of_a_hexagon_of_triangles_stands_in_its_middle() -> None:
    solution = solve("hexiamonds").solutions[0]
    assert isinstance(solution, TilingSolution)
    (hexagon,) = [tile for tile in solution.tiles if tile.tile == "L"]
    cells = Cells(TRIANGULAR)
    centres = [cells.centre(point) for point in hexagon.points]
    middle = tuple(sum(centre[axis] for centre in centres) / 6 for axis in (0, 1))
    place = letter_place(cells, hexagon.points, in_cell=False)
    assert math.dist(place, middle) < 1e-6


def test_balls_on_a_diagonal_plane_have_a_letter_each() -> None:
    solution = solved("five-balls")
    assert lines(solution.instance, solution)[:2] == ["layer 1   layer 2", "┌───┐     ┌───┬───┐"]
    root = picture(solution.instance, solution)
    assert letters(root) == list("AAADD")
    assert loops(root) == 5
    assert texts(root, "t") == ["layer 1", "layer 2"]


def test_layers_of_a_pyramid_have_frames_of_their_own() -> None:
    start = started("five-balls")
    assert lines(start) == [
        "layer 1   layer 2",
        "┌───┐     ┌───────┐",
        "│ · │     │ ·   · │",
        "└───┘     │       │",
        "          │ ·   · │",
        "          └───────┘",
        "to place: A D",
    ]


def test_equal_letters_of_two_copies_have_a_wall_between_them() -> None:
    four = (
        PlacedTile("C", ((0, 0), (0, 1))),
        PlacedTile("C", ((0, 2), (0, 3))),
        PlacedTile("D", ((1, 0), (1, 1))),
        PlacedTile("D", ((1, 2), (1, 3))),
    )
    solution = tiling("solitary", *four)
    assert lines(solution.instance, solution) == [
        "┌───────┬───────┐",
        "│ C   C │ C   C │",
        "├───────┼───────┤",
        "│ D   D │ E   E │",
        "└───────┴───────┘",
        "placed: C (2 copies) D E",
    ]
    root = picture(solution.instance, solution)
    assert loops(root) == 4
    colours = [path.get("fill") for path in root.iter(f"{SVG}path") if path.get("class") == "p"]
    assert colours[0] == colours[1]
    assert len(set(colours)) == 3


def test_the_legend_says_what_is_left_to_place() -> None:
    start = started("solitary", PlacedTile("D", ((1, 0), (1, 1))))
    assert lines(start)[-1] == (
        "given: D   to place: E   may be placed: A B (any number) C (3 copies)"
    )


def test_letters_are_black_on_tiles_that_others_cover() -> None:
    solution = solved("hexagons")
    bad = tiling("hexagons", *solution.tiles, PlacedTile("B", solution.tiles[0].points))
    root = picture(bad.instance, bad)
    assert letters(root) == ["A", "B", "B"]
    assert len(paths(root, "p o")) == 3
