"""Heyawake.

Shade cells so that no two of them touch along a side and the others are connected. A number says
how many cells of its room are shaded. No straight line of cells that are not shaded crosses more
than one border between rooms.
"""

from itertools import pairwise

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, apart, wrong_counts

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
        steps = enumerate(pairwise(cells))
        borders = [n for n, (one, other) in steps if room[one] != room[other]]
        yield from (cells[start : end + 2] for start, end in pairwise(borders))


def build(board):
    model, grid = Model("heyawake"), board.grid
    shaded = model.binary("shaded", grid.cells)
    with model.group("apart", why="no two shaded cells touch"):
        apart(model, grid, shaded)
    with model.group("lines", why="no line of unshaded cells crosses two borders"):
        for cells in crossing(board):
            model.at_least_one(shaded[cells], key=(cells[0], cells[-1]))
    with model.group("connected", why="the unshaded cells are connected"):
        connected(model, grid.pairs, ~shaded)
    with model.group("clues", why="a number counts the shaded cells of its room"):
        for cell, room, number in board.counts(board.cages.get):
            model.add(model.sum(shaded[room]) == number, key=cell)
    return model


def rules(board, solution):
    shaded = board.marked(solution, "x")
    yield from board.grid.touches(shaded)
    yield from (f"{part[0]} is cut off" for part in board.grid.parts(board.grid.all - shaded)[1:])
    for cells in crossing(board):
        if not shaded.intersection(cells):
            yield f"the line from {cells[0]} to {cells[-1]} crosses two borders"
    yield from wrong_counts(board.counts(board.cages.get), shaded, "shaded cells in its room")


def clues(board, solution):
    shaded = board.marked(solution, "x")
    return {room[0]: len(shaded.intersection(room)) for room in board.regions.values()}
