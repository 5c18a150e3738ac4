"""LITS.

Shade a tetromino (L, I, T or S, turned or mirrored) in every region; # and @ are in none. They are
connected, no two of the same letter touch along a side, and no 2x2 cells are all shaded. A wall
inside a region may part no two cells of its tetromino.
"""

from itertools import combinations

from ilpuzzles import Model, connected
from ilpuzzles.grid import TINT, VOID, Board, Sketch, no_full_block

presets = {
    "small": {"regions": ["AAAAB", "AAABB", "ACCCB", "DCCCC", "DDDDD"], "solutions": 1},
    "medium": {"solutions": 1, "regions": [
        "AAABBBB", "ACBBBDB", "CCCBDDD", "CCCCEED", "FGGCGEE", "FGGGGHE", "FFGHHHH"]},
    "large": {"solutions": 1, "regions": ["AAAABBCCCD", "EABBBCCCFD", "EEEBBBCFFD", "EGEEHHHFFD",
        "GGIHHHFFJK", "GGIILHFFJK", "IIILLMMJJK", "NNILLMMMJK", "NOOOLMMPJK", "NNOOOPPPKK"]},
}  # fmt: skip
layout = "regions walls?"
clue = {"[LITS]": "a shaded cell, and the tetromino of its region"}
address = "lits borders"


def read(fields):
    board = Board.read(fields, clues=clue)
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
    """All tetrominoes that lie in one region, across no wall: the letter and the cells."""
    for name, within in board.regions.items():
        for cells in board.grid.polyominoes(within, 4) if name not in VOID else ():
            if not board.walls.isdisjoint(combinations(cells, 2)):
                continue
            short, long = sorted(map(sorted, zip(*cells)), key=lambda axis: axis[3] - axis[0])
            # In the middle of the longer side, an L has one cell, and an S or a T has two.
            letter = "L" if long[1] < long[2] else "S" if short[1] < short[2] else "T"
            if long[3] - long[0] > 1:
                yield "I" if long[3] - long[0] == 3 else letter, *cells


def build(board):
    model, grid, room, found = Model("lits"), board.grid, board.region_of, [*places(board)]
    shaded, place = model.binary("shaded", grid.cells), model.binary("place", found)
    within = {name: [] for name in board.regions if name not in VOID}
    having = {(cell, letter): [] for cell in grid.cells for letter in "LITS"}
    for (letter, *cells), chosen in zip(found, place, strict=True):
        within[room[cells[0]]].append(chosen)
        for cell in cells:
            having[cell, letter].append(chosen)
    with model.group("regions", why="every region has one tetromino"):
        model.exactly_one(within)
        for cell in grid.cells:
            chosen = model.sum(one for letter in "LITS" for one in having[cell, letter])
            model.add(chosen == shaded[cell], key=cell)
    with model.group("letters", why="no two tetrominoes of the same letter touch"):
        apart = [pair for pair in grid.pairs if room[pair[0]] != room[pair[1]]]
        both = {(*a, *b, x): (having[a, x], having[b, x]) for a, b in apart for x in "LITS"}
        model.at_most_one(
            {key: [*here, *there] for key, (here, there) in both.items() if here and there}
        )
    with model.group("squares", why="no 2x2 cells are all shaded"):
        no_full_block(model, grid, shaded)
    with model.group("connected", why="the shaded cells are connected"):
        connected(model, grid.pairs, shaded)
    with model.group("clues", why="these letters are given"):
        model.exactly_one({cell: having[cell, letter] for cell, letter in board.clues.items()})
    return model


def decode(board, values):
    chosen = (one for one, on in zip(places(board), values["place"], strict=True) if on)
    over = (dict.fromkeys(cells, letter) for letter, *cells in chosen)
    return {"rows": board.grid.words(values["shaded"], "-x", over=over)}


def rules(board, solution):
    words, room = board.words(solution), board.region_of
    yield from board.grid.wrong_words(words, "-LITS")
    yield from board.changed(words)
    shaded = board.grid.all - board.marked(solution, "-")
    known = {tuple(cells): {letter} for letter, *cells in places(board)}
    for name, cells in board.regions.items():
        here = tuple(cell for cell in cells if cell in shaded)
        if here if name in VOID else {words[cell] for cell in here} != known.get(here):
            yield f"region {name} has {len(here)} cells that are not as they should be"
    for one, other in board.grid.pairs:
        if words[one] == words[other] != "-" and room[one] != room[other]:
            yield f"{one} and {other} have the same letter in two regions"
    full = filter(shaded.issuperset, board.grid.windows(2, 2))
    yield from (f"the 2x2 cells from {cells[0]} on are all shaded" for cells in full)
    yield from (f"{part[0]} is cut off" for part in board.grid.parts(shaded)[1:])


def clues(board, solution):
    return {c: word for c, word in board.words(solution).items() if word != "-"}


def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        sketch.shade(board.grid.all - board.marked(solution, "-", "?"), TINT)
        sketch.show(solution["rows"])
    return sketch
