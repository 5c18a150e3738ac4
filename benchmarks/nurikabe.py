"""Boards of Nurikabe, made at random: a sea in one piece, and islands as large as they say."""

from __future__ import annotations

import random

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.connectivity import connected

Cell = tuple[int, int]


def sides(cells: list[Cell]) -> list[tuple[int, int]]:
    """Which cells share a side, by their places in the list."""
    place = {cell: number for number, cell in enumerate(cells)}
    return [
        (number, place[beyond])
        for (row, column), number in place.items()
        for beyond in ((row, column + 1), (row + 1, column))
        if beyond in place
    ]


def pieces(cells: set[Cell]) -> list[set[Cell]]:
    """The pieces that cells make, by their sides."""
    left, found = set(cells), []
    while left:
        piece, waiting = set(), [min(left)]
        while waiting:
            row, column = waiting.pop()
            if (row, column) in left:
                left.discard((row, column))
                piece.add((row, column))
                waiting += [(row, column + 1), (row + 1, column), (row, column - 1)]
                waiting.append((row - 1, column))
        found.append(piece)
    return found


def board(size: int, seed: int, largest: int = 5) -> dict[Cell, int]:
    """The numbers of a board that has a solution, by their cells.

    Land rises at random where the sea stays in one piece, until no 2 x 2 cells of sea are left.
    """
    dice = random.Random(seed)
    every = [(row, column) for row in range(size) for column in range(size)]
    while True:
        land: set[Cell] = set()
        for cell in dice.sample(every, len(every)):
            islands = pieces(land | {cell})
            sea = set(every) - land - {cell}
            if max(map(len, islands)) <= largest and len(pieces(sea)) == 1:
                land.add(cell)
            if not _pools(size, land):
                return {dice.choice(sorted(island)): len(island) for island in pieces(land)}


def _pools(size: int, land: set[Cell]) -> bool:
    places = range(size - 1)
    return any(
        land.isdisjoint({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)})
        for r in places
        for c in places
    )


def stated(size: int, numbers: dict[Cell, int], encoding: str | None) -> Model:
    """A board as a model.

    Args:
        size: How many rows and columns it has.
        numbers: How large the island of a cell is.
        encoding: How connectivity is stated; see `connected`.
    """
    model = Model("nurikabe")
    cells = [(row, column) for row in range(size) for column in range(size)]
    graph = np.array(sides(cells))
    sea = dict(zip(cells, model.binary("sea", cells), strict=True))
    island = {}
    for clue, number in numbers.items():
        near = [cell for cell in cells if _steps(cell, clue) < number]
        own = model.binary(f"island of {clue}", near)
        island[clue] = dict(zip(near, own, strict=True))
        model.add(island[clue][clue] == 1)
        model.add(own.sum() == number)
        roots = [cell == clue for cell in near]
        connected(model, np.array(sides(near)), own, roots=roots, encoding=encoding)
    holders = {cell: [own[cell] for own in island.values() if cell in own] for cell in cells}
    for cell in cells:
        model.exactly_one([sea[cell], *holders[cell]])
    for one, other in graph.tolist():
        for land in island.values():
            for here, there in ((cells[one], cells[other]), (cells[other], cells[one])):
                if here in land:
                    # Beyond a cell of an island is the sea, or the same island.
                    same = [land[there]] if there in land else []
                    model.at_least_one([~land[here], sea[there], *same])
    for row in range(size - 1):
        for column in range(size - 1):
            square = [sea[row + down, column + right] for down in (0, 1) for right in (0, 1)]
            model.at_least_one([~cell for cell in square])
    connected(model, graph, list(sea.values()), encoding=encoding)
    return model


def _steps(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
