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
        "small": {
            "above": "5 5 4 - -",
            "left": "3 3 4 5 4",
            "solutions": 1,
            "paths": [
                "A3 A2 A1 B1 G4",
                "A4 D4 C1 B2 G3",
                "D2 D3 C2 B3 G2",
                "D1 E1 C3 F1 G1",
                "E3 E2 C4 F2 F3",
            ],
        },
        "medium": {
            "above": "3 3 4 2 - 3 -",
            "left": "2 3 4 5 5 0 2",
            "solutions": 1,
            "paths": [
                "A4 A3 A2 A1 B3 B2 B1",
                "A5 C1 D1 B5 B4 F4 H3",
                "E1 C2 D2 F1 F2 F3 H2",
                "E2 C3 D3 J5 G2 G1 H1",
                "E3 I1 D4 J4 J3 J2 J1",
                "L2 I2 K5 K4 K3 K2 K1",
                "L1 I3 I4 I5 M3 M2 M1",
            ],
        },
        "large": {
            "above": "4 8 4 4 8 1 6 6 3 6",
            "left": "3 7 5 1 5 3 - 2 8 -",
            "solutions": 1,
            "paths": [
                "A1 E3 E4 E5 B5 B4 B3 B2 B1 J3",
                "A2 E2 C1 C2 C3 C4 D1 H2 H3 J2",
                "A3 E1 L6 L5 F1 G1 D2 H1 I1 J1",
                "A4 A5 A6 L4 F2 G2 D3 Q5 I2 I5",
                "K1 L1 L2 L3 F3 G3 M1 Q4 I3 I4",
                "K2 P5 P4 P3 F4 N1 M2 Q3 R3 R2",
                "K3 O1 P1 P2 F5 N2 M3 Q2 Q1 R1",
                "U6 O2 S3 S2 S1 N3 N4 N5 N6 W3",
                "U5 O3 O4 T6 T5 T4 T3 T2 T1 W2",
                "U4 U3 U2 U1 V5 V4 V3 V2 V1 W1",
            ],
        },
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
