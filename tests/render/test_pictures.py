from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from ilpuzzles.library import Library
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingInstance
from ilpuzzles.render.svg import contrast, ink_on
from ilpuzzles.render.text import as_plain, as_rich
from ilpuzzles.workbench.experiments import solve
from ilpuzzles.workbench.loading import Loaded, load, load_puzzle
from support.places import TESTS

BRICKS = Library.standard([TESTS / "puzzles" / "data"])
SVG = "{http://www.w3.org/2000/svg}"


def test_the_solved_board_in_letters_and_lines() -> None:
    answer = solve("lonpos", "8pieces")
    assert answer.text() == (
        "┌───────────┬───────┬───────────┬───────────┐\n"
        "│ B   B   B │ C   C │ A   A   A │ E   E   E │\n"
        "│       ┌───┴───┐   │   ┌───┬───┘   ┌───┬───┤\n"
        "│ B   B │ F   F │ C │ A │ L │ E   E │ H │ D │\n"
        "├───────┴───┐   │   ├───┘   └───┬───┘   │   │\n"
        "│ G   G   G │ F │ C │ L   L   L │ H   H │ D │\n"
        "├───────┐   ├───┤   ├───┐   ┌───┘   ┌───┘   │\n"
        "│ K   K │ G │ I │ C │ I │ L │ H   H │ D   D │\n"
        "│       │   │   └───┘   ├───┴───────┴───┐   │\n"
        "│ K   K │ G │ I   I   I │ J   J   J   J │ D │\n"
        "└───────┴───┴───────────┴───────────────┴───┘\n"
        "given: A D E G I J K L   placed: B C F H"
    )


def test_the_starting_position_shows_what_is_open() -> None:
    text = load("lonpos", "8pieces").text()
    assert text.count("·") == 18
    assert text.endswith("given: A D E G I J K L   to place: B C F H")


def test_walls_stand_exactly_between_tiles() -> None:
    answer = solve("lonpos", "4pieces")
    rows = answer.solutions[0].to_json()["rows"]
    lines = answer.text().splitlines()
    for row in range(5):
        for column in range(11):
            assert lines[2 * row + 1][4 * column + 2] == rows[row][column]
            if column < 10:
                wall = lines[2 * row + 1][4 * column + 4]
                assert (wall == "│") == (rows[row][column] != rows[row][column + 1])
            if row < 4:
                wall = lines[2 * row + 2][4 * column + 2]
                assert (wall == "─") == (rows[row][column] != rows[row + 1][column])


def test_layers_stand_side_by_side() -> None:
    answer = solve("bricks", "start", library=BRICKS)
    assert answer.text() == (
        "layer 1     layer 2\n"
        "┌───┬───┐   ┌───┬───┐\n"
        "│ A │ B │   │ A │ B │\n"
        "│   │   │   │   │   │\n"
        "│ A │ B │   │ A │ B │\n"
        "└───┴───┘   └───┴───┘\n"
        "given: A   placed: B"
    )
    assert answer.solutions[0].to_json()["rows"] == [["AB", "AB"], ["AB", "AB"]]


def test_shapes_are_drawn() -> None:
    family, puzzle = load_puzzle("lonpos")
    text = as_plain(family.shape_text(puzzle))
    assert "H  magenta, W pentomino, 5 cells\n   H\n   H H\n     H H\n" in text


def test_colours_show_without_changing_the_text() -> None:
    answer = solve("lonpos", "8pieces")
    rich = as_rich(answer.drawing())
    assert [line.rstrip() for line in rich.plain.splitlines()] == answer.text().splitlines()
    styles = {str(span.style) for span in rich.spans}
    assert any("on #f4a261" in style for style in styles)
    bold = {
        rich.plain[span.start : span.end].strip()
        for span in rich.spans
        if "bold" in str(span.style)
    }
    assert isinstance(answer.subject, Loaded)
    assert isinstance(answer.subject.instance, TilingInstance)
    given = {placed.tile for placed in answer.subject.instance.givens}
    assert bold == set("ABCDEFGHIJKL") - given


def svg_of(preset: str, *, solved: bool) -> ET.Element:
    text = solve("lonpos", preset).svg() if solved else load("lonpos", preset).svg()
    assert len(text) <= 15_000
    return ET.fromstring(text)  # noqa: S314 - our own picture


def test_every_tile_is_one_outline_with_its_letter() -> None:
    root = svg_of("6pieces", solved=True)
    outlines = [path for path in root.iter(f"{SVG}path") if path.get("class") == "p"]
    letters = sorted(text.text or "" for text in root.iter(f"{SVG}text"))
    assert len(outlines) == 12
    assert letters == list("ABCDEFGHIJKL")
    assert all((path.get("d") or "").count("M") == 1 for path in outlines)


def test_givens_are_marked() -> None:
    assert len(list(svg_of("6pieces", solved=True).iter(f"{SVG}circle"))) == 6
    assert len(list(svg_of("6pieces", solved=False).iter(f"{SVG}circle"))) == 6
    assert len(list(svg_of("empty", solved=True).iter(f"{SVG}circle"))) == 0


def test_letters_can_be_read_on_their_colours() -> None:
    root = svg_of("empty", solved=True)
    colours = [path.get("fill") or "" for path in root.iter(f"{SVG}path")]
    inks = [text.get("fill") or "" for text in root.iter(f"{SVG}text")]
    for colour, ink in zip(colours, inks, strict=True):
        assert re.fullmatch("#[0-9a-f]{6}", colour)
        assert contrast(colour, ink) >= 4.5


@pytest.mark.parametrize("grey", range(0, 256, 5))
def test_there_is_an_ink_for_every_colour(grey: int) -> None:
    colour = f"#{grey:02x}{grey:02x}{grey:02x}"
    assert contrast(colour, ink_on(colour)) >= 4.5


def test_open_cells_are_drawn() -> None:
    root = svg_of("8pieces", solved=False)
    (cells,) = [path for path in root.iter(f"{SVG}path") if path.get("class") == "c"]
    assert (cells.get("d") or "").count("M") == 18


def test_titles_are_escaped() -> None:
    loaded = load("lonpos", "empty")
    object.__setattr__(loaded.instance, "title", "<b> & co")
    assert "<title>&lt;b&gt; &amp; co</title>" in loaded.svg()
    assert loaded.drawing()


def test_clashes_show_in_both_pictures() -> None:
    answer = solve("lonpos", "8pieces", without=["each tile once", "each cell once"])
    weaker = solve("lonpos", "8pieces", formulation="cells", without=["one tile per cell"])
    assert [violation.rule for violation in answer.broken].count("tile once") == 4
    cells = {v.what for v in weaker.broken if v.rule == "cell once"}
    several = [what for what in cells if not what.endswith("covered 0 times")]
    assert weaker.text().count("*") == len(several) > 0
    root = ET.fromstring(weaker.svg())  # noqa: S314 - our own picture
    stars = [text for text in root.iter(f"{SVG}text") if text.get("class") == "s"]
    assert len(stars) == len(several)
    assert "broken rule 'cell once': " in weaker.text()
