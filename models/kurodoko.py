"""Kurodoko.

Shade cells so that no two of them touch along a side and the others are connected. A number counts
the unshaded cells that are seen from its cell in its row and its column, itself included, up to
the next shaded ones. Cells with a number are not shaded; ? is any number.
"""

from itertools import takewhile

from ilpuzzles import Model, connected
from ilpuzzles.genres import Board, Genre, Place, fault, not_touching

genre = Genre(
    group="Cells to shade",
    aliases=["kuromasu", "range"],
    layout="board",
    address="kurodoko number16",
    clue_patterns={
        "[1-9][0-9]*": "how many unshaded cells are seen from its cell, itself included",
        "[?]": "any number of them",
    },
    unknown_clue="?",
    solution_words="-x",
    contradictions={
        "apart": "two shaded cells would touch",
        "connected": "the unshaded cells would not be connected",
        # These rows are no rule of the puzzle, but say what the variables mean.
        "sights": "",
        "clues": "{clue} could not see that many cells",
    },
    known_anyway="where the numbers stand",
    presets={
        "small": {"board": ["-----", "--4--", "-8--5", "-----", "-----"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["---6---", "-2----5", "-----4-", "-------", "----4--", "-2-----", "----6--"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "6 - - - - - - - - -",
                "- 11 - 8 - - - 8 - 3",
                "- 6 - - - - 5 - - -",
                "- - - - - - - 8 - -",
                "- - - - - - - - - -",
                "- - - 6 8 - - - - 4",
                "4 - - - - - - - 3 -",
                "- - 6 - - - - - - -",
                "- - - - - 7 - - - -",
                "- 6 - - - - - - - -",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number above that of the cells in its row and its column."""
    board = Board.read(fields, clues=genre.clue_patterns)
    board.counted_clues(lambda cell: [cell, *board.grid.ray(cell, "nesw")])
    return board


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("kurodoko")
    grid = board.grid
    shaded = model.binary("shaded", grid.cells)

    with model.group("apart", why="no two shaded cells touch"):
        not_touching(model, grid, shaded)

    with model.group("connected", why="the unshaded cells are connected"):
        connected(model, grid.neighbour_pairs, ~shaded)

    with model.group("sights", why="a cell is seen if no cell up to there is shaded"):
        sights = {}
        for clue, number in board.numbers.items():
            # With as many cells in one direction as its number, a clue sees one too many: itself.
            rays = [grid.ray(clue, way)[:number] for way in "nesw"]
            sights[clue] = [is_seen for ray in rays for is_seen in seen(model, shaded, ray)]

    with model.group("clues", why="a number counts the unshaded cells that are seen from its cell"):
        for clue in board.clues:
            model.add(shaded[clue] == 0, key=clue)
        for clue, number in board.numbers.items():
            model.add(1 + model.sum(sights[clue]) == number, key=clue)
    return model


def seen(model, shaded, ray):
    """For each cell of a ray, the nearest one first: whether no cell up to there is shaded."""
    sights = []
    for cell in ray:
        sights.append(model.conjunction([*sights[-1:], ~shaded[cell]]))
    return sights


def seen_from(board, cell, shaded):
    """The unshaded cells that are seen from one, itself included."""
    sight = [cell]
    for way in "nesw":
        sight += takewhile(lambda place: place not in shaded, board.grid.ray(cell, way))
    return sight


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    shaded = board.cells_with_word(solution, "x")
    yield from board.grid.touch_faults(shaded)
    parts = board.grid.connected_parts(board.grid.cell_set - shaded)
    # All but the largest part are cut off.
    for part in sorted(parts, key=len, reverse=True)[1:]:
        yield fault("cut off", "{} is cut off", Place("part", part[0], tuple(part)))
    for cell in board.clues:
        if cell in shaded:
            yield fault("clue cell", "{} has a clue, but it is shaded", cell)
    for cell, number in board.numbers.items():
        sight = len(seen_from(board, cell, shaded))
        if sight != number and cell not in shaded:
            # As long as somebody is drawing, further cells may be shaded.
            noun = "unmet number" if sight > number else ""
            yield fault(
                "view", "{} sees {:cell} instead of {}", cell, sight, number, unfinished=noun
            )


@genre.clue_candidates
def clues(board, solution):
    """Returns for each unshaded cell how many are seen from it."""
    shaded = board.cells_with_word(solution, "x")
    unshaded = [cell for cell in board.grid.cells if cell not in shaded]
    return {cell: len(seen_from(board, cell, shaded)) for cell in unshaded}
