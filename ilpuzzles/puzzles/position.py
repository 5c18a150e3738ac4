"""Positions: what a question is about, and what draws and judges its solutions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, runtime_checkable

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.render.page.html_page import Fact, MadePage, Page, Shown, make_page
from ilpuzzles.render.solid import Body
from ilpuzzles.render.svg import Picture, PictureView, document_of
from ilpuzzles.render.text import Drawing, as_plain
from ilpuzzles.rules.faults import Fault, marks_of
from ilpuzzles.rules.places import Place

Plain: TypeAlias = dict[str, Any]
"""Data as in JSON: dictionaries, lists, strings, whole numbers."""

Keys: TypeAlias = Collection[Hashable]
"""Keys of rows, such as cells or tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle:
    """What a puzzle is, from `models/NAME.yaml`.

    Attributes:
        name: The name, which is also its command.
        title: The title.
        about: What it is about, in a few sentences; may be empty.
        source: Where it comes from; may be empty.
    """

    name: str
    title: str
    about: str
    source: str


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
        """The number of symmetries, the identity included."""

    def orbit(self, solution: Any) -> tuple[bytes, int]:
        """The essence that all equivalents of a solution share, and their number."""

    def rotations(self) -> EquivalentSolutions:
        """The symmetries that are no reflections."""

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


@runtime_checkable
class HasPlacements(Protocol):
    """A position in which pieces are placed."""

    def placements(self) -> PlacementReport:
        """All ways to place a piece, whatever is given, and which of them touch what."""

    def placement_lines(self) -> Callable[[Any], list[str]]:
        """What writes the pieces of a solution down, each by its placement, in a line."""

    def steps(self, choice: str) -> PlacementReport:
        """What is left of all ways to place a piece after each step that needs no search.

        `choice` is what to break symmetries by; see `PuzzlePosition.break_symmetry`.

        Raises:
            InputError: If that is nothing to break symmetries by.
        """


@runtime_checkable
class HasAddress(Protocol):
    """A position that sites for puzzles know by an address."""

    def address(self) -> str:
        """The address, without a host.

        Raises:
            InputError: If this board cannot be written as one.
        """


@runtime_checkable
class HasBodies(Protocol):
    """A position whose pieces may lie in space, where a page can turn them."""

    def has_bodies(self) -> bool:
        """Whether they do."""

    def bodies(self, solution: Any | None = None) -> tuple[Body, ...]:
        """The pieces of a solution, or of the starting position, in space."""


def require_placements(position: Position, what: str = "placements") -> HasPlacements:
    """The position, as one in which pieces are placed; an `InputError` if it is none."""
    if isinstance(position, HasPlacements):
        return position
    raise InputError(f"{what} of {position.name}, where no pieces are placed", "leave that out")


def require_address(position: Position) -> str:
    """The address of a position; an `InputError` if it has none."""
    if isinstance(position, HasAddress):
        return position.address()
    what = f"{position.name} cannot be written as an address"
    raise InputError(what, "choose another format, or 'show --yaml'")


class Position(ABC):
    """What a question is about: it draws and judges solutions, as text, picture and page.

    It is a starting position of a puzzle (`PuzzlePosition`), or a model of one's own. What some
    positions can besides, is a protocol: `HasPlacements`, `HasAddress`, `HasBodies`.

    In all pictures, no solution means the starting position; `marked` are the keys of rows to put a
    mark on, and `width` is how many characters a line may have, or None for any number.
    """

    __slots__ = ()

    unit: ClassVar[str] = "value"
    """What a step towards a solution places or decides, such as a piece."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is called."""

    @property
    def title(self) -> str:
        """What to call it, and the instance, above a page."""
        return self.name

    @property
    def about(self) -> str:
        """What the puzzle is, in a few sentences; may be empty."""
        return ""

    @property
    def rules_to_play(self) -> str:
        """The rules for who plays: `about` without how boards are written."""
        return self.about

    @property
    def preset(self) -> str | None:
        """Which instance of it, if that has a name."""
        return None

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """The values of its parameters, if it has any."""
        return {}

    @property
    def judges(self) -> bool:
        """Whether there are rules besides the model."""
        return False

    @property
    def breaking(self) -> SymmetryBreaking | None:
        """Which of several equivalent solutions are wanted, or None for all."""
        return None

    def symmetries(self) -> EquivalentSolutions:
        """Which solutions are equivalent; an `InputError` where nothing is known about that."""
        raise InputError(f"ilpuzzles knows no symmetries of {self.name}", "ask for all solutions")

    def taken_back(self, parts: Collection[str]) -> tuple[Position, Keys] | None:
        """The same without some parts of what is given, by their names (see `Given`).

        Returned with what to mark to show where they were. None if it is not known how to take
        something back.
        """
        return None

    def marks_of(self, faults: Iterable[Fault]) -> Keys:
        """The keys under which pictures mark where rules are broken."""
        return marks_of(faults)

    def place_of(self, key: Hashable) -> Place | None:
        """Where on the board a key of the rows of its model is; None if it is no place."""
        return None

    def playground(self) -> Playground | None:
        """The board to play on, with its pieces and moves; None if there is none."""
        return None

    def givens_to_json(self) -> Any:
        """What is given, as plain data like a solution; None if it is no part of one."""
        return None

    def read_part(self, text: str) -> Any:
        """Reads a part of a solution, as people write it down in a word or two.

        Raises:
            InputError: If it is none, or there are no words for parts.
        """
        raise InputError(f"{quoted(text)} fixes nothing", "write NAME=VALUE")

    @abstractmethod
    def violations(self, solution: Any) -> list[Fault]:
        """The rules that a solution breaks."""

    @abstractmethod
    def drawing(
        self, solution: Any | None = None, marked: Keys = (), *, width: int | None = None
    ) -> Drawing:
        """A solution as lines of segments."""

    def text(self, solution: Any | None = None) -> str:
        """A solution, or without one the starting position, drawn with letters and lines."""
        return as_plain(self.drawing(solution))

    def small(self, solution: Any | None = None) -> Drawing:
        """The same as small as letters are, for a sheet with many of them."""
        return self.drawing(solution)

    @abstractmethod
    def picture(
        self, solution: Any | None = None, marked: Keys = (), *, view: PictureView = "all"
    ) -> Picture | str | None:
        """The same to be put onto a sheet: one of ours, an SVG document, or None for none."""

    def svg(
        self,
        solution: Any | None = None,
        marked: Keys = (),
        *,
        view: PictureView = "all",
        animated: bool = False,
    ) -> str:
        """The same as an SVG document, if there is one.

        Args:
            solution: The solution, or None.
            marked: What to put a mark on, by the keys of rows.
            view: What to draw of a board that is not plane: its layers, or unrolled (`flat`), as it
                stands in space (`solid`), with its pieces pulled apart (`apart`), or the first two.
            animated: Whether the pieces appear one after the other.
        """
        return document_of(self.picture(solution, marked, view=view), animated=animated)

    def missing_text(self, *, start: bool = False) -> str:
        """What a page, perhaps of the `start` alone, has to do without here, in a line, or ''."""
        return ""

    def shown(self, solution: Any | None, marked: Keys = ()) -> Shown:
        """A solution as it is shown on a page; letters stand in where a picture is none."""
        picture = self.svg(solution, marked, view="flat")
        text = as_plain(self.drawing(solution))
        return Shown(picture, text, "The starting position" if solution is None else "")

    def page(
        self,
        verdict: str,
        remarks: str = "",
        solutions: Iterable[Any | None] = (None,),
        marked: Keys = (),
        *,
        asked: str = "",
        facts: Iterable[Fact] = (),
        number: int = 1,
        start: bool = False,
    ) -> MadePage:
        """A page with `number` solutions, each drawn when it is asked for, as many as have room.

        What the page has to do without stands among the facts; see `missing_text` for `start`.
        """
        values = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        identity = {"Puzzle": self.name, "Preset": self.preset or "", "Parameters": values}
        without = {"Not here": self.missing_text(start=start)}
        end = "" if verdict.endswith((".", ":", "?")) else "."
        page = Page(
            title=self.title,
            verdict=f"{verdict[:1].upper()}{verdict[1:]}{end}",
            remarks=remarks,
            facts=(*_facts(identity), *facts, *_facts(without)),
            about=self.about,
            asked=asked,
            solutions=(self.shown(solution, marked) for solution in solutions),
            number=number,
        )
        return make_page(page)


def _facts(values: Mapping[str, str]) -> list[Fact]:
    return [Fact(name, value) for name, value in values.items() if value]
