"""Country Road.

Draw one loop through the middles of cells that visits each region exactly once. A number counts the
cells of its region that the loop passes; ? is any number. Of two cells on both sides of a border,
the loop passes at least one. The loop leaves out cells that are in no region: those in region #,
or @.
"""

from ilpuzzles import Model, circuit
from ilpuzzles.genres import (
    NO_REGION,
    Board,
    Genre,
    Grid,
    Place,
    count_faults,
    exact_counts,
    fault,
    loop_faults,
    read_lines,
)

genre = Genre(
    group="Loops and lines",
    layout="board regions",
    address="country borders rooms16",
    clue_patterns={
        "[1-9][0-9]*": "how many cells of its region the loop passes",
        "[?]": "any number of them",
    },
    solution_words="lines",
    reasons={
        "loop: line": "it follows from {reasons}: the line has no other way",
        "loop: no line": "it follows from {reasons}: the line cannot go there",
    },
    contradictions={
        "loop": "the line would not be one loop",
        "visits": "the line could not visit {place} just once",
        "borders": "both sides of a border would be left out",
        "clues": "the line could not pass that many cells of the region of {clue}",
    },
    known_anyway="where the regions lie",
    presets={
        "small": {
            "solutions": 1,
            "regions": ["AABBC", "AADBC", "EADFC", "EDDFC", "EEFFC"],
            "given": [[0, 0, "5"], [2, 0, "2"]],
        },
        "medium": {
            "solutions": 1,
            "regions": [
                "AABBBBB",
                "CCDEBBB",
                "CDDEFFF",
                "GDDEEHI",
                "GJKEHHI",
                "GJKKHHI",
                "JJJKIII",
            ],
            "given": [[0, 2, "8"], [1, 0, "2"], [1, 2, "2"], [3, 5, "5"], [4, 1, "2"]],
        },
        "large": {
            "solutions": 1,
            "regions": [
                "AABBCDDDEE",
                "FAFBCGHDEE",
                "FFFBCGHIIJ",
                "FKKBCGHLMJ",
                "KKNOGGHLMJ",
                "KKNOPPPLQQ",
                "KOOOPPPLQQ",
                "RRRSTPPUUV",
                "RRRSTTWWUV",
                "XXSSTTWUUV",
            ],
            "given": [
                [0, 5, "3"],
                [2, 9, "2"],
                [3, 1, "4"],
                [3, 7, "4"],
                [4, 3, "2"],
                [7, 0, "3"],
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses regions in several parts, with two numbers or one too great."""
    board = Board.read(fields, clues=genre.clue_patterns)
    board.require_single_clues()
    board.require_whole_regions()
    for cell in board.clues:
        if board.region_of[cell] in NO_REGION:
            raise ValueError(f"{Place.of(cell)} has a clue, and is in no region")
    board.counted_clues(board.clue_regions.get)
    names = board.regions.keys() - NO_REGION
    reached = set().union(*pairs_across(board).values())
    if len(names) > 1 and reached != names:
        region = Place("region", min(names - reached))
        raise ValueError(f"{region} has no other region beside it, to which the line could go")
    return board


def grid_of_regions(board):
    """The grid of the cells that are in a region."""
    region_of = board.region_of
    return Grid.with_cells(cell for cell in board.grid.cells if region_of[cell] not in NO_REGION)


def pairs_across(board):
    """The pairs of cells on both sides of a border, with the names of both regions."""
    region_of = board.region_of
    pairs = {}
    for first, second in grid_of_regions(board).neighbour_pairs:
        if region_of[first] != region_of[second]:
            pairs[first, second] = {region_of[first], region_of[second]}
    return pairs


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("country road")
    grid = grid_of_regions(board)
    line = model.binary("line", grid.neighbour_pairs)
    passed = model.binary("passed", grid.cells, auxiliary=True)
    across = pairs_across(board)

    with model.group("loop", why="the line is one loop"):
        circuit(model, line, active=passed)
        # A circuit may have no edge at all.
        model.at_least_one(line)

    with model.group("visits", why="the line visits each region once"):
        # It comes in and goes out, unless there is just one region.
        names = [name for name in board.regions if name not in NO_REGION]
        for name in names if len(names) > 1 else ():
            crossings = [line[pair] for pair, names in across.items() if name in names]
            model.add(model.sum(crossings) == 2, key=("region", name))

    with model.group("borders", why="the line passes a cell on at least one side of a border"):
        model.at_least_one({pair: [passed[cell] for cell in pair] for pair in across})

    with model.group("clues", why="a number counts the cells of its region that the line passes"):
        exact_counts(model, passed, board.counted_clues(board.clue_regions.get))
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    ahead = read_lines(board.grid, solution["rows"])
    passed = {cell for cell, beyond in ahead.items() if beyond}
    yield from loop_faults(ahead)
    for name, cells in board.regions.items():
        if name in NO_REGION:
            for cell in sorted(passed.intersection(cells)):
                yield fault("no region", "the line passes {}, which is in no region", cell)
            continue
        region = Place("region", name)
        ends = [cell for cell in cells for other in ahead[cell] if other not in cells]
        if passed.isdisjoint(cells):
            sentence = "the line does not visit {}"
            yield fault("every region", sentence, region, unfinished="missed region")
        elif len(ends) > 2:
            yield fault("one visit", "the line visits {} more than once", region)
    for cell, other in pairs_across(board):
        if passed.isdisjoint({cell, other}):
            sentence = "the line passes neither {} nor {}, on the other side of a border"
            yield fault("empty border", sentence, cell, other, unfinished="empty border")
    counts = board.counted_clues(board.clue_regions.get)
    region_of = board.region_of
    regions = [(Place("region", region_of[at]), cells, number) for at, cells, number in counts]
    yield from count_faults(regions, passed, "visited cell")


@genre.clue_candidates
def clues(board, solution):
    """Returns how many cells of each region the line passes, by the region's first cell."""
    ahead = read_lines(board.grid, solution["rows"])
    return {
        cells[0]: sum(bool(ahead[cell]) for cell in cells)
        for name, cells in board.regions.items()
        if name not in NO_REGION
    }
