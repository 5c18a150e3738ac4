"""Tents.

Put a tent beside every tree, one of its own. No two tents touch, not even at a corner, and a number
counts the tents in its row or column.
"""

from contextlib import nullcontext

from ilpuzzles import Model
from ilpuzzles.genres import (
    Board,
    Genre,
    Place,
    SparseFamily,
    count_faults,
    exact_counts,
    fault,
    line_parts,
    not_touching,
    without_partner,
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
    """Reads a board, and refuses a tree without room for a tent."""
    board = Board.read(fields, clues=genre.clue_patterns)
    for tree in board.clues:
        if board.clues.keys() >= {*board.grid.neighbours(tree)}:
            raise ValueError(f"there is no room for a tent beside the tree at {Place.of(tree)}")
    board.counted_lines(beside_trees(board), len(board.clues))
    return board


# Which variables there are.


def beside_trees(board):
    """The cells that can have a tent: those beside a tree."""
    cells = {neighbour for tree in board.clues for neighbour in board.grid.neighbours(tree)}
    return sorted(cells - board.clues.keys())


def may_ring(trees_beside):
    """Whether tents may stand in a ring, a tree between any two: they share these in two ways.

    Args:
        trees_beside: The trees beside each cell that can have a tent.
    """
    # Tents that do not touch share a tree only from its opposite sides.
    linked = {}
    for (r, c), trees in trees_beside.items():
        across = [(2 * tree_r - r, 2 * tree_c - c) for tree_r, tree_c in trees]
        linked[r, c] = [cell for cell in across if cell in trees_beside]
    # A part of cells that are linked without a ring has one link fewer than cells; here, each link
    # is counted from both ends.
    parts = line_parts(linked)
    return any(sum(len(linked[cell]) for cell in part) >= 2 * len(part) for part in parts)


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("tents")
    grid = board.grid
    cells = beside_trees(board)
    trees_beside = {c: [tree for tree in grid.neighbours(c) if tree in board.clues] for c in cells}
    tents = model.binary("tent", cells)
    tent = dict(zip(cells, tents, strict=True))
    # Whether a tree and a tent belong together. By counts alone, without these variables, solvers
    # see late that there are too few tents (they are pigeonholes): a board of 17x17 takes more than
    # 50 s instead of 0.03.
    pairs = [(tree, cell) for cell in cells for tree in trees_beside[cell]]
    shared = [(tree, cell) for tree, cell in pairs if len(trees_beside[cell]) > 1]
    mates = model.binary("mate", shared, auxiliary=True)
    # A tent beside one tree alone belongs to that tree.
    mate = {(tree, cell): tent[cell] for tree, cell in pairs}
    mate |= dict(zip(shared, mates, strict=True))
    mate = SparseFamily(mate)

    with model.group("trees", why="every tree has a tent of its own"):
        tent_of_tree = {}
        for tree in board.clues:
            beside = [cell for cell in grid.neighbours(tree) if cell in tent]
            tent_of_tree[tree] = [mate[tree, cell] for cell in beside]
        tree_of_tent = {cell: [~tent[cell], *mate[:, cell].values()] for _, cell in shared}
        # Tents that do not touch say which is whose, unless they stand in a ring.
        defining = nullcontext([]) if may_ring(trees_beside) else model.defining(tents)
        with defining as determined:
            determined.append(mates)
            model.exactly_one(tent_of_tree | tree_of_tent)

    with model.group("apart", why="no two tents touch"):
        not_touching(model, grid, tent, corners=True)

    with model.group("clues", why="a number counts the tents in its row or column"):
        exact_counts(model, tent, board.counted_lines(cells, len(board.clues)))
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    grid = board.grid
    trees = board.clues.keys()
    yield from board.clue_faults(board.words(solution))
    tents = board.cells_with_word(solution, "o") - trees
    trees_beside = {tent: trees & grid.neighbours(tent) for tent in sorted(tents)}
    for tent in without_partner(trees_beside):
        yield fault("own tree", "the tent at {} has no tree of its own", tent)
    tents_beside = {tree: tents.intersection(grid.neighbours(tree)) for tree in trees}
    for tree in without_partner(tents_beside):
        yield fault(
            "own tent", "the tree at {} has no tent of its own", tree, unfinished="lone tree"
        )
    yield from grid.touch_faults(tents, corners=True)
    yield from count_faults(board.counted_lines(grid.cells, len(trees)), tents, "tent")
