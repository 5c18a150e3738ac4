"""Binairo.

Write 1 or 2 into every cell, so that every row and every column has as many of one as of the other,
and no three equal numbers lie side by side. If `different` is true, no two rows are the same, and
no two columns.
"""

from itertools import combinations

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch

presets = {
    "small": {"solutions": 1, "board": [
        "-----2", "----2-", "---1--", "---1--", "--2---", "--22-2"]},
    "medium": {"solutions": 1, "board": [
        "---1---2", "2-21-1--", "-------2", "-1--1---", "-----2--", "-----2--", "1------1",
        "1--11---"]},
    "large": {"solutions": 1, "board": [
        "-2--------", "-2--2----1", "-----11--1", "-----1----", "-1------1-", "1-1-1---22",
        "-----1----", "1--2--2---", "-2---1---1", "--2--1----"]},
    "different": {"different": True, "solutions": 1, "board": [
        "--2--1--", "21-1---2", "2----2--", "---1----", "--2-----", "1-------", "--22--1-",
        "-------2"]},
}  # fmt: skip
preset = "small"
layout = "board"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[12]")
    for (kind, name), cells in board.grid.lines.items():
        if len(cells) % 2:
            raise ValueError(f"{kind} {name} has {len(cells)} cells, which is no even number")
    if fields.get("different", False) not in (True, False):
        raise ValueError("'different' is neither true nor false")
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
            model.add(three >= 1)
            model.add(three <= 2)
    with model.group("different", why="no two lines are the same"):
        for lines in (two, two.T) if board.fields.get("different") else ():
            one, other = zip(*combinations(range(len(lines)), 2), strict=True)
            # Both have as many of 2: if they differ, the first has one where the other has none.
            model.add((lines[[*one]] & ~lines[[*other]]).any(axis=1))
    with model.group("clues", why="these numbers are given"):
        for cell, number in board.numbers.items():
            model.add(two[cell] == number - 1, key=cell)
    return model


def decode(board, values):
    return {"rows": board.grid.words(values["two"].flat, "12")}


partial = decode


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    yield from board.grid.wrong_words(words, "12")
    yield from board.changed(words)
    seen = {}
    for (kind, name), cells in board.grid.lines.items():
        line = [words[cell] for cell in cells]
        if line.count("1") != line.count("2"):
            yield f"{kind} {name} has {line.count('1')} of 1 and {line.count('2')} of 2"
        for first, *three in zip(cells, line, line[1:], line[2:]):
            if len(set(three)) == 1:
                yield f"{kind} {name} has {three[0]} three times from {first} on"
        other = seen.setdefault((kind, *line), name)
        if other != name and board.fields.get("different"):
            yield f"{kind}s {other} and {name} are the same"


def clues(board, solution):
    return [[*cell, word] for cell, word in board.grid.read_tokens(solution["rows"]).items()]


def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        sketch.fill(solution["rows"])
    return sketch
