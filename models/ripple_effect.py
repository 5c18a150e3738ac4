"""Ripple Effect.

Write a digit into every cell, so that a region of n cells has each digit from 1 to n once. Between
two equal digits in a row or a column there are at least as many cells as the digit says.
"""

from dataclasses import replace
from itertools import pairwise

from ilpuzzles import Model
from ilpuzzles.errors import counted
from ilpuzzles.genres import (
    NO_REGION,
    Board,
    Genre,
    Place,
    SparseFamily,
    fault,
    repeat_faults,
)

genre = Genre(
    group="Digits in a grid",
    aliases=["hakyuu", "hakyuukoka", "ripple"],
    layout="board regions",
    address="ripple borders number16",
    clue_patterns={"[1-9][0-9]*": "the digit of its cell", "[?]": "any digit"},
    reasons={
        "cells": "it follows from {reasons}: no other digit fits there",
        "regions": "it follows from {reasons}: {place} has no other cell for {word}",
        "apart": "it is too close to another {word}{given}",
        "regions in apart": "the {word} of {bases} keeps others away",
    },
    contradictions={
        "cells": "a cell could not have just one digit",
        "regions": "{place} could not have each digit once",
        "apart": "two equal digits would be too close",
    },
    known_anyway="how the regions lie",
    presets={
        "small": {
            "solutions": 1,
            "board": ["---2-", "-----", "-----", "--2--", "-----"],
            "regions": ["ABBCD", "ABECF", "GHEFF", "GGEIJ", "GGEJJ"],
        },
        "medium": {
            "solutions": 1,
            "board": ["---2---", "---5---", "-----4-", "-3-----", "------2", "--2----", "1------"],
            "regions": [
                "ABBCCCD",
                "ABBBCDD",
                "AAEEFFD",
                "AGGGGFF",
                "HHHIIIF",
                "HJHKKKK",
                "JJJJLLK",
            ],
        },
        "large": {
            "solutions": 1,
            "board": [
                "--4---6---",
                "------3---",
                "-2--------",
                "----------",
                "-1--------",
                "2---------",
                "----------",
                "----------",
                "-1----4---",
                "--5----1--",
            ],
            "regions": [
                "abccccdddd",
                "bbbeeeedfd",
                "bghhheffff",
                "ggijjjkkfl",
                "ggmmmnkoll",
                "pgmmnnnoll",
                "ppqqnooolr",
                "pstquvowxr",
                "psssvvywxx",
                "zzssvyyyyy",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a digit that is too great for its region."""
    board = Board.read(fields, clues=genre.clue_patterns)
    if not board.regions:
        raise ValueError("there are no regions: draw them in 'regions', a letter for each cell")
    for name in NO_REGION & board.regions.keys():
        raise ValueError(f"{Place.of(board.regions[name][0])} is in no region: give it to one")
    board.require_whole_regions()
    numbers = {cell: word for cell, word in board.clues.items() if word != "?"}
    board = replace(board, clues=numbers)
    digits = digits_of(board)
    for cell, number in board.numbers.items():
        if number not in digits[cell]:
            region = f"a region of {counted(len(digits[cell]), 'cell')}"
            raise ValueError(f"{Place.of(cell)} has {number}, and is in {region}")
    return board


def digits_of(board):
    """The digits that each cell can have, from 1 to the number of cells of its region."""
    digits = {}
    for cells in board.regions.values():
        digits |= dict.fromkeys(cells, range(1, len(cells) + 1))
    return digits


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("ripple effect")
    grid = board.grid
    digits = digits_of(board)
    largest = max(map(len, board.regions.values()))
    pairs = [(cell, number) for cell in grid.cells for number in digits[cell]]
    digit = SparseFamily(model.binary("digit", pairs))

    with model.group("cells", why="every cell has one digit"):
        model.exactly_one({cell: digit[cell, :].values() for cell in grid.cells})

    with model.group("regions", why="a region of n cells has each digit from 1 to n once"):
        places_of = {}
        for name, cells in board.regions.items():
            for number in digits[cells[0]]:
                places_of["region", name, number] = [digit[cell, number] for cell in cells]
        model.exactly_one(places_of)

    with model.group("apart", why="between two equal digits are as many cells as the digit says"):
        too_close = {}
        for (kind, n), line in grid.rows_and_columns.items():
            for number in range(1, largest + 1):
                # Any two of number + 1 cells that follow each other are too close.
                for start in range(max(len(line) - number, 1)):
                    window = line[start : start + number + 1]
                    close = [digit[cell, number] for cell in window if number in digits[cell]]
                    if len(close) > 1:
                        too_close[kind, n, number, start] = close
        model.at_most_one(too_close)

    with model.group("clues", why="these digits are given"):
        model.exactly_one({cell: [digit[cell, number]] for cell, number in board.numbers.items()})
    return model


@genre.solution
@genre.partial_solution
def decode(board, values):
    """Returns the digit of every cell."""
    digits = digits_of(board)
    pairs = [(cell, number) for cell in board.grid.cells for number in digits[cell]]
    chosen = zip(pairs, values["digit"], strict=True)
    words = {cell: number for (cell, number), is_there in chosen if is_there == 1}
    return {"rows": board.grid.rows_of_words(words, "?")}


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    numbers = {}
    for cells in board.regions.values():
        digits = {str(n + 1): n + 1 for n in range(len(cells))}
        yield from board.grid.word_faults({cell: words[cell] for cell in cells}, digits)
        numbers |= {cell: digits[words[cell]] for cell in cells if words[cell] in digits}
    yield from repeat_faults(numbers, {("region", name): at for name, at in board.regions.items()})
    for line in board.grid.rows_and_columns.values():
        places_with = {}
        for place, cell in enumerate(line):
            if cell in numbers:
                places_with.setdefault(numbers[cell], []).append(place)
        for number, places in places_with.items():
            for first, second in pairwise(places):
                between = second - first - 1
                if between < number:
                    sentence = "{} and {} both have {}, with {:cell} between them"
                    yield fault("distance", sentence, line[first], line[second], number, between)
    yield from board.clue_faults(words)


@genre.clue_candidates
def clues(board, solution):
    """Returns the digit of every cell."""
    return board.words(solution)
