"""Star battle.

Every row, every column and every region has the same number of stars, and no two stars touch, not
even at a corner. Cells with # or @ are in no region and have no star.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch

presets = {
    "small": {"stars": 1, "solutions": 1, "regions": [
        "AAABBB", "EEADDB", "ECDDDB", "EEEFDD", "EEFFDD", "EEEFFF"]},
    "large": {"stars": 2, "solutions": 1, "regions": [
        "JJJJCCCCDD", "JJJCCCCDDD", "FJJCBBBDDD", "FIIBBBBDDD", "FIIIIIBDII",
        "IIAAHIIIII", "HIHAHIGGII", "HHHAHHGGGG", "HHHHHHGGGG", "HHHEEEEGGG"]},
    "void": {"stars": 1, "solutions": 1, "regions": ["AABC#", "DABCC", "D##CC", "DDECE", "#DEEE"]},
    "lines": {"stars": 1, "solutions": 90, "regions": [name * 6 for name in "ABCDEF"]},
}  # fmt: skip
preset = "small"
layout = "stars: regions"
address = "starbattle stars borders"
given = "clues"
VOID = {"#", "@"}


def read(fields):
    board = Board.read(fields, clues="[*]")
    rows, columns, regions = board.grid.rows, board.grid.columns, len(board.regions.keys() - VOID)
    if not rows == columns == regions:
        raise ValueError(f"{rows} rows, {columns} columns, {regions} regions: draw as many of each")
    board.number("stars", 1)
    return board


def lines(board):
    """The cells of all rows, columns and regions, and how many stars these have."""
    regions = {("region", name): cells for name, cells in board.regions.items()}
    for line, cells in (board.grid.lines | regions).items():
        yield line, cells, 0 if line[1] in VOID else board.number("stars")


def build(board):
    model, grid = Model("star battle"), board.grid
    star = model.binary("star", grid.cells)
    with model.group("stars", why="every row, column and region has its stars"):
        for line, cells, wanted in lines(board):
            model.add(model.sum(star[cell] for cell in cells) == wanted, key=line)
    with model.group("apart", why="no two stars touch"):
        for window in grid.windows(2, 2):
            model.at_most_one([star[cell] for cell in window], key=window[0])
    with model.group("clues", why="these stars are given"):
        for cell in board.clues:
            model.add(star[cell] == 1, key=cell)
    return model


def decode(board, values):
    return {"rows": board.grid.words(values["star"], {0: "-", 1: "x"})}


partial = decode


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    yield from board.grid.wrong_words(words, "-x")
    stars = {cell for cell, word in words.items() if word == "x"}
    for (kind, name), cells, wanted in lines(board):
        found = len(stars.intersection(cells))
        if found != wanted:
            yield f"{kind} {name} has {found} stars instead of {wanted}"
    for one, other in board.grid.touching_pairs:
        if {one, other} <= stars:
            yield f"the stars in {one} and {other} touch"
    yield from (f"the star in {cell} is missing" for cell in board.clues if cell not in stars)


def clues(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    return [[*cell, "*"] for cell, word in words.items() if word == "x"]


def draw(board, solution):
    sketch = Sketch.of(board)
    sketch.shade(cell for name in VOID for cell in board.regions.get(name, ()))
    sketch.erase(board.clues)
    sketch.symbol("star", board.clues)
    if solution:
        sketch.put(solution["rows"], {"x": "star"})
    return sketch
