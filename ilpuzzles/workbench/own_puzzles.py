"""What a question is about, an instance or your own puzzle: it draws and judges solutions."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

from ilpuzzles.errors import InputError, Problem, quoted
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.numbers import Number, NumberArray, data_of, text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.puzzles.family import EquivalentSolutions, Keys, SymmetryBreaking
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.render.page.html_page import Fact, MadePage, Page, Shown, make_page
from ilpuzzles.render.svg import Picture, PictureView, document_of
from ilpuzzles.render.text import Drawing, Segment, as_plain
from ilpuzzles.rules.plain_tiling import RuleViolation

_SHOWN = 20


class Subject(ABC):
    """What solutions belong to, and what draws and judges them, as text, picture and page.

    In all pictures, no solution means the starting position; `marked` are the keys of rows to put a
    mark on, and `width` is how many characters a line may have, or None for any number.
    """

    __slots__ = ()

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
        what = f"ilpuzzles knows no symmetries of {self.name}"
        raise InputError(Problem(what, "ask for all solutions"))

    @property
    def unit(self) -> str:
        """What a step places or decides; see `Family.unit`."""
        return "value"

    def taken_back(self, parts: Collection[str]) -> tuple[Subject, Keys] | None:
        """The same without some parts of what is given, and marks where they were, if known."""
        del parts
        return None

    def playground(self) -> Playground | None:
        """The board to play on; see `Family.playground`."""
        return None

    def givens_to_json(self) -> Any:
        """The starting position as plain data, as a solution is, where that is known."""
        return None

    def read_part(self, text: str) -> Any:
        """A part of a solution in words; see `Family.read_part`."""
        raise InputError(Problem(f"{quoted(text)} fixes nothing", "write NAME=VALUE"))

    def position_lines(self) -> Callable[[Any], list[str]]:
        """What writes the pieces of a solution down; see `Family.position_lines`."""
        raise InputError(Problem(f"positions in {self.name}", "only tilings have them"))

    @abstractmethod
    def violations(self, solution: Any) -> list[RuleViolation]:
        """The rules that a solution breaks."""

    @abstractmethod
    def drawing(
        self, solution: Any | None = None, marked: Keys = (), *, width: int | None = None
    ) -> Drawing:
        """A solution as lines of segments."""

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
        del start
        return ""

    def shown(self, solution: Any | None, marked: Keys = ()) -> Shown:
        """A solution as it is shown on a page; letters stand in where a picture is none."""
        picture, text = self.svg(solution, marked, view="flat"), as_plain(self.drawing(solution))
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


@dataclass(frozen=True, slots=True, eq=False)
class NamedValues:
    """A solution of a model of which nothing is known: the deciding variables that are not 0."""

    values: dict[str, Number]
    text: str

    @classmethod
    def of(cls, values: Mapping[Any, Number]) -> NamedValues:
        """Values that are known of some variables."""
        parts = [f"{name} = {text_of(value)}" for name, value in values.items() if value]
        zeros = [name for name, value in values.items() if not value]
        parts += [f"{name} = 0" for name in zeros[:_SHOWN]]
        if len(zeros) > _SHOWN:
            parts.append(f"and {len(zeros) - _SHOWN:,} more are 0")
        text = ", ".join(parts) or "nothing"
        return cls({str(name): value for name, value in values.items()}, text)

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data."""
        return {"values": {name: data_of(value) for name, value in self.values.items()}}

    def differences(self, other: NamedValues) -> list[str]:
        """The variables that have another value in another solution."""
        names = dict.fromkeys([*self.values, *other.values])
        return [name for name in names if self.values.get(name, 0) != other.values.get(name, 0)]

    def __str__(self) -> str:
        return self.text


def solution_by_names(model: Model | Program, values: NumberArray) -> NamedValues:
    """The solution of a model that has no decoder."""
    program = program_of(model)
    return NamedValues(program.values_by_name(values), program.text_by_name(values))


@dataclass(frozen=True, slots=True, eq=False)
class OwnPuzzle(Subject):
    """A user's own puzzle: functions that draw solutions, and say in words what is wrong."""

    name: str = field()
    text_of: Callable[[Any], str] = str
    svg_of: Callable[[Any], str] | None = None
    check: Callable[[Any], Sequence[str]] | None = None
    board: Playground | None = None

    def playground(self) -> Playground | None:
        """The board to play on, if it was given one."""
        return self.board

    @property
    def judges(self) -> bool:
        """Whether there is a checker."""
        return self.check is not None

    def drawing(
        self,
        solution: Any | None = None,
        marked: Keys = (),  # noqa: ARG002 - its pictures know no marks
        *,
        width: int | None = None,  # noqa: ARG002 - and have the size they have
    ) -> Drawing:
        """A solution as lines of segments; without one, the name."""
        text = self.name if solution is None else str(self.text_of(solution))
        return [[Segment(line)] for line in text.splitlines()]

    def picture(
        self,
        solution: Any | None = None,
        marked: Keys = (),  # noqa: ARG002 - likewise
        *,
        view: PictureView = "all",  # noqa: ARG002 - how it looks is up to its function
    ) -> str | None:
        """A solution as an SVG document, or None where there is no picture."""
        if solution is None or self.svg_of is None:
            return None
        return require_svg(self.svg_of(solution))

    def violations(self, solution: Any) -> list[RuleViolation]:
        """What the checker says, if there is one."""
        found = self.check(solution) if self.check is not None else ()
        if isinstance(found, str) or not isinstance(found, Sequence):
            what = f"a checker that returns {type(found).__name__}"
            raise InputError(Problem(what, "return a list of strings"))
        return [RuleViolation("check", str(text)) for text in found]


def require_svg(picture: object, where: str = "") -> str | None:
    """What the user's function at a place has drawn, an SVG document, or None for no picture."""
    if not isinstance(picture, str):
        what = f"a picture of type {type(picture).__name__}"
        raise InputError(Problem(what, "return an SVG document as a string", where))
    if picture and not _is_svg(picture):
        what = f"a picture that is not an SVG document ({quoted(picture[:40])})"
        raise InputError(Problem(what, "return one that is whole, from <svg to </svg>", where))
    return picture or None


def _is_svg(text: str) -> bool:
    try:
        root = ET.fromstring(text)  # noqa: S314 - of the user's own function
    except ET.ParseError:
        return False
    return root.tag.rpartition("}")[2] == "svg"


def solution_json(solution: Any) -> Any:
    """A solution as plain data: what its `to_json` says, itself if it is plain, or its text."""
    if hasattr(solution, "to_json"):
        return solution.to_json()
    try:
        return json.loads(json.dumps(solution))
    except (TypeError, ValueError):
        return str(solution)
