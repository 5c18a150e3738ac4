"""Tents.

Put a tent beside every tree, one of its own. No two tents touch, not even at a corner, and a number
counts the tents in its row or column.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, line_parts, wrong_counts

presets = {
    "small": {"above": "2 0 1 0 2", "left": "2 0 1 2 0", "solutions": 1, "board": [
        "-x---", "--x-x", "x----", "-----", "----x"]},
    "medium": {"above": "3 - - - 0 - -", "left": "2 - - - - - 2", "solutions": 1, "board": [
        "-x-xx--", "-------", "---x---", "-x--x--", "x------", "------x", "----x--"]},
    "large": {"above": "3 1 1 3 2 1 1 3 1 4", "left": "4 0 2 2 2 1 3 1 1 4", "solutions": 1,
        "board": ["--x-x-xx--", "-------x--", "---x----x-", "-x--------", "------x-x-",
        "---x------", "-x---x----", "--x------x", "-x--x----x", "---x--x---"]},
}  # fmt: skip
layout = "above left board"
address = "tents beside16 trees"
words = "-o"
symbols = {"x": "tree", "o": "tent"}


def read(fields):
    board = Board.read(fields, clues="x")
    for tree in board.clues:
        if board.clues.keys() >= {*board.grid.near(tree)}:
            raise ValueError(f"the tree in {tree} has no place for a tent")
    board.line_counts(places(board), len(board.clues))
    return board


def places(board):
    """The cells that can have tents."""
    return sorted({one for tree in board.clues for one in board.grid.near(tree)} - {*board.clues})


def crowds(board, cells):
    """The sets of these cells that have fewer trees beside them, and so cannot all have tents.

    Tents that do not touch share trees only from opposite sides, and such trees link each set.
    """
    trees = {cell: board.clues.keys() & board.grid.near(cell) for cell in cells}
    across = {(r, c): [(2 * y - r, 2 * x - c) for y, x in trees[r, c]] for r, c in cells}
    for crowd in line_parts({cell: trees.keys() & {cell, *across[cell]} for cell in cells}):
        if len({tree for cell in crowd for tree in trees[cell]}) < len(crowd):
            yield sorted(crowd)


def build(board):
    model, grid, cells = Model("tents"), board.grid, places(board)
    tent = dict(zip(cells, model.binary("tent", cells), strict=True))
    with model.group("trees", why="every tree has a tent of its own"):
        for tree in board.clues:
            model.at_least_one([tent[one] for one in grid.near(tree) if one in tent], key=tree)
        for crowd in crowds(board, cells):
            model.at_least_one([~tent[one] for one in crowd], key=crowd[0])
        model.add(model.sum(tent.values()) == len(board.clues))
    with model.group("apart", why="no two tents touch"):
        for window in grid.windows(min(grid.rows, 2), min(grid.columns, 2)):
            model.at_most_one([tent[cell] for cell in window if cell in tent], key=window[0])
    with model.group("clues", why="a number counts the tents in its row or column"):
        for name, line, number in board.line_counts(cells, len(board.clues)):
            model.add(model.sum(tent[cell] for cell in line) == number, key=name)
    return model


def rules(board, solution):
    yield from board.changed(board.grid.read_tokens(solution["rows"]))
    tents = board.marked(solution, "o").difference(board.clues)
    if len(tents) != len(board.clues):
        yield f"there are {len(tents)} tents and {len(board.clues)} trees"
    yield from (f"the tents in {crowd} have fewer trees" for crowd in crowds(board, tents))
    yield from board.grid.touches(tents, corners=True)
    counts = board.line_counts(places(board), len(board.clues))
    yield from wrong_counts(counts, tents, "tents")
