"""What a question is about: an instance of a puzzle, or a puzzle of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol
from xml.etree import ElementTree as ET

from ilpuzzles.errors import InputError, Problem, quoted
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.puzzles.family import EquivalentSolutions, Keys, SymmetryBreaking
from ilpuzzles.render.svg import Picture, PictureView
from ilpuzzles.render.text import Drawing, Segment
from ilpuzzles.rules.plain import RuleViolation

_SHOWN = 20


class Subject(Protocol):
    """What solutions belong to, and what draws and judges them."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def preset(self) -> str | None:
        """Which instance of it, if that has a name."""

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """The values of its parameters, if it has any."""

    @property
    def judges(self) -> bool:
        """Whether there are rules besides the model."""

    def drawing(
        self, solution: Any | None = None, marked: Keys = (), *, width: int | None = None
    ) -> Drawing:
        """A solution, or without one what is there to begin with, as lines of segments.

        Args:
            solution: The solution, or None.
            marked: What to put a mark on, by the keys of rows.
            width: How many characters a line may have, or None for any number.
        """

    def small(self, solution: Any) -> Drawing:
        """A solution as small as letters are, for a sheet with many of them."""

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
    ) -> str | None:
        """The same as an SVG document, or None where there is no picture.

        Args:
            solution: The solution, or None.
            marked: What to put a mark on.
            view: What to draw of a board that is not plane; see `PictureView`.
            animated: Whether its pieces appear one after the other.
        """

    def violations(self, solution: Any) -> list[RuleViolation]:
        """The rules that a solution breaks."""

    def symmetries(self) -> EquivalentSolutions:
        """Which solutions are equivalent.

        Raises:
            InputError: If nothing is known about that.
        """

    @property
    def breaking(self) -> SymmetryBreaking | None:
        """Which of several equivalent solutions are wanted, or None for all."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedValues:
    """A solution of a model that nothing more is known about: variables and their values.

    Attributes:
        values: The deciding variables that are not 0, by their names.
        text: The same in a line.
    """

    values: dict[str, int]
    text: str

    @classmethod
    def of(cls, values: Mapping[Any, int]) -> NamedValues:
        """Values that are known of some variables."""
        parts = [f"{name} = {value}" for name, value in values.items() if value]
        zeros = [name for name, value in values.items() if not value]
        parts += [f"{name} = 0" for name in zeros[:_SHOWN]]
        if len(zeros) > _SHOWN:
            parts.append(f"and {len(zeros) - _SHOWN:,} more are 0")
        text = ", ".join(parts) or "nothing"
        return cls({str(name): value for name, value in values.items()}, text)

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data."""
        return {"values": self.values}

    def differences(self, other: NamedValues) -> list[str]:
        """The variables that have another value in another solution."""
        names = dict.fromkeys([*self.values, *other.values])
        return [name for name in names if self.values.get(name, 0) != other.values.get(name, 0)]

    def __str__(self) -> str:
        return self.text


def named_solution(model: Model | Program, values: IntArray) -> NamedValues:
    """The solution of a model that has no decoder."""
    program = program_of(model)
    return NamedValues(program.named_values(values), program.named_text(values))


@dataclass(frozen=True, slots=True, eq=False)
class OwnPuzzle:
    """A puzzle of one's own: functions that draw and judge its solutions.

    Attributes:
        name: What it is called.
        text_of: Draws a solution with letters; by default `str`.
        svg_of: Draws a solution as an SVG document, or None where there is no picture.
        check: Says in a few words each what is wrong with a solution, or None for no checker.
    """

    name: str
    text_of: Callable[[Any], str] = str
    svg_of: Callable[[Any], str] | None = None
    check: Callable[[Any], Sequence[str]] | None = None
    preset: str | None = None

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """It has none."""
        return {}

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

    def small(self, solution: Any) -> Drawing:
        """A solution as lines of segments, as it is always drawn."""
        return self.drawing(solution)

    @property
    def breaking(self) -> None:
        """All solutions are wanted."""

    def symmetries(self) -> NoReturn:
        """Nothing is known about symmetries.

        Raises:
            InputError: Always.
        """
        raise InputError(
            Problem(f"no symmetries of {self.name} are known", "ask for all solutions")
        )

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

    def svg(
        self,
        solution: Any | None = None,
        marked: Keys = (),
        *,
        view: PictureView = "all",
        animated: bool = False,  # noqa: ARG002 - likewise
    ) -> str | None:
        """The same."""
        return self.picture(solution, marked, view=view)

    def violations(self, solution: Any) -> list[RuleViolation]:
        """What the checker says, if there is one."""
        found = self.check(solution) if self.check is not None else ()
        if isinstance(found, str) or not isinstance(found, Sequence):
            raise InputError(
                Problem(f"a checker that returns {type(found).__name__}", "return a list of texts")
            )
        return [RuleViolation("check", str(text)) for text in found]


def require_svg(picture: object, where: str = "") -> str | None:
    """What a user's function has drawn, or None for no picture.

    Args:
        picture: What it returned.
        where: The place of the function.

    Raises:
        InputError: If it is no SVG document.
    """
    if not isinstance(picture, str):
        what = f"a picture of type {type(picture).__name__}"
        raise InputError(Problem(what, "return an SVG document as a text", where))
    if picture and not _is_svg(picture):
        what = f"a picture that is no SVG document ({quoted(picture[:40])})"
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
