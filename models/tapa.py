"""Tapa.

Shade cells without a clue so that they are connected and fill no square of 2x2 cells. The digits of
a clue are the lengths of the runs of shaded cells around it, in any order; ? is any digit.
"""

from functools import cache
from itertools import compress, product

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, Genre, Place, Sketch, fault, no_full_block, patterns

genre = Genre(
    group="Cells to shade",
    layout="board",
    address="tapa tapa",
    clue_patterns={
        "[0-8]": "the length of the run of shaded cells around it",
        "[?]": "one run of any length",
        "[1-5?]{2,4}": "the lengths of several runs, in any order",
    },
    solution_words="-x",
    contradictions={
        "connected": "the shaded cells would not be connected",
        "squares": "a square of 2x2 cells would be full",
        "clues": "the runs around {place} could not have these lengths",
    },
    presets={
        "small": {
            "solutions": 1,
            "board": ["- 4 4 - -", "- - - - -", "- - - 24 -", "4 - - - 13", "- - - - -"],
        },
        "medium": {
            "solutions": 1,
            "board": [
                "2 - - - - - -",
                "4 - - - - - 12",
                "- - - 14 - - -",
                "- - - - - 24 -",
                "- - - - - - -",
                "- - 6 - - 24 -",
                "2 - - - - - 11",
            ],
        },
        "large": {
            "solutions": 1,
            "board": [
                "- 5 - - - 11 1 - 3 -",
                "- - - - 23 - - - - -",
                "4 - - - - - - - 24 -",
                "- - - - - - - - - -",
                "- - - - 22 - - - - -",
                "2 - - - - - - - - 2",
                "- 4 - 33 - - - - - -",
                "- - - - - - 14 - - -",
                "- 7 - - 2 - 12 - - -",
                "- - - - - - - - 2 -",
            ],
        },
    },
)


@genre.board
def read(fields):
    board = Board.read(fields, clues=genre.clue_patterns)
    for cell in board.clues:
        if not allowed(board, cell)[1]:
            where = Place.of(cell)
            raise ValueError(f"the clue {board.clues[cell]} does not fit around {where}")
    return board


def digits(ring):
    """How long the runs in a ring of eight are, as a clue says it."""
    word = "".join("-x"[on] for on in ring)
    runs = (word[word.find("-") :] + word[: word.find("-")]).split("-")
    return "".join(sorted(str(len(run)) for run in runs if run)) or "0"


def runs_in_words(clue):
    """The runs of a clue as a sentence has them: `no run`, `a run of 3`, `runs of 1 and 2`."""
    lengths = " and ".join(clue).replace("?", "any length")
    if len(clue) > 1:
        return f"runs of {lengths}"
    return "no run" if clue == "0" else f"a run of {lengths}"


def fits(clue, found):
    known = clue.replace("?", "")
    return len(clue) == len(found) and all(known.count(n) <= found.count(n) for n in known)


@cache
def fitting(clue, *free):
    """Which patterns of 0 and 1 in the free cells of a ring a clue allows."""
    every = product(*((0, 1) if one else (0,) for one in free))
    return [[*compress(ring, free)] for ring in every if fits(clue, digits(ring))]


def allowed(board, cell):
    """The free cells around a clue, and the patterns in these."""
    ring = board.grid.ring(cell)
    free = [one in board.grid and one not in board.clues for one in ring]
    return [*compress(ring, free)], fitting(board.clues[cell], *free)


@genre.clue_name
def clue_name(board, key):
    number = "" if len(board.clues[key]) == 1 else "clue "
    return f"the {number}{' '.join(board.clues[key])} at {Place.of(key)}"


@genre.model
def build(board):
    model, free = Model("tapa"), board.free
    shaded = model.binary("shaded", free.cells)
    with model.group("connected", why="the shaded cells are connected"):
        connected(model, free.pairs, shaded)
    with model.group("squares", why="no square of 2x2 cells is full"):
        no_full_block(model, free, shaded)
    with model.group("clues", why="the digits are the lengths of the runs around their cell"):
        for cell in board.clues:
            cells, found = allowed(board, cell)
            patterns(model, shaded[cells], found, key=cell)
    return model


@genre.rules
def rules(board, solution):
    grid, shaded = board.grid, board.marked(solution, "x")
    for cell in board.clues:
        if cell in shaded:
            yield fault("clue cell", "{} has a clue, but it is shaded", cell)
    for part in grid.parts(shaded)[1:]:
        yield fault(
            "cut off", "{} is cut off", Place("part", part[0], tuple(part)), noun="separate part"
        )
    for cells in grid.windows(2, 2):
        if shaded.issuperset(cells):
            square = Place("square of 2x2 cells", cells[0], tuple(cells))
            yield fault("2x2 block", "{} is all shaded", square)
    for cell, clue in board.clues.items():
        found = digits(one in shaded for one in grid.ring(cell))
        if not fits(clue, found):
            right, wrong = runs_in_words(clue), runs_in_words(found)
            yield fault(
                "runs", "{} has {} around it instead of {}", cell, wrong, right, noun="unmet clue"
            )


@genre.clue_candidates
def clues(board, solution):
    shaded, ring = board.marked(solution, "x"), board.grid.ring
    return {c: digits(one in shaded for one in ring(c)) for c in board.marked(solution, "-")}


@genre.picture
def draw(board, solution):
    sketch = Sketch.of(board)
    words = board.words(solution) if solution else {}
    sketch.shading({cell: word for cell, word in words.items() if cell not in board.clues})
    return sketch
