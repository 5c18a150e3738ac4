"""Draws instances and solutions, whatever family they are of."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from ilpuzzles.errors import UnknownNameError, unknown_name
from ilpuzzles.render.segments import Drawing
from ilpuzzles.render.slash_svg import slash_svg
from ilpuzzles.render.slash_text import slash_shapes, slash_text
from ilpuzzles.render.tile_text import tiles_text
from ilpuzzles.render.tiling_svg import tiling_svg
from ilpuzzles.render.tiling_text import tiling_text


class _Text(Protocol):
    def __call__(self, instance: Any, solution: Any | None, marked: Keys) -> Drawing: ...


class _Svg(Protocol):
    def __call__(self, instance: Any, solution: Any | None, marked: Keys) -> str: ...


class _Shapes(Protocol):
    def __call__(self, puzzle: Any) -> Drawing: ...


Keys: TypeAlias = Collection[Hashable]
"""Keys of rows, such as cells or tiles."""


@dataclass(frozen=True, slots=True)
class _Pictures:
    """How the boards of a family are drawn."""

    text: _Text
    svg: _Svg
    shapes: _Shapes


_FAMILIES = {
    "tiling": _Pictures(tiling_text, tiling_svg, tiles_text),
    "surasshupakku": _Pictures(slash_text, slash_svg, slash_shapes),
}


def _pictures(family: str) -> _Pictures:
    if family not in _FAMILIES:
        raise UnknownNameError(unknown_name("family", family, _FAMILIES))
    return _FAMILIES[family]


def board_text(
    family: str, instance: Any, solution: Any | None = None, marked: Keys = ()
) -> Drawing:
    """Draws a solution, or without one the starting position, with letters and lines.

    Args:
        family: The name of the puzzle's family.
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on, by the keys of rows.
    """
    return _pictures(family).text(instance, solution, marked)


def board_svg(family: str, instance: Any, solution: Any | None = None, marked: Keys = ()) -> str:
    """Draws a solution, or without one the starting position, as an SVG document."""
    return _pictures(family).svg(instance, solution, marked)


def shape_text(family: str, puzzle: Any) -> Drawing:
    """Draws the pieces of a puzzle with letters."""
    return _pictures(family).shapes(puzzle)
