"""Galaxies.

Divide the board into regions with one centre each, around which half a turn changes nothing; also
known as Tentai Show. Regions of black centres make a picture.

Centres lie in the middle of a cell (0), of its right side (1), of its lower side (2), or at its
lower right corner (3); 0b is a black one.
"""

from itertools import product

from ilpuzzles import Model, connected
from ilpuzzles.genres import Board, Genre, Place, Sketch, SparseFamily, fault, region_borders

genre = Genre(
    group="Regions and diagonals",
    aliases=["tentai-show", "spiral-galaxies"],
    layout="board",
    address="tentaisho centres holes?",
    clue_patterns={
        "0": "a centre in the middle of its cell",
        "1": "a centre on its right side",
        "2": "a centre on its lower side",
        "3": "a centre at its lower right corner",
        "[0-3]b": "a black one of these",
    },
    contradictions={
        "cells": "{place} could not be in exactly one region",
        "regions": "a region would not hang together",
        "clues": "{clue} would not be in its region",
    },
    known_anyway="where the centres lie",
    presets={
        "small": {"board": ["---1-", "22---", "--020", "-----", "-0---"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["----0-0", "-1--0--", "----02-", "0001--2", "-------", "2-1----", "-------"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "---2---01-",
                "---------0",
                "0-0---2---",
                "-0-0------",
                "------2-0-",
                "----3-----",
                "0-0-------",
                "-0----00--",
                "--2----2--",
                "----------",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses one with a cell that no region can reach."""
    board = Board.read(fields, clues=genre.clue_patterns, holes=True)
    reached = set()
    for (_, cell), twin in variables(board).items():
        reached |= {cell, twin}
    for cell in sorted(board.grid.cell_set - reached):
        raise ValueError(f"{Place.of(cell)} cannot be in the region of any centre")
    return board


# Which variables there are.


def opposite(board, centre, cell):
    """Where a half turn about a centre takes a cell."""
    r, c = centre
    position = board.clues[centre][0]
    is_lower = position in "23"
    is_right = position in "13"
    return 2 * r + is_lower - cell[0], 2 * c + is_right - cell[1]


def cells_at_centres(board):
    """The cells that centres touch, each with its centre, in whose region it is."""
    centre_at = {}
    for r, c in board.clues:
        down, right = opposite(board, (r, c), (r, c))
        for cell in ((r, c), (r, right), (down, c), (down, right)):
            if cell not in board.grid or centre_at.setdefault(cell, (r, c)) != (r, c):
                centre = Place("centre", (r, c))
                raise ValueError(f"{centre} touches the border or another centre")
    return centre_at


def variables(board, known=None):
    """The pairs of a centre and a cell that have a variable, each with the twin of the cell.

    The variable says of both whether they are in the region of the centre. The twin is the cell
    opposite, since regions are symmetric. If `known` has only some centres, symmetry is not
    required about the others: there every cell has a variable of its own, and is its own twin.

    A region has the cells that can be reached from its centre past those that other centres touch,
    and with their opposites alone. On the large preset, this leaves 133 variables; one for every
    centre and every two cells would be 950.
    """
    grid = board.grid
    centre_at = cells_at_centres(board)
    twins = {}
    for centre in board.clues:
        free = {cell for cell in grid.cells if centre_at.get(cell, centre) == centre}
        with_opposite = {cell for cell in free if opposite(board, centre, cell) in free}
        for cell in grid.distances_from(centre, len(free), with_opposite):
            turned = opposite(board, centre, cell)
            if known is not None and centre not in known:
                twins[centre, cell] = cell
            elif cell <= turned:
                # The greater of the two needs no variable: it is the twin of the smaller one.
                twins[centre, cell] = turned
    return twins


def by_cell(half, twins):
    """For every centre and every cell, whether the cell is in its region; 0 if it cannot be.

    Args:
        half: The variables, or their values, one for each pair of a centre and a cell in `twins`.
        twins: These pairs with the twins of their cells; see `variables`.
    """
    truths = {}
    for ((centre, cell), twin), is_inside in zip(twins.items(), half, strict=True):
        truths[centre, cell] = is_inside
        truths[centre, twin] = is_inside
    return SparseFamily(truths)


@genre.model
def build(board, known=None):
    """States a board; regions about centres that are not known need no symmetry."""
    model = Model("galaxies")
    grid = board.grid
    twins = variables(board, known)
    inside = by_cell(model.binary("half", list(twins)), twins)
    centre_at = cells_at_centres(board)

    with model.group("cells", why="every cell is in one region"):
        for cell in grid.cells:
            # Of a cell that a centre touches, the rows for clues say it.
            if cell not in centre_at:
                model.exactly_one(inside[:, cell].values(), key=cell)

    with model.group("regions", why="every region hangs together"):
        # One graph for all regions: its vertices are pairs of a centre and a cell, and its edges
        # join cells of the same centre. The root of a region is the cell that names its centre.
        is_root = [centre == cell for centre, cell in inside]
        connected(model, grid.neighbour_pairs_by_name(inside), inside, roots=is_root)

    with model.group("clues", why="a centre is in its region"):
        for cell, centre in centre_at.items():
            model.add(inside[centre, cell] == 1, key=centre)
    return model


@genre.same_region
def together(model, board, known=None):
    """For neighbours, whether both are in the region of a centre, for each that can have both."""
    inside = by_cell(model.families[0], variables(board, known))
    truths = {}
    for (centre, cell), (_, neighbour) in board.grid.neighbour_pairs_by_name(inside):
        first = inside[centre, cell]
        second = inside[centre, neighbour]
        # Twins have one variable, which says that both are in the region.
        both = first if first is second else first & second
        truths.setdefault((cell, neighbour), []).append(both)
    return truths


@genre.weaker_model
def weaker(board, known):
    """The model of a board whose regions about centres that are not known need not be symmetric."""
    model = build(board, known)
    region_borders(model, board.grid, together(model, board, known))
    return model


@genre.clue_name
def clue_name(board, key):
    """The name of a centre in reasons, such as `the centre below row 1, column 2`."""
    where = {"0": "at", "1": "right of", "2": "below", "3": "at the lower right corner of"}
    return f"the centre {where[board.clues[key][0]]} {Place.of(key)}"


@genre.solution
def decode(board, values):
    """Returns the number of the centre of every cell."""
    number = {centre: n for n, centre in enumerate(board.clues, 1)}
    inside = by_cell(values["half"], variables(board))
    words = {}
    for (centre, cell), is_inside in inside.items():
        if is_inside:
            words[cell] = number[centre]
    return {"rows": board.grid.rows_of_words(words, "?")}


def centre_points(board):
    """Where each centre lies: how many half cells below and right of the upper left corner."""
    steps = {"0": (1, 1), "1": (1, 2), "2": (2, 1), "3": (2, 2)}
    points = {}
    for (r, c), word in board.clues.items():
        down, right = steps[word[0]]
        points[r, c] = (2 * r + down, 2 * c + right)
    return points


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    grid = board.grid
    points = centre_points(board)
    centre_at = {}
    for centre, (y, x) in points.items():
        for cell in product({(y - 1) // 2, y // 2}, {(x - 1) // 2, x // 2}):
            centre_at[cell] = centre
    for name, cells in grid.cells_by_name(board.words(solution)).items():
        if name == "?":
            yield from (fault("open", "{} is open", cell) for cell in cells)
            continue
        region = Place("region", cells[0], tuple(cells))
        centres = {centre_at[cell] for cell in cells if cell in centre_at}
        if len(centres) != 1:
            yield fault("centre count", "{} has {:centre} instead of 1", region, len(centres))
        else:
            y, x = points[centres.pop()]
            if any((y - 1 - r, x - 1 - c) not in cells for r, c in cells):
                yield fault("symmetry", "{} is not symmetric about its centre", region)
        # What a centre touches comes first: the other parts are cut off from that.
        for part in sorted(grid.connected_parts(cells), key=centre_at.keys().isdisjoint)[1:]:
            yield fault("cut off", "{} is cut off", Place("part", part[0], tuple(part)))


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch(board.grid)
    sketch.show_regions(solution["rows"] if solution else ())
    sketch.write_at_corners({(y / 2, x / 2): " " for y, x in centre_points(board).values()})
    words = board.words(solution) if solution else {}
    black = {words.get(centre) for centre, word in board.clues.items() if word[1:]}
    sketch.shade(cell for cell, name in words.items() if name in black and name != "?")
    return sketch
