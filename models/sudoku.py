"""Sudoku.

Write a digit into every cell, so that every row, every column and every box has each digit once. In
an X-Sudoku, so have both diagonals; in a jigsaw Sudoku, boxes are regions of any form.
"""

from dataclasses import replace

from ilpuzzles import Model
from ilpuzzles.genres import (
    LATIN_SQUARE_REASONS,
    Board,
    Genre,
    Place,
    fixed_digits,
    latin_square,
    repeat_faults,
)

genre = Genre(
    group="Digits in a grid",
    aliases=["number-place"],
    layout="board regions?",
    address="sudoku number16",
    clue_patterns={"[1-N]": "the digit of its cell"},
    reasons=LATIN_SQUARE_REASONS
    | {
        "areas": "it is a hidden single: {place} has no other cell for {word}",
        "cells": "it is a naked single: every other digit is ruled out",
    },
    preset_to_generate="large",
    presets={
        "small": {"board": ["----", "3---", "---2", "-4-3"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["-45--6", "----14", "------", "63--2-", "-24---", "------"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "2-1------",
                "-3-8-2---",
                "--57--4--",
                "1-8----7-",
                "---------",
                "---21---5",
                "---3-5-4-",
                "9------6-",
                "7--4---32",
            ],
        },
        "x": {
            "diagonals": True,
            "solutions": 1,
            "board": [
                "3-2-9----",
                "---------",
                "--------4",
                "-----97--",
                "--5--3--8",
                "12--8---9",
                "----7----",
                "4-6--2---",
                "-7-1-8---",
            ],
        },
        "jigsaw": {
            "solutions": 1,
            "board": ["---62-7", "---3---", "-72--4-", "----5--", "-------", "----1--", "-3-----"],
            "regions": [
                "ABBBCCC",
                "AABBDCC",
                "AABBDCC",
                "AAEEDDD",
                "FEEGGDD",
                "FEEEGGG",
                "FFFFFGG",
            ],
        },
    },
)

genre.clue_candidates(Board.words)


@genre.board
def read(fields):
    """Reads a board with its regions, or the usual boxes."""
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    side = board.square_size
    # Whoever writes something else than true or false is told so at once.
    board.flag("diagonals")
    if not board.regions:
        board = replace(board, regions=board.grid.boxes())
    board.require_whole_regions("box")
    for name, cells in board.regions.items():
        if len(cells) != side:
            raise ValueError(f"{Place('box', name)} has {len(cells)} cells instead of {side}")
    return replace(board, areas=board.diagonals)


def areas(board):
    """The cells of everything that has each digit once, by kind and name."""
    boxes = {("box", name): cells for name, cells in board.regions.items()}
    return board.grid.rows_and_columns | boxes | board.diagonals


@genre.weaker_model
@genre.model
def build(board, known=None):
    """The model; or that of a board on which only some digits are known."""
    model = Model("sudoku")
    digit = latin_square(model, board.grid.cells, range(1, board.square_size + 1), areas(board))
    with model.group("clues", why="these digits are given"):
        numbers = board.numbers
        given = [cell for cell in numbers if known is None or cell in known]
        fixed_digits(model, digit, {cell: numbers[cell] for cell in given})
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.grid.read_rows(solution["rows"])
    digits = {str(n + 1): n + 1 for n in range(board.square_size)}
    yield from board.grid.word_faults(words, digits)
    numbers = {cell: digits[word] for cell, word in words.items() if word in digits}
    yield from repeat_faults(numbers, areas(board))
    yield from board.clue_faults(words)
