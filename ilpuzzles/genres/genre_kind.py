"""The kind of puzzle that a Python file with a genre makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ilpuzzles.genres.boards import Board
from ilpuzzles.genres.clue_words import OPEN
from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.genres.genre_models import GenreModels
from ilpuzzles.genres.genre_values import GenreInstance, GenrePuzzle, GenreSolution
from ilpuzzles.genres.instance_reader import InstanceReader
from ilpuzzles.genres.instance_text import InstancePlaces
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.puzzles.kind import PuzzleKind, PuzzlePosition
from ilpuzzles.puzzles.position import Plain, Puzzle
from ilpuzzles.reading.fields import plain_data
from ilpuzzles.reading.parameters import Parameter
from ilpuzzles.reading.tree import Node
from ilpuzzles.rules.faults import Fault

MOST_CELLS_MADE_AGAIN = 144
"""A board of more cells is not made again without the numbers of its clues: a Shikaku of 17x17 took
a minute."""


class GenreKind(PuzzleKind):
    """The kind of the one puzzle that a Python file describes.

    Attributes:
        file: The file, with its genre and its functions.
        puzzle: The puzzle, for the usual values of its parameters.
        reader: Reads its instances.
        models: States these as models.
        default_preset: The preset that is meant where none is named; None if none is.
        preset_to_generate: The preset on whose board new positions are made; None for the default.
        most_cells_with_reasons: On boards with more cells, hints name no clues; None for any size.
    """

    name = "python"
    solution = GenreSolution
    blanks = True

    def __init__(self, name: str, file: GenreFile, positions: type[PuzzlePosition]) -> None:
        genre = file.genre
        self.file = file
        self.positions = positions
        self.puzzle = GenrePuzzle(name, file.title or name, file.about, file.source)
        self.reader = InstanceReader(file, name)
        self.models = GenreModels(file, self.reader)
        self.formulations = self.models.formulations()
        self.drawn = "board" if file.layout else ""
        # Whatever its boards are played with: marks, or pieces that are laid.
        self.can_be_drawn = bool(file.layout)
        self.judges = "rules" in file.functions
        self.generator = self._generator_name()
        first_preset = next(iter(file.preset_lines), None) if file.layout else None
        self.default_preset = genre.default_preset or first_preset
        # New positions have the size that people play, where the first preset is a small one.
        self.preset_to_generate = genre.preset_to_generate or None
        self.most_cells_with_reasons = genre.most_cells_with_reasons
        if self.most_cells_with_reasons is None and genre.unknown_clue != OPEN:
            self.most_cells_with_reasons = MOST_CELLS_MADE_AGAIN

    @property
    def names(self) -> Mapping[str, Any]:
        """The names at the top of the file, with their values: for tests and notebooks."""
        standard = next(iter(self.file.genre.formulations.values()))
        names: Mapping[str, Any] = getattr(standard.build, "__globals__", {})
        return names

    def _generator_name(self) -> str:
        """See `PuzzleKind.generator`."""
        functions = self.file.functions
        if "generator" in functions:
            return functions["generator"].name
        if "clue_candidates" in functions:
            return "ilpuzzles.generate.generators:CLUES"
        return ""

    def generator_kind(self) -> Any:
        """The maker of new positions: the generator of the file, or the one that chooses clues."""
        function = self.file.functions.get("generator")
        return super().generator_kind() if function is None else function()

    # Reading

    def read_puzzle(self, tree: Node | None = None) -> GenrePuzzle:
        """The puzzle of the file, for the values of parameters that its tree has (`file_tree`)."""
        stated = plain_data(tree) if tree is not None else {}
        values = stated.get("values", {})
        return replace(self.puzzle, values=values) if values else self.puzzle

    def read_instance(self, puzzle: GenrePuzzle, tree: Node) -> GenreInstance:
        """An instance in a YAML file: some fields are about it, and the others data."""
        return self.reader.read_tree(puzzle, tree)

    def read_address(self, puzzle: GenrePuzzle, address: str) -> GenreInstance:
        """The instance in an address of puzz.link, where the file says how these are written."""
        if not self.file.site_name:
            super().read_address(puzzle, address)  # which refuses
        return self.reader.read_address(puzzle, address)

    @property
    def preset_names(self) -> list[str]:
        """The names of the presets in the file."""
        return list(self.file.genre.presets)

    def preset_instance(self, puzzle: GenrePuzzle, preset: str) -> GenreInstance:
        """An instance among the presets of the file."""
        return self.reader.read_preset(puzzle, preset)

    def preset_parameters(
        self, preset: str, declared: Iterable[Parameter]
    ) -> Mapping[str, int | str]:
        """The values of parameters that a preset of the file states."""
        return self.reader.preset_parameters(preset, declared)

    def has_bare_instance(self, puzzle: Puzzle) -> bool:  # noqa: ARG002
        """Whether the file has no presets, and names none."""
        return not (self.file.genre.presets or self.file.genre.default_preset)

    def bare_instance(self, puzzle: GenrePuzzle) -> GenreInstance:
        """The instance without any data."""
        return self.reader.read(puzzle, {}, InstancePlaces(self.file.path, self.file.path))

    def plain_puzzle(self, puzzle: Puzzle) -> Plain:  # noqa: ARG002
        """What tells this version of the file from others."""
        return {"digest": self.file.digest}

    # Models and rules

    def build(self, instance: GenreInstance) -> Formulated:
        """An instance in the standard formulation of the file."""
        return self.models.build(instance)

    def wrong_words(self, board: Any, solution: Plain) -> Iterator[Fault]:
        """What is wrong with the words of a solution, where the file says which ones there are."""
        words = self.file.genre.solution_words
        if isinstance(board, Board) and words not in {"", "lines"}:
            words_at = board.grid.read_rows(solution["rows"])
            written = {
                cell: word for cell, word in words_at.items() if word != board.clues.get(cell)
            }
            yield from board.grid.word_faults(written, words)
