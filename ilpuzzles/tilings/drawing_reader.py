"""Reads boards and shapes that are drawn with letters, one character per atom.

Where each atom of a lattice stands, its chart says. On most lattices it leaves places free, such as
those between hexagons: there, and beside the board, write `#` or a blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.errors import counted
from ilpuzzles.geometry.lattice import IntArray, Lattice
from ilpuzzles.reading.tree import ProblemList, Scalar, TextPlace
from ilpuzzles.rules.places import Place

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
    place: TextPlace


class DrawnBox(NamedTuple):
    """What a drawing of a region on a grid has to be like.

    `name` is whose region it is, `sides` how many layers, if any, rows and columns it has. If
    it is `filled` with cells, blanks mean nothing.
    """

    name: str
    sides: tuple[int, ...]
    filled: bool


Located: TypeAlias = tuple[str, TextPlace]
"""A character, and where it stands."""


def point_form(dimension: int) -> str:
    """How a point is written, such as `[row, column]`."""
    return f"[{', '.join(axis[:-1] for axis in AXES[dimension])}]"


def read_grid(
    scalar: Scalar, lattice: Lattice, problems: ProblemList, box: DrawnBox | None = None
) -> tuple[Mark, ...]:
    """Reads a drawing: all characters in reading order, or none if sizes are wrong, which is noted.

    In space, the layers follow each other, with an empty line between two of them. Where rows have
    different lengths, those are wrong that are not as long as those of the `box`, if that is known,
    or else the first one.
    """
    if not any(line.text.strip() for line in scalar.lines):
        problems.add("an empty drawing", "draw at least one cell", where=scalar.place)
        return ()
    before = len(problems.found)
    if box is not None and _is_without_slashes(scalar, box, problems):
        return ()
    layers = _layers(scalar, lattice, problems, box)
    if box is not None and _has_surplus_row(layers, box, problems):
        return ()
    if not lattice.ragged:
        _require_equal(layers, problems, box)
    places: list[tuple[int, ...]] = []
    drawn: list[Located] = []
    # Where rows go up with the steps, they are counted from the last one.
    upwards = bool(lattice.chart_steps[0, 0] < 0)
    for depth, layer in enumerate(layers):
        for row, line in enumerate(layer):
            start: Sequence[int] = (row,) if lattice.dimension == 2 else (depth, row)
            if upwards:
                start = (row - len(layer),)
            for column, character in enumerate(line):
                places.append((*start, column))
                drawn.append(character)
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


def _layers(
    scalar: Scalar, lattice: Lattice, problems: ProblemList, box: DrawnBox | None
) -> list[list[list[Located]]]:
    """The characters of all rows of all layers; without blanks where these mean nothing."""
    width = box.sides[-1] if box is not None and box.filled else None
    layers: list[list[list[Located]]] = [[]]
    for line in scalar.lines:
        text = line.text.rstrip()
        if text.strip():
            row = [(character, line.place.right(n)) for n, character in enumerate(text)]
            layers[-1].append(row if width in {None, len(row)} else _tight(row, width or 0))
        elif lattice.dimension == 2:
            problems.add("an empty line", "delete it", where=line.place)
        elif layers[-1]:
            layers.append([])
    return [layer for layer in layers if layer]


def _is_without_slashes(scalar: Scalar, box: DrawnBox, problems: ProblemList) -> bool:
    """Whether all rows stand in one line with blanks between them, which is noted."""
    if len(scalar.lines) != 1:
        return False
    (line,), width = scalar.lines, box.sides[-1]
    rows = line.text.split()
    if len(rows) < 2 or width == 1 or {len(row) for row in rows} != {width}:
        return False
    what = f"{len(rows)} rows of {width} cells with blanks between them"
    advice = "write a slash or a line break between rows"
    problems.add(what, advice, where=line.place.right(line.text.index(rows[0]) + width))
    return True


def _has_surplus_row(
    layers: list[list[list[Located]]], box: DrawnBox, problems: ProblemList
) -> bool:
    """Whether a flat board has all its rows, and then more of them, the first of which is noted."""
    if len(box.sides) != 2 or len(layers) != 1:
        return False
    height, width = box.sides
    (rows,) = layers
    if len(rows) <= height or any(len(row) != width for row in rows[:height]):
        return False
    what = f"{Place('row', height)}, where the board of {box.name} has {counted(height, 'row')}"
    problems.add(what, "leave it out", where=rows[height][0][1])
    return True


def _tight(row: list[Located], width: int) -> list[Located]:
    """A row without its blanks if it is so wide then, and else without those it begins with."""
    tight = [one for one in row if one[0] != " "]
    first = row.index(tight[0])
    return tight if len(tight) == width else row[first:]


def _require_equal(
    layers: list[list[list[Located]]], problems: ProblemList, box: DrawnBox | None
) -> None:
    """Notes rows and layers that differ in size from the first, or from the box."""
    width = len(layers[0][0])
    height = len(layers[0])
    whose = "the first"
    widths = {len(row) for layer in layers for row in layer}
    if box is not None and len(widths) > 1:
        width = box.sides[-1]
        whose = f"the board of {box.name}"
    for layer in layers:
        if len(layer) != height:
            what = f"a layer of {counted(len(layer), 'row')}, where the first has {height}"
            problems.add(what, "make them equal", where=layer[0][0][1])
        for row in layer:
            if len(row) != width:
                what = f"a row of {counted(len(row), 'cell')}, where {whose} has {width}"
                missing = width - len(row)
                advice = f"write {missing} more" if missing > 0 else f"delete {-missing}"
                # What is missing would stand behind the last one.
                where = row[-1][1].right(1) if missing > 0 else row[width][1]
                problems.add(what, advice, where=where)
