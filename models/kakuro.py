"""Kakuro.

Write digits from 1 to 9 into the white cells (0), so that the digits of every run of white cells in
a row or a column are different. A black cell has the sums of the runs below and right of it.
"""

from functools import cache
from itertools import combinations, groupby

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch, contents, repeats

presets = {
    "small": {"board": ["- 4, 6,", ",3 0 0", ",7 0 0"]},
}
preset = "small"
layout = "board"
given = "clues"
DIGITS = range(1, 10)


def read(fields):
    board = Board.read(fields, clues="0|([1-9][0-9]?)?,([1-9][0-9]?)?")
    return board


def runs(board):
    """The cells of every run, the cell before it, and its sum as a text, which may be empty."""
    for (kind, _), line in board.grid.lines.items():
        before = None
        for white, found in groupby(line, lambda cell: board.clues.get(cell) == "0"):
            cells = [*found]
            if white:
                yield cells, before, board.clues.get(before, ",").split(",")[kind == "row"]
            before = cells[-1]


@cache
def sets(size, total):
    """The sets of so many digits that have a sum."""
    return [digits for digits in combinations(DIGITS, size) if sum(digits) == total]


def build(board):
    model = Model("kakuro")
    digit = model.binary("digit", board.having("0"), DIGITS)
    with model.group("cells", why="every white cell has one digit"):
        model.exactly_one(digit, axis=1)
    with model.group("runs", why="the digits of a run are different"):
        for cells, _, _ in runs(board):
            model.at_most_one(digit[cells, :], axis=0)
    with model.group("clues", why="the sum of a run stands before it"):
        for cells, before, total in runs(board):
            if total:
                contents(model, digit, cells, sets(len(cells), int(total)), key=before)
    return model


def decode(board, values):
    found = zip(board.having("0"), values["digit"].tolist(), strict=True)
    at = {cell: digits.index(1) + 1 if 1 in digits else "?" for cell, digits in found}
    return {"rows": board.grid.tokens(at)}


partial = decode
