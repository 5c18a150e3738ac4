"""Kakuro.

Write digits from 1 to 9 into the white cells (0), so that the digits of every run of white cells in
a row or a column are different. A black cell has the sums of the runs below and right of it.
"""

from functools import cache
from itertools import combinations, groupby

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch, contents, repeats

presets = {
    "small": {"board": ["- 4, 6,", ",3 0 0", ",7 0 0"]},
}
preset = "small"
layout = "board"
given = "clues"
DIGITS = range(1, 10)


def read(fields):
    board = Board.read(fields, clues="0|([1-9][0-9]?)?,([1-9][0-9]?)?")
    for cell, word in board.clues.items():
        for total, way in zip(word.split(","), "se", strict=False):
            if word != "0" and total and board.clues.get(board.grid.step(cell, way)) != "0":
                raise ValueError(f"no white cells for the sum {total} in {cell}")
    for cells, before, total in runs(board):
        if len(cells) > 9 or (total and not sets(len(cells), int(total))):
            raise ValueError(f"no {len(cells)} digits have the sum {total} in {before}")
    return board


def runs(board):
    """The cells of every run, the cell before it, and its sum as a text, which may be empty."""
    for (kind, _), line in board.grid.lines.items():
        before = None
        for white, found in groupby(line, lambda cell: board.clues.get(cell) == "0"):
            cells = [*found]
            if white:
                yield cells, before, board.clues.get(before, ",").split(",")[kind == "row"]
            before = cells[-1]


@cache
def sets(size, total):
    """The sets of so many digits that have a sum."""
    return [digits for digits in combinations(DIGITS, size) if sum(digits) == total]


def build(board):
    model = Model("kakuro")
    digit = model.binary("digit", board.having("0"), DIGITS)
    with model.group("cells", why="every white cell has one digit"):
        model.exactly_one(digit, axis=1)
    with model.group("runs", why="the digits of a run are different"):
        for cells, _, _ in runs(board):
            here = digit[cells, :].truths()
            for n in range(9):
                model.at_most_one(here[n::9])
    with model.group("clues", why="the sum of a run stands before it"):
        for cells, before, total in runs(board):
            if total:
                contents(model, digit, cells, sets(len(cells), int(total)), key=before)
    return model


def decode(board, values):
    found = zip(board.having("0"), values["digit"].tolist(), strict=True)
    at = {cell: digits.index(1) + 1 if 1 in digits else "?" for cell, digits in found}
    return {"rows": board.grid.tokens(at)}


partial = decode


def rules(board, solution):
    words, white = board.grid.read_tokens(solution["rows"]), board.having("0")
    yield from board.grid.wrong_words({cell: words[cell] for cell in white}, map(str, DIGITS))
    yield from (f"{cell} is black" for cell in words if cell not in white and words[cell] != "-")
    for cells, before, total in runs(board):
        found = [words[cell] for cell in cells]
        yield from repeats(words, {("run at", cells[0]): cells})
        number = sum(int(word) for word in found if word.isdecimal())
        if total and number != int(total):
            yield f"the sum {total} in {before} is {number}"


def clues(board, solution):
    words, sums = board.grid.read_tokens(solution["rows"]), {}
    for cells, before, _ in runs(board):
        two = sums.setdefault(before, ["", ""])
        two[cells[0][1] > before[1]] = str(sum(int(words[cell]) for cell in cells))
    return [[*cell, ",".join(two)] for cell, two in sums.items()]


def empty(board):
    return dict.fromkeys(board.having("0"), "0")


def draw(board, solution):
    sketch, white = Sketch.of(board), board.having("0")
    sketch.write({cell: word.replace(",", "\\") for cell, word in board.clues.items()})
    sketch.black(board.grid.all.difference(white))
    sketch.erase(white)
    if solution:
        sketch.fill(solution["rows"])
    return sketch
