"""Names of colours, such as a person gives to the pieces in a box.

A colour has the name of the one in a small table that looks most like it: the nearest in OKLab,
whose distances are differences as an eye sees them (B. Ottosson, "A perceptual color space for
image processing", 2020).
"""

from __future__ import annotations

from functools import cache
from math import dist
from typing import TypeAlias

from ilpuzzles.render.svg import linear_light

Lab: TypeAlias = tuple[float, float, float]

_NAMED = {
    "white": ("#ffffff", "#eceff1"),
    "light grey": ("#d0d4d8", "#c8d0c4"),
    "grey": ("#9aa3ad", "#868e96"),
    "dark grey": ("#5f6873", "#4a4f55"),
    "black": ("#101010",),
    "pink": ("#ffc0cb", "#f4a6b8", "#ff8fb0"),
    "red": ("#d7263d", "#e63946", "#c1121f"),
    "dark red": ("#7f1d1d",),
    "orange": ("#f58a1f", "#f4a261", "#f9844a"),
    "brown": ("#8b5a2b", "#b5651d"),
    "beige": ("#d4a878", "#e8d3b0"),
    "yellow": ("#f5d020", "#ffd54a", "#e9c446"),
    "light green": ("#a7cf57", "#9bd08a"),
    "green": ("#3fa34d", "#1f8a4c", "#43a047"),
    "dark green": ("#1f5c3d", "#2a7f62"),
    "turquoise": ("#2aa198", "#43b3a0", "#40e0d0"),
    "light blue": ("#7cc6fe", "#a5d8ff"),
    "blue": ("#2f6fd0", "#2447b8", "#1583b5"),
    "dark blue": ("#1b2a5c",),
    "purple": ("#6a3fa0", "#7b4fa6"),
    "violet": ("#c08aef", "#a25bea"),
    "magenta": ("#b5179e", "#d11fb0"),
}
"""How colours of these names look, some of them in several tones."""


def colour_name(colour: str) -> str:
    """The name of a colour `#rrggbb`.

    Example:
        >>> colour_name("#f4a261"), colour_name("#7cc6fe")
        ('orange', 'light blue')
    """
    here = _lab(colour)
    return min(_NAMED, key=lambda name: min(dist(here, _lab(tone)) for tone in _NAMED[name]))


@cache
def _lab(colour: str) -> Lab:
    """A colour in OKLab: how light it is, from green to red, from blue to yellow."""
    red, green, blue = linear_light(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
