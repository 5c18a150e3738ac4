"""Heyawake.

Shade cells so that no two of them touch along a side and the others are connected. A number counts
the shaded cells of its room. No straight line of unshaded cells crosses two borders of rooms.
"""

from itertools import groupby, pairwise

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, apart, right_counts, wrong_counts

presets = {
    "small": {"solutions": 1, "regions": ["AABCC", "AABDD", "AABDD", "EEFDD", "GGFHH"],
        "given": [[0, 0, "1"], [1, 3, "2"]]},
    "medium": {"solutions": 1, "regions": ["ABCCCDE", "ABCCCDE", "ABFFGHI", "JJFFGHI", "JJFFGHK",
        "LLLMMMK", "NNNMMMK"], "given": [[0, 0, "2"], [2, 5, "2"], [5, 3, "2"], [6, 0, "0"]]},
    "large": {"solutions": 1, "regions": ["aaabccdeef", "gggbhhdeef", "iijjkldmmf", "nnnoklpqqr",
        "sstoklpqqr", "sstouvwqqx", "ssyyuvwzAx", "BByyCDDzAx", "BBEECDDFFF", "GGGHHHIFFF"],
        "given": [[0, 0, "0"], [0, 9, "0"], [5, 9, "2"], [8, 2, "0"]]},
}  # fmt: skip
layout = "board regions"
address = "heyawake borders rooms16"
words = "-x"


def read(fields):
    board = Board.read(fields, clues="[0-9]+")
    board.counts(board.cages.get)
    return board


def crossing(board):
    """The shortest lines of cells that cross two borders between rooms."""
    room = board.region_of
    for cells in board.grid.lines.values():
        borders = [n for n, (a, b) in enumerate(pairwise(cells)) if room[a] != room[b]]
        yield from (cells[start : end + 2] for start, end in pairwise(borders))


def build(board):
    model, grid = Model("heyawake"), board.grid
    shaded = model.binary("shaded", grid.cells)
    with model.group("apart", why="no two shaded cells touch"):
        apart(model, grid, shaded)
    with model.group("lines", why="no line of unshaded cells crosses two borders"):
        model.at_least_one({(cells[0], cells[-1]): shaded[cells] for cells in crossing(board)})
    with model.group("connected", why="the unshaded cells are connected"):
        connected(model, grid.pairs, ~shaded)
    with model.group("clues", why="a number counts the shaded cells of its room"):
        right_counts(model, shaded, board.counts(board.cages.get))
    return model


def rules(board, solution):
    shaded, room = board.marked(solution, "x"), board.region_of
    yield from board.grid.touches(shaded)
    yield from (f"{part[0]} is cut off" for part in board.grid.parts(board.grid.all - shaded)[1:])
    for line in board.grid.lines.values():
        for dark, cells in groupby(line, shaded.__contains__):
            rooms = [[*part] for _, part in groupby(cells, room.get)]
            if len(rooms) > 2 and not dark:
                yield f"the line from {rooms[0][0]} to {rooms[-1][-1]} crosses two borders"
    yield from wrong_counts(board.counts(board.cages.get), shaded, "shaded cell")


def clues(board, solution):
    shaded = board.marked(solution, "x")
    return {room[0]: len(shaded.intersection(room)) for room in board.regions.values()}
