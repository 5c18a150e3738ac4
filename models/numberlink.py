"""Numberlink.

Join equal numbers, or letters, by paths that go from cell to cell along sides. No cell is on two
paths, every cell is on one, and no path lies beside itself: of two of its cells with a side in
common, one comes next to the other.

Some cells may stay empty if `full` is false, and a path may lie beside itself if `touching` is
true. On puzz.link, there are neither of these two rules.
"""

from collections import Counter
from itertools import combinations

from ilpuzzles import Model, connected
from ilpuzzles.errors import counted, in_words
from ilpuzzles.grid import (
    Board,
    Genre,
    Place,
    Sketch,
    fault,
    follows,
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
    board = Board.read(fields, clues=genre.clue_patterns)
    board.flag("touching"), board.flag("full", otherwise=True)
    if not board.clues:
        raise ValueError("there is no number: write one into two cells")
    for word, number in Counter(board.clues.values()).items():
        if number != 2:
            raise ValueError(f"{word} stands in {counted(number, 'cell')}: write it into two")
    return board


@genre.weaker_model
@genre.model
def build(board, known=None):
    """The model; of ends that are not known, all have one more number, however they are joined."""
    model, grid, ends = Model("numberlink"), board.grid, board.clues
    full = board.flag("full", otherwise=True)
    given = {cell: word for cell, word in ends.items() if known is None or cell in known}
    hidden = [cell for cell in ends if cell not in given]
    numbers = list(dict.fromkeys(given.values()))
    line = model.binary("line", grid.pairs)
    others = [*["other"] * bool(hidden), *["none"] * (not full)]
    of = model.binary("of", grid.cells, [*numbers, *others])
    used = {cell: 1 if full or cell in ends else ~of[cell, "none"] for cell in grid.cells}
    with model.group("numbers", why="every cell has the number of its path"):
        model.exactly_one(of, axis=1)
    with model.group("paths", why="a path goes from cell to cell, from a number to another"):
        for cell in grid.cells:
            around = model.sum(line[min(cell, one), max(cell, one)] for one in grid.near(cell))
            model.add(around == (1 if cell in ends else 2 * used[cell]), key=cell)
        roots = {cell: int(cell in ends) for cell in grid.cells}
        connected(model, grid.pairs, used, edges=line, roots=roots)
    ways = numbers + ["other"] * bool(hidden)
    one, other = (of[[pair[n] for pair in grid.pairs], ways].columns for n in (0, 1))
    joined = line.columns[:, None]
    with model.group("alike", why="a path has one number"):
        follows(model, [one, joined], [other])
        follows(model, [other, joined], [one])
    if not board.flag("touching"):
        with model.group("apart", why="no path lies beside itself"):
            known_ways, joinable = slice(len(numbers)), {*grid.pairs}
            follows(model, [one[:, known_ways], other[:, known_ways]], [joined])
            for square in grid.windows(2, 2) if hidden else ():
                sides = [pair for pair in combinations(square, 2) if pair in joinable]
                model.add(line[sides].sum() <= 2)
    with model.group("clues", why="these numbers are given"):
        for cell, number in given.items():
            model.add(of[cell, number] == 1, key=cell)
        for number, cells in Counter(given.values()).items() if hidden else ():
            # It stands in two cells.
            model.add(model.sum(of[cell, number] for cell in hidden) == 2 - cells)
        for cell in hidden if not full else ():
            model.add(of[cell, "none"] == 0)
    return model


@genre.clue_name
def clue_name(board, key):
    return f"the {board.clues[key]} at {Place.of(key)}"


@genre.rules
def rules(board, solution):
    ahead = read_lines(board.grid, solution["rows"])
    yield from loop_faults(ahead, board.clues)
    for part in line_parts(ahead):
        # Words of lines may lead off the board.
        path = sorted(board.grid.all.intersection(part))
        numbers = list(dict.fromkeys(board.clues[cell] for cell in path if cell in board.clues))
        if len(numbers) > 1:
            place = Place("path", path[0], tuple(path))
            sentence = f"{{}} joins {in_words(['{}'] * len(numbers))}"
            yield fault("equal numbers", sentence, place, *numbers)
        sentence = "the path runs beside itself at {} and {}"
        for one, other in board.grid.pairs if not board.flag("touching") else ():
            if one in part and other in part and other not in ahead[one]:
                yield fault("beside itself", sentence, one, other)
    for cell in board.grid.cells if board.flag("full", otherwise=True) else ():
        if not ahead[cell]:
            yield fault("every cell", "{} is on no path", cell, noun="free cell")


@genre.picture
def draw(board, solution):
    sketch = Sketch.of(board)
    sketch.circle(board.clues)
    if solution:
        sketch.lines(solution["rows"], solution.get("none", ()))
    return sketch
