"""Battleships.

Place straight ships, so many of each length, none of which touch, not even at a corner. A number
counts their cells in its line. Parts of ships and water may be given.

Parts are written o, ends n e s w, middles m, any ?; water is x.
"""

from ilpuzzles import Model
from ilpuzzles.genres import (
    Board,
    Genre,
    Place,
    Sketch,
    count_faults,
    covers_by_cell,
    exact_counts,
    fault,
)

genre = Genre(
    group="Things to place",
    aliases=["bimaru", "solitaire-battleships"],
    layout="ships*: above left board",
    address="battleship beside16 ships fleet",
    clue_patterns={
        "o": "a ship of one cell",
        "[nesw]": "the end of a ship on this side",
        "m": "the middle of a ship",
        "[?]": "any part of a ship",
        "x": "water",
    },
    reasons={
        "parts: empty": "it follows from {reasons}: no ship fits there",
        "parts: ship": "it follows from {reasons}",
    },
    contradictions={
        "parts": "",
        "fleet": "there would not be as many ships of each length as the fleet has",
        "apart": "two ships would touch",
    },
    presets={
        "small": {
            "ships": [2, 1, 1],
            "above": "2 1 1 2 1",
            "left": "2 1 0 1 3",
            "solutions": 1,
            "given": [[0, 0, "o"]],
        },
        "medium": {
            "ships": [3, 2, 1],
            "above": "- 3 - 0 2 1 1",
            "left": "4 0 2 - 2 0 -",
            "given": [[4, 0, "w"], [6, 5, "o"]],
            "solutions": 1,
        },
        "large": {
            "ships": [4, 3, 2, 1],
            "above": "2 1 2 2 2 2 1 2 1 5",
            "left": "5 2 5 2 0 4 1 0 0 1",
            "given": [[0, 3, "x"], [3, 3, "x"], [5, 4, "e"], [6, 9, "o"]],
            "solutions": 1,
        },
    },
)


@genre.board
def read(fields):
    """Reads a board and its fleet, and refuses clues that no ship fits."""
    board = Board.read(fields, clues=genre.clue_patterns)
    ships = fields.get("ships")
    if not isinstance(ships, list) or not all(type(n) is int and n >= 0 for n in ships):
        raise ValueError("write into 'ships' how many have length 1, length 2, and so on")
    longest = max(fleet(board), default=0)
    if not longest:
        raise ValueError("the fleet has no ships: write how many there are into 'ships'")
    if longest > max(board.grid.rows, board.grid.columns):
        raise ValueError(f"a ship of length {longest} does not fit on the board")
    possible = {(cell, word) for cell in board.grid.cells for word in "x?"}
    for ship in places(board):
        possible.update(ship.items())
    for cell, word in sorted(board.clues.items() - possible):
        raise ValueError(f"no ship can have the part {word} at {Place.of(cell)}")
    # This refuses numbers beside the board that no fleet can fit.
    line_counts(board)
    return board


def fleet(board):
    """How many ships there are of each length of which there are some."""
    numbers = enumerate(board.fields["ships"], 1)
    return {length: number for length, number in numbers if number}


def line_counts(board):
    """Each number beside the board: its line, the cells that may be chosen, and the number."""
    ship_cells = sum(length * number for length, number in fleet(board).items())
    choosable = board.grid.cell_set.difference(board.cells_with_clue("x"))
    return board.counted_lines(choosable, ship_cells)


def places(board):
    """All places of ships of the fleet, each as the words in its cells."""
    for length in fleet(board):
        if length == 1:
            directions = [("o", (1, 1))]
        else:
            middle = "m" * (length - 2)
            directions = [(f"w{middle}e", (1, length)), (f"n{middle}s", (length, 1))]
        for words, (rows, columns) in directions:
            for cells in board.grid.windows(rows, columns):
                yield dict(zip(cells, words, strict=True))


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("battleships")
    grid = board.grid
    ships = list(places(board))
    part = model.binary("part", grid.cells)
    # A place has its first and its last cell for a name: row, column, row, column.
    names = [(*min(cells), *max(cells)) for cells in ships]
    ship = list(model.binary("ship", names))
    over = covers_by_cell(grid, ship, ships)

    with model.group("parts", why="a cell is a part of a ship or water"):
        model.exactly_one({cell: [~part[cell], *over[cell].values()] for cell in grid.cells})

    with model.group("fleet", why="there are as many ships of each length as the fleet has"):
        for length, number in fleet(board).items():
            alike = [is_there for is_there, cells in zip(ship, ships) if len(cells) == length]
            model.add(model.sum(alike) == number, key=length)

    with model.group("apart", why="no two ships touch"):
        # Two ships that touch, even at a corner, both have a cell in some square of 2x2 cells; on a
        # board with one row or column, in some two neighbours.
        for square in grid.windows(min(grid.rows, 2), min(grid.columns, 2)):
            ships_there = {}
            for cell in square:
                ships_there |= over[cell]
            model.at_most_one(ships_there.values(), key=square[0])

    with model.group("clues", why="a number counts the cells of ships, and these parts are given"):
        exact_counts(model, part, line_counts(board))
        for cell, word in board.clues.items():
            if word == "x":
                model.add(model.sum(over[cell].values()) == 0, key=cell)
            else:
                # One of the ships that have this part in the cell is there.
                fitting = []
                for n, is_there in over[cell].items():
                    part_of_ship = ships[n][cell]
                    if word in {"?", part_of_ship}:
                        fitting.append(is_there)
                model.add(model.sum(fitting) == 1, key=cell)
    return model


@genre.solution
def decode(board, values):
    """Returns the parts of ships that are chosen; `*` is one whose ship is open."""
    ships = zip(places(board), values["ship"], strict=True)
    over = (words for words, is_there in ships if is_there)
    return {"rows": board.grid.rows_of_values(values["part"], "-*", over=over)}


def words_of_ship(cells):
    """The words of a ship with these cells, in ascending order; none if they are in no line."""
    rows = {r for r, _ in cells}
    columns = {c for _, c in cells}
    if len(cells) == 1:
        return "o"
    middle = "m" * (len(cells) - 2)
    if len(rows) == 1:
        return f"w{middle}e"
    return f"n{middle}s" if len(columns) == 1 else ""


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    grid = board.grid
    words = board.words(solution)
    formless = board.cells_with_word(solution, "*")
    formed = {cell: word for cell, word in words.items() if cell not in formless}
    yield from grid.word_faults(formed, "-onesmw")
    for cell in sorted(formless):
        sentence = "{} has a part of a ship that has no form yet"
        yield fault("known word", sentence, cell, unfinished="formless part")
    number_of = dict(enumerate(board.fields["ships"], 1))
    parts = board.cells_with_word(solution, *"onesmw")
    shapes = grid.connected_parts(parts)
    for cells in shapes:
        is_ship = words_of_ship(cells) == "".join(words[cell] for cell in cells)
        if not is_ship or not number_of.get(len(cells)):
            shape = Place("shape", cells[0], tuple(cells))
            yield fault(
                "ship shape", "{} is not a ship of the fleet", shape, unfinished="unfinished ship"
            )
    yield from fleet_faults(shapes, number_of)
    for cell, diagonal in grid.neighbour_pairs_with_corners:
        if {cell, diagonal} <= parts and cell[0] != diagonal[0] and cell[1] != diagonal[1]:
            yield fault("apart", "the ships at {} and {} touch", cell, diagonal)
    wanted_cells = sum(length * number for length, number in number_of.items())
    yield from count_faults(board.counted_lines(grid.cells, wanted_cells), parts, "ship cell")
    for cell, given in board.clues.items():
        word = words[cell].replace("-", "x")
        if given == "?" and word == "x":
            sentence = "{} has water instead of a part of a ship"
            yield fault("clue stays", sentence, cell, unfinished="missing part")
        elif given != "?" and word not in {"?", given}:
            noun = "missing part" if word in {"x", "*"} and given != "x" else ""
            yield fault("clue stays", "{} has {} instead of {}", cell, word, given, unfinished=noun)


def fleet_faults(shapes, number_of):
    """The lengths of which there are more or fewer ships than the fleet has."""
    lengths = {length for length, wanted in number_of.items() if wanted}
    for length in sorted(lengths.union(map(len, shapes))):
        alike = [shape for shape in shapes if len(shape) == length]
        wanted = number_of.get(length, 0)
        if len(alike) != wanted:
            place = Place("length", str(length), tuple(cell for shape in alike for cell in shape))
            sentence = "the board has {:ship} of {} instead of {}"
            yield fault(
                "fleet", sentence, len(alike), place, wanted, unfinished="unmet ship length"
            )


@genre.clue_candidates
def clues(board, solution):
    """Returns every part of a ship, and `x` for water."""
    return {cell: word.replace("-", "x") for cell, word in board.words(solution).items()}


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    if solution:
        sketch.erase(set(board.clues).difference(board.cells_with_clue("x")))
        sketch.show_symbols(solution["rows"], dict.fromkeys("onesmw*", "ship"))
    return sketch
