"""Battleships.

Place the ships of the fleet, which are straight: so many of length 1, of length 2, and so on. No
two ships touch, not even at a corner, and a number counts the cells of ships in its row or column.
Parts of ships (o for a whole one, n, e, s and w for ends, m) and water (x) may be given.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, Sketch

presets = {
    "small": {"ships": [2, 1, 1], "above": "2 1 1 2 1", "left": "2 1 0 1 3", "solutions": 1,
              "board": ["o----", "-----", "-----", "-----", "-----"]},
    "medium": {"ships": [3, 2, 1], "above": "- 3 - 0 2 1 1", "left": "4 0 2 - 2 0 -",
               "rows": 7, "columns": 7, "given": [[4, 0, "w"], [6, 5, "o"]], "solutions": 1},
    "large": {"ships": [4, 3, 2, 1], "above": "2 1 2 2 2 2 1 2 1 5", "left": "5 2 5 2 0 4 1 0 0 1",
              "rows": 10, "columns": 10, "solutions": 1,
              "given": [[0, 3, "x"], [3, 3, "x"], [5, 4, "e"], [6, 9, "o"]]},
}  # fmt: skip
preset = "small"
layout = "ships*: above left board"
address = "battleship beside16 ships fleet"
given = "clues"


def read(fields):
    board, ships = Board.read(fields, clues="[xonesmw]"), fields.get("ships")
    if not isinstance(ships, list) or not all(type(n) is int and n >= 0 for n in ships):
        raise ValueError("write into 'ships' how many have length 1, length 2, and so on")
    longest = max((length for length, count in enumerate(ships, 1) if count), default=0)
    if not 0 < longest <= max(board.grid.rows, board.grid.columns):
        raise ValueError(f"a longest ship of length {longest} does not fit into the board")
    fitting = {part for ship in places(board) for part in ship.items()}
    for cell, word in board.clues.items():
        if word != "x" and (cell, word) not in fitting:
            raise ValueError(f"no ship has the part {word} in {cell}")
    counts(board)
    return board


def counts(board):
    total = sum(length * count for length, count in enumerate(board.fields["ships"], 1))
    return board.line_counts(board.grid.all.difference(board.having("x")), total)


def places(board):
    """All places of ships: the word in each of their cells."""
    for length in (length for length, count in enumerate(board.fields["ships"], 1) if count):
        middle = "m" * (length - 2)
        ways = [(f"w{middle}e", 0, 1), (f"n{middle}s", 1, 0)] if length > 1 else [("o", 0, 0)]
        for words, down, right in ways:
            for r in range(board.grid.rows - (length - 1) * down):
                for c in range(board.grid.columns - (length - 1) * right):
                    yield {(r + n * down, c + n * right): word for n, word in enumerate(words)}


def build(board):
    model, grid, ships = Model("battleships"), board.grid, list(places(board))
    part = dict(zip(grid.cells, model.binary("part", grid.cells), strict=True))
    ship = model.binary("ship", [(*min(one), *max(one)) for one in ships])
    over, long = {cell: {} for cell in grid.cells}, {}
    for number, (cells, chosen) in enumerate(zip(ships, ship, strict=True)):
        long.setdefault(len(cells), []).append(chosen)
        for cell in cells:
            over[cell][number] = chosen
    with model.group("parts", why="a cell is a part of a ship or water"):
        for cell in grid.cells:
            model.add(model.sum(over[cell].values()) == part[cell], key=cell)
    with model.group("fleet", why="there are as many ships of each length as the fleet has"):
        for length, chosen in long.items():
            model.add(model.sum(chosen) == board.fields["ships"][length - 1], key=length)
    with model.group("apart", why="no two ships touch"):
        for window in grid.windows(min(grid.rows, 2), min(grid.columns, 2)):
            near = {n: chosen for cell in window for n, chosen in over[cell].items()}
            model.at_most_one(near.values(), key=window[0])
    with model.group("clues", why="a number counts the cells of ships, and these parts are given"):
        for name, line, number in counts(board):
            model.add(model.sum(part[cell] for cell in line) == number, key=name)
        for cell, word in board.clues.items():
            if word == "x":
                model.add(part[cell] == 0, key=cell)
            else:
                fitting = [chosen for n, chosen in over[cell].items() if ships[n][cell] == word]
                model.exactly_one(fitting, key=cell)
    return model


def decode(board, values):
    words = {0: "-", 1: "*", None: "?"}
    at = {cell: words[on] for cell, on in zip(board.grid.cells, values["part"], strict=True)}
    for cells, chosen in zip(places(board), values["ship"], strict=True):
        at |= cells if chosen else {}
    return {"rows": board.grid.tokens(at)}


partial = decode


def rules(board, solution):
    words, ships = board.grid.read_tokens(solution["rows"]), [*places(board)]
    yield from board.grid.wrong_words(words, "-onesmw")
    parts = {cell for cell, word in words.items() if word != "-"}
    found = board.grid.parts(parts)
    for cells in found:
        if {cell: words[cell] for cell in cells} not in ships:
            yield f"what lies from {cells[0]} to {cells[-1]} is no ship of the fleet"
    for length, count in enumerate(board.fields["ships"], 1):
        number = sum(len(cells) == length for cells in found)
        if number != count:
            yield f"there are {number} ships of length {length} instead of {count}"
    for one, other in board.grid.touching_pairs:
        if {one, other} <= parts and one[0] != other[0] and one[1] != other[1]:
            yield f"the ships in {one} and {other} touch"
    for name, line, number in counts(board):
        if len(parts.intersection(line)) != number:
            yield f"{name} has {len(parts.intersection(line))} cells of ships instead of {number}"
    yield from board.changed({cell: word.replace("-", "x") for cell, word in words.items()})


def clues(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    return [[*cell, word.replace("-", "x")] for cell, word in words.items()]


def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        sketch.erase(set(board.clues).difference(board.having("x")))
        sketch.put(solution["rows"], dict.fromkeys("onesmw*", "ship"))
    return sketch
