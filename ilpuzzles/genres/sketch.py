"""Pictures of boards: a genre says what is drawn where, and text and SVG show the same."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from ilpuzzles.errors import InputError, require_known
from ilpuzzles.genres.boards import BESIDE, NO_REGION, Board
from ilpuzzles.genres.former_names import with_former_members
from ilpuzzles.genres.grid import Cell, Pair, Side, read_pairs
from ilpuzzles.genres.layers import INK, PEN, SHADE, SYMBOL_LETTERS, TINT, Layers
from ilpuzzles.genres.layers_svg import picture_of
from ilpuzzles.genres.layers_text import drawing_of
from ilpuzzles.genres.lines import line_pairs
from ilpuzzles.render.svg import Picture
from ilpuzzles.render.text import Drawing, as_plain
from ilpuzzles.rules.places import CELL, CORNER, Place

SYMBOLS = tuple(SYMBOL_LETTERS)
"""The symbols there are."""


@with_former_members
class Sketch(Layers):
    """A drawing of a board: clues, shades, symbols, lines, borders.

    Later things lie on earlier ones of the same kind.

    Example:
        >>> sketch = Sketch.of(Board.read({"board": ["2-", "--"]}))
        >>> sketch.shade([(0, 1)])
        >>> print(sketch.text())
        2 #
        · ·
    """

    __slots__ = ()

    @classmethod
    def of(cls, board: Board) -> Sketch:
        """A sketch with all that is given: regions, walls, diagonals, paths, clues and signs."""
        sketch = cls(board.grid)
        if board.regions:
            sketch.draw_borders(board.region_of)
            sketch.shade(cell for name in NO_REGION for cell in board.regions.get(name, ()))
        given_walls = (
            side for side, cells in board.grid.cells_by_side.items() if (*cells,) in board.walls
        )
        sketch.wall(given_walls, INK)
        if board.fields.get("diagonals"):
            sketch.shade((cell for line in board.diagonals.values() for cell in line), TINT)
        sketch.draw_bands(board.paths.values())
        sketch.write(board.clues)
        sketch.write_at_corners(board.corner_clues)
        sketch.write_between(board.signs)
        for side, lines in board.numbers_beside.items():
            sketch.write_beside(side, lines)
        return sketch

    # What can be drawn

    def shade(self, cells: Iterable[Cell], colour: str = SHADE) -> None:
        """Shades cells."""
        self.shaded |= dict.fromkeys(cells, colour)

    def blacken(self, cells: Iterable[Cell]) -> None:
        """Makes cells black, as they are given; a text in one is white.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2--"]}))
            >>> sketch.blacken([(0, 0), (0, 1)])
            >>> print(sketch.text())
            2 # ·
        """
        self.shade(cells, INK)

    def show_shading(self, words: Mapping[Cell, str]) -> None:
        """Shades the cells with the word `x`; while some are open, marks those that stay empty.

        Cells with `?` are open. What stays empty has a dot, or a circle around its text.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2--"]}))
            >>> sketch.show_shading({(0, 0): "-", (0, 1): "x", (0, 2): "?"})
            >>> print(sketch.text())
            ○ # ·
        """
        self.shade(cell for cell, word in words.items() if word == "x")
        if "?" in words.values():
            for cell in (cell for cell, word in words.items() if word == "-"):
                self.symbol("white" if cell in self.texts else "dot", [cell], PEN)

    def write(self, texts: Mapping[Cell, object], colour: str = INK) -> None:
        """Writes texts into cells: clues, or in another colour what a solution adds."""
        self.texts |= {cell: (str(text), colour) for cell, text in texts.items()}

    def show_words(self, rows: Sequence[str], empty: Container[str] = ("-", "?")) -> None:
        """Writes the words in the rows of a solution into all cells that have no such text.

        A word that is not the given one takes its place, so that what is wrong is seen.

        Args:
            rows: A word for every cell; see `Grid.rows_of_words`.
            empty: The words that are not written.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2-3"]}))
            >>> sketch.show_words(["2 1 4"])
            >>> [(cell, text) for cell, (text, _) in sorted(sketch.texts.items())]
            [((0, 0), '2'), ((0, 1), '1'), ((0, 2), '4')]
        """
        for cell, word in self.grid.read_rows(rows).items():
            given = self.texts[cell][0] if cell in self.texts else ""
            if word not in empty and word != given:
                self.texts[cell] = word, PEN

    def show_solution(self, rows: Sequence[str], symbols: Mapping[str, str] | None = None) -> None:
        r"""Shows a solution as most are: words are written, but `x` shades, `/` and `\` are drawn.

        Args:
            rows: A word for every cell; see `Grid.rows_of_words`.
            symbols: The symbols for words that have one.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2---"]}))
            >>> sketch.show_solution(["- x 3 o"], {"o": "star"})
            >>> print(sketch.text())
            2 # 3 *
        """
        known = symbols or {}
        self.show_symbols(rows, known)
        words = {c: word for c, word in self.grid.read_rows(rows).items() if word not in known}
        if not {"/", "\\"}.isdisjoint(words.values()):
            self.slash(words)
        self.show_shading(words)
        self.show_words(rows, [*"-?x/\\", *known])

    def write_small(self, texts: Mapping[Cell, object]) -> None:
        """Writes a small text into the upper left corner of cells, where it is the only one.

        The sum of a cage, for example.
        """
        self.erase(texts)
        self.small |= {cell: str(text) for cell, text in texts.items()}

    def erase(self, cells: Iterable[Cell]) -> None:
        """Takes away the texts in some cells, where a symbol says the same."""
        for cell in cells:
            self.texts.pop(cell, None)

    def replace(self, symbols: Mapping[str, str]) -> None:
        """Puts symbols into cells in place of the texts that they stand for."""
        for cell, (text, colour) in [*self.texts.items()]:
            if text in symbols:
                self.symbol(symbols[text], [cell], colour)
                self.erase([cell])

    def symbol(self, name: str, cells: Iterable[Cell], colour: str = INK) -> None:
        """Puts one of the `SYMBOLS` into cells."""
        require_known("symbol", name, SYMBOLS)
        self.symbols |= dict.fromkeys(cells, (name, colour))

    def circle(self, cells: Iterable[Cell]) -> None:
        """Draws circles around the texts in cells, as for islands; plain text has no room for them.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2--"]}))
            >>> sketch.circle([(0, 0)])
            >>> sketch.symbols, sketch.text()
            ({(0, 0): ('white', '#212529')}, '2 · ·')
        """
        self.symbol("white", cells)

    def show_symbols(self, rows: Sequence[str], symbols: Mapping[str, str]) -> None:
        """Puts symbols for the words in the rows of a solution into cells without text or symbol.

        While some cells are open (`?`), those that stay empty (`-`) have a dot.

        Args:
            rows: A word for every cell; see `Grid.rows_of_words`.
            symbols: The symbol for each word.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2--"]}))
            >>> sketch.show_symbols(["- x -"], {"x": "star"})
            >>> print(sketch.text())
            2 * ·
        """
        words = self.grid.read_rows(rows)
        known = {**symbols, "-": "dot"} if "?" in words.values() else symbols
        for cell, word in words.items():
            if word in known and cell not in self.texts:
                self.symbols.setdefault(cell, (known[word], PEN))

    def slash(self, cells: Mapping[Cell, str]) -> None:
        r"""Draws diagonals of squares: each cell's is `/` or `\\`."""
        if self.grid.shape != "square":
            raise InputError(f"diagonals of {self.grid.shape} cells", "leave them out")
        self.slashes |= {cell: way for cell, way in cells.items() if way in {"/", "\\"}}

    def path(self, pairs: Iterable[tuple[Cell, Cell]], strands: int = 1, colour: str = PEN) -> None:
        """Draws lines from the middle of a cell to that of another, single ones or double ones."""
        self.paths |= {(min(pair), max(pair)): (strands, colour) for pair in pairs}

    def show_lines(self, rows: Sequence[str], none: Iterable[Iterable[Sequence[int]]] = ()) -> None:
        """Draws the lines of rows of words, crosses out where none is for sure, and shades `x`.

        Args:
            rows: In which directions lines leave each cell; see `rows_of_lines`.
            none: Pairs of cells between which there is no line.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2-", "--"]}))
            >>> sketch.show_lines(["s -", "n? -"], [[[0, 0], [0, 1]]])
            >>> sketch.paths.keys(), sketch.crosses
            (dict_keys([((0, 0), (1, 0))]), [((0, 1), (1, 1))])
        """
        self.shade(cell for cell, word in self.grid.read_rows(rows).items() if word == "x")
        self.path(line_pairs(self.grid, rows))
        without_line = set(read_pairs(none))
        sides = self.grid.cells_by_side.items()
        self.cross_out(side for side, cells in sides if tuple(cells) in without_line)

    def wall(self, sides: Iterable[Side], colour: str = PEN) -> None:
        """Draws sides of cells as thick lines."""
        self.walls |= dict.fromkeys(sides, colour)

    def cross_out(self, sides: Iterable[Side]) -> None:
        """Crosses out sides of cells, on which there is no line."""
        self.crosses += sides

    def draw_borders(self, names: Mapping[Cell, object], colour: str = INK) -> None:
        """Draws the borders of regions, for the name of every cell's region; `?` is open."""
        for side, cells in self.grid.cells_by_side.items():
            names_beside = {names.get(cell) for cell in cells}
            is_edge = len(cells) < 2
            if is_edge or (len(names_beside) > 1 and "?" not in names_beside):
                self.wall([side], colour)

    def show_regions(self, rows: Sequence[str]) -> None:
        """Draws the borders of the regions that a solution names; while some are open, joins cells.

        Args:
            rows: The name of every cell's region, see `Grid.rows_of_words`; empty to draw
                the edge alone.
        """
        names = self.grid.read_rows(rows) if rows else {}
        self.draw_borders(names, PEN)
        if "?" in names.values():
            pairs = self.grid.neighbour_pairs
            self.path((a, b) for a, b in pairs if names[a] == names[b] != "?")

    def write_at_corners(self, corners: Mapping[Any, object]) -> None:
        """Writes a text at each of some corners, in a circle; an empty one makes a dot.

        A blank makes a circle without a text. On squares, there may be halves of rows and columns.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["--", "--"]}))
            >>> sketch.write_at_corners({(0.5, 0.5): "3", (0.5, 1.5): " "})
            >>> sketch.path([((0, 0), (0, 1))], strands=2)
            >>> print(sketch.text())
            3═══○
            <BLANKLINE>
            ·   ·
        """
        self.dots |= {corner: str(text) for corner, text in corners.items()}

    def write_between(self, signs: Mapping[Pair, str]) -> None:
        """Writes signs on the sides that two cells share; `<`, `>`, `^` and `v` are drawn.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2-", "--"]}))
            >>> sketch.write_between({((0, 0), (0, 1)): "<", ((0, 1), (1, 1)): "v"})
            >>> print(sketch.text())
            2 < ·
                v
            ·   ·
        """
        self.signs |= signs

    def draw_bands(self, bands: Iterable[Iterable[Cell]]) -> None:
        """Draws thick grey lines through the middles of cells, with a bulb in the first of each.

        In a shaded cell, the part of the line is what has the colour, but for a `TINT`.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["--", "--"]}))
            >>> sketch.draw_bands([[(0, 0), (0, 1), (1, 1)]])
            >>> print(sketch.text())
            o───┐
                │
            ·   ╵
        """
        self.bands += map(tuple, bands)

    def without_lines(self) -> None:
        """Leaves out the thin lines between cells, as where corners are what matters."""
        self.bare = True

    def write_beside(self, side: str, lines: Iterable[Iterable[object]]) -> None:
        """Writes clues `above`, `below`, `left` or `right` of the grid, several for each line."""
        require_known("side", side, BESIDE)
        self.beside[side] = [[str(one) for one in line] for line in lines]

    def mark(self, places: Iterable[Cell | Place]) -> None:
        """Marks cells, clues at corners, and other places, as those that a message is about.

        Example:
            >>> sketch = Sketch.of(Board.read({"board": ["2-", "--"]}))
            >>> sketch.mark([(0, 0), Place.corner((1, 1))])
            >>> sketch.marked, sketch.marked_dots
            ({(0, 0)}, {(1, 1)})
        """
        for place in places:
            if isinstance(place, Place):
                # A corner may have the same numbers as a cell.
                if place.kind == CORNER:
                    self.marked_dots.add(place.at)  # type: ignore[arg-type] # a corner has numbers
                cells: Any = place.cells or ((place.at,) if place.kind == CELL else ())
                self.marked.update(cell for cell in cells if cell in self.grid)
            elif self.dots.get(place, "").strip():
                self.marked_dots.add(place)
            elif place in self.grid:
                self.marked.add(place)

    # The drawing as text and as a picture

    def text(self) -> str:
        """The sketch as plain text."""
        return as_plain(self.drawing())

    def drawing(self, width: int | None = None) -> Drawing:  # noqa: ARG002 - it has one size
        """The sketch as lines of segments; a text stands for the circle around it as well.

        A sketch of a genre's own may draw itself smaller where lines have a width of so many
        characters.
        """
        plain = copy(self)
        circle = ("white", INK)
        plain.symbols = {
            cell: symbol
            for cell, symbol in self.symbols.items()
            if symbol != circle or cell not in self.texts
        }
        return drawing_of(plain)

    def small_drawing(self) -> Drawing:
        """The sketch as lines of segments, as small as letters are, for a sheet with many."""
        return self.drawing()

    def picture(self) -> Picture:
        """The sketch as a picture, for SVG, PNG and PDF."""
        return picture_of(self)
