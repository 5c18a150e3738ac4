"""Hashi.

Build bridges between islands that lie in a line, at most two side by side. They do not cross; a
number says how many an island has; and they connect all islands.
"""

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from ilpuzzles import Model, connected
from ilpuzzles.genres import Board, Genre, Place, Sketch, covers_by_cell, fault, line_parts

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
    """Reads a board, and refuses an island with room for too few bridges."""
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    if not board.clues:
        raise ValueError("there is no island: write a number into each cell that is one")
    partners = Counter(island for pair in possible_bridges(board) for island in pair)
    for cell, word in board.clues.items():
        room = 2 * partners[cell]
        if room < board.numbers.get(cell, 1):
            what = f"the island {word} at {Place.of(cell)} has room for only"
            raise ValueError(f"{what} {room} bridges")
    return board


class Span(NamedTuple):
    """The bridges that may stand between two islands.

    Attributes:
        letters: The word of no bridge, of one and of two.
        between: The cells between the islands.
    """

    letters: str
    between: list


def possible_bridges(board):
    """The pairs of islands in a line with no other one between, each with its span.

    Between islands side by side there is no cell: what joins them stands in the first one.
    """
    spans = {}
    for (kind, _), cells in board.grid.rows_and_columns.items():
        letters = "-12" if kind == "row" else "-ab"
        islands = [n for n, cell in enumerate(cells) if cell in board.clues]
        for start, end in pairwise(islands):
            spans[cells[start], cells[end]] = Span(letters, cells[start + 1 : end])
    return spans


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("hashi")
    spans = possible_bridges(board)
    pairs = list(spans)
    # Whether there is a bridge between two islands, and whether there is a second one.
    bridge = model.binary("bridge", pairs, (1, 2))

    with model.group("bridges", why="a second bridge lies beside a first one"):
        for pair, (first, second) in zip(pairs, bridge, strict=True):
            model.at_least_one([first, ~second], key=pair)

    with model.group("crossings", why="bridges do not cross"):
        over = covers_by_cell(board.grid, bridge[:, 1], [span.between for span in spans.values()])
        for cell in board.grid.cells:
            if len(over[cell]) > 1:
                model.at_most_one(over[cell].values(), key=cell)

    with model.group("connected", why="bridges connect all islands"):
        connected(model, pairs, dict.fromkeys(board.clues, 1), edges=bridge[:, 1])

    with model.group("clues", why="a number says how many bridges an island has"):
        at_island = {island: [] for island in board.clues}
        for pair, (first, second) in zip(pairs, bridge, strict=True):
            for island in pair:
                at_island[island] += [first, second]
        for island, number in board.numbers.items():
            model.add(model.sum(at_island[island]) == number, key=island)
    return model


@genre.solution
def decode(board, values):
    """Returns the bridges as words of the cells that they cross."""
    words = {}
    without = []
    for (pair, span), chosen in zip(possible_bridges(board).items(), values["bridge"], strict=True):
        first, second = chosen
        if first == 0:
            without.append(pair)
            continue
        if first is None:
            word = "?"
        elif second is None:
            word = span.letters[1] + "?"
        else:
            word = span.letters[1 + second]
        words |= dict.fromkeys(span.between, word)
        if not span.between:
            words[pair[0]] = words.get(pair[0], "") + word
    rows = board.grid.rows_of_words(words)
    if any("?" in word for word in words.values()):
        return {"rows": rows, "none": without}
    return {"rows": rows}


def bridges(board, solution):
    """How many bridges join which islands, by the first word between them; and what is drawn."""
    words = board.words(solution)
    for pair, (letters, between) in possible_bridges(board).items():
        cells = between or pair[:1]
        number = max(map(letters.find, words[cells[0]]))
        if number > 0:
            yield pair, number, dict.fromkeys(cells, letters[number])


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
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
            island = Place("island", cell, (cell,))
            sentence = "{} has {:bridge} instead of {}"
            noun = "unmet island" if count[cell] < number else ""
            yield fault("bridge count", sentence, island, count[cell], number, unfinished=noun)
    # All but the largest part are cut off.
    for part in sorted(line_parts(joined), key=len, reverse=True)[1:]:
        kind = "island" if len(part) == 1 else "group of islands"
        yield fault(
            "cut off",
            "{} is cut off",
            Place(kind, part[0], tuple(part)),
            unfinished="separate group",
        )


def wrong_pieces(board, words, drawn):
    """Faults of cells that have something else than a piece of a whole bridge."""
    whole = {}
    for pieces in drawn:
        for cell, word in pieces.items():
            # An island may be joined to one right of it and to one below it.
            before = whole.get(cell, "") if cell in board.clues else ""
            whole[cell] = before + word
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
    """Draws a board, and a solution if there is one."""
    sketch = Sketch(board.grid)
    sketch.without_lines()
    if solution:
        for pair, number, _ in bridges(board, solution):
            sketch.path([pair], number)
        for pair in solution.get("none", ()):
            sketch.cross_out([tuple((r + 0.5, c + 0.5) for r, c in pair)])
    sketch.write_at_corners({(r + 0.5, c + 0.5): word for (r, c), word in board.clues.items()})
    return sketch
