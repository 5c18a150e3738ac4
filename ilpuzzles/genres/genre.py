"""A genre: what the file of a puzzle says of itself, and the functions that state and judge it.

The file of a genre makes one `Genre`, and registers its functions with decorators, each of which
has the name of what the function returns. Only `model` is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

from ilpuzzles.errors import InputError, nearest, quoted
from ilpuzzles.genres.clue_words import OPEN, Patterns
from ilpuzzles.reading.python_source import OWN_FORMULATION

Function = TypeVar("Function", bound=Callable[..., Any])
"""A function of the file, which a decorator returns as it is."""

Fields = Mapping[str, Any]
"""An instance as plain data: what a preset or a YAML file says."""

NOTHING: Mapping[str, Any] = MappingProxyType({})

LAYOUT_PARTS = (
    *("board", "corners", "regions", "walls", "signs", "paths"),
    *("above", "below", "left", "right", "above-lines", "left-lines"),
)
"""The parts of a board that a layout may name."""

_FEWEST_WORDS = 2

_FORMULATION_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class GenreFormulation:
    """A function that states an instance as a model, and what is known of it.

    Attributes:
        name: Its name, as in `--formulation flow`.
        build: The function: it gets a board, and returns a model or `Formulated`.
        about: What its variables are, in a sentence; empty if nothing is said.
        best_with: The backend with which it is the standard form; empty if there is none.
        backends: The backends that are expected to solve boards in this form within seconds, each
            with the most cells that these have, or None; None for those of the genre.
        suits: Whether a board can be stated in this form; None if all can.
        sound: Whether every solution of the model obeys the rules.
    """

    name: str
    build: Callable[..., Any]
    about: str = ""
    best_with: str = ""
    backends: Mapping[str, int | None] | None = None
    suits: Callable[[Any], bool] | None = None
    sound: bool = True

    def is_quick(self, board: Any, cells: int, backend: str, usual: Sequence[str]) -> bool:
        """Returns whether a backend is expected to solve a board in this form within seconds.

        Args:
            board: The board.
            cells: How many cells it has.
            backend: The name of the backend.
            usual: The backends to be expected where the formulation names none.
        """
        most = dict.fromkeys(usual) if self.backends is None else self.backends
        if backend not in most or (self.suits is not None and not self.suits(board)):
            return False
        limit = most[backend]
        return limit is None or cells <= limit


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A motion of a board that takes its clues into each other.

    Attributes:
        move: Turns a solution, as plain data, into the one that it becomes.
        is_rotation: Whether it is a turn, and no reflection.
    """

    move: Callable[[Any], Any]
    is_rotation: bool = True


@dataclass(frozen=True, slots=True)
class CertainMove:
    """A move that is certain by the puzzle's own logic, and what it follows from.

    A move is the name of a piece and its cells, as the function for `pieces` says.

    Attributes:
        move: The move.
        why: What is wrong with everything else, in sentences.
        moves: The moves made before that it follows from.
        clues: The cells of the clues that it follows from.
        is_minimal: Whether none of these can be left out.
    """

    move: tuple[str, tuple[Any, ...]]
    why: tuple[str, ...]
    moves: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    clues: tuple[Any, ...] = ()
    is_minimal: bool = True


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Genre:
    """A genre of puzzles, as its file describes it.

    The title is the first line of the file's docstring, and the rest says what the puzzle is about.

    Attributes:
        group: The heading under which `list` shows the puzzle.
        aliases: Other names for it on the command line.
        rules_at: Where its rules are published, an address or a book; by default the page of
            puzz.link, if the genre has an `address` there.
        played_at: Where it is played, such as the address of a page; by default likewise.
        parameters: What instances choose, by the names of options: for each a mapping with `about`,
            its `values`, and perhaps a `default`, as in the file of a tiling puzzle. They are
            written out; the functions find the values among the fields of an instance.
        solutions_with: Fields of instances that say how many solutions there are for other values
            of parameters than the usual ones, each with these values.
        presets: Instances by their names, each a mapping of plain data.
        default_preset: The preset that is meant where none is named; by default the first one of a
            genre with a layout.
        preset_to_generate: The preset on whose board `generate` makes new positions where none is
            named; by default the first one.
        layout: How a board stands in a plain text; see `ilpuzzles.genres.texts.fields_of_text`.
            Empty for a puzzle that is on no grid.
        address: The name of the genre on puzz.link, and the codes in which boards are written
            there; see `ilpuzzles.genres.addresses`.
        clue_patterns: The regular expressions that clues match, each with what such a clue means.
        sign_patterns: Those that signs between two cells match, likewise.
        unknown_clue: The word of a cell of whose clue nothing is known.
        clue_groups: The groups of the rows that hold what is given; by default `clues` in a genre
            with a layout, and `given` elsewhere.
        solution_words: The letters for 0 and for 1 of the first family of variables, in rows of
            which a solution consists; `lines` if the family has a variable for each pair of cells.
        shading: The name of a family of variables that shade cells besides the lines.
        derived_fields: The fields of solutions that follow from the others, and may be left out.
        symbols: The symbols of `Sketch` that stand for words of solutions.
        reasons: Sentences for rows that leave no other value, by group or by group and mark.
        contradictions: What would be wrong otherwise, by the group of the row that could not hold.
        known_anyway: What is known of all clues, also of those that a hint does not name.
        most_cells_with_reasons: On boards with more cells, hints name no clues; None for the
            default.
        gives_all_clues: Whether a board gives all its clues, as black cells that are a part of the
            puzzle itself: `generate` leaves none of them out, and draws other solutions instead.
        shown_variables: The names of the families that tell solutions apart; None for all.
        backends: The backends that `bench` tries by itself; None for all.

    Example:
        >>> genre = Genre(layout="board", clue_patterns={"[0-4]": "how many are beside it"})
        >>> @genre.clue_name
        ... def name_of_clue(board, key):
        ...     return f"the clue {key}"
        >>> sorted(genre.functions)
        ['clue_name']
    """

    # What people read about the puzzle.
    group: str = ""
    aliases: Sequence[str] = ()
    rules_at: str = ""
    played_at: str = ""
    # Instances, and how they are written.
    parameters: Mapping[str, Fields] = field(default_factory=dict)
    solutions_with: Mapping[str, Fields] = field(default_factory=dict)
    presets: Mapping[str, Fields] = field(default_factory=dict)
    default_preset: str = ""
    preset_to_generate: str = ""
    layout: str = ""
    address: str = ""
    # Clues.
    clue_patterns: Patterns = ""
    sign_patterns: Patterns = ""
    unknown_clue: str = OPEN
    clue_groups: Sequence[str] | None = None
    gives_all_clues: bool = False
    # Solutions, and how they are drawn.
    solution_words: str = ""
    shading: str = ""
    derived_fields: Sequence[str] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    shown_variables: Sequence[str] | None = None
    # Reasons of hints.
    reasons: Mapping[str, str] = field(default_factory=dict)
    contradictions: Mapping[str, str] = field(default_factory=dict)
    known_anyway: str = ""
    most_cells_with_reasons: int | None = None
    # Solvers.
    backends: Sequence[str] | None = None

    functions: dict[str, Callable[..., Any]] = field(default_factory=dict, init=False, repr=False)
    """The registered functions by what they return, without those that state models."""
    formulations: dict[str, GenreFormulation] = field(default_factory=dict, init=False, repr=False)
    """The registered formulations by their names, the standard one first."""

    def __post_init__(self) -> None:
        for name in ("group", "rules_at", "played_at", "default_preset", "preset_to_generate"):
            self._require_text(name)
        for name in ("layout", "address", "unknown_clue", "solution_words", "shading"):
            self._require_text(name)
        self._require_text("known_anyway")
        for name in ("aliases", "clue_groups", "shown_variables", "derived_fields", "backends"):
            self._require_names(name)
        if len(self.unknown_clue.split()) != 1:
            what = f"'unknown_clue' is {quoted(self.unknown_clue)}"
            advice = "write a word of a cell, such as \"?\", or a function 'weaker_model'"
            raise InputError(what, advice)
        for name in ("reasons", "contradictions"):
            self._require_sentences(name)
        for name in ("clue_patterns", "sign_patterns"):
            self._require_patterns(name)
        self._require_layout()
        self._require_words()

    def __getattr__(self, name: str) -> NoReturn:
        # A decorator that is misspelt.
        near = nearest(name, (one for one in dir(type(self)) if not one.startswith("_")))
        meant = "" if near is None else f" (did you mean {quoted(near)}?)"
        raise AttributeError(f"a Genre has no {quoted(name)}{meant}")

    # Functions of the file

    def board(self, function: Function) -> Function:
        """Registers `read(fields)`, which turns an instance into what all functions get.

        What it raises is reported as an error in the instance. Without it, a genre with a layout
        has `Board.read`, and any other puzzle the fields themselves.
        """
        return self._register("board", function)

    def address_fields(self, function: Function) -> Function:
        """Registers `fields(board)`, for boards that are written otherwise in an address.

        It returns the fields of the same board in the form that addresses have it in, and raises
        an `InputError` where there is none.
        """
        return self._register("address_fields", function)

    def model(self, function: Function) -> Function:
        """Registers `build(board)`, which returns a model; it is the formulation `own`.

        It may return `Formulated(model, decode, ...)` instead.
        """
        self._add_formulation(GenreFormulation(OWN_FORMULATION, function))
        return function

    def formulation(
        self,
        name: str,
        about: str = "",
        *,
        best_with: str = "",
        backends: Sequence[str] | Mapping[str, int] | None = None,
        suits: Callable[[Any], bool] | None = None,
        sound: bool = True,
    ) -> Callable[[Function], Function]:
        """Registers a function like that of `model`, as one of several formulations.

        Args:
            name: Its name, as in `--formulation flow`. The first one is the standard one.
            about: What its variables are, in a sentence.
            best_with: The backend with which it is the standard one, where that is installed.
            backends: The backends that `bench` tries with it; by default those of the genre. Or
                for each of them, up to how many cells it is expected to take seconds.
            suits: Says of a board whether it can be stated so; by default all can.
            sound: Whether every solution of the model obeys the rules. If not, solutions are shown
                with the rules that they break.
        """

        def register(function: Function) -> Function:
            claims: dict[str, int | None] | None = None
            if isinstance(backends, Mapping):
                claims = dict(backends)
            elif backends is not None:
                claims = dict.fromkeys(backends)
            stated = GenreFormulation(name, function, about, best_with, claims, suits, sound)
            self._add_formulation(stated)
            return function

        return register

    def solution(self, function: Function) -> Function:
        """Registers `decode(board, values)`, which returns a solution as plain data.

        `values` has an array for every family of variables, by its name. The default follows from
        `solution_words`, or else says all variables by their names.
        """
        return self._register("solution", function)

    def partial_solution(self, function: Function) -> Function:
        """Registers a function like that of `solution`, which gets None for what is not known."""
        return self._register("partial_solution", function)

    def variable_values(self, function: Function) -> Function:
        """Registers `values(board, solution)`, the opposite of `solution`, for `--start`.

        It returns the values of variables, by the names of their families and by their labels:
        `{"shaded": {(0, 1): 1}}`. Of a part of a solution, it returns those that are known.
        """
        return self._register("variable_values", function)

    def symmetries(self, function: Function) -> Function:
        """Registers `symmetries(board)`, for `--up-to-symmetry`.

        It returns a list of `Symmetry`, of which the first one leaves everything in its place.
        """
        return self._register("symmetries", function)

    def rules(self, function: Function) -> Function:
        """Registers `rules(board, solution)`, which yields a fault for everything that is wrong.

        It uses no variables and rows of the model; what a clue means, it may read from the board.
        """
        return self._register("rules", function)

    def picture(self, function: Function) -> Function:
        """Registers `draw(board, solution)`, which returns a `Sketch`; without a solution, None.

        The default draws the board, and writes the words of a solution into its cells.
        """
        return self._register("picture", function)

    def text(self, function: Function) -> Function:
        """Registers `text(board, solution)`, which draws with letters where there is no picture."""
        return self._register("text", function)

    def svg(self, function: Function) -> Function:
        """Registers `svg(board, solution)`, which returns an SVG document."""
        return self._register("svg", function)

    def clue_candidates(self, function: Function) -> Function:
        """Registers `clues(board, solution)`: everything that a board with a solution may give.

        A mapping of cells to words, or a list of what the field `given` may hold. `generate` makes
        no positions without it.
        """
        return self._register("clue_candidates", function)

    def lasting_clues(self, function: Function) -> Function:
        """Registers `empty(board)`: the clues that stay when `generate` takes all others away."""
        return self._register("lasting_clues", function)

    def same_region(self, function: Function) -> Function:
        """Registers `together(model, board)`, for boards on which regions are drawn.

        It returns, for neighbours, the truths of which one holds if they are in one region.
        """
        return self._register("same_region", function)

    def pieces(self, function: Function) -> Function:
        """Registers `board(data)`, which says what can be laid on a board to play on."""
        return self._register("pieces", function)

    def certain_move(self, function: Function) -> Function:
        """Registers `certain(board, moves)`, which finds a certain move by logic, for hints.

        It gets the moves that are made, each a piece and its cells, as the function for `pieces`
        says, and returns a `CertainMove`, or None if it sees none.
        """
        return self._register("certain_move", function)

    def generator(self, function: Function) -> Function:
        """Registers `generator()`, for boards that are made from nothing.

        It returns a `GeneratorKind` of `ilpuzzles.generate.generators`, which may stand in a file
        beside the one of the genre: see `ilpuzzles.genres.module_beside`.
        """
        return self._register("generator", function)

    def weaker_model(self, function: Function) -> Function:
        """Registers `weaker(board, known)`: the model of a board with few clues that are known.

        It allows more than the model of the board, and nothing less. The default makes the board
        again, with `unknown_clue` in place of the other clues.
        """
        return self._register("weaker_model", function)

    def clue_name(self, function: Function) -> Function:
        """Registers `clue_name(board, key)`: a clue in words, such as "the white pearl"."""
        return self._register("clue_name", function)

    # Checks

    def _register(self, name: str, function: Function) -> Function:
        if not callable(function):
            advice = f"write @genre.{name} above a function"
            raise InputError(f"'{name}' is {quoted(function)}", advice)
        if name in self.functions:
            raise InputError(f"two functions for '{name}'", "leave one of them out")
        self.functions[name] = function
        return function

    def _add_formulation(self, formulation: GenreFormulation) -> None:
        name = formulation.name
        if not callable(formulation.build):
            raise InputError(f"the model is {quoted(formulation.build)}", "write a function")
        if not _FORMULATION_NAME.fullmatch(str(name)):
            what = f"a formulation is called {quoted(name)}"
            raise InputError(what, "write small letters, with '-' between words")
        if name in self.formulations:
            raise InputError(f"two formulations {quoted(name)}", "give each a name of its own")
        self.formulations[name] = formulation

    def _require_text(self, name: str) -> None:
        value = getattr(self, name)
        if not isinstance(value, str):
            raise InputError(f"'{name}' is {_as_written(value)}", "write a text in quotes")

    def _require_names(self, name: str) -> None:
        value = getattr(self, name)
        if value is None:
            return
        are_names = isinstance(value, Sequence) and not isinstance(value, str)
        if not are_names or not all(isinstance(one, str) for one in value):
            raise InputError(f"'{name}' is {_as_written(value)}", "write a list of names")

    def _require_sentences(self, name: str) -> None:
        value = getattr(self, name)
        is_read = isinstance(value, Mapping) and all(
            group and isinstance(group, str) and isinstance(text, str)
            for group, text in value.items()
        )
        if not is_read:
            what = f"'{name}' is {_as_written(value)}"
            raise InputError(what, "write a dictionary of sentences, by groups")

    def _require_layout(self) -> None:
        for part in self.layout.rpartition(":")[2].split():
            name = part.removesuffix("?")
            if name not in LAYOUT_PARTS:
                near = nearest(name, LAYOUT_PARTS)
                known = ", ".join(LAYOUT_PARTS)
                advice = f"known: {known}" if near is None else f"did you mean {quoted(near)}?"
                raise InputError(f"'layout' has the part {quoted(name)}", advice)

    def _require_words(self) -> None:
        words = self.solution_words
        if words not in {"", "lines"} and len(words) < _FEWEST_WORDS:
            what = f"'solution_words' is {quoted(words)}"
            raise InputError(what, "write a letter for 0 and one for 1, such as '-x', or 'lines'")

    def _require_patterns(self, name: str) -> None:
        value: Any = getattr(self, name)
        said: dict[Any, Any] = value if isinstance(value, dict) else {value: ""}
        if not all(isinstance(text, str) for text in (*said, *said.values())):
            advice = "write a regular expression, or a dictionary of them with their meanings"
            raise InputError(f"'{name}' is {quoted(value)}", advice)
        for pattern in said:
            try:
                re.compile(pattern)
            except re.error as error:
                what = f"'{name}' has {quoted(pattern)}, which is no regular expression"
                raise InputError(f"{what} ({error})", "correct it") from None


def _as_written(value: object) -> str:
    """A value of any type as Python writes it, on one line and not longer than needed."""
    return quoted(value) if isinstance(value, str) else quoted(repr(value))[1:-1]
