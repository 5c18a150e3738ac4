"""The layers of a drawn board, of which both texts and SVG pictures are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ilpuzzles.genres.grid import Cell, Corner, Grid, Pair, Side

INK: Final = "#212529"
"""The colour of what is given."""

PEN: Final = "#1f5fbf"
"""The colour of what a solution adds."""

SHADE: Final = "#5c677d"
"""The colour of shaded cells."""

TINT: Final = "#e1e6ee"
"""The colour of a background, as of every other box; texts leave it out."""

SYMBOL_LETTERS: Mapping[str, str] = {
    "star": "*", "bulb": "o", "tree": "T", "tent": "^", "dot": "·", "cross": "x",
    "white": "○", "black": "●", "ship": "■", "mine": "*", "moon": "C", "plus": "+",
    "minus": "-", "triangle ◤": "◤", "triangle ◥": "◥", "triangle ◢": "◢", "triangle ◣": "◣",
}  # fmt: skip
"""The symbols there are, and what stands for them in a text."""


@dataclass(slots=True, eq=False)
class Layers:
    """The layers of a drawn board: shades, texts, symbols, lines, walls.

    Attributes:
        grid: The cells.
        title: The title for screen readers.
        shaded: The colours of shaded cells.
        texts: What is written into cells, and in which colour.
        small: What is written small into a corner of cells.
        symbols: The symbols in cells, and their colours.
        slashes: The diagonals of cells.
        paths: Lines between the middles of cells: how many beside each other, and their colour.
        bands: Thick grey lines behind everything: the cells of each, the one with the bulb first.
        walls: The colours of thick sides.
        crosses: Sides that are crossed out.
        dots: What stands at corners, or on squares at halves between them.
        signs: What stands on the side that two cells share.
        beside: What stands above, below, left and right of the grid, for each line.
        marked: Cells with a mark.
        marked_dots: Corners with a mark.
        bare: Whether the thin lines between cells are left out.
    """

    grid: Grid
    title: str = "board"
    shaded: dict[Cell, str] = field(default_factory=dict, init=False)
    texts: dict[Cell, tuple[str, str]] = field(default_factory=dict, init=False)
    small: dict[Cell, str] = field(default_factory=dict, init=False)
    symbols: dict[Cell, tuple[str, str]] = field(default_factory=dict, init=False)
    slashes: dict[Cell, str] = field(default_factory=dict, init=False)
    paths: dict[tuple[Cell, Cell], tuple[int, str]] = field(default_factory=dict, init=False)
    bands: list[tuple[Cell, ...]] = field(default_factory=list, init=False)
    walls: dict[Side, str] = field(default_factory=dict, init=False)
    crosses: list[Side] = field(default_factory=list, init=False)
    dots: dict[tuple[float, float], str] = field(default_factory=dict, init=False)
    signs: dict[Pair, str] = field(default_factory=dict, init=False)
    beside: dict[str, list[list[str]]] = field(default_factory=dict, init=False)
    marked: set[Cell] = field(default_factory=set, init=False)
    marked_dots: set[Corner] = field(default_factory=set, init=False)
    bare: bool = field(default=False, init=False)
