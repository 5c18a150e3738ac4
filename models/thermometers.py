"""Thermometers.

Fill thermometers from their bulbs on, without gaps: some to the end, some in part, and some not at
all. A number above a column or left of a row counts its filled cells.
"""

from itertools import pairwise

from ilpuzzles import Model
from ilpuzzles.genres import Board, Genre, Place, count_faults, exact_counts, fault

genre = Genre(
    group="Things to place",
    aliases=["thermometer"],
    rules_at="https://www.janko.at/Raetsel/Thermometer/index.htm",
    layout="above left paths",
    solution_words="-x",
    contradictions={
        "thermometers": "a thermometer would have a gap",
        "clues": "{place} could not have that many filled cells",
    },
    known_anyway="where the thermometers are",
    presets={
        "small": {"above": "1 1", "left": "2 0", "paths": ["A1 A2", "B1 B2"], "solutions": 1},
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses one with clues in cells, or with a cell on two thermometers."""
    board = Board.read(fields)
    for cell in board.clues:
        raise ValueError(f"there is a clue at {Place.of(cell)}: numbers stand beside the board")
    thermometers_at = {}
    for path in board.paths.values():
        for cell in path:
            if cell in thermometers_at:
                raise ValueError(f"two thermometers have {Place.of(cell)}")
            thermometers_at[cell] = path
    board.counted_lines(thermometers_at)
    return board


def thermometers(board):
    """The place and the cells of each thermometer, from its bulb on."""
    for path in board.paths.values():
        yield Place("thermometer", path[0], tuple(path)), path


def cells_to_fill(board):
    """The cells of all thermometers."""
    return sorted(cell for path in board.paths.values() for cell in path)


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("thermometers")
    cells = cells_to_fill(board)
    filled = model.binary("filled", cells)

    with model.group("thermometers", why="a thermometer is filled from its bulb on"):
        for path in board.paths.values():
            for before, after in pairwise(path):
                model.add(filled[after] <= filled[before], key=after)

    with model.group("clues", why="a number counts the filled cells in its row or column"):
        exact_counts(model, filled, board.counted_lines(cells))
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    filled = board.cells_with_word(solution, "x")
    for cell in sorted(filled.difference(cells_to_fill(board))):
        yield fault("no thermometer", "{} is filled, and there is no thermometer", cell)
    for thermometer, path in thermometers(board):
        for before, after in pairwise(path):
            if after in filled and before not in filled:
                yield fault("gap", "{} has a gap at {}", thermometer, before, unfinished="gap")
    yield from count_faults(board.counted_lines(board.grid.cells), filled, "filled cell")
