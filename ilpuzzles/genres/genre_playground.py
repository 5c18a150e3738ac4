"""Makes the board to play on of an instance of a genre."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError, nearest
from ilpuzzles.genres.boards import NO_REGION, Board
from ilpuzzles.genres.clue_rows import name_of_clue
from ilpuzzles.genres.clue_words import OPEN
from ilpuzzles.genres.genre import CertainMove
from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.genres.genre_kind import GenreKind
from ilpuzzles.genres.genre_pictures import GenrePictures
from ilpuzzles.genres.genre_values import GenreInstance, GenreSolution
from ilpuzzles.genres.grid import Cell, Grid
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.genres.pencil_marks import PencilMark, marks_drawn, marks_of_model
from ilpuzzles.genres.pieces_board import CertainMoves, PiecesPlayground
from ilpuzzles.genres.steps.board_proofs import BoardClues
from ilpuzzles.genres.steps.step_sentences import StepWords
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.puzzles.position import Plain
from ilpuzzles.reading.json_text import json_excerpt
from ilpuzzles.reading.python_modules import errors_in
from ilpuzzles.reading.python_source import BORDERS_FORMULATION
from ilpuzzles.rules.places import Place


@dataclass(frozen=True, slots=True)
class GenrePlayground:
    """The way from an instance of a genre to a board to play on.

    Attributes:
        kind: The kind of puzzle.
        instance: The instance.
        pictures: Its pictures.
        essence: What equal solutions have in common, in plain data.
    """

    kind: GenreKind
    instance: GenreInstance
    pictures: GenrePictures
    essence: Callable[[Any], Any]

    @property
    def _file(self) -> GenreFile:
        return self.kind.file

    def playground(self) -> Playground | None:
        """Returns the board that the function `pieces` describes, or one to draw on."""
        formulated = self.kind.models.build_to_draw_on(self.instance)
        if self._file.draws_borders:
            ground = self._to_draw_on(formulated)
            if ground is not None:
                ground.formulation = BORDERS_FORMULATION
            return ground
        if "pieces" not in self._file.functions:
            return self._to_draw_on(formulated)
        return self._with_pieces(formulated)

    # Boards with pieces

    def _with_pieces(self, formulated: Formulated) -> Playground:
        """A board with pieces, as the function `pieces` of the file describes it."""
        function = self._file.functions["pieces"]
        description = function(self.instance.data)
        function.require(description, dict, "return a dictionary with pieces and moves")
        with errors_in(function.path, function.line):
            return PiecesPlayground(
                description,
                formulated,
                self.instance.data,
                essence=self.essence,
                certain_moves=self._certain_moves(),
            )

    def _certain_moves(self) -> CertainMoves | None:
        """The finder of certain moves by the logic of the genre; None if it has none."""
        function = self._file.functions.get("certain_move")
        if function is None:
            return None

        def certain_move(moves: list[tuple[str, tuple[Any, ...]]]) -> CertainMove | None:
            move: CertainMove | None = function(self.instance.data, moves)
            function.require(move, CertainMove | None, "return a CertainMove, or None")
            return move

        return certain_move

    # Boards to draw on

    def _to_draw_on(self, formulated: Formulated) -> PencilPlayground | None:
        """A board on a grid, where the picture shows what variables say of cells and lines."""
        board = self.instance.data
        blank = self.pictures.sketch()
        if not isinstance(board, Board) or blank is None:
            return None
        marks = marks_of_model(formulated, board.grid, partial(self.pictures.sketch, marked=()))
        # Nothing is to be drawn into what is no part of the board.
        void = {cell for name in NO_REGION for cell in board.regions.get(name, ())}
        marks = [mark for mark in marks if mark.place not in void]
        if self._file.draws_borders:
            marks = [mark for mark in marks if mark.layer in {"walls", "crosses"}]
        if not marks:
            return None
        self._require_known_groups(formulated.model)
        self._require_known_marks(formulated.model, marks)
        try:
            return PencilPlayground(
                formulated,
                blank,
                marks,
                board.place_of,
                board_clues=self._clues_of_hints(formulated, board),
                words=self._words_of_hints(board),
            )
        except InputError:
            # It is too large to be shown; a hint is looked for all the same.
            return None

    def _require_known_groups(self, model: Model) -> None:
        """Raises if a reason of the genre is about a group whose name is misspelt.

        A group may be there on some boards only. So a name that no group of this board has is an
        error only if it is nearly that of a group for which the genre has no sentence.
        """
        groups = {group.name for group in model.groups}
        genre = self._file.genre
        for name, sentences in (
            ("reasons", genre.reasons),
            ("contradictions", genre.contradictions),
        ):
            groups_with_sentences = {_group_and_mark(key, groups)[0] for key in sentences}
            for group in groups_with_sentences - groups - {""}:
                meant = nearest(group, groups - groups_with_sentences)
                if meant is not None:
                    what = f"{name!r} has a sentence for the group {group!r}, which is none"
                    raise InputError(what, f"did you mean {meant!r}?", self._file.path)

    def _require_known_marks(self, model: Model, marks: Sequence[PencilMark]) -> None:
        """Raises if a reason of the genre is about a mark that its boards do not have.

        A word that is written into cells may be there on larger boards only. So where cells have
        words, numbers and single letters are let through.
        """
        groups = {group.name for group in model.groups}
        names = {mark.name for mark in marks}
        has_words = any(mark.is_written for mark in marks)
        genre = self._file.genre
        for key in genre.reasons:
            group, mark_name = _group_and_mark(key, groups)
            may_be_elsewhere = has_words and (len(mark_name) == 1 or mark_name.isdecimal())
            if group not in groups or mark_name in {"", *names} or may_be_elsewhere:
                continue
            what = f"'reasons' has a sentence for the mark {mark_name!r}"
            what += ", which no cell or line can have"
            raise InputError(what, f"known: {', '.join(sorted(names))}", self._file.path)
        for key in genre.contradictions:
            group, mark_name = _group_and_mark(key, groups)
            if group in groups and mark_name:
                what = f"'contradictions' has a sentence for the mark {mark_name!r}"
                advice = f"write one for the whole group: {group!r}"
                raise InputError(what, advice, self._file.path)

    def _clues_of_hints(self, formulated: Formulated, board: Board) -> BoardClues:
        """The clues that hints rest on."""
        says_unknown = self._file.genre.unknown_clue != OPEN
        special = frozenset(board.clues if says_unknown else ())
        most_cells = self.kind.most_cells_with_reasons
        if most_cells is not None and len(board.grid.cells) > most_cells:
            return BoardClues.not_named(special)

        def weaker_model(known_clues: Collection[Hashable]) -> Model:
            return self.kind.models.weaker_model(self.instance, known_clues, clues.keys)

        clues = BoardClues.of(formulated, board.place_of, weaker_model, special)
        return clues

    def _words_of_hints(self, board: Board) -> StepWords:
        """The words of the file for reasons."""
        genre = self._file.genre
        function = self._file.functions.get("clue_name")

        def name_clue(key: Hashable) -> str:
            name: str = "" if function is None else function(board, key)
            if name:
                return name
            place = board.place_of(key)
            return "" if place is None else name_of_clue(place, board)

        return StepWords(genre.reasons, genre.contradictions, genre.known_anyway, name_clue)

    # Marks on a board that somebody has drawn

    def moves_drawn(self, ground: PencilPlayground, plain: Plain) -> list[int] | None:
        """Returns the marks that the picture of a part of a solution has, and the board has not.

        None where the board has no picture.

        Raises:
            InputError: If the data are no part of a solution, or have a word that is no mark.
        """
        board: Board = self.instance.data
        words: Mapping[Cell, str] = {}
        try:
            if "rows" in plain:
                words = board.grid.read_rows(plain["rows"])
            drawn = self.pictures.sketch(GenreSolution(plain))
            blank = self.pictures.sketch()
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            what = f"these are no marks on this board of {self.kind.puzzle.name}"
            advice = "write a word for each cell, ? for open ones, or what 'hint --json' says"
            raise InputError(f"{what}{_words_of_error(error)}", advice) from None
        if drawn is None or blank is None:
            return None
        marks = [ground.marked(move) for move in range(len(ground.data.moves))]
        moves = marks_drawn(marks, drawn, blank)
        if "line" not in plain:
            marked_cells = {
                cell for move in moves for cell in _cells_of(marks[move].place, board.grid)
            }
            self._require_marks(ground, words, marked_cells)
        return moves

    def _require_marks(
        self, ground: PencilPlayground, words: Mapping[Cell, str], marked_cells: set[Cell]
    ) -> None:
        """Raises if a word stands in a cell without a mark."""
        clues = self.instance.data.clues
        for cell, word in words.items():
            is_open = word in {"?", OPEN} or word == clues.get(cell)
            if is_open or cell in marked_cells:
                continue
            what = f"{Place.of(cell)} has {json_excerpt(word)}, which is no mark there"
            known = self._words_of_marks(ground, cell)
            raise InputError(what, f"write {', '.join([*known, '? for open cells'])}")

    def _words_of_marks(self, ground: PencilPlayground, cell: Cell) -> list[str]:
        """The words that marks in a cell have in rows of a solution."""
        grid = self.instance.data.grid
        words = dict[str, None]()
        for move in range(len(ground.data.moves)):
            if ground.marked(move).place == cell:
                rows = ground.solution([move]).plain["rows"]
                words[grid.read_rows(rows).get(cell, "?")] = None
        return [word for word in words if word != "?"]


def _group_and_mark(key: str, groups: Collection[str]) -> tuple[str, str]:
    """The group and the mark of a sentence: `stars` and `empty` of `stars: empty`.

    A sentence for all marks has an empty mark, and one for locked sets an empty group. The name of
    a group may have a colon in it.
    """
    if key in groups:
        return key, ""
    group, _, mark_name = key.partition(": ")
    is_about_sets = " in " in key and group not in groups
    return ("", "") if is_about_sets else (group, mark_name)


def _cells_of(place: Any, grid: Grid) -> list[Cell]:
    """The cells that a mark is about: its own, or those of a line between two, with its ends."""
    if place in grid:
        return [place]
    (first_row, first_column), (last_row, last_column) = place
    rows = range(first_row, last_row + 1)
    columns = range(first_column, last_column + 1)
    # Ends of a line may be corners, some of which have no cell at their lower right.
    return [cell for cell in product(rows, columns) if cell in grid]


def _words_of_error(error: Exception) -> str:
    """The words of an error of ours, without the place in the file of a genre; else nothing."""
    return f": {error.problems[0].what}" if isinstance(error, InputError) else ""
