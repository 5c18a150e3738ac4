"""Slitherlink.

Draw one loop along the sides of cells. A number says how many sides of its cell are on the loop;
? is any number.
"""

from ilpuzzles import Model, circuit
from ilpuzzles.genres import Board, Genre, Sketch, count_faults, loop_faults, read_pairs

genre = Genre(
    group="Loops and lines",
    aliases=["loopy", "fences", "loop-the-loop"],
    layout="board",
    address="slither 4cell",
    clue_patterns={
        # Only hexagons have more than four sides.
        "[0-6]": "how many sides of its cell are on the loop",
        "[?]": "any number of them",
    },
    reasons={
        "loop: line": "it follows from {reasons}: the line has no other way",
        "loop: no line": "it follows from {reasons}: the line cannot go there",
    },
    contradictions={
        "loop": "the line would not be one loop",
        "clues": "{clue} could not have that many lines around it",
    },
    presets={
        "small": {"board": ["3-1--", "--0--", "--3--", "---2-", "-21--"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["33--1-3", "-------", "1--2-12", "--20---", "-33-0-1", "0-----0", "--12-1-"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "22---3-223",
                "--32122-2-",
                "--1--2-31-",
                "12--2-----",
                "122--1--21",
                "2-2--0----",
                "2-3--1-13-",
                "21-01----3",
                "---2---3--",
                "-3222---2-",
            ],
        },
        "honeycomb": {
            "shape": "hexagonal",
            "solutions": 1,
            "board": ["--3--", "33--1", "124-2", "----1", "-1---"],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number above that of the sides of its cell."""
    board = Board.read(fields, clues=genre.clue_patterns)
    # This refuses a number greater than that of the sides of its cell.
    board.counted_clues(board.grid.sides_of)
    return board


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("slitherlink")
    grid = board.grid
    line = model.binary("line", grid.sides)

    with model.group("loop", why="the line is one loop"):
        circuit(model, line)
        # `circuit` also allows no line at all.
        model.at_least_one(line)

    with model.group("clues", why="a number counts the lines around its cell"):
        for cell, number in board.numbers.items():
            model.add(model.sum(line[side] for side in grid.sides_of(cell)) == number, key=cell)
    return model


@genre.solution
def decode(board, values):
    """Returns the sides on the loop, and a row of words in which `x` is inside it."""
    line = [side for side, on in zip(board.grid.sides, values["line"], strict=True) if on]
    inside = dict.fromkeys(board.grid.cells_inside(line), "x")
    return {"rows": board.grid.rows_of_words(inside), "line": line}


@genre.partial_solution
def partial(board, known):
    """Returns the sides that are known to be on the loop, and those that are not."""
    sides = list(zip(board.grid.sides, known["line"], strict=True))
    return {
        "line": [side for side, value in sides if value == 1],
        "none": [side for side, value in sides if value == 0],
    }


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    line = set(read_pairs(solution["line"]))
    next_corners = {corner: set() for corner in board.grid.corners}
    for start, end in line:
        next_corners[start].add(end)
        next_corners[end].add(start)
    yield from loop_faults(next_corners, place=board.grid.corner_place)
    counts = [(cell, board.grid.sides_of(cell), number) for cell, number in board.numbers.items()]
    yield from count_faults(counts, line, "line")


@genre.clue_candidates
def clues(board, solution):
    """Returns for each cell how many of its sides are on the loop."""
    line = set(read_pairs(solution["line"]))
    sides_of = board.grid.sides_of
    return {cell: len(line.intersection(sides_of(cell))) for cell in board.grid.cells}


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    # An empty text makes a dot: the loop goes from dot to dot.
    sketch.write_at_corners(dict.fromkeys(board.grid.corners, ""))
    if solution:
        sketch.wall(read_pairs(solution["line"]))
        sketch.cross_out(read_pairs(solution.get("none", ())))
    return sketch
