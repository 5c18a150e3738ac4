"""Magic square.

The numbers from 1 on stand in a square, and all rows, all columns and both diagonals have the same
sum.
"""

import ilpuzzles
from ilpuzzles.genres import Genre, fault

genre = Genre(
    default_preset="three",
    presets={
        "three": {"size": 3, "solutions": 8},
        "begun": {
            "size": 4,
            "given": [[0, 0, 16], [0, 1, 3], [1, 0, 5], [2, 0, 9]],
            "solutions": 1,
        },
    },
)


@genre.board
def read(fields):
    size = fields["size"]
    given = fields.get("given", [])
    if not 3 <= size <= 5:
        raise ValueError("the size is not 3, 4 or 5")
    places = range(size)
    lines = {("row", r): [(r, c) for c in places] for r in places}
    lines |= {("column", c): [(r, c) for r in places] for c in places}
    lines["diagonal", "down"] = [(n, n) for n in places]
    lines["diagonal", "up"] = [(size - 1 - n, n) for n in places]
    total = size * (size * size + 1) // 2
    return {"size": size, "total": total, "lines": lines, "given": given}


@genre.model
def build(instance):
    model = ilpuzzles.Model("magic square")
    size = instance["size"]
    cell = model.integer("cell", size, size, lower=1, upper=size * size)
    with model.group("numbers", why="every number stands in one cell"):
        model.add(ilpuzzles.all_different(cell))
    with model.group("lines", why="every line has the same sum"):
        for line, places in instance["lines"].items():
            model.add(model.sum(cell[place] for place in places) == instance["total"], key=line)
    with model.group("given", why="these numbers are given"):
        for r, c, number in instance["given"]:
            model.add(cell[r, c] == number, key=(r, c))
    return model


@genre.solution
def decode(instance, values):
    return {"square": values["cell"]}


@genre.rules
def rules(instance, solution):
    square = solution["square"]
    size = instance["size"]
    for number in sorted({*range(1, size * size + 1)}.difference(*square)):
        yield fault("every number", "the number {} is missing", number)
    for line, places in instance["lines"].items():
        found = sum(square[r][c] for r, c in places)
        if found != instance["total"]:
            yield fault("sum", "{} has the sum {} instead of {}", line, found, instance["total"])
    for r, c, number in instance["given"]:
        if square[r][c] != number:
            yield fault("clue stays", "{} has {} instead of {}", (r, c), square[r][c], number)


@genre.text
def text(instance, solution):
    numbers = {(r, c): number for r, c, number in instance["given"]}
    size = range(instance["size"])
    square = solution["square"] if solution else [[numbers.get((r, c)) for c in size] for r in size]
    return "\n".join(" ".join(f"{number or '.':>2}" for number in row) for row in square)


@genre.clue_candidates
def clues(instance, solution):
    square = solution["square"]
    return [[r, c, number] for r, row in enumerate(square) for c, number in enumerate(row)]
