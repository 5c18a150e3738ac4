"""Reads boards and shapes that are drawn with letters, one character per cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ilpuzzles.document import Line, Place, ProblemList, Scalar

OPEN = "."
"""A cell of a region that no tile covers yet; in a shape, a place beside the shape."""

OUTSIDE = "#"
"""A place that is not part of the region."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A character of a drawing.

    Attributes:
        character: The character.
        point: Where it stands in the drawing: (row, column), or (layer, row, column).
        place: Where it stands in the file.
    """

    character: str
    point: tuple[int, ...]
    place: Place


def read_grid(scalar: Scalar, dimension: int, problems: ProblemList) -> tuple[Mark, ...]:
    """Reads a drawing.

    In space, the layers follow each other, with an empty line between two of them.

    Args:
        scalar: The text.
        dimension: 2 for a plane, 3 for space.
        problems: Where to note rows or layers of unequal size.

    Returns:
        All characters in reading order; none if the drawing is not a rectangle or a box.
    """
    if not any(line.text.strip() for line in scalar.lines):
        problems.add("an empty drawing", "draw at least one cell", where=scalar.place)
        return ()
    before = len(problems.found)
    layers: list[list[Line]] = [[]]
    for line in scalar.lines:
        if line.text.strip():
            layers[-1].append(line)
        elif dimension == 2:
            problems.add("an empty line", "delete it", where=line.place)
        elif layers[-1]:
            layers.append([])
    layers = [layer for layer in layers if layer]
    width = len(layers[0][0].text.rstrip())
    height = len(layers[0])
    marks: list[Mark] = []
    for depth, layer in enumerate(layers):
        if len(layer) != height:
            problems.add(
                f"a layer of {len(layer)} rows, where the first has {height}",
                "make them equal",
                where=layer[0].place,
            )
        for row, line in enumerate(layer):
            text = line.text.rstrip()
            if len(text) != width:
                problems.add(
                    f"a row of {len(text)} cells, where the first has {width}",
                    f"write {width} characters",
                    where=line.place,
                )
            point: Sequence[int] = (row,) if dimension == 2 else (depth, row)
            marks += [
                Mark(character, (*point, column), line.place.right(column))
                for column, character in enumerate(text)
            ]
    return tuple(marks) if len(problems.found) == before else ()
