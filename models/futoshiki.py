"""Futoshiki.

Write a digit into every cell, so that every row and every column has each digit once. A sign
between two cells says which of their digits is less: it points at that one.
"""

from ilpuzzles import Model
from ilpuzzles.genres import (
    LATIN_SQUARE_REASONS,
    Board,
    Genre,
    Place,
    ascending_digits,
    fault,
    fixed_digits,
    latin_square,
    repeat_faults,
)

genre = Genre(
    group="Digits in a grid",
    aliases=["unequal"],
    rules_at="https://en.wikipedia.org/wiki/Futoshiki",
    layout="signs",
    clue_patterns={"[1-N]": "the digit of its cell"},
    sign_patterns={"[<>^v]": "a sign between two cells, which points at the smaller digit"},
    reasons=LATIN_SQUARE_REASONS
    | {
        "areas": "it follows from {reasons}: {place} has no other cell for {word}",
        "cells": "it follows from {reasons}: no other digit fits there",
    },
    contradictions={
        "cells": "a cell could not have just one digit",
        "clues": "{clue} could not hold",
    },
    presets={
        "small": {
            "solutions": 1,
            "signs": [
                "4.-<-.-.-",
                "....^....",
                "-.-.->-.-",
                "......^..",
                "-.-.-<3>-",
                "....v....",
                "-.-.-.-<-",
                "..v.....v",
                "-.-.-.->-",
            ],
        },
        "medium": {
            "solutions": 1,
            "signs": [
                "->-.1.-.-.-",
                "v.....^....",
                "5.-.->-.->-",
                "...........",
                "-.-.-.-.-.-",
                "..v........",
                "-.-.->-.-<-",
                "v...^......",
                "-.->-.-.-.-",
                "......v....",
                "->->-.-.-.-",
            ],
        },
        "large": {
            "solutions": 1,
            "signs": [
                "-.->-.-.->3.-<-",
                "^.v.v.v...^....",
                "->-<->1.-.-.-.6",
                "v...........v..",
                "-.-.->-.-<-.-.-",
                "v.......v...^.^",
                "-.-.-<-.-<->-.-",
                "......^.....v..",
                "-<-<-.4.-.-<-.2",
                "^.v.^..........",
                "->-<-.-.->->-.-",
                "^.......v...v..",
                "-.-.-<->-<-.-<-",
                "..v.....^.....v",
                "-<->-.-<->-<->-",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a sign that compares nothing."""
    board = Board.read(fields, clues=genre.clue_patterns, signs=genre.sign_patterns, empty="0")
    # Whoever draws another board than a square, or a sign that is turned, is told so at once.
    _ = board.square_size, board.comparisons
    return board


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("futoshiki")
    grid = board.grid
    digits = range(1, board.square_size + 1)
    digit = latin_square(model, grid.cells, digits, grid.rows_and_columns)
    with model.group("clues", why="these digits are given, and signs point at the smaller digit"):
        fixed_digits(model, digit, board.numbers)
        ascending_digits(model, digit, board.comparisons)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    digits = {str(n + 1): n + 1 for n in range(board.square_size)}
    yield from board.grid.word_faults(words, digits)
    numbers = {cell: digits[word] for cell, word in words.items() if word in digits}
    yield from repeat_faults(numbers, board.grid.rows_and_columns)
    for pair, (less, greater) in board.comparisons.items():
        if numbers.keys() >= {less, greater} and numbers[less] >= numbers[greater]:
            sentence = "{} says that {} is less than {}"
            yield fault("sign", sentence, Place.sign(*pair), numbers[less], numbers[greater])
    yield from board.clue_faults(words)


@genre.clue_candidates
def clues(board, solution):
    """Returns the digits of all cells, and the signs between all of them."""
    words = board.words(solution)
    signs = {}
    for one, other in board.grid.neighbour_pairs:
        less, greater = "<>" if one[0] == other[0] else "^v"
        signs[one, other] = less if int(words[one]) < int(words[other]) else greater
    return words | signs
