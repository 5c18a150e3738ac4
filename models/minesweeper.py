"""Minesweeper.

Put mines into cells without a number. A number counts the mines in the cells around it, up to
eight of them; ? is any number. The board may say how many mines there are in all.
"""

from ilpuzzles import Model
from ilpuzzles.errors import counted
from ilpuzzles.genres import Board, Genre, count_faults, exact_counts, fault

genre = Genre(
    group="Things to place",
    aliases=["mines"],
    layout="mines+: board",
    address="mines number16",
    clue_patterns={"[0-8]": "how many mines are around it", "[?]": "any number of them"},
    solution_words="-x",
    symbols={"x": "mine"},
    unknown_clue="?",
    reasons={
        "clues: mine": "{place} has no other room for its mines{given}",
        "clues: empty": "{place} has its mines elsewhere{given}",
    },
    contradictions={
        "clues": "{clue} could not have that many mines around it",
        "total": "there could not be that many mines",
    },
    known_anyway="where the numbers stand",
    presets={
        "small": {
            "solutions": 1,
            "mines": 6,
            "board": ["22-11", "---2-", "--2-2", "-----", "0-0--"],
        },
        "medium": {
            "solutions": 1,
            "mines": 11,
            "board": ["------1", "0--1---", "2---1--", "---21-1", "--4--3-", "-2--4--", "------2"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "-2-1--32-2",
                "13------4-",
                "2--4---4-4",
                "----6-----",
                "36---4-33-",
                "---4--3-3-",
                "-53-------",
                "-----4-3-3",
                "33-2------",
                "--10--5-4-",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number that is greater than the cells there are for mines."""
    board = Board.read(fields, clues=genre.clue_patterns, holes=True)
    free = board.free_grid
    board.counted_clues(free.neighbours_with_corners)
    if "mines" in fields and board.number("mines") > len(free.cells):
        mines = counted(board.number("mines"), "mine")
        raise ValueError(f"there are {mines}, and {counted(len(free.cells), 'open cell')}")
    return board


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("minesweeper")
    # The cells without a number.
    free = board.free_grid
    mine = model.binary("mine", free.cells)

    with model.group("clues", why="a number counts the mines around it"):
        exact_counts(model, mine, board.counted_clues(free.neighbours_with_corners))

    if "mines" in board.fields:
        with model.group("total", why="there are as many mines as the board says"):
            model.add(model.sum(mine) == board.number("mines"))
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    mines = board.cells_with_word(solution, "x")
    for cell in board.clues:
        if cell in mines:
            yield fault("number cell", "there is a mine in {}, which has a number", cell)
    around = board.grid.neighbours_with_corners
    yield from count_faults(board.counted_clues(around), mines, "mine")
    if "mines" in board.fields and len(mines) != board.number("mines"):
        noun = "missing mine" if len(mines) < board.number("mines") else ""
        sentence = "the board has {:mine} instead of {}"
        yield fault("total", sentence, len(mines), board.number("mines"), unfinished=noun)


@genre.clue_candidates
def clues(board, solution):
    """Returns for each cell without a mine how many mines are around it."""
    mines = board.cells_with_word(solution, "x")
    around = board.grid.neighbours_with_corners
    empty = board.grid.cell_set - mines
    return {cell: len(mines.intersection(around(cell))) for cell in sorted(empty)}
