"""Tents.

Put a tent beside every tree, one of its own. No two tents touch, not even at a corner, and a number
counts the tents in its row or column.
"""

from contextlib import nullcontext

from ilpuzzles import Model
from ilpuzzles.grid import (
    Board,
    Genre,
    Place,
    apart,
    fault,
    line_parts,
    right_counts,
    unpaired,
    wrong_counts,
)

genre = Genre(
    group="Things to place",
    aliases=["tents-and-trees"],
    layout="above left board",
    address="tents beside16 trees",
    clue_patterns={"x": "a tree"},
    solution_words="-o",
    symbols={"x": "tree", "o": "tent"},
    contradictions={
        "trees": "the trees could not have tents of their own",
        "apart": "two tents would touch",
        "clues": "{place} could not have that many tents",
    },
    known_anyway="where the trees stand",
    presets={
        "small": {"left": "2 1 1 1", "board": ["---x-", "-xx--", "x---x", "-----"], "solutions": 1},
        "medium": {
            "above": "3 - - - 0 - -",
            "left": "2 - - - - - 2",
            "solutions": 1,
            "board": ["-x-xx--", "-------", "---x---", "-x--x--", "x------", "------x", "----x--"],
        },
        "large": {
            "above": "3 1 1 3 2 1 1 3 1 4",
            "left": "4 0 2 2 2 1 3 1 1 4",
            "solutions": 1,
            "board": [
                "--x-x-xx--",
                "-------x--",
                "---x----x-",
                "-x--------",
                "------x-x-",
                "---x------",
                "-x---x----",
                "--x------x",
                "-x--x----x",
                "---x--x---",
            ],
        },
    },
)


@genre.board
def read(fields):
    board = Board.read(fields, clues=genre.clue_patterns)
    for tree in board.clues:
        if board.clues.keys() >= {*board.grid.near(tree)}:
            raise ValueError(f"there is no room for a tent beside the tree at {Place.of(tree)}")
    board.line_counts(beside_trees(board), len(board.clues))
    return board


def beside_trees(board):
    return sorted({one for tree in board.clues for one in board.grid.near(tree)} - {*board.clues})


def may_ring(trees):
    """Whether tents may stand in a ring, a tree between any two: they share these in two ways."""
    # Tents that do not touch share a tree only from its opposite sides.
    across = {(r, c): [(2 * y - r, 2 * x - c) for y, x in trees[r, c]] for r, c in trees}
    linked = {cell: [one for one in across[cell] if one in trees] for cell in trees}
    # A part without a ring has one link fewer than cells.
    return any(
        sum(len(linked[cell]) for cell in part) >= 2 * len(part) for part in line_parts(linked)
    )


@genre.model
def build(board):
    model, grid, cells = Model("tents"), board.grid, beside_trees(board)
    tents = model.binary("tent", cells)
    tent = dict(zip(cells, tents, strict=True))
    trees = {cell: [one for one in grid.near(cell) if one in board.clues] for cell in cells}
    shared = [(tree, cell) for cell in cells for tree in trees[cell] if len(trees[cell]) > 1]
    # By counts alone, solvers see late that there are too few tents: they are pigeonholes.
    mates = model.binary("mate", shared, auxiliary=True)
    # A tent beside one tree is that tree's.
    mate = {(tree, cell): tent[cell] for cell in cells for tree in trees[cell]}
    mate |= zip(shared, mates, strict=True)
    own = {
        tree: [mate[tree, one] for one in grid.near(tree) if one in tent] for tree in board.clues
    }
    whose = {cell: [~tent[cell], *(mate[one, cell] for one in trees[cell])] for _, cell in shared}
    with model.group("trees", why="every tree has a tent of its own"):
        # Tents that do not touch say which is whose, unless they stand in a ring.
        mating = nullcontext([]) if may_ring(trees) else model.defining(tents)
        with mating as determined:
            determined.append(mates)
            model.exactly_one(own | whose)
    with model.group("apart", why="no two tents touch"):
        apart(model, grid, tent, corners=True)
    with model.group("clues", why="a number counts the tents in its row or column"):
        right_counts(model, tent, board.line_counts(cells, len(board.clues)))
    return model


@genre.rules
def rules(board, solution):
    grid, trees = board.grid, board.clues.keys()
    yield from board.changed(board.words(solution))
    tents = board.marked(solution, "o") - trees
    for tent in unpaired({tent: trees & grid.near(tent) for tent in sorted(tents)}):
        yield fault("own tree", "the tent at {} has no tree of its own", tent)
    for tree in unpaired({tree: tents.intersection(grid.near(tree)) for tree in trees}):
        yield fault("own tent", "the tree at {} has no tent of its own", tree, noun="lone tree")
    yield from grid.touches(tents, corners=True)
    yield from wrong_counts(board.line_counts(beside_trees(board), len(trees)), tents, "tent")
