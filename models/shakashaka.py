"""Shakashaka.

Put black triangles into some white cells, each of them half a cell, so that every white area is a
rectangle, upright or turned by half a right angle. A number counts the triangles beside its black
cell.
"""

from ilpuzzles import Model
from ilpuzzles.genres import (
    Board,
    Genre,
    Place,
    Sketch,
    count_faults,
    exact_counts,
    fault,
    line_parts,
)

# By the corner of a cell that is black.
TRIANGLES = {"nw": "triangle ◤", "ne": "triangle ◥", "se": "triangle ◢", "sw": "triangle ◣"}

# The cells around a corner, clockwise from the upper right one: what to add to the numbers of the
# corner, and the triangles of which each half of the angle there is black.
AROUND = (
    ((-1, 0), ("sw", "nw"), ("sw", "se")),
    ((0, 0), ("nw", "ne"), ("nw", "sw")),
    ((0, -1), ("ne", "se"), ("ne", "nw")),
    ((-1, -1), ("se", "sw"), ("se", "ne")),
)

genre = Genre(
    group="Cells to shade",
    aliases=["proof-of-quilt"],
    layout="board",
    address="shakashaka walls",
    clue_patterns={
        "[0-4]": "how many triangles are beside this black cell",
        "x": "a black cell without a number",
    },
    unknown_clue="x",
    symbols=TRIANGLES,
    contradictions={
        "cells": "",
        "corners": "a white area could not be a rectangle",
        "clues": "{clue} could not have that many triangles beside it",
    },
    known_anyway="where the black cells lie",
    presets={
        "small": {"board": ["----0", "----x", "-2-x-", "x----", "x----"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["1-----x", "---x1--", "0------", "x--2--2", "------1", "--xx---", "1-----1"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "----------",
                "0x--------",
                "---x0x-0--",
                "1---1-x---",
                "2-----x---",
                "---2-----x",
                "---x-1---1",
                "--2-101---",
                "--------xx",
                "----------",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number above that of the white cells around it."""
    board = Board.read(fields, clues=genre.clue_patterns)
    board.counted_clues(board.free_grid.neighbours)
    return board


def black_octants(corner, triangle, free):
    """Whether each of the eight angles of 45 degrees at a corner is black, clockwise."""
    octants = []
    for (down, right), *halves in AROUND:
        cell = corner[0] + down, corner[1] + right
        for ways in halves:
            literals = [triangle[cell, way] for way in ways] if cell in free else [1]
            octants.append(sum(literals))
    return octants


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("shakashaka")
    free = board.free_grid
    triangle = model.binary("triangle", free.cells, list(TRIANGLES))

    with model.group("cells", why="a cell has one triangle at most"):
        model.at_most_one({cell: triangle[cell, :] for cell in free.cells})

    with model.group("corners", why="every white area is a rectangle"):
        # It is one if each of its angles has 90 or 180 degrees, two eighths of a turn or four.
        for corner in board.grid.corners:
            black = black_octants(corner, triangle, free)
            for n in range(8):
                behind = [black[(n + ahead) % 8] for ahead in range(1, 6)]
                # No angle has one eighth or three between two that are black, or five in a row.
                for size, other in ((1, behind[1]), (3, behind[3]), (5, 1)):
                    if int not in map(type, behind[:size]):
                        model.add(black[n] + other <= 1 + model.sum(behind[:size]), key=corner)

    with model.group("clues", why="a number counts the triangles beside its cell"):
        has_triangle = {cell: triangle[cell, :].sum() for cell in free.cells}
        exact_counts(model, has_triangle, board.counted_clues(free.neighbours))
    return model


@genre.partial_solution
@genre.solution
def decode(board, values):
    """Returns the triangle in each cell, by the corner that is black."""
    cells = board.free_grid.cells
    return {"rows": board.grid.rows_of_choices(values["triangle"], [*TRIANGLES], "-", cells)}


def white_areas(free, words):
    """The quarters of cells in each white area: a cell, and the side of it."""
    white = {}
    for cell in free.cells:
        for side in set("nesw") - set(words[cell]):
            white[cell, side] = []
    for cell, side in white:
        # Quarters in a cell have a side in common with two others, and with one beyond the cell.
        beyond = free.step(cell, side), {"n": "s", "e": "w", "s": "n", "w": "e"}[side]
        beside = [(cell, other) for other in ("ew" if side in "ns" else "ns")]
        white[cell, side] = [other for other in [beyond, *beside] if other in white]
    return line_parts(white)


def is_rectangle(quarters):
    """Whether quarters of cells fill a rectangle, upright or turned by half a right angle."""
    points = set()
    for (r, c), side in quarters:
        ends = {"n": (0, 0, 0, 2), "e": (0, 2, 2, 2), "s": (2, 0, 2, 2), "w": (0, 0, 2, 0)}[side]
        points |= {(2 * r + ends[0], 2 * c + ends[1]), (2 * r + ends[2], 2 * c + ends[3])}
        points.add((2 * r + 1, 2 * c + 1))
    upright = extent(y for y, _ in points) * extent(x for _, x in points)
    turned = extent(x + y for y, x in points) * extent(x - y for y, x in points)
    # In halves of a cell, a quarter of one has the area 1; turned axes have twice the area.
    return len(quarters) in {upright, turned / 2}


def extent(numbers):
    """How far numbers reach."""
    reached = sorted(numbers)
    return reached[-1] - reached[0]


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    free = board.free_grid
    yield from board.grid.word_faults(words, ["-", *TRIANGLES])
    triangles = board.cells_with_word(solution, *TRIANGLES)
    for cell in sorted(triangles - free.cell_set):
        yield fault("black cell", "there is a triangle in the black cell at {}", cell)
    drawn = {cell: words[cell] if cell in triangles else "" for cell in free.cells}
    for quarters in white_areas(free, drawn):
        if not is_rectangle(quarters):
            cells = tuple(sorted({cell for cell, _ in quarters}))
            area = Place("white area", cells[0], cells)
            yield fault("rectangle", "{} is no rectangle", area, unfinished="area in progress")
    yield from count_faults(board.counted_clues(free.neighbours), triangles, "triangle")


@genre.clue_candidates
def clues(board, solution):
    """Returns for each black cell how many triangles are beside it."""
    triangles = board.cells_with_word(solution, *TRIANGLES)
    return {c: len(triangles.intersection(board.grid.neighbours(c))) for c in board.clues}


@genre.lasting_clues
def empty(board):
    """Returns the black cells without their numbers."""
    return dict.fromkeys(board.clues, "x")


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    sketch.blacken(board.clues)
    if solution:
        sketch.show_symbols(solution["rows"], TRIANGLES)
    sketch.erase(board.cells_with_clue("x"))
    return sketch
