"""Families of puzzles: how they are read, stated, checked and drawn, and where they are found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from ilpuzzles.document.fields import ByHand, Fields, Form, FormField, OneOf, Text, Whole
from ilpuzzles.document.json_text import JsonPlace
from ilpuzzles.document.tree import Node
from ilpuzzles.errors import InputError, ModelError, Problem, UnknownNameError, quoted, unknown_name
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import Given, IntArray
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.render.solid import Body
from ilpuzzles.render.svg import Picture, PictureView
from ilpuzzles.render.text import Drawing, Segment
from ilpuzzles.rules.plain_tiling import RuleViolation

Plain: TypeAlias = dict[str, Any]
"""Data as in JSON: dictionaries, lists, strings, whole numbers."""

Keys: TypeAlias = Collection[Hashable]
"""Keys of rows, such as cells or tiles."""

_FAMILIES = {
    "surasshupakku": "ilpuzzles.puzzles.surasshupakku.slash_family:SURASSHUPAKKU",
    "tiling": "ilpuzzles.puzzles.tiling.tiling_family:TILING",
}


def puzzle_head(family: str) -> tuple[FormField[Any], ...]:
    """What the file of every puzzle of a family may have; those who look for it read the rest."""
    of_family = "The family that the puzzle belongs to, here the one above."
    return (
        Text("puzzle", "The name of the puzzle, which is also its command.", "name", required=True),
        OneOf("family", of_family, required=True, known=(family,)),
        Text("title", "What to call it.", required=True),
        Text("about", "What it is about, in a few sentences."),
        Text("source", "Where it comes from."),
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


def read_instance_fields(fields: Fields, puzzle: str, other_count: str) -> dict[str, Any]:
    """Reads the file of an instance; `other_count` names its second count of solutions.

    Parameters are read by those who look for the puzzle.
    """
    fields.read(OneOf("puzzle", required=True, known=(puzzle,)))
    # What is wrong with these is told first, and in this order.
    head = ("title", "about", "source", "solutions", other_count, "difficulty")
    return {key: fields[key] for key in head} | fields.rest()


class Puzzle(Protocol):
    """What a puzzle is, from `models/NAME.yaml`."""

    @property
    def name(self) -> str:
        """The name, which is also its command."""

    @property
    def title(self) -> str:
        """The title."""

    @property
    def about(self) -> str:
        """What it is about, in a few sentences; may be empty."""

    @property
    def source(self) -> str:
        """Where it comes from; may be empty."""


class Instance(Protocol):
    """What is to be solved, from `instances/NAME/PRESET.yaml` or from a user's file."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that it is an instance of."""

    @property
    def title(self) -> str:
        """The title; may be empty."""

    @property
    def solutions(self) -> int | None:
        """How many solutions it is known to have, or None."""

    @property
    def solutions_up_to_symmetry(self) -> int | None:
        """How many of these are different up to symmetry, or None."""

    @property
    def source(self) -> str:
        """Where these numbers come from; may be empty."""

    @property
    def breaking(self) -> SymmetryBreaking | None:
        """Which of several equivalent solutions are wanted, or None for all."""


class SymmetryBreaking(Protocol):
    """What leaves fewer of several equivalent solutions, and at least one."""

    @property
    def exact(self) -> bool:
        """Whether exactly one of all equivalent solutions is known to be left."""

    @property
    def text(self) -> str:
        """What it does, in a sentence."""

    def to_json(self) -> Plain:
        """Both, as plain data."""


class EquivalentSolutions(Protocol):
    """The symmetries of an instance."""

    @property
    def order(self) -> int:
        """How many there are, the identity included."""

    def orbit(self, solution: Any) -> tuple[bytes, int]:
        """What all equivalents of a solution have in common, and how many of them there are."""

    def rotations(self) -> EquivalentSolutions:
        """Those that are not reflections."""

    def equivalents(self, solution: Any) -> list[Any]:
        """All different solutions that symmetries make of one, itself first."""


class PlacementReport(Protocol):
    """What can be said about an instance before it is solved."""

    def lines(self) -> Iterable[str]:
        """As lines of text."""

    def to_json(self) -> Plain:
        """As plain data."""


class ShownTile(NamedTuple):
    """A tile in all its orientations, each with the number of its shape."""

    drawing: Drawing
    picture: Picture
    plain: Plain


class Solution(Protocol):
    """A solution in the puzzle's own words."""

    def to_json(self) -> Plain:
        """The solution as plain data, which `rules` can check."""

    def differences(self, other: Any) -> Collection[Hashable]:
        """Where another solution differs, in keys that pictures can mark, such as cells."""


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
            raise ModelError(
                Problem("a formulation has 'facts' but not 'partial'", "give both or neither")
            )


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


class Family(ABC):
    """A family of puzzles: how its files are read, stated as models, checked and drawn.

    Only `name`, `formulations`, `read_puzzle` and `read_instance` are needed; everything else has
    a default here.

    Attributes:
        name: What `family:` says in the file of a model.
        formulations: The ways to state an instance as a model, the standard one first.
        solution: The class of its solutions, which a decoder has to return.
        judges: Whether there are rules besides the models; see `violations`.
        generator: What makes new positions, as `module:function`, or empty if none are made; for
            `ilpuzzles.generate`, which knows the arguments.
        drawn: The field of an instance's file that a drawing alone stands for; empty if there is
            no such field.
        forms: The forms of its files: a puzzle, an instance, and the mappings in them.
        numbered: Whether pictures can show the numbers of atoms.
        unit: What a step towards a solution places or decides, such as a piece.
    """

    name: str
    formulations: Mapping[str, Formulation]
    solution: type[Any] = object
    judges: bool = False
    generator: str = ""
    forms: tuple[Form, ...] = ()
    drawn: str = ""
    numbered: bool = False
    unit: str = "value"

    # Reading

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

    def has_bare_instance(self, puzzle: Any) -> bool:
        """Whether there is an instance of a puzzle in which nothing is given."""
        return False

    def bare_instance(self, puzzle: Any) -> Instance:
        """The instance of a puzzle in which nothing is given.

        Raises:
            InputError: If every instance of the puzzle says what it is about.
        """
        what = f"{puzzle.name} needs a board"
        raise InputError(Problem(what, f"name a preset; see 'show {puzzle.name}'"))

    def plain_puzzle(self, puzzle: Any) -> Plain:
        """What the puzzle is, as plain data."""
        return {}

    def plain(self, instance: Any) -> Plain:
        """The instance as plain data, which `violations` can check solutions against."""
        return {}

    # Rules and solutions

    def violations(self, instance: Plain, solution: Any) -> list[RuleViolation]:
        """The rules that a solution breaks, both as plain data; see `plain` and `read_solution`."""
        return []

    def read_solution(self, instance: Any, data: Any, where: JsonPlace) -> Any:
        """Reads a solution given as data, into plain data for `violations` to check.

        Equal solutions are read as data with equal `essence`.

        Raises:
            InputError: If the data does not have the form of a solution.
        """
        return data

    def essence(self, plain: Any) -> object:
        """What equal solutions have in common, as plain data; the rest follows from it."""
        return plain

    def solution_of(self, instance: Any, plain: Any) -> Any:
        """The solution that such data describes; the rules have accepted it."""
        return plain

    def read_part(self, instance: Any, text: str) -> Any:
        """Reads a part of a solution, as people write it down in a word or two.

        Raises:
            InputError: If it is none, or the family has no words for parts.
        """
        raise InputError(Problem(f"{quoted(text)} fixes nothing", "write NAME=VALUE"))

    # Playing

    def taken_back(self, instance: Any, parts: Collection[str]) -> tuple[Any, Keys] | None:
        """The same instance without some parts of what it gives, by their names (see `Given`).

        Returned with what to mark to show where they were. None if the family does not say how to
        take something back.
        """
        return None

    def playground(self, instance: Any) -> Playground | None:
        """The board to play on, with its pieces and moves; None if there is none."""
        return None

    def givens_to_json(self, instance: Any) -> Any:
        """What an instance gives, as plain data like a solution; None if it is no part of one."""
        return None

    # Symmetry

    def symmetries(self, instance: Any) -> EquivalentSolutions:
        """The symmetries of an instance.

        Raises:
            InputError: If nothing is known about them.
        """
        what = f"ilpuzzles knows no symmetries of {instance.puzzle.name}"
        raise InputError(Problem(what, "ask for all solutions instead"))

    def break_symmetry(self, instance: Any, choice: str) -> Any:
        """The same instance, of which fewer of several equivalent solutions are wanted.

        `choice` is `auto`, `off`, or what to break symmetries by, in the words of the family.

        Raises:
            InputError: If that is nothing to break symmetries by.
        """
        if choice != "off":
            what = f"symmetry breaking {choice!r} for {instance.puzzle.name}"
            raise InputError(Problem(what, "only 'off' is known; use --up-to-symmetry"))
        return instance

    # Pictures

    def text(
        self, instance: Any, solution: Any = None, marked: Keys = (), *, width: int | None = None
    ) -> Drawing:
        """Draws a solution, or without one the starting position, with letters and lines.

        Args:
            instance: The instance.
            solution: The solution, or None.
            marked: What to put a mark on, by the keys of rows.
            width: How many characters there are in a line, or None for any number.
        """
        start = instance.title or instance.puzzle.title
        lines = str(start if solution is None else solution).splitlines()
        return [[Segment(line)] for line in lines]

    def small_text(self, instance: Any, solution: Any = None) -> Drawing:
        """The same as small as letters are, for sheets with many of them; see `Sheet`."""
        return self.text(instance, solution)

    def picture(
        self, instance: Any, solution: Any = None, marked: Keys = (), *, view: PictureView = "flat"
    ) -> Picture | str | None:
        """Draws a solution, or without one the starting position; see `text` for the arguments.

        `view` is what to draw of a board that is not plane.

        Returns:
            A picture, an SVG document, or None where there is no picture.
        """
        return None

    def has_bodies(self, instance: Any) -> bool:
        """Whether pieces of an instance lie in space, where a page can turn them."""
        return False

    def bodies(self, instance: Any, solution: Any = None) -> tuple[Body, ...]:
        """The pieces of a solution, or of the starting position, in space."""
        return ()

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
        raise InputError(Problem(what, "only tilings have tiles; see 'show --help'"))

    def picture_of_rest(self, instance: Any) -> Picture | None:
        """Draws the pieces that have still to be placed, or None where there are none."""
        return None

    # Exchange

    def read_address(self, puzzle: Any, address: str) -> Instance:
        """Reads an instance from an address, as sites for puzzles have them.

        Raises:
            InputError: If the address is wrong, or there are no addresses for this family.
        """
        raise InputError(
            Problem(f"{puzzle.name} cannot be read from an address", "give a preset or a file")
        )

    def address(self, instance: Any) -> str:
        """The address of an instance, without a host.

        Raises:
            InputError: If there is none.
        """
        what = f"{instance.puzzle.name} cannot be written as an address"
        raise InputError(Problem(what, "choose another format, or 'show --yaml'"))

    def instance_text(self, instance: Any, parameters: Mapping[str, int | str]) -> str:
        """An instance as a file that can be read again, to begin with and to edit.

        Raises:
            InputError: If the family cannot write one.
        """
        what = f"an instance of {instance.puzzle.name} cannot be written as YAML"
        raise InputError(Problem(what, "edit a copy of its file"))

    def positions(self, instance: Any) -> PlacementReport:
        """All ways to place a piece, whatever is given, and which of them touch what.

        Raises:
            InputError: If no pieces are placed.
        """
        raise _only_tilings(instance, "positions")

    def position_lines(self, instance: Any) -> Callable[[Any], list[str]]:
        """What writes the pieces of a solution down, each by its position, in a line.

        Raises:
            InputError: If no pieces are placed.
        """
        raise _only_tilings(instance, "positions")

    def steps(self, instance: Any, choice: str) -> PlacementReport:
        """What is left of all ways to place a piece after each step that needs no search.

        `choice` is what to break symmetries by; see `break_symmetry`.

        Raises:
            InputError: If no pieces are placed, or that is nothing to break symmetries by.
        """
        raise _only_tilings(instance, "steps")


def _only_tilings(instance: Any, what: str) -> InputError:
    return InputError(
        Problem(f"{what} of {instance.puzzle.name}", "only tilings have them; see 'show --help'")
    )


def family_names() -> tuple[str, ...]:
    """The names of all families, sorted."""
    return tuple(sorted(_FAMILIES))


def get_family(name: str) -> Family:
    """Finds a family by its name, with all that belongs to it.

    Raises:
        UnknownNameError: If there is none of that name.

    Example:
        >>> list(get_family("tiling").formulations)
        ['placement', 'reduced', 'cells', 'cells-aggregated', 'cells-sums']
    """
    if name not in _FAMILIES:
        raise UnknownNameError(unknown_name("family", name, _FAMILIES))
    family: Family = named(_FAMILIES[name])
    return family
