"""Battleships.

Place the ships of the fleet, which are straight: so many of length 1, of length 2, and so on. No
two ships touch, not even at a corner, and a number counts the cells of ships in its row or column.
Parts of ships (o for a whole one, n, e, s and w for ends, m) and water (x) may be given.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch

presets = {
    "small": {"ships": [2, 1], "rows": 4, "columns": 4},
}  # fmt: skip
preset = "small"
layout = "ships*: above left board"
address = "battleship beside16 ships fleet"
given = "clues"


def read(fields):
    board = Board.read(fields, clues="[xonesmw]")
    ships = fields.get("ships")
    if not isinstance(ships, list) or not all(type(n) is int and n >= 0 for n in ships):
        raise ValueError("write into 'ships' how many have length 1, length 2, and so on")
    counts(board)
    fitting = set().union(*(ship.items() for ship in places(board)))
    for cell, word in board.clues.items():
        if word != "x" and (cell, word) not in fitting:
            raise ValueError(f"no ship of the fleet has the part {word} in {cell}")
    return board


def places(board):
    """All places of ships: the word in each of their cells."""
    for length in (n for n, count in enumerate(board.fields["ships"], 1) if count):
        for cell in board.grid.cells:
            for way, words in zip("es", ("w" + "m" * (length - 2) + "e", "n" + "m" * (length - 2) + "s")):
                ship = [cell, *board.grid.ray(cell, way)[: length - 1]]
                if len(ship) == length > 1:
                    yield dict(zip(ship, words))
            if length == 1:
                yield {cell: "o"}


def counts(board):
    cells = board.grid.all.difference(board.having("x"))
    return board.line_counts(cells, sum(n * count for n, count in enumerate(board.fields["ships"], 1)))


def build(board):
    model, grid, ships = Model("battleships"), board.grid, list(places(board))
    ship = model.binary("ship", [(*min(one), *max(one)) for one in ships])
    part = model.binary("part", grid.cells)
    over = {cell: [] for cell in grid.cells}
    for number, cells in enumerate(ships):
        for cell in cells:
            over[cell].append(number)
    with model.group("cells"):
        for cell in grid.cells:
            model.add(model.sum(ship[ship.axes[0][n]] for n in over[cell]) == part[cell])
    with model.group("fleet"):
        for length, count in enumerate(board.fields["ships"], 1):
            if count:
                model.add(model.sum(x for cells, x in zip(ships, ship) if len(cells) == length) == count)
    with model.group("apart"):
        for window in grid.windows(min(grid.rows, 2), min(grid.columns, 2)):
            model.at_most_one([ship[ship.axes[0][n]] for n in {n for cell in window for n in over[cell]}])
    with model.group("clues"):
        for name, line, number in counts(board):
            model.add(model.sum(part[cell] for cell in line) == number, key=name)
        for cell, word in board.clues.items():
            if word == "x":
                model.add(part[cell] == 0, key=cell)
            else:
                model.exactly_one([ship[ship.axes[0][n]] for n in over[cell] if ships[n][cell] == word], key=cell)
    return model


def decode(board, values):
    words = {}
    for cells, on in zip(places(board), values["ship"], strict=True):
        if on:
            words |= cells
    return {"rows": board.grid.tokens(words)}


def rules(board, solution):
    return ()


def draw(board, solution):
    sketch = Sketch.of(board)
    return sketch
