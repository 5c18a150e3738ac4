"""Pictures of tilings in letters and as SVG on boards of squares, and how colours are called."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from ilpuzzles.experiments.experiments import solve
from ilpuzzles.experiments.loading import load, load_puzzle
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.reading.library import Library
from ilpuzzles.render.colour_names import colour_name
from ilpuzzles.render.svg import contrast, ink_on
from ilpuzzles.render.text import as_rich
from ilpuzzles.tilings.tiling_puzzle import TilingInstance
from support.drawn import SVG, letters, paths
from support.places import TESTS

BRICKS = Library.standard([TESTS / "puzzles" / "data"])


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


def test_colours_show_without_changing_the_text() -> None:
    answer = solve("lonpos", "8pieces")
    rich = as_rich(answer.drawing())
    assert [line.rstrip() for line in rich.plain.splitlines()] == answer.text().splitlines()
    styles = {str(span.style) for span in rich.spans}
    assert any("on #f4a261" in style for style in styles)
    spans = [span for span in rich.spans if "bold" in str(span.style)]
    bold = {rich.plain[span.start : span.end].strip() for span in spans}
    assert isinstance(answer.subject, PuzzlePosition)
    assert isinstance(answer.subject.instance, TilingInstance)
    given = {placed.tile for placed in answer.subject.instance.givens}
    assert bold == set("ABCDEFGHIJKL") - given


def svg_of(preset: str, *, solved: bool) -> ET.Element:
    text = solve("lonpos", preset).svg() if solved else load("lonpos", preset).svg()
    assert len(text) <= 15_000
    return ET.fromstring(text)  # noqa: S314 - our own picture


def test_every_tile_is_one_outline_with_a_letter_that_can_be_read() -> None:
    root = svg_of("empty", solved=True)
    assert letters(root) == list("ABCDEFGHIJKL")
    assert [path.count("M") for path in paths(root, "p")] == [1] * 12
    colours = [path.get("fill") or "" for path in root.iter(f"{SVG}path")]
    inks = [text.get("fill") or "" for text in root.iter(f"{SVG}text")]
    assert all(contrast(*pair) >= 4.5 for pair in zip(colours, inks, strict=True))
    # What others have measured.
    known = [("#ff0000", 4.0), ("#00ff00", 1.37), ("#0000ff", 8.59), ("#808080", 3.95)]
    assert [round(contrast(colour, "#ffffff"), 2) for colour, _ in known] == [n for _, n in known]
    greys = [f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(256)]
    assert all(contrast(grey, ink_on(grey)) >= 4.5 for grey in greys)


def test_titles_are_escaped() -> None:
    loaded = load("lonpos", "empty")
    object.__setattr__(loaded.instance, "title", "<b> & co")
    assert "<title>&lt;b&gt; &amp; co</title>" in loaded.svg()
    assert loaded.drawing()


NAMED = """
#ffffff white, #000000 black, #808080 grey, #ff0000 red, #ffa500 orange, #ffff00 yellow,
#008000 green, #90ee90 light green, #006400 dark green, #0000ff blue, #add8e6 light blue,
#00008b dark blue, #800080 purple, #ee82ee violet, #ff00ff magenta, #ffc0cb pink, #8b4513 brown,
#40e0d0 turquoise"""


def test_what_the_web_calls_so_is_called_so() -> None:
    for colour, name in re.findall(r"(#\w+) ([\w ]+)", NAMED):
        assert colour_name(colour) == name


def test_the_twelve_pieces_of_a_box_have_different_names() -> None:
    for puzzle in ("lonpos", "pyramid"):
        tiles = load_puzzle(puzzle)[1].tiles  # type: ignore[attr-defined] # it is a tiling
        named = {(one.called, colour_name(one.colour)) for one in tiles}
        assert {called for called, _ in named} == {f"{t.name} ({t.colour_name})" for t in tiles}
        assert len({name for _, name in named}) == len(tiles) == 12


def test_a_tile_without_a_colour_of_its_own_has_its_letter_alone() -> None:
    tiles = load_puzzle("pentominoes")[1].tiles  # type: ignore[attr-defined] # likewise
    assert [(one.called, one.colour_name) for one in tiles[:1]] == [("F", "")]
