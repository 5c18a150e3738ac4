"""Small pictures, sheets of them, and pictures for narrow terminals."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from ilpuzzles.experiments.experiments import solve
from ilpuzzles.experiments.loading import load
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.own_puzzle import OwnPuzzle
from ilpuzzles.render.text import (
    Drawing,
    Segment,
    Sheet,
    arrange,
    as_plain,
    beside,
    block_width,
    line_width,
    sheet_text,
    wrapped,
)
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, TilingSolution

PUZZLES = [
    *(("dominoes", "4x4"), ("lonpos", "8pieces"), ("tower", "height-2")),
    *((name, None) for name in ("cube", "hexiamonds", "pyramid", "tetrahexes", "tritetratan")),
]


@cache
def solved(puzzle: str, preset: str | None) -> tuple[PuzzlePosition, Any]:
    """An instance and a solution."""
    return load(puzzle, preset), solve(puzzle, preset).solutions[0]


def block(*lines: str) -> Drawing:
    """A picture."""
    return [[Segment(line)] for line in lines]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset"), PUZZLES)
def test_a_small_picture_has_every_cell_and_nothing_else(puzzle: str, preset: str | None) -> None:
    loaded, solution = solved(puzzle, preset)
    drawing = loaded.small(solution)
    instance: Any = loaded.instance
    marks = [
        tile.mark(0)
        for placed in solution.tiles
        for tile in instance.tiles
        if tile.name == placed.tile
        for _ in [*placed.points, *tile.fills]
    ]
    text = as_plain(drawing).replace("\n", "")
    if all(len(tile.marks) <= 1 for tile in instance.tiles):
        assert sorted(text.replace(" ", "")) == sorted(marks)
    else:
        assert len(text.replace(" ", "")) == len(marks)
    assert len({line_width(line) for line in drawing}) == 1
    assert len(drawing) <= len(loaded.drawing(solution))
    # A cell, and nothing else, stands on a colour; in a chart so does what lies between two.
    coloured = sum(len(one.text) for line in drawing for one in line if one.colour)
    assert coloured == len(marks) or puzzle in {"hexiamonds", "tetrahexes", "tritetratan"}


def test_the_tower_has_its_rings_behind_its_rows() -> None:
    loaded = load("tower", "height-2")
    solution = loaded.solution({"rows": ["QQUUULLLLY00", "QQU2UL2YYYYQ"]})
    assert as_plain(loaded.small(solution)) == "QQUUULLLLY00 0\nQQU2UL2YYYYQ 2"
    narrow = as_plain(loaded.drawing(solution, width=40)).splitlines()
    assert narrow[0] == " Q Q U U U L L L L Y 0 0  (0)"
    assert narrow[1] == " Q Q U 2 U L 2 Y Y Y Y Q  (2)"
    assert narrow[-1] == "behind each row: ring"
    assert as_plain(loaded.small()) == "............ .\n............ .".replace(".", "·")


def test_small_boards_of_surasshupakku() -> None:
    loaded, solution = solved("surasshupakku", "5x5")
    text = as_plain(loaded.small(solution))
    assert text == "1╱1\n ╲23╱\n32╲╱2\n╱╲╱\n 3  1"  # noqa: RUF001 - box drawing
    drawing = loaded.small(solution)
    assert {len(line) for line in drawing} == {5}
    assert all(segment.colour for line in drawing for segment in line)
    empty = loaded.small()
    assert as_plain(empty) == "1 1\n  23\n32  2\n\n 3  1"
    assert not any(segment.colour for line in empty for segment in line)
    marked = loaded.drawing(solution, [(0, 0), (0, 1)], width=20)
    assert as_plain(marked[:1]) == "[1][╱] 1"  # noqa: RUF001 - likewise
    # Where there is no room for marks, there are none.
    assert as_plain(loaded.drawing(None, [(0, 0)], width=7)[:1]) == "1 1"
    # Numbers of several digits keep their columns.
    rows = "\n".join(["  1 2 3 4 5 6", "  7 8 9 10 11 12"])
    large = load("surasshupakku", text=f"board: |\n{rows}\n")
    assert {line_width(line) for line in large.small()} == {6 * 2}


def test_a_sheet_is_as_wide_as_it_may_be() -> None:
    pictures = [block("ab", "cd")] * 5
    assert as_plain(sheet_text(pictures, 12)) == (
        "1    2    3\nab   ab   ab\ncd   cd   cd\n\n4    5\nab   ab\ncd   cd"
    )
    assert as_plain(sheet_text(pictures, 11)).count("\n\n") == 2
    assert as_plain(sheet_text(pictures, 1)).count("\n\n") == 4
    assert as_plain(sheet_text(pictures, 1000)).count("\n") == 2
    assert sheet_text([], 80) == []
    mixed = [block("a"), block("bb", "bb", "bb"), block("a much longer line"), block("c")]
    assert as_plain(sheet_text(mixed, 10)) == (
        "1   2\na   bb\n    bb\n    bb\n\n3\na much longer line\n\n4\nc"
    )
    own = OwnPuzzle("mine", text_of=lambda solution: f"<{solution}>\n--")
    assert as_plain(sheet_text([own.small(number) for number in (1, 22)], 80)) == (
        "1     2\n<1>   <22>\n--    --"
    )


def test_long_numbers_need_room() -> None:
    lines = as_plain(sheet_text([block("x")] * 120, 9)).splitlines()
    numbers = [line.split() for line in lines[::3]]
    assert numbers[0] == ["1", "2", "3"]
    assert numbers[-2:] == [["118", "119"], ["120"]]
    assert max(map(len, lines)) <= 9


def test_rows_of_a_sheet_come_when_they_are_full() -> None:
    sheet = Sheet(width=10)
    rows = [as_plain(sheet.add(block("abc"))) for _ in range(5)]
    assert rows == ["", "1     2\nabc   abc", "", "\n3     4\nabc   abc", ""]
    assert as_plain(sheet.rest()) == "\n5\nabc"
    assert sheet.rest() == []


@pytest.mark.parametrize("width", [12, 20, 30, 40, 60, 100])
@pytest.mark.parametrize(("puzzle", "preset"), [*PUZZLES, ("surasshupakku", "8x8")])
def test_a_picture_fits_if_anything_does(puzzle: str, preset: str | None, width: int) -> None:
    loaded, solution = solved(puzzle, preset)
    usual = loaded.drawing(solution)
    drawing = loaded.drawing(solution, width=width)
    if max(map(line_width, usual)) <= width:
        assert drawing == usual
    least = max(width, block_width(loaded.small(solution)))
    assert block_width(drawing) <= least
    letters = sorted(c for c in as_plain(usual) if c.isalpha() and c.isupper())
    assert sorted(c for c in as_plain(drawing) if c.isalpha() and c.isupper()) == letters


def test_marks_and_clashes_are_seen_without_walls() -> None:
    marked = load("lonpos", "8pieces").drawing(None, ["A"], width=30)
    assert as_plain(marked[:2]) == " · · · · ·[A A A]E E E\n · · · · ·[A]L E E · D"
    loaded = load("dominoes", "4x4")
    instance: Any = loaded.instance
    tile = instance.tiles[0].name
    twice = [PlacedTile(tile, ((0, 0), (0, 1))), PlacedTile(tile, ((0, 1), (0, 2)))]
    text = as_plain(loaded.small(TilingSolution(instance, tuple(twice)))).splitlines()
    assert (text[0][1], text[1]) == ("*", "····")


def test_blocks_side_by_side() -> None:
    assert as_plain(beside([block("a"), block("b", "cc"), block("d")], 1)) == "a b  d\n  cc"
    assert beside([], 3) == []
    assert arrange([], 1, 5) == []
    assert block_width([]) == 0


def test_as_many_blocks_stand_in_a_row_as_fit() -> None:
    dice = Random(0)
    shared_rows = 0
    for _ in range(100):
        lengths = [dice.randint(1, 6) for _ in range(dice.randint(1, 7))]
        gap, width = dice.randint(1, 4), dice.choice((None, *range(1, 25)))
        blocks = ["abcdefg"[n] * length for n, length in enumerate(lengths)]
        rows = as_plain(arrange([block(one) for one in blocks], gap, width)).splitlines()
        stated = [row.split() for row in rows]
        assert rows == [(" " * gap).join(row) for row in stated]
        assert [one for row in stated for one in row] == blocks
        for row, following in zip(stated, [*stated[1:], None], strict=True):
            longest = len((" " * gap).join(row))
            assert width is None or longest <= width or len(row) == 1
            if following is not None:
                assert width is not None
                assert longest + gap + len(following[0]) > width
            shared_rows += len(row) > 1
    assert shared_rows > 50


def test_words_are_never_broken() -> None:
    assert wrapped("abcdefgh ij", 4) == ["abcdefgh", "  ij"]
    assert wrapped("a-b-c-d", 3) == ["a-b-c-d"]
    assert wrapped("", 3) == [""]
    assert wrapped("given: A B   to place: C", 14) == ["given: A B", "  to place: C"]
