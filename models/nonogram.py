"""Nonogram.

Shade some cells. The numbers before a line say how long the runs of shaded cells in it are, in this
order; between two runs, there is at least one cell that is not shaded.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, runs

presets = {
    "heart": {"above": "2 4 4 4 2", "left": ["1 1", "5", "5", "3", "1"], "solutions": 1},
    "boat": {"solutions": 1, "above": [
        "1 1", "2 2", "3 3", "1 2", "4", "10", "4 1 2", "3 3", "2 2", "1 1"], "left": [
        "1", "2", "1 3", "2 4", "3 5", "1", "10", "2 2 2", "6", "4"]},
    "cat": {"solutions": 1, "above": [
        "2 1", "8", "13", "4 6", "3 7", "8 2", "6 2 2", "5 2", "6 2 2", "8 2", "3 7", "4 6", "13",
        "8", "2 1"], "left": [
        "1 1", "2 2", "3 3", "11", "13", "2 5 2", "2 5 2", "15", "7 7", "5 5", "7 7", "4 1 1 4",
        "4 4", "7", "3"]},
}  # fmt: skip
layout = "above-lines left-lines"
address = "nonogram lines16"
words = "-x"


def read(fields):
    board = Board.read(fields)
    if board.clues or board.beside.keys() != {"above", "left"}:
        raise ValueError("write the lengths of runs into 'above' and 'left', and nothing else")
    for name, cells, lengths in lines(board):
        least = sum(lengths) + len(lengths) - 1
        if least > len(cells):
            raise ValueError(f"{name} has {len(cells)} cells, and its runs take {least}")
        if 0 in lengths:
            raise ValueError(f"{name} has a run of 0 beside others")
    above, left = (sum(map(sum, board.beside[side])) for side in ("above", "left"))
    if above != left:
        raise ValueError(f"the runs above have {above} cells, and those to the left {left}")
    return board


def lines(board):
    """Every row and column: its name, its cells, and how long its runs are."""
    for (kind, number), cells in board.grid.lines.items():
        lengths = board.beside["left" if kind == "row" else "above"][number]
        yield f"{kind} {number}", cells, [] if lengths == [0] else lengths


def build(board):
    model = Model("nonogram")
    shaded = model.binary("shaded", board.grid.cells)
    with model.group("clues", why="the numbers of a line are the lengths of its runs"):
        for name, cells, lengths in lines(board):
            runs(model, shaded[cells], lengths, key=name)
    return model


def rules(board, solution):
    words = board.words(solution)
    for name, cells, lengths in lines(board):
        line = "".join("x" if words[cell] == "x" else " " for cell in cells)
        found = [len(run) for run in line.split()]
        if found != lengths:
            yield f"{name} has runs of {found} instead of {lengths}"
