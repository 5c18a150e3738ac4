"""Creek.

Shade some cells. A number at a corner says how many of the cells around it are shaded, and all
cells that are left hang together.
"""

from ilpuzzles import Model, connected
from ilpuzzles.genres import Genre, Place, Sketch, fault

genre = Genre(
    layout="corners",
    clue_patterns={"[0-4]": "how many cells around it are shaded"},
    presets={
        "small": {"corners": ["-----", "12-4-", "-1-3-", "--1-1", "1----"], "solutions": 1},
        "other": {"corners": ["1----", "-1-3-", "-1-2-", "-1--0", "---1-"], "solutions": 1},
    },
)


@genre.model
def build(board):
    model = Model("creek")
    grid = board.grid
    shaded = model.binary("shaded", grid.cells)
    with model.group("clues", why="a number counts the shaded cells around it"):
        for corner, number in board.corner_clues.items():
            around = model.sum(shaded[cell] for cell in grid.cells_at_corner(corner))
            model.add(around == int(number), key=corner)
    with model.group("connected", why="the cells that are left hang together"):
        connected(model, grid.neighbour_pairs, {cell: ~shaded[cell] for cell in grid.cells})
    return model


@genre.partial_solution
@genre.solution
def decode(board, values):
    return {"rows": board.grid.rows_of_values(values["shaded"], "-x")}


@genre.rules
def rules(board, solution):
    words = board.words(solution)
    for corner, number in board.corner_clues.items():
        found = sum(words[cell] == "x" for cell in board.grid.cells_at_corner(corner))
        if found != int(number):
            what = "{} has {:shaded cell} around it instead of {}"
            unmet = "unmet clue" if found < int(number) else ""
            place = Place.corner(corner)
            yield fault("shaded cell count", what, place, found, int(number), unfinished=unmet)
    left = [cell for cell, word in words.items() if word != "x"]
    for part in board.grid.connected_parts(left)[1:]:
        yield fault("cut off", "{} is cut off", Place("part", part[0], tuple(part)))


@genre.clue_candidates
def clues(board, solution):
    words = board.words(solution)
    around = {corner: board.grid.cells_at_corner(corner) for corner in board.grid.corners}
    return [[*corner, str(sum(words[c] == "x" for c in cells))] for corner, cells in around.items()]


@genre.picture
def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        words = board.words(solution)
        sketch.shade(cell for cell, word in words.items() if word == "x")
    sketch.write_at_corners(board.corner_clues)
    return sketch
