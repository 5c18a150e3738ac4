"""Boards to draw on: marks and clues lie where they belong, and have the names of their places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ilpuzzles import load
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.play.game import Game
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.render.svg import document_of
from ilpuzzles.rules.places import Place
from support.drawn_genres import GENRES, Look
from support.genres import opened
from support.place_names import Named, numbers_in, places_in
from support.seen import Frame, Mark, seen_in_drawing, seen_in_picture

ON_SIDES = {"dominosa", "galaxies", "shikaku", "slitherlink"}
"""Genres whose lines are drawn along sides of cells, and not from cell to cell."""

CLUES_OF_LINES = {"battleships", "nonogram", "tents"}
"""Genres whose clues beside the board say something of the whole line."""

SOLVABLE = (
    "akari binairo galaxies gokigen hashi heyawake hitori kakuro lits star-battle sudoku tents"
)
SOLVED = {genre: GENRES[genre].fields for genre in SOLVABLE.split()}
SOLVED["fillomino"] = {"board": ["-3-1", "2--2"]}
"""Boards with a solution; of other genres, those of their first presets are taken."""

LOOKS = {
    "white circle": {"+white"},
    "black circle": {"+black disc"},
    # What is seen of a mark, by its name.
    "shaded": {"shaded"},
    "line": {"+line", "+wall"},
    "double line": {"+line"},
    "no line": {"no line"},
    "empty": {"+dot", "+white"},
    "bulb": {"+bulb"},
    "mine": {"+mine"},
    "minus": {"+minus"},
    "plus": {"+plus"},
    "star": {"+star"},
    "tent": {"+tent"},
    "ship": {"+ship"},
    "/": {"+/"},
    "\\": {"+\\"},
}


@cache
def board_of(genre: str) -> tuple[GenrePosition, PencilPlayground]:
    """The board of a genre, which is seldom square."""
    position = opened(genre, GENRES[genre].fields)
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    return position, ground


def frame_of(ground: PencilPlayground, look: Look) -> Frame:
    """Where the grid lies in what a board shows."""
    left, top, *_ = ground.data.backdrop["box"]
    # The picture lies under the spots: its own corner is as far out as its margin is wide.
    margin = re.search(r"translate\(([\d.]+) ([\d.]+)\)", ground.data.backdrop["svg"])
    assert margin is not None
    assert (-left, -top) == (float(margin[1]), float(margin[2]))
    return Frame.of(ground.data.backdrop["svg"], *look.size)


def area(corners: Sequence[tuple[float, float]]) -> float:
    """The area of a polygon."""
    sides = pairwise([*corners, corners[0]])
    return abs(sum(x * v - u * y for (x, y), (u, v) in sides)) / 2


def spot_places(ground: PencilPlayground, look: Look) -> list[tuple[int, int]]:
    """Where the middle of each spot is, in half cells."""
    frame = frame_of(ground, look)
    return [frame.half(*spot.centre) for spot in ground.data.spots]


def place_of_label(genre: str, label: Any) -> tuple[int, int]:
    """Where a mark belongs, in half cells: a cell, or two cells or corners with a line."""
    if isinstance(label[0], int):
        return 2 * label[0] + 1, 2 * label[1] + 1
    (a, b), (u, v) = label
    return (a + u, b + v) if genre in ON_SIDES else (a + u + 1, b + v + 1)


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_every_spot_lies_where_its_name_says_and_can_be_clicked(genre: str) -> None:
    _, ground = board_of(genre)
    look = GENRES[genre].look()
    places = spot_places(ground, look)
    for spot, place in zip(ground.data.spots, places, strict=True):
        assert places_in(spot.name) == [place], spot.name
        assert spot.is_line == (sum(place) % 2 == 1 or spot.name.startswith("from"))
        assert area(spot.corners) > 250, spot.name
    # No cell is missing, and every line is there once.
    assert Counter(places[: len(look.cells)]) == Counter(
        (2 * r + 1, 2 * c + 1) for r, c in look.cells
    )
    kinds = Counter(
        (place, spot.is_line) for spot, place in zip(ground.data.spots, places, strict=True)
    )
    assert set(kinds.values()) == {1}


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_the_clues_of_spots_are_those_of_their_places(genre: str) -> None:
    _, ground = board_of(genre)
    look = GENRES[genre].look()
    places = spot_places(ground, look)
    wanted = {(2 * r + 1, 2 * c + 1): text for (r, c), text in look.texts.items()}
    wanted |= {(2 * r + 1, 2 * c + 1): symbol for (r, c), symbol in look.symbols.items()
               if (r, c) not in look.texts}  # fmt: skip
    wanted |= {(2 * r + 1, 2 * c + 1): text for (r, c), text in look.small.items()}
    wanted |= {
        place: text for place, text in look.dots.items() if text.strip() or sum(place) % 2 == 0
    }
    clues = {
        place: clue
        for place, clue, spot in zip(places, ground.data.clues, ground.data.spots, strict=True)
        if clue and not spot.is_line
    }
    names = {"black disc": "black"}
    assert clues == {
        place: names.get(text, text) for place, text in wanted.items() if text and place in places
    }
    frame = frame_of(ground, look)
    beside: dict[tuple[str, int], None] = {}
    for name, (x, y, wide, high) in ground.data.beside.items():
        side, number = name.split()
        beside[side, int(number)] = None
        down, right = (
            (y + high / 2 - frame.top) / frame.unit,
            (x + wide / 2 - frame.left) / frame.unit,
        )
        along, out = (right, down) if side in {"above", "below"} else (down, right)
        assert along == pytest.approx(int(number) + 0.5, abs=0.05), name
        size = look.size[side in {"left", "right"}]
        assert out < 0 if side in {"above", "left"} else out > size
        # It has room for each of its words, and is seen as a whole.
        room = high if side in {"above", "below"} else wide
        words = len(look.beside[side, int(number)])
        assert room / frame.unit == pytest.approx(0.62 * words, abs=0.05)
        left, top, across, deep = ground.data.views[0].box
        assert left <= x < x + wide <= left + across + 1
        assert top <= y < y + high <= top + deep + 1
        # It is what its own place stands for, and that of its line if clues are about lines.
        kind = "column" if side in {"above", "below"} else "row"
        assert ground.beside_of(Place(side, int(number))) == [name]
        of_line = {tuple(one.split()) for one in ground.beside_of(Place(kind, int(number)))}
        sides = ("above", "below") if kind == "column" else ("left", "right")
        there = {(one, number) for one in sides if (one, int(number)) in look.beside}
        assert of_line == (there if genre in CLUES_OF_LINES else set())
    assert beside.keys() == look.beside.keys()


def own_marks(
    ground: PencilPlayground, move: int, blank: Counter[Mark], look: Look
) -> Counter[Mark]:
    """What the drawing of a mark adds to the board, apart from clues that it would hide."""
    drawn = seen_in_drawing(ground.data.drawings[move], ground.data.backdrop["svg"], *look.size)
    return drawn - blank


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_every_mark_is_drawn_and_named_where_its_variable_belongs(genre: str) -> None:
    _, ground = board_of(genre)
    look = GENRES[genre].look()
    blank = seen_in_picture(ground.data.backdrop["svg"], *look.size).marks
    assert blank == look.marks()
    places = spot_places(ground, look)
    for move in range(len(ground.data.moves)):
        mark = ground.marked(move)
        (spot,) = ground.data.moves.covered(move).tolist()
        place = place_of_label(genre, mark.place)
        assert places[spot] == place
        drawn = own_marks(ground, move, blank, look)
        looks = LOOKS.get(mark.name, {f"+{mark.name}"})
        seen = {(y, x, what) for y, x, what in drawn if what != "rays"}
        long = mark.layer == "paths" and genre == "hashi"
        if not long:
            assert len(seen) == 1, (mark, drawn)
        for y, x, what in seen:
            assert what in looks
            assert (y, x) == place or long
        if mark.layer == "paths":
            # One strand or two, from end to end.
            (a, b), (u, v) = mark.place
            strands = 2 if mark.name == "double line" else 1
            sides = [
                (y, x) for y in range(2 * a + 1, 2 * u + 2) for x in range(2 * b + 1, 2 * v + 2)
            ]
            assert drawn == Counter({(y, x, "+line"): strands for y, x in sides if (y + x) % 2})
        for words in (ground.describe(move), *ground.name_moves([move])):
            assert places_in(words) == [place], words
            # The name of the place of a line begins with a preposition.
            assert not re.search(r"\b(at|into) (from|above|below|left of|right of)\b", words)
        action = ground.describe(move)
        verbs = {"shaded": "shade", "line": "draw a line", "double line": "draw two lines",
                 "no line": "draw no line", "empty": "leave", "white circle": "put a",
                 "black circle": "put a"}  # fmt: skip
        assert action.startswith(verbs.get(mark.name, "write" if mark.is_written else "put a")), (
            action
        )


@cache
def solved(genre: str) -> tuple[GenrePosition, PencilPlayground, list[int]]:
    """A board, a solution, and the marks that make it."""
    preset = load(genre)
    assert isinstance(preset, GenrePosition)
    position = opened(genre, SOLVED.get(genre) or dict(preset.instance.fields))
    game = Game(position)
    assert isinstance(game.ground, PencilPlayground)
    formulated = game.counter.asked.formulated
    values = solve_model(formulated.model).values
    assert values is not None
    found = formulated.decode(values)
    assert position.judge(found.plain) == []
    return position, game.ground, game.ground.moves_of_values(values)


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_marks_that_are_drawn_are_those_of_the_picture(genre: str) -> None:
    """Some marks of a solution make a part of it, whose picture has these marks in their places."""
    position, ground, moves = solved(genre)
    look = Look(position.instance.fields)
    blank = seen_in_picture(ground.data.backdrop["svg"], *look.size).marks
    in_place = {place_of_label(genre, ground.marked(move).place) for move in moves}
    from_start = set(position.moves_drawn(ground, ground.solution([]).plain))
    dice = Random(genre)
    for share in (1, 0.7, 0.3):
        chosen = {move for move in moves if dice.random() < share}
        part = ground.solution(chosen)
        drawn = position.moves_drawn(ground, part.plain)
        # Of a whole solution nobody has to be told what is not there.
        is_whole = share == 1 and any(ground.is_positive(move) for move in moves)
        told = {move for move in chosen if ground.is_positive(move)} if is_whole else chosen
        assert set(drawn) - from_start >= told - from_start
        assert set(drawn) <= chosen | from_start
        picture = seen_in_picture(document_of(position.picture(part)), *look.size).marks
        marks: Counter[Mark] = Counter()
        for move in drawn:
            marks |= own_marks(ground, move, blank, look)
        seen = picture - blank
        assert marks - seen == Counter()
        # Elsewhere it may show what follows, as that a cell cannot have a tent.
        further = {(y, x, what) for y, x, what in seen - marks if (y, x) in in_place}
        assert {what for _, _, what in further} <= ({"+line"} if genre == "shikaku" else set())


@pytest.mark.parametrize("genre", GENRES)
def test_hints_name_what_they_mark(genre: str) -> None:
    """Every place in the words of a hint is marked, and every number that is named stands there."""
    position, ground, moves = solved(genre)
    look = Look(position.instance.fields)
    GENRES[genre].draw(look, None)
    places = spot_places(ground, look)
    at_place = {(2 * r + 1, 2 * c + 1): text for (r, c), text in look.texts.items()} | look.dots
    dice = Random(genre)
    for share in (0.4, 0.7):
        chosen = [move for move in moves if dice.random() < share]
        proof = ground.certain_move(chosen)
        if proof is None:
            continue
        (why,) = proof.refutations
        of_move = {move: places[ground.data.moves.covered(move)[0]] for move in moves}
        marked: set[Named] = {places[spot] for spot in proof.spots}
        marked |= {of_move[move] for move in proof.premises}
        beside = {(side, int(line)) for side, line in map(str.split, proof.beside)}
        # What follows a colon is the rule, which may speak of other places.
        reasons = why.split(": ")[0]
        named = set(places_in(reasons)) - {of_move[proof.conclusion]}
        lines = set(re.findall(r"the clue of (row|column) (\d+)", reasons))
        for kind, number in lines:
            sides = ("left", "right") if kind == "row" else ("above", "below")
            assert beside & {(side, int(number) - 1) for side in sides}, why
        assert named <= marked | beside, why
        if not re.search("everything|where the|that are|hidden|other room|marks", reasons):
            assert marked <= named, why
            assert len(beside) <= len(lines) + len(named & beside), why
        premises = {(ground.marked(move).name, of_move[move]) for move in proof.premises}
        for number, place in numbers_in(reasons):
            clue = at_place.get(place)
            assert number == clue or (number, place) in premises, why
