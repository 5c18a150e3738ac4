"""Families of puzzles: how they are read and stated, and what their positions can be asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

from ilpuzzles.errors import InputError, ModelError, require_known
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import IntArray
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
from ilpuzzles.reading.fields import ByHand, Fields, Form, FormField, OneOf, Text, Whole
from ilpuzzles.reading.json_text import JsonPart
from ilpuzzles.reading.tree import Node
from ilpuzzles.render.page.html_page import Fact, Shown, require_plotly
from ilpuzzles.render.svg import VIEWS, Picture, PictureView
from ilpuzzles.render.text import Drawing, Segment
from ilpuzzles.rules.faults import Fault

_What = ParamSpec("_What")
_Found = TypeVar("_Found")


def puzzle_head(family: str) -> tuple[FormField[Any], ...]:
    """What the file of every puzzle of a family may have; those who look for it read the rest."""
    of_family = "The family that the puzzle belongs to, here the one above."
    return (
        Text("puzzle", "The name of the puzzle, which is also its command.", "name", required=True),
        OneOf("family", of_family, required=True, known=(family,)),
        Text("title", "What to call it.", required=True),
        Text("about", "What it is about, in a few sentences."),
        Text("source", "Where it comes from."),
        Text("group", "The heading under which `list` shows it, such as `Pieces on a board`."),
        ByHand("preset", "The preset to solve if none is named.", "name"),
        ByHand("aliases", "Other names for it on the command line.", "list of names"),
        ByHand("parameters", "What positions choose: parameters by their names.", "mapping"),
    )


INSTANCE_HEAD = (
    ByHand("puzzle", "The name of the puzzle that the position belongs to.", "name", required=True),
    Text("title", "What to call it."),
    Text("about", "What it is about."),
    ByHand("parameters", "Values of the puzzle's parameters: `{height: 3}`.", "mapping"),
    Whole("solutions", "The number of solutions, if it is known.", least=0),
    Text("source", "Where these numbers come from."),
    Whole(
        "difficulty",
        "The number of wrong placements that plain logic tries, if there is one solution.",
        least=0,
    ),
)
"""What the file of every instance may have."""


def read_instance_fields(fields: Fields, puzzle: str, *other_counts: str) -> dict[str, Any]:
    """Reads the file of an instance; `other_counts` names its further counts of solutions.

    Parameters are read by those who look for the puzzle.
    """
    fields.read(OneOf("puzzle", required=True, known=(puzzle,)))
    # What is wrong with these is told first, and in this order.
    head = ("title", "about", "source", "solutions", *other_counts, "difficulty")
    return {key: fields[key] for key in head} | fields.rest()


@dataclass(frozen=True, slots=True, eq=False)
class Formulated:
    """An instance, stated as a model.

    Attributes:
        model: The model.
        decode: Turns values of its variables into a solution: a `Solution` for a puzzle of a
            family, anything for your own puzzle.
        facts: Called with the values of a solution, it says what that shows: names of facts, each
            with a number of the model that has the same value wherever the fact holds. None for
            the deciding variables themselves.
        partial: Turns the facts that hold in every solution, with the values of their numbers, into
            the part of a solution that is known. None to decode the values that are known, with 0
            for all others.
        moves: How the symmetries of the instance permute the variables: where each takes each
            column, shape (symmetries, columns). None if that is not known.
        order: Turns an order given in words into the rows it names, in that order; for the backend
            `exactcover`. None if there is no such order.
        given: Which rows hold what the instance gives, in parts that can be taken back. None if
            that is not said: then a reason is looked for in all rows.
        encode: The opposite of `decode`: turns a solution, or a part of one, into values of the
            variables that mean it, as far as there are such variables. None if that is not known.
        sound: Whether every solution of the model is one of the instance; if not, solutions may
            break rules, and are shown with the rules that they break.

    Raises:
        ModelError: If there are `facts` but no `partial` to turn them into a solution.
    """

    model: Model
    decode: Callable[[IntArray], Any]
    facts: Callable[[IntArray], Mapping[Hashable, Expression]] | None = None
    partial: Callable[[Mapping[Any, int]], Any] | None = None
    moves: Callable[[Any], IntArray] | None = None
    order: Callable[[str], tuple[int, ...]] | None = None
    given: Given | None = None
    encode: Callable[[Any], dict[Variable, int]] | None = None
    sound: bool = True

    def __post_init__(self) -> None:
        if self.facts is not None and self.partial is None:
            raise ModelError("a formulation has 'facts' but not 'partial'", "give both or neither")


@dataclass(frozen=True, slots=True)
class Formulation:
    """A way to state instances as models.

    Attributes:
        name: Its name.
        about: What its variables are, in a sentence.
        build: States an instance as a model.
        claims: Whether a backend, by its name, is expected to solve an instance in this form
            within seconds. Other backends may still be tried.
        best_with: The backend with which this is the standard form, where it is installed.
    """

    name: str
    about: str
    build: Callable[[Any], Formulated]
    claims: Callable[[Any, str], bool]
    best_with: str = ""


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

    Each family has a class of its own; everything here has a default.

    Attributes:
        family: The family of the puzzle.
        instance: What is to be solved.
        preset: The name of the preset, or None for a user's own file.
        parameters: The values of the puzzle's parameters.
    """

    views: ClassVar[tuple[str, ...]] = tuple(one for one in VIEWS if one != "numbered")
    """What pictures can show of it."""

    family: Family
    instance: Any
    preset: str | None = field(default=None)
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    _known: dict[str, Plain] = field(default_factory=dict, init=False, repr=False)

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
        return self.family.judges

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

        They are chosen by `auto`, `off`, or in the words of the family: for a tiling by a tile.

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
        instance, facts = self.instance, []
        if instance.solutions is not None:
            facts.append(Fact("Solutions", solution_count_text(instance)))
        if instance.source:
            facts.append(Fact("Source", instance.source))
        return self.page("The starting position.", facts=facts, start=True).html

    def to_yaml(self, parameters: Mapping[str, int | str] | None = None) -> str:
        """The instance as a file that can be read again, to begin with and to edit.

        `parameters` are those to be written, by default all.

        Raises:
            InputError: If the family cannot write one.
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


class Family(ABC):
    """A family of puzzles: how its files are read, and stated as models.

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
            InputError: If the address is wrong, or there are no addresses for this family.
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
