"""Fillomino.

Write a number into every cell, so that it says how many cells its region has: those with the same
number that hang together with it. A clue ? is any number, and a wall lies between two regions.
"""

from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from ilpuzzles import Model, connected
from ilpuzzles.grid import PEN, Board, Genre, Place, Sketch, fault, open_regions

genre = Genre(
    group="Regions and diagonals",
    aliases=["polyominous"],
    layout="board walls?",
    address="fillomino number16 sides?",
    clue_patterns={
        "[1-9][0-9]*": "how many cells the region of its cell has",
        "[?]": "any number of them",
    },
    reasons={"cells": "it follows from {reasons}: no other number fits into {place}"},
    contradictions={
        "regions": "a region would not have as many cells as its number says",
        "apart": "two regions of the same size would touch",
        "walls": "a region would cross a wall",
        "cells": "{place} could not have just one number",
    },
    known_anyway="the numbers",
    # Blank boards have many regions: on one of 7x7 cells, a hint took 7 s.
    most_cells_with_reasons=36,
    presets={
        "small": {"board": ["4--5-", "-5-5-", "-3-2-", "-5---", "-2-4-"], "solutions": 1},
        "hidden": {"board": ["31--1", "-32--", "-----", "1-23-"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["-2-----", "-2-526-", "--3-76-", "-------", "26----5", "---7-5-", "---765-"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "----6--7--",
                "-53-6-6-78",
                "-133---8--",
                "--2----63-",
                "--6555----",
                "-----6-73-",
                "--3-----7-",
                "7338885-8-",
                "------8---",
                "--46-8----",
            ],
        },
    },
)

genre.clue_candidates(Board.words)

LISTED = 5  # Regions without a clue are listed up to this size.


@genre.board
def read(fields):
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    numbers = {cell: word for cell, word in board.clues.items() if word != "?"}
    board = replace(board, clues=numbers)
    board.counts(lambda _: board.grid.cells)
    return board


@lru_cache(maxsize=8)
def regions(board):
    """What can be regions: by their first clue, or listed; and where unlisted ones may be."""
    numbers, grid, found = board.numbers, board.grid, {}
    empty = grid.all.difference(numbers)
    spare = len(grid.cells)
    for size in set(numbers.values()):
        alike, near, before = [cell for cell in numbers if numbers[cell] == size], set(), set()
        apart = 0
        for clue in alike:
            reach = grid.reached(clue, size - 1, empty.union(alike))
            found[clue] = [cell for cell in reach if cell == clue or cell not in before]
            if clue not in near:
                apart += 1
                near.update(reach)
            before |= {clue, *grid.near(clue)}
        spare -= size * max(apart, -(-len(alike) // size))
    for size in range(1, min(LISTED, spare) + 1):
        beside = {other for cell in numbers if numbers[cell] == size for other in grid.near(cell)}
        listed = grid.polyominoes(empty - beside, size)
        found |= {one: one for one in listed if board.walls.isdisjoint(combinations(one, 2))}
    wide = [cell for part in grid.parts(empty) if len(part) > LISTED for cell in part]
    names = {}
    for name, cells in found.items():
        for cell in cells:
            names.setdefault((cell, numbers.get(name, len(cells))), []).append(name)
    return found, names, wide, range(LISTED + 1, max(min(spare, len(wide)), LISTED) + 1)


@genre.model
def build(board):
    model, grid, (found, names, wide, sizes) = Model("fillomino"), board.grid, regions(board)
    number = dict(zip(names, model.binary("number", names), strict=True))
    pairs = [(clue, cell) for clue in board.clues for cell in found[clue]]
    inside = model.binary("inside", pairs, auxiliary=True)
    loose = [name for name in found if name not in board.clues]
    listed = zip(loose, model.binary("listed", loose, auxiliary=True), strict=True)
    of = {(cells, cell): one for cells, one in listed for cell in cells} | dict(zip(pairs, inside))
    with model.group("regions", why="a number says how many cells its region has"):
        for clue, size in board.numbers.items():
            members = model.sum(of[clue, cell] for cell in found[clue])
            model.add(members == size * of[clue, clue], key=clue)
        connected(model, grid.pairs_by_name(pairs), inside, roots=[a == b for a, b in pairs])
        large, length = open_regions(model, grid, wide, sizes, (sizes.stop - 1) // sizes.start)
    with model.group("apart", why="no two regions of the same size touch"):
        having = {key: frozenset(here) for key, here in names.items()}
        for (cell, size), other in ((key, other) for key in names for other in grid.near(key[0])):
            here, there = names[cell, size], having.get(beside := (other, size), ())
            for place in length.axes[0] if size in sizes and other in wide else ():
                model.add(number[cell, size] + large[place, other] + length[place, size] <= 2)
            left = [of[name, cell] for name in here if name not in there]
            if left and there:
                model.at_most_one([number[beside], *left])
            for clue in board.clues.keys() & here & there if len(there) > 1 else ():
                model.at_least_one([~of[clue, cell], ~number[beside], of[clue, other]])
    if board.walls:
        with model.group("walls", why="a wall lies between two regions"):
            for one, other in sorted(board.walls):
                both = {one, other}
                # Regions that are listed cross no wall.
                across = [clue for clue in board.clues if both.issubset(found[clue])]
                model.at_most_one({clue: [of[clue, one], of[clue, other]] for clue in across})
                if both.issubset(wide):
                    model.at_most_one(large[:, [one, other]], axis=1)
    with model.group("regions"):
        rows = {key: [~number[key], *(of[n, key[0]] for n in here)] for key, here in names.items()}
        model.exactly_one(rows)
    with model.group("cells", why="every cell has one number"):
        for cell in (cell for cell in grid.cells if cell not in board.clues):
            known = [one for key, one in number.items() if key[0] == cell]
            model.exactly_one([*known, *(large[:, cell] if cell in wide else ())], key=cell)
    with model.group("clues", why="these numbers are given"):
        model.exactly_one({key[0]: [number[key]] for key in board.numbers.items()})
    return model


@genre.solution
def decode(board, values):
    _, names, wide, _ = regions(board)
    words = {cell: size for (cell, size), one in zip(names, values["number"]) if one == 1}
    for chosen in values.get("open region", ()):
        cells = [cell for cell, one in zip(wide, chosen, strict=True) if one == 1]
        words |= dict.fromkeys(cells, "?" if None in chosen else len(cells))
    return {"rows": board.grid.tokens(words, "?")}


@genre.rules
def rules(board, solution):
    words = board.words(solution)
    for cell, word in words.items():
        if word == "?":
            yield fault("open", "{} is open", cell)
    for word, cells in board.grid.regions(words).items():
        for part in board.grid.parts(cells):
            if word not in {"?", str(len(part))}:
                region = Place("region", part[0], tuple(part))
                what = "{} has {:cell} but the number {}"
                is_small = word.isdecimal() and len(part) < int(word)
                noun = "unfinished region" if is_small else ""
                yield fault("region size", what, region, len(part), word, noun=noun)
    yield from board.changed(words)
    for cell, other in sorted(board.walls):
        if words[cell] == words[other] != "?":
            what = "the wall between {} and {} lies inside a region"
            yield fault("walls", what, cell, other)


@genre.picture
def draw(board, solution):
    sketch = Sketch.of(board)
    if solution:
        sketch.borders(board.words(solution), PEN)
        sketch.fill(solution["rows"])
    return sketch
