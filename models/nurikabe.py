"""Nurikabe.

Shade cells so that they are connected and fill no square of 2x2 cells: the sea. The others are
islands, which do not touch along a side, each with one number that counts its cells; ? is any one.
"""

from ilpuzzles import Model, connected, disjunction
from ilpuzzles.grid import Board, Genre, Place, fault, no_full_block

genre = Genre(
    group="Cells to shade",
    aliases=["islands-in-the-stream"],
    layout="board",
    address="nurikabe number16",
    clue_patterns={
        "[1-9][0-9]*": "how many cells the island of its cell has",
        "[?]": "an island of any size",
    },
    unknown_clue="?",
    solution_words="-x",
    shown_variables=["sea"],
    reasons={
        "cells: shaded": "it follows from {reasons}: {place} can be in no island",
        "cells: empty": "it follows from {reasons}",
    },
    contradictions={
        "cells": "",
        "apart": "two islands would touch",
        "squares": "a square of 2x2 cells would be full",
        "connected": "the sea would not be connected",
        "islands": "an island would not be connected",
        "clues": "{clue} could not have an island of that size",
    },
    known_anyway="where the numbers stand",
    presets={
        "small": {"board": ["----5", "-----", "4---1", "-----", "1---1"], "solutions": 1},
        "medium": {
            "solutions": 1,
            "board": ["-------", "--6----", "-5-----", "------6", "-----5-", "-------", "--3----"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "--1-1-1-2-",
                "----------",
                "---4----3-",
                "------4---",
                "4-4-1-----",
                "----------",
                "-----4---1",
                "--1---2---",
                "----2-----",
                "-2---1--4-",
            ],
        },
    },
)


@genre.board
def read(fields):
    board = Board.read(fields, clues=genre.clue_patterns, empty="0")
    land, cells = sum(board.numbers.values()), len(board.grid.cells)
    if land > cells:
        raise ValueError(f"the islands have {land} cells, and the board has {cells}")
    return board


def reach(board, clue):
    """The cells that the island of a clue can get to, next to no other clue."""
    grid, most = board.grid, board.numbers.get(clue, len(board.grid.cells))
    other = {one for cell in board.clues if cell != clue for one in [cell, *grid.near(cell)]}
    return grid.reached(clue, most - 1, grid.all - other)


@genre.model
def build(board):
    model, grid, numbers = Model("nurikabe"), board.grid, board.numbers
    away = {clue: reach(board, clue) for clue in board.clues}
    sea = model.binary("sea", grid.cells)
    island = model.binary("island", [(clue, cell) for clue in away for cell in away[clue]])
    own = {c: {one: island[one, c] for one in away if c in away[one]} for c in grid.cells}
    with model.group("cells", why="every cell is sea or belongs to one island"):
        model.exactly_one({cell: [sea[cell], *own[cell].values()] for cell in grid.cells})
    with model.group("apart", why="no two islands touch"):
        for one, other in (pair[::way] for pair in grid.pairs for way in (1, -1)):
            for clue, land in own[one].items():
                same = [own[other][clue]] if clue in own[other] else []
                model.at_least_one([~land, sea[other], *same], key=(one, other, clue))
    with model.group("squares", why="no square of 2x2 cells is full"):
        no_full_block(model, grid, sea)
    with model.group("connected", why="the sea is connected"):
        connected(model, grid.pairs, {cell: sea[cell] if own[cell] else 1 for cell in grid.cells})
    with model.group("islands", why="every island is connected"):
        for clue, steps in away.items():
            land = {cell: own[cell][clue] for cell in steps}
            pairs = [(a, b) for a in land for b in grid.near(a) if a < b and b in land]
            connected(model, pairs, land, roots={cell: cell == clue for cell in land})
    with model.group("clues", why="the island of a number has so many cells"):
        for clue, steps in away.items():
            land = {cell: own[cell][clue] for cell in steps}
            model.add(land[clue] == 1, key=clue)
            if clue in numbers:
                model.add(model.sum(land.values()) == numbers[clue], key=clue)
            for cells, others in implied(grid, steps, numbers.get(clue, len(grid.cells))):
                some = [land[one] for one in others if one in land]
                model.at_least_one([~land[one] for one in cells] + some, key=clue)
        for pair, most in corners(board):
            # Round one of them the sea closes, so that it has few rows and columns.
            few = []
            for one in pair:
                has = [[own[c][one] for c in line if one in own[c]] for line in grid.lines.values()]
                few.append(model.sum(disjunction(line) for line in has if line) <= most)
            model.add(disjunction(few))
    return model


def corners(board):
    """Large numbers at a corner, and how many rows and columns a closed sea has room for."""
    land = sum(board.numbers.get(clue, 1) for clue in board.clues)
    # Round a rows and b columns, less the cell at the corner, lie 2a + 2b + 3 cells.
    most = (len(board.grid.cells) - land - 3) // 2
    large = {cell for cell, number in board.numbers.items() if number >= most}
    return [(pair, most) for pair in board.grid.touching_pairs if large.issuperset(pair)]


def implied(grid, steps, size):
    """What a solver finds late: an island with some cells has one of others."""
    for (r, c), far in steps.items():
        if far > 1:
            # It is a step nearer to the number; beside the cell, if no way round is short enough.
            nearer = grid.near((r, c)) if size < far + 3 else steps
            yield [(r, c)], [one for one in nearer if steps.get(one) == far - 1]
        for across in (c - 1, c + 1) if size > 6 else ():
            # An island that met itself at a corner, and went round a cell, would cut the sea.
            if (r + 1, across) in steps:
                yield [(r, c), (r + 1, across)], [(r, across), (r + 1, c)]


@genre.rules
def rules(board, solution):
    grid, sea = board.grid, board.marked(solution, "x")
    for cell in board.clues:
        if cell in sea:
            yield fault("clue cell", "{} has a clue, but it is shaded", cell)
    for part in grid.parts(sea)[1:]:
        yield fault(
            "cut off", "{} is cut off", Place("sea", part[0], tuple(part)), noun="separate sea"
        )
    for cells in grid.windows(2, 2):
        if sea.issuperset(cells):
            square = Place("square of 2x2 cells", cells[0], tuple(cells))
            yield fault("2x2 block", "{} is all shaded", square)
    for cells in grid.parts(grid.all - sea):
        clues = [cell for cell in cells if cell in board.clues]
        island = Place("island", clues[0] if clues else cells[0], tuple(cells))
        if len(clues) != 1:
            yield fault(
                "number count",
                "{} has {:number} instead of 1",
                island,
                len(clues),
                noun="unfinished island",
            )
        elif board.numbers.get(clues[0], len(cells)) != len(cells):
            number = board.numbers[clues[0]]
            sentence = "{} has {:cell} instead of {}"
            # A larger one may still be cut by the sea.
            noun = "unfinished island" if len(cells) > number else ""
            yield fault("island size", sentence, island, len(cells), number, noun=noun)
