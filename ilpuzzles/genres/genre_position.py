"""An instance of a genre as a position, which draws, judges and is played on."""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.genres.board_texts import BoardTexts
from ilpuzzles.genres.boards import Board, entry_of_place, place_of_entry
from ilpuzzles.genres.clue_rows import keys_of_groups
from ilpuzzles.genres.genre_functions import plain_of
from ilpuzzles.genres.genre_kind import GenreKind
from ilpuzzles.genres.genre_pictures import GenrePictures
from ilpuzzles.genres.genre_playground import GenrePlayground
from ilpuzzles.genres.genre_symmetry import GenreSymmetries
from ilpuzzles.genres.genre_values import GenreInstance, GenrePuzzle, GenreSolution
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.genres.texts import fields_of_layout
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.puzzles.position import EquivalentSolutions, Keys, Plain
from ilpuzzles.puzzles.typing_guide import TypingGuide
from ilpuzzles.reading.json_text import JsonPart
from ilpuzzles.render.svg import Picture, PictureView
from ilpuzzles.render.text import Drawing
from ilpuzzles.rules.faults import Fault, as_fault
from ilpuzzles.rules.places import Place


class GenrePosition(PuzzlePosition):
    """An instance of a puzzle in a Python file, whose functions draw and judge."""

    __slots__ = ()

    kind: GenreKind
    instance: GenreInstance

    @property
    def rules_to_play(self) -> str:
        """See `Position.rules_to_play`."""
        return self.kind.file.rules_to_play

    @property
    def puzzle(self) -> GenrePuzzle:
        """The puzzle that it is an instance of."""
        return self.instance.puzzle

    def describe(self) -> Plain:
        """The fields of the instance."""
        return self.instance.fields

    # Texts

    @property
    def _texts(self) -> BoardTexts:
        return BoardTexts(self.instance, self.kind.reader)

    def to_yaml(self, parameters: Mapping[str, int | str] | None = None) -> str:
        """The instance as a YAML file."""
        return self._texts.to_yaml(self.parameters if parameters is None else parameters)

    def to_text(self) -> str:
        """The board as `layout` says."""
        text = self._texts.to_text()
        if text is None:
            return PuzzlePosition.to_text(self)  # which refuses
        return text

    def typing_guide(self) -> TypingGuide | None:
        """How this board is typed, from `layout` and `clue_patterns`."""
        return self._texts.typing_guide()

    def address(self) -> str:
        """The address on puzz.link, without a host."""
        return self._texts.address()

    # Rules and solutions

    def read_solution(self, part: JsonPart) -> Plain:
        """A solution given as data, in the form that the rules read."""
        if not self.judges:
            advice = "write one below @genre.rules, which yields what is wrong"
            raise InputError("no function for the rules", advice, self.kind.file.path)
        data: Plain = part.mapping("a solution as --json writes it")
        try:
            self.judge(data)
        except InputError as error:
            problems = "; ".join(f"{each.where}: {each.what}" for each in error.problems)
            what = f"the rules cannot read it ({problems})"
            raise part.wrong(what, "write it as --json does") from None
        return data

    def solution_of(self, plain: Plain) -> GenreSolution:
        """The solution that such data describes."""
        return GenreSolution(plain)

    def essence(self, plain: Any) -> Any:
        """The solution without what follows from the rest."""
        if not isinstance(plain, dict):
            return plain
        derived = self.kind.file.genre.derived_fields
        return {name: value for name, value in plain.items() if name not in derived}

    def symmetries(self) -> EquivalentSolutions:
        """Which solutions are equivalent; an `InputError` where nothing is known about that."""
        function = self.kind.file.functions.get("symmetries")
        if function is None:
            return PuzzlePosition.symmetries(self)  # which refuses
        symmetries = function(self.instance.data)
        function.require(symmetries, list | tuple, "return a list of Symmetry, the identity first")
        return GenreSymmetries(symmetries, GenreSolution, self.essence)

    def judge(self, solution: Any) -> list[Fault]:
        """What the function `rules` says is wrong."""
        function = self.kind.file.functions.get("rules")
        if function is None:
            return []
        # The function may change what it gets.
        board = self.kind.reader.read_fields(self.instance.fields)
        broken_rules = function(board, json.loads(json.dumps(solution)))
        function.require(broken_rules, list | tuple, "return a list of faults, or yield them")
        wrong_words = self.kind.wrong_words(board, solution)
        # A cell may be open by several rules.
        faults = list(dict.fromkeys(map(as_fault, [*wrong_words, *broken_rules])))
        if isinstance(board, Board):
            faults = [fault.moved(board.with_cells) for fault in faults]
        return faults

    def place_of(self, key: Hashable) -> Place | None:
        """A cell, a corner, a line or a region of the board."""
        board = self.instance.data
        return board.place_of(key) if isinstance(board, Board) else None

    def marks_of(self, faults: Iterable[Fault]) -> Keys:
        """The places themselves, since a corner may have the same numbers as a cell."""
        return [place for fault in faults for place in fault.places]

    # The same board with other clues

    def clues(self, solution: GenreSolution) -> list[Any]:
        """Everything that a starting position with this solution may give."""
        function = self.kind.file.functions["clue_candidates"]
        clues = function(self.instance.data, solution.plain)
        if isinstance(clues, dict):
            clues = [entry_of_place(at, str(word)) for at, word in clues.items()]
        function.require(clues, list | tuple, "return a list of what the field 'given' may hold")
        return list(plain_of({"given": list(clues)}, function.place)["given"])

    def with_clues(self, clues: Sequence[Any]) -> GenrePosition:
        """The same with these clues instead of its own; those of `lasting_clues` stay."""
        board = self.instance.data
        if not isinstance(board, Board):
            entries = sorted(clues, key=json.dumps)
            return self.with_fields({**self.instance.fields, "given": entries})
        function = self.kind.file.functions.get("lasting_clues")
        words = {} if function is None else dict(function(board))
        for entry in clues:
            words[place_of_entry(entry)] = entry[-1]
        parts = fields_of_layout(self.kind.file.layout)
        has_corners, has_signs = ("corners" in parts, "signs" in parts)
        fields = board.with_clues(words, corners=has_corners, signs=has_signs)
        return self.with_fields(fields)

    def with_fields(self, fields: Plain) -> GenrePosition:
        """The same with other data, of which nothing is known."""
        board = self.kind.reader.read_fields(fields)
        return self.with_instance(GenreInstance(self.instance.puzzle, fields, board))

    def taken_back(self, parts: Collection[str]) -> tuple[GenrePosition, Keys] | None:
        """The board of which some clues are not known any more, and where these stand.

        None where a board with fewer clues is no board of the genre.
        """
        formulated = self.kind.build(self.instance)
        given = formulated.given
        # What a genre's own `weaker_model` still knows of a clue stands on no board.
        has_own_model = "weaker_model" in self.kind.file.functions
        if given is None or given.remake is None or has_own_model:
            return None
        clues = keys_of_groups(formulated.model, given.groups)
        removed = [key for key in clues if given.part(key) in parts]
        kept = [key for key in clues if key not in removed]
        weaker = self.kind.models.with_only(self.instance, kept, clues)
        return self.with_instance(weaker), list(dict.fromkeys(removed))

    # Playing

    @property
    def _way_to_play(self) -> GenrePlayground:
        return GenrePlayground(self.kind, self.instance, self._pictures, self.essence)

    def playground(self) -> Playground | None:
        """The board that the function `pieces` describes (`grid_data`), or one to draw on."""
        return self._way_to_play.playground()

    def moves_drawn(self, ground: Playground, plain: Any) -> list[int]:
        """The marks that the picture of a part of a solution has, and that of the board has not."""
        is_board = isinstance(self.instance.data, Board)
        if is_board and isinstance(plain, dict) and isinstance(ground, PencilPlayground):
            moves = self._way_to_play.moves_drawn(ground, plain)
            if moves is not None:
                return moves
        return super().moves_drawn(ground, plain)  # which refuses

    # Pictures

    @property
    def _pictures(self) -> GenrePictures:
        return GenrePictures(self.kind.file, self.instance, self.title)

    def drawing(
        self,
        solution: GenreSolution | None = None,
        marked: Keys = (),
        *,
        width: int | None = None,
    ) -> Drawing:
        """What `picture` or `text` draws; without them the data, list by list."""
        return self._pictures.drawing(solution, marked, width=width)

    def small(self, solution: GenreSolution | None = None) -> Drawing:
        """The same as small as letters are, for a sheet with many of them."""
        sketch = self._pictures.sketch(solution)
        return self.drawing(solution) if sketch is None else sketch.small_drawing()

    def picture(
        self,
        solution: GenreSolution | None = None,
        marked: Keys = (),
        *,
        view: PictureView = "all",
    ) -> Picture | str | None:
        """What the function `picture` or `svg` draws."""
        self.require_view(view)
        return self._pictures.picture(solution, marked)

    def sketch(self) -> Sketch | None:
        """The sketch of the board alone; None where it is no grid."""
        return self._pictures.sketch()
