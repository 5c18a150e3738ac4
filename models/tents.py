"""Tents.

Put a tent beside every tree, one of its own. No two tents touch, not even at a corner, and a number
counts the tents in its row or column.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, apart, line_parts, right_counts, unpaired, wrong_counts

presets = {
    "small": {"left": "2 1 1 1", "board": ["---x-", "-xx--", "x---x", "-----"], "solutions": 1},
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
    board.line_counts(beside_trees(board), len(board.clues))
    return board


def beside_trees(board):
    return sorted({one for tree in board.clues for one in board.grid.near(tree)} - {*board.clues})


def crowds(board, cells):
    """Sets of cells, linked by trees between them, that are more than the trees beside them."""
    trees = {cell: board.clues.keys() & board.grid.near(cell) for cell in cells}
    # Tents that do not touch share a tree only from its opposite sides.
    across = {(r, c): [(2 * y - r, 2 * x - c) for y, x in trees[r, c]] for r, c in cells}
    parts = line_parts({cell: trees.keys() & {cell, *across[cell]} for cell in cells})
    return [one for one in parts if len({tree for cell in one for tree in trees[cell]}) < len(one)]


def build(board):
    model, grid, cells = Model("tents"), board.grid, beside_trees(board)
    tent = dict(zip(cells, model.binary("tent", cells), strict=True))
    with model.group("trees", why="every tree has a tent of its own"):
        model.at_least_one(
            {tree: [tent[one] for one in grid.near(tree) if one in tent] for tree in board.clues}
        )
        model.at_least_one({c[0]: [~tent[one] for one in c] for c in crowds(board, cells)})
        model.add(model.sum(tent.values()) == len(board.clues))
    with model.group("apart", why="no two tents touch"):
        apart(model, grid, tent, corners=True)
    with model.group("clues", why="a number counts the tents in its row or column"):
        right_counts(model, tent, board.line_counts(cells, len(board.clues)))
    return model


def rules(board, solution):
    yield from board.changed(board.words(solution))
    tents, number = board.marked(solution, "o").difference(board.clues), len(board.clues)
    trees = {one: board.clues.keys() & board.grid.near(one) for one in sorted(tents)}
    yield from (f"the tent in {one} has no tree of its own" for one in unpaired(trees))
    yield from board.grid.touches(tents, corners=True)
    counts = [("the board", tents, number), *board.line_counts(beside_trees(board), number)]
    yield from wrong_counts(counts, tents, "tent")
