"""Galaxies.

Divide the board into regions, each around one centre: turned around it by half a turn, the region
is the same. Centres lie in the middle of a cell (0), of its right side (1), of its lower side (2),
or at its lower right corner (3). Also known as Tentai Show.
"""

from ilpuzzles import Model, connected
from ilpuzzles.grid import PEN, Board, Sketch

presets = {
    "small": {"board": ["1--0-", "---0-", "3-0-0", "---0-", "-----"], "solutions": 1},
    "medium": {"solutions": 1, "board": [
        "-----1-", "00--1-0", "--2----", "1-----0", "----1--", "-------", "1-0----"]},
    "large": {"solutions": 1, "board": [
        "-----1-000", "------1--0", "0--1---03-", "----------", "-2--------",
        "---1------", "---1---0--", "-2--------", "---1-0-1-0", "1----0-1--"]},
}  # fmt: skip
preset = "small"
layout = "board"
address = "tentaisho centres"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[0-3]")
    reached = {cell for cells in galaxies(board).values() for cell in cells}
    for cell in board.grid.cells:
        if cell not in reached:
            raise ValueError(f"{cell} can be in no region with one centre")
    return board


def opposite(board, centre, cell):
    (r, c), word = centre, board.clues[centre]
    return 2 * r + (word in "23") - cell[0], 2 * c + (word in "13") - cell[1]


def centres(board):
    """The centre that lies in or at a cell, for cells with one."""
    found = {}
    for r, c in board.clues:
        down, right = opposite(board, (r, c), (r, c))
        for cell in ((r, c), (r, right), (down, c), (down, right)):
            if found.setdefault(cell, (r, c)) != (r, c) or cell not in board.grid:
                what = "two centres" if cell in board.grid else "half a centre"
                raise ValueError(f"{what} at {cell}")
    return found


def galaxies(board):
    """The cells that may be in the region of each centre, and the cells opposite."""
    of, found = centres(board), {}
    for centre in board.clues:
        cells = {cell: opposite(board, centre, cell) for cell in of if of[cell] == centre}
        for cell in (waiting := list(cells)):
            for one in board.grid.near(cell):
                other = opposite(board, centre, one)
                free = of.get(one, centre) == of.get(other, centre) == centre
                if free and one not in cells and other in board.grid:
                    cells[one] = other
                    waiting.append(one)
        found[centre] = cells
    return found


def build(board):
    model, grid, cells = Model("galaxies"), board.grid, galaxies(board)
    of = centres(board)
    pairs = [(centre, a) for centre, part in cells.items() for a, b in part.items() if a <= b]
    half = model.binary("half", pairs)
    inside, at = {}, {cell: [] for cell in grid.cells}
    for (centre, cell), variable in zip(pairs, half, strict=True):
        for one in {cell, cells[centre][cell]}:
            inside[centre, one] = variable
            at[one].append(variable)
    edges = []
    for centre, part in cells.items():
        near = ((cell, other) for cell in part for other in grid.near(cell) if cell < other)
        edges += [((centre, a), (centre, b)) for a, b in near if b in part]
    with model.group("cells", why="every other cell is in one region"):
        for cell in (cell for cell in grid.cells if cell not in of):
            model.exactly_one(at[cell], key=cell)
    with model.group("regions", why="every region hangs together"):
        connected(model, edges, inside, roots={one: one[0] == one[1] for one in inside})
    with model.group("clues", why="a centre is in its region, and in no other one"):
        for cell, centre in of.items():
            model.add(inside[centre, cell] == 1, key=centre)
    return model


def decode(board, values):
    words, number, on = {}, {cell: n for n, cell in enumerate(board.clues, 1)}, iter(values["half"])
    for centre, part in galaxies(board).items():
        for cell, other in part.items():
            if cell <= other and next(on):
                words[cell] = words[other] = number[centre]
    return {"rows": board.grid.tokens(words, "?")}


partial = decode


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    of = centres(board)
    for name, cells in board.grid.regions(words).items():
        found = {of[cell] for cell in cells if cell in of}
        if len(found) != 1:
            yield f"region {name} has {len(found)} centres"
        elif any(opposite(board, *found, cell) not in cells for cell in cells):
            yield f"region {name} is not symmetric"
        if len(board.grid.parts(cells)) > 1:
            yield f"region {name} falls apart"


def draw(board, solution):
    sketch = Sketch(board.grid)
    words = board.grid.read_tokens(solution["rows"]) if solution else {}
    sketch.borders(words, PEN)
    if "?" in words.values():
        sketch.path(pair for pair in board.grid.pairs if words[pair[0]] == words[pair[1]] != "?")
    for r, c in board.clues:
        down, right = opposite(board, (r, c), (r, c))
        sketch.dot({((r + down + 1) / 2, (c + right + 1) / 2): " "})
    return sketch
