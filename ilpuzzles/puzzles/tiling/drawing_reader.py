"""Reads boards and shapes that are drawn with letters, one character per atom.

Where each atom of a lattice stands, its chart says. On most lattices it leaves places free, such as
those between hexagons: there, and beside the board, write `#` or a blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.document.tree import Place, ProblemList, Scalar, TextLine
from ilpuzzles.geometry.lattice import IntArray, Lattice

AXES = {2: ("rows", "columns"), 3: ("layers", "rows", "columns")}
"""What the coordinates are called, by the dimension."""

FARTHEST = 10**9
"""How large a coordinate may be."""

OPEN = "."
"""An atom of a region that no tile covers yet; in a shape, an atom beside the shape."""

OUTSIDE = "#"
"""A place that is not part of the region."""

NOTHING = frozenset({OUTSIDE, " "})
"""What may stand where there is no atom."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A character of a drawing, the atom that stands there, and where it is in the file."""

    character: str
    point: tuple[int, ...] | None
    place: Place


def point_form(dimension: int) -> str:
    """How a point is written, such as `[row, column]`."""
    return f"[{', '.join(axis[:-1] for axis in AXES[dimension])}]"


def read_grid(scalar: Scalar, lattice: Lattice, problems: ProblemList) -> tuple[Mark, ...]:
    """Reads a drawing: all characters in reading order, or none if sizes are wrong, which is noted.

    In space, the layers follow each other, with an empty line between two of them.
    """
    if not any(line.text.strip() for line in scalar.lines):
        problems.add("an empty drawing", "draw at least one cell", where=scalar.place)
        return ()
    before = len(problems.found)
    layers = _layers(scalar, lattice, problems)
    if not lattice.ragged:
        _require_equal(layers, problems)
    places: list[tuple[int, ...]] = []
    drawn: list[tuple[str, Place]] = []
    # Where rows go up with the steps, they are counted from the last one.
    upwards = bool(lattice.chart_steps[0, 0] < 0)
    for depth, layer in enumerate(layers):
        for row, line in enumerate(layer):
            start: Sequence[int] = (row,) if lattice.dimension == 2 else (depth, row)
            if upwards:
                start = (row - len(layer),)
            for column, character in enumerate(line.text.rstrip()):
                places.append((*start, column))
                drawn.append((character, line.place.right(column)))
    if len(problems.found) > before:
        return ()
    characters = [character for character, _ in drawn]
    points, classes = _atoms(lattice, np.array(places, dtype=np.int64), characters)
    atoms = zip(drawn, points.tolist(), classes.tolist(), strict=True)
    return tuple(
        Mark(character, tuple(point) if kind >= 0 else None, place)
        for (character, place), point, kind in atoms
    )


def _atoms(lattice: Lattice, places: IntArray, characters: list[str]) -> tuple[IntArray, IntArray]:
    """The atoms at some places, and their classes; the drawing may begin one place late.

    Where the first row begins with a free place, such as that beside a hexagon of the second row,
    the chart is moved to the right so that all characters stand on atoms, if that is possible.
    """
    late = np.zeros(lattice.dimension, dtype=np.int64)
    late[-1] = 1
    found = [lattice.points_of_chart(places - shift * late) for shift in (0, 1)]
    for free in (NOTHING, NOTHING | {OPEN}):
        drawn = np.array([character not in free for character in characters])
        for points, classes in found:
            if (classes[drawn] >= 0).all():
                return points, classes
    return found[0]


def _layers(scalar: Scalar, lattice: Lattice, problems: ProblemList) -> list[list[TextLine]]:
    layers: list[list[TextLine]] = [[]]
    for line in scalar.lines:
        if line.text.strip():
            layers[-1].append(line)
        elif lattice.dimension == 2:
            problems.add("an empty line", "delete it", where=line.place)
        elif layers[-1]:
            layers.append([])
    return [layer for layer in layers if layer]


def _require_equal(layers: list[list[TextLine]], problems: ProblemList) -> None:
    """Notes rows and layers that differ in size from the first."""
    width, height = len(layers[0][0].text.rstrip()), len(layers[0])
    for layer in layers:
        if len(layer) != height:
            what = f"a layer of {len(layer)} rows, where the first has {height}"
            problems.add(what, "make them equal", where=layer[0].place)
        for line in layer:
            text = line.text.rstrip()
            if len(text) != width:
                what = f"a row of {len(text)} cells, where the first has {width}"
                problems.add(what, f"write {width} characters", where=line.place)
