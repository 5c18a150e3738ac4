"""Loads and describes puzzles and instances, with their parameters, from the library or a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ilpuzzles.errors import InputError, PositionMissingError, counted, require_known
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.text_tables import table_html
from ilpuzzles.puzzles.kind import PuzzleKind, PuzzlePosition
from ilpuzzles.puzzles.kinds import get_kind, kind_names
from ilpuzzles.puzzles.position import Puzzle
from ilpuzzles.reading.fields import Fields, OneOf, Text
from ilpuzzles.reading.library import PYTHON, Library, file_tree, puzzle_parameters
from ilpuzzles.reading.parameters import (
    Parameter,
    are_said,
    as_declared,
    check_parameters,
    meanings,
    read_parameters,
    read_stated_parameters,
)
from ilpuzzles.reading.source import STANDARD_INPUT, read_standard_input
from ilpuzzles.reading.tree import Node, ProblemList, example_of, read_tree, substitute
from ilpuzzles.reading.typed_board import TEXT, instance_tree, is_drawing, tree_with_name
from ilpuzzles.render.svg import document_of
from ilpuzzles.render.text import as_plain

# Loaded when a puzzle is one: with it come grids and their pictures.
_GENRE_KIND = "ilpuzzles.genres.genre_kinds:genre_kind"


def puzzle_kind(puzzle: str, library: Library | None = None) -> PuzzleKind:
    """The kind of a puzzle.

    Example:
        >>> puzzle_kind("lonpos").name
        'tiling'
    """
    library = library or Library.standard()
    return _model(library.called(puzzle), library)[0]


def load_puzzle(
    name: str, library: Library | None = None, parameters: Mapping[str, int | str] | None = None
) -> tuple[PuzzleKind, Puzzle]:
    """The kind of a puzzle, and what the puzzle is for values of its parameters."""
    library = library or Library.standard()
    name = library.called(name)
    kind, tree = _model(name, library)
    declared = read_parameters(tree)
    values = check_parameters(declared, parameters or {}, name)
    problems = ProblemList()
    tree = substitute(tree, meanings(declared, values), problems)
    problems.raise_if_any()
    return kind, kind.read_puzzle(tree)


def load(
    puzzle: str,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    board: str | None = None,
    url: str | None = None,
    text: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    library: Library | None = None,
) -> PuzzlePosition:
    r"""Loads an instance: a preset, a file, a typed board, a puzz.link address, or its text.

    Args:
        puzzle: The name of the puzzle.
        preset: The name of a preset. Without one, and without a file, it is the only preset with
            these parameters or, of several, the puzzle's default; if there is no preset at all,
            nothing is given.
        file: Instead of a preset, the path of a file with the fields of a preset or just a board;
            `-` for standard input.
        board: Instead of a file, the rows of a board, separated by slashes or line breaks.
        url: Instead of any of these, the address of an instance on puzz.link.
        text: Instead of any of these, what such a file says; `puzzle:` may be left out.
        parameters: The values of parameters that the puzzle declares.
        library: Where to look for puzzles and presets.

    Returns:
        The instance.

    Raises:
        UnknownNameError: If there is no such puzzle or preset.
        InputError: If the file is wrong; the message lists all of its errors.

    Example:
        >>> loaded = load("lonpos", "8pieces")
        >>> loaded.puzzle.title, loaded.instance.solutions
        ('Lonpos 505', 1)
        >>> load("tower", parameters={"height": 3}).preset
        'height-3'
        >>> len(load("dominoes", text="region: {rows: 2, columns: 3}").instance.region)
        6
        >>> given = load("lonpos", board="kk........./kk........./" + 3 * ".........../").instance
        >>> given.givens[0].tile, given.givens[0].points
        ('K', ((0, 0), (0, 1), (1, 0), (1, 1)))
    """
    source = PositionSource(puzzle, preset, file, board, url, text, parameters, library)
    return load_position(source)


@dataclass(frozen=True, slots=True)
class PositionSource:
    """Where a position of a puzzle comes from; the attributes are the arguments of `load`."""

    puzzle: str
    preset: str | None = None
    file: str | Path | None = None
    board: str | None = None
    url: str | None = None
    text: str | None = None
    parameters: Mapping[str, int | str] | None = None
    library: Library | None = None

    @property
    def is_named(self) -> bool:
        """Whether it says which position, beyond the puzzle and its parameters."""
        return self._number_of_names() > 0

    def require_one(self) -> None:
        """Raises an `InputError` if it names more than one position."""
        if self._number_of_names() > 1:
            what = "a preset, a file, a board, an address and a text cannot be combined"
            raise InputError(what, "give one of them")

    def _number_of_names(self) -> int:
        names = (self.preset, self.file, self.board, self.url, self.text)
        return sum(name is not None for name in names)


def load_position(source: PositionSource) -> PuzzlePosition:
    """Loads the position that comes from a source; see `load`."""
    library = source.library or Library.standard()
    puzzle = library.called(source.puzzle)
    source.require_one()
    kind, puzzle_tree = _model(puzzle, library)
    parameters = as_declared(read_parameters(puzzle_tree), dict(source.parameters or {}))
    tree = _position_tree(puzzle, kind, source, library)
    if tree is not None:
        return load_tree(puzzle, tree, parameters, library)
    preset = source.preset
    if preset is None and source.url is None:
        preset = _suitable_preset(puzzle, parameters, library)
    if preset is not None:
        return _load_preset(puzzle, preset, parameters, library)
    kind, rules = load_puzzle(puzzle, library, parameters)
    if source.url is None:
        return kind.position(kind.bare_instance(rules), None, parameters)
    values = check_parameters(read_parameters(puzzle_tree), parameters, puzzle)
    return kind.position(kind.read_address(rules, source.url), None, values)


def _position_tree(
    puzzle: str, kind: PuzzleKind, source: PositionSource, library: Library
) -> Node | None:
    """The tree of a position that a user has written; None for a preset or an address."""
    if source.board is not None:
        return _tree_of_drawing(puzzle, kind, source.board)
    if source.file is not None:
        return _file_tree(puzzle, kind, source.file, library)
    if source.text is None:
        return None
    if is_drawing(source.text):
        return _tree_of_drawing(puzzle, kind, source.text, TEXT)
    return tree_with_name(puzzle, source.text)


def _load_preset(
    puzzle: str, preset: str, parameters: Mapping[str, int | str], library: Library
) -> PuzzlePosition:
    path = library.instance_file(puzzle, preset)
    if path.suffix == PYTHON:
        return _preset_of_genre(puzzle, preset, parameters, library)
    return load_tree(puzzle, library.tree(path, puzzle), parameters, library, preset)


def _preset_of_genre(
    puzzle: str, preset: str, wanted: Mapping[str, int | str], library: Library
) -> PuzzlePosition:
    """A preset that is written in the Python file of a puzzle."""
    kind, tree = _model(puzzle, library)
    genre: Any = kind
    declared = read_parameters(tree)
    chosen = dict(wanted)
    for name, value in genre.preset_parameters(preset, declared).items():
        if chosen.setdefault(name, value) != value:
            what = f"the preset {preset} has {name} {value}, not {chosen[name]}"
            raise InputError(what, "leave it out, or name another preset")
    values = check_parameters(declared, chosen, puzzle)
    _, rules = load_puzzle(puzzle, library, chosen)
    return kind.position(genre.preset_instance(rules, preset), preset, values)


def _file_tree(puzzle: str, kind: PuzzleKind, file: str | Path, library: Library) -> Node:
    """The tree of a user's file, or of standard input, which may be a drawing alone."""
    is_standard_input = str(file) == STANDARD_INPUT
    if is_standard_input:
        name = "standard input"
        text = read_standard_input()
    else:
        name = str(file)
        if Path(file).suffix == PYTHON:
            what = "is a Python file: a puzzle, not a position"
            raise InputError(what, f"give it as --puzzle {name}", name)
        text = library.text(Path(file))
    if is_drawing(text):
        return _tree_of_drawing(puzzle, kind, text, name)
    if is_standard_input:
        return read_tree(text, name, example_of(puzzle))
    return library.tree(Path(file), puzzle)


def _tree_of_drawing(puzzle: str, kind: PuzzleKind, text: str, file: str = "") -> Node:
    if not kind.drawn:
        what = f"{puzzle} cannot read a board alone"
        raise InputError(what, f"give a YAML file; '{example_of(puzzle)}' prints an example", file)
    if "://" in text:
        raise InputError(
            "this is an address, not the rows of a board", "give it as --url", file or "the board"
        )
    return instance_tree(puzzle, kind.drawn, text, file, blanks=kind.blanks)


def load_tree(
    puzzle: str,
    tree: Node,
    parameters: Mapping[str, int | str],
    library: Library,
    preset: str | None = None,
) -> PuzzlePosition:
    """Loads the instance in the tree of a file, with parameters besides those that it states."""
    declared = read_parameters(_model(puzzle, library)[1])
    wanted = as_declared(declared, parameters)
    for name, (value, place) in read_stated_parameters(tree, declared, puzzle).items():
        if wanted.setdefault(name, value) != value:
            what = f"the instance has {name} {value}, not {wanted[name]}"
            raise InputError(what, "leave one of them out", str(place))
    kind, rules = load_puzzle(puzzle, library, wanted)
    values = check_parameters(declared, wanted, puzzle)
    return kind.position(kind.read_instance(rules, tree), preset, values)


def load_bare(
    puzzle: str, parameters: Mapping[str, int | str] | None = None, library: Library | None = None
) -> PuzzlePosition:
    """Loads a puzzle with nothing given.

    Where the region is left to the instances, it is the instance that is meant by naming none.
    """
    library = library or Library.standard()
    puzzle = library.called(puzzle)
    declared = puzzle_parameters(puzzle, library)
    values = as_declared(declared, parameters or {})
    if are_said(declared, values):
        kind, rules = load_puzzle(puzzle, library, values)
        if kind.has_bare_instance(rules):
            return kind.position(kind.bare_instance(rules), None, values)
    return load(puzzle, parameters=values, library=library)


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """A puzzle, its kind, and the presets that come with it."""

    kind: PuzzleKind
    puzzle: Puzzle
    presets: tuple[str, ...]

    def text(self) -> str:
        """Its pieces, drawn with letters."""
        return as_plain(self.kind.shape_text(self.puzzle))

    def svg(self) -> str:
        """Its pieces as an SVG document."""
        return document_of(self.kind.shape_picture(self.puzzle))

    def table(self) -> list[list[str]]:
        """Its formulations, with what their variables are, the head first."""
        formulations = self.kind.formulations.values()
        head = ["formulation", "variables"]
        return [head, *([formulation.name, formulation.about] for formulation in formulations)]

    def __str__(self) -> str:
        return f"{self.puzzle.title}: {counted(len(self.presets), 'preset')}"

    def __repr__(self) -> str:
        return f"<puzzle {self.puzzle.name}: {', '.join(self.presets) or 'no presets'}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        about = f"<b>{escape(self.puzzle.title)}</b><br>{escape(self.puzzle.about)}"
        presets = f"presets: {escape(', '.join(self.presets) or 'none')}"
        html = f"<p>{about}</p>{self.svg()}<p>{presets}</p>{table_html(self.table())}"
        return {"text/plain": f"{self}\n{self.text()}", "text/html": html}


def describe(
    puzzle: str,
    *,
    parameters: Mapping[str, int | str] | None = None,
    library: Library | None = None,
) -> Described:
    """Describes a puzzle, for values of its parameters.

    Where a parameter is left open, it has the value of the preset that is meant.

    Example:
        >>> print(describe("cube"))
        L-tromino cube: 1 preset
        >>> print(describe("cube").text())
        L  L tromino, 3 cells, 9 copies
           L
           L L
    """
    library = library or Library.standard()
    if are_said(puzzle_parameters(puzzle, library), parameters or {}):
        kind, rules = load_puzzle(puzzle, library, parameters or {})
        return Described(kind, rules, library.presets(rules.name))
    position = load(puzzle, parameters=parameters, library=library)
    rules = position.puzzle
    return Described(position.kind, rules, library.presets(rules.name))


def _model(name: str, library: Library) -> tuple[PuzzleKind, Node]:
    """The kind of a puzzle, and its file as a tree, known to be about that puzzle."""
    path = library.model_file(name)
    tree = file_tree(path, library)
    if path.suffix == PYTHON:
        return named(_GENRE_KIND)(name, library.script(path)), tree
    problems = ProblemList()
    one_of = OneOf("family", required=True, known=kind_names())
    kind = Fields(tree, "the puzzle", problems).read(one_of)
    problems.raise_if_any()
    library.other_names(name)
    # Without a name, its kind says what else is wrong.
    stated_name = Fields(tree, "the puzzle", ProblemList()).read(Text("puzzle")) or name
    if stated_name != name:
        what = f"the file is about {stated_name}"
        raise InputError(what, f"call it {stated_name}.yaml", str(path))
    return get_kind(kind), tree


def _suitable_preset(
    puzzle: str, parameters: Mapping[str, int | str], library: Library
) -> str | None:
    """The preset that is meant by naming none; None where a puzzle has no presets."""
    kind, _ = _model(puzzle, library)
    presets = library.presets(puzzle)
    default = _default_preset_of(puzzle, presets, library)
    if parameters:
        presets = _agreeing_presets(puzzle, parameters, library)
        if not presets:
            return None
    if len(presets) == 1:
        return presets[0]
    if default in presets:
        return default
    if presets:
        raise PositionMissingError(puzzle, presets, drawn=bool(kind.drawn))
    return None


def _agreeing_presets(
    puzzle: str, parameters: Mapping[str, int | str], library: Library
) -> tuple[str, ...]:
    """The presets that leave parameters the values that were given."""
    kind, tree = _model(puzzle, library)
    declared = read_parameters(tree)
    check_parameters(declared, parameters, puzzle, whole=False)
    defaults = {parameter.name: parameter.default for parameter in declared}
    agreeing = []
    for preset in library.presets(puzzle):
        stated = _stated_by_preset(puzzle, preset, kind, declared, library)
        # What has a default may be chosen for every preset that does not say otherwise.
        if all(
            stated[name] == value if name in stated else defaults[name] is not None
            for name, value in parameters.items()
        ):
            agreeing.append(preset)
    return tuple(agreeing)


def _default_preset_of(puzzle: str, presets: Collection[str], library: Library) -> str | None:
    """The preset that the file of a puzzle names for those who name none."""
    kind, tree = _model(puzzle, library)
    path = library.model_file(puzzle)
    if path.suffix != PYTHON:
        return default_preset(tree, presets)
    if kind.default_preset is not None:
        require_known("preset", kind.default_preset, presets, where=str(path))
    return kind.default_preset


def _stated_by_preset(
    puzzle: str, preset: str, kind: Any, declared: Collection[Parameter], library: Library
) -> Mapping[str, int | str]:
    """The values of parameters that a preset states."""
    path = library.instance_file(puzzle, preset)
    if path.suffix == PYTHON:
        own: Mapping[str, int | str] = kind.preset_parameters(preset, declared)
        return own
    stated = read_stated_parameters(library.tree(path, puzzle), declared, puzzle)
    return {name: value for name, (value, _) in stated.items()}


def default_preset(tree: Node, presets: Collection[str]) -> str | None:
    """The preset that the file of a model names for those who name none."""
    problems = ProblemList()
    preset = Fields(tree, "the puzzle", problems).read(OneOf("preset", known=presets))
    problems.raise_if_any()
    return preset or None
