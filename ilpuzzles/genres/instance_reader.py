"""Reads instances of a genre: presets of its file, files of users, and addresses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ilpuzzles.errors import InputError, UnknownNameError, unknown_name
from ilpuzzles.genres.addresses import fields_of_address
from ilpuzzles.genres.boards import BOARD_FIELDS, PARTS, AskedFields, Board
from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.genres.genre_functions import plain_of
from ilpuzzles.genres.genre_values import GenreInstance, GenrePuzzle
from ilpuzzles.genres.instance_text import InstancePlaces, lines_of
from ilpuzzles.genres.texts import fields_of_layout, fields_of_text
from ilpuzzles.puzzles.position import Plain
from ilpuzzles.reading.fields import plain_data
from ilpuzzles.reading.json_text import json_excerpt
from ilpuzzles.reading.parameters import Parameter, check_parameters
from ilpuzzles.reading.tree import Node

_ABOUT = {"puzzle", "title", "solutions", "source"}
"""The fields that are about every instance, and no data of it."""

_KEPT = ("title", "solutions", "source")
"""The fields about an instance that it keeps."""


@dataclass(frozen=True, slots=True)
class InstanceReader:
    """Reads the instances of a genre.

    Attributes:
        file: The file of the genre.
        name: The name of the puzzle.
    """

    file: GenreFile
    name: str

    def read_tree(self, puzzle: GenrePuzzle, tree: Node) -> GenreInstance:
        """Returns the instance in a YAML file: some fields are about it, and the others data."""
        fields = plain_data(tree)
        places = InstancePlaces.of_tree(tree)
        layout = self.file.layout
        if layout and isinstance(fields, dict) and isinstance(fields.get("board"), str):
            text = fields.pop("board")
            rows_at = {**places.rows}
            fields |= fields_of_text(
                layout,
                text,
                tree.place.file,
                {*fields, *self.optional_words()},
                lines_at=lines_of(tree, "board"),
                rows_at=rows_at,
            )
            places = replace(places, rows=rows_at)
        return self.read(puzzle, fields, places)

    def read_preset(self, puzzle: GenrePuzzle, preset: str) -> GenreInstance:
        """Returns an instance among the presets of the file."""
        presets = self.file.genre.presets
        if preset not in presets:
            advice = "let the genre have the presets that are written there"
            raise InputError(f"the preset {preset!r} is gone", advice, self.file.path)
        place = self.file.place_of_preset(preset)
        return self.read(puzzle, presets[preset], InstancePlaces(place, place))

    def read_address(self, puzzle: GenrePuzzle, address: str) -> GenreInstance:
        """Returns the instance in an address of puzz.link."""
        fields = fields_of_address(self.file.site_name, self.file.site_codes, address)
        return self.read(puzzle, fields, InstancePlaces("the address", "the address"))

    def read(self, puzzle: GenrePuzzle, fields: Any, places: InstancePlaces) -> GenreInstance:
        """Returns the instance with these fields, which stand at these places.

        Raises:
            InputError: If something is wrong with them, with its place.
        """
        if not isinstance(fields, dict):
            raise InputError("the instance has no fields", "write 'key: value'", places.start)
        names_about = self._names_about()
        about = {name: value for name, value in fields.items() if name in names_about}
        data = {name: value for name, value in fields.items() if name not in names_about}
        about = self._checked_about(about, places)
        data = plain_of(data, places.start)
        for name in data:
            if name in puzzle.values:
                where = places.fields.get(name, places.start)
                advice = f"write 'parameters: {{{name}: ...}}'"
                raise InputError(f"{name!r} is a parameter", advice, where)
        data |= puzzle.values
        board = self._read_placed(data, places)
        if isinstance(board, Board):
            known_names = [*self.known_fields(board), *names_about, *puzzle.values]
            self._require_known_names(data, known_names, places)
        return GenreInstance(puzzle, data, board, **self._counted_for(puzzle, about))

    def read_fields(self, fields: Plain) -> Any:
        """Returns the board that the function of the file makes of the fields of an instance."""
        # The functions may change what they get, and the fields are needed again.
        asked = AskedFields(json.loads(json.dumps(fields)))
        if "board" not in self.file.functions:
            return asked
        return self.file.functions["board"](asked)

    # The fields that there are

    def known_fields(self, board: Board) -> list[str]:
        """The fields that instances may have: parts of the layout, and what `board` has asked for.

        Nothing has to be listed, and nothing can be forgotten: a field that the file does not ask
        for when it reads a board is an error wherever it is given.
        """
        drawn = [name for name in fields_of_layout(self.file.layout) if name in PARTS]
        asked = board.fields.asked if isinstance(board.fields, AskedFields) else set()
        return list(dict.fromkeys([*drawn, *BOARD_FIELDS, *sorted({*asked} - PARTS)]))

    def optional_words(self) -> set[str]:
        """The words of the first line of a text that some preset does without."""
        head = self.file.layout.rpartition(":")[0]
        names = [name.rstrip("*?+") for name in head.split()]
        presets = [
            fields for fields in self.file.genre.presets.values() if isinstance(fields, dict)
        ]
        return {name for name in names if any(name not in fields for fields in presets)}

    def preset_parameters(
        self, preset: str, declared: Iterable[Parameter]
    ) -> Mapping[str, int | str]:
        """The values of parameters that a preset of the file states."""
        genre = self.file.genre
        fields = genre.presets.get(preset, {})
        stated = fields.get("parameters", {}) if genre.parameters else {}
        if not isinstance(stated, dict):
            what = f"'parameters' is {json_excerpt(stated)}"
            place = self.file.place_of_preset(preset)
            raise InputError(what, 'write {"name": "value"}', place)
        return check_parameters(declared, stated, self.name, whole=False)

    def _names_about(self) -> set[str]:
        """The fields that are about an instance, and no data of it."""
        names = _ABOUT | {*self.file.genre.solutions_with}
        if self.file.genre.parameters:
            names.add("parameters")
        if "generator" in self.file.functions:
            names.add("difficulty")
        return names

    # Parts of reading

    def _checked_about(self, about: Plain, places: InstancePlaces) -> Plain:
        """The facts about an instance, known to be texts and whole numbers."""
        checked = dict(about)
        puzzle = checked.pop("puzzle", self.name)
        if puzzle != self.name:
            what = f"the instance is one of {puzzle}"
            raise InputError(what, f"write 'puzzle: {self.name}'", places.start)
        # Those who look for the puzzle have read its parameters.
        checked.pop("parameters", None)
        numbers = {"solutions", "difficulty", *self.file.genre.solutions_with}
        for name, value in checked.items():
            expected = int if name in numbers else str
            if not isinstance(value, expected):
                advice = "write a whole number" if name in numbers else "write a string in quotes"
                where = places.fields.get(name, places.start)
                raise InputError(f"{name!r} is {json_excerpt(value)}", advice, where)
        return checked

    def _read_placed(self, data: Plain, places: InstancePlaces) -> Any:
        """The board that the file makes of fields; what is wrong with these has its place."""
        try:
            return self.read_fields(data)
        except InputError as error:
            # What reads a board knows what is wrong with it: the file of the puzzle is right.
            if type(error.__cause__) is ValueError:
                raise InputError(str(error.__cause__), "", places.whole) from None
            if not isinstance(error.__cause__, InputError):
                raise
            problems = error.__cause__.problems
            placed = [replace(each, where=places.of_problem(each)) for each in problems]
            raise InputError(*placed) from None

    def _require_known_names(
        self, data: Plain, known_names: list[str], places: InstancePlaces
    ) -> None:
        """Raises unless all fields of an instance are known."""
        unknown = []
        for name in data:
            if name not in known_names:
                where = places.fields.get(name, places.start)
                unknown.append(unknown_name("field", name, known_names, where=where))
        if unknown:
            raise UnknownNameError(*unknown)

    def _counted_for(self, puzzle: GenrePuzzle, about: Plain) -> Plain:
        """The facts about an instance, with the number of solutions for these parameters."""
        kept: Plain = {name: about[name] for name in _KEPT if name in about}
        for name, values in self.file.genre.solutions_with.items():
            if values.items() <= puzzle.values.items():
                kept.pop("solutions", None)
                if name in about:
                    kept["solutions"] = about[name]
        return kept
