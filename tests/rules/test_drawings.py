"""What drawings must show: rows, layers that are cropped, and owners; marks of repeated tiles."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ilpuzzles.rules.drawing_check import check_drawing, copy_marks
from ilpuzzles.rules.plain_tiling import Placement, Point

STRIP: list[Point] = [(0, column) for column in range(6)]


def dominoes(*columns: int) -> list[Placement]:
    return [Placement("L", ((0, column), (0, column + 1))) for column in columns]


def wrong(
    region: list[Point], marks: dict[str, str], placed: list[Placement], **drawing: Any
) -> list[str]:
    return [violation.what for violation in check_drawing(region, marks, placed, drawing)]


@pytest.mark.parametrize(
    ("marks", "columns", "drawn"),
    [
        ("L", (0, 2, 4), "LLLLLL"),
        ("x", (0, 2, 4), "xxxxxx"),
        ("abc", (0, 2, 4), "aabbcc"),
        ("abc", (4, 0, 2), "aabbcc"),
        ("abc", (4, 2), "..aabb"),
        # Fewer characters than copies: the others have the first one.
        ("ab", (4, 2, 0), "aabbaa"),
        ("abc", (0, 1, 4), "a*b.cc"),
        ("abc", (), "......"),
    ],
)
def test_marks_go_by_the_regions_order(marks: str, columns: tuple[int, ...], drawn: str) -> None:
    placed = dominoes(*columns)
    assert wrong(STRIP, {"L": marks}, placed, rows=[drawn], owners=drawn) == []


def test_copies_are_lettered_by_their_earliest_cell_in_whatever_order_cells_are_named() -> None:
    region = [(row, column) for row in range(3) for column in range(4)]
    for seed in range(20):
        dice = random.Random(seed)
        order = dice.sample(region, len(region))
        parts = [order[:3], order[3:5], order[5:8], order[8:9]]
        tiles = [dice.choice("LM") for _ in parts]
        placed = [Placement(tile, tuple(part)) for tile, part in zip(tiles, parts, strict=True)]
        letters = {"L": iter("abcd"), "M": iter("uvwx")}
        expected = [""] * len(parts)
        for place in sorted(range(len(parts)), key=lambda one: min(map(region.index, parts[one]))):
            expected[place] = next(letters[tiles[place]])
        assert copy_marks(region, {"L": "abcd", "M": "uvwx"}, placed) == expected


def test_the_order_is_that_of_the_numbering() -> None:
    backwards = STRIP[::-1]
    assert wrong(backwards, {"L": "abc"}, dominoes(0, 2, 4), rows=["ccbbaa"], owners="aabbcc") == []


def test_the_owners_must_be_right() -> None:
    placed = dominoes(0, 4)
    marks = {"L": "L"}
    assert wrong(STRIP, marks, placed, owners="LL..LL") == []
    assert wrong(STRIP, marks, placed, owners="LL.ALL") == ["row 1, column 4 shows A instead of ."]
    assert wrong(STRIP, marks, placed, owners="LL..L") == [
        "there are 5 owners for 6 cells",
        "row 1, column 6 shows nothing instead of L",
    ]
    assert wrong(STRIP, marks, placed, owners="LL..LL.") == ["there are 7 owners for 6 cells"]


def test_a_tile_that_nobody_knows_shows_its_name() -> None:
    placed = [Placement("Z", ((0, 0),)), Placement("", ((0, 1),))]
    assert wrong(STRIP[:1], {}, placed[:1], owners="Z") == []
    assert wrong(STRIP[:2], {}, placed, owners="Z.") == ["row 1, column 2 shows . instead of ''"]


def test_layers_of_balls_are_cropped() -> None:
    """A pyramid, upside down but for one ball that is missing in the second layer."""
    region: list[Point] = [(0, i, j) for i in range(3) for j in range(3)]
    region += [(1, 0, 0), (1, 0, 1), (1, 1, 1), (2, 0, 0)]
    placed = [
        Placement("A", tuple(region[:9])),
        Placement("B", tuple(region[9:12])),
        Placement("C", ((2, 0, 0),)),
    ]
    layers = [["AAA", "AAA", "AAA"], ["BB", "#B"], ["C"]]
    assert wrong(region, {}, placed, rows=layers) == []
    layers[1] = ["BB", ".B"]
    assert wrong(region, {}, placed, rows=layers) == [
        "layer 2, row 2, column 1 shows . instead of #"
    ]
    layers[1] = ["BB", "#"]
    assert wrong(region, {}, placed, rows=layers) == [
        "layer 2, row 2, column 2 shows nothing instead of B"
    ]
    layers[1] = ["BBC", "#B"]
    assert wrong(region, {}, placed, rows=layers) == [
        "layer 2, row 1, column 3 shows C instead of #"
    ]


def test_a_drawing_is_not_needed() -> None:
    assert wrong(STRIP, {}, dominoes(0)) == []
    assert wrong(STRIP, {}, dominoes(0), rows=None, owners=None) == []
    assert len(wrong(STRIP, {}, dominoes(0), rows=[])) == len(STRIP)
