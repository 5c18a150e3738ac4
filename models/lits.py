"""LITS.

Shade a tetromino in every region: an L, I, T or S, turned or mirrored. No two of the same letter
touch along a side, all shaded cells are connected, and no 2x2 cells are all shaded. Cells with # or
@ are in no region and stay empty.
"""

import numpy as np

from ilpuzzles import Model, connected
from ilpuzzles.grid import TINT, Board, Sketch, no_full_block

presets = {
    "small": {"regions": ["AAAAB", "AAABB", "ACCCB", "DCCCC", "DDDDD"], "solutions": 1},
    "medium": {"solutions": 1, "regions": [
        "AAABBBB", "ACBBBDB", "CCCBDDD", "CCCCEED", "FGGCGEE", "FGGGGHE", "FFGHHHH"]},
    "large": {"solutions": 1, "regions": [
        "AAAABBCCCD", "EABBBCCCFD", "EEEBBBCFFD", "EGEEHHHFFD", "GGIHHHFFJK",
        "GGIILHFFJK", "IIILLMMJJK", "NNILLMMMJK", "NOOOLMMPJK", "NNOOOPPPKK"]},
}  # fmt: skip
preset = "small"
layout = "regions"
address = "lits borders"
given = "clues"
VOID = {"#", "@"}


SHAPES = {"L": "00 10 20 21", "I": "00 01 02 03", "T": "00 01 02 11", "S": "01 02 10 11"}
"""By letter, the rows and columns of cells."""


def forms():
    """All tetrominoes, turned and mirrored, with their first cell at (0, 0)."""
    for letter, shape in SHAPES.items():
        cells = [(int(r), int(c)) for r, c in shape.split()]
        for turn in range(8):
            cells = sorted((c, r) if turn % 2 else (r, -c) for r, c in cells)
            yield letter, tuple((r - cells[0][0], c - cells[0][1]) for r, c in cells)


FORMS = dict.fromkeys(forms())


def read(fields):
    board = Board.read(fields, clues="[LITS]")
    if not board.regions.keys() - VOID:
        raise ValueError("there are no regions: draw them in 'regions', a letter for each cell")
    room, found = board.region_of, [*places(board)]
    for name in board.regions.keys() - VOID - {room[cells[0]] for _, *cells in found}:
        raise ValueError(f"region {name} has no room for a tetromino")
    for cell, letter in board.clues.items():
        if not any(one[0] == letter and cell in one for one in found):
            raise ValueError(f"no {letter} fits into the region of {cell} so that it has this cell")
    return board


def places(board):
    """All tetrominoes that lie in one region: the letter and the cells."""
    rows, columns = board.grid.rows, board.grid.columns
    room = np.full((rows + 3, columns + 6), -1)
    for number, (name, cells) in enumerate(board.regions.items()):
        r, c = np.array(cells).T
        room[r, c + 3] = -1 if name in VOID else number
    for letter, form in FORMS:
        first, *others = (room[r : r + rows, c + 3 : c + 3 + columns] for r, c in form)
        fits = np.all([first >= 0, *(first == one for one in others)], axis=0)
        for row, column in np.argwhere(fits).tolist():
            yield letter, *((row + r, column + c) for r, c in form)


def build(board):
    model, grid, room, found = Model("lits"), board.grid, board.region_of, [*places(board)]
    shaded, place = model.binary("shaded", grid.cells), model.binary("place", found)
    within = {name: [] for name in board.regions if name not in VOID}
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
    shaded, known = {cell for cell in words if words[cell] != "-"}, {*places(board)}
    for name, cells in board.regions.items():
        here = [cell for cell in cells if cell in shaded]
        letters = "".join({words[cell] for cell in here})
        if here if name in VOID else (letters, *here) not in known:
            yield f"region {name} has {len(here)} cells that are not as they should be"
    for one, other in board.grid.pairs:
        if words[one] == words[other] != "-" and room[one] != room[other]:
            yield f"{one} and {other} have the same letter in two regions"
    for window in board.grid.windows(2, 2):
        if shaded.issuperset(window):
            yield f"the 2x2 cells from {window[0]} on are all shaded"
    yield from (f"{part[0]} is cut off" for part in board.grid.parts(shaded)[1:])


def clues(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    return [[*cell, word] for cell, word in words.items() if word != "-"]


def draw(board, solution):
    sketch = Sketch.of(board)
    sketch.black(cell for name in VOID for cell in board.regions.get(name, ()))
    if solution:
        words = board.grid.read_tokens(solution["rows"])
        sketch.shade((cell for cell, word in words.items() if word not in "-?"), TINT)
        sketch.fill(solution["rows"], "-?x")
        sketch.put(solution["rows"], {})
    return sketch
