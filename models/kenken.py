"""KenKen.

Write a digit into every cell, so that every row and every column has each digit once. A clue is the
sum (+) or the product (*) of the digits in its cage, or of two digits their difference (-) or their
quotient (/); without a sign, it is any of these.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import prod

from ilpuzzles import Model
from ilpuzzles.errors import in_words
from ilpuzzles.genres import (
    LATIN_SQUARE_REASONS,
    Board,
    Genre,
    Place,
    Sketch,
    fault,
    latin_square,
    one_of_digit_sets,
    repeat_faults,
)

genre = Genre(
    group="Digits in a grid",
    aliases=["calcudoku", "mathdoku", "keen"],
    rules_at="https://en.wikipedia.org/wiki/KenKen",
    layout="board regions",
    clue_patterns={
        "[1-9][0-9]*[+]": "the sum of the digits in its cage",
        "[1-9][0-9]*[*x]": "their product",
        "[1-9][0-9]*-": "the difference of two digits",
        "[1-9][0-9]*[/:]": "the quotient of two digits",
        "[1-9][0-9]*": "any of these",
    },
    reasons=LATIN_SQUARE_REASONS
    | {
        "areas": "it follows from {reasons}: {place} has no other cell for {word}",
        "cells": "it follows from {reasons}: no other digit fits there",
    },
    contradictions={
        "cells": "a cell could not have just one digit",
        "clues": "{clue} could not have that result",
    },
    presets={
        "small": {
            "solutions": 1,
            "board": ["- - 4* -", "- - - -", "2* 1- 8+ -", "- - - -"],
            "regions": ["AABB", "CCBD", "EFGD", "EFGG"],
        },
        "medium": {
            "solutions": 1,
            "regions": ["AABBB", "CCDDE", "CFFGE", "HFIGE", "HHIJJ"],
            "board": ["1 - 10 - -", "9 - 9 - 6", "- 11 - 3 -", "9 - 6 - -", "- - - 8 -"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "24* - 2- - 5+ - 6+",
                "- 5- - 1- - 6* -",
                "14+ - 5+ - 40* - 28*",
                "- 8+ - 36* - - -",
                "4- - 24* - - 10* -",
                "7+ - - 15* 7* 1- -",
                "- 3- - - - 13+ -",
            ],
            "regions": [
                "AABBCCD",
                "AEEFFGD",
                "HHIIJGK",
                "HLLMJJK",
                "NNOMMPP",
                "QQORSTT",
                "QUURSVV",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a cage that no digits fit."""
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    side = board.square_size
    board.require_single_clues("cage")
    board.require_whole_regions("cage")
    for cell, cells in board.clue_regions.items():
        if not fillings(board, cells, board.clues[cell]):
            clue_name = f"the clue {board.clues[cell]} {Place.of(cell).where}"
            raise ValueError(f"no digits from 1 to {side} fit {clue_name}")
    return board


@cache
def results(digits):
    """All clues that some digits may have, with a sign and without."""
    signed = [f"{sum(digits)}+", f"{prod(digits)}*"]
    if len(digits) == 2:
        least, greatest = sorted(digits)
        signed.append(f"{greatest - least}-")
        if greatest % least == 0:
            signed.append(f"{greatest // least}/")
    return signed + [result[:-1] for result in signed]


def fillings(board, cells, clue):
    """The digits that a cage may have, in ascending order.

    A digit stands in it no more often than it has rows, or columns.
    """
    wanted = clue.replace("x", "*").replace(":", "/")
    rows = {r for r, _ in cells}
    columns = {c for _, c in cells}
    most_often = min(len(rows), len(columns))
    candidates = combinations_with_replacement(range(1, board.square_size + 1), len(cells))
    with_result = [digits for digits in candidates if wanted in results(digits)]
    return [digits for digits in with_result if max(map(digits.count, digits)) <= most_often]


@genre.clue_name
def clue_name(board, key):
    """The name of a cage in reasons: `the cage with 3+ at row 1, column 2`."""
    return f"the cage with {board.clues[key]} at {Place.of(key)}"


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("kenken")
    grid = board.grid
    digits = range(1, board.square_size + 1)
    digit = latin_square(model, grid.cells, digits, grid.rows_and_columns)

    with model.group("clues", why="a clue is the result of an operation with the digits in a cage"):
        cages = []
        for cell, cells in board.clue_regions.items():
            cages.append((cell, cells, fillings(board, cells, board.clues[cell])))
        one_of_digit_sets(model, digit, cages)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.grid.read_rows(solution["rows"])
    digits = {str(n + 1): n + 1 for n in range(board.square_size)}
    yield from board.grid.word_faults(words, digits)
    numbers = {cell: digits[word] for cell, word in words.items() if word in digits}
    yield from repeat_faults(numbers, board.grid.rows_and_columns)
    for clue_cell, cells in board.clue_regions.items():
        clue = board.clues[clue_cell]
        in_cage = sorted(numbers[cell] for cell in cells if cell in numbers)
        if len(in_cage) == len(cells) and not is_result(clue, in_cage):
            cage = Place("cage", cells[0], tuple(cells))
            blanks = in_words(["{}"] * len(in_cage))
            sentence = f"{{}} has {blanks}, which does not fit the clue {{}}"
            yield fault("cage clue", sentence, cage, *in_cage, clue)


def is_result(clue, digits):
    """Whether a clue is the result of its operation, or of any if it has no sign."""
    number = int(clue.rstrip("+*x-/:"))
    sign = clue[-1]
    least = min(digits)
    greatest = max(digits)
    is_right = {
        "+": sum(digits) == number,
        "*": prod(digits) == number,
        "-": len(digits) == 2 and greatest - least == number,
        "/": len(digits) == 2 and greatest == number * least,
    }
    if sign.isdecimal():
        return any(is_right.values())
    return is_right[{"x": "*", ":": "/"}.get(sign, sign)]


@genre.clue_candidates
def clues(board, solution):
    """Returns a clue for each cage, by its first cell."""
    words = board.grid.read_rows(solution["rows"])
    clue_of = {}
    for cells in board.regions.values():
        digits = tuple(int(words[cell]) for cell in cells)
        # A single cell has its digit for a clue, and any other cage a result with a sign.
        is_single = len(cells) == 1
        possible = [result for result in results(digits) if result.isdecimal() is is_single]
        row, column = cells[0]
        # Which operation it is depends on the place, so that all of them come.
        clue_of[row, column] = possible[(row + column + sum(digits)) % len(possible)]
    return clue_of


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    sketch.write_small(board.clues)
    if solution:
        sketch.show_words(solution["rows"])
    return sketch
