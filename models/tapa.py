"""Tapa.

Shade cells without a clue so that they are connected and fill no square of 2x2 cells. The digits of
a clue are the lengths of the runs of shaded cells around it, in any order; ? is any digit.
"""

from collections import Counter
from functools import cache
from itertools import compress, groupby, product

from ilpuzzles import Model, connected
from ilpuzzles.genres import Board, Genre, Place, Sketch, fault, no_full_block, one_of_patterns

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
    """Reads a board, and refuses a clue that does not fit around its cell."""
    board = Board.read(fields, clues=genre.clue_patterns)
    for cell in board.clues:
        _, patterns_of_clue = allowed(board, cell)
        if not patterns_of_clue:
            where = Place.of(cell)
            raise ValueError(f"the clue {board.clues[cell]} does not fit around {where}")
    return board


# Which patterns a clue allows around its cell.


def run_lengths(ring):
    """The lengths of the runs of 1 in a ring, of which the last place is beside the first."""
    word = "".join(map(str, ring))
    if "0" in word:
        # A run that goes on beyond the end of the word begins after a 0.
        start = word.index("0")
        word = word[start:] + word[:start]
    return [len(run) for run in word.split("0") if run] or [0]


def is_allowed(clue, lengths):
    """Whether a clue allows these lengths of runs, in any order."""
    digits = [int(digit) for digit in clue if digit != "?"]
    every_digit_is_there = all(digits.count(n) <= lengths.count(n) for n in digits)
    return len(clue) == len(lengths) and every_digit_is_there


@cache
def ring_patterns(clue, is_free):
    """The patterns that a clue allows in the free places of its ring: 1 for shaded, 0 for not.

    Args:
        clue: The clue.
        is_free: For each of the eight places of the ring, whether it can be shaded. The others are
            0 where runs are counted, but no part of a pattern.
    """
    choices = [(0, 1) if free else (0,) for free in is_free]
    rings = [ring for ring in product(*choices) if is_allowed(clue, run_lengths(ring))]
    return [tuple(compress(ring, is_free)) for ring in rings]


def allowed(board, cell):
    """The cells around a clue that can be shaded, and the patterns that the clue allows in them."""
    ring = board.grid.ring_around(cell)
    is_free = tuple(place in board.grid and place not in board.clues for place in ring)
    return list(compress(ring, is_free)), ring_patterns(board.clues[cell], is_free)


@genre.clue_name
def clue_name(board, key):
    """The name of a clue in reasons: `the 3 at ...`, or `the clue 1 2 at ...`."""
    digits = board.clues[key]
    noun = "" if len(digits) == 1 else "clue "
    return f"the {noun}{' '.join(digits)} at {Place.of(key)}"


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("tapa")
    # Cells with a clue are not shaded, and have no variable.
    free = board.free_grid
    shaded = model.binary("shaded", free.cells)
    with model.group("connected", why="the shaded cells are connected"):
        connected(model, free.neighbour_pairs, shaded)
    with model.group("squares", why="no square of 2x2 cells is full"):
        no_full_block(model, free, shaded)
    with model.group("clues", why="the digits are the lengths of the runs around their cell"):
        for clue in board.clues:
            cells, patterns_of_clue = allowed(board, clue)
            one_of_patterns(model, shaded[cells], patterns_of_clue, key=clue)
    return model


def runs_around(board, cell, shaded):
    """The lengths of the runs of shaded cells around a cell, in ascending order, as a clue."""
    ring = board.grid.ring_around(cell)
    unshaded = [place for place in ring if place not in shaded]
    if unshaded:
        # Clockwise from an unshaded place, no run is cut in two.
        start = ring.index(unshaded[0])
        ring = ring[start:] + ring[:start]
    groups = groupby(ring, shaded.__contains__)
    lengths = [len(list(run)) for is_shaded, run in groups if is_shaded]
    return "".join(map(str, sorted(lengths))) or "0"


def runs_in_words(clue):
    """The runs of a clue as a sentence has them: `no run`, `a run of 3`, `runs of 1 and 2`."""
    lengths = " and ".join(clue).replace("?", "any length")
    if len(clue) > 1:
        return f"runs of {lengths}"
    return "no run" if clue == "0" else f"a run of {lengths}"


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    grid = board.grid
    shaded = board.cells_with_word(solution, "x")
    for cell in board.clues:
        if cell in shaded:
            yield fault("clue cell", "{} has a clue, but it is shaded", cell)
    for part in grid.connected_parts(shaded)[1:]:
        yield fault(
            "cut off",
            "{} is cut off",
            Place("part", part[0], tuple(part)),
            unfinished="separate part",
        )
    for cells in grid.windows(2, 2):
        if shaded.issuperset(cells):
            square = Place("square of 2x2 cells", cells[0], tuple(cells))
            yield fault("2x2 block", "{} is all shaded", square)
    for cell, clue in board.clues.items():
        actual = runs_around(board, cell, shaded)
        missing = Counter(clue.replace("?", "")) - Counter(actual)
        if len(actual) != len(clue) or missing:
            sentence = "{} has {} around it instead of {}"
            words = runs_in_words(actual), runs_in_words(clue)
            yield fault("runs", sentence, cell, *words, unfinished="unmet clue")


@genre.clue_candidates
def clues(board, solution):
    """Returns for each unshaded cell the lengths of the runs around it."""
    shaded = board.cells_with_word(solution, "x")
    return {cell: runs_around(board, cell, shaded) for cell in board.cells_with_word(solution, "-")}


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    words = board.words(solution) if solution else {}
    sketch.show_shading({cell: word for cell, word in words.items() if cell not in board.clues})
    return sketch
