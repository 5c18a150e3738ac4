"""States the boards of a genre as models, by the functions of its file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.genres.boards import Board
from ilpuzzles.genres.clue_rows import given_of_board
from ilpuzzles.genres.genre import GenreFormulation
from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.genres.genre_functions import GenreFunction
from ilpuzzles.genres.genre_values import GenreInstance, GenreSolution
from ilpuzzles.genres.grid_constraints import region_borders
from ilpuzzles.genres.instance_reader import InstanceReader
from ilpuzzles.genres.solution_decoder import SolutionDecoder, checked_solution
from ilpuzzles.modelling.program import Program
from ilpuzzles.puzzles.formulation import Formulated, Formulation
from ilpuzzles.puzzles.user_code import errors_in_formulated, require_formulated
from ilpuzzles.reading.python_modules import errors_in
from ilpuzzles.reading.python_source import BORDERS_FORMULATION
from ilpuzzles.solvers.registry import general_backends


@dataclass(frozen=True, slots=True)
class GenreModels:
    """The models of the boards of a genre.

    Attributes:
        file: The file of the genre.
        reader: What reads boards, also those of which only some clues are known.
    """

    file: GenreFile
    reader: InstanceReader

    def formulations(self) -> dict[str, Formulation]:
        """Returns the formulations of the genre by their names, the standard one first."""
        formulations = [self._formulation(stated) for stated in self._stated()]
        if self.file.draws_borders:
            standard = formulations[0]
            with_borders = replace(
                standard,
                name=BORDERS_FORMULATION,
                about=f"{standard.about}, and a variable for each side between two cells",
                build=self.build_with_borders,
            )
            formulations.append(with_borders)
        return {formulation.name: formulation for formulation in formulations}

    def build(self, instance: GenreInstance) -> Formulated:
        """States an instance in the standard formulation of the file."""
        return self._build_by(self._stated()[0], instance)

    def build_with_borders(self, instance: GenreInstance) -> Formulated:
        """The same, with variables for the borders of regions, which a player draws."""
        model = self.build(instance).model
        function = self.file.functions["same_region"]
        same_region = function(model, instance.data)
        function.require(same_region, dict, "return a dictionary of pairs of cells")
        with errors_in(function.path, function.line):
            region_borders(model, instance.data.grid, same_region)
        return self._formulate(instance, model)

    def build_to_draw_on(self, instance: GenreInstance) -> Formulated:
        """States an instance with the variables that a player decides."""
        if self.file.draws_borders:
            return self.build_with_borders(instance)
        return self.build(instance)

    # Boards of which only some clues are known

    def with_only(
        self,
        instance: GenreInstance,
        known_clues: Collection[Hashable],
        all_clues: Collection[Hashable],
    ) -> GenreInstance:
        """Returns the instance of which only some clues are known; see `Board.with_only`."""
        fields = instance.data.with_only(known_clues, all_clues, self.file.genre.unknown_clue)
        return GenreInstance(instance.puzzle, fields, self.reader.read_fields(fields))

    def weaker_model(
        self,
        instance: GenreInstance,
        known_clues: Collection[Hashable],
        all_clues: Collection[Hashable],
    ) -> Model:
        """Returns the model of a board of which only some clues are known, with its borders."""
        function = self.file.functions.get("weaker_model")
        if function is None:
            weaker = self.with_only(instance, known_clues, all_clues)
            return self.build_to_draw_on(weaker).model
        model = function(instance.data, frozenset(known_clues))
        function.require(model, Model, "return an ilpuzzles.Model")
        return model  # type: ignore[no-any-return] # it is one

    # Parts of building

    def _stated(self) -> list[GenreFormulation]:
        """The formulations as the file states them, the standard one first."""
        return list(self.file.genre.formulations.values())

    def _formulation(self, stated: GenreFormulation) -> Formulation:
        """A formulation of the file, as those of all kinds of puzzles are."""
        return Formulation(
            stated.name,
            stated.about or f"the model of {Path(self.file.path).name}",
            partial(self._build_by, stated),
            self._claims(stated),
            stated.best_with,
        )

    def _claims(self, stated: GenreFormulation) -> Callable[[Any, str], bool]:
        """Whether a backend is expected to solve an instance in a form; see `Formulation`."""
        names = self.file.genre.backends
        if names is None:
            names = general_backends()
        usual_backends = tuple(names)

        def is_quick(instance: GenreInstance, backend: str) -> bool:
            board = instance.data
            cells = len(board.grid.cells) if isinstance(board, Board) else 0
            return stated.is_quick(board, cells, backend, usual_backends)

        return is_quick

    def _build_by(self, stated: GenreFormulation, instance: GenreInstance) -> Formulated:
        """States an instance as a function of the file does."""
        function = GenreFunction(self.file.path, stated.build.__name__, stated.build)
        value = function.call_or_refuse(instance.data)
        if isinstance(value, Model):
            return replace(self._formulate(instance, value), sound=stated.sound)
        function.require(value, Formulated, "return an ilpuzzles.Model")
        formulated = require_formulated(value, function.place)
        formulated = errors_in_formulated(formulated, function.path, function.line)
        return replace(
            formulated,
            decode=_checked(function, formulated.decode),
            partial=None if formulated.partial is None else _checked(function, formulated.partial),
        )

    def _formulate(self, instance: GenreInstance, model: Model) -> Formulated:
        """A model with the functions of the file that turn values into solutions."""
        given = given_of_board(self.file, model, instance.data, partial(self._remake, instance))
        decoder = SolutionDecoder(self.file, model, instance)
        if not decoder.knows_facts:
            return Formulated(model, decoder.decode, given=given, encode=decoder.encode)
        return Formulated(
            model,
            decoder.decode,
            decoder.facts,
            decoder.partial,
            given=given,
            encode=decoder.encode,
        )

    def _remake(
        self, instance: GenreInstance, known_clues: Collection[Hashable], all_clues: list[Hashable]
    ) -> Program | None:
        """The model of the same board of which only some clues are known."""
        with suppress(IlpuzzlesError):
            return self.weaker_model(instance, known_clues, all_clues).program()
        # Without its other clues it is no board of this genre.
        return None


def _checked(
    function: GenreFunction, decode: Callable[[Any], Any]
) -> Callable[[Any], GenreSolution]:
    """Decodes, and checks that a solution has the right form."""

    def decode_and_check(values: Any) -> GenreSolution:
        return checked_solution(function, decode(values))

    return decode_and_check
