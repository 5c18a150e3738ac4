"""Yin-Yang.

Put a white or a black circle into every cell. The circles of each colour are connected along
sides, and no square of 2x2 cells has one colour alone.

White circles are written w, and black ones b.
"""

from itertools import pairwise

from ilpuzzles import Model, conjunction, connected
from ilpuzzles.genres import Board, Genre, Place, fault, no_full_block

genre = Genre(
    group="Cells to shade",
    layout="board",
    address="yinyang circles",
    clue_patterns={"w": "a white circle", "b": "a black circle"},
    solution_words="wb",
    symbols={"w": "white", "b": "black"},
    contradictions={
        "white": "the white circles would not be connected",
        "black": "the black circles would not be connected",
        "crossings": "the circles of one colour would part those of the other",
        "squares": "a square of 2x2 cells would have one colour",
    },
    presets={
        "small": {"board": ["w----", "-----", "--w--", "bw---", "w----"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["------b", "--b-b--", "-----b-", "-b--ww-", "-------", "-------", "---bw--"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "w---b-----",
                "-------b--",
                "b---b-----",
                "------w-w-",
                "-b---w-w--",
                "--bw------",
                "--bw----b-",
                "--w--w----",
                "----w-----",
                "----------",
            ],
        },
    },
)


genre.clue_candidates(Board.words)


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("yin-yang")
    grid = board.grid
    black = model.binary("black", grid.cells)
    # Rows that follow from several groups hold as long as these do.
    rests_on = model.binary("rests on", ["white", "black"], auxiliary=True)

    with model.group("white", why="the white circles are connected"):
        connected(model, grid.neighbour_pairs, ~black)
        model.add(rests_on["white"] == 1)

    with model.group("black", why="the black circles are connected"):
        connected(model, grid.neighbour_pairs, black)
        model.add(rests_on["black"] == 1)

    with model.group("squares", why="no square of 2x2 cells has one colour"):
        no_full_block(model, grid, black)
        no_full_block(model, grid, {cell: ~black[cell] for cell in grid.cells})

    with model.group("crossings", why="the colours do not cross"):
        uncrossed(model, grid, black, conjunction(rests_on))

    with model.group("clues", why="these circles are given"):
        for cell, colour in board.clues.items():
            model.add(black[cell] == int(colour == "b"), key=cell)
    return model


def uncrossed(model, grid, black, both_connected):
    """States where a way between white circles would cross one between black ones.

    Around the border, the colour changes twice at most, and in no square of 2x2 cells are circles
    of one colour across from each other, without a third one. Both follow from the other rows: two
    ways within a board have to cross if their ends alternate around it, or around the square
    outside. With this, clingo has the proof for a published board of 14x14 in 0.05 s; without it,
    it has none in 20 s.
    """
    for cells in grid.windows(2, 2):
        first, second, third, fourth = black[cells]
        model.at_least_one([~both_connected, first, ~second, ~third, fourth], key=cells[0])
        model.at_least_one([~both_connected, ~first, second, third, ~fourth], key=cells[0])
    ring = border(grid)
    begins = [black[cell] & ~black[before] for before, cell in pairwise([*ring[-1:], *ring])]
    model.add(both_connected.implies(model.sum(begins) <= 1))


def border(grid):
    """The cells at the border, clockwise; none of a board that is nothing but one row or column."""
    if min(grid.rows, grid.columns) == 1:
        return []
    start = (0, 0)
    right = grid.ray(start, "e")
    down = grid.ray(right[-1], "s")
    left = grid.ray(down[-1], "w")
    return [start, *right, *down, *left, *grid.ray(left[-1], "n")[:-1]]


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    grid = board.grid
    yield from board.clue_faults(words)
    for letter, colour in (("w", "white"), ("b", "black")):
        circles = {cell for cell, word in words.items() if word == letter}
        for cells in filter(circles.issuperset, grid.windows(2, 2)):
            square = Place("square of 2x2 cells", cells[0], tuple(cells))
            yield fault("2x2 block", "{} has {} circles alone", square, colour)
        parts = sorted(grid.connected_parts(circles), key=len, reverse=True)
        # All but the largest part are cut off.
        for part in parts[1:]:
            place = Place(f"{colour} part", part[0], tuple(part))
            yield fault("cut off", "{} is cut off", place, unfinished="separate part")
