"""Boards: the givens in the cells of a grid and beside it, read from the rows of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from math import sqrt
from typing import Any

from ilpuzzles.errors import InputError, Problem, counted, in_words, quoted
from ilpuzzles.genres.clue_words import OPEN, UP_TO_ROWS, Patterns, clues_in_words, is_clue
from ilpuzzles.genres.former_names import with_former_keywords, with_former_members
from ilpuzzles.genres.grid import STEPS, Cell, Corner, Grid, Pair
from ilpuzzles.genres.lines import rows_of_lines
from ilpuzzles.rules.faults import OPEN_RULE, Fault, fault
from ilpuzzles.rules.places import CELL, CORNER, PAIR, SIDE, SIGN, Place, is_place, name_of_cell

EMPTY = frozenset({OPEN, "."})
"""What stands in a cell without a clue."""

HOLE = "#"
"""What stands where there is no cell, in a grid with holes."""

NO_REGION = frozenset({"#", "@"})
"""Names of what is no region, where a genre has such cells."""

MANY_IN_A_ROW = 16
"""From so many cells on, a single row may be all rows of a square board behind each other."""

NO_SIGN = "."
"""The letter between two cells without a sign, and between four cells."""

_STEP = re.compile(r"(?:([0-9]+)[.]|([^0-9.,]+)[.]?)([1-9][0-9]*)")
"""The step of a path in a cell: the name and a number, with a point between two numbers."""

_DRAWN = ("board", "regions", "corners", "walls", "signs", "paths")

BOARD_FIELDS = ("board", "rows", "columns", "given", "shape")
"""Fields that every board may have."""

BESIDE = ("above", "below", "left", "right")
"""Where clues may stand outside the grid: one for each column or each row."""

PARTS = frozenset({*_DRAWN, *BESIDE})
"""Fields that are parts of a board, of which every genre has its own."""


@dataclass(frozen=True, slots=True)
class FieldProblem(Problem):
    """Something that is wrong with a field of a board; `row` is that of a drawing or a list.

    Whoever has read the fields from a file knows in which line that is, and an editor shows the
    word in this `column`, if one word is wrong.
    """

    field: str = ""
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class SquareProblem(FieldProblem):
    """A board that is no square, in a genre that needs one."""


def _require_no_rows(words: Sequence[str]) -> None:
    """Raises if the words of a single row are rows of letters, with blanks between them."""
    lengths = {len(word) for word in words}
    if len(words) > 1 and len(lengths) == 1 and min(lengths) > 1:
        what = f"{len(words)} rows of {min(lengths)} cells with blanks between them"
        raise _wrong("board", what, "write a slash or a line break between rows", 0)


def _wrong(
    field: str, what: str, advice: str, row: int | None = None, column: int | None = None
) -> InputError:
    """The error of a field."""
    return InputError(FieldProblem(what, advice, "", field, row, column))


class AskedFields(dict[str, Any]):
    """Fields of an instance that remember which names they were asked for.

    Example:
        >>> fields = AskedFields({"board": ["1-"], "fill": False})
        >>> fields.get("full", True), "board" in fields, sorted(fields.asked)
        (True, True, ['board', 'full'])
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.asked: set[str] = set()
        # The values of fields that were asked for and may be missing.
        self.defaults: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, otherwise: Any = None) -> Any:
        """A field, or something else if it is not there."""
        self.asked.add(name)
        if otherwise is not None:
            self.defaults.setdefault(name, otherwise)
        return super().get(name, otherwise)


@with_former_members
@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board: a grid, and what is given in its cells and beside it.

    Attributes:
        grid: The grid.
        clues: What stands in cells, as it is written; cells without a clue are left out.
        regions: The cells of each region, by its name; empty if there are none.
        corner_clues: What stands at corners of squares.
        walls: Pairs of cells with a wall between them that is given besides the regions.
        numbers_beside: By `above`, `below`, `left` and `right`: the numbers for each column or row.
        fields: Everything that the instance says.
        areas: The cells of further areas, by their kind and name, such as the boxes of a Sudoku
            whose regions are cages.
        signs: What stands on the side that two cells share.
        paths: The cells of each path from its first one on, by its name.

    Example:
        >>> board = Board.read({"board": ["3-", "-1"], "regions": ["AB", "AA"]})
        >>> board.numbers, board.regions["A"]
        ({(0, 0): 3, (1, 1): 1}, [(0, 0), (1, 0), (1, 1)])
        >>> Board.read({"board": ["3 12 -"], "left": ["1 2"]}).numbers_beside["left"]
        [[1, 2]]
    """

    grid: Grid
    clues: Mapping[Cell, str]
    regions: Mapping[str, list[Cell]]
    corner_clues: Mapping[Corner, str]
    walls: frozenset[Pair]
    numbers_beside: Mapping[str, list[list[int]]]
    fields: Mapping[str, Any] = field(repr=False)
    areas: Mapping[tuple[str, Any], Sequence[Cell]] = field(default_factory=dict, repr=False)
    signs: Mapping[Pair, str] = field(default_factory=dict)
    paths: Mapping[str, list[Cell]] = field(default_factory=dict)
    _numbers: dict[Cell, int] = field(default_factory=dict, init=False, repr=False)
    _cells_of: dict[tuple[str, Any], Sequence[Cell]] = field(
        default_factory=dict, init=False, repr=False
    )

    @classmethod
    def read(
        cls,
        fields: Mapping[str, Any],
        *,
        clues: Patterns = "",
        signs: Patterns = "",
        holes: bool = False,
        empty: str = "",
    ) -> Board:
        """Reads the fields of an instance.

        `board` and `regions` are drawings, texts or lists of rows: one letter for each cell, or
        words with blanks between them; `-` and `.` are empty. `rows` and `columns` can stand for an
        empty board. `corners` is a drawing as well, with a word for each corner of squares, and
        `walls` one with the sides of cells that have a wall, such as `es` for two.
        `signs` draws the cells with their clues and what is between them, in 2n - 1 rows for n rows
        of cells: `-` is a cell without a clue, and `.` a side without a sign. `paths` has the name
        of a path and a number for each cell on one, such as `A1`, `A2` or `2.1`, with a comma
        between those of several paths.
        `above`, `below`, `left` and `right` have a text of numbers for each line. `given` has
        further clues, each as `[row, column, clue]`, or for a sign the rows and columns of both
        cells before it. `shape` is what cells are.

        Args:
            fields: The fields.
            clues: What a clue looks like, a regular expression; anything if empty. Or several of
                these, each with what such a clue means. `[1-N]` is a number up to that of rows.
            signs: What a sign between two cells looks like, likewise.
            holes: Whether `#` is a place without a cell.
            empty: Further letters that stand in open cells: `0` in a Sudoku.

        Raises:
            InputError: With the place of what is wrong.
        """
        drawn = {name: _drawing(name, fields[name]) for name in _DRAWN if name in fields}
        corners = drawn.pop("corners", {})
        walls = drawn.pop("walls", {})
        in_signs, between = _apart(drawn.pop("signs", {}))
        if in_signs:
            drawn["board"] = _merged(drawn["board"], in_signs) if "board" in drawn else in_signs
        paths = drawn.pop("paths", {})
        if not drawn:
            size = max(corners) if corners else _last_and_one(paths) if paths else _size(fields)
            drawn["board"] = {(r, c): "-" for r in range(size[0]) for c in range(size[1])}
        first, words = next(iter(drawn.items()))
        grid = Grid.with_cells(
            (cell for cell, word in words.items() if not (holes and word == HOLE)),
            str(fields.get("shape", "square")),
        )
        for name, drawing in drawn.items():
            if drawing.keys() != words.keys():
                what = f"{name!r} has {_size_in_words(drawing)}, "
                what += f"and {first!r} has {_size_in_words(words)}"
                raise _wrong(name, what, "draw both with the same cells")
        board = drawn.get("board", {})
        is_open = EMPTY.union(empty)
        in_cells = {
            cell: board[cell] for cell in grid.cells if board.get(cell, OPEN) not in is_open
        }
        further = _further_clues(fields.get("given", ()), grid)
        in_cells |= {at: word for at, word in further.items() if at in grid}
        between |= {at: word for at, word in further.items() if at not in grid}
        at_corners = {corner: word for corner, word in corners.items() if word not in EMPTY}
        if UP_TO_ROWS in clues and grid.rows != grid.columns:
            raise _no_square(grid, {} if "regions" in drawn else board)
        told_at: dict[Any, tuple[Any, ...]] = {
            cell: ("signs", *_in_drawing(cell, cell))
            for cell, word in in_signs.items()
            if word == in_cells.get(cell)
        }
        told_at |= {at: ("given", number) for number, at in enumerate(further)}
        if clues:
            _require_clues(clues, grid, in_cells, at_corners, told_at)
        _require_signs(signs, grid, between, told_at)
        regions: Any = grid.cells_by_name(drawn["regions"]) if "regions" in drawn else {}
        beside = {name: _numbers(name, fields[name], grid) for name in BESIDE if name in fields}
        return cls(
            grid=grid,
            clues=dict(sorted(in_cells.items())),
            regions=regions,
            corner_clues=at_corners,
            walls=_walls(walls, grid),
            numbers_beside=beside,
            fields=fields,
            signs=dict(sorted(between.items())),
            paths=_paths(paths, grid),
        )

    @property
    def free_grid(self) -> Grid:
        """The grid of the cells without a clue.

        Raises:
            InputError: If there are none.

        Example:
            >>> Board.read({"board": ["3-", "-1"]}).free_grid.neighbours((0, 0))
            [(0, 1), (1, 0)]
        """
        return Grid.with_cells(
            (cell for cell in self.grid.cells if cell not in self.clues), self.grid.shape
        )

    @property
    def numbers(self) -> dict[Cell, int]:
        """The clues that are whole numbers."""
        if not self._numbers:
            numbers = {cell: int(word) for cell, word in self.clues.items() if word.isdecimal()}
            self._numbers.update(numbers)
        return self._numbers.copy()

    @property
    def diagonals(self) -> dict[tuple[str, str], list[Cell]]:
        """Both diagonals of a square board, if the field `diagonals` says that they count.

        Raises:
            InputError: If it is neither true nor false.
        """
        if not self.flag("diagonals"):
            return {}
        down = [(n, n) for n in range(self.square_size)]
        up = [(r, self.square_size - 1 - c) for r, c in down]
        return {("diagonal", "down"): down, ("diagonal", "up"): up}

    @property
    def clue_regions(self) -> dict[Cell, list[Cell]]:
        """The cells of the region of each clue, by the cell in which the clue stands.

        Raises:
            InputError: If there are no regions, or one of them has two clues.
        """
        self.require_single_clues()
        return {
            cell: cells for cells in self.regions.values() for cell in cells if cell in self.clues
        }

    def require_single_clues(self, kind: str = "region") -> None:
        """Raises unless there are regions, and none of them has two clues.

        Args:
            kind: What a region is called: `region`, `room`, `cage`.

        Raises:
            InputError: With the cells of the clues.
        """
        if not self.regions:
            raise InputError("there are no regions", "draw 'regions', with a name in each cell")
        for name, cells in self.regions.items():
            clues = [cell for cell in cells if cell in self.clues]
            if len(clues) > 1:
                where = in_words([f"at {name_of_cell(cell)}" for cell in clues])
                what = f"{Place(kind, name)} has {len(clues)} clues, {where}"
                raise self._wrong_clue(clues[-1], what, "give it one")

    def _wrong_clue(self, at: Cell | Corner, what: str, advice: str) -> InputError:
        """The error of a clue in a cell or at a corner."""
        drawing = "corners" if at in self.corner_clues else "board"
        if drawing not in self.fields:
            return _wrong("given", what, advice)
        return _wrong(drawing, what, advice, *at)

    def require_whole_regions(self, kind: str = "region") -> None:
        """Raises unless the cells of each region hang together along sides.

        Args:
            kind: What a region is called: `region`, `box`, `cage`.

        Raises:
            InputError: With the first cell of each smaller part, if regions are in several parts.

        Example:
            >>> Board.read({"regions": ["AAB", "BBB"]}).require_whole_regions()
            >>> Board.read({"regions": ["ABA", "ABB"]}).require_whole_regions()
            Traceback (most recent call last):
            ...
            ilpuzzles.errors.InputError: region A is in 2 parts: row 1, column 3 does not hang \
together with the rest; give it to a region beside it, or draw what is between them
        """
        problems = []
        for name, cells in self.regions.items():
            parts = [] if name in NO_REGION else self.grid.connected_parts(cells)
            if len(parts) < 2:
                continue
            smallest = min(parts, key=len)
            what = f"{Place(kind, name)} is in {counted(len(parts), 'part')}: "
            what += f"{name_of_cell(smallest[0])} does not hang together with the rest"
            advice = f"give it to a {kind} beside it, or draw what is between them"
            problems.append(FieldProblem(what, advice, "", "regions", *smallest[0]))
        if problems:
            raise InputError(*problems)

    def words(self, solution: Mapping[str, Any]) -> dict[Cell, str]:
        """The word for every cell in the rows of a solution; see `Grid.rows_of_words`."""
        return self.grid.read_rows(solution["rows"])

    def clue_faults(self, words: Mapping[Cell, str]) -> Iterator[Fault]:
        """Yields the cells with clues in which a solution has something else; `?` is open."""
        for cell, word in self.clues.items():
            if words[cell] == word:
                continue
            if words[cell] == "?":
                yield fault(OPEN_RULE, "{} is open", cell)
            else:
                yield fault("clue stays", "{} has {} instead of {}", cell, words[cell], word)

    def place_of(self, key: Any) -> Place | None:
        """The place that a key of rows stands for, with its cells; None if it is none.

        Example:
            >>> board = Board.read({"board": ["3-", "-1"]})
            >>> print(board.place_of(("above", 1)), board.place_of("loop"))
            the clue above column 2 None
        """
        if key in self.corner_clues:
            return self.grid.corner_place(key)
        if key in self.signs:
            return Place.sign(*key)
        is_elsewhere = isinstance(key, tuple) and len(key) > 2 and not isinstance(key[0], str)
        if is_elsewhere or not is_place(key):
            return None
        return self.with_cells(Place.of(key))

    def with_cells(self, place: Place) -> Place:
        """A place with its cells, if it has none and they are known: those of a line or a region.

        Example:
            >>> Board.read({"board": ["3-", "-1"]}).with_cells(Place("above", 1)).cells
            ((0, 1), (1, 1))
        """
        if place.cells or place.kind in {CELL, CORNER, SIDE, PAIR, SIGN}:
            return place
        if not self._cells_of:
            self._cells_of.update(self._areas())
        return replace(place, cells=tuple(self._cells_of.get((place.kind, place.at), ())))

    def _areas(self) -> dict[tuple[str, Any], Sequence[Cell]]:
        """The cells of all lines, of the lines of clues beside the grid, and of all regions."""
        areas: dict[tuple[str, Any], Sequence[Cell]] = dict(self.grid.rows_and_columns)
        for (kind, n), cells in self.grid.rows_and_columns.items():
            for side in ("left", "right") if kind == "row" else ("above", "below"):
                areas[side, n] = cells
        for name, cells in self.regions.items():
            areas |= {(kind, name): cells for kind in ("region", "box", "cage")}
        return {**areas, **self.areas}

    def cells_with_word(self, solution: Mapping[str, Any], *words: str) -> set[Cell]:
        """The cells with one of these words in the rows of a solution.

        Example:
            >>> Board.read({"board": ["--"]}).cells_with_word({"rows": ["- x"]}, "x")
            {(0, 1)}
        """
        return {cell for cell, word in self.words(solution).items() if word in words}

    def cells_with_clue(self, *words: str) -> list[Cell]:
        """The cells with one of these clues."""
        return [cell for cell, word in self.clues.items() if word in words]

    @property
    def region_of(self) -> dict[Cell, str]:
        """The name of each cell's region."""
        return {cell: name for name, cells in self.regions.items() for cell in cells}

    @property
    def comparisons(self) -> dict[Pair, Pair]:
        """For each pair of cells with a sign, the cell that is less and the one that is greater.

        The signs are `<` and `>` in a row, and `^` (less above) and `v` in a column.

        Raises:
            InputError: If there is another sign.

        Example:
            >>> Board.read({"signs": ["->-", "^..", "-.-"]}).comparisons
            {((0, 0), (0, 1)): ((0, 1), (0, 0)), ((0, 0), (1, 0)): ((0, 0), (1, 0))}
        """
        found = {}
        for (one, other), sign in self.signs.items():
            less, greater = "<>" if one[0] == other[0] else "^v"
            if sign not in {less, greater}:
                what = f"there is {quoted(sign)} {Place.sign(one, other).where}"
                where = () if "signs" not in self.fields else _in_drawing(one, other)
                raise _wrong("signs", what, f"write {less} or {greater} there", *where)
            found[one, other] = (one, other) if sign == less else (other, one)
        return found

    @with_former_keywords
    def counted_clues(self, counted: Callable[[Cell], Any]) -> list[tuple[Cell, Any, int]]:
        """Returns every cell or corner with a number, what the number counts, and the number.

        What follows the number does not matter, as in `2e`.

        Args:
            counted: For a cell or corner, the things among which its number counts.

        Returns:
            For each number: its cell or corner, these things, and the number; see `exact_counts`.

        Raises:
            InputError: If a number is greater than the number of things.

        Example:
            >>> board = Board.read({"board": ["-2", "--"]})
            >>> board.counted_clues(board.grid.neighbours)
            [((0, 1), [(1, 1), (0, 0)], 2)]
        """
        numbers = []
        for drawing, words in (("", self.clues), ("corners", self.corner_clues)):
            for place, word in words.items():
                digits = re.match("[0-9]+", word)
                if digits is None:
                    continue
                among = counted(place)
                number = int(digits[0])
                if number > len(among):
                    where = Place.corner(place) if drawing else Place(CELL, place)
                    what = f"the clue {where.where} counts {number}, and there are {len(among)}"
                    raise self._wrong_clue(place, f"{what} to count", "write a smaller number")
                numbers.append((place, among, number))
        return numbers

    def counted_lines(
        self, cells: Iterable[Cell], total: int | None = None
    ) -> list[tuple[tuple[str, int], list[Cell], int]]:
        """Every row and column with a number left of it or above it, which counts chosen cells.

        Args:
            cells: The cells that can be chosen.
            total: How many of all are; None if that is not known.

        Returns:
            For each number: the line, its cells that can be chosen, and the number.

        Raises:
            InputError: If a line has several numbers or more than it has cells, if the numbers of
                all rows or of all columns make another total, or if there are numbers elsewhere.

        Example:
            >>> Board.read({"rows": 2, "columns": 2, "left": "- 1"}).counted_lines([(1, 0)], 1)
            [(('row', 1), [(1, 0)], 1)]
        """
        for side in self.numbers_beside.keys() & {"below", "right"}:
            what = f"the field {side!r} is not used here"
            raise _wrong(side, what, "write numbers into 'above' and 'left' alone")
        choosable = set(cells)
        counts: list[tuple[tuple[str, int], list[Cell], int]] = []
        for (kind, n), line in self.grid.rows_and_columns.items():
            side = "left" if kind == "row" else "above"
            numbers = self.numbers_beside.get(side, {n: []})[n]
            of_line = [cell for cell in line if cell in choosable]
            if len(numbers) > 1 or sum(numbers) > len(of_line):
                clue = " ".join(map(str, numbers))
                room = counted(len(of_line), "cell")
                what = f"{Place(kind, n).name} counts {clue}, and {room} of it can be chosen"
                raise _wrong(side, what, "write how many are, or - for any number", n)
            counts += [((kind, n), of_line, number) for number in numbers]
        for kind, size in (("row", self.grid.rows), ("column", self.grid.columns)):
            of_kind = [number for line, _, number in counts if line[0] == kind]
            is_complete = len(of_kind) == size
            if total is None:
                # The rows say it, where all of them have a number.
                total = sum(of_kind) if is_complete else None
            elif sum(of_kind) > total or (is_complete and sum(of_kind) < total):
                what = f"the {kind}s count {sum(of_kind)} cells, and {total} are to be chosen"
                raise InputError(what, "correct 'above' or 'left'")
        return counts

    @property
    def square_size(self) -> int:
        """The number of rows of a square board, and of its columns.

        Raises:
            InputError: If the board is not square.
        """
        if self.grid.rows != self.grid.columns:
            raise _no_square(self.grid, {} if self.regions else self.clues)
        return self.grid.rows

    @with_former_keywords
    def flag(self, name: str, *, default: bool = False) -> bool:
        """Returns a field that is true or false.

        Raises:
            InputError: If the field is something else.
        """
        value = self.fields.get(name, default)
        if not isinstance(value, bool):
            raise _wrong(name, f"{name!r} is {quoted(value)}", "write true or false")
        return value

    @with_former_keywords
    def number(self, name: str, least: int = 0, default: int | None = None) -> int:
        """Returns a field that is a whole number.

        Raises:
            InputError: If the field is missing, or not a whole number from the least one on.
        """
        value = self.fields.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            is_missing = name not in self.fields
            what = f"there is no {name!r}" if is_missing else f"{name!r} is {quoted(value)}"
            raise _wrong(name, what, f"write a whole number from {least} on")
        return value

    def line_solution(
        self, pairs: Sequence[Pair], values: Sequence[Any], words: Mapping[Cell, str] | None = None
    ) -> dict[str, Any]:
        """Returns a solution with lines between squares, or as much of it as is known.

        Args:
            pairs: The pairs of cells between which there may be lines.
            values: For each of them 1 for a line, 0 for none, and None if that is open.
            words: What to write into cells without lines; `-` if nothing is said.

        Returns:
            `rows` of words, see `rows_of_lines`; and where something is open, `none` with the pairs
            that have no line for sure.

        Example:
            >>> board = Board.read({"board": ["--", "--"]})
            >>> board.line_solution(board.grid.neighbour_pairs, [1, 0, 1, None])
            {'rows': ['e sw', '? n?'], 'none': [((0, 0), (1, 0))]}
        """
        rows = rows_of_lines(self.grid, pairs, values, words)
        if all(value is not None for value in values):
            return {"rows": rows}
        none = [pair for pair, on in zip(pairs, values, strict=True) if on == 0]
        return {"rows": rows, "none": none}

    def with_only(
        self, kept: Collection[Any], among: Collection[Any], unknown: str = OPEN
    ) -> dict[str, Any]:
        """Returns the fields of the same board without some of its clues, which are not known.

        Args:
            kept: The keys of the clues that stay: cells, corners, or lines such as `("row", 1)`.
            among: The keys of all clues that are known or not; what else is given stays.
            unknown: What stands in a cell of whose clue nothing is known.

        Example:
            >>> board = Board.read({"board": ["3-", "-1"], "left": "2 1"})
            >>> board.with_only([(0, 0)], [(0, 0), (1, 1), ("row", 0)])
            {'board': ['3 -', '- -'], 'left': ['-', '1']}
        """
        gone = set(among).difference(kept)

        def without(drawn: Mapping[Cell, str]) -> dict[Cell, str]:
            words = {at: unknown if at in gone else word for at, word in drawn.items()}
            return {at: word for at, word in words.items() if word != OPEN}

        at_corners = bool(self.corner_clues)
        clues: dict[Any, str] = without(self.corner_clues if at_corners else self.clues)
        clues |= {at: word for at, word in self.signs.items() if at not in gone}
        fields = self.with_clues(clues, corners=at_corners)
        if at_corners and self.clues:
            fields["board"] = self.grid.rows_of_words(without(self.clues), hole=HOLE)
        for side in BESIDE:
            if side not in fields:
                continue
            kind = "row" if side in {"left", "right"} else "column"
            lines = fields[side].split() if isinstance(fields[side], str) else list(fields[side])
            fields[side] = [
                OPEN if gone & {(side, n), (kind, n)} else line for n, line in enumerate(lines)
            ]
        return fields

    def with_clues(
        self, clues: Mapping[Any, str], *, corners: bool = False, signs: bool = False
    ) -> dict[str, Any]:
        """The fields of an instance with these clues and no others.

        Args:
            clues: The clues, by their cells, and signs by the two cells between which they stand.
            corners: Whether they stand at corners, and not in cells.
            signs: Whether there is a drawing of signs, even if the instance has none.
        """
        known = {"given", "rows", "columns", "board", "corners", "signs"}
        kept = {name: value for name, value in self.fields.items() if name not in known}
        if signs or "signs" in self.fields:
            return {"signs": rows_with_signs(self.grid, clues), **kept}
        if corners or "corners" in self.fields:
            size = self.grid.rows + 1, self.grid.columns + 1
            return {"corners": Grid.of(*size).rows_of_words(clues), **kept}
        return {"board": self.grid.rows_of_words(clues, hole=HOLE), **kept}


def rows_with_signs(grid: Grid, clues: Mapping[Any, str]) -> list[str]:
    """The rows of a drawing with clues in cells and signs between two cells.

    Example:
        >>> rows_with_signs(Grid.of(2, 2), {(0, 0): "3", ((0, 0), (0, 1)): "<"})
        ['3 < -', '. . .', '- . -']
    """
    whole = Grid.of(2 * grid.rows - 1, 2 * grid.columns - 1)
    words = dict.fromkeys(whole.cells, NO_SIGN)
    for r, c in product(range(grid.rows), range(grid.columns)):
        words[2 * r, 2 * c] = OPEN if (r, c) in grid else HOLE
    for at, word in clues.items():
        words[_in_drawing(at, at) if at in grid else _in_drawing(*at)] = word
    return whole.rows_of_words(words)


def _in_drawing(one: Cell, other: Cell) -> Cell:
    """Where a cell, or the side of two cells, is in a drawing with signs between cells."""
    return one[0] + other[0], one[1] + other[1]


def _apart(words: Mapping[Cell, str]) -> tuple[dict[Cell, str], dict[Pair, str]]:
    """The words of a drawing that stand in cells, and the signs between two cells."""
    if words and (max(words)[0] % 2 or max(words)[1] % 2):
        what = f"'signs' has {_size_in_words(words)}"
        advice = "draw the cells and what is between them: 5 rows for 3 rows of cells"
        raise _wrong("signs", what, advice)
    in_cells: dict[Cell, str] = {}
    between: dict[Pair, str] = {}
    for (r, c), word in words.items():
        if r % 2 == c % 2 == 0:
            in_cells[r // 2, c // 2] = word
        elif word in EMPTY:
            continue
        elif r % 2 and c % 2:
            what = f"{name_of_cell((r, c))} of 'signs' has {quoted(word)}"
            raise _wrong("signs", what, "four cells meet there: write a point", r, c)
        else:
            between[(r // 2, c // 2), ((r + 1) // 2, (c + 1) // 2)] = word
    return in_cells, between


def _merged(words: Mapping[Cell, str], others: Mapping[Cell, str]) -> dict[Cell, str]:
    """The words of two drawings of the same cells, of which one may be open in each cell."""
    if words.keys() != others.keys():
        what = f"'board' has {_size_in_words(words)}, and 'signs' {_size_in_words(others)} of cells"
        raise _wrong("signs", what, "draw both with the same cells")
    for cell, word in others.items():
        if word not in EMPTY and words[cell] not in EMPTY and words[cell] != word:
            what = f"{name_of_cell(cell)} has {quoted(words[cell])} in 'board' "
            what += f"and {quoted(word)} in 'signs'"
            raise _wrong("signs", what, "write it into one of them", *_in_drawing(cell, cell))
    return {cell: words[cell] if word in EMPTY else word for cell, word in others.items()}


def _last_and_one(words: Mapping[Cell, str]) -> Cell:
    """How many rows and columns a drawing has."""
    row, column = max(words)
    return row + 1, column + 1


def _require_clues(
    clues: Patterns,
    grid: Grid,
    in_cells: Mapping[Cell, str],
    at_corners: Mapping[Corner, str],
    told_at: Mapping[Any, tuple[Any, ...]],
) -> None:
    """Raises unless all words in cells and at corners are clues.

    Args:
        clues: What a clue looks like.
        grid: The grid.
        in_cells: The words in cells.
        at_corners: The words at corners.
        told_at: The field and the place in it that have the word of a cell, if not the board.
    """
    # Words are tested once each, since boards have many cells and few different clues.
    different = {*in_cells.values(), *at_corners.values()}
    strange = {word for word in different if not is_clue(clues, word, grid.rows)}
    if strange and grid.rows == 1 and grid.columns > 1:
        _require_no_rows([*in_cells.values()])
    for cell, word in [*in_cells.items(), *at_corners.items()]:
        if word in strange:
            what = f"{name_of_cell(cell)} of the board has {quoted(word)}"
            advice = f"a clue is {clues_in_words(clues, grid.rows)}"
            drawing = "board" if cell in in_cells else "corners"
            name, *where = told_at.get(cell, (drawing, *cell))
            raise _wrong(name, what, advice, *where)


def _require_signs(
    signs: Patterns,
    grid: Grid,
    between: Mapping[Pair, str],
    told_at: Mapping[Any, tuple[Any, ...]],
) -> None:
    """Raises unless all signs stand between two cells, and are known; see `_require_clues`."""
    if between and grid.shape != "square":
        raise _wrong("signs", f"signs between {grid.shape} cells", "draw them on squares")
    for pair, word in between.items():
        advice = ""
        if not grid.cell_set.issuperset(pair):
            advice = "there is no cell beside it"
        elif signs and not is_clue(signs, word, grid.rows):
            advice = f"a sign is {clues_in_words(signs, grid.rows)}"
        if advice:
            what = f"there is {quoted(word)} {Place.sign(*pair).where}"
            name, *where = told_at.get(pair, ("signs", *_in_drawing(*pair)))
            raise _wrong(name, what, advice, *where)


def _size_in_words(cells: Collection[Cell]) -> str:
    """How many rows and columns a drawing has that begins at its first cell."""
    rows, columns = map(max, zip(*cells, strict=True))
    return f"{counted(rows + 1, 'row')} and {counted(columns + 1, 'column')}"


def _no_square(grid: Grid, words: Mapping[Cell, str]) -> InputError:
    """The error of a board that is not square, with what is drawn in its cells."""
    what = f"the board has {counted(grid.rows, 'row')} and {counted(grid.columns, 'column')}"
    advice = "draw a square"
    if grid.rows == 1 and grid.columns >= MANY_IN_A_ROW:
        # All rows of a board behind each other, of which a letter is missing or too much.
        nearest = round(sqrt(grid.columns))
        what = f"{grid.columns} cells in one row"
        advice = f"a board of {nearest}x{nearest} has {nearest * nearest}"
    # Two squares one below the other, of which only the upper one has open cells, are likely a
    # board and its regions, without the empty row between them.
    side = grid.columns
    below = [word for (r, _), word in words.items() if r >= side]
    has_open_cells = not EMPTY.isdisjoint(words.values())
    if grid.rows == 2 * side and has_open_cells and EMPTY.isdisjoint(below):
        advice += f", and an empty row before row {side + 1} if regions begin there"
    return InputError(SquareProblem(what, advice, "", "board"))


def rows_of(text: object, name: str = "board") -> list[list[str]]:
    r"""The words in the rows of a drawing, which is a text or a list of rows.

    - Where no row has blanks, every letter is a word.
    - Where tabs separate as many entries in every row, as in a spreadsheet, they are the words.
    - Where every row has as many words, or open cells are written as `-` or `.`, blanks separate
      words. A row without a word has no cells, and is an error later.
    - In every other drawing a letter is a word, and a blank is an open cell. Blanks at the ends of
      rows may be missing, since editors cut them off, but not those of some rows alone.

    Empty lines before and after a text do not matter.

    Raises:
        InputError: If it is something else, or has several lines in one of its rows.

    Example:
        >>> rows_of("3-\n-1"), rows_of(["12 -", "- x"])
        ([['3', '-'], ['-', '1']], [['12', '-'], ['-', 'x']])
        >>> rows_of("    \n 2  \n    ")
        [['-', '-', '-', '-'], ['-', '2', '-', '-'], ['-', '-', '-', '-']]
        >>> rows_of("5\t\t7\n\t12\t")
        [['5', '-', '7'], ['-', '12', '-']]
    """
    if isinstance(text, str):
        lines = _without_empty_ends(text.splitlines())
    elif isinstance(text, list) and all(isinstance(line, str | int) for line in text):
        # YAML takes a row of digits for a number.
        lines = [str(line) for line in text]
    else:
        raise _wrong(name, f"{name!r} is no drawing", "write a list of rows, each a text")
    has_inner_tabs = any("\t" in line.strip() for line in lines)
    is_margin = not has_inner_tabs and all(line.startswith("\t") for line in lines)
    if any("\t" in line for line in lines) and not is_margin:
        entries = [[entry.strip() for entry in line.split("\t")] for line in lines]
        if len({len(row) for row in entries}) == 1 and not any(
            " " in entry for row in entries for entry in row
        ):
            return [[entry or OPEN for entry in row] for row in entries]
        if has_inner_tabs:
            return [line.split() for line in lines]
    lines = [line.replace("\t", " ") for line in lines]
    if has_open_blanks(lines):
        return _rows_with_blanks(lines)
    words = [line.split() for line in lines]
    are_letters = all(len(row) <= 1 for row in words)
    return [list(row[0]) if are_letters and row else row for row in words]


def has_open_blanks(lines: Sequence[str]) -> bool:
    """Whether a blank is an open cell in a drawing, and does not separate words.

    Example:
        >>> has_open_blanks(["5  3", " 7 "]), has_open_blanks(["5 -", "- 3"])
        (True, False)
    """
    words = [line.split() for line in lines]
    has_blanks = any(" " in line for line in lines) or not all(words)
    if not (has_blanks and any(words)) or any(EMPTY.intersection(line) for line in lines):
        return False
    margins = {len(line) - len(line.lstrip()) for line in lines}
    is_trimmed = all(line == line.rstrip() for line in lines)
    counts = {len(row) for row in words}
    if counts == {1}:
        # Rows of letters with a margin before them.
        return not (is_trimmed and len(margins) == 1 and len({len(row[0]) for row in words}) == 1)
    if len(counts) == 1:
        return False
    # Where single blanks separate words in every row, one of the words is missing.
    is_separated = all(words) and all(" ".join(line.split()) == line.strip() for line in lines)
    is_full = not is_trimmed and len(set(map(len, lines))) == 1
    return not (is_separated and len(margins) == 1 and not is_full)


def _rows_with_blanks(lines: Sequence[str]) -> list[list[str]]:
    """The letters in the rows of a drawing, where a blank is an open cell."""
    width = max(map(len, lines))
    is_trimmed = all(line == line.rstrip() for line in lines if line.strip())
    rows = [line.ljust(width) if is_trimmed or not line.strip() else line for line in lines]
    return [list(line.replace(" ", OPEN)) for line in rows]


def _without_empty_ends(lines: Sequence[str]) -> list[str]:
    """The lines of a drawing without those at both ends that have nothing in them.

    A line of blanks is one of these as well, unless it is as long as the others.
    """
    width = max((len(line) for line in lines if line.strip()), default=0)
    drawn = [n for n, line in enumerate(lines) if line.strip() or len(line) == width]
    return list(lines[drawn[0] : drawn[-1] + 1]) if width else []


def _drawing(name: str, text: Any) -> dict[Cell, str]:
    rows = rows_of(text, name)
    if not any(rows):
        raise _wrong(name, f"{name!r} is empty", "draw its rows")
    if name == "regions" and has_open_blanks(text.splitlines() if isinstance(text, str) else text):
        advice = "write the name of a region into each"
        raise _wrong(name, "a cell in 'regions' is blank", advice)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            length = counted(len(row), "cell")
            what = f"row {number} of {name!r} has {length}, and row 1 has {len(rows[0])}"
            raise _wrong(name, what, "draw rows of the same length", number - 1)
    return {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row)}


def _further_clues(entries: Any, grid: Grid) -> dict[Any, str]:
    """Further clues, such as those that were chosen for a new board: of cells or pairs of cells."""
    clues: dict[Any, str] = {}
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        what = f"'given' is {quoted(entries)}"
        raise _wrong("given", what, "write a list of [row, column, clue]")
    for number, entry in enumerate(entries):
        at = place_of_entry(entry) if isinstance(entry, list) else None
        if at is None or not (at in grid or at in grid.neighbour_pairs):
            what = f"{entry!r} in 'given' is not a clue of the board"
            raise _wrong("given", what, "write [row, column, clue]", number)
        clues[at] = str(entry[-1])
    return clues


def place_of_entry(entry: Sequence[Any]) -> Any:
    """The place of a clue that is given as a list: a cell, or two cells with a sign between them.

    None if the list is too short or too long.

    Example:
        >>> place_of_entry([0, 1, "3"]), place_of_entry([0, 1, 0, 2, "<"])
        ((0, 1), ((0, 1), (0, 2)))
    """
    *at, _ = entry or [None]
    if len(at) == 4:
        return tuple(at[:2]), tuple(at[2:])
    return tuple(at) if len(at) == 2 else None


def entry_of_place(at: Sequence[Any], clue: str) -> list[Any]:
    """The list that gives a clue in a cell, or a sign between two cells.

    Example:
        >>> entry_of_place((0, 1), "3"), entry_of_place(((0, 1), (0, 2)), "<")
        ([0, 1, '3'], [0, 1, 0, 2, '<'])
    """
    is_sign = isinstance(at[0], tuple)
    numbers = [*at[0], *at[1]] if is_sign else [*at]
    return [*numbers, clue]


def _paths(words: Mapping[Cell, str], grid: Grid) -> dict[str, list[Cell]]:
    """The cells of the paths in a drawing, from the first one on."""
    if words and _last_and_one(words) != (grid.rows, grid.columns):
        size = f"{counted(grid.rows, 'row')} and {counted(grid.columns, 'column')}"
        what = f"'paths' has {_size_in_words(words)}, and the board has {size}"
        raise _wrong("paths", what, "draw both with the same cells")
    numbered: dict[str, dict[int, Cell]] = {}
    for cell, word in words.items():
        for part in [] if word in EMPTY else word.split(","):
            step = _STEP.fullmatch(part)
            if step is None or cell not in grid:
                what = f"{name_of_cell(cell)} of 'paths' has {quoted(word)}"
                advice = "write the name of a path and a number, such as A1, A2 or 2.1"
                raise _wrong("paths", what, advice, *cell)
            cells = numbered.setdefault(step[1] or step[2], {})
            other = cells.setdefault(int(step[3]), cell)
            if other != cell:
                what = f"{name_of_cell(other)} and {name_of_cell(cell)} are both {quoted(part)}"
                raise _wrong("paths", what, "number the cells of a path: A1, A2, A3", *cell)
    paths = {name: [cells[n] for n in sorted(cells)] for name, cells in numbered.items()}
    for name, cells in numbered.items():
        missing = next(n for n in range(1, len(cells) + 2) if n not in cells)
        if missing <= len(cells):
            what = f"path {name} has no cell {missing} of {len(cells)}"
            advice = "number the cells of a path: A1, A2, A3"
            raise _wrong("paths", what, advice, *paths[name][-1])
        for one, other in pairwise(paths[name]):
            if other not in grid.neighbours_with_corners(one):
                what = f"path {name} goes from {name_of_cell(one)} to {name_of_cell(other)}"
                raise _wrong(
                    "paths", what, "write consecutive numbers into cells that touch", *other
                )
    return dict(sorted(paths.items(), key=lambda path: path[1][0]))


def _walls(words: Mapping[Cell, str], grid: Grid) -> frozenset[Pair]:
    """The pairs of cells between which a drawing has walls."""
    if words and (grid.shape != "square" or words.keys() != grid.cell_set):
        what = "'walls' has other cells than the board"
        raise _wrong("walls", what, "draw walls on squares, in as many rows and columns")
    walls = set()
    for cell, word in words.items():
        if word in EMPTY:
            continue
        for way in word:
            neighbour = grid.step(cell, way) if way in STEPS else None
            if neighbour is None or neighbour not in grid:
                what = f"{name_of_cell(cell)} of 'walls' has {quoted(word)}"
                advice = "name the sides (n, e, s, w) at which there is a neighbour"
                raise _wrong("walls", what, advice, *cell)
            walls.add((min(cell, neighbour), max(cell, neighbour)))
    return frozenset(walls)


def _size(fields: Mapping[str, Any]) -> Cell:
    """The size of a board without clues: what is said, or that of what stands beside it."""
    size = []
    for name, sides in (("rows", ("left", "right")), ("columns", ("above", "below"))):
        lines = next((fields[side] for side in sides if side in fields), None)
        beside = None
        if lines:
            beside = len(lines.split() if isinstance(lines, str) else lines)
        value = fields.get(name, beside)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InputError(
                "there is no board", "draw its rows in 'board', or give 'rows' and 'columns'"
            )
        size.append(value)
    return size[0], size[1]


def _numbers(name: str, lines: Any, grid: Grid) -> list[list[int]]:
    """The numbers beside each line of the grid."""
    wanted = grid.columns if name in {"above", "below"} else grid.rows
    if isinstance(lines, str):
        lines = lines.split()
    if not isinstance(lines, Sequence) or len(lines) != wanted:
        number_of_lines = len(lines) if isinstance(lines, Sequence) else 0
        entries = f"{number_of_lines} {'entry' if number_of_lines == 1 else 'entries'}"
        raise _wrong(name, f"{name!r} has {entries}", f"give {wanted}, one for each line")
    read = []
    for number, line in enumerate(lines):
        words = [word for word in str(line).split() if word not in EMPTY]
        if not all(word.isdecimal() for word in words):
            what = f"{name!r} has {quoted(line)}"
            raise _wrong(name, what, "write whole numbers, or - for none", number)
        read.append([int(word) for word in words])
    return read
