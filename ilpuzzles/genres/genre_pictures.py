"""Draws boards and solutions of a genre, by the functions of its file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ilpuzzles.genres.boards import Board
from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.genres.genre_values import GenreInstance, GenreSolution
from ilpuzzles.genres.grid import read_pairs
from ilpuzzles.genres.layers import PEN
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.puzzles.own_puzzle import require_svg
from ilpuzzles.puzzles.position import Keys, Plain
from ilpuzzles.render.svg import Picture
from ilpuzzles.render.text import Drawing, Segment
from ilpuzzles.rules.places import CELL


@dataclass(frozen=True, slots=True)
class GenrePictures:
    """The pictures of an instance of a genre.

    Attributes:
        file: The file of the genre.
        instance: The instance.
        title: The title above a picture.
    """

    file: GenreFile
    instance: GenreInstance
    title: str

    def sketch(self, solution: GenreSolution | None = None, marked: Keys = ()) -> Sketch | None:
        """Returns what the function `picture` draws, with marks on places by the keys of rows.

        None where the file has no such function.
        """
        draw = self.file.functions.get("picture")
        if draw is None:
            return None
        plain = None if solution is None else solution.plain
        is_usual = draw.line is None
        if plain is not None and is_usual and "rows" not in plain:
            # What the usual pictures are made of is not there.
            return None
        sketch: Sketch = draw(self.instance.data, plain)
        draw.require(sketch, Sketch, "return an ilpuzzles.genres.Sketch")
        if plain is not None and self.file.draws_borders:
            sketch.wall(read_pairs(plain.get("line", ())), PEN)
            sketch.cross_out(read_pairs(plain.get("none", ())))
        sketch.title = self.title
        self._mark(sketch, marked)
        return sketch

    def drawing(
        self, solution: GenreSolution | None, marked: Keys, *, width: int | None
    ) -> Drawing:
        """Returns what `picture` or `text` draws; without them the data, list by list."""
        sketch = self.sketch(solution, marked)
        if sketch is not None:
            return sketch.drawing(width)
        plain = None if solution is None else solution.plain
        function = self.file.functions.get("text")
        if function is not None:
            text = function(self.instance.data, plain)
            function.require(text, str, "return a string")
        else:
            text = _text_of_data(self.instance.fields if plain is None else plain)
            text = text or self.instance.puzzle.title
        return [[Segment(line)] for line in text.splitlines()]

    def picture(self, solution: GenreSolution | None, marked: Keys) -> Picture | str | None:
        """Returns what the function `picture` or `svg` draws."""
        sketch = self.sketch(solution, marked)
        if sketch is not None:
            return sketch.picture()
        function = self.file.functions.get("svg")
        if function is None:
            return None
        plain = None if solution is None else solution.plain
        return require_svg(function(self.instance.data, plain), function.place)

    def _mark(self, sketch: Sketch, marked: Keys) -> None:
        """Marks places of a sketch by the keys of rows."""
        board = self.instance.data
        for key in marked:
            place = board.place_of(key) if isinstance(board, Board) else None
            first = key[0] if isinstance(key, tuple) and key else None
            if place is None and isinstance(first, tuple) and first in sketch.grid:
                # Rows that speak of a cell among others have it in their keys first.
                sketch.mark([first])
            elif place is not None:
                # A cell with a clue at its upper left corner is marked by that.
                is_cell = isinstance(key, tuple) and place.kind == CELL
                cells: Any = [key] if is_cell else [place]
                sketch.mark(cells)


def _text_of_data(plain: Plain) -> str:
    """Data for which nobody has written how to draw it."""
    lines = []
    for name, value in plain.items():
        if isinstance(value, list) and value and all(isinstance(row, str) for row in value):
            lines += value
        else:
            lines.append(f"{name}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines)
