"""Simple Loop.

Draw one loop through the middles of all cells that are not black; it never crosses itself.

Black cells are written x. Of a cell with ?, nothing is known: the loop may pass it or not.
"""

from ilpuzzles import Model, circuit
from ilpuzzles.genres import Genre, Place, Sketch, fault, loop_faults, read_lines

genre = Genre(
    group="Loops and lines",
    layout="board",
    address="simpleloop black",
    clue_patterns={"x": "a black cell", "[?]": "a cell that the loop may leave out"},
    unknown_clue="?",
    gives_all_clues=True,
    solution_words="lines",
    reasons={
        "every cell: line": "it follows from {reasons}: {place} has no other way out",
        "every cell: no line": "it follows from {reasons}: the line has left {place} twice",
        "clues: no line": "the line cannot go to {reasons}",
    },
    contradictions={
        "loop": "the line would not be one loop",
        "every cell": "the line could not pass {place}",
        "clues": "the line would go to {clue}",
    },
    known_anyway="the cells that the line has to pass",
    presets={
        "small": {"board": ["---xx", "-x---", "-----", "x----", "xx--x"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["----xxx", "--x---x", "--xxx--", "-x---x-", "---x-x-", "--xx---", "--xxx--"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "----xx----",
                "-xx-----x-",
                "--x-----x-",
                "x-----x---",
                "--x------x",
                "-----x-x--",
                "-----x-xx-",
                "--x-----x-",
                "xxx-------",
                "xxxxxx---x",
            ],
        },
    },
)


@genre.clue_name
def clue_name(board, key):
    """The name of a black cell in reasons: `the black cell at row 1, column 2`."""
    return f"the black cell at {Place.of(key)}"


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("simple loop")
    grid = board.grid
    line = model.binary("line", grid.neighbour_pairs)
    lines_at = {cell: [] for cell in grid.cells}
    for pair in grid.neighbour_pairs:
        for cell in pair:
            lines_at[cell].append(line[pair])

    with model.group("loop", why="the line is one loop"):
        circuit(model, line)
        # A circuit may have no edge at all.
        model.at_least_one(line)

    with model.group("every cell", why="the line passes every cell that is not black"):
        for cell in grid.cells:
            if cell not in board.clues:
                model.add(model.sum(lines_at[cell]) == 2, key=cell)

    with model.group("clues", why="the line passes no black cell"):
        for cell in board.cells_with_clue("x"):
            model.add(model.sum(lines_at[cell]) == 0, key=cell)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    ahead = read_lines(board.grid, solution["rows"])
    for cell, word in board.words(solution).items():
        if word.endswith("?"):
            yield fault("open", "{} is open", cell)
        elif board.clues.get(cell) == "x" and ahead[cell]:
            yield fault("black cell", "the line passes {}, which is black", cell)
        elif cell not in board.clues and not ahead[cell]:
            yield fault("every cell", "the line does not pass {}", cell, unfinished="missed cell")
    yield from loop_faults(ahead)


@genre.clue_candidates
def clues(board, solution):
    """Returns for each cell whether it is black, which is so where the loop does not pass."""
    ahead = read_lines(board.grid, solution["rows"])
    return {cell: "-" if beyond else "x" for cell, beyond in ahead.items()}


@genre.lasting_clues
def empty(board):
    """Returns a board on which any cell may be black."""
    return dict.fromkeys(board.grid.cells, "?")


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    if solution:
        sketch.show_lines(solution["rows"], solution.get("none", ()))
    black = board.cells_with_clue("x")
    sketch.blacken(black)
    sketch.erase(black)
    return sketch
