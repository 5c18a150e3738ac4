"""Galaxies.

Divide the board into regions with one centre each, around which half a turn changes nothing; also
known as Tentai Show. Regions of black centres make a picture.

Centres lie in the middle of a cell (0), of its right side (1), of its lower side (2), or at its
lower right corner (3); 0b is a black one.
"""

from ilpuzzles import Model, connected
from ilpuzzles.grid import Board, Genre, Place, Sketch, borders, fault

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
    board = Board.read(fields, clues=genre.clue_patterns, holes=True)
    reached = [cell for (_, one), other in places(board).items() for cell in (one, other)]
    for cell in sorted(board.grid.all.difference(reached)):
        raise ValueError(f"{Place.of(cell)} cannot be in the region of any centre")
    return board


def opposite(board, centre, cell):
    (r, c), place = centre, board.clues[centre][0]
    return 2 * r + (place in "23") - cell[0], 2 * c + (place in "13") - cell[1]


def centres(board):
    """The cells that centres touch, which are in their regions; and which centres these are."""
    found = {}
    for r, c in board.clues:
        down, right = opposite(board, (r, c), (r, c))
        for cell in ((r, c), (r, right), (down, c), (down, right)):
            if cell not in board.grid or found.setdefault(cell, (r, c)) != (r, c):
                centre = Place("centre", (r, c))
                raise ValueError(f"{centre} touches the border or another centre")
    return found


def places(board, known=None):
    """Pairs of a centre and a cell that may be in its region, with the cell opposite.

    Regions are symmetric about their centres: about some of these, or all. About another one, every
    cell has a pair of its own.
    """
    of, found = centres(board), {}
    for centre in board.clues:
        free = [cell for cell in board.grid.cells if of.get(cell, centre) == centre]
        away = {cell: opposite(board, centre, cell) for cell in free}
        reached = board.grid.reached(centre, len(free), {one for one in free if away[one] in away})
        if known is None or centre in known:
            found |= {(centre, cell): away[cell] for cell in reached if cell <= away[cell]}
        else:
            found |= {(centre, cell): cell for cell in reached}
    return found


def halves(half, found):
    """For every centre, whether a cell is in its region: the cell opposite says the same."""
    known = zip(found.items(), half, strict=True)
    return {(one[0], cell): on for (one, other), on in known for cell in (one[1], other)}


@genre.model
def build(board, known=None):
    model, grid, of = Model("galaxies"), board.grid, centres(board)
    found = places(board, known)
    inside = halves(model.binary("half", list(found)), found)
    with model.group("cells", why="every cell is in one region"):
        for one in (cell for cell in grid.cells if cell not in of):
            model.exactly_one([inside[c, one] for c in board.clues if (c, one) in inside], key=one)
    with model.group("regions", why="every region hangs together"):
        connected(model, grid.pairs_by_name(inside), inside, roots=[a == b for a, b in inside])
    with model.group("clues", why="a centre is in its region"):
        for cell, centre in of.items():
            model.add(inside[centre, cell] == 1, key=centre)
    return model


@genre.same_region
def together(model, board, known=None):
    """For cells side by side, that both are in the region of one centre."""
    inside, found = halves(model.families[0], places(board, known)), {}
    for one, other in board.grid.pairs_by_name(inside):
        here, there = inside[one], inside[other]
        found.setdefault((one[1], other[1]), []).append(here if here is there else here & there)
    return found


@genre.weaker_model
def weaker(board, known):
    """The board on which the regions of other centres reach as far, but need not be symmetric."""
    model = build(board, known)
    borders(model, board.grid, together(model, board, known))
    return model


@genre.clue_name
def clue_name(board, key):
    cell, where = Place.of(key), board.clues[key][0]
    if where == "3":
        return f"the centre at the lower right corner of {cell}"
    return f"the centre {['at', 'right of', 'below'][int(where)]} {cell}"


@genre.solution
def decode(board, values):
    number = {centre: n for n, centre in enumerate(board.clues, 1)}
    inside = halves(values["half"], places(board))
    words = {cell: number[centre] for (centre, cell), on in inside.items() if on}
    return {"rows": board.grid.tokens(words, "?")}


@genre.rules
def rules(board, solution):
    words, of = board.words(solution), centres(board)
    for name, cells in board.grid.regions(words).items():
        if name == "?":
            yield from (fault("open", "{} is open", cell) for cell in cells)
            continue
        region = Place("region", cells[0], tuple(cells))
        inside = {of[cell] for cell in cells if cell in of}
        if len(inside) != 1:
            yield fault("centre count", "{} has {:centre} instead of 1", region, len(inside))
        elif any(opposite(board, *inside, cell) not in cells for cell in cells):
            yield fault("symmetry", "{} is not symmetric about its centre", region)
        # What a centre touches comes first: the other parts are cut off from that.
        for part in sorted(board.grid.parts(cells), key=of.keys().isdisjoint)[1:]:
            yield fault("cut off", "{} is cut off", Place("part", part[0], tuple(part)))


@genre.picture
def draw(board, solution):
    sketch = Sketch(board.grid)
    sketch.divide(solution["rows"] if solution else ())
    twice = (opposite(board, centre, (0, 0)) for centre in board.clues)
    sketch.dot({((y + 1) / 2, (x + 1) / 2): " " for y, x in twice})
    words = board.words(solution) if solution else {}
    black = {words.get(centre) for centre, word in board.clues.items() if word[1:]}
    sketch.shade(cell for cell, name in words.items() if name in black and name != "?")
    return sketch
