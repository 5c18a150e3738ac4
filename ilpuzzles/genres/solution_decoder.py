"""Turns the values of a genre's model into solutions, parts of solutions, and back."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import require_known
from ilpuzzles.genres.boards import Board
from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.genres.genre_functions import GenreFunction, plain_of
from ilpuzzles.genres.genre_values import GenreInstance, GenreSolution
from ilpuzzles.genres.grid import Cell
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.puzzles.own_puzzle import solution_by_names
from ilpuzzles.puzzles.position import Plain
from ilpuzzles.reading.python_modules import errors_in


class SolutionDecoder:
    """What the values of a model say of an instance of a genre."""

    def __init__(self, file: GenreFile, model: Model, instance: GenreInstance) -> None:
        self._file = file
        self._model = model
        self._instance = instance
        self._families = {family.name: family for family in model.families}
        self._function = file.functions.get("solution")
        if self._function is None and file.layout and model.families:
            self._function = _usual_decoding(file, model)
        self._partial_function = file.functions.get("partial_solution")
        if self._partial_function is None and file.layout:
            self._partial_function = self._function
        self._shown: dict[str, VariableFamily] = {}
        if self.knows_facts:
            self._shown = self._shown_families()

    @property
    def knows_facts(self) -> bool:
        """Whether a part of a solution can be shown, or some variables alone tell solutions."""
        shown = self._file.genre.shown_variables
        return shown is not None or self._partial_function is not None

    def decode(self, values: IntArray) -> GenreSolution:
        """Returns the solution that the values of all variables mean."""
        if self._function is None:
            return GenreSolution(solution_by_names(self._model, values).to_json())
        values_by_family = {name: values[family.columns] for name, family in self._families.items()}
        return checked_solution(
            self._function, self._function(self._instance.data, values_by_family)
        )

    def facts(self, _values: IntArray) -> dict[Hashable, Expression]:
        """Returns the facts that a solution shows: the variables of the shown families."""
        facts: dict[Hashable, Expression] = {}
        for name, family in self._shown.items():
            for variable in family.flat:
                facts[name, variable.column] = variable + 0
        return facts

    def partial(self, known: Mapping[Any, int]) -> GenreSolution:
        """Returns the part of a solution that is known, from the values of facts."""
        if self._partial_function is None:
            values = np.zeros(len(self._model.program().lower), dtype=np.int64)
            for (_, column), value in known.items():
                values[column] = value
            return self.decode(values)
        values_by_family = {
            name: _known_values(name, family, known) for name, family in self._shown.items()
        }
        function = self._partial_function
        part = checked_solution(function, function(self._instance.data, values_by_family))
        if not self._file.draws_borders or "border" not in values_by_family:
            return part
        sides = self._shown["border"].axes[0]
        is_border = dict(zip(sides, values_by_family["border"], strict=True))
        line = [side for side in sides if is_border[side] == 1]
        none = [side for side in sides if is_border[side] == 0]
        return checked_solution(function, part.plain | {"line": line, "none": none})

    @property
    def encode(self) -> Callable[[GenreSolution], dict[Variable, int]] | None:
        """The opposite of `decode`; None if the file has no function for it."""
        function = self._file.functions.get("variable_values")
        if function is None:
            return None

        def encode(solution: GenreSolution) -> dict[Variable, int]:
            values_by_family = function(self._instance.data, solution.plain)
            function.require(values_by_family, dict, "return dictionaries by the names of families")
            values: dict[Variable, int] = {}
            with errors_in(function.path, function.line):
                for name, values_by_label in values_by_family.items():
                    for label, value in values_by_label.items():
                        values[self._families[name][label]] = value
            return values

        return encode

    def _shown_families(self) -> dict[str, VariableFamily]:
        """The families that show a solution: those that the genre names, or all that decide."""
        names = self._file.genre.shown_variables
        if names is not None:
            for name in names:
                require_known("family of variables", name, self._families, where=self._file.path)
            return {name: self._families[name] for name in names}
        deciding = self._model.program().deciding
        # A family may have no variables at all, such as tents where no tree stands.
        return {
            name: family
            for name, family in self._families.items()
            if not family.columns.size or deciding[family.columns].any()
        }


def checked_solution(function: GenreFunction, value: Any) -> GenreSolution:
    """Returns the solution that a function of the file has returned, if it has the right form."""
    function.require(value, dict, "a solution is a dictionary: return {'rows': rows}")
    return GenreSolution(plain_of(value, function.place))


def _known_values(name: str, family: VariableFamily, known: Mapping[Any, int]) -> Any:
    """The values of a family in an array of its shape, with None where nothing is known."""
    columns = family.columns.ravel().tolist()
    values = np.empty(len(columns), dtype=object)
    values[:] = [known.get((name, column)) for column in columns]
    return values.reshape(family.shape)


# What files need no function for


def _usual_decoding(file: GenreFile, model: Model) -> GenreFunction | None:
    """The function that makes rows of the first family of variables; None if it has no cells."""
    first = model.families[0]
    shading = _shading(file, model)
    if not first.axes:
        return None
    words = file.genre.solution_words
    decode: Callable[[Board, Mapping[str, Any]], Plain]
    if words == "lines":
        decode = _line_decoding(first, shading)
    elif words:
        # Boards that are made have other clues than the one whose solution is wanted.
        keeps_clues = "clue_candidates" not in file.functions
        decode = _word_decoding(first, words, keeps_clues=keeps_clues)
    elif len(first.axes) > 1 and isinstance(next(iter(first.axes[0]), 0), tuple):
        decode = _digit_decoding(first)
    else:
        return None
    return GenreFunction(file.path, "decode", decode)


def _line_decoding(
    first: VariableFamily, shading: VariableFamily | None
) -> Callable[[Board, Mapping[str, Any]], Plain]:
    """Decodes a family that has a variable for each pair of cells."""
    pairs: Any = first.axes[0]

    def decode(board: Board, values: Mapping[str, Any]) -> Plain:
        words_at: dict[Cell, str] = {}
        if shading is not None:
            cells: Any = shading.axes[0]
            for cell, is_shaded in zip(cells, values[shading.name], strict=True):
                if is_shaded:
                    words_at[cell] = "x"
        return board.line_solution(pairs, values[first.name], words_at)

    return decode


def _word_decoding(
    first: VariableFamily, words: str, *, keeps_clues: bool
) -> Callable[[Board, Mapping[str, Any]], Plain]:
    """Decodes a family that has a variable for each cell."""
    cells: Any = first.axes[0] if len(first.axes) == 1 else None

    def decode(board: Board, values: Mapping[str, Any]) -> Plain:
        clues = board.clues if keeps_clues else None
        return {"rows": board.grid.rows_of_values(values[first.name].ravel(), words, cells, clues)}

    return decode


def _digit_decoding(first: VariableFamily) -> Callable[[Board, Mapping[str, Any]], Plain]:
    """Decodes a family that has a variable for each cell and each digit."""
    cells: Any
    cells, digits, *_ = first.axes

    def decode(board: Board, values: Mapping[str, Any]) -> Plain:
        return {"rows": board.grid.rows_of_choices(values[first.name], digits, "0", cells)}

    return decode


def _shading(file: GenreFile, model: Model) -> VariableFamily | None:
    """The family of variables that shade cells besides the lines; None if there is none."""
    name = file.genre.shading
    if not name:
        return None
    families = {family.name: family for family in model.families}
    require_known("family of variables", name, families, where=file.path)
    return families[name]
