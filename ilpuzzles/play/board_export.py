"""The files that a page saves: a board and what lies on it, as YAML, JSON, a picture or a PDF."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from ilpuzzles.errors import InputError
from ilpuzzles.play.board_question import BoardQuestion, read_word
from ilpuzzles.play.saved_position import notes_of
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.own_puzzle import solution_json
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.puzzles.position import Position, require_address
from ilpuzzles.render.pdf_book import book_of_pictures
from ilpuzzles.render.png import png_of

Plain: TypeAlias = dict[str, Any]

_MEDIA_TYPES: Mapping[str, str] = {
    "yaml": "application/yaml",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "address": "text/plain",
}


class BoardExport:
    """Makes the files of a board.

    Args:
        position: The starting position, or the model of one's own.
        ground: Its board.
        key: The key by which the board is found again; see `Game.other`.
    """

    def __init__(self, position: Position, ground: Playground, key: str) -> None:
        self._position = position
        self._ground = ground
        self._key = key

    def answer(self, question: BoardQuestion) -> Plain:
        """The file in the format that is asked for, with its name and its media type.

        Raises:
            InputError: If there is no such format, or the board has no such file.
        """
        form = read_word("format", question.fields.get("format"), _MEDIA_TYPES)
        name = self._position.name
        ending = "txt" if form == "address" else form
        file: Plain = {"name": f"{name}.{ending}", "type": _MEDIA_TYPES[form]}
        content = self._content(form, question)
        if isinstance(content, bytes):
            return file | {"data": base64.b64encode(content).decode("ascii"), "base64": True}
        file |= {"data": content, "base64": False}
        if form == "yaml" and question.moves and self._ground.instance(question.moves) is None:
            file["text"] = (
                "YAML has the puzzle alone, without what you have drawn. JSON has that as well: "
                f"save as JSON, and 'ilpuzzles play {name} --file {name}.json' goes on from here."
            )
        return file

    def _content(self, form: str, question: BoardQuestion) -> str | bytes:
        """The content of the file."""
        if form == "yaml":
            return self._yaml(question.moves)
        if form == "json":
            return self._json(question)
        if form == "svg":
            return self._svg(question.moves)
        if form == "png":
            return png_of(self._svg(question.moves))
        if form == "pdf":
            return self._pdf(question.moves)
        return require_address(self._position) + "\n"

    def _yaml(self, moves: list[int]) -> str:
        position = self._position
        if not isinstance(position, PuzzlePosition):
            raise InputError(f"{position.name} cannot be written as YAML", "choose JSON")
        instance = self._ground.instance(moves)
        shown = position if instance is None else position.with_instance(instance)
        return shown.to_yaml() + "\n"

    def _json(self, question: BoardQuestion) -> str:
        """The solution as far as it goes, and all that `saved_position` opens again."""
        position = self._position
        moves = question.moves
        plain: Plain = {"puzzle": position.name, "board": self._key, "given": question.given}
        # Another position of the same board is no solution of the preset.
        if set(self._ground.given) <= set(moves):
            plain["preset"] = position.preset
        if isinstance(position, PuzzlePosition):
            plain["parameters"] = dict(position.parameters)
        plain["moves"] = moves
        notes = notes_of(question.fields.get("notes"), len(self._ground.data.spots))
        if notes:
            plain["notes"] = notes
        plain["solutions"] = [solution_json(self._ground.solution(moves))]
        return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"

    def _svg(self, moves: list[int]) -> str:
        svg = self._position.svg(self._ground.solution(moves))
        if not svg:
            raise InputError(f"{self._position.name} has no picture", "choose JSON")
        return svg

    def _pdf(self, moves: list[int]) -> bytes:
        picture = self._position.picture(self._ground.solution(moves))
        if picture is None:
            raise InputError(f"{self._position.name} has no picture", "choose JSON")
        return book_of_pictures(self._position.title, [("", picture)]).data
