"""What is often stated of cells: nothing touches, nothing is full, what is chosen comes in runs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np

from ilpuzzles.constraints.automata import Automaton
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import InputError, in_words
from ilpuzzles.genres.former_names import with_former_keywords
from ilpuzzles.genres.grid import Cell, Grid
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expressions import Logical, Operand, Relation
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import IntArray, Kind
from ilpuzzles.modelling.variables import VariableArray
from ilpuzzles.rules.places import Place


def not_touching(model: Model, grid: Grid, truths: Any, *, corners: bool = False) -> None:
    """States that no two cells that are chosen touch: along a side, or at a corner as well.

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
    rows = {}
    for cells in sorted(meeting, key=len, reverse=True):
        here = [cell for cell in cells if cell in chosen]
        pairs = set(combinations(here, 2))
        if pairs - stated:
            # Two cells may meet at two corners, as hexagons do.
            key = (*here[0], *here[-1])
            rows[(*key, *here[1]) if key in rows else key] = [chosen[cell] for cell in here]
            stated |= pairs
    model.at_most_one(rows)


def no_full_block(model: Model, grid: Grid, truths: Any, rows: int = 2, columns: int = 2) -> None:
    """States that in every rectangle of a size some cell is not chosen.

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
    """The things that cover each cell, such as ships: by number, the truth that one is chosen.

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
    """States that as many of some cells are chosen as a number says; see `count_faults`.

    Args:
        model: The model.
        truths: For every cell that can be chosen, whether it is; by cell.
        counts: The key of a row, its cells, and the number; and so on. See `Board.counted_clues`.

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
    """A truth for each cell, also where they are an array."""
    known = isinstance(truths, Mapping)
    return truths if known else dict(zip(truths.axes[0], truths.truths(), strict=True))


def line_toward(lines: Any, grid: Grid, cell: Cell, way: str) -> Operand:
    """The variable of the line from a square in a direction; 0 where there can be none.

    Args:
        lines: The variables of lines, by pairs of cells, the smaller one first.
        grid: The grid.
        cell: The cell.
        way: The direction: `n`, `e`, `s` or `w`.
    """
    other = grid.step(cell, way)
    pair = (min(cell, other), max(cell, other))
    known = lines if isinstance(lines, Mapping) else lines.axes[0]
    return lines[pair] if pair in known else 0


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
    keys = [(*area, one) for area in areas for one in digits]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    kind = Kind.EXACTLY_ONE if full else Kind.AT_MOST_ONE
    model.add_rows(kind, starts, np.concatenate(columns), keys=keys)


def fixed_digits(model: Model, digit: Any, numbers: Mapping[Cell, int]) -> None:
    """States which digits stand in some cells; these are the keys of the rows.

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
            what = f"no digit {number} in {Place.of(cell)}"
            raise InputError(what, "give digits and cells of the board")
    there = [rows[cell] for cell in numbers], [columns[number] for number in numbers.values()]
    starts = np.arange(len(numbers) + 1)
    model.add_rows(Kind.LINEAR, starts, digit.columns[there], lower=1, upper=1, keys=[*numbers])


def region_borders(
    model: Model, grid: Grid, together: Mapping[tuple[Cell, Cell], Sequence[Logical]]
) -> Any:
    """States for every side between two cells whether it is a border: it follows from the others.

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
    between = {side: cells for side, cells in grid.cells_at_side.items() if len(cells) > 1}
    for pair in together.keys() - {(one, other) for one, other in between.values()}:
        raise InputError(f"{pair} is no pair of cells side by side", "see 'Grid.pairs'")
    border = model.binary("border", list(between))
    with model.group("borders", why="there is a border between two regions"):
        for (side, (one, other)), drawn in zip(between.items(), border, strict=True):
            model.exactly_one([drawn, *together.get((one, other), ())], key=side)
    return border


@lru_cache(maxsize=1000)
def sets_of_sum(digits: Sequence[int], size: int, total: int) -> list[tuple[int, ...]]:
    """The sets of so many digits that have a sum; see `one_of_digit_sets`.

    Example:
        >>> sets_of_sum(range(1, 10), 2, 5)
        [(1, 4), (2, 3)]
    """
    return [one for one in combinations(digits, size) if sum(one) == total]


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
        allowed: The key of some rows, cells, each of which has one digit, and the tuples, none of
            which is another one in another order; and so on.

    Example:
        >>> model = Model()
        >>> row = [(0, 0), (0, 1), (0, 2)]
        >>> digit = latin_square(model, row, range(1, 4), {("row", 0): row})
        >>> one_of_digit_sets(model, digit, [((0, 0), row[:2], [(1, 2), (2, 3)])])
        >>> model.count().number
        4
    """
    stated = list(allowed)
    cells, digits = digit.axes
    row_of = {cell: place for place, cell in enumerate(cells)}
    labels = [(number, one) for number, (*_, sets) in enumerate(stated) for one in sets]
    with model.defining(digit) as made:
        used = model.binary(f"contents {len(model.families)}", labels, auxiliary=True)
        made.append(used)
        if not stated:
            return
        there = digit.columns[[row_of[cell] for _, here, _ in stated for cell in here]].ravel()
        columns = np.concatenate([there, used.columns])
        sizes = [(len(here) * len(digits), len(sets)) for _, here, sets in stated]
        # Where the digits of the cells begin, and where the tuples do.
        origins = np.cumsum([(0, len(there)), *sizes[:-1]], axis=0)
        schemes = [_rows_of(tuple(sets), tuple(digits), len(here)) for _, here, sets in stated]
        for part, kind in enumerate((Kind.EXACTLY_ONE, Kind.LINEAR)):
            rows = [scheme[part] for scheme in schemes]
            lengths, places, of_tuples, factors = map(np.concatenate, zip(*rows, strict=True))
            if not len(lengths):
                continue
            owners = np.repeat(np.arange(len(rows)), [len(one[1]) for one in rows])
            linear: Any = {}
            if kind is Kind.LINEAR:
                linear = {"coefficients": factors, "lower": 0, "upper": 0}
            model.add_rows(
                kind,
                np.cumsum([0, *lengths]),
                columns[origins[owners, of_tuples] + places],
                keys=[key for (key, *_), one in zip(stated, rows, strict=True) for _ in one[0]],
                **linear,
            )


@lru_cache(maxsize=1 << 12)
def _rows_of(
    sets: tuple[tuple[int, ...], ...], digits: tuple[int, ...], size: int
) -> tuple[tuple[IntArray, ...], tuple[IntArray, ...]]:
    """The rows of `one_of_digit_sets` for some cells: with exactly one true literal, and sums of 0.

    Of each kind: the lengths of rows, and for their entries the place among the digits of the cells
    (one cell after the other) or among the tuples, which of these it is (0 or 1), and the factor.

    Where no tuple has a digit twice, either one cell has it or the tuple is one without it.
    """
    once: list[list[tuple[int, int, int]]] = [[(place, 1, 1) for place in range(len(sets))]]
    several: list[list[tuple[int, int, int]]] = []
    for row, digit in enumerate(digits):
        there = [(place * len(digits) + row, 0, 1) for place in range(size)]
        counts = [one.count(digit) for one in sets]
        if max(counts, default=0) == 1:
            once.append(there + [(place, 1, 1) for place, count in enumerate(counts) if not count])
        else:
            several.append(
                there + [(place, 1, -count) for place, count in enumerate(counts) if count]
            )
    return _in_arrays(once), _in_arrays(several)


def _in_arrays(rows: list[list[tuple[int, int, int]]]) -> tuple[IntArray, ...]:
    """The lengths of rows, and the parts of their entries."""
    entries = np.array([entry for row in rows for entry in row], dtype=np.int64).reshape(-1, 3)
    return np.array([len(row) for row in rows], dtype=np.int64), *entries.T


def visible_counts(
    model: Model, digit: Any, views: Iterable[tuple[Hashable, Sequence[Cell], int]]
) -> None:
    """States how many digits are seen along lines: those with no greater one before them.

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
    found, (cells, digits) = list(views), digit.axes
    if not found or len(digits) < 2:
        return
    names, lines = [name for name, _, _ in found], [line for _, line, _ in found]
    place, size = {cell: n for n, cell in enumerate(cells)}, len(lines[0])
    # By line, cell and digit: whether it stands there, and how many greater ones up to there.
    here = digit.positions()[[[place[cell] for cell in line] for line in lines]]
    greater = here[:, :, ::-1].cumsum(2)[:, :, ::-1].cumsum(1)[:, :, 1:]
    here, keys = here[:, :, :-1], [name for name in names for _ in range(size * (len(digits) - 1))]
    with model.defining(digit) as made:
        seen = model.binary("seen", names, digits[:-1], auxiliary=True)
        made.append(seen)
        each = seen.positions()[:, None, :]
        model.add(each + greater >= here, key=keys)
        model.add(greater + size * (each + here) <= 2 * size, key=keys)
        model.add(seen.sum(axis=1) == [number - 1 for _, _, number in found], key=names)
    for name, line, number in found:
        # A digit has to be low enough for those that are seen before and behind it.
        most = len(digits) + 1 - number
        high = (digit[cell, one] for n, cell in enumerate(line) for one in digits if one > most + n)
        model.add(model.sum(high) == 0, key=name)


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
    begins, truths = first.positions(), inside.positions()
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
    known = set(starts)
    for n in number:
        roots = [first[n, cell] if cell in known else 0 for cell in cells]
        connected(model, edges, inside[n, :], roots=roots)
    pairs = list(combinations(number, 2))
    unlike = model.binary("unlike", pairs, auxiliary=True)
    touching = np.zeros((len(cells), len(cells)), dtype=np.int64)
    for cell, near in edges:
        touching[place[cell], place[near]] = touching[place[near], place[cell]] = 1
    beside, most = inside @ touching, int(touching.sum(axis=0).max(initial=0))
    for one, other in pairs if most else ():
        are_apart = unlike[one, other]
        model.add(beside[other] + most * truths[one] <= most * (1 + are_apart))
        model.add(size[one, :] + size[other, :] + are_apart <= 2)
    return inside, size


def _hit_by_all(grid: Grid, cells: Iterable[Cell], size: int) -> list[Cell]:
    """Some cells of which every set of so many has one that hangs together."""
    found: list[Cell] = []
    parts: dict[Cell, list[Cell]] = {}
    for cell in cells:
        joined = {id(parts[near]): parts[near] for near in grid.neighbours(cell) if near in parts}
        part = [cell, *(one for others in joined.values() for one in others)]
        if len(part) < size:
            parts |= dict.fromkeys(part, part)
        else:
            found.append(cell)
    return found


def runs_of_lengths(model: Model, truths: Any, lengths: Sequence[int], key: Hashable) -> None:
    """States that what is chosen of a line of cells are runs of these lengths, in this order.

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
    encoder, arcs, state = Encoder.of(model), [(0, 0, 0)], 0
    for length in lengths:
        arcs += [(one, 1, one + 1) for one in range(state, state + length)]
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
    """States that a few truths have together the values of one of several patterns.

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
    known = tuple(sorted({tuple(map(int, one)) for one in allowed}))
    counts = [sum(one) for one in known] or [0]
    total = model.sum(truths)
    for relation in (total >= min(counts), total <= max(counts)):
        model.add(relation, key=key)
    for part in _ruled_out(known, len(truths)):
        model.at_least_one([~truths[n] if on else truths[n] for n, on in part], key=key)


@lru_cache(maxsize=1000)
def _ruled_out(allowed: tuple[tuple[int, ...], ...], size: int) -> list[list[tuple[int, int]]]:
    """Parts that are in no pattern, but in every other one with as many ones as some pattern."""
    counts = [sum(one) for one in allowed] or [0]
    right, found = [set(enumerate(one)) for one in allowed], list[set[tuple[int, int]]]()
    for values in product((0, 1), repeat=size):
        part = set(enumerate(values))
        if not min(counts) <= sum(values) <= max(counts) or any(one <= part for one in found):
            continue
        if part not in right:
            for place in enumerate(values):
                if not any(part - {place} <= one for one in right):
                    part = part - {place}
            found.append(part)
    return [sorted(part) for part in found]


def _nothing() -> Logical:
    """What a relation means that is never a part of something else."""
    raise NotImplementedError
