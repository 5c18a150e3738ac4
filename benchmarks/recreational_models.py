"""The textbook's models for pastimes: queens, squares, rulers, Sudoku, exact covers, a knight.

`benchmarks.classical_models` gives them their sizes and their dice.
"""

from __future__ import annotations

import random
from itertools import combinations, product

from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.circuits import circuit
from ilpuzzles.geometry import polyforms
from ilpuzzles.geometry.placements import place
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import orientations
from ilpuzzles.geometry.standard_lattices import SQUARE
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.functions import all_different


def queens(side: int, _: random.Random) -> Model:
    """As many queens as the board has rows, none of which attacks another."""
    model = Model("queens")
    queen = model.binary("queen", side, side)
    model.exactly_one(queen, axis=1)
    model.exactly_one(queen, axis=0)
    cells = list(product(range(side), repeat=2))
    for total in range(2 * side - 1):
        model.at_most_one([queen[r, c] for r, c in cells if r + c == total])
    for difference in range(1 - side, side):
        model.at_most_one([queen[r, c] for r, c in cells if r - c == difference])
    return model


def magic_square(side: int, _: random.Random) -> Model:
    """A square of the numbers from 1, with the same sum in every row, column and diagonal."""
    model = Model("magic square")
    last = side * side
    magic = side * (last + 1) // 2
    number = model.integer("number", side, side, lower=1, upper=last)
    model.add(all_different(number))
    for line in range(side):
        model.add(number[line].sum() == magic)
        model.add(number[:, line].sum() == magic)
    model.add(model.sum(number[line, line] for line in range(side)) == magic)
    model.add(model.sum(number[line, side - 1 - line] for line in range(side)) == magic)
    return model


def golomb_ruler(marks: int, longest: int, _: random.Random) -> Model:
    """The shortest ruler whose marks are all at different distances from each other (Golomb)."""
    model = Model("Golomb ruler")
    mark = model.integer("mark", marks, lower=0, upper=longest)
    model.add(mark[0] == 0)
    for number in range(marks - 1):
        model.add(mark[number] + 1 <= mark[number + 1])
    pairs = list(combinations(range(marks), 2))
    model.add(all_different(mark[other] - mark[one] for one, other in pairs))
    model.minimize(mark[marks - 1])
    return model


def sudoku(box: int, givens: int, dice: random.Random) -> Model:
    """A Sudoku with boxes of a given size, and some numbers of one of its solutions."""
    model = Model("sudoku")
    side = box * box
    has = model.binary("has", side, side, side)
    for one, other in product(range(side), repeat=2):
        model.exactly_one(has[one, other])
        model.exactly_one(has[one, :, other])
        model.exactly_one(has[:, one, other])
    for down, right, digit in product(range(0, side, box), range(0, side, box), range(side)):
        model.exactly_one(has[down : down + box, right : right + box, digit])
    solution = solved_sudoku(box, dice)
    for row, column in dice.sample(list(product(range(side), repeat=2)), givens):
        model.add(has[row, column, solution[row][column]] == 1)
    return model


def solved_sudoku(box: int, dice: random.Random) -> list[list[int]]:
    """A solved Sudoku: a regular one whose lines and digits are shuffled."""
    side = box * box
    rows, columns = shuffled_lines(box, dice), shuffled_lines(box, dice)
    digit = dice.sample(range(side), side)
    return [[digit[(box * r + r // box + c) % side] for c in columns] for r in rows]


def shuffled_lines(box: int, dice: random.Random) -> list[int]:
    """The lines of a Sudoku in another order that leaves its boxes together."""
    lines = []
    for band in dice.sample(range(box), box):
        lines += [box * band + line for line in dice.sample(range(box), box)]
    return lines


def exact_cover(places: int, sets: int, dice: random.Random) -> Model:
    """An exact cover: sets that have each place just once, of some that have been made from one."""
    model = Model("exact cover")
    parts = sets_with_a_cover(places, sets, dice)
    take = model.binary("take", sets)
    for one in range(places):
        model.exactly_one([take[number] for number, part in enumerate(parts) if one in part])
    return model


def sets_with_a_cover(places: int, sets: int, dice: random.Random) -> list[list[int]]:
    """Sets of up to five places, into some of which the places have been divided."""
    left = dice.sample(range(places), places)
    parts = []
    while left:
        size = dice.randint(3, 5)
        parts.append(left[:size])
        left = left[size:]
    while len(parts) < sets:
        parts.append(dice.sample(range(places), dice.randint(3, 5)))
    dice.shuffle(parts)
    return parts


def pentominoes(rows: int, columns: int, _: random.Random) -> Model:
    """A board of 60 cells that is covered by the twelve pentominoes."""
    model = Model("pentominoes")
    board = Region.of(SQUARE, list(product(range(rows), range(columns))))
    tiles = polyforms(SQUARE, 5)
    over: list[list[Variable]] = [[] for _ in range(rows * columns)]
    for name, tile in zip("FILNPTUVWXYZ", tiles, strict=True):
        placements = place(board, orientations(SQUARE, tile).shapes)
        lies = model.binary(name, len(placements))
        model.exactly_one(lies)
        for number in range(len(placements)):
            for cell in placements.covered(number):
                over[cell].append(lies[number])
    for cell in range(rows * columns):
        model.exactly_one(over[cell])
    return model


def knights_tour(rows: int, columns: int, _: random.Random) -> Model:
    """A closed tour of a knight that visits all cells of a board."""
    model = Model("knight's tour")
    cells = list(product(range(rows), range(columns)))
    moves = [
        (one, other)
        for one, other in combinations(cells, 2)
        if {abs(one[0] - other[0]), abs(one[1] - other[1])} == {1, 2}
    ]
    goes = model.binary("goes", moves)
    circuit(model, goes, active=True)
    return model
