"""Kakuro.

Write digits from 1 to 9 into the white cells, so that the digits of every run of white cells in a
row or a column are different. A black cell has the sums of the runs below and right of it.

White cells are written 0; the sum 0 is any one.
"""

from itertools import groupby
from typing import NamedTuple

from ilpuzzles import Model
from ilpuzzles.errors import counted, quoted
from ilpuzzles.genres import (
    Board,
    Genre,
    Place,
    Sketch,
    different_digits,
    fault,
    one_of_digit_sets,
    repeat_faults,
    sets_of_sum,
)

genre = Genre(
    group="Digits in a grid",
    aliases=["cross-sums"],
    layout="board",
    address="kakuro sums",
    clue_patterns={
        "0": "a white cell, for a digit",
        "[1-9][0-9]?,": "a black cell with the sum below",
        ",[1-9][0-9]?": "a black cell with the sum to the right",
        "[1-9][0-9]?,[1-9][0-9]?": "a black cell with the sums below and to the right",
        "(0|[1-9][0-9]?)?,(0|[1-9][0-9]?)?": "",
        "-": "a black cell without sums",
    },
    unknown_clue=",",
    reasons={
        "cells": "it follows from {reasons}: no other digit fits there",
        "2 cells in runs": "{bases} have only {word} left (naked pair)",
        "3 cells in runs": "{bases} have only {word} left (naked triple)",
    },
    contradictions={"cells": "a cell could not have just one digit"},
    presets={
        "small": {"solutions": 1, "board": ["- 8, 12, -", ",16 0 0 7,", ",8 0 0 0", "- ,3 0 0"]},
        "medium": {
            "solutions": 1,
            "board": [
                "- - 3, 18, - 9, 7,",
                "- ,3 0 0 ,4 0 0",
                "- ,6 0 0 18,9 0 0",
                "- - 16,8 0 0 0 -",
                "- 5,19 0 0 0 3, -",
                ",6 0 0 ,6 0 0 -",
                ",9 0 0 ,9 0 0 -",
            ],
        },
        "large": {
            "solutions": 1,
            "board": [
                "- - - - - - 38, 18, -",
                "- - - - - 4,11 0 0 -",
                "- - - 29, 6,15 0 0 0 4,",
                "- - ,22 0 0 0 0 0 0",
                "- 3, 16,7 0 0 10,12 0 0 0",
                ",17 0 0 0 17,9 0 0 - -",
                ",37 0 0 0 0 0 0 - -",
                "- ,12 0 0 0 - - - -",
                "- ,3 0 0 - - - - -",
            ],
        },
    },
)

DIGITS = range(1, 10)


@genre.board
def read(fields):
    """Reads a board, and refuses a sum that no run of white cells can have."""
    board = Board.read(fields, clues=genre.clue_patterns)
    for cell, word in board.clues.items():
        for total, way in zip(word.split(","), "se", strict=False):
            if total not in {"", "0"} and board.clues.get(board.grid.step(cell, way)) != "0":
                side = "below it" if way == "s" else "to its right"
                raise ValueError(f"{sum_name(total, cell)} has no white cells {side}")
    for run in runs(board):
        length = counted(len(run.cells), "cell")
        if len(run.cells) > len(DIGITS):
            raise ValueError(f"{run_place(run)} has {length} for {len(DIGITS)} digits")
        if run.total and not sets_of_sum(DIGITS, len(run.cells), run.total):
            raise ValueError(f"{sum_name(run.total, run.before)} does not fit a run of {length}")
    if "0" not in board.clues.values():
        raise ValueError("no white cells: write 0 into them")
    return board


def sum_name(total, cell):
    return f"the sum {total} {Place.of(cell).where}"


class Run(NamedTuple):
    """A run of white cells in a row or a column.

    Attributes:
        kind: `row` or `column`.
        cells: Its cells.
        before: The cell before it; None at the border.
        total: The sum of its digits; 0 for any.
    """

    kind: str
    cells: list
    before: tuple | None
    total: int


def runs(board):
    """All runs of the board."""
    for (kind, _), line in board.grid.rows_and_columns.items():
        before = None
        for word, group in groupby(line, board.clues.get):
            cells = list(group)
            if word == "0":
                below, _, right = board.clues.get(before, ",").partition(",")
                total = right if kind == "row" else below
                yield Run(kind, cells, before, int(total or 0))
            before = cells[-1]


@genre.clue_name
def clue_name(board, key):
    """The name of a black cell in reasons: `the sums 4 and 16 at row 1, column 2`."""
    sums = [total for total in board.clues[key].split(",") if total.strip("0")]
    noun = "sum" if len(sums) == 1 else "sums"
    return f"the {noun} {' and '.join(sums)} {Place.of(key).where}"


def run_place(run):
    """A run as a place: the run across or the run down at its first cell."""
    kind = "run across" if run.kind == "row" else "run down"
    return Place(kind, run.cells[0], tuple(run.cells))


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("kakuro")
    digit = model.binary("digit", board.cells_with_clue("0"), DIGITS)
    all_runs = list(runs(board))

    with model.group("cells", why="every white cell has one digit"):
        model.exactly_one(digit, axis=1)

    with model.group("runs", why="the digits of a run are different"):
        different_digits(model, digit, {(run.kind, run.cells[0]): run.cells for run in all_runs})

    with model.group("clues", why="the sum of a run stands before it"):
        # The digits of a run are one of the sets of different digits that have the sum.
        runs_with_sums = []
        for run in all_runs:
            if run.total:
                sets = sets_of_sum(DIGITS, len(run.cells), run.total)
                runs_with_sums.append((run.before, run.cells, sets))
        one_of_digit_sets(model, digit, runs_with_sums)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.grid.read_rows(solution["rows"])
    white = board.cells_with_clue("0")
    digits = {str(digit): digit for digit in DIGITS}
    yield from board.grid.word_faults({cell: words[cell] for cell in white}, digits)
    for cell in sorted(board.grid.cell_set.difference(white)):
        if words[cell] != "-":
            yield fault("black cells", "{} is black, but has {}", cell, quoted(words[cell]))
    numbers = {cell: digits[words[cell]] for cell in white if words[cell] in digits}
    for run in runs(board):
        place = run_place(run)
        yield from repeat_faults(numbers, {(place.kind, place.at): run.cells})
        digits_of_run = [numbers[cell] for cell in run.cells if cell in numbers]
        is_filled = len(digits_of_run) == len(run.cells)
        if run.total and is_filled and sum(digits_of_run) != run.total:
            sentence = "{} has the sum {} instead of {}"
            yield fault("run sum", sentence, place, sum(digits_of_run), run.total)


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    white = board.cells_with_clue("0")
    texts = {}
    for cell, word in board.clues.items():
        if cell not in white:
            texts[cell] = "\\".join(total.removeprefix("0") for total in word.split(","))
    sketch.write(texts)
    sketch.blacken(board.grid.cell_set.difference(white))
    sketch.erase(white)
    if solution:
        sketch.show_words(solution["rows"])
    return sketch
