"""Masyu.

Draw one loop through the middles of cells. At a white pearl it goes straight on, and turns in the
cell before it, behind it, or both; at a black pearl it turns, and goes straight on through the
cells before and behind it.

White pearls are written w, and black ones b.
"""

from ilpuzzles import Model, circuit
from ilpuzzles.genres import Genre, Place, fault, line_toward, loop_faults, read_lines

genre = Genre(
    group="Loops and lines",
    aliases=["mashu", "pearl"],
    layout="board",
    address="mashu circles",
    clue_patterns={"[w1]": "a white pearl", "[b2]": "a black pearl"},
    solution_words="lines",
    symbols={"w": "white", "1": "white", "b": "black", "2": "black"},
    reasons={
        "loop: line": "it follows from {reasons}: the line has no other way",
        "loop: no line": "it follows from {reasons}: the line cannot go there",
    },
    contradictions={
        "loop": "the line would not be one loop",
        "clues": "the line could not pass {clue} as it must",
    },
    presets={
        "small": {"board": ["---b-", "w----", "-----", "-----", "b-b--"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["---w---", "-b-w---", "----ww-", "-w---w-", "-------", "----w--", "-w----b"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "---w---w--",
                "----b--w--",
                "-b----w---",
                "--w-w---w-",
                "b------w--",
                "----w----b",
                "b-b-w-w---",
                "----w-w---",
                "w-------b-",
                "--------w-",
            ],
        },
    },
)

# The clues that are a white pearl; the others are black ones.
WHITE = ("w", "1")


@genre.clue_name
def clue_name(board, key):
    """The name of a pearl in reasons: `the white pearl at row 1, column 2`."""
    colour = "white" if board.clues[key] in WHITE else "black"
    return f"the {colour} pearl at {Place.of(key)}"


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("masyu")
    grid = board.grid
    line = model.binary("line", grid.neighbour_pairs)

    with model.group("loop", why="the line is one loop"):
        circuit(model, line)
        # A circuit may have no edge at all.
        model.at_least_one(line)

    with model.group("clues", why="the line goes on at w and turns beside it, at b the reverse"):
        for cell, pearl in board.clues.items():
            # In each direction: whether the line leaves the cell, and whether it leaves the next
            # cell in the same direction; 0 where it would leave the board.
            near = {}
            far = {}
            for way in "nesw":
                near[way] = model.sum([line_toward(line, grid, cell, way)])
                far[way] = line_toward(line, grid, grid.step(cell, way), way)
            model.add(model.sum(near.values()) == 2, key=cell)
            for way, back in (("n", "s"), ("e", "w")):
                if pearl in WHITE:
                    # It goes straight on, but not through both of the next cells.
                    model.add(near[way] == near[back], key=cell)
                    model.add(near[way] + far[way] + far[back] <= 2, key=cell)
                else:
                    # It turns, and goes straight on through both of the next cells.
                    model.add(near[way] + near[back] == 1, key=cell)
                    model.add(near[way] <= far[way], key=cell)
                    model.add(near[back] <= far[back], key=cell)
    return model


def turns_of(ahead):
    """The cells in which a line turns, by the cells that it leads to from each."""
    turns = set()
    for cell, ways in ahead.items():
        rows = {r for r, _ in ways}
        columns = {c for _, c in ways}
        if len(rows) == len(columns) == 2:
            turns.add(cell)
    return turns


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    ahead = read_lines(board.grid, solution["rows"])
    turns = turns_of(ahead)
    yield from loop_faults(ahead)
    for cell, word in board.clues.items():
        bends = sorted(turns.intersection(ahead[cell]))
        if word in WHITE:
            pearl = Place("white pearl", cell, (cell,))
            if not ahead[cell]:
                yield fault(
                    "every pearl",
                    "the line does not pass through {}",
                    pearl,
                    unfinished="missed pearl",
                )
            elif cell in turns:
                yield fault("white pearl", "the line turns at {}", pearl)
            elif not bends:
                sentence = "the line turns neither before nor after {}"
                yield fault("white pearl", sentence, pearl, unfinished="unmet pearl")
        else:
            pearl = Place("black pearl", cell, (cell,))
            if not ahead[cell]:
                yield fault(
                    "every pearl",
                    "the line does not pass through {}",
                    pearl,
                    unfinished="missed pearl",
                )
            elif cell not in turns:
                noun = "unmet pearl" if len(ahead[cell]) < 2 else ""
                yield fault("black pearl", "the line does not turn at {}", pearl, unfinished=noun)
            else:
                for bend in bends:
                    yield fault("black pearl", "the line turns at {} next to {}", bend, pearl)


@genre.clue_candidates
def clues(board, solution):
    """Returns a pearl for each cell where the loop runs as one demands."""
    ahead = read_lines(board.grid, solution["rows"])
    turns = turns_of(ahead)
    pearls = {}
    for cell, ways in ahead.items():
        turns_beside = not turns.isdisjoint(ways)
        if cell in turns and not turns_beside:
            pearls[cell] = "b"
        elif ways and cell not in turns and turns_beside:
            pearls[cell] = "w"
    return pearls
