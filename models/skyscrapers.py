"""Skyscrapers.

Write each digit up to the height once into every row and every column; with diagonals, into these
too. A number beside the board counts the digits seen from there, with no greater one in front.
"""

from ilpuzzles import Model
from ilpuzzles.genres import (
    LATIN_SQUARE_REASONS,
    Board,
    Genre,
    Place,
    count_faults,
    fault,
    fixed_digits,
    latin_square,
    repeat_faults,
    visible_counts,
)

genre = Genre(
    group="Digits in a grid",
    aliases=["towers"],
    layout="height diagonals?: above below left right board",
    address="skyscrapers around16 number16?",
    clue_patterns={"[1-N]": "the digit of its cell"},
    symbols={"0": "cross"},
    reasons=LATIN_SQUARE_REASONS
    | {
        "areas": "it follows from {reasons}: {place} has no other cell for {word}",
        "cells": "it follows from {reasons}: no other digit fits there",
    },
    contradictions={
        "cells": "a cell could not have just one digit",
        "clues": "{clue} could not see that many buildings",
    },
    presets={
        "small": {"above": "- 3 - -", "left": "- - - 4", "right": "- 3 - -", "solutions": 1},
        "medium": {"diagonals": True, "below": "- 2 - - -", "right": "5 - - 4 -", "solutions": 1},
        "large": {
            "height": 5,
            "above": "3 - 2 2 4 -",
            "below": "- 4 - 2 - -",
            "left": "3 - - - 2 2",
            "right": "- 3 - 3 2 2",
            "solutions": 1,
        },
    },
)

# By side of the board: the lines that are seen from there, and the step from cell to cell.
WAYS = {"above": ("column", 1), "below": ("column", -1), "left": ("row", 1), "right": ("row", -1)}


@genre.board
def read(fields):
    """Reads a board, and refuses a number above the greatest height."""
    board = Board.read(fields, clues=genre.clue_patterns)
    height = len(heights(board))
    # Whoever writes something else than true or false is told so at once.
    board.flag("diagonals")
    if height > board.square_size:
        raise ValueError(f"the height is {height}, and a row has {board.square_size} cells")
    numbers_beside = [(clue, number) for clue, _, number in views(board)]
    for place, number in [*board.numbers.items(), *numbers_beside]:
        if not 1 <= number <= height:
            where = Place.of(place).where
            raise ValueError(f"the number {number} {where} is not from 1 to {height}")
    return board


def heights(board):
    """All digits: to the height that is said, or to the number of rows."""
    return range(1, board.number("height", 1, board.square_size) + 1)


def views(board):
    """The place of each number beside the board, the cells that are seen from it, the number."""
    for side, lines in board.numbers_beside.items():
        kind, step = WAYS[side]
        for n, numbers in enumerate(lines):
            if numbers:
                cells = board.grid.rows_and_columns[kind, n][::step]
                yield (side, n), cells, sum(numbers)


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("skyscrapers")
    grid = board.grid
    lines = grid.rows_and_columns | board.diagonals
    digit = latin_square(model, grid.cells, heights(board), lines)

    with model.group("clues", why="a number beside the board counts the buildings that are seen"):
        visible_counts(model, digit, views(board))
        fixed_digits(model, digit, board.numbers)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    digits = heights(board)
    spare = board.square_size - len(digits)
    yield from board.grid.word_faults(words, map(str, [0, *digits] if spare else digits))
    at = {cell: int(word) for cell, word in words.items() if word.isdecimal() and word != "0"}
    lines = board.grid.rows_and_columns | board.diagonals
    yield from repeat_faults(at, lines)
    if spare:
        counts = [(line, cells, spare) for line, cells in lines.items()]
        yield from count_faults(counts, board.cells_with_word(solution, "0"), "empty cell")
    for clue, cells, number in views(board):
        seen = 0
        highest = 0
        for cell in cells:
            if at.get(cell, 0) > highest:
                highest = at[cell]
                seen += 1
        if seen != number:
            is_open = not all(words[cell].isdecimal() for cell in cells)
            noun = "unfinished view" if is_open else ""
            sentence = "{} sees {:building} instead of {}"
            yield fault("view", sentence, clue, seen, number, unfinished=noun)
    yield from board.clue_faults(words)
