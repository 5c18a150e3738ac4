"""Killer Sudoku.

Write a digit into every cell, so that every row, every column and every box has each digit once.
The digits in a cage are different, and a number in it is their sum.
"""

from ilpuzzles import Model
from ilpuzzles.grid import TINT, Board, Sketch, different_digits, repeats

presets = {
    "small": {"solutions": 1, "board": ["6---", "3-7-", "----", "6---"], "regions": [
        "AABB", "CDEE", "CDEF", "GGGF"]},
    "medium": {"solutions": 1, "board": [
        "11 10 - - - -", "- - 11 - - -", "- - - - - -", "- - - 8 - 8", "10 16 - - - -",
        "- - - 10 - -"], "regions": ["ABBBCC", "AADCCE", "AFDDEE", "FFGHHI", "JKKKHI", "JJKLLI"]},
    "large": {"solutions": 1, "board": [
        "21 9 24 - - - 19 11 -", "- - - 4 - - - 20 -", "13 3 18 6 26 - - - -",
        "- - - - 24 - 13 - 15", "19 - - - - - - 30 -", "13 - 7 - - - - - -",
        "- - 13 - - 9 12 - -", "26 - 16 17 - - - - 17", "- - - - - - - - -"], "regions": [
        "ABCCCCDEE", "AAAFFDDGE", "HIJKLLDGG", "HHJJMLNGO", "PPPJMLNQO", "RRSSMMNQO", "RRTTTUVQQ",
        "WWXYYUVVZ", "WWXXYUZZZ"]},
}  # fmt: skip
preset = "small"
layout = "board regions"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[1-9][0-9]*")
    for name, cells in board.regions.items():
        sums, size = [board.numbers[cell] for cell in cells if cell in board.clues], len(cells)
        if size > board.side or len(sums) > 1:
            raise ValueError(f"the cage {name} has {size} cells and {len(sums)} sums")
        least, most = size * (size + 1) // 2, size * (2 * board.side + 1 - size) // 2
        if sums and not least <= sums[0] <= most:
            raise ValueError(f"the sum {sums[0]} of cage {name} is not from {least} to {most}")
    if not board.regions or not board.grid.areas:
        raise ValueError("no cages: draw them in 'regions'")
    return board


def build(board):
    model, areas = Model("killer sudoku"), board.grid.areas
    digit = model.binary("digit", board.grid.cells, range(1, board.side + 1))
    with model.group("cells", why="every cell has one digit"):
        model.exactly_one(digit, axis=1)
    with model.group("areas", why="every row, every column and every box has each digit once"):
        for (kind, name), cells in areas.items():
            model.exactly_one(digit[cells, :], name=f"{kind} {name}", axis=0)
    with model.group("cages", why="the digits in a cage are different"):
        within = [set(cells) for cells in areas.values()]
        for name, cells in board.regions.items():
            if not any(area.issuperset(cells) for area in within):
                model.at_most_one(digit[cells, :], name=f"cage {name}", axis=0)
    with model.group("clues", why="the number in a cage is the sum of its digits"):
        for cell, number in board.numbers.items():
            different_digits(model, digit, board.regions[board.region_of[cell]], number, key=cell)
    return model


def decode(board, values):
    return {"rows": board.grid.numbers(values["digit"], range(1, board.side + 1))}


partial = decode


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    digits = {str(n + 1): n + 1 for n in range(board.side)}
    yield from board.grid.wrong_words(words, digits)
    cages = {("cage", name): cells for name, cells in board.regions.items()}
    yield from repeats(words, board.grid.areas | cages)
    for cell, number in board.numbers.items():
        cage = board.regions[board.region_of[cell]]
        total = sum(digits.get(words[one], 0) for one in cage)
        if total != number:
            yield f"the cage of {cell} has the sum {total} instead of {number}"


def clues(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    found = board.regions.values()
    return [[*cells[0], str(sum(int(words[cell]) for cell in cells))] for cells in found]


def draw(board, solution):
    sketch = Sketch.of(board)
    for cells in board.grid.boxes().values():
        (r, c), (last_r, last_c) = cells[0], cells[-1]
        if (r // (last_r - r + 1) + c // (last_c - c + 1)) % 2:
            sketch.shade(cells, TINT)
    sketch.erase(board.clues)
    sketch.write_small(board.clues)
    if solution:
        sketch.fill(solution["rows"])
    return sketch
