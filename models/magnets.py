"""Magnets.

Put magnets into some of the regions of two cells: one cell of a magnet has its positive pole (p),
the other one the negative pole (n). No two equal poles lie side by side. A number above a column or
left of a row counts its positive poles, one below or on the right its negative poles.

Cells of no region, which have no pole, are written # or @.
"""

from ilpuzzles import Model
from ilpuzzles.errors import counted
from ilpuzzles.genres import (
    NO_REGION,
    Board,
    Genre,
    Place,
    Sketch,
    count_faults,
    exact_counts,
    fault,
)

genre = Genre(
    group="Things to place",
    aliases=["magnetic"],
    layout="above below left right regions board?",
    address="magnets pairs16 magnets",
    clue_patterns={"p": "a positive pole", "n": "a negative pole", "x": "no pole"},
    symbols={"p": "plus", "n": "minus"},
    contradictions={
        "magnets": "a magnet would not have both poles",
        "apart": "two equal poles would lie side by side",
        "clues": "{clue} could not count that many poles",
    },
    known_anyway="how the regions lie",
    presets={
        "small": {
            "above": "- 2 - 2 1",
            "left": "- - 1 -",
            "right": "- 0 - 2",
            "regions": ["aabbc", "ddefc", "ggefh", "iijjh"],
            "solutions": 1,
        },
        "medium": {
            "above": "2 - - 2 0 - -",
            "below": "2 1 - - - - -",
            "left": "3 2 - - - -",
            "right": "- - 2 2 2 3",
            "regions": ["aabccdd", "eebffgg", "hiijjkl", "hmnookl", "pmnqrst", "puuqrst"],
            "solutions": 1,
        },
        "large": {
            "above": "4 4 - 3 - 4 5 - 4 -",
            "below": "- - 4 3 - 5 3 - - -",
            "left": "- 3 5 4 - 3 4 - 5 4",
            "right": "- - - 4 2 3 - - - 4",
            "solutions": 1,
            "regions": [
                "aabbccddee",
                "fghijjkklm",
                "fghinnoolm",
                "pqrrstuuvw",
                "pqxystzzvw",
                "ABxyCCDDEE",
                "ABFGHHIIJJ",
                "KKFGLLMMNN",
                "OPQRRSTTUU",
                "OPQVVSWWXX",
            ],
        },
    },
)

# What counts each pole: the numbers on these sides of the board.
SIDES = {"p": {"above": "column", "left": "row"}, "n": {"below": "column", "right": "row"}}


@genre.board
def read(fields):
    """Reads a board, and refuses regions of more or fewer cells than two."""
    board = Board.read(fields, clues=genre.clue_patterns)
    if not board.regions:
        raise ValueError("there are no regions: draw them in 'regions', a letter for each cell")
    board.require_whole_regions()
    for name, cells in magnet_regions(board).items():
        if len(cells) != 2:
            size = counted(len(cells), "cell")
            what = f"{Place('region', name)} at {Place.of(cells[0])} has {size} instead of 2"
            raise ValueError(f"{what}; a cell in no region is written #")
    for pole in SIDES:
        for clue, cells, number in pole_counts(board, pole):
            if number > len(cells):
                room = counted(len(cells), "cell")
                raise ValueError(f"{Place.of(clue)} counts {number}, and there are {room}")
    return board


def magnet_regions(board):
    """The regions of two cells, by their names."""
    return {name: cells for name, cells in board.regions.items() if name not in NO_REGION}


def pole_counts(board, pole):
    """The place of each number that counts a pole, the cells of its line, and the number."""
    for side, kind in SIDES[pole].items():
        for n, numbers in enumerate(board.numbers_beside.get(side, ())):
            if numbers:
                yield (side, n), board.grid.rows_and_columns.get((kind, n), []), sum(numbers)


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("magnets")
    grid = board.grid
    pole = model.binary("pole", grid.cells, ["p", "n"])

    with model.group("magnets", why="a magnet has a positive and a negative pole"):
        for one, other in magnet_regions(board).values():
            model.add(pole[one, "p"] == pole[other, "n"], key=one)
            model.add(pole[one, "n"] == pole[other, "p"], key=one)
        model.at_most_one(pole, axis=1)
        for name in NO_REGION & board.regions.keys():
            for cell in board.regions[name]:
                model.add(model.sum(pole[cell, word] for word in "pn") == 0, key=cell)

    with model.group("apart", why="no two equal poles lie side by side"):
        for one, other in grid.neighbour_pairs:
            for word in "pn":
                model.at_most_one([pole[one, word], pole[other, word]], key=(*one, *other))

    with model.group("clues", why="a number counts the poles of its line, and these are given"):
        for word in "pn":
            of_cell = {cell: pole[cell, word] for cell in grid.cells}
            exact_counts(model, of_cell, pole_counts(board, word))
        for cell, word in board.clues.items():
            for other in "pn":
                model.add(pole[cell, other] == int(word == other), key=cell)
    return model


@genre.solution
@genre.partial_solution
def decode(board, values):
    """Returns the pole of every cell, and `-` for none."""
    return {"rows": board.grid.rows_of_choices(values["pole"], "pn", "-")}


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    grid = board.grid
    words = board.words(solution)
    yield from grid.word_faults(words, "pn-")
    for name, cells in magnet_regions(board).items():
        with_pole = [cell for cell in cells if words[cell] in {"p", "n"}]
        if len(with_pole) == 1:
            region = Place("region", name, tuple(cells))
            yield fault("half magnet", "{} has one pole alone", region, unfinished="half magnet")
    outside = {cell for name in NO_REGION for cell in board.regions.get(name, ())}
    for cell in sorted(outside):
        if words[cell] in {"p", "n"}:
            yield fault("void cells", "{} has a pole, but belongs to no region", cell)
    for one, other in grid.neighbour_pairs:
        if words[one] == words[other] and words[one] in {"p", "n"}:
            yield fault("apart", "{} and {} have equal poles", one, other)
    positive = board.cells_with_word(solution, "p")
    yield from count_faults(pole_counts(board, "p"), positive, "positive pole")
    negative = board.cells_with_word(solution, "n")
    yield from count_faults(pole_counts(board, "n"), negative, "negative pole")
    for cell, given in board.clues.items():
        wanted = given.replace("x", "-")
        if words[cell] not in {"?", wanted}:
            noun = "missing pole" if words[cell] == "-" else ""
            sentence = "{} has {} instead of {}"
            yield fault("clue stays", sentence, cell, words[cell], wanted, unfinished=noun)


@genre.clue_candidates
def clues(board, solution):
    """Returns the pole of every cell, and `x` for none."""
    return {cell: word.replace("-", "x") for cell, word in board.words(solution).items()}


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    sketch.replace(genre.symbols | {"x": "cross"})
    if solution:
        sketch.show_symbols(solution["rows"], genre.symbols)
    return sketch
