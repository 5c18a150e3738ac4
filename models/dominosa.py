"""Dominosa.

Divide the board into dominoes, which are two cells side by side. Each domino of the set is there
once: those with any two numbers of the board, and the double of each number.
"""

from collections import Counter

from ilpuzzles import Model
from ilpuzzles.genres import Board, Genre, Place, Sketch, fault, region_borders

genre = Genre(
    group="Regions and diagonals",
    aliases=["dominos", "solitaire-dominoes"],
    rules_at="https://www.chiark.greenend.org.uk/~sgtatham/puzzles/doc/dominosa.html",
    layout="board",
    clue_patterns={"[0-9]+": "the number of its cell"},
    clue_groups=["set"],
    contradictions={
        "cells": "{place} could not be in exactly one domino",
        "set": "{clue} could not be there exactly once",
    },
    known_anyway="where the numbers stand",
    presets={
        "small": {"solutions": 1, "board": ["20113", "33221", "31023", "02001"]},
        "medium": {
            "solutions": 1,
            "board": ["4250101", "1403545", "5422340", "3350130", "2110252", "3341254"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "6066221215",
                "4856140034",
                "5035101838",
                "8777253732",
                "6214433874",
                "7568848365",
                "2723006505",
                "7281046016",
                "5314717842",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses one that does not have the numbers of a set of dominoes."""
    board = Board.read(fields, clues=genre.clue_patterns)
    numbers = board.numbers
    for cell in board.grid.cells:
        if cell not in numbers:
            raise ValueError(f"{Place.of(cell)} has no number")
    often = Counter(numbers.values())
    greatest = max(often)
    # Each number is on a domino with every other one, and twice on its double.
    wanted = greatest + 2
    for number in range(greatest + 1):
        if often[number] != wanted:
            what = f"the number {number} is there {often[number]} times instead of {wanted}"
            raise ValueError(f"{what}, as in a set from 0-0 to {greatest}-{greatest}")
    return board


def domino_of(board, pair):
    """The name of the domino that two cells make: `1-4`."""
    return "{}-{}".format(*sorted(board.numbers[cell] for cell in pair))


def places(board):
    """The pairs of cells where each domino of the set can lie, by its name."""
    greatest = max(board.numbers.values())
    names = [f"{low}-{high}" for low in range(greatest + 1) for high in range(low, greatest + 1)]
    pairs_of = {name: [] for name in names}
    for pair in board.grid.neighbour_pairs:
        pairs_of[domino_of(board, pair)].append(pair)
    return pairs_of


@genre.model
def build(board, known=None):
    """States a board; of dominoes that are not known, there may be any number."""
    model = Model("dominosa")
    pairs = board.grid.neighbour_pairs
    # A place has both cells for a name: row, column, row, column.
    names = [(*one, *other) for one, other in pairs]
    domino = dict(zip(pairs, model.binary("domino", names), strict=True))

    with model.group("cells", why="every cell is in one domino"):
        over = {cell: [] for cell in board.grid.cells}
        for pair in pairs:
            for cell in pair:
                over[cell].append(domino[pair])
        model.exactly_one(over)

    with model.group("set", why="each domino of the set is there once"):
        for name, pairs_with_name in places(board).items():
            key = ("domino", name)
            if known is None or key in known:
                model.exactly_one([domino[pair] for pair in pairs_with_name], key=key)
    return model


@genre.clue_name
def clue_name(board, key):
    """The name of a domino in reasons: `the domino 1-4`."""
    kind, name = key
    return f"the {kind} {name}"


@genre.same_region
def together(model, board):
    """For neighbours, the domino that has both."""
    domino = model.families[0]
    pairs = board.grid.neighbour_pairs
    return {pair: [is_there] for pair, is_there in zip(pairs, domino, strict=True)}


@genre.weaker_model
def weaker(board, known):
    """The model of a board on which only some dominoes are known to be there once."""
    model = build(board, known)
    region_borders(model, board.grid, together(model, board))
    return model


@genre.solution
@genre.partial_solution
def decode(board, values):
    """Returns the domino of every cell by its name."""
    words = {}
    for pair, is_there in zip(board.grid.neighbour_pairs, values["domino"], strict=True):
        if is_there == 1:
            words |= dict.fromkeys(pair, domino_of(board, pair))
    return {"rows": board.grid.rows_of_words(words, "?")}


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    for name, cells in board.grid.cells_by_name(words).items():
        if name == "?":
            for cell in cells:
                yield fault("open", "{} is open", cell)
            continue
        place = Place("domino", name, tuple(cells))
        if len(cells) != 2 or cells[1] not in board.grid.neighbours(cells[0]):
            yield fault("two cells", "{} is not two cells side by side", place)
            continue
        numbers = sorted(board.numbers[cell] for cell in cells)
        if name != "{}-{}".format(*numbers):
            yield fault("numbers", "{} lies on the numbers {} and {}", place, *numbers)


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    sketch.show_regions(solution["rows"] if solution else ())
    return sketch
