"""Killer Sudoku.

Write a digit into every cell, so that every row, every column and every box has each digit once. A
number in a cage is the sum of its digits, which are all different.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch, repeats

presets = {
    "small": {"board": ["9-83", "-7--", "4--9", "----"], "regions": ["BBDA", "BCDA", "FCDE", "FCEE"]},
}  # fmt: skip
preset = "small"
layout = "board regions"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[1-9][0-9]*")
    board.grid.boxes()
    for name, cells in board.regions.items():
        if len(cells) > board.side:
            raise ValueError(f"the cage {name} has {len(cells)} cells, and there are {board.side} digits")
        if len(board.clues.keys() & cells) > 1:
            raise ValueError(f"the cage {name} has two sums")
    return board


def areas(board):
    """The cells of everything that has each digit once, by kind and name."""
    boxes = {("box", name): cells for name, cells in board.grid.boxes().items()}
    return board.grid.lines | boxes


def build(board):
    model, digits = Model("killer sudoku"), range(1, board.side + 1)
    digit = model.binary("digit", board.grid.cells, digits)
    with model.group("cells", why="every cell has one digit"):
        model.exactly_one(digit, axis=1)
    with model.group("areas", why="every row, every column and every box has each digit once"):
        for (kind, name), cells in areas(board).items():
            model.exactly_one(digit[cells, :], name=f"{kind} {name}", axis=0)
    with model.group("cages", why="the digits in a cage are different"):
        for name, cells in board.regions.items():
            model.at_most_one(digit[cells, :], name=f"cage {name}", axis=0)
    with model.group("clues", why="the number in a cage is the sum of its digits"):
        for cell, number in board.numbers.items():
            cage = digit[board.regions[board.region_of[cell]], :]
            model.add((cage * list(digits)).sum() == number, key=cell)
    return model


def decode(board, values):
    return {"rows": board.grid.numbers(values["digit"], range(1, board.side + 1))}


partial = decode
