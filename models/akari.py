"""Akari.

Put bulbs into white cells. A bulb lights its row and its column up to the next black cell. Every
white cell is lit, no bulb lights another one, and a number counts the bulbs beside its black cell.
"""

from ilpuzzles import Model
from ilpuzzles.genres import Board, Genre, Sketch, count_faults, exact_counts, fault

genre = Genre(
    group="Things to place",
    aliases=["light-up", "bijutsukan"],
    layout="board",
    address="akari walls",
    clue_patterns={
        "[0-4]": "how many bulbs are beside this black cell",
        "x": "a black cell without a number",
    },
    unknown_clue="x",
    solution_words="-o",
    reasons={"lit: bulb": "it follows from {reasons}: {place} can be lit from nowhere else"},
    contradictions={
        "lit": "{place} could not be lit",
        "sight": "a bulb would light another one",
        "clues": "{clue} could not have that many bulbs beside it",
    },
    known_anyway="where the black cells lie",
    presets={
        "small": {"board": ["1--x-", "--10-", "-----", "-x3--", "-1--x"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["x-0--0-", "x------", "--x--0-", "-------", "-0--2--", "------x", "-0--x-x"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "0x------1-",
                "-2-2------",
                "----02---1",
                "------2---",
                "-------0-x",
                "x-x-------",
                "---3------",
                "x---xx----",
                "------1-2-",
                "-0------x1",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number above that of the open cells around it."""
    board = Board.read(fields, clues=genre.clue_patterns)
    board.counted_clues(board.free_grid.neighbours)
    return board


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("akari")
    # The white cells.
    free = board.free_grid
    bulb = model.binary("bulb", free.cells)

    with model.group("lit", why="every white cell is lit"):
        # By a bulb in the cell itself, or in one that is seen from there.
        model.at_least_one({cell: bulb[[cell, *free.ray(cell, "nesw")]] for cell in free.cells})

    with model.group("sight", why="no bulb lights another one"):
        for way, back in (("e", "w"), ("s", "n")):
            # Each run of white cells in a row or a column has one row of the model.
            firsts = [cell for cell in free.cells if free.step(cell, back) not in free]
            runs = {(first, way): [first, *free.ray(first, way)] for first in firsts}
            model.at_most_one({key: bulb[cells] for key, cells in runs.items()})

    with model.group("clues", why="a number counts the bulbs beside its cell"):
        exact_counts(model, bulb, board.counted_clues(free.neighbours))
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    bulbs = board.cells_with_word(solution, "o")
    free = board.free_grid
    for cell in sorted(bulbs - free.cell_set):
        yield fault("black cell", "there is a bulb in the black cell at {}", cell)
    lit = bulbs.union(*(free.ray(cell, "nesw") for cell in bulbs))
    for cell in sorted(free.cell_set - lit):
        yield fault("unlit", "{} is not lit", cell, unfinished="unlit cell")
    for cell in sorted(bulbs & free.cell_set):
        for seen in free.ray(cell, "es"):
            if seen in bulbs:
                yield fault("sight", "the bulbs at {} and {} light each other", cell, seen)
    yield from count_faults(board.counted_clues(free.neighbours), bulbs, "bulb")


@genre.clue_candidates
def clues(board, solution):
    """Returns for each black cell how many bulbs are around it."""
    bulbs = board.cells_with_word(solution, "o")
    return {cell: len(bulbs.intersection(board.grid.neighbours(cell))) for cell in board.clues}


@genre.lasting_clues
def empty(board):
    """Returns the black cells without their numbers."""
    return dict.fromkeys(board.clues, "x")


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    sketch.blacken(board.clues)
    if solution:
        sketch.show_symbols(solution["rows"], {"o": "bulb"})
    sketch.erase(board.cells_with_clue("x"))
    return sketch
