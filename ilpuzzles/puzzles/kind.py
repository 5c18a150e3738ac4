"""Kinds of puzzles: how their files are read and stated, and what their positions can be asked.

There are two kinds: tilings (`ilpuzzles.tilings.tiling_kind`), which are all read from YAML, and
genres (`ilpuzzles.genres.genre_kind`), of which each Python file makes a kind of its own.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

from ilpuzzles.errors import InputError, require_known
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.lazy_imports import former_names, named
from ilpuzzles.puzzles.formulation import Formulation
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.puzzles.position import (
    HasBodies,
    Instance,
    Keys,
    Plain,
    Position,
    Puzzle,
    ShownTile,
    Solution,
    SymmetryBreaking,
)
from ilpuzzles.puzzles.typing_guide import TypingGuide
from ilpuzzles.reading.fields import Form
from ilpuzzles.reading.json_text import JsonPart
from ilpuzzles.reading.tree import Node
from ilpuzzles.render.page.html_page import Fact, Shown, require_plotly
from ilpuzzles.render.svg import VIEWS, Picture, PictureView
from ilpuzzles.render.text import Drawing, Segment
from ilpuzzles.rules.faults import Fault

__getattr__ = former_names(
    __name__,
    {
        "Family": "ilpuzzles.puzzles.kind:PuzzleKind",
        "Formulated": "ilpuzzles.puzzles.formulation:Formulated",
    },
)

_What = ParamSpec("_What")
_Found = TypeVar("_Found")


def of_instance(
    function: Callable[Concatenate[Any, _What], _Found],
) -> Callable[Concatenate[Any, _What], _Found]:
    """A method of a position that hands its instance to a function."""

    @wraps(function)
    def method(position: Any, /, *args: _What.args, **kwargs: _What.kwargs) -> _Found:
        return function(position.instance, *args, **kwargs)

    return method


@dataclass(frozen=True, slots=True, eq=False)
class PuzzlePosition(Position):
    """An instance of a puzzle, ready to be stated as a model, drawn, judged and played.

    Each kind has a class of its own; everything here has a default.

    Attributes:
        kind: The kind of the puzzle.
        instance: What is to be solved.
        preset: The name of the preset, or None for a user's own file.
        parameters: The values of the puzzle's parameters.
    """

    views: ClassVar[tuple[str, ...]] = tuple(one for one in VIEWS if one != "numbered")
    """What pictures can show of it."""

    kind: PuzzleKind
    instance: Any
    preset: str | None = field(default=None)
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    _known: dict[str, Plain] = field(default_factory=dict, init=False, repr=False)

    @property
    def family(self) -> PuzzleKind:
        """The former name of `kind`, which works for one release."""
        warnings.warn("'family' is now called 'kind'", FutureWarning, stacklevel=2)
        return self.kind

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that it is an instance of."""
        puzzle: Puzzle = self.instance.puzzle
        return puzzle

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
        return self.kind.judges

    @property
    def breaking(self) -> SymmetryBreaking | None:
        """Which of several equivalent solutions are wanted, or None for all."""
        breaking: SymmetryBreaking | None = self.instance.breaking
        return breaking

    # Data and rules

    def describe(self) -> Plain:
        """The instance as plain data, which `judge` can check solutions against."""
        return {}

    def plain(self) -> Plain:
        """The same, made once."""
        if "plain" not in self._known:
            self._known["plain"] = self.describe()
        return self._known["plain"]

    def judge(self, solution: Any) -> list[Fault]:
        """The rules that a solution breaks that is given as plain data; see `read_solution`."""
        return []

    def violations(self, solution: Solution) -> list[Fault]:
        """The rules that a solution breaks."""
        return self.judge(solution.to_json())

    def read_solution(self, part: JsonPart) -> Any:
        """Reads a solution given as data, into plain data for `judge` to check.

        Equal solutions are read as data with equal `essence`.

        Raises:
            InputError: If the data does not have the form of a solution.
        """
        return part.value

    def essence(self, plain: Any) -> object:
        """What equal solutions have in common, as plain data; the rest follows from it."""
        return plain

    def solution_of(self, plain: Any) -> Any:
        """The solution that such data describes; the rules have accepted it."""
        return plain

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
        plain = self.read_solution(JsonPart("the solution", data))
        broken = self.judge(plain)
        if broken:
            raise InputError(str(broken[0]), "see 'check' for all broken rules")
        accepted: Solution = self.solution_of(plain)
        return accepted

    def break_symmetry(self, choice: str = "auto") -> Self:
        """The same, of which fewer of several equivalent solutions are wanted.

        They are chosen by `auto`, `off`, or in the words of the kind: for a tiling by a tile.

        Raises:
            InputError: If that is nothing to break symmetries by.
        """
        if choice != "off":
            what = f"symmetry breaking {choice!r} for {self.name}"
            raise InputError(what, "only 'off' is known; use --up-to-symmetry")
        return self

    # Pictures

    def drawing(
        self, solution: Any = None, marked: Keys = (), *, width: int | None = None
    ) -> Drawing:
        """A solution as lines of segments; in narrow ones layers stand below each other."""
        start = self.instance.title or self.puzzle.title
        lines = str(start if solution is None else solution).splitlines()
        return [[Segment(line)] for line in lines]

    def picture(
        self, solution: Any = None, marked: Keys = (), *, view: PictureView = "all"
    ) -> Picture | str | None:
        """A solution, or without one the starting position, to be put onto a sheet."""
        self.require_view(view)
        return None

    def require_view(self, view: str) -> None:
        """Raises unless pictures can show this of the position."""
        require_known("view", view, VIEWS)
        if view not in self.views:
            what = f"view {view} of {self.name}"
            raise InputError(what, f"choose one of {', '.join(self.views)}")

    def picture_of_rest(self) -> Picture | None:
        """Draws the pieces that have still to be placed, or None where there are none."""
        return None

    def missing_text(self, *, start: bool = False) -> str:
        """What a page does without: where plotly is missing, its pictures of solids do not turn."""
        if not (isinstance(self, HasBodies) and self.has_bodies()):
            return ""
        if start and not self.bodies():
            return ""
        try:
            require_plotly()
        except ExtraMissingError as error:
            return str(error)
        return ""

    def shown(self, solution: Any | None, marked: Keys = ()) -> Shown:
        """A solution as it is shown on a page, in space if it has pieces there."""
        flat = bool(self.missing_text())
        bodies = self.bodies(solution) if isinstance(self, HasBodies) and not flat else ()
        picture = self.svg(solution, marked, view="all" if flat else "flat")
        text = "" if picture else self.text(solution)
        return Shown(picture, text, "The starting position" if solution is None else "", bodies)

    def html(self) -> str:
        """The starting position as a page that needs no network."""
        instance = self.instance
        facts = []
        if instance.solutions is not None:
            facts.append(Fact("Solutions", solution_count_text(instance)))
        if instance.source:
            facts.append(Fact("Source", instance.source))
        return self.page("The starting position.", facts=facts, start=True).html

    def to_yaml(self, parameters: Mapping[str, int | str] | None = None) -> str:
        """The instance as a file that can be read again, to begin with and to edit.

        `parameters` are those to be written, by default all.

        Raises:
            InputError: If puzzles of this kind cannot be written.
        """
        what = f"an instance of {self.name} cannot be written as YAML"
        raise InputError(what, "edit a copy of its file")

    def moves_drawn(self, ground: Playground, plain: Any) -> list[int]:
        """The moves on a board that a part of a solution, in plain data, shows.

        Raises:
            InputError: If nothing is known of that, or it has not the form of one.
        """
        what = f"{self.name} takes no marks"
        raise InputError(what, "write what lies there into the board itself")

    def typing_guide(self) -> TypingGuide | None:
        """How this board is typed; None if it is no pencil puzzle."""
        return None

    def to_text(self) -> str:
        """The board as a plain text, such as collections of puzzles have it.

        Raises:
            InputError: If the puzzle has none.
        """
        what = f"{self.name} has no plain text for a board"
        raise InputError(what, "choose another format, or 'show --yaml'")

    def with_instance(self, instance: Any) -> Self:
        """Another instance of the same puzzle, which is no preset."""
        return replace(self, instance=instance, preset=None)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.text(), "image/svg+xml": self.svg()}


def solution_count_text(instance: Instance) -> str:
    """How many solutions an instance is known to have, in words."""
    different = instance.solutions_up_to_symmetry
    orbits = "" if different is None else f", {different:,} up to symmetry"
    return f"{instance.solutions:,}{orbits}"


class PuzzleKind(ABC):
    """A kind of puzzle: how its files are read, and stated as models.

    Only `name`, `formulations`, `read_puzzle` and `read_instance` are needed; everything else has
    a default here, and in the class of its positions.

    Attributes:
        name: What `family:` says in the file of a model.
        formulations: The ways to state an instance as a model, the standard one first.
        positions: The class of its positions, which draws and judges.
        solution: The class of its solutions, which a decoder has to return.
        judges: Whether there are rules besides the models; see `PuzzlePosition.judge`.
        generator: What makes new positions, as `module:function`, or empty if none are made; for
            `ilpuzzles.generate`, which knows the arguments.
        drawn: The field of an instance's file that a drawing alone stands for; empty if there is
            no such field.
        blanks: Whether a blank in such a drawing may be a cell.
        can_be_drawn: Whether somebody can draw boards of it, clue by clue, in an editor.
        default_preset: The preset that is meant by naming none; None where its files say that.
        preset_to_generate: The preset on whose board new positions are made; None for any.
        forms: The forms of its files: a puzzle, an instance, and the mappings in them.
    """

    name: str
    formulations: Mapping[str, Formulation]
    positions: type[PuzzlePosition] = PuzzlePosition
    solution: type[Any] = object
    judges: bool = False
    generator: str = ""
    forms: tuple[Form, ...] = ()
    drawn: str = ""
    blanks: bool = False
    can_be_drawn: bool = False
    default_preset: str | None = None
    preset_to_generate: str | None = None

    @abstractmethod
    def read_puzzle(self, tree: Node) -> Puzzle:
        """Reads the file of a model.

        Raises:
            InputError: With everything that is wrong with it.
        """

    @abstractmethod
    def read_instance(self, puzzle: Any, tree: Node) -> Instance:
        """Reads the file of an instance.

        Raises:
            InputError: With everything that is wrong with it.
        """

    def generator_kind(self) -> Any:
        """The maker of new positions; `generator` is known not to be empty."""
        return named(self.generator)

    def position(
        self,
        instance: Any,
        preset: str | None = None,
        parameters: Mapping[str, int | str] | None = None,
    ) -> PuzzlePosition:
        """An instance that can be drawn, judged, stated and played."""
        return self.positions(self, instance, preset, parameters or {})

    def has_bare_instance(self, puzzle: Any) -> bool:
        """Whether there is an instance of a puzzle in which nothing is given."""
        return False

    def bare_instance(self, puzzle: Any) -> Instance:
        """The instance of a puzzle in which nothing is given.

        Raises:
            InputError: If every instance of the puzzle says what it is about.
        """
        raise InputError(f"{puzzle.name} needs a board", f"name a preset; see 'show {puzzle.name}'")

    def read_address(self, puzzle: Any, address: str) -> Instance:
        """Reads an instance from an address, as sites for puzzles have them.

        Raises:
            InputError: If the address is wrong, or there are no addresses for this kind.
        """
        raise InputError(f"{puzzle.name} cannot be read from an address", "give a preset or a file")

    def plain_puzzle(self, puzzle: Any) -> Plain:
        """What the puzzle is, as plain data."""
        return {}

    def shape_text(self, puzzle: Any, width: int | None = None) -> Drawing:
        """Draws the pieces of a puzzle with letters, in lines of so many characters or any."""
        return []

    def shape_picture(self, puzzle: Any) -> Picture | str | None:
        """Draws the pieces of a puzzle."""
        return None

    def show_tile(self, puzzle: Any, name: str, width: int | None = None) -> ShownTile:
        """Draws a tile in all its orientations.

        Raises:
            InputError: If there is no such tile, or there are no tiles at all.
        """
        what = f"tile {name} of {puzzle.name}"
        raise InputError(what, f"{puzzle.name} has no tiles; see 'show {puzzle.name}'")
