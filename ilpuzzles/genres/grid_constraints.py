"""Constraints of many puzzles on grids: nothing touches, digits differ, clues count cells."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from typing import Any

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.automata import Automaton
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import InputError, in_words
from ilpuzzles.genres.former_names import with_former_keywords
from ilpuzzles.genres.grid import Cell, Grid
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expressions import Logical, Operand, Relation
from ilpuzzles.modelling.rows import IntArray, Kind
from ilpuzzles.modelling.variables import VariableArray
from ilpuzzles.rules.places import Place


def not_touching(model: Model, grid: Grid, truths: Any, *, corners: bool = False) -> None:
    """States that no two chosen cells touch along a side, or at a corner as well.

    Args:
        model: The model.
        grid: The grid.
        truths: For every cell that can be chosen, whether it is; by cell.
        corners: Whether cells may not touch at a corner either.

    Example:
        >>> model, grid = Model(), Grid.of(2, 2)
        >>> not_touching(model, grid, model.binary("on", grid.cells))
        >>> model.count().number
        7
    """
    chosen = _by_cell(truths)
    # Of the cells at a corner, any two touch: one row for all of them.
    meeting = map(grid.cells_at_corner, grid.corners) if corners else grid.neighbour_pairs
    stated: set[tuple[Cell, Cell]] = set()
    rows: dict[tuple[int, ...], list[Any]] = {}
    for cells in sorted(meeting, key=len, reverse=True):
        choosable = [cell for cell in cells if cell in chosen]
        pairs = set(combinations(choosable, 2))
        if pairs - stated:
            key: tuple[int, ...] = (*choosable[0], *choosable[-1])
            if key in rows:
                # Two cells may meet at two corners, as hexagons do.
                key = (*key, *choosable[1])
            rows[key] = [chosen[cell] for cell in choosable]
            stated |= pairs
    model.at_most_one(rows)


def no_full_block(model: Model, grid: Grid, truths: Any, rows: int = 2, columns: int = 2) -> None:
    """States that no rectangle of a size, such as 2x2, has all its cells chosen.

    Example:
        >>> model, grid = Model(), Grid.of(2, 2)
        >>> no_full_block(model, grid, model.binary("on", grid.cells))
        >>> model.count().number
        15
    """
    chosen = _by_cell(truths)
    windows = grid.windows(rows, columns)
    model.at_least_one({window[0]: [~chosen[cell] for cell in window] for window in windows})


def covers_by_cell(
    grid: Grid, chosen: Iterable[Operand], cells_of: Iterable[Iterable[Cell]]
) -> dict[Cell, dict[int, Operand]]:
    """Returns which things, such as ships, can cover each cell, with the truths that they do.

    Args:
        grid: The grid.
        chosen: For every thing the truth that it is chosen.
        cells_of: The cells of every thing.

    Returns:
        For every cell of the grid, the truths of the things over it, by their numbers from 0.

    Example:
        >>> model, grid = Model(), Grid.of(1, 3)
        >>> domino = model.binary("domino", 2)
        >>> over = covers_by_cell(grid, domino, [[(0, 0), (0, 1)], [(0, 1), (0, 2)]])
        >>> over[0, 1], over[0, 2]
        ({0: domino[0], 1: domino[1]}, {1: domino[1]})
        >>> row = model.at_most_one({cell: over[cell].values() for cell in grid.cells})
        >>> model.count().number
        3
    """
    over: dict[Cell, dict[int, Operand]] = {cell: {} for cell in grid.cells}
    for number, (truth, cells) in enumerate(zip(chosen, cells_of, strict=True)):
        for cell in cells:
            over[cell][number] = truth
    return over


@with_former_keywords
def implies_elementwise(
    model: Model,
    conditions: Sequence[IntArray | VariableArray],
    consequences: Sequence[IntArray | VariableArray],
) -> None:
    """States, element by element: where all conditions are true, so is some consequence.

    Solvers take such clauses more easily than the sums that say the same: clingo is told the rows
    of a Numberlink of 10x10 in two thirds of the time.

    Args:
        model: The model.
        conditions: Arrays of variables, or of their columns, that broadcast together.
        consequences: More of these, of which one is true where all conditions are.

    Example:
        >>> model = Model()
        >>> rain, wet = model.binary("rain", 2), model.binary("wet", 2)
        >>> implies_elementwise(model, [rain], [wet])
        >>> model.count().number
        9
    """
    arrays = [*conditions, *consequences]
    columns = [each.columns if isinstance(each, VariableArray) else each for each in arrays]
    clauses = np.stack(np.broadcast_arrays(*columns), axis=-1)
    length = clauses.shape[-1]
    starts = np.arange(0, clauses.size + 1, length)
    signs = np.tile([-1] * len(conditions) + [1] * len(consequences), len(starts) - 1)
    model.add_rows(Kind.AT_LEAST_ONE, starts, clauses.ravel(), coefficients=signs)


def exact_counts(
    model: Model, truths: Any, counts: Iterable[tuple[Hashable, Iterable[Cell], int]]
) -> None:
    """States that exactly as many cells are chosen as each number says; see `count_faults`.

    Args:
        model: The model.
        truths: For every cell that can be chosen, whether it is; by cell.
        counts: For each number the key of its row, the cells among which it counts, and the
            number itself; see `Board.counted_clues`.

    Example:
        >>> model, grid = Model(), Grid.of(2, 2)
        >>> exact_counts(model, model.binary("on", grid.cells), [(("row", 0), [(0, 0), (0, 1)], 1)])
        >>> model.count().number
        8
    """
    chosen = _by_cell(truths)
    for name, cells, number in counts:
        model.add(model.sum(chosen[cell] for cell in cells) == number, key=name)


def _by_cell(truths: Any) -> Mapping[Cell, Any]:
    """The truths by their cells, also where they are an array with an axis of cells.

    Raises:
        InputError: If the array does not know its cells.
    """
    if isinstance(truths, Mapping):
        return truths
    cells = truths.labels[0] if truths.labels else None
    if cells is None or len(truths.labels) > 1:
        what = f"an array of shape {truths.shape} does not say which cell each truth is of"
        raise InputError(what, "use a family with an axis of cells, or a dictionary by cells")
    return dict(zip(cells, truths.truths(), strict=True))


def line_toward(lines: Any, grid: Grid, cell: Cell, way: str) -> Operand:
    """Returns the variable of the line from a square in a direction; 0 where there can be none.

    Args:
        lines: The variables of lines, by pairs of cells, the smaller one first.
        grid: The grid.
        cell: The cell.
        way: The direction: `n`, `e`, `s` or `w`.
    """
    beyond = grid.step(cell, way)
    pair = (min(cell, beyond), max(cell, beyond))
    pairs = lines if isinstance(lines, Mapping) else lines.axes[0]
    return lines[pair] if pair in pairs else 0


def latin_square(
    model: Model,
    cells: Sequence[Cell],
    digits: Sequence[int],
    areas: Mapping[tuple[str, Any], Sequence[Cell]],
) -> Any:
    """States that every cell has one digit, and every area has each digit once, as in a Sudoku.

    Where an area has more cells than there are digits, cells may stay empty. The rows are in the
    groups `cells` and `areas`.

    Args:
        model: The model.
        cells: The cells.
        digits: The digits.
        areas: The cells of each area, by its kind and name; see
            `Grid.rows_and_columns` and `Grid.sudoku_areas`.

    Returns:
        The variables `digit`, by cell and digit: whether it stands there.

    Example:
        >>> model, grid = Model(), Grid.of(3, 3)
        >>> digit = latin_square(model, grid.cells, range(1, 4), grid.rows_and_columns)
        >>> model.count().number
        12
    """
    digit = model.binary("digit", cells, digits)
    with model.group("cells", why="every cell has one digit"):
        full = all(len(area) == len(digits) for area in areas.values())
        (model.exactly_one if full else model.at_most_one)(digit, axis=1)
    kinds = in_words(list(dict.fromkeys(kind for kind, _ in areas)))
    with model.group("areas", why=f"every {kinds} has each digit once"):
        different_digits(model, digit, areas, full=True)
    return digit


_LOCKED = "the {word}s of {bases} lie in {covers}"
_NAKED = "{bases} have only {word} left"
_HIDDEN = "the {word} of {bases} can stand only in {covers}"

LATIN_SQUARE_REASONS: Mapping[str, str] = {
    "areas in areas": _LOCKED,
    "1 areas in areas": f"{_LOCKED} (locked candidates)",
    "2 cells in areas": f"{_NAKED} (naked pair)",
    "2 areas in cells": f"{_HIDDEN} (hidden pair)",
    "2 row in column": f"{_LOCKED} (X-wing)",
    "2 column in row": f"{_LOCKED} (X-wing)",
    "3 cells in areas": f"{_NAKED} (naked triple)",
    "3 areas in cells": f"{_HIDDEN} (hidden triple)",
    "3 row in column": f"{_LOCKED} (swordfish)",
    "3 column in row": f"{_LOCKED} (swordfish)",
}
"""The `reasons` of a genre with the rows of `latin_square`: what players of Sudoku call a step."""


def different_digits(
    model: Model,
    digit: Any,
    areas: Mapping[tuple[str, Any], Sequence[Cell]],
    *,
    full: bool = False,
) -> None:
    """States that no area has a digit twice.

    Args:
        model: The model.
        digit: For every cell and every digit, whether it stands there; by cell and digit.
        areas: The cells of each area, by its kind and name, which are the keys of its rows.
        full: Whether every area has every digit.

    Example:
        >>> model = Model()
        >>> digit = model.binary("digit", [(0, 0), (0, 1)], [1, 2])
        >>> different_digits(model, digit, {("row", 0): digit.axes[0]})
        >>> model.count().number
        9
    """
    if not areas:
        return
    cells, digits = digit.axes
    number = {cell: place for place, cell in enumerate(cells)}
    places = [number[cell] for area in areas.values() for cell in area]
    # One area after the other, and in each one digit after the other.
    ends = np.cumsum([len(area) for area in areas.values()])
    columns = [part.T.ravel() for part in np.split(digit.columns[places], ends[:-1])]
    sizes = np.repeat([len(area) for area in areas.values()], len(digits))
    keys = [(*area, value) for area in areas for value in digits]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    kind = Kind.EXACTLY_ONE if full else Kind.AT_MOST_ONE
    model.add_rows(kind, starts, np.concatenate(columns), keys=keys)


def fixed_digits(model: Model, digit: Any, numbers: Mapping[Cell, int]) -> None:
    """States which digits stand in some cells; the cells are the keys of the rows.

    Args:
        model: The model.
        digit: For every cell and every digit, whether it stands there; by cell and digit.
        numbers: The digits by their cells.

    Raises:
        InputError: If there is no such cell or digit.

    Example:
        >>> model, row = Model(), [(0, 0), (0, 1), (0, 2)]
        >>> digit = latin_square(model, row, range(1, 4), {("row", 0): row})
        >>> fixed_digits(model, digit, {(0, 1): 3})
        >>> model.count().number
        2
    """
    rows, columns = ({label: place for place, label in enumerate(axis)} for axis in digit.axes)
    for cell, number in numbers.items():
        if cell not in rows or number not in columns:
            what = f"{Place.of(cell)} cannot have the digit {number}"
            raise InputError(what, "give digits and cells of the board")
    cell_places = [rows[cell] for cell in numbers]
    digit_places = [columns[number] for number in numbers.values()]
    variables = digit.columns[cell_places, digit_places]
    starts = np.arange(len(numbers) + 1)
    model.add_rows(Kind.LINEAR, starts, variables, lower=1, upper=1, keys=[*numbers])


def ascending_digits(model: Model, digit: Any, lines: Mapping[Any, Sequence[Cell]]) -> None:
    """States that digits ascend along lines of cells, each greater than the one before.

    Args:
        model: The model.
        digit: For every cell and every digit, whether it stands there; by cell and digit.
        lines: The cells of each line, by the key of its rows; two cells make one digit less than
            another.

    Example:
        >>> model = Model()
        >>> digit = latin_square(model, [(0, 0), (0, 1)], [1, 2, 3], {})
        >>> ascending_digits(model, digit, {"sign": [(0, 0), (0, 1)]})
        >>> model.count().number
        3
    """
    _, digits = digit.axes
    for key, cells in lines.items():
        for one, other in pairwise(cells):
            for value in digits:
                # The first digit is not from this value on where the second one is up to it.
                from_it = [digit[one, each] for each in digits if each >= value]
                up_to_it = [digit[other, each] for each in digits if each <= value]
                model.at_most_one([*from_it, *up_to_it], key=key)


def region_borders(
    model: Model, grid: Grid, together: Mapping[tuple[Cell, Cell], Sequence[Logical]]
) -> Any:
    """States for every side between two cells whether it is a border of two regions.

    Args:
        model: The model.
        grid: The grid.
        together: For cells side by side, the smaller one first, the truths of which at most one
            holds, if they are in one region; none for cells that never are.

    Returns:
        The variables `border`, by side.

    Raises:
        InputError: If something is not a pair of cells side by side, the smaller one first.

    Example:
        >>> model, grid = Model(), Grid.of(1, 2)
        >>> whole = model.binary("whole")
        >>> border = region_borders(model, grid, {((0, 0), (0, 1)): [whole]})
        >>> border.axes[0], model.count().number
        ((((0, 1), (1, 1)),), 2)
    """
    between = {}
    for side, cells in grid.cells_by_side.items():
        if len(cells) > 1:
            between[side] = (cells[0], cells[1])
    for pair in together.keys() - set(between.values()):
        what = f"{pair} is not a pair of cells side by side, the smaller one first"
        raise InputError(what, "see 'Grid.neighbour_pairs'")
    border = model.binary("border", list(between))
    with model.group("borders", why="there is a border between two regions"):
        for (side, pair), is_border in zip(between.items(), border, strict=True):
            model.exactly_one([is_border, *together.get(pair, ())], key=side)
    return border


@lru_cache(maxsize=1000)
def sets_of_sum(digits: Sequence[int], size: int, total: int) -> list[tuple[int, ...]]:
    """Returns the sets of so many different digits that have a sum; see `one_of_digit_sets`.

    Example:
        >>> sets_of_sum(range(1, 10), 2, 5)
        [(1, 4), (2, 3)]
    """
    return [chosen for chosen in combinations(digits, size) if sum(chosen) == total]


def one_of_digit_sets(
    model: Model,
    digit: Any,
    allowed: Iterable[tuple[Hashable, Sequence[Cell], Sequence[tuple[int, ...]]]],
) -> None:
    """States that the digits in some cells are those of one of several tuples, in any order.

    A variable for each tuple says whether it is the one; it follows from the digits.

    Args:
        model: The model.
        digit: For every cell and every digit, whether it stands there; by cell and digit.
        allowed: For each cage the key of its rows; its cells, each of which has one digit; and the
            tuples, none of which is another one in another order.

    Example:
        >>> model = Model()
        >>> row = [(0, 0), (0, 1), (0, 2)]
        >>> digit = latin_square(model, row, range(1, 4), {("row", 0): row})
        >>> one_of_digit_sets(model, digit, [((0, 0), row[:2], [(1, 2), (2, 3)])])
        >>> model.count().number
        4
    """
    cages = list(allowed)
    cells, digits = digit.axes
    row_of = {cell: place for place, cell in enumerate(cells)}
    labels = [(number, chosen) for number, (*_, sets) in enumerate(cages) for chosen in sets]
    with model.defining(digit) as defined:
        used = model.binary(f"contents {len(model.families)}", labels, auxiliary=True)
        defined.append(used)
        if not cages:
            return
        # All variables: the digits of the cells, cage by cage, and then the tuples.
        rows_of_cells = [row_of[cell] for _, cage, _ in cages for cell in cage]
        digits_in_cages = digit.columns[rows_of_cells].ravel()
        columns = np.concatenate([digits_in_cages, used.columns])
        # Where the digits and the tuples of each cage begin.
        sizes = [(len(cage) * len(digits), len(sets)) for _, cage, sets in cages]
        origins = np.cumsum([(0, len(digits_in_cages)), *sizes[:-1]], axis=0)
        rows_of_cages = [_rows_of(tuple(sets), tuple(digits), len(cage)) for _, cage, sets in cages]
        for part, kind in enumerate((Kind.EXACTLY_ONE, Kind.LINEAR)):
            of_cages = [rows[part] for rows in rows_of_cages]
            lengths = np.concatenate([rows.lengths for rows in of_cages])
            if not len(lengths):
                continue
            cage_of_entry = np.repeat(
                np.arange(len(cages)), [len(rows.places) for rows in of_cages]
            )
            are_tuples = np.concatenate([rows.are_tuples for rows in of_cages])
            places = np.concatenate([rows.places for rows in of_cages])
            keys = []
            for (key, *_), rows in zip(cages, of_cages, strict=True):
                keys += [key] * len(rows.lengths)
            linear: Any = {}
            if kind is Kind.LINEAR:
                factors = np.concatenate([rows.factors for rows in of_cages])
                linear = {"coefficients": factors, "lower": 0, "upper": 0}
            model.add_rows(
                kind,
                np.cumsum([0, *lengths]),
                columns[origins[cage_of_entry, are_tuples] + places],
                keys=keys,
                **linear,
            )


@dataclass(frozen=True, slots=True)
class _CageRows:
    """Some rows of a cage in arrays.

    Attributes:
        lengths: How many entries each row has.
        places: For each entry the place of its variable among the digits of the cells, one cell
            after the other, or among the tuples.
        are_tuples: For each entry 1 if its variable is that of a tuple, or else 0.
        factors: For each entry its coefficient.
    """

    lengths: IntArray
    places: IntArray
    are_tuples: IntArray
    factors: IntArray

    @classmethod
    def of(cls, rows: list[list[tuple[int, int, int]]]) -> _CageRows:
        """The arrays of rows, each a list of entries: place, whether it is a tuple, and factor."""
        entries = np.array([entry for row in rows for entry in row], dtype=np.int64).reshape(-1, 3)
        lengths = np.array([len(row) for row in rows], dtype=np.int64)
        return cls(lengths, *entries.T)


@lru_cache(maxsize=1 << 12)
def _rows_of(
    sets: tuple[tuple[int, ...], ...], digits: tuple[int, ...], size: int
) -> tuple[_CageRows, _CageRows]:
    """The rows of `one_of_digit_sets` for a cage: with exactly one true literal, and sums of 0."""
    one_tuple = [(place, 1, 1) for place in range(len(sets))]
    once: list[list[tuple[int, int, int]]] = [one_tuple]
    several: list[list[tuple[int, int, int]]] = []
    for row, digit in enumerate(digits):
        in_cells = [(place * len(digits) + row, 0, 1) for place in range(size)]
        counts = [chosen.count(digit) for chosen in sets]
        if max(counts, default=0) == 1:
            # Either one cell has the digit, or the tuple is one without it.
            once.append(in_cells + [(n, 1, 1) for n, count in enumerate(counts) if not count])
        else:
            # As many cells have the digit as the tuple.
            several.append(in_cells + [(n, 1, -count) for n, count in enumerate(counts) if count])
    return _CageRows.of(once), _CageRows.of(several)


def visible_counts(
    model: Model, digit: Any, views: Iterable[tuple[Hashable, Sequence[Cell], int]]
) -> None:
    """States how many digits are seen along lines: those with no greater one in front.

    No digit comes twice in a line. A variable for each digit that is not the greatest says whether
    it is seen; it follows from the digits.

    Args:
        model: The model.
        digit: For every cell and every digit, whether it stands there; by cell and digit. The
            digits begin with 1.
        views: The key of all rows, the cells, of which the first one hides others, and how many
            are seen; all lines have as many cells.

    Example:
        >>> model, row = Model(), [(0, 0), (0, 1), (0, 2)]
        >>> digit = latin_square(model, row, range(1, 4), {("row", 0): row})
        >>> visible_counts(model, digit, [("left", row, 2)])
        >>> model.count().number
        3
    """
    all_views = list(views)
    cells, digits = digit.axes
    if not all_views or len(digits) < 2:
        return
    names = [name for name, _, _ in all_views]
    lines = [line for _, line, _ in all_views]
    place = {cell: n for n, cell in enumerate(cells)}
    size = len(lines[0])
    # By line, cell and digit: whether the digit stands there, and how many greater ones stand
    # there or in front. The greatest digit is always seen.
    every_digit = digit.positions()[[[place[cell] for cell in line] for line in lines]]
    greater = every_digit[:, :, ::-1].cumsum(2)[:, :, ::-1].cumsum(1)[:, :, 1:]
    stands = every_digit[:, :, :-1]
    keys = [name for name in names for _ in range(size * (len(digits) - 1))]
    with model.defining(digit) as defined:
        seen = model.binary("seen", names, digits[:-1], auxiliary=True)
        defined.append(seen)
        is_seen = seen.positions()[:, None, :]
        # A digit without a greater one in front is seen, and one with a greater one is not.
        model.add(is_seen + greater >= stands, key=keys)
        model.add(greater + size * (is_seen + stands) <= 2 * size, key=keys)
        model.add(seen.sum(axis=1) == [number - 1 for _, _, number in all_views], key=names)
    for name, line, number in all_views:
        # Follows from the others: behind a digit, there has to be room for as many greater ones as
        # are still to be seen.
        highest = len(digits) + 1 - number
        too_high = []
        for n, cell in enumerate(line):
            too_high += [digit[cell, value] for value in digits if value > highest + n]
        model.add(model.sum(too_high) == 0, key=name)


def regions_of_unknown_size(
    model: Model, grid: Grid, cells: Sequence[Cell], sizes: Sequence[int], places: int
) -> tuple[Any, Any]:
    """States regions of which only the possible sizes are known, and how many there are at most.

    Each hangs together, and two that touch have different sizes. They come in the order of their
    first cells, so that the same regions are found once.

    Args:
        model: The model.
        grid: The grid.
        cells: The cells in which they may be.
        sizes: How many cells a region may have.
        places: How many regions there are at most.

    Returns:
        Which cells are in which of them, by place and cell; and their sizes, by place and size.

    Example:
        >>> model, grid = Model(), Grid.of(1, 5)
        >>> inside, size = regions_of_unknown_size(model, grid, grid.cells, [2, 3], 2)
        >>> row = model.exactly_one(inside, axis=0)
        >>> model.count().number
        2
    """
    number = range(places if cells and sizes else 0)
    inside = model.binary("open region", number, cells)
    size = model.binary("size", number, sizes, auxiliary=True)
    if not number:
        return inside, size
    place = {cell: n for n, cell in enumerate(cells)}
    edges = [pair for pair in grid.neighbour_pairs if pair[0] in place and pair[1] in place]
    starts = _hit_by_all(grid, cells, min(sizes))
    first = model.binary("first", number, starts, auxiliary=True)
    seen = model.binary("seen", number, starts, auxiliary=True).positions()
    begins = first.positions()
    truths = inside.positions()
    model.at_most_one(inside, axis=0)
    model.add(inside.sum(axis=1) == size @ [*sizes])
    # A region begins with its first start, before that of the next region.
    model.add(seen[:, 0] == begins[:, 0])
    model.add(seen[:, 1:] == seen[:, :-1] + begins[:, 1:])
    model.add(begins <= truths[:, [place[cell] for cell in starts]])
    model.add(truths[:, [place[cell] for cell in starts]] <= seen)
    model.add(seen[:, -1] == size.sum(axis=1))
    model.add(begins[1:, 0] == 0)
    model.add(begins[1:, 1:] <= seen[:-1, :-1])
    can_be_first = set(starts)
    for n in number:
        roots = [first[n, cell] if cell in can_be_first else 0 for cell in cells]
        connected(model, edges, inside[n, :], roots=roots)
    pairs = list(combinations(number, 2))
    unlike = model.binary("unlike", pairs, auxiliary=True)
    touching = np.zeros((len(cells), len(cells)), dtype=np.int64)
    for cell, near in edges:
        touching[place[cell], place[near]] = touching[place[near], place[cell]] = 1
    # For every region and cell: how many cells of the region are beside it.
    beside = inside @ touching
    most = int(touching.sum(axis=0).max(initial=0))
    if most:
        for first_region, second_region in pairs:
            # Of two regions that touch, the sizes differ.
            differ = unlike[first_region, second_region]
            model.add(beside[second_region] + most * truths[first_region] <= most * (1 + differ))
            model.add(size[first_region, :] + size[second_region, :] + differ <= 2)
    return inside, size


def _hit_by_all(grid: Grid, cells: Iterable[Cell], size: int) -> list[Cell]:
    """Some cells of which every set of so many has one that hangs together."""
    hit: list[Cell] = []
    # The cells that were left out, in connected parts that are all too small.
    part_of: dict[Cell, list[Cell]] = {}
    for cell in cells:
        beside = [part_of[near] for near in grid.neighbours(cell) if near in part_of]
        joined = {id(part): part for part in beside}
        part = [cell, *chain.from_iterable(joined.values())]
        if len(part) < size:
            part_of |= dict.fromkeys(part, part)
        else:
            hit.append(cell)
    return hit


def runs_of_lengths(model: Model, truths: Any, lengths: Sequence[int], key: Hashable) -> None:
    """States that the chosen cells of a line form runs of these lengths, in this order.

    There is at least one cell between two of them.

    Args:
        model: The model.
        truths: For every cell of the line, whether it is chosen; in the order of the cells.
        lengths: The lengths, each at least 1; none if no cell is chosen.
        key: The key of the row.

    Example:
        >>> model = Model()
        >>> runs_of_lengths(model, model.binary("on", 5), [1, 2], key="row")
        >>> model.count().number
        3
    """
    encoder = Encoder.of(model)
    # From a state, a cell that is chosen (1) or not (0) leads to the next state.
    state = 0
    arcs = [(state, 0, state)]
    for length in lengths:
        arcs += [(before, 1, before + 1) for before in range(state, state + length)]
        state += length + 1
        arcs += [(state - 1, 0, state), (state, 0, state)]
    ends = (state - 1, state) if lengths else (0,)
    row = Automaton(
        tuple(encoder.plain_literal(truth).affine for truth in truths), tuple(arcs), ends
    )
    # Stated as a relation, since the row of a global constraint has no key.
    model.add(Relation(encoder.owner, row, _nothing, "runs"), key=key)


def one_of_patterns(
    model: Model, truths: Sequence[Any], allowed: Iterable[Sequence[int]], key: Hashable
) -> None:
    """States that a few truths together have the values of one of several patterns.

    How many are true lies between the fewest and the most of a pattern; beyond that, clauses rule
    out what is in no pattern. Solvers are quicker with these than with a variable for each pattern.

    Args:
        model: The model.
        truths: The truths, about ten at most.
        allowed: The patterns, each with 0 or 1 for every truth.
        key: The key of all rows.

    Example:
        >>> model = Model()
        >>> one_of_patterns(model, [*model.binary("on", 3)], [(1, 0, 0), (0, 1, 1)], key="corner")
        >>> model.count().number
        2
    """
    different = tuple(sorted({tuple(map(int, pattern)) for pattern in allowed}))
    counts = [sum(pattern) for pattern in different] or [0]
    total = model.sum(truths)
    for relation in (total >= min(counts), total <= max(counts)):
        model.add(relation, key=key)
    for part in _ruled_out(different, len(truths)):
        model.at_least_one([~truths[n] if on else truths[n] for n, on in part], key=key)


@lru_cache(maxsize=1000)
def _ruled_out(allowed: tuple[tuple[int, ...], ...], size: int) -> list[list[tuple[int, int]]]:
    """Parts that are in no pattern, but in every other one with as many ones as some pattern."""
    counts = [sum(pattern) for pattern in allowed] or [0]
    patterns = [set(enumerate(pattern)) for pattern in allowed]
    ruled_out: list[set[tuple[int, int]]] = []
    for values in product((0, 1), repeat=size):
        part = set(enumerate(values))
        if part in patterns or not min(counts) <= sum(values) <= max(counts):
            continue
        if any(smaller <= part for smaller in ruled_out):
            continue
        # Places are left out as long as no pattern has all the others.
        for place in enumerate(values):
            rest = part - {place}
            if not any(rest <= pattern for pattern in patterns):
                part = rest
        ruled_out.append(part)
    return [sorted(part) for part in ruled_out]


def _nothing() -> Logical:
    """What a relation means that is never a part of something else."""
    raise NotImplementedError
