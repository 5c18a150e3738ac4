"""Fillomino.

Write a number into every cell, so that it says how many cells its region has: those with the same
number that hang together with it.
"""

from functools import lru_cache

from ilpuzzles import Model, connected
from ilpuzzles.grid import PEN, Board, Sketch, open_regions

presets = {
    "small": {"board": ["4--5-", "-5-5-", "-3-2-", "-5---", "-2-4-"], "solutions": 1},
    "hidden": {"board": ["31--1", "-32--", "-----", "1-23-"], "solutions": 1},
    "medium": {"solutions": 1, "board": [
        "-2-----", "-2-526-", "--3-76-", "-------", "26----5", "---7-5-", "---765-"]},
    "large": {"solutions": 1, "board": ["----6--7--", "-53-6-6-78", "-133---8--", "--2----63-",
        "--6555----", "-----6-73-", "--3-----7-", "7338885-8-", "------8---", "--46-8----"]},
}  # fmt: skip
layout = "board"
address = "fillomino number16"
LISTED = 5  # Regions without a clue are listed up to this size.


def read(fields):
    board = Board.read(fields, clues="[1-9][0-9]*")
    for cell, number in board.numbers.items():
        if number > len(board.grid.cells):
            raise ValueError(f"the number {number} in {cell} is greater than the board")
    return board


@lru_cache(maxsize=8)
def regions(board):
    """What can be regions: by their first clue, or listed; and where unlisted ones may be."""
    numbers, grid, found = board.numbers, board.grid, []
    empty = set(grid.cells) - set(numbers)
    spare = len(empty)
    for size in set(numbers.values()):
        alike, near, before = [cell for cell in numbers if numbers[cell] == size], set(), set()
        apart = 0
        for clue in alike:
            reach = grid.reached(clue, size - 1, empty.union(alike))
            found.append((clue, size, [one for one in reach if one == clue or one not in before]))
            if clue not in near:
                apart += 1
                near.update(reach)
            before |= {clue, *grid.near(clue)}
        spare += len(alike) - size * max(apart, -(-len(alike) // size))
    for size in range(1, min(LISTED, spare) + 1):
        beside = {other for cell in numbers if numbers[cell] == size for other in grid.near(cell)}
        found += [(cells, size, cells) for cells in grid.polyominoes(empty - beside, size)]
    wide = [cell for part in grid.parts(empty) if len(part) > LISTED for cell in part]
    sizes = range(LISTED + 1, max(min(spare, len(wide)), 0) + 1)
    labels = dict.fromkeys((cell, size) for _, size, cells in found for cell in cells)
    return found, [*labels], wide, sizes


def build(board):
    model, (found, labels, wide, sizes) = Model("fillomino"), regions(board)
    number = dict(zip(labels, model.binary("number", labels), strict=True))
    clued = [one for one in found if one[0] in board.clues]
    pairs = [(clue, cell) for clue, _, cells in clued for cell in cells]
    inside = model.binary("inside", pairs, auxiliary=True)
    listed = model.binary("listed", [name for name, *_ in found[len(clued) :]], auxiliary=True)
    of = {key: {} for key in labels}
    for name, size, cells in found:
        for cell in cells:
            of[cell, size][name] = inside[name, cell] if name in board.clues else listed[name]
    with model.group("regions", why="a number says how many cells its region has"):
        for clue, size, cells in clued:
            members = model.sum(inside[clue, cell] for cell in cells)
            model.add(members == size * inside[clue, clue], key=clue)
        roots = [clue == cell for clue, cell in pairs]
        connected(model, board.grid.pairs_by_name(pairs), inside, roots=roots)
        large = open_regions(model, board.grid, wide, sizes, (sizes.stop - 1) // sizes.start)
    with model.group("apart", why="no two regions of the same size touch"):
        state_apart(model, board, number, of, large)
    with model.group("cells", why="every cell has one number"):
        model.exactly_one({key: [~number[key], *here.values()] for key, here in of.items()})
        for cell in (cell for cell in board.grid.cells if cell not in board.clues):
            known = [chosen for (one, _), chosen in number.items() if one == cell]
            model.exactly_one([*known, *(large[0][:, cell] if cell in wide else ())], key=cell)
    with model.group("clues", why="these numbers are given"):
        for cell, size in board.numbers.items():
            model.add(number[cell, size] == 1, key=cell)
    return model


def state_apart(model, board, number, of, large):
    inside, length = large
    for (cell, size), here in of.items():
        for other in board.grid.near(cell):
            there = of.get((other, size), {})
            left = [chosen for name, chosen in here.items() if name not in there]
            if left and there:
                model.at_most_one([*left, number[other, size]])
            for clue in here.keys() & there.keys() & board.clues.keys() if len(there) > 1 else ():
                model.at_least_one([~here[clue], ~number[other, size], there[clue]])
            if size in length.axes[1] and other in inside.axes[1]:
                for place in length.axes[0]:
                    model.add(number[cell, size] + inside[place, other] + length[place, size] <= 2)


def decode(board, values):
    _, labels, wide, _ = regions(board)
    known = zip(labels, values["number"], strict=True)
    words = {cell: size for (cell, size), chosen in known if chosen == 1}
    for chosen in values.get("open region", ()):
        cells = [cell for cell, one in zip(wide, chosen, strict=True) if one == 1]
        words |= dict.fromkeys(cells, "?" if None in chosen else len(cells))
    return {"rows": board.grid.tokens(words, "?")}


def rules(board, solution):
    words = board.words(solution)
    for word, cells in board.grid.regions(words).items():
        for part in board.grid.parts(cells):
            if word != str(len(part)):
                yield f"{part[0]} has {word}, and its region has {len(part)} cells"
    yield from board.changed(words)


def clues(board, solution):
    return board.words(solution)


def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        sketch.borders(board.words(solution), PEN)
        sketch.fill(solution["rows"])
    return sketch
