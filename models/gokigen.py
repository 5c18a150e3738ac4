"""Gokigen Naname.

Draw a diagonal into every cell, so that no diagonals make a loop. A number says how many of them
meet at its corner; ? is any number.
"""

from ilpuzzles import Model, connected
from ilpuzzles.genres import Board, Genre, Place, count_faults, fault, line_parts

genre = Genre(
    group="Regions and diagonals",
    aliases=["slant", "gokigen-naname"],
    layout="corners",
    address="gokigen 4corner",
    clue_patterns={"[0-4]": "how many diagonals meet at its corner", "[?]": "any number of them"},
    solution_words="/\\",
    contradictions={
        "loops": "diagonals would make a loop",
        "clues": "{clue} could not have that many diagonals",
    },
    presets={
        "small": {
            "solutions": 1,
            "corners": ["----0-", "-11---", "023-1-", "---2--", "-21--2", "-0----"],
        },
        "medium": {
            "solutions": 1,
            "corners": [
                "-2---1-1",
                "--3122--",
                "1--22--0",
                "--23-3--",
                "0-2-223-",
                "2-22--21",
                "----223-",
                "1-0-----",
            ],
        },
        "large": {
            "solutions": 1,
            "corners": [
                "-0-0-02-1--",
                "-2---22---2",
                "1------13-0",
                "-2-211-31--",
                "--12-4---2-",
                "12-------4-",
                "0-23---13-2",
                "---24-1----",
                "2--3-2-1--0",
                "--3--21-121",
                "-10--1--1--",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number above that of the cells at its corner."""
    board = Board.read(fields, clues=genre.clue_patterns)
    if board.clues or not board.grid.is_whole:
        raise ValueError("numbers stand at the corners of squares: draw them in 'corners'")
    board.counted_clues(board.grid.cells_at_corner)
    return board


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("gokigen")
    grid = board.grid
    # Whether the diagonal of a cell is a \; or else it is a /.
    falling = model.binary("falling", grid.cells)

    with model.group("loops", why="no diagonals make a loop"):
        drawn = {((r, c), (r + 1, c + 1)): falling[r, c] for r, c in grid.cells}
        drawn |= {((r, c + 1), (r + 1, c)): ~falling[r, c] for r, c in grid.cells}
        # A loop cuts the corners inside off from the border, and nothing else does.
        border = {corner: len(grid.cells_at_corner(corner)) < 4 for corner in grid.corners}
        connected(model, drawn, dict.fromkeys(border, True), roots=border)

    with model.group("clues", why="a number counts the diagonals that meet at its corner"):
        for corner, cells, number in board.counted_clues(grid.cells_at_corner):
            r, c = corner
            # At its upper left and lower right, a cell has an end of \; at the others, one of /.
            ends = [
                falling[cell] if cell in ((r, c), (r - 1, c - 1)) else ~falling[cell]
                for cell in cells
            ]
            model.add(model.sum(ends) == number, key=corner)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    ends = ends_of_diagonals(board.words(solution))
    for cells in loops(ends):
        yield fault("loop", "{} make a loop", Place("diagonals", cells[0], tuple(cells)))
    meeting_at = meeting(ends)
    for corner, cells, number in board.counted_clues(board.grid.cells_at_corner):
        counts = [(Place.corner(corner), cells, number)]
        yield from count_faults(counts, meeting_at.get(corner, []), "diagonal")


def ends_of_diagonals(words):
    """The two corners at which the diagonal of each cell ends."""
    ends = {}
    for (r, c), word in words.items():
        if word == "\\":
            ends[r, c] = ((r, c), (r + 1, c + 1))
        elif word == "/":
            ends[r, c] = ((r, c + 1), (r + 1, c))
    return ends


def meeting(ends):
    """The cells whose diagonals end at each corner."""
    cells_at = {}
    for cell, pair in ends.items():
        for corner in pair:
            cells_at.setdefault(corner, []).append(cell)
    return cells_at


def loops(ends):
    """The cells of diagonals on loops, those that hang together in one list."""
    while loose := with_loose_end(ends):
        ends = {cell: pair for cell, pair in ends.items() if cell not in loose}
    ahead = {}
    for start, end in ends.values():
        ahead.setdefault(start, set()).add(end)
        ahead.setdefault(end, set()).add(start)
    for part in map(set, line_parts(ahead)):
        yield sorted(cell for cell, (start, _) in ends.items() if start in part)


def with_loose_end(ends):
    """The diagonals with an end where no other one ends: they are on no loop."""
    alone = [cells[0] for cells in meeting(ends).values() if len(cells) == 1]
    return set(alone)


@genre.clue_candidates
def clues(board, solution):
    """Returns for each corner how many diagonals end there."""
    meeting_at = meeting(ends_of_diagonals(board.words(solution)))
    return {corner: len(meeting_at.get(corner, [])) for corner in board.grid.corners}
