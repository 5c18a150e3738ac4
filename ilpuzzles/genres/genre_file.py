"""A puzzle in one Python file: a family of its own, made of the functions in the file."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ilpuzzles.backends.registry import general_backends
from ilpuzzles.errors import (
    IlpuzzlesError,
    InputError,
    UnknownNameError,
    require_known,
    unknown_name,
)
from ilpuzzles.genres.addresses import address_of_fields, fields_of_address
from ilpuzzles.genres.boards import (
    BESIDE,
    BOARD_FIELDS,
    NO_REGION,
    PARTS,
    AskedFields,
    Board,
    rows_of,
)
from ilpuzzles.genres.clue_words import OPEN, clue_meanings
from ilpuzzles.genres.genre import CertainMove, GenreFormulation
from ilpuzzles.genres.genre_functions import GenreFunction, is_own_error, plain_of
from ilpuzzles.genres.genre_reader import genre_in
from ilpuzzles.genres.genre_symmetry import GenreSymmetries
from ilpuzzles.genres.grid import Cell, Grid, read_pairs
from ilpuzzles.genres.grid_constraints import region_borders
from ilpuzzles.genres.instance_text import (
    InstancePlaces,
    are_plain,
    drawing_entry,
    entry,
    lines_of,
)
from ilpuzzles.genres.layers import PEN
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.genres.pencil_marks import marks_drawn, marks_of_model
from ilpuzzles.genres.pieces_board import CertainMoves, PiecesPlayground
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.genres.steps.board_proofs import BoardClues
from ilpuzzles.genres.steps.step_sentences import (
    IN_BROKEN,
    IN_DIRECT,
    IN_SETS,
    StepWords,
    fields_of,
)
from ilpuzzles.genres.texts import (
    fields_of_layout,
    fields_of_text,
    parts_in_words,
    text_of_fields,
    typed_rows,
)
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.modelling.variables import VariableFamily as Variables
from ilpuzzles.puzzles.family import Family, Formulated, Formulation, PuzzlePosition
from ilpuzzles.puzzles.own_puzzle import require_svg, solution_by_names
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.puzzles.position import EquivalentSolutions, Keys, Plain, Puzzle
from ilpuzzles.puzzles.typing_guide import TypingGuide
from ilpuzzles.puzzles.user_code import (
    blame_functions,
    require_formulated,
)
from ilpuzzles.reading.fields import plain_data
from ilpuzzles.reading.json_text import JsonPart, json_excerpt
from ilpuzzles.reading.parameters import Parameter, check_parameters
from ilpuzzles.reading.python_modules import located
from ilpuzzles.reading.python_source import Script
from ilpuzzles.reading.tree import Node
from ilpuzzles.render.svg import Picture, PictureView
from ilpuzzles.render.text import Drawing, Segment
from ilpuzzles.rules.faults import Fault, as_fault
from ilpuzzles.rules.places import CELL, CORNER, Place

MOST_CELLS_MADE_AGAIN = 144
"""A board of more cells is not made again without the numbers of its clues: a Shikaku of 17x17 took
a minute."""

_ABOUT = {"puzzle", "title", "solutions", "source"}


@dataclass(frozen=True, slots=True, eq=False)
class PythonPuzzle(Puzzle):
    """The puzzle of a Python file, for some values of its parameters."""

    values: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class PythonInstance:
    """An instance: the `fields` of its preset or file, and the `data` that `read` made of them."""

    puzzle: PythonPuzzle
    fields: Plain
    data: Any
    title: str = ""
    solutions: int | None = None
    source: str = ""
    solutions_up_to_symmetry: None = None
    breaking: None = None


@dataclass(frozen=True, slots=True, eq=False)
class PythonSolution:
    """A solution of a puzzle in a Python file: what `decode` returns, as plain data."""

    plain: Plain

    def to_json(self) -> Plain:
        """The solution as plain data."""
        return self.plain

    def differences(self, other: PythonSolution) -> list[str]:
        """The places in the data where another solution has something else."""
        mine, others = dict(_leaves(self.plain)), dict(_leaves(other.plain))
        places = dict.fromkeys([*mine, *others])
        return [place for place in places if mine.get(place) != others.get(place)]


class PythonFamily(Family):
    """The family of the one puzzle that a Python file describes, which has a function `build`."""

    def __init__(self, name: str, script: Script) -> None:
        path = str(script.path)
        genre = genre_in(path, script.text)
        self.path = path
        self._digest = _digest_of(script)
        self.genre = genre
        self.functions = {
            what: GenreFunction(path, function.__name__, function)
            for what, function in genre.functions.items()
        }
        self._lines = script.presets
        self.layout = genre.layout
        self.drawn = "board" if self.layout else ""
        self.blanks = True
        self.hint_cells = genre.most_cells_with_reasons
        if self.hint_cells is None and genre.unknown_clue != OPEN:
            self.hint_cells = MOST_CELLS_MADE_AGAIN
        self._require_known_fields("reasons", IN_DIRECT)
        self._require_known_fields("contradictions", IN_BROKEN)
        if self.layout:
            self._add_usual_functions()
        first = next(iter(script.presets), None) if self.layout else None
        self.preset: str | None = genre.default_preset or first
        # New positions have the size that people play, where the first preset is a small one.
        self.generated: str | None = genre.preset_to_generate or None
        self.kind, _, self.code = genre.address.partition(" ")
        # What stands in a paragraph of its own below the rules says how to write boards.
        self.rules_to_play = " ".join(script.rules.split())
        about = " ".join(script.about.split())
        self.puzzle = PythonPuzzle(name, script.title or name, about, self._source())
        self.name = "python"
        self.positions = FilePosition
        self.solution = PythonSolution
        self.judges = "rules" in self.functions
        if "clue_candidates" in self.functions:
            self.generator = "ilpuzzles.generate.generators:CLUES"
        if "generator" in self.functions:
            self.generator = self.functions["generator"].name
        own = [self._formulation(one) for one in genre.formulations.values()]
        if "same_region" in self.functions:
            own.append(self._with_borders(own[0]))
        self.formulations = {one.name: one for one in own}

    def _source(self) -> str:
        """Where the rules are published, and where the puzzle is played."""
        site = "https://puzz.link" if self.kind else ""
        rules = self.genre.rules_at or (site and f"{site}/rules.html?{self.kind}")
        played = self.genre.played_at or (site and f"{site}/p?{self.kind}")
        return "; played at ".join(filter(None, (rules, played)))

    @property
    def names(self) -> Mapping[str, Any]:
        """The names at the top of the file, with their values: for tests and notebooks."""
        standard = next(iter(self.genre.formulations.values()))
        found: Mapping[str, Any] = getattr(standard.build, "__globals__", {})
        return found

    def _formulation(self, stated: GenreFormulation) -> Formulation:
        """A formulation of the genre as one of a family."""
        about = stated.about or f"the model of {Path(self.path).name}"
        build = GenreFunction(self.path, stated.build.__name__, stated.build)
        return Formulation(
            stated.name,
            about,
            partial(self._build_by, build, sound=stated.sound),
            self._claims(stated),
            stated.best_with,
        )

    def _claims(self, stated: GenreFormulation) -> Callable[[Any, str], bool]:
        """Whether a backend is expected to solve an instance in a form; see `Formulation`."""
        usual = self.genre.backends
        names = tuple(general_backends() if usual is None else usual)

        def is_quick(instance: PythonInstance, backend: str) -> bool:
            board = instance.data
            cells = len(board.grid.cells) if isinstance(board, Board) else 0
            return stated.is_quick(board, cells, backend, names)

        return is_quick

    def _with_borders(self, standard: Formulation) -> Formulation:
        """The formulation of boards on which the borders of regions are drawn."""
        if not self.layout:
            what = "a function 'same_region' without a grid"
            raise InputError(what, "write 'layout=\"board\"' as well", self.path)
        return replace(
            standard,
            name="borders",
            about=f"{standard.about}, and a variable for each side between two cells",
            build=self.build_with_borders,
        )

    def _require_known_fields(self, name: str, fields: Collection[str]) -> None:
        """Raises unless the sentences of the genre have these fields alone in braces."""
        for group, sentence in getattr(self.genre, name).items():
            allowed = IN_SETS if name == "reasons" and " in " in group else fields
            try:
                unknown = sorted(fields_of(sentence) - {*allowed})
            except ValueError:
                unknown = [sentence]
            if unknown:
                known = ", ".join(f"{{{one}}}" for one in allowed)
                what = f"{name!r} has {json_excerpt(unknown[0])} in braces"
                raise InputError(what, f"known: {known}", self.path)

    def _add_usual_functions(self) -> None:
        """Adds what boards on grids have in common, where the file has no functions for it."""
        genre = self.genre

        def read(fields: Plain) -> Board:
            return Board.read(fields, clues=genre.clue_patterns)

        def draw(board: Board, solution: Plain | None) -> Sketch:
            sketch = Sketch.of(board)
            sketch.replace(genre.symbols)
            if solution and genre.solution_words == "lines":
                sketch.show_lines(solution["rows"], solution.get("none", ()))
            elif solution:
                sketch.show_solution(solution["rows"], genre.symbols)
            return sketch

        self.functions.setdefault("board", GenreFunction(self.path, "read", read))
        self.functions.setdefault("picture", GenreFunction(self.path, "draw", draw))

    def _decoding(self, model: Model) -> GenreFunction | None:
        """The function `decode`; without one, the rows that the first family of a grid says."""
        if "solution" in self.functions or not self.layout or not model.families:
            return self.functions.get("solution")
        first, words = model.families[0], self.genre.solution_words
        cells: Any
        cells, *others = first.axes
        shading = self._shading(model)

        def decode(board: Board, values: Mapping[str, Any]) -> Plain:
            found = values[first.name]
            if words == "lines":
                at: dict[Cell, str] = {}
                if shading is not None:
                    shaded: Any = zip(shading.axes[0], values[shading.name], strict=True)
                    at = {cell: "x" for cell, on in shaded if on}
                return board.line_solution(cells, found, at)
            if words:
                on = None if others else cells
                # Boards that are made have other clues than the one whose solution is wanted.
                stays = None if "clue_candidates" in self.functions else board.clues
                return {"rows": board.grid.rows_of_values(found.ravel(), words, on, stays)}
            return {"rows": board.grid.rows_of_choices(found, others[0], "0", cells)}

        usual = words or (others and isinstance(next(iter(cells), 0), tuple))
        return GenreFunction(self.path, "decode", decode) if usual else None

    def _shading(self, model: Model) -> Variables | None:
        """The family of variables that shade cells besides the lines; None if there is none."""
        name = self.genre.shading
        if not name:
            return None
        families = {one.name: one for one in model.families}
        require_known("family of variables", name, families, where=self.path)
        return families[name]

    def wrong_words(self, board: Any, solution: Plain) -> Iterator[Fault]:
        """What is wrong with the words of a solution, where the file says which ones there are."""
        words = self.genre.solution_words
        if isinstance(board, Board) and words not in {"", "lines"}:
            at = board.grid.read_rows(solution["rows"])
            found = {cell: word for cell, word in at.items() if word != board.clues.get(cell)}
            yield from board.grid.word_faults(found, words)

    def generator_kind(self) -> Any:
        """The maker of new positions: the generator of the file, or the one that chooses clues."""
        made = self.functions.get("generator")
        return super().generator_kind() if made is None else made()

    # Reading

    def read_puzzle(self, tree: Node | None = None) -> PythonPuzzle:
        """The puzzle of the file, for the values of parameters that its tree has (`file_tree`)."""
        said = plain_data(tree) if tree is not None else {}
        values = said.get("values", {})
        return replace(self.puzzle, values=values) if values else self.puzzle

    def read_instance(self, puzzle: PythonPuzzle, tree: Node) -> PythonInstance:
        """An instance in a YAML file: some fields are about it, and the others data."""
        fields, places = plain_data(tree), InstancePlaces.of_tree(tree)
        if self.layout and isinstance(fields, dict) and isinstance(fields.get("board"), str):
            text = fields.pop("board")
            known = {*fields, *self.optional_words()}
            lines_at, rows = lines_of(tree, "board"), {**places.rows}
            fields |= fields_of_text(
                self.layout, text, tree.place.file, known, lines_at=lines_at, rows_at=rows
            )
            places = replace(places, rows=rows)
        return self._instance(puzzle, fields, places)

    def optional_words(self) -> set[str]:
        """The words of the first line of a text that some preset does without."""
        names = [name.rstrip("*?") for name in self.layout.rpartition(":")[0].split()]
        presets = [fields for fields in self.genre.presets.values() if isinstance(fields, dict)]
        return {name for name in names if any(name not in fields for fields in presets)}

    @property
    def preset_names(self) -> list[str]:
        """The names of the presets in the file."""
        return [*self.genre.presets]

    def preset_parameters(
        self, preset: str, declared: Iterable[Parameter]
    ) -> Mapping[str, int | str]:
        """The values of parameters that a preset of the file states."""
        fields = self.genre.presets.get(preset, {})
        stated = fields.get("parameters", {}) if self.genre.parameters else {}
        if not isinstance(stated, dict):
            place = f"{self.path}:{self._lines[preset]}"
            raise InputError(
                f"'parameters' is {json_excerpt(stated)}", 'write {"name": "value"}', place
            )
        return check_parameters(declared, stated, self.puzzle.name, whole=False)

    def preset_instance(self, puzzle: PythonPuzzle, preset: str) -> PythonInstance:
        """An instance in the dictionary `presets` of the file."""
        if preset not in self.genre.presets:
            advice = "let the genre have the presets that are written there"
            raise InputError(f"the preset {preset!r} is gone", advice, self.path)
        place = f"{self.path}:{self._lines[preset]}"
        return self._instance(puzzle, self.genre.presets[preset], InstancePlaces(place, place))

    def has_bare_instance(self, puzzle: Puzzle) -> bool:  # noqa: ARG002
        """Whether the file has no presets, and names none."""
        return not (self.genre.presets or self.genre.default_preset)

    def bare_instance(self, puzzle: PythonPuzzle) -> PythonInstance:
        """The instance without any data."""
        return self._instance(puzzle, {}, InstancePlaces(self.path, self.path))

    def read_address(self, puzzle: PythonPuzzle, address: str) -> PythonInstance:
        """The instance in an address of puzz.link, where the file says how these are written."""
        if not self.kind:
            Family.read_address(self, puzzle, address)  # refuses
        fields = fields_of_address(self.kind, self.code, address)
        return self._instance(puzzle, fields, InstancePlaces("the address", "the address"))

    def _instance(
        self, puzzle: PythonPuzzle, fields: Any, places: InstancePlaces
    ) -> PythonInstance:
        """The instance with these fields, which stand at these places."""
        place = places.start
        if not isinstance(fields, dict):
            raise InputError("the instance has no fields", "write 'key: value'", place)
        about = self._fields_about()
        said = self._read_about({name: fields[name] for name in fields if name in about}, places)
        data = plain_of({name: fields[name] for name in fields if name not in about}, place)
        for name in data:
            if name in puzzle.values:
                where = places.fields.get(name, place)
                advice = f"write 'parameters: {{{name}: ...}}'"
                raise InputError(f"{name!r} is a parameter", advice, where)
        data |= puzzle.values
        read = self._read_placed(data, places)
        if isinstance(read, Board):
            known = [*self.known_fields(read), *about, *puzzle.values]
            unknown = [
                unknown_name("field", name, known, where=places.fields.get(name, place))
                for name in data
                if name not in known
            ]
            if unknown:
                raise UnknownNameError(*unknown)
        return PythonInstance(puzzle, data, read, **self._counted_for(puzzle, said))

    def _read_about(self, said: Plain, places: InstancePlaces) -> Plain:
        """The facts about an instance, known to be texts and whole numbers."""
        puzzle = said.pop("puzzle", self.puzzle.name)
        if puzzle != self.puzzle.name:
            what = f"the instance is one of {puzzle}"
            raise InputError(what, f"write 'puzzle: {self.puzzle.name}'", places.start)
        # Those who look for the puzzle have read its parameters.
        said.pop("parameters", None)
        for name, value in said.items():
            is_number = name in {"solutions", "difficulty", *self.genre.solutions_with}
            kind = int if is_number else str
            if not isinstance(value, kind):
                advice = "write a whole number" if is_number else "write a string in quotes"
                where = places.fields.get(name, places.start)
                raise InputError(f"{name!r} is {json_excerpt(value)}", advice, where)
        return said

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
            placed = (replace(one, where=places.of_problem(one)) for one in problems)
            raise InputError(*placed) from None

    def _fields_about(self) -> set[str]:
        """The fields that are about an instance, and no data of it."""
        more = {"parameters"} if self.genre.parameters else set()
        made = {"difficulty"} if "generator" in self.functions else set()
        return {*_ABOUT, *self.genre.solutions_with, *more, *made}

    def _counted_for(self, puzzle: PythonPuzzle, said: Plain) -> Plain:
        """The facts about an instance, with the number of solutions for these parameters."""
        kept = ("title", "solutions", "source")
        known: Plain = {name: said[name] for name in kept if name in said}
        for name, values in self.genre.solutions_with.items():
            if values.items() <= puzzle.values.items():
                known.pop("solutions", None)
                if name in said:
                    known["solutions"] = said[name]
        return known

    def known_fields(self, board: Board) -> list[str]:
        """The fields that instances may have: parts of the layout, and what `read` has asked for.

        Nothing has to be listed, and nothing can be forgotten: a field that the file does not ask
        for in `read` is an error wherever it is given.
        """
        drawn = [name for name in fields_of_layout(self.layout) if name in PARTS]
        asked = board.fields.asked if isinstance(board.fields, AskedFields) else ()
        return list(dict.fromkeys([*drawn, *BOARD_FIELDS, *sorted({*asked} - PARTS)]))

    def read_fields(self, fields: Plain) -> Any:
        """The board that the function of the file makes of the fields of an instance."""
        # The functions may change what they get, and the fields are needed again.
        fields = AskedFields(json.loads(json.dumps(fields)))
        return self.functions["board"](fields) if "board" in self.functions else fields

    def plain_puzzle(self, puzzle: Puzzle) -> Plain:  # noqa: ARG002
        """What tells this version of the file from others."""
        return {"digest": self._digest}

    # Models

    def build(self, instance: PythonInstance) -> Formulated:
        """An instance in the standard formulation of the file."""
        standard = next(iter(self.formulations.values()))
        return standard.build(instance)

    def _build_by(
        self, build: GenreFunction, instance: PythonInstance, *, sound: bool = True
    ) -> Formulated:
        """An instance as a function of the file states it."""
        try:
            found = build(instance.data)
        except InputError as error:
            if not is_own_error(error.__cause__, self.path):
                raise
            # The file says what it cannot state; nothing in it is wrong.
            raise error.__cause__ from None
        if isinstance(found, Model):
            return replace(self._formulate(instance, found), sound=sound)
        build.require(found, Formulated, "return an ilpuzzles.Model")
        formulated = blame_functions(require_formulated(found, build.place), self.path, build.line)
        partial = formulated.partial
        return replace(
            formulated,
            decode=lambda values: _solution(build, formulated.decode(values)),
            partial=None if partial is None else lambda known: _solution(build, partial(known)),
        )

    def build_with_borders(self, instance: PythonInstance) -> Formulated:
        """The same, with variables for the borders of regions, which a player draws."""
        model, together = self.build(instance).model, self.functions["same_region"]
        found = together(model, instance.data)
        together.require(found, dict, "return a dictionary of pairs of cells")
        with located(together.path, together.line):
            region_borders(model, instance.data.grid, found)
        return self._formulate(instance, model)

    def _formulate(self, instance: PythonInstance, model: Model) -> Formulated:
        """A model with the functions of the file that turn values into solutions."""
        decoding = self._decoding(model)
        families = {one.name: one for one in model.families}

        def decode(values: IntArray) -> PythonSolution:
            if decoding is None:
                return PythonSolution(solution_by_names(model, values).to_json())
            named = {name: values[family.columns] for name, family in families.items()}
            return _solution(decoding, decoding(instance.data, named))

        given = self._clue_rows(model, instance)
        encode = self._encoding(instance, families)
        partly = self.functions.get("partial_solution", decoding if self.layout else None)
        if self.genre.shown_variables is None and partly is None:
            return Formulated(model, decode, given=given, encode=encode)
        shown = self._showing(model, families)

        def facts(_values: IntArray) -> dict[Hashable, Expression]:
            flat = ((name, one) for name, family in shown.items() for one in family.flat)
            return {(name, variable.column): variable + 0 for name, variable in flat}

        def partial(known: Mapping[Any, int]) -> PythonSolution:
            if partly is None:
                values = np.zeros(len(model.program().lower), dtype=np.int64)
                for (_, column), value in known.items():
                    values[column] = value
                return decode(values)
            named = {}
            for name, family in shown.items():
                columns = family.columns.ravel().tolist()
                found = np.empty(len(columns), dtype=object)
                found[:] = [known.get((name, column)) for column in columns]
                named[name] = found.reshape(family.shape)
            part = _solution(partly, partly(instance.data, named))
            if "same_region" not in self.functions or "border" not in named:
                return part
            sides = [*zip(families["border"].axes[0], named["border"], strict=True)]
            line = [side for side, is_border in sides if is_border == 1]
            none = [side for side, is_border in sides if is_border == 0]
            return _solution(partly, part.plain | {"line": line, "none": none})

        return Formulated(model, decode, facts, partial, given=given, encode=encode)

    def _encoding(
        self, instance: PythonInstance, families: Mapping[str, Variables]
    ) -> Callable[[PythonSolution], dict[Variable, int]] | None:
        """The opposite of `decode`, if the file has it."""
        meaning = self.functions.get("variable_values")
        if meaning is None:
            return None

        def encode(solution: PythonSolution) -> dict[Variable, int]:
            found = meaning(instance.data, solution.plain)
            meaning.require(found, dict, "return dictionaries by the names of families")
            with located(meaning.path, meaning.line):
                return {
                    families[name][label]: value
                    for name, values in found.items()
                    for label, value in values.items()
                }

        return encode

    def _clue_rows(self, model: Model, instance: PythonInstance) -> Given | None:
        """Which rows hold what is given; an error if the file names a group that is not there."""
        known = [one.name for one in model.groups]
        said = self.genre.clue_groups
        if said is not None:
            for name in said:
                require_known("group", name, known, where=self.path)
        usual = ["clues"] if self.layout else ["given"]
        wanted = usual if said is None else said
        groups = tuple(name for name in known if name in wanted)
        if not groups:
            # Where it is said that there are none, a reason names the rules.
            return None if said is None else Given()
        board = instance.data
        if not isinstance(board, Board):
            return Given(groups)

        @lru_cache(maxsize=1)
        def clues() -> list[Hashable]:
            """The keys of the rows that hold what is given."""
            return _keys_of_groups(model, groups)

        @lru_cache(maxsize=1)
        def names() -> dict[str, str]:
            """The names of places, by the texts of the keys that stand for them."""
            found = {}
            for key in clues():
                place = board.place_of(key)
                if place is not None:
                    found[_part_of(key)] = _name_of_clue(place, board)
            return found

        def remake(kept: Collection[Hashable]) -> Program | None:
            """The model of the same board of which only some clues are known."""
            with suppress(IlpuzzlesError):
                return self.weaker_model(instance, kept, clues()).program()
            # Without its other clues it is no board of this genre.
            return None

        return Given(
            groups,
            _part_of,
            called=lambda part: names().get(part, part),
            remake=remake,
        )

    def with_only(
        self, instance: PythonInstance, kept: Collection[Hashable], among: Collection[Hashable]
    ) -> PythonInstance:
        """The instance of which only some clues are known; see `Board.with_only`."""
        fields = instance.data.with_only(kept, among, self.genre.unknown_clue)
        return PythonInstance(instance.puzzle, fields, self.read_fields(fields))

    def weaker_model(
        self, instance: PythonInstance, kept: Collection[Hashable], among: Collection[Hashable]
    ) -> Model:
        """The model of a board of which only some of its clues are known, with its borders."""
        weaker = self.functions.get("weaker_model")
        if weaker is not None:
            found = weaker(instance.data, frozenset(kept))
            weaker.require(found, Model, "return an ilpuzzles.Model")
            model: Model = found
            return model
        build = self.build_with_borders if "same_region" in self.functions else self.build
        return build(self.with_only(instance, kept, among)).model

    def _showing(self, model: Model, families: Mapping[str, Variables]) -> dict[str, Variables]:
        """The variables that show a solution: those of `facts`, or all that decide."""
        if self.genre.shown_variables is None:
            deciding = model.program().deciding
            # A family may have no variables at all, such as tents where no tree stands.
            return {
                name: one
                for name, one in families.items()
                if not one.columns.size or deciding[one.columns].any()
            }
        for name in self.genre.shown_variables:
            require_known("family of variables", name, families, where=self.path)
        return {name: families[name] for name in self.genre.shown_variables}


def _keys_of_groups(model: Model, groups: Collection[str]) -> list[Hashable]:
    """The keys of the rows in some groups."""
    program = model.program()
    is_in_group = np.isin(program.rows.groups, program.names.group_numbers(groups))
    return [program.names.row_key(number) for number in program.row_numbers[is_in_group].tolist()]


def _part_of(key: Hashable) -> str:
    """The part of what is given that a row with this key belongs to: `(0, 1)`, `row 1`."""
    is_line = isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], str)
    return f"{key[0]} {key[1]}" if is_line else str(key)  # type: ignore[index] # it is a pair


def _name_of_clue(place: Place, board: Board) -> str:
    """A clue in a sentence: a number by itself, others by where they are or what they are about."""
    at: Any = place.at
    words: Mapping[Any, str] = {CELL: board.clues, CORNER: board.corner_clues}.get(place.kind, {})
    number = words.get(at, "")
    if number.isdecimal():
        return f"the {number} at {place.name}"
    return place.name if place.kind in BESIDE else f"the clue {place.where}"


class FilePosition(PuzzlePosition):
    """An instance of a puzzle in a Python file, whose functions draw and judge."""

    __slots__ = ()

    family: PythonFamily
    instance: PythonInstance

    @property
    def rules_to_play(self) -> str:
        """See `Position.rules_to_play`."""
        return self.family.rules_to_play

    @property
    def puzzle(self) -> PythonPuzzle:
        """The puzzle that it is an instance of."""
        return self.instance.puzzle

    def describe(self) -> Plain:
        """The fields of the instance."""
        return self.instance.fields

    def to_yaml(self, parameters: Mapping[str, int | str] | None = None) -> str:
        """The instance as a YAML file."""
        lines = [f"puzzle: {self.name}"]
        parameters = self.parameters if parameters is None else parameters
        if parameters:
            values = ", ".join(f"{name}: {value}" for name, value in parameters.items())
            lines.append(f"parameters: {{{values}}}")
        if self.instance.title:
            lines.append(f"title: {json.dumps(self.instance.title)}")
        fields = self._own_fields()
        for name, value in fields.items():
            drawn = name == "board" and self._is_drawing(value, fields)
            lines.append(drawing_entry(name, value) if drawn else entry(name, value))
        return "\n".join(lines)

    def _is_drawing(self, rows: Any, fields: Plain) -> bool:
        """Whether the rows of a board are read as the same where they stand below each other."""
        layout = self.family.layout
        if not (layout and isinstance(rows, list) and len(rows) > 1 and are_plain(rows)):
            return False
        known = {*fields, *self.family.optional_words()} - {"board"}
        try:
            return fields_of_text(layout, "\n".join(rows), known=known) == {"board": rows}
        except InputError:
            return False

    def _own_fields(self) -> Plain:
        """The fields of the instance, without the values of parameters."""
        values = self.puzzle.values
        return {name: one for name, one in self.instance.fields.items() if name not in values}

    def _asked(self, function: GenreFunction, *arguments: Any) -> Any:
        """Returns the value of a function of the file; its own error about its arguments passes."""
        try:
            return function(*arguments)
        except InputError as error:
            if not is_own_error(error.__cause__, self.family.path):
                raise
            raise error.__cause__ from None

    def to_text(self) -> str:
        """The board as `layout` says."""
        board, layout = self.instance.data, self.family.layout
        if not (layout and isinstance(board, Board)):
            return PuzzlePosition.to_text(self)  # which refuses
        size = board.grid.rows, board.grid.columns
        fields = self._drawn_fields(board)
        known = {"rows", "columns", *fields_of_layout(layout)}
        for name, value in fields.items():
            if name not in known:
                # Read without it, the text would be another puzzle.
                what = f"the text of a board does not hold '{name}: {json_excerpt(value)}'"
                raise InputError(what, "write YAML instead: 'show --yaml'")
        return text_of_fields(layout, fields, size)

    def _drawn_fields(self, board: Board) -> Plain:
        """The fields, where clues that are given one by one stand in a drawing."""
        fields = self._own_fields()
        if "given" not in fields:
            return fields
        return board.with_clues(board.corner_clues if "corners" in fields else board.clues)

    def typing_guide(self) -> TypingGuide | None:
        """How this board is typed, from `layout` and `clue`."""
        board, family = self.instance.data, self.family
        if not (family.layout and isinstance(board, Board)):
            return None
        size, optional = (board.grid.rows, board.grid.columns), family.optional_words()
        words: list[tuple[str, str]] = []
        if not {"board", "corners"}.isdisjoint(family.layout.split()):
            words += clue_meanings(family.genre.clue_patterns, board.grid.rows).items()
            # A genre may have said what stands in a cell without a clue.
            patterns = family.genre.clue_patterns
            says_open = isinstance(patterns, dict) and OPEN in patterns
            words += [] if says_open else [("-, . or a blank", "an open cell")]
        return TypingGuide(
            tuple(typed_rows(family.layout, self._drawn_fields(board), size, optional)),
            tuple(parts_in_words(family.layout, optional)),
            tuple(words),
            tuple(family.known_fields(board)),
        )

    def address(self) -> str:
        """The address on puzz.link, without a host."""
        if not self.family.kind:
            what = f"{self.name} cannot be written as an address"
            raise InputError(what, "choose another format, or 'show --yaml'")
        fields, board = self._own_fields(), self.instance.data
        written = self.family.functions.get("address_fields")
        if written is not None:
            fields = self._asked(written, board)
        elif "board" in fields and isinstance(board, Board):
            rows = [list(row) for row in rows_of(fields["board"])]
            for r, c in ((r, c) for r, row in enumerate(rows) for c in range(len(row))):
                # In an address 0 is a number, and here an open cell.
                if rows[r][c] == "0" and (r, c) not in board.clues:
                    rows[r][c] = OPEN
            fields = {**fields, "board": [" ".join(row) for row in rows]}
        return address_of_fields(self.family.kind, self.family.code, fields)

    # Rules and solutions

    def read_solution(self, part: JsonPart) -> Plain:
        """A solution given as data, in the form that the rules read."""
        if not self.judges:
            advice = "write one below @genre.rules, which yields what is wrong"
            raise InputError("no function for the rules", advice, self.family.path)
        data: Plain = part.mapping("a solution as --json writes it")
        try:
            self.judge(data)
        except InputError as error:
            said = "; ".join(f"{one.where}: {one.what}" for one in error.problems)
            what = f"the rules cannot read it ({said})"
            raise part.wrong(what, "write it as --json does") from None
        return data

    def solution_of(self, plain: Plain) -> PythonSolution:
        """The solution that such data describes."""
        return PythonSolution(plain)

    def essence(self, plain: Any) -> Any:
        """The solution without what follows from the rest."""
        derived = self.family.genre.derived_fields
        if not isinstance(plain, dict):
            return plain
        return {name: value for name, value in plain.items() if name not in derived}

    def symmetries(self) -> EquivalentSolutions:
        """Which solutions are equivalent; an `InputError` where nothing is known about that."""
        symmetries = self.family.functions.get("symmetries")
        if symmetries is None:
            return PuzzlePosition.symmetries(self)  # which refuses
        found = symmetries(self.instance.data)
        symmetries.require(found, list | tuple, "return a list of Symmetry, the identity first")
        return GenreSymmetries(found, PythonSolution, self.essence)

    def judge(self, solution: Any) -> list[Fault]:
        """What the function `rules` says is wrong."""
        rules = self.family.functions.get("rules")
        if rules is None:
            return []
        fields = self.family.read_fields(self.instance.fields)
        found = rules(fields, json.loads(json.dumps(solution)))
        rules.require(found, list | tuple, "return a list of faults, or yield them")
        wrong = self.family.wrong_words(fields, solution)
        # A cell may be open by several rules.
        faults = dict.fromkeys(as_fault(one) for one in [*wrong, *found])
        if isinstance(fields, Board):
            return [one.moved(fields.with_cells) for one in faults]
        return list(faults)

    def place_of(self, key: Hashable) -> Place | None:
        """A cell, a corner, a line or a region of the board."""
        board = self.instance.data
        return board.place_of(key) if isinstance(board, Board) else None

    def marks_of(self, faults: Iterable[Fault]) -> Keys:
        """The places themselves, since a corner may have the same numbers as a cell."""
        return [place for one in faults for place in one.places]

    def clues(self, solution: PythonSolution) -> list[Any]:
        """Everything that a starting position with this solution may give."""
        clues = self.family.functions["clue_candidates"]
        found = clues(self.instance.data, solution.plain)
        if isinstance(found, dict):
            found = [[*cell, str(word)] for cell, word in found.items()]
        clues.require(found, list | tuple, "return a list of what the field 'given' may hold")
        return list(plain_of({"given": list(found)}, clues.place)["given"])

    def with_clues(self, clues: Sequence[Any]) -> FilePosition:
        """The same with these clues instead of its own; on a grid, what `empty` says stays."""
        board, empty = self.instance.data, self.family.functions.get("lasting_clues")
        if not isinstance(board, Board):
            entries = sorted(clues, key=json.dumps)
            return self.with_fields({**self.instance.fields, "given": entries})
        stay = {} if empty is None else empty(board)
        given = {**stay, **{(r, c): word for r, c, word in clues}}
        return self.with_fields(board.with_clues(given, corners="corners" in self.family.layout))

    def with_fields(self, fields: Plain) -> FilePosition:
        """The same with other data, of which nothing is known."""
        data = self.family.read_fields(fields)
        return self.with_instance(PythonInstance(self.instance.puzzle, fields, data))

    def taken_back(self, parts: Collection[str]) -> tuple[FilePosition, Keys] | None:
        """The board of which some clues are not known any more, and where these stand.

        None where a board with fewer clues is no board of the genre.
        """
        formulated = self.family.build(self.instance)
        given = formulated.given
        # What a genre's own `weaker` still knows of a clue stands on no board.
        if given is None or given.remake is None or "weaker_model" in self.family.functions:
            return None
        clues = _keys_of_groups(formulated.model, given.groups)
        gone = [key for key in clues if given.part(key) in parts]
        kept = [key for key in clues if key not in gone]
        after = self.family.with_only(self.instance, kept, clues)
        return self.with_instance(after), list(dict.fromkeys(gone))

    # Playing

    def playground(self) -> Playground | None:
        """The board that the function `board` describes (`grid_data`), or one to draw on."""
        if "same_region" in self.family.functions:
            drawn = self._to_draw_on(self.family.build_with_borders(self.instance))
            if drawn is not None:
                drawn.formulation = "borders"
            return drawn
        formulated = self.family.build(self.instance)
        if "pieces" not in self.family.functions:
            return self._to_draw_on(formulated)
        described = self.family.functions["pieces"]
        found = described(self.instance.data)
        described.require(found, dict, "return a dictionary with pieces and moves")
        with located(described.path, described.line):
            return PiecesPlayground(
                found,
                formulated,
                self.instance.data,
                essence=self.essence,
                certain_moves=self._certain_moves(),
            )

    def _certain_moves(self) -> CertainMoves | None:
        """The finder of certain moves by the logic of the genre; None if it has none."""
        function = self.family.functions.get("certain_move")
        if function is None:
            return None

        def certain(moves: list[tuple[str, tuple[Any, ...]]]) -> CertainMove | None:
            found: CertainMove | None = function(self.instance.data, moves)
            function.require(found, CertainMove | None, "return a CertainMove, or None")
            return found

        return certain

    def _to_draw_on(self, formulated: Formulated) -> Playground | None:
        """A board on a grid, where the picture shows what variables say of cells and lines."""
        board, blank = self.instance.data, self._sketch(None, ())
        if not isinstance(board, Board) or blank is None:
            return None
        marks = marks_of_model(formulated, board.grid, partial(self._sketch, marked=()))
        # Nothing is to be drawn into what is no part of the board.
        void = {cell for name in NO_REGION for cell in board.regions.get(name, ())}
        marks = [mark for mark in marks if mark.place not in void]
        if "same_region" in self.family.functions:
            marks = [mark for mark in marks if mark.layer in {"walls", "crosses"}]
        if not marks:
            return None
        try:
            clues, words = self._clues_of_hints(formulated), self._words_of_hints()
            return PencilPlayground(
                formulated, blank, marks, self.place_of, board_clues=clues, words=words
            )
        except InputError:
            # It is too large to be shown; a hint is looked for all the same.
            return None

    def moves_drawn(self, ground: Playground, plain: Any) -> list[int]:
        """The marks that the picture of a part of a solution has, and that of the board has not."""
        board = self.instance.data
        if not (isinstance(board, Board) and isinstance(plain, dict)):
            return super().moves_drawn(ground, plain)
        if not isinstance(ground, PencilPlayground):
            return super().moves_drawn(ground, plain)
        advice = "write a word for each cell, ? for open ones, or what 'hint --json' says"
        try:
            words = board.grid.read_rows(plain["rows"]) if "rows" in plain else {}
            drawn, blank = self._sketch(PythonSolution(plain), ()), self._sketch(None, ())
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            what = f"these are no marks on this board of {self.name}{_told_by(error)}"
            raise InputError(what, advice) from None
        if drawn is None or blank is None:
            return super().moves_drawn(ground, plain)
        marks = [ground.marked(move) for move in range(len(ground.data.moves))]
        moves = marks_drawn(marks, drawn, blank)
        told = {cell for move in moves for cell in _cells_of(marks[move].place, board.grid)}
        for cell, word in words.items():
            is_open = word in {"?", OPEN} or word == board.clues.get(cell)
            if not is_open and "line" not in plain and cell not in told:
                what = f"{Place.of(cell)} has {json_excerpt(word)}, which is no mark there"
                known = self._words_of_marks(ground, cell)
                raise InputError(what, f"write {', '.join([*known, '? for open cells'])}")
        return moves

    def _words_of_marks(self, ground: PencilPlayground, cell: Cell) -> list[str]:
        """The words that marks in a cell have in rows of a solution."""
        grid, words = self.instance.data.grid, dict[str, None]()
        for move in range(len(ground.data.moves)):
            if ground.marked(move).place == cell:
                part = ground.solution([move]).plain
                words[grid.read_rows(part["rows"]).get(cell, "?")] = None
        return [word for word in words if word != "?"]

    def _clues_of_hints(self, formulated: Formulated) -> BoardClues:
        """The clues that hints rest on."""
        family, board = self.family, self.instance.data
        special = frozenset(board.clues if family.genre.unknown_clue != OPEN else ())
        if family.hint_cells is not None and len(board.grid.cells) > family.hint_cells:
            return BoardClues.not_named(special)

        def weaker(kept: Collection[Hashable]) -> Model:
            return family.weaker_model(self.instance, kept, clues.keys)

        clues = BoardClues.of(formulated, self.place_of, weaker, special)
        return clues

    def _words_of_hints(self) -> StepWords:
        """The words of the file for reasons."""
        genre = self.family.genre
        board = self.instance.data
        own_name = self.family.functions.get("clue_name")

        def name_clue(key: Hashable) -> str:
            name = "" if own_name is None else own_name(board, key)
            place = self.place_of(key)
            return name or ("" if place is None else _name_of_clue(place, board))

        return StepWords(genre.reasons, genre.contradictions, genre.known_anyway, name_clue)

    # Pictures

    def drawing(
        self,
        solution: PythonSolution | None = None,
        marked: Keys = (),
        *,
        width: int | None = None,
    ) -> Drawing:
        """What `draw` or `text` draws; without them the data, lists of texts line by line."""
        sketch = self._sketch(solution, marked)
        if sketch is not None:
            return sketch.drawing(width)
        plain = None if solution is None else solution.plain
        drawing = self.family.functions.get("text")
        if drawing is not None:
            drawn = drawing(self.instance.data, plain)
            drawing.require(drawn, str, "return a string")
        else:
            fields = self.instance.fields if plain is None else plain
            drawn = _plain_text(fields) or self.puzzle.title
        return [[Segment(line)] for line in drawn.splitlines()]

    def small(self, solution: PythonSolution | None = None) -> Drawing:
        """The same as small as letters are, for a sheet with many of them."""
        sketch = self._sketch(solution, ())
        return self.drawing(solution) if sketch is None else sketch.small_drawing()

    def picture(
        self,
        solution: PythonSolution | None = None,
        marked: Keys = (),
        *,
        view: PictureView = "all",
    ) -> Picture | str | None:
        """What the function `draw` or `svg` draws."""
        self.require_view(view)
        sketch = self._sketch(solution, marked)
        if sketch is not None:
            return sketch.picture()
        svg = self.family.functions.get("svg")
        if svg is None:
            return None
        plain = None if solution is None else solution.plain
        return require_svg(svg(self.instance.data, plain), svg.place)

    def sketch(self) -> Sketch | None:
        """The sketch of the board alone; None where it is no grid."""
        return self._sketch(None, ())

    def _sketch(self, solution: PythonSolution | None, marked: Keys) -> Sketch | None:
        """What the function `draw` draws, with marks on cells by the keys of rows."""
        draw = self.family.functions.get("picture")
        if draw is None:
            return None
        plain = None if solution is None else solution.plain
        if plain is not None and draw.line is None and "rows" not in plain:
            # What the usual pictures are made of is not there.
            return None
        sketch: Sketch = draw(self.instance.data, plain)
        draw.require(sketch, Sketch, "return an ilpuzzles.genres.Sketch")
        if plain is not None and "same_region" in self.family.functions:
            sketch.wall(read_pairs(plain.get("line", ())), PEN)
            sketch.cross_out(read_pairs(plain.get("none", ())))
        sketch.title = self.title
        for key in marked:
            place = self.place_of(key)
            first = key[0] if isinstance(key, tuple) and key else None
            if place is None and isinstance(first, tuple) and first in sketch.grid:
                # Rows that speak of a cell among others have it in their keys first.
                sketch.mark([first])
            elif place is not None:
                # A cell with a clue at its upper left corner is marked by that.
                is_cell = isinstance(key, tuple) and place.kind == CELL
                cells: Any = [key] if is_cell else [place]
                sketch.mark(cells)
        return sketch


_FAMILIES: dict[str, tuple[str, PythonFamily]] = {}


def python_family(name: str, script: Script) -> PythonFamily:
    """The family of a Python file; the file is run once, and again when it has changed."""
    path = str(script.path.absolute())
    text, family = _FAMILIES.get(path, ("", None))
    if family is None or text != script.text or family.puzzle.name != name:
        family = PythonFamily(name, script)
        _FAMILIES[path] = script.text, family
    return family


def _digest_of(script: Script) -> str:
    """The digest of a Python file, and of those in the folder beside it that has its name."""
    digest = sha256(script.text.encode())
    for path in sorted(script.path.with_suffix("").glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cells_of(place: Any, grid: Grid) -> list[Cell]:
    """The cells that a mark is about: its own, or the ends of a line between two."""
    return [place] if place in grid else [cell for cell in place if cell in grid]


def _told_by(error: Exception) -> str:
    """The words of an error of ours, without the place in the file of a genre; else nothing."""
    return f": {error.problems[0].what}" if isinstance(error, InputError) else ""


def _solution(function: GenreFunction, found: Any) -> PythonSolution:
    function.require(found, dict, "a solution is a dictionary: return {'rows': rows}")
    return PythonSolution(plain_of(found, function.place))


def _leaves(data: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """The values in plain data, and where each stands."""
    if isinstance(data, dict | list):
        entries = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in entries:
            yield from _leaves(value, f"{place}.{key}" if place else str(key))
    else:
        yield place, data


def _plain_text(plain: Plain) -> str:
    """Data for which nobody has written how to draw it."""
    lines = []
    for name, value in plain.items():
        if isinstance(value, list) and value and all(isinstance(row, str) for row in value):
            lines += value
        else:
            lines.append(f"{name}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines)
