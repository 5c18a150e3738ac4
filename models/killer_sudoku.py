"""Killer Sudoku.

Write a digit into every cell, so that every row, every column and every box has each digit once.
The digits in a cage are different, and a number in it is their sum.
"""

from ilpuzzles import Model
from ilpuzzles.grid import TINT, Board, Sketch, contents, digits_once, latin, repeats, sets_of_sum

presets = {
    "small": {"solutions": 1, "board": ["6---", "3-7-", "----", "6---"], "regions": [
        "AABB", "CDEE", "CDEF", "GGGF"]},
    "medium": {"solutions": 1, "board": ["11 10 - - - -", "- - 11 - - -", "- - - - - -",
        "- - - 8 - 8", "10 16 - - - -", "- - - 10 - -"], "regions": [
        "ABBBCC", "AADCCE", "AFDDEE", "FFGHHI", "JKKKHI", "JJKLLI"]},
    "large": {"solutions": 1, "regions": ["ABCCCCDEE", "AAAFFDDGE", "HIJKLLDGG", "HHJJMLNGO",
        "PPPJMLNQO", "RRSSMMNQO", "RRTTTUVQQ", "WWXYYUVVZ", "WWXXYUZZZ"], "board": [
        "21 9 24 - - - 19 11 -", "- - - 4 - - - 20 -", "13 3 18 6 26 - - - -",
        "- - - - 24 - 13 - 15", "19 - - - - - - 30 -", "13 - 7 - - - - - -",
        "- - 13 - - 9 12 - -", "26 - 16 17 - - - - 17", "- - - - - - - - -"]},
}  # fmt: skip
layout = "board regions"
clue = {"[1-9][0-9]*": "the sum of the digits in its cage, in one of its cells"}


def read(fields):
    board = Board.read(fields, clues=clue, empty="0")
    side, _ = board.side, board.grid.areas | board.diagonals
    for cell, cells in board.cages.items():
        if not sets_of_sum(range(1, side + 1), len(cells), board.numbers[cell]):
            raise ValueError(f"no {len(cells)} digits up to {side} have the sum in {cell}")
    for name, cells in board.regions.items():
        if len(cells) > side:
            raise ValueError(f"the cage {name} has {len(cells)} cells for {side} digits")
    return board


def build(board):
    model, digits = Model("killer sudoku"), range(1, board.side + 1)
    areas = board.grid.areas | board.diagonals
    digit = latin(model, board.grid.cells, digits, areas)
    with model.group("cages", why="the digits in a cage are different"):
        within = [set(cells) for cells in areas.values()]
        cages = {
            ("cage", name): cells
            for name, cells in board.regions.items()
            if not any(area.issuperset(cells) for area in within)
        }
        digits_once(model, digit, cages)
    with model.group("clues", why="the number in a cage is the sum of its digits"):
        sums = [
            (cell, cells, sets_of_sum(digits, len(cells), board.numbers[cell]))
            for cell, cells in board.cages.items()
        ]
        contents(model, digit, sums)
    return model


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    digits = {str(n + 1): n + 1 for n in range(board.side)}
    yield from board.grid.wrong_words(words, digits)
    cages = {("cage", name): cells for name, cells in board.regions.items()}
    yield from repeats(words, board.grid.areas | board.diagonals | cages)
    for cell, cells in board.cages.items():
        total = sum(digits.get(words[one], 0) for one in cells)
        if total != board.numbers[cell]:
            yield f"the cage of {cell} has the sum {total} instead of {board.clues[cell]}"


def clues(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    return {cells[0]: sum(int(words[c]) for c in cells) for cells in board.regions.values()}


def draw(board, solution):
    sketch = Sketch.of(board)
    for cells in board.grid.boxes().values():
        (r, c), (last_r, last_c) = cells[0], cells[-1]
        if (r // (last_r - r + 1) + c // (last_c - c + 1)) % 2 and not board.diagonals:
            sketch.shade(cells, TINT)
    sketch.write_small(board.clues)
    if solution:
        sketch.fill(solution["rows"])
    return sketch
