"""Killer Sudoku.

Write a digit into every cell, so that every row, every column and every box has each digit once.
The digits in a cage are different, and a number in it is their sum.
"""

from dataclasses import replace

from ilpuzzles import Model
from ilpuzzles.errors import counted
from ilpuzzles.genres import (
    LATIN_SQUARE_REASONS,
    TINT,
    Board,
    Genre,
    Place,
    Sketch,
    different_digits,
    fault,
    latin_square,
    one_of_digit_sets,
    repeat_faults,
    sets_of_sum,
)

genre = Genre(
    group="Digits in a grid",
    aliases=["killer", "sumdoku"],
    rules_at="https://en.wikipedia.org/wiki/Killer_sudoku",
    layout="board regions",
    clue_patterns={"[1-9][0-9]*": "the sum of the digits in its cage, in one of its cells"},
    reasons=LATIN_SQUARE_REASONS
    | {
        "areas": "it follows from {reasons}: {place} has no other cell for {word}",
        "cells": "it follows from {reasons}: no other digit fits there",
    },
    contradictions={
        "cells": "a cell could not have just one digit",
        "clues": "{clue} could not have that sum",
    },
    presets={
        "small": {
            "solutions": 1,
            "board": ["6---", "3-7-", "----", "6---"],
            "regions": ["AABB", "CDEE", "CDEF", "GGGF"],
        },
        "medium": {
            "solutions": 1,
            "board": [
                "11 10 - - - -",
                "- - 11 - - -",
                "- - - - - -",
                "- - - 8 - 8",
                "10 16 - - - -",
                "- - - 10 - -",
            ],
            "regions": ["ABBBCC", "AADCCE", "AFDDEE", "FFGHHI", "JKKKHI", "JJKLLI"],
        },
        "large": {
            "solutions": 1,
            "regions": [
                "ABCCCCDEE",
                "AAAFFDDGE",
                "HIJKLLDGG",
                "HHJJMLNGO",
                "PPPJMLNQO",
                "RRSSMMNQO",
                "RRTTTUVQQ",
                "WWXYYUVVZ",
                "WWXXYUZZZ",
            ],
            "board": [
                "21 9 24 - - - 19 11 -",
                "- - - 4 - - - 20 -",
                "13 3 18 6 26 - - - -",
                "- - - - 24 - 13 - 15",
                "19 - - - - - - 30 -",
                "13 - 7 - - - - - -",
                "- - 13 - - 9 12 - -",
                "26 - 16 17 - - - - 17",
                "- - - - - - - - -",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a cage that no digits fit."""
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    side = board.square_size
    areas = board.grid.sudoku_areas | board.diagonals
    board.require_single_clues("cage")
    board.require_whole_regions("cage")
    for cell, cells in board.clue_regions.items():
        total = board.numbers[cell]
        if not sets_of_sum(range(1, side + 1), len(cells), total):
            sum_name = f"the sum {total} {Place.of(cell).where}"
            cage = f"a cage of {counted(len(cells), 'cell')} with digits from 1 to {side}"
            raise ValueError(f"{sum_name} does not fit {cage}")
    for name, cells in board.regions.items():
        if len(cells) > side:
            size = counted(len(cells), "cell")
            raise ValueError(f"{Place('cage', name)} has {size} for {side} different digits")
    return replace(board, areas=areas)


@genre.clue_name
def clue_name(board, key):
    """The name of a cage in reasons: `the cage with 12 at row 1, column 2`."""
    return f"the cage with {board.clues[key]} at {Place.of(key)}"


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("killer sudoku")
    digits = range(1, board.square_size + 1)
    areas = board.grid.sudoku_areas | board.diagonals
    digit = latin_square(model, board.grid.cells, digits, areas)

    with model.group("cages", why="the digits in a cage are different"):
        # In a cage that lies in one row, column or box, they are different anyway.
        cages = {}
        for name, cells in board.regions.items():
            if not any(set(area).issuperset(cells) for area in areas.values()):
                cages["cage", name] = cells
        different_digits(model, digit, cages)

    with model.group("clues", why="the number in a cage is the sum of its digits"):
        # The digits of a cage are one of the sets of different digits that have the sum.
        cages_with_sums = []
        for cell, cells in board.clue_regions.items():
            sets = sets_of_sum(digits, len(cells), board.numbers[cell])
            cages_with_sums.append((cell, cells, sets))
        one_of_digit_sets(model, digit, cages_with_sums)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.grid.read_rows(solution["rows"])
    digits = {str(n + 1): n + 1 for n in range(board.square_size)}
    yield from board.grid.word_faults(words, digits)
    numbers = {cell: digits[word] for cell, word in words.items() if word in digits}
    # Boards do not show the names of cages, but where they are.
    cages = {("cage", cells[0]): cells for cells in board.regions.values()}
    yield from repeat_faults(numbers, board.grid.sudoku_areas | board.diagonals | cages)
    for clue_cell, cells in board.clue_regions.items():
        in_cage = [numbers[cell] for cell in cells if cell in numbers]
        total = sum(in_cage)
        wanted = board.numbers[clue_cell]
        if len(in_cage) == len(cells) and total != wanted:
            cage = Place("cage", cells[0], tuple(cells))
            yield fault("cage sum", "{} has the sum {} instead of {}", cage, total, wanted)


@genre.clue_candidates
def clues(board, solution):
    """Returns the sum of each cage, by its first cell."""
    words = board.grid.read_rows(solution["rows"])
    cages = board.regions.values()
    return {cells[0]: sum(int(words[cell]) for cell in cells) for cells in cages}


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    if not board.diagonals:
        # Every other box has a tint, as on a chessboard.
        for cells in board.grid.boxes().values():
            r, c = cells[0]
            last_r, last_c = cells[-1]
            height = last_r - r + 1
            width = last_c - c + 1
            if (r // height + c // width) % 2:
                sketch.shade(cells, TINT)
    sketch.write_small(board.clues)
    if solution:
        sketch.show_words(solution["rows"])
    return sketch
