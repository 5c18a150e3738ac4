"""SVG documents as PNG pictures, through resvg."""

from __future__ import annotations

from functools import cache
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.extras import require_extra

SCALE = 2.0
"""The number of dots for each pixel of the SVG document, in each direction."""

_FAMILIES = (
    "Arial",
    "DejaVu Sans",
    "Liberation Sans",
    "Noto Sans",
    "FreeSans",
    "Helvetica",
    "Verdana",
)
"""Fonts without serifs, of which one at least is installed almost everywhere."""

_BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'


def require_png() -> Any:
    """The package that makes PNG pictures; an `ExtraMissingError` if it is not installed."""
    return require_extra("resvg_py", None, "a PNG picture")


def png_of(svg: str, *, scale: float = SCALE) -> bytes:
    """Draws an SVG document as a PNG file of `scale` dots for each pixel, in each direction.

    An `InputError` tells that it cannot be drawn, or that the machine has no letters to write with.
    """
    family = _letters() if "<text" in svg else None
    if "<text" in svg and family is None:
        what = "none of the fonts for pictures is installed"
        raise InputError(what, f"install {_FAMILIES[1]}, or write an SVG file")
    try:
        return _draw(svg, scale, family)
    except ValueError as error:
        what = f"the picture cannot be drawn ({error})"
        raise InputError(what, "write an SVG file, and look at it") from None


@cache
def _letters() -> str | None:
    """The first family whose letters show, if any: where none is found, they are left out silently.

    resvg takes Arial for sans-serif, and no other font where that is missing.
    """
    letter = _BLANK.format('<text x="2" y="16" font-family="sans-serif">H</text>')
    blank = _draw(_BLANK.format(""), 1.0)
    return next((name for name in _FAMILIES if _draw(letter, 1.0, name) != blank), None)


def _draw(svg: str, scale: float, family: str | None = None) -> bytes:
    # Also for texts that name no font: resvg would take one for them that may be missing.
    families = {"font_family": family, "sans_serif_family": family}
    return bytes(require_png().svg_to_bytes(svg_string=svg, zoom=scale, **families))
