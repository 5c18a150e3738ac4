"""Pictures of tilings on all lattices, in letters and as SVG: tiles, marks, clashes and seams."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from ilpuzzles.experiments.experiments import solve
from ilpuzzles.experiments.loading import load_puzzle
from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.geometry.standard_lattices import HEXAGONAL, TAN, TRIANGULAR
from ilpuzzles.render.outline import Cells, letter_place
from ilpuzzles.render.text import as_plain
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, Point, TilingSolution
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


CHARTS = {
    "triangles": "\n AABBB\n  ACCC",
    "hexagons": "A A B\n A B B",
    "quarters": " A  C\nA AB C\n A  B",
}


@pytest.mark.parametrize(
    ("puzzle", "tile", "text"),
    [
        ("triangles", None, " A A B B B\n   A C C C\nplaced: A B C"),
        ("hexagons", None, " A   A   B\n   A   B   B\nplaced: A B"),
        ("quarters", None, "   A     C\n A   A B   C\n   A     B\nplaced: A B C"),
        ("triangles", 0, "[A A]B B B\n  [A]C C C\nplaced: A B C"),
        ("hexagons", 1, " A   A  [B]\n   A  [B] [B]\nplaced: A B"),
        ("quarters", 0, "  [A]    C\n[A] [A]B   C\n  [A]    B\nplaced: A B C"),
    ],
)
def test_letters_by_the_chart_marks_in_brackets(puzzle: str, tile: int | None, text: str) -> None:
    solution = laid(puzzle, CHARTS[puzzle])
    marked = () if tile is None else solution.tiles[tile].points
    assert "\n".join(lines(solution.instance, solution, marked)) == text


@pytest.mark.parametrize("puzzle", CHARTS)
def test_marked_cells_of_a_tile_have_one_dashed_outline(puzzle: str) -> None:
    solution = laid(puzzle, CHARTS[puzzle])
    copy = solution.tiles[-1]
    root = picture(solution.instance, solution, (copy.tile,))
    alike = [tile for tile in solution.tiles if tile.tile == copy.tile]
    assert loops(root, "m") == loops(root, "n") == len(alike)
    # A pair marks one copy where there are several.
    one = ((copy.tile, copy.points[0]),)
    assert loops(picture(solution.instance, solution, one), "m") == 1
    assert "\n".join(lines(solution.instance, solution, one)).count("[") > 0


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_part_has_an_outline_and_a_letter(puzzle: str) -> None:
    solution = solved(puzzle)
    root = picture(solution.instance, solution)
    bars = len(list(root.iter(f"{SVG}rect"))) - 1
    assert len(letters(root)) == loops(root) + bars
    assert set(letters(root)) == set(solution.marks())


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_givens_have_rings_and_open_cells_frames_on_every_lattice(puzzle: str) -> None:
    solution = solved(puzzle)
    instance = replace(solution.instance, givens=solution.tiles[:1])
    root = picture(instance)
    (tile,) = instance.givens
    assert len(list(root.iter(f"{SVG}circle"))) == loops(root)
    whole = picture(instance, TilingSolution(instance, solution.tiles))
    assert len(list(whole.iter(f"{SVG}circle"))) == loops(root) < loops(whole)
    assert loops(whole, "c") == 0
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
    assert len(paths(root, "p o")) > 0
    # Layers have systems of their own; in one of them, no two letters are closer than this.
    if puzzle != "five-balls":
        assert all(math.dist(a, b) > 9 for n, a in enumerate(places) for b in places[:n])


def test_letters_stand_inside_their_part() -> None:
    parts: list[tuple[Lattice, list[Point]]] = [
        (TRIANGULAR, [(2, 2), (1, 4), (2, 5)]),
        (HEXAGONAL, [(0, 1), (0, 2), (1, 0), (2, 0)]),
        (TAN, [(0, -2), (-2, 0)]),
    ]
    for lattice, part in parts:
        cells = Cells(lattice)
        place = letter_place(cells, part, in_cell=False)
        assert min(math.dist(place, cells.centre(cell)) for cell in part) <= cells.radius * 1.2


@pytest.mark.exhaustive
def test_the_letter_of_a_hexagon_of_triangles_stands_in_its_middle() -> None:
    solution = solve("hexiamonds").solutions[0]
    assert isinstance(solution, TilingSolution)
    (hexagon,) = [tile for tile in solution.tiles if tile.tile == "L"]
    cells = Cells(TRIANGULAR)
    centres = [cells.centre(point) for point in hexagon.points]
    middle = tuple(sum(centre[axis] for centre in centres) / 6 for axis in (0, 1))
    place = letter_place(cells, hexagon.points, in_cell=False)
    assert math.dist(place, middle) < 1e-6


def test_layers_of_a_pyramid_have_frames_of_their_own() -> None:
    solution = solved("five-balls")
    assert lines(solution.instance, solution)[:2] == ["layer 1   layer 2", "┌───┐     ┌───┬───┐"]
    root = picture(solution.instance, solution)
    assert (letters(root), loops(root)) == (list("AAADD"), 5)
    assert texts(root, "t") == ["layer 1", "layer 2"]
    assert lines(started("five-balls"))[1:] == [
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
    # The legend says what is left to place.
    assert lines(started("solitary", four[2]))[-1] == (
        "given: D   to place: E   may be placed: A B (any number) C (3 copies)"
    )


SHAPES = {
    "solitary": "A, 1 cell, may be left out\n   A\n"
    "B, 3 cells, any number\n   B           B\n   B B       B B\n"
    "C  domino, 2 cells, up to 3 copies\n   C C\nD, 2 cells, 2 copies\n   D D",
    "triangles": "A, 3 cells, 3 copies\n   A A A",
    "hexagons": "A, 3 cells\n   A   A\n     A\nB, 3 cells\n     B\n   B   B",
    "quarters": "A  square, 4 cells\n     A\n   A   A\n     A\n"
    "B  half a square, 2 cells, 2 copies\n     B\n   B",
    "five-balls": "A  V tromino, 3 cells\n   A\n   A A\n"
    "D  two balls on a diagonal, 2 cells\n   D\n     D",
    "columns": "A, 2 cells, 4 copies, fills cap\n   A\n   A\nD, 2 cells, any number\n   D D",
}


@pytest.mark.parametrize("puzzle", SHAPES)
def test_tiles_are_drawn_by_the_chart_with_how_they_are_used(puzzle: str) -> None:
    family, read = load_puzzle(puzzle, LIBRARY)
    assert as_plain(family.shape_text(read)) == SHAPES[puzzle]


CYLINDER = (
    PlacedTile("2", ((0, 0), (0, 4))),
    PlacedTile("2", ((1, 2), (1, 3))),
    PlacedTile("A", ((0, 1), (0, 2), (0, 3))),
    PlacedTile("B", ((1, 0), (1, 1), (1, 4))),
)


def test_the_seam_is_dashed_where_a_tile_goes_on() -> None:
    solution = tiling("cylinder", *CYLINDER)
    assert lines(solution.instance, solution) == [
        "┌───┬───────────┬───┐",
        "┊(2)│ A   A   A │(2)┊  ring (2)",
        "├───┴───┬───────┼───┤",
        "┊ B   B │(2) (2)│ B ┊  ring (2)",
        "└───────┴───────┴───┘",
        "placed: 2 (2 copies) A B",
        "( ) also fills the ring of its row   ┊ goes on at the other side",
    ]


def test_the_seam_is_a_wall_where_another_tile_is_on_its_other_side() -> None:
    moved = laid("cylinder", "22AAA\nBBB22")
    assert lines(moved.instance, moved)[1:4] == [
        "│(2) (2)│ A   A   A │  ring (2)",
        "├───────┴───┬───────┤",
        "│ B   B   B │(2) (2)│  ring (2)",
    ]


def test_an_open_board_goes_on_everywhere() -> None:
    assert lines(started("cylinder")) == [
        "┌───────────────────┐",
        "┊ ·   ·   ·   ·   · ┊  ring  ·",
        "┊                   ┊",
        "┊ ·   ·   ·   ·   · ┊  ring  ·",
        "└───────────────────┘",
        "to place: 2 (2 copies) A B",
        "┊ goes on at the other side",
    ]


def test_rings_can_be_marked_and_can_clash() -> None:
    both = tiling("cylinder", CYLINDER[0], PlacedTile("2", ((0, 2), (0, 3))))
    shown = lines(both.instance, both, (("ring", 1),))
    assert shown[1].endswith("ring  *")
    assert shown[3].endswith("ring [·]")
    root = picture(both.instance, both, (1,))
    assert sum(rect.get("class") == "m" for rect in root.iter(f"{SVG}rect")) == 1


def test_a_tile_over_the_seam_has_two_parts_and_two_letters() -> None:
    solution = tiling("cylinder", *CYLINDER)
    root = picture(solution.instance, solution)
    rings = ["2", "2"]
    assert letters(root) == sorted(["2", "2", "2", "A", "B", "B", *rings])
    assert loops(root) == 6
    assert paths(root, "w")[0].count("M") == 4
    assert loops(root, "f") == 4
    assert texts(root, "t") == ["ring"]
    assert " ".join(texts(root, "l")) == (
        "A piece with inner outlines also fills the ring of its row. "
        "At the dashed lines, the board goes on at its other side."
    )
    (inside,) = root.iterfind(f".//{SVG}g/{SVG}svg")
    assert inside.get("width") == str(5 * 44)


def test_bars_stand_below_where_columns_have_further_atoms() -> None:
    solution = solved("columns")
    shown = lines(solution.instance, solution)
    assert shown[-3:] == [
        " (A) (A) (A) (A)  cap",
        "placed: A (4 copies) D (2 copies)",
        "( ) also fills the cap of its column",
    ]
    root = picture(solution.instance, solution)
    assert letters(root) == list("AAAAAAAADD")
    assert not paths(root, "w")


def test_further_atoms_without_a_place_are_listed() -> None:
    solution = solved("cylinders")
    assert lines(solution.instance, solution) == [
        "layer 1     layer 2",
        "┌───────┐   ┌───────┐",
        "┊(A) (A)┊   ┊(B) (B)┊",
        "└───────┘   └───────┘",
        "placed: A B",
        "cap: layer 1 (A), layer 2 (B)",
        "┊ goes on at the other side",
    ]
    root = picture(solution.instance, solution)
    assert texts(root, "l")[0].startswith("cap: layer 1 (A)")


def test_hexagons_can_go_on_at_the_other_side() -> None:
    instance = started("hexagon-ring")
    tiles = (PlacedTile("A", ((0, 0), (0, 3))), PlacedTile("B", ((0, 1), (0, 2))))
    solution = tiling("hexagon-ring", *tiles)
    assert lines(instance, solution) == [" A   B   B   A", "placed: A B"]
    root = picture(instance, solution)
    assert letters(root) == ["A", "A", "B"]
    assert loops(root) == 3
    assert len(paths(root, "g")) == 1
    assert loops(root, "w") == 2
