"""Fillomino.

Write a number into every cell, so that it says how many cells its region has: those with the same
number that hang together with it. A clue ? is any number, and a wall lies between two regions.
"""

from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import NamedTuple

from ilpuzzles import Model, connected
from ilpuzzles.genres import (
    PEN,
    Board,
    Genre,
    Place,
    Sketch,
    SparseFamily,
    fault,
    regions_of_unknown_size,
)

genre = Genre(
    group="Regions and diagonals",
    aliases=["polyominous"],
    layout="board walls?",
    address="fillomino number16 sides?",
    clue_patterns={
        "[1-9][0-9]*": "how many cells the region of its cell has",
        "[?]": "any number of them",
    },
    reasons={"cells": "it follows from {reasons}: no other number fits into {place}"},
    contradictions={
        "regions": "a region would not have as many cells as its number says",
        "apart": "two regions of the same size would touch",
        "walls": "a region would cross a wall",
        "cells": "{place} could not have just one number",
    },
    known_anyway="the numbers",
    # Blank boards have many regions: on one of 7x7 cells, a hint took 7 s.
    most_cells_with_reasons=36,
    presets={
        "small": {"board": ["4--5-", "-5-5-", "-3-2-", "-5---", "-2-4-"], "solutions": 1},
        "hidden": {"board": ["31--1", "-32--", "-----", "1-23-"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["-2-----", "-2-526-", "--3-76-", "-------", "26----5", "---7-5-", "---765-"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "----6--7--",
                "-53-6-6-78",
                "-133---8--",
                "--2----63-",
                "--6555----",
                "-----6-73-",
                "--3-----7-",
                "7338885-8-",
                "------8---",
                "--46-8----",
            ],
        },
    },
)

genre.clue_candidates(Board.words)

# Regions without a clue are listed one by one up to this size; of larger ones there are too many.
LISTED = 5


@genre.board
def read(fields):
    """The board without its clues ?, which say nothing.

    Raises:
        InputError: If a number is larger than the board.
    """
    # On puzz.link, a 0 stands in an empty cell as well.
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    numbers = {cell: word for cell, word in board.clues.items() if word != "?"}
    board = replace(board, clues=numbers)
    # This refuses a number that counts more than all cells of the board.
    board.counted_clues(lambda _: board.grid.cells)
    return board


# Which regions there can be, and so which variables there are.


class Candidates(NamedTuple):
    """The possible regions of a board.

    There are three kinds of regions:

    - A region with clues is called by the cell of its first clue, so that it is there only once
      although it may have several clues.
    - A region without a clue that has few cells is called by the tuple of its cells: all of these
      are listed.
    - A region without a clue that has many cells is open: it has no name, and neither its cells nor
      its size are known in advance.

    Attributes:
        cells_of: By name of a region: the cells that it can have.
        names_at: By cell and number: the names of the regions that can have the cell, with this
            number.
        open_cells: The cells in which there can be open regions.
        open_sizes: The sizes that open regions can have.
    """

    cells_of: dict
    names_at: dict
    open_cells: list
    open_sizes: range


@lru_cache(maxsize=8)
def candidates(board):
    """All regions that the numbers leave room for; `decode` needs them as well as `build`."""
    grid = board.grid
    reach = reach_of_clues(board)
    spare = spare_cells(board, reach)
    cells_of = by_first_clue(board, reach)
    cells_of |= {cells: cells for cells in small_regions(board, min(LISTED, spare))}
    names_at = {}
    for name, cells in cells_of.items():
        number = board.numbers.get(name, len(cells))
        for cell in cells:
            names_at.setdefault((cell, number), []).append(name)
    empty = grid.cell_set.difference(board.numbers)
    large_parts = [part for part in grid.connected_parts(empty) if len(part) > LISTED]
    open_cells = [cell for part in large_parts for cell in part]
    largest = min(spare, len(open_cells))
    # There are none of these sizes where no region without a clue can be larger than a listed one.
    open_sizes = range(LISTED + 1, largest + 1)
    return Candidates(cells_of, names_at, open_cells, open_sizes)


def clues_by_number(board):
    """The cells of the clues with each number."""
    numbers = board.numbers
    cells_with = {size: [] for size in set(numbers.values())}
    for cell, size in numbers.items():
        cells_with[size].append(cell)
    return cells_with


def reach_of_clues(board):
    """By clue: the cells that its region can get to, as far as its number, past no other one.

    On the large preset, these are 768 for 36 clues, of 3600.
    """
    empty = board.grid.cell_set.difference(board.numbers)
    reach = {}
    for size, clues in clues_by_number(board).items():
        free = empty.union(clues)
        for clue in clues:
            reach[clue] = board.grid.distances_from(clue, size - 1, free)
    return reach


def by_first_clue(board, reach):
    """By clue: the cells that a region can have of which it is the first clue.

    A cell at or beside an earlier clue with the same number is none of them: with it, that clue
    would be in the region as well, and come first. On the large preset, this leaves 646 variables
    of 768 that the reach of clues alone would need.
    """
    cells_of = {}
    for clues in clues_by_number(board).values():
        beside_earlier = set()
        for clue in clues:
            # A clue keeps its own cell; if that is beside an earlier one, its region has no cell.
            cells_of[clue] = [c for c in reach[clue] if c == clue or c not in beside_earlier]
            beside_earlier |= {clue, *board.grid.neighbours(clue)}
    return cells_of


def spare_cells(board, reach):
    """How many cells the regions with clues leave at most for those without."""
    spare = len(board.grid.cells)
    for size, clues in clues_by_number(board).items():
        # Clues that cannot reach each other are in regions of their own.
        separate = 0
        reached = set()
        for clue in clues:
            if clue not in reached:
                separate += 1
                reached.update(reach[clue])
        # No region has more clues than cells.
        fewest_regions = max(separate, ceil(len(clues) / size))
        spare -= size * fewest_regions
    return spare


def small_regions(board, largest):
    """The regions without a clue that have up to so many cells.

    They cross no wall, and are beside no clue with their number.
    """
    grid = board.grid
    empty = grid.cell_set.difference(board.numbers)
    clues_with = clues_by_number(board)
    for size in range(1, largest + 1):
        beside = {cell for clue in clues_with.get(size, []) for cell in grid.neighbours(clue)}
        for cells in grid.polyominoes(empty - beside, size):
            if board.walls.isdisjoint(combinations(cells, 2)):
                yield cells


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("fillomino")
    grid = board.grid
    cells_of, names_at, open_cells, open_sizes = candidates(board)
    number = SparseFamily(model.binary("number", names_at))
    # Whether a cell is in the region of a clue, and whether a small region is there as a whole.
    pairs = [(clue, cell) for clue in board.clues for cell in cells_of[clue]]
    inside = model.binary("inside", pairs, auxiliary=True)
    small = [name for name in cells_of if name not in board.clues]
    listed = model.binary("listed", small, auxiliary=True)
    member = dict(zip(pairs, inside, strict=True))
    for cells, is_there in zip(small, listed, strict=True):
        member |= {(cells, cell): is_there for cell in cells}
    # By cell and number: whether the cell is in each of the regions that can have it.
    regions_at = {
        (cell, size): {name: member[name, cell] for name in names}
        for (cell, size), names in names_at.items()
    }

    with model.group("regions", why="a number says how many cells its region has"):
        for clue, size in board.numbers.items():
            cells = [member[clue, cell] for cell in cells_of[clue]]
            model.add(model.sum(cells) == size * member[clue, clue], key=clue)
        is_clue = [clue == cell for clue, cell in pairs]
        connected(model, grid.neighbour_pairs_by_name(pairs), inside, roots=is_clue)
        # Each open region has the smallest size at least, and all of them together have no more
        # cells than the largest one could have.
        smallest_size = open_sizes.start
        most_open_cells = open_sizes.stop - 1
        most_open_regions = most_open_cells // smallest_size
        large, length = regions_of_unknown_size(
            model, grid, open_cells, open_sizes, most_open_regions
        )
        # For each open region: whether it has a cell, and whether it has a size.
        open_at = {cell: list(large[:, cell]) for cell in open_cells}
        open_with = {size: list(length[:, size]) for size in open_sizes}
        # A number stands in a cell if and only if one of the regions with this number has the cell.
        model.exactly_one({key: [~number[key], *regions_at[key].values()] for key in number})

    with model.group("apart", why="no two regions of the same size touch"):
        for cell, size in number:
            for neighbour in grid.neighbours(cell):
                # An open region there has another size, ...
                if size in open_with and neighbour in open_at:
                    has_number = number[cell, size]
                    rule_out_size(model, has_number, open_at[neighbour], open_with[size])
                # ... and the same number there is in the same region.
                if (neighbour, size) in number:
                    regions = regions_at[cell, size]
                    regions_beside = regions_at[neighbour, size]
                    join_alike(model, board, regions, regions_beside, number[neighbour, size])

    if board.walls:
        with model.group("walls", why="a wall lies between two regions"):
            keep_within_walls(model, board, cells_of, member, large)

    with model.group("cells", why="every cell has one number"):
        for cell in grid.cells:
            if cell not in board.clues:
                # In an open region, a cell has none of the variables for numbers.
                in_open_region = open_at.get(cell, [])
                model.exactly_one([*number[cell, :].values(), *in_open_region], key=cell)

    with model.group("clues", why="these numbers are given"):
        model.exactly_one({cell: [number[cell, size]] for cell, size in board.numbers.items()})
    return model


def rule_out_size(model, has_number, has_neighbour, has_size):
    """States that open regions with the neighbour of a number have another size.

    Args:
        model: The model.
        has_number: Whether the number stands there.
        has_neighbour: For each open region, whether the neighbour is in it.
        has_size: For each of them, whether the number is its size.
    """
    for is_beside, is_alike in zip(has_neighbour, has_size, strict=True):
        model.add(has_number + is_beside + is_alike <= 2)


def join_alike(model, board, regions, regions_beside, is_alike):
    """States that a neighbour with the number of a cell is in the same region.

    Args:
        model: The model.
        board: The board.
        regions: By name: whether the cell is in the region, with its number.
        regions_beside: Likewise for the neighbour.
        is_alike: Whether the neighbour has this number.
    """
    # If the neighbour cannot be in the region of the cell, it has another number.
    without_neighbour = [regions[name] for name in regions if name not in regions_beside]
    if without_neighbour:
        model.at_most_one([is_alike, *without_neighbour])
    # If it can, it is in the region or has another number. Where it can be in one region only, its
    # number says by itself that it is there. A listed region has both cells or none anyway.
    if len(regions_beside) > 1:
        shared = [name for name in regions if name in regions_beside and name in board.clues]
        for clue in shared:
            model.at_least_one([~regions[clue], ~is_alike, regions_beside[clue]])


def keep_within_walls(model, board, cells_of, member, large):
    """States that no region has both cells beside a wall.

    Of the listed regions, those that have are left out from the start: see `small_regions`.
    """
    _, open_cells = large.axes
    for pair in sorted(board.walls):
        clues = [clue for clue in board.clues if set(pair).issubset(cells_of[clue])]
        model.at_most_one({clue: [member[clue, cell] for cell in pair] for clue in clues})
        if set(pair).issubset(open_cells):
            model.at_most_one(large[:, list(pair)], axis=1)


@genre.solution
def decode(board, values):
    """Returns the number of every cell; in an open region, that of its cells."""
    _, names_at, open_cells, _ = candidates(board)
    words = {}
    for (cell, size), is_chosen in zip(names_at, values["number"], strict=True):
        if is_chosen == 1:
            words[cell] = size
    for region in values.get("open region", ()):
        cells = [cell for cell, inside in zip(open_cells, region, strict=True) if inside == 1]
        words |= dict.fromkeys(cells, "?" if None in region else len(cells))
    return {"rows": board.grid.rows_of_words(words, "?")}


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    for cell, word in words.items():
        if word == "?":
            yield fault("open", "{} is open", cell)
    for word, cells in board.grid.cells_by_name(words).items():
        for part in board.grid.connected_parts(cells):
            if word not in {"?", str(len(part))}:
                region = Place("region", part[0], tuple(part))
                what = "{} has {:cell} but the number {}"
                is_small = word.isdecimal() and len(part) < int(word)
                noun = "unfinished region" if is_small else ""
                yield fault("region size", what, region, len(part), word, unfinished=noun)
    yield from board.clue_faults(words)
    for cell, neighbour in sorted(board.walls):
        if words[cell] == words[neighbour] != "?":
            what = "the wall between {} and {} lies inside a region"
            yield fault("walls", what, cell, neighbour)


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    if solution:
        sketch.draw_borders(board.words(solution), PEN)
        sketch.show_words(solution["rows"])
    return sketch
