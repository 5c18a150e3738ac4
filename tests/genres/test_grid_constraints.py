"""What is often stated of cells, against all ways to choose some."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest

from ilpuzzles import Model
from ilpuzzles.errors import InputError
from ilpuzzles.genres import (
    Grid,
    covers_by_cell,
    fixed_digits,
    implies_elementwise,
    latin_square,
    no_full_block,
    not_touching,
    one_of_digit_sets,
)

GRIDS = [
    Grid.of(2, 3),
    Grid.of(1, 5),
    Grid.of(3, 3, "hexagonal"),
    Grid.of(2, 3, "triangular"),
    Grid.with_cells([(0, 0), (1, 1), (1, 2), (2, 2), (2, 0)]),
]


def choices(grid: Grid) -> Iterable[set[tuple[int, int]]]:
    """All sets of cells."""
    for number in range(len(grid.cells) + 1):
        yield from map(set, combinations(grid.cells, number))


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.shape} {len(grid.cells)}")
def test_no_two_cells_touch(grid: Grid, corners: bool) -> None:
    model = Model()
    not_touching(model, grid, model.binary("on", grid.cells), corners=corners)
    beside = grid.neighbours_with_corners if corners else grid.neighbours
    free = [one for one in choices(grid) if not any(one.intersection(beside(c)) for c in one)]
    assert model.count().number == len(free)


def test_cells_that_cannot_be_chosen_are_left_out() -> None:
    model, grid = Model(), Grid.of(2, 2)
    some = dict(zip([(0, 0), (1, 1)], model.binary("on", 2), strict=True))
    not_touching(model, grid, some, corners=True)
    assert model.count().number == 3


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (1, 3), (2, 1)])
def test_no_window_is_full(rows: int, columns: int) -> None:
    model, grid = Model(), Grid.of(3, 3)
    no_full_block(model, grid, model.binary("on", grid.cells), rows, columns)
    windows = grid.windows(rows, columns)
    free = [one for one in choices(grid) if not any(one.issuperset(w) for w in windows)]
    assert model.count().number == len(free)


def test_what_follows_does_so_element_by_element() -> None:
    model = Model()
    colour, joined = model.binary("colour", 2, 2), model.binary("joined", 2)
    one, other = colour.columns
    implies_elementwise(model, [one, joined.columns], [other])
    rows = [str(row) for row in model.rows()]
    assert rows == [
        "at_least_one[0]: at least one of ~colour[0, 0], colour[1, 0], ~joined[0]",
        "at_least_one[1]: at least one of ~colour[0, 1], colour[1, 1], ~joined[1]",
    ]
    wide = Model()
    colour, joined = wide.binary("colour", 2, 3), wide.binary("joined", 2)
    implies_elementwise(wide, [joined.columns[:, None]], [colour.columns])
    # Of two lines, one that is there has all three, one that is not there any of eight.
    assert wide.count().number == (1 + 8) ** 2


def test_contents_may_be_stated_twice() -> None:
    model, row = Model(), [(0, 0), (0, 1), (0, 2)]
    digit = latin_square(model, row, range(1, 4), {("row", 0): row})
    one_of_digit_sets(model, digit, [("left", row[:2], [(1, 2), (2, 3)])])
    one_of_digit_sets(model, digit, [("right", row[1:], [(1, 3)])])
    assert model.count().number == 2


@pytest.mark.parametrize("seed", range(12))
def test_contents_are_those_of_brute_force(seed: int) -> None:
    dice, cells, digits = random.Random(seed), [(0, n) for n in range(4)], range(1, 4)
    bags = [*combinations_with_replacement(digits, 3)]
    allowed = [(here, dice.sample(bags, dice.randint(1, 3))) for here in (cells[:3], cells[1:])]
    model = Model()
    digit = model.binary("digit", cells, digits)
    model.exactly_one(digit, axis=1)
    one_of_digit_sets(model, digit, [(here[0], here, sets) for here, sets in allowed])
    right = [
        words
        for words in product(digits, repeat=4)
        if all(tuple(sorted(words[c] for _, c in here)) in sets for here, sets in allowed)
    ]
    assert model.count().number == len(right)


def test_given_digits_stand_in_their_own_cells() -> None:
    model, cells = Model(), [(0, 0), (0, 1), (1, 0)]
    digit = model.binary("digit", cells, range(1, 4))
    model.exactly_one(digit, axis=1)
    fixed_digits(model, digit, {(1, 0): 1, (0, 0): 3})
    fixed_digits(model, digit, {})
    (*fixed,) = model.program().rows_of()
    assert [row.text for row in fixed[3:]] == ["digit[(1, 0), 1] = 1", "digit[(0, 0), 3] = 1"]
    assert model.count().number == 3
    for wrong in ({(0, 0): 4}, {(1, 1): 1}):
        with pytest.raises(InputError, match="cannot have the digit"):
            fixed_digits(model, digit, wrong)


def test_what_covers_a_cell_is_told_by_number() -> None:
    grid = Grid.of(1, 5)
    model = Model()
    domino = model.binary("domino", 3)
    over = covers_by_cell(grid, domino, [[(0, n), (0, n + 1)] for n in range(3)])
    assert [*over[0, 1]] == [0, 1]
    assert over[0, 4] == {}
    covered: dict[Any, Any] = {cell: over[cell].values() for cell in grid.cells if over[cell]}
    model.exactly_one(covered)
    assert model.solve().array(domino).tolist() == [1, 0, 1]


def test_things_and_their_cells_are_as_many() -> None:
    with pytest.raises(ValueError, match="shorter"):
        covers_by_cell(Grid.of(1, 1), Model().binary("domino", 2), [[(0, 0)]])


def test_cells_are_chosen_by_an_array_of_truths_too() -> None:
    """A family, the opposite of one, and a dictionary state the same."""
    grid = Grid.of(3, 3)
    numbers = []
    for state in (no_full_block, not_touching):
        for form in ("family", "opposite", "dictionary"):
            model = Model()
            on = model.binary("on", grid.cells)
            by_cell = {cell: ~on[cell] for cell in grid.cells}
            forms = {"family": on, "opposite": ~on, "dictionary": by_cell}
            state(model, grid, forms[form])
            numbers.append(model.count().number)
    # 2x2 blocks of 3x3 cells that are not full (OEIS A139810), and independent sets (A006506).
    assert numbers == [417, 417, 417, 63, 63, 63]


def test_an_array_that_does_not_know_its_cells_is_refused() -> None:
    model = Model()
    on = model.binary("on", 2, 2)
    with pytest.raises(InputError, match="does not say which cell each truth is of"):
        no_full_block(model, Grid.of(2, 2), ~on)
