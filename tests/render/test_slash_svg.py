from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from ilpuzzles.puzzles.family import Keys
from ilpuzzles.puzzles.surasshupakku.slash_pictures import COLOURS, slash_picture
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import UNCUT, SlashInstance
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution
from ilpuzzles.render.svg import contrast
from support.slashed import (
    EIGHT_CUT,
    FIVE,
    FIVE_CUT,
    SIX,
    SIX_CUT,
    SIX_LONG,
    SIX_LONG_CUT,
    board,
    solution,
)

SVG = "{http://www.w3.org/2000/svg}"
SOLVED = [FIVE_CUT, SIX_CUT, SIX_LONG_CUT, EIGHT_CUT]
SIDE = 44


def picture(
    instance: SlashInstance, solved: SlashSolution | None = None, marked: Keys = ()
) -> ET.Element:
    text = slash_picture(instance, solved, marked).document()
    assert len(text) <= 6_000
    return ET.fromstring(text)  # noqa: S314 - our own picture


def paths(root: ET.Element, name: str) -> list[ET.Element]:
    return [path for path in root.iter(f"{SVG}path") if path.get("class") == name]


def texts(root: ET.Element, name: str | None = None) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text") if text.get("class") == name]


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


def test_the_clues() -> None:
    root = picture(FIVE)
    assert root.get("viewBox") == "0 0 248 266"
    assert root.get("role") == "img"
    assert root.get("class") == "ilpuzzles"
    assert root.findtext(f"{SVG}title") == "Surasshupakku"
    assert texts(root) == [FIVE.shown(cell) for cell in FIVE.clue_cells()]
    assert texts(root, "l") == ["3 parts, each with 1 2 3."]
    assert len(list(root.iter(f"{SVG}circle"))) == 9
    assert paths(root, "p") == paths(root, "m") == []
    assert cuts(root) == 0


@pytest.mark.parametrize("solved", SOLVED)
def test_every_part_is_one_area_without_seams(solved: SlashSolution) -> None:
    instance = solved.instance
    root = picture(instance, solved)
    areas = paths(root, "p")
    assert [path.get("fill") for path in areas] == list(COLOURS[: instance.parts])
    assert all(len(loops(path)) == 1 for path in areas)
    assert sum(area(path) for path in areas) == instance.rows * instance.columns
    assert cuts(root) == sum(cut != UNCUT for row in solved.cuts for cut in row)


def test_the_areas_are_the_parts() -> None:
    first, second, third = (loops(path)[0] for path in paths(picture(FIVE, FIVE_CUT), "p"))
    assert first == [(0, 0), (2, 0), (1, 1), (3, 3), (2, 4), (1, 3), (0, 4)]
    assert second == [(1, 1), (2, 0), (5, 0), (5, 1), (3, 3)]
    assert third == [(0, 4), (1, 3), (2, 4), (5, 1), (5, 5), (0, 5)]


def test_a_part_may_lie_around_another() -> None:
    instance = board([". 1 . .", "1 . . .", ". . . .", ". . . ."], "1")
    root = picture(instance, solution(instance, "....", "./\\.", ".\\/.", "...."))
    outer, inner = paths(root, "p")
    assert [len(loops(outer)), len(loops(inner))] == [2, 1]
    assert [area(outer), area(inner)] == [14, 2]


def test_what_is_not_known_is_grey() -> None:
    root = picture(FIVE, solution(FIVE, "?/??.", "?\\?./", "..\\?.", "/?/..", "?..?."))
    (grey,) = paths(root, "p")
    assert grey.get("fill") not in COLOURS
    assert area(grey) == 6
    assert texts(root, "l")[1:] == ["Grey: not known."]
    assert cuts(root) == 6


def test_marked_cells_have_a_dashed_outline() -> None:
    root = picture(SIX, SIX_CUT, [(0, 0), (1, 1), "cut", (6, 0), ((0, 0), 1)])
    (dashed,) = paths(root, "m")
    (halo,) = paths(root, "n")
    assert dashed.get("d") == halo.get("d")
    assert (dashed.get("d") or "").count("M") == 2


def test_long_names_shrink_to_fit_whatever_the_page_says() -> None:
    root = picture(SIX_LONG, SIX_LONG_CUT)
    styles = {
        text.text: text.get("style") for text in root.iter(f"{SVG}text") if not text.get("class")
    }
    assert styles == {"8": None, "12": None, "150": "font-size:14px"}


def test_names_are_escaped_and_hidden_letters_explained() -> None:
    root = picture(board(["1 . ?", "2 . ?"], "< &"))
    assert texts(root) == ["<", "?", "&", "?"]
    assert texts(root, "l") == ["2 parts, each with", "< &.", "A ? is any of", "these."]


def test_a_narrow_board_has_room_for_its_legend() -> None:
    root = picture(board(["1"], "1"))
    assert root.get("width") == "160"
    assert texts(root, "l") == ["1 part with 1."]


def test_letters_and_cuts_can_be_seen() -> None:
    # Letters are black on white discs, cuts dark on the colours of parts.
    text = slash_picture(FIVE, FIVE_CUT).document()
    assert ".c{fill:#fff;" in text
    (ink,) = set(re.findall(r'stroke="(#\w+)" stroke-width="5"', text))
    assert contrast(ink, "#ffffff") >= 4.5
    assert all(contrast(ink, colour) >= 3 for colour in COLOURS)


def test_a_large_board_is_small() -> None:
    rows = [" ".join("1."[(row + column) % 2] for column in range(10)) for row in range(10)]
    instance = board(rows, "1")
    lines = tuple(
        "".join(".\\/"[0 if (row + column) % 2 == 0 else 1 + row % 2] for column in range(10))
        for row in range(10)
    )
    text = slash_picture(instance, SlashSolution(instance, lines)).document()
    assert len(text.encode()) <= 12_000
