"""Hashi.

Build bridges between islands that lie in a line, at most two side by side. They do not cross; a
number says how many an island has; and they connect all islands.
"""

from collections import Counter
from itertools import pairwise

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, Genre, Place, Sketch, fault, line_parts

genre = Genre(
    group="Loops and lines",
    aliases=["hashiwokakero", "bridges"],
    layout="board",
    address="hashi number16",
    clue_patterns={
        "[1-8]": "an island, and how many bridges it has",
        "[?]": "an island with any number of bridges",
    },
    unknown_clue="?",
    reasons={"bridges": "it follows from {reasons}"},
    contradictions={
        "bridges": "",
        "crossings": "two bridges would cross",
        "connected": "the islands would not all be connected",
        "clues": "{clue} could not have that many bridges",
    },
    known_anyway="where the islands lie",
    presets={
        "small": {"board": ["1-3--", "----1", "2----", "-----", "4-5-2"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["3-4-3--", "-1----2", "----2--", "--5---5", "1------", "--4-2--", "-2----2"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "2--2--2--2",
                "-4---5--2-",
                "----------",
                "-4-3--2-1-",
                "----------",
                "4--2--4--4",
                "-3---7--2-",
                "2-----3--2",
                "---1-2----",
                "-3----5--1",
            ],
        },
    },
)


@genre.board
def read(fields):
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    if not board.clues:
        raise ValueError("there is no island: write a number into each cell that is one")
    room = Counter(cell for pair in neighbours(board) for cell in pair)
    for cell, word in board.clues.items():
        if 2 * room[cell] < board.numbers.get(cell, 1):
            what = f"the island {word} at {Place.of(cell)} has room for only"
            raise ValueError(f"{what} {2 * room[cell]} bridges")
    return board


def neighbours(board):
    """Pairs of islands with no other one between: what may stand there, and in which cells.

    Between islands side by side there is no cell: what joins them stands in the first one.
    """
    found = {}
    for (kind, _), cells in board.grid.lines.items():
        for n, end in pairwise(n for n, cell in enumerate(cells) if cell in board.clues):
            found[cells[n], cells[end]] = "-12" if kind == "row" else "-ab", cells[n + 1 : end]
    return found


@genre.model
def build(board):
    model, pairs, at = Model("hashi"), neighbours(board), {cell: [] for cell in board.grid.cells}
    bridge = model.binary("bridge", list(pairs), (1, 2))
    with model.group("bridges", why="a second bridge lies beside a first one"):
        for (pair, (_, between)), (one, two) in zip(pairs.items(), bridge, strict=True):
            model.at_least_one([one, ~two], key=pair)
            for cell in (*pair, *between):
                at[cell] += (one, two) if cell in pair else (one,)
    with model.group("crossings", why="bridges do not cross"):
        for cell in (cell for cell in board.grid.cells if cell not in board.clues):
            if len(at[cell]) > 1:
                model.at_most_one(at[cell], key=cell)
    with model.group("connected", why="bridges connect all islands"):
        connected(model, list(pairs), dict.fromkeys(board.clues, 1), edges=bridge[:, 1])
    with model.group("clues", why="a number says how many bridges an island has"):
        for cell, number in board.numbers.items():
            model.add(model.sum(at[cell]) == number, key=cell)
    return model


@genre.solution
def decode(board, values):
    words, none = {}, []
    for item, (one, two) in zip(neighbours(board).items(), values["bridge"], strict=True):
        pair, (letters, between) = item
        known = letters[int(one or 0) + int(two or 0)] + "?" * (two is None)
        if one != 0:
            word = "?" if one is None else known
            words |= dict.fromkeys(between, word)
            if not between:
                words[pair[0]] = words.get(pair[0], "") + word
        else:
            none.append(pair)
    return {"rows": board.grid.tokens(words)} | ({"none": none} if "?" in str(words) else {})


def bridges(board, solution):
    """How many bridges join which islands, by the first word between them; and what is drawn."""
    words = board.words(solution)
    for pair, (letters, between) in neighbours(board).items():
        cells = between or pair[:1]
        number = max(map(letters.find, words[cells[0]]))
        if number > 0:
            yield pair, number, dict.fromkeys(cells, letters[number])


@genre.rules
def rules(board, solution):
    built = list(bridges(board, solution))
    yield from wrong_pieces(board, board.words(solution), [drawn for *_, drawn in built])
    count = Counter()
    joined = {island: {island} for island in board.clues}
    for pair, number, _ in built:
        for island in pair:
            count[island] += number
            joined[island].update(pair)
    for cell, number in board.numbers.items():
        if count[cell] != number:
            what, island = "{} has {:bridge} instead of {}", Place("island", cell, (cell,))
            noun = "unmet island" if count[cell] < number else ""
            yield fault("bridge count", what, island, count[cell], number, noun=noun)
    # All but the largest part are cut off.
    for part in sorted(line_parts(joined), key=len, reverse=True)[1:]:
        kind = "island" if len(part) == 1 else "group of islands"
        yield fault(
            "cut off", "{} is cut off", Place(kind, part[0], tuple(part)), noun="separate group"
        )


def wrong_pieces(board, words, drawn):
    """Faults of cells that have something else than a piece of a whole bridge."""
    whole = {}
    for cell, word in (piece for pieces in drawn for piece in pieces.items()):
        # An island may be joined to one right of it and to one below it.
        whole[cell] = (whole.get(cell, "") if cell in board.clues else "") + word
    for cell, word in words.items():
        wanted = whole.get(cell)
        if "?" in word:
            yield fault("open", "{} is open", cell)
        elif wanted is None and word != "-":
            yield fault("whole bridges", "{} has {}, which belongs to no bridge", cell, word)
        elif wanted is not None and word != wanted:
            yield fault("whole bridges", "{} has {} instead of {}", cell, word, wanted)


@genre.picture
def draw(board, solution):
    sketch = Sketch(board.grid)
    sketch.without_lines()
    if solution:
        for pair, number, _ in bridges(board, solution):
            sketch.path([pair], number)
        for pair in solution.get("none", ()):
            sketch.cross([tuple((r + 0.5, c + 0.5) for r, c in pair)])
    sketch.dot({(r + 0.5, c + 0.5): word for (r, c), word in board.clues.items()})
    return sketch
