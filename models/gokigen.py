"""Gokigen Naname.

Draw a diagonal into every cell, so that no diagonals make a loop. A number says how many of them
meet at its corner; ? is any number.
"""

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, wrong_counts

presets = {
    "small": {"solutions": 1, "corners": [
        "----0-", "-11---", "023-1-", "---2--", "-21--2", "-0----"]},
    "medium": {"solutions": 1, "corners": ["-2---1-1", "--3122--", "1--22--0", "--23-3--",
        "0-2-223-", "2-22--21", "----223-", "1-0-----"]},
    "large": {"solutions": 1, "corners": [
        "-0-0-02-1--", "-2---22---2", "1------13-0", "-2-211-31--", "--12-4---2-", "12-------4-",
        "0-23---13-2", "---24-1----", "2--3-2-1--0", "--3--21-121", "-10--1--1--"]},
}  # fmt: skip
layout = "corners"
clue = {"[0-4]": "how many diagonals meet at its corner", "[?]": "any number of them"}
address = "gokigen 4corner"
words = "/\\"


def read(fields):
    board = Board.read(fields, clues=clue)
    if board.clues or not board.grid.is_whole:
        raise ValueError("numbers stand at the corners of squares: draw them in 'corners'")
    board.counts(board.grid.around)
    return board


def meeting(grid):
    """By corner, the cells around it, each with the diagonal that ends there."""
    found = {}
    for at in grid.corners:
        found[at] = [(cell, "\\/"[(sum(cell) + sum(at)) % 2]) for cell in grid.around(at)]
    return found


def build(board):
    model, grid = Model("gokigen"), board.grid
    falling = model.binary("falling", grid.cells)
    with model.group("loops", why="no diagonals make a loop"):
        drawn = {((r, c), (r + 1, c + 1)): falling[r, c] for r, c in grid.cells}
        drawn |= {((r, c + 1), (r + 1, c)): ~falling[r, c] for r, c in grid.cells}
        # A loop cuts the corners inside off from the border, and nothing else does.
        border = {corner: len(grid.around(corner)) < 4 for corner in grid.corners}
        connected(model, drawn, dict.fromkeys(border, True), roots=border)
    with model.group("clues", why="a number counts the diagonals that meet at its corner"):
        for corner, cells, number in board.counts(meeting(grid).get):
            met = (falling[cell] if word == "\\" else ~falling[cell] for cell, word in cells)
            model.add(model.sum(met) == number, key=corner)
    return model


def rules(board, solution):
    words = board.words(solution)
    part = {corner: {corner} for corner in board.grid.corners}
    for (r, c), word in words.items():
        ends = [(r, c), (r + 1, c + 1)] if word == "\\" else [(r, c + 1), (r + 1, c)]
        one, other = (part[corner] for corner in ends)
        if one is other:
            yield f"the diagonal in {(r, c)} closes a loop"
        part |= dict.fromkeys(one | other, one | other)
    yield from wrong_counts(board.counts(meeting(board.grid).get), words.items(), "diagonal")


def clues(board, solution):
    words = board.words(solution)
    return {at: sum(words[c] == way for c, way in both) for at, both in meeting(board.grid).items()}
