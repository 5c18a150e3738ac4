"""Hitori.

Shade cells so that no number is left twice in a row or a column. No two shaded cells touch along an
edge, and the cells that are left are connected.
"""

import ilpuzzles
from ilpuzzles.genres import Genre

genre = Genre(
    default_preset="four",
    presets={
        "four": {"board": ["4241", "1124", "2313", "1332"], "solutions": 1},
        "five": {"board": ["32441", "13314", "21535", "54213", "43152"], "solutions": 1},
    },
)


@genre.board
def read(fields):
    board = fields["board"]
    if len({len(row) for row in board}) != 1:
        raise ValueError("the rows of the board differ in length")
    cells = [(r, c) for r in range(len(board)) for c in range(len(board[0]))]
    edges = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    return {"board": board, "cells": cells, "edges": [edge for edge in edges if edge[1] in cells]}


@genre.model
def build(instance):
    board, cells = instance["board"], instance["cells"]
    model = ilpuzzles.Model("hitori")
    shaded = model.binary("shaded", len(board), len(board[0]))
    alike = {}
    for r, c in cells:
        for line in (("row", r), ("column", c)):
            alike.setdefault((*line, board[r][c]), []).append(~shaded[r, c])
    with model.group("numbers", why="no number is left twice in a line"):
        for name, left in alike.items():
            model.at_most_one(left, key=name)
    with model.group("apart", why="no two shaded cells touch"):
        for one, other in instance["edges"]:
            model.at_most_one([shaded[one], shaded[other]], key=(*one, *other))
    with model.group("connected", why="the cells that are left are connected"):
        ilpuzzles.connected(model, instance["edges"], ~shaded)
    return model


@genre.solution
def decode(instance, values):
    rows = zip(instance["board"], values["shaded"], strict=True)
    return {"rows": ["".join("#" if on else n for n, on in zip(*row, strict=True)) for row in rows]}


@genre.rules
def rules(instance, solution):
    rows, edges = solution["rows"], instance["edges"]
    for kind, lines in (("row", rows), ("column", zip(*rows, strict=True))):
        for place, line in enumerate(lines):
            twice = {number for number in line if number != "#" and line.count(number) > 1}
            yield from (f"{kind} {place} has {number} twice" for number in sorted(twice))
    left = {cell for cell in instance["cells"] if rows[cell[0]][cell[1]] != "#"}
    yield from (f"{a} and {b} touch" for a, b in edges if not left.intersection((a, b)))
    reached, waiting = set(), sorted(left)[:1]
    while waiting:
        reached.add(cell := waiting.pop())
        near = {a if cell == b else b for a, b in edges if cell in (a, b)}
        waiting += near & left - reached
    yield from (f"{cell} is cut off" for cell in sorted(left - reached))


@genre.svg
def svg(instance, solution):
    rows = solution["rows"] if solution else instance["board"]
    drawn = [f'<text x="{c}" y="{r + 0.8}">{rows[r][c]}</text>' for r, c in instance["cells"]]
    size = f'width="200" viewBox="0 0 {len(rows[0])} {len(rows)}" font-size="1"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>'
