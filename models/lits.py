"""LITS.

Shade a tetromino (L, I, T or S, turned or mirrored) in every region. They are connected, no two of
the same letter touch along a side, and no 2x2 cells are all shaded. A wall inside a region may
part no two cells of its tetromino.

Cells of no region are written # or @.
"""

from itertools import combinations

from ilpuzzles import Model, connected
from ilpuzzles.genres import NO_REGION, TINT, Board, Genre, Place, Sketch, fault, no_full_block

genre = Genre(
    group="Cells to shade",
    aliases=["nuruomino"],
    layout="regions walls?",
    address="lits borders",
    clue_patterns={"[LITS]": "a shaded cell, and the tetromino of its region"},
    reasons={
        "regions: shaded": "it follows from {reasons}: every tetromino that fits there covers it",
        "regions: empty": "it follows from {reasons}: no tetromino that fits there covers it",
    },
    contradictions={
        "regions": "{place} could not have its tetromino",
        "letters": "two tetrominoes of the same letter would touch",
        "squares": "2x2 cells would all be shaded",
        "connected": "the shaded cells would not be connected",
    },
    presets={
        "small": {"regions": ["AAAAB", "AAABB", "ACCCB", "DCCCC", "DDDDD"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "regions": [
                "AAABBBB",
                "ACBBBDB",
                "CCCBDDD",
                "CCCCEED",
                "FGGCGEE",
                "FGGGGHE",
                "FFGHHHH",
            ],
        },
        "large": {
            "solutions": 1,
            "regions": [
                "AAAABBCCCD",
                "EABBBCCCFD",
                "EEEBBBCFFD",
                "EGEEHHHFFD",
                "GGIHHHFFJK",
                "GGIILHFFJK",
                "IIILLMMJJK",
                "NNILLMMMJK",
                "NOOOLMMPJK",
                "NNOOOPPPKK",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a region or a letter that no tetromino fits."""
    board = Board.read(fields, clues=genre.clue_patterns)
    names = [name for name in board.regions if name not in NO_REGION]
    if not names:
        raise ValueError("there are no regions: draw them in 'regions', a letter for each cell")
    board.require_whole_regions()
    candidates = list(places(board))
    region_of = board.region_of
    with_room = {region_of[cells[0]] for _, *cells in candidates}
    for name in names:
        if name not in with_room:
            raise ValueError(f"{Place('region', name)} has no room for a tetromino")
    for clue, letter in board.clues.items():
        if not any(candidate[0] == letter and clue in candidate for candidate in candidates):
            tetromino = f"{letter} that covers {Place.of(clue)}"
            raise ValueError(f"no {tetromino} fits into {Place('region', region_of[clue])}")
    return board


# Which variables there are.


def places(board):
    """All tetrominoes that lie in one region, across no wall: the letter and the four cells."""
    for name, cells_of_region in board.regions.items():
        if name not in NO_REGION:
            for cells in board.grid.polyominoes(cells_of_region, 4):
                letter = letter_of(cells)
                if letter and board.walls.isdisjoint(combinations(cells, 2)):
                    yield letter, *cells


def letter_of(cells):
    """The letter of a tetromino; none for a square."""
    rows = sorted(r for r, _ in cells)
    columns = sorted(c for _, c in cells)
    short, long = sorted([rows, columns], key=lambda axis: axis[3] - axis[0])
    length = long[3] - long[0] + 1
    if length == 2:
        return ""
    if length == 4:
        return "I"
    # In the middle of the longer side, an L has one cell, and an S or a T has two.
    if long[1] < long[2]:
        return "L"
    return "S" if short[1] < short[2] else "T"


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("lits")
    grid = board.grid
    region_of = board.region_of
    candidates = list(places(board))
    shaded = model.binary("shaded", grid.cells)
    place = model.binary("place", candidates)
    # The tetrominoes in each region; and those of each letter over each cell.
    in_region = {("region", name): [] for name in board.regions if name not in NO_REGION}
    over = {(cell, letter): [] for cell in grid.cells for letter in "LITS"}
    for (letter, *cells), is_chosen in zip(candidates, place, strict=True):
        in_region["region", region_of[cells[0]]].append(is_chosen)
        for cell in cells:
            over[cell, letter].append(is_chosen)

    with model.group("regions", why="every region has one tetromino"):
        model.exactly_one(in_region)
        # A cell is shaded if its tetromino covers it.
        for cell in grid.cells:
            over_cell = [is_chosen for letter in "LITS" for is_chosen in over[cell, letter]]
            model.add(model.sum(over_cell) == shaded[cell], key=cell)

    with model.group("letters", why="no two tetrominoes of the same letter touch"):
        rows = {}
        for cell, neighbour in grid.neighbour_pairs:
            if region_of[cell] != region_of[neighbour]:
                for letter in "LITS":
                    over_cell = over[cell, letter]
                    over_neighbour = over[neighbour, letter]
                    if over_cell and over_neighbour:
                        rows[*cell, *neighbour, letter] = [*over_cell, *over_neighbour]
        model.at_most_one(rows)

    with model.group("squares", why="no 2x2 cells are all shaded"):
        no_full_block(model, grid, shaded)

    with model.group("connected", why="the shaded cells are connected"):
        connected(model, grid.neighbour_pairs, shaded)

    with model.group("clues", why="these letters are given"):
        model.exactly_one({clue: over[clue, letter] for clue, letter in board.clues.items()})
    return model


@genre.solution
def decode(board, values):
    """Returns the letters of the tetrominoes that are chosen; `x` is one whose letter is open."""
    candidates = zip(places(board), values["place"], strict=True)
    over = (dict.fromkeys(cells, letter) for (letter, *cells), is_chosen in candidates if is_chosen)
    return {"rows": board.grid.rows_of_values(values["shaded"], "-x", over=over)}


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    region_of = board.region_of
    letterless = board.cells_with_word(solution, "x")
    lettered = {cell: word for cell, word in words.items() if cell not in letterless}
    yield from board.grid.word_faults(lettered, "-LITS")
    for cell in sorted(letterless):
        yield fault(
            "known word", "{} is shaded, but has no letter", cell, unfinished="letterless cell"
        )
    yield from board.clue_faults(words)
    shaded = board.grid.cell_set - board.cells_with_word(solution, "-", "?")
    for name, cells in board.regions.items():
        shaded_in_region = [cell for cell in cells if cell in shaded]
        if name not in NO_REGION:
            yield from tetromino_faults(board, name, shaded_in_region, words)
        else:
            for cell in shaded_in_region:
                yield fault("void cells", "{} is shaded, but belongs to no region", cell)
    for cell, neighbour in board.grid.neighbour_pairs:
        letter = words[cell]
        is_shared = letter == words[neighbour] and letter in {*"LITS"}
        if is_shared and region_of[cell] != region_of[neighbour]:
            sentence = "{} and {} touch, and both have the letter {}"
            yield fault("apart", sentence, cell, neighbour, letter)
    for cells in filter(shaded.issuperset, board.grid.windows(2, 2)):
        square = Place("square of 2x2 cells", cells[0], tuple(cells))
        yield fault("2x2 block", "{} is all shaded", square)
    for part in board.grid.connected_parts(shaded)[1:]:
        yield fault(
            "cut off",
            "{} is cut off",
            Place("part", part[0], tuple(part)),
            unfinished="separate part",
        )


def tetromino_faults(board, name, shaded, words):
    """What is wrong with the shaded cells of a region."""
    region = Place("region", name, tuple(board.regions[name]))
    if len(shaded) != 4:
        noun = "unfinished region" if len(shaded) < 4 else ""
        sentence = "{} has {:shaded cell} instead of 4"
        yield fault("shaded cell count", sentence, region, len(shaded), unfinished=noun)
        return
    letter = letter_of(shaded) if len(board.grid.connected_parts(shaded)) == 1 else ""
    if not letter:
        place = Place("region", name, tuple(shaded))
        yield fault("tetromino", "the shaded cells of {} do not form an L, I, T or S", place)
        return
    for cell in shaded:
        if words[cell] not in {letter, "x"}:
            sentence = "{} has {}, but its tetromino has the form {}"
            yield fault("letter", sentence, cell, words[cell], letter)
    for pair in combinations(shaded, 2):
        if pair in board.walls:
            yield fault("walls", "a wall parts {} and {}, cells of one tetromino", *pair)


@genre.clue_candidates
def clues(board, solution):
    """Returns the letter of every shaded cell."""
    return {cell: word for cell, word in board.words(solution).items() if word != "-"}


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    if solution:
        sketch.shade(board.grid.cell_set - board.cells_with_word(solution, "-", "?"), TINT)
        sketch.show_solution(solution["rows"])
    return sketch
