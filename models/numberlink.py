"""Numberlink.

Join equal numbers, or letters, by paths that go from cell to cell along sides. No cell is on two
paths, every cell is on one, and no path lies beside itself: of two of its cells with a side in
common, one comes next to the other.

Some cells may stay empty if `full` is false, and a path may lie beside itself if `touching` is
true. On puzz.link, there are neither of these two rules.
"""

from collections import Counter

from ilpuzzles import Model, connected
from ilpuzzles.errors import counted, in_words
from ilpuzzles.genres import (
    Board,
    Genre,
    Place,
    Sketch,
    fault,
    implies_elementwise,
    line_parts,
    loop_faults,
    read_lines,
)

genre = Genre(
    group="Loops and lines",
    aliases=["arukone"],
    layout="board",
    address="numlin number16 full=false touching=true",
    clue_patterns={"[0-9]+|[A-Za-z]": "an end of a path; each stands in two cells"},
    solution_words="lines",
    shown_variables=["line"],
    reasons={
        "paths: line": "it follows from {reasons}: the path at {place} has no other way",
        "paths: no line": "it follows from {reasons}: no path can leave {place} that way",
    },
    contradictions={
        "numbers": "{place} could not be on one path",
        "paths": "{place} could not be on a path",
        "alike": "a path would have two numbers",
        "apart": "a path would lie beside itself",
    },
    known_anyway="where the numbers stand",
    presets={
        "small": {"board": ["----1", "-----", "-23-2", "--1--", "4--43"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["---1--2", "-3---1-", "---3--2", "---45--", "-6---7-", "-5-47--", "--6----"],
        },
        "sparse": {
            "full": False,
            "solutions": 1,
            "board": ["---5--", "53---2", "---4--", "-1----", "---1-4", "32----"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "AB--------",
                "---C-D--C-",
                "-----E--F-",
                "----------",
                "----G---DH",
                "A-B-EG-H--",
                "--I-J--K-L",
                "-J--I-M---",
                "------F--L",
                "M--------K",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses a number that does not stand in two cells."""
    board = Board.read(fields, clues=genre.clue_patterns)
    # Whoever writes something else than true or false is told so at once.
    board.flag("touching")
    board.flag("full", default=True)
    if not board.clues:
        raise ValueError("there is no number: write one into two cells")
    for word, number in Counter(board.clues.values()).items():
        if number != 2:
            raise ValueError(f"{word} stands in {counted(number, 'cell')}: write it into two")
    return board


@genre.weaker_model
@genre.model
def build(board, known=None):
    """States a board, of which a player may know some of the ends only.

    Args:
        board: The board.
        known: The cells of the ends whose numbers are known; None for all. Of the others it is
            known that they are ends, but not which of them are joined.
    """
    model = Model("numberlink")
    grid = board.grid
    ends = board.clues
    is_full = board.flag("full", default=True)
    may_touch = board.flag("touching")
    given = {cell: word for cell, word in ends.items() if known is None or cell in known}
    hidden = [cell for cell in ends if cell not in given]

    # A cell has one of the numbers; or `other` on any path whose number is not known, and `none` on
    # no path.
    numbers = list(dict.fromkeys(given.values()))
    numbers_of_paths = [*numbers, "other"] if hidden else numbers
    numbers_of_cells = numbers_of_paths if is_full else [*numbers_of_paths, "none"]
    line = model.binary("line", grid.neighbour_pairs)
    # `of[cell, number]` in answers: whether the cell is on a path with this number.
    has = model.binary("of", grid.cells, numbers_of_cells)
    on_a_path = dict.fromkeys(grid.cells, True)
    if not is_full:
        for cell in grid.cells:
            if cell not in ends:
                on_a_path[cell] = ~has[cell, "none"]

    with model.group("numbers", why="every cell has the number of its path"):
        model.exactly_one(has, axis=1)

    with model.group("paths", why="a path goes from cell to cell, from a number to another"):
        for cell in grid.cells:
            pairs = [tuple(sorted((cell, neighbour))) for neighbour in grid.neighbours(cell)]
            lines = model.sum(line[pair] for pair in pairs)
            model.add(lines == (1 if cell in ends else 2 * on_a_path[cell]), key=cell)
        # No path is a ring: every cell on one is connected with an end.
        roots = {cell: int(cell in ends) for cell in grid.cells}
        connected(model, grid.neighbour_pairs, on_a_path, edges=line, roots=roots)

    # Arrays with a row for each pair of neighbours, and a column for each number: whether the first
    # one of the pair has the number, and whether the second one has. `joined` says whether a line
    # joins the two, and has one column, which counts for all numbers.
    joined = line[:, None]
    first = has[[cell for cell, _ in grid.neighbour_pairs], numbers_of_paths]
    second = has[[neighbour for _, neighbour in grid.neighbour_pairs], numbers_of_paths]

    with model.group("alike", why="a path has one number"):
        # Where a line joins two neighbours, each number of one is that of the other. Solvers take
        # these clauses more easily than sums that say the same: clingo is told the rows of a board
        # of 10x10 in two thirds of the time.
        implies_elementwise(model, [first, joined], [second])
        implies_elementwise(model, [second, joined], [first])

    if not may_touch:
        with model.group("apart", why="no path lies beside itself"):
            # Neighbours with the same number are joined. With `other`, the last column, they may be
            # on two paths.
            of_known = slice(len(numbers))
            implies_elementwise(model, [first[:, of_known], second[:, of_known]], [joined])
            if hidden:
                # Of such a path, this much is known: three lines around a square would put its ends
                # beside each other.
                for square in grid.windows(2, 2):
                    model.add(line[grid.neighbour_pairs_among(square)].sum() <= 2)

    with model.group("clues", why="these numbers are given"):
        for cell, number in given.items():
            model.add(has[cell, number] == 1, key=cell)
        if hidden:
            place_hidden_numbers(model, has, given, hidden)
    return model


def place_hidden_numbers(model, has, given, hidden):
    """States that every number stands in two cells, and that the hidden ends are on paths.

    Args:
        model: The model.
        has: For every cell and every number, whether the cell is on a path with that number.
        given: The numbers of the ends that are known, by their cells.
        hidden: The cells of the other ends.
    """
    for number, known_ends in Counter(given.values()).items():
        model.add(model.sum(has[cell, number] for cell in hidden) == 2 - known_ends)
    _, numbers_of_cells = has.axes
    if "none" in numbers_of_cells:
        for cell in hidden:
            model.add(has[cell, "none"] == 0)


@genre.clue_name
def clue_name(board, key):
    """The name of an end in reasons: `the 3 at row 1, column 2`."""
    return f"the {board.clues[key]} at {Place.of(key)}"


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    ahead = read_lines(board.grid, solution["rows"])
    yield from loop_faults(ahead, board.clues)
    for part in line_parts(ahead):
        # Words of lines may lead off the board.
        path = sorted(board.grid.cell_set.intersection(part))
        numbers = list(dict.fromkeys(board.clues[cell] for cell in path if cell in board.clues))
        if len(numbers) > 1:
            place = Place("path", path[0], tuple(path))
            sentence = f"{{}} joins {in_words(['{}'] * len(numbers))}"
            yield fault("equal numbers", sentence, place, *numbers)
        if not board.flag("touching"):
            sentence = "the path runs beside itself at {} and {}"
            for cell, neighbour in board.grid.neighbour_pairs_among(path):
                if neighbour not in ahead[cell]:
                    yield fault("beside itself", sentence, cell, neighbour)
    if board.flag("full", default=True):
        for cell in board.grid.cells:
            if not ahead[cell]:
                yield fault("every cell", "{} is on no path", cell, unfinished="free cell")


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    sketch.circle(board.clues)
    if solution:
        sketch.show_lines(solution["rows"], solution.get("none", ()))
    return sketch
