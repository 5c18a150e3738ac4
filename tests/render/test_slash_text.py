# ruff: noqa: RUF001 - diagonals of box drawings
from __future__ import annotations

from dataclasses import replace

import pytest

from ilpuzzles.puzzles.surasshupakku.slash_pictures import (
    COLOURS,
    slash_board,
    slash_shapes,
    slash_text,
)
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import BACK, FORWARD
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution
from ilpuzzles.render.svg import contrast, ink_on
from ilpuzzles.render.text import Drawing, as_plain, as_rich
from support.slashed import (
    EIGHT,
    EIGHT_CUT,
    FIVE,
    FIVE_CUT,
    PUZZLE,
    SIX,
    SIX_CUT,
    SIX_LONG,
    SIX_LONG_CUT,
    board,
    solution,
)

SOLVED = [FIVE_CUT, SIX_CUT, SIX_LONG_CUT, EIGHT_CUT]


def drawn(*arguments: object) -> str:
    return as_plain(slash_text(*arguments))  # type: ignore[arg-type]


def characters(drawing: Drawing, line: int) -> list[tuple[str, str]]:
    """The characters of a line, each with its colour."""
    return [(sign, segment.colour) for segment in drawing[line] for sign in segment.text]


def test_the_clues() -> None:
    assert drawn(FIVE) == (
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


def test_the_solved_board_can_be_read_without_colour() -> None:
    assert drawn(SIX, SIX_CUT) == (
        "┌───────────────────────┐\n"
        "│     ╲   2           3 │\n"
        "│   ·   ╲   ·   ·   ·   │\n"
        "│ ╲   3   ╲             │\n"
        "│   ╲   ·   ╲   ·   ·   │\n"
        "│ 2   ╲   2   ╲   1   ╱ │\n"
        "│   ·   >   ·   >   ╱   │\n"
        "│ 1   ╱   1   ╱   ╱   2 │\n"
        "│   <   ·   ╱   ╱   ·   │\n"
        "│ 3   ╲   ╱   ╱       3 │\n"
        "│   ·   ╱   ╱   ·   ·   │\n"
        "│     ╱   ╱   1         │\n"
        "└───────────────────────┘\n"
        "4 parts, each with 1 2 3"
    )


def test_marks_and_what_is_not_known() -> None:
    partly = solution(FIVE, "?/??.", "?\\?./", "..\\?.", "/?/..", "?..?.")
    assert drawn(FIVE, partly, [(0, 1), (1, 2), (0, 3), (4, 2), "cut", (9, 9), ((0, 0), 1)]) == (
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
    hidden = board(["1 . ? .", ". 2 . 1"], "A 100")
    cut = solution(hidden, "./.?", "/.?.")
    assert drawn(hidden, cut, [(0, 0), (1, 1)]) == (
        "┌───────────────────────┐\n"
        "│[ A ]   ╱     ?   ░░░░░│\n"
        "│     ╱     ·     ·     │\n"
        "│  ╱   [100] ░░░░░   A  │\n"
        "└───────────────────────┘\n"
        "2 parts, each with A 100\n"
        "? any of these   ░░░░░ not known   [ ] marked"
    )


@pytest.mark.parametrize("solved", SOLVED)
def test_lines_have_equal_length(solved: SlashSolution) -> None:
    lines = drawn(solved.instance, solved).splitlines()[: 2 * solved.instance.rows + 1]
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("solved", SOLVED)
def test_both_sides_of_a_cut_have_the_colours_of_their_parts(solved: SlashSolution) -> None:
    instance = solved.instance
    drawing = slash_text(instance, solved)
    prepared = slash_board(instance, solved)
    width = (len(as_plain(drawing[:1])) - 1) // instance.columns
    for row, column in instance.cells():
        signs = characters(drawing, 2 * row + 1)[width * column + 1 : width * (column + 1)]
        colours = [prepared.colours[part] for part in prepared.parts[row, column]]
        assert (signs[0][1], signs[-1][1]) == (colours[3], colours[1])
        if solved.cuts[row][column] in {FORWARD, BACK}:
            assert len(set(colours)) == 2
            assert signs[len(signs) // 2] == (
                {"/": "╱", "\\": "╲"}[prepared.cut((row, column))],
                colours[3],
            )
        else:
            assert len(set(colours)) == 1


@pytest.mark.parametrize("solved", SOLVED)
def test_parts_have_the_order_of_their_first_clues(solved: SlashSolution) -> None:
    prepared = slash_board(solved.instance, solved)
    for number, cells in enumerate(solved.parts()):
        assert {prepared.parts[cell].north for cell in cells} == {number}
    assert prepared.colours == COLOURS[: solved.instance.parts]


def test_a_part_lies_on_both_sides_of_a_bridge() -> None:
    instance = board(["1 . .", ". . .", ". . 2"], "1 2")
    prepared = slash_board(instance, solution(instance, "...", ".\\.", "..."))
    assert prepared.colours == COLOURS[:1]
    assert drawn(instance, solution(instance, "...", ".\\.", "...")).splitlines()[2:5] == [
        "│   ·   ·   │",
        "│     ╲     │",
        "│   ·   ·   │",
    ]


def test_many_parts_share_colours_but_not_beside_each_other() -> None:
    size = 12
    instance = board([" ".join("." * size)] * (size - 1) + [" ".join("1" + "." * (size - 1))], "1")
    diamonds = tuple(
        "".join("/\\"[(row + column) % 2] for column in range(size)) for row in range(size)
    )
    prepared = slash_board(instance, SlashSolution(instance, diamonds))
    assert len(prepared.colours) > 2 * len(COLOURS)
    assert set(prepared.colours) == set(COLOURS)
    for (row, column), sides in prepared.parts.items():
        for one, other in sides.across(diamonds[row][column]).values():
            assert one == other or prepared.colours[one] != prepared.colours[other]


def test_clues_can_be_read_on_all_colours() -> None:
    assert len(set(COLOURS)) == len(COLOURS) >= 6
    assert all(contrast(ink_on(colour), colour) >= 4.5 for colour in COLOURS)


def test_cuts_that_meet() -> None:
    instance = board([". .", ". .", "1 ."], "1")
    seen: dict[str, str] = {}
    for first in ("..", "\\.", "./", "\\/"):
        for second in ("..", "/.", ".\\", "/\\"):
            text = drawn(instance, solution(instance, first, second, ".."))
            seen[first + second] = text.splitlines()[2][4]
    assert seen == {
        "....": "·", "../.": "·", "...\\": "·", "../\\": "∧",
        "\\...": "·", "\\./.": ">", "\\..\\": "╲", "\\./\\": "╲",
        "./..": "·", ".//.": "╱", "./.\\": "<", ".//\\": "╱",
        "\\/..": "∨", "\\//.": "╱", "\\/.\\": "╲", "\\//\\": "╳",
    }  # fmt: skip


def test_a_legend_names_some_of_many_letters() -> None:
    names = " ".join(str(number) for number in range(1, 21))
    instance = board([names], names)
    assert drawn(instance).splitlines()[-1] == "1 part with 1 2 3 … 20"


def test_the_two_cuts_are_shown() -> None:
    assert as_plain(slash_shapes(PUZZLE)) == (
        "┌───┐  ┌───┐\n"
        "│ ╱ │  │ ╲ │\n"
        "└───┘  └───┘\n"
        "  /      \\\n"
        "Both sides of a cut lie in different parts."
    )
    bridged = as_plain(slash_shapes(replace(PUZZLE, bridges=True)))
    assert bridged.endswith("Both sides of a cut may lie in one part.")


def test_colour_does_not_change_the_text() -> None:
    drawing = slash_text(EIGHT, EIGHT_CUT)
    rich = as_rich(drawing)
    assert [line.rstrip() for line in rich.plain.splitlines()] == as_plain(drawing).splitlines()
    assert {str(span.style)[-7:] for span in rich.spans if "on #" in str(span.style)} == set(
        COLOURS[:5]
    )


def test_long_numbers_fit() -> None:
    assert "│ 12   " in drawn(SIX_LONG)
    assert "│ 150  " in drawn(SIX_LONG)
