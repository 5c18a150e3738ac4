"""Fillomino.

Write a number into every cell, so that it says how many cells its region has: those with the same
number that hang together with it.
"""

from functools import cache
from itertools import combinations

from ilpuzzles import Model, connected, lexicographic
from ilpuzzles.grid import PEN, Board, Sketch

presets = {
    "small": {"board": ["3--5-", "-1--2", "-4-2-", "4--3-", "-4--4"], "solutions": 1},
}
preset = "small"
layout = "board"
given = "clues"
LISTED = 5
"""Regions without a clue are listed up to this size; larger ones have a few places."""


def read(fields):
    board = Board.read(fields, clues="[1-9][0-9]*")
    for cell, number in board.numbers.items():
        if number > len(board.grid.cells):
            raise ValueError(f"the number {number} in {cell} is greater than the board")
    return board


@cache
def regions(board):
    """The cells that a region can have, with its number: by its first clue, or as they are listed;
    then the cells for larger ones without a clue, and how many of these can be in such regions."""
    numbers, grid, found = board.numbers, board.grid, {}
    empty = set(grid.cells) - set(numbers)
    spare = len(empty)
    for size in set(numbers.values()):
        alike = [cell for cell in numbers if numbers[cell] == size]
        near, taken, apart = set(), set(), 0
        for clue in alike:
            reach = grid.reached(clue, size - 1, empty.union(alike))
            if clue not in taken:
                found[clue] = size, [cell for cell in reach if cell not in taken]
            if clue not in near:
                near.update(reach)
                apart += 1
            taken |= {clue, *grid.near(clue)}
        spare += len(alike) - size * max(apart, -(-len(alike) // size))
    for size in range(1, min(LISTED, spare) + 1):
        beside = {other for cell in numbers if numbers[cell] == size for other in grid.near(cell)}
        found |= {one: (size, one) for one in grid.polyominoes(empty - beside, size)}
    wide = sorted(cell for part in grid.parts(empty) if len(part) > LISTED for cell in part)
    return found, wide, min(spare, len(wide))


def labels(board):
    return list(
        dict.fromkeys((c, size) for size, cells in regions(board)[0].values() for c in cells)
    )


def build(board):
    model, grid, (found, wide, spare) = Model("fillomino"), board.grid, regions(board)
    clues = [name for name in found if name in board.clues]
    pairs = [(clue, cell) for clue in clues for cell in found[clue][1]]
    inside = dict(zip(pairs, model.binary("inside", pairs, auxiliary=True), strict=True))
    listed = model.binary("listed", [name for name in found if name not in clues], auxiliary=True)
    number = dict(zip(labels(board), model.binary("number", labels(board)), strict=True))
    of, at = {key: {} for key in number}, {cell: [] for cell in grid.cells}
    for name, (size, cells) in found.items():
        for cell in cells:
            of[cell, size][name] = inside[name, cell] if name in board.clues else listed[name]
    with model.group("regions", why="a number says how many cells its region has"):
        for clue in clues:
            size, cells = found[clue]
            members = model.sum(inside[clue, cell] for cell in cells)
            model.add(members == size * inside[clue, clue], key=clue)
        beside = ((clue, cell, other) for clue, cell in pairs for other in grid.near(cell))
        edges = [((a, b), (a, c)) for a, b, c in beside if b < c and (a, c) in inside]
        connected(model, edges, inside, roots=[clue == cell for clue, cell in pairs])
        for (cell, size), chosen in of.items():
            at[cell].append(number[cell, size])
            model.add(model.sum(chosen.values()) == number[cell, size], key=(cell, size))
    with model.group("apart", why="no two regions with the same number touch"):
        for (cell, size), chosen in of.items():
            for other in grid.near(cell):
                there = of.get((other, size), {})
                left = [one for name, one in chosen.items() if name not in there]
                if left and there:
                    model.at_most_one([*left, number[other, size]])
                for clue in chosen.keys() & there.keys() & board.clues.keys():
                    if len(there) > 1:
                        model.at_least_one([~chosen[clue], ~number[other, size], there[clue]])
    state_larger(model, board, number, at)
    with model.group("cells", why="every cell has one number"):
        for cell, chosen in at.items():
            if cell not in board.clues:
                model.exactly_one(chosen, key=cell)
    with model.group("clues", why="these numbers are given"):
        for cell, size in board.numbers.items():
            model.add(number[cell, size] == 1, key=cell)
    return model


def state_larger(model, board, number, at):
    """States regions without a clue that are larger than those that are listed."""
    grid, (_, wide, spare) = board.grid, regions(board)
    places, sizes = range(max(spare, 0) // (LISTED + 1)), range(LISTED + 1, spare + 1)
    large = [dict(zip(wide, one, strict=True)) for one in model.binary("large", places, wide)]
    size = model.binary("size", places, sizes, auxiliary=True)
    equal = model.binary("equal", list(combinations(places, 2)), auxiliary=True)
    near = {cell: [other for other in grid.near(cell) if other in large[0]] for cell in wide}
    with model.group("regions"):
        for n, inside in enumerate(large):
            model.at_most_one(size[n, :])
            model.add(model.sum(inside.values()) == size[n, :].dot(list(sizes)))
            connected(model, [(a, b) for a in wide for b in near[a] if a < b], inside)
            if n:
                lexicographic(model, list(inside.values()), list(large[n - 1].values()))
            for cell, other in ((a, b) for a in wide for b in grid.near(a)):
                for m in sizes:
                    if (other, m) in number:
                        model.at_least_one([~number[other, m], ~inside[cell], ~size[n, m]])
        for one, other in combinations(places, 2):
            for cell in wide:
                k = len(near[cell])
                beside = model.sum(large[other][c] for c in near[cell])
                model.add(beside + k * large[one][cell] <= k + k * equal[one, other])
            for m in sizes:
                model.at_least_one([~equal[one, other], ~size[one, m], ~size[other, m]])
    for cell in wide:
        at[cell] += [one[cell] for one in large]


def decode(board, values):
    known = zip(labels(board), values["number"], strict=True)
    words = {cell: size for (cell, size), chosen in known if chosen == 1}
    for chosen in values["large"]:
        cells = [cell for cell, one in zip(regions(board)[1], chosen, strict=True) if one == 1]
        words |= dict.fromkeys(cells, "?" if None in chosen else len(cells))
    return {"rows": board.grid.tokens(words, "?")}


partial = decode


def rules(board, solution):
    words = board.grid.read_tokens(solution["rows"])
    for word, cells in board.grid.regions(words).items():
        for part in board.grid.parts(cells):
            if word != str(len(part)):
                yield f"{part[0]} has {word}, and its region has {len(part)} cells"
    for cell, clue in board.clues.items():
        if words[cell] != clue:
            yield f"{cell} has {words[cell]} instead of {clue}"


def clues(board, solution):
    return [[*cell, word] for cell, word in board.grid.read_tokens(solution["rows"]).items()]


def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        sketch.borders(board.grid.read_tokens(solution["rows"]), PEN)
        sketch.fill(solution["rows"])
    return sketch
