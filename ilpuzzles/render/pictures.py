"""Draws instances and solutions, whatever family they are of."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from ilpuzzles.errors import UnknownNameError, unknown_name
from ilpuzzles.render.compact_text import small_tiling_text
from ilpuzzles.render.segments import Drawing
from ilpuzzles.render.slash_compact import small_slash_text
from ilpuzzles.render.slash_svg import slash_picture, slash_shapes_picture
from ilpuzzles.render.slash_text import slash_shapes, slash_text
from ilpuzzles.render.svg_document import Picture
from ilpuzzles.render.tile_svg import tiles_picture
from ilpuzzles.render.tile_text import tiles_text
from ilpuzzles.render.tiling_svg import tiling_picture
from ilpuzzles.render.tiling_text import tiling_text
from ilpuzzles.render.views import VIEWS, PictureView


class _Text(Protocol):
    def __call__(
        self, instance: Any, solution: Any | None, marked: Keys, *, width: int | None
    ) -> Drawing: ...


class _Small(Protocol):
    def __call__(self, instance: Any, solution: Any | None) -> Drawing: ...


class _Picture(Protocol):
    def __call__(
        self, instance: Any, solution: Any | None, marked: Keys, *, view: PictureView
    ) -> Picture: ...


class _ShapesPicture(Protocol):
    def __call__(self, puzzle: Any) -> Picture: ...


class _Shapes(Protocol):
    def __call__(self, puzzle: Any, width: int | None) -> Drawing: ...


Keys: TypeAlias = Collection[Hashable]
"""Keys of rows, such as cells or tiles."""


@dataclass(frozen=True, slots=True)
class _Pictures:
    """How the boards of a family are drawn."""

    text: _Text
    picture: _Picture
    shapes: _Shapes
    shapes_picture: _ShapesPicture
    small: _Small


_FAMILIES = {
    "tiling": _Pictures(tiling_text, tiling_picture, tiles_text, tiles_picture, small_tiling_text),
    "surasshupakku": _Pictures(
        slash_text, slash_picture, slash_shapes, slash_shapes_picture, small_slash_text
    ),
}


def _pictures(family: str) -> _Pictures:
    if family not in _FAMILIES:
        raise UnknownNameError(unknown_name("family", family, _FAMILIES))
    return _FAMILIES[family]


def board_text(
    family: str,
    instance: Any,
    solution: Any | None = None,
    marked: Keys = (),
    *,
    width: int | None = None,
) -> Drawing:
    """Draws a solution, or without one the starting position, with letters and lines.

    Args:
        family: The name of the puzzle's family.
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on, by the keys of rows.
        width: How many characters there are in a line, or None for any number.
    """
    return _pictures(family).text(instance, solution, marked, width=width)


def small_text(family: str, instance: Any, solution: Any | None = None) -> Drawing:
    """Draws a solution, or without one the starting position, as small as letters are.

    Such pictures are for sheets with many of them; see `Sheet`.
    """
    return _pictures(family).small(instance, solution)


def board_svg(
    family: str,
    instance: Any,
    solution: Any | None = None,
    marked: Keys = (),
    *,
    view: PictureView = "flat",
    animated: bool = False,
) -> str:
    """Draws a solution, or without one the starting position, as an SVG document.

    Args:
        family: The name of the puzzle's family.
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on, by the keys of rows.
        view: What to draw of a board that is not plane.
        animated: Whether the pieces appear one after the other.
    """
    picture = board_picture(family, instance, solution, marked, view=view)
    return picture.document(animated=animated)


def board_picture(
    family: str,
    instance: Any,
    solution: Any | None = None,
    marked: Keys = (),
    *,
    view: PictureView = "flat",
) -> Picture:
    """The same, to be put onto a sheet with others; see `board_svg`.

    Raises:
        UnknownNameError: If there is no such view.
    """
    if view not in VIEWS:
        raise UnknownNameError(unknown_name("view", str(view), VIEWS))
    return _pictures(family).picture(instance, solution, marked, view=view)


def shape_text(family: str, puzzle: Any, width: int | None = None) -> Drawing:
    """Draws the pieces of a puzzle with letters, in lines of so many characters or any number."""
    return _pictures(family).shapes(puzzle, width)


def shape_svg(family: str, puzzle: Any) -> str:
    """Draws the pieces of a puzzle as an SVG document."""
    return _pictures(family).shapes_picture(puzzle).document()
