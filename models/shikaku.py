"""Shikaku.

Cut the board along its lines into rectangles, so that each has one number in it, which says how
many cells it has; ? is any number.
"""

from itertools import product

from ilpuzzles import Model
from ilpuzzles.genres import Board, Genre, Place, Sketch, covers_by_cell, fault

genre = Genre(
    group="Regions and diagonals",
    aliases=["rectangles"],
    layout="board",
    address="shikaku number16",
    clue_patterns={
        "[1-9][0-9]*": "how many cells the rectangle around it has",
        "[?]": "any number of them",
    },
    unknown_clue="?",
    contradictions={
        "cover": "{place} could not be in exactly one rectangle",
        "clues": "{clue} could not have a rectangle of that size",
    },
    known_anyway="where the numbers stand",
    presets={
        "small": {"board": ["6--3-", "----2", "--9--", "-----", "---23"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["----3--", "------2", "---2-6-", "5-8----", "------3", "-3---4-", "2-34-22"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "--66--29--",
                "----------",
                "---4------",
                "--24---2--",
                "-6----6---",
                "---6-----5",
                "-8---3--8-",
                "----6-----",
                "----------",
                "2--3-6--42",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses numbers that do not add up to its cells."""
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    spare = spare_cells(board)
    has_unknown = len(board.numbers) < len(board.clues)
    if spare < 0 or (spare > 0 and not has_unknown):
        total = sum(board.numbers.values())
        cells = len(board.grid.cells)
        raise ValueError(f"the numbers add up to {total}, and the board has {cells} cells")
    return board


# Which variables there are.


def spare_cells(board):
    """How many cells are left if every ? has one cell."""
    unknown = len(board.clues) - len(board.numbers)
    return len(board.grid.cells) - sum(board.numbers.values()) - unknown


def rectangles(board):
    """The rectangles that clues can have, each as the cell of the clue and all cells.

    They have as many cells as the clue says, and no other clue.
    """
    empty = board.grid.cell_set.difference(board.clues)
    for r, c in board.clues:
        free = empty | {(r, c)}
        for height, width in sizes(board, (r, c)):
            tops = range(r - height + 1, r + 1)
            lefts = range(c - width + 1, c + 1)
            for top, left in product(tops, lefts):
                cells = list(product(range(top, top + height), range(left, left + width)))
                if free.issuperset(cells):
                    yield (r, c), cells


def sizes(board, clue):
    """The heights and widths of rectangles that a clue allows."""
    any_area = range(1, spare_cells(board) + 2)
    areas = [board.numbers[clue]] if clue in board.numbers else any_area
    for area in areas:
        for height in range(1, min(area, board.grid.rows) + 1):
            if area % height == 0:
                yield height, area // height


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("shikaku")
    candidates = list(rectangles(board))
    corners = [(*cells[0], *cells[-1]) for _, cells in candidates]
    rectangle = model.binary("rectangle", corners)
    over = covers_by_cell(board.grid, rectangle, [cells for _, cells in candidates])

    with model.group("cover", why="no two rectangles share a cell"):
        over_cell = {cell: over[cell].values() for cell in board.grid.cells}
        model.at_most_one(over_cell)
        # Where all areas are known, they fill the board by themselves.
        if len(board.numbers) < len(board.clues):
            model.at_least_one(over_cell)

    with model.group("clues", why="every number has a rectangle with so many cells"):
        of_clue = {clue: [] for clue in board.clues}
        for (clue, _), is_chosen in zip(candidates, rectangle, strict=True):
            of_clue[clue].append(is_chosen)
        model.exactly_one(of_clue)
    return model


@genre.same_region
def together(model, board):
    """For neighbours, the rectangles that have both."""
    (rectangle,) = model.families
    over = covers_by_cell(board.grid, rectangle, [cells for _, cells in rectangles(board)])
    truths = {}
    for cell, neighbour in board.grid.neighbour_pairs:
        over_cell = over[cell]
        truths[cell, neighbour] = [over_cell[n] for n in over_cell if n in over[neighbour]]
    return truths


@genre.solution
def decode(board, values):
    """Returns the number of the clue whose rectangle each cell is in."""
    number = {clue: n for n, clue in enumerate(board.clues, 1)}
    clues_of = {cell: set() for cell in board.grid.cells}
    for (clue, cells), is_chosen in zip(rectangles(board), values["rectangle"], strict=True):
        # One that is open may still be chosen.
        if is_chosen != 0:
            for cell in cells:
                clues_of[cell].add(clue)
    words = {cell: number[min(clues)] for cell, clues in clues_of.items() if len(clues) == 1}
    return {"rows": board.grid.rows_of_words(words, "?")}


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    for cell, word in words.items():
        if word == "?":
            yield fault("open", "{} is open", cell)
    for name, cells in board.grid.cells_by_name(words).items():
        if name == "?":
            continue
        region = Place("region", name, tuple(cells))
        rows = {r for r, _ in cells}
        columns = {c for _, c in cells}
        height = max(rows) - min(rows) + 1
        width = max(columns) - min(columns) + 1
        if len(cells) < height * width:
            yield fault("rectangle", "{} is not a rectangle", region)
        clues = [cell for cell in cells if cell in board.clues]
        if len(clues) != 1:
            yield fault("number count", "{} has {:number} instead of 1", region, len(clues))
        elif board.numbers.get(clues[0], len(cells)) != len(cells):
            number = board.numbers[clues[0]]
            yield fault("region size", "{} has {:cell} instead of {}", region, len(cells), number)


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    sketch.show_regions(solution["rows"] if solution else ())
    return sketch
