"""Killer Sudoku.

Write a digit into every cell, so that every row, every column and every box has each digit once. The
digits in a cage are different, and a number in it is their sum.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch, different_digits, repeats

presets = {
    "small": {"board": ["9-83", "-7--", "4--9", "----"], "regions": ["BBDA", "BCDA", "FCDE", "FCEE"]},
}  # fmt: skip
preset = "small"
layout = "board regions"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[1-9][0-9]*")
    if not board.regions:
        raise ValueError("no cages: draw them in 'regions'")
    for name, cells in board.regions.items():
        if len(cells) > board.side:
            raise ValueError(f"the cage {name} has {len(cells)} cells for {board.side} digits")
        sums = [board.numbers[cell] for cell in cells if cell in board.clues]
        if len(sums) > 1:
            raise ValueError(f"the cage {name} has {len(sums)} sums")
        least = len(cells) * (len(cells) + 1) // 2
        most = len(cells) * (board.side + 1) - least
        if sums and not least <= sums[0] <= most:
            raise ValueError(f"the sum {sums[0]} of cage {name} is not within {least} and {most}")
    board.grid.boxes()
    return board


def areas(board):
    """The cells of everything that has each digit once, by kind and name."""
    boxes = board.grid.boxes()
    return board.grid.lines | {("box", name): cells for name, cells in boxes.items()}


def build(board):
    model, found = Model("killer sudoku"), areas(board)
    digit = model.binary("digit", board.grid.cells, range(1, board.side + 1))
    with model.group("cells", why="every cell has one digit"):
        model.exactly_one(digit, axis=1)
    with model.group("areas", why="every row, every column and every box has each digit once"):
        for (kind, name), cells in found.items():
            model.exactly_one(digit[cells, :], name=f"{kind} {name}", axis=0)
    with model.group("cages", why="the digits in a cage are different"):
        within = [set(cells) for cells in found.values()]
        for name, cells in board.regions.items():
            if not any(area.issuperset(cells) for area in within):
                model.at_most_one(digit[cells, :], name=f"cage {name}", axis=0)
    with model.group("clues", why="the number in a cage is the sum of its digits"):
        for cell, number in board.numbers.items():
            different_digits(model, digit, board.regions[board.region_of[cell]], number, key=cell)
    return model


def decode(board, values):
    return {"rows": board.grid.numbers(values["digit"], range(1, board.side + 1))}


partial = decode


def rules(board, solution):
    words, digits = board.grid.read_tokens(solution["rows"]), [str(n + 1) for n in range(board.side)]
    yield from board.grid.wrong_words(words, digits)
    cages = {("cage", name): cells for name, cells in board.regions.items()}
    yield from repeats(words, areas(board) | cages)
    for cell, number in board.numbers.items():
        found = [words[one] for one in board.regions[board.region_of[cell]]]
        total = sum(int(word) for word in found if word in digits)
        if total != number:
            yield f"the cage of {cell} has the sum {total} instead of {number}"


def clues(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    found = board.regions.values()
    return [[*cells[0], str(sum(int(words[cell]) for cell in cells))] for cells in found]


def draw(board, solution):
    sketch = Sketch.of(board)
    sketch.borders(board.region_of, "#b3bccb")
    sketch.borders({c: name for name, cells in board.grid.boxes().items() for c in cells})
    sketch.erase(board.clues)
    sketch.write_small(board.clues)
    if solution:
        sketch.fill(solution["rows"])
    return sketch
