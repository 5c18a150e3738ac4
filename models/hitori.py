"""Hitori.

Shade cells so that no number is left twice in a row or a column. No two shaded cells touch along a
side, and the cells that are left are connected. Cells without a number, or with ?, are no equals.
"""

from ilpuzzles import Model, connected
from ilpuzzles.genres import Board, Genre, Place, fault, not_touching

genre = Genre(
    group="Cells to shade",
    aliases=["singles"],
    layout="board",
    address="hitori number36",
    clue_patterns={"[0-9]+": "the number of its cell", "[?]": "no number"},
    solution_words="-x",
    contradictions={
        "apart": "two shaded cells would touch",
        "connected": "the cells that are left would not be connected",
        "clues": "a number would be left twice in {place}",
    },
    presets={
        "small": {"board": ["22252", "43521", "25315", "54225", "51342"], "solutions": 1},
        "medium": {
            "board": ["146156", "516645", "625364", "531366", "324521", "456116"],
            "solutions": 1,
        },
        "large": {
            "board": [
                "83126546",
                "24415248",
                "75446826",
                "51644347",
                "46872483",
                "71865478",
                "68251734",
                "87884258",
            ],
            "solutions": 1,
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses one without a number."""
    board = Board.read(fields, clues=genre.clue_patterns)
    if not board.numbers:
        raise ValueError("no cell has a number: write them into the cells")
    return board


@genre.weaker_model
@genre.model
def build(board, known=None):
    """The model; or that of a board on which only the equals of some lines are known."""
    model = Model("hitori")
    grid = board.grid
    shaded = model.binary("shaded", grid.cells)

    with model.group("apart", why="no two shaded cells touch"):
        not_touching(model, grid, shaded)

    with model.group("connected", why="the cells that are left are connected"):
        connected(model, grid.neighbour_pairs, ~shaded)

    with model.group("clues", why="no number is left twice in a line"):
        equals = alike(board)
        keys = [key for key in equals if known is None or key in known]
        model.at_most_one({key: [~shaded[cell] for cell in equals[key]] for key in keys})
    return model


@genre.clue_name
def clue_name(board, key):
    """The name of equal numbers of a line in reasons: `the 3s of row 1`."""
    kind, place, number = key
    return f"the {number}s of {Place(kind, place)}"


def alike(board):
    """The cells of each row and column that have the same number, where these are several.

    Their key is the line and the number, such as `("row", 0, 2)`.
    """
    numbers = board.numbers
    cells_with = {}
    for (kind, place), cells in board.grid.rows_and_columns.items():
        for cell in cells:
            if cell in numbers:
                cells_with.setdefault((kind, place, numbers[cell]), []).append(cell)
    return {key: cells for key, cells in cells_with.items() if len(cells) > 1}


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    shaded = board.cells_with_word(solution, "x")
    left = board.grid.cell_set - shaded
    numbers = board.numbers
    for line in board.grid.rows_and_columns.values():
        last_with = {}
        for cell in line:
            if cell not in left or cell not in numbers:
                continue
            number = numbers[cell]
            if number in last_with:
                sentence = "{} and {} both have {}"
                yield fault(
                    "repeats", sentence, last_with[number], cell, number, unfinished="equal pair"
                )
            last_with[number] = cell
    yield from board.grid.touch_faults(shaded)
    # All but the largest part are cut off.
    for part in sorted(board.grid.connected_parts(left), key=len, reverse=True)[1:]:
        yield fault("cut off", "{} is cut off", Place("part", part[0], tuple(part)))
