from __future__ import annotations

from ilpuzzles.puzzles.tiling.tiling_puzzle import PlacedTile
from support.drawn import (
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
