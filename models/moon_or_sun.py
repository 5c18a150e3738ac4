"""Moon or Sun.

Draw one loop through the middles of cells that visits each region exactly once. In a region, it
passes all moons and no sun, or all suns and no moon, and at least one of them. Where it goes from
one region to the next, moons and suns take turns.

Suns are written s or o, and moons m or x; nothing is known of a cell with ?. The loop leaves out
cells that are in no region: those in region #, or @.
"""

from itertools import groupby
from zlib import crc32

from ilpuzzles import Model, circuit
from ilpuzzles.dice import Dice
from ilpuzzles.genres import (
    NO_REGION,
    Board,
    Genre,
    Grid,
    Place,
    fault,
    loop_faults,
    read_lines,
)

genre = Genre(
    group="Loops and lines",
    layout="board regions",
    address="moonsun borders suns",
    clue_patterns={"[so]": "a sun", "[mx]": "a moon", "[?]": "a sun, a moon or neither"},
    unknown_clue="?",
    gives_all_clues=True,
    solution_words="lines",
    symbols={"s": "bulb", "o": "bulb", "m": "moon", "x": "moon"},
    reasons={
        "loop: line": "it follows from {reasons}: the line has no other way",
        "loop: no line": "it follows from {reasons}: the line cannot go there",
    },
    contradictions={
        "loop": "the line would not be one loop",
        "visits": "the line could not visit {place} just once",
        "turns": "moons and suns would not take turns",
        "any": "the line could pass neither a sun nor a moon in {place}",
        "clues": "the line could not do right by {clue}",
    },
    known_anyway="the cells in which suns and moons stand",
    presets={
        "small": {
            "solutions": 1,
            "regions": ["AAABB", "AAABB", "CAADD", "CCCDD", "CCCCD"],
            "board": ["--m--", "-s-m-", "s--s-", "m---s", "---s-"],
        },
        "medium": {
            "solutions": 1,
            "regions": [
                "ABCCCDD",
                "ABBCCCD",
                "ABBEECD",
                "ABBBEDD",
                "AFGEEEH",
                "FFGGGGH",
                "FFFFGHH",
            ],
            "board": [
                "-s-m-s-",
                "----s--",
                "-ms----",
                "-------",
                "m-m--sm",
                "-ss----",
                "-m-----",
            ],
        },
        "large": {
            "solutions": 1,
            "regions": [
                "AAAABBBBCC",
                "DDAABECCCC",
                "DDEEEEEFFG",
                "DHEIIIIFFG",
                "HHEJIJJJFG",
                "HHHJJJJJKG",
                "LLHJJJMKKG",
                "LLLLJMMMKK",
                "NNLMMMMKKK",
                "NNNNNMMMKK",
            ],
            "board": [
                "--s-m----s",
                "-sm-s---m-",
                "--ms------",
                "mm--m--m--",
                "-s---m----",
                "s----m-s-m",
                "----------",
                "s--------s",
                "-mm--sm--m",
                "----s-----",
            ],
        },
    },
)

# The clues that are a sun, and those that are a moon.
SUN = ("s", "o")
MOON = ("m", "x")
KINDS = {"sun": SUN, "moon": MOON}
OTHER = {"sun": "moon", "moon": "sun"}


@genre.board
def read(fields):
    """Reads a board, and refuses regions in several parts, without a clue or out of reach."""
    board = Board.read(fields, clues=genre.clue_patterns)
    if not board.regions:
        raise ValueError("there are no regions: draw 'regions', with a name in each cell")
    board.require_whole_regions()
    for cell in board.cells_with_clue(*SUN, *MOON):
        if board.region_of[cell] in NO_REGION:
            raise ValueError(f"{Place.of(cell)} has a clue, and is in no region")
    reached = set().union(*pairs_across(board).values())
    regions = inner_regions(board)
    for name, cells in regions.items():
        if board.clues.keys().isdisjoint(cells):
            raise ValueError(f"{Place('region', name)} has neither a sun nor a moon")
        if len(regions) > 1 and name not in reached:
            region = Place("region", name)
            raise ValueError(f"{region} has no other region beside it, to which the line could go")
    return board


@genre.address_fields
def fields_of_address(board):
    """Returns the board with one letter for suns and one for moons."""
    letters = {"o": "s", "x": "m"}
    return board.with_clues({at: letters.get(word, word) for at, word in board.clues.items()})


def inner_regions(board):
    """The cells of each region, without those that are in none."""
    return {name: cells for name, cells in board.regions.items() if name not in NO_REGION}


def pairs_across(board):
    """The pairs of cells on both sides of a border, with the names of both regions."""
    region_of = board.region_of
    pairs = {}
    for first, second in board.grid.neighbour_pairs:
        names = {region_of[first], region_of[second]}
        if len(names) > 1 and names.isdisjoint(NO_REGION):
            pairs[first, second] = names
    return pairs


@genre.clue_name
def clue_name(board, key):
    """The name of a sun or a moon in reasons: `the sun at row 1, column 2`."""
    kind = "sun" if board.clues[key] in SUN else "moon"
    return f"the {kind} at {Place.of(key)}"


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("moon or sun")
    regions = inner_regions(board)
    grid = Grid.with_cells(cell for cells in regions.values() for cell in cells)
    line = model.binary("line", grid.neighbour_pairs)
    passed = model.binary("passed", grid.cells, auxiliary=True)
    # Whether the line passes suns in a region; otherwise, it passes moons.
    day = model.binary("day", regions, auxiliary=True)
    across = pairs_across(board)

    with model.group("loop", why="the line is one loop"):
        circuit(model, line, active=passed)
        # A circuit may have no edge at all.
        model.at_least_one(line)

    with model.group("visits", why="the line visits each region once"):
        # It comes in and goes out, unless there is just one region.
        for name in regions if len(regions) > 1 else ():
            crossings = [line[pair] for pair, names in across.items() if name in names]
            model.add(model.sum(crossings) == 2, key=("region", name))

    with model.group("turns", why="moons and suns take turns from region to region"):
        for pair, names in across.items():
            first, second = (day[name] for name in sorted(names))
            model.add(line[pair] + first + second <= 2, key=pair)
            model.add(line[pair] <= first + second, key=pair)

    with model.group("any", why="the line passes a sun or a moon in each region"):
        for name, cells in regions.items():
            clues = [passed[cell] for cell in cells if cell in board.clues]
            model.at_least_one(clues, key=("region", name))

    with model.group("clues", why="in a region, the line passes all suns or all moons"):
        region_of = board.region_of
        for cell in board.cells_with_clue(*SUN):
            model.add(passed[cell] == day[region_of[cell]], key=cell)
        for cell in board.cells_with_clue(*MOON):
            model.add(passed[cell] + day[region_of[cell]] == 1, key=cell)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    ahead = read_lines(board.grid, solution["rows"])
    passed = {cell for cell, beyond in ahead.items() if beyond}
    yield from loop_faults(ahead)
    for name in NO_REGION & board.regions.keys():
        for cell in sorted(passed.intersection(board.regions[name])):
            yield fault("no region", "the line passes {}, which is in no region", cell)
    for name, cells in inner_regions(board).items():
        yield from visit_faults(name, set(cells), ahead)
        yield from kind_faults(board, name, cells, passed)
    yield from turn_faults(board, ahead)
    if len(board.regions) > 1 and not any(loop_faults(ahead)):
        yield from order_faults(board, ahead)


def visit_faults(name, cells, ahead):
    """Yields whether a line visits a region not at all, or more than once."""
    region = Place("region", name)
    ways_out = [cell for cell in cells for other in ahead[cell] if other not in cells]
    if not any(ahead[cell] for cell in cells):
        yield fault(
            "every region", "the line does not visit {}", region, unfinished="missed region"
        )
    elif len(ways_out) > 2:
        yield fault("one visit", "the line visits {} more than once", region)


def kind_faults(board, name, cells, passed):
    """Yields what is wrong with the suns and moons of a region."""
    region = Place("region", name)
    clues = board.clues.keys() & set(cells)
    if not passed.isdisjoint(cells) and passed.isdisjoint(clues):
        sentence = "the line passes neither a sun nor a moon in {}"
        yield fault("any kind", sentence, region, unfinished="region without a kind")
    kinds = kinds_passed(board, cells, passed)
    if len(kinds) > 1:
        yield fault("one kind", "the line passes a sun and a moon in {}", region)
    for kind in sorted(kinds):
        for cell in of_kind(board, cells, kind):
            if cell not in passed:
                left_out = Place(kind, cell, (cell,))
                sentence = "the line passes a {} in {}, and leaves out {}"
                noun = f"{kind} left out"
                yield fault("all of a kind", sentence, kind, region, left_out, unfinished=noun)


def turn_faults(board, ahead):
    """Yields the pairs of regions where a line goes from suns to suns, or from moons to moons."""
    passed = {cell for cell, beyond in ahead.items() if beyond}
    for (cell, other), names in pairs_across(board).items():
        if other not in ahead[cell] and cell not in ahead[other]:
            continue
        regions = sorted(names)
        kinds = [kinds_passed(board, board.regions[name], passed) for name in regions]
        for kind in sorted(kinds[0] & kinds[1]):
            sentence = "the line passes {}s in {} and in {}, one after the other"
            places = (Place("region", name) for name in regions)
            yield fault("turns", sentence, kind, *places)


def order_faults(board, ahead):
    """Yields where the regions along a loop cannot take turns, although the kinds of some are open.

    The kind of a region is open where the line passes cells with ? alone.
    """
    passed = {cell for cell, beyond in ahead.items() if beyond}
    order = regions_in_turn(board, ahead)
    # The kinds that the first region would have, if all take turns.
    first_kinds = {}
    has_open_kinds = False
    unknown = passed.intersection(board.cells_with_clue("?"))
    for n, name in enumerate(order):
        cells = board.regions[name]
        kinds = kinds_passed(board, cells, passed)
        if not kinds and not unknown.isdisjoint(cells):
            # What it leaves out is of the other kind.
            kinds = {OTHER[kind] for kind in KINDS if of_kind(board, cells, kind)}
            has_open_kinds = True
        for kind in kinds:
            first_kinds.setdefault(kind if n % 2 == 0 else OTHER[kind], name)
    if len(order) % 2 and len(order) > 1:
        yield fault("turns", "the line visits {:region}, which cannot take turns", len(order))
    elif len(first_kinds) > 1 and has_open_kinds:
        places = (Place("region", name) for name in first_kinds.values())
        yield fault("turns", "between {} and {}, suns and moons do not take turns", *places)


def of_kind(board, cells, kind):
    """The cells among some that have a sun, or a moon."""
    return [cell for cell in cells if board.clues.get(cell) in KINDS[kind]]


def kinds_passed(board, cells, passed):
    """Whether a line passes suns or moons among some cells, or both."""
    return {kind for kind in KINDS if passed.intersection(of_kind(board, cells, kind))}


def regions_in_turn(board, ahead):
    """The regions that a line visits, one after the other."""
    region_of = board.region_of
    start = min((cell for cell, beyond in ahead.items() if len(beyond) == 2), default=None)
    path = [] if start is None else [start, min(ahead[start])]
    while len(path) > 1 and path[-1] != start and len(path) <= len(ahead):
        onwards = [cell for cell in sorted(ahead.get(path[-1], ())) if cell != path[-2]]
        path.append(onwards[0] if onwards else start)
    on_path = (region_of[cell] for cell in path if cell in region_of)
    names = [name for name, _ in groupby(name for name in on_path if name not in NO_REGION)]
    # It comes back to where it began.
    return names[:-1] if len(names) > 1 else names


@genre.clue_candidates
def clues(board, solution):
    """Returns suns and moons for about half of all cells, some for each region.

    Which cells these are is by chance, but always the same for a solution.
    """
    ahead = read_lines(board.grid, solution["rows"])
    dice = Dice(crc32(" ".join(solution["rows"]).encode()))
    order = regions_in_turn(board, ahead)
    letters = {}
    for name, cells in inner_regions(board).items():
        on_loop = [cell for cell in cells if ahead[cell]]
        given = {cell for cell in cells if dice.below(5) < 2}
        given.add(on_loop[dice.below(len(on_loop))])
        for cell in cells:
            is_sun = bool(ahead[cell]) == (order.index(name) % 2 == 0)
            letters[cell] = "-" if cell not in given else "s" if is_sun else "m"
    return letters


@genre.lasting_clues
def empty(board):
    """Returns a board on which nothing is known of any cell."""
    cells = (cell for cells in inner_regions(board).values() for cell in cells)
    return dict.fromkeys(cells, "?")
