"""Mosaic.

Shade some cells. A number counts the shaded cells among its own and those around it, which touch
it at a side or at a corner.
"""

from ilpuzzles import Model
from ilpuzzles.genres import Board, Genre, Place, count_faults, exact_counts

genre = Genre(
    group="Cells to shade",
    aliases=["fill-a-pix"],
    rules_at="https://www.conceptispuzzles.com/index.aspx?uri=puzzle/fill-a-pix/rules",
    layout="board",
    clue_patterns={"[0-9]": "how many of its cell and those around it are shaded"},
    solution_words="-x",
    contradictions={"clues": "{clue} could not have that many shaded cells"},
    presets={
        "small": {"board": ["1----", "-6-6-", "--7--", "2--5-", "----0"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["-------", "-2-6-2-", "--4-4--", "33-3-33", "--6-6--", "-35-53-", "--4-4--"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "----66----",
                "2-67--76-2",
                "-7------7-",
                "--7-88-7--",
                "----------",
                "4--------4",
                "---5--5---",
                "-0--33--0-",
                "-03-55-30-",
                "----------",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number that is greater than that of the cells it counts."""
    board = Board.read(fields, clues=genre.clue_patterns)
    counts(board)
    return board


def block(board, cell):
    """A cell and those around it: nine, at the border six, and four at a corner."""
    return [cell, *board.grid.neighbours_with_corners(cell)]


def counts(board):
    """Every cell with a number, the cells among which it counts, and the number."""
    return board.counted_clues(lambda cell: block(board, cell))


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("mosaic")
    shaded = model.binary("shaded", board.grid.cells)

    with model.group("clues", why="a number counts the shaded cells in its cell and around it"):
        exact_counts(model, shaded, counts(board))
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    shaded = board.cells_with_word(solution, "x")
    blocks = [(Place("block", cell, tuple(cells)), cells, n) for cell, cells, n in counts(board)]
    yield from count_faults(blocks, shaded, "shaded cell")


@genre.clue_candidates
def clues(board, solution):
    """Returns for each cell how many of its block are shaded."""
    shaded = board.cells_with_word(solution, "x")
    return {cell: len(shaded.intersection(block(board, cell))) for cell in board.grid.cells}
