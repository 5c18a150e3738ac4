"""Nurikabe.

Shade cells so that they are connected and fill no square of 2x2 cells: the sea. The others are
islands, which do not touch along a side, each with one number that counts its cells; ? is any one.
"""

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, no_full_block

presets = {
    "small": {"board": ["----5", "-----", "4---1", "-----", "1---1"], "solutions": 1},
    "medium": {"solutions": 1, "board": [
        "-------", "--6----", "-5-----", "------6", "-----5-", "-------", "--3----"]},
    "large": {"solutions": 1, "board": ["--1-1-1-2-", "----------", "---4----3-", "------4---",
        "4-4-1-----", "----------", "-----4---1", "--1---2---", "----2-----", "-2---1--4-"]},
}  # fmt: skip
layout = "board"
address = "nurikabe number16"
words = "-x"
facts = ["sea"]


def read(fields):
    board = Board.read(fields, clues=r"[1-9][0-9]*|\?")
    land, cells = sum(board.numbers.values()), len(board.grid.cells)
    if land > cells:
        raise ValueError(f"the islands have {land} cells, and the board has {cells}")
    return board


def reach(board, clue):
    """The cells that the island of a clue can get to, next to no other clue."""
    grid, most = board.grid, board.numbers.get(clue, len(board.grid.cells))
    other = {one for cell in board.clues if cell != clue for one in [cell, *grid.near(cell)]}
    return grid.reached(clue, most - 1, grid.all - other)


def build(board):
    model, grid = Model("nurikabe"), board.grid
    cells_of = {clue: reach(board, clue) for clue in board.clues}
    sea = model.binary("sea", grid.cells)
    island = model.binary("island", [(cell, clue) for clue in cells_of for cell in cells_of[clue]])
    own = {cell: {} for cell in grid.cells}
    for cell, clue in island.axes[0]:
        own[cell][clue] = island[cell, clue]
    with model.group("cells", why="every cell is sea or belongs to one island"):
        for cell in grid.cells:
            model.exactly_one([sea[cell], *own[cell].values()], key=cell)
    with model.group("apart", why="no two islands touch"):
        for one, other in grid.pairs:
            for here, there in ((own[one], own[other]), (own[other], own[one])):
                for clue, land in here.items():
                    others = [truth for name, truth in there.items() if name != clue]
                    if others:
                        model.at_most_one([land, *others], key=(one, other, clue))
    with model.group("squares", why="no square of 2x2 cells is full"):
        no_full_block(model, grid, sea)
    with model.group("connected", why="the sea is connected"):
        connected(model, grid.pairs, {cell: sea[cell] if own[cell] else 1 for cell in grid.cells})
    with model.group("clues", why="the island of a number is connected and has so many cells"):
        for clue, cells in cells_of.items():
            land = {cell: own[cell][clue] for cell in cells}
            model.add(land[clue] == 1, key=clue)
            if clue in board.numbers:
                model.add(model.sum(land.values()) == board.numbers[clue], key=clue)
            pairs = [(a, b) for a in cells for b in grid.near(a) if a < b and b in land]
            connected(model, pairs, land, roots={cell: cell == clue for cell in cells})
    return model


def rules(board, solution):
    grid, sea = board.grid, board.marked(solution, "x")
    yield from (f"{cell} has a number, and is sea" for cell in board.clues if cell in sea)
    yield from (f"the sea at {part[0]} is cut off" for part in grid.parts(sea)[1:])
    full = filter(sea.issuperset, grid.windows(2, 2))
    yield from (f"the square of 2x2 cells from {cells[0]} on is full" for cells in full)
    for land in grid.parts(grid.all - sea):
        found = [board.clues[cell] for cell in land if cell in board.clues]
        if len(found) != 1:
            yield f"the island of {land[0]} has {len(found)} numbers"
        elif found[0] not in {"?", str(len(land))}:
            yield f"the island of {land[0]} has {len(land)} cells instead of {found[0]}"
