"""Writes a board of a genre: as YAML, as a plain text, as an address, and how it is typed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.genres.addresses import address_of_fields
from ilpuzzles.genres.boards import Board, rows_of
from ilpuzzles.genres.clue_words import OPEN, clue_meanings
from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.genres.genre_values import GenreInstance
from ilpuzzles.genres.instance_reader import InstanceReader
from ilpuzzles.genres.instance_text import are_plain, drawing_entry, entry
from ilpuzzles.genres.texts import (
    fields_of_layout,
    fields_of_text,
    parts_in_words,
    text_of_fields,
    typed_rows,
)
from ilpuzzles.puzzles.position import Plain
from ilpuzzles.puzzles.typing_guide import TypingGuide
from ilpuzzles.reading.json_text import json_excerpt


@dataclass(frozen=True, slots=True)
class BoardTexts:
    """The ways to write an instance of a genre.

    Attributes:
        instance: The instance.
        reader: What reads the instances of the genre.
    """

    instance: GenreInstance
    reader: InstanceReader

    @property
    def _file(self) -> GenreFile:
        return self.reader.file

    @property
    def _name(self) -> str:
        return self.reader.name

    def to_yaml(self, parameters: Mapping[str, int | str]) -> str:
        """Returns the instance as a YAML file, with these parameters."""
        lines = [f"puzzle: {self._name}"]
        if parameters:
            values = ", ".join(f"{name}: {value}" for name, value in parameters.items())
            lines.append(f"parameters: {{{values}}}")
        if self.instance.title:
            lines.append(f"title: {json.dumps(self.instance.title)}")
        fields = self._fields_without_parameters()
        for name, value in fields.items():
            is_drawn = name == "board" and self._is_drawing(value, fields)
            lines.append(drawing_entry(name, value) if is_drawn else entry(name, value))
        return "\n".join(lines)

    def to_text(self) -> str | None:
        """Returns the board as `layout` says; None if it is on no grid.

        Raises:
            InputError: If the instance has a field that the text of a board does not hold.
        """
        board = self.instance.data
        layout = self._file.layout
        if not (layout and isinstance(board, Board)):
            return None
        size = (board.grid.rows, board.grid.columns)
        fields = self._drawn_fields(board)
        known = {"rows", "columns", *fields_of_layout(layout)}
        for name, value in fields.items():
            if name not in known:
                # Read without it, the text would be another puzzle.
                what = f"the text of a board does not hold '{name}: {json_excerpt(value)}'"
                raise InputError(what, "write YAML instead: 'show --yaml'")
        return text_of_fields(layout, fields, size)

    def typing_guide(self) -> TypingGuide | None:
        """Returns how this board is typed, from `layout` and `clue_patterns`; None without a grid.

        The words are those of cells and of corners, if the layout has these.
        """
        board = self.instance.data
        layout = self._file.layout
        if not (layout and isinstance(board, Board)):
            return None
        size = (board.grid.rows, board.grid.columns)
        optional = self.reader.optional_words()
        words: list[tuple[str, str]] = []
        if not {"board", "corners", "signs"}.isdisjoint(layout.split()):
            words = self._words_of_cells(board)
        return TypingGuide(
            tuple(typed_rows(layout, self._drawn_fields(board), size, optional)),
            tuple(parts_in_words(layout, optional)),
            tuple(words),
            tuple(self.reader.known_fields(board)),
        )

    def address(self) -> str:
        """Returns the address on puzz.link, without a host.

        Raises:
            InputError: If this board cannot be written as one.
        """
        file = self._file
        if not file.site_name:
            what = f"{self._name} cannot be written as an address"
            raise InputError(what, "choose another format, or 'show --yaml'")
        fields = self._fields_without_parameters()
        board = self.instance.data
        function = file.functions.get("address_fields")
        if function is not None:
            fields = function.call_or_refuse(board)
        elif "board" in fields and isinstance(board, Board):
            fields = {**fields, "board": _rows_of_address(board, fields["board"])}
        return address_of_fields(file.site_name, file.site_codes, fields)

    # Parts of writing

    def _fields_without_parameters(self) -> Plain:
        """The fields of the instance, without the values of parameters."""
        parameters = self.instance.puzzle.values
        fields = self.instance.fields
        return {name: value for name, value in fields.items() if name not in parameters}

    def _drawn_fields(self, board: Board) -> Plain:
        """The fields, where clues that are given one by one stand in a drawing."""
        fields = self._fields_without_parameters()
        if "signs" in fields_of_layout(self._file.layout):
            return board.with_clues({**board.clues, **board.signs}, signs=True)
        if "given" not in fields:
            return fields
        return board.with_clues(board.corner_clues if "corners" in fields else board.clues)

    def _is_drawing(self, rows: Any, fields: Plain) -> bool:
        """Whether the rows of a board are read as the same where they stand below each other."""
        layout = self._file.layout
        if not (layout and isinstance(rows, list) and len(rows) > 1 and are_plain(rows)):
            return False
        known = {*fields, *self.reader.optional_words()} - {"board"}
        try:
            return fields_of_text(layout, "\n".join(rows), known=known) == {"board": rows}
        except InputError:
            return False

    def _words_of_cells(self, board: Board) -> list[tuple[str, str]]:
        """The words that may stand in cells, and what each means."""
        patterns = self._file.genre.clue_patterns
        words = list(clue_meanings(patterns, board.grid.rows).items())
        words += clue_meanings(self._file.genre.sign_patterns, board.grid.rows).items()
        # A genre may have said what stands in a cell without a clue.
        says_open = isinstance(patterns, dict) and OPEN in patterns
        if "signs" in fields_of_layout(self._file.layout):
            words.append(("- or .", "an open cell, or a side without a sign"))
        elif not says_open:
            words.append(("-, . or a blank", "an open cell"))
        return words


def _rows_of_address(board: Board, drawing: Any) -> list[str]:
    """The rows of a board as addresses have it, where 0 is a number and no open cell."""
    rows = [list(row) for row in rows_of(drawing)]
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if word == "0" and (r, c) not in board.clues:
                row[c] = OPEN
    return [" ".join(row) for row in rows]
