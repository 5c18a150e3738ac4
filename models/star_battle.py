"""Star battle.

Every row, every column and every region has the same number of stars, and no two stars touch, not
even at a corner. Grey cells are in no region and have no star.

Cells of no region are written # or @.
"""

from ilpuzzles import Model
from ilpuzzles.errors import counted
from ilpuzzles.genres import (
    NO_REGION,
    Board,
    Genre,
    count_faults,
    exact_counts,
    fault,
    not_touching,
)

genre = Genre(
    group="Things to place",
    aliases=["two-not-touch"],
    layout="stars: regions walls?",
    address="starbattle stars borders",
    clue_patterns={"[*]": "a star that is given"},
    solution_words="-x",
    symbols={"*": "star", "x": "star"},
    reasons={
        "stars: star": "{place} has no other room for its stars{given}",
        "stars: empty": "{place} has its stars elsewhere{given}",
    },
    contradictions={"stars": "{place} could not have its stars", "apart": "two stars would touch"},
    presets={
        "small": {
            "stars": 1,
            "solutions": 1,
            "regions": ["AAABBB", "EEADDB", "ECDDDB", "EEEFDD", "EEFFDD", "EEEFFF"],
        },
        "void": {
            "stars": 1,
            "solutions": 1,
            "regions": ["AABC#", "DABCC", "D##CC", "DDECE", "#DEEE"],
        },
        "large": {
            "stars": 2,
            "solutions": 1,
            "regions": [
                "JJJJCCCCDD",
                "JJJCCCCDDD",
                "FJJCBBBDDD",
                "FIIBBBBDDD",
                "FIIIIIBDII",
                "IIAAHIIIII",
                "HIHAHIGGII",
                "HHHAHHGGGG",
                "HHHHHHGGGG",
                "HHHEEEEGGG",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses one with more or fewer regions than rows."""
    board = Board.read(fields, clues=genre.clue_patterns)
    board.require_whole_regions()
    regions = len(board.regions.keys() - NO_REGION)
    if regions != board.square_size:
        size = f"{counted(board.square_size, 'row')} and {counted(board.square_size, 'column')}"
        needed = counted(board.square_size, "region")
        are = "is" if regions == 1 else "are"
        raise ValueError(f"a board of {size} needs {needed}, and there {are} {regions}")
    board.number("stars", 1)
    return board


def lines(board):
    """Every row, column and region, its cells, and how many stars these have."""
    regions = {("region", name): cells for name, cells in board.regions.items()}
    for (kind, name), cells in (board.grid.rows_and_columns | regions).items():
        yield (kind, name), cells, 0 if name in NO_REGION else board.number("stars")


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("star battle")
    grid = board.grid
    star = model.binary("star", grid.cells)

    with model.group("stars", why="every row, column and region has its stars"):
        exact_counts(model, star, lines(board))

    with model.group("apart", why="no two stars touch"):
        not_touching(model, grid, star, corners=True)

    with model.group("clues", why="these stars are given"):
        for cell in board.clues:
            model.add(star[cell] == 1, key=cell)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    stars = board.cells_with_word(solution, "x")
    counts = [line for line in lines(board) if line[0][1] not in NO_REGION]
    yield from count_faults(counts, stars, "star")
    outside = {cell for name in NO_REGION for cell in board.regions.get(name, ())}
    for cell in sorted(stars & outside):
        yield fault("void cells", "{} has a star, but belongs to no region", cell)
    yield from board.grid.touch_faults(stars, corners=True)
    for cell in board.clues:
        if cell not in stars:
            yield fault("clue stays", "the star at {} is missing", cell)


@genre.clue_candidates
def clues(board, solution):
    """Returns every star."""
    return dict.fromkeys(board.cells_with_word(solution, "x"), "*")
