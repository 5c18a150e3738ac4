"""Heyawake.

Shade cells so that no two of them touch along a side and the others are connected. A number says
how many cells of its room are shaded. No straight line of cells that are not shaded crosses more
than one border between rooms.
"""

from itertools import pairwise

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, apart

presets = {
    "small": {"regions": ["AABCC", "AABDD", "AABDD", "EEFDD", "GGFHH"],
              "given": [[0, 0, "1"], [1, 3, "2"]], "solutions": 1},
    "medium": {"regions": ["ABCCCDE", "ABCCCDE", "ABFFGHI", "JJFFGHI",
                           "JJFFGHK", "LLLMMMK", "NNNMMMK"],
               "given": [[0, 0, "2"], [2, 5, "2"], [5, 3, "2"], [6, 0, "0"]], "solutions": 1},
    "large": {"regions": ["aaabccdeef", "gggbhhdeef", "iijjkldmmf", "nnnoklpqqr", "sstoklpqqr",
                          "sstouvwqqx", "ssyyuvwzAx", "BByyCDDzAx", "BBEECDDFFF", "GGGHHHIFFF"],
              "given": [[0, 0, "0"], [0, 9, "0"], [5, 9, "2"], [8, 2, "0"]], "solutions": 1},
}  # fmt: skip
preset = "small"
layout = "board regions"
address = "heyawake borders rooms16"
given = "clues"
words = "-x"


def read(fields):
    board = Board.read(fields, clues="[0-9]+")
    if not board.regions:
        raise ValueError("there are no rooms: draw them in 'regions', a letter for each cell")
    for name, cells in board.regions.items():
        found = [int(board.clues[cell]) for cell in cells if cell in board.clues]
        if len(found) > 1:
            raise ValueError(f"room {name} has {len(found)} numbers: write one")
        if found and found[0] > len(cells):
            raise ValueError(f"room {name} has {len(cells)} cells, and its number is {found[0]}")
    return board


def build(board):
    model, grid, room_of = Model("heyawake"), board.grid, board.region_of
    shaded = model.binary("shaded", grid.cells)
    with model.group("apart", why="no two shaded cells touch"):
        apart(model, grid, shaded)
    with model.group("lines", why="no line of unshaded cells crosses two borders"):
        for cells in crossing(board):
            model.at_least_one([shaded[cell] for cell in cells], key=(cells[0], cells[-1]))
    with model.group("connected", why="the unshaded cells are connected"):
        connected(model, grid.pairs, ~shaded)
    with model.group("clues", why="a number counts the shaded cells of its room"):
        for cell, number in board.numbers.items():
            room = board.regions[room_of[cell]]
            model.add(model.sum(shaded[one] for one in room) == number, key=cell)
    return model


def crossing(board):
    """The shortest lines of cells that cross two borders between rooms."""
    room = board.region_of
    for cells in board.grid.lines.values():
        steps = enumerate(pairwise(cells))
        borders = [n for n, (one, other) in steps if room[one] != room[other]]
        yield from (cells[start : end + 2] for start, end in pairwise(borders))


def rules(board, solution):
    words, room_of = board.grid.read_tokens(solution["rows"]), board.region_of
    yield from board.grid.wrong_words(words, "-x")
    shaded = {cell for cell, word in words.items() if word == "x"}
    for one, other in board.grid.pairs:
        if {one, other} <= shaded:
            yield f"{one} and {other} touch"
    parts = board.grid.parts(board.grid.all - shaded)
    yield from (f"{part[0]} is cut off" for part in parts[1:])
    for cells in crossing(board):
        if not shaded.intersection(cells):
            yield f"the line from {cells[0]} to {cells[-1]} crosses two borders"
    for cell, number in board.numbers.items():
        found = len(shaded.intersection(board.regions[room_of[cell]]))
        if found != number:
            yield f"the room of {cell} has {found} shaded cells instead of {number}"


def clues(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    rooms = board.regions.values()
    return [[*cells[0], str(sum(words[cell] == "x" for cell in cells))] for cells in rooms]
