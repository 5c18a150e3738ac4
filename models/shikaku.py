"""Shikaku.

Cut the board along its lines into rectangles, so that each has one number in it, which says how
many cells it has.
"""

import numpy as np

from ilpuzzles import Model
from ilpuzzles.grid import PEN, Board, Sketch

presets = {
    "small": {"board": ["2-2", "---", "3-2"]},
}
preset = "small"
layout = "board"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[1-9][0-9]*")
    total, cells = sum(board.numbers.values()), len(board.grid.cells)
    if total != cells:
        raise ValueError(f"the numbers add up to {total}, and the board has {cells} cells")
    return board


def rectangles(board):
    """The rectangles that each number can have: its cell, the upper left cell, and the size."""
    grid, given = board.grid, np.zeros((board.grid.rows, board.grid.columns), dtype=int)
    for cell in board.clues:
        given[cell] = 1
    for (r, c), area in board.numbers.items():
        for rows in (n for n in range(1, area + 1) if area % n == 0):
            columns = area // rows
            for top in range(max(r - rows + 1, 0), min(r, grid.rows - rows) + 1):
                for left in range(max(c - columns + 1, 0), min(c, grid.columns - columns) + 1):
                    if given[top : top + rows, left : left + columns].sum() == 1:
                        yield (r, c), (top, left, rows, columns)


def inside(top, left, rows, columns):
    return [(r, c) for r in range(top, top + rows) for c in range(left, left + columns)]


def build(board):
    model, grid = Model("shikaku"), board.grid
    found = list(rectangles(board))
    rectangle = model.binary("rectangle", [place for _, place in found])
    over = {cell: [] for cell in grid.cells}
    of = {cell: [] for cell in board.clues}
    for (clue, place), chosen in zip(found, rectangle, strict=True):
        of[clue].append(chosen)
        for cell in inside(*place):
            over[cell].append(chosen)
    with model.group("cover", why="every cell is in one rectangle"):
        for cell, chosen in over.items():
            if cell not in of:
                model.exactly_one(chosen, key=cell)
    with model.group("clues", why="every number has a rectangle with so many cells"):
        for cell, chosen in of.items():
            model.exactly_one(chosen, key=cell)
    return model


def decode(board, values):
    number = {cell: str(n) for n, cell in enumerate(board.clues, 1)}
    at = {}
    for (clue, place), chosen in zip(rectangles(board), values["rectangle"], strict=True):
        for cell in inside(*place) if chosen != 0 else ():
            at.setdefault(cell, set()).add(number[clue])
    words = {cell: min(found) if len(found) == 1 else "?" for cell, found in at.items()}
    return {"rows": board.grid.tokens(words)}


partial = decode


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    for name, cells in board.grid.regions(words).items():
        rows, columns = ([cell[axis] for cell in cells] for axis in (0, 1))
        if len(cells) != len(inside(0, 0, *(max(one) - min(one) + 1 for one in (rows, columns)))):
            yield f"region {name} is no rectangle"
        numbers = [board.numbers[cell] for cell in cells if cell in board.numbers]
        if numbers != [len(cells)]:
            yield f"region {name} has {len(cells)} cells and the numbers {numbers}"


def draw(board, solution):
    sketch = Sketch.of(board)
    words = board.grid.read_tokens(solution["rows"]) if solution else {}
    sketch.borders(words, PEN)
    if "?" in words.values():
        sketch.path(pair for pair in board.grid.pairs if words[pair[0]] == words[pair[1]] != "?")
    return sketch
