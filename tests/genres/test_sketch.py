"""Sketches of boards: text and pictures show the same, and no picture leaves its frame."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Board, Sketch
from ilpuzzles.genres.sketch import SYMBOLS
from ilpuzzles.render.pdf_file import PdfFile
from ilpuzzles.render.pdf_ink import drawn

WIDE, HIGH = ("x", "cx", "x1", "x2"), ("y", "cy", "y1", "y2")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def everything(shape: str = "square") -> Sketch:
    """A sketch with whatever can be drawn."""
    fields = {
        "board": ["1 2e -", "- - 3", "- - -", "- - -"],
        "regions": ["AAB", "ABB", "CCC", "CDD"],
    }
    beside = {} if shape != "square" else {"above": ["1 2", "-", "3"], "right": "4 5 6 -"}
    board = Board.read({**fields, **beside, "shape": shape})
    sketch, cells = Sketch.of(board), board.grid.cells
    sketch.shade([(1, 0)])
    sketch.write_small({(2, 0): "12"})
    for name, cell in zip(SYMBOLS, cells, strict=True):
        sketch.symbol(name, [cell])
    sketch.path(board.grid.neighbour_pairs[:2])
    sketch.path(board.grid.neighbour_pairs[2:3], strands=2)
    if shape == "square":
        sketch.slash({(0, 2): "/", (2, 2): "\\", (1, 1): "-"})
    sketch.cross_out(board.grid.sides[:1])
    sketch.write_at_corners({board.grid.corners[0]: "2", board.grid.corners[1]: ""})
    sketch.mark([(1, 1), (9, 9)])
    return sketch


@pytest.mark.parametrize("shape", ["square", "hexagonal", "triangular"])
def test_pictures_stay_in_their_frames(shape: str) -> None:
    picture = everything(shape).picture()
    root = ET.fromstring(picture.document())  # noqa: S314 - our own
    [block] = picture.rows[0]
    for element in root.iter():
        if element.tag.endswith(("line", "circle", "text")):
            wide = [float(element.attrib[name]) for name in WIDE if name in element.attrib]
            high = [float(element.attrib[name]) for name in HIGH if name in element.attrib]
            assert all(-1 <= x <= block.width + 1 for x in wide)
            assert all(-1 <= y <= block.height + 1 for y in high)
    for path in re.findall(r' d="([^"]*)"', picture.document()):
        assert max(map(float, NUMBER.findall(path))) <= max(block.width, block.height)


@pytest.mark.parametrize("shape", ["square", "hexagonal", "triangular"])
def test_pictures_are_lines_on_paper_and_no_images(shape: str) -> None:
    file = PdfFile("a board")
    svg = everything(shape).picture().document()
    inked = drawn(svg, file)
    assert len(inked.lines) > 20
    assert "<image" not in svg
    assert "cm /I" not in " ".join(inked.lines)


def test_a_text_has_lines_and_what_stands_beside() -> None:
    board = Board.read({"board": ["1-", "-2"], "above": ["1 2", "3"], "left": "4 -"})
    sketch = Sketch.of(board)
    assert sketch.text().splitlines() == ["  1", "  2 3", "4 1 ·", "  · 2"]
    sketch.wall(board.grid.sides_of((0, 0)))
    assert sketch.text().splitlines() == [
        "    1",
        "    2   3",
        "  ┌───┐   ·",
        "4 │ 1 │",
        "  └───┘   ·",
        "        2",
        "  ·   ·   ·",
    ]


def test_clues_stand_beside_a_picture_in_their_order() -> None:
    board = Board.read({"board": ["--"], "above": ["1 2", "-"], "left": "34", "right": ["5 6"]})
    svg = Sketch.of(board).picture().document()
    places = {
        text: (float(x), float(y))
        for x, y, text in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d+)</text>', svg)
    }
    assert places["1"][1] < places["2"][1]
    assert places["34"][0] < places["1"][0] < places["5"][0] < places["6"][0]


def test_what_is_open_differs_from_what_is_known_to_be_empty() -> None:
    board = Board.read({"board": ["2---"]})
    sketch = Sketch.of(board)
    sketch.show_solution(["- x - ?"])
    assert sketch.drawing()[0][-1].text == " "
    assert sketch.text() == "○ # ·"


def test_lines_through_cells_and_shades() -> None:
    board = Board.read({"board": ["--", "--"]})
    sketch = Sketch.of(board)
    sketch.path([((0, 0), (0, 1)), ((0, 0), (1, 0))])
    assert sketch.text() == "┌───╴\n│\n╵   ·"
    sketch = Sketch.of(board)
    sketch.shade([(1, 1)])
    sketch.symbol("star", [(0, 0)])
    assert sketch.text() == "* ·\n· #"


def test_cells_of_a_region_are_joined_only_while_some_are_open() -> None:
    board = Board.read({"board": ["--", "--"]})
    for rows, joined in ((["1 1", "2 2"], 0), (["1 1", "2 ?"], 1), ([], 0)):
        sketch = Sketch.of(board)
        sketch.show_regions(rows)
        lines = sketch.drawing()
        drawn_between = [one.text for line in lines for one in line if set(one.text) & set("╶╴")]
        assert bool(drawn_between) is bool(joined), rows


def test_every_other_row_of_hexagons_is_moved() -> None:
    board = Board.read({"board": ["12", "34"], "shape": "hexagonal"})
    assert Sketch.of(board).text() == "1 2\n 3 4"


def test_a_mark_is_bold_in_a_text_and_red_in_a_picture() -> None:
    sketch = Sketch.of(Board.read({"board": ["12"]}))
    sketch.mark([(0, 1)])
    assert [one.text for one in sketch.drawing()[0] if one.bold] == ["2"]
    assert sketch.picture().document().count('<rect class="m"') == 1
    sketch.write_at_corners({(0, 0): "1"})
    sketch.mark([(0, 0)])
    assert [one.text for one in sketch.drawing()[0] if one.bold] == ["1"]
    assert sketch.picture().document().count('<circle class="m"') == 1


def test_wrong_words_are_told() -> None:
    sketch = Sketch.of(Board.read({"board": ["12"]}))
    with pytest.raises(InputError, match="unknown symbol 'sun'"):
        sketch.symbol("sun", [])
    with pytest.raises(InputError, match="diagonals of hexagonal cells"):
        everything("hexagonal").slash({(0, 0): "/"})
    with pytest.raises(InputError, match="unknown side 'behind'"):
        sketch.write_beside("behind", [])
