"""Battleships.

Place straight ships, so many of each length, none of which touch, not even at a corner. A number
counts their cells in its line. Parts of ships and water may be given.

Parts are written o, ends n e s w, middles m, any ?; water is x.
"""

from ilpuzzles import Model
from ilpuzzles.grid import Board, Genre, Place, Sketch, fault, right_counts, wrong_counts

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
    board, ships = Board.read(fields, clues=genre.clue_patterns), fields.get("ships")
    if not isinstance(ships, list) or not all(type(n) is int and n >= 0 for n in ships):
        raise ValueError("write into 'ships' how many have length 1, length 2, and so on")
    longest = max(ship_lengths(board), default=0)
    if not longest:
        raise ValueError("the fleet has no ships: write how many there are into 'ships'")
    if longest > max(board.grid.rows, board.grid.columns):
        raise ValueError(f"a ship of length {longest} does not fit on the board")
    fitting = [*places(board), *(dict.fromkeys(board.grid.cells, word) for word in "x?")]
    for cell, word in sorted(board.clues.items() - {it for one in fitting for it in one.items()}):
        raise ValueError(f"no ship can have the part {word} at {Place.of(cell)}")
    counts(board)
    return board


def ship_lengths(board):
    return [length for length, count in enumerate(board.fields["ships"], 1) for _ in range(count)]


def counts(board):
    return board.line_counts(board.grid.all.difference(board.having("x")), sum(ship_lengths(board)))


def places(board):
    """All places of ships: the word in each of their cells."""
    for length in dict.fromkeys(ship_lengths(board)):
        middle = "m" * (length - 2)
        ways = [(f"w{middle}e", (1, length)), (f"n{middle}s", (length, 1))]
        for words, size in ways if length > 1 else [("o", (1, 1))]:
            for window in board.grid.windows(*size):
                yield dict(zip(window, words))


@genre.model
def build(board):
    model, grid, ships = Model("battleships"), board.grid, list(places(board))
    part = model.binary("part", grid.cells)
    ship = [*model.binary("ship", [(*min(one), *max(one)) for one in ships])]
    over = {cell: [] for cell in grid.cells}
    for number, cell in ((n, cell) for n, one in enumerate(ships) for cell in one):
        over[cell].append(number)
    with model.group("parts", why="a cell is a part of a ship or water"):
        model.exactly_one({cell: [~part[cell], *(ship[n] for n in over[cell])] for cell in over})
    with model.group("fleet", why="there are as many ships of each length as the fleet has"):
        for length in dict.fromkeys(ship_lengths(board)):
            alike = [one for one, cells in zip(ship, ships) if len(cells) == length]
            model.add(model.sum(alike) == ship_lengths(board).count(length), key=length)
    with model.group("apart", why="no two ships touch"):
        for window in grid.windows(min(grid.rows, 2), min(grid.columns, 2)):
            near = dict.fromkeys(n for cell in window for n in over[cell])
            model.at_most_one([ship[n] for n in near], key=window[0])
    with model.group("clues", why="a number counts the cells of ships, and these parts are given"):
        right_counts(model, part, counts(board))
        for cell, word in board.clues.items():
            kinds = [ship[n] for n in over[cell] if word in {"x", "?", ships[n][cell]}]
            model.add(model.sum(kinds) == (word != "x"), key=cell)
    return model


@genre.solution
def decode(board, values):
    ships = (one for one, chosen in zip(places(board), values["ship"], strict=True) if chosen)
    return {"rows": board.grid.words(values["part"], "-*", over=ships)}


@genre.rules
def rules(board, solution):
    words, ships = board.words(solution), [*places(board)]
    formless = board.marked(solution, "*")
    formed = {cell: word for cell, word in words.items() if cell not in formless}
    yield from board.grid.wrong_words(formed, "-onesmw")
    for cell in sorted(formless):
        sentence = "{} has a part of a ship that has no form yet"
        yield fault("known word", sentence, cell, noun="formless part")
    parts = board.marked(solution, *"onesmw")
    shapes = board.grid.parts(parts)
    for cells in shapes:
        if {cell: words[cell] for cell in cells} not in ships:
            shape = Place("shape", cells[0], tuple(cells))
            yield fault(
                "ship shape", "{} is not a ship of the fleet", shape, noun="unfinished ship"
            )
    lengths = ship_lengths(board)
    for length in sorted({*lengths, *map(len, shapes)}):
        cells = [cell for shape in shapes if len(shape) == length for cell in shape]
        number, wanted = len(cells) // length, lengths.count(length)
        if number != wanted:
            place = Place("length", str(length), tuple(cells))
            sentence = "the board has {:ship} of {} instead of {}"
            yield fault("fleet", sentence, number, place, wanted, noun="unmet ship length")
    for cell, other in board.grid.touching_pairs:
        if {cell, other} <= parts and cell[0] != other[0] and cell[1] != other[1]:
            yield fault("apart", "the ships at {} and {} touch", cell, other)
    yield from wrong_counts(counts(board), parts, "ship cell")
    yield from clue_faults(board, solution)


def clue_faults(board, solution):
    """Given cells in which a solution has something else."""
    for cell, word in clues(board, solution).items():
        given = board.clues.get(cell, word)
        if given == "?" and word == "x":
            sentence = "{} has water instead of a part of a ship"
            yield fault("clue stays", sentence, cell, noun="missing part")
        elif given != "?" and word not in {"?", given}:
            noun = "missing part" if word in {"x", "*"} and given != "x" else ""
            yield fault("clue stays", "{} has {} instead of {}", cell, word, given, noun=noun)


@genre.clue_candidates
def clues(board, solution):
    return {c: w.replace("-", "x") for c, w in board.words(solution).items()}


@genre.picture
def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        sketch.erase(set(board.clues).difference(board.having("x")))
        sketch.put(solution["rows"], dict.fromkeys("onesmw*", "ship"))
    return sketch
