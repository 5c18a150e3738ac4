"""Norinori.

Shade two cells in every region. Every shaded cell touches exactly one other along a side, in its
region or in another one: shaded cells come in dominoes, which do not touch.

A shaded cell that is given is written x. Cells of no region, written # or @, stay unshaded.
"""

from itertools import combinations

from ilpuzzles import Model
from ilpuzzles.genres import (
    NO_REGION,
    Board,
    Genre,
    Place,
    Sketch,
    count_faults,
    exact_counts,
    fault,
)

genre = Genre(
    group="Cells to shade",
    layout="regions walls?",
    address="norinori borders",
    clue_patterns={"x": "a shaded cell that is given"},
    solution_words="-x",
    reasons={
        "regions: shaded": "{place} has no other room for two shaded cells{given}",
        "regions: empty": "{place} has its shaded cells elsewhere{given}",
    },
    contradictions={
        "regions": "{place} could not have two shaded cells",
        "partners": "a shaded cell would touch no other",
        "dominoes": "a shaded cell would touch two others",
    },
    presets={
        "small": {"regions": ["ABCCC", "ABCDE", "ABDDE", "FBBEE", "FFBBB"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "regions": [
                "AABCCDD",
                "EABCCDF",
                "EEBCCFF",
                "EEEECGF",
                "EGGGGGH",
                "IGJKKKH",
                "IJJKKHH",
            ],
        },
        "large": {
            "solutions": 1,
            "regions": [
                "AAAAABBBBC",
                "DDAEAABFCC",
                "DGHEHABFCC",
                "GGHHHHFFIJ",
                "GGKHFFFIIJ",
                "GGKKKKKILJ",
                "GMKNNKKOLL",
                "GMNNNNOOOO",
                "MMMPPQQORO",
                "SSMMPQQRRO",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a region in several parts or with a single cell."""
    board = Board.read(fields, clues=genre.clue_patterns)
    if not board.regions.keys() - NO_REGION:
        raise ValueError("there are no regions: draw them in 'regions', a letter for each cell")
    board.require_whole_regions()
    for name, cells in board.regions.items():
        if len(cells) < 2 and name not in NO_REGION:
            raise ValueError(f"{Place('region', name)} has a single cell, and needs two to shade")
    return board


def regions(board):
    """Every region, its cells, and how many of them are shaded."""
    for name, cells in board.regions.items():
        yield ("region", name), cells, 0 if name in NO_REGION else 2


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("norinori")
    grid = board.grid
    shaded = model.binary("shaded", grid.cells)
    beside = {cell: grid.neighbours(cell) for cell in grid.cells}

    with model.group("regions", why="every region has two shaded cells"):
        exact_counts(model, shaded, regions(board))

    with model.group("partners", why="every shaded cell touches another one"):
        model.at_least_one({cell: [~shaded[cell], *shaded[beside[cell]]] for cell in grid.cells})

    with model.group("dominoes", why="no shaded cell touches two others"):
        clauses = {}
        for cell in grid.cells:
            for first, second in combinations(beside[cell], 2):
                clauses[cell, first, second] = [~shaded[cell], ~shaded[first], ~shaded[second]]
        model.at_least_one(clauses)

    with model.group("clues", why="these shaded cells are given"):
        for cell in board.clues:
            model.add(shaded[cell] == 1, key=cell)
    return model


@genre.clue_name
def clue_name(board, key):
    """The name of a given cell in reasons: `the shaded cell at row 1, column 2`."""
    return f"the shaded cell at {Place.of(key)}"


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    shaded = board.cells_with_word(solution, "x")
    counts = [region for region in regions(board) if region[0][1] not in NO_REGION]
    yield from count_faults(counts, shaded, "shaded cell")
    outside = {cell for name in NO_REGION for cell in board.regions.get(name, ())}
    for cell in sorted(shaded & outside):
        yield fault("void cells", "{} is shaded, but belongs to no region", cell)
    for part in board.grid.connected_parts(shaded):
        if len(part) == 1:
            yield fault("domino", "{} touches no shaded cell", part[0], unfinished="half domino")
        elif len(part) > 2:
            place = Place("part", part[0], tuple(part))
            yield fault("domino", "{} has {} shaded cells instead of 2", place, len(part))
    for cell in board.clues:
        if cell not in shaded:
            yield fault("clue stays", "the shaded cell at {} is missing", cell)


@genre.clue_candidates
def clues(board, solution):
    """Returns every shaded cell."""
    return dict.fromkeys(board.cells_with_word(solution, "x"), "x")


@genre.picture
def draw(board, solution):
    """Draws a board, with the cells that are given in black, and a solution if there is one."""
    sketch = Sketch.of(board)
    sketch.erase(board.clues)
    if solution:
        sketch.show_solution(solution["rows"])
    sketch.blacken(board.clues)
    return sketch
