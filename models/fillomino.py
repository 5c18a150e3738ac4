"""Fillomino.

Write a number into every cell, so that each number belongs to a region of so many cells that hang
together. No two regions of the same size touch along a side.
"""

from itertools import combinations

from ilpuzzles import Model, connected
from ilpuzzles.grid import PEN, Board, Sketch

presets = {
    "small": {"board": ["3--5-", "-1--2", "-4-2-", "4--3-", "-4--4"]},
}
preset = "small"
layout = "board"
given = "clues"
SMALL = 4
"""Regions without a clue are listed up to this size."""


def read(fields):
    board = Board.read(fields, clues="[1-9][0-9]*")
    for cell, number in board.numbers.items():
        if number > len(board.grid.cells):
            raise ValueError(f"the number {number} in {cell} is greater than the board")
    return board


def reached(grid, start, steps, free):
    """The cells that so many steps through free ones lead to, the nearest first."""
    found = {start: 0}
    for cell in (waiting := [start]):
        for other in grid.near(cell) if found[cell] < steps else ():
            if other in free and other not in found:
                found[other] = found[cell] + 1
                waiting.append(other)
    return waiting


def clued_regions(board):
    """The cells that the region of each clue can have, if it is the first one there; and how many
    cells without a clue can be left to regions without any."""
    numbers, grid, cells = board.numbers, board.grid, {}
    empty = set(grid.cells) - set(numbers)
    spare = len(empty)
    for number in set(numbers.values()):
        alike = [cell for cell in numbers if numbers[cell] == number]
        free, regions, near = empty.union(alike), 0, set()
        for cell in alike:
            if cell not in near:
                regions += 1
                near.update(reached(grid, cell, number - 1, free))
        spare -= number * max(regions, -(-len(alike) // number)) - len(alike)
        for cell in alike:
            if cell in free:
                cells[cell] = reached(grid, cell, number - 1, free)
            free -= {cell, *grid.near(cell)}
    return cells, max(spare, 0)


def build(board):
    model, grid, numbers = Model("fillomino"), board.grid, board.numbers
    near = {cell: grid.near(cell) for cell in grid.cells}
    cells, spare = clued_regions(board)
    ...
