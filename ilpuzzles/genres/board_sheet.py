"""A sheet for drawing boards of a genre: its parts, its words, and the way to fields and back.

What somebody draws is a draft, plain data that a page can hold: a word for every cell, every corner
and every line beside the grid, the name of each cell's region, the sides with a wall, and the
fields of the first line. `BoardSheet` makes the fields of an instance of it, and a draft of an
instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, printable
from typing import Any, Final, TypeAlias

from ilpuzzles.errors import IlpuzzlesError, InputError, counted, quoted
from ilpuzzles.genres.boards import (
    BESIDE,
    EMPTY,
    HOLE,
    NO_REGION,
    PARTS,
    AskedFields,
    Board,
    SquareProblem,
    rows_with_signs,
)
from ilpuzzles.genres.clue_words import OPEN, clue_meanings, clue_pattern, is_clue
from ilpuzzles.genres.genre_kind import GenreKind
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.grid import Cell, Grid

Plain: TypeAlias = dict[str, Any]

MOST_CELLS: Final = 2_500
"""The most cells that a draft may have."""

LEAST: Final = (1, 2)
"""The least rows and columns of a draft: in one column, a long word would be several."""

USUAL: Final = 10
"""The rows and columns of a new board, if the genre's own boards are not smaller."""

_LONGEST_WORD = 12
_LONGEST_LINE = 200
_MANY_LETTERS = 24
"""From so many letters on, a keypad would be a keyboard."""
_REGION_NAMES = (*ascii_uppercase, *ascii_lowercase)


@dataclass(frozen=True, slots=True)
class SheetField:
    """A field of the first line, or one that is true or false.

    Attributes:
        name: Its name.
        kind: `number`, `numbers` or `flag`.
        default: What it is where nothing is said; None if it has to be said, or is left out.
        is_needed: Whether it has to be said.
    """

    name: str
    kind: str
    default: bool | None = None
    is_needed: bool = False

    def to_json(self) -> Plain:
        """The field as plain data."""
        return {
            "name": self.name,
            "kind": self.kind,
            "default": self.default,
            "needed": self.is_needed,
        }


class BoardSheet:
    """The sheet of a genre.

    Args:
        position: Any board of the genre.

    Raises:
        InputError: If it is no genre of boards on a grid.

    Example:
        >>> from ilpuzzles import load
        >>> sheet = BoardSheet(load("star-battle"))
        >>> sheet.parts, sheet.regions, [field.name for field in sheet.fields]
        (('board',), 'needed', ['stars'])
        >>> draft = sheet.empty(2, 2)
        >>> sheet.fields_of({**draft, "regions": ["A", "A", "", "A"]})
        {'stars': 1, 'regions': ['AA', 'BA']}
    """

    def __init__(self, position: Any) -> None:
        is_grid = isinstance(position, GenrePosition) and position.kind.file.layout
        if not is_grid or not isinstance(position.instance.data, Board):
            raise InputError(f"boards of {position.name} cannot be drawn", "write YAML instead")
        self.position: GenrePosition = position
        self.kind: GenreKind = position.kind
        head, _, parts = self.kind.file.layout.rpartition(":")
        self._head = head.split()
        self._layout = parts.split()
        names = [one.removesuffix("?").removesuffix("-lines") for one in self._layout]
        # Clues may be given in cells, even where texts do not hold them.
        has_cells = "board" in names or (
            bool(self.kind.file.genre.clue_patterns) and "corners" not in names
        )
        cells = ["board"] if has_cells else []
        self.parts: tuple[str, ...] = (
            *cells,
            *(name for name in names if name == "corners" or name in BESIDE),
        )

    # What the genre has

    @property
    def regions(self) -> str:
        """Whether boards have regions: `needed`, `optional`, or nothing if there are none."""
        return self._kind_of_part("regions")

    @property
    def region_noun(self) -> str:
        """The word of the rules for a region: cage, room or region."""
        about = self.kind.puzzle.about
        return next((noun for noun in ("cage", "room") if noun in about), "region")

    @property
    def walls(self) -> str:
        """Whether boards have walls: `needed`, `optional`, or nothing if there are none."""
        return self._kind_of_part("walls")

    @property
    def signs(self) -> dict[str, str] | None:
        """The signs that can stand between cells of a row and of a column; None without any.

        Signs of two directions that compare are those of rows or of columns.
        """
        if not self._kind_of_part("signs"):
            return None
        patterns = self.kind.file.genre.sign_patterns
        known = [letter for letter in printable if not letter.isspace() and letter not in EMPTY]
        signs = "".join(letter for letter in known if is_clue(patterns, letter, 1))
        compares = set("<>^v").issubset(signs)
        return {
            "across": "".join(sign for sign in signs if not (compares and sign in "^v")),
            "down": "".join(sign for sign in signs if not (compares and sign in "<>")),
        }

    @property
    def paths(self) -> str:
        """Whether boards have paths: `needed`, `optional`, or nothing if there are none."""
        return self._kind_of_part("paths")

    def _kind_of_part(self, name: str) -> str:
        if name in self._layout:
            return "needed"
        return "optional" if f"{name}?" in self._layout else ""

    @property
    def lists(self) -> list[str]:
        """The parts beside the grid that have several numbers for each line."""
        return [one.removesuffix("-lines") for one in self._layout if one.endswith("-lines")]

    @property
    def fields(self) -> list[SheetField]:
        """The fields of the first line, and what else is true or false."""
        optional = self.kind.reader.optional_words()
        asked = self.position.instance.data.fields
        defaults = asked.defaults if isinstance(asked, AskedFields) else {}
        found: dict[str, SheetField] = {}
        for word in self._head:
            name = word.rstrip("*?+")
            kind = {"*": "numbers", "?": "flag"}.get(word[-1], "number")
            is_needed = kind != "flag" and name not in optional
            default = False if kind == "flag" else None
            found[name] = SheetField(name, kind, default, is_needed)
        for name in self.kind.reader.known_fields(self.position.instance.data):
            default = defaults.get(name)
            if name not in found and name not in PARTS and isinstance(default, bool):
                found[name] = SheetField(name, "flag", default)
        return [*found.values()]

    @property
    def has_holes(self) -> bool:
        """Whether a board of the genre may lack cells."""
        fields = dict(self.position.instance.fields)
        if "board" not in self.parts or "board" not in fields:
            return False
        draft = self.draft_of_fields(fields)
        words = list(draft["words"]["board"])
        free = [number for number, word in enumerate(words) if not word]
        words[free[-1] if free else -1] = HOLE
        with_hole = {**draft, "words": {**draft["words"], "board": words}}
        with suppress(IlpuzzlesError):
            self.kind.reader.read_fields(self.fields_of(with_hole))
            return not is_clue(self.kind.file.genre.clue_patterns, HOLE, draft["rows"])
        return False

    @property
    def has_void(self) -> bool:
        """Whether there may be cells in no region, of which the rules speak then."""
        return bool(self.regions) and any(name in self.kind.puzzle.about for name in NO_REGION)

    def usual_size(self) -> tuple[int, int]:
        """The size of a new board: that of the largest preset, if it is smaller than 10x10."""
        name = self.kind.preset_to_generate
        if name is not None:
            board = self.kind.preset_instance(self.kind.puzzle, name).data
            return board.grid.rows, board.grid.columns
        boards = [board for board, _ in self._presets()]
        rows = max((board.grid.rows for board in boards), default=USUAL)
        columns = max((board.grid.columns for board in boards), default=USUAL)
        return min(rows, USUAL), min(columns, USUAL)

    def _presets(self) -> Iterator[tuple[Board, Plain]]:
        """The boards of the presets, with their fields."""
        for name in self.kind.preset_names:
            with suppress(IlpuzzlesError):
                instance = self.kind.preset_instance(self.kind.puzzle, name)
                yield instance.data, instance.fields

    def plain(self, rows: int) -> Plain:
        """The data of the genre for a page; clues may be numbers up to that of rows."""
        words = _Words.of(self, rows)
        return {
            "puzzle": self.position.name,
            "title": self.kind.puzzle.title,
            "parts": list(self.parts),
            "lists": self.lists,
            "regions": self.regions,
            "region": self.region_noun,
            "walls": self.walls,
            "signs": self.signs,
            "paths": self.paths,
            "hole": HOLE if self.has_holes else "",
            "void": HOLE if self.has_void else "",
            "patterns": words.patterns,
            "letters": words.letters,
            "later": words.later,
            "words": words.short,
            "meanings": words.meanings,
            "fields": [one.to_json() for one in self.fields],
            "most": MOST_CELLS,
            "least": list(LEAST),
        }

    # Drafts

    def empty(self, rows: int, columns: int) -> Plain:
        """A draft with nothing on it.

        Raises:
            InputError: If that is too large, or too small.
        """
        _require_size(rows, columns)
        return {
            "rows": rows,
            "columns": columns,
            "words": {part: [""] * _count(part, rows, columns) for part in self.parts},
            "regions": [""] * (rows * columns) if self.regions else [],
            "walls": [],
            "signs": [""] * (2 * rows * columns) if self.signs else [],
            "paths": [],
            "said": self._usual_fields(rows),
        }

    def require_square(self, rows: int, columns: int) -> None:
        """Raises if boards of the genre are squares, and one of so many rows and columns is none.

        Raises:
            InputError: With what the genre says of such a board.
        """
        try:
            self.position_of(self.empty(rows, columns))
        except InputError as error:
            if any(isinstance(problem, SquareProblem) for problem in error.problems):
                raise

    def _usual_fields(self, rows: int) -> Plain:
        """The fields of the first line of a new board: those of a preset of that size."""
        presets = [*self._presets()]
        alike = [fields for board, fields in presets if board.grid.rows == rows]
        fields = next(iter([*alike, *(fields for _, fields in presets)]), {})
        said: Plain = {}
        for one in self.fields:
            if one.is_needed and one.name in fields:
                said[one.name] = fields[one.name]
            elif one.kind == "flag":
                said[one.name] = one.default
        return said

    def draft(self) -> Plain:
        """The draft of the board itself."""
        return self.draft_of_fields(self.position.instance.fields)

    def draft_of_fields(self, fields: Mapping[str, Any]) -> Plain:
        """The draft that has these fields.

        Raises:
            InputError: If cells are no squares, or there are too many.
        """
        if fields.get("shape", "square") != "square":
            what = f"a board of {fields['shape']} cells"
            raise InputError(what, "the editor draws boards of squares; write YAML instead")
        # The words as they are drawn: a genre may have left some out when it read them.
        board = Board.read(fields)
        grid = board.grid
        draft = self.empty(grid.rows, grid.columns)
        words = draft["words"]
        for (r, c), word in board.clues.items():
            is_word = word == HOLE or not self.kind.file.genre.clue_patterns
            if "board" in words and (
                is_word or is_clue(self.kind.file.genre.clue_patterns, word, grid.rows)
            ):
                words["board"][r * grid.columns + c] = word
        for (r, c), word in board.corner_clues.items():
            words["corners"][r * (grid.columns + 1) + c] = word
        for side, lines in board.numbers_beside.items():
            words[side] = [" ".join(map(str, numbers)) for numbers in lines]
        if board.regions:
            names = board.region_of
            draft["regions"] = [names.get(cell, "") for cell in _cells(grid.rows, grid.columns)]
        draft["walls"] = sorted(
            _side_of(one, other, grid.columns) for one, other in map(sorted, board.walls)
        )
        for (one_cell, other_cell), sign in board.signs.items():
            draft["signs"][_side_of(one_cell, other_cell, grid.columns)] = sign
        draft["paths"] = [[r * grid.columns + c for r, c in path] for path in board.paths.values()]
        for one in self.fields:
            value = fields.get(one.name, one.default)
            # A number that may be missing is that of rows: the height of Skyscrapers.
            is_usual = one.kind == "number" and not one.is_needed and value == grid.rows
            if value is not None and not is_usual:
                draft["said"][one.name] = value
        return draft

    def fields_of(self, draft: object) -> Plain:
        """The fields of the instance that somebody has drawn.

        Cells that are in no region form regions of their own, as they hang together; cages lie here
        and there, and a cell outside them is one by itself. Where regions may be missing, and none
        is drawn, there are none.

        Raises:
            InputError: If the draft is none.
        """
        drawn = _Draft.read(draft, self)
        fields: Plain = {}
        for one in self.fields:
            value = drawn.said.get(one.name)
            if value is not None and value != one.default:
                fields[one.name] = value
        width = drawn.columns
        for part in self.parts:
            words = [word or OPEN for word in drawn.words[part]]
            is_empty = not any(drawn.words[part])
            if part in self.lists:
                fields[part] = words
            elif part in BESIDE:
                fields |= {} if is_empty else {part: words}
            elif part == "corners":
                fields[part] = _rows(words, width + 1)
            elif part in self._layout or not is_empty:
                fields[part] = _rows(words, width)
        if self.regions and (self.regions == "needed" or any(drawn.regions)):
            is_alone = self.region_noun == "cage"
            regions = _whole_regions(drawn.regions, width, is_alone=is_alone)
            fields["regions"] = _rows(regions, width)
        if self.walls and drawn.walls:
            fields["walls"] = _rows(_wall_words(drawn.walls, drawn.rows, width), width)
        return self._with_signs_and_paths(fields, drawn)

    def _with_signs_and_paths(self, fields: Plain, drawn: _Draft) -> Plain:
        """The fields with the signs and paths that are drawn."""
        if self.signs:
            fields = {name: value for name, value in fields.items() if name != "board"}
            fields["signs"] = _sign_rows(drawn)
        if self.paths == "needed" or drawn.paths:
            words = _path_words(drawn.paths, drawn.rows * drawn.columns)
            fields["paths"] = _rows(words, drawn.columns)
        return fields

    def position_of(self, draft: object) -> GenrePosition:
        """The board that somebody has drawn.

        Raises:
            InputError: With what is wrong; a `FieldProblem` says where.
        """
        fields = self.fields_of(draft)
        try:
            return self.position.with_fields(fields)
        except InputError as error:
            raise _told(error) from None


@dataclass(frozen=True, slots=True)
class _Draft:
    """A draft that has been looked at: it comes from a page, and may be anything."""

    rows: int
    columns: int
    words: Mapping[str, list[str]]
    regions: list[str]
    walls: list[int]
    signs: list[str]
    paths: list[list[int]]
    said: Mapping[str, Any]

    @classmethod
    def read(cls, draft: object, sheet: BoardSheet) -> _Draft:
        """Reads a draft.

        Raises:
            InputError: If it is none.
        """
        if not isinstance(draft, dict):
            raise _no_draft()
        rows, columns = draft.get("rows"), draft.get("columns")
        if type(rows) is not int or type(columns) is not int:
            raise _no_draft()
        _require_size(rows, columns)
        words = draft.get("words")
        said = draft.get("said")
        if not isinstance(words, dict) or not isinstance(said, dict):
            raise _no_draft()
        read: dict[str, list[str]] = {}
        for part in sheet.parts:
            number = _count(part, rows, columns)
            is_line = part in BESIDE
            read[part] = _read_words(words.get(part), number, is_line=is_line)
        cells = rows * columns
        regions = _read_words(draft.get("regions"), cells) if sheet.regions else [""] * cells
        walls = draft.get("walls", [])
        is_sides = isinstance(walls, list) and all(type(one) is int for one in walls)
        if not is_sides or not all(0 <= one < 2 * cells for one in walls):
            raise _no_draft()
        signs = _read_words(draft.get("signs"), 2 * cells) if sheet.signs else []
        paths = draft.get("paths", []) if sheet.paths else []
        if not isinstance(paths, list) or not all(_is_path(path, cells) for path in paths):
            raise _no_draft()
        return cls(
            rows, columns, read, regions, walls, signs, paths, _read_said(said, sheet.fields)
        )


def _is_path(path: object, cells: int) -> bool:
    """Whether something is a list of numbers of cells."""
    return (
        isinstance(path, list)
        and len(path) > 0
        and all(type(cell) is int and 0 <= cell < cells for cell in path)
    )


def _read_words(words: object, number: int, *, is_line: bool = False) -> list[str]:
    """The words of a part; words that stand for an open cell are none."""
    if not isinstance(words, list) or len(words) != number:
        raise _no_draft()
    read = []
    for word in words:
        if not isinstance(word, str):
            raise _no_draft()
        parts = word.split()
        longest = _LONGEST_LINE if is_line else _LONGEST_WORD
        if len(word) > longest or (len(parts) > 1 and not is_line):
            what = f"the word {quoted(word[:_LONGEST_LINE])}"
            raise InputError(what, f"write up to {longest} letters or digits")
        read.append("" if parts and parts[0] in EMPTY else " ".join(parts))
    return read


def _read_said(said: Mapping[str, Any], fields: Sequence[SheetField]) -> Plain:
    """The fields of the first line."""
    read: Plain = {}
    for one in fields:
        value = said.get(one.name)
        if value is None:
            continue
        is_list = isinstance(value, list) and all(type(number) is int for number in value)
        is_right = {"flag": type(value) is bool, "number": type(value) is int, "numbers": is_list}
        if not is_right[one.kind]:
            raise _no_draft()
        read[one.name] = value
    return read


def _no_draft() -> InputError:
    return InputError("this is no draft of such a board", "open the editor anew")


def _require_size(rows: int, columns: int) -> None:
    """Raises unless a draft may have so many rows and columns."""
    if rows < LEAST[0] or columns < LEAST[1]:
        what = f"a board of {rows} x {columns}"
        raise InputError(what, f"give at least {counted(LEAST[0], 'row')} and {LEAST[1]} columns")
    if rows * columns > MOST_CELLS:
        what = f"a board of {rows} x {columns}, which is {rows * columns:,} cells"
        raise InputError(what, f"give up to {MOST_CELLS:,} of them")


def _cells(rows: int, columns: int) -> list[Cell]:
    return [(r, c) for r in range(rows) for c in range(columns)]


def _count(part: str, rows: int, columns: int) -> int:
    """The number of words of a part."""
    if part in BESIDE:
        return columns if part in {"above", "below"} else rows
    return (rows + 1) * (columns + 1) if part == "corners" else rows * columns


def _rows(words: Sequence[str], width: int) -> list[str]:
    """The rows of a drawing: letter by letter, or with blanks between words."""
    blank = "" if all(len(word) == 1 for word in words) else " "
    return [blank.join(words[start : start + width]) for start in range(0, len(words), width)]


def _whole_regions(names: Sequence[str], width: int, *, is_alone: bool) -> list[str]:
    """The name of each cell's region, with regions of their own for cells that are in none.

    Args:
        names: The names that are drawn.
        width: How many columns the board has.
        is_alone: Whether each of these cells is a region by itself.
    """
    found = list(names)
    grid = Grid.of(len(names) // width, width)
    loose = [cell for cell in grid.cells if not names[cell[0] * width + cell[1]]]
    new_names = _new_names(names)
    parts = [[cell] for cell in loose] if is_alone else grid.connected_parts(loose)
    for part in parts:
        name = next(new_names)
        for r, c in part:
            found[r * width + c] = name
    return found


def _new_names(names: Sequence[str]) -> Iterator[str]:
    """Names that no region has yet."""
    known = {*names}
    several = (f"{letter}{number}" for number in range(2, 100) for letter in ascii_uppercase)
    yield from (name for name in (*_REGION_NAMES, *several) if name not in known)


def _side_of(one: Cell, other: Cell, width: int) -> int:
    """The number of the side between two cells: of the right side of a cell, or its lower one."""
    return 2 * (one[0] * width + one[1]) + (other[0] > one[0])


def _wall_words(walls: Sequence[int], rows: int, width: int) -> list[str]:
    """The word of each cell in a drawing of walls."""
    words = [""] * (rows * width)
    for side in sorted({*walls}):
        cell = side // 2
        is_last = cell // width == rows - 1 if side % 2 else cell % width == width - 1
        # Outside the board there is nothing to part a cell from.
        words[cell] += "" if is_last else "es"[side % 2]
    return [word or OPEN for word in words]


def _sign_rows(drawn: _Draft) -> list[str]:
    """The rows of a drawing with clues in cells and signs between them."""
    grid = Grid.of(drawn.rows, drawn.columns)
    board = drawn.words.get("board", [""] * len(grid.cells))
    words: dict[Any, str] = {
        cell: word for cell, word in zip(grid.cells, board, strict=True) if word
    }
    for one, other in grid.neighbour_pairs:
        sign = drawn.signs[_side_of(one, other, drawn.columns)]
        words |= {(one, other): sign} if sign else {}
    return rows_with_signs(grid, words)


def _path_words(paths: Sequence[Sequence[int]], cells: int) -> list[str]:
    """The word of each cell in a drawing of paths."""
    words = [""] * cells
    has_letters = len(paths) <= len(_REGION_NAMES)
    for number, path in enumerate(paths):
        name = _REGION_NAMES[number] if has_letters else f"{number + 1}."
        for step, cell in enumerate(path, 1):
            words[cell] = f"{words[cell]},{name}{step}".removeprefix(",")
    return [word or OPEN for word in words]


def _told(error: InputError) -> InputError:
    """The problem of a board, without the place in the file of its genre."""
    cause = error.__cause__
    if isinstance(cause, InputError):
        return InputError(*cause.problems)
    return InputError(str(cause), "") if type(cause) is ValueError else error


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of clues, as somebody writes them by a keypad.

    Attributes:
        patterns: The patterns of clues, as regular expressions.
        letters: The letters of a keypad; nothing where these are as many as a keyboard has.
        later: Those of them that begin no clue, such as the 0 of 10.
        short: The words of one letter, if no others are needed.
        meanings: What clues there are, in words, and what each of them means.
    """

    patterns: list[str]
    letters: str
    later: str
    short: list[str]
    meanings: list[tuple[str, str]]

    @classmethod
    def of(cls, sheet: BoardSheet, rows: int) -> _Words:
        """The words of the clues of a genre."""
        clue = sheet.kind.file.genre.clue_patterns
        has_words = not {"board", "corners"}.isdisjoint(sheet.parts) and bool(clue)
        if not has_words:
            # Beside the grid stand numbers.
            return cls([], "0123456789", "", [], [])
        all_patterns = [clue] if isinstance(clue, str) else list(clue)
        regular = [clue_pattern(pattern, rows) for pattern in all_patterns if pattern != OPEN]
        alphabet = [letter for letter in printable if not letter.isspace()]
        pairs = [first + second for first in alphabet for second in alphabet]
        longer = [word for word in pairs if any(each.fullmatch(word) for each in regular)]
        short = [letter for letter in alphabet if any(each.fullmatch(letter) for each in regular)]
        letters = "".join(letter for letter in alphabet if letter in {*short, *"".join(longer)})
        if len(letters) > _MANY_LETTERS:
            # Letters of the alphabet are typed; a sign such as '?' stays on the keypad.
            letters = "".join(letter for letter in letters if not letter.isalpha())
        first = {*short, *(word[0] for word in longer)}
        later = "".join(letter for letter in letters if letter not in first)
        meanings = [*clue_meanings(clue, rows).items()]
        source = [one.pattern for one in regular]
        return cls(source, letters, later, [] if longer else short, meanings)
