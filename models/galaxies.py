"""Galaxies.

Divide the board into regions with one centre each, around which half a turn changes nothing; also
known as Tentai Show. Centres lie in the middle of a cell (0), of its right side (1), of its lower
side (2), or at its lower right corner (3).
"""

from itertools import product

from ilpuzzles import Model, connected
from ilpuzzles.grid import PEN, Board, Sketch

presets = {
    "small": {"board": ["---1-", "22---", "--020", "-----", "-0---"], "solutions": 1},
    "medium": {"solutions": 1, "board": [
        "----0-0", "-1--0--", "----02-", "0001--2", "-------", "2-1----", "-------"]},
    "large": {"solutions": 1, "board": ["---2---01-", "---------0", "0-0---2---", "-0-0------",
        "------2-0-", "----3-----", "0-0-------", "-0----00--", "--2----2--", "----------"]},
}  # fmt: skip
layout = "board"
address = "tentaisho centres"


def read(fields):
    board = Board.read(fields, clues="[0-3]")
    reached = [cell for (_, one), other in places(board).items() for cell in (one, other)]
    for cell in sorted(board.grid.all.difference(reached)):
        raise ValueError(f"{cell} can be in no region with one centre")
    return board


def opposite(board, centre, cell):
    (r, c), word = centre, board.clues[centre]
    return 2 * r + (word in "23") - cell[0], 2 * c + (word in "13") - cell[1]


def centres(board):
    """The cells that centres touch, which are in their regions; and which centres these are."""
    found = {}
    for r, c in board.clues:
        down, right = opposite(board, (r, c), (r, c))
        for cell in ((r, c), (r, right), (down, c), (down, right)):
            if cell not in board.grid or found.setdefault(cell, (r, c)) != (r, c):
                raise ValueError(f"the centre in {(r, c)} touches the border or another one")
    return found


def places(board):
    """Pairs of a centre and a cell that may be in its region, with the cell opposite."""
    of, grid = centres(board), board.grid
    found = {(centre, cell): opposite(board, centre, cell) for cell, centre in of.items()}
    for centre, cell in (waiting := list(found)):
        for one in grid.near(cell):
            other = opposite(board, centre, one)
            free = other in grid and of.get(one, centre) == of.get(other, centre) == centre
            if free and (centre, one) not in found:
                found[centre, one] = other
                waiting.append((centre, one))
    return {one: other for one, other in found.items() if one[1] <= other}


def halves(half, found):
    """For every centre, whether a cell is in its region: the cell opposite says the same."""
    known = zip(found.items(), half, strict=True)
    return {(one[0], cell): on for (one, other), on in known for cell in (one[1], other)}


def build(board):
    model, of, found = Model("galaxies"), centres(board), places(board)
    inside = halves(model.binary("half", list(found)), found)
    at = {cell: [] for cell in board.grid.cells}
    for (_, cell), variable in inside.items():
        at[cell].append(variable)
    near = ((one, (one[0], cell)) for one in inside for cell in board.grid.near(one[1]))
    edges = [(one, other) for one, other in near if one < other and other in inside]
    with model.group("cells", why="every cell is in one region"):
        for cell in (cell for cell in at if cell not in of):
            model.exactly_one(at[cell], key=cell)
    with model.group("regions", why="every region hangs together"):
        connected(model, edges, inside, roots={one: one[0] == one[1] for one in inside})
    with model.group("clues", why="a centre is in its region"):
        for cell, centre in of.items():
            model.add(inside[centre, cell] == 1, key=centre)
    return model


def together(model, board):
    """For cells side by side, that both are in the region of one centre."""
    inside, found = halves(model.families[0], places(board)), {}
    for one, (a, b) in product(board.clues, board.grid.pairs):
        if {(one, a), (one, b)} <= inside.keys():
            here, there = inside[one, a], inside[one, b]
            found.setdefault((a, b), []).append(here if here is there else here & there)
    return found


def decode(board, values):
    words, number = {}, {one: n for n, one in enumerate(board.clues, 1)}
    for ((centre, cell), other), on in zip(places(board).items(), values["half"], strict=True):
        if on:
            words |= dict.fromkeys([cell, other], number[centre])
    return {"rows": board.grid.tokens(words, "?")}


def rules(board, solution):
    words, of = board.grid.read_tokens(solution["rows"]), centres(board)
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
