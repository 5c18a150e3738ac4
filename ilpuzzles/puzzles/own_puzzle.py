"""A puzzle of your own: a model with functions that decode, draw and check its solutions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any
from xml.etree import ElementTree as ET

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError, quoted
from ilpuzzles.modelling.numbers import Number, NumberArray, data_of, text_of
from ilpuzzles.modelling.program import Program, program_of
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.puzzles.position import Keys, Position
from ilpuzzles.render.svg import PictureView
from ilpuzzles.render.text import Drawing, Segment
from ilpuzzles.rules.faults import Fault, as_fault

_MOST_ZEROS = 20
"""More variables that are 0 than these are counted, and not named."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedValues:
    """A solution of a model without a decoder: the values of variables by their names."""

    values: dict[str, Number]
    text: str

    @classmethod
    def of(cls, values: Mapping[Any, Number]) -> NamedValues:
        """Returns the values that are known of some variables, those that are not 0 first."""
        parts = [f"{name} = {text_of(value)}" for name, value in values.items() if value]
        zeros = [name for name, value in values.items() if not value]
        parts += [f"{name} = 0" for name in zeros[:_MOST_ZEROS]]
        if len(zeros) > _MOST_ZEROS:
            parts.append(f"and {len(zeros) - _MOST_ZEROS:,} more are 0")
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
    """Returns the solution of a model that has no decoder."""
    program = program_of(model)
    return NamedValues(program.values_by_name(values), program.text_by_name(values))


@dataclass(frozen=True, slots=True, eq=False)
class OwnPuzzle(Position):
    """A user's own puzzle as a position.

    Attributes:
        name: What it is called.
        text_of: Writes a solution with letters.
        svg_of: Draws a solution as an SVG document; None for no picture.
        check: Says what is wrong with a solution, in faults or sentences; None for no checker.
        board: The board to play on; None for none.
    """

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
        marked: Keys = (),  # noqa: ARG002 - its pictures know no marks
        *,
        view: PictureView = "all",  # noqa: ARG002 - how it looks is up to its function
    ) -> str | None:
        """A solution as an SVG document, or None where there is no picture."""
        if solution is None or self.svg_of is None:
            return None
        return require_svg(self.svg_of(solution))

    def violations(self, solution: Any) -> list[Fault]:
        """What the checker says, if there is one."""
        faults = self.check(solution) if self.check is not None else ()
        if isinstance(faults, str) or not isinstance(faults, Sequence):
            what = f"a checker that returns {type(faults).__name__}"
            raise InputError(what, "return a list of faults, or of sentences")
        return [as_fault(fault, "check") for fault in faults]


def require_svg(picture: object, where: str = "") -> str | None:
    """Returns the SVG document that a user's function at a place drew; None for no picture."""
    if not isinstance(picture, str):
        what = f"a picture of type {type(picture).__name__}"
        raise InputError(what, "return an SVG document as a string", where)
    if picture and not _is_svg(picture):
        what = f"a picture that is not an SVG document ({quoted(picture[:40])})"
        raise InputError(what, "return one that is whole, from <svg to </svg>", where)
    return picture or None


def _is_svg(text: str) -> bool:
    try:
        root = ET.fromstring(text)  # noqa: S314 - of the user's own function
    except ET.ParseError:
        return False
    return root.tag.rpartition("}")[2] == "svg"


def digest_of_data(plain: Any) -> bytes:
    """Returns a digest that equal plain data share."""
    return blake2b(json.dumps(plain, sort_keys=True).encode(), digest_size=16).digest()


def solution_json(solution: Any) -> Any:
    """A solution as plain data: what its `to_json` says, itself if it is plain, or its text."""
    if hasattr(solution, "to_json"):
        return solution.to_json()
    try:
        return json.loads(json.dumps(solution))
    except (TypeError, ValueError):
        return str(solution)
