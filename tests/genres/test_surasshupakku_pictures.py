# ruff: noqa: RUF001 - diagonals of box drawings
"""Boards of Surasshupakku as pictures, in letters and as SVG: cuts, parts, clues and marks."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ilpuzzles.genres import Board
from ilpuzzles.puzzles.position import Keys
from ilpuzzles.render.svg import contrast, ink_on
from ilpuzzles.render.text import Drawing, as_plain
from support.drawn import SVG, texts
from support.slashed import ANSWERS, FILE, module, preset, rows_of, solution

PICTURES = module("pictures")
COLOURS = PICTURES.COLOURS
SIDE = 44
FIVE, SIX, EIGHT = preset("5x5"), preset("6x6"), preset("8x8")
SOLVED = ["5x5", "6x6", "8x8"]


def sketch(
    position: Any, solved: Any = None, marked: Keys = (), names: tuple[str, ...] = ()
) -> Any:
    """The board of a position, or with other names for its letters."""
    board = position.instance.data
    found = FILE["draw"](board, None if solved is None else solved.to_json())
    if names:
        number = dict(zip(found.names, names, strict=True)) | {"?": "?"}
        renamed = {cell: number[clue] for cell, clue in board.clues.items()}
        found.board, found.names = replace(board, clues=renamed), names
    found.title = "Surasshupakku"
    for key in marked:
        place = key[0] if isinstance(key, tuple) and isinstance(key[0], tuple) else key
        found.mark([place])
    return found


def slash_text(*arguments: Any) -> Drawing:
    drawing: Drawing = sketch(*arguments).drawing()
    return drawing


def as_text(*arguments: Any) -> str:
    return as_plain(slash_text(*arguments))


def answer(name: str) -> tuple[Any, Any]:
    """A board that comes with the package, and its solution."""
    position = preset(name)
    return position, solution(position, *ANSWERS[name].split())


def board(rows: Sequence[str], letters: str) -> Any:
    """A position from rows of words; its clues may not go round."""
    position = preset("5x5")
    fields = {"board": list(rows), "letters": letters, "bridges": "forbidden"}
    instance = replace(position.instance, fields=fields, data=Board.read(fields))
    return position.with_instance(instance)


def characters(drawing: Drawing, line: int) -> list[tuple[str, str]]:
    """The characters of a line, each with its colour."""
    return [(sign, segment.colour) for segment in drawing[line] for sign in segment.text]


def test_clues_in_letters() -> None:
    assert as_text(FIVE) == (
        "┌───────────────────┐\n"
        "│ 1       1         │\n"
        "│   ·   ·   ·   ·   │\n"
        "│         2   3     │\n"
        "│   ·   ·   ·   ·   │\n"
        "│ 3   2           2 │\n"
        "│   ·   ·   ·   ·   │\n"
        "│                   │\n"
        "│   ·   ·   ·   ·   │\n"
        "│     3           1 │\n"
        "└───────────────────┘\n"
        "3 parts, each with 1 2 3"
    )
    assert not any(segment.colour for line in slash_text(FIVE) for segment in line)
    names = " ".join(map(str, range(1, 21)))
    assert as_text(board([names], "20")).splitlines()[-1] == "1 part with 1 2 3 … 20"


def test_marks_and_what_is_not_known() -> None:
    partly = solution(FIVE, "?/??.", "?\\?./", "..\\?.", "/?/..", "?..?.")
    assert as_text(FIVE, partly, [(0, 1), (1, 2), (0, 3), (4, 2), "cut", (9, 9), ((0, 0), 1)]) == (
        "┌───────────────────┐\n"
        "│[1] [╱]  1  [░]    │\n"
        "│   <   ·   ·   ·   │\n"
        "│░░░  ╲  [2]  3   ╱ │\n"
        "│   ·   ╲   ·   ·   │\n"
        "│ 3   2   ╲  ░░░  2 │\n"
        "│   ·   ·   >   ·   │\n"
        "│ ╱  ░░░  ╱         │\n"
        "│   ·   ·   ·   ·   │\n"
        "│░░░  3  [ ] ░░░  1 │\n"
        "└───────────────────┘\n"
        "3 parts, each with 1 2 3\n"
        "░░░ not known   [ ] marked"
    )
    assert not any(segment.colour for line in slash_text(FIVE, partly) for segment in line)


def test_long_names_widen_all_cells() -> None:
    hidden = board(["1 . ? .", ". 2 . 1"], "2")
    cut = solution(hidden, "./.?", "/.?.")
    assert as_text(hidden, cut, [(0, 0), (1, 1)], ("A", "100")) == (
        "┌───────────────────────┐\n"
        "│[ A ]   ╱     ?   ░░░░░│\n"
        "│     ╱     ·     ·     │\n"
        "│  ╱   [100] ░░░░░   A  │\n"
        "└───────────────────────┘\n"
        "2 parts, each with A 100\n"
        "? any of these   ░░░░░ not known   [ ] marked"
    )


@pytest.mark.parametrize("name", SOLVED)
def test_both_sides_of_a_cut_have_the_colours_of_their_parts(name: str) -> None:
    position, solved = answer(name)
    prepared = sketch(position, solved)
    drawing = prepared.drawing()
    rows, columns = prepared.rows, prepared.columns
    width = (len(as_plain(drawing[:1])) - 1) // columns
    lines = as_plain(drawing).splitlines()[: 2 * rows + 1]
    assert {len(line) for line in lines} == {width * columns + 1}
    # Parts have the order of their first clues.
    for number, cells in enumerate(solved.to_json().get("parts", [])):
        assert {prepared.parts[tuple(cell)][0] for cell in cells} == {number}
    for row, column in prepared.grid.cells:
        signs = characters(drawing, 2 * row + 1)[width * column + 1 : width * (column + 1)]
        colours = [prepared.colours[part] for part in prepared.parts[row, column]]
        assert (signs[0][1], signs[-1][1]) == (colours[3], colours[1])
        cut = rows_of(solved)[row][column]
        if cut in {"/", "\\"}:
            assert len(set(colours)) == 2
            drawn = {"/": "╱", "\\": "╲"}[cut]
            assert signs[len(signs) // 2] == (drawn, colours[3])
        else:
            assert len(set(colours)) == 1


def test_a_part_lies_on_both_sides_of_a_bridge() -> None:
    instance = board(["1 . .", ". . .", ". . 2"], "2")
    prepared = sketch(instance, solution(instance, "...", ".\\.", "..."))
    assert prepared.colours == COLOURS[:1]
    assert as_text(instance, solution(instance, "...", ".\\.", "...")).splitlines()[2:5] == [
        "│   ·   ·   │",
        "│     ╲     │",
        "│   ·   ·   │",
    ]


def test_many_parts_share_colours_but_not_beside_each_other() -> None:
    size = 12
    instance = board([" ".join("." * size)] * (size - 1) + [" ".join("1" + "." * (size - 1))], "1")
    diamonds = tuple("".join("/\\"[(row + n) % 2] for n in range(size)) for row in range(size))
    prepared = sketch(instance, solution(instance, *diamonds))
    assert len(prepared.colours) > 2 * len(COLOURS)
    assert set(prepared.colours) == set(COLOURS)
    for (row, column), (north, east, south, west) in prepared.parts.items():
        across = {"/": [(north, east), (south, west)], "\\": [(north, west), (south, east)]}
        for one, other in across[diamonds[row][column]]:
            assert one == other or prepared.colours[one] != prepared.colours[other]


def test_cuts_that_meet() -> None:
    instance = board([". .", ". .", "1 ."], "1")
    seen: dict[str, str] = {}
    for first in ("..", "\\.", "./", "\\/"):
        for second in ("..", "/.", ".\\", "/\\"):
            text = as_text(instance, solution(instance, first, second, ".."))
            seen[first + second] = text.splitlines()[2][4]
    assert seen == {
        "....": "·", "../.": "·", "...\\": "·", "../\\": "∧",
        "\\...": "·", "\\./.": ">", "\\..\\": "╲", "\\./\\": "╲",
        "./..": "·", ".//.": "╱", "./.\\": "<", ".//\\": "╱",
        "\\/..": "∨", "\\//.": "╱", "\\/.\\": "╲", "\\//\\": "╳",
    }  # fmt: skip


def picture(*arguments: Any) -> ET.Element:
    text = sketch(*arguments).picture().document()
    assert len(text) <= 6_000
    return ET.fromstring(text)  # noqa: S314 - our own picture


def paths(root: ET.Element, name: str) -> list[ET.Element]:
    return [path for path in root.iter(f"{SVG}path") if path.get("class") == name]


def loops(path: ET.Element) -> list[list[tuple[int, int]]]:
    """The corners of the loops of an area, in cells."""
    found = []
    for loop in (path.get("d") or "").split("Z")[:-1]:
        corners = (corner.split() for corner in loop[1:].split("L"))
        found.append([(int(x) // SIDE, int(y) // SIDE) for x, y in corners])
    return found


def area(path: ET.Element) -> float:
    """How many cells an area has."""
    total = 0
    for loop in loops(path):
        for (x1, y1), (x2, y2) in zip(loop, [*loop[1:], loop[0]], strict=True):
            total += x1 * y2 - x2 * y1
    return total / 2


def cuts(root: ET.Element) -> int:
    (lines,) = [path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "5"]
    return len(re.findall(rf"M\d+ \d+l{SIDE}[- ]{SIDE}", lines.get("d") or ""))


def test_clues_stand_on_discs_above_their_legend() -> None:
    root = picture(FIVE)
    assert (root.get("viewBox"), root.get("role")) == ("0 0 248 266", "img")
    assert root.get("class") == "ilpuzzles"
    assert root.findtext(f"{SVG}title") == "Surasshupakku"
    assert texts(root, None) == list(FIVE.instance.data.clues.values())
    assert texts(root, "l") == ["3 parts, each with 1 2 3."]
    assert len(list(root.iter(f"{SVG}circle"))) == 9
    assert paths(root, "p") == paths(root, "m") == []
    assert cuts(root) == 0
    # Names are escaped, hidden letters explained, and a narrow board has room for its legend.
    root = picture(board(["1 . ?", "2 . ?"], "2"), None, (), ("<", "&"))
    assert texts(root, None) == ["<", "?", "&", "?"]
    assert texts(root, "l") == ["2 parts, each with", "< &.", "A ? is any of", "these."]
    assert picture(board(["1"], "1")).get("width") == "160"


@pytest.mark.parametrize("name", SOLVED)
def test_every_part_is_one_area_without_seams(name: str) -> None:
    position, solved = answer(name)
    prepared = sketch(position, solved)
    root = picture(position, solved)
    areas = paths(root, "p")
    parts = len(prepared.board.clues) // len(prepared.names)
    assert [path.get("fill") for path in areas] == list(COLOURS[:parts])
    assert all(len(loops(path)) == 1 for path in areas)
    assert sum(area(path) for path in areas) == prepared.rows * prepared.columns
    assert cuts(root) == sum(cut != "." for row in rows_of(solved) for cut in row)


def test_the_areas_are_the_parts_and_one_may_lie_around_another() -> None:
    first, second, third = (loops(path)[0] for path in paths(picture(*answer("5x5")), "p"))
    assert first == [(0, 0), (2, 0), (1, 1), (3, 3), (2, 4), (1, 3), (0, 4)]
    assert second == [(1, 1), (2, 0), (5, 0), (5, 1), (3, 3)]
    assert third == [(0, 4), (1, 3), (2, 4), (5, 1), (5, 5), (0, 5)]
    instance = board([". 1 . .", "1 . . .", ". . . .", ". . . ."], "1")
    outer, inner = paths(
        picture(instance, solution(instance, "....", "./\\.", ".\\/.", "....")), "p"
    )
    assert ([len(loops(outer)), len(loops(inner))], [area(outer), area(inner)]) == ([2, 1], [14, 2])


def test_letters_and_cuts_can_be_seen_on_every_colour() -> None:
    # Letters are black on white discs, cuts dark on the colours of parts.
    text = sketch(*answer("5x5")).picture().document()
    assert ".c{fill:#fff;" in text
    (ink,) = set(re.findall(r'stroke="(#\w+)" stroke-width="5"', text))
    assert contrast(ink, "#ffffff") >= 4.5
    assert len(set(COLOURS)) == len(COLOURS) >= 6
    for colour in COLOURS:
        assert contrast(ink, colour) >= 3
        assert contrast(ink_on(colour), colour) >= 4.5


def test_what_is_not_known_is_grey() -> None:
    root = picture(FIVE, solution(FIVE, "?/??.", "?\\?./", "..\\?.", "/?/..", "?..?."))
    (grey,) = paths(root, "p")
    assert grey.get("fill") not in COLOURS
    assert area(grey) == 6
    assert texts(root, "l")[1:] == ["Grey: not known."]
    assert cuts(root) == 6


def test_marked_cells_have_a_dashed_outline() -> None:
    root = picture(*answer("6x6"), [(0, 0), (1, 1), "cut", (6, 0), ((0, 0), 1)])
    (dashed,) = paths(root, "m")
    (halo,) = paths(root, "n")
    assert dashed.get("d") == halo.get("d")
    assert (dashed.get("d") or "").count("M") == 2


def test_long_names_shrink_to_fit_whatever_the_page_says() -> None:
    root = picture(*answer("6x6"), (), ("8", "12", "150"))
    styles = {t.text: t.get("style") for t in root.iter(f"{SVG}text") if not t.get("class")}
    assert styles == {"8": None, "12": None, "150": "font-size:14px"}
