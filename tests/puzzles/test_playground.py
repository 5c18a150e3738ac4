"""Boards to play on: what lies where, how pieces turn, and what a page is told of it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.puzzles.playground import (
    BoardColour,
    OwnPlayground,
    Playground,
    grid_data,
    nearest_spots,
)
from ilpuzzles.tilings.tiling_puzzle import BoardRules
from support.reasons import BOARDS, Table

CELLS = {"lonpos": 55, "tower": 26, "pyramid": 55, "tritetratan": 136, "surasshupakku": 36}
MOVES = {
    "chequered": 2056,
    "cube": 144,
    "lonpos": 1789,
    "macmahon": 1944,
    "pyramid": 1646,
    "soma": 688,
    "tritetratan": 1421,
    "wang": 352,
}
COLOURED = ["chequered", "macmahon", "wang"]
BESIDE = {"edges match", "border", "colours of cells"}
"""The rules about colours."""


@pytest.mark.parametrize("least", [{"a": 0}, {"a": 1}, {"a": 2, "b": 1}, {"a": 0, "b": 3}])
def test_a_position_is_whole_with_as_many_pieces_as_have_to_lie_there(
    least: dict[str, int],
) -> None:
    pieces = {name: {"least": number} for name, number in least.items()}
    table = [(name, [(0, n)]) for name in least for n in range(5)]
    data = grid_data(1, 5, pieces, table)
    ground = OwnPlayground(data, [{n: 1} for n in range(len(table))], list, len(table))
    for number in range(len(table)):
        enough = max(1, sum(least.values()))
        assert ground.is_whole([*range(number)]) is (number >= enough)


# Black, grey and white are told apart by brightness alone (contrasts of 4.6 by WCAG 2.1); dark grey
# is not told from black, nor light grey from white.
BLACK, DARK, GREY, LIGHT, WHITE = "#000000", "#222222", "#757575", "#cccccc", "#ffffff"


@pytest.mark.parametrize(
    ("values", "is_hard"),
    [
        ([BLACK, GREY, WHITE], False),
        ([BLACK, WHITE], False),
        ([DARK, BLACK, WHITE], True),
        ([BLACK, WHITE, LIGHT], True),
        ([LIGHT, BLACK, WHITE, GREY], True),
        (["#ff0000", "#757575"], True),
    ],
)
def test_letters_are_shown_where_any_two_colours_look_alike_without_colour(
    values: list[str], is_hard: bool
) -> None:
    data = board("wang")[1].data
    colours = tuple(BoardColour("abcd"[n], value) for n, value in enumerate(values))
    for order in permutations(colours):
        assert replace(data, colours=order).to_json()["letters"] is is_hard


def board(name: str) -> tuple[Any, Playground]:
    """A puzzle and its board."""
    loaded = load(name, BOARDS[name])
    ground = loaded.playground()
    assert ground is not None
    return loaded, ground


def corners(path: str) -> list[tuple[float, float]]:
    """The corners of a path of straight lines."""
    assert re.fullmatch(r"M-?[\d.]+ -?[\d.]+(L-?[\d.]+ -?[\d.]+){2,}Z", path)
    numbers = [float(word) for word in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.exhaustive
@pytest.mark.every("name")
@pytest.mark.parametrize("name", BOARDS)
def test_the_board_of_every_puzzle_is_plain_and_whole(name: str) -> None:
    _, ground = board(name)
    plain = ground.data.to_json()
    spots, moves = plain["spots"], plain["moves"]
    assert len(spots["name"]) == CELLS.get(name, len(spots["name"]))
    assert len(moves["piece"]) == MOVES.get(name, len(moves["piece"]))
    assert len(set(spots["name"])) == len(spots["name"])
    assert set(spots["view"]) == set(range(len(plain["views"])))
    for path, centre in zip(spots["path"], spots["centre"], strict=True):
        xs, ys = zip(*corners(path), strict=True)
        assert min(xs) < centre[0] < max(xs)
        assert min(ys) < centre[1] < max(ys)
    ways = 6 if len(plain["views"]) > 1 else 4
    for number, following in enumerate(spots["next"]):
        assert len(following) == ways
        assert all(-1 <= other < len(spots["name"]) and other != number for other in following)
    assert moves["starts"][0] == 0
    assert moves["starts"][-1] == len(moves["spots"])
    assert (plain["drag"] == "cut") == (name == "surasshupakku")


@pytest.mark.exhaustive
@pytest.mark.every("name")
@pytest.mark.parametrize("name", [name for name in BOARDS if name != "surasshupakku"])
def test_the_spots_of_a_move_are_where_the_cells_of_its_shape_lie(name: str) -> None:
    _, ground = board(name)
    plain = ground.data.to_json()
    wide = plain["views"][0]["box"][2]
    for move in range(0, len(ground.data.moves), 7):
        spots = ground.data.moves.covered(move).tolist()
        assert len(set(spots)) == len(spots)
        shape = ground.data.pieces[int(ground.data.moves.piece[move])].shapes[
            int(ground.data.moves.shape[move])
        ]
        assert len(shape.cells) <= len(spots)
        if len(plain["views"]) > 1:
            continue
        first = ground.data.spots[spots[0]].centre
        origin = [sum(at) / len(at) for at in zip(*shape.cells[0], strict=True)]
        for cell, spot in zip(shape.cells, spots, strict=False):
            x, y = (sum(at) / len(at) for at in zip(*cell, strict=True))
            there = ground.data.spots[spot].centre
            across = there[0] - first[0] - x + origin[0]
            assert abs(there[1] - first[1] - y + origin[1]) < 0.1
            # A tower goes on at its other side.
            assert min(abs(across), abs(abs(across) - wide), abs(abs(across) - 528)) < 0.1


@pytest.mark.exhaustive
@pytest.mark.every("name")
@pytest.mark.parametrize("name", [name for name in BOARDS if name != "surasshupakku"])
def test_turning_and_mirroring_lead_from_shape_to_shape(name: str) -> None:
    _, ground = board(name)
    for piece in ground.data.pieces:
        number = len(piece.shapes)
        turns = [shape.turn for shape in piece.shapes]
        assert sorted(turns) == list(range(number))
        mirrors = [shape.mirror for shape in piece.shapes]
        assert mirrors == [-1] * number or [mirrors[m] for m in mirrors] == list(range(number))
        reached, waiting = {0}, [0]
        while waiting:
            shape = piece.shapes[waiting.pop()]
            new = {shape.turn, shape.mirror, shape.tip} - reached - {-1}
            reached |= new
            waiting += new
        # In space, turns about two axes reach all; a tower's piece has a hand of its own.
        assert len(reached) == number


def test_what_is_given_is_a_move() -> None:
    loaded, ground = board("lonpos")
    assert len(ground.given) == 8
    assert ground.solution(ground.given).tiles == loaded.instance.givens
    assert ground.instance(ground.given).givens == loaded.instance.givens
    assert ground.instance(()).givens == ()


def test_the_ring_of_a_row_is_a_spot_of_the_tower() -> None:
    _, ground = board("tower")
    names = [spot.name for spot in ground.data.spots]
    assert names[-2:] == ["the ring of row 1", "the ring of row 2"]
    # Arrow keys lead around it.
    assert ground.data.to_json()["spots"]["next"][0][:2] == [11, 1]
    cores = [n for n, piece in enumerate(ground.data.pieces) if piece.name in "01234"]
    for move in range(len(ground.data.moves)):
        covered = ground.data.moves.covered(move).tolist()
        assert (covered[-1] >= 24) == (ground.data.moves.piece[move] in cores)


def test_a_board_that_is_cut_has_lines_and_clues() -> None:
    loaded, ground = board("surasshupakku")
    plain = ground.data.to_json()
    drawn = loaded.instance.data
    cells = [cell for cell in drawn.grid.cells if cell not in drawn.clues]
    free = len(cells)
    assert len(plain["moves"]["lines"]) == 3 * free
    assert sum(line is None for line in plain["moves"]["lines"]) == free
    assert len(plain["marks"]) == 36 - free
    words = drawn.words(ground.solution([0, 4]).to_json())
    first, second = cells[:2]
    assert (words[first], words[second]) == ("/", "\\")
    assert ground.describe(0) == f"cut row {first[0] + 1}, column {first[1] + 1} like /"


def test_a_grid_of_your_own_is_checked() -> None:
    with pytest.raises(InputError, match="a move of piece 'B'; name one of A"):
        grid_data(1, 1, {"A": {}}, [("B", [(0, 0)])])
    with pytest.raises(InputError, match=r"a move of A to \(0, 1\); give cells of 1 row"):
        grid_data(1, 1, {"A": {}}, [("A", [(0, 1)])])
    with pytest.raises(InputError, match="a move of A to no cell"):
        grid_data(1, 1, {"A": {}}, [("A", [])])
    with pytest.raises(InputError, match="a board of 10,000 spots and 1 moves; at most 2,500"):
        grid_data(100, 100, {"A": {}}, [("A", [(0, 0)])])


def disagree(loaded: Any, ground: Playground, moves: list[int]) -> bool:
    """Whether the rules have something against the colours of some moves that lie apart."""
    found = loaded.violations(ground.as_finished(moves))
    return any(one.rule in BESIDE for one in found)


def check_colours(loaded: Any, seed: int) -> Counter[bool]:
    """Compares what a page knows of colours with the rules, for many moves and pairs of moves."""
    ground, dice, seen = loaded.playground(), Random(seed), Counter[bool]()
    table = Table(ground.data.to_json())
    several = range(len(table.piece))
    for move in dice.sample(several, 60):
        assert table.possible[move] != disagree(loaded, ground, [move])
    possible = [move for move in several if table.possible[move]]
    owner: dict[int, list[int]] = {}
    for move in possible:
        for spot in table.spots[move]:
            owner.setdefault(spot, []).append(move)
    beside = nearest_spots(ground.data.spots)
    while seen.total() < 120:
        one = dice.choice(possible)
        near = {spot for own in table.spots[one] for spot in beside[own] if spot >= 0}
        other = dice.choice(owner[dice.choice(sorted(near - table.spots[one]))])
        if table.spots[one].isdisjoint(table.spots[other]):
            assert table.agree(one, other) != disagree(loaded, ground, [one, other])
            seen[table.agree(one, other)] += 1
    return seen


@pytest.mark.exhaustive
@pytest.mark.parametrize("puzzle", COLOURED)
def test_colours_match_where_the_rules_say_so(puzzle: str) -> None:
    seen = check_colours(load(puzzle), 1)
    assert seen[True] > 5
    assert (seen[False] > 5) == (puzzle != "chequered")


def test_turning_turns_the_colours() -> None:
    _, ground = board("macmahon")
    piece = next(one for one in ground.data.pieces if one.name == "E")
    shows, shape = list[str](), 0
    for _ in range(4):
        shows.append(*piece.shapes[shape].colours)
        shape = piece.shapes[shape].turn
    # Clockwise from the top; a turn to the right takes what was on the left to the top.
    assert shows == [".rrgy", ".yrrg", ".gyrr", ".rgyr"]
    assert all(one.mirror == -1 for one in piece.shapes)


@pytest.mark.exhaustive
def test_a_board_shows_the_colours_that_it_demands() -> None:
    for name, beside in (("macmahon", 1), ("chequered", 1), ("wang", 2)):
        touching = board(name)[1].data.to_json()["touching"]
        demanded = [one for one in touching["demands"] if one >= 0]
        assert len(demanded) == {"macmahon": 20, "chequered": 60, "wang": 0}[name]
        assert all(
            (len(one) == beside) == (d >= 0 or beside == 2)
            for one, d in zip(touching["beside"], touching["demands"], strict=True)
        )
    touching = board("chequered")[1].data.to_json()["touching"]
    assert touching["demands"] == [(row + column) % 2 for row in range(6) for column in range(10)]
    assert touching["beside"] == [[[spot, -1]] for spot in range(60)]


@pytest.mark.exhaustive
def test_letters_stand_where_brightness_does_not_tell_colours() -> None:
    for name, letters in (("chequered", False), ("macmahon", True), ("wang", True)):
        assert board(name)[1].data.to_json()["letters"] is letters
    assert "colours" not in board("lonpos")[1].data.to_json()


def test_cells_that_are_covered_several_times_have_no_board() -> None:
    loaded: Any = load("dominoes", "4x4")
    several = BoardRules(least=(1,) * 16, most=(2,) * 16)
    instance = replace(loaded.instance, rules=several)
    assert replace(loaded, instance=instance).playground() is None
