"""Grids: cells in rows and columns, what lies beside them, their lines, sides and corners."""

from __future__ import annotations

from collections import deque
from collections.abc import (
    Callable,
    Container,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from functools import partial
from math import atan2, isqrt, pi
from typing import Any, TypeAlias, TypeVar

import numpy as np

from ilpuzzles.errors import InputError, counted, quoted, require_known
from ilpuzzles.genres.former_names import with_former_members
from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.graphs import parts_of
from ilpuzzles.render.outline import sides_of as sides_of_polygon
from ilpuzzles.rules.faults import OPEN_RULE, Fault, fault
from ilpuzzles.rules.places import CELL, WAYS, Place

Kept = TypeVar("Kept")

Cell: TypeAlias = tuple[int, int]
"""A cell: the row and the column of its place in a drawing, from 0."""

Corner: TypeAlias = tuple[int, int]
"""A corner of cells: in a square grid, how many rows and columns lie before it."""

Side: TypeAlias = tuple[Corner, Corner]
"""A side of a cell: its two ends, the smaller one first."""

Pair: TypeAlias = tuple[Cell, Cell]
"""Two cells with a side in common, the smaller one first."""

STEPS: Mapping[str, Cell] = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
"""The directions of a square grid, by their letters: rows and columns."""

_LINES = frozenset({"row", "column", "region", "box"})
"""Kinds of places that have many cells."""

SHAPES = ("square", "hexagonal", "triangular")
"""What cells may be."""


@with_former_members
@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The cells of a board: squares, hexagons or triangles.

    Everything comes row by row. What only squares have says so.

    Attributes:
        rows: How many rows there are.
        columns: How many columns.
        cells: All cells.
        cell_set: The same, as a set.
        shape: What the cells are: `square`; `hexagonal`, of which every other row is moved to the
            right by half a cell; or `triangular`, of which the first one points down.

    Example:
        >>> grid = Grid.of(2, 3)
        >>> grid.neighbours((0, 1))
        [(0, 2), (1, 1), (0, 0)]
        >>> len(grid.neighbour_pairs), len(grid.sides), len(grid.corners)
        (7, 17, 12)
        >>> Grid.of(2, 2, "hexagonal").neighbours((1, 0))
        [(0, 1), (1, 1), (0, 0)]
    """

    rows: int
    columns: int
    cells: tuple[Cell, ...]
    shape: str = "square"
    # An attribute and not a property, since it is read for every cell of every row.
    cell_set: frozenset[Cell] = field(init=False, repr=False)
    _kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell_set", frozenset(self.cells))

    @classmethod
    def of(cls, rows: int, columns: int, shape: str = "square") -> Grid:
        """A grid with so many rows and columns of cells."""
        return cls.with_cells(((r, c) for r in range(rows) for c in range(columns)), shape)

    @classmethod
    def with_cells(cls, cells: Iterable[Cell], shape: str = "square") -> Grid:
        """A grid of these cells; there may be holes.

        Raises:
            InputError: If cells have no such shape, or there are none.
        """
        in_order = tuple(sorted(cells))
        require_known("shape of cells", shape, SHAPES)
        if not in_order:
            raise InputError("the board has no cells", "draw its rows")
        last_row = max(r for r, _ in in_order)
        last_column = max(c for _, c in in_order)
        return cls(last_row + 1, last_column + 1, in_order, shape)

    def _keep(self, name: str, make: Callable[[], Kept]) -> Kept:
        """Returns what `make` makes the first time, and the same again under its name later."""
        if name not in self._kept:
            self._kept[name] = make()
        kept: Kept = self._kept[name]
        return kept

    def __contains__(self, cell: object) -> bool:
        return cell in self.cell_set

    @property
    def is_whole(self) -> bool:
        """Whether it is a rectangle of squares without holes."""
        return self.shape == "square" and len(self.cells) == self.rows * self.columns

    # Beside a cell

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Returns the cells with a side in common with a cell, clockwise."""
        if self.shape == "square":
            r, c = cell
            beside = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]
            cells = self.cell_set
            return [place for place in beside if place in cells]
        return self._keep("neighbours", self._neighbours)[cell]

    def _neighbours(self) -> dict[Cell, list[Cell]]:
        """The neighbours of cells that are no squares, by the lattice."""
        lattice = LATTICES[self.shape]
        points, classes = self._points()
        beside = lattice.chart(points[:, None, :] + lattice.sides()[classes])
        if self.shape == "hexagonal":
            # The lattice counts half cells from left to right, and has every other row moved by
            # one of them; see `_points`.
            half_cells = beside[..., 1] - beside[..., 0] % 2
            beside[..., 1] = half_cells // 2
        neighbours = {}
        for cell, places in zip(self.cells, beside.tolist(), strict=True):
            neighbours[cell] = [(r, c) for r, c in places if (r, c) in self.cell_set]
        return neighbours

    def _points(self) -> tuple[IntArray, IntArray]:
        """The points of the lattice, and their classes, for cells that are no squares."""
        places = np.array(self.cells, dtype=np.int64)
        if self.shape == "hexagonal":
            places[:, 1] = 2 * places[:, 1] + places[:, 0] % 2
        return LATTICES[self.shape].points_of_chart(places)

    def neighbours_with_corners(self, cell: Cell) -> list[Cell]:
        """Returns the cells with a side or a corner in common with a cell, row by row."""
        if self.shape == "square":
            r, c = cell
            around = ((r + down, c + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
            cells = self.cell_set
            return [place for place in around if place != cell and place in cells]
        touching = set()
        for corner in self.corners_of(cell):
            touching.update(self.cells_at_corner(corner))
        return sorted(touching - {cell})

    @property
    def neighbour_pairs(self) -> list[Pair]:
        """All pairs of cells with a side in common."""
        return self._keep("pairs", self._pairs_of_neighbours)

    def _pairs_of_neighbours(self) -> list[Pair]:
        return [(a, b) for a in self.cells for b in sorted(self.neighbours(a)) if a < b]

    def neighbour_pairs_among(self, cells: Iterable[Cell]) -> list[Pair]:
        """The pairs with a side in common of two of the given cells, in the order of these.

        Example:
            >>> Grid.of(2, 2).neighbour_pairs_among([(0, 0), (0, 1), (1, 1)])
            [((0, 0), (0, 1)), ((0, 1), (1, 1))]
        """
        among = dict.fromkeys(cells)
        pairs = []
        for cell in among:
            later = [neighbour for neighbour in self.neighbours(cell) if cell < neighbour]
            pairs += [(cell, neighbour) for neighbour in later if neighbour in among]
        return pairs

    def neighbour_pairs_by_name(
        self, labels: Iterable[tuple[Any, Cell]]
    ) -> list[tuple[tuple[Any, Cell], tuple[Any, Cell]]]:
        """The pairs of labels with the same name and adjacent cells; a label is a name and a cell.

        Example:
            >>> Grid.of(1, 3).neighbour_pairs_by_name([("A", (0, 0)), ("A", (0, 1)), ("B", (0, 2))])
            [(('A', (0, 0)), ('A', (0, 1)))]
        """
        among = dict.fromkeys(labels)
        pairs = []
        for name, cell in among:
            # A pair is taken from the smaller one of its two cells.
            later = [neighbour for neighbour in self.neighbours(cell) if cell < neighbour]
            pairs += [((name, cell), (name, other)) for other in later if (name, other) in among]
        return pairs

    @property
    def neighbour_pairs_with_corners(self) -> list[Pair]:
        """All pairs of cells with a side or a corner in common."""
        return [(a, b) for a in self.cells for b in self.neighbours_with_corners(a) if a < b]

    def step(self, cell: Cell, way: str, length: int = 1) -> Cell:
        """Where steps `n`, `e`, `s` or `w` lead in a square grid, perhaps beyond it."""
        down, right = STEPS[way]
        return cell[0] + length * down, cell[1] + length * right

    def ring_around(self, cell: Cell) -> list[Cell]:
        """The eight places around a square, clockwise, some of which may lie beyond the grid.

        Example:
            >>> Grid.of(2, 2).ring_around((0, 0))[3:6]
            [(0, 1), (1, 1), (1, 0)]
        """
        r, c = cell
        above = [(r - 1, c - 1), (r - 1, c), (r - 1, c + 1)]
        below = [(r + 1, c + 1), (r + 1, c), (r + 1, c - 1)]
        return [*above, (r, c + 1), *below, (r, c - 1)]

    def ray(self, cell: Cell, ways: str) -> list[Cell]:
        """The cells in a direction from a square, or in several, up to the next hole.

        Example:
            >>> Grid.of(3, 3).ray((2, 1), "n"), Grid.of(3, 3).ray((2, 1), "ew")
            ([(1, 1), (0, 1)], [(2, 2), (2, 0)])
        """
        if len(ways) > 1:
            return [seen for way in ways for seen in self.ray(cell, way)]
        cells = self.cell_set
        down, right = STEPS[ways]
        ray = []
        r, c = cell[0] + down, cell[1] + right
        while (r, c) in cells:
            ray.append((r, c))
            r, c = r + down, c + right
        return ray

    # Lines and windows

    @property
    def rows_and_columns(self) -> dict[tuple[str, int], list[Cell]]:
        """All rows and all columns of squares, by their kind and number."""
        across: dict[tuple[str, int], list[Cell]] = {("row", n): [] for n in range(self.rows)}
        down: dict[tuple[str, int], list[Cell]] = {("column", n): [] for n in range(self.columns)}
        for cell in self.cells:
            across["row", cell[0]].append(cell)
            down["column", cell[1]].append(cell)
        return across | down

    def windows(self, rows: int, columns: int) -> list[list[Cell]]:
        """All rectangles of squares of a size, wherever they lie."""
        steps = [(down, right) for down in range(rows) for right in range(columns)]
        every = ([(r + down, c + right) for down, right in steps] for r, c in self.cells)
        return [window for window in every if self.cell_set.issuperset(window)]

    def boxes(self) -> dict[str, list[Cell]]:
        """The boxes of a Sudoku by their names, which are numbers from 1, row by row.

        A box has as many cells as a row, and is as nearly a square as that allows: 2 rows of 3
        cells on a board of 6x6, and 3 rows of 4 on one of 12x12.

        Raises:
            InputError: If there are none, as where the number of rows is prime.

        Example:
            >>> Grid.of(6, 6).boxes()["2"]
            [(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5)]
        """
        size = self.rows
        height = max(n for n in range(1, isqrt(size) + 1) if size % n == 0)
        if height < 2 or self.columns != size:
            what = f"no boxes in a grid of {size} rows and {self.columns} columns"
            raise InputError(what, "draw 'regions'")
        width = size // height
        boxes_in_a_row = size // width
        number_at = {}
        for r, c in self.cells:
            row_of_boxes = r // height
            column_of_boxes = c // width
            number_at[r, c] = row_of_boxes * boxes_in_a_row + column_of_boxes + 1
        return {str(number): cells for number, cells in self.cells_by_name(number_at).items()}

    @property
    def sudoku_areas(self) -> dict[tuple[str, Any], list[Cell]]:
        """All rows, columns and boxes of a Sudoku, by their kind and their number or name.

        Raises:
            InputError: If there are no boxes; see `boxes`.

        Example:
            >>> list(Grid.of(4, 4).sudoku_areas)[::3]
            [('row', 0), ('row', 3), ('column', 2), ('box', '2')]
        """
        boxes: dict[tuple[str, Any], list[Cell]] = {}
        for name, cells in self.boxes().items():
            boxes["box", name] = cells
        return {**self.rows_and_columns, **boxes}

    def cells_by_name(self, names: Mapping[Cell, Hashable]) -> dict[Hashable, list[Cell]]:
        """The cells of each region, for names of regions by cell."""
        return self._cells_with(lambda cell: [names[cell]])

    def connected_parts(self, cells: Iterable[Cell]) -> list[list[Cell]]:
        """Some cells, sorted into those that hang together along sides.

        Example:
            >>> grid = Grid.of(2, 2)
            >>> grid.connected_parts([(0, 0), (0, 1), (1, 0)])
            [[(0, 0), (0, 1), (1, 0)]]
            >>> grid.connected_parts([(0, 0), (1, 1)])
            [[(0, 0)], [(1, 1)]]
        """
        among = set(cells)
        joined = {cell: among.intersection(self.neighbours(cell)) for cell in sorted(among)}
        return [sorted(part) for part in parts_of(joined, joined.__getitem__)]

    def distances_from(self, start: Cell, steps: int, free: Container[Cell]) -> dict[Cell, int]:
        """Returns the distances of cells from a start, in steps along sides through free cells.

        Args:
            start: The cell whose distance is 0.
            steps: The greatest distance.
            free: The cells that a step may lead to.

        Returns:
            The distances by cell, the nearest cells first; cells out of reach are left out.

        Example:
            >>> Grid.of(2, 3).distances_from((0, 0), 2, {(0, 1), (1, 1), (1, 2)})
            {(0, 0): 0, (0, 1): 1, (1, 1): 2}
        """
        distances = {start: 0}
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            if distances[cell] == steps:
                continue
            for neighbour in self.neighbours(cell):
                if neighbour in free and neighbour not in distances:
                    distances[neighbour] = distances[cell] + 1
                    waiting.append(neighbour)
        return distances

    def polyominoes(self, cells: Iterable[Cell], size: int) -> list[tuple[Cell, ...]]:
        """All sets of `size` of the given cells that hang together along sides.

        Example:
            >>> Grid.of(2, 2).polyominoes([(0, 0), (0, 1), (1, 1)], 2)
            [((0, 0), (0, 1)), ((0, 1), (1, 1))]
        """
        among = set(cells)
        beside = {cell: among.intersection(self.neighbours(cell)) for cell in among}
        shapes = {frozenset([cell]) for cell in among}
        for _ in range(size - 1):
            larger = set()
            for shape in shapes:
                for cell in shape:
                    larger |= {shape | {new} for new in beside[cell] - shape}
            shapes = larger
        return sorted(tuple(sorted(shape)) for shape in shapes)

    def touch_faults(self, cells: Container[Cell], *, corners: bool = False) -> Iterator[Fault]:
        """Yields a fault for each two of the cells that touch along a side.

        With `corners`, they must not touch at a corner either.

        Example:
            >>> print(*Grid.of(2, 2).touch_faults([(0, 0), (1, 1)], corners=True))
            apart: row 1, column 1 and row 2, column 2 touch
        """
        pairs = self.neighbour_pairs_with_corners if corners else self.neighbour_pairs
        for cell, neighbour in pairs:
            if cell in cells and neighbour in cells:
                yield fault("apart", "{} and {} touch", cell, neighbour)

    # Corners and sides

    def corners_of(self, cell: Cell) -> list[Corner]:
        """The corners of a cell, clockwise."""
        if self.shape == "square":
            r, c = cell
            return [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        return self._keep("corners", self._polygons)[cell]

    def _polygons(self) -> dict[Cell, list[Corner]]:
        """The corners of cells that are no squares, in the units of the lattice, y before x."""
        lattice = LATTICES[self.shape]
        points, classes = self._points()
        places = (points @ lattice.drawing.T)[:, None, :] + lattice.corners[classes]
        return {
            cell: [(y, x) for x, y in corners]
            for cell, corners in zip(self.cells, places.tolist(), strict=True)
        }

    @property
    def corners(self) -> list[Corner]:
        """All corners."""
        return sorted(self.cells_by_corner)

    @property
    def cells_by_corner(self) -> dict[Corner, list[Cell]]:
        """Every corner, with the cells that have it."""
        return self._keep("by corner", partial(self._cells_with, self.corners_of))

    @property
    def cells_by_side(self) -> dict[Side, list[Cell]]:
        """Every side, with the one or two cells that have it."""
        return self._keep("by side", partial(self._cells_with, self.sides_of))

    def _cells_with(self, things: Callable[[Cell], Iterable[Any]]) -> dict[Any, list[Cell]]:
        """The cells that have each thing, such as a corner."""
        cells_with: dict[Any, list[Cell]] = {}
        for cell in self.cells:
            for thing in things(cell):
                cells_with.setdefault(thing, []).append(cell)
        return cells_with

    def cells_at_corner(self, corner: Corner) -> list[Cell]:
        """The cells that have a corner; none between holes."""
        return self.cells_by_corner.get(corner, [])

    def cells_at_side(self, side: Side) -> list[Cell]:
        """The one or two cells that have a side."""
        return self.cells_by_side[side]

    def sides_of(self, cell: Cell) -> list[Side]:
        """The sides of a cell, clockwise; the first side of a square is its upper one."""
        ends_of_sides = sides_of_polygon(self.corners_of(cell))
        return [(a, b) if a < b else (b, a) for a, b in ends_of_sides]

    @property
    def sides(self) -> list[Side]:
        """All sides of cells."""
        return sorted(self.cells_by_side)

    def corner_place(self, corner: Corner) -> Place:
        """A corner as a place with a name, which it has by the first cell that it belongs to.

        Example:
            >>> print(Grid.of(2, 2).corner_place((0, 1)))
            the upper right corner of row 1, column 1
        """
        cells = self.cells_at_corner(corner)
        if not cells:
            # Between holes there is a corner without a cell.
            return Place.corner(corner)
        return Place.corner(corner, cells[0], self._direction(cells[0], [corner]))

    def side_place(self, side: Side) -> Place:
        """A side as a place with a name, which it has by the first cell that it belongs to.

        Example:
            >>> print(Grid.of(2, 2).side_place(((1, 0), (1, 1))))
            below row 1, column 1
        """
        cell = self.cells_at_side(side)[0]
        return Place.side(side, cell, self._direction(cell, side))

    def _direction(self, cell: Cell, corners: Sequence[Corner]) -> str:
        """The direction from the middle of a cell to the middle of some corners: one of `WAYS`."""
        # How long the units to the right and downwards are in a picture.
        unit_right, unit_down = (1, 1) if self.shape == "square" else LATTICES[self.shape].unit
        middle_of_cell = np.mean(self.corners_of(cell), axis=0)
        down, right = np.mean(corners, axis=0) - middle_of_cell
        # Clockwise from the right, since y grows downwards.
        angle = atan2(down * unit_down, right * unit_right)
        eighths_of_a_turn = round(angle / (pi / 4))
        return WAYS[eighths_of_a_turn % len(WAYS)]

    def cells_inside(self, line: Iterable[Side]) -> list[Cell]:
        """The cells that cannot be reached from outside without crossing a line.

        Example:
            >>> grid = Grid.of(2, 2)
            >>> grid.cells_inside(grid.sides_of((0, 1)))
            [(0, 1)]
        """
        walls = set(line)
        beside = {side: cells for side, cells in self.cells_by_side.items() if side not in walls}
        edge = [cells[0] for cells in beside.values() if len(cells) < 2]

        def beyond(cell: Cell) -> Iterator[Cell]:
            return (one for side in self.sides_of(cell) for one in beside.get(side, ()))

        outside = {cell for part in parts_of(edge, beyond) for cell in part}
        return [cell for cell in self.cells if cell not in outside]

    # Text

    def rows_of_words(
        self, at: Mapping[Cell, object], empty: str = "-", *, hole: str = "."
    ) -> list[str]:
        """Returns rows of text with a word for every cell, blanks between them; see `read_rows`.

        Args:
            at: The words of cells.
            empty: The word of all other cells.
            hole: What stands where the grid has a hole.

        Example:
            >>> Grid.of(2, 2).rows_of_words({(0, 1): 3})
            ['- 3', '- -']
        """
        cells = self.cell_set
        rows = []
        for r in range(self.rows):
            places = [(r, c) for c in range(self.columns)]
            words = [str(at.get(cell, empty)) if cell in cells else hole for cell in places]
            rows.append(" ".join(words))
        return rows

    def rows_of_values(
        self,
        values: Iterable[Any],
        words: Mapping[Any, str] | str,
        cells: Iterable[Cell] | None = None,
        others: Mapping[Cell, str] | None = None,
        over: Iterable[Mapping[Cell, str]] = (),
    ) -> list[str]:
        """Returns rows of words for values of variables, one for every cell; `?` stands for None.

        Args:
            values: The values.
            words: The word for each value, or a text with a letter for 0, for 1, and so on.
            cells: The cells with a variable, if others have none.
            others: What to write into the others; `-` if nothing is said.
            over: Words of some cells that are written over these, one mapping after the other, such
                as those of each ship that is chosen.

        Example:
            >>> Grid.of(1, 3).rows_of_values([0, 1, None], "-x")
            ['- x ?']
        """
        word_for: dict[Any, str] = dict(enumerate(words) if isinstance(words, str) else words)
        word_for[None] = "?"
        at = dict(others or {})
        for cell, value in zip(self.cells if cells is None else cells, values, strict=True):
            at[cell] = word_for[value]
        for words_on_top in over:
            at |= words_on_top
        return self.rows_of_words(at)

    def rows_of_choices(
        self,
        values: Iterable[Iterable[Any]],
        words: Sequence[object],
        empty: str = "?",
        cells: Iterable[Cell] | None = None,
    ) -> list[str]:
        """Returns rows of words for variables by cell and word: of each cell, the word that is 1.

        Args:
            values: The values of the variables; None for those that are open.
            words: The words.
            empty: What to write into a cell all of whose variables are 0.
            cells: The cells with variables, if others have none; `-` is written into these.

        Example:
            >>> Grid.of(1, 3).rows_of_choices([[1, 0], [0, 1], [None, 0]], "AB")
            ['A B ?']
        """
        at: dict[Cell, object] = {}
        for cell, of_words in zip(cells or self.cells, map(list, values), strict=True):
            if 1 in of_words:
                at[cell] = words[of_words.index(1)]
            else:
                at[cell] = "?" if None in of_words else empty
        return self.rows_of_words(at)

    def read_rows(self, rows: Sequence[str]) -> dict[Cell, str]:
        """Returns the word of every cell in rows; one without blanks has a letter for every cell.

        Raises:
            InputError: If there are not as many as the grid has cells.

        Example:
            >>> Grid.of(1, 3).read_rows(["./."]) == Grid.of(1, 3).read_rows([". / ."])
            True
        """
        read = []
        for row in rows:
            words = row.split()
            has_no_blanks = len(words) == 1 and self.columns > 1
            read.append(list(words[0]) if has_no_blanks else words)
        lengths = [len(words) for words in read]
        if lengths != [self.columns] * self.rows:
            what = f"expected {counted(self.rows, 'row')} of {counted(self.columns, 'word')}"
            raise InputError(what, "write one for each cell, with blanks between them")
        return {(r, c): read[r][c] for r, c in self.cells}

    def word_faults(self, at: Mapping[Cell, str], words: Iterable[str]) -> Iterator[Fault]:
        """Yields the cells in which something else stands than one of some words; `?` is open.

        Example:
            >>> for found in Grid.of(1, 2).word_faults({(0, 0): "?", (0, 1): "o"}, "-x"):
            ...     print(found)
            open: row 1, column 1 is open
            known word: row 1, column 2 has 'o', which is none of - x
        """
        allowed = tuple(words)
        for cell, word in at.items():
            if word in allowed:
                continue
            if word == "?":
                yield fault(OPEN_RULE, "{} is open", cell)
            elif word == "-":
                yield fault(OPEN_RULE, "{} is empty", cell)
            else:
                what = "{} has {}, which is none of {}"
                yield fault("known word", what, cell, quoted(word), " ".join(allowed))


def repeat_faults(
    at: Mapping[Cell, object], areas: Mapping[tuple[str, Any], Iterable[Cell]]
) -> Iterator[Fault]:
    """Yields what stands more than once in an area, by kind and name of the area; `?` is open.

    Example:
        >>> print(*repeat_faults({(0, 0): 3, (0, 1): 4, (0, 2): 3}, Grid.of(1, 3).rows_and_columns))
        repeats: row 1 has the digit 3 more than once
        >>> print(*repeat_faults({(0, 0): "A", (0, 1): "A"}, Grid.of(1, 2).rows_and_columns))
        repeats: row 1 has A more than once
    """
    for (kind, name), area in areas.items():
        cells_with: dict[object, list[Cell]] = {}
        for cell in area:
            if at.get(cell, "?") != "?":
                cells_with.setdefault(at[cell], []).append(cell)
        for word, cells in cells_with.items():
            if len(cells) > 1:
                # Only the cells that clash are marked, and not the whole area.
                place = Place(kind, name, tuple(cells))
                noun = "the digit " if str(word).isdecimal() else ""
                yield fault("repeats", f"{{}} has {noun}{{}} more than once", place, word)


def count_faults(
    counts: Iterable[tuple[Any, Iterable[Any], int]], chosen: Container[Any], what: str
) -> Iterator[Fault]:
    """Yields the places of which not as many things are chosen as a number says.

    Args:
        counts: For each number its place, or the key of one; the things among which it counts; and
            the number. See `Board.counted_clues`.
        chosen: The things that are chosen.
        what: A noun for what is counted, such as `star`; the rule is called `star count` then.

    Example:
        >>> print(*count_faults([(("row", 0), [(0, 0), (0, 1)], 1)], [(0, 0), (0, 1)], "star"))
        star count: row 1 has 2 stars instead of 1
    """
    for place, among, number in counts:
        cells = [cell for cell in among if cell in chosen]
        actual = len(cells)
        if actual != number:
            where = Place.of(place)
            if actual > number and where.kind in _LINES:
                # Of a line with too many, only these are marked.
                where = replace(where, cells=tuple(cells))
            around = " around it" if where.kind == CELL else ""
            sentence = f"{{}} has {{:{what}}}{around} instead of {{}}"
            # While somebody is drawing, too few may become enough, and too many stay too many.
            unfinished = f"unmet {what} count" if actual < number else ""
            yield fault(f"{what} count", sentence, where, actual, number, unfinished=unfinished)


def read_pairs(data: Iterable[Iterable[Sequence[int]]]) -> list[tuple[Cell, Cell]]:
    """Returns pairs of cells or corners as tuples; in plain data, such as JSON, they are lists.

    Example:
        >>> read_pairs([[[0, 0], [0, 1]]])
        [((0, 0), (0, 1))]
    """
    return [((r, c), (next_r, next_c)) for (r, c), (next_r, next_c) in data]
