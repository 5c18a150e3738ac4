"""Sudoku.

Write a digit into every cell, so that every row, every column and every box has each digit once. In
an X-Sudoku, so have both diagonals; in a jigsaw Sudoku, regions take the place of boxes.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch, repeats

presets = {
    "small": {"board": ["1---", "--3-", "----", "-2-4"]},
}
preset = "small"
layout = "board regions?"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[1-9][0-9]?")
    for cell, number in board.numbers.items():
        if number > board.side:
            raise ValueError(f"the digit {number} in {cell} is greater than {board.side}")
    if fields.get("diagonals", False) not in (True, False):
        raise ValueError("'diagonals' is neither true nor false")
    for (kind, name), cells in areas(board).items():
        if len(cells) != board.side:
            raise ValueError(f"{kind} {name} has {len(cells)} cells instead of {board.side}")
    return board


def areas(board):
    """The cells of everything that has each digit once, by kind and name."""
    cells, found = board.grid.cells, board.grid.lines
    found |= {("region", name): cells for name, cells in board.regions.items()}
    if not board.regions:
        found |= board.grid.boxes()
    if board.fields.get("diagonals"):
        found["diagonal", "down"] = [(r, c) for r, c in cells if r == c]
        found["diagonal", "up"] = [(r, c) for r, c in cells if r + c == board.side - 1]
    return found


def build(board):
    model = Model("sudoku")
    digit = model.binary("digit", board.grid.cells, range(1, board.side + 1))
    with model.group("cells", why="every cell has one digit"):
        model.exactly_one(digit, axis=1)
    with model.group("areas", why="every row, every column and every box has each digit once"):
        for (kind, name), cells in areas(board).items():
            model.exactly_one(digit[cells, :], name=f"{kind} {name}", axis=0)
    with model.group("clues", why="these digits are given"):
        for cell, number in board.numbers.items():
            model.add(digit[cell, number] == 1, key=cell)
    return model


def decode(board, values):
    return {"rows": board.grid.numbers(values["digit"], range(1, board.side + 1))}


partial = decode


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    yield from board.grid.wrong_words(words, [str(n + 1) for n in range(board.side)])
    yield from repeats(words, areas(board))
    for cell, word in board.clues.items():
        if words[cell] != word:
            yield f"{cell} has {words[cell]} instead of {word}"


def clues(board, solution):
    return [[*cell, word] for cell, word in board.grid.read_tokens(solution["rows"]).items()]


def draw(board, solution):
    sketch = Sketch.of(board)
    if not board.regions:
        sketch.borders({c: n for n, cells in board.grid.boxes().items() for c in cells})
    if board.fields.get("diagonals"):
        diagonals = (cells for name, cells in areas(board).items() if name[0] == "diagonal")
        sketch.shade(sum(diagonals, []), "#dde3ec")
    if solution:
        sketch.fill(solution["rows"])
    return sketch
