"""Yajilin.

Shade some of the cells without a clue so that no two of them touch along a side, and draw one loop
through all others. A clue such as 2e says how many cells are shaded on the way north, east, south
or west of it, up to the border; x is a cell without a clue that is neither shaded nor on the loop.
"""

from ilpuzzles import Model, circuit
from ilpuzzles.grid import Board, Sketch, apart, loop_faults, read_lines

presets = {
    "small": {"solutions": 1, "board": [
        "- - - - -", "- - - - -", "- - x - -", "- - - - 1s", "1n - - 1n -"]},
    "medium": {"solutions": 1, "board": [
        "- - - - - - 1s", "- 2e - - - - -", "- - 1n - - - -", "- - - - - - -",
        "- - - - 1n - -", "1e 1n - - 1n - -", "- 1n 2n - - - -"]},
    "large": {"solutions": 1, "board": [
        "- - - - - - 3s - 3w -", "- - - - - 2s - - - -", "- - 2s 1e - - - - - -",
        "1n - - 1e - - - - - -", "- - - - - - - - - 2n", "- 2e 2e 2e - - - - - -",
        "- 2e - - - - - - - 3n", "- - 1n - - - - 1n - -", "- - - 1n 1n - - - - -",
        "1n - - - - - - - - -"]},
}  # fmt: skip
preset = "small"
layout = "board"
address = "yajilin arrows"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[0-9]+[nesw]|[x@]")
    for cell, cells, number in seen(board):
        if number > len(cells):
            raise ValueError(f"the clue in {cell} counts {number} of {len(cells)} cells")
    return board


def seen(board):
    """The cells without a clue that each number sees, and the number."""
    for cell, clue in board.clues.items():
        if clue not in "x@":
            ray = board.grid.ray(cell, clue[-1])
            yield cell, [one for one in ray if one not in board.clues], int(clue[:-1])


def build(board):
    model, free = Model("yajilin"), board.free
    line, shaded = model.binary("line", free.pairs), model.binary("shaded", free.cells)
    with model.group("loop", why="the line is one loop through all cells that are not shaded"):
        circuit(model, line, active=~shaded)
        model.at_least_one(line)
    with model.group("apart", why="no two shaded cells touch"):
        apart(model, free, shaded)
    with model.group("clues", why="a number counts the shaded cells that it points at"):
        for cell, cells, number in seen(board):
            model.add(model.sum(shaded[one] for one in cells) == number, key=cell)
    return model


def decode(board, values):
    shaded = zip(board.free.cells, values["shaded"], strict=True)
    words = {cell: "x" for cell, on in shaded if on}
    return board.drawn(board.free.pairs, values["line"], words)


partial = decode


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    ahead = read_lines(board.grid, solution["rows"])
    yield from loop_faults(ahead)
    for cell, word in words.items():
        if cell in board.clues and word != "-":
            yield f"{cell} has a clue, and is not free"
        elif cell not in board.clues and word != "x" and not ahead[cell]:
            yield f"{cell} is neither shaded nor on the loop"
    for one, other in board.grid.pairs:
        if words[one] == words[other] == "x":
            yield f"the shaded cells {one} and {other} touch"
    for cell, cells, number in seen(board):
        found = sum(words[one] == "x" for one in cells)
        if found != number:
            yield f"{cell} sees {found} shaded cells instead of {number}"


def clues(board, solution):
    words, found = board.grid.read_tokens(solution["rows"]), []
    for cell in board.clues:
        rays = {way: [words[one] for one in board.grid.ray(cell, way)] for way in "nesw"}
        found.append([*cell, max(f"{ray.count('x')}{way}" for way, ray in rays.items())])
    return found


def empty(board):
    return dict.fromkeys(board.clues, "x")


def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        words = board.grid.read_tokens(solution["rows"])
        sketch.shade(cell for cell, word in words.items() if word == "x")
        sketch.lines(solution["rows"], solution.get("none", ()))
    return sketch
