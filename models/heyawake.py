"""Heyawake.

Shade cells so that no two of them touch along a side and the others are connected. A number counts
the shaded cells of its room; ? is any number. No straight line of unshaded cells crosses two
borders of rooms; a wall inside a room is a border as well.
"""

from collections import Counter
from itertools import groupby, pairwise

from ilpuzzles import Model, conjunction, connected
from ilpuzzles.genres import Board, Genre, Place, count_faults, exact_counts, fault, not_touching

genre = Genre(
    group="Cells to shade",
    layout="board regions walls?",
    address="heyawake borders rooms16",
    clue_patterns={"[0-9]+": "how many cells of its room are shaded", "[?]": "any number of them"},
    solution_words="-x",
    contradictions={
        "apart": "two shaded cells would touch",
        "lines": "a line of unshaded cells would cross two borders",
        "connected": "the unshaded cells would not be connected",
        "clues": "the room of {clue} could not have that many shaded cells",
    },
    known_anyway="where the rooms lie",
    presets={
        "small": {
            "solutions": 1,
            "regions": ["AABCC", "AABDD", "AABDD", "EEFDD", "GGFHH"],
            "given": [[0, 0, "1"], [1, 3, "2"]],
        },
        "medium": {
            "solutions": 1,
            "regions": [
                "ABCCCDE",
                "ABCCCDE",
                "ABFFGHI",
                "JJFFGHI",
                "JJFFGHK",
                "LLLMMMK",
                "NNNMMMK",
            ],
            "given": [[0, 0, "2"], [2, 5, "2"], [5, 3, "2"], [6, 0, "0"]],
        },
        "large": {
            "solutions": 1,
            "regions": [
                "aaabccdeef",
                "gggbhhdeef",
                "iijjkldmmf",
                "nnnoklpqqr",
                "sstoklpqqr",
                "sstouvwqqx",
                "ssyyuvwzAx",
                "BByyCDDzAx",
                "BBEECDDFFF",
                "GGGHHHIFFF",
            ],
            "given": [[0, 0, "0"], [0, 9, "0"], [5, 9, "2"], [8, 2, "0"]],
        },
    },
)

# Of smaller numbers, solvers need not be told what follows.
LARGE = 12


@genre.board
def read(fields):
    """Reads a board, and refuses rooms in several parts, with two numbers or one too great."""
    board = Board.read(fields, clues=genre.clue_patterns)
    board.require_single_clues("room")
    board.require_whole_regions("room")
    board.counted_clues(board.clue_regions.get)
    return board


def crossing(board):
    """The shortest lines of cells that cross two borders."""
    room_of = board.region_of
    for cells in board.grid.rows_and_columns.values():
        borders = []
        for n, (cell, following) in enumerate(pairwise(cells)):
            if room_of[cell] != room_of[following] or (cell, following) in board.walls:
                borders.append(n)
        for first, second in pairwise(borders):
            yield cells[first : second + 2]


def taken(grid):
    """How many squares of 2x2 cells each cell takes up if it is shaded.

    Two shaded cells in one square meet at a corner. Those that meet, and the border, form no ring,
    which would cut cells off: so there are no more such squares than shaded cells away from the
    border. Counting for each of these one square less than it is in, nothing is counted twice: all
    of them together take up no more squares than there are, less the empty ones.
    """
    around = Counter(cell for square in grid.windows(2, 2) for cell in square)
    return {cell: min(around[cell], 3) for cell in grid.cells}


def is_nearly_full(grid, counts):
    """Whether large numbers leave hardly a square of 2x2 cells empty."""
    if max((number for *_, number in counts), default=0) < LARGE:
        return False
    takes = taken(grid)
    squares = (grid.rows - 1) * (grid.columns - 1)
    # About every other cell on the border can be shaded.
    saved = sum(3 - takes[cell] for _, cells, _ in counts for cell in cells) // 2
    return squares + saved - 3 * sum(number for *_, number in counts) <= squares // 8


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("heyawake")
    grid = board.grid
    shaded = model.binary("shaded", grid.cells)
    counts = board.counted_clues(board.clue_regions.get)
    with model.group("apart", why="no two shaded cells touch"):
        not_touching(model, grid, shaded)

    with model.group("lines", why="no line of unshaded cells crosses two borders"):
        model.at_least_one({(cells[0], cells[-1]): shaded[cells] for cells in crossing(board)})

    with model.group("connected", why="the unshaded cells are connected"):
        connected(model, grid.neighbour_pairs, ~shaded)

    with model.group("clues", why="a number counts the shaded cells of its room"):
        exact_counts(model, shaded, counts)

    if is_nearly_full(grid, counts):
        few_empty(model, grid, shaded, counts)
    return model


def few_empty(model, grid, shaded, counts):
    """States how few squares of 2x2 cells the numbers leave empty, which solvers see late.

    With this, clingo has the proof for a board of 12x12 with a room of 136 cells in 0.15 s; without
    it, it has none in 15 s.
    """
    takes = taken(grid)
    squares = grid.windows(2, 2)
    counted = {cell for _, cells, _ in counts for cell in cells}
    empty = model.sum(conjunction(~shaded[cell] for cell in square) for square in squares)
    uncounted = [cell for cell in grid.cells if cell not in counted]
    taken_by_others = model.sum(takes[cell] * shaded[cell] for cell in uncounted)
    # A shaded cell in a room with a number is counted with 3, and takes up less on the border.
    saved = model.sum((3 - takes[cell]) * shaded[cell] for cell in grid.cells if cell in counted)
    total = sum(number for *_, number in counts)
    # It follows from three groups together, so that none of them is blamed without the others.
    rests_on = model.binary("rests on", ["apart", *(name for name, *_ in counts)], auxiliary=True)
    with model.group("apart"):
        model.add(rests_on["apart"] == 1)
    with model.group("clues"):
        for name, *_ in counts:
            model.add(rests_on[name] == 1, key=name)
    with model.group("connected"):
        has_room = empty + taken_by_others + 3 * total <= len(squares) + saved
        model.add(conjunction(rests_on).implies(has_room))


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    shaded = board.cells_with_word(solution, "x")
    room_of = board.region_of
    yield from board.grid.touch_faults(shaded)
    parts = board.grid.connected_parts(board.grid.cell_set - shaded)
    # All but the largest part are cut off.
    for part in sorted(parts, key=len, reverse=True)[1:]:
        yield fault("cut off", "{} is cut off", Place("part", part[0], tuple(part)))
    for line in board.grid.rows_and_columns.values():
        for is_dark, cells in groupby(line, shaded.__contains__):
            run = tuple(cells)
            steps = list(pairwise(run))
            borders = [
                (a, b) for a, b in steps if (a, b) in board.walls or room_of[a] != room_of[b]
            ]
            if len(borders) > 1 and not is_dark:
                name = f"the line from {Place.of(run[0])} to {Place.of(run[-1])}"
                place = Place("line", (run[0], run[-1]), run, name)
                sentence = "{} crosses {:border}"
                noun = "long white line"
                yield fault("two borders", sentence, place, len(borders), unfinished=noun)
    counts = board.counted_clues(board.clue_regions.get)
    rooms = [(Place("room", cell, tuple(cells)), cells, number) for cell, cells, number in counts]
    yield from count_faults(rooms, shaded, "shaded cell")


@genre.clue_candidates
def clues(board, solution):
    """Returns the number of shaded cells of each room, by its first cell."""
    shaded = board.cells_with_word(solution, "x")
    return {room[0]: len(shaded.intersection(room)) for room in board.regions.values()}
