"""Loops, regions and tours: encodings x backends x questions, as ratios in one run.

    python -m benchmarks.loops [--cases NAME ...] [--backends NAME ...] [--limit S]

Figures are as those of `benchmarks.connectivity`. The boards are made at random, each from a
solution; the tours are through random points.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from math import dist

from benchmarks.connectivity import Ask, Build, compare, judged, solved
from benchmarks.nurikabe import Cell, board, stated
from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.circuits import circuit
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.modelling.program import Program

Grid = list[list[str]]

SIZES = (6, 10, 15)
ENCODINGS = ("flow", "bfs", "lazy", "native", None)


def genre(name: str, clues: Grid, encoding: str | None) -> Program:
    """A board of a genre, its global constraints stated in one way."""
    position = load(name, text="\n".join(" ".join(row) for row in clues))
    program = position.kind.formulations["own"].build(position.instance).model.program()
    operations = tuple(
        replace(one, encoding=encoding) if isinstance(one, GlobalConstraint) else one
        for one in program.operations
    )
    return replace(program, operations=operations)


def inside(size: int, dice: random.Random) -> set[Cell]:
    """Cells in one piece whose border is one loop: they grow as long as no two ends meet."""
    cells = {(row, column) for row, column in product(range(size), range(size))}
    found = {dice.choice(sorted(cells))}
    for cell in dice.sample(sorted(cells), len(cells)) * 3:
        row, column = cell
        ring = [(row + down, column + right) for down, right in _RING]
        changes = sum((one in found) is not (other in found) for one, other in pairwise(ring))
        near = [ring[place] in found for place in (1, 3, 5, 7)]
        if cell not in found and changes == 2 and any(near) and len(found) < size * size * 0.55:
            found.add(cell)
    return found


_RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def loop(size: int, encoding: str | None) -> Program:
    """A board of Slitherlink; three of four clues are there."""
    dice = random.Random(size)
    there = inside(size, dice)
    clues: Grid = [["-"] * size for _ in range(size)]
    for r, c in product(range(size), repeat=2):
        beside = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        if dice.random() < 0.75:
            number = sum((one in there) is not ((r, c) in there) for one in beside)
            clues[r][c] = str(number)
    return genre("slitherlink", clues, encoding)


def pearls(size: int, encoding: str | None) -> Program:
    """A board of Masyu, with all circles that its loop allows."""
    there = inside(size - 1, random.Random(size))
    beside: dict[Cell, list[Cell]] = {(r, c): [] for r, c in product(range(size), range(size))}
    for r, c in product(range(size), range(size)):
        for other, pair in (
            ((r, c + 1), ((r - 1, c), (r, c))),
            ((r + 1, c), ((r, c - 1), (r, c))),
        ):
            if other in beside and (pair[0] in there) is not (pair[1] in there):
                beside[r, c].append(other)
                beside[other].append((r, c))
    straight = {
        cell: {one[0] for one in ends} == {cell[0]} or {one[1] for one in ends} == {cell[1]}
        for cell, ends in beside.items()
        if ends
    }
    clues: Grid = [["-"] * size for _ in range(size)]
    for cell, on in straight.items():
        near = [straight[one] for one in beside[cell]]
        if not on and all(near):
            clues[cell[0]][cell[1]] = "b"
        elif on and not all(near):
            clues[cell[0]][cell[1]] = "w"
    return genre("masyu", clues, encoding)


def shades(size: int, encoding: str | None) -> Program:
    """A board of Hitori, from a Latin square: shaded cells have a number of their row."""
    dice = random.Random(size)
    rows, numbers = dice.sample(range(size), size), dice.sample(range(size), size)
    grid: Grid = [[str(numbers[(r + c) % size]) for c in range(size)] for r in rows]
    shaded: set[Cell] = set()
    for r, c in dice.sample(list(product(range(size), repeat=2)), size * size):
        ring = {(r + down, c + right) for down, right in _RING}
        # No two touch, not even by a corner, so that the others stay in one piece.
        if shaded.isdisjoint(ring) and len(shaded) < size * size // 5:
            shaded.add((r, c))
    for r, c in sorted(shaded):
        left = [other for other in range(size) if (r, other) not in shaded]
        grid[r][c] = grid[r][dice.choice(left)]
    return genre("hitori", grid, encoding)


def islands(size: int, encoding: str | None) -> Model:
    """A board of Nurikabe."""
    return stated(size, board(size, size), encoding=encoding)


def tour(cities: int, encoding: str | None) -> Model:
    """The shortest tour through random points."""
    dice = random.Random(cities)
    points = [(dice.randint(0, 999), dice.randint(0, 999)) for _ in range(cities)]
    pairs = [(one, other) for other in range(cities) for one in range(other)]
    model = Model("tour")
    road = model.binary("road", pairs)
    circuit(model, road, active=True, encoding=encoding)
    model.minimize(road.dot([round(dist(points[one], points[other])) for one, other in pairs]))
    return model


CASES: dict[str, tuple[Ask, dict[str, Build]]] = {
    "slitherlink, unique": (judged, {f"{n} x {n}": partial(loop, n) for n in SIZES}),
    "masyu, unique": (judged, {f"{n} x {n}": partial(pearls, n) for n in SIZES}),
    "hitori, unique": (judged, {f"{n} x {n}": partial(shades, n) for n in SIZES}),
    "nurikabe, unique": (judged, {f"{n} x {n}": partial(islands, n) for n in (5, 7, 8)}),
    "tour": (solved, {f"{n} cities": partial(tour, n) for n in (10, 20, 35)}),
}


if __name__ == "__main__":
    compare(CASES, ENCODINGS)
