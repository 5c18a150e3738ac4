"""Nurikabe.

Shade cells so that they are connected and fill no square of 2x2 cells: the sea. The others are
islands, which do not touch along a side, each with one number that counts its cells; ? is any one.
"""

from ilpuzzles import Model, connected, disjunction
from ilpuzzles.genres import Board, Genre, Place, SparseFamily, fault, no_full_block

genre = Genre(
    group="Cells to shade",
    aliases=["islands-in-the-stream"],
    layout="board",
    address="nurikabe number16",
    clue_patterns={
        "[1-9][0-9]*": "how many cells the island of its cell has",
        "[?]": "an island of any size",
    },
    unknown_clue="?",
    solution_words="-x",
    shown_variables=["sea"],
    reasons={
        "cells: shaded": "it follows from {reasons}: {place} can be in no island",
        "cells: empty": "it follows from {reasons}",
    },
    contradictions={
        # These rows are no rule of the puzzle, but say what the variables mean.
        "cells": "",
        "apart": "two islands would touch",
        "squares": "a square of 2x2 cells would be full",
        "connected": "the sea would not be connected",
        "islands": "an island would not be connected",
        "clues": "{clue} could not have an island of that size",
    },
    known_anyway="where the numbers stand",
    presets={
        "small": {"board": ["----5", "-----", "4---1", "-----", "1---1"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["-------", "--6----", "-5-----", "------6", "-----5-", "-------", "--3----"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "--1-1-1-2-",
                "----------",
                "---4----3-",
                "------4---",
                "4-4-1-----",
                "----------",
                "-----4---1",
                "--1---2---",
                "----2-----",
                "-2---1--4-",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses islands that have more cells than it."""
    # On puzz.link, a 0 stands in an empty cell as well.
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    land = sum(board.numbers.values())
    cells = len(board.grid.cells)
    if land > cells:
        raise ValueError(f"the islands have {land} cells, and the board has {cells}")
    return board


# Which variables there are.


def largest_size(board, clue):
    """The most cells that the island of a clue can have: its number, or for ? the whole board."""
    return board.numbers.get(clue, len(board.grid.cells))


def reach(board, clue):
    """The cells that the island of a clue can have, with their distances from the clue.

    It is cut off by the cells beside other clues, and ends where its number is used up. On the
    large preset, this leaves 83 variables; one for every clue and cell would be 1800.
    """
    grid = board.grid
    closed = set()
    for cell in board.clues:
        if cell != clue:
            closed |= {cell, *grid.neighbours(cell)}
    return grid.distances_from(clue, largest_size(board, clue) - 1, grid.cell_set - closed)


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("nurikabe")
    grid = board.grid
    distances = {clue: reach(board, clue) for clue in board.clues}
    sea = model.binary("sea", grid.cells)
    pairs = [(clue, cell) for clue in board.clues for cell in distances[clue]]
    # Not every clue and cell have a variable. `island[:, cell]` has those of a cell, by clue, and
    # `island[clue, :]` those of a clue, by cell. `island[clue, [cell, ...]]` is a list of those
    # that there are of the cells named. Each of them may be empty.
    island = SparseFamily(model.binary("island", pairs))

    with model.group("cells", why="every cell is sea or belongs to one island"):
        model.exactly_one({cell: [sea[cell], *island[:, cell].values()] for cell in grid.cells})

    with model.group("apart", why="no two islands touch"):
        # Beside a cell of an island there is sea, or another cell of the same island.
        clauses = {}
        for (clue, cell), is_land in island.items():
            for neighbour in grid.neighbours(cell):
                same_island = island[clue, [neighbour]]
                clauses[cell, neighbour, clue] = [~is_land, sea[neighbour], *same_island]
        model.at_least_one(clauses)

    with model.group("squares", why="no square of 2x2 cells is full"):
        no_full_block(model, grid, sea)

    with model.group("connected", why="the sea is connected"):
        is_sea = {}
        for cell in grid.cells:
            can_be_land = len(island[:, cell]) > 0
            is_sea[cell] = sea[cell] if can_be_land else True
        connected(model, grid.neighbour_pairs, is_sea)

    with model.group("islands", why="every island is connected"):
        for clue in board.clues:
            land = island[clue, :]
            is_clue = {cell: cell == clue for cell in land}
            connected(model, grid.neighbour_pairs_among(land), land, roots=is_clue)

    with model.group("clues", why="the island of a number has so many cells"):
        for clue in board.clues:
            model.add(island[clue, clue] == 1, key=clue)
        for clue, number in board.numbers.items():
            model.add(model.sum(island[clue, :].values()) == number, key=clue)
        for clue in board.clues:
            lead_to_clue(model, board, clue, island, distances[clue])
            forbid_rings(model, board, clue, island)
        bound_lines_at_corners(model, board, island)
    return model


# Rows that follow from the others, but that solvers find late.


def lead_to_clue(model, board, clue, island, distances):
    """States that an island with a cell far from its clue has one that is a step nearer.

    With this and `forbid_rings`, CP-SAT takes half the time or less (for the large preset, 0.03 s
    instead of 0.17), and HiGHS a third. For clingo they make no difference.
    """
    size = largest_size(board, clue)
    for cell, distance in distances.items():
        if distance <= 1:
            continue
        # The shortest way from the clue has `distance + 1` cells, and any longer one at least two
        # cells more. If the size leaves no room for these, the cell before on the way, which is a
        # neighbour, is nearer to the clue.
        has_room_for_detour = size >= distance + 3
        candidates = distances if has_room_for_detour else board.grid.neighbours(cell)
        nearer = [near for near in candidates if distances.get(near) == distance - 1]
        model.at_least_one([~island[clue, cell], *island[clue, nearer]], key=clue)


# The fewest cells of an island that goes round a cell of sea, and meets itself only at a corner.
SMALLEST_RING = 7


def forbid_rings(model, board, clue, island):
    """States that of two cells of an island that meet at a corner, a cell beside both is in it too.

    This follows from the other rows. Let the cells A and B be in the island, and P and Q, which are
    beside both, not:

        A P
        Q B

    1. P and Q are sea, since islands do not touch.
    2. The island is connected, so that a path of its cells joins A with B. With the corner at which
       they meet, it closes a ring.
    3. P lies on one side of the ring and Q on the other, so that the sea is not connected.

    For what it saves, see `lead_to_clue`.
    """
    if largest_size(board, clue) < SMALLEST_RING:
        return
    for r, c in island[clue, :]:
        for diagonal in ((r + 1, c - 1), (r + 1, c + 1)):
            if (clue, diagonal) in island:
                not_both = [~island[clue, (r, c)], ~island[clue, diagonal]]
                beside_both = [(r, diagonal[1]), (r + 1, c)]
                model.at_least_one([*not_both, *island[clue, beside_both]], key=clue)


def bound_lines_at_corners(model, board, island):
    """States that of two large islands whose clues touch at a corner, one has few rows and columns.

    As in `forbid_rings`, the sea at their corner has to be connected round one of the two islands.
    Round an island with cells in a rows and b columns, less the cell at the corner, lie 2a + 2b + 3
    cells, and the sea has no more than the islands leave. With this, a board of 10x10 with the
    numbers 37 and 36 alone takes a seventh of a second; without, it takes hours.
    """
    grid = board.grid
    # An island of unknown size has one cell at least.
    least_land = sum(board.numbers.get(clue, 1) for clue in board.clues)
    largest_sea = len(grid.cells) - least_land
    most_lines = (largest_sea - 3) // 2
    # Smaller islands lie in few rows and columns anyway.
    large = {cell for cell, number in board.numbers.items() if number >= most_lines}
    # Clues with a side in common are among these pairs too, but then there is no solution anyway.
    for first, second in grid.neighbour_pairs_with_corners:
        if first in large and second in large:
            first_lines = lines_used(model, grid, island[first, :])
            second_lines = lines_used(model, grid, island[second, :])
            is_small = (first_lines <= most_lines) | (second_lines <= most_lines)
            model.add(is_small, key=(first, second))


def lines_used(model, grid, land):
    """How many rows and columns have a cell of an island."""
    used_lines = []
    for line in grid.rows_and_columns.values():
        land_of_line = [land[cell] for cell in line if cell in land]
        if land_of_line:
            used_lines.append(disjunction(land_of_line))
    return model.sum(used_lines)


# The rules. A fault with a noun for `unfinished` may go away as somebody draws on: a player is told
# how many there are of these. A fault without one stays, whatever is drawn.


@genre.rules
def rules(board, solution):
    """Yields what is wrong with a solution, which may be unfinished."""
    grid = board.grid
    sea = board.cells_with_word(solution, "x")
    for cell in board.clues:
        if cell in sea:
            yield fault("clue cell", "{} has a clue, but it is shaded", cell)
    parts_of_sea = grid.connected_parts(sea)
    # The first part is the sea, and every other one is cut off from it.
    for part in parts_of_sea[1:]:
        yield fault(
            "cut off",
            "{} is cut off",
            Place("sea", part[0], tuple(part)),
            unfinished="separate sea",
        )
    for cells in grid.windows(2, 2):
        if sea.issuperset(cells):
            square = Place("square of 2x2 cells", cells[0], tuple(cells))
            yield fault("2x2 block", "{} is all shaded", square)
    for cells in grid.connected_parts(grid.cell_set - sea):
        clues = [cell for cell in cells if cell in board.clues]
        island = Place("island", clues[0] if clues else cells[0], tuple(cells))
        if len(clues) != 1:
            yield fault(
                "number count",
                "{} has {:number} instead of 1",
                island,
                len(clues),
                unfinished="unfinished island",
            )
        elif board.numbers.get(clues[0], len(cells)) != len(cells):
            number = board.numbers[clues[0]]
            sentence = "{} has {:cell} instead of {}"
            # A larger one may still be cut by the sea.
            noun = "unfinished island" if len(cells) > number else ""
            yield fault("island size", sentence, island, len(cells), number, unfinished=noun)
