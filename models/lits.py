"""LITS.

Shade a tetromino in every region: an L, I, T or S, turned or mirrored. No two of the same letter
touch along a side, all shaded cells are connected, and no 2x2 cells are all shaded.
"""

import numpy as np

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, Sketch, no_full_block

presets = {
    "small": {"regions": ["AAAA", "BBBB"]},
}  # fmt: skip
preset = "small"
layout = "regions"
address = "lits borders"
given = "clues"


def forms(cells):
    """A shape, turned and mirrored in all ways, with its first cell at (0, 0)."""
    for _ in range(4):
        cells = sorted((c, -r) for r, c in cells)
        for turned in (cells, sorted((r, -c) for r, c in cells)):
            yield tuple((r - turned[0][0], c - turned[0][1]) for r, c in turned)


SHAPES = {
    "L": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "I": [(0, 0), (0, 1), (0, 2), (0, 3)],
    "T": [(0, 0), (0, 1), (0, 2), (1, 1)],
    "S": [(0, 1), (0, 2), (1, 0), (1, 1)],
}
FORMS = [(letter, form) for letter, shape in SHAPES.items() for form in {*forms(shape)}]


def read(fields):
    board = Board.read(fields, clues="[LITS]")
    if not board.regions:
        raise ValueError("there are no regions: draw them in 'regions', a letter for each cell")
    room = board.region_of
    found = [*places(board)]
    for name in board.regions.keys() - {room[cells[0]] for _, *cells in found}:
        raise ValueError(f"region {name} has no room for a tetromino")
    for cell, letter in board.clues.items():
        if not any(one[0] == letter and cell in one for one in found):
            raise ValueError(f"no {letter} fits into the region of {cell} so that it has this cell")
    return board


def places(board):
    """All tetrominoes that lie in one region: the letter and the cells."""
    rows, columns = board.grid.rows, board.grid.columns
    room = np.full((rows + 3, columns + 6), -1)
    for number, cells in enumerate(board.regions.values()):
        r, c = np.array(cells).T
        room[r, c + 3] = number
    for letter, form in FORMS:
        first, *others = (room[r : r + rows, c + 3 : c + 3 + columns] for r, c in form)
        for row, column in np.argwhere(np.all([first == one for one in others], axis=0)).tolist():
            yield letter, *((row + r, column + c) for r, c in form)


def build(board):
    model, grid, room, found = Model("lits"), board.grid, board.region_of, [*places(board)]
    shaded, place = model.binary("shaded", grid.cells), model.binary("place", found)
    within = {name: [] for name in board.regions}
    over = {cell: [] for cell in grid.cells}
    having = {(cell, letter): [] for cell in grid.cells for letter in SHAPES}
    for (letter, *cells), chosen in zip(found, place, strict=True):
        within[room[cells[0]]].append(chosen)
        for cell in cells:
            over[cell].append(chosen)
            having[cell, letter].append(chosen)
    with model.group("regions", why="every region has one tetromino"):
        for name, chosen in within.items():
            model.exactly_one(chosen, key=name)
        for (cell, chosen), one in zip(over.items(), shaded, strict=True):
            model.add(model.sum(chosen) == one, key=cell)
    with model.group("letters", why="no two tetrominoes of the same letter touch"):
        for one, other in grid.pairs:
            for letter in SHAPES if room[one] != room[other] else ():
                here, there = having[one, letter], having[other, letter]
                if here and there:
                    model.at_most_one(here + there, key=(*one, *other, letter))
    with model.group("squares", why="no 2x2 cells are all shaded"):
        no_full_block(model, grid, shaded)
    with model.group("connected", why="the shaded cells are connected"):
        connected(model, grid.pairs, shaded)
    with model.group("clues", why="these letters are given"):
        for cell, letter in board.clues.items():
            model.exactly_one(having[cell, letter], key=cell)
    return model


def decode(board, values):
    words = {0: "-", 1: "x", None: "?"}
    at = {cell: words[on] for cell, on in zip(board.grid.cells, values["shaded"], strict=True)}
    for (letter, *cells), chosen in zip(places(board), values["place"], strict=True):
        at |= dict.fromkeys(cells, letter) if chosen else {}
    return {"rows": board.grid.tokens(at)}


partial = decode


def rules(board, solution):
    words, room = board.grid.read_tokens(solution["rows"]), board.region_of
    yield from board.grid.wrong_words(words, "-LITS")
    yield from board.changed(words)
    shaded, known = [cell for cell in words if words[cell] != "-"], {*places(board)}
    for name, cells in board.regions.items():
        here = [cell for cell in cells if words[cell] != "-"]
        letters = "".join({words[cell] for cell in here})
        if (letters, *here) not in known:
            yield f"region {name} has no tetromino with its letter, or more"
    for one, other in board.grid.pairs:
        if words[one] == words[other] != "-" and room[one] != room[other]:
            yield f"{one} and {other} have the same letter in two regions"
    for window in board.grid.windows(2, 2):
        if {*window}.issubset(shaded):
            yield f"the 2x2 cells from {window[0]} on are all shaded"
    yield from (f"{part[0]} is cut off" for part in board.grid.parts(shaded)[1:])


def clues(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    return [[*cell, word] for cell, word in words.items() if word != "-"]


def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        words = board.grid.read_tokens(solution["rows"])
        sketch.shading({cell: word if word in "-?" else "x" for cell, word in words.items()})
        sketch.fill(solution["rows"], "-?x")
    return sketch
