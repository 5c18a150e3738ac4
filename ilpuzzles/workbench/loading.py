"""Loads and describes puzzles and instances, with their parameters, from the library or a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

from ilpuzzles.document.fields import Fields, OneOf, Text
from ilpuzzles.document.json_text import JsonPlace
from ilpuzzles.document.parameters import (
    are_said,
    check_parameters,
    read_parameters,
    read_stated_parameters,
)
from ilpuzzles.document.source import read_standard_input
from ilpuzzles.document.tree import Node, ProblemList, read_tree, substitute
from ilpuzzles.document.typed_board import TEXT, instance_tree, is_drawing, tree_with_name
from ilpuzzles.errors import (
    InputError,
    PositionMissingError,
    Problem,
    UnknownNameError,
    counted,
    unknown_name,
)
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.library import PYTHON, Library, puzzle_parameters, puzzle_tree
from ilpuzzles.modelling.text_tables import table_html
from ilpuzzles.puzzles.family import (
    EquivalentSolutions,
    Family,
    Instance,
    Keys,
    Puzzle,
    Solution,
    SymmetryBreaking,
    family_names,
    get_family,
)
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.render.page.html_page import Fact, Shown, require_plotly
from ilpuzzles.render.svg import VIEWS, Picture, PictureView, document_of
from ilpuzzles.render.text import Drawing, as_plain
from ilpuzzles.rules.plain_tiling import RuleViolation
from ilpuzzles.workbench.own_puzzles import Subject
from ilpuzzles.workbench.python_puzzle import PythonFamily, python_family

STANDARD_INPUT = "-"
"""What stands for standard input in place of a file."""


@dataclass(frozen=True, slots=True, eq=False)
class Loaded(Subject):
    """An instance that is ready to be stated as a model; for a user's own file `preset` is None."""

    family: Family
    instance: Instance
    preset: str | None = field()
    parameters: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that it is an instance of."""
        return self.instance.puzzle

    @property
    def name(self) -> str:
        """The name of the puzzle."""
        return self.puzzle.name

    @property
    def title(self) -> str:
        """The titles of the puzzle and of the instance."""
        return ": ".join(filter(None, (self.puzzle.title, self.instance.title)))

    @property
    def about(self) -> str:
        """What the puzzle is, in a few sentences; may be empty."""
        return self.puzzle.about

    @property
    def judges(self) -> bool:
        """Whether there are rules besides the model."""
        return self.family.judges

    def drawing(
        self, solution: Solution | None = None, marked: Keys = (), *, width: int | None = None
    ) -> Drawing:
        """A solution as lines of segments; in narrow ones layers stand below each other."""
        return self.family.text(self.instance, solution, marked, width=width)

    def small(self, solution: Solution | None = None) -> Drawing:
        """The same as small as letters are, for a sheet with many of them."""
        return self.family.small_text(self.instance, solution)

    def text(self, solution: Solution | None = None) -> str:
        """A solution, or without one the starting position, drawn with letters and lines."""
        return as_plain(self.drawing(solution))

    def solution(self, data: Any) -> Solution:
        """A solution from plain data, if the rules accept it.

        A part of what `to_json` makes is enough: for a board of letters `{"rows": [...]}`.

        Example:
            >>> from ilpuzzles import load
            >>> tower = load("tower", parameters={"height": 2})
            >>> solution = tower.solution({"rows": ["QQUUULLLLY00", "QQU2UL2YYYYQ"]})
            >>> len(tower.symmetries().equivalents(solution))
            24
        """
        plain = self.family.read_solution(self.instance, data, JsonPlace("the solution"))
        broken = self.family.violations(self.family.plain(self.instance), plain)
        if broken:
            raise InputError(Problem(str(broken[0]), "see 'check' for all broken rules"))
        accepted: Solution = self.family.solution_of(self.instance, plain)
        return accepted

    def picture(
        self, solution: Solution | None = None, marked: Keys = (), *, view: PictureView = "all"
    ) -> Picture | str | None:
        """A solution, or without one the starting position, to be put onto a sheet."""
        if view not in VIEWS:
            raise UnknownNameError(unknown_name("view", str(view), VIEWS))
        if view == "numbered" and not self.family.numbered:
            what = f"view numbered of {self.name}"
            raise InputError(Problem(what, "only tilings have atoms with numbers"))
        return self.family.picture(self.instance, solution, marked, view=view)

    def missing_text(self, *, start: bool = False) -> str:
        """What a page does without: where plotly is missing, its pictures of solids do not turn."""
        if not self.family.has_bodies(self.instance):
            return ""
        if start and not self.family.bodies(self.instance):
            return ""
        try:
            require_plotly()
        except ExtraMissingError as error:
            return str(error)
        return ""

    def shown(self, solution: Solution | None, marked: Keys = ()) -> Shown:
        """A solution as it is shown on a page, in space if it has pieces there."""
        flat = bool(self.missing_text())
        bodies = () if flat else self.family.bodies(self.instance, solution)
        picture = self.svg(solution, marked, view="all" if flat else "flat")
        text = "" if picture else self.text(solution)
        return Shown(picture, text, "The starting position" if solution is None else "", bodies)

    def html(self) -> str:
        """The starting position as a page that needs no network."""
        instance, facts = self.instance, []
        if instance.solutions is not None:
            facts.append(Fact("Solutions", solution_count_text(instance)))
        if instance.source:
            facts.append(Fact("Source", instance.source))
        return self.page("The starting position.", facts=facts, start=True).html

    @property
    def unit(self) -> str:
        """What a step places or decides."""
        return self.family.unit

    def taken_back(self, parts: Collection[str]) -> tuple[Loaded, Keys] | None:
        """The same without some parts of what is given, as no preset, and where they were."""
        found = self.family.taken_back(self.instance, parts)
        return None if found is None else (replace(self, instance=found[0], preset=None), found[1])

    def playground(self) -> Playground | None:
        """The board to play on; see `Family.playground`."""
        return self.family.playground(self.instance)

    def givens_to_json(self) -> Any:
        """The starting position as plain data."""
        return self.family.givens_to_json(self.instance)

    def read_part(self, text: str) -> Any:
        """A part of a solution in words; see `Family.read_part`."""
        return self.family.read_part(self.instance, text)

    def position_lines(self) -> Callable[[Any], list[str]]:
        """What writes the pieces of a solution down; see `Family.position_lines`."""
        return self.family.position_lines(self.instance)

    def violations(self, solution: Solution) -> list[RuleViolation]:
        """The rules that a solution breaks."""
        return self.family.violations(self.family.plain(self.instance), solution.to_json())

    def break_symmetry(self, choice: str = "auto") -> Loaded:
        """The same, of which fewer of several equivalent solutions are wanted.

        They are chosen by `auto`, `off`, or for a tiling by a tile.
        """
        return replace(self, instance=self.family.break_symmetry(self.instance, choice))

    @property
    def breaking(self) -> SymmetryBreaking | None:
        """Which of several equivalent solutions are wanted, or None for all."""
        return self.instance.breaking

    def symmetries(self) -> EquivalentSolutions:
        """The symmetries of the instance."""
        return self.family.symmetries(self.instance)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.text(), "image/svg+xml": self.svg()}


def solution_count_text(instance: Instance) -> str:
    """How many solutions an instance is known to have, in words."""
    different = instance.solutions_up_to_symmetry
    orbits = "" if different is None else f", {different:,} up to symmetry"
    return f"{instance.solutions:,}{orbits}"


def family_of(puzzle: str, library: Library | None = None) -> Family:
    """The family of a puzzle.

    Example:
        >>> family_of("lonpos").name
        'tiling'
    """
    library = library or Library.standard()
    return _model(library.called(puzzle), library)[0]


def load_puzzle(
    name: str, library: Library | None = None, parameters: Mapping[str, int | str] | None = None
) -> tuple[Family, Puzzle]:
    """The family of a puzzle, and what the puzzle is for values of its parameters."""
    library = library or Library.standard()
    name = library.called(name)
    family, tree = _model(name, library)
    values = check_parameters(read_parameters(tree), parameters or {}, name)
    problems = ProblemList()
    tree = substitute(tree, {key: str(value) for key, value in values.items()}, problems)
    problems.raise_if_any()
    return family, family.read_puzzle(tree)


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
) -> Loaded:
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
    library = library or Library.standard()
    puzzle = library.called(puzzle)
    wanted = dict(parameters or {})
    if sum(given is not None for given in (preset, file, board, url, text)) > 1:
        what = "a preset, a file, a board, an address and a text cannot be combined"
        raise InputError(Problem(what, "give one of them"))
    family, tree = _model(puzzle, library)
    given = None
    if board is not None:
        given = _tree_of_drawing(puzzle, family, board)
    elif file is not None:
        given = _file_tree(puzzle, family, file, library)
    elif text is not None:
        drawn = is_drawing(text)
        given = (
            _tree_of_drawing(puzzle, family, text, TEXT) if drawn else tree_with_name(puzzle, text)
        )
    if given is not None:
        return load_tree(puzzle, given, wanted, library)
    if preset is None and url is None:
        preset = _suitable_preset(puzzle, wanted, library)
    if preset is not None:
        path = library.instance_file(puzzle, preset)
        if isinstance(family, PythonFamily) and path.suffix == PYTHON:
            check_parameters((), wanted, puzzle)
            return Loaded(family, family.preset_instance(preset), preset)
        return load_tree(puzzle, library.tree(path), wanted, library, preset)
    family, rules = load_puzzle(puzzle, library, wanted)
    if url is None:
        return Loaded(family, family.bare_instance(rules), None, wanted)
    values = check_parameters(read_parameters(tree), wanted, puzzle)
    return Loaded(family, family.read_address(rules, url), None, values)


def _file_tree(puzzle: str, family: Family, file: str | Path, library: Library) -> Node:
    """The tree of a user's file, or of standard input, which may be a drawing alone."""
    if str(file) == STANDARD_INPUT:
        text, name = read_standard_input(), "standard input"
    else:
        name = str(file)
        if Path(file).suffix == PYTHON:
            what = "a Python file, which is a puzzle and no position"
            raise InputError(Problem(what, f"give it as --puzzle {name}", name))
        text = library.text(Path(file))
    if is_drawing(text):
        return _tree_of_drawing(puzzle, family, text, name)
    return read_tree(text, name) if str(file) == STANDARD_INPUT else library.tree(Path(file))


def _tree_of_drawing(puzzle: str, family: Family, text: str, file: str = "") -> Node:
    if not family.drawn:
        what = f"{puzzle} cannot read a board alone"
        raise InputError(Problem(what, "give a YAML file; see 'show PUZZLE --yaml'", file))
    return instance_tree(puzzle, family.drawn, text, file)


def load_tree(
    puzzle: str,
    tree: Node,
    parameters: Mapping[str, int | str],
    library: Library,
    preset: str | None = None,
) -> Loaded:
    """Loads the instance in the tree of a file, with parameters besides those that it states."""
    declared, wanted = read_parameters(_model(puzzle, library)[1]), dict(parameters)
    for name, (value, place) in read_stated_parameters(tree, declared, puzzle).items():
        if wanted.setdefault(name, value) != value:
            what = f"{name} {wanted[name]}, where the instance has {name} {value}"
            raise InputError(Problem(what, "leave one of them out", str(place)))
    family, rules = load_puzzle(puzzle, library, wanted)
    values = check_parameters(declared, wanted, puzzle)
    return Loaded(family, family.read_instance(rules, tree), preset, values)


def load_bare(
    puzzle: str, parameters: Mapping[str, int | str] | None = None, library: Library | None = None
) -> Loaded:
    """Loads a puzzle with nothing given.

    Where the region is left to the instances, it is the instance that is meant by naming none.
    """
    library = library or Library.standard()
    puzzle = library.called(puzzle)
    values = dict(parameters or {})
    if are_said(puzzle_parameters(puzzle, library), values):
        family, rules = load_puzzle(puzzle, library, values)
        if family.has_bare_instance(rules):
            return Loaded(family, family.bare_instance(rules), None, values)
    return load(puzzle, parameters=values, library=library)


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """A puzzle, its family, and the presets that come with it."""

    family: Family
    puzzle: Puzzle
    presets: tuple[str, ...]

    def text(self) -> str:
        """Its pieces, drawn with letters."""
        return as_plain(self.family.shape_text(self.puzzle))

    def svg(self) -> str:
        """Its pieces as an SVG document."""
        return document_of(self.family.shape_picture(self.puzzle))

    def table(self) -> list[list[str]]:
        """Its formulations, with what their variables are, the head first."""
        formulations = self.family.formulations.values()
        return [["formulation", "variables"], *([one.name, one.about] for one in formulations)]

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
    """What a puzzle is, for values of its parameters.

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
        family, found = load_puzzle(puzzle, library, parameters or {})
    else:
        loaded = load(puzzle, parameters=parameters, library=library)
        family, found = loaded.family, loaded.puzzle
    return Described(family, found, library.presets(found.name))


def _model(name: str, library: Library) -> tuple[Family, Node]:
    """The family of a puzzle, and its file as a tree, known to be about that puzzle."""
    path, tree = library.model_file(name), puzzle_tree(name, library)
    if path.suffix == PYTHON:
        return python_family(name, library.script(path)), tree
    problems = ProblemList()
    named = OneOf("family", required=True, known=family_names())
    family = Fields(tree, "the puzzle", problems).read(named)
    problems.raise_if_any()
    library.other_names(name)
    # Without a name, its family says what else is wrong.
    said = Fields(tree, "the puzzle", ProblemList()).read(Text("puzzle")) or name
    if said != name:
        raise InputError(Problem(f"the file is about {said}", f"call it {said}.yaml", str(path)))
    return get_family(family), tree


def _suitable_preset(puzzle: str, wanted: Mapping[str, int | str], library: Library) -> str | None:
    """The preset that is meant by naming none; None where a puzzle has no presets."""
    (family, tree), presets = _model(puzzle, library), library.presets(puzzle)
    declared, default = read_parameters(tree), default_preset(tree, presets)
    if isinstance(family, PythonFamily):
        default = family.preset
        if default is not None and default not in presets:
            place = str(library.model_file(puzzle))
            raise UnknownNameError(unknown_name("preset", str(default), presets, where=place))
    if wanted:
        check_parameters(declared, wanted, puzzle, whole=False)
        usual = {one.name: one.default for one in declared}
        agreeing = []
        for name in presets:
            position = library.tree(library.instance_file(puzzle, name))
            stated = read_stated_parameters(position, declared, puzzle)
            # What has a default may be chosen for every preset that does not say otherwise.
            if all(
                stated[key][0] == value if key in stated else usual[key] is not None
                for key, value in wanted.items()
            ):
                agreeing.append(name)
        if len(agreeing) == 1 or not agreeing:
            return agreeing[0] if agreeing else None
        presets = tuple(agreeing)
    if default in presets:
        return default
    if len(presets) > 1:
        raise PositionMissingError(puzzle, presets, drawn=bool(family.drawn))
    return presets[0] if presets else None


def default_preset(tree: Node, presets: Collection[str]) -> str | None:
    """The preset that the file of a model names for those who name none."""
    problems = ProblemList()
    preset = Fields(tree, "the puzzle", problems).read(OneOf("preset", known=presets))
    problems.raise_if_any()
    return preset or None
