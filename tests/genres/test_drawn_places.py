"""What is drawn where: pictures and texts of every genre, read back and compared with the data."""

from __future__ import annotations

from random import Random

import pytest

from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.genre_values import GenreSolution
from ilpuzzles.render.svg import document_of
from support.drawn_genres import GENRES, Drawn, Plain
from support.genres import opened
from support.seen import Letters, Seen, read_letters, seen_in_picture, sheet_of


def position_of(genre: str) -> GenrePosition:
    return opened(genre, GENRES[genre].fields)


def picture_of(position: GenrePosition, solution: Plain | None, drawn: Drawn) -> Seen:
    """What is seen in a picture."""
    shown = None if solution is None else GenreSolution(solution)
    svg = document_of(position.picture(shown))
    return seen_in_picture(svg, *drawn.look().size)


def letters_of(position: GenrePosition, solution: Plain | None, drawn: Drawn) -> Letters:
    """The same drawn with letters, taken apart."""
    look = drawn.look(solution)
    shown = None if solution is None else GenreSolution(solution)
    deep = {side: 0 for side in ("above", "below")}
    for (side, _), words in look.beside.items():
        deep[side] = max(deep.get(side, 0), len(words))
    left = [" ".join(words) for (side, _), words in look.beside.items() if side == "left"]
    room = max(map(len, left)) + 1 if left else 0
    letters = {cell: look.letters(cell) for cell in look.cells}
    is_framed = any("wall" in what for what in look.between.values())
    is_framed |= any(y % 2 == x % 2 == 0 for y, x in look.dots)
    is_canvas = is_framed or bool(look.between or look.dots)
    width = 0 if is_canvas else max(1, *map(len, letters.values()))
    shaded = {cell for cell, word in letters.items() if word == "#"}
    wide = any(c == 0 and (len(word) > 1 or (r, c) in shaded) for (r, c), word in letters.items())
    return read_letters(
        sheet_of(position.drawing(shown)), look.size, above=deep["above"], below=deep["below"],
        left=room, width=width, cut=is_canvas and not is_framed and not wide,
    )  # fmt: skip


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_every_mark_is_seen_in_its_place(genre: str) -> None:
    drawn, position, dice = GENRES[genre], position_of(genre), Random(3)
    for solution in [None, *(drawn.solution(dice) for _ in range(8))]:
        look, seen = drawn.look(solution), picture_of(position, solution, drawn)
        assert seen.marks == look.marks(), solution
        assert seen.beside == look.beside
        assert not seen.marked


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_every_letter_stands_in_its_place(genre: str) -> None:
    drawn, position, dice = GENRES[genre], position_of(genre), Random(4)
    for solution in [None, *(drawn.solution(dice) for _ in range(8))]:
        look, read = drawn.look(solution), letters_of(position, solution, drawn)
        has_dots = any("dot" in symbol for symbol in look.symbols.values())
        for r, c in look.cells:
            word = look.letters((r, c))
            found = read.words[2 * r + 1, 2 * c + 1]
            shown = "###" if word == "#" and look.between else word
            # A cell without anything has a dot, unless dots say more.
            blank = {"", "·"} if not has_dots else {""}
            assert found == shown or (not word and found in blank), (r, c, solution)
        assert read.beside == look.beside
        marks = {place: what.removeprefix("+") for place, what in look.between.items()}
        marks |= {place: "no line" for place in look.crosses if sum(place) % 2}
        circles = {place: what for place, what in look.dots.items() if sum(place) % 2}
        marks |= {place: what.strip() or "○" for place, what in circles.items()}
        assert read.between == marks, solution
        corners = {
            place: what for place, what in look.dots.items() if not any(n % 2 for n in place)
        }
        at_corners = {place: what for place, what in read.corners.items() if what != "·"}
        assert at_corners == {place: what.strip() or "○" for place, what in corners.items() if what}
