from __future__ import annotations

from pathlib import Path

import pytest

from ilpuzzles.document.tree import read_tree
from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.tiling.instance_schema import read_instance
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingPuzzle
from ilpuzzles.puzzles.tiling.tiling_schema import read_puzzle
from ilpuzzles.workbench.loading import load_puzzle

SMALL = """\
puzzle: small
family: tiling
title: Small
lattice: square
region: |
  ...
  ...
tiles:
  A:
    shape: |
      AAA
  B:
    colour: "#123456"
    shape: |
      BB
      B.
"""


def replaced(old: str, new: str) -> str:
    """The small puzzle with one thing changed."""
    assert old in SMALL
    return SMALL.replace(old, new, 1)


def problems_of_puzzle(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_puzzle(read_tree(text, "m.yaml"))
    return str(caught.value).splitlines()


def problems_of_board(board: str, puzzle: TilingPuzzle | None = None) -> list[str]:
    _, lonpos = load_puzzle("lonpos")
    text = "puzzle: lonpos\nboard: |\n" + "".join(f"  {row}\n" for row in board.split("/"))
    with pytest.raises(InputError) as caught:
        read_instance(puzzle or lonpos, read_tree(text, "b.yaml"))  # type: ignore[arg-type] # it is a tiling
    return str(caught.value).splitlines()


def test_a_puzzle_is_read() -> None:
    puzzle = read_puzzle(read_tree(SMALL, "m.yaml"))
    assert (puzzle.name, puzzle.title, puzzle.about) == ("small", "Small", "")
    assert puzzle.region is not None
    assert len(puzzle.region) == 6
    assert [(tile.name, tile.points, tile.colour) for tile in puzzle.tiles] == [
        ("A", ((0, 0), (0, 1), (0, 2)), ""),
        ("B", ((0, 0), (0, 1), (1, 0)), "#123456"),
    ]


def test_lonpos_has_the_shapes_of_its_table() -> None:
    _, puzzle = load_puzzle("lonpos")
    assert isinstance(puzzle, TilingPuzzle)
    assert puzzle.region is not None
    assert len(puzzle.region) == 55
    facts = {
        tile.name: (len(tile.points), len(tile.orientations(puzzle.lattice).shapes))
        for tile in puzzle.tiles
    }
    # The number of cells, and 8 divided by the number of symmetries of the shape.
    assert facts == {
        "A": (4, 8), "B": (5, 8), "C": (5, 8), "D": (5, 8), "E": (5, 8), "F": (3, 4),
        "G": (5, 4), "H": (5, 4), "I": (5, 4), "J": (4, 2), "K": (4, 1), "L": (5, 1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            replaced("lattice: square", "lattice: squar"),
            ["m.yaml:4:10: unknown lattice 'squar'; did you mean 'square'?"],
        ),
        (
            replaced("title: Small\n", "titel: Small\n"),
            [
                "m.yaml:1:1: key 'title' is missing; add it to the puzzle",
                "m.yaml:3:1: unknown key 'titel'; did you mean 'title'?",
            ],
        ),
        (
            replaced("  ...\n  ...\n", "  ...\n  ..\n"),
            ["m.yaml:7:5: a row of 2 cells, where the first has 3; write 1 more"],
        ),
        (
            replaced("  ...\n  ...\n", "  .x.\n  ...\n"),
            ["m.yaml:6:4: 'x' in a region; write . for a cell and # for none"],
        ),
        (
            replaced("  ...\n  ...\n", "  ###\n"),
            ["m.yaml:5:9: a region without cells; write . for a cell"],
        ),
        (
            replaced("  ...\n  ...\n", "  ....\n  ...#\n"),
            ["m.yaml:9:3: the tiles cover 6 cells, the region has 7; make them equal"],
        ),
        (
            replaced("      AAA", "      AXA"),
            ["m.yaml:11:8: 'X' in the shape of tile A; write A for its cells and . beside them"],
        ),
        (
            replaced("      AAA", "      ..."),
            ["m.yaml:10:12: tile A has no cells; write A for its cells"],
        ),
        (
            replaced('"#123456"', "blue"),
            ["m.yaml:13:13: colour 'blue'; write it as \"#rrggbb\""],
        ),
        (replaced("  A:", "  AB:"), ["m.yaml:9:3: tile name 'AB'; use one letter or digit"]),
        (
            replaced("family: tiling", "family: tiling\nmotions: any"),
            ["m.yaml:3:10: unknown motions 'any'; known: all, rotations, shifts"],
        ),
        (
            replaced("tiles:", "tiles: []\nzz:"),
            [
                "m.yaml:8:8: 'tiles' has no tiles; write 'A:' and its fields",
                (
                    "m.yaml:9:1: unknown key 'zz'; known: about, aliases, border, breaker, cells, "
                    "colouring, covered, edges, family, further, lattice, motions, parameters, "
                    "preset, puzzle, quick-on, region, source, tiles, title, wrap"
                ),
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_puzzle(text: str, expected: list[str]) -> None:
    assert sorted(problems_of_puzzle(text)) == expected


def test_a_puzzle_with_too_many_placements_is_refused() -> None:
    region = "".join(f"  {'.' * 141}\n" for _ in range(141))
    tile = "".join(f"      {'A' * 141}\n" for _ in range(141))
    text = (
        "puzzle: huge\nfamily: tiling\ntitle: Huge\nlattice: square\n"
        f"region: |\n{region}tiles:\n  A:\n    shape: |\n{tile}"
    )
    (problem,) = problems_of_puzzle(text)
    assert "at most 10,000,000 are allowed" in problem


EMPTY_ROW = "..........."


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (
            "/".join([EMPTY_ROW] * 4),
            [("b.yaml:7:3: a board of 4 rows and 11 columns; "
             "the board of lonpos has 5 rows and 11 columns")],
        ),
        (
            "/".join([EMPTY_ROW] * 4 + [".........."]),
            ["b.yaml:7:13: a row of 10 cells, where the board of lonpos has 11; write 1 more"],
        ),
        (
            "/".join([EMPTY_ROW] * 2 + ["", *[EMPTY_ROW] * 3]),
            ["b.yaml:5:1: an empty line; delete it"],
        ),
        (
            "/".join(["...Z.......", *[EMPTY_ROW] * 4]),
            ["b.yaml:3:6: unknown tile 'Z'; known: A, B, C, D, E, F, G, H, I, J, K, L"],
        ),
        (
            "/".join(["...#.......", *[EMPTY_ROW] * 4]),
            ["b.yaml:3:6: '#' on a place inside the region; write . or a tile"],
        ),
        (
            "/".join([".JJJ.......", *[EMPTY_ROW] * 4]),
            [("b.yaml:3:4: tile J has 4 cells, and 3 are marked; "
             "mark the whole tile once, or none of it")],
        ),
        (
            "/".join(["JJJJ.......", *[EMPTY_ROW] * 3, "JJJJ......."]),
            [("b.yaml:3:3: tile J has 4 cells, and 8 are marked; "
             "mark the whole tile once, or none of it")],
        ),
        (
            "/".join([".KKKK......", *[EMPTY_ROW] * 4]),
            ["b.yaml:3:4: the cells marked K do not have the shape of tile K; see 'show lonpos'"],
        ),
        (
            "/".join([".KKKK..Z...", *[EMPTY_ROW] * 3, ".z........."]),
            [
                "b.yaml:3:10: unknown tile 'Z'; known: A, B, C, D, E, F, G, H, I, J, K, L",
                "b.yaml:7:4: unknown tile 'z'; known: A, B, C, D, E, F, G, H, I, J, K, L",
                ("b.yaml:3:4: the cells marked K do not have the shape of tile K; "
                "see 'show lonpos'"),
            ],
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_board(board: str, expected: list[str]) -> None:
    assert problems_of_board(board) == expected


def test_an_instance_is_of_its_own_puzzle() -> None:
    _, lonpos = load_puzzle("lonpos")
    with pytest.raises(InputError) as caught:
        read_instance(lonpos, read_tree("puzzle: pyramid\nsolutions: -1\n", "b.yaml"))  # type: ignore[arg-type] # it is a tiling
    assert str(caught.value).splitlines() == [
        "b.yaml:1:9: unknown puzzle 'pyramid'; known: lonpos",
        "b.yaml:2:12: 'solutions' must be at least 0, got -1",
    ]


def test_a_one_sided_tile_may_not_be_mirrored() -> None:
    text = replaced("family: tiling", "family: tiling\nmotions: rotations").replace(
        '      AAA\n  B:\n    colour: "#123456"\n    shape: |\n      BB\n      B.\n',
        "      AA.\n      .AA\n  B:\n    shape: |\n      BB\n",
    )
    puzzle = read_puzzle(read_tree(text, "m.yaml"))
    board = "puzzle: small\nboard: |\n  {}\n  {}\n"
    as_drawn = read_instance(puzzle, read_tree(board.format("AA.", ".AA"), "b.yaml"))
    assert as_drawn.givens[0].tile == "A"
    with pytest.raises(InputError, match="do not have the shape"):
        read_instance(puzzle, read_tree(board.format(".AA", "AA."), "b.yaml"))


CUBE = Path(__file__).parent / "data" / "models" / "bricks.yaml"


def test_boards_in_space() -> None:
    puzzle = read_puzzle(read_tree(CUBE.read_text(), "m.yaml"))
    assert puzzle.region is not None
    assert puzzle.region.points.shape == (8, 3)
    board = "puzzle: bricks\nboard: |\n  A.\n  A.\n\n  A.\n  A.\n"
    instance = read_instance(puzzle, read_tree(board, "b.yaml"))
    assert instance.givens[0].points == ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0))
    for wrong, message in [
        ("  A.\n  A.\n", "a board of 1 layer and 2 rows and 2 columns"),
        ("  A.\n  A.\n\n  A.\n", "a layer of 1 rows, where the first has 2"),
    ]:
        with pytest.raises(InputError, match=message):
            read_instance(puzzle, read_tree(f"puzzle: bricks\nboard: |\n{wrong}", "b.yaml"))
