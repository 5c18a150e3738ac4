"""Tilings as SVG: every tile one rounded outline with its letter, givens marked by a ring."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from html import escape

import numpy as np

from ilpuzzles.geometry import Lattice
from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.board import CLASH, OPEN, Board, Layer, board_of
from ilpuzzles.render.outline import Corner, outline, pulled_in, rounded_path
from ilpuzzles.render.palette import darker, ink_on

_UNIT = 22  # pixels for each unit of the lattice's corners; a square cell has two
_MARGIN = 14
_TITLE = 22
_GROUND = "#f8f9fa"
_LINES = "#ced4da"
_TEXT = "#212529"
_CLASH_INK = "#c1121f"

# Every rule names the class of the root: in a page with more pictures, styles reach everything.
_STYLE = "".join(
    f".ilpuzzles {rule}"
    for rule in (
        f"text{{font:bold {round(_UNIT * 0.95)}px sans-serif;text-anchor:middle}}",
        f".t{{font-size:14px;fill:{_TEXT}}}",
        f".c{{fill:#fff;stroke:{_LINES}}}",
        ".p{stroke-width:2;fill-rule:evenodd}",
        ".r{fill:none;stroke-width:2}",
        f".x{{fill:none;stroke:{_CLASH_INK}}}",
        f".s{{font-size:14px;fill:{_CLASH_INK}}}",
        ".o{fill-opacity:.45}",
        ".n{fill:none;stroke:#fff;stroke-width:5}",
        f".m{{fill:none;stroke:{_CLASH_INK};stroke-width:3;stroke-dasharray:5 3}}",
    )
)


def tiling_svg(
    instance: TilingInstance,
    solution: TilingSolution | None = None,
    marked: Collection[Hashable] = (),
) -> str:
    """Draws a solution, or without one the starting position.

    Layers of a solid stand side by side.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on; see `board_of`.

    Returns:
        An SVG document that can stand alone or inside a page.
    """
    board = board_of(instance, solution, marked)
    parts: list[str] = []
    left, height = float(_MARGIN), 0.0
    for layer in board.layers:
        corners = [corner for point in layer.cells for corner in _corners(board.lattice, point)]
        low = [min(corner[axis] for corner in corners) for axis in (0, 1)]
        size = [max(corner[axis] for corner in corners) - low[axis] for axis in (0, 1)]
        top = _MARGIN + (_TITLE if layer.title else 0)
        if layer.title:
            parts.append(
                f'<text class="t" x="{left + size[0] / 2:g}" y="{_MARGIN + 9}">{layer.title}</text>'
            )
        parts.append(f'<g transform="translate({left - low[0]:g} {top - low[1]:g})">')
        parts += _layer(board, layer)
        parts.append("</g>")
        left += size[0] + 2 * _MARGIN
        height = max(height, top + size[1] + _MARGIN)
    width = left - _MARGIN
    title = escape(instance.title or instance.puzzle.title)
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
                f'width="{width:g}" height="{height:g}" role="img" class="ilpuzzles">'
            ),
            f"<title>{title}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{_GROUND}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _corners(lattice: Lattice, point: Point) -> list[Corner]:
    """The corners of a cell, in pixels."""
    array = np.array(point, dtype=np.int64)
    centre = lattice.drawing @ array
    corners = (lattice.corners[int(lattice.classes(array))] + centre) * _UNIT
    return [(int(x), int(y)) for x, y in corners.tolist()]


def _layer(board: Board, layer: Layer) -> Iterable[str]:
    open_cells = [
        rounded_path([[(float(x), float(y)) for x, y in _corners(board.lattice, point)]], 2)
        for point, owner in layer.cells.items()
        if owner == OPEN
    ]
    if open_cells:
        yield f'<path class="c" d="{"".join(open_cells)}"/>'
    clashes = [point for point, owner in layer.cells.items() if owner == CLASH]
    # What lies below another tile has to show through.
    style = "p o" if clashes else "p"
    labels: list[str] = []
    for number, points in sorted(layer.tiles.items()):
        placed = board.tiles[number]
        colour = board.colours[placed.tile]
        loops = outline(_corners(board.lattice, point) for point in points)
        path = rounded_path([pulled_in(loop, 2) for loop in loops], _UNIT / 3)
        yield f'<path class="{style}" d="{path}" fill="{colour}" stroke="{darker(colour)}"/>'
        alone = [point for point in points if layer.cells[point] != CLASH]
        x, y = _label_place(board.lattice, alone or points)
        ink = "#000000" if clashes else ink_on(colour)
        if board.given[number]:
            radius = _UNIT * 0.7
            labels.append(
                f'<circle class="r" cx="{x:g}" cy="{y:g}" r="{radius:g}" stroke="{ink}"/>'
            )
        letter = escape(placed.tile)
        labels.append(f'<text x="{x:g}" y="{y + _UNIT / 3:g}" fill="{ink}">{letter}</text>')
    yield from labels
    for point in clashes:
        corners = [(float(x), float(y)) for x, y in _corners(board.lattice, point)]
        x, y = max(corners, key=lambda corner: (corner[0] - corner[1], corner))
        yield f'<path class="x" d="{rounded_path([corners], 2)}"/>'
        yield f'<text class="s" x="{x - _UNIT / 3:g}" y="{y + _UNIT * 0.7:g}">*</text>'
    for point in layer.cells:
        if (*layer.start, *point) in board.marked:
            path = rounded_path([pulled_in(_corners(board.lattice, point), 5)], 3)
            # Twice, since dark red alone does not show on every colour.
            yield f'<path class="n" d="{path}"/><path class="m" d="{path}"/>'


def _label_place(lattice: Lattice, points: list[Point]) -> tuple[float, float]:
    """The middle of the cell that is nearest to the middle of all."""
    centres = [np.mean(_corners(lattice, point), axis=0) for point in points]
    middle = np.mean(centres, axis=0)
    x, y = min(centres, key=lambda centre: round(float(((centre - middle) ** 2).sum()), 6))
    return float(x), float(y)
