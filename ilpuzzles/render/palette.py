"""Colours of tiles, and the ink that can be read on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Chosen to differ in lightness as well as in hue; used where a model names no colours.
_PALETTE = (
    "#f4a261", "#3066be", "#2a9d8f", "#e9c46a", "#d1495b", "#7cc6fe",
    "#b5179e", "#a7c957", "#6a4c93", "#f7b2bd", "#5c677d", "#d4a373",
    "#1b998b", "#ffd166", "#9d4edd", "#ef476f", "#118ab2", "#cad2c5",
)  # fmt: skip


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1 (WCAG 2.1)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in _channels(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.1).

    Example:
        >>> round(contrast("#000000", "#ffffff"))
        21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Black or white, whichever can be read better on a colour: at least 4.5 to 1.

    Example:
        >>> ink_on("#3066be"), ink_on("#f2d13b")
        ('#ffffff', '#000000')
    """
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, colour))


def darker(colour: str) -> str:
    """A darker tone of a colour, for its outline."""
    return "#" + "".join(f"{round(channel * 0.6):02x}" for channel in _channels(colour))


def colours_of(names: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Gives every name a colour: the chosen one, or the next of the palette."""
    return {
        name: chosen.get(name) or _PALETTE[number % len(_PALETTE)]
        for number, name in enumerate(names)
    }


def shaded(colour: str, light: float) -> str:
    """A colour in less light.

    Args:
        colour: The colour.
        light: From 0, black, to 1, the colour itself.
    """
    return "#" + "".join(f"{round(channel * light):02x}" for channel in _channels(colour))
