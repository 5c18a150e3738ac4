"""What is drawn where: pictures and texts of every genre, read back and compared with the data."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.genre_values import GenreSolution
from ilpuzzles.render.svg import document_of
from ilpuzzles.render.text import Drawing
from ilpuzzles.rules.places import Place
from support.drawn_genres import GENRES, Drawn, Look, Plain, random_sketch
from support.genres import opened
from support.place_names import places_in
from support.seen import Letters, Seen, read_letters, seen_in_picture, sheet_of


def position_of(genre: str) -> GenrePosition:
    return opened(genre, GENRES[genre].fields)


def picture_of(position: GenrePosition, solution: Plain | None, drawn: Drawn) -> Seen:
    """What is seen in a picture."""
    shown = None if solution is None else GenreSolution(solution)
    svg = document_of(position.picture(shown))
    return seen_in_picture(svg, *drawn.look().size)


def letters_of(drawing: Drawing, look: Look) -> Letters:
    """A drawing with letters, taken apart; how large its parts are follows from what it shows."""
    deep = dict.fromkeys(("above", "below"), 0)
    for (side, _), words in look.beside.items():
        deep[side] = max(deep.get(side, 0), len(words))
    left = [" ".join(words) for (side, _), words in look.beside.items() if side == "left"]
    room = max(map(len, left)) + 1 if left else 0
    letters = {cell: look.letters(cell) for cell in look.cells}
    is_framed = any("wall" in what for what in look.between.values())
    is_framed |= any(y % 2 == x % 2 == 0 for y, x in look.dots)
    is_canvas = is_framed or bool(look.between or look.dots)
    is_framed |= bool(look.beside)
    outer = [
        word
        for (side, _), words in look.beside.items()
        if side in {"above", "below"}
        for word in words
    ]
    width = 0 if is_canvas else max(1, *map(len, [*letters.values(), *outer]))
    shaded = {cell for cell, word in letters.items() if word == "#"}
    wide = any(c == 0 and (len(word) > 1 or (r, c) in shaded) for (r, c), word in letters.items())
    return read_letters(
        sheet_of(drawing), look.size, above=deep["above"], below=deep["below"],
        left=room, width=width, cut=is_canvas and not is_framed and not wide,
    )  # fmt: skip


def require_letters(drawing: Drawing, look: Look) -> Letters:
    """Every letter of a drawing stands where something is that it stands for."""
    read = letters_of(drawing, look)
    has_dots = any("dot" in symbol for symbol in look.symbols.values())
    for r, c in look.cells:
        word, found = look.letters((r, c)), read.words[2 * r + 1, 2 * c + 1]
        # A cell without anything has a dot, unless dots say more.
        blank = {"", "·"} if not has_dots else {""}
        assert found == word or (not word and found in blank), (r, c)
    assert read.beside == look.beside
    marks = {place: what.removeprefix("+") for place, what in look.between.items()}
    marks |= {place: "no line" for place in look.crosses if sum(place) % 2}
    marks |= {place: what.strip() or "○" for place, what in look.dots.items() if sum(place) % 2}
    assert read.between == marks
    corners = {place: what for place, what in look.dots.items() if not any(n % 2 for n in place)}
    at_corners = {place: what for place, what in read.corners.items() if what != "·"}
    assert at_corners == {place: what.strip() or "○" for place, what in corners.items() if what}
    return read


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
        shown = None if solution is None else GenreSolution(solution)
        require_letters(position.drawing(shown), drawn.look(solution))


@pytest.mark.parametrize("seed", range(24))
def test_whatever_a_genre_draws_is_seen_in_its_place(seed: int) -> None:
    look, sketch = random_sketch(Random(seed))
    seen = seen_in_picture(sketch.picture().document(), *look.size)
    assert (seen.marks, seen.beside) == (look.marks(), look.beside)
    require_letters(sketch.drawing(), look)


@pytest.mark.parametrize("drawn", [range(k, 100, 5) for k in range(5)], ids=lambda drawn: drawn[0])
def test_what_is_marked_is_seen_in_its_place(drawn: range) -> None:
    for seed in drawn:
        require_marks(Random(seed))


def require_marks(dice: Random) -> None:
    """Marks some cells, corners and a row of a random sketch, and looks for them."""
    look, sketch = random_sketch(dice)
    cells = dice.sample(look.cells, 2)
    corners = [place for place, what in look.dots.items() if what.strip()]
    chosen = dice.sample(corners, min(len(corners), 2))
    line = Place("row", 1, tuple((1, c) for c in range(look.size[1])))
    # Of a cell and a corner with the same numbers, these alone mean the corner if it has a clue.
    named = [
        Place("cell", (r, c)) if (2 * r, 2 * c) in corners or dice.random() < 0.3 else (r, c)
        for r, c in cells
    ]
    sketch.mark([*named, Place.corner((0, 0)), line])
    sketch.mark(Place.corner((y // 2, x // 2)) for y, x in chosen)
    middles = {(2 * r + 1, 2 * c + 1) for r, c in {*cells, *line.cells}}
    marked = {*middles, *chosen, (0, 0)}
    seen = seen_in_picture(sketch.picture().document(), *look.size)
    assert seen.marked == marked
    assert seen.marks == look.marks()
    read = require_letters(sketch.drawing(), look)
    is_canvas = bool(look.between or look.dots)
    assert read.bold == (marked if is_canvas else middles)


def half_cells(place: Place) -> Any:
    """Where a place is, in half cells, or the side and the line of a clue beside the board."""
    at: Any = place.at
    if place.kind in {"above", "below", "left", "right"}:
        return place.kind, at
    if not isinstance(at, tuple):
        return None
    if isinstance(at[0], tuple):
        # From the middle of a cell to that of another, or a side from corner to corner.
        (a, b), (u, v) = at
        return (a + u, b + v) if place.kind == "side" else (a + u + 1, b + v + 1)
    return (2 * at[0], 2 * at[1]) if place.kind == "corner" else (2 * at[0] + 1, 2 * at[1] + 1)


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_what_is_wrong_is_marked_where_the_sentence_says(genre: str) -> None:
    drawn, position, dice = GENRES[genre], position_of(genre), Random(5)
    told = 0
    for _ in range(4):
        solution = drawn.solution(dice)
        try:
            faults = position.judge(solution)
        except InputError:
            continue
        look = drawn.look(solution)
        for found in dice.sample(faults, min(len(faults), 5)):
            named = [half_cells(place) for place in found.places]
            assert places_in(found.what) == [at for at in named if at is not None], found.what
            told += len(named)
            marked: set[Any] = set()
            for place in found.places:
                cells = {(r, c) for r, c in look.cells
                         if (place.kind == "row" and r == place.at)
                         or (place.kind == "column" and c == place.at)}  # fmt: skip
                chosen = {cell for cell in place.cells if cell in look.cells}
                assert not cells or (chosen <= cells)
                marked |= {(2 * r + 1, 2 * c + 1) for r, c in chosen}
                if place.kind in {"cell", "corner"}:
                    marked.add(half_cells(place))
            picture = position.picture(GenreSolution(solution), position.marks_of([found]))
            assert seen_in_picture(document_of(picture), *look.size).marked == marked, found.what
    assert told
