"""Yajilin.

Shade cells, no two of which touch along a side, and draw one loop through all others. A clue such
as 2e counts the shaded cells on the way east (or n, s, w); cells with a clue, x or ? are left out.
"""

from ilpuzzles import Model, circuit
from ilpuzzles.genres import (
    Board,
    Genre,
    Place,
    exact_counts,
    fault,
    loop_faults,
    not_touching,
    read_lines,
)

genre = Genre(
    group="Loops and lines",
    aliases=["arrow-ring"],
    layout="board",
    address="yajilin arrows",
    clue_patterns={
        "[0-9]+[nesw]": "how many cells are shaded on the way north, east, south or west",
        "[?][nesw]": "any number of them",
        "[?x@]": "a cell that is left out",
    },
    unknown_clue="?",
    solution_words="lines",
    shading="shaded",
    reasons={
        "loop: shaded": "it follows from {reasons}: the loop cannot pass there",
        "loop: line": "it follows from {reasons}: the loop has no other way",
        "loop: no line": "it follows from {reasons}: the loop cannot go there",
    },
    contradictions={
        "loop": "no loop could pass through all unshaded cells",
        "apart": "two shaded cells would touch",
        "clues": "{clue} could not point at that many shaded cells",
    },
    known_anyway="where the grey cells lie",
    presets={
        "small": {
            "solutions": 1,
            "board": ["- - - - -", "- - - - -", "- - x - -", "- - - - 1s", "1n - - 1n -"],
        },
        "medium": {
            "solutions": 1,
            "board": [
                "- - - - - - 1s",
                "- 2e - - - - -",
                "- - 1n - - - -",
                "- - - - - - -",
                "- - - - 1n - -",
                "1e 1n - - 1n - -",
                "- 1n 2n - - - -",
            ],
        },
        "large": {
            "solutions": 1,
            "board": [
                "- x - - - x - -",
                "x - - - - - - -",
                "- - - 2w - - x -",
                "x - - 1n - - - -",
                "- x - - - x - -",
                "- - - - - - x -",
                "- - - - - 1w - -",
                "- x - - - - - x",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number above that of the cells along its arrow."""
    board = Board.read(fields, clues=genre.clue_patterns)
    counts(board)
    return board


def counts(board):
    """Every cell with a number, the cells without a clue that it points at, and the number."""

    def pointed_at(clue):
        way = board.clues[clue][-1]
        return [cell for cell in board.grid.ray(clue, way) if cell not in board.clues]

    return board.counted_clues(pointed_at)


@genre.clue_name
def clue_name(board, key):
    """The name of a clue in reasons, without its arrow: `the 2 at row 1, column 2`."""
    return f"the {board.clues[key][:-1]} at {Place.of(key)}"


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("yajilin")
    # Cells with a clue are neither shaded nor on the loop.
    free = board.free_grid
    line = model.binary("line", free.neighbour_pairs)
    shaded = model.binary("shaded", free.cells)

    with model.group("loop", why="the line is one loop through all cells that are not shaded"):
        circuit(model, line, active=~shaded)
        # A circuit may have no edge at all.
        model.at_least_one(line)

    with model.group("apart", why="no two shaded cells touch"):
        not_touching(model, free, shaded)

    with model.group("clues", why="a number counts the shaded cells that it points at"):
        exact_counts(model, shaded, counts(board))
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    ahead = read_lines(board.grid, solution["rows"])
    shaded = board.cells_with_word(solution, "x")
    for cell, word in board.words(solution).items():
        if word.endswith("?"):
            yield fault("open", "{} is open", cell)
        elif cell in board.clues and word != "-":
            yield fault("clue cell", "{} has a clue, but it is not left out", cell)
        elif cell not in board.clues and cell not in shaded and not ahead[cell]:
            yield fault(
                "every cell", "{} is neither shaded nor on the loop", cell, unfinished="free cell"
            )
    yield from loop_faults(ahead)
    yield from board.grid.touch_faults(shaded)
    for clue, word in board.clues.items():
        digits = word.rstrip("neswx?@")
        if not digits:
            continue
        pointed_at = shaded.intersection(board.grid.ray(clue, word[-1])) - board.clues.keys()
        if len(pointed_at) != int(digits):
            sentence = "{} points at {:shaded cell} instead of {}"
            noun = "unmet clue" if len(pointed_at) < int(digits) else ""
            yield fault(
                "shaded cell count", sentence, clue, len(pointed_at), int(digits), unfinished=noun
            )


@genre.clue_candidates
def clues(board, solution):
    """Returns for each clue the direction with the most shaded cells, and their number."""
    shaded = board.cells_with_word(solution, "x")

    def number(clue, way):
        return len(shaded.intersection(board.grid.ray(clue, way)))

    words = {}
    for clue in board.clues:
        # The direction with the most shaded cells says most.
        most, way = max((number(clue, way), way) for way in "nesw")
        words[clue] = f"{most}{way}"
    return words


@genre.lasting_clues
def empty(board):
    """Returns the clue cells without their numbers and arrows."""
    return dict.fromkeys(board.clues, "x")
