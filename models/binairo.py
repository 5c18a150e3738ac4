"""Binairo.

Write 1 or 2 into every cell: as many of each in every row and column, and no three equal ones side
by side. If `different` is true, as it is in most books, no two rows are the same, and no two
columns.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board

presets = {
    "small": {"solutions": 1, "board": [
        "-----2", "----2-", "---1--", "---1--", "--2---", "--22-2"]},
    "different": {"different": True, "solutions": 1, "board": [
        "------", "----1-", "-11--2", "---2--", "2-----", "--1-1-"]},
    "large": {"solutions": 1, "board": ["-2--------", "-2--2----1", "-----11--1", "-----1----",
        "-1------1-", "1-1-1---22", "-----1----", "1--2--2---", "-2---1---1", "--2--1----"]},
}  # fmt: skip
layout = "board"
clue = {"[12]": "the digit of its cell"}
clues = Board.words
words = "12"


def read(fields):
    board = Board.read(fields, clues=clue)
    board.flag("different")
    for (kind, name), cells in board.grid.lines.items():
        if len(cells) % 2:
            raise ValueError(f"{kind} {name} has {len(cells)} cells, which is no even number")
    return board


def build(board):
    model, rows, columns = Model("binairo"), board.grid.rows, board.grid.columns
    two = model.binary("two", rows, columns)
    with model.group("halves", why="a line has as many of 1 as of 2"):
        model.add(two.sum(axis=1) == columns // 2)
        model.add(two.sum(axis=0) == rows // 2)
    with model.group("threes", why="no three equal numbers lie side by side"):
        for lines in (two, two.T):
            three = lines[:-2] + lines[1:-1] + lines[2:]
            model.add(three.between(1, 2))
    with model.group("different", why="no two lines are the same"):
        for lines in (two, two.T) if board.flag("different") else ():
            for n in range(1, len(lines)):
                # Both have as many of 2: if they differ, one has it where the other has none.
                model.add((lines[:n] & ~lines[n]).any(axis=1))
    with model.group("clues", why="these numbers are given"):
        for cell, number in board.numbers.items():
            model.add(two[cell] == number - 1, key=cell)
    return model


def rules(board, solution):
    words, seen = board.words(solution), {}
    yield from board.changed(words)
    for (kind, name), cells in board.grid.lines.items():
        line = [words[cell] for cell in cells]
        if line.count("1") != line.count("2"):
            yield f"{kind} {name} has {line.count('1')} of 1 and {line.count('2')} of 2"
        for first, *three in zip(cells, line, line[1:], line[2:]):
            if len(set(three)) == 1:
                yield f"{kind} {name} has {three[0]} three times from {first} on"
        other = seen.setdefault((kind, *line), name)
        if other != name and board.flag("different"):
            yield f"{kind}s {other} and {name} are the same"
