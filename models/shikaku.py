"""Shikaku.

Cut the board along its lines into rectangles, so that each has one number in it, which says how
many cells it has; ? is any number.
"""

from itertools import product

from ilpuzzles import Model
from ilpuzzles.grid import Board, Genre, Place, Sketch, fault

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
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    total, spare = sum(board.numbers.values()), spare_cells(board)
    if spare < 0 or (spare > 0 and len(board.numbers) == len(board.clues)):
        cells = len(board.grid.cells)
        raise ValueError(f"the numbers add up to {total}, and the board has {cells} cells")
    return board


def spare_cells(board):
    """How many cells are left if every ? has one cell."""
    unknown = len(board.clues) - len(board.numbers)
    return len(board.grid.cells) - sum(board.numbers.values()) - unknown


def rectangles(board):
    """The rectangles that numbers can have: the cell of the number, and all cells."""
    free = board.grid.all.difference(board.clues)
    any_area = range(1, spare_cells(board) + 2)
    for r, c in board.clues:
        fit, number = free | {(r, c)}, board.numbers.get((r, c))
        areas = [number] if number else any_area
        sizes = [(n, area // n) for area in areas for n in range(1, area + 1) if area % n == 0]
        for h, w in (size for size in sizes if size[0] <= board.grid.rows):
            for top, left in product(range(r - h + 1, r + 1), range(c - w + 1, c + 1)):
                cells = [*product(range(top, top + h), range(left, left + w))]
                if fit.issuperset(cells):
                    yield (r, c), cells


@genre.model
def build(board):
    model, found = Model("shikaku"), list(rectangles(board))
    rectangle = model.binary("rectangle", [(*cells[0], *cells[-1]) for _, cells in found])
    over, of = {cell: [] for cell in board.grid.cells}, {cell: [] for cell in board.clues}
    for (clue, cells), chosen in zip(found, rectangle, strict=True):
        of[clue].append(chosen)
        for cell in cells:
            over[cell].append(chosen)
    with model.group("cover", why="no two rectangles share a cell"):
        model.at_most_one(over)
        # Where all areas are known, they fill the board by themselves.
        if len(board.numbers) < len(board.clues):
            model.at_least_one(over)
    with model.group("clues", why="every number has a rectangle with so many cells"):
        model.exactly_one(of)
    return model


@genre.same_region
def together(model, board):
    """For cells side by side, the rectangles that have both."""
    found, (chosen,) = {pair: [] for pair in board.grid.pairs}, model.families
    for (_, cells), one in zip(rectangles(board), chosen, strict=True):
        for pair in board.grid.pairs:
            if {*pair} <= {*cells}:
                found[pair].append(one)
    return found


@genre.solution
def decode(board, values):
    number, of = {cell: n for n, cell in enumerate(board.clues, 1)}, {}
    for (clue, cells), chosen in zip(rectangles(board), values["rectangle"], strict=True):
        for cell in cells if chosen != 0 else ():
            of.setdefault(cell, set()).add(number[clue])
    words = {cell: min(found) for cell, found in of.items() if len(found) == 1}
    return {"rows": board.grid.tokens(words, "?")}


@genre.rules
def rules(board, solution):
    words = board.words(solution)
    for cell, word in words.items():
        if word == "?":
            yield fault("open", "{} is open", cell)
    for name, cells in board.grid.regions(words).items():
        if name == "?":
            continue
        region = Place("region", name, tuple(cells))
        rows, columns = zip(*cells, strict=True)
        if len(cells) < (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1):
            yield fault("rectangle", "{} is not a rectangle", region)
        clues = [cell for cell in cells if cell in board.clues]
        if len(clues) != 1:
            yield fault("number count", "{} has {:number} instead of 1", region, len(clues))
        elif board.numbers.get(clues[0], len(cells)) != len(cells):
            number = board.numbers[clues[0]]
            yield fault("region size", "{} has {:cell} instead of {}", region, len(cells), number)


@genre.picture
def draw(board, solution):
    sketch = Sketch.of(board)
    sketch.divide(solution["rows"] if solution else ())
    return sketch
