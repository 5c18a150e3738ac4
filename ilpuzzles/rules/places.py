"""Places on a board: the one file that says what cells, corners, lines and regions are called.

A place is data. Sentences have its name, in which rows and columns are counted from 1; pictures
mark its cells; and JSON has its numbers, from 1 as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, TypeAlias

Point: TypeAlias = tuple[Any, ...]
"""The numbers of a cell, a corner or an atom, from 0."""

AXIS_NAMES: Mapping[int, tuple[str, ...]] = {2: ("row", "column"), 3: ("layer", "row", "column")}
"""The names of the numbers of a cell."""

WAYS = ("right", "lower right", "lower", "lower left", "left", "upper left", "upper", "upper right")
"""The directions from the middle of a cell, clockwise in eighths of a turn."""

_BEYOND = {"right": "right of", "lower": "below", "left": "left of", "upper": "above"}
_BEYOND |= {way: f"at the {way} of" for way in WAYS if " " in way}
"""Where something lies in these directions, with a preposition."""

_BESIDE = {
    "above": "above column",
    "below": "below column",
    "left": "left of row",
    "right": "right of row",
}
"""Clues outside a grid, by their side."""

_DIAGONALS = {
    "down": "the diagonal from the upper left corner",
    "up": "the diagonal from the lower left corner",
}

CELL, CORNER, SIDE, PAIR, SIGN = "cell", "corner", "side", "pair", "sign"
"""Kinds of places that have numbers instead of a name."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a board: a cell, a corner, a line of cells, a region, a clue beside the board.

    Attributes:
        kind: What it is: `cell`, `corner`, `side`, `pair`, `sign`; `row`, `column`, `diagonal`;
            `above`, `below`, `left` or `right` for a clue outside the grid; or a word of the
            puzzle's own such as `region`, `box` or `island`.
        at: What tells it from others of its kind: numbers from 0, a name, or a cell that it has.
        cells: Its cells, where they do not follow from the rest.
        called: Its name, where that does not follow from the rest.

    Example:
        >>> print(Place("cell", (0, 1)), Place("row", 0), Place("region", "A"), sep="; ")
        row 1, column 2; row 1; region A
        >>> print(Place("above", 2), Place("island", (1, 1)), sep="; ")
        the clue above column 3; the island at row 2, column 2
    """

    kind: str
    at: Hashable
    cells: tuple[Point, ...] = field(default=(), compare=False)
    called: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Makes numbers of numpy and lists what dictionaries and JSON take."""
        object.__setattr__(self, "at", _without_numpy(self.at))

    @classmethod
    def of(cls, key: Any) -> Place:
        """The place that a key of the rows of a model stands for: a cell, or a kind and what it is.

        What follows a kind and what it is says nothing of the place, such as a digit.

        Example:
            >>> print(Place.of((0, 1)), Place.of(("column", 0)), Place.of(("row", 0, 5)), sep="; ")
            row 1, column 2; column 1; row 1
        """
        if isinstance(key, Place):
            return key
        if _is_point(key):
            return cls(CELL, _without_numpy(key))
        if is_place(key):
            return cls(key[0], _without_numpy(key[1]))
        raise TypeError(f"no place has the key {key!r}")

    @classmethod
    def corner(cls, at: Point, cell: Point | None = None, way: str = "") -> Place:
        """A corner of cells; without a cell that has it, one of a grid of squares.

        Args:
            at: The corner: in a grid of squares, how many rows and columns lie before it.
            cell: A cell with this corner.
            way: Where the corner lies in that cell; one of `WAYS`.

        Example:
            >>> print(Place.corner((1, 2)), Place.corner((0, 0)), sep="; ")
            the lower right corner of row 1, column 2; the upper left corner of row 1, column 1
        """
        if cell is None:
            row, column = at
            cell = max(row - 1, 0), max(column - 1, 0)
            way = f"{'lower' if row else 'upper'} {'right' if column else 'left'}"
        return cls(CORNER, at, called=f"the {way} corner of {name_of_cell(cell)}")

    @classmethod
    def side(cls, at: Point, cell: Point, way: str) -> Place:
        """A side of a cell.

        Args:
            at: The side: its two ends.
            cell: A cell with this side.
            way: Where the side lies in that cell; one of `WAYS`.

        Example:
            >>> print(Place.side(((1, 0), (1, 1)), (0, 0), "lower"))
            below row 1, column 1
        """
        return cls(SIDE, at, (cell,), f"{_BEYOND[way]} {name_of_cell(cell)}")

    @classmethod
    def pair(cls, one: Point, other: Point) -> Place:
        """The place of a line between the middles of two cells."""
        called = f"from {name_of_cell(one)} to {name_of_cell(other)}"
        return cls(PAIR, (one, other), (one, other), called)

    @classmethod
    def sign(cls, one: Point, other: Point) -> Place:
        """The place of a sign on the side that two cells share.

        Example:
            >>> print(Place.sign((0, 1), (0, 2)))
            the sign between row 1, column 2 and row 1, column 3
        """
        called = f"the sign between {name_of_cell(one)} and {name_of_cell(other)}"
        return cls(SIGN, (one, other), (one, other), called)

    @property
    def name(self) -> str:
        """The name in a sentence."""
        if self.called:
            return self.called
        if self.kind == CELL:
            return name_of_cell(self.at)  # type: ignore[arg-type] # cells are points
        if self.kind in _BESIDE:
            return f"the clue {self.where}"
        if self.kind == "diagonal" and self.at in _DIAGONALS:
            return _DIAGONALS[str(self.at)]
        if _is_point(self.at):
            return f"the {self.kind} at {name_of_cell(self.at)}"  # type: ignore[arg-type] # likewise
        return f"{self.kind} {self._shown()}"

    @property
    def where(self) -> str:
        """Where a clue is that belongs to it, with a preposition: `at row 1, column 2`.

        Example:
            >>> print(Place("left", 0).where, Place("row", 0).where, sep="; ")
            left of row 1; of row 1
            >>> print(Place.pair((0, 0), (0, 1)).where)
            from row 1, column 1 to row 1, column 2
        """
        if self.kind in {SIDE, PAIR}:
            # Their names begin with a preposition.
            return self.name
        if self.kind == SIGN:
            return self.name.removeprefix("the sign ")
        if self.kind in _BESIDE:
            return f"{_BESIDE[self.kind]} {self._shown()}"
        return f"at {self.name}" if self.kind in {CELL, CORNER} else f"of {self.name}"

    @property
    def marks(self) -> tuple[Any, ...]:
        """The keys under which pictures mark it: its cells, or itself where it has none.

        Example:
            >>> Place("cell", (0, 1)).marks, Place("row", 0, ((0, 0), (0, 1))).marks
            (((0, 1),), ((0, 0), (0, 1)))
        """
        if self.cells:
            return self.cells
        return (self.at,) if self.kind == CELL else (self,)

    def _shown(self) -> Any:
        """The number counted from 1, or the name as it is."""
        return self.at + 1 if isinstance(self.at, int) else self.at

    def to_json(self) -> dict[str, Any]:
        """Its name, and what it is, with all numbers counted from 1.

        Example:
            >>> Place("cell", (0, 1)).to_json()
            {'place': 'row 1, column 2', 'cell': [1, 2]}
        """
        return {"place": self.name, self.kind: _from_one(self.at)}

    def __str__(self) -> str:
        return self.name


def is_place(key: object) -> bool:
    """Whether `Place.of` knows what a key stands for; more may follow a kind and what it is.

    Example:
        >>> is_place((0, 1)), is_place(("row", 1)), is_place("A")
        (True, True, False)
    """
    if isinstance(key, Place):
        return True
    if _is_point(key):
        return True
    return isinstance(key, tuple) and len(key) > 1 and isinstance(key[0], str)


def is_number(value: object) -> bool:
    """Whether something is a whole number, perhaps one of numpy, and no truth value."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def name_of_cell(cell: Sequence[int]) -> str:
    """The name of a cell, from its row and its column, or its layer, row and column, from 0.

    What has fewer numbers or more is on no board, and yet has a name.

    Example:
        >>> name_of_cell((0, 1)), name_of_cell((2, 0, 1))
        ('row 1, column 2', 'layer 3, row 1, column 2')
    """
    axes = AXIS_NAMES.get(len(cell))
    if axes is None:
        numbers = ", ".join(str(number + 1) for number in cell)
        return f"the point ({numbers})"
    return ", ".join(f"{axis} {number + 1}" for axis, number in zip(axes, cell, strict=True))


def names_of_cells(cells: Iterable[Sequence[int]], line: str = "column") -> str:
    """The names of several cells together, one row after the other.

    Args:
        cells: The cells: their rows and columns, or their layers, rows and columns, from 0.
        line: What the last number counts.

    Example:
        >>> names_of_cells([(0, 0), (0, 1), (0, 2), (1, 0)])
        'row 1, columns 1 to 3; row 2, column 1'
    """
    rows: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for cell in sorted(map(tuple, cells)):
        rows[cell[:-1]].append(cell[-1] + 1)
    names = []
    for row, numbers in rows.items():
        axes = AXIS_NAMES.get(len(row) + 1)
        if axes is None:
            names += [name_of_cell((*row, number - 1)) for number in numbers]
            continue
        start = [f"{axis} {at + 1}" for axis, at in zip(axes, row, strict=False)]
        counted = line if len(numbers) == 1 else f"{line}s"
        names.append(", ".join([*start, f"{counted} {_list_numbers(numbers)}"]))
    return "; ".join(names)


def _list_numbers(numbers: Sequence[int]) -> str:
    """Ascending numbers, as a person says them: `1 and 2`, `1 to 4`, `1, 2 and 5`."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return f"{first} to {last}"
    *most, end = map(str, numbers)
    return f"{', '.join(most)} and {end}" if most else end


def _is_point(at: object) -> bool:
    """Whether something is the numbers of a cell."""
    return isinstance(at, tuple) and len(at) in AXIS_NAMES and all(map(is_number, at))


def _without_numpy(at: Any) -> Any:
    """The same with whole numbers of Python, which can be written as JSON."""
    if isinstance(at, tuple | list):
        return tuple(map(_without_numpy, at))
    return int(at) if is_number(at) else at


def _from_one(at: Any) -> Any:
    """Numbers counted from 1, in lists as JSON has them."""
    if isinstance(at, tuple):
        return [_from_one(one) for one in at]
    return at + 1 if isinstance(at, int | float) else at
